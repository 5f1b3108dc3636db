package fill

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Points are spent as trying every set of picks spends them: the most, with the fewest
// changes.
func TestSpendFindsTheMostPointsWithTheFewestChanges(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	whole := 0
	for n := range 3000 {
		p := someProblem(random)
		for g := range p.groups {
			for i := range p.groups[g].items {
				it := &p.groups[g].items[i]
				it.changeCount = 1 + random.IntN(4)
				it.joinsUnit = it.resourceUse.heroHosts > 0
				it.value = float64(it.resourceUse.points) - changePenalty*float64(it.changeCount)
				if it.joinsUnit { // or stands alone
					alone := *it
					alone.resourceUse.unitPlaces, alone.resourceUse.heroHosts, alone.joinsUnit = 1, 0, false
					p.groups[g].items = append(p.groups[g].items, alone)
				}
			}
		}
		got, err := p.spendPoints(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		want := exhaust(p, 0, p.resourcesLeft, 0)
		if math.Abs(got.value-want) > 1e-9 {
			t.Fatalf("problem %d: %g, should be %g: %+v", n, got.value, want, p)
		}
		if p.holds(t, n, got); math.Round(want) == float64(p.resourcesLeft.points) {
			whole++
		}
	}
	if whole < 100 || whole > 2900 {
		t.Errorf("%d problems of 3000 can be spent wholly", whole)
	}
}

// Sums that are shifted by whole words and by bits, up and down, are those of each bit by itself.
func TestShiftedSums(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		from := set(rapid.SliceOfN(rapid.Uint64(), 0, 5).Draw(t, "from"))
		got := set(rapid.SliceOfN(rapid.Uint64(), 0, 5).Draw(t, "into"))
		low, steps := rapid.IntRange(0, 6).Draw(t, "low"), rapid.IntRange(-400, 400).Draw(t, "steps")
		want := slices.Clone(got)
		for bit := low * 64; bit < len(from)*64; bit++ {
			if to := bit + steps; from[bit/64]>>(bit%64)&1 == 1 && to >= 0 && to < len(want)*64 {
				want[to/64] |= 1 << (to % 64)
			}
		}
		if got.addShiftedSums(from, low, steps); !slices.Equal(got, want) {
			t.Errorf("%x, should be %x", got, want)
		}
	})
}
