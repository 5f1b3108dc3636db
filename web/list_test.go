package web_test

import (
	"regexp"
	"strings"
	"testing"
)

var offered = regexp.MustCompile(`data-offer="([^"]+)"`)

// offers are the keys of what a page offers to add.
func (v *visitor) offers() string {
	var keys []string
	for _, m := range offered.FindAllStringSubmatch(v.page, -1) {
		keys = append(keys, m[1])
	}
	return strings.Join(keys, " ")
}

// What can be added is found by name, weapon and rule, and by what it is, costs and fits.
func TestWhatCanBeAddedIsFound(t *testing.T) {
	v := visit(t, map[string]string{
		"a.yaml":    "muster: list/1\nsystem: gf-3\nbook: steel-wardens\npoints: 750\nunits:\n  - {id: h, unit: captain}\n  - {id: a, unit: line-squad}\n  - {id: b, unit: line-squad}\n",
		"mine.yaml": "muster: collection/1\nsystem: gf-3\nbook: steel-wardens\nunits: {line-squad: 2, militia: 1, captain: 2}\n",
	})
	for query, want := range map[string]string{
		"find=gate+militia":          "militia",
		"find=volley+drill":          "line-squad",
		"find=last+word":             "marshal-korven",
		"find=nothing":               "",
		"role=Transports":            "mule apc",
		"role=Heroes&fits=yes":       "",
		"owned=yes":                  "captain militia",
		"owned=yes&toggle=owned=yes": "",
	} {
		v.get("/lists/a?" + query)
		if got := v.offers(); got != want && want != "" || want == "" && strings.Contains(query, "toggle") == (got == "") {
			t.Errorf("%s shows %q, want %q", query, got, want)
		}
	}
	v.get("/lists/a?find=heavy+rifle")
	v.wants("can take Heavy Rifle (")
	if v.get("/lists/a?find=zzz&fits=yes"); !strings.Contains(v.page, `name="toggle" value="fits=yes" aria-pressed="true"`) {
		t.Error("a filter that holds is not marked")
	}
}

// A hero who is with a unit says so to others who could have him, and that he leaves it.
func TestHeroesSayWhereTheyAre(t *testing.T) {
	v := visit(t, map[string]string{"a.yaml": "muster: list/1\nsystem: gf-3\nbook: steel-wardens\nunits:\n  - {id: a, unit: line-squad}\n  - {id: b, unit: breachers}\n  - {id: c, unit: captain, join: a}\n"})
	v.get("/lists/a?unit=b")
	v.wants(">Captain, now with Line Squad</button>")
	v.post("/lists/a/do", "verb", "link c join b", "back", "/lists/a?unit=b")
	v.wants("Captain joins Breachers, leaves Line Squad", `aria-pressed="true">Captain</button>`)
}

// The bar says what every change was, and what undo took back; a change of settings too.
func TestChangesAreNamed(t *testing.T) {
	v := visit(t, map[string]string{"a.yaml": "muster: list/1\nsystem: gf-3\nbook: steel-wardens\npoints: 1000\nunits:\n  - {id: a, unit: line-squad}\n  - {id: c, unit: captain}\n"})
	for _, c := range []struct {
		form []string
		says string
	}{
		{[]string{"verb", "set points=750"}, "Points 1000 → 750 · 495 left"},
		{[]string{"verb", "undo"}, "Undone: Points 1000 → 750 · 745 left"},
		{[]string{"verb", "join c a"}, "Captain joins Line Squad"},
		{[]string{"verb", "undo"}, "Undone: Captain joins Line Squad"},
		{[]string{"verb", "redo"}, "Done again: Captain joins Line Squad"},
		{[]string{"verb", "whole aside a"}, "Line Squad set aside"},
		{[]string{"verb", "set a aside=false"}, "Line Squad put back"},
		{[]string{"verb", "whole double a"}, "Line Squad added, +210"},
		{[]string{"verb", "whole aside a"}, ">Line Squad set aside, −420"},
		{[]string{"verb", "undo"}, "Undone: Line Squad set aside, −420"},
		{[]string{"verb", "undo"}, "Undone: Line Squad added, +210"},
		{[]string{"verb", "remove a"}, "Line Squad removed, Captain stands alone, −210"},
	} {
		v.post("/lists/a/do", append(c.form, "back", "/lists/a")...)
		v.wants(c.says)
		if c.form[1] == "whole aside a" {
			v.get("/lists/a?pane=unit&show=findings")
			v.wants("Line Squad is set aside, so that Captain stands alone")
		}
	}
}

