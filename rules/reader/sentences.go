package reader

import (
	"reflect"
	"slices"

	"muster/rules"
)

// bearerEffectPatterns are effects on the bearer itself.
var bearerEffectPatterns = []pattern[rules.Effect]{
	{
		text:    "[$OWN] [always] gets? {gains}",
		example: "This model gets +1 to hit rolls when shooting.",
		build:   func(m *match) []rules.Effect { return blockToDefense(m.effects("gains")) },
	},
	{
		text:    "[$OWN] gets? {gains}, but {sentence}",
		example: "Gets AP(2), but this model's unit takes one wound on unmodified rolls of 1 to hit.",
	},
	{
		text:    "[$OWN] gets? {gains} [,] and {moves}",
		example: `This model gets +4" range when shooting and moves +1" when using Rush actions.`,
	},
	{
		text:    "this model's <ranged{?shooting}|melee{?melee}> weapons get {gains}",
		example: "This model's ranged weapons get AP(+1).",
	},
	{
		text: "[$WEAPON|this model and its unit{!unit}] ignores? <{name}|cover{!cover}|cover{!cover} and " +
			"{name}|{name} and cover{!cover}> [{conds}]",
		example: "This weapon ignores Regeneration.",
		build: func(m *match) []rules.Effect {
			var e rules.Effect
			if m.has("name") {
				if e = m.ignoreRegeneration("name"); e.Ignore == nil {
					return nil
				}
			}
			if m.has("cover") {
				e.Ignore = append(e.Ignore, rules.IgnoreCover)
			}
			if m.has("unit") {
				e.Receivers = rules.ToUnit
			}
			return oneEffect(e)
		},
	},
	{
		text: "[$WEAPON] ignores? all negative modifiers [to <this weapon|its weapons|this model|it|hit rolls [and " +
			"range]>]",
		example: "Ignores all negative modifiers to this weapon.",
		result:  oneEffect(rules.Effect{Ignore: []rules.Ignore{rules.IgnorePenalties}}),
	},
	{
		text: "[$OWN] [may] ignores? <<all|the|any> [negative] <penalties|penalty|modifiers> <to hit [rolls]|to " +
			"hit rolls> <from|for|when> [moving] [when] [shooting|using|attacking] [with|after|for] [{name}] " +
			"[weapons?] [rule] [after] [moving]" +
			"|[all|the|any] [negative] <penalties|penalty|modifiers> from <shooting|using|attacking> <[with] " +
			"{name} [weapons?] [after moving]|after moving <when|with|while> [using|shooting] [with] {name} " +
			"[weapons?]>>",
		example: "This model ignores all penalties to hit rolls from shooting with Indirect weapons after moving.",
		build: func(m *match) []rules.Effect { // a named rule must have a penalty for moving
			rule := m.parser.reader.gameRule(m.capturedRule("name").Name)
			if m.has("name") && (rule == nil || !slices.ContainsFunc(rule.Effects, func(e rules.Effect) bool {
				return e.When.Moved != nil && *e.When.Moved && e.ToHit.Number < 0
			})) {
				return nil
			}
			return oneEffect(rules.Effect{Ignore: []rules.Ignore{rules.IgnoreMovePenalty}})
		},
	},
	{
		text:    "[$OWN] <shoots?{?shooting}|attacks?> at quality {n}+ [{conds}]",
		example: "This model attacks at Quality 3+ when charging.",
		build:   func(m *match) []rules.Effect { return oneEffect(rules.Effect{Quality: fixedValue(m.number("n"))}) },
	},
	{
		text:    "[$OWN|this model and its unit{!unit}] strikes? <first|last{!last}> [with this weapon] {conds}",
		example: "Strikes first when charged.",
		build: func(m *match) []rules.Effect {
			e := rules.Effect{StrikesFirst: !m.has("last"), StrikesLast: m.has("last")}
			if m.has("unit") {
				e.Receivers = rules.ToUnit
			}
			return oneEffect(e)
		},
	},
	{
		text: "when $IT is activated, if <it is|they are> able to shoot/charge an enemy unit, then <it|they> must " +
			"immediately attack the closest valid target " +
			"and gets? {gain} for that attack",
		example: "When this model is activated, if it is able to shoot/charge an enemy unit, then it must " +
			"immediately attack the closest valid target and gets +2 to hit rolls for that attack.",
		build: func(m *match) []rules.Effect { return m.limitToActivation(m.effects("gain")) },
	},
	{
		text: "once per game, {conds} [and all its models have this rule{?all}], <it|you|they> may use this rule " +
			"<so that|and> <it|they> gets? {gain} " +
			"[for that attack|until the end of the activation] {?used}",
		example: "Once per game, when this model attacks, it may use this rule so that it gets AP(+1).",
	},
	{
		text: "once per game, when <this unit|this model> is activated [and all its models have this rule{?all}], " +
			"<it|you|they> may use this rule so that <it|they> gets? {gains} " +
			"[until the end of the <activation|round{!round}>] {?used}",
		example: "Once per game, when this unit is activated and all its models have this rule, you may use this " +
			"rule so that they get +1 to hit rolls.",
		build: func(m *match) []rules.Effect {
			if m.has("round") {
				return m.effects("gains")
			}
			return m.limitToActivation(m.effects("gains"))
		},
	},
}

