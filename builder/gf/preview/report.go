package preview

import (
	"encoding/json"

	combat "muster/rules/gf"
)

// Report is a pair for scripts: the fields of a duel's result, both units and the scenario.
type Report struct {
	Unit        string   `json:"unit"`
	With        []string `json:"with,omitempty"`
	Against     string   `json:"against"`
	AgainstWith []string `json:"against_with,omitempty"`
	// Distance is the distance between the units in inches; absent if it does not matter. The odds
	// of shooting are the same from more than Over up to Distance inches.
	Distance int  `json:"distance,omitempty"`
	Over     int  `json:"over,omitempty"`
	Moved    bool `json:"moved,omitempty"`
	Cover    bool `json:"cover,omitempty"`
	// Use is the ability that is used, in the mode ability.
	Use string `json:"use,omitempty"`
	combat.Result
	Per100 float64 `json:"points_per_100"`
	// Best marks the target of which the unit destroys the most points for its own points, among
	// all targets that it was previewed against in the same mode.
	Best bool `json:"best"`
}

// MarshalJSON writes the report with its own fields; that of the embedded Result is hidden.
func (r Report) MarshalJSON() ([]byte, error) {
	type report Report
	return json.Marshal(report(r))
}

// report returns the pair for scripts.
func report(p *Pair, best bool) any {
	return Report{
		Unit: p.Unit.ID, With: p.Unit.With, Against: p.Against.ID, AgainstWith: p.Against.With,
		Distance: p.Scenario.Distance, Over: p.Over, Moved: p.Scenario.Moved, Cover: p.Scenario.Cover,
		Use:    p.Scenario.Use.String(),
		Result: p.Result, Per100: p.Per100, Best: best,
	}
}
