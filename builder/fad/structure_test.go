package fad

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"muster/builder/finding"
	"muster/catalog"
	"muster/catalog/fad"
	"muster/schema"
	"muster/schema/files"
)

// ofBook reads a list of the book among the examples.
func ofBook(t testing.TB, entries string) *List {
	t.Helper()
	document, err := schema.Read("list.yaml", []byte("muster: list/1\nsystem: fad\nbook: reed-wardens\nunits:\n"+entries), "list/1")
	if err != nil {
		t.Fatal(err)
	}
	l, err := Read(document, catalog.NewLibrary(os.DirFS("../../examples")))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

const (
	wardens  = "  - {id: u1, unit: wardens, figures: ["
	sergeant = "{count: 1, weapon: assault-rifle, leader: experienced}"
	seven    = wardens + "{count: 6, weapon: assault-rifle}, " + sergeant
	soldier  = "{count: 4, weapon: assault-rifle}, "
)

// A unit of a book is held to its design.
func TestStructure(t *testing.T) {
	for _, c := range []struct{ name, entry, code, says string }{
		{"the least that it may be", "  - {id: u1, unit: wardens}", "", ""},
		{"all that it may have", wardens + "{count: 9, weapon: smg}, {weapon: smg, leader: veteran, personalities: [medic]}, {weapon: saw}, {weapon: grenade-launcher}], quality: regular, armour: improved, traits: [stealth]}", "", ""},
		{"too few", wardens + "{count: 3, weapon: smg}, {weapon: smg, leader: veteran}]}", "structure/size", "it has 4 figures; its book has 5–12 figures"},
		{"too many", wardens + "{count: 12, weapon: smg}, {weapon: smg, leader: veteran}]}", "structure/size", "it has 13 figures; its book has 5–12 figures"},
		{"one for each full four", seven + ", {weapon: saw}]}", "", ""},
		{"two of eight", seven + ", {count: 2, weapon: saw}]}", "", ""},
		{"two of seven", wardens + soldier + sergeant + ", {weapon: saw}, {weapon: grenade-launcher}]}", "structure/for-every", "2 carry `saw` or `grenade-launcher`; its book has one for each full 4 figures: 1 of 7"},
		{"no leader", wardens + "{count: 5, weapon: smg}]}", "structure/leader", "it must have a leader; give one figure `leader: experienced`"},
		{"a leader that it has not", wardens + soldier + "{weapon: assault-rifle, leader: regular}]}", "structure/leader", "its leader is not `regular` in its book; he is `experienced` or `veteran`"},
		{"another weapon", seven + ", {weapon: shotgun}]}", "structure/option", "its book gives nobody in it `shotgun`; its figures carry `assault-rifle` or `smg`"},
		{"two weapons of which it has one", seven + ", {weapon: smg}]}", "structure/option", "its figures carry different weapons; its book has one of `assault-rifle` or `smg` for all"},
		{"another Quality", seven + "], quality: elite}", "structure/option", "its Quality is not `elite` in its book; it is `conscript` or `regular`"},
		{"another armour", seven + "], armour: heavy}", "structure/option", "its armour is not `heavy` in its book; it is `improved` or `light`"},
		{"another trait", seven + "], traits: [brave]}", "structure/option", "its book gives it no trait `brave`; it may have stealth"},
		{"another personality", wardens + soldier + "{weapon: assault-rifle, leader: veteran, personalities: [lucky]}]}", "structure/option", "nobody in it is `lucky` in its book; it may have medic"},
		{"two of a personality of which it has one", wardens + "{count: 5, weapon: smg}, {weapon: smg, leader: veteran}, {count: 2, weapon: smg, personalities: [medic]}]}", "structure/option", "more than one in it is `medic`; its book has one"},
		{"another weapon of one figure", "  - {id: u1, unit: ferryman, weapon: pistol}", "structure/option", "its weapon is not `pistol` in its book; it is `shotgun` or `smg`"},
		{"a weapon of one figure", "  - {id: u1, unit: ferryman, weapon: shotgun, personalities: [lucky]}", "", ""},
		{"what nobody may choose", "  - {id: u1, unit: reed-boat, crew: 1}", "structure/option", "its book leaves `crew` nobody to choose; remove it"},
		{"a second weapon of a vehicle", "  - {id: u1, unit: reed-boat, weapons: [heavy-mg]}", "structure/option", "its book leaves `weapons` nobody to choose; remove it"},
		{"other sides", "  - {id: u1, unit: reed-boat, armour: {front: 9, side: 5, rear: 4}}", "structure/option", "its book leaves `armour` nobody to choose; remove it"},
		{"a leader of a squad without", "  - {id: u1, unit: fen-scouts, figures: [{count: 4}]}", "", ""},
		{"a gun's crew", "  - {id: u1, unit: barge-gun, figures: [{count: 4}]}", "structure/size", "it has 4 figures; its book has 3 figures"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var codes, says []string
			for _, f := range ofBook(t, c.entry).Check() {
				if strings.HasPrefix(f.Code, "structure/") {
					codes, says = append(codes, f.Code), append(says, f.Message[strings.Index(f.Message, ": ")+2:])
				}
			}
			if strings.Join(codes, " ") != c.code || strings.Join(says, " ") != c.says {
				t.Errorf("%v: %v, want %s: %s", codes, says, c.code, c.says)
			}
		})
	}
}

