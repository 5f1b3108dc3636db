package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

	"muster/armyforge"
	"muster/builder"
	"muster/builder/event"
	"muster/builder/finding"
	"muster/builder/gf"
	"muster/convert"
	"muster/export"
	"muster/input"
	"muster/report"
	"muster/schema"
	"muster/schema/files"
	"muster/schema/files/disk"
	"muster/terminal"
)

func (a *app) checkCommand() *cobra.Command {
	c := checkOptions{app: a}
	cmd := &cobra.Command{
		Use:   "check [LIST…] [--json] [--team] [--fixes] [--event EVENT]",
		Short: "Check whether lists are legal, and explain what is not",
		Long: `Check whether lists are legal, and explain what is not.

A folder means all lists in it. Without a LIST it is the folder that you are in.

--team checks several lists as one side. All of them must have the same points.
--event checks each list against the limits of an event (a file event/1). A
folder then means every file in it, of any form. A ZIP archive means its files,
and a mail the first list in it.

With --event a verdict is legal, illegal, unreadable, or look: the list is not
what its text says. --write writes a text to each player, ready to be mailed.

Exit code: 0 if all are legal, 1 if one is not or cannot be read, 2 if none can
be read.`,
		ValidArgsFunction: anyListFiles.completeFiles,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				args = []string{"."}
			}
			if a.printsJSON {
				c.format = "json"
			}
			if c.eventFile+c.replyFolder != "" || c.allFindings || c.sortOrder != "verdict" || c.format != "text" &&
				c.format != "json" {
				return c.printVerdicts(args)
			}
			a.printsJSON = c.format == "json"
			files, err := a.listFiles(args)
			if err != nil {
				return err
			}
			return c.check(a.expandArchives(files))
		},
	}
	c.addFlags(cmd)
	return cmd
}

func (c *checkOptions) addFlags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&c.eventFile, "event", "", "check against the limits of an event, and print one table")
	cmd.Flags().StringVar(&c.format, "format", "text",
		"the form of what is printed: text, "+strings.Join(export.VerdictFormats(), ", "))
	completeFlag(cmd, "format", fixedWords(export.VerdictFormats()...))
	cmd.Flags().BoolVar(&c.allFindings, "details", false, "print a table that says every finding, and not only the first")
	cmd.Flags().StringVar(&c.sortOrder, "sort", "verdict", "the order of the table: "+strings.Join(export.VerdictOrders(), ", "))
	completeFlag(cmd, "sort", fixedWords(export.VerdictOrders()...))
	cmd.Flags().StringVar(&c.replyFolder, "write", "", "write an answer to each player into this `folder`")
	c.addJSONFlag(cmd, jsonUsage)
	cmd.Flags().BoolVar(&c.checkAsTeam, "team", false, "check the lists as one side")
	cmd.Flags().BoolVar(&c.showFixes, "fixes", false, "show ways to correct each finding")
	var apart [][2]string
	for _, table := range []string{"event", "format", "details", "sort", "write"} {
		apart = append(apart, [2]string{table, "team"}, [2]string{table, "fixes"})
	}
	excludeFlags(cmd, apart...)
	other := cmd.PreRunE
	cmd.PreRunE = func(cmd *cobra.Command, args []string) error {
		if c.printsJSON && cmd.Flags().Changed("format") && c.format != "json" {
			return fmt.Errorf("`--format %s` and `--json` do not go together; leave one of them out", c.format)
		}
		return other(cmd, args)
	}
}

type checkOptions struct {
	*app
	checkAsTeam, showFixes, allFindings       bool
	eventFile, format, sortOrder, replyFolder string
}

// checkResult is the result for one list. It is small, since a run may check very many lists.
type checkResult struct {
	file  string
	err   error // why the list cannot be used, or nil
	legal bool
	// texts to print: costText is the points, or the number of figures of a list made without
	// points; pointsText is the points alone
	costText, pointsText string
	limit                int // points; 0 for no limit
	unitCount            int
	findings             []finding.Finding
	notes                []armyforge.Note // notes on parts that could not be imported
	// kept only if the lists are checked as one side, or if quick fixes are wanted
	list builder.Roster
}

// listFiles returns the files named by the arguments; a folder stands for all lists in it.
func (a *app) listFiles(args []string) ([]string, error) { return expandFolders(args, a.listsIn) }

