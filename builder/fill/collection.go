package fill

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"muster/catalog"
	"muster/schema"
)

// A Collection is the miniatures that a player owns of an army. What it does not name
// he has none of.
//
//schema:file collection/1
type Collection struct {
	Name   string `yaml:"name,omitempty" schema:"name"`       // what the collection is called
	System string `yaml:"system" schema:"required,like gf-3"` // the game: gf-3, gf-2.16 or gf-2.7
	Book   string `yaml:"book" schema:"required,1.."`         // the army book: its id, or a path relative to the file
	// Units is how many times at most a list may have each unit, by its id. A combined
	// pair is two.
	Units map[string]int `yaml:"units" layout:"block" schema:"required"`
	// Options is how many there are of an option at most, over all units of a kind, by
	// UNIT/OPTION. What it does not name is not bounded.
	Options map[string]int `yaml:"options,omitempty" layout:"block"`

	document *schema.Document
	book     *catalog.Book
}

// ReadCollection reads a file of the kind collection/1. The error is a *schema.Error
// for the file, for a unit or an option that its book does not have, or for a book that is
// missing or cannot be read.
func ReadCollection(document *schema.Document, library *catalog.Library) (*Collection, error) {
	c := &Collection{document: document}
	if err := document.Decode(c); err != nil {
		return nil, err
	}
	book, err := library.Book(c.Book, c.System, document.Place)
	if err != nil {
		return nil, document.Unusable(fmt.Sprintf("the army book `%s`", c.Book), err, "book")
	}
	c.book = book
	wrong := func(group, key, format string, args ...any) error {
		return document.Problem("", fmt.Sprintf("`%s` "+format, append([]any{key}, args...)...), group, key)
	}
	for _, id := range slices.Sorted(maps.Keys(c.Units)) {
		if book.Unit(id) == nil {
			return nil, wrong("units", id, "is no unit of %s%s", book.Name, schema.DidYouMean(id, book.UnitIDs()))
		}
		if n := c.Units[id]; n < 0 || n > mostOwned {
			return nil, wrong("units", id, "is there %d times; it should be 0 to %d", n, mostOwned)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(c.Options)) {
		id, option, _ := strings.Cut(key, "/")
		u := book.Unit(id)
		if u == nil {
			return nil, wrong("options", key, "should be UNIT/OPTION, with a unit of %s%s", book.Name, schema.DidYouMean(id, book.UnitIDs()))
		}
		if _, ok := book.Option(u, option); !ok {
			return nil, wrong("options", key, "is no upgrade of %s%s", u.Name, schema.DidYouMean(option, book.OptionIDs(u)))
		}
		if n := c.Options[key]; n < 0 || n > mostOwned {
			return nil, wrong("options", key, "is there %d times; it should be 0 to %d", n, mostOwned)
		}
	}
	return c, nil
}

// mostOwned is how many of something a collection may hold.
const mostOwned = 1000

// has says how many there are of a unit, and of each of its options that the
// collection bounds.
func (c *Collection) has(book *catalog.Book, u *catalog.Unit) (units int, options []*catalog.Option, most []int) {
	if book.ID != c.book.ID {
		return 0, nil, nil
	}
	for _, key := range slices.Sorted(maps.Keys(c.Options)) {
		if id, name, _ := strings.Cut(key, "/"); id == u.ID {
			if o, ok := book.Option(u, name); ok {
				options, most = append(options, o.Option), append(most, c.Options[key])
			}
		}
	}
	return c.Units[u.ID], options, most
}
