package fad

// A Duel is one attack between two sides, with its circumstances.
type Duel struct {
	// Tables holds the levels of Quality and of Resolve that units can have.
	Tables   *Tables
	Scenario Scenario
	Attacker Side
	Target   Side
}

// Tables holds the levels of Quality and of Resolve, lowest first. Non-combatants have the lowest
// Quality.
type Tables struct {
	Qualities []QualityLevel
	Resolves  []ResolveLevel
}

// QualityLevel is a level of a unit's training.
type QualityLevel struct {
	FireEffectBonus int `yaml:"fire-effect" schema:"-20..20"` // added when it shoots
	TestNumber      int `yaml:"test" schema:"1..7"`           // target number of each die in a Quality test
	PinThreshold    int `yaml:"pin" schema:"0..1000"`         // Fire Effect above this pins it
}

// ResolveLevel is a level of a unit's will to fight.
type ResolveLevel struct {
	BreakPoint  BreakPoint `yaml:"breaks"`               // casualties that break infantry
	HitsToBreak int        `yaml:"hits" schema:"1..100"` // penetrating hits that break a vehicle. Twice as many destroy it
}

// A BreakPoint is the number of casualties that breaks a unit of infantry: a number of figures, or a
// percentage of the unit's original size.
//
//schema:form {"minProperties": 1, "maxProperties": 1}
type BreakPoint struct {
	Figures int `yaml:"figures" schema:"1..100"` // casualties
	Percent int `yaml:"percent" schema:"1..100"` // percent of the original size
}

// UnmarshalYAML decodes b and clears the field that is not stated, so that an edited entry does not
// keep its old value.
func (b *BreakPoint) UnmarshalYAML(decode func(any) error) error {
	type stated BreakPoint
	*b = BreakPoint{}
	return decode((*stated)(b))
}

