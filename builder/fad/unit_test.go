package fad

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"muster/builder/table"
	"muster/rules/dice"
	fight "muster/rules/fad"
)

func built(t *testing.T, text string) *Army {
	t.Helper()
	return Build(list(t, text))
}

// profile is what a sheet says of a unit, in one line.
func profile(u *Profile) string {
	armour := fmt.Sprintf("armour %d", u.ArmourRating)
	if u.ArmourName == "" {
		armour = fmt.Sprintf("armour %d/%d/%d", u.Unit.Armour.Front, u.Unit.Armour.Side, u.Unit.Armour.Rear)
	}
	return fmt.Sprintf("%s, led %s, %s, moves %d/%d, %dD6%+d+%dD6, assault %+d, breaks at %d, out at %d, pin %d",
		u.Quality.Name, u.TestQuality.Name, armour, u.Moves.Cautious, u.Moves.Standard, u.FireDiceRolled, u.FireEffect, u.ExtraFireDice, u.AssaultBonus, u.BreakPoint, u.MarkersToDestroy, u.PinLevel)
}

func TestUnitsOnTheTable(t *testing.T) {
	for name, c := range map[string]struct{ unit, want string }{
		// Six marines, one with a SAW: +1 Regular, +2 SAW, +2 for six troops
		// (FAD, Determine Fire Effect); the range's +2 is the table's.
		"the document's marines": {
			"kind: infantry, figures: [{count: 5, weapon: assault-rifle}, {weapon: saw}]",
			"Regular, led Regular, armour 4, moves 6/12, 2D6+5+0D6, assault +0, breaks at 3, out at 0, pin 14",
		},
		"a led squad": {
			"kind: infantry, quality: conscript, resolve: uncertain, figures: [{weapon: smg, leader: veteran}, {count: 7, weapon: smg}, {weapon: flamethrower}, {weapon: shotgun}]",
			"Conscript, led Elite, armour 4, moves 6/12, 2D6+7+1D6, assault +3, breaks at 3, out at 0, pin 12",
		},
		"linked weapons count double": {
			"kind: infantry, armour: hvy-power, figures: [{count: 3, weapon: gauss-rifle-linked}, {weapon: saw-linked}]",
			"Regular, led Regular, armour 9, moves 6/12, 2D6+5+0D6, assault +3, breaks at 2, out at 0, pin 14",
		},
		"traits and personalities": {
			"kind: infantry, traits: [tough, swift, zombie, assault-troops], figures: [{count: 8, weapon: smg}, {weapon: smg, personalities: [trigger-happy, knife-fighter]}, {weapon: smg, personalities: [trigger-happy]}]",
			"Regular, led Regular, armour 5, moves 10/10, 2D6+3+0D6, assault +4, breaks at 0, out at 0, pin 0",
		},
		"a leader past the best": {
			"kind: infantry, quality: elite, figures: [{weapon: none, leader: veteran}]",
			"Elite, led Elite, armour 4, moves 6/12, 2D6+2+0D6, assault +0, breaks at 1, out at 0, pin 16",
		},
		"a team": {
			team,
			"Regular, led Regular, armour 4, moves 6/6, 1D6+3+0D6, assault +1, breaks at 2, out at 0, pin 14",
		},
		"who checks Resolve a level better": {
			"kind: infantry, resolve: uncertain, traits: [grizzled], figures: [{count: 8, weapon: assault-rifle}]",
			"Regular, led Regular, armour 4, moves 6/12, 2D6+3+0D6, assault +0, breaks at 4, out at 0, pin 14",
		},
		"no better than the best": {
			"kind: infantry, resolve: determined, traits: [grizzled], figures: [{count: 8, weapon: assault-rifle}]",
			"Regular, led Regular, armour 4, moves 6/12, 2D6+3+0D6, assault +0, breaks at 6, out at 0, pin 14",
		},
		"a crewless vehicle": {
			strings.Replace(withFields(tank, "traits: [ai-controlled]"), "crew: 1", "crew: 0", 1),
			"Regular, led Regular, armour 6/5/4, moves 12/18, 1D6+1+0D6, assault +0, breaks at 0, out at 6, pin 0",
		},
		"a sniper": {
			"kind: sniper, quality: elite",
			"Elite, led Elite, armour 4, moves 6/12, 1D6+2+0D6, assault +0, breaks at 1, out at 0, pin 0",
		},
		"a tank": {
			withFields(tank, "traits: [supercharged]"),
			"Regular, led Regular, armour 6/5/4, moves 16/22, 1D6+1+0D6, assault +0, breaks at 3, out at 6, pin 0",
		},
		"artillery": {
			withFields(artillery, "heavy: mortar-heavy"),
			"Regular, led Regular, armour 4, moves 0/0, 1D6+1+0D6, assault +1, breaks at 2, out at 0, pin 14",
		},
	} {
		t.Run(name, func(t *testing.T) {
			if got := profile(built(t, units(c.unit)).Units[0]); got != c.want {
				t.Errorf("%s\nwant %s", got, c.want)
			}
		})
	}
}

