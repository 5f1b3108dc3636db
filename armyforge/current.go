package armyforge

import (
	"slices"
	"strconv"
	"strings"
)

// The keys of the current format, 3.x. Left out are the web site's own
// (where to buy a model, whether a price was checked, the price before it was
// rounded) and what is stated twice: labels that are made from names and
// profiles, a multiplier that the attacks hold already, ids of the book's
// weapons and rules behind each of their uses.
var (
	unitKeys = keysFor("id cost name size bases items rules defense quality weapons upgrades genericName disabledUpgradeSections",
		"valid product hasCustomRule disabledSections hasBalanceInvalid isNarrative type key sync")
	baseKeys    = keysFor("round square", "")
	weaponKeys  = keysFor("name count range attacks specialRules", "id type weaponId label originalCount dependencies attacksMultiplier newWeapon")
	itemKeys    = keysFor("name count content bases", "id type label")
	useKeys     = keysFor("name rating", "id key type label count modify additional condition")
	packKeys    = keysFor("uid hint sections", "calcErrors sync")
	sectionKeys = keysFor("id uid label options variant affects targets select", "type parentPackageUid isHeroUpgrade isLowPrio model")
	rangeKeys   = keysFor("type value", "")
	optionKeys  = keysFor("uid cost costs gains label", "id type parentPackageUid parentSectionUid parentSectionId")
	costKeys    = keysFor("cost unitId", "exactCost")
)

// dearest is the most points that anything may cost.
const dearest = 100_000

// readCurrent reads units and upgrades of a 3.x book.
func (b *book) readCurrent(root object) {
	root.each("units", func(o object) {
		o.only(unitKeys)
		u := &unit{
			name: o.need("name", "the unit's name"), generic: o.text("genericName"), source: o.text("id"),
			size: o.between("size", 1, 100), quality: o.between("quality", 2, 6), defense: o.between("defense", 2, 6),
			cost: o.between("cost", 0, dearest), base: b.base(o), upgrades: o.texts("upgrades"), without: o.texts("disabledUpgradeSections"), at: o.at,
		}
		u.rules = b.uses(o, "rules")
		o.each("weapons", func(w object) { u.weapons = append(u.weapons, b.weapon(w)) })
		o.each("items", func(i object) { u.items = append(u.items, b.item(i)) })
		b.units = append(b.units, u)
	})
	root.each("upgradePackages", func(o object) {
		o.only(packKeys)
		p := &pack{name: o.text("hint"), source: o.need("uid", "the package's id"), at: o.at}
		o.each("sections", func(s object) { p.sections = append(p.sections, b.section(s)) })
		b.packages = append(b.packages, p)
	})
}

// base writes the size of the models' bases: "25 mm", or "32 mm round / 30 mm
// square" where round and square ones differ.
func (b *book) base(o object) string {
	bases, ok := o.child("bases")
	if !ok {
		return ""
	}
	bases.only(baseKeys)
	round, square := bases.text("round"), bases.text("square")
	var texts []string
	if round != "" && round == square {
		texts = []string{round + " mm"}
	} else {
		for _, shape := range []string{"round", "square"} {
			if size := bases.text(shape); size != "" && size != "none" {
				texts = append(texts, size+" mm "+shape)
			}
		}
	}
	if round == "none" && square == "none" {
		return ""
	}
	return strings.Join(texts, " / ")
}

// uses reads a list of rules in use: "Spiky(3)".
func (b *book) uses(o object, key string) []string {
	var uses []string
	o.each(key, func(u object) { uses = append(uses, b.oneUse(u)) })
	return uses
}

func (b *book) oneUse(o object) string {
	o.only(useKeys)
	text := o.need("name", "the rule's name")
	if rating := o.text("rating"); rating != "" {
		text += "(" + rating + ")"
	}
	return b.use(o.r, text, o.at)
}

func (b *book) weapon(o object) weapon {
	o.only(weaponKeys)
	return weapon{
		name: o.need("name", "the weapon's name"), count: o.within("count", 1, 0, 1000), reach: o.within("range", 0, 0, 1000),
		attacks: o.between("attacks", 0, 1000), rules: b.uses(o, "specialRules"),
	}
}

func (b *book) item(o object) item {
	o.only(itemKeys)
	i := item{name: o.need("name", "the item's name"), count: o.within("count", 1, 0, 1000), base: b.base(o)}
	b.content(o, &i)
	return i
}

// content reads what an item holds. Items within items hand over what they
// hold, for ours hold rules and weapons only.
func (b *book) content(o object, i *item) {
	o.each("content", func(c object) {
		switch kind := c.text("type"); kind {
		case "ArmyBookRule":
			i.rules = append(i.rules, b.oneUse(c))
		case "ArmyBookWeapon":
			i.weapons = append(i.weapons, b.weapon(c))
		case "ArmyBookItem":
			c.only(itemKeys)
			c.r.note(c.at, "the item %q lies in another, %q; what it holds is given to that one", c.text("name"), i.name)
			b.content(c, i)
		default:
			c.r.note(c.at.in("type"), "%q in the item %q is of the unknown type %q; kept as a rule of that name", c.text("name"), i.name, kind)
			if name := c.text("name"); name != "" {
				i.rules = append(i.rules, name)
			}
		}
	})
}

