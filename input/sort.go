package input

import (
	"bytes"
	"slices"
	"strings"

	"muster/schema"
	"muster/share"
)

// A Kind is what a stranger's text or file is.
type Kind string

// The kinds. Files of muster's own formats that have no kind here are Other.
const (
	ListFile       Kind = "list"
	BookFile       Kind = "army book"
	GameFile       Kind = "game"
	CollectionFile Kind = "collection"
	EventFile      Kind = "event"
	Other          Kind = "file of muster's"
	ListCode       Kind = "list's code"
	Foreign        Kind = "list or army book of Army Forge"
	PageAddress    Kind = "address"
	Packed         Kind = "ZIP file"
	Nothing        Kind = "empty file"
)

// formats are the files of muster's own that have a kind, by what they say they are.
var formats = map[string]Kind{"list/1": ListFile, "book/1": BookFile, "play/1": GameFile, "collection/1": CollectionFile, "event/1": EventFile}

// Sort tells what a text is, from its contents alone.
func Sort(text []byte) Kind {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	said := schema.Glance(text, "muster")
	_, isCode := Code(string(text))
	switch {
	case bytes.HasPrefix(text, []byte("PK\x03\x04")), bytes.HasPrefix(text, []byte("PK\x05\x06")):
		return Packed
	case len(bytes.TrimSpace(text)) == 0:
		return Nothing
	case formats[said] != "":
		return formats[said]
	case slices.Contains(schema.Kinds(), said):
		return Other
	case isCode:
		return ListCode
	case Address(string(text)) != nil:
		return PageAddress
	}
	return Foreign
}

// stemOf returns a file's name without its folder and ending.
func stemOf(name string) string {
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	if dot := strings.LastIndexByte(name, '.'); dot > 0 {
		name = name[:dot]
	}
	return name
}

// codeText returns the text of the list that a code holds.
func codeText(text []byte) ([]byte, error) {
	code, _ := Code(string(text))
	shared, err := share.Read(code)
	if err != nil {
		return nil, err
	}
	return []byte(shared.File), nil
}
