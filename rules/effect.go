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

	Of   Of   `yaml:"of,omitempty"` // the attacks that the effect changes
	To   To   `yaml:"to,omitempty"` // the models that have the effect
	When When `yaml:"when,omitempty"`
	On   On   `yaml:"on,omitempty"` // the die that triggers the effect
	By   By   `yaml:"by,omitempty"` // the kind of fight in which it acts

	// While a list is built.

	Hero      bool  `yaml:"hero,omitempty"`
	Tough     Value `yaml:"tough,omitempty"`
	Transport Value `yaml:"transport,omitempty"`
	Tokens    Value `yaml:"tokens,omitempty"`   // spell tokens each round
	PerList   Value `yaml:"per-list,omitempty"` // most copies of the unit in a list
	PerGame   Value `yaml:"per-game,omitempty"` // most uses of the weapon in a game
	Defense   Value `yaml:"defense,omitempty"`
	DefenseIs Value `yaml:"defense-is,omitempty"`

	// Outside attacks.

	Deploys      Deploys  `yaml:"deploys,omitempty"`
	Cannot       []Cannot `yaml:"cannot,omitempty"`
	OutsideFight Outside  `yaml:"outside,omitempty"`
	Gathers      Gathers  `yaml:"gathers,omitempty"` // when a unit gets tokens
	Places       Places   `yaml:"places,omitempty"`  // when a model puts tokens on an enemy
	Gives        []Use    `yaml:"gives,omitempty"`

	// On attacks: the bearer's, or with Of its enemy's.

	Quality      Value    `yaml:"quality,omitempty"`
	ToHit        Value    `yaml:"to-hit,omitempty"`
	Range        Value    `yaml:"range,omitempty"`
	RangeLeast   Value    `yaml:"range-least,omitempty"` // inches that a negative Range leaves at least
	AP           Value    `yaml:"ap,omitempty"`
	APIs         Value    `yaml:"ap-is,omitempty"` // the least AP
	Blast        Value    `yaml:"blast,omitempty"`
	Deadly       Value    `yaml:"deadly,omitempty"`
	Copies       Value    `yaml:"copies,omitempty"` // equal hits that each hit becomes
	ExtraHits    Value    `yaml:"extra-hits,omitempty"`
	ExtraAttacks Value    `yaml:"extra-attacks,omitempty"`
	ExtraWounds  Value    `yaml:"extra-wounds,omitempty"`
	SelfWounds   Value    `yaml:"self-wounds,omitempty"` // wounds on the bearer's own unit
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
	Needs             Value `yaml:"needs,omitempty"` // lowest die that makes each of Hits or Wounds
	Attacks           Value `yaml:"attacks,omitempty"`
	Each              Value `yaml:"each,omitempty"` // how often each of Hits or Wounds counts
	With              []Use `yaml:"with,omitempty"` // rules of the Hits or Attacks
	DeathHits         Value `yaml:"death-hits,omitempty"`
	LastHits          Value `yaml:"last-hits,omitempty"`
	HitsAgainst       Value `yaml:"hits-against,omitempty"` // negative: dice taken from a charger's Hits

	// For a unit that is attacked or tests its morale.

	Block        Value `yaml:"block,omitempty"` // modifier to rolls to block
	Regeneration Value `yaml:"regeneration,omitempty"`
	Ward         Value `yaml:"ward,omitempty"`       // lowest die that ignores any wound
	Retaliates   Value `yaml:"retaliates,omitempty"` // hits on the attacker for each wound taken
	Fear         Value `yaml:"fear,omitempty"`
	FearD3       bool  `yaml:"fear-d3,omitempty"`
	Morale       Value `yaml:"morale,omitempty"`
	RepeatMorale Value `yaml:"repeat-morale,omitempty"`
	PayMorale    Value `yaml:"pay-morale,omitempty"`

	// How a value N follows from the number of tokens or uses.

	Per int   `yaml:"per,omitempty"` // N is 1 for every Per of them
	Max Value `yaml:"max,omitempty"` // the most that N can be

	// Details of Gathers and Places.

	Placed   Value    `yaml:"placed,omitempty"` // tokens at a time; 1 if unset
	Holds    Value    `yaml:"holds,omitempty"`  // most tokens that a unit can have
	IfShaken IfShaken `yaml:"if-shaken,omitempty"`
}

