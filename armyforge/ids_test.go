package armyforge

import (
	"bytes"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"muster/catalog"
	"muster/schema"
)

func TestSlug(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"Line Squad", "line-squad"},
		{"Überläufer", "uberlaufer"},
		{"Żołnierz Straży", "zolnierz-strazy"},
		{"Hit & Run", "hit-run"},
		{"Sgt. O'Hara’s Men", "sgt-oharas-men"},
		{"SHOOT!", "shoot"},
		{"Straße 2x", "strasse-2x"},
		{"Пехота", "пехота"},
		{"  --  ", ""},
		{"2x Claw (A2)", "2x-claw-a2"},
		{"e\u0301lite", "elite"},
		{"One Very Long Name That Goes On And On And On Until Nobody Can Type It", "one-very-long-name-that-goes-on-and-on-and-on-until-nobody"},
	} {
		if got := slug(c.name); got != c.want {
			t.Errorf("%q becomes %q, not %q", c.name, got, c.want)
		}
	}
	for _, c := range []struct{ name, want string }{{"10", "unit-10"}, {"No", "unit-no"}, {"?", "unit"}, {"1e3", "unit-1e3"}, {"Yes Man", "yes-man"}} {
		if got := word("unit", c.name); got != c.want {
			t.Errorf("%q becomes %q, not %q", c.name, got, c.want)
		}
	}
}

// Whatever units and options are called, their ids fit the schema, are unique
// in their unit, and read back as they were written.
func TestIDsOfAnyNames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"null", "12", "Rifle", "rifle", "Rifle!", "~", "- a", "{}", "a: b", "#", "&x", "*y", "!z", "é", "Ünit", "0x1F", "1.5", "\u2028", "'", "\"", "on", "=", "<<"}))
		b := &book{id: "x", system: "gf-3", title: "X", version: name.Draw(t, "version"), description: name.Draw(t, "description")}
		text := func(what string) string {
			if s := clean(name.Draw(t, what)); s != "" && len(s) < 100 {
				return s
			}
			return what
		}
		b.version, b.description = clean(b.version), oneLine(clean(b.description))
		names := map[string]bool{}
		for i := range rapid.IntRange(1, 4).Draw(t, "units") {
			p := &pack{name: text("package"), source: fmt.Sprint("p", i)}
			s := &section{label: text("section"), source: fmt.Sprint("s", i), kind: "upgrade"}
			for j := range rapid.IntRange(0, 5).Draw(t, "options") {
				s.options = append(s.options, &option{name: text("option"), source: fmt.Sprint("o", i, "-", j), gear: gear{rules: []string{text("rule")}}})
			}
			p.sections = []*section{s}
			b.packages = append(b.packages, p)
			u := &unit{name: text("unit"), source: fmt.Sprint("u", i), size: 1, quality: 4, defense: 4, upgrades: []string{"p0", fmt.Sprint("p", i)}}
			names[u.name] = true
			b.units = append(b.units, u)
		}
		r := &reader{file: &File{}}
		b.link(r)
		b.name(r, nil)
		read, err := catalog.Read("x.yaml", withDigest(b.write()))
		if err != nil {
			t.Fatalf("%v\n%s", err, b.write())
		}
		if read.Version != b.version || read.Description != b.description {
			t.Fatalf("%q became %q, %q became %q", b.version, read.Version, b.description, read.Description)
		}
		for i, u := range b.units {
			if got := &read.Units[i]; got.Name != u.name || got.ID != u.id {
				t.Fatalf("%q (%s) became %q (%s)", u.name, u.id, got.Name, got.ID)
			}
		}
		for i, p := range b.packages {
			for j, o := range p.sections[0].options {
				if got := read.Packages[i].Sections[0].Options[j]; got.ID != o.id || got.Name != o.name || len(got.Rules) != 1 {
					t.Fatalf("%q became %q", o.name, got.Name)
				}
			}
		}
	})
}

// The quick way of writing texts agrees with the careful one.
func TestIsPlain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[-A-Za-z0-9_ ()+./']{1,12}`).Draw(t, "text")
		if isPlain(text) && schema.Scalar(text) != text {
			t.Fatalf("%q would be written plain, but YAML wants %s", text, schema.Scalar(text))
		}
	})
}

// An edited character anywhere but at a line's end changes the digest.
func TestDigestSeesEdits(t *testing.T) {
	text := importBook(t, "old-salts.json").YAML
	rapid.Check(t, func(t *rapid.T) {
		at := rapid.IntRange(0, len(text)-2).Draw(t, "at")
		if text[at] == '\n' || text[at+1] == '\n' {
			return
		}
		edited := bytes.Clone(text)
		edited[at] ^= 1
		if edited[at] > ' ' && !Edited(edited) {
			t.Fatalf("changing %q at %d goes unseen", text[at], at)
		}
	})
}
