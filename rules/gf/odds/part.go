package odds

import (
	"slices"

	"muster/rules/gf/attack"
)

// An AttackPart holds the effect of some steps of an attack on each state of the target. SumParts
// adds parts of attackers that differ in weapons only.
type AttackPart struct {
	woundsByState []int // wounds taken in each state of the target
	initialState  int   // index of the target's first state
	// optionCounts holds the numbers of options of the target and of the attacker, and
	// outcomeChances the probabilities of the outcomes of the rule dice. combinations has an entry
	// for each combination, in the order [target's option][attacker's option][outcome].
	optionCounts              [2]int
	outcomeChances            []float64
	combinations              []pickCombination
	MaxMeanWounds             float64 // largest expected wounds, over all states of the target
	independentOfOtherWeapons bool    // its effect does not depend on the attacker's other weapons
}

// A pickCombination holds the effect of a part's steps for one combination of picks and outcomes of
// the rule dice.
type pickCombination struct {
	stateChanges    [][]float64 // [state before][state after − state before]: probability
	resolutionRank  int         // order of resolution, lower ranks first
	resolvesLast    bool        // no rank is higher
	ops             []op        // the steps with their distributions; see op
	onlyDealsWounds bool        // the steps only deal a number of wounds, in any order
	// for each of the attacker's steps without a weapon, the numbers of weapons and of bonus
	// weapons of the step
	weaponlessStepCounts []int
}

// SplitByWeapon splits an attack into the steps without a weapon (unarmed) and the steps with one
// (armed). Both parts are nil if the result depends on more than the attacker's one strike, or if
// the target's rules depend on its striker. The error is a *schema.Error with CodeTooLarge.
func SplitByWeapon(f *attack.Fight) (unarmed, armed *AttackPart, err error) {
	e, err := newExact(f)
	if err != nil {
		return nil, nil, err
	}
	defer e.releaseMemory(&err)
	e.pickOptions()
	if !f.IsSingleStrike() || f.B.DependsOnEnemyStats() {
		return nil, nil, nil
	}
	strikes := e.strikes(f.A, attack.PhaseInTurn)
	p := AttackPart{initialState: f.B.InitialState, independentOfOtherWeapons: !f.IsMelee() || !f.A.HasBestWeaponAttacks()}
	for i := range f.B.States {
		p.woundsByState = append(p.woundsByState, f.B.Wounds(i))
	}
	for _, s := range strikes {
		p.outcomeChances = append(p.outcomeChances, s.outcomeChance)
	}
	parts := [2]AttackPart{p, p}
	options := slices.Collect(e.PickCombinations(e.A))
	for ofB := range e.PickCombinations(e.B) {
		e.B.SetPicks(ofB)
		for _, ofA := range options {
			e.A.SetPicks(ofA)
			e.ChooseWeaponProfiles()
			for _, s := range strikes {
				s.clearPickCaches()
				s.addCombinations(&parts)
			}
		}
		for i := range parts {
			parts[i].optionCounts[0]++
			parts[i].optionCounts[1] = len(options)
		}
	}
	return &parts[0], &parts[1], nil
}

// addCombinations adds the combination of the present picks to both parts: without weapons and with
// weapons.
func (s *strike) addCombinations(parts *[2]AttackPart) {
	s.planSteps = s.AppendPlan(s.planSteps[:0], &s.Own.Survivors[s.Own.States[s.Own.InitialState].SurvivorsIndex],
		s.Enemy.SurvivorsIn(s.Enemy.InitialState))
	var steps [2][]attack.Step
	var unarmed []int
	for _, step := range s.planSteps {
		if step.HasWeapon() {
			steps[1] = append(steps[1], step)
		} else {
			steps[0], unarmed = append(steps[0], step), append(unarmed, step.WeaponCount, step.BonusWeapons)
		}
	}
	for i := range parts {
		parts[i].addCombination(s, steps[i], unarmed)
	}
}

// addCombination adds a combination with the given steps; unarmed holds its weaponlessStepCounts.
func (p *AttackPart) addCombination(s *strike, steps []attack.Step, unarmed []int) {
	t := pickCombination{weaponlessStepCounts: unarmed, onlyDealsWounds: true}
	for _, step := range steps {
		t.resolutionRank = s.ResolutionRank(step.Attack)
		t.resolvesLast = t.resolutionRank == s.ResolutionRank(&attack.Attack{})
		p.independentOfOtherWeapons = p.independentOfOtherWeapons && t.resolutionRank == s.ResolutionRank(steps[0].Attack)
		o := s.prepareOp(step, s.Enemy.SurvivorsIn(s.Enemy.InitialState))
		t.ops, t.onlyDealsWounds = append(t.ops, o), t.onlyDealsWounds && o.woundMethod == spreadWounds
	}
	if len(steps) > 0 {
		p.fillStateChanges(s, &t)
	}
	p.combinations = append(p.combinations, t)
}

