package export

import (
	"cmp"
	"slices"
)

// A packing is which blocks stand in each column of a page, by their numbers.
type packing [][]int

// A packer shares blocks out to the columns of pages. Their order stays as far
// as it can: the first that is left is always on the next page, and a block
// goes ahead of earlier ones only where it fills what these leave empty.
type packer struct {
	heights []float64
	columns int
	gap     float64
}

const (
	wellFilled = 0.93 // a page of which every column is filled so far is good
	aheadMost  = 4    // blocks that may be passed over for a page
	aheadCost  = 0.02 // how much emptier a page may be for passing over one less
	window     = 14   // blocks that are looked at for a page
)

// page returns the packing of the blocks left on a page of the given height,
// and those that are left after it. It is empty if the first does not fit.
func (p *packer) page(left []int, height float64) (packing, []int) {
	if p.heights[left[0]] > height+rounding {
		return nil, left
	}
	if all := p.level(left, height); all != nil {
		return all, nil
	}
	s := search{packer: p, left: left[:min(len(left), window)], height: height, used: make([]float64, p.columns), at: make([]int, window)}
	for passed := 0; passed <= aheadMost && s.best < wellFilled; passed++ {
		s.passed = passed
		s.try(0, 0, passed)
	}
	packed := make(packing, p.columns)
	taken := map[int]bool{}
	for i, column := range s.found {
		if column >= 0 {
			packed[column] = append(packed[column], left[i])
			taken[left[i]] = true
		}
	}
	return packed, slices.DeleteFunc(slices.Clone(left), func(n int) bool { return taken[n] })
}

// search looks for the best filled page.
type search struct {
	*packer
	left   []int
	height float64
	passed int       // blocks that may be passed over in all
	used   []float64 // height of each column
	at     []int     // the column of each block, -1 for one passed over
	best   float64
	found  []int
}

// try places the blocks from the i-th on; n are placed, and so many more may be
// passed over.
func (s *search) try(i, n, may int) {
	if n > 0 && (i == 0 || s.at[i-1] >= 0) {
		fill := slices.Min(s.used)/s.height - aheadCost*float64(s.passed-may)
		if fill > s.best {
			s.best, s.found = fill, slices.Clone(s.at[:i])
		}
	}
	if i == len(s.left) || s.best >= wellFilled {
		return
	}
	h := s.heights[s.left[i]]
	for c, used := range s.used {
		if slices.Contains(s.used[:c], used) { // as in a column before
			continue
		}
		more := h
		if used > 0 {
			more += s.gap
		}
		if used+more > s.height+rounding {
			continue
		}
		s.used[c], s.at[i] = used+more, c
		s.try(i+1, n+1, may)
		s.used[c] = used
	}
	if may > 0 && i > 0 {
		s.at[i] = -1
		s.try(i+1, n, may-1)
	}
}

// level returns the packing of all blocks in columns about equally high, or nil
// if they do not fit: in their order, or else the highest first. It may fail
// where a longer search would not.
func (p *packer) level(left []int, height float64) packing {
	if packed := p.share(left, height); packed != nil {
		return packed
	}
	highest := slices.SortedStableFunc(slices.Values(left), func(a, b int) int { return cmp.Compare(p.heights[b], p.heights[a]) })
	packed := p.share(highest, height)
	for _, column := range packed {
		slices.Sort(column)
	}
	slices.SortFunc(packed, slices.Compare)
	return packed
}

// share puts each block in the column that is the shortest by then; nil if one
// does not fit.
func (p *packer) share(blocks []int, height float64) packing {
	packed, used := make(packing, p.columns), make([]float64, p.columns)
	for _, n := range blocks {
		c := 0
		for i := range used {
			if used[i] < used[c]-rounding {
				c = i
			}
		}
		if used[c] > 0 {
			used[c] += p.gap
		}
		if used[c] += p.heights[n]; used[c] > height+rounding {
			return nil
		}
		packed[c] = append(packed[c], n)
	}
	return packed
}

// height returns the height of blocks in a column.
func (p *packer) height(column []int) float64 {
	h := -p.gap
	for _, n := range column {
		h += p.heights[n] + p.gap
	}
	return max(h, 0)
}
