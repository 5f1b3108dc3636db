package main

import (
	"fmt"

	"muster/builder"
	"muster/builder/gf"
)

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

// openArmy opens a list whose game has odds that can be told.
func (a *app) openArmy(path string) (*gf.Army, error) {
	list, err := a.openList(path)
	if err != nil {
		return nil, err
	}
	army, ok := builder.Army(list)
	if !ok {
		return nil, fmt.Errorf("%s: the odds of %s lists are not available yet", path, list.Game().Name)
	}
	return army, nil
}
