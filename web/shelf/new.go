package shelf

import (
	"cmp"
	"fmt"
	"io/fs"
	"net/http"
	"slices"
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/armyforge"
	"muster/builder"
	"muster/builder/edit"
	"muster/catalog"
	"muster/input"
	"muster/schema/files"
	"muster/web/desk"
	"muster/web/page"
)

func (h *Handler) newList(w http.ResponseWriter, r *http.Request) error {
	return h.showNewForm(w, r, nil)
}

// showNewForm shows the form for a new list. came holds the army books that were just imported, or
// is nil.
func (h *Handler) showNewForm(w http.ResponseWriter, r *http.Request, came *arrivalView) error {
	p := newPage{
		Games: page.GroupBy(builder.ListChoices(h.Library), func(s builder.ListChoice) string { return gameOf(s.Game) }),
		Book:  r.FormValue("book"), Name: r.FormValue("name"), Points: r.FormValue("points"),
		ForgeAddress: strings.TrimSpace(r.FormValue("address")), Arrival: came,
	}
	if p.ForgeAddress != "" {
		p.Advice = "That is no address of Army Forge: on the army's page, copy what stands where the browser shows addresses."
		if err := input.AddressError(p.ForgeAddress); err != nil {
			p.Advice = page.ErrorText(err) + "."
		}
	}
	books := []string{p.Book}
	for _, item := range came.filterFiles(isBook) { // which a list is for
		books = append(books, item.System+"/"+item.ID)
	}
	if len(books) == 1 && p.Book == "" { // as the newest list
		lists, _ := h.ListFiles()
		slices.SortStableFunc(lists, func(a, b desk.ListFile) int { return b.ChangedAt.Compare(a.ChangedAt) })
		if len(lists) > 0 {
			books = append(books, lists[0].System+"/"+lists[0].Book)
		}
	}
	p.Book = bookChoice(p.Games, books)
	return h.Render(w, page.Layout{Title: "New list", CurrentPage: "start"}, p.view())
}

// bookChoice returns the value of the first choice of the form with an army book among books,
// written as GAME/ID or GAME/ID@VERSION; "" for none.
func bookChoice(games []page.Group[builder.ListChoice], books []string) string {
	for _, game := range games {
		for _, s := range game.Values {
			key := s.Game.ID + "/" + s.Key
			if slices.ContainsFunc(books, func(book string) bool { bare, _ := catalog.SplitVersionedID(book); return key == book || key == bare }) {
				return key
			}
		}
	}
	return ""
}

func (h *Handler) create(w http.ResponseWriter, r *http.Request) error {
	system, key, _ := strings.Cut(r.FormValue("book"), "/")
	n := builder.NewListFor(h.Library, system, key)
	if points := strings.TrimSpace(r.FormValue("points")); points != "" {
		var err error
		if n.Points, err = strconv.Atoi(points); err != nil || n.Points < 0 {
			return fmt.Errorf("`%s` is no number of points", points)
		}
	}
	n.Name = cmp.Or(strings.TrimSpace(r.FormValue("name")), h.defaultName(n, key))
	id := h.FreeName(files.FileStem("list", n.Name))
	place, err := h.ListPath(id)
	if err != nil {
		return err
	}
	text, err := n.FileText(h.Library, place)
	if err != nil {
		return err
	}
	if err := h.Create(id, text); err != nil {
		return err
	}
	return desk.Redirect(w, r, page.ListAddress(id)+"?pane=book")
}

// defaultName returns a name for a new list: "Steel Wardens 2000".
func (h *Handler) defaultName(n builder.NewList, key string) string {
	name := "My army"
	for _, s := range builder.ListChoices(h.Library) {
		if s.Game.ID == n.System && s.Key == key && s.Game.HasArmyBooks() {
			name = s.Name
		}
	}
	if n.Points > 0 {
		name += fmt.Sprintf(" %d", n.Points)
	}
	return name
}

