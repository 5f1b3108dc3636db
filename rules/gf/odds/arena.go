package odds

import "sync"

// An arena lends the numbers of one fight, so that a strike costs no allocation per die. It also
// counts the work of the fight against the limits.
type arena struct {
	floatStack
	lasting      floatStack
	keep         func(n int) []float64 // returns n zeros that are lent until the fight is done
	worked, kept int                   // numbers computed and kept so far in this fight; see maxWork and maxKept
}

// A floatStack allocates zeroed numbers as a stack.
type floatStack struct {
	block []float64
	used  int
}

// maxGrowth is the most numbers that a floatStack allocates beyond what is asked for: 2 MB.
const maxGrowth = 1 << 18

// limitExceeded is the value of the panic when a fight exceeds maxWork or maxKept; exact.end
// recovers it.
type limitExceeded struct{}

// countWork adds n numbers computed; it panics with limitExceeded beyond maxWork.
func (m *arena) countWork(n int) {
	if m.worked += n; m.worked > maxWork {
		panic(limitExceeded{})
	}
}

// countKept adds n numbers that are kept until the fight is done; it panics with limitExceeded
// beyond maxKept.
func (m *arena) countKept(n int) {
	if m.kept += n; m.kept > maxKept {
		panic(limitExceeded{})
	}
}

// alloc returns n zeros.
func (m *floatStack) alloc(n int) []float64 {
	if m.used+n > len(m.block) {
		// numbers lent from the old block stay valid
		m.block, m.used = make([]float64, max(min(2*len(m.block), maxGrowth), n, 1024)), n
		return m.block[:n:n] // zeros that take no memory until they are written
	}
	v := m.block[m.used : m.used+n : m.used+n]
	m.used += n
	clear(v)
	return v
}

// mark returns the top of the stack; release(mark) frees everything allocated since.
func (m *floatStack) mark() int { return m.used }

func (m *floatStack) release(mark int) { m.used = min(mark, m.used) }

// arenas pools idle arenas. No result may refer to their numbers.
var arenas = sync.Pool{New: func() any {
	a := new(arena)
	a.keep = a.lasting.alloc
	return a
}}
