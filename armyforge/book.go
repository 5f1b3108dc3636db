package armyforge

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"muster/catalog"
	"muster/convert"
	"muster/rules"
	"muster/schema"
	"muster/schema/files"
)

// A Book is an army book after its import, as it is read from YAML.
type Book struct {
	*catalog.Book
	YAML  []byte // a book/1 file, with the digest of its own text
	Notes []Note // every change that the import made
}

// bookID returns the id of a book for which no other id is given: its name as a slug.
func (f *File) bookID() string {
	return files.FileStem("book", f.Name)
}

// ImportBook turns an army book into a book/1 file. id is the book's id, "" for bookID. previous is
// the text of an earlier import of the same version, or nil: effects that a person wrote into that
// text are kept. The error is a *schema.Error with the JSON paths of everything that makes the file
// unusable, such as a price that is no number.
func (f *File) ImportBook(id string, previous []byte) (*Book, error) {
	if f.Kind != BookFile {
		return nil, f.problem(0, 0, "this is a %s, not an army book", f.Kind)
	}
	id = cmp.Or(id, f.bookID())
	b := &book{
		reader: &reader{file: f}, Book: &catalog.Book{ID: id}, ruleFirstUse: map[string]*jsonPath{},
		unitsByID: map[string]*catalog.Unit{}, packageUsers: map[string][]*catalog.Unit{},
		sectionsByID: map[string][]*catalog.Section{},
	}
	b.read()
	if err := b.err(); err != nil {
		return nil, err
	}
	b.setPackageIDs()
	b.linkPackages()
	b.setSectionIDs()
	b.setOptionIDs()
	b.keepManualEffects(previous)
	b.ReadRuleTexts(b.game)
	text := b.write()
	read, err := f.Library.Read(schema.FilePath{Name: id + ".yaml"}, text)
	if err != nil {
		return nil, fmt.Errorf("%s: the army book does not hold together once imported: %w", f.Path, err)
	}
	b.reportUnexplainedRules(read)
	return &Book{Book: read, YAML: text, Notes: b.notes}, nil
}

// keepManualEffects copies the effects that a person wrote into the file of an earlier import:
// effects that are not read from the texts of rules and spells.
func (b *book) keepManualEffects(previous []byte) {
	if len(previous) == 0 {
		return
	}
	old, err := b.file.Library.Read(schema.FilePath{Name: b.ID}, previous)
	if err != nil {
		return // a broken file is written anew
	}
	kept := map[string][]rules.Effect{}
	for _, r := range old.Rules {
		if !r.EffectsFromText && len(r.Effects) > 0 {
			kept["rule "+r.SourceID+" "+rules.NameKey(r.Name)] = r.Effects
		}
	}
	for _, s := range old.Spells {
		if !s.ReadFromText && len(s.Effects) > 0 {
			kept["spell "+s.Source+" "+s.Name] = s.Effects
		}
	}
	for i := range b.Book.Rules {
		r := &b.Book.Rules[i]
		r.Effects = kept["rule "+r.SourceID+" "+rules.NameKey(strings.TrimSuffix(r.Name, "(X)"))]
	}
	for i := range b.Spells {
		b.Spells[i].Effects = kept["spell "+b.Spells[i].Source+" "+b.Spells[i].Name]
	}
}

// book is an army book during its import. At first its units refer to packages and closed sections
// by Army Forge's ids.
type book struct {
	*reader
	*catalog.Book

	game        *rules.System
	inOldFormat bool // the current unit or section is in the old format
	// the place where the book first uses each rule, by the rule's name
	ruleFirstUse map[string]*jsonPath
	unitsByID    map[string]*catalog.Unit // the book's units by Army Forge's ids
	// packageUsers lists the units that have a package of sections, by Army Forge's id of the
	// package.
	packageUsers map[string][]*catalog.Unit
	// the book's sections, by each id that Army Forge gives a section
	sectionsByID   map[string][]*catalog.Section
	packageIndices map[string]int // indices of packages, by muster's ids
	// indices of the rules for which the book does not say whether they have a rating
	rulesMaybeWithRating []int
}

