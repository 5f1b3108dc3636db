package builder_test

import (
	"context"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"muster/builder"
	"muster/builder/edit"
	"muster/builder/finding"
	"muster/catalog"
	"muster/examples"
	"muster/schema"
)

// Every fix that is offered takes its finding away and brings no error.
func TestFixes(t *testing.T) {
	library := catalog.NewLibrary(os.DirFS("../examples"))
	const head = "muster: list/1\nsystem: gf-3\nbook: steel-wardens\npoints: 2000\nunits:\n"
	const force = "muster: list/1\nsystem: fad\nunits:\n"
	const bookForce = "muster: list/1\nsystem: fad\nbook: reed-wardens\nunits:\n"
	for _, c := range []struct{ list, code, label string }{
		{strings.Replace(head, "2000", "220", 1) + "  - {id: a, unit: line-squad, upgrades: [{option: heavy-rifle, count: 2}, grey-coats]}\nforce-org: false\n", "points/over", "a without Grey Coats. (-15)"},
		{head + "  - {id: a, unit: line-squad, upgrades: [{option: heavy-rifle, count: 5}]}\n", "upgrade/limit", "a drops 3 × Heavy Rifle and keeps 2. (-15)"},
		{head + "  - {id: a, unit: line-squad, upgrades: [heavy-rifel]}\n", "upgrade/unknown", "a drops 1 × heavy-rifel and has none left."},
		{head + "  - {id: a, unit: line-squad, former: [{upgrade: Bugle, cost: 5}]}\n", "upgrade/gone", "Let a do without it."},
		{head + "  - {id: a, unit: line-squad, upgrades: [grey-coats], former: [{upgrade: 'Grey Coats (Fast)', now: grey-coats}]}\n", "import/inexact", "Keep it as it is now on a."},
		{head + "  - {id: a, unit: line-squad}\n  - {id: b, unit: apc, join: a}\n", "hero/not-hero", "Let b join no unit."},
		{head + "  - {id: a, unit: captain}\n  - {id: b, unit: line-squad, join: c}\n", "unit/unknown", "Let b join no unit."},
		{head + "  - {id: a, unit: zeppelin}\n", "unit/unknown", "Remove a."},
		{head + "  - {id: a, unit: line-squad}\n  - {id: b, unit: breachers, combine: a}\n", "combine/unit", "Let b fight as a unit of its own."},
		{head + "  - {id: a, unit: line-squad}\n  - {id: b, unit: line-squad, combine: a, upgrades: [grey-coats]}\n", "combine/upgrades", ""},
		{head + "  - {id: a, unit: captain}\n  - {id: b, unit: captain}\n  - {id: c, unit: captain}\n  - {id: d, unit: captain}\n  - {id: e, unit: oathspeaker}\n", "force-org/heroes", "Remove"},
		{strings.Replace(head, "2000", "630", 1) + "  - {id: a, unit: line-squad, upgrades: [{option: heavy-rifle, count: 2}]}\n  - {id: b, unit: line-squad, combine: a, upgrades: [sergeant]}\n", "force-org/share", "Remove one half of b. (-210)"},
		{strings.Replace(head, "2000", "601", 1) + "  - {id: a, unit: line-squad, upgrades: [{option: heavy-rifle, count: 2}, sergeant, grey-coats]}\n", "force-org/share", "a without"},
		{strings.Replace(head, "2000", "600", 1) + "  - {id: a, unit: militia}\n  - {id: b, unit: militia, combine: a}\n  - {id: c, unit: culverin}\n  - {id: d, unit: gun-teams}\n  - {id: e, unit: far-sights}\n  - {id: f, unit: line-squad}\n", "force-org/units", "Remove c and e. (-235)"},
		{head + "  - {id: a, unit: mule}\n  - {id: b, unit: line-squad, in: a}\n  - {id: c, unit: line-squad, in: a}\n", "transport/full", "Let c deploy in no transport."},
		{head + "  - {id: a, unit: marshal-korven}\n  - {id: b, unit: marshal-korven}\n", "unit/unique", "Remove b. (-155)"},
		{head + "  - {id: a, unit: line-squad}\ngeneral: a\n", "general/count", "Name no general."},
		{force + "  - {id: a, kind: heavy-weapons, quality: elite, resolve: steady, heavy: heavy-mg, figures: [{count: 2, weapon: pistol, leader: regular}]}\n", "leader/count", "a without `figures.1.leader`."},
		{force + "  - {id: a, kind: infantry, quality: elite, resolve: steady, figures: [{count: 1, weapon: smg, leader: regular}, {count: 4, weapon: smg, leader: regular}]}\n", "leader/count", "a, Figures 2, Leads it: none in place of Regular."},
		{force + "  - {id: a, kind: infantry, quality: elite, resolve: steady, figures: [{count: 5, weapon: general-purpose-mg}]}\n", "weapon/heavy", "a, Figures 1, Weapon: "},
		{force + "  - {id: a, kind: vehicle, movement: tracked, quality: elite, resolve: steady, armour: {front: 8, side: 7, rear: 6}, weapons: [assault-rifle]}\n", "weapon/heavy", "a, Weapons, Weapon 1: "},
		{force + "  - {id: a, kind: heavy-weapons, quality: elite, resolve: steady, heavy: assault-rifle, figures: [{count: 2, weapon: pistol}]}\n", "weapon/heavy", "a, Troops, Serves: "},
		{force + "  - {id: a, kind: infantry, quality: elite, resolve: steady, figures: [{count: 5, weapon: saw-linked}]}\n", "weapon/power-armour", "a, Figures 1, Weapon: "},
		{bookForce + "  - {id: a, unit: wardens, figures: [{count: 3, weapon: smg}, {weapon: smg, leader: veteran}]}\n", "structure/size", "a with 5 figures. (+4)"},
		{bookForce + "  - {id: a, unit: barge-gun, figures: [{count: 5}]}\n", "structure/size", "a with 3 figures. (-5)"},
		{bookForce + "  - {id: a, unit: wardens, figures: [{count: 6, weapon: smg}, {weapon: smg, leader: veteran}, {count: 3, weapon: saw}]}\n", "structure/for-every", "a with 1 SAW fewer. (-3)"},
		{bookForce + "  - {id: a, unit: wardens, figures: [{count: 6, weapon: smg}]}\n", "structure/leader", "a, Leader: Experienced. (+3)"},
		{bookForce + "  - {id: a, unit: wardens, figures: [{count: 5, weapon: smg}, {weapon: smg, leader: regular}]}\n", "structure/leader", "a, Leader: Experienced. (+3)"},
		{bookForce + "  - {id: a, unit: wardens, figures: [{count: 5, weapon: smg}, {weapon: smg, leader: veteran}, {weapon: shotgun}]}\n", "structure/option", "a with 1 Shotgun fewer."},
		{bookForce + "  - {id: a, unit: wardens, traits: [brave]}\n", "structure/option", "Take the trait brave from a. (-12)"},
		{bookForce + "  - {id: a, unit: wardens, quality: elite}\n", "structure/option", "a without `quality`. (-14)"},
		{bookForce + "  - {id: a, unit: wardens, figures: [{count: 4, weapon: smg}, {weapon: smg, leader: veteran}, {count: 2, weapon: smg, personalities: [medic]}]}\n", "structure/option", "a with 1 Medic fewer. (-1)"},
		{bookForce + "  - {id: a, unit: reed-boat, crew: 1}\n", "structure/option", "a without `crew`."},
		{bookForce + "  - {id: a, unit: reed-boat, weapons: [heavy-mg]}\n", "structure/option", "a without `weapons`. (-7)"},
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
			fixes := builder.NewFixer(list, library, nil).Fixes(t.Context(), list.Findings()[at])
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
				d := s.ChangedFindings()
				if len(d.Solved) == 0 {
					t.Errorf("%q solves nothing", fix.Label)
				}
				if f, worse := finding.FirstError(d.NewOrWorse(), ""); worse {
					t.Errorf("%q brings %v", fix.Label, f)
				}
			}
		})
	}
}

