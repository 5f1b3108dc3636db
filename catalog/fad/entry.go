package fad

import fight "muster/rules/fad"

// Entry is what every row of the armoury has.
type Entry struct {
	ID     string `yaml:"id"`
	Name   string `yaml:"name"`
	Source string `yaml:"source"` // the table or chapter that its figures are from
}

// entry is how a table reaches what all its rows have.
func (e *Entry) entry() *Entry { return e }

// Known returns what a row is known by.
func (e Entry) Known() Entry { return e }

// Quality is a unit's training.
type Quality struct {
	Entry      `yaml:",inline"`
	Multiplier Number `yaml:"multiplier"`  // the factor's first half
	FireEffect int    `yaml:"fire-effect"` // added when it shoots
	BaseRange  int    `yaml:"base-range"`  // inches; a weapon's range multiplies it
	Coherency  int    `yaml:"coherency"`   // inches
	Test       int    `yaml:"test"`        // what a die of a Quality test needs
	Pin        int    `yaml:"pin"`         // Fire Effect above this pins it
	Targets    int    `yaml:"targets"`     // how many of the closest enemies it chooses from
}

// Resolve is a unit's will to fight.
type Resolve struct {
	Entry    `yaml:",inline"`
	Modifier Number `yaml:"modifier"` // the factor's second half
	Breaks   Breaks `yaml:"breaks"`   // casualties that break infantry
	Hits     int    `yaml:"hits"`     // penetrating hits that break a vehicle
}

// Breaks is a number of casualties, stated as figures or as a percentage of the
// original size.
type Breaks struct{ fight.Breaks }

// UnmarshalYAML reads one of the two and forgets the other, which an entry that
// is changed may have had.
func (b *Breaks) UnmarshalYAML(decode func(any) error) error {
	var stated fight.Breaks
	if err := decode(&stated); err != nil {
		return err
	}
	b.Breaks = stated
	return nil
}

// KindCost is where the price of a kind of unit starts, and what the kind is.
type KindCost struct {
	Entry       `yaml:",inline"`
	Base        Number `yaml:"base"`         // points of a figure, a crew member or the thing itself
	Dice        int    `yaml:"dice"`         // D6 it shoots with; the highest counts
	Personality Number `yaml:"personality"`  // points of each personality
	Passenger   Number `yaml:"passenger"`    // points of each passenger's place
	Move        int    `yaml:"move"`         // inches; vehicles move by their Movement
	Resolve     string `yaml:"resolve"`      // the Resolve that it always has; "" for any
	Multiplier  Number `yaml:"multiplier"`   // of the price, at the end; 0 for none
	OffBoard    bool   `yaml:"off-board"`    // it is never on the table
	Weapon      string `yaml:"weapon"`       // the weapon that its base includes
	NeverRushes bool   `yaml:"never-rushes"` // it moves at cautious speed at most
	Play        string `yaml:"play"`         // what it means at the table; see Unit.Play
	Crewless    string `yaml:"crewless"`     // the same of one that needs no crew
	Attached    string `yaml:"attached"`     // what it means at the table that a squad is its partner
	// AttachedFire is what more it means if both can shoot without a blast.
	AttachedFire string   `yaml:"attached-fire"`
	Scouts       bool     `yaml:"scouts"`    // it may be sent on recon
	Alone        bool     `yaml:"alone"`     // it never joins another unit
	BeginsAs     string   `yaml:"begins-as"` // the shipped unit that one added by its kind begins as
	Strength     Strength `yaml:"strength"`
	Creation     Creation `yaml:"creation"`
}

// Creation is what a unit is before basic creation, which takes a figure away
// for each step up (docs/rules-notes.md, Fast and Dirty). Without figures the kind is not made so.
type Creation struct {
	Figures int    `yaml:"figures"`
	Quality string `yaml:"quality"`
	Resolve string `yaml:"resolve"`
	Armour  string `yaml:"armour"`
	Weapon  string `yaml:"weapon"`
}

// Strength bounds a psionic's strength and prices each point above the least.
type Strength struct {
	Least  int    `yaml:"least"`
	Most   int    `yaml:"most"`
	Points Number `yaml:"points"`
}

// Leader is the experience of a squad's leader.
type Leader struct {
	Entry  `yaml:",inline"`
	Points Number `yaml:"points"`
	Raises int    `yaml:"raises"` // levels of Quality, for Fire Effect and Quality tests
}

// Leadership is how well a character leads.
type Leadership struct {
	Entry  `yaml:",inline"`
	Points Number `yaml:"points"`
	Rating int    `yaml:"rating"` // re-rolls, and what he adds to his own branch's rolls
}

