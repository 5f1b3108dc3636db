// Package input reads lists in whatever form people send them: files of muster's
// own, as YAML or JSON, lists that Army Forge saves or hands to other programs,
// the text that it shares, and codes and links that hold a list.
package input

import (
	"bytes"
	"regexp"

	"muster/armyforge"
	"muster/builder"
	"muster/catalog"
	"muster/export"
	"muster/schema"
)

// A List is a list of any game, and what could not be taken over as it came.
type List struct {
	builder.Roster
	Notes []armyforge.Note
	// Own reports whether the text is a file of muster's own. The findings of
	// other lists have no lines: those of a file that nobody has would mean nothing.
	Own bool
}

// Read reads a list from the text of a file at a place, by which it is named and
// from which paths to books count. The error says what the text is instead, or
// which army book the list would need.
func Read(place schema.Place, text []byte, library *catalog.Library) (*List, error) {
	list, err := read(place, text, library)
	if err != nil {
		return nil, err
	}
	document, err := place.Parse(list.text, "list/1")
	if err != nil {
		return nil, err
	}
	if !list.own {
		document.Unplace()
	}
	roster, err := builder.Open(document, library)
	if err != nil {
		return nil, err
	}
	return &List{Roster: roster, Notes: list.notes, Own: list.own}, nil
}

// content is a list as a file of muster's own.
type content struct {
	text  []byte
	own   bool
	notes []armyforge.Note
}

func read(place schema.Place, text []byte, library *catalog.Library) (content, error) {
	if code, ok := Code(string(text)); ok {
		text, err := export.Unpack(code)
		return content{text: text}, err
	}
	if !IsForeign(text) {
		return content{text: text, own: true}, nil
	}
	file, err := armyforge.Open(place.String(), text)
	if err != nil {
		return content{}, err
	}
	if file.Kind != armyforge.ListFile {
		return content{}, schema.Errorf(CodeBook, "%s is an army book of Army Forge's, and no list", place)
	}
	file.Library = library
	books, err := file.Books(func(e catalog.Entry) string { return e.ID })
	if err != nil {
		return content{}, err
	}
	list, err := file.ImportList(books...)
	if err != nil {
		return content{}, err
	}
	return content{text: list.YAML, notes: list.Notes}, nil
}

// CodeBook is the code of the error for an army book where a list should be.
const CodeBook = "input/book"

var link = regexp.MustCompile(`^\s*https?://\S*#(?:list=)?\s*(muster\d+\.[\w\s-]*)$`)

// Code returns the list's code that a text is, by itself or in a link. Blanks
// within it, as chats put there, do not matter.
func Code(text string) (code string, ok bool) {
	if in := link.FindStringSubmatch(text); in != nil {
		return in[1], true
	}
	return text, export.IsCode(text)
}

var own = regexp.MustCompile(`(?m)^["']?muster["']?:|["']muster["']\s*:`)

// IsForeign reports whether a text is meant as something of Army Forge's: JSON
// or shared text, and not a file of muster's own in JSON.
func IsForeign(text []byte) bool {
	text = bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\ufeff")))
	return bytes.HasPrefix(text, []byte("++")) || len(text) > 0 && (text[0] == '{' || text[0] == '[') && !own.Match(text)
}
