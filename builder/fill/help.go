package fill

import (
	"context"

	"muster/builder"
	"muster/builder/odds"
	"muster/schema"
)

// maxHelpedUnits is the highest number of a list's units for which HelpSteps looks for steps: it
// tries every change of each unit against every foe without an answer.
const maxHelpedUnits = 60

// HelpSteps returns single steps of a list against the units of a foe that no unit of the list
// answers: for each of these units the step with the highest gain per point, each step once. A list
// that cannot be filled, or that has more than maxHelpedUnits units, has none. Errors are those of
// Gain.
func HelpSteps(ctx context.Context, r builder.Roster, foe odds.Foe, m *odds.MatchUp) (*Gains, error) {
	all := &Gains{Steps: []Step{}}
	if r.Size() > maxHelpedUnits {
		return all, nil
	}
	met := map[string]bool{}
	for _, one := range m.FoeUnits {
		if !one.Unanswered {
			continue
		}
		foe.UnitID = one.UnitID
		gains, err := Gain(ctx, r, Question{Foe: foe}, "")
		if schema.HasCode(err, builder.CodeUnsupported) || schema.HasCode(err, CodeCannotFill) {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		for _, s := range gains.Steps {
			if s.Value <= 0 {
				continue
			}
			if key := s.command(); !met[key] {
				met[key] = true
				all.Steps = append(all.Steps, s)
			}
			break
		}
	}
	return all, nil
}
