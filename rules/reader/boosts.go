package reader

import (
	"reflect"

	"muster/rules"
)

// A boost is a rule that improves another rule of its bearer, named in its text. Its
// effects are made from the base rule's effects. A text is refused if the part in
// brackets, "(instead of only …)", does not agree with them.

// baseRuleEffects returns the effects of a boost's base rule, the rule that the boost improves; nil
// if the text names two rules.
func (m *match) baseRuleEffects() []rules.Effect {
	name := m.capturedRule("name").Name
	if m.has("from") && m.capturedRule("from").Name != name {
		return nil
	}
	return m.parser.reader.effectsOf(name)
}

// Parts of the patterns of boosts: boostStart begins each pattern, and boostFrom names the base
// rule again.
const (
	boostStart     = "if <this model has {name}|all models in <this|the> unit have {name}{?all}>, [{conds}, ] "
	boostFrom      = " from {name:from} "
	bearerText     = "<it|they|this model|the unit>"
	fivesToHitText = "on [successful] unmodified [hit] <results?|rolls?> of 5-6 [to hit]" + boostFrom +
		"(instead of only on 6)"
)

// boostPatterns are the sentences of boosts: of rules that improve another rule, the base rule.
var boostPatterns = []pattern[rules.Effect]{
	{
		text: boostStart + bearerText + " <<deals?|gets?> [an] extra hits?{!hits}|<deals?|gets?> [an] extra wounds?{!wounds}" +
			"|[may] <rolls?|gets?|generates?|makes?|deals?> <[an] extra attacks?|+ {n} attacks?>{!attacks}> " + fivesToHitText,
		example: "If this model has Glint, it deals extra hits on successful unmodified hit results of 5-6 from " +
			"Glint (instead of only on 6).",
		build: func(m *match) []rules.Effect {
			return m.effectsOnFives(func(e *rules.Effect) bool {
				return m.has("hits") && e.ExtraHits.IsSet || m.has("wounds") && e.ExtraWounds.IsSet ||
					m.has("attacks") && e.ExtraAttacks.IsSet && (!m.has("n") || e.ExtraAttacks == fixedValue(m.number("n")))
			})
		},
	},
	{
		text: boostStart + bearerText + " gets? {gain} " + fivesToHitText,
		example: "If this model has Spike, it gets AP(+2) on successful unmodified hit results of 5-6 from Spike " +
			"(instead of only on 6).",
		build: func(m *match) []rules.Effect {
			gain := m.effects("gain")
			return m.effectsOnFives(func(e *rules.Effect) bool {
				return len(gain) == 1 && gain[0].AP.IsSet && e.AP == gain[0].AP
			})
		},
	},
	{
		text: boostStart + "<enemies taking wounds from <it|them> take|" + bearerText + " deals?> [an] extra wounds? " +
			"on [failed] [unmodified] defense <results?|rolls?> of 1-2" + boostFrom + "(instead of only on 1)",
		example: "If this model has Thorns, enemies taking wounds from it take extra wounds on failed defense " +
			"rolls of 1-2 from Thorns (instead of only on 1).",
		build: func(m *match) []rules.Effect {
			return m.changedBaseRuleEffects(
				func(e *rules.Effect) bool { return e.Trigger == rules.OnOneToBlock && e.ExtraWounds.IsSet },
				func(e *rules.Effect) { e.Trigger = rules.OnTwoToBlock })
		},
	},
	{
		text: boostStart + "enemies taking hits from <it|them> must re-roll [successful] unmodified defense " +
			"<results?|rolls?> of 5-6" + boostFrom + "(instead of only on 6)",
		example: "If this model has Haggle, enemies taking hits from it must re-roll successful unmodified defense " +
			"results of 5-6 from Haggle (instead of only on 6).",
		build: func(m *match) []rules.Effect {
			return m.changedBaseRuleEffects(
				func(e *rules.Effect) bool { return e.Trigger == "" && e.RerollBlocks == fixedValue(6) },
				func(e *rules.Effect) { *e = rules.Effect{RerollBlocks: fixedValue(5), When: e.When} })
		},
	},
	{
		text: boostStart + bearerText + " ignores? [non-spell {?unspelled}] wounds on [rolls of] {die}" +
			boostFrom + "(instead of only [on] " +
			"{die:old})",
		example: "If all models in this unit have Scab, they ignore wounds on rolls of 5-6 from Scab (instead of " +
			"only on 6+).",
		build: func(m *match) []rules.Effect {
			return m.changedBaseRuleEffects(
				func(e *rules.Effect) bool { return e.When.AgainstSpell == nil && e.Ward == fixedValue(m.number("old")) },
				func(e *rules.Effect) { e.Ward = fixedValue(m.number("die")) })
		},
	},
	{
		text: boostStart + bearerText + " [always] gets? {gain} [{conds}]" + boostFrom + `[{conds}] (instead of only ` +
			`<{+v} ["] [range]|{gain:old}>)`,
		example: "If all models in this unit have Nerve, they get +2 to morale test rolls from Nerve (instead of " +
			"only +1).",
		build: func(m *match) []rules.Effect {
			old := m.value("+v").Number
			if before := m.effects("old"); len(before) == 1 && before[0].OnlyValue() != nil {
				old = before[0].OnlyValue().Number
			} else if before != nil {
				return nil
			}
			return m.raiseBaseNumber(m.effects("gain"), old)
		},
	},
	{
		text: boostStart + bearerText + ` gets? {gain} [when shooting] [,] and {moves}` + boostFrom + `(instead of only ` +
			`{+v}" [range] [,] and <{+v:far}"|{moves:far}> [{!rest}] [and {+v:farther}"])`,
		example: `If this model has Long Stride, it gets +8" range when shooting and moves +4" when using Rush ` +
			`actions from Long Stride (instead of only +4" and +2").`,
		build: func(m *match) []rules.Effect {
			effects := m.raiseBaseNumber(m.effects("gain"), m.value("+v").Number)
			if effects == nil {
				return nil
			}
			return joinEffects(effects, m.effects("moves"))
		},
	},
	{
		text: boostStart + "<[<enemies|enemy units> [attacking $THEM]|attacks against $THEM|hits against $THEM] " +
			"[" + bearerText + "] [always] <gets?|count as having> {gain} [when attacking $THEM|against $THEM]" +
			"|[when $THEM takes? hits,] [those|enemy|all|any|the] hits [[taken] [by|against|on|from] " +
			"[$THEM|enemies]|[that] $THEM takes?] always <get|count as having> {gain}> " +
			"[{conds:scope}]" + boostFrom + "(instead of only {brackets})",
		example: `If all models in this unit have Bark, they always get +1 to defense rolls from Bark (instead of ` +
			`only when being shot/charged from over 9" away).`,
		build: (*match).extendToAllFights,
	},
	{
		text: boostStart + "<" + bearerText + ` <{moves}` + boostFrom + `(instead of only {+v}" [on] ` +
			`[advance|rush|charge] [/charge] [and {+v:far}"] [on] [rush|charge] [/charge])` +
			`|stops? being shaken{!shaken} on [rolls of] {die}` + boostFrom + `(instead of only [on] {die:old})>` +
			`|you may place <them|it|all models with this rule [in <it|this unit>]> anywhere fully within ` +
			`<d3|d6|{n}> [+ {n:more}] ["] [of <their|its> position]` + boostFrom +
			`(instead of only <[within] <d3|d6|{n:old}> [+ {n:olderMore}] ["]>)>`,
		example: `If this model has Far Step, it moves +4" on Advance and +8" on Rush/Charge from Far Step ` +
			`(instead of only +2" and +5").`,
		build: func(m *match) []rules.Effect {
			base := m.baseRuleEffects()
			switch {
			case len(base) == 0 || !allOutsideFights(base):
				return nil
			case m.has("shaken"):
				return nonFightEffect(rules.NonFightRecovery)
			}
			return nonFightEffect(rules.NonFightMovement)
		},
	},
}

