package schema

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/xeipuuv/gojsonschema"
)

// A maker writes documents by chance that a schema accepts, or nearly: one value in so many is
// another than the schema wants.
type maker struct {
	*compiledSchema
	*rand.Rand
	wrong float64 // the share of values that are anything
}

// anyValue are values of YAML of every kind, with those that its readers differ about.
var anyValue = []string{
	"0", "1", "-3", "7", "1.0", "2.5", "010", "0x1F", "1_000", "99999999999999999999", "1e3", ".inf", ".nan", "1000001",
	"true", "false", "yes", "~", "null", "''", "a", "\"1\"", "a.b", "'a b'", "é", "-x", "X", "N", "+2", "auto", "up to 9",
	"2026-11-26", "[]", "{}", "[a]", "[a, a]", "[1, [b]]", "{a: 1}", "{a: 1, a: 2}", "{[a]: 1}", "!!str 5", "&x [1]",
	"'" + strings.Repeat("long ", 900) + "'",
}

func (m maker) value(part map[string]any, depth int) string {
	part = m.resolveRef(part)
	if m.Float64() < m.wrong {
		return anyValue[m.IntN(len(anyValue))]
	}
	if words := m.allowedValues(part); len(words) > 0 {
		if m.IntN(10) == 0 {
			return "false"
		}
		return words[m.IntN(len(words))]
	}
	kinds := textList(part["type"])
	if len(kinds) == 0 {
		return anyValue[m.IntN(len(anyValue))]
	}
	switch kinds[m.IntN(len(kinds))] {
	case "string":
		for _, text := range []string{"a", "X", "auto", "all"} {
			pattern, ok := part["pattern"].(string)
			if !ok || regexp.MustCompile(pattern).MatchString(text) {
				return text
			}
		}
	case "integer", "number":
		least, most := bound(part["minimum"], 0), bound(part["maximum"], 9)
		return strconv.Itoa(least + m.IntN(min(most-least, 20)+1))
	case "boolean":
		return "true"
	case "null":
		return "~"
	case "array":
		var items []string
		for range bound(part["minItems"], 0) + m.IntN(3) {
			items = append(items, m.value(m.itemSchema(part), depth+1))
		}
		return "[" + strings.Join(items, ", ") + "]"
	case "object":
		return m.mapping(part, depth)
	}
	return "a"
}

func (m maker) mapping(part map[string]any, depth int) string {
	required := textList(part["required"])
	properties, _ := part["properties"].(map[string]any)
	var entries []string
	for _, key := range slices.Sorted(maps.Keys(properties)) {
		if slices.Contains(required, key) && m.Float64() >= m.wrong || m.IntN(6+4*depth) == 0 {
			entries = append(entries, key+": "+m.value(m.propertySchema(part, key), depth+1))
		}
	}
	if m.IntN(8) == 0 {
		entries = append(entries, "own: "+m.value(m.propertySchema(part, "own"), depth+1))
	}
	if m.Float64() < m.wrong && len(entries) > 0 {
		entries = append(entries, entries[m.IntN(len(entries))])
	}
	return "{" + strings.Join(entries, ", ") + "}"
}

func bound(value any, otherwise int) int {
	if n, ok := value.(json.Number); ok {
		i, _ := n.Int64()
		return int(i)
	}
	return otherwise
}

// parts returns a schema's whole and its definitions, as schemas of a file whose key `v` they are.
func parts(root map[string]any) map[string]map[string]any {
	definitions := maps.Clone(root["definitions"].(map[string]any))
	whole := maps.Clone(root)
	delete(whole, "definitions")
	definitions["whole"] = whole
	all := map[string]map[string]any{}
	for name := range definitions {
		all[name] = map[string]any{
			"type": "object", "required": []any{"v"}, "additionalProperties": false,
			"properties":  map[string]any{"v": map[string]any{"$ref": "#/definitions/" + name}},
			"definitions": definitions,
		}
	}
	return all
}

// A shape accepts what its JSON Schema accepts, and nothing else, but for tags and aliases, which only
// the library reads.
func TestShapesAcceptWhatSchemasAccept(t *testing.T) {
	if testing.Short() {
		t.Skip("it makes 20,000 documents")
	}
	tried := map[string]bool{}
	accepted, refused := 0, 0
	for _, f := range formats() {
		root, err := f.jsonSchema()
		if err != nil {
			t.Fatal(err)
		}
		for name, part := range parts(root) {
			if tried[name] && name != "whole" {
				continue
			}
			tried[name] = true
			fits, not := sameVerdicts(t, f.kind+" "+f.gameFamily+" "+name, part)
			accepted, refused = accepted+fits, refused+not
		}
	}
	if accepted < 4000 || refused < 4000 || accepted+refused < 20_000 {
		t.Errorf("%d documents are accepted, %d refused, so that this says little", accepted, refused)
	}
}

// sameVerdicts puts documents by chance to a schema and to its shape.
func sameVerdicts(t *testing.T, name string, root map[string]any) (accepted, refused int) {
	t.Helper()
	shape, err := shapeBuilder{rootSchema: root, shapesByRef: map[string]*shape{}}.build(root)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	validator, err := gojsonschema.NewSchema(gojsonschema.NewRawLoader(root))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	for seed := range uint64(240) {
		m := maker{&compiledSchema{root: root}, rand.New(rand.NewPCG(seed, 1)), []float64{0, 0.01, 0.05, 0.1}[seed%4]}
		text := m.mapping(root, 0)
		node, err := parse("f.yaml", []byte(text))
		if err != nil {
			continue // no YAML, such as `{a: [}`
		}
		converter := nodeConverter{file: "f.yaml"}
		value := converter.convertValue(node, 0)
		result, err := validator.Validate(gojsonschema.NewRawLoader(value))
		wanted := converter.problems == nil && err == nil && result.Valid()
		if got := shape.accepts(node, 0); got != wanted && (got || !strings.Contains(text, "!!")) {
			t.Fatalf("%s: the shape says %t, the schema %t of\n%s", name, got, wanted, text)
		}
		if wanted {
			accepted++
		} else {
			refused++
		}
	}
	return accepted, refused
}
