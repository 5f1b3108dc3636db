package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"muster/builder"
	"muster/catalog"
	"muster/catalog/fad"
	"muster/input"
	"muster/rules"
	"muster/schema"
	"muster/schema/files"
	"muster/schema/files/disk"
)

// openList reads and checks a list of any game and in any form: a file, a code, a link with a code,
// or - for standard input. It warns of parts that could not be imported.
func (a *app) openList(path string) (builder.Roster, error) {
	list, err := a.openInput(path)
	if err != nil {
		return nil, err
	}
	a.warnNotImported(list)
	return list.Roster, nil
}

// openOrSenderCopy is openList, but for a code whose army books are missing it returns the sender's
// copy, with the sender's findings.
func (a *app) openOrSenderCopy(path string) (builder.Roster, error) {
	list, err := a.openInput(path)
	if copied := senderCopyIn(list, path); err != nil && copied != nil {
		return copied, nil
	}
	if err != nil {
		return nil, err
	}
	a.warnNotImported(list)
	return list.Roster, nil
}

// senderCopyIn returns the copy that the sender put into a list's code, if the list's army books
// are missing; else nil.
func senderCopyIn(list *input.List, path string) builder.Roster {
	if list == nil || list.Roster != nil || list.SharedCode == nil || list.SharedCode.Copy == nil {
		return nil
	}
	game, err := rules.Load(list.SharedCode.Copy.System)
	if err != nil {
		return nil
	}
	roster, _, err := list.SharedCode.AsRoster(game)
	if err != nil {
		return nil
	}
	roster.Document().File = displayName(path)
	return roster
}

// openInput is openList without warnings.
func (a *app) openInput(path string) (*input.List, error) {
	if displayName(path) != path {
		return a.openListText(displayName(path), []byte(path), true)
	}
	text, err := a.readInput(path)
	if err != nil && input.KindOf(text) != input.DocumentFile {
		return nil, err
	}
	return a.openListText(path, text, a.untrustedLists)
}

// openListText is openInput for the text of a file. stranger tells that the text comes from another
// person; its file names are then not followed.
func (a *app) openListText(name string, text []byte, stranger bool) (*input.List, error) {
	place := a.fileLocation(name)
	if stranger {
		place = schema.FilePath{Name: name}
	}
	a.preloadOnce.Do(func() { a.preloadBooks(text) })
	if !stranger && schema.ClaimsKind(text, "book/1") && schema.GuessValue(text, "system") == fad.SystemID {
		book, err := a.openRoster(name)
		if err != nil {
			return nil, err
		}
		return &input.List{Roster: book}, nil
	}
	read := input.ReadTrustingArmoury
	if a.untrustedLists {
		read = input.Read
	}
	list, err := read(place, text, a.books())
	if err != nil && input.KindOf(text).IsMusterFormat() {
		if other := fileKindError(name, text); other != nil {
			return nil, other
		}
	}
	return list, err
}

// openListInput opens one of the inputs of a command as a list: a file of a ZIP archive by its text,
// a file or a code without a text by its name.
func (a *app) openListInput(s input.SentFile) (*input.List, error) {
	switch {
	case s.Err != nil:
		return nil, s.Err
	case s.Text == nil:
		return a.openInput(s.Name)
	case len(s.Text) > schema.MaxFileBytes && input.KindOf(s.Text) != input.DocumentFile:
		return nil, fmt.Errorf("%s: %w", s.Name, input.ErrTooLarge)
	}
	return a.openListText(s.Name, s.Text, true)
}

// expandArchives returns the inputs, with the files of each ZIP archive in place of the archive.
func (a *app) expandArchives(paths []string) (all []input.SentFile) {
	for _, path := range paths {
		if files, packed := a.archiveFiles(path); packed {
			all = append(all, files...)
		} else {
			all = append(all, input.SentFile{Name: path})
		}
	}
	return all
}

