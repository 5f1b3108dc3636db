package fad_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"muster/rules/fad"
)

// TestLastsByHand has a line for each reading of how long fire takes to break its target.
func TestLastsByHand(t *testing.T) {
	one := func(quality, figures int, resolve int) fad.Side {
		return changed(squad(quality, figures), func(s *fad.Side) { s.Resolve = resolve })
	}
	hits := func(d *fad.Duel, n int) { // so many each time, of damage 2
		always(&d.Attacker.Fighter, 1)
		d.Attacker.Modifiers.FireEffect = 3*n - 3
	}
	for _, c := range []struct {
		reading string
		change  func(*fad.Duel)
		want    float64
	}{
		// A hit of damage 2 kills armour 4 on a 2+: 5 of 6.
		{"one hit, one figure", func(d *fad.Duel) { hits(d, 1); d.Target = one(regular, 1, steady) }, 6. / 5},
		{"two of four break Steady", func(d *fad.Duel) { hits(d, 1); d.Target = one(regular, 4, steady) }, 2 * 6. / 5},
		{"the first breaks Reluctant", func(d *fad.Duel) { hits(d, 1); d.Target = one(regular, 4, reluctant) }, 6. / 5},
		{"one had fallen before", func(d *fad.Duel) { hits(d, 1); d.Target = one(regular, 3, steady); d.Target.FiguresLost = 1 }, 6. / 5},
		{"all must fall of those who never break", func(d *fad.Duel) {
			hits(d, 1)
			d.Target = one(regular, 4, steady)
			has(&d.Target.Fighter, fad.Effect{NeverBreaks: true})
		}, 4 * 6. / 5},
		// Two hits each time: 25, 10 and 1 of 36 kill two, one, none; E2 = (36 + 10·E1)/35, E1 = 36/35.
		{"two hits each time", func(d *fad.Duel) { hits(d, 2); d.Target = one(regular, 4, steady) }, (36 + 10*36./35) / 35},
		// One wound or two: over by 0 to 2 is 3 of 6, by 3 is 2 of 6 (5+ and 6).
		{"two points: 3 of 6 take one, 2 take both", func(d *fad.Duel) {
			hits(d, 1)
			d.Target = one(regular, 1, steady)
			has(&d.Target.Fighter, fad.Effect{WoundsPerFigure: 2})
		}, (6 + 3*6./5) / 5},
		{"saves double it", func(d *fad.Duel) {
			hits(d, 1)
			d.Target = one(regular, 1, steady)
			has(&d.Target.Fighter, fad.Effect{SaveRoll: 4})
		}, 2 * 6. / 5},
		{"without a hit it lasts for ever", func(d *fad.Duel) { hits(d, 0); d.Target = one(regular, 1, steady) }, math.Inf(1)},
		// A hit of damage 2 marks a front of 7 on 5+: three markers break Steady.
		{"a vehicle", func(d *fad.Duel) { hits(d, 1); d.Target = vehicle(regular, 7, 7, 7) }, 3 * 3},
		{"a vehicle of the machine is destroyed by six", func(d *fad.Duel) {
			hits(d, 1)
			d.Target = vehicle(regular, 7, 7, 7)
			has(&d.Target.Fighter, fad.Effect{NeverBreaks: true})
		}, 6 * 3},
		{"a vehicle with a marker", func(d *fad.Duel) { hits(d, 1); d.Target = vehicle(regular, 7, 7, 7); d.Target.FiguresLost = 1 }, 2 * 3},
		{"a vehicle that cannot be hurt", func(d *fad.Duel) { hits(d, 1); d.Target = vehicle(regular, 9, 7, 7) }, math.Inf(1)},
	} {
		d := fire()
		d.Tables = tables
		c.change(&d)
		got, err := fad.AttacksToBreak(d)
		if err != nil {
			t.Fatal(err)
		}
		if !(math.Abs(got-c.want) < 1e-12) && got != c.want {
			t.Errorf("%s: it lasts %g, should be %g", c.reading, got, c.want)
		}
	}
	if _, err := fad.AttacksToBreak(fad.Duel{Tables: tables, Scenario: fad.Scenario{Mode: fad.CloseAssault}, Attacker: lone(), Target: lone()}); err == nil {
		t.Error("an assault is repeated")
	}
}

