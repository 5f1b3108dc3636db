package reader

import (
	"reflect"

	"muster/rules"
)

// A boost makes another rule of its bearer's better, which it names. It is made
// of that rule's own effects, and refused where its bracket does not fit them.

// boosted is the effects of the rule that a boost names, and who must have it.
func (m *match) boosted() (base []rules.Effect, has rules.When, ok bool) {
	name := m.use("name").Name
	if m.has("from") && m.use("from").Name != name {
		return nil, has, false
	}
	has.Has = name
	if m.has("all") {
		has.Models = rules.ModelsAll
	}
	base = m.p.reader.effectsOf(name)
	return base, has, len(base) > 0
}

// whose begins every boost; from ends what it gives.
const (
	whose = "if <this model has {name}|all models in <this|the> unit have {name}{!all}>, [{conds}, ] "
	from  = " from {name:from} "
	they  = "<it|they|this model|the unit>"
)

func boostForms() []form[[]rules.Effect] {
	// beside is the base rule's effects on another die, under the boost's conditions.
	beside := func(m *match, fits func(e *rules.Effect) bool, change func(e *rules.Effect)) ([]rules.Effect, bool) {
		base, has, ok := m.boosted()
		if !ok {
			return nil, false
		}
		var found []rules.Effect
		for _, e := range base {
			if fits(&e) {
				change(&e)
				found = append(found, e)
			}
		}
		return m.asBoost(found, has)
	}
	dice := func(fits func(e *rules.Effect) bool) func(*match) ([]rules.Effect, bool) {
		return func(m *match) ([]rules.Effect, bool) {
			return beside(m,
				func(e *rules.Effect) bool { return e.On == rules.OnSixToHit && fits(e) },
				func(e *rules.Effect) { e.On = rules.OnFiveToHit })
		}
	}
	const fives = "on [successful] unmodified [hit] <results?|rolls?> of 5-6 [to hit]" + from + "(instead of only on 6)"
	return []form[[]rules.Effect]{
		{
			says: "fives score more hits too", text: whose + they + " <deals?|gets?> [an] extra hits? " + fives,
			example: "If this model has Glint, it deals extra hits on successful unmodified hit results of 5-6 from Glint (instead of only on 6).",
			make:    dice(func(e *rules.Effect) bool { return e.ExtraHits.Set }),
		},
		{
			says: "fives give more attacks too", text: whose + they + " [may] <rolls?|gets?|generates?|makes?|deals?> <[an] extra attacks?|+ {n} attacks?> " + fives,
			example: "If this model has Flurry, it may roll extra attacks on successful unmodified hit results of 5-6 from Flurry (instead of only on 6).",
			make: func(m *match) ([]rules.Effect, bool) {
				return dice(func(e *rules.Effect) bool {
					return e.ExtraAttacks.Set && (!m.has("n") || e.ExtraAttacks == fixed(m.n("n")))
				})(m)
			},
		},
		{
			says: "fives wound more too", text: whose + they + " <deals?|gets?> [an] extra wounds? " + fives,
			example: "If this model has Gash, it deals extra wounds on successful unmodified hit results of 5-6 from Gash (instead of only on 6).",
			make:    dice(func(e *rules.Effect) bool { return e.ExtraWounds.Set }),
		},
		{
			says: "hits of fives get AP too", text: whose + they + " gets? {gain} " + fives,
			example: "If this model has Spike, it gets AP(+2) on successful unmodified hit results of 5-6 from Spike (instead of only on 6).",
			make: func(m *match) ([]rules.Effect, bool) {
				gain := m.effects("gain")
				return dice(func(e *rules.Effect) bool { return len(gain) == 1 && gain[0].AP.Set && e.AP == gain[0].AP })(m)
			},
		},
		{
			says:    "blocks of two that fail cost more wounds too",
			text:    whose + "<enemies taking wounds from <it|them> take|" + they + " deals?> [an] extra wounds? on [failed] [unmodified] defense <results?|rolls?> of 1-2" + from + "(instead of only on 1)",
			example: "If this model has Thorns, enemies taking wounds from it take extra wounds on failed defense rolls of 1-2 from Thorns (instead of only on 1).",
			make: func(m *match) ([]rules.Effect, bool) {
				return beside(m,
					func(e *rules.Effect) bool { return e.On == rules.OnOneToBlock && e.ExtraWounds.Set },
					func(e *rules.Effect) { e.On = rules.OnTwoToBlock })
			},
		},
		{
			says:    "blocks of five are rolled again too",
			text:    whose + "enemies taking hits from <it|them> must re-roll [successful] unmodified defense <results?|rolls?> of 5-6" + from + "(instead of only on 6)",
			example: "If this model has Haggle, enemies taking hits from it must re-roll successful unmodified defense results of 5-6 from Haggle (instead of only on 6).",
			make: func(m *match) ([]rules.Effect, bool) {
				return beside(m,
					func(e *rules.Effect) bool { return e.On == "" && e.RerollBlocks == fixed(6) },
					func(e *rules.Effect) { *e = rules.Effect{RerollBlocks: fixed(5), When: e.When} })
			},
		},
		{
			says: "wounds are ignored more often", text: whose + they + " ignores? wounds on [rolls of] {die}" + from + "(instead of only [on] {die:old})",
			example: "If all models in this unit have Scab, they ignore wounds on rolls of 5-6 from Scab (instead of only on 6+).",
			make: func(m *match) ([]rules.Effect, bool) {
				return beside(m,
					func(e *rules.Effect) bool { return e.When.Spell == nil && e.Ward == fixed(m.n("old")) },
					func(e *rules.Effect) { e.Ward = fixed(m.n("die")) })
			},
		},
		{
			says: "more of it", text: whose + they + " [always] gets? {gain} [{conds:after}]" + from + `[{conds:later}] (instead of only {+v} ["] [range])`,
			example: "If all models in this unit have Nerve, they get +2 to morale test rolls from Nerve (instead of only +1).",
			make:    func(m *match) ([]rules.Effect, bool) { return m.difference(m.effects("gain"), m.value("+v").Number) },
		},
		{
			says: "more of it, as a rating", text: whose + they + " gets? {gain} [{conds:after}]" + from + "[{conds:later}] (instead of only {gain:old})",
			example: "If this model has Ram, it gets AP(+2) from Ram (instead of only AP(+1)).",
			make: func(m *match) ([]rules.Effect, bool) {
				old := m.effects("old")
				if len(old) != 1 || number(&old[0]) == nil {
					return nil, false
				}
				return m.difference(m.effects("gain"), number(&old[0]).Number)
			},
		},
		{
			says: "more range, and farther", text: whose + they + ` gets? {gain} [when shooting] [,] and {moves}` + from + `(instead of only {+v}" [range] [,] and <{+v:far}"|{moves:far}> [{!rest}] [and {+v:farther}"])`,
			example: `If this model has Long Stride, it gets +8" range when shooting and moves +4" when using Rush actions from Long Stride (instead of only +4" and +2").`,
			make: func(m *match) ([]rules.Effect, bool) {
				effects, ok := m.difference(m.effects("gain"), m.value("+v").Number)
				return join(effects, m.effects("moves")), ok
			},
		},
		{
			says: "it always holds", text: whose + "[<enemies|enemy units> [attacking <it|them|this unit>]|hits against them] [" + they + "] [always] <gets?|count as having> {gain} [when attacking <it|them|this unit>] [{conds:after}]" + from + "(instead of only {brackets})",
			example: `If all models in this unit have Bark, they always get +1 to defense rolls from Bark (instead of only when being shot/charged from over 9" away).`,
			make:    func(m *match) ([]rules.Effect, bool) { return m.complement() },
		},
		{
			says: "it always holds, told of its hits", text: whose + "[those|enemy] hits [against <it|them>] always <get|count as having> {gain} [{conds:after}]" + from + "(instead of only {brackets})",
			example: `If all models in this unit have Moss, hits always count as having AP(-1), to a min. of AP(0) from Moss (instead of only when being shot/charged from over 9" away).`,
			make:    func(m *match) ([]rules.Effect, bool) { return m.complement() },
		},
		{
			says: "farther", text: whose + they + ` {moves}` + from + `(instead of only {+v}" [on] [advance|rush|charge] [/charge] [and {+v:far}"] [on] [rush|charge] [/charge])`,
			example: `If this model has Far Step, it moves +4" on Advance and +8" on Rush/Charge from Far Step (instead of only +2" and +5").`,
			make: func(m *match) ([]rules.Effect, bool) {
				base, _, ok := m.boosted()
				return outside(rules.OutsideMovement), ok && allOutside(base)
			},
		},
		{
			says: "stops being Shaken more easily", text: whose + they + " stops? being shaken on [rolls of] {die}" + from + "(instead of only [on] {die:old})",
			example: "If all models in this unit have Pride, they stop being Shaken on rolls of 3+ from Pride (instead of only on 4+).",
			make: func(m *match) ([]rules.Effect, bool) {
				base, _, ok := m.boosted()
				return outside(rules.OutsideRecovery), ok && allOutside(base)
			},
		},
		{
			says: "is placed farther", text: whose + "you may place <them|it|all models with this rule [in <it|this unit>]> anywhere fully within <d3|d6|{n}> [+ {n:more}] [\"] [of <their|its> position]" + from + "(instead of only <[within] <d3|d6|{n:old}> [+ {n:olderMore}] [\"]>)",
			example: `If all models in this unit have Blink, you may place them anywhere fully within 6" of their position from Blink (instead of only 3").`,
			make: func(m *match) ([]rules.Effect, bool) {
				base, _, ok := m.boosted()
				return outside(rules.OutsideMovement), ok && allOutside(base)
			},
		},
	}
}

