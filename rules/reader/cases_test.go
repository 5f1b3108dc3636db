package reader

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"muster/rules"
	"muster/schema"
)

// cases are the rules of testdata/cases.yaml: texts and what they come to.
func cases(t testing.TB) []rules.Rule { return rulesOf(t, "testdata/cases.yaml") }

// rulesOf reads the rules of a file of testdata.
func rulesOf(t testing.TB, name string) []rules.Rule {
	t.Helper()
	source, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	document, err := schema.Read(name, source, "system/1")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Rules []rules.Rule `yaml:"rules"`
	}
	if err := document.Decode(&file); err != nil {
		t.Fatal(err)
	}
	return file.Rules
}

func system(t testing.TB) *rules.System {
	t.Helper()
	system, err := rules.Load("gf-3")
	if err != nil {
		t.Fatal(err)
	}
	return system
}

// compileTexts reads texts as a book of the current rules has them.
func compileTexts(t testing.TB, list []rules.Rule) *rules.Set {
	t.Helper()
	own := make([]rules.Rule, len(list))
	for i, r := range list {
		own[i] = rules.Rule{Name: r.Name, Summary: r.Summary}
	}
	return rules.Compile(own, system(t).Set(), NewCompiler(len(own)))
}

// compileEach reads more texts of a book, which do not speak of each other.
func compileEach(t testing.TB, book, more []rules.Rule) []rules.Reading {
	t.Helper()
	r := newBookReader(compileTexts(t, book))
	r.sortRuleNames()
	readings := make([]rules.Reading, len(more))
	for i, rule := range more {
		name, rated := strings.CutSuffix(rule.Name, "(X)")
		readings[i] = r.readRule(&bookRule{name: name, text: rule.Summary, hasRating: rated})
	}
	return readings
}

func TestCases(t *testing.T) {
	list := cases(t)
	set := compileTexts(t, list)
	for _, r := range list {
		read := set.Find(strings.TrimSuffix(r.Name, "(X)"))
		if !strings.HasPrefix(r.Name, "Case") {
			if len(read.Effects) == 0 {
				t.Errorf("%s is unread: %q", r.Name, read.UnreadSentences)
			}
			continue
		}
		if got, want := show(read.Effects), show(r.Effects); !slices.Equal(got, want) {
			t.Errorf("%s: %s\n got %s (%q)\nwant %s", r.Name, r.Summary, got, read.UnreadSentences, want)
		}
	}
}

// show writes effects in an order of their own, whatever they are outside of.
func show(effects []rules.Effect) []string {
	var all []string
	for _, e := range effects {
		if e.NonFight != "" {
			e = rules.Effect{NonFight: "?"}
		}
		all = append(all, write(reflect.ValueOf(e)))
	}
	slices.Sort(all)
	return all
}

func write(v reflect.Value) string {
	if v.Kind() == reflect.Pointer {
		return write(v.Elem())
	}
	if v.Kind() != reflect.Struct || v.Type().String() == "words.Value" || v.Type().String() == "words.Use" {
		return fmt.Sprint(v.Interface())
	}
	var parts []string
	for i := range v.NumField() {
		if !v.Field(i).IsZero() {
			parts = append(parts, v.Type().Field(i).Name+":"+write(v.Field(i)))
		}
	}
	return "{" + strings.Join(parts, " ") + "}"
}
