// Package input is the one door for files and texts from strangers: files of muster's
// own, as YAML or JSON, lists and army books that Army Forge saves or hands to other
// programs, the text that it shares, codes and links that hold a list, and ZIP files of
// all these. KindOf returns the kind of a text, Read reads a list of any form, and
// Storage.Receive takes in files of every kind.
package input

import (
	"muster/armyforge"
	"muster/builder"
	"muster/catalog"
	"muster/schema"
	"muster/share"
)

// A List is a list of any game system, with notes about everything that reading it changed or left
// out.
type List struct {
	builder.Roster
	Notes []armyforge.Note
	// SharedCode is the decoded share code from which the list was read; nil for lists in other
	// forms.
	SharedCode *share.Share
}

// Read reads a list from the text of a file. place names the file in messages, and paths to army
// books are relative to it. The error says what the text is instead of a list, or names a missing
// army book. If the list in a share code cannot be opened, Read returns the error and a List
// without a Roster, so that the copy of the list in the code can be shown.
func Read(place schema.FilePath, text []byte, library *catalog.Library) (*List, error) {
	text = schema.ToUTF8(text)
	list := &List{}
	sent := KindOf(text)
	text, more, err := extractList(place.String(), sent, text)
	if err != nil {
		return nil, err
	}
	if more != "" {
		list.Notes = append(list.Notes, armyforge.Note{Path: "the text", Message: more})
	}
	kind := sent
	if kind != ListFile && kind != UnknownFile {
		kind = KindOf(text)
	}
	switch kind {
	case ListCode:
		if list.SharedCode, err = readCode(text); err != nil {
			return nil, err
		}
		text = []byte(list.SharedCode.FileText)
	case PageAddress:
		return nil, AddressError(string(text))
	case ArmyForgeFile, SharedText:
		file, err := armyforge.Open(place.String(), text)
		if err != nil {
			return nil, err
		}
		if file.Kind != armyforge.ListFile {
			return nil, schema.Errorf(CodeIsBook, "%s is an army book of Army Forge's, and no list", place)
		}
		foreign, err := convertArmyForge(file, library, catalog.Entry.VersionedID)
		if err != nil {
			return nil, err
		}
		text, list.Notes = foreign.YAML, append(list.Notes, foreign.Notes...)
	}
	document, err := place.Parse(text, "list/1")
	if err == nil {
		if !kind.IsMusterFormat() || kind != sent { // nobody has the file that its lines would be of
			document.ClearPositions()
		}
		list.Roster, err = builder.Open(document, library)
		if err != nil && kind == ListFile {
			list.SharedCode = share.ShareIn(text)
		}
		if err == nil && kind == ListCode { // possibly of another version of its books
			list.Roster, err = builder.MatchUpgrades(list.Roster, library)
		}
	}
	if err != nil && list.SharedCode == nil {
		return nil, err
	}
	return list, err
}

// IsBookMissing reports whether the error says that an army book is missing.
func IsBookMissing(err error) bool { return schema.HasCode(err, catalog.CodeUnknownBook) }

// ReadTrustingArmoury reads a list like Read, but uses the house armoury in its code. Never use it
// for lists submitted to an event.
func ReadTrustingArmoury(place schema.FilePath, text []byte, library *catalog.Library) (*List, error) {
	list, err := Read(place, text, library)
	if list == nil || !hasHouseArmoury(list.SharedCode) {
		return list, err
	}
	if roster, failed := list.SharedCode.OpenWithHouseArmoury(place.String()); failed == nil {
		list.Roster, err = roster, nil
	}
	return list, err
}

// hasHouseArmoury reports whether a share code contains a house armoury, that is the group's own
// weapons and traits.
func hasHouseArmoury(s *share.Share) bool {
	return s != nil && s.Copy != nil && s.Copy.HouseArmoury != ""
}

// CodeIsBook is the code of the error for an army book sent where a list is expected.
const CodeIsBook = "input/book"

func readCode(text []byte) (*share.Share, error) {
	code, _ := ExtractCode(string(text))
	return share.Read(code)
}

// convertArmyForge turns a list of Army Forge into a list of muster. bookName returns the name by
// which the list refers to an army book.
func convertArmyForge(file *armyforge.File, library *catalog.Library, bookName func(catalog.Entry) string) (*armyforge.List, error) {
	file.Library = library
	books, err := file.BooksOfList(bookName)
	if err != nil {
		return nil, err
	}
	return file.ImportList(books...)
}
