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
		var inside []string
		if m.Range > 0 {
			inside = append(inside, fmt.Sprintf("%d\"", m.Range))
		}
		inside = append(append(inside, fmt.Sprintf("A%d", m.Attacks)), rules.Strings(m.Rules)...)
		modes = append(modes, text+" ("+strings.Join(inside, ", ")+")")
	}
	return strings.Join(modes, " or ")
}
