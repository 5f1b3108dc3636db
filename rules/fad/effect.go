package fad

import "slices"

// AttackSide selects the fire that an effect changes; "" is the unit's own fire.
type AttackSide string

// EnemyAttacks is the enemy's fire at the unit.
const EnemyAttacks AttackSide = "enemy"

// WeaponKind is a condition on the weapon that the unit fires.
type WeaponKind string

// The conditions on a weapon.
const (
	WeaponHeavy   WeaponKind = "heavy"   // one of the heavy weapons
	WeaponMovable WeaponKind = "movable" // a weapon that a mount can fire after moving
)

// EnemyKind is a condition on the enemy unit.
type EnemyKind string

// The conditions on the enemy.
const (
	EnemyVehicle EnemyKind = "vehicle" // The kinds of enemies that conditions can name.
	EnemyAlien   EnemyKind = "alien"
)

// IgnoredState is a state, such as under fire, that does not affect a unit with the effect.
type IgnoredState string

// The states that effects can ignore.
const (
	IgnoreUnderFire IgnoredState = "under-fire"
	IgnorePinned    IgnoredState = "pinned"
)

// NonFightSubject is the subject of a trait that plays no part in a fight.
type NonFightSubject string

// The subjects outside a fight.
const (
	// movement of the unit
	NonFightMovement   NonFightSubject = "movement"
	NonFightDeployment NonFightSubject = "deployment"
	NonFightHiding     NonFightSubject = "hiding"
	NonFightOrders     NonFightSubject = "orders"
	NonFightRecovery   NonFightSubject = "recovery"
	NonFightMorale     NonFightSubject = "morale" // morale tests outside a fight
	NonFightScenario   NonFightSubject = "scenario"
	// NonFightTraitProtection marks a trait that only protects from other traits. Those name it in
	// EnemyLacksTrait.
	NonFightTraitProtection NonFightSubject = "counter"
)

// An effectTally sums up all effects of a unit in one situation: each number is the sum or the best
// value. WoundsPerFigure and KillRollsPerFigure are at least 1. SaveRoll and MaxEnemiesPerFigure hold the
// lowest value; 0 means none. Effects on enemy fire have their own fields.
type effectTally struct {
	Effect
	fireForbiddenBy                         string // name of the trait that forbids firing
	ignoresUnderFire, ignoresPinned         bool
	enemyFireModifier, enemyExtraRangeBands int // changes to the enemy's fire at the unit
}

// A situation holds the facts of a fight that decide whether the conditions of effects hold.
type situation struct {
	moved, charging, inAssault bool
	rangeBand                  int // 0 close, 1 medium, 2 long
	heavyWeapon, movableWeapon bool
	enemy                      *Side
}

// tallyEffects sums up the unit's effects in a situation.
func (u *Fighter) tallyEffects(s situation) effectTally {
	t := effectTally{Effect: Effect{WoundsPerFigure: 1, KillRollsPerFigure: 1}}
	for i := range u.Traits {
		for j := range u.Traits[i].Effects {
			if e := &u.Traits[i].Effects[j]; e.When.holds(&s) {
				t.addEffect(e, u.Traits[i].Name)
			}
		}
	}
	return t
}

// TraitsChangeOdds reports whether the unit's traits can change the damage of its fire on an enemy,
// if it does not move (does), and the time that the unit lasts under the enemy's fire (lasts).
func (u *Fighter) TraitsChangeOdds(enemy *Side) (does, lasts bool) {
	t := u.tallyEffects(situation{rangeBand: lastRangeBand, heavyWeapon: true, movableWeapon: true, enemy: enemy})
	does = t.FireEffectModifier != 0 || t.DamageModifier != 0 || t.APModifier != 0 || t.ShootingDice != 0 ||
		t.FixedDiceTotal != 0 || t.fireForbiddenBy != ""
	lasts = t.ArmourModifier != 0 || t.ResolveModifier != 0 || t.SaveRoll != 0 || t.HitsMustExceedArmour ||
		t.WoundsPerFigure > 1 || t.PairedHits || t.RerollDamage || t.NeverBreaks ||
		t.NoCover || t.ignoresUnderFire || t.enemyFireModifier != 0 || t.enemyExtraRangeBands != 0
	for i := range enemy.Traits { // of which the unit's may be without effect
		for _, e := range enemy.Traits[i].Effects {
			if name := e.When.EnemyLacksTrait; name != "" && u.hasTrait(name) {
				does, lasts = does || e.Attacker == EnemyAttacks, lasts || e.Attacker != EnemyAttacks
			}
		}
	}
	return does, lasts
}

// holds reports whether all conditions hold in a situation.
func (w *When) holds(s *situation) bool {
	switch {
	case w.Moved && !s.moved, w.Charging && !s.charging, w.InAssault && !s.inAssault,
		w.BeyondRangeBand != "" && s.rangeBand <= w.BeyondRangeBand.index(),
		w.Weapon == WeaponHeavy && !s.heavyWeapon, w.Weapon == WeaponMovable && !s.movableWeapon,
		w.EnemyIs == EnemyVehicle && (s.enemy == nil || s.enemy.Kind != Vehicle),
		w.EnemyIs == EnemyAlien && (s.enemy == nil || !s.enemy.IsAlien):
		return false
	}
	return w.EnemyLacksTrait == "" || s.enemy == nil || !s.enemy.hasTrait(w.EnemyLacksTrait)
}

