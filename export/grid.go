package export

import (
	"slices"
	"strings"

	"muster/convert"
	"muster/report"
)

// A grid holds common positions for all blocks of a sheet: values of the profile, columns of
// weapons, and the boxes of rounds.
type grid struct {
	labels       float64        // width of labels before notes and tracks, in millimetres
	slots        []figure       // the widest value at each position of a profile
	place        map[string]int // index of a value in slots, by its label
	turns        float64        // width of the boxes of rounds; 0 if no unit has any
	rows         [][]figure     // slots by printed row
	roundsBeside bool           // the boxes of rounds fit beside the first row
	card         bool           // for cards, where units of one block may have their boxes of rounds beside their tracks
	// weapons holds the rows of all blocks' tables, for each kind of table; widths holds their
	// columns' widths.
	weapons map[string]Table
	widths  map[string][]float64
}

// gridded returns blocks that share a grid.
func gridded(blocks []Block, g *grid) []Block {
	return changed(blocks, func(b *Block) { b.grid = g })
}

// gridOf computes the grid of blocks for columns of width w.
func gridOf(blocks []Block, w float64, d badgeStyle) *grid {
	const least = 9
	g := &grid{labels: least, weapons: map[string]Table{}, widths: map[string][]float64{}}
	take := func(label string) {
		if wide := noteLabel.width(printable(label)) + 1.2; wide <= labelWidth {
			g.labels = max(g.labels, wide)
		}
	}
	var profiles, placed [][]figure
	eachBlock(blocks, func(b Block) {
		profiles = append(profiles, b.profile())
		for _, n := range b.notes() {
			take(n.Label)
		}
		for _, t := range b.Tracks {
			take(t.Label)
		}
		for _, c := range b.Counters {
			if c.Turns {
				g.turns = max(g.turns, turnsWidth(c))
			}
		}
		for _, t := range b.Tables {
			g.add(t, w-2*pad)
		}
	})
	g.placeFigures(profiles, d)
	eachBlock(blocks, func(b Block) {
		if len(g.slots) > 0 {
			placed = append(placed, g.placed(b))
		}
	})
	if g.rows = d.rows(g.slots, w-2*pad+badgeGap, placed...); len(g.rows) > 0 {
		g.roundsBeside = g.turns > 0 && d.rowNeed(g.rows[0])+g.turns+badgeGap <= w-2*pad
	}
	g.setWidths()
	return g
}

// setWidths divides the width among the columns of each kind of table.
func (g *grid) setWidths() {
	for kind, all := range g.weapons {
		g.weapons[kind], g.widths[kind] = all.weaponWidths()
	}
}

// placeFigures finds a position for each value so that every profile keeps its order: the longest
// path in the graph of all orders. Values that no unit has together may share a position.
func (g *grid) placeFigures(profiles [][]figure, d badgeStyle) {
	g.place = map[string]int{}
	for pass, again := 0, true; again; pass++ {
		if again = false; pass > 30 { // orders that contradict one another
			g.place = nil
			return
		}
		for _, profile := range profiles {
			least := 0
			for _, f := range profile {
				if at, ok := g.place[f.Label]; !ok || at < least {
					g.place[f.Label], again = least, true
				}
				least = g.place[f.Label] + 1
			}
		}
	}
	for _, profile := range profiles {
		for _, f := range profile {
			at := g.place[f.Label]
			for len(g.slots) <= at {
				g.slots = append(g.slots, figure{})
			}
			if d.badgeNeed(f) > d.badgeNeed(g.slots[at]) {
				g.slots[at] = f
			}
		}
	}
}

// placed returns a block's values at their positions in the grid; missing ones are empty.
func (g *grid) placed(b Block) []figure {
	all := make([]figure, len(g.slots))
	for _, f := range b.profile() {
		all[g.place[f.Label]] = f
	}
	return all
}

// add adds the rows of a table of weapons to those of its kind.
func (g *grid) add(t Table, w float64) {
	if len(t.Shares) > 0 || len(t.Columns) == 0 {
		return
	}
	kind := t.kind()
	all, ok := g.weapons[kind]
	if !ok {
		all = t.withShortNames()
		all.Rows, all.Parts, all.width = nil, nil, w
	}
	for _, row := range t.Rows {
		if !slices.ContainsFunc(all.Rows, func(r []string) bool { return slices.Equal(r, row) }) {
			all.Rows = append(all.Rows, row)
		}
	}
	g.weapons[kind] = all
}

// kind identifies tables with the same columns.
func (t Table) kind() string {
	return strings.Join(convert.All(t.Columns, func(c report.Column) string { return c.Name }), "\x00")
}

// withShortNames returns the table with short names of columns.
func (t Table) withShortNames() Table {
	t.Columns = slices.Clone(t.Columns)
	for i, c := range t.Columns {
		if c.Short != "" {
			t.Columns[i].Name = c.Short
		}
	}
	return t
}

// weaponWidths returns the width of every column of weapons; 0 for empty columns.
func (t Table) weaponWidths() (Table, []float64) {
	said := make([]bool, len(t.Columns))
	var some Table
	for i, c := range t.Columns {
		said[i] = c.Kind != report.Number && i < len(t.Columns)-1 || slices.ContainsFunc(t.Rows, func(r []string) bool { return r[i] != "" })
		if said[i] {
			some.Columns = append(some.Columns, c)
		}
	}
	some.Rows = make([][]string, 0, len(t.Rows))
	for _, row := range t.Rows {
		cells := make([]string, 0, len(some.Columns))
		for i, cell := range row {
			if said[i] {
				cells = append(cells, cell)
			}
		}
		some.Rows = append(some.Rows, cells)
	}
	some.width = t.width
	widths, fits := columnWidths(some, t.width)
	t.fits = fits
	all := make([]float64, len(said))
	for i := range said {
		if all[i] = -columnGap; said[i] {
			all[i], widths = widths[0], widths[1:]
		}
	}
	return t, all
}

// columns returns a table for the width w with the widths of its columns; for weapons those of the
// grid. Empty columns of numbers are dropped, except for the first, in which empty means melee.
// fits is false if a word must be broken.
func (g *grid) columns(t Table, w float64) (set Table, widths []float64, fits bool) {
	if len(t.Shares) > 0 {
		if _, fits := chartWidths(t, w); !fits {
			t = t.transposed()
		}
		widths, fits = chartWidths(t, w)
		return t, widths, fits
	}
	if g == nil || g.weapons[t.kind()].width != w {
		g = &grid{weapons: map[string]Table{}, widths: map[string][]float64{}}
		g.add(t, w)
		g.weapons[t.kind()], g.widths[t.kind()] = g.weapons[t.kind()].weaponWidths()
	}
	all, widths := g.weapons[t.kind()], g.widths[t.kind()]
	set = t.withShortNames()
	set.width = w
	first := slices.IndexFunc(set.Columns, func(c report.Column) bool { return c.Kind == report.Number })
	for i, c := range set.Columns {
		if i != first && c.Kind == report.Number && !slices.ContainsFunc(t.Rows, func(r []string) bool { return r[i] != "" }) {
			set.Columns[i].Name = ""
		}
	}
	return set, widths, all.fits
}