// ignoreRegeneration returns the effect that the enemy's Regeneration is ignored, if the rule
// captured under the name ignores wounds as Regeneration does; otherwise an empty effect.
func (m *match) ignoreRegeneration(name string) (e rules.Effect) {
	rule := m.parser.reader.gameRule(m.capturedRule(name).Name)
	if rule != nil && len(rule.Effects) == 1 && rule.Effects[0].Regeneration.IsSet {
		e.Ignore = []rules.Ignore{rules.IgnoreRegeneration}
	}
	return e
}

// blockToDefense turns unconditional bonuses to rolls to block into bonuses to Defense.
func blockToDefense(effects []rules.Effect) []rules.Effect {
	return changedCopies(effects, func(e *rules.Effect) {
		if e.BlockModifier.IsSet && reflect.DeepEqual(e.When, rules.When{}) &&
			(e.BlockModifier.IsRating || e.BlockModifier.Number > 0) {
			e.BlockModifier, e.Defense = rules.Value{}, e.BlockModifier
		}
	})
}

// limitToActivation limits effects to the two attacks of an activation, shooting and charging. It
// returns nil for effects that help a defender: in its own activation, a unit is the target of
// strikes back only.
func (m *match) limitToActivation(effects []rules.Effect) []rules.Effect {
	var all []rules.Effect
	for _, e := range effects {
		if len(e.GivenRules) == 0 && e.MattersToDefense() {
			return nil
		}
		for _, use := range e.GivenRules {
			if slices.ContainsFunc(m.parser.reader.effectsOf(use.Name), mattersToDefense) {
				return nil
			}
		}
		if e.When.Melee != nil && *e.When.Melee && e.When.Charging == nil && e.When.Charged == nil {
			e.When.Melee, e.When.Charging = nil, yes // a unit that strikes back was not activated
		}
		w := &e.When
		if w.Shooting != nil || w.Melee != nil || w.Charging != nil || w.Charged != nil || e.NonFight != "" {
			all = append(all, e)
			continue
		}
		all = append(all, withConditions([]rules.When{{Shooting: yes}, {Charging: yes}}, oneEffect(e))...)
	}
	return all
}

// mattersToDefense reports whether an effect may matter to an attacked unit.
func mattersToDefense(e rules.Effect) bool { return e.MattersToDefense() }

// wholeUnitPatterns are effects on the whole unit.
var wholeUnitPatterns = []pattern[rules.Effect]{
	{
		text: "<$ALL gets?|if all models in this unit have this rule, <it|they|this unit> gets?> {gains} " +
			"[against hits that are not from spells {?unspelled}] {?all}",
		example: "Units where all models have this rule get +1 to defense rolls.",
	},
	{
		text:    "<this model|the hero|the model|this hero> and <its|his> unit <gets?|has|have|counts? as having> {gains}",
		example: "This model and its unit get Glint.",
		build: func(m *match) []rules.Effect {
			return changedCopies(m.effects("gains"), func(e *rules.Effect) { e.Receivers = rules.ToUnit })
		},
	},
}

const (
	sixesToHit = "[<on|for|each>] unmodified <results?|rolls?> of 6 to hit [{conds}] "
	anyWeapon  = "[<this weapon|this model|it|they>]"
)

