package rules

import (
	"reflect"
	"slices"
)

// An Effect is one thing that a rule of Grimdark Future does, in the words of
// the table (words.go); docs/writing-a-book.md explains them with examples. An
// effect belongs to whoever has the rule, its bearer: a weapon, a model, or the
// whole unit. Unset words are left out where an effect is written.
//
//schema:form {"$ref": "#/definitions/effect"}
type Effect struct {
	// When, for whom and on which die.

	Of   Of   `yaml:"of,omitempty"`   // whose attacks it changes
	To   To   `yaml:"to,omitempty"`   // who has the effect while the bearer lives
	When When `yaml:"when,omitempty"` // every condition must hold
	On   On   `yaml:"on,omitempty"`   // the unmodified die that triggers it; "" for every die
	By   By   `yaml:"by,omitempty"`   // the fight in which it acts, where that is neither shooting nor melee

	// What a rule means while a list is built.

	Hero      bool  `yaml:"hero,omitempty"`       // the model is a hero
	Tough     Value `yaml:"tough,omitempty"`      // wounds it takes to kill the model
	Transport Value `yaml:"transport,omitempty"`  // spaces for models inside
	Tokens    Value `yaml:"tokens,omitempty"`     // spell tokens a round, or the psychic's level
	PerList   Value `yaml:"per-list,omitempty"`   // how often a list may have the unit
	PerGame   Value `yaml:"per-game,omitempty"`   // how often a game the weapon is used
	Defense   Value `yaml:"defense,omitempty"`    // improves Defense by so much
	DefenseIs Value `yaml:"defense-is,omitempty"` // sets Defense, if that is better

	// Deploys says how the unit comes to the table, before the game begins.
	Deploys Deploys `yaml:"deploys,omitempty"`

	// Cannot is what the unit cannot do, whatever else.
	Cannot []Cannot `yaml:"cannot,omitempty"`

	// Outside names what the rule, or this part of it, is about where that has
	// no part in one attack. Such an effect is explained, and changes no fight.
	Outside Outside `yaml:"outside,omitempty"`

	// Gives is the rules that count as had; a rating "X" is the bearer's.
	Gives []Use `yaml:"gives,omitempty"`

	// What it does to attacks: the bearer's, or with Of its enemy's.

	Quality      Value    `yaml:"quality,omitempty"`       // the Quality to hit with, instead of the model's
	ToHit        Value    `yaml:"to-hit,omitempty"`        // modifies rolls to hit
	Range        Value    `yaml:"range,omitempty"`         // inches added to the weapon's range
	RangeLeast   Value    `yaml:"range-least,omitempty"`   // a negative Range never brings a weapon under so many inches
	AP           Value    `yaml:"ap,omitempty"`            // taken from rolls to block; never under 0 in all
	APIs         Value    `yaml:"ap-is,omitempty"`         // AP is at least this
	Blast        Value    `yaml:"blast,omitempty"`         // each hit becomes so many, within the edition's cap
	Deadly       Value    `yaml:"deadly,omitempty"`        // each wound becomes so many, on one model
	Copies       Value    `yaml:"copies,omitempty"`        // the hit becomes so many of its kind
	ExtraHits    Value    `yaml:"extra-hits,omitempty"`    // ordinary hits beside the one that triggered
	ExtraAttacks Value    `yaml:"extra-attacks,omitempty"` // more dice, which give none themselves
	ExtraWounds  Value    `yaml:"extra-wounds,omitempty"`  // more wounds from an unblocked hit
	SelfWounds   Value    `yaml:"self-wounds,omitempty"`   // wounds that the attacker's own unit takes
	RerollBlocks Value    `yaml:"reroll-blocks,omitempty"` // unmodified rolls of this number that block are rolled again, once
	Ignore       []Ignore `yaml:"ignore,omitempty"`        // what the attack takes no notice of
	IgnoreRules  []string `yaml:"ignore-rules,omitempty"`  // the enemy's rules, by name, that do not count against it
	WithoutSight bool     `yaml:"without-sight,omitempty"` // may shoot at what the unit does not see
	Picks        Picks    `yaml:"picks,omitempty"`         // the attacker picks the model
	StrikesFirst bool     `yaml:"strikes-first,omitempty"` // strikes before the enemy's charge
	StrikesLast  bool     `yaml:"strikes-last,omitempty"`  // strikes after the enemy has struck back

	// What each living bearer adds when its unit strikes.

	BestWeaponAttacks Value `yaml:"best-weapon-attacks,omitempty"` // attacks more with its best melee weapon
	Hits              Value `yaml:"hits,omitempty"`                // automatic hits: no AP, no weapon's rules
	Wounds            Value `yaml:"wounds,omitempty"`              // wounds that cannot be blocked
	Needs             Value `yaml:"needs,omitempty"`               // Hits and Wounds are dice that must show so much
	Attacks           Value `yaml:"attacks,omitempty"`             // dice to hit without a weapon, with the bearer's Quality
	Each              Value `yaml:"each,omitempty"`                // each of Hits or Wounds counts so often; 1 if not stated
	With              []Use `yaml:"with,omitempty"`                // rules of Hits and Attacks, as a weapon's
	DeathHits         Value `yaml:"death-hits,omitempty"`          // hits on the enemy for each bearer killed in melee
	LastHits          Value `yaml:"last-hits,omitempty"`           // the same for each living bearer after both have struck; he is then removed
	HitsAgainst       Value `yaml:"hits-against,omitempty"`        // added to the dice of the enemy's Hits of a charge, once per model

	// What it does for a unit that is attacked, or tests its morale.

	Block        Value `yaml:"block,omitempty"`         // modifies rolls to block
	Regeneration Value `yaml:"regeneration,omitempty"`  // ignores a wound on this number
	Ward         Value `yaml:"ward,omitempty"`          // the same, and no Ignore switches it off
	Retaliates   Value `yaml:"retaliates,omitempty"`    // hits on the attacker for each wound taken in melee
	Fear         Value `yaml:"fear,omitempty"`          // wounds added when a melee is judged, per living model
	FearD3       bool  `yaml:"fear-d3,omitempty"`       // a D3 added then, once
	Morale       Value `yaml:"morale,omitempty"`        // modifies morale tests
	RepeatMorale Value `yaml:"repeat-morale,omitempty"` // a failed test is passed if a die shows this
	PayMorale    Value `yaml:"pay-morale,omitempty"`    // a failed test is passed; each wound left is lost on a die up to this

	// Per and Max shape a value N: ⌊N/Per⌋, at most Max. Not set, they do not bound it.

	Per int   `yaml:"per,omitempty"`
	Max Value `yaml:"max,omitempty"`
}

