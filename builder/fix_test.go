package builder_test

import (
	"slices"
	"strings"
	"testing"

	"muster/builder"
	"muster/builder/finding"
	"muster/catalog"
	"muster/schema"
)

// Every fix that is offered takes its finding away and brings no error.
func TestFixes(t *testing.T) {
	library := catalog.NewLibrary()
	const head = "muster: list/1\nsystem: gf-3\nbook: steel-wardens\npoints: 2000\nunits:\n"
	const force = "muster: list/1\nsystem: fad\nunits:\n"
	for _, c := range []struct{ list, code, label string }{
		{strings.Replace(head, "2000", "220", 1) + "  - {id: a, unit: line-squad, upgrades: [{option: heavy-rifle, count: 2}, grey-coats]}\nforce-org: false\n", "points/over", "a drops 1 × Grey Coats and has none left. (-15)"},
		{head + "  - {id: a, unit: line-squad, upgrades: [{option: heavy-rifle, count: 5}]}\n", "upgrade/limit", "a drops 3 × Heavy Rifle and keeps 2. (-15)"},
		{head + "  - {id: a, unit: line-squad, upgrades: [heavy-rifel]}\n", "upgrade/unknown", "a drops 1 × heavy-rifel and has none left."},
		{head + "  - {id: a, unit: line-squad}\n  - {id: b, unit: apc, join: a}\n", "hero/not-hero", "Let b join no unit."},
		{head + "  - {id: a, unit: captain}\n  - {id: b, unit: line-squad, join: c}\n", "unit/unknown", "Let b join no unit."},
		{head + "  - {id: a, unit: zeppelin}\n", "unit/unknown", "Remove a."},
		{head + "  - {id: a, unit: line-squad}\n  - {id: b, unit: breachers, combine: a}\n", "combine/unit", "Let b fight as a unit of its own."},
		{head + "  - {id: a, unit: line-squad}\n  - {id: b, unit: line-squad, combine: a, upgrades: [grey-coats]}\n", "combine/upgrades", ""},
		{head + "  - {id: a, unit: captain}\n  - {id: b, unit: captain}\n  - {id: c, unit: captain}\n  - {id: d, unit: captain}\n  - {id: e, unit: oathspeaker}\n", "force-org/heroes", "Remove"},
		{head + "  - {id: a, unit: mule}\n  - {id: b, unit: line-squad, in: a}\n  - {id: c, unit: line-squad, in: a}\n", "transport/full", "Let c deploy in no transport."},
		{head + "  - {id: a, unit: marshal-korven}\n  - {id: b, unit: marshal-korven}\n", "unit/unique", "Remove b. (-155)"},
		{head + "  - {id: a, unit: line-squad}\ngeneral: a\n", "general/count", "Name no general."},
		{force + "  - {id: a, kind: sniper, quality: elite, resolve: steady, armour: improved, traits: [smoke]}\n", "trait/kind", "Take the trait smoke from a."},
	} {
		t.Run(c.code, func(t *testing.T) {
			document, err := schema.Read("list.yaml", []byte(c.list))
			if err != nil {
				t.Fatal(err)
			}
			list, err := builder.Open(document, library)
			if err != nil {
				t.Fatal(err)
			}
			at := slices.IndexFunc(list.Findings(), func(f finding.Finding) bool { return f.Code == c.code })
			if at < 0 {
				t.Fatalf("found are %v", list.Findings())
			}
			fixes := builder.QuickFixes(list, library, list.Findings()[at])
			if len(fixes) == 0 || !strings.HasPrefix(fixes[0].Label, c.label) {
				t.Fatalf("offered are %+v, not %q", fixes, c.label)
			}
			for _, fix := range fixes {
				s, err := builder.Begin(document, library)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := s.Do(fix.Edits...); err != nil {
					t.Fatal(err)
				}
				if len(finding.Since(s.Now().Findings(), s.Before().Findings())) == 0 {
					t.Errorf("%q solves nothing", fix.Label)
				}
				if f, worse := finding.FirstError(s.New(), ""); worse {
					t.Errorf("%q brings %v", fix.Label, f)
				}
			}
		})
	}
}
