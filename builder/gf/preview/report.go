package preview

import (
	"encoding/json"

	combat "muster/rules/gf"
)

// A Report is a Pair as JSON for scripts: the result as in a duel, both units and the scenario.
type Report struct {
	UnitID           string   `json:"unit"`
	PartnerIDs       []string `json:"with,omitempty"`
	TargetID         string   `json:"against"`
	TargetPartnerIDs []string `json:"against_with,omitempty"`
	// Distance is the distance between the units in inches; absent if it does not matter. The odds
	// of shooting are the same from more than LowerDistance up to Distance inches.
	Distance      int  `json:"distance,omitempty"`
	LowerDistance int  `json:"over,omitempty"`
	Moved         bool `json:"moved,omitempty"`
	Cover         bool `json:"cover,omitempty"`
	// Ability is the ability or spell that attacks; "" for shooting and charging.
	Ability string `json:"use,omitempty"`
	combat.Result
	Per100 float64 `json:"points_per_100"`
	// IsBestTarget marks the target of which the unit destroys the most points per point of its
	// own, among all targets previewed in the same mode.
	IsBestTarget bool `json:"best"`
}

// MarshalJSON writes the report with its own fields. It hides the method of the embedded Result.
func (r Report) MarshalJSON() ([]byte, error) {
	type report Report
	return json.Marshal(report(r))
}

// pairReport returns a Pair for scripts.
func pairReport(p *Pair, best bool) any {
	return Report{
		UnitID: p.Unit.ID, PartnerIDs: p.Unit.PartnerIDs, TargetID: p.Target.ID, TargetPartnerIDs: p.Target.PartnerIDs,
		Distance: p.Scenario.Distance, LowerDistance: p.LowerDistance, Moved: p.Scenario.AttackerMoved,
		Cover:   p.Scenario.TargetInCover,
		Ability: p.Scenario.AbilityRule.String(),
		Result:  p.Result, Per100: p.LostPer100, IsBestTarget: best,
	}
}
