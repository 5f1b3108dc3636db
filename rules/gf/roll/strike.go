package roll

import (
	"cmp"
	"fmt"
	"slices"

	"muster/rules"
	"muster/rules/gf"
)

// situation is who lives on both sides, whose turn it is, and what the dice of
// both units' rules show.
type situation struct {
	side  int
	squad [2]int
	hero  [2]bool
	dice  [2][maxDice]uint8 // of the striker, of the enemy
}

// maxDice is how many of a unit's rules may have a die of their own.
const maxDice = 6

// phase is when an attack of a melee takes place.
type phase int

const (
	early phase = iota // before the charge
	usual
	late // after the enemy has struck back
)

// strike is everything that one unit does when its turn has come. All of it is
// declared together, so it depends on who lives when the strike begins.
type strike struct {
	volleys  [3][]volley // by phase, in the order in which they are resolved
	backlash volley      // the hits that the striker itself may take for it
}

// volley is attacks that are resolved together: one entry of weapons, or hits
// of no weapon.
type volley struct {
	group int // place in the edition's order of groups

	// Weapons: how many, attacks of each, and attacks that the first few of
	// them have on top.
	weapons, attacks int
	more             []int
	hits             [7]bool // whether the number hits
	grades           [3]grade
	cap              int // hits that one weapon scores at most; 0 for no bound
	picks            rules.Picks
	ones             int    // wounds that the striker takes for a one to hit
	kind             string // like weapons of the squad are of one kind
	follows          bool   // it goes on the model that the volley before it has picked

	// No weapon: dice that each must show so much; 0 for none to roll.
	pool, needs int
	each        int  // hits or wounds of each such die
	dice        bool // each hit is a die that cannot miss
	certain     bool // they cannot be blocked
	ofCharge    bool // they are dice of a charge, which the enemy may take away

	saves []save // of the target's models, by kind
}

// grade is what a hit is like: an ordinary one, a natural five, a natural six.
type grade struct {
	blocked      [7]bool // whether the number blocks it
	again        [7]bool // whether the number must be rolled again
	times        int     // into how many hits Blast makes it
	copies       int     // how many such hits the die is
	hits         int     // ordinary hits beside
	attacks      int     // further dice
	wounds       int     // wounds more if it is not blocked
	woundsOnOne  int     // wounds more if the block is a natural one
	woundsOnTwo  int     // wounds more if it is a natural two and blocks nothing
	deadly       int     // into how many wounds a wound multiplies
	deadlyOnOne  int     // added to that if the block is a natural one
	noRegen      bool
	noRegenOnOne bool
}

// The grades.
const (
	ordinary = iota
	five
	six
)

// save is how a model gets rid of wounds, and what it gives back for them.
type save struct {
	regeneration, ward int // the lowest die that ignores a wound; 0 for none
	retaliates         int
	revenge            int // hits given back for a model killed
	bang               int // hits of one who goes with a bang when all have struck
}

// strike works out what a unit's strike comes to.
func (f *fight) strike(s int, dice [2][maxDice]uint8) *strike {
	key := situation{side: s, dice: dice}
	for i := range f.units {
		key.squad[i], key.hero[i] = len(f.units[i].line)-f.state[i].dead, f.state[i].hero
	}
	if known := f.strikes[key]; known != nil {
		return known
	}
	own, foe := f.views(s, &dice)
	a := &assault{fight: f, own: own, foe: foe, guard: foe.asWhole()}
	made := a.strike()
	f.strikes[key] = made
	return made
}

// views looks at a striking unit and its enemy; without dice nobody strikes.
func (f *fight) views(s int, dice *[2][maxDice]uint8) (own, foe *view) {
	left := [2][]int{}
	for i, u := range f.units {
		left[i] = u.left(len(u.line)-f.state[i].dead, f.state[i].hero)
	}
	e := 1 - s
	var ofOwn, ofFoe []uint8
	if dice != nil {
		ofOwn, ofFoe = dice[0][:], dice[1][:]
	}
	own = newView(f.units[s], f.units[e], f.scenario, s == attacker, left[s], left[e], ofOwn)
	foe = newView(f.units[e], f.units[s], f.scenario, e == attacker, left[e], left[s], ofFoe)
	return own, foe
}

