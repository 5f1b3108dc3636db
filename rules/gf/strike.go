package gf

import (
	"cmp"
	"slices"

	"muster/rules"
	"muster/rules/dice"
)

// A strike is one unit's attacks on another, all declared together: a volley of
// shooting, or the blows of one side in a melee. It turns a distribution over
// the target's states into the one after.
type strike struct {
	moment
	combat     *rules.Combat
	own, enemy *unit
	charge     bool // own has charged
	phase      phase
	mem        *arena

	enemyClasses int
	met          [][2]*stance // by the classes of both
	attacks      []*attack    // by weapon, own class, and key of the target
	plans        [][]op       // by own config and key of the target
}

// An op is one step of a strike: the attacks of some like weapons.
type op struct {
	*attack
	of    int // the weapon's index in its unit
	n     int // weapons with the attack's dice
	extra int // weapons with more dice beside
	more  int // those dice
	by    way
	also  []op     // attacks that go on the model that this one picks
	pmf   dice.PMF // wounds where by is spread or ordered, unblocked hits where it is chain
}

// way is how an op acts on the target's states.
type way int

const (
	spread  way = iota // a number of wounds, one model after the other
	ordered            // the same, the hero first
	chain              // a number of like wounds, each Deadly on one model
	walk               // die by die, where wounds differ by die and by model
	pick               // all on one model
)

func newStrike(d *Duel, own, enemy *unit, charge bool, ph phase, dice []face, spell bool, mem *arena) *strike {
	s := &strike{
		moment: moment{Scenario: &d.Scenario, faces: dice, spell: spell},
		combat: &d.System.Combat, own: own, enemy: enemy, charge: charge, phase: ph, mem: mem,
	}
	s.enemyClasses = enemy.classes
	s.met = make([][2]*stance, own.classes*s.enemyClasses)
	s.attacks = make([]*attack, len(own.weapons)*own.classes*s.keys())
	s.plans = make([][]op, len(own.configs)*s.keys())
	return s
}

// cap is the number of the target's models beyond which more make no difference
// to any attack.
func (s *strike) cap() int {
	switch {
	case s.own.blast == 0:
		return 0
	case s.combat.Blast == rules.BlastPerHit:
		return min(s.own.blast, s.enemy.configs[0].models)
	case s.combat.Blast == rules.BlastPerWeapon:
		return s.enemy.configs[0].models
	}
	return 0
}

// keys is how many kinds of target the strike can meet; key is which one it is.
func (s *strike) keys() int { return s.enemyClasses * (s.cap() + 1) }

func (s *strike) key(c *config) int { return c.class*(s.cap()+1) + min(c.models, s.cap()) }

// stances puts both units in their stances; units that are alike but for their
// numbers share them.
func (s *strike) stances(oc, ec *config) (own, enemy *stance) {
	at := oc.class*s.enemyClasses + ec.class
	if s.met[at][0] == nil {
		s.met[at][0], s.met[at][1] = s.meet(s.own, oc, s.enemy, ec, s.charge)
	}
	own, enemy = s.met[at][0], s.met[at][1]
	own.config, enemy.config = oc, ec
	return own, enemy
}

// again forgets what was worked out before the players picked something else.
func (s *strike) again() {
	clear(s.attacks)
	clear(s.plans)
	if s.own.gives || s.enemy.gives {
		clear(s.met)
	}
}

// attackOf is what a weapon does to such a target; every weapon is worked out
// once for targets that are alike.
func (s *strike) attackOf(i int, own, enemy *stance) *attack {
	at := &s.attacks[(own.config.class*len(s.own.weapons)+i)*s.keys()+s.key(enemy.config)]
	if *at == nil {
		*at = s.attack(&s.own.weapons[i], own, enemy, s.combat)
	}
	return *at
}

