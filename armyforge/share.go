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

// A sharedList is a list shared as text, as Army Forge writes it for people: it names units,
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
// Texts that muster prints are read as well; see IsMusterText.
type sharedList struct {
	books                    []sharedBook
	system                   string // the game's key in the heading; "" in texts of muster
	lostIndents              bool   // a text of muster that lost the indents of its lines
	forceOrg                 *bool  // in a text of muster: false if it says so, else nil
	totalPoints, pointsLimit int    // total and agreed points; 0 if not stated
	units                    []sharedUnit
}

// A sharedBook is an army book as a text names it.
type sharedBook struct{ name, version string }

type sharedUnit struct {
	name               string
	copies, size, cost int
	quality, defense   int
	weapons            []profile // the weapons, as the text names them
	rulesAndItems      []string  // rules and items, as the text names them, without counts
	// the rules and items with a count, as the text writes them: "2x Bark Shield(Pollen)"
	countedRulesAndItems []string
	// count of each upgrade, by upgradeKey; nil if the text lists none
	upgradeCounts map[string]int
	upgradeNames  []string // the upgrades, as the text names them
	// only in a text of muster: the unit's name on sheets, the name that the player gave it, the
	// name of its transport, the player's notes
	sheetName, playerName, transport, notes string
	xp                                      int
	lineNumber                              int
	joinsNext                               bool // it joins the next unit of the text
	previousJoins                           bool // the previous unit of the text joins it

	// for comparisons: number of each weapon (and of each item, if stated) by name, and number of
	// each weapon by weaponProfileKey
	gearCounts, profileCounts map[string]int
	// number of models with a rule, if the text states it, by the rule's key
	modelCountByRule map[string]int
	mentionedNames   map[string]bool   // names and rules in the text, normalised for comparisons
	statedRules      []statedRule      // its rules and items
	matchKeyCache    map[string]string // results of matchKey, by name
}

// A statedRule is a rule or item of the text, normalised for comparisons.
type statedRule struct {
	fullText, name, rating string
	isItem                 bool
}

var (
	shareHeading = pattern(`^\+\+\s*([^\[]*?)\s*(\[.*\])?\s*\+\+$`)
	shareTotal   = pattern(`\[\s*([A-Za-z]+)?\s*(\d+)[^\]]*pts\s*\]`)
	shareVersion = pattern(`\s*\(v?(\d[\w.]*)\)$`)
	shareEntry   = pattern(`^(?:(\d{1,2})x\s+)?(.+?)\s*\[(\d{1,3})\]\s*Q(\d{1,2})\+\s*D(\d{1,2})\+\s*\|\s*(\d{1,5})\s*pts\s*(?:\|\s*(.*))?$`)
	// matches a range before a weapon's name, as in older texts: 24" Rifle (A1)
	shareRange = pattern(`^\d+["”“″]\s+`)
)

func (f *File) openSharedText(text string) error {
	f.Kind, f.shared = ListFile, &sharedList{}
	lines := strings.Split(text, "\n")
	own := IsMusterText([]byte(text))
	if own {
		lines = f.shared.armyForgeLines(f, lines)
	}
	for n, line := range lines {
		if line = cleanText(line); utf8.RuneCountInString(line) > maxLineLength {
			return f.problem(n+1, 1,
				"the line is longer than %d characters, which no line of a shared list is", maxLineLength)
		}
		if m := shareHeading().FindStringSubmatch(line); m != nil && f.shared.system == "" && !own {
			f.shared.readHeading(f, m[1], m[2])
			continue
		}
		units := f.shared.units
		m := shareEntry().FindStringSubmatch(line)
		switch {
		case m != nil:
			if len(units) == maxUnitLines {
				return f.problem(n+1, 1, "the list has more than %d units; is it one list?", maxUnitLines)
			}
			if utf8.RuneCountInString(m[2]) > maxNameLength {
				return f.problem(n+1, 1, "the unit's name is longer than %d characters", maxNameLength)
			}
			u := newSharedUnit(m, n+1)
			if own {
				u.splitName()
			}
			f.shared.units = append(units, u)
		case line == "" || line[0] == '#' || len(units) == 0:
		case strings.HasPrefix(line, "|"):
			units[len(units)-1].joinsNext = true
		default:
			units[len(units)-1].readLine(line, own)
		}
		if last := len(f.shared.units) - 1; last >= 0 &&
			len(f.shared.units[last].weapons)+len(f.shared.units[last].rulesAndItems) > maxUnitGear {
			return f.problem(n+1, 1, "the unit has more than %d weapons and rules, which no unit has", maxUnitGear)
		}
	}
	if utf8.RuneCountInString(f.Name) > maxNameLength {
		return f.problem(1, 1, "the list's name is longer than %d characters", maxNameLength)
	}
	if len(f.shared.units) == 0 {
		return f.problem(1, 1,
			"this is the heading of a list that was shared as text, and no unit follows; copy all of it")
	}
	return nil
}

