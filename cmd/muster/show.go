package main

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"muster/builder"
	"muster/builder/finding"
	"muster/builder/gf"
	"muster/catalog"
	"muster/rules"
)

func (a *app) showCommand() *cobra.Command {
	return &cobra.Command{
		Use:               "show LIST [ID]",
		Short:             "Show a list, or one unit and what it can still choose",
		Args:              cobra.RangeArgs(1, 2),
		ValidArgsFunction: a.completeListThen(a.completeIDs),
		RunE: func(_ *cobra.Command, args []string) error {
			list, err := a.openList(args[0])
			if err != nil {
				return err
			}
			if len(args) == 1 {
				a.showList(list)
				return nil
			}
			if army, ok := builder.Army(list); ok {
				if u := army.Unit(args[1]); u != nil {
					a.showUnit(army, u)
					return nil
				}
			}
			if force, ok := builder.Force(list); ok {
				if u := force.Unit(args[1]); u != nil {
					a.showForceUnit(force, u)
					return nil
				}
			}
			return builder.NoUnit(list, args[1])
		},
	}
}

// showList prints a list as its builder wants to see it.
func (a *app) showList(list builder.Roster) {
	file := word(list.Document().File)
	heading := []string{a.paint(bold, builder.Title(list))}
	if sources := list.Sources(); sources != nil {
		heading = append(heading, strings.Join(sources, " + "))
	}
	heading = append(heading, strings.TrimSpace(list.Game().Name+" "+list.Game().Edition))
	fmt.Fprint(a.out, wrap(strings.Join(heading, " · "), "", "  ", a.width()))
	points := fmt.Sprintf("%d points", list.Points())
	if limit := list.Limit(); limit > 0 {
		points = fmt.Sprintf("%d of %d points, %s", list.Points(), limit, left(limit-list.Points()))
	}
	fmt.Fprintln(a.out, points)
	units := list.Units()
	a.showSlots(list)
	fmt.Fprintln(a.out)
	if len(units) == 0 {
		fmt.Fprintf(a.out, "The list has no units yet.\nNext: muster add %s UNIT\n", file)
		return
	}
	other := a.showTable(list, units)
	a.printFindings(other)
	fmt.Fprint(a.out, "\n"+wrap(fmt.Sprintf("Next: muster show %s ID shows a unit whole, and what it can still choose.", file), "", "  ", a.width()))
}

