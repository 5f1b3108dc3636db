package odds

import "sync"

// An arena allocates the numbers of one fight, so that a strike costs no allocation per die. It
// also counts the work of the fight against the limits.
type arena struct {
	floatStack
	lastingStack floatStack
	// returns n zeros that stay valid until the fight is done
	allocLasting func(n int) []float64
	// numbers (float64) computed and kept so far in this fight; see maxComputedNumbers and
	// maxKeptNumbers
	computedNumbers, keptNumbers int
}

// A floatStack allocates zeroed numbers as a stack.
type floatStack struct {
	numbers   []float64
	usedCount int // count of the numbers in use
}

// maxStackGrowth is the largest count of numbers (2 MB) that a floatStack allocates in advance,
// beyond the present request.
const maxStackGrowth = 1 << 18

// limitExceeded is the value of the panic when a fight exceeds maxComputedNumbers or
// maxKeptNumbers; exactFight.releaseMemory recovers it.
type limitExceeded struct{}

// countComputedNumbers counts n computed numbers; it panics with limitExceeded beyond
// maxComputedNumbers.
func (m *arena) countComputedNumbers(n int) {
	if m.computedNumbers += n; m.computedNumbers > maxComputedNumbers {
		panic(limitExceeded{})
	}
}

// countKeptNumbers counts n numbers that are kept until the fight is done; it panics with
// limitExceeded beyond maxKeptNumbers.
func (m *arena) countKeptNumbers(n int) {
	if m.keptNumbers += n; m.keptNumbers > maxKeptNumbers {
		panic(limitExceeded{})
	}
}

// alloc returns n zeros.
func (m *floatStack) alloc(n int) []float64 {
	if m.usedCount+n > len(m.numbers) {
		// numbers lent from the old block stay valid
		m.numbers, m.usedCount = make([]float64, max(min(2*len(m.numbers), maxStackGrowth), n, 1024)), n
		return m.numbers[:n:n] // zeros that take no memory until they are written
	}
	v := m.numbers[m.usedCount : m.usedCount+n : m.usedCount+n]
	m.usedCount += n
	clear(v)
	return v
}

// mark returns the top of the stack; release(mark) frees everything allocated since.
func (m *floatStack) mark() int { return m.usedCount }

// release frees everything allocated since mark returned the given top.
func (m *floatStack) release(mark int) { m.usedCount = min(mark, m.usedCount) }

// arenas pools idle arenas. No result may refer to their numbers.
var arenas = sync.Pool{New: func() any {
	a := new(arena)
	a.allocLasting = a.lastingStack.alloc
	return a
}}
