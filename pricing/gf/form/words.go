package form

import (
	"reflect"
	"slices"

	"muster/rules"
)

// A pricing is the price model of a word of effects.
type pricing struct {
	word  string
	as    way
	kind  Kind // of inAttacks
	one   bool // the amount is 1, not the word's number
	onDie bool // only for a die that triggers it
	// kindOf returns the kind by the whole effect; "" for none.
	kindOf func(e *rules.Effect) Kind
}

// way is a part of the price formula.
type way string

const (
	inProfile   way = "profile"   // priced as a number of the profile, if nothing else decides it
	inAttacks   way = "attacks"   // priced as a change to attacks
	onBody      way = "body"      // priced by a basis, as part of the models
	inScene     way = "scene"     // priced as a share of the rule without the condition
	noPrice     way = "no price"  // costs nothing
	wholeEffect way = "whole"     // priced with the words that it shapes, as one effect
	recursively way = "recursive" // priced as the rules given
)

// pricings has a line or more for every word. The changes to attacks are in the order of their terms.
var pricings = []pricing{
	{word: "hero", as: inProfile},
	{word: "tough", as: inProfile},
	{word: "defense", as: inProfile},
	{word: "defense-is", as: inProfile},
	{word: "per-list", as: noPrice},
	{word: "gathers", as: noPrice},
	{word: "places", as: noPrice},
	{word: "placed", as: noPrice},
	{word: "holds", as: noPrice},
	{word: "if-shaken", as: noPrice},

	{word: "ap", as: inAttacks, kind: BySixAP, onDie: true},
	{word: "to-hit", as: inAttacks, kind: ByHit},
	{word: "ap", as: inAttacks, kind: ByAP},
	{word: "extra-hits", as: inAttacks, kind: BySixHit},
	{word: "extra-attacks", as: inAttacks, kind: BySixHit},
	{word: "range", as: inAttacks, kind: ByRange},
	{word: "range-least", as: noPrice},
	{word: "ap-is", as: inAttacks, kind: ByFactor, one: true},
	{word: "quality", as: inAttacks, kind: ByFactor, one: true},
	{word: "blast", as: inAttacks, kind: ByFactor, one: true},
	{word: "deadly", as: inAttacks, kind: ByFactor, one: true},
	{word: "copies", as: inAttacks, kind: ByFactor, one: true},
	{word: "extra-wounds", as: inAttacks, kind: ByWound},
	{word: "reroll-blocks", as: inAttacks, kind: ByFactor, one: true},
	{word: "picks", as: inAttacks, kind: ByFactor, one: true},
	{word: "ignore", as: inAttacks, one: true, kindOf: ignoreKind},
	{word: "without-sight", as: inAttacks, kind: ByReach, one: true},
	{word: "strikes-first", as: inAttacks, kind: ByFlat, one: true},
	{word: "strikes-last", as: inAttacks, kind: ByFlat, one: true},
	{word: "hits-against", as: inAttacks, kind: ByFlat, one: true},
	{word: "when", as: inScene},
	{word: "on", as: inScene},
	{word: "per", as: inScene},
	{word: "max", as: inScene},
	{word: "shooting", as: inScene},
	{word: "melee", as: inScene},
	{word: "charging", as: inScene},
	{word: "charged", as: inScene},
	{word: "fatigued", as: inScene},
	{word: "moved", as: inScene},
	{word: "in-sight", as: inScene},
	{word: "cover", as: inScene},
	{word: "distance-over", as: inScene},
	{word: "distance-up-to", as: inScene},
	{word: "enemy-tough", as: inScene},
	{word: "enemy-defense", as: inScene},
	{word: "models", as: noPrice},
	{word: "has", as: inScene},
	{word: "roll", as: inScene},
	{word: "used", as: inScene},
	{word: "choice", as: inScene},
	{word: "spell", as: inScene},

	{word: "of", as: wholeEffect},
	{word: "to", as: wholeEffect},
	{word: "by", as: wholeEffect},
	{word: "needs", as: wholeEffect},
	{word: "each", as: wholeEffect},
	{word: "with", as: wholeEffect},
	{word: "gives", as: recursively},

	{word: "transport", as: onBody},
	{word: "tokens", as: onBody},
	{word: "per-game", as: onBody},
	{word: "deploys", as: onBody},
	{word: "cannot", as: onBody},
	{word: "outside", as: onBody},
	{word: "self-wounds", as: onBody},
	{word: "ignore-rules", as: onBody},
	{word: "best-weapon-attacks", as: onBody},
	{word: "hits", as: onBody},
	{word: "wounds", as: onBody},
	{word: "attacks", as: onBody},
	{word: "death-hits", as: onBody},
	{word: "last-hits", as: onBody},
	{word: "block", as: onBody},
	{word: "regeneration", as: onBody},
	{word: "ward", as: onBody},
	{word: "retaliates", as: onBody},
	{word: "fear", as: onBody},
	{word: "fear-d3", as: onBody},
	{word: "morale", as: onBody},
	{word: "repeat-morale", as: onBody},
	{word: "pay-morale", as: onBody},
}

// ignoreKind returns the kind of an effect that ignores something; shooting without sight outweighs it.
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

// change returns the change that a word makes, with its value in a field; kind is "" if it makes none in the effect.
func (p *pricing) change(e *rules.Effect, field reflect.Value) (kind Kind, amount rules.Value) {
	if p.as != inAttacks || field.IsZero() {
		return "", amount
	}
	kind, amount = p.kind, rules.Value{Set: true, Number: 1}
	if p.kindOf != nil {
		kind = p.kindOf(e)
	}
	if !p.one {
		amount = field.Interface().(rules.Value)
	}
	return kind, amount
}

// wordFields are the indices of the fields of an effect by word.
var wordFields = func() map[string]int {
	fields := map[string]int{}
	for _, f := range rules.Grimdark.Fields("", reflect.TypeFor[rules.Effect]()) {
		fields[f.Word.Name] = f.Index
	}
	return fields
}()

// splitAttacks calls add with an effect's changes to attacks, and returns the rest, to be
// priced by a basis.
func splitAttacks(e *rules.Effect, add func(Kind, rules.Value)) (rest rules.Effect) {
	rest = *e
	v := reflect.ValueOf(&rest).Elem()
	for i := range pricings {
		p := &pricings[i]
		i, ok := wordFields[p.word]
		if !ok || p.as != inAttacks && p.as != inScene && p.as != noPrice || p.onDie && e.On == "" {
			continue
		}
		if kind, amount := p.change(e, v.Field(i)); kind != "" {
			add(kind, amount)
		}
		v.Field(i).SetZero()
	}
	return rest
}
