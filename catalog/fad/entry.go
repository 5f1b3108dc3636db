package fad

import (
	"fmt"
	"regexp"

	"github.com/shopspring/decimal"

	fight "muster/rules/fad"
)

// Entry holds the fields that every row of the armoury has.
type Entry struct {
	ID     string `yaml:"id" schema:"required,id"` // the id in files
	Name   string `yaml:"name" schema:"name"`      // the name on sheets
	Source string `yaml:"source" schema:"1..300"`  // the table or chapter that has its figures
}

// entry returns a pointer to the Entry of a row, so that tables can change it.
func (e *Entry) entry() *Entry { return e }

// AsEntry returns the Entry of a row: its id, name and source.
func (e Entry) AsEntry() Entry { return e }

// Quality is a unit's training.
type Quality struct {
	Entry `yaml:",inline"`
	// multiplier of a unit's price; Resolve's modifier is added to it
	PriceMultiplier    Number `yaml:"multiplier" schema:"0..100"`
	fight.QualityLevel `yaml:",inline"`
	// base range in inches; a weapon's range factor multiplies it
	BaseRange int `yaml:"base-range" schema:"0..100"`
	Coherency int `yaml:"coherency" schema:"0..100"` // coherency distance in inches
	// number of closest enemies from which the unit can choose
	ClosestTargetChoices int `yaml:"targets" schema:"0..100"`
}

// Resolve is a unit's will to fight.
type Resolve struct {
	Entry `yaml:",inline"`
	// added to Quality's multiplier of a unit's price
	PriceModifier      Number `yaml:"modifier" schema:"-100..100"`
	fight.ResolveLevel `yaml:",inline"`
}

// UnitKind is a kind of unit, such as infantry: its base price and its properties.
type UnitKind struct {
	Entry             `yaml:",inline"`
	BasePoints        Number `yaml:"base" schema:"0..1000"`        // points for each figure or crew member, or for the vehicle
	ShootingDice      int    `yaml:"dice" schema:"1..10"`          // D6 rolled to shoot; the highest counts
	PersonalityPoints Number `yaml:"personality" schema:"0..1000"` // points for each personality
	PassengerPoints   Number `yaml:"passenger" schema:"0..1000"`   // points for each passenger's place
	// move in inches; a vehicle has the move of its way of moving
	Move            int    `yaml:"move" schema:"0..100"`
	FixedResolve    string `yaml:"resolve" schema:"of resolves"` // the only Resolve of the kind. "" for any
	PriceMultiplier Number `yaml:"multiplier" schema:"0..100"`   // multiplies the final price. 0 for none
	OffBoard        bool   `yaml:"off-board"`                    // it is never on the table
	IncludedWeapon  string `yaml:"weapon" schema:"id"`           // the weapon included in its base price
	NeverRushes     bool   `yaml:"never-rushes"`                 // it moves at cautious speed at most
	// CrewlessNote is the note on sheets for a unit with a trait that makes a crew needless.
	CrewlessNote string `yaml:"crewless" schema:"1..600"`
	// StationaryFireNote is a further note for a unit that does not fire after every move.
	StationaryFireNote string `yaml:"unmoved" schema:"1..600"`
	// PassengersNote is a further note for a vehicle with places for passengers.
	PassengersNote string `yaml:"carries" schema:"1..600"`
	// SoftSkinnedNote is the note on sheets for a vehicle with passengers and without armour.
	SoftSkinnedNote string `yaml:"soft-skinned" schema:"1..600"`
	// SheetNote is the note on sheets; {test}, {targets}, {closest}, {coherency}, {charge}, {crew}
	// and {weapons} stand for the unit's own figures.
	SheetNote string `yaml:"play" schema:"1..600"`
	// the note on sheets for a unit with a squad as partner
	AttachedNote string `yaml:"attached" schema:"1..600"`
	// AttachedFireNote is a further note if both can shoot without a blast; {unmoved} stands for
	// the condition that the team has not moved, if the condition applies.
	AttachedFireNote string          `yaml:"attached-fire" schema:"1..600"`
	MayRecon         bool            `yaml:"scouts"`                // it may be sent on recon
	NeverJoinsUnits  bool            `yaml:"alone"`                 // it never joins another unit
	TemplateUnitID   string          `yaml:"begins-as" schema:"id"` // the shipped unit copied when a unit of the kind is added
	Strength         PsionicStrength `yaml:"strength"`
	CreationStart    CreationStart   `yaml:"creation"` // the unit that basic creation starts from
}

