package fad_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"muster/rules/fad"
)

// A hand case is one reading of the rules: what is changed of a plain duel, and
// what some of its numbers come to, worked out by hand. Keys are those of
// `duel --json`; a spread is its mean, or with an index one of its chances.
type handCase struct {
	reading string
	change  func(*fad.Duel)
	want    map[string]float64
}

type is = map[string]float64

func check(t *testing.T, plain func() fad.Duel, cases []handCase) {
	t.Helper()
	for _, c := range cases {
		d := plain()
		if c.change != nil {
			c.change(&d)
		}
		if wordsTried != nil {
			noteWords(&d)
			continue
		}
		r := odds(t, d)
		for key, want := range c.want {
			if got := number(t, &r, key); !(math.Abs(got-want) < 1e-12) {
				t.Errorf("%s: %s is %.9f, should be %.9f", c.reading, key, got, want)
			}
		}
	}
}

func number(t *testing.T, r *fad.Result, key string) float64 {
	t.Helper()
	side, name, _ := strings.Cut(key, ".")
	o := map[string]*fad.Outcome{"attacker": &r.Attacker, "target": &r.Target}[side]
	if key == "draw" {
		return r.Draw
	}
	name, index, indexed := strings.Cut(name, "[")
	for _, n := range o.Numbers() {
		if n.Key != name {
			continue
		}
		if n.Spread == nil {
			return n.Chance
		}
		if i := 0; indexed {
			if _, err := fmt.Sscanf(index, "%d]", &i); err != nil {
				t.Fatal(err)
			}
			return at(n.Spread.PMF, i)
		}
		return n.Spread.Mean
	}
	t.Fatalf("there is no number %s", key)
	return 0
}

// has gives a unit a trait with an effect.
func has(u *fad.Fighter, e ...fad.Effect) {
	u.Traits = append(u.Traits, fad.Trait{ID: "x", Name: "X", Effects: e})
}

// always sets every die of Fire Effect and assault to a number.
func always(u *fad.Fighter, die int) { has(u, fad.Effect{FixedDiceTotal: die}) }

// lone is one conscript with a rifle and one die.
func lone() fad.Side {
	s := squad(conscript, 1)
	s.ShootingDice = 1
	return s
}

// fire is a lone rifle at close range on a hundred regulars in the open: one die
// and 2 more, a hit for every 3, which is 1, 1, 1, 2, 2 or 2 hits.
func fire() fad.Duel {
	return fad.Duel{Scenario: fad.Scenario{Mode: fad.Shooting}, Attacker: lone(), Target: squad(regular, 100)}
}

// effect is the mean hits of one die and 2+m in the open. Of six numbers in a row
// each comes to a third hit more than the one before, so m more are m/3 hits. It
// holds from -3 on, below which some of the six would be less than nothing.
func effect(m int) is { return is{"target.hits": 1.5 + float64(m)/3} }

