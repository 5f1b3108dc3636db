package gf

import (
	"fmt"

	"muster/catalog"
)

// need returns the number of pieces of a target that one choice of a section uses.
func need(s *catalog.Section, t catalog.Target) int {
	if s.Affects.Word == catalog.Exactly && s.Kind == catalog.Replace {
		return max(t.Count, s.Affects.Count)
	}
	return t.Count
}

// sets counts the complete sets of a section's targets that exist, and those that can be replaced.
func (a *assembly) sets(s *catalog.Section) (all, free int) {
	for i, t := range s.Targets {
		hasAll, hasFree := a.count(t)
		n := need(s, t)
		if i == 0 {
			all, free = hasAll/n, hasFree/n
			continue
		}
		all, free = min(all, hasAll/n), min(free, hasFree/n)
	}
	return all, free
}

// limits holds how often a section's options can be chosen.
type limits struct {
	total int // limit of all choices in the section
	each  int // limit of choices of each option
}

const unlimited = 1 << 30

// limitsOf returns a section's limits by the upgrade table (docs/rules-notes.md, Upgrades).
func (a *assembly) limitsOf(s *catalog.Section) limits {
	affects, choose := s.Affects, s.Select
	switch {
	case s.Kind == catalog.ReplaceRule:
		return limits{1, 1}
	case s.Kind == catalog.Replace:
		switch {
		case choose.Word == catalog.Any && affects.Word != catalog.All:
			return limits{a.models, a.models} // any model may replace …
		case affects.Word == catalog.Any:
			return limits{unlimited, unlimited}
		case affects.Word == catalog.UpTo:
			return limits{affects.Count, affects.Count}
		case choose.Word == catalog.UpTo && affects.Word != catalog.All:
			return limits{choose.Count, choose.Count}
		}
		return limits{1, 1}
	case perPiece(s):
		n, _ := a.sets(s)
		return limits{n, n}
	case affects.Word == catalog.Any:
		return limits{a.models, a.models}
	case affects.Word == catalog.UpTo:
		return limits{affects.Count, affects.Count}
	case choose.Word == catalog.Exactly:
		return limits{choose.Count, 1}
	case choose.Word == catalog.UpTo && affects.Word == catalog.Unsaid:
		return limits{choose.Count, choose.Count}
	case choose.Word == catalog.UpTo:
		return limits{choose.Count, 1}
	}
	return limits{unlimited, 1}
}

// perPiece reports whether a section allows one choice, of any option, for each piece that it
// builds on.
func perPiece(s *catalog.Section) bool {
	return len(s.Targets) > 0 && (s.Kind == catalog.Upgrade || s.Kind == catalog.Attachment) &&
		(s.Affects.Word == catalog.Any || s.Kind == catalog.Attachment && s.Select.Word == catalog.Any)
}

// uses counts the choices made in a section, and those of one of its options.
func (a *assembly) uses(c catalog.Choice) (section, option int) {
	for i := range a.chosen {
		if u := &a.chosen[i]; u.Section == c.Section {
			section += u.Count
			if u.Option == c.Option {
				option += u.Count
			}
		}
	}
	return section, option
}

// room is the number of further choices of an option.
type room struct {
	count  int
	bound  bound  // the limit that bound it
	limits limits // of the section
}

// A bound is the limit that prevents another choice of an option.
type bound uint8

const (
	bySection bound = iota // no choices left in the section
	byOption               // no choices left of the option
	byTargets              // nothing is left to replace or to build on
)

// code returns the stable code of the finding for one choice too many.
func (b bound) code() string {
	if b == byTargets {
		return "upgrade/unavailable"
	}
	return "upgrade/limit"
}

// roomIn returns how many more choices a section allows, of any option; negative if there are too
// many.
func (a *assembly) roomIn(s *catalog.Section) room {
	l := a.limitsOf(s)
	section, _ := a.uses(catalog.Choice{Section: s})
	r := room{count: l.total - section, limits: l}
	if len(s.Targets) > 0 {
		all, there := a.sets(s)
		if s.Kind != catalog.Replace && s.Kind != catalog.ReplaceRule {
			if there = all; there > 0 {
				there = unlimited // building on a piece does not use it up
			}
		}
		if there < r.count || there == 0 && section == 0 {
			r.count, r.bound = there, byTargets
		}
	}
	return r
}

// roomFor returns how often an option can still be chosen.
func (a *assembly) roomFor(c catalog.Choice) room {
	r := a.roomIn(c.Section)
	_, option := a.uses(c)
	if own := r.limits.each - option; own < r.count {
		r.count, r.bound = own, byOption
	}
	r.count = max(0, r.count)
	return r
}

// limitText names the limit that prevents another choice of an option.
func (a *assembly) limitText(c catalog.Choice, r room) string {
	s := c.Section
	switch r.bound {
	case bySection:
		return fmt.Sprintf("%q allows %s in all", s.Label, times(r.limits.total))
	case byOption:
		return fmt.Sprintf("%q allows %q %s", s.Label, c.Option.Name, howOften(r.limits.each))
	}
	for _, t := range s.Targets {
		all, free := a.count(t)
		n := need(s, t)
		if free >= n {
			continue
		}
		if all >= n {
			return fmt.Sprintf("%q needs %s without an attachment or upgrade, and each that is left carries one",
				s.Label, t)
		}
		return fmt.Sprintf("%q needs %s, and the unit has none left; an earlier upgrade replaced it, or another one must give it first", s.Label, t)
	}
	return fmt.Sprintf("%q needs %s, and the unit has too few left", s.Label, s.Targets[0])
}

func times(n int) string {
	if n == 1 {
		return "one choice"
	}
	return fmt.Sprintf("%d choices", n)
}
