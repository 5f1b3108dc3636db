package fill

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"muster/builder/gf"
	"muster/builder/gf/preview"
	"muster/catalog"
	"muster/rules"
	combat "muster/rules/gf"
)

// A Column is one way to add a unit or a combined pair to a list, the best upgrades for a number of
// points; or one way to change the upgrades of a unit of the list. It is a column of the integer
// program.
type Column struct {
	Unit     string   `json:"unit"`
	Upgrades []Choice `json:"upgrades"`
	// Pair is the upgrades of the second half of a combined pair.
	Pair   *[]Choice `json:"pair,omitempty"`
	Points int       `json:"points"`
	Value  float64   `json:"value"`
	Hero   bool      `json:"hero,omitempty"`  // it counts as a hero
	Joins  bool      `json:"joins,omitempty"` // it can join a unit
	Host   bool      `json:"host,omitempty"`  // a hero can join it
	// Builds is the number of ways to choose upgrades with different effects. Exact means that all
	// of them were valued.
	Builds int  `json:"builds"`
	Exact  bool `json:"exact"`

	worth  worth
	counts []int // use of kind.limits
	picks  int   // number of options chosen
	halves []*gf.Loadout
}

// Choice is an option of a unit, and how often it is chosen.
type Choice struct {
	Option string `json:"option"`
	Count  int    `json:"count"`
}

// choices returns the choices of a list's unit in the form of answers.
func choices(of []gf.Choice) []Choice {
	all := make([]Choice, len(of))
	for i, c := range of {
		all[i] = Choice(c)
	}
	return all
}

// A kind is a unit of the books that can be added, or a unit of the list that can take other
// upgrades.
type kind struct {
	book    *catalog.Book
	unit    *catalog.Unit
	name    string
	maxMore int // number that can be added; a pair counts as one
	// limits are the unused miniatures of a collection: [0] of the unit, then of each option in
	// options.
	limits  []int
	options []*catalog.Option

	group *gf.Group // the unit of the list; nil for a unit to add
	fixed bool      // it must not change
	// joined means that it is a hero who has joined a unit.
	joined bool
	before Column // the group as it is

	columns []Column
	partial bool           // some builds were not valued
	cost    effort         // work spent on the columns
	tried   *columnBuilder // builder whose pairs were not all valued, to continue with; nil otherwise
}

// A columnBuilder computes the columns of one kind of unit.
type columnBuilder struct {
	*question
	*kind
	ctx       context.Context
	classes   map[buildClass]int32
	volleys   map[volleyKey]*volley
	parts     map[armsKey]*preview.Part
	tallies   map[armsKey]woundChances
	deals     map[string]*cappedDamage
	begun     int                      // stages of the option being decided
	strikes   map[string][]float64     // cache: points destroyed of each target, by strikeKey
	bearers   map[string]*preview.Part // cache, by strikeKey
	exact     bool
	pairsLeft bool   // all builds were valued, but not all pairs
	builds    int    // number of builds with different effects
	left      effort // budget left
}

// A build is the loadout of a unit, or the two loadouts of a combined pair, with its value.
type build struct {
	halves [2]*half // the second is nil for a single unit
	class  int32    // index of its class
	cost   int      // points
	picks  int      // number of options chosen
	tie    uint64   // decides between builds of equal cost, before picks; random for varied armies
	bound  float64  // value if valued, otherwise an upper bound of it
	worth  worth
	valued bool
}

// A half is a loadout with its attacks in shooting [0] and in charging [1].
type half struct {
	gf.Loadout
	volley [2]*volley
	class  buildClass
}

// loadout returns the loadout without its attacks, so that these can be freed.
func (h *half) loadout() *gf.Loadout {
	l := h.Loadout
	return &l
}

// A volley is the attacks of all builds whose attacks are the same.
type volley struct {
	gf.Volley
	parts  []*preview.Part // the parts of which it is the sum; nil if it is no sum
	most   []float64       // upper bounds of the points destroyed of each target
	points []float64       // mean points destroyed of each target; nil until computed
}

