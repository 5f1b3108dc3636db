package play_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"muster/builder"
	"muster/builder/odds"
	"muster/builder/play"
	"muster/schema"
)

// What a unit does as it stands in a game is what a duel file says in which a
// person wrote down what is left of both.
func TestOddsAsUnitsStand(t *testing.T) {
	const (
		squad     = "models: %, quality: 4, defense: 4, rules: [Fearless, Volley Drill], weapons: [{name: Rifle, count: %, range: 24, attacks: 1}, {name: Bayonet, count: %, attacks: 1}]"
		breachers = "models: %, quality: 4, defense: 3, rules: [Fearless, Tower Shield], weapons: [{name: Port Pistol, count: %, range: 12, attacks: 1, rules: [AP(1)]}, {name: Hatchet, count: %, attacks: 2}]"
		riflemen  = "kind: infantry, quality: regular, resolve: steady, armour: light"
		carrier   = "kind: vehicle, movement: tracked, quality: regular, resolve: steady, armour: {front: 6, side: 6, rear: 6}, weapons: [heavy-mg], crew: 2"
	)
	of := func(n string) string { return strings.ReplaceAll(squad, "%", n) }
	for _, c := range []struct {
		name, system, units string // of both sides' lists
		events              string
		q                   odds.Question
		mode                string // of the pairs of the answer
		scenario            string
		own, foe            string // of the duel
	}{
		{
			"a squad that lost three shoots at one in cover that lost six", "gf-3", "units: [{id: a, unit: line-squad}]", "wound a 3; > wound a 6",
			odds.Question{Distance: 12, Cover: odds.UsualCover, Mode: odds.Shooting},
			"shooting", "mode: shooting, distance: 12, cover: true", of("7"), of("4") + ", start: 10",
		},
		{
			"who has fought strikes on sixes", "gf-3", "units: [{id: a, unit: line-squad}]", "fought a; > wound a 5",
			odds.Question{Mode: odds.Charging, Distance: 6},
			"melee", "mode: melee, distance: 6", of("10") + ", fatigued: true", of("5") + ", start: 10",
		},
		{
			"who is shaken fails every test", "gf-3", "units: [{id: a, unit: line-squad}]", "> begins a shaken",
			odds.Question{Mode: odds.Charging, Distance: 6},
			"melee", "mode: melee, distance: 6", of("10"), of("10") + ", shaken: true",
		},
		{
			"wounds of a tough model count", "gf-3", "units: [{id: a, unit: iron-guard}]", "> wound a 4",
			odds.Question{Mode: odds.Shooting, Distance: 12},
			"shooting", "mode: shooting, distance: 12",
			"models: 3, quality: 3, defense: 3, rules: [Tough(3), Fearless], weapons: [{name: Wall Carbine, count: 3, range: 18, attacks: 3, rules: [AP(1)]}, {name: Iron Fist, count: 3, attacks: 2, rules: [AP(2)]}]",
			"models: 2, quality: 3, defense: 3, rules: [Tough(3), Fearless], weapons: [{name: Wall Carbine, count: 2, range: 18, attacks: 3, rules: [AP(1)]}, {name: Iron Fist, count: 2, attacks: 2, rules: [AP(2)]}], start: 3, wounded: 1",
		},
		{
			"a hero whose squad is gone", "gf-3", "units: [{id: a, unit: breachers}, {id: h, unit: castellan, join: a}]", "wound a 5; wound h 2",
			odds.Question{Mode: odds.Charging, Distance: 6},
			"melee", "mode: melee, distance: 6",
			"models: 1, quality: 3, defense: 3, rules: [Hero, Tough(6), Fearless], weapons: [{name: Wall Carbine, range: 18, attacks: 3, rules: [AP(1)]}, {name: Gate Maul, attacks: 4, rules: [AP(1)]}], start: 6, wounded: 2",
			"models: 5, quality: 4, defense: 3, rules: [Fearless, Tower Shield], weapons: [{name: Port Pistol, count: 5, range: 12, attacks: 1, rules: [AP(1)]}, {name: Hatchet, count: 5, attacks: 2}], hero: {quality: 3, defense: 3, rules: [Hero, Tough(6), Fearless], weapons: [{name: Wall Carbine, range: 18, attacks: 3, rules: [AP(1)]}, {name: Gate Maul, attacks: 4, rules: [AP(1)]}]}",
		},
		{
			"a suppression token is a point of Quality, for dice to hit and for morale", "gf-2.7", "units: [{id: a, unit: salvagers}]", "option suppression; mark a suppression; > mark a suppression; > wound a 2",
			odds.Question{Distance: 12, Mode: odds.Shooting},
			"shooting", "mode: shooting, distance: 12", "models: 5, quality: 5, defense: 4, weapons: [{name: Rivet Gun, count: 5, range: 18, attacks: 1}, {name: Boarding Axe, count: 5, attacks: 2}]", "models: 3, start: 5, quality: 5, defense: 4, weapons: [{name: Rivet Gun, count: 3, range: 18, attacks: 1}, {name: Boarding Axe, count: 3, attacks: 2}]",
		},
		{
			"what is limited and spent does no more", "gf-3", "units: [{id: a, unit: breachers, upgrades: [{option: gate-charge, count: 2}]}]", "use a Gate_Charge; use a Gate_Charge; wound a; > wound a 2",
			odds.Question{Mode: odds.Charging, Distance: 6},
			"melee", "mode: melee, distance: 6", strings.ReplaceAll(breachers, "%", "4"), strings.ReplaceAll(strings.Replace(breachers, "weapons: [", "weapons: [{name: Gate Charge, count: 2, attacks: 1, rules: [AP(4), Deadly(3)]}, ", 1), "%", "3") + ", start: 5",
		},
		{
			"figures under fire at figures under fire", "fad", "units: [{id: a, " + riflemen + ", figures: [{count: 8, weapon: assault-rifle}]}]", "wound a 2; begins a under-fire; > begins a pinned",
			odds.Question{Mode: odds.Shooting, Distance: 12, Cover: "partial", Moved: true},
			"shooting", "mode: shooting, range: close, cover: partial, moved: true, shooter-under-fire: true, target-under-fire: true",
			riflemen + ", figures: [{count: 6, weapon: assault-rifle}]", riflemen + ", figures: [{count: 8, weapon: assault-rifle}]",
		},
		{
			"figures with wounded fire at -3", "fad", "units: [{id: a, " + riflemen + ", figures: [{count: 8, weapon: assault-rifle}]}]", "option wounded; wound a wounded 2; > wound a killed 1",
			odds.Question{Mode: odds.Shooting, Distance: 12, Cover: "partial", Moved: true},
			"shooting", "mode: shooting, range: close, cover: partial, moved: true",
			riflemen + ", figures: [{count: 6, weapon: assault-rifle}], modifiers: {fire-effect: -3}", riflemen + ", figures: [{count: 7, weapon: assault-rifle}]",
		},
		{
			"the officer who got in leads, and nobody whose officer got out", "fad",
			"units: [{id: a, " + carrier + "}, {id: o, in: a, kind: character, quality: regular, resolve: steady, weapon: pistol, leadership: inspiring, specialisation: cavalry}]",
			"leave o; next; board o a; > leave o",
			odds.Question{Mode: odds.Shooting, Distance: 12, Cover: "partial", Moved: true},
			"shooting", "mode: shooting, range: close, cover: partial, moved: true", carrier + ", officer: {leadership: inspiring, specialisation: cavalry}", carrier,
		},
	} {
		text := c.units
		mine, theirs := list(t, c.system, text), list(t, c.system, text)
		s := play.NewTable(mine, "", theirs).Replay(game(t, c.events))
		standing := func(i int) map[string]odds.UnitState {
			all := map[string]odds.UnitState{}
			for _, u := range s.Sides[i].Units {
				all[u.ID] = s.OddsStateWithWounded(u)
			}
			return all
		}
		q := c.q
		q.UnitID, q.Foe, q.KeepResults, q.OwnStates, q.FoeStates = "a", odds.Foe{List: theirs.(builder.Previewer), UnitID: "a"}, true, standing(0), standing(1)
		answer, err := mine.(builder.Previewer).Odds(t.Context(), q)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		rules := ""
		if c.system == "gf-3" { // those of the book
			rules = "\nrules: [{name: Volley Drill, effects: [{when: {shooting: true, moved: false}, on: six-to-hit, extra-hits: 1}]}, {name: Tower Shield, effects: [{of: enemy, when: {shooting: true}, ap: -1}]}]"
		}
		document, err := schema.Read("duel.yaml", []byte("muster: duel/1\nsystem: "+c.system+"\nscenario: {"+c.scenario+"}\nattacker: {"+c.own+"}\ntarget: {"+c.foe+"}"+rules), "duel/1")
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		duel, err := builder.AnswerDuel(document, library, odds.Dice{})
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		want, got := sides(t, duel.Report), map[string]any(nil)
		for _, pair := range pairs(t, answer.Report) {
			if pair["mode"] == c.mode {
				got = map[string]any{"attacker": pair["attacker"], "target": pair["target"]}
			}
		}
		if diff := cmp.Diff(want, got, near); diff != "" {
			t.Errorf("%s (-duel +as they stand)\n%s", c.name, diff)
		}
	}
}

