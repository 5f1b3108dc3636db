package preview

import (
	"cmp"
	"fmt"
	"strings"

	"muster/builder/fad"
	"muster/builder/odds"
	armoury "muster/catalog/fad"
	"muster/report"
	"muster/rules"
	combat "muster/rules/fad"
	"muster/schema"
)

// Duel answers a duel file of Fast and Dirty. The error is a *schema.Error: the file cannot be
// used, or the fight is too large for exact odds and dice are not wanted.
func Duel(doc *schema.Document, system *rules.System, dice odds.Dice) (*odds.Answer, error) {
	house, err := fad.HouseArmoury(doc)
	if err != nil {
		return nil, err
	}
	d, err := armoury.ReadDuel(doc, house)
	if err != nil {
		return nil, err
	}
	answer, results, err := odds.AnswerDuel(doc, dice, combat.CodeTooLarge,
		func() (combat.Result, error) { return combat.Odds(d) },
		func(combat.Result) (combat.Result, error) { return combat.Sample(d, dice.Rolls, dice.Seed) })
	if err != nil {
		return nil, err
	}
	fought := &results[0]
	if len(results) > 1 {
		fought.Simulated = &results[1]
	}
	if answer.Report == nil {
		answer.Report = *fought
	}
	answer.Sections = []odds.Section{duelSection(&d, fought, system.Citation, dice)}
	return answer, nil
}

// outcomeNames maps the keys of an outcome's numbers to readable names.
var outcomeNames = map[string]string{
	"hits": "hits suffered", "casualties": "figures lost", "wounded": "of them wounded",
	"damaged": "damaged", "critical": "critically damaged", "destroyed": "destroyed",
	"pinned": "pinned", "broken": "broken", "rallied": "  rallies", "falls_back": "  falls back", "routed": "  routs",
	"repaired": "repaired when it activates", "out_of_action": "  still out of action", "lost": "  lost",
	"wins": "wins", "overrun": "  overruns the enemy",
}

// duelSection returns the section with the outcomes of both sides and the distribution of the
// figures lost.
func duelSection(d *combat.Duel, fought *combat.Result, cite string, dice odds.Dice) odds.Section {
	names := []string{cmp.Or(d.Attacker.Name, "attacker"), cmp.Or(d.Target.Name, "target")}
	outcomes := odds.Table{Table: outcomeTable(names, fought)}
	if fought.Mode == combat.CloseAssault {
		outcomes.Footer = "Nobody wins: " + odds.ChanceCell.NumberText(fought.Draw)
	}
	s := odds.Section{Title: cite, Facts: []string{situationText(d)}, Tables: []odds.Table{outcomes}}
	for i, o := range []*combat.Outcome{&fought.Attacker, &fought.Target} {
		spread := odds.Spread{Title: "Figures lost by the " + names[i], Spread: o.Casualties}
		if o.ApplicableNumbers.Vehicle {
			spread = odds.Spread{Title: "Hits on the " + names[i], Spread: o.Hits}
		}
		if !odds.IsCertain(spread.Spread) {
			s.Spreads = append(s.Spreads, spread)
		}
	}
	s.Remarks = dice.Remarks()
	for _, note := range fought.NoFireReasons {
		s.Remarks = append(s.Remarks, odds.Remark{Kind: odds.StateRemark, Text: "Note: " + note + "."})
	}
	s.Remarks = odds.AddRemark(s.Remarks, odds.NotModelledRemark, "Not modelled, so of no effect here: ",
		fought.TraitsWithoutEffects, ".")
	return s
}

// outcomeTable returns a table with the numbers of both sides, exact and, if wanted, rolled.
func outcomeTable(names []string, fought *combat.Result) (t report.Table) {
	sides := []*combat.Outcome{&fought.Attacker, &fought.Target}
	if rolled := fought.Simulated; rolled != nil {
		names, sides = append(names, "rolled", "rolled"), append(sides, &rolled.Attacker, &rolled.Target)
	}
	t.Columns = make([]report.Column, 1, 1+len(names))
	for _, name := range names {
		column := odds.NameColumn(name)
		column.Kind = report.NumberColumn
		t.Columns = append(t.Columns, column)
	}
	for _, key := range combat.OutcomeKeys() {
		cells, found := make([]report.Cell, 1+len(sides)), false
		cells[0].Text = outcomeNames[key]
		for i, side := range sides {
			for _, n := range side.Numbers() {
				if n.Key != key {
					continue
				}
				found = true
				if cells[1+i] = odds.ChanceCell.Cell(n.Chance); n.Spread != nil {
					cells[1+i] = odds.MeanCell.Cell(n.Spread.Mean)
				}
			}
		}
		if found {
			t.Rows = append(t.Rows, report.Row{Cells: cells})
		}
	}
	return t
}

// situationText describes the scenario of a duel in a few words.
func situationText(d *combat.Duel) string {
	s := &d.Scenario
	into := func(cover combat.Cover) string {
		if cover == combat.Partial || cover == combat.Heavy {
			return fmt.Sprintf(" into %s cover", cover)
		}
		return " in the open"
	}
	under := func(band combat.RangeBand, cover combat.Cover) string {
		return fmt.Sprintf("at %s range", cmp.Or(band, "close")) + into(cover)
	}
	var words []string
	switch s.Mode {
	case combat.Shooting:
		words = []string{"the attacker shoots " + under(s.Range, s.Cover)}
		if d.Target.Kind == combat.Vehicle {
			words = append(words, "at the "+string(cmp.Or(s.Facing, combat.Front)))
		}
	case combat.Blast:
		words = []string{"the attacker blasts the target" + into(s.Cover)}
	case combat.AllFire:
		words = []string{"the attacker fires all its weapons " + under(s.Range, s.Cover)}
	case combat.CloseAssault:
		words = []string{"the attacker charges"}
		if free := s.FreeShot; free != nil {
			words = append(words, "after a free shot "+under(free.Range, free.Cover))
		}
	case combat.VehicleAssault:
		words = []string{"the attacker assaults the vehicle"}
		if s.ContactFigures > 0 {
			words = append(words, fmt.Sprintf("%d in contact", s.ContactFigures))
		}
	}
	for _, circumstance := range []struct {
		on   bool
		word string
	}{
		{s.OpenFire, "Open Fire"},
		{s.ShooterMoved, "after moving"},
		{s.ShooterUnderFire, "the shooter under fire"},
		{s.TargetUnderFire, "the target under fire"},
		{s.TargetMoved, "the target has moved"},
		{s.TargetBunchedUp, "bunched up"},
		{s.TargetNonCombatant, "the target cannot fight"},
		{s.TargetConcealed, "the target concealed"},
		{s.UsesCrossfire, "in crossfire"},
		{s.TankNearTarget, "with a tank, a bunker or a trench at hand"},
		{s.UsesWoundedRules, "with wounds"},
		{s.OneDamageRollPerSquad, "one damage roll for the squad"},
	} {
		if circumstance.on {
			words = append(words, circumstance.word)
		}
	}
	return strings.Join(words, ", ")
}
