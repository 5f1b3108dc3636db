package armyforge

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"muster/builder/gf"
	"muster/catalog"
	"muster/convert"
	"muster/rules"
	"muster/schema"
)

// A share is a list as Army Forge writes it for people: it names units,
// weapons and rules, and no upgrades.
//
//	++ Hedge Row - Moss Legion (v3.5.1) [GF 1000pts] [3 Units] ++
//
//	Thorn Überläufer [1] Q3+ D4+ | 75pts | Hero, Tough(3)
//	Acid Spit (9", A1, AP(3)), Vine (A3, AP(1))
//	| Joined to:
//	Brier Guard [10] Q4+ D4+ | 220pts | Pollen
//	10x Thorn Rifle (24", A1, AP(1)), 10x Stick (A1)
//
// Texts that muster prints are read as well; see printed.
type share struct {
	books         []sharedBook
	system        string // "" in texts of muster
	unindented    bool   // a text of muster whose lines have lost their indents
	forceOrg      *bool  // of texts of muster: false if they say so, else nil
	points, limit int    // total points and agreed points; 0 if not stated
	units         []shareUnit
}

// A sharedBook is an army book as a text names it.
type sharedBook struct{ name, version string }

type shareUnit struct {
	name               string
	copies, size, cost int
	quality, defense   int
	weapons            []profile // as in the text
	other              []string  // rules and items, as in the text but without their number
	counted            []string  // those of other with a number, as in the text
	// count of each upgrade, by upgradeKey; nil if the text lists none
	upgrades map[string]int
	listed   []string // names of its upgrades, as in the text
	// of texts of muster: the name on sheets, the player's name, the transport, the notes
	title, own, in, notes string
	xp                    int
	line                  int
	joins                 bool // it joins the unit that follows
	joined                bool // the unit before joins it

	// For comparisons: weapons by name and by weaponForm, and below the other names in the text,
	// its rules and items.
	has, forms map[string]int
	models     map[string]int // number of models with a rule, if the text states it
	words      map[string]bool
	said       []statedRule
	keys       map[string]string
}

// A statedRule is a rule or item of the text, normalised for comparisons.
type statedRule struct {
	whole, name, rating string
	isItem              bool
}

var (
	shareHeading = pattern(`^\+\+\s*([^\[]*?)\s*(\[.*\])?\s*\+\+$`)
	shareTotal   = pattern(`\[\s*([A-Za-z]+)?\s*(\d+)[^\]]*pts\s*\]`)
	shareVersion = pattern(`\s*\(v?(\d[\w.]*)\)$`)
	shareEntry   = pattern(`^(?:(\d{1,2})x\s+)?(.+?)\s*\[(\d{1,3})\]\s*Q(\d{1,2})\+\s*D(\d{1,2})\+\s*\|\s*(\d{1,5})\s*pts\s*(?:\|\s*(.*))?$`)
	shareRange   = pattern(`^\d+["”“″]\s+`) // older texts: 24" Rifle (A1)
)

// openShare reads a list that was shared as text.
func (f *File) openShare(text string) error {
	f.Kind, f.shared = ListFile, &share{}
	lines := strings.Split(text, "\n")
	own := IsPrinted([]byte(text))
	if own {
		lines = f.shared.unprint(f, lines)
	}
	for n, line := range lines {
		if line = clean(line); utf8.RuneCountInString(line) > longestLine {
			return f.problem(n+1, 1,
				"the line is longer than %d characters, which no line of a shared list is", longestLine)
		}
		if m := shareHeading().FindStringSubmatch(line); m != nil && f.shared.system == "" && !own {
			f.shared.heading(f, m[1], m[2])
			continue
		}
		units := f.shared.units
		m := shareEntry().FindStringSubmatch(line)
		switch {
		case m != nil:
			if len(units) == maxShared {
				return f.problem(n+1, 1, "the list has more than %d units; is it one list?", maxShared)
			}
			if utf8.RuneCountInString(m[2]) > maxName {
				return f.problem(n+1, 1, "the unit's name is longer than %d characters", maxName)
			}
			u := newShareUnit(m, n+1)
			if own {
				u.splitName()
			}
			f.shared.units = append(units, u)
		case line == "" || line[0] == '#' || len(units) == 0:
		case strings.HasPrefix(line, "|"):
			units[len(units)-1].joins = true
		default:
			units[len(units)-1].read(line, own)
		}
		if last := len(f.shared.units) - 1; last >= 0 && len(f.shared.units[last].weapons)+len(f.shared.units[last].other) > maxGear {
			return f.problem(n+1, 1, "the unit has more than %d weapons and rules, which no unit has", maxGear)
		}
	}
	if utf8.RuneCountInString(f.Name) > maxName {
		return f.problem(1, 1, "the list's name is longer than %d characters", maxName)
	}
	if len(f.shared.units) == 0 {
		return f.problem(1, 1,
			"this is the heading of a list that was shared as text, and no unit follows; copy all of it")
	}
	return nil
}

