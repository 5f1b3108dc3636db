package web

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
	"muster/builder/fill"
	"muster/builder/gf"
	"muster/catalog"
	"muster/schema"
	"muster/schema/files"
)

// A collectionFile is a file of the miniatures that a player owns.
type collectionFile struct {
	ID, Name string
	Text     []byte
	*fill.Collection
	New bool  // there is no file yet
	Err error // why it cannot be used
}

// etag is that of the file as it is.
func (c *collectionFile) etag() string {
	if c.New {
		return etag(nil)
	}
	return etag(c.Text)
}

// collectionFormat is the kind of such files.
const collectionFormat = "collection/1"

// collections are those of the folder that are for a list, and those that cannot be read.
func (h *handler) collections(roster builder.Roster) (all []collectionFile, err error) {
	army, ok := roster.List().(*gf.Army)
	if !ok {
		return nil, nil
	}
	entries, err := fs.ReadDir(h.Lists, ".")
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		id, yaml := strings.CutSuffix(entry.Name(), ending)
		if !yaml || entry.IsDir() {
			continue
		}
		place := schema.Place{Folder: h.Lists, Name: entry.Name()}
		if text, err := place.Load(); err == nil && schema.Claims(text, collectionFormat) {
			if c := h.readCollection(id, place, text); c.Err != nil || c.Of(army) {
				all = append(all, c)
			}
		}
	}
	return all, nil
}

func (h *handler) readCollection(id string, place schema.Place, text []byte) collectionFile {
	c := collectionFile{ID: id, Name: cmp.Or(schema.Glance(text, "name"), id), Text: text}
	document, err := place.Parse(text, collectionFormat)
	if err == nil {
		c.Collection, err = fill.ReadCollection(document, h.Library)
	}
	c.Err = err
	return c
}

// collection is the one of a list that is named, of "" the first; without a file, an
// empty one for the list's army book.
func (h *handler) collection(id string, roster builder.Roster) (collectionFile, error) {
	all, err := h.collections(roster)
	if err != nil {
		return collectionFile{}, err
	}
	for _, c := range all {
		if c.ID == id || id == "" && c.Err == nil {
			return c, c.Err
		}
	}
	army, ok := roster.List().(*gf.Army)
	switch {
	case id != "":
		return collectionFile{}, missing("there is no collection `%s` for this list", id)
	case !ok:
		return collectionFile{}, errors.New("a collection is of an army book, and " + roster.Game().Name + " has none")
	}
	book := army.Books[0]
	named, _ := catalog.SplitPin(builder.BooksOf(roster.Document())[0])
	place, err := h.place(h.freeName(files.NameOf("collection " + book.ID)))
	if err != nil {
		return collectionFile{}, err
	}
	c := h.readCollection(strings.TrimSuffix(place.Name, ending), place, fill.NewCollection("My "+book.Name, army.List.System, named, nil, nil))
	c.New = true
	return c, c.Err
}

// collectionPage is where a person ticks what there is of an army book.
func (h *handler) collectionPage(w http.ResponseWriter, r *http.Request, list *listName, roster builder.Roster) error {
	c, err := h.collection(r.FormValue("own"), roster)
	if err != nil {
		return err
	}
	h.render(w, layout{Title: c.Name, Here: "fill", List: list}, c.view(list))
	return nil
}

// collectionFile sends the file to save.
func (h *handler) collectionFile(w http.ResponseWriter, r *http.Request, _ *listName, roster builder.Roster) error {
	c, err := h.collection(r.FormValue("own"), roster)
	if err != nil {
		return err
	}
	attach(w, c.ID+ending, "application/yaml", c.Text)
	return nil
}

