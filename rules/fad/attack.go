package fad

import (
	"slices"

	"muster/rules/dice"
)

// An attack is a duel in steps: which dice are rolled and what they bring, what
// each hit does, who breaks when. Effects and circumstances are all in the steps.
// Odds multiplies them over everything that can happen; Sample rolls them, die by
// die.
type attack struct {
	*Duel
	attacker, target party
	volley           volley  // the attacker's, or the free shot
	pin              *pin    // what pins the target; nil if nothing does
	charge           *charge // in close assault
	swarm            *swarm  // in an assault on a vehicle
	notes            []string
}

// newAttack makes the steps of a duel that Check accepts.
func newAttack(d Duel) *attack {
	a := &attack{Duel: &d}
	s := &d.Scenario
	shot := shot{Scenario: *s, tables: d.Tables, shooter: &d.Attacker, target: &d.Target, rabble: d.Target.Quality == 0}
	if s.NonCombatant { // FAD, Non-Combatants
		d.Target.Quality, d.Target.Led = 0, 0
	}
	a.attacker, a.target = newParty(a.Duel, &d.Attacker, false), newParty(a.Duel, &d.Target, s.TankNear)
	switch s.Mode {
	case Shooting:
		a.volley = shot.volley()
	case Blast:
		a.volley = shot.blast()
	case CloseAssault:
		a.charge = newCharge(a)
		if free := s.FreeShot; free != nil {
			shot.Scenario = Scenario{
				Range: free.Range, Distance: free.Distance, Cover: free.Cover, WoundedRules: s.WoundedRules, SquadDamage: s.SquadDamage,
				ShooterUnderFire: free.ShooterUnderFire, TargetUnderFire: free.TargetUnderFire,
			}
			shot.shooter, shot.target = &d.Target, &d.Attacker
			shot.charged, shot.rabble = true, d.Attacker.Quality == 0
			a.volley = shot.volley()
		}
	case VehicleAssault:
		a.swarm = newSwarm(a)
	}
	if s.Mode == Shooting || s.Mode == Blast {
		a.pin = newPin(a)
	}
	who := "the attacker"
	if s.Mode == CloseAssault {
		who = "the free shot"
	}
	for _, reason := range a.volley.why {
		a.notes = append(a.notes, who+": "+reason)
	}
	return a
}

// shot returns who shoots and at whom, if anyone does: a free shot is at the
// attacker.
func (a *attack) shot() (shooter, at *party, fired bool) {
	if a.Scenario.Mode == CloseAssault {
		return &a.target, &a.attacker, a.Scenario.FreeShot != nil
	}
	return &a.attacker, &a.target, a.Scenario.Mode != VehicleAssault
}

// A pin is what pins a unit: a Fire Effect above a level, or a test that it
// fails in crossfire.
type pin struct {
	level int
	test  test // in crossfire
}

func newPin(a *attack) *pin {
	t := &a.target
	if !t.Kind.HasFigures() || t.tally(situation{enemy: &a.Attacker}).ignoresPins {
		return nil
	}
	levels := a.Tables.Qualities
	return &pin{level: levels[t.Quality].Pin, test: newTest(levels[t.Led])}
}

