package builder

import (
	"cmp"
	"strings"

	"muster/catalog"
	"muster/schema"
)

// Codes of the errors about a new list that lacks a system or a book.
const (
	CodeNeedsSystem = "list/needs-system"
	CodeNeedsBook   = "list/needs-book"
)

// A NewList describes a list to be created.
type NewList struct {
	System string // "" for the books' system
	// Books names the army books: by ids, ids with a version, or paths. The new list states the
	// present version of a book that is named by its id alone.
	Books          []string
	Name           string
	Points         int    // 0 for no agreed size
	CreationMethod string // the method to make the list, in games that have several; "" for the default
}

// FileText returns the file of a new list without units, to be saved at a place; paths of books are
// relative to it. It returns a *schema.Error if a requirement is missing or a book cannot be read.
func (n NewList) FileText(library *catalog.Library, at schema.FilePath) ([]byte, error) {
	system, books, err := n.openBooks(library, at)
	if err != nil {
		return nil, err
	}
	file := struct {
		System string   `yaml:"system"`
		Book   string   `yaml:"book,omitempty"`
		Books  []string `yaml:"books,omitempty"`
		Name   string   `yaml:"name"`
		Points int      `yaml:"points,omitempty"`
		Method string   `yaml:"method,omitempty"`
		Units  []string `yaml:"units"`
	}{System: system, Name: n.Name, Points: n.Points, Method: n.CreationMethod}
	for i, book := range books {
		name := strings.ReplaceAll(n.Books[i], `\`, "/")
		if !catalog.IsPath(name) {
			name = book.VersionedID()
		}
		file.Books = append(file.Books, name)
	}
	if len(file.Books) == 1 {
		file.Book, file.Books = file.Books[0], nil
	}
	text := schema.Write("list/1", &file, nil)
	if _, err := schema.Read(at.Name, text, "list/1"); err != nil {
		return nil, err // a name or a size that no list may have
	}
	return text, nil
}

// openBooks returns the system and the books of the new list. It fails if the books are not for the
// system.
func (n NewList) openBooks(library *catalog.Library, at schema.FilePath) (system string, books []*catalog.Book, err error) {
	system = n.System
	for _, name := range n.Books {
		if system != "" {
			if _, err := library.System(system, at); err != nil {
				return "", nil, err
			}
		}
		book, err := library.ExactBook(name, system, at)
		if err != nil {
			return "", nil, err
		}
		system, books = cmp.Or(system, book.System), append(books, book)
	}
	if system == "" {
		return "", nil, schema.Errorf(CodeNeedsSystem,
			"a list is for a game: %s", strings.Join(library.SystemIDs(), ", "))
	}
	game, err := library.System(system, at)
	if err == nil && len(n.Books) == 0 && game.HasArmyBooks() {
		err = schema.Errorf(CodeNeedsBook, "%s needs an army book", system)
	}
	return system, books, err
}