// fillStateChanges computes the stateChanges of a combination from each state of the target.
func (p *AttackPart) fillStateChanges(s *strike, t *pickCombination) {
	defer s.mem.release(s.mem.mark())
	v := s.mem.alloc(len(p.woundsByState))
	t.stateChanges = make([][]float64, len(v))
	for i := p.initialState; i < len(v); i++ {
		clear(v)
		v[i] = 1
		s.applyOps(t.ops, v)
		last := len(v)
		for last > i+1 && v[last-1] == 0 {
			last--
		}
		t.stateChanges[i] = slices.Clone(v[i:last])
		dealt := 0.
		for k, chance := range t.stateChanges[i] {
			dealt += chance * float64(p.woundsByState[i+k]-p.woundsByState[i])
		}
		p.MaxMeanWounds = max(p.MaxMeanWounds, dealt)
	}
	if t.onlyDealsWounds {
		t.ops = []op{{woundMethod: spreadWounds}} // the rows hold all the rest
	} else {
		dropDistributions(t.ops)
	}
}

// dropDistributions removes from ops all distributions in the arena's memory, as the arena is used
// again.
func dropDistributions(ops []op) {
	for i := range ops {
		o := &ops[i]
		o.woundPMF, o.volleyCache, o.partVolleyCache = nil, volleyCache{}, nil
		dropDistributions(o.joinedOps)
	}
}

// TargetWoundsLeft returns the number of wounds that the target has left.
func (p *AttackPart) TargetWoundsLeft() int {
	return p.woundsByState[len(p.woundsByState)-1] - p.woundsByState[p.initialState]
}

// WoundChances returns, for each combination, the distribution of the number of wounds that the
// part deals, up to all that the target has left. ok is false if the part does more than deal a
// number of wounds, or resolves before other attacks.
func (p *AttackPart) WoundChances() (turns [][]float64, ok bool) {
	for i, wounds := range p.woundsByState {
		if wounds != i {
			return nil, false
		}
	}
	for i := range p.combinations {
		t := &p.combinations[i]
		chances := make([]float64, len(p.woundsByState)-p.initialState)
		switch {
		case t.stateChanges == nil:
			chances[0] = 1
		case !t.onlyDealsWounds || !t.resolvesLast:
			return nil, false
		default:
			copy(chances, t.stateChanges[p.initialState])
		}
		turns = append(turns, chances)
	}
	return turns, true
}

// CanSumParts reports whether SumParts can add the parts: they share picks and rule dice, and their
// order makes no difference. The first must be the part without weapons.
func CanSumParts(parts []*AttackPart) bool {
	first := parts[0]
	for _, p := range parts {
		if !p.independentOfOtherWeapons || len(p.woundsByState) != len(first.woundsByState) ||
			p.optionCounts != first.optionCounts ||
			!slices.Equal(p.outcomeChances, first.outcomeChances) {
			return false
		}
	}
	ops := make([][]op, 0, len(parts)) // of the parts that resolve at the same time
	for at := range first.combinations {
		counts := true
		for _, p := range parts {
			t := &p.combinations[at]
			if !slices.Equal(t.weaponlessStepCounts, first.combinations[at].weaponlessStepCounts) {
				return false
			}
			counts = counts && t.onlyDealsWounds
		}
		if counts {
			continue
		}
		for _, p := range parts {
			ops = ops[:0]
			for _, q := range parts {
				if q.combinations[at].resolutionRank == p.combinations[at].resolutionRank {
					ops = append(ops, q.combinations[at].ops)
				}
			}
			if !orderIsIrrelevant(ops...) {
				return false
			}
		}
	}
	return true
}

// SumParts returns the expected wounds on the target from all parts together, for which CanSumParts
// must hold. If both sides pick effects, the target picks first, to minimise the wounds of the
// attacker's best pick.
func SumParts(parts []*AttackPart) (mean float64) {
	first, at := parts[0], 0
	for ofB := range first.optionCounts[0] {
		most := 0.
		for range first.optionCounts[1] {
			wounds := 0.
			for _, chance := range first.outcomeChances {
				wounds += chance * meanWoundsForCombination(parts, at)
				at++
			}
			most = max(most, wounds)
		}
		if ofB == 0 || most < mean {
			mean = most
		}
	}
	return mean
}

// meanWoundsForCombination returns the expected wounds that all parts deal in the combination with
// index at.
func meanWoundsForCombination(parts []*AttackPart, at int) (mean float64) {
	first := parts[0]
	var room [2][64]float64
	v, to := room[0][:], room[1][:]
	if n := len(first.woundsByState); n > len(v) {
		v, to = make([]float64, n), make([]float64, n)
	} else {
		v, to = v[:n], to[:n]
	}
	v[first.initialState] = 1
	for done, rank := 0, 0; done < len(parts); rank++ {
		for _, p := range parts {
			t := &p.combinations[at]
			if t.resolutionRank != rank {
				continue
			}
			done++
			if t.stateChanges == nil {
				continue
			}
			clear(to)
			for i := p.initialState; i < len(v); i++ {
				if x := v[i]; x != 0 {
					row := to[i : i+len(t.stateChanges[i])]
					for k, chance := range t.stateChanges[i] {
						row[k] += x * chance
					}
				}
			}
			v, to = to, v
		}
	}
	for i, p := range v {
		mean += p * float64(first.woundsByState[i])
	}
	return mean
}
