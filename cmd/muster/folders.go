package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"muster/catalog"
	"muster/convert"
	"muster/pricing/gf"
	"muster/schema/files/disk"
)

// Environment variables that name folders.
const (
	// environment variable with the folders of army books, separated like $PATH
	booksEnvVar = "MUSTER_BOOKS"
	// environment variable with the folder of stored units of Fast and Dirty
	storedUnitsEnvVar = "MUSTER_LIBRARY"
)

// bookFolders returns the folders of army books: the named folders, the folders of $MUSTER_BOOKS,
// and the person's own.
func bookFolders(named []string) []string {
	folders := slices.Clone(named)
	for _, folder := range filepath.SplitList(os.Getenv(booksEnvVar)) {
		if folder != "" {
			folders = append(folders, folder)
		}
	}
	if folder, err := ownBookFolder(); err == nil {
		folders = append(folders, folder)
	}
	return folders
}

// ownBookFolder returns the folder for the person's own army books: $XDG_DATA_HOME/muster/books, or
// its equivalent on other operating systems.
func ownBookFolder() (string, error) {
	if home := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(home) {
		return filepath.Join(home, "muster", "books"), nil
	}
	if config, err := os.UserConfigDir(); err == nil && !followsXDG(config) {
		return filepath.Join(config, "muster", "books"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("finding the folder of your army books: %w", err)
	}
	return filepath.Join(home, ".local", "share", "muster", "books"), nil
}

// followsXDG reports whether a configuration folder follows XDG, where data has a folder of its
// own. On other systems both folders are the same.
func followsXDG(config string) bool {
	return filepath.Base(config) == ".config" || config == os.Getenv("XDG_CONFIG_HOME")
}

// storedUnitFolder returns the folder of a person's stored units: $MUSTER_LIBRARY, or `units`
// beside the folder of their army books.
func storedUnitFolder() (string, error) {
	if folder := os.Getenv(storedUnitsEnvVar); folder != "" {
		return folder, nil
	}
	books, err := ownBookFolder()
	if err != nil {
		return "", err
	}
	return filepath.Join(filepath.Dir(books), "units"), nil
}

func libraryOfFolders(folders ...string) *catalog.Library {
	shelves := convert.All(folders, func(folder string) fs.FS { return disk.FolderAt(folder) })
	library := catalog.NewLibrary(shelves...)
	library.Estimator = gf.EstimateUnit
	return library
}
