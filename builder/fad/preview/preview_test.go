package preview_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"muster/builder/fad"
	"muster/builder/fad/preview"
	"muster/builder/odds"
	armoury "muster/catalog/fad"
	"muster/catalog/fad/fadtest"
	combat "muster/rules/fad"
	"muster/schema"
)

func units(t testing.TB, text string) []preview.Combatant {
	t.Helper()
	document, err := schema.Read("list.yaml", []byte(text), "list/1")
	if err != nil {
		t.Fatal(err)
	}
	army, err := fad.LoadDocument(document, nil)
	if err != nil {
		t.Fatal(err)
	}
	return preview.Units(army)
}

const head = "muster: list/1\nsystem: fad\nunits:\n"

// The bench costs what the game says: (10 figures × (3 - 1 + 0.75)) × 1.0 for
// the militia, (8 × 4) × 1.3 for the line.
func TestBench(t *testing.T) {
	bench, err := preview.TypicalTargets(nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, u := range bench {
		got = append(got, fmt.Sprintf("%s %d", u.ID, u.Points))
	}
	want := "militia 28, line 42, elites 91, powered 104, gunners 15, apc 68, tank 186"
	if strings.Join(got, ", ") != want {
		t.Errorf("the bench is %s, should be %s", strings.Join(got, ", "), want)
	}
}

// A weapon counts as far as it reaches, and odds are split where one changes its
// band.
func TestDistances(t *testing.T) {
	mixed := units(t, head+"  - {id: a, kind: infantry, quality: regular, resolve: steady, figures: [{count: 5, weapon: assault-rifle}, {count: 1, weapon: shotgun}]}\n")
	bench, err := preview.TypicalTargets(nil)
	if err != nil {
		t.Fatal(err)
	}
	pairs, err := preview.AllAttacks(context.Background(), &mixed[0], &bench[1], &odds.Question{Mode: odds.Shooting})
	if err != nil {
		t.Fatal(err)
	}
	var moved, still []string
	for _, p := range pairs {
		if p.Scenario.Cover != combat.Open {
			continue
		}
		band := fmt.Sprintf("%d-%d", p.LowerDistance, p.Scenario.Distance)
		if p.Scenario.ShooterMoved {
			moved = append(moved, band)
		} else {
			still = append(still, band)
		}
	}
	// Rifles reach 20, 40, 60 inches, the shotgun 24 in all; then a rifleman less
	// counts. A band on which nothing depends is not split.
	want := "0-20 20-24 24-40 40-60"
	if got := strings.Join(moved, " "); got != want {
		t.Errorf("after moving: %s, should be %s", got, want)
	}
	if got := strings.Join(still, " "); got != want {
		t.Errorf("Open Fire: %s, should be %s", got, want)
	}
}

func TestEveryWayIsTried(t *testing.T) {
	ours := units(t, head+
		"  - {id: launcher, kind: heavy-weapons, quality: regular, resolve: steady, heavy: missile-launcher, figures: [{count: 2, weapon: pistol}]}\n"+
		"  - {id: tubes, kind: artillery, quality: regular, resolve: steady, heavy: mortar-heavy, figures: [{count: 2, weapon: pistol}]}\n"+
		"  - {id: eye, kind: sniper, quality: elite, resolve: steady}\n"+
		"  - {id: squad, kind: infantry, quality: elite, resolve: steady, figures: [{count: 6, weapon: smg}]}\n")
	bench, err := preview.TypicalTargets(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ unit, target, want string }{
		{"launcher", "line", "blast close-assault close-assault"},
		{"launcher", "apc", "shooting front vehicle-assault shooting side"},
		{"tubes", "line", "blast"},
		{"tubes", "apc", ""},
		{"eye", "line", "shooting"},
		{"squad", "tank", "shooting front shooting rear vehicle-assault"},
		{"squad", "militia", "shooting close-assault close-assault"},
	} {
		u := &ours[slices.IndexFunc(ours, func(u preview.Combatant) bool { return u.ID == c.unit })]
		target := &bench[slices.IndexFunc(bench, func(u preview.Combatant) bool { return u.ID == c.target })]
		pairs, err := preview.AllAttacks(context.Background(), u, target, &odds.Question{})
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]bool{}
		for _, p := range pairs {
			got[strings.TrimSpace(fmt.Sprint(p.Scenario.Mode, " ", p.Scenario.Facing))] = true
		}
		for way := range got {
			if !strings.Contains(c.want, way) {
				t.Errorf("%s against %s: %s is tried", c.unit, c.target, way)
			}
		}
		if c.want != "" && len(got) == 0 || c.want == "" && len(got) > 0 {
			t.Errorf("%s against %s: %v, should be %s", c.unit, c.target, got, c.want)
		}
	}
}

