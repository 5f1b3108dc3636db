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
	DicePerWeapon int               // dice to hit of one weapon
	HitKindByFace [7]HitKind        // outcome of each face of the die to hit, 1 to 6
	Hits          [HitKindCount]Hit // the outcomes of the die to block a hit, by kind of hit
	// hits and further dice that a die to hit earns, by its kind
	EarningsByKind [HitKindCount]DieEarnings

	// For automatic hits that have rules, a die of MinScoringDie or more scores HitsPerDie hits,
	// and another die decides the kind of each hit. HitsPerDie is 0 for weapons.
	MinScoringDie, HitsPerDie int

	SelfWoundsPerOne int             // wounds that the attacker takes for each 1 that it rolls to hit
	HitCap           int             // most hits of one weapon; 0 without a cap
	ModelPick        rules.ModelPick // how the attack picks a model of the target; empty if it does not
	// hits of some kind multiply their wounds, so the attack is resolved with the Deadly ones
	HasDeadlyHits bool

	// WoundIgnoreDice holds the lowest dice that ignore a wound, as [hit ignores Regeneration: 0 or
	// 1][part]; 7 if no die does.
	WoundIgnoreDice      [2][]int
	PartsShareIgnoreDice bool // WoundIgnoreDice holds the same dice for all living parts

	// OddsCache caches the probabilities that package odds computes from the attack.
	OddsCache any

	hitsAutomatically bool // the attack hits without a roll to hit
	reachesTarget     bool // a weapon's range and sight reach the target
	phase             Phase
}

// A HitKind is the kind of a hit, by the unmodified die to hit: rules can depend on fives and sixes
// only.
type HitKind int8

const (
	Miss         HitKind = -1
	PlainHit     HitKind = 0 // a hit by any other die
	HitOnFive    HitKind = 1
	HitOnSix     HitKind = 2
	HitKindCount         = 3 // number of kinds of hits
)

// DieEarnings are the hits and further dice that one die to hit earns.
type DieEarnings struct {
	SameKindHits int // hits of the die's own kind, at least 1
	PlainHits    int // further hits of the kind PlainHit
	FurtherDice  int // further dice to hit, which earn no further dice themselves
}

// A Hit is the outcome of the die to block one hit.
type Hit struct {
	WoundsByFace        [7]uint8 // number of wounds for each face of the die to block; a Deadly wound counts once
	RerolledFaces       uint8    // bit mask of the faces that are rolled again, once
	DeadlyFactor        int      // factor of each wound, all on one model; at least 1
	IgnoresRegeneration bool
}

// MaxWoundsPerHit is the maximum number of wounds of one hit; extra wounds beyond it are not dealt.
const MaxWoundsPerHit = 12

// WoundChances returns the distribution of the number of the hit's wounds.
func (h *Hit) WoundChances() (chances [MaxWoundsPerHit + 1]float64) {
	again := float64(bits.OnesCount8(h.RerolledFaces)) / 6
	for die := 1; die <= 6; die++ {
		p := again / 6
		if h.RerolledFaces>>die&1 == 0 {
			p += 1.0 / 6
		}
		chances[h.WoundsByFace[die]] += p
	}
	return chances
}

// Phase is a part of a melee.
type Phase int

// The phases of a melee, in order.
const (
	PhaseBeforeTurns Phase = iota // before the charger strikes
	PhaseInTurn                   // when the unit's turn to strike comes
	PhaseAfterTurns               // after the target has struck back
)

// attackTally adds up the effects of rules on an attack.
type attackTally struct {
	qualitySetByRule         int // lowest Quality set by a rule; 0 without one
	hitBonus, hitPenalty     int // modifiers to hit; hitPenalty is 0 or negative
	movingPenalty            int // the part of hitPenalty due to moving
	rangeBonus, rangePenalty int
	// inches; a reduction shortens the range down to minReducedRange at most
	rangeReduction, minReducedRange int
	byKind                          [HitKindCount]hitKindTally
	// extra wounds for each 1 or 2 that the enemy rolls to block
	woundsIfBlockIsOne, woundsIfBlockIsTwo int
	ignoresCover, ignoresPenalties         bool
	ignoresMovePenalty                     bool
	needsNoSight                           bool // needs no line of sight
	inCover                                bool
	// names of the enemy's rules that have no effect on the attack
	ignoredRules []string
}

