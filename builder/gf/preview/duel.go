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
	SimulatedResult *combat.Result `json:"simulated,omitempty"`
}

// Duel answers a duel file of a game; dice says how often to roll the fight as well. It returns a
// *schema.Error if the file cannot be used, or if the fight is too large for exact odds and dice
// asks for no rolls.
func Duel(doc *schema.Document, system *rules.System, dice odds.Dice) (*odds.Answer, error) {
	d, err := combat.Read(doc, system)
	if err != nil {
		return nil, err
	}
	answer, results, err := odds.AnswerDuel(doc, dice, combat.CodeTooLarge,
		func() (combat.Result, error) { return combat.Resolve(d) },
		func(exact combat.Result) (combat.Result, error) {
			return combat.Sample(exact.WithPicks(d), dice.Rolls, dice.Seed)
		})
	if err != nil {
		return nil, err
	}
	if answer.Report == nil {
		report := duelReport{Result: results[0]}
		if len(results) > 1 {
			report.SimulatedResult = &results[1]
		}
		answer.Report = report
	}
	answer.Sections = []odds.Section{duelSection(&d, results, dice)}
	return answer, nil
}

// duelSection returns the section with the outcomes of both sides and the distribution of the
// target's wounds; in melee, also of the attacker's.
func duelSection(d *combat.Duel, results []combat.Result, dice odds.Dice) odds.Section {
	melee := d.Scenario.Mode == combat.Melee
	attacker, target := cmp.Or(d.Attacker.Name, "attacker"), cmp.Or(d.Target.Name, "target")
	measures := outcomeColumns(strings.ToLower(d.System.Terms["shaken"]), "wounds taken", "models lost", "destroyed",
		"tests morale", "routed", "wins")
	if !melee {
		measures = measures[:5]
	}
	var sides []*combat.Outcome
	for i := range results {
		sides = append(sides, &results[i].Attacker, &results[i].Target)
	}
	outcomes := odds.OutcomeTable(measures, []string{attacker, target, "rolled", "rolled"}, sides...)
	t, r := odds.Table{Table: *outcomes.Transposed()}, &results[0]
	s := odds.Section{Profile: d.System.Citation + " · " + scenarioText(d.Scenario)}
	s.Spreads = []odds.Spread{{Title: "Wounds on the " + target, Spread: r.Target.Wounds}}
	if melee {
		t.Footer = "Nobody wins: " + odds.ChanceCell.NumberText(r.Draw)
		s.Spreads = append(s.Spreads, odds.Spread{Title: "Wounds on the " + attacker, Spread: r.Attacker.Wounds})
	}
	s.Tables = []odds.Table{t}
	end := "."
	for _, name := range r.NotModelled {
		if near := schema.NearestWord(name, d.Attacker.RuleSet.Names()); near != "" {
			end += fmt.Sprintf(" Did you mean %s by %s?", near, name)
		}
	}
	end += " Nobody explains these rules; docs/writing-a-book.md says how to give a rule its effects."
	s.Remarks = odds.AddRemark(dice.Remarks(), odds.ChosenEffectsRemark, "Chosen: ", r.ChosenOptions, ".")
	s.Remarks = odds.AddRemark(s.Remarks, odds.UnusedRulesRemark, "Could be used (`uses`): ", r.UnusedOptionalRules, ".")
	s.Remarks = odds.AddRemark(s.Remarks, odds.OutsideFightsRemark, "Outside a fight: ", r.RulesOutsideFights, ".")
	s.Remarks = odds.AddRemark(s.Remarks, odds.NotModelledRemark, "Not modelled: ", r.NotModelled, end)
	return s
}

// scenarioText describes a scenario in a few words, such as "Shooting from 12\", in cover".
func scenarioText(s combat.Scenario) string {
	switch s.Mode {
	case combat.Melee:
		return "the attacker charges"
	case combat.Ability:
		return "the attacker uses " + s.AbilityRule.String()
	}
	text := fmt.Sprintf("the attacker shoots from %d\"", s.Distance)
	if s.AttackerMoved {
		text += " after moving"
	}
	if s.TargetInCover {
		text += " at a target in cover"
	}
	if !s.InSight {
		text += ", out of sight"
	}
	return text
}
