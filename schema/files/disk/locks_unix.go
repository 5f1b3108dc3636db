//go:build unix

package disk

import (
	"io/fs"
	"os"
	"syscall"
)

// lock waits until no other program has a file locked, and locks it until it is
// closed. A file system without locks has none.
func lock(file *os.File) { _ = syscall.Flock(int(file.Fd()), syscall.LOCK_EX) }

// abandoned reports whether a file is not locked.
func abandoned(file *os.File) bool {
	return syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}

// likeness gives a file the permissions of another and, as far as the person
// may, its owner and group.
func likeness(file *os.File, of fs.FileInfo) error {
	if other, ok := of.Sys().(*syscall.Stat_t); ok {
		if file.Chown(int(other.Uid), int(other.Gid)) != nil {
			_ = file.Chown(-1, int(other.Gid)) // else both stay the person's own
		}
	}
	return file.Chmod(of.Mode().Perm())
}
