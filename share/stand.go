package share

import (
	"cmp"
	"path"
	"slices"

	"muster/builder"
	"muster/builder/fad"
	"muster/builder/table"
	"muster/catalog"
	"muster/rules"
	"muster/schema"
	"muster/schema/files"
)

// Copied is the name of the army book of a list that stands as its copy has it.
const Copied = "copied"

// A copiedBook is the army book that a copy is enough for: its units as they were
// sent, with nothing to choose.
type copiedBook struct {
	ID     string       `yaml:"id"`
	System string       `yaml:"system"`
	Name   string       `yaml:"name"`
	Rules  []copiedRule `yaml:"rules,omitempty" layout:"lines"`
	Units  []copiedUnit `yaml:"units" layout:"lines"`
}

type copiedRule struct {
	Name    string `yaml:"name"`
	Summary string `yaml:"summary"`
}

type copiedUnit struct {
	ID      string         `yaml:"id"`
	Name    string         `yaml:"name"`
	Size    int            `yaml:"size"`
	Quality int            `yaml:"quality"`
	Defense int            `yaml:"defense"`
	Cost    int            `yaml:"cost"`
	Rules   []string       `yaml:"rules,omitempty"`
	Weapons []copiedWeapon `yaml:"weapons,omitempty"`
	Items   []copiedItem   `yaml:"items,omitempty"`
}

type copiedWeapon struct {
	Name    string   `yaml:"name"`
	Count   int      `yaml:"count"`
	Range   int      `yaml:"range,omitempty"`
	Attacks int      `yaml:"attacks"`
	Rules   []string `yaml:"rules,omitempty"`
}

type copiedItem struct {
	Name  string   `yaml:"name"`
	Count int      `yaml:"count"`
	Rules []string `yaml:"rules,omitempty"`
}

type copiedList struct {
	System string        `yaml:"system"`
	Book   string        `yaml:"book"`
	Name   string        `yaml:"name,omitempty"`
	Points int           `yaml:"points,omitempty"`
	Units  []copiedEntry `yaml:"units" layout:"lines"`
}

type copiedEntry struct {
	ID   string `yaml:"id"`
	Unit string `yaml:"unit"`
	Join string `yaml:"join,omitempty"`
	In   string `yaml:"in,omitempty"`
}

// Stand makes a roster from a code alone, for a game against a list without its army book or
// house armoury here. With army books, its units have their profiles, weapons and rules, and no
// choices; rules with their text only in the book count for nothing and are returned by name.
// The error says why there is no such roster.
func (s *Share) Stand(game *rules.System) (builder.Roster, []string, error) {
	switch {
	case s.Copy == nil || s.Copy.System != game.ID:
		return nil, nil, schema.Errorf("share/copy", "the copy in the code is too little to play by")
	case game.Books():
		roster, missing, err := s.Copy.Stand(game)
		if err == nil {
			roster.Document().Source = s.Keep() // for Standing
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

// WithHouse opens the list, under a name for messages, with the house armoury that came with it.
func (s *Share) WithHouse(name string) (builder.Roster, error) {
	document, err := schema.Read(name, []byte(s.File), "list/1")
	if err != nil {
		return nil, err
	}
	document.ClearPositions()
	document.Place = schema.Place{Name: Copied + ".yaml", Folder: fad.Sent{FS: files.NewMemory(map[string]string{path.Clean(document.At("armoury").Text()): s.Copy.House})}}
	return builder.Open(document, catalog.NewLibrary())
}

// Stand makes a roster of the copy of a list of a game with army books.
func (c *Copy) Stand(game *rules.System) (builder.Roster, []string, error) {
	book := copiedBook{ID: Copied, System: game.ID, Name: c.MadeWith()}
	list := copiedList{System: game.ID, Book: Copied, Name: c.Name, Points: max(0, c.Limit)}
	var missing []string
	know := func(uses []string) []string {
		for _, text := range uses {
			use := rules.ParseUse(text)
			if game.Set().Find(use.Name) != nil || slices.Contains(missing, use.Name) {
				continue
			}
			missing = append(missing, use.Name)
			text := cmp.Or(c.TextOf(use.Name), "Its text stands in the army book, which is not here.")
			book.Rules = append(book.Rules, copiedRule{use.Name, text})
		}
		return uses
	}
	units := c.Roll()
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
	for _, u := range units {
		one := copiedUnit{
			ID: u.ID, Name: names[u.ID], Size: u.Models, Quality: figure(u.Quality), Defense: u.Defense,
			Cost: u.Points, Rules: know(u.Rules),
		}
		for _, w := range u.Weapons {
			one.Weapons = append(one.Weapons, copiedWeapon{w.Name, w.Count, w.Range, w.Attacks, know(w.Rules)})
		}
		for _, some := range u.Some {
			one.Items = append(one.Items, copiedItem{some.From, some.Models, know(some.Rules)})
		}
		book.Units = append(book.Units, one)
		list.Units = append(list.Units,
			copiedEntry{u.ID, u.ID, cmp.Or(first[u.Join], u.Join), cmp.Or(first[u.In], u.In)})
	}
	document, err := schema.Read(Copied+".yaml", schema.Write("list/1", list, nil), "list/1")
	if err != nil {
		return nil, nil, err
	}
	document.ClearPositions()
	shelf := files.NewMemory(map[string]string{Copied + ".yaml": string(schema.Write("book/1", book, nil))})
	roster, err := builder.Open(document, catalog.NewLibrary(shelf))
	return roster, missing, err
}

// TextOf is the text of a rule by its name, or "".
func (c *Copy) TextOf(name string) string {
	for _, r := range c.Rules {
		if rules.Key(rules.ParseUse(r.Name).Name) == rules.Key(name) {
			return r.Text
		}
	}
	return ""
}

// figure is a number of a profile, as JSON has it.
func figure(value any) int {
	n, _ := value.(float64)
	return int(n)
}
