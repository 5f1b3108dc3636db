package armyforge

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"muster/catalog"
	"muster/rules"
	"muster/schema/files"
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
		if got := files.Slug(c.name); got != c.want {
			t.Errorf("%q becomes %q, not %q", c.name, got, c.want)
		}
	}
	for _, c := range []struct{ name, want string }{{"10", "unit-10"}, {"No", "unit-no"}, {"?", "unit"}, {"1e3", "unit-1e3"}, {"Yes Man", "yes-man"}} {
		if got := safeSlug("unit", c.name); got != c.want {
			t.Errorf("%q becomes %q, not %q", c.name, got, c.want)
		}
	}
}

// Whatever units and options are called, their ids fit the schema, are unique
// in their unit, and read back as they were written.
func TestIDsOfAnyNames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"null", "12", "Rifle", "rifle", "Rifle!", "~", "- a", "{}", "a: b", "#", "&x", "*y", "!z", "é", "Ünit", "0x1F", "1.5", "\u2028", "'", "\"", "on", "=", "<<"}))
		text := func(what string) string {
			if s := cleanText(name.Draw(t, what)); s != "" && len(s) < 100 {
				return s
			}
			return what
		}
		version, background := cleanText(name.Draw(t, "version")), cleanText(name.Draw(t, "background"))
		var units, packages []any
		type m = map[string]any
		for i := range rapid.IntRange(1, 4).Draw(t, "units") {
			var options []any
			for j := range rapid.IntRange(0, 5).Draw(t, "options") {
				options = append(options, m{"uid": fmt.Sprint("o", i, "-", j), "gains": []any{m{"type": "ArmyBookRule", "name": text("rule")}}})
			}
			packages = append(packages, m{"uid": fmt.Sprint("p", i), "hint": text("package"), "sections": []any{
				m{"uid": fmt.Sprint("s", i), "label": text("section"), "variant": "upgrade", "options": options},
			}})
			units = append(units, m{"id": fmt.Sprint("u", i), "name": text("unit"), "size": 1, "quality": 4, "defense": 4, "cost": 1, "upgrades": []any{"p0", fmt.Sprint("p", i)}})
		}
		source, err := json.Marshal(m{"name": "X", "versionString": "v3 " + version, "background": background, "units": units, "upgradePackages": packages})
		if err != nil {
			t.Fatal(err)
		}
		f, err := Open("x.json", source)
		if err != nil {
			t.Fatal(err)
		}
		imported, err := f.ImportBook("x", nil)
		if err != nil {
			t.Fatal(err)
		}
		read, err := catalog.Read("x.yaml", imported.YAML)
		if err != nil {
			t.Fatal(err)
		}
		if want := strings.TrimSpace("3 " + version); read.Version != want || read.Description != background {
			t.Fatalf("%q became %q, %q became %q", want, read.Version, background, read.Description)
		}
		for i, u := range units {
			name := u.(m)["name"].(string)
			if got := &read.Units[i]; got.Name != name && !strings.HasPrefix(got.Name, name+" (") {
				t.Fatalf("%q became %q (%s)", name, got.Name, got.ID)
			}
		}
		for i := range read.Packages {
			for j, o := range read.Packages[i].Sections[0].Options {
				want := packages[i].(m)["sections"].([]any)[0].(m)["options"].([]any)[j].(m)["gains"].([]any)[0].(m)["name"].(string)
				if len(o.Rules) != 1 || o.Rules[0] != rules.ParseUse(want) || o.Name != o.Rules[0].String() {
					t.Fatalf("%q became %+v", want, o)
				}
			}
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
		if edited[at] > ' ' && !IsEdited(edited) {
			t.Fatalf("changing %q at %d goes unseen", text[at], at)
		}
	})
}
