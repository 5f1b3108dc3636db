// Package disk is folders of the operating system, as a files.Store: with files
// that are whole at any moment, and writers that lose nothing that another wrote.
// It is the one place below the command line that calls the operating system.
package disk

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"muster/schema"
	"muster/schema/files"
)

// A Folder is a folder of the operating system. Neither links in it nor paths in its files lead out
// of it; only a file that a person named may be a link to anywhere.
type Folder struct {
	path          string // as the person typed it; "." for the current folder
	requestedFile string // the file in the folder that the person named; "" for none
	requestedPath string // path of requestedFile as the person typed it
	// otherAllowedFolders are more folders that paths in files may lead to.
	otherAllowedFolders []string
	// lastSweepTimes maps the path of each folder that was written to the time of its last
	// sweepTemporaryFiles.
	lastSweepTimes sync.Map
}

// sweepInterval is the least time between two calls of sweepTemporaryFiles for a folder. A call
// reads the whole folder, too slow for each of a thousand files in a row.
const sweepInterval = time.Minute

var _ files.Store = (*Folder)(nil)

// FolderAt returns the folder at a path that a person named. The folder need not exist.
func FolderAt(path string) *Folder { return &Folder{path: path, requestedPath: path} }

// FileAt returns the place of a file that a person named. Paths in the file may lead to its own
// folder and to others.
func FileAt(path string, others ...string) schema.FilePath {
	folder, name := filepath.Split(path)
	f := &Folder{path: filepath.Clean(folder), requestedPath: path, otherAllowedFolders: others}
	switch name {
	case "", ".", "..": // a folder: reading it returns that error
		f.path, name = path, "."
	default:
		f.requestedFile = name
	}
	return schema.FilePath{Folder: f, Name: name}
}

// FilePath returns the path of a file in the folder.
func (f *Folder) FilePath(name string) schema.FilePath { return schema.FilePath{Folder: f, Name: name} }

// Make makes the folder and its parents unless they exist.
func (f *Folder) Make() error { return f.make(0o755) }

// MakePrivate is Make for a folder that only its owner can read.
func (f *Folder) MakePrivate() error { return f.make(0o700) }

// MakeHidden is Make for a hidden folder. On most systems the dot at the beginning of its name
// hides it, on Windows an attribute.
func (f *Folder) MakeHidden() error {
	err := f.Make()
	if err == nil {
		hideFile(f.path)
	}
	return err
}

func (f *Folder) make(mode fs.FileMode) error {
	if err := os.MkdirAll(f.path, mode); err != nil {
		return fmt.Errorf("making the folder %s: %w", f.path, CauseWithoutPath(err))
	}
	return nil
}

// Shown returns a file's path as the person would type it.
func (f *Folder) Shown(name string) string {
	if name == f.requestedFile || name == "." {
		return f.requestedPath
	}
	return f.fullPath(name)
}

// fullPath returns a file's path for the operating system.
func (f *Folder) fullPath(name string) string {
	if name == f.requestedFile && name != "" {
		return f.requestedPath
	}
	return filepath.Join(f.path, filepath.FromSlash(name))
}

// Open implements fs.FS. It refuses pipes and devices, since opening them may take forever.
func (f *Folder) Open(name string) (fs.File, error) { return f.openWithRetries(nil, name) }

// Held opens the folder once and opens each file from there; files.KeepOpen calls it.
func (f *Folder) Held() (folder fs.FS, release func()) {
	root, err := os.OpenRoot(f.path)
	if err != nil {
		return f, func() {}
	}
	return openFolder{f, root}, func() { root.Close() }
}

type openFolder struct {
	*Folder
	root *os.Root
}

func (h openFolder) Open(name string) (fs.File, error) { return h.openWithRetries(h.root, name) }

// openWithRetries opens a file, and tries again while another program holds it open. root is the
// open folder, or nil.
func (f *Folder) openWithRetries(root *os.Root, name string) (file fs.File, err error) {
	err = retryWhileInUse(func() error {
		file, err = f.openOnce(root, name)
		return err
	})
	if isInUse(err) {
		return nil, inUseError(f.Shown(name))
	}
	return file, err
}

// inUseError returns the error for a file that another program holds open.
func inUseError(shown string) error {
	return schema.Problem{Code: schema.CodeAccessDenied, File: shown}.Errorf("another program holds the file open (an editor, a virus scanner, OneDrive); close it there and try again")
}

