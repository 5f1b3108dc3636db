package share_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"muster/builder"
	"muster/builder/play"
	"muster/catalog"
	"muster/schema"
	schemafiles "muster/schema/files"
	"muster/share"
)

// A copy alone stands at the table as the list itself does: who is with whom, what
// they have left after wounds, their figures and their weapons.
func TestACopyStandsAsItsList(t *testing.T) {
	for name, explained := range map[string]string{"third-company.yaml": "Volley Drill", "spring-tide.yaml": ""} {
		roster := open(t, name)
		sent, err := share.Read(share.FromRoster(roster).Code())
		if err != nil {
			t.Fatal(err)
		}
		alone, missing, err := sent.AsRoster(roster.Game())
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if roster.Points() != alone.Points() || len(missing) == 0 {
			t.Errorf("%s: %d points, as a copy %d; rules without a text: %q", name, roster.Points(), alone.Points(), missing)
		}
		if explained != "" && !slices.Contains(missing, explained) {
			t.Errorf("%s: %q is a rule of the book, and not among %q", name, explained, missing)
		}
		want, have := standing(play.NewTable(roster, "", nil)), standing(play.NewTable(alone, "", nil))
		if diff := cmp.Diff(want, have); diff != "" {
			t.Errorf("%s stands otherwise as a copy (-list +copy):\n%s", name, diff)
		}
	}
}

// A force stands with the house armoury that came with it, which is not here.
func TestAForceStandsWithItsHouseArmoury(t *testing.T) {
	document, err := (schema.FilePath{Folder: os.DirFS("../examples"), Name: "fad-house.yaml"}).Read("list/1")
	if err != nil {
		t.Fatal(err)
	}
	roster, err := builder.Open(document, catalog.NewLibrary())
	if err != nil {
		t.Fatal(err)
	}
	sent, err := share.Read(share.FromRoster(roster).Code())
	if err != nil {
		t.Fatal(err)
	}
	alone, _, err := sent.AsRoster(roster.Game())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(standing(play.NewTable(roster, "", nil)), standing(play.NewTable(alone, "", nil))); diff != "" || alone.Points() != roster.Points() {
		t.Errorf("%d points, alone %d (-list +alone):\n%s", roster.Points(), alone.Points(), diff)
	}
	sent.Copy.HouseArmoury = ""
	if _, _, err := sent.AsRoster(roster.Game()); err == nil || !strings.Contains(err.Error(), "ask for a new one") {
		t.Errorf("a code of before: %v", err)
	}
}

// standing says how all units of a list stand at the beginning.
func standing(table *play.Table) []string {
	var all []string
	s := table.Replay(&play.Game{})
	for _, u := range s.Sides[0].Units {
		line := fmt.Sprintf("%s in %s waits %t:", u.ID, u.InTransport, u.MayReserve)
		for i := range u.Subunits {
			b := &u.Subunits[i]
			arms := s.CurrentUnit(u, b)
			line += fmt.Sprintf(" %s %s %v %q", b.ID, b.StrengthLeftText(), arms.Stats, arms.Rules)
			for _, w := range arms.Weapons {
				line += fmt.Sprintf(", %d %s %v", w.Count, w.Name, w.ProfileParts())
			}
		}
		all = append(all, line)
	}
	return all
}

// What is no copy of a game of army books does not stand by itself.
func TestACopyThatIsTooLittle(t *testing.T) {
	fad := open(t, "fad-outpost.yaml")
	if _, _, err := share.FromRoster(fad).AsRoster(fad.Game()); err == nil {
		t.Error("a force of Fast and Dirty stands without its file")
	}
	third := open(t, "third-company.yaml")
	of := share.FromRoster(third)
	of.Copy.Units = append(of.Copy.Units, []byte(`{"id":"x","name":"","models":-3,"quality":"high","weapons":[{"name":"","count":-1}]}`), []byte(`[]`))
	if roster, _, err := of.AsRoster(third.Game()); err == nil {
		t.Errorf("units that cannot be are read as %v", roster.Units())
	}
}

