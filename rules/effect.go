package rules

import (
	"reflect"
	"slices"
)

// An Effect is one effect of a rule of Grimdark Future, in the words of the table (words.go);
// docs/writing-a-book.md explains them with examples. An effect belongs to the rule's bearer: a
// weapon, a model, or the whole unit. Unset words are left out of files.
//
//schema:form {"$ref": "#/definitions/effect"}
type Effect struct {
	// Conditions.

	Of   Of   `yaml:"of,omitempty"`   // the attacks it changes
	To   To   `yaml:"to,omitempty"`   // the receiver while the bearer lives
	When When `yaml:"when,omitempty"` // every condition must hold
	On   On   `yaml:"on,omitempty"`   // the unmodified die that triggers it; "" for every die
	By   By   `yaml:"by,omitempty"`   // the fight it acts in, if neither shooting nor melee

	// While a list is built.

	Hero      bool  `yaml:"hero,omitempty"`       // the model is a hero
	Tough     Value `yaml:"tough,omitempty"`      // wounds that kill the model
	Transport Value `yaml:"transport,omitempty"`  // spaces for models inside
	Tokens    Value `yaml:"tokens,omitempty"`     // spell tokens a round, or the psychic's level
	PerList   Value `yaml:"per-list,omitempty"`   // how often a list may have the unit
	PerGame   Value `yaml:"per-game,omitempty"`   // how often a game the weapon is used
	Defense   Value `yaml:"defense,omitempty"`    // added to Defense
	DefenseIs Value `yaml:"defense-is,omitempty"` // sets Defense, if that is better

	// Deploys is the way the unit comes to the table, before the game begins.
	Deploys Deploys `yaml:"deploys,omitempty"`

	// Cannot lists actions closed to the unit.
	Cannot []Cannot `yaml:"cannot,omitempty"`

	// Outside names the subject of a rule, or part of one, without a part in an attack. Such an
	// effect is explained and changes no fight.
	Outside Outside `yaml:"outside,omitempty"`

	// Gives lists rules that the bearer counts as having; a rating "X" is the bearer's.
	Gives []Use `yaml:"gives,omitempty"`

	// On attacks: the bearer's, or with Of its enemy's.

	Quality      Value    `yaml:"quality,omitempty"`       // the Quality to hit with, instead of the model's
	ToHit        Value    `yaml:"to-hit,omitempty"`        // modifies rolls to hit
	Range        Value    `yaml:"range,omitempty"`         // inches added to the weapon's range
	RangeLeast   Value    `yaml:"range-least,omitempty"`   // floor, in inches, of a range under a negative Range
	AP           Value    `yaml:"ap,omitempty"`            // taken from rolls to block; never under 0 in all
	APIs         Value    `yaml:"ap-is,omitempty"`         // AP is at least this
	Blast        Value    `yaml:"blast,omitempty"`         // each hit becomes so many, within the edition's cap
	Deadly       Value    `yaml:"deadly,omitempty"`        // each wound becomes so many, on one model
	Copies       Value    `yaml:"copies,omitempty"`        // number of hits of its kind that the hit becomes
	ExtraHits    Value    `yaml:"extra-hits,omitempty"`    // ordinary hits beside the one that triggered
	ExtraAttacks Value    `yaml:"extra-attacks,omitempty"` // extra dice; they give none themselves
	ExtraWounds  Value    `yaml:"extra-wounds,omitempty"`  // more wounds from an unblocked hit
	SelfWounds   Value    `yaml:"self-wounds,omitempty"`   // wounds on the attacker's own unit
	RerollBlocks Value    `yaml:"reroll-blocks,omitempty"` // unmodified rolls of this number that block are rolled again, once
	Ignore       []Ignore `yaml:"ignore,omitempty"`        // things that the attack ignores
	IgnoreRules  []string `yaml:"ignore-rules,omitempty"`  // the enemy's rules, by name, that do not count against it
	WithoutSight bool     `yaml:"without-sight,omitempty"` // may shoot at unseen targets
	Picks        Picks    `yaml:"picks,omitempty"`         // the attacker picks the model
	StrikesFirst bool     `yaml:"strikes-first,omitempty"` // strikes before the enemy's charge
	StrikesLast  bool     `yaml:"strikes-last,omitempty"`  // strikes after the enemy has struck back

	// Added by each living bearer when its unit strikes.

	BestWeaponAttacks Value `yaml:"best-weapon-attacks,omitempty"` // attacks more with its best melee weapon
	Hits              Value `yaml:"hits,omitempty"`                // automatic hits: no AP, no weapon's rules
	Wounds            Value `yaml:"wounds,omitempty"`              // wounds that cannot be blocked
	Needs             Value `yaml:"needs,omitempty"`               // lowest die that scores one of Hits or Wounds
	Attacks           Value `yaml:"attacks,omitempty"`             // dice to hit without a weapon, with the bearer's Quality
	Each              Value `yaml:"each,omitempty"`                // count of each of Hits or Wounds; 1 if not stated
	With              []Use `yaml:"with,omitempty"`                // rules of Hits and Attacks, as a weapon's
	DeathHits         Value `yaml:"death-hits,omitempty"`          // hits on the enemy for each bearer killed in melee
	LastHits          Value `yaml:"last-hits,omitempty"`           // hits for each living bearer after both have struck; the bearer is then removed
	HitsAgainst       Value `yaml:"hits-against,omitempty"`        // added to the dice of the enemy's Hits of a charge, once per model

	// For a unit that is attacked or tests its morale.

	Block        Value `yaml:"block,omitempty"`         // modifies rolls to block
	Regeneration Value `yaml:"regeneration,omitempty"`  // ignores a wound on this number
	Ward         Value `yaml:"ward,omitempty"`          // Regeneration that no Ignore switches off
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

// Names returns the rules named by the effect: those it gives, and those of its dice.
func (e *Effect) Names() []Use {
	if len(e.With) == 0 {
		return e.Gives
	}
	return slices.Concat(e.Gives, e.With)
}

// InFight reports whether the effect has a part in a fight, or in a unit's numbers there.
func (e *Effect) InFight() bool {
	s := e.statement()
	acts := func(w statedWord) bool { return !w.Place.Shape && !w.Apart && !w.Place.Apart }
	bare := !slices.ContainsFunc(s.words, func(w statedWord) bool { return !w.Place.Shape }) // its weapon acts
	return slices.ContainsFunc(s.words, acts) || bare && len(s.words) > 0
}

// Defends reports whether the effect may matter to a unit that is attacked or tests its morale,
// through given rules too.
func (e *Effect) Defends() bool {
	return slices.ContainsFunc(e.statement().words, func(w statedWord) bool { return w.Defends || w.Place.Defends })
}

// Strikes reports whether the effect may matter to the attacks of the bearer's unit when it
// shoots or charges, unless the enemy's rules depend on the unit.
func (e *Effect) Strikes(charging bool) bool {
	scene := inShooting
	if charging {
		scene = inMelee
	}
	s := e.statement()
	return e.Of == "" && s.actingScenes()&scene != 0 && slices.ContainsFunc(s.words, func(w statedWord) bool {
		return !w.Place.Shape && !w.Apart && w.Place != listing && !w.Place.Apart && !w.Place.Defends
	})
}

// Outlasts reports whether the number of survivors of a charging unit may matter with the effect.
func (e *Effect) Outlasts() bool {
	return e.Retaliates.Set || e.DeathHits.Set || e.LastHits.Set || e.StrikesLast || e.SelfWounds.Set
}

// InMelee reports whether the effect can act in melee.
func (e *Effect) InMelee() bool {
	return e.statement().actingScenes()&inMelee != 0
}

// Counts reports whether the effect depends on the number of the rule's use.
func (e *Effect) Counts() bool {
	return slices.ContainsFunc(e.statement().words, func(w statedWord) bool { return w.number.N != 0 })
}

// Change returns the one number changed by the effect, in place; nil for none or several.
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

// statement returns the effect as a statement.
func (e *Effect) statement() *statement {
	s := &statement{family: Grimdark}
	s.addWords("", reflect.ValueOf(e).Elem())
	return s
}

// When holds the conditions of an effect; an unset condition always holds. Every word is about
// the rule's bearer, even if Of turns to the enemy.
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
	// The enemy's figures, as most of its models have them.
	EnemyTough   Range `yaml:"enemy-tough,omitempty"`
	EnemyDefense Range `yaml:"enemy-defense,omitempty"`
	// Models is the share of the bearer's unit that must have the rule.
	Models Models `yaml:"models,omitempty"`
	Has    string `yaml:"has,omitempty"`    // another rule of the same bearer
	Roll   []int  `yaml:"roll,omitempty"`   // one die per rule and strike shows one of these
	Used   *bool  `yaml:"used,omitempty"`   // the side's uses name the rule
	Choice int    `yaml:"choice,omitempty"` // the number picked by the player; 0 asks for none
	Spell  *bool  `yaml:"spell,omitempty"`  // the attack is a spell
}