func (h *Handler) openPage(w http.ResponseWriter, _ *http.Request) error {
	return h.Render(w, page.Layout{Title: "Open file", CurrentPage: "start"}, viewOpen())
}

func (h *Handler) openExample(w http.ResponseWriter, r *http.Request, id string) error {
	examples, err := desk.ListsIn(h.Examples)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(examples, func(l desk.ListFile) bool { return l.ID == id }) {
		return desk.NotFound("there is no such example")
	}
	text, err := fs.ReadFile(h.Examples, id+desk.ListExtension)
	if err != nil {
		return err
	}
	as := h.FreeName(files.FileStem("list", id))
	if err := h.Create(as, text); err != nil {
		return err
	}
	return desk.Redirect(w, r, page.ListAddress(as))
}

// A newPage is the form for a new list.
type newPage struct {
	Games              []page.Group[builder.ListChoice]
	Book, Name, Points string // what the person entered
	ForgeAddress       string // an address of Army Forge that the person entered
	// how to download the data of the page at ForgeAddress; "" without an address
	Advice  string
	Arrival *arrivalView
}

func (p newPage) view() g.Node {
	return page.OneColumn("New list",
		viewArrival(p.Arrival),
		g.Iff(p.Advice != "", func() g.Node {
			return h.Section(h.Class("card"), h.P(h.Role("status"), page.TextWithLinks(p.Advice)), DownloadSteps(p.ForgeAddress))
		}),
		h.Div(h.Class("sides new"),
			h.Form(h.Action("/new"), h.Method("post"), h.ID("begin"), g.Attr("data-push"), h.Class("begin"),
				h.Details(g.Attr("hidden"), h.Summary(g.Text("Find an army")),
					h.FieldSet(h.Class("games"), h.Legend(g.Text("Game")),
						gameChoice("", "every game", true), g.Map(p.Games, func(game page.Group[builder.ListChoice]) g.Node { return gameChoice(game.Title, game.Title, false) })),
					page.WithLabel("Find", h.Input(h.Type("search"), h.ID("seek"), h.AutoComplete("off")))),
				page.WithLabel("Army", h.Select(h.Name("book"), h.Required(), g.Map(p.Games, func(game page.Group[builder.ListChoice]) g.Node {
					return h.OptGroup(h.LabelAttr(game.Title), g.Map(game.Values, func(s builder.ListChoice) g.Node {
						return page.MenuOptions([]edit.Choice{{Value: s.Game.ID + "/" + s.Key, Label: s.Name}}, p.Book)
					}))
				}))),
				page.WithLabel("Name", h.Input(h.Name("name"), h.MaxLength("200"), h.AutoComplete("off"), h.Value(p.Name), h.Placeholder("as the army"))),
				h.FieldSet(g.Attr("hidden"), h.Legend(g.Text("Begin with, in points")), page.ControlRow(
					sizeButtons("", defaultListSizes),
					g.Map(p.Games, func(game page.Group[builder.ListChoice]) g.Node {
						return sizeButtons(game.Title, game.Values[0].Game.ListSizes)
					}))),
				h.Div(h.Class("fields"),
					page.WithLabel("Agreed points", h.Input(h.Name("points"), g.Attr("inputmode", "numeric"), h.Pattern("[0-9]*"), h.AutoComplete("off"), h.Value(p.Points), h.Placeholder("none"))),
					h.Button(h.Class("main"), g.Text("Begin"))),
			), p.viewGetBook()),
	)
}

// defaultListSizes holds list sizes in points, for games that state none.
var defaultListSizes = []int{500, 750, 1000, 1500, 2000, 3000}

