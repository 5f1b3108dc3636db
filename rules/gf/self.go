package gf

import (
	"slices"

	"muster/rules"
	"muster/rules/dice"
)

// A selfHarm deals a unit the wounds of its own ones to hit.
type selfHarm struct {
	*strike // of its enemy, who does nothing here but be there
	dealt   map[[3]int][]float64
}

func newSelfHarm(s *strike) *selfHarm { return &selfHarm{strike: s, dealt: map[[3]int][]float64{}} }

// deal calls add for each state that n such wounds lead to from one of the
// unit's, before an enemy in another.
func (s *selfHarm) deal(from, enemy, n int, add func(to int, p float64)) {
	u := s.enemy
	key := [3]int{from, s.own.of(enemy).class, n}
	v := s.dealt[key]
	if v == nil {
		// The striker's stance towards the unit is only looked at for what it ignores: nothing.
		foe, own := s.stances(s.own.of(enemy), u.of(from))
		a := s.bare(foe, own)
		v = make([]float64, len(u.states))
		v[from] = 1
		tracked := 0
		if len(u.states) > u.block {
			tracked = u.block
		}
		for range n {
			for i := len(v) - 1; i >= 0; i-- {
				if vi := v[i]; vi != 0 && u.states[i].victim != nobody {
					part, _, step := s.victim(i, false)
					v[i] = vi * (1 - a.keeps[0][part])
					v[i+step+tracked] += vi * a.keeps[0][part]
				}
			}
		}
		s.dealt[key] = v
	}
	for to, p := range v {
		if p > 0 {
			add(to, p)
		}
	}
}

// runOnes takes distributions over the target's states, n of them one for each
// number of ones that hurt the striker, through the steps.
func (s *strike) runOnes(ops []op, v []float64, n int) {
	for i := range ops {
		o := &ops[i]
		hurts := o.ones > 0 || slices.ContainsFunc(o.also, func(o op) bool { return o.ones > 0 })
		switch {
		case !hurts:
			for at := 0; at < len(v); at += n {
				s.run(ops[i:i+1], v[at:at+n])
			}
		case o.by == pick:
			s.pickOnes(o, v, n)
		default:
			s.throw(o, v, n, func(v []float64, kind int) {
				for at := 0; at < len(v); at += n {
					s.hit(o.attack, v[at:at+n], kind)
				}
			})
		}
	}
}

// mostOnes is how many wounds the steps can bring the striker.
func mostOnes(ops []op) int {
	n := 0
	for i := range ops {
		o := &ops[i]
		if o.ones > 0 {
			more := max(o.attack.more[plain], o.attack.more[five], o.attack.more[six])
			n += (o.n*o.dice + o.extra*(o.dice+o.more)) * (1 + more) * o.ones
		}
		n += mostOnes(o.also)
	}
	return min(n, maxAttacks)
}

// throw rolls all dice of a step and counts the ones.
func (s *strike) throw(o *op, v []float64, n int, do hits) {
	if o.ones > 0 {
		o.row = n
		defer func() { o.row = 0 }()
	}
	for range o.n {
		o.weapon(v, o.dice, do, s.mem)
	}
	for range o.extra {
		o.weapon(v, o.dice+o.more, do, s.mem)
	}
}

// pickOnes deals all wounds to one model.
func (s *strike) pickOnes(o *op, v []float64, n int) {
	dealt := make([][]float64, len(s.enemy.parts))
	out := make([]float64, len(v))
	rows := len(v) / n
	for at, vi := range v {
		i := at % n
		if vi == 0 {
			continue
		}
		part, left, step := 0, 0, 0
		if s.enemy.states[i].victim != nobody {
			part, left, step = s.victim(i, true)
		}
		wide := s.enemy.parts[part].tough + 1
		if dealt[part] == nil {
			w := make([]float64, rows*wide)
			w[0] = 1
			for _, each := range append([]op{*o}, o.also...) {
				per := each.perHit([2]float64{each.keeps[0][part], each.keeps[1][part]}, woundsKept)
				s.throw(&each, w, wide, func(w []float64, kind int) {
					for at := 0; at < len(w); at += wide {
						addHit(w[at:at+wide], per[kind])
					}
				})
			}
			dealt[part] = w
		}
		for k, p := range dealt[part] {
			out[min(at/n+k/wide, rows-1)*n+i+min(k%wide, left)*step] += vi * p
		}
	}
	copy(v, out)
}

// last is what bearers do who go with a bang once both sides have struck: their
// hits land together, and the bearers are gone.
func (f *fight) last(joint []float64) []float64 {
	nb := len(f.b.states)
	result := make([]float64, len(joint))
	for _, turn := range turns(f.a, f.b) {
		byA, byB := f.strike(f.a, f.b, true, inTurn, turn.faces), f.strike(f.b, f.a, false, inTurn, turn.faces)
		for at, p := range joint {
			i, j := at/nb, at%nb
			if p == 0 {
				continue
			}
			if f.a.of(i).models == 0 || f.b.of(j).models == 0 {
				result[at] += p * turn.chance
				continue
			}
			hitsA, goneA := byA.bang(i, j)
			hitsB, goneB := byB.bang(j, i)
			toB := byA.land(i, j, hitsA)
			toA := byB.land(j, i, hitsB)
			for k, pb := range toB {
				if pb == 0 {
					continue
				}
				for l, pa := range toA {
					if pa > 0 {
						result[f.a.without(l, goneA)*nb+f.b.without(k, goneB)] += p * turn.chance * pa * pb
					}
				}
			}
		}
	}
	return result
}

// bang is the hits of the bearers who go, and in which parts they are.
func (s *strike) bang(at, enemyAt int) (hits int, gone []bool) {
	own, enemy := s.stances(s.own.of(at), s.enemy.of(enemyAt))
	gone = make([]bool, len(s.own.parts))
	for part, n := range own.config.alive {
		if n > 0 {
			s.each(own, enemy, part, own.held[part], nil, func(h held, e *rules.Effect) {
				if x := h.value(e, e.LastHits); x > 0 {
					hits, gone[part] = hits+n*x, true
				}
			})
		}
	}
	return min(hits, maxAttacks), gone
}

// land is the distribution over the enemy's states after so many hits.
func (s *strike) land(at, enemyAt, hits int) dice.PMF {
	v := make([]float64, len(s.enemy.states))
	v[enemyAt] = 1
	if hits > 0 {
		own, enemy := s.stances(s.own.of(at), s.enemy.of(enemyAt))
		o := op{attack: s.bare(own, enemy), n: hits}
		s.prepare(&o, enemy)
		s.run([]op{o}, v)
	}
	return v
}

// without is the state in which the models of some parts are gone, as nobody's
// doing. Where not all of the squad go, as many go of those who die first.
func (u *unit) without(at int, gone []bool) int {
	st := u.states[at]
	squad, hero, n := st.squad, st.hero, 0
	for part, is := range gone {
		switch {
		case !is:
		case part == u.hero:
			hero = u.heroWounds
		default:
			n += u.of(at).alive[part]
		}
	}
	for ; n > 0; n-- {
		before := 0
		for i, p := range u.parts {
			size := p.models * p.tough
			if i != u.hero && squad < before+size {
				squad += p.tough - (squad-before)%p.tough
				break
			}
			before += size
		}
	}
	return (st.self+squad+hero-st.squad-st.hero)*u.block + u.index(squad, hero)
}
