package reader

import (
	"reflect"

	"muster/rules"
)

var gainForms = []form[rules.Effect]{
	{
		says: "rolls to hit", text: "{+v} to hit [rolls]", example: "It gets +2 to hit rolls.",
		make: func(m *match) []rules.Effect { return one(rules.Effect{ToHit: m.value("+v")}) },
	},
	{
		says:    "rolls to block",
		text:    "{+v} to <defense|block> rolls",
		example: "Units where all models have this rule get +2 to defense rolls.",
		make:    func(m *match) []rules.Effect { return one(rules.Effect{Block: m.value("+v")}) },
	},
	{
		says: "morale tests, or those alone that no spell triggers", example: "It gets +2 to morale test rolls.",
		text: "{+v} to morale test rolls? [triggered by <shooting/melee|shooting or melee> {?unspelled}]",
		make: func(m *match) []rules.Effect { return one(rules.Effect{Morale: m.value("+v")}) },
	},
	{
		says:    "longer and shorter ranges",
		text:    `{+v}" range [[when shooting] [,] to a min of {in}] {?shooting}`,
		example: `It gets +4" range when shooting.`,
		make: func(m *match) []rules.Effect {
			e := rules.Effect{Range: m.value("+v")}
			if m.has("in") {
				e.RangeLeast = fixed(m.n("in"))
			}
			return one(e)
		},
	},
	{
		says: "the rating of a rule, made more",
		text: "<{name}({+v:n}) [<on|with|for> <its|their|this model's|all|all its|all their> weapons] [[,] to a " +
			"min of {name:same}(0)]|+ {name}({v:n}) [<on|with|for> <its|their> weapons]>",
		example: "It gets AP(+2) on its weapons.",
		make: func(m *match) []rules.Effect {
			if m.has("same") && m.use("same") != m.use("name") {
				return nil
			}
			return m.p.reader.higherRating(m.use("name").Name, m.value("n"), false)
		},
	},
	{
		says:    "a rule that is nothing but a number",
		text:    "{name}({v}) [<on|with|for> <its|their> weapons]",
		example: "It gets AP(2) when shooting.",
		make:    func(m *match) []rules.Effect { return m.p.reader.higherRating(m.use("name").Name, m.value("v"), true) },
	},
	{
		says:    "another rule",
		text:    "<{rule} [<on|with|for> <its|their> weapons]|the {rule} [special] rule>",
		example: "It gets Glint when shooting.",
		make:    func(m *match) []rules.Effect { return one(rules.Effect{Gives: []rules.Use{m.use("rule")}}) },
	},
	{
		says: "inches to move", text: `{+v}" movement [[,] to a min of {in}]`, example: `It gets +2" movement.`,
		is: outside(rules.OutsideMovement),
	},
	{
		says: "rolls to cast", text: "{+v} to casting [rolls?|tests?]", example: "It gets +1 to casting rolls.",
		is: outside(rules.OutsideCasting),
	},
}

// higherRating returns the effect of n more in the rating of a rule of AP, Blast, Deadly or
// dice that hit. If whole is set, the rule must have no other effect.
func (r *bookReader) higherRating(name string, n rules.Value, whole bool) []rules.Effect {
	rule := r.game(name)
	if rule == nil || rule.Origin != rules.OriginGame || !rule.Rated || len(rule.Effects) != 1 {
		return nil
	}
	var e rules.Effect
	from := &rule.Effects[0]
	for _, pair := range []struct{ has, to *rules.Value }{
		{&from.AP, &e.AP}, {&from.Blast, &e.Blast}, {&from.Deadly, &e.Deadly},
	} {
		if pair.has.X {
			*pair.to = rating
			if whole && !reflect.DeepEqual(e, *from) {
				return nil
			}
			*pair.to = n
			return one(e)
		}
	}
	if from.Hits.X && !whole && !n.X && n.Number > 0 && rule.Combine == rules.CombineAdd {
		return one(rules.Effect{Gives: []rules.Use{{Name: rule.Name, Rating: n.String()}}})
	}
	return nil
}

// act matches an action with a move.
const act = "<advance|rush|charge> [/<rush|charge|advance>] [/<rush|charge|advance>] [actions?]"

const how = `{+v}" <when using|when|on|with> <` + act + `|charging>`

var moveForms = []form[rules.Effect]{
	{
		says:    "farther or less far, by action",
		text:    "moves? " + how + " [[,] <and|or> [moves?] " + how + "] [[,] <and|or> [moves?] " + how + "]",
		example: `Moves +2" when using Advance, and +4" when using Rush/Charge.`, is: outside(rules.OutsideMovement),
	},
	{
		says:    "farther or less far",
		text:    `moves? {+v}" [farther|more|less]`,
		example: `This model moves +2".`,
		is:      outside(rules.OutsideMovement),
	},
	{
		says:    "at once",
		text:    `may [immediately] move by up to <{in}|d3"|d6"|d3 + {in}>`,
		example: `Pick one friendly unit within 12", which may immediately move by up to 4".`,
		is:      outside(rules.OutsideMovement),
	},
	{
		says:    "as on bad ground",
		text:    "counts? as being in <difficult|dangerous> terrain",
		example: `Pick one enemy unit within 12", which counts as being in Difficult Terrain once.`,
		is:      outside(rules.OutsideMovement),
	},
}