// The most lines of units that a shared text may have, characters of a line, points, and
// weapons and rules of a unit.
const (
	maxShared   = 200
	maxGear     = 100
	longestLine = 2000
	mostPoints  = 1_000_000 // as the schema of lists says
)

func (s *share) heading(f *File, title, total string) {
	s.system = "gf"
	if m := shareTotal().FindStringSubmatch(total); m != nil {
		s.points, _ = strconv.Atoi(m[2])
		if m[1] != "" {
			s.system = strings.ToLower(m[1])
		}
	}
	f.Name = shareVersion().ReplaceAllString(title, "")
	if at := strings.LastIndex(title, " - "); at >= 0 {
		f.Name, title = strings.TrimSpace(title[:at]), strings.TrimSpace(title[at+3:])
	}
	for _, book := range strings.SplitAfter(title, "), ") {
		book = strings.TrimRight(book, ", ")
		named := sharedBook{name: shareVersion().ReplaceAllString(book, "")}
		if m := shareVersion().FindStringSubmatch(book); m != nil {
			named.version = m[1]
		}
		s.books = append(s.books, named)
	}
}

// newShareUnit returns the unit of a line, given the groups of shareEntry.
func newShareUnit(m []string, line int) shareUnit {
	u := shareUnit{name: m[2], line: line}
	for n, to := range map[int]*int{1: &u.copies, 3: &u.size, 4: &u.quality, 5: &u.defense, 6: &u.cost} {
		*to, _ = strconv.Atoi(m[n])
	}
	u.copies = max(1, u.copies)
	for _, part := range splitParts(m[7]) {
		u.add(part)
	}
	return u
}

// add adds a rule or an item: 2x Bark Shield(Pollen).
func (u *shareUnit) add(part string) {
	text := countPrefix().ReplaceAllString(part, "")
	u.other = append(u.other, text)
	if text != part {
		u.counted = append(u.counted, part)
	}
}

// read reads a line below the unit's own.
func (u *shareUnit) read(line string, own bool) {
	if own && u.readNote(line) {
		return
	}
	for _, part := range splitParts(line) {
		p := parseProfile(part)
		p.name = shareRange().ReplaceAllString(p.name, "")
		u.weapons = append(u.weapons, p)
	}
}

// prepare fills the fields that comparisons need.
func (u *shareUnit) prepare() {
	u.has, u.forms, u.words, u.keys = map[string]int{}, map[string]int{}, map[string]bool{}, map[string]string{}
	mention := func(p profile) {
		u.words[u.key(p.name)] = true
		for _, rule := range p.rules {
			u.words[u.key(rules.ParseUse(rule).Name)] = true
		}
	}
	for _, p := range u.weapons {
		name := u.key(p.name)
		u.has[name] += p.count
		u.forms[u.weaponForm(name, p.inches, max(0, p.attacks), p.rules)] += p.count
		mention(p)
	}
	for key := range u.upgrades {
		u.words[key] = true
	}
	u.models = map[string]int{}
	for _, text := range u.counted {
		p := parseProfile(text)
		u.models[u.key(p.name)] += p.count
	}
	for _, text := range u.other {
		p := parseProfile(text)
		mention(p)
		for _, inside := range p.weapons {
			mention(inside)
		}
		use := rules.ParseUse(text)
		_, isNumber := wholeNumber(strings.TrimPrefix(use.Rating, "+"))
		u.words[u.key(text)] = true
		u.said = append(u.said, statedRule{
			whole: u.key(text), name: u.key(p.name), rating: strings.TrimPrefix(use.Rating, "+"), isItem: use.Rating != "" && !isNumber,
		})
	}
}

// key is catalog.MatchKey, worked out once for each name.
func (u *shareUnit) key(name string) string {
	key, ok := u.keys[name]
	if !ok {
		key = catalog.MatchKey(name)
		u.keys[name] = key
	}
	return key
}

