package shelf

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	forces "muster/builder/fad"
	"muster/builder/finding"
	"muster/catalog"
	"muster/catalog/fad"
	"muster/report"
	"muster/report/html"
	"muster/rules"
	"muster/schema"
	"muster/schema/files"
	"muster/web/desk"
	"muster/web/page"
)

// A bookEntry is an army book on the page of all books, with the lists that use it.
type bookEntry struct {
	catalog.Entry
	Game     string
	Previous *catalog.Entry // the previous version; nil for none
	Lists    []desk.ListFile
}

func (b bookEntry) title() string { return titleOf(b.Name, b.Version) }

func (b bookEntry) address() string { return bookAddress(b.System, b.VersionedID()) }

// viewChangesLink draws a link to the changes since the previous version.
func (b bookEntry) viewChangesLink() g.Node {
	if b.Previous == nil {
		return nil
	}
	query := url.Values{"from": {b.Previous.VersionedID()}, "to": {b.VersionedID()}}
	return page.LinkButton("/books/changes?"+query.Encode(), "What changed since "+cmp.Or(b.Previous.Version, "before"))
}

func (h *Handler) bookEntries() []bookEntry {
	entries, _ := h.Library.List() // what cannot be read is none
	lists, _ := h.ListFiles()
	books := make([]bookEntry, len(entries))
	for i, e := range entries {
		b := bookEntry{Entry: e, Game: e.System}
		if system, err := h.Library.System(e.System, schema.FilePath{}); err == nil {
			b.Game = gameOf(system)
		}
		for _, o := range entries { // the newest first
			if o.ID == e.ID && o.System == e.System && catalog.CompareVersions(o.Version, e.Version) < 0 {
				b.Previous = &o
				break
			}
		}
		for _, l := range lists {
			if id, version := catalog.SplitVersionedID(l.Book); id == e.ID && (version == e.Version || version == "") &&
				e.FitsSystem(l.System) {
				b.Lists = append(b.Lists, l)
			}
		}
		books[i] = b
	}
	return books
}

func (h *Handler) bookEntry(r *http.Request) (bookEntry, error) {
	books := h.bookEntries()
	i := slices.IndexFunc(books,
		func(b bookEntry) bool {
			return b.System == r.PathValue("system") && b.VersionedID() == r.PathValue("book")
		})
	if i < 0 {
		return bookEntry{}, desk.NotFound("there is no such army book")
	}
	return books[i], nil
}

func (h *Handler) books(w http.ResponseWriter, r *http.Request) error {
	return h.Render(w, page.Layout{Title: "Army books", CurrentPage: "books"},
		viewBooks(h.bookEntries(), h.armouries(), h.keptUnits(), h.justDeleted(r), strings.TrimSpace(r.FormValue("find"))))
}

func (h *Handler) bookPage(w http.ResponseWriter, r *http.Request) error {
	entry, err := h.bookEntry(r)
	if err != nil {
		return err
	}
	book, err := h.Library.Open(entry.Entry)
	if err != nil {
		return err
	}
	came := ""
	if text, err := entry.Path.Load(); err == nil && !entry.Shipped {
		if kept := h.storage().BookOrigin(text); kept != nil {
			came = fmt.Sprintf("Opened %s from “%s”.", page.FormatDay(kept.StoredAt), kept.SentAs)
		}
	}
	units, err := viewBookUnits(book)
	if err != nil {
		return err
	}
	return h.Render(w, page.Layout{Title: entry.title(), CurrentPage: "books"}, viewBook(entry, book, units, came))
}

func (h *Handler) deleteBook(w http.ResponseWriter, r *http.Request) error {
	entry, err := h.bookEntry(r)
	if err != nil {
		return err
	}
	if h.Books == nil || !h.isRemovable(entry) {
		return errors.New("this army book came with muster, or with other files of yours: it is not among those that can be removed here")
	}
	text, err := entry.Path.Load()
	if err != nil {
		return err
	}
	t, err := h.moveToTrash(h.Books, trashedBook, entry.Path.Name, text)
	if errors.Is(err, files.ErrChanged) {
		return fmt.Errorf("%w: the army book was changed elsewhere, so it is not removed; look at it as it is now",
			files.ErrChanged)
	}
	if err != nil {
		return err
	}
	return desk.Redirect(w, r, "/books?"+url.Values{"deleted": {t.DeletedAt}}.Encode())
}

// isRemovable reports whether a person can remove a book: it is in the folder of imported books.
func (h *Handler) isRemovable(b bookEntry) bool {
	if b.Shipped || h.Books == nil {
		return false
	}
	there, err := schema.FilePath{Folder: h.Books, Name: b.Path.Name}.Load()
	if err != nil {
		return false
	}
	text, err := b.Path.Load()
	return err == nil && bytes.Equal(text, there)
}

