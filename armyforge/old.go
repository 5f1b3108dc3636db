package armyforge

import (
	"slices"
	"strings"

	"muster/catalog"
	"muster/rules"
)

// The old format, 2.x: rules are texts or objects, with typos; the label was printed,
// so it settles everything that the data leaves open.

// completeWeapon reads a weapon's range or count from its label if no other key states it.
func (b *book) completeWeapon(w *catalog.Weapon, o object, called string) {
	p := parseProfile(o.text("label"))
	if called == "label" && p.rangeInches > 0 || countPrefix().MatchString(w.Name) {
		w.Name = parseProfile(w.Name).name
	}
	if !o.has("count") && p.name != "" {
		w.Count = min(p.count, 1000)
	}
	if w.Range == 0 && p.rangeInches > 0 && len(p.innerWeapons) == 0 {
		w.Range = min(p.rangeInches, 1000)
		b.note(o.place, "the range is missing; by the label %q it is %d\"", o.text("label"), w.Range)
	}
}

// readOldUnitRules reads a unit's rules. A weapon that was listed among the rules and cut at its
// commas is joined from its pieces and read as one text.
func (b *book) readOldUnitRules(o object, size int, to *catalog.Gear) {
	at := o.place.atKey("specialRules")
	var texts []string
	for i, v := range o.list("specialRules") {
		texts = append(texts, b.ruleUseText(v, at.atIndex(i)))
	}
	if !slices.ContainsFunc(texts, isGearFragment) {
		for i, text := range texts {
			to.Rules = append(to.Rules, b.readOldRuleUse(text, at.atIndex(i)))
		}
		return
	}
	for _, part := range splitAtCommas(strings.Join(texts, ", ")) {
		if weaponBracket().MatchString(part) {
			p := parseProfile(part)
			w := b.weaponOf(p, at)
			w.Count *= size
			to.Weapons = append(to.Weapons, w)
			b.note(at, "a weapon was cut up among the unit's rules; put together as %q",
				strings.TrimSpace(strings.TrimSuffix(part, p.trailingText)))
			if part = p.trailingText; part == "" {
				continue
			}
		}
		to.Rules = append(to.Rules, b.readOldRuleUse(part, at))
	}
}

// readOldRuleUse parses a rule in use. It corrects and reports the typos of old books.
func (b *book) readOldRuleUse(text string, at *jsonPath) rules.Use {
	if !b.inOldFormat {
		return b.readRuleUse(text, at)
	}
	mended, typo := fixBrackets(text)
	switch {
	case typo:
		b.note(at, "%q is read as %q", text, mended)
	case !bracketsBalanced(mended):
		b.note(at, "%q cannot be made out; it is kept as it is written", text)
	}
	return b.readRuleUse(mended, at)
}

// isGearFragment reports whether a text is a piece of a weapon or rule that was cut at its commas:
// "Hooves (A3", "A6", "4".
func isGearFragment(text string) bool {
	reach, attacks := rangeAndAttacks(text)
	return reach > 0 || attacks >= 0 || !bracketsBalanced(text) && weaponBracket().MatchString(text) ||
		strings.Trim(text, "0123456789") == ""
}

func (b *book) weaponOf(p profile, at *jsonPath) catalog.Weapon {
	w := catalog.Weapon{Name: p.name, Count: p.count, Range: p.rangeInches, Attacks: max(p.attacks, 0)}
	for _, rule := range p.rules {
		w.Rules = append(w.Rules, b.readOldRuleUse(rule, at))
	}
	return w
}

var oldSectionKinds = map[string]catalog.SectionKind{
	"replace": catalog.Replace, "upgrade": catalog.Upgrade,
	"upgradeRule": catalog.ReplaceRule,
}

// isOldSection reports whether a section is in the old format: by its keys or, if these are in both
// formats, by the format of its book.
func (b *book) isOldSection(o object) bool {
	kind := o.fields["type"].text()
	_, old := oldSectionKinds[kind]
	switch {
	case o.has("variant") || o.has("targets"):
		return false
	case old || o.has("replaceWhat"):
		return true
	}
	return b.inOldFormat
}

func (b *book) readOldSection(o object, s *catalog.Section) (targets []string) {
	o.reportUnknown(oldSectionKeys)
	label := s.Label
	h := parseHeading(label)
	kind, known := oldSectionKinds[o.text("type")]
	switch {
	case !o.has("type"):
		b.note(o.place, "the section has no type; by its heading %q it is read as `%s`", label, h.kind)
	case !known:
		b.note(o.place.atKey("type"),
			"the type %q is unknown; by its heading %q the section is read as `%s`", o.text("type"), label, h.kind)
	case !h.fullyParsed:
		h.kind = kind
	case kind != h.kind && h.kind != catalog.Attachment:
		b.note(o.place.atKey("type"),
			"the type is %q, the heading %q; read as `%s`, as its type says", o.text("type"), label, kind)
		h.kind = kind
	}
	if !h.fullyParsed {
		h.affectsQuantity, h.chooseQuantity = b.oldQuantity(o, "affects"), b.oldQuantity(o, "select")
		b.note(o.place.atKey("label"), "the heading %q is not understood; the section is read by its other fields", label)
	} else {
		b.compareHeading(o, label, h)
	}
	if what := b.oldTargets(o); len(what) > 0 && !sameTargets(what, h.targets) {
		b.note(o.place.atKey("replaceWhat"),
			"the heading %q names other things than %s; the latter count", label, strings.Join(what, ", "))
		h.targets = what
	}
	s.Kind = h.kind
	s.ModelQuantity, _ = quantityOf(h.affectsQuantity)
	s.OptionQuantity, _ = quantityOf(h.chooseQuantity)
	return h.targets
}

