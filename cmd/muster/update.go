package main

import (
	"bytes"
	"fmt"

	"github.com/spf13/cobra"

	"muster/builder"
	"muster/catalog"
	"muster/report"
	"muster/schema/files"
)

func (a *app) updateCommand() *cobra.Command {
	u := updateOptions{app: a}
	cmd := &cobra.Command{
		Use:   "update LIST… [--to VERSION] [--dry-run] [--json]",
		Short: "Move lists to a newer version of their army book",
		Long: `Move lists to the newest version of their army books, or to the version in --to.
The command shows the changes unit by unit: points, profiles, weapons, rules,
and prices of upgrades. Units and upgrades are recognised by Army Forge's own
ids, even if they have new names. If the new book does not have a unit or an
upgrade, it is reported, and stays in the list.

A folder means all lists in it. muster undo LIST takes an update back.

Exit code: 0 if all lists are legal afterwards, 1 if one is not, 2 if one cannot
be moved.`,
		Example: `  muster update third.yaml --dry-run           what would change
  muster update lists/
  muster update third.yaml --to 3.5.2          back to an older book`,
		Args:              cobra.MinimumNArgs(1),
		ValidArgsFunction: editableFiles.completeFiles,
		RunE: func(_ *cobra.Command, args []string) error {
			lists, err := u.listFiles(args)
			if err != nil {
				return err
			}
			return u.run(lists)
		},
	}
	cmd.Flags().StringVar(&u.toVersion, "to", "", "the `version` that the books are to have; without it, the newest")
	cmd.Flags().BoolVar(&u.dryRun, "dry-run", false, "show what would change, and write nothing")
	a.addReportFlags(cmd, jsonUsage)
	completeFlag(cmd, "to", a.completeVersions)
	return cmd
}

type updateOptions struct {
	*app
	toVersion string // the version of the books to update to; "" for the newest
	dryRun    bool
}

func (u updateOptions) run(lists []string) error {
	all, moved := []builder.UpdateReport{}, []string{}
	var failures []error
	legal := true
	for _, path := range lists {
		var one builder.UpdateReport
		if err := retryIfChanged(func() (err error) { one, err = u.updateList(path); return err }); err != nil {
			failures = append(failures, err)
			continue
		}
		all = append(all, one)
		legal = legal && one.LegalBeforeAfter[1]
		if len(one.BookMoves) > 0 {
			moved = append(moved, path)
		}
		if !u.printsJSON {
			u.printUpdate(one)
		}
	}
	switch {
	case u.printsJSON:
		if err := u.out.JSON(map[string]any{"lists": all}); err != nil {
			return err
		}
	case u.dryRun:
		u.out.Line("This was a dry run: nothing was written.")
	case len(moved) > 0:
		u.out.Line("Next: muster undo %s takes it back.", shellWord(moved[0]))
	}
	for i, err := range failures {
		if i == len(failures)-1 {
			return err
		}
		printError(u.err, err)
	}
	if !legal {
		return errIllegal
	}
	return nil
}

// updateList updates the list at a path, and writes it unless this is a dry run.
func (u updateOptions) updateList(path string) (builder.UpdateReport, error) {
	document, err := u.readDocument(path, "list/1")
	if err != nil {
		return builder.UpdateReport{}, err
	}
	session, err := builder.Begin(document, u.books())
	if err != nil {
		return builder.UpdateReport{}, err
	}
	moves, err := builder.BookMoves(session.Before(), u.books(), u.toVersion)
	if err != nil {
		return builder.UpdateReport{}, fmt.Errorf("%s: %w", path, err)
	}
	if _, err := session.Do(builder.Update{Version: u.toVersion}); err != nil && len(moves) > 0 {
		return builder.UpdateReport{}, err
	}
	if !u.dryRun && !bytes.Equal(session.Text(), document.Source) {
		if err := session.Save(document.Path.Folder.(files.Folder), document.Path.Name); err != nil {
			return builder.UpdateReport{}, err
		}
		u.recordChange(path, document.Source, session.Text())
	}
	return builder.NewUpdateReport(path, session.Before(), session.Now(), moves), nil
}

func (u updateOptions) printUpdate(one builder.UpdateReport) {
	if len(one.BookMoves) == 0 && one.Before.Document() == one.Now.Document() {
		u.out.ShowBlocks(report.Paragraph(one.File + ": nothing to do" + u.whyUnchanged(one.Now)))
		return
	}
	u.out.Show(one.Doc(one.File))
}

func (u updateOptions) whyUnchanged(list builder.Roster) string {
	for _, name := range builder.BookNamesIn(list.Document()) {
		switch _, version := catalog.SplitVersionedID(name); {
		case u.toVersion != "":
		case catalog.IsPath(name):
			return "; beside " + name + " there is no newer version of the book"
		case version == "":
			return "; it names no version, so the newest counts"
		}
	}
	return ""
}