// hasTrait reports whether the unit has the trait with an id.
func (u *Fighter) hasTrait(id string) bool {
	return slices.ContainsFunc(u.Traits, func(t Trait) bool { return t.ID == id })
}

// addEffect adds an effect e of the trait with a name to the tally.
func (t *effectTally) addEffect(e *Effect, name string) {
	if e.Attacker == EnemyAttacks {
		t.enemyFireModifier += e.FireEffectModifier
		t.enemyExtraRangeBands += e.ExtraRangeBands
		return
	}
	t.FireEffectModifier += e.FireEffectModifier
	t.DamageModifier += e.DamageModifier
	t.APModifier += e.APModifier
	t.ArmourModifier += e.ArmourModifier
	t.AssaultModifier += e.AssaultModifier
	t.VehicleAssaultModifier += e.VehicleAssaultModifier
	t.ResolveModifier += e.ResolveModifier
	if e.ShootingDice > 0 {
		t.ShootingDice = e.ShootingDice
	}
	t.FixedDiceTotal = max(t.FixedDiceTotal, e.FixedDiceTotal)
	t.BackfiresUpTo = max(t.BackfiresUpTo, e.BackfiresUpTo)
	if e.CannotFire {
		t.fireForbiddenBy = name
	}
	t.FiresAfterMoving = t.FiresAfterMoving || e.FiresAfterMoving
	t.AddsPartnerDice = t.AddsPartnerDice || e.AddsPartnerDice
	for _, state := range e.IgnoredStates {
		t.ignoresUnderFire = t.ignoresUnderFire || state == IgnoreUnderFire
		t.ignoresPinned = t.ignoresPinned || state == IgnorePinned
	}
	t.NoCover = t.NoCover || e.NoCover
	if e.SaveRoll > 0 && (t.SaveRoll == 0 || e.SaveRoll < t.SaveRoll) {
		t.SaveRoll = e.SaveRoll
	}
	t.HitsMustExceedArmour = t.HitsMustExceedArmour || e.HitsMustExceedArmour
	t.WoundsKill = t.WoundsKill || e.WoundsKill
	t.WoundsPerFigure = max(t.WoundsPerFigure, e.WoundsPerFigure)
	t.PairedHits = t.PairedHits || e.PairedHits
	t.RerollDamage = t.RerollDamage || e.RerollDamage
	t.NeverBreaks = t.NeverBreaks || e.NeverBreaks
	t.AutoMoralePasses += e.AutoMoralePasses
	t.AutoMoraleFails += e.AutoMoraleFails
	t.MoraleRerolls += e.MoraleRerolls
	t.RepairRerolls += e.RepairRerolls
	t.ExtraNervePasses += e.ExtraNervePasses
	t.NeedsChargeTest = t.NeedsChargeTest || e.NeedsChargeTest
	t.ExtraKillRolls += e.ExtraKillRolls
	t.KillRollsPerFigure = max(t.KillRollsPerFigure, e.KillRollsPerFigure)
	t.ExtraUnitKillRolls += e.ExtraUnitKillRolls
	if e.MaxEnemiesPerFigure > 0 && (t.MaxEnemiesPerFigure == 0 || e.MaxEnemiesPerFigure < t.MaxEnemiesPerFigure) {
		t.MaxEnemiesPerFigure = e.MaxEnemiesPerFigure
	}
}

// TestEffects holds the changes that a unit's traits make to its tests, its break point and its
// losses.
type TestEffects struct {
	AutoPasses, AutoFails int  // dice of a morale test that pass or fail automatically
	MoraleRerolls         int  // rerolls of failed dice in a morale test
	RepairRerolls         int  // rerolls of failed dice in a repair test
	IgnoresUnderFire      bool // being under fire has no effect
	IgnoresPinned         bool // being pinned has no effect
	ResolveModifier       int  // levels added to Resolve for the break point
	NeverBreaks           bool // it never breaks
	WoundsPerFigure       int  // wounds that each figure can take
}

// TestEffects returns the changes that the unit's traits make to its tests, its break point and its
// losses.
func (u *Fighter) TestEffects() TestEffects {
	t := u.tallyEffects(situation{})
	return TestEffects{t.AutoMoralePasses, t.AutoMoraleFails, t.MoraleRerolls, t.RepairRerolls, t.ignoresUnderFire, t.ignoresPinned, t.ResolveModifier, t.NeverBreaks, t.WoundsPerFigure}
}

// index returns 0, 1 or 2 for close, medium or long range.
func (b RangeBand) index() int {
	return max(0, slices.Index([]RangeBand{Close, Medium, Long}, b))
}
