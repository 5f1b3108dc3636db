package reader

import (
	"reflect"
	"slices"

	"muster/rules"
)

// ownForms are what the bearer has.
func ownForms() []form[[]rules.Effect] {
	return []form[[]rules.Effect]{
		{
			says: "gets something", text: "[$OWN] [always] gets? {gains} [from {name}]", example: "This model gets +1 to hit rolls when shooting.",
			make: func(m *match) ([]rules.Effect, bool) {
				return asProfile(m), !m.has("name")
			},
		},
		{
			says: "gets something, and a drawback follows", text: "[$OWN] gets? {gains}, but {sentence}",
			example: "Gets AP(2), but this model's unit takes one wound on unmodified rolls of 1 to hit.",
			make: func(m *match) ([]rules.Effect, bool) {
				return join(m.effects("gains"), m.effects("sentence")), true
			},
		},
		{
			says: "gets something and moves", text: "[$OWN] gets? {gains} [,] and {moves}", example: `This model gets +4" range when shooting and moves +1" when using Rush actions.`,
			make: func(m *match) ([]rules.Effect, bool) { return join(m.effects("gains"), m.effects("moves")), true },
		},
		{
			says: "its ranged weapons get something", text: "this model's ranged weapons get {gains}", example: "This model's ranged weapons get AP(+1).",
			make: func(m *match) ([]rules.Effect, bool) {
				effects := under([]rules.When{{Shooting: yes}}, m.effects("gains"))
				return effects, effects != nil
			},
		},
		{
			says: "its melee weapons get something", text: "this model's melee weapons get {gains}", example: "This model's melee weapons get AP(+1).",
			make: func(m *match) ([]rules.Effect, bool) {
				effects := under([]rules.When{{Melee: yes}}, m.effects("gains"))
				return effects, effects != nil
			},
		},
		{
			says: "takes no notice of a rule of the enemy that ignores wounds", text: "[this weapon|this model|its weapons|this model's weapons|it|they] ignores? {name} [{conds}]", example: "This weapon ignores Regeneration.",
			make: func(m *match) ([]rules.Effect, bool) { return m.ignores("name", "conds") },
		},
		{
			says: "takes no notice of cover", text: "[this weapon|this model|its weapons|this model's weapons|it|they] ignores? cover [{conds}]", example: "This weapon ignores cover.",
			make: func(m *match) ([]rules.Effect, bool) {
				return m.conditional("conds", rules.Effect{Ignore: []rules.Ignore{rules.IgnoreCover}})
			},
		},
		{
			says: "takes no notice of both", text: "[this weapon|this model|its weapons|this model's weapons] ignores? <cover and {name}|{name} and cover> [{conds}]", example: "Ignores cover and Regeneration.",
			make: func(m *match) ([]rules.Effect, bool) {
				effects, ok := m.ignores("name", "conds")
				return with(effects, func(e *rules.Effect) { e.Ignore = append(e.Ignore, rules.IgnoreCover) }), ok
			},
		},
		{
			says: "takes no notice of penalties", text: "[this weapon|this model|its weapons|it|they] ignores? all negative modifiers [to <this weapon|its weapons|this model|it|hit rolls [and range]>]",
			example: "Ignores all negative modifiers to this weapon.",
			make: func(*match) ([]rules.Effect, bool) {
				return one(rules.Effect{Ignore: []rules.Ignore{rules.IgnorePenalties}})
			},
		},
		{
			says: "shoots after moving as if it had not", text: "[$OWN] [may] ignores? <all|the|any> [negative] <penalties|penalty|modifiers> <to hit [rolls]|to hit rolls> <from|for|when> [moving] [when] [shooting|using|attacking] [with|after|for] [{name}] [weapons?] [rule] [after] [moving]",
			example: "This model ignores all penalties to hit rolls from shooting with Indirect weapons after moving.",
			make:    func(m *match) ([]rules.Effect, bool) { return m.unmoved() },
		},
		{
			says: "shoots after moving as if it had not, told shorter", text: "[$OWN] [may] ignores? [all|the|any] [negative] <penalties|penalty|modifiers> from <shooting|using|attacking> [with] {name} [weapons?] [after moving]",
			example: "This model ignores penalties from shooting with Indirect weapons after moving.",
			make:    func(m *match) ([]rules.Effect, bool) { return m.unmoved() },
		},
		{
			says: "another Quality to hit with", text: "[$OWN] <shoots?{!shoots}|attacks?> at quality {n}+ [{conds}]", example: "This model attacks at Quality 3+ when charging.",
			make: func(m *match) ([]rules.Effect, bool) {
				e := rules.Effect{Quality: fixed(m.n("n"))}
				if m.has("shoots") {
					e.When.Shooting = yes
				}
				return m.conditional("conds", e)
			},
		},
		{
			says: "strikes first", text: "[$OWN] strikes? first [with this weapon] {conds}", example: "Strikes first when charged.",
			make: func(m *match) ([]rules.Effect, bool) { return m.conditional("conds", rules.Effect{StrikesFirst: true}) },
		},
		{
			says: "strikes last", text: "[$OWN] strikes? last [with this weapon] {conds}", example: "Strikes last when charging.",
			make: func(m *match) ([]rules.Effect, bool) { return m.conditional("conds", rules.Effect{StrikesLast: true}) },
		},
		{
			says: "attacks the nearest enemy as it is activated", text: "when $IT is activated, if <it is|they are> able to shoot/charge an enemy unit, then <it|they> must immediately attack the closest valid target and gets? {gain} for that attack",
			example: "When this model is activated, if it is able to shoot/charge an enemy unit, then it must immediately attack the closest valid target and gets +2 to hit rolls for that attack.",
			make:    func(m *match) ([]rules.Effect, bool) { return m.inActivation(m.effects("gain")) },
		},
		{
			says: "once per game, when it attacks, which a player says", text: "once per game, {conds} [and all its models have this rule{!all}], <it|you|they> may use this rule <so that|and> <it|they> gets? {gain} [for that attack|until the end of the activation]",
			example: "Once per game, when this model attacks, it may use this rule so that it gets AP(+1).",
			make: func(m *match) ([]rules.Effect, bool) {
				effects := m.usedByAll(under(m.when("conds"), m.effects("gain")))
				return effects, effects != nil
			},
		},
		{
			says:    "once per game, as it is activated, which a player says",
			text:    "once per game, when <this unit|this model> is activated [and all its models have this rule{!all}], <it|you|they> may use this rule so that <it|they> gets? {gains} [until the end of the <activation|round{!round}>]",
			example: "Once per game, when this unit is activated and all its models have this rule, you may use this rule so that they get +1 to hit rolls.",
			make: func(m *match) ([]rules.Effect, bool) {
				effects := m.effects("gains")
				if !m.has("round") {
					effects, _ = m.inActivation(effects)
				}
				effects = m.usedByAll(effects)
				return effects, effects != nil
			},
		},
	}
}