// CreationStart is the unit from which basic creation (units made without points) starts; each
// improvement costs a figure (docs/rules-notes.md, Fast and Dirty). Without figures the kind has no
// basic creation.
type CreationStart struct {
	Figures int    `yaml:"figures" schema:"required,1..1000"` // figures at the start
	Quality string `yaml:"quality" schema:"required,id"`
	Resolve string `yaml:"resolve" schema:"required,id"`
	Armour  string `yaml:"armour" schema:"required,id"`
	Weapon  string `yaml:"weapon" schema:"required,id"`
}

// PsionicStrength holds the limits of a psionic's strength, and the price of each point above the
// minimum.
type PsionicStrength struct {
	Least          int    `yaml:"least" schema:"required,0..1000"`  // minimum strength
	Most           int    `yaml:"most" schema:"required,0..1000"`   // maximum strength
	PointsPerLevel Number `yaml:"points" schema:"required,0..1000"` // points for each above the minimum
}

// LeaderLevel is a level of experience of a squad's leader.
type LeaderLevel struct {
	Entry        `yaml:",inline"`
	Points       Number `yaml:"points" schema:"-100000..100000"` // its points
	QualityBonus int    `yaml:"raises" schema:"0..10"`           // levels of Quality, for Fire Effect and Quality tests
}

// Leadership is a character's level of leadership.
type Leadership struct {
	Entry  `yaml:",inline"`
	Points Number `yaml:"points" schema:"-100000..100000"` // its points
	Rating int    `yaml:"rating" schema:"0..20"`           // number of re-rolls, and bonus to his branch's rolls
}

// Aptitude is a psionic's level of skill at invoking powers.
type Aptitude struct {
	Entry        `yaml:",inline"`
	Points       Number `yaml:"points" schema:"-100000..100000"` // its points
	TargetNumber int    `yaml:"target" schema:"1..7"`            // target number of each die
}

// Movement is a vehicle's way of moving, with distances in inches.
type Movement struct {
	Entry        `yaml:",inline"`
	CautiousMove int    `yaml:"cautious" schema:"0..200"` // inches of a cautious move
	StandardMove int    `yaml:"standard" schema:"0..200"` // inches of a standard move
	Airborne     bool   `yaml:"airborne"`                 // it has no cover and cannot be assaulted
	Summary      string `yaml:"summary" schema:"1..300"`  // its effect in a sentence
}

// Armour is a kind of armour for figures.
type Armour struct {
	Entry   `yaml:",inline"`
	Rating  int    `yaml:"rating" schema:"0..50"`           // the armour rating
	Points  Number `yaml:"points" schema:"-100000..100000"` // its points
	Powered bool   `yaml:"powered"`                         // it is power armour
	// SheetNote is the note on sheets; {kills} stands for the unit's own kill rolls.
	SheetNote string `yaml:"play" schema:"1..600"`
	// StationaryFireNote is a further note if the unit's heavy weapons do not fire after moving.
	StationaryFireNote string `yaml:"unmoved" schema:"1..600"`
	// Coherency is the coherency of figures in inches. 0 for the coherency of the unit's Quality.
	Coherency int `yaml:"coherency" schema:"1..50"`
	// Effects are the armour's effects in a fight.
	Effects []fight.Effect `yaml:"effects" schema:"1..20"`
}

// VehicleArmour holds the prices of an armour rating on each side of a vehicle.
type VehicleArmour struct {
	Rating      int    `yaml:"rating" schema:"required,0..12"`   // the armour rating of the side
	FrontPoints Number `yaml:"front" schema:"-1000000..1000000"` // points for the front
	SidePoints  Number `yaml:"side" schema:"-1000000..1000000"`  // points for the sides
	RearPoints  Number `yaml:"rear" schema:"-1000000..1000000"`  // points for the rear, top and underside together
	Source      string `yaml:"source" schema:"1..300"`           // the source of the figures
}

// WeaponClass is the table of the rules that lists a weapon, such as support weapons.
type WeaponClass string

// The classes of weapons.
const (
	BasicWeapon   WeaponClass = "basic"
	SupportWeapon WeaponClass = "support"
	HeavyWeapon   WeaponClass = "heavy"
)