// A pair is one card: it is moved, copied and removed whole; the bar says what changed.
func TestACardIsChangedWhole(t *testing.T) {
	v := visit(t, map[string]string{"a.yaml": "muster: list/1\nsystem: gf-3\nbook: steel-wardens\npoints: 2000\nunits:\n  - {id: a, unit: line-squad}\n  - {id: x, unit: militia}\n  - {id: b, unit: line-squad, combine: a}\n  - {id: y, unit: apc}\n"})
	cards := func() (ids string) {
		for _, m := range regexp.MustCompile(`data-unit="([^"]+)"`).FindAllStringSubmatch(v.page, -1) {
			ids += m[1] + " "
		}
		return strings.TrimSpace(ids)
	}
	for _, c := range []struct{ verb, cards, says string }{
		{"whole onto a x", "x a y", "Order changed"},
		{"whole onto a y", "x y a", "Order changed"},
		{"whole onto a a", "x y a", "Changed"},
		{"whole onto a y", "x a y", "Order changed"},
		{"whole onto y x", "y x a", "Order changed"},
		{"whole copy a", "y x a a-2", "Line Squad added, +420"},
		{"whole remove a", "y x a-2", "Line Squad #1 removed, −420"},
		{"whole remove x", "y a-2", "Gate Militia removed, −125"},
		{"undo", "y x a-2", "Undone: Gate Militia removed, −125"},
		{"redo", "y a-2", "Done again: Gate Militia removed, −125"},
		{"undo", "y x a-2", "Undone: Gate Militia removed, −125"},
		{"add captain", "y x a-2 captain", "Captain added, +45"},
		{"add castellan", "y x a-2 captain castellan", "Castellan added, +135"},
		{"add oathspeaker", "y x a-2 captain castellan oathspeaker", "Oathspeaker added, +75"},
		{"add captain", "y x a-2 captain castellan oathspeaker captain-2", "Captain added, +45"},
		{"add marshal-korven", "y x a-2 captain castellan oathspeaker captain-2 marshal-korven", "no longer legal: "},
		{"undo", "y x a-2 captain castellan oathspeaker captain-2", "legal again"},
	} {
		v.post("/lists/a/do", "verb", c.verb, "back", "/lists/a")
		v.wants(c.says)
		if got := cards(); got != c.cards {
			t.Fatalf("%s: cards %s, want %s", c.verb, got, c.cards)
		}
	}
}

// What is wrong is linked from the bar, marked on cards, and its ways out name units as paper does.
func TestFindingsLead(t *testing.T) {
	v := visit(t, map[string]string{"a.yaml": "muster: list/1\nsystem: gf-3\nbook: steel-wardens\npoints: 750\nunits:\n  - {id: a, unit: captain}\n  - {id: b, unit: captain}\n"})
	v.get("/lists/a")
	v.wants(`<a id="to-findings" href="/lists/a?pane=unit&amp;show=findings"> · 2 errors</a>`, `class="badge bad" href="/lists/a?pane=unit&amp;show=findings" aria-label="2 errors"`, `data-part="b" href="/lists/a?pane=unit&amp;unit=b">Captain #2</a>`)
	v.get("/lists/a?fixes=yes")
	v.wants("Remove Captain #2</span>", "−45<")
	v.wants("Slots</strong></dt><dd>units 2 of 3 · heroes 2 of 1", `href="/lists/a?pane=unit&amp;show=findings">What answers what</a>`)
	v.get("/lists/a?show=findings&fixes=yes")
	v.wants("What answers what<", "Heavy infantry</strong></dt><dd>12″: Captain ", " · Charge: Captain ", `href="/lists/a/match-up">Match-up</a>`)

	v = visit(t, map[string]string{"b.yaml": "muster: list/1\nsystem: gf-3\nbook: steel-wardens\nunits: [{id: a, unit: captain, aside: true}]\n"})
	v.get("/lists/b?show=findings")
	v.wants("data-more")
	v.get("/lists/b?show=findings&fixes=yes")
	if strings.Contains(v.page, "data-more") {
		t.Error("a page that has its ways out asks for them again")
	}
}

