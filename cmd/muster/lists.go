package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"muster/builder"
	"muster/catalog"
	"muster/input"
	"muster/schema"
	"muster/schema/files"
	"muster/schema/files/disk"
)

// openList reads and checks a list of any game, in any form: a file, a code, a link with a
// code, or - for standard input. It warns of parts that could not be imported.
func (a *app) openList(path string) (builder.Roster, error) {
	list, err := a.openInput(path)
	if err != nil {
		return nil, err
	}
	a.warnOf(list)
	return list.Roster, nil
}

// openInput is openList without warnings.
func (a *app) openInput(path string) (*input.List, error) {
	place, text := a.at(nameOf(path)), []byte(path)
	isCode := nameOf(path) != path
	if !isCode {
		var err error
		if text, err = a.text(path); err != nil && input.Sort(text) != input.Document {
			return nil, err
		}
	}
	if isCode || a.strangers {
		place.Folder = nil // a stranger's, which names no files
	}
	a.begun.Do(func() { a.ahead(text) })
	list, err := input.Read(place, text, a.books())
	if err != nil && input.Sort(text).IsOwn() {
		if other := foreign(path, text); other != nil {
			return nil, other
		}
	}
	return list, err
}

// text reads a file that a person named, or - for standard input.
func (a *app) text(path string) ([]byte, error) {
	if path != "-" {
		return a.load(path)
	}
	text, err := io.ReadAll(io.LimitReader(os.Stdin, schema.MaxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("reading what is written to the program: %w", disk.Reason(err))
	}
	return schema.UTF8(text), nil
}

// nameOf returns the name for messages of a list named by path or by code.
func nameOf(path string) string {
	if _, ok := input.Code(path); ok {
		return theCode
	}
	return path
}

const theCode = "the code"

// again returns the argument that names a list on another command line, given its name in
// messages.
func again(name string) string {
	if name == theCode {
		return "CODE"
	}
	return word(name)
}

// isKept reports whether a list is a file that commands change, and not in another
// form.
func isKept(list builder.Roster) bool {
	d := list.Document()
	return d.Place.Folder != nil && d.File != "-" && d.Root().Line() > 0
}

func (a *app) warnOf(list *input.List) {
	for _, note := range list.Notes {
		a.err.Line("warning: %s", note)
	}
}

// readAny reads the document of a list in any form that lists come in, or of the
// file of one unit.
func (a *app) readAny(path string) (*schema.Document, error) {
	if nameOf(path) == path && path != "-" {
		text, err := a.load(path)
		if err != nil {
			return nil, err
		}
		if kind := input.Sort(text); kind.IsOwn() && kind != input.Unknown {
			return a.parse(path, text, "list/1", "unit/1")
		}
	}
	list, err := a.openList(path)
	if err != nil {
		return nil, err
	}
	return list.Document(), nil
}

// openAny reads and checks the file of a list, or of one unit.
func (a *app) openAny(path string) (builder.Roster, error) {
	document, err := a.read(path, "list/1", "unit/1")
	if err != nil {
		return nil, err
	}
	return builder.Open(document, a.books())
}

// ahead starts loading the game and the book that a list names in the background, while the
// list itself is read: that takes most of a short command's time. Errors appear at the actual
// load.
func (a *app) ahead(list []byte) {
	named := map[string]string{}
	for line := range strings.Lines(string(list[:min(len(list), 1000)])) {
		if key, value, found := strings.Cut(line, ": "); found && (key == "system" || key == "book") {
			named[key] = strings.TrimSpace(value)
		}
	}
	go builder.Expect(named["system"])
	if library := a.books(); named["book"] != "" && !catalog.IsPath(named["book"]) {
		go library.Book(named["book"], named["system"], schema.Place{})
	}
}

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
		return nil, errors.New("`-` is what is written to the program, and stands where a list is only read: in check, diff, export, fill, import, preview, price, share and show; this wants a file")
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

// foreign returns the error for a file of a kind that this command does not read,
// though import may, or muster prints it; nil for any other.
func foreign(path string, text []byte) error {
	switch kind := input.Sort(text); {
	case kind.IsOwn() && kind != input.Unknown:
		return nil
	case kind == input.SharedText:
		return fmt.Errorf("%s is what Army Forge shares as text; it comes in by `muster import %s`", path, word(path))
	case kind == input.Foreign && json.Valid(bytes.TrimPrefix(text, []byte("\ufeff"))):
		return fmt.Errorf("%s is JSON, not a file of muster's; what Army Forge saves comes in by `muster import %s`",
			path, word(path))
	case kind == input.Document:
		return fmt.Errorf("%s is a picture or a document; `muster import %s` brings in the list if it holds one", path, word(path))
	}
	printed := map[string]string{
		".csv": "a table (CSV)", ".txt": "text for people", ".html": "a page (HTML)", ".htm": "a page (HTML)",
		".pdf": "a PDF", ".md": "Markdown",
	}[strings.ToLower(filepath.Ext(path))]
	if printed == "" {
		return nil
	}
	return fmt.Errorf("%s is %s, which muster can print and not read; name the list itself, a file that has a line such as `muster: list/1`", path, printed)
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
