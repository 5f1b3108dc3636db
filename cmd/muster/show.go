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
	"muster/builder/table"
	"muster/catalog"
	"muster/convert"
	"muster/export"
	"muster/input"
	"muster/report"
	"muster/share"
	"muster/terminal"
)

func (a *app) showCommand() *cobra.Command {
	var sheet, game, brief bool
	var style string
	cmd := &cobra.Command{
		Use:   "show LIST [ID]",
		Short: "Show a list, or one unit and what it can still choose",
		Long: `Show a list as a table, or one unit: its profile, weapons, rules, and the
upgrades that it can still choose.

--sheet shows the list as export prints it. --brief shows the preparations for
a game (recon, markers, transports, reserves). --play shows the state of the
game that is played with the list.`,
		Args:              cobra.RangeArgs(1, 2),
		ValidArgsFunction: anyListFiles.completeThen(a.completeUnits),
		RunE: func(_ *cobra.Command, args []string) error {
			switch {
			case style != "" && !brief:
				return errors.New("`--style` goes with `--brief`")
			case a.printsMarkdown && !brief:
				return errors.New("`--markdown` goes with `--brief`; muster export LIST -o FILE.md writes a list")
			case brief && len(args) > 1:
				return errors.New("--brief is of the whole list; leave the unit away")
			case brief:
				return a.showBrief(args[0], style)
			}
			opened, err := a.openInput(args[0])
			if opened != nil && opened.SharedCode != nil && len(args) == 1 && !game &&
				(opened.Roster != nil && !sheet || opened.Roster == nil && opened.SharedCode.Copy != nil) {
				return a.showShareCode(opened)
			}
			if copied := senderCopyIn(opened, args[0]); err != nil && copied != nil {
				opened, err = &input.List{Roster: copied}, nil
			}
			if err != nil {
				return err
			}
			a.warnNotImported(opened)
			list := opened.Roster
			switch {
			case game:
				return a.showGame(list, args)
			case len(args) == 2:
				return a.showUnit(list, args[1])
			case a.printsJSON:
				return a.out.JSON(builder.ShowReport(list))
			case sheet:
				document, err := export.NewDocument(list, export.Extras{UpgradeCosts: true})
				if err != nil {
					return err
				}
				a.out.Show(document.Sheet.Doc())
			default:
				a.showList(list)
			}
			return nil
		},
	}
	a.addReportFlags(cmd, jsonUsage)
	cmd.Flags().BoolVar(&sheet, "sheet", false, "show the whole sheet, with the texts of rules")
	cmd.Flags().BoolVar(&brief, "brief", false, "show the preparations for a game")
	cmd.Flags().StringVar(&style, "style", "", "with --brief: the command style, aggressive, cautious or defensive")
	cmd.Flags().BoolVar(&game, "play", false, "show the state of the game that is played with the list")
	excludeFlags(cmd, [2]string{"brief", "sheet"}, [2]string{"brief", "play"}, [2]string{"sheet", "play"})
	return cmd
}

// showGame prints the state of a list's game; without a game, the state of a new one.
func (a *app) showGame(list builder.Roster, args []string) error {
	if len(args) > 1 {
		return errors.New("a game is shown whole; leave the unit away")
	}
	game, err := a.gameOf(args[0])
	if err != nil {
		return err
	}
	name, code := game.Opponent()
	var foe builder.Roster
	if code != "" {
		read, err := input.Read(a.fileLocation(args[0]), []byte(code), a.books())
		if err == nil {
			foe = read.Roster
		} else if read != nil && read.SharedCode.Copy != nil { // its books are not here
			foe, _, err = read.SharedCode.AsRoster(list.Game())
		}
		if err != nil {
			return fmt.Errorf("the opponent's list: %w", err)
		}
	}
	state := play.NewTable(list, name, foe).Replay(game)
	if a.printsJSON {
		return a.out.JSON(state.Report())
	}
	a.out.Say("%s", a.out.Paint(terminal.Bold, state.StatusLine()))
	a.out.Say("%s", state.ResultText())
	for _, m := range state.Decisions() {
		a.out.Say("Now: %s", m.Title())
	}
	t := report.NewTable()
	for i := range state.Sides {
		t.Add("", "")
		t.Add(a.out.Paint(terminal.Bold, state.Sides[i].Name), "", "")
		for _, u := range state.Sides[i].Units {
			t.Add("  "+a.out.Clip(u.Name, 30), u.Subunits[0].StrengthLeftText(), strings.Join(state.StateTexts(u), ", "))
		}
	}
	a.out.ShowBlocks(t)
	if len(state.Log) > 0 {
		a.out.Line("\nWhat happened")
	}
	for i := range state.Log {
		a.out.Paragraph(state.Log[i].Text(), fmt.Sprintf("  Round %d: ", state.Log[i].Round), "    ")
	}
	return nil
}

