package attack

import (
	"math/bits"
	"slices"

	"muster/rules"
	"muster/rules/dice"
)

// An Attack holds the outcomes of each die of one kind of weapon against one target, or of each
// die for automatic hits, with all modifiers applied.
type Attack struct {
	Dice  int         // of one weapon
	Faces [7]Kind     // outcome by the number that a die to hit shows
	Hits  [Kinds]Hit  // by kind
	Score [Kinds]Dice // hits and dice from a die that hits, by kind

	// For automatic hits with rules: a die of Needs or more scores Each hits, and another die
	// decides the kind of each. Each is 0 for weapons.
	Needs, Each int

	Ones   int // wounds to the attacker per one to hit
	Cap    int // most hits of one weapon; 0 without a cap
	Picks  rules.Picks
	Deadly bool // some wounds multiply, so it resolves with those attacks

	// Ignored is the lowest die, by part, that ignores a wound; 7 for none. The first list is for
	// hits that can be regenerated, the second for the others.
	Ignored [2][]int
	Alike   bool // Ignored is the same for all living parts

	// Memo is a back end's cache.
	Memo any

	automatic bool // without a roll to hit
	inReach   bool
	phase     Phase
}

// A Kind is a kind of die that hits. Only unmodified sixes and fives can trigger
// rules.
type Kind int8

const (
	Miss  Kind = -1
	Plain Kind = 0
	Five  Kind = 1
	Six   Kind = 2
	Kinds      = 3 // without Miss
)

// Dice is the score of a die that hits.
type Dice struct {
	Copies, Extra int // hits of its kind, at least 1; plain hits beside them
	More          int // extra dice; sixes among them give no more dice
}

// A Hit is the outcome of the die to block a hit.
type Hit struct {
	Wounds              [7]uint8 // by the die to block; a Deadly wound counts once
	Rerolls             uint8    // bit mask of the numbers rolled again, once
	Deadly              int      // multiplier of each wound, on one model; at least 1
	IgnoresRegeneration bool
}

// MaxPerHit bounds the wounds of one hit; extra wounds beyond are not dealt.
const MaxPerHit = 12

// Chances returns the distribution of the hit's wounds.
func (h *Hit) Chances() (chances [MaxPerHit + 1]float64) {
	again := float64(bits.OnesCount8(h.Rerolls)) / 6
	for die := 1; die <= 6; die++ {
		p := again / 6
		if h.Rerolls>>die&1 == 0 {
			p += 1.0 / 6
		}
		chances[h.Wounds[die]] += p
	}
	return chances
}

// Phase is a time within a melee.
type Phase int

// The phases of a melee, in order.
const (
	Before Phase = iota // before the charger strikes
	InTurn
	After // after the target has struck back
)

// attackTally adds up the effects on an attack.
type attackTally struct {
	quality                        int
	bonus, penalty                 int
	movingPenalty                  int // the part of penalty due to moving
	rangeBonus, rangePenalty       int
	rangeCut, rangeFloor           int // a cut stops at the floor
	kinds                          [Kinds]kindTally
	woundsOnOne, woundsOnTwo       int // extra wounds for a one or a two to block
	ignoresCover, ignoresPenalties bool
	ignoresMoving                  bool
	withoutSight                   bool
	inCover                        bool
	ignoredRules                   []string
}

// kindTally adds up the effects on the hits of one kind of die.
type kindTally struct {
	ap, minAP, enemyAP  int // enemyAP comes from the enemy's rules
	extraWounds         int // per unblocked hit
	rerolls             int // bit mask of numbers to block
	blast, deadly       int
	ignoresRegeneration bool
	dice                Dice
}

// add adds one effect of the attacker's rules, or of its enemy's. An effect of a die applies to
// hits of that die; any other applies to the weapon.
func (t *attackTally) add(a *Attack, h heldRule, e *rules.Effect, enemy bool) {
	switch e.On {
	case rules.OnOneToBlock:
		t.woundsOnOne += h.value(e, e.ExtraWounds)
	case rules.OnTwoToBlock:
		t.woundsOnTwo += h.value(e, e.ExtraWounds)
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
			t.movingPenalty += min(0, h.value(e, e.ToHit))
		}
	}
}

