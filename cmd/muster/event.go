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
)

// judge checks lists, by an event if there is one, and prints their verdicts.
func (a *checking) judge(args []string) error {
	if a.json {
		a.format = "json"
	}
	if a.format != "text" && !slices.Contains(export.VerdictForms(), a.format) {
		return fmt.Errorf("`%s` is no form of a check; choose text, %s", a.format,
			strings.Join(export.VerdictForms(), ", "))
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
		a.out.ShowBlocks(all.Doc().Blocks...)
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

// sent lists the files in a folder of an event: all except hidden files, the event itself and
// books.
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
	kind := schema.Kind(text)
	return err == nil && kind != "list/1" && slices.Contains(schema.Kinds(), kind)
}