func (f *Folder) openOnce(root *os.Root, name string) (fs.File, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	if name == f.requestedFile {
		info, err := os.Stat(f.requestedPath)
		if err != nil {
			return nil, err
		}
		if err := f.checkOpenable(name, info); err != nil {
			return nil, err
		}
		return os.Open(f.requestedPath)
	}
	if root == nil {
		opened, err := os.OpenRoot(f.path)
		if err != nil {
			return nil, err
		}
		defer opened.Close()
		root = opened
	}
	info, err := root.Stat(name)
	if err != nil {
		if _, there := os.Stat(f.fullPath(name)); there == nil && !errors.Is(err, fs.ErrPermission) {
			return nil, f.outsideError(name)
		}
		return nil, err
	}
	if err := f.checkOpenable(name, info); err != nil {
		return nil, err
	}
	return root.Open(name)
}

func (f *Folder) checkOpenable(name string, info fs.FileInfo) error {
	if info.IsDir() {
		return nil
	}
	return schema.CheckRegularFile(f.Shown(name), info)
}

// Outside returns the place of a file at a path outside the folder, if it is in a folder that the
// person allowed.
func (f *Folder) Outside(path string) (schema.FilePath, bool) {
	path = filepath.FromSlash(path)
	if !filepath.IsAbs(path) {
		path = filepath.Join(f.path, path)
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return schema.FilePath{}, false
	}
	for _, folder := range append([]string{f.path}, f.otherAllowedFolders...) {
		above, err := filepath.Abs(folder)
		if err != nil {
			continue
		}
		if name, err := filepath.Rel(above, path); err == nil && filepath.IsLocal(name) {
			return schema.FilePath{
				Folder: &Folder{path: folder, requestedPath: folder, otherAllowedFolders: f.otherAllowedFolders},
				Name:   filepath.ToSlash(name),
			}, true
		}
	}
	return schema.FilePath{}, false
}

// Temporary files, named .muster-XXXX.tmp with unique characters in the middle, hold a text until
// it is complete.
const (
	temporaryPrefix = ".muster-"
	temporarySuffix = ".tmp"
)

// Write implements files.Folder. It writes a temporary file and renames it. It follows links to the
// target and keeps the target's permissions, owner and group.
func (f *Folder) Write(name string, was, now []byte) error {
	if err := files.CheckName(name, was); err != nil {
		return err
	}
	s, err := f.open(name)
	if err != nil {
		return err
	}
	defer s.root.Close()
	unlock, err := lockFolder(s.root)
	if err != nil {
		return s.writeError(err)
	}
	defer unlock()
	if last, _ := f.lastSweepTimes.Load(s.root.Name()); last == nil || time.Since(last.(time.Time)) > sweepInterval {
		sweepTemporaryFiles(s.root)
		f.lastSweepTimes.Store(s.root.Name(), time.Now())
	}
	return s.write(was, now)
}

// A targetFile is a file to be written: its folder, kept open, and its name in that folder.
type targetFile struct {
	root      *os.Root
	name      string
	shownName string // the file's name in messages
}

// maxFollowedLinks is the most links that are followed one after another, as in operating systems.
const maxFollowedLinks = 40

// open opens the folder in which a file is written, after following links. A link at the file that
// the person named may lead anywhere; other links may not lead out of the folder.
func (f *Folder) open(name string) (*targetFile, error) {
	if name == f.requestedFile {
		path, err := followLink(f.requestedPath)
		if err != nil {
			return nil, err
		}
		root, err := os.OpenRoot(filepath.Dir(path))
		return &targetFile{root, filepath.Base(path), f.requestedPath}, f.openError(name, filepath.Dir(path), err)
	}
	root, err := os.OpenRoot(f.path)
	if err != nil {
		return nil, f.openError(name, f.path, err)
	}
	defer root.Close()
	dir, base := path.Split(name)
	for range maxFollowedLinks {
		target, err := root.Readlink(dir + base)
		if err != nil { // it is no link
			below, err := root.OpenRoot("./" + dir)
			if errors.Is(err, fs.ErrNotExist) {
				if err = root.MkdirAll(strings.TrimSuffix(dir, "/"), 0o755); err == nil {
					below, err = root.OpenRoot("./" + dir)
				}
			}
			return &targetFile{below, base, f.Shown(name)}, f.openError(name, f.fullPath(path.Dir(name)), err)
		}
		if filepath.IsAbs(target) {
			return nil, f.outsideError(name)
		}
		next, last := path.Split(filepath.ToSlash(target))
		dir, base = dir+next, last
	}
	return nil, fmt.Errorf("%s is a link that leads in a circle", f.Shown(name))
}

