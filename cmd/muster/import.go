package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"muster/armyforge"
	"muster/builder"
	"muster/builder/finding"
	"muster/catalog"
	"muster/input"
	"muster/schema"
	"muster/schema/files"
	"muster/schema/files/disk"
	"muster/share"
)

func (a *app) importCommand() *cobra.Command {
	i := importer{app: a}
	cmd := &cobra.Command{
		Use:   "import FILE… | CODE [-o DIR]",
		Short: "Bring in army books and lists from Army Forge",
		Long: `import reads the JSON of Army Forge and writes muster's own files: army books
of the current format and of the old one (2.x), and lists. A list may also be
the text that Army Forge shares, saved to a file. What a file holds is seen
from its contents.

Books go to your own folder of army books, where --book ID finds them, lists to
the folder that you are in; -o DIR names another folder for both. Another
version of a book is a file beside it: lists stay as they are until you move
them (muster update). A book that you edited is not touched unless you say
--force, and no list is ever written over without it.

In place of a file, the code of a list (export --qr) or a link with one brings
in that list; - is what is written to the program.`,
		Args: cobra.MinimumNArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return []string{"json", "txt"}, cobra.ShellCompDirectiveFilterFileExt
		},
		RunE: func(_ *cobra.Command, args []string) error { return i.run(args) },
	}
	cmd.Flags().StringVarP(&i.folder, "output", "o", "", "the folder to write to")
	cmd.Flags().BoolVarP(&i.verbose, "verbose", "v", false, "name everything in a book that needs a look")
	cmd.Flags().BoolVar(&i.force, "force", false, "write over books that were edited by hand, and over lists")
	return cmd
}

// importer brings in files, books before lists: a list needs its books.
type importer struct {
	*app
	folder  string
	force   bool
	verbose bool
	next    []string // what to do next, one line each
}

func (i *importer) run(paths []string) error {
	if ending := filepath.Ext(i.folder); ending == ".yaml" || ending == ".yml" || ending == ".json" {
		return fmt.Errorf("-o names a folder, and %s looks like a file; a book's file is called like the book", i.folder)
	}
	var failures []error
	note := func(err error) {
		if err != nil {
			failures = append(failures, err)
		}
	}
	var lists []*armyforge.File
	for _, path := range paths {
		text, err := []byte(path), error(nil)
		if nameOf(path) == path {
			text, err = i.text(path)
		}
		if code, ok := input.Code(string(text)); ok && err == nil {
			note(i.code(code))
			continue
		}
		var file *armyforge.File
		if err == nil {
			file, err = i.openJSON(path, text)
		}
		switch {
		case err != nil:
			note(err)
		case file.Kind == armyforge.ListFile:
			lists = append(lists, file)
		default:
			note(i.book(file))
		}
	}
	for _, file := range lists {
		note(i.list(file))
	}
	for n, line := range slices.Compact(i.next) {
		lead := "Next: "
		if n > 0 {
			lead = "      "
		}
		i.out.Line("%s%s", lead, line)
	}
	if len(failures) == 0 {
		return nil
	}
	for _, err := range failures[:len(failures)-1] {
		printError(i.err, err)
	}
	return failures[len(failures)-1]
}

// openJSON opens a file of Army Forge. Books may also lie where it is imported
// to, and where it comes from.
func (i *importer) openJSON(path string, text []byte) (*armyforge.File, error) {
	file, err := armyforge.Open(path, text)
	if err != nil {
		return nil, err
	}
	folders := append(bookFolders(i.bookFolders), cmp.Or(i.folder, "."), filepath.Dir(path))
	if i.folder != "" {
		folders = append([]string{i.folder}, folders...)
	}
	file.Library = libraryOf(folders...)
	return file, nil
}

