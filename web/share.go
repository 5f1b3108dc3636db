package web

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"muster/armyforge"
	"muster/builder"
	"muster/catalog"
	"muster/export"
	"muster/input"
	"muster/schema"
	"muster/schema/files"
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
	if len(link) > share.OnPaper { // a phone reads the list alone
		side, path = export.QR(base + "#list=" + shared.Plain().Code())
	}
	forms := append(forms(list, printed, nil, export.Text.Name, export.ArmyForge.Name), paperForm{Name: "muster file", Href: list.address() + "/file/yaml", File: list.ID + ending})
	h.render(w, layout{Title: "Share", List: list}, sharePage{
		Name: list.Name, NeedsBook: inWords(h.ownBooks(roster.Sources())), Link: link, Code: code, Own: h.Deployment != Site, Text: text, QRSide: side, QRPath: path, Forms: forms,
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
		page.Name, page.About, page.Status, page.Legal = nameOf("A list", list.Roster).Name, about(list.Roster), status(list.Roster), builder.Legal(list.Roster)
		page.differs(list)
	} else {
		page.lacks(list.Shared.Copy, err)
		printed = export.OfCopy(list.Shared.Copy)
		if page.Text, err = plainText(printed); err != nil {
			return err
		}
	}
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
	var problem *schema.Error
	p.NeedsBook = errors.As(why, &problem) && problem.Has(catalog.CodeUnknownBook)
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

// openBook keeps an army book of muster's own format.
func (h *handler) openBook(w http.ResponseWriter, name string, text []byte) error {
	book, err := h.Library.Read(schema.Place{Name: name}, text)
	if err != nil {
		return err
	}
	entries, _ := h.Library.List()
	if slices.ContainsFunc(entries, func(e catalog.Entry) bool { return e.Shipped && e.ID == book.ID && e.System == book.System }) {
		return fmt.Errorf("`%s` is a book that ships with muster, and lists mean that one; give this book an id of its own", book.ID)
	}
	return h.keepBook(w, catalog.FileName(book.ID, book.Version)+ending, book.Name, nil, text, nil)
}

// keepBook writes an army book where books are found.
func (h *handler) keepBook(w http.ResponseWriter, file, name string, was, text []byte, notes []string) error {
	if h.Books == nil {
		return errors.New("army books cannot be kept here")
	}
	if !bytes.Equal(was, text) || was == nil {
		if err := h.Books.Write(file, was, text); err != nil {
			if errors.Is(err, files.ErrChanged) && was == nil {
				return fmt.Errorf("there is an army book %s already", name)
			}
			return err
		}
	}
	said := []string{name + " is among your army books now; begin a list with it."}
	id, _ := catalog.SplitPin(strings.TrimSuffix(file, ending))
	if behind := h.behind(id); len(behind) > 0 {
		said = append(said, fmt.Sprintf("Of an older version of a book there: %s. Their pages show what changes, and move them.", strings.Join(behind, ", ")))
	}
	return h.opened(w, append(said, notes...))
}

// openForeign takes what is not muster's own: a list code, JSON of Army Forge,
// text that it shares.
func (h *handler) openForeign(w http.ResponseWriter, r *http.Request, name string, text []byte) error {
	if code, ok := input.Code(string(text)); ok {
		shared, err := share.Read(code)
		if err != nil {
			return err
		}
		list := []byte(shared.File)
		document, err := schema.Read("the list", list, "list/1")
		if err != nil {
			return err
		}
		return h.openList(w, r, files.NameOf(document.At("name").Text()), list)
	}
	file, err := armyforge.Open(name, text)
	if err != nil {
		return err
	}
	file.Library = h.Library
	if file.Kind == armyforge.ListFile {
		books, err := file.Books(catalog.Entry.Pin)
		if err != nil {
			return err
		}
		list, err := file.ImportList(books...)
		if err != nil {
			return err
		}
		return h.openList(w, r, list.ID, list.YAML)
	}
	if h.Books == nil {
		return errors.New("army books cannot be kept here")
	}
	id, place, previous, err := file.PlaceBook(h.Books)
	if err != nil {
		return err
	}
	book, err := file.ImportBook(id, previous)
	if err != nil {
		return err
	}
	if previous != nil && armyforge.Edited(previous) {
		return fmt.Errorf("the army book %s was edited by hand and stays as it is", book.Name)
	}
	var notes []string
	if previous != nil && !bytes.Equal(previous, book.YAML) {
		if err := files.Overwrite(h.Books, place+armyforge.Before, previous); err != nil {
			return err
		}
		for _, lost := range book.Loses(previous) {
			notes = append(notes, lost+"; it is kept as "+place+armyforge.Before)
		}
	}
	for _, n := range book.Notes {
		notes = append(notes, n.String())
	}
	return h.keepBook(w, place, strings.TrimSpace(book.Name+" "+book.Version), previous, book.YAML, notes)
}
