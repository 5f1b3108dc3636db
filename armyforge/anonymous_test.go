package armyforge

import (
	"bytes"
	"encoding/json"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"muster/rules"
	"muster/schema/schematest"
)

var writeSeeds = flag.Bool("seeds", false, "write testdata/seeds anew, from real army books")

// TestSeedsOfRealBooks asks that a seed that is made of a real army book is a book, has
// none of its words and is the one that is stored. It writes the seeds if asked.
func TestSeedsOfRealBooks(t *testing.T) {
	for name, book := range map[string]string{"current": "gf-3.5.3/alien-hives", "former": "gf-3.5/titan-lords", "old": "gf-2.13/orc-marauders"} {
		source, err := os.ReadFile(schematest.RealBooks(t, book+".json")[0])
		if err != nil {
			t.Fatal(err)
		}
		seed := seedOf(t, name, source)
		path := filepath.Join("testdata", "seeds", name+".json")
		if *writeSeeds {
			if err := os.WriteFile(path, seed, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if stored, err := os.ReadFile(path); err != nil || !bytes.Equal(stored, seed) {
			t.Errorf("%s is not what is made of the book (%v); write it anew with -seeds", path, err)
		}
	}
}

// The same of our own book, whose seed is stored nowhere.
func TestSeedOfInventedBook(t *testing.T) {
	source, err := os.ReadFile(inventedBook[0])
	if err != nil {
		t.Fatal(err)
	}
	seed := seedOf(t, "ember-tide", source)
	if bytes.Contains(seed, []byte("Tongs")) || !bytes.Contains(seed, []byte(`"cost": 150`)) {
		t.Errorf("the seed has a name of the book's, or lacks the cost of a unit:\n%s", seed)
	}
}

// seedOf makes a seed of a book, and fails the test if it is no book of two units or
// has a word of the book's own.
func seedOf(t *testing.T, name string, source []byte) []byte {
	t.Helper()
	seed, own := anonymous(t, source)
	file, err := Open("seed.json", seed)
	if err != nil {
		t.Fatal(err)
	}
	if made, err := file.ImportBook("", nil); err != nil || len(made.Units) != 2 {
		t.Errorf("%s: %+v, %v", name, made, err)
	}
	var made any
	if err := json.Unmarshal(seed, &made); err != nil {
		t.Fatal(err)
	}
	for word := range wordsOf("", made) {
		if own[word] {
			t.Errorf("%s: %s is a word of the book's", name, word)
		}
	}
	return seed
}

// anonymous makes a small book of a real one: two of its units with their
// upgrades, with its structure and figures, and not one of its own words, which
// it returns too.
func anonymous(t *testing.T, source []byte) (seed []byte, own map[string]bool) {
	t.Helper()
	var book map[string]any
	if err := json.Unmarshal(source, &book); err != nil {
		t.Fatal(err)
	}
	own = wordsOf("", book)
	for key := range book {
		if !slices.Contains([]string{"uid", "name", "units", "upgradePackages", "specialRules", "spells", "versionString", "gameSystemId", "gameSystemSlug", "aberration"}, key) {
			delete(book, key)
		}
	}
	units := book["units"].([]any)
	units = units[len(units)/2 : len(units)/2+2]
	book["units"] = units
	used := map[any]bool{}
	for _, u := range units {
		for _, id := range u.(map[string]any)["upgrades"].([]any) {
			used[id] = true
		}
	}
	book["upgradePackages"] = slices.DeleteFunc(book["upgradePackages"].([]any), func(p any) bool { return !used[p.(map[string]any)["uid"]] })
	for _, key := range []string{"specialRules", "spells"} {
		if list, ok := book[key].([]any); ok {
			book[key] = list[:min(2, len(list))]
		}
	}
	made := anonymizer{words: map[string]string{}, own: own}
	for _, system := range []string{"gf-3", "gf-2.16"} {
		game, err := rules.Load(system)
		if err != nil {
			t.Fatal(err)
		}
		set := game.Set()
		for _, name := range set.Names() {
			if set.Find(name).Origin == rules.OriginGame {
				made.kept = append(made.kept, strings.Fields(strings.ToLower(name))...)
			}
		}
	}
	made.kept = append(made.kept, strings.Fields(`a all and any attachment be ccw ccws each exactly for from gain gains if may model
		models more must of once one only or per pick replace round take the this three to two unit units up upgrade weapon weapons with x`)...)
	for word := range own {
		if made.keeps(word) {
			delete(own, word)
		}
	}
	text, err := json.MarshalIndent(made.value("", book), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return append(text, '\n'), own
}

// An anonymizer puts made-up words in the place of all but those that it keeps:
// those of every book's formulas and of the game's own rules.
type anonymizer struct {
	kept  []string
	words map[string]string
	own   map[string]bool // the book's words, in small letters
}

// wordsOf finds the words in the texts of a value, in small letters.
func wordsOf(key string, v any) map[string]bool {
	words := map[string]bool{}
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			maps.Copy(words, wordsOf(key, value))
		}
	case []any:
		for _, value := range v {
			maps.Copy(words, wordsOf(key, value))
		}
	case string:
		if !slices.Contains(asIs, key) && key != "description" && key != "effect" {
			for _, word := range anyWord.FindAllString(v, -1) {
				words[strings.ToLower(word)] = true
			}
		}
	}
	return words
}

// asIs are the keys of texts that are no book's own.
var asIs = []string{"type", "variant", "rating", "versionString", "gameSystemSlug", "aberration"}

func (a *anonymizer) value(key string, v any) any {
	switch v := v.(type) {
	case map[string]any:
		made := map[string]any{}
		for _, key := range slices.Sorted(maps.Keys(v)) { // so that the same words are made every time
			value := v[key]
			switch key {
			case "background", "hint", "genericName", "generation", "costFormula", "bases", "sync", "coverImagePath", "effectSkirmish", "tags":
			default:
				made[key] = a.value(key, value)
			}
		}
		return made
	case []any:
		most := len(v)
		if key == "sections" || key == "options" {
			most = min(most, 2)
		}
		made := make([]any, most)
		for i := range made {
			made[i] = a.value(key, v[i])
		}
		return made
	case string:
		switch {
		case slices.Contains(asIs, key):
			return v
		case key == "description" || key == "effect":
			return "This model gets +1 to hit rolls."
		}
		return anyWord.ReplaceAllStringFunc(v, a.word)
	}
	return v
}

var anyWord = regexp.MustCompile(`\pN*[\pL_][\pL\pN_'’]*`)

// keeps reports whether a word in small letters stays: with a number before it,
// as in 2x, too.
func (a *anonymizer) keeps(low string) bool {
	return slices.Contains(a.kept, strings.TrimLeft(low, "0123456789")) || len(low) == 2 && low[0] == 'a' && low[1] >= '0' && low[1] <= '9'
}

func (a *anonymizer) word(word string) string {
	low := strings.ToLower(word)
	if a.keeps(low) {
		return word
	}
	stem, plural := strings.CutSuffix(low, "s")
	made, ok := a.words[stem]
	if !ok {
		for n := len(a.words) + 1; n > 0; n /= 14 {
			made += "bdfgklmnprstvz"[n%14:n%14+1] + "aeiou"[n%5:n%5+1]
		}
		for made += "n"; a.own[made] || a.own[made+"s"]; {
			made += "en"
		}
		a.words[stem] = made
	}
	if plural {
		made += "s"
	}
	if low != word {
		made = strings.ToUpper(made[:1]) + made[1:]
	}
	return made
}
