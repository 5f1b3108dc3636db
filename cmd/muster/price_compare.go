package main

import (
	"fmt"
	"strings"

	"github.com/shopspring/decimal"
)

// compare prints two units of Fast and Dirty side by side.
func (a *app) compare(x, y priced) error {
	for _, p := range []priced{x, y} {
		switch {
		case len(p.Units) != 1:
			return fmt.Errorf("%s has %s; name the one to compare: %s#ID", p.File, plural(len(p.Units), "unit", "units"), p.File)
		case p.Units[0].unit == nil:
			return fmt.Errorf("%s is a list of %s; only units of Fast and Dirty are compared", p.File, p.System)
		}
	}
	one, other := x.Units[0], y.Units[0]
	t := newTable()
	t.add("", one.Name, other.Name)
	rows := comparison(other)
	for i, row := range comparison(one) {
		if row.value != "" || rows[i].value != "" {
			t.add(row.label, row.value, rows[i].value)
		}
	}
	lines := t.lines()
	fmt.Fprintln(a.out, a.paint(bold, lines[0]))
	for _, line := range lines[1:] {
		fmt.Fprintln(a.out, line)
	}
	fmt.Fprintf(a.out, "Difference: %s points exactly\n", difference(one.Exact, other.Exact))
	return nil
}

type labelled struct{ label, value string }

// comparison is what two units are compared by, a row for each.
func comparison(p pricedUnit) []labelled {
	u := p.unit
	weapons := make([]string, len(u.Weapons))
	for i, w := range u.Weapons {
		weapons[i] = w.Name
		if w.Count > 1 {
			weapons[i] = fmt.Sprintf("%d× %s", w.Count, w.Name)
		}
	}
	names := make([]string, len(u.Traits))
	for i, t := range u.Traits {
		names[i] = t.Name
	}
	reach := ""
	if len(u.Weapons) > 0 {
		w := u.Weapons[0]
		reach = fmt.Sprintf("%d/%d/%d\"", w.Close, w.Medium, w.Long)
	}
	pin := ""
	if u.Pin > 0 {
		pin = fmt.Sprint(u.Pin)
	}
	exact := p.Exact
	if p.Problem != "" {
		exact = "?"
	}
	return []labelled{
		{"kind", string(u.Kind)},
		{"figures", fmt.Sprint(u.Size())},
		{"Quality", u.Quality.Name},
		{"Resolve", u.Resolve.Name},
		{"armour", armourText(u)},
		{"moves", fmt.Sprintf("%d\"/%d\"", u.Moves.Cautious, u.Moves.Standard)},
		{"Fire Effect", fmt.Sprintf("%dD6 %+d%s", u.Dice, u.FireEffect, extraDice(u.FireDice))},
		{"range", reach},
		{"pinned above", pin},
		{"breaks at", fmt.Sprint(u.Break)},
		{"weapons", strings.Join(weapons, ", ")},
		{"traits", strings.Join(names, ", ")},
		{"exactly", exact},
		{"points", fmt.Sprint(p.Points)},
		{"a figure", perFigure(p)},
	}
}

// perFigure is the exact price shared by the figures, to a hundredth.
func perFigure(p pricedUnit) string {
	exact, err := decimal.NewFromString(p.Exact)
	if err != nil || p.unit.Size() < 2 {
		return ""
	}
	return exact.DivRound(decimal.NewFromInt(int64(p.unit.Size())), 2).String()
}
