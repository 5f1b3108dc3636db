package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

var bounds = flag.Bool("bounds", false, "ask TestBounds for what refusals cost, too: 100 ms of processor and 100 MB each")

// TestBounds goes one over every bound of docs/dev/reliability.md, each in a process
// of its own, and reads the sentence that refuses it.
func TestBounds(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads the largest files that may be")
	}
	const (
		gfHead  = "muster: list/1\nsystem: gf-3\nbook: steel-wardens\n"
		fadHead = "muster: list/1\nsystem: fad\nunits:\n"
		squad   = "{id: a, kind: infantry, quality: regular, resolve: steady, figures: [%s]}"
		duel    = "muster: duel/1\nsystem: gf-3\nscenario: {mode: melee}\nattacker: {models: %s, quality: 4, defense: 4, rules: [%s], weapons: [{name: W, count: %s, attacks: %s}]}\n" +
			"target: {models: 5, quality: 4, defense: 4, weapons: []}\n"
		fadDuel = "muster: duel/1\nsystem: fad\nscenario: {mode: shooting, range: close}\nattacker: {kind: infantry, quality: regular, resolve: steady, figures: [{count: %d, weapon: assault-rifle}, {count: %d, weapon: saw}]}\n" +
			"target: {kind: infantry, quality: regular, resolve: steady, figures: [{count: 5, weapon: assault-rifle}]}\n"
		book = "muster: book/1\nid: b\nname: B\nsystem: gf-3\nrules: %s\nunits:\n  - {id: a, name: %s, cost: %d, quality: 4, defense: 4, size: %d, rules: [%s], weapons: [{name: W, range: %d, attacks: %d}]}\n"
	)
	many := func(n int, text string) string {
		var all strings.Builder
		for i := range n {
			all.WriteString(strings.ReplaceAll(text, "#", fmt.Sprint(i)))
		}
		return all.String()
	}
	long := func(n int) string { return strings.Repeat("x", n) }
	listOf := func(text string) string { return gfHead + "units:\n  - " + text + "\n" }
	bookOf := func(name string, cost, size int, rule string, reach, attacks int) string {
		return fmt.Sprintf(book, "[]", name, cost, size, rule, reach, attacks)
	}
	dice := func(n int) string {
		return many(n, "  - {name: R#, effects: [{when: {roll: [1]}, ap: 1}]}\n")
	}
	odd := func(n int) string {
		return many(n, `{"id": 5, "size": "many"},`)
	}
	listOfBook := gfHead[:strings.Index(gfHead, "book")] + "book: ./x.yaml\nunits: []\n"
	type refusal struct{ bound, args, name, text, want string }
	cases := []refusal{
		{"a file", "check", "x.yaml", gfHead + "units: []\n" + strings.Repeat("# remark\n", 4<<20/9), "larger than 4 MB"},
		{"a file of blanks", "check", "x.yaml", gfHead + "units: []\n" + strings.Repeat(" ", 4<<20), "larger than 4 MB"},
		{"a file of Army Forge", "import", "x.json", `{"name": "` + long(4<<20) + `"}`, "larger than 4 MB"},
		{"depth", "check", "x.yaml", gfHead + "units: []\nnotes: " + strings.Repeat("[", 65) + strings.Repeat("]", 65) + "\n", "nested more than 64 deep"},
		{"depth of a large file", "check", "x.yaml", gfHead + "units: " + strings.Repeat("[", 9_000), "x.yaml"},
		{"depth of JSON", "import", "x.json", `{"name": ` + strings.Repeat("[", 101) + strings.Repeat("]", 101) + "}", "nested more than 100 deep"},
		{"aliases", "check", "x.yaml", gfHead + "units: []\na: &a [" + many(999, "x,") + "x]\nb: [" + many(100, "*a,") + "*a]\n", "aliases (*name) expand to more than 100000 values"},
		{"keys", "check", "x.yaml", gfHead + many(2000, "k#: 1\n"), "more than 2000 keys"},
		{"keys of a large file", "check", "x.yaml", gfHead + many(300_000, "k#: 1\n"), "more than 24000 lines and values"},
		{"units", "check", "x.yaml", gfHead + "units:\n" + many(2001, "  - {id: u#, unit: line-squad}\n"), "2000"},
		{"units of a large file", "check", "x.yaml", gfHead + "units:\n" + many(110_000, "  - {id: u#, unit: line-squad}\n"), "more than 24000 lines and values"},
		{"units of a smaller file", "check", "x.yaml", gfHead + "units:\n" + many(7_900, "  - {id: u#, unit: line-squad}\n"), "2000"},
		{"units, Fast and Dirty", "check", "x.yaml", fadHead + many(1001, "  - "+strings.Replace(fmt.Sprintf(squad, "{weapon: saw}"), "id: a", "id: u#", 1)+"\n"), "1000"},
		{"choices", "check", "x.yaml", listOf("{id: a, unit: line-squad, upgrades: [" + many(201, "heavy-rifle, ") + "]}"), "200"},
		{"one choice", "check", "x.yaml", listOf("{id: a, unit: line-squad, upgrades: [{option: heavy-rifle, count: 1001}]}"), "1000"},
		{"boxes on paper", "export --format pdf -o x.pdf", "x.yaml", fadHead + "  - " + fmt.Sprintf(squad, many(51, "{count: 1000, weapon: saw}, ")) + "\n", "more than the 50000 that can be printed"},
		{"models of a unit in a book", "check", "x.yaml", bookOf("A", 5, 101, "", 0, 1), "100"},
		{"entries of figures", "check", "x.yaml", fadHead + "  - " + fmt.Sprintf(squad, many(1001, "{weapon: saw}, ")) + "\n", "1000"},
		{"figures of an entry", "check", "x.yaml", fadHead + "  - " + fmt.Sprintf(squad, "{count: 1001, weapon: saw}") + "\n", "1000"},
		{"range", "check", "x.yaml", bookOf("A", 5, 5, "", 1001, 1), "1000"},
		{"attacks", "check", "x.yaml", bookOf("A", 5, 5, "", 0, 1001), "1000"},
		{"Tough", "check", "x.yaml", bookOf("A", 5, 5, "Tough(501)", 0, 1), "500"},
		{"Tough in JSON", "import -o .", "x.json", `{"uid": "b", "name": "B", "versionString": "3.5.0", "upgradePackages": [], "units": [{"id": "u", "name": "U", "size": 1, "quality": 4, "defense": 4, "cost": 5, "rules": [{"name": "Tough", "rating": 10000000}]}]}`, "three digits at most"},
		{"names", "check", "x.yaml", gfHead + "name: " + long(201) + "\nunits: []\n", "longer than 200 characters"},
		{"names in a book", "check", "x.yaml", bookOf(long(201), 5, 5, "", 0, 1), "longer than 200 characters"},
		{"ids", "check", "x.yaml", listOf("{id: " + long(81) + ", unit: line-squad}"), "80"},
		{"points of a list", "check", "x.yaml", gfHead + "points: 1000001\nunits: []\n", "1000000"},
		{"points of a new list", "new --system fad --force --points 1000001", "x.yaml", "", "1000000"},
		{"points of a unit", "check", "x.yaml", bookOf("A", 100_001, 5, "", 0, 1), "100000"},
		{"models of a fight", "duel", "x.yaml", fmt.Sprintf(duel, "501", "", "1", "1"), "500"},
		{"wounds of a fight", "duel", "x.yaml", fmt.Sprintf(duel, "100", "Tough(16)", "1", "1"), "1500"},
		{"dice of a fight", "duel", "x.yaml", fmt.Sprintf(duel, "10", "", "11", "100"), "1000"},
		{"rules that dice decide", "duel", "x.yaml", fmt.Sprintf(duel, "10", "R0, R1, R2, R3, R4, R5, R6", "1", "1") + "rules:\n" + dice(7), "6"},
		{"figures of a fight, Fast and Dirty", "duel", "x.yaml", fmt.Sprintf(fadDuel, 1000, 1), "1000"},
		{"units of a shared text", "import", "x.txt", "++ X [GF 5pts] ++\n" + many(201, "A [1] Q4+ D4+ | 5pts\n"), "more than 200 units"},
		{"units of a large shared text", "import", "x.txt", "++ X [GF 5pts] ++\n" + many(190_000, "A [1] Q4+ D4+ | 5pts\n"), "more than 80000 lines and values"},
		{"units of a smaller shared text", "import", "x.txt", "++ X [GF 5pts] ++\n" + many(39_000, "A [1] Q4+ D4+ | 5pts\n"), "more than 200 units"},
		{"a line of a shared text", "import", "x.txt", "++ X [GF 5pts] ++\nA [1] Q4+ D4+ | 5pts\n" + long(2001) + "\n", "longer than 2000 characters"},
		{"a line of a large shared text", "import", "x.txt", "++ X [GF 5pts] ++\nA [1] Q4+ D4+ | 5pts\n" + many(79_000, "x,") + "\n", "longer than 2000 characters"},
		{"unknown keys", "check", "x.yaml", gfHead + "units: [{" + many(23_000, "k#: 1, ") + "}]\n", "more than 2000 keys"},
		{"a large text that is none", "check", "x.yaml", strings.Repeat("{", 1<<20), "x.yaml"},
		{"units that are none", "check", "x.yaml", gfHead + "units: [" + many(800_000, "1, ") + "]\n", "more than 24000 lines and values"},
		{"units that are none, in a smaller file", "check", "x.yaml", gfHead + "units: [" + many(23_000, "1, ") + "]\n", "more than 2000 entries"},
		{"units that are none, in lists", "check", "x.yaml", gfHead + "units: [" + many(12, "["+many(1900, "1, ")+"], ") + "]\n", "x.yaml"},
		{"names that do not fit", "import", "x.json", `{"name": "B", "versionString": "3.5.0", "upgradePackages": [], "units": [` + odd(60_000) + `7]}`, "more than 80000 lines and values"},
		{"names that do not fit, in a smaller file", "import", "x.json", `{"name": "B", "versionString": "3.5.0", "upgradePackages": [], "units": [` + odd(26_000) + `7]}`, "more than 2000 entries"},
		{"names that do not fit, in a small file", "import", "x.json", `{"name": "B", "versionString": "3.5.0", "upgradePackages": [], "units": [` + odd(1_998) + `7]}`, "x.json"},
	}
	units := "muster: list/1\nsystem: gf-3\nbook: steel-wardens\nunits:\n"
	for i := range 200 {
		units += fmt.Sprintf("  - {id: u%d, unit: line-squad}\n", i)
	}
	largest := strings.NewReplacer("mode: shooting, range: close", "mode: close-assault, free-shot: {range: close}", "count: 5", "count: 1000").Replace(fmt.Sprintf(fadDuel, 999, 1))
	cases = append(cases,
		refusal{"a fight of many wounds", "duel", "x.yaml", fmt.Sprintf(strings.ReplaceAll(duel, "models: 5,", "models: 500, rules: [Tough(3)],"), "500", "Tough(3), R0, R1, R2", "1", "1") + "rules:\n" + dice(3), "--simulate 10000"},
		refusal{"a fight of many figures", "duel", "x.yaml", largest, "--simulate 10000"},
		refusal{"previews of many figures", "preview --against x.yaml", "x.yaml", fadHead + "  - " + fmt.Sprintf(squad, "{count: 1000, weapon: saw}") + "\n", "--simulate 10000"},
		refusal{"units of a preview", "preview --against x.yaml", "x.yaml", units, "preview LIST ID asks about one unit"},
	)
	folder := t.TempDir()
	place := func(i int) string { return filepath.Join(folder, fmt.Sprint(i)) }
	for i := range cases {
		c := &cases[i]
		if err := os.Mkdir(place(i), 0o700); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(place(i), c.name), c.text)
		if strings.HasPrefix(c.text, "muster: book/1") { // which is read for a list
			write(t, filepath.Join(place(i), "list.yaml"), listOfBook)
			c.name = "list.yaml"
		}
		c.text = ""
	}
	for i, c := range cases {
		t.Run(c.bound, func(t *testing.T) {
			times := 1
			if *bounds {
				times = 3
			}
			took, most := time.Hour, int64(0)
			for range times {
				args := strings.Fields(c.args)
				child := muster(append([]string{args[0], c.name}, args[1:]...)...)
				child.Dir, child.Env = place(i), append(os.Environ(), "XDG_DATA_HOME="+folder, memoryVariable+"="+filepath.Join(folder, "memory"))
				out, err := child.CombinedOutput()
				if err == nil || !strings.Contains(string(out), c.want) {
					t.Fatalf("%v, %.600s\nwithout %q", err, out, c.want)
				}
				took = min(took, child.ProcessState.UserTime()+child.ProcessState.SystemTime())
				most = max(most, memory(t, filepath.Join(folder, "memory")))
			}
			if !*bounds {
				return
			}
			t.Logf("%4.0f ms, %3d MB", took.Seconds()*1000, most>>10)
			if took > 100*time.Millisecond || most > 100<<10 {
				t.Errorf("the refusal took %s and %d MB", took, most>>10)
			}
		})
	}
}

// memoryVariable makes the program write the most memory that it had, in KB, to
// the file that it names.
const memoryVariable = "MUSTER_TEST_MEMORY"

// keepMemory does so, where the system says what a process had.
func keepMemory() {
	status, _ := os.ReadFile("/proc/self/status")
	_, most, _ := strings.Cut(string(status), "VmHWM:")
	most, _, _ = strings.Cut(most, "kB")
	if file := os.Getenv(memoryVariable); file != "" {
		_ = os.WriteFile(file, []byte(strings.TrimSpace(most)), 0o600) // the test misses it
	}
}

// memory is what a process had, in KB; 0 where the system does not say.
func memory(t *testing.T, file string) int64 {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	kb, _ := strconv.ParseInt(string(text), 10, 64)
	return kb
}
