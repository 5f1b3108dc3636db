package input

import (
	"archive/zip"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"muster/armyforge"
	"muster/builder"
	"muster/builder/event"
	"muster/builder/fill"
	"muster/builder/gf"
	"muster/builder/play"
	"muster/catalog"
	stored "muster/catalog/fad"
	"muster/schema"
	"muster/schema/files"
	"muster/share"
)

// A Home is where arriving files are stored.
type Home struct {
	Library *catalog.Library // includes Books
	// Around is Library with the army books beside the sent files. It is used only to name the
	// books of Army Forge's lists. nil stands for Library.
	Around *catalog.Library
	Lists  files.Store
	Books  files.Store // nil if army books cannot be stored
	Units  files.Store // stored units; nil for the folder of the lists
	// BookName returns the name of an army book in a list imported from Army Forge; nil for the book's
	// pin.
	BookName func(catalog.Entry) string
	// Discard stores the text of an army book that another one replaced.
	Discard func(name string, text []byte) error
	// Journal holds the record of arrivals; nil for the folder of the army books.
	Journal files.Store
	// Where and WhereBooks are the folders of lists and army books, for Undo.
	Where, WhereBooks string
	// Exact means that a single list gets exactly its name, or an error if it is taken; never a
	// name with a number.
	Exact bool
	// Many means that lists get a free name even so, as those of a folder or a ZIP file do.
	Many bool
	// Force means that existing files are replaced without asking.
	Force bool
	// Progress is called with the number of files that Take has read; it may be nil.
	Progress func(done, all int)
	// Now returns the time; nil for time.Now.
	Now func() time.Time
}

// A Sent is a file or text before it is read.
type Sent struct {
	Name string // the sender's name for it
	Text []byte
	Err  error // the reason why a file of a ZIP file cannot be unpacked, or nil
}

// Unpack returns the files in a ZIP file except hidden ones; their names begin with the ZIP file's.
// The error is for a damaged file, or one above the limits.
func Unpack(s Sent) ([]Sent, error) {
	a := &Arrival{}
	if err := a.openArchive(s); err != nil {
		return nil, err
	}
	var all []Sent
	left := MostBytes
	for _, item := range a.Items {
		if item.packed == nil {
			return nil, item.Err
		}
		one := Sent{Name: s.Name + "/" + item.File, Err: item.Err}
		if one.Err == nil {
			one.Text, one.Err = item.read()
		}
		if left -= len(one.Text); left < 0 {
			return nil, errManyBytes
		}
		if !item.hidden {
			all = append(all, one)
		}
	}
	return all, nil
}

// An Item is a file of an Arrival, with the effect of keeping it.
type Item struct {
	File    string // name given by its sender
	Kind    Kind
	ID      string // the id of a list, or the pin (ID@VERSION) of an army book
	System  string // of an army book
	Name    string
	Says    string   // its description, in a few words
	Path    string   // name of the file that keeps it
	Changed []string // changes made by keeping it
	Notes   []armyforge.Note
	Unread  []catalog.Unread // texts that have no effect
	Same    bool             // an identical file is here already
	Kept    bool             // it has been kept
	Err     error            // why it cannot be kept

	Book *armyforge.Book // if it is Army Forge's book
	List *armyforge.List // if it is Army Forge's list
	Was  []byte          // the text of the army book that it replaces; nil for none

	text   []byte // of a list in a code: its text with upgrades matched to the books here
	sent   Sent
	packed *zip.File // nil if it was sent by itself
	hidden bool      // hidden file in a ZIP file
	game   *Item     // for a list: its game
	house  *Item     // for a code: its house armoury
}

// An Arrival is all files that were sent together. Save stores them.
type Arrival struct {
	Items []*Item
	// Points names the lists whose cost would change.
	Points []string
	Shelf  *Shelf // the owner of the shelf that it comes from; nil if unknown

	home      *Home
	from      string
	isArchive bool
}

