package attack

import (
	"math/bits"
	"slices"

	"muster/rules"
	"muster/rules/dice"
)

// An Attack holds the outcomes of each die to hit of one kind of weapon against one target, or of
// each die for automatic hits. All modifiers are applied.
type Attack struct {
	Dice  int          // dice to hit of one weapon
	Faces [7]Kind      // outcome for each face of the die to hit, 1 to 6
	Hits  [Kinds]Hit   // the die to block, by kind of hit
	Score [Kinds]Score // hits and further dice that a die earns, by its kind

	// For automatic hits that have rules, a die of MinDie or more scores HitsEach hits, and another
	// die decides the kind of each hit. HitsEach is 0 for weapons.
	MinDie, HitsEach int

	OneWounds int         // wounds to the attacker for each one rolled to hit
	HitCap    int         // most hits of one weapon; 0 without a cap
	Picks     rules.Picks // how the attack picks a model of the target; empty if it does not
	Deadly    bool        // some wounds multiply, so the attack resolves with the Deadly ones

	// IgnoreDice are the lowest dice that ignore a wound, [hit ignores Regeneration: 0 or 1][part];
	// 7 for none.
	IgnoreDice [2][]int
	SameIgnore bool // IgnoreDice are the same for all living parts

	// Memo caches what package odds works out from the attack.
	Memo any

	automatic bool // no roll to hit is made
	inReach   bool
	phase     Phase
}

// A Kind is the kind of a hit, by the unmodified die to hit: rules can depend on fives and sixes
// only.
type Kind int8

const (
	Miss  Kind = -1
	Plain Kind = 0 // a hit by any other die
	Five  Kind = 1
	Six   Kind = 2
	Kinds      = 3 // the number of kinds of hits
)

// A Score is what a die that hits earns.
type Score struct {
	Copies    int // hits of the die's own kind, at least 1
	PlainHits int // further hits of the kind Plain
	MoreDice  int // further dice to hit, which earn no further dice themselves
}

// A Hit is the outcome of the die to block one hit.
type Hit struct {
	Wounds              [7]uint8 // number of wounds for each face of the die to block; a Deadly wound counts once
	Rerolls             uint8    // bit mask of the faces that are rolled again, once
	Deadly              int      // factor of each wound, all on one model; at least 1
	IgnoresRegeneration bool
}

// MaxHitWounds is the most wounds of one hit; extra wounds beyond it are not dealt.
const MaxHitWounds = 12

// Chances returns the distribution of the hit's wounds, indexed by their number.
func (h *Hit) Chances() (chances [MaxHitWounds + 1]float64) {
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
	InTurn              // when the unit's turn to strike comes
	After               // after the target has struck back
)

// attackTally adds up the effects of rules on an attack.
type attackTally struct {
	quality                        int // lowest Quality set by a rule; 0 without one
	bonus, penalty                 int // to hit; penalty is negative
	movingPenalty                  int // the part of penalty due to moving
	rangeBonus, rangePenalty       int
	rangeCut, rangeFloor           int // inches; a cut shortens the range down to the floor at most
	kinds                          [Kinds]kindTally
	woundsOnOne, woundsOnTwo       int // extra wounds for a one or a two to block
	ignoresCover, ignoresPenalties bool
	ignoresMoving                  bool
	withoutSight                   bool // needs no line of sight
	inCover                        bool
	ignoredRules                   []string // names of the enemy's rules without effect
}

// kindTally adds up the effects of rules on the hits of one kind.
type kindTally struct {
	ap, minAP, enemyAP  int // minAP is the least AP; enemyAP comes from the enemy's rules
	extraWounds         int // per unblocked hit
	rerolls             int // bit mask of the faces of the die to block
	blast, deadly       int
	ignoresRegeneration bool
	score               Score
}

