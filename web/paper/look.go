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

// look shows a list that somebody shared. It is a stranger's, and any page of the
// web may lead here: it is kept only when the person says so.
func (h *Handler) look(w http.ResponseWriter, r *http.Request) error {
	return h.lookAt(w, r, r.FormValue("text"))
}

// lookClub shows a list of the site's club like one that it shared.
func (h *Handler) lookClub(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("file")
	if h.Club == nil || !slices.ContainsFunc(h.Club.Lists, func(l desk.ClubList) bool { return l.File == name }) {
		return desk.Missing("the club has no such list")
	}
	document, err := schema.ReadFile(h.Club.Files, name, "list/1")
	if err != nil {
		return err
	}
	sent := share.Kept(document.Source) // if the army book cannot be fetched
	if roster, err := builder.Open(document, h.Library); err == nil {
		sent = share.Of(roster)
	} else if sent == nil {
		return err
	}
	return h.lookAt(w, r, sent.Code())
}

func (h *Handler) lookAt(w http.ResponseWriter, r *http.Request, code string) error {
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
	look := lookPage{Code: code}
	var printed export.Document
	var system string
	if roster := list.Roster; roster != nil {
		look.Name, look.About, look.Status = desk.NameOf("A list", roster).Name, input.About(roster), input.Status(roster)
		look.Legal, system = builder.Legal(roster), roster.Game().ID
		look.differs(list)
		printed, err = export.Of(roster, export.Extras{})
	} else {
		look.lacks(list.Shared.Copy, err)
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

// lacks makes the page one of a copy without its army books.
func (p *lookPage) lacks(c *share.Copy, why error) {
	p.Name, p.Copy, p.Legal, p.Status, p.MadeWith = cmp.Or(c.Name, "A list"), true, c.Legal, c.Verdict(), c.MadeWith()
	if p.NeedsBook = input.IsBookMissing(why); why != nil && !p.NeedsBook {
		p.Why = page.Sentence(why)
	}
}

// Kept shows a list that was kept without its army books, as its copy has it, with why it cannot be
// opened, and reports whether there is one.
func (h *Handler) Kept(w http.ResponseWriter, id string, why error) bool {
	roster, err := h.Reading(id)
	if err != nil || share.Standing(roster) == nil {
		return false
	}
	kept := share.Of(roster).Copy
	printed := export.OfCopy(kept)
	p := lookPage{Sheet: &printed.Sheet, List: desk.NameOf(id, roster), etag: desk.ETag(roster.Document().Source)}
	p.lacks(kept, why)
	if p.Text, err = plainText(printed); err != nil {
		return false
	}
	h.Render(w, page.Layout{Title: p.Name, Here: "build", List: p.List}, p.view())
	return true
}

// differs tells the differences from the sender's list.
func (p *lookPage) differs(list *input.List) {
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

// A lookPage is a list that somebody shared.
type lookPage struct {
	Name, About, Status, Text, Code string
	Legal                           bool
	Sheet                           *export.Sheet
	Mine                            []edit.Choice // lists of the same game, to play with against it
	// Copy tells that this is the sender's copy, for Why: MadeWith names the army
	// books that it was made with.
	Copy          bool
	List          *page.List // it is among the person's own already
	etag          string
	MadeWith, Why string
	NeedsBook     bool     // an army book is not there
	Sent          string   // what its sender had, if that is another here
	Differs       []string // unit by unit
}

func (p lookPage) view() g.Node {
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
