package reader

import (
	"reflect"

	"muster/rules"
)

// A boost is a rule that improves another rule of its bearer, named in its text. Its
// effects are made from the base rule's effects. A text is refused if the part in
// brackets, "(instead of only …)", does not agree with them.

// boosted returns the effects of the base rule that a boost names; none if it names
// two rules.
func (m *match) boosted() []rules.Effect {
	name := m.use("name").Name
	if m.has("from") && m.use("from").Name != name {
		return nil
	}
	return m.p.reader.effectsOf(name)
}

// Parts of the boosts' texts: whose begins each of them, from names the base rule again.
const (
	boostOf   = "if <this model has {name}|all models in <this|the> unit have {name}{?all}>, [{conds}, ] "
	boostFrom = " from {name:from} "
	bearer    = "<it|they|this model|the unit>"
	fives     = "on [successful] unmodified [hit] <results?|rolls?> of 5-6 [to hit]" + boostFrom + "(instead of only on 6)"
)

var boostForms = []form[rules.Effect]{
	{
		says: "fives score more hits too, or give more attacks, or wound more",
		text: boostOf + bearer + " <<deals?|gets?> [an] extra hits?{!hits}|<deals?|gets?> [an] extra wounds?{!wounds}" +
			"|[may] <rolls?|gets?|generates?|makes?|deals?> <[an] extra attacks?|+ {n} attacks?>{!attacks}> " + fives,
		example: "If this model has Glint, it deals extra hits on successful unmodified hit results of 5-6 from " +
			"Glint (instead of only on 6).",
		make: func(m *match) []rules.Effect {
			return m.onFives(func(e *rules.Effect) bool {
				return m.has("hits") && e.ExtraHits.Set || m.has("wounds") && e.ExtraWounds.Set ||
					m.has("attacks") && e.ExtraAttacks.Set && (!m.has("n") || e.ExtraAttacks == fixed(m.n("n")))
			})
		},
	},
	{
		says: "hits of fives get AP too", text: boostOf + bearer + " gets? {gain} " + fives,
		example: "If this model has Spike, it gets AP(+2) on successful unmodified hit results of 5-6 from Spike " +
			"(instead of only on 6).",
		make: func(m *match) []rules.Effect {
			gain := m.effects("gain")
			return m.onFives(func(e *rules.Effect) bool {
				return len(gain) == 1 && gain[0].AP.Set && e.AP == gain[0].AP
			})
		},
	},
	{
		says: "blocks of two that fail cost more wounds too",
		text: boostOf + "<enemies taking wounds from <it|them> take|" + bearer + " deals?> [an] extra wounds? " +
			"on [failed] [unmodified] defense <results?|rolls?> of 1-2" + boostFrom + "(instead of only on 1)",
		example: "If this model has Thorns, enemies taking wounds from it take extra wounds on failed defense " +
			"rolls of 1-2 from Thorns (instead of only on 1).",
		make: func(m *match) []rules.Effect {
			return m.matchingEffects(
				func(e *rules.Effect) bool { return e.On == rules.OnOneToBlock && e.ExtraWounds.Set },
				func(e *rules.Effect) { e.On = rules.OnTwoToBlock })
		},
	},
	{
		says: "blocks of five are rolled again too",
		text: boostOf + "enemies taking hits from <it|them> must re-roll [successful] unmodified defense " +
			"<results?|rolls?> of 5-6" + boostFrom + "(instead of only on 6)",
		example: "If this model has Haggle, enemies taking hits from it must re-roll successful unmodified defense " +
			"results of 5-6 from Haggle (instead of only on 6).",
		make: func(m *match) []rules.Effect {
			return m.matchingEffects(
				func(e *rules.Effect) bool { return e.On == "" && e.RerollBlocks == fixed(6) },
				func(e *rules.Effect) { *e = rules.Effect{RerollBlocks: fixed(5), When: e.When} })
		},
	},
	{
		says: "wounds are ignored more often",
		text: boostOf + bearer + " ignores? [non-spell {?unspelled}] wounds on [rolls of] {die}" + boostFrom + "(instead of only [on] " +
			"{die:old})",
		example: "If all models in this unit have Scab, they ignore wounds on rolls of 5-6 from Scab (instead of " +
			"only on 6+).",
		make: func(m *match) []rules.Effect {
			return m.matchingEffects(
				func(e *rules.Effect) bool { return e.When.Spell == nil && e.Ward == fixed(m.n("old")) },
				func(e *rules.Effect) { e.Ward = fixed(m.n("die")) })
		},
	},
	{
		says: "more of it",
		text: boostOf + bearer + " [always] gets? {gain} [{conds}]" + boostFrom + `[{conds}] (instead of only ` +
			`<{+v} ["] [range]|{gain:old}>)`,
		example: "If all models in this unit have Nerve, they get +2 to morale test rolls from Nerve (instead of " +
			"only +1).",
		make: func(m *match) []rules.Effect {
			old := m.value("+v").Number
			if before := m.effects("old"); len(before) == 1 && before[0].Change() != nil {
				old = before[0].Change().Number
			} else if before != nil {
				return nil
			}
			return m.boostedBy(m.effects("gain"), old)
		},
	},
	{
		says: "more range, and farther",
		text: boostOf + bearer + ` gets? {gain} [when shooting] [,] and {moves}` + boostFrom + `(instead of only ` +
			`{+v}" [range] [,] and <{+v:far}"|{moves:far}> [{!rest}] [and {+v:farther}"])`,
		example: `If this model has Long Stride, it gets +8" range when shooting and moves +4" when using Rush ` +
			`actions from Long Stride (instead of only +4" and +2").`,
		make: func(m *match) []rules.Effect {
			effects := m.boostedBy(m.effects("gain"), m.value("+v").Number)
			if effects == nil {
				return nil
			}
			return join(effects, m.effects("moves"))
		},
	},
	{
		says: "it always holds",
		text: boostOf + "<[<enemies|enemy units> [attacking $THEM]|attacks against $THEM|hits against $THEM] " +
			"[" + bearer + "] [always] <gets?|count as having> {gain} [when attacking $THEM|against $THEM]" +
			"|[when $THEM takes? hits,] [those|enemy|all|any|the] hits [[taken] [by|against|on|from] " +
			"[$THEM|enemies]|[that] $THEM takes?] always <get|count as having> {gain}> " +
			"[{conds:scope}]" + boostFrom + "(instead of only {brackets})",
		example: `If all models in this unit have Bark, they always get +1 to defense rolls from Bark (instead of ` +
			`only when being shot/charged from over 9" away).`,
		make: (*match).complement,
	},
	{
		says: "farther, or stops being Shaken more easily",
		text: boostOf + "<" + bearer + ` <{moves}` + boostFrom + `(instead of only {+v}" [on] ` +
			`[advance|rush|charge] [/charge] [and {+v:far}"] [on] [rush|charge] [/charge])` +
			`|stops? being shaken{!shaken} on [rolls of] {die}` + boostFrom + `(instead of only [on] {die:old})>` +
			`|you may place <them|it|all models with this rule [in <it|this unit>]> anywhere fully within ` +
			`<d3|d6|{n}> [+ {n:more}] ["] [of <their|its> position]` + boostFrom +
			`(instead of only <[within] <d3|d6|{n:old}> [+ {n:olderMore}] ["]>)>`,
		example: `If this model has Far Step, it moves +4" on Advance and +8" on Rush/Charge from Far Step ` +
			`(instead of only +2" and +5").`,
		make: func(m *match) []rules.Effect {
			base := m.boosted()
			switch {
			case len(base) == 0 || !allOutside(base):
				return nil
			case m.has("shaken"):
				return outside(rules.OutsideRecovery)
			}
			return outside(rules.OutsideMovement)
		},
	},
}

