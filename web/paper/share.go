package paper

import (
	"net/http"
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/export"
	"muster/share"
	"muster/web/desk"
	"muster/web/page"
)

// BaseHeader is how the page of a site tells the handler in its worker where it
// is.
const BaseHeader = "X-Muster-Base"

// share shows a link that holds the whole list, and its QR code.
func (h *Handler) share(w http.ResponseWriter, r *http.Request, list *page.List, roster builder.Roster) error {
	base := "http://" + r.Host + "/open"
	if h.Deployment == page.Site {
		base = r.Header.Get(BaseHeader)
	}
	printed, text, err := asText(roster)
	if err != nil {
		return err
	}
	shared := share.Of(roster)
	code := shared.Code()
	link := base + "#list=" + code
	side, path := export.QR(link)
	lean := len(link) > share.OnPaper
	if lean {
		side, path = export.QR(base + "#list=" + shared.WithoutCopy().Code())
	}
	forms := append(forms(list, printed, nil, export.Text.Name, export.ArmyForge.Name),
		form{Name: "muster file", Href: list.Address() + "/file/yaml", File: list.ID + desk.Ending})
	h.Render(w, page.Layout{Title: "Share", List: list}, sharePage{
		Name: list.Name, NeedsBook: page.Commas(h.ownBooks(roster.Sources())), Link: link, Code: code,
		Own: h.Deployment != page.Site, Text: text, QRSide: side, QRPath: path, Lean: lean, Forms: forms,
	}.view())
	return nil
}

// asText is a list as it is printed, and that as plain text.
func asText(roster builder.Roster) (printed export.Document, text string, err error) {
	if printed, err = export.Of(roster, export.Extras{}); err != nil {
		return printed, "", err
	}
	text, err = plainText(printed)
	return printed, text, err
}

func plainText(printed export.Document) (string, error) {
	var plain strings.Builder
	err := export.Text.Write(&plain, printed, export.Options{})
	return plain.String(), err
}

// ownBooks are those of some books, by name, that do not come with muster.
func (h *Handler) ownBooks(sources []string) []string {
	var own []string
	entries, _ := h.Library.List()
	for _, e := range entries {
		for _, name := range sources {
			if e.Name == name && !e.Shipped {
				own = append(own, name)
			}
		}
	}
	return own
}

// inFull is a list as text.
func inFull(text string) g.Node {
	return h.Pre(h.TabIndex("0"), h.Role("region"), h.Aria("label", "The list as text"), page.Isolated(text))
}

// A sharePage is a list for others.
type sharePage struct {
	Name, NeedsBook, Link, Text string
	Code                        string // without an address
	Own                         bool   // the link leads to the person's own computer
	QRSide                      int    // squares
	QRPath                      string // "" without a QR code
	Lean                        bool   // the QR code has no copy: with it a phone does not read it
	Forms                       []form
}

func (p sharePage) view() g.Node {
	holds := "The link holds the whole list, to read anywhere"
	if p.NeedsBook != "" {
		holds += "; to change it one needs the army book " + p.NeedsBook
	}
	return page.Narrow("Share "+p.Name,
		h.P(page.Isolated(holds+". Nothing of it goes to any server.")),
		g.If(p.Own, h.P(h.Class("warn"), g.Text("The link leads to this computer, where others do not reach it: send them the code, or the file for muster."))),
		page.Labelled("Link", h.Input(h.ID("link"), h.ReadOnly(), h.Value(p.Link))),
		page.Row(h.Button(h.Type("button"), h.Class("main"), h.Data("copy", "link"), g.Text("Copy the link")),
			h.Button(h.Type("button"), g.Attr("data-share"), g.Attr("hidden"), g.Text("Share…"))),
		h.P(h.Class("small quiet"), h.ID("copied"), h.Role("status"), g.Text(strconv.Itoa(len(p.Link))+" characters")),
		page.Labelled("Code", h.Input(h.ID("code"), h.ReadOnly(), h.Value(p.Code))),
		page.Row(h.Button(h.Type("button"), h.Data("copy", "code"), g.Text("Copy the code"))),
		g.Iff(p.QRPath != "", func() g.Node {
			side := strconv.Itoa(p.QRSide)
			return h.Figure(
				g.El("svg", h.Class("qr"), h.Role("img"), h.Aria("label", "The link as a QR code"),
					g.Attr("viewBox", "0 0 "+side+" "+side),
					g.El("rect", h.Width(side), h.Height(side), g.Attr("fill", "#fff")),
					g.El("path", g.Attr("d", p.QRPath), g.Attr("fill", "#000"))),
				h.FigCaption(h.Class("quiet small"), g.Text("Hold it up across the table."),
					g.If(p.Lean, g.Text(" It needs the army books: the link has a copy that is read without them, which is too large for a QR code."))))
		}),
		h.H2(g.Text("As text")),
		inFull(p.Text),
		page.Row(viewForms(p.Forms, nil)),
	)
}
