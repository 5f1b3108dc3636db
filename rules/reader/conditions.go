package reader

import "muster/rules"

// conditionPatterns are clauses that state when an effect holds.
var conditionPatterns = []pattern[rules.When]{
	{
		text:    "when [<this model|this unit|it|they>] <attacking|attacks|attack>",
		example: "When attacking, it gets +1 to hit rolls.", result: []rules.When{{}},
	},
	{
		text:    "[when [$IT] [<attacking|fighting|striking|attacks|fights|is|are|being>]] in melee",
		example: "It gets +1 to hit rolls in melee.", result: []rules.When{{Melee: yes}},
	},
	{
		text:    "when <shooting|$IT shoots?> [at enemies|enemies|[at] [$ENEMIES] [from] <{over}|{near}>]",
		example: `When this model shoots at enemies over 7" away, it gets +1 to hit rolls.`,
		result:  []rules.When{{Shooting: yes}},
	},
	{
		text:    "when $IT uses? [a] hold [actions?] and shoots? [[at] [$ENEMIES] {over}]",
		example: `When this model uses a Hold action and shoots at enemies over 7" away, it gets +1 to hit rolls.`,
		result:  []rules.When{{Shooting: yes, Moved: no}},
	},
	{
		text:    "<when <charging|$IT charges?> [enemies|[$ENEMIES] [from] {over}]|by charging>",
		example: `When charging enemies over 7" away, it gets +1 to hit rolls.`, result: []rules.When{{Charging: yes}},
	},
	{
		text: "when <shooting [at] <or|and> charging|$IT shoots? [at] <or|and> charges?> [enemies|[$ENEMIES] " +
			"[from] {over}]",
		example: `When it shoots or charges enemies over 7" away, its weapons get AP(+1).`,
		result:  []rules.When{{Shooting: yes}, {Charging: yes}},
	},
	{
		text:    "when <[being] charged|$IT <is|are|gets|get> charged>",
		example: "It gets +1 to hit rolls when charged.", result: []rules.When{{Charged: yes}},
	},
	{
		text:    "against $ENEMIES <where most models have|with most models having> {foe}",
		example: "Against units where most models have Defense 4+ to Defense 5+, it gets +1 to hit rolls.",
		build:   func(m *match) []rules.When { return m.when("foe") },
	},
	{
		text:    "<if|when|where> most models in <the|its|their> target [unit] have {foe}",
		example: "It gets AP(+1) if most models in the target have Tough(6) or higher.",
		build:   func(m *match) []rules.When { return m.when("foe") },
	},
	{
		text: "on the round in which <it|this model|this unit|they> <deploys?|arrives?|is deployed|are deployed> " +
			"[via this rule|via {name}]",
		example: "It gets AP(+1) when shooting on the round in which it deploys via this rule.",
		result:  []rules.When{{IsRuleUsed: yes}},
	},
	{
		text:    "<when|if|as long as> <this model|this unit|it|they> <is|are> $TERRAIN",
		example: `This model gets +1 to hit rolls when shooting if it is within 1" of terrain.`,
		result:  []rules.When{{IsRuleUsed: yes}},
	},
	{
		text: "<when|if|as long as> {bearers} has most of <them|its models|its models with this rule> $TERRAIN {?used}",
		example: `If a unit where all models have this rule has most of them within 1" of terrain, they get +1 to ` +
			`hit rolls when attacking.`,
	},
	{
		text: "<when|if|as long as|as long> <this model|this unit|it|they> <hasn't|haven't|has not> moved [during " +
			"<the|this> round|this round]",
		example: "As long as this model hasn't moved during the round, it gets +1 to hit rolls when shooting.",
		result:  []rules.When{{IsRuleUsed: yes}},
	},
}

