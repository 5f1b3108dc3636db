package armyforge

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"muster/catalog"
	"muster/schema"
	"muster/schema/files"
)

// maxSlug keeps ids short enough to type.
const maxSlug = 60

// slug turns a name into an id: lower case, accents dropped, words joined by
// hyphens: "Überläufer (Elite)" → "uberlaufer-elite". Letters that have no
// Latin counterpart stay. "" if the name has no letter and no digit.
func slug(name string) string {
	var out strings.Builder
	gap := false
	for _, c := range strings.ToLower(name) {
		text := latin()[c]
		switch {
		case text != "":
		case c == '\'' || c == '’' || unicode.Is(unicode.Mn, c):
			continue // Sgt's → sgts; accents that stand apart from their letter
		case unicode.IsLetter(c) || unicode.IsNumber(c):
			text = string(c)
		default:
			gap = true
			continue
		}
		if gap && out.Len() > 0 {
			out.WriteByte('-')
		}
		gap = false
		out.WriteString(text)
	}
	s := out.String()
	if len(s) > maxSlug {
		s = strings.ToValidUTF8(s[:maxSlug], "")
		if cut := strings.LastIndexByte(s, '-'); cut >= maxSlug/2 {
			s = s[:cut]
		}
	}
	return s
}

// latin is the plain form of accented and special Latin letters.
var latin = sync.OnceValue(func() map[rune]string {
	plain := map[string]string{
		"a": "àáâãäåāăą", "c": "çćĉċč", "d": "ďđð", "e": "èéêëēĕėęě", "g": "ĝğġģ", "h": "ĥħ", "i": "ìíîïĩīĭįı", "j": "ĵ",
		"k": "ķĸ", "l": "ĺļľŀł", "n": "ñńņňŋ", "o": "òóôõöøōŏő", "r": "ŕŗř", "s": "śŝşšș", "t": "ţťŧț", "u": "ùúûüũūŭůűų",
		"w": "ŵ", "y": "ýÿŷ", "z": "źżž", "ae": "æ", "oe": "œ", "ss": "ß", "th": "þ",
	}
	table := map[rune]string{}
	for letters, accented := range plain {
		for _, c := range accented {
			table[c] = letters
		}
	}
	return table
})

// word makes an id from a name, with a word in front where YAML would read the
// slug as something else than text, or where the name has nothing to use.
func word(kind, name string) string {
	id := slug(name)
	if id == "" {
		return kind
	}
	if schema.Scalar(id) != id {
		return kind + "-" + id
	}
	return id
}

// fileID makes an id that is a file's name too: with the kind in front where that
// would be a device's, and the kind alone where the name has nothing to use.
func fileID(kind, name string) string {
	switch id := slug(name); {
	case id == "":
		return kind
	case files.Reserved(id):
		return kind + "-" + id
	default:
		return id
	}
}

// A namer gives out ids that are unique among those it has given: for each it
// keeps the number to try next after it.
type namer map[string]int

// take notes that an id is taken.
func (n namer) take(id string) { n[id] = max(n[id], 2) }

// give returns the first of the wishes that is free, or else the first wish
// with a number after it.
func (n namer) give(wishes ...string) string {
	for _, id := range wishes {
		if n[id] == 0 {
			n.take(id)
			return id
		}
	}
	for {
		id := wishes[0] + "-" + strconv.Itoa(n[wishes[0]])
		if n[wishes[0]]++; n[id] == 0 {
			n.take(id)
			return id
		}
	}
}

// Ids come from the book's data alone: from names, in the book's order. Every import
// of the same book has the same ones.

// nameUnits gives units their ids. A name that is there twice is numbered. at is
// the place of the units.
func (b *book) nameUnits(at *place) {
	ids, names := namer{}, map[string]int{}
	for i := range b.Units {
		u := &b.Units[i]
		u.ID = ids.give(word("unit", u.Name))
		if names[u.Name]++; names[u.Name] > 1 {
			name := u.Name + " (" + strconv.Itoa(names[u.Name]) + ")"
			b.note(at.at(i).in("name"), "another unit is called %q too; this one is now %q", u.Name, name)
			u.Name = name
		}
		if u.Source != "" && b.byID[u.Source] != nil {
			b.note(at.at(i).in("id"), "the unit %q has the id %q too; both have its prices, and lists that name it get the first", b.byID[u.Source].Name, u.Source)
		} else {
			b.byID[u.Source] = u
		}
		for _, id := range u.Upgrades {
			b.users[id] = append(b.users[id], u)
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
		if slug(name) == "" {
			name = "upgrades " + p.Source
		}
		p.ID = ids.give(word("upgrades", name))
		b.packages[p.ID] = i
	}
}

// nameSections gives ids to the sections that are closed to some unit; others
// need none.
func (b *book) nameSections() {
	ids := namer{}
	for i := range b.Units {
		u := &b.Units[i]
		var without []string
		for n, source := range u.Without {
			for _, s := range b.sections[source] {
				if s.ID == "" {
					s.ID = ids.give(word("section", s.Label))
				}
				without = append(without, s.ID)
			}
			if len(b.sections[source]) == 0 {
				b.note((*place)(nil).in("units").at(i).in("disabledUpgradeSections").at(n), "the book has no section %q to close to the unit %q", source, u.Name)
			}
		}
		u.Without = without
	}
}

// nameOptions gives ids to options: unique in every unit that has them.
// Options of packages that no unit has together may share an id, which keeps
// ids short.
func (b *book) nameOptions() {
	together := b.together()
	taken := make([]namer, len(b.Packages)) // ids that a package's options may not have
	for i := range taken {
		taken[i] = namer{}
	}
	for at, c := range b.Choices() {
		wishes := []string{word("option", c.Option.Name)}
		if on := c.Section.Targets; len(on) > 0 {
			wishes = append(wishes, wishes[0]+"-for-"+slug(on[0].String()))
		}
		c.Option.ID = taken[at[0]].give(wishes...)
		for _, other := range together[at[0]] {
			taken[other].take(c.Option.ID)
		}
	}
}

// together lists, for each package, those that some unit has beside it, and
// itself, by their places.
func (b *book) together() [][]int {
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

// tellApart adds to the names of options that are called alike what their
// first item holds: "Weapon Team (Mortar)".
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