// TestFireEffectByHand has a line for each modifier of Fire Effect.
func TestFireEffectByHand(t *testing.T) {
	heavy := fad.Weapon{ID: "heavy", Name: "Heavy", Count: 1, IsHeavy: true, CloseRange: 20, FireEffectBonus: 3}
	movable := heavy
	movable.FiresOnMovingMount = true
	type d = *fad.Duel
	plus := func(n int) func(d) { return func(d d) { d.Attacker.Modifiers.FireEffect = n } }
	check(t, fire, []handCase{
		{"one die at close range", nil, effect(0)},
		{"medium range is 4 worse than close", func(d d) { d.Scenario.Range = fad.Medium; plus(4)(d) }, effect(0)},
		{"long range is 6 worse than close", func(d d) { d.Scenario.Range = fad.Long; plus(6)(d) }, effect(0)},
		{"20 inches is close for a rifle of 20", func(d d) { d.Scenario.Distance = 20 }, effect(0)},
		{"21 inches is medium", func(d d) { d.Scenario.Distance = 21; plus(4)(d) }, effect(0)},
		{"60 inches is long", func(d d) { d.Scenario.Distance = 60; plus(6)(d) }, effect(0)},
		{"Open Fire", func(d d) { d.Scenario.OpenFire = true }, effect(2)},
		{"a target under fire", func(d d) { d.Scenario.TargetUnderFire = true }, effect(-1)},
		{"a target that ignores it", func(d d) {
			d.Scenario.TargetUnderFire = true
			has(&d.Target.Fighter, fad.Effect{IgnoredStates: []fad.IgnoredState{fad.IgnoreUnderFire}})
		}, effect(0)},
		{"a bunched-up target", func(d d) { d.Scenario.TargetBunchedUp = true }, effect(2)},
		{"a non-combatant", func(d d) { d.Scenario.TargetNonCombatant = true }, effect(2)},
		{"rabble in the open", func(d d) { d.Target.Quality = rabble }, effect(1)},
		{"the Quality that counts is not the leader's", func(d d) { d.Target.QualityWithLeader = rabble }, effect(0)},
		{"rabble in cover: (d+2)/4", func(d d) { d.Target.Quality, d.Scenario.Cover = rabble, fad.Partial }, is{"target.hits": 1}},
		{"heavy cover: (d+2)/5", func(d d) { d.Scenario.Cover = fad.Heavy }, is{"target.hits": 4. / 6}},
		{"rabble that never has cover", func(d d) {
			d.Target.Quality, d.Scenario.Cover = rabble, fad.Heavy
			has(&d.Target.Fighter, fad.Effect{NoCover: true})
		}, effect(1)},
		{"no cover after moving", func(d d) {
			d.Scenario.Cover, d.Scenario.TargetMoved = fad.Heavy, true
			has(&d.Target.Fighter, fad.Effect{When: fad.When{Moved: true}, NoCover: true})
		}, effect(0)},
		{"a concealed sniper", func(d d) { d.Target.Kind, d.Scenario.TargetConcealed = fad.Sniper, true }, effect(-2)},
		{"a shooter under fire", func(d d) { d.Scenario.ShooterUnderFire = true }, effect(-3)},
		{"a shooter that ignores it", func(d d) {
			d.Scenario.ShooterUnderFire = true
			has(&d.Attacker.Fighter, fad.Effect{IgnoredStates: []fad.IgnoredState{fad.IgnorePinned}}, fad.Effect{IgnoredStates: []fad.IgnoredState{fad.IgnoreUnderFire}})
		}, effect(0)},
		{"the shooter's Quality as its leader raises it", func(d d) { d.Attacker.QualityWithLeader = elite }, effect(2)},
		{"8 riflemen", func(d d) { d.Attacker.Weapons[0].Count = 8 }, effect(2)},
		{"a bearer who counts twice", func(d d) {
			d.Attacker.Weapons = append(d.Attacker.Weapons, fad.Weapon{ID: "twin", Count: 1, CloseRange: 20, BearerCountsTwice: true})
		}, effect(1)},
		{"a squad's ordinary weapon adds its Fire Effect once", func(d d) {
			d.Attacker.Weapons[0].Count, d.Attacker.Weapons[0].FireEffectBonus = 2, 1
		}, effect(1)},
		{"any other for each", func(d d) { d.Attacker.Weapons = append(d.Attacker.Weapons, counted(saw, 2)) }, effect(1 + 4)},
		{"a weapon's die, beside a die of 1", func(d d) { always(&d.Attacker.Fighter, 1); d.Attacker.Weapons[0].ExtraFireDice = 1 }, effect(1)},
		{"two bearers, two dice: (2D6+3)/3", func(d d) {
			always(&d.Attacker.Fighter, 1)
			d.Attacker.Weapons[0] = fad.Weapon{ID: "flail", Count: 2, CloseRange: 20, ExtraFireDice: 1}
		}, is{"target.hits": 108. / 36}},
		{"the highest of two dice", func(d d) { d.Attacker.ShootingDice = 2 }, is{"target.hits": 63. / 36}},
		{"an effect that says so", func(d d) { has(&d.Attacker.Fighter, fad.Effect{ShootingDice: 2}) }, is{"target.hits": 63. / 36}},
		{"one die where others have two", func(d d) { d.Attacker.ShootingDice = 2; has(&d.Attacker.Fighter, fad.Effect{ShootingDice: 1}) }, effect(0)},
		{"dice that are 6", func(d d) { always(&d.Attacker.Fighter, 5); always(&d.Attacker.Fighter, 6) }, is{"target.hits[2]": 1}},
		{"an officer of the branch", func(d d) { d.Attacker.Officer = &fad.Officer{Rating: 2, Branch: fad.BranchInfantry} }, effect(2)},
		{"an officer of another", func(d d) { d.Attacker.Officer = &fad.Officer{Rating: 2, Branch: fad.BranchGunnery} }, effect(0)},
		{"a modifier", plus(1), effect(1)},
		{"an effect", func(d d) { has(&d.Attacker.Fighter, fad.Effect{FireEffectModifier: 1}) }, effect(1)},
		{"an effect of those who move", func(d d) { has(&d.Attacker.Fighter, fad.Effect{When: fad.When{Moved: true}, FireEffectModifier: 1}) }, effect(0)},
		{"the same after moving", func(d d) {
			d.Scenario.ShooterMoved = true
			has(&d.Attacker.Fighter, fad.Effect{When: fad.When{Moved: true}, FireEffectModifier: 1})
		}, effect(1)},
		{"an effect of a charge", func(d d) { has(&d.Attacker.Fighter, fad.Effect{When: fad.When{Charging: true}, FireEffectModifier: 1}) }, effect(0)},
		{"an effect of an assault", func(d d) {
			has(&d.Attacker.Fighter, fad.Effect{When: fad.When{InAssault: true}, FireEffectModifier: 1})
		}, effect(0)},
		{"an effect on vehicles", func(d d) {
			has(&d.Attacker.Fighter, fad.Effect{When: fad.When{EnemyIs: fad.EnemyVehicle}, FireEffectModifier: 1})
		}, effect(0)},
		{"an effect on aliens", func(d d) {
			has(&d.Attacker.Fighter, fad.Effect{When: fad.When{EnemyIs: fad.EnemyAlien}, FireEffectModifier: 1})
		}, effect(0)},
		{"who are aliens", func(d d) {
			d.Target.IsAlien = true
			has(&d.Attacker.Fighter, fad.Effect{When: fad.When{EnemyIs: fad.EnemyAlien}, FireEffectModifier: 1})
		}, effect(1)},
		{"an effect that a trait of the enemy undoes", func(d d) {
			has(&d.Target.Fighter, fad.Effect{})
			has(&d.Attacker.Fighter, fad.Effect{When: fad.When{EnemyLacksTrait: "x"}, FireEffectModifier: 1})
		}, effect(0)},
		{"and its absence does not", func(d d) {
			has(&d.Target.Fighter, fad.Effect{})
			has(&d.Attacker.Fighter, fad.Effect{When: fad.When{EnemyLacksTrait: "y"}, FireEffectModifier: 1})
		}, effect(1)},
		{"an effect beyond close range", func(d d) {
			has(&d.Attacker.Fighter, fad.Effect{When: fad.When{BeyondRangeBand: fad.Close}, FireEffectModifier: 1})
		}, effect(0)},
		{"at medium range", func(d d) {
			d.Scenario.Range = fad.Medium
			plus(4)(d)
			has(&d.Attacker.Fighter, fad.Effect{When: fad.When{BeyondRangeBand: fad.Close}, FireEffectModifier: 1}, fad.Effect{When: fad.When{BeyondRangeBand: fad.Medium}, FireEffectModifier: 1})
		}, effect(1)},
		{"fire at one that is hard to hit", func(d d) { has(&d.Target.Fighter, fad.Effect{Attacker: fad.EnemyAttacks, FireEffectModifier: -2}) }, effect(-2)},
		{"which it is after moving", func(d d) {
			d.Scenario.TargetMoved = true
			has(&d.Target.Fighter, fad.Effect{Attacker: fad.EnemyAttacks, When: fad.When{Moved: true}, FireEffectModifier: -2})
		}, effect(-2)},
		{"and not itself", func(d d) { has(&d.Attacker.Fighter, fad.Effect{Attacker: fad.EnemyAttacks, FireEffectModifier: -2}) }, effect(0)},
		{"one band further after moving", func(d d) {
			d.Scenario.TargetMoved = true
			plus(4)(d)
			has(&d.Target.Fighter, fad.Effect{Attacker: fad.EnemyAttacks, When: fad.When{Moved: true}, ExtraRangeBands: 1})
		}, effect(0)},
		{"a band further than long", func(d d) {
			d.Scenario.Range = fad.Long
			plus(9)(d)
			has(&d.Target.Fighter, fad.Effect{Attacker: fad.EnemyAttacks, ExtraRangeBands: 1})
		}, is{"target.hits": 0}},
		{"the band is that of the weapon that most carry", func(d d) {
			d.Scenario.Distance = 24
			d.Attacker.Weapons = append([]fad.Weapon{counted(saw, 1)}, counted(rifle, 2))
			plus(4)(d)
		}, effect(1 + 2)},
		{"a heavy weapon in a squad", func(d d) { d.Attacker.Weapons = append([]fad.Weapon{heavy}, d.Attacker.Weapons...) }, effect(3)},
		{"does not fire after moving", func(d d) {
			d.Scenario.ShooterMoved = true
			d.Attacker.Weapons = append([]fad.Weapon{heavy}, d.Attacker.Weapons...)
		}, effect(0)},
		{"but for who can fire it then, and pays for it", func(d d) {
			d.Scenario.ShooterMoved = true
			d.Attacker.Weapons = append([]fad.Weapon{heavy}, d.Attacker.Weapons...)
			has(&d.Attacker.Fighter, fad.Effect{When: fad.When{Weapon: fad.WeaponHeavy}, FiresAfterMoving: true}, fad.Effect{When: fad.When{Moved: true, Weapon: fad.WeaponHeavy}, FireEffectModifier: -2})
		}, effect(1)},
		{"who has no heavy weapon does not pay", func(d d) {
			d.Scenario.ShooterMoved = true
			has(&d.Attacker.Fighter, fad.Effect{When: fad.When{Moved: true, Weapon: fad.WeaponHeavy}, FireEffectModifier: -2})
		}, effect(0)},
		{"a mount fires what it can fire on the move", func(d d) {
			d.Scenario.ShooterMoved = true
			d.Attacker.Weapons = append([]fad.Weapon{movable}, d.Attacker.Weapons...)
			has(&d.Attacker.Fighter, fad.Effect{When: fad.When{Weapon: fad.WeaponMovable}, FiresAfterMoving: true})
		}, effect(3)},
		{"and nothing else", func(d d) {
			d.Scenario.ShooterMoved = true
			d.Attacker.Weapons = append([]fad.Weapon{heavy}, d.Attacker.Weapons...)
			has(&d.Attacker.Fighter, fad.Effect{When: fad.When{Weapon: fad.WeaponMovable}, FiresAfterMoving: true})
		}, effect(0)},
		{"a sniper does not fire after moving", func(d d) { d.Attacker.Kind, d.Scenario.ShooterMoved = fad.Sniper, true }, is{"target.hits": 0}},
		{"a sniper's clear shot is tested with his own level", func(d d) {
			d.Attacker.Kind, d.Attacker.QualityWithLeader = fad.Sniper, regular
		}, is{"target.hits": 20. / 27 * 11 / 6}},
	})
}

