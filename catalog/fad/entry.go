package fad

import fight "muster/rules/fad"

// Entry holds the fields that every row of the armoury has.
type Entry struct {
	ID     string `yaml:"id" schema:"required,id"` // the id in files
	Name   string `yaml:"name" schema:"name"`      // the name on sheets
	Source string `yaml:"source" schema:"1..300"`  // the table or chapter with its figures
}

// entry returns e; tables use it to reach the Entry of a row.
func (e *Entry) entry() *Entry { return e }

// Known returns the row's id, name and source.
func (e Entry) Known() Entry { return e }

// Quality is a unit's training.
type Quality struct {
	Entry         `yaml:",inline"`
	Multiplier    Number `yaml:"multiplier" schema:"0..100"` // the factor's first half
	fight.Quality `yaml:",inline"`
	BaseRange     int `yaml:"base-range" schema:"0..100"` // inches; a weapon's range multiplies it
	Coherency     int `yaml:"coherency" schema:"0..100"`  // inches
	Targets       int `yaml:"targets" schema:"0..100"`    // number of closest enemies that it can choose from
}

// Resolve is a unit's will to fight.
type Resolve struct {
	Entry         `yaml:",inline"`
	Modifier      Number `yaml:"modifier" schema:"-100..100"` // the factor's second half
	fight.Resolve `yaml:",inline"`
}

// KindCost is the base price of a kind of unit, and the kind's properties.
type KindCost struct {
	Entry       `yaml:",inline"`
	Base        Number `yaml:"base" schema:"0..1000"`        // points for each figure or crew member, or for the vehicle
	Dice        int    `yaml:"dice" schema:"1..10"`          // D6 rolled to shoot; the highest counts
	Personality Number `yaml:"personality" schema:"0..1000"` // points of each personality
	Passenger   Number `yaml:"passenger" schema:"0..1000"`   // points of each passenger's place
	Move        int    `yaml:"move" schema:"0..100"`         // inches; vehicles move by their Movement
	Resolve     string `yaml:"resolve" schema:"of resolves"` // the only Resolve of the kind. "" for any
	Multiplier  Number `yaml:"multiplier" schema:"0..100"`   // multiplies the final price. 0 for none
	OffBoard    bool   `yaml:"off-board"`                    // it is never on the table
	Weapon      string `yaml:"weapon" schema:"id"`           // the weapon included in its base price
	NeverRushes bool   `yaml:"never-rushes"`                 // it moves at cautious speed at most
	// Crewless is the note on sheets for a unit with a trait that makes a crew needless.
	Crewless string `yaml:"crewless" schema:"1..600"`
	// Unmoved is a further note for a unit that does not fire after every move.
	Unmoved string `yaml:"unmoved" schema:"1..600"`
	// Carries is a further note for a vehicle with places for passengers.
	Carries string `yaml:"carries" schema:"1..600"`
	// SoftSkinned is the note on sheets for a vehicle with passengers and without armour.
	SoftSkinned string `yaml:"soft-skinned" schema:"1..600"`
	// Play is the note on sheets; {test}, {targets}, {closest}, {coherency}, {charge}, {crew}
	// and {weapons} stand for the unit's own figures.
	Play     string `yaml:"play" schema:"1..600"`
	Attached string `yaml:"attached" schema:"1..600"` // the note on sheets for a unit with a squad as partner
	// AttachedFire is a further note if both can shoot without a blast; {unmoved} stands for
	// the condition that the team has not moved, if it needs it.
	AttachedFire string   `yaml:"attached-fire" schema:"1..600"`
	Scouts       bool     `yaml:"scouts"`                // it may be sent on recon
	Alone        bool     `yaml:"alone"`                 // it never joins another unit
	BeginsAs     string   `yaml:"begins-as" schema:"id"` // the shipped unit copied when a unit of the kind is added
	Strength     Strength `yaml:"strength"`
	Creation     Creation `yaml:"creation"` // the start of basic creation
}

// Creation is the unit that basic creation starts from; each step up costs a figure
// (docs/rules-notes.md, Fast and Dirty). Without figures the kind has no basic creation.
type Creation struct {
	Figures int    `yaml:"figures" schema:"required,1..1000"` // figures at the start
	Quality string `yaml:"quality" schema:"required,id"`
	Resolve string `yaml:"resolve" schema:"required,id"`
	Armour  string `yaml:"armour" schema:"required,id"`
	Weapon  string `yaml:"weapon" schema:"required,id"`
}

