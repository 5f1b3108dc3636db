package input

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"muster/armyforge"
	"muster/schema"
	"muster/share"
)

// A FileKind is the kind of contents of a sent text or file.
type FileKind string

// The kinds. OtherFile is for muster's own formats that no other kind covers.
const (
	// a list in muster's own format
	ListFile       FileKind = "list"
	BookFile       FileKind = "army book"
	GameFile       FileKind = "game"
	CollectionFile FileKind = "collection"
	EventFile      FileKind = "event"
	UnitFile       FileKind = "kept unit"
	ShelfFile      FileKind = "shelf"
	OtherFile      FileKind = "file of muster's"
	ListCode       FileKind = "list's code"
	ArmyForgeFile  FileKind = "list or army book of Army Forge"
	SharedText     FileKind = "list that Army Forge shares as text"
	PageAddress    FileKind = "address"
	ZIPFile        FileKind = "ZIP file"
	DocumentFile   FileKind = "picture or document"
	MailFile       FileKind = "mail"
	EmptyFile      FileKind = "empty file"
	UnknownFile    FileKind = "something else"
)

var kindByFormat = map[string]FileKind{
	"list/1": ListFile, "book/1": BookFile, "play/1": GameFile,
	"collection/1": CollectionFile, "event/1": EventFile, "unit/1": UnitFile,
	"shelf/1": ShelfFile,
}

// KindOf finds the kind of a text by its contents.
func KindOf(text []byte) FileKind {
	text = bytes.TrimPrefix(schema.ToUTF8(text), []byte("\ufeff"))
	trimmed := bytes.TrimSpace(text)
	said := schema.GuessValue(text, "muster")
	_, isCode := ExtractCode(string(text))
	switch {
	case describeDocument(text) != "":
		return DocumentFile
	case bytes.HasPrefix(text, []byte("PK\x03\x04")), bytes.HasPrefix(text, []byte("PK\x05\x06")):
		return ZIPFile
	case len(trimmed) == 0:
		return EmptyFile
	case isMail(text), said == "list/1" && hasTextBeforeFile(text):
		return MailFile
	case kindByFormat[said] != "":
		return kindByFormat[said]
	case said != "":
		return OtherFile
	case isCode:
		return ListCode
	case AddressError(string(text)) != nil:
		return PageAddress
	case bytes.HasPrefix(trimmed, []byte("++")), armyforge.IsMusterText(text):
		return SharedText
	case trimmed[0] == '{', trimmed[0] == '[':
		return ArmyForgeFile
	case holdsList(text):
		return MailFile
	}
	return UnknownFile
}

// holdsList reports whether a text contains the beginning of a list, possibly quoted: of a code, a
// text shared by Army Forge or printed by muster, or a file of muster.
func holdsList(text []byte) bool {
	text = text[:min(len(text), maxMailPartBytes)]
	return shareCodeStart.Match(text) || hasLineWithPrefix(text, "++ ") || hasLineWithPrefix(text, "muster: list/") ||
		armyforge.HasMusterText(text)
}

// hasLineWithPrefix reports whether some line of a text, possibly quoted, begins with sign.
func hasLineWithPrefix(text []byte, sign string) bool {
	for {
		at := bytes.Index(text, []byte(sign))
		if at < 0 {
			return false
		}
		if len(bytes.TrimRight(text[bytes.LastIndexByte(text[:at], '\n')+1:at], " \t>")) == 0 {
			return true
		}
		next := bytes.IndexByte(text[at:], '\n')
		if next < 0 {
			return false
		}
		text = text[at+next+1:]
	}
}

// IsMusterFormat reports whether a text of the kind should be in a format of muster.
func (k FileKind) IsMusterFormat() bool {
	return !slices.Contains([]FileKind{ListCode, ArmyForgeFile, SharedText, PageAddress, DocumentFile, MailFile}, k)
}

var codeLink = regexp.MustCompile(`^\s*https?://\S*#(?:list=)?\s*(muster\d+\.[\w\s-]*)$`)

// ExtractCode returns the list's code in a text that is a code or a link with a code. It ignores
// blanks (from chats), a byte order mark and UTF-16 (from PowerShell).
func ExtractCode(text string) (code string, ok bool) {
	text = strings.TrimPrefix(string(schema.ToUTF8([]byte(text))), "\ufeff")
	if in := codeLink.FindStringSubmatch(text); in != nil {
		return in[1], true
	}
	return text, share.IsCode(text)
}

// CodeIsAddress is the code of the error for a web address sent where a list or an army book is
// expected.
const CodeIsAddress = "input/address"

var addressOnly = regexp.MustCompile(`^\s*((?:\w+://|(?i:army-forge[\w-]*\.onepagerules\.com(?:/|\b)))\S*)\s*$`)

// AddressError returns an error with advice for a text that is just a web address; for a page of
// Army Forge it names the address from which the page's data can be saved. It returns nil for any
// other text.
func AddressError(text string) error {
	if len(text) > 2000 { // a large file is not searched for one
		return nil
	}
	found := addressOnly.FindStringSubmatch(text)
	if found == nil {
		return nil
	}
	page := found[1]
	data, known := armyforge.DataAddress(page)
	switch {
	case data != "":
		return schema.Errorf(CodeIsAddress, "%s is an address, and muster reads files: open %s in a browser, save what it shows as a file, and open that", page, data)
	case known:
		return schema.Errorf(CodeIsAddress, "%s is a page of Army Forge, and muster reads files: choose the list or the army book there, copy its address, and ask again", page)
	}
	return schema.Errorf(CodeIsAddress,
		"%s is an address, and muster reads files: save what is there in a file, and open that", page)
}

// stemOf returns a file's name without its folder and extension.
func stemOf(name string) string {
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	if dot := strings.LastIndexByte(name, '.'); dot > 0 {
		name = name[:dot]
	}
	return name
}
