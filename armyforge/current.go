package armyforge

import (
	"slices"
	"strconv"
	"strings"

	"muster/catalog"
	"muster/rules"
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
	sectionKeys = keysFor("id uid label options variant affects targets select", "type parentPackageUid isHeroUpgrade isLowPrio model")
	rangeKeys   = keysFor("type value", "")
	optionKeys  = keysFor("uid cost costs gains label", "id type parentPackageUid parentSectionUid parentSectionId")
	costKeys    = keysFor("cost unitId", "exactCost")
)

// currentUnit reads a unit of a 3.x book.
func (b *book) currentUnit(o object, u *catalog.Unit) {
	o.only(unitKeys)
	u.Rules = b.uses(o, "rules")
	o.each("weapons", func(w object) { u.Weapons = append(u.Weapons, b.weapon(w)) })
	o.each("items", func(i object) { u.Items = append(u.Items, b.item(i, &u.Gear)) })
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
	if round == square && round != "none" && round != "" {
		return round + " mm"
	}
	var texts []string
	for _, shape := range []string{"round", "square"} {
		if size := bases.text(shape); size != "" && size != "none" {
			texts = append(texts, size+" mm "+shape)
		}
	}
	return strings.Join(texts, " / ")
}

// uses reads a list of rules in use: "Spiky(3)".
func (b *book) uses(o object, key string) catalog.Uses {
	var uses catalog.Uses
	o.each(key, func(u object) { uses = append(uses, b.oneUse(u)) })
	return uses
}

func (b *book) oneUse(o object) rules.Use {
	o.only(useKeys)
	text := o.need("name", "the rule's name")
	if rating := o.text("rating"); rating != "" {
		text += "(" + rating + ")"
	}
	return b.use(text, o.at)
}

func (b *book) weapon(o object) catalog.Weapon {
	o.only(weaponKeys)
	return catalog.Weapon{
		Name: o.need("name", "the weapon's name"), Count: o.within("count", 1, 0, 1000), Range: o.within("range", 0, 0, 1000),
		Attacks: o.between("attacks", 0, 1000), Rules: b.uses(o, "specialRules"),
	}
}

// item reads an item. What it holds is counted there as the item is, for the
// whole unit, and in our books for each of the items; weapons that cannot be
// shared out are left over.
func (b *book) item(o object, over *catalog.Gear) catalog.Item {
	o.only(itemKeys)
	i := catalog.Item{Name: o.need("name", "the item's name"), Count: o.within("count", 1, 0, 1000), Base: b.base(o)}
	b.content(o, &i)
	if i.Count < 2 {
		return i
	}
	var each []catalog.Weapon
	for _, w := range i.Weapons {
		rest := w
		w.Count, rest.Count = w.Count/i.Count, w.Count%i.Count
		if w.Count > 0 {
			each = append(each, w)
		}
		if rest.Count > 0 {
			over.Weapons = append(over.Weapons, rest)
			b.note(o.at.in("content"), "%s cannot be shared out among %s; %d of them stand beside the items", times(w.Count*i.Count+rest.Count, w.Name), times(i.Count, i.Name), rest.Count)
		}
	}
	i.Weapons = each
	return i
}

// content reads what an item holds. Items within items hand over what they
// hold, for ours hold rules and weapons only.
func (b *book) content(o object, i *catalog.Item) {
	o.each("content", func(c object) {
		switch kind := c.text("type"); kind {
		case "ArmyBookRule":
			i.Rules = append(i.Rules, b.oneUse(c))
		case "ArmyBookWeapon":
			i.Weapons = append(i.Weapons, b.weapon(c))
		case "ArmyBookItem":
			c.only(itemKeys)
			b.note(c.at, "the item %q lies in another, %q; what it holds is given to that one", c.text("name"), i.Name)
			b.content(c, i)
		default:
			b.note(c.at.in("type"), "%q in the item %q is of the unknown type %q; kept as a rule of that name", c.text("name"), i.Name, kind)
			if name := c.text("name"); name != "" {
				i.Rules = append(i.Rules, rules.ParseUse(name))
			}
		}
	})
}

// currentSection reads a section of a 3.x book; users are the units that have
// its package.
func (b *book) currentSection(o object, users []*catalog.Unit) catalog.Section {
	o.only(sectionKeys)
	s := catalog.Section{Label: o.need("label", "the section's heading"), Affects: b.quantity(o, "affects"), Select: b.quantity(o, "select")}
	switch variant := o.text("variant"); variant {
	case "replace", "upgrade", "attachment":
		s.Kind = catalog.Kind(variant)
	default:
		s.Kind = parseHeading(s.Label).kind
		b.note(o.at.in("variant"), "the variant %q is unknown; by its heading %q the section is read as `%s`", variant, s.Label, s.Kind)
	}
	if model, _ := o.fields["model"].(bool); model && !strings.Contains(strings.ToLower(s.Label), "model") {
		b.note(o.at.in("model"), "the section is said to be for models, which its heading %q does not say", s.Label)
	}
	targets := o.texts("targets")
	// "Replace 2x Claw" may count in the heading and affect 2, or count in the
	// target; ours counts in the target.
	if n := s.Affects.String(); s.Affects.Word == catalog.Exactly && len(targets) == 1 && strings.HasPrefix(s.Label, "Replace "+n+"x ") {
		targets[0], s.Affects = n+"x "+targets[0], catalog.Quantity{}
	}
	b.aim(&s, o, targets)
	s.Options = make([]catalog.Option, 0, len(o.list("options")))
	o.each("options", func(opt object) { s.Options = append(s.Options, b.currentOption(opt, o, users)) })
	return s
}

