package edit_test

import (
	"slices"
	"testing"

	"muster/builder/edit"
)

func TestFreeID(t *testing.T) {
	for _, c := range []struct {
		id       string
		numbered bool
		taken    []string
		want     string
	}{
		{"squad", false, nil, "squad"},
		{"squad", false, []string{"squad"}, "squad-2"},
		{"squad", false, []string{"squad", "squad-2"}, "squad-3"},
		{"squad", true, nil, "squad-1"},
		{"squad", true, []string{"squad-1"}, "squad-2"},
	} {
		got := edit.FreeID(c.id, c.numbered, func(id string) bool { return slices.Contains(c.taken, id) })
		if got != c.want {
			t.Errorf("%s, numbered %v, with %v taken: %s, not %s", c.id, c.numbered, c.taken, got, c.want)
		}
	}
}
