package armyforge

import (
	"bytes"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"muster/catalog"
	"muster/schema"
)

// A Book is an army book after its import.
type Book struct {
	ID     string // "alien-hives": its file should be called so
	Name   string
	System string // "gf-3"
	YAML   []byte // a book/1 file, with the digest of its own text
	Notes  []Note // what could not be taken over as it was
}

// BookID returns the id that a book gets unless it is told otherwise: its name
// as a slug.
func (f *File) BookID() string {
	if id := slug(f.Name); id != "" {
		return id
	}
	return "book"
}

// ImportBook turns an army book into a book/1 file. id is the book's id, ""
// for BookID. previous is the text of the book as it was imported before, or
// nil: units, packages, sections and options that it holds keep their ids, so
// that lists stay good. The error is a *schema.Error with the JSON paths of
// everything that makes the file unusable, such as a price that is no number.
func (f *File) ImportBook(id string, previous []byte) (*Book, error) {
	if f.Kind != BookFile {
		return nil, f.problem(0, 0, "this is a %s, not an army book", f.Kind)
	}
	if id == "" {
		id = f.BookID()
	}
	r := &reader{file: f}
	b := &book{id: id}
	b.read(r)
	if err := r.err(); err != nil {
		return nil, err
	}
	b.price(r)
	b.link(r)
	b.name(r, idsOf(r, previous))
	text := withDigest(b.write())
	read, err := catalog.Read(id+".yaml", text)
	if err != nil {
		return nil, fmt.Errorf("%s: the army book does not hold together once imported: %w", f.Path, err)
	}
	b.unexplained(r, read)
	return &Book{ID: id, Name: b.title, System: b.system, YAML: text, Notes: r.notes}, nil
}

// book is an army book between the two formats: what both editions of the JSON
// are read into, and what the YAML is written from.
type book struct {
	id, system, title, version, description string

	alsoFor  []string
	origin   catalog.Origin
	rules    []rule
	spells   []spell
	units    []*unit
	packages []*pack
	used     map[string]*place // rules in use, and where first
}

type rule struct{ name, summary, source string }

type spell struct {
	name, effect, source string
	value                int
}

type unit struct {
	id, name, generic, base, source string
	size, quality, defense, cost    int

	gear
	upgrades []string // ids of packages: Army Forge's until link, then ours
	without  []string // ids of sections, in the same way
	packages []*pack
	at       *place
}

// gear is what a unit has or an option gives.
type gear struct {
	rules   []string
	weapons []weapon
	items   []item
}

type weapon struct {
	name                  string
	count, reach, attacks int
	rules                 []string
}

type item struct {
	name, base string
	count      int
	rules      []string
	weapons    []weapon
}

type pack struct {
	id, name, source string
	sections         []*section
	at               *place
}

type section struct {
	id, label, source     string
	sources               []string // every id that Army Forge knows it by
	kind, affects, choose string
	targets               []string
	options               []*option
	at                    *place
}

type option struct {
	id, name, source string
	own              int // the option's own price,
	hasOwn           bool
	prices           map[string]int // and its price by Army Forge's id of the unit
	cost             int
	costs            []unitCost
	gear
	at *place
}

type unitCost struct {
	unit *unit
	cost int
}

var bookKeys = keysFor(
	"uid name genericName hint background units upgradePackages customRules customWeapons spells specialRules armyWideRule modifiedAt versionString gameSystemId gameSystemSlug",
	// The web site's own: who owns and shows the book, its pictures, its links.
	`userId enabledGameSystems backgroundFull editedAt official public isLive coverImagePath coverImageCredit bannerImagePath visibility
	factionId factionName factionRelation popularity downvotes partnerSettings balanceValid balanceValidReason loreUrl voted username creator isCreator
	aberration gameSystemKey flavouredUid dataToolVersion fullname shortname universe`)

// read reads a book of either edition.
func (b *book) read(r *reader) {
	root := r.root()
	root.only(bookKeys)
	b.title = root.need("name", "the book's name")
	b.description = oneLine(root.text("background"))
	b.version = versionOf(root)
	b.origin = catalog.Origin{Tool: "Army Forge", ID: root.text("uid"), Version: b.version, Modified: root.text("modifiedAt")}
	old := b.edition(root)
	b.used = map[string]*place{}
	root.each("specialRules", b.readRule)
	root.each("customRules", b.readRule)
	b.armyWide(root)
	root.each("spells", b.readSpell)
	for i := range root.list("customWeapons") {
		r.note(root.at.in("customWeapons").at(i), "the book's list of its own weapons is not imported; units and options state theirs in full")
	}
	if old {
		b.readOld(root)
	} else {
		b.readCurrent(root)
	}
	if len(b.units) == 0 && len(r.problems) == 0 {
		r.fault(root.at.in("units"), "the book has no units")
	}
	if !slices.ContainsFunc(b.units, func(u *unit) bool { return u.cost != 0 }) {
		r.note(root.at.in("units"), "every unit costs 0 points: the book states no prices")
	}
}

