package attack

import (
	"math/bits"
	"slices"

	"muster/rules"
	"muster/rules/dice"
)

// An Attack is what each die of one kind of weapon can come to against one
// target, or each die of which automatic hits come. It has all modifiers in it.
type Attack struct {
	Dice  int         // of one weapon
	Faces [7]Kind     // what a die to hit scores that shows 1 to 6
	Hits  [Kinds]Hit  // what a hit of each kind is
	Score [Kinds]Dice // what a die that hits scores beside

	// Automatic hits with rules come of dice that show Needs or more. Each of these
	// scores so many hits, of which a die says the kind; 0 for the dice of a weapon.
	Needs, Each int

	Ones   int // wounds that the attacker takes for a one to hit
	Cap    int // hits that one weapon can score; 0 without a cap
	Picks  rules.Picks
	Deadly bool // it goes with those whose wounds multiply

	// Ignored is the lowest die on which a model of each part ignores a wound, 7
	// where none does: of hits that can be regenerated, and of those that cannot.
	Ignored [2][]int
	Alike   bool // that is the same for all living parts

	// Memo is what a back end has worked out of the attack.
	Memo any

	automatic bool // it is of hits that need no roll to hit
	reaches   bool
	phase     Phase
}

// A Kind is a kind of die that hits. Only unmodified sixes and fives can trigger
// rules.
type Kind int8

// The kinds of dice to hit.
const (
	Miss  Kind = -1
	Plain Kind = 0
	Five  Kind = 1
	Six   Kind = 2
	Kinds      = 3 // of those that hit
)

// Dice is what a die that hits scores.
type Dice struct {
	Copies, Extra int // hits of its kind, at least 1, and plain hits beside
	More          int // dice more, which give none
}

// A Hit is what happens when a hit is blocked or not.
type Hit struct {
	Wounds  [7]uint8 // by the die to block; Deadly ones count once
	Again   uint8    // a bit for each number that is rolled again, once
	Deadly  int      // what each wound becomes, on one model; at least 1
	Ignores bool     // they cannot be regenerated
}

// MaxPerHit bounds the wounds of one hit; extra wounds beyond are not dealt.
const MaxPerHit = 12

// Chances is the chance of so many wounds.
func (h *Hit) Chances() (chances [MaxPerHit + 1]float64) {
	again := float64(bits.OnesCount8(h.Again)) / 6
	for die := 1; die <= 6; die++ {
		p := again / 6
		if h.Again>>die&1 == 0 {
			p += 1.0 / 6
		}
		chances[h.Wounds[die]] += p
	}
	return chances
}

// Phase is when in a melee an attack is made.
type Phase int

// The phases of a melee, in order.
const (
	Before Phase = iota // the charger strikes
	InTurn
	After // the other has struck back
)

// tally adds up the effects on an attack.
type tally struct {
	quality          int
	bonus, penalty   int
	moving           int // of the penalty, what comes of having moved
	reach, outOf     int
	shorter, least   int // what else shortens it, but to no less than this
	kinds            [Kinds]kindTally
	onOne, onTwo     int // wounds more for a one or a two to block
	cover, penalties bool
	steady           bool // moving does not matter
	sight            bool
	ignored          []string
}

// kindTally is what the effects say of the hits of one kind of die.
type kindTally struct {
	ap, least, enemyAP int // AP, what it is at least, and what the enemy's rules add
	wounds             int // more of an unblocked hit
	again              int // a bit for each number to block that is rolled again
	blast, deadly      int
	ignores            bool // Regeneration
	dice               Dice
}

// add takes in one effect of the attacker's rules, or of its enemy's. A die that
// triggers an effect decides on what its hits are like; all else is the weapon's.
func (t *tally) add(a *Attack, h held, e *rules.Effect, enemy bool) {
	switch e.On {
	case rules.OnOneToBlock:
		t.onOne += h.value(e, e.ExtraWounds)
	case rules.OnTwoToBlock:
		t.onTwo += h.value(e, e.ExtraWounds)
	case rules.OnOneToHit:
		a.Ones += max(0, h.value(e, e.SelfWounds))
	case rules.OnSixToHit:
		t.kinds[Six].add(h, e, enemy)
	case rules.OnFiveToHit:
		t.kinds[Five].add(h, e, enemy)
	case "":
		for k := range t.kinds {
			t.kinds[k].add(h, e, enemy)
		}
		t.addWeapon(a, h, e)
		if moved := e.When.Moved; moved != nil && *moved && !enemy {
			t.moving += min(0, h.value(e, e.ToHit))
		}
	}
}

