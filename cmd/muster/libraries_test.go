package main

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// libraries are the modules that the program is made of, and a site's program too
// where site is true, by their work. The first four are the house's own choice: a
// number that somebody asks for is worth none of them.
var libraries = []struct {
	path, work string
	site       bool
}{
	{"github.com/spf13/cobra", "commands", false},
	{"gopkg.in/yaml.v3", "YAML", true},
	{"github.com/xeipuuv/gojsonschema", "JSON Schema", true},
	{"github.com/jung-kurt/gofpdf", "PDF", true},

	{"github.com/spf13/pflag", "flags of cobra", false},
	{"github.com/xeipuuv/gojsonpointer", "of gojsonschema", true},
	{"github.com/xeipuuv/gojsonreference", "of gojsonschema", true},
	{"github.com/andybalholm/brotli", "packed programs and codes", true},
	{"github.com/bluekeyes/go-gitdiff", "the patch of gojsonschema for a site", false},
	{"github.com/boombuler/barcode", "QR codes", true},
	{"github.com/charmbracelet/x/ansi", "widths of characters", false},
	{"github.com/clipperhouse/displaywidth", "of ansi", false},
	{"github.com/clipperhouse/uax29/v2", "of ansi", false},
	{"github.com/inconshreveable/mousetrap", "a double click", false},
	{"github.com/lucasb-eyer/go-colorful", "of ansi", false},
	{"github.com/mattn/go-runewidth", "of ansi", false},
	{"github.com/shopspring/decimal", "money", true},
	{"golang.org/x/image", "fonts", true},
	{"golang.org/x/sync", "work on several cores", true},
	{"golang.org/x/sys", "files on disk", false},
	{"golang.org/x/term", "the terminal", false},
	{"golang.org/x/text", "accents", false},
	{"maragu.dev/gomponents", "pages", true},
}

// golist returns what `go list` prints for the module, a word a line, each once.
func golist(t *testing.T, environment []string, arguments ...string) []string {
	t.Helper()
	list := exec.Command("go", append([]string{"list"}, arguments...)...)
	list.Dir, list.Env = "../..", append(os.Environ(), environment...)
	out, err := list.Output()
	if err != nil {
		t.Fatalf("go list %v: %v", arguments, err)
	}
	words := strings.Fields(string(out))
	slices.Sort(words)
	return slices.Compact(words)
}

// The four libraries are direct requirements whose packages ours import, in the
// program and in a site's; nothing that is not listed here does any work, so that
// no fifth comes to share theirs.
func TestFourLibrariesDoTheirWork(t *testing.T) {
	direct := golist(t, nil, "-m", "-f", "{{if not .Indirect}}{{.Path}}{{end}}", "all")
	for _, l := range libraries[:4] {
		if !slices.Contains(direct, l.path) {
			t.Errorf("%s is no direct requirement, and should do all %s", l.path, l.work)
		}
	}
	for name, program := range map[string]struct{ environment, arguments []string }{
		"the program": {[]string{"GOOS=linux", "GOARCH=amd64"}, []string{"-deps", "./cmd/muster"}},
		"a site":      {[]string{"GOOS=js", "GOARCH=wasm"}, []string{"-deps", "-tags=nethttpomithttp2", "./web/worker"}},
	} {
		modules := golist(t, program.environment, append([]string{"-f", "{{with .Module}}{{if not .Main}}{{.Path}}{{end}}{{end}}"}, program.arguments...)...)
		imports := golist(t, program.environment, append([]string{"-f", `{{with .Module}}{{if .Main}}{{join $.Imports "\n"}}{{end}}{{end}}`}, program.arguments...)...)
		for i, l := range libraries {
			if (l.site || name == "the program") != slices.Contains(modules, l.path) {
				t.Errorf("%s: whether %s (%s) is in it is not as listed", name, l.path, l.work)
			}
			if i < 4 && (l.site || name == "the program") && !slices.Contains(imports, l.path) {
				t.Errorf("%s: no package of ours imports %s, which should do all %s", name, l.path, l.work)
			}
			modules = slices.DeleteFunc(modules, func(path string) bool { return path == l.path })
		}
		for _, path := range modules {
			t.Errorf("%s: %s does work that is not listed; commands, YAML, JSON Schema and PDF are that of four libraries alone", name, path)
		}
	}
}
