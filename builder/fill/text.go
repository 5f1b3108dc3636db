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

// Doc returns the answers as a report, with a section for each. copies is a sentence on how to
// ask for another number of copies of a unit; it follows the line that states the number.
func (all *Answers) Doc(copies string) *report.Doc {
	doc := &report.Doc{}
	for i := range all.Answers {
		answer := &all.Answers[i]
		adds := &report.Table{Columns: []report.Column{{Kind: report.NumberColumn}, {}, {Kind: report.NumberColumn}}}
		for _, add := range answer.AddedUnits {
			adds.Add(fmt.Sprintf("%+d", add.Points), answer.addedText(&add), all.valueText(add.Value))
		}
		for _, up := range answer.AddedOptions {
			adds.Add(fmt.Sprintf("%+d", up.Points), answer.upgradeText(&up), all.valueText(up.Value))
		}
		doc.Add(&report.Doc{
			Title: fmt.Sprintf("%d.", i+1), LeadSentence: all.Headline(i),
			Blocks: []report.Block{adds},
		})
		if answer.army != nil {
			last := doc.Blocks[len(doc.Blocks)-1].(*report.Doc)
			last.Blocks = []report.Block{report.Paragraph(all.detailText(i)), adds}
		}
	}
	if all.UnspentReason != "" {
		doc.Add(report.EmptyLine{}, report.Paragraph(asSentence(all.UnspentReason)))
	}
	if text := all.CopyLimitText(); text != "" {
		doc.Add(report.EmptyLine{}, report.Paragraph(asSentence(text+copies)))
	}
	return doc
}

// asSentence returns a text with a capital letter and a full stop. It must begin with an ASCII
// letter.
func asSentence(text string) string { return strings.ToUpper(text[:1]) + text[1:] + "." }

// Doc returns the steps as a table. names holds the names of units by id.
func (g *Gains) Doc(names map[string]string) *report.Doc {
	doc := &report.Doc{}
	if len(g.Steps) == 0 {
		doc.Add(report.SingleLine("Nothing more can be taken."))
		return doc
	}
	table := &report.Table{Columns: []report.Column{
		{Name: "Step", TerminalOnly: true},
		{Name: "Step", PageOnly: true},
		{Name: "Points", Kind: report.NumberColumn},
		{Name: "Value", Kind: report.NumberColumn},
		{Name: "Per point", Kind: report.NumberColumn},
	}}
	lasting := slices.ContainsFunc(g.Steps, func(s Step) bool { return s.DurabilityGain != nil })
	if lasting {
		table.Columns = append(table.Columns, report.Column{Name: "Lasts", Kind: report.NumberColumn})
	}
	for _, s := range g.Steps {
		per := "-"
		if s.ValuePerPoint != nil {
			per = dice.Format(*s.ValuePerPoint, 3)
		}
		value, longer, beside := dice.FormatSigned(s.Value, 1), "", ""
		if s.DurabilityGain != nil {
			longer = dice.FormatSigned(*s.DurabilityGain, 1)
		}
		if s.UncountedEffects != "" {
			beside = " (not counted: " + s.UncountedEffects + ")"
			if s.Value == 0 && (s.DurabilityGain == nil || *s.DurabilityGain == 0) {
				value, longer = odds.Dash, ""
			}
		}
		cells := []string{s.commandText() + beside, s.Describe(names) + beside, fmt.Sprintf("%+d", s.Points), value, per}
		if lasting {
			cells = append(cells, longer)
		}
		table.Add(cells...)
	}
	doc.Add(report.EmptyLine{}, table)
	return doc
}

// commandText describes the step by ids, as on the command line.
func (s *Step) commandText() string {
	switch {
	case s.NewUnit != "":
		return "add " + s.NewUnit
	case s.Swap != nil:
		return fmt.Sprintf("%s: %s in the place of %s", s.UnitID, s.Swap.NewOption, s.Swap.OldOption)
	}
	return fmt.Sprintf("%s: %s", s.UnitID, s.NewOption)
}

// Describe describes the step with the names of units; names holds them by id.
func (s *Step) Describe(names map[string]string) string {
	switch {
	case s.NewUnit != "":
		return s.Name + ", one more unit"
	case s.Swap != nil:
		text := s.Name + " in place of " + s.LostOption + ", " + names[s.UnitID]
		if s.Points < 0 {
			text += fmt.Sprintf(", frees %d", -s.Points)
		}
		return text
	}
	return s.Name + ", " + names[s.UnitID]
}

