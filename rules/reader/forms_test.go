package reader

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"muster/rules"
)

// Every form reads its example, and no other form would read the same.
func TestExamples(t *testing.T) {
	book := compileTexts(t, cases(t))
	whole := newGrammar()
	reads := func(g *grammar, text string) string {
		r := newBookReader(book)
		r.sortRuleNames()
		r.grammar = g
		effects, _ := r.newParser(plainText(text), strings.Contains(text, "X")).readSentences(0, nil)
		return strings.Join(show(effects), " ")
	}
	each := func(example string, without func(g *grammar)) {
		t.Helper()
		read := reads(whole, example)
		if read == "" {
			t.Errorf("the example is refused: %s", example)
		}
		fewer := *whole
		without(&fewer)
		if reads(&fewer, example) == read {
			t.Errorf("other forms read the example, and the same: %s", example)
		}
	}
	for _, table := range []func(g *grammar) *[]pattern[rules.When]{
		func(g *grammar) *[]pattern[rules.When] { return &g.conditions },
		func(g *grammar) *[]pattern[rules.When] { return &g.foeConditions },
		func(g *grammar) *[]pattern[rules.When] { return &g.bearerConditions },
		func(g *grammar) *[]pattern[rules.When] { return &g.struckConditions },
		func(g *grammar) *[]pattern[rules.When] { return &g.baseRuleConditions },
	} {
		for i, f := range *table(whole) {
			each(f.example, func(g *grammar) { *table(g) = without(*table(g), i) })
		}
	}
	for _, table := range []func(g *grammar) *[]pattern[rules.Effect]{
		func(g *grammar) *[]pattern[rules.Effect] { return &g.gains },
		func(g *grammar) *[]pattern[rules.Effect] { return &g.moves },
		func(g *grammar) *[]pattern[rules.Effect] { return &g.sentences },
	} {
		for i, f := range *table(whole) {
			each(f.example, func(g *grammar) { *table(g) = without(*table(g), i) })
		}
	}
}

func without[T any](forms []pattern[T], i int) []pattern[T] {
	return slices.Delete(slices.Clone(forms), i, i+1)
}

// Texts that were made to be slow are refused fast.
func TestHostileTexts(t *testing.T) {
	under := system(t).Set()
	for name, text := range map[string]string{
		"a megabyte":        strings.Repeat("This model gets +1 to hit rolls when shooting. ", 22_000),
		"a megabyte of one": strings.Repeat("a", 1<<20),
		"gains":             "This model gets " + strings.Repeat("+1 to hit rolls and ", 180) + "more.",
		"conditions":        strings.Repeat("when attacking, ", 240) + "nothing.",
		"sentences":         strings.Repeat("Ignores cover, and ", 200) + "nothing.",
		"ands":              strings.Repeat("Strikes first when charged, and ", 120) + "nothing.",
		"rules":             "Counts as having Impact(1) with hits that have " + strings.Repeat("Bane, ", 600) + "nothing.",
		"good sentences":    strings.Repeat("Gets +1 to hit. ", 240) + "Nothing.",
		"brackets":          strings.Repeat("<", 3900),
		"nothing":           "...",
	} {
		begin := time.Now()
		own := []rules.Rule{{Name: "Hostile", Summary: text}}
		if r := rules.Compile(own, under, NewCompiler(len(own))).Find("Hostile"); len(r.Effects) > 0 {
			t.Errorf("%s: read as %v", name, r.Effects)
		}
		if took := time.Since(begin); took > 500*time.Millisecond { // ten times what it may take, for slow machines
			t.Errorf("%s: took %v", name, took)
		} else {
			t.Logf("%s: %v", name, took)
		}
	}
}

// Rules that hang on each other in a circle stay unread.
func TestCircles(t *testing.T) {
	set := compileTexts(t, []rules.Rule{
		{Name: "Hen", Summary: "This model and its unit get Egg."},
		{Name: "Egg", Summary: "This model gets Hen in melee."},
		{Name: "Mirror", Summary: "This model and its unit get Mirror."},
		{Name: "Mirror Boost", Summary: "If this model has Mirror Boost, it deals extra hits on successful unmodified hit results of 5-6 from Mirror Boost (instead of only on 6)."},
	})
	for _, name := range []string{"Hen", "Egg", "Mirror", "Mirror Boost"} {
		if r := set.Find(name); len(r.Effects) > 0 || len(r.UnreadSentences) == 0 {
			t.Errorf("%s is read as %v", name, r.Effects)
		}
	}
}

// What a unit has while it is activated is of no use to it when it is attacked or
// tests morale, and so a text that gives it such a thing then is not read.
func TestOfNoUseInAnActivation(t *testing.T) {
	const text = "Once per game, when this unit is activated and all its models have this rule, you may use this rule so that they get %s."
	list := []rules.Rule{
		{Name: "Useful", Summary: fmt.Sprintf(text, "+1 to hit rolls")},
		{Name: "Defends", Summary: fmt.Sprintf(text, "+1 to defense rolls")},
		{Name: "Holds", Summary: fmt.Sprintf(text, "+1 to morale test rolls")},
	}
	for _, name := range []string{"Tough(3)", "Fearless", "Stealth", "Regeneration"} {
		list = append(list, rules.Rule{Name: "Gives " + name, Summary: fmt.Sprintf(text, name)})
	}
	set := compileTexts(t, list)
	for _, rule := range list {
		if r := set.Find(rule.Name); (len(r.Effects) > 0) != (rule.Name == "Useful") {
			t.Errorf("%s is read as %v", rule.Summary, r.Effects)
		}
	}
}

// BenchmarkBook reads the book with the most text.
func BenchmarkBook(b *testing.B) {
	under := system(b).Set()
	var most []rules.Rule
	length := 0
	for _, book := range sharedBooks(b, "gf-3.5*") {
		own, n := slices.Concat(book.rules, book.spells), 0
		for _, r := range own {
			n += len(r.Summary)
		}
		if n > length {
			most, length = own, n
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		NewCompiler(len(most))(most, under)
	}
}

// A text that says of another rule what that rule does not do is not read.
func TestBoostsOfSomethingElse(t *testing.T) {
	const fives = "If this model has Spike, it gets %s on successful unmodified hit results of 5-6 from Spike (instead of only on 6)."
	list := append([]rules.Rule{{Name: "As It Is", Summary: fmt.Sprintf(fives, "AP(+2)")}}, cases(t)...)
	for _, other := range []string{"AP(+1)", "+1 to hit rolls", "AP(+2) and +1 to hit rolls", "+1 attacks"} {
		list = append(list, rules.Rule{Name: "Boost by " + other, Summary: fmt.Sprintf(fives, other)})
	}
	list = append(list, rules.Rule{Name: "Boost of hits", Summary: strings.ReplaceAll(fmt.Sprintf(fives, "+1 to hit rolls"), "Spike", "Glint")},
		rules.Rule{Name: "Glint", Summary: "On unmodified results of 6 to hit, this model deals 1 extra hit."})
	set := compileTexts(t, list)
	if r := set.Find("Glint"); len(r.Effects) == 0 {
		t.Errorf("Glint is not read: %q", r.UnreadSentences)
	}
	if r := set.Find("As It Is"); len(r.Effects) == 0 {
		t.Errorf("what Spike does is not read: %q", r.UnreadSentences)
	}
	for _, rule := range list {
		if r := set.Find(rule.Name); strings.HasPrefix(rule.Name, "Boost") && len(r.Effects) > 0 {
			t.Errorf("%s is read as %v", rule.Summary, r.Effects)
		}
	}
}
