package preview

import (
	"cmp"
	"fmt"
	"strings"

	"muster/builder/odds"
	"muster/rules"
	combat "muster/rules/gf"
	"muster/schema"
)

// A duelReport is a duel's answer for scripts.
type duelReport struct {
	combat.Result
	Simulated *combat.Result `json:"simulated,omitempty"`
}

// Duel answers a duel file of a game with dice for each attack. The error is a
// *schema.Error if the file cannot be used, or the fight is too large for exact
// odds and is not to be rolled.
func Duel(doc *schema.Document, system *rules.System, dice odds.Dice) (*odds.Answer, error) {
	d, err := combat.Read(doc, system)
	if err != nil {
		return nil, err
	}
	answer := &odds.Answer{}
	exact, err := combat.Resolve(d)
	if answer.TooLarge, err = dice.Instead(doc, err, combat.CodeTooLarge); err != nil {
		return nil, err
	}
	results := []combat.Result{exact}
	if dice.Times > 0 {
		rolled, err := combat.Sample(exact.Settled(d), dice.Times, dice.Seed)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", doc.File, err)
		}
		results = append(results, rolled)
	}
	switch {
	case answer.TooLarge != nil:
		answer.Report, results = odds.Rolled{Simulated: results[1]}, results[1:]
	case len(results) > 1:
		answer.Report = duelReport{exact, &results[1]}
	default:
		answer.Report = duelReport{Result: exact}
	}
	answer.Sections = []odds.Section{duel(&d, results, dice)}
	return answer, nil
}

// duel is what becomes of both sides, and how the wounds of the side that is
// attacked, in melee of both, are spread.
func duel(d *combat.Duel, results []combat.Result, dice odds.Dice) odds.Section {
	melee := d.Scenario.Mode == combat.Melee
	attacker, target := cmp.Or(d.Attacker.Name, "attacker"), cmp.Or(d.Target.Name, "target")
	measures := fates(strings.ToLower(d.System.Words["shaken"]), "wounds taken", "models lost", "destroyed", "tests morale", "routed", "wins")
	if !melee {
		measures = measures[:5]
	}
	t := odds.Table{Upright: true, Columns: odds.Measured([]odds.Column{{Kind: odds.Name}}, measures)}
	for i, r := range results {
		for j, side := range []*combat.Outcome{&r.Attacker, &r.Target} {
			name := []string{attacker, target}[j]
			if i > 0 {
				name = "rolled"
			}
			t.Rows = append(t.Rows, odds.Row{Cells: append([]odds.Cell{{Text: name}}, odds.Cells(measures, side)...)})
		}
	}
	r := &results[0]
	s := odds.Section{Profile: d.System.Cite + " · " + situation(d.Scenario)}
	s.Spreads = []odds.Spread{{Title: "Wounds on the " + target, Spread: r.Target.Wounds}}
	if melee {
		t.Below = "Nobody wins: " + odds.Chance.Write(r.Draw)
		s.Spreads = append(s.Spreads, odds.Spread{Title: "Wounds on the " + attacker, Spread: r.Attacker.Wounds})
	}
	s.Tables = []odds.Table{t}
	s.Asides = dice.About()
	add := func(kind odds.AsideKind, what string, names []string, end string) {
		if s.Asides = named(s.Asides, kind, what, names); len(names) > 0 {
			s.Asides[len(s.Asides)-1].Text += end
		}
	}
	add(odds.Chosen, "Chosen: ", r.Chosen, ".")
	add(odds.CouldBeUsed, "Could be used (`uses`): ", r.CouldBeUsed, ".")
	add(odds.NoPart, "Outside a fight: ", r.Outside, ".")
	end := "."
	for _, name := range r.NotModelled {
		if near := schema.Nearest(name, d.Attacker.Set.Names()); near != "" {
			end += fmt.Sprintf(" Did you mean %s by %s?", near, name)
		}
	}
	add(odds.NotModelled, "Not modelled: ", r.NotModelled, end+" Nobody explains these rules; docs/writing-a-book.md says how to give a rule its effects.")
	return s
}

// situation says in a few words what happens.
func situation(s combat.Scenario) string {
	switch s.Mode {
	case combat.Melee:
		return "the attacker charges"
	case combat.Ability:
		return "the attacker uses " + s.Use.String()
	}
	text := fmt.Sprintf("the attacker shoots from %d\"", s.Distance)
	if s.Moved {
		text += " after moving"
	}
	if s.Cover {
		text += " at a target in cover"
	}
	if !s.InSight {
		text += ", out of sight"
	}
	return text
}
