package share

import (
	"bytes"
	"cmp"
	"fmt"
	"path"
	"regexp"
	"slices"

	"muster/builder"
	"muster/builder/fad"
	"muster/builder/gf"
	"muster/builder/table"
	"muster/catalog"
	armoury "muster/catalog/fad"
	"muster/convert"
	"muster/pricing"
	"muster/rules"
	fight "muster/rules/fad"
	"muster/schema"
	"muster/schema/files"
)

// CopyBookName is the name of the army book of a roster made from a copy.
const CopyBookName = "copied"

// errCopyTooSmall is the error for a copy that lacks what a roster needs.
var errCopyTooSmall = schema.Errorf("share/copy", "the copy in the code is too little to play by")

// AsRoster makes a roster from the code alone, to play against a list whose army book or house
// armoury is missing. In games with army books, units of a copy have profiles, weapons and rules,
// but no choices; rules explained only by the missing book have no effect, and their names are returned.
// The error says why there is no roster.
func (s *Share) AsRoster(game *rules.System) (builder.Roster, []string, error) {
	switch {
	case s.Copy == nil || s.Copy.System != game.ID:
		return nil, nil, errCopyTooSmall
	case game.HasArmyBooks() || s.Copy.FullList != "":
		roster, missing, err := s.Copy.AsRoster(game)
		if err == nil {
			roster.Document().Source = s.FileWithCode() // for SourceShare
		}
		return roster, missing, err
	case s.Copy.HouseArmoury == "" && len(s.Copy.Books) > 0:
		return nil, nil, schema.Errorf("share/copy",
			"the code does not hold the units that the list takes from %s, as newer codes do; ask for a new one, or for the book's file", s.Copy.BookNames())
	case s.Copy.HouseArmoury == "":
		return nil, nil, schema.Errorf("share/copy", "the code does not hold the house armoury that the list needs, as newer codes do; ask for a new one, or for the armoury's file")
	}
	roster, err := s.OpenWithHouseArmoury(CopyBookName + ".yaml")
	return roster, nil, err
}

// OpenWithHouseArmoury opens the list, under a name for messages, with the house armoury in the
// code.
func (s *Share) OpenWithHouseArmoury(name string) (builder.Roster, error) {
	return s.Copy.open(name, s.FileText, catalog.NewLibrary())
}

// open opens the text of a list, under a name for messages, with the house armoury in the copy.
func (c *ListCopy) open(name, text string, library *catalog.Library) (builder.Roster, error) {
	document, err := schema.Read(name, []byte(text), "list/1")
	if err != nil {
		return nil, err
	}
	document.ClearPositions()
	if c.HouseArmoury != "" {
		document.Path = schema.FilePath{Name: CopyBookName + ".yaml", Folder: fad.SentListFolder{FS: files.NewMemory(map[string]string{path.Clean(document.At("armoury").Text()): c.HouseArmoury})}}
	}
	return builder.Open(document, library)
}

// fullList returns the text of a list with a book of units, with all units written out, so that it
// needs no unit of its book, now called CopyBookName. The text is without the list's name, which
// may change. It is "" for a list without a book, and for basic creation, where a file does not
// state the figures.
func fullList(l *fad.List) string {
	if l.SourceBook == nil || l.Method == fad.BasicCreation {
		return ""
	}
	type platoon struct {
		Name    string      `yaml:"name,omitempty"`
		Command armoury.IDs `yaml:"command,omitempty"`
		Squads  []string    `yaml:"squads,omitempty"`
	}
	units := slices.Clone(l.Units)
	for i := range units {
		units[i].Image = "" // which no code carries
	}
	return string(schema.Write("list/1", &struct {
		System       string           `yaml:"system"`
		Book         string           `yaml:"book"`
		Points       int              `yaml:"points,omitempty"`
		Rounding     pricing.Rounding `yaml:"rounding,omitempty"`
		CommandStyle string           `yaml:"command-style,omitempty"`
		HouseFile    string           `yaml:"armoury,omitempty"`
		Platoons     []platoon        `yaml:"platoons,omitempty"`
		Units        []armoury.Unit   `yaml:"units"`
	}{
		l.System, CopyBookName, l.Points, l.Rounding, l.CommandStyle, l.HouseFile,
		convert.All(l.Platoons, func(p fad.Platoon) platoon { return platoon(p) }), units,
	}, nil))
}

// openFullList opens the copy of a list with a book of units. The book is replaced by one that bears
// its name, and has only a unit that the list does not use, since a book must have one.
func (c *ListCopy) openFullList(game *rules.System) (builder.Roster, error) {
	units := c.UnitCopies()
	if len(units) == 0 || schema.GuessValue([]byte(c.FullList), "book") != CopyBookName ||
		c.HouseArmoury == "" && schema.GuessValue([]byte(c.FullList), "armoury") != "" {
		return nil, errCopyTooSmall
	}
	type unit struct {
		ID      string         `yaml:"id"`
		Name    string         `yaml:"name"`
		Kind    fight.UnitKind `yaml:"kind"`
		Quality string         `yaml:"quality"`
		Resolve string         `yaml:"resolve"`
	}
	book := schema.Write("book/1", &struct {
		System string `yaml:"system"`
		ID     string `yaml:"id"`
		Name   string `yaml:"name"`
		Units  []unit `yaml:"units"`
	}{game.ID, CopyBookName, c.BookNames(), []unit{{CopyBookName, CopyBookName, fight.Character, fmt.Sprint(units[0].Quality), fmt.Sprint(units[0].Resolve)}}}, nil)
	named := c.FullList + schema.YAMLLines(&struct {
		Name string `yaml:"name,omitempty"`
	}{c.Name})
	roster, err := c.open(CopyBookName+".yaml", named, catalog.NewLibrary(files.NewMemory(map[string]string{CopyBookName + ".yaml": string(book)})))
	if err == nil && roster.Game().ID != game.ID {
		return nil, errCopyTooSmall
	}
	return roster, err
}

