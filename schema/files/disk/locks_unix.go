//go:build unix

package disk

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// lockFolder waits until no other program writes in a folder, and keeps others waiting
// until the returned function is called. A file system without locks has none.
func lockFolder(root *os.Root) (unlock func(), err error) {
	folder, err := root.Open(".")
	if err != nil {
		return func() {}, nil // the writing will say why
	}
	lock(folder)
	return func() { folder.Close() }, nil
}

// lock waits until no other program has a file locked, and locks it until it is
// closed.
func lock(file *os.File) {
	for errors.Is(syscall.Flock(int(file.Fd()), syscall.LOCK_EX), syscall.EINTR) {
	}
}

// abandoned reports whether a file is not locked.
func abandoned(file *os.File) bool {
	return syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}

// likeness gives a file the permissions of another and, as far as the person and
// the file system may, its owner and group.
func likeness(file *os.File, of fs.FileInfo) {
	if other, ok := of.Sys().(*syscall.Stat_t); ok {
		if file.Chown(int(other.Uid), int(other.Gid)) != nil {
			_ = file.Chown(-1, int(other.Gid)) // else both stay the person's own
		}
	}
	if info, err := file.Stat(); err != nil || info.Mode().Perm() != of.Mode().Perm() {
		_ = file.Chmod(of.Mode().Perm()) // else it has fewer
	}
}

// isHeld reports whether an error says that another program holds a file open.
func isHeld(err error) bool { return errors.Is(err, syscall.EBUSY) || errors.Is(err, syscall.ETXTBSY) }

// remove removes a file of a folder.
func remove(root *os.Root, name string) error { return root.Remove(name) }

// replacing returns an error of replacing a file as it is.
func replacing(err error) error { return err }

// hide does nothing: a name that begins with a dot is hidden.
func hide(string) {}