func TestWeaponsAreGathered(t *testing.T) {
	u := built(t, units("kind: infantry, traits: [supreme-weapon], figures: [{weapon: assault-rifle, leader: regular}, {count: 4, weapon: assault-rifle}, {weapon: none}, {weapon: grenade-launcher, personalities: [anti-armour-expert]}]")).Units[0]
	var got []string
	for _, w := range u.Weapons {
		got = append(got, fmt.Sprintf("%d %s %d/%d/%d D%d AP%d %s", w.Count, w.Name, w.CloseRange, w.MediumRange, w.LongRange, w.Damage, w.AP, strings.Join(w.Notes, ", ")))
	}
	want := []string{"5 Assault Rifle 20/40/60 D3 AP1 ", "1 Grenade Launcher 8/16/24 D3 AP2 +1D6 Fire Effect"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestTraitsAreListedWithWhatTheyInclude(t *testing.T) {
	u := built(t, units(withFields(officer, "traits: [legend, {trait: bestow-trait, gives: brave}, relentless, zombie]"))).Units[0]
	var got []string
	for _, trait := range u.Traits {
		got = append(got, strings.TrimSpace(trait.Name+" "+trait.Detail))
	}
	want := []string{"Legend", "Hero from Legend", "Fearless from Legend", "Shock Troops from Legend", "Villain from Legend", "Bestow Trait lends Brave", "Relentless", "Zombie", "Fanatic from Zombie"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestReportHasTheFieldsOfTheContract(t *testing.T) {
	army := built(t, "name: Outpost\npoints: 500\n"+units(withFields(squad, "in: u2, traits: [brave]"), carrier, "id: bad, kind: infantry, figures: [{weapon: sav}]"))
	text, err := json.Marshal(army.Report())
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	all := got["units"].([]any)
	want := map[string]any{
		"id": "u1", "name": "u1", "kind": "infantry", "models": 5.0, "points": 39.0, "quality": "regular", "resolve": "steady", "armour": "light", "in": "u2",
		"rules":   []any{"Brave"},
		"weapons": []any{map[string]any{"name": "Assault Rifle", "count": 5.0, "range": 20.0, "damage": 2.0, "fire_effect": 0.0, "ap": 0.0, "rules": []any{}}},
	}
	if diff := cmp.Diff(want, all[0]); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string]any{"front": 6.0, "side": 5.0, "rear": 4.0}, all[1].(map[string]any)["armour"]); diff != "" {
		t.Error(diff)
	}
	if got["points"] != 39.0+49.0 || got["limit"] != 500.0 || got["legal"] != false || army.Units[2].Problem == nil {
		t.Errorf("points %v, limit %v, legal %v", got["points"], got["limit"], got["legal"])
	}
	if army.Units[1].PassengerFigures != 5 {
		t.Errorf("%d figures ride in the carrier", army.Units[1].PassengerFigures)
	}
}

// A team and its squad say how they fight as one, and who needs no crew says so.
func TestPlayTogetherAndWithoutCrew(t *testing.T) {
	army := built(t, units(withFields(squad, "partner: u2"), team, withFields(tank, "traits: [ai-controlled]"), tank))
	for i, want := range []string{"the team's 1D6 is added", "the team's 1D6 is added", "Every weapon fires", "each fires one weapon"} {
		if got := strings.Join(army.Units[i].Notes, " "); !strings.Contains(got, want) {
			t.Errorf("unit %d: %s, should say %q", i+1, got, want)
		}
	}
}

// A team that blasts adds no die to the squad's fire, and says nothing of it.
func TestPlayTogetherWithABlast(t *testing.T) {
	army := built(t, units(withFields(squad, "partner: u2"), "kind: heavy-weapons, heavy: mortar-light, figures: [{count: 3, weapon: pistol}]"))
	for _, u := range army.Units {
		if got := strings.Join(u.Notes, " "); strings.Contains(got, "1D6 is added") || !strings.Contains(got, "act as one") {
			t.Errorf("%s: %s", u.ID, got)
		}
	}
}

func ExampleBuild() {
	l, err := readList("list.yaml", "units: [{id: rifles, kind: infantry, quality: regular, resolve: steady, figures: [{count: 9, weapon: assault-rifle}]}]")
	if err != nil {
		fmt.Println(err)
		return
	}
	army := Build(l)
	rifles := army.Unit("rifles")
	fmt.Printf("%d points; %dD6%+d, breaks at %d, pinned above %d\n", army.Points, rifles.FireDiceRolled, rifles.FireEffect, rifles.BreakPoint, rifles.PinLevel)
	// Output: 47 points; 2D6+4, breaks at 5, pinned above 14
}

// What a unit's kind, armour and moves mean at the table has its own figures.
func TestPlay(t *testing.T) {
	for _, c := range []struct{ unit, want string }{
		{"kind: infantry, figures: [{count: 8, weapon: assault-rifle}]", `Coherency 4". Fires at one of the 3 closest. Charges 10".`},
		{"kind: infantry, traits: [infiltration], figures: [{count: 8, weapon: assault-rifle}]", `Coherency 5".`},
		{"kind: infantry, quality: elite, traits: [infiltration], figures: [{count: 8, weapon: assault-rifle}]", `Coherency 5".`},
		{"kind: infantry, traits: [recon, swift], figures: [{count: 8, weapon: assault-rifle}]", `Coherency 5". Fires at one of the 3 closest. Charges 14".`},
		{"kind: infantry, armour: lt-power, figures: [{count: 8, weapon: assault-rifle}]", `Coherency 6".`},
		{"kind: infantry, armour: lt-power, figures: [{count: 8, weapon: assault-rifle}]", "a 5+ save in assaults. In a wreck 5 wounds, 6 kills."},
		{"kind: sniper, quality: elite", "after a test of 2+"},
		{tank, "Crew of 1: each fires one weapon, at one of the 3 closest."},
		{tank, "Fires and assaults after cautious moves."},
		{withFields(tank, "traits: [improved-weapons-control]"), "Crew of 1: each fires 2 weapons, at one of the 3 closest."},
		{withFields(tank, "traits: [weapon-stabilizer]"), "Fires after any move"},
		{"kind: infantry, quality: rabble, figures: [{count: 8, weapon: assault-rifle}]", "Fires at the closest."},
		{team, "Fires only if it has not moved."},
		{"kind: heavy-weapons, traits: [grav-mount], heavy: heavy-mg, figures: [{count: 3, weapon: pistol}]", "Fires only if it has not moved."},
		{tank, "no dense woods"},
		{"kind: infantry, armour: lt-power, figures: [{count: 8, weapon: assault-rifle}]", "2 kill rolls a figure"},
		{"kind: infantry, armour: lt-power, figures: [{count: 8, weapon: assault-rifle}]", "Heavy weapons are fired as a team's"},
		{"kind: infantry, traits: [huge], armour: lt-power, figures: [{count: 2, weapon: assault-rifle}]", "4 kill rolls a figure"},
		{"kind: infantry, traits: [hive-mind-unit], figures: [{count: 8, weapon: assault-rifle}]", `Beyond 12" of a controller Fire Effect above 14 pins it.`},
		{strings.Replace(carrier, "front: 6, side: 5, rear: 4", "front: 3, side: 2, rear: 0", 1), "a squad aboard fires too"},
	} {
		if got := strings.Join(built(t, units(c.unit)).Units[0].Notes, " "); !strings.Contains(got, c.want) || strings.Contains(got, "{") {
			t.Errorf("%s: %q, want %q", c.unit, got, c.want)
		}
	}
	for _, c := range []struct{ unit, never string }{
		{"kind: infantry, traits: [huge], armour: lt-power, figures: [{count: 2, weapon: assault-rifle}]", "as a team's"},
		{carrier, "a squad aboard fires too"},
		{"kind: heavy-weapons, traits: [grav-mount], heavy: cannon-light, figures: [{count: 3, weapon: pistol}]", "has not moved"},
		{withFields(tank, "traits: [weapon-stabilizer]"), "Fires and assaults after cautious"},
		{strings.Replace(tank, "front: 6, side: 5, rear: 4", "front: 0, side: 0, rear: 0", 1), "a squad aboard fires too"}, // it carries nobody
	} {
		if got := strings.Join(built(t, units(c.unit)).Units[0].Notes, " "); strings.Contains(got, c.never) {
			t.Errorf("%s: %q says %q", c.unit, got, c.never)
		}
	}
}

// Forty ladders: with so many figures left, those lost that fall first, the Fire Effect is what
// the duel of the rest rolls.
func TestFireLeftIsTheDuelOfSoManyFigures(t *testing.T) {
	random := rand.New(rand.NewPCG(45, 3))
	one := func(choices ...string) string { return choices[random.IntN(len(choices))] }
	for range 40 {
		kind, rolled := "kind: infantry", 2
		lines := []figuresFalling{{"weapon: " + one("assault-rifle", "smg", "pistol"), 2 + random.IntN(9), 0}}
		for range random.IntN(3) {
			special := one("weapon: saw", "weapon: grenade-launcher", "weapon: shotgun", "weapon: smg, personalities: [trigger-happy]")
			lines = append(lines, figuresFalling{special, 1 + random.IntN(2), 1})
		}
		if random.IntN(2) == 0 {
			lines = append(lines, figuresFalling{"weapon: smg, leader: " + one("experienced", "veteran"), 1, 2})
		}
		if random.IntN(5) == 0 {
			kind, rolled = "kind: heavy-weapons, heavy: "+one("general-purpose-mg", "beam-heavy"), 1
			lines = []figuresFalling{{"weapon: pistol", 5, 0}}
		}
		random.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
		var stated []string
		for _, l := range lines {
			stated = append(stated, fmt.Sprintf("{count: %d, %s}", l.count, l.text))
		}
		text := kind + ", quality: " + one("conscript", "elite") + one("", ", traits: [zombie]", ", traits: [goon]") + ", figures: [" + strings.Join(stated, ", ") + "]"
		army := built(t, units(text, squad))
		a, left := army.List.Armoury, army.List.Units[0]
		left.Figures = slices.Clone(left.Figures)
		ladder := army.FireEffectSteps(army.Units[0])
		if len(ladder) != left.Size() {
			t.Fatalf("%s: %d rungs", text, len(ladder))
		}
		for lost, rung := range ladder {
			shooter := fight.Side{Fighter: left.Fighter(a)}
			if rolled == 1 {
				shooter.FiguresLost = lost
			}
			r, err := fight.Odds(fight.Duel{
				Tables: a.FightTables(), Scenario: fight.Scenario{Mode: fight.Shooting}, Attacker: shooter,
				Target: fight.Side{Fighter: army.List.Units[1].Fighter(a)},
			})
			if err != nil {
				t.Fatal(err)
			}
			rolls := dice.Highest(rolled, 6)
			for range rung.ExtraDice {
				rolls = dice.Sum(rolls, dice.Die(6))
			}
			hits := make([]float64, len(rolls)+rung.FireEffect+3)
			for n, p := range rolls {
				hits[max(0, n+rung.FireEffect+2)/3] += p // +2 at close range, a hit for every 3
			}
			for n, p := range r.Target.Hits.PMF {
				if math.Abs(hits[n]-p) > 1e-12 || rung.FiguresLeft != left.Size() {
					t.Errorf("%s: %+v: %d hits with %g, in the duel %g", text, rung, n, hits[n], p)
				}
			}
			falls := -1
			for i, l := range lines {
				if left.Figures[i].Count > 0 && (falls < 0 || l.falls < lines[falls].falls) {
					falls = i
				}
			}
			left.Figures[falls].Count--
		}
	}
}

// figuresFalling is a line of figures, and who of them fall first: 0.
type figuresFalling struct {
	text         string
	count, falls int
}

// Sheets say which weapons fall with whom, and explain whatever they name.
func TestSheetsLastTheGame(t *testing.T) {
	note := func(army *Army, label string) string {
		for _, n := range army.TableUnits()[0].Notes {
			if n.Label == label {
				return strings.ReplaceAll(n.Text, table.NoBreak, " ")
			}
		}
		return ""
	}
	army := built(t, units("kind: infantry, figures: [{weapon: assault-rifle, leader: experienced}, {count: 6, weapon: assault-rifle}, {weapon: saw}, {weapon: grenade-launcher}]"))
	if got, want := note(army, "FE left"), "9 +7 +1D6 · 8–6 +6 +1D6 · 5–3 +5 +1D6 · 2 +2 +1D6, -SAW · 1 +2, -Grenade Launcher"; got != want {
		t.Errorf("the ladder is %s, should be %s", got, want)
	}
	if got, want := army.TableUnits()[0].Tracks[0].GroupSizes, []int{1, 3, 3, 1, 1}; !slices.Equal(got, want) {
		t.Errorf("boxes stand in groups of %v, should be %v", got, want)
	}
	for _, c := range []struct{ unit, traits string }{
		{withFields(tracked, "weapons: [heavy-mg, saw], traits: [{trait: linked-weapons, weapons: [2]}]"), "Linked Weapons (SAW)"},
		{withFields(tracked, "weapons: [heavy-mg, saw], traits: [linked-weapons, linked-weapons]"), "Linked Weapons (Heavy MG), Linked Weapons (SAW)"},
		{withFields(tank, "traits: [fixed-mount-1]"), "Fixed Mount (1) (Heavy MG, direction: ____)"},
		{withFields(tank, "traits: [{trait: fixed-mount-1, weapons: [1], direction: rear}]"), "Fixed Mount (1) (Heavy MG, direction: rear)"},
	} {
		if got := note(built(t, units(c.unit)), "Traits"); got != c.traits {
			t.Errorf("%s: %s, should be %s", c.unit, got, c.traits)
		}
	}
	for _, c := range []struct{ unit, explained string }{
		{withFields(officer, "traits: [{trait: bestow-trait, gives: brave}]"), "Bestow Trait, Brave"},
		{withFields(squad, "traits: [combat-drugs]"), "Berserk, Combat Drugs, Fearless, Swift, Terrifying"},
		{withFields(squad, "traits: [hive-mind-unit]"), "Fanatic, Hive Mind (unit), Relentless"},
		{withFields(squad, "traits: [brave]"), "Brave"},
	} {
		var got []string
		for _, e := range built(t, units(c.unit)).UnitTerms("u1") {
			if got = append(got, e.Name); e.Text == "" {
				t.Errorf("%s: %s has no text", c.unit, e.Name)
			}
		}
		if got := strings.Join(got, ", "); !strings.HasPrefix(got, c.explained) {
			t.Errorf("%s: %s are explained, should be %s", c.unit, got, c.explained)
		}
	}
	if errs := codes(built(t, units(withFields(tank, "traits: [{trait: smoke, direction: rear}]"))).Findings); !slices.Contains(errs, "error trait/weapons") {
		t.Errorf("smoke to the rear: %v", errs)
	}
}

// An officer in the crew who leads its branch counts in a vehicle's figures; another does not.
func TestAnOfficerOfTheCrew(t *testing.T) {
	for branch, want := range map[string]string{"cavalry": "breaks at 4, Fire Effect +3", "infantry": "breaks at 3, Fire Effect +1"} {
		u := built(t, units(tank, "kind: character, leadership: inspiring, specialisation: "+branch+", in: u1")).Units[0]
		if got := fmt.Sprintf("breaks at %d, Fire Effect %+d", u.BreakPoint, u.FireEffect); got != want {
			t.Errorf("with an officer of the %s it %s, should be: %s", branch, got, want)
		}
	}
}

// What blasts has the weapon's Fire Effect and nothing else (FAD, Determine Strike
// Effect); at vehicles it fires with all but that.
func TestABlastHasItsOwnFireEffect(t *testing.T) {
	for name, c := range map[string]struct {
		unit            string
		own, atVehicles int
	}{
		"a heavy cannon":  {"kind: heavy-weapons, quality: elite, heavy: cannon-heavy, figures: [{count: 3, weapon: pistol}]", 3, 2},
		"a medium cannon": {"kind: heavy-weapons, quality: elite, heavy: cannon-medium, figures: [{count: 3, weapon: pistol}]", 1, 2},
		"a light cannon":  {"kind: heavy-weapons, quality: elite, heavy: cannon-light, figures: [{count: 3, weapon: pistol}]", 0, 2},
		"a battery":       {"kind: artillery, quality: elite, heavy: mortar-light, figures: [{count: 3, weapon: pistol}]", 1, 2},
		"traits":          {"kind: heavy-weapons, quality: elite, traits: [goon], heavy: cannon-heavy, figures: [{count: 3, weapon: pistol}]", 3, 1},
		"a squad's tubes": {"kind: infantry, armour: hvy-power, figures: [{count: 4, weapon: cannon-medium}]", 1, 1},
		// +1 Regular and 1 for the three with rifles.
		"a tube among rifles": {"kind: infantry, armour: hvy-power, figures: [{count: 3, weapon: assault-rifle}, {weapon: cannon-medium}]", 2, 1},
		// It fires as any team: +2 Elite and its own +3.
		"a gun": {"kind: heavy-weapons, quality: elite, heavy: general-purpose-mg, figures: [{count: 3, weapon: pistol}]", 5, 2},
	} {
		if u := built(t, units(c.unit)).Units[0]; u.FireEffect != c.own || u.FireEffectAtVehicles != c.atVehicles {
			t.Errorf("%s: Fire Effect %+d, at vehicles %+d, want %+d and %+d", name, u.FireEffect, u.FireEffectAtVehicles, c.own, c.atVehicles)
		}
	}
}

// A blast worked out by hand with the figures that sheets give is that of the odds.
func TestABlastByHandWithTheSheet(t *testing.T) {
	const gun = "kind: heavy-weapons, quality: elite, heavy: cannon-heavy, figures: [{count: 3, weapon: pistol}]"
	u := built(t, units(gun)).Units[0]
	// Dice added by how many there are, of Elite tests: 2 of 3 pass in 75 of 216, all in 125.
	byHand := 0.0
	for i := range 216 {
		two, three := i%6+i/6%6+2, i%6+i/6%6+i/36+3
		byHand += 75. / 216 / 216 * float64((two+u.FireEffect)/3)
		byHand += 125. / 216 / 216 * float64((three+u.FireEffect)/3)
	}
	l := list(t, units(gun, squad))
	a := l.Armoury
	r, err := fight.Odds(fight.Duel{
		Tables: a.FightTables(), Scenario: fight.Scenario{Mode: fight.Blast},
		Attacker: fight.Side{Fighter: l.Units[0].Fighter(a)}, Target: fight.Side{Fighter: l.Units[1].Fighter(a)},
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Target.Hits.Mean; math.Abs(got-byHand) > 1e-9 || math.Abs(got-3.45) > 0.005 {
		t.Errorf("the odds have %f hits, by hand they are %f", got, byHand)
	}
}

// Fire Effect pins squads and teams alone, and none that takes no notice of it.
func TestWhoHasAPinLevel(t *testing.T) {
	for unit, want := range map[string]struct {
		pin      int
		pinnable bool
	}{
		"kind: infantry, figures: [{count: 5, weapon: smg}]": {14, true},
		team:                           {14, true},
		officer:                        {0, true},
		seer:                           {0, true},
		"kind: sniper, quality: elite": {0, true},
		tank:                           {0, false},
		"kind: infantry, traits: [zombie], figures: [{count: 5, weapon: smg}]":                 {0, false},
		"kind: infantry, traits: [droids-self-less], figures: [{count: 5, weapon: smg}]":       {0, false},
		"kind: infantry, traits: [hive-mind-controller], figures: [{count: 5, weapon: smg}]":   {0, false},
		"kind: infantry, traits: [hive-mind-unit], figures: [{count: 5, weapon: smg}]":         {0, true},
		"kind: infantry, traits: [droids-self-preserving], figures: [{count: 5, weapon: smg}]": {14, true},
	} {
		if u := built(t, units(unit)).Units[0]; u.PinLevel != want.pin || u.CanBePinned != want.pinnable {
			t.Errorf("%s: pin level %d, pinnable %v; want %+v", unit, u.PinLevel, u.CanBePinned, want)
		}
	}
}
