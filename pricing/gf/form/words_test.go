package form

import (
	"slices"
	"testing"

	"muster/rules"
	"muster/rules/words"
)

// Every word of effects has a line that says how it is priced, and every line a word.
func TestEveryWordHasALine(t *testing.T) {
	lines := map[string]bool{}
	for _, p := range wordPricings {
		lines[p.word] = true
		if (p.part == inAttacks) != (p.kind != "" || p.kindOf != nil) {
			t.Errorf("`%s` is priced as %s with kind %q", p.word, p.part, p.kind)
		}
	}
	for _, w := range rules.Grimdark.AllWords() {
		if !lines[w.Name] {
			t.Errorf("nothing says how `%s` is priced", w.Name)
		}
	}
	for word := range lines {
		if !slices.ContainsFunc(rules.Grimdark.AllWords(), func(w *words.Word) bool { return w.Name == word }) {
			t.Errorf("`%s` is no word", word)
		}
	}
}
