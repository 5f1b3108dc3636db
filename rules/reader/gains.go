package reader

import (
	"reflect"

	"muster/rules"
)

// gainPatterns are bonuses and penalties.
var gainPatterns = []pattern[rules.Effect]{
	{
		text: "{+v} to hit [rolls]", example: "It gets +2 to hit rolls.",
		build: func(m *match) []rules.Effect { return oneEffect(rules.Effect{ToHit: m.value("+v")}) },
	},
	{
		text:    "{+v} to <defense|block> rolls",
		example: "Units where all models have this rule get +2 to defense rolls.",
		build:   func(m *match) []rules.Effect { return oneEffect(rules.Effect{BlockModifier: m.value("+v")}) },
	},
	{
		example: "It gets +2 to morale test rolls.",
		text:    "{+v} to morale test rolls? [triggered by <shooting/melee|shooting or melee> {?unspelled}]",
		build:   func(m *match) []rules.Effect { return oneEffect(rules.Effect{MoraleModifier: m.value("+v")}) },
	},
	{
		text:    `{+v}" range [[when shooting] [,] to a min of {in}] {?shooting}`,
		example: `It gets +4" range when shooting.`,
		build: func(m *match) []rules.Effect {
			e := rules.Effect{Range: m.value("+v")}
			if m.has("in") {
				e.MinReducedRange = fixedValue(m.number("in"))
			}
			return oneEffect(e)
		},
	},
	{
		text: "<{name}({+v:n}) [<on|with|for> <its|their|this model's|all|all its|all their> weapons] [[,] to a " +
			"min of {name:same}(0)]|+ {name}({v:n}) [<on|with|for> <its|their> weapons]>",
		example: "It gets AP(+2) on its weapons.",
		build: func(m *match) []rules.Effect {
			if m.has("same") && m.capturedRule("same") != m.capturedRule("name") {
				return nil
			}
			return m.parser.reader.ratingIncrease(m.capturedRule("name").Name, m.value("n"), false)
		},
	},
	{
		text:    "{name}({v}) [<on|with|for> <its|their> weapons]",
		example: "It gets AP(2) when shooting.",
		build: func(m *match) []rules.Effect {
			return m.parser.reader.ratingIncrease(m.capturedRule("name").Name, m.value("v"), true)
		},
	},
	{
		text:    "<{rule} [<on|with|for> <its|their> weapons]|the {rule} [special] rule>",
		example: "It gets Glint when shooting.",
		build: func(m *match) []rules.Effect {
			return oneEffect(rules.Effect{GivenRules: []rules.Use{m.capturedRule("rule")}})
		},
	},
	{
		text: `{+v}" movement [[,] to a min of {in}]`, example: `It gets +2" movement.`,
		result: nonFightEffect(rules.NonFightMovement),
	},
	{
		text: "{+v} to casting [rolls?|tests?]", example: "It gets +1 to casting rolls.",
		result: nonFightEffect(rules.NonFightCasting),
	},
}

// ratingIncrease returns the effect by which n is added to the rating of the named rule, if the
// rule is about AP, Blast, Deadly or automatic hits; otherwise nil. If whole is set, the rule must
// have no other effect.
func (r *bookReader) ratingIncrease(name string, n rules.Value, whole bool) []rules.Effect {
	rule := r.gameRule(name)
	if rule == nil || rule.Origin != rules.OriginGame || !rule.HasRating || len(rule.Effects) != 1 {
		return nil
	}
	var e rules.Effect
	from := &rule.Effects[0]
	for _, pair := range []struct{ has, to *rules.Value }{
		{&from.AP, &e.AP}, {&from.Blast, &e.Blast}, {&from.Deadly, &e.Deadly},
	} {
		if pair.has.IsRating {
			*pair.to = ratingValue
			if whole && !reflect.DeepEqual(e, *from) {
				return nil
			}
			*pair.to = n
			return oneEffect(e)
		}
	}
	if from.BearerHits.IsRating && !whole && !n.IsRating && n.Number > 0 && rule.Combine == rules.CombineAdd {
		return oneEffect(rules.Effect{GivenRules: []rules.Use{{Name: rule.Name, Rating: n.String()}}})
	}
	return nil
}

// moveActions matches the names of actions with a move, such as "rush/charge actions".
const moveActions = "<advance|rush|charge> [/<rush|charge|advance>] [/<rush|charge|advance>] [actions?]"

// moveWithActions matches a change of a move in inches with its actions, such as `+2" when using
// Rush`.
const moveWithActions = `{+v}" <when using|when|on|with> <` + moveActions + `|charging>`

// movePatterns are changes of movement.
var movePatterns = []pattern[rules.Effect]{
	{
		text: "moves? " + moveWithActions +
			" [[,] <and|or> [moves?] " + moveWithActions + "] [[,] <and|or> [moves?] " + moveWithActions + "]",
		example: `Moves +2" when using Advance, and +4" when using Rush/Charge.`, result: nonFightEffect(rules.NonFightMovement),
	},
	{
		text:    `moves? {+v}" [farther|more|less]`,
		example: `This model moves +2".`,
		result:  nonFightEffect(rules.NonFightMovement),
	},
	{
		text:    `may [immediately] move by up to <{in}|d3"|d6"|d3 + {in}>`,
		example: `Pick one friendly unit within 12", which may immediately move by up to 4".`,
		result:  nonFightEffect(rules.NonFightMovement),
	},
	{
		text:    "counts? as being in <difficult|dangerous> terrain",
		example: `Pick one enemy unit within 12", which counts as being in Difficult Terrain once.`,
		result:  nonFightEffect(rules.NonFightMovement),
	},
}
