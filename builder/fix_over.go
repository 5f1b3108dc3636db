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

// Limits of the ways to make a list cheaper.
const (
	mostUnitWays = 2    // maximum number of fixes that remove a unit
	mostSums     = 8    // sums of upgrades to try for a fix
	mostSaved    = 5000 // maximum number of points for which sums of upgrades are tried
	sizeStep     = 50   // points between the sizes of games that are offered
)

// A saving drops an upgrade or a trait of a unit.
type saving struct {
	unit, what string // savings with one value of what exclude each other
	edit       Edit
	points     int
}

// cheaper lists ways to reduce a list's cost to the agreed size, the smallest loss first: upgrades
// of any units, then one unit, then a larger game. No two ways drop upgrades of the same unit.
func (x *Fixer) cheaper(ctx context.Context, f finding.Finding) []QuickFix {
	over := x.list.Points() - x.list.Limit()
	all, waited := x.savings(ctx, IDs(x.list.Document()))
	if !waited {
		return nil
	}
	var fixes []QuickFix
	for len(fixes) < mostFixes {
		if ctx.Err() != nil {
			return nil
		}
		fix, units := x.fewestDrops(all, over, f)
		if units == nil {
			break
		}
		fixes = append(fixes, fix)
		all = slices.DeleteFunc(all, func(s saving) bool { return units[s.unit] })
	}
	slices.SortStableFunc(fixes, func(a, b QuickFix) int { return cmp.Compare(b.Points, a.Points) })
	ids := IDs(x.list.Document())
	slices.Reverse(ids)
	slices.SortStableFunc(ids, func(a, b string) int { return cmp.Compare(points(x.list, a), points(x.list, b)) })
	tries, units := triesOf(x.list), 0
	for _, id := range ids[:min(len(ids), tries)] {
		if units == mostUnitWays {
			break
		}
		if ctx.Err() != nil {
			return nil
		}
		if fix := x.list.removal(id); points(x.list, id) >= over && x.completeFix(&fix, f) {
			fixes, units = append(fixes, fix), units+1
		}
	}
	size := strconv.Itoa((x.list.Points() + sizeStep - 1) / sizeStep * sizeStep)
	larger := x.list.remedy(Set{Fields: []edit.Assignment{{Path: []string{"points"}, Operator: edit.Replace, Value: size}}}, "Play "+size+" points instead.")
	if x.completeFix(&larger, f) {
		fixes = append(fixes, larger)
	}
	return fixes
}

// completeFix sets a fix's points, and reports whether it solves the finding.
func (x *Fixer) completeFix(fix *QuickFix, f finding.Finding) bool {
	now := x.try(fix.Edits)
	if !cures(now.Difference, f) {
		return false
	}
	if fix.Points = now.points - x.list.Points(); fix.Points != 0 {
		fix.Label += fmt.Sprintf(" (%+d)", fix.Points)
	}
	return true
}

// savings returns changes that make one of some units cheaper without causing an error. waited is
// false if ctx is done.
func (x *Fixer) savings(ctx context.Context, ids []string) (all []saving, waited bool) {
	left := triesOf(x.list)
	for _, id := range ids {
		for _, fix := range drops(x.list, id) {
			if left--; left < 0 {
				return all, true
			}
			if ctx.Err() != nil {
				return nil, false
			}
			now := x.try(fix.Edits)
			_, worse := finding.FirstError(now.New, "")
			s := saving{unit: id, what: fix.Label, edit: fix.Edits[0], points: x.list.Points() - now.points}
			if less, ok := s.edit.(Downgrade); ok {
				s.what = less.Choices[0].Option
			}
			if !worse && now.applied && s.points > 0 {
				all = append(all, s)
			}
		}
	}
	return all, true
}

// fewestDrops returns the fix that drops just enough points of upgrades, with the fewest drops, and
// the units that it names; nil if there is none.
func (x *Fixer) fewestDrops(all []saving, over int, f finding.Finding) (QuickFix, map[string]bool) {
	if over > mostSaved {
		return QuickFix{}, nil
	}
	sums := map[int][]int{0: nil} // the fewest savings for a number of points
	for i := 0; i < len(all); {
		next := maps.Clone(sums)
		first := i
		for ; i < len(all) && all[i].unit == all[first].unit && all[i].what == all[first].what; i++ {
			for sum, some := range sums {
				if sum >= over { // it is enough
					continue
				}
				to := sum + all[i].points
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
		if tried++; tried > mostSums {
			break
		}
		var chosen []saving
		units := map[string]bool{}
		for _, i := range sums[sum] {
			chosen, units[all[i].unit] = append(chosen, all[i]), true
		}
		if fix := x.joinSavings(chosen); x.completeFix(&fix, f) {
			return fix, units
		}
	}
	return QuickFix{}, nil
}

// joinSavings returns the fix that consists of several savings; its label names each unit once.
func (x *Fixer) joinSavings(chosen []saving) QuickFix {
	var fix QuickFix
	var names []string
	without := map[string][]string{}
	list, _ := x.list.Roster.(upgrader)
	for _, s := range chosen {
		fix.Edits = append(fix.Edits, s.edit)
		less, ok := s.edit.(Downgrade)
		if !ok || list == nil { // its label is a sentence
			names = append(names, strings.TrimSuffix(s.what, "."))
			continue
		}
		text, _, _ := list.Has(s.unit, s.what)
		text, fix.Drops = cmp.Or(text, s.what), fix.Drops+less.Choices[0].Count
		if n := less.Choices[0].Count; n > 1 {
			text = fmt.Sprintf("%d× %s", n, text)
		}
		name := x.list.name(s.unit) + " without "
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
