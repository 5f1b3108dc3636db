package catalog

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"muster/convert"
	"muster/rules"
)

// A Loadout is a unit's profile, rules, weapons and equipment.
type Loadout struct {
	Models   int
	Quality  int
	Defense  int
	BaseSize string // size of a model's base, as the book states it
	Gear
}

// Loadout returns the unit before upgrades.
func (u *Unit) Loadout() Loadout {
	return Loadout{Models: u.Size, Quality: u.Quality, Defense: u.Defense, BaseSize: u.Base, Gear: u.Gear}
}

// Changes describes the differences from l to another loadout, a few words each:
// "Quality 3+ → 4+", "gains Fearless", `Rifle (24", A1) → (24", A1, AP(1))`. Order and
// plural make no difference.
func (l Loadout) Changes(now Loadout) []string {
	var said []string
	number := func(was, is int, format string) {
		if was != is {
			said = append(said, fmt.Sprintf(format, was, is))
		}
	}
	number(l.Models, now.Models, "%d → %d models")
	number(l.Quality, now.Quality, "Quality %d+ → %d+")
	number(l.Defense, now.Defense, "Defense %d+ → %d+")
	if l.BaseSize != now.BaseSize {
		said = append(said, fmt.Sprintf("base %s → %s", cmp.Or(l.BaseSize, "none"), cmp.Or(now.BaseSize, "none")))
	}
	said = append(said, compareItems(ruleItems(l.Rules), ruleItems(now.Rules))...)
	said = append(said, compareItems(weaponItems(l.Weapons), weaponItems(now.Weapons))...)
	return append(said, compareItems(equipmentItems(l.Items), equipmentItems(now.Items))...)
}

// A loadoutItem is a rule, a weapon or a piece of equipment of a loadout.
type loadoutItem struct {
	name    string
	count   int    // number of copies; 0 for a rule
	details string // the text in brackets: profile, rules, or a rule's rating
	isRule  bool
}

// text returns the item in words: `2× Rifle (24", A1)`, "Tough(3)".
func (t loadoutItem) text() string {
	if t.isRule {
		return t.name + t.detailText("")
	}
	return t.withCount(t.name) + t.detailText(" ")
}

// withCount returns a name with the item's number before it: "2× Rifle".
func (t loadoutItem) withCount(name string) string {
	if t.count > 1 {
		return strings.TrimSpace(fmt.Sprintf("%d× %s", t.count, name))
	}
	return name
}

// detailText returns lead and the details in brackets; "" without details.
func (t loadoutItem) detailText(lead string) string {
	if t.details == "" {
		return ""
	}
	return lead + "(" + t.details + ")"
}

// Text returns the option's name, followed by its rules, weapons and equipment unless the name says
// it all: `Flamer (12", A1, AP(1))`, `Veterans: Fearless, Scout`.
func (o *Option) Text() string {
	var texts []string
	for _, t := range slices.Concat(weaponItems(o.Weapons), equipmentItems(o.Items), ruleItems(o.Rules)) {
		texts = append(texts, t.text())
	}
	text := strings.Join(texts, ", ")
	if text == "" || strings.HasPrefix(text, o.Name) {
		return cmp.Or(text, o.Name)
	}
	return o.Name + ": " + text
}

func ruleItems(uses []rules.Use) []loadoutItem {
	return convert.All(uses, func(u rules.Use) loadoutItem { return loadoutItem{name: u.Name, details: u.Rating, isRule: true} })
}

func weaponItems(weapons []Weapon) (things []loadoutItem) {
	for i := range weapons {
		for _, w := range weapons[i].AttackModes() {
			things = append(things, loadoutItem{name: w.Name, count: w.Count, details: w.ProfileText(sortedRuleTexts(w.Rules))})
		}
	}
	return things
}

func sortedRuleTexts(uses []rules.Use) []string {
	texts := rules.UseTexts(uses)
	slices.Sort(texts)
	return texts
}

func equipmentItems(items []Item) []loadoutItem {
	things := make([]loadoutItem, len(items))
	for i, item := range items {
		inside := sortedRuleTexts(item.Rules)
		inside = append(inside, convert.All(weaponItems(item.Weapons), loadoutItem.text)...)
		if item.Base != "" {
			inside = append(inside, "base "+item.Base)
		}
		things[i] = loadoutItem{name: item.Name, count: item.Count, details: strings.Join(inside, ", ")}
		if things[i].details == item.Name { // a rule by itself
			things[i].details = ""
		}
	}
	return things
}

// compareItems describes the changes of items. It pairs items with the same name: first items that
// differ only in their number, then the rest in order.
func compareItems(was, now []loadoutItem) []string {
	was, now = mergeCounts(was), mergeCounts(now)
	gone := make([]bool, len(was))
	came := make([]bool, len(now))
	for i := range gone {
		gone[i] = true
	}
	for i := range came {
		came[i] = true
	}
	var said []string
	pair := func(alike func(a, b loadoutItem) bool) {
		for i := range was {
			for j := range now {
				if gone[i] && came[j] && MatchKey(was[i].name) == MatchKey(now[j].name) && alike(was[i], now[j]) {
					gone[i], came[j] = false, false
					if text := was[i].changeText(now[j]); text != "" {
						said = append(said, text)
					}
				}
			}
		}
	}
	pair(func(a, b loadoutItem) bool { return a.details == b.details && a.count == b.count })
	pair(func(a, b loadoutItem) bool { return a.details == b.details })
	pair(func(loadoutItem, loadoutItem) bool { return true })
	for i, t := range was {
		if gone[i] {
			said = append(said, "loses "+t.text())
		}
	}
	for j, t := range now {
		if came[j] {
			said = append(said, "gains "+t.text())
		}
	}
	return said
}

// changeText describes the change of an item to now; "" if there is none.
func (t loadoutItem) changeText(now loadoutItem) string {
	number := now.withCount("")
	if t.count != now.count && number == "" {
		number = "1×"
	}
	switch {
	case t == now, t.count == now.count && t.details == now.details:
		return ""
	case t.details == now.details:
		return t.withCount(t.name) + " → " + number
	case t.isRule, t.count == now.count && (t.details == "" || now.details == ""):
		return t.text() + " → " + now.text()
	case t.count == now.count:
		return t.name + t.detailText(" ") + " → " + now.detailText("")
	}
	return t.text() + " → " + strings.TrimSpace(number+now.detailText(" "))
}

// mergeCounts merges items that differ only in their number.
func mergeCounts(things []loadoutItem) (all []loadoutItem) {
	for _, t := range things {
		same := func(o loadoutItem) bool { return o.details == t.details && MatchKey(o.name) == MatchKey(t.name) }
		if i := slices.IndexFunc(all, same); i >= 0 {
			all[i].count += max(t.count, 1)
			continue
		}
		all = append(all, t)
	}
	return all
}
