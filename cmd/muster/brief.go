package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"muster/builder"
	"muster/terminal"
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
		ValidArgsFunction: a.completeListThen(),
		RunE: func(_ *cobra.Command, args []string) error {
			list, err := a.openList(args[0])
			if err != nil {
				return err
			}
			brief, err := list.Brief(style, func(id string) string { return id })
			if err != nil {
				return err
			}
			if asJSON {
				err = a.out.JSON(brief.Report)
			} else {
				a.printBrief(builder.Title(list), brief)
			}
			if err == nil && brief.Refused {
				err = errIllegal
			}
			return err
		},
	}
	cmd.Flags().StringVar(&style, "style", "", "the command style: aggressive, cautious or defensive")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON document")
	return cmd
}

func (a *app) printBrief(title string, b builder.Brief) {
	const label = 16 // columns
	a.out.Title(title, strings.Join(b.Heading, ", "))
	a.out.Line("")
	for _, row := range b.Rows {
		a.out.Paragraph(row.Text, fmt.Sprintf("%-*s", label, row.Label), strings.Repeat(" ", label))
	}
	for _, part := range b.Parts {
		a.out.Line("")
		a.out.Paragraph(part.Lead, a.out.Paint(terminal.Bold, part.Name)+": ", "  ")
		if part.Text != "" {
			a.out.Paragraph(part.Text, "  ", "  ")
		}
		for _, row := range part.Rows {
			a.out.Paragraph(row.Text, fmt.Sprintf("  %5s  ", row.Label), "         ")
		}
	}
}
