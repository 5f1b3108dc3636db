// Package input reads lists in whatever form people send them: files of muster's
// own, as YAML or JSON, lists that Army Forge saves or hands to other programs,
// the text that it shares, and codes and links that hold a list.
package input

import (
	"bytes"
	"regexp"
	"strings"

	"muster/armyforge"
	"muster/builder"
	"muster/catalog"
	"muster/schema"
	"muster/share"
)

// A List is a list of any game, and what could not be taken over as it came.
type List struct {
	builder.Roster
	Notes []armyforge.Note
	// Own reports whether the text is a file of muster's own. The findings of
	// other lists have no lines: those of a file that nobody has would mean nothing.
	Own bool
	// Shared is what the code held that the list came as; nil for other forms.
	Shared *share.Share
}

// Read reads a list from the text of a file at a place, by which it is named and
// from which paths to books count. The error says what the text is instead, or
// which army book the list would need. Of a code that was read, but not the list
// in it, there is a List without a Roster beside the error, whose copy can be shown.
func Read(place schema.Place, text []byte, library *catalog.Library) (*List, error) {
	text = schema.UTF8(text)
	if code, ok := Code(string(text)); ok {
		shared, err := share.Read(code)
		if err != nil {
			return nil, err
		}
		list := &List{Shared: shared}
		list.Roster, err = open(place, []byte(shared.File), false, library)
		return list, err
	}
	if err := Address(string(text)); err != nil {
		return nil, err
	}
	list, err := read(place, text, library)
	if err != nil {
		return nil, err
	}
	if list.Roster, err = open(place, list.text, list.Own, library); err != nil {
		return nil, err
	}
	return &list.List, nil
}

// open opens a list's file, which is a person's own or was made here.
func open(place schema.Place, text []byte, own bool, library *catalog.Library) (builder.Roster, error) {
	document, err := place.Parse(text, "list/1")
	if err != nil {
		return nil, err
	}
	if !own {
		document.Unplace()
	}
	return builder.Open(document, library)
}

// content is a list that is not opened yet, and the text of its file.
type content struct {
	List
	text []byte
}

func read(place schema.Place, text []byte, library *catalog.Library) (content, error) {
	if !isForeign(text) {
		return content{text: text, List: List{Own: true}}, nil
	}
	file, err := armyforge.Open(place.String(), text)
	if err != nil {
		return content{}, err
	}
	if file.Kind != armyforge.ListFile {
		return content{}, schema.Errorf(CodeBook, "%s is an army book of Army Forge's, and no list", place)
	}
	file.Library = library
	books, err := file.Books(catalog.Entry.Pin)
	if err != nil {
		return content{}, err
	}
	list, err := file.ImportList(books...)
	if err != nil {
		return content{}, err
	}
	return content{text: list.YAML, List: List{Notes: list.Notes}}, nil
}

// CodeBook is the code of the error for an army book where a list should be.
const CodeBook = "input/book"

var link = regexp.MustCompile(`^\s*https?://\S*#(?:list=)?\s*(muster\d+\.[\w\s-]*)$`)

// Code returns the list's code that a text is, by itself or in a link. Blanks
// within it, as chats put there, do not matter; nor does a byte order mark, or that it
// is in UTF-16, as PowerShell writes it.
func Code(text string) (code string, ok bool) {
	text = strings.TrimPrefix(string(schema.UTF8([]byte(text))), "\ufeff")
	if in := link.FindStringSubmatch(text); in != nil {
		return in[1], true
	}
	return text, share.IsCode(text)
}

// CodeAddress is the code of the error for an address where a list or an army book
// should be.
const CodeAddress = "input/address"

var address = regexp.MustCompile(`^\s*(\w+://\S+)\s*$`)

// Address is the error of a text that is an address and nothing else, with what to
// do instead: where Army Forge has the data of a page of its own. It is nil of any
// other text.
func Address(text string) error {
	found := address.FindStringSubmatch(text)
	if found == nil || len(text) > 2000 {
		return nil
	}
	page := found[1]
	data, known := armyforge.Download(page)
	switch {
	case data != "":
		return schema.Errorf(CodeAddress, "%s is an address, and muster reads files: open %s in a browser, save what it shows as a file, and open that", page, data)
	case known:
		return schema.Errorf(CodeAddress, "%s is a page of Army Forge, and muster reads files: choose the list or the army book there, copy its address, and ask again", page)
	}
	return schema.Errorf(CodeAddress, "%s is an address, and muster reads files: save what is there in a file, and open that", page)
}

var own = regexp.MustCompile(`(?m)^["']?muster["']?:|["']muster["']\s*:`)

// isForeign reports whether a text is meant as something of Army Forge's: JSON
// or shared text, and not a file of muster's own in JSON.
func isForeign(text []byte) bool {
	text = bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\ufeff")))
	return bytes.HasPrefix(text, []byte("++")) || len(text) > 0 && (text[0] == '{' || text[0] == '[') && !own.Match(text)
}

// IsOwn reports whether a text is none of the forms of others, so that it should be
// a file of muster's own.
func IsOwn(text []byte) bool {
	_, isCode := Code(string(text))
	return !isCode && !isForeign(text) && Address(string(text)) == nil
}
