package export

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"muster/builder/table"
)

// mergeEqualUnits returns the sheet with equal units in one block, at the place of the first, each
// with its own boxes. Units with joined units or different pictures stay separate.
func (s Sheet) mergeEqualUnits() Sheet {
	names := map[string]bool{}
	eachBlock(s.Blocks, func(b Block) { names[b.Name] = true })
	var blocks []Block
	first := map[string]int{} // the block of each build
	for _, b := range s.Blocks {
		if len(b.JoinedUnits) > 0 {
			blocks = append(blocks, b)
			continue
		}
		build := fmt.Sprintf("%#v", b.withoutUnitTexts(names))
		for _, t := range b.Tables {
			build += fmt.Sprintf("%#v", *t)
		}
		at, known := first[build]
		if known && b.image != nil && blocks[at].image != nil && b.image != blocks[at].image {
			build += fmt.Sprintf("%p", b.image)
			at, known = first[build]
		}
		if known {
			blocks[at].image = cmp.Or(blocks[at].image, b.image)
		}
		switch {
		case !known:
			first[build] = len(blocks)
			blocks = append(blocks, b)
		case blocks[at].EqualUnits == nil:
			blocks[at].EqualUnits = []Block{blocks[at], b}
		default:
			blocks[at].EqualUnits = append(blocks[at].EqualUnits, b)
		}
	}
	for i := range blocks {
		if b := &blocks[i]; b.EqualUnits != nil {
			b.Notes = b.mergedNotes(names)
			b.Name, _ = b.nameAndNumber()
		}
	}
	s.Blocks = blocks
	return s
}

// withoutUnitTexts returns the block without the texts that may differ between equal units: their
// numbers, remarks, and names of other units; and without its tables. names holds the names of all
// units.
func (b Block) withoutUnitTexts(names map[string]bool) Block {
	b.Name, _ = b.nameAndNumber()
	b.ID, b.IDs, b.Title, b.InTransport, b.CombinedHalves, b.Terms, b.Tables, b.image = "", nil, "", "", nil, nil, nil, nil
	b.Unit.Name = b.Name
	if b.Notes = slices.DeleteFunc(slices.Clone(b.Notes), func(n table.Note) bool { return isAboutOneUnit(n, names) }); len(b.Notes) == 0 {
		b.Notes = nil
	}
	return b
}

// nameAndNumber splits a block's name into the name and the number that distinguishes equal units:
// "Line Squad", "#2".
func (b Block) nameAndNumber() (name, number string) {
	if name, n, ok := strings.Cut(b.Name, " #"); ok && strings.Trim(n, "0123456789") == "" {
		return name, "#" + n
	}
	return b.Name, b.Name
}

// isAboutOneUnit reports whether a note is about a single unit only: a remark, or names of other
// units, such as its transport.
func isAboutOneUnit(n table.Note, names map[string]bool) bool {
	if n.WrittenByPlayer {
		return true
	}
	for name := range strings.SplitSeq(strings.TrimSuffix(n.Text, " (its partner)"), ", ") {
		if !names[name] {
			return false
		}
	}
	return true
}

// mergedNotes returns the notes of all units of a block; a note about a single unit begins with its
// number.
func (b Block) mergedNotes(names map[string]bool) []table.Note {
	all := slices.DeleteFunc(slices.Clone(b.Notes), func(n table.Note) bool { return isAboutOneUnit(n, names) })
	type kind struct {
		label string
		own   bool
	}
	var kinds []table.Note
	texts := map[kind][]string{}
	for _, one := range b.EqualUnits {
		_, number := one.nameAndNumber()
		for _, n := range one.Notes {
			if !isAboutOneUnit(n, names) {
				continue
			}
			of := kind{n.Label, n.WrittenByPlayer}
			if n.MayShareLine = false; texts[of] == nil {
				kinds = append(kinds, n)
			}
			texts[of] = append(texts[of], number+" "+n.Text)
		}
	}
	for _, n := range kinds {
		n.Text = strings.Join(texts[kind{n.Label, n.WrittenByPlayer}], "\n")
		all = append(all, n)
	}
	return all
}

// heading returns the block's name with the number of units: "Line Squad ×3".
func (b Block) heading() string {
	if b.EqualUnits == nil {
		return b.Name
	}
	return fmt.Sprintf("%s ×%d", b.Name, len(b.EqualUnits))
}

// price returns the cost of the block's unit; of several equal units the cost of each.
func (b Block) price() string {
	cost := b.CostText()
	if b.EqualUnits != nil && cost != "" {
		cost += " each"
	}
	return cost
}
