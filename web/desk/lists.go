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
	"sync/atomic"
	"time"

	"muster/builder"
	"muster/builder/edit"
	"muster/builder/table"
	"muster/schema"
	"muster/schema/files"
	"muster/web/page"
)

// A ListFile is a file with a list, of which only the head was read.
type ListFile struct {
	page.List
	System         string // "" if unknown without reading everything
	Book           string // its first army book, by its name in the list; "" for none
	Folder, Colour string // the player's folder and colour for it; may be ""
	Star           bool
	Changed        time.Time
	ETag           string
	Empty          bool  // it has no units
	Err            error // the reason why it is unreadable; it may not be a list
}

// Others returns the other lists of a game to choose from, without the list with an id: the last
// changed first, equal names numbered.
func (c *Core) Others(id, system string) ([]edit.Choice, error) {
	lists, err := c.ListFiles()
	lists = slices.DeleteFunc(lists, func(l ListFile) bool { return l.ID == id || l.System != system || l.Empty })
	slices.SortStableFunc(lists, func(a, b ListFile) int { return b.Changed.Compare(a.Changed) })
	ids, names := make([]string, len(lists)), make([]string, len(lists))
	for i, l := range lists {
		ids[i], names[i] = l.ID, l.Name
	}
	numbered, choices := table.Numbered(ids, names), make([]edit.Choice, len(ids))
	for i, id := range ids {
		choices[i] = edit.Choice{Value: id, Label: numbered[id]}
	}
	return choices, err
}

// ListFiles returns the player's lists by file name. Unchanged files are not read again.
func (c *Core) ListFiles() ([]ListFile, error) { return c.glances.in(c.Lists) }

// ListsIn returns the lists in a folder by file name; nil for none.
func ListsIn(folder fs.FS) ([]ListFile, error) { return new(glances).in(folder) }

// glances caches what was read of the files in a folder.
type glances struct {
	mu   sync.Mutex
	last map[string]*glance // by file name
	look int                // number of times that the folder was read
}

// A glance is a file when it was last read.
type glance struct {
	id            string
	changed, read time.Time
	bytes         int64
	look          int       // number of the last reading that found it
	list          *ListFile // nil for a file that is not a list
}

// settled is the age from which a file's time is reliable: a file that is written twice at once may
// have the same time for both texts.
const settled = 2 * time.Second

func (k *glances) in(folder fs.FS) ([]ListFile, error) {
	if folder == nil {
		return nil, nil
	}
	entries, err := fs.ReadDir(folder, ".")
	if err != nil {
		return nil, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.last == nil {
		k.last = make(map[string]*glance, len(entries))
	}
	k.look++
	var found, stale []*glance
	now := time.Now()
	for _, entry := range entries {
		id, yaml := strings.CutSuffix(entry.Name(), Ending)
		if !yaml || entry.IsDir() {
			continue
		}
		var changed time.Time
		var size int64
		if info, err := entry.Info(); err == nil {
			changed, size = info.ModTime(), info.Size()
		}
		seen, known := k.last[entry.Name()]
		same := known && entry.Type().IsRegular() && seen.changed.Equal(changed) && seen.bytes == size
		if !same || seen.read.Sub(changed) <= settled {
			seen = &glance{id: id, changed: changed, read: now, bytes: size}
			k.last[entry.Name()] = seen
			stale = append(stale, seen)
		}
		seen.look = k.look
		found = append(found, seen)
	}
	read(folder, stale)
	lists := make([]ListFile, 0, len(found))
	for _, seen := range found {
		if seen.list == nil {
			continue
		}
		seen.list.Changed = seen.changed
		lists = append(lists, *seen.list)
		if seen.list.Err != nil {
			seen.look = 0 // it is read anew
		}
	}
	maps.DeleteFunc(k.last, func(_ string, one *glance) bool { return one.look != k.look })
	return lists, nil
}

// read reads the heads of files on all processors, because the system takes most of the time.
func read(folder fs.FS, found []*glance) {
	if len(found) == 0 {
		return
	}
	folder, release := files.Held(folder)
	defer release()
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(found)) {
		workers.Go(func() {
			for i := int(next.Add(1)); i <= len(found); i = int(next.Add(1)) {
				found[i-1].list = lookAt(folder, found[i-1].id)
			}
		})
	}
	workers.Wait()
}

// lookAt reads the head of a file. It returns nil for a file that is not a list.
func lookAt(folder fs.FS, id string) *ListFile {
	place := schema.Place{Folder: folder, Name: id + Ending}
	text, err := place.Load()
	if errors.Is(err, fs.ErrNotExist) || text != nil && !schema.Claims(text, "list/1") {
		return nil
	}
	l := &ListFile{
		List:   page.List{ID: id, Name: cmp.Or(schema.Glance(text, "name"), id)},
		System: schema.Glance(text, "system"), Book: schema.Glance(text, "book"), ETag: ETag(text),
		Empty: schema.Glance(text, "units") == "[]", Err: err,
	}
	if bytes.Contains(text, []byte("\nfolder:")) {
		l.Folder = schema.Glance(text, "folder")
	}
	if bytes.Contains(text, []byte("\ncolour:")) {
		l.Colour = schema.Glance(text, "colour")
	}
	l.Star = bytes.Contains(text, []byte("\nstar: true"))
	if l.Book == "" && bytes.Contains(text, []byte("books:")) {
		if document, err := place.Parse(text, "list/1"); err == nil {
			l.Book = strings.Join(builder.BooksOf(document)[:1], "")
		}
	}
	return l
}
