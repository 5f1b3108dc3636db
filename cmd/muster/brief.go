package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"muster/builder/fad"
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
			list, err := openList(args[0], a.books())
			if err != nil {
				return err
			}
			if list.fad == nil {
				if style != "" {
					return fmt.Errorf("%s: command styles are of Fast and Dirty; leave --style away", args[0])
				}
				return a.briefGrimdark(list.gf, asJSON)
			}
			return a.briefForce(list.fad, style, asJSON)
		},
	}
	cmd.Flags().StringVar(&style, "style", "", "the command style: aggressive, cautious or defensive")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON document")
	return cmd
}

func (a *app) briefForce(army *fad.Army, style string, asJSON bool) error {
	b, err := army.Brief(style)
	if err != nil {
		return err
	}
	if asJSON {
		if err := a.printJSON(b); err != nil {
			return err
		}
	} else {
		a.printBrief(army, b)
	}
	if len(b.Refused) > 0 {
		return &illegal{}
	}
	return nil
}

func (a *app) printBrief(army *fad.Army, b fad.Brief) {
	name := b.Name
	if name == "" {
		name = b.File
	}
	fmt.Fprintf(a.out, "%s · %s\n\n", a.paint(bold, name), plural(len(army.Units), "unit", "units"))
	line := func(label, text string) {
		fmt.Fprint(a.out, wrap(text, fmt.Sprintf("%-16s", label), strings.Repeat(" ", 16), a.width()))
	}
	platoons := plural(b.Platoons, "platoon", "platoons")
	if b.Stated > 0 && b.Platoons > b.Stated {
		platoons += fmt.Sprintf(" (%d in the list, %d of the squads outside)", b.Stated, b.Platoons-b.Stated)
	}
	line("Organisation", platoons)
	shares := make([]string, len(b.Recon))
	sum := 0
	for i, share := range b.Recon {
		shares[i] = fmt.Sprintf("%+d for %s", share.Points, share.What)
		sum += share.Points
	}
	line("Recon points", fmt.Sprintf("%d before the command style: %s", sum, strings.Join(shares, ", ")))
	line("May be sent", listOr(b.MaySend, "nobody")+fmt.Sprintf(" (one unit per platoon: %d)", b.Platoons))
	for _, r := range b.Refused {
		line("Not sent", r.ID+": "+r.Why)
	}
	line("Markers", fmt.Sprintf("%d true, %d dummies", b.True, b.Dummies))
	if b.OffBoard != nil {
		line("Off the board", strings.Join(b.OffBoard, ", "))
	}
	for _, r := range b.Riding {
		line("Transport", fmt.Sprintf("%s (room for %d): %s", r.ID, r.Capacity, listOr(r.Aboard, "empty")))
	}
	if b.Reserves != nil {
		line("May come later", strings.Join(b.Reserves, ", "))
	}
	for _, p := range b.Psionics {
		line("Psionic", fmt.Sprintf("%s, Strength %d: %s", p.ID, p.Strength, listOr(p.Powers, "no powers")))
	}
	for _, pair := range b.Together {
		line("Together", strings.Join(pair, " and "))
	}
	lengths := make([]string, len(b.Lengths))
	for i, l := range b.Lengths {
		lengths[i] = fmt.Sprintf("%d–%d turns for %s", l.From, l.To, l.Name)
	}
	line("Length", strings.Join(lengths, ", "))
	for _, s := range b.Styles {
		fmt.Fprintf(a.out, "\n%s: %s, deploys %d\" deep\n", a.paint(bold, s.Name), plural(s.Recon, "recon point", "recon points"), s.Depth)
		fmt.Fprint(a.out, wrap(s.Summary, "  ", "  ", a.width()))
		for _, m := range s.Missions {
			roll := fmt.Sprint(m.From)
			if m.To > m.From {
				roll = fmt.Sprintf("%d–%d", m.From, m.To)
			}
			text := m.Mission
			if len(b.Styles) == 1 {
				text += ": " + m.Summary
			}
			fmt.Fprint(a.out, wrap(text, fmt.Sprintf("  %5s  ", roll), "         ", a.width()))
		}
	}
	a.printBriefNotes(b)
}

func (a *app) printBriefNotes(b fad.Brief) {
	note := func(name, summary string) {
		fmt.Fprint(a.out, wrap(summary, a.paint(bold, name)+": ", "  ", a.width()))
	}
	fmt.Fprintln(a.out)
	note(b.SameMission.Mission, b.SameMission.Summary)
	for _, n := range b.Scenario {
		note(n.Name+" (if the scenario has them)", n.Summary)
	}
}

func listOr(words []string, none string) string {
	if len(words) == 0 {
		return none
	}
	return strings.Join(words, ", ")
}