// result is what is known of the result before any dice: which numbers it has.
func (a *attack) result() Result {
	s := &a.Scenario
	r := Result{Mode: s.Mode, Notes: a.notes, NotModelled: NotModelled(a.Duel)}
	vehicle, assault := a.Target.Kind == Vehicle, s.Mode == CloseAssault
	_, at, fired := a.shot()
	r.Attacker.Has = Has{Vehicle: a.Attacker.Kind == Vehicle, Assault: assault}
	r.Target.Has = Has{Vehicle: vehicle, Assault: assault, Hit: !assault, Pinned: fired && !assault && !vehicle}
	has := &r.Target.Has
	if at == &a.attacker {
		has = &r.Attacker.Has
		has.Hit = fired
	}
	has.Wounded = fired && s.WoundedRules && !has.Vehicle
	return r
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

// A party is a side as what is done to it changes it.
type party struct {
	*Side
	// body is its figures. A vehicle that attacks has one "figure" that nothing
	// hurts; one that is attacked has markers instead.
	body *body
	// breaks is the casualties, or markers, that break it; unbroken if none do.
	breaks   int
	unbroken bool
	morale   test    // of its morale
	out      int     // markers that destroy a vehicle
	repair   [2]test // of its repairs, without and with a critical hit
}

// outAt is how many times its Resolve level a vehicle's markers destroy it.
const outAt = 2

func newParty(d *Duel, s *Side, helped bool) party {
	t := s.tally(situation{})
	p := party{Side: s, unbroken: t.Unbroken}
	if s.Kind == Vehicle && s != &d.Target {
		p.body = newBody(s.Figures, t.Wounds, false, false)
		return p // nothing is done to it
	}
	raised, rerolls, pass := t.Resolve, t.MoraleRerolls, t.MoralePasses
	if s.Commanded() {
		raised++
	}
	if s.Officer != nil {
		rerolls += s.Officer.Rating
	}
	levels := d.Tables.Resolves
	resolve := levels[min(max(s.Resolve+raised, 0), len(levels)-1)]
	q := d.Tables.Qualities[s.Led]
	if s.Kind == Vehicle {
		p.breaks, p.out = max(1, resolve.Hits-s.Fallen), max(1, outAt*levels[s.Resolve].Hits-s.Fallen)
		p.repair = [2]test{{testDice, q.Test, 0, 0, t.RepairRerolls}, {testDice, q.Test, 0, 1, t.RepairRerolls}}
	} else {
		p.body = newBody(s.Figures, t.Wounds, d.Scenario.WoundedRules, t.PairedHits)
		lost := s.CrewLost + s.Fallen
		p.breaks = max(1, resolve.Breaks.Of(s.Figures+lost)-lost)
		if helped {
			pass++
		}
	}
	p.morale = test{testDice, q.Test, pass, t.MoraleFails, rerolls}
	return p
}

// Where AP begins to count, and by how much a major hit exceeds the armour.
const (
	thickArmour    = 6 // AP lowers armour above this alone
	majorHitMargin = 3
)

// Pierced is armour as a weapon's AP leaves it: AP lowers thick armour, even
// below what is none (FAD, Determine Damage).
func Pierced(armour, ap int) int {
	if armour > thickArmour {
		return armour - ap
	}
	return armour
}

// A blow is what one hit does: which damage dice hurt, and which hurt badly; a
// vehicle is damaged, or hit critically.
type blow struct {
	minor, major int16 // the die shows this or more
	again        bool  // a die that hurts is rolled again
	kills        bool  // what hurts, hurts badly
	save         int16 // the hit is undone on this or more; never if 0
	// spare[d] is the hits that one damage die of d spares, where it serves all hits.
	// nil without the rule.
	spare []int
	// pairs: hits are dealt two to a figure.
	pairs bool
}

// odds returns the probabilities that a hit hurts, and hurts badly, after saves.
func (w *blow) odds() (minor, major float64) {
	major = die(int(w.major))
	minor = die(int(w.minor)) - major
	if w.again {
		hurts := minor + major
		minor, major = minor*hurts, major*hurts
	}
	if w.kills {
		minor, major = 0, minor+major
	}
	keep := unsaved(int(w.save))
	return minor * keep, major * keep
}

// What a hit does.
type harm int

const (
	unhurt harm = iota
	hurt
	badlyHurt
)

// roll rolls what one hit does.
func (w *blow) roll(r *dice.Roller) harm {
	d := int16(r.Roll())
	if w.again && d >= w.minor {
		d = int16(r.Roll())
	}
	switch {
	case d < w.minor || isSaved(r, int(w.save)):
		return unhurt
	case d >= w.major || w.kills:
		return badlyHurt
	}
	return hurt
}

// blow is what one hit of a weapon does to a side.
func (s *shot) blow(on, by *Side, damage, ap int) blow {
	t := on.tally(situation{enemy: by})
	armour, ties := on.Armour, 0
	if on.Kind == Vehicle {
		armour = on.facing(s.Facing)
	} else if t.Exceed {
		ties = 1
	}
	armour = Pierced(armour+t.Armour+on.Modifiers.Armour, ap)
	if s.SquadDamage {
		w := blow{save: int16(t.Save), spare: make([]int, 7)}
		for d := 1; d <= 6; d++ {
			w.spare[d] = max(0, armour+ties-d-damage)
		}
		return w
	}
	return blow{
		minor: int16(armour + ties - damage), major: int16(armour + majorHitMargin - damage), save: int16(t.Save), pairs: t.PairedHits && ap == 0,
		again: t.RerollDamage && ap > 0, kills: s.WoundedRules && t.WoundsKill,
	}
}

// unsaved returns the probability that a hit or kill is not saved; save is as in blow.
func unsaved(save int) float64 {
	if save > 0 {
		return 1 - die(save)
	}
	return 1
}

// isSaved rolls a save, if there is one.
func isSaved(r *dice.Roller, save int) bool { return save > 0 && r.Roll() >= save }

// A side of a vehicle under a rating of 4 counts as 3 (FAD, Select Armour).
const (
	leastArmour = 4
	unarmoured  = 3
)

func rating(of int) int {
	if of < leastArmour {
		return unarmoured
	}
	return of
}

// facing is the rating of the side that is hit, before traits.
func (u *Unit) facing(f Facing) int {
	switch f {
	case Flank:
		return rating(u.Flank)
	case Rear:
		return rating(u.Rear)
	}
	return rating(u.Front)
}