// changedBaseRuleEffects returns the base rule's effects for which fits returns true, changed by
// change and limited to bearers of the base rule.
func (m *match) changedBaseRuleEffects(fits func(e *rules.Effect) bool, change func(e *rules.Effect)) []rules.Effect {
	var found []rules.Effect
	for _, e := range m.baseRuleEffects() {
		if fits(&e) {
			change(&e)
			found = append(found, e)
		}
	}
	return m.requireBaseRule(found)
}

// effectsOnFives returns the base rule's effects on sixes to hit for which fits returns true,
// changed to fives.
func (m *match) effectsOnFives(fits func(e *rules.Effect) bool) []rules.Effect {
	return m.changedBaseRuleEffects(
		func(e *rules.Effect) bool { return e.Trigger == rules.OnSixToHit && fits(e) },
		func(e *rules.Effect) { e.Trigger = rules.OnFiveToHit })
}

// requireBaseRule returns the effects with the condition that their bearer has the base rule.
func (m *match) requireBaseRule(effects []rules.Effect) []rules.Effect {
	return withConditions([]rules.When{{RequiredRule: m.capturedRule("name").Name}}, effects)
}

// withoutConditions returns an effect without its conditions, as if on the bearer's own attacks.
func withoutConditions(e rules.Effect) rules.Effect {
	e.When, e.Attacker = rules.When{}, ""
	return e
}