// archiveFiles returns the files in a ZIP archive except muster's files that are not lists; packed
// reports whether the file at path is a ZIP archive.
func (a *app) archiveFiles(path string) (files []input.SentFile, packed bool) {
	if displayName(path) != path || path == "-" {
		return nil, false
	}
	file, err := a.fileLocation(path).Open()
	if err != nil {
		return nil, false // reading it says why
	}
	defer file.Close()
	text := make([]byte, 64)
	n, _ := io.ReadFull(file, text) // a shorter file is none
	if input.KindOf(text[:n]) != input.ZIPFile {
		return nil, false
	}
	rest, err := io.ReadAll(io.LimitReader(file, input.MaxArrivalBytes+1))
	if err != nil {
		return []input.SentFile{{Name: path, Err: a.fileLocation(path).ReadError(err)}}, true
	}
	held, err := input.Unpack(input.SentFile{Name: path, Text: append(text, rest...)})
	if err != nil {
		return []input.SentFile{{Name: path, Err: fmt.Errorf("%s: %w", path, err)}}, true
	}
	for _, one := range held {
		if one.Err != nil {
			one.Err = fmt.Errorf("%s: %w", one.Name, one.Err)
		}
		if !isNonListFile(one.Text) {
			files = append(files, one)
		}
	}
	if files == nil {
		return []input.SentFile{{Name: path, Err: fmt.Errorf("%s: there are no lists in this ZIP file", path)}}, true
	}
	return files, true
}

// expandToFiles returns the files, and for a folder the files in it: all except hidden files, the
// file except, and muster's files that are not lists.
func (a *app) expandToFiles(args []string, except string) (files []string, err error) {
	return a.expandWantedFiles(args, func(path string) bool {
		if except != "" && samePath(path, except) {
			return false
		}
		text, err := a.fileLocation(path).Load()
		return err != nil || !isNonListFile(text)
	})
}

// expandWantedFiles returns the files, and for a folder its files that are wanted and not hidden.
// It fails if a folder has no such file.
func (a *app) expandWantedFiles(args []string, wanted func(path string) bool) ([]string, error) {
	return expandFolders(args, func(folder string) (files []string, err error) {
		entries, err := os.ReadDir(folder)
		for _, entry := range entries {
			path := filepath.Join(folder, entry.Name())
			if !entry.IsDir() && !strings.HasPrefix(entry.Name(), ".") && wanted(path) {
				files = append(files, path)
			}
		}
		if err == nil && files == nil {
			err = fmt.Errorf("%s: there are no files in this folder", folder)
		}
		return files, err
	})
}

