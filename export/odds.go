package export

import (
	"slices"
	"strings"

	"muster/builder"
)

// AddOdds adds to each unit on a sheet what it can expect to do to typical
// targets, together with the hero who joined it. What the odds leave out is
// named.
func AddOdds(s *Sheet, odds builder.Odds) {
	for _, u := range odds.Units {
		b := s.block(u.ID)
		if b == nil {
			continue
		}
		if len(u.Ways) > 0 {
			b.Tables = append(b.Tables, oddsTable(odds, u.Ways))
		}
		if len(u.NotModelled) > 0 {
			b.Notes = append(b.Notes, Note{Label: "Not in odds", Text: strings.Join(u.NotModelled, ", ")})
		}
	}
	s.Key = strings.TrimSpace(s.Key + " " + odds.About)
}

// block returns the block of the unit of an id to add to, or nil.
func (s *Sheet) block(id string) *Block {
	var find func(blocks []Block) *Block
	find = func(blocks []Block) *Block {
		for i := range blocks {
			if slices.Contains(blocks[i].IDs, id) {
				return &blocks[i]
			}
			if b := find(blocks[i].Joined); b != nil {
				return b
			}
		}
		return nil
	}
	return find(s.Blocks)
}

// oddsTable is what a unit does to each target, a row for each way to fight. Its
// bars are the share of the target that is destroyed.
func oddsTable(odds builder.Odds, ways []builder.Way) Table {
	title := "Expected " + odds.What
	t := Table{Title: title, Columns: []Column{{Name: title, Kind: Words}}}
	for _, target := range odds.Targets {
		t.Columns = append(t.Columns, Column{Name: target, Kind: Figure, Inline: strings.ToLower(target) + " %"})
	}
	for _, way := range ways {
		row, shares := []string{strings.ReplaceAll(way.Name, " ", noBreak)}, []float64{0}
		for i, e := range way.Expected {
			if i == way.Best {
				e.Text += "*"
			}
			row, shares = append(row, e.Text), append(shares, e.Share)
		}
		t.Rows, t.Shares = append(t.Rows, row), append(t.Shares, shares)
	}
	return t
}
