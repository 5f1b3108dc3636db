package reader

import (
	"slices"

	"muster/rules"
)

// Parts of the patterns about picked units.
const (
	pickCount   = " <one|up to {n:count}> "
	pickedUnit  = " $AWAY [with {name:kind}] [in line of sight], which "
	pickEnemy   = "$PICK" + pickCount + "enemy <units?|models?{!model}>" + pickedUnit
	pickFriend  = "$PICK" + pickCount + "[other] friendly <units?|models?{!model}>" + pickedUnit
	pickAnyUnit = "$PICK" + pickCount + "[other] <friendly|enemy> <units?|models?>" + pickedUnit
)

// pickPatterns are effects on a unit that a player picks.
var pickPatterns = []pattern[rules.Effect]{
	{
		text: pickEnemy + "friendly units gets? {gain} [{conds}] [when attacking] against [<it|them>] $ONCE {?used}",
		example: `Once per activation, before attacking, pick one enemy unit within 12", which friendly units gets ` +
			`Glint when shooting against once (next time the effect would apply).`,
		build: func(m *match) []rules.Effect { return m.applyToPicked(m.effects("gain"), rules.ToFriends) },
	},
	{
		text: pickEnemy + "gets? {gains} $ONCE {?used}",
		example: `Once per activation, before attacking, pick one enemy unit within 12", which gets -1 to hit ` +
			`rolls once (next time the effect would apply).`,
		build: func(m *match) []rules.Effect { return m.applyToPicked(m.effects("gains"), rules.ToEnemy) },
	},
	{
		text: pickEnemy + "loses? {gain} [{conds}] $ONCE {?used}",
		example: `Once per activation, before attacking, pick one enemy unit within 12", which loses AP(+1) when ` +
			`shooting once (next time the effect would apply).`,
		build: func(m *match) []rules.Effect {
			effects := m.effects("gain")
			if len(effects) != 1 || effects[0].OnlyValue() == nil || effects[0].OnlyValue().Number <= 0 {
				return nil
			}
			return changedCopies(m.applyToPicked(effects, rules.ToEnemy), func(e *rules.Effect) { e.OnlyValue().Number *= -1 })
		},
	},
	{
		text: pickFriend + "gets? {gains} [$ONCE] {?used}",
		example: `Once per activation, before attacking, pick one friendly unit within 12", which gets Glint once ` +
			`(next time the effect would apply).`,
		build: func(m *match) []rules.Effect { return m.applyToPicked(m.effects("gains"), rules.ToFriends) },
	},
	{
		text: pickAnyUnit + "{moves} [$ONCE]",
		example: `Once per activation, before attacking, pick one friendly unit within 12", which moves +2" when ` +
			`using Advance actions once (next time the effect would apply).`,
	},
	{
		text: "$PICK one enemy unit $AWAY [in line of sight], which must take a morale test. if failed[,] you " +
			"may move it by up to {in} [in <a straight line|a straight line in any direction|any direction>]",
		example: `Once per activation, before attacking, pick one enemy unit within 18" in line of sight, which ` +
			`must take a morale test. If failed, you may move it by up to 6".`,
		result: nonFightEffect(rules.NonFightMovement),
	},
	{
		text: "$PICK" + pickCount + "[other] friendly <units?|models?> $AWAY [with {name}] [in line of sight], and " +
			"remove <d3|d6|{n}> wounds? from <it|them>",
		example: `Once per activation, before attacking, pick one friendly model within 3" with Tough, and remove ` +
			`D3 wounds from it.`,
		result: nonFightEffect(rules.NonFightHealing),
	},
}

// applyToPicked returns the effects as effects on the picked friends or enemies, as to selects. It
// returns nil for effects in a fight on a single picked model: the engine knows only whole units.
func (m *match) applyToPicked(effects []rules.Effect, to rules.Receivers) []rules.Effect {
	for _, e := range effects {
		if !m.has("model") || e.NonFight != "" {
			continue
		}
		for _, use := range e.GivenRules {
			if about, ok := m.parser.reader.subjectOf(use.Name); !ok || about == "" {
				return nil
			}
		}
		if len(e.GivenRules) == 0 {
			return nil
		}
	}
	return changedCopies(effects, func(e *rules.Effect) { e.Receivers = to })
}