// hitKindTally adds up the effects of rules on the hits of one kind.
type hitKindTally struct {
	// minAP is the minimum AP; apFromEnemyRules comes from the enemy's rules
	ap, minAP, apFromEnemyRules int
	extraWounds                 int // per unblocked hit
	rerolledFaces               int // bit mask of the faces of the die to block
	blast, deadly               int
	ignoresRegeneration         bool
	earnings                    DieEarnings
}

// addEffect adds one effect of the attacker's rules or, with enemy set, of its enemy's rules. An
// effect that depends on a face of the die applies to hits of that kind; any other effect applies
// to the weapon.
func (t *attackTally) addEffect(a *Attack, h heldRule, e *rules.Effect, enemy bool) {
	switch e.Trigger {
	case rules.OnOneToBlock:
		t.woundsIfBlockIsOne += h.value(e, e.ExtraWounds)
	case rules.OnTwoToBlock:
		t.woundsIfBlockIsTwo += h.value(e, e.ExtraWounds)
	case rules.OnOneToHit:
		a.SelfWoundsPerOne += max(0, h.value(e, e.SelfWounds))
	case rules.OnSixToHit:
		t.byKind[HitOnSix].addEffect(h, e, enemy)
	case rules.OnFiveToHit:
		t.byKind[HitOnFive].addEffect(h, e, enemy)
	case "":
		for k := range t.byKind {
			t.byKind[k].addEffect(h, e, enemy)
		}
		t.addWeaponEffect(a, h, e)
		if moved := e.When.Moved; moved != nil && *moved && !enemy {
			t.movingPenalty += min(0, h.value(e, e.ToHit))
		}
	}
}

// addEffect adds an effect of the attacker's rules or, with enemy set, of the enemy's rules on hits
// of the kind.
func (t *hitKindTally) addEffect(h heldRule, e *rules.Effect, enemy bool) {
	if enemy {
		t.apFromEnemyRules += h.value(e, e.AP)
	} else {
		t.ap += h.value(e, e.AP)
	}
	t.minAP = max(t.minAP, h.value(e, e.MinAP))
	t.extraWounds += h.value(e, e.ExtraWounds)
	t.blast += h.value(e, e.Blast)
	t.deadly += h.value(e, e.Deadly)
	t.ignoresRegeneration = t.ignoresRegeneration || slices.Contains(e.Ignore, rules.IgnoreRegeneration)
	if e.RerollBlocks.IsSet {
		t.rerolledFaces |= 1 << min(max(h.value(e, e.RerollBlocks), 0), 7)
	}
	t.earnings.SameKindHits += max(h.value(e, e.HitCopies)-1, 0)
	t.earnings.PlainHits += h.value(e, e.ExtraHits)
	t.earnings.FurtherDice += h.value(e, e.ExtraAttacks)
}

// addWeaponEffect adds an effect that applies to the weapon for every face of its dice.
func (t *attackTally) addWeaponEffect(a *Attack, h heldRule, e *rules.Effect) {
	if q := h.value(e, e.Quality); q > 0 && (t.qualitySetByRule == 0 || q < t.qualitySetByRule) {
		t.qualitySetByRule = q
	}
	if n := h.value(e, e.ToHit); n > 0 {
		t.hitBonus += n
	} else {
		t.hitPenalty += n
	}
	if n := h.value(e, e.Range); n > 0 {
		t.rangeBonus += n
	} else if e.MinReducedRange.IsSet {
		t.rangeReduction, t.minReducedRange = t.rangeReduction+n, max(t.minReducedRange, h.value(e, e.MinReducedRange))
	} else {
		t.rangePenalty += n
	}
	if e.ModelPick != "" {
		a.ModelPick = e.ModelPick
	}
	if e.StrikesFirst {
		a.phase = PhaseBeforeTurns
	} else if e.StrikesLast && a.phase == PhaseInTurn { // striking first wins over striking last
		a.phase = PhaseAfterTurns
	}
	t.needsNoSight = t.needsNoSight || e.NeedsNoSight
	t.ignoresCover = t.ignoresCover || slices.Contains(e.Ignore, rules.IgnoreCover)
	t.ignoresPenalties = t.ignoresPenalties || slices.Contains(e.Ignore, rules.IgnorePenalties)
	t.ignoresMovePenalty = t.ignoresMovePenalty || slices.Contains(e.Ignore, rules.IgnoreMovePenalty)
	t.ignoredRules = append(t.ignoredRules, e.IgnoreRules...)
}