// asBoost puts effects made of a base rule's under a boost's conditions.
func (m *match) asBoost(effects []rules.Effect, has rules.When) ([]rules.Effect, bool) {
	effects = under([]rules.When{has}, effects)
	for _, name := range []string{"conds", "after", "later"} {
		if m.has(name) {
			effects = under(m.when(name), effects)
		}
	}
	return effects, len(effects) > 0
}

// number is the one number that an effect changes, of those that boosts raise.
func number(e *rules.Effect) *rules.Value {
	var found *rules.Value
	for _, v := range []*rules.Value{&e.ToHit, &e.Range, &e.AP, &e.Block, &e.Morale, &e.Blast, &e.Deadly, &e.Defense} {
		if v.Set {
			if found != nil {
				return nil
			}
			found = v
		}
	}
	return found
}

// bare is an effect without its conditions and its side.
func bare(e rules.Effect) rules.Effect {
	e.When, e.Of = rules.When{}, ""
	return e
}

// difference is a base rule's effects with what a boost gives more than the old
// number, which must be theirs.
func (m *match) difference(gain []rules.Effect, old int) ([]rules.Effect, bool) {
	base, has, ok := m.boosted()
	if !ok || len(gain) != 1 || number(&gain[0]) == nil {
		return nil, false
	}
	more := number(&gain[0]).Number - old
	var found []rules.Effect
	for _, e := range base {
		if e.Outside != "" {
			continue
		}
		was := gain[0]
		number(&was).Number = old
		if e.RangeLeast.Set {
			was.RangeLeast = e.RangeLeast
		}
		if !reflect.DeepEqual(bare(e), bare(was)) {
			return nil, false
		}
		number(&e).Number = more
		found = append(found, e)
	}
	if more == 0 {
		return nil, false
	}
	return m.asBoost(found, has)
}

