package builder

import (
	"cmp"
	"fmt"
	"slices"

	"muster/builder/edit"
	"muster/builder/finding"
	"muster/builder/gf"
	"muster/catalog"
)

// A Fix is a way out of a finding.
type Fix struct {
	Label string // what it does, and what that makes of the points
	Edits []Edit
}

// mostFixes is how many ways out a person would read.
const mostFixes = 3

// Fixes lists ways out of a finding of a list, the gentlest first. Each was
// tried: the finding goes, and no error comes. There may be none.
func Fixes(r Roster, library *catalog.Library, f finding.Finding) []Fix {
	var fixes []Fix
	for _, edits := range remedies(r, f) {
		s, err := Begin(r.Document(), library)
		if err != nil {
			return nil
		}
		done, err := s.Do(edits...)
		if err != nil || !cures(s, f) {
			continue
		}
		label := done[len(done)-1]
		if len(done) > 1 {
			label = fmt.Sprintf("%s And %d more like it.", done[0], len(done)-1)
		}
		if points := s.Now().Points() - r.Points(); points != 0 {
			label += fmt.Sprintf(" (%+d)", points)
		}
		if fixes = append(fixes, Fix{Label: label, Edits: edits}); len(fixes) == mostFixes {
			break
		}
	}
	return fixes
}

// cures reports whether a finding is gone and no error has come.
func cures(s *Session, f finding.Finding) bool {
	same := func(other finding.Finding) bool { return other.Code == f.Code && slices.Equal(other.Units, f.Units) }
	before, now := s.Before().Findings(), s.Now().Findings()
	left := 0
	for _, other := range before {
		if same(other) {
			left++
		}
	}
	for _, other := range now {
		if same(other) {
			left--
		}
	}
	_, worse := finding.FirstError(s.New(), "")
	return left > 0 && !worse
}

// remedies lists what might cure a finding: the units that it names, or all,
// without a link, with fewer upgrades or traits, or gone.
func remedies(r Roster, f finding.Finding) [][]Edit {
	ids := f.Units
	if len(ids) == 0 {
		ids = IDs(r.Document())
	}
	var all [][]Edit
	if r.Document().At("general").Exists() {
		all = append(all, []Edit{Set{Fields: []edit.Assignment{{Path: []string{"general"}, Operator: edit.Replace}}}})
	}
	for _, id := range slices.Backward(ids) {
		for _, link := range []string{"join", "combine", "in", "partner"} {
			all = append(all, []Edit{Detach{ID: id, Only: []string{link}}})
		}
	}
	for i, first := range ids {
		for _, second := range ids[i+1:] {
			all = append(all, []Edit{Combine{First: first, Second: second}})
		}
	}
	for _, id := range ids {
		all = append(all, lessOf(r, id)...)
	}
	var gone []Edit
	for _, id := range slices.Backward(ids) {
		gone = append(gone, Remove{ID: id})
	}
	slices.SortStableFunc(gone, func(a, b Edit) int { return cmp.Compare(points(r, a), points(r, b)) })
	for i := range gone {
		all = append(all, gone[i:i+1])
	}
	for n := 2; n <= len(gone) && n <= 4; n++ {
		all = append(all, gone[:n])
	}
	return all
}

// points is what a unit costs that an edit removes.
func points(r Roster, e Edit) int {
	for _, u := range r.Units() {
		if gone, ok := e.(Remove); ok && u.ID == gone.ID {
			return u.Points
		}
	}
	return 0
}

// lessOf lists a unit with fewer upgrades, or without one of its traits.
func lessOf(r Roster, id string) [][]Edit {
	unit := r.Document().At("units")
	for i := range unit.Len() {
		if unit.Index(i).Get("id").Text() == id {
			unit = unit.Index(i)
			break
		}
	}
	var all [][]Edit
	upgrades := unit.Get("upgrades")
	for i := range upgrades.Len() {
		option, count := upgrades.Index(i).Text(), 1
		if upgrades.Index(i).IsMap() {
			option, count = upgrades.Index(i).Get("option").Text(), max(1, upgrades.Index(i).Get("count").Int())
		}
		for n := 1; n <= min(count, 10); n++ {
			all = append(all, []Edit{Downgrade{ID: id, Choices: []gf.Choice{{Option: option, Count: n}}}})
		}
	}
	traits := unit.Get("traits")
	for i := range traits.Len() {
		drop := edit.Assignment{Path: []string{"traits"}, Operator: edit.Drop, Value: fmt.Sprint(i + 1)}
		all = append(all, []Edit{Set{ID: id, Fields: []edit.Assignment{drop}}})
	}
	return all
}
