package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"muster/builder"
	"muster/rules"
	"muster/schema"
)

func (a *app) newCommand() *cobra.Command {
	var system, name string
	var books []string
	var points int
	var force, json bool
	cmd := &cobra.Command{
		Use:   "new FILE [--system S] [--book B]… [--points N] [--name N]",
		Short: "Start a list",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			path := args[0]
			if points < 1 && cmd.Flags().Changed("points") {
				return errors.New("--points should be at least 1")
			}
			if name == "" {
				base := filepath.Base(path)
				name = strings.TrimSuffix(base, filepath.Ext(base))
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
	cmd.Flags().BoolVar(&force, "force", false, "write over a file that is there")
	asJSON(cmd, &json)
	completeFlag(cmd, "system", func([]string) []string { return a.books().SystemIDs() })
	completeFlag(cmd, "book", func([]string) []string { return a.completeBook(nil) })
	return cmd
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
