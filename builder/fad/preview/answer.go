package preview

import (
	"cmp"
	"context"
	"fmt"

	"muster/builder/fad"
	"muster/builder/odds"
	combat "muster/rules/fad"
)

// Choices returns the possible choices in a question about a list.
func Choices() odds.Choices {
	return odds.Choices{
		Modes:  []odds.Mode{odds.Shooting, odds.Charging},
		Covers: []string{string(combat.Open), string(combat.Partial), string(combat.Heavy)},
		NoUses: "a duel's `invoked` tells which powers are used",
	}
}

// asked is a question about the units of a force.
type asked struct {
	odds.Asked[Combatant, combat.Scenario, combat.Result]
	army *fad.Army
}

// Ask answers a question about a list whose List is a *fad.Army. The error names a unit that is
// missing or cannot fight, or is ctx's.
func Ask(ctx context.Context, list odds.List, q odds.Question) (*odds.Answer, error) {
	a := asked{army: list.List().(*fad.Army)}
	var err error
	a.Asked, err = odds.Find[combat.Scenario, combat.Result](list, &q, odds.Sides[Combatant]{
		Own:   func(odds.List) ([]Combatant, error) { return units(a.army, q.Now), nil },
		Foes:  func(foe odds.List) []Combatant { return Targets(units(foe.List().(*fad.Army), q.FoeNow)) },
		Bench: Bench,
	})
	if err != nil {
		return nil, err
	}
	if q.Needs { // no weapon of a force has dice to hit or to save of its own
		return &a.Answer, nil
	}
	a.Answer.ByNumber, a.Answer.Expected = true, "losses"
	a.Answer.About = "Expected losses are exact, against fresh units in the open, from where all weapons reach; % is the chance that a vehicle is lost"
	for i := range a.Units {
		if u := &a.Units[i]; u.With == "" { // who has a partner comes after the unit alone
			a.Answer.Units = append(a.Answer.Units, odds.Subject{ID: u.ID, Name: u.Name, NotModelled: u.NotModelled})
		}
	}
	ask := a.full
	if q.Unit == "" {
		ask = a.table
	}
	pairs, err := ask(ctx)
	if err == nil && q.Report {
		a.Answer.Report = a.report(pairs)
	}
	return &a.Answer, err
}

// coverNote names the cover of the targets, if the question asks for one.
func (a *asked) coverNote() string {
	if cover := covers(a.Question)[0]; cover != combat.Open {
		return "in " + string(cover) + " cover"
	}
	return "in the open"
}

// table answers the question for every unit against every target.
func (a *asked) table(ctx context.Context) ([]Pair, error) {
	pairs, err := Matrix(ctx, a.Units, a.Targets, a.Question)
	if err != nil {
		return nil, err
	}
	s := a.Section(cmp.Or(a.army.List.Name, a.List.Document().File), a.List.Game().Name,
		fmt.Sprintf("%d points", a.List.Points()))
	s.About = odds.AboutTables
	s.Key = "Shooting is at targets " + a.coverNote() + ", from where all weapons reach, at a vehicle's front; a vehicle counts if it is lost by its next activation. Charges meet the free shot."
	add := func(way int, title, from string) {
		rows, unit := make([]odds.Row, len(a.Units)), -1
		for i := range rows {
			u, with := &a.Units[i], ""
			if partner := a.army.Unit(u.With); partner != nil {
				with = " with " + partner.Title()
			} else {
				unit++
			}
			rows[i] = odds.Row{Unit: unit, Way: with, Cells: []odds.Cell{{Text: u.Name}, {}}}
		}
		columns := []odds.Column{{Name: title, Kind: odds.Name}, {Name: from, Kind: odds.Range}}
		s.Tables = append(s.Tables, odds.NewGrid(columns, rows, a.Answer.Targets, pairs[way]))
	}
	if a.AsksFor(odds.Shooting) {
		add(fire, "Shooting, blasts", "From")
	}
	if a.AsksFor(odds.Charging) {
		add(assault, "Charging", "")
	}
	var all []Pair
	for i := range a.Units {
		u := &a.Units[i]
		s.Asides = append(s.Asides, u.asides(u.Name+": ", nil)...)
		all = append(all, odds.Possible(pairs, i)...)
	}
	return all, nil
}

// asides returns notes on a unit to show beside its numbers; each begins with the text of.
func (u *Combatant) asides(of string, pairs []Pair) []odds.Aside {
	var all []odds.Aside
	for _, note := range u.Notes {
		all = append(all, odds.Aside{Text: of + note})
	}
	all = odds.AddNames(all, odds.NeverPins, of+"It cannot reach the pin level of: ", NeverPins(pairs), ".")
	all = odds.AddNames(all, odds.Unused, of+"No part in a fight: ", u.Unused, ".")
	all = odds.AddNames(all, odds.NotModelled, of+"Not modelled, so of no effect here: ", u.NotModelled, ".")
	for i := range all {
		all[i].Unit = u.ID
	}
	return all
}