// Take reads files or texts. Nothing is stored until Save. The error has CodeBudget; each item has
// its own.
func (h *Home) Take(sent ...Sent) (*Arrival, error) {
	a := &Arrival{home: h}
	now := h.Now
	if now == nil {
		now = time.Now
	}
	l := &reading{Arrival: a, budget: newBudget(now), books: new(files.Memory), houses: new(files.Memory)}
	for _, s := range sent {
		a.from = cmp.Or(a.from, s.Name)
		s.Text = bytes.TrimPrefix(s.Text, []byte("\ufeff"))
		if KindOf(s.Text) != Packed {
			a.Items = append(a.Items, &Item{File: s.Name, sent: s})
			continue
		}
		a.isArchive = true
		if err := a.openArchive(s); err != nil {
			return nil, err
		}
	}
	l.library = h.Library.WithShelf(renamedFolder{l.books, h.Books})
	l.around = cmp.Or(h.Around, h.Library).WithShelf(renamedFolder{l.books, h.Books})
	var later []*Item
	for i := 0; i < len(a.Items); i++ { // a code adds its house armoury
		item := a.Items[i]
		if h.Progress != nil {
			h.Progress(i+1, len(a.Items))
		}
		err := l.read(item, func(text []byte) error {
			switch item.Kind = KindOf(text); item.Kind {
			case BookFile:
				return l.book(item, text)
			case Foreign, SharedText, Unknown:
				return l.foreign(item, text)
			case ListCode:
				return a.addHouse(item, text)
			}
			l.addArmoury(item, text)
			return nil
		})
		if err != nil {
			return nil, err
		}
		if item.Err == nil && item.Kind != BookFile {
			later = append(later, item)
		}
	}
	slices.SortStableFunc(later, func(x, y *Item) int { // lists before files for them
		order := map[Kind]int{ListFile: 1, ListCode: 1, Foreign: 1}
		return order[y.Kind] - order[x.Kind]
	})
	for _, item := range later {
		if err := l.readAgain(item, func(text []byte) error { return l.file(item, text) }); err != nil {
			return nil, err
		}
	}
	a.Items = slices.DeleteFunc(a.Items, func(i *Item) bool { return i.Kind == ShelfFile && i.Err == nil }) // who it is from
	a.Points = l.changedCosts()
	return a, nil
}

// addHouse adds the house armoury from a list's code as a file beside the list, under a free name,
// or that of an equal file.
func (a *Arrival) addHouse(list *Item, text []byte) error {
	shared, err := readCode(text)
	if err != nil || !hasHouse(shared) {
		return err
	}
	document, err := schema.Read("the list", []byte(shared.File), "list/1")
	if err != nil {
		return err
	}
	house := []byte(shared.Copy.House)
	list.house = &Item{sent: Sent{Text: house}}
	list.house.File = schema.FreeID(files.KeptName(stemOf(document.At("armoury").Text())), func(id string) bool {
		there, err := schema.Place{Folder: a.home.Lists, Name: id + ".yaml"}.Load()
		return err == nil && !bytes.Equal(there, house) || slices.ContainsFunc(a.Items, func(i *Item) bool {
			return i.File == id+".yaml" && !bytes.Equal(i.sent.Text, house)
		})
	}) + ".yaml"
	a.Items = append(a.Items, list.house)
	return nil
}

// Single returns the only item of an arrival, besides a house armoury that its share code brings; nil if
// there are more, or it is an archive.
func (a *Arrival) Single() *Item {
	if n := len(a.Items); a.isArchive || n != 1 && (n != 2 || a.Items[0].house != a.Items[1]) {
		return nil
	}
	return a.Items[0]
}

// NeedsConfirmation reports whether a person should confirm the arrival: it is a ZIP file, replaces
// a file, or changes the cost of lists.
func (a *Arrival) NeedsConfirmation() bool {
	return a.isArchive || len(a.Points) > 0 ||
		slices.ContainsFunc(a.Items, func(i *Item) bool { return i.Was != nil && i.Changed != nil && i.Err == nil })
}

// IsArchive reports whether the arrival is a ZIP file.
func (a *Arrival) IsArchive() bool { return a.isArchive }

