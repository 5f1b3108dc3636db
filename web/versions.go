package web

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"net/http"
	"slices"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/builder/finding"
	"muster/builder/gf"
	"muster/catalog"
	"muster/input"
	"muster/schema"
)

// behind returns the names of the lists that have an older version of a book, by the ids
// of books. It reads each list once.
func (h *handler) behind(ids []string) map[string][]string {
	if len(ids) == 0 {
		return nil
	}
	lists, _ := fs.Glob(h.Lists, "*"+ending) // a folder that cannot be read has none
	names := map[string][]string{}
	for _, name := range lists {
		place := schema.Place{Folder: h.Lists, Name: name}
		text, err := place.Load()
		if err != nil || !schema.Claims(text, "list/1") {
			continue
		}
		named := slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return !bytes.Contains(text, []byte(id+"@")) })
		if len(named) == 0 {
			continue
		}
		if document, err := place.Parse(text, "list/1"); err == nil && builder.Behind(document, h.Library) {
			for _, id := range named {
				names[id] = append(names[id], cmp.Or(document.At("name").Text(), strings.TrimSuffix(name, ending)))
			}
		}
	}
	return names
}

// An updatePage is what becomes of a list in the newest versions of its books.
type updatePage struct {
	List       *listName
	ETag       string
	Moves      []gf.Move
	Status     string // of the list as it would be
	Was        string // of the list as it is
	Legal      bool
	Units      []gf.Moved
	New        []finding.Finding
	NotThere   []string // versions that are not there, so that nobody knows what changes
	NoneNeeded bool
}

func (h *handler) update(w http.ResponseWriter, r *http.Request, list *listName, roster builder.Roster) error {
	p := updatePage{List: list, ETag: etag(roster.Document().Source), Was: input.Status(roster)}
	var err error
	if p.Moves, err = builder.Moves(roster, h.Library, ""); err != nil {
		return err
	}
	p.NoneNeeded = len(p.Moves) == 0
	if !p.NoneNeeded {
		session := h.change(roster)
		if _, err := session.Do(builder.Update{}); err != nil {
			return err
		}
		now := session.Now()
		p.Status, p.Legal, p.New = input.Status(now), builder.Legal(now), finding.Compare(roster.Findings(), now.Findings()).Brought()
		was, ok := roster.List().(*gf.Army)
		is, both := now.List().(*gf.Army)
		if ok && both {
			p.Units = was.Moved(is, p.Moves)
		}
		for _, m := range p.Moves {
			if m.Old == nil {
				p.NotThere = append(p.NotThere, strings.TrimSpace(m.New.Name+" "+m.From))
			}
		}
	}
	h.render(w, layout{Title: "Newer book", List: list}, p.view())
	return nil
}

func (p *updatePage) view() g.Node {
	if p.NoneNeeded {
		return narrow(p.List.Name, h.P(g.Text("The list is of the newest version of its book.")), h.P(linkButton(p.List.address(), "Back")))
	}
	class := "bad"
	if p.Legal {
		class = "good"
	}
	change := func(c gf.Moved) g.Node {
		lines := slices.Clone(c.Changes)
		for _, lost := range c.Lost {
			lines = append(lines, "gone from the book: "+lost)
		}
		return h.Li(h.Class("card"), spread(h.Span(h.Class("unit-name"), isolated(c.Name)), h.Strong(g.Text(fromTo(c.Points[0], c.Points[1])))), points("", lines))
	}
	return narrow(p.List.Name,
		h.Ul(g.Map(p.Moves, func(m gf.Move) g.Node {
			return h.Li(isolated(fmt.Sprintf("%s → %s", strings.TrimSpace(m.New.Name+" "+m.From), m.New.Version)))
		})),
		h.P(g.Text("Now "), isolated(p.Was), g.Text("; then "), h.Span(h.Class(class), isolated(p.Status)), g.Text(".")),
		g.If(len(p.NotThere) > 0, para("quiet", strings.Join(p.NotThere, ", ")+" is not there, so what changes for the units cannot be said.")),
		h.Form(h.Action(p.List.address()+"/do"), h.Method("post"), g.Attr("data-push"),
			hidden("back", p.List.address()), hidden("etag", p.ETag),
			inRow(h.Button(h.Class("main"), h.Name("verb"), h.Value("renew"), g.Text("Move the list")), linkButton(p.List.address(), "Leave it")),
		),
		para("quiet small", "Undo brings the list back as it is."),
		g.If(len(p.New) > 0, g.Group{h.H2(g.Text("New findings")), h.Ul(g.Map(p.New, func(f finding.Finding) g.Node {
			return h.Li(h.Strong(h.Class(classOf(f)), g.Text(string(f.Severity))), g.Text(" "), isolated(f.Message))
		}))}),
		g.If(len(p.Units) > 0, g.Group{h.H2(g.Text("What changes")), h.Ul(g.Map(p.Units, change))}),
		g.If(len(p.Units) == 0 && len(p.NotThere) == 0, h.P(g.Text("Nothing changes for the units of this list."))),
	)
}

// fromTo writes points before and after.
func fromTo(was, now int) string {
	if was == now {
		return fmt.Sprint(now)
	}
	return fmt.Sprintf("%d → %d", was, now)
}

// changes shows what differs between two versions of a book.
func (h *handler) changes(w http.ResponseWriter, r *http.Request) error {
	var books [2]*catalog.Book
	for i, key := range []string{"from", "to"} {
		name := r.FormValue(key)
		if catalog.IsPath(name) {
			return schema.Errorf(catalog.CodeUnknownBook, "there is no army book `%s`", name)
		}
		var err error
		if books[i], err = h.Library.Exactly(name, "", schema.Place{}); err != nil {
			return err
		}
	}
	title := fmt.Sprintf("%s → %s", strings.TrimSpace(books[0].Name+" "+books[0].Version), strings.TrimSpace(books[1].Name+" "+books[1].Version))
	h.render(w, layout{Title: title, Here: "books"}, viewChanges(title, books[0], catalog.Compare(books[0], books[1])))
	return nil
}

func viewChanges(title string, old *catalog.Book, d *catalog.Diff) g.Node {
	names := func(heading string, all []string) g.Node {
		return g.If(len(all) > 0, g.Group{h.H2(g.Text(heading)), points("", all)})
	}
	return narrow(title,
		h.P(g.Text(fmt.Sprintf("%s of %d %s in points or on the table.", finding.Count(len(d.Units), "unit"), len(old.Units), map[bool]string{true: "differs", false: "differ"}[len(d.Units) == 1]))),
		h.Ul(g.Map(d.Units, func(u catalog.UnitDiff) g.Node {
			lines := slices.Clone(u.Changes)
			for _, o := range u.Options {
				lines = append(lines, o.String())
			}
			return h.Li(h.Class("card"), spread(h.Span(h.Class("unit-name"), isolated(u.Name)), h.Strong(g.Text(fromTo(u.Cost[0], u.Cost[1])))), points("small", lines))
		})),
		names("New units", d.Added),
		names("Units that are gone", d.Removed),
		names("Rules", catalog.NameDiffs(d.Rules)),
		names("Spells", catalog.NameDiffs(d.Spells)),
		h.P(linkButton("/books", "Army books")),
	)
}