// Strength holds the bounds of a psionic's strength and the price of each point above
// the least.
type Strength struct {
	Least  int    `yaml:"least" schema:"required,0..1000"`  // least strength
	Most   int    `yaml:"most" schema:"required,0..1000"`   // most strength
	Points Number `yaml:"points" schema:"required,0..1000"` // points for each above the least
}

// Leader is the experience of a squad's leader.
type Leader struct {
	Entry  `yaml:",inline"`
	Points Number `yaml:"points" schema:"-100000..100000"` // its points
	Raises int    `yaml:"raises" schema:"0..10"`           // levels of Quality, for Fire Effect and Quality tests
}

// Leadership is a character's level of leadership.
type Leadership struct {
	Entry  `yaml:",inline"`
	Points Number `yaml:"points" schema:"-100000..100000"` // its points
	Rating int    `yaml:"rating" schema:"0..20"`           // re-rolls, and the bonus to his own branch's rolls
}

// Aptitude is a psionic's level of skill at invoking powers.
type Aptitude struct {
	Entry  `yaml:",inline"`
	Points Number `yaml:"points" schema:"-100000..100000"` // its points
	Target int    `yaml:"target" schema:"1..7"`            // target number of each die
}

// Movement is a vehicle's way of moving, with distances in inches.
type Movement struct {
	Entry    `yaml:",inline"`
	Cautious int    `yaml:"cautious" schema:"0..200"` // inches
	Standard int    `yaml:"standard" schema:"0..200"` // inches
	Airborne bool   `yaml:"airborne"`                 // it has no cover and cannot be assaulted
	Summary  string `yaml:"summary" schema:"1..300"`  // its effect in a sentence
}

// Armour is a kind of armour for figures.
type Armour struct {
	Entry   `yaml:",inline"`
	Rating  int    `yaml:"rating" schema:"0..50"`           // armour
	Points  Number `yaml:"points" schema:"-100000..100000"` // its points
	Powered bool   `yaml:"powered"`                         // power armour
	// Play is the note on sheets; {kills} stands for the unit's own kill rolls.
	Play string `yaml:"play" schema:"1..600"`
	// Unmoved is a further note if the unit's heavy weapons do not fire after moving.
	Unmoved string `yaml:"unmoved" schema:"1..600"`
	// Coherency is the coherency in inches. 0 for the coherency of the unit's Quality.
	Coherency int `yaml:"coherency" schema:"1..50"`
	// Effects are its effects in a fight.
	Effects []fight.Effect `yaml:"effects" schema:"1..20"`
}

// VehicleArmour holds the prices of an armour rating on each side of a vehicle.
type VehicleArmour struct {
	Rating int    `yaml:"rating" schema:"required,0..12"`   // the rating
	Front  Number `yaml:"front" schema:"-1000000..1000000"` // points in front
	Side   Number `yaml:"side" schema:"-1000000..1000000"`  // points for the sides
	Rear   Number `yaml:"rear" schema:"-1000000..1000000"`  // points for the rear, top and underside together
	Source string `yaml:"source" schema:"1..300"`           // where the figures come from
}

// WeaponClass is the table of the rules in which a weapon stands, such as support weapons.
type WeaponClass string

// The classes of weapons.
const (
	Basic   WeaponClass = "basic"
	Support WeaponClass = "support"
	Heavy   WeaponClass = "heavy"
)

// Weapon is a weapon of any class.
type Weapon struct {
	Entry       `yaml:",inline"`
	Class       WeaponClass `yaml:"-"`
	Range       int         `yaml:"range" schema:"0..100"`           // multiplies the base range of the unit's Quality
	Damage      int         `yaml:"damage" schema:"-20..50"`         // added to the damage die
	FireEffect  int         `yaml:"fire-effect" schema:"-20..50"`    // added to the unit's Fire Effect
	AP          int         `yaml:"ap" schema:"0..50"`               // armour piercing
	FireDice    int         `yaml:"fire-dice" schema:"0..10"`        // D6 added to Fire Effect
	Assault     int         `yaml:"assault" schema:"-20..20"`        // added in close assault
	Points      Number      `yaml:"points" schema:"-100000..100000"` // its points
	CountsTwice bool        `yaml:"double"`                          // its bearer counts twice for Fire Effect
	Mount       bool        `yaml:"mount"`                           // for vehicles and power armour only
	Suit        bool        `yaml:"suit"`                            // for power armour only
	Unarmed     bool        `yaml:"unarmed"`                         // it stands for having no weapon
	Blast       int         `yaml:"blast" schema:"0..100"`           // radius in inches
	Pins        bool        `yaml:"pins"`                            // infantry in its blast is pinned
	Indirect    bool        `yaml:"indirect"`                        // needs no line of sight
	OffBoard    bool        `yaml:"off-board"`                       // off-board artillery may use it
	Smoke       bool        `yaml:"smoke"`                           // it can also lay one smoke screen a game
	Bulky       bool        `yaml:"bulky"`                           // too heavy for power armour
	Movable     bool        `yaml:"movable"`                         // a grav mount can fire it after moving
	Either      bool        `yaml:"either"`                          // fires either its blast without AP, or with AP without blast
}

