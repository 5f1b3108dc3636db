package edit_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"muster/builder/edit"
	"muster/schema"
)

// open begins to change a list, whose text follows its header.
func open(t testing.TB, body string) (text *edit.Text, header string) {
	t.Helper()
	header = "muster: list/1\nsystem: gf-3\nbook: b\n"
	document, err := schema.Read("list.yaml", []byte(header+body), "list/1")
	if err != nil {
		t.Fatal(err)
	}
	return edit.Open(document), header
}

type step func(*edit.Text) error

func set(key, value string, after ...string) step {
	return func(t *edit.Text) error { return t.SetField([]any{"units", 0}, key, value, after...) }
}

func unset(key string) step {
	return func(t *edit.Text) error { return t.RemoveField([]any{"units", 0}, key) }
}

func add(value string) step {
	return func(t *edit.Text) error { return t.AppendItem([]any{"units", 0, "upgrades"}, value) }
}

func drop(i int) step {
	return func(t *edit.Text) error { return t.RemoveItem([]any{"units", 0, "upgrades"}, i) }
}

func unit(text string) step {
	return func(t *edit.Text) error { return t.AppendBlock("units", text) }
}

func removeUnit(i int) step {
	return func(t *edit.Text) error { return t.RemoveItem([]any{"units"}, i) }
}

