package gf

import (
	"math"
	"math/bits"
	"slices"

	"muster/rules"
	"muster/rules/dice"
)

// An attack is one kind of attack against one target: what each die can come
// to. All modifiers have gone into it.
type attack struct {
	chance [faces]float64 // of each kind of die that hits; the rest misses
	hit    [faces]hit     // what such a hit is
	copies [faces]int     // hits of the kind that such a die scores
	extra  [faces]int     // ordinary hits beside
	more   [faces]int     // attacks more, which give none

	dice    int     // of one weapon
	gate    float64 // of a die of no weapon, the chance to become hits
	each    int     // so many; 0 for the dice of a weapon
	ones    int     // wounds that the attacker takes for a one to hit
	row     int     // while those are counted: how long a distribution is, of which there is one for each number
	most    int     // hits that one weapon can score; 0 without a cap
	deadly  bool    // it goes with those whose wounds multiply
	bare    bool    // it is of no weapon
	reach   bool
	picks   rules.Picks
	phase   phase
	keeps   [2][]float64 // by hit.ignores: of each part, the chance that a wound stays
	uniform bool         // the same for all living parts

	// What was worked out already: see strike.volley, pick and binomials.
	sums  [2]*dice.Sums
	alone [][2]*dice.Sums
	stays [faces][]dice.PMF
}

// A die that hits is a six, a five or another one. Only sixes and fives can
// trigger rules; both are as rolled.
const (
	plain = iota
	five
	six
	faces
)

// A hit is what happens when a hit is blocked or not.
type hit struct {
	wounds  [maxPerHit + 1]float64 // chance of so many wounds (Deadly ones count once)
	deadly  int                    // what each of them becomes, on one model; at least 1
	ignores bool                   // they cannot be regenerated
}

// maxPerHit bounds the wounds of one hit; extra wounds beyond are not dealt.
const maxPerHit = 12

// phase is when in a melee an attack is made.
type phase int

const (
	inTurn phase = iota
	before       // the charger strikes
	after        // the other has struck back
)

// tally adds up the effects on an attack.
type tally struct {
	quality          int
	bonus, penalty   int
	moving           int // of the penalty, what comes of having moved
	reach, outOf     int
	shorter, least   int // what else shortens it, but to no less than this
	ap, apIs, extraW [faces]int
	enemyAP          [faces]int
	reroll           [faces]int // a bit for each number
	ignores          [faces]bool
	blast, deadly    [faces]int
	onOne, onTwo     int
	cover, penalties bool
	still            bool // moving does not matter
	sight            bool
	ignored          []string
}

// add takes in one effect of the attacker's rules, or of its enemy's. A die that
// triggers an effect decides on what its hits are like; all else is the weapon's.
func (t *tally) add(a *attack, h held, e *rules.Effect, enemy bool) {
	switch e.On {
	case rules.OnOneToBlock:
		t.onOne += h.value(e, e.ExtraWounds)
	case rules.OnTwoToBlock:
		t.onTwo += h.value(e, e.ExtraWounds)
	case rules.OnOneToHit:
		a.ones += max(0, h.value(e, e.SelfWounds))
	case rules.OnSixToHit:
		t.addHit(a, h, e, six, enemy)
	case rules.OnFiveToHit:
		t.addHit(a, h, e, five, enemy)
	case "":
		for f := range faces {
			t.addHit(a, h, e, f, enemy)
		}
		t.addWeapon(a, h, e)
		if moved := e.When.Moved; moved != nil && *moved && !enemy {
			t.moving += min(0, h.value(e, e.ToHit))
		}
	}
}

