package main

import (
	"fmt"

	"muster/builder"
	"muster/builder/finding"
	"muster/terminal"
)

// compare prints two units side by side.
func (a *app) compare(x, y priced) error {
	for _, p := range []priced{x, y} {
		if len(p.Units) != 1 {
			return fmt.Errorf("%s has %s; name the one to compare: %s#ID", p.File, finding.Count(len(p.Units), "unit"), p.File)
		}
		if _, ok := p.list.(builder.Comparer); !ok {
			return fmt.Errorf("%s is a list of %s, whose units are not compared", p.File, p.list.Game().Name)
		}
	}
	one, other := x.Units[0], y.Units[0]
	t := terminal.NewTable()
	t.Add("", one.Name, other.Name)
	rows := y.list.(builder.Comparer).Compare(other.ID)
	for i, row := range x.list.(builder.Comparer).Compare(one.ID) {
		if row.Value != "" || rows[i].Value != "" {
			t.Add(row.Label, row.Value, rows[i].Value)
		}
	}
	lines := t.Lines(a.out)
	a.out.Title(lines[0])
	for _, line := range lines[1:] {
		a.out.Line("%s", line)
	}
	a.out.Line("Difference: %s points exactly", difference(one.Exact, other.Exact))
	return nil
}
