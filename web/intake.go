package web

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder/finding"
	"muster/catalog"
	"muster/input"
	"muster/schema"
)

// home is where what comes in goes to.
func (h *handler) home() *input.Home {
	return &input.Home{Library: h.Library, Lists: h.Lists, Books: h.Books, Discard: func(name string, text []byte) error {
		_, err := h.keepInTrash(trashedBook, name, text)
		return err
	}}
}

// A cameIn is what came in at once, as a page shows it.
type cameIn struct {
	Items  []*input.Item
	Points []string // the lists that cost something else with it
	Kept   string   // the id by which all of it is taken back; "" for none
	Wait   string   // the id by which it waits to be kept; "" if it was
	From   string   // the site that sent it; "" where that is not known
	Shared bool     // it came from another program or site
}

func (c *cameIn) items() []*input.Item {
	if c == nil {
		return nil
	}
	return c.Items
}

// some returns the items of which keep reports true.
func (c *cameIn) some(keep func(*input.Item) bool) (items []*input.Item) {
	for _, item := range c.items() {
		if keep(item) {
			items = append(items, item)
		}
	}
	return items
}

func isNew(i *input.Item) bool   { return i.Err == nil && !i.Same }
func isThere(i *input.Item) bool { return i.Err == nil && i.Same }
func isOut(i *input.Item) bool   { return i.Err != nil }

// mostWaiting is how many arrivals wait to be kept: those of before are gone.
const mostWaiting = 2

// waiting are the arrivals that nobody has kept yet, the newest last, and what was
// read of lists that were brought in, by id, until the page that says so is left.
type waiting struct {
	mu    sync.Mutex
	last  int
	all   []waitingFor
	lists map[string]*cameIn
}

type waitingFor struct {
	id      string
	arrival *input.Arrival
	came    cameIn
}

func (w *waiting) add(a *input.Arrival, came cameIn) cameIn {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.last++
	came.Wait = strconv.Itoa(w.last)
	w.all = append(w.all, waitingFor{came.Wait, a, came})
	w.all = w.all[max(0, len(w.all)-mostWaiting):]
	return came
}

// any reports whether anything waits.
func (w *waiting) any() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.all) > 0
}

// find returns what waits under an id, and with remove waits no longer.
func (w *waiting) find(id string, remove bool) (waitingFor, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	at := slices.IndexFunc(w.all, func(one waitingFor) bool { return one.id == id })
	if at < 0 {
		return waitingFor{}, missing("that does not wait here any longer; open it again")
	}
	one := w.all[at]
	if remove {
		w.all = slices.Delete(w.all, at, at+1)
	}
	return one, nil
}

// mostNoted is of how many lists is kept what was read of them when they came.
const mostNoted = 500

func (w *waiting) noteList(id string, came *cameIn) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.lists == nil || len(w.lists) >= mostNoted {
		w.lists = map[string]*cameIn{}
	}
	w.lists[id] = came
}

func (w *waiting) ofList(id string) *cameIn {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.lists[id]
}

// open takes files or a text from elsewhere: lists and books of muster or of Army
// Forge, list codes, an example, or a copy of everything.
func (h *handler) open(w http.ResponseWriter, r *http.Request) error {
	if id := r.FormValue("example"); id != "" {
		return h.openExample(w, r, id)
	}
	if r.FormValue("over") != "" {
		return errors.New(tooMany)
	}
	sent := []input.Sent{{Name: "pasted", Text: []byte(r.FormValue("text"))}}
	if r.MultipartForm != nil && len(r.MultipartForm.File["file"]) > 0 {
		sent = nil
		for _, file := range r.MultipartForm.File["file"] {
			text, err := textOf(file)
			if err != nil {
				return err
			}
			sent = append(sent, input.Sent{Name: path.Base(file.Filename), Text: text})
		}
	} else if len(sent[0].Text) > schema.MaxBytes {
		return &http.MaxBytesError{Limit: schema.MaxBytes}
	}
	return h.take(w, r, sent)
}

