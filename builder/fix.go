package builder

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"muster/builder/edit"
	"muster/builder/finding"
	"muster/builder/gf"
	"muster/catalog"
	"muster/convert"
	"muster/schema"
)

// A QuickFix is a change of a list that solves a finding; it was tried on the list.
type QuickFix struct {
	finding.Fix
	Edits           []Edit
	DroppedUpgrades int // number of upgrades that the fix drops to make the list cheaper

	removedUnits int // number of units that the fix removes; a pair counts as one
}

// namedRoster is a list with the names of its units.
type namedRoster struct {
	Roster
	unitName func(id string) string
	pairIDs  map[string][]string // ids of both halves of a combined pair, by the id of each
}

const (
	maxFixes               = 3      // fixes of a finding that are offered
	maxTriedChanges        = 500    // changes that are tried for a finding
	maxUnlinksOfOtherUnits = 20     // fixes that remove links of units other than those that the finding names
	maxUnitsReadInTries    = 15_000 // units read in all tries; each try reads the whole list

	// MaxFixedFindings is the number of findings of a list that get quick fixes. MaxFixedNote tells
	// a player so.
	MaxFixedFindings = 20
	MaxFixedNote     = "Ways out are sought for the first 20 findings only."
)

// maxTriedChangesFor returns the maximum number of changes to try for a finding of a list.
func maxTriedChangesFor(r Roster) int {
	return min(maxTriedChanges, maxUnitsReadInTries/max(1, r.UnitCount()))
}

// A Fixer searches for quick fixes of the findings of one list. It tries each change once, even if
// the change could solve several findings. It must not be used concurrently.
type Fixer struct {
	list     namedRoster
	library  *catalog.Library
	attempts map[string]attempt // results of the changes tried so far; the key describes the changes
}

// An attempt is the result of trying changes on a list; if applied is false, the list refused them.
type attempt struct {
	finding.Difference
	applied     bool
	pointsAfter int // the list's points after the changes
}

// NewFixer returns the Fixer of a list. name returns a unit's name for labels, given its id; if
// it is nil, labels have ids.
func NewFixer(r Roster, library *catalog.Library, name func(id string) string) *Fixer {
	if name == nil {
		name = func(id string) string { return id }
	}
	pairs := map[string][]string{}
	for i, id := range UnitIDs(r.Document()) {
		if first := r.Document().At("units", i, "combine").Text(); first != "" {
			pair := []string{first, id}
			pairs[first], pairs[id] = pair, pair
		}
	}
	return &Fixer{list: namedRoster{r, name, pairs}, library: library, attempts: map[string]attempt{}}
}

// Fixes lists changes that solve a finding of the list, the least drastic first. Each was tried and
// causes no error. The result is empty if there are none, or if ctx is done.
func (x *Fixer) Fixes(ctx context.Context, f finding.Finding) []QuickFix {
	if f.Code == finding.CodeOverPoints {
		return x.cheaperFixes(ctx, f)
	}
	var fixes []QuickFix
	if f.PointsOver > 0 {
		all, _ := x.savings(ctx, f.Units)
		if fix, _ := x.fewestDropsFix(all, f.PointsOver, f); len(fix.Edits) > 1 { // one alone is among the remedies
			fixes = append(fixes, fix)
		}
	}
	all, texts := candidateFixes(x.list, f), map[string]bool{}
	all = slices.DeleteFunc(all, func(fix QuickFix) bool { return removesTooFewUnits(fix.Edits, f) })
	fewest := len(UnitIDs(x.list.Document())) // units whose removal is enough
	for _, fix := range all[:min(len(all), maxTriedChangesFor(x.list))] {
		if ctx.Err() != nil {
			return nil
		}
		if fix.removedUnits > fewest || !solvesFinding(x.tryEdits(fix.Edits).Difference, f) {
			continue
		}
		s := NewSession(x.list.Roster, x.library)
		done, err := s.Do(fix.Edits...)
		if err != nil || texts[string(s.Text())] {
			continue
		}
		texts[string(s.Text())] = true
		if fix.removedUnits > 0 {
			fewest = fix.removedUnits
		}
		if less, ok := fix.Edits[0].(Downgrade); ok {
			name := x.list.unitName(less.UnitID)
			if x.list.pairIDs[less.UnitID] != nil && !x.changesBothHalves(less) {
				name = "One half of " + name
			}
			fix.Label = name + strings.TrimPrefix(done.Sentences[0], less.UnitID)
		}
		fix.Label = cmp.Or(fix.Label, done.Sentences[0])
		if fix.PointsChange = s.Now().Points() - x.list.Points(); fix.PointsChange != 0 {
			fix.Label += fmt.Sprintf(" (%+d)", fix.PointsChange)
		}
		if fixes = append(fixes, fix); len(fixes) == maxFixes {
			break
		}
	}
	return fixes
}

