package armyforge

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"muster/catalog"
)

// The keys of the old format, 2.x. Left out is what is stated twice.
var (
	oldUnitKeys      = keysFor("id name size quality defense equipment specialRules upgrades cost", "costMode splitPageNumber")
	oldEquipmentKeys = keysFor("label attacks range specialRules count", "id")
	oldUseKeys       = keysFor("name rating label", "key type modify condition")
	oldPackKeys      = keysFor("uid hint sections", "")
	oldSectionKeys   = keysFor("label type affects select replaceWhat options", "model")
	oldOptionKeys    = keysFor("id cost label gains", "type")
	oldGainKeys      = keysFor("label name attacks range type specialRules content rating profiles count", "id key modify condition")
)

// readOld reads units and upgrades of a 2.x book. There counts are for each
// model and prices the option's own; rules are texts or objects, with typos;
// and the label is what was printed, so it settles what the data leaves open.
func (b *book) readOld(root object) {
	root.each("units", func(o object) {
		o.only(oldUnitKeys)
		u := &unit{
			name: o.need("name", "the unit's name"), source: o.text("id"),
			size: o.between("size", 1, 100), quality: o.between("quality", 2, 6), defense: o.between("defense", 2, 6),
			cost: o.between("cost", 0, dearest), upgrades: o.texts("upgrades"), at: o.at,
		}
		o.each("equipment", func(e object) { b.oldEquipment(e, u) })
		b.oldUnitRules(o, u)
		b.units = append(b.units, u)
	})
	root.each("upgradePackages", func(o object) {
		o.only(oldPackKeys)
		p := &pack{name: o.text("hint"), source: o.need("uid", "the package's id"), at: o.at}
		if p.name == p.source {
			p.name = ""
		}
		o.each("sections", func(s object) { p.sections = append(p.sections, b.oldSection(s)) })
		b.packages = append(b.packages, p)
	})
}

// oldEquipment reads a piece of equipment of every model of a unit.
func (b *book) oldEquipment(o object, u *unit) {
	o.only(oldEquipmentKeys)
	name := o.need("label", "the weapon's name")
	count := o.within("count", 1, 0, 1000) * u.size
	rules := b.oldUses(o, "specialRules")
	if !o.has("attacks") {
		u.items = append(u.items, item{name: name, count: count, rules: rules})
		return
	}
	u.weapons = append(u.weapons, weapon{name: name, count: count, reach: o.within("range", 0, 0, 1000), attacks: o.between("attacks", 0, 1000), rules: rules})
}

// oldUnitRules reads a unit's rules. Where a weapon slipped in among them and
// was cut at its commas, they are put together again and read as one text.
func (b *book) oldUnitRules(o object, u *unit) {
	list, at := o.list("specialRules"), o.at.in("specialRules")
	var texts []string
	cut := false
	for i, v := range list {
		text := b.oldUseText(o.r, v, at.at(i))
		texts = append(texts, text)
		cut = cut || isCut(text)
	}
	if !cut {
		for i, text := range texts {
			u.rules = append(u.rules, b.mend(o.r, text, at.at(i)))
		}
		return
	}
	whole := strings.Join(texts, ", ")
	var parts []string
	for _, part := range splitParts(whole) {
		if startsWeapon.MatchString(part) {
			p := parseProfile(part)
			w := b.weaponOf(o.r, p, at)
			w.count *= u.size
			u.weapons = append(u.weapons, w)
			o.r.note(at, "a weapon was cut up among the unit's rules; put together as %q", strings.TrimSpace(strings.TrimSuffix(part, p.rest)))
			if part = p.rest; part == "" {
				continue
			}
		}
		parts = append(parts, part)
	}
	for _, part := range parts {
		u.rules = append(u.rules, b.mend(o.r, part, at))
	}
}

// oldUses reads rules that are written as texts or as objects.
func (b *book) oldUses(o object, key string) []string {
	var uses []string
	at := o.at.in(key)
	for i, v := range o.list(key) {
		if text := b.oldUseText(o.r, v, at.at(i)); text != "" {
			uses = append(uses, b.mend(o.r, text, at.at(i)))
		}
	}
	return uses
}