// openArchive adds the files of a ZIP file.
func (a *Arrival) openArchive(s Sent) error {
	packed, err := zip.NewReader(bytes.NewReader(s.Text), int64(len(s.Text)))
	if err != nil {
		a.Items = append(a.Items,
			&Item{File: s.Name, Kind: Packed, Err: errors.New("the ZIP file is damaged; save it again")})
		return nil
	}
	left := uint64(MostBytes)
	for _, file := range packed.File {
		if strings.HasSuffix(file.Name, "/") {
			continue
		}
		if len(a.Items) >= MostFiles {
			return ErrManyFiles
		}
		if file.UncompressedSize64 > left { // as it says of itself; begin counts
			return errManyBytes
		}
		left -= file.UncompressedSize64
		item := &Item{File: file.Name, packed: file}
		item.hidden = slices.ContainsFunc(strings.Split(file.Name, "/"), func(part string) bool {
			return strings.HasPrefix(part, ".") && part != "." && part != ".." || part == "__MACOSX"
		})
		switch {
		case item.hidden:
			item.Err = errors.New("hidden files are left out")
		case !file.Mode().IsRegular():
			item.Err = errors.New("this is a link or a device, and no file")
		}
		a.Items = append(a.Items, item)
	}
	return nil
}

// load returns the item's text; for a mail, the list in it.
func (i *Item) load() ([]byte, error) {
	text, err := i.read()
	kind := KindOf(text)
	if err != nil || kind == Packed || len(text) > schema.MaxBytes && kind != Document {
		return text, err
	}
	text, more, err := unwrap(i.File, kind, text)
	if more != "" && i.Notes == nil {
		i.Notes = []armyforge.Note{{Path: "the text", Message: more}}
	}
	return text, err
}

// read returns the item's text as sent.
func (i *Item) read() ([]byte, error) {
	if i.packed == nil {
		return i.sent.Text, nil
	}
	opened, err := i.packed.Open()
	if err != nil {
		return nil, errors.New("it is damaged in the ZIP file")
	}
	defer opened.Close()
	text, err := io.ReadAll(io.LimitReader(opened, schema.MaxBytes+1))
	if err != nil {
		return nil, errors.New("it is damaged in the ZIP file")
	}
	return bytes.TrimPrefix(text, []byte("\ufeff")), nil
}

// final returns the text to store for an item.
func (i *Item) final() ([]byte, error) {
	switch {
	case i.Book != nil:
		return i.Book.YAML, nil
	case i.List != nil:
		return i.List.YAML, nil
	}
	text, err := i.load()
	switch {
	case err != nil || i.Kind != ListCode:
		return text, err
	case i.text != nil:
		return i.text, nil
	}
	shared, err := readCode(text)
	if err != nil {
		return nil, err
	}
	return []byte(shared.File), nil
}

// A reading is an Arrival during Take.
type reading struct {
	*Arrival
	*budget
	books   *files.Memory    // the arrival's books, for its lists
	houses  *files.Memory    // house armouries of the arrival
	library *catalog.Library // the books of the home and of the arrival
	around  *catalog.Library // library, with the books beside the sent files
}

// A renamedFolder shows in messages the names that its files will get.
type renamedFolder struct {
	*files.Memory
	to fs.FS
}

// Shown returns the name of a file for messages, as schema.Place does.
func (s renamedFolder) Shown(name string) string {
	return schema.Place{Folder: s.to, Name: name}.String()
}

// read reads an item within the budget.
func (l *reading) read(item *Item, read func(text []byte) error) error {
	if item.Err != nil {
		return nil
	}
	text, err := item.load()
	if err := l.begin(len(text)); err != nil {
		return err
	}
	switch {
	case err != nil:
	case len(text) > schema.MaxBytes:
		err = ErrTooLarge
	default:
		err = read(text)
	}
	item.Err = err
	return l.end(item.File)
}

// ErrTooLarge is the error for a file larger than any list or book.
var ErrTooLarge = fmt.Errorf("the file is larger than %d MB, which no list or book is", schema.MaxBytes>>20)

// readAgain is read for an item that the budget has counted already.
func (l *reading) readAgain(item *Item, read func(text []byte) error) error {
	text, err := item.load()
	l.start(len(text))
	if err == nil {
		err = read(text)
	}
	item.Err = err
	return l.end(item.File)
}

