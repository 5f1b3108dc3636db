package fad

// A Duel is one attack: both sides and the circumstances.
type Duel struct {
	// Tables holds the levels of Quality and Resolve.
	Tables   *Tables
	Scenario Scenario
	Attacker Side
	Target   Side
}

// Tables holds the levels of Quality and of Resolve, lowest first. Non-combatants have the lowest
// Quality.
type Tables struct {
	Qualities []Quality
	Resolves  []Resolve
}

// Quality is a level of training.
type Quality struct {
	FireEffectBonus int `yaml:"fire-effect" schema:"-20..20"` // added when it shoots
	TestNumber      int `yaml:"test" schema:"1..7"`           // target number of each die in a Quality test
	PinThreshold    int `yaml:"pin" schema:"0..1000"`         // Fire Effect above this pins it
}

// Resolve is a level of the will to fight.
type Resolve struct {
	BreakPoint  Breaks `yaml:"breaks"`               // casualties that break infantry
	HitsToBreak int    `yaml:"hits" schema:"1..100"` // penetrating hits that break a vehicle. Twice as many destroy it
}

// Breaks is a number of casualties, stated as figures or as a percentage of the
// original size.
//
//schema:form {"minProperties": 1, "maxProperties": 1}
type Breaks struct {
	Figures int `yaml:"figures" schema:"1..100"` // casualties
	Percent int `yaml:"percent" schema:"1..100"` // percent of the original size
}

// UnmarshalYAML decodes b and clears the field that is not stated, so that an edited entry does not
// keep its old value.
func (b *Breaks) UnmarshalYAML(decode func(any) error) error {
	type stated Breaks
	*b = Breaks{}
	return decode((*stated)(b))
}

// Casualties returns the number of casualties that break a unit of so many figures; fractions count
// as a whole figure (docs/rules-notes.md, Fast and Dirty).
func (b Breaks) Casualties(figures int) int {
	if b.Figures > 0 {
		return b.Figures
	}
	return (figures*b.Percent + 99) / 100
}

// Mode is the attacker's action, as written in files.
type Mode string

// The modes of a duel.
const (
	Shooting       Mode = "shooting"
	Blast          Mode = "blast"
	AllFire        Mode = "all" // direct fire and every blast in one activation
	CloseAssault   Mode = "close-assault"
	VehicleAssault Mode = "vehicle-assault" // figures on a vehicle
)

// Band is a range band, a multiple of a weapon's close range.
type Band string

// The range bands. "" is Close.
const (
	Close  Band = "close"
	Medium Band = "medium"
	Long   Band = "long"
)

// Cover is the target's cover.
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

// A Scenario is the circumstances of a duel. Odds returns an error for a setting that
// has no meaning in the mode or for the kinds of units.
type Scenario struct {
	Mode  Mode `yaml:"mode" schema:"required"` // what is fought
	Range Band `yaml:"range"`                  // the range band
	// Distance is the distance between the units in inches. If it is not 0, it replaces Range: each
	// weapon has its own band, and weapons that do not reach so far are left out.
	Distance int       `yaml:"-"`
	Cover    Cover     `yaml:"cover"`     // the target's cover
	Facing   Facing    `yaml:"side"`      // the side of a vehicle that is hit
	FreeShot *FreeShot `yaml:"free-shot"` // the charged unit's free shot
	// ContactFigures are the figures that reach the vehicle; all of them, up to six, if left out.
	ContactFigures        int  `yaml:"contact" schema:"1..1000"`
	OpenFire              bool `yaml:"open-fire"`          // the shooter used Open Fire
	TargetUnderFire       bool `yaml:"target-under-fire"`  // the target is under fire or pinned
	ShooterUnderFire      bool `yaml:"shooter-under-fire"` // the shooter is under fire or broken
	TargetBunchedUp       bool `yaml:"bunched-up"`         // the target is bunched up
	TargetNonCombatant    bool `yaml:"non-combatant"`      // the target is a non-combatant
	TargetConcealed       bool `yaml:"concealed"`          // the target is a concealed sniper
	ShooterMoved          bool `yaml:"moved"`              // the shooter moved
	TargetMoved           bool `yaml:"target-moved"`       // the target moved
	UsesWoundedRules      bool `yaml:"wounded-rules"`      // wounds are in play
	OneDamageRollPerSquad bool `yaml:"squad-damage"`       // one damage roll serves the squad
	UsesCrossfire         bool `yaml:"crossfire"`          // the crossfire rule is in play
	// TankNearTarget means that a tank or walker of the target stands within 8 inches, or it is in
	// a bunker or a trench.
	TankNearTarget bool `yaml:"tank-near"`
}