// TestTogetherByHand has a line for each reading of who fires together.
func TestTogetherByHand(t *testing.T) {
	type d = *fad.Duel
	gun := fad.Weapon{ID: "gun", Name: "Gun", IsHeavy: true, CloseRange: 20}
	beside := func(d d, change func(*fad.Fighter)) {
		crew := team(conscript, gun)
		crew.Weapons[0].FireEffectBonus, crew.Weapons[0].IsBasic = 5, false // the crew's own are not fired
		if change != nil {
			change(&crew.Fighter)
		}
		d.Attacker.Partner = &crew.Fighter
	}
	fireTeam := func(d d) *fad.Fighter {
		d.Attacker = squad(conscript, 2)
		other := squad(conscript, 2)
		has(&d.Attacker.Fighter, fad.Effect{AddsPartnerDice: true})
		has(&other.Fighter, fad.Effect{AddsPartnerDice: true})
		d.Attacker.Partner = &other.Fighter
		return &other.Fighter
	}
	check(t, fire, []handCase{
		{"a team adds its die: (2D6+2)/3", func(d d) { beside(d, nil) }, is{"target.hits": 96. / 36}},
		{"the highest of two: (1+2+D)/3", func(d d) {
			always(&d.Attacker.Fighter, 1)
			beside(d, func(u *fad.Fighter) { u.ShootingDice = 2 })
		}, is{"target.hits": 79. / 36}},
		{"a die that is 6", func(d d) { beside(d, func(u *fad.Fighter) { always(u, 6) }) }, effect(6)},
		{"its Fire Effect and dice: (1+2+1+D6+D6)/3", func(d d) {
			always(&d.Attacker.Fighter, 1)
			beside(d, func(u *fad.Fighter) { u.Weapons[1].FireEffectBonus, u.Weapons[1].ExtraFireDice = 1, 1 })
		}, is{"target.hits": (1*0 + 2*(2+3+1) + 3*(6+5+4) + 4*(5+4+3) + 5*(2+1)) / 36.}},
		{"a team that moved is silent", func(d d) { d.Scenario.ShooterMoved = true; beside(d, nil) }, effect(0)},
		{"a Fire Team adds two dice, and 4 riflemen are 1: (2D6+3)/3", func(d d) { fireTeam(d) }, is{"target.hits": 108. / 36}},
		{"with what backfires too", func(d d) {
			fireTeam(d)
			has(&d.Attacker.Fighter, fad.Effect{BackfiresUpTo: 1})
		}, is{"target.hits": 108. / 36, "attacker.casualties": 2. / 6 * 5 / 6}},
		{"only as long as both add: the highest of two and 3", func(d d) {
			fireTeam(d).Traits[0].Effects[0].When.Moved = true
		}, is{"target.hits": 79. / 36}},
		{"a team alone: its crew's weapons and numbers are nothing", func(d d) {
			d.Attacker = team(conscript, gun)
			d.Attacker.Figures, d.Attacker.Weapons[0].Count = 9, 9
		}, effect(0)},
		{"a team that moved", func(d d) {
			d.Attacker = team(conscript, gun)
			d.Scenario.ShooterMoved = true
			has(&d.Attacker.Fighter, fad.Effect{When: fad.When{Weapon: fad.WeaponHeavy}, FiresAfterMoving: true})
		}, effect(0)},
	})
}

// TestVehicleFireByHand has a line for each reading of how a vehicle fires.
func TestVehicleFireByHand(t *testing.T) {
	type d = *fad.Duel
	gun := fad.Weapon{ID: "gun", Name: "Gun", IsHeavy: true, DamageBonus: 2, CloseRange: 20}
	plain := func() fad.Duel {
		d := fire()
		d.Attacker = vehicle(conscript, 8, 8, 8, gun, gun)
		return d
	}
	check(t, plain, []handCase{
		{"each weapon by itself", nil, is{"target.hits": 2 * 1.5}},
		{"as many as it has crew for", func(d d) { d.Attacker.CrewedWeaponCount = 1 }, is{"target.hits": 1.5}},
		{"those of a group as one", func(d d) { d.Attacker.Weapons[0].FiringGroup, d.Attacker.Weapons[1].FiringGroup = 1, 1 }, is{"target.hits": 1.5}},
		{"who mans a weapon that is out of range fires no other", func(d d) {
			d.Attacker.CrewedWeaponCount, d.Scenario.Distance, d.Attacker.Weapons[0].CloseRange = 1, 20, 5
		}, is{"target.hits": 0}},
		{"a weapon that blasts at figures needs none", func(d d) { d.Attacker.CrewedWeaponCount, d.Attacker.Weapons[0].IsBlast = 1, true }, is{"target.hits": 1.5}},
		{"what is done to one weapon", func(d d) {
			d.Attacker.Weapons[0].Effects = []fad.Effect{{FireEffectModifier: 1}}
		}, is{"target.hits": 1.5 + 11./6}},
		{"the leader's Quality", func(d d) { d.Attacker.QualityWithLeader = elite }, is{"target.hits": 2 * 13. / 6}},
		{"an officer of its branch", func(d d) { d.Attacker.Officer = &fad.Officer{Rating: 1, Branch: fad.BranchCavalry} }, is{"target.hits": 2 * 11. / 6}},
		{"a weapon's own Fire Effect and die", func(d d) {
			always(&d.Attacker.Fighter, 1)
			d.Attacker.CrewedWeaponCount, d.Attacker.Weapons[0].ExtraFireDice, d.Attacker.Weapons[0].FireEffectBonus = 1, 1, 1
		}, is{"target.hits": 13. / 6}},
		{"two dice", func(d d) { d.Attacker.CrewedWeaponCount = 1; has(&d.Attacker.Fighter, fad.Effect{ShootingDice: 2}) }, is{"target.hits": 63. / 36}},
		{"a blast's own is for the blast", func(d d) {
			d.Target = vehicle(regular, 8, 8, 8)
			always(&d.Attacker.Fighter, 1)
			w := &d.Attacker.Weapons[0]
			d.Attacker.CrewedWeaponCount, w.IsBlast, w.FireEffectBonus, w.ExtraFireDice = 1, true, 9, 1
		}, is{"target.hits[1]": 1}},
		{"the same of a squad's", func(d d) {
			d.Target, d.Attacker = vehicle(regular, 8, 8, 8), lone()
			always(&d.Attacker.Fighter, 1)
			w := &d.Attacker.Weapons[0]
			w.IsBlast, w.FireEffectBonus, w.ExtraFireDice = true, 9, 1
		}, is{"target.hits[1]": 1}},
		{"pinning by either, over 14 each with 2 in 6", func(d d) { d.Attacker.Modifiers.FireEffect = 8 }, is{"target.pinned": 5. / 9}},
		{"one that flies has no cover", func(d d) {
			d.Target, d.Attacker, d.Scenario.Cover = vehicle(regular, 8, 8, 8), lone(), fad.Heavy
			d.Target.Flies = true
		}, effect(0)},
	})
}

