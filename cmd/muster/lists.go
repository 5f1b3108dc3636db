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

// openList reads and checks a list of any game, in any form: a file, a code, a link with a
// code, or - for standard input. It warns of parts that could not be imported.
func (a *app) openList(path string) (builder.Roster, error) {
	list, err := a.openInput(path)
	if err != nil {
		return nil, err
	}
	a.warnOf(list)
	return list.Roster, nil
}

// openOrStand is openList. For a code whose army books are missing, it returns the sender's copy,
// with the sender's findings.
func (a *app) openOrStand(path string) (builder.Roster, error) {
	list, err := a.openInput(path)
	if copied := copyInCode(list, path); err != nil && copied != nil {
		return copied, nil
	}
	if err != nil {
		return nil, err
	}
	a.warnOf(list)
	return list.Roster, nil
}

// copyInCode returns the copy in the code of a list whose army books are missing, or nil.
func copyInCode(list *input.List, path string) builder.Roster {
	if list == nil || list.Roster != nil || list.Shared == nil || list.Shared.Copy == nil {
		return nil
	}
	game, err := rules.Load(list.Shared.Copy.System)
	if err != nil {
		return nil
	}
	roster, _, err := list.Shared.Stand(game)
	if err != nil {
		return nil
	}
	roster.Document().File = nameOf(path)
	return roster
}

// openInput is openList without warnings.
func (a *app) openInput(path string) (*input.List, error) {
	if nameOf(path) != path {
		return a.openText(nameOf(path), []byte(path), true)
	}
	text, err := a.text(path)
	if err != nil && input.KindOf(text) != input.Document {
		return nil, err
	}
	return a.openText(path, text, a.untrusted)
}

// openText is openInput for the text of a file. If stranger is set, the text's file names are not
// followed.
func (a *app) openText(name string, text []byte, stranger bool) (*input.List, error) {
	place := a.at(name)
	if stranger {
		place = schema.Place{Name: name}
	}
	a.preloaded.Do(func() { a.preload(text) })
	if !stranger && schema.Claims(text, "book/1") && schema.Glance(text, "system") == fad.System {
		book, err := a.openAny(name)
		if err != nil {
			return nil, err
		}
		return &input.List{Roster: book}, nil
	}
	read := input.ReadTrusting
	if a.untrusted {
		read = input.Read
	}
	list, err := read(place, text, a.books())
	if err != nil && input.KindOf(text).IsOwn() {
		if other := otherKind(name, text); other != nil {
			return nil, other
		}
	}
	return list, err
}

// incoming is an input of a command that takes many: a file, a code, or a file in a ZIP archive
// with its text.
type incoming struct {
	name   string
	packed *input.Sent // nil outside archives
	err    error       // of an archive that could not be opened
}

func (a *app) openSent(s incoming) (*input.List, error) {
	switch {
	case s.err != nil:
		return nil, s.err
	case s.packed == nil:
		return a.openInput(s.name)
	case s.packed.Err != nil:
		return nil, fmt.Errorf("%s: %w", s.name, s.packed.Err)
	case len(s.packed.Text) > schema.MaxBytes && input.KindOf(s.packed.Text) != input.Document:
		return nil, fmt.Errorf("%s: %w", s.name, input.ErrTooLarge)
	}
	return a.openText(s.name, s.packed.Text, true)
}

// unpack replaces ZIP archives by their files.
func (a *app) unpack(paths []string) (all []incoming) {
	for _, path := range paths {
		files, packed := a.unpacked(path)
		if !packed {
			all = append(all, incoming{name: path})
			continue
		}
		all = append(all, files...)
	}
	return all
}

