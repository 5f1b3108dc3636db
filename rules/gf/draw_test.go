package gf_test

import (
	"fmt"

	"pgregory.net/rapid"

	"muster/rules"
	"muster/rules/gf"
)

// Rules that random duels draw from, by edition: those of models, of ranged
// weapons and of melee weapons.
var (
	modelRules = map[string][]string{
		"gf-3":    {"Aircraft", "Artillery", "Counter", "Fear(1)", "Fear(2)", "Fearless", "Furious", "Impact(1)", "Impact(3)", "Regeneration", "Relentless", "Stealth", "Thrust", "Scout"},
		"gf-2.16": {"Aircraft", "Fear", "Fearless", "Furious", "Impact(1)", "Impact(2)", "Regeneration", "Relentless", "Stealth", "Fast"},
		"gf-2.7":  {"Aircraft", "Fear", "Fearless", "Furious", "Impact(1)", "Impact(2)", "Regeneration", "Relentless", "Stealth", "Slow"},
	}
	weaponRules = map[string][]string{
		"gf-3":    {"AP(1)", "AP(2)", "AP(4)", "Bane", "Blast(2)", "Blast(3)", "Blast(6)", "Counter", "Deadly(3)", "Deadly(2)", "Indirect", "Reliable", "Rending", "Surge", "Takedown", "Thrust", "Unstoppable"},
		"gf-2.16": {"AP(1)", "AP(2)", "AP(4)", "Blast(2)", "Blast(3)", "Blast(6)", "Deadly(3)", "Deadly(2)", "Indirect", "Lock-On", "Poison", "Rending", "Sniper"},
		"gf-2.7":  {"AP(1)", "AP(2)", "AP(4)", "Anti-Air", "Blast(2)", "Blast(3)", "Deadly(3)", "Deadly(2)", "Indirect", "Poison", "Rending", "Sniper"},
	}
	editions = []string{"gf-3", "gf-2.16", "gf-2.7"}
)

// drawDuel draws a duel of small units with a few rules each.
func drawDuel(t *rapid.T, editions ...string) gf.Duel {
	id := rapid.SampledFrom(editions).Draw(t, "edition")
	system, err := rules.Load(id)
	if err != nil {
		t.Fatal(err)
	}
	scenario := gf.Scenario{
		Mode:          rapid.SampledFrom([]gf.Mode{gf.Shooting, gf.Melee}).Draw(t, "mode"),
		AttackerMoved: rapid.Bool().Draw(t, "moved"),
		TargetInCover: rapid.Bool().Draw(t, "cover"),
		InSight:       rapid.IntRange(0, 9).Draw(t, "sight") > 0,
	}
	if scenario.Mode == gf.Shooting {
		scenario.Distance = rapid.SampledFrom([]int{3, 9, 10, 12, 18, 24}).Draw(t, "distance")
	}
	return gf.Duel{
		System: system, Scenario: scenario,
		Attacker: drawSide(t, id, "attacker"), Target: drawSide(t, id, "target"),
	}
}

func drawSide(t *rapid.T, id, label string) gf.Side {
	s := gf.Side{
		Name:    label,
		Quality: rapid.IntRange(2, 6).Draw(t, label+" quality"),
		Defense: rapid.IntRange(2, 6).Draw(t, label+" defense"),
		Rules:   drawRules(t, modelRules[id], 2, label+" rules"),
		Groups:  []gf.Group{{Models: rapid.IntRange(1, 6).Draw(t, label+" models")}},
	}
	if tough := rapid.SampledFrom([]int{1, 1, 3, 6}).Draw(t, label+" tough"); tough > 1 {
		s.Rules = append(s.Rules, rules.Use{Name: "Tough", Rating: fmt.Sprint(tough)})
	}
	s.Weapons = drawWeapons(t, id, s.Groups[0].Models, label)
	if rapid.IntRange(0, 2).Draw(t, label+" second group") == 0 {
		s.Groups = append(s.Groups, gf.Group{
			Models: rapid.IntRange(1, 2).Draw(t, label+" others"),
			Rules: append(drawRules(t, modelRules[id], 1, label+" others' rules"),
				rules.Use{Name: "Tough", Rating: fmt.Sprint(rapid.IntRange(1, 3).Draw(t, label+" others' tough"))}),
		})
		s.Groups[1].Weapons = drawWeapons(t, id, s.Groups[1].Models, label+" others'")
	}
	if rapid.IntRange(0, 2).Draw(t, label+" hero") == 0 {
		s.Hero = &gf.Hero{
			Quality: rapid.IntRange(2, 5).Draw(t, label+" hero's quality"),
			Defense: rapid.IntRange(2, 5).Draw(t, label+" hero's defense"),
			Rules: append(drawRules(t, modelRules[id], 2, label+" hero's rules"), rules.Use{Name: "Hero"},
				rules.Use{Name: "Tough", Rating: fmt.Sprint(rapid.IntRange(1, 4).Draw(t, label+" hero's tough"))}),
			Weapons: drawWeapons(t, id, 1, label+" hero's"),
		}
	}
	s.Fatigued = rapid.IntRange(0, 5).Draw(t, label+" fatigued") == 0
	s.Shaken = rapid.IntRange(0, 7).Draw(t, label+" shaken") == 0
	if rapid.IntRange(0, 4).Draw(t, label+" losses") == 0 {
		s.StartModels = s.Models() + rapid.IntRange(1, 4).Draw(t, label+" lost")
	}
	return s
}

func drawRules(t *rapid.T, from []string, most int, label string) []rules.Use {
	return rules.ParseUses(rapid.SliceOfNDistinct(rapid.SampledFrom(from), 0, most, rapid.ID[string]).Draw(t, label))
}

func drawWeapons(t *rapid.T, id string, models int, label string) []gf.Weapon {
	weapons := make([]gf.Weapon, rapid.IntRange(1, 3).Draw(t, label+" weapons"))
	for i := range weapons {
		weapons[i] = gf.Weapon{
			Name:    fmt.Sprintf("%s weapon %d", label, i),
			Count:   rapid.IntRange(1, models+1).Draw(t, label+" count"),
			Attacks: rapid.IntRange(1, 3).Draw(t, label+" attacks"),
			Rules:   drawRules(t, weaponRules[id], 2, label+" weapon's rules"),
		}
		if rapid.Bool().Draw(t, label+" ranged") {
			weapons[i].Range = rapid.SampledFrom([]int{12, 18, 30}).Draw(t, label+" range")
		}
	}
	return weapons
}
