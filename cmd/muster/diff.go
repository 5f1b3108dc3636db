package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"muster/builder"
	"muster/catalog"
	"muster/input"
	"muster/report"
	"muster/schema"
)

// errDiffers is the error of a diff command that has found and printed differences.
var errDiffers = fmt.Errorf("%w: they differ", errIllegal)

func (a *app) diffCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "diff A B [--json]",
		Short: "Say what differs between two books or lists",
		Long: `Show the differences between two army books, or between two lists. Name books by
id and version or by file, and lists by file or code.

For books it shows the units that differ in points or on the table, with the
prices of their upgrades, and the rules and spells that differ. For lists it
shows the units that differ, by their ids in the lists.

Exit code: 0 if nothing differs, 1 if something does.`,
		Example: `  muster diff battle-brothers@3.5.2 battle-brothers@3.5.3
  muster diff third.yaml third-old.yaml`,
		Args: cobra.ExactArgs(2),
		ValidArgsFunction: func(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
			files, directive := editableFiles.completeFiles(cmd, args, word)
			return append(files, a.completeBook(nil)...), directive
		},
		RunE: func(_ *cobra.Command, args []string) error {
			var same bool
			var err error
			if a.isBook(args[0]) {
				same, err = a.diffBooks(args[0], args[1])
			} else {
				same, err = a.diffLists(args[0], args[1])
			}
			if err == nil && !same {
				return errDiffers
			}
			return err
		},
	}
	a.addReportFlags(cmd, jsonUsage)
	return cmd
}

// isBook reports whether a word is the id or the file of an army book.
func (a *app) isBook(name string) bool {
	if _, code := input.ExtractCode(name); code || name == "-" {
		return false
	}
	text, err := a.fileLocation(name).Load()
	if err != nil {
		return !catalog.IsPath(name)
	}
	return schema.ClaimsKind(text, "book/1")
}

func (a *app) diffBooks(x, y string) (same bool, err error) {
	old, err := a.book(x)
	if err != nil {
		return false, err
	}
	now, err := a.book(y)
	if err != nil {
		return false, err
	}
	d := catalog.Compare(old, now)
	return d.IsEmpty(), a.printReport(d, func() *report.Doc { return builder.BooksDoc(old, now, d) })
}

func (a *app) diffLists(x, y string) (same bool, err error) {
	was, err := a.openList(x)
	if err != nil {
		return false, err
	}
	now, err := a.openList(y)
	if err != nil {
		return false, err
	}
	if x, y := was.Game().Name, now.Game().Name; x != y {
		return false, fmt.Errorf("one is a list of %s, the other of %s; two lists of one game can be compared", x, y)
	}
	d := builder.CompareLists(was, now)
	return d.IsEmpty(), a.printReport(d, func() *report.Doc {
		return d.Doc(report.List{Title: "Gone", Items: d.Removed}, report.List{Title: "New", Items: d.Added})
	})
}
