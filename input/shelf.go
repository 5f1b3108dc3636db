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

// ShelfName is the name of the file about a shelf and its owner.
const ShelfName = "shelf.yaml"

// A Shelf is a folder of army books, lists, events and armouries that somebody offers to others.
//
//schema:file shelf/1
type Shelf struct {
	Name string `yaml:"name" json:"name" schema:"required,name"` // the owner's name
	// information for visitors
	Text string `yaml:"text,omitempty" json:"text,omitempty" schema:"..1000"`
	Link string `yaml:"link,omitempty" json:"link,omitempty" schema:"..300,like https://example.org/"` // the address of a page about it
}

// ReadShelf reads a shelf from its file. The error is a *schema.Error.
func ReadShelf(document *schema.Document) (*Shelf, error) {
	s := &Shelf{}
	if err := document.Decode(s); err != nil {
		return nil, err
	}
	if s.Link != "" && !strings.HasPrefix(s.Link, "https://") && !strings.HasPrefix(s.Link, "http://") {
		return nil, document.Problem(schema.CodeFormat, "`"+s.Link+"` is no address; one begins with https://", "link")
	}
	return s, nil
}

// ShelfIn reads the shelf.yaml of a folder. The error wraps fs.ErrNotExist if there is none.
func ShelfIn(folder fs.FS) (*Shelf, error) {
	document, err := schema.ReadFile(folder, ShelfName, "shelf/1")
	if err != nil {
		return nil, err
	}
	return ReadShelf(document)
}

// String returns a sentence that names the owner.
func (s *Shelf) String() string {
	text := "The shelf of " + s.Name + "."
	for _, more := range []string{s.Text, s.Link} {
		if more != "" {
			text += " " + more
		}
	}
	return text
}

// A Shelved is a file of a shelf.
type Shelved struct {
	Name string // its path on the shelf
	Kind Kind
	Text []byte
}

// ShelvedIn returns muster's files in a folder and its subfolders, sorted by name: army books,
// lists, events, armouries, collections, units, game systems. left names other files except for
// hidden ones and games. The error is for files above the limits of an arrival.
func ShelvedIn(folder fs.FS) (all []Shelved, left []string, err error) {
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
		case entry.IsDir(), name == ShelfName:
			return nil
		}
		var text []byte
		if schema.HoldsText(entry.Type()) {
			text, _ = schema.Place{Folder: folder, Name: name}.Load() // what cannot be read has no kind
		}
		says := schema.Kind(text)
		kind := cmp.Or(formats[says], Other)
		switch {
		case says == "", kind == ShelfFile:
			left = append(left, name)
			return nil
		case kind == GameFile:
			return nil
		}
		all = append(all, Shelved{name, kind, text})
		if bytes += len(text); bytes > MostBytes {
			return errManyBytes
		}
		if len(all) >= MostFiles {
			return ErrManyFiles
		}
		return nil
	})
	return all, left, err
}

// Title returns the file's name for people, with the version of an army book.
func (s Shelved) Title() string {
	name := cmp.Or(schema.Glance(s.Text, "name"), path.Base(s.Name))
	if s.Kind == BookFile {
		name += " " + schema.Glance(s.Text, "version")
	}
	return strings.TrimSpace(name)
}

// Pack writes a shelf as a ZIP file. Equal shelves give equal bytes.
func (s *Shelf) Pack(w io.Writer, shelved []Shelved) error {
	packed := zip.NewWriter(w)
	whose := Shelved{Name: ShelfName, Text: schema.Write("shelf/1", s, nil)}
	for _, file := range append([]Shelved{whose}, shelved...) {
		if err := PackFile(packed, file.Name, packedAt, file.Text); err != nil {
			return err
		}
	}
	return packed.Close()
}

// packedAt is the time of all files of a shelf: the earliest time in ZIP files.
var packedAt = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

// PackFile adds a file to a ZIP file, with the time of its last change unless that is zero.
func PackFile(packed *zip.Writer, name string, changed time.Time, text []byte) error {
	to, err := packed.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: changed})
	if err != nil {
		return err
	}
	_, err = io.Copy(to, bytes.NewReader(text))
	return err
}

// shelf reads the shelf.yaml of an arrival, which is not stored.
func (l *reading) shelf(item *Item, text []byte) error {
	if item.packed == nil && !l.home.Many {
		return errors.New("this file says whose a shelf is, and nothing else: open the ZIP file or the folder with the shelf")
	}
	document, err := schema.Read(item.File, text, "shelf/1")
	if err != nil {
		return err
	}
	shelf, err := ReadShelf(document)
	if err == nil && l.Shelf == nil {
		l.Shelf = shelf
	}
	return err
}
