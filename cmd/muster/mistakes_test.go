package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// libraryWords are of what the program is built with, and mean nothing to a player.
var libraryWords = regexp.MustCompile(`strconv|cobra|pflag|invalid (argument|syntax|value|memory)|shorthand|accepts \d|requires|\byaml: line|json: |did not find|invalid character|` +
	`\bEOF\b|no such file or directory|open [./]|is a directory|panic|goroutine|%!|<nil>|unmarshal|runtime error|if any flags`)

// Every command answers twenty kinds of mistake in a few words of its own, each with the exit code
// of a call that cannot be used, or of rules that are broken.
func TestMistakes(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	folder := t.TempDir()
	list, err := os.ReadFile(filepath.Join("..", "..", "examples", "third-company.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"list.yaml": string(list), "other.yaml": string(list), "empty.yaml": "", "broken.yaml": "muster: list/1\nunits: [",
		"binary.yaml": "\x89PNG\x00\x01", "page.pdf": "%PDF-1.4\n", "book.yaml": "muster: book/1\nsystem: gf-3\nid: b\nname: B\nunits: []\n",
		"words.yaml": "- a\n- b\n", "typo.yaml": "muster: lst/1\n", "nobook.yaml": "muster: list/1\nsystem: gf-3\nbook: zzz\nunits: []\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(folder, "lists"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Chdir(folder)
	asked := 0
	var visit func(command *cobra.Command)
	visit = func(command *cobra.Command) {
		for _, below := range command.Commands() {
			visit(below)
		}
		if !command.Runnable() || command.Name() == "site" || command.Name() == "serve" || !command.HasParent() {
			return
		}
		for what, args := range mistakes(command) {
			var out, errOut bytes.Buffer
			code := run(args, &out, &errOut)
			asked++
			call := "muster " + strings.Join(args, " ")
			answer := strings.TrimSpace(errOut.String())
			switch {
			case code == exitOK:
				continue // it was none
			case code != exitUnusable && code != exitIllegal:
				t.Errorf("%s: %s\nexit code %d", what, call, code)
			case answer == "" && out.Len() == 0, len(answer) > 700, libraryWords.MatchString(answer), !strings.Contains(answer, "muster: ") && out.Len() == 0:
				t.Errorf("%s: %s\n%s", what, call, answer)
			}
			t.Logf("%s: %s\n  %s", what, call, answer)
		}
	}
	visit(new(app).rootCommand())
	if asked < 20*30 {
		t.Errorf("only %d mistakes were made", asked)
	}
}

// mistakes returns calls of a command, each with a mistake of a kind.
func mistakes(command *cobra.Command) map[string][]string {
	call := strings.Fields(command.CommandPath())[1:]
	with := func(args ...string) []string { return slices.Concat(call, args) }
	all := map[string][]string{
		"nothing": with(), "too many words": with("list.yaml", "a", "b", "c", "d", "e", "f"), "an unknown flag": with("list.yaml", "--bogus"),
		"a flag that is near": with("list.yaml", "--jsno"), "an unknown letter": with("list.yaml", "-z"),
		"a folder": with("lists", "squad-1"), "no file": with("gone.yaml", "squad-1"), "a name that is near": with("lits.yaml", "squad-1"),
		"an empty file": with("empty.yaml", "squad-1"), "no YAML": with("broken.yaml", "squad-1"), "a picture": with("binary.yaml", "squad-1"),
		"a printed sheet": with("page.pdf", "squad-1"), "a book": with("book.yaml", "squad-1"), "no mapping": with("words.yaml", "squad-1"),
		"an unknown kind": with("typo.yaml", "squad-1"), "a book that is not there": with("nobook.yaml", "squad-1"),
		"the wrong order": with("squad-1", "list.yaml"), "an unknown id": with("list.yaml", "zzzz"), "a damaged code": with("muster1.abc", "squad-1"),
		"a path in the place of an id": with("list.yaml", "../../etc/passwd"), "an id that is no text": with("list.yaml", "-1"),
		"two forms at once": with("list.yaml", "--json", "--format", "csv"),
	}
	command.Flags().VisitAll(func(f *pflag.Flag) {
		switch f.Value.Type() {
		case "int", "uint64":
			all["no number: --"+f.Name] = with("list.yaml", "--"+f.Name, "many")
			all["a number below all: --"+f.Name] = with("list.yaml", "--"+f.Name, "-99999999999999999999")
		case "bool":
			all["no yes or no: --"+f.Name] = with("list.yaml", "--"+f.Name+"=perhaps")
		default:
			all["no value: --"+f.Name] = with("list.yaml", "--"+f.Name)
			all["an unknown value: --"+f.Name] = with("list.yaml", "--"+f.Name, "zzzz")
		}
	})
	return all
}
