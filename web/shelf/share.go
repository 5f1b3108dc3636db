package shelf

import (
	"archive/zip"
	"bytes"
	"cmp"
	"errors"
	"io/fs"
	"net/http"
	"slices"
	"strings"
	"time"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder/play"
	"muster/input"
	"muster/schema"
	"muster/schema/files"
	"muster/web/desk"
	"muster/web/page"
)

// shareFiles shows the stored files to choose from, or sends one file (a shelf) with the chosen
// ones.
func (h *Handler) shareFiles(w http.ResponseWriter, r *http.Request) error {
	all, err := h.shelfFiles()
	if err != nil {
		return err
	}
	whose, asked := r.FormValue("whose"), r.URL.Query().Has("whose")
	if !asked {
		if shelf, err := input.ShelfIn(h.Lists); err == nil {
			whose = shelf.OwnerName
		}
		return h.Render(w, page.Layout{Title: "Share my books", CurrentPage: "books"}, viewShareForm(all, whose))
	}
	all = slices.DeleteFunc(all, func(s input.ShelfItem) bool { return !r.URL.Query().Has(s.Path) })
	if whose == "" || len(all) == 0 {
		return errors.New("tick what to share, and say whose it is")
	}
	var packed bytes.Buffer
	if err := (&input.Shelf{OwnerName: whose}).WriteZIP(&packed, all); err != nil {
		return err
	}
	return desk.SendFile(w, files.FileStem("shelf", whose)+".zip", "application/zip", packed.Bytes())
}

// shelfFiles returns the stored files that can be put into one file to share (a shelf), army books
// first, with their names in it.
func (h *Handler) shelfFiles() (all []input.ShelfItem, err error) {
	seen := map[string]bool{} // by text: a folder may lie within another
	for _, place := range []struct {
		folder fs.FS
		prefix string
	}{{h.Books, booksFolder}, {h.Options.StoredUnits, unitsFolder}, {h.Lists, ""}} {
		if place.folder == nil {
			continue
		}
		found, _, err := input.ShelfItems(place.folder)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		for _, file := range found {
			if text := string(file.Text); !seen[text] {
				seen[text] = true
				file.Path = place.prefix + file.Path
				all = append(all, file)
			}
		}
	}
	return all, nil
}

// viewShareForm draws the form to choose the files to share. Army books are chosen at first.
func viewShareForm(all []input.ShelfItem, whose string) g.Node {
	headings := map[input.FileKind]string{input.BookFile: "Army books", input.ListFile: "Lists", input.EventFile: "Events"}
	if len(all) == 0 {
		return page.OneColumn("Share my books", page.Para("", "There is nothing of yours to share: books that come with muster are everywhere."))
	}
	return page.OneColumn("Share my books",
		page.Para("", "What is ticked comes in one file, which “Open” of any muster takes. What may be passed on is yours to judge."),
		h.Form(h.Action("/books/share"), h.Method("get"),
			page.WithLabel("Whose are they?", h.Input(h.Name("whose"), h.Value(whose), h.Required(), h.MaxLength("200"), h.AutoComplete("name"))),
			g.Map(page.GroupBy(all, func(s input.ShelfItem) string { return cmp.Or(headings[s.Kind], "Other files") }), func(some page.Group[input.ShelfItem]) g.Node {
				return h.FieldSet(h.Legend(g.Text(some.Title)), g.Map(some.Values, func(s input.ShelfItem) g.Node {
					return page.Checkbox(s.Path, s.Title(), s.Kind == input.BookFile)
				}))
			}),
			h.Button(h.Class("main"), g.Text("Make the file"))))
}

// Folders in the ZIP file that is a copy of everything.
const (
	listsFolder = "lists/"
	booksFolder = "books/"
	unitsFolder = "units/"
)

// sendAll sends all lists, games, collections, army books and stored units as one file.
func (h *Handler) sendAll(w http.ResponseWriter, _ *http.Request) error {
	var out bytes.Buffer
	packed := zip.NewWriter(&out)
	if err := addToZIP(packed, listsFolder, h.Lists); err != nil {
		return err
	}
	if h.Books != nil {
		if err := addToZIP(packed, booksFolder, h.Books); err != nil {
			return err
		}
	}
	if stock := h.Options.StoredUnits; stock != nil {
		if err := addToZIP(packed, unitsFolder, stock); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if err := packed.Close(); err != nil {
		return err
	}
	return desk.SendFile(w, "muster-"+time.Now().Format("2006-01-02")+".zip", "application/zip", out.Bytes())
}

// addToZIP adds the files of muster in a folder, and the games in its subfolders, to a ZIP file,
// under the path prefix.
func addToZIP(packed *zip.Writer, prefix string, folder fs.FS) error {
	entries, err := fs.ReadDir(folder, ".")
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if entry.IsDir() {
			if play.IsGamesFolder(entry.Name()) {
				below, err := fs.Sub(folder, entry.Name())
				if err == nil {
					err = addToZIP(packed, prefix+entry.Name()+"/", below)
				}
				if err != nil {
					return err
				}
			}
			continue
		}
		text, err := schema.FilePath{Folder: folder, Name: entry.Name()}.Load()
		if oldGame := strings.HasSuffix(entry.Name(), desk.OldGameFileName("")); err != nil ||
			schema.StatedKind(text) == "" && !oldGame { // what cannot be read cannot be kept
			continue
		}
		var changed time.Time
		if info, err := entry.Info(); err == nil && info.ModTime().Unix() > 0 {
			changed = info.ModTime()
		}
		if err := input.AddToZIP(packed, prefix+entry.Name(), changed, text); err != nil {
			return err
		}
	}
	return nil
}
