package fill

import (
	"math"
	"math/rand/v2"
	"testing"
)

// What the search finds is what trying every set of picks finds.
func TestSearchFindsTheBest(t *testing.T) {
	if testing.Short() {
		t.Skip("it solves three thousand problems, one after another")
	}
	random := rand.New(rand.NewPCG(1, 2))
	for n := range 3000 {
		p := someProblem(random)
		got, err := p.solve(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		want := exhaust(p, 0, p.resourcesLeft, 0)
		if math.Abs(got.value-want) > 1e-6 {
			t.Fatalf("problem %d: %g, should be %g: %+v", n, got.value, want, p)
		}
		p.holds(t, n, got)
	}
}

// holds reports picks that do not fit, or are not worth what they are said to be.
func (p *problem) holds(t *testing.T, n int, got solution) {
	t.Helper()
	room, sum := p.resourcesLeft, 0.
	taken, used := map[int]int{}, map[int][]int{}
	for _, pick := range got.picks {
		sum += pick.value
		room = room.plus(resources{-pick.resourceUse.points, -pick.resourceUse.unitPlaces, -pick.resourceUse.heroes, -pick.resourceUse.heroHosts})
		taken[pick.groupIndex]++
		group := &p.groups[pick.groupIndex]
		for l, count := range pick.miniatureUse {
			if used[pick.groupIndex] == nil {
				used[pick.groupIndex] = make([]int, len(group.collectionLimits))
			}
			if used[pick.groupIndex][l] += count; used[pick.groupIndex][l] > group.collectionLimits[l] {
				t.Errorf("problem %d: the picks exceed a limit of group %d", n, pick.groupIndex)
			}
		}
		if taken[pick.groupIndex] > group.maxPicks {
			t.Errorf("problem %d: there are %d picks of group %d, and may be %d", n, taken[pick.groupIndex], pick.groupIndex, group.maxPicks)
		}
	}
	if room.points < 0 || room.unitPlaces < 0 || room.heroes < 0 || room.heroHosts < 0 || math.Abs(sum-got.value) > 1e-6 {
		t.Fatalf("problem %d: picks leave %+v and are worth %g, not %g", n, room, sum, got.value)
	}
}

// someProblem is a small one of all that a list may hold: squads, heroes who stand
// or join, upgrades that give points back, limits of a collection.
func someProblem(random *rand.Rand) *problem {
	p := &problem{stateBuffer: new([]searchState), initialGap: random.Float64(), resourcesLeft: resources{5 * random.IntN(60), random.IntN(5), random.IntN(3), random.IntN(2)}}
	for range 1 + random.IntN(4) {
		g := group{maxPicks: 1 + random.IntN(3)}
		hero, upgrades := random.IntN(3) == 0, random.IntN(4) == 0
		if random.IntN(3) == 0 {
			g.collectionLimits = []int{1 + random.IntN(4), random.IntN(3)}
		}
		for range 1 + random.IntN(4) {
			it := item{value: float64(random.IntN(400)) / 7, resourceUse: resources{points: 5 * (1 + random.IntN(30)), unitPlaces: 1, heroHosts: -random.IntN(2)}}
			switch {
			case upgrades:
				it.resourceUse = resources{points: 5 * (random.IntN(12) - 2)}
				g.maxPicks = 1
			case hero && random.IntN(2) == 0:
				it.resourceUse.unitPlaces, it.resourceUse.heroes, it.resourceUse.heroHosts = 0, 1, 1
			case hero:
				it.resourceUse.heroes, it.resourceUse.heroHosts = 1, 0
			}
			if g.collectionLimits != nil {
				it.miniatureUse = []int{1 + random.IntN(2), random.IntN(3)}
			}
			g.items = append(g.items, it)
		}
		p.groups = append(p.groups, g)
	}
	return p
}

// exhaust tries every set of picks from a group on. Hosts are judged at the end,
// and so are points, which picks may give back.
func exhaust(p *problem, g int, room resources, value float64) float64 {
	if g == len(p.groups) {
		if room.points < 0 || room.heroHosts < 0 {
			return math.Inf(-1)
		}
		return value
	}
	best := math.Inf(-1)
	group := &p.groups[g]
	var next func(from, most int, left []int, room resources, value float64)
	next = func(from, most int, left []int, room resources, value float64) {
		best = max(best, exhaust(p, g+1, room, value))
		for i := from; i < len(group.items) && most > 0; i++ {
			it := &group.items[i]
			after := room.plus(resources{-it.resourceUse.points, -it.resourceUse.unitPlaces, -it.resourceUse.heroes, -it.resourceUse.heroHosts})
			fits := after.unitPlaces >= 0 && after.heroes >= 0
			rest := make([]int, len(left))
			for l := range left {
				rest[l] = left[l] - it.miniatureUse[l]
				fits = fits && rest[l] >= 0
			}
			if fits {
				next(i, most-1, rest, after, value+it.value)
			}
		}
	}
	next(0, group.maxPicks, group.collectionLimits, room, value)
	return best
}
