package builder_test

import (
	"slices"
	"strings"
	"testing"

	"muster/builder"
	"muster/builder/edit"
)

// What can be set of a list itself is what its edition knows, and what stands in
// its file.
func TestSettings(t *testing.T) {
	for _, c := range []struct{ name, list, want string }{
		{"an edition with force organisation", "muster: list/1\nsystem: gf-3\nbook: steel-wardens\nname: Third\nunits: []\n", "name=Third points= notes= force-org= campaign="},
		{
			"one with a general and small scale",
			"muster: list/1\nsystem: gf-2.7\nbook: lantern-fleet\npoints: 500\ngeneral: nobody\nsmall-scale: true\nunits: []\n",
			"name= points=500 notes= general= small-scale=true campaign=",
		},
		{"limits that hold are not said to", "muster: list/1\nsystem: gf-3\nbook: steel-wardens\nforce-org: true\nunits: []\n", "name= points= notes= force-org= campaign="},
		{"notes of several lines", "muster: list/1\nsystem: gf-3\nbook: steel-wardens\nnotes: |\n  A\n  B\nunits: []\n", "name= points= notes=A\nB\n force-org= campaign="},
		{"figures", "muster: list/1\nsystem: fad\ncommand-style: cautious\nunits: []\n", "name= points= notes= armoury= method=points rounding=unit command-style=cautious"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := begin(t, c.list).Before()
			var got []string
			for _, f := range r.Settings() {
				got = append(got, f.Path+"="+f.Current)
				if f.Choices != nil && !slices.ContainsFunc(f.Choices, func(c edit.Choice) bool { return c.Value == f.Current }) {
					t.Errorf("%s is %q, which cannot be chosen", f.Path, f.Current)
				}
			}
			if text := strings.Join(got, " "); text != c.want+" folder= star= colour=" {
				t.Errorf("the list can set\n%s, should be\n%s", text, c.want)
			}
		})
	}
}

// Every field that can be set is one that the file may have, with every value
// that is offered.
func TestSettingsAreSet(t *testing.T) {
	for _, text := range []string{third, "muster: list/1\nsystem: fad\nunits: []\n"} {
		for _, f := range begin(t, text).Before().Settings() {
			for _, c := range f.Choices {
				a := edit.Assignment{Path: []string{f.Path}, Operator: edit.Replace, Value: c.Value}
				if _, err := begin(t, text).Do(builder.SetFields{Fields: []edit.Assignment{a}}); err != nil {
					t.Errorf("%s: %v", a, err)
				}
			}
		}
	}
}
