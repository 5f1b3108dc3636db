package armyforge

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"muster/catalog"
	"muster/rules"
)

// The keys of the JSON objects of army books, in the old and the current format. The second
// argument lists keys that are ignored: some concern only the web site (where to buy a model,
// whether a price was checked, the price before it was rounded); others repeat data: labels made
// from names and profiles, a multiplier that the attacks already include, ids of the book's weapons
// and rules after each use.
var (
	unitKeys = keysFor("id cost name size bases items rules defense quality weapons upgrades genericName disabledUpgradeSections equipment specialRules isNarrative hasBalanceInvalid valid",
		"product hasCustomRule disabledSections type key sync costMode splitPageNumber")
	baseKeys   = keysFor("round square", "")
	weaponKeys = keysFor("name label count range attacks specialRules",
		"id key type weaponId originalCount dependencies attacksMultiplier newWeapon modify condition")
	itemKeys         = keysFor("name count content bases", "id key type label modify condition")
	multiProfileKeys = keysFor("name count profiles", "id key type label modify condition")
	ruleUseKeys      = keysFor("name rating label", "id key type count modify additional condition")
	sectionKeys      = keysFor("id uid label options variant affects targets select",
		"type parentPackageUid isHeroUpgrade isLowPrio model")
	oldSectionKeys = keysFor("id uid label options type affects replaceWhat select", "model")
	quantityKeys   = keysFor("type value", "")
	optionKeys     = keysFor("uid id cost costs gains label", "type parentPackageUid parentSectionUid parentSectionId")
	gainKeys       = keysFor("type", "").union(weaponKeys).union(itemKeys).union(multiProfileKeys).union(ruleUseKeys)
)

// readUnit reads a unit. Under keys of the old format, the counts of weapons and items are for each
// model.
func (b *book) readUnit(o object, u *catalog.Unit) {
	o.reportUnknown(unitKeys)
	u.Name, u.GenericName, u.Source, u.Base = o.requiredName("name", "the unit's name"), o.text("genericName"), o.text("id"), b.baseText(o)
	u.Size, u.Quality, u.Defense = o.requiredBetween("size", 1, 100), o.requiredBetween("quality", 2, 6), o.requiredBetween("defense", 2, 6)
	u.Cost.Points = o.requiredBetween("cost", 0, maxPrice)
	u.UpgradePackages, u.ExcludedSections = o.texts("upgrades"), o.texts("disabledUpgradeSections")
	for _, mark := range []struct {
		flag catalog.UnitFlag
		set  bool
	}{
		{catalog.FlagNarrative, o.flag("isNarrative")},
		{catalog.FlagOverTuned, o.flag("hasBalanceInvalid")},
		{catalog.FlagInvalid, o.has("valid") && !o.flag("valid")},
	} {
		if mark.set {
			u.Flags = append(u.Flags, mark.flag)
		}
	}
	defer b.switchFormat(false)()
	u.Rules = b.readRuleUses(o, "rules")
	o.eachObject("weapons", func(w object) { u.Weapons = append(u.Weapons, b.readWeapon(w, "name")) })
	o.eachObject("items", func(i object) { u.Items = append(u.Items, b.readItem(i, &u.Gear)) })
	b.inOldFormat = true
	var old catalog.Gear
	o.eachObject("equipment", func(e object) {
		w := b.readWeapon(e, "label")
		w.Count *= u.Size
		if e.has("attacks") {
			old.Weapons = append(old.Weapons, w)
		} else {
			old.Items = append(old.Items, catalog.Item{Name: w.Name, Count: w.Count, Rules: w.Rules})
		}
	})
	b.readOldUnitRules(o, u.Size, &old)
	b.mergeOldGear(o, &u.Gear, old)
}

// switchFormat switches to the old or the current format. The returned function switches back.
func (b *book) switchFormat(old bool) (restore func()) {
	before := b.inOldFormat
	b.inOldFormat = old
	return func() { b.inOldFormat = before }
}

