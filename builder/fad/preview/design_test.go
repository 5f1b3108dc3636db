package preview_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"muster/builder/fad"
	"muster/builder/finding"
	"muster/builder/odds"

	"muster/builder/fad/preview"
	"muster/schema"
)

// loadUnit reads a unit alone from its fields.
func loadUnit(t testing.TB, fields string) *fad.Army {
	t.Helper()
	document, err := schema.Read("unit.yaml", []byte("muster: unit/1\nid: one\n"+fields), "unit/1")
	if err != nil {
		t.Fatal(err)
	}
	army, err := fad.LoadDocument(document, nil)
	if err != nil {
		t.Fatal(err)
	}
	return army
}

// designs are three kinds, each with the unit that they begin as, values that its fields may
// have, and the file of a design with some of them.
var designs = []struct {
	start  string
	values map[string][]string
	write  func(v map[string]string) string
}{
	{
		"kind: infantry\nquality: regular\nresolve: steady\narmour: light\nfigures: [{count: 8, weapon: pistol}]\n",
		map[string][]string{
			"quality": {"rabble", "conscript", "regular", "elite"}, "resolve": {"reluctant", "uncertain", "steady", "determined"},
			"armour": {"none", "light", "heavy", "battle-dress", "hvy-power"}, "figures": {"4", "6", "7", "9", "12"},
			"weapon":  {"pistol", "smg", "assault-rifle", "gauss-rifle", "blaster", "laser-rifle-linked"},
			"weapons": {"", "saw", "grenade-launcher"}, "leader": {"", "experienced", "veteran"},
			"traits": {"", "tough", "supreme-weapon", "save", "fanatic", "goon", "resilient-2", "slow"},
		},
		func(v map[string]string) string {
			var n int
			fmt.Sscan(v["figures"], &n)
			figures := ""
			if v["weapons"] != "" {
				n--
				figures = fmt.Sprintf(", {count: 1, weapon: %s}", v["weapons"])
			}
			if v["leader"] != "" {
				n--
				figures += fmt.Sprintf(", {count: 1, weapon: %s, leader: %s}", v["weapon"], v["leader"])
			}
			figures = fmt.Sprintf("[{count: %d, weapon: %s}%s]", n, v["weapon"], figures)
			return fmt.Sprintf("kind: infantry\nquality: %s\nresolve: %s\narmour: %s\nfigures: %s\ntraits: [%s]\n", v["quality"], v["resolve"], v["armour"], figures, v["traits"])
		},
	},
	{
		"kind: heavy-weapons\nquality: regular\nresolve: steady\narmour: light\nheavy: heavy-mg\nfigures: [{count: 3, weapon: pistol}]\n",
		map[string][]string{
			"quality": {"rabble", "conscript", "regular", "elite"}, "resolve": {"reluctant", "uncertain", "steady", "determined"},
			"armour": {"none", "light", "heavy", "battle-dress", "hvy-power"}, "figures": {"2", "3", "4", "5"},
			"heavy":  {"general-purpose-mg", "heavy-mg", "beam-light", "cannon-light", "chain-gun-light", "mounted-flamethrower"},
			"traits": {"", "tough", "supreme-weapon", "grizzled", "droids-self-less", "zombie"},
		},
		func(v map[string]string) string {
			return fmt.Sprintf("kind: heavy-weapons\nquality: %s\nresolve: %s\narmour: %s\nheavy: %s\nfigures: [{count: %s, weapon: pistol}]\ntraits: [%s]\n",
				v["quality"], v["resolve"], v["armour"], v["heavy"], v["figures"], v["traits"])
		},
	},
	{
		"kind: vehicle\nmovement: tracked\nquality: regular\nresolve: steady\narmour: {front: 4, side: 4, rear: 4}\nweapons: [heavy-mg]\n",
		map[string][]string{
			"quality": {"rabble", "conscript", "regular", "elite"}, "resolve": {"reluctant", "uncertain", "steady", "determined"},
			"armour": {"0", "4", "6", "7", "8"}, "weapons": {"heavy-mg", "general-purpose-mg", "cannon-light", "general-purpose-mg+cannon-light", "heavy-mg+heavy-mg"},
			"traits": {"", "energy-screen", "reactive-armour", "advanced-targeting-system", "ai-controlled", "under-powered", "close-in-defense-system"},
		},
		func(v map[string]string) string {
			return fmt.Sprintf("kind: vehicle\nmovement: tracked\nquality: %s\nresolve: %s\narmour: {front: %[3]s, side: %[3]s, rear: %[3]s}\nweapons: [%s]\ntraits: [%s]\n",
				v["quality"], v["resolve"], v["armour"], strings.ReplaceAll(v["weapons"], "+", ", "), v["traits"])
		},
	},
}

