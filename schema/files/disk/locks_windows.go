package disk

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/windows"
)

// lockFileName is the file in a folder that a writer locks. It exists while the folder is written.
const lockFileName = ".muster-lock"

// lockFolder waits until no other program writes in a folder, and makes others wait until unlock is
// called.
func lockFolder(root *os.Root) (unlock func(), err error) {
	for begun := time.Now(); ; time.Sleep(time.Millisecond) {
		file, err := root.OpenFile(lockFileName, os.O_CREATE|os.O_RDWR, 0o666)
		if err == nil {
			lockFile(file)
			if isSameFile(root, file) {
				return func() { _, _ = remove(root, lockFileName), file.Close() }, nil
			}
			file.Close() // whoever had the lock has removed it
			continue
		}
		denied := errors.Is(err, fs.ErrPermission) // for ever, or while the file is being removed
		switch {
		case !denied && !isInUse(err):
			return nil, err
		case time.Since(begun) < maxRetryTime:
		case denied:
			return nil, errFolderDenied
		default:
			return nil, err
		}
	}
}

// isSameFile reports whether the path of an open file still leads to the same file.
func isSameFile(root *os.Root, file *os.File) bool {
	mine, err := file.Stat()
	if err != nil {
		return false
	}
	now, err := root.Stat(lockFileName)
	return err == nil && os.SameFile(mine, now)
}

// lockedByteRange is the part of a file that is locked. It is far beyond any text, since on Windows
// others cannot read locked bytes.
var lockedByteRange = windows.Overlapped{OffsetHigh: 1 << 30}

// lockFile waits until no other program has locked a file, and locks it until it is closed.
func lockFile(file *os.File) {
	at := lockedByteRange
	_ = windows.LockFileEx(windows.Handle(file.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK, 0, 1, 0, &at)
}

// isAbandoned reports whether no program has locked a temporary file.
func isAbandoned(file *os.File) bool {
	at := lockedByteRange
	return windows.LockFileEx(windows.Handle(file.Fd()),
		windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &at) == nil
}

// copyPermissions does nothing: on Windows a new file has the permissions of its folder.
func copyPermissions(*os.File, fs.FileInfo) {}

// isInUse reports whether an error means that another program holds a file open.
func isInUse(err error) bool {
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

// remove removes a file of a folder. It falls back on an older call, since some file systems lack
// the one that os.Root uses.
func remove(root *os.Root, name string) error {
	err := root.Remove(name)
	if errors.Is(err, windows.ERROR_INVALID_FUNCTION) {
		err = os.Remove(filepath.Join(root.Name(), name))
	}
	return explainReplaceError(err)
}

// explainReplaceError explains an error of replacing or removing a file that the person may write.
// If access is denied, another program holds the file open.
func explainReplaceError(err error) error {
	if errors.Is(err, windows.ERROR_ACCESS_DENIED) {
		return windows.ERROR_SHARING_VIOLATION
	}
	return err
}

// hideFile sets the attribute that hides a file or folder.
func hideFile(path string) {
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return
	}
	if attributes, err := windows.GetFileAttributes(name); err == nil {
		_ = windows.SetFileAttributes(name, attributes|windows.FILE_ATTRIBUTE_HIDDEN)
	}
}
