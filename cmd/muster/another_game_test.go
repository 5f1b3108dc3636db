package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// An edition of one's own shows nowhere the name of the game that it is like.
func TestAnotherGameNamesNoOther(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts the program for every command")
	}
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS(filepath.Join("..", "..", "examples", "another-game"))); err != nil {
		t.Fatal(err)
	}
	run := func(args ...string) string {
		t.Helper()
		cmd := muster(args...)
		cmd.Dir = folder
		said, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("%v: %v\n%s", args, err, said)
		}
		return string(said)
	}
	said := map[string]string{"new": run("new", "second.yaml", "--system", "blue-moon", "--book", "./tide-folk.yaml")}
	const list = "first-night.yaml"
	for _, args := range [][]string{
		{"show", list},
		{"show", list, "netters"},
		{"check", list},
		{"check", list, "--json"},
		{"brief", list},
		{"preview", list},
		{"preview", list, "--unit", "netters"},
		{"fill", list},
		{"gain", list},
		{"books", "./tide-folk.yaml"},
		{"share", list},
		{"add", list, "slingers"},
	} {
		said[strings.Join(args, " ")] = run(args...)
	}
	for _, form := range []string{"pdf", "cards", "html", "text", "markdown", "csv", "json", "tts"} {
		name := "out." + form
		run("export", list, "--format", form, "-o", name)
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		said["export "+form] = string(text)
	}
	for what, text := range said {
		if strings.Contains(strings.ToLower(text), "grimdark") {
			t.Errorf("%s speaks of another game:\n%s", what, text)
		}
	}
	if !strings.Contains(said["show "+list], "Blue Moon 1") {
		t.Errorf("the game is not named:\n%s", said["show "+list])
	}
}
