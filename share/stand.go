package share

import (
	"bytes"
	"cmp"
	"path"
	"regexp"
	"slices"

	"muster/builder"
	"muster/builder/fad"
	"muster/builder/gf"
	"muster/builder/table"
	"muster/catalog"
	"muster/rules"
	"muster/schema"
	"muster/schema/files"
)

// Copied is the name of the army book of a roster made from a copy.
const Copied = "copied"

// Stand returns a roster made from a code alone, for a game against a list whose army book or house
// armoury is missing. With army books, units have profiles, weapons and rules, but no choices;
// rules known only by the book have no effect and are returned by name. The error says why there is
// no roster.
func (s *Share) Stand(game *rules.System) (builder.Roster, []string, error) {
	switch {
	case s.Copy == nil || s.Copy.System != game.ID:
		return nil, nil, schema.Errorf("share/copy", "the copy in the code is too little to play by")
	case game.HasArmyBooks():
		roster, missing, err := s.Copy.Stand(game)
		if err == nil {
			roster.Document().Source = s.FileWithCode() // for ShareOf
		}
		return roster, missing, err
	case s.Copy.House == "" && len(s.Copy.Books) > 0:
		return nil, nil, schema.Errorf("share/copy",
			"the list takes its units from %s, which is not here; ask for the book's file", s.Copy.MadeWith())
	case s.Copy.House == "":
		return nil, nil, schema.Errorf("share/copy", "the code does not hold the house armoury that the list needs, as newer codes do; ask for a new one, or for the armoury's file")
	}
	roster, err := s.WithHouse(Copied + ".yaml")
	return roster, nil, err
}

// WithHouse opens the list, under a name for messages, with the house armoury in the code.
func (s *Share) WithHouse(name string) (builder.Roster, error) {
	document, err := schema.Read(name, []byte(s.File), "list/1")
	if err != nil {
		return nil, err
	}
	document.ClearPositions()
	document.Place = schema.Place{Name: Copied + ".yaml", Folder: fad.SentFolder{FS: files.NewMemory(map[string]string{path.Clean(document.At("armoury").Text()): s.Copy.House})}}
	return builder.Open(document, catalog.NewLibrary())
}

// Stand returns a roster made from the copy of a list with army books.
func (c *Copy) Stand(game *rules.System) (builder.Roster, []string, error) {
	// The army book that the copy is enough for: its units as they were sent, with nothing to choose.
	book := catalog.Book{ID: Copied, System: game.ID, Name: c.MadeWith()}
	list := gf.List{System: game.ID, Book: Copied, Name: c.Name, Points: max(0, c.Limit)}
	var missing []string
	know := func(texts []string) catalog.Uses {
		uses := rules.ParseUses(texts)
		for _, use := range uses {
			if game.Set().Find(use.Name) != nil || slices.Contains(missing, use.Name) {
				continue
			}
			missing = append(missing, use.Name)
			text := cmp.Or(c.TextOf(use.Name), "Its text stands in the army book, which is not here.")
			book.Rules = append(book.Rules, rules.Rule{Name: use.Name, Summary: text})
		}
		return uses
	}
	units := c.Entries()
	ids, titles := make([]string, len(units)), make([]string, len(units))
	for i, u := range units {
		ids[i], titles[i] = u.ID, cmp.Or(u.Name, u.ID)
	}
	names := table.Numbered(ids, titles) // a book has each name once
	first := map[string]string{}         // half of each pair, by the id of the second
	for _, u := range units {
		for _, half := range u.With {
			first[half] = u.ID
		}
	}
	book.Units = make([]catalog.Unit, len(units))
	for i, u := range units {
		one := &book.Units[i]
		one.ID, one.Name, one.Size, one.Quality, one.Defense = u.ID, names[u.ID], u.Models, figure(u.Quality), u.Defense
		one.Cost.Points, one.Rules = u.Points, know(u.Rules)
		for _, w := range u.Weapons {
			one.Weapons = append(one.Weapons, catalog.Weapon{Name: w.Name, Count: w.Count, Range: w.Range, Attacks: w.Attacks, Rules: know(w.Rules)})
		}
		for _, some := range u.Some {
			one.Items = append(one.Items, catalog.Item{Name: some.From, Count: some.Models, Rules: know(some.Rules)})
		}
		list.Units = append(list.Units, gf.Entry{ID: u.ID, Unit: u.ID, Join: cmp.Or(first[u.Join], u.Join), In: cmp.Or(first[u.In], u.In)})
	}
	document, err := schema.Read(Copied+".yaml", schema.Write("list/1", &list, nil), "list/1")
	if err != nil {
		return nil, nil, err
	}
	document.ClearPositions()
	shelf := files.NewMemory(map[string]string{Copied + ".yaml": string(schema.Write("book/1", &book, nil))})
	roster, err := builder.Open(document, catalog.NewLibrary(shelf))
	return roster, missing, err
}

// TextOf returns the text of the rule with a name, or "".
func (c *Copy) TextOf(name string) string {
	for _, r := range c.Rules {
		if rules.Same(rules.ParseUse(r.Name).Name, name) {
			return r.Text
		}
	}
	return ""
}

func figure(value any) int {
	n, _ := value.(float64)
	return int(n)
}

// keptLine begins the last line of a list's file that was stored without its army books: a comment
// with the code, from which the list can be shown.
const keptLine = "# A copy, to read it without its army books: "

// FileWithCode returns the text of the list's file followed by the code, as ShareIn reads it.
func (s *Share) FileWithCode() []byte {
	return []byte(string(WithoutCode([]byte(s.File))) + "\n" + keptLine + s.whole() + "\n")
}

// WithoutCode returns the text of a list's file without the code after it.
func WithoutCode(text []byte) []byte {
	if at := bytes.LastIndex(text, []byte("\n"+keptLine)); at >= 0 {
		return text[:at]
	}
	return text
}

// ShareIn returns the share from the code in a list's file, with the list's present name. It is nil
// if there is none, or if the list was changed in more than its name.
func ShareIn(text []byte) *Share {
	bare := WithoutCode(text)
	if len(bare) == len(text) {
		return nil
	}
	s, err := Read(string(bytes.TrimSpace(text[len(bare)+1+len(keptLine):])))
	unnamed := func(text []byte) []byte { return nameLine.ReplaceAll(bytes.TrimSpace(text), nil) }
	if err != nil || s.Copy == nil || !bytes.Equal(unnamed([]byte(s.File)), unnamed(bare)) {
		return nil
	}
	s.File, s.Copy.Name = string(bare), schema.Glance(bare, "name")
	return s
}

var nameLine = regexp.MustCompile(`(?m)^name:.*\n`)

// ShareOf returns the share from which Stand made a roster, or nil.
func ShareOf(r builder.Roster) *Share {
	if d := r.Document(); d.At("book").Text() == Copied {
		return ShareIn(d.Source)
	}
	return nil
}
