package gf

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"muster/rules"
	"muster/rules/dice"
)

// Resolve works out what follows from a duel. The error says which figure of
// the duel is out of range, or that the fight is too large: a *schema.Error
// with CodeTooLarge.
func Resolve(d Duel) (Result, error) {
	if d.System == nil {
		return Result{}, errors.New("the duel names no game system")
	}
	if m := d.Scenario.Mode; m != Shooting && m != Melee && m != Ability {
		return Result{}, fmt.Errorf("the mode %q should be %s, %s or %s", m, Shooting, Melee, Ability)
	}
	var unknown []string
	a, err := newUnit(&d.Attacker, d.System, &unknown)
	if err != nil {
		return Result{}, fmt.Errorf("attacker: %w", err)
	}
	b, err := newUnit(&d.Target, d.System, &unknown)
	if err != nil {
		return Result{}, fmt.Errorf("target: %w", err)
	}
	if err := errors.Join(
		a.receive(a, rules.ToFriends, &unknown), a.receive(b, rules.ToEnemy, &unknown),
		b.receive(b, rules.ToFriends, &unknown), b.receive(a, rules.ToEnemy, &unknown),
	); err != nil {
		return Result{}, err
	}
	f := &fight{Duel: &d, a: a, b: b}
	if d.Scenario.Mode == Ability {
		if f.spell, err = a.ability(d.Scenario.Use); err != nil {
			return Result{}, fmt.Errorf("attacker: %w", err)
		}
	}
	melee := d.Scenario.Mode == Melee
	a.lay(b.picks || a.picked || a.lastHits, a.counted(b), d.Attacker.Wounded, !melee && !a.ones, melee && (a.ones || a.lastHits))
	b.lay(a.picks || b.picked || b.lastHits, b.counted(a), d.Target.Wounded, false, melee && (b.ones || b.lastHits))
	f.mem = arenas.Get().(*arena)
	defer arenas.Put(f.mem)
	f.mem.release(0)
	if err := f.large(); err != nil {
		return Result{}, err
	}
	slices.Sort(unknown)
	r := Result{System: d.System.ID, Mode: d.Scenario.Mode, NotModelled: append([]string{}, slices.Compact(unknown)...)}
	after := f.choose()
	if d.Scenario.Mode == Melee {
		f.settle(after, &r)
	} else {
		f.morale(after, &r)
	}
	f.explain(&r)
	return r, nil
}

// ability finds the rule that strikes by itself, and tells whether it is a spell.
func (u *unit) ability(use rules.Use) (spell bool, err error) {
	r := u.set.Find(use.Name)
	if r == nil {
		return false, fmt.Errorf("there is no rule `%s` to use", use.Name)
	}
	acts := false
	for i := range r.Effects {
		if e := &r.Effects[i]; e.By == rules.ByAbility {
			acts = true
			spell = spell || e.When.Spell != nil && *e.When.Spell
		}
	}
	switch {
	case !acts:
		return false, fmt.Errorf("%s is no attack of its own", r.Name)
	case !spell && !contains(u.everyHeld(), r):
		return false, fmt.Errorf("nobody of the unit has %s", r.Name)
	}
	return spell, nil
}

// counted tells whether it matters for the unit's rules, or for its enemy's, how
// many models of each part are alive, and not only of which.
func (u *unit) counted(enemy *unit) bool {
	return len(u.parts) > 1 && (u.most || enemy.ofEnemy)
}

// A fight is a duel being worked out.
type fight struct {
	*Duel
	a, b  *unit
	spell bool // the attack is a spell
	mem   *arena
}