// removesTooFewUnits reports whether edits only remove units, but fewer than a finding about too
// many units demands. Each edit removes at most one unit.
func removesTooFewUnits(edits []Edit, f finding.Finding) bool {
	if len(edits) >= f.ExcessUnits {
		return false
	}
	switch edits[0].(type) {
	case Link, Remove:
		return true
	}
	return false
}

// tryEdits returns the effect of changes on the list's findings and points.
func (x *Fixer) tryEdits(edits []Edit) attempt {
	key := fmt.Sprintf("%#v", edits)
	d, ok := x.attempts[key]
	if !ok {
		s := &Session{
			library: x.library, fileText: edit.OpenValuesOnly(x.list.Document()), rosterBefore: x.list.Roster,
			rosterNow: x.list.Roster,
		}
		if _, err := s.Do(edits...); err == nil {
			d = attempt{s.ChangedFindings(), true, s.Now().Points()}
		}
		x.attempts[key] = d
	}
	return d
}

// solvesFinding reports whether a change with the difference d solves the finding f and causes no
// error.
func solvesFinding(d finding.Difference, f finding.Finding) bool {
	_, worse := finding.FirstError(d.New, "")
	return !worse && slices.ContainsFunc(d.Solved, func(other finding.Finding) bool {
		return other.Code == f.Code && other.Message == f.Message && slices.Equal(other.Units, f.Units)
	})
}

// ReportFixes returns the list's report with fixes for its first MaxFixedFindings errors and
// warnings.
func ReportFixes(ctx context.Context, r Roster, library *catalog.Library) any {
	type fixable interface {
		WithFixes(of func(int, finding.Finding) []finding.Fix) any
	}
	report, ok := r.Report().(fixable)
	if !ok {
		return r.Report()
	}
	fixer := NewFixer(r, library, nil)
	return report.WithFixes(func(i int, f finding.Finding) []finding.Fix {
		if f.Severity == finding.Note || i >= MaxFixedFindings {
			return nil
		}
		return convert.All(fixer.Fixes(ctx, f), func(fix QuickFix) finding.Fix { return fix.Fix })
	})
}

// candidateFixes lists possible fixes of a finding: remove a link, join, combine, drop upgrades or
// traits, set another value at the finding's position, or remove units. They change the units that
// the finding names; if it names none, any unit.
func candidateFixes(r namedRoster, f finding.Finding) []QuickFix {
	ids := slices.Clone(f.Units)
	if len(ids) == 0 {
		ids = UnitIDs(r.Document())
	}
	var all []QuickFix
	if f.IsAboutClaim() {
		return append(formerUpgradeFixes(r, f, strings.Join(f.Units, "")), dropClaimsFix(r, f))
	}
	if f.Code == finding.CodeSetAsideLink {
		for _, u := range r.SetAsideUnits() {
			back := r.labelledFix(setField(u.ID, []string{"aside"}, "false"), "Put %s back.", u.ID)
			back.Label = "Put " + u.Name + " back."
			all = append(all, back)
		}
	}
	if r.Document().At("general").Exists() {
		all = append(all, r.labelledFix(SetFields{Fields: []edit.Assignment{{Path: []string{"general"}, Operator: edit.Replace}}}, "Name no general."))
	}
	for _, id := range f.Units {
		all = append(all, bookUnitFixes(r, f, id)...)
	}
	all = append(all, unlinkFixes(r, f.Units)...)
	all = append(all, joinFixes(r, ids)...)
	all = append(all, combineFixes(r, ids)...)
	for _, id := range f.Units {
		all = append(all, formerUpgradeFixes(r, f, id)...)
	}
	for _, id := range ids {
		all = append(all, downgradeFixes(r, id)...)
		all = append(all, otherValueFixes(r, f, id)...)
	}
	return append(all, removalFixes(r, ids)...)
}

