package armyforge

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"muster/rules"
)

var writeSeeds = flag.Bool("seeds", false, "write testdata/seeds anew, from the real army books that lie beside the project")

// TestAnonymous asks that a seed that is made of a real army book is a book, and
// writes the seeds if asked.
func TestAnonymous(t *testing.T) {
	for name, book := range map[string]string{"current": "gf-3.5.3/alien-hives", "former": "gf-3.5/titan-lords", "old": "gf-2.13/orc-marauders"} {
		source, err := os.ReadFile(filepath.Join("..", "..", "shared", "army-books", filepath.FromSlash(book)+".json"))
		if err != nil {
			t.Skip("the real army books are not here; put them into ../../shared/army-books to make seeds of them")
		}
		seed := anonymous(t, source)
		file, err := Open("seed.json", seed)
		if err != nil {
			t.Fatal(err)
		}
		if made, err := file.ImportBook("", nil); err != nil || made.Units != 2 {
			t.Errorf("%s: %+v, %v", name, made, err)
		}
		if !*writeSeeds {
			continue
		}
		if err := os.WriteFile(filepath.Join("testdata", "seeds", name+".json"), seed, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// anonymous makes a small book of a real one: two of its units with their
// upgrades, with its structure and figures, and not one of its own words.
func anonymous(t *testing.T, source []byte) []byte {
	t.Helper()
	var book map[string]any
	if err := json.Unmarshal(source, &book); err != nil {
		t.Fatal(err)
	}
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
	made := anonymizer{words: map[string]string{}}
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
	text, err := json.MarshalIndent(made.value("", book), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return append(text, '\n')
}

// An anonymizer puts made-up words in the place of all but those that it keeps:
// those of every book's formulas and of the game's own rules.
type anonymizer struct {
	kept  []string
	words map[string]string
}

func (a *anonymizer) value(key string, v any) any {
	switch v := v.(type) {
	case map[string]any:
		made := map[string]any{}
		for key, value := range v {
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
		switch key {
		case "type", "variant", "rating", "versionString", "gameSystemSlug", "aberration", "armyId":
			return v
		case "description", "effect":
			return "This model gets +1 to hit rolls."
		}
		return anyWord.ReplaceAllStringFunc(v, a.word)
	}
	return v
}

var anyWord = regexp.MustCompile(`[\pL_][\pL\pN_'’]*`)

func (a *anonymizer) word(word string) string {
	low := strings.ToLower(word)
	if slices.Contains(a.kept, low) || len(low) == 2 && low[0] == 'a' && low[1] >= '0' && low[1] <= '9' {
		return word
	}
	stem, plural := strings.CutSuffix(low, "s")
	made, ok := a.words[stem]
	if !ok {
		for n := len(a.words) + 1; n > 0; n /= 14 {
			made += "bdfgklmnprstvz"[n%14:n%14+1] + "aeiou"[n%5:n%5+1]
		}
		made += "n"
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
