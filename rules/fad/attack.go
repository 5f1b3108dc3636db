package fad

import (
	"slices"

	"muster/rules/dice"
)

// An attack is a duel broken into steps: the dice of each roll, the effect of each
// hit, and the break points. All effects and circumstances are worked into the steps.
// Odds computes the distribution over all outcomes; Sample rolls the steps die by die.
type attack struct {
	*Duel
	attacker, target party
	volley           volley  // the attacker's, or the free shot
	pin              *pin    // nil if nothing pins the target
	charge           *charge // in close assault
	swarm            *swarm  // in an assault on a vehicle
	notes            []string
}

// newAttack returns the steps of a duel that Check accepts. The duel is the attack's from then on.
func newAttack(d *Duel) *attack {
	a := &attack{Duel: d}
	s := &d.Scenario
	shot := shot{Scenario: *s, tables: d.Tables, shooter: &d.Attacker, target: &d.Target, rabble: d.Target.Quality == 0}
	if s.NonCombatant { // FAD, Non-Combatants
		d.Target.Quality, d.Target.LedQuality = 0, 0
	}
	a.attacker, a.target = newParty(a.Duel, &d.Attacker, false), newParty(a.Duel, &d.Target, s.TankNear)
	switch s.Mode {
	case Shooting, Blast, All:
		a.volley, a.pin = shot.volley(), newPin(a)
	case CloseAssault:
		a.charge = newCharge(a)
		if free := s.FreeShot; free != nil {
			shot.Scenario = Scenario{
				Range: free.Range, Distance: free.Distance, Cover: free.Cover,
				WoundedRules: s.WoundedRules, SquadDamage: s.SquadDamage,
				ShooterUnderFire: free.ShooterUnderFire, TargetUnderFire: free.TargetUnderFire,
			}
			shot.shooter, shot.target = &d.Target, &d.Attacker
			shot.charged, shot.rabble = true, d.Attacker.Quality == 0
			a.volley = shot.volley()
		}
	case VehicleAssault:
		a.swarm = newSwarm(a)
	}
	who := "the attacker"
	if s.Mode == CloseAssault {
		who = "the free shot"
	}
	for _, reason := range a.volley.reasons {
		a.notes = append(a.notes, who+": "+reason)
	}
	return a
}

// shotSides returns the shooter and its target, and reports whether anyone shoots. In close
// assault the target of the charge takes the free shot at the attacker.
func (a *attack) shotSides() (shooter, at *party, fired bool) {
	if a.Scenario.Mode == CloseAssault {
		return &a.target, &a.attacker, a.Scenario.FreeShot != nil
	}
	return &a.attacker, &a.target, a.Scenario.Mode != VehicleAssault
}

// A pin holds the two ways to pin a unit: Fire Effect above the level or, in
// crossfire, a failed test.
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
	return &pin{level: levels[t.Quality].Pin, test: newTest(levels[t.LedQuality])}
}