// attackDicePatterns are effects of unmodified results to hit.
var attackDicePatterns = []pattern[rules.Effect]{
	{
		text:    sixesToHit + "[,] " + anyWeapon + " deals? {n} extra hits? [{conds}] $ORIGINAL",
		example: "When attacking, unmodified results of 6 to hit deal 2 extra hits.",
		build: func(m *match) []rules.Effect {
			return oneEffect(rules.Effect{Trigger: rules.OnSixToHit, ExtraHits: fixedValue(m.number("n"))})
		},
	},
	{
		text:    sixesToHit + "[,] <those|these> hits get {gain}",
		example: "On unmodified results of 6 to hit, those hits get AP(+1).",
		build: func(m *match) []rules.Effect {
			effects := m.effects("gain")
			if slices.ContainsFunc(effects, func(e rules.Effect) bool {
				return !e.AP.IsSet && !e.Deadly.IsSet && !e.Blast.IsSet
			}) {
				return nil
			}
			return changedCopies(effects, func(e *rules.Effect) { e.Trigger = rules.OnSixToHit })
		},
	},
	{
		text:    sixesToHit + "[,] <those|these> hits ignore {name}",
		example: "On unmodified results of 6 to hit, those hits ignore Regeneration.",
		build: func(m *match) []rules.Effect {
			e := m.ignoreRegeneration("name")
			if e.Ignore == nil {
				return nil
			}
			e.Trigger = rules.OnSixToHit
			return oneEffect(e)
		},
	},
	{
		text:    sixesToHit + "that <aren't|are not> blocked [,] " + anyWeapon + " deals? {n} extra wounds?",
		example: "On unmodified results of 6 to hit that aren't blocked, this weapon deals 1 extra wound.",
		build: func(m *match) []rules.Effect {
			return oneEffect(rules.Effect{Trigger: rules.OnSixToHit, ExtraWounds: fixedValue(m.number("n"))})
		},
	},
	{
		text: "[<for each|each|on>] unmodified <results?|rolls?> of 6 to hit [{conds}], this model <may " +
			"roll|rolls|gets> <+ {n} attacks?|{n} extra attacks?> [with that weapon] [. this rule <doesn't|does " +
			"not> apply to newly generated attacks]",
		example: "For each unmodified roll of 6 to hit when shooting, this model may roll +1 attack with that " +
			"weapon. This rule doesn't apply to newly generated attacks.",
		build: func(m *match) []rules.Effect {
			return oneEffect(rules.Effect{Trigger: rules.OnSixToHit, ExtraAttacks: fixedValue(m.number("n"))})
		},
	},
	{
		text: "<this model's unit|its unit|this unit|this model> takes <one|1> wound <on|for each> unmodified " +
			"<results?|rolls?> of 1 to hit [{conds}]",
		example: "This model's unit takes one wound on unmodified rolls of 1 to hit.",
		result:  oneEffect(rules.Effect{Trigger: rules.OnOneToHit, SelfWounds: fixedValue(1)}),
	},
}

const hitsFrom = "hits from <this model's weapons|this weapon|this model|its weapons|it|them>"

// blockDicePatterns are effects of the enemy's unmodified results to block.
var blockDicePatterns = []pattern[rules.Effect]{
	{
		text: "<[<on|for each>] unmodified <results?|rolls?> of 1 to block [hits [from this weapon]] [{conds}] [,] " +
			"[<this weapon|this model|it>] deals? {n} extra wounds?" +
			"|$ENEMIES that roll to block " + hitsFrom + " take {n} extra wounds? for each unmodified result of 1 " +
			"[that they roll]>",
		example: "On unmodified results of 1 to block hits, this weapon deals 1 extra wound.",
		build: func(m *match) []rules.Effect {
			return oneEffect(rules.Effect{Trigger: rules.OnOneToBlock, ExtraWounds: fixedValue(m.number("n"))})
		},
	},
	{
		text: "[when attacking] [,] [the|its|their] <targets?|enemies> must re-roll unmodified <defense|block> " +
			"<results?|rolls?> of 6 [when blocking " + hitsFrom + "] [{conds}]",
		example: "The target must re-roll unmodified Defense results of 6.",
		result:  oneEffect(rules.Effect{RerollBlocks: fixedValue(6)}),
	},
}

const (
	whenStruck = "when {bearers} <are|is> {struck} "
	enemyUnits = "<enemies|enemy units>"
)