// add adds an effect on hits of the kind.
func (t *kindTally) add(h heldRule, e *rules.Effect, enemy bool) {
	if enemy {
		t.enemyAP += h.value(e, e.AP)
	} else {
		t.ap += h.value(e, e.AP)
	}
	t.minAP = max(t.minAP, h.value(e, e.APIs))
	t.extraWounds += h.value(e, e.ExtraWounds)
	t.blast += h.value(e, e.Blast)
	t.deadly += h.value(e, e.Deadly)
	t.ignoresRegeneration = t.ignoresRegeneration || slices.Contains(e.Ignore, rules.IgnoreRegeneration)
	if e.RerollBlocks.Set {
		t.rerolls |= 1 << min(max(h.value(e, e.RerollBlocks), 0), 7)
	}
	t.dice.Copies += max(h.value(e, e.Copies)-1, 0)
	t.dice.Extra += h.value(e, e.ExtraHits)
	t.dice.More += h.value(e, e.ExtraAttacks)
}

// addWeapon adds an effect on the weapon as a whole.
func (t *attackTally) addWeapon(a *Attack, h heldRule, e *rules.Effect) {
	if q := h.value(e, e.Quality); q > 0 && (t.quality == 0 || q < t.quality) {
		t.quality = q
	}
	if n := h.value(e, e.ToHit); n > 0 {
		t.bonus += n
	} else {
		t.penalty += n
	}
	if n := h.value(e, e.Range); n > 0 {
		t.rangeBonus += n
	} else if e.RangeLeast.Set {
		t.rangeCut, t.rangeFloor = t.rangeCut+n, max(t.rangeFloor, h.value(e, e.RangeLeast))
	} else {
		t.rangePenalty += n
	}
	if e.Picks != "" {
		a.Picks = e.Picks
	}
	if e.StrikesFirst {
		a.phase = Before
	} else if e.StrikesLast && a.phase == InTurn { // striking first wins over striking last
		a.phase = After
	}
	t.withoutSight = t.withoutSight || e.WithoutSight
	t.ignoresCover = t.ignoresCover || slices.Contains(e.Ignore, rules.IgnoreCover)
	t.ignoresPenalties = t.ignoresPenalties || slices.Contains(e.Ignore, rules.IgnorePenalties)
	t.ignoresMoving = t.ignoresMoving || slices.Contains(e.Ignore, rules.IgnoreMoving)
	t.ignoredRules = append(t.ignoredRules, e.IgnoreRules...)
}

// attack returns a weapon's attack on the enemy.
func (m *circumstances) attack(w *weapon, own, enemy *stance) *Attack {
	a := &Attack{Dice: w.Attacks, phase: InTurn}
	t := attackTally{inCover: m.Mode != Melee && m.Cover}
	list := w.all
	if own.u.gives {
		list = m.weaponRules(w, own, enemy)
	}
	m.eachEffect(own, enemy, bearer{w.part, list, w.held}, func(h heldRule, e *rules.Effect) { t.add(a, h, e, false) })
	m.completeAttack(a, &t, w, own, enemy)
	return a
}

// attackFromRules builds an attack from rules alone, without those of its bearer: n dice to hit;
// n == 0 means automatic hits. uses belong to the effect of h.
func (p *dicePools) attackFromRules(uses []rules.Use, h heldRule, n, part int) *Attack {
	m, own, enemy := &p.circumstances, p.own, p.enemy
	a := &Attack{Dice: n, phase: InTurn}
	var list []heldRule
	for _, use := range uses {
		if g := own.u.givenRule(h, use); g.rule != nil {
			list = append(list, g)
		}
	}
	list = m.addGiven(list, nil, own, enemy)
	t := attackTally{inCover: m.Mode != Melee && m.Cover && n > 0}
	for _, h := range list {
		for i := range h.rule.Effects {
			if e := &h.rule.Effects[i]; e.Of == "" && m.holds(h, e, own, enemy, list) {
				t.add(a, h, e, false)
			}
		}
	}
	w := &weapon{Weapon: Weapon{Attacks: n}, part: part}
	m.completeAttack(a, &t, w, own, enemy)
	a.inReach, a.phase = true, InTurn
	if n == 0 {
		a.automatic, a.Dice, a.Needs, a.Each = true, 1, 1, 1
		a.Faces = [7]Kind{Miss, Plain, Plain, Plain, Plain, Five, Six}
		a.Ones = 0
	}
	return a
}