// randomLists makes lists of both games, most of them illegal, that differ by a seed.
func randomLists(t *testing.T, library *catalog.Library, n int) []builder.Roster {
	book, err := library.Book("steel-wardens", "", schema.FilePath{})
	if err != nil {
		t.Fatal(err)
	}
	stock, err := shipped()
	if err != nil {
		t.Fatal(err)
	}
	var lists []builder.Roster
	for seed := range uint64(n) {
		random := rand.New(rand.NewPCG(seed, 21))
		text := fmt.Sprintf("muster: list/1\nsystem: gf-3\nbook: steel-wardens\npoints: %d\nunits:\n", 500+250*random.IntN(6))
		ids := make([]string, 2+random.IntN(9))
		for i := range ids {
			ids[i] = fmt.Sprintf("u%d", i)
		}
		link := func(key string) string {
			return fmt.Sprintf(", %s: %s", key, append(ids, "nobody")[random.IntN(len(ids)+1)])
		}
		for _, id := range ids {
			unit := &book.Units[random.IntN(min(len(book.Units), 12))]
			text += fmt.Sprintf("  - {id: %s, unit: %s", id, unit.ID)
			if sections := book.Sections(unit); len(sections) > 0 && random.IntN(2) == 0 {
				section := sections[random.IntN(len(sections))]
				text += fmt.Sprintf(", upgrades: [{option: %s, count: %d}]", section.Options[random.IntN(len(section.Options))].ID, 1+random.IntN(3))
			}
			for _, key := range []string{"join", "combine", "in"} {
				if random.IntN(3) == 0 {
					text += link(key)
				}
			}
			text += "}\n"
		}
		lists = append(lists, opened(t, library, text))

		s := begin(t, outpost)
		s.Force = true
		for range 2 + random.IntN(7) {
			all := stock.All()
			if _, err := s.Do(builder.Add{Unit: all[random.IntN(len(all))].ID}); err != nil {
				t.Fatal(err)
			}
		}
		ids = builder.UnitIDs(s.Now().Document())
		for range 6 {
			id := ids[random.IntN(len(ids))]
			options := s.Now().(builder.FieldSetter).Fields(id)
			if field := options[random.IntN(len(options))]; len(field.Choices) > 0 && field.EntryID == "" {
				set := edit.Assignment{Path: strings.Split(field.Path, "."), Operator: edit.Replace, Value: field.Choices[random.IntN(len(field.Choices))].Value}
				_, _ = s.Do(builder.SetFields{UnitID: id, Fields: []edit.Assignment{set}}) // some do not fit
			}
			_, _ = s.Do(builder.SetFields{UnitID: id, Fields: fields(t, []string{"in", "partner"}[random.IntN(2)]+"="+ids[random.IntN(len(ids))])})
		}
		lists = append(lists, s.Now())
	}
	return lists
}