// volleyKey is equal for equal volleys.
type volleyKey struct {
	charging, pair bool
	key            string
}

// An armsKey identifies a part: a number of equal weapons of a unit or a pair with their bearers'
// rules; the rules alone if Weapon is nil.
type armsKey struct {
	charging, pair bool
	rules          string
	gf.Armed
}

// A buildClass holds the properties that make builds incomparable in value: whether they are heroes
// or hosts, their upgrades for all models, and the limits that they count towards. Builds are compared only within a class.
type buildClass struct {
	hero, joins, host, two bool // two units as a combined pair
	every, counts          string
}

// computeKind computes the columns of a kind of unit: the builds that are better than all cheaper
// ones of their class. If the budget most is spent, some builds are left out. The error is that of
// ctx, or says that the unit cannot fight.
func (a *question) computeKind(ctx context.Context, k *kind, most effort) error {
	k.columns, k.partial = nil, false
	d := k.tried
	if d == nil {
		d = newColumnBuilder(ctx, a, k, most)
	}
	d.ctx, d.left, d.exact, d.pairsLeft, d.builds = ctx, most, true, false, 0
	if err := d.setCurrent(); err != nil || d.fixed {
		return err
	}
	weighed, err := d.candidates()
	if err != nil {
		return err
	}
	for i := range weighed { // pairs compete with single units
		weighed[i].class = d.classIndex(&weighed[i], false)
	}
	if weighed, err = d.best(weighed); err == nil {
		d.writeColumns(weighed)
	}
	k.partial, k.cost, k.tried = !d.exact, most.minus(d.left), nil
	if k.partial {
		k.cost.fights, k.cost.values = most.fights, most.values
	}
	if d.pairsLeft {
		k.tried = d
	}
	return err
}

// newColumnBuilder returns a builder with the budget most.
func newColumnBuilder(ctx context.Context, a *question, k *kind, most effort) *columnBuilder {
	return &columnBuilder{
		left: most, question: a, kind: k, ctx: ctx, exact: true,
		classes: map[buildClass]int32{}, volleys: map[volleyKey]*volley{}, parts: map[armsKey]*preview.Part{},
		tallies: map[armsKey]woundChances{}, deals: map[string]*cappedDamage{}, strikes: map[string][]float64{}, bearers: map[string]*preview.Part{},
	}
}

// setCurrent sets the value of a group of the list as it is.
func (d *columnBuilder) setCurrent() error {
	if d.group == nil {
		return nil
	}
	u := d.group.Unit
	d.before = Column{Unit: d.name, Points: u.Cost, Value: float64(u.Cost), Hero: u.Hero}
	if d.forPoints {
		return nil
	}
	var err error
	d.before.worth, err = d.worth(d.ctx, d.group)
	d.before.Value = d.before.worth.value()
	return err
}

// candidates returns the builds that may become columns.
func (d *columnBuilder) candidates() ([]build, error) {
	if d.group == nil {
		most := min(d.maxUnitPoints, d.available)
		all, err := d.listHalf(d.army.Draft(d.book, d.unit), most)
		if err != nil {
			return nil, err
		}
		if d.unit.Size < 2 || !d.forceOrg {
			return all.best, nil
		}
		pairs, err := d.pairs(all, nil, most)
		return append(all.best, pairs...), err
	}
	var halves [2]*candidates
	var names *gf.Draft
	for i, half := range d.group.Halves {
		draft := d.army.DraftOf(half)
		if names = cmp.Or(names, draft); i > 0 {
			draft.ShareKeys(names)
		}
		var err error
		if halves[i], err = d.listHalf(draft, min(d.maxUnitPoints, half.Cost+d.available)); err != nil {
			return nil, err
		}
	}
	if halves[1] == nil {
		return halves[0].best, nil
	}
	return d.pairs(halves[0], halves[1], min(d.maxUnitPoints, d.group.Unit.Cost+d.available))
}

