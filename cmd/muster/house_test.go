package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
)

// The rooms of the house, from the ground up: none imports one above it. The
// first two are files alone.
var rooms = []string{"notice.go", "examples", "convert", "schema", "rules", "report", "catalog", "pricing", "builder", "share", "armyforge", "export", "input", "web", "terminal", "cmd"}

// keepers are libraries that stay in one room or folder, so that they can be
// replaced there; nothing below the terminal but the room of disks speaks to the
// operating system, and pages are functions, which compilers check, not templates.
var keepers = map[string]string{
	"gopkg.in/yaml.v3":                "schema",
	"github.com/xeipuuv/gojsonschema": "schema",
	"github.com/jung-kurt/gofpdf":     "export",
	"github.com/boombuler/barcode/qr": "export",
	"github.com/spf13/cobra":          "cmd",
	"maragu.dev/gomponents":           "export report/html web",
	"maragu.dev/gomponents/html":      "export report/html web",
	"html/template":                   "",
	"text/template":                   "",
	"os":                              "cmd terminal schema/files/disk schema/schematest",
	"os/exec":                         "cmd",
	"github.com/andybalholm/brotli":   "web",
	"syscall":                         "cmd schema/files/disk",
	"golang.org/x/sys/unix":           "schema/files/disk",
}

// eachSource calls do with every file of Go in the module that is no test, by
// its path within the module, parsed as far as the mode says.
func eachSource(t *testing.T, mode parser.Mode, do func(path, room string, file *ast.File)) {
	t.Helper()
	module := filepath.Join("..", "..")
	err := filepath.WalkDir(module, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && entry.Name() == ".ci" {
			return fs.SkipDir // programs of its own
		}
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		relative, err := filepath.Rel(module, path)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, mode)
		if err != nil {
			return err
		}
		relative = filepath.ToSlash(relative)
		room, _, _ := strings.Cut(relative, "/")
		do(relative, room, file)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestRoomsImportDownwards(t *testing.T) {
	seen := map[string]bool{}
	eachSource(t, parser.ImportsOnly, func(path, room string, file *ast.File) {
		floor := slices.Index(rooms, room)
		if floor < 0 {
			t.Errorf("%s stands in no room", path)
			return
		}
		seen[room] = true
		for _, spec := range file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			if below, ours := strings.CutPrefix(imported, "muster/"); ours {
				below, _, _ = strings.Cut(below, "/")
				if slices.Index(rooms, below) > floor {
					t.Errorf("%s imports %s, which stands above it", path, imported)
				}
			}
			if keeper, kept := keepers[imported]; kept && !slices.ContainsFunc(strings.Fields(keeper), func(at string) bool { return strings.HasPrefix(path, at+"/") }) {
				t.Errorf("%s imports %s, which is for these alone: %s", path, imported, keeper)
			}
		}
	})
	for _, room := range rooms {
		if !seen[room] {
			t.Errorf("there is no room %s", room)
		}
	}
}

// Functions are short, parameters and types called Unit few, and lines narrow.
func TestCodeIsReadAtOnce(t *testing.T) {
	const mostLines, mostLong, mostParameters, mostUnits, mostRunes, mostWide = 60, 5, 5, 4, 120, 800
	var long, units []string
	wide := 0
	eachSource(t, parser.SkipObjectResolution, func(path, _ string, file *ast.File) {
		text, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(path)))
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(text) {
			if utf8.RuneCount(bytes.TrimRight(line, "\r\n")) > mostRunes {
				wide++
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				from, to := n.Pos()-file.FileStart, n.End()-file.FileStart
				if bytes.Count(text[from:to], []byte("\n")) >= mostLines {
					long = append(long, path+": "+n.Name.Name)
				}
			case *ast.FuncType:
				if n.Params.NumFields() > mostParameters {
					at := bytes.Count(text[:n.Pos()-file.FileStart], []byte("\n"))
					t.Errorf("%s:%d: %d parameters; the most is %d", path, at+1, n.Params.NumFields(), mostParameters)
				}
			case *ast.TypeSpec:
				if n.Name.Name == "Unit" {
					units = append(units, path)
				}
			}
			return true
		})
	})
	if len(long) > mostLong {
		t.Errorf("%d functions have more than %d lines; the most is %d: %s", len(long), mostLines, mostLong, strings.Join(long, ", "))
	}
	if len(units) > mostUnits {
		t.Errorf("%d types are called Unit; the most is %d: %s", len(units), mostUnits, strings.Join(units, ", "))
	}
	if wide > mostWide {
		t.Errorf("%d lines are wider than %d characters; the most is %d", wide, mostRunes, mostWide)
	}
}

