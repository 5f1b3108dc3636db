package rules

import (
	"reflect"
	"slices"

	"muster/rules/words"
)

// String returns the effect as it stands in files, on one line: {on: six-to-hit, ap: 3}.
func (e Effect) String() string { return words.InlineYAML(e) }

// AllGivenRules returns the rules that the effect gives, to models or to its own hits and attacks.
func (e *Effect) AllGivenRules() []Use {
	if len(e.BearerAttackRules) == 0 {
		return e.GivenRules
	}
	return slices.Concat(e.GivenRules, e.BearerAttackRules)
}

// MattersInFight reports whether the effect matters in a fight, or changes numbers of a unit on
// which fights depend.
func (e *Effect) MattersInFight() bool {
	s := Grimdark.Statement(e)
	acts := func(w words.StatedWord) bool {
		return !w.Group.OnlyModifiesWords && !w.OnlyOutsideFights && !w.Group.OnlyOutsideFights
	}
	bare := !slices.ContainsFunc(s.Words, func(w words.StatedWord) bool { return !w.Group.OnlyModifiesWords }) // its weapon acts
	return slices.ContainsFunc(s.Words, acts) || bare && len(s.Words) > 0
}

// MattersToDefense reports whether the effect, or a rule that it gives, may matter to a unit that
// is attacked or tests its morale.
func (e *Effect) MattersToDefense() bool {
	return slices.ContainsFunc(Grimdark.Statement(e).Words,
		func(w words.StatedWord) bool { return w.AffectsDefender || w.Group.AffectsDefender })
}

// MattersToAttacks reports whether the effect may matter to the attacks of the bearer's unit when
// it shoots or charges. It ignores enemy rules that depend on the unit.
func (e *Effect) MattersToAttacks(charging bool) bool {
	scene := inShooting
	if charging {
		scene = inMelee
	}
	s := Grimdark.Statement(e)
	return e.Attacker == "" && s.ActingAttackKinds()&scene != 0 &&
		slices.ContainsFunc(s.Words, func(w words.StatedWord) bool {
			return !w.Group.OnlyModifiesWords && !w.OnlyOutsideFights && w.Group != listWords && !w.Group.OnlyOutsideFights &&
				!w.Group.AffectsDefender
		})
}

// DependsOnSurvivors reports whether the effect may make the result of a charge depend on the
// number of survivors in the charging unit.
func (e *Effect) DependsOnSurvivors() bool {
	return e.RetaliationHits.IsSet || e.DeathHits.IsSet || e.SacrificeHits.IsSet || e.StrikesLast || e.SelfWounds.IsSet
}

// ActsInMelee reports whether the effect can act in melee.
func (e *Effect) ActsInMelee() bool {
	return Grimdark.Statement(e).ActingAttackKinds()&inMelee != 0
}

// DependsOnUseCount reports whether the effect depends on N, the number of tokens or uses that a
// player states.
func (e *Effect) DependsOnUseCount() bool {
	return slices.ContainsFunc(Grimdark.Statement(e).Words, func(w words.StatedWord) bool { return w.Number.TokenCountSign != 0 })
}

// OnlyValue returns a pointer to the only number of the effect; nil if it has none or several.
func (e *Effect) OnlyValue() *Value {
	var found *Value
	v := reflect.ValueOf(e).Elem()
	for _, f := range Grimdark.Fields("", v.Type()) {
		n, ok := v.Field(f.Index).Addr().Interface().(*Value)
		switch {
		case !ok || !n.IsSet || f.Word.Group.OnlyModifiesWords:
		case found != nil:
			return nil
		default:
			found = n
		}
	}
	return found
}

// String returns the conditions as they stand in files.
func (w When) String() string { return words.InlineYAML(w) }

// And returns the conditions of both w and other; ok is false if they can never hold together
// because one condition has two values.
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
	return w, Grimdark.StatementWithin("when", w).IsConsistent()
}

// Deployment is a way for a unit to come to the table other than with the rest of the army.
type Deployment string

const (
	DeployReserve Deployment = "reserve" // may wait off the table, and arrives in a later round
	DeployLast    Deployment = "last"    // may be deployed after all others
)

// Action is an action that an effect forbids: to the unit, or to enemies against the unit.
type Action string

const (
	ActionCharge    Action = "charge"
	ActionBeCharged Action = "be-charged"
)

