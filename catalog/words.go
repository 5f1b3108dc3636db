package catalog

import (
	"fmt"
	"strings"

	"muster/rules"
)

// String says what the gear is, as books print it: weapons with their profiles,
// equipment with what it holds, rules.
func (g Gear) String() string { return strings.Join(g.Words(), ", ") }

// Words are the parts of String.
func (g Gear) Words() []string {
	var parts []string
	for i := range g.Weapons {
		parts = append(parts, g.Weapons[i].Text())
	}
	for i := range g.Items {
		parts = append(parts, g.Items[i].Text())
	}
	return append(parts, rules.Strings(g.Rules)...)
}

// Text is an item with what it holds: "Combat Shield (Shield Wall)".
func (i *Item) Text() string {
	inside := rules.Strings(i.Rules)
	for n := range i.Weapons {
		inside = append(inside, i.Weapons[n].Text())
	}
	if len(inside) == 0 {
		return i.Name
	}
	return i.Name + " (" + strings.Join(inside, ", ") + ")"
}

// Text is a weapon with its profile, or each of its profiles, of which one is
// picked: `2× Rifle (24", A1)`.
func (w *Weapon) Text() string {
	var modes []string
	for _, m := range w.Modes() {
		text := m.Name
		if m.Count > 1 {
			text = fmt.Sprintf("%d× %s", m.Count, text)
		}
		modes = append(modes, text+" ("+m.Profile(rules.Strings(m.Rules))+")")
	}
	return strings.Join(modes, " or ")
}

// Profile is a weapon's range, attacks and rules, of which there may be others than
// its own, as books print them: `24", A1, AP(1)`.
func (w *Weapon) Profile(rules []string) string {
	words := append([]string{fmt.Sprintf("A%d", w.Attacks)}, rules...)
	if w.Range > 0 {
		words = append([]string{fmt.Sprintf("%d\"", w.Range)}, words...)
	}
	return strings.Join(words, ", ")
}
