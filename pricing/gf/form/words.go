package form

import (
	"reflect"
	"slices"

	"muster/rules"
)

// A wordPricing says how a word of effects is priced.
type wordPricing struct {
	word      string
	part      formulaPart // the part of the formula that prices it
	kind      Kind        // kind of the change, for inAttacks
	countsOne bool        // the amount is 1, not the word's number
	onDie     bool        // the line is for words that a die triggers
	// kindOf returns the kind if it depends on the whole effect; "" for none.
	kindOf func(e *rules.Effect) Kind
}

// A formulaPart is a part of the price formula.
type formulaPart string

const (
	inProfile   formulaPart = "profile"   // priced as a number of the profile, if the effect has no conditions
	inAttacks   formulaPart = "attacks"   // priced as a change to attacks
	onBody      formulaPart = "body"      // priced by a Basis, together with the models
	inScene     formulaPart = "scene"     // priced as a share of the rule without the condition
	noPrice     formulaPart = "no price"  // costs nothing
	wholeEffect formulaPart = "whole"     // priced as one effect with the words beside it
	recursively formulaPart = "recursive" // priced as the rules that it gives
)

// wordPricings has one or more lines for every word. Changes to attacks stand in the order of their
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

	{word: "ap", part: inAttacks, kind: BySixAP, onDie: true},
	{word: "to-hit", part: inAttacks, kind: ByHit},
	{word: "ap", part: inAttacks, kind: ByAP},
	{word: "extra-hits", part: inAttacks, kind: BySixHit},
	{word: "extra-attacks", part: inAttacks, kind: BySixHit},
	{word: "range", part: inAttacks, kind: ByRange},
	{word: "range-least", part: noPrice},
	{word: "ap-is", part: inAttacks, kind: ByFactor, countsOne: true},
	{word: "quality", part: inAttacks, kind: ByFactor, countsOne: true},
	{word: "blast", part: inAttacks, kind: ByFactor, countsOne: true},
	{word: "deadly", part: inAttacks, kind: ByFactor, countsOne: true},
	{word: "copies", part: inAttacks, kind: ByFactor, countsOne: true},
	{word: "extra-wounds", part: inAttacks, kind: ByWound},
	{word: "reroll-blocks", part: inAttacks, kind: ByFactor, countsOne: true},
	{word: "picks", part: inAttacks, kind: ByFactor, countsOne: true},
	{word: "ignore", part: inAttacks, countsOne: true, kindOf: ignoreKind},
	{word: "without-sight", part: inAttacks, kind: ByReach, countsOne: true},
	{word: "strikes-first", part: inAttacks, kind: ByFlat, countsOne: true},
	{word: "strikes-last", part: inAttacks, kind: ByFlat, countsOne: true},
	{word: "hits-against", part: inAttacks, kind: ByFlat, countsOne: true},
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
	{word: "gives", part: recursively},

	{word: "transport", part: onBody},
	{word: "tokens", part: onBody},
	{word: "per-game", part: onBody},
	{word: "deploys", part: onBody},
	{word: "cannot", part: onBody},
	{word: "outside", part: onBody},
	{word: "self-wounds", part: onBody},
	{word: "ignore-rules", part: onBody},
	{word: "best-weapon-attacks", part: onBody},
	{word: "hits", part: onBody},
	{word: "wounds", part: onBody},
	{word: "attacks", part: onBody},
	{word: "death-hits", part: onBody},
	{word: "last-hits", part: onBody},
	{word: "block", part: onBody},
	{word: "regeneration", part: onBody},
	{word: "ward", part: onBody},
	{word: "retaliates", part: onBody},
	{word: "fear", part: onBody},
	{word: "fear-d3", part: onBody},
	{word: "morale", part: onBody},
	{word: "repeat-morale", part: onBody},
	{word: "pay-morale", part: onBody},
}

// ignoreKind returns the kind of an effect that ignores something; if it also shoots without sight,
// that decides.
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

// change returns the kind and amount of the change that a word makes to attacks, where field holds
// the word's value; kind is "" if it makes none in the effect.
func (p *wordPricing) change(e *rules.Effect, field reflect.Value) (kind Kind, amount rules.Value) {
	if p.part != inAttacks || field.IsZero() {
		return "", amount
	}
	kind, amount = p.kind, rules.Value{Set: true, Number: 1}
	if p.kindOf != nil {
		kind = p.kindOf(e)
	}
	if !p.countsOne {
		amount = field.Interface().(rules.Value)
	}
	return kind, amount
}

// wordFields holds the index of the field of rules.Effect for each word.
var wordFields = func() map[string]int {
	fields := map[string]int{}
	for _, f := range rules.Grimdark.Fields("", reflect.TypeFor[rules.Effect]()) {
		fields[f.Word.Name] = f.Index
	}
	return fields
}()

// splitAttacks calls add for each change that an effect makes to attacks. It returns the rest of
// the effect, which is priced by a Basis.
func splitAttacks(e *rules.Effect, add func(Kind, rules.Value)) (rest rules.Effect) {
	rest = *e
	v := reflect.ValueOf(&rest).Elem()
	for i := range wordPricings {
		p := &wordPricings[i]
		i, ok := wordFields[p.word]
		if !ok || p.part != inAttacks && p.part != inScene && p.part != noPrice || p.onDie && e.On == "" {
			continue
		}
		if kind, amount := p.change(e, v.Field(i)); kind != "" {
			add(kind, amount)
		}
		v.Field(i).SetZero()
	}
	return rest
}
