package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"muster/builder/fad"
	"muster/builder/finding"
	"muster/builder/gf"
	"muster/schema"
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

// changes is a change to a list, as each family of games makes it. done says
// in a sentence what was done.
type changes struct {
	gf  func(*gf.Editor) (done string, err error)
	fad func(*fad.Editor) (done string, err error) // nil: Fast and Dirty has no such thing
}

// listEditor is what the editors of all families have in common.
type listEditor interface {
	New() []finding.Finding
	Save() error
}

// change opens a list, changes it, writes it, and prints what follows from it.
// An error that the change brings about and whose code begins with one of the
// refused prefixes keeps it from being written, unless it is forced.
func (a *app) change(path string, flags edits, refused []string, do changes) error {
	document, err := schema.ReadFile(path, "list/1")
	if err != nil {
		return err
	}
	var editor listEditor
	var before, now *roster
	var done string
	if isFastAndDirty(document) {
		if do.fad == nil {
			return fmt.Errorf("%s is a list of Fast and Dirty, which has no such thing; `muster set` changes its units", path)
		}
		e, err := fad.EditDocument(path, document)
		if err != nil {
			return err
		}
		if done, err = do.fad(e); err != nil {
			return err
		}
		editor, before, now = e, &roster{fad: e.Before()}, &roster{fad: e.Now()}
	} else {
		e, err := gf.EditDocument(path, document, a.books())
		if err != nil {
			return err
		}
		if done, err = do.gf(e); err != nil {
			return asIllegal(err)
		}
		editor, before, now = e, &roster{gf: e.Before()}, &roster{gf: e.Now()}
	}
	f, refuse := finding.FirstError(editor.New(), refused...)
	refuse = refuse && !flags.force
	if refuse && !flags.dryRun {
		return &illegal{cause: fmt.Errorf("%s; nothing was written (--force writes it all the same)", f.Message)}
	}
	if !flags.dryRun {
		if err := editor.Save(); err != nil {
			return err
		}
	}
	a.reportChange(before, now, editor.New(), done, flags.dryRun)
	if refuse {
		fmt.Fprintln(a.out, "It would be refused; --force writes it all the same.")
		return &illegal{}
	}
	return nil
}

// asIllegal gives the exit code for broken rules to an error that is a refusal.
func asIllegal(err error) error {
	var refused *gf.RefusedError
	if errors.As(err, &refused) {
		return &illegal{cause: err}
	}
	return err
}

func (a *app) reportChange(before, now *roster, news []finding.Finding, done string, dryRun bool) {
	fmt.Fprint(a.out, wrap(done, "", "  ", a.width()))
	if dryRun {
		fmt.Fprintln(a.out, "This was a dry run: nothing was written.")
	}
	was, _ := before.points()
	total, limit := now.points()
	line := fmt.Sprintf("%d points", total)
	if total != was {
		line += fmt.Sprintf(" (%+d)", total-was)
	}
	if limit > 0 {
		line += ", " + left(limit-total)
	}
	fmt.Fprintln(a.out, line)
	for _, f := range news {
		fmt.Fprint(a.out, a.paintFinding(string(f.Severity), wrap(findingLine(f), "  ", "    ", a.width())))
	}
	if gone := len(finding.Since(now.findings(), before.findings())); gone > 0 {
		fmt.Fprintf(a.out, "  %s no longer\n", plural(gone, "finding", "findings"))
	}
}

// left says how many points are left to spend, or over.
func left(points int) string {
	if points < 0 {
		return fmt.Sprintf("%d over the limit", -points)
	}
	return fmt.Sprintf("%d left", points)
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// findingLine is a finding as a person reads it.
func findingLine(f finding.Finding) string {
	text := fmt.Sprintf("%s: %s", f.Severity, f.Message)
	if len(f.Units) > 0 {
		text += " (" + strings.Join(f.Units, ", ") + ")"
	}
	if f.Source != "" {
		text += " [" + f.Source + "]"
	}
	return text
}
