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

// keptDays is the number of days that things stay in the trash: days by the clock, but also days of
// use, since a clock may be wrong.
const keptDays = 30

// Kinds of deleted things.
const (
	trashedList = "list"
	trashedBook = "book"
	trashedUnit = "unit"
)

// trashedNames are the kinds as people know them.
var trashedNames = map[string]string{trashedList: "List", trashedBook: "Army book", trashedUnit: "Kept unit"}

// A trashed is a deleted list with its game, army book or kept unit. Its files are named by time, kind
// and their old name: "1795412430123-list-third-company.yaml".
type trashed struct {
	When  string // time of deletion in Unix milliseconds; unique
	Kind  string
	Name  string   // as people know it
	Files []string // original file names, the thing itself first
	Left  int      // days until it is gone for good
}

func (t trashed) file(name string) string { return t.When + "-" + t.Kind + "-" + name }

func (t trashed) time() time.Time {
	when, _ := strconv.ParseInt(t.When, 10, 64) // trash has read it
	return time.UnixMilli(when)
}

// daysFile is the file in the trash that holds its usage.
const daysFile = "days.json"

// usage counts the days of use of a trash.
type usage struct {
	Day  string         `json:"day"`  // the last day counted
	Days int            `json:"days"` // number of days
	From map[string]int `json:"from"` // the count when each thing in the trash, by its When, was first seen
}

// countDay counts today and returns the days left of each thing in the trash. It writes only
// changes; a usage that cannot be written lets things stay longer.
func (h *Handler) countDay(all []trashed) (left map[string]int) {
	var u usage
	was, _ := schema.Place{Folder: h.Trash, Name: daysFile}.Load()
	if json.Unmarshal(was, &u) != nil {
		u = usage{}
	}
	if today := time.Now().Format(time.DateOnly); u.Day != today {
		u.Day, u.Days = today, u.Days+1
	}
	left, from := map[string]int{}, map[string]int{}
	for _, t := range all {
		first, seen := u.From[t.When]
		if !seen {
			first = u.Days
		}
		from[t.When] = first
		byClock := keptDays - int(time.Since(t.time())/(24*time.Hour))
		left[t.When] = min(keptDays, max(byClock, keptDays-(u.Days-first)))
	}
	u.From = from
	if text, err := json.Marshal(u); err == nil && len(all) > 0 && !bytes.Equal(text, was) {
		h.Trash.Write(daysFile, was, text)
	}
	return left
}

func (t trashed) address() string { return "/trash/" + t.When }

// trash lists deleted things, the newest first, divided into kept and expired ones.
func (h *Handler) trash() (kept, over []trashed, err error) {
	entries, err := fs.ReadDir(h.Trash, ".")
	if errors.Is(err, fs.ErrNotExist) { // nothing was deleted yet
		return nil, nil, nil
	}
	var all []trashed
	for _, entry := range entries {
		parts := strings.SplitN(entry.Name(), "-", 3)
		if _, err := strconv.ParseInt(parts[0], 10, 64); err != nil || len(parts) < 3 {
			continue
		}
		if i := slices.IndexFunc(all, func(t trashed) bool { return t.When == parts[0] }); i >= 0 {
			all[i].Files = append(all[i].Files, parts[2])
			continue
		}
		all = append(all, trashed{When: parts[0], Kind: parts[1], Files: []string{parts[2]}})
	}
	slices.Reverse(all)
	left := h.countDay(all)
	for _, t := range all {
		if t.Left = left[t.When]; t.Left <= 0 {
			over = append(over, t)
			continue
		}
		slices.SortStableFunc(t.Files, func(a, b string) int { return len(a) - len(b) }) // a game is called after its list
		t.Name = strings.TrimSuffix(t.Files[0], desk.Ending)
		if text, err := (schema.Place{Folder: h.Trash, Name: t.file(t.Files[0])}).Load(); err == nil && schema.Glance(text, "name") != "" {
			t.Name = schema.Glance(text, "name")
		}
		kept = append(kept, t)
	}
	return kept, over, err
}

