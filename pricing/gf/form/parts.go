package form

import (
	"fmt"
	"slices"
	"strings"
)

// A Part is a part of a price with its label.
type Part struct {
	Label  string
	Points float64
}

// Parts returns the parts of the price of the loadout after, minus the parts of the price of before
// (nil for none).
func Parts(before, after *Loadout, t *Tables, v *Values) []Part {
	parts := after.parts(t, v)
	if before != nil {
		parts = subtractParts(parts, before.parts(t, v))
	}
	return parts
}

// subtractParts subtracts each part of other from the part with the same label. The first part of
// both stands for the models, whatever its label.
func subtractParts(parts, other []Part) []Part {
	for i, o := range other {
		at := slices.IndexFunc(parts, func(p Part) bool { return p.Label == o.Label })
		if i == 0 {
			at = 0
		}
		if at < 0 {
			parts = append(parts, Part{"without " + o.Label, -o.Points})
			continue
		}
		parts[at].Points -= o.Points
	}
	return parts
}

// parts returns the parts of a loadout's price.
func (l *Loadout) parts(t *Tables, v *Values) []Part {
	parts := []Part{{l.modelsLabel(), t.modelsWorth(v, l)}}
	add := func(label string, points float64) {
		for i := range parts {
			if parts[i].Label == label {
				parts[i].Points += points
				return
			}
		}
		parts = append(parts, Part{label, points})
	}
	for i := range l.weapons {
		add(l.profiles[i].String(), t.weaponWorth(v, &l.weapons[i], l.quality, nil))
	}
	for _, r := range l.rules {
		if r.changes[0] == r.changes[1] && r.rates[0] == r.rates[1] {
			continue // nothing of it has a price
		}
		sum := 0.0
		for i := range l.weapons {
			sum += t.weaponGain(v, &l.weapons[i], l.quality, l.changes[r.changes[0]:r.changes[1]])
		}
		for i := r.rates[0]; i < r.rates[1]; i++ {
			sum += t.RateWorth(v, &l.Rates[i], l)
		}
		add(r.label, sum)
	}
	return parts
}

// modelsLabel returns the label for the unit's models.
func (l *Loadout) modelsLabel() string {
	var words []string
	for _, m := range l.models {
		s := fmt.Sprintf("%d models", m.count)
		if m.count == 1 {
			s = "1 model"
		}
		if m.tough > 1 {
			s += fmt.Sprintf(" of %d wounds", m.tough)
		}
		words = append(words, s)
	}
	return fmt.Sprintf("%s, Quality %d+, Defense %d+", strings.Join(words, " and "), l.quality, l.defense)
}

// UnpricedRules returns the names of the rules without a price on which a price depends. For a unit
// (before is nil) it returns all; for an option those that the option adds or removes, and rules of
// the unit that may affect the weapons or models that the option changes.
func UnpricedRules(before, after *Loadout) (names []string) {
	add := func(m unpricedRule) {
		if !slices.Contains(names, m.name) {
			names = append(names, m.name)
		}
	}
	if before == nil {
		for _, m := range after.unpricedRules {
			add(m)
		}
		return names
	}
	rearmed, remade := !after.sameWeapons(before), !after.sameModels(before)
	for _, m := range after.unpricedRules {
		if m.affectsWeapons && rearmed || m.affectsModels && remade || !slices.Contains(before.unpricedRules, m) {
			add(m)
		}
	}
	for _, m := range before.unpricedRules {
		if !slices.Contains(after.unpricedRules, m) {
			add(m)
		}
	}
	return names
}