// add takes in what an effect says of the hits of the kind.
func (t *kindTally) add(h held, e *rules.Effect, enemy bool) {
	if enemy {
		t.enemyAP += h.value(e, e.AP)
	} else {
		t.ap += h.value(e, e.AP)
	}
	t.least = max(t.least, h.value(e, e.APIs))
	t.wounds += h.value(e, e.ExtraWounds)
	t.blast += h.value(e, e.Blast)
	t.deadly += h.value(e, e.Deadly)
	t.ignores = t.ignores || slices.Contains(e.Ignore, rules.IgnoreRegeneration)
	if e.RerollBlocks.Set {
		t.again |= 1 << min(max(h.value(e, e.RerollBlocks), 0), 7)
	}
	t.dice.Copies += max(h.value(e, e.Copies)-1, 0)
	t.dice.Extra += h.value(e, e.ExtraHits)
	t.dice.More += h.value(e, e.ExtraAttacks)
}

// addWeapon takes in what an effect says of the weapon as a whole.
func (t *tally) addWeapon(a *Attack, h held, e *rules.Effect) {
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
		a.Picks = e.Picks
	}
	if e.StrikesFirst {
		a.phase = Before
	} else if e.StrikesLast && a.phase == InTurn { // what strikes first does, whatever else holds
		a.phase = After
	}
	t.sight = t.sight || e.WithoutSight
	t.cover = t.cover || slices.Contains(e.Ignore, rules.IgnoreCover)
	t.penalties = t.penalties || slices.Contains(e.Ignore, rules.IgnorePenalties)
	t.steady = t.steady || slices.Contains(e.Ignore, rules.IgnoreMoving)
	t.ignored = append(t.ignored, e.IgnoreRules...)
}

// attack works out what a weapon does to a target in these circumstances.
func (m *moment) attack(w *weapon, own, enemy *stance) *Attack {
	a := &Attack{Dice: w.Attacks, phase: InTurn}
	var t tally
	list := w.all
	if own.u.gives {
		list = m.armed(w, own, enemy)
	}
	m.each(own, enemy, w.part, list, w.held, func(h held, e *rules.Effect) { t.add(a, h, e, false) })
	m.finish(a, &t, w, own, enemy, m.Mode != Melee && m.Cover)
	return a
}

// weaponless works out what attacks without a weapon do that have these rules and
// nothing of their bearer's: n dice to hit, or automatic hits if that is 0.
func (m *moment) weaponless(with []rules.Use, h held, n, part int, own, enemy *stance) *Attack {
	a := &Attack{Dice: n, phase: InTurn}
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
	m.finish(a, &t, w, own, enemy, m.Mode != Melee && m.Cover && n > 0)
	a.reaches, a.phase = true, InTurn
	if n == 0 {
		a.automatic, a.Dice, a.Needs, a.Each = true, 1, 1, 1
		a.Faces = [7]Kind{Miss, Plain, Plain, Plain, Plain, Five, Six}
		a.Ones = 0
	}
	return a
}

// automatic is hits that need no roll, without any rules.
func (m *moment) automatic(own, enemy *stance) *Attack {
	a := &Attack{Dice: 1, automatic: true}
	a.Faces[0] = Miss
	hit := newHit(enemy.defense(), m.blocks(own, enemy, nil), kindTally{}, 0, 0)
	for k := range a.Hits {
		a.Hits[k], a.Score[k] = hit, Dice{Copies: 1}
	}
	a.keep(m, own, enemy, nil)
	return a
}

