package gf

import (
	"slices"

	"muster/catalog"
)

// choose applies an option n times without checking whether it is allowed. Missing equipment is
// not replaced.
func (a *assembly) choose(c catalog.Choice, n int) {
	points := c.Option.CostFor(a.of.ID)
	a.chosen = append(a.chosen, Chosen{Section: c.Section, Option: c.Option, Count: n, CostEach: points})
	a.cost += points * n
	switch s := c.Section; {
	case s.Affects.Word != catalog.All && s.Kind != catalog.ReplaceRule:
		a.chooseForOne(c, n, points)
	case len(s.Targets) == 0:
		a.gain(c.Option, a.models*n, portion{each: n})
	default:
		a.chooseForAll(c, n)
	}
}

// chooseForAll applies an option n times to every model with the section's targets.
func (a *assembly) chooseForAll(c catalog.Choice, n int) {
	s := c.Section
	replaces := s.Kind != catalog.Upgrade && s.Kind != catalog.Attachment
	copies := max(1, a.setsForAll(s)) * n
	bearers := make([]int, 0, 32) // as often as each gets the option
	var parts []int               // models with a part of a set
	for m := range a.models {
		sets, any := a.setsOn(m, s, replaces)
		sets = min(sets, copies-len(bearers))
		if sets == 0 && any {
			parts = append(parts, m)
		}
		for range sets {
			bearers = append(bearers, m)
		}
	}
	whole := len(bearers)
	for i := range copies - whole { // sets that no model has whole
		m := i % a.models
		if len(parts) > 0 {
			m = parts[i%len(parts)]
		}
		bearers = append(bearers, m)
	}
	for _, t := range s.Targets {
		for i := range a.pool {
			if !a.pool[i].matches(t) {
				continue
			}
			for m := range a.models {
				if replaces {
					a.lose(i, m, a.free(i, m))
				} else if has := a.has(i, m); has > 0 {
					a.recordBase(s, i, m, has)
				}
			}
		}
	}
	with := 1 // too many copies of an option are the first model's
	if whole+len(parts) > 0 {
		with = distinct(bearers)
	}
	a.gain(c.Option, copies, portion{each: copies / with, partial: with < a.models, bearers: bearers})
}

// setsForAll counts the sets of targets that a section for all models has left.
func (a *assembly) setsForAll(s *catalog.Section) int {
	if s.Kind == catalog.ReplaceRule {
		most := 0
		for _, t := range s.Targets {
			_, free := a.count(t)
			most = max(most, free/t.Count)
		}
		return most
	}
	all, free := a.sets(s)
	if s.Kind == catalog.Replace {
		return free
	}
	return all
}

// setsOn counts the complete sets of a section's targets that a model has, or can replace. any
// reports whether it has any of the targets.
func (a *assembly) setsOn(model int, s *catalog.Section, replaces bool) (sets int, any bool) {
	for i, t := range s.Targets {
		n, free := a.countOn(model, t)
		if replaces {
			n = free
		}
		any = any || n > 0
		switch n /= t.Count; {
		case i == 0:
			sets = n
		case s.Kind == catalog.ReplaceRule:
			sets = max(sets, n)
		default:
			sets = min(sets, n)
		}
	}
	return sets, any
}

// distinct counts the models among the bearers of an option.
func distinct(bearers []int) int {
	n := 0
	for i, m := range bearers {
		if !slices.Contains(bearers[:i], m) {
			n++
		}
	}
	return n
}

// chooseForOne applies an option n times, each time to the model that pick returns.
func (a *assembly) chooseForOne(c catalog.Choice, n, points int) {
	s := c.Section
	turns, sharing, whole := n, 1, false
	replaces := s.Kind == catalog.Replace
	if s.Affects.Word == catalog.Exactly {
		switch {
		case len(s.Targets) == 0:
			turns *= s.Affects.Count
		case replaces: // "Replace two X" takes one each from two models, who share what comes
			sharing = max(1, s.Affects.Count/s.Targets[0].Count)
			turns *= sharing
		}
	}
	bearers := make([]int, 0, 32)
	for i := range turns {
		m := a.pick(s)
		for _, t := range s.Targets {
			if replaces {
				k, from := i%sharing, need(s, t)
				whole = a.replace(t, from*(k+1)/sharing-from*k/sharing, m) || whole
			} else {
				a.attach(s, t, m)
			}
		}
		bearers = append(bearers, m)
		if a.models > 1 {
			a.turns = append(a.turns, turn{s, m, points})
		}
	}
	if !whole {
		a.gain(c.Option, turns/sharing, portion{each: 1, partial: true, bearers: bearers, sharing: sharing})
		return
	}
	for m := range a.models {
		a.turns = append(a.turns, turn{s, m, points})
	}
	a.gain(c.Option, a.models*n, portion{each: n})
}

// pick returns the model for an option of a section: one with the equipment that the option needs
// or replaces, if possible without another option of the section and with few options.
func (a *assembly) pick(s *catalog.Section) int {
	if a.models == 1 {
		return 0
	}
	lacks := slices.Grow(make([]int, 0, 32), a.models)[:a.models]
	if s.Kind == catalog.Replace {
		wants := make([]want, 0, 8)
		for i := range s.Targets {
			wants = a.appendWants(wants, &s.Targets[i])
		}
		for _, w := range wants {
			a.addMissing(w, lacks)
		}
	}
	best, least := 0, [3]int{}
	for m, lacks := range lacks {
		again, options := 0, 0
		if s.Kind != catalog.Replace {
			for _, t := range s.Targets {
				_, use := a.baseOn(s, t, m)
				lacks += use
			}
		}
		for _, t := range a.turns {
			if t.model == m {
				if options++; t.section == s {
					again = 1
				}
			}
		}
		if w := [3]int{lacks, again, options}; m == 0 || slices.Compare(w[:], least[:]) < 0 {
			best, least = m, w
		}
	}
	return best
}

