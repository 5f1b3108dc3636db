package builder

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"muster/builder/edit"
	"muster/builder/finding"
	"muster/builder/gf"
	stored "muster/catalog/fad"
	"muster/convert"
	"muster/schema"
)

// An Edit is a change to a list, held as a value: it can be stored, tried and offered.
type Edit interface {
	// apply carries the edit out and describes it in done. Only Session.carryOut calls it, with
	// the list opened from the current file.
	apply(s *Session, done *EditResult) error
}

// editable is the part of a game's roster that changes lists. Its methods take the file that
// the roster was opened from.
type editable interface {
	// LinkKeys returns the keys that link a unit with another. NoLinkText returns the message for a
	// unit without such a link.
	LinkKeys() []string
	NoLinkText() string
	// MentionPaths lists the paths of all values, except links, that name the unit with an id.
	MentionPaths(id string) [][]any
	// UnitKeys returns the keys of a unit's entry in file order.
	UnitKeys() []string
	// SetUnitField carries out an assignment to a field of the unit whose entry is at a path.
	SetUnitField(file *edit.Text, path []any, f edit.Assignment) error
	// SetListField carries out an assignment to a field of the list itself.
	SetListField(file *edit.Text, f edit.Assignment) error
	// add adds a unit count times and returns the ids of the new units.
	add(s *Session, what, id string, count int) ([]string, error)
	// offers lists everything that can be added, including the units of stock; stock may be nil.
	offers(stock StockReader) ([]Offer, error)
	// linker returns a linker for the list's units.
	linker() linker
}

// A linker tries links between units of a list, such as a hero who joins a unit.
type linker interface {
	// linkable reports whether units of the kinds of from and to can be linked by key.
	linkable(key, from, to string) bool
	// tryLink returns the findings that a link would bring, and how many units were judged to find
	// them. The link is under key in the i-th unit of the list's file, and leads to the unit to.
	tryLink(i int, key, to string) (brought []finding.Finding, judged int)
}

// An upgrader is the roster of a game whose units have upgrades. gf.Army documents the methods.
type upgrader interface {
	Upgrade(file *edit.Text, id, option string, n int) (also []string, err error)
	Downgrade(file *edit.Text, id, option string, n int) (dropped int, alsoGone []string, err error)
	CountOption(id, option string) (name string, count int, known bool)
	OptionNamed(id, word string) string
}

func (g gfRoster) add(s *Session, what, id string, count int) ([]string, error) {
	return g.Add(s.fileText, what, id, count)
}

func (f fadRoster) add(s *Session, what, id string, count int) ([]string, error) {
	lend := s.Stock
	if lend == nil {
		lend = func() (*stored.Stock, error) { return stored.LoadStock(nil) }
	}
	stock, err := lend()
	if err != nil {
		return nil, err
	}
	return f.Add(s.fileText, stock, what, id, count)
}

// CodeUnsupported is the code of the error for an edit that the list's game does not have.
const CodeUnsupported = "edit/unsupported"

func (s *Session) unsupportedError(what string) error {
	return schema.Errorf(CodeUnsupported,
		"%s is a list of %s, which has no %s", s.rosterNow.Document().File, s.rosterNow.Game().Name, what)
}

// listAs returns the list as a value of the interface Can, or an error with CodeUnsupported; what
// names the missing feature.
func listAs[Can any](s *Session, what string) (list Can, err error) {
	list, ok := s.rosterNow.(Can)
	if !ok {
		return list, s.unsupportedError(what)
	}
	return list, nil
}

// An Add adds a unit Count times.
type Add struct {
	// Unit names a unit of the list's books, by its id or printed name (as BOOK/UNIT to tell books
	// apart), a kind of unit, or a unit of the stock.
	Unit                string
	ID                  string // id of the new unit, "" for the unit's own id; a number is added if it is taken
	Name                string // name given by the player; "" for none
	Count               int    // 0 stands for 1
	Upgrades            []gf.Choice
	JoinUnit, Transport string // ids of the unit to join and of the transport; "" for none
}

