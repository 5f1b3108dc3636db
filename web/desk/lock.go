package desk

import (
	"hash/maphash"
	"sync"
)

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