// TestDamageByHand has a line for each reading of what a hit does to figures.
func TestDamageByHand(t *testing.T) {
	type d = *fad.Duel
	// hits makes sure of a number of hits, with a die of 1 and 2 for close range.
	hits := func(d d, n int) { d.Attacker.Modifiers.FireEffect = 3*n - 3 }
	plain := func() fad.Duel {
		d := fire()
		always(&d.Attacker.Fighter, 1)
		return d
	}
	armour := func(n int) func(d) { return func(d d) { d.Target.Armour = n } }
	falls := func(chance float64) is { return is{"target.casualties": chance} }
	weapon := func(d d) *fad.Weapon { return &d.Attacker.Weapons[0] }
	tough := func(d d, figures int, e fad.Effect) {
		d.Target = squad(regular, figures)
		has(&d.Target.Fighter, e)
	}
	check(t, plain, []handCase{
		{"2 and a die reach 4", nil, falls(5. / 6)},
		{"better armour", armour(6), falls(3. / 6)},
		{"AP does nothing to armour of 6", func(d d) { armour(6)(d); weapon(d).AP = 3 }, falls(3. / 6)},
		{"and lowers that of 7 to 4", func(d d) { armour(7)(d); weapon(d).AP = 3 }, falls(5. / 6)},
		{"all that adds to armour counts before AP", func(d d) {
			armour(5)(d)
			weapon(d).AP = 3
			d.Target.Modifiers.Armour = 1
			has(&d.Target.Fighter, fad.Effect{ArmourModifier: 1})
		}, falls(5. / 6)},
		{"an effect's damage", func(d d) { armour(6)(d); has(&d.Attacker.Fighter, fad.Effect{DamageModifier: 1}) }, falls(4. / 6)},
		{"AP is never less than none", func(d d) { armour(8)(d); has(&d.Attacker.Fighter, fad.Effect{APModifier: -1}) }, falls(1. / 6)},
		{"an effect's AP", func(d d) { armour(8)(d); has(&d.Attacker.Fighter, fad.Effect{APModifier: 2}) }, falls(3. / 6)},
		{"a vehicle's weapon, and what is done to it", func(d d) {
			d.Attacker = vehicle(conscript, 8, 8, 8, fad.Weapon{ID: "gun", CloseRange: 20, DamageBonus: 2, AP: 1, Effects: []fad.Effect{{DamageModifier: 1, APModifier: -2}}})
			always(&d.Attacker.Fighter, 1)
			armour(8)(d)
		}, falls(2. / 6)},
		{"the weapon that most carry", func(d d) {
			armour(6)(d)
			d.Attacker.Weapons = []fad.Weapon{{ID: "a", Count: 1, CloseRange: 20, DamageBonus: 5}, counted(rifle, 2)}
			d.Attacker.Modifiers.FireEffect = -1 // for the three of them
		}, falls(3. / 6)},
		{"of as many the first", func(d d) {
			armour(6)(d)
			d.Attacker.Weapons = []fad.Weapon{counted(rifle, 1), {ID: "a", Count: 1, CloseRange: 20, DamageBonus: 5}}
		}, falls(3. / 6)},
		{"who is hurt by more than the armour alone", func(d d) { has(&d.Target.Fighter, fad.Effect{HitsMustExceedArmour: true}) }, falls(4. / 6)},
		{"by 3 more, tied or not", func(d d) { tough(d, 1, fad.Effect{HitsMustExceedArmour: true, WoundsPerFigure: 2}) }, falls(2. / 6)},
		{"2 points, one hit", func(d d) { tough(d, 2, fad.Effect{WoundsPerFigure: 2}) }, falls(2. / 6)},
		{"2 points, two hits, on the one who is hurt first", func(d d) {
			tough(d, 2, fad.Effect{WoundsPerFigure: 2})
			hits(d, 2)
		}, is{"target.casualties[1]": 25. / 36, "target.casualties[2]": 4. / 36}},
		{"of two such effects the larger, two hits", func(d d) {
			tough(d, 1, fad.Effect{WoundsPerFigure: 2})
			has(&d.Target.Fighter, fad.Effect{WoundsPerFigure: 3})
			hits(d, 2)
		}, falls(1./9 + 2./6)},
		{"a save", func(d d) { has(&d.Target.Fighter, fad.Effect{SaveRoll: 5}) }, falls(5. / 6 * 4 / 6)},
		{"of two saves the better", func(d d) { has(&d.Target.Fighter, fad.Effect{SaveRoll: 4}, fad.Effect{SaveRoll: 5}) }, falls(5. / 6 * 3 / 6)},
		{"damage dice again, with AP", func(d d) { weapon(d).AP = 1; has(&d.Target.Fighter, fad.Effect{RerollDamage: true}) }, falls(25. / 36)},
		{"and without", func(d d) { has(&d.Target.Fighter, fad.Effect{RerollDamage: true}) }, falls(5. / 6)},
		{"wounds are in play", func(d d) { d.Scenario.UsesWoundedRules = true }, is{"target.wounded": 3. / 6, "target.casualties": 5. / 6}},
		{"what wounds others kills it", func(d d) {
			d.Scenario.UsesWoundedRules = true
			has(&d.Target.Fighter, fad.Effect{WoundsKill: true})
		}, is{"target.wounded": 0, "target.casualties": 5. / 6}},
		{"one die for all of two hits spares what it lacks: 3, 2, 1", func(d d) {
			d.Scenario.OneDamageRollPerSquad = true
			armour(6)(d)
			hits(d, 2)
		}, falls((1 + 3*2) / 6.)},
		{"tied, one more", func(d d) {
			d.Scenario.OneDamageRollPerSquad = true
			has(&d.Target.Fighter, fad.Effect{HitsMustExceedArmour: true})
		}, falls(4. / 6)},
		{"saves first", func(d d) { d.Scenario.OneDamageRollPerSquad = true; has(&d.Target.Fighter, fad.Effect{SaveRoll: 5}) }, falls(5. / 6 * 4 / 6)},
		{"a bullseye has 1 more damage", func(d d) {
			armour(6)(d)
			d.Attacker.Kind, d.Attacker.QualityWithLeader = fad.Sniper, regular
		}, falls(12./27*3/6 + 8./27*4/6)},
		{"hits in pairs: one alone does nothing", func(d d) { has(&d.Target.Fighter, fad.Effect{PairedHits: true}) }, falls(0)},
		{"two, on one figure", func(d d) { hits(d, 2); has(&d.Target.Fighter, fad.Effect{PairedHits: true}) }, falls(35. / 36)},
		{"an odd one joins the last pair", func(d d) { hits(d, 3); has(&d.Target.Fighter, fad.Effect{PairedHits: true}) }, falls(215. / 216)},
		{"a single figure takes all", func(d d) { tough(d, 1, fad.Effect{PairedHits: true}); hits(d, 4) }, falls(1295. / 1296)},
		{"beyond two for each they are lost: five on two", func(d d) {
			tough(d, 2, fad.Effect{PairedHits: true})
			hits(d, 5)
		}, falls(2 * 35. / 36)},
		{"six on two", func(d d) { tough(d, 2, fad.Effect{PairedHits: true}); hits(d, 6) }, falls(2 * 35. / 36)},
		{"with AP they are not paired", func(d d) {
			hits(d, 2)
			weapon(d).AP = 1
			has(&d.Target.Fighter, fad.Effect{PairedHits: true})
		}, falls(2 * 5. / 6)},
		{"pairs on figures of 2 points: 0 and 0, 0 and 1, 1 and 0 leave one standing", func(d d) {
			tough(d, 2, fad.Effect{PairedHits: true, WoundsPerFigure: 2})
			hits(d, 4)
		}, falls(2 * 29. / 36)},
		{"an odd one on them: 0, 0 and at most 1 leave one standing", func(d d) {
			tough(d, 2, fad.Effect{PairedHits: true, WoundsPerFigure: 2})
			hits(d, 3)
		}, falls(206. / 216)},
		{"with AP, on the one who is hurt first", func(d d) {
			tough(d, 2, fad.Effect{PairedHits: true, WoundsPerFigure: 2})
			weapon(d).AP = 1
			hits(d, 2)
		}, is{"target.casualties[1]": 25. / 36, "target.casualties[2]": 4. / 36}},
	})
	backfire := func() fad.Duel {
		d := fire()
		has(&d.Attacker.Fighter, fad.Effect{BackfiresUpTo: 1})
		return d
	}
	check(t, backfire, []handCase{
		{"a die of 1 is a hit on the shooter", nil, is{"attacker.casualties": 1. / 6 * 5 / 6, "target.hits": 1.5}},
		{"of two such effects the larger", func(d d) { has(&d.Attacker.Fighter, fad.Effect{BackfiresUpTo: 2}) }, is{"attacker.casualties": 2. / 6 * 5 / 6}},
		{"each of two dice", func(d d) { d.Attacker = squad(conscript, 2); has(&d.Attacker.Fighter, fad.Effect{BackfiresUpTo: 1}) }, is{"attacker.casualties": 2. / 6 * 5 / 6}},
		{"with the AP of the weapon", func(d d) { d.Attacker.Armour, d.Attacker.Weapons[0].AP = 8, 2 }, is{"attacker.casualties": 1. / 6 * 3 / 6}},
		{"dice that are a number do not", func(d d) { always(&d.Attacker.Fighter, 1) }, is{"attacker.casualties": 0}},
		{"at a vehicle", func(d d) { d.Target = vehicle(regular, 8, 8, 8) }, is{"attacker.casualties": 1. / 6 * 5 / 6}},
	})
}

