package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The patch for sites fits the module as the project requires it, and another text fails.
func TestSiteTrimFits(t *testing.T) {
	folder := t.TempDir()
	flags, err := trimModule(filepath.Join("..", ".."), folder)
	if err != nil {
		t.Fatal(err)
	}
	if out, err := runGo(filepath.Join("..", ".."), append(append([]string{"list", "-deps"}, flags...), trimmedModule)...); err != nil || strings.Contains(string(out), "text/template") || strings.Contains(string(out), "net/http") {
		t.Errorf("trimmed it needs %s, %v", out, err)
	}
	name := filepath.Join(folder, "gojsonschema", "errors.go")
	if err := os.WriteFile(name, []byte("package gojsonschema\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := applyPatch(filepath.Dir(name), siteTrimPatch); err == nil || !strings.Contains(err.Error(), "errors.go") {
		t.Errorf("another text is patched: %v", err)
	}
}

// Without Go, or away from the source, `site` says so before it does anything.
func TestSiteSaysWhatItNeeds(t *testing.T) {
	if released != nil {
		t.Skip("this is a release")
	}
	folder := filepath.Join(t.TempDir(), "site")
	t.Chdir(t.TempDir())
	for _, needs := range []string{"is not in .", "https://go.dev"} {
		var out, said bytes.Buffer
		if code := run([]string{"site", "-o", folder}, &out, &said); code != exitUnusable || !strings.Contains(said.String(), needs) || out.Len() > 0 {
			t.Errorf("it says %q, which has no %q", said.String(), needs)
		}
		t.Setenv("PATH", "")
	}
	if _, err := os.Stat(folder); err == nil {
		t.Error("the folder of the site was made")
	}
}