// Weapon is a weapon of any class.
type Weapon struct {
	Entry             `yaml:",inline"`
	Class             WeaponClass `yaml:"-"`
	RangeFactor       int         `yaml:"range" schema:"0..100"`           // multiplies the base range of the unit's Quality
	DamageBonus       int         `yaml:"damage" schema:"-20..50"`         // added to the damage die
	FireEffectBonus   int         `yaml:"fire-effect" schema:"-20..50"`    // added to the unit's Fire Effect
	AP                int         `yaml:"ap" schema:"0..50"`               // armour piercing
	FireDice          int         `yaml:"fire-dice" schema:"0..10"`        // number of D6 added to Fire Effect
	AssaultBonus      int         `yaml:"assault" schema:"-20..20"`        // added in close assault
	Points            Number      `yaml:"points" schema:"-100000..100000"` // its points
	BearerCountsAsTwo bool        `yaml:"double"`                          // its bearer counts as two figures for Fire Effect
	MountedOnly       bool        `yaml:"mount"`                           // for vehicles and power armour only
	PowerArmourOnly   bool        `yaml:"suit"`                            // for power armour only
	IsUnarmed         bool        `yaml:"unarmed"`                         // it is the entry for figures without a weapon
	BlastRadius       int         `yaml:"blast" schema:"0..100"`           // radius in inches
	PinsInfantry      bool        `yaml:"pins"`                            // infantry in its blast becomes pinned
	Indirect          bool        `yaml:"indirect"`                        // needs no line of sight
	ForOffBoard       bool        `yaml:"off-board"`                       // off-board artillery may use it
	LaysSmoke         bool        `yaml:"smoke"`                           // it can also lay one smoke screen in a game
	NoPowerArmour     bool        `yaml:"bulky"`                           // too heavy for power armour
	FiresAfterMove    bool        `yaml:"movable"`                         // a grav mount can fire it after moving
	// fires either its blast without AP, or a shot with AP without blast
	FiresBlastOrAP bool `yaml:"either"`
}

// Personality is a special figure of a unit.
type Personality struct {
	Entry       `yaml:",inline"`
	Summary     string  `yaml:"summary" schema:"1..300"` // its effect in a sentence
	StatChanges Changes `yaml:"changes"`                 // permanent changes of the unit's numbers
	// Effects are the personality's effects in a fight besides its permanent changes.
	Effects    []fight.Effect `yaml:"effects" schema:"1..20"`
	TableTests TableTests     `yaml:"tests"` // changes of the unit's tests at the table
}

// TableTests are the changes that a trait or a personality makes to its unit's Quality tests
// outside fights.
//
//schema:form {"minProperties": 1}
type TableTests struct {
	CallArtillery   TableTest `yaml:"call"`     // tests to call off-board artillery
	Hide            TableTest `yaml:"hide"`     // tests to go into hiding
	RecoverWounded  TableTest `yaml:"recover"`  // tests to recover wounded
	CommandResponse TableTest `yaml:"response"` // tests of command response
}

// TableTest is the change that a trait or a personality makes to one kind of Quality test outside
// fights.
type TableTest struct {
	AutoPasses int `yaml:"passes" schema:"0..3"`  // dice that pass without being rolled
	Rerolls    int `yaml:"rerolls" schema:"0..3"` // failed dice that are rolled again
}

// Power is a psionic power.
type Power struct {
	Entry   `yaml:",inline"`
	Summary string `yaml:"summary" schema:"1..300"` // its effect in a sentence
	// Effects are the power's effects in a fight on the unit that it is invoked on.
	Effects        []fight.Effect `yaml:"effects" schema:"1..20"`
	InvokedOnEnemy bool           `yaml:"enemy"` // it is invoked on an enemy
	// the lowest roll of a die that kills a figure. 0 for a power that does not kill
	MinKillRoll int `yaml:"kills" schema:"2..6"`
}

// UncountedEffects names effects of the power that a psionic's own damage and protection do not
// show, such as "morale of others"; "" if there are none.
func (p *Power) UncountedEffects() string {
	var e fight.Effect
	if len(p.Effects) > 0 {
		e = p.Effects[0]
	}
	does, lasts := (&fight.Fighter{Traits: []fight.Trait{{Effects: p.Effects}}}).TraitsChangeOdds(&fight.Side{})
	switch {
	case p.MinKillRoll > 0:
		return ""
	case e.NonFight != "":
		return string(e.NonFight)
	case e.NeverBreaks || e.ResolveModifier != 0: // of which a single figure has none
		return "morale of others"
	case does && p.InvokedOnEnemy || lasts && !p.InvokedOnEnemy:
		return ""
	}
	return "fights of others"
}