func (a Add) apply(s *Session, done *EditResult) error {
	count := max(1, a.Count)
	if _, err := s.fileText.Index(a.ID); err == nil && a.ID != "" && count == 1 {
		return fmt.Errorf("the list has a unit `%s` already; give this one another id, or none", a.ID)
	}
	ids, err := s.rosterNow.add(s, a.Unit, a.ID, count)
	if err != nil {
		return err
	}
	var more []Edit
	for _, id := range ids {
		if a.Name != "" {
			more = append(more, Rename{ID: id, Name: a.Name})
		}
		if len(a.Upgrades) > 0 {
			more = append(more, Upgrade{UnitID: id, Choices: a.Upgrades})
		}
		if a.JoinUnit != "" {
			more = append(more, Link{UnitID: id, Key: "join", Target: a.JoinUnit})
		}
		if a.Transport != "" {
			more = append(more, Link{UnitID: id, Key: "in", Target: a.Transport})
		}
	}
	var quiet EditResult // it says that the units were added
	for _, e := range more {
		if err := s.carryOut(e, &quiet); err != nil {
			return err
		}
	}
	done.forbiddenErrorCodes = append(done.forbiddenErrorCodes, quiet.forbiddenErrorCodes...)
	done.AddedIDs = append(done.AddedIDs, ids...)
	done.addSentence("Added %s.", strings.Join(ids, ", "))
	return nil
}

// A Remove removes a unit and all references to it.
type Remove struct{ ID string }

func (r Remove) apply(s *Session, done *EditResult) error {
	list := s.rosterNow
	i, err := s.fileText.Index(r.ID)
	if err != nil {
		return err
	}
	var unlinked []string
	for _, path := range s.fileText.LinksTo(r.ID, list.LinkKeys()...) {
		if path[1] == i {
			continue // it goes with the unit
		}
		if err := s.fileText.Remove(path); err != nil {
			return err
		}
		if other := edit.IDs(s.fileText.Document())[path[1].(int)]; !slices.Contains(unlinked, other) {
			unlinked = append(unlinked, other)
		}
	}
	for _, path := range slices.Backward(list.MentionPaths(r.ID)) {
		if err := s.fileText.Remove(path); err != nil {
			return err
		}
	}
	more := ""
	if len(unlinked) > 0 {
		more = " It was linked with " + strings.Join(unlinked, ", ") + "; that link is gone too."
	}
	done.addSentence("Removed %s.%s", r.ID, more)
	return s.fileText.RemoveItem([]any{"units"}, i)
}

// A Rename sets the name that the player gave a unit; "" removes it.
type Rename struct{ ID, Name string }

func (r Rename) apply(s *Session, done *EditResult) error {
	if r.Name == "" {
		done.addSentence("%s has no name of its own any more.", r.ID)
	} else {
		done.addSentence("%s is now called %s.", r.ID, r.Name)
	}
	return s.setUnitText(r.ID, "name", r.Name, "unit", "id")
}

// A SetNotes sets the player's notes on a unit; "" removes them.
type SetNotes struct{ UnitID, Text string }

func (n SetNotes) apply(s *Session, done *EditResult) error {
	done.addSentence("Noted on %s.", n.UnitID)
	return s.setUnitText(n.UnitID, "notes", n.Text, "name", "unit", "id")
}

// setUnitText sets a key of a unit's entry to a text; "" removes the key. An equal value keeps its
// style in the file.
func (s *Session) setUnitText(id, key, text string, after ...string) error {
	path, err := s.fileText.UnitPath(id)
	text = strings.TrimSpace(text)
	switch {
	case err != nil:
		return err
	case text == strings.TrimSpace(s.fileText.Document().At(append(path[:len(path):len(path)], key)...).Text()):
		return nil
	case text == "":
		return s.fileText.RemoveField(path, key)
	}
	return s.fileText.SetField(path, key, schema.FormatScalar(text), after...)
}

// A Copy inserts a copy of a unit with its upgrades after the unit. The copy rides in the same
// transport and has no other links.
type Copy struct {
	ID string
	// the copy's id; a number is added if that id is used. "" stands for the original's id with a
	// number
	NewID string
}

func (c Copy) apply(s *Session, done *EditResult) error {
	list := s.rosterNow
	i, err := s.fileText.Index(c.ID)
	if err != nil {
		return err
	}
	c.NewID = s.fileText.FreeID(cmp.Or(c.NewID, c.ID))
	if err := s.fileText.CopyItem([]any{"units"}, i); err != nil {
		return err
	}
	path := []any{"units", i + 1}
	for _, key := range list.LinkKeys() {
		if key == "in" {
			continue
		}
		if err := s.fileText.RemoveField(path, key); err != nil {
			return err
		}
	}
	done.AddedIDs = append(done.AddedIDs, c.NewID)
	done.addSentence("Added %s, a copy of %s.", c.NewID, c.ID)
	return s.fileText.SetField(path, "id", schema.FormatScalar(c.NewID))
}

