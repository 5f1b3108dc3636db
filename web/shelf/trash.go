package shelf

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder/finding"
	"muster/input"
	"muster/schema"
	"muster/schema/files"
	"muster/web/desk"
	"muster/web/page"
)

// trashDays is the number of days that deleted things stay in the trash: until that many days have
// passed by the clock, and muster was used on that many days, since a clock may be wrong.
const trashDays = 30

// Kinds of deleted things: a list, an army book, or a unit that the player kept for many lists.
const (
	trashedList = "list"
	trashedBook = "book"
	trashedUnit = "unit"
)

// trashKindNames are the names of the kinds for people.
var trashKindNames = map[string]string{trashedList: "List", trashedBook: "Army book", trashedUnit: "Kept unit"}

// A trashItem is a deleted list with its game, army book or kept unit. Its files are named by time,
// kind and their old name: "1795412430123-list-third-company.yaml".
type trashItem struct {
	DeletedAt string // time of deletion in Unix milliseconds; unique
	Kind      string
	Name      string   // name for people
	Files     []string // original names of its files; the list, book or unit itself is first
	DaysLeft  int      // days until it is removed for good
}

func (t trashItem) fileInTrash(name string) string { return t.DeletedAt + "-" + t.Kind + "-" + name }

func (t trashItem) time() time.Time {
	when, _ := strconv.ParseInt(t.DeletedAt, 10, 64) // trash has read it
	return time.UnixMilli(when)
}

// trashUsageFile is the file in the trash that holds its usage.
const trashUsageFile = "days.json"

// trashUsage counts the days of use of muster while things are in the trash.
type trashUsage struct {
	LastDay  string `json:"day"`  // the last day counted
	DayCount int    `json:"days"` // number of days counted
	// for each thing in the trash, by its DeletedAt, the DayCount when it was first seen
	FirstSeenDay map[string]int `json:"from"`
}

// countDayOfUse counts today as a day of use, and returns how many days are left for each thing in
// the trash, by its DeletedAt. It writes the counts only if they changed; if they cannot be
// written, things stay longer.
func (h *Handler) countDayOfUse(all []trashItem) (left map[string]int) {
	var u trashUsage
	was, _ := schema.FilePath{Folder: h.Trash, Name: trashUsageFile}.Load()
	if json.Unmarshal(was, &u) != nil {
		u = trashUsage{}
	}
	if today := time.Now().Format(time.DateOnly); u.LastDay != today {
		u.LastDay, u.DayCount = today, u.DayCount+1
	}
	left, from := map[string]int{}, map[string]int{}
	for _, t := range all {
		first, seen := u.FirstSeenDay[t.DeletedAt]
		if !seen {
			first = u.DayCount
		}
		from[t.DeletedAt] = first
		byClock := trashDays - int(time.Since(t.time())/(24*time.Hour))
		left[t.DeletedAt] = min(trashDays, max(byClock, trashDays-(u.DayCount-first)))
	}
	u.FirstSeenDay = from
	if text, err := json.Marshal(u); err == nil && len(all) > 0 && !bytes.Equal(text, was) {
		h.Trash.Write(trashUsageFile, was, text)
	}
	return left
}

func (t trashItem) address() string { return "/trash/" + t.DeletedAt }

// trashItems lists the things in the trash, the newest first: those still kept, and those to be
// removed for good since their days are over.
func (h *Handler) trashItems() (kept, over []trashItem, err error) {
	entries, err := fs.ReadDir(h.Trash, ".")
	if errors.Is(err, fs.ErrNotExist) { // nothing was deleted yet
		return nil, nil, nil
	}
	var all []trashItem
	for _, entry := range entries {
		parts := strings.SplitN(entry.Name(), "-", 3)
		if _, err := strconv.ParseInt(parts[0], 10, 64); err != nil || len(parts) < 3 {
			continue
		}
		if i := slices.IndexFunc(all, func(t trashItem) bool { return t.DeletedAt == parts[0] }); i >= 0 {
			all[i].Files = append(all[i].Files, parts[2])
			continue
		}
		all = append(all, trashItem{DeletedAt: parts[0], Kind: parts[1], Files: []string{parts[2]}})
	}
	slices.Reverse(all)
	left := h.countDayOfUse(all)
	for _, t := range all {
		if t.DaysLeft = left[t.DeletedAt]; t.DaysLeft <= 0 {
			over = append(over, t)
			continue
		}
		slices.SortStableFunc(t.Files, func(a, b string) int { return len(a) - len(b) }) // a game is called after its list
		t.Name = strings.TrimSuffix(t.Files[0], desk.ListExtension)
		if text, err := (schema.FilePath{Folder: h.Trash, Name: t.fileInTrash(t.Files[0])}).Load(); err == nil &&
			schema.GuessValue(text, "name") != "" {
			t.Name = schema.GuessValue(text, "name")
		}
		kept = append(kept, t)
	}
	return kept, over, err
}

// moveToTrash moves a file with the given text to the trash, together with its other files if they
// exist. Things that were in the trash for too long are removed for good.
func (h *Handler) moveToTrash(from files.Store, kind, name string, text []byte, others ...string) (trashItem, error) {
	t, err := h.keepInTrash(kind, name, text)
	if err != nil {
		return t, err
	}
	for _, other := range others {
		if beside, err := (schema.FilePath{Folder: from, Name: other}).Load(); err == nil {
			if err := h.Trash.Write(t.fileInTrash(other), nil, beside); err != nil {
				return t, errors.Join(err, h.removeTrash([]trashItem{t}))
			}
			t.Files = append(t.Files, other)
		}
	}
	if err := from.Remove(name, text); err != nil {
		return t, errors.Join(err, h.removeTrash([]trashItem{t}))
	}
	for _, other := range t.Files[1:] {
		from.Remove(other, nil) // a game without its list is found by nobody
	}
	return t, nil
}