// A want is the number of a piece that a target takes.
type want struct {
	target *catalog.Target
	piece  int
	n      int
}

// appendWants adds the pieces that a target takes, the oldest first.
func (a *assembly) appendWants(wants []want, t *catalog.Target) []want {
	left, from := t.Count, len(wants)
	for i := range a.pool {
		if left == 0 {
			break
		}
		if !a.pool[i].matches(*t) {
			continue
		}
		n := min(left, a.freeInAll(i))
		left -= n
		like := func(w want) bool { return a.pool[w.piece].alike(&a.pool[i]) }
		if at := slices.IndexFunc(wants[from:], like); at >= 0 {
			wants[from+at].n += n
		} else if n > 0 {
			wants = append(wants, want{t, i, n})
		}
	}
	return wants
}

// addMissing adds to each model's count the number of missing pieces of a want.
func (a *assembly) addMissing(w want, counts []int) {
	missing := slices.Grow(make([]int, 0, 32), a.models)[:a.models]
	for m := range missing {
		missing[m] = w.n
	}
	for i := range a.pool {
		if p := &a.pool[i]; p.matches(*w.target) && p.alike(&a.pool[w.piece]) {
			for m := range missing {
				missing[m] -= a.free(i, m)
			}
		}
	}
	for m, n := range missing {
		counts[m] += max(0, n)
	}
}

// replace removes n pieces of the target from model and, as far as it lacks them, from others.
// whole reports that a rule of all models was removed.
func (a *assembly) replace(t catalog.Target, n, model int) (whole bool) {
	for ; n > 0; n-- {
		next := a.nextPiece(t)
		if next < 0 {
			break
		}
		if p := &a.pool[next]; a.isCommonRule(p) {
			clear(a.held[next*a.models:][:a.models])
			p.count, whole = 0, true
			continue
		}
		own := a.sameTargetPiece(t, next, model)
		if own == next {
			a.lose(next, model, 1)
			continue
		}
		from := 0
		for a.free(next, from) == 0 {
			from++
		}
		if own >= 0 { // the same from here as from there
			a.move(next, from, model)
			a.move(own, model, from)
			from = model
		}
		a.lose(next, from, 1)
	}
	return whole
}

// nextPiece returns the index of the piece that a target takes next, or -1.
func (a *assembly) nextPiece(t catalog.Target) int {
	for i := range a.pool {
		if p := &a.pool[i]; p.matches(t) && (a.isCommonRule(p) || a.freeInAll(i) > 0) {
			return i
		}
	}
	return -1
}

// sameTargetPiece returns the first piece of a target that a model can replace and that is like
// other, or -1.
func (a *assembly) sameTargetPiece(t catalog.Target, other, model int) int {
	for i := range a.pool {
		if p := &a.pool[i]; p.matches(t) && p.alike(&a.pool[other]) && a.free(i, model) > 0 {
			return i
		}
	}
	return -1
}

// lose takes n of a piece from a model, with the piece's parts.
func (a *assembly) lose(piece, model, n int) {
	if n == 0 {
		return
	}
	a.change(piece, model, -n)
	p := &a.pool[piece]
	p.partial = p.partial || a.models > 1
	if a.models == 1 {
		p.each = max(1, p.count)
	}
	a.eachPart(piece, func(part, count int) { a.change(part, model, -min(n*count, a.has(part, model))) })
}

// move gives one of a model's pieces, with its parts, to another model.
func (a *assembly) move(piece, from, to int) {
	a.change(piece, from, -1)
	a.change(piece, to, 1)
	a.eachPart(piece, func(part, count int) {
		n := min(count, a.has(part, from))
		a.change(part, from, -n)
		a.change(part, to, n)
	})
}

// eachPart calls do for each weapon in an item, with its number in the item.
func (a *assembly) eachPart(piece int, do func(part, count int)) {
	if a.pool[piece].item == nil {
		return
	}
	for i := piece + 1; i < len(a.pool) && a.pool[i].within == piece+1; i++ {
		do(i, a.pool[i].weapon.Count)
	}
}

// attach records that a choice in a section builds on a model's pieces of a target.
func (a *assembly) attach(s *catalog.Section, t catalog.Target, model int) {
	piece, _ := a.baseOn(s, t, model)
	if piece < 0 {
		return
	}
	own, _ := a.built(s, piece, model)
	if perPiece(s) {
		own += t.Count
	}
	a.recordBase(s, piece, model, min(max(own, t.Count), a.has(piece, model)))
}

// baseOn returns the piece of a target on which a section builds next, or -1, and a rank: 0 for the
// best. If pieces carry one attachment each, it prefers pieces on which other sections built, else
// the same piece again.
func (a *assembly) baseOn(s *catalog.Section, t catalog.Target, model int) (piece, use int) {
	piece, use = -1, 4
	for i := range a.pool {
		has := a.has(i, model)
		if has == 0 || !a.pool[i].matches(t) {
			continue
		}
		own, most := a.built(s, i, model)
		far := 2
		switch {
		case perPiece(s) && own >= has:
			far = 3
		case own > 0 && !perPiece(s):
			far = 0
		case most > own:
			far = 1
		}
		if far < use {
			piece, use = i, far
		}
	}
	return piece, use
}

// recordBase records that a section builds on n pieces of a model.
func (a *assembly) recordBase(s *catalog.Section, piece, model, n int) {
	for i := range a.bases {
		if b := &a.bases[i]; b.section == s && b.piece == piece && b.model == model {
			b.count = max(b.count, n)
			return
		}
	}
	a.bases = append(a.bases, base{s, piece, model, n})
}
