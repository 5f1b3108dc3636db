package export

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"muster/builder"
	"muster/builder/finding"
	"muster/builder/table"
	"muster/report"
	"muster/rules"
	"muster/share"
)

// CopyDocument returns the document of a copied list, for readers without its army books: units
// with their equipment, and the rules that the copy or the game explains.
func CopyDocument(c *share.ListCopy) Document {
	name := c.System
	game, err := rules.Load(c.System)
	if err == nil {
		name = strings.TrimSpace(game.Name + " " + game.Edition)
	}
	s := Sheet{
		Name: cmp.Or(c.Name, "A list"), Game: name, Points: c.Points, Limit: c.PointsLimit,
		Notes:  "A copy, as its sender saw it.",
		Credit: "printed with muster",
	}
	full := fullCopy(c, game)
	if len(c.Books) > 0 {
		s.SenderBooks = c.BookNames()
		if c.Rules == nil && full == nil {
			s.Notes += " The texts of its rules stand in the army book."
		}
	}
	for _, f := range c.Findings {
		if f.Severity == finding.Error {
			s.Problems = append(s.Problems, f.Message)
		}
	}
	if full != nil {
		sheet := sheetOf(full)
		sheet.Name, sheet.Points, sheet.Limit = s.Name, s.Points, s.Limit
		sheet.SenderBooks, sheet.Notes, sheet.Problems = s.SenderBooks, s.Notes, s.Problems
		return Document{Sheet: sheet, Report: c}
	}
	s.addCopiedUnits(c, game)
	return Document{Sheet: s, Report: c}
}

// fullCopy returns the copied list as the game makes it from units that are written out in the
// copy; nil for copies without them.
func fullCopy(c *share.ListCopy, game *rules.System) builder.Roster {
	if game == nil || c.FullList == "" {
		return nil
	}
	roster, _, err := c.AsRoster(game)
	if err != nil {
		return nil
	}
	return roster
}

// addCopiedUnits adds the units of a copied list, as far as their reports describe them, and
// explanations of their rules.
func (s *Sheet) addCopiedUnits(c *share.ListCopy, game *rules.System) {
	units := c.UnitCopies()
	ids, titles := make([]string, len(units)), make([]string, len(units))
	for i, u := range units {
		ids[i], titles[i] = u.ID, cmp.Or(u.Name, u.BookUnitID, u.ID)
	}
	names := table.NumberedNames(ids, titles)
	for i := range units {
		units[i].Name = names[units[i].ID]
	}
	for i := range units {
		units[i].InTransport = cmp.Or(names[units[i].InTransport], units[i].InTransport)
	}
	terms, onTable := copyTermFinder{listCopy: c, game: game, units: units}, copiedOnTable(c, game)
	source := ""
	if len(c.Books) == 1 { // of several it is not known which
		source = c.BookNames()
	}
	for _, u := range units {
		if u.JoinTo != "" && slices.ContainsFunc(units, func(host share.UnitCopy) bool { return isHostOf(host, u) }) {
			continue
		}
		b := copiedUnit(u, onTable[u.ID], source)
		for _, hero := range units {
			if hero.JoinTo != "" && isHostOf(u, hero) {
				b.JoinedHeroes = append(b.JoinedHeroes, copiedUnit(hero, onTable[hero.ID], source))
			}
		}
		s.Blocks = append(s.Blocks, blockOf(b, terms.terms))
	}
	if all := terms.terms(""); len(all) > 0 {
		s.Reference = []table.Section{{Title: "Rules in this list", Entries: all}}
	}
}

// isHostOf reports whether the hero joined the unit u or the other half of its combined unit.
func isHostOf(u, hero share.UnitCopy) bool {
	return u.ID != hero.ID && u.JoinTo == "" && (u.ID == hero.JoinTo || slices.Contains(u.OtherHalves, hero.JoinTo))
}

// copiedOnTable returns the units of a copied list as the game makes them, by id; none for a game
// that cannot make them from a copy.
func copiedOnTable(c *share.ListCopy, game *rules.System) map[string]*table.Unit {
	all := map[string]*table.Unit{}
	if game == nil || !game.HasArmyBooks() {
		return all
	}
	list, _, err := c.AsRoster(game)
	if err != nil {
		return all
	}
	units := list.UnitsOnTable()
	for i := range units {
		all[units[i].ID] = &units[i]
		for j := range units[i].JoinedHeroes {
			all[units[i].JoinedHeroes[j].ID] = &units[i].JoinedHeroes[j]
		}
	}
	return all
}