// finish completes an attack with what the enemy's rules make of it.
func (m *moment) finish(a *Attack, t *tally, w *weapon, own, enemy *stance, inCover bool) {
	m.eachOfUnit(enemy, own, rules.OfEnemy, func(h held, e *rules.Effect) {
		if !slices.Contains(t.ignored, h.rule.Name) {
			t.add(a, h, e, true)
		}
	})
	block := m.blocks(own, enemy, t.ignored)
	covered := inCover && !t.cover
	// inBlast reports whether hits of a kind meet no cover for their Blast.
	inBlast := func(k Kind) bool { return m.combat.BlastIgnoresCover && t.kinds[k].blast > 0 }
	if covered && m.combat.Cover == rules.CoverHides && !inBlast(Plain) {
		t.penalty--
	}
	if t.steady {
		t.penalty -= t.moving
	}
	if t.penalties {
		t.penalty, t.outOf, t.shorter = 0, 0, 0
	}
	a.aim(own, m, w, t)
	for k := range a.Hits {
		of := &t.kinds[k]
		modifier := block - max(0, max(of.ap, of.least)+of.enemyAP)
		if covered && m.combat.Cover == rules.CoverBlocks && !inBlast(Kind(k)) {
			modifier++
		}
		a.Hits[k] = newHit(enemy.defense(), modifier, *of, t.onOne, t.onTwo)
		a.Deadly = a.Deadly || of.deadly > 0
	}
	reach := w.Range + t.reach + t.outOf
	reach = max(reach+t.shorter, min(reach, t.least))
	switch m.Mode {
	case Melee:
		a.reaches = w.Range == 0
	case Shooting:
		a.reaches = w.Range > 0 && reach >= m.Distance && (m.InSight || t.sight)
	default:
		a.reaches = true
	}
	if m.Mode != Melee {
		a.phase = InTurn
	}
	a.score(t, enemy.left.Models, m.combat.Blast)
	a.keep(m, own, enemy, t.ignored)
}

// armed is all rules of a weapon when rules are given: its own, those of its
// bearer in this stance, and those that its own give to it.
func (m *moment) armed(w *weapon, own, enemy *stance) []held {
	list := slices.Clone(own.rulesOf(w.part))
	for _, h := range w.held {
		list = with(list, h)
	}
	return m.grow(list, own.rulesOf(w.part), own, enemy)
}

// grow adds to some rules those that they give, except for what others of them
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

// aim finds what the dice score. A 6 always hits and a 1 never; a unit that is
// fatigued or shaken strikes on sixes only.
func (a *Attack) aim(own *stance, m *moment, w *weapon, t *tally) {
	quality := own.u.quality
	if w.part != SquadWide {
		quality = own.u.Parts[w.part].quality
	}
	if t.quality > 0 {
		quality = t.quality
	}
	a.Faces = [7]Kind{Miss, Miss, Miss, Miss, Miss, Miss, Six}
	if m.Mode == Melee && (own.u.fatigued || own.u.shaken) {
		return
	}
	for die := 2; die <= 5; die++ {
		switch {
		case die+t.bonus+t.penalty < quality:
		case die == 5:
			a.Faces[die] = Five
		default:
			a.Faces[die] = Plain
		}
	}
}

// newHit finds what a hit of a kind does: one die against Defense, where a 6
// always blocks and a 1 never. Numbers are rolled again only where they block.
func newHit(defense, modifier int, t kindTally, onOne, onTwo int) Hit {
	h := Hit{Deadly: min(max(t.deadly, 1), maxWounds), Ignores: t.ignores}
	for die := 1; die <= 6; die++ {
		if die == 6 || die > 1 && die+modifier >= defense {
			h.Again |= uint8(t.again) & (1 << die)
			continue
		}
		wounds := 1 + t.wounds
		switch die {
		case 1:
			wounds += onOne
		case 2:
			wounds += onTwo
		}
		h.Wounds[die] = uint8(min(max(wounds, 0), MaxPerHit))
	}
	return h
}

