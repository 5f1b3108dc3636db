package armyforge

import (
	"slices"
	"strings"

	"muster/catalog"
	"muster/rules"
)

// The keys of the old format, 2.x. Left out is what is stated twice.
var (
	oldUnitKeys      = keysFor("id name size quality defense equipment specialRules upgrades cost", "costMode splitPageNumber")
	oldEquipmentKeys = keysFor("label attacks range specialRules count", "id")
	oldUseKeys       = keysFor("name rating label", "key type modify condition")
	oldSectionKeys   = keysFor("label type affects select replaceWhat options", "model")
	oldOptionKeys    = keysFor("id cost label gains", "type")
	oldGainKeys      = keysFor("label name attacks range type specialRules content rating profiles count", "id key modify condition")
)

// oldUnit reads a unit of a 2.x book. There counts are for each model and
// prices the option's own; rules are texts or objects, with typos; and the
// label is what was printed, so it settles what the data leaves open.
func (b *book) oldUnit(o object, u *catalog.Unit) {
	o.only(oldUnitKeys)
	o.each("equipment", func(e object) {
		e.only(oldEquipmentKeys)
		w := b.oldWeapon(e, "label")
		w.Count *= u.Size
		if e.has("attacks") {
			u.Weapons = append(u.Weapons, w)
		} else {
			u.Items = append(u.Items, catalog.Item{Name: w.Name, Count: w.Count, Rules: w.Rules})
		}
	})
	b.oldUnitRules(o, u)
}

// oldWeapon reads a weapon that is called by a key. A range, or how many there
// are, that only the label states is taken from there.
func (b *book) oldWeapon(o object, key string) catalog.Weapon {
	w := catalog.Weapon{
		Name: o.need(key, "the weapon's name"), Count: o.within("count", 1, 0, 1000), Range: o.within("range", 0, 0, 1000),
		Attacks: o.within("attacks", 0, 0, 1000), Rules: b.oldUses(o, "specialRules"),
	}
	p := parseProfile(o.text("label"))
	if key == "label" && p.reach > 0 || countPrefix().MatchString(w.Name) {
		w.Name = parseProfile(w.Name).name
	}
	if !o.has("count") && p.name != "" {
		w.Count = min(p.count, 1000)
	}
	if w.Range == 0 && p.reach > 0 && len(p.weapons) == 0 {
		w.Range = min(p.reach, 1000)
		b.note(o.at, "the range is missing; by the label %q it is %d\"", o.text("label"), w.Range)
	}
	return w
}

// oldUnitRules reads a unit's rules. Where a weapon slipped in among them and
// was cut at its commas, they are put together again and read as one text.
func (b *book) oldUnitRules(o object, u *catalog.Unit) {
	list, at := o.list("specialRules"), o.at.in("specialRules")
	var texts []string
	cut := false
	for i, v := range list {
		text := b.oldUseText(v, at.at(i))
		texts = append(texts, text)
		cut = cut || isCut(text)
	}
	if !cut {
		for i, text := range texts {
			u.Rules = append(u.Rules, b.mend(text, at.at(i)))
		}
		return
	}
	for _, part := range splitParts(strings.Join(texts, ", ")) {
		if startsWeapon().MatchString(part) {
			p := parseProfile(part)
			w := b.weaponOf(p, at)
			w.Count *= u.Size
			u.Weapons = append(u.Weapons, w)
			b.note(at, "a weapon was cut up among the unit's rules; put together as %q", strings.TrimSpace(strings.TrimSuffix(part, p.rest)))
			if part = p.rest; part == "" {
				continue
			}
		}
		u.Rules = append(u.Rules, b.mend(part, at))
	}
}

// oldUses reads rules that are written as texts or as objects.
func (b *book) oldUses(o object, key string) catalog.Uses {
	var uses catalog.Uses
	at := o.at.in(key)
	for i, v := range o.list(key) {
		if text := b.oldUseText(v, at.at(i)); text != "" {
			uses = append(uses, b.mend(text, at.at(i)))
		}
	}
	return uses
}

// oldUseText returns a rule as it was written.
func (b *book) oldUseText(v any, at *place) string {
	if text, ok := v.(string); ok {
		return clean(text)
	}
	o, ok := b.object(v, at)
	if !ok {
		return ""
	}
	o.only(oldUseKeys)
	if label := o.text("label"); label != "" {
		return label
	}
	text := o.need("name", "the rule's name")
	if rating := o.text("rating"); rating != "" {
		text += "(" + rating + ")"
	}
	return text
}

