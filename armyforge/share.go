package armyforge

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"muster/builder/gf"
	"muster/catalog"
	"muster/rules"
	"muster/schema"
)

// A share is a list as Army Forge writes it for people: it names units,
// weapons and rules, and no upgrades.
//
//	++ Hedge Row - Moss Legion (v3.5.1) [GF 1000pts] ++
//
//	Thorn Überläufer [1] Q3+ D4+ | 75pts | Hero, Tough(3)
//	Acid Spit (9", A1, AP(3)), Vine (A3, AP(1))
//	| Joined to:
//	Brier Guard [10] Q4+ D4+ | 220pts | Pollen
//	10x Thorn Rifle (24", A1, AP(1)), 10x Stick (A1)
type share struct {
	book, version, system string
	points                int
	units                 []shareUnit
}

type shareUnit struct {
	name               string
	copies, size, cost int
	has                map[string]int // weapons by their names as they are compared, with counts
	weapons            []profile      // as written
	other              []string       // rules and items, in the same way
	line               int
	joins              bool // the unit that follows
}

var (
	shareHeading = pattern(`^\+\+\s*([^\[]*?)\s*(\[.*\])?\s*\+\+$`)
	shareTotal   = pattern(`\[\s*([A-Za-z]+)?\s*(\d+)[^\]]*pts\s*\]`)
	shareVersion = pattern(`\s*\(v?(\d[\w.]*)\)$`)
	shareEntry   = pattern(`^(?:(\d{1,2})x\s+)?(.+?)\s*\[(\d{1,3})\]\s*Q\d\+\s*D\d\+\s*\|\s*(\d{1,5})\s*pts\s*(?:\|\s*(.*))?$`)
	shareRange   = pattern(`^\d+["”“″]\s+`) // older texts: 24" Rifle (A1)
)

// openShare reads a list that was shared as text.
func (f *File) openShare(text string) error {
	f.Kind, f.share = ListFile, &share{}
	lines := strings.Split(text, "\n")
	for n, line := range lines {
		if line = clean(line); utf8.RuneCountInString(line) > longestLine {
			return f.problem(n+1, 1,
				"the line is longer than %d characters, which no line of a shared list is", longestLine)
		}
		if m := shareHeading().FindStringSubmatch(line); m != nil && f.share.system == "" {
			f.share.heading(f, m[1], m[2])
			if utf8.RuneCountInString(f.Name) > longest {
				return f.problem(n+1, 1, "the list's name is longer than %d characters", longest)
			}
			continue
		}
		units := f.share.units
		m := shareEntry().FindStringSubmatch(line)
		switch {
		case m != nil:
			if len(units) == maxShared {
				return f.problem(n+1, 1, "the list has more than %d units; is it one list?", maxShared)
			}
			if utf8.RuneCountInString(m[2]) > longest {
				return f.problem(n+1, 1, "the unit's name is longer than %d characters", longest)
			}
			u := shareUnit{name: m[2], has: map[string]int{}, line: n + 1}
			u.copies, _ = strconv.Atoi(m[1])
			u.size, _ = strconv.Atoi(m[3])
			u.cost, _ = strconv.Atoi(m[4])
			u.copies = max(1, u.copies)
			for _, part := range splitParts(m[5]) {
				u.other = append(u.other, catalog.MatchKey(countPrefix().ReplaceAllString(part, "")))
			}
			f.share.units = append(units, u)
		case line == "" || line[0] == '#' || len(units) == 0:
		case strings.HasPrefix(line, "|"):
			units[len(units)-1].joins = true
		default:
			for _, part := range splitParts(line) {
				p := parseProfile(part)
				p.name = shareRange().ReplaceAllString(p.name, "")
				u := &units[len(units)-1]
				u.weapons = append(u.weapons, p)
				u.has[catalog.MatchKey(p.name)] += p.count
			}
		}
		if last := len(f.share.units) - 1; last >= 0 && len(f.share.units[last].has)+len(f.share.units[last].other) > maxGear {
			return f.problem(n+1, 1, "the unit has more than %d weapons and rules, which no unit has", maxGear)
		}
	}
	if len(f.share.units) == 0 {
		return f.problem(1, 1,
			"this is the heading of a list that was shared as text, and no unit follows; copy all of it")
	}
	return nil
}

// The most lines of units that a shared text may have, characters of a line, and
// weapons and rules of a unit.
const (
	maxShared   = 200
	maxGear     = 100
	longestLine = 2000
)

func (s *share) heading(f *File, title, total string) {
	s.system = "gf"
	if m := shareTotal().FindStringSubmatch(total); m != nil {
		s.points, _ = strconv.Atoi(m[2])
		if m[1] != "" {
			s.system = strings.ToLower(m[1])
		}
	}
	if m := shareVersion().FindStringSubmatch(title); m != nil {
		s.version, title = m[1], strings.TrimSuffix(title, m[0])
	}
	f.Name, s.book = title, title
	if at := strings.LastIndex(title, " - "); at >= 0 {
		f.Name, s.book = strings.TrimSpace(title[:at]), strings.TrimSpace(title[at+3:])
	}
}

