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
	"muster/builder/play"
	"muster/catalog"
	stored "muster/catalog/fad"
	"muster/schema"
	"muster/schema/files"
	"muster/share"
)

// A Storage is the set of folders in which sent files are stored, with the choices for storing
// them.
type Storage struct {
	Library *catalog.Library // the library of army books, including the books in Books
	// NearbyLibrary is Library plus the army books in the folder of the sent files. It is used only
	// to name the books in Army Forge's lists. nil means Library.
	NearbyLibrary *catalog.Library
	Lists         files.Store
	Books         files.Store // nil if army books cannot be stored
	Units         files.Store // the store of single units; nil if units are stored in Lists
	// BookName returns the name by which a list imported from Army Forge refers to an army book;
	// nil means the book's ID@VERSION.
	BookName func(catalog.Entry) string
	// KeepReplacedBook saves the text of an army book before another book replaces it.
	KeepReplacedBook func(name string, text []byte) error
	// ArrivalJournal holds the records of arrivals; nil means Books, or Lists if that is nil too.
	ArrivalJournal files.Store
	// ListFolder and BookFolder are the paths of the folders of lists and army books, for the
	// record of an arrival.
	ListFolder, BookFolder string
	// RequireExactName means that a single list is stored under exactly its name, or not at all if
	// the name is taken.
	RequireExactName bool
	// PickFreeNames means that a single list gets a free name in spite of RequireExactName, as each
	// list of a folder or a ZIP file does.
	PickFreeNames bool
	// Overwrite means that existing files are replaced without asking.
	Overwrite bool
	// Progress is called with the number of files that Receive has read and the number of all
	// files; it may be nil.
	Progress func(done, all int)
	// Now returns the time; nil means time.Now.
	Now func() time.Time
}

// A SentFile is a file or text as it was sent.
type SentFile struct {
	Name string // the sender's name for it
	Text []byte
	Err  error // why a file of a ZIP file cannot be unpacked; nil if it can
}

// Unpack returns the files in a ZIP file except hidden files; their names begin with the ZIP
// file's. The error is for a damaged file, or a file above the limits.
func Unpack(s SentFile) ([]SentFile, error) {
	a := &Arrival{}
	if err := a.openArchive(s); err != nil {
		return nil, err
	}
	var all []SentFile
	left := MaxArrivalBytes
	for _, item := range a.Items {
		if item.zipEntry == nil {
			return nil, item.Err
		}
		one := SentFile{Name: s.Name + "/" + item.SentName, Err: item.Err}
		if one.Err == nil {
			one.Text, one.Err = item.sentText()
		}
		if left -= len(one.Text); left < 0 {
			return nil, errTooManyBytes
		}
		if !item.isHidden {
			all = append(all, one)
		}
	}
	return all, nil
}

// An Item is one of the files of an Arrival, with the changes that storing it would make.
type Item struct {
	SentName      string // the sender's name for it
	Kind          FileKind
	ID            string // the id of a list, or the pin (ID@VERSION) of an army book
	System        string // of an army book: the id of its game system
	Name          string
	Description   string   // in a few words
	Path          string   // name under which the file is stored
	Changes       []string // what storing it changes, in sentences
	Notes         []armyforge.Note
	UnreadRules   []catalog.UnreadText // texts of rules that have no effect
	AlreadyStored bool                 // an identical file is stored already
	IsStored      bool                 // it has been stored
	Err           error                // why it cannot be stored

	Book         *armyforge.Book // the converted army book, if it came from Army Forge
	List         *armyforge.List // the converted list, if it came from Army Forge
	ReplacedText []byte          // the text of the army book that it replaces; nil for none

	// for a list in a share code: the list's text, with its upgrades matched to the installed army
	// books
	codeListText []byte
	sentFile     SentFile
	zipEntry     *zip.File // nil if it was not in a ZIP file
	isHidden     bool      // it is a hidden file in a ZIP file
	playedGame   *Item     // for a list: the item with the game that was played with it
	armouryItem  *Item     // for a share code: the item with the house armoury that the code contains
}

// An Arrival holds all files that were sent together. Save stores them.
type Arrival struct {
	Items []*Item
	// CostChanges describes the stored lists whose cost would change.
	CostChanges []string
	// the owner's description of the shared folder (shelf) from which the files come; nil if there
	// is none
	FromShelf *Shelf

	storage   *Storage
	sentAs    string // the sender's name for the first file
	isArchive bool
}

