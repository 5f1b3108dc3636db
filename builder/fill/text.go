package fill

import (
	"fmt"
	"strings"

	"muster/builder/finding"
	"muster/catalog"
	"muster/rules/dice"
)

// Headline says what the i-th answer comes to, and what it gives up.
func (all *Answers) Headline(i int) string {
	answer := &all.Answers[i]
	text := fmt.Sprintf("%d points", answer.Points)
	if all.Best == Damage {
		text += fmt.Sprintf(", value %s (%s)", dice.Format(answer.Value, 1), dice.Signed(answer.Value-all.Value, 1))
	}
	if gives := all.Answers[0].Value - answer.Value; i > 0 && gives > 0.05 {
		text += ", " + dice.Format(gives, 1) + " less than the best"
	}
	switch {
	case !answer.Proven:
		text += "; none exceeds " + dice.Format(answer.Bound, 1)
	case answer.LeavesOut == nil:
		text += "; proven best"
	default:
		text += "; proven best without " + strings.Join(answer.leftOut, ", ")
	}
	return text
}

// Detail says what the i-th answer destroys of each kind of target, and how much it
// takes to destroy the list.
func (all *Answers) Detail(i int) string {
	answer := &all.Answers[i]
	var parts []string
	for _, a := range answer.Against {
		parts = append(parts, dice.Format(a.Value, 1)+" against "+string(a.Kind))
	}
	return strings.Join(append(parts, finding.Count(answer.Wounds, "wound")+" to kill the list"), ", ")
}

// CopiesText says what the best would be worth with other copies; "" if nothing is
// known of that.
func (all *Answers) CopiesText() string {
	o := all.Other
	if o == nil || len(all.Answers) == 0 {
		return ""
	}
	best := all.Answers[0].Value
	if o.Copies > 0 {
		return fmt.Sprintf("with no unit more than once the best is worth %s, %s %% less", dice.Format(o.Value, 1), dice.Format(100*(best-o.Value)/best, 0))
	}
	return fmt.Sprintf("with as many copies as the rules allow the best is worth %s: fewer give up %s %% of it", dice.Format(o.Value, 1), dice.Format(100*(o.Value-best)/o.Value, 0))
}

// ValueText writes what a part of an answer is worth; "" where value is not asked.
func (all *Answers) ValueText(value float64) string {
	if all.Best == Spend || value == 0 {
		return ""
	}
	return dice.Signed(value, 1)
}

// AddedText says what is added, and with whom it fights.
func (answer *Answer) AddedText(add *Added) string {
	text := add.Name
	var chosen []string
	for _, c := range add.Upgrades {
		chosen = append(chosen, counted(add.book, add.of, c.Option, c.Count))
	}
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

// UpgradeText says which unit takes what.
func (answer *Answer) UpgradeText(up *UpgradedBy) string {
	u := answer.army.Unit(up.ID)
	return answer.names[up.ID] + " takes " + counted(u.Book, u.Of, up.Option, up.Count)
}

// counted is an option of a unit, and how often it is taken.
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
