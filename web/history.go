package web

import (
	"hash/maphash"
	"sync"

	"muster/builder"
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

// How much is kept of lists: as they were read, and their newest pages.
const (
	mostRosters = 500
	mostPages   = 8 // of a list
)

// rosters are lists as they were read, and pages that show them.
type rosters struct {
	mu   sync.Mutex
	byID map[string]*kept
}

type kept struct {
	roster builder.Roster
	change string // what the change did that made it so, or ""
	pages  map[string][]byte
}

func (r *rosters) of(id string) builder.Roster {
	r.mu.Lock()
	defer r.mu.Unlock()
	if one := r.byID[id]; one != nil {
		return one.roster
	}
	return nil
}

// keep keeps a list as it is now, and what the change did that made it so.
func (r *rosters) keep(id string, roster builder.Roster, change string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.byID == nil {
		r.byID = map[string]*kept{}
	}
	for other := range r.byID { // any of them
		if len(r.byID) < mostRosters || r.byID[id] != nil {
			break
		}
		delete(r.byID, other)
	}
	r.byID[id] = &kept{roster, change, map[string][]byte{}}
}

// change says what the change did that made a list what it is; "" if that was none of here.
func (r *rosters) change(id string, roster builder.Roster) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if one := r.byID[id]; one != nil && one.roster == roster {
		return one.change
	}
	return ""
}

// page returns a page that shows a list, made by draw unless it is kept. key
// says all that the page shows besides the list.
func (r *rosters) page(id string, roster builder.Roster, key string, draw func() ([]byte, error)) ([]byte, error) {
	r.mu.Lock()
	one := r.byID[id]
	if one == nil || one.roster != roster {
		one = &kept{}
	}
	page := one.pages[key]
	r.mu.Unlock()
	if page != nil {
		return page, nil
	}
	page, err := draw()
	if err == nil && one.pages != nil {
		r.mu.Lock()
		defer r.mu.Unlock()
		if len(one.pages) >= mostPages {
			clear(one.pages)
		}
		one.pages[key] = page
	}
	return page, err
}

// histories keep what can be undone, by list: what was changed here, but not what
// another program changed.
type histories struct {
	mu   sync.Mutex
	byID map[string]*history.History
}

// did notes a change of a list. If its text is not what the newest change here
// left, another program's change begins a new history.
func (h *histories) did(id string, was, now []byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	one := h.byID[id]
	if one == nil || !one.Has(was) {
		one = new(history.History)
		if h.byID == nil {
			h.byID = map[string]*history.History{}
		}
		h.byID[id] = one
	}
	one.Note(was)
	one.Note(now)
}

// of returns a list's history if its text is what the newest change here left,
// else an empty one.
func (h *histories) of(id string, text []byte) history.History {
	h.mu.Lock()
	defer h.mu.Unlock()
	if one := h.byID[id]; one != nil && one.Has(text) {
		return *one
	}
	return history.History{}
}

// moved notes that a list has the text so many steps on in its history.
func (h *histories) moved(id string, steps int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.byID[id].Move(steps)
}
