package main

import (
	"strings"

	"muster/builder"
	"muster/catalog"
	"muster/schema"
)

// openList reads and checks a list of any game.
func (a *app) openList(path string) (builder.Roster, error) { return a.open(path, "list/1") }

// openAny is openList for files of one unit as well.
func (a *app) openAny(path string) (builder.Roster, error) { return a.open(path, "list/1", "unit/1") }

func (a *app) open(path string, kinds ...string) (builder.Roster, error) {
	text, err := a.load(path)
	if err != nil {
		return nil, err
	}
	a.begun.Do(func() { a.ahead(text) })
	document, err := a.parse(path, text, kinds...)
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