// listsIn finds the lists in a folder and its subfolders that are not hidden, sorted. It fails if there
// are none.
func (a *app) listsIn(folder string) ([]string, error) {
	var files []string
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && path != folder && strings.HasPrefix(entry.Name(), ".") {
			return fs.SkipDir // such as the trash
		}
		if ext := filepath.Ext(path); !entry.IsDir() && (ext == ".yaml" || ext == ".yml") && a.isListFile(path) {
			files = append(files, path)
		}
		return nil
	})
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("%s: there are no lists in this folder (files that begin with `muster: list/1`)", folder)
	}
	slices.Sort(files)
	return files, err
}

// isListFile reports whether a file is a list, or cannot be read: the check then reports the error.
func (a *app) isListFile(path string) bool {
	if info, err := os.Stat(path); err == nil && !schema.CanHoldText(info.Mode()) {
		return false
	}
	text, err := a.fileLocation(path).Load()
	return err != nil && text == nil || strings.HasPrefix(schema.StatedKind(text), "list/")
}

// checkAll checks lists on all cores and calls do with each result, one at a time and in the order
// of the files. It checks a limited number of lists ahead, so that memory does not grow.
func (a *app) checkAll(files []input.SentFile, do func(checkResult, builder.Roster) error) error {
	const ahead = 64
	a.books() // opened once, before the others ask
	type result struct {
		list *input.List
		err  error
	}
	results := make([]chan result, len(files))
	for i := range results {
		results[i] = make(chan result, 1)
	}
	var next atomic.Int64
	tokens := make(chan struct{}, ahead)
	stop := make(chan struct{})
	defer close(stop)
	for range min(runtime.GOMAXPROCS(0), len(files)) {
		go func() {
			for {
				select {
				case tokens <- struct{}{}:
				case <-stop:
					return
				}
				i := int(next.Add(1)) - 1
				if i >= len(files) {
					return
				}
				list, err := a.openListInput(files[i])
				results[i] <- result{list, err}
			}
		}()
	}
	for i, file := range files {
		r := <-results[i]
		results[i] = nil
		<-tokens
		c := checkResult{file: displayName(file.Name), err: r.err}
		var roster builder.Roster
		if r.err == nil {
			roster, c.notes = r.list.Roster, r.list.Notes
			c.legal, c.findings, c.unitCount = builder.Legal(roster), roster.Findings(), roster.UnitCount()
			c.costText, c.limit = builder.CostText(roster), roster.PointsLimit()
			if c.pointsText = c.costText; builder.FigureCount(roster) == 0 {
				c.pointsText = fmt.Sprint(roster.Points())
			}
		}
		if err := do(c, roster); err != nil {
			return err
		}
		a.drawProgress(i+1, len(files), "%d of %d lists", i+1, len(files))
	}
	return nil
}

// check checks lists, prints the findings, and returns the error for the exit code.
func (a *checkOptions) check(files []input.SentFile) error {
	var results []checkResult
	var unusable []error
	legal := true
	out := export.ReportWriter{Out: a.out}
	err := a.checkAll(files, func(c checkResult, list builder.Roster) error {
		for _, note := range c.notes {
			a.err.Line("warning: %s: %s", c.file, note)
		}
		if c.err != nil {
			unusable = append(unusable, c.err)
		} else {
			legal = legal && c.legal
		}
		if a.checkAsTeam || a.showFixes && !a.printsJSON {
			c.list = list
		}
		if a.printsJSON && c.err != nil {
			return out.Add(export.UnreadableFile{File: c.file, Problems: export.ProblemsOf(c.err)})
		}
		if a.printsJSON {
			report := list.Report()
			if a.showFixes {
				report = builder.ReportFixes(context.Background(), list, a.books())
				if len(c.findings) > builder.MaxFixedFindings {
					a.err.Line("note: %s: %s", c.file, builder.MaxFixedNote)
				}
			}
			if err := out.Add(report); err != nil {
				return err
			}
		}
		if !a.printsJSON || a.checkAsTeam {
			results = append(results, c)
		}
		return nil
	})
	if err != nil {
		return err
	}
	var side *gf.Team
	if a.checkAsTeam && unusable == nil {
		if side, err = builder.JudgeTeam(convert.All(results, func(r checkResult) builder.Roster { return r.list })); err != nil {
			unusable = append(unusable, err) // no side, but lists all the same
		} else {
			legal = side.Legal
		}
	}
	if a.printsJSON {
		err = out.End(side)
	} else {
		a.printResults(results, side)
	}
	if err != nil || a.checkAsTeam && unusable != nil {
		return errors.Join(append(unusable, err)...)
	}
	return a.checkError(legal, len(files), unusable)
}