// And returns the conditions of both; ok is false if they never hold together: two values of one
// condition do not, unless equal.
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
	s.addWords("when", to)
	return w, s.consistent()
}

// Deploys is a way to come to the table other than with the rest of the army.
type Deploys string

const (
	DeploysReserve Deploys = "reserve" // may wait off the table, and arrives in a later round
	DeploysLast    Deploys = "last"    // may be deployed after all others
)

// Cannot is an action closed to a unit.
type Cannot string

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

// Of selects the attacks changed by an effect.
type Of string

// The default is the bearer's own attacks.
const OfEnemy Of = "enemy" // attacks against the bearer's unit

// To selects the receivers of an effect.
type To string

// The default is the bearer alone. Friends and the enemy receive an effect only if a side uses
// its rule, perhaps of another unit.
const (
	ToUnit    To = "unit"    // every model of the bearer's unit, the hero too
	ToFriends To = "friends" // every model of the user's side
	ToEnemy   To = "enemy"   // every model of the other side
)

// Outside is a subject of rules without a part in an attack.
type Outside string

const (
	OutsideMovement   Outside = "movement"
	OutsideDeployment Outside = "deployment"
	OutsideActivation Outside = "activation"
	OutsideRecovery   Outside = "recovery"
	OutsideHealing    Outside = "healing"
	OutsideCasting    Outside = "casting"
)