// Names returns the rules that the effect names: those that it gives, and those
// of its dice.
func (e *Effect) Names() []Use {
	if len(e.With) == 0 {
		return e.Gives
	}
	return slices.Concat(e.Gives, e.With)
}

// InFight reports whether the effect has a part in a fight, or in the numbers of
// a unit with which it fights.
func (e *Effect) InFight() bool {
	s := e.statement()
	acts := func(w said) bool { return !w.Place.Shape && !w.Apart && !w.Place.Apart }
	bare := !slices.ContainsFunc(s.said, func(w said) bool { return !w.Place.Shape }) // its weapon is what acts
	return slices.ContainsFunc(s.said, acts) || bare && len(s.said) > 0
}

// Defends reports whether the effect may matter to a unit that is attacked or
// tests its morale; what a rule gives may.
func (e *Effect) Defends() bool {
	return slices.ContainsFunc(e.statement().said, func(w said) bool { return w.Defends || w.Place.Defends })
}

// Strikes reports whether the effect may matter to what a bearer's own unit does
// to its enemy when it shoots, or when it charges, unless rules of the enemy ask
// what the unit is like.
func (e *Effect) Strikes(charging bool) bool {
	scene := inShooting
	if charging {
		scene = inMelee
	}
	s := e.statement()
	return e.Of == "" && s.scenes()&scene != 0 && slices.ContainsFunc(s.said, func(w said) bool {
		return !w.Place.Shape && !w.Apart && w.Place != listing && !w.Place.Apart && !w.Place.Defends
	})
}