// Parts of the patterns about markers.
const (
	oncePer = "once per <game{!game}|activation{!activation}>, [<during this model's activation|when this model is activated|before " +
		"attacking>,] "
	pickToMark = "pick one enemy unit <$AWAY|within {in} and in line of sight of <it|this model>> "
	markKiller = "{!died} when <this model|this unit|a friendly unit [with this rule]> is [fully] <killed|destroyed>, [you " +
		"may] place {v:placed} markers? on the [enemy] unit that <killed|destroyed> it. "
	placeMarkers = "<" + oncePer + pickToMark +
		"<, and place {v:placed} markers? on it. |[and] [,] roll one die [,] [.] on " +
		"a {die} place a marker on it. >|" + markKiller + ">"
	bearerModels = "<models with this rule in <it|this unit>|all models with this rule in <it|this unit>|it|they|this " +
		"model|this unit>"
)

// markerPatterns are effects of markers; the player states the number of markers.
var markerPatterns = []pattern[rules.Effect]{
	{
		text: "[if all models in this unit have this rule{?all},] place one marker on <this unit|this model|it> " +
			"<at the <end{!end}|beginning|start> of each round if it's on the table [and isn't shaken{!unshaken}]|" +
			"{!kill}when it [fully] destroys an enemy unit|{!kill}each time it [fully] destroys an enemy unit> " +
			"[, up to a max of {n:markers} markers]. for <each|every [{n:per}]> markers? [,] <enemies attacking " +
			"this unit{!enemies}|" + bearerModels + "> gets? {gains} " +
			"[until the end of the game] [(up to a max of {+v:most})] [. if this unit is ever shaken, it loses all " +
			"its markers{!loses}] {?used}",
		example: "Place one marker on this unit at the end of each round if it's on the table. For each marker " +
			"models with this rule in it get AP(+1) (up to a max. of +2). If this unit is ever Shaken, it loses " +
			"all its markers.",
		build: func(m *match) []rules.Effect {
			most := m.value("most").Number
			if m.has("markers") && !m.has("most") {
				most = m.number("markers") / max(m.number("per"), 1)
			}
			effects := gainsPerMarker(m.effects("gains"), m.number("per"), max(most, -most))
			if m.has("enemies") {
				effects = excludeSpells(onEnemyAttacks(effects))
			}
			if effects == nil {
				return nil
			}
			return joinEffects(effects, oneEffect(m.gatheredMarkers()))
		},
	},
	{
		text: "place one marker on this model when it ignores a wound. when in melee, pick one of its weapons " +
			"to get +x attacks, where x is the number of markers on it {?melee} {?used}",
		example: "Place one marker on this model when it ignores a wound. When in melee, pick one of its weapons " +
			"to get +X attacks, where X is the number of markers on it.",
		build: func(m *match) []rules.Effect {
			attacks := rules.Effect{BestWeaponAttacks: rules.Value{IsSet: true, TokenCountSign: 1}}
			return joinEffects(oneEffect(attacks), oneEffect(rules.Effect{TokenGain: rules.GainByIgnoring}))
		},
	},
	{
		text: placeMarkers + "[when attacking,] friendly units may remove markers from their target before rolling to " +
			"<block|hit> to get <+ {name}(<x|y>)|+<x|y> to hit rolls> " +
			"[on their weapons] [when attacking] , where <x|y> is the number of removed markers {?used}",
		example: `Once per game, during this model's activation, pick one enemy unit within 24" and in line of ` +
			`sight of it, and place X markers on it. ` +
			"When attacking, friendly units may remove markers from their target before rolling to block to get " +
			"+AP(Y), where Y is the number of removed markers.",
		build: func(m *match) []rules.Effect {
			n := rules.Value{IsSet: true, TokenCountSign: 1}
			effects := oneEffect(rules.Effect{ToHit: n})
			if m.has("name") {
				effects = m.parser.reader.ratingIncrease(m.capturedRule("name").Name, n, false)
			}
			effects = changedCopies(effects, func(e *rules.Effect) { e.Receivers, e.MaxUseCount = rules.ToFriends, m.value("placed") })
			return joinEffects(effects, oneEffect(m.placedMarkers()))
		},
	},
	{
		text: "<" + oncePer + pickToMark + "[, and place {v:placed} markers? on it]. |" + markKiller +
			">friendly units get " +
			"{gains} <when attacking it|against it> {?used}",
		example: `Once per game, during this model's activation, pick one enemy unit within 24" and in line of ` +
			`sight of it, and place X markers on it. Friendly units get +X to hit rolls when attacking it.`,
		build: func(m *match) []rules.Effect {
			effects := changedCopies(m.effects("gains"), func(e *rules.Effect) { e.Receivers = rules.ToFriends })
			if effects == nil || !m.has("placed") {
				return effects
			}
			return joinEffects(effects, oneEffect(m.placedMarkers()))
		},
	},
}

