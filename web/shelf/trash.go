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

// keptDays is the number of days that things stay in the trash. They stay until as many days have
// passed by the clock and as days of use, since a clock may be wrong.
const keptDays = 30

// Kinds of deleted things.
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
	DaysLeft  int      // days until it is gone for good
}

func (t trashItem) file(name string) string { return t.DeletedAt + "-" + t.Kind + "-" + name }

func (t trashItem) time() time.Time {
	when, _ := strconv.ParseInt(t.DeletedAt, 10, 64) // trash has read it
	return time.UnixMilli(when)
}

// usageFile is the file in the trash that holds its usage.
const usageFile = "days.json"

// usage counts the days of use of a trash.
type usage struct {
	LastDay  string `json:"day"`  // the last day counted
	DayCount int    `json:"days"` // number of days
	// value of DayCount when each thing in the trash, by its DeletedAt, was first seen
	FirstSeen map[string]int `json:"from"`
}

// countDay counts today and returns the days left of each thing in the trash. It writes only
// changes; a usage that cannot be written lets things stay longer.
func (h *Handler) countDay(all []trashItem) (left map[string]int) {
	var u usage
	was, _ := schema.Place{Folder: h.Trash, Name: usageFile}.Load()
	if json.Unmarshal(was, &u) != nil {
		u = usage{}
	}
	if today := time.Now().Format(time.DateOnly); u.LastDay != today {
		u.LastDay, u.DayCount = today, u.DayCount+1
	}
	left, from := map[string]int{}, map[string]int{}
	for _, t := range all {
		first, seen := u.FirstSeen[t.DeletedAt]
		if !seen {
			first = u.DayCount
		}
		from[t.DeletedAt] = first
		byClock := keptDays - int(time.Since(t.time())/(24*time.Hour))
		left[t.DeletedAt] = min(keptDays, max(byClock, keptDays-(u.DayCount-first)))
	}
	u.FirstSeen = from
	if text, err := json.Marshal(u); err == nil && len(all) > 0 && !bytes.Equal(text, was) {
		h.Trash.Write(usageFile, was, text)
	}
	return left
}

func (t trashItem) address() string { return "/trash/" + t.DeletedAt }

// trash lists deleted things, the newest first, divided into things still kept and expired ones
// (over).
func (h *Handler) trash() (kept, over []trashItem, err error) {
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
	left := h.countDay(all)
	for _, t := range all {
		if t.DaysLeft = left[t.DeletedAt]; t.DaysLeft <= 0 {
			over = append(over, t)
			continue
		}
		slices.SortStableFunc(t.Files, func(a, b string) int { return len(a) - len(b) }) // a game is called after its list
		t.Name = strings.TrimSuffix(t.Files[0], desk.ListExtension)
		if text, err := (schema.Place{Folder: h.Trash, Name: t.file(t.Files[0])}).Load(); err == nil &&
			schema.QuickValue(text, "name") != "" {
			t.Name = schema.QuickValue(text, "name")
		}
		kept = append(kept, t)
	}
	return kept, over, err
}

// discard moves a file of a given text to the trash, with its other files if they exist, and
// returns the result. Expired things are removed for good.
func (h *Handler) discard(from files.Store, kind, name string, text []byte, others ...string) (trashItem, error) {
	t, err := h.keepInTrash(kind, name, text)
	if err != nil {
		return t, err
	}
	for _, other := range others {
		if beside, err := (schema.Place{Folder: from, Name: other}).Load(); err == nil {
			if err := h.Trash.Write(t.file(other), nil, beside); err != nil {
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

// keepInTrash puts a text into the trash and removes expired things.
func (h *Handler) keepInTrash(kind, name string, text []byte) (trashItem, error) {
	t := trashItem{Kind: kind, Files: []string{name}}
	_, over, err := h.trash()
	if err == nil {
		err = h.removeTrash(over)
	}
	for when := time.Now().UnixMilli(); err == nil; when++ {
		t.DeletedAt = strconv.FormatInt(when, 10)
		if err = h.Trash.Write(t.file(name), nil, text); err == nil {
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
			if err := h.Trash.Remove(t.file(name), nil); !errors.Is(err, fs.ErrNotExist) {
				failures = append(failures, err)
			}
		}
	}
	return errors.Join(failures...)
}

func (h *Handler) findTrash(when string) (trashItem, error) {
	kept, _, err := h.trash()
	if err != nil {
		return trashItem{}, err
	}
	if i := slices.IndexFunc(kept, func(t trashItem) bool { return t.DeletedAt == when }); i >= 0 {
		return kept[i], nil
	}
	return trashItem{}, desk.Missing("that is in the trash no longer")
}

// justDeleted returns the thing that the page before deleted; nil for nothing.
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
	kept, _, err := h.trash()
	if err != nil {
		return err
	}
	return h.Render(w, page.Layout{Title: "Trash", CurrentPage: "start"}, viewTrash(kept))
}

// restore takes something out of the trash: a list under another name if one has its own by now;
// an army book or a kept unit must have its place.
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
		store, to = h.Options.Stock, "/fad?"+url.Values{"unit": {id}}.Encode()
	}
	if store == nil {
		return input.ErrNoBooks
	}
	for _, name := range t.Files {
		text, err := schema.Place{Folder: h.Trash, Name: t.file(name)}.Load()
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
	kept, over, err := h.trash()
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
		page.Rows(kept, func(t trashItem) g.Node {
			return h.Li(
				h.Div(h.Span(h.Class("name"), page.IsolatedText(t.Name)), page.Para("line", fmt.Sprintf("%s, deleted %s, for %s more", trashKindNames[t.Kind], page.FormatDay(t.time()), finding.Count(t.DaysLeft, "day")))),
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
