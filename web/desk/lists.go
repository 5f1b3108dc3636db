package desk

import (
	"bytes"
	"cmp"
	"errors"
	"io/fs"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"muster/builder"
	"muster/builder/edit"
	"muster/builder/table"
	"muster/schema"
	"muster/schema/files"
	"muster/web/page"
)

// A ListFile describes a file with a list by a few of its keys; the rest of the file was not
// checked.
type ListFile struct {
	page.List
	System         string // id of the game system; "" if it is unknown without parsing the whole file
	Book           string // the list's first army book, by its name in the list; "" for none
	Folder, Colour string // the player's folder and colour for it; may be ""
	Starred        bool
	ChangedAt      time.Time // time of the file's last change
	ETag           string
	HasNoUnits     bool  // the list has no units
	Err            error // the reason why it is unreadable; it may not be a list
}

// OtherLists returns the other lists of a game to choose from, without the list with an id: the
// last changed first, equal names numbered.
func (c *Core) OtherLists(id, system string) ([]edit.Choice, error) {
	lists, err := c.ListFiles()
	lists = slices.DeleteFunc(lists, func(l ListFile) bool { return l.ID == id || l.System != system || l.HasNoUnits })
	slices.SortStableFunc(lists, func(a, b ListFile) int { return b.ChangedAt.Compare(a.ChangedAt) })
	ids, names := make([]string, len(lists)), make([]string, len(lists))
	for i, l := range lists {
		ids[i], names[i] = l.ID, l.Name
	}
	numbered, choices := table.NumberedNames(ids, names), make([]edit.Choice, len(ids))
	for i, id := range ids {
		choices[i] = edit.Choice{Value: id, Label: numbered[id]}
	}
	return choices, err
}

// ListFiles returns the player's lists by file name. Unchanged files are not read again.
func (c *Core) ListFiles() ([]ListFile, error) { return c.headCache.lists(c.Lists) }

// ListsIn returns the lists in a folder by file name; nil for none.
func ListsIn(folder fs.FS) ([]ListFile, error) { return new(headCache).lists(folder) }

// headCache caches the results of readHead for the files in a folder.
type headCache struct {
	mu        sync.Mutex
	byName    map[string]*fileHead // the files as last read, by file name
	readCount int                  // number of times that the folder's entries were read
}

// A fileHead is the result of readHead for a file, with the file's time and size at that moment.
type fileHead struct {
	id                string
	changedAt, readAt time.Time
	bytes             int64
	lastReadCount     int       // readCount of the headCache when it last found the file in the folder
	list              *ListFile // nil for a file that is not a list
}

// trustedFileAge is the age from which a file's time can be trusted: a file that is written twice
// at once may have the same time for both texts.
const trustedFileAge = 2 * time.Second

func (k *headCache) lists(folder fs.FS) ([]ListFile, error) {
	if folder == nil {
		return nil, nil
	}
	entries, err := fs.ReadDir(folder, ".")
	if err != nil {
		return nil, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.byName == nil {
		k.byName = make(map[string]*fileHead, len(entries))
	}
	k.readCount++
	var found, stale []*fileHead
	now := time.Now()
	for _, entry := range entries {
		id, yaml := strings.CutSuffix(entry.Name(), ListExtension)
		if !yaml || entry.IsDir() {
			continue
		}
		var changed time.Time
		var size int64
		if info, err := entry.Info(); err == nil {
			changed, size = info.ModTime(), info.Size()
		}
		seen, known := k.byName[entry.Name()]
		same := known && entry.Type().IsRegular() && seen.changedAt.Equal(changed) && seen.bytes == size
		if !same || seen.readAt.Sub(changed) <= trustedFileAge {
			seen = &fileHead{id: id, changedAt: changed, readAt: now, bytes: size}
			k.byName[entry.Name()] = seen
			stale = append(stale, seen)
		}
		seen.lastReadCount = k.readCount
		found = append(found, seen)
	}
	readHeads(folder, stale)
	lists := make([]ListFile, 0, len(found))
	for _, seen := range found {
		if seen.list == nil {
			continue
		}
		seen.list.ChangedAt = seen.changedAt
		lists = append(lists, *seen.list)
		if seen.list.Err != nil {
			seen.lastReadCount = 0 // it is read anew
		}
	}
	maps.DeleteFunc(k.byName, func(_ string, one *fileHead) bool { return one.lastReadCount != k.readCount })
	return lists, nil
}

// readHeads calls readHead for files on all processors, because the operating system takes most of
// the time.
func readHeads(folder fs.FS, found []*fileHead) {
	if len(found) == 0 {
		return
	}
	folder, release := files.KeepOpen(folder)
	defer release()
	var workers errgroup.Group
	workers.SetLimit(runtime.GOMAXPROCS(0))
	for _, file := range found {
		workers.Go(func() error {
			file.list = readHead(folder, file.id)
			return nil
		})
	}
	workers.Wait()
}

// readHead reads a few keys of a list's file, without parsing all of it. It returns nil for a file
// that is not a list.
func readHead(folder fs.FS, id string) *ListFile {
	place := schema.FilePath{Folder: folder, Name: id + ListExtension}
	text, err := place.Load()
	if errors.Is(err, fs.ErrNotExist) || text != nil && !schema.ClaimsKind(text, "list/1") {
		return nil
	}
	l := &ListFile{
		List:   page.List{ID: id, Name: cmp.Or(schema.GuessValue(text, "name"), id)},
		System: schema.GuessValue(text, "system"), Book: schema.GuessValue(text, "book"), ETag: ETag(text),
		HasNoUnits: schema.GuessValue(text, "units") == "[]", Err: err,
	}
	if bytes.Contains(text, []byte("\nfolder:")) {
		l.Folder = schema.GuessValue(text, "folder")
	}
	if bytes.Contains(text, []byte("\ncolour:")) {
		l.Colour = schema.GuessValue(text, "colour")
	}
	l.Starred = bytes.Contains(text, []byte("\nstar: true"))
	if l.Book == "" && bytes.Contains(text, []byte("books:")) {
		if document, err := place.Parse(text, "list/1"); err == nil {
			l.Book = strings.Join(builder.BookNamesIn(document)[:1], "")
		}
	}
	return l
}
