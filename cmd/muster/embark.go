package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"muster/builder"
)

func (a *app) embarkCommand() *cobra.Command {
	return a.linkCommand("embark LIST UNIT TRANSPORT", "Let a unit deploy inside a transport", []string{"transport/", "unit/unknown"},
		func(e *builder.Editor, unit, transport string) (string, error) {
			return fmt.Sprintf("%s deploys in %s.", unit, transport), e.Embark(unit, transport)
		})
}