// Aptitude is how well a psionic invokes powers.
type Aptitude struct {
	Entry  `yaml:",inline"`
	Points Number `yaml:"points"`
	Target int    `yaml:"target"` // what a die needs
}

// Movement is how a vehicle moves, in inches.
type Movement struct {
	Entry    `yaml:",inline"`
	Cautious int    `yaml:"cautious"`
	Standard int    `yaml:"standard"`
	Airborne bool   `yaml:"airborne"` // no cover, and nobody assaults it
	Summary  string `yaml:"summary"`
}

// Armour is what figures wear.
type Armour struct {
	Entry   `yaml:",inline"`
	Rating  int    `yaml:"rating"`
	Points  Number `yaml:"points"`
	Powered bool   `yaml:"powered"` // power armour
	Play    string `yaml:"play"`    // what it means at the table
	// Coherency is inches, whatever the Quality; 0 for that of the Quality.
	Coherency int `yaml:"coherency"`
	// Effects are what it does in a fight.
	Effects []fight.Effect `yaml:"effects"`
}

// VehicleArmour is what one rating costs on each side of a vehicle.
type VehicleArmour struct {
	Rating int    `yaml:"rating"`
	Front  Number `yaml:"front"`
	Side   Number `yaml:"side"`
	Rear   Number `yaml:"rear"` // rear, top and underside together
	Source string `yaml:"source"`
}

// Class is which table a weapon stands in.
type Class string

// The classes of weapons.
const (
	Basic   Class = "basic"
	Support Class = "support"
	Heavy   Class = "heavy"
)

// Weapon is a weapon of any class.
type Weapon struct {
	Entry      `yaml:",inline"`
	Class      Class  `yaml:"-"`
	Range      int    `yaml:"range"`       // multiplies the base range of the unit's Quality
	Damage     int    `yaml:"damage"`      // added to the damage die
	FireEffect int    `yaml:"fire-effect"` // added to the unit's Fire Effect
	AP         int    `yaml:"ap"`
	FireDice   int    `yaml:"fire-dice"` // D6 added to Fire Effect
	Assault    int    `yaml:"assault"`   // added in close assault
	Points     Number `yaml:"points"`
	Double     bool   `yaml:"double"`    // its bearer counts twice for Fire Effect
	Mount      bool   `yaml:"mount"`     // for vehicles and power armour only
	Suit       bool   `yaml:"suit"`      // for power armour only
	Unarmed    bool   `yaml:"unarmed"`   // it is no weapon at all
	Blast      int    `yaml:"blast"`     // radius in inches
	Pins       bool   `yaml:"pins"`      // infantry in its blast is pinned
	Indirect   bool   `yaml:"indirect"`  // needs no line of sight
	OffBoard   bool   `yaml:"off-board"` // off-board artillery may serve it
	Smoke      bool   `yaml:"smoke"`     // lays one smoke screen a game too
	Bulky      bool   `yaml:"bulky"`     // too heavy for power armour
	Movable    bool   `yaml:"movable"`   // a grav mount fires it on the move
	Either     bool   `yaml:"either"`    // fires its blast without AP, or its AP without blast
}

// Personality is a notable soldier.
type Personality struct {
	Entry   `yaml:",inline"`
	Summary string  `yaml:"summary"`
	Changes Changes `yaml:"changes"`
	// Effects are what it does in a fight beside Changes.
	Effects []fight.Effect `yaml:"effects"`
}

// Power is what a psionic can do.
type Power struct {
	Entry   `yaml:",inline"`
	Summary string `yaml:"summary"`
	// Effects are what it does in a fight to the unit that it is invoked on.
	Effects []fight.Effect `yaml:"effects"`
}

// Changes are what a trait or a personality always adds to a unit's numbers.
type Changes struct {
	Armour     int `yaml:"armour"`
	Damage     int `yaml:"damage"`
	AP         int `yaml:"ap"`
	Move       int `yaml:"move"` // inches
	Assault    int `yaml:"assault"`
	FireEffect int `yaml:"fire-effect"`
}

// Plus adds two sets of changes.
func (c Changes) Plus(d Changes) Changes {
	return Changes{
		Armour: c.Armour + d.Armour, Damage: c.Damage + d.Damage, AP: c.AP + d.AP,
		Move: c.Move + d.Move, Assault: c.Assault + d.Assault, FireEffect: c.FireEffect + d.FireEffect,
	}
}

