package armyforge

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"muster/builder/gf"
	"muster/catalog"
	"muster/schema"
)

// readBook imports a book of the project's own and reads it.
func readBook(t testing.TB, name string) *catalog.Book {
	t.Helper()
	book, err := catalog.Read(name+".yaml", importBook(t, name+".json").YAML)
	if err != nil {
		t.Fatal(err)
	}
	return book
}

// build reads a list's text and puts it together with its books.
func build(t interface {
	Helper()
	Fatalf(string, ...any)
}, text []byte, books ...*catalog.Book,
) *gf.Army {
	t.Helper()
	document, err := schema.Read("list.yaml", text, "list/1")
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	list, err := gf.ReadList(document, nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return gf.BuildWithBooks(list, books)
}

func TestImportListGolden(t *testing.T) {
	book := readBook(t, "moss-legion")
	f := open(t, "list.json")
	if got := f.ArmyBooks(); len(got) != 1 || got[0] != "mossuid" {
		t.Errorf("the list is made from %v", got)
	}
	l, err := f.ImportList(NamedBook{Book: book})
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "list.yaml", l.YAML)
	golden(t, "list.notes", notesText(l.Notes))
	if l.ID != "hedge-row" || l.System != "gf-3" || l.UnitCount != 5 {
		t.Errorf("the list is %+v", l)
	}
	army := build(t, l.YAML, book)
	// 65+10+45, 110+15+15+30, 110 and 250; the unknown unit costs nothing.
	if army.Points != 65+10+45+110+15+15+30+110+250 {
		t.Errorf("the list costs %d points", army.Points)
	}
	if c := army.List.Claims; c == nil || c.Points != 460 {
		t.Errorf("of the total that the JSON states is kept %+v", c)
	}
}

func TestImportListErrors(t *testing.T) {
	book := readBook(t, "moss-legion")
	for _, c := range []struct{ name, source, want string }{
		{"a missing book of the site's", `{"units": [{"id": "a", "selectionId": "b", "armyId": "w7qor7b2kuifcyvk"}]}`, "x.json:1:54: $.units[0].armyId: the army book w7qor7b2kuifcyvk is not there; open https://army-forge.onepagerules.com/api/army-books/w7qor7b2kuifcyvk?gameSystem=2 in a browser, save what it shows as a file, and import that first"},
		{"a missing book", `{"units": [{"id": "a", "selectionId": "b", "armyId": "other"}]}`, "x.json:1:54: $.units[0].armyId: the army book other is not there; download its JSON and import it first"},
		{"another game", `{"gameSystem": "aofr", "units": [{"id": "a", "selectionId": "b", "armyId": "mossuid"}]}`, `$.gameSystem: the list is for Age of Fantasy: Regiments`},
		{"no units", `{"units": [], "pointsLimit": 500}`, "the list has no units"},
		{"points in words", `{"pointsLimit": "many", "units": [{"id": "a", "selectionId": "b", "armyId": "mossuid"}]}`, `$.pointsLimit: there should be a whole number here, not the text "many"`},
		{"a long name", `{"name": "` + strings.Repeat("é", 201) + `", "units": [{"id": "a", "selectionId": "b", "armyId": "mossuid"}]}`, "$.name: the list's name is longer than 200 characters"},
		{"a long name of a unit", `{"units": [{"id": "a", "selectionId": "b", "armyId": "mossuid", "customName": "` + strings.Repeat("é", 201) + `"}]}`, "$.units[0].customName: the name that a unit was given is longer than 200 characters"},
		{"a unit is text", `{"listPoints": 4, "units": ["a"]}`, `$.units[0]: there should be an object here`},
	} {
		f, err := Open("x.json", []byte(c.source))
		if err != nil {
			t.Fatal(err)
		}
		if _, err = f.ImportList(NamedBook{Book: book}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: the error is\n%v\nwithout\n%s", c.name, err, c.want)
		}
	}
	if _, err := open(t, "moss-legion.json").ImportList(); err == nil {
		t.Error("a book was imported as a list")
	}
	if _, err := open(t, "list.json").ImportBook("", nil); err == nil {
		t.Error("a list was imported as a book")
	}
}

