package fill

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"muster/builder"
	"muster/builder/edit"
	"muster/builder/gf"
	"muster/catalog"
	"muster/schema"
)

// A Collection is the miniatures of one army that a player owns. Units that it does not name are
// not owned.
//
//schema:file collection/1
type Collection struct {
	Name   string `yaml:"name,omitempty" schema:"name"`       // the collection's name
	System string `yaml:"system" schema:"required,like gf-3"` // the game: gf-3, gf-2.16, gf-2.7, aof, fad (with a book of units) or one of your own
	Book   string `yaml:"book" schema:"required,1.."`         // the army book: its id, or a path relative to the file
	// UnitCounts is the number of each unit owned, by its id. A combined pair needs two.
	UnitCounts map[string]int `yaml:"units" layout:"block" schema:"required"`
	// OptionCounts is the number of an option owned, over all units of a kind, by UNIT/OPTION. An
	// option that it does not name is unlimited.
	OptionCounts map[string]int `yaml:"options,omitempty" layout:"block"`

	document *schema.Document
	book     *catalog.Book
}

// ReadCollection reads a file of the kind collection/1. The error is a *schema.Error:
// for the file, an unknown unit or option, or a book that is missing or unreadable.
func ReadCollection(document *schema.Document, library *catalog.Library) (*Collection, error) {
	c := &Collection{document: document}
	if err := document.Decode(c); err != nil {
		return nil, err
	}
	book, err := library.Book(c.Book, c.System, document.Path)
	if err != nil {
		return nil, document.UnusableError(fmt.Sprintf("the army book `%s`", c.Book), err, "book")
	}
	c.book = book
	wrong := func(group, key, format string, args ...any) error {
		return document.ProblemError("", fmt.Sprintf("`%s` "+format, append([]any{key}, args...)...), group, key)
	}
	for _, id := range slices.Sorted(maps.Keys(c.UnitCounts)) {
		if !slices.Contains(book.UnitIDs(), id) {
			return nil, wrong("units", id, "is no unit of %s%s", book.Name, schema.DidYouMean(id, book.UnitIDs()))
		}
		if n := c.UnitCounts[id]; n < 0 || n > MaxOwnedCount {
			return nil, wrong("units", id, "is there %d times; it should be 0 to %d", n, MaxOwnedCount)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(c.OptionCounts)) {
		id, option, _ := strings.Cut(key, "/")
		u := book.Unit(id)
		if u == nil {
			return nil, wrong("options", key, "should be UNIT/OPTION, with a unit of %s%s",
				book.Name, schema.DidYouMean(id, book.UnitIDs()))
		}
		if _, ok := book.Option(u, option); !ok {
			return nil, wrong("options", key,
				"is no upgrade of %s%s", u.Name, schema.DidYouMean(option, book.OptionIDs(u)))
		}
		if n := c.OptionCounts[key]; n < 0 || n > MaxOwnedCount {
			return nil, wrong("options", key, "is there %d times; it should be 0 to %d", n, MaxOwnedCount)
		}
	}
	return c, nil
}

// otherGameError returns the error that a list is for another game than the collection.
func (c *Collection) otherGameError(r builder.Roster) error {
	return schema.Errorf(CodeCannotFill, "%s: %s is a collection for %s, and the list is for %s",
		r.Document().File, c.document.File, c.System, r.Game().ID)
}

// FitsBooks reports whether the collection is for one of the army's books.
func (c *Collection) FitsBooks(army *gf.Army) bool {
	return c.System == army.List.System && slices.ContainsFunc(army.Books, func(b *catalog.Book) bool {
		return b.ID == c.book.ID
	})
}

// BookName returns the name of the collection's army book.
func (c *Collection) BookName() string { return c.book.Name }

// An OwnedCount is the number owned of a unit or an option: 0 for a unit that the collection does
// not name, -1 for an unlimited option.
type OwnedCount struct {
	ID, Name string
	Owned    int
	Options  []OwnedCount // options of a unit; nil for an option
}

// Counts returns all units of the book with their options, in the book's order.
func (c *Collection) Counts() (all []OwnedCount) {
	for i := range c.book.Units {
		u := &c.book.Units[i]
		unit := OwnedCount{ID: u.ID, Name: u.Name, Owned: c.UnitCounts[u.ID]}
		for _, id := range c.book.OptionIDs(u) {
			n, bounded := c.OptionCounts[u.ID+"/"+id]
			if !bounded {
				n = -1
			}
			o, _ := c.book.Option(u, id)
			unit.Options = append(unit.Options, OwnedCount{ID: id, Name: o.Option.Name, Owned: n})
		}
		all = append(all, unit)
	}
	return all
}

// NewCollectionText returns the text of a new collection's file; units and options hold the numbers
// owned, as for Collection.ChangedText.
func NewCollectionText(name, system, book string, units, options map[string]int) []byte {
	text := fmt.Sprintf("muster: collection/1\nname: %s\nsystem: %s\nbook: %s\n",
		schema.FormatScalar(name), schema.FormatScalar(system), schema.FormatScalar(book))
	for _, group := range []struct {
		key string
		are map[string]int
	}{{"units", units}, {"options", options}} {
		lines := ""
		for _, id := range slices.Sorted(maps.Keys(group.are)) {
			if n := group.are[id]; n >= 0 {
				lines += fmt.Sprintf("  %s: %d\n", schema.FormatScalar(id), n)
			}
		}
		switch {
		case lines != "":
			text += group.key + ":\n" + lines
		case group.key == "units":
			text += "units: {}\n"
		}
	}
	return []byte(text)
}

// ChangedText returns the text of the collection's file with other numbers: units by id, options by
// UNIT/OPTION, where -1 stands for an unlimited option. Comments and order are preserved.
func (c *Collection) ChangedText(units, options map[string]int) ([]byte, error) {
	file := edit.Open(c.document)
	set := func(group string, all map[string]int, id string, n int) error {
		old, named := all[id]
		switch {
		case named && n == old || !named && n < 0:
			return nil
		case n < 0 && len(all) == 1:
			delete(all, id)
			return file.RemoveField(nil, group)
		case n < 0:
			delete(all, id)
			return file.RemoveField([]any{group}, id)
		}
		all[id] = n
		if first := fmt.Sprintf("{%s: %d}", schema.FormatScalar(id), n); len(all) > 1 || named {
			return file.SetField([]any{group}, id, strconv.Itoa(n))
		} else if file.Document().At(group).Exists() {
			return file.Replace([]any{group}, first)
		} else {
			return file.SetField(nil, group, first)
		}
	}
	there, bounded := map[string]int{}, map[string]int{}
	maps.Copy(there, c.UnitCounts)
	maps.Copy(bounded, c.OptionCounts)
	for _, id := range slices.Sorted(maps.Keys(units)) {
		if _, named := there[id]; named || units[id] > 0 {
			if err := set("units", there, id, max(units[id], 0)); err != nil {
				return nil, err
			}
		}
	}
	for _, id := range slices.Sorted(maps.Keys(options)) {
		if err := set("options", bounded, id, options[id]); err != nil {
			return nil, err
		}
	}
	return file.Bytes(), nil
}

// MaxOwnedCount is the highest number of a unit or an option in a collection.
const MaxOwnedCount = 1000

// ownedCounts returns how many of a unit the player owns, and the options of the unit that are
// limited; most[i] is how many of options[i] the player owns.
func (c *Collection) ownedCounts(book *catalog.Book, u *catalog.Unit) (units int, options []*catalog.Option, most []int) {
	if book.ID != c.book.ID {
		return 0, nil, nil
	}
	for _, key := range slices.Sorted(maps.Keys(c.OptionCounts)) {
		if id, name, _ := strings.Cut(key, "/"); id == u.ID {
			if o, ok := book.Option(u, name); ok {
				options, most = append(options, o.Option), append(most, c.OptionCounts[key])
			}
		}
	}
	return c.UnitCounts[u.ID], options, most
}