// score finds what a die of each kind scores, of which Blast multiplies the hits
// within the edition's cap.
func (a *Attack) score(t *tally, models int, limit rules.BlastCap) {
	if a.Picks == rules.PicksModel {
		models = 1 // resolved as a unit of one
	}
	blast := func(k int) int {
		n := t.kinds[k].blast
		if limit == rules.BlastPerHit {
			n = min(n, models)
		}
		return max(n, 1)
	}
	for k := range a.Score {
		of := &t.kinds[k]
		if of.blast != 0 && limit == rules.BlastPerWeapon {
			a.Cap = models
		}
		a.Score[k] = Dice{
			Copies: min(max((1+of.dice.Copies)*blast(k), 1), maxCopies),
			Extra:  min(max(of.dice.Extra*blast(int(Plain)), 0), maxCopies),
			More:   min(max(of.dice.More, 0), maxCopies),
		}
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

// keep finds the dice on which each part of the target ignores wounds. The best
// of its rules counts.
func (a *Attack) keep(m *moment, own, enemy *stance, ignored []string) {
	n := len(enemy.held)
	both := make([]int, 2*n)
	a.Ignored = [2][]int{both[:n], both[n:]}
	a.Alike = true
	first := None
	for p, list := range enemy.held {
		if enemy.left.Alive[p] == 0 {
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
		a.Ignored[0][p], a.Ignored[1][p] = max(min(regeneration, ward), 2), max(ward, 2)
		if first == None {
			first = p
		} else if a.Ignored[0][p] != a.Ignored[0][first] || a.Ignored[1][p] != a.Ignored[1][first] {
			a.Alike = false
		}
	}
}

// Capped reports whether n dice of a weapon can score more hits than it may.
func (a *Attack) Capped(n int) bool {
	hits, more := 0, 0
	for _, d := range a.Score {
		hits, more = max(hits, d.Copies+d.Extra), max(more, d.More)
	}
	return a.Cap > 0 && n*(1+more)*hits > a.Cap
}

// expect is what n dice of one weapon are worth on average, where a hit of each
// kind is worth so much.
func (a *Attack) expect(n int, worth [Kinds]float64) float64 {
	if a.Capped(n) {
		return a.expectCapped(n, worth)
	}
	var die, given float64 // of a die, and of the dice that it gives
	for _, k := range a.Faces[1:] {
		if k != Miss {
			d := &a.Score[k]
			die += (float64(d.Copies)*worth[k] + float64(d.Extra)*worth[Plain]) / 6
			given += float64(d.More) / 6
		}
	}
	return float64(n) * (die + given*die)
}

// expectCapped is expect where one weapon scores at most so many hits: those
// rolled last go, and given dice are rolled last.
func (a *Attack) expectCapped(n int, worth [Kinds]float64) float64 {
	sum := 0.
	// roll is one die more after so many hits, with so many dice given.
	type at struct{ scored, given int }
	roll := func(from map[at]float64, gives bool) map[at]float64 {
		to := make(map[at]float64, len(from)+1)
		for was, chance := range from {
			for _, k := range a.Faces[1:] {
				now := was
				if k != Miss {
					d := &a.Score[k]
					copies := min(d.Copies, a.Cap-was.scored)
					extra := min(d.Extra, a.Cap-was.scored-copies)
					sum += chance / 6 * (float64(copies)*worth[k] + float64(extra)*worth[Plain])
					if now.scored += copies + extra; gives {
						now.given += d.More
					}
				}
				if now.scored < a.Cap {
					to[now] += chance / 6
				}
			}
		}
		return to
	}
	dice := map[at]float64{{}: 1}
	for range n {
		dice = roll(dice, true)
	}
	for was, chance := range dice {
		rest := map[at]float64{{scored: was.scored}: chance}
		for range was.given {
			rest = roll(rest, false)
		}
	}
	return sum
}

// wounds is the wounds of one attack expected before Regeneration, by which the
// best weapon is chosen (rules notes, best melee weapon).
func (a *Attack) wounds() float64 {
	return a.expect(1, a.worth(func(h *Hit) float64 { return float64(h.Deadly) }))
}

// worth is what a hit of each kind is worth on average, of which a wound is worth
// so much.
func (a *Attack) worth(wound func(h *Hit) float64) (worth [Kinds]float64) {
	for k := range a.Hits {
		h := &a.Hits[k]
		one := wound(h)
		for n, p := range h.Chances() {
			worth[k] += p * float64(n) * one
		}
	}
	return worth
}

// taken is what a model of a part can be expected to take of one wound of a hit.
func (a *Attack) taken(h *Hit, enemy *Unit, part int) (sum float64) {
	for n, p := range dice.Binomial(h.Deadly, a.Stays(h, part)) {
		sum += p * float64(min(n, enemy.Parts[part].Tough))
	}
	return sum
}

// woundsOn is the wounds of one weapon expected on the model of a unit that takes
// the first: what it cannot take of one wound is lost, nothing else.
func (a *Attack) woundsOn(enemy *Unit) float64 {
	part := enemy.States[enemy.Initial].Victim
	return a.expect(a.Dice, a.worth(func(h *Hit) float64 { return a.taken(h, enemy, part) }))
}

// Stays is the chance that a wound of a hit stays on a model of a part.
func (a *Attack) Stays(h *Hit, part int) float64 {
	return float64(a.Unless(h, part)-1) / 6
}

// Unless is the lowest die on which a model of a part ignores a wound of a hit; 7
// if none does.
func (a *Attack) Unless(h *Hit, part int) int {
	if h.Ignores {
		return a.Ignored[1][part]
	}
	return a.Ignored[0][part]
}