func versionOf(root object) string { return strings.TrimPrefix(root.text("versionString"), "v") }

// edition settles which game system the book is for; it tells whether the JSON
// is in the old format.
func (b *book) edition(root object) (old bool) {
	if game := root.text("gameSystemSlug"); game != "" && game != "grimdark-future" {
		root.r.fault(root.at.in("gameSystemSlug"), "the book is for %q; muster reads books of grimdark-future", game)
	} else if id := root.number("gameSystemId", 2); game == "" && id != 2 {
		root.r.fault(root.at.in("gameSystemId"), "the book is for game system %d; muster reads books of Grimdark Future, which is 2", id)
	}
	for _, v := range root.list("units") {
		if u, ok := v.(map[string]any); ok && u["equipment"] != nil {
			old = true
		}
	}
	switch major, _, _ := strings.Cut(b.version, "."); {
	case major == "2", old && major == "":
		b.system, b.alsoFor = "gf-2.16", []string{"gf-2.7"}
	case major == "3":
		b.system = "gf-3"
	case old:
		root.r.note(root.at.in("versionString"), "version %q is unknown; read as a book of the 2.x rules, whose format it has", b.version)
		b.system, b.alsoFor = "gf-2.16", []string{"gf-2.7"}
	default:
		root.r.note(root.at.in("versionString"), "version %q is unknown; read as a book of the 3.x rules", b.version)
		b.system = "gf-3"
	}
	return old
}

var ruleKeys = keysFor("id key name description hint label hasRating aliasedRuleId", "coreType targetType tags forUnit forWeapon")

func (b *book) readRule(o object) {
	o.only(ruleKeys)
	name := o.need("name", "the rule's name")
	if rated, stated := o.fields["hasRating"].(bool); stated && rated && !strings.Contains(name, "(") {
		name += "(X)"
	} else if !stated && !strings.Contains(name, "(") && b.usedWithRating(o.r, name) {
		name += "(X)"
	}
	for _, other := range b.rules {
		if strings.EqualFold(strings.TrimSuffix(other.name, "(X)"), strings.TrimSuffix(name, "(X)")) {
			o.r.note(o.at, "the rule %q is in the book twice; the first is kept", name)
			return
		}
	}
	summary := o.text("description")
	if summary == "" {
		summary = o.text("hint")
	}
	b.rules = append(b.rules, rule{name: name, summary: summary, source: o.text("id")})
}

// usedWithRating tells whether a rule of which the book does not say so takes
// a rating: some unit or option uses it with one.
func (b *book) usedWithRating(r *reader, name string) bool {
	var search func(v any) bool
	search = func(v any) bool {
		switch v := v.(type) {
		case []any:
			return slices.ContainsFunc(v, search)
		case map[string]any:
			if rating, given := v["rating"]; given && rating != nil && rating != "" && v["name"] == name {
				return true
			}
			for _, child := range v {
				if search(child) {
					return true
				}
			}
		}
		return false
	}
	return search(r.file.root["units"]) || search(r.file.root["upgradePackages"])
}

// armyWide reads the rule that old books could give to every unit.
func (b *book) armyWide(root object) {
	wide, ok := root.child("armyWideRule")
	if !ok || len(wide.fields) == 0 {
		return
	}
	b.readRule(wide)
	root.r.note(wide.at, "the rule %q holds for the whole army; it stands among the book's rules, but no unit names it", wide.text("name"))
}

var spellKeys = keysFor("id name effect threshold", "cost type generation costFormula spellbookId effectSkirmish")

func (b *book) readSpell(o object) {
	o.only(spellKeys)
	b.spells = append(b.spells, spell{
		name: o.need("name", "the spell's name"), effect: o.text("effect"), value: o.within("threshold", 0, 0, 30), source: o.text("id"),
	})
}

// price settles what options cost: the commonest price among the units that
// have the option, and the others by unit.
func (b *book) price(r *reader) {
	users := map[string][]*unit{} // by Army Forge's id of the package
	units := map[string]*unit{}
	for _, u := range b.units {
		if u.source != "" && units[u.source] != nil {
			r.note(u.at.in("id"), "the unit %q has the id %q too; both have its prices, and lists that name it get the first", units[u.source].name, u.source)
		} else {
			units[u.source] = u
		}
		for _, id := range u.upgrades {
			users[id] = append(users[id], u)
		}
	}
	for _, p := range b.packages {
		for _, s := range p.sections {
			for _, o := range s.options {
				o.price(r, s, users[p.source], units)
			}
		}
	}
}

