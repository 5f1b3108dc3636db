package main

import (
	"fmt"
	"strings"

	"muster/builder/fad"
	"muster/schema"
)

// showForce prints a Fast and Dirty list, or one unit of it.
func (a *app) showForce(army *fad.Army, id []string) error {
	if len(id) == 0 {
		a.showForceList(army)
		return nil
	}
	u := army.Unit(id[0])
	if u == nil {
		return fmt.Errorf("%s: the list has no unit `%s`%s", army.List.File, id[0], schema.DidYouMean(id[0], army.List.IDs()))
	}
	a.showForceUnit(army, u)
	return nil
}

func (a *app) showForceList(army *fad.Army) {
	l := army.List
	title := l.Name
	if title == "" {
		title = l.File
	}
	fmt.Fprintf(a.out, "%s · Fast and Dirty\n", a.paint(bold, title))
	points := fmt.Sprintf("%d points", army.Points)
	if limit := l.Limit(); limit > 0 {
		points = fmt.Sprintf("%d of %d points, %s", army.Points, limit, left(limit-army.Points))
	}
	fmt.Fprintf(a.out, "%s\n\n", points)
	if len(army.Units) == 0 {
		fmt.Fprintf(a.out, "The list has no units yet.\nNext: muster add %s infantry (or another kind of unit)\n", l.File)
		return
	}
	t := newTable(2, 5, 6)
	t.add("ID", "UNIT", "FIG.", "QUALITY", "RESOLVE", "ARMOUR", "POINTS", "")
	for _, u := range army.Units {
		t.add(u.ID, clip(u.Title(), 20), fmt.Sprint(u.Size()), u.Unit.Quality, u.Unit.Resolve, armourText(u), fmt.Sprint(u.Price.Points), rides(u))
	}
	for _, line := range t.lines() {
		fmt.Fprint(a.out, wrapColumn(line, a.width()))
	}
	a.printFindings(army.Findings)
	fmt.Fprint(a.out, "\n"+wrap(fmt.Sprintf("Next: muster show %s ID shows a unit whole; muster price %s --explain shows every sum.", l.File, l.File), "", "  ", a.width()))
}

func rides(u *fad.Unit) string {
	if u.In != "" {
		return "in " + u.In
	}
	return ""
}

// armourText is a unit's armour rating, or a vehicle's by side; "?" for armour
// that nobody knows.
func armourText(u *fad.Unit) string {
	switch {
	case u.ArmourName == "" && u.Out == 0:
		return "?"
	case u.ArmourName == "":
		worn := u.Unit.Armour
		return fmt.Sprintf("%d/%d/%d", worn.Front, worn.Side, worn.Rear)
	}
	return fmt.Sprint(u.Armour)
}

func (a *app) showForceUnit(army *fad.Army, u *fad.Unit) {
	fmt.Fprintf(a.out, "%s · %s · %d points (exactly %s)\n", a.paint(bold, u.Title()), u.ID, u.Price.Points, u.Price.Exact)
	if u.Problem != nil {
		for line := range strings.Lines(u.Problem.Error()) {
			fmt.Fprint(a.out, wrap(line, "  ", "    ", a.width()))
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
	a.showCreation(u)
	t := newTable()
	if u.ArmourName != "" {
		t.add("  armour", fmt.Sprintf("%d (%s)", u.Armour, u.ArmourName))
	} else if u.Out > 0 {
		t.add("  armour", armourText(u)+" (front/side/rear)")
	}
	if u.Moves.Cautious > 0 {
		t.add("  moves", fmt.Sprintf("%d\" cautious, %d\" at most", u.Moves.Cautious, u.Moves.Standard))
	}
	t.add("  Fire Effect", fmt.Sprintf("%+d to the highest of %dD6%s", u.FireEffect, u.Dice, extraDice(u.FireDice)))
	if u.Pin > 0 {
		t.add("  pinned above", fmt.Sprintf("Fire Effect %d", u.Pin))
	}
	if u.Out > 0 {
		t.add("  lost at", plural(u.Out, "damage marker", "damage markers"))
	} else {
		t.add("  breaks at", plural(u.Break, "casualty", "casualties"))
	}
	for _, l := range t.lines() {
		fmt.Fprintln(a.out, l)
	}
	if len(u.Weapons) > 0 {
		fmt.Fprintln(a.out)
		t := newTable(0, 2, 3, 4, 5, 6, 7)
		t.add("", "WEAPON", "CLOSE", "MEDIUM", "LONG", "DAMAGE", "FE", "AP", "NOTES")
		for _, w := range u.Weapons {
			t.add(fmt.Sprintf("%d×", w.Count), w.Name, inches(w.Close), inches(w.Medium), inches(w.Long), fmt.Sprintf("%+d", w.Damage), fmt.Sprintf("%+d", w.FireEffect), fmt.Sprint(w.AP), strings.Join(w.Notes, ", "))
		}
		for _, l := range t.lines() {
			fmt.Fprint(a.out, wrapColumn(l, a.width()))
		}
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
	fmt.Fprintf(a.out, "\nNext: muster set %s %s FIELD=VALUE changes it.\n", army.List.File, u.ID)
}

// showCreation prints what basic creation took figures for; nothing of units
// that were made in another way.
func (a *app) showCreation(u *fad.Unit) {
	c := u.Creation
	if c == nil {
		return
	}
	row := func(figures, text string) {
		fmt.Fprint(a.out, wrap(text, fmt.Sprintf("  %3s  ", figures), "       ", a.width()))
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
	fmt.Fprint(a.out, wrap(text, "  ", "      ", a.width()))
}

func inches(n int) string { return fmt.Sprintf("%d\"", n) }

func extraDice(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" + %dD6", n)
}
