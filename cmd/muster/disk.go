package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"muster/schema"
	"muster/schema/files"
)

// A disk is a folder of the operating system, as a files.Folder. What lies in
// it is reached, and nothing outside by way of links or of paths that files
// state; the one file that a person named may be a link to anywhere.
type disk struct {
	folder string // as the person typed it; "." for the one that they are in
	name   string // of the file in it that the person named, or ""
	typed  string // that file as the person typed it
	// others are folders into which paths that files state may lead as well.
	others []string
}

var _ files.Folder = (*disk)(nil)

// at returns the place of a file that a person named.
func (a *app) at(path string) schema.Place {
	folder, name := filepath.Split(path)
	d := &disk{folder: filepath.Clean(folder), typed: path, others: bookFolders(a.bookFolders)}
	switch name {
	case "", ".", "..": // a folder, which reading says
		d.folder, name = path, "."
	default:
		d.name = name
	}
	return schema.Place{Folder: d, Name: name}
}

// read reads a file that a person named; see schema.Read.
func (a *app) read(path string, kinds ...string) (*schema.Document, error) {
	text, err := a.load(path)
	if err != nil {
		return nil, err
	}
	return a.parse(path, text, kinds...)
}

// load reads the text of a file that a person named.
func (a *app) load(path string) ([]byte, error) {
	if strings.Contains(path, "://") {
		return nil, fmt.Errorf("%s is an address, and muster reads files: save what is there in a file, and name that", path)
	}
	return a.at(path).Load()
}

// parse is the document in the text of a file that a person named.
func (a *app) parse(path string, text []byte, kinds ...string) (*schema.Document, error) {
	document, err := a.at(path).Parse(text, kinds...)
	if err != nil {
		if other := foreign(path, text); other != nil {
			return nil, other
		}
	}
	return document, err
}

// foreign is the error of a file that is of another kind than those that muster
// reads, nil of any other.
func foreign(path string, text []byte) error {
	text = bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\ufeff")))
	if own, _ := regexp.Match(`(?m)^["']?muster["']?:`, text); own || len(text) == 0 {
		return nil
	}
	if (text[0] == '{' || text[0] == '[') && json.Valid(text) && !bytes.Contains(text, []byte(`"muster"`)) {
		return fmt.Errorf("%s is JSON, not a file of muster's; what Army Forge saves comes in by `muster import %s`", path, word(path))
	}
	kind := map[string]string{".csv": "a table (CSV)", ".txt": "text for people", ".html": "a page (HTML)", ".htm": "a page (HTML)", ".pdf": "a PDF", ".md": "Markdown"}[strings.ToLower(filepath.Ext(path))]
	switch {
	case bytes.HasPrefix(text, []byte("%PDF")):
		kind = "a PDF"
	case bytes.HasPrefix(text, []byte("++")):
		return fmt.Errorf("%s is what Army Forge shares as text; it comes in by `muster import %s`", path, word(path))
	}
	if kind == "" {
		return nil
	}
	return fmt.Errorf("%s is %s, which muster can print and not read; name the list itself, a file that has a line such as `muster: list/1`", path, kind)
}

// Shown returns a file's name as the person types it.
func (d *disk) Shown(name string) string {
	if name == d.name || name == "." {
		return d.typed
	}
	return d.path(name)
}

// path returns a file's path for the operating system.
func (d *disk) path(name string) string {
	if name == d.name && name != "" {
		return d.typed
	}
	return filepath.Join(d.folder, filepath.FromSlash(name))
}

// Open is that of fs.FS. Pipes and devices are not opened, since that may take
// for ever.
func (d *disk) Open(name string) (fs.File, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	if name == d.name {
		info, err := os.Stat(d.typed)
		if err != nil {
			return nil, err
		}
		if err := d.openable(name, info); err != nil {
			return nil, err
		}
		return os.Open(d.typed)
	}
	root, err := os.OpenRoot(d.folder)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	info, err := root.Stat(name)
	if err != nil {
		if _, there := os.Stat(d.path(name)); there == nil && !errors.Is(err, fs.ErrPermission) {
			return nil, d.outside(name)
		}
		return nil, err
	}
	if err := d.openable(name, info); err != nil {
		return nil, err
	}
	return root.Open(name)
}

func (d *disk) openable(name string, info fs.FileInfo) error {
	if info.IsDir() {
		return nil
	}
	return schema.Regular(d.Shown(name), info)
}

// Outside finds the file that a path outside the folder leads to, if it lies in
// a folder that the person allowed.
func (d *disk) Outside(path string) (schema.Place, bool) {
	path = filepath.FromSlash(path)
	if !filepath.IsAbs(path) {
		path = filepath.Join(d.folder, path)
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return schema.Place{}, false
	}
	for _, folder := range append([]string{d.folder}, d.others...) {
		above, err := filepath.Abs(folder)
		if err != nil {
			continue
		}
		if name, err := filepath.Rel(above, path); err == nil && filepath.IsLocal(name) {
			return schema.Place{Folder: &disk{folder: folder, typed: folder, others: d.others}, Name: filepath.ToSlash(name)}, true
		}
	}
	return schema.Place{}, false
}

