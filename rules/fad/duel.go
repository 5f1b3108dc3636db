package fad

// A Duel is one attack: who, on whom, under which circumstances.
type Duel struct {
	// Tables are the levels that every unit has.
	Tables   *Tables
	Scenario Scenario
	Attacker Side
	Target   Side
}

// Tables are the levels of Quality and of Resolve, lowest first. The lowest
// Quality is what non-combatants are taken for.
type Tables struct {
	Qualities []Quality
	Resolves  []Resolve
}

// Quality is a level of training.
type Quality struct {
	FireEffect int `yaml:"fire-effect" schema:"-20..20"` // added when it shoots
	Test       int `yaml:"test" schema:"1..7"`           // what a die of a Quality test needs
	Pin        int `yaml:"pin" schema:"0..1000"`         // Fire Effect above this pins it
}

// Resolve is a level of the will to fight.
type Resolve struct {
	Breaks Breaks `yaml:"breaks"`               // casualties that break infantry
	Hits   int    `yaml:"hits" schema:"1..100"` // penetrating hits that break a vehicle. Twice as many destroy it
}

// Breaks is a number of casualties, stated as figures or as a percentage of the
// original size.
//
//schema:form {"minProperties": 1, "maxProperties": 1}
type Breaks struct {
	Figures int `yaml:"figures" schema:"1..100"` // casualties
	Percent int `yaml:"percent" schema:"1..100"` // percent of the original size
}

// UnmarshalYAML reads one of the two and forgets the other, which an entry that
// is changed may have had.
func (b *Breaks) UnmarshalYAML(decode func(any) error) error {
	type stated Breaks
	*b = Breaks{}
	return decode((*stated)(b))
}

// Of returns the casualties that break a unit of so many figures; fractions
// count as a whole figure (docs/rules-notes.md, Fast and Dirty).
func (b Breaks) Of(figures int) int {
	if b.Figures > 0 {
		return b.Figures
	}
	return (figures*b.Percent + 99) / 100
}

// Mode is what the attacker does. The words are those of files.
type Mode string

// The modes of a duel.
const (
	Shooting       Mode = "shooting"
	Blast          Mode = "blast"
	CloseAssault   Mode = "close-assault"
	VehicleAssault Mode = "vehicle-assault" // figures on a vehicle
)

// Band is how far the target is, in steps of a weapon's close range.
type Band string

// The range bands. "" is Close.
const (
	Close  Band = "close"
	Medium Band = "medium"
	Long   Band = "long"
)

// Cover is what the target stands in.
type Cover string

// The kinds of cover. "" is Open.
const (
	Open    Cover = "open"
	Partial Cover = "partial"
	Heavy   Cover = "heavy"
)

// Facing is the side of a vehicle that is hit.
type Facing string

// The sides of a vehicle. "" is Front.
const (
	Front Facing = "front"
	Flank Facing = "side"
	Rear  Facing = "rear"
)

// A Scenario is the circumstances of a duel. A switch that means nothing in the
// mode, or for the kinds of the units, is an error of Odds.
type Scenario struct {
	Mode  Mode `yaml:"mode" schema:"required"` // what is fought
	Range Band `yaml:"range"`                  // the range band
	// Distance is the inches between the units; 0 leaves it at Range. With it
	// every weapon has its own band, and counts as far as it reaches.
	Distance int       `yaml:"-"`
	Cover    Cover     `yaml:"cover"`     // the target's cover
	Facing   Facing    `yaml:"side"`      // the side of a vehicle that is hit
	FreeShot *FreeShot `yaml:"free-shot"` // the charged unit's free shot
	// Contact is the figures that reach the vehicle; all of them, up to six, if left
	// out.
	Contact          int  `yaml:"contact" schema:"1..1000"`
	OpenFire         bool `yaml:"open-fire"`          // the shooter used Open Fire
	TargetUnderFire  bool `yaml:"target-under-fire"`  // the target is under fire or pinned
	ShooterUnderFire bool `yaml:"shooter-under-fire"` // the shooter is under fire or broken
	BunchedUp        bool `yaml:"bunched-up"`         // the target is bunched up
	NonCombatant     bool `yaml:"non-combatant"`      // the target is a non-combatant
	Concealed        bool `yaml:"concealed"`          // the target is a concealed sniper
	Moved            bool `yaml:"moved"`              // the shooter moved
	TargetMoved      bool `yaml:"target-moved"`       // the target moved
	WoundedRules     bool `yaml:"wounded-rules"`      // wounds are in play
	SquadDamage      bool `yaml:"squad-damage"`       // one damage roll serves the squad
	Crossfire        bool `yaml:"crossfire"`          // the crossfire rule is in play
	// TankNear means that a tank or walker of the target stands within 8 inches, or
	// it is in a bunker or a trench.
	TankNear bool `yaml:"tank-near"`
}

