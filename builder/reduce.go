package builder

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

	"muster/builder/edit"
	"muster/builder/finding"
	"muster/catalog"
)

// A Cut is a unit or a set of upgrades that a smaller copy of a list leaves out.
type Cut struct {
	OmittedNames string  `json:"what"`   // names of what is left out
	Points       int     `json:"points"` // points that the cut saves
	LostWorth    float64 `json:"worth"`  // worth that the list loses by the cut

	unitID string
	edit   Edit   // the edit that makes the cut
	result Roster // the list after the cut
}

// lossPerPoint returns the worth that is lost for each point saved.
func (c *Cut) lossPerPoint() float64 { return c.LostWorth / float64(c.Points) }

// maxCutRounds is the maximum number of rounds of cuts. Each round weighs all possible cuts.
const maxCutRounds = 40

// A reducer makes a list smaller: a greedy search, then a local search that reverts and exchanges
// cuts.
type reducer struct {
	*Fixer
	worth     func(context.Context, Roster) (float64, error) // returns the worth of a list
	sizeEdit  Edit                                           // the edit that sets the list's points to those of the smaller game
	maxPoints int                                            // points that the list may cost
	current   Roster                                         // the list after the cuts so far
	cuts      []Cut                                          // the cuts so far
}

// Reduce starts a session with a list reduced to a number of points, which becomes its agreed size.
// It removes the upgrades and units of the least worth for their points, and returns the cuts, the
// largest first. worth values a list. The list may still break other rules, unless a cut happens to
// solve that. The error is ctx's or worth's.
func Reduce(ctx context.Context, r Roster, library *catalog.Library, points int, worth func(context.Context, Roster) (float64, error)) (*Session, []Cut, error) {
	x := &reducer{
		Fixer: NewFixer(r, library, func(id string) string { return Names(r)[id] }), worth: worth,
		maxPoints: points,
	}
	x.sizeEdit = SetFields{Fields: []edit.Assignment{{Path: []string{"points"}, Operator: edit.Replace, Value: strconv.Itoa(points)}}}
	var err error
	if x.current, err = x.withCuts(nil); err != nil {
		return nil, nil, err
	}
	for range maxCutRounds {
		all, err := x.possibleCuts(ctx)
		if err != nil {
			return nil, nil, err
		}
		before := len(x.cuts)
		if f, broken := finding.FirstError(x.current.Findings(), ""); x.current.Points() > x.maxPoints {
			x.cutToLimit(all)
		} else if broken {
			x.cutToSolve(all, f)
		}
		if len(x.cuts) == before {
			break
		}
	}
	for _, step := range []func(context.Context) error{x.revertCuts, x.exchangeCuts, x.revertCuts, x.measureCuts} {
		if err := step(ctx); err != nil {
			return nil, nil, err
		}
	}
	s := NewSession(r, library)
	s.Force = true
	_, err = s.Do(x.editsOf(x.cuts)...)
	return s, x.cuts, err
}

// editsOf returns the edits of the cuts, and the edit of the agreed size.
func (x *reducer) editsOf(cuts []Cut) []Edit {
	all := []Edit{x.sizeEdit}
	for _, c := range cuts {
		all = append(all, c.edit)
	}
	return all
}

// withCuts returns the list after cuts.
func (x *reducer) withCuts(cuts []Cut) (Roster, error) {
	return x.withEdits(x.list.Roster, x.editsOf(cuts)...)
}

// withEdits returns a list after edits.
func (x *reducer) withEdits(r Roster, edits ...Edit) (Roster, error) {
	s := &Session{
		Force: true, library: x.library, fileText: edit.OpenValuesOnly(r.Document()),
		rosterBefore: r, rosterNow: r,
	}
	_, err := s.Do(edits...)
	return s.Now(), err
}

// possibleCuts returns the possible cuts, those with the least loss per point first.
func (x *reducer) possibleCuts(ctx context.Context) (cuts []Cut, err error) {
	worth, err := x.worth(ctx, x.current)
	if err != nil {
		return nil, err
	}
	left := maxTriedChangesFor(x.current)
	for _, id := range UnitIDs(x.current.Document()) {
		for _, fix := range append(downgradeFixes(namedRoster{Roster: x.current, unitName: x.list.unitName}, id),
			QuickFix{Edits: []Edit{Remove{ID: id}}}) {
			if err := ctx.Err(); err != nil || left == 0 {
				return cuts, err
			}
			left--
			c := Cut{unitID: id, edit: fix.Edits[0]}
			if c.result, err = x.withEdits(x.current, c.edit); err != nil {
				continue // it cannot go alone
			}
			if c.Points = x.current.Points() - c.result.Points(); c.Points <= 0 {
				continue
			}
			then, err := x.worth(ctx, c.result)
			if err != nil {
				return nil, err
			}
			c.LostWorth, c.OmittedNames = worth-then, x.unitName(id)
			if less, ok := c.edit.(Downgrade); ok {
				dropped := x.fixOfSavings([]saving{{unit: id, droppedUpgrade: less.Choices[0].Option, edit: less}})
				c.OmittedNames = dropped.Label[:len(dropped.Label)-1]
			} else if fix.Label != "" {
				c.OmittedNames = fix.Label[:len(fix.Label)-1]
			}
			cuts = append(cuts, c)
		}
	}
	slices.SortStableFunc(cuts, func(a, b Cut) int { return cmp.Compare(a.lossPerPoint(), b.lossPerPoint()) })
	return cuts, nil
}

