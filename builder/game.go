package builder

import (
	"cmp"
	"fmt"
	"slices"

	forcepreview "muster/builder/fad/preview"
	"muster/builder/gf"
	"muster/builder/gf/preview"
	"muster/builder/odds"
	"muster/catalog"
	armoury "muster/catalog/fad"
	"muster/rules"
	"muster/schema"
)

// A game holds the functions for lists of one family of game systems. A Roster implements further
// interfaces for the abilities of its list.
type game struct {
	// the kind of documents that only this game reads; "" for none
	documentKind string
	open         func(*schema.Document, *catalog.Library) (Roster, error)
	// answerDuel answers a duel file (one fight to predict) of one of the game's systems.
	answerDuel func(*schema.Document, *rules.System, odds.Dice) (*odds.Answer, error)
	// preload loads the shared files that lists need, so that open finds them in memory. It ignores
	// errors; open reports them. It may be nil.
	preload func()
	// listMethods are the choices for a new list without an army book: methods to make a list.
	listMethods []ListChoice
}

// games holds all supported games, by the family of their systems. Games are named only here.
var games = map[string]game{
	"gf": {open: openGF, answerDuel: preview.Duel},
	"fad": {
		open: openFAD, answerDuel: forcepreview.Duel, documentKind: "unit/1",
		preload: func() { _, _ = armoury.LoadArmoury() },
		listMethods: []ListChoice{
			{Key: "", Name: armoury.ShippedForceName + ", or units of your own"},
			{Key: "basic", Name: "Basic creation: squads, counted in figures"},
		},
	},
}

// gameOf returns the game of a document. Its error is a *schema.Error.
func gameOf(document *schema.Document, library *catalog.Library) (game, error) {
	for _, g := range games {
		if g.documentKind == document.Kind {
			return g, nil
		}
	}
	system, err := library.SystemOf(document)
	if err != nil {
		return game{}, err
	}
	return games[system.Family], nil
}

// Open opens and checks a list of any game. It opens a file of one unit as a list of that unit. It
// returns a *schema.Error if the file, or a file that it names, cannot be used.
func Open(document *schema.Document, library *catalog.Library) (Roster, error) {
	g, err := gameOf(document, library)
	if err != nil {
		return nil, err
	}
	if document.Kind == "book/1" && g.documentKind == "" { // its units are no lists by themselves
		return nil, schema.WrongKindError(document.File, "list/1")
	}
	return g.open(document, library)
}

// Preload loads the shared files that lists of a game need, so that Open is faster.
func Preload(system string) {
	if s, err := rules.Load(system); err == nil && games[s.Family].preload != nil {
		games[s.Family].preload()
	}
}

// JudgeTeam judges several lists as one side (multi-player games). It fails like gf.NewTeam, or if
// the game of a list has no teams.
func JudgeTeam(rosters []Roster) (*gf.Team, error) {
	armies := make([]*gf.Army, len(rosters))
	for i, r := range rosters {
		army, ok := r.GameList().(*gf.Army)
		if !ok {
			return nil, fmt.Errorf("%s: %s has no sides of several lists", r.Document().File, r.Game().Name)
		}
		armies[i] = army
	}
	return gf.NewTeam(armies)
}

// A ListChoice is a choice for a new list: an army book, or a method to make a list in a game
// without army books.
type ListChoice struct {
	Game *rules.System
	Key  string // unique within the game: the army book as a list's file names it, or a method
	Name string
}

// ListChoices lists the choices for a new list, army books and methods, for all games that a
// library knows. Army books of the newest edition of each game come first.
func ListChoices(library *catalog.Library) []ListChoice {
	var all []ListChoice
	systems, _ := library.Systems() // unreadable systems cannot be chosen
	entries, _ := library.List()
	known := slices.Clone(systems)
	rank := func(s *rules.System) int {
		if !s.HasArmyBooks() {
			return len(known)
		}
		return slices.IndexFunc(known, func(o *rules.System) bool { return o.Name == s.Name })
	}
	slices.SortStableFunc(systems, func(a, b *rules.System) int {
		return cmp.Or(rank(a)-rank(b), catalog.CompareVersions(b.Edition, a.Edition))
	})
	for _, system := range systems {
		for _, e := range entries {
			if e.System != system.ID {
				continue
			}
			start := ListChoice{system, e.ID, e.Name}
			if several := func(o catalog.Entry) bool { return o.ID == e.ID && o.System == e.System && o.Version != e.Version }; slices.ContainsFunc(entries, several) {
				start.Key, start.Name = e.VersionedID(), e.Name+" "+e.Version
			}
			all = append(all, start)
		}
		for _, way := range games[system.Family].listMethods {
			all = append(all, ListChoice{system, way.Key, way.Name})
		}
	}
	return all
}

// NewListFor returns a new list of a game with the book or the method that key, the key of a
// ListChoice, names.
func NewListFor(library *catalog.Library, system, key string) NewList {
	n := NewList{System: system}
	game, err := library.System(system, schema.FilePath{})
	switch {
	case err != nil || key == "": // which Text says
	case slices.ContainsFunc(games[game.Family].listMethods, func(s ListChoice) bool { return s.Key == key }):
		n.CreationMethod = key
	default:
		n.Books = []string{key}
	}
	return n
}