func viewBooks(books []bookEntry, armouries []*rules.System, units []fad.StoredUnit, deleted *trashItem, find string) g.Node {
	var said g.Node
	if deleted != nil {
		said = viewDeleted(*deleted)
	}
	sought := strings.ToLower(find)
	books = slices.DeleteFunc(books,
		func(b bookEntry) bool { return !strings.Contains(strings.ToLower(b.Name+"\n"+b.Game), sought) })
	armouries = slices.DeleteFunc(armouries,
		func(game *rules.System) bool { return !strings.Contains(strings.ToLower(gameOf(game)), sought) })
	return page.OneColumn("Army books",
		h.Div(h.Role("status"), h.ID("status"), h.Class("said"), said),
		page.ControlRow(page.LinkButton("/new#another", "Get another"),
			page.LinkButton("/books/share", "Share my books"),
			page.LinkButton("/price", "A unit of your own")),
		h.P(h.Class("quiet"), g.Text("Books and lists that you have as files: "),
			h.A(h.Href("/open"), g.Text("open them here")), g.Text(".")),
		page.SearchForm("/books", find, false),
		g.If(len(books)+len(armouries) == 0, page.Para("quiet", "No army book has that in its name.")),
		g.Map(page.GroupBy(books, func(b bookEntry) string { return b.Game }), func(game page.Group[bookEntry]) g.Node {
			return g.Group{h.H2(page.IsolatedText(game.Title)), page.ListRows(game.Values, bookEntry.row)}
		}),
		viewArmouries(armouries, units),
	)
}

func (b bookEntry) row() g.Node {
	origin, used := "yours", ""
	if b.Shipped {
		origin = "comes with muster"
	} else if b.IsRemote {
		origin = "fetched when it is needed"
	}
	if n := len(b.Lists); n > 0 {
		used = finding.CountText(n, "list")
	}
	return h.Li(
		h.Div(h.A(h.Class("name"), h.Href(b.address()), page.IsolatedText(b.Name)),
			page.Para("line", page.JoinDots(b.Version, origin, used))),
		h.Span(h.Class("acts"), b.viewChangesLink(), newListLink("button", b.System+"/"+b.VersionedID(), newListLabel(b.title()))))
}

// newListLink draws a link that begins a list of an army book, or of a game without army books.
func newListLink(class, book string, more ...g.Node) g.Node {
	return h.A(h.Class(class), h.Href("/new?"+url.Values{"book": {book}}.Encode()), g.Group(more),
		page.Icon("add"), g.Text("New list"))
}

func newListLabel(name string) g.Node { return h.Aria("label", "New list of "+name) }

// viewBook draws the page of an army book: its units, rules, spells and lists; came says where the
// book came from.
func viewBook(entry bookEntry, book *catalog.Book, units g.Node, came string) g.Node {
	return page.OneColumn(entry.title(),
		page.Para("quiet", page.JoinDots(entry.Game, finding.CountText(len(book.UnitIDs()), "unit"))),
		g.If(came != "", page.Para("quiet", came)),
		g.If(book.Description != "", page.Para("", book.Description)),
		page.ControlRow(
			newListLink("button main", entry.System+"/"+entry.VersionedID()), entry.viewChangesLink(),
			g.If(!entry.Shipped && !entry.IsRemote, page.PostForm(entry.address()+"/delete", h.Button(page.Icon("remove"), g.Text("Remove this book"))))),
		h.H2(g.Text("Units")),
		h.Ul(h.Class("units"), units),
		viewTerms("Rules of this army", builder.RuleTerms(book)),
		viewTerms("Spells", builder.SpellTerms(book)),
		h.H2(g.Text("Lists of it")),
		g.If(len(entry.Lists) == 0, page.Para("quiet", "None of your lists uses it.")),
		g.If(len(entry.Lists) > 0, page.ListRows(entry.Lists, func(l desk.ListFile) g.Node {
			return h.Li(h.A(h.Class("name"), h.Href(l.Address()), page.IsolatedText(l.Name)))
		})))
}

