package fill

import (
	"fmt"
	"slices"
	"strings"

	"muster/builder"
	"muster/builder/finding"
	"muster/builder/odds"
	"muster/catalog"
	"muster/convert"
	"muster/report"
	"muster/rules/dice"
)

// Doc returns the answers as a report, a section for each. copies is appended to the line
// about other numbers of copies: a hint on asking for them.
func (all *Answers) Doc(copies string) *report.Doc {
	doc := &report.Doc{}
	for i := range all.Answers {
		answer := &all.Answers[i]
		adds := &report.Table{Columns: []report.Column{{Kind: report.Number}, {}, {Kind: report.Number}}}
		for _, add := range answer.Adds {
			adds.Add(fmt.Sprintf("%+d", add.Points), answer.addedText(&add), all.valueText(add.Value))
		}
		for _, up := range answer.Upgrades {
			adds.Add(fmt.Sprintf("%+d", up.Points), answer.upgradeText(&up), all.valueText(up.Value))
		}
		doc.Add(&report.Doc{
			Title: fmt.Sprintf("%d.", i+1), Lead: all.Headline(i),
			Blocks: []report.Block{adds},
		})
		if answer.army != nil {
			last := doc.Blocks[len(doc.Blocks)-1].(*report.Doc)
			last.Blocks = []report.Block{report.Say(all.detail(i)), adds}
		}
	}
	if all.Why != "" {
		doc.Add(report.Space{}, report.Say(sentence(all.Why)))
	}
	if text := all.CopiesText(); text != "" {
		doc.Add(report.Space{}, report.Say(sentence(text+copies)))
	}
	return doc
}

// sentence returns a text with a capital letter and a stop. It must begin in ASCII.
func sentence(text string) string { return strings.ToUpper(text[:1]) + text[1:] + "." }

// Doc returns the steps as a table. names holds the units' names for pages, by id.
func (g *Gains) Doc(names map[string]string) *report.Doc {
	doc := &report.Doc{}
	if len(g.Steps) == 0 {
		doc.Add(report.Line("Nothing more can be taken."))
		return doc
	}
	table := &report.Table{Columns: []report.Column{
		{Name: "Step", Command: true},
		{Name: "Step", Page: true},
		{Name: "Points", Kind: report.Number},
		{Name: "Value", Kind: report.Number},
		{Name: "Per point", Kind: report.Number},
	}}
	lasting := slices.ContainsFunc(g.Steps, func(s Step) bool { return s.Lasts != nil })
	if lasting {
		table.Columns = append(table.Columns, report.Column{Name: "Lasts", Kind: report.Number})
	}
	for _, s := range g.Steps {
		per := "-"
		if s.PerPoint != nil {
			per = dice.Format(*s.PerPoint, 3)
		}
		value, longer, beside := dice.Signed(s.Value, 1), "", ""
		if s.Lasts != nil {
			longer = dice.Signed(*s.Lasts, 1)
		}
		if s.Uncounted != "" {
			value, longer, beside = odds.Dash, "", " (not counted: "+s.Uncounted+")"
		}
		cells := []string{s.command() + beside, s.Named(names) + beside, fmt.Sprintf("%+d", s.Points), value, per}
		if lasting {
			cells = append(cells, longer)
		}
		table.Add(cells...)
	}
	doc.Add(report.Space{}, table)
	return doc
}

// command describes the step by ids.
func (s *Step) command() string {
	switch {
	case s.Add != "":
		return "add " + s.Add
	case s.Swap != nil:
		return fmt.Sprintf("%s: %s in the place of %s", s.ID, s.Swap.To, s.Swap.From)
	}
	return fmt.Sprintf("%s: %s", s.ID, s.Upgrade)
}

// Named describes the step by names.
func (s *Step) Named(names map[string]string) string {
	switch {
	case s.Add != "":
		return s.Name + ", one more unit"
	case s.Swap != nil:
		text := s.Name + " in place of " + s.Lost + ", " + names[s.ID]
		if s.Points < 0 {
			text += fmt.Sprintf(", frees %d", -s.Points)
		}
		return text
	}
	return s.Name + ", " + names[s.ID]
}

