package rules

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"muster/schema"
)

var update = flag.Bool("update", false, "write the schema and the documentation of the words anew")

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
		for _, w := range f.Words {
			name := w.Place.Inside
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
func schemaOf(w Word, prefix string) map[string]any {
	means := strings.ReplaceAll(w.Means, "`", "")
	switch w.Domain() {
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
	whole := map[string]any{"type": "integer", "minimum": w.Least, "maximum": w.Most}
	switch {
	case len(w.Values) > 0 && strings.HasPrefix(w.Domain(), "some of"):
		one := map[string]any{"type": "string", "enum": w.Values}
		return map[string]any{"type": "array", "minItems": 1, "items": one, "description": means}
	case len(w.Values) > 0:
		return map[string]any{"type": "string", "enum": w.Values, "description": means}
	case w.Kind == isSpan:
		return map[string]any{
			"type": "object", "additionalProperties": false, "minProperties": 1, "description": means,
			"properties": map[string]any{"from": whole, "to": whole},
		}
	case w.Kind == isCount:
		whole["description"] = means
		return whole
	}
	return map[string]any{
		"type": []string{"integer", "string"}, "minimum": w.Least, "maximum": w.Most,
		"pattern": "^(X|-?N|[+-]?[0-9]+)$", "description": means + " (a whole number, or X for the rule's rating)",
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
func wordsOf(f *Family) string {
	var b strings.Builder
	var at *Place
	for _, w := range f.Words {
		if w.Place != at {
			at = w.Place
			fmt.Fprintf(&b, "\n### %s\n\n", at.Title)
			if beside := at.beside(); beside != "" {
				fmt.Fprintf(&b, "%s\n\n", beside)
			}
			b.WriteString("| word | value | what it says |\n| --- | --- | --- |\n")
		}
		value := w.Domain()
		if len(w.Values) > 0 {
			value = "`" + strings.Join(w.Values, "` `") + "`"
		}
		means := w.Means
		if notes := f.notes(&w); notes != "" {
			means += "; " + notes
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", w.Name, value, means)
	}
	b.WriteString("\n")
	return b.String()
}

// beside says who has the rule and what may stand beside the
// words of a place; "" where that says nothing.
func (p *Place) beside() string {
	if p.Shape {
		return ""
	}
	var with []string
	if p.When {
		with = append(with, "`when`")
	}
	if p.Of {
		with = append(with, "`of`")
	}
	if len(p.To) > 0 {
		with = append(with, "`to: "+schema.Either(p.To)+"`")
	}
	if p.By {
		with = append(with, "`by`")
	}
	beside := "nothing"
	if len(with) > 0 {
		beside = strings.Join(with, ", ")
	}
	text := fmt.Sprintf("On %s. Beside them may stand: %s.", p.Bearer, beside)
	for _, not := range p.Not {
		text += fmt.Sprintf(" Not `%s`.", not)
	}
	return text
}

// notes says what else holds for a word: its dice, where it acts,
// what it goes with. "" where that is nothing.
func (f *Family) notes(w *Word) string {
	var notes []string
	if w.On != nil {
		dice := slices.DeleteFunc(slices.Clone(w.On), func(d string) bool { return d == "" })
		with := "with"
		if !w.triggers("") {
			with = "only with"
		}
		what := ""
		if w.Tied != nil {
			what = schema.Either(w.Tied) + " "
		}
		notes = append(notes, fmt.Sprintf("%s%s `on: %s`", what, with, strings.Join(dice, "`, `")))
	}
	if w.Scenes != 0 && w.Place.Inside == "" && !w.Place.Shape {
		notes = append(notes, "in "+f.sceneNames(w.Scenes))
	}
	if w.Beside != nil {
		notes = append(notes, "beside "+schema.Quoted(w.Beside))
	}
	if w.Needs != nil {
		values := slices.Sorted(maps.Keys(w.Needs))
		notes = append(notes, fmt.Sprintf("`when: {%s: true}` must stand with %s", w.Needs[values[0]], schema.Quoted(values)))
	}
	if w.Not != nil {
		notes = append(notes, "not with "+schema.Quoted(w.Not))
	}
	return strings.Join(notes, "; ")
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
	if !bytes.Equal(have, want) {
		t.Errorf("%s is not what the words make of it; run go test ./rules -run Words -update", file)
	}
}

// The games' own rules, and those known by name, are checked
// here and not whenever they are loaded: nobody can change them.
func TestShippedRulesAreChecked(t *testing.T) {
	for _, pattern := range []string{"data/*.yaml", "data/known/*.yaml"} {
		names, _ := fs.Glob(data, pattern)
		for _, name := range names {
			text, _ := data.ReadFile(name)
			if _, err := schema.Read(name, text, "system/1"); err != nil {
				t.Error(err)
			}
		}
	}
	checked := 0
	for _, id := range Systems() {
		game, document, err := readSystem("data/"+id+".yaml", OriginGame)
		if err != nil {
			t.Fatal(err)
		}
		known, about, err := commonRules(id)
		if err != nil {
			t.Fatal(err)
		}
		words, set := FamilyOf(game.Family), NewSet(game.Rules, known.Set())
		problems := words.CheckRules(document, game.Rules, set, false, "rules")
		if known != nil {
			checked++
			problems = append(problems, words.CheckRules(about, known.Rules, set, false, "rules")...)
			problems = append(problems, words.CheckRules(about, known.Patterns, set, false, "patterns")...)
		}
		for _, p := range problems {
			t.Error(p)
		}
	}
	if checked < 3 {
		t.Errorf("of %d systems rules are known by name", checked)
	}
}
