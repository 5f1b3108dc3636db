package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"muster/builder/fad"
	"muster/builder/gf"
)

func (a *app) embarkCommand() *cobra.Command {
	return a.linkCommand("embark LIST UNIT TRANSPORT", "Let a unit deploy inside a transport", []string{"transport/", "unit/unknown"},
		func(unit, transport string) changes {
			return changes{
				gf: func(e *gf.Editor) (string, error) {
					return fmt.Sprintf("%s deploys in %s.", unit, transport), e.Embark(unit, transport)
				},
				fad: func(e *fad.Editor) (string, error) {
					return fmt.Sprintf("%s rides in %s.", unit, transport), e.Embark(unit, transport)
				},
			}
		})
}