// openError returns the error for a folder that could not be opened to write a file in it.
func (f *Folder) openError(name, folder string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("the folder %s is not there; create it first", folder)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("nothing may be written in the folder %s; check its permissions", folder)
	}
	if _, there := os.Stat(folder); there == nil {
		return f.outsideError(name)
	}
	return fmt.Errorf("writing %s: %w", f.Shown(name), CauseWithoutPath(err))
}

func (f *Folder) outsideError(name string) error {
	return schema.Problem{Code: schema.CodeOutsideFolders, File: f.Shown(name)}.Errorf("the file is a link that leads out of its folder; put the file itself there")
}

// write writes the file. The caller holds the folder's lock.
func (s *targetFile) write(was, now []byte) error {
	info, err := s.root.Stat(s.name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if was != nil {
			return files.ChangedError(s.shownName)
		}
	case err != nil:
		return s.writeError(err)
	case info.IsDir():
		return folderError(s.shownName)
	case !schema.CanHoldText(info.Mode()):
		return schema.CheckRegularFile(s.shownName, info)
	case was == nil:
		return files.ChangedError(s.shownName)
	case info.Mode()&0o200 == 0 || !s.isWritable():
		return fmt.Errorf("%s may not be written; change its permissions first", s.shownName)
	}
	temporary := fmt.Sprintf("%s%016x%s", temporaryPrefix, rand.Uint64(), temporarySuffix)
	defer remove(s.root, temporary) // its successor has that name no longer
	if err := s.create(temporary, now, info); err != nil {
		return s.writeError(err)
	}
	if info == nil {
		err = s.renameIfAbsent(temporary)
	} else {
		err = s.replace(temporary, was)
	}
	if errors.Is(err, files.ErrChanged) {
		return files.ChangedError(s.shownName)
	}
	return s.writeError(err)
}

// writeError returns the error for a file that could not be written; nil for nil.
func (s *targetFile) writeError(err error) error {
	switch {
	case err == nil:
		return nil
	case isInUse(err):
		return inUseError(s.shownName)
	case errors.Is(err, errFolderDenied):
		return fmt.Errorf("nothing may be written in the folder %s; check its permissions", s.root.Name())
	}
	return fmt.Errorf("writing %s: %w", s.shownName, CauseWithoutPath(err))
}

// errFolderDenied is the error if a folder's permissions allow no new file in it.
var errFolderDenied = errors.New("the folder may not be written")

// create makes a file with a text and with the permissions of the file like, if not nil. It
// succeeds on file systems that cannot change permissions or sync.
func (s *targetFile) create(name string, text []byte, like fs.FileInfo) error {
	mode := fs.FileMode(0o666)
	if like != nil {
		mode = like.Mode().Perm() // nobody can read more than before
	}
	file, err := s.root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode)
	if errors.Is(err, fs.ErrPermission) {
		return errFolderDenied
	} else if err != nil {
		return err
	}
	lockFile(file) // so that no other sweeps it
	_, err = file.Write(text)
	if err == nil && like != nil {
		copyPermissions(file, like)
	}
	if err == nil {
		err = file.Sync()
		if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.EINVAL) || errors.Is(err, fs.ErrPermission) {
			err = nil
		}
	}
	return errors.Join(err, file.Close())
}

// isWritable reports whether the person may write the existing file. Replacing a file takes only
// permissions of its folder, so that this needs a check of its own.
func (s *targetFile) isWritable() bool {
	file, err := s.root.OpenFile(s.name, os.O_WRONLY, 0)
	if err == nil {
		file.Close()
	}
	return !errors.Is(err, fs.ErrPermission)
}

// renameIfAbsent renames a temporary file to the target's name; the error is files.ErrChanged if a
// file of that name exists.
func (s *targetFile) renameIfAbsent(temporary string) error {
	err := s.root.Link(temporary, s.name)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrExist):
		return files.ErrChanged
	}
	if _, err := s.root.Lstat(s.name); err == nil { // a file system without links
		return files.ErrChanged
	}
	return s.rename(temporary)
}

// replace replaces the target file by a temporary one if it still holds the text was. The caller
// holds the folder's lock.
func (s *targetFile) replace(temporary string, was []byte) error {
	if err := checkUnchanged(s.root, s.name, was); err != nil {
		return err
	}
	return s.exchangeIfUnchanged(temporary, was)
}

