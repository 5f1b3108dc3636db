package gf_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"muster/rules/dice"
	"muster/rules/gf"
)

// A rolledDuel is a line of testdata/duels.jsonl: a duel that a program which
// shares nothing with this one rolled n times, and how often things came about.
type rolledDuel struct {
	Duel   json.RawMessage
	Counts struct {
		N, Draw          int
		Attacker, Target rolledSide
	}
}

// A rolledSide is how often things happened to one side; of wounds and models
// lost, how often just so many.
type rolledSide struct {
	Wounds, Destroyed, Tests, Shaken, Routed, Wins rolledCounts
	ModelsLost                                     rolledCounts `json:"models_lost"`
}

type rolledCounts []int

// UnmarshalJSON reads one count, or a list of them.
func (c *rolledCounts) UnmarshalJSON(text []byte) error {
	if text[0] == '[' {
		return json.Unmarshal(text, (*[]int)(c))
	}
	*c = make([]int, 1)
	return json.Unmarshal(text, &(*c)[0])
}

// orNone is the counts of n games: none are stated where nothing ever happened.
func (c rolledCounts) orNone(n int) rolledCounts {
	if len(c) == 0 {
		return rolledCounts{n}
	}
	return c
}

// farthest is how many standard errors a frequency may be from its chance. Of
// the 20,000 here the farthest is 5.1.
const farthest = 5.5

func TestRolledDuels(t *testing.T) {
	if testing.Short() {
		t.Skip("it rolls 4,000 dice games for each of 800 duels")
	}
	file, err := os.Open("testdata/duels.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	duels, figures, worst, sampling := 0, 0, 0., 0.
	for ; lines.Scan(); duels++ {
		var rolled rolledDuel
		if err := json.Unmarshal(lines.Bytes(), &rolled); err != nil {
			t.Fatal(err)
		}
		d := readText(t, string(rolled.Duel))
		r, n := resolve(t, d), rolled.Counts.N
		sampling = max(sampling, sampledAsExact(t, d, r, 4000))
		judge := func(what string, chances dice.PMF, counts rolledCounts) {
			for i := range max(len(chances), len(counts)) {
				p, f := 0., 0.
				if i < len(chances) {
					p = chances[i]
				}
				if i < len(counts) {
					f = float64(counts[i]) / float64(n)
				}
				far := standardErrors(p, f, n)
				figures, worst = figures+1, max(worst, far)
				if !(far <= farthest) {
					t.Errorf("line %d: %s[%d] is %.6f, and was rolled %.6f of the time: %.1f standard errors", duels+1, what, i, p, f, far)
				}
			}
		}
		judge("draw", dice.PMF{r.Draw}, rolledCounts{rolled.Counts.Draw})
		for i, side := range []string{"attacker", "target"} {
			o := []gf.Outcome{r.Attacker, r.Target}[i]
			c := []rolledSide{rolled.Counts.Attacker, rolled.Counts.Target}[i]
			judge(side+".wounds", o.Wounds.PMF, c.Wounds.orNone(n))
			judge(side+".models_lost", o.ModelsLost.PMF, c.ModelsLost.orNone(n))
			for _, one := range []struct {
				what   string
				chance float64
				counts rolledCounts
			}{{"destroyed", o.Destroyed, c.Destroyed}, {"tests", o.MoraleTests, c.Tests}, {"shaken", o.Shaken, c.Shaken}, {"routed", o.Routed, c.Routed}, {"wins", o.Wins, c.Wins}} {
				judge(fmt.Sprint(side, ".", one.what), dice.PMF{one.chance}, one.counts)
			}
		}
	}
	if err := lines.Err(); err != nil || duels != 400 {
		t.Fatalf("%d duels were read: %v", duels, err)
	}
	t.Logf("%d duels, %d figures; the farthest is %.2f standard errors off, of those sampled here %.2f", duels, figures, worst, sampling)
}
