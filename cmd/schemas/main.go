// Command schemas writes the JSON Schemas of the file formats, schema/*.json,
// from the Go types that the files are read into. It reads the source of the
// module, so that a field's comment is its description for editors as well:
//
//	go generate ./schema
//
// A type that is a format says so in a line above it,
//
//	//schema:file list/1.fad (Fast and Dirty)
//
// where .fad is the family of games whose files it is for; without one it is for
// all that no other format of the kind is for. Fields have the keys of their
// `yaml:"…"` tags. The first sentence of a field's comment says what it means, in
// files as in Go; the values of a type of words are its constants. What else a
// file may say stands in tags `schema:"…"`, in words parted by commas:
//
//	required         the key must be there
//	1..60, ..60      bounds of a number, of a text's length, of a list's
//	unique           the entries of a list differ
//	true             a switch that is on or left out
//	only a b         a text that is one of these words
//	like a           an example
//	of qualities     a text that is an id of that table of the armoury
//	id               a definition of common.json, by its name
//	each id          the same of every entry of a list
//	key units        the key of a field that yaml does not read by itself
//	without a b      of a struct that is inline: keys of it that are not here
//	optional a b     … and keys of it that may be missing here
//	require a b      … and keys of it that must be here
//
// A type that reads itself in another form than Go's has it in a line of JSON,
// which is laid over what the type comes to, or stands for it if it has a $ref:
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

// An object is a JSON object.
type object = map[string]any

// Generate makes the schema of every type in a module that is a format, by the
// name of its file. The error names the type and the field that cannot be put in
// a schema.
func Generate(root string) (map[string][]byte, error) {
	module, err := readModule(root)
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	for _, t := range module.formats {
		m := &maker{module: module, definitions: object{}}
		name, schema, err := m.format(t)
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

// A maker makes one schema.
type maker struct {
	*module
	definitions object // of what the schema makes use of
}

// format makes the schema of a type that is a format, and the name of its file.
func (m *maker) format(t *goType) (name string, schema object, err error) {
	name, game, _ := strings.Cut(t.directives["file"][0], " ")
	kind, _, _ := strings.Cut(name, ".")
	if schema, err = m.body(t); err != nil {
		return "", nil, err
	}
	schema["properties"].(object)["muster"] = object{"const": kind}
	schema["required"] = append([]string{"muster"}, schema["required"].([]string)...)
	schema["$schema"] = "http://json-schema.org/draft-07/schema#"
	schema["$comment"] = "generated from muster's Go types by go generate ./schema"
	schema["title"] = strings.TrimSpace("muster " + kind + " " + game)
	schema["description"] = means(t.name, t.doc)
	schema["definitions"] = m.definitions
	if err := m.include(schema); err != nil {
		return "", nil, err
	}
	maps.DeleteFunc(m.definitions, func(name string, _ any) bool { return m.effects[name] != nil })
	return strings.ReplaceAll(name, "/", "-") + ".json", schema, nil
}

// include adds what a part of a schema refers to and no Go type has added.
func (m *maker) include(part any) error {
	var parts []any
	switch part := part.(type) {
	case []any:
		parts = part
	case object:
		parts = slices.Collect(maps.Values(part))
		ref, _ := part["$ref"].(string)
		if name := strings.TrimPrefix(ref, "#/definitions/"); name != ref && m.definitions[name] == nil {
			shared := cmp.Or(m.common[name], m.effects[name])
			if shared == nil {
				return fmt.Errorf("nothing defines %q", name)
			}
			m.definitions[name] = shared
			parts = append(parts, *shared)
		}
	}
	for _, p := range parts {
		if err := m.include(p); err != nil {
			return err
		}
	}
	return nil
}