// exchangeIfUnchanged replaces the target file by a temporary one if it still holds the text was.
// Programs that ignore the lock may write the file at any moment: where the system can exchange two
// files, the replaced file is read once more, and put back if its text has changed.
func (s *targetFile) exchangeIfUnchanged(temporary string, was []byte) error {
	if err := exchangeFiles(s.root, temporary, s.name); err != nil {
		return s.rename(temporary)
	}
	if err := checkUnchanged(s.root, temporary, was); err != nil {
		return errors.Join(err, exchangeFiles(s.root, temporary, s.name))
	}
	return nil
}

// rename renames a temporary file to the target's name and replaces the file there. The old file
// must not be open, since some file systems forbid that.
func (s *targetFile) rename(temporary string) error {
	return retryWhileInUse(func() error { return explainReplaceError(s.root.Rename(temporary, s.name)) })
}

// checkUnchanged returns files.ErrChanged unless the file exists and still holds the text was.
func checkUnchanged(root *os.Root, name string, was []byte) error {
	var file *os.File
	err := retryWhileInUse(func() (err error) {
		file, err = root.Open(name)
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		return files.ErrChanged
	} else if err != nil {
		return err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, int64(2*len(was)+3))) // in UTF-16 it is so long at most
	if err == nil && !files.SameText(text, was) {
		return files.ErrChanged
	}
	return err
}

// maxRetryTime is how long to retry while another program holds a file open.
const maxRetryTime = time.Second

// retryWhileInUse repeats do while another program holds a file open, as virus scanners do for a
// moment.
func retryWhileInUse(do func() error) error {
	for begun := time.Now(); ; time.Sleep(maxRetryTime / 100) {
		if err := do(); !isInUse(err) || time.Since(begun) > maxRetryTime {
			return err
		}
	}
}

// CauseWithoutPath returns the cause of a file error without the path, since this may be the path
// of a temporary file.
func CauseWithoutPath(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}

// sweepTemporaryFiles removes from a folder the temporary files that killed programs have left:
// those that no program has locked.
func sweepTemporaryFiles(root *os.Root) {
	entries, _ := fs.ReadDir(root.FS(), ".") // a folder that cannot be listed can still be written
	for _, entry := range entries {
		if name := entry.Name(); strings.HasPrefix(name, temporaryPrefix) && strings.HasSuffix(name, temporarySuffix) &&
			schema.CanHoldText(entry.Type()) {
			if file, err := root.Open(name); err == nil {
				if isAbandoned(file) {
					remove(root, name)
				}
				file.Close()
			}
		}
	}
}

// followLink returns the final target of a link; the target need not exist.
func followLink(path string) (string, error) {
	for range maxFollowedLinks {
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

// Remove implements files.Store.
func (f *Folder) Remove(name string, was []byte) error {
	above, err := os.OpenRoot(f.path)
	if err != nil {
		return err
	}
	defer above.Close()
	root, err := above.OpenRoot(filepath.FromSlash(path.Dir(name)))
	if err != nil {
		return err
	}
	defer root.Close()
	unlock, err := lockFolder(root)
	if err != nil {
		return err
	}
	defer unlock()
	base := path.Base(name)
	switch _, err := root.Lstat(base); {
	case err != nil:
		return err
	case was != nil:
		if err := checkUnchanged(root, base, was); errors.Is(err, files.ErrChanged) {
			return files.ChangedError(f.Shown(name))
		} else if err != nil {
			return err
		}
	}
	return retryWhileInUse(func() error { return remove(root, base) })
}

// Create writes a new file that a person named. The error wraps files.ErrChanged if the file
// exists.
func Create(path string, text []byte) error {
	place := FileAt(path)
	if place.Name == "." {
		return folderError(path)
	}
	return place.Folder.(files.Folder).Write(place.Name, nil, text)
}

// Overwrite writes a file that a person named, whatever it holds. It also writes into a pipe or a
// device.
func Overwrite(path string, text []byte) error {
	info, err := os.Stat(path)
	if err != nil || schema.CanHoldText(info.Mode()) && !slices.Contains([]string{"/dev", "/dev/fd"}, filepath.Dir(path)) {
		place := FileAt(path)
		err := files.Overwrite(place.Folder.(files.Folder), place.Name, text)
		var path *fs.PathError
		if errors.As(err, &path) {
			return fmt.Errorf("writing %s: %w", place, path.Err)
		}
		return err
	}
	if info.IsDir() {
		return folderError(path)
	}
	out, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err == nil {
		_, err = out.Write(text)
		err = errors.Join(err, out.Close())
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w", path, CauseWithoutPath(err))
	}
	return nil
}

func folderError(shown string) error { return fmt.Errorf("%s is a folder; name a file in it", shown) }
