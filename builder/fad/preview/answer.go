package preview

import (
	"cmp"
	"context"
	"fmt"

	"muster/builder/fad"
	"muster/builder/odds"
	"muster/report"
	combat "muster/rules/fad"
)

// Choices returns the values that can be chosen in a question about a list, such as covers.
func Choices() odds.Choices {
	return odds.Choices{
		Modes:              []odds.Mode{odds.Shooting, odds.Charging},
		Covers:             []string{string(combat.Open), string(combat.Partial), string(combat.Heavy)},
		WhyNoOptionalRules: "a duel's `invoked` tells which powers are used",
	}
}

// A unitQuestion is a question about the units of a force.
type unitQuestion struct {
	odds.Inquiry[Combatant, combat.Scenario, combat.Result]
	army *fad.Army
}

// Ask answers a question about a list; list.List() must be a *fad.Army. The error is ctx's, or
// names a unit that is missing or cannot fight.
func Ask(ctx context.Context, list odds.List, q odds.Question) (*odds.Answer, error) {
	a := unitQuestion{army: list.GameList().(*fad.Army)}
	var err error
	a.Inquiry, err = odds.NewInquiry[combat.Scenario, combat.Result](list, &q, odds.SideFuncs[Combatant]{
		OwnUnits:       func(odds.List) ([]Combatant, error) { return units(a.army, q.OwnStates), nil },
		FoeUnits:       func(foe odds.List) []Combatant { return Targets(units(foe.GameList().(*fad.Army), q.FoeStates)) },
		TypicalTargets: TypicalTargets,
	})
	if err != nil {
		return nil, err
	}
	if q.OnlyNeededRolls { // no weapon of a force has dice to hit or to save of its own
		return &a.Answer, nil
	}
	a.Answer.ExpectedQuantity = "losses"
	a.Answer.ExpectedQuantityNote = "Expected losses are exact, against fresh units in the open, from where all weapons reach; % is the chance that a vehicle is lost"
	for i := range a.Units {
		if u := &a.Units[i]; u.Partner == "" { // who has a partner comes after the unit alone
			a.Answer.Units = append(a.Answer.Units, odds.UnitRemarks{ID: u.ID, Name: u.Name, NotModelled: u.NotModelled})
		}
	}
	ask := a.answerUnit
	if q.UnitID == "" {
		ask = a.answerTable
	}
	pairs, err := ask(ctx)
	if err == nil && q.KeepResults {
		a.Answer.Report = a.report(pairs)
	}
	return &a.Answer, err
}

// coverNote names the cover that the question gives the targets; "" if it gives none.
func (a *unitQuestion) coverNote() string {
	if cover := coversToShow(a.Question)[0]; cover != combat.Open {
		return "in " + string(cover) + " cover"
	}
	return "in the open"
}

// answerTable answers the question for every unit against every target.
func (a *unitQuestion) answerTable(ctx context.Context) ([]Pair, error) {
	pairs, err := BestPairs(ctx, a.Units, a.Targets, a.Question)
	if err != nil {
		return nil, err
	}
	s := a.Section(cmp.Or(a.army.List.Name, a.List.Document().File), a.List.Game().Name,
		fmt.Sprintf("%d points", a.List.Points()))
	s.ReadingHint = odds.TablesExplanation
	s.SignsLegend = "Shooting is at targets " + a.coverNote() + ", from where all weapons reach, at a vehicle's front; a vehicle counts if it is lost by its next activation. Charges meet the free shot."
	add := func(way int, title, from string) {
		grid, unit := odds.Table{Table: report.Table{NumberedHeaders: true, Columns: []report.Column{
			odds.NameColumn(title), {Name: from, Kind: report.NumberColumn},
		}}}, -1
		for i := range a.Units {
			u, with := &a.Units[i], ""
			if partner := a.army.Unit(u.Partner); partner != nil {
				with = " with " + partner.Title()
			} else {
				unit++
			}
			grid.Add(u.Name, "")
			grid.Attacks = append(grid.Attacks, odds.AttackRow{UnitIndex: unit, Action: with})
		}
		odds.AddTargets(&grid, a.Answer.Targets, pairs[way])
		s.Tables = append(s.Tables, grid)
	}
	if a.AsksForMode(odds.Shooting) {
		add(fireIndex, "Shooting, blasts", "From")
	}
	if a.AsksForMode(odds.Charging) {
		add(assaultIndex, "Charging", "")
	}
	var all []Pair
	for i := range a.Units {
		u := &a.Units[i]
		s.Remarks = append(s.Remarks, u.sideNotes(u.Name+": ", nil)...)
		all = append(all, odds.PossibleAttacks(pairs, i)...)
	}
	return all, nil
}

// sideNotes returns notes on a unit, to show beside its numbers. Each note begins with the text in
// of. pairs are its attacks on targets that it may be unable to pin.
func (u *Combatant) sideNotes(of string, pairs []Pair) []odds.Remark {
	var all []odds.Remark
	for _, note := range u.Notes {
		all = append(all, odds.Remark{Text: of + note})
	}
	all = odds.AddRemark(all, odds.CannotPinRemark, of+"It cannot reach the pin level of: ", UnpinnableTargets(pairs), ".")
	all = odds.AddRemark(all, odds.OutsideFightsRemark, of+"No part in a fight: ", u.GearOutsideFights, ".")
	all = odds.AddRemark(all, odds.NotModelledRemark, of+"Not modelled, so of no effect here: ", u.NotModelled, ".")
	for i := range all {
		all[i].UnitID = u.ID
	}
	return all
}