// The highest numbers in a shared text: lines of units, weapons and rules of a unit, characters of
// a line, points.
const (
	maxUnitLines  = 200
	maxUnitGear   = 100
	maxLineLength = 2000
	maxListPoints = 1_000_000 // the highest number of points that the schema of lists allows
)

func (s *sharedList) readHeading(f *File, title, total string) {
	s.system = "gf"
	if m := shareTotal().FindStringSubmatch(total); m != nil {
		s.totalPoints, _ = strconv.Atoi(m[2])
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

// newSharedUnit returns the unit of a line; m holds the groups that shareEntry matched.
func newSharedUnit(m []string, line int) sharedUnit {
	u := sharedUnit{name: m[2], lineNumber: line}
	for n, to := range map[int]*int{1: &u.copies, 3: &u.size, 4: &u.quality, 5: &u.defense, 6: &u.cost} {
		*to, _ = strconv.Atoi(m[n])
	}
	u.copies = max(1, u.copies)
	for _, part := range splitAtCommas(m[7]) {
		u.addRuleOrItem(part)
	}
	return u
}

// addRuleOrItem adds a rule or an item: 2x Bark Shield(Pollen).
func (u *sharedUnit) addRuleOrItem(part string) {
	text := countPrefix().ReplaceAllString(part, "")
	u.rulesAndItems = append(u.rulesAndItems, text)
	if text != part {
		u.countedRulesAndItems = append(u.countedRulesAndItems, part)
	}
}

// readLine reads a line below the first line of a unit. own means that muster printed the text.
func (u *sharedUnit) readLine(line string, own bool) {
	if own && u.readNote(line) {
		return
	}
	for _, part := range splitAtCommas(line) {
		p := parseProfile(part)
		p.name = shareRange().ReplaceAllString(p.name, "")
		u.weapons = append(u.weapons, p)
	}
}

func (u *sharedUnit) prepareComparison() {
	u.gearCounts, u.profileCounts, u.mentionedNames, u.matchKeyCache = map[string]int{}, map[string]int{}, map[string]bool{}, map[string]string{}
	mention := func(p profile) {
		u.mentionedNames[u.matchKey(p.name)] = true
		for _, rule := range p.rules {
			u.mentionedNames[u.matchKey(rules.ParseUse(rule).Name)] = true
		}
	}
	for _, p := range u.weapons {
		name := u.matchKey(p.name)
		u.gearCounts[name] += p.count
		u.profileCounts[u.weaponProfileKey(name, p.rangeInches, max(0, p.attacks), p.rules)] += p.count
		mention(p)
	}
	for key := range u.upgradeCounts {
		u.mentionedNames[key] = true
	}
	u.modelCountByRule = map[string]int{}
	for _, text := range u.countedRulesAndItems {
		p := parseProfile(text)
		u.modelCountByRule[u.matchKey(p.name)] += p.count
	}
	for _, text := range u.rulesAndItems {
		p := parseProfile(text)
		mention(p)
		for _, inside := range p.innerWeapons {
			mention(inside)
		}
		use := rules.ParseUse(text)
		_, isNumber := wholeNumber(strings.TrimPrefix(use.Rating, "+"))
		u.mentionedNames[u.matchKey(text)] = true
		u.statedRules = append(u.statedRules, statedRule{
			fullText: u.matchKey(text), name: u.matchKey(p.name), rating: strings.TrimPrefix(use.Rating, "+"),
			isItem: use.Rating != "" && !isNumber,
		})
	}
}

// matchKey returns catalog.MatchKey of a name, computed once for each name.
func (u *sharedUnit) matchKey(name string) string {
	key, ok := u.matchKeyCache[name]
	if !ok {
		key = catalog.MatchKey(name)
		u.matchKeyCache[name] = key
	}
	return key
}

// readSharedList reads the units of a shared text, and finds upgrades that produce them.
func (i *listImport) readSharedList() *List {
	s := i.file.shared
	l := newList(i.file.Name)
	i.pointsLimit, i.unitBuildsLeft, i.forceOrg = min(s.pointsLimit, maxListPoints), maxBuildsPerList, s.forceOrg
	if s.system != "" && i.file.editions(s.system) == nil {
		i.problem(1, "%s", i.file.unknownGameText("list", s.system))
		return l
	}
	for _, named := range s.books {
		book := s.bestVersion(named, i.books)
		if book.Book == nil {
			i.problem(1, "the army book %s is not there; %s", i.file.describeBook(named.name), howToGetBook("", ""))
			return l
		}
		i.usedBooks, l.Books = append(i.usedBooks, book), append(l.Books, book.nameOrID())
		if named.version != "" {
			i.claims.Books = append(i.claims.Books, catalog.VersionedID(book.Book.ID, named.version))
		}
	}
	switch {
	case len(i.usedBooks) == 0:
		i.problem(1, "the text does not say of which army book the list is; its first lines should name it, as in `Grimdark Future 3, Steel Wardens`")
		return l
	case s.lostIndents:
		i.problem(1, "the lines of this text have lost the blanks that they begin with, and it cannot be read without them; ask for the list's file, its code or a link with it")
		return l
	}
	l.System = i.usedBooks[0].Book.System
	var joining, hosts []*entry // heroes who join the next unit, and the last units that are joined
	for n := range s.units {
		u := &s.units[n]
		made := i.readSharedUnit(u)
		if u.previousJoins {
			joining, made = made, hosts
		}
		for k := range min(len(joining), len(made)) {
			joining[k].JoinTo = made[k].ID
		}
		if joining = nil; u.joinsNext {
			joining = made
		}
		if hosts = made; len(made) > 0 {
			i.statedUnitPoints += u.copies * u.cost
		}
	}
	if s.totalPoints != i.statedUnitPoints { // else what units cost says all
		i.claims.Points = min(max(s.totalPoints, 0), maxListPoints)
	}
	i.setTransports()
	l.UnitCount = len(i.entries)
	return l
}

func (i *listImport) problem(line int, format string, args ...any) {
	i.problems = append(i.problems, i.file.problem(line, 1, format, args...).Problems...)
}

// readSharedUnit reads the copies of a unit and returns their entries; for a combined pair, the
// entry of the first half.
func (i *listImport) readSharedUnit(u *sharedUnit) (made []*entry) {
	u.prepareComparison()
	named, units := i.matchingUnits(u)
	if units == nil {
		var names []string
		for _, b := range i.usedBooks {
			for k := range b.Book.Units {
				names = append(names, b.Book.Units[k].Name)
			}
		}
		i.problem(u.lineNumber, "%s has no unit called %q%s", i.usedBooks[0].Book.Name, u.name,
			schema.DidYouMean(u.name, names))
		return nil
	}
	found, all := i.nearestAttempt(named.Book, units, u)
	if !all {
		i.note((*jsonPath)(nil).atIndex(u.lineNumber), "there are too many ways to make %s as the text says; the nearest that was found is taken", u.name)
	}
	former := []gf.FormerUpgrade(nil)
	if at := slices.IndexFunc(i.file.shared.books, func(b sharedBook) bool { return strings.EqualFold(b.name, named.Book.Name) }); at >= 0 && i.file.shared.books[at].version != named.Book.Version {
		former = u.formerWeapons(found.unit)
	}
	claims := u.unmetClaims(found.unit, former)
	for range u.copies {
		first := len(i.entries)
		for half, upgrades := range found.halfChoices {
			e := &entry{Entry: gf.Entry{ID: i.unitIDs.uniqueID(found.bookUnit.ID), BookUnitID: found.bookUnit.ID, Upgrades: upgrades}, book: named}
			if half > 0 {
				e.CombineWith = i.entries[first].ID
			} else {
				e.FormerUpgrades, e.Claims, e.Notes, e.XP = former, claims, u.notes, u.xp
				e.sheetName, e.transport = u.sheetName, u.transport
			}
			if half == 0 {
				e.Name = u.customName(found.bookUnit.Name)
			}
			i.entries = append(i.entries, e)
		}
		made = append(made, i.entries[first])
	}
	return made
}

// customName returns the name that the player gave the unit; "" if he gave none. book is the unit's
// name in its army book.
func (u *sharedUnit) customName(book string) string {
	if u.sheetName != "" || strings.EqualFold(u.name, book) {
		return u.playerName
	}
	return strings.TrimSpace(strings.NewReplacer(book, "", "()", "", " - ", "").Replace(u.name))
}

// matchingUnits returns the units that a name in the text may mean, and their book: the units with
// that name, else the unit whose name is part of it, else all units with a similar profile, since
// the player may have named the unit.
func (i *listImport) matchingUnits(u *sharedUnit) (named NamedBook, units []*catalog.Unit) {
	for _, named := range i.usedBooks {
		for k := range named.Book.Units {
			if of := &named.Book.Units[k]; strings.EqualFold(copyNumber().ReplaceAllString(of.Name, ""), u.name) ||
				strings.EqualFold(of.Name, u.name) {
				units = append(units, of)
			}
		}
		if units != nil {
			return named, units
		}
	}
	var within *catalog.Unit
	for _, b := range i.usedBooks {
		for k := range b.Book.Units {
			if of := &b.Book.Units[k]; strings.Contains(u.name, of.Name) && (within == nil || len(of.Name) > len(within.Name)) {
				named, within = b, of
			}
		}
	}
	if within != nil {
		return named, []*catalog.Unit{within}
	}
	for _, b := range i.usedBooks {
		for k := range b.Book.Units {
			of := &b.Book.Units[k]
			if of.Quality != u.quality || of.Defense != u.defense || u.size != of.Size && u.size != 2*of.Size {
				continue
			}
			if found, _ := i.nearestAttempt(b.Book, []*catalog.Unit{of}, u); found.isExact() {
				return b, []*catalog.Unit{of}
			}
		}
	}
	return named, nil
}

// matches a number that distinguishes units with the same name: " (2)"
var copyNumber = pattern(` \(\d+\)$`)

// bestVersion returns the version of a book that fits the text best.
func (s *sharedList) bestVersion(named sharedBook, books []NamedBook) (best NamedBook) {
	most := -1
	for _, b := range books {
		if !isBookNamed(b.Book, named.name) {
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

// unmetClaims returns what the text states about a unit, but what is not true of made, the unit
// that the import made from it. Gear from upgrades of another version of the book is listed as
// former upgrades instead.
func (u *sharedUnit) unmetClaims(made *gf.Unit, former []gf.FormerUpgrade) *gf.Claims {
	c := &gf.Claims{Points: u.cost, Models: u.size, Quality: u.quality, Defense: u.defense}
	c.Rules = append(c.Rules, convert.All(u.rulesAndItems, shorten)...)
	if former == nil {
		c.Rules = append(c.Rules, u.missingUpgrades(made)...)
	}
	for _, p := range u.weapons {
		if slices.ContainsFunc(former, func(f gf.FormerUpgrade) bool {
			return f.UpgradeText == gf.NewFormerUpgrade(p.String(), 0, "").UpgradeText
		}) {
			continue
		}
		const most = 1000 // as the schema says
		w := catalog.Weapon{
			Name: shorten(p.name), Count: min(p.count, most), Range: min(p.rangeInches, most),
			Attacks: min(max(0, p.attacks), most), Rules: rules.ParseUses(p.rules),
		}
		at := slices.IndexFunc(made.Weapons, func(has gf.Weapon) bool { return u.matchKey(has.Name) == u.matchKey(p.name) })
		if p.attacks < 0 && at >= 0 { // the text says no profile
			w.Range, w.Attacks, w.Rules = made.Weapons[at].Range, made.Weapons[at].Attacks, made.Weapons[at].Rules
		}
		c.Weapons = append(c.Weapons, w)
	}
	for _, w := range made.Weapons {
		if name := u.matchKey(w.Name); len(u.weapons) > 0 && u.gearCounts[name] == 0 &&
			(w.ProfileOf == "" || u.gearCounts[u.matchKey(w.ProfileOf)] == 0) {
			c.Weapons = append(c.Weapons, catalog.Weapon{Name: w.Name})
		}
	}
	return c.UntrueClaims(made)
}

// missingUpgrades lists the upgrades that the text states more often than the unit has them.
func (u *sharedUnit) missingUpgrades(made *gf.Unit) (names []string) {
	chosen := map[string]int{}
	for _, c := range made.ChosenOptions {
		chosen[upgradeKey(c.Option)] += c.Count
	}
	for _, name := range u.upgradeNames {
		if n, key := u.upgradeCounts[catalog.MatchKey(name)], catalog.MatchKey(name); n > chosen[key] {
			names = append(names, shorten(fmt.Sprintf("the upgrade %d× %s", n, name)))
		}
	}
	return names
}

func shorten(text string) string {
	if letters := []rune(text); len(letters) > maxNameLength {
		return string(letters[:maxNameLength])
	}
	return text
}

// formerWeapons lists the weapons of the text that came from upgrades of another version of the
// book: weapons whose profile differs from an upgrade of the unit, and weapons that the unit cannot
// have. If only one weapon is of the second kind, it gets the price difference between text and
// unit.
func (want *sharedUnit) formerWeapons(made *gf.Unit) []gf.FormerUpgrade {
	var all []gf.FormerUpgrade
	missing := 0
	for _, p := range want.weapons {
		one := gf.NewFormerUpgrade(p.String(), 0, "")
		if p.count > 1 {
			one.Count = min(p.count, 1000)
		}
		key, has := catalog.MatchKey(p.name), false
		for _, w := range made.Weapons {
			has = has || catalog.MatchKey(cmp.Or(w.ProfileOf, w.Name)) == key
		}
		if !has {
			missing++
			all = append(all, one)
			continue
		}
		for _, c := range made.ChosenOptions {
			for _, w := range c.Option.Weapons {
				if catalog.MatchKey(w.Name) == key && len(w.Profiles) == 0 && !p.describes(&w) {
					one.Successor = c.Option.ID
				}
			}
		}
		if one.Successor != "" {
			all = append(all, one)
		}
	}
	for n := range all {
		if missing == 1 && all[n].Successor == "" && all[n].Count == 0 {
			all[n].Cost = max(0, want.cost-made.Cost)
		}
	}
	return all
}

// describes reports whether the profile is the profile of a weapon.
func (p profile) describes(w *catalog.Weapon) bool {
	texts := convert.All(w.Rules, func(r rules.Use) string { return catalog.MatchKey(r.String()) })
	mine := convert.All(p.rules, catalog.MatchKey)
	slices.Sort(texts)
	slices.Sort(mine)
	return p.attacks < 0 || p.rangeInches == w.Range && p.attacks == w.Attacks && slices.Equal(texts, mine)
}

// String writes the profile as army books do: Rifle (24", A1, AP(1)).
func (p profile) String() string {
	w := catalog.Weapon{Name: p.name, Range: p.rangeInches, Attacks: max(0, p.attacks)}
	if p.attacks < 0 && len(p.rules) == 0 {
		return p.name
	}
	return p.name + " (" + w.ProfileText(p.rules) + ")"
}