// keepInTrash writes a text into the trash, and removes for good the things that were there for too
// long.
func (h *Handler) keepInTrash(kind, name string, text []byte) (trashItem, error) {
	t := trashItem{Kind: kind, Files: []string{name}}
	_, over, err := h.trashItems()
	if err == nil {
		err = h.removeTrash(over)
	}
	for when := time.Now().UnixMilli(); err == nil; when++ {
		t.DeletedAt = strconv.FormatInt(when, 10)
		if err = h.Trash.Write(t.fileInTrash(name), nil, text); err == nil {
			break
		} else if errors.Is(err, files.ErrChanged) {
			err = nil // another was deleted in the same millisecond
		}
	}
	return t, err
}

// removeTrash removes things from the trash for good.
func (h *Handler) removeTrash(things []trashItem) error {
	var failures []error
	for _, t := range things {
		for _, name := range t.Files {
			if err := h.Trash.Remove(t.fileInTrash(name), nil); !errors.Is(err, fs.ErrNotExist) {
				failures = append(failures, err)
			}
		}
	}
	return errors.Join(failures...)
}

func (h *Handler) findTrash(when string) (trashItem, error) {
	kept, _, err := h.trashItems()
	if err != nil {
		return trashItem{}, err
	}
	if i := slices.IndexFunc(kept, func(t trashItem) bool { return t.DeletedAt == when }); i >= 0 {
		return kept[i], nil
	}
	return trashItem{}, desk.NotFound("that is in the trash no longer")
}

// justDeleted returns the thing deleted by the action before this page; nil for none.
func (h *Handler) justDeleted(r *http.Request) *trashItem {
	if r.FormValue("deleted") == "" {
		return nil
	}
	t, err := h.findTrash(r.FormValue("deleted"))
	if err != nil {
		return nil
	}
	return &t
}

func (h *Handler) trashPage(w http.ResponseWriter, _ *http.Request) error {
	kept, _, err := h.trashItems()
	if err != nil {
		return err
	}
	return h.Render(w, page.Layout{Title: "Trash", CurrentPage: "start"}, viewTrash(kept))
}

// restore puts something back from the trash. A list gets another name if a new list has its name;
// an army book or a unit is put back only if nothing has its name.
func (h *Handler) restore(w http.ResponseWriter, r *http.Request) error {
	t, err := h.findTrash(r.PathValue("when"))
	if err != nil {
		return err
	}
	store, was, to := h.Books, strings.TrimSuffix(t.Files[0], desk.ListExtension), "/books"
	id := was
	switch {
	case t.Kind == trashedList:
		store, id = h.Lists, h.FreeName(was)
		to = "/?" + url.Values{"restored": {id}}.Encode()
	case t.Kind == trashedUnit:
		store, to = h.Options.StoredUnits, "/fad?"+url.Values{"unit": {id}}.Encode()
	}
	if store == nil {
		return input.ErrNoBookFolder
	}
	for _, name := range t.Files {
		text, err := schema.FilePath{Folder: h.Trash, Name: t.fileInTrash(name)}.Load()
		if err == nil {
			err = store.Write(id+strings.TrimPrefix(name, was), nil, text)
		}
		if t.Kind != trashedList && errors.Is(err, files.ErrChanged) {
			return fmt.Errorf("the %s %s is here again; remove that one first", strings.ToLower(trashKindNames[t.Kind]), t.Name)
		}
		if err != nil {
			return err
		}
	}
	if err := h.removeTrash([]trashItem{t}); err != nil {
		return err
	}
	return desk.Redirect(w, r, to)
}

func (h *Handler) emptyTrash(w http.ResponseWriter, r *http.Request) error {
	kept, over, err := h.trashItems()
	if err != nil {
		return err
	}
	if err := h.removeTrash(append(kept, over...)); err != nil {
		return err
	}
	return desk.Redirect(w, r, "/trash")
}

func viewTrash(kept []trashItem) g.Node {
	if len(kept) == 0 {
		return page.OneColumn("Trash", h.P(h.Role("status"), g.Text("The trash is empty.")), page.Para("quiet", "Lists, army books and kept units that you delete stay here for 30 days."))
	}
	return page.OneColumn("Trash",
		page.Para("quiet", "What you deleted can be brought back for 30 days."),
		page.ListRows(kept, func(t trashItem) g.Node {
			return h.Li(
				h.Div(h.Span(h.Class("name"), page.IsolatedText(t.Name)), page.Para("line", fmt.Sprintf("%s, deleted %s, for %s more", trashKindNames[t.Kind], page.FormatDay(t.time()), finding.CountText(t.DaysLeft, "day")))),
				page.PostButton(t.address()+"/back", "Put back", h.Aria("label", "Put back "+t.Name)))
		}),
		page.PostButton("/trash/empty", "Empty the trash"),
		page.Para("quiet small", "What is emptied is gone for good."),
	)
}

func viewDeleted(t trashItem) g.Node {
	return g.Group{
		g.Text("Deleted “"), page.IsolatedText(t.Name), g.Text("”. "),
		page.PostButton(t.address()+"/back", "Undo"),
	}
}