// oldUseText returns a rule as it was written.
func (b *book) oldUseText(r *reader, v any, at *place) string {
	if text, ok := v.(string); ok {
		return clean(text)
	}
	o, ok := r.object(v, at)
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
func (b *book) mend(r *reader, text string, at *place) string {
	mended, typo := mendRule(text)
	switch {
	case typo:
		r.note(at, "%q is read as %q", text, mended)
	case !balanced(mended):
		r.note(at, "%q cannot be made out; it is kept as it is written", text)
	}
	return b.use(r, mended, at)
}

// isCut tells whether a text is a piece of a weapon's profile that was cut at
// its commas: "Hooves (A3", "A6" or, of a rule, its rating alone: "4".
func isCut(text string) bool {
	return attacksPart.MatchString(text) || !balanced(text) && startsWeapon.MatchString(text) || strings.Trim(text, "0123456789") == ""
}

func (b *book) weaponOf(r *reader, p profile, at *place) weapon {
	w := weapon{name: p.name, count: p.count, reach: p.reach, attacks: max(p.attacks, 0)}
	for _, rule := range p.rules {
		w.rules = append(w.rules, b.mend(r, rule, at))
	}
	return w
}

func (b *book) oldSection(o object) *section {
	o.only(oldSectionKeys)
	s := &section{label: o.need("label", "the section's heading"), at: o.at}
	h := parseHeading(s.label)
	stated := map[string]string{"replace": "replace", "upgrade": "upgrade", "upgradeRule": "rule"}
	kind, known := stated[o.text("type")]
	switch {
	case !o.has("type"):
		o.r.note(o.at, "the section has no type; by its heading %q it is read as `%s`", s.label, h.kind)
	case !known:
		o.r.note(o.at.in("type"), "the type %q is unknown; by its heading %q the section is read as `%s`", o.text("type"), s.label, h.kind)
	case !h.sure:
		h.kind = kind
	case kind != h.kind && h.kind != "attachment":
		o.r.note(o.at.in("type"), "the type is %q, the heading %q; read as `%s`, as its type says", o.text("type"), s.label, kind)
		h.kind = kind
	}
	s.kind, s.affects, s.choose, s.targets = h.kind, h.affects, h.choose, h.targets
	if !h.sure {
		s.affects, s.choose = b.oldQuantity(o, "affects"), b.oldQuantity(o, "select")
		o.r.note(o.at.in("label"), "the heading %q is not understood; the section is read by its other fields", s.label)
	} else {
		b.oldCompare(o, s)
	}
	if what := b.oldTargets(o); len(what) > 0 && !sameTargets(what, s.targets) {
		o.r.note(o.at.in("replaceWhat"), "the heading %q names other things than %s; the latter count", s.label, strings.Join(what, ", "))
		s.targets = what
	}
	s.needTargets(o)
	o.each("options", func(opt object) { s.options = append(s.options, b.oldOption(opt)) })
	if len(s.options) == 0 {
		o.r.note(o.at.in("options"), "the section %q has no options", s.label)
	}
	return s
}

// oldCompare reports numbers of a section that say something else than its
// heading. "Up to two" may stand under `select` or `affects`.
func (b *book) oldCompare(o object, s *section) {
	for _, key := range []string{"affects", "select"} {
		stated := b.oldQuantity(o, key)
		if stated == "" || stated == s.affects || stated == s.choose || "up to "+stated == s.affects || "up to "+stated == s.choose {
			continue
		}
		if slices.ContainsFunc(s.targets, func(t string) bool { return strings.HasPrefix(t, stated+"x ") }) {
			continue
		}
		o.r.note(o.at.in(key), "%s is not what the heading %q says; the heading counts", stated, s.label)
	}
}

func (b *book) oldQuantity(o object, key string) string {
	text := o.text(key)
	if n, err := strconv.Atoi(text); text == "" || text == "any" || text == "all" && key == "affects" || err == nil && n > 0 && n < 100 {
		return text
	}
	o.r.note(o.at.in(key), "the quantity %q is unknown; left out", text)
	return ""
}

// oldTargets reads what a section acts on: a text or a list of texts.
func (b *book) oldTargets(o object) []string {
	if text, ok := o.fields["replaceWhat"].(string); ok {
		return []string{clean(text)}
	}
	return o.texts("replaceWhat")
}

// sameTargets compares targets by the names in them; counts may stand in one
// of the two only.
func sameTargets(a, b []string) bool {
	name := func(text string) string {
		return catalog.MatchKey(countPrefix.ReplaceAllString(text, ""))
	}
	return slices.EqualFunc(a, b, func(x, y string) bool { return name(x) == name(y) })
}

var gluedHeading = regexp.MustCompile(`(?i)(^|\s)(replace|upgrade)\s`)

func (b *book) oldOption(o object) *option {
	o.only(oldOptionKeys)
	opt := &option{source: o.text("id"), own: o.within("cost", 0, -dearest, dearest), hasOwn: o.has("cost"), at: o.at}
	label := o.text("label")
	o.each("gains", func(g object) { b.oldGain(g, &opt.gear) })
	if opt.name = opt.summarise(); opt.name == "" {
		opt.name = o.need("label", "what the option gives")
		o.r.note(o.at.in("gains"), "the option %q gives nothing", opt.name)
	}
	if gluedHeading.MatchString(label) {
		o.r.note(o.at.in("label"), "the heading of another section seems to have got into %q; it is kept as it is written", label)
	}
	return opt
}

// oldGain reads one thing that an option gives.
func (b *book) oldGain(o object, to *gear) {
	o.only(oldGainKeys)
	label, count := o.text("label"), o.within("count", 1, 0, 1000)
	if b.oldCut(o, label) {
		b.oldLabel(o, label, count, to)
		return
	}
	name := o.need("name", "the name of what the option gives")
	switch kind := o.text("type"); kind {
	case "ArmyBookWeapon":
		to.addWeapon(weapon{name: name, count: count, reach: o.within("range", 0, 0, 1000), attacks: o.between("attacks", 0, 1000), rules: b.oldUses(o, "specialRules")})
	case "ArmyBookItem":
		to.addItem(b.oldItem(o, name, count))
	case "ArmyBookRule":
		if label == "" {
			if label = name; o.text("rating") != "" {
				label += "(" + o.text("rating") + ")"
			}
		}
		to.rules = append(to.rules, b.mend(o.r, label, o.at))
	case "ArmyBookMultiWeapon":
		to.items = append(to.items, b.multiWeapon(o))
	default:
		o.r.note(o.at.in("type"), "%q is of the unknown type %q; kept as an item without contents", name, kind)
		to.addItem(item{name: name, count: count})
	}
}

// oldCut tells whether a gain's rules are pieces of a profile cut at commas.
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
			}
			if ok && (isCut(text) || strings.IndexByte(text, ')') >= 0 && strings.IndexByte(text, ')') < strings.IndexByte(text, '(')) {
				return true
			}
		}
	}
	return false
}

