package export

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"muster/builder"
	"muster/builder/finding"
	"muster/builder/gf"
	"muster/builder/table"
	"muster/catalog"
	"muster/schema/files"
)

func block(t *testing.T, s Sheet, name string) Block {
	t.Helper()
	for _, b := range s.Blocks {
		if b.Name == name {
			return b
		}
	}
	t.Fatalf("the sheet has no block %q", name)
	return Block{}
}

func note(b Block, label string) string {
	for _, n := range b.Notes {
		if n.Label == label {
			return strings.ReplaceAll(n.Text, table.NoBreak, " ")
		}
	}
	return ""
}

// FromArmy is the sheet of an army.
func FromArmy(a *gf.Army) Sheet { return sheetOf(builder.RosterOfGF(a)) }

func TestFromArmy(t *testing.T) {
	a := gate(t)
	s := FromArmy(a)
	if s.Name != "Die Überläufer vom Neunten Tor" || s.Game != "Grimdark Future 3" || s.Limit != 2000 || s.Points != a.Points || !s.Legal() {
		t.Errorf("the head is %q, %q, %d of %d points, %d errors", s.Name, s.Game, s.Points, s.Limit, len(s.Problems))
	}
	if want := []string{"10 units + 2 joined", "54 models"}; !slices.Equal(s.UnitCountTexts(), want) {
		t.Errorf("the size is %q, want %q", s.UnitCountTexts(), want)
	}

	guard := block(t, s, "The Old Guard")
	if want := []string{"Line Squad", "combined unit"}; !slices.Equal(guard.KindAndTraits, want) {
		t.Errorf("the combined pair is %v, want %v", guard.KindAndTraits, want)
	}
	if guard.Models != 20 || guard.Points != 390 {
		t.Errorf("the combined pair has %d models for %d points, want 20 for 390", guard.Models, guard.Points)
	}
	if got, want := note(guard, "Upgrades"), "2× Heavy Rifle +30, Field Medic +25, Flamer +5"; got != want {
		t.Errorf("upgrades are %q, want %q", got, want)
	}
	if got, want := note(guard, "1 model"), "Regeneration (Medic's Bag)"; got != want {
		t.Errorf("one model has %q, want %q", got, want)
	}
	wantRows := [][]string{
		{"2", "Heavy Rifle", "36″", "1", "2", "Deadly(3)"},
		{"17", "Rifle", "24″", "1", "", ""},
		{"1", "Flamer", "12″", "1", "", "Blast(3), Reliable"},
		{"20", "CCW", "", "1", "", ""},
	}
	if diff := cmp.Diff(wantRows, rowTextsOf(guard.Tables[0])); diff != "" {
		t.Errorf("weapons (-want +got):\n%s", diff)
	}
	if len(guard.JoinedUnits) != 1 || guard.JoinedUnits[0].Name != "Żaneta Wołk" {
		t.Errorf("joined by %v", guard.JoinedUnits)
	}

	if got := note(block(t, s, "Line Squad"), "Deploys in"); got != "Armoured Carrier #1" {
		t.Errorf("the squad deploys in %q", got)
	}
	if got := note(block(t, s, "Armoured Carrier #1"), "Carries"); got != "Line Squad" {
		t.Errorf("the carrier carries %q", got)
	}
	if got := note(block(t, s, "Armoured Carrier #2"), "Carries"); got != "" {
		t.Errorf("the empty carrier carries %q", got)
	}
	if got := block(t, s, "Oddity").Tables; got != nil {
		t.Errorf("a unit without weapons has the table %v", got)
	}
}

