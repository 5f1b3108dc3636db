package web

import (
	"cmp"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"muster/armyforge"
	"muster/builder"
	"muster/catalog"
	"muster/input"
	"muster/schema/files"
)

// A newPage is the form that begins a list.
type newPage struct {
	Games              []group[builder.Start]
	Book, Name, Points string // as they are filled in
	Site               string // of Army Forge: an address that the person gave
	Data               string // where its data are; "" if the address shows none
	Came               *cameIn
}

func (h *handler) newList(w http.ResponseWriter, r *http.Request) error { return h.begin(w, r, nil) }

// begin shows the form that begins a list, after army books were brought in.
func (h *handler) begin(w http.ResponseWriter, r *http.Request, came *cameIn) error {
	p := newPage{
		Games: grouped(builder.Starts(h.Library), func(s builder.Start) string { return gameOf(s.Game) }),
		Book:  r.FormValue("book"), Name: r.FormValue("name"), Points: r.FormValue("points"),
		Site: strings.TrimSpace(r.FormValue("address")), Came: came,
	}
	if p.Site != "" {
		p.Data, _ = armyforge.Download(p.Site)
	}
	books := []string{p.Book}
	for _, item := range came.items() { // which a list is for
		if item.Kind == input.BookFile && item.Err == nil {
			books = append(books, item.System+"/"+item.ID)
		}
	}
	if len(books) == 1 && p.Book == "" { // as the newest list
		lists, _ := listsIn(h.Lists)
		slices.SortFunc(lists, func(a, b listFile) int { return b.Changed.Compare(a.Changed) })
		if len(lists) > 0 {
			books = append(books, lists[0].System+"/"+lists[0].Book)
		}
	}
	p.Book = startOf(p.Games, books)
	h.render(w, layout{Title: "New list", Here: "start"}, p.view())
	return nil
}

// startOf is how the form names the first that it offers of some books, which are
// named by their games and their pins; "" for none.
func startOf(games []group[builder.Start], books []string) string {
	for _, game := range games {
		for _, s := range game.All {
			key := s.Game.ID + "/" + s.Key
			if slices.ContainsFunc(books, func(book string) bool { bare, _ := catalog.SplitPin(book); return key == book || key == bare }) {
				return key
			}
		}
	}
	return ""
}

func (h *handler) create(w http.ResponseWriter, r *http.Request) error {
	system, key, _ := strings.Cut(r.FormValue("book"), "/")
	n := builder.StartOf(h.Library, system, key)
	if points := strings.TrimSpace(r.FormValue("points")); points != "" {
		var err error
		if n.Points, err = strconv.Atoi(points); err != nil || n.Points < 0 {
			return fmt.Errorf("`%s` is no number of points", points)
		}
	}
	n.Name = cmp.Or(strings.TrimSpace(r.FormValue("name")), h.usualName(n, key))
	id := h.freeName(files.NameOf(n.Name))
	place, err := h.place(id)
	if err != nil {
		return err
	}
	text, err := n.Text(h.Library, place)
	if err != nil {
		return err
	}
	if err := h.keep(id, text); err != nil {
		return err
	}
	see(w, r, "/lists/"+url.PathEscape(id)+"?pane=book")
	return nil
}

// usualName is what a new list is called for want of a name: "Steel Wardens 2000".
func (h *handler) usualName(n builder.New, key string) string {
	name := "My army"
	for _, s := range builder.Starts(h.Library) {
		if s.Game.ID == n.System && s.Key == key && s.Game.Books() {
			name = s.Name
		}
	}
	if n.Points > 0 {
		name += fmt.Sprintf(" %d", n.Points)
	}
	return name
}

func (h *handler) openPage(w http.ResponseWriter, _ *http.Request) error {
	h.render(w, layout{Title: "Open file", Here: "start"}, viewOpen())
	return nil
}

func (h *handler) openExample(w http.ResponseWriter, r *http.Request, id string) error {
	examples, err := listsIn(h.Examples)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(examples, func(l listFile) bool { return l.ID == id }) {
		return missing("there is no such example")
	}
	text, err := fs.ReadFile(h.Examples, id+ending)
	if err != nil {
		return err
	}
	as := h.freeName(files.NameOf(id))
	if err := h.keep(as, text); err != nil {
		return err
	}
	see(w, r, "/lists/"+url.PathEscape(as))
	return nil
}

func titleOf(name, version string) string { return strings.TrimSpace(name + " " + version) }
