package reader

import "muster/rules"

// pickForms are what is put on a unit that a player picks, for one later time.
func pickForms() []form[[]rules.Effect] {
	// onPicked is effects of a side that uses the rule; nothing to use where they
	// have no part in a fight.
	onPicked := func(effects []rules.Effect, to rules.To) ([]rules.Effect, bool) {
		effects = under([]rules.When{{Used: yes}}, effects)
		return with(effects, func(e *rules.Effect) { e.To = to }), effects != nil
	}
	// One model is not its unit.
	friends := func(m *match) ([]rules.Effect, bool) {
		effects, ok := onPicked(m.effects("gains"), rules.ToFriends)
		return effects, ok && m.units(effects)
	}
	movement := func(*match) ([]rules.Effect, bool) { return outside(rules.OutsideMovement), true }
	const (
		count  = " <one|up to {n:count}> "
		enemy  = "$PICK" + count + "enemy <units?|models?{!model}> $AWAY [with {name:kind}] [in line of sight], which "
		friend = "$PICK" + count + "[other] friendly <units?|models?{!model}> $AWAY [with {name:kind}] [in line of sight], which "
	)
	return []form[[]rules.Effect]{
		{
			says: "friends get something against a marked enemy", text: enemy + "friendly units gets? {gain} [{conds}] [when attacking] against [<it|them>] $ONCE",
			example: `Once per activation, before attacking, pick one enemy unit within 12", which friendly units gets Glint when shooting against once (next time the effect would apply).`,
			make: func(m *match) ([]rules.Effect, bool) {
				effects := m.effects("gain")
				if m.has("conds") {
					effects = under(m.when("conds"), effects)
				}
				effects, ok := onPicked(effects, rules.ToFriends)
				return effects, ok && m.units(effects)
			},
		},
		{
			says: "an enemy gets something", text: enemy + "gets? {gains} $ONCE",
			example: `Once per activation, before attacking, pick one enemy unit within 12", which gets -1 to hit rolls once (next time the effect would apply).`,
			make: func(m *match) ([]rules.Effect, bool) {
				effects, ok := onPicked(m.effects("gains"), rules.ToEnemy)
				return effects, ok && m.units(effects)
			},
		},
		{
			says: "an enemy loses something", text: enemy + "loses? {gain} [{conds}] $ONCE",
			example: `Once per activation, before attacking, pick one enemy unit within 12", which loses AP(+1) when shooting once (next time the effect would apply).`,
			make: func(m *match) ([]rules.Effect, bool) {
				effects := m.effects("gain")
				if !m.units(effects) || len(effects) != 1 || number(&effects[0]) == nil || number(&effects[0]).Number <= 0 {
					return nil, false
				}
				effects = with(effects, func(e *rules.Effect) { number(e).Number *= -1 })
				if m.has("conds") {
					effects = under(m.when("conds"), effects)
				}
				return onPicked(effects, rules.ToEnemy)
			},
		},
		{
			says: "a friend gets something", text: friend + "gets? {gains} $ONCE",
			example: `Once per activation, before attacking, pick one friendly unit within 12", which gets Glint once (next time the effect would apply).`, make: friends,
		},
		{
			says: "somebody moves otherwise", text: "$PICK" + count + "[other] <friendly|enemy> <units?|models?> $AWAY [with {name}] [in line of sight], which {moves} [$ONCE]",
			example: `Once per activation, before attacking, pick one friendly unit within 12", which moves +2" when using Advance actions once (next time the effect would apply).`, make: movement,
		},
		{
			says: "an enemy that fails a test is moved", text: "$PICK one enemy unit $AWAY [in line of sight], which must take a morale test. if failed, you may move it by up to {in} [in <a straight line|a straight line in any direction|any direction>]",
			example: `Once per activation, before attacking, pick one enemy unit within 18" in line of sight, which must take a morale test. If failed, you may move it by up to 6".`, make: movement,
		},
		{
			says: "a unit is healed", text: "$PICK" + count + "[other] friendly <units?|models?> $AWAY [with {name}] [in line of sight], and remove <d3|d6|{n}> wounds? from <it|them>",
			example: `Once per activation, before attacking, pick one friendly model within 3" with Tough, and remove D3 wounds from it.`,
			make:    func(*match) ([]rules.Effect, bool) { return outside(rules.OutsideHealing), true },
		},
	}
}

