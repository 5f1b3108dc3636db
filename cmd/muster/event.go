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

// judge checks lists, by the event's rules if there is an event, and prints the verdicts.
func (a *checking) judge(args []string) error {
	all := export.Verdicts{Details: a.details}
	switch {
	case a.format != "text" && !slices.Contains(export.VerdictForms(), a.format):
		return fmt.Errorf("`%s` is no form of a check; choose text, %s", a.format,
			strings.Join(export.VerdictForms(), ", "))
	case all.Sort(a.sort) != nil:
		return all.Sort(a.sort)
	}
	var cup *event.Event
	files, err := a.listFiles(args)
	if a.event != "" {
		document, readErr := a.read(a.event, "event/1")
		if readErr != nil {
			return readErr
		}
		if cup, readErr = event.Read(document); readErr != nil {
			return readErr
		}
		all.Event = cup.Name
		files, err = a.everyFile(args, a.event)
	}
	if err != nil {
		return err
	}
	inputs, legal := a.unpack(files), true
	var unusable []error
	a.untrusted = cup != nil
	err = a.checkAll(inputs, func(c checked, list builder.Roster) error {
		v := a.verdictOf(c, list, cup)
		legal = legal && (v.Verdict == export.Legal || cup == nil && v.Readable && v.Errors == 0)
		if !v.Readable {
			unusable = append(unusable, c.err)
		}
		all.Lists = append(all.Lists, v)
		return nil
	})
	if err != nil {
		return err
	}
	all.FindSame()
	if err := errors.Join(all.Sort(a.sort), a.writeAnswers(all)); err != nil {
		return err
	}
	if a.format == "text" {
		a.out.ShowBlocks(all.Doc().Blocks...)
	} else if err := all.Write(a.out, a.format); err != nil {
		return err
	}
	switch {
	case cup == nil:
		return a.outcome(legal, len(inputs), unusable)
	case len(unusable) == len(inputs):
		return errors.New("none of these can be read; the table says why")
	case !legal:
		return errIllegal
	}
	return nil
}

// verdictOf returns the verdict on a list by an event, for the requested form of output.
func (a *checking) verdictOf(c checked, list builder.Roster, cup *event.Event) export.Verdict {
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
	if !v.Readable || a.write == "" || v.Errors == 0 {
		return v
	}
	if sized, err := cup.Sized(list, a.books()); err == nil { // Judge has made it already
		v.Findings = slices.Clone(v.Findings)
		fixer := builder.NewFixer(sized, a.books(), nil)
		for i, f := range v.Findings[:min(len(v.Findings), builder.MostMended)] {
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

// writeAnswers writes an answer to each player, if there is a folder for them.
func (a *checking) writeAnswers(all export.Verdicts) error {
	if a.write == "" {
		return nil
	}
	folder := disk.At(a.write)
	if err := folder.Make(); err != nil {
		return err
	}
	used := map[string]bool{}
	sent := convert.All(all.Lists, func(list export.Verdict) string { return list.File })
	for _, list := range all.Lists {
		name := schema.FreeID(files.KeptName(stemOf(list.File)), func(id string) bool { return used[id] })
		used[name] = true
		var text bytes.Buffer
		terminal.New(&text).Show(all.Answer(list))
		if err := a.checkOverwrite(filepath.Join(a.write, name+".txt"), sent); err != nil {
			return err
		}
		if err := files.Overwrite(folder, name+".txt", text.Bytes()); err != nil {
			return err
		}
	}
	a.err.Line("%s written to %s", finding.Count(len(all.Lists), "answer"), a.write)
	return nil
}

// stemOf returns a file's name without its folder and ending.
func stemOf(path string) string {
	return strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
}
