//go:build js

package fill

import (
	"context"

	"muster/builder"
	"muster/schema"
)

// fillTwo is left out of the program of a site, whose pages do not ask for it.
func fillTwo(context.Context, builder.Roster, Question) (*Answers, error) {
	return nil, schema.Errorf(CodeCannotFill, "two armies are made by the program of the command line")
}