// assault is a strike in the making.
type assault struct {
	*fight
	own, foe *view
	guard    []active // what the enemy has against attacks as a whole
}

// strike puts the volleys of every phase in order.
func (a *assault) strike() *strike {
	made := &strike{}
	melee := a.scenario.Mode == gf.Melee
	made.volleys[usual] = a.pools()
	plans := make([]*plan, len(a.own.weapons))
	ability := a.scenario.Mode == gf.Ability
	for i := range a.own.weapons {
		w := &a.own.weapons[i]
		left := a.own.left[w.bearer]
		acts := !w.apart() && (w.Range == 0) == melee && !a.own.mute[i]
		if ability {
			acts = w.apart() && has(w.rules, a.own.ability)
		}
		if n := w.carried(left); n > 0 && acts {
			p := a.plan(w)
			p.weapons, p.attacks = n, w.Attacks
			p.carriers = min(left, n)
			if w.bearer != a.own.hero {
				p.kind = fmt.Sprint(w.Name, w.Range, w.Attacks, rules.Strings(w.Weapon.Rules))
			}
			if p.reaches {
				plans[i] = p
			}
		}
	}
	if melee {
		a.addBest(plans)
	}
	for _, p := range plans {
		if p != nil {
			made.volleys[p.phase] = append(made.volleys[p.phase], p.volley)
		}
	}
	for at, volleys := range made.volleys {
		slices.SortStableFunc(volleys, func(v, w volley) int { return cmp.Compare(v.group, w.group) })
		made.volleys[at] = gather(volleys)
	}
	// What the enemy gives back meets the striker as hits of no weapon.
	back := &assault{fight: a.fight, own: a.foe, foe: a.own, guard: a.own.asWhole()}
	made.backlash = back.plain()
	return made
}

// gather puts volleys of one kind of weapon behind each other where they pick
// their model: players roll them together, whoever carries them.
func gather(volleys []volley) []volley {
	var all []volley
	for _, v := range volleys {
		at := len(all)
		if v.picks == rules.PicksModel && v.kind != "" {
			for i, w := range all {
				if w.picks == v.picks && w.kind == v.kind && w.group == v.group {
					at, v.follows = i+1, true
				}
			}
		}
		all = slices.Insert(all, at, v)
	}
	return all
}

// plan is a volley of weapons on its way into the strike.
type plan struct {
	volley
	phase    phase
	reaches  bool
	carriers int // living models that carry the weapon
}

// effects returns what the attacks of a weapon have from the weapon, its bearer
// and his unit.
func (a *assault) effects(w *weapon) []active {
	v := a.own
	have := slices.Clone(v.have[w.bearer])
	for _, h := range w.rules {
		have = merge(have, h)
	}
	// A weapon's rule may give the weapon rules, each effect once. Where the
	// model has the same rule it has given them already, and only a rating adds up.
	type gift struct {
		key   string
		index int
	}
	given := map[gift]bool{}
	own := slices.Clone(w.rules)
	for changed := true; changed; {
		changed = false
		for i := 0; i < len(own); i++ {
			h := own[i]
			twice := has(v.have[w.bearer], h.key)
			for j := range h.rule.Effects {
				e := &h.rule.Effects[j]
				if len(e.Gives) == 0 || given[gift{h.key, j}] || !v.holdsOn(h, e, have) {
					continue
				}
				given[gift{h.key, j}], changed = true, true
				for _, use := range e.Gives {
					if twice && !(h.rule.Rated && use.Rating == "X") {
						continue
					}
					if rule := v.find(use.Name); rule != nil {
						g := h.give(rule, use)
						g.uses = v.uses[g.key]
						own = append(own, g)
						have = merge(have, own[len(own)-1])
					}
				}
			}
		}
	}
	var all []active
	for _, h := range have {
		// What the weapon bears looks at its rules and the model's, what the
		// model bears at the model's alone.
		others := v.have[w.bearer]
		if has(own, h.key) {
			others = have
		}
		for i := range h.rule.Effects {
			e := &h.rule.Effects[i]
			if v.holdsOn(h, e, others) {
				all = append(all, active{h, e, i, false})
			}
		}
	}
	for _, e := range v.shared {
		if v.hasOther(e, w.bearer) {
			all = addActive(all, e)
		}
	}
	return slices.DeleteFunc(all, func(e active) bool { return e.Of == rules.OfEnemy })
}