// String returns the effect as it stands in files, on one line: {on: six-to-hit, ap: 3}.
func (e Effect) String() string { return words.Inline(e) }

// Names returns the rules that the effect gives, to models or to its own hits and attacks.
func (e *Effect) Names() []Use {
	if len(e.With) == 0 {
		return e.Gives
	}
	return slices.Concat(e.Gives, e.With)
}

// MattersInFight reports whether the effect matters in a fight, or to numbers of a unit that a
// fight uses.
func (e *Effect) MattersInFight() bool {
	s := Grimdark.Statement(e)
	acts := func(w words.Stated) bool { return !w.Place.Shape && !w.OutsideFight && !w.Place.OutsideFight }
	bare := !slices.ContainsFunc(s.Words, func(w words.Stated) bool { return !w.Place.Shape }) // its weapon acts
	return slices.ContainsFunc(s.Words, acts) || bare && len(s.Words) > 0
}

// MattersToDefense reports whether the effect may matter to a unit that is attacked or tests its
// morale, itself or through rules that it gives.
func (e *Effect) MattersToDefense() bool {
	return slices.ContainsFunc(Grimdark.Statement(e).Words,
		func(w words.Stated) bool { return w.Defends || w.Place.Defends })
}

// MattersToAttacks reports whether the effect may matter to the attacks of the bearer's unit when
// it shoots or charges, unless the enemy's rules depend on the unit.
func (e *Effect) MattersToAttacks(charging bool) bool {
	scene := inShooting
	if charging {
		scene = inMelee
	}
	s := Grimdark.Statement(e)
	return e.Of == "" && s.ActingScenes()&scene != 0 && slices.ContainsFunc(s.Words, func(w words.Stated) bool {
		return !w.Place.Shape && !w.OutsideFight && w.Place != listWords && !w.Place.OutsideFight && !w.Place.Defends
	})
}

// NeedsSurvivors reports whether the result of a charge may depend, through the effect, on how many
// of the charging unit survive.
func (e *Effect) NeedsSurvivors() bool {
	return e.Retaliates.Set || e.DeathHits.Set || e.LastHits.Set || e.StrikesLast || e.SelfWounds.Set
}

// ActsInMelee reports whether the effect can act in melee.
func (e *Effect) ActsInMelee() bool {
	return Grimdark.Statement(e).ActingScenes()&inMelee != 0
}

// UsesN reports whether the effect depends on N, the number of tokens or uses that a player states.
func (e *Effect) UsesN() bool {
	return slices.ContainsFunc(Grimdark.Statement(e).Words, func(w words.Stated) bool { return w.Number.N != 0 })
}

// OnlyValue returns a pointer to the effect's one number; nil if it has none or several.
func (e *Effect) OnlyValue() *Value {
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

// When holds the conditions of an effect; an unset condition always holds. Every condition is about
// the rule's bearer, even if Of selects the enemy's attacks.
type When struct {
	Shooting     *bool  `yaml:"shooting,omitempty"`
	Melee        *bool  `yaml:"melee,omitempty"`
	Charging     *bool  `yaml:"charging,omitempty"`
	Charged      *bool  `yaml:"charged,omitempty"`
	Fatigued     *bool  `yaml:"fatigued,omitempty"`
	Moved        *bool  `yaml:"moved,omitempty"`
	InSight      *bool  `yaml:"in-sight,omitempty"`
	Cover        *bool  `yaml:"cover,omitempty"`
	Over         int    `yaml:"distance-over,omitempty"`  // inches
	UpTo         int    `yaml:"distance-up-to,omitempty"` // inches
	EnemyTough   Range  `yaml:"enemy-tough,omitempty"`
	EnemyDefense Range  `yaml:"enemy-defense,omitempty"`
	Models       Models `yaml:"models,omitempty"`
	Has          string `yaml:"has,omitempty"`    // name of another rule that the bearer has too
	Roll         []int  `yaml:"roll,omitempty"`   // faces of a die rolled for the rule
	Used         *bool  `yaml:"used,omitempty"`   // the player uses the rule
	Choice       int    `yaml:"choice,omitempty"` // number of the effect that the player picks
	Spell        *bool  `yaml:"spell,omitempty"`
}

// String returns the conditions as they stand in files.
func (w When) String() string { return words.Inline(w) }

// And returns the conditions of both; ok is false if they can never hold together because one
// condition has two values.
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
	return w, Grimdark.StatementWithin("when", w).Consistent()
}