// addHit takes in what an effect says of the hits of one kind of die.
func (t *tally) addHit(a *attack, h held, e *rules.Effect, f int, enemy bool) {
	if enemy {
		t.enemyAP[f] += h.value(e, e.AP)
	} else {
		t.ap[f] += h.value(e, e.AP)
	}
	t.apIs[f] = max(t.apIs[f], h.value(e, e.APIs))
	t.extraW[f] += h.value(e, e.ExtraWounds)
	t.blast[f] += h.value(e, e.Blast)
	t.deadly[f] += h.value(e, e.Deadly)
	t.ignores[f] = t.ignores[f] || slices.Contains(e.Ignore, rules.IgnoreRegeneration)
	if e.RerollBlocks.Set {
		t.reroll[f] |= 1 << min(max(h.value(e, e.RerollBlocks), 0), 7)
	}
	if n := h.value(e, e.Copies); n > 1 {
		a.copies[f] += n - 1
	}
	a.extra[f] += h.value(e, e.ExtraHits)
	a.more[f] += h.value(e, e.ExtraAttacks)
}

// addWeapon takes in what an effect says of the weapon as a whole.
func (t *tally) addWeapon(a *attack, h held, e *rules.Effect) {
	if q := h.value(e, e.Quality); q > 0 && (t.quality == 0 || q < t.quality) {
		t.quality = q
	}
	if n := h.value(e, e.ToHit); n > 0 {
		t.bonus += n
	} else {
		t.penalty += n
	}
	if n := h.value(e, e.Range); n > 0 {
		t.reach += n
	} else if e.RangeLeast.Set {
		t.shorter, t.least = t.shorter+n, max(t.least, h.value(e, e.RangeLeast))
	} else {
		t.outOf += n
	}
	if e.Picks != "" {
		a.picks = e.Picks
	}
	if e.StrikesFirst {
		a.phase = before
	} else if e.StrikesLast && a.phase == inTurn { // what strikes first does, whatever else holds
		a.phase = after
	}
	t.sight = t.sight || e.WithoutSight
	t.cover = t.cover || slices.Contains(e.Ignore, rules.IgnoreCover)
	t.penalties = t.penalties || slices.Contains(e.Ignore, rules.IgnorePenalties)
	t.still = t.still || slices.Contains(e.Ignore, rules.IgnoreMoving)
	t.ignored = append(t.ignored, e.IgnoreRules...)
}

// attack works out what a weapon does to a target in these circumstances.
func (m *moment) attack(w *weapon, own, enemy *stance, combat *rules.Combat) *attack {
	a := &attack{dice: w.Attacks, copies: [faces]int{1, 1, 1}}
	var t tally
	list := w.all
	if own.u.gives {
		list = m.armed(w, own, enemy)
	}
	m.each(own, enemy, w.part, list, w.held, func(h held, e *rules.Effect) { t.add(a, h, e, false) })
	m.finish(a, &t, w, own, enemy, combat, m.Mode != Melee && m.Cover)
	return a
}

// unarmed works out what attacks of no weapon do that have these rules and
// nothing of their bearer's: n dice to hit, or hits if there is nothing to roll.
func (m *moment) unarmed(with []rules.Use, h held, n, part int, own, enemy *stance, combat *rules.Combat) *attack {
	a := &attack{dice: n, copies: [faces]int{1, 1, 1}}
	var list []held
	for _, use := range with {
		if g := own.u.given(h, use); g.rule != nil {
			list = append(list, g)
		}
	}
	list = m.grow(list, nil, own, enemy)
	var t tally
	for _, h := range list {
		for i := range h.rule.Effects {
			if e := &h.rule.Effects[i]; e.Of == "" && m.holds(h, e, own, enemy, list) {
				t.add(a, h, e, false)
			}
		}
	}
	w := &weapon{Weapon: Weapon{Attacks: n}, part: part}
	m.finish(a, &t, w, own, enemy, combat, m.Mode != Melee && m.Cover && n > 0)
	a.reach, a.phase = true, inTurn
	if n == 0 {
		a.bare, a.dice, a.gate, a.each = true, 1, 1, 1
		a.chance = [faces]float64{plain: 4. / 6, five: 1. / 6, six: 1. / 6}
		a.ones = 0
	}
	return a
}

