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

// showClubList shows a list of the site's club like a shared one.
func (h *Handler) showClubList(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("file")
	if h.Club == nil || !slices.ContainsFunc(h.Club.Lists, func(l desk.ClubList) bool { return l.File == name }) {
		return desk.Missing("the club has no such list")
	}
	document, err := schema.ReadFile(h.Club.Files, name, "list/1")
	if err != nil {
		return err
	}
	sent := share.ShareIn(document.Source) // if the army book cannot be fetched
	if roster, err := builder.Open(document, h.Library); err == nil {
		sent = share.Of(roster)
	} else if sent == nil {
		return err
	}
	return h.showCode(w, r, sent.Code())
}

func (h *Handler) showCode(w http.ResponseWriter, r *http.Request, code string) error {
	if len(code) > schema.MaxBytes {
		return &http.MaxBytesError{Limit: schema.MaxBytes}
	}
	place, err := h.Place("shared")
	if err != nil {
		return err
	}
	list, err := input.ReadTrusting(place, []byte(code), h.Library)
	if err != nil && (list == nil || list.Shared.Copy == nil) {
		return err
	}
	look := sharedPage{Code: code}
	var printed export.Document
	var system string
	if roster := list.Roster; roster != nil {
		look.Name, look.About, look.Status = desk.NameOf("A list", roster).Name, input.About(roster), input.Status(roster)
		look.Legal, system = builder.Legal(roster), roster.Game().ID
		look.addDifferences(list)
		printed, err = export.Of(roster, export.Extras{})
	} else {
		look.showCopy(list.Shared.Copy, err)
		printed, system, err = export.OfCopy(list.Shared.Copy), list.Shared.Copy.System, nil
	}
	if err == nil {
		look.Text, err = plainText(printed)
	}
	if err != nil {
		return err
	}
	look.Sheet = &printed.Sheet
	if look.Mine, err = h.Others("", system); err != nil {
		look.Mine = nil // which the start page says
	}
	if r.PathValue("form") == export.PDF.Name {
		var out bytes.Buffer
		if err := export.PDF.Write(&out, printed, export.Options{}); err != nil {
			return err
		}
		return desk.Attach(w, export.PDF.File("list"), export.PDF.Media, out.Bytes())
	}
	if bare, ok := input.Code(code); ok && share.IsCode(bare) { // which is there to be loaded again
		w.Header().Set("Content-Location", "/open#list="+strings.Join(strings.Fields(bare), ""))
	}
	return h.Render(w, page.Layout{Title: look.Name}, look.view())
}

// showCopy makes the page show the copy of a list whose army books are missing.
func (p *sharedPage) showCopy(c *share.Copy, why error) {
	p.Name, p.Copy, p.Legal, p.Status, p.MadeWith = cmp.Or(c.Name, "A list"), true, c.Legal, c.Verdict(), c.MadeWith()
	if p.NeedsBook = input.IsBookMissing(why); why != nil && !p.NeedsBook {
		p.Why = page.Sentence(why)
	}
}

// ShowCopyOf shows the copy in the file of a list that was stored without its army books, with the
// reason why it cannot be opened. It reports whether there is a copy.
func (h *Handler) ShowCopyOf(w http.ResponseWriter, id string, why error) bool {
	roster, err := h.Reading(id)
	if err != nil || share.ShareOf(roster) == nil {
		return false
	}
	kept := share.Of(roster).Copy
	printed := export.OfCopy(kept)
	p := sharedPage{Sheet: &printed.Sheet, List: desk.NameOf(id, roster), etag: desk.ETag(roster.Document().Source)}
	p.showCopy(kept, why)
	if p.Text, err = plainText(printed); err != nil {
		return false
	}
	h.Render(w, page.Layout{Title: p.Name, Here: "build", List: p.List}, p.view())
	return true
}

// addDifferences adds the differences from the sender's copy.
func (p *sharedPage) addDifferences(list *input.List) {
	sent := list.Shared
	if sent == nil || sent.Copy == nil {
		return
	}
	here := share.Of(list.Roster).Copy
	for _, d := range sent.Copy.Differs(here) {
		p.Differs = append(p.Differs, d.String())
	}
	if p.Differs != nil {
		p.Sent = fmt.Sprintf("Its sender had %d points, made with %s; here it is %d points, with %s.",
			sent.Copy.Points, sent.Copy.MadeWith(), here.Points, here.MadeWith())
	}
}