// evenlySpaced returns n evenly spaced builds, or all if there are fewer.
func evenlySpaced(builds []build, n int) []build {
	if len(builds) <= n {
		return builds
	}
	few := make([]build, n)
	for i := range few {
		few[i] = builds[i*len(builds)/n]
	}
	return few
}

// A buildKey is equal for builds of which only the cheapest is needed.
type buildKey struct {
	class            int32
	cost             int // set only if points are the objective
	shoots, charging *volley
}

// listBuilds returns the builds of a draft that cost no more than most points: of builds with the
// same effect only the cheapest, and if there are very many builds only the useful ones (useful is
// true).
func (d *columnBuilder) listBuilds(draft *gf.Draft, most int) (all []build, useful bool, err error) {
	draft.Most, draft.Idle = most, d.forPoints || d.idleOptions
	few := min(d.left.loadouts, mostListed)
	if d.forPoints {
		draft.Deepest, few = d.mostOptions, d.left.loadouts
	}
	before, builds := d.left, d.builds
	listed, whole, err := d.listAll(draft, few)
	if whole || err != nil || d.forPoints || d.work.isLate() {
		d.exact = d.exact && whole
		return listed, false, err
	}
	all, ways, err := d.listUseful(draft)
	if err == nil {
		d.builds = builds + ways
		return all, true, nil
	}
	if !errors.Is(err, errBudget) {
		return nil, false, err
	}
	d.left.fights, d.exact = before.fights, false // the results are cached
	return listed, false, nil
}

// listAll lists the builds of a draft that cost no more than most points, up to a limit, and
// reports whether these are all.
func (d *columnBuilder) listAll(draft *gf.Draft, most int) (all []build, whole bool, err error) {
	l := newLister(d)
	whole = draft.Loadouts(most, func(loadout *gf.Loadout) bool {
		d.left.loadouts--
		if d.builds++; d.builds%16 == 0 {
			if l.err = d.ctx.Err(); l.err != nil || d.work.isLate() {
				return false
			}
		}
		return l.add(loadout)
	})
	return l.all, whole, l.err
}

// A lister lists builds, of those with the same effect only the cheapest.
type lister struct {
	*columnBuilder
	at   map[buildKey]int // index in all
	next *half            // memory for the next build
	all  []build
	err  error
	// random orders builds of equal cost for varied armies; otherwise it is nil.
	random *rand.Rand
}

// newLister returns a lister without builds.
func newLister(d *columnBuilder) *lister {
	l := &lister{columnBuilder: d, at: map[buildKey]int{}, next: new(half)}
	if d.Best == Varied {
		l.random = d.Question.random(d.name)
	}
	return l
}

// add adds a build, unless one with the same effect costs no more. It returns false after an error.
func (l *lister) add(loadout *gf.Loadout) bool {
	if l.group == nil && loadout.Cost <= 0 {
		return true // a build without a price cannot be bought
	}
	h := l.next
	h.Loadout, h.class = *loadout, l.classOfLoadout(loadout)
	b := build{halves: [2]*half{h}, cost: loadout.Cost, picks: h.Picks()}
	if l.random != nil {
		b.tie = l.random.Uint64()
	}
	b.class = l.classIndex(&b, true)
	key, err := l.newBuildKey(&b)
	if errors.Is(err, errBudget) {
		l.exact = false
		return true
	}
	if l.err = err; err != nil {
		return false
	}
	i, known := l.at[key]
	if known && cmp.Or(cmp.Compare(b.cost, l.all[i].cost), cmp.Compare(b.tie, l.all[i].tie), cmp.Compare(b.picks, l.all[i].picks)) >= 0 {
		return true
	}
	kept := *h
	kept.Loadout = loadout.Clone()
	if b.halves[0] = &kept; known {
		l.all[i] = b
		return true
	}
	l.at[key] = len(l.all)
	l.all = append(l.all, b)
	return true
}

