// Package files is where muster's files come from and go to, whatever keeps
// them: a disk, a browser, the memory of a program. Reading takes an fs.FS, writing a
// Folder.
package files

import (
	"bytes"
	"errors"
	"io/fs"

	"muster/schema"
)

// A Folder is a place that files are read from and written to. Names have
// slashes and never leave the folder, as those of an fs.FS (fs.ValidPath).
type Folder interface {
	fs.FS
	// Write makes the file, or replaces it whole: a crash at any moment leaves
	// the old text or the new one. was is the text that the writer read; a file
	// that holds something else by now is left alone, and the error is
	// ErrChanged. A nil was means that there must be no such file yet; an empty
	// file that was read is []byte{}. Folders of the name that are not there yet are
	// made. The error for a name that CheckName refuses is
	// its error, and that of a folder is of code schema.CodeFolder.
	Write(name string, was, now []byte) error
}

// Held returns a folder for reading many of its files, until released: one with a method
// Held() (fs.FS, func()) is held open, so that each file is opened at once.
func Held(folder fs.FS) (held fs.FS, release func()) {
	if folder, ok := folder.(interface{ Held() (fs.FS, func()) }); ok {
		return folder.Held()
	}
	return folder, func() {}
}

// A Store is a Folder that can also remove files.
type Store interface {
	Folder
	// Remove removes a file that still holds the text that was read, or, for a nil was,
	// any text. The error is within ErrChanged if it holds something else,
	// and within fs.ErrNotExist if it is not there.
	Remove(name string, was []byte) error
}

// ErrChanged is within the error of a Write that found another text than its
// writer had read. errors.Is finds it; its sentence comes from Changed.
var ErrChanged = errors.New("the file was changed meanwhile")

// Changed is the error of a Write that found another text, or a file where
// none should be, in a file that is shown to people by a name.
func Changed(shown string) error {
	e := schema.Problem{Code: schema.CodeChanged, File: shown}.Errorf("another program changed the file after it was read; nothing was written, so that its change is not lost")
	e.Cause = ErrChanged
	return e
}

// Holds reports whether a file's text is the one that was read: UTF-16 is read as UTF-8.
func Holds(text, was []byte) bool {
	return bytes.Equal(text, was) || bytes.Equal(schema.UTF8(text), was)
}

// Overwrite writes a file whatever it holds, or makes it. It gives up with
// ErrChanged on a file that others change all the time.
func Overwrite(folder Folder, name string, now []byte) error {
	const tries = 100
	var err error
	for range tries {
		var was []byte
		was, err = fs.ReadFile(folder, name)
		switch {
		case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrInvalid): // writing explains it
			was = nil
		case err != nil:
			return err
		case was == nil:
			was = []byte{}
		}
		if err = folder.Write(name, was, now); !errors.Is(err, ErrChanged) {
			return err
		}
	}
	return err
}
