package export

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"muster/builder"
	"muster/builder/finding"
	"muster/rules"
	"muster/share"
)

// OfCopy makes the document of a list's copy, for somebody who does not have its
// army books: what each unit is and has, without what its rules mean.
func OfCopy(c *share.Copy) Document {
	name := c.System
	if game, err := rules.Load(c.System); err == nil {
		name = strings.TrimSpace(game.Name + " " + game.Edition)
	}
	s := Sheet{
		Name: cmp.Or(c.Name, "A list"), Game: name, Points: c.Points, Limit: c.Limit,
		Notes:  "A copy, as its sender saw it. The texts of its rules stand in the army book.",
		Credit: "printed with muster",
	}
	if len(c.Books) > 0 {
		s.Books = []string{"made with " + c.MadeWith()}
	}
	for _, f := range c.Findings {
		if f.Severity == finding.Error {
			s.Problems = append(s.Problems, f.Message)
		}
	}
	units := c.Roll()
	ids, titles := make([]string, len(units)), make([]string, len(units))
	for i, u := range units {
		ids[i], titles[i] = u.ID, cmp.Or(u.Name, u.Unit, u.ID)
	}
	names := builder.Numbered(ids, titles)
	for i := range units {
		units[i].Name = names[units[i].ID]
	}
	source := ""
	if len(c.Books) == 1 { // of several it is not known which
		source = c.MadeWith()
	}
	for _, u := range units {
		if u.Join != "" && slices.ContainsFunc(units, func(host share.Unit) bool { return hosts(host, u) }) {
			continue
		}
		b := copied(u, source)
		for _, hero := range units {
			if hero.Join != "" && hosts(u, hero) {
				b.Joined = append(b.Joined, copied(hero, source))
			}
		}
		s.Blocks = append(s.Blocks, b)
	}
	return Document{Sheet: s, Report: c}
}

// hosts reports whether a unit, or the other half of its pair, is the one that a
// hero joined.
func hosts(u, hero share.Unit) bool {
	return u.ID != hero.ID && u.Join == "" && (u.ID == hero.Join || slices.Contains(u.With, hero.Join))
}

// copied makes the block of a copy's unit.
func copied(u share.Unit, source string) Block {
	b := Block{
		IDs: append([]string{u.ID}, u.With...), Name: u.Name,
		Models: u.Models, Points: u.Points, Rules: u.Rules, Source: source,
	}
	if u.Kind != "" {
		b.Detail = append(b.Detail, u.Kind)
	}
	if len(u.With) > 0 {
		b.Detail = append(b.Detail, "combined unit")
	}
	stat := func(label, inline string, figure any) {
		switch figure := figure.(type) {
		case nil:
		case float64: // a number of JSON
			b.Stats = append(b.Stats, Stat{label, inline, fmt.Sprintf("%.0f+", figure)})
		case string:
			b.Stats = append(b.Stats, Stat{Label: label, Value: figure})
		}
	}
	stat("Quality", "Q%", u.Quality)
	stat("Defense", "D%", u.Defense)
	stat("Resolve", "", u.Resolve)
	stat("Armour", "", u.Armour)
	if len(u.Weapons) > 0 {
		b.Tables = []Table{copiedWeapons(u.Weapons)}
	}
	for _, some := range u.Some {
		b.note(cmp.Or(some.From, "Some models"), some.Rules...)
	}
	var items []string
	for _, i := range u.Items {
		items = append(items, times(i.Count, i.Name)+inBrackets(i.Rules))
	}
	b.note("Equipment", items...)
	b.note("People", u.People...)
	b.note("Powers", u.Powers...)
	if u.In != "" {
		b.note("Deploys in", u.In)
	}
	return b
}

func inBrackets(rules []string) string {
	if len(rules) == 0 {
		return ""
	}
	return " (" + strings.Join(rules, ", ") + ")"
}

// copiedWeapons is a table of weapons of any game: columns that say nothing of any
// of them are left out.
func copiedWeapons(weapons []share.Weapon) Table {
	figures := []struct {
		name, inline string
		of           func(w share.Weapon) int
	}{
		{"Attacks", "A%", func(w share.Weapon) int { return w.Attacks }},
		{"Damage", "damage %", func(w share.Weapon) int { return w.Damage }},
		{"Fire Effect", "FE %", func(w share.Weapon) int { return w.FireEffect }},
		{"AP", "AP(%)", func(w share.Weapon) int { return w.AP }},
	}
	t := Table{Columns: []Column{{Kind: Count, Inline: "%×"}, {Name: "Weapon", Kind: Words}, {Name: "Range"}}}
	rows := make([][]string, len(weapons))
	for i, w := range weapons {
		reach := ""
		if w.Range > 0 {
			reach = itoa(w.Range) + "″"
		}
		rows[i] = []string{itoa(w.Count), w.Name, reach}
	}
	for _, f := range figures {
		if !slices.ContainsFunc(weapons, func(w share.Weapon) bool { return f.of(w) != 0 }) {
			continue
		}
		t.Columns = append(t.Columns, Column{Name: f.name, Inline: f.inline})
		for i, w := range weapons {
			rows[i] = append(rows[i], itoa(f.of(w)))
		}
	}
	t.Columns = append(t.Columns, Column{Name: "Special", Kind: Words})
	for i, w := range weapons {
		rows[i] = append(rows[i], strings.Join(w.Rules, ", "))
	}
	t.Rows = rows
	return t
}
