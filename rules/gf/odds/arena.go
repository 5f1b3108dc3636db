package odds

import "sync"

// A floatStack allocates zeroed numbers as a stack, so that a strike costs no allocation per die.
// It also counts the work of a fight against the limits.
type floatStack struct {
	block        []float64
	used         int
	worked, kept int // numbers computed and kept so far in this fight; see maxWork and maxKept
}

// limitExceeded is the value of the panic when a fight exceeds maxWork or maxKept; exact.end
// recovers it.
type limitExceeded struct{}

// countWork adds n numbers computed; it panics with limitExceeded beyond maxWork.
func (m *floatStack) countWork(n int) {
	if m.worked += n; m.worked > maxWork {
		panic(limitExceeded{})
	}
}

// countKept adds n numbers that are kept until the fight is done; it panics with limitExceeded
// beyond maxKept.
func (m *floatStack) countKept(n int) {
	if m.kept += n; m.kept > maxKept {
		panic(limitExceeded{})
	}
}

// alloc returns n zeros.
func (m *floatStack) alloc(n int) []float64 {
	if m.used+n > len(m.block) {
		// numbers lent from the old block stay valid
		m.block, m.used = make([]float64, max(2*len(m.block), n, 1024)), 0
	}
	v := m.block[m.used : m.used+n : m.used+n]
	m.used += n
	clear(v)
	return v
}

// mark returns the top of the stack; release(mark) frees everything allocated since.
func (m *floatStack) mark() int { return m.used }

func (m *floatStack) release(mark int) { m.used = min(mark, m.used) }

// floatStacks pools idle stacks. No result may refer to their numbers.
var floatStacks = sync.Pool{New: func() any { return new(floatStack) }}
