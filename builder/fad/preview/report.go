package preview

import (
	"fmt"

	"muster/builder/odds"
	combat "muster/rules/fad"
)

// unitReport is a unit's facts for scripts.
type unitReport struct {
	ID          string   `json:"id"`
	With        string   `json:"with,omitempty"`
	Officer     string   `json:"officer,omitempty"`
	Notes       []string `json:"notes"`
	Unused      []string `json:"no_part"`
	NotModelled []string `json:"not_modelled"`
}

// report returns the answer for scripts.
func (a *asked) report(pairs []Pair) odds.Report {
	units := make([]unitReport, len(a.Units))
	for i := range a.Units {
		u := &a.Units[i]
		units[i] = unitReport{
			u.ID, u.With, u.Officer, append([]string{}, u.Notes...),
			append([]string{}, u.Unused...), append([]string{}, u.NotModelled...),
		}
	}
	report := a.NewReport(pairs, func(p *Pair) string { return fmt.Sprint(assaults(p), p.Unit.ID, p.Unit.With) },
		Object)
	report.Units = units
	return report
}

// Object returns the pair for scripts: the fields of a duel's result, both units and the
// circumstances. best means that shooting at no other target is worth more.
func Object(p *Pair, best bool) any {
	s := &p.Scenario
	o := combat.Object{{Name: "unit", Value: p.Unit.ID}}
	add := func(has bool, name string, value any) {
		if has {
			o = append(o, combat.Key{Name: name, Value: value})
		}
	}
	add(p.Unit.With != "", "with", p.Unit.With)
	add(p.Unit.Officer != "", "officer", p.Unit.Officer)
	add(true, "against", p.Against.ID)
	add(p.Against.Officer != "", "against_officer", p.Against.Officer)
	add(s.Facing != "", "side", s.Facing)
	add(s.Distance > 0, "distance", s.Distance)
	add(p.Over > 0, "over", p.Over)
	add(s.Cover != "", "cover", s.Cover)
	add(s.Moved, "moved", true)
	add(s.OpenFire, "open_fire", true)
	add(s.FreeShot != nil, "free_shot", true)
	o = append(o, p.Result.Object()...)
	add(true, "points_per_100", p.Per100)
	add(true, "best", best)
	return o
}