// The best design of a search is never beaten by one of all the designs, each read from a file
// and tried by itself; and every answer is what such a file says.
func TestDesignsAreNotBeaten(t *testing.T) {
	bench, err := preview.TypicalTargets(nil)
	if err != nil {
		t.Fatal(err)
	}
	random, found := rand.New(rand.NewPCG(45, 5)), 0
	for n := range 42 {
		kind := &designs[n%len(designs)]
		s := preview.Search{
			Start: loadUnit(t, kind.start), MaxPoints: 15 + random.IntN(90), Target: &bench[random.IntN(len(bench))], AllowedValues: map[string][]string{},
			Conditions: odds.Question{Distance: []int{6, 12, 20}[random.IntN(3)]}, Objective: []preview.Objective{preview.ByDamage, preview.ByDurability, preview.ByDamageAndDurability}[n/3%3], MaxAnswers: 3,
		}
		for path, values := range kind.values {
			shuffled := slices.Clone(values)
			random.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
			s.AllowedValues[path] = shuffled[:min(len(shuffled), 1+random.IntN(3))]
		}
		best, searched, err := s.Run(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		all := []map[string]string{{}}
		for path, values := range s.AllowedValues {
			var more []map[string]string
			for _, v := range all {
				for _, value := range values {
					one := map[string]string{path: value}
					for p, w := range v {
						one[p] = w
					}
					more = append(more, one)
				}
			}
			all = more
		}
		if len(all) != searched {
			t.Errorf("%d: %d designs, of %d searched", n, len(all), searched)
		}
		most, file := -1.0, ""
		for _, v := range all {
			worth := worthAlone(t, kind.write(v), &s)
			if worth > most {
				most, file = worth, kind.write(v)
			}
		}
		switch {
		case len(best) == 0 && most >= 0:
			t.Errorf("%d: nothing is found; %s would do", n, file)
		case len(best) > 0:
			found++
			if got := designWorth(&best[0], s.Objective); got < most-1e-9 || got > most+1e-9 {
				t.Errorf("%d, by %s: the best is worth %g; %g is\n%s", n, s.Objective, got, most, file)
			}
			if got := worthAlone(t, strings.TrimPrefix(strings.TrimSuffix(schema.YAMLLines(&best[0].Unit), "\n"), "id: one\n")+"\n", &s); got < most-1e-9 {
				t.Errorf("%d: the answer's file is worth %g, not %g", n, got, most)
			}
		}
	}
	if found < 25 {
		t.Errorf("only %d searches found a design", found)
	}
}

// Answers differ in something that a player sees, and each has something over all before it.
func TestDesignsDiffer(t *testing.T) {
	bench, err := preview.TypicalTargets(nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, kind := range []string{"infantry", "heavy-weapons", "vehicle"} {
		for _, by := range []preview.Objective{preview.ByDamage, preview.ByDurability, preview.ByDamageAndDurability} {
			s := preview.Search{
				Start: loadUnit(t, designs[i].start), MaxPoints: 60, Target: &bench[1], Conditions: odds.Question{Distance: 12}, Objective: by, MaxAnswers: 5,
				AllowedValues: map[string][]string{"quality": {"conscript", "regular"}, "traits": {"", "tough"}},
			}
			if kind == "vehicle" {
				s.AllowedValues["traits"] = []string{"", "reactive-armour"}
			}
			best, _, err := s.Run(context.Background())
			if err != nil || len(best) < 2 {
				t.Fatal(kind, by, len(best), err)
			}
			for j := range best {
				is := &best[j]
				for k := range j {
					was := &best[k]
					cheaper := was.Price.Points > is.Price.Points && designWorth(is, by)*float64(was.Price.Points) > 0.7*designWorth(was, by)*float64(is.Price.Points)
					if !cheaper && was.Kills.Value >= is.Kills.Value && min(was.Durability, preview.DurabilityLimit) >= min(is.Durability, preview.DurabilityLimit) {
						t.Errorf("%s by %s: %q has nothing over %q", kind, by, is.Assignments, was.Assignments)
					}
					if a, b := is.Unit.Size(), was.Unit.Size(); seen(is) == seen(was) && 3*max(a, b) < 4*min(a, b) {
						t.Errorf("%s by %s: %q looks as %q does", kind, by, is.Assignments, was.Assignments)
					}
				}
			}
		}
	}
}

// Against what it cannot hurt, a design that costs more and lasts less is none of the best.
func TestDesignsThatHurtNothing(t *testing.T) {
	bench, err := preview.TypicalTargets(nil)
	if err != nil {
		t.Fatal(err)
	}
	tank := slices.IndexFunc(bench, func(u preview.Combatant) bool { return u.Name == "Tank" })
	s := preview.Search{
		Start: loadUnit(t, designs[0].start), MaxPoints: 40, Target: &bench[tank], Conditions: odds.Question{Distance: 12}, Objective: preview.ByDurability, MaxAnswers: 8,
		AllowedValues: map[string][]string{"quality": {"conscript", "regular", "elite"}, "weapon": {"assault-rifle", "smg"}, "traits": {""}},
	}
	best, _, err := s.Run(context.Background())
	if err != nil || len(best) < 2 {
		t.Fatal(len(best), err)
	}
	for i := range best[1:] {
		if was, is := &best[i], &best[i+1]; is.Kills.Value > 0 || was.Kills.Value > 0 {
			t.Errorf("%q hurts it", is.Assignments)
		} else if is.Price.Points >= was.Price.Points {
			t.Errorf("%q costs %d points and lasts %g: %q has %d and %g", is.Assignments, is.Price.Points, is.Durability, was.Assignments, was.Price.Points, was.Durability)
		}
	}
}

// seen are the fields of a design that make it look different, besides its size.
func seen(d *preview.Design) string {
	support := slices.ContainsFunc(d.Assignments, func(f string) bool { return strings.HasPrefix(f, "weapon=") })
	var all []string
	for _, f := range d.Assignments {
		path, _, _ := strings.Cut(f, "=")
		if slices.Contains([]string{"quality", "weapon", "heavy"}, path) || path == "weapons+" && !support {
			all = append(all, f)
		}
	}
	return strings.Join(all, " ")
}

// worthAlone is what a unit in a file is worth for a search; -1 if it is illegal or too dear.
func worthAlone(t *testing.T, fields string, s *preview.Search) float64 {
	t.Helper()
	army := loadUnit(t, fields)
	if _, wrong := finding.FirstError(army.Findings, ""); wrong || army.Points > s.MaxPoints {
		return -1
	}
	q := s.Conditions
	q.Mode = odds.Shooting
	pairs, err := preview.BestPairs(context.Background(), preview.Units(army), []preview.Combatant{*s.Target}, &q)
	if err != nil {
		t.Fatal(err)
	}
	d := preview.Design{Kills: pairs[0][0][0].Effect}
	if d.Durability, err = preview.Durability(context.Background(), army, "one", s.Target, q.Distance); err != nil {
		t.Fatal(err)
	}
	return designWorth(&d, s.Objective)
}

func designWorth(d *preview.Design, by preview.Objective) float64 {
	switch by {
	case preview.ByDamage:
		return d.Kills.Value
	case preview.ByDurability:
		return min(d.Durability, 1e9)
	}
	return d.Kills.Value * min(d.Durability, preview.DurabilityLimit)
}

// BenchmarkDesign searches all squads and teams of 60 points, and all vehicles of 150, against
// the usual targets in turn.
func BenchmarkDesign(b *testing.B) {
	bench, err := preview.TypicalTargets(nil)
	if err != nil {
		b.Fatal(err)
	}
	for i, name := range []string{"infantry", "heavy-weapons", "vehicle"} {
		for _, by := range []preview.Objective{preview.ByDamage, preview.ByDamageAndDurability} {
			b.Run(name+"/"+string(by), func(b *testing.B) {
				at := 0
				for b.Loop() {
					s := preview.Search{
						Start: loadUnit(b, designs[i].start), MaxPoints: []int{60, 60, 150}[i], Target: &bench[at%len(bench)],
						Conditions: odds.Question{Distance: 12}, Objective: by, MaxAnswers: 5,
					}
					at++
					if best, _, err := s.Run(context.Background()); err != nil || len(best) == 0 {
						b.Fatal(len(best), err)
					}
				}
			})
		}
	}
}
