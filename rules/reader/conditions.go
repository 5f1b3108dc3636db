package reader

import "muster/rules"

func conditionForms() []form[[]rules.When] {
	is := func(alternatives ...rules.When) func(*match) ([]rules.When, bool) {
		return func(*match) ([]rules.When, bool) { return alternatives, true }
	}
	return []form[[]rules.When]{
		{
			says: "in any attack", text: "when [<this model|this unit|it|they>] <attacking|attacks|attack>",
			example: "When attacking, it gets +1 to hit rolls.", make: is(rules.When{}),
		},
		{
			says: "in melee", text: "[when [$IT] [<attacking|fighting|striking|attacks|fights|is|are|being>]] in melee",
			example: "It gets +1 to hit rolls in melee.", make: is(rules.When{Melee: yes}),
		},
		{
			says: "when shooting", text: "when <shooting|$IT shoots?> [at enemies|enemies]",
			example: "It gets +1 to hit rolls when shooting.", make: is(rules.When{Shooting: yes}),
		},
		{
			says: "when shooting far", text: "when <shooting|$IT shoots?> [at] [$ENEMIES] [from] over {in} [away]",
			example: `When this model shoots at enemies over 7" away, it gets +1 to hit rolls.`,
			make:    func(m *match) ([]rules.When, bool) { return []rules.When{{Shooting: yes, Over: m.n("in")}}, true },
		},
		{
			says: "when shooting near", text: "when <shooting|$IT shoots?> [at] [$ENEMIES] [from] within {in} [away]",
			example: `It gets AP(+1) when shooting enemies within 7".`,
			make:    func(m *match) ([]rules.When, bool) { return []rules.When{{Shooting: yes, UpTo: m.n("in")}}, true },
		},
		{
			says: "when shooting unmoved", text: "when $IT uses? [a] hold [actions?] and shoots? [[at] [$ENEMIES] over {in} [away]]",
			example: `When this model uses a Hold action and shoots at enemies over 7" away, it gets +1 to hit rolls.`,
			make: func(m *match) ([]rules.When, bool) {
				return []rules.When{{Shooting: yes, Moved: no, Over: m.n("in")}}, true
			},
		},
		{
			says: "when charging", text: "<when <charging|$IT charges?> [enemies]|by charging>",
			example: "It gets +1 to hit rolls when charging.", make: is(rules.When{Charging: yes}),
		},
		{
			says: "when charging from afar", text: "when <charging|$IT charges?> [$ENEMIES] [from] over {in} [away]",
			example: `When charging enemies over 7" away, it gets +1 to hit rolls.`,
			make:    func(m *match) ([]rules.When, bool) { return []rules.When{{Charging: yes, Over: m.n("in")}}, true },
		},
		{
			says: "when shooting or charging", text: "when <shooting [at] <or|and> charging|$IT shoots? [at] <or|and> charges?> [enemies]",
			example: "When it shoots or charges, it gets +1 to hit rolls.",
			make:    is(rules.When{Shooting: yes}, rules.When{Charging: yes}),
		},
		{
			says: "when shooting or charging from afar", text: "when <shooting [at] <or|and> charging|$IT shoots? [at] <or|and> charges?> [$ENEMIES] [from] over {in} [away]",
			example: `When it shoots or charges enemies over 7" away, its weapons get AP(+1).`,
			make: func(m *match) ([]rules.When, bool) {
				return []rules.When{{Shooting: yes, Over: m.n("in")}, {Charging: yes, Over: m.n("in")}}, true
			},
		},
		{
			says: "when it was charged", text: "when <[being] charged|$IT <is|are|gets|get> charged>",
			example: "It gets +1 to hit rolls when charged.", make: is(rules.When{Charged: yes}),
		},
		{
			says: "against enemies of a kind", text: "against $ENEMIES <where most models have|with most models having> {foe}",
			example: "Against units where most models have Defense 4+ to Defense 5+, it gets +1 to hit rolls.",
			make:    func(m *match) ([]rules.When, bool) { return []rules.When{get[rules.When](m, "foe")}, true },
		},
		{
			says: "if the enemy is of a kind", text: "<if|when|where> most models in <the|its|their> target [unit] have {foe}",
			example: "It gets AP(+1) if most models in the target have Tough(6) or higher.",
			make:    func(m *match) ([]rules.When, bool) { return []rules.When{get[rules.When](m, "foe")}, true },
		},
		{
			says: "in the round it arrives, which a player says", text: "on the round in which <it|this model|this unit|they> <deploys?|arrives?|is deployed|are deployed> [via this rule|via {name}]",
			example: "It gets AP(+1) when shooting on the round in which it deploys via this rule.", make: is(rules.When{Used: yes}),
		},
		{
			says: "near terrain, which a player says", text: "<when|if|as long as> <this model|this unit|it|they> <is|are> <[fully] within {in} of|in|fully in> [a piece of] [<cover|difficult>] terrain",
			example: `This model gets +1 to hit rolls when shooting if it is within 1" of terrain.`,
			make:    func(m *match) ([]rules.When, bool) { return []rules.When{{Used: yes}}, true },
		},
		{
			says: "as long as it stays, which a player says", text: "<when|if|as long as|as long> <this model|this unit|it|they> <hasn't|haven't|has not> moved [during <the|this> round|this round]",
			example: "As long as this model hasn't moved during the round, it gets +1 to hit rolls when shooting.", make: is(rules.When{Used: yes}),
		},
	}
}

