package main

import (
	"flag"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

var crashes = flag.Int("crash", 13, "how often TestCrash kills or interrupts a command that writes")

// TestCrash kills or interrupts every writing command at random moments. A file is the old one
// or the new one then, the next command works, and what the dead left behind is
// gone as soon as one writes to its end.
func TestCrash(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts the program hundreds of times")
	}
	folder := t.TempDir()
	t.Setenv("XDG_DATA_HOME", filepath.Join(folder, "data"))
	t.Chdir(folder)
	const (
		list  = "muster: list/1\nsystem: gf-3\nbook: steel-wardens\npoints: 2000\nunits:\n  - {id: a, unit: line-squad}\n  - {id: b, unit: line-squad}\n"
		force = "muster: list/1\nsystem: fad\nunits:\n  - {id: a, kind: infantry, quality: regular, resolve: steady, figures: [{count: 5, weapon: assault-rifle}]}\n"
	)
	commands := []struct{ file, old, args string }{
		{"list.yaml", list, "add list.yaml line-squad"},
		{"list.yaml", list, "remove list.yaml b"},
		{"list.yaml", list, "rename list.yaml a Guard"},
		{"list.yaml", list, "upgrade list.yaml a heavy-rifle"},
		{"list.yaml", list, "combine list.yaml a b"},
		{"force.yaml", force, "set force.yaml a quality=elite"},
		{"force.yaml", force, "add force.yaml vehicle"},
		{"fresh.yaml", "", "new fresh.yaml --system fad"},
		{"list.yaml", list, "new list.yaml --system fad --force"},
		{"force.txt", "", "export force.yaml -o force.txt"},
		{"list.pdf", "old", "export list.yaml -o list.pdf"},
		{"data/muster/units/a.yaml", "", "library save force.yaml a"},
		{"data/muster/units/a.yaml", "old", "library save force.yaml a --force"},
	}
	put := func(name, text string) {
		t.Helper()
		if text == "" {
			if err := os.Remove(name); err != nil && !os.IsNotExist(err) {
				t.Fatal(err)
			}
			return
		}
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		write(t, name, text)
	}
	run := func(args string) *exec.Cmd {
		return &exec.Cmd{Path: os.Args[0], Args: append([]string{"muster"}, strings.Fields(args)...)}
	}
	random := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0))
	killed, replaced, left := 0, 0, 0
	for i := range *crashes {
		c := commands[i%len(commands)]
		put("list.yaml", list)
		put("force.yaml", force)
		put(c.file, c.old)
		begun := time.Now()
		if out, err := run(c.args).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", c.args, err, out)
		}
		took := time.Since(begun)
		want, err := os.ReadFile(c.file)
		if err != nil {
			t.Fatal(err)
		}
		if n := temporaries(t, filepath.Dir(c.file)); n > 0 {
			t.Fatalf("%s went to its end and left %d temporary files", c.args, n)
		}
		put(c.file, c.old)
		child := run(c.args)
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(random.Int64N(int64(took))))
		end := []os.Signal{os.Kill, os.Interrupt}[random.IntN(2)]
		if err := child.Process.Signal(end); err != nil && (runtime.GOOS != "windows" || child.Process.Kill() != nil) {
			t.Fatal(err)
		}
		if child.Wait() != nil {
			killed++
		}
		got, err := os.ReadFile(c.file)
		switch {
		case err == nil && string(got) == string(want):
			replaced++
		case err == nil && string(got) == c.old && c.old != "", os.IsNotExist(err) && c.old == "":
		default:
			t.Fatalf("%s, killed, left %q, %v", c.args, got, err)
		}
		if _, err := os.Stat(filepath.Dir(c.file)); err == nil {
			left = max(left, temporaries(t, filepath.Dir(c.file)))
		}
	}
	t.Logf("%d commands, %d killed before their end: %d files new, the others old; at most %d temporary files in a folder at any time", *crashes, killed, replaced, left)
}

// temporaries counts the files in a folder that hold half of something.
func temporaries(t *testing.T, folder string) (n int) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), ".muster-") {
			n++
		}
	}
	return n
}
