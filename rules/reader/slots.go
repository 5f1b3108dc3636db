package reader

import (
	"slices"
	"strings"

	"muster/rules"
)

// macros are parts shared by many patterns.
var macros = strings.NewReplacer(
	"$OWN", "<this model|this weapon|its weapons|this model's weapons|it|they|models with this rule [in <it|this "+
		"unit|the unit>]|all models with this rule [in <it|this unit|the unit>]>",
	"$WEAPON", "this weapon|this model|its weapons|this model's weapons|it|they",
	"$IT", "<this model|this unit|this model's unit|its unit|it|they|the unit>",
	"$ENEMIES", "<enemies|enemy units?|enemy models?|units|targets?>",
	"$THEM", "<it|them|they|this unit|this model|the unit>",
	"$ALL", "<units where all models have this rule|a unit where all models have this rule|all units where all "+
		"models have this rule>",
	"$PICK", "[once per <activation|round|game>,] [before attacking,] [when this model is activated,] [you may] pick",
	"$AWAY", "within {in:within} [away] [<and|that are> in line of sight [of <it|this model|this unit>]|in line of "+
		"sight [of <it|this model|this unit>]]",
	"$ORIGINAL", "[(only the original <hit|hits> <counts|count> as a 6 for special rules)]",
	"$SIXES", `[. roll as many dice as hits to see if "on rolls of 6" effects trigger|(roll one die per hit to see `+
		`if <it|they> triggers?)]`,
	"$TERRAIN", "<[fully] within {in} of|in|fully in> [a piece of] [<cover|difficult>] terrain",
	"$ONCE", "<once (next time the effect would apply)|once|until <its|their> next activation|until the end of the "+
		"<round|game>>",
)

// A slot captures a value from the text at the token with index at. It calls then for each way to
// read the value, with the index of the token after it, until then returns true. It reports whether
// then returned true.
type slot = func(p *parser, at int, then func(end int, v any) bool) bool

// slots holds the slots of patterns, by the name in the braces.
var slots = map[string]slot{
	"n": func(p *parser, at int, then func(int, any) bool) bool { // 2, two
		n, ok := p.number(at)
		return ok && then(at+1, n)
	},
	"v": slotValue, // 2, two, X
	"+v": func(p *parser, at int, then func(int, any) bool) bool { // +2, -1, +X
		minus := p.hasWord(at, "-")
		if !minus && !p.hasWord(at, "+") {
			return false
		}
		return slotValue(p, at+1, func(end int, v any) bool {
			value := v.(rules.Value)
			if minus && value.IsRating {
				return false
			}
			if minus {
				value.Number = -value.Number
			}
			return then(end, value)
		})
	},
	"in": slotInches, // 9", 9 inches
	"die": func(p *parser, at int, then func(int, any) bool) bool { // 4+, 4-6, 4 or more
		n, ok := p.number(at)
		switch {
		case !ok || n < 2 || n > 6:
			return false
		case p.hasWord(at+1, "+"):
			return then(at+2, n)
		case p.hasWord(at+1, "-") && p.hasWord(at+2, "6"):
			return then(at+3, n)
		case p.hasWord(at+1, "or") && (p.hasWord(at+2, "more") || p.hasWord(at+2, "higher")):
			return then(at+3, n)
		}
		return n == 6 && then(at+1, n)
	},
	"span": func(p *parser, at int, then func(int, any) bool) bool { // 1-3, 4
		from, ok := p.number(at)
		if !ok || from < 1 || from > 6 {
			return false
		}
		to, end := from, at+1
		if p.hasWord(at+1, "-") {
			if to, ok = p.number(at + 2); !ok || to < from || to > 6 {
				return false
			}
			end = at + 3
		} else if p.hasWord(at+1, "+") {
			to, end = 6, at+2
		}
		var faces []int
		for n := from; n <= to; n++ {
			faces = append(faces, n)
		}
		return then(end, faces)
	},
	"name": func(p *parser, at int, then func(int, any) bool) bool { // a rule's name
		return p.eachName(at, func(end int, name string) bool { return then(end, rules.Use{Name: name}) })
	},
	"rule":  slotRule, // a rule, with or without its rating
	"rules": slotRules,
	// One or more conditions, as alternatives.
	"conds":    slotConditions,
	"over":     distanceCondition("over", func(n int) rules.When { return rules.When{DistanceOver: n} }),
	"near":     distanceCondition("within", func(n int) rules.When { return rules.When{DistanceUpTo: n} }),
	"foe":      slotOfTable(func(g *grammar) []pattern[rules.When] { return g.foeConditions }),    // Tough(3) to Tough(9), Defense 5+ to 6+
	"bearers":  slotOfTable(func(g *grammar) []pattern[rules.When] { return g.bearerConditions }), // the unit attacked
	"struck":   slotOfTable(func(g *grammar) []pattern[rules.When] { return g.struckConditions }), // the kind of attack on it
	"brackets": slotBrackets,                                                                      // a base rule's condition
	"gain":     slotGain,                                                                          // a bonus or penalty
	"gains":    slotGains,                                                                         // several, each with conditions
	"moves":    slotOfTable(func(g *grammar) []pattern[rules.Effect] { return g.moves }),          // movement
	"sentence": func(p *parser, at int, then func(int, any) bool) bool {
		return p.eachSentence(at, func(end int, v []rules.Effect) bool { return then(end, v) })
	},
}

// slotOfTable returns a slot that captures the result of any pattern of a table.
func slotOfTable[T any](table func(g *grammar) []pattern[T]) slot {
	return func(p *parser, at int, then func(int, any) bool) bool {
		return tryPatterns(p, table(p.grammar), at, func(end int, v []T) bool { return then(end, v) })
	}
}

