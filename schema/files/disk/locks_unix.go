//go:build unix

package disk

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// lockFolder waits until no other program writes in a folder, and makes others wait until unlock is
// called. It does nothing on file systems without locks.
func lockFolder(root *os.Root) (unlock func(), err error) {
	folder, err := root.Open(".")
	if err != nil {
		return func() {}, nil // the writing will say why
	}
	lockFile(folder)
	return func() { folder.Close() }, nil
}

// lockFile waits until no other program has locked a file, and locks it until it is closed.
func lockFile(file *os.File) {
	for errors.Is(syscall.Flock(int(file.Fd()), syscall.LOCK_EX), syscall.EINTR) {
	}
}

// isAbandoned reports whether no program has locked a temporary file.
func isAbandoned(file *os.File) bool {
	return syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}

// copyPermissions gives a file the permissions of another, and its owner and group if the person
// and the file system may set them.
func copyPermissions(file *os.File, of fs.FileInfo) {
	if other, ok := of.Sys().(*syscall.Stat_t); ok {
		if file.Chown(int(other.Uid), int(other.Gid)) != nil {
			_ = file.Chown(-1, int(other.Gid)) // else both stay the person's own
		}
	}
	if info, err := file.Stat(); err != nil || info.Mode().Perm() != of.Mode().Perm() {
		_ = file.Chmod(of.Mode().Perm()) // else it has fewer
	}
}

// isInUse reports whether an error means that another program holds a file open.
func isInUse(err error) bool { return errors.Is(err, syscall.EBUSY) || errors.Is(err, syscall.ETXTBSY) }

// remove removes a file of a folder.
func remove(root *os.Root, name string) error { return root.Remove(name) }

// explainReplaceError returns err unchanged: on Unix no error of replacing a file needs an
// explanation.
func explainReplaceError(err error) error { return err }

// hideFile does nothing: names that begin with a dot are hidden.
func hideFile(string) {}