// AttackSide selects the attacks that an effect changes; "" means the bearer's own attacks.
type AttackSide string

const EnemyAttacks AttackSide = "enemy" // attacks against the bearer's unit

// Receivers selects the models that an effect is applied to; "" means the bearer alone. Friends and
// enemies have an effect only if a player uses its rule, perhaps on another unit.
type Receivers string

const (
	ToUnit    Receivers = "unit"    // every model of the bearer's unit, including a joined hero
	ToFriends Receivers = "friends" // every model of the side that uses the rule
	ToEnemy   Receivers = "enemy"   // every model of the other side
)

// NonFightSubject is the subject of a rule that never matters in a fight.
type NonFightSubject string

const (
	NonFightMovement   NonFightSubject = "movement"
	NonFightDeployment NonFightSubject = "deployment"
	NonFightActivation NonFightSubject = "activation"
	NonFightRecovery   NonFightSubject = "recovery"
	NonFightHealing    NonFightSubject = "healing"
	NonFightCasting    NonFightSubject = "casting"
)

// TokenGain is the occasion on which a unit gets tokens for a rule. Players state the number of
// tokens together with the use of the rule.
type TokenGain string

const (
	GainAtRoundStart TokenGain = "round-start" // when a round begins, if the unit is on the table
	GainAtRoundEnd   TokenGain = "round-end"   // when a round ends, if the unit is on the table
	GainByKill       TokenGain = "kill"        // whenever the unit destroys an enemy unit
	GainByIgnoring   TokenGain = "ignore"      // whenever the unit ignores a wound
)

// TokenPlacement is the occasion on which a model puts tokens for a rule on an enemy unit. Players
// state the number of tokens together with the use of the rule.
type TokenPlacement string

const (
	PlaceOncePerGame    TokenPlacement = "game"       // once in a game, on a unit that the model picks
	PlaceEachActivation TokenPlacement = "activation" // in each activation, on a unit that the model picks
	PlaceAtDeath        TokenPlacement = "death"      // when the model is killed, on the unit that killed it
)

// ShakenTokens is what happens to the tokens of a unit that becomes shaken.
type ShakenTokens string

const (
	ShakenGetsNone ShakenTokens = "none" // it gets no tokens while it is shaken
	ShakenLosesAll ShakenTokens = "lost" // it loses all its tokens
)

// FightKind is the kind of fight in which an effect acts; "" means both shooting and melee.
type FightKind string

const ByAbility FightKind = "ability" // a separate attack, resolved as shooting or as a spell

// Trigger is the unmodified die result that triggers an effect. Dice to hit can trigger AP, MinAP,
// Blast, Deadly, HitCopies, the Extra fields, RerollBlocks and Ignore of Regeneration; dice to
// block can trigger ExtraWounds.
type Trigger string

const (
	OnSixToHit   Trigger = "six-to-hit"
	OnFiveToHit  Trigger = "five-to-hit" // only if it hits
	OnOneToHit   Trigger = "one-to-hit"
	OnOneToBlock Trigger = "one-to-block"
	OnTwoToBlock Trigger = "two-to-block" // only if it does not block
)

// Ignore is something that an attack can ignore.
type Ignore string

const (
	IgnoreRegeneration Ignore = "regeneration"
	IgnoreCover        Ignore = "cover"
	IgnorePenalties    Ignore = "penalties" // negative modifiers to hit and to range
	IgnoreMovePenalty  Ignore = "moving"    // effects of the attacker's own rules that lower ToHit after moving
)

// ModelPick is the way in which an attack picks one model of the target.
type ModelPick string

const (
	PickModel     ModelPick = "model"  // the attack is resolved as if the model were a unit of one
	PickForWounds ModelPick = "wounds" // the hits are ordinary, and their wounds go to the model first
)

// RequiredBearers says how many of a unit's living models must have a rule for its effect to hold.
// With "" each bearer has the effect by itself, and an effect on the unit as a whole
// (BlockModifier, or on the enemy's attacks) needs every model of the squad.
type RequiredBearers string

const (
	AllModels   RequiredBearers = "all"   // every model, including a joined hero
	MostModels  RequiredBearers = "most"  // more than half of the models
	AnyModel    RequiredBearers = "any"   // at least one
	SquadModels RequiredBearers = "squad" // every model but a joined hero
)