// apart tells whether a weapon attacks by an ability alone.
func (w *weapon) apart() bool {
	return slices.ContainsFunc(w.rules, func(h had) bool {
		return slices.ContainsFunc(h.rule.Effects, func(e rules.Effect) bool {
			return e.By == rules.ByAbility && !e.Hits.Set && !e.Wounds.Set && !e.Attacks.Set
		})
	})
}

// plan works out how the attacks of a weapon go.
func (a *assault) plan(w *weapon) *plan { return a.planOf(w, a.effects(w), a.scenario.Cover) }

// planOf works out how attacks go that have these effects.
func (a *assault) planOf(w *weapon, effects []active, inCover bool) *plan {
	v, f := a.own, a.foe
	shooting := a.scenario.Mode != gf.Melee

	// What it ignores comes first: it decides which of the rest counts.
	ignores := map[rules.Ignore]bool{}
	ignored := map[string]bool{}
	sees := a.scenario.InSight
	p := &plan{phase: usual}
	quality := v.side.Quality
	if w.bearer == v.hero && v.hero >= 0 {
		quality = v.side.Hero.Quality
	}
	set, first, last := 0, false, false
	for _, e := range effects {
		for _, name := range e.IgnoreRules {
			if e.On == "" {
				ignored[rules.Key(name)] = true
			}
		}
	}
	against := slices.DeleteFunc(slices.Clone(a.guard), func(e active) bool { return ignored[e.key] })
	for _, e := range slices.Concat(effects, theirs(against)) {
		if e.On != "" {
			continue
		}
		for _, what := range e.Ignore {
			ignores[what] = true
		}
		sees = sees || e.WithoutSight
		if e.Picks == rules.PicksModel || p.picks == "" {
			p.picks = e.Picks
		}
		if q := e.number(e.Quality); q > 0 && (set == 0 || q < set) {
			set = q
		}
		first = first || e.StrikesFirst
		last = last || e.StrikesLast
	}
	// The charger strikes before the answer anyhow, the charged after it.
	switch {
	case shooting:
	case first && !v.attacks:
		p.phase = early
	case last && !first && v.attacks:
		p.phase = late
	}
	if set > 0 {
		quality = set
	}

	// To hit, and whether it comes so far.
	toHit, inches := 0, 0
	modify := func(sum *int, by int) {
		if by > 0 || !ignores[rules.IgnorePenalties] {
			*sum += by
		}
	}
	atLeast, shorter := 0, 0
	for i, e := range slices.Concat(effects, theirs(against)) {
		if e.On != "" {
			continue
		}
		if w := e.When.Moved; e.number(e.ToHit) > 0 || i >= len(effects) || !ignores[rules.IgnoreMoving] || w == nil || !*w {
			modify(&toHit, e.number(e.ToHit))
		}
		if e.RangeLeast.Set && e.number(e.Range) < 0 {
			modify(&shorter, e.number(e.Range))
			atLeast = max(atLeast, e.number(e.RangeLeast))
		} else {
			modify(&inches, e.number(e.Range))
		}
	}
	covered := shooting && inCover
	blasts := 0
	for _, e := range slices.Concat(effects, theirs(against)) {
		if e.On == "" {
			blasts += e.number(e.Blast)
		}
	}
	if covered && a.combat.Cover == rules.CoverHides && !ignores[rules.IgnoreCover] && !(a.combat.BlastIgnoresCover && blasts > 0) {
		modify(&toHit, -1)
	}
	reach := w.Range + inches
	if shortest := min(reach, atLeast); reach+shorter > shortest {
		reach += shorter
	} else {
		reach = shortest
	}
	p.reaches = a.scenario.Mode != gf.Shooting || sees && reach >= a.scenario.Distance
	sixes := !shooting && (v.side.Fatigued || v.side.Shaken)
	for d := 1; d <= 6; d++ {
		p.hits[d] = d == 6 || !sixes && d >= 2 && d+toHit >= quality
	}

	// The three grades of hits.
	facing := a.facing()
	if p.picks == rules.PicksModel {
		facing = 1
	}
	deadly, blast := false, false
	for _, e := range slices.Concat(effects, theirs(against)) {
		if e.On == rules.OnOneToHit {
			p.ones += max(e.number(e.SelfWounds), 0)
		}
	}
	for i := range p.grades {
		p.grades[i] = a.grade(i, effects, against, covered, ignores, facing)
	}
	for _, e := range slices.Concat(effects, theirs(against)) {
		deadly = deadly || e.number(e.Deadly) > 1
		blast = blast || e.number(e.Blast) > 0
	}
	if blast && a.combat.Blast == rules.BlastPerWeapon {
		p.cap = facing
	}
	p.group = len(a.combat.First)
	for i, g := range a.combat.First {
		if g == rules.GroupPicks && p.picks != "" || g == rules.GroupDeadly && deadly {
			p.group = i
			break
		}
	}
	p.saves = f.saves(ignored)
	return p
}

