package fill

import (
	"context"
	"slices"

	"muster/builder"
)

// FillAndTable returns what Fill and Table return, from columns that are computed once.
func FillAndTable(ctx context.Context, r builder.Roster, q Question) (*Answers, []Column, error) {
	a, err := prepare(ctx, r, q)
	if err != nil {
		return nil, nil, err
	}
	table := slices.Clone(a.columnsToAdd())
	answers, err := a.answerQuestion(ctx)
	return answers, table, err
}
