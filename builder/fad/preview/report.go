package preview

import (
	"fmt"

	"muster/builder/odds"
	combat "muster/rules/fad"
)

// A unitReport holds a unit's facts for scripts.
type unitReport struct {
	ID                string   `json:"id"`
	Partner           string   `json:"with,omitempty"`
	Officer           string   `json:"officer,omitempty"`
	Notes             []string `json:"notes"`
	GearOutsideFights []string `json:"no_part"`
	NotModelled       []string `json:"not_modelled"`
}

// report returns the answer for scripts.
func (a *unitQuestion) report(pairs []Pair) odds.Report {
	units := make([]unitReport, len(a.Units))
	for i := range a.Units {
		u := &a.Units[i]
		units[i] = unitReport{
			u.ID, u.Partner, u.Officer, append([]string{}, u.Notes...),
			append([]string{}, u.GearOutsideFights...), append([]string{}, u.NotModelled...),
		}
	}
	report := a.NewReport(pairs, func(p *Pair) string { return fmt.Sprint(isAssault(p), p.Unit.ID, p.Unit.Partner) },
		PairReport)
	report.Units = units
	return report
}

// PairReport returns the pair for scripts: the fields of a duel's result, both units and the
// circumstances. best means that shooting at any other target is worth less.
func PairReport(p *Pair, best bool) any {
	s := &p.Scenario
	o := combat.JSONObject{{Name: "unit", Value: p.Unit.ID}}
	add := func(has bool, name string, value any) {
		if has {
			o = append(o, combat.JSONEntry{Name: name, Value: value})
		}
	}
	add(p.Unit.Partner != "", "with", p.Unit.Partner)
	add(p.Unit.Officer != "", "officer", p.Unit.Officer)
	add(true, "against", p.Target.ID)
	add(p.Target.Officer != "", "against_officer", p.Target.Officer)
	add(s.Facing != "", "side", s.Facing)
	add(s.Distance > 0, "distance", s.Distance)
	add(p.LowerDistance > 0, "over", p.LowerDistance)
	add(s.Cover != "", "cover", s.Cover)
	add(s.ShooterMoved, "moved", true)
	add(s.OpenFire, "open_fire", true)
	add(s.FreeShot != nil, "free_shot", true)
	o = append(o, p.Result.Object()...)
	add(true, "points_per_100", p.LostPer100)
	add(true, "best", best)
	return o
}