// One hit each time kills on a 2+, 5 of 6, so that a figure lasts 6/5 without its power, which needs a 4+:
// two passes come 4 of 8 times, one 3, none 1. With one Strength it lasts L = 1 + 4/8·s·L + 3/8·s·6/5 + 1/8·1/6·6/5,
// where s is the chance to stand while the power works.
func TestLastsInvokingByHand(t *testing.T) {
	for reading, c := range map[string]struct {
		power fad.Invocation
		want  float64
	}{
		"two more armour: stands 3 of 6":   {fad.Invocation{Effects: []fad.Effect{{ArmourModifier: 2}}, StrengthPoints: 1}, 5. / 3},
		"no hit by the enemy: stands":      {fad.Invocation{Effects: []fad.Effect{{FireEffectModifier: -3}}, AffectsAttacker: true, StrengthPoints: 1}, 2.95},
		"two Strength, and never a hit":    {fad.Invocation{Effects: []fad.Effect{{FireEffectModifier: -3}}, AffectsAttacker: true, StrengthPoints: 2}, 2 * (1 + 3./8*2.95 + 1./48*2.95)},
		"no Strength":                      {fad.Invocation{Effects: []fad.Effect{{ArmourModifier: 2}}}, 6. / 5},
		"a power of no use: as without it": {fad.Invocation{StrengthPoints: 3}, 6. / 5},
	} {
		d := fire()
		d.Tables, d.Target = tables, changed(squad(regular, 1), func(s *fad.Side) { s.Resolve = steady })
		always(&d.Attacker.Fighter, 1)
		d.Attacker.Modifiers.FireEffect = 0
		c.power.Passes = fad.InvocationPasses(4)
		if got, err := fad.AttacksToBreakInvoker(d, c.power); err != nil || !(math.Abs(got-c.want) < 1e-12) {
			t.Errorf("%s: it lasts %g, should be %g: %v", reading, got, c.want, err)
		}
	}
}

// A target that breaks is fired at until nothing is left of it.
func TestLastsWholeByHand(t *testing.T) {
	for name, c := range map[string]struct {
		target fad.Side
		want   float64
	}{
		"four figures, each 5 of 6": {changed(squad(regular, 4), func(s *fad.Side) { s.Resolve = steady }), 4 * 6. / 5},
		"a vehicle, six markers":    {vehicle(regular, 7, 7, 7), 6 * 3},
	} {
		d := fire()
		d.Tables, d.Target = tables, c.target
		always(&d.Attacker.Fighter, 1)
		d.Attacker.Modifiers.FireEffect = 0
		if got, err := fad.AttacksToDestroy(d); err != nil || !(math.Abs(got-c.want) < 1e-12) {
			t.Errorf("%s: destroyed after %g, %v; should be %g", name, got, err, c.want)
		}
	}
}

// Thirty squads under fire that is rolled until each is broken: the mean of 2,000 games is
// within 5 standard errors.
func TestLastsIsAsRolled(t *testing.T) {
	random := rand.New(rand.NewPCG(45, 2))
	const games = 2000
	for range 30 {
		d := fad.Duel{
			Tables: tables, Scenario: fad.Scenario{Mode: fad.Shooting, Cover: covers[random.IntN(3)], OpenFire: true},
			Attacker: squad(random.IntN(4), 3+random.IntN(8), counted(saw, random.IntN(2))),
			Target: changed(squad(random.IntN(4), 3+random.IntN(8)), func(s *fad.Side) {
				s.Resolve, s.Armour = random.IntN(4), 3+random.IntN(4)
			}),
		}
		if random.IntN(3) == 0 {
			d.Scenario.Mode, d.Scenario.OpenFire = fad.Blast, false
			d.Attacker = team(regular, mortar)
		}
		want, err := fad.AttacksToBreak(d)
		if err != nil {
			t.Fatal(err)
		}
		sum, squares := 0.0, 0.0
		for range games {
			volleys := 0.0
			for left := d; ; {
				r, err := fad.Sample(left, 1, random.Uint64())
				if err != nil {
					t.Fatal(err)
				}
				volleys++
				if r.Target.Broken > 0 {
					break
				}
				fell := int(r.Target.Casualties.Mean)
				left.Target.Figures, left.Target.FiguresLost = left.Target.Figures-fell, left.Target.FiguresLost+fell
			}
			sum, squares = sum+volleys, squares+volleys*volleys
		}
		mean := sum / games
		if e := math.Sqrt((squares/games - mean*mean) / games); math.Abs(mean-want) > 5*e+1e-9 {
			t.Errorf("%+v: it lasts %g, rolled %g ± %g", d.Scenario, want, mean, e)
		}
	}
}