// gatheredMarkers returns the effect by which a unit gets markers.
func (m *match) gatheredMarkers() rules.Effect {
	e := rules.Effect{TokenGain: rules.GainAtRoundStart}
	switch {
	case m.has("kill"):
		e.TokenGain = rules.GainByKill
	case m.has("end"):
		e.TokenGain = rules.GainAtRoundEnd
	}
	if m.has("markers") {
		e.MaxTokensPerUnit = fixedValue(m.number("markers"))
	}
	switch {
	case m.has("unshaken"):
		e.ShakenTokens = rules.ShakenGetsNone
	case m.has("loses"):
		e.ShakenTokens = rules.ShakenLosesAll
	}
	return e
}

// placedMarkers returns the effect by which an enemy gets markers.
func (m *match) placedMarkers() rules.Effect {
	e := rules.Effect{TokenPlacement: rules.PlaceOncePerGame, TokensAddedEachTime: m.value("placed")}
	switch {
	case m.has("died"):
		e.TokenPlacement = rules.PlaceAtDeath
	case m.has("activation"):
		e.TokenPlacement = rules.PlaceEachActivation
	}
	return e
}

// gainsPerMarker turns gains of 1 into gains of 1 for each group of per markers, up to a total gain
// of most.
func gainsPerMarker(gains []rules.Effect, per, most int) []rules.Effect {
	for i := range gains {
		if v := gains[i].OnlyValue(); v == nil || v.IsRating || v.Number != 1 && v.Number != -1 {
			return nil
		}
	}
	return changedCopies(gains, func(e *rules.Effect) {
		v := e.OnlyValue()
		*v = rules.Value{IsSet: true, TokenCountSign: int8(v.Number)}
		if per > 1 {
			e.TokensPerN = per
		}
		if most > 0 {
			e.MaxUseCount = fixedValue(most)
		}
	})
}

const (
	allModels     = "all models with this rule in <it|this unit>"
	whenActivated = "when <this unit|this model> is activated, pick one effect: until the end of the activation"
)

// choicePatterns are choices between two effects.
var choicePatterns = []pattern[rules.Effect]{
	{
		text: whenActivated + "[, {conds}] [,] <" + allModels + "|it|this model> either <gets? {gains:first} " +
			"[,]|{moves:first},> or <gets? {gains:second}|{moves:second}>",
		example: "When this unit is activated, pick one effect: until the end of the activation all models with " +
			"this rule in it either get AP(+1) when attacking, or get +1 to hit rolls when attacking.",
		build: func(m *match) []rules.Effect {
			first, second := m.effects("first"), m.effects("second")
			if !m.has("conds") {
				first, second = m.limitToActivation(first), m.limitToActivation(second)
			}
			return offerChoice(first, second)
		},
	},
	{
		text: "when {bearers} is deployed or activated, pick one effect: [when [being] {struck},] <the unit|it> " +
			"either gets? {gain:first}, or <enemies|enemy units> get {gain:second} <against it|when attacking it>" +
			"[. this effect lasts until <the units'|the unit's|its> next activation]",
		example: `When a unit where all models have this rule is deployed or activated, pick one effect: when shot ` +
			`or charged from over 9" away, the unit either gets +1 to defense rolls, or enemy units get -1 to hit ` +
			`rolls against it. This effect lasts until the units' next activation.`,
		build: func(m *match) []rules.Effect {
			return offerChoice(m.effects("first"), onEnemyAttacks(m.effects("second")))
		},
	},
}

