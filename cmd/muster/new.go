package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"muster/builder"
	"muster/builder/edit"
	"muster/builder/fill"
	"muster/builder/odds"
	"muster/input"
	"muster/rules"
	"muster/schema"
)

func (a *app) newCommand() *cobra.Command {
	n := newOptions{app: a}
	cmd := &cobra.Command{
		Use:   "new FILE [--system S] [--book B]… [--points N] [--name N] | --from LIST",
		Short: "Start a list",
		Long: `Start a list: an empty one, or a copy of a list (--from) for a game of N points.
A copy leaves out what destroys the least of typical targets for its points,
upgrades and units, and says what. The file is never written over without
--force.`,
		Example: `  muster new third.yaml --book steel-wardens --points 2000
  muster new small.yaml --from third.yaml --points 1500`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if n.Points < 1 && cmd.Flags().Changed("points") {
				return errors.New("--points should be at least 1")
			}
			if n.sourceList != "" {
				return n.writeReducedCopy(cmd.Context(), args[0])
			}
			return n.writeEmptyList(args[0])
		},
	}
	cmd.Flags().StringVar(&n.System, "system", "",
		"the game: "+strings.Join(rules.SystemIDs(), ", ")+"; without it, the book's")
	cmd.Flags().StringArrayVar(&n.Books, "book", nil,
		"an army `book`: its id, or a path relative to the list; may be given again")
	cmd.Flags().IntVar(&n.Points, "points", 0, "the agreed size of the game")
	cmd.Flags().StringVar(&n.Name, "name", "", "the list's name; without it, the file's")
	cmd.Flags().StringVar(&n.sourceList, "from", "", "a `list` that it is a copy of, of at most so many points")
	cmd.Flags().BoolVar(&n.force, "force", false, "write over a file that is there")
	a.addJSONFlag(cmd, jsonUsage)
	excludeFlags(cmd, [2]string{"from", "system"}, [2]string{"from", "book"})
	completeFlag(cmd, "system", func([]string) []string { return a.books().SystemIDs() })
	completeFlag(cmd, "book", func([]string) []string { return a.completeBook(nil) })
	return cmd
}

type newOptions struct {
	*app
	builder.NewList
	sourceList string // the file of a list to copy
	force      bool
}

func (a *newOptions) writeEmptyList(path string) error {
	if a.Name == "" {
		base := filepath.Base(path)
		a.Name = strings.TrimSuffix(base, filepath.Ext(base))
	}
	text, err := a.FileText(a.books(), a.fileLocation(path))
	if err != nil {
		return a.adviseNewList(err)
	}
	if err := a.writeNewList(path, text); err != nil {
		return err
	}
	if a.printsJSON {
		list, err := a.openRoster(path)
		if err != nil {
			return err
		}
		return a.out.JSON(editReport{
			File: path, Changed: true, AffectedUnitIDs: []string{}, PointsBeforeAfter: [2]int{0, list.Points()},
			Legal: builder.Legal(list),
		})
	}
	next := "KIND (infantry, vehicle, …; muster add --help)"
	if len(a.Books) > 0 {
		next = "UNIT (muster books " + shellWord(a.Books[0]) + " lists them)"
	}
	a.out.Line("Started %s.\nNext: muster add %s %s", path, shellWord(path), next)
	return nil
}

// writeNewList writes a new list. The history can restore a list that was replaced.
func (a *newOptions) writeNewList(path string, text []byte) error {
	was, _ := a.fileLocation(path).Load()
	if err := a.createFile(path, text, a.force); err != nil {
		return err
	}
	if was != nil {
		a.recordChange(path, was, text)
	}
	return nil
}

// writeReducedCopy writes a copy of a list that is reduced to a game of fewer points.
func (a *newOptions) writeReducedCopy(ctx context.Context, path string) error {
	if a.Points < 1 {
		return errors.New("--from makes a copy for another size of game: --points 1500")
	}
	list, err := a.openRoster(a.sourceList)
	if err != nil {
		return err
	}
	session, cuts, err := fill.Reduce(ctx, list, a.books(), a.Points, odds.Foe{Name: odds.TypicalTargetsName})
	if err != nil {
		return err
	}
	if a.Name != "" {
		fields := []edit.Assignment{{Path: []string{"name"}, Operator: edit.Replace, Value: a.Name}}
		if _, err := session.Do(builder.SetFields{Fields: fields}); err != nil {
			return err
		}
	}
	if err := a.writeNewList(path, session.Text()); err != nil {
		return err
	}
	now := session.Now()
	if a.printsJSON {
		return a.out.JSON(struct {
			editReport
			Cuts []builder.Cut `json:"cuts"`
		}{newEditReport(path, list, now), append([]builder.Cut{}, cuts...)})
	}
	a.out.Line("Started %s: %s.", path, input.PointsAndLegality(now))
	if len(cuts) > 0 {
		a.out.Say("Left out: %s.", strings.Join(builder.CutTexts(cuts), ", "))
	}
	return nil
}

// adviseEdit adds to an error for an unsupported edit the command that changes the units of such a
// list. list is the list to change, or nil.
func adviseEdit(err error, list builder.Roster) error {
	if !schema.HasCode(err, builder.CodeUnsupported) {
		return err
	}
	instead := "`muster upgrade`"
	if _, ok := list.(builder.FieldSetter); ok {
		instead = "`muster set`"
	}
	return fmt.Errorf("%w; its units change with %s", err, instead)
}

// adviseNewList adds to an error the flags that name the missing game or book of a new list.
func (a *app) adviseNewList(err error) error {
	switch {
	case schema.HasCode(err, builder.CodeNeedsBook):
		return fmt.Errorf("%w: --book ID (`muster books` lists them)", err)
	case schema.HasCode(err, builder.CodeNeedsSystem):
		return fmt.Errorf("say which game the list is for: --system %s; or --book, whose game it is then",
			strings.Join(a.books().SystemIDs(), ", "))
	}
	return err
}

// shellWord returns an argument in the form that the system's shells read, quoted if needed.
func shellWord(text string) string { return quoteForOS(text, runtime.GOOS == "windows") }

// quoteForOS is shellWord for Windows or for other systems. In Windows, cmd.exe does not know '…',
// and PowerShell gives commas and @ a meaning of their own.
func quoteForOS(text string, windows bool) string {
	plain := "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=+:"
	if windows {
		plain += `\`
	} else {
		plain += "@%,"
	}
	switch {
	case text != "" && strings.Trim(text, plain) == "":
		return text
	case windows:
		return `"` + strings.ReplaceAll(text, `"`, `\"`) + `"`
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
