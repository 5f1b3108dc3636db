package reader

import (
	"crypto/sha256"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"

	"muster/rules"
)

// formsOfVersion is the digest of the forms of this ResultVersion: their wordings, the readings of their examples, and
// what their slots capture in the texts of the cases.
const formsOfVersion = "5 94c02039d70590f2"

// Books keep the version that read them and are read again by a later one, so a change to the forms without a new
// ResultVersion reaches only some.
func TestVersionIsRaisedWithTheForms(t *testing.T) {
	if got := fmt.Sprint(ResultVersion, " ", formsDigest(t)); got != formsOfVersion {
		t.Errorf("the forms have changed since version %s; raise Version, then set formsOfVersion to %q",
			strings.Fields(formsOfVersion)[0], got)
	}
}

// formsDigest returns a digest of all forms.
func formsDigest(t *testing.T) string {
	hash := sha256.New()
	fmt.Fprintln(hash, numberWords)
	texts := cases(t)
	r := newBookReader(compileTexts(t, texts))
	r.sortRuleNames()
	texts = append(texts, rules.Rule{HasRating: true, Summary: `2 two x, +2 -1 +x, 9" 9 inches, 4+ 4-6 4 or more 4 or higher 6, 1-3 4-7 5+ 7+ -x, Furious, Fearless and Stealth, over 9" away within 12" away`})
	for _, rule := range texts {
		addCaptures(hash, r, rule)
	}
	g := r.grammar
	for _, table := range [][]pattern[rules.When]{g.conditions, g.foeConditions, g.bearerConditions, g.struckConditions, g.baseRuleConditions} {
		addForms(hash, r, table)
	}
	for _, table := range [][]pattern[rules.Effect]{g.gains, g.moves, g.sentences} {
		addForms(hash, r, table)
	}
	return fmt.Sprintf("%.8x", hash.Sum(nil))
}

// addForms adds a table of forms to a digest.
func addForms[T any](hash io.Writer, r *bookReader, table []pattern[T]) {
	for _, f := range table {
		effects, ok := r.newParser(plainText(f.example), strings.Contains(f.example, "X")).readSentences(0, nil)
		fmt.Fprintln(hash, macros.Replace(f.text), f.example, effects, ok)
	}
}

// addCaptures adds what each slot captures at each token of a rule's text to a digest.
func addCaptures(hash io.Writer, r *bookReader, rule rules.Rule) {
	for _, name := range slices.Sorted(maps.Keys(slots)) {
		p := r.newParser(plainText(rule.Summary), rule.HasRating)
		for at := range p.tokens {
			p.stepCount = 0
			slots[name](p, at, func(end int, v any) bool {
				fmt.Fprintf(hash, "%s %d-%d %+v\n", name, at, end, v)
				return false
			})
		}
	}
}
