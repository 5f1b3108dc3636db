package main

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"muster/builder"
	"muster/builder/fad"
	"muster/builder/finding"
	"muster/builder/gf"
	"muster/builder/play"
	"muster/export"
	"muster/input"
	"muster/terminal"
)

func (a *app) showCommand() *cobra.Command {
	var asJSON, sheet, game bool
	cmd := &cobra.Command{
		Use:   "show LIST [ID]",
		Short: "Show a list, or one unit and what it can still choose",
		Long: `Show a list as a table, or one unit as its sheet has it with what it can still
choose. --sheet shows the whole sheet, as export prints it, --play how the game
stands that is played with the list, which is kept in a file beside it.`,
		Args:              cobra.RangeArgs(1, 2),
		ValidArgsFunction: a.completeListThen(a.completeIDs),
		RunE: func(_ *cobra.Command, args []string) error {
			opened, err := a.openInput(args[0])
			if opened != nil && opened.Shared != nil && len(args) == 1 && !game &&
				(opened.Roster != nil && !sheet || opened.Roster == nil && opened.Shared.Copy != nil) {
				return a.showCode(opened, err, asJSON)
			}
			if err != nil {
				return err
			}
			a.warnOf(opened)
			list := opened.Roster
			switch {
			case game:
				return a.showGame(list, args, asJSON)
			case len(args) == 2:
				return a.showUnit(list, args[1], asJSON)
			case asJSON:
				return a.out.JSON(list.Report())
			case sheet:
				document, err := export.Of(list, export.Extras{})
				if err != nil {
					return err
				}
				return a.sheet().Write(a.out.Raw(), document, export.Options{})
			}
			a.showList(list)
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON document")
	cmd.Flags().BoolVar(&sheet, "sheet", false, "show the whole sheet, with what its rules mean")
	cmd.Flags().BoolVar(&game, "play", false, "show how the game stands that is played with the list")
	return cmd
}

// showGame prints how the game of a list stands; one that nobody began is about to
// begin.
func (a *app) showGame(list builder.Roster, args []string, asJSON bool) error {
	if len(args) > 1 {
		return errors.New("a game is shown whole; leave the unit away")
	}
	game, err := a.gameOf(args[0])
	if err != nil {
		return err
	}
	name, code := game.Foe()
	var foe builder.Roster
	if code != "" {
		read, err := input.Read(a.at(args[0]), []byte(code), a.books())
		if err == nil {
			foe = read.Roster
		} else if read != nil && read.Shared.Copy != nil { // its books are not here
			foe, _, err = read.Shared.Stand(list.Game())
		}
		if err != nil {
			return fmt.Errorf("the opponent's list: %w", err)
		}
	}
	state := play.NewTable(list, name, foe).Replay(game)
	if asJSON {
		return a.out.JSON(state.Report())
	}
	a.out.Say("%s", a.out.Paint(terminal.Bold, state.Standing()))
	a.out.Say("%s", state.Result())
	for _, m := range state.Moments() {
		a.out.Say("Now: %s", m.Title())
	}
	t := terminal.NewTable()
	for i := range state.Sides {
		t.Add("", "")
		t.Add(a.out.Paint(terminal.Bold, state.Sides[i].Name), "", "")
		for _, u := range state.Sides[i].Units {
			t.Add("  "+a.out.Clip(u.Name, 30), u.Bodies[0].Left(), strings.Join(state.Now(u), ", "))
		}
	}
	a.out.Print(t)
	if len(state.Log) > 0 {
		a.out.Line("\nWhat happened")
	}
	for i := range state.Log {
		a.out.Paragraph(state.Log[i].Text(), fmt.Sprintf("  Round %d: ", state.Log[i].Round), "    ")
	}
	return nil
}

// gameOf reads the game that is kept beside a list's file.
func (a *app) gameOf(path string) (*play.Game, error) {
	if nameOf(path) != path || path == "-" {
		return nil, errors.New("a game is kept beside a list's file; name the file")
	}
	document, err := a.at(play.FileOf(path)).Read("play/1")
	if errors.Is(err, fs.ErrNotExist) {
		return &play.Game{}, nil
	}
	if err != nil {
		return nil, play.Newer(err)
	}
	return play.Read(document)
}

// sheet is how sheets are printed here.
func (a *app) sheet() export.Terminal {
	return export.Terminal{Width: a.out.Width(), Colour: a.out.Coloured()}
}

// showList prints a list as its builder wants to see it.
func (a *app) showList(list builder.Roster) {
	file := again(list.Document().File)
	heading := []string{a.out.Paint(terminal.Bold, builder.Title(list))}
	if sources := list.Sources(); sources != nil {
		heading = append(heading, strings.Join(sources, " + "))
	}
	heading = append(heading, strings.TrimSpace(list.Game().Name+" "+list.Game().Edition))
	a.out.Say("%s", strings.Join(heading, " · "))
	a.out.Line("%s", pointsLeft(list.Points(), list.Limit()))
	units := list.Units()
	a.showSlots(list)
	a.out.Line("")
	if len(units) == 0 {
		a.out.Line("The list has no units yet.")
		if isKept(list) {
			a.out.Line("Next: muster add %s UNIT", file)
		}
		return
	}
	other := a.showTable(list, units)
	a.printFindings(other)
	a.out.Line("")
	a.out.Say("Next: muster show %s ID shows a unit whole, and what it can still choose.", file)
}

// showSlots prints how much of what force organisation allows is used.
func (a *app) showSlots(list builder.Roster) {
	organised, ok := list.(builder.Organised)
	if !ok {
		return
	}
	slots := organised.Slots()
	if slots == nil {
		return
	}
	a.out.Line("units %d of %d · heroes %d of %d · %s of a unit · %d points a unit at most",
		slots.Units, slots.MaxUnits, slots.Heroes, slots.MaxHeroes, finding.Count(slots.MaxCopies, "copy"), slots.MaxCost)
	if list.Size() > 0 {
		a.out.Say("copies left: %s", copiesLeft(slots))
	}
}

// marks are what stands before the names of units that are part of the one
// above, and what that means.
var marks = map[builder.Role][2]string{
	builder.Half:   {"& ", "& is combined with the unit above"},
	builder.Joined: {"+ ", "+ is a hero who joined the unit above"},
}

// showTable prints a line for each unit and below it what is wrong with it, and
// returns what is wrong with no unit.
func (a *app) showTable(list builder.Roster, units []builder.Unit) (other []finding.Finding) {
	head, right := []string{"ID", "UNIT", "MODELS"}, []int{2}
	for i, stat := range units[0].Profile {
		head = append(head, stat.Label)
		if !slices.ContainsFunc(units, func(u builder.Unit) bool { return strings.ContainsFunc(u.Profile[i].Value, unicode.IsLetter) }) {
			right = append(right, 3+i) // figures
		}
	}
	t := terminal.NewTable(append(right, len(head))...)
	t.Add(append(head, "POINTS", "")...)
	var legend []string
	for _, u := range units {
		mark := marks[u.Role]
		if text := mark[1]; text != "" && !slices.Contains(legend, text) {
			legend = append(legend, text)
		}
		row := []string{u.ID, a.out.Clip(mark[0]+u.Name, 26), fmt.Sprint(u.Models)}
		for _, stat := range u.Profile {
			row = append(row, stat.Value)
		}
		in := ""
		if u.In != "" {
			in = "in " + u.In
		}
		points := fmt.Sprint(u.Points)
		if u.Estimate {
			points += " (estimate)"
		}
		t.Add(append(row, points, in)...)
	}
	wrong := map[string][]finding.Finding{}
	for _, f := range list.Findings() {
		if id := builder.UnitAt(list.Document(), f); slices.Contains(f.Units, id) && slices.ContainsFunc(units, func(u builder.Unit) bool { return u.ID == id }) {
			wrong[id] = append(wrong[id], f)
		} else {
			other = append(other, f)
		}
	}
	for i, line := range t.Lines(a.out) {
		a.out.Line("%s", line)
		if i > 0 {
			for _, f := range wrong[units[i-1].ID] {
				a.printFinding(f, fmt.Sprintf("%s [%s]", f.Message, f.Source), "  ")
			}
			delete(wrong, units[i-1].ID) // of units that share an id the first has them
		}
	}
	if legend != nil {
		a.out.Line("%s.", strings.Join(legend, ", "))
	}
	return other
}

// copiesLeft says how often each unit of the army can still be taken.
func copiesLeft(slots *gf.Slots) string {
	texts := make([]string, len(slots.Copies))
	for i, c := range slots.Copies {
		texts[i] = fmt.Sprintf("%s %d", c.Unit.BookName(), c.Left())
	}
	return strings.Join(texts, ", ")
}

// printFindings prints what a check found, if anything.
func (a *app) printFindings(findings []finding.Finding) {
	if len(findings) == 0 {
		return
	}
	a.out.Line("")
	for _, f := range findings {
		a.printFinding(f, findingText(f), "")
	}
}

// showUnit prints one unit whole, and what it can still choose.
func (a *app) showUnit(list builder.Roster, id string, asJSON bool) error {
	report := list.ReportUnit(id)
	if report == nil {
		return list.NoUnit(id)
	}
	if asJSON {
		return a.out.JSON(report)
	}
	document, err := export.Of(list, export.Extras{})
	if err != nil {
		return err
	}
	if unit, ok := document.Sheet.Unit(id); ok {
		if err := a.sheet().WriteUnit(a.out.Raw(), unit); err != nil {
			return err
		}
	}
	a.printFindings(finding.About(list.Findings(), id))
	for _, price := range list.Prices() {
		if price.ID == id {
			a.showCreation(price.Creation)
		}
	}
	file := word(list.Document().File)
	chooser, ok := list.(builder.Chooser)
	if !ok {
		if fields, ok := list.(builder.FieldSetter); ok {
			a.showLines(fields.Lines(id))
		}
		if isKept(list) {
			a.out.Line("\nNext: muster set %s %s FIELD=VALUE changes it.", file, word(id))
		}
		return nil
	}
	if chosen := chooser.Chosen(id); len(chosen) > 0 {
		a.out.Line("\nChosen")
		t := terminal.NewTable(1, 2)
		for _, c := range chosen {
			t.Add("  "+c.Option.ID, fmt.Sprintf("%d×", c.Count), price(c.Cost()), c.Option.Name)
		}
		a.out.Print(t)
	}
	if a.showChoices(chooser.Open(id)) && isKept(list) {
		a.out.Line("\nNext: muster upgrade %s %s OPTION", file, word(id))
	}
	return nil
}

// showLines prints what a unit is made of, by the numbers that `set` takes.
func (a *app) showLines(lines []builder.Stat) {
	if len(lines) == 0 {
		return
	}
	a.out.Line("\nLines that can be set")
	t := terminal.NewTable()
	for _, line := range lines {
		t.Add("  "+line.Label, line.Value)
	}
	a.out.Print(t)
}

// showCreation prints what basic creation took figures for; nothing of units
// that were made in another way.
func (a *app) showCreation(c *fad.Creation) {
	if c == nil {
		return
	}
	row := func(figures, text string) { a.out.Paragraph(text, fmt.Sprintf("  %3s  ", figures), "       ") }
	row(fmt.Sprint(c.Start), "figures to begin with")
	for _, step := range c.Steps {
		text := step.What
		if len(step.Through) > 1 {
			text += " (" + strings.Join(step.Through, ", ") + ")"
		}
		row(fmt.Sprint(-step.Figures), text)
	}
	row(fmt.Sprint(c.Left), "figures left")
}

// showChoices prints what can be chosen in the sections of a unit's upgrades,
// and reports whether there is anything.
func (a *app) showChoices(sections []gf.Open) (found bool) {
	if len(sections) == 0 {
		a.out.Line("\nThe unit has no upgrades to choose from.")
		return false
	}
	a.out.Line("\nCan still be chosen")
	t := terminal.NewTable(1, 2)
	type heading struct {
		row  int
		text string
	}
	var headings []heading
	var closed []string
	for _, s := range sections {
		begun := false
		for _, o := range s.Options {
			if o.Left == 0 {
				continue
			}
			if !begun {
				headings = append(headings, heading{t.Rows(), s.Section.Label})
				begun = true
			}
			most := ""
			if o.Left > 1 {
				most = fmt.Sprintf("up to %d", o.Left)
			}
			t.Add("    "+o.Option.ID, price(o.Cost), most, o.Option.Gear.String())
		}
		if !begun {
			closed = append(closed, s.Section.Label)
		}
	}
	lines := t.Lines(a.out)
	for i, line := range lines {
		for _, h := range headings {
			if h.row == i {
				a.out.Line("  %s", a.out.Paint(terminal.Bold, h.text))
			}
		}
		a.out.Line("%s", line)
	}
	if len(lines) == 0 {
		a.out.Line("  nothing")
	}
	if len(closed) > 0 {
		a.out.Paragraph("Nothing left in: "+strings.Join(closed, "; "), "  ", "    ")
	}
	return len(lines) > 0
}

func price(points int) string {
	if points == 0 {
		return "free"
	}
	return fmt.Sprintf("%+d", points)
}
