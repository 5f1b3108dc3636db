package fill

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"muster/builder"
	"muster/builder/finding"
	"muster/builder/gf"
	"muster/convert"
	"muster/schema"
)

// seededRandom returns random numbers that depend on the question's seed and a name.
func (q *Question) seededRandom(name string) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(name))
	return rand.New(rand.NewPCG(q.Seed, h.Sum64()))
}

// A role is the task of a unit in a game. Units with equal roles can replace each other.
type role struct{ isHero, isTransport, hasSeveralModels, mainlyShoots bool }

// roleOf returns the role of a unit, by its rules and by what most of its attacks are: shots or
// blows.
func roleOf(u *gf.Unit) role {
	shots, blows := 0, 0
	for _, w := range u.Weapons {
		if n := w.Count * w.Attacks; w.Range > 0 {
			shots += n
		} else {
			blows += n
		}
	}
	return role{u.IsHero, u.TransportSpaces > 0, u.Models > 1, shots > blows}
}

// randomizeValues sets random values of all variants. It shuffles the kinds of units of each role
// and makes each kind worth less per point than the one before it, so that the best picks have
// units of all roles. Among the builds of a kind, those with a cost near a random number are worth
// most.
func (a *question) randomizeValues() {
	const (
		next = 0.8 // value of a kind against the one before it in its role
		lead = 1.3 // value per point of the first hero
		more = 0.6 // value per point of upgrades of units that the list has
	)
	random, roles := a.seededRandom(""), map[role]float64{}
	for _, i := range random.Perm(len(a.kinds)) {
		k := a.kinds[i]
		if k.listGroup != nil {
			for c := range k.variants {
				k.variants[c].Value = k.currentVariant.Value + more*float64(k.variants[c].Points-k.currentVariant.Points)
			}
			continue
		}
		r := roleOf(a.army.NewUnit(k.book, k.unit))
		first := 0.8 + 0.4*random.Float64()
		if r.isHero {
			first = lead
		}
		worth := cmp.Or(roles[r], first) * (0.9 + 0.2*random.Float64())
		roles[r] = next * worth
		least, most := math.Inf(1), 0.
		for _, c := range k.variants {
			least, most = min(least, float64(c.Points)), max(most, float64(c.Points))
		}
		aim := least + (most-least)*random.Float64()
		for c := range k.variants {
			points := float64(k.variants[c].Points)
			k.variants[c].Value = worth * (points - max(0, points-aim)/2) * (0.97 + 0.03*random.Float64())
		}
	}
}

// minPointsShare is the share of a list's points that a varied army costs at least, if possible.
const minPointsShare = 0.98

// Limits of the search for armies that differ.
const (
	seedClassCount = 1 << 10 // number of classes into which armies are divided
	// a search can stop after this number of armies, since some are then in every class
	maxVisitedArmies = 16 * seedClassCount
	maxVisitedItems  = 2_000_000 // items tried in one search
)

// addVariedArmy adds the army of the question's seed to the answers, without any unit twice unless
// that leaves too many points. The units and costs of an army decide to which of 1,024 classes it
// belongs, and the seed selects a class. So seeds that differ by less than 1,024 make different
// armies. Within the class the army is the best one at random values. If there are fewer armies
// than classes, each army is a class of its own, seeds repeat, and the answers say so.
func (a *question) addVariedArmy(ctx context.Context, all *Answers) error {
	least, err := a.limitCopies(ctx)
	if err != nil {
		return err
	}
	order, visits := map[uint64]uint64{}, maxVisitedItems // of all armies, by their ids
	complete := a.problemWithItemIDs().visitArmies(nil, unlimited, least, &visits, func(_ []pickedItem, id uint64) bool {
		if _, known := order[id]; !known {
			order[id] = uint64(len(order))
		}
		return len(order) < maxVisitedArmies
	})
	seeds := uint64(seedClassCount)
	if n := max(1, uint64(len(order))); complete && n < seeds {
		seeds = n
		all.UnspentReason = fmt.Sprintf("only %s of about the points can differ in units or in what these cost; seed %d has those of this one again",
			finding.CountText(int(n), "army"), a.Seed+seeds)
	}
	a.randomizeValues()
	var best, drawn trialPicks // best of the class
	keepIfBest := func(picks []pickedItem, id uint64) bool {
		value := 0.
		for _, pick := range picks {
			value += pick.value
		}
		if complete {
			id = order[id]
		}
		if id%seeds == a.Seed%seeds && (best.picks == nil || value > best.value) {
			best.picks, best.value = slices.Clone(picks), value
		}
		return true
	}
	p := a.problemWithItemIDs()
	var change func(base []pickedItem, from, fewer, more int)
	change = func(base []pickedItem, from, fewer, more int) {
		if fewer == 0 {
			p.visitArmies(base, more, least, &visits, keepIfBest)
		}
		for i := from; i < len(base) && fewer > 0; i++ {
			change(slices.Delete(slices.Clone(base), i, i+1), i, fewer-1, more)
		}
	}
	if !complete {
		if drawn, err = a.findPicks(ctx, nil); err != nil {
			return err
		}
		for i := range drawn.picks {
			drawn.picks[i].setID()
		}
		for n := 1; n <= 3 && best.picks == nil; n++ {
			visits = maxVisitedItems
			change(drawn.picks, 0, n, n)
		}
	}
	if best.picks == nil {
		visits = maxVisitedItems
		change(nil, 0, 0, unlimited)
	}
	if best.picks == nil { // of no class after so many visits
		best = drawn
	}
	if len(best.picks) == 0 {
		all.UnspentReason = a.unspentReasons(all)
		return nil
	}
	best.upperBound = best.value // no other is sought
	for _, pick := range best.picks {
		pick.variant.Value = float64(pick.variant.Points)
	}
	answer, err := a.writeAnswer(ctx, best)
	answer.Seed = a.Seed
	all.Answers = append(all.Answers, answer)
	return err
}

