package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"muster/armyforge"
	"muster/builder/edit"
	"muster/builder/gf"
	"muster/catalog"
	"muster/schema"
)

func (a *app) importCommand() *cobra.Command {
	i := importer{app: a}
	cmd := &cobra.Command{
		Use:   "import FILE… [-o DIR]",
		Short: "Bring in army books and lists from Army Forge",
		Long: `import reads the JSON of Army Forge and writes muster's own files: army books
of the current format and of the old one (2.x), and lists. What a file holds
is seen from its contents.

Books go to your own folder of army books, where --book ID finds them, lists to
the folder that you are in; -o DIR names another folder for both. Importing a
book again keeps the ids in it, so that lists stay good. A book that you edited
is not touched unless you say --force, and no list is ever written over
without it.`,
		Args: cobra.MinimumNArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return []string{"json"}, cobra.ShellCompDirectiveFilterFileExt
		},
		RunE: func(_ *cobra.Command, args []string) error { return i.run(args) },
	}
	cmd.Flags().StringVarP(&i.folder, "output", "o", "", "the folder to write to")
	cmd.Flags().BoolVar(&i.force, "force", false, "write over books that were edited by hand, and over lists")
	return cmd
}

// importer brings in files, books before lists: a list needs its books.
type importer struct {
	*app
	folder string
	force  bool
	next   []string // what to do next, one line each
}

func (i *importer) run(paths []string) error {
	if ending := filepath.Ext(i.folder); ending == ".yaml" || ending == ".yml" || ending == ".json" {
		return fmt.Errorf("-o names a folder, and %s looks like a file; a book's file is called like the book", i.folder)
	}
	var failures []error
	var lists []*armyforge.File
	for _, path := range paths {
		file, err := openJSON(path)
		switch {
		case err != nil:
			failures = append(failures, err)
		case file.Kind == armyforge.ListFile:
			lists = append(lists, file)
		default:
			if err := i.book(file); err != nil {
				failures = append(failures, err)
			}
		}
	}
	for _, file := range lists {
		if err := i.list(file); err != nil {
			failures = append(failures, err)
		}
	}
	for n, line := range slices.Compact(i.next) {
		lead := "Next: "
		if n > 0 {
			lead = "      "
		}
		fmt.Fprintln(i.out, lead+line)
	}
	if len(failures) == 0 {
		return nil
	}
	for _, err := range failures[:len(failures)-1] {
		printError(i.err, err)
	}
	return failures[len(failures)-1]
}

func openJSON(path string) (*armyforge.File, error) {
	text, err := schema.LoadFile(path)
	if err != nil {
		return nil, err
	}
	return armyforge.Open(path, text)
}

// book imports an army book.
func (i *importer) book(file *armyforge.File) error {
	folder := i.folder
	if folder == "" {
		own, err := catalog.UserFolder()
		if err != nil {
			return fmt.Errorf("%w; name a folder with -o", err)
		}
		folder = own
	}
	id, path, previous, err := placeFor(file, folder)
	if err != nil {
		return err
	}
	book, err := file.ImportBook(id, previous)
	if err != nil {
		return err
	}
	what := "Imported"
	switch {
	case previous == nil:
	case bytes.Equal(previous, book.YAML):
		what = "Unchanged:"
	case armyforge.Edited(previous) && !i.force:
		return fmt.Errorf("%s: %s was edited by hand and stays as it is; --force writes over it", file.Path, path)
	default:
		what = "Updated"
	}
	if what != "Unchanged:" {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return fmt.Errorf("making the folder %s: %w", folder, err)
		}
		if err := edit.WriteAtomic(path, book.YAML); err != nil {
			return err
		}
	}
	fmt.Fprintf(i.out, "%s %s (%s), the army book `%s`, in %s\n", what, book.Name, book.System, book.ID, path)
	i.warn(file, book.Notes)
	i.next = append(i.next, fmt.Sprintf("muster new list.yaml --system %s --book %s", book.System, i.nameFor(path, book.ID, ".")))
	i.library = nil // it may have read the book as it was before
	return nil
}

// placeFor finds the id and the file that a book gets in a folder, and the text
// of its import before, if there was one. A book that was renamed on the web
// site keeps both; the same army in another edition, or another army of the
// same name, gets an id of its own.
func placeFor(file *armyforge.File, folder string) (id, path string, previous []byte, err error) {
	own, system := file.BookID(), file.System()
	if path, previous, err = previousBook(folder, own); err != nil || previous != nil && file.Wrote(previous) {
		return own, path, previous, err
	}
	entries, _ := catalog.NewLibrary(folder).List() // what cannot be read is no import of this book
	for _, e := range entries {
		if e.Shipped {
			continue
		}
		if text, err := schema.LoadFile(e.File); err == nil && file.Wrote(text) {
			return e.ID, e.File, text, nil
		}
	}
	for n := 1; ; n++ {
		switch n {
		case 1:
			id = own
		case 2:
			id = own + "-" + system
		default:
			id = fmt.Sprintf("%s-%s-%d", own, system, n-1)
		}
		path, previous, err = previousBook(folder, id)
		if err != nil || previous == nil || file.Replaces(previous, system) {
			return id, path, previous, err
		}
	}
}

