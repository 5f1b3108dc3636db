package reader

import "muster/rules"

var conditionForms = []form[rules.When]{
	{
		says: "in any attack", text: "when [<this model|this unit|it|they>] <attacking|attacks|attack>",
		example: "When attacking, it gets +1 to hit rolls.", is: []rules.When{{}},
	},
	{
		says: "in melee", text: "[when [$IT] [<attacking|fighting|striking|attacks|fights|is|are|being>]] in melee",
		example: "It gets +1 to hit rolls in melee.", is: []rules.When{{Melee: yes}},
	},
	{
		says:    "when shooting, at some distance or at any",
		text:    "when <shooting|$IT shoots?> [at enemies|enemies|[at] [$ENEMIES] [from] <{over}|{near}>]",
		example: `When this model shoots at enemies over 7" away, it gets +1 to hit rolls.`,
		is:      []rules.When{{Shooting: yes}},
	},
	{
		says: "when shooting unmoved", text: "when $IT uses? [a] hold [actions?] and shoots? [[at] [$ENEMIES] {over}]",
		example: `When this model uses a Hold action and shoots at enemies over 7" away, it gets +1 to hit rolls.`,
		is:      []rules.When{{Shooting: yes, Moved: no}},
	},
	{
		says:    "when charging, from afar or from anywhere",
		text:    "<when <charging|$IT charges?> [enemies|[$ENEMIES] [from] {over}]|by charging>",
		example: `When charging enemies over 7" away, it gets +1 to hit rolls.`, is: []rules.When{{Charging: yes}},
	},
	{
		says: "when shooting or charging, from afar or from anywhere",
		text: "when <shooting [at] <or|and> charging|$IT shoots? [at] <or|and> charges?> [enemies|[$ENEMIES] " +
			"[from] {over}]",
		example: `When it shoots or charges enemies over 7" away, its weapons get AP(+1).`,
		is:      []rules.When{{Shooting: yes}, {Charging: yes}},
	},
	{
		says: "when it was charged", text: "when <[being] charged|$IT <is|are|gets|get> charged>",
		example: "It gets +1 to hit rolls when charged.", is: []rules.When{{Charged: yes}},
	},
	{
		says:    "against enemies of a kind",
		text:    "against $ENEMIES <where most models have|with most models having> {foe}",
		example: "Against units where most models have Defense 4+ to Defense 5+, it gets +1 to hit rolls.",
		make:    func(m *match) []rules.When { return m.when("foe") },
	},
	{
		says:    "if the enemy is of a kind",
		text:    "<if|when|where> most models in <the|its|their> target [unit] have {foe}",
		example: "It gets AP(+1) if most models in the target have Tough(6) or higher.",
		make:    func(m *match) []rules.When { return m.when("foe") },
	},
	{
		says: "in the round it arrives, which a player says",
		text: "on the round in which <it|this model|this unit|they> <deploys?|arrives?|is deployed|are deployed> " +
			"[via this rule|via {name}]",
		example: "It gets AP(+1) when shooting on the round in which it deploys via this rule.",
		is:      []rules.When{{Used: yes}},
	},
	{
		says:    "near terrain, which a player says",
		text:    "<when|if|as long as> <this model|this unit|it|they> <is|are> $TERRAIN",
		example: `This model gets +1 to hit rolls when shooting if it is within 1" of terrain.`,
		is:      []rules.When{{Used: yes}},
	},
	{
		says: "most of a unit near terrain, which a player says",
		text: "<when|if|as long as> {bearers} has most of <them|its models|its models with this rule> $TERRAIN {?used}",
		example: `If a unit where all models have this rule has most of them within 1" of terrain, they get +1 to ` +
			`hit rolls when attacking.`,
	},
	{
		says: "as long as it stays, which a player says",
		text: "<when|if|as long as|as long> <this model|this unit|it|they> <hasn't|haven't|has not> moved [during " +
			"<the|this> round|this round]",
		example: "As long as this model hasn't moved during the round, it gets +1 to hit rolls when shooting.",
		is:      []rules.When{{Used: yes}},
	},
}