// readShare reads the units of a shared text, and finds upgrades that produce them.
func (i *listImport) readShare() *List {
	s := i.file.shared
	l := newList(i.file.Name)
	i.points, i.buildsLeft, i.forceOrg = min(s.limit, mostPoints), mostAllBuilds, s.forceOrg
	if s.system != "" && i.file.editions(s.system) == nil {
		i.problem(1, "%s", i.file.unknownGame("list", s.system))
		return l
	}
	for _, named := range s.books {
		book := s.bestOf(named, i.books)
		if book.Book == nil {
			i.problem(1, "the army book %s is not there; %s", i.file.describeBook(named.name), howToGet("", ""))
			return l
		}
		i.used, l.Books = append(i.used, book), append(l.Books, book.name())
		if named.version != "" {
			i.claims.Books = append(i.claims.Books, catalog.Pin(book.Book.ID, named.version))
		}
	}
	switch {
	case len(i.used) == 0:
		i.problem(1, "the text does not say of which army book the list is; its first lines should name it, as in `Grimdark Future 3, Steel Wardens`")
		return l
	case s.unindented:
		i.problem(1, "the lines of this text have lost the blanks that they begin with, and it cannot be read without them; ask for the list's file, its code or a link with it")
		return l
	}
	l.System = i.used[0].Book.System
	var joining, hosts []*entry // heroes who join the next unit, and the last units that are joined
	for n := range s.units {
		u := &s.units[n]
		made := i.readShared(u)
		if u.joined {
			joining, made = made, hosts
		}
		for k := range min(len(joining), len(made)) {
			joining[k].Join = made[k].ID
		}
		if joining = nil; u.joins {
			joining = made
		}
		if hosts = made; len(made) > 0 {
			i.statedPoints += u.copies * u.cost
		}
	}
	if s.points != i.statedPoints { // else what units cost says all
		i.claims.Points = min(max(s.points, 0), mostPoints)
	}
	i.embark()
	l.Units = len(i.entries)
	return l
}

func (i *listImport) problem(line int, format string, args ...any) {
	i.problems = append(i.problems, i.file.problem(line, 1, format, args...).Problems...)
}

// readShared reads the copies of a unit, and returns their entries; of a combined pair, that of the
// first half.
func (i *listImport) readShared(u *shareUnit) (made []*entry) {
	u.prepare()
	named, units := i.unitsCalled(u)
	if units == nil {
		var names []string
		for _, b := range i.used {
			for k := range b.Book.Units {
				names = append(names, b.Book.Units[k].Name)
			}
		}
		i.problem(u.line, "%s has no unit called %q%s", i.used[0].Book.Name, u.name, schema.DidYouMean(u.name, names))
		return nil
	}
	found, all := i.nearest(named.Book, units, u)
	if !all {
		i.note((*place)(nil).atIndex(u.line), "there are too many ways to make %s as the text says; the nearest that was found is taken", u.name)
	}
	former := []gf.Former(nil)
	if at := slices.IndexFunc(i.file.shared.books, func(b sharedBook) bool { return strings.EqualFold(b.name, named.Book.Name) }); at >= 0 && i.file.shared.books[at].version != named.Book.Version {
		former = u.former(found.unit)
	}
	claims := u.claims(found.unit, former)
	for range u.copies {
		first := len(i.entries)
		for half, upgrades := range found.halves {
			e := &entry{Entry: gf.Entry{ID: i.ids.give(found.of.ID), Unit: found.of.ID, Upgrades: upgrades}, book: named}
			if half > 0 {
				e.Combine = i.entries[first].ID
			} else {
				e.Former, e.Claims, e.Notes, e.XP = former, claims, u.notes, u.xp
				e.title, e.inside = u.title, u.in
			}
			if half == 0 {
				e.Name = u.ownName(found.of.Name)
			}
			i.entries = append(i.entries, e)
		}
		made = append(made, i.entries[first])
	}
	return made
}

// ownName returns the name that the player gave a unit of a book, "" for none.
func (u *shareUnit) ownName(book string) string {
	if u.title != "" || strings.EqualFold(u.name, book) {
		return u.own
	}
	return strings.TrimSpace(strings.NewReplacer(book, "", "()", "", " - ", "").Replace(u.name))
}

// unitsCalled returns the units that a name in the text may mean, and their book: those with that
// name, else the unit whose name is part of it, else all units with a similar profile, since the
// player may have named them.
func (i *listImport) unitsCalled(u *shareUnit) (named NamedBook, units []*catalog.Unit) {
	for _, named := range i.used {
		for k := range named.Book.Units {
			if of := &named.Book.Units[k]; strings.EqualFold(numbered().ReplaceAllString(of.Name, ""), u.name) || strings.EqualFold(of.Name, u.name) {
				units = append(units, of)
			}
		}
		if units != nil {
			return named, units
		}
	}
	var within *catalog.Unit
	for _, b := range i.used {
		for k := range b.Book.Units {
			if of := &b.Book.Units[k]; strings.Contains(u.name, of.Name) && (within == nil || len(of.Name) > len(within.Name)) {
				named, within = b, of
			}
		}
	}
	if within != nil {
		return named, []*catalog.Unit{within}
	}
	for _, b := range i.used {
		for k := range b.Book.Units {
			of := &b.Book.Units[k]
			if of.Quality != u.quality || of.Defense != u.defense || u.size != of.Size && u.size != 2*of.Size {
				continue
			}
			if found, _ := i.nearest(b.Book, []*catalog.Unit{of}, u); found.isExact() {
				return b, []*catalog.Unit{of}
			}
		}
	}
	return named, nil
}