// Changes are the permanent changes that a trait or a personality makes to a unit's
// numbers.
//
//schema:form {"minProperties": 1}
type Changes struct {
	Armour     int `yaml:"armour" schema:"-20..20"`      // change of armour
	Damage     int `yaml:"damage" schema:"-20..20"`      // change of damage
	AP         int `yaml:"ap" schema:"-20..20"`          // change of armour piercing
	Move       int `yaml:"move" schema:"-20..20"`        // change of movement in inches
	Assault    int `yaml:"assault" schema:"-20..20"`     // change in close assault
	FireEffect int `yaml:"fire-effect" schema:"-20..20"` // change of Fire Effect
}

// Plus returns the sum of two sets of changes.
func (c Changes) Plus(d Changes) Changes {
	return Changes{
		Armour: c.Armour + d.Armour, Damage: c.Damage + d.Damage, AP: c.AP + d.AP,
		Move: c.Move + d.Move, Assault: c.Assault + d.Assault, FireEffect: c.FireEffect + d.FireEffect,
	}
}

// Trait is a special ability of a whole unit, with the restrictions on having it
// (docs/rules-notes.md, Fast and Dirty).
type Trait struct {
	Entry           `yaml:",inline"`
	PriceMultiplier Number `yaml:"multiplier" schema:"0..1000"` // multiplies the whole unit's price
	Summary         string `yaml:"summary" schema:"1..300"`     // its effect in a sentence

	// Restrictions; a zero value means none.

	AllowedKinds     []fight.UnitKind `yaml:"kinds" schema:"..1000"`                         // the only kinds that may take it
	SingleFigureOnly bool             `yaml:"single"`                                        // for single figures only
	BarredQualities  []string         `yaml:"not-quality" schema:"..1000,each of qualities"` // Quality levels that may not have it
	// the only levels of Resolve that may have it
	AllowedResolves []string `yaml:"resolve" schema:"..1000,each of resolves"`
	IncludedTraits  []string `yaml:"includes" schema:"..1000,each id"` // traits that it includes
	OpposedTraits   []string `yaml:"opposes" schema:"..1000,each id"`  // traits that work against it
	// name of a group of traits; a unit can have only one of them
	ExclusiveGroup string `yaml:"group" schema:"id"`
	Repeatable     bool   `yaml:"repeat"` // may be taken again for other weapons
	// maximum number of units in a list with it
	MaxPerList int `yaml:"per-list" schema:"1..100"`
	// BarredTraits are traits that no unit of the list may have if one has this trait.
	BarredTraits       []string `yaml:"bars" schema:"..1000,each id"`
	LendsTrait         bool     `yaml:"gives"`                                      // it lends one trait, named in the list
	UsefulIf           UsefulIf `yaml:"wants"`                                      // conditions without which it is of no use
	WeaponCount        int      `yaml:"weapons" schema:"1..20"`                     // number of weapons it applies to
	WeaponsCountAsOne  bool     `yaml:"one-weapon"`                                 // these weapons count as one
	FiresOneDirection  bool     `yaml:"directed"`                                   // these weapons all fire in one direction
	AllowedMovements   []string `yaml:"movement" schema:"..1000,each of movements"` // the only ways of moving
	ArmouredOnly       bool     `yaml:"armoured"`                                   // for vehicles armoured on every side
	Crewless           bool     `yaml:"crewless"`                                   // the vehicle has no crew
	WeaponsPerCrew     int      `yaml:"weapons-per-crew" schema:"1..20"`            // weapons that one crew member fires
	AllowsHeavyWeapons bool     `yaml:"heavy-weapons"`                              // figures may carry heavy weapons

	// Effects are the trait's effects in a fight besides its permanent changes, its wounds and the
	// numbers of weapons. If the trait applies to weapons, they are effects of these weapons only.
	Effects []fight.Effect `yaml:"effects" schema:"1..20"`

	// Other effects in a fight and outside it.

	StatChanges       Changes `yaml:"changes"`                    // permanent changes of the unit's numbers
	DummyMarkers      int     `yaml:"markers" schema:"-20..20"`   // dummy contact markers before the game
	ReconPoints       int     `yaml:"recon" schema:"0..20"`       // recon points when the unit is sent on recon
	NeverRecon        bool    `yaml:"stays"`                      // the unit is never sent on recon
	MayStartInReserve bool    `yaml:"reserve"`                    // the unit may start in reserve
	CallsArtillery    bool    `yaml:"calls"`                      // the unit may call for off-board artillery
	NeverRushes       bool    `yaml:"never-rushes"`               // the unit moves at cautious speed at most
	NeverPinned       bool    `yaml:"no-pin-level"`               // no Fire Effect pins the unit while it has the trait
	SheetNote         string  `yaml:"play" schema:"1..300"`       // the note on sheets; {pin} stands for the unit's pin level
	CoherencyBonus    int     `yaml:"coherency" schema:"-50..50"` // inches added to coherency
	// levels of Quality by which coherency is better
	CoherencyLevels int `yaml:"coherency-levels" schema:"-3..3"`
	Wounds          int `yaml:"wounds" schema:"1..100"` // number of wounds of each figure
	// MinStunnedRoll is the lowest roll, in the turn after its death, by which the figure was only
	// stunned; 0 for none.
	MinStunnedRoll int `yaml:"stunned" schema:"0..6"`
	// the state in which it comes from reserve if no die passes
	FailedArrivalState string     `yaml:"lands" schema:"id"`
	TableTests         TableTests `yaml:"tests"` // changes of the unit's tests at the table
}

