package desk

import (
	"cmp"
	"hash/maphash"
	"slices"
	"sync"

	"muster/builder"
	"muster/schema"
	"muster/schema/files/history"
)

// Limits of the cache of lists: bytes in all, and pages of each.
const (
	MostKept  = 64 << 20
	mostPages = 8
)

// A Desk caches one list between requests: nothing that is not in files.
type Desk struct {
	Roster   builder.Roster // as it was read last
	Change   string         // what the change did that made it so, or ""
	pages    map[string][]byte
	History  history.History // of changes made here, for undo
	Table    Kept            // its game
	Target   string          // that was aimed at last
	Distance string          // and from how far, in inches
	// Ranks is the worth of the fields of units against targets, by unit and target, which stays
	// while a unit changes.
	Ranks  map[string]map[string]float64
	Filled float64        // how far the work on a question how to fill it is
	Came   []byte         // HTML: the report of its import
	copied builder.Roster // the list as read from the copy in its file, if its army books are missing

	id   string
	used int // when it was used last, counted in uses of any
	size int // of all that, in bytes
}

// Kept is a cached value of a room; Bytes estimates its memory.
type Kept interface{ Bytes() int }

// Desks are those of the lists that were looked at last: the others make room when they
// hold more than most bytes together.
type Desks struct {
	mu   sync.Mutex
	byID map[string]*Desk
	most int // 0 for MostKept
	uses int
	held int // bytes
}

// With does something with a list's desk that nobody else changes meanwhile.
func (d *Desks) With(id string, do func(*Desk)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	one := d.byID[id]
	if one == nil {
		one = &Desk{id: id}
		if d.byID == nil {
			d.byID = map[string]*Desk{}
		}
		d.byID[id] = one
	}
	d.uses++
	one.used = d.uses
	do(one)
	d.held -= one.size
	one.size = one.bytes()
	d.held += one.size
	for d.held > cmp.Or(d.most, MostKept) && len(d.byID) > 1 {
		oldest := one
		for _, other := range d.byID {
			if other.used < oldest.used {
				oldest = other
			}
		}
		d.held -= oldest.size
		delete(d.byID, oldest.id)
	}
}

// Estimates in bytes: a value of an open list (measured on 1,000 of them), a finding, and
// anything small.
const (
	valueBytes    = 1060
	findingBytes  = 512
	overheadBytes = 2048
)

// bytes is about how much memory a desk takes, rather more than less.
func (d *Desk) bytes() int {
	n := overheadBytes + len(d.id) + ListBytes(d.Roster) + ListBytes(d.copied)
	for key, text := range d.pages {
		n += len(key) + cap(text)
	}
	for _, state := range d.History.States {
		n += len(state)
	}
	if d.Table != nil {
		n += d.Table.Bytes()
	}
	return n + len(d.Came)
}

// ListBytes is about how much memory a list takes, nil none.
func ListBytes(list builder.Roster) int {
	if list == nil {
		return 0
	}
	source := list.Document().Source
	return overheadBytes + 2*len(source) + valueBytes*schema.CountValues(source) + findingBytes*len(list.Findings())
}

// Held returns how many lists are kept, and about how many bytes they take.
func (d *Desks) Held() (lists, bytes int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.byID), d.held
}

// room reports whether so many bytes more can be kept with all that is kept.
func (d *Desks) room(bytes int) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.held+bytes+overheadBytes <= cmp.Or(d.most, MostKept)
}

// roster returns a list as it was read last, or nil.
func (d *Desks) roster(id string) (roster builder.Roster) {
	d.With(id, func(one *Desk) { roster = one.Roster })
	return roster
}

// Keep caches a list with the text of its newest change.
func (d *Desks) Keep(id string, roster builder.Roster, change string) {
	d.With(id, func(one *Desk) { one.Roster, one.Change, one.pages = roster, change, map[string][]byte{} })
}

// Page returns a page that shows a list, made by draw unless it is kept. key
// says all that the page shows besides the list.
func (d *Desks) Page(
	id string, roster builder.Roster, key string, draw func() ([]byte, error),
) (text []byte, err error) {
	d.With(id, func(one *Desk) {
		if one.Roster == roster {
			text = one.pages[key]
		}
	})
	if text != nil {
		return text, nil
	}
	if text, err = draw(); err != nil {
		return nil, err
	}
	d.With(id, func(one *Desk) {
		if one.Roster != roster {
			return
		}
		if len(one.pages) >= mostPages {
			clear(one.pages)
		}
		one.pages[key] = text
	})
	return text, nil
}

// did records a change of a list. If another program changed it since, a new history begins.
func (d *Desk) did(was, now []byte) {
	if !d.History.Has(was) {
		d.History = history.History{}
	}
	d.History.Note(was)
	d.History.Note(now)
}

// Past returns a list's history, an empty one if another program changed the list since.
func (d *Desks) Past(id string, text []byte) (past history.History) {
	d.With(id, func(one *Desk) {
		if one.History.Has(text) {
			past = one.History
		}
	})
	return past
}

// Histories returns the histories of all lists, the one used last at the end.
func (d *Desks) Histories() []history.History {
	d.mu.Lock()
	defer d.mu.Unlock()
	all := []*Desk{}
	for _, one := range d.byID {
		if len(one.History.States) > 0 {
			all = append(all, one)
		}
	}
	slices.SortStableFunc(all, func(a, b *Desk) int { return cmp.Compare(a.used, b.used) })
	texts := make([]history.History, len(all))
	for i, one := range all {
		texts[i] = one.History
		texts[i].File = one.id
	}
	return texts
}

// Locks serialise changes of a list; other programs' changes are seen by comparing texts. Lists
// may share a lock.
type Locks struct {
	of   [64]sync.Mutex
	once sync.Once
	seed maphash.Seed
}

// Lock waits for a list's turn and returns its unlock function.
func (l *Locks) Lock(id string) (unlock func()) {
	l.once.Do(func() { l.seed = maphash.MakeSeed() })
	one := &l.of[maphash.String(l.seed, id)%uint64(len(l.of))]
	one.Lock()
	return one.Unlock
}