func TestReference(t *testing.T) {
	s := FromArmy(gate(t))
	texts := map[string]string{}
	var names []string
	for _, e := range s.Reference[0].Entries {
		texts[e.Name] = e.Text
		names = append(names, e.Name)
	}
	// Rules of units, weapons, items and upgrades, of the army and of the game,
	// and one that only another rule's summary speaks of.
	for _, name := range []string{"Fearless", "AP(X)", "Regeneration", "Fear(X)", "Hold the Wall", "Ember Rounds", "Caster(X)", "Stealth"} {
		if texts[name] == "" {
			t.Errorf("%s is not explained", name)
		}
	}
	if text, ok := texts["Nobody Knows"]; !ok || text != "" {
		t.Errorf("an unknown rule is listed as %q, %v", text, ok)
	}
	if !slices.IsSortedFunc(names, func(a, b string) int { return strings.Compare(strings.ToLower(a), strings.ToLower(b)) }) {
		t.Errorf("the rules are not sorted: %v", names)
	}
	if len(slices.Compact(slices.Clone(names))) != len(names) {
		t.Errorf("a rule is explained twice: %v", names)
	}
	spells := s.Reference[1]
	if spells.Title != "Spells" || len(spells.Entries) != 3 || spells.Entries[1].Name != "Lance of Ash (2)" {
		t.Errorf("the spells are %+v", spells)
	}
}

func TestSpellsNeedACaster(t *testing.T) {
	s := FromArmy(army(t, `{muster: list/1, system: gf-3, book: wardens.yaml, units: [{id: a, unit: marshal}]}`))
	for _, section := range s.Reference {
		if section.Title == "Spells" {
			t.Error("a list without a caster prints spells")
		}
	}
	if s.Name != "list" {
		t.Errorf("a list without a name is called %q, want its file's", s.Name)
	}
	if s.Limit != 0 || s.Cost() != "70 pts" {
		t.Errorf("a list without a size costs %s", s.Cost())
	}
}

func TestTwoBooks(t *testing.T) {
	s := FromArmy(army(t, `
muster: list/1
system: gf-3
books: [wardens.yaml, rivals.yaml]
units: [{id: a, unit: line-squad, book: wardens}, {id: b, unit: stalker, book: rivals}]
`))
	if got := block(t, s, "Stalker").KindAndTraits; !slices.Equal(got, []string{"Rival Claws"}) {
		t.Errorf("the unit of the second book is marked %v", got)
	}
	var walls []string
	for _, e := range s.Reference[0].Entries {
		if strings.HasPrefix(e.Name, "Hold the Wall") {
			walls = append(walls, e.Name)
		}
	}
	if want := []string{"Hold the Wall · Ashen Wardens", "Hold the Wall · Rival Claws"}; !slices.Equal(walls, want) {
		t.Errorf("a rule that two books explain differently is listed as %v, want %v", walls, want)
	}
}

func TestSmallScale(t *testing.T) {
	s := FromArmy(army(t, `
muster: list/1
system: gf-2.7
book: wardens.yaml
small-scale: true
general: boss
units: [{id: boss, unit: marshal}, {id: a, unit: line-squad}, {id: b, unit: breakers}, {id: c, unit: scouts}, {id: d, unit: carrier}]
`))
	for name, want := range map[string]string{"Line Squad": "12″", "Wall Breakers": "3″", "Ridge Runners": "9″"} {
		if got := block(t, s, name).Tables[0].Rows[0].Cells[2].Text; got != want {
			t.Errorf("%s shoots %s far, want %s", name, got, want)
		}
	}
	for _, e := range s.Reference[0].Entries {
		// 9″ and 18″, rounded up; what is before the game stays whole.
		want := map[string]string{"Fast": `5" on Advance, 9" on Rush`, "Scout": `24" from the table's edge`, "Strider": "not slow", "Transport(X)": `within 3"`}[e.Name]
		if !strings.Contains(e.Text, want) {
			t.Errorf("%s: %q, should say %q", e.Name, e.Text, want)
		}
	}
	if !strings.Contains(s.TableLegend, "distances are halved here, rounded up") {
		t.Errorf("the sheet says nothing of its distances: %q", s.TableLegend)
	}
	if got := block(t, s, "Marshal").KindAndTraits; !slices.Contains(got, "general") {
		t.Errorf("the general is marked %v", got)
	}
	for name, want := range map[string]struct {
		wounds  string
		attacks string
	}{"Line Squad": {"10", "10"}, "Wall Breakers": {"15", "5"}} {
		b := block(t, s, name)
		last := b.Stats[len(b.Stats)-1]
		if last.Label != "Tough" || last.Value != want.wounds {
			t.Errorf("%s: a base has %s %s, want Tough %s", name, last.Label, last.Value, want.wounds)
		}
		if row := b.Tables[0].Rows[0].Cells; row[0].Text != "" || row[3].Text != want.attacks {
			t.Errorf("%s: a base has the weapon %v, want %s attacks in all", name, row, want.attacks)
		}
		if len(b.Tracks[0].BoxesPerModel) != 1 {
			t.Errorf("%s: a base has the tracks %v", name, b.Tracks)
		}
	}
}

