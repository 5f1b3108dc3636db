package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
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
			if i.undoLastImport {
				return cobra.NoArgs(cmd, args)
			}
			return cobra.MinimumNArgs(1)(cmd, args)
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return []string{"json", "txt", "yaml", "zip"}, cobra.ShellCompDirectiveFilterFileExt
		},
		RunE: func(_ *cobra.Command, args []string) error { return i.run(args) },
	}
	cmd.Flags().StringVarP(&i.outputFolder, "output", "o", "", "the folder to write to")
	cmd.Flags().BoolVarP(&i.verbose, "verbose", "v", false, "name everything in a book that needs a look")
	cmd.Flags().BoolVar(&i.force, "force", false, "replace books and lists that are there")
	i.addJSONFlag(cmd, "print one JSON document that names the files")
	cmd.Flags().BoolVar(&i.undoLastImport, "undo", false, "take back what the last import brought")
	return cmd
}

// An importer imports files; it imports books before the lists that need them.
type importer struct {
	*app
	outputFolder    string
	force           bool
	verbose         bool
	undoLastImport  bool
	bookLookupFlags string   // flags by which commands find the books of the lists
	nextCommands    []string // commands to suggest, one per line
}

func (i *importer) run(paths []string) error {
	if ending := filepath.Ext(i.outputFolder); ending == ".yaml" || ending == ".yml" || ending == ".json" {
		return fmt.Errorf("-o names a folder, and %s looks like a file; a book's file is called like the book",
			i.outputFolder)
	}
	home, err := i.storageFolders(paths)
	if err != nil {
		return err
	}
	if i.undoLastImport {
		return i.undoImport(home)
	}
	out := i.out
	if i.printsJSON {
		i.out = terminal.New(io.Discard)
	}
	files, err := i.expandWantedFiles(paths, func(string) bool { return true })
	if err != nil {
		return err
	}
	folder := slices.ContainsFunc(paths, isFolder)
	home.PickFreeNames = folder
	sent, failures := i.readArguments(files)
	arrival, err := home.Receive(sent...)
	if err != nil {
		return err
	}
	failures = append(failures, i.storeFiles(arrival, folder)...)
	i.suggestNext()
	if i.printsJSON {
		said := map[string]any{"files": i.importReports(arrival)}
		if arrival.FromShelf != nil {
			said["shelf"] = arrival.FromShelf
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

// storeFiles stores the received files and reports on each; folder tells that they came from a
// folder. It returns the errors.
func (i *importer) storeFiles(arrival *input.Arrival, folder bool) (failures []error) {
	if arrival.FromShelf != nil {
		i.out.Paragraph(arrival.FromShelf.String(), "", "  ")
	}
	many := arrival.IsArchive() || folder
	if many {
		i.printArchive(arrival)
	}
	for _, line := range arrival.CostChanges {
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
				failures = append(failures, i.refusedError(item))
			case isBook:
				i.reportBook(item)
			default:
				failures = append(failures, i.reportList(item))
			}
		}
	}
	if many && !slices.ContainsFunc(arrival.Items, func(item *input.Item) bool { return item.IsStored }) {
		failures = append(failures, errors.New("nothing of this could be brought in"))
	}
	return failures
}

type importReport struct {
	From     string           `json:"from"` // the name of the file or code
	Kind     input.FileKind   `json:"kind"`
	To       string           `json:"to,omitempty"` // the file's new path; "" if it was not kept
	Problems []export.Problem `json:"problems"`
}

func (i *importer) importReports(arrival *input.Arrival) []importReport {
	all := []importReport{}
	for _, item := range arrival.Items {
		one := importReport{From: displayName(item.SentName), Kind: item.Kind, Problems: []export.Problem{}}
		if item.Err != nil {
			one.Problems = export.ProblemsOf(item.Err)
		} else {
			one.To = i.savedPath(item)
		}
		all = append(all, one)
	}
	return all
}

// readArguments reads the arguments; failures holds the errors of unreadable ones.
func (i *importer) readArguments(paths []string) (sent []input.SentFile, failures []error) {
	for _, path := range paths {
		text, err := i.readArgument(path)
		if err != nil {
			failures = append(failures, err)
			continue
		}
		sent = append(sent, input.SentFile{Name: path, Text: text})
	}
	return sent, failures
}

func (i *importer) suggestNext() {
	for n, line := range slices.Compact(i.nextCommands) {
		lead := "Next: "
		if n > 0 {
			lead = "      "
		}
		i.out.Line("%s%s", lead, line)
	}
}

// storageFolders returns the folders for books and lists: the named folder for both, or the
// person's own folder for books and the files' folder for lists.
func (i *importer) storageFolders(paths []string) (*input.Storage, error) {
	here, own := cmp.Or(i.outputFolder, "."), i.outputFolder
	journal, err := ownBookFolder()
	if own == "" {
		own = journal
		if err != nil {
			return nil, fmt.Errorf("%w; name a folder with -o", err)
		}
	}
	to := disk.FolderAt(own)
	if err := errors.Join(to.Make(), disk.FolderAt(here).Make()); err != nil {
		return nil, err
	}
	home := &input.Storage{
		Lists: disk.FolderAt(here), Books: to, RequireExactName: true, Overwrite: i.force,
		Progress: func(done, all int) {
			i.drawProgress(done, all, "%d of %d files", done, all)
		},
	}
	if units, err := storedUnitFolder(); err == nil && i.outputFolder == "" {
		home.Units = storedUnitStore(units)
	}
	if notes := disk.FolderAt(journal); err == nil && notes.Make() == nil { // else nothing can be taken back
		home.ArrivalJournal = notes
	}
	if home.ListFolder, err = filepath.Abs(here); err != nil {
		return nil, err
	}
	if home.BookFolder, err = filepath.Abs(own); err != nil {
		return nil, err
	}
	folders := append(bookFolders(i.bookFolders), here)
	if i.outputFolder != "" {
		folders = append([]string{i.outputFolder}, folders...)
	}
	home.Library = libraryOfFolders(folders...)
	for _, path := range paths {
		if folder := filepath.Dir(path); displayName(path) == path && !slices.Contains(folders, folder) {
			folders = append(folders, folder)
		}
	}
	home.NearbyLibrary = libraryOfFolders(folders...)
	home.BookName = func(e catalog.Entry) string {
		if e.Shipped {
			return e.VersionedID()
		}
		name, more := i.bookNameFor(e.File, e.VersionedID(), here)
		if !strings.Contains(i.bookLookupFlags, more) {
			i.bookLookupFlags += more
		}
		return name
	}
	home.KeepReplacedBook = func(name string, text []byte) error { return files.Overwrite(to, name+armyforge.BackupSuffix, text) }
	return home, nil
}

// readArgument reads a file, a code, a link with a list, or a ZIP file, which may be larger than a
// list.
func (i *importer) readArgument(path string) ([]byte, error) {
	if displayName(path) != path {
		return []byte(path), nil
	}
	if path == "-" {
		return i.readInput(path)
	}
	if err := input.AddressError(path); err != nil {
		return nil, err
	}
	file, err := i.fileLocation(path).Open()
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, input.MaxArrivalBytes+1))
	if err != nil {
		return nil, i.fileLocation(path).ReadError(err)
	}
	return text, nil
}