// attackerPenaltyPatterns are penalties on enemies that attack the bearer's unit.
var attackerPenaltyPatterns = []pattern[rules.Effect]{
	{
		text: enemyUnits + " <get {gain} [{conds}] when <attacking|they attack> {bearers}|attacking {bearers} get " +
			"{gain}> [{conds}]",
		example: "Enemies get -1 to hit rolls in melee when attacking units where all models have this rule.",
		build:   (*match).againstBearerNoSpells,
	},
	{
		text:    "when {bearers} <is|are> attacked [{conds}], " + enemyUnits + " get {gain}",
		example: "When units where all models have this rule are attacked in melee, enemies get -1 to hit rolls.",
		build:   (*match).againstBearerNoSpells,
	},
	{
		text:    "when {bearers} <is|are> attacked [in melee{?melee}], <they|it> gets? {gain}",
		example: "When units where all models have this rule are attacked, they get +1 to defense rolls.",
		build: func(m *match) []rules.Effect {
			if effects := m.effects("gain"); len(effects) == 1 && effects[0].BlockModifier.IsSet {
				return excludeSpells(effects)
			}
			return nil
		},
	},
	{
		text:    "when {bearers} <is|are> $TERRAIN, <they|it> gets? {gains} {?used}",
		example: `When units where all models have this rule are within 1" of terrain, they get +1 to defense rolls.`,
	},
	{
		text:    enemyUnits + " get {gain} when <trying to shoot|shooting> [at] {bearers} [from {over}] {?shooting}",
		example: `Enemies get -6" range to a min. of 6" when trying to shoot at units where all models have this rule.`,
		build:   (*match).againstBearer,
	},
	{
		text:    enemyUnits + " get {gain} when <trying to charge|charging> {bearers}",
		example: `Enemies get -3" movement when trying to charge units where all models have this rule.`,
		build: func(m *match) []rules.Effect {
			if effects := m.effects("gain"); allOutsideFights(effects) {
				return effects
			}
			return nil
		},
	},
	{
		text: enemyUnits + " get {gain} when <trying to shoot|shooting> [at] {bearers} [,] and [get] {gain:moving} " +
			"when <trying to charge|charging> {bearers:again} {?shooting}",
		example: `Enemies get -4" range when trying to shoot at units where all models have this rule, and -3" ` +
			`movement when trying to charge units where all models have this rule.`,
		build: func(m *match) []rules.Effect {
			if effects := m.againstBearer(); effects != nil && allOutsideFights(m.effects("moving")) {
				return joinEffects(effects, m.effects("moving"))
			}
			return nil
		},
	},
	{
		text: whenStruck + ", " + enemyUnits + " get {gain} [{conds}]",
		example: `When units where all models have this rule are shot or charged from over 9" away, enemy units ` +
			`get -1 to hit rolls.`,
		build: (*match).againstBearer,
	},
	{
		text: whenStruck + ", <they|it> gets? {gain}",
		example: `When units where all models have this rule are shot or charged from over 9" away, they get +1 to ` +
			`defense rolls.`,
	},
	{
		text: whenStruck + "and takes? hits, those hits <count as having|get> {gain}",
		example: `When units where all models have this rule are shot or charged from over 9" away and take hits, ` +
			`those hits count as having AP(-1), to a min. of AP(0).`,
		build: (*match).againstBearer,
	},
	{
		text: "when {bearers} takes? hits [{conds}], those hits <count as having|get> {gain}",
		example: "When units where all models have this rule take hits, those hits count as having AP(-1), to a " +
			"min. of AP(0).",
		build: (*match).againstBearer,
	},
	{
		text:    "when " + enemyUnits + " shoot at {bearers} [from {over}], they get {gain} {?shooting}",
		example: `When enemy units shoot at this model from over 9" away, they get -2 to hit rolls.`,
		build:   (*match).againstBearer,
	},
	{
		text: "as long [as] {bearers} <hasn't|haven't> moved during the round, <when " + enemyUnits + " shoot at it " +
			"[from {over}], they get {gain}" +
			"|" + enemyUnits + " shooting at it [from {over}] get {gain}> {?shooting} {?used}",
		example: `As long as a unit where all models have this rule hasn't moved during the round, enemy units ` +
			`shooting at it from over 9" away get -2 to hit rolls.`,
		build: (*match).againstBearer,
	},
}

// againstBearer returns the captured gain as an effect on attacks against the bearer. It returns
// nil under a condition about charging, because the text does not tell which side charges.
func (m *match) againstBearer() []rules.Effect {
	for c := m.captured; c != nil; c = c.next {
		if c.name == "conds" && slices.ContainsFunc(c.value.([]rules.When), func(w rules.When) bool {
			return w.Charging != nil || w.Charged != nil
		}) {
			return nil
		}
	}
	if slices.ContainsFunc(m.effects("gain"), mattersToDefense) {
		return nil
	}
	return onEnemyAttacks(m.effects("gain"))
}