// plan is the steps of the strike of such a unit against such a target.
func (s *strike) plan(ownConfig int, enemyConfig *config) []op {
	at := &s.plans[ownConfig*s.keys()+s.key(enemyConfig)]
	if *at != nil {
		return *at
	}
	own, enemy := s.stances(&s.own.configs[ownConfig], enemyConfig)
	ops := make([]op, 0, len(s.own.weapons)+2)
	switch {
	case s.Mode == Ability:
		ops = s.ability(ops, own, enemy)
	case s.phase == inTurn:
		ops = s.unarmed(ops, own, enemy)
	}
	first := len(ops)
	for i := range s.own.weapons {
		w := &s.own.weapons[i]
		if s.Mode == Ability || w.ability || w.silent {
			continue
		}
		if n := s.own.carried(w, own.config); n > 0 && (s.Mode == Melee) == (w.Range == 0) {
			if a := s.attackOf(i, own, enemy); a.reach {
				ops = append(ops, op{attack: a, n: n, of: i})
			}
		}
	}
	if s.own.bestWeapon && s.Mode == Melee {
		ops = s.addBest(ops, first, own, enemy)
	}
	ops = append(ops[:first], slices.DeleteFunc(ops[first:], func(o op) bool { return s.phase != o.inPhase(s.charge) })...)
	slices.SortStableFunc(ops, func(a, b op) int { return cmp.Compare(s.rank(a.attack), s.rank(b.attack)) })
	ops = s.together(ops)
	for i := range ops {
		s.prepare(&ops[i], enemy)
	}
	*at = s.join(ops)
	return *at
}

// inPhase is when in a melee the attack is made: what strikes first does so
// against a charger, what strikes last when it charges.
func (a *attack) inPhase(charge bool) phase {
	if a.phase == before && charge || a.phase == after && !charge {
		return inTurn
	}
	return a.phase
}

// rank is the place of an attack among the groups that go first.
func (s *strike) rank(a *attack) int {
	for i, g := range s.combat.First {
		if g == rules.GroupHits && a.bare || g == rules.GroupPicks && a.picks != "" || g == rules.GroupDeadly && a.deadly {
			return i
		}
	}
	return len(s.combat.First)
}

// together lets like weapons of a squad pick one model between them, whatever
// the rules of those who carry them: they are one weapon group.
func (s *strike) together(ops []op) []op {
	kept := ops[:0]
	for _, o := range ops {
		at := -1
		if o.picks == rules.PicksModel && o.of != nobody {
			at = slices.IndexFunc(kept, func(k op) bool {
				return k.of != nobody && k.picks == o.picks && s.rank(k.attack) == s.rank(o.attack) && s.own.alike(k.of, o.of)
			})
		}
		if at < 0 {
			kept = append(kept, o)
		} else {
			kept[at].also = append(kept[at].also, o)
		}
	}
	return kept
}

// alike tells whether two of the unit's weapons, by their indices, belong to one
// weapon group. A hero's weapons are groups of their own.
func (u *unit) alike(i, j int) bool {
	v, w := &u.weapons[i], &u.weapons[j]
	return i == j || v.part != u.hero && w.part != u.hero &&
		v.Name == w.Name && v.Range == w.Range && v.Attacks == w.Attacks && slices.Equal(v.held, w.held)
}

// unarmed adds what comes of no weapon: of each living model that has such a
// rule. The enemy's rules may take dice away (GF 3, Counter).
func (s *strike) unarmed(ops []op, own, enemy *stance) []op {
	p := pools{strike: s, own: own, enemy: enemy}
	for i, n := range own.config.alive {
		if n > 0 {
			s.each(own, enemy, i, own.held[i], nil, func(h held, e *rules.Effect) { p.add(h, e, n, i) })
		}
	}
	for i := range s.own.weapons {
		w := &s.own.weapons[i]
		if n := s.own.carried(w, own.config); n > 0 && (s.Mode == Melee) == (w.Range == 0) {
			p.addOf(w.held, n, w.part)
		}
	}
	return p.ops(ops)
}

