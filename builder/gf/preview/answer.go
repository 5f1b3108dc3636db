package preview

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"muster/builder/gf"
	"muster/builder/odds"
	combat "muster/rules/gf"
	"muster/schema"
)

// Asks is what a question about a list may choose.
func Asks() odds.Choices {
	return odds.Choices{Modes: []odds.Mode{odds.Shooting, odds.Charging, odds.Ability}}
}

// asked is a question about the units of a list.
type asked struct {
	*odds.Question
	list           odds.List
	army           *gf.Army
	units, targets []Unit
	answer         odds.Answer
}

// Ask answers a question about a list whose List is a *gf.Army. The error says
// which unit is not there or cannot fight, which rule cannot be used, or is the
// context's if that ends before.
func Ask(ctx context.Context, list odds.List, q odds.Question) (*odds.Answer, error) {
	a := asked{Question: &q, list: list, army: list.List().(*gf.Army)}
	var err error
	a.units, a.targets, a.answer, err = odds.Find(list, &q, odds.Sides[Unit]{
		Own: func(odds.List) ([]Unit, error) {
			units := Units(a.army)
			if err := Use(units, q.Uses); err != nil {
				return nil, fmt.Errorf("%s: %w", list.Document().File, err)
			}
			return units, nil
		},
		Foes: func(foe odds.List) []Unit { return Units(foe.List().(*gf.Army)) },
		Bench: func(doc *schema.Document) ([]Unit, error) {
			if doc == nil {
				return Bench(a.army.Game)
			}
			return ReadBench(doc, a.army.Game)
		},
	})
	if err != nil {
		return nil, err
	}
	if err := Use(a.targets, q.EnemyUses); err != nil {
		return nil, fmt.Errorf("%s: %w", q.Foe.Title(), err)
	}
	a.answer.Expected, a.answer.About = "wounds", "Expected wounds are exact, against fresh units in the open"
	ask := a.full
	if q.Unit == "" {
		ask = a.table
	}
	pairs, err := ask(ctx)
	if err == nil && q.Report {
		a.answer.Report = odds.NewReport(list, &q, pairs, func(p *Pair) string { return string(p.Scenario.Mode) + " " + p.Unit.ID }, (*Pair).Report)
	}
	return &a.answer, err
}

// section begins what is said of a unit or of the list.
func (a *asked) section(title string, facts ...string) *odds.Section {
	game := a.army.Game
	a.answer.Sections = []odds.Section{{Title: title, Facts: append(facts, game.Name+" "+game.Edition, "against "+a.Foe.Title())}}
	return &a.answer.Sections[0]
}

// circumstances says what was asked for beside the usual, behind before.
func (a *asked) circumstances(before string) string {
	var words []string
	if a.Distance > 0 {
		words = append(words, fmt.Sprintf("%d\" apart", a.Distance))
	}
	if a.Cover != "" {
		words = append(words, "targets in cover")
	}
	if a.Moved {
		words = append(words, "shooters have moved")
	}
	if words == nil {
		return ""
	}
	return before + strings.Join(words, ", ")
}

// table answers for every unit against every target.
func (a *asked) table(ctx context.Context) ([]Pair, error) {
	pairs, err := Matrix(ctx, a.army.Game, a.units, a.targets, a.Question)
	if err != nil {
		return nil, err
	}
	s := a.section(cmp.Or(a.army.List.Name, a.list.Document().File), fmt.Sprintf("%d points", a.list.Points()))
	s.About = odds.AboutTables
	if here := a.circumstances(" Here: "); here != "" {
		s.About += here + "."
	}
	add := func(way int, title, from, none string) {
		rows := make([]odds.Row, len(a.units))
		for i := range rows {
			rows[i] = odds.Row{Unit: i, Cells: []odds.Cell{{Text: a.units[i].ID}, {Text: a.units[i].Name}, {Text: none}}}
		}
		columns := []odds.Column{{Name: title}, {Kind: odds.Name}, {Name: from, Kind: odds.Range}}
		s.Tables = append(s.Tables, odds.Grid(columns, rows, a.answer.Targets, pairs[way]))
	}
	if a.Does(odds.Shooting) {
		add(shooting, "Shooting", "From", "-") // a unit may have nothing to shoot with
	}
	if a.Does(odds.Shooting) && a.LongRange {
		add(longRange, "Shooting, long range", "From", "-")
	}
	if a.Does(odds.Charging) {
		add(melee, "Charging", "", "")
	}
	var all []Pair
	for i := range a.units {
		mine := slices.DeleteFunc(slices.Concat(pairs[shooting][i], pairs[longRange][i], pairs[melee][i]), func(p Pair) bool { return p.Unit == nil })
		u := &a.units[i]
		a.answer.Units = append(a.answer.Units, odds.Unit{ID: u.ID, Name: u.Name, NotModelled: NotModelled(mine)})
		all = append(all, mine...)
	}
	s.Asides = asides(all)
	return all, nil
}

// asides names what the odds leave out, leave to the player and chose.
func asides(pairs []Pair) []odds.Aside {
	all := named(nil, odds.NotModelled, "Not modelled, so of no effect here: ", NotModelled(pairs))
	all = named(all, odds.CouldBeUsed, "Could be used: ", Names(pairs, func(r *combat.Result) []string { return r.CouldBeUsed }))
	all = named(all, odds.Chosen, "Chosen: ", Names(pairs, func(r *combat.Result) []string { return r.Chosen }))
	return named(all, odds.NoPart, "Outside a fight: ", Names(pairs, func(r *combat.Result) []string { return r.Outside }))
}

// named adds an aside of names, if there are any.
func named(to []odds.Aside, kind odds.AsideKind, what string, names []string) []odds.Aside {
	if len(names) == 0 {
		return to
	}
	return append(to, odds.Aside{Kind: kind, Text: what + strings.Join(names, ", ")})
}