// near compares probabilities.
var near = cmp.Comparer(func(a, b float64) bool { return a-b < 1e-9 && b-a < 1e-9 })

func generic(t *testing.T, report any) map[string]any {
	t.Helper()
	text, err := json.Marshal(report)
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]any
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

func sides(t *testing.T, report any) map[string]any {
	all := generic(t, report)
	return map[string]any{"attacker": all["attacker"], "target": all["target"]}
}

func pairs(t *testing.T, report any) []map[string]any {
	var all []map[string]any
	for _, pair := range generic(t, report)["pairs"].([]any) {
		all = append(all, pair.(map[string]any))
	}
	return all
}

// What the dice of weapons need counts the rules of both sides, as they stand, and is what the expected
// wounds are made of.
func TestWhatDiceNeed(t *testing.T) {
	for _, c := range []struct{ name, system, mine, theirs, events, want string }{
		{"plain", "gf-3", "unit: line-squad", "unit: line-squad", "", "Rifle 4+ 4+, Bayonet 4+ 4+"},
		{"the target's shields take armour piercing away", "gf-3", "unit: breachers", "unit: breachers", "", "Port Pistol 4+ 3+, Hatchet 4+ 3+"},
		{"armour piercing", "gf-3", "unit: breachers", "unit: line-squad", "", "Port Pistol 4+ 5+, Hatchet 4+ 4+"},
		{"who has fought hits on sixes in melee", "gf-3", "unit: breachers", "unit: line-squad", "fought a", "Port Pistol 4+ 5+, Hatchet 6+ 4+"},
		{"a token takes a point of Quality", "gf-2.7", "unit: salvagers", "unit: salvagers", "option suppression; mark a suppression", "Rivet Gun 5+ 4+, Boarding Axe 5+ 4+"},
	} {
		mine, theirs := list(t, c.system, "units: [{id: a, "+c.mine+"}]"), list(t, c.system, "units: [{id: b, "+c.theirs+"}]")
		s := play.NewTable(mine, "", theirs).Replay(game(t, c.events))
		q := odds.Question{OnlyNeededRolls: true, Foe: odds.Foe{List: theirs.(builder.Previewer), UnitID: "b"}, OwnStates: map[string]odds.UnitState{"a": s.Sides[0].Units[0].OddsState()}}
		answer, err := mine.(builder.Previewer).Odds(t.Context(), q)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		var got []string
		for _, n := range answer.NeededRolls[0].Weapons {
			got = append(got, fmt.Sprintf("%s %d+ %d+", n.Weapon, n.HitDie, n.BlockDie))
			dice := 5.0 // of five models, one each
			if n.IsMelee {
				continue
			}
			if c.mine == "unit: line-squad" {
				continue // whose drill scores more on sixes
			}
			if want := dice * float64(7-n.HitDie) / 6 * float64(n.BlockDie-1) / 6; math.Abs(answer.NeededRolls[0].ShootingWounds-want) > 1e-9 {
				t.Errorf("%s: %v wounds, the dice say %v", c.name, answer.NeededRolls[0].ShootingWounds, want)
			}
		}
		if text := strings.Join(got, ", "); text != c.want {
			t.Errorf("%s: %s, want %s", c.name, text, c.want)
		}
	}
}

// A tap of mine while they are to act tells that both acted, in one event.
func TestATapAnswersTheOtherSide(t *testing.T) {
	units := "units: [{id: a, unit: breachers}, {id: b, unit: breachers}]"
	for _, c := range []struct{ name, events, want string }{
		{"they go first", "> first; act a after", "1 1 turn 1"},
		{"a round of two a side", "> first; act a after; act b after", "0 0 turn -1"},
		{"mine go first", "first; act a; act b after", "0 1 turn 1"},
		{"the last of theirs", "first; act a; act b after; > pass", "0 0 turn -1"},
		{"in my own turn nobody answers", "first; act a after", "1 2 turn 1"},
		{"then it is named", "> first; > pass; > act a", "2 1 turn 0"},
		{"and in the next round all may act", "> first; act a after; next", "2 2 turn -1"},
		{"back in the round before it counts again", "> first; act a after; next; back", "1 1 turn 1"},
	} {
		s := play.NewTable(list(t, "gf-3", units), "", list(t, "gf-3", units)).Replay(game(t, c.events))
		if got := fmt.Sprintf("%d %d turn %d", s.CountUnacted(0), s.CountUnacted(1), s.NextSide); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
