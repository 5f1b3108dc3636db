package desk

import (
	"cmp"
	"errors"
	"io/fs"
	"net/url"
	"strings"
	"time"

	"muster/builder"
	"muster/schema"
	"muster/web/page"
)

// A ListFile is a YAML file of a folder that says it is a list, at a glance.
type ListFile struct {
	page.List
	System  string // "" if a glance does not tell
	Book    string // its first army book, as the list names it; "" for none
	Changed time.Time
	ETag    string
	Empty   bool  // it has no units
	Err     error // why it cannot be read; it may be no list then
}

// ListsIn are the lists in a folder, nil for none, by the names of their files.
func ListsIn(folder fs.FS) ([]ListFile, error) {
	if folder == nil {
		return nil, nil
	}
	entries, err := fs.ReadDir(folder, ".")
	if err != nil {
		return nil, err
	}
	var lists []ListFile
	for _, entry := range entries {
		id, yaml := strings.CutSuffix(entry.Name(), Ending)
		if !yaml || entry.IsDir() {
			continue
		}
		place := schema.Place{Folder: folder, Name: entry.Name()}
		text, err := place.Load()
		if errors.Is(err, fs.ErrNotExist) || text != nil && !schema.Claims(text, "list/1") {
			continue
		}
		l := ListFile{
			List:   page.List{ID: id, Name: cmp.Or(schema.Glance(text, "name"), id), Path: url.PathEscape(id)},
			System: schema.Glance(text, "system"), Book: schema.Glance(text, "book"), ETag: ETag(text),
			Empty: schema.Glance(text, "units") == "[]", Err: err,
		}
		if l.Book == "" && strings.Contains(string(text), "books:") {
			if document, err := place.Parse(text, "list/1"); err == nil {
				l.Book = strings.Join(builder.BooksOf(document)[:1], "")
			}
		}
		if info, err := entry.Info(); err == nil {
			l.Changed = info.ModTime()
		}
		lists = append(lists, l)
	}
	return lists, nil
}