// units reports whether effects may be put on what the form picked: a whole unit,
// or a model for what has no part in a fight.
func (m *match) units(effects []rules.Effect) bool {
	if !m.has("model") {
		return true
	}
	for _, e := range effects {
		for _, use := range e.Gives {
			if about, ok := m.p.reader.about(use.Name); !ok || about == "" {
				return false
			}
		}
		if e.Outside == "" && len(e.Gives) == 0 {
			return false
		}
	}
	return true
}

// markerForms are markers that add up; a player says how many there are.
func markerForms() []form[[]rules.Effect] {
	// perMarker makes one of a gain N, for so many markers each, at most max.
	perMarker := func(m *match, effects []rules.Effect, per, most int) ([]rules.Effect, bool) {
		for i := range effects {
			v := number(&effects[i])
			if v == nil || v.X || v.Number != 1 && v.Number != -1 {
				return nil, false
			}
		}
		effects = with(effects, func(e *rules.Effect) {
			v := number(e)
			*v = rules.Value{Set: true, N: int8(v.Number)}
			if per > 1 {
				e.Per = per
			}
			if most > 0 {
				e.Max = fixed(most)
			}
		})
		effects = under([]rules.When{{Used: yes}}, effects)
		return effects, effects != nil
	}
	per := func(m *match) int { return max(m.n("per"), 1) }
	bounded := func(m *match) ([]rules.Effect, bool) {
		most := 0
		switch {
		case m.has("most"):
			most = m.value("most").Number
			if most < 0 {
				most = -most
			}
		case m.has("markers"):
			most = m.n("markers") / per(m)
		}
		effects, ok := perMarker(m, m.effects("gains"), per(m), most)
		if ok && m.has("all") {
			effects = under([]rules.When{{Models: rules.ModelsAll}}, effects)
		}
		if ok && m.has("enemies") {
			effects = with(effects, func(e *rules.Effect) { e.Of = rules.OfEnemy })
		}
		return effects, ok
	}
	removed := func(m *match) ([]rules.Effect, bool) {
		var e rules.Effect
		n := rules.Value{Set: true, N: 1}
		if m.has("name") {
			more, ok := m.p.reader.more(m.use("name").Name, n, false)
			if !ok {
				return nil, false
			}
			e = more[0]
		} else {
			e.ToHit = n
		}
		e.To, e.When.Used = rules.ToFriends, yes
		if m.has("placed") {
			e.Max = m.value("placed")
		}
		return one(e)
	}
	const (
		picked = "once per <game|activation>, [<during this model's activation|when this model is activated|before attacking>,] "
		spot   = "pick one enemy unit <$AWAY|within {in} and in line of sight of <it|this model>> "
		place  = ", and place {v:placed} markers? on it. "
		died   = "when <this model|this unit|a friendly unit [with this rule]> is [fully] <killed|destroyed>, [you may] place {v:placed} markers? on the [enemy] unit that <killed|destroyed> it. "
		spotOn = "[and] [,] roll one die [,] [.] on a {die} place a marker on it. "
		upTo   = "[, up to a max of {n:markers} markers]"
		most   = "[(up to a max of {+v:most})]"
		who    = "<models with this rule in <it|this unit>|all models with this rule in <it|this unit>|it|they|this model|this unit>"
		gone   = "[. if this unit is ever shaken, it loses all its markers]"
		remove = "friendly units may remove markers from their target before rolling to <block|hit> to get "
		taken  = " [on their weapons] [when attacking] , where <x|y> is the number of removed markers"
	)
	return []form[[]rules.Effect]{
		{
			says: "markers that a unit gathers",
			text: "[if all models in this unit have this rule{!all},] place one marker on <this unit|this model|it> <at the <end|beginning|start> of each round if it's on the table [and isn't shaken]|when it [fully] destroys an enemy unit|each time it [fully] destroys an enemy unit>" + upTo +
				". for <each|every [{n:per}]> markers? [,] <enemies attacking this unit{!enemies}|" + who + "> gets? {gains} [until the end of the game] " + most + gone,
			example: "Place one marker on this unit at the end of each round if it's on the table. For each marker models with this rule in it get AP(+1) (up to a max. of +2). If this unit is ever Shaken, it loses all its markers.",
			make:    bounded,
		},
		{
			says: "markers for wounds that were ignored, which give attacks", text: "place one marker on this model when it ignores a wound. when in melee, pick one of its weapons to get +x attacks, where x is the number of markers on it",
			example: "Place one marker on this model when it ignores a wound. When in melee, pick one of its weapons to get +X attacks, where X is the number of markers on it.",
			make: func(*match) ([]rules.Effect, bool) {
				return one(rules.Effect{BestWeaponAttacks: rules.Value{Set: true, N: 1}, When: rules.When{Melee: yes, Used: yes}})
			},
		},
		{
			says: "markers on an enemy, which friends take off for AP",
			text: "<" + picked + spot + "<" + place + "|" + spotOn + ">|" + died + ">[when attacking,] " + remove + "+ {name}(<x|y>)" + taken,
			example: `Once per game, during this model's activation, pick one enemy unit within 24" and in line of sight of it, and place X markers on it. ` +
				"When attacking, friendly units may remove markers from their target before rolling to block to get +AP(Y), where Y is the number of removed markers.",
			make: removed,
		},
		{
			says: "the same for rolls to hit",
			text: "<" + picked + spot + "<" + place + "|" + spotOn + ">|" + died + ">[when attacking,] " + remove + "+<x|y> to hit rolls" + taken,
			example: `Once per activation, pick one enemy unit within 30" and in line of sight of this model and roll one die, on a 4+ place a marker on it. ` +
				"Friendly units may remove markers from their target before rolling to hit to get +X to hit rolls when attacking, where X is the number of removed markers.",
			make: removed,
		},
		{
			says:    "markers on an enemy that stay",
			text:    "<" + picked + spot + "[, and place {v:placed} markers? on it]. |" + died + ">friendly units get {gains} <when attacking it|against it>",
			example: `Once per game, during this model's activation, pick one enemy unit within 24" and in line of sight of it, and place X markers on it. Friendly units get +X to hit rolls when attacking it.`,
			make: func(m *match) ([]rules.Effect, bool) {
				effects := under([]rules.When{{Used: yes}}, m.effects("gains"))
				return with(effects, func(e *rules.Effect) { e.To = rules.ToFriends }), effects != nil
			},
		},
	}
}