// Trait is a special ability of a whole unit, and who may have it (docs/rules-notes.md, Fast and Dirty).
type Trait struct {
	Entry      `yaml:",inline"`
	Multiplier Number `yaml:"multiplier"` // of the whole unit's price
	Summary    string `yaml:"summary"`

	// Restrictions; each zero value restricts nothing.

	Kinds          []Kind   `yaml:"kinds"`       // the only kinds that may take it
	Single         bool     `yaml:"single"`      // for single figures only
	NotQuality     []string `yaml:"not-quality"` // Quality that may not have it
	Resolve        []string `yaml:"resolve"`     // Resolve that it needs
	Includes       []string `yaml:"includes"`    // traits that it is as well
	Opposes        []string `yaml:"opposes"`     // traits that undo it
	Group          string   `yaml:"group"`       // a unit has at most one trait of a group
	Repeat         bool     `yaml:"repeat"`      // may be taken again for other weapons
	PerList        int      `yaml:"per-list"`    // units of a list that may have it
	Bars           []string `yaml:"bars"`        // traits that no unit of the list may have beside it
	Gives          bool     `yaml:"gives"`       // lends one trait, which the list names
	Wants          Wants    `yaml:"wants"`
	Weapons        int      `yaml:"weapons"`    // how many of the vehicle's weapons it touches
	OneWeapon      bool     `yaml:"one-weapon"` // those weapons count as one
	Movement       []string `yaml:"movement"`   // the only ways of moving
	Armoured       bool     `yaml:"armoured"`   // for vehicles armoured on every side
	Crewless       bool     `yaml:"crewless"`   // the vehicle has no crew
	WeaponsPerCrew int      `yaml:"weapons-per-crew"`
	HeavyWeapons   bool     `yaml:"heavy-weapons"` // figures may carry heavy weapons

	// Effects are what it does in a fight, beside Changes, Wounds and what counts
	// weapons. Those of a trait that touches weapons are these weapons'.
	Effects []fight.Effect `yaml:"effects"`

	// What it means in a fight and outside it.

	Changes     Changes `yaml:"changes"`
	Markers     int     `yaml:"markers"`      // dummy contact markers before the game
	Recon       int     `yaml:"recon"`        // recon points when the unit is sent on recon
	Stays       bool    `yaml:"stays"`        // the unit is never sent on recon
	Reserve     bool    `yaml:"reserve"`      // the unit may come on later
	NeverRushes bool    `yaml:"never-rushes"` // the unit moves at cautious speed at most
	Coherency   int     `yaml:"coherency"`    // inches more
	Wounds      int     `yaml:"wounds"`       // of each figure
}

// Wants is what a trait is of no use without: notes, never errors.
type Wants struct {
	Partner      bool   `yaml:"partner"`
	PartnerKind  Kind   `yaml:"partner-kind"`
	PartnerTrait string `yaml:"partner-trait"`
	Room         bool   `yaml:"room"`    // the partner can carry the unit's figures
	InList       string `yaml:"in-list"` // some unit of the list has this trait
	HeavyWeapon  bool   `yaml:"heavy-weapon"`
}

// Style is a commander's style.
type Style struct {
	Entry    `yaml:",inline"`
	Recon    int       `yaml:"recon"` // recon points
	Depth    int       `yaml:"depth"` // of the deployment zone, in inches
	Summary  string    `yaml:"summary"`
	Missions ByTwoDice `yaml:"missions"`
}

// ByTwoDice is a mission's id for each total of 2D6.
type ByTwoDice [13]string

// UnmarshalYAML reads the totals that a file states and leaves the others.
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

// Mission is what a side has to do.
type Mission struct {
	Entry   `yaml:",inline"`
	Summary string `yaml:"summary"`
}

// A Span is numbers from Least to Most, both included.
type Span struct {
	Least int `yaml:"least"`
	Most  int `yaml:"most"`
}

// Has reports whether n is in the span.
func (s Span) Has(n int) bool { return n >= s.Least && n <= s.Most }

// Organisation is what platoons and companies hold.
type Organisation struct {
	Squads        Span `yaml:"squads"`         // infantry squads of a platoon, the command squad apart
	Command       Span `yaml:"command"`        // figures of a command squad, an attached officer counted
	Platoons      Span `yaml:"platoons"`       // platoons of a company
	SquadsOutside int  `yaml:"squads-outside"` // squads outside platoons that count as one platoon more
}

// Before is what a force has before the game.
type Before struct {
	Recon struct {
		Platoon int `yaml:"platoon"` // points for each platoon
		Best    int `yaml:"best"`    // for any unit of the best Quality
		Unit    int `yaml:"unit"`    // for each unit sent
	} `yaml:"recon"`
	Dummies int `yaml:"dummies"` // dummy contact markers for each platoon
}

// Length is how many turns a game of some time lasts.
type Length struct {
	Entry `yaml:",inline"`
	Turns Span `yaml:"turns"`
}

// ScenarioNote is something that only a scenario brings to the table.
type ScenarioNote struct {
	Entry   `yaml:",inline"`
	Summary string `yaml:"summary"`
}