// Headline says what the i-th answer gives for which points, what it gives up against the best, and
// whether anything better exists.
func (all *Answers) Headline(i int) string {
	answer := &all.Answers[i]
	text := fmt.Sprintf("%d points", answer.Points)
	if spent := answer.Points - all.of.Points(); all.valued() && all.Value > 0 {
		text += fmt.Sprintf(": %s %s for %s", percent(dice.Signed, answer.Value-all.Value, all.Value), all.damage(), finding.Count(spent, "point"))
	}
	if all.valued() {
		text += ", value " + dice.Format(answer.Value, 1)
	}
	if gives := all.Answers[0].Value - answer.Value; i > 0 && gives > 0.05 && all.Best != Varied {
		text += ", gives up " + percent(dice.Format, gives, all.Answers[0].Value) + " of the best"
	}
	switch {
	case all.Best == Varied, answer.army == nil && i > 0: // not a best one, or of Fast and Dirty, which does not say what it leaves out
	case !answer.Proven:
		text += "; none exceeds " + dice.Format(answer.Bound, 1)
	case answer.LeavesOut == nil:
		text += "; nothing better exists"
	default:
		text += "; nothing better exists without " + strings.Join(answer.leftOut, ", ")
	}
	return text
}

// valued reports whether answers have a value, in points destroyed.
func (all *Answers) valued() bool { return all.Best == Damage || all.Best == Both }

// damage names what the value counts.
func (all *Answers) damage() string {
	if all.Best == Both {
		return "damage until broken"
	}
	return "damage"
}

// percent writes a part of a whole, with a decimal below two percent.
func percent(write func(float64, int) string, part, whole float64) string {
	share, decimals := 100*part/whole, 0
	if share < 2 {
		decimals = 1
	}
	return write(share, decimals) + " %"
}

// detail returns the i-th answer's damage to each kind of target, or its points by role, and the
// wounds that destroy its list.
func (all *Answers) detail(i int) string {
	answer := &all.Answers[i]
	var parts []string
	for _, a := range answer.Against {
		parts = append(parts, dice.Format(a.Value, 1)+" against "+string(a.Kind))
	}
	if all.Best == Varied {
		for _, role := range builder.PointsByRole(builder.OfArmy(answer.army)) {
			parts = append(parts, fmt.Sprintf("%s %d", role.Name, role.Points))
		}
	}
	return strings.Join(append(parts, finding.Count(answer.Wounds, "wound")+" to kill the list"), ", ")
}

// CopiesText returns the best value with another limit of copies; "" if Other is nil.
func (all *Answers) CopiesText() string {
	o := all.Other
	if o == nil || len(all.Answers) == 0 {
		return ""
	}
	best := all.Answers[0].Value
	if o.Copies > 0 {
		return fmt.Sprintf("with no unit more than once the best is worth %s, %s %% less",
			dice.Format(o.Value, 1), dice.Format(100*(best-o.Value)/best, 0))
	}
	return fmt.Sprintf("with as many copies as the rules allow the best is worth %s: fewer give up %s %% of it",
		dice.Format(o.Value, 1), dice.Format(100*(o.Value-best)/o.Value, 0))
}

// valueText returns the value of a part of an answer; "" if points are the objective.
func (all *Answers) valueText(value float64) string {
	if !all.valued() || value == 0 {
		return ""
	}
	return dice.Signed(value, 1)
}

// addedText describes an added unit, with its partner.
func (answer *Answer) addedText(add *Added) string {
	text := add.Name
	chosen := convert.All(add.Upgrades, func(c Choice) string { return counted(add.book, add.of, c.Option, c.Count) })
	if chosen != nil {
		text += " with " + strings.Join(chosen, ", ")
	}
	if add.Combine != nil {
		text += ", combined with the one above"
	}
	if join := add.Join; join != nil && join.ID != "" {
		text += ", joins " + answer.names[join.ID]
	} else if join != nil {
		text += ", joins " + answer.Adds[join.Added].Name
	}
	return text
}

// upgradeText describes an upgrade with its unit.
func (answer *Answer) upgradeText(up *UpgradedBy) string {
	if up.text != "" {
		return up.text
	}
	u := answer.army.Unit(up.ID)
	return answer.names[up.ID] + " takes " + counted(u.Book, u.Of, up.Option, up.Count)
}

// counted returns an option's name with its number.
func counted(book *catalog.Book, u *catalog.Unit, id string, n int) string {
	text := id
	if c, ok := book.Option(u, id); ok {
		text = c.Option.Name
	}
	if n > 1 {
		text = fmt.Sprintf("%d × %s", n, text)
	}
	return text
}