var bookKeys = keysFor(
	"uid name genericName hint background units upgradePackages customRules customWeapons spells specialRules armyWideRule modifiedAt versionString gameSystemId gameSystemSlug",
	// The web site's own: owner, pictures, links.
	`userId enabledGameSystems backgroundFull editedAt official public isLive coverImagePath coverImageCredit bannerImagePath visibility
	factionId factionName factionRelation popularity downvotes partnerSettings balanceValid balanceValidReason loreUrl voted username creator isCreator
	aberration gameSystemKey flavouredUid dataToolVersion fullname shortname universe`)

func (b *book) read() {
	root := b.root()
	root.reportUnknown(bookKeys)
	b.Name = root.requiredName("name", "the book's name")
	b.Description = root.text("background")
	b.setEdition(root)
	b.Origin = &catalog.Origin{
		Tool: "Army Forge", ID: root.text("uid"), Version: b.Version,
		ModifiedTime: root.text("modifiedAt"), Digest: noDigest,
	}
	root.eachObject("specialRules", b.readRule)
	root.eachObject("customRules", b.readRule)
	// A rule that old books could give to every unit.
	if wide, ok := root.child("armyWideRule"); ok && len(wide.fields) > 0 {
		b.readRule(wide)
		b.note(wide.place, "the rule %q holds for the whole army; it stands among the book's rules, but no unit names it",
			wide.text("name"))
	}
	root.eachObject("spells", b.readSpell)
	if len(root.list("customWeapons")) > 0 {
		b.note(root.place.atKey("customWeapons"),
			"the book's list of its own weapons is not imported; units and options state theirs in full")
	}
	b.Units = make([]catalog.Unit, 0, len(root.list("units")))
	root.eachObject("units", func(o object) {
		b.Units = b.Units[:len(b.Units)+1]
		b.readUnit(o, &b.Units[len(b.Units)-1])
	})
	b.setUnitIDs(root.place.atKey("units"))
	b.Packages = make([]catalog.Package, 0, len(root.list("upgradePackages")))
	root.eachObject("upgradePackages", func(o object) { b.Packages = append(b.Packages, b.readPackage(o)) })
	b.markRatedRules()
	if len(b.Units) == 0 && len(b.problems) == 0 {
		b.fault(root.place.atKey("units"), "the book has no units")
	}
	cost := 0
	for i := range b.Units {
		cost += b.Units[i].Cost.Points
	}
	if cost == 0 {
		b.note(root.place.atKey("units"), "every unit costs 0 points: the book states no prices")
	}
}

// setEdition sets the book's game system, and whether its JSON is in the old format: some keys of
// units exist only in that format.
func (b *book) setEdition(root object) {
	b.Version = strings.TrimPrefix(root.text("versionString"), "v")
	key, called := "gameSystemSlug", root.text("gameSystemSlug")
	if id := root.number("gameSystemId", 0); called == "" && id != 0 {
		key, called = "gameSystemId", strconv.Itoa(id)
	}
	of := b.file.editions(called)
	if of == nil {
		b.fault(root.place.atKey(key), "%s", b.file.unknownGameText("book", called))
		of = b.file.editions("")
	}
	for _, v := range root.list("units") {
		u := v.fields()
		b.inOldFormat = b.inOldFormat || u["equipment"].data != nil && u["weapons"].data == nil && u["rules"].data == nil
	}
	major, _, _ := strings.Cut(b.Version, ".")
	format := "3" // by its first number
	if major == "2" || b.inOldFormat && major != "3" {
		format = "2"
	}
	other := func(s *rules.System) bool { return !strings.HasPrefix(s.Edition, format) }
	if same := slices.DeleteFunc(slices.Clone(of), other); len(same) > 0 {
		of = same
	}
	b.game, b.System, b.AlsoForSystems = of[0], of[0].ID, nil
	for _, s := range of[1:] {
		b.AlsoForSystems = append(b.AlsoForSystems, s.ID)
	}
	if major != "2" && major != "3" && (major != "" || !b.inOldFormat) {
		b.note(root.place.atKey("versionString"),
			"version %q is unknown; read as a book of the %s.x rules, whose format it has", b.Version, format)
	}
}