// weaponAttack returns a weapon's attack on the enemy.
func (m *circumstances) weaponAttack(w *weapon, own, enemy *snapshot) *Attack {
	a := &Attack{DicePerWeapon: w.Attacks, phase: PhaseInTurn}
	t := attackTally{inCover: m.Mode != Melee && m.TargetInCover}
	list := w.allRules
	if own.unit.givesRules {
		list = m.weaponRules(w, own, enemy)
	}
	m.eachEffect(own, enemy, bearer{w.bearerPart, list, w.ownRules}, func(h heldRule, e *rules.Effect) { t.addEffect(a, h, e, false) })
	m.completeAttack(a, &t, w, own, enemy)
	return a
}

// attackFromRules builds an attack without a weapon, with the rules in uses, which an effect of
// rule h gives to it. n is the number of dice to hit; 0 makes automatic hits. part is the part of
// the unit that attacks.
func (p *dicePools) attackFromRules(uses []rules.Use, h heldRule, n, part int) *Attack {
	m, own, enemy := &p.circumstances, p.own, p.enemy
	a := &Attack{DicePerWeapon: n, phase: PhaseInTurn}
	var list []heldRule
	for _, use := range uses {
		if g := own.unit.givenRule(h, use); g.rule != nil {
			list = append(list, g)
		}
	}
	list = m.addGivenRules(list, nil, own, enemy)
	t := attackTally{inCover: m.Mode != Melee && m.TargetInCover && n > 0}
	for _, h := range list {
		for i := range h.rule.Effects {
			if e := &h.rule.Effects[i]; e.Attacker == "" && m.conditionsHold(h, e, own, enemy, list) {
				t.addEffect(a, h, e, false)
			}
		}
	}
	w := &weapon{Weapon: Weapon{Attacks: n}, bearerPart: part}
	m.completeAttack(a, &t, w, own, enemy)
	a.reachesTarget, a.phase = true, PhaseInTurn
	if n == 0 {
		a.hitsAutomatically, a.DicePerWeapon, a.MinScoringDie, a.HitsPerDie = true, 1, 1, 1
		a.HitKindByFace = [7]HitKind{Miss, PlainHit, PlainHit, PlainHit, PlainHit, HitOnFive, HitOnSix}
		a.SelfWoundsPerOne = 0
	}
	return a
}

// automaticHit returns an automatic hit without rules.
func (m *circumstances) automaticHit(own, enemy *snapshot) *Attack {
	a := &Attack{DicePerWeapon: 1, hitsAutomatically: true}
	a.HitKindByFace[0] = Miss
	hit := newHit(enemy.defense(), m.blockModifier(own, enemy, nil), hitKindTally{}, 0, 0)
	for k := range a.Hits {
		a.Hits[k], a.EarningsByKind[k] = hit, DieEarnings{SameKindHits: 1}
	}
	a.setWoundIgnoreDice(m, own, enemy, nil)
	return a
}