// offerChoice returns two lists of effects as the options 1 and 2 of a player's choice; nil if one
// is empty.
func offerChoice(first, second []rules.Effect) []rules.Effect {
	one, two := withConditions([]rules.When{{ChoiceNumber: 1}}, first), withConditions([]rules.When{{ChoiceNumber: 2}},
		second)
	if one == nil || two == nil {
		return nil
	}
	return joinEffects(one, two)
}

const (
	inMeleeTurn      = "when it's this model's turn to attack in melee{?melee}, "
	attacksWithRules = "<one attack|{n} attacks> [at quality {n:quality}+] with {rules}"
)

// dicePatterns are effects decided by a die, and dice that hit without a weapon.
var dicePatterns = []pattern[rules.Effect]{
	{
		text: "roll one die and apply one effect to all models with this rule [in <it|this unit>]: on a " +
			"{span:first} they get {gain:onFirst}, and on a {span:second} they get {gain:onSecond} [instead]",
		example: "When in melee, roll one die and apply one effect to all models with this rule: on a 1-2 they get " +
			"AP(+1), and on a 3-6 they get +1 to hit rolls instead.",
		build: func(m *match) []rules.Effect {
			first, second := capturedValue[[]int](m, "first"), capturedValue[[]int](m, "second")
			all := slices.Sorted(slices.Values(slices.Concat(first, second)))
			if !slices.Equal(all, []int{1, 2, 3, 4, 5, 6}) {
				return nil
			}
			return joinEffects(
				withConditions([]rules.When{{RuleDieFaces: first}}, m.effects("onFirst")),
				withConditions([]rules.When{{RuleDieFaces: second}}, m.effects("onSecond")))
		},
	},
	{
		text: inMeleeTurn + "roll {v} dice. for each {die} the target takes {n:each} <hits? [with " +
			"{rules}]|wounds?{!wounds}>",
		example: "When it's this model's turn to attack in melee, roll X dice. For each 5+ the target takes one " +
			"hit with AP(3).",
		build: (*match).diceThatHit,
	},
	{
		text: "once per game, " + inMeleeTurn + "<it may make " + attacksWithRules +
			"|you may pick one model in the unit as its " +
			"target, and make{!picks} " + attacksWithRules +
			", which is resolved as if it's a unit of 1> {?used}",
		example: "Once per game, when it's this model's turn to attack in melee, it may make one attack at Quality " +
			"2+ with AP(2) and Deadly(3).",
		build: func(m *match) []rules.Effect {
			e := rules.Effect{BearerAttacks: fixedValue(max(m.number("n"), 1)), BearerAttackRules: m.capturedRules("rules")}
			quality := rules.Effect{Quality: fixedValue(m.number("quality"))}
			if m.has("quality") && !m.addRuleWithEffect(&e, quality) || !m.targetPickedModel(&e) {
				return nil
			}
			return oneEffect(e)
		},
	},
}

// diceThatHit returns the effect of dice that hit or wound on the captured number or more.
func (m *match) diceThatHit() []rules.Effect {
	e := rules.Effect{BearerHitMinDie: fixedValue(m.number("die")), BearerAttackRules: m.capturedRules("rules")}
	n := fixedValue(1)
	if m.has("v") {
		n = m.value("v")
	}
	if m.has("wounds") {
		e.BearerWounds = n
	} else {
		e.BearerHits = n
	}
	if each := m.number("each"); each > 1 {
		e.BearerHitMultiplier = fixedValue(each)
	}
	return oneEffect(e)
}