// mergeOldGear adds the gear from keys of the old format to a unit, except for gear that the unit
// already has.
func (b *book) mergeOldGear(o object, to *catalog.Gear, old catalog.Gear) {
	var twice []string
	there := func(found bool, name string) bool {
		if found {
			twice = append(twice, name)
		}
		return found
	}
	same := func(x, y string) bool { return catalog.MatchKey(x) == catalog.MatchKey(y) }
	to.Weapons = append(to.Weapons, slices.DeleteFunc(old.Weapons, func(w catalog.Weapon) bool {
		return there(slices.ContainsFunc(to.Weapons, func(other catalog.Weapon) bool {
			return same(w.Name, other.Name) && w.Range == other.Range && w.Attacks == other.Attacks &&
				slices.Equal(w.Rules, other.Rules)
		}), w.Name)
	})...)
	to.Items = append(to.Items, slices.DeleteFunc(old.Items, func(i catalog.Item) bool {
		return there(slices.ContainsFunc(to.Items, func(other catalog.Item) bool { return same(i.Name, other.Name) }),
			i.Name)
	})...)
	to.Rules = append(to.Rules, slices.DeleteFunc(old.Rules, func(r rules.Use) bool {
		return there(slices.Contains(to.Rules, r), r.String())
	})...)
	if len(twice) > 0 {
		b.note(o.place, "keys of both formats state the same, which is taken once: %s", strings.Join(twice, ", "))
	}
}

// baseText writes the size of the models' bases: "25 mm", or "32 mm round / 30 mm square" where
// round and square ones differ.
func (b *book) baseText(o object) string {
	bases, ok := o.child("bases")
	if !ok {
		return ""
	}
	bases.reportUnknown(baseKeys)
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

// baseSizes parses a text from baseText: millimetres by shape.
func baseSizes(text string) map[string]string {
	sizes := map[string]string{}
	for part := range strings.SplitSeq(text, " / ") {
		size, shape, _ := strings.Cut(part, " mm")
		if shape = strings.TrimSpace(shape); shape != "" {
			sizes[shape] = size
		} else if size != "" {
			sizes["round"], sizes["square"] = size, size
		}
	}
	return sizes
}

// readRuleUses reads the list of rules in use under a key, such as "Spiky(3)".
func (b *book) readRuleUses(o object, key string) (uses catalog.RuleUses) {
	at := o.place.atKey(key)
	for i, v := range o.list(key) {
		b.addRuleUse(&uses, v, at.atIndex(i))
	}
	return uses
}

// addRuleUse adds a rule in use unless v is empty.
func (b *book) addRuleUse(to *catalog.RuleUses, v value, at *jsonPath) {
	if text := b.ruleUseText(v, at); text != "" {
		*to = append(*to, b.readOldRuleUse(text, at))
	}
}

// ruleUseText returns a rule in use as the book writes it; v is its text, or an object with its
// name.
func (b *book) ruleUseText(v value, at *jsonPath) string {
	if text, ok := v.data.(string); ok {
		return cleanText(text)
	}
	o, ok := b.object(v, at)
	if !ok {
		return ""
	}
	o.reportUnknown(ruleUseKeys)
	if label := o.text("label"); b.inOldFormat && label != "" {
		return label
	}
	text := o.requiredName("name", "the rule's name")
	if rating := o.text("rating"); rating != "" {
		text += "(" + rating + ")"
	}
	return text
}

// readWeapon reads a weapon; its name is under the key called.
func (b *book) readWeapon(o object, called string) catalog.Weapon {
	o.reportUnknown(weaponKeys)
	w := catalog.Weapon{
		Name: o.requiredName(called, "the weapon's name"), Count: o.clampedNumber("count", 1, 0, 1000),
		Range: o.clampedNumber("range", 0, 0, 1000),
		Rules: b.readRuleUses(o, "specialRules"),
	}
	if called == "name" || o.has("attacks") {
		w.Attacks = o.requiredBetween("attacks", 0, 1000)
	}
	if b.inOldFormat {
		b.completeWeapon(&w, o, called)
	}
	return w
}

// readItem reads an item. In the current format Army Forge counts an item's contents for the whole
// unit; muster's books count them for each item. Weapons that cannot be divided evenly among the
// items are added to over.
func (b *book) readItem(o object, over *catalog.Gear) catalog.Item {
	o.reportUnknown(itemKeys)
	i := catalog.Item{
		Name: o.requiredName("name", "the item's name"), Count: o.clampedNumber("count", 1, 0, 1000),
		Base: b.baseText(o),
	}
	b.readItemContent(o, &i)
	if i.Count < 2 || b.inOldFormat {
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
			b.note(o.place.atKey("content"), "%s cannot be shared out among %s; %d of them stand beside the items",
				withCount(w.Count*i.Count+rest.Count, w.Name), withCount(i.Count, i.Name), rest.Count)
		}
	}
	i.Weapons = each
	return i
}

