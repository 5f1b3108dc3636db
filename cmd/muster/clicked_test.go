package main

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// Without a double click no arguments are a question for help, whatever is watched.
func TestNoArguments(t *testing.T) {
	out, err := muster().CombinedOutput()
	if err != nil || !strings.Contains(string(out), "Start with:") {
		t.Errorf("%v\n%s", err, out)
	}
}

// Who has clicked the program is served the folder muster of the documents.
func TestServeDocuments(t *testing.T) {
	if os.Getenv("MUSTER_TEST_CLICKED") != "" {
		os.Exit(serveDocumentsFolder())
	}
	if runtime.GOOS == "windows" {
		t.Skip("documents lie where the system says")
	}
	home := t.TempDir()
	child := exec.Command(os.Args[0], "-test.run", "^TestServeDocuments$")
	child.Env = append(os.Environ(), "MUSTER_TEST_CLICKED=yes", "HOME="+home, "PATH=")
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	defer child.Wait()
	defer child.Process.Kill()
	line := make([]byte, 200)
	n, _ := out.Read(line)
	address, _, _ := strings.Cut(strings.TrimPrefix(string(line[:n]), "http://"), "/")
	there, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatalf("%q: %v", line[:n], err)
	}
	there.Close()
	if info, err := os.Stat(filepath.Join(home, "Documents", "muster")); err != nil || !info.IsDir() {
		t.Error(err)
	}
}
