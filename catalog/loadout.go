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
	Models  int
	Quality int
	Defense int
	Base    string
	Gear
}

// Loadout returns the unit before upgrades.
func (u *Unit) Loadout() Loadout {
	return Loadout{Models: u.Size, Quality: u.Quality, Defense: u.Defense, Base: u.Base, Gear: u.Gear}
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
	if l.Base != now.Base {
		said = append(said, fmt.Sprintf("base %s → %s", cmp.Or(l.Base, "none"), cmp.Or(now.Base, "none")))
	}
	said = append(said, compareThings(rulesAsThings(l.Rules), rulesAsThings(now.Rules))...)
	said = append(said, compareThings(weaponsAsThings(l.Weapons), weaponsAsThings(now.Weapons))...)
	return append(said, compareThings(itemsAsThings(l.Items), itemsAsThings(now.Items))...)
}

// A thing is a rule, a weapon or a piece of equipment of a loadout.
type thing struct {
	name   string
	count  int    // 0 if it is not counted
	inside string // the text in brackets: profile, rules, or a rule's rating
	rule   bool
}

// full returns the thing in words: `2× Rifle (24", A1)`, "Tough(3)".
func (t thing) full() string {
	if t.rule {
		return t.name + t.brackets("")
	}
	return t.counted(t.name) + t.brackets(" ")
}

func (t thing) counted(name string) string {
	if t.count > 1 {
		return strings.TrimSpace(fmt.Sprintf("%d× %s", t.count, name))
	}
	return name
}

func (t thing) brackets(lead string) string {
	if t.inside == "" {
		return ""
	}
	return lead + "(" + t.inside + ")"
}

// Text returns the option's name, with its gains unless the name says it all:
// `Flamer (12", A1, AP(1))`, `Veterans: Fearless, Scout`.
func (o *Option) Text() string {
	var texts []string
	for _, t := range slices.Concat(weaponsAsThings(o.Weapons), itemsAsThings(o.Items), rulesAsThings(o.Rules)) {
		texts = append(texts, t.full())
	}
	text := strings.Join(texts, ", ")
	if text == "" || strings.HasPrefix(text, o.Name) {
		return cmp.Or(text, o.Name)
	}
	return o.Name + ": " + text
}

func rulesAsThings(uses []rules.Use) []thing {
	return convert.All(uses, func(u rules.Use) thing { return thing{name: u.Name, inside: u.Rating, rule: true} })
}

func weaponsAsThings(weapons []Weapon) (things []thing) {
	for i := range weapons {
		for _, w := range weapons[i].Modes() {
			things = append(things, thing{name: w.Name, count: w.Count, inside: w.Profile(sortedRules(w.Rules))})
		}
	}
	return things
}

func sortedRules(uses []rules.Use) []string {
	texts := rules.Strings(uses)
	slices.Sort(texts)
	return texts
}

func itemsAsThings(items []Item) []thing {
	things := make([]thing, len(items))
	for i, item := range items {
		inside := sortedRules(item.Rules)
		inside = append(inside, convert.All(weaponsAsThings(item.Weapons), thing.full)...)
		if item.Base != "" {
			inside = append(inside, "base "+item.Base)
		}
		things[i] = thing{name: item.Name, count: item.Count, inside: strings.Join(inside, ", ")}
		if things[i].inside == item.Name { // a rule by itself
			things[i].inside = ""
		}
	}
	return things
}

// compareThings describes the changes of things. Things with the same name are paired
// first if only their number differs, then in order.
func compareThings(was, now []thing) []string {
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
	pair := func(alike func(a, b thing) bool) {
		for i := range was {
			for j := range now {
				if gone[i] && came[j] && MatchKey(was[i].name) == MatchKey(now[j].name) && alike(was[i], now[j]) {
					gone[i], came[j] = false, false
					if text := was[i].changeTo(now[j]); text != "" {
						said = append(said, text)
					}
				}
			}
		}
	}
	pair(func(a, b thing) bool { return a.inside == b.inside && a.count == b.count })
	pair(func(a, b thing) bool { return a.inside == b.inside })
	pair(func(thing, thing) bool { return true })
	for i, t := range was {
		if gone[i] {
			said = append(said, "loses "+t.full())
		}
	}
	for j, t := range now {
		if came[j] {
			said = append(said, "gains "+t.full())
		}
	}
	return said
}

// changeTo describes the change of a thing; "" if there is none.
func (t thing) changeTo(now thing) string {
	number := now.counted("")
	if t.count != now.count && number == "" {
		number = "1×"
	}
	switch {
	case t == now, t.count == now.count && t.inside == now.inside:
		return ""
	case t.inside == now.inside:
		return t.counted(t.name) + " → " + number
	case t.rule, t.count == now.count && (t.inside == "" || now.inside == ""):
		return t.full() + " → " + now.full()
	case t.count == now.count:
		return t.name + t.brackets(" ") + " → " + now.brackets("")
	}
	return t.full() + " → " + strings.TrimSpace(number+now.brackets(" "))
}

// mergeCounts merges things that differ only in their number.
func mergeCounts(things []thing) (all []thing) {
	for _, t := range things {
		same := func(o thing) bool { return o.inside == t.inside && MatchKey(o.name) == MatchKey(t.name) }
		if i := slices.IndexFunc(all, same); i >= 0 {
			all[i].count += max(t.count, 1)
			continue
		}
		all = append(all, t)
	}
	return all
}
