package armyforge

import (
	"strconv"
	"strings"
	"unicode"

	"muster/schema"
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
		var text string
		switch {
		case c < 0x80 && (unicode.IsLetter(c) || unicode.IsDigit(c)):
			text = string(c)
		case c == '\'' || c == '’' || unicode.Is(unicode.Mn, c):
			continue // Sgt's → sgts; accents that stand apart from their letter
		case latin[c] != "":
			text = latin[c]
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
		cut := strings.LastIndexByte(s[:maxSlug], '-')
		if cut < maxSlug/2 {
			for cut = maxSlug; cut > 0 && s[cut]&0xC0 == 0x80; cut-- {
			}
		}
		s = s[:cut]
	}
	return s
}

// latin is the plain form of accented and special Latin letters.
var latin = func() map[rune]string {
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
}()

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

// A namer gives out ids that are unique among those it has given.
type namer map[string]bool

// give returns the first of the wishes that is free, or else the first wish
// with a number behind it.
func (n namer) give(wishes ...string) string {
	for _, id := range wishes {
		if id != "" && !n[id] {
			n[id] = true
			return id
		}
	}
	for i := 2; ; i++ {
		if id := wishes[0] + "-" + strconv.Itoa(i); !n[id] {
			n[id] = true
			return id
		}
	}
}

// earlier holds the ids of a book that was imported before, by kind and Army
// Forge's id ("unit qMjB0Rk"). Where several things have one of the latter, ours
// stand in the book's order.
type earlier map[string][]string

func (e earlier) add(kind, source, id string) {
	if source != "" {
		e[kind+" "+source] = append(e[kind+" "+source], id)
	}
}

// next gives the id of the next thing that Army Forge knows by an id, "" if
// there was none.
func (e earlier) next(kind, source string) string {
	ids := e[kind+" "+source]
	if len(ids) == 0 {
		return ""
	}
	e[kind+" "+source] = ids[1:]
	return ids[0]
}

// name gives everything its id. What was imported before keeps the id it had;
// what is new gets one that is free.
func (b *book) name(r *reader, known earlier) {
	keep := func(kind, source string, ids namer) string {
		id := known.next(kind, source)
		if id == "" || ids[id] {
			return ""
		}
		ids[id] = true
		return id
	}
	units := namer{}
	for _, u := range b.units {
		u.id = keep("unit", u.source, units)
	}
	names := map[string]int{}
	for _, u := range b.units {
		if u.id == "" {
			u.id = units.give(word("unit", u.name))
		}
		if names[u.name]++; names[u.name] > 1 {
			name := u.name + " (" + strconv.Itoa(names[u.name]) + ")"
			r.note(u.at.in("name"), "another unit is called %q too; this one is now %q", u.name, name)
			u.name = name
		}
	}
	packages, sections := namer{}, namer{}
	for _, p := range b.packages {
		p.id = keep("package", p.source, packages)
		for _, s := range p.sections {
			s.id = keep("section", s.source, sections)
		}
	}
	for _, p := range b.packages {
		if p.id == "" {
			name := p.name
			if slug(name) == "" {
				name = "upgrades " + p.source
			}
			p.id = packages.give(word("upgrades", name))
		}
	}
	b.nameSections(r, sections)
	b.nameOptions(r, known)
}

// nameSections gives ids to the sections that are closed to some unit; others
// need none.
func (b *book) nameSections(r *reader, ids namer) {
	closed := map[*section]bool{}
	for _, u := range b.units {
		var without []string
		for i, source := range u.without {
			found := false
			for _, p := range b.packages {
				for _, s := range p.sections {
					for _, id := range s.sources {
						if id != source {
							continue
						}
						if !closed[s] && s.id == "" {
							s.id = ids.give(word("section", s.label))
						}
						closed[s], found = true, true
						without = append(without, s.id)
						break
					}
				}
			}
			if !found {
				r.note(u.at.in("disabledUpgradeSections").at(i), "the book has no section %q to close to the unit %q", source, u.name)
			}
		}
		u.without = without
	}
}

// nameOptions gives ids to options: unique in every unit that has them.
// Options of packages that no unit has together may share an id, which keeps
// ids short.
func (b *book) nameOptions(r *reader, known earlier) {
	together := b.together()
	taken := map[*pack]namer{} // ids that a package's options may not have
	for _, p := range b.packages {
		taken[p] = namer{}
	}
	take := func(p *pack, id string) {
		for _, other := range together[p] {
			taken[other][id] = true
		}
	}
	for _, p := range b.packages {
		for _, s := range p.sections {
			for _, o := range s.options {
				id := known.next("option", o.source)
				switch {
				case id == "":
				case taken[p][id]:
					r.note(o.at, "the option %q cannot keep its id `%s`: a unit now has another option of that id", o.name, id)
				default:
					o.id = id
					take(p, id)
				}
			}
		}
	}
	for _, p := range b.packages {
		for _, s := range p.sections {
			s.tellApart()
			for _, o := range s.options {
				if o.id != "" {
					continue
				}
				wishes := []string{word("option", o.name)}
				if len(s.targets) > 0 {
					wishes = append(wishes, wishes[0]+"-for-"+slug(s.targets[0]))
				}
				o.id = taken[p].give(wishes...)
				take(p, o.id)
			}
		}
	}
}

// together lists, for each package, those that some unit has beside it, and
// itself.
func (b *book) together() map[*pack][]*pack {
	sets := map[*pack]map[*pack]bool{}
	all := make(map[*pack][]*pack, len(b.packages))
	for _, p := range b.packages {
		sets[p] = map[*pack]bool{p: true}
		all[p] = []*pack{p}
	}
	for _, u := range b.units {
		for _, p := range u.packages {
			for _, other := range u.packages {
				if !sets[p][other] {
					sets[p][other] = true
					all[p] = append(all[p], other)
				}
			}
		}
	}
	return all
}

// tellApart adds to the names of options that are called alike what their
// first item holds: "Weapon Team (Mortar)".
func (s *section) tellApart() {
	same := map[string]int{}
	for _, o := range s.options {
		same[o.name]++
	}
	for _, o := range s.options {
		if same[o.name] < 2 || len(o.items) == 0 {
			continue
		}
		if i := o.items[0]; len(i.weapons) > 0 {
			o.name += " (" + i.weapons[0].name + ")"
		} else if len(i.rules) > 0 {
			o.name += " (" + i.rules[0] + ")"
		}
	}
}
