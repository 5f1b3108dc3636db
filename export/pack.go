package export

import "math"

// A packer distributes blocks over the columns of pages, in list order.
type packer struct {
	blocks      []slab
	gap         float64 // space between two blocks of a column, in millimetres
	columns     int     // number of columns per page
	firstHeight float64 // column height on the first page, in millimetres
	otherHeight float64 // column height on other pages
	// text follows in the free space of the last page
	textFollows bool
}

// columnEnds returns the end of each column, as an index of blocks. It uses the fewest pages, and
// fills columns before the last page as far as possible.
func (p packer) columnEnds() []int {
	columns := p.pageCount() * p.columns
	n := len(p.blocks)
	heights := make([]float64, n)
	for i, b := range p.blocks {
		heights[i] = b.height()
	}
	type state struct {
		cost float64
		from int
	}
	table := make([][]state, columns+1) // by columns and blocks that are placed
	for c := range table {
		table[c] = make([]state, n+1)
		for to := range table[c] {
			best := state{cost: math.Inf(1)}
			used := -p.gap
			for from := to; c > 0 && from >= 0 && used <= p.columnHeight(c-1)+lengthTolerance; from-- {
				if cost := table[c-1][from].cost + p.columnPenalty(c-1, columns, max(used, 0)); cost < best.cost {
					best = state{cost, from}
				}
				if from > 0 {
					used += heights[from-1] + p.gap
				}
			}
			if c == 0 && to == 0 {
				best.cost = 0
			}
			table[c][to] = best
		}
	}
	ends := make([]int, columns)
	for c, to := columns, n; c > 0; c-- {
		ends[c-1] = to
		to = table[c][to].from
	}
	return ends
}

// pageCount returns the number of pages that the blocks need.
func (p packer) pageCount() int {
	column, used := 0, -p.gap
	for _, b := range p.blocks {
		h := b.height()
		for used+p.gap+h > p.columnHeight(column)+lengthTolerance {
			column, used = column+1, -p.gap
		}
		used += p.gap + h
	}
	return column/p.columns + 1
}

// columnHeight returns the height of the column with an index, counted from the first page on.
func (p packer) columnHeight(column int) float64 {
	if column < p.columns {
		return p.firstHeight
	}
	return p.otherHeight
}

// columnPenalty returns the penalty for blocks that fill used millimetres of a column. On the last
// page it is least for columns of equal height, or for full first columns if text follows.
func (p packer) columnPenalty(column, columns int, used float64) float64 {
	const (
		none  = 60   // a column before the last page with nothing in it
		short = 20   // one that ends above the end of the page
		last  = 0.01 // what matters little
	)
	h := p.columnHeight(column)
	switch {
	case column >= columns-p.columns && p.textFollows:
		return last * float64(column%p.columns) * used / h
	case column >= columns-p.columns:
		return last * (used / h) * (used / h)
	case used == 0:
		return none
	}
	free := max(0, h-used) / h
	return short * free * free
}