// finish completes an attack with what the enemy's rules make of it.
func (m *moment) finish(a *attack, t *tally, w *weapon, own, enemy *stance, combat *rules.Combat, inCover bool) {
	m.eachOfUnit(enemy, own, rules.OfEnemy, func(h held, e *rules.Effect) {
		if !slices.Contains(t.ignored, h.rule.Name) {
			t.add(a, h, e, true)
		}
	})
	block := m.blocks(own, enemy, t.ignored)
	covered := inCover && !t.cover
	if covered && combat.Cover == rules.CoverHides && !(combat.BlastIgnoresCover && t.blast[plain] > 0) {
		t.penalty--
	}
	if t.still {
		t.penalty -= t.moving
	}
	if t.penalties {
		t.penalty, t.outOf, t.shorter = 0, 0, 0
	}
	a.aim(own, m, w, t)
	for f := range a.hit {
		modifier := block - max(0, max(t.ap[f], t.apIs[f])+t.enemyAP[f])
		if covered && combat.Cover == rules.CoverBlocks && !(combat.BlastIgnoresCover && t.blast[f] > 0) {
			modifier++
		}
		a.hit[f] = newHit(enemy.defense(), modifier, t.reroll[f], t.extraW[f], t.onOne, t.onTwo)
		a.hit[f].ignores = t.ignores[f]
		a.hit[f].deadly = min(max(t.deadly[f], 1), maxWounds)
		a.deadly = a.deadly || t.deadly[f] > 0
	}
	reach := w.Range + t.reach + t.outOf
	reach = max(reach+t.shorter, min(reach, t.least))
	switch m.Mode {
	case Melee:
		a.reach = w.Range == 0
	case Shooting:
		a.reach = w.Range > 0 && reach >= m.Distance && (m.InSight || t.sight)
	default:
		a.reach = true
	}
	if m.Mode != Melee {
		a.phase = inTurn
	}
	a.multiply(t.blast, enemy.config.models, combat.Blast)
	for f := range a.copies {
		a.copies[f] = min(max(a.copies[f], 1), maxCopies)
		a.extra[f] = min(max(a.extra[f], 0), maxCopies)
		a.more[f] = min(max(a.more[f], 0), maxCopies)
	}
	a.keep(m, own, enemy, t.ignored)
}

// armed is all rules of a weapon when rules are given: its own, those of its
// bearer in this stance, and those that its own give to it.
func (m *moment) armed(w *weapon, own, enemy *stance) []held {
	list := slices.Clone(own.of(w.part))
	for _, h := range w.held {
		list = with(list, h)
	}
	return m.grow(list, own.of(w.part), own, enemy)
}

// grow adds to some rules those that they give, but for what others of them
// have given already.
func (m *moment) grow(list, others []held, own, enemy *stance) []held {
	var done []*rules.Effect
	for k := 0; k < len(list); k++ {
		h := list[k]
		if contains(others, h.rule) {
			continue // it has given to its bearer already
		}
		for i := range h.rule.Effects {
			e := &h.rule.Effects[i]
			if len(e.Gives) == 0 || slices.Contains(done, e) || !m.holds(h, e, own, enemy, list) {
				continue
			}
			done = append(done, e)
			for _, use := range e.Gives {
				if g := own.u.given(h, use); g.rule != nil {
					list = with(list, g)
				}
			}
		}
	}
	return list
}

// aim finds the chances of the dice. A 6 always hits and a 1 never; a unit that
// is fatigued or shaken strikes on sixes only.
func (a *attack) aim(own *stance, m *moment, w *weapon, t *tally) {
	quality := own.u.quality
	if w.part != squadWide {
		quality = own.u.parts[w.part].quality
	}
	if t.quality > 0 {
		quality = t.quality
	}
	const die = 1.0 / 6
	a.chance[six] = die
	if m.Mode == Melee && (own.u.fatigued || own.u.shaken) {
		return
	}
	modifier := t.bonus + t.penalty
	for face := 2; face <= 5; face++ {
		if face+modifier < quality {
			continue
		}
		if face == 5 {
			a.chance[five] = die
		} else {
			a.chance[plain] += die
		}
	}
}

