package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"muster/export"
)

func (a *app) exportCommand() *cobra.Command {
	var file, format, paper string
	cmd := &cobra.Command{
		Use:   "export LIST -o FILE [--format F] [--paper a4|letter]",
		Short: "Print a list: PDF sheets, unit cards, text, Markdown",
		Long: `Print a list. The ending of FILE says in which form; --format says so where
the ending does not. A FILE of - is the terminal, as text unless --format says
otherwise. A list that is not legal is printed too, and marked so.

Formats:
  pdf        a sheet for the table: units, boxes to tick, the rules that occur
  cards      a PDF of playing cards to cut out, one for each unit
  text       plain text to paste into a chat
  markdown   for forums and wikis`,
		Example: `  muster export third.yaml -o third.pdf
  muster export third.yaml -o cards.pdf --format cards --paper letter
  muster export third.yaml -o -`,
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: a.completeListThen(),
		RunE: func(_ *cobra.Command, args []string) error {
			if file == "" {
				return errors.New("name the file to print to, such as `-o roster.pdf`")
			}
			if file == "-" && format == "" {
				format = "text"
			}
			form, err := export.Choose(format, file)
			if err != nil {
				return err
			}
			var options export.Options
			if options.Paper, err = export.ParsePaper(paper); err != nil {
				return err
			}
			army, err := a.openGrimdark(args[0], "lists of Fast and Dirty cannot be printed yet; `muster check --json` has their figures")
			if err != nil {
				return err
			}
			return a.export(export.FromArmy(army), args[0], file, form, options)
		},
	}
	cmd.Flags().StringVarP(&file, "output", "o", "", "the file to print to, or - for the terminal")
	cmd.Flags().StringVar(&format, "format", "", "the form of output ("+strings.Join(export.Names(), ", ")+"), if the file's ending does not say")
	cmd.Flags().StringVar(&paper, "paper", string(export.A4), "the paper of PDF sheets and cards: a4 or letter")
	complete := func(words ...string) cobra.CompletionFunc {
		return cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)
	}
	for flag, words := range map[string][]string{"format": export.Names(), "paper": {string(export.A4), string(export.Letter)}} {
		if err := cmd.RegisterFlagCompletionFunc(flag, complete(words...)); err != nil {
			panic(err) // the flags are those above
		}
	}
	return cmd
}

// export prints a sheet, and says where it is and what is wrong with it.
func (a *app) export(sheet export.Sheet, list, file string, form export.Format, options export.Options) error {
	if file == "-" {
		return form.Write(a.out, sheet, options)
	}
	if err := export.WriteFile(file, form, sheet, options, list); err != nil {
		return err
	}
	fmt.Fprintf(a.out, "%s: %s, %s\n", file, sheet.Name, sheet.Cost())
	if !sheet.Legal() {
		fmt.Fprintf(a.err, "muster: the sheet is marked as %s\n        Next: muster check %s explains what to change\n", sheet.Verdict(), list)
	}
	return nil
}