func (b *book) section(o object) *section {
	o.only(sectionKeys)
	s := &section{label: o.need("label", "the section's heading"), source: o.text("uid"), sources: []string{o.text("uid"), o.text("id")}, targets: o.texts("targets"), at: o.at}
	s.sources = slices.DeleteFunc(s.sources, func(id string) bool { return id == "" })
	if s.source == "" {
		s.source = o.text("id")
	}
	s.affects, s.choose = b.quantity(o, "affects"), b.quantity(o, "select")
	switch variant := o.text("variant"); variant {
	case "replace", "upgrade", "attachment":
		s.kind = variant
	default:
		s.kind = parseHeading(s.label).kind
		o.r.note(o.at.in("variant"), "the variant %q is unknown; by its heading %q the section is read as `%s`", variant, s.label, s.kind)
	}
	if model, _ := o.fields["model"].(bool); model && !strings.Contains(strings.ToLower(s.label), "model") {
		o.r.note(o.at.in("model"), "the section is said to be for models, which its heading %q does not say", s.label)
	}
	// "Replace 2x Claw" may count in the heading and affect 2, or count in the
	// target; ours counts in the target.
	if n, ok := strings.CutPrefix(s.label, "Replace "+s.affects+"x "); ok && s.affects != "" && len(s.targets) == 1 && n != "" {
		s.targets[0], s.affects = s.affects+"x "+s.targets[0], ""
	}
	s.needTargets(o)
	o.each("options", func(opt object) { s.options = append(s.options, b.option(opt)) })
	if len(s.options) == 0 {
		o.r.note(o.at.in("options"), "the section %q has no options", s.label)
	}
	return s
}

// needTargets makes sure that a section which acts on something says on what.
func (s *section) needTargets(o object) {
	if s.kind == "upgrade" || len(s.targets) > 0 {
		return
	}
	s.targets = parseHeading(s.label).targets
	if len(s.targets) == 0 {
		s.kind = "upgrade"
		o.r.note(o.at.in("targets"), "the section %q does not say what it acts on; read as a plain upgrade", s.label)
		return
	}
	o.r.note(o.at.in("targets"), "the section does not say what it acts on; by its heading: %s", strings.Join(s.targets, ", "))
}

// quantity reads whom a section affects or how much may be chosen: "", "2",
// "any", "all" or "up to 2".
func (b *book) quantity(o object, key string) string {
	q, ok := o.child(key)
	if !ok {
		return ""
	}
	q.only(rangeKeys)
	kind, n := q.text("type"), q.number("value", 1)
	switch {
	case kind == "any" || kind == "all" && key == "affects":
		return kind
	case n < 1 || n > 99:
		o.r.note(q.at.in("value"), "%d makes no sense here; left out", n)
		return ""
	case kind == "exactly":
		return strconv.Itoa(n)
	case kind == "up to":
		return "up to " + strconv.Itoa(n)
	}
	o.r.note(q.at.in("type"), "the quantity %q is unknown; left out", kind)
	return ""
}

func (b *book) option(o object) *option {
	o.only(optionKeys)
	opt := &option{source: o.text("uid"), own: o.within("cost", 0, -dearest, dearest), hasOwn: o.has("cost"), prices: map[string]int{}, at: o.at}
	if opt.source == "" {
		opt.source = o.text("id")
	}
	o.each("costs", func(c object) {
		c.only(costKeys)
		id, cost := c.need("unitId", "the unit of the price"), c.within("cost", 0, -dearest, dearest)
		if before, twice := opt.prices[id]; twice && before != cost {
			c.r.note(c.at, "the unit %s has the price %d already; the first is kept", id, before)
			return
		}
		opt.prices[id] = cost
	})
	o.each("gains", func(g object) { b.gain(g, &opt.gear) })
	opt.name = opt.summarise()
	if opt.name == "" {
		opt.name = o.need("label", "what the option gives")
		o.r.note(o.at.in("gains"), "the option %q gives nothing", opt.name)
	}
	return opt
}

// gain reads one thing that an option gives.
func (b *book) gain(o object, to *gear) {
	switch kind := o.text("type"); kind {
	case "ArmyBookWeapon":
		to.addWeapon(b.weapon(o))
	case "ArmyBookItem":
		to.addItem(b.item(o))
	case "ArmyBookRule":
		if n := o.number("count", 1); n != 1 {
			o.r.note(o.at.in("count"), "a rule cannot be given %d times; it is given once", n)
		}
		to.rules = append(to.rules, b.oneUse(o))
	case "ArmyBookMultiWeapon":
		to.items = append(to.items, b.multiWeapon(o))
	default:
		name := o.need("name", "the name of what the option gives")
		o.r.note(o.at.in("type"), "%q is of the unknown type %q; kept as an item without contents", name, kind)
		to.items = append(to.items, item{name: name, count: o.within("count", 1, 0, 1000)})
	}
}
