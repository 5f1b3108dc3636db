//go:build !unix && !windows

package disk

import (
	"io/fs"
	"os"
	"time"
)

// lockFolder and lock do nothing: these systems have no locks on files.
func lockFolder(*os.Root) (unlock func(), err error) { return func() {}, nil }

func lockFile(*os.File) {}

// isAbandoned reports whether a temporary file is older than any write can take.
func isAbandoned(file *os.File) bool {
	info, err := file.Stat()
	return err == nil && time.Since(info.ModTime()) > time.Hour
}

// copyPermissions gives a file the permissions of another, if the system has permissions.
func copyPermissions(file *os.File, of fs.FileInfo) { _ = file.Chmod(of.Mode().Perm()) }

func isInUse(error) bool                      { return false }
func remove(root *os.Root, name string) error { return root.Remove(name) }
func explainReplaceError(err error) error     { return err }
func hideFile(string)                         {}