// completeAttack applies the enemy's rules and the scenario to an attack.
func (m *circumstances) completeAttack(a *Attack, t *attackTally, w *weapon, own, enemy *snapshot) {
	m.eachUnitEffect(enemy, own, rules.EnemyAttacks, func(h heldRule, e *rules.Effect) {
		if !slices.Contains(t.ignoredRules, h.rule.Name) {
			t.addEffect(a, h, e, true)
		}
	})
	block := m.blockModifier(own, enemy, t.ignoredRules)
	covered := t.inCover && !t.ignoresCover
	// inBlast reports whether Blast takes cover away from hits of a kind.
	inBlast := func(k HitKind) bool { return m.combat.BlastIgnoresCover && t.byKind[k].blast > 0 }
	if covered && m.combat.Cover == rules.CoverToHit && !inBlast(PlainHit) {
		t.hitPenalty--
	}
	if t.ignoresMovePenalty {
		t.hitPenalty -= t.movingPenalty
	}
	if t.ignoresPenalties {
		t.hitPenalty, t.rangePenalty, t.rangeReduction = 0, 0, 0
	}
	a.setHitKindByFace(own, m, w, t)
	for k := range a.Hits {
		of := &t.byKind[k]
		modifier := block - max(0, max(of.ap, of.minAP)+of.apFromEnemyRules)
		if covered && m.combat.Cover == rules.CoverToBlock && !inBlast(HitKind(k)) {
			modifier++
		}
		a.Hits[k] = newHit(enemy.defense(), modifier, *of, t.woundsIfBlockIsOne, t.woundsIfBlockIsTwo)
		a.HasDeadlyHits = a.HasDeadlyHits || of.deadly > 0
	}
	reach := w.Range + t.rangeBonus + t.rangePenalty
	reach = max(reach+t.rangeReduction, min(reach, t.minReducedRange))
	switch m.Mode {
	case Melee:
		a.reachesTarget = w.Range == 0
	case Shooting:
		a.reachesTarget = w.Range > 0 && reach >= m.Distance && (m.InSight || t.needsNoSight)
	default:
		a.reachesTarget = true
	}
	if m.Mode != Melee {
		a.phase = PhaseInTurn
	}
	a.setEarnings(t, enemy.survivors.AllModels, m.combat.BlastCap)
	a.setWoundIgnoreDice(m, own, enemy, t.ignoredRules)
}

// weaponRules returns all rules of a weapon: its own, its bearer's, and the rules given by its own.
// Only units with rules that give rules need it.
func (m *circumstances) weaponRules(w *weapon, own, enemy *snapshot) []heldRule {
	list := slices.Clone(own.rulesOf(w.bearerPart))
	for _, h := range w.ownRules {
		list = addRule(list, h)
	}
	return m.addGivenRules(list, own.rulesOf(w.bearerPart), own, enemy)
}

// addGivenRules appends the rules given by the rules in list. It skips the rules in others: the
// rules given by them are in list already.
func (m *circumstances) addGivenRules(list, others []heldRule, own, enemy *snapshot) []heldRule {
	var done []*rules.Effect
	for k := 0; k < len(list); k++ {
		h := list[k]
		if containsRule(others, h.rule) {
			continue // gave to its bearer already
		}
		for i := range h.rule.Effects {
			e := &h.rule.Effects[i]
			if len(e.GivenRules) == 0 || slices.Contains(done, e) || !m.conditionsHold(h, e, own, enemy, list) {
				continue
			}
			done = append(done, e)
			for _, use := range e.GivenRules {
				if g := own.unit.givenRule(h, use); g.rule != nil {
					list = addRule(list, g)
				}
			}
		}
	}
	return list
}

// setHitKindByFace sets the outcome of each face of the die to hit. A 6 always hits and a 1 never;
// a fatigued or shaken unit hits in melee on sixes only.
func (a *Attack) setHitKindByFace(own *snapshot, m *circumstances, w *weapon, t *attackTally) {
	quality := own.unit.quality
	if w.bearerPart != SquadWide {
		quality = own.unit.Parts[w.bearerPart].quality
	}
	if t.qualitySetByRule > 0 {
		quality = t.qualitySetByRule
	}
	a.HitKindByFace = [7]HitKind{Miss, Miss, Miss, Miss, Miss, Miss, HitOnSix}
	if m.Mode == Melee && (own.unit.fatigued || own.unit.shaken) {
		return
	}
	for die := 2; die <= 5; die++ {
		switch {
		case die+t.hitBonus+t.hitPenalty < quality:
		case die == 5:
			a.HitKindByFace[die] = HitOnFive
		default:
			a.HitKindByFace[die] = PlainHit
		}
	}
}

