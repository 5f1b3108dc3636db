package main

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"muster/builder"
	"muster/convert"
	"muster/report"
	"muster/schema/files"
)

type editFlags struct {
	dryRun bool
	force  bool
}

type editReport struct {
	File              string   `json:"file"`
	Changed           bool     `json:"changed"`
	AffectedUnitIDs   []string `json:"ids"`    // ids of the units that were added, changed or removed
	PointsBeforeAfter [2]int   `json:"points"` // points before and after
	Legal             bool     `json:"legal"`
}

func newEditReport(path string, before, now builder.Roster) editReport {
	e := editReport{
		File: path, AffectedUnitIDs: []string{}, PointsBeforeAfter: [2]int{before.Points(), now.Points()},
		Legal:   builder.Legal(now),
		Changed: !bytes.Equal(before.Document().Source, now.Document().Source),
	}
	was, is := builder.UnitIDs(before.Document()), builder.UnitIDs(now.Document())
	for _, id := range is {
		if !slices.Contains(was, id) || !reflect.DeepEqual(before.ReportUnit(id), now.ReportUnit(id)) {
			e.AffectedUnitIDs = append(e.AffectedUnitIDs, id)
		}
	}
	for _, id := range was {
		if !slices.Contains(is, id) {
			e.AffectedUnitIDs = append(e.AffectedUnitIDs, id)
		}
	}
	return e
}

func (e *editFlags) addFlags(cmd *cobra.Command, canForce bool) {
	cmd.Flags().BoolVar(&e.dryRun, "dry-run", false, "show what would change in points and findings, and write nothing")
	if canForce {
		cmd.Flags().BoolVar(&e.force, "force", false, "make a change that is refused otherwise, such as a link that breaks a rule")
	}
}

// jsonUsage describes the flag --json of most commands.
const jsonUsage = "print one JSON document"

func (a *app) addJSONFlag(cmd *cobra.Command, usage string) {
	cmd.Flags().BoolVar(&a.printsJSON, "json", false, usage)
}

// addReportFlags adds the flags --json and --markdown to a command that prints with printReport.
func (a *app) addReportFlags(cmd *cobra.Command, usage string) {
	a.addJSONFlag(cmd, usage)
	cmd.Flags().BoolVar(&a.printsMarkdown, "markdown", false, "print Markdown, for forums and wikis")
	excludeFlags(cmd, [2]string{"markdown", "json"})
}

// printReport prints what a command found: as JSON for scripts, or as a report for people.
func (a *app) printReport(forScripts any, forPeople func() *report.Doc) error {
	if a.printsJSON {
		return a.out.JSON(forScripts)
	}
	a.out.Show(forPeople())
	return nil
}

// changeList opens a list, changes it, writes it, and prints the result. It writes edits that break
// rules only if they are forced.
func (a *app) changeList(path string, flags editFlags, changes ...builder.Edit) error {
	return retryIfChanged(func() error { return a.tryChangeList(path, flags, changes) })
}

// retryIfChanged calls try again as long as other programs change the file during the call.
func retryIfChanged(try func() error) (err error) {
	for range maxEditAttempts {
		if err = try(); !errors.Is(err, files.ErrChanged) {
			break
		}
	}
	return err
}

// maxEditAttempts is the maximum number of calls by retryIfChanged.
const maxEditAttempts = 100

// tryChangeList is changeList without retries.
func (a *app) tryChangeList(path string, flags editFlags, changes []builder.Edit) error {
	document, err := a.readDocument(path, "list/1", "unit/1")
	if err != nil {
		return err
	}
	place := document.Path
	session, err := builder.Begin(document, a.books())
	if err != nil {
		return err
	}
	session.Force = flags.force || flags.dryRun
	session.Stock = a.stockForLists
	done, err := session.Do(changes...)
	if errors.Is(err, builder.ErrBreaksRule) {
		return fmt.Errorf("%w\nnothing was written (--force writes it all the same)", err)
	}
	if err != nil {
		return adviseEdit(err, session.Now())
	}
	if !flags.dryRun {
		if err := session.Save(place.Folder.(files.Folder), place.Name); err != nil {
			return err
		}
		a.recordChange(path, document.Source, session.Text())
	}
	if a.printsJSON {
		if err := a.out.JSON(newEditReport(path, session.Before(), session.Now())); err != nil {
			return err
		}
	} else {
		a.reportChange(session.Before(), session.Now(), done.Sentences, flags.dryRun)
		a.out.ShowBlocks(session.ChangedFindings().Report()...)
	}
	if done.BrokenRule != nil && !flags.force {
		if !a.printsJSON {
			a.out.Line("It would be refused; --force writes it all the same.")
		}
		return errIllegal
	}
	return nil
}

