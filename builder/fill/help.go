package fill

import (
	"context"

	"muster/builder"
	"muster/builder/odds"
	"muster/schema"
)

// maxHelped is the most units of a list for which Help looks for steps: it tries every change of
// each against every unit without an answer.
const maxHelped = 60

// Help returns single steps of a list against the units of a foe that nothing answers: for each of
// these units the step that gains most per point, each step once. A list that cannot be filled, or
// of more than 60 units, has none. Errors are those of Gain.
func Help(ctx context.Context, r builder.Roster, foe odds.Foe, m *odds.MatchUp) (*Gains, error) {
	all := &Gains{Steps: []Step{}}
	if r.Size() > maxHelped {
		return all, nil
	}
	met := map[string]bool{}
	for _, one := range m.Theirs {
		if !one.Unanswered {
			continue
		}
		foe.Unit = one.Unit
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
