package fad_test

import (
	"bufio"
	"math"
	"os"
	"reflect"
	"strings"
	"testing"

	armoury "muster/catalog/fad"
	"muster/rules/fad"
)

// TestSample fights every tenth duel of testdata/duels.jsonl with dice: whatever
// Odds works out is met as often, within 5 standard errors.
func TestSample(t *testing.T) {
	const times = 20_000
	house, err := armoury.LoadArmoury()
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.Open("testdata/duels.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	n := 0
	for lines := bufio.NewScanner(file); lines.Scan(); n++ {
		if n%10 > 0 {
			continue
		}
		d := readRolled(t, house, n+1, lines.Bytes()).duel
		exact, err := fad.Odds(d)
		if err != nil {
			t.Fatal(err)
		}
		rolled, err := fad.Sample(d, times, uint64(n))
		if err != nil {
			t.Fatal(err)
		}
		judge := func(what string, p, q float64) {
			if !(math.Abs(p-q) <= 5*math.Sqrt(max(0, p*(1-p))/times)+5./times) {
				t.Errorf("line %d: %s: %.5f, sampled %.5f", n+1, what, p, q)
			}
		}
		judge("draw", exact.Draw, rolled.Draw)
		for _, side := range [][2]*fad.Outcome{{&exact.Attacker, &rolled.Attacker}, {&exact.Target, &rolled.Target}} {
			if side[0].ApplicableNumbers != side[1].ApplicableNumbers {
				t.Fatalf("line %d: other numbers are sampled", n+1)
			}
			others := side[1].Numbers()
			for i, number := range side[0].Numbers() {
				if number.Spread == nil {
					judge(number.Key, number.Chance, others[i].Chance)
					continue
				}
				p, q := number.Spread.PMF, others[i].Spread.PMF
				for k := range max(len(p), len(q)) {
					judge(number.Key, at(p, k), at(q, k))
				}
			}
		}
	}
}

// What the duels of testdata lack: pairs of hits, and hits that fall on those who
// shoot.
func TestSampleByHand(t *testing.T) {
	huge := fad.Effect{PairedHits: true}
	for _, c := range []struct {
		reading string
		effect  fad.Effect
		hits    int
		falls   float64
	}{
		{"three on one of 100", huge, 3, 215. / 216},
		{"four on two of 100, with 2 points", fad.Effect{PairedHits: true, WoundsPerFigure: 2}, 4, 2 * 29. / 36},
		{"one", huge, 1, 0},
	} {
		d := fire()
		d.Tables = tables
		always(&d.Attacker.Fighter, 1)
		d.Attacker.Modifiers.FireEffect = 3*c.hits - 3
		has(&d.Target.Fighter, c.effect)
		r, err := fad.Sample(d, 100_000, 1)
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Target.Casualties.Mean; math.Abs(got-c.falls) > 0.01 {
			t.Errorf("%s: %.4f fall, should be %.4f", c.reading, got, c.falls)
		}
	}
	d := fire()
	d.Tables = tables
	has(&d.Attacker.Fighter, fad.Effect{BackfiresUpTo: 1})
	r, err := fad.Sample(d, 100_000, 1)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := r.Attacker.Casualties.Mean, 1./6*5/6; math.Abs(got-want) > 0.01 {
		t.Errorf("%.4f fall to what backfires, should be %.4f", got, want)
	}
}

func TestSampleIsRepeatable(t *testing.T) {
	d := fad.Duel{Tables: tables, Scenario: fad.Scenario{Mode: fad.CloseAssault, FreeShot: &fad.FreeShot{}}, Attacker: squad(regular, 12), Target: squad(regular, 12)}
	results := make([]fad.Result, 3)
	for i, seed := range []uint64{7, 7, 8} {
		var err error
		if results[i], err = fad.Sample(d, 1000, seed); err != nil {
			t.Fatal(err)
		}
	}
	if !reflect.DeepEqual(results[0], results[1]) {
		t.Error("the same seed gives another result")
	}
	if reflect.DeepEqual(results[0], results[2]) {
		t.Error("another seed gives the same result")
	}
}

func TestSampleRefuses(t *testing.T) {
	foot := squad(regular, 5)
	if _, err := fad.Sample(fad.Duel{Tables: tables, Scenario: fad.Scenario{Mode: fad.Shooting}, Attacker: foot, Target: foot}, 0, 1); err == nil || !strings.Contains(err.Error(), "at least once") {
		t.Errorf("a duel is fought no times: %v", err)
	}
	if _, err := fad.Sample(fad.Duel{Tables: tables, Scenario: fad.Scenario{Mode: fad.Blast}, Attacker: foot, Target: foot}, 1, 1); err == nil {
		t.Error("a duel that cannot be fought is")
	}
	crowd := squad(regular, 1000)
	large := fad.Duel{Tables: tables, Scenario: fad.Scenario{Mode: fad.CloseAssault, FreeShot: &fad.FreeShot{}}, Attacker: crowd, Target: crowd}
	if _, err := fad.Odds(large); err == nil {
		t.Fatal("it is not too large for odds")
	}
	if _, err := fad.Sample(large, 10, 1); err != nil {
		t.Errorf("a duel too large for odds is not sampled: %v", err)
	}
}
