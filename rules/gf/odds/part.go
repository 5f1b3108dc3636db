package odds

import (
	"slices"

	"muster/rules/gf/attack"
)

// A Part holds the effect of some steps of an attack on each state of the target. Sum adds it to
// parts with the other weapons of the same attacker.
type Part struct {
	wounds  []int // wounds taken in each state of the target
	initial int   // index of the target's first state
	// options are the numbers of effects that the target and the attacker can pick from, and chances
	// the probabilities of the outcomes of the rule dice. turns has an entry for each combination, in
	// the order [target's pick][attacker's pick][outcome].
	options   [2]int
	chances   []float64
	turns     []turn
	maxMean   float64 // most expected wounds, from any state of the target
	sameAlone bool    // its effect does not depend on the attacker's other weapons
}

// A turn holds the effect of a part's steps for one combination of picks and outcomes of rule dice.
type turn struct {
	rows         [][]float64 // [state before][state after − state before]: probability
	rank         int         // order of resolution, lower ranks first
	resolvesLast bool        // no rank is higher
	ops          []op        // ops of the steps; see op
	countsOnly   bool        // the steps deal a number of wounds, whatever their order
	unarmedDice  []int       // weapons and stronger weapons of each of the attacker's steps without a weapon
}

// Split splits an attack into the steps without a weapon and those with one. Both parts are nil if
// the result depends on more than the attacker's one strike, or if the target's rules depend on its
// striker. The error is a *schema.Error with CodeTooLarge.
func Split(f *attack.Fight) (unarmed, armed *Part, err error) {
	e, err := newExact(f)
	if err != nil {
		return nil, nil, err
	}
	defer e.end(&err)
	e.pickOptions()
	if !f.OneStrike() || f.B.DependsOnEnemy() {
		return nil, nil, nil
	}
	strikes := e.strikes(f.A, attack.InTurn)
	p := Part{initial: f.B.Initial, sameAlone: !f.IsMelee() || !f.A.GainsBestWeapon()}
	for i := range f.B.States {
		p.wounds = append(p.wounds, f.B.Wounds(i))
	}
	for _, s := range strikes {
		p.chances = append(p.chances, s.chance)
	}
	parts := [2]Part{p, p}
	options := slices.Collect(e.Options(e.A))
	for ofB := range e.Options(e.B) {
		e.B.Pick(ofB)
		for _, ofA := range options {
			e.A.Pick(ofA)
			e.ChooseProfiles()
			for _, s := range strikes {
				s.reset()
				s.addTurns(&parts)
			}
		}
		for i := range parts {
			parts[i].options[0]++
			parts[i].options[1] = len(options)
		}
	}
	return &parts[0], &parts[1], nil
}

// addTurns adds the turn of the present picks to the unarmed and to the armed part.
func (s *strike) addTurns(parts *[2]Part) {
	s.steps = s.AppendPlan(s.steps[:0], &s.Own.Survivors[s.Own.States[s.Own.Initial].Survivors], s.Enemy.At(s.Enemy.Initial))
	var steps [2][]attack.Step
	var unarmed []int
	for _, step := range s.steps {
		if step.HasWeapon() {
			steps[1] = append(steps[1], step)
		} else {
			steps[0], unarmed = append(steps[0], step), append(unarmed, step.Weapons, step.Stronger)
		}
	}
	for i := range parts {
		parts[i].addTurn(s, steps[i], unarmed)
	}
}

// addTurn adds a turn with the given steps; unarmed is turn.unarmedDice.
func (p *Part) addTurn(s *strike, steps []attack.Step, unarmed []int) {
	t := turn{unarmedDice: unarmed, countsOnly: true}
	for _, step := range steps {
		t.rank = s.Rank(step.Attack)
		t.resolvesLast = t.rank == s.Rank(&attack.Attack{})
		p.sameAlone = p.sameAlone && t.rank == s.Rank(steps[0].Attack)
		o := s.prepare(step, s.Enemy.At(s.Enemy.Initial))
		t.ops, t.countsOnly = append(t.ops, o), t.countsOnly && o.method == spreadWounds
	}
	if len(steps) > 0 {
		p.fillRows(s, &t)
	}
	p.turns = append(p.turns, t)
}

