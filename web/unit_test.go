package web_test

import (
	"io/fs"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"muster/examples"
)

const squads = `muster: list/1
system: gf-3
book: steel-wardens
points: 1000
units:
  - {id: captain, unit: captain}
  - {id: squad, unit: line-squad}
  - {id: second, unit: line-squad}
  - {id: apc, unit: apc}
`

// An option's row says what it does, what it costs and what it adds; another of a
// section that holds one choice takes its place in one tap, which undo takes back.
func TestOptionsCanBeReadAndSwapped(t *testing.T) {
	v := visit(t, map[string]string{"mine.yaml": squads})
	const page = "/lists/mine?unit=squad&pane=unit"
	v.get(page)
	row := withoutETags(regexp.MustCompile(`(?s)<div[^>]* data-option="heavy-rifle".*?</div>`).FindString(v.page))
	for _, want := range []string{`Take Heavy Rifle, +5`, `<span class="fig">+5</span>`, `24″, A1, `, `>AP(1)</a>`, `class="gain"`, ` of 2</span>`} {
		if !strings.Contains(row, want) {
			t.Errorf("the row of an option has no %s:\n%s", want, row)
		}
	}
	for _, option := range []string{"grey-coats", "road-rations"} {
		press := regexp.MustCompile(`id="more-` + option + `"[^>]* value="([^"]*)"`).FindStringSubmatch(v.page)
		if press == nil {
			t.Fatalf("nothing takes %s", option)
		}
		v.post("/lists/mine/do", "verb", press[1], "back", page)
	}
	v.wants(`value="swap squad road-rations=grey-coats"`, `value="downgrade squad road-rations"`)
	if file := v.file("mine.yaml"); strings.Contains(file, "grey-coats") {
		t.Errorf("both are chosen:\n%s", file)
	}
	v.post("/lists/mine/do", "verb", "undo", "back", page)
	if file := v.file("mine.yaml"); !strings.Contains(file, "grey-coats") || strings.Contains(file, "road-rations") {
		t.Errorf("a swap is not taken back at once:\n%s", file)
	}
}

// What can be added is read before it is: all its options, and none can be pressed.
func TestAnOfferShowsItsOptions(t *testing.T) {
	v := visit(t, map[string]string{"mine.yaml": squads})
	v.get("/lists/mine?offer=line-squad&pane=unit")
	v.wants(`data-option="heavy-rifle"`, `data-option="grey-coats"`, "Replace up to two Rifles")
	if strings.Contains(v.page, `value="upgrade`) {
		t.Error("an option of what is not in the list can be taken")
	}
	v.get("/lists/mine?offer=oathspeaker&pane=unit")
	v.wants("<summary>Spells</summary>")
}

// Partners are buttons, from either side.
func TestPartnersAreNamed(t *testing.T) {
	v := visit(t, map[string]string{"mine.yaml": squads})
	press := func(unit, id string) {
		t.Helper()
		v.get("/lists/mine?unit=" + unit)
		verb := regexp.MustCompile(`value="([^"]*)"[^>]* id="` + id + `"`).FindStringSubmatch(v.page)
		if verb == nil {
			t.Fatalf("%s has no button %s", unit, id)
		}
		v.post("/lists/mine/do", "verb", verb[1], "back", "/lists/mine?unit="+unit)
	}
	press("squad", "link-joined-by-captain")
	v.wants(`id="link-joined-by-captain" aria-pressed="true"`)
	press("apc", "link-carries-second")
	v.wants("Carries 10 of ", `id="link-carries-second" aria-pressed="true"`)
	press("second", "link-rides-in-apc")
	v.wants(`id="link-rides-in-apc" aria-pressed="false"`)
}

