// Package schema holds the JSON Schema of every file format that muster reads
// and turns a file's text into a Document that is known to fit its format.
//
// A file says what it is in its first key ("muster: list/1"). Read parses the
// YAML, finds the schema for that kind, and reports everything that does not
// fit as Problems: file, line, column, a plain sentence, and the nearest known
// key or value. It is the only room that knows YAML and JSON Schema libraries.
package schema

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/xeipuuv/gojsonschema"
)

//go:embed *.json
var files embed.FS

// A format is one schema file, compiled when it is first needed. A kind whose
// files differ by family of game has a variant for each: list-1.gf.json serves
// every "list/1" whose system is "gf" or begins with "gf-".
type format struct {
	kind    string // "list/1"
	variant string // "gf", or "" when the kind has one schema
	file    string // "list-1.gf.json"
	compile func() (*compiled, error)
}

// compiled is a schema ready to use: the validator, and the same schema as
// plain data, in which known keys and values are looked up for messages.
type compiled struct {
	validator *gojsonschema.Schema
	root      map[string]any
}

// commonFiles hold definitions that several formats share; they are added to
// each of them, so that every schema can be handed out as one file.
const commonFiles = "common*.json"

func isCommon(name string) bool { return strings.HasPrefix(name, "common") }

var formats = sync.OnceValue(func() []*format {
	names, err := fs.Glob(files, "*.json")
	if err != nil {
		panic(err) // the pattern is a constant
	}
	var all []*format
	for _, name := range names {
		if isCommon(name) {
			continue
		}
		stem, variant, _ := strings.Cut(strings.TrimSuffix(name, ".json"), ".")
		dash := strings.LastIndexByte(stem, '-')
		f := &format{kind: stem[:dash] + "/" + stem[dash+1:], variant: variant, file: name}
		f.compile = sync.OnceValues(func() (*compiled, error) { return compileFile(name) })
		all = append(all, f)
	}
	return all
})

// Kinds lists the formats that Read knows, sorted: "book/1", "list/1", ….
func Kinds() []string {
	var kinds []string
	for _, f := range formats() {
		kinds = append(kinds, f.kind)
	}
	slices.Sort(kinds)
	return slices.Compact(kinds)
}

// Source returns the JSON Schema of a kind as one self-contained document, for
// editors and other programs. A kind with a variant per family of game becomes
// a schema that chooses by the file's "system". The error names the nearest
// known kind.
func Source(kind string) ([]byte, error) {
	variants := variantsOf(kind)
	if len(variants) == 0 {
		return nil, fmt.Errorf("no format is called %q%s", kind, DidYouMean(kind, Kinds()))
	}
	if len(variants) == 1 {
		root, err := loadFile(variants[0].file)
		if err != nil {
			return nil, err
		}
		return json.MarshalIndent(root, "", "  ")
	}
	definitions := map[string]any{}
	var branches []any
	for _, f := range variants {
		root, err := loadFile(f.file)
		if err != nil {
			return nil, err
		}
		if shared, ok := root["definitions"].(map[string]any); ok {
			maps.Copy(definitions, shared)
		}
		delete(root, "definitions")
		delete(root, "$schema")
		branches = append(branches, map[string]any{"if": f.condition(variants), "then": root})
	}
	required := []string{"muster"}
	if !slices.ContainsFunc(variants, func(f *format) bool { return f.variant == "" }) {
		required = append(required, "system")
	}
	return json.MarshalIndent(map[string]any{
		"$schema": "http://json-schema.org/draft-07/schema#", "title": "muster " + kind, "type": "object", "required": required,
		"allOf": branches, "definitions": definitions,
	}, "", "  ")
}

// condition is the schema of documents that a variant is for: a file without a
// variant in its name is for all that no other is for.
func (f *format) condition(variants []*format) map[string]any {
	if f.variant != "" {
		return map[string]any{
			"required":   []string{"system"},
			"properties": map[string]any{"system": map[string]any{"pattern": "^" + f.variant + "(-|$)"}},
		}
	}
	var others []any
	for _, other := range variants {
		if other != f {
			others = append(others, other.condition(variants))
		}
	}
	return map[string]any{"not": map[string]any{"anyOf": others}}
}

func variantsOf(kind string) []*format {
	var found []*format
	for _, f := range formats() {
		if f.kind == kind {
			found = append(found, f)
		}
	}
	return found
}

// system is an example of the systems that a variant is for.
func (f *format) system() string {
	if f.variant == "gf" {
		return "gf-3"
	}
	return f.variant
}

// family is the part of a system's id that chooses a variant: "gf-2.16" → "gf".
func family(system string) string {
	before, _, _ := strings.Cut(system, "-")
	return before
}

func loadFile(name string) (map[string]any, error) {
	root, err := readJSON(name)
	if err != nil {
		return nil, err
	}
	own, _ := root["definitions"].(map[string]any)
	delete(root, "definitions")
	used := map[string]any{}
	if err := collect(root, own, used); err != nil {
		return nil, err
	}
	root["definitions"] = used
	return root, nil
}

// collect adds those definitions to used of which a part of a schema makes use:
// reading and checking the others would take time.
func collect(part any, own, used map[string]any) error {
	switch part := part.(type) {
	case []any:
		for _, p := range part {
			if err := collect(p, own, used); err != nil {
				return err
			}
		}
	case map[string]any:
		ref, _ := part["$ref"].(string)
		if name := strings.TrimPrefix(ref, "#/definitions/"); name != ref && used[name] == nil {
			definition, err := lookUp(name, own)
			if err != nil {
				return err
			}
			used[name] = definition
			if err := collect(definition, own, used); err != nil {
				return err
			}
		}
		for _, p := range part {
			if err := collect(p, own, used); err != nil {
				return err
			}
		}
	}
	return nil
}

// lookUp returns a definition: a schema's own, or one that several share, for
// which no more files are read than need be.
func lookUp(name string, own map[string]any) (any, error) {
	if definition, ok := own[name]; ok {
		return definition, nil
	}
	for _, load := range common() {
		shared, err := load()
		if err != nil {
			return nil, err
		}
		if definition, ok := shared[name]; ok {
			return definition, nil
		}
	}
	return nil, fmt.Errorf("no schema defines %q", name)
}

// common loads the definitions that several formats share, file by file, the
// shortest name and most used first; nobody changes them.
var common = sync.OnceValue(func() (all []func() (map[string]any, error)) {
	names, err := fs.Glob(files, commonFiles)
	if err != nil {
		panic(err) // the pattern is a constant
	}
	slices.SortStableFunc(names, func(a, b string) int { return len(a) - len(b) })
	for _, name := range names {
		all = append(all, sync.OnceValues(func() (map[string]any, error) {
			root, err := readJSON(name)
			if err != nil {
				return nil, err
			}
			definitions, _ := root["definitions"].(map[string]any)
			return definitions, nil
		}))
	}
	return all
})

func readJSON(name string) (map[string]any, error) {
	text, err := files.ReadFile(name)
	if err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(strings.NewReader(string(text)))
	decoder.UseNumber()
	var root map[string]any
	if err := decoder.Decode(&root); err != nil {
		return nil, fmt.Errorf("schema/%s: %w", name, err)
	}
	return root, nil
}

func compileFile(name string) (*compiled, error) {
	root, err := loadFile(name)
	if err != nil {
		return nil, err
	}
	validator, err := gojsonschema.NewSchema(gojsonschema.NewRawLoader(root))
	if err != nil {
		return nil, fmt.Errorf("schema/%s: %w", name, err)
	}
	return &compiled{validator: validator, root: root}, nil
}