// add adds one effect of the attacker's rules or, with enemy, of its enemy's. An effect that
// depends on a face of the die applies to hits of that kind; any other applies to the weapon.
func (t *attackTally) add(a *Attack, h heldRule, e *rules.Effect, enemy bool) {
	switch e.On {
	case rules.OnOneToBlock:
		t.woundsOnOne += h.value(e, e.ExtraWounds)
	case rules.OnTwoToBlock:
		t.woundsOnTwo += h.value(e, e.ExtraWounds)
	case rules.OnOneToHit:
		a.OneWounds += max(0, h.value(e, e.SelfWounds))
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

// add adds an effect of the attacker's or, with enemy, the enemy's rules on hits of the kind.
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
	t.score.Copies += max(h.value(e, e.Copies)-1, 0)
	t.score.PlainHits += h.value(e, e.ExtraHits)
	t.score.MoreDice += h.value(e, e.ExtraAttacks)
}

// addWeapon adds an effect that applies to the weapon whatever its dice show.
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
	if own.unit.gives {
		list = m.weaponRules(w, own, enemy)
	}
	m.eachEffect(own, enemy, bearer{w.part, list, w.held}, func(h heldRule, e *rules.Effect) { t.add(a, h, e, false) })
	m.completeAttack(a, &t, w, own, enemy)
	return a
}

// attackFromRules builds an attack without a weapon, with the rules of uses, which an effect of h
// names. n is the number of dice to hit; 0 makes automatic hits.
func (p *dicePools) attackFromRules(uses []rules.Use, h heldRule, n, part int) *Attack {
	m, own, enemy := &p.circumstances, p.own, p.enemy
	a := &Attack{Dice: n, phase: InTurn}
	var list []heldRule
	for _, use := range uses {
		if g := own.unit.givenRule(h, use); g.rule != nil {
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
		a.automatic, a.Dice, a.MinDie, a.HitsEach = true, 1, 1, 1
		a.Faces = [7]Kind{Miss, Plain, Plain, Plain, Plain, Five, Six}
		a.OneWounds = 0
	}
	return a
}

// automaticHit returns an automatic hit without rules.
func (m *circumstances) automaticHit(own, enemy *stance) *Attack {
	a := &Attack{Dice: 1, automatic: true}
	a.Faces[0] = Miss
	hit := newHit(enemy.defense(), m.blockModifier(own, enemy, nil), kindTally{}, 0, 0)
	for k := range a.Hits {
		a.Hits[k], a.Score[k] = hit, Score{Copies: 1}
	}
	a.setIgnoreDice(m, own, enemy, nil)
	return a
}

// completeAttack applies the enemy's rules and the scenario to an attack.
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
	if covered && m.combat.Cover == rules.CoverToHit && !inBlast(Plain) {
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
		if covered && m.combat.Cover == rules.CoverToBlock && !inBlast(Kind(k)) {
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
	a.setIgnoreDice(m, own, enemy, t.ignoredRules)
}

// weaponRules returns all rules of a weapon of a unit with rules that give rules: the weapon's, its
// bearer's, and the rules that the weapon's rules give.
func (m *circumstances) weaponRules(w *weapon, own, enemy *stance) []heldRule {
	list := slices.Clone(own.rulesOf(w.part))
	for _, h := range w.held {
		list = addRule(list, h)
	}
	return m.addGiven(list, own.rulesOf(w.part), own, enemy)
}

// addGiven appends the rules that those in list give, except those in others, whose gifts are in
// the list already.
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
				if g := own.unit.givenRule(h, use); g.rule != nil {
					list = addRule(list, g)
				}
			}
		}
	}
	return list
}

// setFaces sets the outcome of each face of the die to hit. A 6 always hits and a 1 never; a
// fatigued or shaken unit hits in melee on sixes only.
func (a *Attack) setFaces(own *stance, m *circumstances, w *weapon, t *attackTally) {
	quality := own.unit.quality
	if w.part != SquadWide {
		quality = own.unit.Parts[w.part].quality
	}
	if t.quality > 0 {
		quality = t.quality
	}
	a.Faces = [7]Kind{Miss, Miss, Miss, Miss, Miss, Miss, Six}
	if m.Mode == Melee && (own.unit.fatigued || own.unit.shaken) {
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

// newHit returns the outcome of one die to block against a Defense; onOne and onTwo are extra
// wounds for a one and a two. A 6 always blocks and a 1 never. Faces are rolled again only if they
// block.
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
		h.Wounds[die] = uint8(min(max(wounds, 0), MaxHitWounds))
	}
	return h
}