// foePatterns are conditions on the enemy's Tough or Defense.
var foePatterns = []pattern[rules.When]{
	{
		text:    "{name}({n:from}) to {name:again}({n:to})",
		example: "Against units where most models have Tough(4) to Tough(8), it gets +1 to hit rolls.",
		build:   (*match).toughCondition,
	},
	{
		text:    "{name}({n:from}) or <higher|more>",
		example: "Against units where most models have Tough(4) or higher, it gets +1 to hit rolls.",
		build:   (*match).toughCondition,
	},
	{
		text:    "{name}({n:to}) or <lower|less>",
		example: "Against units where most models have Tough(3) or lower, it gets +1 to hit rolls.",
		build:   (*match).toughCondition,
	},
	{
		text:    "defense <{n:from}+ to [defense] {n:to}+|{n:to}+ or better|{n:from}+ or worse>",
		example: "Against units where most models have Defense 2+ to 4+, it gets +1 to hit rolls.",
		build: func(m *match) []rules.When {
			if span, ok := m.capturedRange(); ok {
				return []rules.When{{EnemyDefense: span}}
			}
			return nil
		},
	},
}

// capturedRange returns the range of the numbers captured as "from" and "to"; ok is false if the
// range is empty.
func (m *match) capturedRange() (span rules.NumberRange, ok bool) {
	span = rules.NumberRange{From: m.number("from"), To: m.number("to")}
	return span, span.To == 0 || span.To >= span.From
}

// toughCondition returns the condition that the enemy's Tough is in the captured range. The
// captured rule must have the effect of Tough, under any name.
func (m *match) toughCondition() []rules.When {
	span, ok := m.capturedRange()
	for _, name := range []string{"name", "again"} {
		if m.has(name) {
			rule := m.parser.reader.gameRule(m.capturedRule(name).Name)
			ok = ok && rule != nil && len(rule.Effects) == 1 && rule.Effects[0].Tough.IsRating
		}
	}
	if !ok {
		return nil
	}
	return []rules.When{{EnemyTough: span}}
}

// bearerPatterns name the units that an enemy attacks with a penalty: how many of their models have
// the rule.
var bearerPatterns = []pattern[rules.When]{
	{
		text:    "<units|a unit|friendly units> where all models have this rule",
		example: "Enemies get -1 to hit rolls when attacking units where all models have this rule.",
		result:  []rules.When{{RequiredBearers: rules.AllModels}},
	},
	{
		text:    "<this model|models with this rule|them>",
		example: "Enemies get -1 to hit rolls when attacking this model.", result: []rules.When{{}},
	},
}

// struckPatterns are conditions on attacks against the bearer's unit.
var struckPatterns = []pattern[rules.When]{{
	text: "<shot{!shot} [<or|/> charged{!charged}]|charged{!charged}> [at] [from] [{over}]",
	example: `When units where all models have this rule are shot or charged from over 9" away, they get +1 to ` +
		`defense rolls.`,
	build: (*match).attackKinds,
}}

// baseRuleConditionPatterns are the base rule's conditions, as a boost repeats them in brackets.
var baseRuleConditionPatterns = []pattern[rules.When]{
	{
		text: "when [being|they are|it is] {struck}",
		example: `If all models in this unit have Bark, they always get +1 to defense rolls from Bark (instead of ` +
			`only when being shot/charged from over 9" away).`,
	},
	{
		text: "[when|in] <<shooting|it shoots>{!shooting} [<or|/> <charging|charges>{!charging}]|<charging|it " +
			"charges>{!charging}|melee{!melee}> [at|them|it] [enemies] [from] [{over}]",
		example: `If this model has Far Eye, it always gets +1 to hit rolls when shooting from Far Eye (instead of ` +
			`only when shooting over 9" away).`,
		build: (*match).attackKinds,
	},
	{
		text: "[[when|if] [they|it|enemies] [is|are|being] [attacked|attacking|attacks?]] [from|at] {over}",
		example: `If all models in this unit have Bark, they always get +1 to defense rolls from Bark (instead of ` +
			`only from over 9" away).`,
	},
}

// attackKinds returns the conditions for the kinds of attack that the pattern captured, as
// alternatives.
func (m *match) attackKinds() []rules.When {
	var all []rules.When
	for _, attack := range []struct {
		name string
		when rules.When
	}{
		{"shot", rules.When{Shooting: yes}},
		{"shooting", rules.When{Shooting: yes}},
		{"charging", rules.When{Charging: yes}},
		{"charged", rules.When{Charged: yes}},
		{"melee", rules.When{Melee: yes}},
	} {
		if m.has(attack.name) {
			all = append(all, attack.when)
		}
	}
	return all
}
