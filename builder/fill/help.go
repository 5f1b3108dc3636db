package fill

import (
	"context"

	"muster/builder"
	"muster/builder/odds"
	"muster/schema"
)

// maxUnitsForStepSearch is the maximum number of units of a list for which StepsAgainstFoe looks
// for steps. StepsAgainstFoe tries every change of each unit against every enemy unit that the list
// has no answer to.
const maxUnitsForStepSearch = 60

// StepsAgainstFoe returns steps, that is, single changes of a list, against the foe's units that
// the list has no answer to: units that even its best attacker destroys too slowly (Unanswered in
// m). For each of these enemies it returns the step with the highest gain per point, each step
// once. It returns no steps for a list that cannot be filled, or that has more than
// maxUnitsForStepSearch units. Errors are those of FindGains.
func StepsAgainstFoe(ctx context.Context, r builder.Roster, foe odds.Foe, m *odds.MatchUp) (*Gains, error) {
	all := &Gains{Steps: []Step{}}
	if r.UnitCount() > maxUnitsForStepSearch {
		return all, nil
	}
	met := map[string]bool{}
	for _, one := range m.FoeUnits {
		if !one.Unanswered {
			continue
		}
		foe.UnitID = one.UnitID
		gains, err := FindGains(ctx, r, Question{Foe: foe}, "")
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
			if key := s.commandText(); !met[key] {
				met[key] = true
				all.Steps = append(all.Steps, s)
			}
			break
		}
	}
	return all, nil
}
