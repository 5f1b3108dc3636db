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
// file it names. A file that may not be written is left alone. The error says
// which file or folder to look at.
func WriteAtomic(path string, text []byte) (err error) {
	if path, err = follow(path); err != nil {
		return err
	}
	mode := fs.FileMode(0o644)
	if info, statErr := os.Stat(path); statErr == nil {
		mode = info.Mode().Perm()
		switch {
		case info.IsDir():
			return fmt.Errorf("%s is a folder; name a file in it", path)
		case mode&0o200 == 0:
			return fmt.Errorf("%s may not be written; change its permissions first", path)
		}
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

// follow returns the file that a link names in the end, which need not be there.
func follow(path string) (string, error) {
	const most = 40 // links one after another, as operating systems allow
	for range most {
		target, err := os.Readlink(path)
		if err != nil {
			return path, nil // it is no link
		}
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(path), target)
		}
		path = target
	}
	return "", fmt.Errorf("%s is a link that leads in a circle", path)
}
