package reader

import (
	"strings"
	"testing"

	"muster/rules"
)

// clauses are what no form knows: ends of sentences, beginnings, what is put in
// between, and sentences.
var clauses = []struct {
	name string
	put  func(text string) []string
}{
	{"a condition behind", everyStop(" if within 6\" of an objective")},
	{"a time behind", everyStop(" during the second round")},
	{"an exception behind", everyStop(", except against vehicles")},
	{"a rule behind", everyStop(" and Glimmer")},
	{"a condition in front", front("If the moon is full, ")},
	{"a time in front", front("Once per moon, ")},
	{"another sentence before", front("This only works against vehicles. ")},
	{"another sentence behind", back(" This only works against vehicles.")},
	{"a sentence that could be outside", back(" This may only be done after moving.")},
	{"a word at every blank", everyBlank(" gladly ")},
	{"brackets at every blank", everyBlank(" (not vehicles) ")},
}

func front(clause string) func(string) []string {
	return func(text string) []string {
		return []string{clause + text, clause + strings.ToLower(text[:1]) + text[1:]}
	}
}

func back(clause string) func(string) []string {
	return func(text string) []string { return []string{text + clause} }
}

// everyStop puts a clause before each end of a sentence.
func everyStop(clause string) func(string) []string {
	return func(text string) []string {
		var all []string
		for i := range len(text) {
			if text[i] == '.' && (i+1 == len(text) || text[i+1] == ' ') && !strings.HasSuffix(text[:i], "max") && !strings.HasSuffix(text[:i], "min") {
				all = append(all, text[:i]+clause+text[i:])
			}
		}
		return all
	}
}

func everyBlank(clause string) func(string) []string {
	return func(text string) []string {
		var all []string
		for i := range len(text) {
			if text[i] == ' ' {
				all = append(all, text[:i]+clause+text[i+1:])
			}
		}
		return all
	}
}

// A rule to which a clause was added that nobody knows is never read, nor
// called outside.
func TestUnknownClausesAreRefused(t *testing.T) {
	var read []rules.Rule
	set := compileTexts(t, cases(t))
	for _, r := range cases(t) {
		if rule := set.Find(strings.TrimSuffix(r.Name, "(X)")); len(rule.Effects) > 0 && !allOutsideFights(rule.Effects) {
			read = append(read, r)
		}
	}
	refuseMutations(t, cases(t), read)
}

// refuseMutations adds every clause to each of some rules of a book.
func refuseMutations(t *testing.T, book, read []rules.Rule) {
	t.Helper()
	for _, c := range clauses {
		var mutants []rules.Rule
		for _, r := range read {
			for _, text := range c.put(r.Summary) {
				name := "Mutant " + r.Name
				mutants = append(mutants, rules.Rule{Name: name, Summary: text})
			}
		}
		if len(mutants) < len(read) {
			t.Fatalf("%s: %d mutants of %d rules", c.name, len(mutants), len(read))
		}
		own := append([]rules.Rule{}, book...)
		for i := range own {
			own[i].Effects = nil
		}
		wrong := 0
		for i, reading := range compileEach(t, own, mutants) {
			if len(reading.Effects) > 0 {
				if wrong++; wrong < 5 {
					t.Errorf("%s: %q is read as %v", c.name, mutants[i].Summary, show(reading.Effects))
				}
			}
		}
	}
}