var numbered = pattern(` \(\d+\)$`) // numbers two units with the same name

// bestOf returns the version of a book that fits the text best.
func (s *share) bestOf(named sharedBook, books []NamedBook) (best NamedBook) {
	most := -1
	for _, b := range books {
		if !isOf(b.Book, named.name) {
			continue
		}
		fits := 0
		for n := range s.units {
			if b.Book.UnitNamed(s.units[n].name) != nil {
				fits += 2
			}
		}
		if b.Book.Version == named.version {
			fits++
		}
		if fits > most {
			best, most = b, fits
		}
	}
	return best
}

// claims returns the statements of the text that are not true of the unit made from it. Gear from
// upgrades of another version is returned as former.
func (u *shareUnit) claims(made *gf.Unit, former []gf.Former) *gf.Claims {
	c := &gf.Claims{Points: u.cost, Models: u.size, Quality: u.quality, Defense: u.defense}
	c.Rules = append(c.Rules, convert.All(u.other, shorten)...)
	if former == nil {
		c.Rules = append(c.Rules, u.notChosen(made)...)
	}
	for _, p := range u.weapons {
		if slices.ContainsFunc(former, func(f gf.Former) bool { return f.Upgrade == gf.NewFormer(p.String(), 0, "").Upgrade }) {
			continue
		}
		const most = 1000 // as the schema says
		w := catalog.Weapon{
			Name: shorten(p.name), Count: min(p.count, most), Range: min(p.inches, most), Attacks: min(max(0, p.attacks), most), Rules: rules.ParseUses(p.rules),
		}
		at := slices.IndexFunc(made.Weapons, func(has gf.Weapon) bool { return u.key(has.Name) == u.key(p.name) })
		if p.attacks < 0 && at >= 0 { // the text says no profile
			w.Range, w.Attacks, w.Rules = made.Weapons[at].Range, made.Weapons[at].Attacks, made.Weapons[at].Rules
		}
		c.Weapons = append(c.Weapons, w)
	}
	for _, w := range made.Weapons {
		if name := u.key(w.Name); len(u.weapons) > 0 && u.has[name] == 0 && (w.OneOf == "" || u.has[u.key(w.OneOf)] == 0) {
			c.Weapons = append(c.Weapons, catalog.Weapon{Name: w.Name})
		}
	}
	return c.Unmet(made)
}

// notChosen lists upgrades that the text has and the unit has not, or has fewer times.
func (u *shareUnit) notChosen(made *gf.Unit) (names []string) {
	chosen := map[string]int{}
	for _, c := range made.Chosen {
		chosen[upgradeKey(c.Option)] += c.Count
	}
	for _, name := range u.listed {
		if n, key := u.upgrades[catalog.MatchKey(name)], catalog.MatchKey(name); n > chosen[key] {
			names = append(names, shorten(fmt.Sprintf("the upgrade %d× %s", n, name)))
		}
	}
	return names
}

// shorten cuts a text to the length of a name.
func shorten(text string) string {
	if letters := []rune(text); len(letters) > maxName {
		return string(letters[:maxName])
	}
	return text
}

// former lists the weapons that upgrades of another version gave the unit: those with another
// profile from an upgrade, and those that the unit cannot have. If there is just one of the latter,
// it gets the price difference between text and unit.
func (want *shareUnit) former(made *gf.Unit) []gf.Former {
	var all []gf.Former
	missing := 0
	for _, p := range want.weapons {
		one := gf.NewFormer(p.String(), 0, "")
		if p.count > 1 {
			one.Count = min(p.count, 1000)
		}
		key, has := catalog.MatchKey(p.name), false
		for _, w := range made.Weapons {
			has = has || catalog.MatchKey(cmp.Or(w.OneOf, w.Name)) == key
		}
		if !has {
			missing++
			all = append(all, one)
			continue
		}
		for _, c := range made.Chosen {
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
			all[n].Cost = max(0, want.cost-made.Cost)
		}
	}
	return all
}

// isOf reports whether the profile describes a weapon.
func (p profile) isOf(w *catalog.Weapon) bool {
	texts := convert.All(w.Rules, func(r rules.Use) string { return catalog.MatchKey(r.String()) })
	mine := convert.All(p.rules, catalog.MatchKey)
	slices.Sort(texts)
	slices.Sort(mine)
	return p.attacks < 0 || p.inches == w.Range && p.attacks == w.Attacks && slices.Equal(texts, mine)
}

// String writes the profile as books do: Rifle (24", A1, AP(1)).
func (p profile) String() string {
	w := catalog.Weapon{Name: p.name, Range: p.inches, Attacks: max(0, p.attacks)}
	if p.attacks < 0 && len(p.rules) == 0 {
		return p.name
	}
	return p.name + " (" + w.Profile(p.rules) + ")"
}
