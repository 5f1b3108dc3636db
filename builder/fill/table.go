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

// A Variant is one way to add a unit or a combined pair to a list, with the best upgrades for a
// number of points, or one way to change the upgrades of a unit of the list. It is a column of the
// integer program.
type Variant struct {
	Unit     string   `json:"unit"`
	Upgrades []Choice `json:"upgrades"`
	// SecondHalf holds the upgrades of the second half of a combined pair; nil for a single unit.
	SecondHalf  *[]Choice `json:"pair,omitempty"`
	Points      int       `json:"points"`
	Value       float64   `json:"value"`
	IsHero      bool      `json:"hero,omitempty"`  // it counts as a hero
	CanJoin     bool      `json:"joins,omitempty"` // it can join a unit
	CanTakeHero bool      `json:"host,omitempty"`  // a hero can join it
	// BuildCount is the number of ways to choose upgrades with different effects. AllBuildsValued
	// means that the exact value of each of them was computed, not only an upper bound.
	BuildCount      int  `json:"builds"`
	AllBuildsValued bool `json:"exact"`

	worth        targetWorth
	miniatureUse []int // the miniatures that it uses of each limit in kind.collectionLimits
	optionCount  int   // number of options chosen
	halves       []*gf.Loadout
}

// A Choice is an option of a unit, with the number of times that it is chosen.
type Choice struct {
	Option string `json:"option"`
	Count  int    `json:"count"`
}

// choices converts the choices of a list's unit to choices of an answer.
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
	book      *catalog.Book
	unit      *catalog.Unit
	name      string
	maxCopies int // how many can be added; a pair counts as one
	// collectionLimits are the miniatures of a collection that the list does not use: [0] for the
	// unit, then for each option in options.
	collectionLimits []int
	options          []*catalog.Option

	listGroup     *gf.Group // the unit of the list; nil for a new unit
	fixedUpgrades bool      // the unit's upgrades must not change
	// isJoinedHero means that it is a hero who has joined a unit.
	isJoinedHero   bool
	currentVariant Variant // the group as it is in the list, before any change

	variants          []Variant
	hasUnvaluedBuilds bool            // the budget of work did not suffice to value all builds
	workSpent         variantBudget   // work spent on computing the variants
	unfinishedBuilder *variantBuilder // the builder that can continue to value pairs; nil if all were valued
}

// A variantBuilder computes the variants of one kind of unit: the ways to add it or change its
// upgrades.
type variantBuilder struct {
	*question
	*kind
	ctx                  context.Context
	classIndices         map[buildClass]int32
	volleyCache          map[volleyKey]*volley
	partCache            map[partKey]*preview.DamagePart
	woundCache           map[partKey]woundChances
	damageCache          map[string]*cappedDamage
	partialBuildCount    int                  // partial builds made so far for the option that is being decided
	destroyedPointsCache map[string][]float64 // points destroyed of each target, by the result of attackKey
	// parts of units that splitByWeapon split, by the result of attackKey
	splitPartCache  map[string]*preview.DamagePart
	allBuildsValued bool          // the exact value of every build was computed, not only an upper bound
	pairsUnfinished bool          // all single builds were valued, but not all combined pairs
	buildCount      int           // number of builds with different effects
	workLeft        variantBudget // work that may still be done
}

// A build is the loadout of a unit, or the two loadouts of a combined pair, with its value.
type build struct {
	halves      [2]*half // the second is nil for a single unit
	classIndex  int32    // index of the build's buildClass
	cost        int      // points
	optionCount int      // number of options chosen
	// decides between builds of equal cost, before optionCount; random for varied armies
	tieBreaker uint64
	upperBound float64 // the value if valueKnown, otherwise an upper bound of it
	worth      targetWorth
	valueKnown bool
}

// A half is the loadout of a unit, which may be half of a combined pair, with its attacks in
// shooting [0] and in charging [1].
type half struct {
	gf.Loadout
	attacks [2]*volley
	class   buildClass
}

// loadout returns the loadout without its attacks, so that the memory of the attacks can be freed.
func (h *half) loadout() *gf.Loadout {
	l := h.Loadout
	return &l
}

// A volley holds the attacks that several builds have in common.
type volley struct {
	gf.Volley
	// the parts whose effects add up to the volley's; nil if they cannot be added
	parts         []*preview.DamagePart
	maxDestroyed  []float64 // upper bounds of the points destroyed of each target
	meanDestroyed []float64 // mean points destroyed of each target; nil until computed
}