// matchingEffects returns changed copies of the base rule's effects for which fits
// returns true.
func (m *match) matchingEffects(fits func(e *rules.Effect) bool, change func(e *rules.Effect)) []rules.Effect {
	var found []rules.Effect
	for _, e := range m.boosted() {
		if fits(&e) {
			change(&e)
			found = append(found, e)
		}
	}
	return m.asBoost(found)
}

// onFives returns the base rule's matching effects on sixes to hit, for fives.
func (m *match) onFives(fits func(e *rules.Effect) bool) []rules.Effect {
	return m.matchingEffects(
		func(e *rules.Effect) bool { return e.On == rules.OnSixToHit && fits(e) },
		func(e *rules.Effect) { e.On = rules.OnFiveToHit })
}

// asBoost returns effects that hold for bearers of the base rule.
func (m *match) asBoost(effects []rules.Effect) []rules.Effect {
	return under([]rules.When{{Has: m.use("name").Name}}, effects)
}

// bare returns an effect without its conditions and its side.
func bare(e rules.Effect) rules.Effect {
	e.When, e.Of = rules.When{}, ""
	return e
}

// boostedBy returns the base rule's effects with the number by which gain exceeds
// old. It returns nil unless the base rule's effects have the number old.
func (m *match) boostedBy(gain []rules.Effect, old int) []rules.Effect {
	if len(gain) != 1 || gain[0].Change() == nil || gain[0].Change().Number == old {
		return nil
	}
	more := gain[0].Change().Number - old
	var found []rules.Effect
	for _, e := range m.boosted() {
		if isApart(&e) {
			continue
		}
		was := gain[0]
		was.Change().Number = old
		if e.RangeLeast.Set {
			was.RangeLeast = e.RangeLeast
		}
		if !reflect.DeepEqual(bare(e), bare(was)) {
			return nil
		}
		e.Change().Number = more
		found = append(found, e)
	}
	return m.asBoost(found)
}