// A resolved list says of each unit what it comes to with its upgrades.
func TestExportResolved(t *testing.T) {
	book := readBook(t, "moss-legion")
	l, err := open(t, "list.json").ImportList(NamedBook{Book: book})
	if err != nil {
		t.Fatal(err)
	}
	army := build(t, l.YAML, book)
	text, _, err := ExportResolved(army)
	if err != nil {
		t.Fatal(err)
	}
	var list struct {
		ModelCount, Points int
		Units              []struct {
			SelectionID            string
			Quality, Defense, Size int
			Cost                   int
			Bases                  map[string]string
			Loadout                []struct {
				Name, Type            string
				Count, Range, Attacks int
			}
			Rules []struct {
				Name   string
				Rating any
			}
		}
	}
	if err := json.Unmarshal(text, &list); err != nil {
		t.Fatal(err)
	}
	models, cost := 0, 0
	for _, u := range list.Units {
		of := army.Unit(u.SelectionID)
		models, cost = models+u.Size, cost+u.Cost
		if u.Quality != of.Quality || u.Defense != of.Defense || len(u.Rules) != len(of.Rules) || len(u.Loadout) != len(of.Weapons)+len(of.Items) {
			t.Errorf("%s is %+v", u.SelectionID, u)
		}
		for i, w := range of.Weapons {
			if g := u.Loadout[i]; g.Name != w.Name || g.Type != "ArmyBookWeapon" || g.Count != w.Count || g.Range != w.Range || g.Attacks != w.Attacks {
				t.Errorf("%s has %+v for %+v", u.SelectionID, g, w)
			}
		}
		for i, r := range of.Rules {
			if got := u.Rules[i]; got.Name != r.Name || r.Rating != "" && fmt.Sprint(got.Rating) != r.Rating || r.Rating == "" && got.Rating != nil {
				t.Errorf("%s has the rule %+v for %+v", u.SelectionID, got, r)
			}
		}
	}
	if list.ModelCount != models || list.Points != army.Points || cost != army.Points {
		t.Errorf("%d models of %d, %d points of %d", list.ModelCount, models, list.Points, army.Points)
	}
	for text, want := range map[string]map[string]string{
		"":                           {},
		"25 mm":                      {"round": "25", "square": "25"},
		"32 mm round / 30 mm square": {"round": "32", "square": "30"},
		"60x35 mm square":            {"square": "60x35"},
	} {
		if diff := cmp.Diff(want, baseSizes(text)); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}

// What every saved list holds goes in silence, and what says something is
// taken over or named.
func TestImportListKeys(t *testing.T) {
	book := readBook(t, "moss-legion")
	const unit = `{"id": "uHulk", "selectionId": "b", "armyId": "mossuid", "xp": 0, "traits": []}`
	for _, c := range []struct{ name, source, want, notes string }{
		{"defaults", `{"gameSystem": "gf", "campaignMode": false, "narrativeMode": false, "xp": 0, "traits": [], "specialRules": [{"id": "x"}], "includeVehicles": true, "creationTime": "1", "points": 250, "units": [` + unit + `]}`, "", ""},
		{"a game in capitals", `{"gameSystem": "GF", "units": [` + unit + `]}`, "system: gf-3\n", ""},
		{"no force organisation", `{"forceOrg": false, "units": [` + unit + `]}`, "force-org: false\n", ""},
		{"force organisation", `{"forceOrg": true, "units": [` + unit + `]}`, "", ""},
		{"an outer army that no unit uses", `{"armyId": "elsewhere", "list": {"name": "L", "units": [` + unit + `]}}`, "book: moss-legion\n", ""},
		{"a campaign", `{"campaignMode": true, "units": [{"id": "uHulk", "selectionId": "b", "armyId": "mossuid", "xp": 5, "traits": ["Grim"]}]}`, "campaign: true\nunits:\n  - id: great-hulk\n    unit: great-hulk\n    xp: 5\n    traits: [Grim]\n", ""},
		{
			"more than a list holds", `{"units": [{"id": "uHulk", "selectionId": "b", "armyId": "mossuid", "xp": 20000, "injuries": ["` + strings.Repeat("x", 61) + `", "Limp"]}]}`,
			"xp: 10000\n    injuries: [Limp]\n", "$.units[0].xp: the experience is 20000; lists hold 0 to 10000\n$.units[0].injuries: 1 of 2 are left out: a unit has at most 40 of them, each of 1 to 60 letters\n",
		},
	} {
		f, err := Open("x.json", []byte(c.source))
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		l, err := f.ImportList(NamedBook{Book: book})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if !strings.Contains(string(l.YAML), c.want) || strings.Contains(string(l.YAML), "force-org: true") || string(notesText(l.Notes)) != c.notes {
			t.Errorf("%s: the list is\n%s%s", c.name, l.YAML, notesText(l.Notes))
		}
	}
}

// A book that cannot be read is an error, not a book that is missing.
func TestShelvesWithABrokenBook(t *testing.T) {
	f, err := Open("x.json", []byte(`{"name": "L", "units": [{"id": "a", "selectionId": "b", "armyId": "beet"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	name := func(e catalog.Entry) string { return e.ID }
	for text, want := range map[string]string{
		"muster: book/1\nid: beet\nsystem: gf-3\nname: Beetles\nunits: [{id: u, name: U, size: 0, quality: 4, defense: 4, cost: 1}]\n": "beet.yaml:5:",
		"muster: book/1\nid: beet\nsystem: gf-3\nname: Beetles\nunits: [{id: u, name: U, size: 1, quality: 4, defense: 4, cost: 1}]\n": "",
	} {
		library := catalog.NewLibrary(fstest.MapFS{"beet.yaml": &fstest.MapFile{Data: []byte(text)}})
		f.Library = library
		books, err := f.BooksOfList(name)
		if want == "" && (err != nil || len(books) != 1 || books[0].Name != "beet") || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("books %v, %v; the error should say %q", books, err, want)
		}
	}
	l, err := f.ImportList(NamedBook{Book: &catalog.Book{ID: "beet", Name: "Beetles", System: "gf-3"}})
	if err != nil || strings.Contains(string(l.YAML), "claims") {
		t.Errorf("a list that states no total is %s (%v)", l.YAML, err)
	}
}

func TestMissingBookIsNamedOnce(t *testing.T) {
	f, err := Open("x.json", []byte(`{"armyName": "Beetle Court", "armyVersions": [{"armyId": "beet", "version": "3.5.2"}], "units": [
		{"id": "a", "selectionId": "b", "armyId": "beet"}, {"id": "c", "selectionId": "d", "armyId": "beet"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.ImportList()
	const want = "x.json:2:45: $.units[0].armyId: the army book \"Beetle Court\" (beet), version 3.5.2, is not there; download its JSON and import it first"
	if err == nil || err.Error() != want {
		t.Errorf("the error is\n%v\nnot\n%s", err, want)
	}
}

func TestExportListNotes(t *testing.T) {
	book := readBook(t, "moss-legion")
	army := build(t, []byte(`muster: list/1
system: gf-3
book: moss-legion
force-org: false
general: boss
units:
  - {id: boss, unit: thorn-uberlaufer, upgrades: [acid-spit, nothing], in: hulk}
  - {id: hulk, unit: great-hulk}
  - {id: a, unit: brier-guard}
  - {id: b, unit: brier-guard, combine: a, join: hulk}
  - {id: ghost, unit: ghosts}
`), book)
	text, notes, err := ExportList(army)
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "export.notes", notesText(notes))
	golden(t, "export.json", text)
}

// selections is what a list of Army Forge says, with selection ids replaced by
// places, since those are made anew.
func selections(t interface{ Fatalf(string, ...any) }, text []byte) []string {
	var l struct {
		CampaignMode bool
		Units        []struct {
			ID, ArmyID, SelectionID, CustomName, Notes string
			XP                                         int
			Traits, Injuries                           []string
			Combined                                   bool
			JoinToUnit                                 *string
			SelectedUpgrades                           []struct{ UpgradeID, OptionID string }
		}
	}
	if err := json.Unmarshal(text, &l); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	places := map[string]int{}
	for i, u := range l.Units {
		places[u.SelectionID] = i
	}
	all := []string{fmt.Sprint("campaign ", l.CampaignMode)}
	for _, u := range l.Units {
		joins := "none"
		if u.JoinToUnit != nil {
			joins = fmt.Sprint(places[*u.JoinToUnit])
		}
		all = append(all, fmt.Sprintf("%s %s %q %q xp %d %q %q combined %v joins %s: %v", u.ArmyID, u.ID, u.CustomName, u.Notes, u.XP, u.Traits, u.Injuries, u.Combined, joins, u.SelectedUpgrades))
	}
	return all
}

// JSON → list → JSON keeps every unit, upgrade and link, in their order.
func TestListRoundTrip(t *testing.T) {
	moss, salts := readBook(t, "moss-legion"), readBook(t, "old-salts")
	moss.AlsoForSystems = append(moss.AlsoForSystems, salts.System) // so that one list may mix them
	salts.AlsoForSystems = append(salts.AlsoForSystems, moss.System)
	rapid.Check(t, func(t *rapid.T) {
		books := rapid.SampledFrom([][]*catalog.Book{{moss}, {salts}, {moss, salts}}).Draw(t, "books")
		var out listJSON
		out.Name = rapid.SampledFrom([]string{"Hedge", "", "Überfall: \"A\"", "12"}).Draw(t, "name")
		out.GameSystem = "gf"
		out.Campaign = rapid.Bool().Draw(t, "campaign")
		out.PointsLimit = rapid.IntRange(0, 3000).Draw(t, "limit")
		used := 0
		for i := range rapid.IntRange(1, 8).Draw(t, "units") {
			book := rapid.SampledFrom(books).Draw(t, "book")
			if i < len(books) {
				book = books[i] // each is used, in the order of the list
			}
			used++
			of := &book.Units[rapid.IntRange(0, len(book.Units)-1).Draw(t, "unit")]
			u := unitJSON{
				ID: of.Source, SelectionID: fmt.Sprint("sel-", i), ArmyID: armyID(book), Name: of.Name, Upgrades: []selectionJSON{},
				CustomName: rapid.SampledFrom([]string{"", "Old Prickle", "10", "null", "a: b # c"}).Draw(t, "custom name"),
				Notes:      rapid.SampledFrom([]string{"", "first line\nsecond", "x"}).Draw(t, "notes"),
				XP:         rapid.IntRange(0, 40).Draw(t, "xp"),
				Traits:     rapid.SliceOfN(rapid.SampledFrom([]string{"Agile", "12", "a: b, # c", "Überläufer"}), 0, 3).Draw(t, "traits"),
				Injuries:   rapid.SliceOfN(rapid.SampledFrom([]string{"Limp", "true"}), 0, 2).Draw(t, "injuries"),
			}
			for range rapid.IntRange(0, 4).Draw(t, "upgrades") {
				if sections := book.Sections(of); len(sections) > 0 {
					s := rapid.SampledFrom(sections).Draw(t, "section")
					if len(s.Options) > 0 {
						o := &s.Options[rapid.IntRange(0, len(s.Options)-1).Draw(t, "option")]
						u.Upgrades = append(u.Upgrades, selection(catalog.Choice{Section: s, Option: o}))
					}
				}
			}
			// A unit is a second half, or a hero who joins, or neither; who is a
			// half already has no link of another kind.
			if link := rapid.IntRange(-3, i-1).Draw(t, "link"); link >= 0 {
				host := &out.Units[link]
				to := host.SelectionID
				u.JoinedUnit = &to
				if rapid.Bool().Draw(t, "second half") && host.JoinedUnit == nil {
					u.Combined, host.Combined = true, true
				}
			}
			out.Units = append(out.Units, u)
		}
		text, err := json.Marshal(out)
		if err != nil {
			t.Fatal(err)
		}
		f, err := Open("x.json", text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		var named []NamedBook
		for _, b := range books {
			named = append(named, NamedBook{Book: b})
		}
		l, err := f.ImportList(named...)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		army := build(t, l.YAML, books[:len(l.Books)]...)
		if len(army.Units) != used {
			t.Fatalf("%d units became %d", used, len(army.Units))
		}
		for _, export := range []func(*gf.Army) ([]byte, []Note, error){ExportList, ExportResolved} {
			back, notes, err := export(army)
			if err != nil || len(notes) > 0 {
				t.Fatalf("%v, %v", err, notes)
			}
			if diff := cmp.Diff(selections(t, text), selections(t, back)); diff != "" {
				t.Fatalf("(-before +after):\n%s\n%s", diff, l.YAML)
			}
			f, err := Open("x.json", back)
			if err != nil {
				t.Fatalf("%v\n%s", err, back)
			}
			again, err := f.ImportList(named...)
			if err != nil || len(again.Notes) > 0 || !bytes.Equal(again.YAML, l.YAML) {
				t.Fatalf("read back it is\n%s\nand was\n%s\n%v %v", again.YAML, l.YAML, again.Notes, err)
			}
		}
		if army.List.Points != out.PointsLimit || army.List.Name != out.Name {
			t.Fatalf("%q at %d became %q at %d", out.Name, out.PointsLimit, army.List.Name, army.List.Points)
		}
	})
}

// The same list in every shape that Army Forge and its users save it in.
func TestShapesOfLists(t *testing.T) {
	book := readBook(t, "moss-legion")
	const units = `[
		{"id": "uThorn", "selectionId": "a", "armyId": "mossuid", "combined": false, "joinToUnit": "b", "selectedUpgrades": [{"upgradeId": "sPist", "optionId": "oSpit"}]},
		{"id": "uBrier", "selectionId": "b", "armyId": "mossuid", "combined": true, "joinToUnit": null, "selectedUpgrades": [{"upgradeId": "sUpTo", "optionId": "oCann"}]},
		{"id": "uBrier", "selectionId": "c", "armyId": "mossuid", "combined": true, "joinToUnit": "b", "selectedUpgrades": []}]`
	const plain = `{"name": "Row", "gameSystem": "gf", "pointsLimit": 750, "listPoints": 310, "units": ` + units + `}`
	imported := func(t *testing.T, text string) *List {
		t.Helper()
		f, err := Open("x.json", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if f.Name != "Row" || f.Kind != ListFile {
			t.Errorf("it is taken for %s %q", f.Kind, f.Name)
		}
		if armies := f.ArmyBooks(); len(armies) != 1 || armies[0] != "mossuid" {
			t.Errorf("it is made from %v", armies)
		}
		l, err := f.ImportList(NamedBook{Book: book})
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	want := imported(t, plain)
	if army := build(t, want.YAML, book); len(want.Notes) > 0 || army.List.Points != 750 || len(army.Groups) != 1 || len(army.Groups[0].Halves) != 2 || len(army.Groups[0].Heroes) != 1 {
		t.Fatalf("the plain list: %s%s", want.YAML, notesText(want.Notes))
	}
	replaced := func(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(plain) }
	for _, c := range []struct{ name, text string }{
		{"numbers as text", replaced(`750`, `"750"`, `310`, `"310"`)},
		{"flags as text", replaced(`"combined": true`, `"combined": "true"`, `"combined": false`, `"combined": ""`)},
		{"flags as numbers", replaced(`"combined": true`, `"combined": 1`, `"combined": false`, `"combined": 0`)},
		{"the game by its number", replaced(`"gf"`, `2`)},
		{"the game by its long name", replaced(`"gf"`, `"grimdark-future"`)},
		{"no game", replaced(`"gameSystem": "gf", `, ``)},
		{"selection ids as numbers", replaced(`"selectionId": "b"`, `"selectionId": 17`, `"joinToUnit": "b"`, `"joinToUnit": 17`)},
		{"an empty link", replaced(`"joinToUnit": null`, `"joinToUnit": ""`)},
		{"no upgrades said", replaced(`, "selectedUpgrades": []`, ``)},
		{"the book named once", `{"armyId": "mossuid", ` + strings.ReplaceAll(plain, `"armyId": "mossuid", `, "")[1:]},
		{"whole options", replaced(
			`"upgradeId": "sPist", "optionId": "oSpit"`, `"instanceId": "i1", "upgrade": {"uid": "sPist", "label": "Replace Pistol"}, "option": {"uid": "oSpit", "cost": 10}`,
			`"upgradeId": "sUpTo", "optionId": "oCann"`, `"instanceId": "i2", "upgrade": {"id": "sUpTo"}, "option": {"id": "oCann"}`)},
		{"ids and whole options", replaced(`"optionId": "oSpit"`, `"optionId": "oSpit", "option": {"uid": "oSpit", "id": "other"}`)},
		{"wrapped", `{"list": ` + plain + `}`},
		{"a saved file", `{"saveVersion": 3, "armyId": "mossuid", "armyName": "Moss Legion", "gameSystem": "gf", "listName": "Row", "listPoints": 310, "list": {"key": "gf", "pointsLimit": 750, "units": ` + units + `}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := imported(t, c.text)
			if diff := cmp.Diff(string(want.YAML), string(l.YAML)); diff != "" {
				t.Errorf("the list differs (-want +got):\n%s", diff)
			}
			if len(l.Notes) > 0 {
				t.Errorf("reported:\n%s", notesText(l.Notes))
			}
		})
	}
	for _, c := range []struct{ name, text, want string }{
		{"no army anywhere", strings.ReplaceAll(plain, `"armyId": "mossuid", `, ""), "neither the unit nor the list says from which army book it is"},
		{"a wrapped list with a fault", `{"list": ` + replaced(`750`, `"many"`) + `}`, "x.json:1:61: $.list.pointsLimit: there should be a whole number here"},
	} {
		f, err := Open("x.json", []byte(c.text))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.ImportList(NamedBook{Book: book}, NamedBook{Book: book, Name: "again"}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	f, err := Open("x.json", []byte(replaced(`"combined": true`, `"combined": "perhaps"`)))
	if err != nil {
		t.Fatal(err)
	}
	l, err := f.ImportList(NamedBook{Book: book})
	if err != nil || !strings.Contains(string(notesText(l.Notes)), `$.units[1].combined: there should be true or false here, not the text "perhaps"`) {
		t.Errorf("%v, %s", err, notesText(l.Notes))
	}
}

// Where two options of a unit go by one id, the section tells them apart.
func TestChoicesOfOneID(t *testing.T) {
	source := strings.Replace(string(open(t, "moss-legion.json").source), `"oCann"`, `"oT1"`, 1)
	_, book := readImport(t, []byte(source))
	for _, section := range []string{"sUpTo", "sTeam"} {
		list, err := Open("l.json", []byte(`{"units": [{"id": "uBrier", "selectionId": "a", "armyId": "mossuid", "selectedUpgrades": [{"upgradeId": "`+section+`", "optionId": "oT1"}]}]}`))
		if err != nil {
			t.Fatal(err)
		}
		l, err := list.ImportList(NamedBook{Book: book})
		if err != nil {
			t.Fatal(err)
		}
		chosen := build(t, l.YAML, book).Units[0].ChosenOptions
		if len(chosen) != 1 || chosen[0].Section.Source != section {
			t.Errorf("the choice from %s became %+v", section, chosen)
		}
	}
}

// What other versions had many hundred times comes in as far as a list holds it.
func TestManyFormerUpgrades(t *testing.T) {
	book := readBook(t, "moss-legion")
	for _, name := range []string{"gone", "gone %d"} {
		var upgrades []string
		for i := range 1200 {
			id := name
			if strings.Contains(name, "%") {
				id = fmt.Sprintf(name, i)
			}
			upgrades = append(upgrades, fmt.Sprintf(`{"upgradeId": "x", "optionId": %q}`, id))
		}
		f, err := Open("l.json", []byte(`{"units": [{"id": "uHulk", "selectionId": "b", "armyId": "mossuid", "selectedUpgrades": [`+strings.Join(upgrades, ", ")+`]}]}`))
		if err != nil {
			t.Fatal(err)
		}
		l, err := f.ImportList(NamedBook{Book: book})
		if err != nil {
			t.Fatal(err)
		}
		if former := build(t, l.YAML, book).List.Units[0].FormerUpgrades; len(former) != 1 && len(former) != 200 {
			t.Errorf("%q: %d former upgrades", name, len(former))
		}
	}
}