// result returns an empty result, with the numbers marked that the duel can have.
func (a *attack) result() Result {
	s := &a.Scenario
	r := Result{Mode: s.Mode, Notes: a.notes, NotModelled: NotModelled(a.Duel)}
	vehicle, assault := a.Target.Kind == Vehicle, s.Mode == CloseAssault
	_, at, fired := a.shotSides()
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

// NotModelled returns the names of both sides' traits without effects, sorted.
func NotModelled(d *Duel) []string {
	names := []string{}
	for _, u := range []*Fighter{&d.Attacker.Fighter, d.Attacker.With, &d.Target.Fighter, d.Target.With} {
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

// A party is a side with the state that a fight changes.
type party struct {
	*Side
	// body holds its figures. An attacking vehicle has one "figure" that takes no
	// damage; an attacked vehicle has markers instead.
	body *body
	// breakPoint is the number of casualties or markers that break it; unbroken means that
	// it never breaks.
	breakPoint  int
	unbroken    bool
	morale      test
	destroyedAt int     // markers that destroy a vehicle
	repair      [2]test // repair tests without and with a critical hit
}

// destroyFactor is the hits that destroy a vehicle, divided by the hits that break it.
const destroyFactor = 2

func newParty(d *Duel, s *Side, helped bool) party {
	t := s.tally(situation{})
	p := party{Side: s, unbroken: t.Unbroken}
	if s.Kind == Vehicle && s != &d.Target {
		p.body = bodyOf(s.Figures, t.Wounds, false, false)
		return p // it takes no damage
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
	q := d.Tables.Qualities[s.LedQuality]
	if s.Kind == Vehicle {
		p.breakPoint, p.destroyedAt = max(1, resolve.Hits-s.Fallen), max(1, destroyFactor*levels[s.Resolve].Hits-s.Fallen)
		p.repair = [2]test{{testDice, q.Test, 0, 0, t.RepairRerolls}, {testDice, q.Test, 0, 1, t.RepairRerolls}}
	} else {
		p.body = bodyOf(s.Figures, t.Wounds, d.Scenario.WoundedRules, t.PairedHits)
		lost := s.CrewLost + s.Fallen
		p.breakPoint = max(1, resolve.Breaks.Of(s.Figures+lost)-lost)
		if helped {
			pass++
		}
	}
	p.morale = test{testDice, q.Test, pass, t.MoraleFails, rerolls}
	return p
}

// Where AP begins to count, and by how much a major hit exceeds the armour.
const (
	thickArmour    = 6 // AP lowers only armour above this
	majorHitMargin = 3
)

// Pierced returns the armour after AP. AP lowers only thick armour, but may lower it
// to any value (FAD, Determine Damage).
func Pierced(armour, ap int) int {
	if armour > thickArmour {
		return armour - ap
	}
	return armour
}

// A blow is the effect of one hit. A minor result wounds a figure or damages a
// vehicle; a major result kills it, or is a critical hit.
type blow struct {
	minor, major int16 // damage rolls needed
	reroll       bool  // a damaging roll is rerolled once
	minorKills   bool  // a minor result counts as a major one
	save         int16 // a roll of this or more cancels the hit; 0 means no save
	// spare[d] is the number of hits without effect if the squad's one damage die
	// shows d; nil unless one die serves all hits.
	spare []int
	// hits are dealt two to a figure
	pairs bool
}

// odds returns the probabilities of a minor and of a major result, after saves.
func (w *blow) odds() (minor, major float64) {
	major = die(int(w.major))
	minor = die(int(w.minor)) - major
	if w.reroll {
		hurts := minor + major
		minor, major = minor*hurts, major*hurts
	}
	if w.minorKills {
		minor, major = 0, minor+major
	}
	keep := unsaved(int(w.save))
	return minor * keep, major * keep
}

// harm is the result of one hit.
type harm int

const (
	noHarm harm = iota
	minorHarm
	majorHarm
)

// roll rolls one hit.
func (w *blow) roll(r *dice.Roller) harm {
	d := int16(r.Roll())
	if w.reroll && d >= w.minor {
		d = int16(r.Roll())
	}
	switch {
	case d < w.minor || isSaved(r, int(w.save)):
		return noHarm
	case d >= w.major || w.minorKills:
		return majorHarm
	}
	return minorHarm
}

// blow returns the effect of one hit on a side.
func (s *shot) blow(on, by *Side, damage, ap int) blow {
	t := on.tally(situation{enemy: by})
	armour, ties := on.Armour, 0
	if on.Kind == Vehicle {
		armour = on.armourOf(s.Facing)
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
		minor:      int16(armour + ties - damage),
		major:      int16(armour + majorHitMargin - damage),
		save:       int16(t.Save),
		pairs:      t.PairedHits && ap == 0,
		reroll:     t.RerollDamage && ap > 0,
		minorKills: s.WoundedRules && t.WoundsKill,
	}
}

// unsaved returns the probability that a hit or kill gets past a save on the given
// number; 0 means no save.
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

// armourOf returns the armour rating of a vehicle's side, before traits.
func (u *Fighter) armourOf(f Facing) int {
	switch f {
	case Flank:
		return rating(u.Flank)
	case Rear:
		return rating(u.Rear)
	}
	return rating(u.Front)
}