// sizeButtons draws buttons that begin a list of a usual size in points. game is the game that
// states the sizes; "" for games that state none.
func sizeButtons(game string, all []int) g.Node {
	return g.Map(all, func(n int) g.Node {
		return h.Button(h.Type("button"), g.Attr("data-begin"), h.Value(strconv.Itoa(n)),
			g.If(game != "", h.Data("game", game)), g.If(game != "", g.Attr("hidden")), g.Text(strconv.Itoa(n)))
	})
}

// gameChoice draws a button that shows only the armies of one game.
func gameChoice(value, name string, on bool) g.Node {
	return h.Label(h.Class("tick"), h.Input(h.Type("radio"), h.Name("game"), h.Value(value), g.If(on, h.Checked())),
		page.IsolatedText(name))
}

// viewFileForm draws a form that imports files as soon as they are chosen.
func viewFileForm(label string) g.Node {
	return page.UploadForm("/open", g.Attr("data-auto"), h.Class("row"),
		page.WithLabel(label, h.Input(h.Type("file"), h.Name("file"), h.Multiple(), h.Required(), h.Accept(".json,.yaml,.yml,.txt,.zip,.pdf,.png"))),
		h.NoScript(h.Button(g.Text("Open them"))))
}

// DownloadSteps draws a link to the data behind an address of Army Forge, and a field for the
// downloaded file. It returns nil for other addresses.
func DownloadSteps(address string) g.Node {
	data, _ := armyforge.DataAddress(address)
	if data == "" {
		return nil
	}
	return g.Group{
		h.P(h.A(h.Class("button main"), h.Href(data), h.Target("_blank"), h.Rel("noreferrer noopener"), g.Text("Open its data"))),
		viewFileForm("The file that you saved"),
	}
}

// viewGetBook explains how to get an army book that is missing here.
func (p newPage) viewGetBook() g.Node {
	forge := "https://" + armyforge.Host + "/"
	return h.Section(h.Aria("labelledby", "h-another"), h.ID("another"),
		h.H2(h.ID("h-another"), g.Text("Is yours missing?")),
		h.P(g.Text("Choose the files that you have, of Army Forge or muster, as many as you like, or drop them anywhere on the page.")),
		viewFileForm("Files of books and lists"),
		h.Details(g.If(p.ForgeAddress != "", g.Attr("open")), h.Summary(g.Text("Get another from Army Forge")),
			h.Ol(h.Class("steps"),
				h.Li(g.Text("Open the army's page on "), page.ExternalLink(forge, "Army Forge"),
					g.Text(" and copy its address.")),
				h.Li(g.Text("Paste the address here."),
					h.Form(h.Action("/new"), h.Method("get"), h.Class("row"), page.HiddenField("book", p.Book),
						page.WithLabel("Address of its page", h.Input(g.Attr("inputmode", "url"), h.Name("address"), h.Value(p.ForgeAddress), h.Required(), h.AutoComplete("off"), h.Placeholder(forge+"army-info/…"))),
						h.Button(g.Text("Where are its data?")))),
				h.Li(g.Text("Open its data, save what you see as a file, and choose that file.")))),
		h.P(h.Class("quiet"), g.Text("A text or a code to paste? "), h.A(h.Href("/open"), g.Text("Open it here")),
			g.Text(".")),
	)
}

func viewOpen() g.Node {
	return page.OneColumn("Open file",
		h.P(g.Text("Lists or army books, as many as you like: of muster, or of Army Forge. You can also drop files anywhere on the page.")),
		page.UploadForm("/open",
			page.WithLabel("File", h.Input(h.Type("file"), h.Name("file"), h.Required(), h.Multiple())),
			h.Button(h.Class("main"), g.Text("Open"))),
		h.H2(g.Text("Or paste it")),
		page.PostForm("/open",
			page.WithLabel("Text that Army Forge shares, a list's code or link, or an address of Army Forge",
				h.Textarea(h.Name("text"), h.Rows("8"), h.Required())),
			h.Button(g.Text("Open the text"))),
		h.P(page.LinkButton("/event", "Check the lists of a tournament")),
	)
}
