package builder

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"muster/builder/edit"
	"muster/builder/finding"
	"muster/builder/gf"
	"muster/catalog"
)

// A QuickFix is a change that cures a finding.
type QuickFix struct {
	Label string // what it does, and what that makes of the points
	Edits []Edit
}

// mostFixes is how many of them a person would read.
const mostFixes = 3

// QuickFixes lists changes that cure a finding of a list, the gentlest first. Each was
// tried: the finding goes, and no error comes. There may be none.
func QuickFixes(r Roster, library *catalog.Library, f finding.Finding) []QuickFix {
	var fixes []QuickFix
	for _, fix := range remedies(r, f) {
		s := Change(r, library)
		done, err := s.Do(fix.Edits...)
		if err != nil || !cures(s, f) {
			continue
		}
		fix.Label = cmp.Or(fix.Label, done.Said[0])
		if points := s.Now().Points() - r.Points(); points != 0 {
			fix.Label += fmt.Sprintf(" (%+d)", points)
		}
		if fixes = append(fixes, fix); len(fixes) == mostFixes {
			break
		}
	}
	return fixes
}

// cures reports whether a finding is gone and no error has come.
func cures(s *Session, f finding.Finding) bool {
	same := func(other finding.Finding) bool { return other.Code == f.Code && slices.Equal(other.Units, f.Units) }
	count := func(findings []finding.Finding) (n int) {
		for _, other := range findings {
			if same(other) {
				n++
			}
		}
		return n
	}
	_, worse := finding.FirstError(s.New(), "")
	return count(s.Now().Findings()) < count(s.Before().Findings()) && !worse
}

// remedies lists what might cure a finding: the units that it names, or all,
// without a link, with fewer upgrades or traits, or gone.
func remedies(r Roster, f finding.Finding) []QuickFix {
	ids := slices.Clone(f.Units)
	if len(ids) == 0 {
		ids = IDs(r.Document())
	}
	var all []QuickFix
	add := func(e Edit, label string, args ...any) {
		all = append(all, QuickFix{Label: fmt.Sprintf(label, args...), Edits: []Edit{e}})
	}
	if r.Document().At("general").Exists() {
		add(Set{Fields: []edit.Assignment{{Path: []string{"general"}, Operator: edit.Replace}}}, "Name no general.")
	}
	for _, id := range slices.Backward(ids) {
		for _, link := range [][2]string{{"join", "Let %s join no unit."}, {"combine", "Let %s fight as a unit of its own."}, {"in", "Let %s deploy in no transport."}, {"partner", "Give %s no partner."}} {
			add(Detach{ID: id, Only: []string{link[0]}}, link[1], id)
		}
	}
	for i, first := range ids {
		for _, second := range ids[i+1:] {
			add(Link{ID: second, Key: "combine", To: first}, "Combine %s and %s.", first, second)
		}
	}
	for _, id := range ids {
		all = append(all, lessOf(r, id)...)
	}
	slices.Reverse(ids)
	slices.SortStableFunc(ids, func(a, b string) int { return cmp.Compare(points(r, a), points(r, b)) })
	for _, id := range ids {
		add(Remove{ID: id}, "Remove %s.", id)
	}
	for n := 2; n <= min(len(ids), 4); n++ {
		fix := QuickFix{Label: fmt.Sprintf("Remove %s and %s.", strings.Join(ids[:n-1], ", "), ids[n-1])}
		for _, id := range ids[:n] {
			fix.Edits = append(fix.Edits, Remove{ID: id})
		}
		all = append(all, fix)
	}
	return all
}

// points is what a unit costs.
func points(r Roster, id string) int {
	for _, u := range r.Units() {
		if u.ID == id {
			return u.Points
		}
	}
	return 0
}

// lessOf lists a unit with fewer upgrades, or without one of its traits.
func lessOf(r Roster, id string) []QuickFix {
	unit := r.Document().At("units", slices.Index(IDs(r.Document()), id))
	var all []QuickFix
	upgrades := unit.Get("upgrades")
	for i := range upgrades.Len() {
		option, count := upgrades.Index(i).Text(), 1
		if upgrades.Index(i).IsMap() {
			option, count = upgrades.Index(i).Get("option").Text(), max(1, upgrades.Index(i).Get("count").Int())
		}
		for n := 1; n <= min(count, 10); n++ {
			all = append(all, QuickFix{Edits: []Edit{Downgrade{ID: id, Choices: []gf.Choice{{Option: option, Count: n}}}}})
		}
	}
	traits := unit.Get("traits")
	for i := range traits.Len() {
		drop := edit.Assignment{Path: []string{"traits"}, Operator: edit.Drop, Value: fmt.Sprint(i + 1)}
		fix := QuickFix{Edits: []Edit{Set{ID: id, Fields: []edit.Assignment{drop}}}}
		if trait := traits.Index(i).Text(); trait != "" {
			fix.Label = fmt.Sprintf("Take the trait %s from %s.", trait, id)
		}
		all = append(all, fix)
	}
	return all
}
