package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"muster/input"
	"muster/schema"
	"muster/schema/files"
	"muster/schema/files/disk"
)

// at returns the place of a file that a person named.
func (a *app) at(path string) schema.Place { return disk.File(path, bookFolders(a.bookFolders)...) }

// read reads a file that a person named; see schema.Read.
func (a *app) read(path string, kinds ...string) (*schema.Document, error) {
	text, err := a.load(path)
	if err != nil {
		return nil, err
	}
	return a.parse(path, text, kinds...)
}

// load reads the text of a file that a person named.
func (a *app) load(path string) ([]byte, error) {
	switch {
	case nameOf(path) != path:
		return nil, fmt.Errorf("this reads files; `muster import %s` makes the file of a list's code", word(path))
	case path == "-":
		return nil, errors.New("`-` is what is written to the program, and stands where a list is only read: in brief, check, diff, export, fill, gain, import, preview, price, share and show; this wants a file")
	}
	if err := input.Address(path); err != nil {
		return nil, err
	}
	return a.at(path).Load()
}

// parse is the document in the text of a file that a person named.
func (a *app) parse(path string, text []byte, kinds ...string) (*schema.Document, error) {
	document, err := a.at(path).Parse(text, kinds...)
	if err != nil {
		if other := foreign(path, text); other != nil {
			return nil, other
		}
	}
	return document, err
}

// foreign is the error of a file that is of another kind than those that muster
// reads, nil of any other.
func foreign(path string, text []byte) error {
	text = bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\ufeff")))
	if own, _ := regexp.Match(`(?m)^["']?muster["']?:`, text); own || len(text) == 0 {
		return nil
	}
	if (text[0] == '{' || text[0] == '[') && json.Valid(text) && !bytes.Contains(text, []byte(`"muster"`)) {
		return fmt.Errorf("%s is JSON, not a file of muster's; what Army Forge saves comes in by `muster import %s`", path, word(path))
	}
	kind := map[string]string{".csv": "a table (CSV)", ".txt": "text for people", ".html": "a page (HTML)", ".htm": "a page (HTML)", ".pdf": "a PDF", ".md": "Markdown"}[strings.ToLower(filepath.Ext(path))]
	switch {
	case bytes.HasPrefix(text, []byte("%PDF")):
		kind = "a PDF"
	case bytes.HasPrefix(text, []byte("++")):
		return fmt.Errorf("%s is what Army Forge shares as text; it comes in by `muster import %s`", path, word(path))
	}
	if kind == "" {
		return nil
	}
	return fmt.Errorf("%s is %s, which muster can print and not read; name the list itself, a file that has a line such as `muster: list/1`", path, kind)
}

// create writes a file that a person named and that must not be there yet,
// unless it is forced.
func (a *app) create(path string, text []byte, force bool) error {
	if force {
		return disk.Overwrite(path, text)
	}
	err := disk.Create(path, text)
	if errors.Is(err, files.ErrChanged) {
		return fmt.Errorf("%s is there already; --force writes over it", path)
	}
	return err
}