// Settings say what they are, notes have several lines, and a list takes more books.
func TestListSettings(t *testing.T) {
	v := visit(t, map[string]string{"a.yaml": "muster: list/1\nsystem: gf-3\nbook: steel-wardens\nunits: []\n"})
	v.get("/lists/a?show=settings")
	v.wants("Your own remarks; they are printed with the list.", "Brine Choir", `name="force-org"`)
	v.post("/lists/a/do", "verb", "list", "name", "North", "notes", "One\r\nTwo", "force-org", "false", "books/brine-choir@1.0", "yes", "back", "/lists/a?show=settings")
	v.wants("<h1>North</h1>", ">One\nTwo</textarea>", "Steel Wardens · Heroes", "Brine Choir · Heroes")
	for _, want := range []string{`notes: "One\nTwo"`, "force-org: false", "brine-choir"} {
		if text := v.file("a.yaml"); !strings.Contains(text, want) {
			t.Errorf("the file has no %s:\n%s", want, text)
		}
	}
}

// The foot of a phone has the findings at its third place whatever is shown, with how many there are, and
// what was added leads to it.
func TestTheFootKeepsItsTabs(t *testing.T) {
	v := visit(t, map[string]string{"a.yaml": "muster: list/1\nsystem: gf-3\nbook: steel-wardens\nname: A\npoints: 600\nunits: [{id: squad, unit: line-squad}, {id: other, unit: breachers}]\n"})
	third := regexp.MustCompile(`<a class="button" href="/lists/a\?pane=unit&amp;show=findings"( aria-current="true")?><span id="sign"[^>]*>(.*?)</span><span>Findings</span></a></div>`)
	for address, want := range map[string]string{"": "", "?unit=squad&pane=unit": "", "?pane=unit&show=settings": "", "?pane=unit&show=findings": ` aria-current="true"`} {
		v.get("/lists/a" + address)
		if got := third.FindStringSubmatch(v.page); got == nil || got[1] != want || !strings.Contains(got[2], "svg") {
			t.Errorf("%s: the third tab is %q", address, got)
		}
	}
	v.post("/lists/a/do", "verb", "add gun-teams", "back", "/lists/a?pane=book")
	v.wants(`<a id="to-unit" href="/lists/a?pane=unit&amp;unit=gun-teams">Gun Teams added, +210 · `)
	v.post("/lists/a/do", "verb", "add gun-teams", "back", "/lists/a?pane=book")
	if got := third.FindStringSubmatch(v.page); got == nil || !strings.HasPrefix(got[2], "! ") {
		t.Errorf("of a list that is not legal the third tab is %q", got)
	}
}

// Who is combined keeps the place of the first half, and what was done, undone and done again is said of both by their
// names, once.
func TestACombinationSaysWho(t *testing.T) {
	v := visit(t, map[string]string{"a.yaml": "muster: list/1\nsystem: gf-3\nbook: steel-wardens\nname: A\npoints: 1000\nunits: [{id: a, unit: line-squad}, {id: b, unit: line-squad}]\n"})
	page := "/lists/a?unit=a&pane=unit"
	v.get(page)
	v.wants(`value="link b combine a"`)
	v.post("/lists/a/do", "verb", "link b combine a", "back", page)
	v.wants("Line Squad #2 is combined with Line Squad #1 ·", `<span class="name">First half</span>`, `aria-current="true"><span class="name">First half`)
	v.post("/lists/a/do", "verb", "undo", "back", page)
	v.wants("Undone: Line Squad #2 is combined with Line Squad #1 ·")
	v.post("/lists/a/do", "verb", "redo", "back", page)
	v.wants("Done again: Line Squad #2 is combined with Line Squad #1 ·", `title="Undo: Line Squad #2 is combined with Line Squad #1"`)
}

// Below the settings what else can be done with a list stands as label, field and button.
func TestSettingsEndInOrder(t *testing.T) {
	v := visit(t, map[string]string{"third.yaml": example(t, "third-company")})
	v.get("/lists/third?show=settings")
	v.wants("Units of the books that are ticked can be added too.")
	last := regexp.MustCompile(`Duplicate</button></form>.*<label>Copy to <input name="points"[^>]*></label><button>Copy</button></form>.*Delete this list`)
	if !last.MatchString(v.page) || strings.Contains(v.page, "Rename</button>") {
		t.Errorf("the settings end so: %s", v.page[strings.LastIndex(v.page, "Duplicate"):])
	}
}