// A volleyKey is equal for equal volleys.
type volleyKey struct {
	charging, isPair bool
	loadoutKey       string
}

// A partKey identifies a part of the attacks of a unit or a pair: a number of equal weapons, with
// the rules of the models that carry them; if Weapon is nil, the rules alone.
type partKey struct {
	charging, isPair bool
	rules            string
	gf.WeaponCount
}

// A buildClass holds the properties of a build that its value leaves out: whether it is a hero or
// can take one, its upgrades for all models, and the limits that it counts towards. Builds are
// compared only with builds of the same class.
type buildClass struct {
	isHero, canJoin, canTakeHero, isPair bool // isPair is set for a combined pair that counts as two units
	allModelsUpgrades, countedLimits     string
}

// computeUnitVariants computes the variants of a kind of unit: the builds that are better than all
// cheaper builds of their class. If the budget most is spent, it leaves some builds out. The error
// is ctx's, or says that the unit cannot fight.
func (a *question) computeUnitVariants(ctx context.Context, k *kind, most variantBudget) error {
	k.variants, k.hasUnvaluedBuilds = nil, false
	d := k.unfinishedBuilder
	if d == nil {
		d = newVariantBuilder(ctx, a, k, most)
	}
	d.ctx, d.workLeft, d.allBuildsValued, d.pairsUnfinished, d.buildCount = ctx, most, true, false, 0
	if err := d.setCurrentVariant(); err != nil || d.fixedUpgrades {
		return err
	}
	weighed, err := d.variantCandidates()
	if err != nil {
		return err
	}
	for i := range weighed { // pairs compete with single units
		weighed[i].classIndex = d.classIndex(&weighed[i], false)
	}
	if weighed, err = d.bestBuilds(weighed); err == nil {
		d.addVariants(weighed)
	}
	k.hasUnvaluedBuilds, k.workSpent, k.unfinishedBuilder = !d.allBuildsValued, most.minus(d.workLeft), nil
	if k.hasUnvaluedBuilds {
		k.workSpent.fightCount, k.workSpent.buildsToSum = most.fightCount, most.buildsToSum
	}
	if d.pairsUnfinished {
		k.unfinishedBuilder = d
	}
	return err
}

// newVariantBuilder returns a variantBuilder that may do the work of the budget most.
func newVariantBuilder(ctx context.Context, a *question, k *kind, most variantBudget) *variantBuilder {
	return &variantBuilder{
		workLeft: most, question: a, kind: k, ctx: ctx, allBuildsValued: true,
		classIndices: map[buildClass]int32{}, volleyCache: map[volleyKey]*volley{},
		partCache:  map[partKey]*preview.DamagePart{},
		woundCache: map[partKey]woundChances{}, damageCache: map[string]*cappedDamage{},
		destroyedPointsCache: map[string][]float64{}, splitPartCache: map[string]*preview.DamagePart{},
	}
}

// setCurrentVariant sets the variant of a group of the list as it is before any change.
func (d *variantBuilder) setCurrentVariant() error {
	if d.listGroup == nil {
		return nil
	}
	u := d.listGroup.Unit
	d.currentVariant = Variant{Unit: d.name, Points: u.Cost, Value: float64(u.Cost), IsHero: u.IsHero}
	if d.maximisesPoints {
		return nil
	}
	var err error
	d.currentVariant.worth, err = d.worth(d.ctx, d.listGroup)
	d.currentVariant.Value = d.currentVariant.worth.value()
	return err
}

