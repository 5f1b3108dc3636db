//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"muster/builder"
)

// A full disk behind the output is an error in every command that there is: in
// the last of each line.
func TestOutputThatCannotBeWritten(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("there is no full device here:", err)
	}
	defer full.Close()
	examples, err := filepath.Abs(filepath.Join("..", "..", "examples"))
	if err != nil {
		t.Fatal(err)
	}
	names := strings.NewReplacer("{list}", filepath.Join(examples, "third-company.yaml"), "{force}", filepath.Join(examples, "fad-outpost.yaml"),
		"{duels}", filepath.Join(examples, "duels"))
	tried := map[string]bool{"serve": true, "site": true} // one goes on, the other compiles the program
	for _, verb := range builder.Verbs() {
		tried[verb.Name] = true // one function prints what they did, which some of them are tried for
	}
	for line := range strings.SplitSeq(`
--help
books
books steel-wardens
books steel-wardens captain
show {list}
show {force}
check {list}
check --json {list}
verify 7QKX-M2PA-3TZ5-QWLC {list}
price {force}
design sniper --points 40 --against line
price --json {list}
brief {list}
share {list}
update {list}
update {list} --json
diff {list} {list}
diff steel-wardens brine-choir
preview {list} --against benchmark
fill {list}
gain {list}
games
schema
schema list/1
duel {duels}/charge.yaml
duel {duels}/fad-volley.yaml
export {list} -o -
export {list} -o mine.pdf
completion bash
rule Tough
library
library show captain
library save {force} rifles
import book.json -o .
new fresh.yaml --system fad
add mine.yaml line-squad
remove mine.yaml b
copy mine.yaml a
move mine.yaml b --before a
note mine.yaml a Brave
rename mine.yaml a Guard
upgrade mine.yaml a heavy-rifle
upgrade mine.yaml a heavy-rifle; downgrade mine.yaml a heavy-rifle
upgrade mine.yaml a heavy-rifle; swap mine.yaml a heavy-rifle=arc-rifle
combine mine.yaml a b
join mine.yaml c a
embark mine.yaml c d
join mine.yaml c a; detach mine.yaml c
set mine.yaml points=1500
rename mine.yaml a Guard; undo mine.yaml
rename mine.yaml a Guard; undo mine.yaml; redo mine.yaml`, "\n") {
		commands := strings.Split(line, "; ")
		args := strings.Fields(names.Replace(commands[len(commands)-1]))
		tried[strings.Join(args[:min(1, len(args))], "")] = true
		t.Run(line, func(t *testing.T) {
			t.Chdir(t.TempDir())
			t.Setenv("XDG_DATA_HOME", t.TempDir())
			write(t, "mine.yaml", "muster: list/1\nsystem: gf-3\nbook: steel-wardens\npoints: 2000\nunits:\n  - {id: a, unit: line-squad}\n  - {id: b, unit: line-squad}\n  - {id: c, unit: captain}\n  - {id: d, unit: apc}\n")
			write(t, "book.json", `{"uid": "b", "name": "B", "versionString": "3.5.0", "upgradePackages": [], "units": [{"id": "u", "name": "U", "size": 1, "quality": 4, "defense": 4, "cost": 5}]}`)
			for _, before := range commands[:len(commands)-1] {
				var out, errOut strings.Builder
				if code := run(strings.Fields(before), &out, &errOut); code != exitOK {
					t.Fatalf("%s: exit code %d, %s", before, code, errOut.String())
				}
			}
			var errOut strings.Builder
			if code := run(args, full, &errOut); code != exitUnusable || !strings.Contains(errOut.String(), "could not be written: no space left") {
				t.Errorf("exit code %d, %s", code, errOut.String())
			}
		})
	}
	for _, command := range new(app).rootCommand().Commands() {
		if !tried[command.Name()] {
			t.Errorf("%s is not tried", command.Name())
		}
	}
}
