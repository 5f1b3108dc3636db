package export

import (
	"fmt"
	"slices"
	"strings"

	"muster/builder/fad"
	"muster/builder/fad/preview"
	combat "muster/rules/fad"
)

// AddForceOdds adds to each unit on the sheet of a force what it can expect to
// do to typical targets, firing and in assault: figures that fall, of a vehicle
// the chance that it is lost by its next activation. The error says which unit
// cannot fight.
func AddForceOdds(s *Sheet, a *fad.Army) error {
	targets, err := preview.Bench()
	if err != nil {
		return err
	}
	table, err := preview.Matrix(preview.Units(a), targets, preview.Options{})
	if err != nil {
		return err
	}
	for i, u := range table.Units {
		b := s.block(u.ID)
		if b == nil {
			continue
		}
		odds := forceOdds(targets, table.Fire[i], table.Assault[i])
		last := len(b.Tables) - 1
		switch beside := s.block(u.With); {
		case len(odds.Rows) == 0:
		case beside == nil || b.Tables[last].Title != odds.Title:
			b.Tables = append(b.Tables, odds)
		default: // rows below those of the unit alone
			for j := range odds.Rows {
				odds.Rows[j][0] += " with " + beside.Name
			}
			b.Tables[last].Rows = append(b.Tables[last].Rows, odds.Rows...)
			b.Tables[last].Shares = append(b.Tables[last].Shares, odds.Shares...)
		}
		if len(u.NotModelled) > 0 {
			b.Notes = append(b.Notes, Note{Label: "Not in odds", Text: strings.Join(u.NotModelled, ", ")})
		}
	}
	s.Key = strings.TrimSpace(s.Key + " Expected losses are exact, against fresh units in the open, from where all weapons reach; % is the chance that a vehicle is lost; * marks the target of which most points are destroyed, and bars the share of the target.")
	return nil
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

// forceOdds is what a unit does to each target, a row for each way to fight.
func forceOdds(targets []preview.Unit, fire, assault []preview.Pair) Table {
	const title = "Expected losses"
	t := Table{Title: title, Columns: []Column{{Name: title, Kind: Words}}}
	for _, target := range targets {
		t.Columns = append(t.Columns, Column{Name: target.Name, Kind: Figure, Inline: strings.ToLower(target.Name) + " %"})
	}
	for _, way := range []struct {
		name  string
		pairs []preview.Pair
	}{{"Fire", fire}, {"Assault", assault}} {
		best := preview.Best(way.pairs)
		if best < 0 {
			continue
		}
		row, shares := []string{way.name}, []float64{0}
		for i, p := range way.pairs {
			cell, share := "", 0.0
			switch target := &p.Result.Target; {
			case p.Unit == nil:
			case targets[i].Side.Kind == combat.Vehicle:
				cell, share = fmt.Sprintf("%.0f%%", 100*target.Lost), target.Lost
			default:
				cell, share = fmt.Sprintf("%.1f", target.Casualties.Mean), target.Casualties.Mean/float64(max(1, targets[i].Side.Figures))
			}
			if i == best {
				cell += "*"
			}
			row, shares = append(row, cell), append(shares, share)
		}
		t.Rows, t.Shares = append(t.Rows, row), append(t.Shares, shares)
	}
	return t
}
