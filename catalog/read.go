package catalog

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"muster/catalog/fad"
	"muster/convert"
	"muster/rules"
	"muster/schema"
)

// Read parses and checks a book's text. file is its name in messages. The error is a *schema.Error
// with every problem: violations of the schema, repeated ids and names of units, references to
// unknown packages and units, and options with the same id in a unit. The book must be for a game
// that ships with muster; a Library also reads books for other games.
func Read(file string, source []byte) (*Book, error) {
	return (*Library)(nil).Read(schema.FilePath{Name: file}, source)
}

// estimator returns the library's estimator; nil for a nil library.
func (l *Library) estimator() Estimator {
	if l == nil {
		return nil
	}
	return l.Estimator
}

// Read is like the function Read, for a book of any game that the library knows.
func (l *Library) Read(place schema.FilePath, source []byte) (*Book, error) {
	document, err := place.Parse(source, "book/1")
	if err != nil {
		return nil, err
	}
	game, err := l.SystemOf(document)
	if err != nil {
		return nil, err
	}
	if !game.HasArmyBooks() {
		designs, err := fad.ReadBook(document)
		if err != nil {
			return nil, err
		}
		return &Book{
			ID: designs.ID, System: game.ID, Name: designs.Name, Version: designs.Version, Description: designs.Description,
			File: document.File, Designs: designs, game: game,
		}, nil
	}
	c, err := newChecker(document, game)
	if err != nil {
		return nil, err
	}
	b := c.book
	c.checkReferences()
	c.checkOptions()
	c.checkRuleRatings()
	c.problems = append(c.problems, b.ruleSet.CheckRules(document, b.Rules, false, "rules")...)
	c.problems = append(c.problems, b.ruleSet.CheckRules(document, b.spellRules(), false, "spells")...)
	if len(c.problems) == 0 {
		c.estimateCosts(l.estimator())
	}
	if len(c.problems) > 0 {
		return nil, &schema.Error{Problems: c.problems}
	}
	return b, nil
}

// An Estimator returns an estimate of a unit's cost, or the reason why it has none.
type Estimator func(b *Book, u *Unit) (points int, why string)

func (c *checker) estimateCosts(estimator Estimator) {
	for i := range c.book.Units {
		u := &c.book.Units[i]
		if !u.Cost.IsEstimate {
			continue
		}
		points, why := 0, "nothing here estimates prices"
		if estimator != nil {
			points, why = estimator(c.book, u)
		}
		if u.Cost.Points = points; why != "" {
			c.problem([]any{"units", i, "cost"},
				"%s has no estimate: %s; write its points in place of `auto`", u.Name, why)
		}
	}
}

// shippedBooks maps the file of each book that ships with muster to a function that reads it once.
var shippedBooks sync.Map

// readShipped is Read without its checks, for books that ship with muster: tests check these books.
// All libraries share them.
func readShipped(file string, source []byte) (*Book, error) {
	read, known := shippedBooks.Load(file)
	if !known {
		read, _ = shippedBooks.LoadOrStore(file, sync.OnceValues(func() (*Book, error) { return readUnchecked(file, source) }))
	}
	return read.(func() (*Book, error))()
}

// readUnchecked is Read without its checks.
func readUnchecked(file string, source []byte) (*Book, error) {
	document, err := schema.ReadTrusted(file, source, "book/1")
	if err != nil {
		return nil, err
	}
	game, err := rules.Load(document.At("system").Text())
	if err != nil {
		return nil, err
	}
	c, err := newChecker(document, game)
	if err != nil {
		return nil, err
	}
	return c.book, nil
}

// checker finds problems of a book that its schema does not cover.
type checker struct {
	book     *Book
	document *schema.Document
	problems []schema.Problem
}

// newChecker decodes a book's document and builds its look-up tables.
func newChecker(document *schema.Document, game *rules.System) (*checker, error) {
	b := &Book{File: document.File, game: game}
	if err := document.Decode(b); err != nil {
		return nil, err
	}
	b.ruleSet = b.compileRules(game)
	c := &checker{book: b, document: document}
	c.buildLookupTables()
	return c, nil
}

func (c *checker) problem(path []any, format string, args ...any) {
	c.problems = append(c.problems, c.document.ProblemError("", fmt.Sprintf(format, args...), path...).Problems...)
}