// A Move moves a unit before another one, to the end, or to the place of another unit.
type Move struct {
	ID          string
	BeforeUnit  string // id of the unit before which it goes; "" for the end
	TakePlaceOf string // id of the unit whose place it takes, if not ""
}

func (m Move) apply(s *Session, done *EditResult) error {
	i, err := s.fileText.Index(m.ID)
	if err != nil {
		return err
	}
	ids := edit.IDs(s.fileText.Document())
	to := len(ids)
	switch {
	case m.TakePlaceOf != "":
		if to, err = s.fileText.Index(m.TakePlaceOf); to > i {
			to++
		}
	case m.BeforeUnit != "":
		to, err = s.fileText.Index(m.BeforeUnit)
	}
	if err != nil {
		return err
	}
	if to == len(ids) {
		done.addSentence("%s is the last unit now.", m.ID)
	} else {
		done.addSentence("%s stands before %s now.", m.ID, ids[to])
	}
	return s.fileText.MoveItem([]any{"units"}, i, to)
}

// An Upgrade chooses options of a unit; a choice's Count is added to the number already chosen.
type Upgrade struct {
	UnitID  string
	Choices []gf.Choice
}

func (u Upgrade) apply(s *Session, done *EditResult) error {
	var said []string
	for _, c := range u.Choices {
		list, err := listAs[upgrader](s, "upgrades to choose")
		if err != nil {
			return err
		}
		c.Option = list.OptionNamed(u.UnitID, c.Option)
		also, err := list.Upgrade(s.fileText, u.UnitID, c.Option, c.Count)
		if err != nil {
			return err
		}
		text, err := s.choiceText(u.UnitID, c, true)
		if err != nil {
			return err
		}
		if len(also) > 0 {
			text += ", and so does " + strings.Join(also, ", ") + ", combined with it"
		}
		said = append(said, text)
	}
	done.addSentence("%s takes %s.", u.UnitID, strings.Join(said, "; "))
	return nil
}

// choiceText describes a choice just made or dropped, with its count on the unit.
func (s *Session) choiceText(id string, c gf.Choice, made bool) (string, error) {
	if err := s.reopen(); err != nil {
		return "", err
	}
	name, have, known := s.rosterNow.(upgrader).CountOption(id, c.Option)
	text := fmt.Sprintf("%d × %s", c.Count, name)
	switch {
	case !known || made && have == c.Count:
	case made:
		text += fmt.Sprintf(" more, %d in all", have)
	case have == 0:
		text += " and has none left"
	default:
		text += fmt.Sprintf(" and keeps %d", have)
	}
	return text, nil
}

// A Downgrade drops choices of options, and the choices that depend on them.
type Downgrade struct {
	UnitID  string
	Choices []gf.Choice // a Count of 0 drops all of an option
}

func (d Downgrade) apply(s *Session, done *EditResult) error {
	var said, also []string
	for _, c := range d.Choices {
		list, err := listAs[upgrader](s, "upgrades to drop")
		if err != nil {
			return err
		}
		c.Option = list.OptionNamed(d.UnitID, c.Option)
		dropped, gone, err := list.Downgrade(s.fileText, d.UnitID, c.Option, c.Count)
		if err != nil {
			return err
		}
		c.Count = dropped
		text, err := s.choiceText(d.UnitID, c, false)
		if err != nil {
			return err
		}
		said, also = append(said, text), append(also, gone...)
	}
	more := ""
	if len(also) > 0 {
		more = " What built on it went too: " + strings.Join(also, ", ") + "."
	}
	done.addSentence("%s drops %s.%s", d.UnitID, strings.Join(said, "; "), more)
	return nil
}

// A Swap replaces an option by another, Count times.
type Swap struct {
	UnitID, Old, New string
	Count            int // 0 for all
}

func (c Swap) apply(s *Session, done *EditResult) error {
	list, err := listAs[upgrader](s, "upgrades to swap")
	if err != nil {
		return err
	}
	c.Old, c.New = list.OptionNamed(c.UnitID, c.Old), list.OptionNamed(c.UnitID, c.New)
	n, _, err := list.Downgrade(s.fileText, c.UnitID, c.Old, c.Count)
	if err != nil {
		return err
	}
	named := func(option string) string {
		if name, _, known := list.CountOption(c.UnitID, option); known {
			return name
		}
		return option
	}
	done.addSentence("%s has %d × %s in place of %s.", c.UnitID, n, named(c.New), named(c.Old))
	return s.carryOut(Upgrade{UnitID: c.UnitID, Choices: []gf.Choice{{Option: c.New, Count: n}}}, &EditResult{})
}

