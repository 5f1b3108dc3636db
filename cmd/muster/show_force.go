package main

import (
	"fmt"
	"strings"

	"muster/builder"
	"muster/builder/fad"
	"muster/terminal"
)

func (a *app) showForceUnit(army *fad.Army, u *fad.Unit) {
	fmt.Fprintf(a.out, "%s · %s · %d points (exactly %s)\n", a.out.Paint(terminal.Bold, u.Title()), u.ID, u.Price.Points, u.Price.Exact)
	if u.Problem != nil {
		for line := range strings.Lines(u.Problem.Error()) {
			a.out.Paragraph(line, "  ", "    ")
		}
	}
	line := fmt.Sprintf("%s, %s, %s", plural(u.Size(), "figure", "figures"), u.Quality.Name, u.Resolve.Name)
	if u.Out > 0 {
		line = fmt.Sprintf("vehicle, crew of %d, %s, %s", u.CrewOf, u.Quality.Name, u.Resolve.Name)
		if u.Capacity > 0 {
			line += fmt.Sprintf(", carries %d (%d aboard)", u.Capacity, u.Riding)
		}
	}
	fmt.Fprintln(a.out, line)
	a.showCreation(u.Creation)
	a.printFindings(findingsOf(army.Findings, u.ID))
	t := terminal.NewTable()
	if u.ArmourName != "" {
		t.Add("  armour", fmt.Sprintf("%d (%s)", u.Armour, u.ArmourName))
	} else if u.Out > 0 {
		t.Add("  armour", builder.ArmourText(u)+" (front/side/rear)")
	}
	if u.Moves.Cautious > 0 {
		t.Add("  moves", fmt.Sprintf("%d\" cautious, %d\" at most", u.Moves.Cautious, u.Moves.Standard))
	}
	t.Add("  Fire Effect", fmt.Sprintf("%+d to the highest of %dD6%s", u.FireEffect, u.Dice, builder.ExtraDice(u.FireDice)))
	if u.Pin > 0 {
		t.Add("  pinned above", fmt.Sprintf("Fire Effect %d", u.Pin))
	}
	if u.Out > 0 {
		t.Add("  lost at", plural(u.Out, "damage marker", "damage markers"))
	} else {
		t.Add("  breaks at", plural(u.Break, "casualty", "casualties"))
	}
	a.out.Print(t)
	if len(u.Weapons) > 0 {
		fmt.Fprintln(a.out)
		t := terminal.NewTable(0, 2, 3, 4, 5, 6, 7)
		t.Add("", "WEAPON", "CLOSE", "MEDIUM", "LONG", "DAMAGE", "FE", "AP", "NOTES")
		for _, w := range u.Weapons {
			t.Add(fmt.Sprintf("%d×", w.Count), w.Name, inches(w.Close), inches(w.Medium), inches(w.Long), fmt.Sprintf("%+d", w.Damage), fmt.Sprintf("%+d", w.FireEffect), fmt.Sprint(w.AP), strings.Join(w.Notes, ", "))
		}
		a.out.Print(t)
	}
	if len(u.People)+len(u.Traits)+len(u.Powers) > 0 {
		fmt.Fprintln(a.out)
	}
	for _, p := range u.People {
		a.showNamed(p.Name, p.Summary)
	}
	for _, p := range u.Powers {
		a.showNamed(p.Name, p.Summary)
	}
	for _, t := range u.Traits {
		name := t.Name
		if t.Detail != "" {
			name += " (" + t.Detail + ")"
		}
		a.showNamed(name, t.Summary)
	}
	fmt.Fprintf(a.out, "\nNext: muster set %s %s FIELD=VALUE changes it.\n", word(army.List.File), word(u.ID))
}

// showCreation prints what basic creation took figures for; nothing of units
// that were made in another way.
func (a *app) showCreation(c *fad.Creation) {
	if c == nil {
		return
	}
	row := func(figures, text string) {
		a.out.Paragraph(text, fmt.Sprintf("  %3s  ", figures), "       ")
	}
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

func (a *app) showNamed(name, summary string) {
	text := name
	if summary != "" {
		text += ": " + summary
	}
	a.out.Paragraph(text, "  ", "      ")
}

func inches(n int) string { return fmt.Sprintf("%d\"", n) }
