package main

import (
	"os"
	"path/filepath"
	"testing"
)

// A picture of somebody's, which a list may name, is not written over.
func TestNoPictureIsWrittenOver(t *testing.T) {
	var a app
	for begins, refused := range map[string]bool{"\x89PNG\r\n\x1a\n": true, "\xff\xd8\xff\xe0": true, "text": false} {
		file := filepath.Join(t.TempDir(), "third.png")
		if err := os.WriteFile(file, []byte(begins), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := a.checkOverwrite(file, nil); (err != nil) != refused {
			t.Errorf("a file that begins with %q: %v", begins, err)
		}
	}
}