// choiceForms are what a player picks each time.
func choiceForms() []form[[]rules.Effect] {
	choose := func(first, second []rules.Effect) ([]rules.Effect, bool) {
		one := under([]rules.When{{Choice: 1}}, first)
		two := under([]rules.When{{Choice: 2}}, second)
		return join(one, two), one != nil && two != nil
	}
	inTurn := func(m *match) ([]rules.Effect, bool) {
		first, ok := m.inActivation(m.effects("first"))
		second := m.effects("second")
		if m.has("moves") {
			second = m.effects("moves")
		} else if ok {
			second, ok = m.inActivation(second)
		}
		if m.has("conds") {
			first, second = under(m.when("conds"), m.effects("first")), under(m.when("conds"), m.effects("second"))
			if m.has("moves") {
				second = m.effects("moves")
			}
			ok = first != nil && second != nil
		}
		if !ok {
			return nil, false
		}
		return choose(first, second)
	}
	const all = "all models with this rule in <it|this unit>"
	return []form[[]rules.Effect]{
		{
			says:    "one of two for an activation",
			text:    "when <this unit|this model> is activated, pick one effect: until the end of the activation[, {conds}] [,] <" + all + "|it|this model> either gets? {gains:first}, or <gets? {gains:second}|{moves}>",
			example: "When this unit is activated, pick one effect: until the end of the activation all models with this rule in it either get AP(+1) when attacking, or get +1 to hit rolls when attacking.",
			make:    inTurn,
		},
		{
			says:    "one of two for an activation, told without a comma",
			text:    "when <this unit|this model> is activated, pick one effect: until the end of the activation[, {conds}] [,] <" + all + "|it|this model> either gets? {gains:first} or gets? {gains:second}",
			example: `When this unit is activated, pick one effect: until the end of the activation, when shooting or charging enemies over 9" away, all models with this rule in this unit either get AP(+1) or get +1 to hit rolls.`,
			make:    inTurn,
		},
		{
			says:    "moving, or something else, for an activation",
			text:    "when <this unit|this model> is activated, pick one effect: until the end of the activation <" + all + "|it|this model> either {moves}, or gets? {gains:second}",
			example: `When this unit is activated, pick one effect: until the end of the activation all models with this rule in it either move +2" when charging, or get +4" range when shooting.`,
			make: func(m *match) ([]rules.Effect, bool) {
				second, ok := m.inActivation(m.effects("second"))
				if !ok {
					return nil, false
				}
				return choose(m.effects("moves"), second)
			},
		},
		{
			says: "one of two against attackers",
			text: "when {bearers} is deployed or activated, pick one effect: [when [being] shot or charged [from over {in} away],] <the unit|it> either gets? {gain:first}, or <enemies|enemy units> get {gain:second} <against it|when attacking it>" +
				"[. this effect lasts until <the units'|the unit's|its> next activation]",
			example: `When a unit where all models have this rule is deployed or activated, pick one effect: when shot or charged from over 9" away, the unit either gets +1 to defense rolls, or enemy units get -1 to hit rolls against it. This effect lasts until the units' next activation.`,
			make: func(m *match) ([]rules.Effect, bool) {
				struck := []rules.When{get[rules.When](m, "bearers")}
				if m.has("in") {
					struck = every(struck, []rules.When{{Shooting: yes, Over: m.n("in")}, {Charged: yes, Over: m.n("in")}})
				}
				first, second := under(struck, m.effects("first")), under(struck, m.effects("second"))
				if first == nil || second == nil {
					return nil, false
				}
				return choose(first, with(second, func(e *rules.Effect) { e.Of = rules.OfEnemy }))
			},
		},
	}
}

