package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"muster/builder/gf"
)

func (a *app) joinCommand() *cobra.Command {
	return a.linkCommand("join LIST HERO UNIT", "Let a hero join a unit", []string{"hero/"},
		func(hero, unit string) changes {
			return changes{gf: func(e *gf.Editor) (string, error) {
				return fmt.Sprintf("%s joins %s.", hero, unit), e.Join(hero, unit)
			}}
		})
}