// The files that hold a text until it takes its place are called so, with
// something of their own between: short enough for any folder, whatever the
// file is called.
const (
	temporaryPrefix = ".muster-"
	temporarySuffix = ".tmp"
)

// Write is Folder's: the text goes to a file beside the one to be, which then
// takes its name. Links are followed to the file that they name, and its
// permissions, owner and group are kept.
func (d *disk) Write(name string, was, now []byte) error {
	if err := files.CheckName(name); err != nil {
		return err
	}
	s, err := d.open(name)
	if err != nil {
		return err
	}
	defer s.root.Close()
	const tries = 10
	for range tries {
		if err = s.write(was, now); !errors.Is(err, errSwept) {
			break
		}
	}
	return err
}

// errSwept says that another muster took a file for one that a killed muster
// left behind, in the moment before it was locked.
var errSwept = errors.New("the file was swept away while it was written; try again")

// A spot is where a file is written: an open folder, which nothing that happens
// there leaves, and the file's name in it.
type spot struct {
	root  *os.Root
	name  string
	shown string // to people
}

// mostLinks is how many links one after another are followed, as operating
// systems do.
const mostLinks = 40

// open finds where a file is written, behind all links. Those of the file that
// the person named may lead anywhere, others nowhere out of the folder.
func (d *disk) open(name string) (*spot, error) {
	if name == d.name {
		path, err := follow(d.typed)
		if err != nil {
			return nil, err
		}
		root, err := os.OpenRoot(filepath.Dir(path))
		return &spot{root, filepath.Base(path), d.typed}, d.unopened(name, filepath.Dir(path), err)
	}
	root, err := os.OpenRoot(d.folder)
	if err != nil {
		return nil, d.unopened(name, d.folder, err)
	}
	defer root.Close()
	dir, base := path.Split(name)
	for range mostLinks {
		target, err := root.Readlink(dir + base)
		if err != nil { // it is no link
			below, err := root.OpenRoot("./" + dir)
			return &spot{below, base, d.Shown(name)}, d.unopened(name, d.path(path.Dir(name)), err)
		}
		if filepath.IsAbs(target) {
			return nil, d.outside(name)
		}
		next, last := path.Split(filepath.ToSlash(target))
		dir, base = dir+next, last
	}
	return nil, fmt.Errorf("%s is a link that leads in a circle", d.Shown(name))
}

// unopened says why a folder could not be opened to write a file in it.
func (d *disk) unopened(name, folder string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("the folder %s is not there; create it first", folder)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("nothing may be written in the folder %s; check its permissions", folder)
	}
	if _, there := os.Stat(folder); there == nil {
		return d.outside(name)
	}
	return fmt.Errorf("writing %s: %w", d.Shown(name), reason(err))
}

// outside is the error of a link to another folder.
func (d *disk) outside(name string) error {
	return &schema.Error{Problems: []schema.Problem{{
		Code: schema.CodeOutside, File: d.Shown(name), Message: "the file is a link that leads out of its folder; put the file itself there",
	}}}
}