// choose finds out which effects the players pick and which profiles they fire,
// and returns the distribution over both units' states before morale. The
// target picks so that it is expected to take the fewest wounds, whatever the
// attacker picks for the most; of equals the first counts.
func (f *fight) choose() []float64 {
	f.profiles()
	if len(f.a.choices)+len(f.b.choices) > 0 {
		ways := slices.Collect(f.a.combinations(f.could(f.a)))
		deals := f.deals()
		fewest, bestA := math.Inf(1), 0
		var bestB []int
		for ofB := range f.b.combinations(f.could(f.b)) {
			f.b.pick(ofB)
			most, mostA := math.Inf(-1), 0
			// What was best against another pick comes first: if it does as much
			// here, no other matters.
			for i := range ways {
				way := (bestA + i) % len(ways)
				f.a.pick(ways[way])
				f.profiles()
				wounds := deals()
				if wounds > most+equal || wounds > most-equal && way < mostA {
					most, mostA = max(most, wounds), way
				}
				if most >= fewest-equal {
					break
				}
			}
			if most < fewest-equal {
				fewest, bestA, bestB = most, mostA, ofB
			}
		}
		f.a.pick(ways[bestA])
		f.b.pick(bestB)
		f.profiles()
	}
	return f.blowsOrVolley()
}

// equal is how far expected wounds may lie apart that are the same but for rounding.
const equal = 1e-12

// deals returns what works out the expected wounds on the target for what is
// picked now.
func (f *fight) deals() func() float64 {
	mean := func(after []float64) (wounds float64) {
		for i, p := range after {
			wounds += p * float64(f.b.wounds(i%len(f.b.states)))
		}
		return wounds
	}
	melee := f.Scenario.Mode == Melee
	if f.a.ones || melee && (f.a.strikesFirst || f.b.strikesFirst || f.a.strikesLast || f.b.strikesLast ||
		f.a.retaliates || f.b.retaliates || f.a.deathHits || f.b.deathHits || f.a.lastHits || f.b.lastHits || f.b.ones) {
		return func() float64 { return mean(f.blowsOrVolley()) }
	}
	// Only the attacker's strike wounds the target.
	var strikes []*strike
	all := turns(f.a, f.b)
	for _, turn := range all {
		strikes = append(strikes, f.strike(f.a, f.b, melee, inTurn, turn.faces))
	}
	after := make([]float64, len(f.b.states))
	return func() float64 {
		clear(after)
		for i, s := range strikes {
			s.again()
			s.first(all[i].chance, after)
		}
		return mean(after)
	}
}

// blowsOrVolley is the joint distribution of both units' states after all dice
// but those of morale.
func (f *fight) blowsOrVolley() []float64 {
	if f.Scenario.Mode == Melee {
		return f.melee()
	}
	if f.a.ones {
		return f.blows(f.begin(), f.a, f.b, inTurn)
	}
	return f.volley()
}

// begin is both units as the fight begins.
func (f *fight) begin() []float64 {
	joint := make([]float64, len(f.a.states)*len(f.b.states))
	joint[f.a.initial*len(f.b.states)+f.b.initial] = 1
	return joint
}

// volley is the distribution over the target's states after one strike of the
// attacker as he begins.
func (f *fight) volley() []float64 {
	after := make([]float64, len(f.b.states))
	for _, turn := range turns(f.a, f.b) {
		f.strike(f.a, f.b, false, inTurn, turn.faces).first(turn.chance, after)
	}
	return after
}

// first adds to a distribution over the target's states what the strike does to
// units as they begin, if it comes about with that chance.
func (s *strike) first(chance float64, after []float64) {
	defer s.mem.release(s.mem.mark())
	v := s.mem.take(len(after))
	v[s.enemy.initial] = chance
	s.run(s.plan(s.own.states[s.own.initial].config, s.enemy.of(s.enemy.initial)), v)
	for i, p := range v {
		after[i] += p
	}
}

// strike makes a strike of one unit on the other.
func (f *fight) strike(own, enemy *unit, charge bool, ph phase, dice []face) *strike {
	return newStrike(f.Duel, own, enemy, charge, ph, dice, f.spell, f.mem)
}

