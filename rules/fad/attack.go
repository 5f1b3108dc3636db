package fad

import (
	"slices"

	"muster/rules/dice"
)

// An attack is a duel divided into steps: the dice of each roll, the effect of each hit, and the
// casualties that break a unit. Effects of traits and the scenario are already applied. Odds
// computes the probabilities of all outcomes; Sample rolls the steps die by die.
type attack struct {
	*Duel
	attacker, target party
	volley           volley          // the attacker's shooting, or in close assault the target's free shot
	pinConditions    *pinConditions  // nil if the target cannot be pinned
	charge           *charge         // the close assault; nil in other modes
	assaultOnVehicle *vehicleAssault // the assault on a vehicle; nil in other modes
	notes            []string        // reasons why a side does not fire
}

// newAttack returns the steps of a duel that Check accepts. The attack keeps the duel and may
// change it.
func newAttack(d *Duel) *attack {
	a := &attack{Duel: d}
	s := &d.Scenario
	shot := shot{
		Scenario: *s, tables: d.Tables, shooter: &d.Attacker, target: &d.Target,
		targetIsRabble: d.Target.Quality == 0,
	}
	if s.TargetNonCombatant { // FAD, Non-Combatants
		d.Target.Quality, d.Target.QualityWithLeader = 0, 0
	}
	a.attacker, a.target = newParty(a.Duel, &d.Attacker, false), newParty(a.Duel, &d.Target, s.TankNearTarget)
	switch s.Mode {
	case Shooting, Blast, AllFire:
		a.volley, a.pinConditions = shot.newVolley(), newPinConditions(a)
	case CloseAssault:
		a.charge = newCharge(a)
		if free := s.FreeShot; free != nil {
			shot.Scenario = Scenario{
				Range: free.Range, Distance: free.Distance, Cover: free.Cover,
				UsesWoundedRules: s.UsesWoundedRules, OneDamageRollPerSquad: s.OneDamageRollPerSquad,
				ShooterUnderFire: free.ShooterUnderFire, TargetUnderFire: free.TargetUnderFire,
			}
			shot.shooter, shot.target = &d.Target, &d.Attacker
			shot.targetCharges, shot.targetIsRabble = true, d.Attacker.Quality == 0
			a.volley = shot.newVolley()
		}
	case VehicleAssault:
		a.assaultOnVehicle = newVehicleAssault(a)
	}
	who := "the attacker"
	if s.Mode == CloseAssault {
		who = "the free shot"
	}
	for _, reason := range a.volley.noFireReasons {
		a.notes = append(a.notes, who+": "+reason)
	}
	return a
}

// shotSides returns the party that shoots and its target, and whether there is any shooting. In
// close assault the charged unit takes the free shot at the attacker.
func (a *attack) shotSides() (shooter, at *party, fired bool) {
	if a.Scenario.Mode == CloseAssault {
		return &a.target, &a.attacker, a.Scenario.FreeShot != nil
	}
	return &a.attacker, &a.target, a.Scenario.Mode != VehicleAssault
}

// pinConditions holds the two ways to pin a unit: a Fire Effect above maxFireEffect or, under the
// crossfire rule, a failed test.
type pinConditions struct {
	maxFireEffect int         // the unit is pinned by a Fire Effect above this
	crossfireTest qualityTest // the Quality test that the target makes under the crossfire rule
}

func newPinConditions(a *attack) *pinConditions {
	t := &a.target
	if !t.Kind.HasFigures() || t.tallyEffects(situation{enemy: &a.Attacker}).ignoresPinned {
		return nil
	}
	levels := a.Tables.Qualities
	return &pinConditions{maxFireEffect: levels[t.Quality].PinThreshold, crossfireTest: newTest(levels[t.QualityWithLeader])}
}

