//go:build !windows

package main

import (
	"os"
	"path/filepath"
)

// documents returns the person's folder of documents.
func documents() (string, error) {
	home, err := os.UserHomeDir()
	return filepath.Join(home, "Documents"), err
}
