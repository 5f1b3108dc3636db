package web

import (
	"bytes"
	"hash/maphash"
	"sync"

	"muster/builder"
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

func (r *rosters) keep(id string, roster builder.Roster) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.byID == nil || len(r.byID) >= mostRosters {
		r.byID = map[string]*kept{}
	}
	r.byID[id] = &kept{roster, map[string][]byte{}}
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

// steps is how many states of a list can be undone.
const steps = 100

// A history is the earlier states of a list that was changed here, and those
// that were undone.
type history struct {
	before, after [][]byte
	now           []byte // the text that the newest change made
}

// histories keep what can be undone, by list.
type histories struct {
	mu   sync.Mutex
	byID map[string]*history
}

// of returns a list's history if its text is what the newest change left;
// another program's change begins a new one. Whoever asks has the list's lock.
func (h *histories) of(id string, text []byte) *history {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.byID == nil {
		h.byID = map[string]*history{}
	}
	one := h.byID[id]
	if one == nil || string(one.now) != string(text) {
		one = &history{now: text}
		h.byID[id] = one
	}
	return one
}

// left tells how many changes of a list can be undone and redone, if text is what
// the newest change left.
func (h *histories) left(id string, text []byte) (undo, redo int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if one := h.byID[id]; one != nil && bytes.Equal(one.now, text) {
		return len(one.before), len(one.after)
	}
	return 0, 0
}

// did notes a change from the history's text to another.
func (h *histories) did(one *history, text []byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	one.before, one.after = last(append(one.before, one.now), steps), nil
	one.now = text
}

// back moves a step towards the past, forth towards the present. They are
// called once the text that peek returned is written.
func (h *histories) back(one *history) { h.move(one, &one.before, &one.after) }

func (h *histories) forth(one *history) { h.move(one, &one.after, &one.before) }

func (h *histories) move(one *history, from, to *[][]byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	n := len(*from) - 1
	*to = append(*to, one.now)
	one.now, *from = (*from)[n], (*from)[:n]
}

// peek returns the newest of some states, or nil.
func peek(states [][]byte) []byte {
	if len(states) == 0 {
		return nil
	}
	return states[len(states)-1]
}

func last(states [][]byte, most int) [][]byte {
	if extra := len(states) - most; extra > 0 {
		states = append([][]byte{}, states[extra:]...)
	}
	return states
}
