package form

import (
	"reflect"
	"slices"

	"muster/rules"
)

// A wordPricing states how the price formula prices a word of the rule language, such as "to-hit"
// in the effect {to-hit: 1}.
type wordPricing struct {
	word            string      // the word that effects are written with
	part            formulaPart // the way to price it
	kind            ChangeKind  // the kind of the change to attacks, if part is inAttacks
	amountIsOne     bool        // the change has the size 1 instead of the word's number
	needsTriggerDie bool        // it applies only to effects that a certain die result triggers
	// kindOf returns the kind of the change for words whose kind depends on the whole effect; "" if
	// it changes nothing.
	kindOf func(e *rules.Effect) ChangeKind
}

// A formulaPart names the part of the price formula that prices the effects stated with a word of
// the rule language.
type formulaPart string

const (
	inProfile formulaPart = "profile" // priced as a number of the profile, if the effect has no conditions
	inAttacks formulaPart = "attacks" // priced as a change to attacks
	// priced by a term multiplied by an amount (a Multiplier), such as the number of models
	byMultiplier formulaPart = "body"
	// priced as a condition, by the share of the rule's worth under it
	asCondition      formulaPart = "scene"
	noPrice          formulaPart = "no price"  // costs nothing
	withRestOfEffect formulaPart = "whole"     // priced together with the other words of its effect
	asGivenRules     formulaPart = "recursive" // priced as the rules that the effect gives
)

// wordPricings says how each word of effects is priced; some words have several entries. Changes to
// attacks are listed in the order of their terms.
var wordPricings = []wordPricing{
	{word: "hero", part: inProfile},
	{word: "tough", part: inProfile},
	{word: "defense", part: inProfile},
	{word: "defense-is", part: inProfile},
	{word: "per-list", part: noPrice},
	{word: "gathers", part: noPrice},
	{word: "places", part: noPrice},
	{word: "placed", part: noPrice},
	{word: "holds", part: noPrice},
	{word: "if-shaken", part: noPrice},

	{word: "ap", part: inAttacks, kind: SixAPChange, needsTriggerDie: true},
	{word: "to-hit", part: inAttacks, kind: ToHitChange},
	{word: "ap", part: inAttacks, kind: APChange},
	{word: "extra-hits", part: inAttacks, kind: SixHitsChange},
	{word: "extra-attacks", part: inAttacks, kind: SixHitsChange},
	{word: "range", part: inAttacks, kind: RangeChange},
	{word: "range-least", part: noPrice},
	{word: "ap-is", part: inAttacks, kind: HitFactorChange, amountIsOne: true},
	{word: "quality", part: inAttacks, kind: HitFactorChange, amountIsOne: true},
	{word: "blast", part: inAttacks, kind: HitFactorChange, amountIsOne: true},
	{word: "deadly", part: inAttacks, kind: HitFactorChange, amountIsOne: true},
	{word: "copies", part: inAttacks, kind: HitFactorChange, amountIsOne: true},
	{word: "extra-wounds", part: inAttacks, kind: PerWoundChange},
	{word: "reroll-blocks", part: inAttacks, kind: HitFactorChange, amountIsOne: true},
	{word: "picks", part: inAttacks, kind: HitFactorChange, amountIsOne: true},
	{word: "ignore", part: inAttacks, amountIsOne: true, kindOf: kindOfIgnore},
	{word: "without-sight", part: inAttacks, kind: RangedHitFactorChange, amountIsOne: true},
	{word: "strikes-first", part: inAttacks, kind: PerAttackChange, amountIsOne: true},
	{word: "strikes-last", part: inAttacks, kind: PerAttackChange, amountIsOne: true},
	{word: "hits-against", part: inAttacks, kind: PerAttackChange, amountIsOne: true},
	{word: "when", part: asCondition},
	{word: "on", part: asCondition},
	{word: "per", part: asCondition},
	{word: "max", part: asCondition},
	{word: "shooting", part: asCondition},
	{word: "melee", part: asCondition},
	{word: "charging", part: asCondition},
	{word: "charged", part: asCondition},
	{word: "fatigued", part: asCondition},
	{word: "moved", part: asCondition},
	{word: "in-sight", part: asCondition},
	{word: "cover", part: asCondition},
	{word: "distance-over", part: asCondition},
	{word: "distance-up-to", part: asCondition},
	{word: "enemy-tough", part: asCondition},
	{word: "enemy-defense", part: asCondition},
	{word: "models", part: noPrice},
	{word: "has", part: asCondition},
	{word: "roll", part: asCondition},
	{word: "used", part: asCondition},
	{word: "choice", part: asCondition},
	{word: "spell", part: asCondition},

	{word: "of", part: withRestOfEffect},
	{word: "to", part: withRestOfEffect},
	{word: "by", part: withRestOfEffect},
	{word: "needs", part: withRestOfEffect},
	{word: "each", part: withRestOfEffect},
	{word: "with", part: withRestOfEffect},
	{word: "gives", part: asGivenRules},

	{word: "transport", part: byMultiplier},
	{word: "tokens", part: byMultiplier},
	{word: "per-game", part: byMultiplier},
	{word: "deploys", part: byMultiplier},
	{word: "cannot", part: byMultiplier},
	{word: "outside", part: byMultiplier},
	{word: "self-wounds", part: byMultiplier},
	{word: "ignore-rules", part: byMultiplier},
	{word: "best-weapon-attacks", part: byMultiplier},
	{word: "hits", part: byMultiplier},
	{word: "wounds", part: byMultiplier},
	{word: "attacks", part: byMultiplier},
	{word: "death-hits", part: byMultiplier},
	{word: "last-hits", part: byMultiplier},
	{word: "block", part: byMultiplier},
	{word: "regeneration", part: byMultiplier},
	{word: "ward", part: byMultiplier},
	{word: "retaliates", part: byMultiplier},
	{word: "fear", part: byMultiplier},
	{word: "fear-d3", part: byMultiplier},
	{word: "morale", part: byMultiplier},
	{word: "repeat-morale", part: byMultiplier},
	{word: "pay-morale", part: byMultiplier},
}

