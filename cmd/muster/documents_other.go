//go:build !windows

package main

import (
	"os"
	"path/filepath"
)

// documentsFolder returns the user's folder of documents.
func documentsFolder() (string, error) {
	home, err := os.UserHomeDir()
	return filepath.Join(home, "Documents"), err
}
