package armyforge

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"muster/catalog"
	"muster/rules"
)

// The keys of both formats. Left out are the web site's own (where to buy a
// model, whether a price was checked, the price before it was rounded) and
// repetitions: labels made from names and profiles, a multiplier that the attacks
// hold already, ids of the book's weapons and rules after each of their uses.
var (
	unitKeys = keysFor("id cost name size bases items rules defense quality weapons upgrades genericName disabledUpgradeSections equipment specialRules isNarrative hasBalanceInvalid valid",
		"product hasCustomRule disabledSections type key sync costMode splitPageNumber")
	baseKeys   = keysFor("round square", "")
	weaponKeys = keysFor("name label count range attacks specialRules",
		"id key type weaponId originalCount dependencies attacksMultiplier newWeapon modify condition")
	itemKeys    = keysFor("name count content bases", "id key type label modify condition")
	multiKeys   = keysFor("name count profiles", "id key type label modify condition")
	useKeys     = keysFor("name rating label", "id key type count modify additional condition")
	sectionKeys = keysFor("id uid label options variant affects targets select",
		"type parentPackageUid isHeroUpgrade isLowPrio model")
	oldKeys    = keysFor("id uid label options type affects replaceWhat select", "model")
	rangeKeys  = keysFor("type value", "")
	optionKeys = keysFor("uid id cost costs gains label", "type parentPackageUid parentSectionUid parentSectionId")
	gainKeys   = keysFor("type", "").and(weaponKeys).and(itemKeys).and(multiKeys).and(useKeys)
)

// unit reads a unit, each of its keys in the format that the key is of. In the
// old one weapons and items are counted for each model.
func (b *book) unit(o object, u *catalog.Unit) {
	o.only(unitKeys)
	u.Name, u.Generic, u.Source, u.Base = o.need("name", "the unit's name"), o.text("genericName"), o.text("id"), b.base(o)
	u.Size, u.Quality, u.Defense = o.between("size", 1, 100), o.between("quality", 2, 6), o.between("defense", 2, 6)
	u.Cost.Points = o.between("cost", 0, dearest)
	u.Upgrades, u.Without = o.texts("upgrades"), o.texts("disabledUpgradeSections")
	for _, mark := range []struct {
		flag catalog.Flag
		set  bool
	}{
		{catalog.Narrative, o.flag("isNarrative")},
		{catalog.OverTuned, o.flag("hasBalanceInvalid")},
		{catalog.Invalid, o.has("valid") && !o.flag("valid")},
	} {
		if mark.set {
			u.Flags = append(u.Flags, mark.flag)
		}
	}
	defer b.readAs(false)()
	u.Rules = b.uses(o, "rules")
	o.each("weapons", func(w object) { u.Weapons = append(u.Weapons, b.weapon(w, "name")) })
	o.each("items", func(i object) { u.Items = append(u.Items, b.item(i, &u.Gear)) })
	b.old = true
	var old catalog.Gear
	o.each("equipment", func(e object) {
		w := b.weapon(e, "label")
		w.Count *= u.Size
		if e.has("attacks") {
			old.Weapons = append(old.Weapons, w)
		} else {
			old.Items = append(old.Items, catalog.Item{Name: w.Name, Count: w.Count, Rules: w.Rules})
		}
	})
	b.oldUnitRules(o, u.Size, &old)
	b.merge(o, &u.Gear, old)
}

// readAs switches to the old format or the current one, until the function that it
// returns is called.
func (b *book) readAs(old bool) (restore func()) {
	before := b.old
	b.old = old
	return func() { b.old = before }
}

// merge adds to a unit the gear under keys of the old format, unless it is there
// already.
func (b *book) merge(o object, to *catalog.Gear, old catalog.Gear) {
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
		b.note(o.at, "keys of both formats state the same, which is taken once: %s", strings.Join(twice, ", "))
	}
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

