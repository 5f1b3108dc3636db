package fad

import (
	"slices"

	"muster/rules/dice"
)

// Odds works out what follows from a duel. The error says what of the duel
// is out of range, or means nothing in it.
func Odds(d Duel) (Result, error) {
	if err := Check(&d); err != nil {
		return Result{}, err
	}
	f := newFight(d)
	if err := f.tooLarge(); err != nil {
		return Result{}, err
	}
	r := Result{Mode: d.Scenario.Mode, NotModelled: NotModelled(&d)}
	f.r = &r
	r.Attacker.Has.Vehicle, r.Target.Has.Vehicle = d.Attacker.Kind == Vehicle, d.Target.Kind == Vehicle
	switch d.Scenario.Mode {
	case Shooting, Blast:
		f.shooting()
	case CloseAssault:
		f.closeAssault()
	case VehicleAssault:
		f.vehicleAssault()
	}
	return r, nil
}

// NotModelled names what either side has that no effect explains, sorted.
func NotModelled(d *Duel) []string {
	names := []string{}
	for _, u := range []*Unit{&d.Attacker.Unit, d.Attacker.With, &d.Target.Unit, d.Target.With} {
		if u == nil {
			continue
		}
		for _, t := range u.Traits {
			if len(t.Effects) == 0 {
				names = append(names, t.Name)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// A fight is a duel being worked out.
type fight struct {
	Duel
	r *Result
	// rabble: the target is Rabble of its own.
	rabble bool
}

func newFight(d Duel) *fight {
	f := &fight{Duel: d, rabble: d.Target.Quality == 0}
	if d.Scenario.NonCombatant { // FAD, Non-Combatants
		f.Target.Quality, f.Target.Led = 0, 0
	}
	return f
}

// note says why a side does not fire.
func (f *fight) note(who string, why []string) {
	for _, reason := range why {
		f.r.Notes = append(f.r.Notes, who+": "+reason)
	}
}

// shooting works out a volley, or a blast, of the attacker.
func (f *fight) shooting() {
	s := &f.Scenario
	shot := &shot{
		shooter: &f.Attacker, target: &f.Target, tables: f.Tables,
		band: s.Range, distance: s.Distance, cover: s.Cover,
		open: s.OpenFire, low: s.ShooterUnderFire, targetLow: s.TargetUnderFire,
		bunched: s.BunchedUp, civil: s.NonCombatant, rabble: f.rabble, concealed: s.Concealed,
		moved: s.Moved, targetMoved: s.TargetMoved,
	}
	var v volley
	var why []string
	if s.Mode == Blast {
		v, why = shot.blast(f.Attacker.Spotter)
	} else {
		v, why = shot.volley()
	}
	f.note("the attacker", why)
	a, t := &f.r.Attacker, &f.r.Target
	t.Has.Hit = true
	t.Hits = v.hits().Spread()
	own := f.bodyOf(&f.Attacker)
	if f.Target.Kind == Vehicle {
		backfired := f.backfire(v, shot, own)
		f.suffer(&f.Attacker, own, backfired, a, false)
		f.shell(v, shot)
		return
	}
	body := f.bodyOf(&f.Target)
	joint := f.strike(v, shot, own, body)
	f.suffer(&f.Attacker, own, rows(joint), a, false)
	f.suffer(&f.Target, body, columns(joint), t, s.TankNear)
	t.Has.Pinned = true
	t.Has.Wounded = s.WoundedRules
	if s.WoundedRules {
		t.Wounded = body.woundedOf(columns(joint)).Spread()
	}
	if (f.Target.Kind == Infantry || f.Target.Kind.Serves()) && !f.Target.tally(situation{enemy: &f.Attacker}).ignoresPins {
		t.Pinned = v.pinned(f.Tables.Qualities[f.Target.Quality].Pin)
		if s.Crossfire {
			t.Pinned = v.fired * (1 - test(f.Tables.Qualities[f.Target.Led]).AtLeast(needed))
		}
	}
}

// hits is the distribution of a volley's hits, before saves.
func (v *volley) hits() dice.PMF {
	all := dice.Point(0)
	for i := range v.fires {
		var one dice.PMF
		for _, total := range v.fires[i].total {
			one = blend(one, v.fires[i].hits(total), 1)
		}
		all = dice.Sum(all, one)
	}
	return blend(dice.PMF{1 - v.fired}, all, v.fired)
}

// pinned is the probability that a volley's Fire Effect exceeds a pin level.
func (v *volley) pinned(level int) float64 {
	none := 1.0
	for i := range v.fires {
		f := &v.fires[i]
		if f.pins {
			none = 0
		}
		p := 0.0
		for _, total := range f.total {
			p += f.above(total, level)
		}
		none *= 1 - p
	}
	return v.fired * (1 - none)
}

// bodyOf numbers the states of a side's figures; a vehicle has one "figure"
// that nothing here hurts.
func (f *fight) bodyOf(s *Side) *body {
	t := s.tally(situation{})
	return newBody(s.Figures, t.wounds, f.Scenario.WoundedRules, t.pairedHits)
}

// strike works out what a volley does to figures: the probability of each state
// of the target, by the shooter's own state, which only changes if its weapons
// backfire.
func (f *fight) strike(v volley, s *shot, own, body *body) []dice.PMF {
	joint := make([]dice.PMF, len(own.states))
	joint[0] = dice.PMF{1 - v.fired}
	for _, aim := range []struct {
		weight float64
		damage int
	}{{v.fired - v.bullseye, 0}, {v.bullseye, 1}} {
		if aim.weight <= 0 {
			continue
		}
		if len(v.fires) == 1 {
			fire := &v.fires[0]
			blow := f.blow(s.target, s.shooter, fire.damage+aim.damage, fire.ap)
			for n, total := range fire.total {
				after := body.hit(body.whole(), fire.hits(total), blow)
				for i, p := range f.backfires(own, n, s, fire) {
					if p > 0 {
						joint = grown(joint, i)
						joint[i] = blend(joint[i], after, aim.weight*p)
					}
				}
			}
			continue
		}
		p := body.whole()
		for i := range v.fires {
			fire := &v.fires[i]
			p = body.hit(p, fire.hits(fire.total[0]), f.blow(s.target, s.shooter, fire.damage+aim.damage, fire.ap))
		}
		joint[0] = blend(joint[0], p, aim.weight)
	}
	return joint
}

// backfires returns the shooter's states after some of its dice have backfired.
func (f *fight) backfires(own *body, n int, s *shot, fire *fire) dice.PMF {
	if n == 0 {
		return own.whole()
	}
	return own.hit(own.whole(), dice.Point(n), f.blow(s.shooter, s.target, fire.damage, fire.ap))
}

// backfire returns the shooter's states after a volley at a vehicle.
func (f *fight) backfire(v volley, s *shot, own *body) dice.PMF {
	p := dice.PMF{1 - v.fired}
	if len(v.fires) != 1 {
		return own.whole()
	}
	for n, total := range v.fires[0].total {
		p = blend(p, f.backfires(own, n, s, &v.fires[0]), v.fired*total.Total())
	}
	return p
}

func grown(joint []dice.PMF, at int) []dice.PMF {
	for len(joint) <= at {
		joint = append(joint, nil)
	}
	return joint
}

// rows are the shooter's states of a joint distribution.
func rows(joint []dice.PMF) dice.PMF {
	p := make(dice.PMF, len(joint))
	for i, row := range joint {
		p[i] = row.Total()
	}
	return p
}

// columns are the target's states of a joint distribution.
func columns(joint []dice.PMF) dice.PMF {
	var p dice.PMF
	for _, row := range joint {
		p = blend(p, row, 1)
	}
	return p
}

// Where AP begins to count, and from where on a hit is a heavy one.
const (
	thickArmour = 6 // AP lowers armour above this alone
	byFar       = 3
)

// Pierced is armour as a weapon's AP leaves it: AP lowers thick armour, even
// below what is none (FAD, Determine Damage).
func Pierced(armour, ap int) int {
	if armour > thickArmour {
		return armour - ap
	}
	return armour
}

// blow is what one hit does to a side's figures.
func (f *fight) blow(on, by *Side, damage, ap int) blow {
	t := on.tally(situation{enemy: by})
	armour := Pierced(on.Armour+t.armour+on.Modifiers.Armour, ap)
	ties := 0
	if t.exceed {
		ties = 1
	}
	keep := 1.0
	if t.save > 0 {
		keep = 1 - die(t.save)
	}
	if f.Scenario.SquadDamage {
		w := blow{keep: keep, spare: make([]int, 7)}
		for d := 1; d <= 6; d++ {
			w.spare[d] = max(0, armour+ties-d-damage)
		}
		return w
	}
	major := die(armour + byFar - damage)
	minor := die(armour+ties-damage) - major
	if t.rerollDamage && ap > 0 {
		hurts := minor + major
		minor, major = minor*hurts, major*hurts
	}
	if f.Scenario.WoundedRules && t.woundsKill {
		minor, major = 0, minor+major
	}
	return blow{minor: minor * keep, major: major * keep, pairs: t.pairedHits && ap == 0}
}

// suffer writes what a side of figures lost, and its morale.
func (f *fight) suffer(s *Side, b *body, p dice.PMF, o *Outcome, helped bool) {
	if s.Kind == Vehicle {
		return
	}
	casualties := b.casualties(p)
	o.Casualties = casualties.Spread()
	o.Destroyed = casualties[s.Figures]
	f.morale(s, casualties, o, helped)
}

// morale works out who breaks, and what becomes of them. A unit that is wiped
// out has broken too, but tests no more.
func (f *fight) morale(s *Side, casualties dice.PMF, o *Outcome, helped bool) {
	t := s.tally(situation{})
	if t.unbroken {
		return
	}
	breaks := f.resolve(s, t.resolve).Breaks.Of(s.Figures+s.CrewLost) - s.CrewLost
	o.Broken = casualties.AtLeast(max(1, breaks))
	p := f.moraleTest(s, &t, helped)
	left := o.Broken - casualties[s.Figures]
	o.Rallied, o.FallsBack, o.Routed = left*p.AtLeast(needed), left*p[1], left*p[0]
}

// resolve is the level of Resolve at which a side breaks.
func (f *fight) resolve(s *Side, raised int) *Resolve {
	if s.Commanded() {
		raised++
	}
	levels := f.Tables.Resolves
	return &levels[min(max(s.Resolve+raised, 0), len(levels)-1)]
}

// moraleTest is the distribution of passes of a morale test.
func (f *fight) moraleTest(s *Side, t *tally, helped bool) dice.PMF {
	pass, rerolls := t.passes, t.rerolls
	if helped {
		pass++
	}
	if s.Officer != nil {
		rerolls += s.Officer.Rating
	}
	return passes(testDice, pass, t.fails, rerolls, f.Tables.Qualities[s.Led])
}