func TestChanges(t *testing.T) {
	for _, c := range []struct {
		name, from string
		do         step
		want       string
	}{
		{"text over lines", "units:\n  - id: a\n    notes: |\n      one\n\n      two\n\n    unit: u\n", set("notes", "three"), "units:\n  - id: a\n    notes: three\n\n    unit: u\n"},
		{"text over lines, for other text", "units:\n  - id: a\n    notes: |\n      one\n    unit: u\n", set("notes", `"two\nthree"`), "units:\n  - id: a\n    notes: \"two\\nthree\"\n    unit: u\n"},
		{"folded text with a comment", "units:\n  - id: a\n    notes: >-  # why\n      one\n      # two\n    unit: u\n", set("notes", "three"), "units:\n  - id: a\n    notes: three # why\n    unit: u\n"},
		{"text over lines at the end of the file", "units:\n  - id: a\n    unit: u\n    notes: |2\n        one", set("notes", "two"), "units:\n  - id: a\n    unit: u\n    notes: two"},
		{"empty text over lines", "units:\n  - id: a\n    unit: u\n    notes: |\n", set("notes", "two"), "units:\n  - id: a\n    unit: u\n    notes: two\n"},
		{"plain text over lines", "units:\n  - id: a\n    notes: one\n      two\n    unit: u\n", set("notes", "three"), "units:\n  - id: a\n    notes: three\n    unit: u\n"},
		{"quoted text over lines", "units:\n  - id: a\n    notes: 'one\n\n      two'\n    unit: u\n", set("notes", "three"), "units:\n  - id: a\n    notes: three\n    unit: u\n"},
		{"a field in a block", "units:\n  - id: a\n    unit: u # why\n\n  - {id: b, unit: u}\n", set("name", "N"), "units:\n  - id: a\n    unit: u # why\n    name: N\n\n  - {id: b, unit: u}\n"},
		{"a field behind another", "units:\n  - id: a\n    unit: u\n    in: b\n", set("name", "N", "unit"), "units:\n  - id: a\n    unit: u\n    name: N\n    in: b\n"},
		{"a field behind the first that is there", "units:\n  - {id: a, unit: u, in: b}\n", set("name", "N", "notes", "id"), "units:\n  - {id: a, name: N, unit: u, in: b}\n"},
		{"a unit in brackets beside an apostrophe", "units: [{id: a, unit: u, name: Old 'uns}, {id: b, unit: u}] # the 'uns'\n", unit("id: c\nunit: u"), "units: [{id: a, unit: u, name: Old 'uns}, {id: b, unit: u}, {id: c, unit: u}] # the 'uns'\n"},
		{"a unit less beside an apostrophe", "units:\n  - {id: a, unit: u, name: Old 'uns}\n\n  # the next\n  - id: b\n    unit: u\n    name: it's\n", removeUnit(0), "units:\n\n  # the next\n  - id: b\n    unit: u\n    name: it's\n"},
		{"the last entry beside an apostrophe", "units: [{id: a, name: Old \"uns, upgrades: [x], unit: u}]\n", drop(0), "units: [{id: a, name: Old \"uns, unit: u}]\n"},
		{"the last entry before a comma in a comment", "units:\n  - id: a\n    unit: u\n    upgrades: [x # one, two\n    ]\n", drop(0), "units:\n  - id: a\n    unit: u\n    upgrades: [ # one, two\n    ]\n"},
		{"the last entry with a comma behind a comment", "units:\n  - id: a\n    unit: u\n    upgrades: [x # one, two\n    , ]\n", drop(0), "units:\n  - id: a\n    unit: u\n    upgrades: [ # one, two\n     ]\n"},
		{"an entry with commas behind comments", "units:\n  - id: a\n    unit: u\n    upgrades: [x # one, two\n    , y # three\n    , z]\n", drop(1), "units:\n  - id: a\n    unit: u\n    upgrades: [x # one, two\n    ,  # three\n     z]\n"},
		{"a field in brackets", "units: [{id: a, unit: u}] # all\n", set("join", "b"), "units: [{id: a, unit: u, join: b}] # all\n"},
		{"a field in brackets over lines", "units:\n  - {id: a,   # first\n     unit: u   # second\n    }\n", set("join", "b"), "units:\n  - {id: a,   # first\n     unit: u, join: b   # second\n    }\n"},
		{"a field that is there", "units:\n  - id: a\n    unit:   u   # why\n", set("unit", "v"), "units:\n  - id: a\n    unit:   v   # why\n"},
		{"a quoted field", "units:\n  - {id: a, unit: \"u\" , name: 'It''s, so'}\n", set("name", "N"), "units:\n  - {id: a, unit: \"u\" , name: N}\n"},
		{"a field of several lines", "units:\n  - id: a\n    name: one\n      two\n      three\n    unit: u\n", set("name", "N"), "units:\n  - id: a\n    name: N\n    unit: u\n"},
		{"behind a field of several lines in brackets", "units:\n  - {id: a, unit: u, name: one\n      two}\n", set("in", "b"), "units:\n  - {id: a, unit: u, name: one\n      two, in: b}\n"},
		{"a field of unicode before it", "units:\n  - {id: a, name: Żołnierz 🜂, unit: u}\n", set("unit", "v"), "units:\n  - {id: a, name: Żołnierz 🜂, unit: v}\n"},
		{"behind lines that only YAML breaks", "name: \"a\u2028b\u0085c\"\nunits:\n  - {id: a, unit: u}\n", set("unit", "v"), "name: \"a\u2028b\u0085c\"\nunits:\n  - {id: a, unit: v}\n"},
		{"in brackets whose lines only YAML breaks", "units: [{id: a,\u0085unit: u\u0085},\u2028 {id: b, unit: u}\u0085]\n", set("unit", "v"), "units: [{id: a,\u0085unit: v\u0085},\u2028 {id: b, unit: u}\u0085]\n"},
		{"a unit in brackets whose lines only YAML breaks", "units: [{id: a,\u0085unit: u\u0085}\u0085]\n", unit("id: b\nunit: v"), "units: [{id: a,\u0085unit: u\u0085}, {id: b, unit: v}\u0085]\n"},
		{"empty brackets whose lines only YAML breaks", "units: [\u0085]\n", unit("id: b\nunit: v"), "units: [\u0085{id: b, unit: v}]\n"},
		{"behind text that looks like YAML", "units:\n  - id: a\n    notes: |\n      # no comment\n      x: [\n    unit: u\n", set("in", "b"), "units:\n  - id: a\n    notes: |\n      # no comment\n      x: [\n    unit: u\n    in: b\n"},
		{"behind notes at the end", "units:\n  - id: a\n    unit: u\n    notes: |\n      one\n\n      # two\n", set("in", "b"), "units:\n  - id: a\n    unit: u\n    notes: |\n      one\n\n      # two\n    in: b\n"},
		{"before comments that follow", "units:\n  - id: a\n    unit: u\n  # next\n\nname: N\n", set("in", "b"), "units:\n  - id: a\n    unit: u\n    in: b\n  # next\n\nname: N\n"},

		{"remove a field", "units:\n  - id: a\n    unit: u\n    in: b # gone\n    # stays\n    name: N\n", unset("in"), "units:\n  - id: a\n    unit: u\n    # stays\n    name: N\n"},
		{"remove the last field of a file", "units:\n  - id: a\n    unit: u\n    in: b", unset("in"), "units:\n  - id: a\n    unit: u"},
		{"remove a field beside the dash", "units:\n  - in: b\n    id: a\n    unit: u\n", unset("in"), "units:\n  - id: a\n    unit: u\n"},
		{"remove a field beside the dash, a comment below", "units:\n  - in: b\n    # stays\n    id: a\n    unit: u\n", unset("in"), "units:\n  - # stays\n    id: a\n    unit: u\n"},
		{"remove the first in brackets", "units:\n  - {in: b, id: a, unit: u}\n", unset("in"), "units:\n  - {id: a, unit: u}\n"},
		{"remove the first in brackets, a comment behind", "units:\n  - {in: b, # stays\n     id: a, unit: u}\n", unset("in"), "units:\n  - { # stays\n     id: a, unit: u}\n"},
		{"remove from brackets, a comment before", "units:\n  - {id: a, # stays\n     in: b, unit: u}\n", unset("in"), "units:\n  - {id: a, # stays\n     unit: u}\n"},
		{"remove the last in brackets, a comment before", "units:\n  - {id: a, unit: u, # stays\n     in: b}\n", unset("in"), "units:\n  - {id: a, unit: u, # stays\n     }\n"},
		{"remove what is not there", "units:\n  - {id: a, unit: u}\n", unset("in"), "units:\n  - {id: a, unit: u}\n"},

		{"an upgrade in brackets", "units:\n  - {id: a, unit: u, upgrades: [x]}\n", add("y"), "units:\n  - {id: a, unit: u, upgrades: [x, y]}\n"},
		{"an upgrade in empty brackets", "units:\n  - {id: a, unit: u, upgrades: []}\n", add("y"), "units:\n  - {id: a, unit: u, upgrades: [ y ]}\n"},
		{"an upgrade in wide brackets", "units:\n  - {id: a, unit: u, upgrades: [  ]}\n", add("y"), "units:\n  - {id: a, unit: u, upgrades: [  y]}\n"},
		{"an upgrade on a line", "units:\n  - id: a\n    unit: u\n    upgrades:\n    - x   # first\n\n    # more\n    name: N\n", add("y"), "units:\n  - id: a\n    unit: u\n    upgrades:\n    - x   # first\n    - y\n\n    # more\n    name: N\n"},
		{"an upgrade on a line that lacks its end", "units:\n  - id: a\n    unit: u\n    upgrades:\n      - x", add("y"), "units:\n  - id: a\n    unit: u\n    upgrades:\n      - x\n      - y"},
		{"drop the first upgrade", "units:\n  - {id: a, unit: u, upgrades: [x,   y]}\n", drop(0), "units:\n  - {id: a, unit: u, upgrades: [y]}\n"},
		{"drop the last upgrade", "units:\n  - {id: a, unit: u, upgrades: [x,   y ]}\n", drop(1), "units:\n  - {id: a, unit: u, upgrades: [x ]}\n"},
		{"drop the only upgrade", "units:\n  - {id: a, unit: u, upgrades: [x]}\n", drop(0), "units:\n  - {id: a, unit: u}\n"},
		{"drop the only upgrade in wide brackets", "units:\n  - {id: a, unit: u, upgrades: [ x ]}\n", drop(0), "units:\n  - {id: a, unit: u, upgrades: []}\n"},
		{"drop the only upgrade before a comma", "units:\n  - {id: a, unit: u, upgrades: [ x, ]}\n", drop(0), "units:\n  - {id: a, unit: u, upgrades: []}\n"},
		{"drop an upgrade on its line", "units:\n  - id: a\n    unit: u\n    upgrades:\n      - x\n      # about y\n      - y\n", drop(0), "units:\n  - id: a\n    unit: u\n    upgrades:\n      # about y\n      - y\n"},
		{"drop the only upgrade on its line", "units:\n  - id: a\n    upgrades:\n      - x\n    unit: u\n", drop(0), "units:\n  - id: a\n    unit: u\n"},
		{"drop the only upgrade below a comment", "units:\n  - id: a\n    upgrades:\n      # stays\n      - x\n    unit: u\n", drop(0), "units:\n  - id: a\n    upgrades: []\n      # stays\n    unit: u\n"},

		{"a unit", "units:\n  - {id: a, unit: u}\n# end\n", unit("id: b\nunit: v"), "units:\n  - {id: a, unit: u}\n  - id: b\n    unit: v\n# end\n"},
		{"the first unit", "units: [] # none yet\nname: N\n", unit("id: b\nunit: v"), "units: # none yet\n  - id: b\n    unit: v\nname: N\n"},
		{"the first unit of a file that lacks its end", "units: []", unit("id: b\nunit: v"), "units:\n  - id: b\n    unit: v"},
		{"a unit in brackets", "units: [{id: a, unit: u}]\n", unit("id: b\nunit: v"), "units: [{id: a, unit: u}, {id: b, unit: v}]\n"},
		{"a unit in wide brackets", "units: [ ]\n", unit("id: b\nunit: v"), "units: [ {id: b, unit: v}]\n"},
		{"a unit at the margin", "units:\n- id: a\n  unit: u\n\n", unit("id: b\nunit: v"), "units:\n- id: a\n  unit: u\n- id: b\n  unit: v\n\n"},
		{"remove a unit", "units:\n  # one\n  - id: a\n    unit: u\n\n  # two\n  - {id: b, unit: u}\n", removeUnit(0), "units:\n  # one\n\n  # two\n  - {id: b, unit: u}\n"},
		{"remove the only unit", "units:  # all\n  # one\n  - id: a\n    unit: u\nname: N\n", removeUnit(0), "units: []  # all\n  # one\nname: N\n"},
		{"remove a unit whose dash stands above", "units:\n  - {id: a, unit: u}\n  - # second\n    id: b\n    unit: u\n", removeUnit(1), "units:\n  - {id: a, unit: u}\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, newline := range []string{"\n", "\r\n", "\r"} {
				ends := strings.NewReplacer("\n", newline)
				text, header := open(t, c.from)
				if newline != "\n" {
					document, err := schema.Read("list.yaml", []byte(ends.Replace(header+c.from)), "list/1")
					if err != nil {
						t.Fatal(err)
					}
					text = edit.Open(document)
				}
				if err := c.do(text); err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(ends.Replace(header+c.want), string(text.Bytes())); diff != "" {
					t.Errorf("with %q (-want +got):\n%s", newline, diff)
				}
			}
		})
	}
}

