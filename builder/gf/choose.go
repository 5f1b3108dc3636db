package gf

import (
	"slices"

	"muster/catalog"
)

// chooseOption applies an option n times without checking whether it is allowed. Equipment that the
// option replaces and the unit lacks is ignored.
func (a *assembly) chooseOption(c catalog.Choice, n int) {
	points := c.Option.CostFor(a.bookUnit.ID)
	a.chosenOptions = append(a.chosenOptions, ChosenOption{Section: c.Section, Option: c.Option, Count: n, CostPerChoice: points})
	a.cost += points * n
	switch s := c.Section; {
	case s.ModelQuantity.Kind != catalog.AllQuantity && s.Kind != catalog.ReplaceRule:
		a.chooseForOneModel(c, n, points)
	case len(s.TargetGear) == 0:
		a.addGains(c.Option, a.modelCount*n, distribution{perModel: n})
	default:
		a.chooseForAllModels(c, n)
	}
}

// chooseForAllModels applies an option n times to every model that has the equipment that the
// option's section names.
func (a *assembly) chooseForAllModels(c catalog.Choice, n int) {
	s := c.Section
	replaces := s.Kind != catalog.Upgrade && s.Kind != catalog.Attachment
	copies := max(1, a.choicesLeftForAll(s)) * n
	bearers := make([]int, 0, 32) // as often as each gets the option
	var parts []int               // models with a part of a set
	for m := range a.modelCount {
		sets, any := a.gearSetsOnModel(m, s, replaces)
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
	for _, t := range s.TargetGear {
		for i := range a.gearPool {
			if !a.gearPool[i].matches(t) {
				continue
			}
			for m := range a.modelCount {
				if replaces {
					a.takePieceFrom(i, m, a.replaceableCount(i, m))
				} else if has := a.heldCount(i, m); has > 0 {
					a.recordAttachment(s, i, m, has)
				}
			}
		}
	}
	with := 1 // too many copies of an option are the first model's
	if whole+len(parts) > 0 {
		with = countDistinctModels(bearers)
	}
	a.addGains(c.Option, copies, distribution{perModel: copies / with, someModelsOnly: with < a.modelCount, bearers: bearers})
}

// choicesLeftForAll returns how often a section for all models can still be chosen: the number of
// complete sets of the equipment that it names.
func (a *assembly) choicesLeftForAll(s *catalog.Section) int {
	if s.Kind == catalog.ReplaceRule {
		most := 0
		for _, t := range s.TargetGear {
			_, free := a.countPieces(t)
			most = max(most, free/t.Count)
		}
		return most
	}
	all, free := a.countGearSets(s)
	if s.Kind == catalog.Replace {
		return free
	}
	return all
}

// gearSetsOnModel returns the number of complete sets of a section's targets (the equipment that it
// names) on a model or, if the section replaces them, of sets that can still be replaced. any
// reports whether the model has any of the targets.
func (a *assembly) gearSetsOnModel(model int, s *catalog.Section, replaces bool) (sets int, any bool) {
	for i, t := range s.TargetGear {
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

// countDistinctModels returns the number of different models among the bearers of an option.
func countDistinctModels(bearers []int) int {
	n := 0
	for i, m := range bearers {
		if !slices.Contains(bearers[:i], m) {
			n++
		}
	}
	return n
}

// chooseForOneModel applies an option n times, each time to the model that pickModel returns.
func (a *assembly) chooseForOneModel(c catalog.Choice, n, points int) {
	s := c.Section
	turns, sharing, whole := n, 1, false
	replaces := s.Kind == catalog.Replace
	if s.ModelQuantity.Kind == catalog.ExactQuantity {
		switch {
		case len(s.TargetGear) == 0:
			turns *= s.ModelQuantity.Count
		case replaces: // "Replace two X" takes one each from two models, who share what comes
			sharing = max(1, s.ModelQuantity.Count/s.TargetGear[0].Count)
			turns *= sharing
		}
	}
	bearers := make([]int, 0, 32)
	for i := range turns {
		m := a.pickModel(s)
		for _, t := range s.TargetGear {
			if replaces {
				k, from := i%sharing, piecesPerChoice(s, t)
				whole = a.removePieces(t, from*(k+1)/sharing-from*k/sharing, m) || whole
			} else {
				a.attachUpgrade(s, t, m)
			}
		}
		bearers = append(bearers, m)
		if a.modelCount > 1 {
			a.modelChoices = append(a.modelChoices, modelChoice{s, m, points})
		}
	}
	if !whole {
		a.addGains(c.Option, turns/sharing, distribution{perModel: 1, someModelsOnly: true, bearers: bearers, bearersPerPiece: sharing})
		return
	}
	for m := range a.modelCount {
		a.modelChoices = append(a.modelChoices, modelChoice{s, m, points})
	}
	a.addGains(c.Option, a.modelCount*n, distribution{perModel: n})
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
		for i := range s.TargetGear {
			wants = a.appendTakenPieces(wants, &s.TargetGear[i])
		}
		for _, w := range wants {
			a.addMissingPieces(w, lacks)
		}
	}
	best, least := 0, [3]int{}
	for m, lacks := range lacks {
		again, options := 0, 0
		if s.Kind != catalog.Replace {
			for _, t := range s.TargetGear {
				_, use := a.pieceToAttachTo(s, t, m)
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

// appendTakenPieces appends the pieces of the pool that a choice replaces for a target of its
// section, the oldest first.
func (a *assembly) appendTakenPieces(wants []takenPieces, t *catalog.Target) []takenPieces {
	left, from := t.Count, len(wants)
	for i := range a.gearPool {
		if left == 0 {
			break
		}
		if !a.gearPool[i].matches(*t) {
			continue
		}
		n := min(left, a.replaceableTotal(i))
		left -= n
		like := func(w takenPieces) bool { return a.gearPool[w.pieceIndex].alike(&a.gearPool[i]) }
		if at := slices.IndexFunc(wants[from:], like); at >= 0 {
			wants[from+at].count += n
		} else if n > 0 {
			wants = append(wants, takenPieces{t, i, n})
		}
	}
	return wants
}

// addMissingPieces adds to each model's count the number of pieces in w that the model lacks.
func (a *assembly) addMissingPieces(w takenPieces, counts []int) {
	missing := slices.Grow(make([]int, 0, 32), a.modelCount)[:a.modelCount]
	for m := range missing {
		missing[m] = w.count
	}
	for i := range a.gearPool {
		if p := &a.gearPool[i]; p.matches(*w.target) && p.alike(&a.gearPool[w.pieceIndex]) {
			for m := range missing {
				missing[m] -= a.replaceableCount(i, m)
			}
		}
	}
	for m, n := range missing {
		counts[m] += max(0, n)
	}
}

// removePieces removes n pieces that match the target from a model and, if the model has too few,
// from others. whole reports that a rule of all models was removed.
func (a *assembly) removePieces(t catalog.Target, n, model int) (whole bool) {
	for ; n > 0; n-- {
		next := a.nextReplacedPiece(t)
		if next < 0 {
			break
		}
		if p := &a.gearPool[next]; a.isCommonRule(p) {
			clear(a.heldCounts[next*a.modelCount:][:a.modelCount])
			p.count, whole = 0, true
			continue
		}
		own := a.findEqualPiece(t, next, model)
		if own == next {
			a.takePieceFrom(next, model, 1)
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
		a.takePieceFrom(next, from, 1)
	}
	return whole
}

// nextReplacedPiece returns the index of the piece that is replaced next for a target, or -1 if
// none is left.
func (a *assembly) nextReplacedPiece(t catalog.Target) int {
	for i := range a.gearPool {
		if p := &a.gearPool[i]; p.matches(t) && (a.isCommonRule(p) || a.replaceableTotal(i) > 0) {
			return i
		}
	}
	return -1
}

// findEqualPiece returns the index of the first piece that equals the piece other, matches a
// target, and can be replaced on a model; or -1.
func (a *assembly) findEqualPiece(t catalog.Target, other, model int) int {
	for i := range a.gearPool {
		if p := &a.gearPool[i]; p.matches(t) && p.alike(&a.gearPool[other]) && a.replaceableCount(i, model) > 0 {
			return i
		}
	}
	return -1
}

// takePieceFrom takes n of a piece from a model, with the piece's parts.
func (a *assembly) takePieceFrom(piece, model, n int) {
	if n == 0 {
		return
	}
	a.changeHeld(piece, model, -n)
	p := &a.gearPool[piece]
	p.someModelsOnly = p.someModelsOnly || a.modelCount > 1
	if a.modelCount == 1 {
		p.perModel = max(1, p.count)
	}
	a.eachItemWeapon(piece, func(part, count int) { a.changeHeld(part, model, -min(n*count, a.heldCount(part, model))) })
}

// movePiece moves one piece, with its parts, from one model to another.
func (a *assembly) movePiece(piece, from, to int) {
	a.changeHeld(piece, from, -1)
	a.changeHeld(piece, to, 1)
	a.eachItemWeapon(piece, func(part, count int) {
		n := min(count, a.heldCount(part, from))
		a.changeHeld(part, from, -n)
		a.changeHeld(part, to, n)
	})
}

// eachItemWeapon calls do for each weapon in the pool that is part of an item, with the number of
// copies of the weapon in one item.
func (a *assembly) eachItemWeapon(piece int, do func(part, count int)) {
	if a.gearPool[piece].item == nil {
		return
	}
	for i := piece + 1; i < len(a.gearPool) && a.gearPool[i].itemIndexPlus1 == piece+1; i++ {
		do(i, a.gearPool[i].weapon.Count)
	}
}

// attachUpgrade records that a choice in a section upgrades a model's pieces that match a target,
// so that they cannot be replaced.
func (a *assembly) attachUpgrade(s *catalog.Section, t catalog.Target, model int) {
	piece, _ := a.pieceToAttachTo(s, t, model)
	if piece < 0 {
		return
	}
	own, _ := a.attachedCount(s, piece, model)
	if allowsOnePerPiece(s) {
		own += t.Count
	}
	a.recordAttachment(s, piece, model, min(max(own, t.Count), a.heldCount(piece, model)))
}

// pieceToAttachTo returns the index of the model's piece that gets the next attachment of a
// section, or -1, and a rank from 0, the best, to 4. If a piece can carry one attachment only, it
// prefers pieces with attachments of other sections; otherwise the same piece again.
func (a *assembly) pieceToAttachTo(s *catalog.Section, t catalog.Target, model int) (piece, use int) {
	piece, use = -1, 4
	for i := range a.gearPool {
		has := a.heldCount(i, model)
		if has == 0 || !a.gearPool[i].matches(t) {
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