// A FreeShot is what a charged unit shoots under.
type FreeShot struct {
	Range    Band  `yaml:"range"` // the range band
	Distance int   `yaml:"-"`     // inches; 0 leaves it at Range
	Cover    Cover `yaml:"cover"` // the target's cover
	// ShooterUnderFire and TargetUnderFire are as in a scenario.
	ShooterUnderFire, TargetUnderFire bool `yaml:"-"`
}

// A Side is a unit, and what goes with it into the fight.
type Side struct {
	Unit
	// With is a unit that fires together with it: an attached weapons team, or
	// the other squad of a Fire Team; nil without one.
	With *Unit
	// Officer is a character who is with the unit; nil without one.
	Officer *Officer
	Alien   bool
	// Modifiers are what powers, fortifications or the table add.
	Modifiers Modifiers
	// Spotter is the Quality of who observes for off-board artillery, as a place
	// in the tables; nil is the battery's own.
	Spotter *int
}

// Modifiers are added to a side's rolls and to its armour.
//
//schema:form {"minProperties": 1}
type Modifiers struct {
	FireEffect int `yaml:"fire-effect" schema:"-20..20"` // Fire Effect when it shoots
	Assault    int `yaml:"assault" schema:"-20..20"`     // close assault
	Armour     int `yaml:"armour" schema:"-20..20"`      // armour
}

// An Officer is a character with a unit.
type Officer struct {
	Rating int
	Branch Branch // the units that he leads
}

// Branch is a part of the forces. The words are those of files.
type Branch string

// The branches.
const (
	OfInfantry Branch = "infantry"
	OfGunnery  Branch = "gunnery"
	OfCavalry  Branch = "cavalry"
)

// Kind is what kind of unit it is. The words are those of files.
type Kind string

// The kinds of units.
const (
	Infantry     Kind = "infantry"
	HeavyWeapons Kind = "heavy-weapons"
	Artillery    Kind = "artillery"
	Character    Kind = "character"
	Psionic      Kind = "psionic"
	Sniper       Kind = "sniper"
	Vehicle      Kind = "vehicle"
)

// Branch returns the branch that units of the kind belong to; "" for none.
func (k Kind) Branch() Branch {
	switch k {
	case Infantry:
		return OfInfantry
	case HeavyWeapons, Artillery:
		return OfGunnery
	case Vehicle:
		return OfCavalry
	}
	return ""
}

// Kinds lists all kinds.
func Kinds() []Kind {
	return []Kind{Infantry, HeavyWeapons, Artillery, Character, Psionic, Sniper, Vehicle}
}

// HasFigures reports whether units of the kind state their figures: squads, teams
// and artillery. The others are one figure or one vehicle.
func (k Kind) HasFigures() bool { return k == Infantry || k.Serves() }

// Serves reports whether the figures are the crew of a heavy weapon.
func (k Kind) Serves() bool { return k == HeavyWeapons || k == Artillery }

// Single reports whether a unit of the kind is one figure.
func (k Kind) Single() bool { return k == Character || k == Psionic || k == Sniper }

// A Unit is one unit as it stands when the fight begins, whole and fresh.
type Unit struct {
	Name string // for messages; may be empty
	Kind Kind

	Quality int // place in the tables
	// Led is the Quality for Fire Effect and tests, which a leader raises.
	Led     int
	Resolve int // place in the tables

	Figures int // 1 for a vehicle
	// CrewLost is how many of a team's crew fell before the fight: Figures are
	// those who are left. They count towards the casualties that break it.
	CrewLost int
	// Fallen is how many figures fell earlier in the game, or the markers that a
	// vehicle has: they count towards what breaks the unit, and destroys a vehicle.
	// Of a team each costs Fire Effect as CrewLost does.
	Fallen int
	Dice   int // D6 it shoots with, of which the highest counts
	Armour int // of figures, before traits
	// Ratings of a vehicle, before traits.
	Front, Flank, Rear int
	// Flies: it has no cover, and nobody assaults it.
	Flies bool

	// Weapons are the figures', those that are alike together and the first
	// listed first; with a vehicle each by itself.
	Weapons []Weapon
	// Crewed is how many of its weapons a vehicle can fire.
	Crewed int
	// Traits are what the unit has: traits, personalities, armour.
	Traits []Trait
}

// A Trait is something with effects.
type Trait struct {
	ID      string
	Name    string
	Effects []Effect
}

// A Weapon is a number of like weapons.
type Weapon struct {
	ID         string
	Name       string
	Count      int
	Close      int // inches; medium is twice, long three times as far
	Damage     int // added to the damage die
	FireEffect int // added to the unit's Fire Effect
	AP         int
	FireDice   int  // D6 added to Fire Effect
	Assault    int  // added in close assault
	Basic      bool // a squad's ordinary weapon, which adds its Fire Effect once
	Heavy      bool // a heavy weapon
	Movable    bool // a heavy weapon that a mount can fire on the move
	Served     bool // the crew serves it
	Unarmed    bool // it is no weapon at all
	Double     bool // its bearer counts twice in a squad
	Blast      bool // it blasts at figures
	Pins       bool // what it ranges in on is pinned
	Group      int  // weapons of one group fire as one; 0 is none
	Effects    []Effect
}