func (s *spot) write(was, now []byte) error {
	info, err := s.root.Stat(s.name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if was != nil {
			return files.Changed(s.shown)
		}
	case err != nil:
		return fmt.Errorf("writing %s: %w", s.shown, reason(err))
	case info.IsDir():
		return fmt.Errorf("%s is a folder; name a file in it", s.shown)
	case !info.Mode().IsRegular():
		return schema.Regular(s.shown, info)
	case was == nil:
		return files.Changed(s.shown)
	case info.Mode()&0o200 == 0:
		return fmt.Errorf("%s may not be written; change its permissions first", s.shown)
	}
	sweep(s.root)
	temporary := fmt.Sprintf("%s%016x%s", temporaryPrefix, rand.Uint64(), temporarySuffix)
	file, err := s.root.OpenFile(temporary, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if err != nil {
		if errors.Is(err, fs.ErrPermission) {
			return fmt.Errorf("nothing may be written in the folder %s; check its permissions", s.root.Name())
		}
		return fmt.Errorf("writing %s: %w", s.shown, reason(err))
	}
	defer s.root.Remove(temporary) // what took its place bears that name no longer
	defer file.Close()
	lock(file)
	_, err = file.Write(now)
	if err == nil && info != nil {
		err = likeness(file, info)
	}
	if err == nil {
		err = file.Sync()
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w", s.shown, reason(err))
	}
	if info == nil {
		err = s.place(temporary)
	} else {
		err = s.replace(temporary, was)
	}
	switch {
	case err == nil:
		return nil
	case errors.Is(err, files.ErrChanged):
		return files.Changed(s.shown)
	case errors.Is(err, fs.ErrNotExist):
		return errSwept
	}
	return fmt.Errorf("writing %s: %w", s.shown, reason(err))
}

// place gives a file a name that no other has.
func (s *spot) place(temporary string) error {
	err := s.root.Link(temporary, s.name)
	switch {
	case err == nil, errors.Is(err, fs.ErrNotExist):
		return err
	case errors.Is(err, fs.ErrExist):
		return files.ErrChanged
	}
	if _, err := s.root.Lstat(s.name); err == nil { // a file system without links
		return files.ErrChanged
	}
	return s.root.Rename(temporary, s.name)
}

// replace puts a file in another's place, if that still holds a text. One muster
// after the other does so: who waits finds the new file, not the old one.
func (s *spot) replace(temporary string, was []byte) error {
	for {
		old, err := s.root.Open(s.name)
		if err != nil {
			return gone(err)
		}
		lock(old)
		current, err := s.same(old)
		if err != nil || current {
			if err == nil {
				err = s.replaceLocked(temporary, old, was)
			}
			old.Close()
			return err
		}
		old.Close()
	}
}

// replaceLocked replaces a file that holds a text. Programs that know nothing of
// locks may write it at any moment; where the two files can change places, what
// was replaced is looked at once more, and put back if it held another text.
func (s *spot) replaceLocked(temporary string, old io.ReaderAt, was []byte) error {
	if err := compare(old, was); err != nil {
		return err
	}
	if err := exchange(s.root, temporary, s.name); err != nil {
		return s.root.Rename(temporary, s.name)
	}
	replaced, err := s.root.Open(temporary)
	if err != nil {
		return err
	}
	defer replaced.Close()
	if err := compare(replaced, was); err != nil {
		return errors.Join(err, exchange(s.root, temporary, s.name))
	}
	return nil
}

// compare returns files.ErrChanged unless a file holds a text.
func compare(file io.ReaderAt, was []byte) error {
	text := make([]byte, len(was)+1)
	n, err := file.ReadAt(text, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if !bytes.Equal(text[:n], was) {
		return files.ErrChanged
	}
	return nil
}

// same reports whether an open file is still the one that is to be replaced.
func (s *spot) same(file *os.File) (bool, error) {
	mine, err := file.Stat()
	if err != nil {
		return false, err
	}
	now, err := s.root.Stat(s.name)
	if err != nil {
		return false, gone(err)
	}
	return os.SameFile(mine, now), nil
}

// gone makes a file that has vanished one that was changed.
func gone(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return files.ErrChanged
	}
	return err
}

// reason leaves out which temporary file an error speaks of.
func reason(err error) error {
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

// sweep removes what killed musters left in a folder: files that nobody locks.
func sweep(root *os.Root) {
	entries, _ := fs.ReadDir(root.FS(), ".") // a folder that cannot be listed can still be written
	for _, entry := range entries {
		if name := entry.Name(); strings.HasPrefix(name, temporaryPrefix) && strings.HasSuffix(name, temporarySuffix) && entry.Type().IsRegular() {
			if file, err := root.Open(name); err == nil {
				if abandoned(file) {
					root.Remove(name)
				}
				file.Close()
			}
		}
	}
}

// follow returns the file that a link names in the end, which need not be there.
func follow(path string) (string, error) {
	for range mostLinks {
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

// create writes a file that a person named and that must not be there yet,
// unless it is forced.
func (a *app) create(path string, text []byte, force bool) error {
	if force {
		return a.overwrite(path, text)
	}
	place := a.at(path)
	if place.Name == "." {
		return fmt.Errorf("%s is a folder; name a file in it", path)
	}
	err := place.Folder.(files.Folder).Write(place.Name, nil, text)
	if errors.Is(err, files.ErrChanged) {
		return fmt.Errorf("%s is there already; --force writes over it", path)
	}
	return err
}

// overwrite writes a file that a person named, whatever it holds. A pipe or a
// device gets the text as it comes.
func (a *app) overwrite(path string, text []byte) error {
	info, err := os.Stat(path)
	if err != nil || info.Mode().IsRegular() && !slices.Contains([]string{"/dev", "/dev/fd"}, filepath.Dir(path)) {
		place := a.at(path)
		err := files.Overwrite(place.Folder.(files.Folder), place.Name, text)
		var path *fs.PathError
		if errors.As(err, &path) {
			return fmt.Errorf("writing %s: %w", place, path.Err)
		}
		return err
	}
	if info.IsDir() {
		return fmt.Errorf("%s is a folder; name a file in it", path)
	}
	out, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err == nil {
		_, err = out.Write(text)
		err = errors.Join(err, out.Close())
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w", path, reason(err))
	}
	return nil
}
