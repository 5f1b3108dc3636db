package dice

// Sums holds the distributions of the sum of 0, 1, 2, … independent copies of one random number,
// such as the hits of several weapons. Each is computed from the one before at its first use. It is
// not safe for concurrent use.
type Sums struct {
	single PMF   // distribution of one copy of the random number
	maxSum int   // larger sums count as maxSum
	rows   []PMF // rows[n] is the distribution of the sum of n copies

	alloc func(n int) []float64 // alloc returns n zeros
}

// NewSums returns the sums of independent copies of a random number with distribution one; sums
// above top count as top. one must not change afterwards. alloc returns n zeros, which must last as
// long as the sums; see Zeros.
func NewSums(one PMF, top int, alloc func(n int) []float64) *Sums {
	return &Sums{single: one, maxSum: top, alloc: alloc}
}

// Zeros returns n newly allocated zeros.
func Zeros(n int) []float64 { return make([]float64, n) }

// OfCopies returns the distribution of the sum of n copies, which callers must not change.
func (s *Sums) OfCopies(n int) PMF {
	if n < len(s.rows) {
		return s.rows[n]
	}
	have := len(s.rows)
	if have == 0 {
		have = 1
		s.rows = append(make([]PMF, 0, n+1), s.alloc(1))
		s.rows[0][0] = 1
	}
	// one allocation for all missing rows
	all := 0
	for length, k := len(s.rows[have-1]), have; k <= n; k++ {
		length = s.nextRowLength(length)
		all += length
	}
	room := s.alloc(all)
	for k := have; k <= n; k++ {
		last := s.rows[k-1]
		length := s.nextRowLength(len(last))
		row := room[:length:length]
		room = room[length:]
		s.rows = append(s.rows, SumCapped(row, last, s.single))
	}
	return s.rows[n]
}

// ComputationCost returns how many new probabilities OfCopies(n) would store, and about how many
// additions it would make for them.
func (s *Sums) ComputationCost(n int) (numbers, sums int) {
	if n < len(s.rows) {
		return 0, 0
	}
	numbers = (n + 1 - len(s.rows)) * min(n*(len(s.single)-1)+1, s.maxSum+1)
	return numbers, numbers * len(s.single)
}

// nextRowLength returns the number of probabilities in the row after a row with length
// probabilities.
func (s *Sums) nextRowLength(length int) int {
	return min(length+len(s.single)-1, s.maxSum+1)
}

// SumOfCopies returns the distribution of the sum of n independent random numbers with distribution
// one; sums above top count as top. alloc returns n zeros; see Zeros.
func SumOfCopies(one PMF, n, top int, alloc func(n int) []float64) PMF {
	room := min(n*(len(one)-1), top) + 1
	sum, last := PMF(alloc(room)[:1]), PMF(alloc(room))
	sum[0] = 1
	for range n {
		sum, last = SumCapped(last[:min(len(sum)+len(one)-1, room)], sum, one), sum[:cap(sum)]
	}
	return sum
}