// 100 points of the unit, and a target whose every figure is worth as much.
func TestPointsDestroyed(t *testing.T) {
	bench, err := preview.TypicalTargets(nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := preview.Fight(&bench[1], &bench[0], combat.Scenario{Mode: combat.Shooting})
	if err != nil {
		t.Fatal(err)
	}
	want := 100 * p.Result.Target.Casualties.Mean / 10 * 28 / 42
	if math.Abs(p.LostPer100-want) > 1e-12 {
		t.Errorf("%g points, should be %g", p.LostPer100, want)
	}
	p, err = preview.Fight(&bench[6], &bench[5], combat.Scenario{Mode: combat.Shooting})
	if err != nil {
		t.Fatal(err)
	}
	if want := 100 * p.Result.Target.VehicleLost * float64(bench[5].Points) / float64(bench[6].Points); math.Abs(p.LostPer100-want) > 1e-12 {
		t.Errorf("%g points, should be %g", p.LostPer100, want)
	}
}

func TestNotes(t *testing.T) {
	ours := units(t, head+
		"  - {id: a, kind: infantry, quality: conscript, resolve: steady, traits: [swift, combat-drugs, tough], figures: [{count: 5, weapon: smg}, {count: 1, weapon: flamethrower}]}\n"+
		"  - {id: b, kind: vehicle, movement: walk, quality: regular, resolve: steady, armour: {front: 8, side: 8, rear: 8}, weapons: [beam-heavy, heavy-mg], crew: 1}\n")
	if got := fmt.Sprint(ours[0].Notes); !strings.Contains(got, "Flamethrower adds to the volley, but its damage 2 and AP 2 are never used") || strings.Contains(got, "easily") {
		t.Error(got)
	}
	if fmt.Sprint(ours[0].GearOutsideFights, ours[0].NotModelled) != "[Swift] [Combat Drugs]" {
		t.Error(ours[0].GearOutsideFights, ours[0].NotModelled)
	}
	if got := fmt.Sprint(ours[1].Notes); !strings.Contains(got, "fires 1 of 2 weapons") || !strings.Contains(got, "AP 3 kills Battle Dress (7 counts as 4) more easily than Heavy (6)") {
		t.Error(got)
	}
	seer := units(t, head+"  - {id: s, kind: psionic, quality: elite, resolve: steady, weapon: pistol, aptitude: expert, powers: [harm, shield, terror]}\n")
	if got := fmt.Sprint(seer[0].Notes); !strings.Contains(got, "Invokes a power with 96.3%") { // 26 of 27
		t.Error(got)
	}
	bench, err := preview.TypicalTargets(nil)
	if err != nil {
		t.Fatal(err)
	}
	var pairs []preview.Pair
	for i := range bench {
		more, err := preview.AllAttacks(context.Background(), &bench[1], &bench[i], &odds.Question{Mode: odds.Shooting})
		if err != nil {
			t.Fatal(err)
		}
		pairs = append(pairs, more...)
	}
	if got := preview.UnpinnableTargets(pairs); !slices.Equal(got, []string{"Line squad", "Elites", "Powered armour", "Machine guns"}) {
		t.Errorf("it never pins %v", got)
	}
}

// A Fire Team adds the dice of both squads, a team beside a squad its own; a team
// that blasts shoots together at vehicles alone. Partners do not assault vehicles
// together.
func TestPartners(t *testing.T) {
	ours := units(t, head+
		"  - {id: a, kind: infantry, quality: regular, resolve: steady, traits: [fire-team], partner: b, figures: [{count: 6, weapon: assault-rifle}]}\n"+
		"  - {id: b, kind: infantry, quality: regular, resolve: steady, traits: [fire-team], figures: [{count: 6, weapon: assault-rifle}]}\n"+
		"  - {id: c, kind: infantry, quality: regular, resolve: steady, partner: gun, figures: [{count: 6, weapon: assault-rifle}]}\n"+
		"  - {id: gun, kind: heavy-weapons, quality: regular, resolve: steady, heavy: heavy-mg, figures: [{count: 2, weapon: pistol}]}\n"+
		"  - {id: d, kind: infantry, quality: regular, resolve: steady, partner: tube, figures: [{count: 6, weapon: assault-rifle}]}\n"+
		"  - {id: tube, kind: heavy-weapons, quality: regular, resolve: steady, heavy: missile-launcher, figures: [{count: 2, weapon: pistol}]}\n"+
		"  - {id: e, kind: infantry, quality: regular, resolve: steady, partner: carrier, traits: [mechanized], figures: [{count: 6, weapon: assault-rifle}]}\n"+
		"  - {id: carrier, kind: vehicle, movement: tracked, quality: regular, resolve: steady, armour: {front: 8, side: 8, rear: 8}, weapons: [heavy-mg], capacity: 6}\n")
	var got []string
	for _, u := range ours {
		got = append(got, strings.TrimSpace(u.ID+" "+u.Partner))
	}
	if want := "a, a b, b, b a, c, c gun, gun, d, d tube, tube, e, carrier"; strings.Join(got, ", ") != want {
		t.Fatalf("units are %s, should be %s", strings.Join(got, ", "), want)
	}
	bench, err := preview.TypicalTargets(nil)
	if err != nil {
		t.Fatal(err)
	}
	line, apc := &bench[1], &bench[5]
	ways := func(u *preview.Combatant, target *preview.Combatant) string {
		pairs, err := preview.AllAttacks(context.Background(), u, target, &odds.Question{})
		if err != nil {
			t.Fatal(err)
		}
		var modes []string
		for _, p := range pairs {
			modes = append(modes, string(p.Scenario.Mode))
		}
		return strings.Join(slices.Compact(modes), " ")
	}
	for _, c := range []struct {
		at         int
		line, tank string
	}{
		{1, "shooting close-assault", "shooting"},
		{5, "shooting", "shooting"},
		{8, "", "shooting"},
	} {
		if got := ways(&ours[c.at], line); got != c.line {
			t.Errorf("%s at figures: %s, should be %s", ours[c.at].Name, got, c.line)
		}
		if got := ways(&ours[c.at], apc); got != c.tank {
			t.Errorf("%s at a vehicle: %s, should be %s", ours[c.at].Name, got, c.tank)
		}
	}
	hits := func(u *preview.Combatant, s combat.Scenario) float64 {
		p, err := preview.Fight(u, line, s)
		if err != nil {
			t.Fatal(err)
		}
		return p.Result.Target.Hits.Mean
	}
	still := combat.Scenario{Mode: combat.Shooting, Distance: 20}
	// 2D6 added, +1, +4 for 12 figures, +2 at close: (2..12 + 7) / 3.
	if want := (3*6 + 4*15 + 5*12 + 6*3) / 36.; math.Abs(hits(&ours[1], still)-want) > 1e-12 {
		t.Errorf("a Fire Team hits %g, should be %g", hits(&ours[1], still), want)
	}
	// After moving only the squad fires.
	moved := still
	moved.ShooterMoved = true
	if hits(&ours[5], moved) != hits(&ours[4], moved) || hits(&ours[5], still) <= hits(&ours[4], still) {
		t.Error("a team beside its squad should add to fire that does not move, and only to that")
	}
	if ours[1].Points != ours[0].Points+ours[2].Points {
		t.Error("who fights together costs what both cost")
	}
}

// An officer in a platoon's command, or in a vehicle's crew, counts for his unit,
// in fire and in morale, and with a list of targets too.
func TestOfficers(t *testing.T) {
	text := "muster: list/1\nsystem: fad\nplatoons: [{command: [squad, major], squads: [line]}]\nunits:\n" +
		"  - {id: squad, kind: infantry, quality: regular, resolve: steady, figures: [{count: 4, weapon: assault-rifle}]}\n" +
		"  - {id: line, kind: infantry, quality: regular, resolve: steady, figures: [{count: 4, weapon: assault-rifle}]}\n" +
		"  - {id: major, kind: character, quality: regular, resolve: steady, weapon: assault-rifle, leadership: inspiring, specialisation: infantry}\n" +
		"  - {id: tank, kind: vehicle, movement: tracked, quality: regular, resolve: steady, armour: {front: 8, side: 8, rear: 8}, weapons: [heavy-mg]}\n" +
		"  - {id: ace, kind: character, in: tank, quality: regular, resolve: steady, weapon: pistol, leadership: experienced, specialisation: gunnery}\n"
	ours := units(t, text)
	var got []string
	for _, u := range ours {
		got = append(got, strings.TrimSpace(u.ID+" "+u.Officer))
	}
	if want := "squad major, line, major, tank ace, ace"; strings.Join(got, ", ") != want {
		t.Fatalf("officers: %s, should be %s", strings.Join(got, ", "), want)
	}
	if notes := fmt.Sprint(ours[0].Notes); !strings.Contains(notes, "it rolls up to 2 failed dice of morale again, +2 to its fire and assaults, a level of Resolve") {
		t.Error(notes)
	}
	if notes := fmt.Sprint(ours[3].Notes); strings.Contains(notes, "Resolve") || strings.Contains(notes, "on his own") || !strings.Contains(notes, "up to 1 failed die of") {
		t.Error("an officer of another branch lends his morale alone:", notes)
	}
	volley := combat.Scenario{Mode: combat.Shooting, Distance: 20}
	fights := func(u, target *preview.Combatant) *combat.Result {
		p, err := preview.Fight(u, target, volley)
		if err != nil {
			t.Fatal(err)
		}
		return &p.Result
	}
	// Fire Effect 1..6 + 1 + 1 + 2, and +2 of the officer, by threes.
	led, alone := fights(&ours[0], &ours[1]), fights(&ours[1], &ours[1])
	if math.Abs(led.Target.Hits.Mean-(2*4+3*21+4*11)/36.) > 1e-12 || math.Abs(alone.Target.Hits.Mean-(1*1+2*15+3*20)/36.) > 1e-12 {
		t.Errorf("with the officer %g hits, without %g", led.Target.Hits.Mean, alone.Target.Hits.Mean)
	}
	lends := units(t, strings.Replace(text, "specialisation: infantry", "specialisation: infantry, traits: [{trait: bestow-trait, gives: tough}]", 1))
	if held := fights(&ours[1], &lends[0]); held.Target.Casualties.Mean >= fights(&ours[1], &ours[0]).Target.Casualties.Mean {
		t.Error("the trait that he lends should count for his squad")
	}
	if held := fights(&ours[1], &ours[0]); held.Target.Broken >= alone.Target.Broken {
		t.Errorf("with the officer it breaks with %g, without with %g", held.Target.Broken, alone.Target.Broken)
	}
}

// Whatever a list pairs, every unit can be tried against every target, and what is
// tried is what the duel's own checks allow.
func TestAnyListHasPreviews(t *testing.T) {
	a, err := armoury.LoadArmoury()
	if err != nil {
		t.Fatal(err)
	}
	bench, err := preview.TypicalTargets(nil)
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		text := "muster: list/1\nsystem: fad\nplatoons: [{command: [u0, u1, u2]}]\nunits:\n"
		for i := range rapid.IntRange(2, 3).Draw(t, "units") {
			u := fadtest.Unit(a).Draw(t, "unit")
			u.ID, u.InTransport, u.PartnerID = fmt.Sprintf("u%d", i), "", fmt.Sprintf("u%d", rapid.IntRange(0, 4).Draw(t, "partner"))
			text += "  - " + schema.YAMLLine(&u) + "\n"
		}
		document, err := schema.Read("list.yaml", []byte(text), "list/1")
		if err != nil {
			t.Fatal(err)
		}
		army, err := fad.LoadDocument(document, nil)
		if err != nil {
			t.Fatal(err)
		}
		units := preview.Units(army)
		targets := append(slices.Clone(bench), preview.Targets(slices.Clone(units))...)
		holds := func(err error) {
			if told := new(schema.Error); errors.As(err, &told) && told.Has(combat.CodeTooLarge) {
				t.Skip("dice can be thrown for these")
			} else if err != nil {
				t.Fatal(err)
			}
		}
		_, err = preview.BestPairs(context.Background(), units, targets, &odds.Question{})
		holds(err)
		for i := range units {
			for j := range targets {
				_, err := preview.AllAttacks(context.Background(), &units[i], &targets[j], &odds.Question{})
				holds(err)
			}
		}
	})
}

