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
	"muster/schema"
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
	units, targets []Unit
	answer         odds.Answer
}

// Ask answers a question about a list whose List is a *fad.Army. The error says
// which unit is not there or cannot fight, or is the context's if that ends
// before.
func Ask(ctx context.Context, list odds.List, q odds.Question) (*odds.Answer, error) {
	a := asked{Question: &q, list: list, army: list.List().(*fad.Army)}
	var err error
	a.units, a.targets, a.answer, err = odds.Find(list, &q, odds.Sides[Unit]{
		Own:  func(odds.List) ([]Unit, error) { return Units(a.army), nil },
		Foes: func(foe odds.List) []Unit { return Targets(Units(foe.List().(*fad.Army))) },
		Bench: func(doc *schema.Document) ([]Unit, error) {
			if doc == nil {
				return Bench()
			}
			return ReadBench(doc)
		},
	})
	if err != nil {
		return nil, err
	}
	a.answer.ByNumber, a.answer.Expected = true, "losses"
	a.answer.About = "Expected losses are exact, against fresh units in the open, from where all weapons reach; % is the chance that a vehicle is lost"
	for i := range a.units {
		if u := &a.units[i]; u.With == "" { // who has a partner comes after the unit alone
			a.answer.Units = append(a.answer.Units, odds.Unit{ID: u.ID, Name: u.Name, NotModelled: u.NotModelled})
		}
	}
	ask := a.full
	if q.Unit == "" {
		ask = a.table
	}
	pairs, err := ask(ctx)
	if err == nil && q.Report {
		a.answer.Report = a.report(pairs)
	}
	return &a.answer, err
}

// section begins what is said of a unit or of the list.
func (a *asked) section(title string, facts ...string) *odds.Section {
	facts = append(facts, a.list.Game().Name, "against "+a.Foe.Title())
	a.answer.Sections = append(a.answer.Sections, odds.Section{Title: title, Facts: facts})
	return &a.answer.Sections[len(a.answer.Sections)-1]
}

// ground is where targets stand that are fired at, if not in every cover.
func (a *asked) ground() string {
	if cover := covers(a.Question)[0]; cover != combat.Open {
		return "in " + string(cover) + " cover"
	}
	return "in the open"
}

// table answers for every unit against every target.
func (a *asked) table(ctx context.Context) ([]Pair, error) {
	pairs, err := Matrix(ctx, a.units, a.targets, a.Question)
	if err != nil {
		return nil, err
	}
	s := a.section(cmp.Or(a.army.List.Name, a.list.Document().File), fmt.Sprintf("%d points", a.list.Points()))
	s.About = odds.AboutTables
	s.Key = "Shooting is at targets " + a.ground() + ", from where all weapons reach, at a vehicle's front; a vehicle counts if it is lost by its next activation. Charges meet the free shot."
	add := func(way int, title, from string) {
		rows, unit := make([]odds.Row, len(a.units)), -1
		for i := range rows {
			u, with := &a.units[i], ""
			if partner := a.army.Unit(u.With); partner != nil {
				with = " with " + partner.Title()
			} else {
				unit++
			}
			rows[i] = odds.Row{Unit: unit, Way: with, Cells: []odds.Cell{{Text: u.Name}, {}}}
		}
		columns := []odds.Column{{Name: title, Kind: odds.Name}, {Name: from, Kind: odds.Range}}
		s.Tables = append(s.Tables, odds.Grid(columns, rows, a.answer.Targets, pairs[way]))
	}
	if a.Does(odds.Shooting) {
		add(fire, "Shooting, blasts", "From")
	}
	if a.Does(odds.Charging) {
		add(assault, "Charging", "")
	}
	var all []Pair
	for i := range a.units {
		u := &a.units[i]
		s.Asides = append(s.Asides, u.asides(u.Name+": ", nil)...)
		all = append(all, slices.DeleteFunc(slices.Concat(pairs[fire][i], pairs[assault][i]), func(p Pair) bool { return p.Unit == nil })...)
	}
	return all, nil
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