// TestSharedValuesAreLeftAlone asks that nothing is changed that is written in
// one place for several.
func TestSharedValuesAreLeftAlone(t *testing.T) {
	for _, c := range []struct {
		name, from string
		do         step
		want       string
	}{
		{"an alias for a list", "units:\n  - {id: a, unit: u, upgrades: &kit [x]}\n  - {id: b, unit: u, upgrades: *kit}\n", func(t *edit.Text) error { return t.AppendItem([]any{"units", 1, "upgrades"}, "y") }, "alias"},
		{"a list that an alias names", "units:\n  - {id: a, unit: u, upgrades: &kit [x]}\n  - {id: b, unit: u, upgrades: *kit}\n", add("y"), "anchor"},
		{"an alias for a value", "units:\n  - {id: a, unit: &u u}\n  - {id: b, unit: *u}\n", func(t *edit.Text) error { return t.SetField([]any{"units", 1}, "unit", "v") }, "alias"},
		{"what comes from elsewhere", "units:\n  - &base {id: a, unit: u, upgrades: [x]}\n  - {<<: *base, id: b}\n", func(t *edit.Text) error { return t.AppendItem([]any{"units", 1, "upgrades"}, "y") }, "<<"},
		{"what comes from elsewhere, to remove", "units:\n  - &base {id: a, unit: u, in: t}\n  - {<<: *base, id: b}\n", func(t *edit.Text) error { return t.RemoveField([]any{"units", 1}, "in") }, "<<"},
		{"a unit that others build on", "units:\n  - &base\n    id: a\n    unit: u\n  - {<<: *base, id: b}\n", set("in", "t"), "anchor"},
		{"an entry that is not there", "units:\n  - {id: a, unit: u, upgrades: [x]}\n", drop(1), "no entry 2"},
		{"a list that is not there", "units:\n  - {id: a, unit: u}\n", add("x"), "no `upgrades`"},
		{"a unit that is not there", "units: []\n", set("in", "t"), "nothing to change"},
		{"a value that the format forbids", "units:\n  - {id: a, unit: u}\n", set("unit", "[]"), "unit"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text, header := open(t, c.from)
			err := c.do(text)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error is %v, want %q in it", err, c.want)
			}
			if got := string(text.Bytes()); got != header+c.from {
				t.Errorf("the refused change changed the file:\n%s", got)
			}
		})
	}
}

// What comes from elsewhere may be overridden where it is used.
func TestOverridesWhatComesFromElsewhere(t *testing.T) {
	text, _ := open(t, "units:\n  - &base {id: a, unit: u, in: t}\n  - {<<: *base, id: b}\n")
	if err := text.SetField([]any{"units", 1}, "in", "other"); err != nil {
		t.Fatal(err)
	}
	if got := text.Document().At("units", 1, "in").Text(); got != "other" {
		t.Errorf("`in` is %q", got)
	}
	if got := text.Document().At("units", 0, "in").Text(); got != "t" {
		t.Errorf("`in` of the other is %q", got)
	}
}

func Example() {
	document, err := schema.Read("list.yaml", []byte(`muster: list/1
system: gf-3
book: steel-wardens
units:
  - {id: squad, unit: line-squad}   # the wall
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	text := edit.Open(document)
	if err := text.SetField([]any{"units", 0}, "name", "The Old Guard"); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(string(text.Bytes()))
	// Output:
	// muster: list/1
	// system: gf-3
	// book: steel-wardens
	// units:
	//   - {id: squad, unit: line-squad, name: The Old Guard}   # the wall
}