// price settles one option's prices; users are the units that have it.
func (o *option) price(r *reader, s *section, users []*unit, units map[string]*unit) {
	o.cost = o.own
	if o.prices == nil {
		return
	}
	var all []unitCost
	times := map[int]int{}
	for _, u := range users {
		cost, listed := o.prices[u.source]
		if !listed {
			if s.closedTo(u) {
				continue
			}
			cost = o.own
			if o.hasOwn {
				r.note(o.at.in("costs"), "no price of %q for the unit %q; its general price of %d is taken", o.name, u.name, o.own)
			} else {
				r.note(o.at.in("costs"), "no price of %q for the unit %q, and no general one; it is free", o.name, u.name)
			}
		}
		all = append(all, unitCost{u, cost})
		times[cost]++
	}
	for _, id := range slices.Sorted(maps.Keys(o.prices)) {
		cost := o.prices[id]
		if !slices.ContainsFunc(users, func(u *unit) bool { return u.source == id }) {
			whose := "no unit of the book"
			if u := units[id]; u != nil {
				whose = fmt.Sprintf("the unit %q, which cannot take it", u.name)
			}
			r.note(o.at.in("costs"), "a price of %d for %s (%s) is left out", cost, id, whose)
		}
	}
	if len(all) == 0 {
		return
	}
	o.cost = all[0].cost
	for _, c := range all {
		if times[c.cost] > times[o.cost] {
			o.cost = c.cost
		}
	}
	for _, c := range all {
		if c.cost != o.cost {
			o.costs = append(o.costs, c)
		}
	}
}

func (s *section) closedTo(u *unit) bool {
	return slices.ContainsFunc(s.sources, func(id string) bool { return slices.Contains(u.without, id) })
}

// link joins units with their packages and reports what is not there, and
// targets that nothing matches.
func (b *book) link(r *reader) {
	packages := map[string]*pack{}
	for _, p := range b.packages {
		if packages[p.source] != nil {
			r.note(p.at, "a package %q is in the book already; units have the first", p.source)
			continue
		}
		packages[p.source] = p
	}
	for _, u := range b.units {
		for i, id := range u.upgrades {
			p := packages[id]
			switch {
			case p == nil:
				r.note(u.at.in("upgrades").at(i), "the book has no package %q of upgrades; the unit %q goes without it", id, u.name)
			case slices.Contains(u.packages, p):
				r.note(u.at.in("upgrades").at(i), "the unit %q names the package %q twice", u.name, id)
			default:
				u.packages = append(u.packages, p)
			}
		}
	}
	for _, p := range b.packages {
		for _, s := range p.sections {
			b.checkTargets(r, p, s)
		}
	}
}

// checkTargets reports a section's targets that match nothing in any unit
// that has the section: neither equipment nor what an option gives.
func (b *book) checkTargets(r *reader, p *pack, s *section) {
	for i, text := range s.targets {
		var target catalog.Target
		if err := target.UnmarshalText([]byte(text)); err != nil {
			r.note(s.at.in("targets").at(i), "the target %q cannot be read: %v", text, err)
			continue
		}
		found, users := false, 0
		for _, u := range b.units {
			if found || !slices.Contains(u.packages, p) || s.closedTo(u) {
				continue
			}
			users++
			found = u.has(target.Key())
		}
		if users > 0 && !found {
			r.note(s.at, "%q: no unit has or can get %q", s.label, text)
		}
	}
}

// has tells whether a unit has something of that name, or can get it.
func (u *unit) has(key string) bool {
	if u.gear.has(key) {
		return true
	}
	for _, p := range u.packages {
		for _, s := range p.sections {
			for _, o := range s.options {
				if o.gear.has(key) {
					return true
				}
			}
		}
	}
	return false
}

func (g *gear) has(key string) bool {
	weapon := func(w weapon) bool { return catalog.MatchKey(w.name) == key }
	return slices.ContainsFunc(g.weapons, weapon) ||
		slices.ContainsFunc(g.items, func(i item) bool {
			return catalog.MatchKey(i.name) == key || slices.ContainsFunc(i.weapons, weapon)
		}) ||
		slices.ContainsFunc(g.rules, func(rule string) bool {
			name, _, _ := strings.Cut(rule, "(")
			return catalog.MatchKey(rule) == key || catalog.MatchKey(name) == key
		})
}

