package roll_test

import (
	"fmt"
	"strings"
	"testing"

	"muster/rules/gf"
	"muster/rules/gf/roll"
	"muster/schema"
)

// Numbers and pairs of words that few would write are read in one way.
func TestOddWords(t *testing.T) {
	for _, effect := range []string{
		"{extra-wounds: 9}", "{on: one-to-block, extra-wounds: 9}", "{hits: 2, needs: 6}", "{wounds: 1, needs: 2}",
		"{of: enemy, picks: model}", "{of: enemy, strikes-last: true}", "{of: enemy, strikes-first: true}",
		"{of: enemy, when: {roll: [1, 2, 3]}, ap: 2}", "{to: unit, when: {has: Fast}, extra-wounds: X}",
	} {
		for _, bearers := range [][3]string{{"Odd(2), Fast", "Fast", ""}, {"Fast", "Odd(2), Fast", ""}, {"Fast", "Fast", "Odd(2)"}} {
			if (bearers[2] != "") != strings.HasPrefix(effect, "{to: unit") {
				continue // which a weapon has
			}
			document, err := schema.Read("odd.yaml", []byte(fmt.Sprintf(`
muster: duel/1
system: gf-3
scenario: {mode: melee}
rules: [{name: Odd(X), summary: What nobody means., effects: [%s]}]
attacker: {models: 3, quality: 3, defense: 4, rules: [%s], weapons: [{name: Axe, count: 3, attacks: 3, rules: [%[4]s]}]}
target:
  {models: 2, quality: 4, defense: 6, rules: [%[3]s, Tough(3)], weapons: [{name: Axe, count: 2, attacks: 3}],
   hero: {quality: 4, defense: 4, rules: [%[3]s, Tough(3)]}}
`, effect, bearers[0], bearers[1], bearers[2])), "duel/1")
			if err != nil {
				t.Fatal(err)
			}
			d, err := gf.Read(document, nil)
			if err != nil {
				t.Fatal(err)
			}
			exact, err := gf.Resolve(d)
			if err != nil {
				t.Fatal(err)
			}
			sampled, err := roll.Simulate(d, someTrials, 1)
			if err != nil {
				t.Fatal(err)
			}
			if _, wrong := compare(exact, sampled, someTrials); wrong != nil {
				t.Errorf("%s of %q: %v", effect, bearers, wrong)
			}
		}
	}
}
