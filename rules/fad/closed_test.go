package fad_test

import (
	"math"
	"testing"

	"muster/rules/fad"
)

// tables are the levels of the document (FAD, Tables 6, 9, 10 and 11).
var tables = &fad.Tables{
	Qualities: []fad.QualityLevel{{0, 5, 10}, {0, 4, 12}, {1, 3, 14}, {2, 2, 16}},
	Resolves: []fad.ResolveLevel{
		{fad.BreakPoint{Figures: 1}, 1}, {fad.BreakPoint{Percent: 25}, 2}, {fad.BreakPoint{Percent: 50}, 3}, {fad.BreakPoint{Percent: 75}, 4},
	},
}

const (
	rabble = iota
	conscript
	regular
	elite
)

const (
	reluctant = iota
	uncertain
	steady
	determined
)

var (
	rifle     = fad.Weapon{ID: "rifle", Name: "Rifle", IsBasic: true, DamageBonus: 2, CloseRange: 20}
	saw       = fad.Weapon{ID: "saw", Name: "SAW", DamageBonus: 2, FireEffectBonus: 2, CloseRange: 24}
	cannon    = fad.Weapon{ID: "cannon", Name: "Cannon", IsHeavy: true, DamageBonus: 3, IsBlast: true, CloseRange: 40}
	mortar    = fad.Weapon{ID: "mortar", Name: "Mortar", IsHeavy: true, DamageBonus: 2, FireEffectBonus: 1, IsBlast: true, PinsTarget: true, CloseRange: 48}
	heavyBeam = fad.Weapon{ID: "beam", Name: "Beam", IsHeavy: true, DamageBonus: 2, AP: 3, CloseRange: 100}
	railGun   = fad.Weapon{ID: "rail", Name: "Rail Gun", IsHeavy: true, DamageBonus: 4, AP: 3, CloseRange: 60}
)

func counted(w fad.Weapon, count int) fad.Weapon {
	w.Count = count
	return w
}

// squad is a Steady squad in light armour with so many rifles, and what else
// its figures carry.
func squad(quality, rifles int, more ...fad.Weapon) fad.Side {
	u := fad.Fighter{Kind: fad.Infantry, Quality: quality, QualityWithLeader: quality, Resolve: steady, Figures: rifles, ShootingDice: 2, Armour: 4, Weapons: []fad.Weapon{counted(rifle, rifles)}}
	for _, w := range more {
		u.Figures += w.Count
		u.Weapons = append(u.Weapons, w)
	}
	return fad.Side{Fighter: u}
}

func team(quality int, w fad.Weapon) fad.Side {
	s := squad(quality, 3)
	s.Kind, s.ShootingDice = fad.HeavyWeapons, 1
	w.Count, w.ServedByCrew = 1, true
	s.Weapons = append(s.Weapons, w)
	return s
}

func vehicle(quality, front, side, rear int, weapons ...fad.Weapon) fad.Side {
	u := fad.Fighter{
		Kind: fad.Vehicle, Quality: quality, QualityWithLeader: quality, Resolve: steady, Figures: 1, ShootingDice: 1,
		Front: front, Flank: side, Rear: rear, CrewedWeaponCount: len(weapons), Weapons: weapons,
	}
	for i := range u.Weapons {
		u.Weapons[i].Count = 1
	}
	return fad.Side{Fighter: u}
}

func changed(s fad.Side, change func(*fad.Side)) fad.Side {
	change(&s)
	return s
}