// A Link links a unit to another. Key is the link's key in the unit's entry: "join", "combine", or
// "in" for a transport.
type Link struct {
	UnitID, Key string
	Target      string // id of the other unit; "" removes the link, if there is one
}

// A linkKind is a way to link units: the link's key in the file, the feature that a game needs for
// it (for an error), the message after linking, and prefixes of the codes of errors that a link
// must not cause.
type linkKind struct {
	key, feature, doneText string
	forbiddenCodes         []string
}

// linkKinds holds all kinds of links, in the order in which people think of them.
var linkKinds = []linkKind{
	{"join", "heroes who join units", "%s joins %s.", []string{"hero/"}},
	{"combine", "units to combine", "%[2]s and %[1]s fight as one unit.", []string{"combine/"}},
	{"in", "transports", "%s deploys in %s.", []string{"transport/", "unit/unknown"}},
}

func (l Link) apply(s *Session, done *EditResult) error {
	path, err := s.fileText.UnitPath(l.UnitID)
	switch {
	case err != nil:
		return err
	case l.Target == "" && !s.fileText.Document().At(append(path, l.Key)...).Exists():
		return nil
	case l.Target == "":
		return s.carryOut(Detach{UnitID: l.UnitID, OnlyKeys: []string{l.Key}}, done)
	}
	for _, kind := range linkKinds {
		if kind.key != l.Key {
			continue
		}
		list := s.rosterNow
		if !slices.Contains(list.LinkKeys(), l.Key) {
			return s.unsupportedError(kind.feature)
		}
		if _, err := s.fileText.Index(l.Target); err != nil {
			return err
		}
		done.forbiddenErrorCodes = append(done.forbiddenErrorCodes, kind.forbiddenCodes...)
		done.addSentence(kind.doneText, l.UnitID, l.Target)
		return s.fileText.SetField(path, l.Key, schema.FormatScalar(l.Target), edit.KeysBefore(list.UnitKeys(), l.Key)...)
	}
	return fmt.Errorf("`%s` is no way in which units belong together", l.Key)
}

// A Detach removes a unit's links, and the links of units combined with it.
type Detach struct {
	UnitID string
	// OnlyKeys limits the removed links to these keys in the file, such as "join" or "in"; nil
	// stands for all.
	OnlyKeys []string
}

func (d Detach) apply(s *Session, done *EditResult) error {
	list := s.rosterNow
	keys := d.OnlyKeys
	if keys == nil {
		keys = list.LinkKeys()
	}
	path, err := s.fileText.UnitPath(d.UnitID)
	if err != nil {
		return err
	}
	var links [][]any
	for _, key := range keys {
		if own := append(path, key); s.fileText.Document().At(own...).Exists() {
			links = append(links, own)
		}
	}
	if slices.Contains(keys, "combine") {
		links = append(links, s.fileText.LinksTo(d.UnitID, "combine")...)
	}
	if links == nil {
		return fmt.Errorf("`%s` %s; there is nothing to detach", d.UnitID, list.NoLinkText())
	}
	for _, link := range links {
		if err := s.fileText.Remove(link); err != nil {
			return err
		}
	}
	if d.OnlyKeys == nil {
		done.addSentence("%s stands on its own.", d.UnitID)
	} else {
		now := map[string]string{
			"combine": "fights as a unit of its own", "join": "joins no unit", "in": "deploys in no transport",
			"partner": "has no partner",
		}
		said := convert.All(d.OnlyKeys, func(key string) string { return now[key] })
		done.addSentence("%s %s.", d.UnitID, strings.Join(said, " and "))
	}
	return nil
}

// A SetFields assigns values to fields of a unit, or of the list itself.
type SetFields struct {
	UnitID string // "" for the list, or for a file of one unit
	Fields []edit.Assignment
}

func (f SetFields) apply(s *Session, done *EditResult) error {
	list := s.rosterNow
	said := "Set " + strings.Join(convert.All(f.Fields, edit.Assignment.String), ", ")
	switch {
	case s.fileText.IsSingleUnit():
		done.addSentence("%s of %s.", said, s.rosterNow.Units()[0].Name)
	case f.UnitID == "":
		done.addSentence("%s.", said)
		return s.setListFields(list, f.Fields)
	default:
		done.forbiddenErrorCodes = append(done.forbiddenErrorCodes, "trait/unknown", "weapon/unknown",
			"armour/unknown", "power/unknown",
			"personality/unknown", "unit/unknown")
		done.addSentence("%s of %s.", said, f.UnitID)
	}
	return s.setUnitFields(list, f.UnitID, f.Fields)
}

