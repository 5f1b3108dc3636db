package main

import (
	"cmp"
	"fmt"
	"strings"

	builder "muster/builder/fad"
	armoury "muster/catalog/fad"
	"muster/rules"
	"muster/rules/dice"
	combat "muster/rules/fad"
	"muster/rules/fad/roll"
	"muster/schema"
	"muster/terminal"
)

// fadDuel answers a duel of Fast and Dirty.
func (a *app) fadDuel(doc *schema.Document, system *rules.System, f duelFlags) error {
	house, err := builder.HouseArmoury(doc)
	if err != nil {
		return err
	}
	d, err := armoury.ReadDuel(doc, house)
	if err != nil {
		return err
	}
	fought, err := combat.Odds(d)
	large, err := a.tooLarge(doc.File, err, f)
	if err != nil {
		return err
	}
	if f.simulate > 0 {
		rolled, err := roll.Simulate(d, f.simulate, f.seed)
		if err != nil {
			return fmt.Errorf("%s: %w", doc.File, err)
		}
		fought.Simulated = &rolled
	}
	if f.json && large {
		return a.printJSON(rolledAlone{fought.Simulated})
	} else if f.json {
		return a.printJSON(fought)
	}
	if large {
		fought = *fought.Simulated
	}
	a.printFadDuel(&d, system, &fought, f)
	return nil
}

// fadWords are what people read for the numbers of an outcome.
var fadWords = map[string]string{
	"hits": "hits suffered", "casualties": "figures lost", "wounded": "of them wounded",
	"damaged": "damaged", "critical": "critically damaged", "destroyed": "destroyed",
	"pinned": "pinned", "broken": "broken", "rallied": "  rallies", "falls_back": "  falls back", "routed": "  routs",
	"repaired": "repaired when it activates", "out_of_action": "  still out of action", "lost": "  lost",
	"wins": "wins", "overrun": "  overruns the enemy",
}

// printFadDuel prints what becomes of both sides, and how the figures that are
// lost are spread.
func (a *app) printFadDuel(d *combat.Duel, system *rules.System, fought *combat.Result, f duelFlags) {
	a.out.Paragraph(fmt.Sprintf("%s · %s", system.Cite, fadSituation(d)), "", "  ")
	fmt.Fprintln(a.out)
	names := [2]string{cmp.Or(d.Attacker.Name, "attacker"), cmp.Or(d.Target.Name, "target")}
	columns := []string{"", strings.ToUpper(names[0]), strings.ToUpper(names[1])}
	results := []*combat.Result{fought}
	if fought.Simulated != nil {
		columns = append(columns, "ROLLED", "ROLLED")
		results = append(results, fought.Simulated)
	}
	t := terminal.NewTable(1, 2, 3, 4)
	t.Add(columns...)
	rows := map[string][]string{}
	for i, r := range results {
		for side, o := range []*combat.Outcome{&r.Attacker, &r.Target} {
			for _, n := range o.Numbers() {
				if rows[n.Key] == nil {
					rows[n.Key] = make([]string, 2*len(results))
				}
				rows[n.Key][2*i+side] = fadNumber(n)
			}
		}
	}
	for _, key := range combat.Keys() {
		if cells := rows[key]; cells != nil {
			t.Add(append([]string{fadWords[key]}, cells...)...)
		}
	}
	a.out.Print(t)
	if fought.Mode == combat.CloseAssault {
		fmt.Fprintf(a.out, "Nobody wins: %s\n", percent(fought.Draw))
	}
	for i, o := range []*combat.Outcome{&fought.Attacker, &fought.Target} {
		spread, what := o.Casualties, "Figures lost by"
		if o.Has.Vehicle {
			spread, what = o.Hits, "Hits on"
		}
		if certain(spread) {
			continue
		}
		fmt.Fprintf(a.out, "\n%s the %s\n", what, names[i])
		a.out.Print(bars(spread))
	}
	if f.simulate > 0 {
		fmt.Fprintf(a.out, "\nRolled %d times with seed %d.\n", f.simulate, f.seed)
	}
	for _, note := range fought.Notes {
		fmt.Fprintln(a.out)
		a.out.Paragraph("Note: "+note+".", "", "  ")
	}
	if len(fought.NotModelled) > 0 {
		fmt.Fprintln(a.out)
		a.out.Paragraph("Not modelled, so of no effect here: "+strings.Join(fought.NotModelled, ", ")+".", "", "  ")
	}
}

// certain reports whether nothing is left to the dice, so that a chart would
// show one bar.
func certain(s dice.Spread) bool {
	for _, p := range s.PMF {
		if p > 1-1e-12 {
			return true
		}
	}
	return len(s.PMF) == 0
}

// fadNumber writes one number of an outcome.
func fadNumber(n combat.Number) string {
	if n.Spread != nil {
		return figure(n.Spread.Mean)
	}
	return percent(n.Chance)
}

// fadSituation says in a few words what happens.
func fadSituation(d *combat.Duel) string {
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