// TraitSubjects holds the subjects of traits, in the order of menus.
var TraitSubjects = []string{
	"Movement", "Shooting", "Protection", "Close assault", "Morale", "Orders", "Deployment", "Other",
}

// Subject returns the trait's main subject, one of TraitSubjects.
func (t *Trait) Subject() string {
	var e fight.Effect
	if len(t.Effects) > 0 {
		e = t.Effects[0]
	}
	switch c := t.StatChanges; {
	case e.NonFight == fight.NonFightMovement || c.Move != 0 || t.NeverRushes || len(t.AllowedMovements) > 0:
		return "Movement"
	case e.AssaultModifier != 0 || e.VehicleAssaultModifier != 0 || e.ExtraKillRolls != 0 ||
		e.KillRollsPerFigure != 0 || e.ExtraUnitKillRolls != 0 ||
		e.MaxEnemiesPerFigure != 0 || e.NeedsChargeTest || c.Assault != 0:
		return "Close assault"
	case e.SaveRoll != 0 || e.HitsMustExceedArmour || e.WoundsKill || e.PairedHits || e.RerollDamage ||
		e.NoCover || e.ArmourModifier != 0 ||
		e.Attacker == fight.EnemyAttacks || c.Armour != 0 || t.Wounds > 0 || t.ArmouredOnly:
		return "Protection"
	case e.NonFight == fight.NonFightMorale || e.NeverBreaks || e.AutoMoralePasses != 0 || e.AutoMoraleFails != 0 ||
		e.MoraleRerolls != 0 || e.ExtraNervePasses != 0 || e.ResolveModifier != 0 || t.NeverPinned:
		return "Morale"
	case e.NonFight == "" && len(t.Effects) > 0 || c.FireEffect != 0 || c.Damage != 0 || c.AP != 0 || t.WeaponCount > 0 ||
		t.AllowsHeavyWeapons:
		return "Shooting"
	case e.NonFight == fight.NonFightOrders || e.NonFight == fight.NonFightRecovery || t.LendsTrait:
		return "Orders"
	case e.NonFight == fight.NonFightDeployment || e.NonFight == fight.NonFightHiding || t.DummyMarkers != 0 ||
		t.ReconPoints != 0 ||
		t.NeverRecon || t.MayStartInReserve:
		return "Deployment"
	}
	return "Other"
}

// UsefulIf holds conditions without which a trait is of no use. Unmet conditions give notes, not
// errors.
//
//schema:form {"minProperties": 1}
type UsefulIf struct {
	HasPartner     bool           `yaml:"partner"`                   // the unit has a partner unit
	PartnerKind    fight.UnitKind `yaml:"partner-kind"`              // the partner's kind
	PartnerTrait   string         `yaml:"partner-trait" schema:"id"` // a trait that the partner has
	PartnerHasRoom bool           `yaml:"room"`                      // the partner has room for the unit's figures
	TraitInList    string         `yaml:"in-list" schema:"id"`       // a unit of the list has this trait
	HasHeavyWeapon bool           `yaml:"heavy-weapon"`              // the unit has a heavy weapon
}