// addRuleWithEffect finds the rule of the game's document that has exactly this effect, and adds it
// to the hits or attacks of e. It reports whether there is such a rule.
func (m *match) addRuleWithEffect(e *rules.Effect, effect rules.Effect) bool {
	use, ok := m.parser.reader.ruleOfEffect(&effect)
	e.BearerAttackRules = append(e.BearerAttackRules[:len(e.BearerAttackRules):len(e.BearerAttackRules)], use)
	return ok
}

// targetPickedModel makes the hits or attacks of e target a picked model if {!picks} was matched.
// It returns false if the game has no rule for that.
func (m *match) targetPickedModel(e *rules.Effect) bool {
	return !m.has("picks") || m.addRuleWithEffect(e, rules.Effect{ModelPick: rules.PickModel})
}

const (
	takesHits      = "takes? <{n:each} hits? [with {rules}]|{n:each} wounds?{!wounds}> $SIXES"
	activationTime = "[once per <activation|game|round>,] [when this model is activated,] [the first time this unit is " +
		"activated,] [before attacking,] "
	whenMovingThrough = "once per <activation,|game, once during its activation> when this model moves through enemy units, "
	rollDice          = "roll <one die|{v} dice>"
)

// abilityPatterns are attacks made outside shooting and melee.
var abilityPatterns = []pattern[rules.Effect]{
	{
		text: "$PICK <one|up to {n:count}> enemy <units?|models?{!picks}> $AWAY, <which takes?|and <it|they> " +
			"takes?> {v} hits? [with {rules}] [each] $SIXES [. this effect is resolved as if the target was a unit " +
			"of 1]",
		example: `Pick one enemy unit within 12", which takes 3 hits with AP(1).`, build: (*match).automaticHits,
	},
	{
		text: "<" + activationTime + "<" + rollDice +
			" <.|, > <for each|on a> {die} [,] <one enemy unit|an enemy unit|pick " +
			"one enemy unit> $AWAY [which] " +
			"|pick one enemy unit $AWAY [,] and " + rollDice + ". <for each|on a> {die} <it|the target|that unit> >" +
			"|once deployed via this rule, " + rollDice + ", for each {die} one enemy unit $AWAY " +
			"|" + whenMovingThrough + "pick one of them [,] and " + rollDice + ". <for each|on a> {die} <it|the target> >" +
			takesHits,
		example: `Once per activation, before attacking, roll 4 dice. For each 3+ one enemy unit within 9" takes 2 ` +
			`hits with Bane.`,
		build: func(m *match) []rules.Effect { return m.makeAbility(m.diceThatHit()) },
	},
	{
		text: whenMovingThrough + "<pick one of them[,] and it|pick one of them, which|one of them> takes {v} hits? [with " +
			"{rules}]",
		example: "Once per activation, when this model moves through enemy units, pick one of them, which takes 2 " +
			"hits with AP(1).",
		build: (*match).automaticHits,
	},
	{
		text: whenMovingThrough + "pick one of them and attack it with this weapon as if it was shooting. this weapon may " +
			"only be used in this way",
		example: "Once per activation, when this model moves through enemy units, pick one of them and attack it " +
			"with this weapon as if it was shooting. This weapon may only be used in this way.",
		result: oneEffect(rules.Effect{FightKind: rules.ByAbility}),
	},
}

// makeAbility makes the effects attacks of an ability, within the captured range in inches.
func (m *match) makeAbility(effects []rules.Effect) []rules.Effect {
	return changedCopies(effects, func(e *rules.Effect) { e.FightKind, e.When.DistanceUpTo = rules.ByAbility, m.number("within") })
}

// automaticHits returns an ability with the captured number of automatic hits.
func (m *match) automaticHits() []rules.Effect {
	e := rules.Effect{BearerHits: m.value("v"), BearerAttackRules: m.capturedRules("rules")}
	if !m.targetPickedModel(&e) {
		return nil
	}
	return m.makeAbility(oneEffect(e))
}

