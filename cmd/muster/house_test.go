package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The rooms of the house, from the ground up: none imports one above it. The
// examples are files alone.
var rooms = []string{"examples", "schema", "rules", "catalog", "pricing", "builder", "armyforge", "export", "web", "terminal", "cmd"}

// keepers are libraries that stay in one room, so that they can be replaced
// there; nothing below the terminal speaks to the operating system.
var keepers = map[string]string{
	"gopkg.in/yaml.v3":                "schema",
	"github.com/xeipuuv/gojsonschema": "schema",
	"github.com/jung-kurt/gofpdf":     "export",
	"github.com/boombuler/barcode/qr": "export",
	"github.com/spf13/cobra":          "cmd",
	"os":                              "cmd terminal",
	"os/exec":                         "cmd",
	"github.com/andybalholm/brotli":   "web",
	"syscall":                         "cmd",
	"golang.org/x/sys/unix":           "cmd",
}

func TestRoomsImportDownwards(t *testing.T) {
	module := filepath.Join("..", "..")
	seen := map[string]bool{}
	err := filepath.WalkDir(module, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		relative, err := filepath.Rel(module, path)
		if err != nil {
			return err
		}
		relative = filepath.ToSlash(relative)
		room, _, _ := strings.Cut(relative, "/")
		floor := slices.Index(rooms, room)
		if floor < 0 {
			t.Errorf("%s stands in no room", relative)
			return nil
		}
		seen[room] = true
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			if below, ours := strings.CutPrefix(imported, "muster/"); ours {
				below, _, _ = strings.Cut(below, "/")
				if slices.Index(rooms, below) > floor {
					t.Errorf("%s imports %s, which stands above it", relative, imported)
				}
			}
			if keeper, kept := keepers[imported]; kept && !strings.Contains(keeper, room) {
				t.Errorf("%s imports %s, which is for these alone: %s", relative, imported, keeper)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, room := range rooms {
		if !seen[room] {
			t.Errorf("there is no room %s", room)
		}
	}
}