// mend corrects a rule's typos and reports them.
func (b *book) mend(text string, at *place) rules.Use {
	mended, typo := mendRule(text)
	switch {
	case typo:
		b.note(at, "%q is read as %q", text, mended)
	case !balanced(mended):
		b.note(at, "%q cannot be made out; it is kept as it is written", text)
	}
	return b.use(mended, at)
}

// isCut reports whether a text is a piece of a weapon's profile that was cut at
// its commas: "Hooves (A3", "A6" or, of a rule, its rating alone: "4".
func isCut(text string) bool {
	reach, attacks := figures(text)
	return reach > 0 || attacks >= 0 || !balanced(text) && startsWeapon().MatchString(text) || strings.Trim(text, "0123456789") == ""
}

func (b *book) weaponOf(p profile, at *place) catalog.Weapon {
	w := catalog.Weapon{Name: p.name, Count: p.count, Range: p.reach, Attacks: max(p.attacks, 0)}
	for _, rule := range p.rules {
		w.Rules = append(w.Rules, b.mend(rule, at))
	}
	return w
}

func (b *book) oldSection(o object, users []*catalog.Unit) catalog.Section {
	o.only(oldSectionKeys)
	label := o.need("label", "the section's heading")
	h := parseHeading(label)
	stated := map[string]catalog.Kind{"replace": catalog.Replace, "upgrade": catalog.Upgrade, "upgradeRule": catalog.ReplaceRule}
	kind, known := stated[o.text("type")]
	switch {
	case !o.has("type"):
		b.note(o.at, "the section has no type; by its heading %q it is read as `%s`", label, h.kind)
	case !known:
		b.note(o.at.in("type"), "the type %q is unknown; by its heading %q the section is read as `%s`", o.text("type"), label, h.kind)
	case !h.sure:
		h.kind = kind
	case kind != h.kind && h.kind != catalog.Attachment:
		b.note(o.at.in("type"), "the type is %q, the heading %q; read as `%s`, as its type says", o.text("type"), label, kind)
		h.kind = kind
	}
	if !h.sure {
		h.affects, h.choose = b.oldQuantity(o, "affects"), b.oldQuantity(o, "select")
		b.note(o.at.in("label"), "the heading %q is not understood; the section is read by its other fields", label)
	} else {
		b.oldCompare(o, label, h)
	}
	if what := b.oldTargets(o); len(what) > 0 && !sameTargets(what, h.targets) {
		b.note(o.at.in("replaceWhat"), "the heading %q names other things than %s; the latter count", label, strings.Join(what, ", "))
		h.targets = what
	}
	s := catalog.Section{Label: label, Kind: h.kind}
	s.Affects, _ = quantityOf(h.affects)
	s.Select, _ = quantityOf(h.choose)
	b.aim(&s, o, h.targets)
	s.Options = make([]catalog.Option, 0, len(o.list("options")))
	o.each("options", func(opt object) { s.Options = append(s.Options, b.oldOption(opt, o, users)) })
	return s
}

// oldCompare reports numbers of a section that say something else than its
// heading. "Up to two" may stand under `select` or `affects`.
func (b *book) oldCompare(o object, label string, h heading) {
	for _, key := range []string{"affects", "select"} {
		stated := b.oldQuantity(o, key)
		if stated == "" || stated == h.affects || stated == h.choose || "up to "+stated == h.affects || "up to "+stated == h.choose {
			continue
		}
		if slices.ContainsFunc(h.targets, func(t string) bool { return strings.HasPrefix(t, stated+"x ") }) {
			continue
		}
		b.note(o.at.in(key), "%s is not what the heading %q says; the heading counts", stated, label)
	}
}

func (b *book) oldQuantity(o object, key string) string {
	text := o.text(key)
	if _, ok := quantityOf(text); ok && (text != "all" || key == "affects") {
		return text
	}
	b.note(o.at.in(key), "the quantity %q is unknown; left out", text)
	return ""
}

// oldTargets reads what a section acts on: a text or a list of texts.
func (b *book) oldTargets(o object) []string {
	if text, ok := o.fields["replaceWhat"].(string); ok {
		return []string{clean(text)}
	}
	return o.texts("replaceWhat")
}

var gluedHeading = pattern(`(?i)(^|\s)(replace|upgrade)\s`)