// viewBookUnits draws the book's units, each folded.
func viewBookUnits(book *catalog.Book) (g.Node, error) {
	unit := func(name, size, figures, cost string, doc *report.Doc) g.Node {
		return h.Li(h.Details(
			h.Summary(h.Span(h.Class("name"), page.IsolatedText(name), g.Text(size)),
				h.Span(h.Class("quiet"), g.Text(figures)), h.Span(h.Class("fig"), g.Text(cost))),
			h.Div(h.Class("inside"), html.Page{Heading: name}.Blocks(doc.Blocks...))))
	}
	var all g.Group
	if book.Designs != nil {
		army, err := forces.ArmyOfBook(book)
		if err != nil {
			return nil, err
		}
		for i, u := range army.Units {
			doc := army.DesignDoc(i)
			all = append(all, unit(u.Title(), "", doc.Facts[0], strings.TrimSuffix(doc.Facts[1], " points"), doc))
		}
	}
	for i := range book.Units {
		u, size := &book.Units[i], ""
		if u.Size > 1 {
			size = fmt.Sprintf(" [%d]", u.Size)
		}
		figures := fmt.Sprintf("Q%d+ D%d+", u.Quality, u.Defense)
		all = append(all, unit(u.Name, size, figures, u.Cost.String(), builder.UnitDoc(book, u)))
	}
	return all, nil
}

// viewTerms draws a folded list of words with their meanings.
func viewTerms(title string, all report.Terms) g.Node {
	return g.If(len(all.Terms) > 0,
		h.Details(h.Summary(h.H2(g.Text(title)), h.Span(h.Class("quiet"), g.Text(" "+strconv.Itoa(len(all.Terms))))),
			html.Page{}.Blocks(all)))
}

func bookAddress(system, pin string) string {
	return "/books/" + url.PathEscape(system) + "/" + url.PathEscape(pin)
}

func titleOf(name, version string) string { return strings.TrimSpace(name + " " + version) }

// nameFromID guesses the name that an id was made from: "robot-legions" gives "Robot Legions".
func nameFromID(id string) string {
	words := strings.Fields(strings.ReplaceAll(id, "-", " "))
	for i, word := range words {
		words[i] = report.Capitalize(word)
	}
	return strings.Join(words, " ")
}

func gameOf(s *rules.System) string { return s.Name + " " + s.Edition }

// armouries returns the games whose units are made from an armoury instead of army books.
func (h *Handler) armouries() []*rules.System {
	systems, _ := h.Library.Systems() // what cannot be read is none
	return slices.DeleteFunc(slices.Clone(systems), (*rules.System).HasArmyBooks)
}

// armoury shows an armoury with its prices, and the game's rules.
func (h *Handler) armoury(w http.ResponseWriter, r *http.Request) error {
	games := h.armouries()
	i := slices.IndexFunc(games, func(game *rules.System) bool { return game.ID == r.PathValue("system") })
	if i < 0 {
		return desk.NotFound("there is no such game without army books")
	}
	game := games[i]
	armoury, err := fad.LoadArmoury()
	if err != nil {
		return err
	}
	return h.Render(w, page.Layout{Title: game.Name, CurrentPage: "books"}, viewArmoury(game, armoury))
}

func viewArmoury(game *rules.System, armoury *fad.Armoury) g.Node {
	sections := g.Group{}
	for _, chapter := range armoury.Reference() {
		var all report.Terms
		for _, term := range chapter.Terms {
			all.Add(term.Name, page.JoinDots(term.Cost, term.Description()))
		}
		sections = append(sections, viewTerms(chapter.Title, all))
	}
	var core report.Terms
	for _, rule := range game.Rules {
		core.Add(rule.Name, rule.Summary)
	}
	return page.OneColumn(game.Name,
		page.Para("quiet", "All that units are made from. "+fad.CostExplanation),
		page.ControlRow(newListLink("button main", game.ID+"/"), page.LinkButton("/fad", "Design a unit")),
		sections, viewTerms("Rules of the game", core))
}

func viewArmouries(games []*rules.System, units []fad.StoredUnit) g.Node {
	armoury, _ := fad.LoadArmoury() // which comes with muster
	return g.Map(games, func(game *rules.System) g.Node {
		return g.Group{
			h.H2(page.IsolatedText(gameOf(game) + ", units of your own")), h.Ul(h.Class("rows"), h.Li(
				h.Div(h.A(h.Class("name"), h.Href("/books/"+url.PathEscape(game.ID)), page.IsolatedText("The armoury")),
					page.Para("line", "weapons, armour, traits, powers, people")),
				h.Span(h.Class("acts"), newListLink("button", game.ID+"/", newListLabel(game.Name)))),
				h.Li(h.Div(h.A(h.Class("name"), h.Href("/fad"), g.Text("Design a unit")),
					page.Para("line", "its price, what it does, how long it lasts")))),
			g.If(len(units) > 0, g.Group{h.H3(g.Text("Kept for other lists")), viewKeptUnits(units, armoury, "books")}),
		}
	})
}
