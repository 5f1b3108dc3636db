package finding_test

import (
	"fmt"
	"testing"

	"muster/builder/finding"
)

func TestCompareCountsEachFindingOnce(t *testing.T) {
	of := func(code string, units ...string) finding.Finding { return finding.Finding{Code: code, Units: units} }
	a, b := of("points/over"), of("hero/second", "x", "y")
	moved := b
	moved.Line = 9
	for _, c := range []struct {
		name               string
		before, now        []finding.Finding
		solved, worse, new int
	}{
		{"nothing", nil, nil, 0, 0, 0},
		{"one more", nil, []finding.Finding{a}, 0, 0, 1},
		{"one less", []finding.Finding{a}, nil, 1, 0, 0},
		{"the same in another line", []finding.Finding{b}, []finding.Finding{moved}, 0, 0, 0},
		{"one of two", []finding.Finding{a}, []finding.Finding{a, a}, 0, 0, 1},
		{"other units", []finding.Finding{of("x", "a")}, []finding.Finding{of("x", "b")}, 1, 0, 1},
		{"units in another order", []finding.Finding{of("x", "a", "b")}, []finding.Finding{of("x", "b", "a")}, 0, 0, 0},
		{"fewer units", []finding.Finding{of("x", "a", "b", "c")}, []finding.Finding{of("x", "a", "c")}, 0, 0, 0},
		{"more units", []finding.Finding{of("x", "a")}, []finding.Finding{of("x", "a", "b")}, 0, 1, 0},
		{"of the list now", []finding.Finding{of("x", "a")}, []finding.Finding{of("x")}, 1, 0, 1},
		{"one of the same units and one of fewer", []finding.Finding{of("x", "a", "b"), of("x", "a", "b")}, []finding.Finding{of("x", "a"), of("x", "a", "b")}, 0, 0, 0},
		{"another code", []finding.Finding{of("x", "a", "b")}, []finding.Finding{of("y", "a")}, 1, 0, 1},
	} {
		if d := finding.Compare(c.before, c.now); len(d.Solved) != c.solved || len(d.Worse) != c.worse || len(d.New) != c.new {
			t.Errorf("%s: %+v", c.name, d)
		}
	}
}

func ExampleCompare() {
	before := []finding.Finding{{Code: "points/over"}}
	now := []finding.Finding{{Code: "points/over"}, {Code: "hero/tough", Severity: finding.Error, Units: []string{"warlord"}, Message: "too tough to join"}}
	for _, f := range finding.Compare(before, now).New {
		fmt.Println(f)
	}
	fmt.Println("legal:", finding.Legal(now))
	// Output:
	// hero/tough: too tough to join
	// legal: false
}