var ruleKeys = keysFor("id key name description hint label hasRating aliasedRuleId",
	"coreType targetType tags forUnit forWeapon")

func (b *book) readRule(o object) {
	o.reportUnknown(ruleKeys)
	name := o.requiredName("name", "the rule's name")
	takes, stated := o.fields["hasRating"].data.(bool)
	if takes && !strings.Contains(name, "(") {
		name += "(X)"
	}
	if slices.ContainsFunc(b.Book.Rules, func(r rules.Rule) bool {
		return strings.EqualFold(strings.TrimSuffix(r.Name, "(X)"), strings.TrimSuffix(name, "(X)"))
	}) {
		b.note(o.place, "the rule %q is in the book twice; the first is kept", name)
		return
	}
	if !stated {
		b.rulesMaybeWithRating = append(b.rulesMaybeWithRating, len(b.Book.Rules))
	}
	b.Book.Rules = append(b.Book.Rules,
		rules.Rule{Name: name, Summary: cmp.Or(o.text("description"), o.text("hint")), SourceID: o.text("id")})
}

// markRatedRules marks rules as rated if units use them with a rating and the book does not say so.
func (b *book) markRatedRules() {
	rated := map[string]bool{}
	for text := range b.ruleFirstUse {
		if name, _, ok := strings.Cut(text, "("); ok {
			rated[name] = true
		}
	}
	for _, i := range b.rulesMaybeWithRating {
		if r := &b.Book.Rules[i]; rated[r.Name] {
			r.Name += "(X)"
		}
	}
}

var spellKeys = keysFor("id name effect threshold", "cost type generation costFormula spellbookId effectSkirmish")

func (b *book) readSpell(o object) {
	o.reportUnknown(spellKeys)
	b.Spells = append(b.Spells, catalog.Spell{
		Name: o.requiredName("name", "the spell's name"), Text: o.text("effect"),
		CastingValue: o.clampedNumber("threshold", 0, 0, 30),
		Source:       o.text("id"),
	})
}

// maxPrice is the highest number of points that a unit or an option may cost.
const maxPrice = 100_000

var packageKeys = keysFor("uid hint sections", "calcErrors sync")

func (b *book) readPackage(o object) catalog.Package {
	o.reportUnknown(packageKeys)
	p := catalog.Package{Name: o.text("hint"), Source: o.requiredName("uid", "the package's id")}
	if p.Name == p.Source {
		p.Name = ""
	}
	p.Sections = make([]catalog.Section, 0, len(o.list("sections")))
	o.eachObject("sections", func(s object) {
		section := b.readSection(s, b.packageUsers[p.Source])
		section.Source = cmp.Or(s.text("uid"), s.text("id"))
		if len(section.Options) == 0 {
			b.note(s.place.atKey("options"), "the section %q has no options", section.Label)
		}
		distinguishNames(section.Options)
		p.Sections = append(p.Sections, section)
		added := &p.Sections[len(p.Sections)-1]
		for _, id := range []string{s.text("uid"), s.text("id")} {
			if id != "" && !slices.Contains(b.sectionsByID[id], added) {
				b.sectionsByID[id] = append(b.sectionsByID[id], added)
			}
		}
	})
	return p
}

func (b *book) setPrices(opt *catalog.Option, o, section object, users []*catalog.Unit) {
	if !o.has("costs") {
		return
	}
	prices := b.readPrices(o)
	var payers []*catalog.Unit
	times := map[int]int{}
	for _, u := range users {
		if _, listed := prices[u.Source]; !listed {
			if slices.Contains(u.ExcludedSections, section.text("uid")) ||
				slices.Contains(u.ExcludedSections, section.text("id")) {
				continue
			}
			instead := ", and no general one; it is free"
			if o.has("cost") {
				instead = fmt.Sprintf("; its general price of %d is taken", opt.Cost)
			}
			b.note(o.place.atKey("costs"), "no price of %q for the unit %q%s", opt.Name, u.Name, instead)
			prices[u.Source] = opt.Cost
		}
		payers = append(payers, u)
		times[prices[u.Source]]++
	}
	for _, id := range slices.Sorted(maps.Keys(prices)) {
		if slices.ContainsFunc(users, func(u *catalog.Unit) bool { return u.Source == id }) {
			continue
		}
		whose := "no unit of the book"
		if u := b.unitsByID[id]; u != nil {
			whose = fmt.Sprintf("the unit %q, which cannot take it", u.Name)
		}
		b.note(o.place.atKey("costs"), "a price of %d for %s (%s) is left out", prices[id], id, whose)
	}
	for i, u := range payers { // the commonest price is the option's own
		if cost := prices[u.Source]; i == 0 || times[cost] > times[opt.Cost] {
			opt.Cost = cost
		}
	}
	for _, u := range payers {
		if cost := prices[u.Source]; cost != opt.Cost {
			if opt.CostByUnit == nil {
				opt.CostByUnit = map[string]int{}
			}
			opt.CostByUnit[u.ID] = cost
		}
	}
}