// conditional is one effect under the conditions that a form may have taken.
func (m *match) conditional(name string, e rules.Effect) ([]rules.Effect, bool) {
	if !m.has(name) {
		return one(e)
	}
	effects := under(m.when(name), []rules.Effect{e})
	return effects, effects != nil
}

func (m *match) ignores(name, conditions string) ([]rules.Effect, bool) {
	rule := m.p.reader.game(m.use(name).Name)
	if rule == nil || len(rule.Effects) != 1 || !rule.Effects[0].Regeneration.Set {
		return nil, false
	}
	return m.conditional(conditions, rules.Effect{Ignore: []rules.Ignore{rules.IgnoreRegeneration}})
}

// unmoved is the effect of taking no notice of a rule that punishes moving.
func (m *match) unmoved() ([]rules.Effect, bool) {
	if m.has("name") {
		rule := m.p.reader.game(m.use("name").Name)
		if rule == nil {
			return nil, false
		}
		punishes := false
		for _, e := range rule.Effects {
			punishes = punishes || e.When.Moved != nil && *e.When.Moved && e.ToHit.Number < 0
		}
		if !punishes {
			return nil, false
		}
	}
	return one(rules.Effect{Ignore: []rules.Ignore{rules.IgnoreMoving}})
}

// asProfile is what somebody gets; blocks without any condition are his Defense.
func asProfile(m *match) []rules.Effect {
	return with(m.effects("gains"), func(e *rules.Effect) {
		if e.Block.Set && reflect.DeepEqual(e.When, rules.When{}) && (e.Block.X || e.Block.Number > 0) {
			e.Block, e.Defense = rules.Value{}, e.Block
		}
	})
}

