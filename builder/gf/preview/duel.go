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

// A duelReport is the answer to a duel for scripts: the exact result, and the result of rolling
// dice.
type duelReport struct {
	combat.Result
	Simulated *combat.Result `json:"simulated,omitempty"`
}

// Duel answers a duel file of a game; dice says how often to roll the fight too. The error is a
// *schema.Error if the file cannot be used, or if the fight is too large for exact odds and is not
// to be rolled.
func Duel(doc *schema.Document, system *rules.System, dice odds.Dice) (*odds.Answer, error) {
	d, err := combat.Read(doc, system)
	if err != nil {
		return nil, err
	}
	answer, results, err := odds.AnswerDuel(doc, dice, combat.CodeTooLarge,
		func() (combat.Result, error) { return combat.Resolve(d) },
		func(exact combat.Result) (combat.Result, error) {
			return combat.Sample(exact.WithPicks(d), dice.Times, dice.Seed)
		})
	if err != nil {
		return nil, err
	}
	if answer.Report == nil {
		report := duelReport{Result: results[0]}
		if len(results) > 1 {
			report.Simulated = &results[1]
		}
		answer.Report = report
	}
	answer.Sections = []odds.Section{duelSection(&d, results, dice)}
	return answer, nil
}

// duelSection returns the section with the outcomes of both sides and the distribution of the
// target's wounds; in melee, of both sides' wounds.
func duelSection(d *combat.Duel, results []combat.Result, dice odds.Dice) odds.Section {
	melee := d.Scenario.Mode == combat.Melee
	attacker, target := cmp.Or(d.Attacker.Name, "attacker"), cmp.Or(d.Target.Name, "target")
	measures := fates(strings.ToLower(d.System.Words["shaken"]), "wounds taken", "models lost", "destroyed",
		"tests morale", "routed", "wins")
	if !melee {
		measures = measures[:5]
	}
	var sides []*combat.Outcome
	for i := range results {
		sides = append(sides, &results[i].Attacker, &results[i].Target)
	}
	t := odds.OutcomeTable(measures, []string{attacker, target, "rolled", "rolled"}, sides...)
	t.Transposed = true
	r := &results[0]
	s := odds.Section{Profile: d.System.Cite + " · " + situation(d.Scenario)}
	s.Spreads = []odds.Spread{{Title: "Wounds on the " + target, Spread: r.Target.Wounds}}
	if melee {
		t.Below = "Nobody wins: " + odds.Chance.Write(r.Draw)
		s.Spreads = append(s.Spreads, odds.Spread{Title: "Wounds on the " + attacker, Spread: r.Attacker.Wounds})
	}
	s.Tables = []odds.Table{t}
	end := "."
	for _, name := range r.NotModelled {
		if near := schema.Nearest(name, d.Attacker.Set.Names()); near != "" {
			end += fmt.Sprintf(" Did you mean %s by %s?", near, name)
		}
	}
	end += " Nobody explains these rules; docs/writing-a-book.md says how to give a rule its effects."
	s.Asides = odds.AddNames(dice.About(), odds.Chosen, "Chosen: ", r.Chosen, ".")
	s.Asides = odds.AddNames(s.Asides, odds.CouldBeUsed, "Could be used (`uses`): ", r.CouldBeUsed, ".")
	s.Asides = odds.AddNames(s.Asides, odds.Unused, "Outside a fight: ", r.OutsideFights, ".")
	s.Asides = odds.AddNames(s.Asides, odds.NotModelled, "Not modelled: ", r.NotModelled, end)
	return s
}

// situation describes a scenario in a few words, such as "Shooting from 12\", in cover".
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