// file reads an item of any kind except army books.
func (l *reading) file(item *Item, text []byte) error {
	switch item.Kind {
	case ListFile, ListCode, Foreign:
		return l.list(item, text)
	case GameFile:
		return l.gameOf(item, text)
	case Nothing:
		return errors.New("there is nothing in it")
	case PageAddress:
		return Address(string(text))
	case Packed:
		return errors.New("this is a ZIP file within another; unpack that one first")
	case CollectionFile, EventFile, UnitFile:
		return l.otherFile(item, text)
	case ShelfFile:
		return l.shelf(item, text)
	}
	kind := schema.Glance(text, "muster")
	switch {
	case !slices.Contains(schema.Kinds(), kind):
		_, err := schema.Read(item.File, text)
		return err
	case item.packed == nil && kind != "armoury/1":
		return fmt.Errorf("this is a file of muster's of the kind %s, and no list, army book, collection, event, "+
			"armoury or unit", kind)
	}
	return l.otherFile(item, text)
}

// addArmoury makes a house armoury available to the lists of the arrival.
func (l *reading) addArmoury(item *Item, text []byte) {
	if schema.Kind(text) == "armoury/1" {
		_ = l.houses.Write(files.KeptName(stemOf(item.File))+".yaml", nil, text) // the first of a name
	}
}

// placeOf returns the place where a list will be stored or, if its house armoury is only in the
// arrival, a folder with that.
func (l *reading) placeOf(list *schema.Document, name string) schema.Place {
	to := schema.Place{Folder: l.home.Lists, Name: name}
	if house, err := to.Refer(list.At("armoury").Text()); err == nil && house.Name != "." {
		if _, err := fs.Stat(house.Folder, house.Name); err != nil {
			to.Folder = renamedFolder{l.houses, l.home.Lists}
		}
	}
	return to
}

// list reads a list in any form.
func (l *reading) list(item *Item, text []byte) (err error) {
	var shared, house *share.Share // a list's code, and if it has a house armoury; or nil
	name := files.NameOf("list", stemOf(item.File))
	switch {
	case item.Kind == ListCode:
		if shared, err = readCode(text); err != nil {
			return err
		}
		if text = []byte(shared.File); item.house != nil {
			text, house = armouryLine.ReplaceAll(text, []byte("${1}"+item.house.File)), shared
		}
	case item.Kind == Foreign:
		if err := l.foreignList(item, text); err != nil {
			return err
		}
		text, name = item.List.YAML, item.List.ID
	case item.packed != nil:
		name = files.KeptName(stemOf(item.File))
	}
	document, err := schema.Read(cmp.Or(item.File, "the list"), text, "list/1")
	if err != nil {
		return err
	}
	if item.Kind == ListCode {
		name = files.NameOf("list", document.At("name").Text())
	} else {
		item.Kind = ListFile
	}
	item.ID, item.Name = name, cmp.Or(document.At("name").Text(), name)
	document.Place = l.placeOf(document, name+".yaml")
	l.setPath(item, text)
	library := l.library
	if item.List != nil {
		library = l.around
	}
	roster, err := builder.Open(document, library)
	if house != nil {
		item.text = text
		roster, err = house.WithHouse(name + ".yaml")
	} else if err == nil && item.Kind == ListCode { // possibly of another version of its books
		roster, err = builder.Recognise(roster, library)
	}
	if err != nil && shared != nil && shared.Copy != nil {
		item.text = shared.FileWithCode()
		l.setPath(item, item.text)
		item.Says = "a list to read, print and play, " + shared.Copy.Verdict() + "; with its army book here it can be changed too"
		return nil
	}
	if err != nil {
		item.Says = "a list that cannot be judged here: " + plain(err)
		return nil
	}
	if item.Kind == ListCode && item.text == nil {
		item.text = roster.Document().Source
	}
	item.Says = "a list of " + About(roster) + ": " + Status(roster)
	for _, f := range roster.Findings() {
		if item.Kind != ListFile || item.List == nil || !strings.HasPrefix(f.Code, gf.ImportCodes) {
			continue
		}
		item.Changed = append(item.Changed, f.Message)
	}
	return nil
}

