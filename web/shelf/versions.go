package shelf

import (
	"bytes"
	"cmp"
	"io/fs"
	"net/http"
	"slices"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/catalog"
	"muster/report/html"
	"muster/schema"
	"muster/web/desk"
	"muster/web/page"
)

// outdatedLists returns, for each of the books with the ids, the names of lists that use an older
// version of it. It reads each list once.
func (h *Handler) outdatedLists(ids []string) map[string][]string {
	if len(ids) == 0 {
		return nil
	}
	lists, _ := fs.Glob(h.Lists, "*"+desk.ListExtension) // a folder that cannot be read has none
	names := map[string][]string{}
	for _, name := range lists {
		place := schema.FilePath{Folder: h.Lists, Name: name}
		text, err := place.Load()
		if err != nil || !schema.ClaimsKind(text, "list/1") {
			continue
		}
		named := slices.DeleteFunc(slices.Clone(ids),
			func(id string) bool { return !bytes.Contains(text, []byte(id+"@")) })
		if len(named) == 0 {
			continue
		}
		if document, err := place.Parse(text, "list/1"); err == nil && builder.IsOutdated(document, h.Library) {
			for _, id := range named {
				names[id] = append(names[id], cmp.Or(document.At("name").Text(), strings.TrimSuffix(name, desk.ListExtension)))
			}
		}
	}
	return names
}

// updatePreview shows how a list would change if it used the newest versions of its army books.
func (h *Handler) updatePreview(w http.ResponseWriter, r *http.Request, list *page.List, roster builder.Roster) error {
	moves, err := builder.BookMoves(roster, h.Library, "")
	if err != nil {
		return err
	}
	shown := page.OneColumn(list.Name, page.Para("", "The list is of the newest version of its book."))
	if len(moves) > 0 {
		session := h.BeginSession(roster)
		if _, err := session.Do(builder.Update{}); err != nil {
			return err
		}
		renewal := builder.NewUpdateReport("", roster, session.Now(), moves)
		shown = viewUpdate(list, desk.ETag(roster.Document().Source), &renewal)
	}
	return h.Render(w, page.Layout{Title: "Newer book", List: list}, shown)
}

func viewUpdate(list *page.List, etag string, renewal *builder.UpdateReport) g.Node {
	return page.OneColumn(list.Name,
		page.PostForm(list.Address()+"/do", page.HiddenField("back", list.Address()), page.HiddenField("etag", etag),
			page.ControlRow(h.Button(h.Class("main"), h.Name("verb"), h.Value(string(builder.RenewForm)), g.Text("Move the list")),
				page.LinkButton(list.Address(), "Leave it"))),
		page.Para("quiet small", "Undo brings the list back as it is."),
		html.Page{}.Blocks(renewal.Doc("The list").Blocks...),
	)
}

func (h *Handler) bookChanges(w http.ResponseWriter, r *http.Request) error {
	var books [2]*catalog.Book
	for i, key := range []string{"from", "to"} {
		name := r.FormValue(key)
		if catalog.IsPath(name) {
			return schema.Errorf(catalog.CodeUnknownBook, "there is no army book `%s`", name)
		}
		var err error
		if books[i], err = h.Library.ExactBook(name, "", schema.FilePath{}); err != nil {
			return err
		}
	}
	doc := builder.BooksDoc(books[0], books[1], catalog.Compare(books[0], books[1]))
	return h.Render(w, page.Layout{Title: doc.Title, CurrentPage: "books"},
		page.OneColumn(doc.Title, html.Page{}.Blocks(doc.Blocks...)))
}