// newHit finds what a hit does: one die against Defense, where a 6 always
// blocks and a 1 never. Blocks by numbers whose bit is in reroll are rolled
// again, once.
func newHit(defense, modifier, reroll, extra, onOne, onTwo int) hit {
	var h hit
	blocks := func(face int) bool { return face == 6 || face > 1 && face+modifier >= defense }
	for face := 1; face <= 6; face++ {
		if !blocks(face) {
			reroll &^= 1 << face
		}
	}
	again := float64(bits.OnesCount(uint(reroll>>1)&0x3f)) / 6
	for face := 1; face <= 6; face++ {
		p := again / 6
		if reroll>>face&1 == 0 {
			p += 1.0 / 6
		}
		wounds := 0
		if !blocks(face) {
			wounds = 1 + extra
			switch face {
			case 1:
				wounds += onOne
			case 2:
				wounds += onTwo
			}
		}
		h.wounds[min(max(wounds, 0), maxPerHit)] += p
	}
	return h
}

// multiply makes each hit as many as Blast says, within the edition's cap.
func (a *attack) multiply(blast [faces]int, models int, limit rules.BlastCap) {
	if blast == [faces]int{} {
		return
	}
	if a.picks == rules.PicksModel {
		models = 1 // resolved as a unit of one
	}
	if limit == rules.BlastPerWeapon {
		a.most = models
	}
	for f := range a.copies {
		if limit == rules.BlastPerHit {
			blast[f] = min(blast[f], models)
		}
		a.copies[f] *= max(blast[f], 1)
		a.extra[f] *= max(blast[plain], 1)
	}
}

// blocks is the sum of the target's modifiers to its rolls to block.
func (m *moment) blocks(own, enemy *stance, ignored []string) int {
	sum := 0
	m.eachOfUnit(enemy, own, "", func(h held, e *rules.Effect) {
		if e.Block.Set && !slices.Contains(ignored, h.rule.Name) {
			sum += h.value(e, e.Block)
		}
	})
	return sum
}

// keep finds the chance that wounds stay, for each part of the target. The best
// of its rules that ignore wounds counts.
func (a *attack) keep(m *moment, own, enemy *stance, ignored []string) {
	n := len(enemy.held)
	both := make([]float64, 2*n)
	a.keeps[0], a.keeps[1] = both[:n], both[n:]
	a.uniform = true
	first := -1
	for p, list := range enemy.held {
		if enemy.config.alive[p] == 0 {
			continue
		}
		regeneration, ward := 7, 7
		m.each(enemy, own, p, list, nil, func(h held, e *rules.Effect) {
			if slices.Contains(ignored, h.rule.Name) {
				return
			}
			if n := h.value(e, e.Regeneration); n > 0 {
				regeneration = min(regeneration, n)
			}
			if n := h.value(e, e.Ward); n > 0 {
				ward = min(ward, n)
			}
		})
		a.keeps[0][p] = float64(max(min(regeneration, ward), 2)-1) / 6
		a.keeps[1][p] = float64(max(ward, 2)-1) / 6
		if first < 0 {
			first = p
		} else if a.keeps[0][p] != a.keeps[0][first] || a.keeps[1][p] != a.keeps[1][first] {
			a.uniform = false
		}
	}
}

// oneKind tells whether all wounds of the attack multiply and regenerate alike.
func (a *attack) oneKind() bool {
	for f := range a.hit {
		if a.hit[f].deadly != a.hit[plain].deadly ||
			a.hit[f].ignores != a.hit[plain].ignores && !slices.Equal(a.keeps[0], a.keeps[1]) {
			return false
		}
	}
	return true
}

// single tells whether no wound of the attack multiplies.
func (a *attack) single() bool {
	for f := range a.hit {
		if a.hit[f].deadly > 1 {
			return false
		}
	}
	return true
}

// hits is what a hit does to a distribution, in place: of wounds, or of states.
type hits func(v []float64, kind int)

// die adds one die of the attack to a distribution. Without more it is a die
// that another one gave.
func (a *attack) die(v []float64, more bool, do hits, mem *arena) {
	defer mem.release(mem.mark())
	out := mem.take(len(v))
	missed := 1.0
	for f, chance := range a.chance {
		if chance == 0 {
			continue
		}
		missed -= chance
		w := mem.take(len(v))
		copy(w, v)
		for range a.copies[f] {
			do(w, f)
		}
		for range a.extra[f] {
			do(w, plain)
		}
		if more {
			for range a.more[f] {
				a.die(w, false, do, mem)
			}
		}
		for i, wi := range w {
			out[i] += chance * wi
		}
	}
	a.miss(v, missed)
	for i, p := range out {
		v[i] += p
	}
}

