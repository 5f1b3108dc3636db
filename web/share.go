package web

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"muster/builder"
	"muster/catalog"
	"muster/export"
	"muster/input"
	"muster/schema"
	"muster/share"
)

// BaseHeader is how the page of a site tells the handler in its worker where it
// is.
const BaseHeader = "X-Muster-Base"

// share shows a link that holds the whole list, and its QR code.
func (h *handler) share(w http.ResponseWriter, r *http.Request, list *listName, roster builder.Roster) error {
	base := "http://" + r.Host + "/open"
	if h.Deployment == Site {
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
		side, path = export.QR(base + "#list=" + shared.Plain().Code())
	}
	forms := append(forms(list, printed, nil, export.Text.Name, export.ArmyForge.Name), paperForm{Name: "muster file", Href: list.address() + "/file/yaml", File: list.ID + ending})
	h.render(w, layout{Title: "Share", List: list}, sharePage{
		Name: list.Name, NeedsBook: inWords(h.ownBooks(roster.Sources())), Link: link, Code: code, Own: h.Deployment != Site, Text: text, QRSide: side, QRPath: path, Lean: lean, Forms: forms,
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

// look shows a list that somebody shared. It is a stranger's, and any page of the
// web may lead here: it is kept only when the person says so.
func (h *handler) look(w http.ResponseWriter, r *http.Request) error {
	code := r.FormValue("text")
	if len(code) > schema.MaxBytes {
		return &http.MaxBytesError{Limit: schema.MaxBytes}
	}
	place, err := h.place("shared")
	if err != nil {
		return err
	}
	list, err := input.Read(place, []byte(code), h.Library)
	if err != nil && (list == nil || list.Shared.Copy == nil) {
		return err
	}
	page := lookPage{Code: code}
	printed := export.Document{}
	if list.Roster != nil {
		if printed, page.Text, err = asText(list.Roster); err != nil {
			return err
		}
		page.Name, page.About, page.Status, page.Legal = nameOf("A list", list.Roster).Name, input.About(list.Roster), input.Status(list.Roster), builder.Legal(list.Roster)
		page.differs(list)
	} else {
		page.lacks(list.Shared.Copy, err)
		printed = export.OfCopy(list.Shared.Copy)
		if page.Text, err = plainText(printed); err != nil {
			return err
		}
	}
	page.Sheet = &printed.Sheet
	if r.PathValue("form") == export.PDF.Name {
		var out bytes.Buffer
		if err := export.PDF.Write(&out, printed, export.Options{}); err != nil {
			return err
		}
		attach(w, export.PDF.File("list"), export.PDF.Media, out.Bytes())
		return nil
	}
	if bare, ok := input.Code(code); ok && share.IsCode(bare) { // which is there to be loaded again
		w.Header().Set("Content-Location", "/open#list="+strings.Join(strings.Fields(bare), ""))
	}
	h.render(w, layout{Title: page.Name}, page.view())
	return nil
}

// lacks makes the page one of a copy, whose army books are not here.
func (p *lookPage) lacks(c *share.Copy, why error) {
	p.Name, p.Copy, p.Legal = cmp.Or(c.Name, "A list"), true, c.Legal
	verdict := "not legal"
	if c.Legal {
		verdict = "legal"
	}
	p.Status = builder.PointsOf(c.Points, c.Limit) + ", " + verdict + ", as its sender saw it"
	p.MadeWith, p.Why = c.MadeWith(), sentence(why)
	p.NeedsBook = needsBook(why)
}

// needsBook reports whether an error is for an army book that is not here.
func needsBook(err error) bool {
	var problem *schema.Error
	return errors.As(err, &problem) && problem.Has(catalog.CodeUnknownBook)
}

// differs says what is another here than its sender had it.
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

// ownBooks are those of some books, by name, that do not come with muster.
func (h *handler) ownBooks(sources []string) []string {
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