// limitCopies sets the limit of copies of each unit to the lowest number at which an army can still
// cost about all points; at one copy it allows no pairs. It returns the fewest points that a varied
// army adds.
func (a *question) limitCopies(ctx context.Context) (int, error) {
	every := convert.All(a.kinds, func(k *kind) []Variant { return k.variants })
	most := cmp.Or(a.MaxCopies, gf.MaxUnits)
	if slots := a.army.Slots(); slots != nil {
		most = min(most, slots.MaxCopies)
	}
	allow := func(copies int) {
		a.setCopyLimit(copies)
		for i, k := range a.kinds {
			k.variants = slices.DeleteFunc(slices.Clone(every[i]), func(c Variant) bool {
				return copies == 1 && k.listGroup == nil && c.SecondHalf != nil
			})
			for c := range k.variants {
				k.variants[c].Value = float64(k.variants[c].Points)
			}
		}
	}
	want := int(math.Ceil(minPointsShare*float64(a.army.SpentPoints()+a.pointsLeft))) - a.army.SpentPoints()
	spent := 0
	for copies := 1; copies <= most; copies++ {
		allow(copies)
		s, err := a.newProblem(nil).spendPoints(ctx)
		if err != nil {
			return 0, err
		}
		sum := 0
		for _, pick := range s.picks {
			sum += pick.resourceUse.points
		}
		if copies > 1 && sum <= spent {
			allow(copies - 1)
			break
		}
		if spent = sum; spent >= want {
			break
		}
	}
	return min(want, int(minPointsShare*float64(spent))), nil
}

// problemWithItemIDs returns the integer program with an id for each item. An army is identified by
// the sum of the ids of its picks.
func (a *question) problemWithItemIDs() *problem {
	p := a.newProblem(nil)
	for g := range p.groups {
		for i := range p.groups[g].items {
			p.groups[g].items[i].setID()
		}
	}
	return p
}

// setID sets an item's id. It depends only on the unit and its points, not on the unit that a hero
// joins or on the upgrades.
func (it *item) setID() {
	h := fnv.New64a()
	fmt.Fprint(h, it.variant.Unit, it.variant.Points, len(it.variant.halves))
	it.id = rand.NewPCG(h.Sum64(), 0).Uint64() // sums of the hashes alone may be equal
}

