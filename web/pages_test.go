package web_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"muster/builder"
	"muster/builder/finding"
	"muster/builder/odds"
	"muster/catalog"
	"muster/catalog/data"
	"muster/examples"
	"muster/export"
	"muster/input"
	"muster/schema"
	"muster/schema/files"
	"muster/share"
	"muster/web"
)

// Among the army books stands the armoury of Fast and Dirty, with prices and texts.
func TestTheArmouryIsAPage(t *testing.T) {
	v := visit(t, nil)
	v.get("/books?find=dirty")
	v.wants(`href="/books/fad"`, `href="/new?book=fad%2F"`)
	v.get("/books?find=wardens")
	if strings.Contains(v.page, `href="/books/fad"`) {
		t.Error("the armoury is found by another game's name")
	}
	v.get("/books/fad")
	v.wants("Basic weapons", "SAW", "Brave", "× 1.50", "Harm", "Medic", "Close assault", "Squad leaders")
	if v.get("/books/gf-3"); v.status != http.StatusNotFound {
		t.Errorf("a game with army books: status %d", v.status)
	}
}

// A unit is designed without a list: priced as it changes, kept for other lists, put into one, and
// found as the best for some points.
func TestAUnitIsDesigned(t *testing.T) {
	v, stock := visit(t, nil), files.NewMemory(nil)
	v.handler = web.New(web.Options{
		Lists: v.folder, Books: v.books, Library: catalog.NewLibrary(v.books), Deployment: web.LocalServer, Examples: examples.Files, StoredUnits: stock,
	})
	v.post("/open", "example", "fad-outpost")
	v.get("/books/fad")
	v.wants(`href="/fad"`)
	v.get("/lists/fad-outpost?offer=infantry&pane=unit")
	v.wants(`fixes=yes&amp;offer=infantry&amp;pane=unit`)
	v.get("/fad")
	v.wants("42 points · kills 3.5 · lasts 2.1, against Militia<", "Line squad", "Put into this list")
	v.get("/fad?kind=infantry&was=infantry&figures=8&quality=elite&weapon=smg&traits/brave=yes&weapons/saw=2&leader=veteran")
	v.wants("8 Veteran leader", "2 × (3 Infantry + 0 Light + 3 SAW)", "1.5 Brave", "1.6 Elite", `value="leader=veteran"`)
	v.get("/fad?kind=infantry&was=infantry&set=traits%2B%3Dbrave&figures=8&traits/tough=yes")
	v.wants(`value="traits-=brave"`, `name="traits/tough" value="yes" checked`, `name="traits/brave" value="yes">`, `<span>Traits <span class="line">Tough</span></span>`)
	if sections := strings.Count(v.page, `id="design-`); sections != 3 {
		t.Errorf("%d folds of weapons, people and traits", sections)
	}
	v.get("/fad?kind=vehicle&was=infantry&quality=elite")
	v.wants("17 points")
	v.get("/fad?kind=infantry&points=40&against=line&by=both&stays=quality&stays=armour&stays=resolve")
	v.wants("The best of 112,266 designs", " figures · Regular, Steady, armour 4 · ", "set=armour%3Dlight", "traits%2B%3D", ">Take it</a>", `id="best" open`)
	if strings.Index(v.page, `id="best"`) > strings.Index(v.page, `id="price"`) {
		t.Error("the best designs are asked for below all fields")
	}
	v.get("/fad?kind=infantry&points=40&against=line&by=both&stays=quality&stays=armour&stays=resolve&stays=traits")
	if v.wants("The best of"); strings.Contains(v.page, "traits%2B%3D") {
		t.Error("a trait is searched that stays")
	}
	v.get("/fad?kind=infantry&points=1&against=line&by=both&stays=quality&stays=resolve")
	v.wants("no legal design of")
	v.post("/fad", "kind", "infantry", "set", "weapon=smg", "name", "Storm Party")
	v.wants("Design a unit", "“Storm Party” is kept", "Take it back", "SMG")
	v.get("/lists/fad-outpost?pane=book")
	v.wants("Storm Party")
	v.post("/fad", "kind", "infantry", "set", "weapon=smg", "name", "The Rear", "list", "fad-outpost")
	v.get("/lists/fad-outpost?unit=infantry")
	v.wants("The Rear", "SMG")
	if v.get("/fad?kind=horse"); v.status != http.StatusNotFound {
		t.Errorf("a kind that is none: status %d", v.status)
	}
}

