package input

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"muster/armyforge"
	"muster/builder/finding"
	"muster/catalog"
	"muster/schema"
	"muster/schema/files"
)

// ErrNoBookFolder is the error for an army book that arrives where no folder for army books is set
// (Storage.Books is nil).
var ErrNoBookFolder = errors.New("army books cannot be kept here")

// A BookConflict is the error for an army book that would overwrite another book without the user's
// consent.
type BookConflict struct {
	Reason      string   // a sentence
	Differences []string // differences between the two books
}

func (t *BookConflict) Error() string { return t.Reason }

func (l *arrivalReader) readBook(item *Item, text []byte) error {
	book, err := l.library.Read(schema.FilePath{Name: item.SentName}, text)
	if err != nil {
		return err
	}
	item.ID, item.System, item.Name = book.VersionedID(), book.System, strings.TrimSpace(book.Name+" "+book.Version)
	item.Description = finding.CountText(len(book.UnitIDs()), "unit")
	if l.storage.Books == nil {
		return ErrNoBookFolder
	}
	named := catalog.BookFileName(book.ID, book.Version)
	if err := files.CheckName(named+".yaml", nil); err != nil {
		return err
	}
	item.Path = files.SafeName(named) + ".yaml"
	return l.chooseBookPath(item, book, text)
}

// readArmyForge reads a text that may come from Army Forge. It converts an army book; for a list it
// only sets the kind.
func (l *arrivalReader) readArmyForge(item *Item, text []byte) error {
	if isOldGameFile(item.SentName, text) {
		item.Kind = GameFile
		return nil
	}
	item.Kind = ArmyForgeFile
	file, err := armyforge.Open(item.SentName, text)
	if err != nil || file.Kind == armyforge.ListFile {
		return err
	}
	item.Kind = BookFile
	return l.convertBook(item, file)
}

func (l *arrivalReader) convertBook(item *Item, file *armyforge.File) error {
	item.Name = file.Name
	if l.storage.Books == nil {
		return ErrNoBookFolder
	}
	file.Library = l.library
	id, name, previous, err := file.ChooseBookFile(l.storage.Books)
	if err != nil {
		return err
	}
	if item.Book, err = file.ImportBook(id, previous); err != nil {
		return err
	}
	made := item.Book
	item.ID, item.System, item.Name, item.Path = catalog.VersionedID(made.ID, made.Version), made.System, strings.TrimSpace(made.Name+" "+made.Version), name
	item.Description = finding.CountText(len(made.Units), "unit") + ", " + finding.CountText(len(made.Rules), "rule") +
		" of its own"
	item.Notes, item.UnreadRules = made.Notes, made.CountRuleTexts().UnreadTexts
	if err := l.startFile(len(made.YAML)); err != nil {
		return err
	}
	l.filesLeft++ // the file was counted
	if previous != nil && !bytes.Equal(previous, made.YAML) && armyforge.IsEdited(previous) && !l.storage.Overwrite {
		return &BookConflict{Reason: fmt.Sprintf("the army book %s was edited by hand and stays as it is", made.Name)}
	}
	if previous != nil {
		item.Changes = append(item.Changes, asSentences(made.LostByReplacing(previous))...)
	}
	return l.chooseBookPath(item, made.Book, made.YAML)
}

func asSentences(lines []string) []string {
	for i, line := range lines {
		lines[i] = strings.ToUpper(line[:1]) + line[1:] + "."
	}
	return lines
}