// The target is chosen once for a list; options and units stand beside each other.
func TestWhatOptionsDoIsToldOfTheTarget(t *testing.T) {
	v := visit(t, map[string]string{"mine.yaml": squads})
	gain := func() string {
		return regexp.MustCompile(`(?s)data-option="heavy-rifle".*?class="gain"[^>]*>((?:<i>⌖</i>)?[^<]*)<`).FindStringSubmatch(v.page)[1]
	}
	v.get("/lists/mine?unit=squad&target=tank")
	tank := gain()
	v.get("/lists/mine?unit=squad")
	v.wants(`<option value="tank" selected>`)
	if tank == "" || gain() != tank {
		t.Errorf("%q is gained against a tank, and then %q", tank, gain())
	}
	lance := func() string {
		return regexp.MustCompile(`(?s)data-option="flame-lance".*?class="gain"[^>]*><i>⌖</i>([^<]*)<`).FindStringSubmatch(v.page)[1]
	}
	near := lance()
	v.get("/lists/mine?unit=squad&distance=24")
	v.wants(`<option value="24" selected>`)
	if far := lance(); far == near { // which reaches 12″
		t.Errorf("from 24″ as from 12″ %q is gained", near)
	}
	v.post("/lists/mine/do", "verb", "add oathspeaker", "back", "/lists/mine?unit=oathspeaker")
	v.get("/lists/mine?unit=oathspeaker")
	v.wants(">– not counted: spells<", `title="Undo: Oathspeaker added, +75"`)
	v.post("/lists/mine/do", "verb", "undo", "back", "/lists/mine?unit=squad")
	v.wants(`title="Redo: Oathspeaker added, +75"`)
	v.get("/lists/mine?unit=squad&distance=12&target=mine/apc")
	v.wants(`<option value="mine/apc" selected>`)
	v.get("/lists/mine?unit=squad&target=none")
	if gain() != "" {
		t.Errorf("against nobody %q is gained", gain())
	}
	v.get("/lists/mine/does?unit=squad&option=heavy-rifle&beside=grey-coats")
	v.wants("Heavy Rifle", "Grey Coats", "Light infantry", "10 models, Quality 5+, Defense 5+", "+5")
	v.get("/lists/mine/does?unit=squad&beside=apc")
	v.wants("Bastion APC", "Tank")
}

// Cells of a table of odds lead to what they are about, and say how good they are
// besides their shade; a target says what it is.
func TestOddsLeadSomewhere(t *testing.T) {
	v := visit(t, map[string]string{"mine.yaml": squads})
	v.get("/lists/mine/odds")
	v.wants(`href="/lists/mine/odds?unit=squad#target-tank"`, `class="n heat-`, "From poor to good: ▁ under 10")
	v.get("/lists/mine/odds?unit=squad")
	v.wants(`id="target-tank"`, "1 model, Quality 4+, Defense 2+, Tough(12)")
}

// A combined pair is shown as one, from either half: what it is, what is done to all its
// models, its partners whichever half says so. Each half has its own upgrades.
func TestAPairIsOne(t *testing.T) {
	v := visit(t, map[string]string{"mine.yaml": `muster: list/1
system: gf-3
book: steel-wardens
points: 1000
units:
  - {id: captain, unit: captain, join: second}
  - {id: squad, unit: line-squad, name: Old Guard, upgrades: [sergeant]}
  - {id: apc, unit: apc}
  - {id: second, unit: line-squad, combine: squad, in: apc, upgrades: [flame-lance]}
  - {id: castellan, unit: castellan}
`})
	for id, other := range map[string]string{"squad": "second", "second": "squad"} {
		v.get("/lists/mine?pane=unit&unit=" + id)
		v.wants("Old Guard<span class=\"quiet\">\u00a0[20]</span>", `id="unit-points" class="fig">435 pts</span>`, "Flame Lance", "Sergeant&#39;s Pistol",
			`id="link-joined-by-captain" aria-pressed="true"`, `id="link-rides-in-apc" aria-pressed="true"`, `id="link-combined-with-`+other+`" aria-pressed="true"`,
			`value="rename `+id+`"`, `value="whole remove `+id+`"`, `data-half="`+id+`"`, `value="upgrade `+id+` heavy-rifle"`, `value="upgrade `+id+` grey-coats"`,
			`aria-label="Take Grey Coats, +30"`)
		for _, option := range []string{"heavy-rifle", "grey-coats"} {
			if n := strings.Count(v.page, `data-option="`+option+`"`); n != 1 {
				t.Errorf("%s: %d rows of %s", id, n, option)
			}
		}
	}
	v.post("/lists/mine/do", "verb", "upgrade second grey-coats", "back", "/lists/mine?unit=second")
	if n := strings.Count(v.file("mine.yaml"), "grey-coats"); n != 2 {
		t.Errorf("an upgrade of all models is %d times in the file", n)
	}
	for _, verb := range []string{"unlink captain join", "unlink second in"} {
		v.wants(`value="` + verb + `"`)
		v.post("/lists/mine/do", "verb", verb, "back", "/lists/mine?unit=squad")
	}
	v.wants(`id="link-joined-by-captain" aria-pressed="false"`, `id="link-rides-in-apc" aria-pressed="false"`)
	v.get("/lists/mine?unit=castellan")
	if v.wants(`id="link-joins-squad"`); strings.Contains(v.page, "link-joins-second") {
		t.Error("a hero can join a pair twice")
	}
}