// printArchive prints the contents of a ZIP file before anything is kept.
func (i *importer) printArchive(arrival *input.Arrival) {
	for _, item := range arrival.Items {
		switch {
		case item.Err != nil:
			text := "left out: " + item.SentName + ": " +
				strings.TrimLeft(strings.TrimPrefix(item.Err.Error(), item.SentName+":"), " ")
			var taken *input.BookConflict
			if errors.As(item.Err, &taken) {
				text += "; --force writes over it"
			}
			i.err.Say("%s", text)
		case item.AlreadyStored:
			i.out.Line("here already: %s", item.SentName)
		default:
			i.out.Paragraph(fmt.Sprintf("%s: %s, %s", item.SentName, item.Name, item.Description), "", "  ")
			for _, line := range item.Changes {
				i.out.Paragraph(line, "  ", "    ")
			}
		}
	}
}

// refusedError returns the error for a file that was not stored. If it conflicts with a stored
// book, it prints the differences first.
func (i *importer) refusedError(item *input.Item) error {
	var taken *input.BookConflict
	var problem *schema.Error
	switch {
	case errors.As(item.Err, &problem):
		return item.Err
	case !errors.As(item.Err, &taken) && displayName(item.SentName) == shareCodeLabel:
		return item.Err // it says so
	case !errors.As(item.Err, &taken):
		return fmt.Errorf("%s: %w", item.SentName, item.Err)
	}
	for _, line := range taken.Differences {
		i.err.Line("%s", line)
	}
	return fmt.Errorf("%s: %w; --force writes over it", displayName(item.SentName), item.Err)
}