// discard moves a file of a given text to the trash, with other files of it if they exist, and
// returns the result. Expired things are removed for good.
func (h *Handler) discard(from files.Store, kind, name string, text []byte, others ...string) (trashed, error) {
	t, err := h.keepInTrash(kind, name, text)
	if err != nil {
		return t, err
	}
	for _, other := range others {
		if beside, err := (schema.Place{Folder: from, Name: other}).Load(); err == nil {
			if err := h.Trash.Write(t.file(other), nil, beside); err != nil {
				return t, errors.Join(err, h.forget([]trashed{t}))
			}
			t.Files = append(t.Files, other)
		}
	}
	if err := from.Remove(name, text); err != nil {
		return t, errors.Join(err, h.forget([]trashed{t}))
	}
	for _, other := range t.Files[1:] {
		from.Remove(other, nil) // a game without its list is found by nobody
	}
	return t, nil
}

// keepInTrash puts a text into the trash and removes expired things.
func (h *Handler) keepInTrash(kind, name string, text []byte) (trashed, error) {
	t := trashed{Kind: kind, Files: []string{name}}
	_, over, err := h.trash()
	if err == nil {
		err = h.forget(over)
	}
	for when := time.Now().UnixMilli(); err == nil; when++ {
		t.When = strconv.FormatInt(when, 10)
		if err = h.Trash.Write(t.file(name), nil, text); err == nil {
			break
		} else if errors.Is(err, files.ErrChanged) {
			err = nil // another was deleted in the same millisecond
		}
	}
	return t, err
}

// forget removes things from the trash for good.
func (h *Handler) forget(things []trashed) error {
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

func (h *Handler) inTrash(when string) (trashed, error) {
	kept, _, err := h.trash()
	if err != nil {
		return trashed{}, err
	}
	if i := slices.IndexFunc(kept, func(t trashed) bool { return t.When == when }); i >= 0 {
		return kept[i], nil
	}
	return trashed{}, desk.Missing("that is in the trash no longer")
}

// deleted returns what the page before deleted; nil for nothing.
func (h *Handler) deleted(r *http.Request) *trashed {
	if r.FormValue("deleted") == "" {
		return nil
	}
	t, err := h.inTrash(r.FormValue("deleted"))
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
	return h.Render(w, page.Layout{Title: "Trash", Here: "start"}, viewTrash(kept))
}

// restore takes something out of the trash: a list under another name if one has its own by now;
// an army book or a kept unit must have its place.
func (h *Handler) restore(w http.ResponseWriter, r *http.Request) error {
	t, err := h.inTrash(r.PathValue("when"))
	if err != nil {
		return err
	}
	store, was, to := h.Books, strings.TrimSuffix(t.Files[0], desk.Ending), "/books"
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
			return fmt.Errorf("the %s %s is here again; remove that one first", strings.ToLower(trashedNames[t.Kind]), t.Name)
		}
		if err != nil {
			return err
		}
	}
	if err := h.forget([]trashed{t}); err != nil {
		return err
	}
	return desk.Redirect(w, r, to)
}

func (h *Handler) empty(w http.ResponseWriter, r *http.Request) error {
	kept, over, err := h.trash()
	if err != nil {
		return err
	}
	if err := h.forget(append(kept, over...)); err != nil {
		return err
	}
	return desk.Redirect(w, r, "/trash")
}

func viewTrash(kept []trashed) g.Node {
	if len(kept) == 0 {
		return page.Narrow("Trash", h.P(h.Role("status"), g.Text("The trash is empty.")), page.Para("quiet", "Lists, army books and kept units that you delete stay here for 30 days."))
	}
	return page.Narrow("Trash",
		page.Para("quiet", "What you deleted can be brought back for 30 days."),
		page.Rows(kept, func(t trashed) g.Node {
			return h.Li(
				h.Div(h.Span(h.Class("name"), page.Isolated(t.Name)), page.Para("line", fmt.Sprintf("%s, deleted %s, for %s more", trashedNames[t.Kind], page.Day(t.time()), finding.Count(t.Left, "day")))),
				page.PostButton(t.address()+"/back", "Put back", h.Aria("label", "Put back "+t.Name)))
		}),
		page.PostButton("/trash/empty", "Empty the trash"),
		page.Para("quiet small", "What is emptied is gone for good."),
	)
}

func viewDeleted(t trashed) g.Node {
	return g.Group{
		g.Text("Deleted “"), page.Isolated(t.Name), g.Text("”. "),
		page.PostButton(t.address()+"/back", "Undo"),
	}
}
