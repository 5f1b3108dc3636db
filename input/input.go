// Package input is the one door for files and texts from strangers: files of muster's
// own, as YAML or JSON, lists and army books that Army Forge saves or hands to other
// programs, the text that it shares, codes and links that hold a list, and ZIP files of
// all these. KindOf returns the kind of a text, Read reads a list of any form, and
// Home.Receive takes in files of every kind.
package input

import (
	"muster/armyforge"
	"muster/builder"
	"muster/catalog"
	"muster/schema"
	"muster/share"
)

// A List is a list of any game, with notes about all changes that reading made.
type List struct {
	builder.Roster
	Notes []armyforge.Note
	// Shared is the content of the code from which the list was read; nil for lists in other forms.
	Shared *share.Share
}

// Read reads a list from the text of a file at a place. The place names the file in messages, and
// paths to books are relative to it. The error names what the text is instead of a list, or the
// army book that the list needs. If the list in a code cannot be opened, Read returns the error
// together with a List that has no Roster, so that its copy can be shown.
func Read(place schema.Place, text []byte, library *catalog.Library) (*List, error) {
	text = schema.ToUTF8(text)
	list := &List{}
	sent := KindOf(text)
	text, more, err := unwrap(place.String(), sent, text)
	if err != nil {
		return nil, err
	}
	if more != "" {
		list.Notes = append(list.Notes, armyforge.Note{Path: "the text", Message: more})
	}
	kind := sent
	if kind != ListFile && kind != Unknown {
		kind = KindOf(text)
	}
	switch kind {
	case ListCode:
		if list.Shared, err = readCode(text); err != nil {
			return nil, err
		}
		text = []byte(list.Shared.File)
	case PageAddress:
		return nil, AddressError(string(text))
	case ArmyForgeFile, SharedText:
		file, err := armyforge.Open(place.String(), text)
		if err != nil {
			return nil, err
		}
		if file.Kind != armyforge.ListFile {
			return nil, schema.Errorf(CodeBook, "%s is an army book of Army Forge's, and no list", place)
		}
		foreign, err := convert(file, library, catalog.Entry.Pin)
		if err != nil {
			return nil, err
		}
		text, list.Notes = foreign.YAML, append(list.Notes, foreign.Notes...)
	}
	document, err := place.Parse(text, "list/1")
	if err == nil {
		if !kind.IsOwn() || kind != sent { // nobody has the file that its lines would be of
			document.ClearPositions()
		}
		list.Roster, err = builder.Open(document, library)
		if err != nil && kind == ListFile {
			list.Shared = share.ShareIn(text)
		}
		if err == nil && kind == ListCode { // possibly of another version of its books
			list.Roster, err = builder.Recognise(list.Roster, library)
		}
	}
	if err != nil && list.Shared == nil {
		return nil, err
	}
	return list, err
}

// IsBookMissing reports whether the error says that an army book is missing.
func IsBookMissing(err error) bool { return schema.HasCode(err, catalog.CodeUnknownBook) }

// ReadTrusting reads a list like Read, but uses the house armoury in its code. Never use it for
// lists submitted to an event.
func ReadTrusting(place schema.Place, text []byte, library *catalog.Library) (*List, error) {
	list, err := Read(place, text, library)
	if list == nil || !hasArmoury(list.Shared) {
		return list, err
	}
	if roster, failed := list.Shared.OpenWithHouse(place.String()); failed == nil {
		list.Roster, err = roster, nil
	}
	return list, err
}

// hasArmoury reports whether a code contains a house armoury.
func hasArmoury(s *share.Share) bool { return s != nil && s.Copy != nil && s.Copy.House != "" }

// CodeBook is the code of the error for an army book in place of a list.
const CodeBook = "input/book"

// readCode decodes a text that is a code, alone or in a link.
func readCode(text []byte) (*share.Share, error) {
	code, _ := Code(string(text))
	return share.Read(code)
}

// convert turns a list of Army Forge into a list of muster. bookName returns the name by which the
// list refers to an army book.
func convert(file *armyforge.File, library *catalog.Library, bookName func(catalog.Entry) string) (*armyforge.List, error) {
	file.Library = library
	books, err := file.Books(bookName)
	if err != nil {
		return nil, err
	}
	return file.ImportList(books...)
}
