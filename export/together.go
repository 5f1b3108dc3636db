package export

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"muster/builder/table"
)

// together returns the sheet with equal units in one block, at the place of the first, each with
// its own boxes. Units with joined units or different pictures stay separate.
func (s Sheet) together() Sheet {
	names := map[string]bool{}
	eachBlock(s.Blocks, func(b Block) { names[b.Name] = true })
	var blocks []Block
	first := map[string]int{} // the block of each build
	for _, b := range s.Blocks {
		if len(b.Joined) > 0 {
			blocks = append(blocks, b)
			continue
		}
		build := fmt.Sprintf("%#v", b.common(names))
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
		case blocks[at].Each == nil:
			blocks[at].Each = []Block{blocks[at], b}
		default:
			blocks[at].Each = append(blocks[at].Each, b)
		}
	}
	for i := range blocks {
		if b := &blocks[i]; b.Each != nil {
			b.Notes = b.sharedNotes(names)
			b.Name, _ = b.nameAndNumber()
		}
	}
	s.Blocks = blocks
	return s
}

// common returns what equal units have in common: everything but remarks and names of other units.
func (b Block) common(names map[string]bool) Block {
	b.Name, _ = b.nameAndNumber()
	b.ID, b.IDs, b.Title, b.In, b.Halves, b.Terms, b.image = "", nil, "", "", nil, nil, nil
	b.Unit.Name = b.Name
	if b.Notes = slices.DeleteFunc(slices.Clone(b.Notes), func(n table.Note) bool { return isPersonal(n, names) }); len(b.Notes) == 0 {
		b.Notes = nil
	}
	return b
}

// nameAndNumber splits a block's name into the name and the number of equal units: "Line Squad",
// "#2".
func (b Block) nameAndNumber() (name, number string) {
	if name, n, ok := strings.Cut(b.Name, " #"); ok && strings.Trim(n, "0123456789") == "" {
		return name, "#" + n
	}
	return b.Name, b.Name
}

// isPersonal reports whether a note is about a single unit: a remark, or names of other units, such
// as its transport.
func isPersonal(n table.Note, names map[string]bool) bool {
	if n.Own {
		return true
	}
	for name := range strings.SplitSeq(strings.TrimSuffix(n.Text, " (its partner)"), ", ") {
		if !names[name] {
			return false
		}
	}
	return true
}

// sharedNotes returns the notes of all units of a block; those about a single unit have its number.
func (b Block) sharedNotes(names map[string]bool) []table.Note {
	all := slices.DeleteFunc(slices.Clone(b.Notes), func(n table.Note) bool { return isPersonal(n, names) })
	type kind struct {
		label string
		own   bool
	}
	var kinds []table.Note
	texts := map[kind][]string{}
	for _, one := range b.Each {
		_, number := one.nameAndNumber()
		for _, n := range one.Notes {
			if !isPersonal(n, names) {
				continue
			}
			of := kind{n.Label, n.Own}
			if n.Beside = false; texts[of] == nil {
				kinds = append(kinds, n)
			}
			texts[of] = append(texts[of], number+" "+n.Text)
		}
	}
	for _, n := range kinds {
		n.Text = strings.Join(texts[kind{n.Label, n.Own}], "\n")
		all = append(all, n)
	}
	return all
}

// heading returns the block's name with the number of units: "Line Squad ×3".
func (b Block) heading() string {
	if b.Each == nil {
		return b.Name
	}
	return fmt.Sprintf("%s ×%d", b.Name, len(b.Each))
}

// price returns the cost of the block's unit, or of each of its units.
func (b Block) price() string {
	cost := b.Cost()
	if b.Each != nil && cost != "" {
		cost += " each"
	}
	return cost
}
