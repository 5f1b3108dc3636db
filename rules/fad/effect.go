package fad

import "slices"

// An Effect is one thing that a trait, a personality, a power or an armour does
// in a fight, in the words that the engine knows (docs/fast-and-dirty.md, effect
// words). It belongs to the unit that has it.
//
//schema:form {"$ref": "#/definitions/fad-effect"}
type Effect struct {
	// Outside names what the trait, or this part of it, is about where that has
	// no part in a fight. Such an effect is explained, and changes nothing.
	Outside Outside `yaml:"outside"`

	When When `yaml:"when"` // every condition must hold
	Of   Of   `yaml:"of"`   // whose rolls it changes

	// Numbers that are added.

	FireEffect int `yaml:"fire-effect"`
	Damage     int `yaml:"damage"`
	AP         int `yaml:"ap"`
	Armour     int `yaml:"armour"`
	Assault    int `yaml:"assault"`
	OnVehicles int `yaml:"on-vehicles"` // each die of an assault on a vehicle
	Resolve    int `yaml:"resolve"`     // levels, for the break point
	Bands      int `yaml:"bands"`       // range bands further; with Of enemy

	// Shooting.

	Dice        int      `yaml:"dice"`         // the Fire Effect dice that it rolls
	DiceAre     int      `yaml:"dice-are"`     // what every die of Fire Effect and assault counts as
	Silent      bool     `yaml:"silent"`       // it does not fire
	FiresMoving bool     `yaml:"fires-moving"` // its heavy weapons fire after moving
	AddsDice    bool     `yaml:"adds-dice"`    // with a partner that does too, dice are added
	Backfires   int      `yaml:"backfires"`    // Fire Effect dice up to this are hits on itself
	Ignore      []Ignore `yaml:"ignore"`
	NoCover     bool     `yaml:"no-cover"` // it never has cover

	// Being hit.

	Save         int  `yaml:"save"`          // a hit or kill is undone on this number
	Exceed       bool `yaml:"exceed"`        // a hit that equals the armour does nothing
	WoundsKill   bool `yaml:"wounds-kill"`   // what wounds others kills it
	Wounds       int  `yaml:"-"`             // points of each figure
	PairedHits   bool `yaml:"paired-hits"`   // hits without AP are dealt two to a figure
	RerollDamage bool `yaml:"reroll-damage"` // damage dice of hits with AP that hurt are rolled again

	// Tests.

	Unbroken      bool `yaml:"unbroken"`
	MoralePasses  int  `yaml:"morale-passes"`  // dice of a morale test that pass by themselves
	MoraleFails   int  `yaml:"morale-fails"`   // dice of a morale test that fail by themselves
	MoraleRerolls int  `yaml:"morale-rerolls"` // failed dice of a morale test that are rolled again
	RepairRerolls int  `yaml:"repair-rerolls"` // the same of a vehicle's repairs
	NervePasses   int  `yaml:"nerve-passes"`   // added to the passes of a nerve test
	ChargeTest    bool `yaml:"charge-test"`    // it needs two passes to launch an assault

	// Close assault.

	KillRolls     int `yaml:"kill-rolls"`      // more kill rolls of each figure
	KillRollsAre  int `yaml:"kill-rolls-are"`  // kill rolls of each figure, instead of one
	UnitKillRolls int `yaml:"unit-kill-rolls"` // more kill rolls of the unit
	EngagedBy     int `yaml:"engaged-by"`      // enemies that count against each figure
}

// When is the conditions of an effect. What is not stated does not matter.
type When struct {
	Moved        bool     `yaml:"moved"`         // the unit moved
	Charging     bool     `yaml:"charging"`      // the unit charges
	Assault      bool     `yaml:"assault"`       // in close assault
	Beyond       Band     `yaml:"beyond"`        // the target is further than this band
	Weapon       WeaponIs `yaml:"weapon"`        // the weapon that is fired
	Enemy        EnemyIs  `yaml:"enemy"`         // what the enemy is
	EnemyWithout string   `yaml:"enemy-without"` // the enemy has no such trait, by its id
}

