// Package schema holds the JSON Schema of every file format that muster reads
// and turns a file's text into a Document that is known to fit its format. The
// schemas are made from the Go types that files are decoded into (cmd/schemas).
//
// A file states its kind in its first key ("muster: list/1"). Read parses the
// YAML, finds the schema for that kind, and reports everything that does not
// fit as Problems: file, line, column, a plain sentence, and the nearest known
// key or value. It is the only room that knows YAML and JSON Schema libraries.
package schema

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/xeipuuv/gojsonschema"

	"muster/convert"
)

//go:generate go test muster/rules -run Words -update
//go:generate go run ../cmd/schemas
//go:embed *.json
var schemaFiles embed.FS

// A format is a schema file, compiled at first use. A kind whose files differ by family of games
// has a format for each family: list-1.fad.json is for lists of the system fad and of systems that
// begin with fad-, list-1.json for all others.
type format struct {
	file       string                          // such as list-1.fad.json
	kind       string                          // such as list/1
	gameFamily string                          // such as fad; "" for all systems without a family of their own
	jsonSchema func() (map[string]any, error)  // reads the schema as JSON values
	shape      func() (*shape, error)          // accepts most valid documents faster than the validator
	compile    func() (*compiledSchema, error) // parses the schema for the validator
}

// compiledSchema is a schema ready for use: the validator, and the schema as plain data to look up
// keys and values for messages.
type compiledSchema struct {
	validator *gojsonschema.Schema
	root      map[string]any
}

var formats = sync.OnceValue(func() []*format {
	names, err := fs.Glob(schemaFiles, "*-*.json")
	if err != nil {
		panic(err) // the pattern is a constant
	}
	all := convert.All(names, newFormat)
	slices.SortStableFunc(all, func(a, b *format) int {
		return cmp.Or(strings.Compare(a.kind, b.kind), strings.Compare(a.gameFamily, b.gameFamily))
	})
	return all
})

func newFormat(name string) *format {
	stem, variant, _ := strings.Cut(strings.TrimSuffix(name, ".json"), ".")
	f := &format{file: name, kind: strings.Replace(stem, "-", "/", 1), gameFamily: variant}
	f.jsonSchema = sync.OnceValues(func() (map[string]any, error) { return readSchema(name) })
	f.shape = sync.OnceValues(func() (*shape, error) {
		root, err := f.jsonSchema()
		if err != nil {
			return nil, err
		}
		return shapeBuilder{rootSchema: root, shapesByRef: map[string]*shape{}}.build(root)
	})
	f.compile = sync.OnceValues(func() (*compiledSchema, error) {
		root, err := f.jsonSchema()
		if err != nil {
			return nil, err
		}
		own, err := readSchema(name) // gojsonschema writes into what it compiles
		if err != nil {
			return nil, err
		}
		validator, err := gojsonschema.NewSchema(gojsonschema.NewRawLoader(own))
		if err != nil {
			return nil, fmt.Errorf("schema/%s: %w", name, err)
		}
		return &compiledSchema{validator: validator, root: root}, nil
	})
	return f
}

// DocumentKinds lists the formats that Read knows, sorted: "book/1", "list/1", ….
func DocumentKinds() []string {
	return slices.Compact(convert.All(formats(), func(f *format) string { return f.kind }))
}

// JSONSchema returns the JSON Schema of a kind as one document without references to other files,
// for editors and other programs. For a kind with variants the schema chooses one by the file's
// system. The error names the most similar kind.
func JSONSchema(kind string) ([]byte, error) {
	variants := formatsOfKind(kind)
	if len(variants) == 0 {
		return nil, fmt.Errorf("no format is called %q%s", kind, DidYouMean(kind, DocumentKinds()))
	}
	definitions := map[string]any{}
	var branches []any
	for _, f := range variants {
		c, err := f.compile()
		if err != nil {
			return nil, err
		}
		if len(variants) == 1 {
			return json.MarshalIndent(c.root, "", "  ")
		}
		root := maps.Clone(c.root)
		maps.Copy(definitions, root["definitions"].(map[string]any))
		delete(root, "definitions")
		delete(root, "$schema")
		branches = append(branches, map[string]any{"if": f.systemCondition(variants), "then": root})
	}
	return json.MarshalIndent(map[string]any{
		"$schema": "http://json-schema.org/draft-07/schema#", "title": "muster " + kind, "type": "object",
		"required": []string{"muster"},
		"allOf":    branches, "definitions": definitions,
	}, "", "  ")
}

// systemCondition returns the JSON Schema that accepts documents of the systems of this variant; if
// the variant is "", documents of the systems of no other variant.
func (f *format) systemCondition(variants []*format) map[string]any {
	if f.gameFamily != "" {
		return map[string]any{
			"required":   []string{"system"},
			"properties": map[string]any{"system": map[string]any{"pattern": "^" + f.gameFamily + "(-|$)"}},
		}
	}
	var others []any
	for _, other := range variants {
		if other != f {
			others = append(others, other.systemCondition(variants))
		}
	}
	return map[string]any{"not": map[string]any{"anyOf": others}}
}

func formatsOfKind(kind string) []*format {
	var found []*format
	for _, f := range formats() {
		if f.kind == kind {
			found = append(found, f)
		}
	}
	return found
}

// exampleSystem returns the id of a system with documents of this schema; "" if the documents do
// not name a system.
func (c *compiledSchema) exampleSystem() string {
	system := c.propertySchema(c.root, "system")
	for _, key := range []string{"enum", "examples"} {
		if list, _ := system[key].([]any); len(list) > 0 {
			return fmt.Sprint(list[0])
		}
	}
	return ""
}

// familyOfSystem returns the part of a system's id that chooses a variant: "gf-2.16" → "gf".
func familyOfSystem(system string) string {
	before, _, _ := strings.Cut(system, "-")
	return before
}

// readSchema reads a schema file, and adds the definitions of rule effects from another file if it
// refers to them.
func readSchema(name string) (map[string]any, error) {
	root, text, err := readJSON(name)
	if err != nil {
		return nil, err
	}
	for _, family := range []string{"", "fad-"} {
		if !bytes.Contains(text, []byte(`"#/definitions/`+family+`effect"`)) {
			continue
		}
		words, _, err := readJSON("effects.json") // several formats share it
		if err != nil {
			return nil, err
		}
		for _, name := range []string{family + "effect", family + "when"} {
			root["definitions"].(map[string]any)[name] = words["definitions"].(map[string]any)[name]
		}
	}
	return root, nil
}

func readJSON(name string) (root map[string]any, text []byte, err error) {
	if text, err = schemaFiles.ReadFile(name); err != nil {
		return nil, nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&root); err != nil {
		return nil, nil, fmt.Errorf("schema/%s: %w", name, err)
	}
	return root, text, nil
}