// foeForms are conditions on the enemy's Tough or Defense.
var foeForms = []form[rules.When]{
	{
		says: "from one Tough to another", text: "{name}({n:from}) to {name:again}({n:to})",
		example: "Against units where most models have Tough(4) to Tough(8), it gets +1 to hit rolls.",
		make:    (*match).tough,
	},
	{
		says: "at least so tough", text: "{name}({n:from}) or <higher|more>",
		example: "Against units where most models have Tough(4) or higher, it gets +1 to hit rolls.",
		make:    (*match).tough,
	},
	{
		says: "at most so tough", text: "{name}({n:to}) or <lower|less>",
		example: "Against units where most models have Tough(3) or lower, it gets +1 to hit rolls.",
		make:    (*match).tough,
	},
	{
		says: "such a Defense", text: "defense <{n:from}+ to [defense] {n:to}+|{n:to}+ or better|{n:from}+ or worse>",
		example: "Against units where most models have Defense 2+ to 4+, it gets +1 to hit rolls.",
		make: func(m *match) []rules.When {
			if span, ok := m.span(); ok {
				return []rules.When{{EnemyDefense: span}}
			}
			return nil
		},
	},
}

// span returns the range of numbers in a text; ok is false if it is empty.
func (m *match) span() (span rules.Range, ok bool) {
	span = rules.Range{From: m.n("from"), To: m.n("to")}
	return span, span.To == 0 || span.To >= span.From
}

// tough returns the condition of an enemy with such a rating of Tough. The rule is
// known by its effect, not by its name.
func (m *match) tough() []rules.When {
	span, ok := m.span()
	for _, name := range []string{"name", "again"} {
		if m.has(name) {
			rule := m.p.reader.game(m.use(name).Name)
			ok = ok && rule != nil && len(rule.Effects) == 1 && rule.Effects[0].Tough.X
		}
	}
	if !ok {
		return nil
	}
	return []rules.When{{EnemyTough: span}}
}

// bearerForms name the units against which an enemy has a penalty.
var bearerForms = []form[rules.When]{
	{
		says: "units that have the rule whole", text: "<units|a unit|friendly units> where all models have this rule",
		example: "Enemies get -1 to hit rolls when attacking units where all models have this rule.",
		is:      []rules.When{{Models: rules.ModelsAll}},
	},
	{
		says: "the bearer, or the unit of which the condition speaks", text: "<this model|models with this rule|them>",
		example: "Enemies get -1 to hit rolls when attacking this model.", is: []rules.When{{}},
	},
}

// struckForms are conditions on attacks against the bearer's unit.
var struckForms = []form[rules.When]{{
	says: "shot at or charged", text: "<shot{!shot} [<or|/> charged{!charged}]|charged{!charged}> [at] [from] [{over}]",
	example: `When units where all models have this rule are shot or charged from over 9" away, they get +1 to ` +
		`defense rolls.`,
	make: (*match).attacks,
}}

// bracketForms are the base rule's conditions, as a boost repeats them in brackets.
var bracketForms = []form[rules.When]{
	{
		says: "when it is attacked", text: "when [being|they are|it is] {struck}",
		example: `If all models in this unit have Bark, they always get +1 to defense rolls from Bark (instead of ` +
			`only when being shot/charged from over 9" away).`,
	},
	{
		says: "when it attacks",
		text: "[when|in] <<shooting|it shoots>{!shooting} [<or|/> <charging|charges>{!charging}]|<charging|it " +
			"charges>{!charging}|melee{!melee}> [at|them|it] [enemies] [from] [{over}]",
		example: `If this model has Far Eye, it always gets +1 to hit rolls when shooting from Far Eye (instead of ` +
			`only when shooting over 9" away).`,
		make: (*match).attacks,
	},
	{
		says: "at a distance, however it attacks or is attacked",
		text: "[[when|if] [they|it|enemies] [is|are|being] [attacked|attacking|attacks?]] [from|at] {over}",
		example: `If all models in this unit have Bark, they always get +1 to defense rolls from Bark (instead of ` +
			`only from over 9" away).`,
	},
}

// attacks returns the attacks that a form named, as alternatives.
func (m *match) attacks() []rules.When {
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