// Personality is a special figure of a unit.
type Personality struct {
	Entry   `yaml:",inline"`
	Summary string  `yaml:"summary" schema:"1..300"` // its effect in a sentence
	Changes Changes `yaml:"changes"`                 // changes of the unit's numbers
	// Effects are its effects in a fight besides Changes.
	Effects []fight.Effect `yaml:"effects" schema:"1..20"`
	Tests   TableTests     `yaml:"tests"` // its part in tests at the table
}

// TableTests are what a trait or a personality changes in its unit's Quality tests outside fights.
//
//schema:form {"minProperties": 1}
type TableTests struct {
	Call     TableTest `yaml:"call"`     // of artillery that the unit calls
	Hide     TableTest `yaml:"hide"`     // to go into hiding
	Recover  TableTest `yaml:"recover"`  // to recover its wounded
	Response TableTest `yaml:"response"` // of command response
}

// TableTest is a change of a Quality test at the table.
type TableTest struct {
	Passes  int `yaml:"passes" schema:"0..3"`  // dice that pass by themselves
	Rerolls int `yaml:"rerolls" schema:"0..3"` // failed dice that are rolled again
}

// Power is a psionic power.
type Power struct {
	Entry   `yaml:",inline"`
	Summary string `yaml:"summary" schema:"1..300"` // its effect in a sentence
	// Effects are its effects in a fight on the unit that it is invoked on.
	Effects []fight.Effect `yaml:"effects" schema:"1..20"`
	Enemy   bool           `yaml:"enemy"`               // it is invoked on an enemy
	Kills   int            `yaml:"kills" schema:"2..6"` // the lowest roll of a die that kills a figure. 0 for none
}

// Uncounted describes effects of the power that a psionic's own damage and protection do not show;
// "" if there are none.
func (p *Power) Uncounted() string {
	var e fight.Effect
	if len(p.Effects) > 0 {
		e = p.Effects[0]
	}
	does, lasts := (&fight.Fighter{Traits: []fight.Trait{{Effects: p.Effects}}}).TraitsMatter(&fight.Side{})
	switch {
	case p.Kills > 0:
		return ""
	case e.Outside != "":
		return string(e.Outside)
	case e.Unbroken || e.Resolve != 0: // of which a single figure has none
		return "morale of others"
	case does && p.Enemy || lasts && !p.Enemy:
		return ""
	}
	return "fights of others"
}