// diceForms are one die for a strike, and dice of no weapon.
func diceForms() []form[[]rules.Effect] {
	dice := func(m *match, e rules.Effect) ([]rules.Effect, bool) {
		e.Needs, e.With, e.When = fixed(m.n("die")), m.uses("rules"), rules.When{Melee: yes}
		if n := m.n("each"); n > 1 {
			e.Each = fixed(n)
		}
		return one(e)
	}
	const turn = "when it's this model's turn to attack in melee, "
	return []form[[]rules.Effect]{
		{
			says:    "one die decides",
			text:    "roll one die and apply one effect to all models with this rule [in <it|this unit>]: on a {span:first} they get {gain:first}, and on a {span:second} they get {gain:second} [instead]",
			example: "When in melee, roll one die and apply one effect to all models with this rule: on a 1-2 they get AP(+1), and on a 3-6 they get +1 to hit rolls instead.",
			make: func(m *match) ([]rules.Effect, bool) {
				var all []rules.Effect
				seen := map[int]bool{}
				for _, name := range []string{"first", "second"} {
					var faces []int
					var gain []rules.Effect
					for c := m.taken; c != nil; c = c.next {
						if c.name == name {
							switch v := c.value.(type) {
							case []int:
								faces = v
							case []rules.Effect:
								gain = v
							}
						}
					}
					for _, f := range faces {
						if seen[f] {
							return nil, false
						}
						seen[f] = true
					}
					all = append(all, under([]rules.When{{Roll: faces}}, gain)...)
				}
				return all, len(all) > 1 && len(seen) == 6
			},
		},
		{
			says: "dice that hit", text: turn + "roll {v} dice. for each {die} the target takes {n:each} hits? [with {rules}]",
			example: "When it's this model's turn to attack in melee, roll X dice. For each 5+ the target takes one hit with AP(3).",
			make:    func(m *match) ([]rules.Effect, bool) { return dice(m, rules.Effect{Hits: m.value("v")}) },
		},
		{
			says: "dice that wound", text: turn + "roll {v} dice. for each {die} the target takes {n:each} wounds?",
			example: "When it's this model's turn to attack in melee, roll X dice. For each 6+ the target takes one wound.",
			make:    func(m *match) ([]rules.Effect, bool) { return dice(m, rules.Effect{Wounds: m.value("v")}) },
		},
		{
			says:    "an attack of no weapon once per game, which a player says",
			text:    "once per game, " + turn + "it may make <one attack|{n} attacks> [at quality {n:quality}+] with {rules}",
			example: "Once per game, when it's this model's turn to attack in melee, it may make one attack at Quality 2+ with AP(2) and Deadly(3).",
			make:    func(m *match) ([]rules.Effect, bool) { return m.attack(false) },
		},
		{
			says:    "an attack of no weapon on a picked model once per game, which a player says",
			text:    "once per game, " + turn + "you may pick one model in the unit as its target, and make <one attack|{n} attacks> [at quality {n:quality}+] with {rules}, which is resolved as if it's a unit of 1",
			example: "Once per game, when it's this model's turn to attack in melee, you may pick one model in the unit as its target, and make one attack at Quality 2+ with AP(2), which is resolved as if it's a unit of 1.",
			make:    func(m *match) ([]rules.Effect, bool) { return m.attack(true) },
		},
	}
}