// ability adds what the one rule does that strikes in the mode Ability. A spell
// strikes once, any other rule once for each living bearer.
func (s *strike) ability(ops []op, own, enemy *stance) []op {
	p := pools{strike: s, own: own, enemy: enemy}
	if s.spell {
		r := s.own.set.Find(s.Use.Name)
		x, _ := s.Use.Number()
		part := slices.IndexFunc(own.config.alive, func(n int) bool { return n > 0 })
		p.addOf([]held{{rule: r, x: clamp(x), n: s.own.used(r)}}, 1, part)
		return p.ops(ops)
	}
	named := func(list []held) []held {
		return slices.DeleteFunc(slices.Clone(list), func(h held) bool { return rules.Key(h.rule.Name) != rules.Key(s.Use.Name) })
	}
	for i, n := range own.config.alive {
		if n > 0 {
			p.addOf(named(own.held[i]), n, i)
		}
	}
	for i := range s.own.weapons {
		w := &s.own.weapons[i]
		n, list := s.own.carried(w, own.config), named(w.held)
		if n == 0 || len(list) == 0 {
			continue
		}
		p.addOf(list, n, w.part)
		if w.ability {
			ops = append(ops, op{attack: s.attackOf(i, own, enemy), n: n, of: i})
		}
	}
	return p.ops(ops)
}

// strikes tells whether an effect is an attack of no weapon.
func strikes(e *rules.Effect) bool { return e.Hits.Set || e.Wounds.Set || e.Attacks.Set }

// pools are dice of no weapon while they are put together; those of one kind
// are rolled together.
type pools struct {
	*strike
	own, enemy *stance
	kinds      []poolKind
	dice       []int
	attacks    []op
}

type poolKind struct {
	needs, each int
	wound       bool
	charge      bool          // only such dice the enemy may take away
	with        *rules.Effect // whose rules they have; nil without
	by          held
}

// addOf adds what some rules do for so many bearers of a part.
func (p *pools) addOf(list []held, bearers, part int) {
	for _, h := range list {
		for i := range h.rule.Effects {
			if e := &h.rule.Effects[i]; strikes(e) && p.holds(h, e, p.own, p.enemy, list) && (p.Mode != Ability || e.By == rules.ByAbility) {
				p.add(h, e, bearers, part)
			}
		}
	}
}

// add adds what an effect does for so many bearers of a part.
func (p *pools) add(h held, e *rules.Effect, bearers, part int) {
	k := poolKind{needs: h.value(e, e.Needs), each: 1, charge: e.When.Charging != nil && *e.When.Charging}
	if e.Each.Set {
		k.each = min(max(h.value(e, e.Each), 0), maxCopies)
	}
	if len(e.With) > 0 {
		k.with, k.by = e, h
	}
	if n := h.value(e, e.Hits); n > 0 {
		p.pool(k, bearers*n)
	}
	if n := h.value(e, e.Wounds); n > 0 {
		k.wound, k.charge = true, false
		p.pool(k, bearers*n)
	}
	if n := min(h.value(e, e.Attacks), maxCopies); n > 0 {
		p.attacks = append(p.attacks, op{attack: p.moment.unarmed(e.With, h, n, part, p.own, p.enemy, p.combat), n: bearers, of: nobody})
	}
}

func (p *pools) pool(k poolKind, n int) {
	i := slices.Index(p.kinds, k)
	if i < 0 {
		i = len(p.kinds)
		p.kinds, p.dice = append(p.kinds, k), append(p.dice, 0)
	}
	p.dice[i] += n
}

// ops adds the steps of all dice to others.
func (p *pools) ops(ops []op) []op {
	if len(p.kinds) == 0 {
		return append(ops, p.attacks...)
	}
	less := p.against(p.own, p.enemy)
	for i, k := range p.kinds {
		n := p.dice[i]
		if k.charge {
			taken := max(n+less, 0)
			less += n - taken
			n = taken
		}
		n = min(n, maxAttacks)
		if n <= 0 || k.each == 0 {
			continue
		}
		chance := 1.
		if k.needs > 0 {
			chance = float64(7-min(max(k.needs, 2), 7)) / 6 // a 1 never does
		}
		var a *attack
		if k.with != nil {
			a = p.moment.unarmed(k.with.With, k.by, 0, squadWide, p.own, p.enemy, p.combat)
			a.gate, a.each = chance, k.each
		} else {
			a = p.bare(p.own, p.enemy)
			a.chance[plain], a.copies[plain] = chance, k.each
		}
		if k.wound {
			for f := range a.hit {
				a.hit[f].wounds = [maxPerHit + 1]float64{0, 1}
			}
		}
		ops = append(ops, op{attack: a, n: n})
	}
	return append(ops, p.attacks...)
}

