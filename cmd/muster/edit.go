package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"muster/builder"
	"muster/builder/finding"
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

// change opens a list, lets do change it, and writes it. done says what was
// done; it is printed with what follows from it. An error that the change
// brings about and whose code begins with one of the refused prefixes keeps it
// from being written, unless it is forced.
func (a *app) change(path string, flags edits, refused []string, do func(*builder.Editor) (done string, err error)) error {
	editor, err := builder.Edit(path, a.books())
	if err != nil {
		return err
	}
	done, err := do(editor)
	if err != nil {
		return asIllegal(err)
	}
	if !flags.force {
		if err := editor.Refusal(refused...); err != nil {
			return asIllegal(fmt.Errorf("%w; nothing was written (--force writes it all the same)", err))
		}
	}
	if !flags.dryRun {
		if err := editor.Save(); err != nil {
			return err
		}
	}
	a.reportChange(editor, done, flags.dryRun)
	return nil
}

// asIllegal gives the exit code for broken rules to an error that is a refusal.
func asIllegal(err error) error {
	var refused *builder.RefusedError
	if errors.As(err, &refused) {
		return &illegal{cause: err}
	}
	return err
}

func (a *app) reportChange(editor *builder.Editor, done string, dryRun bool) {
	before, now := editor.Before(), editor.Now()
	if dryRun {
		done += " (dry run: nothing was written)"
	}
	fmt.Fprintln(a.out, done)
	line := fmt.Sprintf("%d points", now.Points)
	if difference := now.Points - before.Points; difference != 0 {
		line += fmt.Sprintf(" (%+d)", difference)
	}
	if limit := now.List.Points; limit > 0 {
		line += ", " + left(limit-now.Points)
	}
	fmt.Fprintln(a.out, line)
	news := editor.New()
	for _, f := range news {
		fmt.Fprint(a.out, wrap(findingLine(f), "  ", "    ", a.width()))
	}
	if gone := solved(before.Findings, now.Findings); gone > 0 {
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

// solved counts the findings that are there no more.
func solved(before, now []finding.Finding) int {
	there := map[string]int{}
	key := func(f finding.Finding) string { return f.Code + "\x00" + strings.Join(f.Units, "\x00") }
	for _, f := range now {
		there[key(f)]++
	}
	gone := 0
	for _, f := range before {
		if there[key(f)]--; there[key(f)] < 0 {
			gone++
		}
	}
	return gone
}
