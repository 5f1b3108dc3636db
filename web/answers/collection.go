package answers

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/builder/edit"
	"muster/builder/fill"
	"muster/builder/gf"
	"muster/catalog"
	"muster/schema"
	"muster/schema/files"
	"muster/web/desk"
	"muster/web/page"
)

// A collectionFile is a file with the miniatures that a player owns.
type collectionFile struct {
	ID, Name string
	Text     []byte
	*fill.Collection
	IsNew bool  // the file does not exist yet
	Err   error // the reason why it is unusable
}

func (c *collectionFile) etag() string {
	if c.IsNew {
		return desk.ETag(nil)
	}
	return desk.ETag(c.Text)
}

const collectionFormat = "collection/1"

// collections returns the collections of miniatures that fit the list's army books, and the
// unreadable ones with their errors.
func (h *Handler) collections(roster builder.Roster) (all []collectionFile, err error) {
	army, ok := roster.GameList().(*gf.Army)
	if !ok {
		return nil, nil
	}
	entries, err := fs.ReadDir(h.Lists, ".")
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		id, yaml := strings.CutSuffix(entry.Name(), desk.ListExtension)
		if !yaml || entry.IsDir() {
			continue
		}
		place := schema.FilePath{Folder: h.Lists, Name: entry.Name()}
		if text, err := place.Load(); err == nil && schema.ClaimsKind(text, collectionFormat) {
			if c := h.readCollection(id, place, text); c.Err != nil || c.FitsBooks(army) {
				all = append(all, c)
			}
		}
	}
	return all, nil
}

func (h *Handler) readCollection(id string, place schema.FilePath, text []byte) collectionFile {
	c := collectionFile{ID: id, Name: cmp.Or(schema.GuessValue(text, "name"), id), Text: text}
	document, err := place.Parse(text, collectionFormat)
	if err == nil {
		c.Collection, err = fill.ReadCollection(document, h.Library)
	}
	c.Err = err
	return c
}

// collection returns the collection with an id, or the first for ""; if there is none, an empty one
// for the list's army book.
func (h *Handler) collection(id string, roster builder.Roster) (collectionFile, error) {
	all, err := h.collections(roster)
	if err != nil {
		return collectionFile{}, err
	}
	for _, c := range all {
		if c.ID == id || id == "" && c.Err == nil {
			return c, c.Err
		}
	}
	army, ok := roster.GameList().(*gf.Army)
	switch {
	case id != "":
		return collectionFile{}, desk.NotFound("there is no collection `%s` for this list", id)
	case !ok:
		return collectionFile{}, errors.New("a collection is of an army book, and " + roster.Game().Name + " has none")
	}
	book := army.Books[0]
	named, _ := catalog.SplitVersionedID(builder.BookNamesIn(roster.Document())[0])
	place, err := h.ListPath(h.FreeName(files.FileStem("collection", "collection "+book.ID)))
	if err != nil {
		return collectionFile{}, err
	}
	c := h.readCollection(strings.TrimSuffix(place.Name, desk.ListExtension), place,
		fill.NewCollectionText("My "+book.Name, army.List.System, named, nil, nil))
	c.IsNew = true
	return c, c.Err
}

// collectionPage shows the miniatures of an army book, for a person to enter the owned ones.
func (h *Handler) collectionPage(w http.ResponseWriter, r *http.Request, list *page.List, roster builder.Roster) error {
	c, err := h.collection(r.FormValue("own"), roster)
	if err != nil {
		return err
	}
	return h.Render(w, page.Layout{Title: c.Name, CurrentPage: "fill", List: list}, c.view(list))
}

func (h *Handler) collectionFile(w http.ResponseWriter, r *http.Request, _ *page.List, roster builder.Roster) error {
	c, err := h.collection(r.FormValue("own"), roster)
	if err != nil {
		return err
	}
	return desk.SendFile(w, c.ID+desk.ListExtension, "application/yaml", c.Text)
}

// saveCollection writes the collection of a form, or an uploaded file.
func (h *Handler) saveCollection(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	defer h.WriteLocks.Lock("a collection")()
	roster, err := h.Roster(id)
	if err != nil {
		return err
	}
	c, err := h.collection(r.FormValue("own"), roster)
	if err != nil {
		return err
	}
	was := c.Text
	if c.IsNew {
		was = nil
	}
	if r.FormValue("etag") != c.etag() {
		return fmt.Errorf("%w: look at the collection as it is now, and change that", files.ErrChanged)
	}
	text, err := c.textFromForm(r)
	if err != nil {
		return err
	}
	now := h.readCollection(c.ID, schema.FilePath{Folder: h.Lists, Name: c.ID + desk.ListExtension}, text)
	if now.Err == nil && !now.FitsBooks(roster.GameList().(*gf.Army)) {
		now.Err = errors.New("the file is a collection of another army")
	}
	if now.Err != nil {
		return now.Err
	}
	if err := h.Lists.Write(c.ID+desk.ListExtension, was, text); err != nil {
		return err
	}
	return desk.Redirect(w, r, page.ListAddress(id)+"/fill?"+url.Values{"own": {c.ID}}.Encode())
}