// By selects the fight that an effect acts in.
type By string

// The default is shooting and melee.
const ByAbility By = "ability" // neither shooting nor melee

// On is an unmodified die. A die to hit goes with AP, APIs, Blast, Deadly, Copies, the Extra
// words, RerollBlocks and Ignore of Regeneration; a die to block with ExtraWounds.
type On string

const (
	OnSixToHit   On = "six-to-hit"
	OnFiveToHit  On = "five-to-hit" // only if it hits
	OnOneToHit   On = "one-to-hit"
	OnOneToBlock On = "one-to-block"
	OnTwoToBlock On = "two-to-block" // only if it does not block
)

// Ignore is something that an attack can ignore.
type Ignore string

const (
	IgnoreRegeneration Ignore = "regeneration"
	IgnoreCover        Ignore = "cover"
	IgnorePenalties    Ignore = "penalties" // negative modifiers to hit and to range
	IgnoreMoving       Ignore = "moving"    // own effects that lower ToHit after moving
)

// Picks is the result of picking a model.
type Picks string

const (
	PicksModel  Picks = "model"  // the attack is resolved against it as a unit of one
	PicksWounds Picks = "wounds" // ordinary hits; their wounds go to it first
)

// Models is the share of a unit that must have a rule for an effect to hold. By default an effect
// is each bearer's own, and one on the unit as a whole (Block, and all with Of) needs every model
// of the squad.
type Models string

// Only the living count.
const (
	ModelsAll   Models = "all"   // every model, the hero too
	ModelsMost  Models = "most"  // more than half of them
	ModelsAny   Models = "any"   // one is enough
	ModelsSquad Models = "squad" // every model but a joined hero
)