// bare is a hit of no weapon.
func (s *strike) bare(own, enemy *stance) *attack {
	a := &attack{dice: 1, bare: true, copies: [faces]int{1, 1, 1}}
	a.chance[plain] = 1
	for f := range a.hit {
		a.hit[f] = newHit(enemy.defense(), s.blocks(own, enemy, nil), 0, 0, 0, 0)
		a.hit[f].deadly = 1
	}
	a.keep(&s.moment, own, enemy, nil)
	return a
}

// against is what the enemy's models add to the dice of hits that come of no
// weapon: of the squad as many models as carry any one such weapon, and the
// hero for himself.
func (s *strike) against(own, enemy *stance) int {
	squad, hero := 0, 0
	note := func(h held, e *rules.Effect, models int, isHero bool) {
		if n := models * h.value(e, e.HitsAgainst); n < 0 && isHero {
			hero = min(hero, n)
		} else if n < 0 {
			squad = min(squad, n)
		}
	}
	of := func(list []held, bearer, models int) {
		s.each(enemy, own, bearer, list, nil, func(h held, e *rules.Effect) {
			if e.HitsAgainst.Set && models > 0 {
				note(h, e, models, bearer == s.enemy.hero)
			}
		})
	}
	bearers := 0 // squad models that have such a rule themselves
	for p, n := range enemy.config.alive {
		if p == s.enemy.hero {
			of(enemy.held[p], p, n)
			continue
		}
		s.each(enemy, own, p, enemy.held[p], nil, func(h held, e *rules.Effect) {
			if e.HitsAgainst.Set {
				bearers += n
				note(h, e, bearers, false)
			}
		})
	}
	for i := range s.enemy.weapons {
		w := &s.enemy.weapons[i]
		models := enemy.config.squad
		if w.part != squadWide {
			models = enemy.config.alive[w.part]
		}
		of(w.held, w.part, min(s.enemy.carried(w, enemy.config), models))
	}
	return squad + hero
}

// addBest adds the attacks that each living bearer of such a rule has with its
// best melee weapon: the one with the highest expected wounds, the first listed
// if equal. Models without it use the next best.
func (s *strike) addBest(ops []op, first int, own, enemy *stance) []op {
	order := make([]int, len(ops)-first)
	expected := make([]float64, len(order))
	for i := range order {
		order[i], expected[i] = i, ops[first+i].expected(s.mem)
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if d := expected[b] - expected[a]; d > 1e-12 {
			return 1
		} else if d < -1e-12 {
			return -1
		}
		return 0
	})
	for p, bearers := range own.config.alive {
		attacks := 0
		s.each(own, enemy, p, own.held[p], nil, func(h held, e *rules.Effect) { attacks += h.value(e, e.BestWeaponAttacks) })
		attacks = min(attacks, maxCopies)
		if attacks <= 0 {
			continue
		}
		for _, i := range order {
			w := &s.own.weapons[ops[first+i].of]
			if w.part != p && (w.part != squadWide || p == s.own.hero) {
				continue
			}
			o := &ops[first+i]
			// A model adds its attack to one weapon, however many it carries.
			n := min(bearers, o.n)
			if n == 0 {
				continue
			}
			bearers -= n
			o.n -= n
			if o.extra > 0 && o.more != attacks {
				other := *o.attack
				other.sums, other.alone = [2]*dice.Sums{}, nil
				ops = append(ops, op{attack: &other, of: o.of, extra: n, more: attacks})
			} else {
				o.extra, o.more = o.extra+n, attacks
			}
		}
	}
	return ops
}

