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
	options        Options
	units, targets []Unit
	answer         odds.Answer
}

// Ask answers a question about a list whose List is an *gf.Army. The error says
// which unit is not there or cannot fight, or is the context's if that ends
// before.
func Ask(ctx context.Context, list odds.List, q odds.Question) (*odds.Answer, error) {
	a := asked{Question: &q, list: list, army: list.List().(*gf.Army)}
	a.options = Options{
		Mode: combat.Mode(q.Mode), Distance: q.Distance, Moved: q.Moved, Cover: q.Cover != "",
		LongRange: q.LongRange, Means: !q.Report,
	}
	if err := a.sides(); err != nil {
		return nil, err
	}
	a.answer.Expected = "wounds"
	a.answer.About = "Expected wounds are exact, against fresh units in the open"
	for _, t := range a.targets {
		a.answer.Targets = append(a.answer.Targets, odds.Target{ID: t.ID, Name: t.Name, Legend: t.Name + " (" + t.ID + ")"})
	}
	ask := a.full
	if q.Unit == "" {
		ask = a.table
	}
	pairs, err := ask(ctx)
	if err == nil && q.Report {
		a.report(pairs)
	}
	return &a.answer, err
}

// sides finds who fights whom.
func (a *asked) sides() error {
	err := a.Foe.Meets(a.list)
	if err != nil {
		return err
	}
	a.units = Units(a.army)
	if err = Use(a.units, a.Uses); err != nil {
		return fmt.Errorf("%s: %w", a.list.Document().File, err)
	}
	if a.units, err = odds.Pick(a.list, a.units, a.Unit, (*Unit).Has); err != nil {
		return err
	}
	switch foe := &a.Foe; {
	case foe.List != nil:
		a.targets, err = odds.Pick(foe.List, Units(foe.List.List().(*gf.Army)), foe.Unit, (*Unit).Has)
	case foe.Targets != nil:
		if a.targets, err = ReadBench(foe.Targets, a.army.Game); err == nil {
			a.targets, err = odds.PickTarget(foe.Targets.File, a.targets, foe.Unit, func(u *Unit) string { return u.ID })
		}
	default:
		a.targets, err = Bench(a.army.Game)
	}
	if err != nil {
		return err
	}
	if err = Use(a.targets, a.EnemyUses); err != nil {
		return fmt.Errorf("%s: %w", a.Foe.Title(), err)
	}
	return nil
}

// section begins what is said of a unit or of the list.
func (a *asked) section(title string, facts ...string) *odds.Section {
	game := a.army.Game
	facts = append(facts, game.Name+" "+game.Edition, "against "+a.Foe.Title())
	a.answer.Sections = append(a.answer.Sections, odds.Section{Title: title, Facts: facts})
	return &a.answer.Sections[len(a.answer.Sections)-1]
}

// circumstances says what was asked for beside the usual, behind before.
func (a *asked) circumstances(before string) string {
	var words []string
	if a.Distance > 0 {
		words = append(words, fmt.Sprintf("%d\" apart", a.Distance))
	}
	if a.options.Cover {
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
	t, err := Matrix(ctx, a.army.Game, a.units, a.targets, a.options)
	if err != nil {
		return nil, err
	}
	s := a.section(cmp.Or(a.army.List.Name, a.list.Document().File), fmt.Sprintf("%d points", a.list.Points()))
	s.About = odds.AboutTables
	if here := a.circumstances(" Here: "); here != "" {
		s.About += here + "."
	}
	if a.Does(odds.Shooting) {
		s.Tables = append(s.Tables, a.grid("Shooting", t.Shooting))
	}
	if a.LongRange {
		s.Tables = append(s.Tables, a.grid("Shooting, long range", t.LongRange))
	}
	if a.Does(odds.Charging) {
		s.Tables = append(s.Tables, a.grid("Charging", t.Melee))
	}
	var all []Pair
	for i := range a.units {
		pairs := slices.DeleteFunc(slices.Concat(t.Shooting[i], t.LongRange[i], t.Melee[i]), func(p Pair) bool { return p.Unit == nil })
		u := &a.units[i]
		a.answer.Units = append(a.answer.Units, odds.Unit{ID: u.ID, Name: u.Name, NotModelled: NotModelled(pairs)})
		all = append(all, pairs...)
	}
	s.Asides = asides(all)
	return all, nil
}

// grid is one way to fight of every unit against every target.
func (a *asked) grid(title string, rows [][]Pair) odds.Table {
	t := odds.Table{Targets: true, Columns: []odds.Column{{Name: title}, {Kind: odds.Name}, {Kind: odds.Range}}}
	if title != "Charging" {
		t.Columns[2].Name = "From"
	}
	for _, target := range a.targets {
		t.Columns = append(t.Columns, odds.Column{Name: target.Name, Kind: odds.Worth})
	}
	for i, pairs := range rows {
		row := odds.Row{Unit: i, Way: "Charge", Cells: []odds.Cell{{Text: a.units[i].ID}, {Text: a.units[i].Name}, {}}}
		if title != "Charging" {
			row.Cells[2].Text = "-" // it has nothing to shoot with
		}
		best := Best(pairs)
		for j := range pairs {
			p := &pairs[j]
			cell, effect := odds.Cell{}, odds.Effect{}
			if p.Unit != nil {
				cell, effect = odds.Cell{Figures: []float64{p.Per100}, Best: j == best}, p.effect()
				if p.Scenario.Mode == combat.Shooting {
					row.Cells[2].Text = fmt.Sprintf("%d\"", p.Scenario.Distance)
					row.Way = fmt.Sprintf("Shoot %d″", p.Scenario.Distance)
				}
			}
			row.Cells, row.Effects = append(row.Cells, cell), append(row.Effects, effect)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// effect is what is expected of the target.
func (p *Pair) effect() odds.Effect {
	return odds.Effect{Kind: odds.Mean, Value: p.Result.Target.Wounds.Mean, Share: p.Share}
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