// Units that are called alike stand apart, and rules stand with the texts that the code has.
func TestUnitsOfOneNameStand(t *testing.T) {
	document, err := schema.Read("list.yaml", []byte("muster: list/1\nsystem: gf-3\nbook: steel-wardens\nunits: [{id: a, unit: line-squad}, {id: b, unit: line-squad}]\n"), "list/1")
	if err != nil {
		t.Fatal(err)
	}
	list, err := builder.Open(document, catalog.NewLibrary())
	if err != nil {
		t.Fatal(err)
	}
	sent, err := share.Read(share.FromRoster(list).Code())
	if err != nil {
		t.Fatal(err)
	}
	roster, missing, err := sent.AsRoster(list.Game())
	if err != nil || len(roster.UnitsOnTable()) != 2 {
		t.Fatalf("two squads do not stand: %v", err)
	}
	if len(missing) == 0 {
		t.Fatal("the squads have no rule of their book")
	}
	for _, name := range missing {
		if sent.Copy.RuleText(name) == "" {
			t.Errorf("%s has no text", name)
		}
	}
}

// A file that is kept with its code stands without its book, under a new name too, and is whole
// once more when the book is there; changed otherwise, its copy is not shown.
func TestKeptWithItsCode(t *testing.T) {
	roster := open(t, "third-company.yaml")
	sent, err := share.Read(share.FromRoster(roster).Code())
	if err != nil {
		t.Fatal(err)
	}
	text := sent.FileWithCode()
	if !bytes.HasPrefix(text, roster.Document().Source) || !bytes.Equal(share.WithoutCode(text), roster.Document().Source) {
		t.Error("the file is not that of the list with a line behind it")
	}
	renamed := bytes.Replace(text, []byte("name: Third Company"), []byte("name: The Third"), 1)
	kept := share.ShareIn(renamed)
	if kept == nil || kept.Copy.Name != "The Third" {
		t.Fatalf("renamed it is %+v", kept)
	}
	alone, _, err := kept.AsRoster(roster.Game())
	if err != nil {
		t.Fatal(err)
	}
	if alone.Points() != roster.Points() || alone.PointsLimit() != roster.PointsLimit() || !builder.Legal(alone) {
		t.Errorf("%d of %d points, legal: %t", alone.Points(), alone.PointsLimit(), builder.Legal(alone))
	}
	if again := share.FromRoster(alone); again.Copy.Legal != kept.Copy.Legal || again.FileText != kept.FileText || len(again.Copy.Rules) != len(kept.Copy.Rules) {
		t.Error("what stands as a copy is not shared as it came")
	}
	document, err := schema.Read("list.yaml", text, "list/1")
	if err != nil {
		t.Fatal(err)
	}
	whole, err := builder.Open(document, catalog.NewLibrary())
	if err != nil {
		t.Fatal(err)
	}
	if share.SourceShare(whole) != nil || share.FromRoster(whole).FileText != sent.FileText {
		t.Error("with its book the list is not shared as it was")
	}
	for _, text := range [][]byte{
		roster.Document().Source, bytes.Replace(text, []byte("points: 2"), []byte("points: 3"), 1),
		bytes.Replace(text, []byte("muster1."), []byte("muster1.x"), 1), text[:len(text)-9],
	} {
		if share.ShareIn(text) != nil {
			t.Errorf("a copy is read of\n%.200s", text)
		}
	}
}