// What can be set of a unit of figures says what it is, costs and gains, and two such
// stand beside each other.
func TestWhatFieldsDoIsTold(t *testing.T) {
	v := visit(t, map[string]string{"mine.yaml": "muster: list/1\nsystem: fad\nunits:\n  - {id: a, kind: infantry, quality: regular, resolve: steady, figures: [{count: 8, weapon: assault-rifle}]}\n"})
	v.get("/lists/mine?unit=a&target=militia&fixes=yes")
	row := func(id string) string {
		return regexp.MustCompile(`(?s)<div data-option="` + id + `".*?</div>`).FindString(v.page)
	}
	for id, wants := range map[string][]string{
		"saw":   {"24/48/72", "FE +2", `option=weapons%2Fsaw&amp;unit=a`, `value="set a weapons+=saw"`, `aria-label="One takes SAW"`},
		"recon": {`option=traits%2Frecon&amp;unit=a`, "⌖</i>\u00a0±0 ⚔\u00a0±0</a>"},
	} {
		for _, want := range wants {
			if text := row(id); !strings.Contains(text, want) {
				t.Errorf("the row of %s has no %s:\n%s", id, want, text)
			}
		}
	}
	if gain := regexp.MustCompile(`⌖</i>\x{a0}(\+\d\.\d) ⚔\x{a0}±0</a>`).FindString(row("saw")); gain == "" {
		t.Errorf("nothing is gained:\n%s", row("saw"))
	}
	v.wants("Elite (+", `<option value="elite">Elite (+`, " · ⌖\u00a0+")
	v.get("/lists/mine/does?unit=a&option=weapons%2Fsaw&beside=weapons%2Fflamethrower")
	v.wants("<h1>SAW</h1>", "Flamethrower", "Militia", "by fire (<i>⌖</i>) and by a charge (⚔)", "%")
	v.get("/lists/mine?target=militia")
	if !regexp.MustCompile(`data-offer="infantry".*?Does to Militia: </span><i>⌖</i>\x{a0}\d`).MatchString(v.page) {
		t.Error("what can be added does not say what it does")
	}
}

// Sorted by what they gain by the point, fields of figures stand in that order at once.
func TestFieldsAreSortedByWhatTheyGain(t *testing.T) {
	v := visit(t, map[string]string{"mine.yaml": "muster: list/1\nsystem: fad\nunits:\n  - {id: a, kind: infantry, quality: regular, resolve: steady, figures: [{count: 8, weapon: assault-rifle}]}\n"})
	number := func(text string) float64 {
		x, err := strconv.ParseFloat(strings.NewReplacer("±", "", "−", "-", "0+", "+", "0−", "-", "0±", "").Replace(text), 64)
		if err != nil {
			t.Error(err)
		}
		return x
	}
	option := regexp.MustCompile(`(?s)data-option="[^"]+"><span class="name">[^<]*</span><span class="fig">\+(\d+)</span>.*?<i>⌖</i>\x{a0}([^ ]*) ⚔\x{a0}([^ <]*)(?: · lasts ([^<]*))?</a>`)
	for _, sort := range []string{"gain", "lasts", "both"} {
		v.get("/lists/mine?unit=a&target=militia&sort=" + sort)
		v.wants("lasts ", " activations", "Most done first", "Lasts longest first", "Best of both first")
		now := regexp.MustCompile(`figures</span> · lasts ([\d.]+)<span class="measure"> activations</span>`).FindStringSubmatch(v.page)
		does := regexp.MustCompile(`(?s)id="does-this".*?<i>⌖</i>\x{a0}([\d.]+) `).FindStringSubmatch(v.page)
		if now == nil || does == nil {
			t.Fatalf("the unit's figures are %v and %v", does, now)
		}
		rows := 0
		for _, section := range strings.Split(v.page, `<details class="section`)[1:] {
			last := math.Inf(1)
			for _, row := range option.FindAllStringSubmatch(section, -1) {
				rows++
				larger := max(number(row[2]), number(row[3]))
				gain := map[string]float64{
					"gain": larger, "lasts": number("0" + row[4]), "both": larger/number(does[1]) + number("0"+row[4])/number(now[1]),
				}[sort]
				if worth := gain / number(row[1]); worth > last+0.02 { // what is written is rounded
					t.Errorf("by %s: %.3f by the point stands below %.3f", sort, worth, last)
				} else {
					last = worth
				}
			}
		}
		if rows < 10 {
			t.Errorf("%d rows", rows)
		}
	}
}

