package armyforge

import (
	"slices"
	"strconv"

	"muster/catalog"
	"muster/schema"
	"muster/schema/files"
)

// slugOr returns the slug of a name. If the slug is empty, or YAML would not read it as text, kind
// is put before it.
func slugOr(kind, name string) string {
	id := files.Slug(name)
	if id == "" {
		return kind
	}
	if schema.Scalar(id) != id {
		return kind + "-" + id
	}
	return id
}

// A namer gives out unique ids. For each id it holds the next number to try after it.
type namer map[string]int

// reserve notes that an id is taken.
func (n namer) reserve(id string) { n[id] = max(n[id], 2) }

// give returns the first of the wishes that is free; if none is, the first wish with a number.
func (n namer) give(wishes ...string) string {
	for _, id := range wishes {
		if n[id] == 0 {
			n.reserve(id)
			return id
		}
	}
	for {
		id := wishes[0] + "-" + strconv.Itoa(n[wishes[0]])
		if n[wishes[0]]++; n[id] == 0 {
			n.reserve(id)
			return id
		}
	}
}

// Ids come from the book's data alone: from names, in the book's order. Every import
// of the same book has the same ones.

// nameUnits gives units their ids, from their names; equal names get numbers. at is the place of
// the units.
func (b *book) nameUnits(at *place) {
	ids, names := namer{}, map[string]int{}
	for i := range b.Units {
		u := &b.Units[i]
		u.ID = ids.give(slugOr("unit", u.Name))
		if names[u.Name]++; names[u.Name] > 1 {
			name := u.Name + " (" + strconv.Itoa(names[u.Name]) + ")"
			b.note(at.atIndex(i).atKey("name"), "another unit is called %q too; this one is now %q", u.Name, name)
			u.Name = name
		}
		if u.Source != "" && b.byID[u.Source] != nil {
			b.note(at.atIndex(i).atKey("id"), "the unit %q has the id %q too; both have its prices, and lists that name it get the first", b.byID[u.Source].Name, u.Source)
		} else {
			b.byID[u.Source] = u
		}
		for _, id := range u.Upgrades {
			b.packageUsers[id] = append(b.packageUsers[id], u)
		}
	}
}

// namePackages gives packages their ids.
func (b *book) namePackages() {
	ids := namer{}
	b.packages = make(map[string]int, len(b.Packages))
	for i := range b.Packages {
		p := &b.Packages[i]
		name := p.Name
		if files.Slug(name) == "" {
			name = "upgrades " + p.Source
		}
		p.ID = ids.give(slugOr("upgrades", name))
		b.packages[p.ID] = i
	}
}

// nameSections gives ids to the sections that some unit cannot use; other sections need none.
func (b *book) nameSections() {
	ids := namer{}
	for i := range b.Units {
		u := &b.Units[i]
		var without []string
		for n, source := range u.Without {
			for _, s := range b.sections[source] {
				if s.ID == "" {
					s.ID = ids.give(slugOr("section", s.Label))
				}
				without = append(without, s.ID)
			}
			if len(b.sections[source]) == 0 {
				b.note((*place)(nil).atKey("units").atIndex(i).atKey("disabledUpgradeSections").atIndex(n),
					"the book has no section %q to close to the unit %q", source, u.Name)
			}
		}
		u.Without = without
	}
}

// nameOptions gives ids to options: unique in every unit that has them.
// Options of packages that no unit has together may share an id, so that ids stay
// short.
func (b *book) nameOptions() {
	together := b.sharedPackages()
	taken := make([]namer, len(b.Packages)) // ids that a package's options may not have
	for i := range taken {
		taken[i] = namer{}
	}
	for at, c := range b.Choices() {
		wishes := []string{slugOr("option", c.Option.Name)}
		if on := c.Section.Targets; len(on) > 0 {
			wishes = append(wishes, wishes[0]+"-for-"+files.Slug(on[0].String()))
		}
		c.Option.ID = taken[at[0]].give(wishes...)
		for _, other := range together[at[0]] {
			taken[other].reserve(c.Option.ID)
		}
	}
}

// sharedPackages returns for each package the indices of all packages that some unit has together
// with it, including itself.
func (b *book) sharedPackages() [][]int {
	all := make([][]int, len(b.Packages))
	for i := range all {
		all[i] = []int{i}
	}
	for i := range b.Units {
		for _, id := range b.Units[i].Upgrades {
			p := b.packages[id]
			for _, id := range b.Units[i].Upgrades {
				if other := b.packages[id]; !slices.Contains(all[p], other) {
					all[p] = append(all[p], other)
				}
			}
		}
	}
	return all
}

// tellApart distinguishes options with equal names by the contents of their first item: "Weapon
// Team (Mortar)".
func tellApart(options []catalog.Option) {
	same := map[string]int{}
	for i := range options {
		same[options[i].Name]++
	}
	for i := range options {
		o := &options[i]
		if same[o.Name] < 2 || len(o.Items) == 0 {
			continue
		}
		if item := o.Items[0]; len(item.Weapons) > 0 {
			o.Name += " (" + item.Weapons[0].Name + ")"
		} else if len(item.Rules) > 0 {
			o.Name += " (" + item.Rules[0].String() + ")"
		}
	}
}
