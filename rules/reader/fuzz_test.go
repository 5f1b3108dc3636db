package reader

import (
	"testing"

	"muster/rules"
)

// FuzzCompile reads any text as a rule's, and as a spell's: nothing panics, and
// a text of words is read, or refused with the sentence that stopped it.
func FuzzCompile(f *testing.F) {
	for _, r := range cases(f) {
		f.Add(r.Name, r.Summary)
	}
	system, err := rules.Load("gf-3")
	if err != nil {
		f.Fatal(err)
	}
	under := system.Set()
	f.Fuzz(func(t *testing.T, name, text string) {
		own := []rules.Rule{{Name: name, Summary: text}}
		for _, compile := range []rules.Compiler{NewCompiler(len(own)), NewCompiler(0)} {
			if got := compile(own, under); len(got) != len(own) {
				t.Fatalf("%d readings of %d rules", len(got), len(own))
			}
		}
		rules.Compile(own, under, NewCompiler(len(own)))
	})
}
