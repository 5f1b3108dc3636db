package shelf

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/builder/edit"
	"muster/catalog"
	"muster/input"
	"muster/report"
	"muster/schema"
	"muster/share"
	"muster/web/desk"
	"muster/web/page"
)

// maxListsShown is the maximum number of lists on the start page.
const maxListsShown = 50

// Sort orders of the lists on the start page.
const (
	sortByChange = "changed"
	sortByName   = "name"
	sortByPoints = "points"
	sortByArmy   = "army"
	sortByFolder = "folder"
)

var listOrders = []edit.Choice{
	{Value: sortByChange, Label: "last change"},
	{Value: sortByName, Label: "name"},
	{Value: sortByPoints, Label: "points"},
	{Value: sortByArmy, Label: "army"},
	{Value: sortByFolder, Label: "your folders"},
}

// maxListsWithoutSearch is the maximum number of lists for which the start page has no search.
const maxListsWithoutSearch = 5

// A startPage is the page with a person's lists, at most maxListsShown at once.
type startPage struct {
	Deployment    page.Deployment
	Club          *desk.Club // nil for none
	FolderName    string
	Trouble       string // the reason why the lists are unreadable, or ""
	SearchText    string // the search text for names and armies
	IsSearchShown bool
	SortOrder     string
	Lists         []listLine
	// index of the first list shown, and the number of all lists that match the search
	FirstIndex, Total int
	HasLists          bool
	Examples          []desk.ListFile
	ExampleGames      map[string]string // names of the examples' games, by id of the example
	TrashCount        int               // number of deleted things in the trash

	Deleted  *trashItem // the list, book or unit that was just deleted; nil for none
	DoneText string     // a sentence about the person's last action: "“Wardens” is back."; or ""
	Arrival  *arrivalView
}

// A listLine is a list on the start page.
type listLine struct {
	desk.ListFile
	Army, Game          string // names of the army and the game
	Status, Problem     string
	LacksBook           bool   // the list cannot be opened because its army book is missing
	Legal, HasNewerBook bool   // a newer version of its book is available
	GameStatus          string // the state of its unfinished game; "" for none
}

func (h *Handler) start(w http.ResponseWriter, r *http.Request) error { return h.lists(w, r, nil, "") }

// lists shows the start page. came holds files that were just imported, or is nil; said is a
// sentence about another action just done, or "".
func (h *Handler) lists(w http.ResponseWriter, r *http.Request, came *arrivalView, said string) error {
	p := startPage{
		Deployment: h.Deployment, Club: h.Club, FolderName: h.FolderName, SearchText: strings.TrimSpace(r.FormValue("find")),
		SortOrder: cmp.Or(r.FormValue("sort"), sortByChange), Arrival: came, DoneText: said,
	}
	p.IsSearchShown = r.Form.Has("find")
	lists, err := h.ListFiles()
	if err != nil {
		p.Trouble = "Your lists cannot be read: " + page.ErrorText(err)
	}
	p.HasLists = len(lists) > 0
	h.setDoneText(&p, r, lists)
	p.setLists(h.listLines(lists, p.SearchText))
	p.FirstIndex, _ = strconv.Atoi(r.FormValue("from")) // what is no number is the first
	p.FirstIndex = min(max(p.FirstIndex, 0), max(p.Total-1, 0)) / maxListsShown * maxListsShown
	if p.SortOrder == sortByPoints {
		points := map[string]int{}
		for _, l := range p.Lists {
			if roster, err := h.RosterCachedIfRoom(l.ID); err == nil {
				points[l.ID] = roster.Points()
			}
		}
		p.sort(func(a, b listLine) int { return points[b.ID] - points[a.ID] })
	}
	p.Lists = p.Lists[p.FirstIndex:min(p.FirstIndex+maxListsShown, p.Total)]
	for i := range p.Lists {
		h.completeLine(&p.Lists[i])
	}
	if p.Examples, err = desk.ListsIn(h.Examples); err != nil {
		return err
	}
	p.ExampleGames = map[string]string{}
	for _, l := range p.Examples {
		if game, err := h.Library.System(l.System, schema.FilePath{}); err == nil {
			p.ExampleGames[l.ID] = gameOf(game)
		}
	}
	kept, _, _ := h.trashItems() // a trash that cannot be read says so on its page
	p.TrashCount = len(kept)
	return h.Render(w, page.Layout{Title: "My lists", CurrentPage: "start"}, p.view())
}