// attack is dice to hit of no weapon.
func (m *match) attack(picks bool) ([]rules.Effect, bool) {
	e := rules.Effect{Attacks: fixed(max(m.n("n"), 1)), With: m.uses("rules"), When: rules.When{Melee: yes, Used: yes}}
	if m.has("quality") {
		quality, ok := m.p.reader.saying(rules.Effect{Quality: fixed(m.n("quality"))})
		if !ok {
			return nil, false
		}
		e.With = append(e.With[:len(e.With):len(e.With)], quality)
	}
	if picks {
		var ok bool
		if e, ok = m.picking(e); !ok {
			return nil, false
		}
	}
	return one(e)
}

// picking makes an effect's hits or attacks pick a model, by the rule of the
// game that does so.
func (m *match) picking(e rules.Effect) (rules.Effect, bool) {
	use, ok := m.p.reader.saying(rules.Effect{Picks: rules.PicksModel})
	e.With = append(e.With[:len(e.With):len(e.With)], use)
	return e, ok
}

// abilityForms are attacks of their own.
func abilityForms() []form[[]rules.Effect] {
	rolled := func(m *match) ([]rules.Effect, bool) {
		e := rules.Effect{By: rules.ByAbility, With: m.uses("rules"), Needs: fixed(m.n("die"))}
		n := fixed(1)
		if m.has("v") {
			n = m.value("v")
		}
		if m.has("wounds") {
			e.Wounds = n
		} else {
			e.Hits = n
		}
		if each := m.n("each"); each > 1 {
			e.Each = fixed(each)
		}
		e.When.UpTo = m.n("within")
		return one(e)
	}
	const (
		each    = "takes? <{n:each} hits? [with {rules}]|{n:each} wounds?{!wounds}> $SIXES"
		time    = "[once per <activation|game|round>,] [when this model is activated,] [the first time this unit is activated,] [before attacking,] "
		through = "once per activation, when this model moves through enemy units, pick one of them and "
	)
	return []form[[]rules.Effect]{
		{
			says: "hits on a picked enemy", text: "$PICK <one|up to {n:count}> enemy <units?|models?{!picks}> $AWAY, <which takes?|and <it|they> takes?> {v} hits? [with {rules}] [each] $SIXES [. this effect is resolved as if the target was a unit of 1]",
			example: `Pick one enemy unit within 12", which takes 3 hits with AP(1).`,
			make: func(m *match) ([]rules.Effect, bool) {
				e := rules.Effect{By: rules.ByAbility, Hits: m.value("v"), With: m.uses("rules"), When: rules.When{UpTo: m.n("within")}}
				if m.has("picks") {
					var ok bool
					if e, ok = m.picking(e); !ok {
						return nil, false
					}
				}
				return one(e)
			},
		},
		{
			says: "dice that hit an enemy", text: time + "roll <one die|{v} dice> <.|, > <for each|on a> {die} [,] <one enemy unit|an enemy unit|pick one enemy unit> $AWAY [which] " + each,
			example: `Once per activation, before attacking, roll 4 dice. For each 3+ one enemy unit within 9" takes 2 hits with Bane.`, make: rolled,
		},
		{
			says: "dice that hit a picked enemy", text: time + "pick one enemy unit $AWAY [,] and roll <one die|{v} dice>. <for each|on a> {die} <it|the target|that unit> " + each,
			example: `The first time this unit is activated, pick one enemy unit within 6" in line of sight, and roll X dice. For each 2+ it takes one hit with AP(1).`, make: rolled,
		},
		{
			says: "dice on arrival", text: "once deployed via this rule, roll <one die|{v} dice>, for each {die} one enemy unit $AWAY " + each,
			example: `Once deployed via this rule, roll 3 dice, for each 4+ one enemy unit within 3" takes 2 hits with AP(1).`, make: rolled,
		},
		{
			says: "dice on who is passed through", text: through + "roll <one die|{v} dice>. <for each|on a> {die} <it|the target> " + each,
			example: "Once per activation, when this model moves through enemy units, pick one of them and roll X dice. For each 6+ it takes 1 hit.", make: rolled,
		},
		{
			says: "hits on who is passed through", text: "once per activation, when this model moves through enemy units, <pick one of them[,] and it|pick one of them, which|one of them> takes {v} hits? [with {rules}]",
			example: "Once per activation, when this model moves through enemy units, pick one of them, which takes 2 hits with AP(1).",
			make: func(m *match) ([]rules.Effect, bool) {
				return one(rules.Effect{By: rules.ByAbility, Hits: m.value("v"), With: m.uses("rules")})
			},
		},
		{
			says: "a weapon for who is passed through", text: through + "attack it with this weapon as if it was shooting. this weapon may only be used in this way",
			example: "Once per activation, when this model moves through enemy units, pick one of them and attack it with this weapon as if it was shooting. This weapon may only be used in this way.",
			make:    func(*match) ([]rules.Effect, bool) { return one(rules.Effect{By: rules.ByAbility}) },
		},
	}
}