// usedByAll is effects that a player says are used, for a unit of which all have
// the rule if the form said so.
func (m *match) usedByAll(effects []rules.Effect) []rules.Effect {
	w := rules.When{Used: yes}
	if m.has("all") {
		w.Models = rules.ModelsAll
	}
	return under([]rules.When{w}, effects)
}

// inActivation puts effects under both attacks that an activation can have. What
// helps whoever is attacked is of no use then but against those who strike back.
func (m *match) inActivation(effects []rules.Effect) ([]rules.Effect, bool) {
	var all []rules.Effect
	for _, e := range effects {
		if len(e.Gives) == 0 && e.Defends() {
			return nil, false
		}
		for _, use := range e.Gives {
			if slices.ContainsFunc(m.p.reader.effectsOf(use.Name), defends) {
				return nil, false
			}
		}
		if e.When.Melee != nil && *e.When.Melee && e.When.Charging == nil && e.When.Charged == nil {
			e.When.Melee, e.When.Charging = nil, yes // whoever strikes back was not activated
		}
		if e.When.Shooting != nil || e.When.Melee != nil || e.When.Charging != nil || e.When.Charged != nil || e.Outside != "" {
			all = append(all, e)
			continue
		}
		all = append(all, under([]rules.When{{Shooting: yes}, {Charging: yes}}, []rules.Effect{e})...)
	}
	return all, len(all) > 0
}

func defends(e rules.Effect) bool { return e.Defends() }

// unitForms are what a whole unit has.
func unitForms() []form[[]rules.Effect] {
	all := func(m *match) ([]rules.Effect, bool) {
		effects := under([]rules.When{{Models: rules.ModelsAll}}, m.effects("gains"))
		return effects, effects != nil
	}
	const spells = "[against hits that are not from spells]"
	return []form[[]rules.Effect]{
		{
			says: "a unit gets something if all have the rule", text: "$ALL gets? {gains} " + spells, example: "Units where all models have this rule get +1 to defense rolls.",
			make: all,
		},
		{
			says: "the same, told as a condition", text: "if all models in this unit have this rule, <it|they|this unit> gets? {gains} " + spells,
			example: "If all models in this unit have this rule, it gets +1 to defense rolls.", make: all,
		},
		{
			says: "the bearer's unit gets something", text: "<this model|the hero|the model|this hero> and <its|his> unit <gets?|has|have|counts? as having> {gains}", example: "This model and its unit get Glint.",
			make: func(m *match) ([]rules.Effect, bool) {
				return with(m.effects("gains"), func(e *rules.Effect) { e.To = rules.ToUnit }), true
			},
		},
		{
			says: "the bearer's unit ignores cover", text: "this model and its unit ignores? cover [{conds}]", example: "This model and its unit ignore cover when shooting.",
			make: func(m *match) ([]rules.Effect, bool) {
				return m.conditional("conds", rules.Effect{To: rules.ToUnit, Ignore: []rules.Ignore{rules.IgnoreCover}})
			},
		},
		{
			says: "the bearer's unit strikes first", text: "this model and its unit strikes? first {conds}", example: "This model and its unit strike first when charged.",
			make: func(m *match) ([]rules.Effect, bool) {
				return m.conditional("conds", rules.Effect{To: rules.ToUnit, StrikesFirst: true})
			},
		},
	}
}