// automaticHit returns a hit without a roll and without rules.
func (m *circumstances) automaticHit(own, enemy *stance) *Attack {
	a := &Attack{Dice: 1, automatic: true}
	a.Faces[0] = Miss
	hit := newHit(enemy.defense(), m.blockModifier(own, enemy, nil), kindTally{}, 0, 0)
	for k := range a.Hits {
		a.Hits[k], a.Score[k] = hit, Dice{Copies: 1}
	}
	a.setIgnoreRolls(m, own, enemy, nil)
	return a
}

// completeAttack applies the enemy's rules and the situation to an attack.
func (m *circumstances) completeAttack(a *Attack, t *attackTally, w *weapon, own, enemy *stance) {
	m.eachUnitEffect(enemy, own, rules.OfEnemy, func(h heldRule, e *rules.Effect) {
		if !slices.Contains(t.ignoredRules, h.rule.Name) {
			t.add(a, h, e, true)
		}
	})
	block := m.blockModifier(own, enemy, t.ignoredRules)
	covered := t.inCover && !t.ignoresCover
	// inBlast reports whether Blast takes cover away from hits of a kind.
	inBlast := func(k Kind) bool { return m.combat.BlastIgnoresCover && t.kinds[k].blast > 0 }
	if covered && m.combat.Cover == rules.CoverHides && !inBlast(Plain) {
		t.penalty--
	}
	if t.ignoresMoving {
		t.penalty -= t.movingPenalty
	}
	if t.ignoresPenalties {
		t.penalty, t.rangePenalty, t.rangeCut = 0, 0, 0
	}
	a.setFaces(own, m, w, t)
	for k := range a.Hits {
		of := &t.kinds[k]
		modifier := block - max(0, max(of.ap, of.minAP)+of.enemyAP)
		if covered && m.combat.Cover == rules.CoverBlocks && !inBlast(Kind(k)) {
			modifier++
		}
		a.Hits[k] = newHit(enemy.defense(), modifier, *of, t.woundsOnOne, t.woundsOnTwo)
		a.Deadly = a.Deadly || of.deadly > 0
	}
	reach := w.Range + t.rangeBonus + t.rangePenalty
	reach = max(reach+t.rangeCut, min(reach, t.rangeFloor))
	switch m.Mode {
	case Melee:
		a.inReach = w.Range == 0
	case Shooting:
		a.inReach = w.Range > 0 && reach >= m.Distance && (m.InSight || t.withoutSight)
	default:
		a.inReach = true
	}
	if m.Mode != Melee {
		a.phase = InTurn
	}
	a.setScores(t, enemy.left.Models, m.combat.Blast)
	a.setIgnoreRolls(m, own, enemy, t.ignoredRules)
}

// weaponRules returns all rules of a weapon when rules give rules: its own, its bearer's in this
// stance, and those given by its own.
func (m *circumstances) weaponRules(w *weapon, own, enemy *stance) []heldRule {
	list := slices.Clone(own.rulesOf(w.part))
	for _, h := range w.held {
		list = addRule(list, h)
	}
	return m.addGiven(list, own.rulesOf(w.part), own, enemy)
}

// addGiven appends the rules given by those in list. Rules in others have given theirs already.
func (m *circumstances) addGiven(list, others []heldRule, own, enemy *stance) []heldRule {
	var done []*rules.Effect
	for k := 0; k < len(list); k++ {
		h := list[k]
		if containsRule(others, h.rule) {
			continue // gave to its bearer already
		}
		for i := range h.rule.Effects {
			e := &h.rule.Effects[i]
			if len(e.Gives) == 0 || slices.Contains(done, e) || !m.holds(h, e, own, enemy, list) {
				continue
			}
			done = append(done, e)
			for _, use := range e.Gives {
				if g := own.u.givenRule(h, use); g.rule != nil {
					list = addRule(list, g)
				}
			}
		}
	}
	return list
}