// book imports an army book.
func (i *importer) book(file *armyforge.File) error {
	folder := i.folder
	if folder == "" {
		own, err := ownBooks()
		if err != nil {
			return fmt.Errorf("%w; name a folder with -o", err)
		}
		folder = own
	}
	id, name, previous, err := file.PlaceBook(disk.At(folder))
	if err != nil {
		return err
	}
	path := filepath.Join(folder, name)
	book, err := file.ImportBook(id, previous)
	if err != nil {
		return err
	}
	pin := catalog.Pin(book.ID, book.Version)
	called := fmt.Sprintf("%s (%s), the army book `%s`, in %s", strings.TrimSpace(book.Name+" "+book.Version), book.System, pin, path)
	if bytes.Equal(previous, book.YAML) {
		i.out.Line("Unchanged: %s", called)
		if i.verbose {
			i.warn(file, book.Notes)
		}
		return nil
	}
	if previous != nil && armyforge.Edited(previous) && !i.force {
		return fmt.Errorf("%s: %s was edited by hand and stays as it is; --force writes over it", file.Path, path)
	}
	if err := i.writeBook(folder, name, previous, book); err != nil {
		return err
	}
	what := "Imported"
	if previous != nil {
		what = "Updated"
	}
	i.out.Line("%s %s", what, called)
	look := ""
	switch n := len(book.Notes); {
	case i.verbose:
		i.warn(file, book.Notes)
	case n == 1:
		look = "; one thing needs a look (--verbose names it)"
	case n > 1:
		look = fmt.Sprintf("; %d things need a look (--verbose names them)", n)
	}
	i.out.Paragraph(fmt.Sprintf("%s, %s of its own%s%s", finding.Count(book.Units, "unit"), finding.Count(book.Rules, "rule"), read(book.Texts), look), "  ", "  ")
	for _, u := range book.Texts.Unread {
		i.out.Paragraph(u.Name+": "+u.Sentence, "    ", "      ")
	}
	name, flags := i.nameFor(path, pin, ".")
	i.next = append(i.next, fmt.Sprintf("muster new list.yaml --system %s --book %s%s", book.System, word(name), flags))
	i.library = nil // it may have read the book as it was before
	i.sayBehind(book)
	return nil
}

// writeBook writes a book to where books go. The file that it takes the place of is
// kept beside it, and what is lost with that is said.
func (i *importer) writeBook(folder, name string, previous []byte, book *armyforge.Book) error {
	to := disk.At(folder)
	if err := to.Make(); err != nil {
		return err
	}
	if previous != nil {
		if err := files.Overwrite(to, name+armyforge.Before, previous); err != nil {
			return err
		}
		for _, lost := range book.Loses(previous) {
			i.err.Line("warning: %s; it is kept as %s", lost, filepath.Join(folder, name+armyforge.Before))
		}
	}
	return files.Overwrite(to, name, book.YAML)
}

// sayBehind says which lists in the folder are of an older version of a book, and
// which are now judged by the new one because they name no version.
func (i *importer) sayBehind(book *armyforge.Book) {
	folder := cmp.Or(i.folder, ".")
	names, _ := fs.Glob(disk.At(folder), "*.yaml") // a folder that cannot be read holds none
	older := map[string][]string{}
	var free []string
	for _, name := range names {
		path := filepath.Join(folder, name)
		text, err := i.at(path).Load()
		if err != nil || !schema.Claims(text, "list/1") || !bytes.Contains(text, []byte(book.ID)) {
			continue
		}
		document, err := schema.Read(path, text, "list/1")
		if err != nil {
			continue // checking it says what is wrong
		}
		for _, named := range builder.BooksOf(document) {
			switch id, version := catalog.SplitPin(named); {
			case id != book.ID:
			case version == "":
				free = append(free, path)
			case catalog.CompareVersions(version, book.Version) < 0:
				older[version] = append(older[version], path)
			}
		}
	}
	for _, version := range slices.SortedFunc(maps.Keys(older), catalog.CompareVersions) {
		lists := older[version]
		i.out.Paragraph(fmt.Sprintf("%s here %s of version %s: %s", finding.Count(len(lists), "list"), are(len(lists)), version, strings.Join(lists, ", ")), "  ", "    ")
		i.next = append(i.next, "muster update "+words(lists))
	}
	entries, _ := i.books().List()
	versions := slices.DeleteFunc(entries, func(e catalog.Entry) bool { return e.ID != book.ID || !e.Fits(book.System) })
	if len(free) > 0 && len(versions) > 1 && versions[0].Version == book.Version {
		i.out.Paragraph(fmt.Sprintf("%s here %s no version and %s judged by this one now: %s", finding.Count(len(free), "list"), map[bool]string{true: "names", false: "name"}[len(free) == 1], are(len(free)), strings.Join(free, ", ")), "  ", "    ")
		i.next = append(i.next, fmt.Sprintf("muster set %s book=%s leaves one as it was", word(free[0]), versions[1].Pin()))
	}
}

