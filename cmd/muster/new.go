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
	var system, name, from string
	var books []string
	var points int
	var force, json bool
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
			path := args[0]
			if points < 1 && cmd.Flags().Changed("points") {
				return errors.New("--points should be at least 1")
			}
			if name == "" && from == "" {
				base := filepath.Base(path)
				name = strings.TrimSuffix(base, filepath.Ext(base))
			}
			if from != "" {
				return a.smaller(cmd.Context(), path, from, name, points, force, json)
			}
			start := builder.New{System: system, Books: books, Name: name, Points: points}
			text, err := start.Text(a.books(), a.at(path))
			if err != nil {
				return a.adviseNew(err)
			}
			was, _ := a.at(path).Load()
			if err := a.create(path, text, force); err != nil {
				return err
			}
			if was != nil {
				a.remember(path, was, text)
			}
			if json {
				list, err := a.openAny(path)
				if err != nil {
					return err
				}
				return a.out.JSON(edited{
					File: path, Changed: true, IDs: []string{}, Points: [2]int{0, list.Points()}, Legal: builder.Legal(list),
				})
			}
			next := "KIND (infantry, vehicle, …; muster add --help)"
			if len(books) > 0 {
				next = "UNIT (muster books " + word(books[0]) + " lists them)"
			}
			a.out.Line("Started %s.\nNext: muster add %s %s", path, word(path), next)
			return nil
		},
	}
	cmd.Flags().StringVar(&system, "system", "",
		"the game: "+strings.Join(rules.Systems(), ", ")+"; without it, the book's")
	cmd.Flags().StringArrayVar(&books, "book", nil,
		"an army `book`: its id, or a path relative to the list; may be given again")
	cmd.Flags().IntVar(&points, "points", 0, "the agreed size of the game")
	cmd.Flags().StringVar(&name, "name", "", "the list's name; without it, the file's")
	cmd.Flags().StringVar(&from, "from", "", "a `list` that it is a copy of, of at most so many points")
	cmd.Flags().BoolVar(&force, "force", false, "write over a file that is there")
	asJSON(cmd, &json)
	keepApart(cmd, [2]string{"from", "system"}, [2]string{"from", "book"})
	completeFlag(cmd, "system", func([]string) []string { return a.books().SystemIDs() })
	completeFlag(cmd, "book", func([]string) []string { return a.completeBook(nil) })
	return cmd
}

// smaller writes a copy of a list for a game of so many points.
func (a *app) smaller(ctx context.Context, path, from, name string, points int, force, json bool) error {
	if points < 1 {
		return errors.New("--from makes a copy for another size of game: --points 1500")
	}
	list, err := a.openAny(from)
	if err != nil {
		return err
	}
	session, cuts, err := fill.Reduce(ctx, list, a.books(), points, odds.Foe{Name: odds.Benchmark})
	if err != nil {
		return err
	}
	if name != "" {
		fields := []edit.Assignment{{Path: []string{"name"}, Operator: edit.Replace, Value: name}}
		if _, err := session.Do(builder.Set{Fields: fields}); err != nil {
			return err
		}
	}
	was, _ := a.at(path).Load()
	if err := a.create(path, session.Text(), force); err != nil {
		return err
	}
	if was != nil {
		a.remember(path, was, session.Text())
	}
	now := session.Now()
	if json {
		return a.out.JSON(struct {
			edited
			Cuts []builder.Cut `json:"cuts"`
		}{editedOf(path, list, now), append([]builder.Cut{}, cuts...)})
	}
	a.out.Line("Started %s: %s.", path, input.Status(now))
	if len(cuts) > 0 {
		a.out.Say("Left out: %s.", strings.Join(builder.CutTexts(cuts), ", "))
	}
	return nil
}

// advise adds the command line to an error about something missing; list is the list to change,
// or nil.
func advise(err error, list builder.Roster) error {
	var problems *schema.Error
	switch {
	case !errors.As(err, &problems):
		return err
	case problems.Has(builder.CodeUnsupported):
		instead := "`muster upgrade`"
		if _, ok := list.(builder.FieldSetter); ok {
			instead = "`muster set`"
		}
		return fmt.Errorf("%w; its units change with %s", err, instead)
	}
	return err
}

// adviseNew names the flags that a new list needs in an error about something missing.
func (a *app) adviseNew(err error) error {
	var problems *schema.Error
	switch {
	case !errors.As(err, &problems):
	case problems.Has(builder.CodeNeedsBook):
		return fmt.Errorf("%w: --book ID (`muster books` lists them)", err)
	case problems.Has(builder.CodeNeedsSystem):
		return fmt.Errorf("say which game the list is for: --system %s; or --book, whose game it is then",
			strings.Join(a.books().SystemIDs(), ", "))
	}
	return err
}

// word writes an argument as the system's shells read it back: in quotes if it needs
// them.
func word(text string) string { return quoted(text, runtime.GOOS == "windows") }

// quoted is word, also for the shells of Windows: cmd.exe takes '…' for letters, and
// PowerShell commas and @ for signs of its own.
func quoted(text string, windows bool) string {
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