// readShare reads the units of a shared text, and finds upgrades that produce them.
func (i *listImport) readShare() *List {
	s := i.file.share
	l := newList(i.file.Name, s.points)
	problem := func(line int, format string, args ...any) {
		i.problems = append(i.problems, i.file.problem(line, 1, format, args...).Problems...)
	}
	if i.file.editions(s.system) == nil {
		problem(1, "%s", i.file.ofOther("list", s.system))
		return l
	}
	named := s.bestOf(i.books)
	if named.Book == nil {
		problem(1, "the army book %s is not there; %s", i.file.wanted(s.book), howToGet("", ""))
		return l
	}
	i.used, l.System, l.Books = []NamedBook{named}, named.Book.System, []string{named.name()}
	joins := (*entry)(nil)
	for n := range s.units {
		u := &s.units[n]
		of := unitByName(named.Book, u.name)
		if of == nil {
			var names []string
			for i := range named.Book.Units {
				names = append(names, named.Book.Units[i].Name)
			}
			problem(u.line, "%s has no unit called %q%s", named.Book.Name, u.name, schema.DidYouMean(u.name, names))
			continue
		}
		found, former := i.fit(named, of, u)
		for range u.copies {
			first := len(i.entries)
			for half, upgrades := range found {
				e := &entry{Entry: gf.Entry{ID: i.ids.give(of.ID), Unit: of.ID, Upgrades: upgrades}, book: named}
				if u.name != of.Name && half == 0 {
					e.Name = strings.TrimSpace(strings.NewReplacer(of.Name, "", "()", "", " - ", "").Replace(u.name))
				}
				if half > 0 {
					e.Combine = i.entries[first].ID
				} else {
					e.Former = former
				}
				i.entries = append(i.entries, e)
			}
			if joins != nil {
				joins.Join, joins = i.entries[first].ID, nil
			}
			if u.joins {
				joins = i.entries[first]
			}
		}
	}
	l.Units = len(i.entries)
	return l
}

// bestOf returns the edition of a book that fits the text best.
func (s *share) bestOf(books []NamedBook) (best NamedBook) {
	most := -1
	for _, b := range books {
		fits := 0
		for n := range s.units {
			if unitByName(b.Book, s.units[n].name) != nil {
				fits += 2
			}
		}
		if b.Book.Version == s.version {
			fits++
		}
		if fits > most {
			best, most = b, fits
		}
	}
	return best
}

// unitByName finds a unit by its name, or by a text that holds it beside the
// player's own name.
func unitByName(b *catalog.Book, name string) *catalog.Unit {
	var within *catalog.Unit
	for n := range b.Units {
		u := &b.Units[n]
		if strings.EqualFold(u.Name, name) {
			return u
		}
		if strings.Contains(name, u.Name) && (within == nil || len(u.Name) > len(within.Name)) {
			within = u
		}
	}
	return within
}

// How hard fit looks: so many of the best tries go on, so many upgrades deep.
const (
	beamWidth = 16
	beamDepth = 24
)

// A try is upgrades of a unit, or of both halves of a pair, and how far off the
// unit is that they make.
type try struct {
	halves [][]gf.Choice
	off    int
}

// fit finds the upgrades of a unit in a shared text by beam search: every step adds one
// upgrade to the best tries so far. Where nothing fits wholly the nearest is taken, and
// reported. former are weapons in the text that the book has not, or with another profile.
func (i *listImport) fit(named NamedBook, of *catalog.Unit, want *shareUnit) (halves [][]gf.Choice, former []gf.Former) {
	count := 1
	if of.Size > 1 && want.size == 2*of.Size {
		count = 2
	}
	list, err := bareList(i.file.Library, named.Book, of, count)
	if err != nil {
		i.note(nil, "%s: %v", want.name, err)
		return make([][]gf.Choice, count), nil
	}
	made := func(halves [][]gf.Choice) *gf.Army {
		l := *list
		l.Units = slices.Clone(list.Units)
		for n, upgrades := range halves {
			l.Units[n].Upgrades = upgrades
		}
		return gf.BuildWith(&l, []*catalog.Book{named.Book})
	}
	measure := func(halves [][]gf.Choice) int { return want.off(made(halves)) }
	start := make([][]gf.Choice, count)
	tries := []try{{start, measure(start)}}
	best := tries[0]
	for depth := 0; depth < beamDepth && best.off > 0; depth++ {
		var next []try
		for _, t := range tries {
			for _, s := range named.Book.Sections(of) {
				for n := range s.Options {
					for half := range count + count/2 { // one, the other, both
						halves := slices.Clone(t.halves)
						for h := range halves {
							if half == h || half == count {
								halves[h] = choose(slices.Clone(halves[h]), s.Options[n].ID)
							}
						}
						if off := measure(halves); off < t.off+2 {
							next = append(next, try{halves, off})
						}
					}
				}
			}
		}
		slices.SortStableFunc(next, func(a, b try) int { return a.off - b.off })
		tries = next[:min(beamWidth, len(next))]
		if len(tries) == 0 || depth > 3 && tries[0].off > best.off {
			break
		}
		if tries[0].off < best.off {
			best = tries[0]
		}
	}
	if best.off > 0 {
		i.note((*place)(nil).at(want.line),
			"no upgrades make %s exactly what the text says; the nearest are taken, so look at it", want.name)
	}
	return best.halves, want.former(made(best.halves))
}

