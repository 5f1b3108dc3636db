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

// A past is a list's history, and where it is kept: beside the person's own
// books, never beside the list.
type past struct {
	*history.History
	folder *disk.Folder
	name   string
}

// pastOf reads the history of a list's file.
func pastOf(path string) (*past, error) {
	own, err := ownBooks()
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
	p := &past{
		folder: disk.At(filepath.Join(filepath.Dir(own), "history")),
		name:   fmt.Sprintf("%x.json", sha256.Sum224([]byte(full))),
	}
	p.History = history.Read(p.folder, p.name, full)
	return p, nil
}

func (p *past) keep() error {
	if err := p.folder.MakePrivate(); err != nil {
		return err
	}
	return p.Write(p.folder, p.name)
}

// remember keeps a list's old and new file, to undo the change. A failure is only a warning:
// lists can be changed all the same.
func (a *app) remember(path string, was, now []byte) {
	p, err := pastOf(path)
	if err == nil {
		p.Note(was)
		p.Note(now)
		err = p.keep()
	}
	if err != nil {
		a.err.Report("the change cannot be undone later: %v", err)
	}
}

// historyCommands are undo and redo.
func (a *app) historyCommands() []*cobra.Command {
	command := func(use, short string, step int) *cobra.Command {
		var json bool
		cmd := &cobra.Command{
			Use: use, Short: short,
			Args:              cobra.ExactArgs(1),
			ValidArgsFunction: ownFiles.then(),
			RunE:              func(_ *cobra.Command, args []string) error { return a.travel(args[0], step, json) },
		}
		asJSON(cmd, &json)
		return cmd
	}
	return []*cobra.Command{
		command("undo LIST", "Take back the last change of a list", -1),
		command("redo LIST", "Make a change again that undo took back", +1),
	}
}

// travel puts a list's file into the state before or after the one it has. A
// change that was made in an editor is a state too.
func (a *app) travel(path string, step int, json bool) error {
	list := a.at(path)
	was, err := list.Load()
	if err != nil {
		return err
	}
	before, _ := a.openAny(path) // it may be broken: to undo that is the point
	p, err := pastOf(path)
	if err != nil {
		return err
	}
	if len(p.States) > 0 {
		p.Note(was)
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
	p.Move(step)
	if err := p.keep(); err != nil {
		return err
	}
	after, err := a.openAny(path)
	if err != nil {
		return err // it is the former list, with all its faults
	}
	if before == nil {
		before = after
	}
	if json {
		return a.out.JSON(editedOf(path, before, after))
	}
	undo, redo := p.StepsLeft()
	done := fmt.Sprintf("%s; %s can be undone and %s done again.", map[int]string{-1: "Undone", +1: "Done again"}[step],
		finding.Count(undo, "change"), finding.Count(redo, "change"))
	a.reportChange(before, after, []string{done}, false)
	a.out.ShowBlocks(finding.Compare(before.Findings(), after.Findings()).Blocks()...)
	return nil
}
