package catalog

import (
	"fmt"
	"strings"

	"muster/rules"
)

// String returns the gear as books print it: weapons with profiles, equipment with
// contents, rules.
func (g Gear) String() string { return strings.Join(g.PartTexts(), ", ") }

// PartTexts returns the texts that String joins: one for each weapon, piece of equipment and rule.
func (g Gear) PartTexts() []string {
	var parts []string
	for i := range g.Weapons {
		parts = append(parts, g.Weapons[i].Text())
	}
	for i := range g.Items {
		parts = append(parts, g.Items[i].Text())
	}
	return append(parts, rules.UseTexts(g.Rules)...)
}

// Text returns an item with its contents: "Combat Shield (Shield Wall)".
func (i *Item) Text() string {
	inside := rules.UseTexts(i.Rules)
	for n := range i.Weapons {
		inside = append(inside, i.Weapons[n].Text())
	}
	if len(inside) == 0 {
		return i.Name
	}
	return i.Name + " (" + strings.Join(inside, ", ") + ")"
}

// Text returns a weapon with its profiles: `2× Rifle (24", A1)`.
func (w *Weapon) Text() string {
	var modes []string
	for _, m := range w.AttackModes() {
		text := m.Name
		if m.Count > 1 {
			text = fmt.Sprintf("%d× %s", m.Count, text)
		}
		modes = append(modes, text+" ("+m.ProfileText(rules.UseTexts(m.Rules))+")")
	}
	return strings.Join(modes, " or ")
}

// ProfileText returns a weapon's range and attacks with the given rules, as books print them: `24",
// A1, AP(1)`.
func (w *Weapon) ProfileText(rules []string) string {
	words := append([]string{fmt.Sprintf("A%d", w.Attacks)}, rules...)
	if w.Range > 0 {
		words = append([]string{fmt.Sprintf("%d\"", w.Range)}, words...)
	}
	return strings.Join(words, ", ")
}