// Ways that cannot be enough for their number are left out untried: that loses none.
func TestTooFewChangesAreNoWay(t *testing.T) {
	library := catalog.NewLibrary()
	many := 0
	for _, list := range randomLists(t, library, 200) {
		for _, f := range list.Findings() {
			if f.ExcessUnits < 2 {
				continue
			}
			many++
			got := builder.NewFixer(list, library, nil).Fixes(t.Context(), f)
			f.ExcessUnits = 0
			if want := builder.NewFixer(list, library, nil).Fixes(t.Context(), f); !reflect.DeepEqual(got, want) {
				t.Errorf("%s: the ways are %v, of all that can be tried %v", f.Message, got, want)
			}
		}
	}
	if many < 20 {
		t.Errorf("%d findings of too many units in 200 lists", many)
	}
}

// The only way may be to remove as many units as are too many.
func TestSeveralUnitsTooMany(t *testing.T) {
	library := catalog.NewLibrary()
	list := opened(t, library, "muster: list/1\nsystem: gf-3\nbook: steel-wardens\npoints: 750\nunits:\n"+
		"  - {id: a, unit: captain}\n  - {id: b, unit: oathspeaker}\n  - {id: c, unit: castellan}\n  - {id: d, unit: captain}\n  - {id: e, unit: marshal-korven}\n")
	for _, f := range list.Findings() {
		if f.Code == "force-org/heroes" {
			if got := builder.NewFixer(list, library, nil).Fixes(t.Context(), f); f.ExcessUnits != 4 || len(got) != 1 || len(got[0].Edits) != 4 {
				t.Errorf("%s: the ways are %v", f.Message, got)
			}
			return
		}
	}
	t.Error("no hero is too many")
}