// expandFolders returns the paths, with the files that filesIn finds in the place of each folder.
func expandFolders(paths []string, filesIn func(folder string) ([]string, error)) (files []string, err error) {
	for _, path := range paths {
		found := []string{path} // if it is not there, reading it reports the error
		if isFolder(path) {
			if found, err = filesIn(path); err != nil {
				return nil, err
			}
		}
		files = append(files, found...)
	}
	return files, nil
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// isNonListFile reports whether a text is a file of muster's, but not a list: an army book, for
// example.
func isNonListFile(text []byte) bool {
	kind := schema.GuessValue(text, "muster")
	return kind != "list/1" && slices.Contains(schema.DocumentKinds(), kind)
}

// readInput reads a file named by the person, or standard input for -.
func (a *app) readInput(path string) ([]byte, error) {
	if path != "-" {
		return a.readText(path)
	}
	text, err := io.ReadAll(io.LimitReader(os.Stdin, schema.MaxFileBytes+1))
	if err != nil {
		return nil, fmt.Errorf("reading what is written to the program: %w", disk.CauseWithoutPath(err))
	}
	return schema.ToUTF8(text), nil
}

// displayName returns the name for messages of a list that is given by path or code.
func displayName(path string) string {
	if _, ok := input.ExtractCode(path); ok {
		return shareCodeLabel
	}
	return path
}

const shareCodeLabel = "the code"

// listArgument returns the argument by which another command finds a list, given the list's name in
// messages.
func listArgument(name string) string {
	if name == shareCodeLabel {
		return "CODE"
	}
	return shellWord(name)
}

// isEditable reports whether commands can change the list, which is so for a file of muster.
func isEditable(list builder.Roster) bool {
	d := list.Document()
	return d.Kind != "book/1" && d.Path.Folder != nil && d.File != "-" && d.Root().Line() > 0
}

func (a *app) warnNotImported(list *input.List) {
	for _, note := range list.Notes {
		a.err.Line("warning: %s", note)
	}
}

// readAnyDocument reads the document of a list in any form, or of a file with one unit or an army
// book.
func (a *app) readAnyDocument(path string) (*schema.Document, error) {
	if displayName(path) == path && path != "-" {
		text, err := a.readText(path)
		if err != nil {
			return nil, err
		}
		if kind := input.KindOf(text); kind.IsMusterFormat() && kind != input.UnknownFile {
			return a.parseDocument(path, text, "list/1", "unit/1", "book/1")
		}
	}
	list, err := a.openList(path)
	if err != nil {
		return nil, err
	}
	return list.Document(), nil
}

// openRoster reads and checks a file with a list, one unit, or a book of unit designs.
func (a *app) openRoster(path string) (builder.Roster, error) {
	document, err := a.readDocument(path, "list/1", "unit/1", "book/1")
	if err != nil {
		return nil, err
	}
	return builder.Open(document, a.books())
}

// preloadBooks starts to load a list's game and book in the background while the list is read; this
// saves most of a short command's time. Errors are reported when the game or book is used.
func (a *app) preloadBooks(list []byte) {
	named := map[string]string{}
	for line := range strings.Lines(string(list[:min(len(list), 1000)])) {
		if key, value, found := strings.Cut(line, ": "); found && (key == "system" || key == "book") {
			named[key] = strings.TrimSpace(value)
		}
	}
	go builder.Preload(named["system"])
	if library := a.books(); named["book"] != "" && !catalog.IsPath(named["book"]) {
		go library.Book(named["book"], named["system"], schema.FilePath{})
	}
}

// fileLocation returns the folder and name of the file at a path that the user gave.
func (a *app) fileLocation(path string) schema.FilePath {
	return disk.FileAt(path, bookFolders(a.bookFolders)...)
}

// readDocument reads the document in the file at a path. It returns an error for a document of none
// of the kinds; see schema.Read.
func (a *app) readDocument(path string, kinds ...string) (*schema.Document, error) {
	text, err := a.readText(path)
	if err != nil {
		return nil, err
	}
	return a.parseDocument(path, text, kinds...)
}

func (a *app) readText(path string) ([]byte, error) {
	switch {
	case displayName(path) != path:
		return nil, fmt.Errorf("this reads files; `muster import %s` makes the file of a list's code", shellWord(path))
	case path == "-":
		return nil, errors.New("`-` is what is written to the program, and stands where a list is only read: in check, diff, export, fill, import, preview, price, share and show; this wants a file")
	}
	if err := input.AddressError(path); err != nil {
		return nil, err
	}
	return a.fileLocation(path).Load()
}

// parseDocument returns the document in the text of a file. It returns an error for a document of
// none of the kinds.
func (a *app) parseDocument(path string, text []byte, kinds ...string) (*schema.Document, error) {
	document, err := a.fileLocation(path).Parse(text, kinds...)
	if err != nil {
		if other := fileKindError(path, text); other != nil {
			return nil, other
		}
	}
	return document, err
}

// fileKindError returns the error for a file of a kind that the command does not read. It advises
// to import the file if that helps. Nil for a text of no known kind.
func fileKindError(path string, text []byte) error {
	switch kind := input.KindOf(text); {
	case kind.IsMusterFormat() && kind != input.UnknownFile:
		return nil
	case kind == input.SharedText:
		return fmt.Errorf("%s is what Army Forge shares as text; it comes in by `muster import %s`", path, shellWord(path))
	case kind == input.ArmyForgeFile && json.Valid(bytes.TrimPrefix(text, []byte("\ufeff"))):
		return fmt.Errorf("%s is JSON, not a file of muster's; what Army Forge saves comes in by `muster import %s`",
			path, shellWord(path))
	case kind == input.DocumentFile:
		return fmt.Errorf("%s is a picture or a document; `muster import %s` brings in the list if it holds one", path, shellWord(path))
	}
	const only = ", which muster can print and not read"
	printed := map[string]string{
		".csv": "a table (CSV)" + only, ".txt": "a text without a list", ".html": "a page (HTML)" + only,
		".htm": "a page (HTML)" + only,
		".pdf": "a PDF" + only, ".md": "Markdown" + only,
	}[strings.ToLower(filepath.Ext(path))]
	if printed == "" {
		return nil
	}
	return fmt.Errorf("%s is %s; name the list itself, a file that has a line such as `muster: list/1`", path, printed)
}

// createFile writes a new file. It fails if the file exists, unless forced.
func (a *app) createFile(path string, text []byte, force bool) error {
	if force {
		return disk.Overwrite(path, text)
	}
	err := disk.Create(path, text)
	if errors.Is(err, files.ErrChanged) {
		return fmt.Errorf("%s is there already; --force writes over it", path)
	}
	return err
}