// holdsOn tells whether the conditions hold for an effect of a weapon that has
// these rules with its bearer's.
func (v *view) holdsOn(h had, e *rules.Effect, list []had) bool {
	return v.holds(h, e, list) && (e.When.Has == "" || has(list, rules.Key(e.When.Has)))
}

// theirs are the effects that change the attacks of the enemy.
func theirs(all []active) []active {
	return slices.DeleteFunc(slices.Clone(all), func(e active) bool { return e.Of != rules.OfEnemy })
}

// facing is how many living models the enemy has.
func (a *assault) facing() int {
	n := a.foe.squad
	if a.foe.hero >= 0 {
		n += a.foe.left[a.foe.hero]
	}
	return n
}

// defense returns what the enemy blocks with: the squad's Defense, or the
// hero's once he is alone.
func (a *assault) defense() int {
	if a.foe.squad == 0 {
		return a.foe.side.Hero.Defense
	}
	return a.foe.side.Defense
}

// grade works out one grade of hits.
func (a *assault) grade(n int, effects, against []active, covered bool, ignores map[rules.Ignore]bool, facing int) grade {
	g := grade{times: 1, copies: 1, deadly: 1}
	own, least, foes, blocks, blast, deadly, deadlyOnOne := 0, 0, 0, 0, 0, 0, 0
	noCover := ignores[rules.IgnoreCover]
	for i, e := range slices.Concat(effects, against) {
		isGuard := i >= len(effects)
		if isGuard && e.Of != rules.OfEnemy {
			blocks += e.number(e.Block)
			continue
		}
		switch e.On {
		case rules.OnSixToHit:
			if n != six {
				continue
			}
		case rules.OnFiveToHit:
			if n != five {
				continue
			}
		case rules.OnTwoToBlock:
			g.woundsOnTwo += e.number(e.ExtraWounds)
			continue
		case rules.OnOneToHit:
			continue // see plan
		case rules.OnOneToBlock:
			g.woundsOnOne += e.number(e.ExtraWounds)
			deadlyOnOne += e.number(e.Deadly)
			g.noRegenOnOne = g.noRegenOnOne || slices.Contains(e.Ignore, rules.IgnoreRegeneration)
			continue
		}
		if isGuard {
			foes += e.number(e.AP)
		} else {
			own += e.number(e.AP)
		}
		least = max(least, e.number(e.APIs))
		blast += e.number(e.Blast)
		deadly += e.number(e.Deadly)
		if c := e.number(e.Copies); c > 1 {
			g.copies += c - 1
		}
		g.hits += e.number(e.ExtraHits)
		g.attacks += e.number(e.ExtraAttacks)
		g.wounds += e.number(e.ExtraWounds)
		if r := e.number(e.RerollBlocks); r >= 1 && r <= 6 {
			g.again[r] = true
		}
		g.noRegen = g.noRegen || slices.Contains(e.Ignore, rules.IgnoreRegeneration)
		noCover = noCover || slices.Contains(e.Ignore, rules.IgnoreCover)
	}
	noCover = noCover || a.combat.BlastIgnoresCover && blast > 0
	if covered && a.combat.Cover == rules.CoverBlocks && !noCover {
		blocks++
	}
	ap := max(max(own, least)+foes, 0)
	for d := 1; d <= 6; d++ {
		g.blocked[d] = d == 6 || d >= 2 && d-ap+blocks >= a.defense()
		g.again[d] = g.again[d] && g.blocked[d]
	}
	g.hits, g.attacks = max(g.hits, 0), max(g.attacks, 0)
	g.times = max(blast, 1)
	if a.combat.Blast == rules.BlastPerHit {
		g.times = max(min(g.times, facing), 1)
	}
	g.deadly = max(deadly, 1)
	g.deadlyOnOne = max(deadly+deadlyOnOne, 1)
	g.noRegenOnOne = g.noRegenOnOne || g.noRegen
	return g
}