// armouryLine matches the name of the armoury in a list's file.
var armouryLine = regexp.MustCompile(`(?m)^(armoury:[ \t]*)("[^"\n]*"|'[^'\n]*'|[^\s#]+)`)

// foreignList converts a list of Army Forge.
func (l *reading) foreignList(item *Item, text []byte) error {
	file, err := armyforge.Open(item.File, text)
	if err != nil {
		return err
	}
	name := l.home.BookName
	if name == nil {
		name = catalog.Entry.Pin
	}
	if item.List, err = convert(file, l.around, name); err != nil {
		return err
	}
	item.Notes = append(item.Notes, item.List.Notes...)
	return nil
}

// About returns the names of a list's game and army books.
func About(r builder.Roster) string {
	return strings.Join(append([]string{r.Game().Name + " " + r.Game().Edition}, r.Sources()...), " · ")
}

// Status returns a list's points and whether it is legal: "1990 of 2000 points, legal".
func Status(r builder.Roster) string {
	text := builder.CostOf(r)
	if builder.Legal(r) {
		return text + ", legal"
	}
	return text + ", not legal"
}

// plain returns an error in one line, without a position in a file.
func plain(err error) string {
	var e *schema.Error
	if errors.As(err, &e) && len(e.Problems) > 0 {
		return e.Problems[0].Message
	}
	return err.Error()
}

// setPath sets the file for an item. An item of a ZIP file, a unit, or a house armoury may be
// stored already, under its name or a name with a number.
func (l *reading) setPath(item *Item, text []byte) {
	item.Path = item.ID + ".yaml"
	if item.packed == nil && !l.home.Many && item.Kind != Other && item.Kind != UnitFile {
		return
	}
	folder, was := l.home.folder(item.Kind), path.Base(item.File)
	if there, err := (schema.Place{Folder: folder, Name: was}).Load(); fs.ValidPath(was) && err == nil && bytes.Equal(there, text) {
		item.Same, item.ID, item.Path = true, stemOf(was), was
		return
	}
	schema.FreeID(item.ID, func(id string) bool {
		there, err := (schema.Place{Folder: folder, Name: id + ".yaml"}).Load()
		if err == nil && bytes.Equal(there, text) {
			item.Same, item.ID, item.Path = true, id, id+".yaml"
			return false
		}
		return err == nil
	})
	if _, err := fs.Stat(folder, item.Path); err == nil && !item.Same {
		item.Changed = append(item.Changed,
			fmt.Sprintf("Another is here under this name; this one comes beside it, and “%s” stays as it is.", item.ID))
	}
}

// gameOf reads a game, which belongs to a list.
func (l *reading) gameOf(item *Item, text []byte) error {
	if isOldGame(item.File, text) {
		return l.findList(item)
	}
	document, err := schema.Read(item.File, text, "play/1")
	if err != nil {
		return err
	}
	game, err := play.Read(document)
	if err != nil {
		return err
	}
	if name := path.Base(path.Dir(item.File)) + "/" + path.Base(item.File); item.packed != nil && game.Kept != nil && play.IsKept(name) {
		item.Kind, item.Name, item.Says, item.Path = GameFile, game.Kept.Title(), "a game that was played", name
		_, err := fs.Stat(l.home.Lists, name)
		item.Same = err == nil
		return nil
	}
	return l.findList(item)
}

// findList finds the list of a game in the same folder of a ZIP file.
func (l *reading) findList(item *Item) error {
	item.Kind, item.Says = GameFile, "the game of a list"
	stem, _, _ := strings.Cut(path.Base(item.File), ".play.")
	for _, list := range l.Items {
		if item.packed != nil && list.packed != nil && list.Kind == ListFile && list.Err == nil && path.Dir(list.File) == path.Dir(item.File) && stemOf(list.File) == stem {
			list.game, item.Name = item, list.Name
			item.Path = gamePath(list.ID, item.File)
			if _, err := fs.Stat(l.home.Lists, item.Path); err == nil && list.Same {
				item.Same = true // the list has one of its own
			}
			return nil
		}
	}
	return errors.New("a game comes with its list, which is not there")
}

// gamePath returns the file for the game of a list; was is its sent name. Games in the old format
// remain JSON.
func gamePath(list, was string) string {
	if path.Ext(was) == ".json" {
		return list + ".play.json"
	}
	return play.FileOf(list + ".yaml")
}

