package preview

import (
	"cmp"
	"fmt"
	"strings"

	"muster/builder/fad"
	"muster/builder/odds"
	armoury "muster/catalog/fad"
	"muster/rules"
	combat "muster/rules/fad"
	"muster/schema"
)

// Duel answers a duel file of Fast and Dirty. The error is a *schema.Error if the
// file cannot be used, or the fight is too large for exact odds and is not to be
// rolled.
func Duel(doc *schema.Document, system *rules.System, dice odds.Dice) (*odds.Answer, error) {
	house, err := fad.HouseArmoury(doc)
	if err != nil {
		return nil, err
	}
	d, err := armoury.ReadDuel(doc, house)
	if err != nil {
		return nil, err
	}
	answer := &odds.Answer{}
	fought, err := combat.Odds(d)
	if answer.TooLarge, err = dice.Instead(doc, err, combat.CodeTooLarge); err != nil {
		return nil, err
	}
	if dice.Times > 0 {
		rolled, err := combat.Sample(d, dice.Times, dice.Seed)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", doc.File, err)
		}
		fought.Simulated = &rolled
	}
	answer.Report = fought
	if answer.TooLarge != nil {
		answer.Report, fought = odds.Rolled{Simulated: fought.Simulated}, *fought.Simulated
	}
	answer.Sections = []odds.Section{duel(&d, &fought, system.Cite, dice)}
	return answer, nil
}

// fates are what people read for the numbers of an outcome.
var fates = map[string]string{
	"hits": "hits suffered", "casualties": "figures lost", "wounded": "of them wounded",
	"damaged": "damaged", "critical": "critically damaged", "destroyed": "destroyed",
	"pinned": "pinned", "broken": "broken", "rallied": "  rallies", "falls_back": "  falls back", "routed": "  routs",
	"repaired": "repaired when it activates", "out_of_action": "  still out of action", "lost": "  lost",
	"wins": "wins", "overrun": "  overruns the enemy",
}

// duel is what becomes of both sides, and how the figures that are lost are
// spread.
func duel(d *combat.Duel, fought *combat.Result, cite string, dice odds.Dice) odds.Section {
	names := []string{cmp.Or(d.Attacker.Name, "attacker"), cmp.Or(d.Target.Name, "target")}
	s := odds.Section{Title: cite, Facts: []string{situation(d)}, Tables: []odds.Table{outcomes(names, fought)}}
	if fought.Mode == combat.CloseAssault {
		s.Tables[0].Below = "Nobody wins: " + odds.Chance.Write(fought.Draw)
	}
	for i, o := range []*combat.Outcome{&fought.Attacker, &fought.Target} {
		spread := odds.Spread{Title: "Figures lost by the " + names[i], Spread: o.Casualties}
		if o.Has.Vehicle {
			spread = odds.Spread{Title: "Hits on the " + names[i], Spread: o.Hits}
		}
		if !odds.Certain(spread.Spread) {
			s.Spreads = append(s.Spreads, spread)
		}
	}
	s.Asides = dice.About()
	for _, note := range fought.Notes {
		s.Asides = append(s.Asides, odds.Aside{Kind: odds.Note, Text: "Note: " + note + "."})
	}
	if len(fought.NotModelled) > 0 {
		s.Asides = append(s.Asides, odds.Aside{Kind: odds.NotModelled, Text: "Not modelled, so of no effect here: " + strings.Join(fought.NotModelled, ", ") + "."})
	}
	return s
}

// outcomes are the numbers of both sides, and of both as they were rolled.
func outcomes(names []string, fought *combat.Result) odds.Table {
	t := odds.Table{Upright: true, Columns: []odds.Column{{Kind: odds.Name}}}
	sides := []*combat.Outcome{&fought.Attacker, &fought.Target}
	if rolled := fought.Simulated; rolled != nil {
		names, sides = append(names, "rolled", "rolled"), append(sides, &rolled.Attacker, &rolled.Target)
	}
	for _, name := range names {
		t.Rows = append(t.Rows, odds.Row{Cells: []odds.Cell{{Text: name}}})
	}
	for _, key := range combat.Keys() {
		column := odds.Column{Name: fates[key], Kind: odds.Chance}
		cells, found := make([]odds.Cell, len(sides)), false
		for i, side := range sides {
			for _, n := range side.Numbers() {
				if n.Key != key {
					continue
				}
				found = true
				if cells[i].Figures = []float64{n.Chance}; n.Spread != nil {
					column.Kind, cells[i].Figures[0] = odds.Mean, n.Spread.Mean
				}
			}
		}
		if !found {
			continue
		}
		t.Columns = append(t.Columns, column)
		for i := range t.Rows {
			t.Rows[i].Cells = append(t.Rows[i].Cells, cells[i])
		}
	}
	return t
}

// situation says in a few words what happens.
func situation(d *combat.Duel) string {
	s := &d.Scenario
	var words []string
	add := func(on bool, word string) {
		if on {
			words = append(words, word)
		}
	}
	under := func(band combat.Band, cover combat.Cover) string {
		text := "at close range"
		if band != "" {
			text = fmt.Sprintf("at %s range", band)
		}
		if cover == combat.Partial || cover == combat.Heavy {
			return fmt.Sprintf("%s into %s cover", text, cover)
		}
		return text + " in the open"
	}
	switch s.Mode {
	case combat.Shooting:
		add(true, "the attacker shoots "+under(s.Range, s.Cover))
		add(d.Target.Kind == combat.Vehicle, "at the "+string(cmp.Or(s.Facing, combat.Front)))
	case combat.Blast:
		where := "in the open"
		if s.Cover == combat.Partial || s.Cover == combat.Heavy {
			where = fmt.Sprintf("into %s cover", s.Cover)
		}
		add(true, "the attacker blasts the target "+where)
	case combat.CloseAssault:
		add(true, "the attacker charges")
		if free := s.FreeShot; free != nil {
			add(true, "after a free shot "+under(free.Range, free.Cover))
		}
	case combat.VehicleAssault:
		add(true, "the attacker assaults the vehicle")
		add(s.Contact > 0, fmt.Sprintf("%d in contact", s.Contact))
	}
	add(s.OpenFire, "Open Fire")
	add(s.Moved, "after moving")
	add(s.ShooterUnderFire, "the shooter under fire")
	add(s.TargetUnderFire, "the target under fire")
	add(s.TargetMoved, "the target has moved")
	add(s.BunchedUp, "bunched up")
	add(s.NonCombatant, "the target cannot fight")
	add(s.Concealed, "the target concealed")
	add(s.Crossfire, "in crossfire")
	add(s.TankNear, "with a tank, a bunker or a trench at hand")
	add(s.WoundedRules, "with wounds")
	add(s.SquadDamage, "one damage roll for the squad")
	return strings.Join(words, ", ")
}