// Cover that is asked for is the only one.
func TestOneCover(t *testing.T) {
	bench, err := preview.TypicalTargets(nil)
	if err != nil {
		t.Fatal(err)
	}
	o := &odds.Question{Cover: string(combat.Heavy), Mode: odds.Shooting}
	pairs, err := preview.AllAttacks(context.Background(), &bench[1], &bench[0], o)
	if err != nil {
		t.Fatal(err)
	}
	table, err := preview.BestPairs(context.Background(), bench[1:2], bench[:1], o)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range append(pairs, table[0][0][0]) {
		if p.Scenario.Cover != combat.Heavy {
			t.Errorf("cover %q is shown", p.Scenario.Cover)
		}
	}
	if len(pairs) == 0 {
		t.Error("nothing is shown")
	}
}

// Targets of a player's own, with a trait of the house's.
func TestReadBench(t *testing.T) {
	document, err := schema.ReadFile(os.DirFS("../../../examples"), "fad-bench.yaml", "bench/1")
	if err != nil {
		t.Fatal(err)
	}
	bench, err := preview.TypicalTargets(document)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, u := range bench {
		got = append(got, fmt.Sprint(u.ID, " ", u.Points))
	}
	if want := "swarm 15, walker 50"; strings.Join(got, ", ") != want {
		t.Errorf("targets are %s, should be %s", strings.Join(got, ", "), want)
	}
	const unit = "quality: regular, resolve: steady"
	for _, c := range []struct{ targets, want string }{
		{
			"{id: a, kind: infantry, " + unit + ", figures: [{count: 5, weapon: smgg}, {count: 2, weapon: riffle}]}",
			"bench.yaml:4:93: there is no weapon `smgg`; did you mean `smg`?\nbench.yaml:4:119: there is no weapon `riffle`",
		},
		{"{id: a, kind: infantry, " + unit + ", figures: []}", "bench.yaml:4:5: the target has no figures"},
		{"{id: a, kind: artillery, " + unit + ", heavy: cannon-light, figures: [{count: 3, weapon: pistol}]}", "bench.yaml:4:19: off-board artillery is never on the table"},
		{"{id: a, kind: sniper, " + unit + ", weapon: smg}\n  - {id: a, kind: sniper, " + unit + ", weapon: smg}", "bench.yaml:5:10: two targets have the id `a`"},
	} {
		document, err := schema.Read("bench.yaml", []byte("muster: bench/1\nsystem: fad\ntargets:\n  - "+c.targets+"\n"), "bench/1")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := preview.TypicalTargets(document); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: the error is %v, and should hold %q", c.targets, err, c.want)
		}
	}
}

