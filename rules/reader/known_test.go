package reader

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"muster/rules"
)

// What is known of a name is what a text that says the same in other words
// comes to.
func TestKnownNamesAreAsTheyRead(t *testing.T) {
	game := system(t).Set()
	for name, text := range map[string]string{
		"Armor":                    "This model counts as having Defense X+.",
		"Bad Shot":                 "When shooting, this model gets -1 to hit rolls.",
		"Courage":                  "This model gets +1 to morale test rolls.",
		"Evasive":                  "Enemies attacking units where all models have this rule get -1 to hit rolls.",
		"Ferocious":                "Unmodified results of 6 to hit deal one extra hit.",
		"Good Shot":                "When shooting, this model gets +1 to hit rolls.",
		"Ignores Regeneration":     "When attacking, ignores Regeneration.",
		"Impale":                   "Gets Deadly(+3) when most models in its target unit have Tough(3) to Tough(9).",
		"Increased Shooting Range": `When shooting, this model gets +6" range.`,
		"Piercing Assault":         "When charging, this model gets AP(+1).",
		"Piercing Fighter":         "In melee, this model gets AP(+1).",
		"Plaguebound":              "Units where all models have this rule ignore wounds on rolls of 6+.",
		"Precise":                  "When attacking, this model gets +1 to hit rolls.",
		"Precision Charge":         "When charging, this model gets +1 to hit rolls.",
		"Predator Fighter":         "On unmodified rolls of 6 to hit in melee, this model gets 1 extra attack.",
		"Protected":                "Units where all models have this rule ignore wounds on a 6+.",
		"Quake":                    "Ignores Regeneration. Unmodified rolls of 1 to block deal one extra wound.",
		"Self-Repair":              "Units where all models have this rule ignore wounds on rolls of a 6+.",
		"Shielded":                 "If all models in this unit have this rule, it gets +1 to defense rolls against hits that are not from spells.",
		"Shred":                    "When attacking, unmodified results of 1 to block deal one extra wound.",
		"Smash":                    "Ignores Regeneration. Gets Blast(+3) if most models in the target have Defense 5+ to 6+.",
		"Warbound":                 "When attacking, unmodified results of 1 to block deal one extra wound.",
	} {
		compare(t, game, rules.Rule{Name: name, Summary: text})
	}
}

// Nor do real books say anything else under such a name.
func TestKnownNamesAreAsRealBooksSay(t *testing.T) {
	game := system(t).Set()
	names := game.Names() // without those that are built from others
	for _, folder := range []string{"gf-3.5", "gf-3.5.3"} {
		for _, b := range sharedBooks(t, folder) {
			set := compileTexts(t, b.rules)
			for _, r := range b.rules {
				name := strings.TrimSuffix(r.Name, "(X)")
				if known := game.Find(name); known != nil && slices.Contains(names, known.Name) && known.Origin == rules.OriginKnownName && set.Find(name).Origin == rules.OriginText {
					if diff := cmp.Diff(known.Effects, set.Find(name).Effects); diff != "" {
						t.Errorf("%s: %s (-known +read):\n%s", b.file, name, diff)
					}
				}
			}
		}
	}
}

// compare holds what is known of a rule's name against what its text comes to.
func compare(t *testing.T, game *rules.Set, r rules.Rule) {
	t.Helper()
	known := game.Find(r.Name)
	if known == nil || known.Origin != rules.OriginKnownName {
		t.Errorf("nothing is known of %s", r.Name)
		return
	}
	r.HasRating = known.HasRating
	reading := NewCompiler(1)([]rules.Rule{r}, game)[0]
	if diff := cmp.Diff(known.Effects, reading.Effects); diff != "" {
		t.Errorf("%s (-known +read): %q\n%s", r.Name, reading.UnreadSentences, diff)
	}
}