// keepCollection writes what is ticked, or a file that was saved before.
func (h *handler) keepCollection(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	defer h.writing.lock("a collection")()
	roster, err := h.roster(id)
	if err != nil {
		return err
	}
	c, err := h.collection(r.FormValue("own"), roster)
	if err != nil {
		return err
	}
	was := c.Text
	if c.New {
		was = nil
	}
	if r.FormValue("etag") != c.etag() {
		return fmt.Errorf("%w: look at the collection as it is now, and change that", files.ErrChanged)
	}
	text, err := c.sent(r)
	if err != nil {
		return err
	}
	now := h.readCollection(c.ID, schema.Place{Folder: h.Lists, Name: c.ID + ending}, text)
	if now.Err == nil && !now.Of(roster.List().(*gf.Army)) {
		now.Err = errors.New("the file is a collection of another army")
	}
	if now.Err != nil {
		return now.Err
	}
	if err := h.Lists.Write(c.ID+ending, was, text); err != nil {
		return err
	}
	see(w, r, "/lists/"+url.PathEscape(id)+"/fill?"+url.Values{"own": {c.ID}}.Encode())
	return nil
}

// sent is the collection's text as a form says.
func (c *collectionFile) sent(r *http.Request) ([]byte, error) {
	if r.MultipartForm != nil {
		if len(r.MultipartForm.File["file"]) == 0 {
			return nil, errors.New("choose the file of a collection that you saved")
		}
		text, err := textOf(r.MultipartForm.File["file"][0])
		if err == nil && !schema.Claims(text, collectionFormat) {
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
			if n, err = strconv.Atoi(text); err != nil || n < 0 || n > fill.MostOwned {
				return nil, fmt.Errorf("`%s`: so many of something should be a number up to %d", text, fill.MostOwned)
			}
		}
		if kind == "option" {
			options[id] = n
		} else if units[id] = max(n, 1); r.PostForm.Get("have:"+id) != "yes" {
			units[id] = -1
		}
	}
	if c.New {
		return fill.NewCollection(c.Name, c.System, c.Book, units, options), nil
	}
	return c.Change(units, options)
}

// view is the form of a collection.
func (c *collectionFile) view(list *listName) g.Node {
	at := list.address() + "/collection"
	fields := g.Group{hidden("etag", c.etag())}
	if !c.New {
		fields = append(fields, hidden("own", c.ID))
	}
	return narrow("What I own of "+c.BookName(),
		para("quiet", "Tick what you have, and say how many times a list could have it; a combined pair is two. Weapons that you leave open are there for everybody."),
		h.Form(h.Action(at), h.Method("post"), g.Attr("data-push"), fields,
			h.Ul(h.Class("rows owned"), g.Map(c.Choices(), func(u fill.Owned) g.Node { return viewOwned(&u) })),
			h.Div(h.Class("bar"), h.Button(h.Class("main"), g.Text("Keep")))),
		h.H2(g.Text("The file")),
		para("quiet small", c.ID+ending+" holds it, for commands too."),
		g.If(!c.New, inRow(h.A(h.Class("button"), h.Href(at+"/file?"+url.Values{"own": {c.ID}}.Encode()), h.Download(""), icon("save"), g.Text("Save it")))),
		h.Form(h.Action(at), h.Method("post"), h.EncType("multipart/form-data"), g.Attr("data-push"), h.Class("row bring"), fields,
			labelled("A collection that was saved", h.Input(h.Type("file"), h.Name("file"), h.Accept(".yaml,.yml"), h.Required())),
			h.Button(g.Text("Bring back"))),
	)
}

func viewOwned(u *fill.Owned) g.Node {
	number := func(name, label string, n int, least string) g.Node {
		value := ""
		if n >= 0 {
			value = strconv.Itoa(n)
		}
		return h.Input(h.Class("number"), h.Type("number"), h.Min(least), h.Max(strconv.Itoa(fill.MostOwned)), h.Name(name), h.Value(value), h.Aria("label", label))
	}
	bounded := slices.ContainsFunc(u.Options, func(o fill.Owned) bool { return o.Count >= 0 })
	return h.Li(
		tick("have:"+u.ID, u.Name, u.Count > 0),
		number("unit:"+u.ID, "How many of "+u.Name, max(u.Count, 1), "1"),
		g.If(len(u.Options) > 0, h.Details(g.If(bounded, g.Attr("open")), h.Summary(g.Text("Weapons")),
			g.Map(u.Options, func(o fill.Owned) g.Node {
				return labelled(o.Name, number("option:"+u.ID+"/"+o.ID, "How many "+o.Name+" of "+u.Name, o.Count, "0"))
			}))),
	)
}