// Units that are kept for other lists stand on the page of designs and among the army books: each is
// opened again, changed in its place, removed, and put back.
func TestKeptUnits(t *testing.T) {
	v := visit(t, nil)
	v.handler = web.New(web.Options{
		Lists: v.folder, Books: v.books, Library: catalog.NewLibrary(v.books), Deployment: web.LocalServer, StoredUnits: files.NewMemory(nil),
	})
	for _, path := range []string{"/fad", "/books"} {
		v.get(path)
		for _, text := range []string{"Storm Party", "Your kept units", "Kept for other lists"} {
			if strings.Contains(v.page, text) {
				t.Errorf("%s says %q before any unit is kept", path, text)
			}
		}
	}
	v.post("/fad", "kind", "infantry", "set", "weapon=smg", "name", "Storm Party")
	v.wants("Your kept units: 1", `href="/fad?unit=storm-party"`, `action="/units/storm-party/delete"`)
	v.get("/books")
	v.wants("Kept for other lists", `href="/fad?unit=storm-party"`, `action="/units/storm-party/delete"`)
	v.get("/fad?unit=storm-party")
	v.wants(`name="name" value="Storm Party"`, "SMG")
	v.get("/fad?unit=storm-party&kind=vehicle&was=infantry") // then it is that unit no longer
	v.wants(`name="unit" value=""`, "Moves by")
	v.post("/fad", "kind", "infantry", "unit", "storm-party", "set", "quality=elite", "name", "Storm Party")
	v.wants("Your kept units: 1", `<option value="elite" selected`)
	v.post("/fad", "kind", "infantry", "set", "quality=rabble", "name", "Storm Party") // another of this name
	v.wants("Your kept units: 2", `href="/fad?unit=storm-party-2"`)
	v.get("/fad?unit=storm-party&points=60&against=line&by=both&stays=armour&stays=traits")
	v.wants("The best of", "unit=storm-party")
	v.post("/units/storm-party/delete", "from", "books")
	v.wants("Army books", "Deleted “", "Undo", `href="/fad?unit=storm-party-2"`)
	if strings.Contains(v.page, `href="/fad?unit=storm-party"`) {
		t.Error("a unit that was removed is still there")
	}
	v.get("/trash")
	v.wants("Kept unit, deleted")
	back := regexp.MustCompile(`/trash/\d+/back`).FindString(v.page)
	v.post(back)
	v.wants("Design a unit", `name="name" value="Storm Party"`, "Your kept units: 2")
	if v.get("/fad?unit=nobody"); v.status != http.StatusNotFound {
		t.Errorf("a unit that is not kept: status %d", v.status)
	}
	if v.post("/units/line-squad/delete"); v.status != http.StatusNotFound { // it comes with muster
		t.Errorf("a unit that comes with muster: status %d", v.status)
	}
}

// What a force of figures does is worked out against the typical targets, one
// unit or all, and against another force.
func TestOddsOfForces(t *testing.T) {
	v := visit(t, map[string]string{
		"foe.yaml": "muster: list/1\nsystem: fad\nunits:\n  - {id: foe, name: Regulars, kind: infantry, quality: regular, resolve: steady, figures: [{count: 8, weapon: assault-rifle}]}\n",
		"pair.yaml": `{muster: list/1, system: fad, units: [
  {id: squad, name: Squad, kind: infantry, quality: regular, resolve: steady, partner: gun, figures: [{count: 6, weapon: assault-rifle}]},
  {id: gun, name: The Gun, kind: heavy-weapons, quality: regular, resolve: steady, heavy: heavy-mg, figures: [{count: 2, weapon: pistol}]}]}`,
	})
	v.post("/open", "example", "fad-outpost")
	v.get("/lists/fad-outpost/odds")
	v.wants("Shooting, blasts", "Charging", "typical targets")
	v.get("/lists/fad-outpost/odds?unit=rifles&moved=yes")
	v.wants("Against ", "Pinned", "Per 100 points", "moved", "&lt;1%", "Loses") // as the terminal has it, with what a charger loses
	v.get("/lists/fad-outpost")
	units := regexp.MustCompile(`id="row-([^"]+)"`).FindAllStringSubmatch(v.page, -1)
	if len(units) < 7 {
		t.Errorf("the force has the units %v", units)
	}
	for _, unit := range units {
		for _, moved := range []string{"", "&moved=yes"} { // a bar for each distance, with its whole name
			v.get("/lists/fad-outpost/odds?unit=" + unit[1] + moved)
			charts, drawn, bars := strings.Count(v.page, "<h2>Against "), strings.Count(v.page, `<svg class="chart"`), strings.Count(v.page, `class="bar-a"`)
			if strings.Contains(v.page, "…</text>") || charts == 0 || drawn != charts || strings.Count(v.page, "The bars are in the open") != charts || bars > 10*charts {
				t.Errorf("%s%s: %d charts, %d with bars, %d bars", unit[1], moved, charts, drawn, bars)
			}
		}
	}
	v.get("/lists/fad-outpost/odds?against=foe")
	v.wants("Regulars")
	v.get("/lists/fad-outpost/odds?unit=nobody")
	v.wants("the list has no unit `nobody`")
	// A unit that fires with its partner is shown alone and with it, and stands
	// alone where it is a target.
	v.get("/lists/pair/odds?unit=squad")
	v.wants("<h2>Against ", "Squad with The Gun against ")
	v.get("/lists/fad-outpost/odds?against=pair")
	v.wants("Shooting, blasts", "<svg class=\"chart\"")
	if strings.Contains(v.page, "card warn") {
		t.Errorf("there is trouble:\n%s", v.page)
	}
}