// cutToLimit makes cuts until the list is within its limit; the last may be a whole unit.
func (x *reducer) cutToLimit(all []Cut) {
	touched := map[string]bool{}
	for i := range all {
		over := x.current.Points() - x.maxPoints
		if over <= 0 {
			return
		}
		if touched[all[i].unitID] {
			continue
		}
		chosen := &all[i]
		for j := range all[i:] { // one that is enough, and loses no more
			if c := &all[i+j]; c.Points >= over && c.LostWorth <= chosen.LostWorth && !touched[c.unitID] {
				chosen = c
			}
		}
		if x.makeCut(chosen) {
			touched[chosen.unitID] = true
		}
	}
}

// makeCut makes a cut if it is possible and causes no new error, and reports whether it did.
func (x *reducer) makeCut(c *Cut) bool {
	next, err := x.withEdits(x.current, c.edit)
	if err != nil || next.Points() >= x.current.Points() {
		return false
	}
	if _, worse := finding.FirstError(finding.Compare(x.current.Findings(), next.Findings()).New, ""); worse {
		return false
	}
	c.Points = x.current.Points() - next.Points()
	x.current, x.cuts = next, append(x.cuts, *c)
	return true
}

// cutToSolve makes the cut with the least loss that solves an error; if no cut does, the cut with
// the least loss among the error's units.
func (x *reducer) cutToSolve(all []Cut, f finding.Finding) {
	var best *Cut
	least := math.Inf(1)
	for i := range all {
		c := &all[i]
		cured := solvesFinding(finding.Compare(x.current.Findings(), c.result.Findings()), f)
		loss := c.LostWorth
		switch {
		case cured:
		case len(f.Units) == 0 || slices.Contains(f.Units, c.unitID):
			loss += 1e9
		default:
			continue
		}
		if loss < least {
			best, least = c, loss
		}
	}
	if best != nil {
		x.makeCut(best)
	}
}

// tryCuts returns the list with cuts, and reports whether it is within its limit and breaks no new
// rule.
func (x *reducer) tryCuts(cuts []Cut) (Roster, bool) {
	next, err := x.withCuts(cuts)
	if err != nil || next.Points() > max(x.maxPoints, x.current.Points()) {
		return nil, false
	}
	_, worse := finding.FirstError(finding.Compare(x.current.Findings(), next.Findings()).New, "")
	return next, !worse
}

// cutsWithout returns all cuts but the i-th.
func (x *reducer) cutsWithout(i int) []Cut { return slices.Delete(slices.Clone(x.cuts), i, i+1) }

// revertCuts reverts unneeded cuts, the greatest loss first.
func (x *reducer) revertCuts(ctx context.Context) error {
	slices.SortStableFunc(x.cuts, func(a, b Cut) int { return cmp.Compare(b.LostWorth, a.LostWorth) })
	for i := 0; i < len(x.cuts) && ctx.Err() == nil; {
		if next, ok := x.tryCuts(x.cutsWithout(i)); ok {
			x.current, x.cuts = next, x.cutsWithout(i)
		} else {
			i++
		}
	}
	return ctx.Err()
}

// exchangeCuts replaces a cut by the removal of a unit, as long as that increases the list's worth.
func (x *reducer) exchangeCuts(ctx context.Context) error {
	most, err := x.worth(ctx, x.current)
	for left := 2 * maxTriedChangesFor(x.current); err == nil; {
		var best Roster
		var cuts []Cut
		for i := range x.cuts {
			for _, id := range UnitIDs(x.current.Document()) {
				if left--; left < 0 {
					break
				}
				trial := append(x.cutsWithout(i), Cut{OmittedNames: x.unitName(id), unitID: id, edit: Remove{ID: id}})
				next, ok := x.tryCuts(trial)
				if !ok {
					continue
				}
				worth, err := x.worth(ctx, next)
				if err != nil {
					return err
				}
				if worth > most+1e-9 {
					best, cuts, most = next, trial, worth
				}
			}
		}
		if best == nil {
			break
		}
		x.current, x.cuts = best, cuts
	}
	return cmp.Or(err, ctx.Err())
}

// measureCuts sets the points and the lost worth of each cut, and drops cuts of upgrades on removed
// units.
func (x *reducer) measureCuts(ctx context.Context) error {
	gone := map[string]bool{}
	for _, c := range x.cuts {
		if _, whole := c.edit.(Remove); whole {
			gone[c.unitID] = true
		}
	}
	x.cuts = slices.DeleteFunc(x.cuts, func(c Cut) bool {
		_, whole := c.edit.(Remove)
		return gone[c.unitID] && !whole
	})
	was, err := x.withCuts(nil)
	for i := range x.cuts {
		if err != nil {
			return err
		}
		now, err := x.withCuts(x.cuts[:i+1])
		if err != nil {
			return err
		}
		before, err := x.worth(ctx, was)
		if err != nil {
			return err
		}
		after, err := x.worth(ctx, now)
		if err != nil {
			return err
		}
		x.cuts[i].Points, x.cuts[i].LostWorth, was = was.Points()-now.Points(), before-after, now
	}
	slices.SortStableFunc(x.cuts, func(a, b Cut) int { return cmp.Compare(b.Points, a.Points) })
	return err
}

// unitName returns the name of a unit; for a half of a combined pair, the pair's name.
func (x *reducer) unitName(id string) string {
	first := FirstHalfIDs(x.list)
	for other, of := range first {
		if other != id && of == first[id] {
			return "half of " + x.list.unitName(id)
		}
	}
	return x.list.unitName(id)
}

// CutTexts returns cuts in words: "Walker (-120)".
func CutTexts(cuts []Cut) (texts []string) {
	for _, c := range cuts {
		texts = append(texts, fmt.Sprintf("%s (%+d)", c.OmittedNames, -c.Points))
	}
	return texts
}
