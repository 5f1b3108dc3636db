package odds

import (
	"slices"

	"muster/rules/gf/attack"
)

// A Part holds the effect of some steps of an attack on each state of the target. Parts of the
// same attacker with other weapons can be added to it.
type Part struct {
	wounds  []int // by state
	initial int
	// options counts the picks of the target, and of the attacker for each; chances are those of
	// the outcomes of rule dice. Each combination has a turn.
	options     [2]int
	chances     []float64
	turns       []turn
	most        float64
	independent bool // of other weapons
}

// A turn holds the effect of the steps for one combination of picks and dice.
type turn struct {
	rows        [][]float64 // by state: the chances of that state and the following ones
	rank        int         // lower ones resolve first
	last        bool        // none resolve later
	ops         []op
	countsOnly  bool  // the steps only count wounds, in any order
	unarmedDice []int // dice of the attacker's steps without a weapon
}

// Split returns the parts of an attack: the steps without a weapon and those with one. They are
// nil if more than the attacker's one strike matters, or if the target's rules depend on its
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
	p := Part{initial: f.B.Initial, independent: !f.Charge() || !f.A.PicksWeapon()}
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

// addTurns adds a turn to the unarmed and to the armed part.
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

// addTurn adds a turn with some steps.
func (p *Part) addTurn(s *strike, steps []attack.Step, unarmed []int) {
	t := turn{unarmedDice: unarmed, countsOnly: true}
	for _, step := range steps {
		t.rank = s.Rank(step.Attack)
		t.last = t.rank == s.Rank(&attack.Attack{})
		p.independent = p.independent && t.rank == s.Rank(steps[0].Attack)
		o := s.prepare(step, s.Enemy.At(s.Enemy.Initial))
		t.ops, t.countsOnly = append(t.ops, o), t.countsOnly && o.method == spreadWounds
	}
	if len(steps) > 0 {
		p.fillRows(s, &t)
	}
	p.turns = append(p.turns, t)
}

// fillRows works out a turn from each state of the target.
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
		p.most = max(p.most, dealt)
	}
	if t.countsOnly {
		t.ops = []op{{method: spreadWounds}} // the rows hold all the rest
	}
	for i := range t.ops {
		t.ops[i].pmf = nil // lies in the arena
	}
}

// Most returns the most expected wounds of the part from any state of the target.
func (p *Part) Most() float64 { return p.most }

// Left returns the wounds that the target has left.
func (p *Part) Left() int { return p.wounds[len(p.wounds)-1] - p.wounds[p.initial] }

// Counts returns the chances of each number of wounds that the part deals, up to all that the
// target has left, for each turn. ok is false if the part does more than count wounds, or resolves
// before others.
func (p *Part) Counts() (turns [][]float64, ok bool) {
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
		case !t.countsOnly || !t.last:
			return nil, false
		default:
			copy(chances, t.rows[p.initial])
		}
		turns = append(turns, chances)
	}
	return turns, true
}

// Adds reports whether parts, the unarmed one first, can be added: they share picks and rule
// dice, and their order makes no difference.
func Adds(parts []*Part) bool {
	first := parts[0]
	for _, p := range parts {
		if !p.independent || len(p.wounds) != len(first.wounds) || p.options != first.options || !slices.Equal(p.chances, first.chances) {
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

// Sum returns the expected wounds on the target from parts that can be added. The target's pick
// minimizes the attacker's maximum.
func Sum(parts []*Part) (mean float64) {
	first, at := parts[0], 0
	for ofB := range first.options[0] {
		most := 0.
		for range first.options[1] {
			wounds := 0.
			for _, chance := range first.chances {
				wounds += chance * turnWounds(parts, at)
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

// turnWounds returns the expected wounds that all parts deal in one turn against the enemy's
// at-th state.
func turnWounds(parts []*Part, at int) (mean float64) {
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
