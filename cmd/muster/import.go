package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"muster/armyforge"
	"muster/builder"
	"muster/builder/finding"
	"muster/catalog"
	"muster/convert"
	"muster/export"
	"muster/input"
	"muster/schema"
	"muster/schema/files"
	"muster/schema/files/disk"
	"muster/terminal"
)

func (a *app) importCommand() *cobra.Command {
	i := importer{app: a}
	cmd := &cobra.Command{
		Use:   "import FILE… | CODE [-o DIR]",
		Short: "Bring in army books and lists, of Army Forge or muster",
		Long: `Import army books and lists, and save them as files of muster. These can be
imported:

  JSON of Army Forge (3.5 and 2.x): army books and lists
  text that Army Forge shares
  files and PDFs of muster, and mails with a list in them
  ZIP files and folders with any of these
  a list's code, a link with a code, or - for piped text

Army books go to your own folder of books, where --book ID finds them. Lists go
to the folder that you are in. -o DIR names a different folder for both.

Nothing is lost. A list that exists stays as it is. A new version of a book gets
its own file, and lists use the old version until muster update moves them. A
book is not replaced if you edited it, if it ships with muster, or if it has the
same version and other prices. --force replaces it. --undo takes back the last
import. One import may have 2,000 files and 64 MB.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if i.undo {
				return cobra.NoArgs(cmd, args)
			}
			return cobra.MinimumNArgs(1)(cmd, args)
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return []string{"json", "txt", "yaml", "zip"}, cobra.ShellCompDirectiveFilterFileExt
		},
		RunE: func(_ *cobra.Command, args []string) error { return i.run(args) },
	}
	cmd.Flags().StringVarP(&i.folder, "output", "o", "", "the folder to write to")
	cmd.Flags().BoolVarP(&i.verbose, "verbose", "v", false, "name everything in a book that needs a look")
	cmd.Flags().BoolVar(&i.force, "force", false, "replace books and lists that are there")
	cmd.Flags().BoolVar(&i.json, "json", false, "print one JSON document that names the files")
	cmd.Flags().BoolVar(&i.undo, "undo", false, "take back what the last import brought")
	return cmd
}

// An importer imports files, books before the lists that need them.
type importer struct {
	*app
	folder  string
	force   bool
	verbose bool
	undo    bool
	json    bool
	flags   string   // flags with which commands find the books of the lists
	next    []string // commands to suggest, one per line
}

func (i *importer) run(paths []string) error {
	if ending := filepath.Ext(i.folder); ending == ".yaml" || ending == ".yml" || ending == ".json" {
		return fmt.Errorf("-o names a folder, and %s looks like a file; a book's file is called like the book",
			i.folder)
	}
	home, err := i.home(paths)
	if err != nil {
		return err
	}
	if i.undo {
		return i.undoImport(home)
	}
	out := i.out
	if i.json {
		i.out = terminal.New(io.Discard)
	}
	files, folder, err := i.expandFolders(paths)
	if err != nil {
		return err
	}
	home.Many = folder
	sent, failures := i.sent(files)
	arrival, err := home.Take(sent...)
	if err != nil {
		return err
	}
	failures = append(failures, i.save(arrival, folder)...)
	i.sayNext()
	if i.json {
		said := map[string]any{"files": i.imported(arrival)}
		if arrival.Shelf != nil {
			said["shelf"] = arrival.Shelf
		}
		failures = append(failures, out.JSON(said))
	}
	if failures = slices.DeleteFunc(failures, func(err error) bool { return err == nil }); len(failures) == 0 {
		return nil
	}
	for _, err := range failures[:len(failures)-1] {
		printError(i.err, err)
	}
	return failures[len(failures)-1]
}

// save saves an arrival and reports on each file; folder says that it came from a folder. It
// returns the errors.
func (i *importer) save(arrival *input.Arrival, folder bool) (failures []error) {
	if arrival.Shelf != nil {
		i.out.Paragraph(arrival.Shelf.String(), "", "  ")
	}
	many := arrival.IsArchive() || folder
	if many {
		i.listArchive(arrival)
	}
	for _, line := range arrival.Points {
		i.out.Paragraph("Your list: "+line, "", "  ")
	}
	said := map[*input.Item]bool{}
	for _, item := range arrival.Items {
		said[item] = many && item.Err != nil
	}
	arrival.Save()
	for _, isBook := range []bool{true, false} {
		for _, item := range arrival.Items {
			switch {
			case isBook != (item.Kind == input.BookFile):
			case said[item]:
			case item.Err != nil:
				failures = append(failures, i.refused(item))
			case isBook:
				i.reportBook(item)
			default:
				failures = append(failures, i.reportList(item))
			}
		}
	}
	if many && !slices.ContainsFunc(arrival.Items, func(item *input.Item) bool { return item.Kept }) {
		failures = append(failures, errors.New("nothing of this could be brought in"))
	}
	return failures
}

// expandFolders replaces folders by the files in them; found reports whether there were folders.
func (i *importer) expandFolders(paths []string) (files []string, found bool, err error) {
	for _, path := range paths {
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			found = true
		}
	}
	if !found {
		return paths, false, nil
	}
	files, err = i.filesIn(paths, func(string) bool { return true })
	return files, true, err
}

// imported is a file of an import, for scripts.
type imported struct {
	From     string           `json:"from"`
	Kind     input.Kind       `json:"kind"`
	To       string           `json:"to,omitempty"` // "" if it was not kept
	Problems []export.Problem `json:"problems"`
}

// imported lists the files of an import.
func (i *importer) imported(arrival *input.Arrival) []imported {
	all := []imported{}
	for _, item := range arrival.Items {
		one := imported{From: nameOf(item.File), Kind: item.Kind, Problems: []export.Problem{}}
		if item.Err != nil {
			one.Problems = export.ProblemsOf(item.Err)
		} else {
			one.To = i.pathOf(item)
		}
		all = append(all, one)
	}
	return all
}

// sent reads the arguments; failures holds the errors of unreadable ones.
func (i *importer) sent(paths []string) (sent []input.Sent, failures []error) {
	for _, path := range paths {
		text, err := i.sentText(path)
		if err != nil {
			failures = append(failures, err)
			continue
		}
		sent = append(sent, input.Sent{Name: path, Text: text})
	}
	return sent, failures
}

func (i *importer) sayNext() {
	for n, line := range slices.Compact(i.next) {
		lead := "Next: "
		if n > 0 {
			lead = "      "
		}
		i.out.Line("%s%s", lead, line)
	}
}

// home returns the folders for books and lists: the named folder, or the person's own for books and
// that of the files for lists.
func (i *importer) home(paths []string) (*input.Home, error) {
	here, own := cmp.Or(i.folder, "."), i.folder
	journal, err := ownBooks()
	if own == "" {
		own = journal
		if err != nil {
			return nil, fmt.Errorf("%w; name a folder with -o", err)
		}
	}
	to := disk.At(own)
	if err := errors.Join(to.Make(), disk.At(here).Make()); err != nil {
		return nil, err
	}
	home := &input.Home{Lists: disk.At(here), Books: to, Exact: true, Force: i.force, Progress: func(done, all int) {
		i.progress(done, all, "%d of %d files", done, all)
	}}
	if units, err := stockFolder(); err == nil && i.folder == "" {
		home.Units = stockStore(units)
	}
	if notes := disk.At(journal); err == nil && notes.Make() == nil { // else nothing can be taken back
		home.Journal = notes
	}
	if home.Where, err = filepath.Abs(here); err != nil {
		return nil, err
	}
	if home.WhereBooks, err = filepath.Abs(own); err != nil {
		return nil, err
	}
	folders := append(bookFolders(i.bookFolders), here)
	if i.folder != "" {
		folders = append([]string{i.folder}, folders...)
	}
	home.Library = libraryOf(folders...)
	for _, path := range paths {
		if folder := filepath.Dir(path); nameOf(path) == path && !slices.Contains(folders, folder) {
			folders = append(folders, folder)
		}
	}
	home.Around = libraryOf(folders...)
	home.BookName = func(e catalog.Entry) string {
		if e.Shipped {
			return e.Pin()
		}
		name, more := i.nameFor(e.File, e.Pin(), here)
		if !strings.Contains(i.flags, more) {
			i.flags += more
		}
		return name
	}
	home.Discard = func(name string, text []byte) error { return files.Overwrite(to, name+armyforge.Before, text) }
	return home, nil
}

// sentText reads an argument: a file, a code, a link with a list, or a ZIP file, which may be
// larger than a list.
func (i *importer) sentText(path string) ([]byte, error) {
	if nameOf(path) != path {
		return []byte(path), nil
	}
	if path == "-" {
		return i.text(path)
	}
	if err := input.Address(path); err != nil {
		return nil, err
	}
	file, err := i.at(path).Open()
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, input.MostBytes+1))
	if err != nil {
		return nil, i.at(path).Failure(err)
	}
	return text, nil
}

// listArchive lists the contents of a ZIP file before anything is kept.
func (i *importer) listArchive(arrival *input.Arrival) {
	for _, item := range arrival.Items {
		switch {
		case item.Err != nil:
			text := "left out: " + item.File + ": " + strings.TrimLeft(strings.TrimPrefix(item.Err.Error(), item.File+":"), " ")
			var taken *input.BookConflict
			if errors.As(item.Err, &taken) {
				text += "; --force writes over it"
			}
			i.err.Say("%s", text)
		case item.Same:
			i.out.Line("here already: %s", item.File)
		default:
			i.out.Paragraph(fmt.Sprintf("%s: %s, %s", item.File, item.Name, item.Says), "", "  ")
			for _, line := range item.Changed {
				i.out.Paragraph(line, "  ", "    ")
			}
		}
	}
}

// refused returns the error for an item that was not kept, and prints the differences.
func (i *importer) refused(item *input.Item) error {
	var taken *input.BookConflict
	var problem *schema.Error
	switch {
	case errors.As(item.Err, &problem):
		return item.Err
	case !errors.As(item.Err, &taken) && nameOf(item.File) == theCode:
		return item.Err // it says so
	case !errors.As(item.Err, &taken):
		return fmt.Errorf("%s: %w", item.File, item.Err)
	}
	for _, line := range taken.Lines {
		i.err.Line("%s", line)
	}
	return fmt.Errorf("%s: %w; --force writes over it", nameOf(item.File), item.Err)
}

// undoImport undoes the last import.
func (i *importer) undoImport(home *input.Home) error {
	all := home.Arrivals()
	last := slices.IndexFunc(all, func(k *input.Kept) bool { return k.Where != "" }) // others came by pages
	if last < 0 {
		return errors.New("no import is known that can be taken back")
	}
	home.Lists, home.Books = disk.At(all[last].Where), disk.At(all[last].Books)
	back, stayed, err := home.Undo(all[last].ID())
	if err != nil {
		return err
	}
	for _, line := range stayed {
		i.err.Line("warning: %s", line)
	}
	i.out.Line("Taken back: %s with %s", finding.Count(len(back.Files)-len(stayed), "file"), back.From)
	return nil
}

// reportBook prints that an army book was imported, and its changes.
func (i *importer) reportBook(item *input.Item) {
	path := i.pathOf(item)
	id, version := catalog.SplitPin(item.ID)
	called := fmt.Sprintf("%s (%s), the army book `%s`, in %s", item.Name, item.System, item.ID, path)
	if item.Same {
		i.out.Line("Unchanged: %s", called)
		if i.verbose {
			i.warn(item)
		}
		return
	}
	what := "Imported"
	if item.Was != nil {
		what = "Updated"
		if item.Book != nil {
			for _, lost := range item.Book.Losses(item.Was) {
				i.err.Line("warning: %s; it is kept as %s", lost, path+armyforge.Before)
			}
		}
	}
	i.out.Line("%s %s", what, called)
	look := ""
	switch n := len(item.Notes); {
	case i.verbose:
		i.warn(item)
	case n == 1:
		look = "; one thing needs a look (--verbose names it)"
	case n > 1:
		look = fmt.Sprintf("; %d things need a look (--verbose names them)", n)
	}
	texts := ""
	if item.Book != nil {
		texts = textCounts(item.Book.Texts)
	}
	i.out.Paragraph(item.Says+texts+look, "  ", "  ")
	for _, u := range item.Unread {
		i.out.Paragraph(u.Name+": "+u.Sentence, "    ", "      ")
	}
	name, flags := i.nameFor(path, item.ID, ".")
	i.next = append(i.next, fmt.Sprintf("muster new list.yaml --system %s --book %s%s", item.System, shellWord(name), flags))
	i.library = nil // it may have read the book as it was before
	i.reportOlderLists(catalog.Entry{ID: id, Version: version, System: item.System})
}

// pathOf returns the path of the file of an item.
func (i *importer) pathOf(item *input.Item) string {
	folder := cmp.Or(i.folder, ".")
	switch {
	case i.folder != "":
	case item.Kind == input.BookFile:
		folder, _ = ownBooks() // home has asked for it
	case item.Kind == input.UnitFile:
		folder, _ = stockFolder()
	}
	return filepath.Join(folder, item.Path)
}

// reportList prints that a list, or a file that belongs to lists, was imported.
func (i *importer) reportList(item *input.Item) error {
	path := i.pathOf(item)
	if item.Same {
		return nil
	}
	if item.Kind != input.ListFile && item.Kind != input.ListCode {
		i.out.Line("Imported %s, %s, in %s", item.Name, item.Says, path)
		return nil
	}
	place := i.at(path)
	document, err := schema.ReadFile(place.Folder, place.Name, "list/1")
	if err != nil {
		return err
	}
	if list := item.List; list != nil {
		i.out.Line("Imported the list %q (%s), %s, in %s", list.Name, list.System, finding.Count(list.Units, "unit"),
			path)
	} else {
		mark := ""
		if list, err := builder.Open(document, i.books()); err == nil {
			mark = " (" + builder.Mark(list) + ")"
		}
		i.out.Line("Imported the list %q, %s, in %s%s", item.Name,
			finding.Count(len(builder.IDs(document)), "unit"), path, mark)
	}
	i.warn(item)
	for _, line := range item.Changed {
		i.err.Line("warning: %s", line)
	}
	i.next = append(i.next, "muster check "+path+i.flags)
	return nil
}

// reportOlderLists names the lists in the folder that use an older version of a book, and those
// without a version, which the new book now judges.
func (i *importer) reportOlderLists(book catalog.Entry) {
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
			continue // a check explains it
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
		i.out.Paragraph(fmt.Sprintf("%s here %s of version %s: %s", finding.Count(len(lists), "list"),
			isOrAre(len(lists)), version, strings.Join(lists, ", ")), "  ", "    ")
		i.next = append(i.next, "muster update "+shellWords(lists))
	}
	entries, _ := i.books().List()
	versions := slices.DeleteFunc(entries,
		func(e catalog.Entry) bool { return e.ID != book.ID || !e.Fits(book.System) })
	if len(free) > 0 && len(versions) > 1 && versions[0].Version == book.Version {
		i.out.Paragraph(fmt.Sprintf("%s here %s no version and %s judged by this one now: %s", finding.Count(len(free), "list"), map[bool]string{true: "names", false: "name"}[len(free) == 1], isOrAre(len(free)), strings.Join(free, ", ")), "  ", "    ")
		i.next = append(i.next,
			fmt.Sprintf("muster set %s book=%s leaves one as it was", shellWord(free[0]), versions[1].Pin()))
	}
}

func isOrAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// shellWords returns arguments in the form in which a shell reads them.
func shellWords(texts []string) string {
	return strings.Join(convert.All(texts, shellWord), " ")
}

// textCounts writes how many rules and spells of a book were understood.
func textCounts(t catalog.TextCounts) string {
	text := ""
	if n := t.Explained + t.Outside; n > 0 {
		text = fmt.Sprintf("; texts read: %d, of which %d have no part in a fight", n, t.Outside)
	}
	if n := len(t.Unread); n > 0 {
		text += fmt.Sprintf("; %s that could not be read, listed here", finding.Count(n, "text"))
	}
	return text
}

// nameFor returns the name of a book for a list in a folder: its path relative to the list if it is
// below it, else its id and version, with the flags with which commands find it.
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

// warn prints the notes of an import.
func (i *importer) warn(item *input.Item) {
	for _, n := range item.Notes {
		text := fmt.Sprintf("warning: %s: %s", filepath.Base(item.File), n)
		if i.err.Watched() {
			i.err.Say("%s", text)
			continue
		}
		i.err.Line("%s", text)
	}
}
