package paper

import (
	"bytes"
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/builder/edit"
	"muster/builder/table"
	"muster/export"
	"muster/input"
	"muster/report"
	"muster/schema"
	"muster/share"
	"muster/web/desk"
	"muster/web/page"
)

// showShared shows a shared list. Any web page may link to it, so it is stored only if the person
// asks for it.
func (h *Handler) showShared(w http.ResponseWriter, r *http.Request) error {
	return h.showCode(w, r, r.FormValue("text"))
}

// showClubList shows a list of the site's club in the same way as a shared list.
func (h *Handler) showClubList(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("file")
	if h.Club == nil || !slices.ContainsFunc(h.Club.Lists, func(l desk.ClubList) bool { return l.File == name }) {
		return desk.NotFound("the club has no such list")
	}
	document, err := schema.ReadFile(h.Club.Files, name, "list/1")
	if err != nil {
		return err
	}
	sent := share.ShareIn(document.Source) // if the army book cannot be fetched
	if roster, err := builder.Open(document, h.Library); err == nil {
		sent = share.FromRoster(roster)
	} else if sent == nil {
		return err
	}
	return h.showCode(w, r, sent.Code())
}

func (h *Handler) showCode(w http.ResponseWriter, r *http.Request, code string) error {
	if len(code) > schema.MaxFileBytes {
		return &http.MaxBytesError{Limit: schema.MaxFileBytes}
	}
	place, err := h.ListPath("shared")
	if err != nil {
		return err
	}
	list, err := input.ReadTrustingArmoury(place, []byte(code), h.Library)
	if err != nil && (list == nil || list.SharedCode.Copy == nil) {
		return err
	}
	look := sharedPage{Code: code}
	var printed export.Document
	var system string
	if roster := list.Roster; roster != nil {
		look.Name, look.About, look.Status = desk.PageList("A list", roster).Name, input.GameAndBooks(roster), input.PointsAndLegality(roster)
		look.IsLegal, system = builder.Legal(roster), roster.Game().ID
		look.addDifferences(list)
		printed, err = export.NewDocument(roster, export.Extras{})
	} else {
		look.showCopy(list.SharedCode.Copy, err)
		printed, system, err = export.CopyDocument(list.SharedCode.Copy), list.SharedCode.Copy.System, nil
	}
	if err == nil {
		look.Text, err = documentText(printed)
	}
	if err != nil {
		return err
	}
	look.Sheet = &printed.Sheet
	if look.OwnLists, err = h.OtherLists("", system); err != nil {
		look.OwnLists = nil // which the start page says
	}
	if r.PathValue("form") == export.PDF.Name {
		var out bytes.Buffer
		if err := export.PDF.Write(&out, printed, export.Options{}); err != nil {
			return err
		}
		return desk.SendFile(w, export.PDF.FileName("list"), export.PDF.MediaType, out.Bytes())
	}
	if bare, ok := input.ExtractCode(code); ok && share.IsCode(bare) { // which is there to be loaded again
		w.Header().Set("Content-Location", "/open#list="+strings.Join(strings.Fields(bare), ""))
	}
	return h.Render(w, page.Layout{Title: look.Name}, look.view())
}

// showCopy makes the page show the sender's copy of a list, since the list cannot be opened: army
// books are missing (why).
func (p *sharedPage) showCopy(c *share.ListCopy, why error) {
	p.Name, p.IsCopy, p.IsLegal, p.Status, p.BookNames = cmp.Or(c.Name, "A list"), true, c.Legal, c.Verdict(), c.BookNames()
	if p.NeedsBook = input.IsBookMissing(why); why != nil && !p.NeedsBook {
		p.CopyReason = page.ErrorText(why)
	}
}

// ShowCopy shows the copy in the file of a list that was stored without its army books, with the
// reason why it cannot be opened. It reports whether there is a copy.
func (h *Handler) ShowCopy(w http.ResponseWriter, id string, why error) bool {
	roster, err := h.RosterToView(id)
	if err != nil || share.SourceShare(roster) == nil {
		return false
	}
	kept := share.FromRoster(roster).Copy
	printed := export.CopyDocument(kept)
	p := sharedPage{Sheet: &printed.Sheet, List: desk.PageList(id, roster), etag: desk.ETag(roster.Document().Source)}
	p.showCopy(kept, why)
	if p.Text, err = documentText(printed); err != nil {
		return false
	}
	h.Render(w, page.Layout{Title: p.Name, CurrentPage: "build", List: p.List}, p.view())
	return true
}