// setDoneText sets the page's message about the action that led to it, such as a list deleted or
// renamed.
func (h *Handler) setDoneText(p *startPage, r *http.Request, lists []desk.ListFile) {
	p.Deleted = h.justDeleted(r)
	for key, format := range map[string]string{
		"restored": "“%s” is back.", "copied": "“%s” is the copy.",
		"renamed": "It is called “%s” now.",
	} {
		if i := slices.IndexFunc(lists, func(l desk.ListFile) bool { return l.ID == r.FormValue(key) }); i >= 0 {
			p.DoneText = fmt.Sprintf(format, lists[i].Name)
		}
	}
}

// listLines returns the lines of the lists with find in their name, army or game; all for "".
func (h *Handler) listLines(lists []desk.ListFile, find string) []listLine {
	sought := strings.ToLower(find)
	entries, _ := h.Library.List()
	type army struct{ system, book string }
	lines := make([]listLine, 0, len(lists))
	known := map[army]listLine{}
	for _, l := range lists {
		of := army{l.System, l.Book}
		line, seen := known[of]
		if !seen {
			line.Game = l.System
			if system, err := h.Library.System(l.System, schema.FilePath{}); err == nil {
				line.Game = system.Name + " " + system.Edition
				line.Army = system.Name
			}
			if id, _ := catalog.SplitVersionedID(l.Book); id != "" {
				line.Army = nameFromID(id)
				if at := slices.IndexFunc(entries, func(e catalog.Entry) bool { return e.ID == id }); at >= 0 {
					line.Army = entries[at].Name
				}
			}
			known[of] = line
		}
		if sought == "" || strings.Contains(strings.ToLower(l.Name+"\n"+l.ID+"\n"+line.Army+"\n"+line.Game), sought) {
			line.ListFile = l
			lines = append(lines, line)
		}
	}
	return lines
}

// setLists sets the lists that the page shows, sorted.
func (p *startPage) setLists(lines []listLine) {
	p.Lists, p.Total = lines, len(lines)
	p.sort(func(a, b listLine) int {
		if p.SortOrder != sortByName && p.SortOrder != sortByPoints {
			return cmp.Or(b.ChangedAt.Compare(a.ChangedAt), strings.Compare(a.ID, b.ID))
		}
		return cmp.Or(strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)), strings.Compare(a.ID, b.ID))
	})
}

// sort sorts the lists. Groups stay together, and starred lists come first.
func (p *startPage) sort(by func(a, b listLine) int) {
	slices.SortStableFunc(p.Lists, func(a, b listLine) int {
		switch {
		case p.groupTitle(a) != p.groupTitle(b):
			return strings.Compare(p.groupTitle(a), p.groupTitle(b))
		case a.Starred && !b.Starred:
			return -1
		case b.Starred && !a.Starred:
			return 1
		}
		return by(a, b)
	})
}

// groupTitle returns the title of the group of lists to which a list belongs; "" if lists are not
// grouped.
func (p *startPage) groupTitle(l listLine) string {
	switch p.SortOrder {
	case sortByArmy:
		return l.Army
	case sortByFolder:
		return cmp.Or(l.Folder, "in no folder")
	}
	return ""
}

// completeLine opens a list and sets the fields of its line that only the opened list tells, such
// as points and legality.
func (h *Handler) completeLine(l *listLine) {
	r, err := h.RosterToView(l.ID)
	if err != nil {
		l.Problem = "it cannot be read: " + page.ErrorText(err)
		if l.LacksBook = input.IsBookMissing(err); l.LacksBook {
			names, _ := h.missingBooks(l.ID)
			l.Problem = "its army book " + page.JoinCommas(names) + " is not here"
		}
		return
	}
	l.List, l.Status, l.Legal, l.GameStatus = *desk.PageList(l.ID, r), input.PointsAndLegality(r), builder.Legal(r), h.GameStatus(l.ID, r)
	if kept := share.SourceShare(r); kept != nil {
		l.Status, l.Legal, l.Army = kept.Copy.Status(), kept.Copy.Legal, kept.Copy.BookNames()
		return
	}
	l.HasNewerBook = builder.IsOutdated(r.Document(), h.Library)
	l.Army = cmp.Or(strings.Join(r.BookNames(), ", "), l.Army)
}