// Headline returns a sentence on the answer with index i: its value and points, what it gives up
// against the best one, and whether anything better exists.
func (all *Answers) Headline(i int) string {
	answer := &all.Answers[i]
	text := fmt.Sprintf("%d points", answer.Points)
	if spent := answer.Points - all.roster.Points(); all.hasDamageValues() && all.CurrentValue > 0 {
		text += fmt.Sprintf(": %s %s for %s", percentText(dice.FormatSigned, answer.Value-all.CurrentValue, all.CurrentValue), all.valueMeasureName(),
			finding.CountText(spent, "point"))
	}
	if all.hasDamageValues() {
		text += ", value " + dice.Format(answer.Value, 1)
	}
	if gives := all.Answers[0].Value - answer.Value; i > 0 && gives > minShownValue && all.Objective != VariedArmy {
		text += ", gives up " + percentText(dice.Format, gives, all.Answers[0].Value) + " of the best"
	}
	switch {
	case all.Objective == VariedArmy, answer.army == nil && i > 0: // not a best one, or of Fast and Dirty, which does not say what it leaves out
	case !answer.ProvenBest:
		text += "; none exceeds " + dice.Format(answer.UpperBound, 1)
	case answer.LeftOutUnits == nil:
		text += "; nothing better exists"
	default:
		text += "; nothing better exists without " + strings.Join(answer.leftOutUnitTexts, ", ")
	}
	return text
}

// hasDamageValues reports whether the answers have values in points destroyed.
func (all *Answers) hasDamageValues() bool {
	return all.Objective == Damage || all.Objective == DamageAndDurability
}

// valueMeasureName names the unit in which the answers' values are counted.
func (all *Answers) valueMeasureName() string {
	if all.Objective == DamageAndDurability {
		return "damage until broken"
	}
	return "damage"
}

// percentText returns part as a percentage of whole, with a decimal below two percent. write
// formats a number with decimals.
func percentText(write func(float64, int) string, part, whole float64) string {
	share, decimals := 100*part/whole, 0
	if share < 2 {
		decimals = 1
	}
	return write(share, decimals) + " %"
}

// detailText returns the damage of the answer with index i to each kind of target, or its points by
// role, and the wounds that destroy the list.
func (all *Answers) detailText(i int) string {
	answer := &all.Answers[i]
	var parts []string
	for _, a := range answer.ValueByKind {
		parts = append(parts, dice.Format(a.Value, 1)+" against "+string(a.Kind))
	}
	if all.Objective == VariedArmy {
		for _, role := range builder.PointsByRole(builder.RosterOfGF(answer.army)) {
			parts = append(parts, fmt.Sprintf("%s %d", role.Name, role.Points))
		}
	}
	return strings.Join(append(parts, finding.CountText(answer.TotalWounds, "wound")+" to kill the list"), ", ")
}

// CopyLimitText returns a sentence on the best value with another limit of copies; "" if there is
// none.
func (all *Answers) CopyLimitText() string {
	o := all.OtherCopyLimit
	if o == nil || len(all.Answers) == 0 {
		return ""
	}
	best := all.Answers[0].Value
	if o.MaxCopies > 0 {
		return fmt.Sprintf("with no unit more than once the best is worth %s, %s %% less",
			dice.Format(o.Value, 1), dice.Format(100*(best-o.Value)/best, 0))
	}
	return fmt.Sprintf("with as many copies as the rules allow the best is worth %s: fewer give up %s %% of it",
		dice.Format(o.Value, 1), dice.Format(100*(o.Value-best)/o.Value, 0))
}

// valueText returns the value of a part of an answer as text; "" if points are the objective.
func (all *Answers) valueText(value float64) string {
	if !all.hasDamageValues() || value == 0 {
		return ""
	}
	return dice.FormatSigned(value, 1)
}

// addedText describes an added unit, with the unit that it joins or is combined with.
func (answer *Answer) addedText(add *AddedUnit) string {
	text := add.Name
	chosen := convert.All(add.Upgrades, func(c Choice) string { return optionText(add.book, add.unit, c.Option, c.Count) })
	if chosen != nil {
		text += " with " + strings.Join(chosen, ", ")
	}
	if add.CombineTarget != nil {
		text += ", combined with the one above"
	}
	if join := add.JoinTarget; join != nil && join.ID != "" {
		text += ", joins " + answer.unitNames[join.ID]
	} else if join != nil {
		text += ", joins " + answer.AddedUnits[join.AddedIndex].Name
	}
	return text
}

// upgradeText describes an upgrade of a unit of the list.
func (answer *Answer) upgradeText(up *AddedOption) string {
	if up.text != "" {
		return up.text
	}
	u := answer.army.Unit(up.UnitID)
	return answer.unitNames[up.UnitID] + " takes " + optionText(u.Book, u.BookUnit, up.Option, up.Count)
}

// optionText returns an option's name and the number of times that it is chosen.
func optionText(book *catalog.Book, u *catalog.Unit, id string, n int) string {
	text := id
	if c, ok := book.Option(u, id); ok {
		text = c.Option.Name
	}
	if n > 1 {
		text = fmt.Sprintf("%d × %s", n, text)
	}
	return text
}