// A house armoury's own trait counts: those who are hard to hit on the move lose
// fewer, and charge better than without it.
func TestAHouseTraitCounts(t *testing.T) {
	army, err := fad.Load(os.DirFS("../../../examples"), "fad-house.yaml")
	if err != nil {
		t.Fatal(err)
	}
	hunters := preview.Units(army)[0]
	bench, err := preview.TypicalTargets(nil)
	if err != nil {
		t.Fatal(err)
	}
	fight := func(u, target *preview.Combatant, s combat.Scenario) *combat.Result {
		p, err := preview.Fight(u, target, s)
		if err != nil {
			t.Fatal(err)
		}
		return &p.Result
	}
	hits := func(moved bool) float64 {
		return fight(&bench[1], &hunters, combat.Scenario{Mode: combat.Shooting, TargetMoved: moved}).Target.Hits.Mean
	}
	if hits(true) >= hits(false) {
		t.Errorf("moving, it takes %g hits, else %g", hits(true), hits(false))
	}
	plain := hunters
	plain.Side.Traits = slices.DeleteFunc(slices.Clone(hunters.Side.Traits), func(t combat.Trait) bool { return t.ID == "marsh-born" })
	charge := combat.Scenario{Mode: combat.CloseAssault}
	if with, without := fight(&hunters, &bench[1], charge).Attacker.Wins, fight(&plain, &bench[1], charge).Attacker.Wins; with <= without {
		t.Errorf("with its trait it wins with %g, without with %g", with, without)
	}
}