// textFromForm returns the collection's text after the numbers of owned miniatures in a form are
// entered into it.
func (c *collectionFile) textFromForm(r *http.Request) ([]byte, error) {
	if r.MultipartForm != nil {
		if len(r.MultipartForm.File["file"]) == 0 {
			return nil, errors.New("choose the file of a collection that you saved")
		}
		text, err := desk.FormFile(r.MultipartForm.File["file"][0])
		if err == nil && !schema.ClaimsKind(text, collectionFormat) {
			err = errors.New("the file is no collection; it should begin with `muster: " + collectionFormat + "`")
		}
		return text, err
	}
	units, options := map[string]int{}, map[string]int{}
	for key, values := range r.PostForm {
		kind, id, _ := strings.Cut(key, ":")
		if kind != "unit" && kind != "option" {
			continue
		}
		n := -1
		if text := strings.TrimSpace(values[0]); text != "" {
			var err error
			if n, err = strconv.Atoi(text); err != nil || n < 0 || n > fill.MaxOwnedCount {
				return nil, fmt.Errorf("`%s`: so many of something should be a number up to %d", text, fill.MaxOwnedCount)
			}
		}
		if kind == "option" {
			options[id] = n
		} else if units[id] = max(n, 1); r.PostForm.Get("have:"+id) != "yes" {
			units[id] = -1
		}
	}
	if c.IsNew {
		return fill.NewCollectionText(c.Name, c.System, c.Book, units, options), nil
	}
	return c.ChangedText(units, options)
}

func (c *collectionFile) view(list *page.List) g.Node {
	at := list.Address() + "/collection"
	fields := g.Group{page.HiddenField("etag", c.etag())}
	if !c.IsNew {
		fields = append(fields, page.HiddenField("own", c.ID))
	}
	return page.OneColumn("What I own of "+c.BookName(),
		page.Para("quiet", "Tick what you have, and say how many times a list could have it; a combined pair is two. Weapons that you leave open are there for everybody."),
		page.PostForm(at, fields,
			h.Ul(h.Class("rows owned"), g.Map(c.Counts(), func(u fill.OwnedCount) g.Node { return viewOwnedCount(&u) })),
			h.Div(h.Class("bar"), h.Button(h.Class("main"), g.Text("Keep")))),
		h.H2(g.Text("The file")),
		page.Para("quiet small", c.ID+desk.ListExtension+" holds it, for commands too."),
		g.If(!c.IsNew, page.ControlRow(h.A(h.Class("button"), h.Href(at+"/file?"+url.Values{"own": {c.ID}}.Encode()), h.Download(""), page.Icon("save"), g.Text("Save it")))),
		page.UploadForm(at, h.Class("row bring"), fields,
			page.WithLabel("A collection that was saved",
				h.Input(h.Type("file"), h.Name("file"), h.Accept(".yaml,.yml"), h.Required())),
			h.Button(g.Text("Bring back"))),
	)
}

func viewOwnedCount(u *fill.OwnedCount) g.Node {
	number := func(name, label string, n int, least string) g.Node {
		value := ""
		if n >= 0 {
			value = strconv.Itoa(n)
		}
		return h.Input(h.Class("number"), h.Type("number"), h.Min(least), h.Max(strconv.Itoa(fill.MaxOwnedCount)),
			h.Name(name), h.Value(value), h.Aria("label", label))
	}
	bounded := slices.ContainsFunc(u.Options, func(o fill.OwnedCount) bool { return o.Owned >= 0 })
	return h.Li(
		page.Checkbox("have:"+u.ID, u.Name, u.Owned > 0),
		number("unit:"+u.ID, "How many of "+u.Name, max(u.Owned, 1), "1"),
		g.If(len(u.Options) > 0, h.Details(g.If(bounded, g.Attr("open")), h.Summary(g.Text("Weapons")),
			g.Map(u.Options, func(o fill.OwnedCount) g.Node {
				return page.WithLabel(o.Name,
					number("option:"+u.ID+"/"+o.ID, "How many "+o.Name+" of "+u.Name, o.Owned, "0"))
			}))),
	)
}

// UnusedModels returns the models in the player's collections that the list does not use, by unit
// key.
func (h *Handler) UnusedModels(roster builder.Roster) (map[string]int, error) {
	all, err := h.collections(roster)
	if err != nil {
		return nil, err
	}
	left := map[string]int{}
	count := func(book, unit string, n int) {
		book, _ = catalog.SplitVersionedID(book)
		left[unit] += n
		left[book+"/"+unit] += n
	}
	for _, c := range all {
		if c.Err == nil {
			for unit, n := range c.UnitCounts {
				count(c.Book, unit, n)
			}
		}
	}
	named := builder.BookNamesIn(roster.Document())
	units := roster.Document().At("units")
	for i := range units.Len() {
		u := units.Index(i)
		if edit.IsSetAside(u) {
			continue
		}
		count(cmp.Or(u.Get("book").Text(), named[0]), u.Get("unit").Text(), -1)
	}
	return left, nil
}