// bring takes a copy of everything that a form sends.
func (h *handler) bring(w http.ResponseWriter, r *http.Request) error {
	if r.MultipartForm == nil || len(r.MultipartForm.File["copy"]) == 0 {
		return errors.New("choose the file that “Save everything” made")
	}
	file := r.MultipartForm.File["copy"][0]
	text, err := textOf(file)
	if err != nil {
		return err
	}
	if input.Sort(text) != input.Packed {
		return errors.New("this is no file that “Save everything” made")
	}
	return h.take(w, r, []input.Sent{{Name: path.Base(file.Filename), Text: text}})
}

// take shows what came, and keeps at once what a person opened that is harmless.
func (h *handler) take(w http.ResponseWriter, r *http.Request, sent []input.Sent) error {
	a, err := h.home().Look(sent...)
	if err != nil {
		return err
	}
	came := cameIn{Items: a.Items, Points: a.Points, Shared: r.FormValue("door") == "shared", From: r.FormValue("from")}
	switch {
	case len(a.Items) == 0:
		return errors.New("there is nothing in the ZIP file")
	case len(a.Items) == 1 && a.Items[0].Err != nil:
		return a.Items[0].Err
	case came.Shared || a.Asks():
		came = h.came.add(a, came)
		w.Header().Set("Content-Location", "/came/"+came.Wait)
		h.render(w, layout{Title: "Keep it?", Here: "start"}, came.viewWaiting())
		return nil
	}
	return h.keepArrival(w, r, a, false)
}

// waits shows once more what waits to be kept.
func (h *handler) waits(w http.ResponseWriter, r *http.Request) error {
	one, err := h.came.find(r.PathValue("id"), false)
	if err != nil {
		return err
	}
	one.came.Wait = one.id
	h.render(w, layout{Title: "Keep it?", Here: "start"}, one.came.viewWaiting())
	return nil
}

// keepWaiting keeps what waited.
func (h *handler) keepWaiting(w http.ResponseWriter, r *http.Request) error {
	one, err := h.came.find(r.PathValue("id"), true)
	if err != nil {
		return err
	}
	return h.keepArrival(w, r, one.arrival, true)
}

// keepArrival keeps what came and shows what became of it. What somebody was asked
// about has its way back on whatever page follows.
func (h *handler) keepArrival(w http.ResponseWriter, r *http.Request, a *input.Arrival, asked bool) error {
	kept := a.Keep()
	came := &cameIn{Items: a.Items, Points: a.Points}
	if kept != nil {
		came.Kept = kept.ID()
	}
	isBook := func(i *input.Item) bool { return i.Kind == input.BookFile && i.Err == nil }
	books := came.some(isBook)
	var ids []string
	for _, item := range books {
		id, _ := catalog.SplitPin(item.ID)
		ids = append(ids, id)
	}
	behind := h.behind(ids)
	for i, item := range books {
		if item.Was != nil {
			item.Changed = append(item.Changed, "The one that was there is in the trash for 30 days; to have it again, take back what came, or remove this one and put that back.")
		}
		if lists := behind[ids[i]]; len(lists) > 0 {
			item.Changed = append(item.Changed, fmt.Sprintf("Of an older version of a book there: %s. Their pages show what changes, and move them.", strings.Join(lists, ", ")))
		}
	}
	if len(a.Items) == 1 && !a.Many() {
		one := a.Items[0]
		switch {
		case one.Err != nil:
			return one.Err
		case one.Kind == input.ListFile || one.Kind == input.ListCode:
			to := "/lists/" + url.PathEscape(one.ID)
			if asked || len(one.Notes)+len(one.Changed) > 0 {
				h.came.noteList(one.ID, came)
				to += "?came=yes"
			}
			see(w, r, to)
			return nil
		}
	}
	if len(books) > 0 && !a.Many() {
		w.Header().Set("Content-Location", "/new")
		return h.begin(w, r, came)
	}
	w.Header().Set("Content-Location", "/")
	said := ""
	if a.Many() {
		said = came.sentence()
	}
	return h.lists(w, r, came, said)
}