// addDifferences adds the differences between the list and the sender's copy.
func (p *sharedPage) addDifferences(list *input.List) {
	sent := list.SharedCode
	if sent == nil || sent.Copy == nil {
		return
	}
	here := share.FromRoster(list.Roster).Copy
	for _, d := range sent.Copy.Diff(here) {
		p.Differences = append(p.Differences, d.String())
	}
	if p.Differences != nil {
		p.SenderNote = fmt.Sprintf("Its sender had %d points, made with %s; here it is %d points, with %s.",
			sent.Copy.Points, sent.Copy.BookNames(), here.Points, here.BookNames())
	}
}

// A sharedPage shows a shared list.
type sharedPage struct {
	Name, About, Status, Text, Code string
	IsLegal                         bool
	Sheet                           *export.Sheet
	// the person's lists of the same game, to play against it
	OwnLists []edit.Choice
	// IsCopy means that the sender's copy is shown, because of CopyReason. BookNames names its army
	// books.
	IsCopy                bool
	List                  *page.List // set if the list is among the person's own lists; else nil
	etag                  string
	BookNames, CopyReason string
	NeedsBook             bool // an army book is missing
	// how points and books of the sender's copy differ from the list as opened here; "" if they do
	// not
	SenderNote  string
	Differences []string // differences between the list and the sender's copy, unit by unit
}

func (p sharedPage) view() g.Node {
	class, from := "bad", "somebody shared this list, "
	if p.List != nil {
		from = ""
	}
	if p.IsLegal {
		class = "good"
	}
	return h.Div(h.Class("narrow"),
		page.SpreadRow(h.H1(page.IsolatedText(p.Name)), page.Para("quiet", p.About)),
		g.If(!p.IsCopy, h.P(g.Text("Somebody shared this list. It is not among yours until you keep it."))),
		g.If(p.IsCopy, h.P(page.IsolatedText(report.Capitalize(from+"made with "+p.BookNames)+". It is all here to read, print and play; with the army book it can be changed too."))),
		h.P(h.Role("status"), h.ID("status"), h.Class(class), page.IsolatedText(p.Status)),
		g.If(p.SenderNote != "", h.Section(h.Class("card"), h.P(page.IsolatedText(p.SenderNote)), page.Bullets("points", p.Differences))),
		g.Iff(p.List != nil, func() g.Node {
			linkTo := func(place, name string) g.Node { return page.LinkButton(p.List.Address()+"/"+place, name) }
			return page.ControlRow(linkTo("play", "Play"), linkTo("print", "Print"), linkTo("share", "Share"),
				h.Details(h.Class("menu"), h.Summary(h.Aria("label", "More for "+p.Name), page.Icon("more")), h.Div(page.RenameForm(p.List, p.etag), page.ListButtons(p.List, p.etag, "delete-list"))))
		}),
		g.If(p.List == nil, g.Group{
			page.PostForm("/open", h.Class("row"), page.HiddenField("text", p.Code),
				h.Button(h.Class("main"), g.Text("Keep it")), page.LinkButton("/", "My lists")),
			h.Form(h.Action("/look/pdf"), h.Method("post"), h.Class("row"), page.HiddenField("text", p.Code),
				h.Button(g.Text("PDF to print"))),
		}),
		g.If(len(p.OwnLists) > 0, h.Details(h.Summary(g.Text("Play against it")),
			h.Form(h.Method("post"), g.Attr("data-push"), h.Class("row"), page.HiddenField("code", p.Code),
				page.HiddenField("e", "do=foe&their=yes"),
				g.Map(p.OwnLists, func(mine edit.Choice) g.Node {
					return h.Button(g.Attr("formaction", page.ListAddress(mine.Value)+"/play"), page.IsolatedText(mine.Label))
				})))),
		g.If(p.IsCopy, h.Details(h.Summary(g.Text("To check and change it")),
			g.If(p.CopyReason != "", h.P(page.TextWithLinks("It cannot be opened here: "+p.CopyReason+"."))),
			g.If(p.NeedsBook, page.MissingBookLink("Get the army book from Army Forge.")))),
		g.Map(p.Sheet.Blocks, viewBlock),
		g.Map(p.Sheet.Reference, func(s table.Section) g.Node {
			return h.Details(h.Summary(page.IsolatedText(s.Title)), page.WordMeanings(s.Entries))
		}),
		h.Details(h.Summary(g.Text("As text")), textBlock(p.Text)),
	)
}

// viewBlock draws a unit of a sheet and its joined heroes.
func viewBlock(b export.Block) g.Node {
	return h.Section(h.Class("card"), h.Aria("label", b.Name),
		page.SpreadRow(h.H2(page.IsolatedText(b.Name), g.If(b.Models > 0, g.Textf(" [%d]", b.Models))),
			h.Span(h.Class("fig"), g.If(b.Points > 0, g.Textf("%d points", b.Points)))),
		page.RuleLinker{}.SheetCard(&b), g.Map(b.JoinedUnits, viewBlock))
}