func odds(t testing.TB, d fad.Duel) fad.Result {
	t.Helper()
	d.Tables = tables
	r, err := fad.Odds(d)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func same(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-12 {
		t.Errorf("%s: %.12f, should be %.12f", what, got, want)
	}
}

func TestClosedForms(t *testing.T) {
	heavy := func(s *fad.Side) { s.Armour = 6 }
	r := odds(t, fad.Duel{
		Scenario: fad.Scenario{Mode: fad.Shooting, Range: fad.Close, Cover: fad.Partial},
		Attacker: squad(regular, 5, counted(saw, 1)), Target: changed(squad(regular, 10), heavy),
	})
	same(t, "rifles and a SAW: two hits", r.Target.Hits.PMF[2], 4./9)
	same(t, "three killed", r.Target.Casualties.PMF[3], 5./72)

	r = odds(t, fad.Duel{
		Scenario: fad.Scenario{Mode: fad.Shooting}, Attacker: squad(conscript, 5),
		Target: changed(squad(regular, 5), func(s *fad.Side) { s.Resolve = reluctant }),
	})
	same(t, "broken", r.Target.Broken, 7495./7776)
	same(t, "routed", r.Target.Routed, 7495./209952)

	r = odds(t, fad.Duel{Scenario: fad.Scenario{Mode: fad.Blast}, Attacker: team(regular, cannon), Target: squad(regular, 10)})
	same(t, "light cannon: no hit", r.Target.Hits.PMF[0], 22./81)
	same(t, "pinned", r.Target.Pinned, 20./729)

	r = odds(t, fad.Duel{Scenario: fad.Scenario{Mode: fad.Blast}, Attacker: team(regular, mortar), Target: changed(squad(regular, 10), heavy)})
	same(t, "heavy mortar: pinned", r.Target.Pinned, 20./27)
	same(t, "mean killed", r.Target.Casualties.Mean, 28./27)

	r = odds(t, fad.Duel{
		Scenario: fad.Scenario{Mode: fad.Shooting, Range: fad.Medium}, Attacker: team(elite, heavyBeam), Target: vehicle(regular, 10, 9, 8),
	})
	same(t, "heavy beam: damaged", r.Target.Damaged, 7./27)
	if r.Target.CriticallyHit != 0 {
		t.Errorf("critical: %g, should be never", r.Target.CriticallyHit)
	}

	r = odds(t, fad.Duel{Scenario: fad.Scenario{Mode: fad.CloseAssault}, Attacker: squad(regular, 3), Target: squad(regular, 3)})
	same(t, "three against three: wins", r.Attacker.Wins, 791./1296)
	same(t, "draw", r.Draw, 215./1296)
	same(t, "overruns", r.Attacker.Overrun, 29./162)

	r = odds(t, fad.Duel{
		Scenario: fad.Scenario{Mode: fad.Shooting, Facing: fad.Rear}, Attacker: vehicle(regular, 8, 8, 8, railGun),
		Target: changed(vehicle(regular, 8, 6, 4), func(s *fad.Side) { s.Resolve = reluctant }),
	})
	same(t, "heavy rail gun: critical", r.Target.CriticallyHit, 67./81)
	same(t, "destroyed", r.Target.Destroyed, 2./3)
}

// A team's fire is 1 weaker for each of its crew that fell, by itself, beside a
// squad, and as a free shot.
func TestLostCrew(t *testing.T) {
	lost := func(s *fad.Side) { s.CrewLost = 2 }
	foot := squad(regular, 10)
	gun := saw
	gun.IsHeavy = true
	// 1D6, +1, +2 of the weapon, +2 at close, -2: from 4 to 9, by threes.
	r := odds(t, fad.Duel{Scenario: fad.Scenario{Mode: fad.Shooting}, Attacker: changed(team(regular, gun), lost), Target: foot})
	same(t, "alone", r.Target.Hits.Mean, (1*2+2*3+3*1)/6.)
	fell := func(s *fad.Side) { s.FiguresLost = 2 }
	r = odds(t, fad.Duel{Scenario: fad.Scenario{Mode: fad.Shooting}, Attacker: changed(team(regular, gun), fell), Target: foot})
	same(t, "two of its crew fell earlier in the game", r.Target.Hits.Mean, (1*2+2*3+3*1)/6.)
	rifles := squad(regular, 3)
	r, more := odds(t, fad.Duel{Scenario: fad.Scenario{Mode: fad.Shooting}, Attacker: rifles, Target: foot}), odds(t, fad.Duel{Scenario: fad.Scenario{Mode: fad.Shooting}, Attacker: changed(rifles, fell), Target: foot})
	same(t, "two of a squad fell earlier, and are not counted twice", more.Target.Hits.Mean, r.Target.Hits.Mean)
	together := squad(regular, 3)
	beside := changed(team(regular, gun), lost)
	together.Partner = &beside.Fighter
	whole := squad(regular, 3)
	sound := team(regular, gun)
	whole.Partner = &sound.Fighter
	r = odds(t, fad.Duel{Scenario: fad.Scenario{Mode: fad.Shooting}, Attacker: together, Target: foot})
	more = odds(t, fad.Duel{Scenario: fad.Scenario{Mode: fad.Shooting}, Attacker: whole, Target: changed(foot, func(s *fad.Side) {
		s.Traits = append(s.Traits, fad.Trait{Effects: []fad.Effect{{Attacker: fad.EnemyAttacks, FireEffectModifier: -2}}})
	})})
	same(t, "beside a squad", r.Target.Hits.Mean, more.Target.Hits.Mean)
	charge := fad.Scenario{Mode: fad.CloseAssault, FreeShot: &fad.FreeShot{}}
	r = odds(t, fad.Duel{Scenario: charge, Attacker: foot, Target: changed(team(regular, gun), lost)})
	same(t, "free shot", r.Attacker.Hits.Mean, (1*2+2*3+3*1)/6.)
}

// Crew that fell before is of a team's original size, and of its casualties: of
// three left of five, steady ones break with the next who falls; whole ones with
// the second.
func TestLostCrewBreaks(t *testing.T) {
	lost := func(s *fad.Side) { s.CrewLost = 2 }
	shooting := fad.Scenario{Mode: fad.Shooting}
	foot := squad(regular, 10)
	r := odds(t, fad.Duel{Scenario: shooting, Attacker: foot, Target: changed(team(regular, saw), lost)})
	same(t, "breaks with the first", r.Target.Broken, 1-r.Target.Casualties.PMF[0])
	whole := odds(t, fad.Duel{Scenario: shooting, Attacker: foot, Target: team(regular, saw)})
	same(t, "breaks with the second", whole.Target.Broken, 1-whole.Target.Casualties.PMF[0]-whole.Target.Casualties.PMF[1])
	if whole.Target.Casualties.PMF[1] == 0 {
		t.Error("a single one never falls, so the test says nothing")
	}
}

// By aptitude: Marginal, Competent, Expert, Master.
func TestInvokes(t *testing.T) {
	for target, want := range map[int]float64{5: 19. / 27, 4: 7. / 8, 3: 26. / 27, 2: 215. / 216} {
		same(t, "invokes", fad.InvocationPasses(target).AtLeast(1), want)
	}
}

func TestBreaks(t *testing.T) {
	for _, c := range []struct {
		breaks        fad.BreakPoint
		figures, want int
	}{
		{fad.BreakPoint{Figures: 1}, 10, 1},
		{fad.BreakPoint{Percent: 25}, 10, 3},
		{fad.BreakPoint{Percent: 50}, 9, 5},
		{fad.BreakPoint{Percent: 75}, 8, 6},
		{fad.BreakPoint{Percent: 25}, 1, 1},
	} {
		if got := c.breaks.Casualties(c.figures); got != c.want {
			t.Errorf("%+v of %d = %d, want %d", c.breaks, c.figures, got, c.want)
		}
	}
}

// A trait acts on an enemy if it says so itself, or if one of the enemy's is without effect on it.
func TestTraitsActOnTraits(t *testing.T) {
	fighterWith := func(effects ...fad.Effect) fad.Fighter {
		return fad.Fighter{Traits: []fad.Trait{{ID: "x", Name: "X", Effects: effects}}}
	}
	unless := fad.When{EnemyLacksTrait: "x"}
	for _, c := range []struct {
		unit, enemy fad.Fighter
		does, lasts bool
	}{
		{fighterWith(), fighterWith(), false, false},
		{fighterWith(fad.Effect{FireEffectModifier: 1}), fighterWith(), true, false},
		{fighterWith(fad.Effect{ArmourModifier: 1}), fighterWith(), false, true},
		{fighterWith(), fighterWith(fad.Effect{Attacker: fad.EnemyAttacks, FireEffectModifier: -1, When: unless}), true, false},
		{fighterWith(), fighterWith(fad.Effect{FireEffectModifier: 1, When: unless}), false, true},
		{fighterWith(), fighterWith(fad.Effect{FireEffectModifier: 1, When: fad.When{EnemyLacksTrait: "y"}}), false, false},
	} {
		if does, lasts := c.unit.TraitsChangeOdds(&fad.Side{Fighter: c.enemy}); does != c.does || lasts != c.lasts {
			t.Errorf("%+v against %+v acts on fire: %v, on how long it lasts: %v", c.unit, c.enemy, does, lasts)
		}
	}
}