// TestBlastByHand has a line for each reading of area effect weapons. A conscript
// ranges in with 3 of 3 in 1 of 8 cases, and with 2 in 3: 2D6 are 2 hits on
// average, 3D6 are 684/216.
func TestBlastByHand(t *testing.T) {
	type d = *fad.Duel
	const conscripts, regulars = 3./8*2 + 1./8*19/6, 12./27*2 + 8./27*19/6
	tube := fad.Weapon{ID: "tube", Name: "Tube", IsHeavy: true, DamageBonus: 2, AP: 3, IsBlast: true, CloseRange: 20}
	plain := func() fad.Duel {
		return fad.Duel{Scenario: fad.Scenario{Mode: fad.Blast}, Attacker: team(conscript, tube), Target: squad(regular, 100)}
	}
	hits := func(mean float64) is { return is{"target.hits": mean} }
	check(t, plain, []handCase{
		{"a conscript team", nil, hits(conscripts)},
		{"a battery tests to arrive too", func(d d) { d.Attacker.Kind = fad.Artillery }, hits(conscripts / 2)},
		{"with a spotter's Quality it ranges in", func(d d) {
			spotter := regular
			d.Attacker.Kind, d.Attacker.SpotterQuality = fad.Artillery, &spotter
		}, hits(regulars / 2)},
		{"the leader's Quality, which adds nothing to Fire Effect", func(d d) { d.Attacker.QualityWithLeader = regular }, hits(regulars)},
		{"its own Fire Effect", func(d d) { d.Attacker.Weapons[1].FireEffectBonus = 3 }, hits(conscripts + 1./2)},
		{"no officer adds to it", func(d d) { d.Attacker.Officer = &fad.Officer{Rating: 3, Branch: fad.BranchGunnery} }, hits(conscripts)},
		{"nor a modifier", func(d d) { d.Attacker.Modifiers.FireEffect = 3 }, hits(conscripts)},
		{"nor range", func(d d) { d.Scenario.Range = fad.Long }, hits(conscripts)},
		{"as far as it reaches", func(d d) { has(&d.Target.Fighter, fad.Effect{Attacker: fad.EnemyAttacks, ExtraRangeBands: 3}) }, hits(0)},
		{"a battery reaches everything", func(d d) {
			d.Attacker.Kind = fad.Artillery
			has(&d.Target.Fighter, fad.Effect{Attacker: fad.EnemyAttacks, ExtraRangeBands: 3})
		}, hits(conscripts / 2)},
		{"without cover", func(d d) { d.Scenario.Cover = fad.Heavy; has(&d.Target.Fighter, fad.Effect{NoCover: true}) }, hits(conscripts)},
		{"without AP", func(d d) { d.Target.Armour = 7 }, is{"target.casualties": conscripts * 2 / 6}},
		{"with an effect's damage", func(d d) {
			d.Target.Armour = 6
			has(&d.Attacker.Fighter, fad.Effect{When: fad.When{Weapon: fad.WeaponHeavy}, DamageModifier: 1})
		}, is{"target.casualties": conscripts * 4 / 6}},
		{"a team does not fire after moving", func(d d) { d.Scenario.ShooterMoved = true }, hits(0)},
		{"but for one that can", func(d d) {
			d.Scenario.ShooterMoved = true
			has(&d.Attacker.Fighter, fad.Effect{FiresAfterMoving: true})
		}, hits(conscripts)},
		{"a vehicle does", func(d d) { d.Scenario.ShooterMoved = true; d.Attacker = vehicle(conscript, 8, 8, 8, tube) }, hits(conscripts)},
		{"a squad with what is not heavy does", func(d d) {
			d.Scenario.ShooterMoved, d.Attacker = true, lone()
			d.Attacker.Weapons[0] = tube
			d.Attacker.Weapons[0].IsHeavy = false
		}, hits(conscripts)},
		{"who is silent is", func(d d) { has(&d.Attacker.Fighter, fad.Effect{CannotFire: true}) }, hits(0)},
		{"who is beyond close range blasts", func(d d) {
			d.Scenario.Range = fad.Medium
			has(&d.Attacker.Fighter, fad.Effect{When: fad.When{BeyondRangeBand: fad.Close}, CannotFire: true})
		}, hits(conscripts)},
		{"without crew", func(d d) { d.Attacker = vehicle(conscript, 8, 8, 8, tube); d.Attacker.CrewedWeaponCount = 0 }, hits(0)},
		{"the first weapon that blasts", func(d d) {
			d.Attacker = vehicle(conscript, 8, 8, 8, saw, tube, tube)
			d.Attacker.Weapons[2].FireEffectBonus = 3
		}, hits(conscripts)},
		{"infantry is pinned by a weapon that pins, wherever it ranges in", func(d d) { d.Attacker.Weapons[1].PinsTarget = true }, is{"target.pinned": 1. / 2}},
	})
}

// TestAllWeaponsByHand has a line for each reading of firing direct and blast weapons at
// once: their hits add up, and each pins by itself.
func TestAllWeaponsByHand(t *testing.T) {
	type d = *fad.Duel
	const conscripts, gun = 3./8*2 + 1./8*19/6, 1.5
	tube := fad.Weapon{ID: "tube", Name: "Tube", IsHeavy: true, DamageBonus: 2, IsBlast: true, PinsTarget: true, CloseRange: 20}
	plain := func() fad.Duel {
		return fad.Duel{Scenario: fad.Scenario{Mode: fad.AllFire}, Attacker: vehicle(conscript, 8, 8, 8, rifle, tube), Target: squad(regular, 100)}
	}
	hits := func(mean float64) is { return is{"target.hits": mean} }
	crew := func(n int) func(d) { return func(d d) { d.Attacker.CrewedWeaponCount = n } }
	check(t, plain, []handCase{
		{"a gun and a tube", nil, hits(gun + conscripts)},
		{"no hit by a gun of -1 and a die under 4, nor by the tube, which misses or rolls 2", func(d d) { d.Attacker.Modifiers.FireEffect = -3 }, is{
			"target.hits[0]": 1. / 2 * (1./2 + 3./8/36),
		}},
		{"a crew of one serves the first", crew(1), hits(gun)},
		{"the tube, if it is the first", func(d d) {
			d.Attacker = vehicle(conscript, 8, 8, 8, tube, rifle)
			d.Attacker.CrewedWeaponCount = 1
		}, hits(conscripts)},
		{"nobody", crew(0), hits(0)},
		{"a group fires as its first", func(d d) {
			d.Attacker.Weapons[0].FiringGroup, d.Attacker.Weapons[1].FiringGroup = 1, 1
		}, hits(gun)},
		{"three tubes", func(d d) { d.Attacker = vehicle(conscript, 8, 8, 8, tube, tube, tube) }, hits(3 * conscripts)},
		{"Open Fire is of the gun alone", func(d d) { d.Scenario.OpenFire = true }, hits(gun + 2./3 + conscripts)},
		{"the gun is out of range", func(d d) { d.Scenario.Distance, d.Attacker.Weapons[0].CloseRange = 19, 6 }, hits(conscripts)},
		{"the tube is out of range", func(d d) { d.Scenario.Distance, d.Attacker.Weapons[1].CloseRange = 18, 5 }, hits(gun)},
		{"the tube pins wherever it ranges in, a gun of 9 and a die over 14 too", func(d d) {
			d.Attacker.Modifiers.FireEffect = 7
		}, is{"target.pinned": 1 - 1./2*5/6}},
		{"in crossfire whoever is fired at tests", func(d d) {
			d.Scenario.UsesCrossfire = true
			d.Attacker = vehicle(conscript, 8, 8, 8, tube, tube)
		}, is{"target.pinned": 3. / 4 * 7 / 27}},
		{"a squad's rifle, and each of two who carry tubes", func(d d) {
			d.Attacker = lone()
			d.Attacker.Figures, d.Attacker.Weapons = 3, append(d.Attacker.Weapons, counted(tube, 2))
		}, hits(gun + 2*conscripts)},
		{"whose tubes are too heavy after moving", func(d d) {
			d.Attacker, d.Scenario.ShooterMoved = lone(), true
			d.Attacker.Weapons = append(d.Attacker.Weapons, counted(tube, 2))
		}, hits(gun)},
		{"backfires are of the rifle", func(d d) {
			d.Attacker = lone()
			d.Attacker.Weapons = append(d.Attacker.Weapons, counted(tube, 1))
			has(&d.Attacker.Fighter, fad.Effect{BackfiresUpTo: 1})
		}, is{"target.hits": gun + conscripts, "attacker.casualties": 1. / 6 * 5 / 6}},
	})
}

