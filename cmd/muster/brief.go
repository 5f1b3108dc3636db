package main

import (
	"github.com/spf13/cobra"

	"muster/builder"
)

func (a *app) briefCommand() *cobra.Command {
	var style string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "brief LIST [--style S]",
		Short: "Pre-game figures: recon, markers, transports, reserves",
		Long: `What a force has before the game. Fast and Dirty: recon points, contact markers,
deployment and missions of the command style (the list's, that of --style, or
all three), platoons, who may be sent on recon. Other games: transports and
who rides in them, casters and their tokens.

Exit code 1 if the list sends a unit on recon that may not go.`,
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: anyListFiles.completeThen(),
		RunE: func(_ *cobra.Command, args []string) error {
			return a.showBrief(args[0], style, asJSON)
		},
	}
	cmd.Flags().StringVar(&style, "style", "", "the command style: aggressive, cautious or defensive")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON document")
	a.addMarkdownFlag(cmd)
	return cmd
}

// showBrief prints the preparations for the game that a list needs: reserves, transports, recon.
func (a *app) showBrief(file, style string, asJSON bool) error {
	list, err := a.openOrSenderCopy(file)
	if err != nil {
		return err
	}
	name := func(id string) string { return id }
	if a.printsMarkdown {
		names := builder.Names(list)
		name = func(id string) string { return names[id] }
	}
	brief, err := list.Brief(style, name)
	if err != nil {
		return err
	}
	if asJSON {
		err = a.out.JSON(brief.Report)
	} else {
		brief.Doc.Title = builder.Title(list)
		a.out.Show(brief.Doc)
	}
	if err == nil && brief.HasForbiddenPlan {
		err = errIllegal
	}
	return err
}
