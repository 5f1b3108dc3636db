package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"muster/builder/fad"
	"muster/builder/finding"
	"muster/schema"
)

func (a *app) setCommand() *cobra.Command {
	var dryRun bool
	cmd := &cobra.Command{
		Use:   "set LIST ID FIELD=VALUE…",
		Short: "Change fields of a Fast and Dirty unit",
		Long: `Change fields of a Fast and Dirty unit, in a list or in a file of its own (which
needs no ID). Entries of lists are counted from 1.

  quality=elite          a field; an empty value removes it
  figures.2.count=8      the second line of figures
  traits+=ID             one more entry
  traits-=ID             one entry less, by its value or its number
  'figures+={count: 2, weapon: saw}'`,
		Args:              cobra.MinimumNArgs(2),
		ValidArgsFunction: a.completeListThen(completeForceIDs, completeFields),
		RunE: func(_ *cobra.Command, args []string) error {
			return a.setFields(args[0], args[1:], dryRun)
		},
	}
	cmd.Flags().BoolVar(&dryRun, "dry-run", false, "show what would change in points and findings, and write nothing")
	return cmd
}

func (a *app) setFields(path string, rest []string, dryRun bool) error {
	document, err := schema.ReadFile(path, "list/1", "unit/1")
	if err != nil {
		return err
	}
	if document.Kind == "list/1" && !isFastAndDirty(document) {
		return fmt.Errorf("%s: `set` is for Fast and Dirty; units of this game change with `muster upgrade` and `muster rename`", path)
	}
	id, texts := rest[0], rest[1:]
	if document.Kind == "unit/1" && strings.Contains(id, "=") {
		id, texts = "", rest
	}
	if len(texts) == 0 {
		return errors.New("say what to set, such as quality=elite")
	}
	assignments, err := fad.ParseAssignments(texts)
	if err != nil {
		return err
	}
	editor, err := fad.EditDocument(path, document)
	if err != nil {
		return err
	}
	if err := editor.Set(id, assignments...); err != nil {
		return err
	}
	if !dryRun {
		if err := editor.Save(); err != nil {
			return err
		}
	}
	if id == "" {
		id = editor.Now().Units[0].Title()
	}
	a.reportForce(editor, fmt.Sprintf("Set %s of %s.", strings.Join(texts, ", "), id), dryRun)
	return nil
}

// reportForce says what a change of a Fast and Dirty file did and what follows.
func (a *app) reportForce(editor *fad.Editor, done string, dryRun bool) {
	before, now := editor.Before(), editor.Now()
	if dryRun {
		done += " (dry run: nothing was written)"
	}
	fmt.Fprintln(a.out, done)
	line := fmt.Sprintf("%d points", now.Points)
	if difference := now.Points - before.Points; difference != 0 {
		line += fmt.Sprintf(" (%+d)", difference)
	}
	if limit := now.List.Limit(); limit > 0 {
		line += ", " + left(limit-now.Points)
	}
	fmt.Fprintln(a.out, line)
	for _, f := range editor.New() {
		fmt.Fprint(a.out, wrap(findingLine(f), "  ", "    ", a.width()))
	}
	if gone := len(finding.Since(now.Findings, before.Findings)); gone > 0 {
		fmt.Fprintf(a.out, "  %s no longer\n", plural(gone, "finding", "findings"))
	}
}

// completeForceIDs suggests the ids of a Fast and Dirty list's units.
func completeForceIDs(args []string) []string {
	army, err := fad.Load(args[0])
	if err != nil {
		return nil
	}
	return army.List.IDs()
}

// completeFields suggests what can be set of a unit, with the values that there
// are.
func completeFields(args []string) []string {
	army, err := fad.Load(args[0])
	if err != nil {
		return nil
	}
	u := army.Unit(args[1])
	if u == nil {
		return nil
	}
	var words []string
	add := func(field string, values []string) {
		for _, v := range values {
			words = append(words, field+v)
		}
	}
	armoury := army.List.Armoury
	add("quality=", armoury.Qualities.IDs())
	add("resolve=", armoury.Resolves.IDs())
	add("traits+=", armoury.Traits(u.Kind).IDs())
	add("traits-=", u.TraitIDs())
	if u.ArmourName != "" {
		add("armour=", armoury.Armours.IDs())
	} else {
		add("movement=", armoury.Movements.IDs())
		add("weapons+=", armoury.WeaponIDs())
	}
	if u.Unit.Weapon != "" {
		add("weapon=", armoury.WeaponIDs())
	}
	return words
}
