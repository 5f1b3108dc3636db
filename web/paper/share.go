package paper

import (
	"net/http"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/export"
	"muster/share"
	"muster/web/desk"
	"muster/web/page"
)

// BaseAddressHeader is a header of requests in a site, with the address of the site's page: the
// handler runs in a worker of the page and does not know it otherwise.
const BaseAddressHeader = "X-Muster-Base"

// share offers a list as text, code and files, and shows its QR code. Links lead to the site, or to
// the site that `serve` was given, since other phones cannot reach the person's own computer.
func (h *Handler) share(w http.ResponseWriter, r *http.Request, list *page.List, roster builder.Roster) error {
	base := h.ShareSite
	if h.Deployment == page.StaticSite {
		base = r.Header.Get(BaseAddressHeader)
	}
	printed, err := export.NewDocument(roster, export.Extras{})
	if err != nil {
		return err
	}
	text, err := documentText(printed)
	if err != nil {
		return err
	}
	shared := share.FromRoster(roster)
	p := sharePage{NeededBooks: page.JoinCommas(h.unshippedBooks(roster.BookNames())), Code: shared.Code(), Text: text}
	link := func(code string) string { return code }
	if base != "" {
		link = func(code string) string { return base + "#list=" + code }
		p.Link = link(p.Code)
	}
	p.QRText, p.QRWithoutCopy = shared.CodeForPaper(share.MaxPrintedLength - len(link("")))
	p.QRText = link(p.QRText)
	p.Formats = append(outputFormats(list, printed, nil, export.PDF.Name, export.Text.Name, export.ArmyForge.Name),
		outputFormat{Name: "muster file", Href: list.Address() + "/file/yaml", File: list.ID + desk.ListExtension})
	if len(h.ClubEvents()) > 0 {
		p.EventsAddress = list.Address() + "/events"
	}
	return h.Render(w, page.Layout{Title: "Share", List: list}, p.view())
}

func documentText(printed export.Document) (string, error) {
	var plain strings.Builder
	err := export.Text.Write(&plain, printed, export.Options{})
	return plain.String(), err
}

// unshippedBooks returns the names of books that do not ship with muster.
func (h *Handler) unshippedBooks(sources []string) []string {
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

func textBlock(text string) g.Node {
	return h.Pre(h.ID("text"), h.TabIndex("0"), h.Role("region"), h.Aria("label", "The list as text"),
		h.Dir("auto"), g.Text(text))
}

// A sharePage offers a list to others.
type sharePage struct {
	NeededBooks, Text string
	Link              string // "" if there is no site to link to
	Code              string // the list's code, without the address of a site
	QRText            string // the text of the QR code
	// the QR code leaves out the sender's copy of the list, because it would be too large to scan
	QRWithoutCopy bool
	Formats       []outputFormat
	// address of the page with the events that the list can be submitted to; "" for none
	EventsAddress string
}

func (p sharePage) view() g.Node {
	copies := func(class, what, name string) g.Node {
		return h.Button(h.Type("button"), g.If(class != "", h.Class(class)), h.Data("copy", what),
			page.Icon("copy"), g.Text(name))
	}
	field := func(id, name, value string) g.Node {
		return page.WithLabel(name, h.Input(h.ID(id), h.ReadOnly(), h.Value(value)))
	}
	holds := "The code holds the whole list, to read anywhere"
	if p.NeededBooks != "" {
		holds += "; to change it one needs the army book " + p.NeededBooks
	}
	shares := "text"
	if p.Link != "" {
		shares = "link"
	}
	return page.OneColumn("Share", h.Div(h.Class("sides share"),
		h.Section(copies("main wide", "text", "Copy as text"), h.P(h.Class("small quiet"), h.ID("copied"), h.Role("status")),
			textBlock(p.Text),
			page.ControlRow(g.If(p.Link != "", copies("", "link", "Copy the link")), copies("", "code", "Copy the code"),
				h.Button(h.Type("button"), h.Data("share", shares), g.Attr("hidden"), page.Icon("share"), g.Text("Share…")))),
		p.viewQR(),
		h.Section(page.ControlRow(viewFormats(p.Formats, nil), g.If(p.EventsAddress != "", page.LinkButton(p.EventsAddress, "Send in to an event"))), g.If(p.Link != "", field("link", "Link", p.Link)), field("code", "Code", p.Code),
			page.Para("quiet small", holds+". Nothing of it goes to any server."))))
}

// viewQR draws the QR code, for another phone to open the list.
func (p sharePage) viewQR() g.Node {
	label, says := "The link as a QR code", "Hold it up across the table."
	if p.Link == "" {
		label, says = "The list's code as a QR code", "Another phone reads the list's code off it, to paste under “Open file” of any muster."
	}
	if p.QRWithoutCopy {
		says += " It needs the army books: the code above has a copy that is read without them, which is too large for a picture."
	}
	return page.QR(p.QRText, label, says)
}
