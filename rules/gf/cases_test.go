package gf_test

import (
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"
)

// The dice of these cases are few, so that a person can follow the sum. Unless
// a case says otherwise a unit has Quality 4 and Defense 4; 1/2 each.
func TestEveryRuleByHand(t *testing.T) {
	for _, c := range []struct {
		name     string
		system   string
		scenario string
		attacker string
		target   string
		expect   string // field: fraction, …
	}{
		// Hits and sixes.
		{"a six scores twice (Surge)", "gf-3", "shooting, distance: 6", "models: 1, weapons: [{name: A, attacks: 6, range: 12, rules: [Surge]}]", "models: 20", "target.wounds.mean: 2"},
		{"only the original hit is a six (Surge, Rending)", "gf-3", "shooting, distance: 6", "models: 1, weapons: [{name: A, attacks: 6, range: 12, rules: [Surge, Rending]}]", "models: 20", "target.wounds.mean: 7/3"}, // 2 plain /2 + 1 six ×5/6 + 1 more /2
		{"Relentless beyond 9 inches", "gf-3", "shooting, distance: 10", "models: 1, rules: [Relentless], weapons: [{name: A, attacks: 6, range: 12}]", "models: 20", "target.wounds.mean: 2"},
		{"Relentless within 9 inches", "gf-3", "shooting, distance: 9", "models: 1, rules: [Relentless], weapons: [{name: A, attacks: 6, range: 12}]", "models: 20", "target.wounds.mean: 3/2"},
		{"Relentless of 2.x rolls again", "gf-2.16", "shooting, distance: 6", "models: 1, rules: [Relentless], weapons: [{name: A, attacks: 12, range: 12}]", "models: 20", "target.wounds.mean: 7/2"}, // (6 + 2 × 1/2) / 2
		{"Furious when charging", "gf-3", "melee", "models: 1, rules: [Furious], weapons: [{name: A, attacks: 6}]", "models: 20", "target.wounds.mean: 2"},
		{"Furious of the target does not charge", "gf-3", "melee", "models: 20", "models: 1, rules: [Furious], weapons: [{name: A, attacks: 6}]", "attacker.wounds.mean: 3/2"},
		{"Furious of 2.x adds to the best weapon", "gf-2.16", "melee", "models: 2, rules: [Furious], weapons: [{name: A, count: 2, attacks: 1}, {name: B, count: 1, attacks: 1, rules: [AP(1)]}]", "models: 20", "target.wounds.mean: 17/12"}, // (2+1)/4 + (1+1)/3
		{"Poison in melee", "gf-2.7", "melee", "models: 1, weapons: [{name: A, attacks: 12, rules: [Poison]}]", "models: 40", "target.wounds.mean: 5"},
		{"Reliable", "gf-3", "shooting, distance: 6", "models: 1, quality: 6, weapons: [{name: A, attacks: 6, range: 12, rules: [Reliable]}]", "models: 20", "target.wounds.mean: 5/2"},
		{"fatigue leaves sixes whatever the weapon", "gf-3", "melee", "models: 1, fatigued: true, weapons: [{name: A, attacks: 6, rules: [Reliable]}]", "models: 20", "target.wounds.mean: 1/2"},
		{"the shaken strike on sixes too", "gf-3", "melee", "models: 20", "models: 1, shaken: true, weapons: [{name: A, attacks: 6}]", "attacker.wounds.mean: 1/2"},

		// Modifiers.
		{"Thrust", "gf-3", "melee", "models: 1, weapons: [{name: A, attacks: 9, rules: [Thrust]}]", "models: 20", "target.wounds.mean: 4"},
		{"Artillery shoots far", "gf-3", "shooting, distance: 10", "models: 1, rules: [Artillery], weapons: [{name: A, attacks: 6, range: 12}]", "models: 20", "target.wounds.mean: 2"},
		{"Artillery is hard to hit from afar", "gf-3", "shooting, distance: 10", "models: 1, weapons: [{name: A, attacks: 6, range: 12}]", "models: 1, rules: [Artillery, Tough(12)]", "target.wounds.mean: 1/2"},
		{"no penalty for the Unstoppable", "gf-3", "shooting, distance: 10, moved: true", "models: 1, weapons: [{name: A, attacks: 6, range: 12, rules: [Unstoppable, Indirect]}]", "models: 1, rules: [Artillery, Stealth, Tough(12)]", "target.wounds.mean: 3/2"},
		{"Stealth within 9 inches", "gf-3", "shooting, distance: 9", "models: 1, weapons: [{name: A, attacks: 6, range: 12}]", "models: 20, rules: [Stealth]", "target.wounds.mean: 3/2"},
		{"a hero without Stealth spoils it", "gf-3", "shooting, distance: 10", "models: 1, weapons: [{name: A, attacks: 6, range: 12}]", "models: 20, rules: [Stealth], hero: {quality: 4, defense: 4}", "target.wounds.mean: 3/2"},
		{"in 2.x he does not", "gf-2.16", "shooting, distance: 6", "models: 1, weapons: [{name: A, attacks: 6, range: 12}]", "models: 20, rules: [Stealth], hero: {quality: 4, defense: 4}", "target.wounds.mean: 1"},
		{"nor give it", "gf-2.16", "shooting, distance: 6", "models: 1, weapons: [{name: A, attacks: 6, range: 12}]", "models: 20, hero: {quality: 4, defense: 4, rules: [Stealth]}", "target.wounds.mean: 3/2"},
		{"Lock-On", "gf-2.16", "shooting, distance: 24, cover: true", "models: 1, weapons: [{name: A, attacks: 6, range: 24, rules: [Lock-On]}]", "models: 1, rules: [Aircraft, Stealth, Tough(12)]", "target.wounds.mean: 3/2"},
		{"Aircraft are 12 inches farther", "gf-3", "shooting, distance: 13", "models: 1, weapons: [{name: A, attacks: 6, range: 24}]", "models: 1, rules: [Aircraft, Tough(12)]", "target.wounds.mean: 0"},
		{"Aircraft of 2.7 among themselves", "gf-2.7", "shooting, distance: 24", "models: 1, rules: [Aircraft], weapons: [{name: A, attacks: 6, range: 24}]", "models: 1, rules: [Aircraft, Tough(12)]", "target.wounds.mean: 3/2"},
		{"Anti-Air", "gf-2.7", "shooting, distance: 24", "models: 1, weapons: [{name: A, attacks: 6, range: 24, rules: [Anti-Air]}, {name: B, attacks: 6, range: 24}]", "models: 1, rules: [Aircraft, Tough(12)]", "target.wounds.mean: 3/2"},
		{"Indirect sees nothing", "gf-3", "shooting, distance: 6, in-sight: false", "models: 1, weapons: [{name: A, attacks: 6, range: 12, rules: [Indirect]}, {name: B, attacks: 6, range: 12}]", "models: 20", "target.wounds.mean: 3/2"},
		{"Indirect of 2.7 pays for it", "gf-2.7", "shooting, distance: 6, in-sight: false", "models: 1, weapons: [{name: A, attacks: 6, range: 12, rules: [Indirect]}]", "models: 20", "target.wounds.mean: 1"},
		{"Blast ignores cover", "gf-3", "shooting, distance: 6, cover: true", "models: 1, weapons: [{name: A, attacks: 2, range: 12, rules: [Blast(3)]}]", "models: 20", "target.wounds.mean: 3/2"},
		{"but not in 2.7", "gf-2.7", "shooting, distance: 6, cover: true", "models: 1, weapons: [{name: A, attacks: 2, range: 12, rules: [Blast(3)]}]", "models: 20", "target.wounds.mean: 1"},

		// Blast's caps.
		{"a hit becomes at most the target's models", "gf-3", "shooting, distance: 6", "models: 1, weapons: [{name: A, attacks: 2, range: 12, rules: [Blast(6)]}]", "models: 3, rules: [Tough(6)]", "target.wounds.mean: 3/2"},
		{"2.16 caps the weapon", "gf-2.16", "shooting, distance: 6", "models: 1, weapons: [{name: A, attacks: 2, range: 12, rules: [Blast(3)]}]", "models: 3, rules: [Tough(6)]", "target.wounds.mean: 9/8"}, // 3/4 × 3 × 1/2
		{"2.16 caps each weapon by itself", "gf-2.16", "shooting, distance: 6", "models: 2, weapons: [{name: A, count: 2, attacks: 1, range: 12, rules: [Blast(9)]}]", "models: 3, rules: [Tough(6)]", "target.wounds.mean: 3/2"},
		{"2.7 caps nothing", "gf-2.7", "shooting, distance: 6", "models: 1, weapons: [{name: A, attacks: 2, range: 12, rules: [Blast(6)]}]", "models: 1, rules: [Tough(30)]", "target.wounds.mean: 3"},

		// Wounds.
		{"Regeneration", "gf-3", "shooting, distance: 6", "models: 1, weapons: [{name: A, attacks: 6, range: 12}]", "models: 20, rules: [Regeneration]", "target.wounds.mean: 1"},
		{"a hero without Regeneration spoils it", "gf-3", "shooting, distance: 6", "models: 1, weapons: [{name: A, attacks: 6, range: 12}]", "models: 20, rules: [Regeneration], hero: {quality: 4, defense: 4}", "target.wounds.mean: 3/2"},
		{"in 2.x each model has its own", "gf-2.16", "shooting, distance: 6", "models: 1, weapons: [{name: A, attacks: 2, range: 12}]", "models: 1, rules: [Regeneration], hero: {quality: 4, defense: 4}", `"target.wounds.pmf[2]": 1/24, "target.wounds.pmf[1]": 19/72`}, // 1/16 × 2/3; 6/16 × 2/3 + 1/16 × 1/3 × 2/3
		{"Deadly and Regeneration roll for each wound", "gf-3", "shooting, distance: 6", "models: 1, weapons: [{name: A, attacks: 1, range: 12, rules: [Deadly(3)]}]", "models: 1, rules: [Tough(3), Regeneration]", `target.destroyed: 2/27, target.wounds.mean: 1/2`},
		{"Deadly that ignores Regeneration", "gf-3", "shooting, distance: 6", "models: 1, weapons: [{name: A, attacks: 6, range: 12, rules: [Deadly(3), Rending]}]", "models: 20, rules: [Tough(3), Regeneration]", "target.wounds.mean: 11/2"}, // (2/2 + 5/6) × 3
		{"Deadly on single wounds", "gf-3", "shooting, distance: 6", "models: 1, weapons: [{name: A, attacks: 1, range: 12, rules: [Deadly(3)]}]", "models: 3", `"target.wounds.pmf[1]": 1/4, "target.wounds.pmf[0]": 3/4`},
		{"Deadly goes before the rest", "gf-3", "shooting, distance: 6", "models: 1, weapons: [{name: A, attacks: 1, range: 12, rules: [Reliable]}, {name: B, attacks: 1, range: 12, rules: [Reliable, Deadly(3)]}]", "models: 1, defense: 6, rules: [Tough(3)], hero: {quality: 4, defense: 4}", "target.destroyed: 625/1296"},

		// Picked models.
		{"Takedown takes the hero", "gf-3", "shooting, distance: 6", "models: 1, weapons: [{name: A, attacks: 2, range: 12, rules: [Takedown]}]", "models: 3, hero: {quality: 4, defense: 2}", `"target.models_lost.pmf[1]": 7/16, "target.models_lost.pmf[0]": 9/16`},
		{"without a hero it takes the next model, and no other", "gf-3", "shooting, distance: 6", "models: 1, weapons: [{name: A, attacks: 2, range: 12, rules: [Takedown]}]", "models: 3", `"target.models_lost.pmf[1]": 7/16`},
		{"Takedown with Blast counts one model", "gf-3", "shooting, distance: 6", "models: 1, weapons: [{name: A, attacks: 1, range: 12, rules: [Takedown, Blast(3)]}]", "models: 3, rules: [Tough(3)]", "target.wounds.mean: 1/4"},
		{"Sniper of 2.7 spills over", "gf-2.7", "shooting, distance: 6", "models: 1, weapons: [{name: A, attacks: 2, range: 12, rules: [Sniper]}]", "models: 3, hero: {quality: 4, defense: 4}", `"target.models_lost.pmf[2]": 25/144`},
		{"Sniper of 2.16 does not", "gf-2.16", "shooting, distance: 6", "models: 1, weapons: [{name: A, attacks: 2, range: 12, rules: [Sniper]}]", "models: 3, hero: {quality: 4, defense: 4}", `"target.models_lost.pmf[2]": 0, "target.models_lost.pmf[1]": 95/144`},

		// Melee.
		{"Impact of 2.x needs no dice", "gf-2.7", "melee", "models: 3, rules: [Impact(2)]", "models: 20", "target.wounds.mean: 3"},
		{"Impact of the fatigued", "gf-3", "melee", "models: 3, fatigued: true, rules: [Impact(2)]", "models: 20", "target.wounds.mean: 0"},
		{"Counter takes dice from Impact", "gf-3", "melee", "models: 3, rules: [Impact(2)]", "models: 20, weapons: [{name: A, count: 3, attacks: 0, rules: [Counter]}]", "target.wounds.mean: 5/4"}, // 3 dice left
		{"Counter strikes first", "gf-3", "melee", "models: 1, weapons: [{name: A, attacks: 1}]", "models: 1, weapons: [{name: A, attacks: 1, rules: [Counter]}]", "attacker.destroyed: 1/4, target.destroyed: 3/16"},
		{"the dead do not strike back", "gf-3", "melee", "models: 1, weapons: [{name: A, attacks: 1}]", "models: 2, weapons: [{name: A, count: 2, attacks: 1}]", "attacker.wounds.mean: 25/64"}, // 3/4 × 7/16 + 1/4 × 1/4
		{"special weapons are carried to the last", "gf-3", "melee", "models: 1, quality: 2, weapons: [{name: A, attacks: 1, rules: [AP(9)]}]", "models: 2, weapons: [{name: A, count: 1, attacks: 6}]", "attacker.wounds.mean: 3367/4096"},
		{"Fear alone wins", "gf-3", "melee", "models: 1", "models: 2, rules: [Fear(1)]", "target.wins: 1, attacker.tests: 1, attacker.shaken: 1/2"},
		{"Fear counts each model", "gf-3", "melee", "models: 3, rules: [Fear(1)]", "models: 1, rules: [Fear(2)]", "attacker.wins: 1"},
		{"Fear of 2.x is a D3, once", "gf-2.16", "melee", "models: 3, rules: [Fear]", "models: 1, rules: [Fear]", "attacker.wins: 1/3, draw: 1/3"},

		// Morale. A unit of one that Fear beats has half of nothing lost.
		{"Fearless", "gf-3", "melee", "models: 2, rules: [Fearless]", "models: 1, rules: [Fear(1)]", "attacker.shaken: 1/4"},
		{"Fearless needs all models", "gf-3", "melee", "models: 2, rules: [Fearless], hero: {quality: 4, defense: 4}", "models: 1, rules: [Fear(1)]", "attacker.shaken: 1/2"},
		{"Fearless of 2.x", "gf-2.16", "melee", "models: 2, rules: [Fearless]", "models: 1, rules: [Fear]", "attacker.shaken: 1/3"},
		{"gf-3 takes the better Quality", "gf-3", "melee", "models: 2, quality: 5, hero: {quality: 3, defense: 4}", "models: 1, rules: [Fear(1)]", "attacker.shaken: 1/3"},
		{"2.16 takes the better roll", "gf-2.16", "melee", "models: 2, quality: 3, rules: [Fearless], hero: {quality: 3, defense: 4}", "models: 1, rules: [Fear]", "attacker.shaken: 1/6"},
		{"2.7 takes the hero's Quality and the squad's Fearless", "gf-2.7", "melee", "models: 2, quality: 2, rules: [Fearless], hero: {quality: 5, defense: 4}", "models: 1, rules: [Fear]", "attacker.shaken: 1/2"},
		{"the shaken fail", "gf-3", "melee", "models: 2, shaken: true, rules: [Fearless]", "models: 1, rules: [Fear(1)]", "attacker.shaken: 1"},
		{"half the unit routs", "gf-3", "melee", "models: 2, start: 4", "models: 1, rules: [Fear(1)]", "attacker.shaken: 0, attacker.routed: 1/2"},
		{"a hero counts for half", "gf-3", "melee", "models: 2, start: 4, hero: {quality: 4, defense: 4}", "models: 1, rules: [Fear(1)]", "attacker.routed: 0"},
		{"half of Tough", "gf-3", "shooting, distance: 6", "models: 1, weapons: [{name: A, attacks: 1, range: 12, rules: [Deadly(3)]}]", "models: 1, rules: [Tough(6)]", "target.tests: 1/4, target.shaken: 1/8, target.routed: 0"},
		{"a wounded monster", "gf-3", "shooting, distance: 6", "models: 1, weapons: [{name: A, attacks: 1, range: 12}]", "models: 1, wounded: 3, rules: [Tough(7)]", `target.tests: 1/4, "target.wounds.pmf[1]": 1/4`},

		// Rules of army books, known by name.
		{"Shred", "gf-3", "shooting, distance: 6", "models: 1, weapons: [{name: A, attacks: 6, range: 12, rules: [Shred]}]", "models: 20", "target.wounds.mean: 2"},
		{"Rupture", "gf-3", "shooting, distance: 6", "models: 1, weapons: [{name: A, attacks: 6, range: 12, rules: [Rupture]}]", "models: 20, rules: [Regeneration]", "target.wounds.mean: 2"},
		{"an aura", "gf-3", "shooting, distance: 6", "models: 1, weapons: [{name: A, attacks: 6, range: 12}]", "models: 20, hero: {quality: 4, defense: 4, rules: [Regeneration Aura]}", "target.wounds.mean: 1"},
		{"an aura in melee only", "gf-3", "shooting, distance: 6", "models: 1, hero: {quality: 4, defense: 4, rules: [Bane in Melee Aura]}, weapons: [{name: A, attacks: 6, range: 12}]", "models: 20", "target.wounds.mean: 3/2"},
		{"a boost", "gf-3", "shooting, distance: 6", "models: 1, weapons: [{name: A, attacks: 6, range: 12}]", "models: 20, rules: [Sturdy, Sturdy Boost]", "target.wounds.mean: 1"},
		{"Fortified never makes AP negative", "gf-3", "shooting, distance: 6", "models: 1, weapons: [{name: A, attacks: 6, range: 12}, {name: B, attacks: 6, range: 12, rules: [AP(2)]}]", "models: 20, rules: [Fortified]", "target.wounds.mean: 7/2"},
		{"Impale", "gf-3", "shooting, distance: 6", "models: 1, weapons: [{name: A, attacks: 1, range: 12, rules: [Impale]}]", "models: 1, rules: [Tough(3)]", "target.destroyed: 1/4"},
		{"Smash", "gf-3", "shooting, distance: 6", "models: 1, weapons: [{name: A, attacks: 1, range: 12, rules: [Smash]}]", "models: 9, defense: 5", "target.wounds.mean: 1"},
		{"the Blast of Smash meets no cover", "gf-3", "shooting, distance: 6, cover: true", "models: 1, weapons: [{name: A, attacks: 1, range: 12, rules: [Smash]}]", "models: 9, defense: 5", "target.wounds.mean: 1"},
		{"Unpredictable", "gf-3", "melee", "models: 1, rules: [Unpredictable], weapons: [{name: A, attacks: 6}]", "models: 20", "target.wounds.mean: 2"},
		{"Ravage", "gf-3", "melee", "models: 2, rules: [Ravage(3)]", "models: 20", "target.wounds.mean: 1"},
		{"Retaliate", "gf-3", "melee", "models: 1, weapons: [{name: A, attacks: 1}]", "models: 1, rules: [Retaliate(2), Tough(3)]", "attacker.destroyed: 3/16"},
		{"Unwieldy", "gf-3", "melee", "models: 1, rules: [Unwieldy], weapons: [{name: A, attacks: 1}]", "models: 1, weapons: [{name: A, attacks: 1}]", "attacker.destroyed: 1/4, target.destroyed: 3/16"},
		{"No Retreat", "gf-3", "melee", "models: 2, rules: [No Retreat]", "models: 1, rules: [Fear(1)]", `attacker.shaken: 0, attacker.destroyed: 1/8, "attacker.wounds.pmf[1]": 1/4`},
		{"Increased Shooting Range", "gf-3", "shooting, distance: 18", "models: 1, rules: [Increased Shooting Range], weapons: [{name: A, attacks: 6, range: 12}]", "models: 20", "target.wounds.mean: 3/2"},
		{"Self-Repair is no Regeneration", "gf-3", "shooting, distance: 6", "models: 1, weapons: [{name: A, attacks: 6, range: 12, rules: [Ignores Regeneration]}]", "models: 20, rules: [Self-Repair, Self-Repair Boost]", "target.wounds.mean: 1"},
		{"Good Shot of 2.x", "gf-2.16", "shooting, distance: 6", "models: 1, quality: 6, rules: [Good Shot], weapons: [{name: A, attacks: 6, range: 12}]", "models: 20", "target.wounds.mean: 3/2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			byHand(t, handDuel{c.system, c.scenario, "", c.attacker, c.target}, c.expect)
		})
	}
}

