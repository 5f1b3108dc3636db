package gf_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"muster/rules/gf"
	"muster/schema"
)

// The cases of testdata/gf-combat.yaml were worked out by hand, as fractions.
func TestOddsWorkedOutByHand(t *testing.T) {
	text, err := os.ReadFile("testdata/gf-combat.yaml")
	if err != nil {
		t.Fatal(err)
	}
	cases := caseText.FindAllStringSubmatch(string(text), -1)
	if len(cases) != strings.Count(string(text), "- name:") || len(cases) == 0 {
		t.Fatalf("%d cases were understood", len(cases))
	}
	for _, c := range cases {
		name, duel, expect := c[1], c[2], c[3]
		t.Run(name, func(t *testing.T) {
			result := resolveText(t, duel)
			for _, field := range strings.Split(expect, ", ") {
				path, want, _ := strings.Cut(field, ": ")
				path = strings.Trim(path, `"`)
				exact, ok := new(big.Rat).SetString(want)
				if !ok {
					t.Fatalf("%s: %q is no fraction", path, want)
				}
				wanted, _ := exact.Float64()
				if got := lookUp(t, result, path); math.Abs(got-wanted) > 1e-12 {
					t.Errorf("%s is %.15g, should be %s = %.15g", path, got, want, wanted)
				}
			}
		})
	}
}

// caseText finds a case's name, its duel (a file's text in brackets), and what
// is expected.
var caseText = regexp.MustCompile(`(?s)- name: ([^\n]+)\n.*?  duel: (\{.*?\})\n  expect: \{(.*?)\}\n`)

// resolveText works out a duel written as in a file.
func resolveText(t testing.TB, text string) gf.Result {
	t.Helper()
	r, err := gf.Resolve(readText(t, text))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// readText reads a duel written as in a file.
func readText(t testing.TB, text string) gf.Duel {
	t.Helper()
	doc, err := schema.Read("duel.yaml", []byte(text), "duel/1")
	if err != nil {
		t.Fatal(err)
	}
	d, err := gf.Read(doc, nil)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// lookUp follows a path such as "target.wounds.pmf[0]" into the result's JSON.
func lookUp(t *testing.T, r gf.Result, path string) float64 {
	t.Helper()
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatal(err)
	}
	for _, step := range strings.Split(path, ".") {
		key, index, indexed := strings.Cut(strings.TrimSuffix(step, "]"), "[")
		fields, ok := value.(map[string]any)
		if !ok || fields[key] == nil {
			t.Fatalf("there is no %s", path)
		}
		value = fields[key]
		if indexed {
			i, err := strconv.Atoi(index)
			if err != nil {
				t.Fatal(err)
			}
			value = value.([]any)[i]
		}
	}
	number, err := strconv.ParseFloat(fmt.Sprint(value), 64)
	if err != nil {
		t.Fatal(err)
	}
	return number
}