// miss leaves the chance that a die missed, of which a one may hurt the attacker.
func (a *attack) miss(v []float64, missed float64) {
	if a.row == 0 {
		for i := range v {
			v[i] *= missed
		}
		return
	}
	last := len(v) - a.row
	for i := len(v) - 1; i >= 0; i-- {
		p := (missed - 1./6) * v[i]
		switch {
		case i < last:
			if from := i - a.ones*a.row; from >= 0 {
				p += v[from] / 6
			}
		default: // as many as there are, or more
			for from := i; from >= max(0, i-a.ones*a.row); from -= a.row {
				p += v[from] / 6
			}
		}
		v[i] = p
	}
}

// weapon adds all dice of one weapon, or one die of no weapon, to a distribution.
func (a *attack) weapon(v []float64, n int, do hits, mem *arena) {
	if a.each == 0 {
		a.attacks(v, n, do, mem)
		return
	}
	defer mem.release(mem.mark())
	w := mem.take(len(v))
	copy(w, v)
	for range a.each {
		a.attacks(w, n, do, mem)
	}
	for i, wi := range w {
		v[i] += a.gate * (wi - v[i])
	}
}

// attacks adds so many dice to a distribution.
func (a *attack) attacks(v []float64, n int, do hits, mem *arena) {
	if a.capped(n) {
		a.cappedWeapon(v, n, do, mem)
		return
	}
	for range n {
		a.die(v, true, do, mem)
	}
}

// capped tells whether n dice of a weapon can score more hits than it may.
func (a *attack) capped(n int) bool {
	hits, more := 0, 0
	for f := range a.chance {
		hits = max(hits, a.copies[f]+a.extra[f])
		more = max(more, a.more[f])
	}
	return a.most > 0 && n*(1+more)*hits > a.most
}

// cappedWeapon is weapon where one weapon scores at most so many hits: the hits
// scored so far go along with the distribution, and the dice that others gave
// are rolled at the end (rules notes, Blast: where a cap cuts hits off, those rolled last go).
func (a *attack) cappedWeapon(v []float64, n int, do hits, mem *arena) {
	defer mem.release(mem.mark())
	given := n*max(a.more[plain], a.more[five], a.more[six]) + 1
	// A row is the distribution after so many hits, with so many dice given;
	// it is nil as long as nothing leads there. All hits scored, dice mean no more.
	rows := make([][]float64, a.most*given)
	full, w := mem.take(len(v)), mem.take(len(v))
	row := func(scored, dice int) []float64 {
		if scored == a.most {
			return full
		}
		at := &rows[scored*given+dice]
		if *at == nil {
			*at = mem.take(len(v))
		}
		return *at
	}
	copy(row(0, 0), v)
	// roll is one die more; a hit leads to rows of more hits, so that they may
	// go on in place from the last to the first.
	roll := func(from []float64, scored, dice int, first bool) (missed float64) {
		missed = 1
		for f, chance := range a.chance {
			if chance == 0 {
				continue
			}
			missed -= chance
			copy(w, from)
			kinds := min(a.copies[f], a.most-scored)
			for range kinds {
				do(w, f)
			}
			ordinary := min(a.extra[f], a.most-scored-kinds)
			for range ordinary {
				do(w, plain)
			}
			to := dice
			if first {
				to += a.more[f]
			}
			out := row(scored+kinds+ordinary, to)
			for i, wi := range w {
				out[i] += chance * wi
			}
		}
		return missed
	}
	for range n {
		for at := len(rows) - 1; at >= 0; at-- {
			if from := rows[at]; from != nil {
				missed := roll(from, at/given, at%given, true)
				for i := range from {
					from[i] *= missed
				}
			}
		}
	}
	for dice := given - 1; dice > 0; dice-- {
		for scored := a.most - 1; scored >= 0; scored-- {
			if from := rows[scored*given+dice]; from != nil {
				missed := roll(from, scored, dice-1, false)
				out := row(scored, dice-1)
				for i, vi := range from {
					out[i] += missed * vi
				}
			}
		}
	}
	copy(v, full)
	for scored := range a.most {
		for i, vi := range rows[scored*given] {
			v[i] += vi
		}
	}
}