// checkError returns the error for the exit code of a check, and prints the errors of unreadable
// inputs.
func (a *app) checkError(legal bool, inputs int, unusable []error) error {
	switch {
	case unusable != nil && len(unusable) >= inputs:
		return errors.Join(unusable...)
	case unusable != nil:
		printError(a.err, errors.Join(unusable...))
		return errIllegal
	case !legal:
		return errIllegal
	}
	return nil
}

func (a *checkOptions) printResults(results []checkResult, side *gf.Team) {
	if len(results) == 1 && side == nil {
		if results[0].err == nil {
			a.printVerdict(results[0])
		}
		return
	}
	t := report.NewTable(2, 3)
	t.Add("", "LIST", "POINTS", "LIMIT", "FINDINGS")
	for _, r := range results {
		if r.err != nil {
			t.Add("?", r.file, "", "", "cannot be read")
			continue
		}
		mark, limit := "legal", ""
		if !r.legal {
			mark = "ILLEGAL"
		}
		if r.limit > 0 {
			limit = fmt.Sprint(r.limit)
		}
		t.Add(mark, r.file, r.pointsText, limit, findingCodes(r.findings))
	}
	a.out.ShowBlocks(t)
	for _, r := range results {
		if len(r.findings) > 0 {
			a.out.Line("\n%s", r.file)
			a.printListFindings(r)
		}
	}
	if side == nil {
		return
	}
	a.out.Line("\nAs one side: %s, %d of %d points", a.legalWord(side.Legal), side.Points, side.Limit)
	a.printListFindings(checkResult{findings: side.Findings})
}

// legalWord returns "legal" or "ILLEGAL" in colour.
func (a *app) legalWord(legal bool) string {
	if legal {
		return a.out.Paint(terminal.Green, "legal")
	}
	return a.out.Paint(terminal.Red, "ILLEGAL")
}

// findingCodes lists the codes of a list's errors and warnings, each once.
func findingCodes(findings []finding.Finding) string {
	var all []string
	for _, f := range findings {
		if f.Severity != finding.Note && !slices.Contains(all, f.Code) {
			all = append(all, f.Code)
		}
	}
	return strings.Join(all, " ")
}

func (a *checkOptions) printVerdict(r checkResult) {
	a.out.Line("%s: %s, %s, %s", r.file, a.legalWord(r.legal), r.costText, finding.CountText(r.unitCount, "unit"))
	a.printListFindings(r)
	if _, err := os.Stat(r.file); r.legal && err == nil {
		a.out.Line("Next: muster export %s -o roster.pdf", shellWord(r.file))
	}
}

// printListFindings prints the findings with their positions in the file and, if wanted, their
// quick fixes.
func (a *checkOptions) printListFindings(r checkResult) {
	mended := a.showFixes && r.list != nil
	var fixer *builder.Fixer
	if mended {
		fixer = builder.NewFixer(r.list, a.books(), nil)
	}
	for i, f := range r.findings {
		lead := ""
		if f.Line > 0 {
			lead = fmt.Sprintf("%s:%d:%d ", cmp.Or(f.File, r.file), f.Line, f.Column)
		}
		text := f.Paragraph(lead, fmt.Sprintf("%s (%s) [%s]", f.Message, f.Code, f.Source))
		text.Indent = 2
		a.out.ShowBlocks(text)
		if !mended || f.Severity == finding.Note || i >= builder.MaxFixedFindings {
			continue
		}
		for _, fix := range fixer.Fixes(context.Background(), f) {
			a.out.Paragraph(fix.Label, "      mends it: ", "        ")
		}
	}
	if mended && len(r.findings) > builder.MaxFixedFindings {
		a.out.Line("  %s", builder.MaxFixedNote)
	}
}