// The page of a match-up has the terminal's figures, and says what is wrong with an opponent.
func TestMatchUpPage(t *testing.T) {
	v := visit(t, map[string]string{"empty.yaml": "muster: list/1\nsystem: gf-3\nbook: steel-wardens\npoints: 500\nunits: []\n"})
	for _, example := range []string{"third-company", "spring-tide", "fad-outpost"} {
		v.post("/open", "example", example)
	}
	v.get("/lists/third-company/odds?against=spring-tide")
	v.wants(`href="/lists/third-company/match-up?against=spring-tide"`)
	v.get("/lists/third-company")
	v.wants(`href="/lists/third-company/match-up"`)
	many := "muster: list/1\nsystem: gf-3\nbook: steel-wardens\nforce-org: false\nunits:\n"
	for i := range 200 {
		many += fmt.Sprintf("  - {id: u%d, unit: captain}\n", i)
	}
	if err := v.folder.Write("many.yaml", nil, []byte(many)); err != nil {
		t.Fatal(err)
	}
	if err := v.folder.Write("many-too.yaml", nil, []byte(many)); err != nil {
		t.Fatal(err)
	}
	v.get("/lists/many/match-up?against=many-too")
	v.wants("too many units to hold against each other", `href="/lists/many/odds?against=many-too&amp;unit=u0"`, "Odds of one unit")
	open := func(name string) builder.Previewer {
		doc, err := schema.ReadFile(examples.Files, name+".yaml")
		if err != nil {
			t.Fatal(err)
		}
		r, err := builder.Open(doc, catalog.NewLibrary())
		if err != nil {
			t.Fatal(err)
		}
		return r.(builder.Previewer)
	}
	for _, c := range []struct{ list, against, query, cover string }{
		{"third-company", "spring-tide", "", ""}, {"third-company", "", "&cover=yes", odds.UsualCover}, {"fad-outpost", "", "", ""},
	} {
		q := odds.Question{Cover: c.cover}
		if c.against != "" {
			q.Foe.List = open(c.against)
		}
		want, err := builder.MatchUp(t.Context(), open(c.list), q, odds.MatchUpDistances[:])
		if err != nil {
			t.Fatal(err)
		}
		v.get("/lists/" + c.list + "/match-up?against=" + c.against + c.query)
		v.wants("These figures are not your chance to win. Not counted: " + strings.Join(want.FactorsNotCounted, ", "))
		if strings.Contains(v.page, "card warn") || strings.Count(v.page, "Nothing of yours answers this:") != strings.Count(fmt.Sprint(want.FoeUnits), " true [") {
			t.Errorf("%s against %q: there is trouble, or other units have no answer:\n%s", c.list, c.against, v.page)
		}
		for _, one := range want.FoeUnits {
			if one.Unanswered && one.ActivationsAtEqualPoints != nil {
				v.wants("for equal points it takes " + odds.ActivationsText(one.ActivationsAtEqualPoints) + " activations, more than three.")
			}
		}
		part := func(side, unit string) string {
			_, from, _ := strings.Cut(v.page, `id="`+side+"-"+unit+`"`)
			part, _, _ := strings.Cut(from, "</details>")
			return part
		}
		wants := func(side, unit string, best *odds.Blow, blows []odds.Blow) {
			text := part(side, unit)
			if best != nil && best.ActivationsToDestroy != nil && !strings.Contains(text, fmt.Sprintf("breaks after %s, destroys after %s activations", odds.ActivationsText(best.ActivationsToBreak), odds.ActivationsText(best.ActivationsToDestroy))) {
				t.Errorf("%s: %s is not destroyed as the match-up has it, %+v:\n%s", c.list, unit, best, text)
			}
			for _, b := range blows {
				if figure := `<td class="n">` + odds.WorthCell.NumberText(b.PointsPer100) + "</td>"; !strings.Contains(strings.ReplaceAll(text, "&lt;", "<"), figure) {
					t.Errorf("%s: %s of %+v is not among the figures of %s", c.list, figure, b, unit)
				}
			}
		}
		for _, one := range want.FoeUnits {
			wants("theirs", one.UnitID, one.BestAnswer, one.Answers)
		}
		for _, one := range want.OwnUnits {
			wants("mine", one.UnitID, one.Threat, one.Threats)
		}
		if cells := strings.Count(v.page, `<svg width="44"`); cells != len(want.FoeUnits)*len(want.OwnUnits) {
			t.Errorf("%s: the matrix has %d cells of %d × %d", c.list, cells, len(want.OwnUnits), len(want.FoeUnits))
		}
	}
	for query, wrong := range map[string]string{"third-company": "", "fad-outpost": "both sides of a fight should play the same edition", "empty": "the list has no units yet"} {
		v.get("/lists/third-company/match-up?against=" + query)
		if v.wants(wrong); wrong != "" {
			v.wants("card warn")
		}
	}
	v.get("/lists/empty/match-up?against=third-company")
	v.wants("the list has no units yet")
}

// Units are moved to where another is, and what another list has none
// of is refused.
func TestMovingUnits(t *testing.T) {
	v := visit(t, map[string]string{"a.yaml": "muster: list/1\nsystem: gf-3\nbook: steel-wardens\nunits:\n  - {id: a, unit: line-squad}\n  - {id: b, unit: apc}\n  - {id: c, unit: captain}\n"})
	order := func() (ids string) {
		for _, m := range regexp.MustCompile(`id: (\w)`).FindAllStringSubmatch(v.file("a.yaml"), -1) {
			ids += m[1]
		}
		return ids
	}
	for _, c := range []struct{ verb, want string }{
		{"whole onto b c", "acb"}, {"whole onto b a", "bac"}, {"whole onto b a", "abc"}, {"whole onto a c", "bca"}, {"whole onto a b", "abc"}, {"move a", "bca"}, {"whole onto a b", "abc"}, {"move b", "acb"}, {"undo", "abc"}, {"redo", "acb"},
	} {
		v.post("/lists/a/do", "verb", c.verb, "back", "/lists/a")
		if got := order(); got != c.want {
			t.Fatalf("%s: the units stand %s, want %s", c.verb, got, c.want)
		}
	}
	for _, c := range [][2]string{
		{"link c join", "Captain joins Line Squad"},
		{"upgrade a grey-coats", "Line Squad takes Grey Coats, +15"},
		{"swap a grey-coats=road-rations", "Line Squad takes Road Rations in place of Grey Coats, −5"},
		{"downgrade a road-rations", "Line Squad drops Road Rations, −10"},
		{"unlink c join", "Captain stands alone"},
		{"rename a", "Guard: name none → Guard"},
		{"rename a", "changed: name Guard → none"},
	} {
		name := map[bool]string{true: "Guard"}[strings.HasPrefix(c[1], "Guard")]
		v.post("/lists/a/do", "verb", c[0], "to", "a", "name", name, "back", "/lists/a")
		if want := strings.TrimPrefix(c[1], "changed: "); !strings.Contains(v.page, want) {
			t.Errorf("after %s no page says %q", c[0], want)
		}
	}
	v.post("/lists/a/do", "verb", "link c in", "to", "b", "back", "/lists/a")
	if !strings.Contains(v.file("a.yaml"), "in: b") {
		t.Errorf("the captain rides in nothing:\n%s", v.file("a.yaml"))
	}
	v.post("/lists/a/do", "verb", "link c in", "to", "", "back", "/lists/a")
	v.post("/lists/a/do", "verb", "copy a", "back", "/lists/a")
	v.post("/lists/a/do", "verb", "rename a", "name", "Guard", "note", "Brave", "back", "/lists/a")
	if text := v.file("a.yaml"); strings.Contains(text, "in: b") || !strings.Contains(text, "name: Guard") || !strings.Contains(text, "a-2") {
		t.Errorf("the file is\n%s", text)
	}
	v.post("/lists/a/do", "verb", "link a-2 combine", "to", "a", "back", "/lists/a")
	v.post("/lists/a/do", "verb", "rename a-2", "name", "Rear guard", "note", "Slow", "back", "/lists/a?unit=a-2&pane=unit")
	v.get("/lists/a?unit=a-2&pane=unit")
	v.wants("of the second half", `value="Rear guard"`, ">Slow</textarea>", `value="rename a-2"`)
	v.get("/lists/a?unit=a&pane=unit")
	v.wants("of the pair", `value="Guard"`, `value="rename a"`)
	for _, verb := range []string{"whole onto nobody a", "remove nobody", "dance a", "fix 0 0"} {
		was := v.file("a.yaml")
		v.post("/lists/a/do", "verb", verb, "etag", "of none", "back", "/lists/a")
		if v.file("a.yaml") != was {
			t.Errorf("%s changed the file", verb)
		}
	}
}