// countsAsPatterns are rules that act like another one, possibly with a difference.
var countsAsPatterns = []pattern[rules.Effect]{
	{
		text:    "[<this model|this weapon|it>] counts? as having [the] {rule} [special] [rule] [{conds}]",
		example: "Counts as having Glint in melee.",
		build:   (*match).countsAs,
	},
	{
		text:    "[<this model|this weapon|it>] counts? as having {rules}",
		example: "Counts as having Glint and Furious.",
		build:   func(m *match) []rules.Effect { return oneEffect(rules.Effect{GivenRules: m.capturedRules("rules")}) },
	},
	{
		text: "counts? as having {rule}, but may be deployed <<anywhere over {in} away|up to {in} away> from enemy " +
			"units?|at the start of any round, including the first>",
		example: `Counts as having Ambush, but may be deployed up to 1" away from enemy units.`,
		build:   (*match).countsAs,
	},
	{
		text: "[this model] counts? as having {rule} <with hits that have|, but [its|the|those] hits <count as " +
			"having|have|get>> {rules}",
		example: "Counts as having Impact(X) with hits that have AP(1).",
		build: func(m *match) []rules.Effect {
			use := m.capturedRule("rule")
			rule := m.parser.reader.gameRule(use.Name)
			if rule == nil || len(rule.Effects) != 1 || !rule.Effects[0].BearerHits.IsRating {
				return nil
			}
			e := rule.Effects[0]
			if n, ok := use.RatingNumber(); ok {
				e.BearerHits = fixedValue(n)
			}
			e.BearerAttackRules = m.capturedRules("rules")
			return oneEffect(e)
		},
	},
}

// countsAs returns the effect of having the captured rule; nil if that rule's effects are unknown.
func (m *match) countsAs() []rules.Effect {
	if _, ok := m.parser.reader.subjectOf(m.capturedRule("rule").Name); !ok {
		return nil
	}
	return oneEffect(rules.Effect{GivenRules: []rules.Use{m.capturedRule("rule")}})
}

// listBuildingPatterns are rules for building a list, and actions that a unit cannot take.
var listBuildingPatterns = []pattern[rules.Effect]{
	{
		text:    "[this model] counts as having defense {v}+",
		example: "Counts as having Defense 3+.",
		build:   func(m *match) []rules.Effect { return oneEffect(rules.Effect{FixedDefense: m.value("v")}) },
	},
	{
		text:    "[$OWN|this unit] may only use <hold|advance|hold/advance|hold or advance> actions?",
		example: "May only use Hold actions.",
		result:  oneEffect(rules.Effect{Forbidden: []rules.Action{rules.ActionCharge}}),
	},
	{
		text:    "[$OWN|this unit] <can't|cannot> <be charged{!passive}|charge [enemies|enemy units]>",
		example: "This model can't be charged.",
		build: func(m *match) []rules.Effect {
			if m.has("passive") {
				return oneEffect(rules.Effect{Forbidden: []rules.Action{rules.ActionBeCharged}})
			}
			return oneEffect(rules.Effect{Forbidden: []rules.Action{rules.ActionCharge}})
		},
	},
	{
		text:    "this unit may only be taken <once|{n} times> per army",
		example: "This unit may only be taken once per army.",
		build: func(m *match) []rules.Effect {
			return oneEffect(rules.Effect{MaxPerList: fixedValue(max(m.number("n"), 1))})
		},
	},
}