// ViewMissingBook draws the units of a list without its army book, as far as its file names them,
// and how to get the book. It is nil if no army book is missing.
func (h *Handler) ViewMissingBook(id string) g.Node {
	books, document := h.missingBooks(id)
	if len(books) == 0 {
		return nil
	}
	return viewMissingBooks(books, document.At("units"))
}

// viewMissingBooks draws the units of a list whose books are missing.
func viewMissingBooks(books []string, units schema.Node) g.Node {
	return g.Group{
		h.P(page.IsolatedText("The army book " + page.JoinCommas(books) + " is not here. The file of the list stays as it is.")),
		viewFileForm("Give the file of the book"),
		h.P(h.A(h.Class("button"), h.Href("/new#another"), g.Text("Get it"))),
		h.H2(g.Text("What needs it")),
		h.Ul(h.Class("rows"), page.DrawEach(make([]int, units.Len()), func(i, _ int) g.Node {
			unit := units.Index(i)
			var has []string
			for at := range unit.Get("upgrades").Len() {
				upgrade := unit.Get("upgrades").Index(at)
				has = append(has, nameFromID(cmp.Or(upgrade.Text(), upgrade.Get("option").Text())))
			}
			name, own := nameFromID(unit.Get("unit").Text()), unit.Get("name").Text()
			if own != "" {
				has, name = append([]string{name}, has...), own
			}
			return h.Li(h.Span(h.Span(h.Class("name"), page.IsolatedText(name)), h.P(h.Class("line"), page.IsolatedText(page.JoinCommas(has)))))
		})),
	}
}

// missingBooks returns the names of a list's missing army books, and its parsed file.
func (h *Handler) missingBooks(id string) (names []string, document *schema.Document) {
	text, err := h.ListText(id)
	if err != nil {
		return nil, nil
	}
	document, err = schema.FilePath{Folder: h.Lists, Name: id + desk.ListExtension}.Parse(text, "list/1")
	if err != nil {
		return nil, nil
	}
	entries, _ := h.Library.List()
	for _, name := range builder.BookNamesIn(document) {
		book, version := catalog.SplitVersionedID(name)
		if !slices.ContainsFunc(entries, func(e catalog.Entry) bool { return e.ID == book }) {
			names = append(names, titleOf(nameFromID(book), version))
		}
	}
	return names, document
}

func (p *startPage) view() g.Node {
	said := g.Node(page.IsolatedText(p.DoneText))
	if p.Deleted != nil {
		said = viewDeleted(*p.Deleted)
	}
	return h.Div(h.Class("narrow"),
		page.SpreadRow(page.SpreadRow(h.H1(g.Text("My lists")), p.viewSearchIcons()), page.ControlRow(
			h.Form(h.Action("/new"), h.Method("get"), g.Attr("data-push"),
				h.Button(h.Class("main"), page.Icon("add"), g.Text("New list"))),
			h.Form(h.Action("/open"), h.Method("get"), g.Attr("data-push"),
				h.Button(page.Icon("open"), g.Text("Open file"))))),
		p.viewClubLink(),
		h.Div(h.Role("status"), h.ID("status"), h.Class("said"), said),
		viewArrival(p.Arrival),
		h.Div(h.Class("sides lists"),
			h.Div(p.viewLists()),
			h.Div(
				g.If(len(p.Examples) > 0, g.Group{h.H2(g.Text("Examples to play with")), h.Ul(h.Class("row"), g.Map(p.Examples, func(l desk.ListFile) g.Node {
					return h.Li(page.PostForm("/open", page.HiddenField("example", l.ID), h.Button(page.IsolatedText("Try "+l.Name)),
						page.Para("line", p.ExampleGames[l.ID])))
				}))}),
				p.viewStorage())),
	)
}

