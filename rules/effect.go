package rules

import (
	"reflect"
	"slices"

	"muster/rules/words"
)

// An Effect is one effect of a rule of Grimdark Future. Each field is a word, described once in the table Grimdark
// (words.go); docs/writing-a-book.md explains the words with examples. An effect belongs to the rule's bearer: a
// weapon, a model, or the whole unit. Unset words are left out of files.
//
//schema:form {"$ref": "#/definitions/effect"}
type Effect struct {
	// Conditions.

	Of   Of   `yaml:"of,omitempty"`
	To   To   `yaml:"to,omitempty"`
	When When `yaml:"when,omitempty"`
	On   On   `yaml:"on,omitempty"`
	By   By   `yaml:"by,omitempty"`

	// While a list is built.

	Hero      bool  `yaml:"hero,omitempty"`
	Tough     Value `yaml:"tough,omitempty"`
	Transport Value `yaml:"transport,omitempty"`
	Tokens    Value `yaml:"tokens,omitempty"`
	PerList   Value `yaml:"per-list,omitempty"`
	PerGame   Value `yaml:"per-game,omitempty"`
	Defense   Value `yaml:"defense,omitempty"`
	DefenseIs Value `yaml:"defense-is,omitempty"`

	// Outside attacks.

	Deploys Deploys  `yaml:"deploys,omitempty"`
	Cannot  []Cannot `yaml:"cannot,omitempty"`
	Outside Outside  `yaml:"outside,omitempty"`
	Gathers Gathers  `yaml:"gathers,omitempty"`
	Places  Places   `yaml:"places,omitempty"`
	Gives   []Use    `yaml:"gives,omitempty"`

	// On attacks: the bearer's, or with Of its enemy's.

	Quality      Value    `yaml:"quality,omitempty"`
	ToHit        Value    `yaml:"to-hit,omitempty"`
	Range        Value    `yaml:"range,omitempty"`
	RangeLeast   Value    `yaml:"range-least,omitempty"`
	AP           Value    `yaml:"ap,omitempty"`
	APIs         Value    `yaml:"ap-is,omitempty"`
	Blast        Value    `yaml:"blast,omitempty"`
	Deadly       Value    `yaml:"deadly,omitempty"`
	Copies       Value    `yaml:"copies,omitempty"`
	ExtraHits    Value    `yaml:"extra-hits,omitempty"`
	ExtraAttacks Value    `yaml:"extra-attacks,omitempty"`
	ExtraWounds  Value    `yaml:"extra-wounds,omitempty"`
	SelfWounds   Value    `yaml:"self-wounds,omitempty"`
	RerollBlocks Value    `yaml:"reroll-blocks,omitempty"`
	Ignore       []Ignore `yaml:"ignore,omitempty"`
	IgnoreRules  []string `yaml:"ignore-rules,omitempty"`
	WithoutSight bool     `yaml:"without-sight,omitempty"`
	Picks        Picks    `yaml:"picks,omitempty"`
	StrikesFirst bool     `yaml:"strikes-first,omitempty"`
	StrikesLast  bool     `yaml:"strikes-last,omitempty"`

	// Added by each living bearer when its unit strikes.

	BestWeaponAttacks Value `yaml:"best-weapon-attacks,omitempty"`
	Hits              Value `yaml:"hits,omitempty"`
	Wounds            Value `yaml:"wounds,omitempty"`
	Needs             Value `yaml:"needs,omitempty"`
	Attacks           Value `yaml:"attacks,omitempty"`
	Each              Value `yaml:"each,omitempty"`
	With              []Use `yaml:"with,omitempty"`
	DeathHits         Value `yaml:"death-hits,omitempty"`
	LastHits          Value `yaml:"last-hits,omitempty"`
	HitsAgainst       Value `yaml:"hits-against,omitempty"`

	// For a unit that is attacked or tests its morale.

	Block        Value `yaml:"block,omitempty"`
	Regeneration Value `yaml:"regeneration,omitempty"`
	Ward         Value `yaml:"ward,omitempty"`
	Retaliates   Value `yaml:"retaliates,omitempty"`
	Fear         Value `yaml:"fear,omitempty"`
	FearD3       bool  `yaml:"fear-d3,omitempty"`
	Morale       Value `yaml:"morale,omitempty"`
	RepeatMorale Value `yaml:"repeat-morale,omitempty"`
	PayMorale    Value `yaml:"pay-morale,omitempty"`

	// The shape of a value N.

	Per int   `yaml:"per,omitempty"`
	Max Value `yaml:"max,omitempty"`

	// The shape of tokens at the table.

	Placed   Value    `yaml:"placed,omitempty"`
	Holds    Value    `yaml:"holds,omitempty"`
	IfShaken IfShaken `yaml:"if-shaken,omitempty"`
}

// String returns the effect as files have it, on one line: {on: six-to-hit, ap: 3}.
func (e Effect) String() string { return words.Inline(e) }

// Names returns the rules named by the effect: those it gives, and those of its dice.
func (e *Effect) Names() []Use {
	if len(e.With) == 0 {
		return e.Gives
	}
	return slices.Concat(e.Gives, e.With)
}