// basesOf reads the text of base: millimetres by shape.
func basesOf(text string) map[string]string {
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

// uses reads a list of rules in use: "Spiky(3)".
func (b *book) uses(o object, key string) (uses catalog.Uses) {
	at := o.at.atKey(key)
	for i, v := range o.list(key) {
		b.addUse(&uses, v, at.atIndex(i))
	}
	return uses
}

// addUse adds a rule in use, if it says something.
func (b *book) addUse(to *catalog.Uses, v value, at *place) {
	if text := b.useText(v, at); text != "" {
		*to = append(*to, b.mend(text, at))
	}
}

// useText returns a rule in use, a text or an object, as the book writes it.
func (b *book) useText(v value, at *place) string {
	if text, ok := v.is.(string); ok {
		return clean(text)
	}
	o, ok := b.object(v, at)
	if !ok {
		return ""
	}
	o.only(useKeys)
	if label := o.text("label"); b.old && label != "" {
		return label
	}
	text := o.need("name", "the rule's name")
	if rating := o.text("rating"); rating != "" {
		text += "(" + rating + ")"
	}
	return text
}

// weapon reads a weapon that is called by a key.
func (b *book) weapon(o object, called string) catalog.Weapon {
	o.only(weaponKeys)
	w := catalog.Weapon{
		Name: o.need(called, "the weapon's name"), Count: o.within("count", 1, 0, 1000),
		Range: o.within("range", 0, 0, 1000),
		Rules: b.uses(o, "specialRules"),
	}
	if called == "name" || o.has("attacks") {
		w.Attacks = o.between("attacks", 0, 1000)
	}
	if b.old {
		b.byLabel(&w, o, called)
	}
	return w
}

// item reads an item. The current format counts its contents as the item itself, for
// the whole unit, and our books for each of the items; weapons that cannot be shared
// out are left over.
func (b *book) item(o object, over *catalog.Gear) catalog.Item {
	o.only(itemKeys)
	i := catalog.Item{Name: o.need("name", "the item's name"), Count: o.within("count", 1, 0, 1000), Base: b.base(o)}
	b.content(o, &i)
	if i.Count < 2 || b.old {
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
			b.note(o.at.atKey("content"), "%s cannot be shared out among %s; %d of them stand beside the items",
				times(w.Count*i.Count+rest.Count, w.Name), times(i.Count, i.Name), rest.Count)
		}
	}
	i.Weapons = each
	return i
}

// content reads the contents of an item. Items within items hand over theirs, for ours
// hold rules and weapons only.
func (b *book) content(o object, i *catalog.Item) {
	at := o.at.atKey("content")
	for n, v := range o.list("content") {
		c := object{at: at.atIndex(n), r: b.reader}
		c.fields = v.fields()
		switch kind := c.text("type"); {
		case kind == "ArmyBookWeapon" || b.old && c.has("attacks"):
			i.Weapons = append(i.Weapons, b.weapon(c, "name"))
		case kind == "ArmyBookRule" || b.old || c.fields == nil:
			b.addUse(&i.Rules, v, c.at)
		case kind == "ArmyBookItem":
			c.only(itemKeys)
			b.note(c.at, "the item %q lies in another, %q; what it holds is given to that one", c.text("name"), i.Name)
			b.content(c, i)
		default:
			b.note(c.at.atKey("type"), "%q in the item %q is of the unknown type %q; kept as a rule of that name",
				c.text("name"), i.Name, kind)
			if name := c.text("name"); name != "" {
				i.Rules = append(i.Rules, rules.ParseUse(name))
			}
		}
	}
}

// section reads a section of a package; users are the units that have it.
func (b *book) section(o object, users []*catalog.Unit) catalog.Section {
	s := catalog.Section{Label: o.need("label", "the section's heading")}
	defer b.readAs(b.isOldSection(o))()
	if b.old {
		b.setTargets(&s, o, b.oldSection(o, &s))
	} else {
		b.setTargets(&s, o, b.currentSection(o, &s))
	}
	s.Options = make([]catalog.Option, 0, len(o.list("options")))
	o.each("options", func(opt object) { s.Options = append(s.Options, b.option(opt, o, users)) })
	return s
}

// currentSection reads the effect of a section of a 3.x book, and returns its targets.
func (b *book) currentSection(o object, s *catalog.Section) (targets []string) {
	o.only(sectionKeys)
	s.Affects, s.Select = b.quantity(o, "affects"), b.quantity(o, "select")
	switch variant := o.text("variant"); variant {
	case "replace", "upgrade", "attachment":
		s.Kind = catalog.Kind(variant)
	default:
		s.Kind = parseHeading(s.Label).kind
		b.note(o.at.atKey("variant"),
			"the variant %q is unknown; by its heading %q the section is read as `%s`", variant, s.Label, s.Kind)
	}
	if model, _ := o.fields["model"].is.(bool); model && !strings.Contains(strings.ToLower(s.Label), "model") {
		b.note(o.at.atKey("model"), "the section is said to be for models, which its heading %q does not say", s.Label)
	}
	targets = o.texts("targets")
	// "Replace 2x Claw" may count in the heading and affect 2, or count in the
	// target; ours counts in the target.
	if n := s.Affects.String(); s.Affects.Word == catalog.Exactly && len(targets) == 1 && strings.HasPrefix(s.Label, "Replace "+n+"x ") {
		targets[0], s.Affects = n+"x "+targets[0], catalog.Quantity{}
	}
	return targets
}