// fillRows works out the rows of a turn from each state of the target.
func (p *Part) fillRows(s *strike, t *turn) {
	defer s.mem.release(s.mem.mark())
	v := s.mem.alloc(len(p.wounds))
	t.rows = make([][]float64, len(v))
	for i := p.initial; i < len(v); i++ {
		clear(v)
		v[i] = 1
		s.apply(t.ops, v)
		last := len(v)
		for last > i+1 && v[last-1] == 0 {
			last--
		}
		t.rows[i] = slices.Clone(v[i:last])
		dealt := 0.
		for k, chance := range t.rows[i] {
			dealt += chance * float64(p.wounds[i+k]-p.wounds[i])
		}
		p.maxMean = max(p.maxMean, dealt)
	}
	if t.countsOnly {
		t.ops = []op{{method: spreadWounds}} // the rows hold all the rest
	} else {
		dropNumbers(t.ops)
	}
}

// dropNumbers drops what of ops lies in the arena.
func dropNumbers(ops []op) {
	for i := range ops {
		o := &ops[i]
		o.pmf, o.wholeVolley, o.onPart = nil, volleys{}, nil
		dropNumbers(o.also)
	}
}

// MaxMean returns the expected wounds of the part from the state of the target in which they are
// most.
func (p *Part) MaxMean() float64 { return p.maxMean }

// WoundsLeft returns the wounds that the target has left.
func (p *Part) WoundsLeft() int { return p.wounds[len(p.wounds)-1] - p.wounds[p.initial] }

// WoundCounts returns, for each turn, the distribution of the wounds that the part deals, up to all
// that the target has left. ok is false if the part does more than deal a number of wounds, or
// resolves before other attacks.
func (p *Part) WoundCounts() (turns [][]float64, ok bool) {
	for i, wounds := range p.wounds {
		if wounds != i {
			return nil, false
		}
	}
	for i := range p.turns {
		t := &p.turns[i]
		chances := make([]float64, len(p.wounds)-p.initial)
		switch {
		case t.rows == nil:
			chances[0] = 1
		case !t.countsOnly || !t.resolvesLast:
			return nil, false
		default:
			copy(chances, t.rows[p.initial])
		}
		turns = append(turns, chances)
	}
	return turns, true
}

// CanSum reports whether Sum can add the parts, of which the unarmed one is first: they share picks
// and rule dice, and their order makes no difference.
func CanSum(parts []*Part) bool {
	first := parts[0]
	for _, p := range parts {
		if !p.sameAlone || len(p.wounds) != len(first.wounds) || p.options != first.options || !slices.Equal(p.chances, first.chances) {
			return false
		}
	}
	ops := make([][]op, 0, len(parts)) // of the parts that resolve at the same time
	for at := range first.turns {
		counts := true
		for _, p := range parts {
			t := &p.turns[at]
			if !slices.Equal(t.unarmedDice, first.turns[at].unarmedDice) {
				return false
			}
			counts = counts && t.countsOnly
		}
		if counts {
			continue
		}
		for _, p := range parts {
			ops = ops[:0]
			for _, q := range parts {
				if q.turns[at].rank == p.turns[at].rank {
					ops = append(ops, q.turns[at].ops)
				}
			}
			if !commute(ops...) {
				return false
			}
		}
	}
	return true
}

// Sum returns the expected wounds on the target from all parts together, for which CanSum must
// hold. If both sides pick effects, the target picks so that the attacker's best pick gains least.
func Sum(parts []*Part) (mean float64) {
	first, at := parts[0], 0
	for ofB := range first.options[0] {
		most := 0.
		for range first.options[1] {
			wounds := 0.
			for _, chance := range first.chances {
				wounds += chance * meanInTurn(parts, at)
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

// meanInTurn returns the expected wounds that all parts deal in the turn with index at.
func meanInTurn(parts []*Part, at int) (mean float64) {
	first := parts[0]
	var room [2][64]float64
	v, to := room[0][:], room[1][:]
	if n := len(first.wounds); n > len(v) {
		v, to = make([]float64, n), make([]float64, n)
	} else {
		v, to = v[:n], to[:n]
	}
	v[first.initial] = 1
	for done, rank := 0, 0; done < len(parts); rank++ {
		for _, p := range parts {
			t := &p.turns[at]
			if t.rank != rank {
				continue
			}
			done++
			if t.rows == nil {
				continue
			}
			clear(to)
			for i := p.initial; i < len(v); i++ {
				if x := v[i]; x != 0 {
					row := to[i : i+len(t.rows[i])]
					for k, chance := range t.rows[i] {
						row[k] += x * chance
					}
				}
			}
			v, to = to, v
		}
	}
	for i, p := range v {
		mean += p * float64(first.wounds[i])
	}
	return mean
}
