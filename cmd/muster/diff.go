package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"muster/builder"
	"muster/builder/finding"
	"muster/catalog"
	"muster/input"
	"muster/schema"
)

// errDiffers is the error for things that differ, which the command's own output
// speaks of.
var errDiffers = fmt.Errorf("%w: they differ", errIllegal)

func (a *app) diffCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "diff A B [--json]",
		Short: "Say what differs between two books or lists",
		Long: `Say what differs between two army books or between two lists. Books are named
by id and version or by their files, lists by their files or codes.

Of books it names the units that differ in points or on the table, with what
their upgrades cost, and the rules and spells that differ. Of lists it names the
units, by their ids in the lists.

Exit code: 0 if nothing differs, 1 if something does.`,
		Example: `  muster diff battle-brothers@3.5.2 battle-brothers@3.5.3
  muster diff third.yaml third-old.yaml`,
		Args: cobra.ExactArgs(2),
		ValidArgsFunction: func(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
			files, directive := completeLists(cmd, args, word)
			return append(files, a.completeBook(nil)...), directive
		},
		RunE: func(_ *cobra.Command, args []string) error {
			var same bool
			var err error
			if a.isBook(args[0]) {
				same, err = a.diffBooks(args[0], args[1], asJSON)
			} else {
				same, err = a.diffLists(args[0], args[1], asJSON)
			}
			if err == nil && !same {
				return errDiffers
			}
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON document")
	return cmd
}

// isBook reports whether a word means an army book: its id, or its file.
func (a *app) isBook(name string) bool {
	if _, code := input.Code(name); code || name == "-" {
		return false
	}
	text, err := a.at(name).Load()
	if err != nil {
		return !catalog.IsPath(name)
	}
	return schema.Claims(text, "book/1")
}

func (a *app) diffBooks(x, y string, asJSON bool) (same bool, err error) {
	old, err := a.book(x)
	if err != nil {
		return false, err
	}
	now, err := a.book(y)
	if err != nil {
		return false, err
	}
	d := catalog.Compare(old, now)
	if asJSON {
		return d.Same(), a.out.JSON(d)
	}
	a.out.Title(fmt.Sprintf("%s → %s", strings.TrimSpace(old.Name+" "+old.Version), strings.TrimSpace(now.Name+" "+now.Version)))
	if d.Same() {
		a.out.Line("Nothing differs in points or on the table.")
		return true, nil
	}
	a.out.Line("%s of %d differ", finding.Count(len(d.Units), "unit"), len(old.Units))
	for _, u := range d.Units {
		a.out.Line("")
		points := fmt.Sprintf("%d points", u.Cost[1])
		if u.Cost[0] != u.Cost[1] {
			points = fmt.Sprintf("%d → %s", u.Cost[0], points)
		}
		a.out.Title(u.Name, u.ID, points)
		for _, text := range u.Changes {
			a.out.Paragraph(text, "  ", "    ")
		}
		for _, o := range u.Options {
			a.out.Paragraph(strings.Join(append([]string{o.Name + " " + costs(o.Cost[0], o.Cost[1])}, o.Changes...), "; "), "  ", "    ")
		}
	}
	a.named("New units", d.Added)
	a.named("Units that are gone", d.Removed)
	a.named("Rules", catalog.NameDiffs(d.Rules))
	a.named("Spells", catalog.NameDiffs(d.Spells))
	return false, nil
}

// costs writes two prices: "+5 → +15", "+5", "new, +5", "gone, +5".
func costs(was, is *int) string {
	switch {
	case was == nil:
		return "new, " + price(*is)
	case is == nil:
		return "gone, " + price(*was)
	case *was == *is:
		return price(*is)
	}
	return price(*was) + " → " + price(*is)
}

// named prints names under a heading, if there are any.
func (a *app) named(heading string, names []string) {
	if len(names) > 0 {
		a.out.Line("")
		a.out.Paragraph(heading+": "+strings.Join(names, ", "), "", "  ")
	}
}

func (a *app) diffLists(x, y string, asJSON bool) (same bool, err error) {
	was, err := a.openList(x)
	if err != nil {
		return false, err
	}
	now, err := a.openList(y)
	if err != nil {
		return false, err
	}
	d := builder.CompareLists(was, now)
	if asJSON {
		return d.Same(), a.out.JSON(d)
	}
	if d.Same() {
		a.out.Line("Nothing differs.")
		return true, nil
	}
	a.out.Line("%d → %d points", d.Points[0], d.Points[1])
	for _, c := range d.Units {
		a.printChange(c)
	}
	a.named("New", d.Added)
	a.named("Gone", d.Removed)
	return false, nil
}
