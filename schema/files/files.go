// Package files defines the folders that muster reads its files from and writes them to, whether on
// a disk, in a browser or in memory. Readers take an fs.FS, writers a Folder.
package files

import (
	"bytes"
	"errors"
	"io/fs"

	"muster/schema"
)

// A Folder is a place that files are read from and written to. Names are paths with slashes within
// the folder, as for an fs.FS (fs.ValidPath).
type Folder interface {
	fs.FS
	// Write makes a file or replaces it as a whole: a crash leaves either the old text or the new
	// one. was is the text that the writer read before: []byte{} for an empty file, nil if the file
	// must not exist. The error is ErrChanged if the file holds something else by now. Write makes
	// missing folders of the name. Errors of names are those of CheckName; if the name is a folder,
	// the error has the code schema.CodeIsFolder.
	Write(name string, was, now []byte) error
}

// KeepOpen returns a folder for reading many files until release is called. A folder with a method
// Held() (fs.FS, func()) is kept open, so that each file is opened faster.
func KeepOpen(folder fs.FS) (held fs.FS, release func()) {
	if folder, ok := folder.(interface{ Held() (fs.FS, func()) }); ok {
		return folder.Held()
	}
	return folder, func() {}
}

// A Store is a Folder that can also remove files.
type Store interface {
	Folder
	// Remove removes a file that still holds the text was, or any text if was is nil. The error wraps
	// ErrChanged if the file holds something else, and fs.ErrNotExist if there is no file.
	Remove(name string, was []byte) error
}

// ErrChanged is wrapped by the error of a Write that found another text in the file than was read
// before. ChangedError makes the message.
var ErrChanged = errors.New("the file was changed meanwhile")

// ChangedError returns the error of a Write that found another text than was read before, or an
// unexpected file. shown is the file's name in messages.
func ChangedError(shown string) error {
	e := schema.Problem{Code: schema.CodeChanged, File: shown}.Errorf("another program changed the file after it was read; nothing was written, so that its change is not lost")
	e.Cause = ErrChanged
	return e
}

// SameText reports whether a text of a file equals was, the text that was read before: as it is, or
// after conversion from UTF-16 to UTF-8.
func SameText(text, was []byte) bool {
	return bytes.Equal(text, was) || bytes.Equal(schema.ToUTF8(text), was)
}

// Overwrite writes a file whatever it holds, or makes it. It gives up with ErrChanged if other
// programs keep changing the file.
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