var costKeys = keysFor("cost unitId", "exactCost")

// readPrices returns an option's prices by Army Forge's ids of the units.
func (b *book) readPrices(o object) map[string]int {
	prices := map[string]int{}
	o.eachObject("costs", func(c object) {
		c.reportUnknown(costKeys)
		id, cost := c.requiredName("unitId", "the unit of the price"), c.clampedNumber("cost", 0, -maxPrice, maxPrice)
		if before, twice := prices[id]; twice && before != cost {
			b.note(c.place, "the unit %s has the price %d already; the first is kept", id, before)
			return
		}
		prices[id] = cost
	})
	return prices
}

// linkPackages gives each unit its packages. It reports missing packages, and targets of sections
// that no unit has.
func (b *book) linkPackages() {
	packages := map[string]int{}
	at := (*jsonPath)(nil).atKey("upgradePackages")
	for i := range b.Packages {
		if _, twice := packages[b.Packages[i].Source]; twice {
			b.note(at.atIndex(i), "a package %q is in the book already; units have the first", b.Packages[i].Source)
			continue
		}
		packages[b.Packages[i].Source] = i
	}
	for n := range b.Units {
		u := &b.Units[n]
		var linked []string
		for i, id := range u.UpgradePackages {
			at := (*jsonPath)(nil).atKey("units").atIndex(n).atKey("upgrades").atIndex(i)
			p, there := packages[id]
			switch {
			case !there:
				b.note(at, "the book has no package %q of upgrades; the unit %q goes without it", id, u.Name)
			case slices.Contains(linked, b.Packages[p].ID):
				b.note(at, "the unit %q names the package %q twice", u.Name, id)
			default:
				linked = append(linked, b.Packages[p].ID)
			}
		}
		u.UpgradePackages = linked
	}
	for i := range b.Packages {
		for j := range b.Packages[i].Sections {
			b.checkTargets(b.Packages[i].ID, &b.Packages[i].Sections[j], at.atIndex(i).atKey("sections").atIndex(j))
		}
	}
}

// checkTargets reports the targets of a section that no unit with the section has, as equipment or
// from an option.
func (b *book) checkTargets(pack string, s *catalog.Section, at *jsonPath) {
	for _, target := range s.TargetGear {
		found, users := false, 0
		for i := range b.Units {
			u := &b.Units[i]
			closed := slices.ContainsFunc(u.ExcludedSections, func(id string) bool { return slices.Contains(b.sectionsByID[id], s) })
			if found || closed || !slices.Contains(u.UpgradePackages, pack) {
				continue
			}
			users++
			found = b.canHaveGear(u, target.NameKey())
		}
		if users > 0 && !found {
			b.note(at, "%q: no unit has or can get %q", s.Label, target)
		}
	}
}

// canHaveGear reports whether a unit has equipment with the name of key, or can get it from an
// option.
func (b *book) canHaveGear(u *catalog.Unit, key string) bool {
	if gearHas(&u.Gear, key) {
		return true
	}
	for _, id := range u.UpgradePackages {
		p := &b.Packages[b.packageIndices[id]]
		for i := range p.Sections {
			if slices.ContainsFunc(p.Sections[i].Options, func(o catalog.Option) bool { return gearHas(&o.Gear, key) }) {
				return true
			}
		}
	}
	return false
}

