package form

import (
	"reflect"
	"slices"

	"muster/rules"
)

// A wordPricing states how the formula prices a word of effects.
type wordPricing struct {
	word        string
	part        formulaPart // the part of the formula that prices it
	kind        Kind        // kind of the change to attacks, if part is inAttacks
	amountIsOne bool        // the amount is 1 instead of the word's number
	onlyOnDie   bool        // it applies only to effects that a die triggers
	// kindOf returns the kind for words whose kind depends on the whole effect; "" for no change.
	kindOf func(e *rules.Effect) Kind
}

// A formulaPart is the part of the price formula that prices a word.
type formulaPart string

const (
	inProfile    formulaPart = "profile"   // priced as a number of the profile, if the effect has no conditions
	inAttacks    formulaPart = "attacks"   // priced as a change to attacks
	onModels     formulaPart = "body"      // priced by a Basis, together with the models
	inScene      formulaPart = "scene"     // priced as the share of the rule's worth under this condition
	noPrice      formulaPart = "no price"  // costs nothing
	wholeEffect  formulaPart = "whole"     // priced together with the other words of the effect
	asGivenRules formulaPart = "recursive" // priced as the rules that it gives
)

// wordPricings has one or more entries for every word. Changes to attacks are in the order of their
// terms.
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

	{word: "ap", part: inAttacks, kind: BySixAP, onlyOnDie: true},
	{word: "to-hit", part: inAttacks, kind: ByHit},
	{word: "ap", part: inAttacks, kind: ByAP},
	{word: "extra-hits", part: inAttacks, kind: BySixHit},
	{word: "extra-attacks", part: inAttacks, kind: BySixHit},
	{word: "range", part: inAttacks, kind: ByRange},
	{word: "range-least", part: noPrice},
	{word: "ap-is", part: inAttacks, kind: ByFactor, amountIsOne: true},
	{word: "quality", part: inAttacks, kind: ByFactor, amountIsOne: true},
	{word: "blast", part: inAttacks, kind: ByFactor, amountIsOne: true},
	{word: "deadly", part: inAttacks, kind: ByFactor, amountIsOne: true},
	{word: "copies", part: inAttacks, kind: ByFactor, amountIsOne: true},
	{word: "extra-wounds", part: inAttacks, kind: ByWound},
	{word: "reroll-blocks", part: inAttacks, kind: ByFactor, amountIsOne: true},
	{word: "picks", part: inAttacks, kind: ByFactor, amountIsOne: true},
	{word: "ignore", part: inAttacks, amountIsOne: true, kindOf: ignoreKind},
	{word: "without-sight", part: inAttacks, kind: ByReach, amountIsOne: true},
	{word: "strikes-first", part: inAttacks, kind: ByFlat, amountIsOne: true},
	{word: "strikes-last", part: inAttacks, kind: ByFlat, amountIsOne: true},
	{word: "hits-against", part: inAttacks, kind: ByFlat, amountIsOne: true},
	{word: "when", part: inScene},
	{word: "on", part: inScene},
	{word: "per", part: inScene},
	{word: "max", part: inScene},
	{word: "shooting", part: inScene},
	{word: "melee", part: inScene},
	{word: "charging", part: inScene},
	{word: "charged", part: inScene},
	{word: "fatigued", part: inScene},
	{word: "moved", part: inScene},
	{word: "in-sight", part: inScene},
	{word: "cover", part: inScene},
	{word: "distance-over", part: inScene},
	{word: "distance-up-to", part: inScene},
	{word: "enemy-tough", part: inScene},
	{word: "enemy-defense", part: inScene},
	{word: "models", part: noPrice},
	{word: "has", part: inScene},
	{word: "roll", part: inScene},
	{word: "used", part: inScene},
	{word: "choice", part: inScene},
	{word: "spell", part: inScene},

	{word: "of", part: wholeEffect},
	{word: "to", part: wholeEffect},
	{word: "by", part: wholeEffect},
	{word: "needs", part: wholeEffect},
	{word: "each", part: wholeEffect},
	{word: "with", part: wholeEffect},
	{word: "gives", part: asGivenRules},

	{word: "transport", part: onModels},
	{word: "tokens", part: onModels},
	{word: "per-game", part: onModels},
	{word: "deploys", part: onModels},
	{word: "cannot", part: onModels},
	{word: "outside", part: onModels},
	{word: "self-wounds", part: onModels},
	{word: "ignore-rules", part: onModels},
	{word: "best-weapon-attacks", part: onModels},
	{word: "hits", part: onModels},
	{word: "wounds", part: onModels},
	{word: "attacks", part: onModels},
	{word: "death-hits", part: onModels},
	{word: "last-hits", part: onModels},
	{word: "block", part: onModels},
	{word: "regeneration", part: onModels},
	{word: "ward", part: onModels},
	{word: "retaliates", part: onModels},
	{word: "fear", part: onModels},
	{word: "fear-d3", part: onModels},
	{word: "morale", part: onModels},
	{word: "repeat-morale", part: onModels},
	{word: "pay-morale", part: onModels},
}

// ignoreKind returns the kind of the change by an effect that ignores something; "" if the effect
// also shoots without sight.
func ignoreKind(e *rules.Effect) Kind {
	switch {
	case e.WithoutSight:
		return ""
	case slices.Contains(e.Ignore, rules.IgnoreRegeneration), slices.Contains(e.Ignore, rules.IgnorePenalties):
		return ByFlat
	case slices.Contains(e.Ignore, rules.IgnoreCover):
		return ByCover
	}
	return ""
}

// change returns the kind and amount of the change that the word makes to attacks; field holds the
// word's value. kind is "" for no change.
func (p *wordPricing) change(e *rules.Effect, field reflect.Value) (kind Kind, amount rules.Value) {
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

// wordFields maps each word to the index of its field in rules.Effect.
var wordFields = func() map[string]int {
	fields := map[string]int{}
	for _, f := range rules.Grimdark.Fields("", reflect.TypeFor[rules.Effect]()) {
		fields[f.Word.Name] = f.Index
	}
	return fields
}()

// splitAttacks calls add for each change that an effect makes to attacks. It returns the rest of
// the effect, which a Basis prices.
func splitAttacks(e *rules.Effect, add func(Kind, rules.Value)) (rest rules.Effect) {
	rest = *e
	v := reflect.ValueOf(&rest).Elem()
	for i := range wordPricings {
		p := &wordPricings[i]
		i, ok := wordFields[p.word]
		if !ok || p.part != inAttacks && p.part != inScene && p.part != noPrice || p.onlyOnDie && e.Trigger == "" {
			continue
		}
		if kind, amount := p.change(e, v.Field(i)); kind != "" {
			add(kind, amount)
		}
		v.Field(i).SetZero()
	}
	return rest
}
