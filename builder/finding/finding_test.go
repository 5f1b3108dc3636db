package finding_test

import (
	"fmt"
	"testing"

	"muster/builder/finding"
)

func TestSinceCountsEachFindingOnce(t *testing.T) {
	a := finding.Finding{Code: "points/over"}
	b := finding.Finding{Code: "hero/second", Units: []string{"x", "y"}}
	moved := b
	moved.Line = 9
	cases := []struct {
		name        string
		before, now []finding.Finding
		want        int
	}{
		{"nothing", nil, nil, 0},
		{"one more", nil, []finding.Finding{a}, 1},
		{"one less", []finding.Finding{a}, nil, 0},
		{"the same in another line", []finding.Finding{b}, []finding.Finding{moved}, 0},
		{"one of two", []finding.Finding{a}, []finding.Finding{a, a}, 1},
		{"other units", []finding.Finding{{Code: "x", Units: []string{"a"}}}, []finding.Finding{{Code: "x", Units: []string{"b"}}}, 1},
	}
	for _, c := range cases {
		if got := len(finding.Since(c.before, c.now)); got != c.want {
			t.Errorf("%s: %d findings, not %d", c.name, got, c.want)
		}
	}
}

func ExampleSince() {
	before := []finding.Finding{{Code: "points/over"}}
	now := []finding.Finding{{Code: "points/over"}, {Code: "hero/tough", Severity: finding.Error, Units: []string{"warlord"}, Message: "too tough to join"}}
	for _, f := range finding.Since(before, now) {
		fmt.Println(f)
	}
	fmt.Println("legal:", finding.Legal(now))
	// Output:
	// hero/tough: too tough to join
	// legal: false
}