// attackDiceForms are what unmodified dice to hit do.
func attackDiceForms() []form[[]rules.Effect] {
	const (
		six = "[<on|for|each>] unmodified <results?|rolls?> of 6 to hit [{conds}] "
		who = "[<this weapon|this model|it|they>]"
	)
	return []form[[]rules.Effect]{
		{
			says: "sixes score more hits", text: six + "[,] " + who + " deals? {n} extra hits? [{conds:behind}] $ORIGINAL", example: "When attacking, unmodified results of 6 to hit deal 2 extra hits.",
			make: func(m *match) ([]rules.Effect, bool) {
				if m.has("behind") && m.has("conds") {
					return nil, false
				}
				if m.has("behind") {
					return m.conditional("behind", rules.Effect{On: rules.OnSixToHit, ExtraHits: fixed(m.n("n"))})
				}
				return m.conditional("conds", rules.Effect{On: rules.OnSixToHit, ExtraHits: fixed(m.n("n"))})
			},
		},
		{
			says: "the hits of sixes get more", text: six + "[,] <those|these> hits get {gain}", example: "On unmodified results of 6 to hit, those hits get AP(+1).",
			make: func(m *match) ([]rules.Effect, bool) {
				effects := m.effects("gain")
				for _, e := range effects {
					if !e.AP.Set && !e.Deadly.Set && !e.Blast.Set {
						return nil, false
					}
				}
				effects = with(effects, func(e *rules.Effect) { e.On = rules.OnSixToHit })
				if m.has("conds") {
					effects = under(m.when("conds"), effects)
				}
				return effects, effects != nil
			},
		},
		{
			says: "the hits of sixes ignore what ignores wounds", text: six + "[,] <those|these> hits ignore {name}", example: "On unmodified results of 6 to hit, those hits ignore Regeneration.",
			make: func(m *match) ([]rules.Effect, bool) {
				effects, ok := m.ignores("name", "conds")
				return with(effects, func(e *rules.Effect) { e.On = rules.OnSixToHit }), ok
			},
		},
		{
			says: "unblocked sixes wound more", text: six + "that <aren't|are not> blocked [,] " + who + " deals? {n} extra wounds?", example: "On unmodified results of 6 to hit that aren't blocked, this weapon deals 1 extra wound.",
			make: func(m *match) ([]rules.Effect, bool) {
				return m.conditional("conds", rules.Effect{On: rules.OnSixToHit, ExtraWounds: fixed(m.n("n"))})
			},
		},
		{
			says: "sixes give more attacks", text: "[<for each|each|on>] unmodified <results?|rolls?> of 6 to hit [{conds}], this model <may roll|rolls|gets> <+ {n} attacks?|{n} extra attacks?> [with that weapon] [. this rule <doesn't|does not> apply to newly generated attacks]",
			example: "For each unmodified roll of 6 to hit when shooting, this model may roll +1 attack with that weapon. This rule doesn't apply to newly generated attacks.",
			make: func(m *match) ([]rules.Effect, bool) {
				return m.conditional("conds", rules.Effect{On: rules.OnSixToHit, ExtraAttacks: fixed(m.n("n"))})
			},
		},
		{
			says: "ones hurt the bearer's own unit", text: "<this model's unit|its unit|this unit|this model> takes <one|1> wound <on|for each> unmodified <results?|rolls?> of 1 to hit [{conds}]",
			example: "This model's unit takes one wound on unmodified rolls of 1 to hit.",
			make: func(m *match) ([]rules.Effect, bool) {
				return m.conditional("conds", rules.Effect{On: rules.OnOneToHit, SelfWounds: fixed(1)})
			},
		},
	}
}

// blockDiceForms are what the enemy's unmodified dice to block do.
func blockDiceForms() []form[[]rules.Effect] {
	const from = "hits from <this model's weapons|this weapon|this model|its weapons|it|them>"
	reroll := func(m *match) ([]rules.Effect, bool) {
		return m.conditional("conds", rules.Effect{RerollBlocks: fixed(6)})
	}
	wounds := func(m *match) ([]rules.Effect, bool) {
		return m.conditional("conds", rules.Effect{On: rules.OnOneToBlock, ExtraWounds: fixed(m.n("n"))})
	}
	return []form[[]rules.Effect]{
		{
			says: "blocks of one cost more wounds", text: "[<on|for each>] unmodified <results?|rolls?> of 1 to block [hits [from this weapon]] [{conds}] [,] [<this weapon|this model|it>] deals? {n} extra wounds?",
			example: "On unmodified results of 1 to block hits, this weapon deals 1 extra wound.", make: wounds,
		},
		{
			says: "the same, told from the enemy's side", text: "$ENEMIES that roll to block " + from + " take {n} extra wounds? for each unmodified result of 1 [that they roll]",
			example: "Enemies that roll to block hits from this model's weapons take 1 extra wound for each unmodified result of 1 that they roll.", make: wounds,
		},
		{
			says: "blocks of six are rolled again", text: "[when attacking] [,] [the|its|their] <targets?|enemies> must re-roll unmodified <defense|block> <results?|rolls?> of 6 [when blocking " + from + "] [{conds}]",
			example: "The target must re-roll unmodified Defense results of 6.", make: reroll,
		},
	}
}

