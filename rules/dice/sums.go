package dice

// Sums is the distributions of the sum of 0, 1, 2, … independent copies of one
// number, capped. Each is made from the one before when it is first asked for,
// which is what a fight needs: the volleys of 1, 2, 3, … carriers left.
// A Sums is not for concurrent use.
type Sums struct {
	one  PMF
	top  int
	rows []PMF
}

// NewSums returns the sums of copies of one, with every sum above top counted
// as top. It keeps one, which must not change.
func NewSums(one PMF, top int) *Sums {
	return &Sums{one: one, top: top}
}

// At returns the distribution of the sum of n copies. It belongs to s.
func (s *Sums) At(n int) PMF {
	if len(s.rows) == 0 {
		s.rows = append(make([]PMF, 0, n+1), PMF{1})
	}
	for len(s.rows) <= n {
		last := s.rows[len(s.rows)-1]
		length := min(len(last)+len(s.one)-1, s.top+1)
		s.rows = append(s.rows, SumCapped(make(PMF, length), last, s.one))
	}
	return s.rows[n]
}