// Ten vehicles that the first marker breaks and the second destroys, under fire that is rolled
// until it does: the means of 2,000 games are within 5 standard errors.
func TestVehiclesLastAsRolled(t *testing.T) {
	random := rand.New(rand.NewPCG(45, 3))
	const games = 2000
	for range 10 {
		d := fad.Duel{
			Tables: tables, Scenario: fad.Scenario{Mode: fad.Shooting, Cover: covers[random.IntN(3)], OpenFire: true},
			Attacker: squad(random.IntN(4), 5+random.IntN(6), counted(saw, random.IntN(2))),
			Target:   changed(vehicle(regular, 4+random.IntN(4), 4, 4), func(s *fad.Side) { s.Resolve = reluctant }),
		}
		breaks, err := fad.AttacksToBreak(d)
		if err != nil {
			t.Fatal(err)
		}
		destroyed, err := fad.AttacksToDestroy(d)
		if err != nil {
			t.Fatal(err)
		}
		for lasts, want := range []float64{breaks, destroyed} {
			sum, squares := 0.0, 0.0
			for range games {
				volleys := 0.0
				for left := d; ; {
					r, err := fad.Sample(left, 1, random.Uint64())
					if err != nil {
						t.Fatal(err)
					}
					volleys++
					hurt := r.Target.Damaged+r.Target.CriticallyHit > 0
					if r.Target.Destroyed > 0 || hurt && lasts == 0 {
						break
					}
					if hurt {
						left.Target.FiguresLost = 1
					}
				}
				sum, squares = sum+volleys, squares+volleys*volleys
			}
			mean := sum / games
			if e := math.Sqrt((squares/games - mean*mean) / games); math.Abs(mean-want) > 5*e+1e-9 {
				t.Errorf("%+v: it lasts %g, rolled %g ± %g", d.Scenario, want, mean, e)
			}
		}
	}
}

// A party assaults again and again, and each assault meets what is left: the mean of 100,000 rolled
// sequences is the exact one.
func TestAssaultsLastIsAsRolled(t *testing.T) {
	const sequences = 100_000
	for name, d := range map[string]fad.Duel{
		"figures": {
			Tables: tables, Scenario: fad.Scenario{Mode: fad.CloseAssault, FreeShot: &fad.FreeShot{Range: fad.Close}},
			Attacker: squad(regular, 6), Target: changed(squad(regular, 4), func(s *fad.Side) { s.Resolve = steady }),
		},
		"a vehicle": {
			Tables: tables, Scenario: fad.Scenario{Mode: fad.VehicleAssault}, Attacker: squad(regular, 6), Target: vehicle(regular, 3, 3, 3),
		},
	} {
		after := func(fallen int) fad.Side {
			side := d.Target
			side.Figures, side.FiguresLost = side.Figures-fallen, side.FiguresLost+fallen
			return side
		}
		broken, destroyed, err := fad.AssaultsToBreak(d, after)
		if err != nil {
			t.Fatal(err)
		}
		breaks, whole := 2, d.Target.Figures // Steady breaks at half
		if d.Target.Kind == fad.Vehicle {
			breaks, whole = 3, 6 // markers
		}
		var sum, squares, halves float64
		seed := uint64(0)
		for range sequences {
			n, half := 0.0, 0.0
			for fallen := 0; fallen < whole; {
				left := d
				if d.Target.Kind == fad.Vehicle {
					left.Target.FiguresLost = fallen
				} else {
					left.Target = after(fallen)
				}
				seed++
				r, err := fad.Sample(left, 1, seed)
				if err != nil {
					t.Fatal(err)
				}
				if fallen += int(r.Target.Casualties.Mean); d.Target.Kind == fad.Vehicle {
					fallen += int(r.Target.Hits.Mean)
				}
				if n++; half == 0 && fallen >= breaks {
					half = n
				}
			}
			sum, squares, halves = sum+n, squares+n*n, halves+half
		}
		mean := sum / sequences
		far := 4.5 * math.Sqrt((squares/sequences-mean*mean)/sequences)
		if math.Abs(mean-destroyed) > far || math.Abs(halves/sequences-broken) > far {
			t.Errorf("%s, rolled: broken after %.4f, destroyed after %.4f; exact: %.4f and %.4f; at most %.4f apart", name, halves/sequences, mean, broken, destroyed, far)
		}
	}
	if _, _, err := fad.AssaultsToBreak(fire(), nil); err == nil {
		t.Error("fire is repeated as an assault")
	}
}