// A code that would be too long goes without the longest texts of rules.
func TestTheLongestTextsAreLeftOut(t *testing.T) {
	s := share.FromRoster(open(t, "third-company.yaml"))
	for i := range 40 {
		text := fmt.Sprint(i, " ", strings.Repeat(fmt.Sprintf("%x", sha256.Sum256([]byte{byte(i)})), 1+i%3))
		s.Copy.Rules = append(s.Copy.Rules, share.Rule{Name: fmt.Sprint("Rule ", i), Text: text})
	}
	code := s.Code()
	read, err := share.Read(code)
	if err != nil || len(code) > share.MaxLengthWithRuleTexts {
		t.Fatalf("%d letters: %v", len(code), err)
	}
	left, longest := read.Copy.Rules, 0
	for _, r := range left {
		longest = max(longest, len(r.Text))
	}
	if len(left) == 0 || len(left) >= len(s.Copy.Rules) {
		t.Fatalf("%d of %d texts are left", len(left), len(s.Copy.Rules))
	}
	for _, r := range s.Copy.Rules {
		if len(r.Text) <= longest && !slices.Contains(left, r) {
			t.Errorf("%q is left out, and one of %d letters is not", r.Text, longest)
		}
	}
}

// A force whose units are of a book stands without the book as it does with it: also with a house
// armoury and platoons, and without what is set aside. Codes of before, and those that name a book
// of the reader's, do not stand.
func TestAForceStandsWithoutItsBook(t *testing.T) {
	files := map[string]string{}
	for _, name := range []string{"fad-wardens.yaml", "fad-book.yaml", "fad-house-armoury.yaml"} {
		text, err := os.ReadFile("../examples/" + name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = string(text)
	}
	files["more.yaml"] = strings.Replace(files["fad-wardens.yaml"], "units:\n", `armoury: fad-house-armoury.yaml
rounding: figure
platoons: [{command: lock-guard, squads: [scouts]}]
units:
  - {id: reserve, unit: fen-scouts, aside: true, figures: [{count: 4}]}
  - {id: spotter, name: Spotter, kind: sniper, quality: elite, resolve: uncertain, traits: [marsh-born]}
`, 1)
	for _, name := range []string{"fad-wardens.yaml", "more.yaml"} {
		document, err := (schema.FilePath{Folder: schemafiles.NewMemory(files), Name: name}).Read("list/1")
		if err != nil {
			t.Fatal(err)
		}
		roster, err := builder.Open(document, catalog.NewLibrary())
		if err != nil {
			t.Fatal(err)
		}
		sent, err := share.Read(share.FromRoster(roster).Code())
		if err != nil {
			t.Fatal(err)
		}
		alone, _, err := sent.AsRoster(roster.Game())
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if diff := cmp.Diff(roster.UnitsOnTable(), alone.UnitsOnTable()); diff != "" || alone.Points() != roster.Points() {
			t.Errorf("%s: %d points, alone %d (-list +alone):\n%s", name, roster.Points(), alone.Points(), diff)
		}
		renamed := *sent.Copy
		renamed.Name = "Otherwise: renamed"
		if other, _, err := renamed.AsRoster(roster.Game()); err != nil || other.Name() != renamed.Name || alone.Name() != roster.Name() {
			t.Errorf("%s: %v, or it has another name", name, err)
		}
		if again := share.FromRoster(alone); again.Code() != sent.Code() {
			t.Errorf("%s: it is shared otherwise alone", name)
		}
		if code, lean := sent.CodeForPaper(len(sent.Code()) - 1); lean || len(code) >= len(sent.Code()) {
			t.Errorf("%s: where the units written out have no room, %d letters, without any copy: %t", name, len(code), lean)
		}
		sent.Copy.FullList = strings.Replace(sent.Copy.FullList, "book: copied", "book: reed-wardens", 1)
		if _, _, err := sent.AsRoster(roster.Game()); err == nil {
			t.Errorf("%s: it stands with a book of the reader's", name)
		}
		if sent.Copy.FullList = ""; name == "fad-wardens.yaml" {
			if _, _, err := sent.AsRoster(roster.Game()); err == nil || !strings.Contains(err.Error(), "ask for a new one") {
				t.Errorf("a code of before: %v", err)
			}
		}
	}
}