// variantCandidates returns the builds that may become variants.
func (d *variantBuilder) variantCandidates() ([]build, error) {
	if d.listGroup == nil {
		most := min(d.maxUnitPoints, d.pointsWithRefunds)
		all, err := d.listCandidates(d.army.Draft(d.book, d.unit), most)
		if err != nil {
			return nil, err
		}
		if d.unit.Size < 2 || !d.forceOrg {
			return all.bestAlone, nil
		}
		pairs, err := d.pairs(all, nil, most)
		return append(all.bestAlone, pairs...), err
	}
	var halves [2]*candidates
	var names *gf.Draft
	for i, half := range d.listGroup.Halves {
		draft := d.army.DraftOf(half)
		if names = cmp.Or(names, draft); i > 0 {
			draft.SharePieceNumbers(names)
		}
		var err error
		if halves[i], err = d.listCandidates(draft, min(d.maxUnitPoints, half.Cost+d.pointsWithRefunds)); err != nil {
			return nil, err
		}
	}
	if halves[1] == nil {
		return halves[0].bestAlone, nil
	}
	return d.pairs(halves[0], halves[1], min(d.maxUnitPoints, d.listGroup.Unit.Cost+d.pointsWithRefunds))
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

// A buildKey is equal for builds with the same effect; only the cheapest of them is needed.
type buildKey struct {
	classIndex         int32
	cost               int // set only if points are the objective
	shooting, charging *volley
}

// listBuilds returns the builds of a draft that cost at most most points: of builds with the same
// effect only the cheapest and, if there are very many builds, only the useful ones; useful is then
// true.
func (d *variantBuilder) listBuilds(draft *gf.Draft, most int) (all []build, useful bool, err error) {
	draft.MaxPoints, draft.IncludeIneffectiveOptions = most, d.maximisesPoints || d.triesAllOptions
	few := min(d.workLeft.loadoutCount, maxBuildsPerUnit)
	if d.maximisesPoints {
		draft.MaxOptions, few = d.maxTriedOptions, d.workLeft.loadoutCount
	}
	before, builds := d.workLeft, d.buildCount
	listed, whole, err := d.listAllBuilds(draft, few)
	if whole || err != nil || d.maximisesPoints || d.workBudget.pastDeadline() {
		d.allBuildsValued = d.allBuildsValued && whole
		return listed, false, err
	}
	all, ways, err := d.listUsefulBuilds(draft)
	if err == nil {
		d.buildCount = builds + ways
		return all, true, nil
	}
	if !errors.Is(err, errBudgetSpent) {
		return nil, false, err
	}
	d.workLeft.fightCount, d.allBuildsValued = before.fightCount, false // the results are cached
	return listed, false, nil
}

// listAllBuilds lists the builds of a draft that cost at most most points, up to a maximum number
// of builds. whole reports whether these are all.
func (d *variantBuilder) listAllBuilds(draft *gf.Draft, most int) (all []build, whole bool, err error) {
	l := newBuildLister(d)
	whole = draft.EachLoadout(most, func(loadout *gf.Loadout) bool {
		d.workLeft.loadoutCount--
		if d.buildCount++; d.buildCount%16 == 0 {
			if l.err = d.ctx.Err(); l.err != nil || d.workBudget.pastDeadline() {
				return false
			}
		}
		return l.addBuild(loadout)
	})
	return l.builds, whole, l.err
}

// A buildLister lists builds. Of several builds with the same effect it keeps only the cheapest.
type buildLister struct {
	*variantBuilder
	indexByKey map[buildKey]int // index in builds
	nextHalf   *half            // memory for the next build
	builds     []build
	err        error
	// random orders builds of equal cost for varied armies; otherwise it is nil.
	random *rand.Rand
}

// newBuildLister returns a buildLister without builds.
func newBuildLister(d *variantBuilder) *buildLister {
	l := &buildLister{variantBuilder: d, indexByKey: map[buildKey]int{}, nextHalf: new(half)}
	if d.Objective == VariedArmy {
		l.random = d.Question.seededRandom(d.name)
	}
	return l
}

// addBuild adds a build, unless one with the same effect costs no more. It returns false after an
// error.
func (l *buildLister) addBuild(loadout *gf.Loadout) bool {
	if l.listGroup == nil && loadout.Cost <= 0 {
		return true // a build without a price cannot be bought
	}
	h := l.nextHalf
	h.Loadout, h.class = *loadout, l.classOfLoadout(loadout)
	b := build{halves: [2]*half{h}, cost: loadout.Cost, optionCount: h.PickCount()}
	if l.random != nil {
		b.tieBreaker = l.random.Uint64()
	}
	b.classIndex = l.classIndex(&b, true)
	key, err := l.newBuildKey(&b)
	if errors.Is(err, errBudgetSpent) {
		l.allBuildsValued = false
		return true
	}
	if l.err = err; err != nil {
		return false
	}
	i, known := l.indexByKey[key]
	if known && cmp.Or(cmp.Compare(b.cost, l.builds[i].cost), cmp.Compare(b.tieBreaker, l.builds[i].tieBreaker), cmp.Compare(b.optionCount, l.builds[i].optionCount)) >= 0 {
		return true
	}
	kept := *h
	kept.Loadout = loadout.Clone()
	if b.halves[0] = &kept; known {
		l.builds[i] = b
		return true
	}
	l.indexByKey[key] = len(l.builds)
	l.builds = append(l.builds, b)
	return true
}

// classOfLoadout returns the class of a unit with the loadout.
func (d *variantBuilder) classOfLoadout(l *gf.Loadout) buildClass {
	u, join := l.UnitWithoutGear(), d.army.Game.ListRules.JoinLimits
	c := buildClass{
		isHero: u.IsHero, canJoin: u.IsHero && (join.MaxHeroTough == 0 || u.Tough <= join.MaxHeroTough),
		canTakeHero: !u.IsHero && (!join.NeedsMultiModelHost || u.Models > 1), allModelsUpgrades: l.WholeUnitOptionsKey(),
	}
	for _, o := range d.options {
		c.countedLimits += string(rune(l.ChosenCount(o)))
	}
	return c
}

// newBuildKey returns a build's key. It sets the attacks of the build's first half, unless points
// are the objective.
func (d *variantBuilder) newBuildKey(b *build) (buildKey, error) {
	if d.maximisesPoints {
		return buildKey{classIndex: b.classIndex, cost: b.cost}, nil
	}
	h := b.halves[0]
	for mode := range h.attacks {
		v := h.Loadout.Volley(mode == 1)
		var err error
		if h.attacks[mode], err = d.volley(&v, mode, h); err != nil {
			return buildKey{}, err
		}
	}
	return buildKey{classIndex: b.classIndex, shooting: h.attacks[0], charging: h.attacks[1]}, nil
}

// classIndex returns the index of a build's class. every includes upgrades for all models in the
// class: they matter only to combined units.
func (d *variantBuilder) classIndex(b *build, every bool) int32 {
	c := b.halves[0].class
	if !every {
		c.allModelsUpgrades = ""
	}
	if second := b.halves[1]; second != nil {
		both := []rune(c.countedLimits)
		for i, n := range []rune(second.class.countedLimits) {
			both[i] += n
		}
		c.countedLimits = string(both)
		c.isPair = d.kind.collectionLimits != nil // a pair needs two units of a collection
	}
	n, known := d.classIndices[c]
	if !known {
		n = int32(len(d.classIndices))
		d.classIndices[c] = n
	}
	return n
}

// volley returns the attacks of a unit or a combined pair in shooting (mode 0) or charging (1). It
// computes equal attacks once.
func (d *variantBuilder) volley(v *gf.Volley, mode int, halves ...*half) (*volley, error) {
	key := volleyKey{mode == 1, len(halves) > 1, v.Key}
	if !v.KeyIsExact {
		bare := &volley{Volley: *v}
		bare.setBounds(d.targets, nil)
		return bare, nil
	}
	known := d.volleyCache[key]
	switch {
	case known == nil:
		known = &volley{Volley: *v}
	case known.parts == nil: // loadouts may share its bounds and strike differently
		return &volley{Volley: *v, maxDestroyed: known.maxDestroyed}, nil
	default:
		return known, nil
	}
	parts := make([]*preview.DamagePart, 0, len(v.Weapons)+1)
	for i := range len(v.Weapons) + 1 {
		key := partKey{charging: key.charging, isPair: key.isPair, rules: v.RulesKey}
		if i > 0 {
			key.WeaponCount = gf.WeaponCount{Weapon: v.Weapons[i-1].Weapon, Count: v.Weapons[i-1].Count} // whatever build has it
		}
		p, err := d.attackPart(key, halves)
		if err != nil {
			return nil, err
		}
		parts = append(parts, p)
	}
	known.setBounds(d.targets, parts)
	if preview.CanSumDamage(parts) {
		known.parts = parts
	}
	d.volleyCache[key] = known
	return known, nil
}

// attackPart returns the part of the attacks of a unit or a combined pair that has a key. It
// computes equal parts once.
func (d *variantBuilder) attackPart(key partKey, halves []*half) (*preview.DamagePart, error) {
	if known := d.partCache[key]; known != nil {
		return known, nil
	}
	if d.workLeft.fightCount--; d.workLeft.fightCount < 0 {
		return nil, errBudgetSpent
	}
	made, err := combatantOf(d.army, halves).WeaponDamagePart(d.ctx, d.army.Game, d.targets, key.charging, key.WeaponCount)
	if err != nil {
		return nil, err
	}
	d.partCache[key] = &made
	return &made, nil
}

// combatantOf returns the unit with one half, or the pair of two halves, as a Combatant.
func combatantOf(army *gf.Army, halves []*half) *preview.Combatant {
	var units []*gf.Unit
	for _, h := range halves {
		units = append(units, h.Unit())
	}
	u := preview.NewCombatant(army, gf.NewGroup(units...))
	return &u
}

// bestBuilds returns the builds that are worth more than all others of their class with at most the
// same cost. If the budget is spent, it values fewer builds, evenly spaced by cost.
func (d *variantBuilder) bestBuilds(builds []build) (kept []build, err error) {
	start := d.workLeft
	for n := len(builds); ; n /= 4 {
		if kept, err = d.bestOfAllBuilds(evenlySpaced(builds, n)); !errors.Is(err, errBudgetSpent) {
			return kept, err
		}
		if d.allBuildsValued = false; n <= 1 {
			return nil, nil
		}
		d.workLeft.fightCount, d.workLeft.buildsToSum = start.fightCount/4, start.buildsToSum/4 // the first results are cached
	}
}

// bestOfAllBuilds is bestBuilds, but values all builds or returns errBudgetSpent.
func (d *variantBuilder) bestOfAllBuilds(builds []build) (kept []build, err error) {
	at := map[int][]*build{} // by cost
	for i := range builds {
		if i%64 == 0 && d.ctx.Err() != nil {
			return nil, d.ctx.Err()
		}
		d.setUpperBound(&builds[i])
		at[builds[i].cost] = append(at[builds[i].cost], &builds[i])
	}
	return d.bestAtCosts(slices.Sorted(maps.Keys(at)), func(cost int, _ func(int32) float64) ([]*build, error) { return at[cost], nil })
}

// bestAtCosts returns the best builds at the given costs, in ascending order. ofCost returns the
// builds at a cost that may be worth more than least, the best value so far in their class.
func (d *variantBuilder) bestAtCosts(
	costs []int, ofCost func(cost int, least func(class int32) float64) ([]*build, error),
) (kept []build, err error) {
	last := map[int32]int{} // index of the last kept build of each class
	least := func(class int32) float64 {
		if at, known := last[class]; known {
			return kept[at].upperBound + valueTolerance
		}
		return math.Inf(-1)
	}
	for _, cost := range costs {
		if err := d.ctx.Err(); err != nil {
			return nil, err
		}
		if d.workBudget.pastDeadline() {
			d.allBuildsValued = false
			return kept, nil
		}
		all, err := ofCost(cost, least)
		if err != nil {
			return nil, err
		}
		slices.SortStableFunc(all, func(a, b *build) int {
			return cmp.Or(cmp.Compare(b.upperBound, a.upperBound), a.optionCount-b.optionCount)
		})
		for _, b := range all {
			if b.upperBound <= least(b.classIndex) {
				continue
			}
			if !b.valueKnown {
				if err := d.setWorth(b); err != nil {
					return nil, err
				}
			}
			switch at, known := last[b.classIndex]; {
			case b.upperBound <= least(b.classIndex):
			case known && b.cost == kept[at].cost:
				kept[at] = *b
			default:
				last[b.classIndex] = len(kept)
				kept = append(kept, *b)
			}
		}
	}
	return kept, nil
}

// setUpperBound sets an upper bound of a build's value; for a pair, the sum over its halves.
func (d *variantBuilder) setUpperBound(b *build) {
	if b.valueKnown {
		return
	}
	if d.maximisesPoints {
		b.upperBound, b.valueKnown = float64(b.cost), true
		return
	}
	sum := 0.
	for t := range d.targets {
		best := 0.
		for mode := range 2 {
			points := 0.
			for _, h := range b.halves {
				if h != nil {
					points = min(points+h.attacks[mode].maxDestroyed[t], float64(d.targets[t].Points))
				}
			}
			best = max(best, points)
		}
		sum += best
	}
	b.upperBound = sum / float64(max(1, len(d.targets)))
}

// setBounds sets upper bounds of the points destroyed of each target: the sums over the parts.
func (v *volley) setBounds(field []preview.Combatant, parts []*preview.DamagePart) {
	v.maxDestroyed = make([]float64, len(field))
	for t := range v.maxDestroyed {
		if parts == nil {
			v.maxDestroyed[t] = math.Inf(1)
		}
	}
	for _, p := range parts {
		for t, points := range p.MaxPoints() {
			v.maxDestroyed[t] += points
		}
	}
}

// targetWorth holds the mean points that a unit destroys of each target.
type targetWorth []float64

// betterActionPerTarget returns, for each target, the larger of the points from shooting [0] and
// charging [1].
func betterActionPerTarget(modes [2][]float64) targetWorth {
	w := make(targetWorth, len(modes[0]))
	for t := range w {
		w[t] = max(modes[0][t], modes[1][t])
	}
	return w
}

// value returns the mean points over the targets.
func (w targetWorth) value() float64 {
	sum := 0.
	for _, points := range w {
		sum += points
	}
	return sum / float64(max(1, len(w)))
}

// worth returns the worth of a unit or a pair.
func (a *question) worth(ctx context.Context, g *gf.Group) (targetWorth, error) {
	u := preview.NewCombatant(a.army, g)
	var modes [2][]float64
	for mode := range modes {
		w, err := u.ExpectedDamage(ctx, a.army.Game, a.targets, preview.WorthDistance, mode == 1)
		if err != nil {
			return nil, err
		}
		modes[mode] = w.Points
	}
	return betterActionPerTarget(modes), nil
}

// setWorth sets the worth of a build, as the sum over its weapons if possible.
func (d *variantBuilder) setWorth(b *build) error {
	halves := b.halves[:1]
	if b.halves[1] != nil {
		halves = b.halves[:]
	}
	var worth [2][]float64
	var u *preview.Combatant // nil until needed
	for mode := range worth {
		v := halves[0].attacks[mode]
		if len(halves) > 1 {
			both := v.Plus(&halves[1].attacks[mode].Volley)
			var err error
			if v, err = d.volley(&both, mode, halves...); err != nil {
				return err
			}
		}
		switch {
		case v.meanDestroyed != nil:
		case v.parts != nil:
			if d.workLeft.buildsToSum--; d.workLeft.buildsToSum < 0 {
				return errBudgetSpent
			}
			v.meanDestroyed = preview.SumDamage(v.parts, mode == 1)
		default:
			if u == nil {
				u = combatantOf(d.army, halves)
			}
			var err error
			if v.meanDestroyed, err = d.destroyedPoints(u, &halves[0].Loadout, mode == 1); err != nil {
				return err
			}
		}
		worth[mode] = v.meanDestroyed
	}
	b.worth, b.valueKnown = betterActionPerTarget(worth), true
	b.upperBound = b.worth.value()
	return nil
}

// attackKey returns a key that is equal for sides with the same attacks.
func attackKey(side *combat.Side, of *gf.Loadout, charging bool) string {
	text := []byte{byte(side.Quality), byte(side.Defense), 0}
	if charging {
		text[2] = 1
	}
	word := func(s string) { text = append(append(text, s...), 0) }
	number := func(n int) { text = binary.AppendVarint(text, int64(n)) }
	uses := func(all []rules.Use, any bool) {
		for _, r := range all {
			if any || of.MattersInFight(r) {
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
				word(w.ProfileOf)
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

// addVariants appends builds to the variants of the kind of unit.
func (d *variantBuilder) addVariants(builds []build) {
	for i := range builds {
		b := &builds[i]
		first, second := b.halves[0], b.halves[1]
		c := Variant{
			Unit: d.name, Upgrades: choices(first.Choices()), Points: b.cost, Value: b.upperBound,
			IsHero: first.class.isHero, CanJoin: first.class.canJoin, CanTakeHero: first.class.canTakeHero,
			BuildCount: d.buildCount, AllBuildsValued: d.allBuildsValued,
			miniatureUse: []int{1}, optionCount: b.optionCount, worth: b.worth, halves: []*gf.Loadout{first.loadout()},
		}
		counts := []rune(first.class.countedLimits)
		if second != nil {
			pair := choices(second.Choices())
			c.SecondHalf, c.miniatureUse[0], c.halves = &pair, 2, append(c.halves, second.loadout())
			for i, n := range []rune(second.class.countedLimits) {
				counts[i] += n
			}
		}
		for _, n := range counts {
			c.miniatureUse = append(c.miniatureUse, int(n))
		}
		d.variants = append(d.variants, c)
	}
}