// classOfLoadout returns the class of a unit with the loadout.
func (d *columnBuilder) classOfLoadout(l *gf.Loadout) buildClass {
	u, join := l.Facts(), d.army.Game.Lists.Join
	c := buildClass{
		hero: u.Hero, joins: u.Hero && (join.MaxTough == 0 || u.Tough <= join.MaxTough),
		host: !u.Hero && (!join.MultiModel || u.Models > 1), every: l.EveryModel(),
	}
	for _, o := range d.options {
		c.counts += string(rune(l.Count(o)))
	}
	return c
}

// newBuildKey sets the attacks of a build's first half, unless points are the objective, and
// returns the build's key.
func (d *columnBuilder) newBuildKey(b *build) (buildKey, error) {
	if d.forPoints {
		return buildKey{class: b.class, cost: b.cost}, nil
	}
	h := b.halves[0]
	for mode := range h.volley {
		v := h.Loadout.Volley(mode == 1)
		var err error
		if h.volley[mode], err = d.volley(&v, mode, h); err != nil {
			return buildKey{}, err
		}
	}
	return buildKey{class: b.class, shoots: h.volley[0], charging: h.volley[1]}, nil
}

// classIndex returns the index of a build's class. Upgrades for all models are part of the class
// only with every: they matter only to combined units.
func (d *columnBuilder) classIndex(b *build, every bool) int32 {
	c := b.halves[0].class
	if !every {
		c.every = ""
	}
	if second := b.halves[1]; second != nil {
		both := []rune(c.counts)
		for i, n := range []rune(second.class.counts) {
			both[i] += n
		}
		c.counts = string(both)
		c.two = d.kind.limits != nil // a pair needs two units of a collection
	}
	n, known := d.classes[c]
	if !known {
		n = int32(len(d.classes))
		d.classes[c] = n
	}
	return n
}

// volley returns the attacks of a unit or a pair in shooting (mode 0) or charging (1). Equal ones
// are computed once.
func (d *columnBuilder) volley(v *gf.Volley, mode int, halves ...*half) (*volley, error) {
	key := volleyKey{mode == 1, len(halves) > 1, v.Key}
	if !v.Plain {
		bare := &volley{Volley: *v}
		bare.setBounds(d.targets, nil)
		return bare, nil
	}
	known := d.volleys[key]
	switch {
	case known == nil:
		known = &volley{Volley: *v}
	case known.parts == nil: // loadouts may share its bounds and strike differently
		return &volley{Volley: *v, most: known.most}, nil
	default:
		return known, nil
	}
	parts := make([]*preview.Part, 0, len(v.Weapons)+1)
	for i := range len(v.Weapons) + 1 {
		key := armsKey{charging: key.charging, pair: key.pair, rules: v.Rules}
		if i > 0 {
			key.Armed = gf.Armed{Weapon: v.Weapons[i-1].Weapon, Count: v.Weapons[i-1].Count} // whatever build has it
		}
		p, err := d.part(key, halves)
		if err != nil {
			return nil, err
		}
		parts = append(parts, p)
	}
	known.setBounds(d.targets, parts)
	if preview.CanSum(parts) {
		known.parts = parts
	}
	d.volleys[key] = known
	return known, nil
}

// part returns the part with a key of a unit or a pair. Equal parts are computed once.
func (d *columnBuilder) part(key armsKey, halves []*half) (*preview.Part, error) {
	if known := d.parts[key]; known != nil {
		return known, nil
	}
	if d.left.fights--; d.left.fights < 0 {
		return nil, errBudget
	}
	made, err := combatantOf(d.army, halves).Part(d.ctx, d.army.Game, d.targets, key.charging, key.Armed)
	if err != nil {
		return nil, err
	}
	d.parts[key] = &made
	return &made, nil
}

// combatantOf returns the unit or the pair for previews.
func combatantOf(army *gf.Army, halves []*half) *preview.Combatant {
	var units []*gf.Unit
	for _, h := range halves {
		units = append(units, h.Unit())
	}
	u := preview.New(army, gf.NewGroup(units...))
	return &u
}

