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

// Limits of the cache of lists: total bytes, and pages for each list.
const (
	MostKept  = 64 << 20
	mostPages = 8
)

// A Desk caches data about a list between requests. Nothing is lost if it is dropped.
type Desk struct {
	Roster   builder.Roster // the list as last read
	Change   string         // the text of the newest change, or ""
	pages    map[string][]byte
	History  history.History // of changes made here, for undo
	Table    Kept            // its game
	Target   string          // the last target
	Distance string          // the last distance to it, in inches
	// Ranks holds the values of units' fields against targets, by unit and target. They stay the
	// same while a unit changes.
	Ranks  map[string]map[string]float64
	Filled float64        // progress of filling the list, from 0 to 1
	Came   []byte         // HTML: the report of its import
	copied builder.Roster // the list as read from the copy in its file, if its army books are missing

	id   string
	used int // time of the last use, counted in uses of all desks
	size int // estimated bytes of the desk
}

// Kept is a cached value of another package; Bytes estimates its memory.
type Kept interface{ Bytes() int }

// Desks caches the desks of recently used lists. If they need more than most bytes, the least
// recently used are dropped.
type Desks struct {
	mu   sync.Mutex
	byID map[string]*Desk
	most int // 0 for MostKept
	uses int
	held int // bytes
}

// With calls do with a list's desk, which no other goroutine uses meanwhile.
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

// Estimates in bytes: for a value of an open list (measured on 1,000 lists), a finding, and
// anything small.
const (
	valueBytes    = 1060
	findingBytes  = 512
	overheadBytes = 2048
)

// bytes estimates the memory of a desk, rather too high.
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

// ListBytes estimates the memory of a list; 0 for nil.
func ListBytes(list builder.Roster) int {
	if list == nil {
		return 0
	}
	source := list.Document().Source
	return overheadBytes + 2*len(source) + valueBytes*schema.CountValues(source) + findingBytes*len(list.Findings())
}

// Held returns the number of cached lists, and the estimate of their memory.
func (d *Desks) Held() (lists, bytes int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.byID), d.held
}

// hasRoom reports whether bytes more can be cached without dropping anything.
func (d *Desks) hasRoom(bytes int) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.held+bytes+overheadBytes <= cmp.Or(d.most, MostKept)
}

// roster returns a list as last read, or nil.
func (d *Desks) roster(id string) (roster builder.Roster) {
	d.With(id, func(one *Desk) { roster = one.Roster })
	return roster
}

// Keep caches a list with the text of its newest change.
func (d *Desks) Keep(id string, roster builder.Roster, change string) {
	d.With(id, func(one *Desk) { one.Roster, one.Change, one.pages = roster, change, map[string][]byte{} })
}

// Page returns a page about a list from the cache, or made by draw. key identifies everything on
// the page besides the list.
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

// record records a change of a list. If another program has changed the list, it starts a new
// history.
func (d *Desk) record(was, now []byte) {
	if !d.History.Has(was) {
		d.History = history.History{}
	}
	d.History.Note(was)
	d.History.Note(now)
}

// Past returns a list's history, or an empty one if another program has changed the list.
func (d *Desks) Past(id string, text []byte) (past history.History) {
	d.With(id, func(one *Desk) {
		if one.History.Has(text) {
			past = one.History
		}
	})
	return past
}

// Histories returns the histories of all lists, the most recently used last.
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

// Locks serialises changes of a list in this program. Changes by other programs are found by
// comparing texts. Lists may share a lock.
type Locks struct {
	of   [64]sync.Mutex
	once sync.Once
	seed maphash.Seed
}

// Lock locks a list and returns the function to unlock it.
func (l *Locks) Lock(id string) (unlock func()) {
	l.once.Do(func() { l.seed = maphash.MakeSeed() })
	one := &l.of[maphash.String(l.seed, id)%uint64(len(l.of))]
	one.Lock()
	return one.Unlock
}