// changesBothHalves reports whether dropping the upgrade of less also drops it from the other half
// of a pair.
func (x *Fixer) changesBothHalves(less Downgrade) bool {
	chooser, ok := x.list.Roster.(UpgradeChooser)
	return ok && slices.ContainsFunc(chooser.ChosenUpgrades(less.UnitID), func(c gf.ChosenOption) bool {
		return c.Option.ID == less.Choices[0].Option && gf.ChangesAllModels(c.Section)
	})
}

// removalFixes lists fixes that remove half of a pair, one unit (the cheapest first), or several
// units.
func removalFixes(r namedRoster, ids []string) (all []QuickFix) {
	var wholes [][]string // units, of a pair both halves
	for _, id := range slices.Backward(ids) {
		if pair := r.pairIDs[id]; pair == nil {
			wholes = append(wholes, []string{id})
		} else if all = append(all, r.removalFix(id)); id == pair[0] || !slices.Contains(ids, pair[0]) {
			wholes = append(wholes, pair)
		}
	}
	cost := func(units []string) (sum int) {
		for _, id := range units {
			sum += unitPoints(r, id)
		}
		return sum
	}
	slices.SortStableFunc(wholes, func(a, b []string) int { return cmp.Compare(cost(a), cost(b)) })
	several := func(chosen ...[]string) {
		fix := QuickFix{removedUnits: len(chosen)}
		names := make([]string, len(chosen))
		for i, units := range chosen {
			names[i] = r.unitName(units[0])
			for _, id := range units {
				fix.Edits = append(fix.Edits, Remove{ID: id})
			}
		}
		last := len(names) - 1
		fix.Label = "Remove " + strings.TrimPrefix(strings.Join(names[:last], ", ")+" and ", " and ") + names[last] + "."
		all = append(all, fix)
	}
	for _, one := range wholes {
		several(one)
	}
	for n := 2; n <= min(len(wholes), 4); n++ {
		several(wholes[:n]...)
	}
	return all
}

// labelledFix returns the fix by an edit. Each %s in label becomes the name of a unit, in the order
// of ids.
func (r namedRoster) labelledFix(e Edit, label string, ids ...string) QuickFix {
	names := convert.All(ids, func(id string) any { return r.unitName(id) })
	return QuickFix{Fix: finding.Fix{Label: fmt.Sprintf(label, names...)}, Edits: []Edit{e}}
}

// removalFix returns the fix that removes a unit, which may be half of a combined pair.
func (r namedRoster) removalFix(id string) QuickFix {
	if r.pairIDs[id] != nil {
		return r.labelledFix(Remove{ID: id}, "Remove one half of %s.", id)
	}
	return r.labelledFix(Remove{ID: id}, "Remove %s.", id)
}

