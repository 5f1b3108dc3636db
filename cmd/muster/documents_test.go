package main

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"muster/schema"
)

var link = regexp.MustCompile(`\]\(([^)#]+)(?:#[^)]*)?\)`)

// What the project's documents point at is there.
func TestLinksOfDocuments(t *testing.T) {
	root := filepath.Join("..", "..")
	documents, err := filepath.Glob(filepath.Join(root, "*.md"))
	err = errors.Join(err, filepath.WalkDir(filepath.Join(root, "docs"), func(path string, _ fs.DirEntry, err error) error {
		if filepath.Ext(path) == ".md" {
			documents = append(documents, path)
		}
		return err
	}))
	if err != nil || len(documents) < 20 {
		t.Fatalf("documents are %q, %v", documents, err)
	}
	for _, document := range documents {
		text, err := os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(document), filepath.FromSlash(m[1]))); err != nil {
				t.Errorf("%s points at %s, which is not there", document, m[1])
			}
		}
	}
}

var codeWord = regexp.MustCompile("`([a-z]+)`")

// The README names the commands that print JSON, all of them, and those that
// take a code in the place of a list.
func TestReadmeNamesCommandsForScripts(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	before := func(end string) []string { // the commands of the sentence, up to its end
		head, _, found := strings.Cut(string(readme), end)
		if !found {
			t.Fatalf("the README does not say %q", end)
		}
		var names []string
		for _, m := range codeWord.FindAllStringSubmatch(head[strings.LastIndex(head, "\n\n")+1:], -1) {
			names = append(names, m[1])
		}
		slices.Sort(names)
		return names
	}
	var printJSON []string
	for _, command := range new(app).rootCommand().Commands() {
		if command.Flags().Lookup("json") != nil && !command.Hidden {
			printJSON = append(printJSON, command.Name())
		}
	}
	slices.Sort(printJSON)
	if got := before("print JSON with `--json`"); !slices.Equal(got, printJSON) {
		t.Errorf("with --json the README names %q, the program has it for %q", got, printJSON)
	}
	list := filepath.Join("..", "..", "examples", "third-company.yaml")
	var code, errOut strings.Builder
	if run([]string{"share", list}, &code, &errOut) != exitOK {
		t.Fatal(errOut.String())
	}
	shared := strings.Fields(code.String())[0]
	arguments := map[string][]string{"diff": {shared, list}, "export": {shared, "-o", "-"}, "import": {shared, "-o", t.TempDir()}, "verify": {"7QKX-M2PA-3TZ5-QWLC", shared}}
	named := before(". Give them `-` to read piped text")
	if len(named) < 10 {
		t.Errorf("only %q are named", named)
	}
	for _, name := range named {
		given := arguments[name]
		if given == nil {
			given = []string{shared}
		}
		if got := run(append([]string{name}, given...), io.Discard, &errOut); got == exitUnusable {
			t.Errorf("%s takes no code: %s", name, errOut.String())
		}
	}
}

var yamlBlock = regexp.MustCompile("(?s)```yaml\n(muster: [a-z]+/1\n.*?)```")

// The example files of the description of formats can be used as they are.
func TestExamplesOfFormats(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "file-formats.md"))
	if err != nil {
		t.Fatal(err)
	}
	blocks := yamlBlock.FindAllSubmatch(text, -1)
	if len(blocks) != 6 {
		t.Fatalf("there are %d examples, and not a list, a book, a duel, an event, a shelf and a game", len(blocks))
	}
	for _, block := range blocks {
		file := filepath.Join(t.TempDir(), "example.yaml")
		if err := os.WriteFile(file, block[1], 0o600); err != nil {
			t.Fatal(err)
		}
		command := "check"
		switch {
		case bytes.HasPrefix(block[1], []byte("muster: book/1")):
			command = "books"
		case bytes.HasPrefix(block[1], []byte("muster: duel/1")):
			command = "duel"
		}
		if _, err := schema.Read(file, block[1]); err != nil {
			t.Errorf("%s\n%v", block[1], err)
		}
		if bytes.HasPrefix(block[1], []byte("muster: event/1")) || bytes.HasPrefix(block[1], []byte("muster: shelf/1")) || bytes.HasPrefix(block[1], []byte("muster: play/1")) {
			continue // which stand beside lists
		}
		var out, errOut bytes.Buffer
		if code := run([]string{command, file}, &out, &errOut); code != exitOK {
			t.Errorf("%s\nmuster %s: exit code %d\n%s%s", block[1], command, code, &out, &errOut)
		}
	}
}