// newHit returns the outcome of one die to block against a Defense; onOne and onTwo are extra
// wounds for a one and a two. A 6 always blocks and a 1 never. Faces are rolled again only if they
// block.
func newHit(defense, modifier int, t hitKindTally, onOne, onTwo int) Hit {
	h := Hit{DeadlyFactor: min(max(t.deadly, 1), maxWounds), IgnoresRegeneration: t.ignoresRegeneration}
	for die := 1; die <= 6; die++ {
		if die == 6 || die > 1 && die+modifier >= defense {
			h.RerolledFaces |= uint8(t.rerolledFaces) & (1 << die)
			continue
		}
		wounds := 1 + t.extraWounds
		switch die {
		case 1:
			wounds += onOne
		case 2:
			wounds += onTwo
		}
		h.WoundsByFace[die] = uint8(min(max(wounds, 0), MaxWoundsPerHit))
	}
	return h
}

// setEarnings sets the hits and further dice that a die of each kind earns. Blast multiplies hits
// up to the edition's cap; models is the number of the target's models.
func (a *Attack) setEarnings(t *attackTally, models int, limit rules.BlastCap) {
	if a.ModelPick == rules.PickModel {
		models = 1 // resolved as a unit of one
	}
	blast := func(k int) int {
		n := t.byKind[k].blast
		if limit == rules.BlastPerHit {
			n = min(n, models)
		}
		return max(n, 1)
	}
	for k := range a.EarningsByKind {
		of := &t.byKind[k]
		if of.blast != 0 && limit == rules.BlastPerWeapon {
			a.HitCap = models
		}
		a.EarningsByKind[k] = DieEarnings{
			SameKindHits: min(max((1+of.earnings.SameKindHits)*blast(k), 1), maxHitsOrDicePerDie),
			PlainHits:    min(max(of.earnings.PlainHits*blast(int(PlainHit)), 0), maxHitsOrDicePerDie),
			FurtherDice:  min(max(of.earnings.FurtherDice, 0), maxHitsOrDicePerDie),
		}
	}
}

// blockModifier returns the sum of the target's modifiers to its rolls to block. ignored names
// rules of the target that have no effect.
func (m *circumstances) blockModifier(own, enemy *snapshot, ignored []string) int {
	sum := 0
	m.eachUnitEffect(enemy, own, "", func(h heldRule, e *rules.Effect) {
		if e.BlockModifier.IsSet && !slices.Contains(ignored, h.rule.Name) {
			sum += h.value(e, e.BlockModifier)
		}
	})
	return sum
}

