package dice_test

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"muster/rules/dice"
)

const tolerance = 1e-12

func near(a, b float64) bool { return math.Abs(a-b) <= tolerance }

// drawPMF draws a distribution over up to n numbers.
func drawPMF(t *rapid.T, n int, label string) dice.PMF {
	weights := rapid.SliceOfN(rapid.Float64Range(0, 1), 1, n).Draw(t, label)
	weights[0] += 0.01
	var total float64
	for _, w := range weights {
		total += w
	}
	p := make(dice.PMF, len(weights))
	for i, w := range weights {
		p[i] = w / total
	}
	return p
}

func TestBinomialHasItsClosedForm(t *testing.T) {
	for _, n := range []int{0, 1, 2, 5, 12, 30} {
		for _, p := range []float64{0, 1. / 6, 0.5, 5. / 6, 1} {
			b := dice.Binomial(n, p)
			choose := 1.0
			for k := 0; k <= n; k++ {
				want := choose * math.Pow(p, float64(k)) * math.Pow(1-p, float64(n-k))
				if !near(b[k], want) {
					t.Errorf("Binomial(%d, %g)[%d] is %g, not %g", n, p, k, b[k], want)
				}
				choose *= float64(n-k) / float64(k+1)
			}
			if !near(b.Mean(), float64(n)*p) || !near(variance(b), float64(n)*p*(1-p)) {
				t.Errorf("Binomial(%d, %g) has mean %g, variance %g", n, p, b.Mean(), variance(b))
			}
		}
	}
}

func TestOrderOfDice(t *testing.T) {
	for k, want := range []float64{0, 1. / 36, 3. / 36, 5. / 36, 7. / 36, 9. / 36, 11. / 36} {
		if got := dice.Highest(2, 6)[k]; !near(got, want) {
			t.Errorf("the highest of 2D6 is %d with %g, not %g", k, got, want)
		}
	}
	if d := dice.Die(3); len(d) != 4 || d[0] != 0 || !near(d[2], 1./3) || !near(d.Mean(), 2) {
		t.Errorf("a D3 is %v", d)
	}
}

func TestSumOfTwoDice(t *testing.T) {
	sum := dice.Sum(dice.Die(6), dice.Die(6))
	if !near(sum[7], 6./36) || !near(sum[12], 1./36) || !near(sum.Mean(), 7) || !near(sum.AtLeast(10), 6./36) {
		t.Errorf("2D6 are %v", sum)
	}
}

// capped is the distribution of min(p, n).
func capped(p dice.PMF, n int) dice.PMF {
	q := make(dice.PMF, min(len(p), n+1))
	for k, pk := range p {
		q[min(k, n)] += pk
	}
	return q
}

func variance(p dice.PMF) float64 {
	v := -p.Mean() * p.Mean()
	for k, pk := range p {
		v += float64(k*k) * pk
	}
	return v
}

func TestOperationsKeepTheirLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawPMF(t, 12, "a"), drawPMF(t, 12, "b")
		sum := dice.Sum(a, b)
		if !near(sum.Total(), 1) || !near(sum.Mean(), a.Mean()+b.Mean()) || math.Abs(variance(sum)-variance(a)-variance(b)) > 1e-9 {
			t.Errorf("the sum is %v", sum)
		}
		top := rapid.IntRange(0, 25).Draw(t, "top")
		got, whole := dice.SumCapped(make(dice.PMF, top+1), a, b), capped(sum, top)
		for k := range got {
			want := 0.0
			if k < len(whole) {
				want = whole[k]
			}
			if !near(got[k], want) {
				t.Errorf("capped at %d the sum is %v, not %v", top, got, whole)
			}
		}
		keep := rapid.Float64Range(0, 1).Draw(t, "keep")
		thin := a.Thin(keep)
		if !near(thin.Total(), 1) || !near(thin.Mean(), keep*a.Mean()) {
			t.Errorf("thinned by %g: %v", keep, thin)
		}
		// Thinning a sure number gives the binomial.
		n := rapid.IntRange(0, 20).Draw(t, "n")
		for k, p := range dice.Constant(n).Thin(keep) {
			if !near(p, dice.Binomial(n, keep)[k]) {
				t.Errorf("%d thinned by %g is not binomial at %d", n, keep, k)
			}
		}
		sums := dice.NewSums(a, top, dice.Zeros)
		for _, n := range []int{n % 5, 0, 3, 1} {
			want := dice.Constant(0)
			for range n {
				want = dice.Sum(want, a)
			}
			want = capped(want, top)
			got := sums.OfCopies(n)
			for k := range max(len(got), len(want)) {
				g, w := 0.0, 0.0
				if k < len(got) {
					g = got[k]
				}
				if k < len(want) {
					w = want[k]
				}
				if !near(g, w) {
					t.Errorf("%d copies: %v, not %v", n, got, want)
				}
			}
		}
	})
}

func TestNothing(t *testing.T) {
	if s := dice.Sum(nil, dice.Die(6)); s != nil {
		t.Errorf("a sum with nothing is %v", s)
	}
	if dice.Die(6).AtLeast(0) != 1 || dice.Die(6).AtLeast(7) != 0 {
		t.Error("a D6 is from 1 to 6")
	}
}

func BenchmarkSums(b *testing.B) {
	one := dice.PMF{0.6, 0.3, 0.1}
	b.ReportAllocs()
	for b.Loop() {
		dice.NewSums(one, 60, dice.Zeros).OfCopies(40)
	}
}

func ExampleBinomial() {
	// Five dice that succeed on 4+.
	hits := dice.Binomial(5, 0.5)
	fmt.Printf("%.4f expected, none with %.4f\n", hits.Mean(), hits[0])
	// Output: 2.5000 expected, none with 0.0312
}
