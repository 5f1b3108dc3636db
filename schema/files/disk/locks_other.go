//go:build !unix

package disk

import (
	"io/fs"
	"os"
	"time"
)

// lock does nothing where files have no locks that other programs respect.
func lock(*os.File) {}

// abandoned reports whether a file is older than any writing takes.
func abandoned(file *os.File) bool {
	info, err := file.Stat()
	return err == nil && time.Since(info.ModTime()) > time.Hour
}

// likeness gives a file the permissions of another.
func likeness(file *os.File, of fs.FileInfo) error { return file.Chmod(of.Mode().Perm()) }
