package builder

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"muster/builder/edit"
	"muster/builder/finding"
)

// Limits of the search for fixes that make a list cheaper.
const (
	maxRemovalFixes    = 2 // maximum number of offered fixes that remove a unit
	maxTriedSavingSums = 8 // maximum number of sums of savings to try for a fix
	// a list that costs more than this above its size is not reduced by dropping upgrades
	maxSavedPoints = 5000
	gameSizeStep   = 50 // points between the sizes of games that are offered
)

// A saving drops an upgrade or a trait of a unit.
type saving struct {
	// the unit's id; the option or trait that is dropped. A fix has at most one saving with the
	// same unit and the same dropped.
	unit, droppedUpgrade string
	edit                 Edit
	savedPoints          int
}

// cheaperFixes lists ways to reduce a list's cost to the agreed size, the smallest loss first:
// upgrades of any units, then one unit, then a larger game. No two fixes drop upgrades of the same
// unit.
func (x *Fixer) cheaperFixes(ctx context.Context, f finding.Finding) []QuickFix {
	over := x.list.Points() - x.list.PointsLimit()
	all, waited := x.savings(ctx, UnitIDs(x.list.Document()))
	if !waited {
		return nil
	}
	var fixes []QuickFix
	for len(fixes) < maxFixes {
		if ctx.Err() != nil {
			return nil
		}
		fix, units := x.fewestDropsFix(all, over, f)
		if units == nil {
			break
		}
		fixes = append(fixes, fix)
		all = slices.DeleteFunc(all, func(s saving) bool { return units[s.unit] })
	}
	slices.SortStableFunc(fixes, func(a, b QuickFix) int { return cmp.Compare(b.PointsChange, a.PointsChange) })
	ids := UnitIDs(x.list.Document())
	slices.Reverse(ids)
	slices.SortStableFunc(ids, func(a, b string) int { return cmp.Compare(unitPoints(x.list, a), unitPoints(x.list, b)) })
	tries, units := maxTriedChangesFor(x.list), 0
	for _, id := range ids[:min(len(ids), tries)] {
		if units == maxRemovalFixes {
			break
		}
		if ctx.Err() != nil {
			return nil
		}
		if fix := x.list.removalFix(id); unitPoints(x.list, id) >= over && x.completeFix(&fix, f) {
			fixes, units = append(fixes, fix), units+1
		}
	}
	size := strconv.Itoa((x.list.Points() + gameSizeStep - 1) / gameSizeStep * gameSizeStep)
	larger := x.list.labelledFix(SetFields{Fields: []edit.Assignment{{Path: []string{"points"}, Operator: edit.Replace, Value: size}}}, "Play "+size+" points instead.")
	if x.completeFix(&larger, f) {
		fixes = append(fixes, larger)
	}
	return fixes
}

// completeFix sets a fix's change of points, and reports whether it solves the finding.
func (x *Fixer) completeFix(fix *QuickFix, f finding.Finding) bool {
	now := x.tryEdits(fix.Edits)
	if !solvesFinding(now.Difference, f) {
		return false
	}
	if fix.PointsChange = now.pointsAfter - x.list.Points(); fix.PointsChange != 0 {
		fix.Label += fmt.Sprintf(" (%+d)", fix.PointsChange)
	}
	return true
}

// savings returns the changes that make one of the units with the given ids cheaper without causing
// an error. waited is false if ctx is done.
func (x *Fixer) savings(ctx context.Context, ids []string) (all []saving, waited bool) {
	left := maxTriedChangesFor(x.list)
	for _, id := range ids {
		for _, fix := range downgradeFixes(x.list, id) {
			if left--; left < 0 {
				return all, true
			}
			if ctx.Err() != nil {
				return nil, false
			}
			now := x.tryEdits(fix.Edits)
			_, worse := finding.FirstError(now.New, "")
			s := saving{unit: id, droppedUpgrade: fix.Label, edit: fix.Edits[0], savedPoints: x.list.Points() - now.pointsAfter}
			if less, ok := s.edit.(Downgrade); ok {
				s.droppedUpgrade = less.Choices[0].Option
			}
			if !worse && now.applied && s.savedPoints > 0 {
				all = append(all, s)
			}
		}
	}
	return all, true
}

// fewestDropsFix returns the fix that drops just enough points of upgrades, with the fewest drops,
// and the ids of the units that it changes; nil if there is none.
func (x *Fixer) fewestDropsFix(all []saving, over int, f finding.Finding) (QuickFix, map[string]bool) {
	if over > maxSavedPoints {
		return QuickFix{}, nil
	}
	sums := map[int][]int{0: nil} // the fewest savings for a number of points
	for i := 0; i < len(all); {
		next := maps.Clone(sums)
		first := i
		for ; i < len(all) && all[i].unit == all[first].unit && all[i].droppedUpgrade == all[first].droppedUpgrade; i++ {
			for sum, some := range sums {
				if sum >= over { // it is enough
					continue
				}
				to := sum + all[i].savedPoints
				if known, ok := next[to]; !ok || len(some)+1 < len(known) {
					next[to] = append(slices.Clip(some), i)
				}
			}
		}
		sums = next
	}
	tried := 0
	for _, sum := range slices.Sorted(maps.Keys(sums)) {
		if sum < over {
			continue
		}
		if tried++; tried > maxTriedSavingSums {
			break
		}
		var chosen []saving
		units := map[string]bool{}
		for _, i := range sums[sum] {
			chosen, units[all[i].unit] = append(chosen, all[i]), true
		}
		if fix := x.fixOfSavings(chosen); x.completeFix(&fix, f) {
			return fix, units
		}
	}
	return QuickFix{}, nil
}

// fixOfSavings returns the fix that consists of several savings; its label names each unit once.
func (x *Fixer) fixOfSavings(chosen []saving) QuickFix {
	var fix QuickFix
	var names []string
	without := map[string][]string{}
	list, _ := x.list.Roster.(upgrader)
	for _, s := range chosen {
		fix.Edits = append(fix.Edits, s.edit)
		less, ok := s.edit.(Downgrade)
		if !ok || list == nil { // its label is a sentence
			names = append(names, strings.TrimSuffix(s.droppedUpgrade, "."))
			continue
		}
		text, _, _ := list.CountOption(s.unit, s.droppedUpgrade)
		text, fix.DroppedUpgrades = cmp.Or(text, s.droppedUpgrade), fix.DroppedUpgrades+less.Choices[0].Count
		if n := less.Choices[0].Count; n > 1 {
			text = fmt.Sprintf("%d× %s", n, text)
		}
		name := x.list.unitName(s.unit) + " without "
		if without[name] == nil {
			names = append(names, name)
		}
		without[name] = append(without[name], text)
	}
	for i, name := range names {
		names[i] = name + strings.Join(without[name], " and ")
	}
	fix.Label = strings.Join(names, ", ") + "."
	return fix
}
