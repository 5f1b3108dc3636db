package input

import (
	"archive/zip"
	"bytes"
	"cmp"
	"errors"
	"io"
	"io/fs"
	"path"
	"strings"
	"time"

	"muster/schema"
)

// ShelfFileName is the name of the file that describes a shared folder (a shelf) and its owner.
const ShelfFileName = "shelf.yaml"

// A Shelf is a folder of army books, lists, events and armouries that somebody offers to others.
//
//schema:file shelf/1
type Shelf struct {
	OwnerName string `yaml:"name" json:"name" schema:"required,name"` // the owner's name
	// information for visitors
	Description string `yaml:"text,omitempty" json:"text,omitempty" schema:"..1000"`
	PageLink    string `yaml:"link,omitempty" json:"link,omitempty" schema:"..300,like https://example.org/"` // the address of a page about it
}

// ReadShelf reads a shelf from the document of its file. The error is a *schema.Error.
func ReadShelf(document *schema.Document) (*Shelf, error) {
	s := &Shelf{}
	if err := document.Decode(s); err != nil {
		return nil, err
	}
	if s.PageLink != "" && !strings.HasPrefix(s.PageLink, "https://") && !strings.HasPrefix(s.PageLink, "http://") {
		return nil, document.ProblemError(schema.CodeWrongFormat, "`"+s.PageLink+"` is no address; one begins with https://", "link")
	}
	return s, nil
}

// ShelfIn reads shelf.yaml, the file that describes a shared folder and its owner. The error wraps
// fs.ErrNotExist if the folder has none.
func ShelfIn(folder fs.FS) (*Shelf, error) {
	document, err := schema.ReadFile(folder, ShelfFileName, "shelf/1")
	if err != nil {
		return nil, err
	}
	return ReadShelf(document)
}

// String returns a sentence that names the owner.
func (s *Shelf) String() string {
	text := "The shelf of " + s.OwnerName + "."
	for _, more := range []string{s.Description, s.PageLink} {
		if more != "" {
			text += " " + more
		}
	}
	return text
}

// A ShelfItem is a file in a folder that somebody shares (a shelf).
type ShelfItem struct {
	Path string // its path on the shelf
	Kind FileKind
	Text []byte
}

// ShelfItems returns muster's files in a shared folder and its subfolders, sorted by path: army
// books, lists, events, armouries, collections, units, game systems. left names the files of other
// kinds, without hidden files and games. The error is for files above the limits of Receive.
func ShelfItems(folder fs.FS) (all []ShelfItem, left []string, err error) {
	bytes := 0
	err = fs.WalkDir(folder, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil && name == ".":
			return err
		case err != nil:
			left = append(left, name)
			return nil
		case name != "." && strings.HasPrefix(entry.Name(), "."), entry.IsDir() && strings.Contains(name, "/"):
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		case entry.IsDir(), name == ShelfFileName:
			return nil
		}
		var text []byte
		if schema.CanHoldText(entry.Type()) {
			text, _ = schema.FilePath{Folder: folder, Name: name}.Load() // what cannot be read has no kind
		}
		says := schema.StatedKind(text)
		kind := cmp.Or(kindByFormat[says], OtherFile)
		switch {
		case says == "", kind == ShelfFile:
			left = append(left, name)
			return nil
		case kind == GameFile:
			return nil
		}
		all = append(all, ShelfItem{name, kind, text})
		if bytes += len(text); bytes > MaxArrivalBytes {
			return errTooManyBytes
		}
		if len(all) >= MaxArrivalFiles {
			return ErrTooManyFiles
		}
		return nil
	})
	return all, left, err
}

// Title returns the name inside the file, with the version of an army book.
func (s ShelfItem) Title() string {
	name := cmp.Or(schema.GuessValue(s.Text, "name"), path.Base(s.Path))
	if s.Kind == BookFile {
		name += " " + schema.GuessValue(s.Text, "version")
	}
	return strings.TrimSpace(name)
}

// WriteZIP writes shelf.yaml and the files of a shared folder as a ZIP file. Equal folders give
// equal bytes.
func (s *Shelf) WriteZIP(w io.Writer, shelved []ShelfItem) error {
	packed := zip.NewWriter(w)
	whose := ShelfItem{Path: ShelfFileName, Text: schema.Write("shelf/1", s, nil)}
	for _, file := range append([]ShelfItem{whose}, shelved...) {
		if err := AddToZIP(packed, file.Path, zipTime, file.Text); err != nil {
			return err
		}
	}
	return packed.Close()
}

// zipTime is the modification time of all files in a packed shelf: the earliest time that ZIP can
// store.
var zipTime = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

// AddToZIP adds a file to a ZIP file, with the time of its last change unless that is zero.
func AddToZIP(packed *zip.Writer, name string, changed time.Time, text []byte) error {
	to, err := packed.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: changed})
	if err != nil {
		return err
	}
	_, err = io.Copy(to, bytes.NewReader(text))
	return err
}

// readShelf reads shelf.yaml, the owner's description of the sent files. It is not stored.
func (l *arrivalReader) readShelf(item *Item, text []byte) error {
	if item.zipEntry == nil && !l.storage.PickFreeNames {
		return errors.New("this file says whose a shelf is, and nothing else: open the ZIP file or the folder with the shelf")
	}
	document, err := schema.Read(item.SentName, text, "shelf/1")
	if err != nil {
		return err
	}
	shelf, err := ReadShelf(document)
	if err == nil && l.FromShelf == nil {
		l.FromShelf = shelf
	}
	return err
}