// TestMoraleByHand has a line for each reading of pinning, breaking and what
// comes of it. One figure falls for sure.
func TestMoraleByHand(t *testing.T) {
	type d = *fad.Duel
	plain := func() fad.Duel {
		d := fire()
		always(&d.Attacker.Fighter, 1)
		d.Attacker.Weapons[0].DamageBonus = 5
		d.Target = squad(regular, 4)
		d.Target.Resolve = reluctant
		return d
	}
	tests := func(rallied, fallsBack, routed float64) is {
		return is{"target.broken": 1, "target.rallied": rallied, "target.falls_back": fallsBack, "target.routed": routed}
	}
	effect := func(e fad.Effect) func(d) { return func(d d) { has(&d.Target.Fighter, e) } }
	check(t, plain, []handCase{
		{"three dice", nil, tests(20./27, 6./27, 1./27)},
		{"of the Quality as raised", func(d d) { d.Target.QualityWithLeader = elite }, tests(200./216, 15./216, 1./216)},
		{"one that passes", effect(fad.Effect{AutoMoralePasses: 1}), tests(8./9, 1./9, 0)},
		{"one that fails", effect(fad.Effect{AutoMoraleFails: 1}), tests(4./9, 4./9, 1./9)},
		{"one of each", effect(fad.Effect{AutoMoraleFails: 1, AutoMoralePasses: 1}), tests(2./3, 1./3, 0)},
		{"a tank at hand", func(d d) { d.Scenario.TankNearTarget = true }, tests(8./9, 1./9, 0)},
		{"more that pass than there are dice", func(d d) {
			d.Scenario.TankNearTarget = true
			has(&d.Target.Fighter, fad.Effect{AutoMoralePasses: 3})
		}, tests(1, 0, 0)},
		{"one again", effect(fad.Effect{MoraleRerolls: 1}), tests(24./27, 8./81, 1./81)},
		{"as many again as failed", effect(fad.Effect{MoraleRerolls: 3}), tests(704./729, 24./729, 1./729)},
		{"an officer of another branch has dice rolled again", func(d d) { d.Target.Officer = &fad.Officer{Rating: 1, Branch: fad.BranchCavalry} }, tests(24./27, 8./81, 1./81)},
		{"one of its own makes it break later", func(d d) {
			d.Target = squad(regular, 5) // 25 in 100 of 5 are 2
			d.Target.Resolve, d.Target.Officer = reluctant, &fad.Officer{Rating: 1, Branch: fad.BranchInfantry}
		}, is{"target.broken": 0}},
		{"so does an effect, by two levels", func(d d) { has(&d.Target.Fighter, fad.Effect{ResolveModifier: 2}) }, is{"target.broken": 0}},
		{"by one it does not: 1 of 4", effect(fad.Effect{ResolveModifier: 1}), tests(20./27, 6./27, 1./27)},
		{"never beyond the best", func(d d) { d.Target.Figures = 1; has(&d.Target.Fighter, fad.Effect{ResolveModifier: 9}) }, is{"target.broken": 1, "target.destroyed": 1, "target.rallied": 0}},
		{"unbroken", effect(fad.Effect{NeverBreaks: true}), is{"target.broken": 0}},
		{"who lost as many before breaks with the next, not before", func(d d) {
			d.Attacker.Modifiers.FireEffect = -1
			d.Target = team(regular, railGun)
			d.Target.CrewLost = 3
		}, is{"target.casualties": 0, "target.broken": 0}},
		{"before is of its size: of 8 who were, 4 break it, of whom 2 fell", func(d d) {
			d.Target = team(regular, railGun)
			d.Target.Figures, d.Target.CrewLost = 6, 2
		}, is{"target.casualties": 1, "target.broken": 0}},
		{"over the level pins", func(d d) { d.Attacker.Modifiers.FireEffect = 12 }, is{"target.pinned": 1}},
		{"at the level does not", func(d d) { d.Attacker.Modifiers.FireEffect = 11 }, is{"target.pinned": 0}},
		{"the level is its own Quality's", func(d d) { d.Attacker.Modifiers.FireEffect, d.Target.QualityWithLeader = 12, elite }, is{"target.pinned": 1}},
		{"non-combatants have that of Rabble", func(d d) {
			d.Attacker.Modifiers.FireEffect, d.Scenario.TargetNonCombatant = 6, true // 1 and 2 and 2 and 6 are 11
		}, is{"target.pinned": 1, "target.rallied": 7. / 27}},
		{"who ignores it", func(d d) {
			d.Attacker.Modifiers.FireEffect = 12
			has(&d.Target.Fighter, fad.Effect{IgnoredStates: []fad.IgnoredState{fad.IgnorePinned}})
		}, is{"target.pinned": 0}},
		{"in crossfire a test decides, if there is fire", func(d d) {
			d.Attacker.Kind, d.Attacker.QualityWithLeader, d.Target.QualityWithLeader = fad.Sniper, regular, elite
			d.Scenario.UsesCrossfire = true
		}, is{"target.pinned": 20. / 27 * 16 / 216}},
	})
}