// unlinkFixes returns fixes that remove links: first links of the units in about, then links of
// units linked with them, then links of the others.
func unlinkFixes(r namedRoster, about []string) []QuickFix {
	labels := map[string]string{
		"join": "Let %s join no unit.", "combine": "Let %s fight as a unit of its own.",
		"in": "Let %s deploy in no transport.", "partner": "Give %s no partner.",
	}
	var sorted [3][]QuickFix
	far := min(maxUnlinksOfOtherUnits, maxTriedChangesFor(r)/4)
	ids, halves := UnitIDs(r.Document()), map[string]int{}
	for i := range ids {
		halves[r.Document().At("units", i, "combine").Text()]++
	}
	for i, id := range slices.Backward(ids) {
		near, links := 2, halves[id]
		var one []QuickFix
		for _, key := range r.LinkKeys() {
			to := r.Document().At("units", i, key)
			if !to.Exists() {
				continue
			}
			links++
			one = append(one, r.labelledFix(Detach{UnitID: id, OnlyKeys: []string{key}}, labels[key], id))
			if slices.Contains(about, to.Text()) {
				near = 1
			}
		}
		if slices.Contains(about, id) {
			near = 0
		}
		if links > len(one) || links > 1 {
			one = append(one, r.labelledFix(Detach{UnitID: id}, "Let %s stand on its own.", id))
		}
		if sorted[near] = append(sorted[near], one...); near == 2 && len(about) > 0 {
			sorted[near] = sorted[near][:min(len(sorted[near]), far)]
		}
	}
	return slices.Concat(sorted[:]...)
}

// joinFixes returns fixes that join each lone hero to the first unit that accepts the hero.
func joinFixes(r namedRoster, ids []string) (all []QuickFix) {
	const key = "join"
	kind := &linkKinds[slices.IndexFunc(linkKinds, func(k linkKind) bool { return k.key == key })]
	order, linker := UnitIDs(r.Document()), r.linker()
	for _, id := range ids {
		i := slices.Index(order, id)
		if i < 0 || len(all) == maxTriedChanges/4 || r.Document().At("units", i, key).Exists() {
			continue
		}
		to := slices.IndexFunc(order, func(to string) bool {
			if to == id || !linker.linkable(key, id, to) {
				return false
			}
			_, refused, _ := kind.linkRefusal(linker, i, to)
			return !refused
		})
		if to >= 0 {
			all = append(all, r.labelledFix(Link{UnitID: id, Key: key, Target: order[to]}, "Let %s join %s.", id, order[to]))
		}
	}
	return all
}

// combineFixes returns fixes that combine two units of the same kind.
func combineFixes(r namedRoster, ids []string) []QuickFix {
	kinds := make(map[string]string, len(ids))
	for i, id := range UnitIDs(r.Document()) {
		kinds[id] = r.Document().At("units", i, "unit").Text()
	}
	var all []QuickFix
	for i, first := range ids {
		for _, second := range ids[i+1:] {
			if kinds[first] == "" || kinds[first] != kinds[second] {
				continue
			}
			if all = append(all, r.labelledFix(Link{UnitID: second, Key: "combine", Target: first}, "Combine %s and %s.", first, second)); len(all) == maxTriedChanges/4 {
				return all
			}
		}
	}
	return all
}

// dropClaimsFix returns the fix that removes the claims about a unit or the list. Claims are values
// in an imported text that the army book contradicts.
func dropClaimsFix(r namedRoster, f finding.Finding) QuickFix {
	drop := []edit.Assignment{{Path: []string{"claims"}, Operator: edit.Replace}}
	if len(f.Units) == 0 {
		return r.labelledFix(SetFields{Fields: drop}, "Take the book's word.")
	}
	return r.labelledFix(SetFields{UnitID: f.Units[0], Fields: drop}, "Take the book's word for %s.", f.Units[0])
}