// viewStorage says where the lists are stored, with buttons for a copy.
func (p *startPage) viewStorage() g.Node {
	where := page.Para("quiet", "Your lists are files in "+p.FolderName+".")
	if p.Deployment == page.StaticSite {
		where = g.Group{
			h.P(h.Class("quiet"), g.Text("Your lists are kept in this browser alone; nothing leaves it. "),
				h.Span(h.ID("offline"))),
			viewRetentionTime(),
		}
	}
	trash := "Trash"
	if p.TrashCount > 0 {
		trash += fmt.Sprintf(" (%d)", p.TrashCount)
	}
	return h.Section(h.Class("kept"), h.Aria("labelledby", "h-kept"),
		h.H2(h.ID("h-kept"), g.Text("Keep them safe")), where,
		page.ControlRow(
			h.Form(h.Action("/everything"), h.Method("get"), h.Button(page.Icon("save"), g.Text("Save everything"))),
			page.LinkButton("/games", "Games"), page.LinkButton("/fad", "Design a unit"), page.LinkButton("/trash", trash)),
		page.UploadForm("/everything", h.Class("row bring"),
			page.WithLabel("A file that “Save everything” made",
				h.Input(h.Type("file"), h.Name("copy"), h.Accept(".zip,application/zip"), h.Required())),
			h.Button(g.Text("Bring back"))),
		page.Para("quiet small", "One file holds your lists, games, collections and army books. What is here already is never written over."))
}

// viewRetentionTime says how long the browser keeps the lists. It draws a sentence for each case,
// and the script shows the one that applies.
func viewRetentionTime() g.Node {
	const copies = " Save everything now and then."
	return g.Group{
		g.Map([][2]string{
			{"granted", "This browser promised to keep them until you clear its data."},
			{"asked", "This browser may throw them away when it runs out of room; in a private window they are gone when that closes." + copies},
			{
				"refused",
				"This browser did not promise to keep them: it may throw them away when it runs out of room." + copies,
			},
			{"installed", "They are kept with the app, until you remove it or clear its data." + copies},
			{"safari", "After seven days without a visit Safari throws away all of it. The app on the Home Screen keeps it, and begins empty: " +
				"“Save everything” first, then “Share”, “Add to Home Screen”, and bring it back there."},
			{"private", "This is a private window: they are gone when it closes. Save everything before."},
			{"unknown", "This browser makes no promise to keep them, at least not at this address." + copies},
		}, func(state [2]string) g.Node {
			return h.P(h.Class("quiet"), h.Data("kept", state[0]), g.Attr("hidden"), g.Text(state[1]))
		}),
		h.P(h.Data("kept", "asked"), g.Attr("hidden"),
			h.Button(h.ID("keep"), h.Type("button"), page.Icon("save"), g.Text("Keep my lists safe"))),
	}
}

// viewSearchIcons draws the icons that open the search and the choice of order; nothing if there
// are only a few lists.
func (p *startPage) viewSearchIcons() g.Node {
	if p.Total <= maxListsWithoutSearch && !p.IsSearchShown && p.SortOrder == sortByChange {
		return nil
	}
	find, order := p.address("find", ""), ""
	if p.IsSearchShown {
		find = "/?" + url.Values{"sort": {p.SortOrder}}.Encode()
	}
	links := make(g.Group, len(listOrders))
	for i, o := range listOrders {
		mark := g.Node(nil)
		if o.Value == p.SortOrder {
			order, mark = o.Label, g.Group{h.Aria("current", "true"), page.Icon("check")}
		}
		links[i] = h.A(h.Href(p.address("sort", o.Value)), g.Attr("data-keep"), g.Text("By "+o.Label), mark)
	}
	return page.ControlRow(
		h.A(h.Class("button"), h.ID("find-lists"), h.Href(find), h.Aria("label", "Find a list"), page.Icon("find")),
		h.Details(h.Class("menu"), h.ID("order"), h.Summary(h.Class("button"), h.Aria("label", "Order: "+order), page.Icon("order")), h.Div(links)))
}