// printVerdicts checks lists, by the rules of an event if one is named, and prints a verdict on
// each.
func (a *checkOptions) printVerdicts(args []string) error {
	all := export.Verdicts{ShowAllFindings: a.allFindings}
	switch {
	case a.format != "text" && !slices.Contains(export.VerdictFormats(), a.format):
		return fmt.Errorf("`%s` is no form of a check; choose text, %s", a.format,
			strings.Join(export.VerdictFormats(), ", "))
	case all.Sort(a.sortOrder) != nil:
		return all.Sort(a.sortOrder)
	}
	var cup *event.Event
	files, err := a.listFiles(args)
	if a.eventFile != "" {
		document, readErr := a.readDocument(a.eventFile, "event/1")
		if readErr != nil {
			return readErr
		}
		if cup, readErr = event.Read(document); readErr != nil {
			return readErr
		}
		all.Event = cup.Name
		files, err = a.expandToFiles(args, a.eventFile)
	}
	if err != nil {
		return err
	}
	inputs, legal := a.expandArchives(files), true
	var unusable []error
	a.untrustedLists = cup != nil
	err = a.checkAll(inputs, func(c checkResult, list builder.Roster) error {
		v := a.verdictOf(c, list, cup)
		legal = legal && (v.Result == export.VerdictLegal || cup == nil && v.Readable && v.ErrorCount == 0)
		if !v.Readable {
			unusable = append(unusable, c.err)
		}
		all.Lists = append(all.Lists, v)
		return nil
	})
	if err != nil {
		return err
	}
	all.SetEqualFiles()
	if err := errors.Join(all.Sort(a.sortOrder), a.writeReplies(all)); err != nil {
		return err
	}
	if a.format == "text" {
		a.out.ShowBlocks(all.Doc().Blocks...)
	} else if err := all.Write(a.out, a.format); err != nil {
		return err
	}
	switch {
	case cup == nil:
		return a.checkError(legal, len(inputs), unusable)
	case len(unusable) == len(inputs):
		return errors.New("none of these can be read; the table says why")
	case !legal:
		return errIllegal
	}
	return nil
}

// verdictOf returns the verdict on a list by the rules of the event cup (nil for none), with what
// the chosen form of output needs.
func (a *checkOptions) verdictOf(c checkResult, list builder.Roster, cup *event.Event) export.Verdict {
	var found []finding.Finding
	if c.err == nil {
		found, c.err = cup.Judge(list, a.books())
	}
	v := export.VerdictOf(c.file, list, found, c.err)
	for _, note := range c.notes {
		v.Notes = append(v.Notes, note.String())
	}
	if v.Readable && a.format == "html" {
		v.AddSheet(list)
	}
	if !v.Readable || a.replyFolder == "" || v.ErrorCount == 0 {
		return v
	}
	if sized, err := cup.ResizedList(list, a.books()); err == nil { // Judge has made it already
		v.Findings = slices.Clone(v.Findings)
		fixer := builder.NewFixer(sized, a.books(), nil)
		for i, f := range v.Findings[:min(len(v.Findings), builder.MaxFixedFindings)] {
			if f.Severity != finding.Error {
				continue
			}
			for _, fix := range fixer.Fixes(context.Background(), f) {
				v.Findings[i].Fixes = append(v.Findings[i].Fixes, fix.Fix)
			}
		}
	}
	return v
}

// writeReplies writes a file for each list into the folder for replies, with the verdict to send to
// its player. It does nothing if no folder is named.
func (a *checkOptions) writeReplies(all export.Verdicts) error {
	if a.replyFolder == "" {
		return nil
	}
	folder := disk.FolderAt(a.replyFolder)
	if err := folder.Make(); err != nil {
		return err
	}
	used := map[string]bool{}
	sent := convert.All(all.Lists, func(list export.Verdict) string { return list.File })
	for _, list := range all.Lists {
		name := schema.FreeID(files.SafeName(fileStem(list.File)), func(id string) bool { return used[id] })
		used[name] = true
		var text bytes.Buffer
		terminal.New(&text).Show(all.ReplyLetter(list))
		if err := a.checkOverwrite(filepath.Join(a.replyFolder, name+".txt"), sent); err != nil {
			return err
		}
		if err := files.Overwrite(folder, name+".txt", text.Bytes()); err != nil {
			return err
		}
	}
	a.err.Line("%s written to %s", finding.CountText(len(all.Lists), "answer"), a.replyFolder)
	return nil
}

// fileStem returns a file's name without its folder and extension.
func fileStem(path string) string {
	return strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
}