// aim gives a section its targets, and makes sure that one which acts on
// something says on what.
func (b *book) aim(s *catalog.Section, o object, targets []string) {
	if s.Kind != catalog.Upgrade && len(targets) == 0 {
		targets = parseHeading(s.Label).targets
		if len(targets) == 0 {
			s.Kind = catalog.Upgrade
			b.note(o.at.in("targets"), "the section %q does not say what it acts on; read as a plain upgrade", s.Label)
			return
		}
		b.note(o.at.in("targets"), "the section does not say what it acts on; by its heading: %s", strings.Join(targets, ", "))
	}
	s.Targets = make([]catalog.Target, len(targets))
	for i, text := range targets {
		_ = s.Targets[i].UnmarshalText([]byte(text)) // it takes every text
	}
}

// quantity reads whom a section affects or how much may be chosen.
func (b *book) quantity(o object, key string) (q catalog.Quantity) {
	r, ok := o.child(key)
	if !ok {
		return q
	}
	r.only(rangeKeys)
	kind, n := r.text("type"), r.number("value", 1)
	text := map[string]string{"any": "any", "exactly": strconv.Itoa(n), "up to": "up to " + strconv.Itoa(n)}[kind]
	if kind == "all" && key == "affects" {
		text = kind
	}
	switch {
	case text == "":
		b.note(r.at.in("type"), "the quantity %q is unknown; left out", kind)
	case n < 1 || n > 99:
		b.note(r.at.in("value"), "%d makes no sense here; left out", n)
	default:
		q, _ = quantityOf(text)
	}
	return q
}

// quantityOf reads "2", "any", "all" or "up to 2"; "" is unsaid.
func quantityOf(text string) (q catalog.Quantity, ok bool) {
	return q, text == "" || q.UnmarshalText([]byte(text)) == nil && q.Count < 100
}

func (b *book) currentOption(o, section object, users []*catalog.Unit) catalog.Option {
	o.only(optionKeys)
	opt := catalog.Option{Source: o.text("uid"), Cost: o.within("cost", 0, -dearest, dearest)}
	if opt.Source == "" {
		opt.Source = o.text("id")
	}
	o.each("gains", func(g object) { b.gain(g, &opt.Gear) })
	b.finish(&opt, o, section, users)
	return opt
}

// prices reads an option's prices by Army Forge's ids of units.
func (b *book) prices(o object) map[string]int {
	prices := map[string]int{}
	o.each("costs", func(c object) {
		c.only(costKeys)
		id, cost := c.need("unitId", "the unit of the price"), c.within("cost", 0, -dearest, dearest)
		if before, twice := prices[id]; twice && before != cost {
			b.note(c.at, "the unit %s has the price %d already; the first is kept", id, before)
			return
		}
		prices[id] = cost
	})
	return prices
}

// gain reads one thing that an option gives.
func (b *book) gain(o object, to *catalog.Gear) {
	switch o.text("type") {
	case "ArmyBookWeapon":
		addWeapon(to, b.weapon(o))
	case "ArmyBookItem":
		addItem(to, b.item(o, to))
	case "ArmyBookRule":
		if n := o.number("count", 1); n != 1 {
			b.note(o.at.in("count"), "a rule cannot be given %d times; it is given once", n)
		}
		to.Rules = append(to.Rules, b.oneUse(o))
	default:
		b.otherGain(o, to)
	}
}

// otherGain reads a weapon with several profiles, or what nobody knows.
func (b *book) otherGain(o object, to *catalog.Gear) {
	name, count := o.need("name", "the name of what the option gives"), o.within("count", 1, 0, 1000)
	if kind := o.text("type"); kind != "ArmyBookMultiWeapon" {
		b.note(o.at.in("type"), "%q is of the unknown type %q; kept as an item without contents", name, kind)
		addItem(to, catalog.Item{Name: name, Count: count})
		return
	}
	o.only(oldGainKeys)
	w := catalog.Weapon{Name: strings.TrimSpace(pickOne().ReplaceAllString(name, "")), Count: count}
	o.each("profiles", func(p object) {
		p.only(oldGainKeys)
		w.Profiles = append(w.Profiles, catalog.Profile{
			Name: p.need("name", "the profile's name"), Range: p.within("range", 0, 0, 1000), Attacks: p.between("attacks", 0, 1000), Rules: b.oldUses(p, "specialRules"),
		})
	})
	if len(w.Profiles) < 2 {
		b.note(o.at.in("profiles"), "%q should have several profiles, and has %d", name, len(w.Profiles))
		for _, p := range w.Profiles {
			w.Range, w.Attacks, w.Rules = p.Range, p.Attacks, p.Rules
		}
		w.Profiles = nil
	}
	to.Weapons = append(to.Weapons, w)
}

// sameTargets compares targets by the names in them; counts may stand in one
// of the two only.
func sameTargets(a, b []string) bool {
	name := func(text string) string { return catalog.MatchKey(countPrefix().ReplaceAllString(text, "")) }
	return slices.EqualFunc(a, b, func(x, y string) bool { return name(x) == name(y) })
}