// address returns the address of the page with another value of its query.
func (p *startPage) address(key, value string) string {
	query := url.Values{"sort": {p.SortOrder}}
	if p.IsSearchShown {
		query.Set("find", p.SearchText)
	}
	query.Set(key, value)
	return "/?" + query.Encode()
}

// viewLists draws the lists, or says why there are none.
func (p *startPage) viewLists() g.Node {
	switch {
	case p.Trouble != "":
		return h.P(h.Class("bad"), page.IsolatedText(p.Trouble))
	case !p.HasLists:
		return h.Div(h.Class("empty"), h.H2(g.Text("Nothing here yet")),
			h.P(g.Text("muster builds and checks army lists for Grimdark Future, Age of Fantasy and Fast and Dirty, and keeps your games. Begin a list, open a file of Army Forge or muster, or look at an example.")))
	}
	shown := "No list has that in its name or army."
	if p.Total > 0 {
		shown = fmt.Sprintf("Lists %d to %d of %d", p.FirstIndex+1, p.FirstIndex+len(p.Lists), p.Total)
	}
	rows := page.ListRows(p.Lists, listLine.view)
	if p.SortOrder == sortByArmy || p.SortOrder == sortByFolder {
		rows = g.Map(page.GroupBy(p.Lists, p.groupTitle), func(folder page.Group[listLine]) g.Node {
			return h.Details(h.Class("folder"), g.Attr("open"), h.Summary(h.H2(page.IsolatedText(folder.Title)), h.Span(h.Class("quiet"), g.Text(strconv.Itoa(len(folder.Values))))),
				page.ListRows(folder.Values, listLine.view))
		})
	}
	var running g.Group
	for _, l := range p.Lists {
		if l.GameStatus != "" {
			running = append(running, h.Li(h.A(h.Class("name"), h.Href(l.Address()+"/play"), page.Icon("play"), h.Span(page.IsolatedText(l.Name), h.Span(h.Class("line"), page.IsolatedText("Play on: "+l.GameStatus))))))
		}
	}
	return g.Group{
		g.If(len(running) > 0, h.Ul(h.Class("rows running"), h.Aria("label", "At the table"), running)),
		g.If(p.IsSearchShown, page.SearchForm("/", p.SearchText, true, page.HiddenField("sort", p.SortOrder))),
		rows,
		g.If(p.Total > maxListsShown || p.SearchText != "", h.Div(h.Class("row"), h.Role("group"), h.Aria("label", "More lists"),
			g.If(p.FirstIndex > 0, page.LinkButton(p.address("from", strconv.Itoa(p.FirstIndex-maxListsShown)), "Previous")),
			h.P(h.Class("quiet"), g.Text(shown)),
			g.If(p.FirstIndex+maxListsShown < p.Total, page.LinkButton(p.address("from", strconv.Itoa(p.FirstIndex+maxListsShown)), "Next")))),
	}
}

// view draws a list's line with all actions.
func (l listLine) view() g.Node {
	status := h.P(h.Class("fig"), page.IsolatedText(l.Status))
	switch {
	case l.Problem != "":
		status = h.P(h.Class("bad"), page.IsolatedText(report.Capitalize(l.Problem)),
			g.If(l.LacksBook, g.Group{g.Text(". "), h.A(h.Href("/new#another"), g.Text("Get it"))}))
	case !l.Legal:
		status = h.P(h.Class("fig bad"), page.IsolatedText(l.Status))
	}
	changed := ""
	if day := page.FormatDay(l.ChangedAt); day != "" {
		changed = "changed " + day
	}
	star, value := "Star", "true"
	if l.Starred {
		star, value = "Take the star away", ""
	}
	return h.Li(h.Data("list", l.ID), h.ID("list-"+l.ID),
		h.Div(l.colourMark(), h.A(h.Class("unit-name name"), h.Href(l.Address()), page.IsolatedText(l.Name)),
			page.Para("line", page.JoinDots(l.army(), l.Game, changed))),
		status,
		g.If(l.HasNewerBook, h.Div(h.Class("now"), page.LinkButton(l.Address()+"/update", "Newer book: what changes?"))),
		h.Details(h.Class("menu"), h.Summary(h.Aria("label", "More for "+l.Name), page.Icon("more")), h.Div(
			h.A(h.Href(l.Address()), page.Icon("open"), g.Text("Open")),
			h.A(h.Href(l.Address()+"/print"), page.Icon("print"), g.Text("Print")),
			h.A(h.Href(l.Address()+"/share"), page.Icon("share"), g.Text("Share")),
			h.A(h.Href(l.Address()+"/play"), page.Icon("play"), g.Text("Play")),
			h.Form(h.Action(l.Address()+"/do"), h.Method("post"), page.HiddenField("back", "/"), h.Button(h.Name("verb"), h.Value(string(builder.SetForm("", "star", value))), page.Icon("star"), g.Text(star))),
			h.A(h.Href(l.Address()+"?pane=unit&show=settings"), page.Icon("flag"), g.Text("Folder and colour")),
			page.RenameForm(&l.List, l.ETag), page.ListButtons(&l.List, l.ETag, "delete-list-"+l.ID))))
}

