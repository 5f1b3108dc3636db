package fill

import (
	"context"
	"slices"

	"muster/builder"
)

// FillAndTable returns what Fill and Variants return, from variants that are computed once.
func FillAndTable(ctx context.Context, r builder.Roster, q Question) (*Answers, []Variant, error) {
	a, err := prepare(ctx, r, q)
	if err != nil {
		return nil, nil, err
	}
	table := slices.Clone(a.variantsToAdd())
	answers, err := a.answerQuestion(ctx)
	return answers, table, err
}
