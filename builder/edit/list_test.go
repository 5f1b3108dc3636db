package edit_test

import (
	"testing"
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
		units := ""
		for _, id := range c.taken {
			units += "{id: " + id + ", unit: u}, "
		}
		text, _ := open(t, "units: ["+units+"]\n")
		if got := text.FreeID(c.id); got != c.want {
			t.Errorf("%s with %v taken: %s, not %s", c.id, c.taken, got, c.want)
		}
	}
}