// setFaces sets the outcome of each number to hit. A 6 always hits and a 1 never; a fatigued or
// shaken unit hits in melee on sixes only.
func (a *Attack) setFaces(own *stance, m *circumstances, w *weapon, t *attackTally) {
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

// newHit returns the outcome of one die against Defense. A 6 always blocks and a 1 never. Numbers
// are rolled again only if they block.
func newHit(defense, modifier int, t kindTally, onOne, onTwo int) Hit {
	h := Hit{Deadly: min(max(t.deadly, 1), maxWounds), IgnoresRegeneration: t.ignoresRegeneration}
	for die := 1; die <= 6; die++ {
		if die == 6 || die > 1 && die+modifier >= defense {
			h.Rerolls |= uint8(t.rerolls) & (1 << die)
			continue
		}
		wounds := 1 + t.extraWounds
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

// setScores sets the score of each kind of die. Blast multiplies hits within the edition's cap.
func (a *Attack) setScores(t *attackTally, models int, limit rules.BlastCap) {
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

// blockModifier returns the sum of the target's modifiers to its rolls to block.
func (m *circumstances) blockModifier(own, enemy *stance, ignored []string) int {
	sum := 0
	m.eachUnitEffect(enemy, own, "", func(h heldRule, e *rules.Effect) {
		if e.Block.Set && !slices.Contains(ignored, h.rule.Name) {
			sum += h.value(e, e.Block)
		}
	})
	return sum
}

// setIgnoreRolls sets the dice on which each part of the target ignores wounds, by the best of
// its rules.
func (a *Attack) setIgnoreRolls(m *circumstances, own, enemy *stance, ignored []string) {
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
		m.eachEffect(enemy, own, bearer{part: p, rules: list}, func(h heldRule, e *rules.Effect) {
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

// Capped reports whether n dice of a weapon can score more hits than the cap.
func (a *Attack) Capped(n int) bool {
	hits := 0
	for _, d := range a.Score {
		hits = max(hits, d.Copies+d.Extra)
	}
	return a.Cap > 0 && n*(1+a.MaxGivenDice())*hits > a.Cap
}

// MaxGivenDice returns the most dice that one die gives.
func (a *Attack) MaxGivenDice() int {
	n := 0
	for _, d := range a.Score {
		n = max(n, d.More)
	}
	return n
}

// expectedWorth returns the expected sum of worth, by kind of hit, over n dice of one weapon.
func (a *Attack) expectedWorth(n int, worth [Kinds]float64) float64 {
	if a.Capped(n) {
		sum := []float64{1, 0} // a chance, and the worth collected with it
		a.RollCapped(sum, n, func(v []float64, k Kind) { v[1] += v[0] * worth[k] },
			func(n int) []float64 { return make([]float64, n) })
		return sum[1]
	}
	var die, given float64 // per die; dice given per die
	for _, k := range a.Faces[1:] {
		if k != Miss {
			d := &a.Score[k]
			die += (float64(d.Copies)*worth[k] + float64(d.Extra)*worth[Plain]) / 6
			given += float64(d.More) / 6
		}
	}
	return float64(n) * (die + given*die)
}

// KindChances returns the chance of each kind of die that hits; the rest misses.
func (a *Attack) KindChances() (chances [Kinds]float64) {
	faces := [Kinds]int{}
	for _, k := range a.Faces[1:] {
		if k != Miss {
			faces[k]++
		}
	}
	for k, n := range faces {
		chances[k] = float64(n) / 6
	}
	return chances
}

// RollCapped adds n dice of one weapon to a distribution, in place, where the hits of the
// weapon are capped. deal adds one hit to a distribution and must be linear in it; alloc
// returns zeros. It is dynamic programming over the hits scored and the dice given so far:
// given dice are rolled last, and the hits rolled last are cut off (rules notes, Blast).
func (a *Attack) RollCapped(v []float64, n int, deal func(v []float64, k Kind), alloc func(n int) []float64) {
	c := cappedRoll{Attack: a, given: n*a.MaxGivenDice() + 1, kinds: a.KindChances(), deal: deal, alloc: alloc}
	c.rows = make([][]float64, a.Cap*c.given)
	c.full, c.work = alloc(len(v)), alloc(len(v))
	copy(c.row(0, 0), v)
	for range n {
		for at := len(c.rows) - 1; at >= 0; at-- {
			if from := c.rows[at]; from != nil {
				missed := c.roll(from, at/c.given, at%c.given, true)
				for i := range from {
					from[i] *= missed
				}
			}
		}
	}
	for dice := c.given - 1; dice > 0; dice-- {
		for scored := a.Cap - 1; scored >= 0; scored-- {
			if from := c.rows[scored*c.given+dice]; from != nil {
				missed := c.roll(from, scored, dice-1, false)
				out := c.row(scored, dice-1)
				for i, vi := range from {
					out[i] += missed * vi
				}
			}
		}
	}
	copy(v, c.full)
	for scored := range a.Cap {
		for i, vi := range c.rows[scored*c.given] {
			v[i] += vi
		}
	}
}

// A cappedRoll holds the distributions of RollCapped.
type cappedRoll struct {
	*Attack
	given int // the length of a row: the dice that may be given, and 0
	kinds [Kinds]float64
	deal  func(v []float64, k Kind)
	alloc func(n int) []float64

	rows [][]float64 // by hits scored and dice given; nil until reached
	full []float64   // with all hits scored, when dice no longer matter
	work []float64
}

// row returns the distribution after so many hits, with so many dice given.
func (c *cappedRoll) row(scored, dice int) []float64 {
	if scored == c.Cap {
		return c.full
	}
	at := &c.rows[scored*c.given+dice]
	if *at == nil {
		*at = c.alloc(len(c.full))
	}
	return *at
}

// roll adds one die that hits to the rows of more hits, so that a caller may go on in place
// from the last row to the first, and returns the chance to miss. Only a first die gives dice.
func (c *cappedRoll) roll(from []float64, scored, dice int, first bool) (missed float64) {
	missed = 1
	for k, chance := range c.kinds {
		if chance == 0 {
			continue
		}
		missed -= chance
		copy(c.work, from)
		d := &c.Score[k]
		copies := min(d.Copies, c.Cap-scored)
		extra := min(d.Extra, c.Cap-scored-copies)
		for range copies {
			c.deal(c.work, Kind(k))
		}
		for range extra {
			c.deal(c.work, Plain)
		}
		to := dice
		if first {
			to += d.More
		}
		out := c.row(scored+copies+extra, to)
		for i, wi := range c.work {
			out[i] += chance * wi
		}
	}
	return missed
}

// expectedWounds returns the expected wounds of one attack before Regeneration, the measure of
// the best melee weapon (rules notes, best melee weapon).
func (a *Attack) expectedWounds() float64 {
	return a.expectedWorth(1, a.hitWorth(func(h *Hit) float64 { return float64(h.Deadly) }))
}

// hitWorth returns the expected worth of a hit of each kind, given the worth of a wound.
func (a *Attack) hitWorth(wound func(h *Hit) float64) (worth [Kinds]float64) {
	for k := range a.Hits {
		h := &a.Hits[k]
		one := wound(h)
		for n, p := range h.Chances() {
			worth[k] += p * float64(n) * one
		}
	}
	return worth
}

// expectedTaken returns the expected wounds on a model of a part from one wound of a hit.
func (a *Attack) expectedTaken(h *Hit, enemy *Fighter, part int) (sum float64) {
	for n, p := range dice.Binomial(h.Deadly, a.WoundStaysChance(h, part)) {
		sum += p * float64(min(n, enemy.Parts[part].Tough))
	}
	return sum
}

// expectedWoundsOn returns the expected wounds of one weapon on the first model of a unit to take
// any. Only the excess of a single wound over the model's Tough is lost.
func (a *Attack) expectedWoundsOn(enemy *Fighter) float64 {
	part := enemy.States[enemy.Initial].Victim
	return a.expectedWorth(a.Dice, a.hitWorth(func(h *Hit) float64 { return a.expectedTaken(h, enemy, part) }))
}

// WoundStaysChance returns the chance that a wound of a hit stays on a model of a part.
func (a *Attack) WoundStaysChance(h *Hit, part int) float64 {
	return float64(a.IgnoreRoll(h, part)-1) / 6
}

// IgnoreRoll returns the lowest die on which a model of a part ignores a wound of a hit; 7 for
// none.
func (a *Attack) IgnoreRoll(h *Hit, part int) int {
	if h.IgnoresRegeneration {
		return a.Ignored[1][part]
	}
	return a.Ignored[0][part]
}
