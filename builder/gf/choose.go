package gf

import (
	"slices"

	"muster/catalog"
)

// choose applies an option n times without checking whether it is allowed. Equipment that the
// option replaces and the unit lacks is ignored.
func (a *assembly) choose(c catalog.Choice, n int) {
	points := c.Option.CostFor(a.bookUnit.ID)
	a.chosen = append(a.chosen, ChosenOption{Section: c.Section, Option: c.Option, Count: n, CostPerChoice: points})
	a.cost += points * n
	switch s := c.Section; {
	case s.ModelQuantity.Kind != catalog.All && s.Kind != catalog.ReplaceRule:
		a.chooseForOne(c, n, points)
	case len(s.Targets) == 0:
		a.addGains(c.Option, a.modelCount*n, portion{perModel: n})
	default:
		a.chooseForAll(c, n)
	}
}

// chooseForAll applies an option n times to every model that has the equipment that the option's
// section names.
func (a *assembly) chooseForAll(c catalog.Choice, n int) {
	s := c.Section
	replaces := s.Kind != catalog.Upgrade && s.Kind != catalog.Attachment
	copies := max(1, a.targetSetsForAll(s)) * n
	bearers := make([]int, 0, 32) // as often as each gets the option
	var parts []int               // models with a part of a set
	for m := range a.modelCount {
		sets, any := a.targetSetsOn(m, s, replaces)
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
		m := i % a.modelCount
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
			for m := range a.modelCount {
				if replaces {
					a.takeFrom(i, m, a.replaceableCount(i, m))
				} else if has := a.heldBy(i, m); has > 0 {
					a.recordAttachment(s, i, m, has)
				}
			}
		}
	}
	with := 1 // too many copies of an option are the first model's
	if whole+len(parts) > 0 {
		with = countDistinct(bearers)
	}
	a.addGains(c.Option, copies, portion{perModel: copies / with, ofSomeModels: with < a.modelCount, bearers: bearers})
}

// targetSetsForAll returns how often a section for all models can still be chosen: the number of
// complete sets of the equipment that it names.
func (a *assembly) targetSetsForAll(s *catalog.Section) int {
	if s.Kind == catalog.ReplaceRule {
		most := 0
		for _, t := range s.Targets {
			_, free := a.countPieces(t)
			most = max(most, free/t.Count)
		}
		return most
	}
	all, free := a.countTargetSets(s)
	if s.Kind == catalog.Replace {
		return free
	}
	return all
}