// unpacked returns the files in a ZIP archive except muster's files that are not lists; packed is
// false for any other file.
func (a *app) unpacked(path string) (files []incoming, packed bool) {
	if nameOf(path) != path || path == "-" {
		return nil, false
	}
	file, err := a.at(path).Open()
	if err != nil {
		return nil, false // reading it says why
	}
	defer file.Close()
	text := make([]byte, 64)
	n, _ := io.ReadFull(file, text) // a shorter file is none
	if input.KindOf(text[:n]) != input.Packed {
		return nil, false
	}
	rest, err := io.ReadAll(io.LimitReader(file, input.MostBytes+1))
	if err != nil {
		return []incoming{{name: path, err: a.at(path).Failure(err)}}, true
	}
	held, err := input.Unpack(input.Sent{Name: path, Text: append(text, rest...)})
	if err != nil {
		return []incoming{{name: path, err: fmt.Errorf("%s: %w", path, err)}}, true
	}
	for i, one := range held {
		if !belongsToLists(one.Text) {
			files = append(files, incoming{name: one.Name, packed: &held[i]})
		}
	}
	if files == nil {
		return []incoming{{name: path, err: fmt.Errorf("%s: there are no lists in this ZIP file", path)}}, true
	}
	return files, true
}

// everyFile replaces folders by their files: all except hidden files, the file except, and muster's
// files that are not lists.
func (a *app) everyFile(args []string, except string) (files []string, err error) {
	return a.filesIn(args, func(path string) bool {
		if except != "" && samePath(path, except) {
			return false
		}
		text, err := a.at(path).Load()
		return err != nil || !belongsToLists(text)
	})
}

// filesIn replaces folders by their files that are wanted and not hidden. It fails for a folder
// without any.
func (a *app) filesIn(args []string, wanted func(path string) bool) (files []string, err error) {
	for _, arg := range args {
		info, err := os.Stat(arg)
		if err != nil || !info.IsDir() {
			files = append(files, arg)
			continue
		}
		entries, err := os.ReadDir(arg)
		if err != nil {
			return nil, err
		}
		before := len(files)
		for _, entry := range entries {
			path := filepath.Join(arg, entry.Name())
			if !entry.IsDir() && !strings.HasPrefix(entry.Name(), ".") && wanted(path) {
				files = append(files, path)
			}
		}
		if len(files) == before {
			return nil, fmt.Errorf("%s: there are no files in this folder", arg)
		}
	}
	return files, nil
}

// belongsToLists reports whether a text is a file of muster other than a list.
func belongsToLists(text []byte) bool {
	kind := schema.Glance(text, "muster")
	return kind != "list/1" && slices.Contains(schema.Kinds(), kind)
}

