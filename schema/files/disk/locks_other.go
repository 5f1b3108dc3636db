//go:build !unix && !windows

package disk

import (
	"io/fs"
	"os"
	"time"
)

// lockFolder and lock do nothing where files have no locks.
func lockFolder(*os.Root) (unlock func(), err error) { return func() {}, nil }

func lock(*os.File) {}

// abandoned reports whether a file is older than any writing takes.
func abandoned(file *os.File) bool {
	info, err := file.Stat()
	return err == nil && time.Since(info.ModTime()) > time.Hour
}

// likeness gives a file the permissions of another, where there are some.
func likeness(file *os.File, of fs.FileInfo) { _ = file.Chmod(of.Mode().Perm()) }

func isHeld(error) bool                       { return false }
func remove(root *os.Root, name string) error { return root.Remove(name) }
func replacing(err error) error               { return err }
func hide(string)                             {}