// choose adds an option to those chosen.
func choose(choices []gf.Choice, option string) []gf.Choice {
	if last := len(choices) - 1; last >= 0 && choices[last].Option == option {
		choices[last].Count++
		return choices
	}
	return append(choices, gf.Choice{Option: option, Count: 1})
}

// bareList is a list of a unit alone, or of two combined.
func bareList(library *catalog.Library, b *catalog.Book, of *catalog.Unit, count int) (*gf.List, error) {
	file := gf.List{
		System: b.System, Book: b.ID,
		Units: []gf.Entry{{ID: "a", Unit: of.ID}, {ID: "b", Unit: of.ID, Combine: "a"}}[:count],
	}
	document, err := schema.Read("list.yaml", schema.Write("list/1", &file, nil), "list/1")
	if err != nil {
		return nil, err
	}
	return gf.ReadList(document, library)
}

// off returns the distance of a unit from the shared text: weapons, rules and items
// that one has and the other has not, and points.
func (want *shareUnit) off(army *gf.Army) int {
	off := 0
	for _, f := range army.Findings {
		if strings.HasPrefix(f.Code, "upgrade/") || f.Code == "combine/upgrades" {
			off += 100
		}
	}
	u := army.Groups[0].Unit
	counts := map[string]int{}
	for _, w := range u.Weapons {
		name := w.Name
		if w.OneOf != "" {
			name = w.OneOf
		}
		counts[catalog.MatchKey(name)] += w.Count
	}
	for name, n := range want.has {
		off += abs(n - counts[name])
		delete(counts, name)
	}
	for _, n := range counts {
		off += n
	}
	have := map[string]bool{}
	for _, r := range u.Rules {
		have[catalog.MatchKey(r.String())] = true
	}
	for _, some := range u.Some {
		for _, r := range some.Rules {
			have[catalog.MatchKey(r.String())] = true
		}
	}
	for _, item := range u.Items {
		have[catalog.MatchKey(item.Name)] = true
	}
	for _, text := range want.other {
		if !have[text] && !have[catalog.MatchKey(rules.ParseUse(text).Name)] {
			off++
		}
	}
	if cost := army.Points - want.cost; cost != 0 {
		off += 1 + abs(cost)/20
	}
	return off
}

// former lists the weapons of the text that upgrades of another version gave the unit: those that it
// has with another profile from an upgrade, and those that it cannot have. One of the latter alone
// cost what the unit costs less.
func (want *shareUnit) former(army *gf.Army) []gf.Former {
	var all []gf.Former
	missing := 0
	for _, p := range want.weapons {
		one := gf.NewFormer(p.String(), 0, "")
		if p.count > 1 {
			one.Count = min(p.count, 1000)
		}
		key, has := catalog.MatchKey(p.name), false
		for _, w := range army.Groups[0].Unit.Weapons {
			has = has || catalog.MatchKey(cmp.Or(w.OneOf, w.Name)) == key
		}
		if !has {
			missing++
			all = append(all, one)
			continue
		}
		for _, c := range army.Units[0].Chosen {
			for _, w := range c.Option.Weapons {
				if catalog.MatchKey(w.Name) == key && len(w.Profiles) == 0 && !p.isOf(&w) {
					one.Now = c.Option.ID
				}
			}
		}
		if one.Now != "" {
			all = append(all, one)
		}
	}
	for n := range all {
		if missing == 1 && all[n].Now == "" && all[n].Count == 0 {
			all[n].Cost = max(0, want.cost-army.Points)
		}
	}
	return all
}

// isOf reports whether the profile is a weapon's.
func (p profile) isOf(w *catalog.Weapon) bool {
	texts := []string{}
	for _, r := range w.Rules {
		texts = append(texts, catalog.MatchKey(r.String()))
	}
	mine := []string{}
	for _, r := range p.rules {
		mine = append(mine, catalog.MatchKey(r))
	}
	slices.Sort(texts)
	slices.Sort(mine)
	return p.attacks < 0 || p.reach == w.Range && p.attacks == w.Attacks && slices.Equal(texts, mine)
}

// String writes the profile as books do: Rifle (24", A1, AP(1)).
func (p profile) String() string {
	w := catalog.Weapon{Name: p.name, Range: p.reach, Attacks: max(0, p.attacks)}
	if p.attacks < 0 && len(p.rules) == 0 {
		return p.name
	}
	return p.name + " (" + w.Profile(p.rules) + ")"
}

func abs(n int) int { return max(n, -n) }