// cells is a set of kinds of fight, as conditions on charges and distance divide them.
type cells uint8

const (
	shootNear cells = 1 << iota
	shootFar
	chargeNear
	chargeFar
	chargedNear
	chargedFar
	spellNear
	spellFar

	near     = shootNear | chargeNear | chargedNear
	shooting = shootNear | shootFar
	charging = chargeNear | chargeFar
	charged  = chargedNear | chargedFar
	melee    = charging | charged
	spells   = spellNear | spellFar
)

// cellsOf returns the cells in which the conditions hold, and the distance that divides
// near from far, or 0 without one. ok is false if w has conditions on anything else.
func cellsOf(w rules.When) (c cells, over int, ok bool) {
	c = shooting | melee | spells
	for _, t := range []struct {
		asked *bool
		where cells
	}{{w.Shooting, shooting}, {w.Melee, melee}, {w.Charging, charging}, {w.Charged, charged}} {
		if t.asked != nil && *t.asked {
			c &= t.where
		} else if t.asked != nil {
			c &^= t.where
		}
	}
	if w.Over > 0 {
		c &^= near | spellNear
	}
	over = w.Over
	w.Shooting, w.Melee, w.Charging, w.Charged, w.Over = nil, nil, nil, nil, 0
	return c, over, reflect.DeepEqual(w, rules.When{})
}

// cellsOfAll returns the union of the cells of alternatives, as cellsOf does.
func cellsOfAll(alternatives []rules.When) (c cells, over int, ok bool) {
	for _, w := range alternatives {
		more, at, plain := cellsOf(w)
		if !plain || at != 0 && over != 0 && at != over {
			return 0, 0, false
		}
		c |= more
		over = max(over, at)
	}
	return c, over, len(alternatives) > 0
}

// complement returns the effects of a boost that makes a conditional rule hold always:
// the base rule's effect in all cells where the base rule does not hold.
func (m *match) complement() []rules.Effect {
	gain := m.effects("gain")
	var holds []rules.When // where the base rule holds
	var rest *rules.Effect // its effect without those conditions
	for _, e := range m.boosted() {
		if isApart(&e) {
			continue
		}
		where := rules.When{
			Shooting: e.When.Shooting, Melee: e.When.Melee,
			Charging: e.When.Charging, Charged: e.When.Charged, Over: e.When.Over,
		}
		holds = append(holds, where)
		e.When.Shooting, e.When.Melee, e.When.Charging, e.When.Charged, e.When.Over = nil, nil, nil, nil, 0
		if rest != nil && !reflect.DeepEqual(*rest, e) {
			return nil
		}
		rest = &e
	}
	if rest == nil || len(gain) != 1 || !reflect.DeepEqual(bare(*rest), bare(gain[0])) {
		return nil
	}
	had, over, ok := cellsOfAll(holds)
	said, saidOver, saidOK := cellsOfAll(m.when("brackets"))
	if rest.Of == rules.OfEnemy && said&charging == said&melee { // the text means the enemy's charge
		said = said&^charging | said&charging<<2
	}
	if said == shootFar|chargeFar|chargedFar|spellFar { // the text names only a distance
		said = had
	}
	if !ok || !saidOK || had != said || over != saidOver {
		return nil
	}
	scope := shooting | melee
	if onSpells(rest) {
		scope |= spells
	}
	if m.has("scope") {
		said, _, ok := cellsOfAll(m.when("scope"))
		if !ok {
			return nil
		}
		scope &= said
	}
	return m.asBoost(under(conditionsOf(scope&^had, over), one(*rest)))
}

// conditionsOf returns conditions, as alternatives, that hold in the given cells. over is
// the distance between near and far.
func conditionsOf(left cells, over int) []rules.When {
	var where []rules.When
	add := func(c cells, w rules.When) {
		if left&c == c {
			where, left = append(where, w), left&^c
		}
	}
	if left&melee != melee && left&near == near {
		where, left = append(where, rules.When{UpTo: over}), left&^(near|spellNear)
	}
	add(shooting, rules.When{Shooting: yes})
	add(shootNear, rules.When{Shooting: yes, UpTo: over})
	add(shootFar, rules.When{Shooting: yes, Over: over})
	add(melee, rules.When{Melee: yes})
	add(charged, rules.When{Melee: yes, Charging: no})
	add(charging, rules.When{Charging: yes})
	add(chargeNear, rules.When{Charging: yes, UpTo: over})
	add(chargeFar, rules.When{Charging: yes, Over: over})
	add(chargedNear, rules.When{Charged: yes, UpTo: over})
	add(chargedFar, rules.When{Charged: yes, Over: over})
	add(spells, rules.When{Spell: yes})
	add(spellNear, rules.When{Spell: yes, UpTo: over})
	add(spellFar, rules.When{Spell: yes, Over: over})
	return where
}
