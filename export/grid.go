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
	labelWidth              float64          // width for labels before notes and tracks, in millimetres
	valueSlots              []profileValue   // the widest value at each position of a profile
	slotByLabel             map[string]int   // index in slots of the value with a label
	roundBoxesWidth         float64          // width of the boxes of rounds in millimetres; 0 if no unit has any
	slotRows                [][]profileValue // slots by printed row
	roundBoxesBesideProfile bool             // the boxes of rounds fit beside the first row of the profile
	// the grid is for cards: there each of several equal units may have its boxes of rounds beside
	// its track
	isForCards bool
	// weaponTables joins the rows of all blocks' tables with the same columns, by columnKey
	weaponTables map[string]columnSet
}

// columnSet holds the columns of tables of weapons.
type columnSet struct {
	table       *report.Table
	width       float64   // width of the table, in millimetres
	widths      []float64 // widths of the columns in millimetres, negative for empty columns
	allWordsFit bool      // every word fits into its column
}

// withGrid returns blocks that share a grid.
func withGrid(blocks []Block, g *grid) []Block {
	return changeBlocks(blocks, func(b *Block) { b.grid = g })
}

// gridOf computes the grid of blocks for columns of width w.
func gridOf(blocks []Block, w float64, d badgeStyle) *grid {
	const least = 9
	g := &grid{labelWidth: least, weaponTables: map[string]columnSet{}}
	fitLabel := func(label string) {
		if wide := noteLabelFont.width(printable(label)) + 1.2; wide <= labelWidth {
			g.labelWidth = max(g.labelWidth, wide)
		}
	}
	var profiles, placed [][]profileValue
	eachBlock(blocks, func(b Block) {
		profiles = append(profiles, b.profile())
		for _, n := range b.notes() {
			fitLabel(n.Label)
		}
		for _, t := range b.Tracks {
			fitLabel(t.Label)
		}
		for _, c := range b.Counters {
			if c.PerRound {
				g.roundBoxesWidth = max(g.roundBoxesWidth, roundBoxesWidth(c))
			}
		}
		for _, t := range b.Tables {
			g.addTable(t, w-2*padding)
		}
	})
	g.placeValues(profiles, d)
	eachBlock(blocks, func(b Block) {
		if len(g.valueSlots) > 0 {
			placed = append(placed, g.placeProfile(b))
		}
	})
	if g.slotRows = d.splitRows(g.valueSlots, w-2*padding+badgeGap, placed...); len(g.slotRows) > 0 {
		g.roundBoxesBesideProfile = g.roundBoxesWidth > 0 &&
			d.rowWidth(g.slotRows[0])+g.roundBoxesWidth+badgeGap <= w-2*padding
	}
	g.setColumnWidths()
	return g
}

// setColumnWidths computes the widths of the columns of each kind of table.
func (g *grid) setColumnWidths() {
	for kind, all := range g.weaponTables {
		all.fit()
		g.weaponTables[kind] = all
	}
}

// placeValues finds a position for each value of the profiles, so that every profile keeps its
// order. It computes the longest path in the graph of all orders. Values that no unit has together
// may share a position.
func (g *grid) placeValues(profiles [][]profileValue, d badgeStyle) {
	g.slotByLabel = map[string]int{}
	for pass, again := 0, true; again; pass++ {
		if again = false; pass > 30 { // orders that contradict one another
			g.slotByLabel = nil
			return
		}
		for _, profile := range profiles {
			least := 0
			for _, f := range profile {
				if at, ok := g.slotByLabel[f.Label]; !ok || at < least {
					g.slotByLabel[f.Label], again = least, true
				}
				least = g.slotByLabel[f.Label] + 1
			}
		}
	}
	for _, profile := range profiles {
		for _, f := range profile {
			at := g.slotByLabel[f.Label]
			for len(g.valueSlots) <= at {
				g.valueSlots = append(g.valueSlots, profileValue{})
			}
			if d.badgeWidth(f) > d.badgeWidth(g.valueSlots[at]) {
				g.valueSlots[at] = f
			}
		}
	}
}