// againstForms are how enemies fare worse against the bearer's unit.
func againstForms() []form[[]rules.Effect] {
	// against turns gains on those who attack.
	against := func(m *match, gain string, alternatives []rules.When) ([]rules.Effect, bool) {
		effects := under([]rules.When{get[rules.When](m, "bearers")}, m.effects(gain))
		if m.has("conds") {
			for _, w := range m.when("conds") {
				if w.Charging != nil || w.Charged != nil { // whose charge?
					return nil, false
				}
			}
			effects = under(m.when("conds"), effects)
		}
		if alternatives != nil {
			effects = under(alternatives, effects)
		}
		if slices.ContainsFunc(effects, defends) {
			return nil, false
		}
		return with(effects, func(e *rules.Effect) { e.Of = rules.OfEnemy }), effects != nil
	}
	struck := func(m *match) []rules.When {
		var w []rules.When
		if m.has("shot") {
			w = append(w, rules.When{Shooting: yes, Over: m.n("in")})
		}
		if m.has("charged") {
			w = append(w, rules.When{Charged: yes, Over: m.n("in")})
		}
		return w
	}
	own := func(m *match) ([]rules.Effect, bool) {
		effects := under([]rules.When{get[rules.When](m, "bearers")}, m.effects("gain"))
		effects = under(struck(m), effects)
		return effects, effects != nil
	}
	enemies := func(m *match) ([]rules.Effect, bool) { return against(m, "gain", struck(m)) }
	const (
		hit  = "when {bearers} <are|is> <shot{!shot} [or charged{!charged}]|charged{!charged}> [at] [from over {in} [away]] "
		foes = "<enemies|enemy units>"
	)
	return []form[[]rules.Effect]{
		{
			says: "enemies get something when they attack it", text: foes + " <get {gain} [{conds}] when <attacking|they attack> {bearers}|attacking {bearers} get {gain}> [{conds}]",
			example: "Enemies get -1 to hit rolls in melee when attacking units where all models have this rule.",
			make:    func(m *match) ([]rules.Effect, bool) { return against(m, "gain", nil) },
		},
		{
			says: "the same, told from the other side", text: "when {bearers} <is|are> attacked [{conds}], " + foes + " get {gain}",
			example: "When units where all models have this rule are attacked in melee, enemies get -1 to hit rolls.",
			make:    func(m *match) ([]rules.Effect, bool) { return against(m, "gain", nil) },
		},
		{
			says: "its unit gets something as it is attacked", text: "when {bearers} <is|are> attacked [in melee{!melee}], <they|it> gets? {gain}",
			example: "When units where all models have this rule are attacked, they get +1 to defense rolls.",
			make: func(m *match) ([]rules.Effect, bool) {
				w := get[rules.When](m, "bearers")
				if m.has("melee") {
					w.Melee = yes
				}
				effects := under([]rules.When{w}, m.effects("gain"))
				return effects, len(effects) == 1 && effects[0].Block.Set
			},
		},
		{
			says:    "near terrain its unit gets something, which a player says",
			text:    "when {bearers} <is|are> <[fully] within {in} of|in|fully in> [a piece of] [<cover|difficult>] terrain, <they|it> gets? {gains}",
			example: `When units where all models have this rule are within 1" of terrain, they get +1 to defense rolls.`,
			make: func(m *match) ([]rules.Effect, bool) {
				w := get[rules.When](m, "bearers")
				w.Used = yes
				effects := under([]rules.When{w}, m.effects("gains"))
				return effects, effects != nil
			},
		},
		{
			says: "enemies get something when they shoot at it", text: foes + " get {gain} when <trying to shoot|shooting> [at] {bearers} [from over {in} [away]]",
			example: `Enemies get -6" range to a min. of 6" when trying to shoot at units where all models have this rule.`,
			make: func(m *match) ([]rules.Effect, bool) {
				return against(m, "gain", []rules.When{{Shooting: yes, Over: m.n("in")}})
			},
		},
		{
			says: "enemies charge it from less far", text: foes + " get {gain} when <trying to charge|charging> {bearers}",
			example: `Enemies get -3" movement when trying to charge units where all models have this rule.`,
			make:    func(m *match) ([]rules.Effect, bool) { return m.effects("gain"), allOutside(m.effects("gain")) },
		},
		{
			says: "enemies shoot at it and charge it from less far", text: foes + " get {gain} when <trying to shoot|shooting> [at] {bearers} [,] and [get] {gain:moving} when <trying to charge|charging> {bearers:again}",
			example: `Enemies get -4" range when trying to shoot at units where all models have this rule, and -3" movement when trying to charge units where all models have this rule.`,
			make: func(m *match) ([]rules.Effect, bool) {
				effects, ok := against(m, "gain", []rules.When{{Shooting: yes}})
				return join(effects, m.effects("moving")), ok && allOutside(m.effects("moving"))
			},
		},
		{
			says: "enemies get something as they shoot at it or charge it", text: hit + ", " + foes + " get {gain} [{conds}]",
			example: `When units where all models have this rule are shot or charged from over 9" away, enemy units get -1 to hit rolls.`, make: enemies,
		},
		{
			says: "its unit gets something as it is shot at or charged", text: hit + ", <they|it> gets? {gain}",
			example: `When units where all models have this rule are shot or charged from over 9" away, they get +1 to defense rolls.`, make: own,
		},
		{
			says: "hits count for less as it is shot at or charged", text: hit + "and takes? hits, those hits <count as having|get> {gain}",
			example: `When units where all models have this rule are shot or charged from over 9" away and take hits, those hits count as having AP(-1), to a min. of AP(0).`, make: enemies,
		},
		{
			says: "hits count for less", text: "when {bearers} takes? hits [{conds}], those hits <count as having|get> {gain}",
			example: "When units where all models have this rule take hits, those hits count as having AP(-1), to a min. of AP(0).",
			make:    func(m *match) ([]rules.Effect, bool) { return against(m, "gain", nil) },
		},
		{
			says: "enemies get something as they shoot at it", text: "when " + foes + " shoot at {bearers} [from over {in} [away]], they get {gain}",
			example: `When enemy units shoot at this model from over 9" away, they get -2 to hit rolls.`,
			make: func(m *match) ([]rules.Effect, bool) {
				return against(m, "gain", []rules.When{{Shooting: yes, Over: m.n("in")}})
			},
		},
		{
			says:    "enemies get something as they shoot at it while it stays, which a player says",
			text:    "as long [as] {bearers} <hasn't|haven't> moved during the round, <when " + foes + " shoot at it [from over {in} [away]], they get {gain}|" + foes + " shooting at it [from over {in} [away]] get {gain}>",
			example: `As long as a unit where all models have this rule hasn't moved during the round, enemy units shooting at it from over 9" away get -2 to hit rolls.`,
			make: func(m *match) ([]rules.Effect, bool) {
				return against(m, "gain", []rules.When{{Shooting: yes, Over: m.n("in"), Used: yes}})
			},
		},
	}
}