// A charge counts less what the charger loses for its points; and a unit lasts as many
// activations of a target's Open Fire as the duel's states say, or for ever.
func TestBestAndLasts(t *testing.T) {
	document, err := schema.Read("list.yaml", []byte(head+"  - {id: mob, kind: infantry, quality: regular, resolve: steady, figures: [{count: 12, weapon: none}]}\n"+
		"  - {id: tank, kind: vehicle, movement: tracked, quality: regular, resolve: steady, armour: {front: 12, side: 8, rear: 7}}\n"), "list/1")
	if err != nil {
		t.Fatal(err)
	}
	army, err := fad.LoadDocument(document, nil)
	if err != nil {
		t.Fatal(err)
	}
	bench, err := preview.TypicalTargets(nil)
	if err != nil {
		t.Fatal(err)
	}
	mob, line := preview.Units(army)[0], bench[1]
	charge, err := preview.Fight(&mob, &line, combat.Scenario{Mode: combat.CloseAssault, FreeShot: &combat.FreeShot{Distance: 10}})
	if err != nil {
		t.Fatal(err)
	}
	best, err := preview.BestDamage(context.Background(), army, "mob", &line, 12)
	if err != nil {
		t.Fatal(err)
	}
	lost := charge.Result.Attacker.Casualties.Mean * float64(mob.Points) / 12 / (float64(line.Points) / 8)
	if want := charge.Result.Target.Casualties.Mean - lost; lost < 0.5 || math.Abs(best.Value-want) > 1e-12 {
		t.Errorf("a charge is worth %g figures, should be %g; it loses %g", best.Value, want, lost)
	}
	want, err := combat.AttacksToBreak(combat.Duel{
		Tables: mob.Tables, Scenario: combat.Scenario{Mode: combat.Shooting, Distance: 12, OpenFire: true}, Attacker: line.Side, Target: mob.Side,
	})
	if err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]float64{"mob": want, "tank": math.Inf(1), "nobody": math.Inf(1)} {
		if got, err := preview.Durability(context.Background(), army, id, &line, 12); err != nil || got != want {
			t.Errorf("%s lasts %g, should be %g: %v", id, got, want, err)
		}
	}
}

