package gf

import (
	"fmt"

	"muster/catalog"
)

// piecesPerChoice returns the number of pieces that one choice of a section replaces or upgrades
// for one of the section's targets.
func piecesPerChoice(s *catalog.Section, t catalog.Target) int {
	if s.ModelQuantity.Kind == catalog.ExactQuantity && s.Kind == catalog.Replace {
		return max(t.Count, s.ModelQuantity.Count)
	}
	return t.Count
}

// countGearSets returns the number of complete sets of a section's targets (the equipment that it
// names) in the unit, and the number of sets that can be replaced.
func (a *assembly) countGearSets(s *catalog.Section) (all, free int) {
	for i, t := range s.TargetGear {
		hasAll, hasFree := a.countPieces(t)
		n := piecesPerChoice(s, t)
		if i == 0 {
			all, free = hasAll/n, hasFree/n
			continue
		}
		all, free = min(all, hasAll/n), min(free, hasFree/n)
	}
	return all, free
}

// choiceMaxima holds the maximum numbers of choices in a section.
type choiceMaxima struct {
	perSection int // maximum of all choices in the section
	perOption  int // maximum of choices of each option
}

const unlimitedChoices = 1 << 30

// choiceMaximaOf returns a section's limits by the upgrade table (docs/rules-notes.md, Upgrades).
func (a *assembly) choiceMaximaOf(s *catalog.Section) choiceMaxima {
	affects, choose := s.ModelQuantity, s.OptionQuantity
	switch {
	case s.Kind == catalog.ReplaceRule:
		return choiceMaxima{1, 1}
	case s.Kind == catalog.Replace:
		switch {
		case choose.Kind == catalog.AnyQuantity && affects.Kind != catalog.AllQuantity:
			return choiceMaxima{a.modelCount, a.modelCount} // any model may replace …
		case affects.Kind == catalog.AnyQuantity:
			return choiceMaxima{unlimitedChoices, unlimitedChoices}
		case affects.Kind == catalog.UpToQuantity:
			return choiceMaxima{affects.Count, affects.Count}
		case choose.Kind == catalog.UpToQuantity && affects.Kind != catalog.AllQuantity:
			return choiceMaxima{choose.Count, choose.Count}
		}
		return choiceMaxima{1, 1}
	case allowsOnePerPiece(s):
		n, _ := a.countGearSets(s)
		return choiceMaxima{n, n}
	case affects.Kind == catalog.AnyQuantity:
		return choiceMaxima{a.modelCount, a.modelCount}
	case affects.Kind == catalog.UpToQuantity:
		return choiceMaxima{affects.Count, affects.Count}
	case choose.Kind == catalog.ExactQuantity:
		return choiceMaxima{choose.Count, 1}
	case choose.Kind == catalog.UpToQuantity && affects.Kind == catalog.UnstatedQuantity:
		return choiceMaxima{choose.Count, choose.Count}
	case choose.Kind == catalog.UpToQuantity:
		return choiceMaxima{choose.Count, 1}
	}
	return choiceMaxima{unlimitedChoices, 1}
}

// allowsOnePerPiece reports whether a section allows one choice, of any option, for each piece of
// equipment that it attaches options to.
func allowsOnePerPiece(s *catalog.Section) bool {
	return len(s.TargetGear) > 0 && (s.Kind == catalog.Upgrade || s.Kind == catalog.Attachment) &&
		(s.ModelQuantity.Kind == catalog.AnyQuantity || s.Kind == catalog.Attachment && s.OptionQuantity.Kind == catalog.AnyQuantity)
}

// countChoicesMade returns the number of choices made in a section, and the number of choices of
// one of its options.
func (a *assembly) countChoicesMade(c catalog.Choice) (section, option int) {
	for i := range a.chosenOptions {
		if u := &a.chosenOptions[i]; u.Section == c.Section {
			section += u.Count
			if u.Option == c.Option {
				option += u.Count
			}
		}
	}
	return section, option
}

// choicesLeft is the number of further choices that are allowed, with the limit that permits no
// more than these.
type choicesLeft struct {
	count     int          // further choices; negative if there are too many already
	limitedBy choiceLimit  // the limit that permits no more choices
	maxima    choiceMaxima // the section's limits
}

// A choiceLimit is the kind of limit that prevents another choice of an option.
type choiceLimit uint8

const (
	sectionLimit choiceLimit = iota // no choices left in the section
	optionLimit                     // no choices left of the option
	targetLimit                     // no equipment is left that can be replaced or upgraded
)

// code returns the stable code of the finding for one choice too many.
func (b choiceLimit) code() string {
	if b == targetLimit {
		return "upgrade/unavailable"
	}
	return "upgrade/limit"
}

// choicesLeftIn returns the number of further choices that a section allows, of all its options
// together; it is negative if there are too many.
func (a *assembly) choicesLeftIn(s *catalog.Section) choicesLeft {
	l := a.choiceMaximaOf(s)
	section, _ := a.countChoicesMade(catalog.Choice{Section: s})
	r := choicesLeft{count: l.perSection - section, maxima: l}
	if len(s.TargetGear) > 0 {
		all, there := a.countGearSets(s)
		if s.Kind != catalog.Replace && s.Kind != catalog.ReplaceRule {
			if there = all; there > 0 {
				there = unlimitedChoices // building on a piece does not use it up
			}
		}
		if there < r.count || there == 0 && section == 0 {
			r.count, r.limitedBy = there, targetLimit
		}
	}
	return r
}

// choicesLeftFor returns the number of further choices of an option, at least 0.
func (a *assembly) choicesLeftFor(c catalog.Choice) choicesLeft {
	r := a.choicesLeftIn(c.Section)
	_, option := a.countChoicesMade(c)
	if own := r.maxima.perOption - option; own < r.count {
		r.count, r.limitedBy = own, optionLimit
	}
	r.count = max(0, r.count)
	return r
}

// limitText states the limit that prevents another choice of an option.
func (a *assembly) limitText(c catalog.Choice, r choicesLeft) string {
	s := c.Section
	switch r.limitedBy {
	case sectionLimit:
		return fmt.Sprintf("%q allows %s in all", s.Label, choiceCountText(r.maxima.perSection))
	case optionLimit:
		return fmt.Sprintf("%q allows %q %s", s.Label, c.Option.Name, timesText(r.maxima.perOption))
	}
	for _, t := range s.TargetGear {
		all, free := a.countPieces(t)
		n := piecesPerChoice(s, t)
		if free >= n {
			continue
		}
		if all >= n {
			return fmt.Sprintf("%q needs %s without an attachment or upgrade, and each that is left carries one",
				s.Label, t)
		}
		return fmt.Sprintf("%q needs %s, and the unit has none left; an earlier upgrade replaced it, or another one must give it first", s.Label, t)
	}
	return fmt.Sprintf("%q needs %s, and the unit has too few left", s.Label, s.TargetGear[0])
}

func choiceCountText(n int) string {
	if n == 1 {
		return "one choice"
	}
	return fmt.Sprintf("%d choices", n)
}
