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

// MaxCachedBytes limits the cache of lists.
const MaxCachedBytes = 64 << 20

// A CachedList caches data about a list between requests. Nothing is lost if it is dropped.
type CachedList struct {
	Roster     builder.Roster  // the list as last read
	LastChange string          // the text of the newest change, or ""
	History    history.History // changes made here, for undo
	// FindingAnswers is what web/build found out about the findings of Roster; nil for nothing.
	FindingAnswers any
	CachedGame     CachedValue // the list's game; nil if it is not cached
	Target         string      // the last target
	Distance       string      // the last distance to it, in inches
	// FieldRanks holds the values of units' fields against targets, by unit and target. They stay
	// the same while a unit changes.
	FieldRanks   map[string]map[string]float64
	FillProgress float64        // progress of filling the list, from 0 to 1
	ImportReport []byte         // the report of the list's import, as HTML
	copyRoster   builder.Roster // the list as read from the copy in its file, if its army books are missing

	id        string
	lastUse   int // time of the last use, counted in uses of all cached lists
	sizeBytes int // estimated bytes of the cached data
}

// A CachedValue is a cached value of another package; Bytes estimates its memory.
type CachedValue interface{ Bytes() int }

// A ListCache caches recently used lists. If they need more than maxBytes, it drops the least
// recently used.
type ListCache struct {
	mu          sync.Mutex
	byID        map[string]*CachedList
	maxBytes    int // 0 for MaxCachedBytes
	useCount    int // number of uses of all cached lists, to order them by last use
	cachedBytes int // estimated bytes of all cached lists
}

// WithCached calls do with the cached data of a list. No other goroutine uses them meanwhile.
func (d *ListCache) WithCached(id string, do func(*CachedList)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	one := d.byID[id]
	if one == nil {
		one = &CachedList{id: id}
		if d.byID == nil {
			d.byID = map[string]*CachedList{}
		}
		d.byID[id] = one
	}
	d.useCount++
	one.lastUse = d.useCount
	do(one)
	d.cachedBytes -= one.sizeBytes
	one.sizeBytes = one.bytes()
	d.cachedBytes += one.sizeBytes
	for d.cachedBytes > cmp.Or(d.maxBytes, MaxCachedBytes) && len(d.byID) > 1 {
		oldest := one
		for _, other := range d.byID {
			if other.lastUse < oldest.lastUse {
				oldest = other
			}
		}
		d.cachedBytes -= oldest.sizeBytes
		delete(d.byID, oldest.id)
	}
}

// Estimated sizes in bytes of the parts of a cached list: a value of its document (measured on
// 1,000 lists), a finding, and small data of any kind.
const (
	bytesPerValue        = 1060
	bytesPerFinding      = 512
	overheadBytesPerList = 2048
)

// bytes estimates the memory of a cached list, rather too high.
func (d *CachedList) bytes() int {
	n := overheadBytesPerList + len(d.id) + ListBytes(d.Roster) + ListBytes(d.copyRoster)
	for _, state := range d.History.States {
		n += len(state)
	}
	if d.CachedGame != nil {
		n += d.CachedGame.Bytes()
	}
	return n + len(d.ImportReport)
}

// ListBytes estimates the memory in bytes that an opened list takes; 0 for nil.
func ListBytes(list builder.Roster) int {
	if list == nil {
		return 0
	}
	source := list.Document().Source
	return overheadBytesPerList + 2*len(source) + bytesPerValue*schema.CountValues(source) +
		bytesPerFinding*len(list.Findings())
}

// CachedSize returns the number of cached lists, and the estimate of their memory.
func (d *ListCache) CachedSize() (lists, bytes int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.byID), d.cachedBytes
}

// hasRoom reports whether bytes more can be cached without dropping anything.
func (d *ListCache) hasRoom(bytes int) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.cachedBytes+bytes+overheadBytesPerList <= cmp.Or(d.maxBytes, MaxCachedBytes)
}

// roster returns a list as last read, or nil.
func (d *ListCache) roster(id string) (roster builder.Roster) {
	d.WithCached(id, func(one *CachedList) { roster = one.Roster })
	return roster
}

// Cache caches a list with the text of its newest change.
func (d *ListCache) Cache(id string, roster builder.Roster, change string) {
	d.WithCached(id, func(one *CachedList) {
		one.Roster, one.LastChange, one.FindingAnswers = roster, change, nil
	})
}

// recordChange records a change of a list. If another program has changed the list, it starts a new
// history.
func (d *CachedList) recordChange(was, now []byte) {
	if !d.History.IsCurrent(was) {
		d.History = history.History{}
	}
	d.History.Add(was)
	d.History.Add(now)
}

// HistoryOf returns a list's history, or an empty one if another program has changed the list.
func (d *ListCache) HistoryOf(id string, text []byte) (past history.History) {
	d.WithCached(id, func(one *CachedList) {
		if one.History.IsCurrent(text) {
			past = one.History
		}
	})
	return past
}

// Histories returns the histories of all lists, the most recently used last.
func (d *ListCache) Histories() []history.History {
	d.mu.Lock()
	defer d.mu.Unlock()
	all := []*CachedList{}
	for _, one := range d.byID {
		if len(one.History.States) > 0 {
			all = append(all, one)
		}
	}
	slices.SortStableFunc(all, func(a, b *CachedList) int { return cmp.Compare(a.lastUse, b.lastUse) })
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
	mutexes  [64]sync.Mutex
	seedOnce sync.Once
	seed     maphash.Seed
}

// Lock locks a list and returns the function to unlock it.
func (l *Locks) Lock(id string) (unlock func()) {
	l.seedOnce.Do(func() { l.seed = maphash.MakeSeed() })
	one := &l.mutexes[maphash.String(l.seed, id)%uint64(len(l.mutexes))]
	one.Lock()
	return one.Unlock
}