// woundForms are wounds that do not stay.
func woundForms() []form[[]rules.Effect] {
	return []form[[]rules.Effect]{
		{
			says:    "wounds are ignored on a die",
			text:    "when {bearers} takes? wounds, roll one die for each [wound]. on a {die} it is ignored [. if the wounds were from a spell, then they are ignored on a {die:spell} instead]",
			example: "When a unit where all models have this rule takes wounds, roll one die for each. On a 4+ it is ignored.",
			make: func(m *match) ([]rules.Effect, bool) {
				w := get[rules.When](m, "bearers")
				effects := []rules.Effect{{Ward: fixed(m.n("die")), When: w}}
				if m.has("spell") {
					w.Spell = yes
					effects = append(effects, rules.Effect{Ward: fixed(m.n("spell")), When: w})
				}
				return effects, true
			},
		},
		{
			says: "wounds are ignored on a die, told shorter", text: "<this model|$ALL{!all}> ignores? wounds on [rolls of] [a] {die}", example: "Units where all models have this rule ignore wounds on rolls of 6+.",
			make: func(m *match) ([]rules.Effect, bool) {
				e := rules.Effect{Ward: fixed(m.n("die"))}
				if m.has("all") {
					e.When.Models = rules.ModelsAll
				}
				return one(e)
			},
		},
		{
			says:    "wounds of spells are ignored on a die",
			text:    "when {bearers} takes? wounds from [a] spells?, roll one die for each [wound]. on a {die} it is ignored",
			example: "When a unit where all models have this rule takes wounds from spells, roll one die for each. On a 4+ it is ignored.",
			make: func(m *match) ([]rules.Effect, bool) {
				w := get[rules.When](m, "bearers")
				w.Spell = yes
				return one(rules.Effect{Ward: fixed(m.n("die")), When: w})
			},
		},
		{
			says:    "once per game wounds are ignored on a die, which a player says",
			text:    "once per game, when this unit takes wounds and all its models have this rule, you may use this rule and roll one die <per wound|for each [wound]> [,] [and] [.] on a {die} it is ignored",
			example: "Once per game, when this unit takes wounds and all its models have this rule, you may use this rule and roll one die per wound, and on a 5+ it is ignored.",
			make: func(m *match) ([]rules.Effect, bool) {
				return one(rules.Effect{Ward: fixed(m.n("die")), When: rules.When{Used: yes, Models: rules.ModelsAll}})
			},
		},
		{
			says: "for each wound in melee the attacker takes hits", text: "when <this model|this unit> takes <a wound|wounds> in melee, the attacker takes {v} hits? [per wound taken|for each wound taken|for each]",
			example: "When this model takes a wound in melee, the attacker takes X hits.",
			make: func(m *match) ([]rules.Effect, bool) {
				return one(rules.Effect{Retaliates: m.value("v"), When: rules.When{Melee: yes}})
			},
		},
		{
			says: "hits for each bearer killed in melee", text: "<if|when> this model is [ever] killed in melee, the <attacking|enemy> unit takes {v} hits?",
			example: "If this model is killed in melee, the attacking unit takes X hits.",
			make: func(m *match) ([]rules.Effect, bool) {
				return one(rules.Effect{DeathHits: m.value("v"), When: rules.When{Melee: yes}})
			},
		},
		{
			says: "hits of bearers who die of it", text: "if this model survives melee, after both sides have finished attacking, it is immediately killed, and the <attacking|enemy> unit takes {v} hits?",
			example: "If this model survives melee, after both sides have finished attacking, it is immediately killed, and the enemy unit takes X hits.",
			make: func(m *match) ([]rules.Effect, bool) {
				return one(rules.Effect{LastHits: m.value("v"), When: rules.When{Melee: yes}})
			},
		},
	}
}