// setWoundIgnoreDice sets WoundIgnoreDice from the best rule of each part of the target. ignored
// names rules of the target that have no effect.
func (a *Attack) setWoundIgnoreDice(m *circumstances, own, enemy *snapshot, ignored []string) {
	n := len(enemy.partRules)
	both := make([]int, 2*n)
	a.WoundIgnoreDice = [2][]int{both[:n], both[n:]}
	a.PartsShareIgnoreDice = true
	first := NoIndex
	for p, list := range enemy.partRules {
		if enemy.survivors.AliveByPart[p] == 0 {
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
		a.WoundIgnoreDice[0][p], a.WoundIgnoreDice[1][p] = max(min(regeneration, ward), 2), max(ward, 2)
		if first == NoIndex {
			first = p
		} else if a.WoundIgnoreDice[0][p] != a.WoundIgnoreDice[0][first] ||
			a.WoundIgnoreDice[1][p] != a.WoundIgnoreDice[1][first] {
			a.PartsShareIgnoreDice = false
		}
	}
}

// CanExceedHitCap reports whether n dice of one weapon can score more hits than the cap.
func (a *Attack) CanExceedHitCap(n int) bool {
	hits := 0
	for _, d := range a.EarningsByKind {
		hits = max(hits, d.SameKindHits+d.PlainHits)
	}
	return a.HitCap > 0 && n*(1+a.MaxFurtherDice())*hits > a.HitCap
}

// MaxFurtherDice returns the maximum number of further dice that one die to hit earns.
func (a *Attack) MaxFurtherDice() int {
	n := 0
	for _, d := range a.EarningsByKind {
		n = max(n, d.FurtherDice)
	}
	return n
}

// expectedWorth returns the expected sum of worth over the hits of n dice of one weapon; worth
// holds the value of a hit of each kind.
func (a *Attack) expectedWorth(n int, worth [HitKindCount]float64) float64 {
	if a.CanExceedHitCap(n) {
		sum := []float64{1, 0} // a chance, and the worth collected with it
		a.RollCappedWeapon(sum, n, func(v []float64, k HitKind) { v[1] += v[0] * worth[k] },
			func(n int) []float64 { return make([]float64, n) })
		return sum[1]
	}
	var die, given float64 // per die; dice given per die
	for _, k := range a.HitKindByFace[1:] {
		if k != Miss {
			d := &a.EarningsByKind[k]
			die += (float64(d.SameKindHits)*worth[k] + float64(d.PlainHits)*worth[PlainHit]) / 6
			given += float64(d.FurtherDice) / 6
		}
	}
	return float64(n) * (die + given*die)
}

// HitKindChances returns the chance of each kind of hit of one die; the rest is the chance to miss.
func (a *Attack) HitKindChances() (chances [HitKindCount]float64) {
	faces := [HitKindCount]int{}
	for _, k := range a.HitKindByFace[1:] {
		if k != Miss {
			faces[k]++
		}
	}
	for k, n := range faces {
		chances[k] = float64(n) / 6
	}
	return chances
}

// RollCappedWeapon adds n dice of one weapon to a distribution, in place, if the weapon's hits are
// capped. deal adds one hit to a distribution and must be linear in it; alloc returns zeros. It is
// dynamic programming over the numbers of hits scored and of further dice earned so far. Further
// dice are rolled last, and hits beyond the cap are cut off (rules notes, Blast).
func (a *Attack) RollCappedWeapon(v []float64, n int, deal func(v []float64, k HitKind), alloc func(n int) []float64) {
	c := cappedRoll{
		Attack: a, rowsPerHitCount: n*a.MaxFurtherDice() + 1, kindChances: a.HitKindChances(),
		dealHit: deal, alloc: alloc,
	}
	c.distributions = make([][]float64, a.HitCap*c.rowsPerHitCount)
	c.distributionAtCap, c.scratch = alloc(len(v)), alloc(len(v))
	copy(c.distributionFor(0, 0), v)
	for range n {
		for at := len(c.distributions) - 1; at >= 0; at-- {
			if from := c.distributions[at]; from != nil {
				missed := c.rollDie(from, at/c.rowsPerHitCount, at%c.rowsPerHitCount, true)
				for i := range from {
					from[i] *= missed
				}
			}
		}
	}
	for dice := c.rowsPerHitCount - 1; dice > 0; dice-- {
		for scored := a.HitCap - 1; scored >= 0; scored-- {
			if from := c.distributions[scored*c.rowsPerHitCount+dice]; from != nil {
				missed := c.rollDie(from, scored, dice-1, false)
				out := c.distributionFor(scored, dice-1)
				for i, vi := range from {
					out[i] += missed * vi
				}
			}
		}
	}
	copy(v, c.distributionAtCap)
	for scored := range a.HitCap {
		for i, vi := range c.distributions[scored*c.rowsPerHitCount] {
			v[i] += vi
		}
	}
}

// A cappedRoll holds the distributions of RollCappedWeapon while it runs.
type cappedRoll struct {
	*Attack
	// number of rows for each number of hits: the maximum number of further dice, plus 1
	rowsPerHitCount int
	kindChances     [HitKindCount]float64
	dealHit         func(v []float64, k HitKind)
	alloc           func(n int) []float64

	// distributions holds a distribution of the target's states for every number of hits scored and of
	// further dice still to roll, at index hits × rowsPerHitCount + dice; nil until it is reached.
	distributions     [][]float64
	distributionAtCap []float64 // the distribution once the cap is reached and dice no longer matter
	scratch           []float64
}

// distributionFor returns the distribution for a number of hits scored and a number of further dice
// to roll.
func (c *cappedRoll) distributionFor(scored, dice int) []float64 {
	if scored == c.HitCap {
		return c.distributionAtCap
	}
	at := &c.distributions[scored*c.rowsPerHitCount+dice]
	if *at == nil {
		*at = c.alloc(len(c.distributionAtCap))
	}
	return *at
}

// rollDie moves the probabilities in from, by one die to hit, to the rows with more hits, and
// returns the chance to miss. No row gets any from later rows, so all can be rolled in place, from
// the last to the first. Only a first die, not a further one, earns further dice.
func (c *cappedRoll) rollDie(from []float64, scored, dice int, first bool) (missed float64) {
	missed = 1
	for k, chance := range c.kindChances {
		if chance == 0 {
			continue
		}
		missed -= chance
		copy(c.scratch, from)
		d := &c.EarningsByKind[k]
		copies := min(d.SameKindHits, c.HitCap-scored)
		extra := min(d.PlainHits, c.HitCap-scored-copies)
		for range copies {
			c.dealHit(c.scratch, HitKind(k))
		}
		for range extra {
			c.dealHit(c.scratch, PlainHit)
		}
		to := dice
		if first {
			to += d.FurtherDice
		}
		out := c.distributionFor(scored+copies+extra, to)
		for i, wi := range c.scratch {
			out[i] += chance * wi
		}
	}
	return missed
}

// expectedWounds returns the expected wounds of one die before Regeneration, by which the best
// melee weapon is chosen (rules notes, best melee weapon).
func (a *Attack) expectedWounds() float64 {
	return a.expectedWorth(1, a.worthByHitKind(func(h *Hit) float64 { return float64(h.DeadlyFactor) }))
}

// worthByHitKind returns the expected worth of a hit of each kind, where wound returns the worth of
// one wound of a hit.
func (a *Attack) worthByHitKind(wound func(h *Hit) float64) (worth [HitKindCount]float64) {
	for k := range a.Hits {
		h := &a.Hits[k]
		one := wound(h)
		for n, p := range h.WoundChances() {
			worth[k] += p * float64(n) * one
		}
	}
	return worth
}

// expectedWoundsTaken returns the expected wounds that one wound of a hit, Deadly or not, deals to
// a model of the enemy's part.
func (a *Attack) expectedWoundsTaken(h *Hit, enemy *Fighter, part int) (sum float64) {
	for n, p := range dice.Binomial(h.DeadlyFactor, a.WoundStaysChance(h, part)) {
		sum += p * float64(min(n, enemy.Parts[part].Tough))
	}
	return sum
}

// expectedWoundsOn returns the expected wounds of one weapon on the enemy's model that takes the
// first wounds. Wounds beyond the model's Tough are lost.
func (a *Attack) expectedWoundsOn(enemy *Fighter) float64 {
	part := enemy.States[enemy.InitialState].VictimPart
	return a.expectedWorth(a.DicePerWeapon, a.worthByHitKind(func(h *Hit) float64 { return a.expectedWoundsTaken(h, enemy, part) }))
}

// WoundStaysChance returns the chance that a model of a part does not ignore a wound of a hit.
func (a *Attack) WoundStaysChance(h *Hit, part int) float64 {
	return float64(a.WoundIgnoreDie(h, part)-1) / 6
}

// WoundIgnoreDie returns the lowest die on which a model of a part ignores a wound of a hit; 7 if
// none does.
func (a *Attack) WoundIgnoreDie(h *Hit, part int) int {
	if h.IgnoresRegeneration {
		return a.WoundIgnoreDice[1][part]
	}
	return a.WoundIgnoreDice[0][part]
}
