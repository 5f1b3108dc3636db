package armyforge

import (
	"slices"
	"strconv"

	"muster/catalog"
	"muster/schema"
	"muster/schema/files"
)

// safeSlug returns the slug of a name, with kind before it if the slug is empty or YAML would not
// read it as text.
func safeSlug(kind, name string) string {
	id := files.Slug(name)
	if id == "" {
		return kind
	}
	if schema.FormatScalar(id) != id {
		return kind + "-" + id
	}
	return id
}

// An idNamer gives out unique ids. For each id in use it holds the next number to append to that
// id.
type idNamer map[string]int

// reserve marks an id as used.
func (n idNamer) reserve(id string) { n[id] = max(n[id], 2) }

// uniqueID returns the first of the wishes that is not yet used; if all are used, the first wish
// with a number appended.
func (n idNamer) uniqueID(wishes ...string) string {
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

// setUnitIDs gives units their ids, from their names; equal names get numbers. at is the place of
// the units.
func (b *book) setUnitIDs(at *jsonPath) {
	ids, names := idNamer{}, map[string]int{}
	for i := range b.Units {
		u := &b.Units[i]
		u.ID = ids.uniqueID(safeSlug("unit", u.Name))
		if names[u.Name]++; names[u.Name] > 1 {
			name := u.Name + " (" + strconv.Itoa(names[u.Name]) + ")"
			b.note(at.atIndex(i).atKey("name"), "another unit is called %q too; this one is now %q", u.Name, name)
			u.Name = name
		}
		if u.Source != "" && b.unitsByID[u.Source] != nil {
			b.note(at.atIndex(i).atKey("id"), "the unit %q has the id %q too; both have its prices, and lists that name it get the first", b.unitsByID[u.Source].Name, u.Source)
		} else {
			b.unitsByID[u.Source] = u
		}
		for _, id := range u.UpgradePackages {
			b.packageUsers[id] = append(b.packageUsers[id], u)
		}
	}
}

func (b *book) setPackageIDs() {
	ids := idNamer{}
	b.packageIndices = make(map[string]int, len(b.Packages))
	for i := range b.Packages {
		p := &b.Packages[i]
		name := p.Name
		if files.Slug(name) == "" {
			name = "upgrades " + p.Source
		}
		p.ID = ids.uniqueID(safeSlug("upgrades", name))
		b.packageIndices[p.ID] = i
	}
}

// setSectionIDs gives ids to the sections that some unit cannot use; other sections need no id.
func (b *book) setSectionIDs() {
	ids := idNamer{}
	for i := range b.Units {
		u := &b.Units[i]
		var without []string
		for n, source := range u.ExcludedSections {
			for _, s := range b.sectionsByID[source] {
				if s.ID == "" {
					s.ID = ids.uniqueID(safeSlug("section", s.Label))
				}
				without = append(without, s.ID)
			}
			if len(b.sectionsByID[source]) == 0 {
				b.note((*jsonPath)(nil).atKey("units").atIndex(i).atKey("disabledUpgradeSections").atIndex(n),
					"the book has no section %q to close to the unit %q", source, u.Name)
			}
		}
		u.ExcludedSections = without
	}
}

// setOptionIDs gives ids to options, unique in every unit that has them. Options in packages that
// no unit has together may share an id, so that ids stay short.
func (b *book) setOptionIDs() {
	together := b.packagesUsedTogether()
	taken := make([]idNamer, len(b.Packages)) // ids that a package's options may not have
	for i := range taken {
		taken[i] = idNamer{}
	}
	for at, c := range b.Choices() {
		wishes := []string{safeSlug("option", c.Option.Name)}
		if on := c.Section.TargetGear; len(on) > 0 {
			wishes = append(wishes, wishes[0]+"-for-"+files.Slug(on[0].String()))
		}
		c.Option.ID = taken[at[0]].uniqueID(wishes...)
		for _, other := range together[at[0]] {
			taken[other].reserve(c.Option.ID)
		}
	}
}

// packagesUsedTogether returns for each package the indices of all packages that some unit has
// together with it, including its own index.
func (b *book) packagesUsedTogether() [][]int {
	all := make([][]int, len(b.Packages))
	for i := range all {
		all[i] = []int{i}
	}
	for i := range b.Units {
		for _, id := range b.Units[i].UpgradePackages {
			p := b.packageIndices[id]
			for _, id := range b.Units[i].UpgradePackages {
				if other := b.packageIndices[id]; !slices.Contains(all[p], other) {
					all[p] = append(all[p], other)
				}
			}
		}
	}
	return all
}

// distinguishNames distinguishes options with equal names by the contents of their first item:
// "Weapon Team (Mortar)".
func distinguishNames(options []catalog.Option) {
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