// copiedUnit converts a unit of a copied list to the form that sheets print; onTable has its profile
// and weapons as the game makes them, or is nil. source is the name of its army book.
func copiedUnit(u share.UnitCopy, onTable *table.Unit, source string) table.Unit {
	b := table.Unit{
		ID: u.ID, IDs: append([]string{u.ID}, u.OtherHalves...), Title: u.Name,
		Models: u.Models, Points: u.Points, Rules: u.Rules, BookName: source,
	}
	if u.Kind != "" {
		b.KindAndTraits = append(b.KindAndTraits, u.Kind)
	}
	if len(u.OtherHalves) > 0 {
		b.KindAndTraits = append(b.KindAndTraits, "combined unit")
	}
	b.Weapons = copiedWeapons(u)
	stat := func(label, inline string, figure any) {
		switch figure := figure.(type) {
		case int:
			if figure > 0 { // of a game that has it
				b.Stats = append(b.Stats, table.Stat{Label: label, InlineFormat: inline, Value: fmt.Sprintf("%d+", figure)})
			}
		case float64: // a number of JSON
			b.Stats = append(b.Stats, table.Stat{Label: label, InlineFormat: inline, Value: fmt.Sprintf("%.0f+", figure)})
		case string:
			b.Stats = append(b.Stats, table.Stat{Label: label, Value: figure})
		case map[string]any: // a vehicle's sides
			for _, side := range []string{"front", "side", "rear"} {
				b.Stats = append(b.Stats, table.Stat{Label: report.Capitalize(side), Value: fmt.Sprint(figure[side])})
			}
		}
	}
	if onTable != nil {
		b.Stats, b.Weapons = onTable.Stats, onTable.Weapons
	} else {
		stat("Quality", "Q%", u.Quality)
		stat("Defense", "D%", u.Defense)
		stat("Resolve", "", u.Resolve)
		stat("Armour", "", u.Armour)
	}
	for _, some := range u.PartialRules {
		b.AddNote(cmp.Or(some.Source, "Some models"), some.Rules...)
	}
	var items []string
	for _, i := range u.Items {
		items = append(items, table.NameWithCount(i.Count, i.Name)+inBrackets(i.Rules))
	}
	b.AddNote("Equipment", items...)
	if u.XP > 0 {
		b.AddNote("Experience", fmt.Sprintf("%d (%s)", u.XP, finding.CountText(u.ExperiencePoints, "point")))
	}
	b.AddNote("Traits", u.Traits...)
	b.AddNote("Injuries", u.Injuries...)
	b.AddNote("People", u.People...)
	b.AddNote("Powers", u.Powers...)
	if u.InTransport != "" {
		b.AddNote("Deploys in", u.InTransport)
	}
	return b
}

func inBrackets(rules []string) string {
	if len(rules) == 0 {
		return ""
	}
	return " (" + strings.Join(rules, ", ") + ")"
}

// copiedWeapons returns the weapons of a copied unit. It leaves out the columns that are empty for
// all of them.
func copiedWeapons(u share.UnitCopy) []table.Weapon {
	all := make([]table.Weapon, len(u.Weapons))
	for i, w := range u.Weapons {
		reach := ""
		switch {
		case w.Range > 0 && u.Kind != "": // of a game with bands of range
			reach = fmt.Sprintf("%d/%d/%d″", w.Range, 2*w.Range, 3*w.Range)
		case w.Range > 0:
			reach = itoa(w.Range) + "″"
		}
		all[i] = table.Weapon{
			Count: w.Count, Name: w.Name, Profile: []table.Stat{{Label: "Range", Value: reach}},
			Special: w.Rules, SpecialHeading: "Special",
		}
	}
	for _, f := range []struct {
		name, inline string
		of           func(w share.Weapon) int
	}{
		{"Attacks", "A%", func(w share.Weapon) int { return w.Attacks }},
		{"Damage", "damage %", func(w share.Weapon) int { return w.Damage }},
		{"Fire Effect", "FE %", func(w share.Weapon) int { return w.FireEffect }},
		{"AP", "AP(%)", func(w share.Weapon) int { return w.AP }},
	} {
		if !slices.ContainsFunc(u.Weapons, func(w share.Weapon) bool { return f.of(w) != 0 }) {
			continue
		}
		for i, w := range u.Weapons {
			all[i].Profile = append(all[i].Profile, table.Stat{Label: f.name, InlineFormat: f.inline, Value: itoa(f.of(w))})
		}
	}
	return all
}

// copyTermFinder finds explanations of the rules of copied units: in the texts of the copy, and in
// the rules of its game.
type copyTermFinder struct {
	listCopy *share.ListCopy
	game     *rules.System // nil for an unknown game
	units    []share.UnitCopy
}

// terms returns explanations of the rules of the unit with an id; for "", of the rules of all units
// and of all other rules in the copy.
func (t *copyTermFinder) terms(id string) (all []table.Entry) {
	seen := map[string]bool{}
	add := func(name, text string) {
		if key := rules.NameKey(rules.ParseUse(name).Name); text != "" && !seen[key] {
			seen[key] = true
			all = append(all, table.Entry{Name: name, Text: text})
		}
	}
	for i := range t.units {
		if u := &t.units[i]; id == "" || id == u.ID {
			for _, use := range u.AllRules() {
				name := rules.ParseUse(use).Name
				text := t.listCopy.RuleText(name)
				if text == "" && t.game != nil {
					if rule := t.game.Set().Find(name); rule != nil {
						text = rule.Summary
					}
				}
				add(name, text)
			}
		}
	}
	if id == "" {
		for _, r := range t.listCopy.Rules {
			add(r.Name, r.Text)
		}
	}
	slices.SortStableFunc(all, func(a, b table.Entry) int { return strings.Compare(a.Name, b.Name) })
	return all
}