func are(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// words writes arguments as a shell reads them back.
func words(texts []string) string {
	all := make([]string, len(texts))
	for i, text := range texts {
		all[i] = word(text)
	}
	return strings.Join(all, " ")
}

// read says what became of the texts of a book's rules and spells.
func read(t catalog.Texts) string {
	text := ""
	if n := t.Explained + t.Outside; n > 0 {
		text = fmt.Sprintf("; texts read: %d, of which %d have no part in a fight", n, t.Outside)
	}
	if n := len(t.Unread); n > 0 {
		text += fmt.Sprintf("; %s that could not be read, listed here", finding.Count(n, "text"))
	}
	return text
}

// nameFor is how a list in a folder names the book in a file: by the path from
// the list if it lies there or below, else by its id and version, with the flags
// that commands need to find it.
func (i *importer) nameFor(path, pin, from string) (name, flags string) {
	if slices.ContainsFunc(bookFolders(i.bookFolders), func(folder string) bool { return samePath(folder, filepath.Dir(path)) }) {
		return pin, ""
	}
	full, err := filepath.Abs(path)
	base, baseErr := filepath.Abs(from)
	relative, relErr := filepath.Rel(base, full)
	if err != nil || baseErr != nil || relErr != nil || !filepath.IsLocal(relative) {
		return pin, " --books " + filepath.Dir(path)
	}
	if !strings.ContainsRune(relative, filepath.Separator) {
		relative = "." + string(filepath.Separator) + relative
	}
	return filepath.ToSlash(relative), ""
}

func samePath(a, b string) bool {
	x, err := filepath.Abs(a)
	y, otherErr := filepath.Abs(b)
	return err == nil && otherErr == nil && x == y
}

// list imports a list.
func (i *importer) list(file *armyforge.File) error {
	folder, flags := cmp.Or(i.folder, "."), "" // the flags that commands need to find the books again
	books, err := file.Books(func(e catalog.Entry) string {
		if e.Shipped {
			return e.Pin()
		}
		name, more := i.nameFor(e.File, e.Pin(), folder)
		if !strings.Contains(flags, more) {
			flags += more
		}
		return name
	})
	if err != nil {
		return err
	}
	list, err := file.ImportList(books...)
	if err != nil {
		return err
	}
	path, err := i.keep(list.ID, list.YAML)
	if err != nil {
		return fmt.Errorf("%s: %w", file.Path, err)
	}
	i.out.Line("Imported the list %q (%s), %d units, in %s", list.Name, list.System, list.Units, path)
	i.warn(file, list.Notes)
	place := i.at(path)
	document, err := schema.ReadFile(place.Folder, place.Name, "list/1")
	if err != nil {
		return err
	}
	roster, err := builder.Open(document, file.Library)
	if err != nil {
		return err
	}
	if text := list.Differs(roster.Points()); text != "" {
		i.err.Line("warning: %s", text)
	}
	i.next = append(i.next, "muster check "+path+flags)
	return nil
}

// code writes the list that a code holds, as it was, to a file that is called
// like the list.
func (i *importer) code(code string) error {
	shared, err := share.Read(code)
	if err != nil {
		return err
	}
	text := []byte(shared.File)
	document, err := schema.Read("the code", text, "list/1")
	if err != nil {
		return err
	}
	path, err := i.keep(files.NameOf(document.At("name").Text()), text)
	if err != nil {
		return err
	}
	i.out.Line("Imported the list %q, %d units, in %s (%s)", document.At("name").Text(), len(builder.IDs(document)), path, document.Mark())
	i.next = append(i.next, "muster check "+path)
	return nil
}

// keep writes a list to where lists go, and returns the path of its file.
func (i *importer) keep(id string, text []byte) (path string, err error) {
	folder := cmp.Or(i.folder, ".")
	if err := disk.At(folder).Make(); err != nil {
		return "", err
	}
	path = filepath.Join(folder, id+".yaml")
	return path, i.create(path, text, i.force)
}

// warn prints what an import could not take over as it was.
func (i *importer) warn(file *armyforge.File, notes []armyforge.Note) {
	for _, n := range notes {
		text := fmt.Sprintf("warning: %s: %s", filepath.Base(file.Path), n)
		if i.err.Watched() {
			i.err.Say("%s", text)
			continue
		}
		i.err.Line("%s", text)
	}
}