// placeProfile returns a block's values at their positions in the grid; missing values are empty.
func (g *grid) placeProfile(b Block) []profileValue {
	all := make([]profileValue, len(g.valueSlots))
	for _, f := range b.profile() {
		all[g.slotByLabel[f.Label]] = f
	}
	return all
}

// addTable adds the rows of a table of weapons to the joint table with the same columns.
func (g *grid) addTable(t *report.Table, w float64) {
	if hasBars(t) || len(t.Columns) == 0 {
		return
	}
	kind := columnKey(t)
	all, ok := g.weaponTables[kind]
	if !ok {
		all = columnSet{table: withShortNames(t), width: w}
		all.table.Rows = nil
	}
	for _, row := range t.Rows {
		if !slices.ContainsFunc(all.table.Rows, func(r report.Row) bool { return slices.Equal(r.Cells, row.Cells) }) {
			all.table.Rows = append(all.table.Rows, row)
		}
	}
	g.weaponTables[kind] = all
}

// columnKey returns the same key for tables with the same columns.
func columnKey(t *report.Table) string {
	return strings.Join(convert.All(t.Columns, func(c report.Column) string { return c.Name }), "\x00")
}

// withShortNames returns the table with short names of columns.
func withShortNames(t *report.Table) *report.Table {
	short := *t
	short.Columns = slices.Clone(t.Columns)
	for i, c := range t.Columns {
		if c.ShortName != "" {
			short.Columns[i].Name = c.ShortName
		}
	}
	return &short
}

// fit computes the widths of the columns.
func (all *columnSet) fit() {
	t := all.table
	said := make([]bool, len(t.Columns))
	some := &report.Table{}
	for i, c := range t.Columns {
		said[i] = c.Kind != report.NumberColumn && i < len(t.Columns)-1 ||
			slices.ContainsFunc(t.Rows, func(r report.Row) bool { return r.Cells[i].Text != "" })
		if said[i] {
			some.Columns = append(some.Columns, c)
		}
	}
	some.Rows = make([]report.Row, 0, len(t.Rows))
	for _, row := range t.Rows {
		cells := make([]report.Cell, 0, len(some.Columns))
		for i, cell := range row.Cells {
			if said[i] {
				cells = append(cells, cell)
			}
		}
		some.Rows = append(some.Rows, report.Row{Cells: cells})
	}
	widths, fits := columnWidths(some, all.width)
	all.widths, all.allWordsFit = make([]float64, len(said)), fits
	for i := range said {
		if all.widths[i] = -columnGap; said[i] {
			all.widths[i], widths = widths[0], widths[1:]
		}
	}
}

// fitColumns returns a table for the width w, with the widths of its columns. Tables of weapons
// have the widths of the grid. Empty columns of numbers are dropped, except for the first, in which
// empty means melee. fits is false if a word must be broken.
func (g *grid) fitColumns(t *report.Table, w float64) (set *report.Table, widths []float64, fits bool) {
	if hasBars(t) {
		if _, fits := chartColumnWidths(t, w); !fits {
			title := strings.Fields(t.Title)
			if t = t.Transposed(); len(title) > 0 { // one word, for one line
				t.Columns[0].Name = report.Capitalize(title[len(title)-1])
			}
		}
		widths, fits = chartColumnWidths(t, w)
		return t, widths, fits
	}
	if g == nil || g.weaponTables[columnKey(t)].width != w {
		g = &grid{weaponTables: map[string]columnSet{}}
		g.addTable(t, w)
		g.setColumnWidths()
	}
	all := g.weaponTables[columnKey(t)]
	set = withShortNames(t)
	first := slices.IndexFunc(set.Columns, func(c report.Column) bool { return c.Kind == report.NumberColumn })
	for i, c := range set.Columns {
		if i != first && c.Kind == report.NumberColumn &&
			!slices.ContainsFunc(t.Rows, func(r report.Row) bool { return r.Cells[i].Text != "" }) {
			set.Columns[i].Name = ""
		}
	}
	return set, all.widths, all.allWordsFit
}
