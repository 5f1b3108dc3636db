package main

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"muster/schema/schematest"
	"muster/terminal"
)

// muster runs the program as a process of its own.
func muster(args ...string) *exec.Cmd {
	return &exec.Cmd{Path: os.Args[0], Args: append([]string{"muster"}, args...)}
}

func write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// holds asks what a file holds, and that nothing else is in its folder but it
// and what is named.
func holds(t *testing.T, path, want string, beside ...string) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s holds %q, want %q", filepath.Base(path), got, want)
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != 1+len(beside) {
		t.Errorf("%d files are left behind: %v", len(entries)-1-len(beside), entries)
	}
}

// tests are those of this package. Run does not run where the program is started, whose memory they
// measure.
type tests struct{ *testing.M }

func (t tests) Run() int { return schematest.Run(t.M) }

func TestMain(m *testing.M) {
	testscript.Main(tests{m}, map[string]func(){
		"muster": func() {
			delayGC()
			code := run(os.Args[1:], os.Stdout, os.Stderr)
			keepMemory()
			os.Exit(code)
		},
	})
}

// The scripts run the program as a person does. They begin in an empty folder
// with the project's examples beside it, and an empty home.
func TestScripts(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts the program hundreds of times")
	}
	examples, err := filepath.Abs(filepath.Join("..", "..", "examples"))
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", "script"),
		Setup: func(env *testscript.Env) error {
			env.Setenv("EXAMPLES", examples)
			env.Setenv("XDG_DATA_HOME", filepath.Join(env.WorkDir, "data"))
			env.Setenv("COLUMNS", "80")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":  exits,
			"bytes":  writeBytes,
			"narrow": narrow,
			"zip":    zipFolder,
		},
	})
}

// exits CODE COMMAND…: the command's exit code is CODE.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND…")
	}
	got := "0"
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = fmt.Sprint(exit.ExitCode())
	}
	if got != args[0] {
		ts.Fatalf("%s: exit code %s, not %s", strings.Join(args[1:], " "), got, args[0])
	}
}

// bytes FILE N: writes a file of N bytes.
func writeBytes(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Repeat("a: b\n", number(ts, args[1])/5)), 0o600))
}

// zip FOLDER FILE: packs a folder, with what is hidden in it.
func zipFolder(ts *testscript.TestScript, _ bool, args []string) {
	var out bytes.Buffer
	packed := zip.NewWriter(&out)
	ts.Check(packed.AddFS(os.DirFS(ts.MkAbs(args[0]))))
	ts.Check(packed.Close())
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), out.Bytes(), 0o600))
}

// narrow FILE N: no line of the file is wider than N characters.
func narrow(ts *testscript.TestScript, _ bool, args []string) {
	for i, line := range strings.Split(ts.ReadFile(args[0]), "\n") {
		if wide := terminal.TextWidth(strings.TrimRight(line, "\r")); wide > number(ts, args[1]) {
			ts.Fatalf("%s:%d is %d wide: %s", args[0], i+1, wide, line)
		}
	}
}

func number(ts *testscript.TestScript, text string) int {
	var n int
	_, err := fmt.Sscan(text, &n)
	ts.Check(err)
	return n
}
