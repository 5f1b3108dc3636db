package main

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"muster/builder"
	"muster/export"
	"muster/schema"
)

// fingerprintCheck tells whether a list has the mark to verify, a short checksum of a list's
// contents. `verify --json` prints it.
type fingerprintCheck struct {
	File        string `json:"file"`
	Fingerprint string `json:"mark"` // the list's mark
	Matches     bool   `json:"same"` // the list has the mark to verify
	// Problem says why the list cannot be read; Fingerprint is "" then.
	Problem string `json:"problem,omitempty"`
	// OtherBooks names other versions of army books with which the list has the mark.
	OtherBooks string `json:"with,omitempty"`
}

func (a *app) verifyCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "verify MARK LIST…",
		Short: "See whether a list is the one that has a mark",
		Long: `Find out whether a list is the list that was checked before. Every sheet,
check --event and check --json print a list's mark, such as 7QKX-M2PA-3TZ5-QWLC.
Two lists have the same mark if they say the same and use the same versions of
the same books. Comments and layout do not count. If a list has the mark only
with a different version of its books, it is named too. LIST may also be a
folder or a code.

A mark with only two groups of letters proves little, because two lists with the
same short mark can be made.

Exit code: 0 if one of the lists has the mark, 1 if none has.`,
		Args:              cobra.MinimumNArgs(2),
		ValidArgsFunction: anyListFiles.completeFiles,
		RunE:              func(_ *cobra.Command, args []string) error { return a.verify(args[0], args[1:]) },
	}
	a.addJSONFlag(cmd, jsonUsage)
	return cmd
}

func (a *app) verify(mark string, lists []string) error {
	weak, err := schema.IsWeakFingerprint(mark)
	if err != nil {
		return err
	}
	files, err := a.listFiles(lists)
	if err != nil {
		return err
	}
	inputs := a.expandArchives(files)
	all, found, failed := make([]fingerprintCheck, len(inputs)), false, 0
	for i, in := range inputs {
		list, err := a.openListInput(in)
		if err != nil {
			failed++
			all[i] = fingerprintCheck{File: displayName(in.Name), Problem: err.Error()}
			continue
		}
		all[i] = fingerprintCheck{
			File: displayName(in.Name), Fingerprint: builder.Fingerprint(list),
			Matches: builder.HasFingerprint(list, mark),
		}
		found = found || all[i].Matches
		if all[i].Matches {
			continue
		}
		if was := builder.WithFingerprint(list.Roster, mark, a.books()); was != nil {
			all[i].OtherBooks = strings.Join(export.BookDigests(was.BookReports()), " and ")
		}
	}
	if a.printsJSON {
		err = a.out.JSON(map[string]any{"mark": mark, "weak": weak, "lists": all})
	} else {
		for _, v := range all {
			said := "is another list; its mark is"
			switch {
			case v.Problem != "":
				a.err.ReportProblem("%s", v.Problem)
				continue
			case v.Matches:
				said = "has this mark:"
			case v.OtherBooks != "":
				said = "has this mark if it is judged by " + v.OtherBooks + "; here its mark is"
			}
			a.out.Line("%s %s %s", v.File, said, v.Fingerprint)
		}
	}
	if weak {
		a.err.Line("warning: %s is a mark of the old form, which is weak: two lists with one can be made within seconds; ask for the mark of four groups", mark)
	}
	switch {
	case err != nil || found:
		return err
	case failed == len(inputs):
		return errors.New("none of these can be read")
	}
	return errIllegal
}