// formerUpgradeFixes returns fixes for an upgrade that a unit has from another version of its book:
// remove it, or replace it by one of the options with the nearest cost.
func formerUpgradeFixes(r namedRoster, f finding.Finding, id string) []QuickFix {
	g, ok := r.Roster.(gfRoster)
	i := slices.Index(UnitIDs(r.Document()), id)
	if !ok || i < 0 || f.Code != gf.CodeGoneUpgrade && f.Code != gf.CodeInexactProfile {
		return nil
	}
	var all []QuickFix
	for n, was := range g.Army.List.Units[i].FormerUpgrades {
		if !strings.HasPrefix(f.Message, was.String()+" ") {
			continue
		}
		drop := SetFields{UnitID: id, Fields: []edit.Assignment{{Path: []string{"former"}, Operator: edit.Drop, Value: strconv.Itoa(n + 1)}}}
		if was.Successor != "" {
			return append(all, r.labelledFix(drop, "Keep it as it is now on %s.", id))
		}
		all = append(all, r.labelledFix(drop, "Let %s do without it.", id))
		var open []gf.OpenOption
		for _, section := range g.OpenUpgrades(id) {
			open = append(open, section.Options...)
		}
		off := func(o gf.OpenOption) int { return max(o.Cost-was.Cost, was.Cost-o.Cost) }
		slices.SortStableFunc(open, func(a, b gf.OpenOption) int { return cmp.Compare(off(a), off(b)) })
		for _, o := range open {
			if o.ChoicesLeft > 0 && len(all) < maxFixes {
				label := "Give %s " + strings.ReplaceAll(o.Option.Text(), "%", "%%") + " in its place."
				fix := r.labelledFix(Upgrade{UnitID: id, Choices: []gf.Choice{{Option: o.Option.ID, Count: 1}}}, label, id)
				fix.Edits = append(fix.Edits, drop)
				all = append(all, fix)
			}
		}
	}
	return all
}

// otherValueFixes returns fixes that set another value at the finding's position, or in a field
// with the same key, the smallest change of price first; then the fix that removes the value.
func otherValueFixes(r namedRoster, f finding.Finding, id string) []QuickFix {
	setter, ok := r.Roster.(FieldSetter)
	path := findingPath(r.Document().At("units", slices.Index(UnitIDs(r.Document()), id)), f)
	if !ok || len(path) == 0 {
		return nil
	}
	called := func(path []string) string {
		for _, key := range slices.Backward(path) {
			if _, err := strconv.Atoi(key); err != nil {
				return key
			}
		}
		return ""
	}
	var all []QuickFix
	for _, field := range setter.Fields(id) {
		keys := strings.Split(field.Path, ".")
		if field.EntryID != "" || called(keys) != called(path) {
			continue
		}
		choices := slices.Clone(field.Choices)
		slices.SortStableFunc(choices,
			func(a, b edit.Choice) int {
				return cmp.Compare(max(a.ExtraCost, -a.ExtraCost), max(b.ExtraCost, -b.ExtraCost))
			})
		now := slices.IndexFunc(choices, func(c edit.Choice) bool { return c.Value == field.Current })
		for i, c := range choices {
			if i != now {
				label := fmt.Sprintf(", %s, %s: %s", field.Group, field.Label, c.Label)
				if now >= 0 {
					label += " in place of " + choices[now].Label
				}
				all = append(all,
					r.labelledFix(setField(id, keys, c.Value), "%s"+strings.ReplaceAll(label, "%", "%%")+".", id))
			}
		}
	}
	return append(all, r.labelledFix(setField(id, path, ""), "%s without `"+strings.Join(path, ".")+"`.", id))
}