func (a *app) gameOf(path string) (*play.Game, error) {
	if displayName(path) != path || path == "-" {
		return nil, errors.New("a game is kept beside a list's file; name the file")
	}
	document, err := a.fileLocation(play.GameFileOf(path)).Read("play/1")
	if errors.Is(err, fs.ErrNotExist) {
		return &play.Game{}, nil
	}
	if err != nil {
		return nil, play.NewerVersionError(err)
	}
	return play.ReadGame(document)
}

func (a *app) showList(list builder.Roster) {
	file := listArgument(list.Document().File)
	heading := []string{a.out.Paint(terminal.Bold, builder.Title(list))}
	if sources := list.BookNames(); sources != nil {
		heading = append(heading, strings.Join(sources, " + "))
	}
	heading = append(heading, strings.TrimSpace(list.Game().Name+" "+list.Game().Edition))
	a.out.Say("%s", strings.Join(heading, " · "))
	a.out.Line("%s", costLeftText(list))
	if text := builder.Experience(list); text != "" {
		a.out.Line("%s", text)
	}
	units := list.Units()
	a.showCompositionLimits(list)
	a.out.Line("")
	if len(units) == 0 {
		a.out.Line("The list has no units yet.")
		a.showSetAsideUnits(list)
		if isEditable(list) {
			a.out.Line("Next: muster add %s UNIT", file)
		}
		return
	}
	other := a.showUnitTable(list, units)
	a.showSetAsideUnits(list)
	a.printFindings(other)
	a.out.Line("")
	a.out.Say("Next: muster show %s ID shows a unit whole, and what it can still choose.", file)
}

// showSetAsideUnits prints the units that are set aside, so that they do not count in the list.
func (a *app) showSetAsideUnits(list builder.Roster) {
	aside := list.SetAsideUnits()
	if len(aside) == 0 {
		return
	}
	a.out.Line("\nSet aside (ID aside=false puts a unit back)")
	t := report.NewTable(2)
	for _, u := range aside {
		t.Add("  "+u.ID, a.out.Clip(u.Name, 26), fmt.Sprint(u.Points))
	}
	a.out.ShowBlocks(t)
}

func (a *app) showCompositionLimits(list builder.Roster) {
	organised, ok := list.(builder.CompositionLimited)
	if !ok {
		return
	}
	slots := organised.Slots()
	if slots == nil {
		return
	}
	a.out.Line("units %d of %d · heroes %d of %d · %s of a unit · %d points a unit at most",
		slots.Units, slots.MaxUnits, slots.Heroes, slots.MaxHeroes, finding.CountText(slots.MaxCopies, "copy"), slots.MaxUnitCost)
	if list.UnitCount() > 0 {
		a.out.Say("copies left: %s", copiesLeftText(slots))
	}
}

// roleSigns holds the signs before the names of units that belong to the unit above, and the
// meanings of the signs.
var roleSigns = map[table.Role][2]string{
	table.RoleSecondHalf: {"& ", "& is combined with the unit above"},
	table.RoleJoined:     {"+ ", "+ is a hero who joined the unit above"},
}

