package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"muster/builder"
	"muster/builder/finding"
	"muster/catalog/fad"
	"muster/schema/files"
	"muster/terminal"
)

// edits are the flags that every command has which changes a list.
type edits struct {
	dryRun bool
	force  bool
}

func (e *edits) flags(cmd *cobra.Command, canForce bool) {
	cmd.Flags().BoolVar(&e.dryRun, "dry-run", false, "show what would change in points and findings, and write nothing")
	if canForce {
		cmd.Flags().BoolVar(&e.force, "force", false, "write the change even if it breaks a rule")
	}
}

// change opens a list, changes it, writes it, and prints what follows from it.
// What the edits should not bring about keeps them from being written, unless
// it is forced.
func (a *app) change(path string, flags edits, changes ...builder.Edit) error {
	for range triesToChange - 1 {
		if err := a.tryChange(path, flags, changes); !errors.Is(err, files.ErrChanged) {
			return err
		}
	}
	return a.tryChange(path, flags, changes)
}

// triesToChange is how often a list is read and changed anew when others change
// it in between.
const triesToChange = 100

func (a *app) tryChange(path string, flags edits, changes []builder.Edit) error {
	document, err := a.read(path, "list/1", "unit/1")
	if err != nil {
		return err
	}
	place := document.Place
	session, err := builder.Begin(document, a.books())
	if err != nil {
		return err
	}
	session.Force = flags.force || flags.dryRun
	session.Stock = func() (*fad.Stock, error) {
		stock, _, err := a.stock()
		return stock, err
	}
	done, err := session.Do(changes...)
	if errors.Is(err, builder.ErrBroken) {
		return fmt.Errorf("%w\nnothing was written (--force writes it all the same)", err)
	}
	if err != nil {
		return advise(err, session.Now())
	}
	if !flags.dryRun {
		if err := session.Save(place.Folder.(files.Folder), place.Name); err != nil {
			return err
		}
		a.remember(path, document.Source, session.Text())
	}
	a.reportChange(session.Before(), session.Now(), done.Said, flags.dryRun)
	a.reportFindings(session.Changed())
	if done.Broken != nil && !flags.force {
		a.out.Line("It would be refused; --force writes it all the same.")
		return errIllegal
	}
	return nil
}

// reportChange says what a change did, and what the list costs now.
func (a *app) reportChange(before, now builder.Roster, done []string, dryRun bool) {
	for _, text := range done {
		a.out.Say("%s", text)
	}
	if dryRun {
		a.out.Line("This was a dry run: nothing was written.")
	}
	line := fmt.Sprintf("%d points", now.Points())
	if more := now.Points() - before.Points(); more != 0 {
		line += fmt.Sprintf(" (%+d)", more)
	}
	if limit := now.Limit(); limit > 0 {
		line += ", " + left(limit-now.Points())
	}
	a.out.Line("%s", line)
}

// reportFindings says what is new of what was found in a list, what is worse than it
// was, and how much is solved.
func (a *app) reportFindings(d finding.Difference) {
	for _, f := range d.New {
		a.printFinding(f, findingText(f), "  ")
	}
	for _, f := range d.Worse {
		a.printFinding(f, findingText(f), "  worse: ")
	}
	if len(d.Solved) > 0 {
		a.out.Line("  %s no longer", finding.Count(len(d.Solved), "finding"))
	}
}

// left says how many points are left to spend, or over.
func left(points int) string {
	if points < 0 {
		return fmt.Sprintf("%d over the limit", -points)
	}
	return fmt.Sprintf("%d left", points)
}

// pointsLeft says how many points a list has, and how many of its limit are left.
func pointsLeft(points, limit int) string {
	text := builder.PointsOf(points, limit)
	if limit > 0 {
		text += ", " + left(limit-points)
	}
	return text
}

// findingText is what a finding says, and of which units and by which rule.
func findingText(f finding.Finding) string {
	text := f.Message
	if len(f.Units) > 0 {
		text += " (" + strings.Join(f.Units, ", ") + ")"
	}
	if f.Source != "" {
		text += " [" + f.Source + "]"
	}
	return text
}

// printFinding prints a finding's severity and a text about it, behind a lead.
func (a *app) printFinding(f finding.Finding, text, lead string) {
	colour := terminal.Dim
	switch f.Severity {
	case finding.Error:
		colour = terminal.Red
	case finding.Warning:
		colour = terminal.Yellow
	}
	indent := lead[:len(lead)-len(strings.TrimLeft(lead, " "))]
	a.out.Paragraph(lead+a.out.Paint(colour, string(f.Severity)+":")+" "+text, indent, indent+"  ")
}