// Outlasts reports whether with the effect it may matter to what a unit does when it
// charges how many of it are left, or who.
func (e *Effect) Outlasts() bool {
	return e.Retaliates.Set || e.DeathHits.Set || e.LastHits.Set || e.StrikesLast || e.SelfWounds.Set
}

// InMelee reports whether the effect can act in melee.
func (e *Effect) InMelee() bool {
	return e.statement().scenes()&inMelee != 0
}

// Counts reports whether the effect depends on the number with which a player uses
// its rule.
func (e *Effect) Counts() bool {
	return slices.ContainsFunc(e.statement().said, func(w said) bool { return w.number.N != 0 })
}

// Change returns the number that the effect changes, in place; nil if it changes
// none, or several.
func (e *Effect) Change() *Value {
	var found *Value
	v := reflect.ValueOf(e).Elem()
	for _, f := range Grimdark.fields("", v.Type()) {
		n, ok := v.Field(f.index).Addr().Interface().(*Value)
		switch {
		case !ok || !n.Set || f.word.Place.Shape:
		case found != nil:
			return nil
		default:
			found = n
		}
	}
	return found
}

// statement is the effect as it was said.
func (e *Effect) statement() *statement {
	s := &statement{family: Grimdark}
	s.read("", reflect.ValueOf(e).Elem())
	return s
}

// When is the conditions of an effect. What is not stated does not matter.
// Every word speaks of the rule's bearer, also where Of turns to the enemy.
type When struct {
	Shooting *bool `yaml:"shooting,omitempty"` // the attack is shooting
	Melee    *bool `yaml:"melee,omitempty"`    // the attack is in melee
	Charging *bool `yaml:"charging,omitempty"` // the bearer's unit has charged
	Charged  *bool `yaml:"charged,omitempty"`  // the bearer's unit was charged
	Fatigued *bool `yaml:"fatigued,omitempty"` // the bearer's unit has fought this round
	Moved    *bool `yaml:"moved,omitempty"`    // the shooter moved before
	InSight  *bool `yaml:"in-sight,omitempty"` // the shooter sees the target
	Cover    *bool `yaml:"cover,omitempty"`    // the target is in cover
	Over     int   `yaml:"distance-over,omitempty"`
	UpTo     int   `yaml:"distance-up-to,omitempty"`
	// Enemy is what most models of the enemy must be like.
	EnemyTough   Range `yaml:"enemy-tough,omitempty"`
	EnemyDefense Range `yaml:"enemy-defense,omitempty"`
	// Models is who of the bearer's unit must have the rule.
	Models Models `yaml:"models,omitempty"`
	Has    string `yaml:"has,omitempty"`    // who has the effect has this rule too
	Roll   []int  `yaml:"roll,omitempty"`   // one die per rule and strike shows one of these
	Used   *bool  `yaml:"used,omitempty"`   // the side's uses name the rule
	Choice int    `yaml:"choice,omitempty"` // the number that the player picked for the rule; 0 asks for none
	Spell  *bool  `yaml:"spell,omitempty"`  // the attack is a spell
}

// And returns the conditions of both; ok is false if they never hold together. Two
// values of one condition never do, unless they are equal.
func (w When) And(other When) (both When, ok bool) {
	to, from := reflect.ValueOf(&w).Elem(), reflect.ValueOf(other)
	switch {
	case to.IsZero():
		return other, true
	case from.IsZero():
		return w, true
	}
	for _, f := range Grimdark.fields("when", to.Type()) {
		switch had, more := to.Field(f.index), from.Field(f.index); {
		case more.IsZero():
		case had.IsZero():
			had.Set(more)
		case !reflect.DeepEqual(had.Interface(), more.Interface()):
			return w, false
		}
	}
	s := &statement{family: Grimdark}
	s.read("when", to)
	return w, s.possible()
}

