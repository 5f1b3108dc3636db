package web

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The pages' script is modules of at most 150 lines. Each import names one of them, none
// imports itself through others, and app.js reaches all.
func TestModules(t *testing.T) {
	imported := regexp.MustCompile(`(?m)^import \{[^}]*\} from '\./([\w.]+)';$`)
	imports := map[string][]string{}
	for _, name := range append(scriptModules(), "app.js", keysScript) {
		text, err := fs.ReadFile(staticFiles, "static/"+name)
		if err != nil {
			t.Fatal(err)
		}
		if lines := strings.Count(string(text), "\n"); lines > 150 {
			t.Errorf("%s has %d lines", name, lines)
		}
		imports[name] = []string{}
		for _, found := range imported.FindAllStringSubmatch(string(text), -1) {
			imports[name] = append(imports[name], found[1])
		}
		if strings.Count(string(text), "\nimport ") != len(imports[name]) {
			t.Errorf("%s imports %q, and more that is not read here", name, imports[name])
		}
	}
	reached := map[string]bool{}
	var visit func(name string, above []string)
	visit = func(name string, above []string) {
		if slices.Contains(above, name) {
			t.Fatalf("%s imports itself: %q", name, above)
		}
		below, ok := imports[name]
		if !ok {
			t.Fatalf("%s imports %s, which is no module", path.Join(above...), name)
		}
		reached[name] = true
		for _, next := range below {
			visit(next, append(slices.Clone(above), name))
		}
	}
	visit("app.js", nil)
	visit(keysScript, nil)
	if len(reached) != len(imports) {
		t.Errorf("app.js reaches %d of %d modules", len(reached), len(imports))
	}
}
