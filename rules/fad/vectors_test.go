package fad_test

import (
	"bufio"
	"encoding/json"
	"math"
	"os"
	"testing"

	armoury "muster/catalog/fad"
	"muster/rules/dice"
	"muster/rules/fad"
	"muster/schema"
)

// rolledFights is how often each duel of testdata/duels.jsonl was rolled.
const rolledFights = 1e6

// A line of testdata/duels.jsonl is a duel as files state it, and how often in a
// million fights everything happened. What was not counted is left out.
type rolledDuel struct {
	duel             fad.Duel
	attacker, target map[string]json.RawMessage
	draw             float64
}

// TestDuelsRolledElsewhere holds the odds of 400 duels, and of 40 vehicles that fire
// all their weapons, against what a program counted that shares nothing with this one:
// no frequency is farther from its chance than 5.5 standard errors.
func TestDuelsRolledElsewhere(t *testing.T) {
	t.Run("duels", func(t *testing.T) { holdRolled(t, "testdata/duels.jsonl", 400, 4000) })
	t.Run("all weapons", func(t *testing.T) { holdRolled(t, "testdata/all.jsonl", 40, 500) })
}

// holdRolled holds the duels of a file against their odds.
func holdRolled(t *testing.T, name string, duels, frequencies int) {
	house, err := armoury.LoadArmoury()
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	judged, n := 0, 0
	for lines := bufio.NewScanner(file); lines.Scan(); {
		n++
		d := readRolled(t, house, n, lines.Bytes())
		r, err := fad.Odds(d.duel)
		if err != nil {
			t.Fatalf("line %d: %v", n, err)
		}
		judge := func(what string, chance, frequency float64) {
			if chance == 0 && frequency == 0 {
				return
			}
			judged++
			if e := math.Sqrt(chance * (1 - chance) / rolledFights); math.Abs(chance-frequency) > 5.5*e+1e-9 {
				t.Errorf("line %d: %s: %.6f, rolled %.6f, %.1f standard errors", n, what, chance, frequency, math.Abs(chance-frequency)/e)
			}
		}
		judge("draw", r.Draw, d.draw)
		for _, side := range []struct {
			name   string
			odds   *fad.Outcome
			rolled map[string]json.RawMessage
		}{{"attacker", &r.Attacker, d.attacker}, {"target", &r.Target, d.target}} {
			for _, number := range side.odds.Numbers() {
				what := side.name + "." + number.Key
				if side.rolled[number.Key] == nil {
					continue
				}
				if number.Spread == nil {
					judge(what, number.Chance, read[float64](t, side.rolled[number.Key]))
					continue
				}
				rolled := read[dice.PMF](t, side.rolled[number.Key])
				for i := range max(len(rolled), len(number.Spread.PMF)) {
					judge(what, at(number.Spread.PMF, i), at(rolled, i))
				}
			}
		}
	}
	if n != duels || judged < frequencies {
		t.Errorf("%d duels with %d frequencies, should be %d with %d", n, judged, duels, frequencies)
	}
}

func at(p dice.PMF, i int) float64 {
	if i < len(p) {
		return p[i]
	}
	return 0
}

// readRolled reads a line of testdata/duels.jsonl.
func readRolled(t *testing.T, house *armoury.Armoury, n int, line []byte) rolledDuel {
	t.Helper()
	duel := read[map[string]json.RawMessage](t, line)
	expect := read[struct {
		Attacker, Target map[string]json.RawMessage
		Draw             float64
	}](t, duel["expect"])
	delete(duel, "expect")
	duel["muster"], duel["system"] = json.RawMessage(`"duel/1"`), json.RawMessage(`"fad"`)
	text, err := json.Marshal(duel)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := schema.Read("duel.yaml", text, "duel/1")
	if err != nil {
		t.Fatalf("line %d: %v", n, err)
	}
	d, err := armoury.ReadDuel(doc, house)
	if err != nil {
		t.Fatalf("line %d: %v", n, err)
	}
	return rolledDuel{d, expect.Attacker, expect.Target, expect.Draw}
}

// read decodes JSON.
func read[T any](t *testing.T, text []byte) (v T) {
	t.Helper()
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	return v
}