// distanceCondition returns a slot for a distance as a condition, such as `over 9" away`.
func distanceCondition(word string, when func(n int) rules.When) slot {
	return func(p *parser, at int, then func(int, any) bool) bool {
		return p.hasWord(at, word) && slotInches(p, at+1, func(end int, n any) bool {
			w := []rules.When{when(n.(int))}
			return p.hasWord(end, "away") && then(end+1, w) || then(end, w)
		})
	}
}

// slotInches captures a distance such as 9" as a number of inches.
func slotInches(p *parser, at int, then func(int, any) bool) bool {
	n, ok := p.number(at)
	return ok && (p.hasWord(at+1, `"`) || p.hasWord(at+1, "inches")) && then(at+2, n)
}

// slotValue captures a number or X as a rules.Value.
func slotValue(p *parser, at int, then func(int, any) bool) bool {
	if n, ok := p.number(at); ok {
		return then(at+1, fixedValue(n))
	}
	return p.hasRating && p.hasWord(at, "x") && then(at+1, rules.Value{IsSet: true, IsRating: true})
}

// slotRule captures a rule, such as "Ink(2)".
func slotRule(p *parser, at int, then func(int, any) bool) bool {
	return p.eachName(at, func(end int, name string) bool {
		use := rules.Use{Name: name}
		if p.hasWord(end, "(") && p.hasWord(end+2, ")") {
			if rating := p.tokens[end+1].word; rating == "x" && p.hasRating {
				use.Rating = "X"
			} else if _, ok := p.number(end + 1); ok {
				use.Rating = rating
			}
			if use.Rating != "" {
				return then(end+3, use)
			}
		}
		if r := p.reader.gameRule(name); r != nil && r.HasRating {
			return false // how much is unknown
		}
		return then(end, use)
	})
}

// slotRules captures a list of rules, such as "Ink(2), Chalk and Slate".
func slotRules(p *parser, at int, then func(int, any) bool) bool {
	var more func(at int, list []rules.Use) bool
	more = func(at int, list []rules.Use) bool {
		return slotRule(p, at, func(end int, v any) bool {
			list := append(list[:len(list):len(list)], v.(rules.Use))
			next := end
			for p.hasWord(next, ",") || p.hasWord(next, "and") {
				next++
			}
			return next > end && len(list) < 8 && more(next, list) || then(end, list)
		})
	}
	return more(at, nil)
}

// slotConditions captures one or more conditions, as alternatives.
func slotConditions(p *parser, at int, then func(int, any) bool) bool {
	return tryPatterns(p, p.grammar.conditions, at, func(end int, first []rules.When) bool {
		another := func(at int, join func(a, b []rules.When) []rules.When) bool {
			return tryPatterns(p, p.grammar.conditions, at, func(end int, other []rules.When) bool {
				all := join(first, other)
				return all != nil && then(end, all)
			})
		}
		either := func(a, b []rules.When) []rules.When { return slices.Concat(a, b) }
		next := p.skipWords(end, ",")
		switch {
		case p.hasWord(next, "or") && another(next+1, either):
			return true
		case p.hasWord(next, "and") && another(next+1, func(a, b []rules.When) []rules.When {
			if combineConditions(a, b) != nil {
				return nil
			}
			return either(a, b) // "in melee and when shooting": both cannot be at once
		}):
			return true
		}
		return another(end, combineConditions) || then(end, first)
	})
}

// slotGain captures the effects of one bonus or penalty.
func slotGain(p *parser, at int, then func(int, any) bool) bool {
	return tryPatterns(p, p.grammar.gains, at, func(end int, v []rules.Effect) bool { return then(end, v) })
}

// slotBrackets captures a condition of the base rule that a boost repeats in brackets: such as
// "when shooting", or two conditions joined by "or".
func slotBrackets(p *parser, at int, then func(int, any) bool) bool {
	return tryPatterns(p, p.grammar.baseRuleConditions, at, func(end int, first []rules.When) bool {
		next := p.skipWords(end, ",")
		return p.hasWord(next, "or") && tryPatterns(p, p.grammar.baseRuleConditions, next+1,
			func(end int, other []rules.When) bool {
				return then(end, slices.Concat(first, other))
			}) || then(end, first)
	})
}

// slotGains captures a list such as "+1 to hit rolls and AP(+1) when charging". A condition applies
// to all gains since the previous condition.
func slotGains(p *parser, at int, then func(int, any) bool) bool {
	var more func(at int, done, open []rules.Effect, depth int) bool
	more = func(at int, done, open []rules.Effect, depth int) bool {
		return depth < 5 && slotGain(p, at, func(end int, v any) bool {
			open := joinEffects(open, v.([]rules.Effect))
			next := func(end int, done, open []rules.Effect) bool {
				and := p.skipWords(end, ",")
				if !p.hasWord(and, "and") {
					return false
				}
				and++
				for _, words := range []string{"its weapons", "it", "they"} {
					if after := p.skipWords(and, words); p.hasWord(after, "get") || p.hasWord(after, "gets") {
						and = after
					}
				}
				if p.hasWord(and, "get") || p.hasWord(and, "gets") {
					and++
				}
				return more(and, done, open, depth+1)
			}
			if slotConditions(p, end, func(end int, c any) bool {
				all := withConditions(c.([]rules.When), open)
				if all == nil {
					return false
				}
				all = joinEffects(done, all)
				return next(end, all, nil) || then(end, all)
			}) {
				return true
			}
			return next(end, done, open) || then(end, joinEffects(done, open))
		})
	}
	return more(at, nil, nil, 0)
}
