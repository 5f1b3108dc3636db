package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	notice "muster"
)

// The licence texts of all that the program and a site are made of are in NOTICE,
// word for word, under names that a person finds them by.
func TestNoticeHasEveryLicence(t *testing.T) {
	if testing.Short() {
		t.Skip("it lists what the program is made of, for several systems")
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	goroot := strings.TrimSpace(string(root))
	parts := map[string]string{"Go's runtime": goroot, "wasm_exec.js": goroot}
	for _, system := range []string{"linux", "windows", "darwin", "js"} {
		arch := "amd64"
		if system == "js" {
			arch = "wasm"
		}
		list := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Dir}}{{end}}{{end}}", "muster/cmd/muster", "muster/web/worker")
		list.Env = append(os.Environ(), "GOOS="+system, "GOARCH="+arch)
		out, err := list.Output()
		if err != nil {
			t.Fatal(system, err)
		}
		for line := range strings.Lines(string(out)) {
			if path, folder, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
				parts[path] = folder
			}
		}
	}
	words := func(text string) string { return strings.Join(strings.Fields(text), " ") }
	said := words(notice.Notice)
	for name, folder := range parts {
		found, err := filepath.Glob(filepath.Join(folder, "LICEN*"))
		if err != nil || len(found) == 0 {
			t.Errorf("%s has no licence in %s: %v", name, folder, err)
			continue
		}
		if notices, _ := filepath.Glob(filepath.Join(folder, "NOTICE*")); notices != nil {
			found = append(found, notices...)
		}
		for _, file := range found {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(said, words(string(text))) {
				t.Errorf("NOTICE has not all of %s", file)
			}
		}
		if !strings.Contains(said, name) {
			t.Errorf("NOTICE does not name %s", name)
		}
	}
	for _, name := range []string{"idiomorph", "Zero-Clause BSD", "Bigelow & Holmes"} {
		if !strings.Contains(said, name) {
			t.Errorf("NOTICE does not name %s", name)
		}
	}
}