// What a list says of units of a book that is not there, or that have none, is an error with its
// place.
func TestUnitsOfNoBook(t *testing.T) {
	for text, want := range map[string]string{
		"units: [{id: a, unit: wardens}]":                      "list.yaml:3:23: `wardens` is a book's unit, and the list names no book; add `book: ID`",
		"book: reed-wardens\nunits: [{id: a, unit: warden}]":   "list.yaml:4:23: Reed Wardens has no unit `warden`; did you mean `wardens`?",
		"book: reed-wardns\nunits: []":                         "list.yaml:3:7: there is no army book `reed-wardns`; did you mean `reed-wardens`?",
		"book: also.yaml\nunits: [{id: a, unit: x}]":           "list.yaml:3:7: the book's units are no designs of Fast and Dirty",
		"book: steel-wardens\nunits: [{id: a, unit: captain}]": "the army book Steel Wardens is for gf-3, not for fad",
	} {
		folder := files.NewMemory(map[string]string{
			"list.yaml": "muster: list/1\nsystem: fad\n" + text,
			"also.yaml": "muster: book/1\nid: also\nsystem: gf-3\nalso-for: [fad]\nname: Also\n" +
				"units: [{id: x, name: X, size: 1, quality: 4, defense: 4, cost: 10}]\n",
		})
		document, err := schema.ReadFile(folder, "list.yaml", "list/1")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Read(document, catalog.NewLibrary(os.DirFS("../../examples"))); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: it says %v\nwant %s", text, err, want)
		}
	}
}

// Nothing is offered for a unit of a book that breaks its design, and all that the book leaves
// open is.
func TestWhatIsOfferedFitsTheDesign(t *testing.T) {
	l := ofBook(t, "  - {id: u1, unit: wardens, figures: [{count: 7, weapon: assault-rifle}, "+sergeant+"]}\n  - {id: u2, unit: ferryman}\n  - {id: u3, unit: reed-boat}\n  - {id: u4, unit: barge-gun}\n  - {id: u5, unit: fen-scouts}\n")
	army := Build(l)
	var offered []string
	for _, id := range l.IDs() {
		for _, f := range army.Fields(id) {
			name := id + " " + f.Path
			if f.EntryID != "" {
				name += "/" + f.EntryID
			}
			for _, c := range f.Choices {
				if f.EntryID == "" && !strings.Contains(f.Path, ".") {
					name += " " + c.Value
				}
			}
			if !strings.Contains(f.Path, ".") { // the lines of figures
				offered = append(offered, name)
			}
		}
		for name, v := range army.Variants(id) {
			now := *l
			now.Units = slices.Clone(l.Units)
			now.Units[l.Index(id)] = v.Unit
			for _, f := range now.CheckUnit(id) {
				if strings.HasPrefix(f.Code, "structure/") {
					t.Errorf("%s %s: %v", id, name, f)
				}
			}
		}
	}
	want := []string{
		"u1 figures", "u1 weapon assault-rifle smg", "u1 leader experienced veteran", "u1 quality conscript regular", "u1 armour light improved",
		"u1 weapons/grenade-launcher", "u1 weapons/saw", "u1 personalities/medic", "u1 traits/stealth",
		"u2 weapon smg shotgun", "u2 personalities  lucky", "u3 traits/smoke",
		"u5 figures", "u5 leader  regular experienced",
	}
	slices.Sort(offered)
	slices.Sort(want)
	if !slices.Equal(offered, want) {
		t.Errorf("offered\n%s\nwant\n%s", strings.Join(offered, "\n"), strings.Join(want, "\n"))
	}
}