// showUnitTable prints a line for each unit with its findings. It returns the findings that concern
// no single unit.
func (a *app) showUnitTable(list builder.Roster, units []table.Unit) (other []finding.Finding) {
	head, right := []string{"ID", "UNIT", "MODELS"}, []int{2}
	columns := list.Reference().ColumnHeadings
	for i, column := range columns {
		head = append(head, column)
		if !slices.ContainsFunc(units, func(u table.Unit) bool { return strings.ContainsFunc(u.CellText(column), unicode.IsLetter) }) {
			right = append(right, 3+i) // figures
		}
	}
	t := report.NewTable(append(right, len(head))...)
	cost, counted := "POINTS", builder.FigureCount(list) > 0
	if counted {
		cost = "FIGURES"
	}
	t.Add(append(head, cost, "")...)
	var legend []string
	for _, u := range units {
		mark := roleSigns[u.Role]
		if text := mark[1]; text != "" && !slices.Contains(legend, text) {
			legend = append(legend, text)
		}
		row := []string{u.ID, a.out.Clip(mark[0]+u.Name, 26), fmt.Sprint(u.Models)}
		row = append(row, convert.All(columns, u.CellText)...)
		in := ""
		if u.InTransport != "" {
			in = "in " + u.InTransport
		}
		points := u.PlainCostText()
		if u.HasEstimatedCost {
			points += " (estimate)"
		} else if counted && u.StartFigures == 0 {
			points = ""
		}
		t.Add(append(row, points, in)...)
	}
	wrong := map[string][]finding.Finding{}
	for _, f := range list.Findings() {
		if id := builder.UnitAt(list.Document(), f); slices.Contains(f.Units, id) &&
			slices.ContainsFunc(units, func(u table.Unit) bool { return u.ID == id }) {
			wrong[id] = append(wrong[id], f)
		} else {
			other = append(other, f)
		}
	}
	for i, u := range units {
		for _, f := range wrong[u.ID] {
			text := f.Paragraph("", fmt.Sprintf("%s [%s]", f.Message, f.Source))
			text.Indent = 2
			t.Rows[i+1].BlocksBelow = append(t.Rows[i+1].BlocksBelow, text) // the first row is the heading
		}
		delete(wrong, u.ID) // of units that share an id the first has them
	}
	a.out.ShowBlocks(t)
	if legend != nil {
		a.out.Line("%s.", strings.Join(legend, ", "))
	}
	return other
}

// copiesLeftText returns how often each unit of the army can still be added, in words.
func copiesLeftText(slots *gf.Slots) string {
	texts := make([]string, len(slots.CopyCounts))
	for i, c := range slots.CopyCounts {
		texts[i] = fmt.Sprintf("%s %d", c.Unit.BookName(), c.CopiesLeft())
	}
	return strings.Join(texts, ", ")
}

func (a *app) printFindings(findings []finding.Finding) {
	if len(findings) == 0 {
		return
	}
	a.out.Line("")
	for _, f := range findings {
		a.out.ShowBlocks(f.Paragraph("", f.FullMessage()))
	}
}