// kindOfIgnore returns the kind of the change that an effect makes by ignoring something, such as
// cover; "" for no change, also if the effect shoots without sight.
func kindOfIgnore(e *rules.Effect) ChangeKind {
	switch {
	case e.NeedsNoSight:
		return ""
	case slices.Contains(e.Ignore, rules.IgnoreRegeneration), slices.Contains(e.Ignore, rules.IgnorePenalties):
		return PerAttackChange
	case slices.Contains(e.Ignore, rules.IgnoreCover):
		return NoCoverChange
	}
	return ""
}

// attackChange returns the kind and size of the change that the word makes to attacks in effect e;
// field holds the word's value. kind is "" for no change.
func (p *wordPricing) attackChange(e *rules.Effect, field reflect.Value) (kind ChangeKind, amount rules.Value) {
	if p.part != inAttacks || field.IsZero() {
		return "", amount
	}
	kind, amount = p.kind, rules.Value{IsSet: true, Number: 1}
	if p.kindOf != nil {
		kind = p.kindOf(e)
	}
	if !p.amountIsOne {
		amount = field.Interface().(rules.Value)
	}
	return kind, amount
}

// fieldIndexByWord maps each word of the rule language to the index of its field in rules.Effect.
var fieldIndexByWord = func() map[string]int {
	fields := map[string]int{}
	for _, f := range rules.Grimdark.Fields("", reflect.TypeFor[rules.Effect]()) {
		fields[f.Word.Name] = f.Index
	}
	return fields
}()

// splitAttackChanges calls add for each change that an effect makes to attacks. It returns the rest
// of the effect, to be priced outside attacks.
func splitAttackChanges(e *rules.Effect, add func(ChangeKind, rules.Value)) (rest rules.Effect) {
	rest = *e
	v := reflect.ValueOf(&rest).Elem()
	for i := range wordPricings {
		p := &wordPricings[i]
		i, ok := fieldIndexByWord[p.word]
		if !ok || p.part != inAttacks && p.part != asCondition && p.part != noPrice || p.needsTriggerDie && e.Trigger == "" {
			continue
		}
		if kind, amount := p.attackChange(e, v.Field(i)); kind != "" {
			add(kind, amount)
		}
		v.Field(i).SetZero()
	}
	return rest
}
