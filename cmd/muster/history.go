package main

import (
	"crypto/sha256"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"muster/builder/finding"
	"muster/schema/files"
	"muster/schema/files/disk"
	"muster/schema/files/history"
)

// listHistory is a list's history and its file, which lies with the person's own books, not with
// the list.
type listHistory struct {
	*history.History
	folder *disk.Folder
	name   string // name of the file in the folder
}

func readHistory(path string) (*listHistory, error) {
	own, err := ownBookFolder()
	if err != nil {
		return nil, err
	}
	full, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	if real, err := filepath.EvalSymlinks(full); err == nil {
		full = real
	}
	p := &listHistory{
		folder: disk.FolderAt(filepath.Join(filepath.Dir(own), "history")),
		name:   fmt.Sprintf("%x.json", sha256.Sum224([]byte(full))),
	}
	p.History = history.Read(p.folder, p.name, full)
	return p, nil
}

func (p *listHistory) write() error {
	if err := p.folder.MakePrivate(); err != nil {
		return err
	}
	return p.Write(p.folder, p.name)
}

// recordChange adds a change to a list's history, for undo. If that fails, it only warns.
func (a *app) recordChange(path string, was, now []byte) {
	p, err := readHistory(path)
	if err == nil {
		p.Add(was)
		p.Add(now)
		err = p.write()
	}
	if err != nil {
		a.err.ReportProblem("the change cannot be undone later: %v", err)
	}
}

func (a *app) historyCommands() []*cobra.Command {
	command := func(use, short string, step int) *cobra.Command {
		cmd := &cobra.Command{
			Use: use, Short: short,
			Args:              cobra.ExactArgs(1),
			ValidArgsFunction: editableFiles.completeThen(),
			RunE:              func(_ *cobra.Command, args []string) error { return a.stepHistory(args[0], step) },
		}
		a.addJSONFlag(cmd, jsonUsage)
		return cmd
	}
	return []*cobra.Command{
		command("undo LIST", "Take back the last change of a list", -1),
		command("redo LIST", "Make a change again that undo took back", +1),
	}
}

// stepHistory restores the previous (step -1) or next (step 1) text of a list. A change by another
// program counts as a step too.
func (a *app) stepHistory(path string, step int) error {
	list := a.fileLocation(path)
	was, err := list.Load()
	if err != nil {
		return err
	}
	before, _ := a.openRoster(path) // it may be broken: to undo that is the point
	p, err := readHistory(path)
	if err != nil {
		return err
	}
	if len(p.States) > 0 {
		p.Add(was)
	}
	now := p.Peek(step)
	switch {
	case now == nil && step < 0:
		return fmt.Errorf("%s: there is nothing to undo; muster remembers its own changes of a list", path)
	case now == nil:
		return fmt.Errorf("%s: there is nothing to do again", path)
	}
	if err := list.Folder.(files.Folder).Write(list.Name, was, now); err != nil {
		return err
	}
	p.MoveCurrent(step)
	if err := p.write(); err != nil {
		return err
	}
	after, err := a.openRoster(path)
	if err != nil {
		return err // it is the former list, with all its faults
	}
	if before == nil {
		before = after
	}
	if a.printsJSON {
		return a.out.JSON(newEditReport(path, before, after))
	}
	undo, redo := p.StepsLeft()
	done := fmt.Sprintf("%s; %s can be undone and %s done again.", map[int]string{-1: "Undone", +1: "Done again"}[step],
		finding.CountText(undo, "change"), finding.CountText(redo, "change"))
	a.reportChange(before, after, []string{done}, false)
	a.out.ShowBlocks(finding.Compare(before.Findings(), after.Findings()).Report()...)
	return nil
}