// Changes are the permanent changes that a trait or a personality makes to a unit's
// numbers.
//
//schema:form {"minProperties": 1}
type Changes struct {
	Armour     int `yaml:"armour" schema:"-20..20"`      // armour
	Damage     int `yaml:"damage" schema:"-20..20"`      // damage
	AP         int `yaml:"ap" schema:"-20..20"`          // armour piercing
	Move       int `yaml:"move" schema:"-20..20"`        // inches
	Assault    int `yaml:"assault" schema:"-20..20"`     // close assault
	FireEffect int `yaml:"fire-effect" schema:"-20..20"` // Fire Effect
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
	Entry      `yaml:",inline"`
	Multiplier Number `yaml:"multiplier" schema:"0..1000"` // multiplies the whole unit's price
	Summary    string `yaml:"summary" schema:"1..300"`     // its effect in a sentence

	// Restrictions; a zero value means none.

	Kinds      []fight.Kind `yaml:"kinds" schema:"..1000"`                         // the only kinds that may take it
	Single     bool         `yaml:"single"`                                        // for single figures only
	NotQuality []string     `yaml:"not-quality" schema:"..1000,each of qualities"` // Quality levels that may not have it
	Resolve    []string     `yaml:"resolve" schema:"..1000,each of resolves"`      // the only Resolve levels that may have it
	Includes   []string     `yaml:"includes" schema:"..1000,each id"`              // traits that it includes
	Opposes    []string     `yaml:"opposes" schema:"..1000,each id"`               // traits that work against it
	Group      string       `yaml:"group" schema:"id"`                             // a unit can have only one trait of a group
	Repeat     bool         `yaml:"repeat"`                                        // may be taken again for other weapons
	PerList    int          `yaml:"per-list" schema:"1..100"`                      // limit of units in a list with it
	// Bars holds traits that no unit of the list may have if one has this trait.
	Bars           []string `yaml:"bars" schema:"..1000,each id"`
	Gives          bool     `yaml:"gives"`                                      // it lends one trait, named in the list
	Wants          Wants    `yaml:"wants"`                                      // conditions without which it is of no use
	Weapons        int      `yaml:"weapons" schema:"1..20"`                     // number of weapons it applies to
	OneWeapon      bool     `yaml:"one-weapon"`                                 // these weapons count as one
	Directed       bool     `yaml:"directed"`                                   // these weapons fire in one direction
	OnlyMovements  []string `yaml:"movement" schema:"..1000,each of movements"` // the only ways of moving
	Armoured       bool     `yaml:"armoured"`                                   // for vehicles armoured on every side
	Crewless       bool     `yaml:"crewless"`                                   // the vehicle has no crew
	WeaponsPerCrew int      `yaml:"weapons-per-crew" schema:"1..20"`            // weapons that one crew member fires
	HeavyWeapons   bool     `yaml:"heavy-weapons"`                              // figures may carry heavy weapons

	// Effects are its effects in a fight besides Changes, Wounds and the numbers of
	// weapons. If the trait applies to weapons, they are effects of these weapons only.
	Effects []fight.Effect `yaml:"effects" schema:"1..20"`

	// Other effects in a fight and outside it.

	Changes     Changes `yaml:"changes"`                    // changes of the unit's numbers
	Markers     int     `yaml:"markers" schema:"-20..20"`   // dummy contact markers before the game
	Recon       int     `yaml:"recon" schema:"0..20"`       // recon points when the unit is sent on recon
	Stays       bool    `yaml:"stays"`                      // the unit is never sent on recon
	Reserve     bool    `yaml:"reserve"`                    // the unit may come on later
	Calls       bool    `yaml:"calls"`                      // the unit may call for off-board artillery
	NeverRushes bool    `yaml:"never-rushes"`               // the unit moves at cautious speed at most
	NoPinLevel  bool    `yaml:"no-pin-level"`               // no Fire Effect pins the unit while it has the trait
	Play        string  `yaml:"play" schema:"1..300"`       // the note on sheets; {pin} stands for the unit's pin level
	Coherency   int     `yaml:"coherency" schema:"-50..50"` // inches added to coherency
	Wounds      int     `yaml:"wounds" schema:"1..100"`     // wounds of each figure
	// Stunned is the number from which a die of the turn after says that it was not killed; 0 for none.
	Stunned int        `yaml:"stunned" schema:"0..6"`
	Lands   string     `yaml:"lands" schema:"id"` // the state in which it comes from reserve if no die passes
	Tests   TableTests `yaml:"tests"`             // its part in tests at the table
}

// Subjects holds the subjects of traits, in the order of menus.
var Subjects = []string{
	"Movement", "Shooting", "Protection", "Close assault", "Morale", "Orders", "Deployment", "Other",
}

// Subject returns the trait's main subject, one of Subjects.
func (t *Trait) Subject() string {
	var e fight.Effect
	if len(t.Effects) > 0 {
		e = t.Effects[0]
	}
	switch c := t.Changes; {
	case e.Outside == fight.OutsideMovement || c.Move != 0 || t.NeverRushes || len(t.OnlyMovements) > 0:
		return "Movement"
	case e.Assault != 0 || e.OnVehicles != 0 || e.KillRolls != 0 || e.KillRollsAre != 0 || e.UnitKillRolls != 0 ||
		e.EngagedBy != 0 || e.ChargeTest || c.Assault != 0:
		return "Close assault"
	case e.Save != 0 || e.Exceed || e.WoundsKill || e.PairedHits || e.RerollDamage || e.NoCover || e.Armour != 0 ||
		e.Of == fight.OfEnemy || c.Armour != 0 || t.Wounds > 0 || t.Armoured:
		return "Protection"
	case e.Outside == fight.OutsideMorale || e.Unbroken || e.MoralePasses != 0 || e.MoraleFails != 0 ||
		e.MoraleRerolls != 0 || e.NervePasses != 0 || e.Resolve != 0 || t.NoPinLevel:
		return "Morale"
	case e.Outside == "" && len(t.Effects) > 0 || c.FireEffect != 0 || c.Damage != 0 || c.AP != 0 || t.Weapons > 0 ||
		t.HeavyWeapons:
		return "Shooting"
	case e.Outside == fight.OutsideOrders || e.Outside == fight.OutsideRecovery || t.Gives:
		return "Orders"
	case e.Outside == fight.OutsideDeployment || e.Outside == fight.OutsideHiding || t.Markers != 0 || t.Recon != 0 ||
		t.Stays || t.Reserve:
		return "Deployment"
	}
	return "Other"
}