// measure is what is counted of a hit.
type measure int

const (
	woundsKept measure = iota // wounds that stay, Deadly ones multiplied
	modelsHurt                // unblocked hits of which any wound stays
	hitsPassed                // unblocked hits
)

// perHit is the distribution of what a hit of each kind does, where a wound
// stays with the chances keep.
func (a *attack) perHit(keep [2]float64, what measure) [faces]dice.PMF {
	var all [faces]dice.PMF
	for f := range a.hit {
		h := &a.hit[f]
		if f > plain && *h == a.hit[plain] {
			all[f] = all[plain]
			continue
		}
		stays := keep[0]
		if h.ignores {
			stays = keep[1]
		}
		one := dice.PMF{1 - stays, stays}
		switch {
		case what == hitsPassed:
			one = dice.PMF{0, 1}
		case what == modelsHurt && h.deadly > 1:
			lost := math.Pow(1-stays, float64(h.deadly))
			one = dice.PMF{lost, 1 - lost}
		case what == woundsKept && h.deadly > 1:
			one = dice.Binomial(h.deadly, stays)
		}
		top := 0
		for k, p := range h.wounds {
			if p > 0 {
				top = k
			}
		}
		sum := make(dice.PMF, top*(len(one)-1)+1)
		sum[0] = h.wounds[0]
		for n, k := one, 1; k <= top; k++ {
			for i, p := range n {
				sum[i] += h.wounds[k] * p
			}
			if k < top {
				n = dice.Sum(n, one)
			}
		}
		all[f] = sum
	}
	return all
}

// oneWeapon is the distribution of what one weapon with n dice does, given what
// each hit does; more than top counts as top.
func (a *attack) oneWeapon(n int, per [faces]dice.PMF, top int, mem *arena) dice.PMF {
	if n == 0 {
		return dice.PMF{1}
	}
	largest := 0
	for f := range a.chance {
		own, others := len(per[f])-1, len(per[plain])-1
		once := a.copies[f]*own + a.extra[f]*others
		given := 0
		for g := range a.chance {
			given = max(given, a.copies[g]*(len(per[g])-1)+a.extra[g]*others)
		}
		largest = max(largest, once+a.more[f]*given)
	}
	largest *= max(a.each, 1)
	do := func(v []float64, kind int) { addHit(v, per[kind]) }
	if a.capped(n) {
		v := make(dice.PMF, min(n*largest, a.most*(maxLen(per)-1)*max(a.each, 1), top)+1)
		v[0] = 1
		a.weapon(v, n, do, mem)
		return v
	}
	v := make(dice.PMF, min(largest, top)+1)
	v[0] = 1
	a.weapon(v, 1, do, mem)
	if n == 1 {
		return v
	}
	return dice.NewSums(v, top).At(n)
}

func maxLen(per [faces]dice.PMF) int {
	n := 0
	for _, p := range per {
		n = max(n, len(p))
	}
	return n
}

// addHit adds what one hit does to a distribution, in place; its last value is
// everything from there on.
func addHit(v []float64, one dice.PMF) {
	top := len(v) - 1
	for i := top; i >= 0; i-- {
		vi := v[i]
		v[i] = vi * one[0]
		for j := 1; j < len(one); j++ {
			v[min(i+j, top)] += vi * one[j]
		}
	}
}

// expected is the expected wounds of one attack before Regeneration, by which
// the best weapon is chosen (rules notes, best melee weapon).
func (a *attack) expected(mem *arena) float64 {
	return a.oneWeapon(1, a.perHit([2]float64{1, 1}, woundsKept), math.MaxInt, mem).Mean()
}