// chooseBookPath chooses the file for an army book, and compares the book with the one that it
// would replace. The error is a *BookConflict if the old book must be kept.
func (l *arrivalReader) chooseBookPath(item *Item, book *catalog.Book, text []byte) error {
	around := l.storage.Library
	if l.storage.RequireExactName { // the folder that was named, and no other
		around = catalog.NewLibrary(l.storage.Books)
	}
	entries, _ := around.List() // unreadable files are in nobody's way
	if slices.ContainsFunc(entries, func(e catalog.Entry) bool { return e.Shipped && e.ID == book.ID && e.System == book.System }) && !l.storage.Overwrite {
		return &BookConflict{Reason: fmt.Sprintf("`%s` is a book that ships with muster, and lists mean that one; give this book an id of its own", book.ID)}
	}
	if err := l.newBooks.Write(item.Path, nil, text); err != nil {
		there, _ := fs.ReadFile(l.newBooks, item.Path)
		if !bytes.Equal(there, text) {
			return &BookConflict{Reason: fmt.Sprintf("another army book %s came with it", item.Name)}
		}
		item.AlreadyStored = true
		return nil
	}
	at := slices.IndexFunc(entries, func(e catalog.Entry) bool {
		return !e.Shipped && e.ID == book.ID && e.Version == book.Version && e.System == book.System
	})
	if at < 0 {
		if there, err := (schema.FilePath{Folder: l.storage.Books, Name: item.Path}).Load(); err == nil &&
			!bytes.Equal(there, text) {
			return &BookConflict{Reason: fmt.Sprintf("there is another file %s already", item.Path)}
		}
		return nil
	}
	there, err := entries[at].Path.Load()
	if err != nil {
		return err
	}
	if item.AlreadyStored = bytes.Equal(there, text); item.AlreadyStored {
		return nil
	}
	own, err := (schema.FilePath{Folder: l.storage.Books, Name: entries[at].Path.Name}).Load()
	if err != nil || !bytes.Equal(own, there) {
		return &BookConflict{Reason: fmt.Sprintf("the army book %s lies among other files of yours, %s, and stays as it is",
			item.Name, entries[at].File)}
	}
	if item.Path != entries[at].Path.Name {
		if err := errors.Join(l.newBooks.Remove(item.Path, nil), l.newBooks.Write(entries[at].Path.Name, nil, text)); err != nil {
			return err
		}
	}
	item.Path, item.ReplacedText = entries[at].Path.Name, own
	old, err := around.Open(entries[at])
	if err != nil {
		return nil // a broken file is written anew
	}
	return l.compareBooks(item, old, book)
}

// compareBooks adds the differences between an army book and its replacement to the item's changes.
func (l *arrivalReader) compareBooks(item *Item, old, book *catalog.Book) error {
	said, lines := DiffBooks(old, book)
	if said == "" {
		return nil
	}
	if l.storage.RequireExactName && !l.storage.Overwrite {
		return &BookConflict{
			Reason:      fmt.Sprintf("the army book %s is here already, and %s", item.Name, said),
			Differences: lines,
		}
	}
	item.Changes = append(append(item.Changes, "It takes the place of the one that is here: "+said+"."), lines...)
	return nil
}

// maxDiffLines is the maximum number of lines that describe the differences between two army books.
const maxDiffLines = 60

// DiffBooks describes the units of an army book that differ from the old book in points or in play:
// said is a summary ("" if there are none), lines has one line for each unit.
func DiffBooks(old, book *catalog.Book) (said string, lines []string) {
	d := catalog.Compare(old, book)
	priced := 0
	for _, u := range d.ChangedUnits {
		line := u.Name
		if u.CostBeforeAfter[0] != u.CostBeforeAfter[1] {
			line += fmt.Sprintf(" %d → %d", u.CostBeforeAfter[0], u.CostBeforeAfter[1])
		}
		isPriced := u.CostBeforeAfter[0] != u.CostBeforeAfter[1]
		parts := slices.Clone(u.Changes)
		for _, o := range u.Options {
			isPriced = true
			parts = append(parts, o.String())
		}
		if len(parts) > 0 {
			line += ": " + strings.Join(parts, "; ")
		}
		if isPriced {
			priced++
		}
		lines = append(lines, line)
	}
	for _, id := range d.RemovedIDs {
		lines = append(lines, "gone: "+id)
	}
	if lines == nil {
		return "", nil
	}
	said = fmt.Sprintf("%d of %s %s", len(d.ChangedUnits)+len(d.RemovedIDs), finding.CountText(len(old.UnitIDs()), "unit"),
		map[bool]string{true: "have other prices", false: "are others"}[priced == len(lines)])
	if len(lines) == 1 {
		said = strings.NewReplacer(" have ", " has ", " are others", " is another").Replace(said)
	}
	if n := len(lines) - maxDiffLines; n > 0 {
		lines = append(lines[:maxDiffLines:maxDiffLines], fmt.Sprintf("and %d more", n))
	}
	return said, lines
}