// Wants holds conditions without which a trait is of no use. Unmet ones give notes, not
// errors.
//
//schema:form {"minProperties": 1}
type Wants struct {
	Partner      bool       `yaml:"partner"`      // a partner unit
	PartnerKind  fight.Kind `yaml:"partner-kind"` // the partner's kind
	PartnerTrait string     `yaml:"partner-trait" schema:"id"`
	Room         bool       `yaml:"room"`                // a partner with room for the unit's figures
	InList       string     `yaml:"in-list" schema:"id"` // a unit of the list with this trait
	HeavyWeapon  bool       `yaml:"heavy-weapon"`        // a heavy weapon
}

// Style is a commander's style.
type Style struct {
	Entry    `yaml:",inline"`
	Recon    int       `yaml:"recon" schema:"-20..20"`  // recon points
	Depth    int       `yaml:"depth" schema:"0..100"`   // inches of the deployment zone
	Summary  string    `yaml:"summary" schema:"1..300"` // its effect in a sentence
	Turn     string    `yaml:"turn" schema:"name"`      // what it allows once a turn; "" for nothing
	Missions ByTwoDice `yaml:"missions"`                // the mission for each total of 2D6
}

// ByTwoDice holds a mission's id for each total of 2D6.
//
//schema:form {"$ref": "#/definitions/by-two-dice"}
type ByTwoDice [13]string

// UnmarshalYAML sets the totals that a file states and keeps the others.
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
	// Turns is the number of consecutive turns for which the objective must be held; 0 for
	// one that is met once.
	Turns int `yaml:"turns" schema:"0..20"`
	// Units is the percentage of the enemy's units that must be removed, rounded up to
	// whole units; 0 for other objectives.
	Units int `yaml:"units" schema:"0..100"`
	// Denies means that the mission is met if the enemy's is not met at the end of the game.
	Denies bool `yaml:"denies"`
}

// A Span is the numbers from Least to Most, both included.
type Span struct {
	Least int `yaml:"least" schema:"required,0..1000"` // at least
	Most  int `yaml:"most" schema:"required,0..1000"`  // at most
}

// Has reports whether n is in the span.
func (s Span) Has(n int) bool { return n >= s.Least && n <= s.Most }

// Organisation holds the sizes of platoons and companies.
type Organisation struct {
	Squads        Span `yaml:"squads"`                         // infantry squads of a platoon, the command squad apart
	Command       Span `yaml:"command"`                        // figures of a command squad, an attached officer counted
	Platoons      Span `yaml:"platoons"`                       // platoons of a company
	SquadsOutside int  `yaml:"squads-outside" schema:"1..100"` // squads outside platoons that count as one more platoon
}

// Before holds recon points and dummy markers before the game.
type Before struct {
	Recon struct {
		Platoon int `yaml:"platoon" schema:"-20..20"` // points for each platoon
		Best    int `yaml:"best" schema:"-20..20"`    // points for having a unit of the best Quality
		Unit    int `yaml:"unit" schema:"-20..20"`    // points for each unit sent
	} `yaml:"recon"` // recon points
	Dummies int `yaml:"dummies" schema:"0..100"` // dummy contact markers for each platoon
}

// Length is the number of turns of a game of a given time.
type Length struct {
	Entry `yaml:",inline"`
	Turns Span `yaml:"turns"` // turns of the game
}

// Note explains a step before the game, or a thing that only scenarios use.
type Note struct {
	Entry   `yaml:",inline"`
	Summary string `yaml:"summary" schema:"1..300"` // its effect in a sentence
}
