package reader

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"muster/rules"
)

// What is known of a name is what a text that says the same comes to.
func TestKnownNamesAreAsTheyRead(t *testing.T) {
	game := system(t).Set()
	for name, text := range map[string]string{
		"Armor":                    "This model counts as having Defense X+.",
		"Bad Shot":                 "When shooting, this model gets -1 to hit rolls.",
		"Courage":                  "This model gets +1 to morale test rolls.",
		"Evasive":                  "Enemy units get -1 to hit rolls when attacking units where all models have this rule.",
		"Ferocious":                "Unmodified results of 6 to hit deal one extra hit.",
		"Fortified":                "When units where all models have this rule take hits, those hits get AP(-1).",
		"Good Shot":                "When shooting, this model gets +1 to hit rolls.",
		"Hive Bond":                "If all models in this unit have this rule, it gets +1 to morale test rolls.",
		"Hold the Line":            "If all models in this unit have this rule, it gets +1 to morale test rolls.",
		"Ignores Regeneration":     "When attacking, ignores Regeneration.",
		"Impale":                   "Against units where most models have Tough(3) to Tough(9), gets Deadly(+3).",
		"Increased Shooting Range": `When shooting, this model gets +6" range.`,
		"Piercing Assault":         "When charging, this model gets AP(+1).",
		"Piercing Fighter":         "In melee, this model gets AP(+1).",
		"Plaguebound":              "When units where all models have this rule take wounds, roll one die for each. On a 6+ it is ignored.",
		"Precise":                  "When attacking, this model gets +1 to hit rolls.",
		"Precision Charge":         "When charging, this model gets +1 to hit rolls.",
		"Predator Fighter":         "In melee, for each unmodified roll of 6 to hit, this model may roll +1 attack. This rule doesn't apply to newly generated attacks.",
		"Protected":                "When units where all models have this rule take wounds, roll one die for each. On a 6+ it is ignored.",
		"Quake":                    "Ignores Regeneration, and on unmodified results of 1 to block hits, deals one extra wound.",
		"Self-Repair":              "When units where all models have this rule take wounds, roll one die for each. On a 6+ it is ignored.",
		"Shielded":                 "If all models in this unit have this rule, it gets +1 to defense rolls.",
		"Shred":                    "When attacking, unmodified results of 1 to block deal one extra wound.",
		"Smash":                    "Ignores Regeneration, and against units where most models have Defense 5+ to Defense 6+, gets Blast(+3).",
		"Warbound":                 "When attacking, unmodified results of 1 to block deal one extra wound.",
	} {
		compare(t, game, rules.Rule{Name: name, Summary: text})
	}
}

// Nor do real books say anything else under such a name.
func TestKnownNamesAreAsSharedBooksSay(t *testing.T) {
	game := system(t).Set()
	names := game.Names() // without those that are built from others
	for _, folder := range []string{"gf-3.5", "gf-3.5.3"} {
		for _, b := range sharedBooks(t, folder) {
			set := compileTexts(t, b.rules)
			for _, r := range b.rules {
				name := strings.TrimSuffix(r.Name, "(X)")
				if known := game.Find(name); known != nil && slices.Contains(names, known.Name) && known.Origin == rules.OriginName && set.Find(name).Origin == rules.OriginText {
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
	if known == nil || known.Origin != rules.OriginName {
		t.Errorf("nothing is known of %s", r.Name)
		return
	}
	r.Rated = known.Rated
	reading := Compile([]rules.Rule{r}, game)[0]
	if diff := cmp.Diff(known.Effects, reading.Effects); diff != "" {
		t.Errorf("%s (-known +read): %q\n%s", r.Name, reading.Unread, diff)
	}
}