func (i *importer) undoImport(home *input.Storage) error {
	all := home.ArrivalRecords()
	last := slices.IndexFunc(all, func(k *input.ArrivalRecord) bool { return k.ListFolder != "" }) // others came by pages
	if last < 0 {
		return errors.New("no import is known that can be taken back")
	}
	home.Lists, home.Books = disk.FolderAt(all[last].ListFolder), disk.FolderAt(all[last].BookFolder)
	back, stayed, err := home.Undo(all[last].ID())
	if err != nil {
		return err
	}
	for _, line := range stayed {
		i.err.Line("warning: %s", line)
	}
	i.out.Line("Taken back: %s with %s", finding.CountText(len(back.Files)-len(stayed), "file"), back.SentAs)
	return nil
}

func (i *importer) reportBook(item *input.Item) {
	path := i.savedPath(item)
	id, version := catalog.SplitVersionedID(item.ID)
	called := fmt.Sprintf("%s (%s), the army book `%s`, in %s", item.Name, item.System, item.ID, path)
	if item.AlreadyStored {
		i.out.Line("Unchanged: %s", called)
		if i.verbose {
			i.printNotes(item)
		}
		return
	}
	what := "Imported"
	if item.ReplacedText != nil {
		what = "Updated"
		if item.Book != nil {
			for _, lost := range item.Book.LostByReplacing(item.ReplacedText) {
				i.err.Line("warning: %s; it is kept as %s", lost, path+armyforge.BackupSuffix)
			}
		}
	}
	i.out.Line("%s %s", what, called)
	look := ""
	switch n := len(item.Notes); {
	case i.verbose:
		i.printNotes(item)
	case n == 1:
		look = "; one thing needs a look (--verbose names it)"
	case n > 1:
		look = fmt.Sprintf("; %d things need a look (--verbose names them)", n)
	}
	texts := ""
	if item.Book != nil {
		texts = ruleCountsText(item.Book.CountRuleTexts())
	}
	i.out.Paragraph(item.Description+texts+look, "  ", "  ")
	for _, u := range item.UnreadRules {
		i.out.Paragraph(u.Name+": "+u.Sentence, "    ", "      ")
	}
	name, flags := i.bookNameFor(path, item.ID, ".")
	i.nextCommands = append(i.nextCommands, fmt.Sprintf("muster new list.yaml --system %s --book %s%s", item.System, shellWord(name), flags))
	i.library = nil // it may have read the book as it was before
	i.reportOlderLists(catalog.Entry{ID: id, Version: version, System: item.System})
}

func (i *importer) savedPath(item *input.Item) string {
	folder := cmp.Or(i.outputFolder, ".")
	switch {
	case i.outputFolder != "":
	case item.Kind == input.BookFile:
		folder, _ = ownBookFolder() // home has asked for it
	case item.Kind == input.UnitFile:
		folder, _ = storedUnitFolder()
	}
	return filepath.Join(folder, item.Path)
}

