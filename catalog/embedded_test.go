package catalog_test

import (
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"

	"muster/catalog"
	"muster/catalog/data"
	"muster/rules"
)

// shipped reads every army book that ships with muster, as it is on disk.
func shipped(t *testing.T) []*catalog.Book {
	t.Helper()
	files, err := fs.Glob(data.Files, "gf-*/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var books []*catalog.Book
	for _, file := range files {
		text, err := data.Files.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if len(text) > 45_000 {
			t.Errorf("%s has %d bytes; a book that everybody carries stays under 45000", file, len(text))
		}
		book, err := catalog.Read(file, text)
		if err != nil {
			t.Fatalf("a shipped book cannot be read: %v", err)
		}
		if want := book.System + "/" + book.ID + ".yaml"; file != want {
			t.Errorf("%s holds the book of %s", file, want)
		}
		books = append(books, book)
	}
	if len(books) < 3 {
		t.Fatalf("%d army books ship with muster, want two for gf-3 and one for gf-2.16", len(books))
	}
	return books
}

// uses lists every mention of a rule in a book, with where it stands.
func uses(b *catalog.Book) map[rules.Use]string {
	all := map[rules.Use]string{}
	add := func(where string, us catalog.RuleUses) {
		for _, u := range us {
			all[u] = where
		}
	}
	weapons := func(where string, ws []catalog.Weapon) {
		for _, w := range ws {
			add(where+": "+w.Name, w.Rules)
		}
	}
	items := func(where string, is []catalog.Item) {
		for _, i := range is {
			add(where+": "+i.Name, i.Rules)
			weapons(where+": "+i.Name, i.Weapons)
		}
	}
	for i := range b.Units {
		u := &b.Units[i]
		add(u.Name, u.Rules)
		weapons(u.Name, u.Weapons)
		items(u.Name, u.Items)
	}
	for _, p := range b.Packages {
		for _, s := range p.Sections {
			for _, o := range s.Options {
				add(o.Name, o.Rules)
				weapons(o.Name, o.Weapons)
				items(o.Name, o.Items)
			}
		}
	}
	return all
}

// users lists the units that have a section open to them.
func users(b *catalog.Book, s *catalog.Section) []*catalog.Unit {
	var units []*catalog.Unit
	for i := range b.Units {
		if slices.Contains(b.Sections(&b.Units[i]), s) {
			units = append(units, &b.Units[i])
		}
	}
	return units
}

func hasRule(us catalog.RuleUses, name string) bool {
	return slices.ContainsFunc(us, func(u rules.Use) bool { return u.Name == name })
}

func TestShippedBooksHoldEveryKindOfUnit(t *testing.T) {
	kinds := []struct {
		what string
		of3  int // how many a book for gf-3 needs
		of2  int // how many one for gf-2.16 needs
		is   func(u *catalog.Unit) bool
	}{
		{"heroes", 3, 2, func(u *catalog.Unit) bool { return hasRule(u.Rules, "Hero") }},
		{"unique heroes", 1, 1, func(u *catalog.Unit) bool { return hasRule(u.Rules, "Hero") && hasRule(u.Rules, "Unique") }},
		{"casters", 1, 1, func(u *catalog.Unit) bool { return hasRule(u.Rules, "Caster") || hasRule(u.Rules, "Psychic") }},
		{"infantry of ten", 2, 1, func(u *catalog.Unit) bool { return u.Size == 10 && strings.Contains(u.GenericName, "Infantry") }},
		{"infantry of five", 2, 1, func(u *catalog.Unit) bool { return u.Size == 5 && strings.Contains(u.GenericName, "Infantry") }},
		{"weapon teams", 1, 1, func(u *catalog.Unit) bool { return u.Size > 1 && strings.Contains(u.GenericName, "Weapon Team") }},
		{"bikes or beasts", 1, 1, func(u *catalog.Unit) bool {
			return u.Size > 1 && regexp.MustCompile(`Bikes|Beasts|Cavalry`).MatchString(u.GenericName)
		}},
		{"monsters", 1, 1, func(u *catalog.Unit) bool {
			return strings.Contains(u.GenericName, "Monster") && !hasRule(u.Rules, "Hero")
		}},
		{"walkers", 2, 1, func(u *catalog.Unit) bool { return strings.Contains(u.GenericName, "Walker") }},
		{"transports", 1, 1, func(u *catalog.Unit) bool { return hasRule(u.Rules, "Transport") }},
		{"tanks", 1, 1, func(u *catalog.Unit) bool {
			return strings.Contains(u.GenericName, "Tank") && hasRule(u.Rules, "Tough")
		}},
		{"aircraft", 1, 1, func(u *catalog.Unit) bool { return hasRule(u.Rules, "Aircraft") }},
	}
	for _, b := range shipped(t) {
		least := 14
		if b.System != "gf-3" {
			least = 12
		}
		if len(b.Units) < least {
			t.Errorf("%s has %d units, want %d or more", b.ID, len(b.Units), least)
		}
		if len(b.Spells) != 6 {
			t.Errorf("%s has %d spells for its casters, want 6", b.ID, len(b.Spells))
		}
		for _, kind := range kinds {
			var have int
			for i := range b.Units {
				if kind.is(&b.Units[i]) {
					have++
				}
			}
			want := kind.of3
			if b.System != "gf-3" {
				want = kind.of2
			}
			if have < want {
				t.Errorf("%s has %d %s, want %d or more", b.ID, have, kind.what, want)
			}
		}
	}
}

// A row is a row of the upgrade table (docs/rules-notes.md, Upgrades): how a
// section's words read in a file.
type row struct {
	label   string // what the printed heading looks like
	kind    catalog.SectionKind
	affects string // N for a number above 1
	choose  string
	targets bool
	pair    bool // a target asks for several
}

var (
	rows = []row{
		{`^Replace [A-Z]`, catalog.Replace, "", "", true, false},
		{`^Replace one `, catalog.Replace, "1", "", true, false},
		{`^Replace \dx `, catalog.Replace, "N", "", true, false},
		{`^Replace \dx `, catalog.Replace, "", "", true, true},
		{`^Replace up to `, catalog.Replace, "up to N", "", true, false},
		{`^Replace any `, catalog.Replace, "any", "", true, false},
		{`^Replace all `, catalog.Replace, "all", "", true, false},
		{`^Any model may replace [A-Z]`, catalog.Replace, "", "any", true, false},
		{`^Any model may replace one `, catalog.Replace, "1", "any", true, false},
		{`^Any model may replace \dx `, catalog.Replace, "", "any", true, true},
		{`^Upgrade with$`, catalog.Upgrade, "", "", false, false},
		{`^Upgrade one model with$`, catalog.Upgrade, "1", "", false, false},
		{`^Upgrade all models with$`, catalog.Upgrade, "all", "", false, false},
		{`^Upgrade with one$`, catalog.Upgrade, "", "1", false, false},
		{`^Upgrade one model with one$`, catalog.Upgrade, "1", "1", false, false},
		{`^Upgrade all models with one$`, catalog.Upgrade, "all", "1", false, false},
		{`^Upgrade with any$`, catalog.Upgrade, "", "any", false, false},
		{`^Upgrade one model with any$`, catalog.Upgrade, "1", "any", false, false},
		{`^Upgrade all models with any$`, catalog.Upgrade, "all", "any", false, false},
		{`^Upgrade with up to \w+$`, catalog.Upgrade, "", "up to N", false, false},
		{`^Upgrade all models with up to \w+$`, catalog.Upgrade, "all", "up to N", false, false},
		{`^Upgrade up to \w+ models with one$`, catalog.Upgrade, "up to N", "1", false, false},
		{`^Upgrade any model with$`, catalog.Upgrade, "any", "", false, false},
		{`^Upgrade any model with one$`, catalog.Upgrade, "any", "1", false, false},
		{`^Upgrade any [A-Z].* with one$`, catalog.Upgrade, "any", "1", true, false},
		{`^Upgrade [A-Z].* with$`, catalog.Upgrade, "", "", true, false},
		{`^Upgrade all [A-Z].* with$`, catalog.Upgrade, "all", "", true, false},
		{`^Take one .* attachment$`, catalog.Attachment, "", "1", true, false},
		{`^Any model may take one .* attachment$`, catalog.Attachment, "1", "any", true, false},
	}
	oldRows = []row{
		{`^Upgrade [A-Z]`, catalog.ReplaceRule, "", "", true, false},
	}
)

var several = regexp.MustCompile(`\b([2-9]|\d\d+)$`)

// rowOf finds the row that a section is, by its fields.
func rowOf(s *catalog.Section, in []row) (row, bool) {
	pair := slices.ContainsFunc(s.TargetGear, func(t catalog.Target) bool { return t.Count > 1 })
	for _, r := range in {
		if r.kind == s.Kind && r.targets == (len(s.TargetGear) > 0) && r.pair == pair &&
			r.affects == several.ReplaceAllString(s.ModelQuantity.String(), "N") && r.choose == several.ReplaceAllString(s.OptionQuantity.String(), "N") {
			return r, true
		}
	}
	return row{}, false
}

func TestShippedBooksHoldEveryRowOfTheUpgradeTable(t *testing.T) {
	found := map[string]map[row]bool{"gf-3": {}, "gf-2.16": {}}
	for _, b := range shipped(t) {
		allowed := rows
		if b.System != "gf-3" {
			allowed = slices.Concat(rows, oldRows)
		}
		for i := range b.Packages {
			for j := range b.Packages[i].Sections {
				s := &b.Packages[i].Sections[j]
				r, ok := rowOf(s, allowed)
				if !ok {
					t.Errorf("%s: %q (%s, affects %q, select %q, targets %v) is no row of the upgrade table", b.ID, s.Label, s.Kind, s.ModelQuantity, s.OptionQuantity, s.TargetGear)
					continue
				}
				if !regexp.MustCompile(r.label).MatchString(s.Label) {
					t.Errorf("%s: %q prints otherwise than its fields say: %s, affects %q, select %q", b.ID, s.Label, s.Kind, s.ModelQuantity, s.OptionQuantity)
				}
				for _, target := range s.TargetGear {
					if name := strings.TrimRight(target.Name, "s"); !strings.Contains(s.Label, name) {
						t.Errorf("%s: %q does not name its target %s", b.ID, s.Label, target)
					}
				}
				found[b.System][r] = true
			}
		}
	}
	for _, r := range rows {
		if !found["gf-3"][r] {
			t.Errorf("no shipped gf-3 book has a section like %s (%s, affects %q, select %q, several of a target: %t)", r.label, r.kind, r.affects, r.choose, r.pair)
		}
	}
	for _, r := range oldRows {
		if !found["gf-2.16"][r] {
			t.Errorf("no shipped gf-2.16 book has a section of kind %s", r.kind)
		}
	}
}

// TestShippedBooksShowEveryKindOfOption wants examples of what options can hold.
func TestShippedBooksShowEveryKindOfOption(t *testing.T) {
	var free, refund, byUnit, contents, adds, two int
	for _, b := range shipped(t) {
		if b.System != "gf-3" {
			continue
		}
		for i := range b.Packages {
			for j := range b.Packages[i].Sections {
				s := &b.Packages[i].Sections[j]
				if len(s.TargetGear) > 1 && s.ModelQuantity.Kind == catalog.AllQuantity {
					two++
				}
				for k := range s.Options {
					o := &s.Options[k]
					prices := map[int]bool{}
					for _, u := range users(b, s) {
						prices[o.CostFor(u.ID)] = true
						for _, item := range o.Items {
							if hasRule(item.Rules, "Tough") && hasRule(u.Rules, "Tough") {
								adds++
							}
						}
					}
					if prices[0] {
						free++
					}
					if len(prices) > 1 {
						byUnit++
					}
					for price := range prices {
						if price < 0 {
							refund++
						}
					}
					for _, item := range o.Items {
						if len(item.Rules) > 0 && len(item.Weapons) > 0 {
							contents++
						}
					}
				}
			}
		}
	}
	for what, n := range map[string]int{
		"free options": free, "options that give points back": refund, "options whose price differs by unit": byUnit,
		"items with rules and weapons": contents, "items whose Tough adds to the unit's": adds, "sections that replace all of two things": two,
	} {
		if n == 0 {
			t.Errorf("the shipped gf-3 books have no %s", what)
		}
	}
}

// TestShippedTargetsAreThere wants that what a section acts on is something
// that every unit with the section has, or can get from an earlier section.
func TestShippedTargetsAreThere(t *testing.T) {
	for _, b := range shipped(t) {
		for i := range b.Units {
			u := &b.Units[i]
			have := map[string]int{}
			weapons := func(ws []catalog.Weapon, times int) {
				for _, w := range ws {
					have[catalog.MatchKey(w.Name)] += w.Count * times
				}
			}
			items := func(is []catalog.Item, times int) {
				for _, item := range is {
					have[catalog.MatchKey(item.Name)] += item.Count * times
					weapons(item.Weapons, item.Count*times)
				}
			}
			weapons(u.Weapons, 1)
			items(u.Items, 1)
			for _, r := range u.Rules {
				have[catalog.MatchKey(r.String())]++
			}
			for _, s := range b.Sections(u) {
				for _, target := range s.TargetGear {
					need := target.Count
					if s.ModelQuantity.Kind == catalog.ExactQuantity {
						need = max(need, s.ModelQuantity.Count)
					}
					if have[target.NameKey()] < need {
						t.Errorf("%s: %s has %d %s when %q asks for %d", b.ID, u.Name, have[target.NameKey()], target.Name, s.Label, need)
					}
				}
				times := 1
				if s.ModelQuantity.Kind == catalog.AllQuantity {
					times = u.Size
				}
				for _, o := range s.Options {
					weapons(o.Weapons, times)
					items(o.Items, times)
				}
			}
		}
		for i := range b.Packages {
			for j := range b.Packages[i].Sections {
				if s := &b.Packages[i].Sections[j]; len(users(b, s)) == 0 {
					t.Errorf("%s: no unit can choose from %q of %s", b.ID, s.Label, b.Packages[i].ID)
				}
			}
		}
	}
}

// TestShippedRulesAreExplained wants a summary for every rule that a sheet may
// print, in every game that may use the book, and a use for every rule.
func TestShippedRulesAreExplained(t *testing.T) {
	for _, b := range shipped(t) {
		all := uses(b)
		for _, system := range append([]string{b.System}, b.AlsoForSystems...) {
			game, err := rules.Load(system)
			if err != nil {
				t.Errorf("%s: %v", b.ID, err)
				continue
			}
			set := b.RuleSet(game)
			for use, where := range all {
				r := set.Find(use.Name)
				if r == nil || r.Summary == "" {
					t.Errorf("%s: %s in %s is explained neither by the book nor by %s", b.ID, use, where, system)
					continue
				}
				if _, ok := use.RatingNumber(); ok != r.HasRating {
					t.Errorf("%s: %s in %s: the rule takes a number: %t", b.ID, use, where, r.HasRating)
				}
			}
		}
		for _, r := range b.Rules {
			used := false
			for use := range all {
				used = used || use.Name == strings.TrimSuffix(r.Name, "(X)")
			}
			if !used {
				t.Errorf("%s: nothing in the book has the rule %s", b.ID, r.Name)
			}
		}
	}
}

func TestShippedIDsAreSlugs(t *testing.T) {
	slug := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	for _, b := range shipped(t) {
		ids := []string{b.ID}
		for i := range b.Units {
			ids = append(ids, b.Units[i].ID)
		}
		for _, p := range b.Packages {
			ids = append(ids, p.ID)
			for _, s := range p.Sections {
				if s.ID != "" {
					ids = append(ids, s.ID)
				}
				for _, o := range s.Options {
					ids = append(ids, o.ID)
				}
			}
		}
		for _, id := range ids {
			if !slug.MatchString(id) {
				t.Errorf("%s: the id %q is not lower case words with hyphens", b.ID, id)
			}
		}
	}
}

// TestShippedPricesAreWhole wants that an option priced by unit names every
// unit that can choose it, and that no upgrade makes a unit cost nothing.
func TestShippedPricesAreWhole(t *testing.T) {
	for _, b := range shipped(t) {
		for i := range b.Units {
			u := &b.Units[i]
			if u.Cost.Points <= 0 || u.Cost.Points%5 != 0 {
				t.Errorf("%s: %s costs %d points; base costs are whole fives", b.ID, u.Name, u.Cost.Points)
			}
			for _, s := range b.Sections(u) {
				for k := range s.Options {
					o := &s.Options[k]
					if _, ok := o.CostByUnit[u.ID]; !ok && len(o.CostByUnit) > 0 {
						t.Errorf("%s: %s has prices by unit and none for %s", b.ID, o.Name, u.Name)
					}
					if cost := o.CostFor(u.ID); cost%5 != 0 || 2*-cost > u.Cost.Points {
						t.Errorf("%s: %s costs %s %d points of its %d", b.ID, o.Name, u.Name, cost, u.Cost.Points)
					}
				}
			}
		}
	}
}

func BenchmarkReadShippedBook(b *testing.B) {
	text, err := data.Files.ReadFile("gf-3/steel-wardens.yaml")
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := catalog.Read("steel-wardens.yaml", text); err != nil {
			b.Fatal(err)
		}
	}
}
