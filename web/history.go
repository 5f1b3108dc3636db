package web

import (
	"cmp"
	"encoding/json"
	"errors"
	"hash/maphash"
	"net/http"
	"slices"
	"sync"

	"muster/builder"
	"muster/schema"
	"muster/schema/files"
	"muster/schema/files/history"
)

// locks let one change of a list happen at a time; other programs are seen by
// comparing what they left. Lists may share a lock.
type locks struct {
	of   [64]sync.Mutex
	once sync.Once
	seed maphash.Seed
}

// lock waits for a list's turn and returns what ends it.
func (l *locks) lock(id string) (unlock func()) {
	l.once.Do(func() { l.seed = maphash.MakeSeed() })
	one := &l.of[maphash.String(l.seed, id)%uint64(len(l.of))]
	one.Lock()
	return one.Unlock
}

// What is kept of lists between requests: so many bytes, and so many pages of each.
const (
	mostKept  = 64 << 20
	mostPages = 8
)

// A desk is what is kept of one list between requests: nothing that is not in files.
type desk struct {
	roster  builder.Roster // as it was read last
	change  string         // what the change did that made it so, or ""
	pages   map[string][]byte
	history history.History // what can be undone: what was changed here
	table   *table          // its game
	target  string          // that was aimed at last
	filled  float64         // how far the work on a question how to fill it is

	id   string
	used int // when it was used last, counted in uses of any
	size int // of all that, in bytes
}

// desks are those of the lists that were looked at last: the others make room when they
// hold more than most bytes together.
type desks struct {
	mu   sync.Mutex
	byID map[string]*desk
	most int // 0 for mostKept
	uses int
	held int // bytes
}

// with does something with a list's desk that nobody else changes meanwhile.
func (d *desks) with(id string, do func(*desk)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	one := d.byID[id]
	if one == nil {
		one = &desk{id: id}
		if d.byID == nil {
			d.byID = map[string]*desk{}
		}
		d.byID[id] = one
	}
	d.uses++
	one.used = d.uses
	do(one)
	d.held -= one.size
	one.size = one.bytes()
	d.held += one.size
	for d.held > cmp.Or(d.most, mostKept) && len(d.byID) > 1 {
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

// What is counted, in bytes, for a value of a list that was read (500 to 600 were
// measured, with what is built of it), a finding, and whatever else is small.
const (
	valueBytes   = 640
	findingBytes = 512
	otherBytes   = 2048
)

// bytes is about how much memory a desk takes, rather more than less.
func (d *desk) bytes() int {
	n := otherBytes + len(d.id) + listBytes(d.roster)
	for key, page := range d.pages {
		n += len(key) + cap(page)
	}
	for _, state := range d.history.States {
		n += len(state)
	}
	if t := d.table; t != nil { // of a game each unit stands once more
		n += len(t.text) + len(t.code) + listBytes(t.mine) + 2*listBytes(t.theirs)
		for id, row := range t.rows.byID {
			n += len(id) + len(row)
		}
	}
	return n
}

// listBytes is about how much memory a list takes, nil none.
func listBytes(list builder.Roster) int {
	if list == nil {
		return 0
	}
	source := list.Document().Source
	return otherBytes + 2*len(source) + valueBytes*schema.Values(source) + findingBytes*len(list.Findings())
}

// room reports whether so many bytes more can be kept with all that is kept.
func (d *desks) room(bytes int) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.held+bytes+otherBytes <= cmp.Or(d.most, mostKept)
}

// read returns a list as it was read last, or nil.
func (d *desks) read(id string) (roster builder.Roster) {
	d.with(id, func(one *desk) { roster = one.roster })
	return roster
}

// keep keeps a list as it is now, and what the change did that made it so.
func (d *desks) keep(id string, roster builder.Roster, change string) {
	d.with(id, func(one *desk) { one.roster, one.change, one.pages = roster, change, map[string][]byte{} })
}

// page returns a page that shows a list, made by draw unless it is kept. key
// says all that the page shows besides the list.
func (d *desks) page(id string, roster builder.Roster, key string, draw func() ([]byte, error)) (page []byte, err error) {
	d.with(id, func(one *desk) {
		if one.roster == roster {
			page = one.pages[key]
		}
	})
	if page != nil {
		return page, nil
	}
	if page, err = draw(); err != nil {
		return nil, err
	}
	d.with(id, func(one *desk) {
		if one.roster != roster {
			return
		}
		if len(one.pages) >= mostPages {
			clear(one.pages)
		}
		one.pages[key] = page
	})
	return page, nil
}

// did notes a change of a list. If its text is not what the newest change here
// left, another program's change begins a new history.
func (d *desk) did(was, now []byte) {
	if !d.history.Has(was) {
		d.history = history.History{}
	}
	d.history.Note(was)
	d.history.Note(now)
}

// past returns a list's history if its text is what the newest change here left,
// else an empty one.
func (d *desks) past(id string, text []byte) (past history.History) {
	d.with(id, func(one *desk) {
		if one.history.Has(text) {
			past = one.history
		}
	})
	return past
}

// histories answers with what can be undone and redone in every list, for the
// program that takes this one's place. It refuses while anything that came in
// waits to be kept, since that is in memory alone.
func (h *handler) histories(w http.ResponseWriter, _ *http.Request) error {
	if h.came.any() {
		return files.ErrChanged
	}
	w.Header().Set("Content-Type", "application/json")
	return json.NewEncoder(w).Encode(h.desks.histories())
}

// takeHistories makes the histories that another program answered with its own.
func (h *handler) takeHistories(w http.ResponseWriter, r *http.Request) error {
	var all []history.History
	if err := json.NewDecoder(r.Body).Decode(&all); err != nil {
		return errors.New("the histories did not come whole")
	}
	for _, one := range all {
		if one.At < 0 || one.At >= len(one.States) {
			return errors.New("a history has no state where its list is")
		}
		h.desks.with(one.File, func(d *desk) { d.history = one })
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// histories returns what can be undone and redone in the lists, the list used
// last at the end.
func (d *desks) histories() []history.History {
	d.mu.Lock()
	defer d.mu.Unlock()
	all := []*desk{}
	for _, one := range d.byID {
		if len(one.history.States) > 0 {
			all = append(all, one)
		}
	}
	slices.SortFunc(all, func(a, b *desk) int { return cmp.Compare(a.used, b.used) })
	texts := make([]history.History, len(all))
	for i, one := range all {
		texts[i] = one.history
		texts[i].File = one.id
	}
	return texts
}
