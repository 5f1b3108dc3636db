// Command schemas writes the JSON Schemas of the file formats, schema/*.json,
// from the Go types that the files are read into. It reads the source of the
// module, so that a field's comment is its description for editors as well:
//
//	go generate ./schema
//
// A directive above a type marks it as a format:
//
//	//schema:file list/1.fad (Fast and Dirty)
//
// The suffix .fad is the family of games; a format without one is for all other games of
// the kind. Fields have the keys of their `yaml:"…"` tags. The first sentence of a field's
// comment is its description; the values of a string type are its constants. Further
// rules stand in tags `schema:"…"`, separated by commas:
//
//	required         the key must be present
//	1..60, ..60      bounds of a number, or of the length of a text or a list
//	unique           the entries of a list differ
//	true             a boolean that is true or left out
//	only a b         one of these words
//	like a           an example
//	of qualities     an id of that table of the armoury
//	id               the definition with that name in common.json
//	each id          the same for every entry of a list
//	key units        the key of a field without a yaml key
//	without a b      for an inline struct: leave out these keys
//	optional a b     … make these keys optional
//	require a b      … make these keys required
//
// A type with its own way of decoding states its form as JSON, merged into the generated
// schema; a $ref replaces it:
//
//	//schema:form {"type": ["string", "object"], "minLength": 1}
//
// The definitions of schema/effects.json come from the tables of words; see
// muster/rules.
package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"log"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	files, err := Generate("..")
	if err != nil {
		log.Fatal(err)
	}
	old, _ := filepath.Glob("*-*.json")
	for _, name := range old {
		if err := os.Remove(name); err != nil {
			log.Fatal(err)
		}
	}
	for name, text := range files {
		if err := os.WriteFile(name, text, 0o644); err != nil {
			log.Fatal(err)
		}
	}
}

type object = map[string]any

// Generate returns the schemas of all types in a module that are file formats, by file name. The
// error names a type and field without a possible schema.
func Generate(root string) (map[string][]byte, error) {
	module, err := readModule(root)
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	for _, t := range module.formats {
		m := &schemaMaker{module: module, definitions: object{}}
		name, schema, err := m.formatSchema(t)
		if err != nil {
			return nil, fmt.Errorf("%s.%s: %w", t.pkg, t.name, err)
		}
		if files[name] != nil {
			return nil, fmt.Errorf("%s.%s: another type is %s", t.pkg, t.name, name)
		}
		var text bytes.Buffer
		encoder := json.NewEncoder(&text)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", " ")
		if err := encoder.Encode(schema); err != nil {
			return nil, err
		}
		files[name] = text.Bytes()
	}
	return files, nil
}

type schemaMaker struct {
	*module
	definitions object // definitions that the schema uses, by name
}

// formatSchema returns the schema of a file format, and the name of the schema's file.
func (m *schemaMaker) formatSchema(t *goType) (name string, schema object, err error) {
	name, game, _ := strings.Cut(t.directives["file"][0], " ")
	kind, _, _ := strings.Cut(name, ".")
	if schema, err = m.schemaOf(t); err != nil {
		return "", nil, err
	}
	schema["properties"].(object)["muster"] = object{"const": kind}
	schema["required"] = append([]string{"muster"}, schema["required"].([]string)...)
	schema["$schema"] = "http://json-schema.org/draft-07/schema#"
	schema["$comment"] = "generated from muster's Go types by go generate ./schema"
	schema["title"] = strings.TrimSpace("muster " + kind + " " + game)
	schema["description"] = firstSentence(t.name, t.doc)
	schema["definitions"] = m.definitions
	if err := m.addDefinitions(schema); err != nil {
		return "", nil, err
	}
	maps.DeleteFunc(m.definitions, func(name string, _ any) bool { return m.effectDefinitions[name] != nil })
	return strings.ReplaceAll(name, "/", "-") + ".json", schema, nil
}

// addDefinitions adds the definitions that a part of a schema refers to.
func (m *schemaMaker) addDefinitions(part any) error {
	var parts []any
	switch part := part.(type) {
	case []any:
		parts = part
	case object:
		parts = slices.Collect(maps.Values(part))
		ref, _ := part["$ref"].(string)
		if name := strings.TrimPrefix(ref, "#/definitions/"); name != ref && m.definitions[name] == nil {
			shared := cmp.Or(m.commonDefinitions[name], m.effectDefinitions[name])
			if shared == nil {
				return fmt.Errorf("nothing defines %q", name)
			}
			m.definitions[name] = shared
			parts = append(parts, *shared)
		}
	}
	for _, p := range parts {
		if err := m.addDefinitions(p); err != nil {
			return err
		}
	}
	return nil
}
