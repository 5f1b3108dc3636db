package reader

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"muster/rules"
	"muster/schema/schematest"
)

// A sharedBook is a real book, of which only this is looked at.
type sharedBook struct {
	file   string
	rules  []rules.Rule
	uses   map[string]int // of each rule, in units and upgrades
	spells []rules.Rule
}

// sharedBooks reads the real books of a release.
func sharedBooks(t testing.TB, folder string) []sharedBook {
	t.Helper()
	return readBooks(t, folder, schematest.RealBooks(t, folder+"/*.json"))
}

// readBooks reads the books of a folder.
func readBooks(t testing.TB, folder string, files []string) []sharedBook {
	t.Helper()
	var books []sharedBook
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var book struct {
			SpecialRules []struct {
				Name, Description string
				HasRating         bool
			}
			Spells []struct{ Name, Effect string }
			Units  any
			Packs  any `json:"upgradePackages"`
		}
		if err := json.Unmarshal(source, &book); err != nil {
			t.Fatal(err)
		}
		b := sharedBook{file: filepath.Base(folder) + "/" + filepath.Base(file), uses: map[string]int{}}
		for _, r := range book.SpecialRules {
			name := r.Name
			if r.HasRating || strings.Contains(r.Description, "X") {
				name += "(X)"
			}
			b.rules = append(b.rules, rules.Rule{Name: name, Summary: r.Description})
		}
		for _, s := range book.Spells {
			b.spells = append(b.spells, rules.Rule{Name: s.Name, Summary: s.Effect})
		}
		countUses(book.Units, b.uses)
		countUses(book.Packs, b.uses)
		books = append(books, b)
	}
	return books
}

// countUses counts the names of everything that rules hang on.
func countUses(v any, uses map[string]int) {
	switch v := v.(type) {
	case []any:
		for _, child := range v {
			countUses(child, uses)
		}
	case map[string]any:
		if name, ok := v["name"].(string); ok {
			uses[rules.NameKey(name)]++
		}
		for _, child := range v {
			countUses(child, uses)
		}
	}
}

var updateBook = flag.Bool("update", false, "write what is read of our own book anew")

// inventedBook is a book of our own, as Army Forge has it.
var inventedBook = []string{"../../armyforge/testdata/ember-tide.json"}

// The rules of a book of our own, each as it is read, or what of it is not.
func TestInventedBookIsRead(t *testing.T) {
	const golden = "testdata/ember-tide.txt"
	b := readBooks(t, "testdata", inventedBook)[0]
	set := rules.Compile(slices.Concat(b.rules, b.spells), system(t).Set(), NewCompiler(len(b.rules)))
	var got strings.Builder
	for _, r := range slices.Concat(b.rules, b.spells) {
		rule := set.Find(strings.TrimSuffix(r.Name, "(X)"))
		fmt.Fprintf(&got, "%s: %s\n\t%v %s\n", r.Name, r.Summary, show(rule.Effects), strings.Join(rule.UnreadSentences, "; "))
	}
	if *updateBook {
		if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestRealBooksRefuseMutations(t *testing.T) {
	for _, folder := range []string{"gf-3.5", "gf-3.5.3"} {
		refuseMutationsOf(t, sharedBooks(t, folder))
	}
}

func TestInventedBookRefusesMutations(t *testing.T) {
	refuseMutationsOf(t, readBooks(t, "testdata", inventedBook))
}

func refuseMutationsOf(t *testing.T, books []sharedBook) {
	t.Helper()
	seen := map[string]bool{}
	for _, b := range books {
		set := compileTexts(t, b.rules)
		var read []rules.Rule
		for _, r := range b.rules {
			rule := set.Find(strings.TrimSuffix(r.Name, "(X)"))
			if rule.Origin == rules.OriginText && !allOutsideFights(rule.Effects) && !seen[r.Summary] {
				seen[r.Summary] = true
				read = append(read, r)
			}
		}
		refuseMutations(t, b.rules, read)
	}
}

func TestRealBooksAreRead(t *testing.T) {
	all, read, outside := 0, 0, 0
	spells, unreadSpells := 0, 0
	for _, folder := range []string{"gf-3.5", "gf-3.5.3"} {
		for _, b := range sharedBooks(t, folder) {
			own := slices.Concat(b.rules, b.spells)
			set := rules.Compile(own, system(t).Set(), NewCompiler(len(b.rules)))
			for _, r := range b.rules {
				name := strings.TrimSuffix(r.Name, "(X)")
				rule, uses := set.Find(name), b.uses[rules.NameKey(name)]
				if rule.Origin == rules.OriginGame {
					continue
				}
				all += uses
				switch {
				case len(rule.Effects) == 0:
					t.Logf("%s: %s (%d uses): %q", b.file, name, uses, rule.UnreadSentences)
				case commonSubject(rule.Effects) != "":
					outside += uses
				default:
					read += uses
				}
			}
			for _, s := range b.spells {
				spells++
				if r := set.Find(s.Name); len(r.Effects) == 0 {
					unreadSpells++
					t.Logf("%s: the spell %q is unread: %q", b.file, s.Summary, r.UnreadSentences)
				}
			}
		}
	}
	t.Logf("%d uses: %d read, %d outside; %d spells, %d unread", all, read, outside, spells, unreadSpells)
	if float64(read+outside) < 0.99*float64(all) {
		t.Error("less than 99 % of uses are read")
	}
	if float64(unreadSpells) > 0.02*float64(spells) {
		t.Error("less than 98 % of spells are read")
	}
}

// Rules of books of Age of Fantasy come to what testdata/aof.yaml says, which was
// worked by hand from their texts.
func TestRealBooksOfAgeOfFantasy(t *testing.T) {
	game, err := rules.Load("aof")
	if err != nil {
		t.Fatal(err)
	}
	sets := map[string]*rules.Set{}
	for _, b := range sharedBooks(t, "aof-3.5") {
		name := strings.TrimSuffix(filepath.Base(b.file), ".json")
		sets[name] = rules.Compile(slices.Concat(b.rules, b.spells), game.Set(), NewCompiler(len(b.rules)))
	}
	rows, refused := rulesOf(t, "testdata/aof.yaml"), 0
	for _, r := range rows {
		set := sets[r.Summary]
		if set == nil {
			t.Fatalf("%s: there is no book %s", r.Name, r.Summary)
		}
		read := set.Find(strings.TrimSuffix(r.Name, "(X)"))
		if read == nil || read.Origin == rules.OriginGame {
			t.Errorf("%s: %s is no rule of the book's own", r.Summary, r.Name)
			continue
		}
		if len(r.Effects) == 0 {
			refused++
		}
		if got, want := show(read.Effects), show(r.Effects); !slices.Equal(got, want) {
			t.Errorf("%s: %s\n got %s (%q)\nwant %s", r.Summary, r.Name, got, read.UnreadSentences, want)
		}
	}
	t.Logf("%d rules of %d books, %d of them refused", len(rows), len(sets), refused)
	if len(rows)-refused < 80 || len(sets) != 8 {
		t.Errorf("%d rules that are read, of %d books; should be 80 of 8", len(rows)-refused, len(sets))
	}
}