// saves returns what the unit's models do about wounds, by kind.
func (v *view) saves(ignored map[string]bool) []save {
	saves := make([]save, len(v.kinds))
	for k := range v.kinds {
		if v.left[k] == 0 {
			continue
		}
		s := &saves[k]
		for _, e := range v.own(k) {
			if v.scenario.Mode == gf.Melee {
				s.retaliates += max(e.number(e.Retaliates), 0)
				s.revenge += max(e.number(e.DeathHits), 0)
				s.bang += max(e.number(e.LastHits), 0)
			}
			if ignored[e.key] {
				continue
			}
			s.regeneration = better(s.regeneration, e.number(e.Regeneration))
			s.ward = better(s.ward, e.number(e.Ward))
		}
	}
	return saves
}

// better returns the lower of two dice to show, where 0 is none.
func better(a, b int) int {
	switch {
	case a <= 0:
		return max(b, 0)
	case b <= 0:
		return a
	}
	return min(a, b)
}

// plain is a volley of hits of no weapon: no AP, no weapon's rules, and no
// cover, which is against shots.
func (a *assault) plain() volley {
	v := volley{saves: a.foe.saves(nil)}
	blocks := slices.DeleteFunc(slices.Clone(a.guard), func(e active) bool { return !e.Block.Set })
	for i := range v.grades {
		v.grades[i] = a.grade(i, nil, blocks, false, nil, 1)
	}
	for i, g := range a.combat.First {
		if g == rules.GroupHits {
			v.group = i
		}
	}
	return v
}

// pools returns the hits and wounds of no weapon that the living add to the
// strike, after what the enemy takes from them.
func (a *assault) pools() []volley {
	v := a.own
	var pools, attacks []volley
	add := func(e active, bearers, bearer int) {
		if bearers == 0 {
			return
		}
		each := 1
		if e.Each.Set {
			each = max(e.number(e.Each), 0)
		}
		for i, value := range []int{e.number(e.Hits), e.number(e.Wounds)} {
			if value <= 0 {
				continue
			}
			pool := a.plain()
			if len(e.With) > 0 {
				group := pool.group
				pool = a.hits(e.With, e.had, v.common, false).volley
				pool.group, pool.dice = group, true
			}
			pool.pool, pool.needs, pool.certain, pool.each = value*bearers, e.number(e.Needs), i == 1, each
			pool.ofCharge = i == 0 && e.When.Charging != nil && *e.When.Charging
			pools = append(pools, pool)
		}
		if n := e.number(e.Attacks); n > 0 {
			p := a.hits(e.With, e.had, bearer, a.scenario.Cover)
			p.weapons, p.attacks = bearers, n
			attacks = append(attacks, p.volley)
		}
	}
	ability := a.scenario.Mode == gf.Ability
	acts := func(e active) bool { return !ability || e.By == rules.ByAbility }
	if rule := v.find(a.scenario.Use.Name); ability && v.spell {
		rating, _ := a.scenario.Use.Number()
		h := had{rule: rule, key: v.ability, rating: bounded(rating), uses: v.uses[v.ability]}
		for i := range rule.Effects {
			if e := (active{h, &rule.Effects[i], i, false}); acts(e) && v.holdsFor(e, nil) {
				add(e, 1, slices.IndexFunc(v.left, func(n int) bool { return n > 0 }))
			}
		}
		return append(pools, attacks...)
	}
	for k := range v.kinds {
		if k == v.common || v.left[k] == 0 {
			continue
		}
		effects := v.own(k)
		if ability {
			effects = v.all(v.have[k]) // a bearer's own
		}
		for _, e := range effects {
			if acts(e) && (!ability || e.key == v.ability) {
				add(e, v.left[k], k)
			}
		}
	}
	for i := range v.weapons {
		w := &v.weapons[i]
		if ability || (w.Range == 0) == (a.scenario.Mode == gf.Melee) {
			for _, e := range v.all(w.rules) {
				if acts(e) {
					add(e, w.carried(v.left[w.bearer]), w.bearer)
				}
			}
		}
	}
	lost := a.foe.against()
	for i := range pools {
		if pools[i].ofCharge {
			take := min(pools[i].pool, lost)
			pools[i].pool -= take
			lost -= take
		}
	}
	return append(pools, attacks...)
}

