// Package input is the one door for files and texts from strangers: files of muster's
// own, as YAML or JSON, lists and army books that Army Forge saves or hands to other
// programs, the text that it shares, codes and links that hold a list, and ZIP files of
// all these. KindOf returns the kind of a text, Read reads a list of any form, and
// Home.Take takes in files of every kind.
package input

import (
	"muster/armyforge"
	"muster/builder"
	"muster/catalog"
	"muster/schema"
	"muster/share"
)

// A List is a list of any game, with notes about all changes made in reading it.
type List struct {
	builder.Roster
	Notes []armyforge.Note
	// Shared is the content of the code from which the list was read; nil for other forms.
	Shared *share.Share
}

// Read reads a list from the text of a file at a place. The place names the file in messages, and
// paths to books start there. The error names the text's real kind, or the army book that the list
// needs. If a code, or a file made from one, has a list that cannot be opened, Read returns with
// the error a List without a Roster, so that its copy can be shown.
func Read(place schema.Place, text []byte, library *catalog.Library) (*List, error) {
	text = schema.UTF8(text)
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
		return nil, Address(string(text))
	case Foreign, SharedText:
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

// ReadTrusting is Read, but uses the house armoury in a code. Lists submitted to an event are never
// read in this way.
func ReadTrusting(place schema.Place, text []byte, library *catalog.Library) (*List, error) {
	list, err := Read(place, text, library)
	if list == nil || !hasHouse(list.Shared) {
		return list, err
	}
	if roster, failed := list.Shared.WithHouse(place.String()); failed == nil {
		list.Roster, err = roster, nil
	}
	return list, err
}

// hasHouse reports whether a code contains a house armoury.
func hasHouse(s *share.Share) bool { return s != nil && s.Copy != nil && s.Copy.House != "" }

// CodeBook is the code of the error for an army book where a list should be.
const CodeBook = "input/book"

// readCode reads a text that is a code, alone or in a link.
func readCode(text []byte) (*share.Share, error) {
	code, _ := Code(string(text))
	return share.Read(code)
}

// convert turns a list of Army Forge into one of muster. bookName names its army books.
func convert(file *armyforge.File, library *catalog.Library, bookName func(catalog.Entry) string) (*armyforge.List, error) {
	file.Library = library
	books, err := file.Books(bookName)
	if err != nil {
		return nil, err
	}
	return file.ImportList(books...)
}