// outsideFightPatterns are sentences that never matter in a fight. They may stand beside other
// sentences.
var outsideFightPatterns = []pattern[rules.Effect]{
	{
		text:    "[$OWN|this model and its unit|$ALL|the hero and his unit] {moves}",
		example: `This model moves +4" when using Rush actions.`,
	},
	{
		text:    "<this model|it|this model and its unit|the hero and his unit> may ignore the {name} [special] rule",
		example: "This model may ignore the Slow rule.",
		build: func(m *match) []rules.Effect {
			if about, ok := m.parser.reader.subjectOf(m.capturedRule("name").Name); ok && about != "" {
				return nonFightEffect(about)
			}
			return nil
		},
	},
	{
		text:    "<this model|it|this unit> may shoot after using <rush|advance|rush/advance> actions",
		example: "This model may shoot after using Rush actions.", result: nonFightEffect(rules.NonFightActivation),
	},
	{
		text: "once per game, if all models in this unit have this rule, it may be activated even if it had " +
			"already activated this round [(stops being fatigued when activated for the second time)]" +
			"[. only up to <half|one third|a third> of the units in the army with this rule at the beginning of " +
			"the game [(rounding <up|down>)] may use it in a single round]",
		example: "Once per game, if all models in this unit have this rule, it may be activated even if it had " +
			"already activated this round (stops being fatigued when activated for the second time). " +
			"Only up to half of the units in the army with this rule at the beginning of the game (rounding up) " +
			"may use it in a single round.",
		result: nonFightEffect(rules.NonFightActivation),
	},
	{
		text: "<if|when> {bearers} is shaken at the <beginning|start|end> of <the|a|each> round, roll one die. on " +
			"a {die}, it stops being shaken",
		example: "If a unit where all models have this rule is Shaken at the beginning of the round, roll one die. " +
			"On a 4+, it stops being Shaken.",
		result: nonFightEffect(rules.NonFightRecovery),
	},
	{
		text: "when {bearers} is activated, roll as many dice as the max number of models/wounds it could restore. " +
			"for each {die} you may restore one model/wound" +
			"[. note that new models may only be restored if they can be placed in coherency with non-restored models]",
		example: "When a unit where all models have this rule is activated, roll as many dice as the max. number " +
			"of models/wounds it could restore. For each 5+ you may restore one model/wound.",
		result: nonFightEffect(rules.NonFightHealing),
	},
	{
		text: "<when|if> <this model|this unit> is [fully] <killed|destroyed>, [you may] place a new unit of x " +
			"fully within {in} of <it|its position> [before removing the last model]",
		example: `When this model is killed, you may place a new unit of X fully within 6" of its position.`,
		result:  nonFightEffect(rules.NonFightHealing),
	},
	{
		text: "after all other units are deployed [(excluding units that were set aside)], you may remove <one|up " +
			"to {n}> friendly units? from the table and deploy <it|them> again" +
			"[. players alternate in placing {name} units, starting with the player that activates next]",
		example: "After all other units are deployed, you may remove up to three friendly units from the table and " +
			"deploy them again.",
		result: nonFightEffect(rules.NonFightDeployment),
	},
	{
		text: "pick one model with this rule in this unit to have {name}(x), where x is the total number of models " +
			"with this rule in this unit. " +
			"if the model is killed, pick another to be the new caster, and transfer all spell tokens to it. the " +
			"caster loses all unspent spell tokens at the end of the round",
		example: "Pick one model with this rule in this unit to have Caster(X), where X is the total number of " +
			"models with this rule in this unit. " +
			"If the model is killed, pick another to be the new caster, and transfer all spell tokens to it. The " +
			"caster loses all unspent spell tokens at the end of the round.",
		build: func(m *match) []rules.Effect {
			if about, _ := m.parser.reader.subjectOf(m.capturedRule("name").Name); about != rules.NonFightCasting {
				return nil
			}
			tokens := rules.Effect{Receivers: rules.ToUnit, SpellTokens: fixedValue(1)} // for each bearer
			return joinEffects(oneEffect(tokens), nonFightEffect(rules.NonFightCasting))
		},
	},
	{
		text: "gets {v} accumulator tokens at the start of each round, but can't hold more than {n} tokens at once. " +
			"casters from other friendly units within {in} may spend this model's accumulator tokens as if they " +
			"were their own spell tokens" +
			"[. friendly casters may only use this rule if this unit isn't shaken]",
		example: `Gets X accumulator tokens at the start of each round, but can't hold more than 8 tokens at once. ` +
			`Casters from other friendly units within 9" may spend this model's accumulator tokens as if they were ` +
			`their own spell tokens.`,
		build: func(m *match) []rules.Effect {
			tokens := rules.Effect{
				TokenGain: rules.GainAtRoundStart, TokensAddedEachTime: m.value("v"),
				MaxTokensPerUnit: fixedValue(m.number("n")),
			}
			return joinEffects(nonFightEffect(rules.NonFightCasting), oneEffect(tokens))
		},
	},
	{
		text: "casters within {in} that are from other friendly units may cast spells as if they were in this " +
			"model's position, and get {+v} to casting rolls when doing so" +
			"[. friendly casters may only use this rule if this unit isn't shaken]",
		example: `Casters within 12" that are from other friendly units may cast spells as if they were in this ` +
			`model's position, and get +1 to casting rolls when doing so.`,
		result: nonFightEffect(rules.NonFightCasting),
	},
	{
		text: "if this unit is within {in} of another friendly unit with this rule that has a {name} in it, " +
			"then that {name:again} may use special rules that allow it to pick friendly units within {in:reach} " +
			"(except for spells) on this unit as if it was in range",
		example: `If this unit is within 24" of another friendly unit with this rule that has a Hero in it, then ` +
			`that Hero may use special rules that allow it to pick friendly units within 12" (except for spells) ` +
			`on this unit as if it was in range.`,
		result: nonFightEffect(rules.NonFightActivation),
	},
}