// Casualties returns the number of casualties that break a unit of so many figures; fractions count
// as a whole figure (docs/rules-notes.md, Fast and Dirty).
func (b BreakPoint) Casualties(figures int) int {
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

// RangeBand is a range band, a multiple of a weapon's close range.
type RangeBand string

// The range bands. "" is Close.
const (
	Close  RangeBand = "close" // The range bands. "" means Close.
	Medium RangeBand = "medium"
	Long   RangeBand = "long"
)

// Cover is the target's cover.
type Cover string

// The kinds of cover. "" is Open.
const (
	Open    Cover = "open" // The kinds of cover. "" means Open.
	Partial Cover = "partial"
	Heavy   Cover = "heavy"
)

// Facing is the side of a vehicle that a hit strikes.
type Facing string

// The sides of a vehicle. "" is Front.
const (
	Front Facing = "front" // The sides of a vehicle that can be hit. "" means Front.
	Flank Facing = "side"
	Rear  Facing = "rear"
)

// A Scenario is the circumstances of a duel. Odds returns an error for a setting that
// has no meaning in the mode or for the kinds of units.
type Scenario struct {
	Mode  Mode      `yaml:"mode" schema:"required"` // what is fought
	Range RangeBand `yaml:"range"`                  // the range band
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
	Range    RangeBand `yaml:"range"` // the range band
	Distance int       `yaml:"-"`     // inches; replaces Range unless 0
	Cover    Cover     `yaml:"cover"` // the target's cover
	// ShooterUnderFire and TargetUnderFire mean that the shooter or the target of the free shot is
	// under fire, as in Scenario.
	ShooterUnderFire, TargetUnderFire bool `yaml:"-"`
}

// A Side is one side of a duel: a unit with its partner, officer and modifiers.
type Side struct {
	Fighter
	// Partner is a unit that fires together with this unit: an attached weapons team, or the other
	// squad of a Fire Team; nil without one.
	Partner *Fighter
	// Officer is the character that leads the unit; nil without one.
	Officer *Officer
	IsAlien bool
	// Modifiers hold changes to the side's rolls and armour by powers, fortifications or terrain.
	Modifiers Modifiers
	// SpotterQuality is the Quality of the observer for off-board artillery, as an index into
	// Tables.Qualities; nil means the battery's own.
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

// Branch is a branch of the forces (infantry, gunnery, cavalry), as written in files.
type Branch string

// The branches.
const (
	BranchInfantry Branch = "infantry"
	BranchGunnery  Branch = "gunnery"
	BranchCavalry  Branch = "cavalry"
)

// UnitKind is a kind of unit, as written in files.
type UnitKind string

// The kinds of units.
const (
	Infantry     UnitKind = "infantry"
	HeavyWeapons UnitKind = "heavy-weapons"
	Artillery    UnitKind = "artillery"
	Character    UnitKind = "character"
	Psionic      UnitKind = "psionic"
	Sniper       UnitKind = "sniper"
	Vehicle      UnitKind = "vehicle"
)

// Branch returns the branch that units of the kind belong to; "" for none.
func (k UnitKind) Branch() Branch {
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
func Kinds() []UnitKind {
	return []UnitKind{Infantry, HeavyWeapons, Artillery, Character, Psionic, Sniper, Vehicle}
}

// HasFigures reports whether units of the kind have a number of figures: squads, teams
// and artillery do. The others are one figure or one vehicle.
func (k UnitKind) HasFigures() bool { return k == Infantry || k.CrewsWeapon() }

// CrewsWeapon reports whether units of the kind are the crew of a heavy weapon.
func (k UnitKind) CrewsWeapon() bool { return k == HeavyWeapons || k == Artillery }

// IsSingleFigure reports whether units of the kind are one figure.
func (k UnitKind) IsSingleFigure() bool { return k == Character || k == Psionic || k == Sniper }

// A Fighter is one unit as it is when the fight begins.
type Fighter struct {
	Name string // name for messages; may be empty
	Kind UnitKind

	Quality int // index into Tables.Qualities
	// QualityWithLeader is the Quality that counts for Fire Effect and tests, including a leader's
	// bonus, as an index into Tables.Qualities.
	QualityWithLeader int
	Resolve           int // index into Tables.Resolves

	Figures int // number of figures; 1 for a vehicle
	// CrewLost is the number of a team's crew lost before the fight. Figures does not include them,
	// but they count towards the break point.
	CrewLost int
	// FiguresLost is the number of figures lost earlier in the game, or of a vehicle's markers.
	// They count towards the break point and towards destroying a vehicle. Each figure lost by a
	// team lowers its Fire Effect, as CrewLost does.
	FiguresLost  int
	ShootingDice int // number of D6 rolled to shoot; the highest counts
	Armour       int // armour of the figures, before changes by traits
	// Front, Flank and Rear are the armour ratings of a vehicle's sides, before changes by traits.
	Front, Flank, Rear int
	// Flies means that the unit has no cover and cannot be assaulted.
	Flies bool

	// Weapons holds the figures' weapons in the order of the list, equal ones in one entry with
	// their count; each weapon of a vehicle has its own entry.
	Weapons []Weapon
	// CrewedWeaponCount is the number of weapons that a vehicle has crew to fire.
	CrewedWeaponCount int
	// Traits holds the unit's traits, personalities and armour.
	Traits []Trait
}

// A Trait is anything with a name that has effects on its unit: a trait, a personality, an armour.
type Trait struct {
	ID      string
	Name    string
	Effects []Effect
}

// A Weapon is one weapon, or several equal ones, of a unit.
type Weapon struct {
	ID                 string
	Name               string
	Count              int
	CloseRange         int // close range in inches; medium is twice, long three times as far
	DamageBonus        int // added to the damage die of its hits
	FireEffectBonus    int // added to the unit's Fire Effect
	AP                 int
	ExtraFireDice      int  // D6 added to Fire Effect
	AssaultBonus       int  // added to the unit's total in close assault
	IsBasic            bool // a squad's ordinary weapon: adds its Fire Effect only once
	IsHeavy            bool // a heavy weapon
	FiresOnMovingMount bool // a heavy weapon that a unit on a mount can fire after moving
	ServedByCrew       bool // the weapon that a team's crew serves
	IsUnarmed          bool // an entry that stands for having no weapon
	BearerCountsTwice  bool // its bearer counts as two figures of a squad
	IsBlast            bool // an area effect weapon: blasts at figures
	PinsTarget         bool // a target at which a blast ranges in is pinned, even without a hit
	FiringGroup        int  // number of a group of weapons that fire as one; 0 means none
	Effects            []Effect
}