// Ten shots with Smash at ten models of Defense 5 in cover: hits come in threes
// that are blocked on sixes alone for the AP, and there are ten wounds to take.
// If cover helped, a block would be a five too, and it were 8.54 wounds.
func TestManyShotsOfSmash(t *testing.T) {
	wounds := func(fails float64) (mean float64) {
		for hits, chance := range binomial(10, 0.5) {
			for failed, share := range binomial(3*hits, fails) {
				mean += chance * share * float64(min(failed, 10))
			}
		}
		return mean
	}
	r := resolveText(t, `
muster: duel/1
system: gf-3
scenario: {mode: shooting, distance: 6, cover: true}
attacker: {models: 5, quality: 4, defense: 4, weapons: [{name: A, count: 5, range: 12, attacks: 2, rules: [AP(1), Smash]}]}
target: {models: 10, quality: 4, defense: 5}
`)
	if got := r.Target.Wounds.Mean; math.Abs(got-wounds(5./6)) > 1e-12 || fmt.Sprintf("%.2f, not %.2f", got, wounds(4./6)) != "9.29, not 8.54" {
		t.Errorf("%.4f wounds, should be %.4f, and %.4f if cover helped", got, wounds(5./6), wounds(4./6))
	}
}

// binomial is how many of n dice succeed.
func binomial(n int, p float64) []float64 {
	chances := []float64{1}
	for range n {
		next := make([]float64, len(chances)+1)
		for k, c := range chances {
			next[k] += c * (1 - p)
			next[k+1] += c * p
		}
		chances = next
	}
	return chances
}