// unexplained reports rules in use that neither the book nor its game explains.
func (b *book) unexplained(r *reader, read *catalog.Book) {
	set := read.RuleSet(nil)
	texts := slices.Sorted(maps.Keys(b.used))
	for _, text := range texts {
		name := strings.TrimSpace(strings.SplitN(text, "(", 2)[0])
		if set.Find(name) == nil && set.Find(text) == nil {
			r.note(b.used[text], "neither the book nor its game explains the rule %q; it is kept as it is written", text)
		}
	}
}

// hugeRating is a number in brackets that no rule of the game can have.
var hugeRating = regexp.MustCompile(`\([+-]?(\d{4,})\)$`)

// use notes that a rule is in use, for unexplained, and returns it.
func (b *book) use(r *reader, text string, at *place) string {
	if _, known := b.used[text]; known {
		return text
	}
	if len(text) > longest {
		r.fault(at, "a rule with its rating is longer than %d characters", longest)
	}
	if digits := hugeRating.FindStringSubmatch(text); digits != nil {
		r.fault(at, "a rule with the number %s; it should have three digits at most", digits[1])
	}
	b.used[text] = at
	return text
}

// summarise names what an option gives: "2x Energy Claws, Combat Shield".
func (g *gear) summarise() string {
	var names []string
	for _, w := range g.weapons {
		names = append(names, times(w.count, w.name))
	}
	for _, i := range g.items {
		names = append(names, times(i.count, i.name))
	}
	text := strings.Join(append(names, g.rules...), ", ")
	if short := []rune(text); len(short) > longest {
		text = string(short[:longest-1]) + "…"
	}
	return text
}

func times(count int, name string) string {
	if count > 1 {
		return strconv.Itoa(count) + "x " + name
	}
	return name
}

// addWeapon adds a weapon; one that is there already is counted.
func (g *gear) addWeapon(w weapon) {
	for i := range g.weapons {
		if other := &g.weapons[i]; other.name == w.name && other.reach == w.reach && other.attacks == w.attacks && slices.Equal(other.rules, w.rules) {
			other.count += w.count
			return
		}
	}
	g.weapons = append(g.weapons, w)
}

// idsOf collects the ids of a book that was imported before, by Army Forge's
// ids. A previous text that cannot be read gives none, and is reported.
func idsOf(r *reader, previous []byte) earlier {
	if previous == nil {
		return nil
	}
	document, err := schema.Read("the book imported before", previous, "book/1")
	if err != nil {
		r.note(nil, "the book imported before cannot be read, so ids may differ from it: %v", err)
		return nil
	}
	var b catalog.Book
	if err := document.Decode(&b); err != nil {
		r.note(nil, "the book imported before cannot be read, so ids may differ from it: %v", err)
		return nil
	}
	ids := earlier{}
	for i := range b.Units {
		ids.add("unit", b.Units[i].Source, b.Units[i].ID)
	}
	for _, p := range b.Packages {
		ids.add("package", p.Source, p.ID)
		for _, s := range p.Sections {
			ids.add("section", s.Source, s.ID)
			for _, o := range s.Options {
				ids.add("option", o.Source, o.ID)
			}
		}
	}
	return ids
}

// System is the game system that an army book is for: "gf-3". It is "" for a
// list.
func (f *File) System() string {
	if f.Kind != BookFile {
		return ""
	}
	root := (&reader{file: f}).root() // what is wrong is reported by the import
	b := &book{version: versionOf(root)}
	b.edition(root)
	return b.system
}

// Wrote tells whether a book's text is an import of this very book of Army
// Forge, whatever it was called then. Old books have no id by which to tell.
func (f *File) Wrote(previous []byte) bool {
	id, _ := f.root["uid"].(string)
	if id == "" || !bytes.Contains(previous, []byte(id)) {
		return false
	}
	document, err := schema.Read("the book imported before", previous, "book/1")
	return err == nil && document.At("origin", "id").Text() == id && document.At("system").Text() == f.System()
}

// Replaces tells whether a book's text is an import of the same army book, or
// no import at all; false means that another book has its id: the same army in
// another edition, or another army of the same name.
func (f *File) Replaces(previous []byte, system string) bool {
	document, err := schema.Read("the book imported before", previous, "book/1")
	if err != nil {
		return true
	}
	origin := document.At("origin")
	if !origin.Exists() {
		return true
	}
	id, _ := f.root["uid"].(string)
	before := origin.Get("id").Text()
	return document.At("system").Text() == system && (id == "" || before == "" || id == before)
}