// foeForms are the kinds of enemies of which rules speak.
func foeForms() []form[rules.When] {
	tough := func(from, to func(m *match) int) func(m *match) (rules.When, bool) {
		return func(m *match) (rules.When, bool) {
			w := rules.When{EnemyTough: rules.Range{From: from(m), To: to(m)}}
			for _, name := range []string{"name", "again"} {
				if m.has(name) && !m.p.reader.isTough(m.use(name).Name) {
					return w, false
				}
			}
			return w, w.EnemyTough.To == 0 || w.EnemyTough.To >= w.EnemyTough.From
		}
	}
	number := func(name string) func(m *match) int { return func(m *match) int { return m.n(name) } }
	open := func(*match) int { return 0 }
	defense := func(from, to func(m *match) int) func(m *match) (rules.When, bool) {
		return func(m *match) (rules.When, bool) {
			w := rules.When{EnemyDefense: rules.Range{From: from(m), To: to(m)}}
			return w, w.EnemyDefense.To == 0 || w.EnemyDefense.To >= w.EnemyDefense.From
		}
	}
	return []form[rules.When]{
		{
			says: "from one Tough to another", text: "{name}({n:from}) to {name:again}({n:to})",
			example: "Against units where most models have Tough(4) to Tough(8), it gets +1 to hit rolls.",
			make:    tough(number("from"), number("to")),
		},
		{
			says: "at least so tough", text: "{name}({n:from}) or <higher|more>",
			example: "Against units where most models have Tough(4) or higher, it gets +1 to hit rolls.",
			make:    tough(number("from"), open),
		},
		{
			says: "at most so tough", text: "{name}({n:to}) or <lower|less>",
			example: "Against units where most models have Tough(3) or lower, it gets +1 to hit rolls.",
			make:    tough(open, number("to")),
		},
		{
			says: "from one Defense to another", text: "defense {n:from}+ to [defense] {n:to}+",
			example: "Against units where most models have Defense 2+ to 4+, it gets +1 to hit rolls.",
			make:    defense(number("from"), number("to")),
		},
		{
			says: "so good a Defense", text: "defense {n:to}+ or better",
			example: "Against units where most models have Defense 3+ or better, it gets +1 to hit rolls.",
			make:    defense(open, number("to")),
		},
		{
			says: "so bad a Defense", text: "defense {n:from}+ or worse",
			example: "Against units where most models have Defense 5+ or worse, it gets +1 to hit rolls.",
			make:    defense(number("from"), open),
		},
	}
}

// isTough reports whether a rule is the one that says how many wounds kill.
func (r *bookReader) isTough(name string) bool {
	rule := r.game(name)
	return rule != nil && len(rule.Effects) == 1 && rule.Effects[0].Tough.X
}

// bearerForms are those against whom the enemy fares worse.
func bearerForms() []form[rules.When] {
	return []form[rules.When]{
		{
			says: "units that have the rule whole", text: "<units|a unit|friendly units> where all models have this rule",
			example: "Enemies get -1 to hit rolls when attacking units where all models have this rule.",
			make:    func(*match) (rules.When, bool) { return rules.When{Models: rules.ModelsAll}, true },
		},
		{
			says: "the bearer", text: "<this model|models with this rule>",
			example: "Enemies get -1 to hit rolls when attacking this model.",
			make:    func(*match) (rules.When, bool) { return rules.When{}, true },
		},
	}
}