// A handDuel is a duel in the words of a file: what stands in the brackets of its
// scenario (behind the mode), its rules, and its sides.
type handDuel struct{ system, scenario, house, attacker, target string }

// text returns the duel as a file has it.
func (d handDuel) text() string {
	side := func(text string) string {
		for _, field := range []string{"quality", "defense"} {
			if !strings.Contains(strings.Split(text, "hero:")[0], field+":") {
				text = fmt.Sprintf("%s: 4, %s", field, text)
			}
		}
		return "{" + text + "}"
	}
	return fmt.Sprintf("muster: duel/1\nsystem: %s\nscenario: {mode: %s}\nrules: [%s]\nattacker: %s\ntarget: %s\n",
		d.system, d.scenario, d.house, side(d.attacker), side(d.target))
}

// byHand holds the odds of a duel to fractions: "field: fraction, …". Sides that
// do not state them have Quality 4 and Defense 4. Dice are held to the same odds.
func byHand(t *testing.T, d handDuel, expect string) {
	t.Helper()
	text := d.text()
	duel := readText(t, text)
	if wordsTried != nil {
		noteWords(duel.Attacker.RuleSet, text)
		return
	}
	r := resolve(t, duel)
	sampledAsExact(t, duel, r, 3000)
	if len(r.NotModelled) > 0 {
		t.Errorf("not modelled: %v", r.NotModelled)
	}
	for _, field := range strings.Split(expect, ", ") {
		path, want, _ := strings.Cut(field, ": ")
		exact, ok := new(big.Rat).SetString(want)
		if !ok {
			t.Fatalf("%q is no fraction", want)
		}
		wanted, _ := exact.Float64()
		if got := lookUp(t, r, strings.Trim(path, `"`)); math.Abs(got-wanted) > 1e-12 {
			t.Errorf("%s is %.12g, should be %s = %.12g", path, got, want, wanted)
		}
	}
}