// best returns the builds that are worth more than all others of their class that cost no more. If
// the budget is spent, it values fewer builds, evenly spaced by cost.
func (d *columnBuilder) best(builds []build) (kept []build, err error) {
	start := d.left
	for n := len(builds); ; n /= 4 {
		if kept, err = d.bestOfAll(evenlySpaced(builds, n)); !errors.Is(err, errBudget) {
			return kept, err
		}
		if d.exact = false; n <= 1 {
			return nil, nil
		}
		d.left.fights, d.left.values = start.fights/4, start.values/4 // the first results are cached
	}
}

// bestOfAll is best, but values all builds or returns errBudget.
func (d *columnBuilder) bestOfAll(builds []build) (kept []build, err error) {
	at := map[int][]*build{} // by cost
	for i := range builds {
		if i%64 == 0 && d.ctx.Err() != nil {
			return nil, d.ctx.Err()
		}
		d.setBound(&builds[i])
		at[builds[i].cost] = append(at[builds[i].cost], &builds[i])
	}
	return d.bestOf(slices.Sorted(maps.Keys(at)), func(cost int, _ func(int32) float64) ([]*build, error) { return at[cost], nil })
}

// bestOf returns the best builds at the given costs, which are in ascending order. ofCost returns
// the builds at a cost that may be worth more than least of their class.
func (d *columnBuilder) bestOf(
	costs []int, ofCost func(cost int, least func(class int32) float64) ([]*build, error),
) (kept []build, err error) {
	last := map[int32]int{} // index of the last kept build of each class
	least := func(class int32) float64 {
		if at, known := last[class]; known {
			return kept[at].bound + rounding
		}
		return math.Inf(-1)
	}
	for _, cost := range costs {
		if err := d.ctx.Err(); err != nil {
			return nil, err
		}
		if d.work.isLate() {
			d.exact = false
			return kept, nil
		}
		all, err := ofCost(cost, least)
		if err != nil {
			return nil, err
		}
		slices.SortStableFunc(all, func(a, b *build) int { return cmp.Or(cmp.Compare(b.bound, a.bound), a.picks-b.picks) })
		for _, b := range all {
			if b.bound <= least(b.class) {
				continue
			}
			if !b.valued {
				if err := d.value(b); err != nil {
					return nil, err
				}
			}
			switch at, known := last[b.class]; {
			case b.bound <= least(b.class):
			case known && b.cost == kept[at].cost:
				kept[at] = *b
			default:
				last[b.class] = len(kept)
				kept = append(kept, *b)
			}
		}
	}
	return kept, nil
}

// setBound sets an upper bound of a build's value: for a pair the sum over its halves.
func (d *columnBuilder) setBound(b *build) {
	if b.valued {
		return
	}
	if d.forPoints {
		b.bound, b.valued = float64(b.cost), true
		return
	}
	sum := 0.
	for t := range d.targets {
		best := 0.
		for mode := range 2 {
			points := 0.
			for _, h := range b.halves {
				if h != nil {
					points = min(points+h.volley[mode].most[t], float64(d.targets[t].Points))
				}
			}
			best = max(best, points)
		}
		sum += best
	}
	b.bound = sum / float64(max(1, len(d.targets)))
}

// setBounds sets upper bounds of the points destroyed of each target: the sums over the parts.
func (v *volley) setBounds(field []preview.Combatant, parts []*preview.Part) {
	v.most = make([]float64, len(field))
	for t := range v.most {
		if parts == nil {
			v.most[t] = math.Inf(1)
		}
	}
	for _, p := range parts {
		for t, points := range p.MostPoints() {
			v.most[t] += points
		}
	}
}

// A worth is the mean points that a unit destroys of each target.
type worth []float64

// better returns, for each target, the larger of the points from shooting [0] and charging [1].
func better(modes [2][]float64) worth {
	w := make(worth, len(modes[0]))
	for t := range w {
		w[t] = max(modes[0][t], modes[1][t])
	}
	return w
}