// Deploys is how a unit comes to the table if not with the rest of the army.
type Deploys string

const (
	DeploysReserve Deploys = "reserve" // may wait off the table, and arrives in a later round
	DeploysLast    Deploys = "last"    // may be deployed after all others
)

// Cannot is an action that a unit cannot take or that cannot be taken against it.
type Cannot string

const (
	CannotCharge    Cannot = "charge"
	CannotBeCharged Cannot = "be-charged"
)

// Of selects the attacks that an effect changes; "" is the bearer's own attacks.
type Of string

const OfEnemy Of = "enemy" // attacks against the bearer's unit

// To selects the models that have an effect; "" is the bearer alone. Friends and enemies have an
// effect only if a player uses its rule, perhaps on another unit.
type To string

const (
	ToUnit    To = "unit"    // every model of the bearer's unit, including a joined hero
	ToFriends To = "friends" // every model of the side that uses the rule
	ToEnemy   To = "enemy"   // every model of the other side
)

// Outside is the subject of a rule that never matters in a fight.
type Outside string

const (
	OutsideMovement   Outside = "movement"
	OutsideDeployment Outside = "deployment"
	OutsideActivation Outside = "activation"
	OutsideRecovery   Outside = "recovery"
	OutsideHealing    Outside = "healing"
	OutsideCasting    Outside = "casting"
)

// Gathers is the occasion on which a unit gets tokens for a rule. Players state how many it has as
// the number of the rule's use.
type Gathers string

const (
	GathersAtRoundStart Gathers = "round-start" // when a round begins, if the unit is on the table
	GathersAtRoundEnd   Gathers = "round-end"   // when a round ends, if the unit is on the table
	GathersByKill       Gathers = "kill"        // whenever the unit destroys an enemy unit
	GathersByIgnore     Gathers = "ignore"      // whenever the unit ignores a wound
)

// Places is the occasion on which a model puts tokens for a rule on an enemy unit. Players state
// how many are there as the number of the rule's use.
type Places string

const (
	PlacesInGame       Places = "game"       // once in a game, on a unit that the model picks
	PlacesInActivation Places = "activation" // in each activation, on a unit that the model picks
	PlacesByDeath      Places = "death"      // when the model is killed, on the unit that killed it
)

// IfShaken is what happens to the tokens of a unit that becomes shaken.
type IfShaken string

const (
	ShakenGetsNone IfShaken = "none" // it gets no tokens while it is shaken
	ShakenLosesAll IfShaken = "lost" // it loses all its tokens
)

// By is the kind of fight in which an effect acts; "" is shooting and melee.
type By string

const ByAbility By = "ability" // a separate attack, resolved as shooting or as a spell

// On is the unmodified die that triggers an effect. Dice to hit can trigger AP, APIs, Blast,
// Deadly, Copies, the Extra fields, RerollBlocks and Ignore of Regeneration; dice to block can
// trigger ExtraWounds.
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
	IgnoreMoving       Ignore = "moving"    // effects of the attacker's own rules that lower ToHit after moving
)

// Picks is how an attack picks one model of the target.
type Picks string

const (
	PicksModel  Picks = "model"  // the attack is resolved as if the model were a unit of one
	PicksWounds Picks = "wounds" // the hits are ordinary, and their wounds go to the model first
)

// Models is how many of a unit's living models must have a rule for an effect to hold. With "" an
// effect is each bearer's own, and an effect on the unit as a whole (Block, and all with Of) needs
// every model of the squad.
type Models string

const (
	ModelsAll   Models = "all"   // every model, including a joined hero
	ModelsMost  Models = "most"  // more than half of the models
	ModelsAny   Models = "any"   // at least one
	ModelsSquad Models = "squad" // every model but a joined hero
)
