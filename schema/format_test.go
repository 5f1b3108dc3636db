package schema

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"
)

// The schema files use no keyword that is not looked at, and their references
// and patterns are of use.
func TestKeywordsOfSchemasAreKnown(t *testing.T) {
	known := map[string]bool{"$schema": true, "title": true}
	for field := range reflect.TypeFor[part]().Fields() {
		known[field.Tag.Get("json")] = true
	}
	var look func(file string, schema any)
	look = func(file string, schema any) {
		object, _ := schema.(map[string]any)
		for keyword, value := range object {
			if !known[keyword] {
				t.Errorf("%s: the keyword %s is not looked at", file, keyword)
			}
			switch value := value.(type) {
			case string:
				if _, err := regexp.Compile(value); keyword == "pattern" && err != nil {
					t.Errorf("%s: %v", file, err)
				}
			case map[string]any:
				if keyword != "properties" && keyword != "definitions" {
					look(file, value)
					continue
				}
				for _, property := range value {
					look(file, property)
				}
			}
		}
	}
	names, err := fs.Glob(files, "*.json")
	if err != nil || len(names) == 0 {
		t.Fatal(err)
	}
	for _, name := range names {
		var schema any
		if err := readJSON(name, &schema); err != nil {
			t.Fatal(err)
		}
		look(name, schema)
	}
}

// A file fits its format exactly if a whole JSON Schema library says so of the
// schema that is handed out, whatever is changed in files that do.
func TestFormatsAgreeWithALibrary(t *testing.T) {
	var seeds, words []string
	for _, folder := range []string{"../examples", "../catalog/data", "../rules/data"} {
		err := fs.WalkDir(os.DirFS(folder), ".", func(path string, _ fs.DirEntry, err error) error {
			text, _ := os.ReadFile(folder + "/" + path)
			if strings.HasSuffix(path, ".yaml") && len(text) < 30_000 {
				seeds = append(seeds, string(text))
				words = append(words, word.FindAllString(string(text), -1)...)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	words = append(words, "0", "-1", "1.5", "1e9", "99999999999999999999", "true", "~", "[]", "{}", "{a: 1}", "[1, 2]", `""`, `"4"`, strings.Repeat("long", 70))
	schemas := map[string]*jsonschema.Schema{}
	fit, rounds := 0, 1500
	for i := range rounds {
		text := seeds[i%len(seeds)]
		if i >= len(seeds) {
			text = changed(text, words)
		}
		d, err := Read("file.yaml", []byte(text))
		if err == nil {
			fit++
		}
		var broken *Error
		if errors.As(err, &broken) && !formatted(broken) {
			continue // it is no YAML, or for no game
		}
		var root map[string]any
		if yaml.Unmarshal([]byte(text), &root) != nil {
			continue
		}
		kind := fmt.Sprint(root["muster"])
		if schemas[kind] == nil {
			schemas[kind] = librarySchema(t, kind)
		}
		if whole := schemas[kind].Validate(plainJSON(root)); (whole == nil) != (err == nil) {
			t.Fatalf("%s\n%v: the library says %v, we say %v", text, d, whole, err)
		}
	}
	if fit < rounds/20 || fit > rounds*19/20 {
		t.Errorf("%d of %d texts fit, which tries one side only", fit, rounds)
	}
}

var word = regexp.MustCompile(`[^ \n{},\[\]:]+`)

// changed removes or doubles a line, or puts another word into it.
func changed(text string, words []string) string {
	lines := strings.Split(text, "\n")
	i := rand.Intn(len(lines))
	switch rand.Intn(4) {
	case 0:
		lines[i] = ""
	case 1:
		lines[i] += "\n" + lines[i]
	default:
		if found := word.FindAllStringIndex(lines[i], -1); found != nil && !strings.HasPrefix(lines[i], "muster:") && !strings.HasPrefix(lines[i], "system:") {
			at := found[rand.Intn(len(found))]
			lines[i] = lines[i][:at[0]] + words[rand.Intn(len(words))] + lines[i][at[1]:]
		}
	}
	return strings.Join(lines, "\n")
}

// formatted reports whether an error is about what a format says, and not about
// the text as such or the game that it is for.
func formatted(err *Error) bool {
	for _, p := range err.Problems {
		for _, other := range []string{"is not YAML", "given twice", "game", "nothing", "what is wanted here", "does not say what it is", "document", "single word", "should name a mapping"} {
			if strings.Contains(p.Message, other) {
				return false
			}
		}
	}
	return true
}

func librarySchema(t *testing.T, kind string) *jsonschema.Schema {
	source, err := Source(kind)
	if err != nil {
		t.Fatal(err)
	}
	root, err := jsonschema.UnmarshalJSON(strings.NewReader(string(source)))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("memory:///schema.json", root); err != nil {
		t.Fatal(err)
	}
	compiled, err := compiler.Compile("memory:///schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return compiled
}

// plainJSON turns what YAML holds and JSON does not, keys that are no texts and
// dates, into texts.
func plainJSON(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key := range v {
			v[key] = plainJSON(v[key])
		}
		return v
	case map[any]any:
		texts := map[string]any{}
		for key := range v {
			texts[fmt.Sprint(key)] = plainJSON(v[key])
		}
		return texts
	case []any:
		for i := range v {
			v[i] = plainJSON(v[i])
		}
		return v
	case nil, string, bool, int, int64, uint64, float64:
		return v
	}
	return fmt.Sprint(v)
}
