package edit

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// WriteAtomic writes a file so that a crash at any moment leaves the old file
// or the new one: the text goes to a file beside it, which then takes its name.
// Permissions of a file that is there are kept, and a link is followed to the
// file it names. The error says which folder to look at.
func WriteAtomic(path string, text []byte) (err error) {
	if target, linkErr := filepath.EvalSymlinks(path); linkErr == nil {
		path = target
	}
	mode := fs.FileMode(0o644)
	if info, statErr := os.Stat(path); statErr == nil {
		if info.IsDir() {
			return fmt.Errorf("%s is a folder; name a file in it", path)
		}
		mode = info.Mode().Perm()
	}
	folder := filepath.Dir(path)
	temporary, err := os.CreateTemp(folder, "."+filepath.Base(path)+".*")
	if err != nil {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return fmt.Errorf("the folder %s is not there; create it first", folder)
		case errors.Is(err, fs.ErrPermission):
			return fmt.Errorf("nothing may be written in the folder %s; check its permissions", folder)
		}
		return fmt.Errorf("writing %s: %w", path, err)
	}
	defer func() {
		if err != nil {
			os.Remove(temporary.Name())
		}
	}()
	_, err = temporary.Write(text)
	if err == nil {
		err = temporary.Chmod(mode)
	}
	if err == nil {
		err = temporary.Sync()
	}
	if closeErr := temporary.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Rename(temporary.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	return nil
}