// moraleForms are tests that fail and do not count.
func moraleForms() []form[[]rules.Effect] {
	return []form[[]rules.Effect]{
		{
			says:    "a failed test is passed on a die",
			text:    "when {bearers} fails a morale test, roll one die. on a {die} it counts as passed instead",
			example: "When a unit where all models have this rule fails a morale test, roll one die. On a 4+ it counts as passed instead.",
			make: func(m *match) ([]rules.Effect, bool) {
				return one(rules.Effect{RepeatMorale: fixed(m.n("die")), When: get[rules.When](m, "bearers")})
			},
		},
		{
			says: "a failed test is passed and paid for",
			text: "when a unit where <all{!all}|most> models have this rule fails a morale test [that causes it to be shaken or routed], <the test|it> counts as passed instead. " +
				"then, roll as many dice as the number of wounds it would take to fully destroy it, and for each result of 1-{n} the unit takes one wound, which can't be ignored",
			example: "When a unit where most models have this rule fails a morale test that causes it to be Shaken or Routed, the test counts as passed instead. " +
				"Then, roll as many dice as the number of wounds it would take to fully destroy it, and for each result of 1-2 the unit takes one wound, which can't be ignored.",
			make: func(m *match) ([]rules.Effect, bool) {
				w := rules.When{Models: rules.ModelsMost}
				if m.has("all") {
					w.Models = rules.ModelsAll
				}
				return one(rules.Effect{PayMorale: fixed(m.n("n")), When: w})
			},
		},
	}
}