// A comment that begins with a Go name begins with the name of what it stands above.
func TestCommentsBeginWithTheirName(t *testing.T) {
	begins := regexp.MustCompile(`^(?:An? )?([A-Za-z]*[a-z][A-Z]\w*)\b`)
	eachSource(t, parser.ParseComments|parser.SkipObjectResolution, func(path, _ string, file *ast.File) {
		check := func(doc *ast.CommentGroup, names ...*ast.Ident) {
			if m := begins.FindStringSubmatch(doc.Text()); m != nil && len(names) == 1 && names[0].Name != m[1] {
				t.Errorf("%s: the comment of %s is about %s", path, names[0].Name, m[1])
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				check(n.Doc, n.Name)
			case *ast.GenDecl:
				if spec, ok := n.Specs[0].(*ast.TypeSpec); ok && len(n.Specs) == 1 {
					check(n.Doc, spec.Name)
				} else if spec, ok := n.Specs[0].(*ast.ValueSpec); ok && len(n.Specs) == 1 {
					check(n.Doc, spec.Names...)
				}
			case *ast.TypeSpec:
				check(n.Doc, n.Name)
			case *ast.Field:
				check(n.Doc, n.Names...)
			}
			return true
		})
	})
}

// sayCommands are what may name a command below the command line: sheets tell
// their reader how the code on them is read, a form of output what else gives the
// same, a site's first page what works without scripts, and verbs what the help
// of their commands says.
var sayCommands = []string{"builder/verbs.go", "export/chat.go", "export/html.go", "export/json.go", "export/markdown.go", "export/qr.go", "export/text.go", "web/site.go"}

func TestCommandsAndFlagsAreNamedOnlyOnTheCommandLine(t *testing.T) {
	var words []string
	flags := regexp.MustCompile(`--[a-z-]+`)
	var gather func(c *cobra.Command)
	gather = func(c *cobra.Command) {
		for _, child := range c.Commands() {
			words = append(words, child.CommandPath())
			gather(child)
		}
		words = append(words, flags.FindAllString(c.LocalFlags().FlagUsages(), -1)...)
	}
	gather((&app{}).rootCommand())
	named := regexp.MustCompile(`(^|\W)(` + strings.Join(words, "|") + `)\b`)
	for _, text := range []string{"see `muster books x`", "--sums is not for it"} {
		if !named.MatchString(text) {
			t.Fatalf("%q is not found among %q", text, words)
		}
	}
	eachSource(t, 0, func(path, room string, file *ast.File) {
		if room == "cmd" || room == "terminal" || slices.Contains(sayCommands, path) {
			return
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if text, ok := n.(*ast.BasicLit); ok && text.Kind == token.STRING && named.MatchString(text.Value) {
				t.Errorf("%s says %s, which only a reader of the command line knows", path, text.Value)
			}
			return true
		})
	})
}

// What ships with muster stands in the program once.
func TestEmbeddedFilesStandOnce(t *testing.T) {
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, pattern := range []string{"catalog/data/*/*.yaml", "rules/data/*.yaml", "rules/data/known/*.yaml", "schema/*.json"} {
		names, err := filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(pattern)))
		if err != nil || len(names) == 0 {
			t.Fatalf("there are no files %s: %v", pattern, err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if n := bytes.Count(program, text); n != 1 {
				t.Errorf("%s stands in the program %d times", name, n)
			}
		}
	}
}

// A known fault makes the checks of a change fail, whatever else is said; a
// database that cannot be reached is told apart from it.
func TestKnownFaultsMakeTheRunRed(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("there is no bash")
	}
	for name, c := range map[string]struct {
		says  string
		ends  int
		wants int
	}{
		"no fault":              {"No vulnerabilities found.", 0, 0},
		"a fault":               {"Vulnerability #1: GO-2026-1\n    Found in: DB https://vuln.go.dev", 3, 1},
		"no database":           {"govulncheck: fetching vulnerabilities: Get \"https://vuln.go.dev/index/modules.json.gz\": no such host", 1, 2},
		"something else failed": {"govulncheck: loading packages: no such file", 1, 1},
		"no such program":       {"", 127, 1},
	} {
		look := exec.Command(filepath.Join("..", "..", ".ci", "faults"), "bash", "-c", `printf '%s\n' "$1"; exit "$2"`, "-", c.says, strconv.Itoa(c.ends))
		out, _ := look.CombinedOutput() // how it ended is looked at below
		if got := look.ProcessState.ExitCode(); got != c.wants {
			t.Errorf("%s: it ends with %d, want %d\n%s", name, got, c.wants, out)
		}
	}
	run, err := os.ReadFile(filepath.Join("..", "..", ".ci", "run"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(run)), "\n")
	if last := lines[len(lines)-2:]; !strings.Contains(last[0], "not checked: $what") || last[1] != `say "$all"` {
		t.Errorf("the last lines do not say what was not checked: %q", last)
	}
}