// No two elements of a page have one id, whatever a unit's weapons and rules are called.
func TestIDsOfAPageDiffer(t *testing.T) {
	text, err := fs.ReadFile(examples.Files, "third-company.yaml")
	if err != nil {
		t.Fatal(err)
	}
	const house = "muster: list/1\nsystem: fad\nunits:\n  - {id: a, kind: infantry, quality: regular, resolve: steady, figures: [{count: 4, weapon: assault-rifle}, {count: 4, weapon: assault-rifle}]}\n"
	v := visit(t, map[string]string{"third.yaml": string(text), "mine.yaml": squads, "house.yaml": house})
	for _, page := range []string{"/lists/third?unit=squad-1", "/lists/third?unit=warlord", "/lists/third?unit=tank&fixes=yes", "/lists/mine?unit=squad", "/lists/house?unit=a", "/lists/third?offer=line-squad"} {
		v.get(page)
		seen := map[string]bool{}
		for _, m := range regexp.MustCompile(` id="([^"]*)"`).FindAllStringSubmatch(v.page, -1) {
			if seen[m[1]] {
				t.Errorf("%s has %s twice", page, m[1])
			}
			seen[m[1]] = true
		}
	}
}

// A squad's form says what its figures carry; the size stays when one takes a weapon or is
// somebody; weapons that the unit may not have are not offered.
func TestASquadIsArmedFigureByFigure(t *testing.T) {
	v := visit(t, map[string]string{"mine.yaml": "muster: list/1\nsystem: fad\nunits:\n  - {id: a, kind: infantry, quality: regular, resolve: steady, figures: [{count: 8, weapon: assault-rifle}]}\n  - {id: v, kind: vehicle, movement: tracked, quality: regular, resolve: steady, armour: {front: 2, side: 7, rear: 6}, weapons: [saw]}\n"})
	const page = "/lists/mine?unit=a&pane=unit"
	v.get(page)
	v.wants("8× Assault Rifle", `value="set a figures=10"`, `value="set a weapons+=saw"`, `value="set a personalities+=medic"`)
	for _, not := range []string{"saw-linked", "heavy-mg", "assault-rifle\"", "Carries"} {
		if strings.Contains(v.page, "weapons+="+not) {
			t.Errorf("a squad is offered %s", not)
		}
	}
	for _, tap := range []string{"set a figures=10", "set a weapons+=saw", "set a leader=experienced", "set a personalities+=medic"} {
		v.post("/lists/mine/do", "verb", tap, "back", page)
	}
	v.get(page)
	v.wants("9× Assault Rifle · 1× SAW · Experienced leader · Medic", `aria-label="One less with SAW"`, `<option value="experienced" selected>`)
	v.post("/lists/mine/do", "verb", "fields a", "weapon", "smg", "leader", "veteran", "back", page)
	v.get(page)
	v.wants("9× SMG · 1× SAW · Veteran leader · Medic")
	v.get("/lists/mine?unit=v&pane=unit")
	v.wants(`<option value="0" selected>unarmoured`, `value="set v weapons+=cannon-medium"`, `value="set v weapons-=saw"`)
	for _, not := range []string{`weapons+=pistol"`, "0 of 0", `<option value="1">1`} {
		if strings.Contains(v.page, not) {
			t.Errorf("a tank's form has %s", not)
		}
	}
}

// Units of one name are told apart by their numbers wherever one is chosen or compared.
func TestUnitsOfOneNameAreNumbered(t *testing.T) {
	v := visit(t, map[string]string{"mine.yaml": "muster: list/1\nsystem: gf-3\nbook: steel-wardens\nunits: [{id: a, unit: breachers}, {id: b, unit: breachers}, {id: o, unit: oathspeaker, join: b}]\n"})
	v.get("/lists/mine?unit=a")
	v.wants(`value="mine/a">Breachers #1<`, `value="mine/b">Breachers #2 + Oathspeaker<`, `aria-label="Remove Breachers #1"`)
	v.get("/lists/mine/odds")
	v.wants(">Breachers #1</a>", ">Breachers #2 + Oathspeaker</a>")
}
