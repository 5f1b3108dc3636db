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
	"muster/terminal"
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
	heading := []string{a.out.Paint(terminal.Bold, builder.Title(list))}
	if sources := list.Sources(); sources != nil {
		heading = append(heading, strings.Join(sources, " + "))
	}
	heading = append(heading, strings.TrimSpace(list.Game().Name+" "+list.Game().Edition))
	a.out.Paragraph(strings.Join(heading, " · "), "", "  ")
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
	fmt.Fprintln(a.out)
	a.out.Paragraph(fmt.Sprintf("Next: muster show %s ID shows a unit whole, and what it can still choose.", file), "", "  ")
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
		a.out.Paragraph("copies left: "+copiesLeft(slots), "", "  ")
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
		t.Add(append(row, fmt.Sprint(u.Points), in)...)
	}
	wrong := map[string][]finding.Finding{}
	for _, f := range list.Findings() {
		if id := builder.UnitAt(list.Document(), f.Line); slices.Contains(f.Units, id) && slices.ContainsFunc(units, func(u builder.Unit) bool { return u.ID == id }) {
			wrong[id] = append(wrong[id], f)
		} else {
			other = append(other, f)
		}
	}
	for i, line := range t.Lines(a.out) {
		fmt.Fprintln(a.out, line)
		if i > 0 {
			for _, f := range wrong[units[i-1].ID] {
				a.printFinding(f, fmt.Sprintf("%s [%s]", f.Message, f.Source), "  ")
			}
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

// printFindings prints what a check found, if anything.
func (a *app) printFindings(findings []finding.Finding) {
	if len(findings) == 0 {
		return
	}
	fmt.Fprintln(a.out)
	for _, f := range findings {
		a.printFinding(f, findingText(f), "")
	}
}

// showUnit prints one unit whole, and what it can still choose.
func (a *app) showUnit(army *gf.Army, u *gf.Unit) {
	heading := a.out.Paint(terminal.Bold, u.Name)
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
		a.out.Paragraph(strings.Join(rules.Strings(u.Rules), ", "), "", "  ")
	}
	for _, some := range u.Some {
		a.out.Paragraph(fmt.Sprintf("%s with %s: %s", plural(some.Count, "model", "models"), some.From, strings.Join(rules.Strings(some.Rules), ", ")), "", "  ")
	}
	a.printFindings(findingsOf(army.Findings, u.ID))
	if len(u.Weapons) > 0 {
		fmt.Fprintln(a.out)
		t := terminal.NewTable(0, 2, 3)
		t.Add("", "WEAPON", "RANGE", "ATTACKS", "RULES")
		for _, w := range u.Weapons {
			reach := "melee"
			if w.Range > 0 {
				reach = fmt.Sprintf("%d\"", w.Range)
			}
			t.Add(fmt.Sprintf("%d×", w.Count), w.Name, reach, fmt.Sprint(w.Attacks), strings.Join(rules.Strings(w.Rules), ", "))
		}
		a.out.Print(t)
	}
	if len(u.Chosen) > 0 {
		fmt.Fprintln(a.out, "\nChosen")
		t := terminal.NewTable(1, 2)
		for _, c := range u.Chosen {
			t.Add("  "+c.Option.ID, fmt.Sprintf("%d×", c.Count), price(c.Cost()), c.Option.Name)
		}
		a.out.Print(t)
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
			t.Add("    "+o.Option.ID, price(o.Cost), most, optionText(o.Option))
		}
		if !begun {
			closed = append(closed, s.Section.Label)
		}
	}
	lines := t.Lines(a.out)
	for i, line := range lines {
		for _, h := range headings {
			if h.row == i {
				fmt.Fprintln(a.out, "  "+a.out.Paint(terminal.Bold, h.text))
			}
		}
		fmt.Fprintln(a.out, line)
	}
	if len(lines) == 0 {
		fmt.Fprintln(a.out, "  nothing")
	}
	if len(closed) > 0 {
		a.out.Paragraph("Nothing left in: "+strings.Join(closed, "; "), "  ", "    ")
	}
	if len(lines) > 0 {
		fmt.Fprintf(a.out, "\nNext: muster upgrade %s %s OPTION\n", word(army.List.File), word(u.ID))
	}
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