// AsRoster returns a roster made from the copy of a list with army books or a book of units.
func (c *ListCopy) AsRoster(game *rules.System) (builder.Roster, []string, error) {
	if !game.HasArmyBooks() {
		roster, err := c.openFullList(game)
		return roster, nil, err
	}
	// The army book that the copy is enough for: its units as they were sent, with nothing to choose.
	book := catalog.Book{ID: CopyBookName, System: game.ID, Name: c.BookNames()}
	list := gf.List{System: game.ID, Book: CopyBookName, Name: c.Name, Points: max(0, c.PointsLimit)}
	var missing []string
	know := func(texts []string) catalog.RuleUses {
		uses := rules.ParseUses(texts)
		for _, use := range uses {
			if game.Set().Find(use.Name) != nil || slices.Contains(missing, use.Name) {
				continue
			}
			missing = append(missing, use.Name)
			text := cmp.Or(c.RuleText(use.Name), "Its text stands in the army book, which is not here.")
			book.Rules = append(book.Rules, rules.Rule{Name: use.Name, Summary: text})
		}
		return uses
	}
	units := c.UnitCopies()
	ids, titles := make([]string, len(units)), make([]string, len(units))
	for i, u := range units {
		ids[i], titles[i] = u.ID, cmp.Or(u.Name, u.ID)
	}
	names := table.NumberedNames(ids, titles) // a book has each name once
	first := map[string]string{}              // half of each pair, by the id of the second
	for _, u := range units {
		for _, half := range u.OtherHalves {
			first[half] = u.ID
		}
	}
	book.Units = make([]catalog.Unit, len(units))
	for i, u := range units {
		one := &book.Units[i]
		one.ID, one.Name, one.Size, one.Quality, one.Defense = u.ID, names[u.ID], u.Models, wholeNumber(u.Quality), u.Defense
		one.Cost.Points, one.Rules = u.Points, know(u.Rules)
		for _, w := range u.Weapons {
			one.Weapons = append(one.Weapons, catalog.Weapon{Name: w.Name, Count: w.Count, Range: w.Range, Attacks: w.Attacks, Rules: know(w.Rules)})
		}
		for _, some := range u.PartialRules {
			one.Items = append(one.Items, catalog.Item{Name: some.Source, Count: some.Models, Rules: know(some.Rules)})
		}
		list.Units = append(list.Units, gf.Entry{ID: u.ID, BookUnitID: u.ID, JoinTo: cmp.Or(first[u.JoinTo], u.JoinTo), InTransport: cmp.Or(first[u.InTransport], u.InTransport)})
	}
	document, err := schema.Read(CopyBookName+".yaml", schema.Write("list/1", &list, nil), "list/1")
	if err != nil {
		return nil, nil, err
	}
	document.ClearPositions()
	shelf := files.NewMemory(map[string]string{CopyBookName + ".yaml": string(schema.Write("book/1", &book, nil))})
	roster, err := builder.Open(document, catalog.NewLibrary(shelf))
	return roster, missing, err
}

// RuleText returns the text of the rule with a name, or "".
func (c *ListCopy) RuleText(name string) string {
	for _, r := range c.Rules {
		if rules.SameName(rules.ParseUse(r.Name).Name, name) {
			return r.Text
		}
	}
	return ""
}

func wholeNumber(value any) int {
	n, _ := value.(float64)
	return int(n)
}

// codeLinePrefix begins the last line of a list's file that was stored without its army books: a
// comment with the code, from which the list can be shown.
const codeLinePrefix = "# A copy, to read it without its army books: "

// FileWithCode returns the text of the list's file followed by the code, as ShareIn reads it.
func (s *Share) FileWithCode() []byte {
	return []byte(string(WithoutCode([]byte(s.FileText))) + "\n" + codeLinePrefix + s.fullCode() + "\n")
}

// WithoutCode returns the text of a list's file without the code after it.
func WithoutCode(text []byte) []byte {
	if at := bytes.LastIndex(text, []byte("\n"+codeLinePrefix)); at >= 0 {
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
	s, err := Read(string(bytes.TrimSpace(text[len(bare)+1+len(codeLinePrefix):])))
	unnamed := func(text []byte) []byte { return nameLine.ReplaceAll(bytes.TrimSpace(text), nil) }
	if err != nil || s.Copy == nil || !bytes.Equal(unnamed([]byte(s.FileText)), unnamed(bare)) {
		return nil
	}
	s.FileText, s.Copy.Name = string(bare), schema.GuessValue(bare, "name")
	return s
}

var nameLine = regexp.MustCompile(`(?m)^name:.*\n`)

// SourceShare returns the share from which AsRoster made a roster, or nil.
func SourceShare(r builder.Roster) *Share {
	if d := r.Document(); d.At("book").Text() == CopyBookName {
		return ShareIn(d.Source)
	}
	return nil
}