func (b *book) oldOption(o, section object, users []*catalog.Unit) catalog.Option {
	o.only(oldOptionKeys)
	opt := catalog.Option{Source: o.text("id"), Cost: o.within("cost", 0, -dearest, dearest)}
	o.each("gains", func(g object) { b.oldGain(g, &opt.Gear) })
	b.finish(&opt, o, section, users)
	if label := o.text("label"); gluedHeading().MatchString(label) {
		b.note(o.at.in("label"), "the heading of another section seems to have got into %q; it is kept as it is written", label)
	}
	return opt
}

// oldGain reads one thing that an option gives.
func (b *book) oldGain(o object, to *catalog.Gear) {
	o.only(oldGainKeys)
	label, count := o.text("label"), o.within("count", 1, 0, 1000)
	if b.oldCut(o, label) {
		b.oldLabel(o, label, count, to)
		return
	}
	switch o.text("type") {
	case "ArmyBookWeapon":
		o.between("attacks", 0, 1000) // it must not be missing
		addWeapon(to, b.oldWeapon(o, "name"))
	case "ArmyBookItem":
		addItem(to, b.oldItem(o, count))
	case "ArmyBookRule":
		if label == "" {
			if label = o.need("name", "the rule's name"); o.text("rating") != "" {
				label += "(" + o.text("rating") + ")"
			}
		}
		to.Rules = append(to.Rules, b.mend(label, o.at))
	default:
		b.otherGain(o, to)
	}
}

// oldCut reports whether a gain's rules are pieces of a profile cut at commas.
func (b *book) oldCut(o object, label string) bool {
	if label == "" {
		return false
	}
	for _, key := range []string{"specialRules", "content"} {
		for _, v := range o.list(key) {
			text, ok := v.(string)
			if fields, isObject := v.(map[string]any); isObject {
				if text, ok = fields["label"].(string); !ok {
					text, ok = fields["name"].(string)
				}
				ok = ok && fields["attacks"] == nil // a weapon in one piece
			}
			if ok && (isCut(text) || strings.IndexByte(text, ')') >= 0 && strings.IndexByte(text, ')') < strings.IndexByte(text, '(')) {
				return true
			}
		}
	}
	return false
}

// oldLabel reads a gain from its label, because its data is in pieces.
func (b *book) oldLabel(o object, label string, count int, to *catalog.Gear) {
	p := parseProfile(label)
	p.count = min(max(count, p.count), 1000)
	switch {
	case p.rest != "" || len(p.rules)+len(p.weapons) == 0 && p.attacks < 0 || slices.ContainsFunc(p.rules, unbalanced):
		addItem(to, catalog.Item{Name: label, Count: count})
		b.note(o.at, "%q cannot be made out; it is kept as it is written, as an item without contents", label)
	case len(p.rules) == 1 && len(p.weapons) == 0 && p.attacks < 0 && strings.Trim(p.rules[0], "0123456789") == "":
		to.Rules = append(to.Rules, b.mend(p.name+"("+p.rules[0]+")", o.at))
		b.note(o.at, "%q is read as a rule with its rating", label)
	case p.attacks >= 0 && len(p.weapons) == 0:
		addWeapon(to, b.weaponOf(p, o.at))
		b.note(o.at, "%q is read as a weapon", label)
	default:
		i := catalog.Item{Name: p.name, Count: p.count}
		for _, rule := range p.rules {
			i.Rules = append(i.Rules, b.mend(rule, o.at))
		}
		for _, w := range p.weapons {
			i.Weapons = append(i.Weapons, b.weaponOf(w, o.at))
		}
		addItem(to, i)
		b.note(o.at, "%q is read as an item with what its brackets hold", label)
	}
}

func unbalanced(text string) bool { return !balanced(text) }

// oldItem reads an item with its rules and weapons.
func (b *book) oldItem(o object, count int) catalog.Item {
	i := catalog.Item{Name: o.need("name", "the item's name"), Count: count}
	at := o.at.in("content")
	for n, v := range o.list("content") {
		c, ok := b.object(v, at.at(n))
		if !ok {
			continue
		}
		if c.has("attacks") || c.text("type") == "ArmyBookWeapon" {
			c.only(oldGainKeys)
			c.between("attacks", 0, 1000) // it must not be missing
			i.Weapons = append(i.Weapons, b.oldWeapon(c, "name"))
			continue
		}
		if text := b.oldUseText(v, c.at); text != "" {
			i.Rules = append(i.Rules, b.mend(text, c.at))
		}
	}
	return i
}
