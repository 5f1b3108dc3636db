package desk

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"slices"
	"strings"

	"muster/builder"
	"muster/builder/finding"
	"muster/builder/play"
	"muster/report"
	"muster/schema"
	"muster/share"
	"muster/web/page"
)

// Save writes a session's list, and caches it with its change.
func (c *Core) Save(id string, before builder.Roster, session *builder.Session, verb string) error {
	if err := c.Write(id, before.Document().Source, session.Text()); err != nil {
		return err
	}
	c.ListCache.Cache(id, session.Now(), ChangeText(before, session.Now(), verb))
	return nil
}

// ListExtension is the extension of a list's file.
const ListExtension = ".yaml"

// ListPath returns the path of a list's file: ID.yaml, directly in the folder of lists.
func (c *Core) ListPath(id string) (schema.FilePath, error) {
	if id == "" || strings.ContainsAny(id, `/\`) || strings.HasPrefix(id, ".") || !fs.ValidPath(id+ListExtension) {
		return schema.FilePath{}, NotFound("there is no list of that name")
	}
	return schema.FilePath{Folder: c.Lists, Name: id + ListExtension}, nil
}

// Roster returns a checked list, from the cache if its file is unchanged.
func (c *Core) Roster(id string) (builder.Roster, error) {
	roster, fresh, err := c.readRoster(id)
	if err == nil && fresh {
		c.ListCache.Cache(id, roster, "")
	}
	return roster, err
}

// RosterToView is Roster for pages that change nothing. For a list without its army books it
// returns the copy in its file, whose document must not be edited.
func (c *Core) RosterToView(id string) (builder.Roster, error) {
	roster, err := c.Roster(id)
	if err == nil {
		return roster, nil
	}
	text, failed := c.ListText(id)
	kept := share.ShareIn(text)
	if failed != nil || kept == nil {
		return nil, err
	}
	c.ListCache.WithCached(id, func(d *CachedList) { roster = d.copyRoster })
	if roster != nil && bytes.Equal(roster.Document().Source, text) {
		return roster, nil
	}
	game, failed := c.Library.System(kept.Copy.System, schema.FilePath{})
	if failed != nil {
		return nil, err
	}
	if roster, _, failed = kept.AsRoster(game); failed != nil {
		return nil, err
	}
	roster.Document().Source = text
	c.ListCache.WithCached(id, func(d *CachedList) { d.copyRoster = roster })
	return roster, nil
}

// RosterCachedIfRoom is Roster for one of very many lists: it caches the list only if no other list
// must be dropped for it.
func (c *Core) RosterCachedIfRoom(id string) (builder.Roster, error) {
	roster, fresh, err := c.readRoster(id)
	if err == nil && fresh && c.ListCache.hasRoom(ListBytes(roster)) {
		c.ListCache.Cache(id, roster, "")
	}
	return roster, err
}

// readRoster returns the present list; fresh means that it differs from the cached one.
func (c *Core) readRoster(id string) (roster builder.Roster, fresh bool, err error) {
	place, err := c.ListPath(id)
	if err != nil {
		return nil, false, err
	}
	text, err := place.Load()
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, NotFound("there is no list `%s`", id)
	}
	if err != nil {
		return nil, false, err
	}
	if kept := c.ListCache.roster(id); kept != nil && bytes.Equal(kept.Document().Source, text) &&
		kept.IsCurrent(c.Library) {
		return kept, false, nil
	}
	document, err := place.Parse(text, "list/1")
	if err != nil {
		return nil, false, err
	}
	roster, err = builder.Open(document, c.Library)
	return roster, true, err
}

func PageList(id string, r builder.Roster) *page.List {
	name := id
	if r.Name() != "" {
		name = r.Name()
	}
	l := &page.List{ID: id, Name: name}
	for _, f := range r.Findings() {
		if f.Code == finding.CodeOtherVersion {
			l.Warning = f.Message
		}
	}
	return l
}

// Write writes a list's file if it still has the text was. Its undo history is kept.
func (c *Core) Write(id string, was, now []byte) error {
	if bytes.Equal(was, now) {
		return nil
	}
	place, err := c.ListPath(id)
	if err != nil {
		return err
	}
	if err := c.Lists.Write(place.Name, was, now); err != nil {
		return err
	}
	c.ListCache.WithCached(id, func(d *CachedList) { d.recordChange(was, now) })
	return nil
}

// maxNamesTried is the maximum number of names tried for a free name, in case the folder cannot be
// read.
const maxNamesTried = 10_000

// FreeName returns a name that no list has: id, or id with a number.
func (c *Core) FreeName(id string) string {
	tried := 0
	return schema.FreeID(id, func(id string) bool {
		tried++
		_, err := fs.Stat(c.Lists, id+ListExtension)
		return !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrInvalid) && tried < maxNamesTried
	})
}

// RedoPrefix begins the text of a redone change.
const RedoPrefix = "Done again: "

// ChangeText describes a change by a verb: "Destroyers added, +225 · 345 left · legal again",
// "Undone: Destroyers added, +225 · 570 left".
func ChangeText(was, now builder.Roster, verb string) string {
	text := ""
	switch verb {
	case "undo":
		text = "Undone: " + changeSummary(now, was)
	case "redo":
		text = RedoPrefix + changeSummary(was, now)
	default:
		text = changeSummary(was, now)
	}
	left := builder.PointsLeft(now)
	if now.PointsLimit() > 0 && left < 0 {
		text += fmt.Sprintf(" · %d over", -left)
	} else if now.PointsLimit() > 0 {
		text += fmt.Sprintf(" · %d left", left)
	}
	switch before, after := builder.Legal(was), builder.Legal(now); {
	case after && !before:
		text += " · legal again"
	case before && !after:
		text += " · no longer legal"
		if left >= 0 || now.PointsLimit() == 0 { // else what is over says why
			first, _ := finding.FirstError(now.Findings(), "")
			why, _, _ := strings.Cut(first.Message, ";")
			text += ": " + why
		}
	}
	return text
}

// changeSummary describes the differences between two states of a list: "Destroyers added, +225".
func changeSummary(was, now builder.Roster) string {
	what := changeTexts(was, now)
	if len(what) > 2 {
		what = []string{finding.CountText(len(what), "change")}
	}
	if more := now.Points() - was.Points(); more != 0 {
		what = append(what, page.SignedPoints(more))
	}
	if len(what) == 0 {
		return "Changed"
	}
	return report.Capitalize(strings.Join(what, ", "))
}

// changeTexts lists the differences between two states of a list: "Captain added", "Captain takes
// Plasma Sword in place of Sabre", "points 1000 → 750".
func changeTexts(was, now builder.Roster) (what []string) {
	names, old := builder.Names(now), builder.Names(was)
	back := map[string]bool{}
	for _, u := range was.SetAsideUnits() {
		back[u.ID] = true
	}
	// A pair that comes or goes whole is said once, with its first half: first are the first halves in
	// one state, other the names in the other state.
	said := func(id string, first, other map[string]string) bool {
		return first[id] != "" && first[id] != id && other[first[id]] == ""
	}
	firstNow, firstOld := builder.FirstHalfIDs(now), builder.FirstHalfIDs(was)
	for _, u := range now.Units() {
		if said(u.ID, firstNow, old) {
			continue
		}
		if _, there := old[u.ID]; !there && back[u.ID] {
			what = append(what, names[u.ID]+" put back")
		} else if !there {
			what = append(what, u.Name+" added")
		}
	}
	for _, id := range builder.UnitIDs(was.Document()) {
		if _, there := names[id]; there || old[id] == "" || said(id, firstOld, names) {
			continue
		}
		how := " removed"
		if slices.ContainsFunc(now.SetAsideUnits(), func(u builder.Price) bool { return u.ID == id }) {
			how = " set aside"
		}
		what = append(what, old[id]+how)
	}
	what = append(what, unitChangeTexts(was, now, names)...)
	if len(what) == 0 {
		for _, u := range builder.CompareLists(was, now).ChangedUnits {
			if len(u.Changes) > 0 {
				what = append(what, names[u.ID]+": "+u.Changes[0])
			}
		}
		what = append(what, settingChangeTexts(was.Document().Root(), now.Document().Root())...)
		if len(what) == 0 && !slices.Equal(builder.UnitIDs(was.Document()), builder.UnitIDs(now.Document())) {
			what = []string{"order changed"}
		}
	}
	return what
}

// unitChangeTexts lists the changes of units that are in both states of a list: "Captain takes
// Plasma Sword in place of Sabre", "Captain joins Guard".
func unitChangeTexts(was, now builder.Roster, names map[string]string) (what []string) {
	before, chooses := was.(builder.UpgradeChooser)
	after, _ := now.(builder.UpgradeChooser)
	first, apart := builder.FirstHalfIDs(now), builder.Names(was) // halves of a pair share a name
	old := map[string]schema.Node{}
	for i, id := range builder.UnitIDs(was.Document()) {
		old[id] = was.Document().At("units", i)
	}
	for i, id := range builder.UnitIDs(now.Document()) {
		name := names[first[id]]
		if name == "" || !old[id].Exists() {
			continue
		}
		for _, link := range [][3]string{{"join", " joins ", " stands alone"}, {"in", " rides in ", " walks"}, {"combine", " is combined with ", " stands alone"}} {
			from := old[id].Get(link[0]).Text()
			switch to := now.Document().At("units", i).Get(link[0]).Text(); {
			case to == from:
			case to == "":
				what = append(what, names[id]+link[2])
			case link[0] == "combine" && apart[to] != "":
				what = append(what, apart[id]+link[1]+apart[to])
			case names[from] != "" && names[from] != names[to]:
				what = append(what, names[id]+link[1]+names[to]+", leaves "+names[from])
			default:
				what = append(what, names[id]+link[1]+names[to])
			}
		}
		if !chooses {
			continue
		}
		more := map[string]int{}
		for _, c := range before.ChosenUpgrades(id) {
			more[c.Option.Name] -= c.Count
		}
		for _, c := range after.ChosenUpgrades(id) {
			more[c.Option.Name] += c.Count
		}
		var takes, drops []string
		for _, option := range slices.Sorted(maps.Keys(more)) {
			switch n := more[option]; {
			case n > 0:
				takes = append(takes, option)
			case n < 0:
				drops = append(drops, option)
			}
		}
		switch {
		case takes != nil && drops != nil:
			what = append(what, name+" takes "+strings.Join(takes, ", ")+" in place of "+strings.Join(drops, ", "))
		case takes != nil:
			what = append(what, name+" takes "+strings.Join(takes, ", "))
		case drops != nil:
			what = append(what, name+" drops "+strings.Join(drops, ", "))
		}
	}
	return slices.Compact(what) // both halves of a pair
}

// settingChangeTexts lists the changes of a list's values besides its units: "points 1000 → 750",
// "notes changed".
func settingChangeTexts(was, now schema.Node) (what []string) {
	for i := range now.Len() {
		key, value := now.Entry(i)
		switch old := was.Get(key.Text()); {
		case key.Text() == "units" || value.Same(old):
		case value.IsScalar() && old.IsScalar() && len(value.Text())+len(old.Text()) < 50:
			what = append(what, key.Text()+" "+old.Text()+" → "+value.Text())
		default:
			what = append(what, key.Text()+" changed")
		}
	}
	for i := range was.Len() {
		if key, _ := was.Entry(i); !now.Get(key.Text()).Exists() {
			what = append(what, key.Text()+" taken away")
		}
	}
	return what
}

// GameFileName names the file of a list's games; OldGameFileName names the file of a game in the
// old format.
func GameFileName(id string) string { return play.GameFileOf(id + ListExtension) }

func OldGameFileName(id string) string { return id + ".play.json" }

// Create writes a new list that can be read.
func (c *Core) Create(id string, text []byte) error {
	place, err := c.ListPath(id)
	if err != nil {
		return err
	}
	if _, err := schema.Read(place.Name, text, "list/1"); err != nil {
		return err
	}
	return c.Lists.Write(place.Name, nil, text)
}

// ListText loads a list's text, whether or not it can be read.
func (c *Core) ListText(id string) ([]byte, error) {
	place, err := c.ListPath(id)
	if err != nil {
		return nil, err
	}
	text, err := place.Load()
	if err == nil && !schema.ClaimsKind(text, "list/1") {
		err = NotFound("there is no list `%s`", id)
	}
	return text, err
}

// WithList returns a page about the list named by a request.
func (c *Core) WithList(serve ListPageFunc) PageFunc { return c.withList(c.Roster, serve) }

// WithListToView is WithList for pages that change nothing; see RosterToView.
func (c *Core) WithListToView(serve ListPageFunc) PageFunc { return c.withList(c.RosterToView, serve) }

func (c *Core) withList(open func(id string) (builder.Roster, error), serve ListPageFunc) PageFunc {
	return func(w http.ResponseWriter, r *http.Request) error {
		id := r.PathValue("id")
		roster, err := open(id)
		if err != nil {
			return err
		}
		return serve(w, r, PageList(id, roster), roster)
	}
}
