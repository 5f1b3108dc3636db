package fad

import "slices"

// An Effect is one effect of a trait, a personality, a power or an armour on the unit
// that has it. The table Words describes each field; docs/fast-and-dirty.md explains
// them.
//
//schema:form {"$ref": "#/definitions/fad-effect"}
type Effect struct {
	Outside Outside `yaml:"outside"`

	When When `yaml:"when"`
	Of   Of   `yaml:"of"`

	// Numbers that are added.

	FireEffect int `yaml:"fire-effect"`
	Damage     int `yaml:"damage"`
	AP         int `yaml:"ap"`
	Armour     int `yaml:"armour"`
	Assault    int `yaml:"assault"`
	OnVehicles int `yaml:"on-vehicles"`
	Resolve    int `yaml:"resolve"`
	Bands      int `yaml:"bands"`

	// Shooting.

	Dice        int      `yaml:"dice"`
	DiceAre     int      `yaml:"dice-are"`
	Silent      bool     `yaml:"silent"`
	FiresMoving bool     `yaml:"fires-moving"`
	AddsDice    bool     `yaml:"adds-dice"`
	Backfires   int      `yaml:"backfires"`
	Ignore      []Ignore `yaml:"ignore"`
	NoCover     bool     `yaml:"no-cover"`

	// Being hit.

	Save         int  `yaml:"save"`
	Exceed       bool `yaml:"exceed"`
	WoundsKill   bool `yaml:"wounds-kill"`
	Wounds       int  `yaml:"-"` // wounds that each figure can take
	PairedHits   bool `yaml:"paired-hits"`
	RerollDamage bool `yaml:"reroll-damage"`

	// Tests.

	Unbroken      bool `yaml:"unbroken"`
	MoralePasses  int  `yaml:"morale-passes"`
	MoraleFails   int  `yaml:"morale-fails"`
	MoraleRerolls int  `yaml:"morale-rerolls"`
	RepairRerolls int  `yaml:"repair-rerolls"`
	NervePasses   int  `yaml:"nerve-passes"`
	ChargeTest    bool `yaml:"charge-test"`

	// Close assault.

	KillRolls     int `yaml:"kill-rolls"`
	KillRollsAre  int `yaml:"kill-rolls-are"`
	UnitKillRolls int `yaml:"unit-kill-rolls"`
	EngagedBy     int `yaml:"engaged-by"`
}

// When holds the conditions of an effect; an unset condition always holds.
type When struct {
	Moved        bool     `yaml:"moved"`
	Charging     bool     `yaml:"charging"`
	Assault      bool     `yaml:"assault"`
	Beyond       Band     `yaml:"beyond"`
	Weapon       WeaponIs `yaml:"weapon"`
	Enemy        EnemyIs  `yaml:"enemy"`
	EnemyWithout string   `yaml:"enemy-without"`
}

// Of is the side that an effect changes; empty means the unit's own rolls.
type Of string

// OfEnemy is fire at the unit.
const OfEnemy Of = "enemy"

// WeaponIs is a condition on the weapon that is fired.
type WeaponIs string

// The conditions on a weapon.
const (
	WeaponHeavy   WeaponIs = "heavy"   // one of the heavy weapons
	WeaponMovable WeaponIs = "movable" // one that a mount can fire after moving
)

// EnemyIs is a condition on the enemy.
type EnemyIs string

// The conditions on the enemy.
const (
	EnemyVehicle EnemyIs = "vehicle"
	EnemyAlien   EnemyIs = "alien"
)

// Ignore is a state that does not affect the unit.
type Ignore string

// The states.
const (
	IgnoreUnderFire Ignore = "under-fire"
	IgnorePinned    Ignore = "pinned"
)

// Outside is the subject of a trait that plays no part in a fight.
type Outside string

// The subjects outside a fight.
const (
	OutsideMovement   Outside = "movement"
	OutsideDeployment Outside = "deployment"
	OutsideHiding     Outside = "hiding"
	OutsideOrders     Outside = "orders"
	OutsideRecovery   Outside = "recovery"
	OutsideMorale     Outside = "morale" // tests at other times
	OutsideScenario   Outside = "scenario"
	// OutsideCounter marks a trait that only protects from other traits. Those name it
	// in EnemyWithout.
	OutsideCounter Outside = "counter"
)

// A tally is the sum of a unit's effects in one situation: each number is a sum or the
// best value. Wounds and KillRollsAre are at least 1. Save and EngagedBy hold the
// lowest value; 0 means none. Effects on enemy fire have fields of their own.
type tally struct {
	Effect
	forbids                     string // name of the trait that forbids firing
	ignoresFire, ignoresPins    bool
	enemyFireEffect, enemyBands int // for fire at the unit
}

// A situation holds the facts that conditions of effects test.
type situation struct {
	moved, charging, assault   bool
	band                       int // 0 close, 1 medium, 2 long
	heavyWeapon, movableWeapon bool
	enemy                      *Side
}

// tally sums up the effects of a unit.
func (u *Fighter) tally(s situation) tally {
	t := tally{Effect: Effect{Wounds: 1, KillRollsAre: 1}}
	for i := range u.Traits {
		for j := range u.Traits[i].Effects {
			if e := &u.Traits[i].Effects[j]; e.When.hold(&s) {
				t.add(e, u.Traits[i].Name)
			}
		}
	}
	return t
}