// TestAssaultByHand has a line for each reading of close assault. A character
// charges another: one die each, and 1 more.
func TestAssaultByHand(t *testing.T) {
	type d = *fad.Duel
	plain := func() fad.Duel {
		d := fad.Duel{Scenario: fad.Scenario{Mode: fad.CloseAssault}, Attacker: squad(regular, 1), Target: squad(regular, 1)}
		d.Attacker.Kind, d.Target.Kind = fad.Character, fad.Character
		return d
	}
	// ahead is how often a die beats another by being so much better.
	ahead := func(by int) is {
		wins := map[int]float64{-1: 10, 0: 15, 1: 21, 2: 26, 3: 30, 4: 33, 5: 35}[by]
		return is{"attacker.wins": wins / 36}
	}
	// squads is the same of the highest of two dice.
	squads := func(by int) is {
		wins := map[int]float64{1: 791, 2: 791 + 215, 3: 791 + 215 + 148}[by]
		return is{"attacker.wins": wins / 1296}
	}
	mine := func(e fad.Effect) func(d) { return func(d d) { has(&d.Attacker.Fighter, e) } }
	theirs := func(e fad.Effect) func(d) { return func(d d) { has(&d.Target.Fighter, e) } }
	both := func(a, t int) func(d) {
		return func(d d) { always(&d.Attacker.Fighter, a); always(&d.Target.Fighter, t) }
	}
	falls := func(attacker, target float64) is {
		return is{"attacker.casualties": attacker, "target.casualties": target}
	}
	check(t, plain, []handCase{
		{"a charge", nil, ahead(1)},
		{"better armour, by however much", func(d d) { d.Attacker.Armour = 6 }, ahead(2)},
		{"worse armour", func(d d) { d.Target.Armour = 6 }, ahead(0)},
		{"armour of an effect", mine(fad.Effect{ArmourModifier: 1}), ahead(2)},
		{"but not what the table adds", func(d d) { d.Attacker.Modifiers.Armour = 1 }, ahead(1)},
		{"better Quality", func(d d) { d.Target.Quality = conscript }, ahead(3)},
		{"by two levels", func(d d) { d.Target.Quality = rabble }, ahead(5)},
		{"not that of a leader", func(d d) { d.Attacker.QualityWithLeader = elite }, ahead(1)},
		{"an effect", mine(fad.Effect{AssaultModifier: 1}), ahead(2)},
		{"an effect of charging", mine(fad.Effect{When: fad.When{Charging: true}, AssaultModifier: 1}), ahead(2)},
		{"which the charged lack", theirs(fad.Effect{When: fad.When{Charging: true}, AssaultModifier: 1}), ahead(1)},
		{"an effect of assaults", theirs(fad.Effect{When: fad.When{InAssault: true}, AssaultModifier: 1}), ahead(0)},
		{"an effect on aliens", func(d d) {
			d.Target.IsAlien = true
			mine(fad.Effect{When: fad.When{EnemyIs: fad.EnemyAlien}, AssaultModifier: 1})(d)
		}, ahead(2)},
		{"a modifier", func(d d) { d.Attacker.Modifiers.Assault = 1 }, ahead(2)},
		{"weapons of two kinds, each once", func(d d) {
			d.Attacker.Weapons = []fad.Weapon{{ID: "a", Count: 2, AssaultBonus: 1}, {ID: "b", Count: 1, AssaultBonus: 1}, {ID: "a", Count: 1, AssaultBonus: 1, ServedByCrew: true}}
		}, ahead(3)},
		{"dice that are a number: 3 or more of 1 to 6 beat 3 with 1 more", func(d d) { always(&d.Target.Fighter, 3) }, is{"attacker.wins": 4. / 6, "draw": 1. / 6}},
		{"squads roll two dice", func(d d) { d.Attacker, d.Target = squad(regular, 3), squad(regular, 3) }, squads(1)},
		{"an officer of the branch", func(d d) {
			d.Attacker, d.Target = squad(regular, 3), squad(regular, 3)
			d.Attacker.Officer = &fad.Officer{Rating: 2, Branch: fad.BranchInfantry}
		}, squads(3)},
		{"a figure more", func(d d) { d.Attacker, d.Target = squad(regular, 4), squad(regular, 3) }, squads(2)},
		{"of five on one only two count if it is slick", func(d d) {
			d.Attacker, d.Target = squad(regular, 5), squad(regular, 1)
			has(&d.Target.Fighter, fad.Effect{MaxEnemiesPerFigure: 2}, fad.Effect{MaxEnemiesPerFigure: 3})
		}, squads(2)},
		{"a Fire Team adds its dice: 2D6 and 1 against the highest of two", func(d d) {
			d.Attacker, d.Target = squad(regular, 3), squad(regular, 3)
			other := squad(regular, 3)
			has(&d.Attacker.Fighter, fad.Effect{AddsPartnerDice: true})
			has(&other.Fighter, fad.Effect{AddsPartnerDice: true})
			d.Attacker.Partner = &other.Fighter
		}, is{"attacker.wins": (1*4 + 2*9 + 3*16 + 4*25 + 26*36) / 1296.}},
		{"dice that are 1 are not added", func(d d) {
			d.Attacker, d.Target = squad(regular, 3), squad(regular, 3)
			other := squad(regular, 3)
			has(&d.Attacker.Fighter, fad.Effect{AddsPartnerDice: true, FixedDiceTotal: 1})
			has(&other.Fighter, fad.Effect{AddsPartnerDice: true})
			d.Attacker.Partner = &other.Fighter
		}, is{"attacker.wins": 1. / 36, "draw": 3. / 36}},
		{"nor while only one adds", func(d d) {
			d.Attacker, d.Target = squad(regular, 3), squad(regular, 3)
			other := squad(regular, 3)
			has(&d.Attacker.Fighter, fad.Effect{AddsPartnerDice: true})
			has(&other.Fighter, fad.Effect{When: fad.When{Moved: true}, AddsPartnerDice: true})
			d.Attacker.Partner = &other.Fighter
		}, squads(1)},
		{"6 against 5: it kills on 3, and falls on 5", both(5, 5), falls(2./6, 4./6)},
		{"5 against 5: both on 4", both(4, 5), falls(3./6, 3./6)},
		{"4 against 5: on 5, and on 3", both(3, 5), falls(4./6, 2./6)},
		{"twice as much overruns, and falls on 6", both(5, 3), is{"attacker.casualties": 1. / 6, "target.casualties": 1, "attacker.overrun": 1, "attacker.wins": 1}},
		{"less than twice does not", both(5, 4), is{"attacker.overrun": 0, "attacker.wins": 1}},
		{"2 against 4 is overrun", both(1, 4), is{"attacker.casualties": 1, "target.casualties": 1. / 6, "target.overrun": 1, "target.wins": 1}},
		{"totals below 1 count as 1 for that", func(d d) {
			both(1, 1)(d)
			d.Attacker.Modifiers.Assault, d.Target.Modifiers.Assault = -1, -2
		}, is{"attacker.overrun": 0, "attacker.wins": 1}},
		{"a save from kills", func(d d) { both(5, 5)(d); theirs(fad.Effect{SaveRoll: 5})(d) }, falls(2./6, 4./6*4/6)},
		{"a kill roll more of each figure", func(d d) {
			both(5, 5)(d)
			d.Attacker.Figures, d.Target.Figures, d.Target.Modifiers.Assault = 2, 10, -5 // for 8 more figures, and Slick
			has(&d.Attacker.Fighter, fad.Effect{ExtraKillRolls: 1, AssaultModifier: 3})
		}, is{"target.casualties": 2 * 2 * 4. / 6}},
		{"of two numbers of them the larger, and one more", func(d d) {
			both(5, 5)(d)
			d.Target.Figures, d.Target.Modifiers.Assault = 10, -9
			has(&d.Attacker.Fighter, fad.Effect{KillRollsPerFigure: 2, ExtraKillRolls: 1}, fad.Effect{KillRollsPerFigure: 4})
		}, is{"target.casualties": 5 * 4. / 6}},
		{"two more of the unit", func(d d) {
			both(5, 5)(d)
			d.Attacker.Figures, d.Target.Figures, d.Target.Modifiers.Assault = 3, 10, -7
			has(&d.Attacker.Fighter, fad.Effect{ExtraUnitKillRolls: 2})
		}, is{"target.casualties": 5 * 4. / 6}},
		{"those who count make the kill rolls: two of five", func(d d) {
			both(5, 5)(d)
			d.Attacker.Figures = 5
			d.Attacker.Modifiers.Assault = -1
			has(&d.Target.Fighter, fad.Effect{MaxEnemiesPerFigure: 2, WoundsPerFigure: 9})
			d.Target.Traits[1].Effects[0].WoundsPerFigure = 3
		}, is{"target.casualties": 4. / 9}}, // a kill takes 2 points of 3
		{"and of three, on one who is slick, one", func(d d) {
			both(5, 5)(d)
			d.Target.Figures = 3
			has(&d.Attacker.Fighter, fad.Effect{MaxEnemiesPerFigure: 1})
		}, is{"attacker.casualties": 2. / 6}},
		{"who fears to charge may not: casualties", func(d d) {
			both(5, 5)(d)
			mine(fad.Effect{NeedsChargeTest: true})(d)
		}, is{
			"attacker.casualties[0]": 7./27 + 20./27*4/6, "attacker.casualties": 20. / 27 * 2 / 6, "target.casualties": 20. / 27 * 4 / 6, "attacker.wins": 20. / 27,
		}},
		{"a tank helps the charged in morale", func(d d) {
			both(5, 5)(d)
			d.Attacker, d.Target = squad(regular, 1), squad(regular, 2)
			both(5, 5)(d)
			d.Target.Resolve, d.Scenario.TankNearTarget = reluctant, true
			d.Target.Modifiers.Assault = -1
		}, is{"target.broken": 2. / 3, "target.rallied": 2. / 3 * 8 / 9}},
	})
	free := func() fad.Duel {
		d := plain()
		d.Scenario.FreeShot = &fad.FreeShot{}
		d.Target = lone()
		d.Attacker = squad(regular, 100)
		return d
	}
	hits := func(m int) is { return is{"attacker.hits": 1.5 + float64(m)/3} }
	check(t, free, []handCase{
		{"the free shot", nil, hits(0)},
		{"at those who charge", mine(fad.Effect{Attacker: fad.EnemyAttacks, When: fad.When{Charging: true}, FireEffectModifier: -2}), hits(-2)},
		{"a band further", func(d d) {
			d.Target.Modifiers.FireEffect = 4
			mine(fad.Effect{Attacker: fad.EnemyAttacks, When: fad.When{Charging: true}, ExtraRangeBands: 1})(d)
		}, hits(0)},
		{"who have no cover then", func(d d) {
			d.Scenario.FreeShot.Cover = fad.Heavy
			mine(fad.Effect{When: fad.When{Charging: true}, NoCover: true})(d)
		}, hits(0)},
		{"at rabble in the open", func(d d) { d.Attacker.Quality = rabble }, hits(1)},
		{"from a distance", func(d d) { d.Scenario.FreeShot.Distance = 21; d.Target.Modifiers.FireEffect = 4 }, hits(0)},
		{"if they charge at all", mine(fad.Effect{NeedsChargeTest: true}), is{"attacker.hits": 20. / 27 * 1.5}},
		{"who falls to it does not fight", func(d d) {
			d.Attacker = squad(regular, 1)
			always(&d.Target.Fighter, 1) // one hit, that kills with 5 in 6
			always(&d.Attacker.Fighter, 5)
		}, is{"attacker.wins": 1. / 6, "target.casualties": 1. / 6}},
	})
}