func (a *app) reportChange(before, now builder.Roster, done []string, dryRun bool) {
	for _, text := range done {
		a.out.Say("%s", text)
	}
	if dryRun {
		a.out.Line("This was a dry run: nothing was written.")
	}
	line, more := fmt.Sprintf("%d points", now.Points()), now.Points()-before.Points()
	if figures := builder.FigureCount(now); figures > 0 {
		line, more = builder.CostText(now), figures-builder.FigureCount(before)
	}
	if more != 0 {
		line += fmt.Sprintf(" (%+d)", more)
	}
	if now.PointsLimit() > 0 {
		line += ", " + pointsRemainingText(builder.PointsLeft(now))
	}
	a.out.Line("%s", line)
}

// pointsRemainingText returns in words how many points remain, or how many are over the limit.
func pointsRemainingText(points int) string {
	if points < 0 {
		return fmt.Sprintf("%d over the limit", -points)
	}
	return fmt.Sprintf("%d left", points)
}

// costLeftText returns in words a list's cost and the points that remain.
func costLeftText(list builder.Roster) string {
	if builder.FigureCount(list) > 0 {
		return builder.CostText(list)
	}
	return pointsLeftText(list.Points(), list.PointsLimit(), builder.PointsLeft(list))
}

// pointsLeftText returns in words a list's points and how many of its limit remain.
func pointsLeftText(points, limit, free int) string {
	text := builder.PointsText(points, limit)
	if limit > 0 {
		text += ", " + pointsRemainingText(free)
	}
	return text
}

// verbCommands returns the commands that change a list, one for each verb (an edit such as add or
// remove). Their arguments are the list's file, then the verb's words.
func (a *app) verbCommands() []*cobra.Command {
	var commands []*cobra.Command
	for _, verb := range builder.Verbs() {
		if verb.Short != "" {
			commands = append(commands, a.verbCommand(&verb))
		}
	}
	return commands
}

// namesToIDs returns a verb's words with the names of units replaced by their ids. It replaces the
// names in options too.
func (a *app) namesToIDs(path string, verb *builder.Verb, words []string, options map[string][]string) []string {
	document, err := a.readDocument(path, "list/1")
	if err != nil {
		return words // the next reader reports the error
	}
	ids := builder.UnitIDs(document)
	var list builder.Roster
	id := func(word string) string {
		if list == nil && !slices.Contains(ids, word) {
			list, _ = a.openList(path)
		}
		if list == nil {
			return word
		}
		return builder.UnitIDOf(list, word)
	}
	words = slices.Clone(words)
	for i, word := range words {
		if len(verb.Hints) > 0 && verb.Hints[min(i, len(verb.Hints)-1)] == builder.HintUnit && !strings.Contains(word, "=") {
			words[i] = id(word)
		}
	}
	for _, option := range []string{"join", "in", "before"} {
		if values := options[option]; len(values) == 1 {
			options[option] = []string{id(values[0])}
		}
	}
	return words
}

func (a *app) verbCommand(verb *builder.Verb) *cobra.Command {
	var flags editFlags
	least, most := verb.WordCountLimits()
	cmd := &cobra.Command{
		Use: verb.Name + " LIST " + verb.ArgsHelp, Short: verb.Short, Long: verb.Long, Example: verb.Example,
		Args: cobra.RangeArgs(1+least, 1+most),
		RunE: func(cmd *cobra.Command, args []string) error {
			options := map[string][]string{}
			cmd.Flags().Visit(func(f *pflag.Flag) {
				options[f.Name] = []string{f.Value.String()}
				if several, ok := f.Value.(pflag.SliceValue); ok {
					options[f.Name] = several.GetSlice()
				}
			})
			words := a.namesToIDs(args[0], verb, args[1:], options)
			changes, err := verb.Edits(words, options)
			if err != nil {
				return err
			}
			return a.changeList(args[0], flags, changes...)
		},
	}
	hints := map[builder.ArgHint]completer{
		builder.HintUnit: a.completeUnits, builder.HintNewUnit: a.completeNewUnits, builder.HintOpenOption: a.completeOptions,
		builder.HintChosenOption: a.completeChosenOptions, builder.HintField: a.completeFields,
	}
	then := convert.All(verb.Hints, func(hint builder.ArgHint) completer { return hints[hint] })
	cmd.ValidArgsFunction = editableFiles.completeThen(then...)
	for _, option := range verb.Options {
		switch option.Kind {
		case builder.OneWordOption:
			cmd.Flags().String(option.Name, "", option.Meaning)
		case builder.ManyWordsOption:
			cmd.Flags().StringSlice(option.Name, nil, option.Meaning)
		case builder.NumberOption:
			cmd.Flags().Int(option.Name, 1, option.Meaning)
		default:
			panic(fmt.Sprintf("options of kind %d have no flag", option.Kind))
		}
	}
	flags.addFlags(cmd, verb.Forcible)
	a.addJSONFlag(cmd, jsonUsage)
	return cmd
}