func (a *app) showUnit(list builder.Roster, named string) error {
	id := builder.UnitIDOf(list, named)
	whole := list.ReportUnit(id)
	if whole == nil {
		return list.NoUnitError(id)
	}
	if a.printsJSON {
		return a.out.JSON(whole)
	}
	document, err := export.NewDocument(list, export.Extras{UpgradeCosts: true})
	if err != nil {
		return err
	}
	if unit, ok := document.Sheet.Unit(id); ok {
		a.out.Show(unit.Doc())
	}
	if copied := share.SourceShare(list); copied != nil {
		a.out.Say("%s", missingBooksHint(copied.Copy))
		return nil
	}
	a.printFindings(finding.AboutUnits(list.Findings(), id))
	file := shellWord(list.Document().File)
	chooser, ok := list.(builder.UpgradeChooser)
	if !ok {
		such := "quality=elite"
		if fields, ok := list.(builder.FieldSetter); ok {
			a.showFigureRows(fields.FigureRows(id))
			army, _ := list.GameList().(*fad.Army)
			switch u := army.Unit(id); {
			case u.IsVehicle():
				such += " or armour.front=8"
			case u.Kind.HasFigures() && u.Creation == nil:
				such += ", traits+=brave or figures=6"
			default:
				such += " or traits+=brave"
			}
			if army.Unit(id).Design != nil {
				all := slices.DeleteFunc(fields.Assignments(id), func(value string) bool { return strings.Contains(value, ".") })
				if len(all) == 0 {
					return nil
				}
				such = all[len(all)-1]
				a.out.Line("")
				a.out.Say("Its book lets it have %s", strings.Join(all, ", "))
			}
		}
		if isEditable(list) {
			a.out.Line("")
			a.out.Say("Next: muster set %s %s FIELD=VALUE changes it, such as %s.", file, shellWord(id), such)
		}
		return nil
	}
	if chosen := chooser.ChosenUpgrades(id); len(chosen) > 0 {
		a.out.Line("\nChosen")
		t := report.NewTable(1, 2)
		for _, c := range chosen {
			t.Add("  "+c.Option.ID, fmt.Sprintf("%d×", c.Count), catalog.CostText(c.Cost()), c.Option.Name)
		}
		a.out.ShowBlocks(t)
	}
	if a.showChoices(chooser.OpenUpgrades(id)) && isEditable(list) {
		a.out.Line("\nNext: muster upgrade %s %s OPTION", file, shellWord(id))
	}
	return nil
}

// showFigureRows prints a unit's groups of figures, or a vehicle's weapons, one per line, with the
// numbers that `set` uses for them: "figures.2".
func (a *app) showFigureRows(lines []table.Stat) {
	if len(lines) == 0 {
		return
	}
	a.out.Line("\nLines that can be set")
	t := report.NewTable()
	for _, line := range lines {
		t.Add("  "+line.Label, line.Value)
	}
	a.out.ShowBlocks(t)
}

// showChoices prints the open choices of a unit's upgrades, and reports whether there are any.
func (a *app) showChoices(sections []gf.OpenSection) (found bool) {
	if len(sections) == 0 {
		a.out.Line("\nThe unit has no upgrades to choose from.")
		return false
	}
	a.out.Line("\nCan still be chosen")
	t := report.NewTable(1, 2)
	var closed []string
	for _, s := range sections {
		begun := false
		for _, o := range s.Options {
			if o.ChoicesLeft == 0 {
				continue
			}
			most := ""
			if o.ChoicesLeft > 1 {
				most = fmt.Sprintf("up to %d", o.ChoicesLeft)
			}
			row := t.Add("    "+o.Option.ID, catalog.CostText(o.Cost), most, o.Option.Gear.String())
			if !begun {
				row.Heading, begun = s.Section.Label, true
			}
		}
		if !begun {
			closed = append(closed, s.Section.Label)
		}
	}
	a.out.ShowBlocks(t)
	if len(t.Rows) == 0 {
		a.out.Line("  nothing")
	}
	if len(closed) > 0 {
		a.out.Paragraph("Nothing left in: "+strings.Join(closed, "; "), "  ", "    ")
	}
	return len(t.Rows) > 0
}

// showBrief prints the preparations for the game that a list needs: reserves, transports, recon.
func (a *app) showBrief(file, style string) error {
	list, err := a.openOrSenderCopy(file)
	if err != nil {
		return err
	}
	name := func(id string) string { return id }
	if a.printsMarkdown {
		names := builder.Names(list)
		name = func(id string) string { return names[id] }
	}
	brief, err := list.Brief(style, name)
	if err != nil {
		return err
	}
	brief.Doc.Title = builder.Title(list)
	err = a.printReport(brief.Report, func() *report.Doc { return brief.Doc })
	if err == nil && brief.HasForbiddenPlan {
		err = errIllegal
	}
	return err
}