// countsAsForms are rules that are another one, with a difference.
func countsAsForms() []form[[]rules.Effect] {
	// same is the effects of the other rule, which must not be unread.
	same := func(m *match) ([]rules.Effect, bool) {
		if _, ok := m.p.reader.about(m.use("rule").Name); !ok {
			return nil, false
		}
		return one(rules.Effect{Gives: []rules.Use{m.use("rule")}})
	}
	return []form[[]rules.Effect]{
		{
			says: "counts as another rule", text: "[<this model|this weapon|it>] counts? as having [the] {rule} [special] [rule] [{conds}]", example: "Counts as having Glint in melee.",
			make: func(m *match) ([]rules.Effect, bool) {
				effects, ok := same(m)
				if m.has("conds") {
					effects = under(m.when("conds"), effects)
				}
				return effects, ok && effects != nil
			},
		},
		{
			says: "counts as several rules", text: "[<this model|this weapon|it>] counts? as having {rules}", example: "Counts as having Glint and Furious.",
			make: func(m *match) ([]rules.Effect, bool) { return one(rules.Effect{Gives: m.uses("rules")}) },
		},
		{
			says: "counts as another rule, and stands nearer", text: "counts? as having {rule}, but may be deployed <anywhere over {in} away|up to {in} away> from enemy units?",
			example: `Counts as having Ambush, but may be deployed up to 1" away from enemy units.`, make: same,
		},
		{
			says: "dice of another rule, whose hits have rules", text: "[this model] counts? as having {rule} <with hits that have|, but [its|the|those] hits <count as having|have|get>> {rules}",
			example: "Counts as having Impact(X) with hits that have AP(1).",
			make: func(m *match) ([]rules.Effect, bool) {
				use := m.use("rule")
				rule := m.p.reader.game(use.Name)
				if rule == nil || len(rule.Effects) != 1 || !rule.Effects[0].Hits.X {
					return nil, false
				}
				e := rule.Effects[0]
				if n, ok := use.Number(); ok {
					e.Hits = fixed(n)
				}
				e.With = m.uses("rules")
				return one(e)
			},
		},
	}
}

// listForms are what rules mean while a list is built.
func listForms() []form[[]rules.Effect] {
	return []form[[]rules.Effect]{
		{
			says: "a better Defense", text: "[this model] counts as having defense {v}+", example: "Counts as having Defense 3+.",
			make: func(m *match) ([]rules.Effect, bool) { return one(rules.Effect{DefenseIs: m.value("v")}) },
		},
		{
			says: "so often in an army", text: "this unit may only be taken <once|{n} times> per army", example: "This unit may only be taken once per army.",
			make: func(m *match) ([]rules.Effect, bool) { return one(rules.Effect{PerList: fixed(max(m.n("n"), 1))}) },
		},
	}
}