func (s *Session) setListFields(list Roster, fields []edit.Assignment) error {
	for _, f := range fields {
		switch f.Path[0] {
		case "muster", "system", "units":
			return fmt.Errorf("`%s` is not set like this: a list keeps its game, and units are added and removed",
				f.Path[0])
		}
		if err := list.SetListField(s.fileText, f); err != nil {
			return err
		}
	}
	return nil
}

// setAside sets the unit at a path aside, or makes it active again.
func (s *Session) setAside(unit []any, f edit.Assignment) error {
	switch aside, err := strconv.ParseBool(cmp.Or(f.Value, "false")); {
	case err != nil || f.Operator != edit.Replace:
		return errors.New("a unit is set aside with `aside=true`, and put back with `aside=false`")
	case !aside:
		return s.fileText.RemoveField(unit, "aside")
	}
	return s.fileText.SetField(unit, "aside", "true", "unit", "kind", "id")
}

// setUnitFields sets fields of a unit. If its id changes, references to it are changed too.
func (s *Session) setUnitFields(list Roster, id string, fields []edit.Assignment) error {
	path, err := s.fileText.UnitPath(id)
	if err != nil {
		return err
	}
	mentions := list.MentionPaths(id)
	for _, f := range fields {
		if len(f.Path) == 1 && f.Path[0] == "aside" && !s.fileText.IsSingleUnit() {
			if err := s.setAside(path, f); err != nil {
				return err
			}
			continue
		}
		if err := list.SetUnitField(s.fileText, path, f); err != nil {
			return err
		}
		if len(f.Path) > 1 || f.Path[0] != "id" || s.fileText.IsSingleUnit() {
			continue
		}
		old := id
		id = s.fileText.Document().At(append(path, "id")...).Text()
		s.renames = append(s.renames, idChange{old, id})
		for _, mention := range slices.Concat(s.fileText.LinksTo(old, list.LinkKeys()...), mentions) {
			if err := s.fileText.Replace(mention, schema.FormatScalar(id)); err != nil {
				return err
			}
		}
	}
	return nil
}

// A TryFields assigns values to fields, to show what the list would be like with them.
// `rifles.quality=elite` sets a field of the unit rifles; a field of the list that affects prices
// is set in the list. Any other field is set in the unit UnitID or, if UnitID is "", in every unit
// that has it; if no unit has it, the error is the first unit's error.
type TryFields struct {
	UnitID string
	Fields []edit.Assignment
}

func (t TryFields) apply(s *Session, done *EditResult) error {
	if _, err := listAs[FieldSetter](s, "fields to try"); err != nil {
		return err
	}
	done.addSentence("Tried.")
	for _, f := range t.Fields {
		if err := s.doOrRestore(func() error { return s.tryField(t.UnitID, f) }); err != nil {
			return err
		}
	}
	return nil
}

// tryField makes one assignment of a TryFields.
func (s *Session) tryField(id string, f edit.Assignment) error {
	list := s.rosterNow
	ids, first := edit.IDs(s.fileText.Document()), f.Path[0]
	switch {
	case len(f.Path) > 1 && slices.Contains(ids, first):
		f.Path = f.Path[1:]
		return s.setUnitFields(list, first, []edit.Assignment{f})
	case slices.Contains([]string{"rounding", "points", "armoury", "method"}, first):
		return s.setListFields(list, []edit.Assignment{f})
	case id != "" || s.fileText.IsSingleUnit():
		return s.setUnitFields(list, id, []edit.Assignment{f})
	case len(f.Path) > 1 && !slices.Contains(list.UnitKeys(), first):
		return edit.NoUnitError(s.fileText.Document().File, first, ids)
	}
	tried, refused := false, error(nil)
	for _, unit := range ids {
		err := s.doOrRestore(func() error { return s.setUnitFields(list, unit, []edit.Assignment{f}) })
		tried = tried || err == nil
		if refused == nil {
			refused = err
		}
	}
	if tried {
		return nil // the others cannot have it, as vehicles have no weapon of their own
	}
	return refused // the first unit's reason; the others' are alike
}