// TraitsMatter reports whether the unit's traits can change the effect of its fire (without moving)
// on an enemy, and how long it lasts under the enemy's fire.
func (u *Fighter) TraitsMatter(enemy *Side) (does, lasts bool) {
	t := u.tally(situation{band: lastBand, heavyWeapon: true, movableWeapon: true, enemy: enemy})
	does = t.FireEffect != 0 || t.Damage != 0 || t.AP != 0 || t.Dice != 0 || t.DiceAre != 0 || t.forbids != ""
	lasts = t.Armour != 0 || t.Resolve != 0 || t.Save != 0 || t.Exceed || t.Wounds > 1 || t.PairedHits || t.RerollDamage || t.Unbroken ||
		t.NoCover || t.ignoresFire || t.enemyFireEffect != 0 || t.enemyBands != 0
	for i := range enemy.Traits { // of which the unit's may be without effect
		for _, e := range enemy.Traits[i].Effects {
			if name := e.When.EnemyWithout; name != "" && u.has(name) {
				does, lasts = does || e.Of == OfEnemy, lasts || e.Of != OfEnemy
			}
		}
	}
	return does, lasts
}

func (w *When) hold(s *situation) bool {
	switch {
	case w.Moved && !s.moved, w.Charging && !s.charging, w.Assault && !s.assault,
		w.Beyond != "" && s.band <= w.Beyond.index(),
		w.Weapon == WeaponHeavy && !s.heavyWeapon, w.Weapon == WeaponMovable && !s.movableWeapon,
		w.Enemy == EnemyVehicle && (s.enemy == nil || s.enemy.Kind != Vehicle),
		w.Enemy == EnemyAlien && (s.enemy == nil || !s.enemy.Alien):
		return false
	}
	return w.EnemyWithout == "" || s.enemy == nil || !s.enemy.has(w.EnemyWithout)
}

// has reports whether the unit has a trait.
func (u *Fighter) has(id string) bool {
	return slices.ContainsFunc(u.Traits, func(t Trait) bool { return t.ID == id })
}

func (t *tally) add(e *Effect, name string) {
	if e.Of == OfEnemy {
		t.enemyFireEffect += e.FireEffect
		t.enemyBands += e.Bands
		return
	}
	t.FireEffect += e.FireEffect
	t.Damage += e.Damage
	t.AP += e.AP
	t.Armour += e.Armour
	t.Assault += e.Assault
	t.OnVehicles += e.OnVehicles
	t.Resolve += e.Resolve
	if e.Dice > 0 {
		t.Dice = e.Dice
	}
	t.DiceAre = max(t.DiceAre, e.DiceAre)
	t.Backfires = max(t.Backfires, e.Backfires)
	if e.Silent {
		t.forbids = name
	}
	t.FiresMoving = t.FiresMoving || e.FiresMoving
	t.AddsDice = t.AddsDice || e.AddsDice
	for _, state := range e.Ignore {
		t.ignoresFire = t.ignoresFire || state == IgnoreUnderFire
		t.ignoresPins = t.ignoresPins || state == IgnorePinned
	}
	t.NoCover = t.NoCover || e.NoCover
	if e.Save > 0 && (t.Save == 0 || e.Save < t.Save) {
		t.Save = e.Save
	}
	t.Exceed = t.Exceed || e.Exceed
	t.WoundsKill = t.WoundsKill || e.WoundsKill
	t.Wounds = max(t.Wounds, e.Wounds)
	t.PairedHits = t.PairedHits || e.PairedHits
	t.RerollDamage = t.RerollDamage || e.RerollDamage
	t.Unbroken = t.Unbroken || e.Unbroken
	t.MoralePasses += e.MoralePasses
	t.MoraleFails += e.MoraleFails
	t.MoraleRerolls += e.MoraleRerolls
	t.RepairRerolls += e.RepairRerolls
	t.NervePasses += e.NervePasses
	t.ChargeTest = t.ChargeTest || e.ChargeTest
	t.KillRolls += e.KillRolls
	t.KillRollsAre = max(t.KillRollsAre, e.KillRollsAre)
	t.UnitKillRolls += e.UnitKillRolls
	if e.EngagedBy > 0 && (t.EngagedBy == 0 || e.EngagedBy < t.EngagedBy) {
		t.EngagedBy = e.EngagedBy
	}
}

// Tests holds what a unit's traits change in its tests, and when it breaks and falls.
type Tests struct {
	Passes, Fails int  // dice of a morale test that pass or fail automatically
	Rerolls       int  // rerolls of failed dice in a morale test
	Repairs       int  // rerolls of failed dice in a repair test
	IgnoresFire   bool // being under fire has no effect
	IgnoresPins   bool // being pinned has no effect
	Resolve       int  // levels added for the break point
	Unbroken      bool // it never breaks
	Wounds        int  // that each figure takes
}

// Tests returns what the unit's traits change in its tests.
func (u *Fighter) Tests() Tests {
	t := u.tally(situation{})
	return Tests{t.MoralePasses, t.MoraleFails, t.MoraleRerolls, t.RepairRerolls, t.ignoresFire, t.ignoresPins, t.Resolve, t.Unbroken, t.Wounds}
}

// index returns 0, 1 or 2 for close, medium or long range.
func (b Band) index() int {
	return max(0, slices.Index([]Band{Close, Medium, Long}, b))
}
