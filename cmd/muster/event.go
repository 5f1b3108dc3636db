package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"muster/builder"
	"muster/builder/event"
	"muster/builder/finding"
	"muster/convert"
	"muster/export"
	"muster/schema"
	"muster/schema/files"
	"muster/schema/files/disk"
	"muster/terminal"
)

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