// What a unit has in a campaign is set beside its name.
func TestCampaign(t *testing.T) {
	v := visit(t, map[string]string{"a.yaml": "muster: list/1\nsystem: gf-3\nbook: steel-wardens\ncampaign: true\nunits:\n  - {id: a, unit: line-squad, injuries: [Limp]}\n"})
	v.get("/lists/a?unit=a&pane=unit")
	for _, field := range []string{`name="xp"`, `name="traits"`, `name="injuries"`, "Limp"} {
		if !strings.Contains(v.page, field) {
			t.Errorf("the unit's pane has no %s", field)
		}
	}
	v.post("/lists/a/do", "verb", "rename a", "name", "Guard", "note", "", "xp", "13", "traits", "Agile, a: b", "injuries", "", "back", "/lists/a")
	if text := v.file("a.yaml"); !strings.Contains(text, `{id: a, unit: line-squad, name: Guard, xp: 13, traits: [Agile, 'a: b']}`) {
		t.Errorf("the file is\n%s", text)
	}
	if v.get("/lists/a"); !strings.Contains(v.page, "10 points of experience, which count: 220 in all") {
		t.Error("the page of the list does not tell its experience")
	}
}

// A way out of a finding is one press.
func TestWaysOut(t *testing.T) {
	v := visit(t, map[string]string{"a.yaml": "muster: list/1\nsystem: gf-3\nbook: steel-wardens\npoints: 2000\nunits:\n  - {id: a, unit: line-squad}\n  - {id: b, unit: apc, join: a}\n"})
	v.get("/lists/a?fixes=yes&pane=list")
	verb := regexp.MustCompile(`value="(fix [^"]+)"`).FindStringSubmatch(v.page)
	etag := regexp.MustCompile(`name="etag" value="([^"]+)"`).FindStringSubmatch(v.page)
	if verb == nil || etag == nil {
		t.Fatalf("there is no way out\n%s", v.page)
	}
	was := v.file("a.yaml")
	v.post("/lists/a/do", "verb", "fix 9 9", "etag", etag[1], "back", "/lists/a")
	v.post("/lists/a/do", "verb", verb[1], "etag", "old", "back", "/lists/a")
	if v.file("a.yaml") != was {
		t.Error("a way out of another list was taken")
	}
	v.post("/lists/a/do", "verb", verb[1], "etag", etag[1], "back", "/lists/a")
	if v.file("a.yaml") == was {
		t.Errorf("%s changed nothing", verb[1])
	}
}

// Files from elsewhere are taken in: codes, books, JSON, shared text; others are
// refused with a sentence.
func TestFilesFromElsewhere(t *testing.T) {
	v := visit(t, nil)
	v.get("/open")
	v.wants("Open file")
	v.post("/open", "text", (&share.Share{FileText: "muster: list/1\nsystem: gf-3\nbook: steel-wardens\nname: Packed\nunits: []\n"}).Code())
	v.wants("<h1>Packed</h1>")
	text, err := os.ReadFile(filepath.Join("..", "armyforge", "testdata", "moss-legion.json"))
	if err != nil {
		t.Fatal(err)
	}
	v.upload("moss-legion.json", string(text))
	v.wants("among your army books now")
	v.get("/books")
	v.wants("Steel Wardens", "Moss Legion")
	v.post("/open", "text", "++ Hedge Row - Moss Legion (v3.5.1) [GF 1000pts] ++\n\nBrier Guard [5] Q4+ D4+ | 110pts | Pollen\n5x Thorn Rifle (24\", A1), 5x Stick (A1)\n")
	v.wants("<h1>Hedge Row</h1>")
	for _, text := range []string{"", "nothing of ours", "muster1.AAAA", "muster: list/1\nsystem: none\n", "{\"a\": 1}", "++ X ++\n"} {
		v.post("/open", "text", text)
		if v.status == http.StatusOK && strings.Contains(v.at, "/lists/") {
			t.Errorf("%q became the list at %s", text, v.at)
		}
	}
	v.post("/lists/packed/delete")
	v.wants("<h1>My lists</h1>")
	if v.get("/lists/packed"); v.status != http.StatusNotFound {
		t.Errorf("the list is still there: status %d", v.status)
	}
	if v.post("/lists/packed/delete"); v.status != http.StatusNotFound {
		t.Errorf("a list that is not there is deleted: status %d", v.status)
	}
}