// A personality that the book gives is exchanged for another, and never dropped.
func TestPersonalitiesOfABook(t *testing.T) {
	library := catalog.NewLibrary(files.NewMemory(map[string]string{"b.yaml": `muster: book/1
system: fad
id: bosses
name: Bosses
units: [{id: boss, name: Boss, kind: character, quality: elite, resolve: steady, personalities: [lucky], options: [{personality: medic}]}]
`}))
	for personalities, wrong := range map[string]bool{"": false, "[medic]": false, "[]": true, "[comms]": true} {
		if personalities != "" {
			personalities = ", personalities: " + personalities
		}
		document, err := schema.Read("list.yaml", []byte("muster: list/1\nsystem: fad\nbook: bosses\nunits: [{id: u1, unit: boss"+personalities+"}]\n"))
		if err != nil {
			t.Fatal(err)
		}
		l, err := Read(document, library)
		if err != nil {
			t.Fatal(err)
		}
		found := slices.ContainsFunc(l.Check(), func(f finding.Finding) bool { return f.Code == "structure/option" })
		if price, err := l.Price(&l.Units[0]); found != wrong || err != nil || !wrong && price.Exact.String() != "16" {
			t.Errorf("%s: wrong: %v, price %v, %v", personalities, found, price.Exact, err)
		}
	}
}

// Prices that the game's publisher prints (see TestPublishedPrices of package pricing), as a book
// of these units has them by the figure.
func TestPublishedPricesInABook(t *testing.T) {
	a, err := fad.LoadArmoury()
	if err != nil {
		t.Fatal(err)
	}
	document, err := schema.Read("book.yaml", []byte(`muster: book/1
system: fad
id: published
name: Published
units:
  - id: squad
    name: Squad
    kind: infantry
    quality: regular
    resolve: steady
    size: {least: 5, most: 12}
    figures: {weapon: assault-rifle}
    structure:
      - {one-of: [flamethrower, fusion-gun, grenade-launcher, saw, plasma-rifle, shotgun], for-every: 4}
      - {leader: [regular, experienced], must: true}
  - {id: hero, name: Hero, kind: character, quality: elite, resolve: determined, armour: lt-power, weapon: gauss-rifle,
     leadership: inspiring, personalities: [motivator], traits: [hero, resilient-2, save, supreme-weapon]}
`), "book/1")
	if err != nil {
		t.Fatal(err)
	}
	army, err := LoadDocument(document, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range ChoicesOf(a, army.Units[0].Design) {
		price, err := decimal.NewFromString(c.Price)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, c.ID+" "+price.Round(0).String())
	}
	want := "assault-rifle 5, flamethrower 8, fusion-gun 8, grenade-launcher 8, saw 8, plasma-rifle 9, shotgun 5, regular 5, experienced 9"
	if strings.Join(got, ", ") != want {
		t.Errorf("the squad's figures cost %s\nwant %s", strings.Join(got, ", "), want)
	}
	hero := army.Units[1]
	if hero.Price.Points != 142 || hero.Design.NeedsChoices() || len(ChoicesOf(a, hero.Design)) > 0 {
		t.Errorf("the hero costs %d, and leaves open %v", hero.Price.Points, ChoicesOf(a, hero.Design))
	}
}