// InFight reports whether the effect has a part in a fight, or in a unit's numbers there.
func (e *Effect) InFight() bool {
	s := Grimdark.State(e)
	acts := func(w words.Stated) bool { return !w.Place.Shape && !w.Apart && !w.Place.Apart }
	bare := !slices.ContainsFunc(s.Words, func(w words.Stated) bool { return !w.Place.Shape }) // its weapon acts
	return slices.ContainsFunc(s.Words, acts) || bare && len(s.Words) > 0
}

// Defends reports whether the effect may matter to a unit that is attacked or tests its morale,
// through given rules too.
func (e *Effect) Defends() bool {
	return slices.ContainsFunc(Grimdark.State(e).Words,
		func(w words.Stated) bool { return w.Defends || w.Place.Defends })
}

// Strikes reports whether the effect may matter to the attacks of the bearer's unit when it
// shoots or charges, unless the enemy's rules depend on the unit.
func (e *Effect) Strikes(charging bool) bool {
	scene := inShooting
	if charging {
		scene = inMelee
	}
	s := Grimdark.State(e)
	return e.Of == "" && s.ActingScenes()&scene != 0 && slices.ContainsFunc(s.Words, func(w words.Stated) bool {
		return !w.Place.Shape && !w.Apart && w.Place != listing && !w.Place.Apart && !w.Place.Defends
	})
}

// Outlasts reports whether the number of survivors of a charging unit may matter with the effect.
func (e *Effect) Outlasts() bool {
	return e.Retaliates.Set || e.DeathHits.Set || e.LastHits.Set || e.StrikesLast || e.SelfWounds.Set
}

// InMelee reports whether the effect can act in melee.
func (e *Effect) InMelee() bool {
	return Grimdark.State(e).ActingScenes()&inMelee != 0
}

// Counts reports whether the effect depends on the number of the rule's use.
func (e *Effect) Counts() bool {
	return slices.ContainsFunc(Grimdark.State(e).Words, func(w words.Stated) bool { return w.Number.N != 0 })
}

// Change returns the one number changed by the effect, in place; nil for none or several.
func (e *Effect) Change() *Value {
	var found *Value
	v := reflect.ValueOf(e).Elem()
	for _, f := range Grimdark.Fields("", v.Type()) {
		n, ok := v.Field(f.Index).Addr().Interface().(*Value)
		switch {
		case !ok || !n.Set || f.Word.Place.Shape:
		case found != nil:
			return nil
		default:
			found = n
		}
	}
	return found
}

// When holds the conditions of an effect; an unset condition always holds. Every word is about
// the rule's bearer, even if Of turns to the enemy.
type When struct {
	Shooting     *bool  `yaml:"shooting,omitempty"`
	Melee        *bool  `yaml:"melee,omitempty"`
	Charging     *bool  `yaml:"charging,omitempty"`
	Charged      *bool  `yaml:"charged,omitempty"`
	Fatigued     *bool  `yaml:"fatigued,omitempty"`
	Moved        *bool  `yaml:"moved,omitempty"`
	InSight      *bool  `yaml:"in-sight,omitempty"`
	Cover        *bool  `yaml:"cover,omitempty"`
	Over         int    `yaml:"distance-over,omitempty"`
	UpTo         int    `yaml:"distance-up-to,omitempty"`
	EnemyTough   Range  `yaml:"enemy-tough,omitempty"`
	EnemyDefense Range  `yaml:"enemy-defense,omitempty"`
	Models       Models `yaml:"models,omitempty"`
	Has          string `yaml:"has,omitempty"`
	Roll         []int  `yaml:"roll,omitempty"`
	Used         *bool  `yaml:"used,omitempty"`
	Choice       int    `yaml:"choice,omitempty"`
	Spell        *bool  `yaml:"spell,omitempty"`
}

// String returns the conditions as files have them.
func (w When) String() string { return words.Inline(w) }

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
	for _, f := range Grimdark.Fields("when", to.Type()) {
		switch had, more := to.Field(f.Index), from.Field(f.Index); {
		case more.IsZero():
		case had.IsZero():
			had.Set(more)
		case !reflect.DeepEqual(had.Interface(), more.Interface()):
			return w, false
		}
	}
	return w, Grimdark.StateIn("when", w).Consistent()
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

// Gathers is the occasion on which a unit gets tokens of the rule. How many it has is the number of the rule's use.
type Gathers string

const (
	GathersAtStart  Gathers = "round-start" // of each round, if it is on the table
	GathersAtEnd    Gathers = "round-end"   // of each round, if it is on the table
	GathersByKill   Gathers = "kill"        // whenever it destroys an enemy unit
	GathersByIgnore Gathers = "ignore"      // whenever it ignores a wound
)

// Places is the occasion on which a model puts tokens of the rule on an enemy unit. How many are there is the number
// of the rule's use against that unit.
type Places string

const (
	PlacesInGame       Places = "game"       // once, on a unit that it picks
	PlacesInActivation Places = "activation" // once in each, on a unit that it picks
	PlacesByDeath      Places = "death"      // on the unit that killed it, or a friend
)

// IfShaken is what being shaken does to the tokens that a unit gathers.
type IfShaken string

const (
	ShakenGathersNone IfShaken = "none" // while it is
	ShakenLosesAll    IfShaken = "lost" // as it becomes so
)

// By selects the fight that an effect acts in.
type By string

// The default is shooting and melee.
const ByAbility By = "ability" // resolved as shooting, or as a spell

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
