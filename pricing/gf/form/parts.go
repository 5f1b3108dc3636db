package form

import (
	"fmt"
	"slices"
	"strings"
)

// A PricePart is a labelled part of a unit's or option's price.
type PricePart struct {
	Label  string
	Points float64
}

// PriceParts returns the parts of the price of the loadout after, minus those of before (nil for
// none).
func PriceParts(before, after *Loadout, t *Tables, v *TermValues) []PricePart {
	parts := after.priceParts(t, v)
	if before != nil {
		parts = subtractParts(parts, before.priceParts(t, v))
	}
	return parts
}

// subtractParts subtracts from each part the part of other with the same label. The first part of
// each is for the models, whatever its label.
func subtractParts(parts, other []PricePart) []PricePart {
	for i, o := range other {
		at := slices.IndexFunc(parts, func(p PricePart) bool { return p.Label == o.Label })
		if i == 0 {
			at = 0
		}
		if at < 0 {
			parts = append(parts, PricePart{"without " + o.Label, -o.Points})
			continue
		}
		parts[at].Points -= o.Points
	}
	return parts
}

// priceParts returns the labelled parts of the loadout's price: its models, each weapon, each rule.
func (l *Loadout) priceParts(t *Tables, v *TermValues) []PricePart {
	parts := []PricePart{{l.modelsLabel(), t.modelsWorth(v, l)}}
	add := func(label string, points float64) {
		for i := range parts {
			if parts[i].Label == label {
				parts[i].Points += points
				return
			}
		}
		parts = append(parts, PricePart{label, points})
	}
	for i := range l.weapons {
		add(l.weaponLabels[i].String(), t.weaponWorth(v, &l.weapons[i], l.quality, nil))
	}
	for _, r := range l.pricedRules {
		if r.changeIndexRange[0] == r.changeIndexRange[1] && r.nonAttackIndexRange[0] == r.nonAttackIndexRange[1] {
			continue // nothing of it has a price
		}
		sum := 0.0
		for i := range l.weapons {
			sum += t.weaponWorthGain(v, &l.weapons[i], l.quality, l.attackChanges[r.changeIndexRange[0]:r.changeIndexRange[1]])
		}
		for i := r.nonAttackIndexRange[0]; i < r.nonAttackIndexRange[1]; i++ {
			sum += t.NonAttackWorth(v, &l.NonAttackPrices[i], l)
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

// UnpricedRules returns the names of unpriced rules that make a price uncertain. For a unit (before
// is nil) these are all; for an option those that it adds or removes, and rules of the unit that
// may affect the weapons or models that it changes.
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
	rearmed := !slices.EqualFunc(after.weapons, before.weapons, func(a, b weapon) bool { return a.hasEqualPrice(&b) })
	remade := !after.sameModels(before)
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