// A FreeShot is the circumstances of a charged unit's shot.
type FreeShot struct {
	Range    Band  `yaml:"range"` // the range band
	Distance int   `yaml:"-"`     // inches; replaces Range unless 0
	Cover    Cover `yaml:"cover"` // the target's cover
	// ShooterUnderFire and TargetUnderFire are as in Scenario.
	ShooterUnderFire, TargetUnderFire bool `yaml:"-"`
}

// A Side is a unit with its partner, officer and modifiers.
type Side struct {
	Fighter
	// Partner is a unit that fires together with this unit: an attached weapons team, or the other
	// squad of a Fire Team; nil without one.
	Partner *Fighter
	// Officer is a character with the unit; nil without one.
	Officer *Officer
	Alien   bool
	// Modifiers hold the changes by powers, fortifications or terrain.
	Modifiers Modifiers
	// SpotterQuality is the Quality of the observer for off-board artillery, as an index into the
	// tables; nil means the battery's own.
	SpotterQuality *int
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
	Branch Branch // the branch that he leads
}

// Branch is a part of the forces, as written in files.
type Branch string

// The branches.
const (
	BranchInfantry Branch = "infantry"
	BranchGunnery  Branch = "gunnery"
	BranchCavalry  Branch = "cavalry"
)

// Kind is a kind of unit, as written in files.
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
		return BranchInfantry
	case HeavyWeapons, Artillery:
		return BranchGunnery
	case Vehicle:
		return BranchCavalry
	}
	return ""
}

// Kinds lists all kinds.
func Kinds() []Kind {
	return []Kind{Infantry, HeavyWeapons, Artillery, Character, Psionic, Sniper, Vehicle}
}

// HasFigures reports whether units of the kind have a number of figures: squads, teams
// and artillery do. The others are one figure or one vehicle.
func (k Kind) HasFigures() bool { return k == Infantry || k.CrewsWeapon() }

// CrewsWeapon reports whether units of the kind are the crew of a heavy weapon.
func (k Kind) CrewsWeapon() bool { return k == HeavyWeapons || k == Artillery }

// IsSingleFigure reports whether units of the kind are one figure.
func (k Kind) IsSingleFigure() bool { return k == Character || k == Psionic || k == Sniper }

// A Fighter is one unit at the beginning of the fight.
type Fighter struct {
	Name string // for messages; may be empty
	Kind Kind

	Quality int // index into the tables
	// QualityWithLeader is the Quality for Fire Effect and tests, with a leader's bonus, as an
	// index into the tables.
	QualityWithLeader int
	Resolve           int // index into the tables

	Figures int // 1 for a vehicle
	// CrewLost is the number of a team's crew lost before the fight. Figures does not include them,
	// but they count towards the break point.
	CrewLost int
	// Fallen is the number of figures lost earlier in the game, or of a vehicle's markers. They
	// count towards the break point and towards destroying a vehicle. Each figure lost by a team
	// lowers its Fire Effect, as CrewLost does.
	Fallen       int
	ShootingDice int // D6 rolled to shoot; the highest counts
	Armour       int // of figures, before traits
	// Front, Flank and Rear are the armour ratings of a vehicle's sides, before traits.
	Front, Flank, Rear int
	// Flies means that the unit has no cover and cannot be assaulted.
	Flies bool

	// Weapons holds the figures' weapons, equal ones counted together, in the order
	// of the list; a vehicle's weapons are separate entries.
	Weapons []Weapon
	// WeaponsCrewed is the number of weapons that a vehicle has crew to fire.
	WeaponsCrewed int
	// Traits holds the unit's traits, personalities and armour.
	Traits []Trait
}

// A Trait is a named source of effects.
type Trait struct {
	ID      string
	Name    string
	Effects []Effect
}

// A Weapon is one or more equal weapons.
type Weapon struct {
	ID                 string
	Name               string
	Count              int
	CloseRange         int // close range in inches; medium is twice, long three times as far
	DamageBonus        int // added to the damage die
	FireEffectBonus    int // added to the unit's Fire Effect
	AP                 int
	ExtraFireDice      int  // D6 added to Fire Effect
	AssaultBonus       int  // added in close assault
	IsBasic            bool // a squad's ordinary weapon: adds its Fire Effect only once
	IsHeavy            bool // a heavy weapon
	FiresOnMovingMount bool // a heavy weapon that a mount can fire after moving
	ServedByCrew       bool // the crew's weapon
	IsUnarmed          bool // stands for having no weapon
	CountsTwice        bool // its bearer counts as two figures of a squad
	IsBlast            bool // an area effect weapon: blasts at figures
	PinsTarget         bool // a target that it ranges in on is pinned
	FiringGroup        int  // weapons of one group fire as one; 0 is none
	Effects            []Effect
}