// previousBook returns the file for a book in a folder, and its text if it is
// there already.
func previousBook(folder, id string) (path string, text []byte, err error) {
	path = filepath.Join(folder, id+".yaml")
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return path, nil, nil
	}
	text, err = schema.LoadFile(path)
	return path, text, err
}

// nameFor is how a list in a folder names the book in a file: by its id if
// that is where books are looked for, else by the path from the list.
func (i *importer) nameFor(path, id, from string) string {
	if slices.ContainsFunc(catalog.Folders(i.bookFolders), func(folder string) bool { return samePath(folder, filepath.Dir(path)) }) {
		return id
	}
	full, err := filepath.Abs(path)
	base, baseErr := filepath.Abs(from)
	if err != nil || baseErr != nil {
		return path
	}
	relative, err := filepath.Rel(base, full)
	if err != nil {
		return full
	}
	if !strings.ContainsRune(relative, filepath.Separator) {
		relative = "." + string(filepath.Separator) + relative
	}
	return filepath.ToSlash(relative)
}

func samePath(a, b string) bool {
	x, err := filepath.Abs(a)
	y, otherErr := filepath.Abs(b)
	return err == nil && otherErr == nil && x == y
}

// list imports a list.
func (i *importer) list(file *armyforge.File) error {
	folder := i.folder
	if folder == "" {
		folder = "."
	}
	// Books may also lie where the list goes to, and where it comes from.
	folders := append(catalog.Folders(i.bookFolders), folder, filepath.Dir(file.Path))
	if i.folder != "" {
		folders = append([]string{i.folder}, folders...)
	}
	library := catalog.NewLibrary(folders...)
	shelves, err := i.shelves(file, library, folder)
	if err != nil {
		return err
	}
	list, err := file.ImportList(shelves...)
	if err != nil {
		return err
	}
	path := filepath.Join(folder, list.ID+".yaml")
	if _, err := os.Lstat(path); err == nil && !i.force {
		return fmt.Errorf("%s: %s is there already; --force writes over it", file.Path, path)
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return fmt.Errorf("making the folder %s: %w", folder, err)
	}
	if err := edit.WriteAtomic(path, list.YAML); err != nil {
		return err
	}
	fmt.Fprintf(i.out, "Imported the list %q (%s), %d units, in %s\n", list.Name, list.System, list.Units, path)
	i.warn(file, list.Notes)
	army, err := gf.Load(path, library)
	if err != nil {
		return err
	}
	if text := list.Differs(army.Points); text != "" {
		fmt.Fprintf(i.err, "warning: %s\n", text)
	}
	i.next = append(i.next, "muster check "+path)
	return nil
}

// shelves finds the books that a list is made from.
func (i *importer) shelves(file *armyforge.File, library *catalog.Library, from string) ([]armyforge.Shelf, error) {
	entries, listErr := library.List()
	var shelves []armyforge.Shelf
	for _, army := range file.Armies() {
		for _, e := range entries {
			if e.ID != army && !mentions(e, army) {
				continue
			}
			name, file := e.ID, e.ID
			if !e.Shipped {
				var err error
				if file, err = filepath.Abs(e.File); err != nil {
					return nil, err
				}
				name = i.nameFor(e.File, e.ID, from)
			}
			book, err := library.Book(file, "", from)
			if err != nil {
				return nil, err
			}
			if armyforge.IsOf(book, army) {
				shelves = append(shelves, armyforge.Shelf{Book: book, Name: name})
				break
			}
		}
	}
	if len(shelves) == 0 && listErr != nil {
		return nil, listErr
	}
	return shelves, nil
}

// mentions tells, without reading a book whole, whether Army Forge's id of an
// army stands in its file.
func mentions(e catalog.Entry, army string) bool {
	if e.Shipped {
		return false
	}
	text, err := schema.LoadFile(e.File)
	return err == nil && bytes.Contains(text, []byte(army))
}

// warn prints what an import could not take over as it was.
func (i *importer) warn(file *armyforge.File, notes []armyforge.Note) {
	for _, n := range notes {
		text := fmt.Sprintf("warning: %s: %s", filepath.Base(file.Path), n)
		if isTerminal(i.err) {
			fmt.Fprint(i.err, wrap(text, "", "  ", i.width()))
			continue
		}
		fmt.Fprintln(i.err, text)
	}
}