// setScores sets the score of each kind of hit. Blast multiplies hits up to the edition's cap;
// models counts the target's.
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
			a.HitCap = models
		}
		a.Score[k] = Score{
			Copies:    min(max((1+of.score.Copies)*blast(k), 1), maxPerDie),
			PlainHits: min(max(of.score.PlainHits*blast(int(Plain)), 0), maxPerDie),
			MoreDice:  min(max(of.score.MoreDice, 0), maxPerDie),
		}
	}
}

// blockModifier returns the sum of the target's modifiers to its rolls to block. ignored names
// rules of the target without effect.
func (m *circumstances) blockModifier(own, enemy *stance, ignored []string) int {
	sum := 0
	m.eachUnitEffect(enemy, own, "", func(h heldRule, e *rules.Effect) {
		if e.Block.Set && !slices.Contains(ignored, h.rule.Name) {
			sum += h.value(e, e.Block)
		}
	})
	return sum
}

// setIgnoreDice sets IgnoreDice from the best rule of each part of the target. ignored names rules
// of the target without effect.
func (a *Attack) setIgnoreDice(m *circumstances, own, enemy *stance, ignored []string) {
	n := len(enemy.held)
	both := make([]int, 2*n)
	a.IgnoreDice = [2][]int{both[:n], both[n:]}
	a.SameIgnore = true
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
		a.IgnoreDice[0][p], a.IgnoreDice[1][p] = max(min(regeneration, ward), 2), max(ward, 2)
		if first == None {
			first = p
		} else if a.IgnoreDice[0][p] != a.IgnoreDice[0][first] || a.IgnoreDice[1][p] != a.IgnoreDice[1][first] {
			a.SameIgnore = false
		}
	}
}

// CapMatters reports whether n dice of one weapon can score more hits than the cap.
func (a *Attack) CapMatters(n int) bool {
	hits := 0
	for _, d := range a.Score {
		hits = max(hits, d.Copies+d.PlainHits)
	}
	return a.HitCap > 0 && n*(1+a.MaxGivenDice())*hits > a.HitCap
}

// MaxGivenDice returns the most further dice that one die to hit earns.
func (a *Attack) MaxGivenDice() int {
	n := 0
	for _, d := range a.Score {
		n = max(n, d.MoreDice)
	}
	return n
}

// expectedWorth returns the expected total of worth[kind] over the hits of n dice of one weapon.
func (a *Attack) expectedWorth(n int, worth [Kinds]float64) float64 {
	if a.CapMatters(n) {
		sum := []float64{1, 0} // a chance, and the worth collected with it
		a.RollCapped(sum, n, func(v []float64, k Kind) { v[1] += v[0] * worth[k] },
			func(n int) []float64 { return make([]float64, n) })
		return sum[1]
	}
	var die, given float64 // per die; dice given per die
	for _, k := range a.Faces[1:] {
		if k != Miss {
			d := &a.Score[k]
			die += (float64(d.Copies)*worth[k] + float64(d.PlainHits)*worth[Plain]) / 6
			given += float64(d.MoreDice) / 6
		}
	}
	return float64(n) * (die + given*die)
}

// KindChances returns the chance of each kind of hit of one die; the rest is the chance to miss.
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

// RollCapped adds n dice of one weapon to a distribution, in place, if the weapon's hits are
// capped. deal adds one hit to a distribution and must be linear in it; alloc returns zeros. It is
// dynamic programming over the hits scored and the further dice earned so far: these are rolled
// last, and hits beyond the cap are cut off (rules notes, Blast).
func (a *Attack) RollCapped(v []float64, n int, deal func(v []float64, k Kind), alloc func(n int) []float64) {
	c := cappedRoll{Attack: a, width: n*a.MaxGivenDice() + 1, kinds: a.KindChances(), deal: deal, alloc: alloc}
	c.rows = make([][]float64, a.HitCap*c.width)
	c.full, c.work = alloc(len(v)), alloc(len(v))
	copy(c.row(0, 0), v)
	for range n {
		for at := len(c.rows) - 1; at >= 0; at-- {
			if from := c.rows[at]; from != nil {
				missed := c.roll(from, at/c.width, at%c.width, true)
				for i := range from {
					from[i] *= missed
				}
			}
		}
	}
	for dice := c.width - 1; dice > 0; dice-- {
		for scored := a.HitCap - 1; scored >= 0; scored-- {
			if from := c.rows[scored*c.width+dice]; from != nil {
				missed := c.roll(from, scored, dice-1, false)
				out := c.row(scored, dice-1)
				for i, vi := range from {
					out[i] += missed * vi
				}
			}
		}
	}
	copy(v, c.full)
	for scored := range a.HitCap {
		for i, vi := range c.rows[scored*c.width] {
			v[i] += vi
		}
	}
}

