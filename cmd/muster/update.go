package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"muster/builder"
	"muster/builder/finding"
	"muster/builder/gf"
	"muster/catalog"
	"muster/schema/files"
	"muster/terminal"
)

func (a *app) updateCommand() *cobra.Command {
	u := updating{app: a}
	cmd := &cobra.Command{
		Use:   "update LIST… [--to VERSION] [--dry-run] [--json]",
		Short: "Move lists to a newer version of their army book",
		Long: `Move lists to the newest version of their army books, or to that of --to, and
show unit by unit what changes: points, profiles, weapons, rules, and what
upgrades cost. Units and upgrades are followed by Army Forge's own ids, whatever
they are called now. What a book has no longer stays in the list as an error.

A folder stands for all lists in it. muster undo LIST takes a move back.

Exit code: 0 if all lists are legal afterwards, 1 if one is not, 2 if one cannot
be moved.`,
		Example: `  muster update third.yaml --dry-run           what would change
  muster update lists/
  muster update third.yaml --to 3.5.2          back to an older book`,
		Args:              cobra.MinimumNArgs(1),
		ValidArgsFunction: completeLists,
		RunE: func(_ *cobra.Command, args []string) error {
			lists, err := u.listFiles(args)
			if err != nil {
				return err
			}
			return u.run(lists)
		},
	}
	cmd.Flags().StringVar(&u.to, "to", "", "the `version` that the books are to have; without it, the newest")
	cmd.Flags().BoolVar(&u.dryRun, "dry-run", false, "show what would change, and write nothing")
	cmd.Flags().BoolVar(&u.json, "json", false, "print one JSON document")
	return cmd
}

// An updating is what a person asks of the update command.
type updating struct {
	*app
	to           string
	dryRun, json bool
}

// An updated is a list that was moved, as scripts read it.
type updated struct {
	File   string            `json:"file"`
	From   map[string]string `json:"from"` // versions by the books' ids
	To     map[string]string `json:"to"`
	Points [2]int            `json:"points"`
	Legal  [2]bool           `json:"legal"`
	Units  []gf.Moved        `json:"units"`

	before, now builder.Roster
	moves       []gf.Move
}

func (u updating) run(lists []string) error {
	all, moved := []updated{}, []string{}
	var failures []error
	legal := true
	for _, path := range lists {
		one, err := u.update(path)
		if err != nil {
			failures = append(failures, err)
			continue
		}
		all = append(all, one)
		legal = legal && one.Legal[1]
		if len(one.moves) > 0 {
			moved = append(moved, path)
		}
		if !u.json {
			u.print(one)
		}
	}
	switch {
	case u.json:
		if err := u.out.JSON(map[string]any{"lists": all}); err != nil {
			return err
		}
	case u.dryRun:
		u.out.Line("This was a dry run: nothing was written.")
	case len(moved) > 0:
		u.out.Line("Next: muster undo %s takes it back.", word(moved[0]))
	}
	for i, err := range failures {
		if i == len(failures)-1 {
			return err
		}
		printError(u.err, err)
	}
	if !legal {
		return errIllegal
	}
	return nil
}

// update moves a list and writes it.
func (u updating) update(path string) (one updated, err error) {
	for range triesToChange {
		if one, err = u.try(path); !errors.Is(err, files.ErrChanged) {
			break
		}
	}
	return one, err
}

func (u updating) try(path string) (updated, error) {
	document, err := u.read(path, "list/1")
	if err != nil {
		return updated{}, err
	}
	session, err := builder.Begin(document, u.books())
	if err != nil {
		return updated{}, err
	}
	moves, err := builder.Moves(session.Before(), u.books(), u.to)
	if err != nil {
		return updated{}, fmt.Errorf("%s: %w", path, err)
	}
	if len(moves) > 0 {
		if _, err := session.Do(builder.Update{To: u.to}); err != nil {
			return updated{}, err
		}
	}
	if len(moves) > 0 && !u.dryRun {
		if err := session.Save(document.Place.Folder.(files.Folder), document.Place.Name); err != nil {
			return updated{}, err
		}
		u.remember(path, document.Source, session.Text())
	}
	return reportUpdate(path, session.Before(), session.Now(), moves), nil
}

// reportUpdate says what moves changed.
func reportUpdate(path string, before, now builder.Roster, moves []gf.Move) updated {
	one := updated{
		File: path, From: map[string]string{}, To: map[string]string{}, Points: [2]int{before.Points(), now.Points()},
		Legal: [2]bool{builder.Legal(before), builder.Legal(now)}, Units: []gf.Moved{}, before: before, now: now, moves: moves,
	}
	was, ok := before.List().(*gf.Army)
	is, both := now.List().(*gf.Army)
	if !ok || !both {
		return one
	}
	for i, b := range was.Books {
		one.From[b.ID], one.To[is.Books[i].ID] = b.Version, is.Books[i].Version
	}
	for _, m := range moves {
		one.From[was.Books[m.Index].ID] = m.From
	}
	one.Units = was.Moved(is, moves)
	return one
}

func (u updating) print(one updated) {
	if len(one.moves) == 0 {
		u.out.Say("%s: nothing to do%s", one.File, u.whyNot(one.now))
		return
	}
	var moves []string
	for _, m := range one.moves {
		moves = append(moves, fmt.Sprintf("%s → %s", strings.TrimSpace(m.New.Name+" "+m.From), m.New.Version))
	}
	points := fmt.Sprintf("%d → %s", one.Points[0], builder.PointsOf(one.Points[1], one.now.Limit()))
	if one.Points[0] == one.Points[1] {
		points = "still " + builder.PointsOf(one.Points[1], one.now.Limit())
	}
	verdict := u.out.Paint(terminal.Green, "legal")
	if !one.Legal[1] {
		verdict = u.out.Paint(terminal.Red, "ILLEGAL")
	}
	u.out.Paragraph(fmt.Sprintf("%s: %s, %s, %s", one.File, strings.Join(moves, ", "), points, verdict), "", "  ")
	for _, m := range one.moves {
		if m.Old == nil {
			u.out.Paragraph(fmt.Sprintf("version %s is not there, so what changes for the units cannot be said", m.From), "  ", "    ")
		}
	}
	for _, c := range one.Units {
		u.printChange(c.Change)
		if len(c.Lost) > 0 {
			u.out.Paragraph("gone from the book: "+strings.Join(c.Lost, ", "), "    ", "      ")
		}
	}
	u.reportFindings(finding.Compare(one.before.Findings(), one.now.Findings()))
}

// whyNot says why an update has nothing to do.
func (u updating) whyNot(list builder.Roster) string {
	for _, name := range builder.BooksOf(list.Document()) {
		switch _, version := catalog.SplitPin(name); {
		case u.to != "":
		case catalog.IsPath(name):
			return "; beside " + name + " there is no newer version of the book"
		case version == "":
			return "; it names no version, so the newest counts"
		}
	}
	return ""
}

// printChange says what is different in a unit of a list.
func (a *app) printChange(c gf.Change) {
	name := c.ID
	if c.Name != c.ID {
		name += "  " + c.Name
	}
	points := fmt.Sprintf("%d → %d points", c.Points[0], c.Points[1])
	if c.Points[0] == c.Points[1] {
		points = fmt.Sprintf("%d points", c.Points[1])
	}
	a.out.Line("  %s  %s", name, points)
	for _, text := range c.Changes {
		a.out.Paragraph(text, "    ", "      ")
	}
}