// buildLookupTables builds the look-up tables and reports ambiguous ids and names.
func (c *checker) buildLookupTables() {
	b := c.book
	b.unitsByID = make(map[string]*Unit, len(b.Units))
	names := make(map[string]string, len(b.Units))
	for i := range b.Units {
		u := &b.Units[i]
		if b.unitsByID[u.ID] != nil {
			c.problem([]any{"units", i, "id"}, "a unit with the id `%s` is there already; give this one another", u.ID)
		}
		if other, twice := names[u.Name]; twice {
			c.problem([]any{"units", i, "name"},
				"the unit `%s` has the name %q already; rename one of them", other, u.Name)
		}
		b.unitsByID[u.ID], names[u.Name] = u, u.ID
	}
	b.packagesByID = make(map[string]*Package, len(b.Packages))
	for i := range b.Packages {
		p := &b.Packages[i]
		if b.packagesByID[p.ID] != nil {
			c.problem([]any{"upgrades", i, "id"},
				"a package with the id `%s` is there already; give this one another", p.ID)
		}
		b.packagesByID[p.ID] = p
	}
	given := make(map[string]bool, len(b.Rules))
	for i := range b.Rules {
		key := rules.NameKey(strings.TrimSuffix(b.Rules[i].Name, "(X)"))
		if given[key] {
			c.problem([]any{"rules", i, "name"}, "the rule %q is given twice; keep one of them", b.Rules[i].Name)
		}
		given[key] = true
	}
}

func (c *checker) checkReferences() {
	b := c.book
	packageIDs := convert.All(b.Packages, func(p Package) string { return p.ID })
	sections := map[string]bool{}
	for i := range b.Packages {
		for j := range b.Packages[i].Sections {
			s := &b.Packages[i].Sections[j]
			if s.ID != "" {
				sections[s.ID] = true
			}
			for k := range s.Options {
				for id := range s.Options[k].CostByUnit {
					if b.unitsByID[id] == nil {
						c.problem([]any{"upgrades", i, "sections", j, "options", k, "costs", id},
							"`%s` is no unit of this book%s", id, schema.DidYouMean(id, b.UnitIDs()))
					}
				}
			}
			if s.Kind != Upgrade && len(s.TargetGear) == 0 {
				c.problem([]any{"upgrades", i, "sections", j},
					"the section %q has kind `%s` and needs `targets`: what it acts on", s.Label, s.Kind)
			}
		}
	}
	for i := range b.Units {
		for j, id := range b.Units[i].UpgradePackages {
			if b.packagesByID[id] == nil {
				c.problem([]any{"units", i, "upgrades", j},
					"`%s` is no package of this book%s", id, schema.DidYouMean(id, packageIDs))
			}
		}
		for j, id := range b.Units[i].ExcludedSections {
			if !sections[id] {
				c.problem([]any{"units", i, "without", j}, "`%s` is no section of this book", id)
			}
		}
	}
}

// checkOptions checks that the ids of each unit's options are unique.
func (c *checker) checkOptions() {
	b := c.book
	index := make(map[string]int, len(b.Packages))
	for i := range b.Packages {
		index[b.Packages[i].ID] = i
	}
	type place struct{ p, s, o int }
	reported := map[place]bool{}
	seen := map[string]place{}
	for i := range b.Units {
		u := &b.Units[i]
		clear(seen)
		for _, id := range u.UpgradePackages {
			p, ok := index[id]
			if !ok {
				continue
			}
			for s := range b.Packages[p].Sections {
				if slices.Contains(u.ExcludedSections, b.Packages[p].Sections[s].ID) && b.Packages[p].Sections[s].ID != "" {
					continue
				}
				for o := range b.Packages[p].Sections[s].Options {
					option, at := b.Packages[p].Sections[s].Options[o].ID, place{p, s, o}
					if first, twice := seen[option]; twice && first != at && !reported[at] {
						reported[at] = true
						c.problem([]any{"upgrades", p, "sections", s, "options", o, "id"},
							"the unit `%s` already has an option `%s`, in %q; give this one another id",
							u.ID, option, b.Packages[first.p].Sections[first.s].Label)
					}
					seen[option] = place{p, s, o}
				}
			}
		}
	}
}

func (c *checker) checkRuleRatings() {
	b := c.book
	for i := range b.Units {
		c.checkGearRatings(&b.Units[i].Gear, "units", i)
	}
	for at, choice := range b.Choices() {
		c.checkGearRatings(&choice.Option.Gear, "upgrades", at[0], "sections", at[1], "options", at[2])
	}
}

func (c *checker) checkGearRatings(g *Gear, path ...any) {
	for at, uses := range g.RuleLists() {
		for i, u := range uses {
			if err := c.book.ruleSet.CheckUse(u); err != nil {
				c.problem(slices.Concat(path, at.Path, []any{i}), "%v", err)
			}
		}
	}
}
