package preview

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"muster/builder/fad"
	"muster/builder/odds"
	combat "muster/rules/fad"
)

// Asks is what a question about a list may choose.
func Asks() odds.Choices {
	return odds.Choices{
		Modes:  []odds.Mode{odds.Shooting, odds.Charging},
		Covers: []string{string(combat.Open), string(combat.Partial), string(combat.Heavy)},
		NoUses: "a duel's `invoked` tells which powers are used",
	}
}

// asked is a question about the units of a force.
type asked struct {
	*odds.Question
	list           odds.List
	army           *fad.Army
	options        Options
	units, targets []Unit
	answer         odds.Answer
}

// Ask answers a question about a list whose List is a *fad.Army. The error says
// which unit is not there or cannot fight, or is the context's if that ends
// before.
func Ask(ctx context.Context, list odds.List, q odds.Question) (*odds.Answer, error) {
	a := asked{Question: &q, list: list, army: list.List().(*fad.Army)}
	a.options = Options{Distance: q.Distance, Cover: combat.Cover(q.Cover), Moved: q.Moved, Means: !q.Report}
	if q.Cover == odds.UsualCover {
		a.options.Cover = combat.Partial
	}
	switch q.Mode {
	case odds.Shooting:
		a.options.Mode = combat.Shooting
	case odds.Charging:
		a.options.Mode = combat.CloseAssault
	}
	if err := a.sides(); err != nil {
		return nil, err
	}
	a.answer.ByNumber, a.answer.Expected = true, "losses"
	a.answer.About = "Expected losses are exact, against fresh units in the open, from where all weapons reach; % is the chance that a vehicle is lost"
	for _, t := range a.targets {
		a.answer.Targets = append(a.answer.Targets, odds.Target{ID: t.ID, Name: t.Name, Legend: fmt.Sprintf("%s, %d points", t.Name, t.Points)})
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
	if a.units, err = odds.Pick(a.list, Units(a.army), a.Unit, (*Unit).Is); err != nil {
		return err
	}
	switch foe := &a.Foe; {
	case foe.List != nil:
		a.targets, err = odds.Pick(foe.List, Targets(Units(foe.List.List().(*fad.Army))), foe.Unit, (*Unit).Is)
	case foe.Targets != nil:
		if a.targets, err = ReadBench(foe.Targets); err == nil {
			a.targets, err = odds.PickTarget(foe.Targets.File, a.targets, foe.Unit, func(u *Unit) string { return u.ID })
		}
	default:
		a.targets, err = Bench()
	}
	return err
}

// section begins what is said of a unit or of the list.
func (a *asked) section(title string, facts ...string) *odds.Section {
	facts = append(facts, a.list.Game().Name, "against "+a.Foe.Title())
	a.answer.Sections = append(a.answer.Sections, odds.Section{Title: title, Facts: facts})
	return &a.answer.Sections[len(a.answer.Sections)-1]
}

// ground is where targets stand that are fired at, if not in every cover.
func (a *asked) ground() string {
	if cover := a.options.Covers()[0]; cover != combat.Open {
		return "in " + string(cover) + " cover"
	}
	return "in the open"
}

// table answers for every unit against every target.
func (a *asked) table(ctx context.Context) ([]Pair, error) {
	t, err := Matrix(ctx, a.units, a.targets, a.options)
	if err != nil {
		return nil, err
	}
	s := a.section(cmp.Or(a.army.List.Name, a.list.Document().File), fmt.Sprintf("%d points", a.list.Points()))
	s.About = odds.AboutTables
	if a.Does(odds.Shooting) {
		s.Tables = append(s.Tables, a.grid("Shooting, blasts", "From", t.Fire))
	}
	if a.Does(odds.Charging) {
		s.Tables = append(s.Tables, a.grid("Charging", "", t.Assault))
	}
	s.Key = "Shooting is at targets " + a.ground() + ", from where all weapons reach, at a vehicle's front; a vehicle counts if it is lost by its next activation. Charges meet the free shot."
	var all []Pair
	for i := range a.units {
		u := &a.units[i]
		if u.With == "" {
			a.answer.Units = append(a.answer.Units, odds.Unit{ID: u.ID, Name: u.Name, NotModelled: u.NotModelled})
		}
		s.Asides = append(s.Asides, u.asides(u.Name+": ", nil)...)
		all = append(all, slices.DeleteFunc(slices.Concat(t.Fire[i], t.Assault[i]), func(p Pair) bool { return p.Unit == nil })...)
	}
	return all, nil
}

// grid is one way to fight of every unit against every target.
func (a *asked) grid(title, from string, rows [][]Pair) odds.Table {
	t := odds.Table{Targets: true, Columns: []odds.Column{{Name: title, Kind: odds.Name}, {Name: from, Kind: odds.Range}}}
	for _, target := range a.targets {
		t.Columns = append(t.Columns, odds.Column{Name: target.Name, Kind: odds.Worth})
	}
	unit := -1
	for i, pairs := range rows {
		u := &a.units[i]
		if u.With == "" { // who has a partner comes after the unit alone
			unit++
		}
		row := odds.Row{Unit: unit, Way: "Fire", Cells: []odds.Cell{{Text: u.Name}, {}}}
		if from == "" {
			row.Way = "Assault"
		}
		if partner := a.army.Unit(u.With); partner != nil {
			row.Way += " with " + partner.Title()
		}
		best := Best(pairs)
		for j := range pairs {
			p := &pairs[j]
			cell, effect := odds.Cell{}, odds.Effect{}
			if p.Unit != nil {
				cell, effect = odds.Cell{Figures: []float64{p.Per100}, Best: j == best}, p.effect()
				if d := p.Scenario.Distance; d > 0 {
					row.Cells[1].Text = fmt.Sprintf("%d\"", d)
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
	if p.Against.Side.Kind == combat.Vehicle {
		return odds.Effect{Kind: odds.Chance, Value: p.Share, Share: p.Share}
	}
	return odds.Effect{Kind: odds.Mean, Value: p.Result.Target.Casualties.Mean, Share: p.Share}
}

// asides tells what a player should know of a unit beside its numbers; of is
// what each begins with.
func (u *Unit) asides(of string, pairs []Pair) []odds.Aside {
	var all []odds.Aside
	add := func(kind odds.AsideKind, text string) {
		all = append(all, odds.Aside{Kind: kind, Unit: u.ID, Text: of + text})
	}
	for _, note := range u.Notes {
		add(odds.Note, note)
	}
	for _, named := range []struct {
		kind  odds.AsideKind
		what  string
		names []string
	}{
		{odds.NeverPins, "It cannot reach the pin level of: ", NeverPins(pairs)},
		{odds.NoPart, "No part in a fight: ", u.NoPart},
		{odds.NotModelled, "Not modelled, so of no effect here: ", u.NotModelled},
	} {
		if len(named.names) > 0 {
			add(named.kind, named.what+strings.Join(named.names, ", ")+".")
		}
	}
	return all
}