// morale is what follows from a volley, of which joint is the distribution.
func (f *fight) morale(joint []float64, r *Result) {
	nb := len(f.b.states)
	before, after := make([]float64, len(f.a.states)), make([]float64, nb)
	for i, p := range joint {
		before[i/nb] += p
		after[i%nb] += p
	}
	if len(before) == 1 {
		before[0] = 1
	}
	r.Attacker = f.a.outcome(before)
	m := f.judge(f.b, f.a, false)
	end := slices.Clone(after)
	var o Outcome
	for i, p := range after {
		if p > 0 && i != f.b.initial && f.b.of(i).models > 0 && f.b.half(i) {
			m.test(&o, end, i, f.a.initial, p)
		}
	}
	r.Target = f.b.outcome(end)
	r.Target.Tests, r.Target.Shaken, r.Target.Routed = o.Tests, o.Shaken, o.Routed
}

// A turn is one way in which the dice of rules that hang on one can fall.
type turn struct {
	chance float64
	faces  []face
}

// once is the one way in which no dice fall.
var once = []turn{{chance: 1}}

// turns lists the ways in which the dice of both units' rules can fall when own
// strikes. Faces between which no rule makes a difference count together.
func turns(own, enemy *unit) []turn {
	all := once
	if len(own.dice)+len(enemy.dice) == 0 {
		return all
	}
	for _, u := range [2]*unit{own, enemy} {
		for _, d := range u.dice {
			sides := d.own
			if u == enemy {
				sides = d.attacked
			}
			if len(sides) == 1 {
				continue
			}
			var next []turn
			for _, side := range sides {
				for _, t := range all {
					next = append(next, turn{t.chance * float64(side.of) / 6, append(slices.Clip(t.faces), face{u, d.rule, side.die})})
				}
			}
			all = next
		}
	}
	return all
}

// A rolled is a rule of which a die decides, with the faces between which it
// makes a difference when its unit strikes, and when it is attacked.
type rolled struct {
	rule          *rules.Rule
	own, attacked []side
}

// A side is one of several faces of a die that mean the same.
type side struct{ die, of int }

// sides puts the faces of a rule's die together that mean the same, to a unit
// that is attacked or to one that strikes.
func sides(r *rules.Rule, attacked bool) []side {
	var marks [7]string // which effects each face brings about
	for i := range r.Effects {
		if e := &r.Effects[i]; !attacked || e.Defends() {
			for _, die := range e.When.Roll {
				marks[die] += fmt.Sprint(i, ",")
			}
		}
	}
	var all []side
	for die := 1; die <= 6; die++ {
		if at := slices.IndexFunc(all, func(s side) bool { return marks[s.die] == marks[die] }); at >= 0 {
			all[at].of++
		} else {
			all = append(all, side{die, 1})
		}
	}
	return all
}

// melee is a charge: first what strikes before the charger, then the charger,
// then what is left of the target, then what strikes last.
// The joint distribution of both units' states goes through it all.
func (f *fight) melee() []float64 {
	joint := f.begin()
	if f.a.strikesFirst || f.b.strikesFirst {
		joint = f.blows(joint, f.b, f.a, before)
	}
	joint = f.blows(joint, f.a, f.b, inTurn)
	joint = f.blows(joint, f.b, f.a, inTurn)
	if f.a.strikesLast || f.b.strikesLast {
		joint = f.blows(joint, f.a, f.b, after)
	}
	if f.a.lastHits || f.b.lastHits {
		joint = f.last(joint)
	}
	return joint
}