// CommandStyle is a commander's style.
type CommandStyle struct {
	Entry       `yaml:",inline"`
	ReconPoints int `yaml:"recon" schema:"-20..20"` // recon points
	// depth of the deployment zone in inches
	DeploymentDepth int    `yaml:"depth" schema:"0..100"`
	Summary         string `yaml:"summary" schema:"1..300"` // its effect in a sentence
	// the action that it allows once a turn; "" for none
	OncePerTurnAction string    `yaml:"turn" schema:"name"`
	MissionByRoll     ByTwoDice `yaml:"missions"` // the mission for each total of 2D6
}

// ByTwoDice holds a mission's id for each total of 2D6.
//
//schema:form {"$ref": "#/definitions/by-two-dice"}
type ByTwoDice [13]string

// UnmarshalYAML sets the missions for the totals that a file states, and keeps the others.
func (b *ByTwoDice) UnmarshalYAML(decode func(any) error) error {
	rows := map[int]string{}
	if err := decode(&rows); err != nil {
		return err
	}
	for total, mission := range rows {
		b[total] = mission
	}
	return nil
}

// Mission is a side's objective.
type Mission struct {
	Entry   `yaml:",inline"`
	Summary string `yaml:"summary" schema:"1..300"` // its effect in a sentence
	// TurnsToHold is the number of consecutive turns for which the objective must be held; 0 for an
	// objective that is met once.
	TurnsToHold int `yaml:"turns" schema:"0..20"`
	// EnemyPercentToRemove is the percentage of the enemy's units that must be removed, rounded up
	// to whole units; 0 for other objectives.
	EnemyPercentToRemove int `yaml:"units" schema:"0..100"`
	// MetIfEnemyFails means that the mission is met if the enemy's mission is not met at the end of
	// the game.
	MetIfEnemyFails bool `yaml:"denies"`
}

// A Span is a range of numbers, both limits included.
type Span struct {
	Least int `yaml:"least" schema:"required,0..1000"` // the lowest number
	Most  int `yaml:"most" schema:"required,0..1000"`  // the highest number
}

// Has reports whether n is in the span.
func (s Span) Has(n int) bool { return n >= s.Least && n <= s.Most }

// Organisation holds the sizes of platoons and companies.
type Organisation struct {
	SquadsPerPlatoon   Span `yaml:"squads"`   // infantry squads of a platoon, without the command squad
	CommandFigures     Span `yaml:"command"`  // figures of a command squad, with an attached officer
	PlatoonsPerCompany Span `yaml:"platoons"` // platoons of a company
	// number of squads outside platoons that count as one more platoon
	LooseSquadsPerPlatoon int `yaml:"squads-outside" schema:"1..100"`
}

// Preparations holds recon points and dummy markers before the game.
type Preparations struct {
	ReconPoints struct {
		PerPlatoon     int `yaml:"platoon" schema:"-20..20"` // points for each platoon
		ForBestQuality int `yaml:"best" schema:"-20..20"`    // points for having a unit of the best Quality
		PerUnitSent    int `yaml:"unit" schema:"-20..20"`    // points for each unit that is sent
	} `yaml:"recon"` // recon points
	DummiesPerPlatoon int `yaml:"dummies" schema:"0..100"` // dummy contact markers for each platoon
}

// GameLength is the number of turns of a game of a given time.
type GameLength struct {
	Entry `yaml:",inline"`
	Turns Span `yaml:"turns"` // number of turns of the game
}

// Note explains a step before the game, or a thing that only scenarios use.
type Note struct {
	Entry   `yaml:",inline"`
	Summary string `yaml:"summary" schema:"1..300"` // its effect in a sentence
}

// A Number is an exact decimal from a file: points, a multiplier, a modifier.
//
//schema:form {"type": "number"}
type Number struct{ decimal.Decimal }

// plainNumber allows no exponents: they could stand for a billion digits.
var plainNumber = regexp.MustCompile(`^[+-]?[0-9]{1,7}(\.[0-9]{1,6})?$`)

// UnmarshalText parses a number in plain notation, with at most seven digits before the
// point and six after it.
func (n *Number) UnmarshalText(text []byte) error {
	if !plainNumber.Match(text) {
		return fmt.Errorf("%q should be a plain number such as 1.25", text)
	}
	return n.Decimal.UnmarshalText(text)
}