// Of says whose rolls an effect changes. Its own are meant when nothing is said.
type Of string

// OfEnemy is fire at the unit.
const OfEnemy Of = "enemy"

// WeaponIs is a condition on the weapon that is fired.
type WeaponIs string

// What a weapon can be asked for.
const (
	WeaponHeavy   WeaponIs = "heavy"   // one of the heavy weapons
	WeaponMovable WeaponIs = "movable" // one that a mount fires on the move
)

// EnemyIs is a condition on the enemy.
type EnemyIs string

// What the enemy can be asked for.
const (
	EnemyVehicle EnemyIs = "vehicle"
	EnemyAlien   EnemyIs = "alien"
)

// Ignore is a state that a unit takes no notice of.
type Ignore string

// The states.
const (
	IgnoreUnderFire Ignore = "under-fire"
	IgnorePinned    Ignore = "pinned"
)

// Outside is what a trait is about that has no part in a fight.
type Outside string

// What is outside a fight.
const (
	OutsideMovement   Outside = "movement"
	OutsideDeployment Outside = "deployment"
	OutsideHiding     Outside = "hiding"
	OutsideOrders     Outside = "orders"
	OutsideRecovery   Outside = "recovery"
	OutsideMorale     Outside = "morale" // tests at other times
	OutsideScenario   Outside = "scenario"
	// OutsideCounter only counters what other traits do, which name it.
	OutsideCounter Outside = "counter"
)

// A tally is what all effects of a unit come to in one situation, as one effect:
// numbers are added, or the best counts. Wounds and KillRollsAre are at least 1;
// of Save and EngagedBy 0 is none, else the lowest. FireEffect and Bands are the
// unit's own, those of fire at the unit stand apart.
type tally struct {
	Effect
	forbids                     string // the trait that forbids to fire
	ignoresFire, ignoresPins    bool
	enemyFireEffect, enemyBands int // of fire at the unit
}

// A situation is what the conditions of effects ask for.
type situation struct {
	moved, charging, assault bool
	band                     int // 0 close, 1 medium, 2 long
	heavy, movable           bool
	enemy                    *Side
}

// tally sums up the effects of a unit.
func (u *Unit) tally(s situation) tally {
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

func (w *When) hold(s *situation) bool {
	switch {
	case w.Moved && !s.moved, w.Charging && !s.charging, w.Assault && !s.assault,
		w.Beyond != "" && s.band <= w.Beyond.step(),
		w.Weapon == WeaponHeavy && !s.heavy, w.Weapon == WeaponMovable && !s.movable,
		w.Enemy == EnemyVehicle && (s.enemy == nil || s.enemy.Kind != Vehicle),
		w.Enemy == EnemyAlien && (s.enemy == nil || !s.enemy.Alien):
		return false
	}
	return w.EnemyWithout == "" || s.enemy == nil || !s.enemy.has(w.EnemyWithout)
}

// has reports whether the unit has a trait.
func (u *Unit) has(id string) bool {
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

// Tests is what a unit's own effects make of what it tests.
type Tests struct {
	Passes, Fails int  // dice of a morale test that pass, or fail, by themselves
	Rerolls       int  // failed dice of a morale test that are rolled again
	Repairs       int  // the same of a vehicle's repairs
	IgnoresFire   bool // being under fire means nothing to it
	IgnoresPins   bool // being pinned neither
}

// Tests sums up what the unit's effects make of its tests.
func (u *Unit) Tests() Tests {
	t := u.tally(situation{})
	return Tests{t.MoralePasses, t.MoraleFails, t.MoraleRerolls, t.RepairRerolls, t.ignoresFire, t.ignoresPins}
}

// step counts the bands from close on.
func (b Band) step() int {
	return max(0, slices.Index([]Band{Close, Medium, Long}, b))
}