// Receive reads files or texts that were sent together, without storing them: Save does that. The
// error has CodeOverLimits if they exceed the limits; errors of single files are in Item.Err.
func (h *Storage) Receive(sent ...SentFile) (*Arrival, error) {
	a := &Arrival{storage: h}
	now := h.Now
	if now == nil {
		now = time.Now
	}
	l := &arrivalReader{Arrival: a, budget: newBudget(now), newBooks: new(files.Memory), newArmouries: new(files.Memory)}
	for _, s := range sent {
		a.sentAs = cmp.Or(a.sentAs, s.Name)
		s.Text = bytes.TrimPrefix(s.Text, []byte("\ufeff"))
		if KindOf(s.Text) != ZIPFile {
			a.Items = append(a.Items, &Item{SentName: s.Name, sentFile: s})
			continue
		}
		a.isArchive = true
		if err := a.openArchive(s); err != nil {
			return nil, err
		}
	}
	l.library = h.Library.WithShelf(renamedFolder{l.newBooks, h.Books})
	l.nearbyLibrary = cmp.Or(h.NearbyLibrary, h.Library).WithShelf(renamedFolder{l.newBooks, h.Books})
	var later []*Item
	for i := 0; i < len(a.Items); i++ { // a code adds its house armoury
		item := a.Items[i]
		if h.Progress != nil {
			h.Progress(i+1, len(a.Items))
		}
		err := l.readItem(item, false, func(text []byte) error {
			switch item.Kind = KindOf(text); item.Kind {
			case BookFile:
				return l.readBook(item, text)
			case ArmyForgeFile, SharedText, UnknownFile:
				return l.readArmyForge(item, text)
			case ListCode:
				return a.addHouseArmoury(item, text)
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
		order := map[FileKind]int{ListFile: 1, ListCode: 1, ArmyForgeFile: 1}
		return order[y.Kind] - order[x.Kind]
	})
	for _, item := range later {
		if err := l.readItem(item, true, func(text []byte) error { return l.readFile(item, text) }); err != nil {
			return nil, err
		}
	}
	a.Items = slices.DeleteFunc(a.Items, func(i *Item) bool { return i.Kind == ShelfFile && i.Err == nil }) // who it is from
	a.CostChanges = l.describeCostChanges()
	return a, nil
}

// addHouseArmoury adds an item for the house armoury in a list's share code, under a free name or
// the name of an equal file.
func (a *Arrival) addHouseArmoury(list *Item, text []byte) error {
	shared, err := readCode(text)
	if err != nil || !hasHouseArmoury(shared) {
		return err
	}
	document, err := schema.Read("the list", []byte(shared.FileText), "list/1")
	if err != nil {
		return err
	}
	house := []byte(shared.Copy.HouseArmoury)
	list.armouryItem = &Item{sentFile: SentFile{Text: house}}
	list.armouryItem.SentName = schema.FreeID(files.SafeName(stemOf(document.At("armoury").Text())), func(id string) bool {
		there, err := schema.FilePath{Folder: a.storage.Lists, Name: id + ".yaml"}.Load()
		return err == nil && !bytes.Equal(there, house) || slices.ContainsFunc(a.Items, func(i *Item) bool {
			return i.SentName == id+".yaml" && !bytes.Equal(i.sentFile.Text, house)
		})
	}) + ".yaml"
	a.Items = append(a.Items, list.armouryItem)
	return nil
}

// SingleItem returns the only item of an arrival, possibly together with the house armoury in its
// share code; nil if there are more items, or it is an archive.
func (a *Arrival) SingleItem() *Item {
	if n := len(a.Items); a.isArchive || n != 1 && (n != 2 || a.Items[0].armouryItem != a.Items[1]) {
		return nil
	}
	return a.Items[0]
}

// NeedsConfirmation reports whether a person should confirm the arrival: it is a ZIP file, replaces
// a file, or changes the cost of lists.
func (a *Arrival) NeedsConfirmation() bool {
	return a.isArchive || len(a.CostChanges) > 0 ||
		slices.ContainsFunc(a.Items, func(i *Item) bool { return i.ReplacedText != nil && i.Changes != nil && i.Err == nil })
}

// IsArchive reports whether the arrival is a ZIP file.
func (a *Arrival) IsArchive() bool { return a.isArchive }

func (a *Arrival) openArchive(s SentFile) error {
	packed, err := zip.NewReader(bytes.NewReader(s.Text), int64(len(s.Text)))
	if err != nil {
		a.Items = append(a.Items,
			&Item{SentName: s.Name, Kind: ZIPFile, Err: errors.New("the ZIP file is damaged; save it again")})
		return nil
	}
	left := uint64(MaxArrivalBytes)
	for _, file := range packed.File {
		if strings.HasSuffix(file.Name, "/") {
			continue
		}
		if len(a.Items) >= MaxArrivalFiles {
			return ErrTooManyFiles
		}
		if file.UncompressedSize64 > left { // as it says of itself; begin counts
			return errTooManyBytes
		}
		left -= file.UncompressedSize64
		item := &Item{SentName: file.Name, zipEntry: file}
		item.isHidden = slices.ContainsFunc(strings.Split(file.Name, "/"), func(part string) bool {
			return strings.HasPrefix(part, ".") && part != "." && part != ".." || part == "__MACOSX"
		})
		switch {
		case item.isHidden:
			item.Err = errors.New("hidden files are left out")
		case !file.Mode().IsRegular():
			item.Err = errors.New("this is a link or a device, and no file")
		}
		a.Items = append(a.Items, item)
	}
	return nil
}

// textToRead returns the item's text; for a mail, only the list in it.
func (i *Item) textToRead() ([]byte, error) {
	text, err := i.sentText()
	kind := KindOf(text)
	if err != nil || kind == ZIPFile || len(text) > schema.MaxFileBytes && kind != DocumentFile {
		return text, err
	}
	text, more, err := extractList(i.SentName, kind, text)
	if more != "" && i.Notes == nil {
		i.Notes = []armyforge.Note{{Path: "the text", Message: more}}
	}
	return text, err
}

func (i *Item) sentText() ([]byte, error) {
	if i.zipEntry == nil {
		return i.sentFile.Text, nil
	}
	opened, err := i.zipEntry.Open()
	if err != nil {
		return nil, errors.New("it is damaged in the ZIP file")
	}
	defer opened.Close()
	text, err := io.ReadAll(io.LimitReader(opened, schema.MaxFileBytes+1))
	if err != nil {
		return nil, errors.New("it is damaged in the ZIP file")
	}
	return bytes.TrimPrefix(text, []byte("\ufeff")), nil
}

func (i *Item) storedText() ([]byte, error) {
	switch {
	case i.Book != nil:
		return i.Book.YAML, nil
	case i.List != nil:
		return i.List.YAML, nil
	}
	text, err := i.textToRead()
	switch {
	case err != nil || i.Kind != ListCode:
		return text, err
	case i.codeListText != nil:
		return i.codeListText, nil
	}
	shared, err := readCode(text)
	if err != nil {
		return nil, err
	}
	return []byte(shared.FileText), nil
}

type arrivalReader struct {
	*Arrival
	*budget
	newBooks      *files.Memory    // the army books of this arrival, since its lists may need them
	newArmouries  *files.Memory    // the house armouries of this arrival
	library       *catalog.Library // the stored army books and those of this arrival
	nearbyLibrary *catalog.Library // library plus the army books in the folder of the sent files
}

// A renamedFolder is a folder in memory whose files appear in messages under the names that they
// will get in the folder target.
type renamedFolder struct {
	*files.Memory
	target fs.FS
}

// Shown returns the name of a file for messages, as schema.FilePath does.
func (s renamedFolder) Shown(name string) string {
	return schema.FilePath{Folder: s.target, Name: name}.String()
}

// readItem calls read with an item's text and sets the item's error. An item that is read again counts
// once. It returns an error if the budget is exceeded.
func (l *arrivalReader) readItem(item *Item, again bool, read func(text []byte) error) error {
	if item.Err != nil {
		return nil
	}
	text, err := item.textToRead()
	if again {
		l.startClock(len(text))
	} else if err := l.startFile(len(text)); err != nil {
		return err
	}
	switch {
	case err != nil:
	case len(text) > schema.MaxFileBytes:
		err = ErrTooLarge
	default:
		err = read(text)
	}
	item.Err = err
	return l.checkLimits(item.SentName)
}

// ErrTooLarge is the error for a file larger than any list or book.
var ErrTooLarge = fmt.Errorf("the file is larger than %d MB, which no list or book is", schema.MaxFileBytes>>20)

// readFile reads an item of any kind except army books.
func (l *arrivalReader) readFile(item *Item, text []byte) error {
	switch item.Kind {
	case ListFile, ListCode, ArmyForgeFile:
		return l.readList(item, text)
	case GameFile:
		return l.readGame(item, text)
	case EmptyFile:
		return errors.New("there is nothing in it")
	case PageAddress:
		return AddressError(string(text))
	case ZIPFile:
		return errors.New("this is a ZIP file within another; unpack that one first")
	case CollectionFile, EventFile, UnitFile:
		return l.readOtherFile(item, text)
	case ShelfFile:
		return l.readShelf(item, text)
	}
	kind := schema.GuessValue(text, "muster")
	switch {
	case !slices.Contains(schema.DocumentKinds(), kind):
		_, err := schema.Read(item.SentName, text)
		return err
	case item.zipEntry == nil && kind != "armoury/1":
		return fmt.Errorf("this is a file of muster's of the kind %s, and no list, army book, collection, event, "+
			"armoury or unit", kind)
	}
	return l.readOtherFile(item, text)
}

// addArmoury makes a house armoury available to the lists of the arrival.
func (l *arrivalReader) addArmoury(item *Item, text []byte) {
	if schema.StatedKind(text) == "armoury/1" {
		_ = l.newArmouries.Write(files.SafeName(stemOf(item.SentName))+".yaml", nil, text) // the first of a name
	}
}

// pathForList returns the place where a list will be stored. If the list's house armoury is not
// stored yet but came with the list, the place is in a folder in memory with that armoury.
func (l *arrivalReader) pathForList(list *schema.Document, name string) schema.FilePath {
	to := schema.FilePath{Folder: l.storage.Lists, Name: name}
	if house, err := to.Resolve(list.At("armoury").Text()); err == nil && house.Name != "." {
		if _, err := fs.Stat(house.Folder, house.Name); err != nil {
			to.Folder = renamedFolder{l.newArmouries, l.storage.Lists}
		}
	}
	return to
}

func (l *arrivalReader) readList(item *Item, text []byte) (err error) {
	var shared, house *share.Share // a list's code, and if it has a house armoury; or nil
	name := files.FileStem("list", stemOf(item.SentName))
	switch {
	case item.Kind == ListCode:
		if shared, err = readCode(text); err != nil {
			return err
		}
		if text = []byte(shared.FileText); item.armouryItem != nil {
			text, house = armouryLine.ReplaceAll(text, []byte("${1}"+item.armouryItem.SentName)), shared
		}
	case item.Kind == ArmyForgeFile:
		if err := l.convertList(item, text); err != nil {
			return err
		}
		text, name = item.List.YAML, item.List.ID
	case item.zipEntry != nil:
		name = files.SafeName(stemOf(item.SentName))
	}
	document, err := schema.Read(cmp.Or(item.SentName, "the list"), text, "list/1")
	if err != nil {
		return err
	}
	if item.Kind == ListCode {
		name = files.FileStem("list", document.At("name").Text())
	} else {
		item.Kind = ListFile
	}
	item.ID, item.Name = name, cmp.Or(document.At("name").Text(), name)
	document.Path = l.pathForList(document, name+".yaml")
	l.setPath(item, text)
	library := l.library
	if item.List != nil {
		library = l.nearbyLibrary
	}
	roster, err := builder.Open(document, library)
	if house != nil {
		item.codeListText = text
		roster, err = house.OpenWithHouseArmoury(name + ".yaml")
	} else if err == nil && item.Kind == ListCode { // possibly of another version of its books
		roster, err = builder.MatchUpgrades(roster, library)
	}
	if err != nil && shared != nil && shared.Copy != nil {
		item.codeListText = shared.FileWithCode()
		l.setPath(item, item.codeListText)
		item.Description = "a list to read, print and play, " + shared.Copy.Verdict() +
			"; with its army book here it can be changed too"
		return nil
	}
	if err != nil {
		item.Description = "a list that cannot be judged here: " + errorText(err)
		return nil
	}
	if item.Kind == ListCode && item.codeListText == nil {
		item.codeListText = roster.Document().Source
	}
	item.Description = "a list of " + GameAndBooks(roster) + ": " + PointsAndLegality(roster)
	for _, f := range roster.Findings() {
		if item.Kind != ListFile || item.List == nil || !f.IsAboutClaim() {
			continue
		}
		item.Changes = append(item.Changes, f.Message)
	}
	return nil
}

var armouryLine = regexp.MustCompile(`(?m)^(armoury:[ \t]*)("[^"\n]*"|'[^'\n]*'|[^\s#]+)`)

func (l *arrivalReader) convertList(item *Item, text []byte) error {
	file, err := armyforge.Open(item.SentName, text)
	if err != nil {
		return err
	}
	name := l.storage.BookName
	if name == nil {
		name = catalog.Entry.VersionedID
	}
	if item.List, err = convertArmyForge(file, l.nearbyLibrary, name); err != nil {
		return err
	}
	item.Notes = append(item.Notes, item.List.Notes...)
	return nil
}

// GameAndBooks returns the names of a list's game and army books.
func GameAndBooks(r builder.Roster) string {
	return strings.Join(append([]string{r.Game().Name + " " + r.Game().Edition}, r.BookNames()...), " · ")
}

// PointsAndLegality returns a list's points and whether it is legal: "1990 of 2000 points, legal".
func PointsAndLegality(r builder.Roster) string {
	text := builder.CostText(r)
	if builder.Legal(r) {
		return text + ", legal"
	}
	return text + ", not legal"
}

// errorText returns an error in one line, without a position in a file.
func errorText(err error) string {
	var e *schema.Error
	if errors.As(err, &e) && len(e.Problems) > 0 {
		return e.Problems[0].Message
	}
	return err.Error()
}

// setPath chooses the file for an item. An item of a ZIP file, a unit, or a house armoury may be
// stored already, under its name or a name with a number.
func (l *arrivalReader) setPath(item *Item, text []byte) {
	item.Path = item.ID + ".yaml"
	if item.zipEntry == nil && !l.storage.PickFreeNames && item.Kind != OtherFile && item.Kind != UnitFile {
		return
	}
	folder, was := l.storage.storeFor(item.Kind), path.Base(item.SentName)
	if there, err := (schema.FilePath{Folder: folder, Name: was}).Load(); fs.ValidPath(was) && err == nil &&
		bytes.Equal(there, text) {
		item.AlreadyStored, item.ID, item.Path = true, stemOf(was), was
		return
	}
	schema.FreeID(item.ID, func(id string) bool {
		there, err := (schema.FilePath{Folder: folder, Name: id + ".yaml"}).Load()
		if err == nil && bytes.Equal(there, text) {
			item.AlreadyStored, item.ID, item.Path = true, id, id+".yaml"
			return false
		}
		return err == nil
	})
	if _, err := fs.Stat(folder, item.Path); err == nil && !item.AlreadyStored {
		item.Changes = append(item.Changes,
			fmt.Sprintf("Another is here under this name; this one comes beside it, and “%s” stays as it is.", item.ID))
	}
}

// readGame reads a game, which belongs to a list.
func (l *arrivalReader) readGame(item *Item, text []byte) error {
	if isOldGameFile(item.SentName, text) {
		return l.findListOfGame(item)
	}
	document, err := schema.Read(item.SentName, text, "play/1")
	if err != nil {
		return err
	}
	game, err := play.ReadGame(document)
	if err != nil {
		return err
	}
	if name := path.Base(path.Dir(item.SentName)) + "/" + path.Base(item.SentName); item.zipEntry != nil &&
		game.Summary != nil && play.IsKeptGamePath(name) {
		item.Kind, item.Name, item.Description, item.Path = GameFile, game.Summary.Title(), "a game that was played", name
		_, err := fs.Stat(l.storage.Lists, name)
		item.AlreadyStored = err == nil
		return nil
	}
	return l.findListOfGame(item)
}

// findListOfGame finds the list of a game in the same folder of a ZIP file.
func (l *arrivalReader) findListOfGame(item *Item) error {
	item.Kind, item.Description = GameFile, "the game of a list"
	stem, _, _ := strings.Cut(path.Base(item.SentName), ".play.")
	for _, list := range l.Items {
		if item.zipEntry != nil && list.zipEntry != nil && list.Kind == ListFile && list.Err == nil &&
			path.Dir(list.SentName) == path.Dir(item.SentName) && stemOf(list.SentName) == stem {
			list.playedGame, item.Name = item, list.Name
			item.Path = gameFileName(list.ID, item.SentName)
			if _, err := fs.Stat(l.storage.Lists, item.Path); err == nil && list.AlreadyStored {
				item.AlreadyStored = true // the list has one of its own
			}
			return nil
		}
	}
	return errors.New("a game comes with its list, which is not there")
}

// gameFileName returns the file name for the game of a list; was is the name under which the game
// was sent. Games in the old JSON format keep the extension .json.
func gameFileName(list, was string) string {
	if path.Ext(was) == ".json" {
		return list + ".play.json"
	}
	return play.GameFileOf(list + ".yaml")
}

// readOtherFile reads a file of muster that is neither a list, an army book nor a game.
func (l *arrivalReader) readOtherFile(item *Item, text []byte) error {
	kind := schema.GuessValue(text, "muster")
	document, err := schema.Read(cmp.Or(item.SentName, "the file"), text, kind)
	if err != nil {
		return err
	}
	item.ID = files.SafeName(stemOf(item.SentName))
	document.Path = schema.FilePath{Folder: l.storage.storeFor(item.Kind), Name: item.ID + ".yaml"}
	item.Name, item.Description = cmp.Or(document.At("name").Text(), item.ID), "a file of the kind "+kind
	switch item.Kind {
	case CollectionFile:
		collection, err := fill.ReadCollection(document, l.library)
		if err != nil && (item.zipEntry == nil || !IsBookMissing(err)) {
			return err
		}
		item.Description = "a collection"
		if err == nil {
			item.Description += " of " + collection.BookName()
		}
	case EventFile:
		if _, err := event.Read(document); err != nil {
			return err
		}
		item.Description = "an event, which “Check a cup” judges lists by"
	case UnitFile:
		if _, err := stored.ReadUnit(document.File, document.Root()); err != nil {
			return err
		}
		item.Description = "a unit of Fast and Dirty, which “Add” offers in every list of that game"
	case OtherFile:
		if kind == "armoury/1" {
			item.Description = "a house armoury, for lists that name it"
		}
		if id := document.At("id").Text(); kind == "system/1" && slices.Contains(l.storage.Library.SystemIDs(), id) {
			if l.setPath(item, text); item.AlreadyStored {
				return nil
			}
			return fmt.Errorf("a game system `%s` is here already, and lists mean that one", id)
		}
	}
	l.setPath(item, text)
	return nil
}

// maxRepricedLists is the maximum number of stored lists that are priced again when army books
// change.
const maxRepricedLists = 500

// describeCostChanges describes the stored lists whose cost changes with the new army books. If
// that takes too long, it stops and says so.
func (l *arrivalReader) describeCostChanges() (said []string) {
	var ids []string
	for _, item := range l.Items {
		if item.Kind == BookFile && item.Err == nil && !item.AlreadyStored {
			id, _ := catalog.SplitVersionedID(item.ID)
			ids = append(ids, id)
		}
	}
	if ids == nil {
		return nil
	}
	names, _ := fs.Glob(l.storage.Lists, "*.yaml") // a folder that cannot be read has none
	judged, began := 0, l.now()
	for _, name := range names {
		place := schema.FilePath{Folder: l.storage.Lists, Name: name}
		text, err := place.Load()
		if err != nil || !schema.ClaimsKind(text, "list/1") ||
			!slices.ContainsFunc(ids, func(id string) bool { return bytes.Contains(text, []byte(id)) }) {
			continue
		}
		if judged++; judged > maxRepricedLists || l.now().Sub(began) > 5*maxLargeFileTime {
			return append(said,
				"What the other lists of these army books cost then is not worked out: there are too many.")
		}
		if line := l.describeCostChange(place, text); line != "" {
			said = append(said, line)
		}
	}
	return said
}

// describeCostChange describes how the cost of a stored list changes; "" if it does not.
func (l *arrivalReader) describeCostChange(place schema.FilePath, text []byte) string {
	document, err := place.Parse(text, "list/1")
	if err != nil {
		return ""
	}
	was, err := builder.Open(document, l.storage.Library)
	if err != nil {
		return "" // with the book it can be judged, or not
	}
	name := cmp.Or(was.Name(), stemOf(place.Name))
	is, err := builder.Open(document, l.library)
	switch {
	case err != nil:
		return fmt.Sprintf("%s %d → it cannot be read then: %s", name, was.Points(), errorText(err))
	case was.Points() != is.Points():
		return fmt.Sprintf("%s %d → %d", name, was.Points(), is.Points())
	case builder.Legal(was) && !builder.Legal(is):
		return fmt.Sprintf("%s %d, legal → not legal", name, is.Points())
	}
	return ""
}

// isOldGameFile reports whether a file is a game in the JSON format of earlier versions.
func isOldGameFile(name string, text []byte) bool {
	var fields map[string]json.RawMessage
	return strings.HasSuffix(name, ".play.json") && json.Unmarshal(text, &fields) == nil
}