// readItemContent reads the contents of an item. Items of muster hold only rules and weapons, so
// the contents of nested items are added to the outer item.
func (b *book) readItemContent(o object, i *catalog.Item) {
	at := o.place.atKey("content")
	for n, v := range o.list("content") {
		c := object{place: at.atIndex(n), reader: b.reader}
		c.fields = v.fields()
		switch kind := c.text("type"); {
		case kind == "ArmyBookWeapon" || b.inOldFormat && c.has("attacks"):
			i.Weapons = append(i.Weapons, b.readWeapon(c, "name"))
		case kind == "ArmyBookRule" || b.inOldFormat || c.fields == nil:
			b.addRuleUse(&i.Rules, v, c.place)
		case kind == "ArmyBookItem":
			c.reportUnknown(itemKeys)
			b.note(c.place, "the item %q lies in another, %q; what it holds is given to that one", c.text("name"), i.Name)
			b.readItemContent(c, i)
		default:
			b.note(c.place.atKey("type"), "%q in the item %q is of the unknown type %q; kept as a rule of that name",
				c.text("name"), i.Name, kind)
			if name := c.text("name"); name != "" {
				i.Rules = append(i.Rules, rules.ParseUse(name))
			}
		}
	}
}

// readSection reads a section of a package; users are the units that have it.
func (b *book) readSection(o object, users []*catalog.Unit) catalog.Section {
	s := catalog.Section{Label: o.requiredName("label", "the section's heading")}
	defer b.switchFormat(b.isOldSection(o))()
	if b.inOldFormat {
		b.setTargets(&s, o, b.readOldSection(o, &s))
	} else {
		b.setTargets(&s, o, b.readNewSection(o, &s))
	}
	s.Options = make([]catalog.Option, 0, len(o.list("options")))
	o.eachObject("options", func(opt object) { s.Options = append(s.Options, b.readOption(opt, o, users)) })
	return s
}

// readNewSection reads the effect of a section in the current format, and returns its targets.
func (b *book) readNewSection(o object, s *catalog.Section) (targets []string) {
	o.reportUnknown(sectionKeys)
	s.ModelQuantity, s.OptionQuantity = b.quantity(o, "affects"), b.quantity(o, "select")
	switch variant := o.text("variant"); variant {
	case "replace", "upgrade", "attachment":
		s.Kind = catalog.SectionKind(variant)
	default:
		s.Kind = parseHeading(s.Label).kind
		b.note(o.place.atKey("variant"),
			"the variant %q is unknown; by its heading %q the section is read as `%s`", variant, s.Label, s.Kind)
	}
	if model, _ := o.fields["model"].data.(bool); model && !strings.Contains(strings.ToLower(s.Label), "model") {
		b.note(o.place.atKey("model"), "the section is said to be for models, which its heading %q does not say", s.Label)
	}
	targets = o.texts("targets")
	// "Replace 2x Claw" may count in the heading and affect 2, or count in the
	// target; ours counts in the target.
	if n := s.ModelQuantity.String(); s.ModelQuantity.Kind == catalog.ExactQuantity && len(targets) == 1 &&
		strings.HasPrefix(s.Label, "Replace "+n+"x ") {
		targets[0], s.ModelQuantity = n+"x "+targets[0], catalog.Quantity{}
	}
	return targets
}

// setTargets gives a section its targets. A section that needs targets and has none gets those in
// its heading.
func (b *book) setTargets(s *catalog.Section, o object, targets []string) {
	if s.Kind != catalog.Upgrade && len(targets) == 0 {
		targets = parseHeading(s.Label).targets
		if len(targets) == 0 {
			s.Kind = catalog.Upgrade
			b.note(o.place.atKey("targets"), "the section %q does not say what it acts on; read as a plain upgrade", s.Label)
			return
		}
		b.note(o.place.atKey("targets"),
			"the section does not say what it acts on; by its heading: %s", strings.Join(targets, ", "))
	}
	s.TargetGear = make([]catalog.Target, len(targets))
	for i, text := range targets {
		_ = s.TargetGear[i].UnmarshalText([]byte(text)) // it takes every text
	}
}