// otherFile reads a file of muster that lists use.
func (l *reading) otherFile(item *Item, text []byte) error {
	kind := schema.Glance(text, "muster")
	document, err := schema.Read(cmp.Or(item.File, "the file"), text, kind)
	if err != nil {
		return err
	}
	item.ID = files.KeptName(stemOf(item.File))
	document.Place = schema.Place{Folder: l.home.folder(item.Kind), Name: item.ID + ".yaml"}
	item.Name, item.Says = cmp.Or(document.At("name").Text(), item.ID), "a file of the kind "+kind
	switch item.Kind {
	case CollectionFile:
		collection, err := fill.ReadCollection(document, l.library)
		if err != nil && (item.packed == nil || !IsBookMissing(err)) {
			return err
		}
		item.Says = "a collection"
		if err == nil {
			item.Says += " of " + collection.BookName()
		}
	case EventFile:
		if _, err := event.Read(document); err != nil {
			return err
		}
		item.Says = "an event, which “Check a cup” judges lists by"
	case UnitFile:
		if _, err := stored.ReadUnit(document.File, document.Root()); err != nil {
			return err
		}
		item.Says = "a unit of Fast and Dirty, which “Add” offers in every list of that game"
	case Other:
		if kind == "armoury/1" {
			item.Says = "a house armoury, for lists that name it"
		}
		if id := document.At("id").Text(); kind == "system/1" && slices.Contains(l.home.Library.SystemIDs(), id) {
			if l.setPath(item, text); item.Same {
				return nil
			}
			return fmt.Errorf("a game system `%s` is here already, and lists mean that one", id)
		}
	}
	l.setPath(item, text)
	return nil
}

// mostJudged is the maximum number of stored lists that are checked with new army books.
const mostJudged = 500

// changedCosts names the stored lists whose cost changes with the new books. If that takes too
// long, it stops and says so.
func (l *reading) changedCosts() (said []string) {
	var ids []string
	for _, item := range l.Items {
		if item.Kind == BookFile && item.Err == nil && !item.Same {
			id, _ := catalog.SplitPin(item.ID)
			ids = append(ids, id)
		}
	}
	if ids == nil {
		return nil
	}
	names, _ := fs.Glob(l.home.Lists, "*.yaml") // a folder that cannot be read has none
	judged, began := 0, l.now()
	for _, name := range names {
		place := schema.Place{Folder: l.home.Lists, Name: name}
		text, err := place.Load()
		if err != nil || !schema.Claims(text, "list/1") || !slices.ContainsFunc(ids, func(id string) bool { return bytes.Contains(text, []byte(id)) }) {
			continue
		}
		if judged++; judged > mostJudged || l.now().Sub(began) > 5*mostTime {
			return append(said,
				"What the other lists of these army books cost then is not worked out: there are too many.")
		}
		if line := l.costChange(place, text); line != "" {
			said = append(said, line)
		}
	}
	return said
}

// costChange describes how the cost of a stored list changes; "" if it does not.
func (l *reading) costChange(place schema.Place, text []byte) string {
	document, err := place.Parse(text, "list/1")
	if err != nil {
		return ""
	}
	was, err := builder.Open(document, l.home.Library)
	if err != nil {
		return "" // with the book it can be judged, or not
	}
	name := cmp.Or(was.Name(), stemOf(place.Name))
	is, err := builder.Open(document, l.library)
	switch {
	case err != nil:
		return fmt.Sprintf("%s %d → it cannot be read then: %s", name, was.Points(), plain(err))
	case was.Points() != is.Points():
		return fmt.Sprintf("%s %d → %d", name, was.Points(), is.Points())
	case builder.Legal(was) && !builder.Legal(is):
		return fmt.Sprintf("%s %d, legal → not legal", name, is.Points())
	}
	return ""
}

// isOldGame reports whether a file is a game in the former JSON format.
func isOldGame(name string, text []byte) bool {
	var fields map[string]json.RawMessage
	return strings.HasSuffix(name, ".play.json") && json.Unmarshal(text, &fields) == nil
}