// blows is the strike of one unit, from each state that it may be in, against
// each state of the other. The joint distribution has a row for each state of
// the attacker.
func (f *fight) blows(joint []float64, own, enemy *unit, ph phase) []float64 {
	nb := len(f.b.states)
	result := make([]float64, len(joint))
	// place is where a pair of states stands in the joint distribution.
	place := func(o, e int) int { return o*nb + e }
	if own == f.b {
		place = func(o, e int) int { return e*nb + o }
	}
	for _, turn := range turns(own, enemy) {
		s := f.strike(own, enemy, own == f.a, ph, turn.faces)
		var back *strike
		if (enemy.retaliates || enemy.deathHits) && f.Scenario.Mode == Melee {
			back = f.strike(enemy, own, enemy == f.a, inTurn, turn.faces)
		}
		var hurt *selfHarm
		if own.ones {
			hurt = newSelfHarm(f.strike(enemy, own, enemy == f.a, inTurn, turn.faces))
		}
		row := make([]float64, len(enemy.states))
		done := make([]bool, len(enemy.states))
		for o := range own.states {
			if own.of(o).models == 0 {
				for e := range enemy.states {
					result[place(o, e)] += turn.chance * joint[place(o, e)]
				}
				continue
			}
			clear(done)
			for e := range enemy.states {
				p := joint[place(o, e)]
				if p == 0 || done[e] {
					continue
				}
				if enemy.of(e).models == 0 {
					result[place(o, e)] += turn.chance * p
					continue
				}
				// Targets that are alike are struck together.
				clear(row)
				key := s.key(enemy.of(e))
				for other := e; other < len(enemy.states); other++ {
					if q := joint[place(o, other)]; q != 0 && enemy.of(other).models > 0 && s.key(enemy.of(other)) == key {
						row[other], done[other] = turn.chance*q, true
						if back != nil {
							break
						}
					}
				}
				land := func(o, i int, p float64) {
					if back != nil && i != e && own.of(o).models > 0 {
						back.retaliate(o, e, i, p, func(to int, q float64) { result[place(to, i)] += q })
					} else {
						result[place(o, i)] += p
					}
				}
				ops, all := s.plan(own.states[o].config, enemy.of(e)), row
				if hurt != nil {
					all = make([]float64, len(row)*(1+mostOnes(ops)))
					copy(all, row)
					s.runOnes(ops, all, len(row))
				} else {
					s.run(ops, row)
				}
				for at, p := range all {
					switch i, n := at%len(enemy.states), at/len(enemy.states); {
					case p == 0:
					case n == 0:
						land(o, i, p)
					default:
						hurt.deal(o, e, n, func(to int, q float64) { land(to, i, p*q) })
					}
				}
			}
		}
	}
	return result
}

// retaliate deals the hits that a unit which was struck gives back, for wounds
// that brought it from one state to another. The striker is in state at.
func (s *strike) retaliate(at, from, to int, p float64, add func(at int, p float64)) {
	own, enemy := s.stances(s.own.of(from), s.enemy.of(at))
	hits := 0
	for part := range s.own.parts {
		if taken := s.own.taken(part, to) - s.own.taken(part, from); taken > 0 {
			killed := own.config.alive[part] - s.own.of(to).alive[part]
			s.each(own, enemy, part, own.held[part], nil, func(h held, e *rules.Effect) {
				hits += taken*max(0, h.value(e, e.Retaliates)) + killed*max(0, h.value(e, e.DeathHits))
			})
		}
	}
	hits = min(hits, maxAttacks)
	if hits <= 0 {
		add(at, p)
		return
	}
	o := op{attack: s.bare(own, enemy), n: hits}
	s.prepare(&o, enemy)
	defer s.mem.release(s.mem.mark())
	v := s.mem.take(len(s.enemy.states))
	v[at] = p
	s.run([]op{o}, v)
	for i, q := range v {
		if q > 0 {
			add(i, q)
		}
	}
}

// taken is the wounds on a part in a state.
func (u *unit) taken(part, st int) int {
	if part == u.hero {
		return u.states[st].hero
	}
	left := u.states[st].squad
	for i := range u.parts {
		size := u.parts[i].models * u.parts[i].tough
		if i == part {
			return min(left, size)
		}
		left -= min(left, size)
	}
	return 0
}