// listMarkColours holds the colours for marking lists, visible on light and dark pages.
var listMarkColours = map[string]string{
	"red": "#d64545", "orange": "#d9731a", "yellow": "#b58900",
	"green": "#2f9e57", "blue": "#3b7dd8", "violet": "#9160d0",
}

func (l listLine) colourMark() g.Node {
	return g.Group{
		g.If(listMarkColours[l.Colour] != "", g.Group{g.El("svg", h.Width("12"), h.Height("12"), h.Role("img"), h.Aria("label", l.Colour), g.El("circle", g.Attr("cx", "6"), g.Attr("cy", "6"), g.Attr("r", "6"), g.Attr("fill", listMarkColours[l.Colour]))), g.Text(" ")}),
		g.If(l.Starred, g.Text("★ ")),
	}
}

// army returns the list's army, if it has just one.
func (l listLine) army() string {
	if strings.HasPrefix(l.Game, l.Army) {
		return ""
	}
	return l.Army
}

func (h *Handler) club(w http.ResponseWriter, r *http.Request) error {
	if h.Club == nil {
		return desk.NotFound("no club has these pages")
	}
	return h.Render(w, page.Layout{Title: h.Club.Name, CurrentPage: "start"}, viewClub(h.Club))
}

// viewClub draws the page of a club: its lists, events and army books.
func viewClub(c *desk.Club) g.Node {
	return page.OneColumn(c.Name,
		g.If(c.Description != "", page.Para("", c.Description)),
		g.If(c.Link != "", h.P(page.ExternalLink(c.Link, c.Link))),
		g.If(len(c.Lists) > 0, g.Group{h.H2(g.Text("Lists")), page.ListRows(c.Lists, func(l desk.ClubList) g.Node {
			return h.Li(h.Div(h.A(h.Class("name"), h.Href("/club/"+(&url.URL{Path: l.File}).EscapedPath()), page.IsolatedText(l.Name)), page.Para("line", l.Army)),
				h.Span(h.Class("fig"), g.Text(strconv.Itoa(l.Points))))
		})}),
		g.If(len(c.Events) > 0, g.Group{h.H2(g.Text("Events")), page.ListRows(c.Events, func(e desk.ClubEvent) g.Node {
			return h.Li(h.Span(h.Class("name"), page.IsolatedText(e.Name)))
		}), page.Para("quiet", "“Share” of a list says which of them it fits, and sends it in.")}),
		g.If(len(c.Books) > 0, g.Group{h.H2(g.Text("Army books")), page.ListRows(c.Books, func(b desk.ClubBook) g.Node {
			pin := strings.TrimSuffix(b.ID+"@"+b.Version, "@")
			return h.Li(h.A(h.Class("name"), h.Href(bookAddress(b.System, pin)), page.IsolatedText(titleOf(b.Name, b.Version))),
				newListLink("button", b.System+"/"+pin, newListLabel(titleOf(b.Name, b.Version))))
		})}),
	)
}

func (p *startPage) viewClubLink() g.Node {
	return g.Iff(p.Club != nil, func() g.Node {
		return h.P(page.LinkButton("/club", p.Club.Name), g.Text(" "), h.Span(h.Class("quiet"), g.Text("lists, events, army books")))
	})
}