// showSlots prints how much of what force organisation allows is used.
func (a *app) showSlots(list builder.Roster) {
	army, ok := builder.Army(list)
	if !ok {
		return
	}
	slots := army.Slots()
	if slots == nil {
		return
	}
	fmt.Fprintf(a.out, "units %d of %d · heroes %d of %d · %s of a unit · %d points a unit at most\n",
		slots.Units, slots.MaxUnits, slots.Heroes, slots.MaxHeroes, plural(slots.MaxCopies, "copy", "copies"), slots.MaxCost)
	if len(army.Units) > 0 {
		fmt.Fprint(a.out, wrap("copies left: "+copiesLeft(slots), "", "  ", a.width()))
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
	t := newTable(append(right, len(head))...)
	t.add(append(head, "POINTS", "")...)
	var legend []string
	for _, u := range units {
		mark := marks[u.Role]
		if text := mark[1]; text != "" && !slices.Contains(legend, text) {
			legend = append(legend, text)
		}
		row := []string{u.ID, clip(mark[0]+u.Name, 26), fmt.Sprint(u.Models)}
		for _, stat := range u.Profile {
			row = append(row, stat.Value)
		}
		in := ""
		if u.In != "" {
			in = "in " + u.In
		}
		t.add(append(row, fmt.Sprint(u.Points), in)...)
	}
	wrong := map[string][]finding.Finding{}
	for _, f := range list.Findings() {
		if id := builder.UnitAt(list.Document(), f.Line); slices.Contains(f.Units, id) && slices.ContainsFunc(units, func(u builder.Unit) bool { return u.ID == id }) {
			wrong[id] = append(wrong[id], f)
		} else {
			other = append(other, f)
		}
	}
	for i, line := range t.lines() {
		fmt.Fprint(a.out, wrapColumn(line, a.width()))
		if i > 0 {
			a.printWrong(wrong[units[i-1].ID])
			delete(wrong, units[i-1].ID) // of units that share an id the first has them
		}
	}
	if legend != nil {
		fmt.Fprintln(a.out, strings.Join(legend, ", ")+".")
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

// clip shortens a text that is too wide for a table's column.
func clip(text string, width int) string {
	runes := []rune(text)
	if len(runes) <= width {
		return text
	}
	return string(runes[:width-1]) + "…"
}

// printWrong prints what is wrong with a unit, below its line in a table.
func (a *app) printWrong(findings []finding.Finding) {
	for _, f := range findings {
		text := fmt.Sprintf("%s: %s [%s]", f.Severity, f.Message, f.Source)
		fmt.Fprint(a.out, a.paintFinding(string(f.Severity), wrap(text, "  ", "    ", a.width())))
	}
}

// printFindings prints what a check found, if anything.
func (a *app) printFindings(findings []finding.Finding) {
	if len(findings) == 0 {
		return
	}
	fmt.Fprintln(a.out)
	for _, f := range findings {
		fmt.Fprint(a.out, a.paintFinding(string(f.Severity), wrap(findingLine(f), "", "  ", a.width())))
	}
}

// paintFinding colours the first word of a finding's text by its severity.
func (a *app) paintFinding(severity, text string) string {
	colour := map[string]string{"error": red, "warning": yellow}[severity]
	if colour == "" {
		colour = dim
	}
	return strings.Replace(text, severity+":", a.paint(colour, severity+":"), 1)
}

// showUnit prints one unit whole, and what it can still choose.
func (a *app) showUnit(army *gf.Army, u *gf.Unit) {
	heading := a.paint(bold, u.Name)
	if u.Name != u.BookName() {
		heading += " (" + u.BookName() + ")"
	}
	fmt.Fprintf(a.out, "%s · %s · %d points\n", heading, u.ID, u.Cost)
	stats := fmt.Sprintf("%s, Quality %d+, Defense %d+", plural(u.Models, "model", "models"), u.Quality, u.Defense)
	if u.Tough > 1 {
		stats += fmt.Sprintf(", %d wounds each", u.Tough)
	}
	fmt.Fprintln(a.out, stats)
	if len(u.Rules) > 0 {
		fmt.Fprint(a.out, wrap(strings.Join(rules.Strings(u.Rules), ", "), "", "  ", a.width()))
	}
	for _, some := range u.Some {
		fmt.Fprint(a.out, wrap(fmt.Sprintf("%s with %s: %s", plural(some.Count, "model", "models"), some.From, strings.Join(rules.Strings(some.Rules), ", ")), "", "  ", a.width()))
	}
	a.printFindings(findingsOf(army.Findings, u.ID))
	if len(u.Weapons) > 0 {
		fmt.Fprintln(a.out)
		t := newTable(0, 2, 3)
		t.add("", "WEAPON", "RANGE", "ATTACKS", "RULES")
		for _, w := range u.Weapons {
			reach := "melee"
			if w.Range > 0 {
				reach = fmt.Sprintf("%d\"", w.Range)
			}
			t.add(fmt.Sprintf("%d×", w.Count), w.Name, reach, fmt.Sprint(w.Attacks), strings.Join(rules.Strings(w.Rules), ", "))
		}
		for _, line := range t.lines() {
			fmt.Fprintln(a.out, line)
		}
	}
	if len(u.Chosen) > 0 {
		fmt.Fprintln(a.out, "\nChosen")
		t := newTable(1, 2)
		for _, c := range u.Chosen {
			t.add("  "+c.Option.ID, fmt.Sprintf("%d×", c.Count), price(c.Cost()), c.Option.Name)
		}
		for _, line := range t.lines() {
			fmt.Fprintln(a.out, line)
		}
	}
	a.showChoices(army, u)
}

// findingsOf picks what a check found about a unit.
func findingsOf(findings []finding.Finding, id string) []finding.Finding {
	var own []finding.Finding
	for _, f := range findings {
		if slices.Contains(f.Units, id) {
			own = append(own, f)
		}
	}
	return own
}

func (a *app) showChoices(army *gf.Army, u *gf.Unit) {
	sections := army.Open(u.ID)
	if len(sections) == 0 {
		fmt.Fprintln(a.out, "\nThe unit has no upgrades to choose from.")
		return
	}
	fmt.Fprintln(a.out, "\nCan still be chosen")
	t := newTable(1, 2)
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
				headings = append(headings, heading{len(t.rows), s.Section.Label})
				begun = true
			}
			most := ""
			if o.Left > 1 {
				most = fmt.Sprintf("up to %d", o.Left)
			}
			t.add("    "+o.Option.ID, price(o.Cost), most, optionText(o.Option))
		}
		if !begun {
			closed = append(closed, s.Section.Label)
		}
	}
	lines := t.lines()
	for i, line := range lines {
		for _, h := range headings {
			if h.row == i {
				fmt.Fprintln(a.out, "  "+a.paint(bold, h.text))
			}
		}
		fmt.Fprint(a.out, wrapColumn(line, a.width()))
	}
	if len(lines) == 0 {
		fmt.Fprintln(a.out, "  nothing")
	}
	if len(closed) > 0 {
		fmt.Fprint(a.out, wrap("Nothing left in: "+strings.Join(closed, "; "), "  ", "    ", a.width()))
	}
	if len(lines) > 0 {
		fmt.Fprintf(a.out, "\nNext: muster upgrade %s %s OPTION\n", word(army.List.File), word(u.ID))
	}
}