func (i *importer) reportList(item *input.Item) error {
	path := i.savedPath(item)
	if item.AlreadyStored {
		return nil
	}
	if item.Kind != input.ListFile && item.Kind != input.ListCode {
		i.out.Line("Imported %s, %s, in %s", item.Name, item.Description, path)
		return nil
	}
	place := i.fileLocation(path)
	document, err := schema.ReadFile(place.Folder, place.Name, "list/1")
	if err != nil {
		return err
	}
	if list := item.List; list != nil {
		i.out.Line("Imported the list %q (%s), %s, in %s", list.Name, list.System, finding.CountText(list.UnitCount, "unit"),
			path)
	} else {
		mark := ""
		if list, err := builder.Open(document, i.books()); err == nil {
			mark = " (" + builder.Fingerprint(list) + ")"
		}
		i.out.Line("Imported the list %q, %s, in %s%s", item.Name,
			finding.CountText(len(builder.UnitIDs(document)), "unit"), path, mark)
	}
	i.printNotes(item)
	for _, line := range item.Changes {
		i.err.Line("warning: %s", line)
	}
	i.nextCommands = append(i.nextCommands, "muster check "+path+i.bookLookupFlags)
	return nil
}

// reportOlderLists prints the lists in the folder that use an older version of the book, and the
// lists that name no version and are now checked by the new book.
func (i *importer) reportOlderLists(book catalog.Entry) {
	folder := cmp.Or(i.outputFolder, ".")
	names, _ := fs.Glob(disk.FolderAt(folder), "*.yaml") // a folder that cannot be read holds none
	older := map[string][]string{}
	var free []string
	for _, name := range names {
		path := filepath.Join(folder, name)
		text, err := i.fileLocation(path).Load()
		if err != nil || !schema.ClaimsKind(text, "list/1") || !bytes.Contains(text, []byte(book.ID)) {
			continue
		}
		document, err := schema.Read(path, text, "list/1")
		if err != nil {
			continue // a check explains it
		}
		for _, named := range builder.BookNamesIn(document) {
			switch id, version := catalog.SplitVersionedID(named); {
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
		i.out.Paragraph(fmt.Sprintf("%s here %s of version %s: %s", finding.CountText(len(lists), "list"),
			isOrAre(len(lists)), version, strings.Join(lists, ", ")), "  ", "    ")
		i.nextCommands = append(i.nextCommands, "muster update "+shellWords(lists))
	}
	entries, _ := i.books().List()
	versions := slices.DeleteFunc(entries,
		func(e catalog.Entry) bool { return e.ID != book.ID || !e.FitsSystem(book.System) })
	if len(free) > 0 && len(versions) > 1 && versions[0].Version == book.Version {
		i.out.Paragraph(fmt.Sprintf("%s here %s no version and %s judged by this one now: %s", finding.CountText(len(free), "list"), map[bool]string{true: "names", false: "name"}[len(free) == 1], isOrAre(len(free)), strings.Join(free, ", ")), "  ", "    ")
		i.nextCommands = append(i.nextCommands,
			fmt.Sprintf("muster set %s book=%s leaves one as it was", shellWord(free[0]), versions[1].VersionedID()))
	}
}

func isOrAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

func shellWords(texts []string) string {
	return strings.Join(convert.All(texts, shellWord), " ")
}

// ruleCountsText returns how many rules and spells of a book were understood, in words.
func ruleCountsText(t catalog.RuleTextCounts) string {
	text := ""
	if n := t.ModelledCount + t.NonFightCount; n > 0 {
		text = fmt.Sprintf("; texts read: %d, of which %d have no part in a fight", n, t.NonFightCount)
	}
	if n := len(t.UnreadTexts); n > 0 {
		text += fmt.Sprintf("; %s that could not be read, listed here", finding.CountText(n, "text"))
	}
	return text
}

// bookNameFor returns the name of a book for a list in a folder: a path relative to the list, or
// the book's id and version with the flags by which commands find it. The path is used if the
// book's file is below the list's folder.
func (i *importer) bookNameFor(path, pin, from string) (name, flags string) {
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

func (i *importer) printNotes(item *input.Item) {
	for _, n := range item.Notes {
		text := fmt.Sprintf("warning: %s: %s", filepath.Base(item.SentName), n)
		if i.err.IsInteractive() {
			i.err.Say("%s", text)
			continue
		}
		i.err.Line("%s", text)
	}
}