func gearHas(g *catalog.Gear, key string) bool {
	weapon := func(w catalog.Weapon) bool { return catalog.MatchKey(w.Name) == key }
	rule := func(r rules.Use) bool { return catalog.MatchKey(r.String()) == key || catalog.MatchKey(r.Name) == key }
	return slices.ContainsFunc(g.Weapons, weapon) || slices.ContainsFunc(g.Rules, rule) ||
		slices.ContainsFunc(g.Items, func(i catalog.Item) bool {
			return catalog.MatchKey(i.Name) == key || slices.ContainsFunc(i.Weapons, weapon) ||
				slices.ContainsFunc(i.Rules, rule)
		})
}

// reportUnexplainedRules reports used rules that have a text neither in the book nor in its game.
func (b *book) reportUnexplainedRules(read *catalog.Book) {
	set := read.RuleSet(nil)
	for _, text := range slices.Sorted(maps.Keys(b.ruleFirstUse)) {
		if set.Find(strings.TrimSpace(strings.SplitN(text, "(", 2)[0])) == nil && set.Find(text) == nil {
			b.note(b.ruleFirstUse[text],
				"neither the book nor its game explains the rule %q; it is kept as it is written", text)
		}
	}
}

// hugeRating is a number in brackets that no rule of the game can have.
var hugeRating = pattern(`\([+-]?(\d{4,})\)$`)

// readRuleUse parses a rule as a unit or weapon has it ("Spiky(3)"), and records the place of its
// first use.
func (b *book) readRuleUse(text string, at *jsonPath) rules.Use {
	if _, known := b.ruleFirstUse[text]; !known {
		if utf8.RuneCountInString(text) > maxNameLength {
			b.fault(at, "a rule with its rating is longer than %d characters", maxNameLength)
		}
		if digits := hugeRating().FindStringSubmatch(text); digits != nil {
			b.fault(at, "a rule with the number %s; it should have three digits at most", digits[1])
		}
		b.ruleFirstUse[text] = at
	}
	return rules.ParseUse(text)
}

// gearSummary lists the names of everything that an option gives: "2x Energy Claws, Combat Shield".
func gearSummary(g *catalog.Gear) string {
	names := convert.All(g.Weapons, func(w catalog.Weapon) string { return withCount(w.Count, w.Name) })
	for _, i := range g.Items {
		names = append(names, withCount(i.Count, i.Name))
	}
	text := strings.Join(append(names, rules.UseTexts(g.Rules)...), ", ")
	if short := []rune(text); len(short) > maxNameLength {
		text = string(short[:maxNameLength-1]) + "…"
	}
	return text
}

func withCount(count int, name string) string {
	return catalog.Target{Name: name, Count: count}.String()
}

// addWeapon adds a weapon; if the unit already has an equal one, its count rises.
func addWeapon(g *catalog.Gear, w catalog.Weapon) {
	for i := range g.Weapons {
		if other := &g.Weapons[i]; other.Name == w.Name && other.Range == w.Range && other.Attacks == w.Attacks &&
			slices.Equal(other.Rules, w.Rules) && len(other.Profiles)+len(w.Profiles) == 0 {
			other.Count += w.Count
			return
		}
	}
	g.Weapons = append(g.Weapons, w)
}

// addItem adds an item; if the unit already has an equal one, its count rises.
func addItem(g *catalog.Gear, i catalog.Item) {
	for n := range g.Items {
		if other := &g.Items[n]; other.Name == i.Name && other.Base == i.Base && slices.Equal(other.Rules, i.Rules) &&
			len(other.Weapons)+len(i.Weapons) == 0 {
			other.Count += i.Count
			return
		}
	}
	g.Items = append(g.Items, i)
}

// readBookHead reads the head of an army book: its version, its game system and its id. All are
// empty for a list.
func (f *File) readBookHead() *catalog.Book {
	b := &book{reader: &reader{file: f}, Book: &catalog.Book{Origin: &catalog.Origin{}}} // the import reports its faults
	if f.Kind == BookFile {
		b.Origin.ID = b.root().text("uid")
		b.setEdition(b.root())
	}
	return b.Book
}