// wrapColumn breaks a table's line whose last column is too wide, and goes on
// under that column's beginning.
func wrapColumn(line string, width int) string {
	if len([]rune(line)) <= width {
		return line + "\n"
	}
	runes := []rune(line)
	cut := width
	for cut > 0 && runes[cut] != ' ' {
		cut--
	}
	if cut < width/2 {
		return line + "\n"
	}
	return strings.TrimRight(string(runes[:cut]), " ") + "\n" + wrap(string(runes[cut:]), "        ", "        ", width)
}

func price(points int) string {
	if points == 0 {
		return "free"
	}
	return fmt.Sprintf("%+d", points)
}

// optionText says what an option gives, as books print it.
func optionText(o *catalog.Option) string {
	var parts []string
	for _, w := range o.Weapons {
		parts = append(parts, weaponText(w.Name, w.Count, w.Range, w.Attacks, w.Rules))
	}
	for _, item := range o.Items {
		inside := rules.Strings(item.Rules)
		for _, w := range item.Weapons {
			inside = append(inside, weaponText(w.Name, w.Count, w.Range, w.Attacks, w.Rules))
		}
		text := item.Name
		if len(inside) > 0 {
			text += " (" + strings.Join(inside, ", ") + ")"
		}
		parts = append(parts, text)
	}
	parts = append(parts, rules.Strings(o.Rules)...)
	return strings.Join(parts, ", ")
}

func weaponText(name string, count, reach, attacks int, uses []rules.Use) string {
	text := name
	if count > 1 {
		text = fmt.Sprintf("%d× %s", count, name)
	}
	var inside []string
	if reach > 0 {
		inside = append(inside, fmt.Sprintf("%d\"", reach))
	}
	inside = append(inside, fmt.Sprintf("A%d", attacks))
	inside = append(inside, rules.Strings(uses)...)
	return text + " (" + strings.Join(inside, ", ") + ")"
}
