package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"muster/builder"
	"muster/builder/event"
	"muster/builder/finding"
	"muster/export"
	"muster/schema"
	"muster/terminal"
)

// judge checks lists, by an event if there is one, and prints their verdicts.
func (a *checking) judge(args []string) error {
	if a.json {
		a.format = "json"
	}
	if a.format != "text" && !slices.Contains(export.VerdictForms(), a.format) {
		return fmt.Errorf("`%s` is no form of a check; choose text, %s", a.format, strings.Join(export.VerdictForms(), ", "))
	}
	var cup *event.Event
	all := export.Verdicts{}
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
		files, err = a.sent(args)
	}
	if err != nil {
		return err
	}
	legal := true
	var unusable []error
	a.strangers = cup != nil
	err = a.checkAll(files, func(c checked, list builder.Roster) error {
		var found []finding.Finding
		if c.err == nil {
			found, c.err = cup.Judge(list, a.books())
		}
		v := export.VerdictOf(c.file, list, found, c.err)
		legal = legal && v.Verdict == "legal"
		if c.err != nil {
			unusable = append(unusable, c.err)
		}
		all.Lists = append(all.Lists, v)
		return nil
	})
	if err != nil {
		return err
	}
	if a.format == "text" {
		a.printVerdicts(all)
	} else if err := all.Write(a.out, a.format); err != nil {
		return err
	}
	switch {
	case cup == nil && unusable != nil:
		return errors.Join(unusable...)
	case !legal:
		return errIllegal
	}
	return nil
}

// sent lists the files that a folder of an event stands for: whatever lies in it
// but what is hidden, the event itself and books.
func (a *checking) sent(args []string) (files []string, err error) {
	for _, arg := range args {
		info, err := os.Stat(arg)
		if err != nil || !info.IsDir() {
			files = append(files, arg)
			continue
		}
		entries, err := os.ReadDir(arg)
		if err != nil {
			return nil, err
		}
		before := len(files)
		for _, entry := range entries {
			path := filepath.Join(arg, entry.Name())
			if entry.IsDir() || strings.HasPrefix(entry.Name(), ".") || samePath(path, a.event) || a.isBeside(path) {
				continue
			}
			files = append(files, path)
		}
		if len(files) == before {
			return nil, fmt.Errorf("%s: there are no files in this folder", arg)
		}
	}
	return files, nil
}

// isBeside reports whether a file is one of muster's that lists may need, and no
// list.
func (a *checking) isBeside(path string) bool {
	text, err := a.at(path).Load()
	return err == nil && slices.ContainsFunc(schema.Kinds(), func(kind string) bool {
		return kind != "list/1" && schema.Claims(text, kind)
	})
}

func (a *checking) printVerdicts(all export.Verdicts) {
	t := terminal.NewTable(4)
	t.Add("", "LIST", "NAME", "ARMY", "POINTS", "MARK")
	for _, v := range all.Lists {
		points := fmt.Sprint(v.Points)
		mark := v.Verdict
		switch v.Verdict {
		case "illegal":
			mark = "ILLEGAL"
		case "unreadable":
			mark, points = "?", ""
		}
		army := v.Army
		if v.Version != "" {
			army += " " + v.Version
		}
		t.Add(mark, filepath.Base(v.File), a.out.Clip(v.Name, 20), a.out.Clip(army, 22), points, v.Mark)
	}
	lines := t.Lines(a.out)
	for i, line := range lines {
		a.out.Line("%s", line)
		if i > 0 && all.Lists[i-1].Errors > 0 {
			v := all.Lists[i-1]
			more := ""
			if v.Errors > 1 {
				more = fmt.Sprintf(" (and %s)", finding.Count(v.Errors-1, "more error"))
			}
			a.out.Paragraph(v.First+more, "         ", "         ")
		}
	}
	a.out.Line("")
	for _, book := range all.JudgedBy() {
		a.out.Paragraph("Judged by "+book, "", "  ")
	}
	a.out.Line("%s", all.Sum())
}