// A psionic of aptitude Competent invokes 7 times of 8 (a 4+ of three dice), and Harm kills on a 4+:
// 7/16 figures. A pistol is less, a power out of reach nothing, and Shield and Degrade save him.
func TestPowers(t *testing.T) {
	bench, err := preview.TypicalTargets(nil)
	if err != nil {
		t.Fatal(err)
	}
	does, lasts := map[string]float64{}, map[string]float64{}
	for name, c := range map[string]struct {
		fields   string
		target   int
		distance int
	}{
		"nothing":            {"powers: [heal, terror, enhance]", 1, 12},
		"harm":               {"powers: [heal, harm, enhance]", 1, 12},
		"harm from far":      {"powers: [heal, harm, enhance]", 1, 18},
		"harm to a tank":     {"powers: [heal, harm, enhance]", 6, 12},
		"shield":             {"powers: [heal, shield, enhance]", 1, 12},
		"more Strength":      {"powers: [heal, shield, enhance, inspire], strength: 4", 1, 12},
		"degrade":            {"powers: [heal, degrade, enhance]", 1, 12},
		"degrade from far":   {"powers: [heal, degrade, enhance]", 1, 24},
		"nothing from there": {"powers: [heal, terror, enhance]", 1, 24},
	} {
		document, err := schema.Read("list.yaml", []byte("muster: list/1\nsystem: fad\nunits:\n  - {id: seer, kind: psionic, quality: regular, "+
			"resolve: steady, armour: light, weapon: none, aptitude: competent, "+c.fields+"}\n"), "list/1")
		if err != nil {
			t.Fatal(err)
		}
		army, err := fad.LoadDocument(document, nil)
		if err != nil {
			t.Fatal(err)
		}
		best, err := preview.BestDamage(context.Background(), army, "seer", &bench[c.target], c.distance)
		if err == nil {
			lasts[name], err = preview.Durability(context.Background(), army, "seer", &bench[c.target], c.distance)
		}
		if err != nil {
			t.Fatal(err)
		}
		does[name] = best.ValueByAction.Shooting
	}
	want := map[string]float64{"harm": 7. / 16}
	for name, got := range does {
		if math.Abs(got-want[name]) > 1e-12 {
			t.Errorf("%s: he kills %g, should be %g", name, got, want[name])
		}
	}
	if !(lasts["shield"] > lasts["nothing"] && lasts["more Strength"] > lasts["shield"] && lasts["degrade"] > lasts["nothing"]) ||
		lasts["harm"] != lasts["nothing"] || lasts["degrade from far"] != lasts["nothing from there"] {
		t.Errorf("he lasts %v", lasts)
	}
}