// compareHeading reports quantities of a section that differ from its heading. "Up to two" may
// stand under `select` or `affects`.
func (b *book) compareHeading(o object, label string, h heading) {
	for _, key := range []string{"affects", "select"} {
		stated := b.oldQuantity(o, key)
		if stated == "" || stated == h.affectsQuantity || stated == h.chooseQuantity ||
			"up to "+stated == h.affectsQuantity || "up to "+stated == h.chooseQuantity {
			continue
		}
		if slices.ContainsFunc(h.targets, func(t string) bool { return strings.HasPrefix(t, stated+"x ") }) {
			continue
		}
		b.note(o.place.atKey(key), "%s is not what the heading %q says; the heading counts", stated, label)
	}
}

func (b *book) oldQuantity(o object, key string) string {
	text := o.text(key)
	if _, ok := quantityOf(text); ok && (text != "all" || key == "affects") {
		return text
	}
	b.note(o.place.atKey(key), "the quantity %q is unknown; left out", text)
	return ""
}

// oldTargets reads the targets of a section: a text or a list of texts.
func (b *book) oldTargets(o object) []string {
	if text, ok := o.fields["replaceWhat"].data.(string); ok {
		return []string{cleanText(text)}
	}
	return o.texts("replaceWhat")
}

// matches the verb of a heading, even where a blank is missing before it
var headingVerb = pattern(`(?i)(^|\s)(replace|upgrade)\s`)

// hasGearFragments reports whether the rules of a gain (what an option gives) are pieces of a
// weapon or rule that was cut at its commas.
func (b *book) hasGearFragments(o object) bool {
	if o.text("label") == "" {
		return false
	}
	for _, key := range []string{"specialRules", "content"} {
		for _, v := range o.list(key) {
			text, ok := v.data.(string)
			if gained, isObject := v.data.(fields); isObject {
				if text, ok = gained["label"].data.(string); !ok {
					text, ok = gained["name"].data.(string)
				}
				ok = ok && gained["attacks"].data == nil // a weapon in one piece
			}
			if ok && (isGearFragment(text) || strings.IndexByte(text, ')') >= 0 && strings.IndexByte(text, ')') < strings.IndexByte(text, '(')) {
				return true
			}
		}
	}
	return false
}

// readGearLabel reads a gain (what an option gives) from its label if its rules are pieces cut at
// commas.
func (b *book) readGearLabel(o object, to *catalog.Gear) {
	label, count := o.text("label"), o.clampedNumber("count", 1, 0, 1000)
	p := parseProfile(label)
	p.count = min(max(count, p.count), 1000)
	switch {
	case p.trailingText != "" || len(p.rules)+len(p.innerWeapons) == 0 && p.attacks < 0 ||
		slices.ContainsFunc(p.rules, bracketsUnbalanced):
		addItem(to, catalog.Item{Name: label, Count: count})
		b.note(o.place, "%q cannot be made out; it is kept as it is written, as an item without contents", label)
	case len(p.rules) == 1 && len(p.innerWeapons) == 0 && p.attacks < 0 && strings.Trim(p.rules[0], "0123456789") == "":
		to.Rules = append(to.Rules, b.readOldRuleUse(p.name+"("+p.rules[0]+")", o.place))
		b.note(o.place, "%q is read as a rule with its rating", label)
	case p.attacks >= 0 && len(p.innerWeapons) == 0:
		addWeapon(to, b.weaponOf(p, o.place))
		b.note(o.place, "%q is read as a weapon", label)
	default:
		i := catalog.Item{Name: p.name, Count: p.count}
		for _, rule := range p.rules {
			i.Rules = append(i.Rules, b.readOldRuleUse(rule, o.place))
		}
		for _, w := range p.innerWeapons {
			i.Weapons = append(i.Weapons, b.weaponOf(w, o.place))
		}
		addItem(to, i)
		b.note(o.place, "%q is read as an item with what its brackets hold", label)
	}
}

func bracketsUnbalanced(text string) bool { return !bracketsBalanced(text) }

// sameTargets reports whether a and b name the same targets; a count in only one of them is
// ignored.
func sameTargets(a, b []string) bool {
	name := func(text string) string { return catalog.MatchKey(countPrefix().ReplaceAllString(text, "")) }
	return slices.EqualFunc(a, b, func(x, y string) bool { return name(x) == name(y) })
}
