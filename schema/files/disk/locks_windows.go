package disk

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/windows"
)

// lockName is the file in a folder that writers lock. It is there while one writes.
const lockName = ".muster-lock"

// lockFolder waits until no other program writes in a folder, and keeps others waiting
// until the returned function is called.
func lockFolder(root *os.Root) (unlock func(), err error) {
	for begun := time.Now(); ; time.Sleep(time.Millisecond) {
		file, err := root.OpenFile(lockName, os.O_CREATE|os.O_RDWR, 0o666)
		if err == nil {
			lock(file)
			if isStill(root, file) {
				return func() { _, _ = remove(root, lockName), file.Close() }, nil
			}
			file.Close() // whoever had the lock has removed it
			continue
		}
		denied := errors.Is(err, fs.ErrPermission) // for ever, or while the file is being removed
		switch {
		case !denied && !isHeld(err):
			return nil, err
		case time.Since(begun) < patience:
		case denied:
			return nil, errNoRoom
		default:
			return nil, err
		}
	}
}

// isStill reports whether an open file is still the one at its path.
func isStill(root *os.Root, file *os.File) bool {
	mine, err := file.Stat()
	if err != nil {
		return false
	}
	now, err := root.Stat(lockName)
	return err == nil && os.SameFile(mine, now)
}

// everything is a place in a file far behind any text, which is locked in place of all
// of it: Windows keeps others from reading what is locked.
var everything = windows.Overlapped{OffsetHigh: 1 << 30}

// lock waits until no other program has a file locked, and locks it until it is
// closed.
func lock(file *os.File) {
	at := everything
	_ = windows.LockFileEx(windows.Handle(file.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK, 0, 1, 0, &at)
}

// abandoned reports whether a file is not locked.
func abandoned(file *os.File) bool {
	at := everything
	return windows.LockFileEx(windows.Handle(file.Fd()),
		windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &at) == nil
}

// likeness does nothing: a file has the permissions of its folder.
func likeness(*os.File, fs.FileInfo) {}

// isHeld reports whether an error says that another program holds a file open.
func isHeld(err error) bool {
	for _, code := range []error{
		windows.ERROR_SHARING_VIOLATION, windows.ERROR_LOCK_VIOLATION, windows.ERROR_DELETE_PENDING,
		windows.ERROR_USER_MAPPED_FILE,
	} {
		if errors.Is(err, code) {
			return true
		}
	}
	return false
}

// remove removes a file of a folder, in an older way too, since some file systems do not
// know the one that os.Root has.
func remove(root *os.Root, name string) error {
	err := root.Remove(name)
	if errors.Is(err, windows.ERROR_INVALID_FUNCTION) {
		err = os.Remove(filepath.Join(root.Name(), name))
	}
	return replacing(err)
}

// replacing returns the error of replacing or removing a file that the person may
// write: that it is denied means that another program holds the file open.
func replacing(err error) error {
	if errors.Is(err, windows.ERROR_ACCESS_DENIED) {
		return windows.ERROR_SHARING_VIOLATION
	}
	return err
}

// hide keeps a file or folder from being listed to people.
func hide(path string) {
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return
	}
	if attributes, err := windows.GetFileAttributes(name); err == nil {
		_ = windows.SetFileAttributes(name, attributes|windows.FILE_ATTRIBUTE_HIDDEN)
	}
}