// Fights, as conditions of charges and distances cut them.
type cells uint8

const (
	shootNear cells = 1 << iota
	shootFar
	chargeNear
	chargeFar
	chargedNear
	chargedFar

	near     = shootNear | chargeNear | chargedNear
	shooting = shootNear | shootFar
	charging = chargeNear | chargeFar
	charged  = chargedNear | chargedFar
	melee    = charging | charged
)

// cut returns the cells in which conditions hold that speak of nothing but the
// kind of fight, and the distance at which they cut, 0 if they do not.
func cut(w rules.When) (c cells, over int, ok bool) {
	c = shooting | melee
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
		c &^= near
	}
	over = w.Over
	w.Shooting, w.Melee, w.Charging, w.Charged, w.Over = nil, nil, nil, nil, 0
	return c, over, reflect.DeepEqual(w, rules.When{})
}

// cutAll is the cells of alternatives.
func cutAll(alternatives []rules.When) (c cells, over int, ok bool) {
	for _, w := range alternatives {
		more, at, plain := cut(w)
		if !plain || at != 0 && over != 0 && at != over {
			return 0, 0, false
		}
		c |= more
		over = max(over, at)
	}
	return c, over, len(alternatives) > 0
}

// complement is what a rule that always holds adds to one that holds only
// sometimes: the same effect wherever that does not.
func (m *match) complement() ([]rules.Effect, bool) {
	base, has, ok := m.boosted()
	gain := m.effects("gain")
	if !ok || len(gain) != 1 {
		return nil, false
	}
	var holds []rules.When // where the base rule holds
	var rest *rules.Effect // what it is but for that
	for _, e := range base {
		if e.Outside != "" {
			continue
		}
		where := rules.When{Shooting: e.When.Shooting, Melee: e.When.Melee, Charging: e.When.Charging, Charged: e.When.Charged, Over: e.When.Over}
		holds = append(holds, where)
		e.When.Shooting, e.When.Melee, e.When.Charging, e.When.Charged, e.When.Over = nil, nil, nil, nil, 0
		if rest != nil && !reflect.DeepEqual(*rest, e) {
			return nil, false
		}
		rest = &e
	}
	if rest == nil || !reflect.DeepEqual(bare(*rest), bare(gain[0])) {
		return nil, false
	}
	had, over, ok := cutAll(holds)
	told, toldOver, toldOK := cutAll(m.when("brackets"))
	if rest.Of == rules.OfEnemy && told&charging == told&melee { // told of the enemy's charge
		told = told&^charging | told&charging<<2
	}
	if !ok || !toldOK || had != told || over != toldOver {
		return nil, false
	}
	scope := shooting | melee
	if m.has("after") {
		if scope, _, ok = cutAll(m.when("after")); !ok {
			return nil, false
		}
	}
	left := scope &^ had
	var where []rules.When
	add := func(c cells, w rules.When) {
		if left&c == c {
			where, left = append(where, w), left&^c
		}
	}
	if left&melee != melee {
		add(near, rules.When{UpTo: over})
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
	effects := under(every(where, []rules.When{has}), []rules.Effect{*rest})
	if m.has("conds") {
		effects = under(m.when("conds"), effects)
	}
	return effects, len(effects) > 0
}

// bracketForms are what a boost says that the boosted rule needs.
func bracketForms() []form[[]rules.When] {
	struck := func(m *match) ([]rules.When, bool) {
		w := []rules.When{}
		for _, t := range []struct {
			name string
			when rules.When
		}{
			{"shot", rules.When{Shooting: yes}},
			{"shooting", rules.When{Shooting: yes}},
			{"charging", rules.When{Charging: yes}},
			{"charged", rules.When{Charged: yes}},
			{"melee", rules.When{Melee: yes}},
		} {
			if m.has(t.name) {
				t.when.Over = m.n("in")
				w = append(w, t.when)
			}
		}
		return w, len(w) > 0
	}
	return []form[[]rules.When]{
		{
			says: "when it is attacked", text: "when [being|they are|it is] <shot{!shot} [<or|/> charged{!charged}]|charged{!charged}> [at] [from] [over {in} [away]]",
			example: `If all models in this unit have Bark, they always get +1 to defense rolls from Bark (instead of only when being shot/charged from over 9" away).`, make: struck,
		},
		{
			says: "when it attacks", text: "[when|in] <<shooting|it shoots>{!shooting} [<or|/> <charging|charges>{!charging}]|<charging|it charges>{!charging}|melee{!melee}> [at] [enemies] [from] [over {in} [away]]",
			example: `If this model has Far Eye, it always gets +1 to hit rolls when shooting from Far Eye (instead of only when shooting over 9" away).`, make: struck,
		},
	}
}