// raiseBaseNumber returns the effects that raise the base rule's number from old to the number in
// gain; nil if old is not the base rule's number.
func (m *match) raiseBaseNumber(gain []rules.Effect, old int) []rules.Effect {
	if len(gain) != 1 || gain[0].OnlyValue() == nil || gain[0].OnlyValue().Number == old {
		return nil
	}
	more := gain[0].OnlyValue().Number - old
	var found []rules.Effect
	for _, e := range m.baseRuleEffects() {
		if isOutsideFight(&e) {
			continue
		}
		was := gain[0]
		was.OnlyValue().Number = old
		if e.MinReducedRange.IsSet {
			was.MinReducedRange = e.MinReducedRange
		}
		if !reflect.DeepEqual(withoutConditions(e), withoutConditions(was)) {
			return nil
		}
		e.OnlyValue().Number = more
		found = append(found, e)
	}
	return m.requireBaseRule(found)
}

// fightKinds is a set of kinds of fight. Conditions on charges and distance distinguish them: near
// is up to a distance, far is beyond it.
type fightKinds uint8

const (
	shootNear fightKinds = 1 << iota
	shootFar
	chargeNear
	chargeFar
	chargedNear
	chargedFar
	spellNear
	spellFar

	nearFights     = shootNear | chargeNear | chargedNear
	shootingFights = shootNear | shootFar
	chargingFights = chargeNear | chargeFar
	chargedFights  = chargedNear | chargedFar
	meleeFights    = chargingFights | chargedFights
	spellFights    = spellNear | spellFar
)

// fightKindsOf returns the kinds of fight in which the conditions hold, and the distance in inches
// that divides near from far; 0 without a distance. ok is false if w has any other conditions.
func fightKindsOf(w rules.When) (c fightKinds, over int, ok bool) {
	c = shootingFights | meleeFights | spellFights
	for _, t := range []struct {
		asked *bool
		where fightKinds
	}{{w.Shooting, shootingFights}, {w.Melee, meleeFights}, {w.Charging, chargingFights}, {w.Charged, chargedFights}} {
		if t.asked != nil && *t.asked {
			c &= t.where
		} else if t.asked != nil {
			c &^= t.where
		}
	}
	if w.DistanceOver > 0 {
		c &^= nearFights | spellNear
	}
	over = w.DistanceOver
	w.Shooting, w.Melee, w.Charging, w.Charged, w.DistanceOver = nil, nil, nil, nil, 0
	return c, over, reflect.DeepEqual(w, rules.When{})
}