// oldLabel reads a gain from its label, because its data is in pieces.
func (b *book) oldLabel(o object, label string, count int, to *gear) {
	p := parseProfile(label)
	switch {
	case p.rest != "" || len(p.rules)+len(p.weapons) == 0 && p.attacks < 0 || slices.ContainsFunc(p.rules, unbalanced):
		to.addItem(item{name: label, count: count})
		o.r.note(o.at, "%q cannot be made out; it is kept as it is written, as an item without contents", label)
	case len(p.rules) == 1 && len(p.weapons) == 0 && p.attacks < 0 && strings.Trim(p.rules[0], "0123456789") == "":
		to.rules = append(to.rules, b.mend(o.r, p.name+"("+p.rules[0]+")", o.at))
		o.r.note(o.at, "%q is read as a rule with its rating", label)
	case p.attacks >= 0 && len(p.weapons) == 0:
		w := b.weaponOf(o.r, p, o.at)
		w.count = max(count, p.count)
		to.addWeapon(w)
		o.r.note(o.at, "%q is read as a weapon", label)
	default:
		i := item{name: p.name, count: max(count, p.count)}
		for _, rule := range p.rules {
			i.rules = append(i.rules, b.mend(o.r, rule, o.at))
		}
		for _, w := range p.weapons {
			i.weapons = append(i.weapons, b.weaponOf(o.r, w, o.at))
		}
		to.addItem(i)
		o.r.note(o.at, "%q is read as an item with what its brackets hold", label)
	}
}

func unbalanced(text string) bool { return !balanced(text) }

// oldItem reads an item with its rules and weapons.
func (b *book) oldItem(o object, name string, count int) item {
	i := item{name: name, count: count}
	at := o.at.in("content")
	for n, v := range o.list("content") {
		c, ok := o.r.object(v, at.at(n))
		if !ok {
			continue
		}
		if c.has("attacks") || c.text("type") == "ArmyBookWeapon" {
			c.only(oldGainKeys)
			i.weapons = append(i.weapons, weapon{
				name: c.need("name", "the weapon's name"), count: c.within("count", 1, 0, 1000), reach: c.within("range", 0, 0, 1000),
				attacks: c.between("attacks", 0, 1000), rules: b.oldUses(c, "specialRules"),
			})
			continue
		}
		if text := b.oldUseText(o.r, v, c.at); text != "" {
			i.rules = append(i.rules, b.mend(o.r, text, c.at))
		}
	}
	return i
}

// multiWeapon reads a weapon with several profiles, of which one is fired: an
// item that holds them all. Its name says that one is to be picked.
func (b *book) multiWeapon(o object) item {
	o.only(oldGainKeys)
	i := item{name: o.need("name", "the weapon's name"), count: o.within("count", 1, 0, 1000)}
	short := strings.TrimSpace(strings.SplitN(i.name, "-", 2)[0])
	if !strings.Contains(i.name, "pick one") {
		short = i.name
	}
	o.each("profiles", func(p object) {
		p.only(oldGainKeys)
		i.weapons = append(i.weapons, weapon{
			name: short + " " + p.text("name"), count: 1, reach: p.within("range", 0, 0, 1000),
			attacks: p.between("attacks", 0, 1000), rules: b.oldUses(p, "specialRules"),
		})
	})
	o.r.note(o.at, "%q has %d profiles of which one is fired; they stand in an item, and previews count them all", i.name, len(i.weapons))
	return i
}

// addItem adds an item; one that is there already is counted.
func (g *gear) addItem(i item) {
	for n := range g.items {
		other := &g.items[n]
		if other.name == i.name && other.base == i.base && slices.Equal(other.rules, i.rules) && len(other.weapons) == 0 && len(i.weapons) == 0 {
			other.count += i.count
			return
		}
	}
	g.items = append(g.items, i)
}