// value returns the mean over the targets.
func (w worth) value() float64 {
	sum := 0.
	for _, points := range w {
		sum += points
	}
	return sum / float64(max(1, len(w)))
}

// worth returns the worth of a unit or a pair.
func (a *question) worth(ctx context.Context, g *gf.Group) (worth, error) {
	u := preview.New(a.army, g)
	var modes [2][]float64
	for mode := range modes {
		w, err := u.Strike(ctx, a.army.Game, a.targets, preview.WorthDistance, mode == 1)
		if err != nil {
			return nil, err
		}
		modes[mode] = w.Points
	}
	return better(modes), nil
}

// value sets the worth of a build, as the sum over its weapons if possible.
func (d *columnBuilder) value(b *build) error {
	halves := b.halves[:1]
	if b.halves[1] != nil {
		halves = b.halves[:]
	}
	var worth [2][]float64
	var u *preview.Combatant // nil until needed
	for mode := range worth {
		v := halves[0].volley[mode]
		if len(halves) > 1 {
			both := v.Plus(&halves[1].volley[mode].Volley)
			var err error
			if v, err = d.volley(&both, mode, halves...); err != nil {
				return err
			}
		}
		switch {
		case v.points != nil:
		case v.parts != nil:
			if d.left.values--; d.left.values < 0 {
				return errBudget
			}
			v.points = preview.Sum(v.parts, mode == 1)
		default:
			if u == nil {
				u = combatantOf(d.army, halves)
			}
			var err error
			if v.points, err = d.strike(u, &halves[0].Loadout, mode == 1); err != nil {
				return err
			}
		}
		worth[mode] = v.points
	}
	b.worth, b.valued = better(worth), true
	b.bound = b.worth.value()
	return nil
}

// strikeKey returns a key that is equal for sides with the same attacks.
func strikeKey(side *combat.Side, of *gf.Loadout, charging bool) string {
	text := []byte{byte(side.Quality), byte(side.Defense), 0}
	if charging {
		text[2] = 1
	}
	word := func(s string) { text = append(append(text, s...), 0) }
	number := func(n int) { text = binary.AppendVarint(text, int64(n)) }
	uses := func(all []rules.Use, any bool) {
		for _, r := range all {
			if any || of.Fights(r) {
				word(r.String())
			}
		}
		word("")
	}
	weapons := func(all []combat.Weapon) {
		for i := range all {
			w := &all[i]
			if (w.Range == 0) == charging || charging && slices.ContainsFunc(w.Rules, of.PreventsCharge) {
				word(w.Name)
				word(w.OneOf)
				number(w.Count)
				number(w.Range)
				number(w.Attacks)
				uses(w.Rules, true)
			}
		}
		word("")
	}
	uses(side.Rules, false)
	weapons(side.Weapons)
	for _, g := range side.Groups {
		number(g.Models)
		uses(g.Rules, false)
		weapons(g.Weapons)
	}
	return string(text)
}

// writeColumns adds builds to the columns of the kind of unit.
func (d *columnBuilder) writeColumns(builds []build) {
	for i := range builds {
		b := &builds[i]
		first, second := b.halves[0], b.halves[1]
		c := Column{
			Unit: d.name, Upgrades: choices(first.Choices()), Points: b.cost, Value: b.bound,
			Hero: first.class.hero, Joins: first.class.joins, Host: first.class.host,
			Builds: d.builds, Exact: d.exact,
			counts: []int{1}, picks: b.picks, worth: b.worth, halves: []*gf.Loadout{first.loadout()},
		}
		counts := []rune(first.class.counts)
		if second != nil {
			pair := choices(second.Choices())
			c.Pair, c.counts[0], c.halves = &pair, 2, append(c.halves, second.loadout())
			for i, n := range []rune(second.class.counts) {
				counts[i] += n
			}
		}
		for _, n := range counts {
			c.counts = append(c.counts, int(n))
		}
		d.columns = append(d.columns, c)
	}
}