// fightKindsOfAny returns the kinds of fight in which any of the alternatives holds, and the
// distance in inches that divides near from far.
func fightKindsOfAny(alternatives []rules.When) (c fightKinds, over int, ok bool) {
	for _, w := range alternatives {
		more, at, plain := fightKindsOf(w)
		if !plain || at != 0 && over != 0 && at != over {
			return 0, 0, false
		}
		c |= more
		over = max(over, at)
	}
	return c, over, len(alternatives) > 0
}

// extendToAllFights returns the effects of a boost that makes a conditional base rule hold always:
// the base rule's effect in all kinds of fight in which the base rule does not hold.
func (m *match) extendToAllFights() []rules.Effect {
	gain := m.effects("gain")
	var holds []rules.When // where the base rule holds
	var rest *rules.Effect // its effect without those conditions
	for _, e := range m.baseRuleEffects() {
		if isOutsideFight(&e) {
			continue
		}
		where := rules.When{
			Shooting: e.When.Shooting, Melee: e.When.Melee,
			Charging: e.When.Charging, Charged: e.When.Charged, DistanceOver: e.When.DistanceOver,
		}
		holds = append(holds, where)
		e.When.Shooting, e.When.Melee, e.When.Charging, e.When.Charged, e.When.DistanceOver = nil, nil, nil, nil, 0
		if rest != nil && !reflect.DeepEqual(*rest, e) {
			return nil
		}
		rest = &e
	}
	if rest == nil || len(gain) != 1 || !reflect.DeepEqual(withoutConditions(*rest), withoutConditions(gain[0])) {
		return nil
	}
	had, over, ok := fightKindsOfAny(holds)
	said, saidOver, saidOK := fightKindsOfAny(m.when("brackets"))
	if rest.Attacker == rules.EnemyAttacks && said&chargingFights == said&meleeFights { // the text means the enemy's charge
		said = said&^chargingFights | said&chargingFights<<2
	}
	if said == shootFar|chargeFar|chargedFar|spellFar { // the text names only a distance
		said = had
	}
	if !ok || !saidOK || had != said || over != saidOver {
		return nil
	}
	scope := shootingFights | meleeFights
	if mattersToSpells(rest) {
		scope |= spellFights
	}
	if m.has("scope") {
		said, _, ok := fightKindsOfAny(m.when("scope"))
		if !ok {
			return nil
		}
		scope &= said
	}
	return m.requireBaseRule(withConditions(conditionsForFights(scope&^had, over), oneEffect(*rest)))
}

// conditionsForFights returns conditions, as alternatives, that hold in the kinds of fight left.
// over is the distance in inches that divides near from far.
func conditionsForFights(left fightKinds, over int) []rules.When {
	var where []rules.When
	add := func(c fightKinds, w rules.When) {
		if left&c == c {
			where, left = append(where, w), left&^c
		}
	}
	if left&meleeFights != meleeFights && left&nearFights == nearFights {
		where, left = append(where, rules.When{DistanceUpTo: over}), left&^(nearFights|spellNear)
	}
	add(shootingFights, rules.When{Shooting: yes})
	add(shootNear, rules.When{Shooting: yes, DistanceUpTo: over})
	add(shootFar, rules.When{Shooting: yes, DistanceOver: over})
	add(meleeFights, rules.When{Melee: yes})
	add(chargedFights, rules.When{Melee: yes, Charging: no})
	add(chargingFights, rules.When{Charging: yes})
	add(chargeNear, rules.When{Charging: yes, DistanceUpTo: over})
	add(chargeFar, rules.When{Charging: yes, DistanceOver: over})
	add(chargedNear, rules.When{Charged: yes, DistanceUpTo: over})
	add(chargedFar, rules.When{Charged: yes, DistanceOver: over})
	add(spellFights, rules.When{AgainstSpell: yes})
	add(spellNear, rules.When{AgainstSpell: yes, DistanceUpTo: over})
	add(spellFar, rules.When{AgainstSpell: yes, DistanceOver: over})
	return where
}