// The box for waiting in reserve is of whom the brief names: all who joined must be
// able to, or one of them lets all.
func TestReserveIsThatOfTheBrief(t *testing.T) {
	const book = `muster: book/1
id: b
system: gf-3
name: B
version: "1"
rules:
  - {name: Ambush Beacon, summary: All with it have Ambush., effects: [{to: unit, gives: [Ambush]}]}
units:
  - {id: squad, name: Squad, size: 5, quality: 4, defense: 4, cost: 100, rules: [Ambush]}
  - {id: plain, name: Plain, size: 5, quality: 4, defense: 4, cost: 100}
  - {id: lurker, name: Lurker, size: 1, quality: 4, defense: 4, cost: 50, rules: [Ambush, Hero]}
  - {id: marshal, name: Marshal, size: 1, quality: 4, defense: 4, cost: 50, rules: [Hero]}
  - {id: herald, name: Herald, size: 1, quality: 4, defense: 4, cost: 50, rules: [Ambush Beacon, Hero]}
`
	for units, want := range map[string]bool{
		"{id: a, unit: squad}":                                  true,
		"{id: a, unit: squad}, {id: h, unit: lurker, join: a}":  true,
		"{id: a, unit: squad}, {id: h, unit: marshal, join: a}": false,
		"{id: a, unit: plain}, {id: h, unit: lurker, join: a}":  false,
		"{id: a, unit: plain}, {id: h, unit: herald, join: a}":  true,
	} {
		folder := fstest.MapFS{
			"b.yaml": {Data: []byte(book)}, "list.yaml": {Data: []byte("muster: list/1\nsystem: gf-3\nbook: b.yaml\nunits: [" + units + "]\n")},
		}
		a, err := gf.Load(folder, "list.yaml", catalog.NewLibrary())
		if err != nil {
			t.Fatal(err)
		}
		box := slices.Contains(FromArmy(a).Blocks[0].States, "Reserve")
		if brief := slices.Contains(a.Brief().Reserves, "a"); box != want || brief != want {
			t.Errorf("%s: box %v, brief %v, want %v", units, box, brief, want)
		}
	}
}

// A list that is not legal says what is wrong with it, in every form that people
// read, and of which unit.
func TestNotLegalSaysWhat(t *testing.T) {
	a := gate(t)
	a.Findings = append(a.Findings,
		finding.Finding{Severity: finding.Error, Message: "Rifle cannot be chosen", Units: []string{"guard"}},
		finding.Finding{Severity: finding.Error, Message: "3 heroes; 2 are allowed"},
		finding.Finding{Severity: finding.Warning, Message: "only a warning"})
	s := FromArmy(a)
	if want := []string{"The Old Guard: Rifle cannot be chosen", "3 heroes; 2 are allowed"}; !slices.Equal(s.Problems, want) {
		t.Errorf("the problems are %q, want %q", s.Problems, want)
	}
	if s.Verdict() != "not legal: 2 errors" {
		t.Errorf("two errors make the sheet %q", s.Verdict())
	}
	size, err := pageSize(A4)
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{"pdf": printedText(bestLayout(s, size, Options{})), "opponent": printedText(bestLayout(s.opponentSheet(), size, Options{}))}
	for _, f := range []*Format{HTML, Markdown, Text} {
		texts[f.Name] = textOf(t, f, Document{Sheet: s})
	}
	for name, text := range texts {
		for _, problem := range s.Problems {
			if !strings.Contains(flat(text), flat(problem)) {
				t.Errorf("%s does not say %q", name, problem)
			}
		}
	}
}