func TestObjects(t *testing.T) {
	bench, err := preview.TypicalTargets(nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := preview.Fight(&bench[1], &bench[5], combat.Scenario{Mode: combat.Shooting, Distance: 20, Cover: combat.Heavy, OpenFire: true, Facing: combat.Flank})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(preview.PairReport(&p, true))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"unit":"line","against":"apc","side":"side","distance":20,"cover":"heavy","open_fire":true,"system":"fad","mode":"shooting"`, `"points_per_100":`, `"best":true}`, `"out_of_action":`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%s is not in %s", want, text)
		}
	}
}

// A force of twelve units of every kind against the bench: the table, and all
// that can be asked of every unit. With -cpu 1 it is the time on one core.
func BenchmarkPreview(b *testing.B) {
	army, err := fad.Load(os.DirFS("../../../examples"), "fad-outpost.yaml")
	if err != nil {
		b.Fatal(err)
	}
	ours := preview.Units(army)
	for len(ours) < 12 {
		ours = append(ours, ours[len(ours)-9])
	}
	bench, err := preview.TypicalTargets(nil)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("table", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := preview.BestPairs(context.Background(), ours, bench, &odds.Question{}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("whole", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			for i := range ours {
				for j := range bench {
					if _, err := preview.AllAttacks(context.Background(), &ours[i], &bench[j], &odds.Question{}); err != nil {
						b.Fatal(err)
					}
				}
			}
		}
	})
}