// A cappedRoll holds the distributions of RollCapped while it runs.
type cappedRoll struct {
	*Attack
	width int // the number of rows for each number of hits: the most further dice, plus 1
	kinds [Kinds]float64
	deal  func(v []float64, k Kind)
	alloc func(n int) []float64

	rows [][]float64 // [hits scored × width + further dice]; nil until reached
	full []float64   // the distribution once the cap is reached, when dice no longer matter
	work []float64
}

// row returns the distribution after scored hits and with dice further dice to roll.
func (c *cappedRoll) row(scored, dice int) []float64 {
	if scored == c.HitCap {
		return c.full
	}
	at := &c.rows[scored*c.width+dice]
	if *at == nil {
		*at = c.alloc(len(c.full))
	}
	return *at
}

// roll adds the outcomes of one die that hits to the rows of more hits, and returns the chance to
// miss. Rows may thus be rolled in place, from the last to the first. Only a first die earns
// further dice.
func (c *cappedRoll) roll(from []float64, scored, dice int, first bool) (missed float64) {
	missed = 1
	for k, chance := range c.kinds {
		if chance == 0 {
			continue
		}
		missed -= chance
		copy(c.work, from)
		d := &c.Score[k]
		copies := min(d.Copies, c.HitCap-scored)
		extra := min(d.PlainHits, c.HitCap-scored-copies)
		for range copies {
			c.deal(c.work, Kind(k))
		}
		for range extra {
			c.deal(c.work, Plain)
		}
		to := dice
		if first {
			to += d.MoreDice
		}
		out := c.row(scored+copies+extra, to)
		for i, wi := range c.work {
			out[i] += chance * wi
		}
	}
	return missed
}

// expectedWounds returns the expected wounds of one die before Regeneration: the measure of the
// best melee weapon (rules notes, best melee weapon).
func (a *Attack) expectedWounds() float64 {
	return a.expectedWorth(1, a.hitWorth(func(h *Hit) float64 { return float64(h.Deadly) }))
}

// hitWorth returns the expected worth of a hit of each kind, where wound returns the worth of one
// of its wounds.
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

// expectedTaken returns the expected wounds that one wound of a hit, Deadly included, deals to a
// model of the enemy's part.
func (a *Attack) expectedTaken(h *Hit, enemy *Fighter, part int) (sum float64) {
	for n, p := range dice.Binomial(h.Deadly, a.WoundStaysChance(h, part)) {
		sum += p * float64(min(n, enemy.Parts[part].Tough))
	}
	return sum
}

// expectedWoundsOn returns the expected wounds of one weapon on the first model of the enemy to
// take any. A Deadly wound loses what exceeds the model's Tough.
func (a *Attack) expectedWoundsOn(enemy *Fighter) float64 {
	part := enemy.States[enemy.Initial].Victim
	return a.expectedWorth(a.Dice, a.hitWorth(func(h *Hit) float64 { return a.expectedTaken(h, enemy, part) }))
}

// WoundStaysChance returns the chance that a model of a part does not ignore a wound of a hit.
func (a *Attack) WoundStaysChance(h *Hit, part int) float64 {
	return float64(a.IgnoreRoll(h, part)-1) / 6
}

// IgnoreRoll returns the lowest die on which a model of a part ignores a wound of a hit; 7 if none
// does.
func (a *Attack) IgnoreRoll(h *Hit, part int) int {
	if h.IgnoresRegeneration {
		return a.IgnoreDice[1][part]
	}
	return a.IgnoreDice[0][part]
}