// text reads a file named by the person, or standard input for -.
func (a *app) text(path string) ([]byte, error) {
	if path != "-" {
		return a.load(path)
	}
	text, err := io.ReadAll(io.LimitReader(os.Stdin, schema.MaxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("reading what is written to the program: %w", disk.Reason(err))
	}
	return schema.UTF8(text), nil
}

// nameOf returns the name, for messages, of a list given by path or code.
func nameOf(path string) string {
	if _, ok := input.Code(path); ok {
		return theCode
	}
	return path
}

const theCode = "the code"

// argumentFor returns the argument for a list on another command line, given its name in messages.
func argumentFor(name string) string {
	if name == theCode {
		return "CODE"
	}
	return shellWord(name)
}

// isEditable reports whether commands can change the list: it is a file of muster.
func isEditable(list builder.Roster) bool {
	d := list.Document()
	return d.Kind != "book/1" && d.Place.Folder != nil && d.File != "-" && d.Root().Line() > 0
}

func (a *app) warnOf(list *input.List) {
	for _, note := range list.Notes {
		a.err.Line("warning: %s", note)
	}
}

// readAny reads the document of a list in any form, or of a file of one unit.
func (a *app) readAny(path string) (*schema.Document, error) {
	if nameOf(path) == path && path != "-" {
		text, err := a.load(path)
		if err != nil {
			return nil, err
		}
		if kind := input.KindOf(text); kind.IsOwn() && kind != input.Unknown {
			return a.parse(path, text, "list/1", "unit/1", "book/1")
		}
	}
	list, err := a.openList(path)
	if err != nil {
		return nil, err
	}
	return list.Document(), nil
}

// openAny reads and checks a file with a list, one unit, or a book of designs.
func (a *app) openAny(path string) (builder.Roster, error) {
	document, err := a.read(path, "list/1", "unit/1", "book/1")
	if err != nil {
		return nil, err
	}
	return builder.Open(document, a.books())
}

// preload starts to load a list's game and book in the background while the list is read; this
// saves most of a short command's time. Errors are reported when they are needed.
func (a *app) preload(list []byte) {
	named := map[string]string{}
	for line := range strings.Lines(string(list[:min(len(list), 1000)])) {
		if key, value, found := strings.Cut(line, ": "); found && (key == "system" || key == "book") {
			named[key] = strings.TrimSpace(value)
		}
	}
	go builder.Preload(named["system"])
	if library := a.books(); named["book"] != "" && !catalog.IsPath(named["book"]) {
		go library.Book(named["book"], named["system"], schema.Place{})
	}
}

// at returns the place of a file named by the person.
func (a *app) at(path string) schema.Place { return disk.File(path, bookFolders(a.bookFolders)...) }

// read reads a file named by the person; see schema.Read.
func (a *app) read(path string, kinds ...string) (*schema.Document, error) {
	text, err := a.load(path)
	if err != nil {
		return nil, err
	}
	return a.parse(path, text, kinds...)
}

// load reads the text of a file named by the person.
func (a *app) load(path string) ([]byte, error) {
	switch {
	case nameOf(path) != path:
		return nil, fmt.Errorf("this reads files; `muster import %s` makes the file of a list's code", shellWord(path))
	case path == "-":
		return nil, errors.New("`-` is what is written to the program, and stands where a list is only read: in check, diff, export, fill, import, preview, price, share and show; this wants a file")
	}
	if err := input.Address(path); err != nil {
		return nil, err
	}
	return a.at(path).Load()
}

// parse returns the document in the text of a file.
func (a *app) parse(path string, text []byte, kinds ...string) (*schema.Document, error) {
	document, err := a.at(path).Parse(text, kinds...)
	if err != nil {
		if other := otherKind(path, text); other != nil {
			return nil, other
		}
	}
	return document, err
}

// otherKind returns the error for a file of a kind that the command does not read, with advice if
// import reads it or muster made it; nil for any other file.
func otherKind(path string, text []byte) error {
	switch kind := input.KindOf(text); {
	case kind.IsOwn() && kind != input.Unknown:
		return nil
	case kind == input.SharedText:
		return fmt.Errorf("%s is what Army Forge shares as text; it comes in by `muster import %s`", path, shellWord(path))
	case kind == input.Foreign && json.Valid(bytes.TrimPrefix(text, []byte("\ufeff"))):
		return fmt.Errorf("%s is JSON, not a file of muster's; what Army Forge saves comes in by `muster import %s`",
			path, shellWord(path))
	case kind == input.Document:
		return fmt.Errorf("%s is a picture or a document; `muster import %s` brings in the list if it holds one", path, shellWord(path))
	}
	const only = ", which muster can print and not read"
	printed := map[string]string{
		".csv": "a table (CSV)" + only, ".txt": "a text without a list", ".html": "a page (HTML)" + only, ".htm": "a page (HTML)" + only,
		".pdf": "a PDF" + only, ".md": "Markdown" + only,
	}[strings.ToLower(filepath.Ext(path))]
	if printed == "" {
		return nil
	}
	return fmt.Errorf("%s is %s; name the list itself, a file that has a line such as `muster: list/1`", path, printed)
}

// create writes a new file. It fails if the file exists, unless forced.
func (a *app) create(path string, text []byte, force bool) error {
	if force {
		return disk.Overwrite(path, text)
	}
	err := disk.Create(path, text)
	if errors.Is(err, files.ErrChanged) {
		return fmt.Errorf("%s is there already; --force writes over it", path)
	}
	return err
}