// emptyResult returns a result without probabilities. It only marks the results that make sense for
// the duel.
func (a *attack) emptyResult() Result {
	s := &a.Scenario
	r := Result{Mode: s.Mode, NoFireReasons: a.notes, TraitsWithoutEffects: TraitsWithoutEffects(a.Duel)}
	vehicle, assault := a.Target.Kind == Vehicle, s.Mode == CloseAssault
	_, at, fired := a.shotSides()
	r.Attacker.ApplicableNumbers = ApplicableNumbers{Vehicle: a.Attacker.Kind == Vehicle, Assault: assault}
	r.Target.ApplicableNumbers = ApplicableNumbers{
		Vehicle: vehicle, Assault: assault, Hit: !assault,
		Pinned: fired && !assault && !vehicle,
	}
	has := &r.Target.ApplicableNumbers
	if at == &a.attacker {
		has = &r.Attacker.ApplicableNumbers
		has.Hit = fired
	}
	has.Wounded = fired && s.UsesWoundedRules && !has.Vehicle
	return r
}

// TraitsWithoutEffects returns the names of both sides' traits without effects, sorted.
func TraitsWithoutEffects(d *Duel) []string {
	names := []string{}
	for _, u := range []*Fighter{&d.Attacker.Fighter, d.Attacker.Partner, &d.Target.Fighter, d.Target.Partner} {
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

// A party is a side of a duel with the numbers that the computation of a fight needs: its losses,
// tests and limits.
type party struct {
	*Side
	// losses numbers the states that losses can put its figures in. An attacking vehicle has one
	// "figure" that takes no damage; an attacked vehicle has markers instead.
	losses *lossStates
	// breakPoint is the number of casualties, or of a vehicle's damage markers, that breaks the
	// unit; neverBreaks means that none does.
	breakPoint       int
	neverBreaks      bool
	moraleTest       qualityTest
	markersToDestroy int            // number of damage markers that destroys a vehicle
	repairTests      [2]qualityTest // the vehicle's repair tests: without and with a critical hit
}

// destroyToBreakRatio is the number of hits that destroy a vehicle, divided by the number that
// breaks it.
const destroyToBreakRatio = 2

// newParty returns the party of side s of a duel; helped means that one die of its morale test
// passes automatically.
func newParty(d *Duel, s *Side, helped bool) party {
	t := s.tallyEffects(situation{})
	p := party{Side: s, neverBreaks: t.NeverBreaks}
	if s.Kind == Vehicle && s != &d.Target {
		p.losses = lossStatesOf(s.Figures, t.WoundsPerFigure, false, false)
		return p // it takes no damage
	}
	raised, rerolls, pass := t.ResolveModifier, t.MoraleRerolls, t.AutoMoralePasses
	if s.OfficerLeads() {
		raised++
	}
	if s.Officer != nil {
		rerolls += s.Officer.Rating
	}
	levels := d.Tables.Resolves
	resolve := levels[min(max(s.Resolve+raised, 0), len(levels)-1)]
	q := d.Tables.Qualities[s.QualityWithLeader]
	if s.Kind == Vehicle {
		p.breakPoint, p.markersToDestroy = max(1, resolve.HitsToBreak-s.FiguresLost), max(1,
			destroyToBreakRatio*levels[s.Resolve].HitsToBreak-s.FiguresLost)
		p.repairTests = [2]qualityTest{
			{dicePerTest, q.TestNumber, 0, 0, t.RepairRerolls},
			{dicePerTest, q.TestNumber, 0, 1, t.RepairRerolls},
		}
	} else {
		p.losses = lossStatesOf(s.Figures, t.WoundsPerFigure, d.Scenario.UsesWoundedRules, t.PairedHits)
		lost := s.CrewLost + s.FiguresLost
		p.breakPoint = max(1, resolve.BreakPoint.Casualties(s.Figures+lost)-lost)
		if helped {
			pass++
		}
	}
	p.moraleTest = qualityTest{dicePerTest, q.TestNumber, pass, t.AutoMoraleFails, rerolls}
	return p
}

// Limits in a damage roll: the armour above which AP counts, and the excess over the armour that
// makes a major hit.
const (
	maxAPProofArmour = 6 // AP lowers only armour above this
	majorHitMargin   = 3
)

// ArmourAfterAP returns the armour after AP. AP lowers only thick armour, but may lower it to any
// value (FAD, Determine Damage).
func ArmourAfterAP(armour, ap int) int {
	if armour > maxAPProofArmour {
		return armour - ap
	}
	return armour
}

// A hitEffect is the effect of one hit. A minor hit wounds a figure or damages a vehicle; a major
// hit kills a figure, or is a critical hit on a vehicle.
type hitEffect struct {
	minorRoll, majorRoll int16 // lowest damage dice that make a minor and a major hit
	// a damage die that does damage is rolled again once, and the second roll counts
	rerollsDamage bool
	minorKills    bool  // a minor hit counts as a major one
	saveRoll      int16 // a save roll of this or more cancels the hit; 0 means no save
	// wastedHitsByDie[d] is the number of hits without effect if the one damage die of a squad's
	// hits shows d; nil if each hit has its own die.
	wastedHitsByDie []int
	// each figure is dealt two hits
	twoHitsPerFigure bool
}

// odds returns the probabilities that a hit is minor and that it is major, after saves.
func (w *hitEffect) odds() (minor, major float64) {
	major = dieChance(int(w.majorRoll))
	minor = dieChance(int(w.minorRoll)) - major
	if w.rerollsDamage {
		hurts := minor + major
		minor, major = minor*hurts, major*hurts
	}
	if w.minorKills {
		minor, major = 0, minor+major
	}
	keep := unsavedChance(int(w.saveRoll))
	return minor * keep, major * keep
}

// hitResult is the result of one hit: no damage, a minor or a major hit.
type hitResult int

const (
	noDamage hitResult = iota
	minorHit
	majorHit
)

// rollDamage rolls the damage of one hit.
func (w *hitEffect) rollDamage(r *dice.Roller) hitResult {
	d := int16(r.Roll())
	if w.rerollsDamage && d >= w.minorRoll {
		d = int16(r.Roll())
	}
	switch {
	case d < w.minorRoll || rollSave(r, int(w.saveRoll)):
		return noDamage
	case d >= w.majorRoll || w.minorKills:
		return majorHit
	}
	return minorHit
}

// hitEffect returns the effect of one hit on the side on by the side by, with a weapon's damage
// bonus and AP.
func (s *shot) hitEffect(on, by *Side, damage, ap int) hitEffect {
	t := on.tallyEffects(situation{enemy: by})
	armour, ties := on.Armour, 0
	if on.Kind == Vehicle {
		armour = on.armourOf(s.Facing)
	} else if t.HitsMustExceedArmour {
		ties = 1
	}
	armour = ArmourAfterAP(armour+t.ArmourModifier+on.Modifiers.Armour, ap)
	if s.OneDamageRollPerSquad {
		w := hitEffect{saveRoll: int16(t.SaveRoll), wastedHitsByDie: make([]int, 7)}
		for d := 1; d <= 6; d++ {
			w.wastedHitsByDie[d] = max(0, armour+ties-d-damage)
		}
		return w
	}
	return hitEffect{
		minorRoll:        int16(armour + ties - damage),
		majorRoll:        int16(armour + majorHitMargin - damage),
		saveRoll:         int16(t.SaveRoll),
		twoHitsPerFigure: t.PairedHits && ap == 0,
		rerollsDamage:    t.RerollDamage && ap > 0,
		minorKills:       s.UsesWoundedRules && t.WoundsKill,
	}
}

// unsavedChance returns the probability that a hit or kill gets past a save on the given number; 0
// means no save.
func unsavedChance(save int) float64 {
	if save > 0 {
		return 1 - dieChance(save)
	}
	return 1
}

// rollSave rolls a save and reports whether it succeeds, with a die of at least save; 0 means no
// save.
func rollSave(r *dice.Roller, save int) bool { return save > 0 && r.Roll() >= save }

// A side of a vehicle under a rating of 4 counts as 3 (FAD, Select Armour).
const (
	// lowest armour rating of a vehicle's side that counts as stated
	minArmourRating  = 4
	unarmouredRating = 3
)

func effectiveArmour(of int) int {
	if of < minArmourRating {
		return unarmouredRating
	}
	return of
}

// armourOf returns the armour rating of one side (front, flank or rear) of a vehicle, before
// changes by traits.
func (u *Fighter) armourOf(f Facing) int {
	switch f {
	case Flank:
		return effectiveArmour(u.Flank)
	case Rear:
		return effectiveArmour(u.Rear)
	}
	return effectiveArmour(u.Front)
}