// targetSetsOn returns the number of complete sets of a section's targets (the equipment that it
// names) on a model or, if the section replaces them, of sets that can still be replaced. any
// reports whether the model has any of the targets.
func (a *assembly) targetSetsOn(model int, s *catalog.Section, replaces bool) (sets int, any bool) {
	for i, t := range s.Targets {
		n, free := a.countOnModel(model, t)
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

// countDistinct returns the number of different models among the bearers of an option.
func countDistinct(bearers []int) int {
	n := 0
	for i, m := range bearers {
		if !slices.Contains(bearers[:i], m) {
			n++
		}
	}
	return n
}

// chooseForOne applies an option n times, each time to the model that pickModel returns.
func (a *assembly) chooseForOne(c catalog.Choice, n, points int) {
	s := c.Section
	turns, sharing, whole := n, 1, false
	replaces := s.Kind == catalog.Replace
	if s.ModelQuantity.Kind == catalog.Exactly {
		switch {
		case len(s.Targets) == 0:
			turns *= s.ModelQuantity.Count
		case replaces: // "Replace two X" takes one each from two models, who share what comes
			sharing = max(1, s.ModelQuantity.Count/s.Targets[0].Count)
			turns *= sharing
		}
	}
	bearers := make([]int, 0, 32)
	for i := range turns {
		m := a.pickModel(s)
		for _, t := range s.Targets {
			if replaces {
				k, from := i%sharing, piecesPerChoice(s, t)
				whole = a.replace(t, from*(k+1)/sharing-from*k/sharing, m) || whole
			} else {
				a.attach(s, t, m)
			}
		}
		bearers = append(bearers, m)
		if a.modelCount > 1 {
			a.modelChoices = append(a.modelChoices, modelChoice{s, m, points})
		}
	}
	if !whole {
		a.addGains(c.Option, turns/sharing, portion{perModel: 1, ofSomeModels: true, bearers: bearers, bearersPerPiece: sharing})
		return
	}
	for m := range a.modelCount {
		a.modelChoices = append(a.modelChoices, modelChoice{s, m, points})
	}
	a.addGains(c.Option, a.modelCount*n, portion{perModel: n})
}

// pickModel returns the model that an option of a section changes: one with the equipment that the
// option needs or replaces. It prefers models without another option of the section, then models
// with few options.
func (a *assembly) pickModel(s *catalog.Section) int {
	if a.modelCount == 1 {
		return 0
	}
	lacks := slices.Grow(make([]int, 0, 32), a.modelCount)[:a.modelCount]
	if s.Kind == catalog.Replace {
		wants := make([]takenPieces, 0, 8)
		for i := range s.Targets {
			wants = a.appendTaken(wants, &s.Targets[i])
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
				_, use := a.pieceToBuildOn(s, t, m)
				lacks += use
			}
		}
		for _, t := range a.modelChoices {
			if t.modelIndex == m {
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

// takenPieces is a number of equal pieces of the pool that a target, the equipment named by a
// section, stands for.
type takenPieces struct {
	target     *catalog.Target
	pieceIndex int
	count      int
}

// appendTaken appends the pieces of the pool that a choice replaces for a target of its section,
// the oldest first.
func (a *assembly) appendTaken(wants []takenPieces, t *catalog.Target) []takenPieces {
	left, from := t.Count, len(wants)
	for i := range a.pool {
		if left == 0 {
			break
		}
		if !a.pool[i].matches(*t) {
			continue
		}
		n := min(left, a.replaceableTotal(i))
		left -= n
		like := func(w takenPieces) bool { return a.pool[w.pieceIndex].alike(&a.pool[i]) }
		if at := slices.IndexFunc(wants[from:], like); at >= 0 {
			wants[from+at].count += n
		} else if n > 0 {
			wants = append(wants, takenPieces{t, i, n})
		}
	}
	return wants
}

// addMissing adds to each model's count the number of pieces in w that the model lacks.
func (a *assembly) addMissing(w takenPieces, counts []int) {
	missing := slices.Grow(make([]int, 0, 32), a.modelCount)[:a.modelCount]
	for m := range missing {
		missing[m] = w.count
	}
	for i := range a.pool {
		if p := &a.pool[i]; p.matches(*w.target) && p.alike(&a.pool[w.pieceIndex]) {
			for m := range missing {
				missing[m] -= a.replaceableCount(i, m)
			}
		}
	}
	for m, n := range missing {
		counts[m] += max(0, n)
	}
}

// replace removes n pieces that match the target from a model and, if the model has too few, from
// others. whole reports that a rule of all models was removed.
func (a *assembly) replace(t catalog.Target, n, model int) (whole bool) {
	for ; n > 0; n-- {
		next := a.nextPiece(t)
		if next < 0 {
			break
		}
		if p := &a.pool[next]; a.isCommonRule(p) {
			clear(a.heldCounts[next*a.modelCount:][:a.modelCount])
			p.count, whole = 0, true
			continue
		}
		own := a.equalPiece(t, next, model)
		if own == next {
			a.takeFrom(next, model, 1)
			continue
		}
		from := 0
		for a.replaceableCount(next, from) == 0 {
			from++
		}
		if own >= 0 { // the same from here as from there
			a.movePiece(next, from, model)
			a.movePiece(own, model, from)
			from = model
		}
		a.takeFrom(next, from, 1)
	}
	return whole
}

// nextPiece returns the index of the piece that is replaced next for a target, or -1 if none is
// left.
func (a *assembly) nextPiece(t catalog.Target) int {
	for i := range a.pool {
		if p := &a.pool[i]; p.matches(t) && (a.isCommonRule(p) || a.replaceableTotal(i) > 0) {
			return i
		}
	}
	return -1
}

// equalPiece returns the index of the first piece that equals the piece other, matches a target,
// and can be replaced on a model; or -1.
func (a *assembly) equalPiece(t catalog.Target, other, model int) int {
	for i := range a.pool {
		if p := &a.pool[i]; p.matches(t) && p.alike(&a.pool[other]) && a.replaceableCount(i, model) > 0 {
			return i
		}
	}
	return -1
}

// takeFrom takes n of a piece from a model, with the piece's parts.
func (a *assembly) takeFrom(piece, model, n int) {
	if n == 0 {
		return
	}
	a.changeHeld(piece, model, -n)
	p := &a.pool[piece]
	p.ofSomeModels = p.ofSomeModels || a.modelCount > 1
	if a.modelCount == 1 {
		p.perModel = max(1, p.count)
	}
	a.eachPart(piece, func(part, count int) { a.changeHeld(part, model, -min(n*count, a.heldBy(part, model))) })
}

// movePiece moves one piece, with its parts, from one model to another.
func (a *assembly) movePiece(piece, from, to int) {
	a.changeHeld(piece, from, -1)
	a.changeHeld(piece, to, 1)
	a.eachPart(piece, func(part, count int) {
		n := min(count, a.heldBy(part, from))
		a.changeHeld(part, from, -n)
		a.changeHeld(part, to, n)
	})
}

// eachPart calls do for each weapon in the pool that is part of an item, with the number of copies
// of the weapon in one item.
func (a *assembly) eachPart(piece int, do func(part, count int)) {
	if a.pool[piece].item == nil {
		return
	}
	for i := piece + 1; i < len(a.pool) && a.pool[i].itemNumber == piece+1; i++ {
		do(i, a.pool[i].weapon.Count)
	}
}

// attach records that a choice in a section upgrades a model's pieces that match a target, so that
// they cannot be replaced.
func (a *assembly) attach(s *catalog.Section, t catalog.Target, model int) {
	piece, _ := a.pieceToBuildOn(s, t, model)
	if piece < 0 {
		return
	}
	own, _ := a.attachedCount(s, piece, model)
	if allowsOnePerPiece(s) {
		own += t.Count
	}
	a.recordAttachment(s, piece, model, min(max(own, t.Count), a.heldBy(piece, model)))
}

// pieceToBuildOn returns the index of the model's piece that gets the next attachment of a section,
// or -1, and a rank from 0, the best, to 4. If a piece can carry one attachment only, it prefers
// pieces with attachments of other sections; otherwise the same piece again.
func (a *assembly) pieceToBuildOn(s *catalog.Section, t catalog.Target, model int) (piece, use int) {
	piece, use = -1, 4
	for i := range a.pool {
		has := a.heldBy(i, model)
		if has == 0 || !a.pool[i].matches(t) {
			continue
		}
		own, most := a.attachedCount(s, i, model)
		far := 2
		switch {
		case allowsOnePerPiece(s) && own >= has:
			far = 3
		case own > 0 && !allowsOnePerPiece(s):
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

// recordAttachment records that an option of a section is attached to n pieces of a model.
func (a *assembly) recordAttachment(s *catalog.Section, piece, model, n int) {
	for i := range a.attachments {
		if b := &a.attachments[i]; b.section == s && b.pieceIndex == piece && b.modelIndex == model {
			b.count = max(b.count, n)
			return
		}
	}
	a.attachments = append(a.attachments, attachment{s, piece, model, n})
}