// visitArmies calls yield with each way to add up to more picks to base so that all together cost
// at least least points. It stops if yield returns false or when visits, the number of tries left,
// is used up. It reports whether it visited all ways.
func (p *problem) visitArmies(base []pickedItem, more, least int, visits *int, yield func(picks []pickedItem, id uint64) bool) bool {
	left, id := p.limitsAfter(base), uint64(0)
	for i := range base {
		id += base[i].id
	}
	reach := make([][2]int, len(p.groups)+1) // points of the dearest item, and of all, from a group on
	for g := len(p.groups) - 1; g >= 0; g-- {
		dear := 0
		for i := range p.groups[g].items {
			dear = max(dear, p.groups[g].items[i].resourceUse.points)
		}
		reach[g] = [2]int{max(dear, reach[g+1][0]), reach[g+1][1] + left.picksLeft[g]*dear}
	}
	picks := slices.Clone(base)
	var walk func(g, from, more int) bool
	walk = func(g, from, more int) bool {
		short := least - (p.resourcesLeft.points - left.resourcesLeft.points)
		if short <= 0 && left.resourcesLeft.heroHosts >= 0 && len(picks) > 0 && !yield(picks, id) {
			return false
		}
		for ; g < len(p.groups) && more > 0 && min(more*reach[g][0], reach[g][1]) >= short; g, from = g+1, unlimited {
			for i := min(from, len(p.groups[g].items)-1); i >= 0 && left.picksLeft[g] > 0; i-- { // the dearest first
				if *visits--; *visits < 0 {
					return false
				}
				it := &p.groups[g].items[i]
				anyHosts := it.resourceUse
				anyHosts.heroHosts = min(anyHosts.heroHosts, left.resourcesLeft.heroHosts) // later picks may bring them
				if !left.fits(g, it, anyHosts) {
					continue
				}
				left.subtract(g, it, 1)
				id += it.id
				picks = append(picks, pickedItem{g, *it})
				on := walk(g, i, more-1)
				left.subtract(g, it, -1)
				id -= it.id
				if picks = picks[:len(picks)-1]; !on {
					return false
				}
			}
		}
		return true
	}
	return walk(0, unlimited, more)
}

// TwoArmies returns two varied armies of about equal points, out of one collection that is dealt to
// two players. Its errors are those of Fill.
func TwoArmies(ctx context.Context, r builder.Roster, q Question) (*Answers, error) {
	switch {
	case q.Objective != VariedArmy || q.Collection == nil:
		return nil, schema.Errorf(CodeCannotFill, "two armies are varied armies out of one collection; say which collection")
	case r.UnitCount() > 0:
		return nil, schema.Errorf(CodeCannotFill, "%s: two armies begin with a list without units", r.Document().File)
	}
	const deals = 4
	var best *Answers
	lower := 0 // points of the poorer of the best
	for deal := range deals {
		both := &Answers{}
		halves := q.Collection.dealToPlayers(q.seededRandom(string(rune('a' + deal))))
		one := func(i, most int) (Answer, error) {
			ask := q
			ask.Collection, ask.maxPoints = halves[i], most
			all, err := Fill(ctx, r, ask)
			if err != nil || len(all.Answers) == 0 {
				return Answer{}, err
			}
			both.PointsLeft, both.Objective, both.TargetNames, both.CurrentValue, both.roster = all.PointsLeft, all.Objective, all.TargetNames, all.CurrentValue, all.roster
			return all.Answers[0], nil
		}
		var pair [2]Answer
		var err error
		for i := range pair {
			if pair[i], err = one(i, r.PointsLimit()); err != nil {
				return nil, err
			}
		}
		least := min(pair[0].Points, pair[1].Points)
		if least == 0 {
			continue
		}
		for i := range pair {
			if pair[i].Points > least {
				if pair[i], err = one(i, least); err != nil {
					return nil, err
				}
			}
		}
		both.PointsLeft, both.Answers = r.PointsLimit(), pair[:]
		if poorer := min(pair[0].Points, pair[1].Points); best == nil || poorer > lower {
			best, lower = both, poorer
		}
	}
	if best == nil {
		return nil, schema.Errorf(CodeCannotFill, "%s: the collection has too few miniatures for two armies",
			q.Collection.document.File)
	}
	return best, nil
}

// dealToPlayers divides a collection between two players at random, so that the units of both cost
// about the same.
func (c *Collection) dealToPlayers(random *rand.Rand) (halves [2]*Collection) {
	for i := range halves {
		half := *c
		half.UnitCounts, half.OptionCounts = map[string]int{}, map[string]int{}
		halves[i] = &half
	}
	var points [2]int
	ids := slices.Sorted(maps.Keys(c.UnitCounts))
	random.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
	for _, id := range ids {
		each, cost := c.UnitCounts[id]/2, max(1, c.book.Unit(id).Cost.Points)
		behind := 0
		if points[1] < points[0] {
			behind = 1
		}
		halves[0].UnitCounts[id], halves[1].UnitCounts[id] = each, each
		halves[behind].UnitCounts[id] += c.UnitCounts[id] % 2
		points[behind] += c.UnitCounts[id] % 2 * cost
	}
	for key, n := range c.OptionCounts {
		id, _, _ := strings.Cut(key, "/")
		// Each player has options for their share of the units.
		share := n
		if all := c.UnitCounts[id]; all > 0 {
			share = n * halves[0].UnitCounts[id] / all
		}
		halves[0].OptionCounts[key], halves[1].OptionCounts[key] = share, n-share
	}
	return halves
}