// A sharedPage shows a shared list.
type sharedPage struct {
	Name, About, Status, Text, Code string
	Legal                           bool
	Sheet                           *export.Sheet
	Mine                            []edit.Choice // lists of the same game, to play against it
	// Copy means that the sender's copy is shown, because of Why. MadeWith names its army books.
	Copy          bool
	List          *page.List // it is among the person's own lists
	etag          string
	MadeWith, Why string
	NeedsBook     bool     // an army book is missing
	Sent          string   // facts of the sender's copy that differ here
	Differs       []string // differences, unit by unit
}

func (p sharedPage) view() g.Node {
	class, from := "bad", "somebody shared this list, "
	if p.List != nil {
		from = ""
	}
	if p.Legal {
		class = "good"
	}
	return h.Div(h.Class("narrow"),
		page.Spread(h.H1(page.Isolated(p.Name)), page.Para("quiet", p.About)),
		g.If(!p.Copy, h.P(g.Text("Somebody shared this list. It is not among yours until you keep it."))),
		g.If(p.Copy, h.P(page.Isolated(report.Capital(from+"made with "+p.MadeWith)+". It is all here to read, print and play; with the army book it can be changed too."))),
		h.P(h.Role("status"), h.ID("status"), h.Class(class), page.Isolated(p.Status)),
		g.If(p.Sent != "", h.Section(h.Class("card"), h.P(page.Isolated(p.Sent)), page.Bullets("points", p.Differs))),
		g.Iff(p.List != nil, func() g.Node {
			to := func(place, name string) g.Node { return page.LinkButton(p.List.Address()+"/"+place, name) }
			return page.Row(to("play", "Play"), to("print", "Print"), to("share", "Share"),
				h.Details(h.Class("menu"), h.Summary(h.Aria("label", "More for "+p.Name), page.Icon("more")), h.Div(page.Rename(p.List, p.etag), page.ListButtons(p.List, p.etag, "delete-list"))))
		}),
		g.If(p.List == nil, g.Group{
			page.Post("/open", h.Class("row"), page.Hidden("text", p.Code),
				h.Button(h.Class("main"), g.Text("Keep it")), page.LinkButton("/", "My lists")),
			h.Form(h.Action("/look/pdf"), h.Method("post"), h.Class("row"), page.Hidden("text", p.Code),
				h.Button(g.Text("PDF to print"))),
		}),
		g.If(len(p.Mine) > 0, h.Details(h.Summary(g.Text("Play against it")),
			h.Form(h.Method("post"), g.Attr("data-push"), h.Class("row"), page.Hidden("code", p.Code), page.Hidden("e", "do=foe&their=yes"),
				g.Map(p.Mine, func(mine edit.Choice) g.Node {
					return h.Button(g.Attr("formaction", page.ListAddress(mine.Value)+"/play"), page.Isolated(mine.Label))
				})))),
		g.If(p.Copy, h.Details(h.Summary(g.Text("To check and change it")),
			g.If(p.Why != "", h.P(page.Linked("It cannot be opened here: "+p.Why+"."))),
			g.If(p.NeedsBook, page.FindBook("Get the army book from Army Forge.")))),
		g.Map(p.Sheet.Blocks, viewBlock),
		g.Map(p.Sheet.Reference, func(s table.Section) g.Node {
			return h.Details(h.Summary(page.Isolated(s.Title)), page.Meanings(s.Entries))
		}),
		h.Details(h.Summary(g.Text("As text")), inFull(p.Text)),
	)
}

// viewBlock draws a unit of a sheet and its joined heroes.
func viewBlock(b export.Block) g.Node {
	return h.Section(h.Class("card"), h.Aria("label", b.Name),
		page.Spread(h.H2(page.Isolated(b.Name), g.If(b.Models > 0, g.Textf(" [%d]", b.Models))),
			h.Span(h.Class("fig"), g.If(b.Points > 0, g.Textf("%d points", b.Points)))),
		page.Wording{}.Card(&b), g.Map(b.Joined, viewBlock))
}