// againstBearerNoSpells is like againstBearer, for attacks that are not spells.
func (m *match) againstBearerNoSpells() []rules.Effect { return excludeSpells(m.againstBearer()) }

// woundPatterns are sentences about ignored wounds, and about hits in return for wounds.
var woundPatterns = []pattern[rules.Effect]{
	{
		text: "when {bearers} takes? wounds, roll one die for each [wound]. on a {die} it is ignored [. if the " +
			"wounds were from a spell, then they are ignored on a {die:spell} instead]",
		example: "When a unit where all models have this rule takes wounds, roll one die for each. On a 4+ it is " +
			"ignored.",
		build: func(m *match) []rules.Effect {
			effects := oneEffect(rules.Effect{Ward: fixedValue(m.number("die"))})
			if m.has("spell") {
				effects = append(effects, rules.Effect{Ward: fixedValue(m.number("spell")), When: rules.When{AgainstSpell: yes}})
			}
			return effects
		},
	},
	{
		text: "<<this model|$ALL{?all}> ignores? wounds on [rolls of] [a] {die}" +
			"|when {bearers} takes? wounds from [a] spells?{?spell}, roll one die for each [wound]. on a {die} it " +
			"is ignored" +
			"|once per game, when this unit takes wounds and all its models have this rule{?all}, you may use this " +
			"rule{?used} and roll one die <per wound|for each [wound]> [,] [and] [.] on a {die} it is ignored>",
		example: "Units where all models have this rule ignore wounds on rolls of 6+.",
		build:   func(m *match) []rules.Effect { return oneEffect(rules.Effect{Ward: fixedValue(m.number("die"))}) },
	},
	{
		text: "when <this model|this unit> takes <a wound|wounds> in melee{?melee}, the attacker takes {v} hits? " +
			"[per wound taken|for each wound taken|for each]",
		example: "When this model takes a wound in melee, the attacker takes X hits.",
		build:   func(m *match) []rules.Effect { return oneEffect(rules.Effect{RetaliationHits: m.value("v")}) },
	},
	{
		text:    "<if|when> this model is [ever] killed in melee{?melee}, the <attacking|enemy> unit takes {v} hits?",
		example: "If this model is killed in melee, the attacking unit takes X hits.",
		build:   func(m *match) []rules.Effect { return oneEffect(rules.Effect{DeathHits: m.value("v")}) },
	},
	{
		text: "if this model survives melee{?melee}, after both sides have finished attacking, it is immediately " +
			"killed, and the <attacking|enemy> unit takes {v} hits?",
		example: "If this model survives melee, after both sides have finished attacking, it is immediately " +
			"killed, and the enemy unit takes X hits.",
		build: func(m *match) []rules.Effect { return oneEffect(rules.Effect{SacrificeHits: m.value("v")}) },
	},
}

// moralePatterns are sentences about failed morale tests that count as passed.
var moralePatterns = []pattern[rules.Effect]{
	{
		text: "when {bearers} fails a morale test, roll one die. on a {die} it counts as passed instead",
		example: "When a unit where all models have this rule fails a morale test, roll one die. On a 4+ it counts " +
			"as passed instead.",
		build: func(m *match) []rules.Effect {
			return oneEffect(rules.Effect{MoraleRerollMinDie: fixedValue(m.number("die"))})
		},
	},
	{
		text: "when a unit where <all{?all}|most{?most}> models have this rule fails a morale test [that causes it " +
			"to be shaken or routed], <the test|it> counts as passed instead. " +
			"then, roll as many dice as the number of wounds it would take to fully destroy it, and for each " +
			"result of 1-{n} the unit takes one wound, which can't be ignored",
		example: "When a unit where most models have this rule fails a morale test that causes it to be Shaken or " +
			"Routed, the test counts as passed instead. " +
			"Then, roll as many dice as the number of wounds it would take to fully destroy it, and for each " +
			"result of 1-2 the unit takes one wound, which can't be ignored.",
		build: func(m *match) []rules.Effect {
			return oneEffect(rules.Effect{MoraleMaxWoundingDie: fixedValue(m.number("n"))})
		},
	},
}