// outsideForms are what has no part in a fight, in sentences that may stand
// beside others.
func outsideForms() []form[[]rules.Effect] {
	is := func(about rules.Outside) func(*match) ([]rules.Effect, bool) {
		return func(*match) ([]rules.Effect, bool) { return outside(about), true }
	}
	return []form[[]rules.Effect]{
		{
			says: "moves otherwise", text: "[$OWN|this model and its unit|$ALL|the hero and his unit] {moves}", example: `This model moves +4" when using Rush actions.`,
			make: is(rules.OutsideMovement),
		},
		{
			says: "is not slowed", text: "<this model|it|this model and its unit|the hero and his unit> may ignore the {name} [special] rule", example: "This model may ignore the Slow rule.",
			make: func(m *match) ([]rules.Effect, bool) {
				about, ok := m.p.reader.about(m.use("name").Name)
				return outside(about), ok && about != ""
			},
		},
		{
			says: "shoots after another action", text: "<this model|it|this unit> may shoot after using <rush|advance|rush/advance> actions", example: "This model may shoot after using Rush actions.",
			make: is(rules.OutsideActivation),
		},
		{
			says: "stops being Shaken", text: "<if|when> {bearers} is shaken at the <beginning|start|end> of <the|a|each> round, roll one die. on a {die}, it stops being shaken",
			example: "If a unit where all models have this rule is Shaken at the beginning of the round, roll one die. On a 4+, it stops being Shaken.", make: is(rules.OutsideRecovery),
		},
		{
			says: "gets models or wounds back",
			text: "when {bearers} is activated, roll as many dice as the max number of models/wounds it could restore. for each {die} you may restore one model/wound" +
				"[. note that new models may only be restored if they can be placed in coherency with non-restored models]",
			example: "When a unit where all models have this rule is activated, roll as many dice as the max. number of models/wounds it could restore. For each 5+ you may restore one model/wound.",
			make:    is(rules.OutsideHealing),
		},
		{
			says: "leaves a unit behind", text: "<when|if> <this model|this unit> is [fully] <killed|destroyed>, [you may] place a new unit of x fully within {in} of <it|its position>",
			example: `When this model is killed, you may place a new unit of X fully within 6" of its position.`, make: is(rules.OutsideHealing),
		},
		{
			says: "is deployed again",
			text: "after all other units are deployed [(excluding units that were set aside)], you may remove <one|up to {n}> friendly units? from the table and deploy <it|them> again" +
				"[. players alternate in placing {name} units, starting with the player that activates next]",
			example: "After all other units are deployed, you may remove up to three friendly units from the table and deploy them again.",
			make:    is(rules.OutsideDeployment),
		},
		{
			says: "is one caster together",
			text: "pick one model with this rule in this unit to have {name}(x), where x is the total number of models with this rule in this unit. " +
				"if the model is killed, pick another to be the new caster, and transfer all spell tokens to it. the caster loses all unspent spell tokens at the end of the round",
			example: "Pick one model with this rule in this unit to have Caster(X), where X is the total number of models with this rule in this unit. " +
				"If the model is killed, pick another to be the new caster, and transfer all spell tokens to it. The caster loses all unspent spell tokens at the end of the round.",
			make: func(m *match) ([]rules.Effect, bool) {
				about, _ := m.p.reader.about(m.use("name").Name)
				tokens := rules.Effect{To: rules.ToUnit, Tokens: fixed(1)} // for each bearer
				return append([]rules.Effect{tokens}, outside(about)...), about == rules.OutsideCasting
			},
		},
		{
			says: "lends its place to casters",
			text: "casters within {in} that are from other friendly units may cast spells as if they were in this model's position, and get {+v} to casting rolls when doing so" +
				"[. friendly casters may only use this rule if this unit isn't shaken]",
			example: `Casters within 12" that are from other friendly units may cast spells as if they were in this model's position, and get +1 to casting rolls when doing so.`,
			make:    is(rules.OutsideCasting),
		},
		{
			says:    "is reached from afar",
			text:    "if this unit is within {in} of another friendly unit with this rule that has a {name} in it, then that {name:again} may use special rules that allow it to pick friendly units within {in:near} (except for spells) on this unit as if it was in range",
			example: `If this unit is within 24" of another friendly unit with this rule that has a Hero in it, then that Hero may use special rules that allow it to pick friendly units within 12" (except for spells) on this unit as if it was in range.`,
			make:    is(rules.OutsideActivation),
		},
	}
}

