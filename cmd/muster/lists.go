package main

import "muster/builder"

// openList reads and checks a list of any game.
func (a *app) openList(path string) (builder.Roster, error) { return a.open(path, "list/1") }

// openAny is openList for files of one unit as well.
func (a *app) openAny(path string) (builder.Roster, error) { return a.open(path, "list/1", "unit/1") }

func (a *app) open(path string, kinds ...string) (builder.Roster, error) {
	document, err := a.read(path, kinds...)
	if err != nil {
		return nil, err
	}
	return builder.Open(document, a.books())
}
