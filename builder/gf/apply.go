package gf

import (
	"fmt"
	"strings"

	"muster/builder/finding"
	"muster/catalog"
	"muster/schema"
)

// applyEntry applies the upgrades of the list's entry with an index to its unit, in order, and
// returns findings for forbidden ones. Forbidden upgrades still count in the cost, so that totals
// match the file.
func (a *assembly) applyEntry(l *List, index int) (wrong []finding.Finding) {
	a.chosenOptions = emptySlice(&a.memory.chosenOptions, len(l.Units[index].Upgrades))
	for i, choice := range l.Units[index].Upgrades {
		c, ok := a.book.Option(a.bookUnit, choice.Option)
		if !ok {
			wrong = append(wrong,
				l.errorAt(index, CodeUnknownUpgrade, a.book.Name, a.unknownOptionText(choice.Option), "upgrades", i))
			continue
		}
		if r := a.choicesLeftFor(c); choice.Count > r.count {
			wrong = append(wrong,
				l.errorAt(index, r.limitedBy.code(), a.book.Name, a.excessText(c, choice.Count, r), "upgrades", i))
		}
		a.chooseOption(c, choice.Count)
	}
	return wrong
}

// refusalText says why an option cannot be chosen, or how often it still can.
func (a *assembly) refusalText(c catalog.Choice, r choicesLeft) string {
	if r.count == 0 {
		return fmt.Sprintf("%q cannot be chosen here: %s", c.Option.Name, a.limitText(c, r))
	}
	return fmt.Sprintf("%q can be chosen only %s more: %s", c.Option.Name, timesText(r.count), a.limitText(c, r))
}

// unknownOptionText says that the unit has no option with an id, and lists its options.
func (a *assembly) unknownOptionText(id string) string {
	ids := a.book.OptionIDs(a.bookUnit)
	text := fmt.Sprintf("`%s` is no upgrade of %s", id, a.bookUnit.Name)
	if near := schema.DidYouMean(id, ids); near != "" {
		return text + near
	}
	const most = 8 // that a sentence can take
	switch n := len(ids); {
	case n == 0:
		return text + ", which has none to choose from"
	case n > most:
		return fmt.Sprintf("%s; choose one of its %d upgrades, or none", text, n)
	}
	return text + "; choose one of " + strings.Join(ids, ", ") + ", or none"
}

// excessText says that an option is chosen count times and how often it may be.
func (a *assembly) excessText(c catalog.Choice, count int, r choicesLeft) string {
	if r.count == 0 {
		return fmt.Sprintf("%q cannot be chosen here: %s; remove it", c.Option.Name, a.limitText(c, r))
	}
	return fmt.Sprintf("%q is chosen %d times where only %d can be: %s; drop %d", c.Option.Name, count, r.count,
		a.limitText(c, r), count-r.count)
}