func opened(t *testing.T, library *catalog.Library, text string) builder.Roster {
	t.Helper()
	document, err := schema.Read("list.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	list, err := builder.Open(document, library)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// like counts findings of one's code, of the same units, of fewer of them or of more.
func like(f finding.Finding, all []finding.Finding) (n int) {
	within := func(ids, others []string) bool {
		return (len(ids) > 0 || len(others) == 0) && !slices.ContainsFunc(ids, func(id string) bool { return !slices.Contains(others, id) })
	}
	for _, other := range all {
		if other.Code == f.Code && (within(other.Units, f.Units) || within(f.Units, other.Units)) {
			n++
		}
	}
	return n
}

// cured reports whether a finding is gone, and no error has come: of none are there more
// like it than before, nor more of its code.
func cured(f finding.Finding, before, now []finding.Finding) bool {
	more := func(f finding.Finding) bool {
		coded := func(other finding.Finding) bool { return other.Code != f.Code }
		return like(f, now) > like(f, before) ||
			len(slices.DeleteFunc(slices.Clone(now), coded)) > len(slices.DeleteFunc(slices.Clone(before), coded))
	}
	return like(f, now) < like(f, before) &&
		!slices.ContainsFunc(now, func(other finding.Finding) bool {
			return other.Code == f.Code && other.Message == f.Message && slices.Equal(other.Units, f.Units) || other.Severity == finding.Error && more(other)
		})
}

// A finding that goes with one unit's links, or with one link of it, has such a
// fix; and what is offered takes the finding away with all that it still names.
func TestDetachIsOfferedWhereverItCures(t *testing.T) {
	library := catalog.NewLibrary()
	count, curable, mendable, offered := 0, 0, 0, map[string][2]int{}
	for _, list := range randomLists(t, library, 20) {
		for _, f := range list.Findings() {
			if f.Severity != finding.Error {
				continue
			}
			count++
			try := func(e ...builder.Edit) bool {
				s := builder.NewSession(list, library)
				_, err := s.Do(e...)
				return err == nil && cured(f, list.Findings(), s.Now().Findings())
			}
			goes := false
			for i, id := range builder.UnitIDs(list.Document()) {
				goes = goes || try(builder.Detach{UnitID: id})
				for _, key := range list.LinkKeys() {
					if list.Document().At("units", i, key).Exists() {
						goes = goes || try(builder.Detach{UnitID: id, OnlyKeys: []string{key}})
					}
				}
			}
			fixes := builder.NewFixer(list, library, nil).Fixes(t.Context(), f)
			detaches := slices.ContainsFunc(fixes, func(fix builder.QuickFix) bool {
				_, is := fix.Edits[0].(builder.Detach)
				return is
			})
			if goes {
				curable++
			}
			if goes && !detaches {
				t.Errorf("%s\n%s\nis cured by a detach that is not offered: %+v", list.Document().Source, f, fixes)
			}
			n := offered[f.Code]
			n[1]++
			if len(fixes) > 0 {
				mendable++
				n[0]++
			}
			offered[f.Code] = n
			for _, fix := range fixes {
				s := builder.NewSession(list, library)
				if _, err := s.Do(fix.Edits...); err != nil || !cured(f, list.Findings(), s.Now().Findings()) {
					t.Errorf("%s\n%s\n%q: %v", list.Document().Source, f, fix.Label, err)
				}
			}
		}
	}
	t.Logf("of %d errors %d go with a detach and %d have fixes: %v", count, curable, mendable, offered)
	if curable < 100 {
		t.Errorf("only %d of %d errors go with a detach", curable, count)
	}
}

// impatient is a context that ends when it has been asked so often.
type impatient struct {
	context.Context
	asks, most int
}

func (c *impatient) Err() error {
	if c.asks++; c.asks > c.most {
		return context.Canceled
	}
	return nil
}

// Ways out are sought no longer than somebody waits: before each try that is asked.
func TestQuickFixesStop(t *testing.T) {
	var text strings.Builder
	text.WriteString("muster: list/1\nsystem: gf-3\nbook: steel-wardens\nname: L\npoints: 500\nunits:\n")
	for i := range 40 {
		fmt.Fprintf(&text, "  - {id: u%d, unit: line-squad, upgrades: [sergeant]}\n", i)
	}
	library := catalog.NewLibrary()
	document, err := schema.Read("l.yaml", []byte(text.String()), "list/1")
	if err != nil {
		t.Fatal(err)
	}
	list, err := builder.Open(document, library)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range list.Findings() {
		all := &impatient{Context: t.Context(), most: 1 << 30}
		builder.NewFixer(list, library, nil).Fixes(all, f)
		if f.Code == "force-org/units" && all.asks < 30 {
			t.Errorf("%s: %d tries", f.Code, all.asks)
		}
		some := &impatient{Context: t.Context(), most: all.asks / 2}
		if builder.NewFixer(list, library, nil).Fixes(some, f); some.asks > some.most+1 {
			t.Errorf("%s: %d tries after nobody waits", f.Code, some.asks-some.most)
		}
	}
}

// Ways to make a list cheaper lose the fewest points first, name nobody twice, and end with a larger game.
func TestWaysToFewerPoints(t *testing.T) {
	whole, err := fs.ReadFile(examples.Files, "third-company.yaml")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(whole), "points: 2000", "points: 1900", 1)
	for _, c := range []struct{ list, want string }{
		{text, "warlord without Plasma Sword, squad-1 without 2× Heavy Rifle and Squad Standard, squad-2 without Flame Lance, speaker without Oath Elder, breachers without 2× Gate Charge. (-90)|Remove speaker. (-95)|Remove sentry. (-125)|Play 2000 points instead."},
		{strings.Replace(text, "1900", "1985", 1), "warlord without Half-Plate. (-5)|squad-1 without Heavy Rifle. (-5)|breachers without Gate Charge. (-10)|Remove warlord. (-60)|Remove hounds. (-85)|Play 2000 points instead."},
		{"muster: list/1\nsystem: gf-3\nbook: steel-wardens\npoints: 100\nforce-org: false\nunits: [{id: a, unit: line-squad}]\n", "Remove a. (-210)|Play 250"},
	} {
		document, err := schema.Read("list.yaml", []byte(c.list))
		if err != nil {
			t.Fatal(err)
		}
		list, err := builder.Open(document, catalog.NewLibrary())
		if err != nil {
			t.Fatal(err)
		}
		at := slices.IndexFunc(list.Findings(), func(f finding.Finding) bool { return f.Code == finding.CodeOverPoints })
		var got []string
		for _, fix := range builder.NewFixer(list, catalog.NewLibrary(), nil).Fixes(t.Context(), list.Findings()[at]) {
			got = append(got, fix.Label)
		}
		want := strings.Split(c.want, "|")
		for i := range max(len(got), len(want)) {
			if i >= len(got) || i >= len(want) || !strings.HasPrefix(got[i], want[i]) {
				t.Errorf("ways are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
				break
			}
		}
	}
}

// BenchmarkFixer seeks the ways out of lists over points and force organisation, a fifth of whose
// units have an upgrade that there is not, and of lists each of whose units has one: of at most
// MaxFixedFindings findings. The time should grow no faster than n^1.2.
func BenchmarkFixer(b *testing.B) {
	mixed := func(units int) string {
		text := "points: 2000\nunits:\n"
		for i := range units / 5 {
			text += strings.ReplaceAll("  - {id: aN, unit: line-squad, upgrades: [sergeant]}\n  - {id: bN, unit: line-squad, upgrades: [heavy-rifle=2]}\n"+
				"  - {id: cN, unit: captain, join: aN}\n  - {id: dN, unit: apc}\n  - {id: eN, unit: breachers, in: dN}\n", "N", fmt.Sprint(i))
		}
		return text
	}
	unknown := func(units int) string {
		text := "points: 99999\nforce-org: false\nunits:\n"
		for i := range units {
			text += fmt.Sprintf("  - {id: a%d, unit: line-squad, upgrades: [sergent, {option: heavy-rifle, count: 2}]}\n", i)
		}
		return text
	}
	for _, units := range []int{20, 30, 40, 80, 160} {
		b.Run(fmt.Sprint(units), func(b *testing.B) { fixer(b, mixed(units)) })
		b.Run(fmt.Sprint("unknown/", units), func(b *testing.B) { fixer(b, unknown(units)) })
	}
}

func fixer(b *testing.B, text string) {
	library := catalog.NewLibrary()
	document, err := schema.Read("list.yaml", []byte("muster: list/1\nsystem: gf-3\nbook: steel-wardens\n"+text))
	if err != nil {
		b.Fatal(err)
	}
	list, err := builder.Open(document, library)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	ways := 0
	for b.Loop() {
		ways = 0
		fixer := builder.NewFixer(list, library, nil)
		for _, f := range list.Findings()[:min(len(list.Findings()), builder.MaxFixedFindings)] {
			ways += len(fixer.Fixes(b.Context(), f))
		}
	}
	b.ReportMetric(float64(ways), "ways")
}