// An address where a list or a book should be is answered with the one that has it,
// as a link; a missing book leads to where it comes from.
func TestAddressesOfArmyForge(t *testing.T) {
	v := visit(t, map[string]string{"lost.yaml": "muster: list/1\nsystem: gf-3\nbook: moss-legion\nunits: []\n"})
	link := func(to string) string { return `<a href="` + to + `" target="_blank" rel="noreferrer noopener">` }
	const site = "https://army-forge.onepagerules.com"
	for text, want := range map[string]string{
		site + "/share?id=Xy-3_z&name=Hedge":                                         link(site+"/api/tts?id=Xy-3_z") + site,
		" " + site + "/army-info/w7qor7b2kuifcyvk ":                                  link(site + "/api/army-books/w7qor7b2kuifcyvk?gameSystem=2"),
		site + "/armyBookSelection?gameSystem=gf":                                    "choose the list or the army book there, copy its address, and ask again",
		"https://example.org/a-list":                                                 "https://example.org/a-list is an address, and muster reads files: save what is there in a file, and open that",
		`{"units": [{"id": "a", "selectionId": "b", "armyId": "w7qor7b2kuifcyvk"}]}`: link(site+"/api/army-books/w7qor7b2kuifcyvk?gameSystem=2") + site,
	} {
		v.send(formPost("/open", "text", text))
		if v.status != http.StatusUnprocessableEntity || !strings.Contains(v.page, want) {
			t.Errorf("%s is answered with %d: %s", text, v.status, v.page)
		}
	}
	// The answer stands before the form, as the terminal says it, with the file's field beside it.
	data := `<a class="button main" href="` + site + `/api/army-books/w7qor7b2kuifcyvk?gameSystem=2" target="_blank" rel="noreferrer noopener">Open its data</a>`
	for _, address := range []string{
		"army-forge.onepagerules.com/armyInfo?gameSystem=2&armyId=w7qor7b2kuifcyvk", site + "/army-info/w7qor7b2kuifcyvk", "  " + site + "/armyBook/w7qor7b2kuifcyvk",
	} {
		v.get("/new?" + url.Values{"address": {address}}.Encode())
		answer, _, _ := strings.Cut(v.page, `name="book"`)
		for _, want := range []string{data, "is an address, and muster reads files: open ", "The file that you saved", `type="file"`} {
			if !strings.Contains(answer, want) {
				t.Errorf("%s: %s does not stand before the form", address, want)
			}
		}
		v.send(formPost("/open", "text", address))
		if !strings.Contains(v.page, data) || !strings.Contains(v.page, "The file that you saved") {
			t.Errorf("%s: what is pasted is answered with\n%s", address, v.page)
		}
	}
	v.get("/new?address=hello")
	v.wants("That is no address of Army Forge")
	v.send(httptest.NewRequest(http.MethodGet, "/lists/lost", nil))
	for _, want := range []string{"there is no army book `moss-legion`", `href="/new#another">Get it</a>`, "The army book Moss Legion is not here", "Give the file of the book", "What needs it"} {
		if !strings.Contains(v.page, want) {
			t.Errorf("a list without its book says not %s: %s", want, v.page)
		}
	}
}