// settle judges a melee: who won, and what becomes of the loser.
func (f *fight) settle(joint []float64, r *Result) {
	nb := len(f.b.states)
	endA, endB := make([]float64, len(f.a.states)), make([]float64, nb)
	judgeA, judgeB := f.judge(f.a, f.b, true), f.judge(f.b, f.a, false)
	var a, b Outcome
	// What matters of the enemy for a test is only its class.
	lossesA := make([]float64, len(endA)*judgeA.classes)
	lossesB := make([]float64, nb*judgeB.classes)
	firstA, firstB := f.a.firsts(), f.b.firsts()
	for i := range f.a.states {
		for j := range f.b.states {
			p := joint[i*nb+j]
			if p == 0 {
				continue
			}
			endA[i] += p
			endB[j] += p
			aliveA, aliveB := f.a.of(i).models > 0, f.b.of(j).models > 0
			switch {
			case aliveA && !aliveB:
				a.Wins += p
			case aliveB && !aliveA:
				b.Wins += p
			case !aliveA && !aliveB:
				r.Draw += p
			default:
				byA, byB := f.b.caused(j), f.a.caused(i)
				fearA, fearB := judgeA.fear(i, j), judgeB.fear(j, i)
				for dieA, pa := range fearA.die {
					for dieB, pb := range fearB.die {
						q := p * pa * pb
						switch d := byA + fearA.sum + dieA - byB - fearB.sum - dieB; {
						case q == 0:
						case d > 0:
							a.Wins += q
							lossesB[j*judgeB.classes+f.a.of(i).class] += q
						case d < 0:
							b.Wins += q
							lossesA[i*judgeA.classes+f.b.of(j).class] += q
						default:
							r.Draw += q
						}
					}
				}
			}
		}
	}
	for i, p := range lossesA {
		if p > 0 {
			judgeA.test(&a, endA, i/judgeA.classes, firstB[i%judgeA.classes], p)
		}
	}
	for j, p := range lossesB {
		if p > 0 {
			judgeB.test(&b, endB, j/judgeB.classes, firstA[j%judgeB.classes], p)
		}
	}
	r.Attacker, r.Target = f.a.outcome(endA), f.b.outcome(endB)
	r.Attacker.Tests, r.Attacker.Shaken, r.Attacker.Routed, r.Attacker.Wins = a.Tests, a.Shaken, a.Routed, a.Wins
	r.Target.Tests, r.Target.Shaken, r.Target.Routed, r.Target.Wins = b.Tests, b.Shaken, b.Routed, b.Wins
}

// firsts is a state of each class.
func (u *unit) firsts() []int {
	firsts := make([]int, u.classes)
	for st := len(u.states) - 1; st >= 0; st-- {
		firsts[u.of(st).class] = st
	}
	return firsts
}

// caused is the wounds that the enemy has caused since the fight began.
func (u *unit) caused(st int) int { return u.wounds(st) - u.states[st].self }

// wounds is the wounds taken since the fight began.
func (u *unit) wounds(st int) int {
	return u.states[st].squad + u.states[st].hero - u.states[u.initial].squad - u.states[u.initial].hero
}

// outcome describes what a distribution over the unit's states means for it.
func (u *unit) outcome(states []float64) Outcome {
	first := u.states[u.initial]
	wounds := make(dice.PMF, u.tough-first.squad-first.hero+1)
	lost := make(dice.PMF, u.of(u.initial).models+1)
	var o Outcome
	for i, p := range states {
		if p == 0 {
			continue
		}
		wounds[u.wounds(i)] += p
		lost[u.of(u.initial).models-u.of(i).models] += p
		if u.of(i).models == 0 {
			o.Destroyed += p
		}
	}
	o.Wounds, o.ModelsLost = wounds.Spread(), lost.Spread()
	return o
}