// edition2Patterns are sentences found only in books of the 2.x rules.
var edition2Patterns = []pattern[rules.Effect]{
	{
		text:    "this model gets {+v} to its attack rolls for melee and shooting",
		example: "This model gets +1 to its attack rolls for melee and shooting.",
		build:   func(m *match) []rules.Effect { return oneEffect(rules.Effect{ToHit: m.value("+v")}) },
	},
	{
		text:    "the hero and his unit get + {n} attacks? in melee <{conds}|{?melee}>",
		example: "The hero and his unit get +1 attack in melee when charging.",
		build: func(m *match) []rules.Effect {
			return oneEffect(rules.Effect{Receivers: rules.ToUnit, BestWeaponAttacks: fixedValue(m.number("n"))})
		},
	},
	{
		text: `the hero and his unit get {+v}" range when shooting and {+v:far}" range when using charge actions ` +
			`{?shooting}`,
		example: `The hero and his unit get +3" range when shooting and +3" range when using charge actions.`,
		build: func(m *match) []rules.Effect {
			return joinEffects(oneEffect(rules.Effect{Receivers: rules.ToUnit, Range: m.value("+v")}),
				nonFightEffect(rules.NonFightMovement))
		},
	},
	{
		text:    "for each unmodified result of 6 you roll to hit that hit is multiplied by {n}",
		example: "For each unmodified result of 6 you roll to hit that hit is multiplied by 3.",
		build: func(m *match) []rules.Effect {
			return oneEffect(rules.Effect{Trigger: rules.OnSixToHit, HitCopies: fixedValue(m.number("n"))})
		},
	},
	{
		text:    "the hero and his unit may ignore wounds from {name} on {die}",
		example: "The hero and his unit may ignore wounds from Regeneration on 4+.",
		build: func(m *match) []rules.Effect {
			if m.ignoreRegeneration("name").Ignore == nil {
				return nil
			}
			return oneEffect(rules.Effect{
				Receivers: rules.ToUnit, Regeneration: fixedValue(m.number("die")),
				When: rules.When{RequiredRule: m.capturedRule("name").Name},
			})
		},
	},
	{
		text:    "on a round in which this unit arrives from {name} it gets {gains} {?used}",
		example: "On a round in which this unit arrives from Ambush it gets AP(+3).",
	},
	{
		text: "once per <turn|round|activation>, if within {in} of a <unit|model> with {name}, roll one die. on a " +
			"{die} you may repair {n} wounds? from the target",
		example: `Once per turn, if within 2" of a unit with Tough, roll one die. On a 2+ you may repair 1 wound ` +
			`from the target.`,
		result: nonFightEffect(rules.NonFightHealing),
	},
	{
		text:    "target enemy unit within {in:within} takes {v} [automatic] hits? [with {rules}]",
		example: `Target enemy unit within 12" takes 2 automatic hits with AP(2).`,
		build:   (*match).automaticHits,
	},
}
