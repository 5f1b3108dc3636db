package builder

import (
	"fmt"
	"strings"

	"muster/catalog"
	"muster/rules"
	"muster/schema"
)

// A New is a list to begin with.
type New struct {
	System string // "" for that of the books
	Books  []string
	Name   string
	Points int // 0 for no agreed size
}

// Text returns the file of a new list without units, which is to stand at
// a place. Books are looked for as a list there looks for them.
func (n New) Text(library *catalog.Library, at schema.Place) ([]byte, error) {
	system, err := n.system(library, at)
	if err != nil {
		return nil, err
	}
	var text strings.Builder
	text.WriteString("muster: list/1\nsystem: " + schema.Scalar(system) + "\n")
	books := make([]string, len(n.Books))
	for i, book := range n.Books {
		books[i] = schema.Scalar(strings.ReplaceAll(book, `\`, "/"))
	}
	if len(books) == 1 {
		text.WriteString("book: " + books[0] + "\n")
	} else if len(books) > 1 {
		text.WriteString("books: [" + strings.Join(books, ", ") + "]\n")
	}
	text.WriteString("name: " + schema.Scalar(n.Name) + "\n")
	if n.Points > 0 {
		fmt.Fprintf(&text, "points: %d\n", n.Points)
	}
	text.WriteString("units: []\n")
	return []byte(text.String()), nil
}

// system finds the game, and whether the books are of it.
func (n New) system(library *catalog.Library, at schema.Place) (string, error) {
	system := n.System
	for _, name := range n.Books {
		if system != "" && OfFigures(system) {
			return "", fmt.Errorf("%s has no army books; leave the book away", system)
		}
		book, err := library.Book(name, system, at)
		if err != nil {
			return "", err
		}
		system = book.System
	}
	if system == "" {
		return "", &NeedsError{What: NeedsSystem}
	}
	if _, err := rules.Load(system); err != nil {
		return "", err
	}
	if len(n.Books) == 0 && !OfFigures(system) {
		return "", &NeedsError{What: NeedsBook, System: system}
	}
	return system, nil
}

// A NeedsError says what a new list cannot do without.
type NeedsError struct {
	What   string // NeedsSystem or NeedsBook
	System string
}

// What a new list may lack.
const (
	NeedsSystem = "system"
	NeedsBook   = "book"
)

func (e *NeedsError) Error() string {
	if e.What == NeedsBook {
		return e.System + " needs an army book"
	}
	return "a list is for a game: " + strings.Join(rules.Systems(), ", ")
}