// prepare chooses how an op acts on the target, and works out its numbers.
func (s *strike) prepare(o *op, enemy *stance) {
	a := o.attack
	tough, someone := false, 0
	for p, n := range enemy.config.alive {
		if n > 0 {
			tough, someone = tough || enemy.u.parts[p].tough > 1, p
		}
	}
	joined := enemy.u.grid && enemy.config.alive[enemy.u.hero] > 0
	switch {
	case a.picks == rules.PicksModel:
		o.by = pick
	case a.ones > 0:
		o.by = walk
	case a.uniform && (!tough || a.single()):
		o.by = spread
		if a.picks == rules.PicksWounds && joined {
			o.by = ordered
		}
		keep := [2]float64{a.keeps[0][someone], a.keeps[1][someone]}
		o.pmf = s.volley(o, &a.sums, keep, modelsHurt, s.enemy.squadWounds+s.enemy.heroWounds)
	case a.oneKind():
		o.by = chain
		o.pmf = s.volley(o, &a.sums, [2]float64{}, hitsPassed, maxAttacks*maxPerHit)
	default:
		o.by = walk
	}
}

// volley is the distribution of what all weapons of an op do together.
func (s *strike) volley(o *op, sums *[2]*dice.Sums, keep [2]float64, what measure, top int) dice.PMF {
	var per [faces]dice.PMF
	of := func(i, n, dicePerWeapon int) dice.PMF {
		if sums[i] == nil {
			if per[plain] == nil {
				per = o.perHit(keep, what)
			}
			sums[i] = dice.NewSums(o.oneWeapon(dicePerWeapon, per, top, s.mem), top)
		}
		return sums[i].At(n)
	}
	if o.extra == 0 {
		return of(0, o.n, o.dice)
	}
	extra := of(1, o.extra, o.dice+o.more)
	if o.n == 0 {
		return extra
	}
	base := of(0, o.n, o.dice)
	return dice.SumCapped(make(dice.PMF, min(len(base)+len(extra)-1, top+1)), base, extra)
}

// join makes one step of neighbouring steps that only count wounds.
func (s *strike) join(ops []op) []op {
	top := s.enemy.squadWounds + s.enemy.heroWounds
	joined := ops[:0]
	for _, o := range ops {
		if n := len(joined); n > 0 && o.by == spread && joined[n-1].by == spread {
			last := &joined[n-1]
			last.pmf = dice.SumCapped(make(dice.PMF, min(len(last.pmf)+len(o.pmf)-1, top+1)), last.pmf, o.pmf)
			continue
		}
		joined = append(joined, o)
	}
	return joined
}

// run takes a distribution over the target's states through the steps.
func (s *strike) run(ops []op, v []float64) {
	for i := range ops {
		o := &ops[i]
		switch o.by {
		case spread, ordered:
			s.spread(o, v)
		case chain:
			s.chain(o, v)
		case walk:
			do := func(v []float64, kind int) { s.hit(o.attack, v, kind) }
			for range o.n {
				o.weapon(v, o.dice, do, s.mem)
			}
			for range o.extra {
				o.weapon(v, o.dice+o.more, do, s.mem)
			}
		case pick:
			s.pick(o, v)
		}
	}
}

// spread deals a number of wounds, one model after the other.
func (s *strike) spread(o *op, v []float64) {
	defer s.mem.release(s.mem.mark())
	out := s.mem.take(len(v))
	for i, vi := range v {
		if vi == 0 {
			continue
		}
		last := i - i%s.enemy.block + s.enemy.block - 1
		if !s.enemy.grid {
			room := min(len(o.pmf), last-i)
			for j, p := range o.pmf[:room] {
				out[i+j] += vi * p
			}
			for _, p := range o.pmf[room:] {
				out[last] += vi * p
			}
			continue
		}
		at := i
		for _, p := range o.pmf {
			out[at] += vi * p
			if at < last {
				_, _, step := s.victim(at, o.by == ordered)
				at += step
			}
		}
	}
	copy(v, out)
}

