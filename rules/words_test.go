package rules_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"muster/rules"
	"muster/rules/fad"
	"muster/rules/words"
	"muster/schema"
	"muster/schema/schematest"
)

var update = flag.Bool("update", false, "write the schema and the documentation of the words anew")

// families are the words of all games.
var families = []*words.Family{rules.Grimdark, fad.Words}

// pages explain the words of each family.
var pages = map[string]string{"gf": "../docs/writing-a-book.md", "fad": "../docs/fast-and-dirty.md"}

// The schema of effects is made from the words.
func TestWordsMakeTheSchema(t *testing.T) {
	definitions := map[string]any{}
	for _, f := range families {
		prefix := f.ID + "-"
		if f.ID == "gf" {
			prefix = ""
		}
		inside := map[string]map[string]any{}
		for _, w := range f.AllWords() {
			name := w.Group.ParentWord
			if name == "" {
				name = "effect"
			}
			if inside[name] == nil {
				inside[name] = map[string]any{}
			}
			inside[name][w.Name] = schemaOf(w, prefix)
		}
		for name, words := range inside {
			definitions[prefix+name] = map[string]any{
				"type": "object", "additionalProperties": false, "minProperties": 1, "properties": words,
			}
		}
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(map[string]any{"definitions": definitions}); err != nil {
		t.Fatal(err)
	}
	current(t, "../schema/effects.json", text.Bytes())
}

// schemaOf is the JSON Schema of a word's value.
func schemaOf(w *words.Word, prefix string) map[string]any {
	means := strings.ReplaceAll(w.Meaning(), "`", "")
	switch w.AllowedText() {
	case "true":
		return map[string]any{"const": true, "description": means}
	case "true or false":
		return map[string]any{"type": "boolean", "description": means}
	case "a rule":
		return map[string]any{"type": "string", "minLength": 1, "maxLength": 200, "description": means}
	case "an id":
		return map[string]any{"$ref": "#/definitions/id"}
	case "rules":
		return map[string]any{"type": "array", "minItems": 1, "items": map[string]any{"$ref": "#/definitions/rule-use"}, "description": means}
	case "conditions":
		return map[string]any{"$ref": "#/definitions/" + prefix + w.Name}
	case "numbers of 1 to 6":
		die := map[string]any{"type": "integer", "minimum": 1, "maximum": 6}
		return map[string]any{"type": "array", "minItems": 1, "items": die, "description": means}
	}
	whole := map[string]any{"type": "integer", "minimum": w.Min, "maximum": w.Max}
	switch {
	case len(w.AllowedValues) > 0 && strings.HasPrefix(w.AllowedText(), "some of"):
		one := map[string]any{"type": "string", "enum": values(w)}
		return map[string]any{"type": "array", "minItems": 1, "items": one, "description": means}
	case len(w.AllowedValues) > 0:
		return map[string]any{"type": "string", "enum": values(w), "description": means}
	case w.Kind == words.NumberRangeKind:
		return map[string]any{
			"type": "object", "additionalProperties": false, "minProperties": 1, "description": means,
			"properties": map[string]any{"from": whole, "to": whole},
		}
	case w.Kind == words.WholeNumberKind:
		whole["description"] = means
		return whole
	}
	phrase, note, _ := strings.Cut(means, ". ")
	means = strings.TrimSuffix(phrase, ".") + " (a whole number, or X for the rule's rating)"
	if note != "" {
		means += ". " + note
	}
	return map[string]any{
		"type": []string{"integer", "string"}, "minimum": w.Min, "maximum": w.Max,
		"pattern": "^(X|-?N|[+-]?[0-9]+)$", "description": means,
	}
}

const (
	wordsBegin = "<!-- The words from here on are made from the table of words: go test ./rules -run Words -update -->\n"
	wordsEnd   = "<!-- Here the words end. -->\n"
)

// The tables of the documentation are made from the words.
func TestWordsMakeTheDocumentation(t *testing.T) {
	for _, f := range families {
		page := pages[f.ID]
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		before, rest, ok := strings.Cut(string(text), wordsBegin)
		_, after, also := strings.Cut(rest, wordsEnd)
		if !ok || !also {
			t.Errorf("%s has no place for the words", page)
			continue
		}
		current(t, page, []byte(before+wordsBegin+wordsOf(f)+wordsEnd+after))
	}
}

// wordsOf writes a table for each place in which words stand.
func wordsOf(f *words.Family) string {
	var b strings.Builder
	var at *words.WordGroup
	for _, w := range f.AllWords() {
		if w.Group != at {
			at = w.Group
			fmt.Fprintf(&b, "\n### %s\n\n", at.Title)
			if with := goesWith(f, at); with != "" {
				fmt.Fprintf(&b, "%s\n\n", with)
			}
			b.WriteString("| word | value | meaning |\n| --- | --- | --- |\n")
		}
		value := w.AllowedText()
		if len(w.AllowedValues) > 0 {
			value = "`" + strings.Join(values(w), "` `") + "`"
		}
		means := w.Meaning()
		if more := notes(f, w); more != "" {
			means += " (" + more + ")"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", w.Name, value, means)
	}
	b.WriteString("\n")
	return b.String()
}

// goesWith returns the bearers of a place's words, and the words that go with them;
// "" for words that only shape others.
func goesWith(f *words.Family, p *words.WordGroup) string {
	if p.OnlyModifiesWords {
		return ""
	}
	var with []string
	if p.AllowsWordWhen {
		with = append(with, "`when`")
	}
	if p.AllowsWordOf {
		with = append(with, "`of`")
	}
	if len(p.AllowedValuesOfTo) > 0 {
		with = append(with, "`to: "+schema.JoinOr(p.AllowedValuesOfTo)+"`")
	}
	if p.AllowsWordBy {
		with = append(with, "`by`")
	}
	text := fmt.Sprintf("For a rule of %s. ", strings.ReplaceAll(p.RuleBearer, ", ", " or "))
	if with == nil {
		var not []string
		for _, word := range []string{"when", "of", "to", "by"} {
			if f.Word("", word) != nil {
				not = append(not, word)
			}
		}
		return text + "These words do not go with " + schema.QuotedOr(not) + "."
	}
	text += fmt.Sprintf("These words go with %s.", strings.Join(with, ", "))
	for _, not := range p.BarredConditions {
		text += fmt.Sprintf(" They do not go with `%s`.", not)
	}
	return text
}

// notes returns the dice of a word, the fights in which it acts, and the words with which
// it goes or does not go; "" for none.
func notes(f *words.Family, w *words.Word) string {
	var all []string
	if w.TriggerDice != nil {
		dice := slices.DeleteFunc(slices.Clone(w.TriggerDice), func(d string) bool { return d == "" })
		with := "may have"
		if !w.CanBeTriggeredBy("") {
			with = "needs"
		}
		what := ""
		if w.TriggeredValues != nil {
			what = schema.QuotedOr(w.TriggeredValues) + " "
		}
		all = append(all, fmt.Sprintf("%s%s `on: %s`", what, with, strings.Join(dice, "`, `")))
	}
	if w.ActsIn != 0 && w.Group.ParentWord == "" && !w.Group.OnlyModifiesWords {
		all = append(all, "only in "+f.AttackKindNames(w.ActsIn))
	}
	if w.NeedsOneOf != nil {
		all = append(all, "only with "+schema.QuotedOr(w.NeedsOneOf))
	}
	if w.ExcludedWords != nil {
		all = append(all, "not with "+schema.QuotedOr(w.ExcludedWords))
	}
	return strings.Join(all, "; ")
}

// current holds a file against what it should be, or writes it.
func current(t *testing.T, file string, want []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	have, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if differs := schematest.FirstDifference(string(have), string(want)); differs != "" {
		t.Errorf("%s is not what the words make of it; run go test ./rules -run Words -update\n%s", file, differs)
	}
}

// values returns the texts of a word's values.
func values(w *words.Word) (all []string) {
	for _, c := range w.AllowedValues {
		all = append(all, c.Value)
	}
	return all
}