// oldForms are what books of the 2.x rules say, and others do not.
func oldForms() []form[[]rules.Effect] {
	return []form[[]rules.Effect]{
		{
			says: "hits better", text: "this model gets {+v} to its attack rolls for melee and shooting", example: "This model gets +1 to its attack rolls for melee and shooting.",
			make: func(m *match) ([]rules.Effect, bool) { return one(rules.Effect{ToHit: m.value("+v")}) },
		},
		{
			says: "the bearer's unit has more attacks", text: "the hero and his unit get + {n} attacks? in melee [{conds}]", example: "The hero and his unit get +1 attack in melee when charging.",
			make: func(m *match) ([]rules.Effect, bool) {
				e := rules.Effect{To: rules.ToUnit, BestWeaponAttacks: fixed(m.n("n"))}
				if !m.has("conds") {
					e.When.Melee = yes
				}
				return m.conditional("conds", e)
			},
		},
		{
			says: "the bearer's unit shoots farther and charges farther", text: `the hero and his unit get {+v}" range when shooting and {+v:far}" range when using charge actions`,
			example: `The hero and his unit get +3" range when shooting and +3" range when using charge actions.`,
			make: func(m *match) ([]rules.Effect, bool) {
				e := rules.Effect{To: rules.ToUnit, Range: m.value("+v"), When: rules.When{Shooting: yes}}
				return join([]rules.Effect{e}, outside(rules.OutsideMovement)), true
			},
		},
		{
			says: "each six becomes several hits", text: "for each unmodified result of 6 you roll to hit that hit is multiplied by {n}", example: "For each unmodified result of 6 you roll to hit that hit is multiplied by 3.",
			make: func(m *match) ([]rules.Effect, bool) {
				return one(rules.Effect{On: rules.OnSixToHit, Copies: fixed(m.n("n"))})
			},
		},
		{
			says: "a rule that ignores wounds works more often", text: "the hero and his unit may ignore wounds from {name} on {die}", example: "The hero and his unit may ignore wounds from Regeneration on 4+.",
			make: func(m *match) ([]rules.Effect, bool) {
				if _, ok := m.ignores("name", ""); !ok {
					return nil, false
				}
				return one(rules.Effect{To: rules.ToUnit, Regeneration: fixed(m.n("die")), When: rules.When{Has: m.use("name").Name}})
			},
		},
		{
			says: "in the round it arrives, which a player says", text: "on a round in which this unit arrives from {name} it gets {gains}", example: "On a round in which this unit arrives from Ambush it gets AP(+3).",
			make: func(m *match) ([]rules.Effect, bool) {
				effects := under([]rules.When{{Used: yes}}, m.effects("gains"))
				return effects, effects != nil
			},
		},
		{
			says: "repairs", text: "once per <turn|round|activation>, if within {in} of a <unit|model> with {name}, roll one die. on a {die} you may repair {n} wounds? from the target",
			example: `Once per turn, if within 2" of a unit with Tough, roll one die. On a 2+ you may repair 1 wound from the target.`,
			make:    func(*match) ([]rules.Effect, bool) { return outside(rules.OutsideHealing), true },
		},
		{
			says: "hits of a spell", text: "target enemy <unit|model{!picks}> within {in} takes {v} [automatic] hits? [with {rules}]", example: `Target enemy unit within 12" takes 2 automatic hits with AP(2).`,
			make: func(m *match) ([]rules.Effect, bool) {
				e := rules.Effect{By: rules.ByAbility, Hits: m.value("v"), With: m.uses("rules"), When: rules.When{UpTo: m.n("in")}}
				if m.has("picks") {
					return nil, false
				}
				return one(e)
			},
		},
	}
}