// TestVehiclesByHand has a line for each reading of what becomes of a vehicle.
func TestVehiclesByHand(t *testing.T) {
	type d = *fad.Duel
	// One hit of damage 2 on armour of 6: it damages on 4.
	plain := func() fad.Duel {
		d := fire()
		always(&d.Attacker.Fighter, 1)
		d.Target = vehicle(regular, 6, 8, 2)
		return d
	}
	weapon := func(d d) *fad.Weapon { return &d.Attacker.Weapons[0] }
	effect := func(e fad.Effect) func(d) { return func(d d) { has(&d.Target.Fighter, e) } }
	damage := func(damaged, critical float64) is {
		return is{"target.damaged": damaged, "target.critical": critical}
	}
	activates := func(hit, repaired, out, lost float64) is {
		return is{"target.repaired": hit * repaired, "target.out_of_action": hit * out, "target.lost": hit * lost}
	}
	sure := func(d d) { weapon(d).DamageBonus = 8 } // a critical hit with every die
	timid := func(d d) { d.Target.Resolve = reluctant }
	check(t, plain, []handCase{
		{"the front", nil, damage(3./6, 0)},
		{"the side", func(d d) { d.Scenario.Facing = fad.Flank }, damage(1./6, 0)},
		{"a rear of 2 is 3", func(d d) { d.Scenario.Facing = fad.Rear }, damage(3./6, 3./6)},
		{"3 more are critical", func(d d) { weapon(d).DamageBonus = 5 }, damage(3./6, 3./6)},
		{"a front of 4 is 4", func(d d) { d.Target.Front = 4 }, damage(3./6, 2./6)},
		{"AP lowers 8 to 5", func(d d) { d.Scenario.Facing, weapon(d).AP = fad.Flank, 3 }, damage(3./6, 1./6)},
		{"armour of an effect", effect(fad.Effect{ArmourModifier: 1}), damage(2./6, 0)},
		{"a modifier of armour", func(d d) { d.Target.Modifiers.Armour = 1 }, damage(2./6, 0)},
		{"a save", effect(fad.Effect{SaveRoll: 5}), damage(3./6*4/6, 0)},
		{"dice again, with AP", func(d d) {
			weapon(d).DamageBonus, weapon(d).AP = 4, 1 // 2 to 4 damage, 5 and 6 are critical
			has(&d.Target.Fighter, fad.Effect{RerollDamage: true})
		}, damage(3./6*5/6, 2./6*5/6)},
		{"and without", func(d d) { has(&d.Target.Fighter, fad.Effect{RerollDamage: true}) }, damage(3./6, 0)},
		{"a bullseye has 1 more damage", func(d d) {
			weapon(d).DamageBonus = 4
			d.Attacker.Kind, d.Attacker.QualityWithLeader = fad.Sniper, regular
		}, damage(12./27*3/6+8./27*3/6, 12./27*2/6+8./27*3/6)},
		{"it repairs itself", nil, activates(3./6, 20./27, 6./27, 1./27)},
		{"with its Quality as raised", func(d d) { d.Target.QualityWithLeader = elite }, activates(3./6, 200./216, 15./216, 1./216)},
		{"a critical hit takes a die", sure, activates(1, 4./9, 4./9, 1./9)},
		{"a die again", effect(fad.Effect{RepairRerolls: 1}), activates(3./6, 24./27, 8./81, 1./81)},
		{"nothing of morale", effect(fad.Effect{AutoMoralePasses: 1, MoraleRerolls: 1}), activates(3./6, 20./27, 6./27, 1./27)},
		{"broken, the crew tests first", timid, activates(3./6, 20./27*20/27, 20./27*6/27, 20./27*1/27+7./27)},
		{"with all of morale", func(d d) { timid(d); has(&d.Target.Fighter, fad.Effect{AutoMoralePasses: 1}) }, activates(3./6, 8./9*20/27, 8./9*6/27, 8./9*1/27+1./9)},
		{"unbroken", func(d d) { timid(d); has(&d.Target.Fighter, fad.Effect{NeverBreaks: true}) }, activates(3./6, 20./27, 6./27, 1./27)},
		{"a level of Resolve more", func(d d) { timid(d); has(&d.Target.Fighter, fad.Effect{ResolveModifier: 1}) }, activates(3./6, 20./27, 6./27, 1./27)},
		{"an officer of its branch", func(d d) { timid(d); d.Target.Officer = &fad.Officer{Branch: fad.BranchCavalry} }, activates(3./6, 20./27, 6./27, 1./27)},
		{"two hits destroy what breaks with one, whoever leads", func(d d) {
			timid(d)
			sure(d)
			d.Target.Officer = &fad.Officer{Rating: 1, Branch: fad.BranchCavalry}
			has(&d.Target.Fighter, fad.Effect{ResolveModifier: 3})
			d.Attacker.Modifiers.FireEffect = 3
		}, is{"target.destroyed": 1, "target.lost": 1}},
		{"two hits do not destroy what breaks with two", func(d d) {
			d.Target.Resolve = uncertain
			sure(d)
			d.Attacker.Modifiers.FireEffect = 3
		}, is{"target.destroyed": 0, "target.lost": 7./27 + 20./27/9}},
	})
	// One figure in contact, on armour of 3 and a die: it hits 4, 5 and 6 with 3, 2
	// and 1 of 6, which is 1 in 6 in all.
	assault := func() fad.Duel {
		return fad.Duel{Scenario: fad.Scenario{Mode: fad.VehicleAssault, ContactFigures: 1}, Attacker: squad(regular, 8), Target: vehicle(regular, 3, 2, 3)}
	}
	mine := func(e fad.Effect) func(d) { return func(d d) { has(&d.Attacker.Fighter, e) } }
	hits := func(mean float64) is { return is{"target.hits": mean} }
	armoured := func(d d) { d.Target.Front = 4 }
	check(t, assault, []handCase{
		{"the weakest side", nil, hits(1. / 6)},
		{"six in contact", func(d d) { d.Scenario.ContactFigures = 0 }, hits(6 * 1. / 6)},
		{"all of fewer", func(d d) { d.Scenario.ContactFigures, d.Attacker.Figures = 0, 4 }, hits(4 * 1. / 6)},
		{"armour anywhere asks for nerve", armoured, hits(20. / 27 / 6)},
		{"of the Quality as raised", func(d d) { armoured(d); d.Attacker.QualityWithLeader = elite }, hits(200. / 216 / 6)},
		{"a pass more", func(d d) { armoured(d); mine(fad.Effect{ExtraNervePasses: 1})(d) }, hits(26. / 27 / 6)},
		{"who fears to charge tests twice", func(d d) { armoured(d); mine(fad.Effect{NeedsChargeTest: true})(d) }, hits(400. / 729 / 6)},
		{"or once", mine(fad.Effect{NeedsChargeTest: true}), hits(20. / 27 / 6)},
		{"2 more: 5, 4, 3, 2 and 1 of 6", mine(fad.Effect{When: fad.When{EnemyIs: fad.EnemyVehicle}, VehicleAssaultModifier: 2}), hits(15. / 36)},
		{"when it charges", mine(fad.Effect{When: fad.When{Charging: true}, VehicleAssaultModifier: 2}), hits(15. / 36)},
		{"armour of an effect", effect(fad.Effect{When: fad.When{InAssault: true}, ArmourModifier: 1}), hits(3. / 36)},
		{"a modifier of armour", func(d d) { d.Target.Modifiers.Armour = 1 }, hits(3. / 36)},
		{"a save", effect(fad.Effect{SaveRoll: 5}), is{"target.hits": 1. / 6, "target.damaged": 1. / 6 * 4 / 6}},
		{"its crew is not under fire", timid, activates(1./6, 20./27, 6./27, 1./27)},
	})
}

// wordsTried collects the words of the cases instead of holding them, unless nil.
var wordsTried map[string]bool

// noteWords notes the words on both sides.
func noteWords(d *fad.Duel) {
	for _, u := range []*fad.Fighter{&d.Attacker.Fighter, &d.Target.Fighter} {
		for _, trait := range u.Traits {
			for _, e := range trait.Effects {
				for _, w := range fad.Words.Statement(&e).Words {
					wordsTried[w.Group.ParentWord+"."+w.Name] = true
				}
			}
		}
	}
}

// Every word with a part in a fight stands in a case that was worked out by hand.
func TestEveryWordHasACaseByHand(t *testing.T) {
	wordsTried = map[string]bool{}
	defer func() { wordsTried = nil }()
	for _, test := range []func(*testing.T){
		TestFireEffectByHand, TestTogetherByHand, TestVehicleFireByHand, TestDamageByHand, TestBlastByHand,
		TestMoraleByHand, TestAssaultByHand, TestVehiclesByHand,
	} {
		test(t)
	}
	for _, w := range fad.Words.AllWords() {
		if !w.Group.OnlyOutsideFights && !wordsTried[w.Group.ParentWord+"."+w.Name] {
			t.Errorf("no case by hand has the word `%s`", w.Name)
		}
	}
}