// victim is the part that takes the next wound in a state, the wounds that kill
// the model, and how far one moves the state's index.
func (s *strike) victim(at int, heroFirst bool) (part, left, step int) {
	u, st := s.enemy, &s.enemy.states[at]
	if st.victim == u.hero || heroFirst && u.hero >= 0 && st.hero < u.heroWounds {
		return u.hero, u.heroWounds - st.hero, 1
	}
	step = 1
	if u.grid {
		step = u.heroWounds + 1
	}
	return st.victim, st.left, step
}

// chain deals a number of like Deadly wounds: Horner's scheme over their number.
func (s *strike) chain(o *op, v []float64) {
	defer s.mem.release(s.mem.mark())
	out := s.mem.take(len(v))
	for k := len(o.pmf) - 1; k >= 0; k-- {
		s.wound(o.attack, out, plain)
		for i, vi := range v {
			out[i] += o.pmf[k] * vi
		}
	}
	copy(v, out)
}

// hit deals one hit of a kind.
func (s *strike) hit(a *attack, v []float64, kind int) {
	defer s.mem.release(s.mem.mark())
	h := &a.hit[kind]
	out := s.mem.take(len(v))
	top := maxPerHit
	for top > 0 && h.wounds[top] == 0 {
		top--
	}
	for k := top; k >= 0; k-- {
		s.wound(a, out, kind)
		if p := h.wounds[k]; p > 0 {
			for i, vi := range v {
				out[i] += p * vi
			}
		}
	}
	copy(v, out)
}

// wound deals one wound of a kind of hit, Deadly or not, on the model that takes
// it, in place.
func (s *strike) wound(a *attack, v []float64, kind int) {
	heroFirst := a.picks == rules.PicksWounds
	stays := a.binomials(kind)
	for i := len(v) - 2; i >= 0; i-- {
		vi := v[i]
		if vi == 0 || s.enemy.states[i].victim == nobody {
			continue
		}
		part, left, step := s.victim(i, heroFirst)
		v[i] = vi * stays[part][0]
		for j, p := range stays[part][1:] {
			v[i+min(j+1, left)*step] += vi * p
		}
	}
}

// binomials is, for each part, how many of the wounds of one unblocked hit stay.
func (a *attack) binomials(kind int) []dice.PMF {
	if a.stays[kind] == nil {
		keeps := a.keeps[0]
		if a.hit[kind].ignores {
			keeps = a.keeps[1]
		}
		a.stays[kind] = make([]dice.PMF, len(keeps))
		for p, k := range keeps {
			a.stays[kind][p] = dice.Binomial(a.hit[kind].deadly, k)
		}
	}
	return a.stays[kind]
}

// pick deals all wounds to one model; what exceeds it is lost.
func (s *strike) pick(o *op, v []float64) {
	pmfs := make([]dice.PMF, len(s.enemy.parts))
	for i := len(v) - 2; i >= 0; i-- {
		vi := v[i]
		if vi == 0 || s.enemy.states[i].victim == nobody {
			continue
		}
		part, left, step := s.victim(i, true)
		if pmfs[part] == nil {
			pmfs[part] = s.onOne(o, part)
			for k := range o.also {
				more, top := s.onOne(&o.also[k], part), s.enemy.parts[part].tough
				pmfs[part] = dice.SumCapped(make(dice.PMF, min(len(pmfs[part])+len(more)-1, top+1)), pmfs[part], more)
			}
		}
		v[i] = 0
		for j, p := range pmfs[part] {
			v[i+min(j, left)*step] += vi * p
		}
	}
}

// onOne is the distribution of the wounds of an op on a picked model of a part.
func (s *strike) onOne(o *op, part int) dice.PMF {
	if o.alone == nil {
		o.alone = make([][2]*dice.Sums, len(s.enemy.parts))
	}
	keep := [2]float64{o.keeps[0][part], o.keeps[1][part]}
	return s.volley(o, &o.alone[part], keep, woundsKept, s.enemy.parts[part].tough)
}