// against is how many dice of the enemy's hits the unit takes away: one for
// each model with the rule, where only the weapon of which most are carried
// counts for the squad, and the hero counts apart.
func (v *view) against() int {
	squad, hero := 0, 0
	sum := func(k int) int {
		n := 0
		for _, e := range v.own(k) {
			n -= e.number(e.HitsAgainst)
		}
		return n
	}
	for k := range v.kinds {
		switch {
		case v.left[k] == 0 || k == v.common:
		case k == v.hero:
			hero = sum(k)
		default:
			squad += sum(k) * v.left[k]
		}
	}
	for i := range v.weapons {
		w := &v.weapons[i]
		left := v.left[w.bearer]
		carriers := min(left, w.carried(left))
		n := 0
		for _, e := range (&assault{own: v}).effects(w) {
			n -= e.number(e.HitsAgainst)
		}
		if w.bearer == v.hero {
			hero = max(hero, n*carriers)
		} else {
			squad = max(squad, n*carriers)
		}
	}
	return squad + hero
}

// addBest adds the attacks that models have with their best melee weapon: most
// wounds expected of one attack, the first listed if equal. Those who carry it
// add theirs there, the others to the next best.
func (a *assault) addBest(plans []*plan) {
	v := a.own
	order := make([]int, 0, len(plans))
	for i, p := range plans {
		if p != nil {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int {
		wi, wj := plans[i].expected(), plans[j].expected()
		if d := wi - wj; d < 1e-12 && d > -1e-12 {
			return 0
		}
		return cmp.Compare(wj, wi)
	})
	for k := range v.kinds {
		if k == v.common || v.left[k] == 0 {
			continue
		}
		more := 0
		for _, e := range v.own(k) {
			more += e.number(e.BestWeaponAttacks)
		}
		models := v.left[k]
		for _, i := range order {
			bearer := v.weapons[i].bearer
			if more <= 0 || bearer != k && (bearer != v.common || k == v.hero) {
				continue
			}
			p := plans[i]
			for ; models > 0 && len(p.more) < p.carriers; models-- {
				p.more = append(p.more, more)
			}
		}
	}
}

// expected is the wounds expected of one attack before Regeneration.
func (p *plan) expected() float64 {
	attack := func(again bool) (wounds, dice float64) {
		for d := 1; d <= 6; d++ {
			if !p.hits[d] {
				continue
			}
			g := &p.grades[gradeOf(d)]
			o := &p.grades[ordinary]
			n := g.copies*g.times + g.hits*o.times
			same := g.copies * g.times
			if p.cap > 0 && n > p.cap {
				n = p.cap
				same = min(same, n)
			}
			wounds += (float64(same)*g.expected() + float64(n-same)*o.expected()) / 6
			if again {
				dice += float64(g.attacks) / 6
			}
		}
		return wounds, dice
	}
	wounds, dice := attack(true)
	if dice > 0 {
		each, _ := attack(false)
		wounds += dice * each
	}
	return wounds
}

// expected is the wounds expected of one hit.
func (g *grade) expected() float64 {
	sum := 0.0
	var final func(d int, p float64, again bool)
	final = func(d int, p float64, again bool) {
		switch {
		case again && g.again[d]:
			for e := 1; e <= 6; e++ {
				final(e, p/6, false)
			}
		case g.blocked[d]:
		case d == 1:
			sum += p * float64((1+g.wounds+g.woundsOnOne)*g.deadlyOnOne)
		case d == 2:
			sum += p * float64((1+g.wounds+g.woundsOnTwo)*g.deadly)
		default:
			sum += p * float64((1+g.wounds)*g.deadly)
		}
	}
	for d := 1; d <= 6; d++ {
		final(d, 1.0/6, true)
	}
	return sum
}

// gradeOf is the grade of a hit by its natural die.
func gradeOf(d int) int {
	switch d {
	case 6:
		return six
	case 5:
		return five
	default:
		return ordinary
	}
}
