package rules

import (
	"io/fs"
	"testing"

	"muster/schema"
)

// The games' own rules, and those known by name, are checked
// here and not whenever they are loaded: nobody can change them.
func TestShippedRulesAreChecked(t *testing.T) {
	for _, pattern := range []string{"data/*.yaml", "data/known/*.yaml"} {
		names, _ := fs.Glob(systemFiles, pattern)
		for _, name := range names {
			text, _ := systemFiles.ReadFile(name)
			if _, err := schema.Read(name, text, "system/1"); err != nil {
				t.Error(err)
			}
		}
	}
	checked := 0
	for _, id := range SystemIDs() {
		game, document, err := readSystem("data/"+id+".yaml", OriginGame)
		if err != nil {
			t.Fatal(err)
		}
		known, about, err := readCommonRules(id)
		if err != nil {
			t.Fatal(err)
		}
		set := NewSet(game.Rules, known.Set())
		problems := set.CheckRules(document, game.Rules, false, "rules")
		if known != nil {
			checked++
			problems = append(problems, set.CheckRules(about, known.Rules, false, "rules")...)
			problems = append(problems, set.CheckRules(about, known.Patterns, false, "patterns")...)
		}
		for _, p := range problems {
			t.Error(p)
		}
	}
	if checked < 3 {
		t.Errorf("of %d systems rules are known by name", checked)
	}
}
