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

// commonFiles hold definitions that several formats share; they are added to
// each of them, so that every schema can be handed out as one file.
func commonFiles() []string {
	names, err := fs.Glob(files, "common*.json")
	if err != nil {
		panic(err) // the pattern is a constant
	}
	return names
}

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

// loadFile reads a schema file with those definitions that it uses.
func loadFile(name string) (root map[string]any, err error) {
	if err := readJSON(name, &root); err != nil {
		return nil, err
	}
	known := map[string]any{}
	for _, shared := range append(commonFiles(), name) {
		var file struct{ Definitions map[string]any }
		if err := readJSON(shared, &file); err != nil {
			return nil, err
		}
		maps.Copy(known, file.Definitions)
	}
	delete(root, "definitions")
	used := map[string]any{}
	if err := collect(root, known, used); err != nil {
		return nil, err
	}
	root["definitions"] = used
	return root, nil
}

// collect adds those definitions to used of which a part of a schema makes use.
func collect(part any, known, used map[string]any) error {
	switch part := part.(type) {
	case []any:
		for _, p := range part {
			if err := collect(p, known, used); err != nil {
				return err
			}
		}
	case map[string]any:
		ref, _ := part["$ref"].(string)
		if name := strings.TrimPrefix(ref, "#/definitions/"); name != ref && used[name] == nil {
			definition, found := known[name]
			if !found {
				return fmt.Errorf("no schema defines %q", name)
			}
			used[name] = definition
			if err := collect(definition, known, used); err != nil {
				return err
			}
		}
		for _, p := range part {
			if err := collect(p, known, used); err != nil {
				return err
			}
		}
	}
	return nil
}

func readJSON(name string, into any) error {
	text, err := files.ReadFile(name)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("schema/%s: %w", name, err)
	}
	return nil
}
