package edit_test

import (
	"slices"
	"testing"

	"muster/builder/edit"
)

func TestFreeID(t *testing.T) {
	for _, c := range []struct {
		id    string
		taken []string
		want  string
	}{
		{"squad", nil, "squad"},
		{"squad", []string{"squad"}, "squad-2"},
		{"squad", []string{"squad", "squad-2"}, "squad-3"},
		{"squad", []string{"squad-2"}, "squad"},
	} {
		got := edit.FreeID(c.id, func(id string) bool { return slices.Contains(c.taken, id) })
		if got != c.want {
			t.Errorf("%s with %v taken: %s, not %s", c.id, c.taken, got, c.want)
		}
	}
}
