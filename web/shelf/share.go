package shelf

import (
	"bytes"
	"cmp"
	"errors"
	"io/fs"
	"net/http"
	"slices"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/input"
	"muster/schema/files"
	"muster/web/desk"
	"muster/web/page"
)

// shareBooks offers what is kept here for a shelf, and sends the shelf of what is ticked.
func (h *Handler) shareBooks(w http.ResponseWriter, r *http.Request) error {
	all, err := h.shelved()
	if err != nil {
		return err
	}
	whose, asked := r.FormValue("whose"), r.URL.Query().Has("whose")
	if !asked {
		if shelf, err := input.ShelfIn(h.Lists); err == nil {
			whose = shelf.Name
		}
		return h.Render(w, page.Layout{Title: "Share my books", Here: "books"}, viewShelved(all, whose))
	}
	all = slices.DeleteFunc(all, func(s input.Shelved) bool { return !r.URL.Query().Has(s.Name) })
	if whose == "" || len(all) == 0 {
		return errors.New("tick what to share, and say whose it is")
	}
	var packed bytes.Buffer
	if err := (&input.Shelf{Name: whose}).Pack(&packed, all); err != nil {
		return err
	}
	return desk.Attach(w, files.NameOf("shelf", whose)+".zip", "application/zip", packed.Bytes())
}

// shelved returns the files that are kept here, named as a shelf has them. Army books come
// first.
func (h *Handler) shelved() (all []input.Shelved, err error) {
	seen := map[string]bool{} // by text: a folder may lie within another
	for _, place := range []struct {
		folder fs.FS
		prefix string
	}{{h.Books, copiedBooks}, {h.Options.Stock, copiedUnits}, {h.Lists, ""}} {
		if place.folder == nil {
			continue
		}
		found, _, err := input.ShelvedIn(place.folder)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		for _, file := range found {
			if text := string(file.Text); !seen[text] {
				seen[text] = true
				file.Name = place.prefix + file.Name
				all = append(all, file)
			}
		}
	}
	return all, nil
}

// viewShelved is the page that has files to tick. Army books are ticked.
func viewShelved(all []input.Shelved, whose string) g.Node {
	headings := map[input.Kind]string{input.BookFile: "Army books", input.ListFile: "Lists", input.EventFile: "Events"}
	if len(all) == 0 {
		return page.Narrow("Share my books", page.Para("", "There is nothing of yours to share: books that come with muster are everywhere."))
	}
	return page.Narrow("Share my books",
		page.Para("", "What is ticked comes in one file, which “Open” of any muster takes. What may be passed on is yours to judge."),
		h.Form(h.Action("/books/share"), h.Method("get"),
			page.Labelled("Whose are they?", h.Input(h.Name("whose"), h.Value(whose), h.Required(), h.MaxLength("200"), h.AutoComplete("name"))),
			g.Map(page.GroupBy(all, func(s input.Shelved) string { return cmp.Or(headings[s.Kind], "Other files") }), func(some page.Group[input.Shelved]) g.Node {
				return h.FieldSet(h.Legend(g.Text(some.Title)), g.Map(some.All, func(s input.Shelved) g.Node {
					return page.Checkbox(s.Name, s.Title(), s.Kind == input.BookFile)
				}))
			}),
			h.Button(h.Class("main"), g.Text("Make the file"))))
}