// setTargets gives a section its targets. A section that must have some and names none
// gets those of its heading.
func (b *book) setTargets(s *catalog.Section, o object, targets []string) {
	if s.Kind != catalog.Upgrade && len(targets) == 0 {
		targets = parseHeading(s.Label).targets
		if len(targets) == 0 {
			s.Kind = catalog.Upgrade
			b.note(o.at.atKey("targets"), "the section %q does not say what it acts on; read as a plain upgrade", s.Label)
			return
		}
		b.note(o.at.atKey("targets"),
			"the section does not say what it acts on; by its heading: %s", strings.Join(targets, ", "))
	}
	s.Targets = make([]catalog.Target, len(targets))
	for i, text := range targets {
		_ = s.Targets[i].UnmarshalText([]byte(text)) // it takes every text
	}
}

// quantity reads how many models a section affects, or how many options may be chosen.
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
		b.note(r.at.atKey("type"), "the quantity %q is unknown; left out", kind)
	case n < 1 || n > 99:
		b.note(r.at.atKey("value"), "%d makes no sense here; left out", n)
	default:
		q, _ = quantityOf(text)
	}
	return q
}

// quantityOf reads "2", "any", "all" or "up to 2"; "" is unsaid.
func quantityOf(text string) (q catalog.Quantity, ok bool) {
	return q, text == "" || q.UnmarshalText([]byte(text)) == nil && q.Count < 100
}

func (b *book) option(o, section object, users []*catalog.Unit) catalog.Option {
	o.only(optionKeys)
	opt := catalog.Option{Source: cmp.Or(o.text("uid"), o.text("id")), Cost: o.within("cost", 0, -dearest, dearest)}
	o.each("gains", func(g object) { b.gain(g, &opt.Gear) })
	opt.Name = summarise(&opt.Gear)
	if opt.Name == "" {
		opt.Name = o.need("label", "what the option gives")
		b.note(o.at.atKey("gains"), "the option %q gives nothing", opt.Name)
	}
	b.price(&opt, o, section, users)
	if label := o.text("label"); b.old && gluedHeading().MatchString(label) {
		b.note(o.at.atKey("label"),
			"the heading of another section seems to have got into %q; it is kept as it is written", label)
	}
	return opt
}

// gain reads one thing that an option gives.
func (b *book) gain(o object, to *catalog.Gear) {
	if b.old && b.inPieces(o) {
		o.only(gainKeys)
		b.fromLabel(o, to)
		return
	}
	switch kind := o.text("type"); kind {
	case "ArmyBookWeapon":
		addWeapon(to, b.weapon(o, "name"))
	case "ArmyBookItem":
		addItem(to, b.item(o, to))
	case "ArmyBookRule":
		if n := o.number("count", 1); n != 1 {
			b.note(o.at.atKey("count"), "a rule cannot be given %d times; it is given once", n)
		}
		b.addUse(&to.Rules, value{is: o.fields}, o.at)
	case "ArmyBookMultiWeapon":
		to.Weapons = append(to.Weapons, b.multiWeapon(o))
	default:
		o.only(gainKeys)
		name := o.need("name", "the name of what the option gives")
		b.note(o.at.atKey("type"), "%q is of the unknown type %q; kept as an item without contents", name, kind)
		addItem(to, catalog.Item{Name: name, Count: o.within("count", 1, 0, 1000)})
	}
}

// multiWeapon reads a weapon with several profiles.
func (b *book) multiWeapon(o object) catalog.Weapon {
	o.only(multiKeys)
	name := o.need("name", "the weapon's name")
	w := catalog.Weapon{
		Name:  strings.TrimSpace(pickOne().ReplaceAllString(name, "")),
		Count: o.within("count", 1, 0, 1000),
	}
	o.each("profiles", func(o object) {
		p := b.weapon(o, "name")
		w.Profiles = append(w.Profiles,
			catalog.Profile{Name: p.Name, Range: p.Range, Attacks: p.Attacks, Rules: p.Rules})
	})
	if len(w.Profiles) < 2 {
		b.note(o.at.atKey("profiles"), "%q should have several profiles, and has %d", name, len(w.Profiles))
		for _, p := range w.Profiles {
			w.Range, w.Attacks, w.Rules = p.Range, p.Attacks, p.Rules
		}
		w.Profiles = nil
	}
	return w
}