// Deploys is another way to come to the table than with the rest of the army.
type Deploys string

// The ways of coming to the table.
const (
	DeploysReserve Deploys = "reserve" // may wait off the table, and arrives in a later round
	DeploysLast    Deploys = "last"    // may be deployed after all others
)

// Cannot is something that a unit cannot do, or have done to it.
type Cannot string

// What units can be unable to do.
const (
	CannotCharge    Cannot = "charge"
	CannotBeCharged Cannot = "be-charged"
)

// A Range is whole numbers from From to To; a bound of 0 is open.
type Range struct {
	From int `yaml:"from,omitempty"`
	To   int `yaml:"to,omitempty"`
}

// Has reports whether n is in the range.
func (r Range) Has(n int) bool {
	return n >= r.From && (r.To == 0 || n <= r.To)
}

// Of says whose attacks an effect changes.
type Of string

// Own attacks are meant when nothing is said.
const OfEnemy Of = "enemy" // attacks against the bearer's unit

// To says who has the effect.
type To string

// The bearer alone is meant when nothing is said. Friends and the enemy have an
// effect only where a side uses its rule, which may then stand on another unit.
const (
	ToUnit    To = "unit"    // every model of the bearer's unit, the hero too
	ToFriends To = "friends" // every model of the side that uses the rule
	ToEnemy   To = "enemy"   // every model of the other side
)

// Outside is what a rule is about that has no part in one attack.
type Outside string

// What is outside one attack.
const (
	OutsideMovement   Outside = "movement"
	OutsideDeployment Outside = "deployment"
	OutsideActivation Outside = "activation"
	OutsideRecovery   Outside = "recovery"
	OutsideHealing    Outside = "healing"
	OutsideCasting    Outside = "casting"
)

// By says in which fight an effect acts.
type By string

// Shooting and melee are meant when nothing is said.
const ByAbility By = "ability" // an attack of its own, which is neither

// On is an unmodified die. Of a die to hit, AP, APIs, Blast, Deadly, Copies, the
// Extra words, RerollBlocks and Ignore of Regeneration mean something; of a die
// to block, ExtraWounds.
type On string

// The dice that can trigger an effect.
const (
	OnSixToHit   On = "six-to-hit"
	OnFiveToHit  On = "five-to-hit" // only if it hits
	OnOneToHit   On = "one-to-hit"
	OnOneToBlock On = "one-to-block"
	OnTwoToBlock On = "two-to-block" // only if it does not block
)

// Ignore is something that an attack may take no notice of.
type Ignore string

// What attacks can ignore.
const (
	IgnoreRegeneration Ignore = "regeneration"
	IgnoreCover        Ignore = "cover"
	IgnorePenalties    Ignore = "penalties" // negative modifiers to hit and to range
	IgnoreMoving       Ignore = "moving"    // own effects that lower ToHit after moving
)

// Picks says what comes of picking the model.
type Picks string

// The ways of picking.
const (
	PicksModel  Picks = "model"  // the attack is resolved against it as a unit of one
	PicksWounds Picks = "wounds" // ordinary hits, whose wounds go to it first
)

// Models says who of a unit must have a rule for an effect to hold. When
// nothing is said, an effect is each bearer's own, and one that concerns the
// unit as a whole (Block, and all with Of) needs every model of the squad.
type Models string

// Whom a condition can ask of; only the living count.
const (
	ModelsAll   Models = "all"   // every model, the hero too
	ModelsMost  Models = "most"  // more than half of them
	ModelsAny   Models = "any"   // one is enough
	ModelsSquad Models = "squad" // every model but a joined hero
)