// takeBack takes back all of an arrival.
func (h *handler) takeBack(w http.ResponseWriter, r *http.Request) error {
	back, stayed, err := h.home().Undo(r.PathValue("id"))
	if err != nil {
		return err
	}
	w.Header().Set("Content-Location", "/")
	return h.lists(w, r, nil, strings.Join(append([]string{"What came with “" + back.From + "” is gone again."}, stayed...), " "))
}

// sentence says how much came, of which kinds.
func (c *cameIn) sentence() string {
	n := map[string]int{}
	for _, item := range c.some(isNew) {
		switch item.Kind {
		case input.ListFile, input.BookFile, input.GameFile:
			n[string(item.Kind)]++
		case input.ListCode:
			n["list"]++
		default:
			n["other file"]++
		}
	}
	var parts []string
	for _, what := range []string{"list", "army book", "game", "other file"} {
		if n[what] > 0 {
			parts = append(parts, finding.Count(n[what], what))
		}
	}
	said := "Nothing is new."
	if len(parts) > 0 {
		said = "Brought back: " + inWords(parts) + "."
	}
	if same := len(c.some(isThere)); same > 0 {
		said += " " + finding.Count(same, "file") + " " + was(same) + " here already."
	}
	if out := len(c.some(isOut)); out > 0 {
		said += " " + finding.Count(out, "file") + " " + was(out) + " left out."
	}
	return said
}

// was is the verb of so many things.
func was(n int) string {
	if n == 1 {
		return "was"
	}
	return "were"
}

// viewWaiting is the page that asks before anything is kept.
func (c *cameIn) viewWaiting() g.Node {
	news, out := c.some(isNew), c.some(isOut)
	lead := "Nothing of it is kept until you say so."
	if c.From != "" {
		lead = "A page of " + c.From + " sent this. Keep it only if you know why. " + lead
	} else if c.Shared {
		lead = "Another program or page sent this. " + lead
	}
	title := "Keep it?"
	if len(news) == 0 {
		title, lead = "Nothing is new", "There is nothing to keep."
	}
	same := c.some(isThere)
	return narrow(title,
		h.P(h.Role("status"), h.ID("status"), isolated(lead)),
		g.If(len(c.Points) > 0, h.Section(h.Class("card"), h.Aria("labelledby", "h-points"), h.H2(h.ID("h-points"), g.Text("Your lists would change")), points("points", c.Points))),
		viewItems("h-news", "What would be kept", news),
		inRow(
			g.If(len(news) > 0, h.Form(h.Action("/came/"+c.Wait+"/keep"), h.Method("post"), g.Attr("data-push"), h.Class("alone"), h.Button(h.Class("main"), g.Text("Keep it")))),
			linkButton("/", cmp.Or(map[bool]string{true: "My lists"}[len(news) == 0], "Leave it"))),
		g.If(len(same) > 0, para("quiet", finding.Count(len(same), "file")+" "+map[bool]string{true: "is", false: "are"}[len(same) == 1]+" here already.")),
		viewItems("h-out", "What is left out", out))
}

// viewCame says what became of what was brought in, with a way back.
func viewCame(c *cameIn) g.Node {
	if c == nil {
		return nil
	}
	return g.Group{
		viewItems("h-came", "What came in", c.some(func(i *input.Item) bool { return !i.Same || !isQuiet(i) })),
		g.If(len(c.Points) > 0, points("points", c.Points)),
		g.If(c.Kept != "", postButton("/came/"+c.Kept+"/back", "Take back what came")),
	}
}

// isQuiet reports whether nothing need be said of a file that is here already.
func isQuiet(i *input.Item) bool { return i.Kind != input.BookFile }

// viewItems are files of an arrival, a row each.
func viewItems(id, title string, items []*input.Item) g.Node {
	return g.If(len(items) > 0, h.Section(h.Aria("labelledby", id), h.Class("came"), h.H2(h.ID(id), g.Text(title)),
		h.Ul(h.Class("rows"), g.Map(items, viewItem))))
}