// quantity reads how many models a section affects, or how many options may be chosen.
func (b *book) quantity(o object, key string) (q catalog.Quantity) {
	r, ok := o.child(key)
	if !ok {
		return q
	}
	r.reportUnknown(quantityKeys)
	kind, n := r.text("type"), r.number("value", 1)
	text := map[string]string{"any": "any", "exactly": strconv.Itoa(n), "up to": "up to " + strconv.Itoa(n)}[kind]
	if kind == "all" && key == "affects" {
		text = kind
	}
	switch {
	case text == "":
		b.note(r.place.atKey("type"), "the quantity %q is unknown; left out", kind)
	case n < 1 || n > 99:
		b.note(r.place.atKey("value"), "%d makes no sense here; left out", n)
	default:
		q, _ = quantityOf(text)
	}
	return q
}

// quantityOf reads "2", "any", "all" or "up to 2"; "" means that none is stated.
func quantityOf(text string) (q catalog.Quantity, ok bool) {
	return q, text == "" || q.UnmarshalText([]byte(text)) == nil && q.Count < 100
}

func (b *book) readOption(o, section object, users []*catalog.Unit) catalog.Option {
	o.reportUnknown(optionKeys)
	opt := catalog.Option{Source: cmp.Or(o.text("uid"), o.text("id")), Cost: o.clampedNumber("cost", 0, -maxPrice, maxPrice)}
	o.eachObject("gains", func(g object) { b.readOptionGear(g, &opt.Gear) })
	opt.Name = gearSummary(&opt.Gear)
	if opt.Name == "" {
		opt.Name = o.requiredName("label", "what the option gives")
		b.note(o.place.atKey("gains"), "the option %q gives nothing", opt.Name)
	}
	b.setPrices(&opt, o, section, users)
	if label := o.text("label"); b.inOldFormat && headingVerb().MatchString(label) {
		b.note(o.place.atKey("label"),
			"the heading of another section seems to have got into %q; it is kept as it is written", label)
	}
	return opt
}

// readOptionGear reads one weapon, item or rule that an option gives, and adds it to the gear to.
func (b *book) readOptionGear(o object, to *catalog.Gear) {
	if b.inOldFormat && b.hasGearFragments(o) {
		o.reportUnknown(gainKeys)
		b.readGearLabel(o, to)
		return
	}
	switch kind := o.text("type"); kind {
	case "ArmyBookWeapon":
		addWeapon(to, b.readWeapon(o, "name"))
	case "ArmyBookItem":
		addItem(to, b.readItem(o, to))
	case "ArmyBookRule":
		if n := o.number("count", 1); n != 1 {
			b.note(o.place.atKey("count"), "a rule cannot be given %d times; it is given once", n)
		}
		b.addRuleUse(&to.Rules, value{data: o.fields}, o.place)
	case "ArmyBookMultiWeapon":
		to.Weapons = append(to.Weapons, b.multiProfileWeapon(o))
	default:
		o.reportUnknown(gainKeys)
		name := o.requiredName("name", "the name of what the option gives")
		b.note(o.place.atKey("type"), "%q is of the unknown type %q; kept as an item without contents", name, kind)
		addItem(to, catalog.Item{Name: name, Count: o.clampedNumber("count", 1, 0, 1000)})
	}
}

func (b *book) multiProfileWeapon(o object) catalog.Weapon {
	o.reportUnknown(multiProfileKeys)
	name := o.requiredName("name", "the weapon's name")
	w := catalog.Weapon{
		Name:  strings.TrimSpace(pickOneNote().ReplaceAllString(name, "")),
		Count: o.clampedNumber("count", 1, 0, 1000),
	}
	o.eachObject("profiles", func(o object) {
		p := b.readWeapon(o, "name")
		w.Profiles = append(w.Profiles,
			catalog.Profile{Name: p.Name, Range: p.Range, Attacks: p.Attacks, Rules: p.Rules})
	})
	if len(w.Profiles) < 2 {
		b.note(o.place.atKey("profiles"), "%q should have several profiles, and has %d", name, len(w.Profiles))
		for _, p := range w.Profiles {
			w.Range, w.Attacks, w.Rules = p.Range, p.Attacks, p.Rules
		}
		w.Profiles = nil
	}
	return w
}
