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

// A ListFile is a YAML file of a folder that says it is a list, at a glance.
type ListFile struct {
	page.List
	System         string // "" if a glance does not tell
	Book           string // its first army book, as the list names it; "" for none
	Folder, Colour string // that the player keeps it in, and that marks it; may be ""
	Star           bool
	Changed        time.Time
	ETag           string
	Empty          bool  // it has no units
	Err            error // why it cannot be read; it may be no list then
}

// Others are the lists of a game to choose from, without the one with an id: the last changed
// first, those of one name with numbers.
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

// ListFiles are the player's lists, by the names of their files. Files that did not change since
// they were last read are not read again.
func (c *Core) ListFiles() ([]ListFile, error) { return c.glances.in(c.Lists) }

// ListsIn are the lists in a folder, nil for none, by the names of their files.
func ListsIn(folder fs.FS) ([]ListFile, error) { return new(glances).in(folder) }

// glances keeps the state of the files of a folder at their last reading.
type glances struct {
	mu   sync.Mutex
	last map[string]*glance // by the name of the file
	look int                // how often the folder was looked at
}

// A glance is a file at the time that it was read.
type glance struct {
	id            string
	changed, read time.Time
	bytes         int64
	look          int       // the last that found it
	is            *ListFile // nil for a file that is no list
}

// settled is the age from which on a file's time changes with its text: a file that was written
// twice at once may have one time for both texts.
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
		if seen.is == nil {
			continue
		}
		seen.is.Changed = seen.changed
		lists = append(lists, *seen.is)
		if seen.is.Err != nil {
			seen.look = 0 // it is read anew
		}
	}
	maps.DeleteFunc(k.last, func(_ string, one *glance) bool { return one.look != k.look })
	return lists, nil
}

// read reads files at a glance, on all processors: of many files most of the time is the system's.
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
				found[i-1].is = lookAt(folder, found[i-1].id)
			}
		})
	}
	workers.Wait()
}

// lookAt reads a file at a glance. It returns nil for one that is no list.
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