// An offer says which limit one more breaks, also once a change made it so.
func TestOffersNameTheLimitTheyBreak(t *testing.T) {
	v := visit(t, map[string]string{"a.yaml": "muster: list/1\nsystem: gf-3\nbook: steel-wardens\nname: A\npoints: 1000\nunits: [{id: a, unit: captain}, {id: b, unit: militia}]\n"})
	says := func(wanted map[string]string) {
		t.Helper()
		for key, want := range wanted {
			if !strings.Contains(v.page, `<span id="limit-`+key+`"`) || want != "" && !regexp.MustCompile(`id="limit-`+key+`"[^>]*>`+want+` · <`).MatchString(v.page) {
				t.Errorf("%s does not say %q", key, want)
			}
		}
	}
	v.get("/lists/a?pane=book")
	says(map[string]string{"captain": "", "militia": "", "gatekeeper-walker": "over 35\u00a0% \\(350\\)"})
	if strings.Contains(v.page, "at most") {
		t.Error("a limit that is not reached is named")
	}
	v.post("/lists/a/do", "verb", "add captain", "back", "/lists/a?pane=book")
	v.post("/lists/a/do", "verb", "add militia", "back", "/lists/a?pane=book")
	says(map[string]string{"captain": "2 heroes at most", "castellan": "2 heroes at most", "militia": "2 copies at most", "line-squad": ""})
	v.post("/lists/a/do", "verb", "set points=500", "back", "/lists/a?pane=book")
	says(map[string]string{"line-squad": "too dear"})
}

// A finding about the whole list stands among the findings alone; one about some units marks them.
func TestAFindingAboutTheWholeListMarksNoUnit(t *testing.T) {
	v := visit(t, map[string]string{"a.yaml": "muster: list/1\nsystem: gf-3\nbook: steel-wardens\nname: A\npoints: 500\nunits: [{id: a, unit: militia}, {id: b, unit: breachers}, {id: c, unit: far-sights}, {id: d, unit: tower-hounds}]\n"})
	v.get("/lists/a?show=findings")
	v.wants("4 units, joined heroes not counted")
	if v.get("/lists/a?unit=a"); strings.Contains(v.page, `<a class="badge bad"`) || strings.Contains(v.page, "error: 4 units") {
		t.Error("a finding about the whole list marks its units")
	}
	v.post("/lists/a/do", "verb", "add iron-guard", "back", "/lists/a")
	v.wants(`<a class="badge bad"`)
}

// Upgrades of gear that a chosen option gives stand under the option; those of gear that the unit could
// have stand last, and say what they need. A profile does not repeat what its option is called.
func TestUpgradesStandUnderTheOptionThatGivesTheirGear(t *testing.T) {
	v := visit(t, map[string]string{"watch.yaml": "muster: list/1\nsystem: gf-3\nbook: watch\npoints: 500\nunits:\n  - {id: a, unit: squad}\n"})
	v.post("/open", "text", `muster: book/1
id: watch
name: Watch
system: gf-3
units:
  - {id: squad, name: Squad, size: 3, quality: 4, defense: 4, cost: 60, weapons: [{name: Axe, count: 3, attacks: 2}], upgrades: [own]}
upgrades:
  - id: own
    name: Own
    sections:
      - label: Replace all Axes
        kind: replace
        affects: all
        targets: [Axe]
        options:
          - {id: club, name: Club, cost: 5, weapons: [{name: Club, attacks: 1}]}
          - {id: guns, name: "Axe, Pistol", cost: 5, weapons: [{name: Axe, attacks: 2}, {name: Pistol, range: 12, attacks: 1}]}
      - label: Upgrade Pistol
        kind: upgrade
        targets: [Pistol]
        options:
          - {id: scope, name: Scope, cost: 5, rules: [Relentless]}
      - label: Take a Banner
        kind: upgrade
        options:
          - {id: banner, name: Banner, cost: 5, rules: [Fear]}
`)
	order := func(texts ...string) {
		t.Helper()
		at := 0
		for _, text := range texts {
			next := strings.Index(v.page[at:], text)
			if next < 0 {
				t.Fatalf("%q does not stand after %q", text, texts)
			}
			at += next
		}
	}
	v.get("/lists/watch?unit=a")
	order("Replace all Axes", `data-option="guns"`, "Take a Banner", "Upgrade Pistol", `data-option="scope"`)
	if strings.Contains(v.page, "ticked") {
		t.Error("nothing is chosen that gives a pistol")
	}
	v.post("/lists/watch/do", "verb", "upgrade a guns")
	v.get("/lists/watch?unit=a")
	order("Replace all Axes", `data-option="guns"`, "ticked", "Upgrade Pistol", `data-option="scope"`, "Take a Banner")
	order(`data-option="guns"`, "A2 · 12″, A1")
}
