package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"muster/schema"
)

var link = regexp.MustCompile(`\]\(([^)#]+)(?:#[^)]*)?\)`)

// What the project's documents point at is there.
func TestLinksOfDocuments(t *testing.T) {
	root := filepath.Join("..", "..")
	documents, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil || len(documents) == 0 {
		t.Fatalf("no documents: %v", err)
	}
	for _, document := range append(documents, filepath.Join(root, "README.md"), filepath.Join(root, "CHANGELOG.md")) {
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

var yamlBlock = regexp.MustCompile("(?s)```yaml\n(muster: [a-z]+/1\n.*?)```")

// The example files of the description of formats can be used as they are.
func TestExamplesOfFormats(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "file-formats.md"))
	if err != nil {
		t.Fatal(err)
	}
	blocks := yamlBlock.FindAllSubmatch(text, -1)
	if len(blocks) != 5 {
		t.Fatalf("there are %d examples, and not a list, a book, a duel, an event and a game", len(blocks))
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
		if bytes.HasPrefix(block[1], []byte("muster: event/1")) || bytes.HasPrefix(block[1], []byte("muster: play/1")) {
			continue // which stand beside lists
		}
		var out, errOut bytes.Buffer
		if code := run([]string{command, file}, &out, &errOut); code != exitDone {
			t.Errorf("%s\nmuster %s: exit code %d\n%s%s", block[1], command, code, &out, &errOut)
		}
	}
}
