package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"muster/builder"
	"muster/catalog"
	"muster/input"
	"muster/schema"
	"muster/schema/files/disk"
)

// openList reads and checks a list of any game, in any form that lists come in:
// a file, a code, a link that holds one, or - for what is written to the program.
// It warns of what could not be taken over.
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
		if text, err = a.text(path); err != nil {
			return nil, err
		}
	}
	if isCode || a.strangers {
		place.Folder = nil // a stranger's, which names no files
	}
	a.begun.Do(func() { a.ahead(text) })
	list, err := input.Read(place, text, a.books())
	if err != nil && input.IsOwn(text) {
		if other := foreign(path, text); other != nil {
			return nil, other
		}
	}
	return list, err
}

// text reads a file that a person named, or - for what is written to the program.
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

// nameOf is what messages call a list that was named by its path or its code.
func nameOf(path string) string {
	if _, ok := input.Code(path); ok {
		return theCode
	}
	return path
}

const theCode = "the code"

// again is how a person names a list once more on the command line, of which
// messages have the name.
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
		if input.IsOwn(text) {
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

// ahead begins to load the game and the book that a list names on lines of their
// own, while the list itself is read: that takes most of a short command's time.
// What is wrong with them is said when they are asked for again.
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