// Words of an explanation that only look like a rule's name are not explained.
func TestOnlyRulesAreExplained(t *testing.T) {
	army, err := gf.Load(os.DirFS(filepath.Join("..", "examples")), "spring-tide.yaml", catalog.NewLibrary())
	if err != nil {
		t.Fatal(err)
	}
	for _, section := range FromArmy(army).Reference {
		for _, e := range section.Entries {
			if strings.Contains(e.Name, "charging") {
				t.Errorf("%q is explained, and nobody has it", e.Name)
			}
		}
	}
}

// Boxes are the wounds of the models, whatever else some of them carry.
func TestBoxesCountEveryWound(t *testing.T) {
	folder := files.NewMemory(map[string]string{
		"watch.yaml": `
muster: book/1
id: watch
system: gf-3
name: The Watch
units:
  - {id: squad, name: Squad, size: 5, quality: 4, defense: 5, cost: 100, weapons: [{name: Knife, count: 5, attacks: 1}], upgrades: [arms]}
upgrades:
  - id: arms
    sections:
      - label: Upgrade any model with
        kind: upgrade
        affects: any
        options: [{id: cloak, name: Cloak, cost: 1, items: [{name: Cloak, rules: [Stealth]}]}]
      - label: Upgrade one model with
        kind: upgrade
        affects: 1
        options: [{id: ward, name: Ward, cost: 5, items: [{name: Ward, rules: [Tough(3)]}]}]
`,
		"list.yaml": "{muster: list/1, system: gf-3, book: watch.yaml, units: [{id: a, unit: squad, upgrades: [{option: cloak, count: 5}, ward]}]}",
	})
	a, err := gf.Load(folder, "list.yaml", catalog.NewLibrary())
	if err != nil {
		t.Fatal(err)
	}
	if got, want := FromArmy(a).Blocks[0].Tracks[0].BoxesPerModel, []int{1, 1, 1, 1, 3}; !slices.Equal(got, want) {
		t.Errorf("the boxes are %v, want %v", got, want)
	}
}

// Without costs nothing of a unit's price is printed; all else stays.
func TestWithoutCosts(t *testing.T) {
	s := FromArmy(gate(t))
	free := s.WithoutCosts()
	guard := block(t, free, "The Old Guard")
	if got, want := note(guard, "Upgrades"), "2× Heavy Rifle, Field Medic, Flamer"; got != want {
		t.Errorf("upgrades are %q, want %q", got, want)
	}
	eachBlock(free.Blocks, func(b Block) {
		if b.Points != 0 {
			t.Errorf("%s costs %d", b.Name, b.Points)
		}
	})
	if free.Points != s.Points || block(t, s, "The Old Guard").Points != 390 || note(block(t, s, "The Old Guard"), "Upgrades") == note(guard, "Upgrades") {
		t.Error("the sheet itself has changed, or the list has no sum")
	}
}

// Boxes for what comes round by round: activations, a caster's tokens, reserve.
func TestCounters(t *testing.T) {
	s := FromArmy(gate(t))
	if want := []table.Counter{{Label: "Round", BoxCount: 4, PerRound: true}, {Label: "Objectives", BoxCount: 5, PerRound: true}}; !slices.Equal(s.GameCounters, want) {
		t.Errorf("the game has the counters %v, want %v", s.GameCounters, want)
	}
	squad := block(t, s, "Line Squad")
	if want := []table.Counter{{Label: "Activated", BoxCount: 4, PerRound: true}}; !slices.Equal(squad.Counters, want) {
		t.Errorf("the squad has the counters %v, want %v", squad.Counters, want)
	}
	if want := []table.Counter{{Label: "Tokens", BoxCount: 6, PerRound: false}}; !slices.Equal(squad.JoinedUnits[0].Counters, want) {
		t.Errorf("the caster has the counters %v, want %v", squad.JoinedUnits[0].Counters, want)
	}
}