// formPost is a request that sends a form.
func formPost(path, key, value string) *http.Request {
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(url.Values{key: {value}}.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return r
}

// What is too large, or comes as no form, is refused in words that a person knows.
func TestFormsThatCannotBeTaken(t *testing.T) {
	v := visit(t, nil)
	problem := regexp.MustCompile(`<h1>[^<]*</h1><div id="why"><p>([^<]*)</p>`)
	guarded := web.Guard(v.handler, "example.com")
	const form, parts = "application/x-www-form-urlencoded", "multipart/form-data; boundary=b"
	large := "text=muster1." + strings.Repeat("A", 5<<20)
	for _, c := range []struct {
		path, kind, body string
		status           int
		says             string
	}{
		{"/open", form, large, http.StatusRequestEntityTooLarge, "the file is larger than any list or book"},
		{"/look", form, large, http.StatusRequestEntityTooLarge, "the file is larger than any list or book"},
		{"/look", form, large + large, http.StatusRequestEntityTooLarge, "the file is larger than any list or book"},
		{"/open", parts, "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n" + large + large + "\r\n--b--\r\n", http.StatusRequestEntityTooLarge, "the file is larger than any list or book"},
		{"/event", parts, "--b\r\nContent-Disposition: form-data; name=\"lists\"; filename=\"a\"\r\n\r\n" + strings.Repeat(large, 14), http.StatusRequestEntityTooLarge, "together these files are larger than 64 MB; send fewer at once, and look whether one of them is no list or book"},
		{"/open", parts, "--b\r\nContent-Disp", http.StatusUnprocessableEntity, "the form did not come whole"},
		{"/look", form, "text=%zz", http.StatusUnprocessableEntity, "the form did not come whole"},
	} {
		r := httptest.NewRequest(http.MethodPost, c.path, strings.NewReader(c.body))
		r.ContentLength = -1 // which a browser would say
		r.Header.Set("Content-Type", c.kind)
		w := httptest.NewRecorder()
		guarded.ServeHTTP(w, r)
		if said := problem.FindStringSubmatch(w.Body.String()); w.Code != c.status || said == nil || said[1] != c.says {
			t.Errorf("%s with %.40q: status %d, %q", c.path, c.body, w.Code, said)
		}
	}
}

// A platoon keeps the name that it was given, or none.
func TestNamesOfPlatoons(t *testing.T) {
	const units = "units:\n  - {id: a, kind: infantry, quality: regular, resolve: steady, figures: [{count: 8, weapon: assault-rifle}]}\n  - {id: b, kind: infantry, quality: regular, resolve: steady, figures: [{count: 8, weapon: assault-rifle}]}\n"
	for _, name := range []string{"Old Guard", "A, b", "[x]", "yes", "12", `"so"`, "{a: b}", "it's: so", "# none", ""} {
		v := visit(t, map[string]string{"new.yaml": "muster: list/1\nsystem: fad\n" + units, "old.yaml": "muster: list/1\nsystem: fad\nplatoons: [{command: a, squads: [b]}]\n" + units})
		if v.post("/lists/new/do", "verb", "platoon 0", "name", name, "back", "/lists/new"); name == "" {
			v.post("/lists/new/do", "verb", "station a 0 command", "back", "/lists/new")
		}
		v.post("/lists/old/do", "verb", "platoon 1", "name", name, "back", "/lists/old")
		for _, path := range []string{"new", "old"} {
			for range 2 { // as it is, and as it is shown and sent again
				v.get("/lists/" + path)
				v.wants(`id="name-1" value="` + html.EscapeString(name) + `"`)
				if stated := strings.Contains(v.file(path+".yaml"), "name:"); stated != (name != "") {
					t.Errorf("%q is the file\n%s", name, v.file(path+".yaml"))
				}
				v.post("/lists/"+path+"/do", "verb", "platoon 1", "name", name, "back", "/lists/"+path)
			}
		}
	}
}

// A form that shows what a list was before another change is refused: it would
// take the change back.
func TestFormsOfAnEarlierList(t *testing.T) {
	v := visit(t, map[string]string{"a.yaml": "muster: list/1\nsystem: fad\nname: Old\nplatoons: [{command: a}, {command: b}]\nunits:\n  - {id: a, kind: infantry, quality: regular, resolve: steady, figures: [{count: 8, weapon: assault-rifle}]}\n  - {id: b, kind: infantry, quality: regular, resolve: steady, figures: [{count: 8, weapon: assault-rifle}]}\n"})
	v.get("/lists/a?unit=a")
	seen := etagField.FindStringSubmatch(v.page)[1]
	v.post("/lists/a/do", "verb", "copy a", "back", "/lists/a")
	was := v.file("a.yaml")
	for _, form := range [][]string{
		{"verb", "fields a", "quality", "elite"}, {"verb", "list", "name", "New"}, {"verb", "rename a", "name", "New"}, {"verb", "platoon 1", "name", "New"}, {"verb", "disband 2"}, {"verb", "station a 2 squads"},
	} {
		v.post("/lists/a/do", append(form, "etag", seen)...)
		if v.status != http.StatusConflict || v.file("a.yaml") != was {
			t.Errorf("%s: status %d, the file is\n%s", form, v.status, v.file("a.yaml"))
		}
		v.get("/lists/a") // as it is now
	}
	v.post("/lists/a/do", "verb", "upgrade a", "etag", seen, "back", "/lists/a")
	if v.status == http.StatusConflict {
		t.Error("a press that says all that it means is refused")
	}
}

// Who only reads a list while it is changed takes nothing away that could be
// undone.
func TestReadingKeepsWhatCanBeUndone(t *testing.T) {
	v := visit(t, map[string]string{"a.yaml": "muster: list/1\nsystem: gf-3\nbook: steel-wardens\nunits: [{id: a, unit: line-squad}]\n"})
	var readers sync.WaitGroup
	var done atomic.Bool
	for range 4 {
		readers.Go(func() {
			for !done.Load() {
				v.handler.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/lists/a", nil))
			}
		})
	}
	const changes = 40
	for i := range changes {
		v.post("/lists/a/do", "verb", "rename a", "name", fmt.Sprintf("N%d", i), "back", "/lists/a")
	}
	done.Store(true)
	readers.Wait()
	for i := range changes {
		if strings.Contains(v.page, `aria-label="Undo" disabled`) {
			t.Fatalf("%d of %d changes can be undone", i, changes)
		}
		v.post("/lists/a/do", "verb", "undo", "back", "/lists/a")
	}
	if text := v.file("a.yaml"); strings.Contains(text, "name:") {
		t.Errorf("the file is\n%s", text)
	}
}

// Units that a person keeps are added whatever their files are called, and shown
// as they are now.
func TestUnitsThatAreKept(t *testing.T) {
	const squad = "muster: unit/1\nname: %s\nkind: infantry\nquality: regular\nresolve: steady\nfigures: [{count: 8, weapon: assault-rifle}]\n"
	stock := files.NewMemory(map[string]string{"my squad.yaml": fmt.Sprintf(squad, "Ours")})
	v := visit(t, map[string]string{"a.yaml": "muster: list/1\nsystem: fad\nunits: []\n"})
	v.handler = web.New(web.Options{Lists: v.folder, Library: catalog.NewLibrary(), StoredUnits: stock, Deployment: web.LocalServer})
	v.get("/lists/a?offer=my+squad")
	v.wants(`value="add my squad"`, "Assault Rifle")
	if err := files.Overwrite(stock, "my squad.yaml", []byte(strings.Replace(fmt.Sprintf(squad, "Ours"), "assault-rifle", "smg", 1))); err != nil {
		t.Fatal(err)
	}
	v.get("/lists/a?offer=my+squad")
	v.wants("SMG")
	v.post("/lists/a/do", "verb", "add my squad", "back", "/lists/a")
	v.wants(`aria-label="Remove Ours"`)

	v.get("/everything")
	saved, brought := v.page, new(files.Memory)
	other := visit(t, nil)
	other.handler = web.New(web.Options{Lists: other.folder, Library: catalog.NewLibrary(), StoredUnits: brought, Deployment: web.LocalServer})
	other.sendFiles("/everything", "copy", map[string]string{"all.zip": saved})
	other.wants("Ours", "which “Add” offers in every list of that game")
	other.confirmKeep()
	if got, want := strings.Join(append(names(t, brought), names(t, other.folder)...), " "), "my-squad.yaml .arrivals a.yaml"; got != want {
		t.Errorf("brought back are %q, not %q", got, want)
	}
	other.get("/lists/a?offer=my-squad")
	other.wants("SMG")
	other.upload("pickets.yaml", fmt.Sprintf(squad, "Pickets"))
	other.wants("Pickets", "a unit of Fast and Dirty")
	other.upload("pickets.yaml", fmt.Sprintf(squad, "Pickets"))
	other.wants("Nothing is new. Here already: 1 file.")
	other.sendFiles("/everything", "copy", map[string]string{"all.zip": saved})
	other.wants("Nothing is new")
}

// A code is enough for a list with its house armoury; another armoury of that name stays.
func TestACodeBringsItsHouseArmoury(t *testing.T) {
	var code string
	v := visit(t, map[string]string{
		"a.yaml":    "muster: list/1\nsystem: fad\nname: Eels\narmoury: 'ours.yaml' # of ours\nunits: [{id: a, kind: infantry, quality: regular, resolve: steady, figures: [{count: 5, weapon: spear}]}]\n",
		"ours.yaml": "muster: armoury/1\nname: Ours\nbasic-weapons: [{id: spear, name: Spear, range: 1, damage: 0, points: 1, source: our table}]\n",
	})
	list, err := input.Read(schema.FilePath{Folder: v.folder, Name: "a.yaml"}, []byte(v.file("a.yaml")), catalog.NewLibrary())
	if err == nil {
		code = share.FromRoster(list.Roster).Code()
	}
	if err != nil {
		t.Fatal(err)
	}
	other := visit(t, map[string]string{"ours.yaml": "muster: armoury/1\nname: Theirs\n"})
	other.post("/open", "text", code)
	other.wants("Spear")
	if text := other.file("eels.yaml"); !strings.Contains(text, "armoury: ours-2.yaml # of ours") || other.file("ours-2.yaml") != v.file("ours.yaml") {
		t.Errorf("the list is\n%s\namong %v", text, names(t, other.folder))
	}
}

// A list is printed in every form, and scripts read it.
func TestFormsOfPaper(t *testing.T) {
	v := visit(t, nil)
	v.post("/open", "example", "third-company")
	v.get("/lists/third-company/print")
	v.wants("<h1>Paper</h1>")
	for _, f := range export.Formats() {
		w := httptest.NewRecorder()
		v.handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/lists/third-company/file/"+f.Name, nil))
		if name := w.Header().Get("Content-Disposition"); w.Code != http.StatusOK || w.Body.Len() == 0 ||
			w.Header().Get("Content-Type") != f.MediaType || !strings.Contains(name, `filename="`+f.FileName("third-company")+`"`) {
			t.Errorf("%s: status %d, %s, %s", f.Name, w.Code, w.Header().Get("Content-Type"), name)
		}
		v.wants(`download="` + f.FileName("third-company") + `"`)
	}
	if v.get("/lists/third-company/file/stone"); v.status == http.StatusOK {
		t.Error("there is a file of no form")
	}
	v.post("/open", "example", "fad-outpost") // which Army Forge has no lists of
	v.get("/lists/fad-outpost/print")
	v.wants("Army Forge has no lists of Fast and Dirty", `download="fad-outpost.pdf"`)
	if strings.Contains(v.page, export.ArmyForge.FileName("fad-outpost")) {
		t.Error("a form that does not fit the list is offered")
	}
	v.get("/api/lists")
	v.wants(`"lists"`)
	v.get("/api/lists/third-company/check")
	v.wants(`"legal"`)
	v.get("/lists/third-company/share")
	v.wants("muster1.")
}

// A list whose army book is not here is shown and printed from its copy.
func TestLooksAtACopy(t *testing.T) {
	c := &share.ListCopy{}
	c.Name, c.System, c.Points, c.PointsLimit, c.Legal = "Far <b>Away</b>", "gf-3", 95, 1000, true
	c.Books = []finding.Book{{ID: "nobody", Name: "Nobody's Book", Version: "3.5.2"}}
	c.Units = []json.RawMessage{[]byte(`{"id": "a", "name": "Wayfarers", "models": 5, "points": 95, "quality": 4, "defense": 5, "rules": ["Scout"],
		"weapons": [{"name": "Long Rifle", "count": 5, "range": 30, "attacks": 1, "rules": ["AP(1)"]}]}`), []byte(`"no unit"`)}
	code := (&share.Share{FileText: "muster: list/1\nsystem: gf-3\nbook: nobody\nname: Away\nunits: []\n", Copy: c}).Code()
	v := visit(t, nil)
	v.post("/look", "text", code)
	v.wants("Far &lt;b&gt;Away&lt;/b&gt;", "made with Nobody&#39;s Book 3.5.2", "95 of 1000 points, legal by Nobody&#39;s Book 3.5.2", "Wayfarers", "5× Long Rifle (30″, A1, AP(1))",
		"Get the army book", "PDF to print", "Keep it")
	if strings.Contains(v.page, "no army book") {
		t.Error("a reader learns of a book that is not needed to read")
	}
	v.post("/look/pdf", "text", code)
	if !strings.HasPrefix(v.page, "%PDF") {
		t.Errorf("printed it is %.20q", v.page)
	}
}

// A list that is kept without its army book is read, printed, shared and played, also under
// another name, and is not changed; with the book it is a list as any other.
func TestKeptWithoutItsBook(t *testing.T) {
	text := strings.Replace(example(t, "third-company"), "book: steel-wardens", "book: far-wardens", 1)
	book, err := data.Files.ReadFile("gf-3/steel-wardens.yaml")
	if err != nil {
		t.Fatal(err)
	}
	far := strings.Replace(string(book), "id: steel-wardens", "id: far-wardens", 1)
	sender := visit(t, map[string]string{"third.yaml": text})
	sender.post("/open", "text", far)
	sender.get("/lists/third/share")
	code := html.UnescapeString(regexp.MustCompile(`muster1\.[\w-]+`).FindString(sender.page))

	v := visit(t, nil)
	v.post("/look", "text", code)
	v.wants("Keep it", "legal by Steel Wardens")
	v.post("/open", "text", code)
	v.get("/lists/third-company")
	v.wants("The Old Guard", "Gate", "legal by Steel Wardens", "/lists/third-company/play")
	kept := v.file("third-company.yaml")
	if !strings.HasPrefix(kept, text) {
		t.Errorf("it is kept as\n%s", kept)
	}
	v.post("/lists/third-company/rename", "name", "The Third")
	v.get("/")
	v.wants("The Third", "points, legal", "Steel Wardens")
	for _, page := range []string{"", "/print", "/file/pdf", "/file/json", "/play", "/odds", "/price", "/fill"} {
		if v.get("/lists/third-company" + page); v.status != http.StatusOK || strings.Contains(v.page, "no army book") {
			t.Errorf("%s: %d", page, v.status)
		}
	}
	v.get("/lists/third-company/share")
	if again := regexp.MustCompile(`muster1\.[\w-]+`).FindString(v.page); again == "" || len(again) > len(code)+50 {
		t.Errorf("it is shared in %d letters, and came in %d", len(again), len(code))
	}
	v.post("/lists/third-company/play", "e", "do=act&unit=squad-1")
	if v.status >= 400 {
		t.Errorf("a tap at the table: %d", v.status)
	}
	kept = v.file("third-company.yaml")
	v.post("/lists/third-company/do", "verb", "remove squad-1")
	if v.status != http.StatusUnprocessableEntity || v.file("third-company.yaml") != kept {
		t.Errorf("what stands as a copy is changed: %d", v.status)
	}
	v.post("/open", "text", far)
	v.get("/lists/third-company")
	v.wants("The Third", "legal")
	v.post("/lists/third-company/do", "verb", "remove squad-1")
	if v.file("third-company.yaml") == kept || v.status >= 400 {
		t.Errorf("with the book it cannot be changed: %d", v.status)
	}
}

// Scripts check a list in whatever form they have it.
func TestCheckOfWhatIsSent(t *testing.T) {
	v := visit(t, nil)
	text := "muster: list/1\nsystem: gf-3\nbook: steel-wardens\npoints: 1000\nunits: [{id: a, unit: line-squad}]\n"
	for name, body := range map[string]string{"a file": text, "a code": (&share.Share{FileText: text}).Code()} {
		v.send(httptest.NewRequest(http.MethodPost, "/api/check", strings.NewReader(body)))
		var lists struct {
			Lists []struct {
				Points int
				Legal  bool
				Mark   string
			}
		}
		if err := json.Unmarshal([]byte(v.page), &lists); err != nil || v.status != http.StatusOK || len(lists.Lists) != 1 || lists.Lists[0].Points != 210 || !lists.Lists[0].Legal || len(lists.Lists[0].Mark) != len("AAAA-BBBB-CCCC-DDDD") {
			t.Errorf("%s: %d, %s, %v", name, v.status, v.page, err)
		}
	}
	v.send(httptest.NewRequest(http.MethodPost, "/api/check", strings.NewReader("nothing")))
	if v.status != http.StatusUnprocessableEntity || !strings.HasPrefix(v.page, `{"error":`) {
		t.Errorf("%d, %s", v.status, v.page)
	}
}

// The lists of a cup come as files in whatever form, and make one table.
func TestACupsLists(t *testing.T) {
	v := visit(t, nil)
	v.get("/event")
	v.wants("Check a cup", `name="lists"`)
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	list := "muster: list/1\nsystem: gf-3\nbook: steel-wardens\nname: Mine\npoints: 1000\nunits: [{id: a, unit: line-squad}]\n"
	for _, file := range [][3]string{
		{"event", "cup.yaml", "muster: event/1\nname: Small <Cup>\npoints: 1000\nleast: 200\ndeny: {units: [steel-wardens/captain]}\n"},
		{"lists", "mine.yaml", list},
		{"lists", "code.txt", (&share.Share{FileText: strings.Replace(list, "line-squad", "captain", 1)}).Code()},
		{"lists", "forge.json", `{"name": "Theirs", "gameSystem": "gf", "units": [{"id": "line-squad", "selectionId": "a", "armyId": "steel-wardens"}]}`},
		{"lists", "joke.txt", "hello"},
	} {
		part, err := form.CreateFormFile(file[0], file[1])
		if err != nil {
			t.Fatal(err)
		}
		part.Write([]byte(file[2]))
	}
	form.Close()
	r := httptest.NewRequest(http.MethodPost, "/event", &body)
	r.Header.Set("Content-Type", form.FormDataContentType())
	v.send(r)
	v.wants("Small &lt;Cup&gt;", "4 lists: 2 legal, 1 illegal, 1 unreadable", "<td>mine.yaml</td><td>Mine</td><td>Steel Wardens 1.0</td>", "<td>forge.json</td><td>Theirs</td>", "45 points; at least 200 are asked for: add 155", "joke.txt")
	v.post("/look", "text", list)
	v.wants("Mine", "210 of 1000 points, legal")
	v.post("/event")
	if v.status != http.StatusUnprocessableEntity {
		t.Errorf("without files: %d", v.status)
	}
}
