package odds

import "sync"

// A floatStack allocates zeroed numbers as a stack, so that a strike costs no allocation per die.
type floatStack struct {
	block      []float64
	used       int
	work, kept int // of the fight
}

// tooMuch is the panic of a fight that exceeds the limits of exact work; exact.end recovers it.
type tooMuch struct{}

// did counts work on so many numbers.
func (m *floatStack) did(n int) {
	if m.work += n; m.work > maxWork {
		panic(tooMuch{})
	}
}

// keeps counts numbers that are kept until the fight is worked out.
func (m *floatStack) keeps(n int) {
	if m.kept += n; m.kept > maxKept {
		panic(tooMuch{})
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

// mark and release free all numbers allocated in between.
func (m *floatStack) mark() int { return m.used }

func (m *floatStack) release(mark int) { m.used = min(mark, m.used) }

// arenas pools idle arenas. No result may keep numbers of one.
var arenas = sync.Pool{New: func() any { return new(floatStack) }}