// bookUnitFixes returns fixes that change a unit of a book: fewer or more of its options (without
// traits), another number of figures, another choice, or the removal of the key at the finding's
// position.
func bookUnitFixes(r namedRoster, f finding.Finding, id string) (all []QuickFix) {
	army, ok := r.Roster.(fadRoster)
	if !ok || army.Unit(id) == nil || army.Unit(id).Design == nil || !strings.HasPrefix(f.Code, "structure/") {
		return nil
	}
	unit := r.Document().At("units", slices.Index(UnitIDs(r.Document()), id))
	here := func(n schema.Node) bool { return n.Line() == f.Line && n.Column() == f.Column }
	for i := range unit.Len() {
		key, value := unit.Entry(i)
		if name := key.Text(); name != "figures" && name != "traits" && (here(value) || here(value.Index(0))) {
			all = append(all, r.labelledFix(setField(id, []string{name}, ""), "%s without `"+name+"`.", id))
		}
	}
	fields := army.Fields(id)
	among := func(now string, operator edit.Operator, n int, word string) {
		for _, field := range fields {
			if field.EntryID == "" || field.Path == "traits" || field.Current != now || n > max(1, field.WeaponCount) {
				continue
			}
			one := edit.Assignment{Path: []string{field.Path}, Operator: operator, Value: field.EntryID}
			label := fmt.Sprintf("%%s with %s %s.", finding.CountText(n, strings.ReplaceAll(field.Label, "%", "%%")), word)
			all = append(all, r.labelledFix(SetFields{UnitID: id, Fields: slices.Repeat([]edit.Assignment{one}, n)}, label, id))
		}
	}
	among("yes", edit.Drop, 1, "fewer")
	size, may := army.Unit(id).Size(), army.Unit(id).Design.Size
	for off := range 20 {
		for _, n := range []int{size - off, size + off} {
			if off > 0 && n >= may.Least && n <= may.Most {
				all = append(all, r.labelledFix(setField(id, []string{"figures"}, strconv.Itoa(n)), "%s with "+finding.CountText(n, "figure")+".", id))
			}
		}
	}
	for _, field := range fields {
		for _, c := range field.Choices {
			if field.EntryID == "" && c.Value != field.Current && !strings.Contains(field.Path, ".") {
				label := strings.ReplaceAll(field.Label+": "+c.Label, "%", "%%")
				all = append(all, r.labelledFix(setField(id, strings.Split(field.Path, "."), c.Value), "%s, "+label+".", id))
			}
		}
	}
	among("no", edit.Append, 1, "more")
	for n := 2; n < 10; n++ {
		among("yes", edit.Drop, n, "fewer")
	}
	return all
}

// setField returns the edit that sets a field of a unit; an empty value removes the field.
func setField(id string, path []string, value string) Edit {
	return SetFields{UnitID: id, Fields: []edit.Assignment{{Path: path, Operator: edit.Replace, Value: value}}}
}

// findingPath returns the path from a node to the value at the finding's position, in the form of
// assignments; nil if there is no value.
func findingPath(n schema.Node, f finding.Finding) []string {
	below := func(key string, value schema.Node) []string {
		if value.IsScalar() && value.Line() == f.Line && value.Column() == f.Column {
			return []string{key}
		}
		if path := findingPath(value, f); path != nil {
			return slices.Insert(path, 0, key)
		}
		return nil
	}
	var path []string
	for i := 0; i < n.Len() && path == nil; i++ {
		if key, value := n.Entry(i); n.IsMap() {
			path = below(key.Text(), value)
		} else {
			path = below(strconv.Itoa(i+1), n.Index(i))
		}
	}
	return path
}

// unitPoints returns the cost of a unit in points.
func unitPoints(r Roster, id string) int {
	for _, u := range r.Units() {
		if u.ID == id {
			return u.Points
		}
	}
	return 0
}

// downgradeFixes returns fixes that drop an upgrade of a unit or one of its traits.
func downgradeFixes(r namedRoster, id string) []QuickFix {
	unit := r.Document().At("units", slices.Index(UnitIDs(r.Document()), id))
	var all []QuickFix
	upgrades := unit.Get("upgrades")
	for i := range upgrades.Len() {
		option, count := upgrades.Index(i).Text(), 1
		if upgrades.Index(i).IsMap() {
			option, count = upgrades.Index(i).Get("option").Text(), max(1, upgrades.Index(i).Get("count").Int())
		}
		for n := 1; n <= min(count, 10); n++ {
			all = append(all,
				QuickFix{Edits: []Edit{Downgrade{UnitID: id, Choices: []gf.Choice{{Option: option, Count: n}}}}})
		}
	}
	traits := unit.Get("traits")
	for i := range traits.Len() {
		drop := edit.Assignment{Path: []string{"traits"}, Operator: edit.Drop, Value: fmt.Sprint(i + 1)}
		fix := QuickFix{Edits: []Edit{SetFields{UnitID: id, Fields: []edit.Assignment{drop}}}}
		if trait := traits.Index(i).Text(); trait != "" {
			fix.Label = fmt.Sprintf("Take the trait %s from %s.", trait, r.unitName(id))
		}
		all = append(all, fix)
	}
	return all
}
