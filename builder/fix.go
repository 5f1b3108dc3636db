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

// A QuickFix is a change that solves a finding; it was tried.
type QuickFix struct {
	finding.Fix
	Edits []Edit
	Drops int // number of upgrades that it drops to make the list cheaper

	removes int // number of units that it removes, a pair as one; else 0
}

// named is a list with the names of its units.
type named struct {
	Roster
	name  func(id string) string
	pairs map[string][]string // both halves of a combined pair, by the id of each
}

const (
	mostFixes     = 3      // fixes of a finding that are offered
	mostTries     = 500    // changes that are tried for a finding
	mostFar       = 20     // changes to the links of units that the finding does not name
	mostUnitsRead = 15_000 // units read in all tries; each try reads the whole list

	// MostMended is the number of findings of a list that get quick fixes. MendedNote tells a
	// player so.
	MostMended = 20
	MendedNote = "Ways out are sought for the first 20 findings only."
)

// triesOf returns the maximum number of changes to try for a finding.
func triesOf(r Roster) int { return min(mostTries, mostUnitsRead/max(1, r.Size())) }

// A Fixer searches quick fixes for the findings of one list. It tries each change once, even if
// several findings could be solved by it. It must not be used concurrently.
type Fixer struct {
	list    named
	library *catalog.Library
	tried   map[string]attempt // by changes
}

// An attempt is the result of changes to a list; a refused change solves nothing.
type attempt struct {
	finding.Difference
	applied bool
	points  int // the list's points after the changes
}

// NewFixer returns the Fixer of a list. name returns a unit's name for labels, given its id; if
// it is nil, labels have ids.
func NewFixer(r Roster, library *catalog.Library, name func(id string) string) *Fixer {
	if name == nil {
		name = func(id string) string { return id }
	}
	pairs := map[string][]string{}
	for i, id := range IDs(r.Document()) {
		if first := r.Document().At("units", i, "combine").Text(); first != "" {
			pair := []string{first, id}
			pairs[first], pairs[id] = pair, pair
		}
	}
	return &Fixer{list: named{r, name, pairs}, library: library, tried: map[string]attempt{}}
}

// Fixes lists changes that solve a finding of the list, the least drastic first. Each was tried and
// causes no error. The result is empty if there are none, or if ctx is done.
func (x *Fixer) Fixes(ctx context.Context, f finding.Finding) []QuickFix {
	if f.Code == finding.OverPoints {
		return x.cheaper(ctx, f)
	}
	var fixes []QuickFix
	if f.Over > 0 {
		all, _ := x.savings(ctx, f.Units)
		if fix, _ := x.fewestDrops(all, f.Over, f); len(fix.Edits) > 1 { // one alone is among the remedies
			fixes = append(fixes, fix)
		}
	}
	all, texts := candidates(x.list, f), map[string]bool{}
	all = slices.DeleteFunc(all, func(fix QuickFix) bool { return tooFew(fix.Edits, f) })
	fewest := len(all) // units whose removal is enough
	for _, fix := range all[:min(len(all), triesOf(x.list))] {
		if ctx.Err() != nil {
			return nil
		}
		if fix.removes > fewest || !cures(x.try(fix.Edits).Difference, f) {
			continue
		}
		s := Change(x.list.Roster, x.library)
		done, err := s.Do(fix.Edits...)
		if err != nil || texts[string(s.Text())] {
			continue
		}
		texts[string(s.Text())] = true
		if fix.removes > 0 {
			fewest = fix.removes
		}
		if less, ok := fix.Edits[0].(Downgrade); ok {
			name := x.list.name(less.ID)
			if x.list.pairs[less.ID] != nil && !x.changesBothHalves(less) {
				name = "One half of " + name
			}
			fix.Label = name + strings.TrimPrefix(done.Said[0], less.ID)
		}
		fix.Label = cmp.Or(fix.Label, done.Said[0])
		if fix.Points = s.Now().Points() - x.list.Points(); fix.Points != 0 {
			fix.Label += fmt.Sprintf(" (%+d)", fix.Points)
		}
		if fixes = append(fixes, fix); len(fixes) == mostFixes {
			break
		}
	}
	return fixes
}

// tooFew reports whether the removals in edits, each of at most one unit, are too few to solve a
// finding about too many units.
func tooFew(edits []Edit, f finding.Finding) bool {
	if len(edits) >= f.Excess {
		return false
	}
	switch edits[0].(type) {
	case Link, Remove:
		return true
	}
	return false
}

// try returns the effect of changes on the list's findings and points.
func (x *Fixer) try(edits []Edit) attempt {
	key := fmt.Sprintf("%#v", edits)
	d, ok := x.tried[key]
	if !ok {
		s := &Session{library: x.library, file: edit.Try(x.list.Document()), before: x.list.Roster, now: x.list.Roster}
		if _, err := s.Do(edits...); err == nil {
			d = attempt{s.Changed(), true, s.Now().Points()}
		}
		x.tried[key] = d
	}
	return d
}

// cures reports whether the change solves the finding and causes no error.
func cures(d finding.Difference, f finding.Finding) bool {
	_, worse := finding.FirstError(d.New, "")
	return !worse && slices.ContainsFunc(d.Solved, func(other finding.Finding) bool {
		return other.Code == f.Code && other.Message == f.Message && slices.Equal(other.Units, f.Units)
	})
}

// ReportFixes returns the list's report with fixes for its errors and warnings, up to MostMended.
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
		if f.Severity == finding.Note || i >= MostMended {
			return nil
		}
		return convert.All(fixer.Fixes(ctx, f), func(fix QuickFix) finding.Fix { return fix.Fix })
	})
}

// candidates lists possible fixes of a finding: remove a link, join, combine, drop upgrades or
// traits, set another value where the finding is, or remove units. They change the units that the
// finding names; if it names none, any unit.
func candidates(r named, f finding.Finding) []QuickFix {
	ids := slices.Clone(f.Units)
	if len(ids) == 0 {
		ids = IDs(r.Document())
	}
	var all []QuickFix
	if strings.HasPrefix(f.Code, gf.ImportCodes) {
		return append(former(r, f, strings.Join(f.Units, "")), dropClaims(r, f))
	}
	if f.Code == finding.CodeAside {
		for _, u := range r.Aside() {
			back := r.remedy(setField(u.ID, []string{"aside"}, "false"), "Put %s back.", u.ID)
			back.Label = "Put " + u.Name + " back."
			all = append(all, back)
		}
	}
	if r.Document().At("general").Exists() {
		all = append(all, r.remedy(Set{Fields: []edit.Assignment{{Path: []string{"general"}, Operator: edit.Replace}}}, "Name no general."))
	}
	for _, id := range f.Units {
		all = append(all, designChanges(r, f, id)...)
	}
	all = append(all, detached(r, f.Units)...)
	all = append(all, joined(r, ids)...)
	all = append(all, combined(r, ids)...)
	for _, id := range f.Units {
		all = append(all, former(r, f, id)...)
	}
	for _, id := range ids {
		all = append(all, drops(r, id)...)
		all = append(all, otherValues(r, f, id)...)
	}
	return append(all, removals(r, ids)...)
}

// changesBothHalves reports whether dropping an upgrade also drops it from the other half of a
// pair.
func (x *Fixer) changesBothHalves(less Downgrade) bool {
	chooser, ok := x.list.Roster.(Chooser)
	return ok && slices.ContainsFunc(chooser.Chosen(less.ID), func(c gf.Chosen) bool {
		return c.Option.ID == less.Choices[0].Option && gf.ForEveryModel(c.Section)
	})
}

// removals lists the removals of one half of a pair, of one unit (the cheapest first), and of
// several units.
func removals(r named, ids []string) (all []QuickFix) {
	var wholes [][]string // units, of a pair both halves
	for _, id := range slices.Backward(ids) {
		if pair := r.pairs[id]; pair == nil {
			wholes = append(wholes, []string{id})
		} else if all = append(all, r.removal(id)); id == pair[0] || !slices.Contains(ids, pair[0]) {
			wholes = append(wholes, pair)
		}
	}
	cost := func(units []string) (sum int) {
		for _, id := range units {
			sum += points(r, id)
		}
		return sum
	}
	slices.SortStableFunc(wholes, func(a, b []string) int { return cmp.Compare(cost(a), cost(b)) })
	several := func(chosen ...[]string) {
		fix := QuickFix{removes: len(chosen)}
		names := make([]string, len(chosen))
		for i, units := range chosen {
			names[i] = r.name(units[0])
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

// remedy returns a change with a label, in which each %s becomes a unit's name.
func (r named) remedy(e Edit, label string, ids ...string) QuickFix {
	names := convert.All(ids, func(id string) any { return r.name(id) })
	return QuickFix{Fix: finding.Fix{Label: fmt.Sprintf(label, names...)}, Edits: []Edit{e}}
}

// removal returns the removal of one unit, which may be half of a combined pair.
func (r named) removal(id string) QuickFix {
	if r.pairs[id] != nil {
		return r.remedy(Remove{ID: id}, "Remove one half of %s.", id)
	}
	return r.remedy(Remove{ID: id}, "Remove %s.", id)
}

// detached returns fixes that remove a link of a unit: of the units in about, then of the units
// linked with them, then of the others.
func detached(r named, about []string) []QuickFix {
	labels := map[string]string{
		"join": "Let %s join no unit.", "combine": "Let %s fight as a unit of its own.",
		"in": "Let %s deploy in no transport.", "partner": "Give %s no partner.",
	}
	var sorted [3][]QuickFix
	far := min(mostFar, triesOf(r)/4)
	ids, halves := IDs(r.Document()), map[string]int{}
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
			one = append(one, r.remedy(Detach{ID: id, Only: []string{key}}, labels[key], id))
			if slices.Contains(about, to.Text()) {
				near = 1
			}
		}
		if slices.Contains(about, id) {
			near = 0
		}
		if links > len(one) || links > 1 {
			one = append(one, r.remedy(Detach{ID: id}, "Let %s stand on its own.", id))
		}
		if sorted[near] = append(sorted[near], one...); near == 2 && len(about) > 0 {
			sorted[near] = sorted[near][:min(len(sorted[near]), far)]
		}
	}
	return slices.Concat(sorted[:]...)
}

// joined returns fixes that join each lone hero to the first unit that accepts the hero.
func joined(r named, ids []string) (all []QuickFix) {
	const key = "join"
	kind := &linkKinds[slices.IndexFunc(linkKinds, func(k linkKind) bool { return k.key == key })]
	order, linker := IDs(r.Document()), r.linker()
	for _, id := range ids {
		i := slices.Index(order, id)
		if i < 0 || len(all) == mostTries/4 || r.Document().At("units", i, key).Exists() {
			continue
		}
		to := slices.IndexFunc(order, func(to string) bool {
			if to == id || !linker.linkable(key, id, to) {
				return false
			}
			_, refused, _ := kind.refused(linker, i, to)
			return !refused
		})
		if to >= 0 {
			all = append(all, r.remedy(Link{ID: id, Key: key, To: order[to]}, "Let %s join %s.", id, order[to]))
		}
	}
	return all
}

// combined returns fixes that combine two units of the same kind.
func combined(r named, ids []string) []QuickFix {
	kinds := make(map[string]string, len(ids))
	for i, id := range IDs(r.Document()) {
		kinds[id] = r.Document().At("units", i, "unit").Text()
	}
	var all []QuickFix
	for i, first := range ids {
		for _, second := range ids[i+1:] {
			if kinds[first] == "" || kinds[first] != kinds[second] {
				continue
			}
			if all = append(all, r.remedy(Link{ID: second, Key: "combine", To: first}, "Combine %s and %s.", first, second)); len(all) == mostTries/4 {
				return all
			}
		}
	}
	return all
}

// dropClaims removes the claims of a sender's text about a unit or the list that the book
// contradicts.
func dropClaims(r named, f finding.Finding) QuickFix {
	drop := []edit.Assignment{{Path: []string{"claims"}, Operator: edit.Replace}}
	if len(f.Units) == 0 {
		return r.remedy(Set{Fields: drop}, "Take the book's word.")
	}
	return r.remedy(Set{ID: f.Units[0], Fields: drop}, "Take the book's word for %s.", f.Units[0])
}

// former offers to remove the former upgrade that a finding is about, or to replace it by one of
// the options with the nearest cost.
func former(r named, f finding.Finding, id string) []QuickFix {
	g, ok := r.Roster.(grimdark)
	i := slices.Index(IDs(r.Document()), id)
	if !ok || i < 0 || f.Code != gf.CodeGone && f.Code != gf.CodeInexact {
		return nil
	}
	var all []QuickFix
	for n, was := range g.Army.List.Units[i].Former {
		if !strings.HasPrefix(f.Message, was.String()+" ") {
			continue
		}
		drop := Set{ID: id, Fields: []edit.Assignment{{Path: []string{"former"}, Operator: edit.Drop, Value: strconv.Itoa(n + 1)}}}
		if was.Now != "" {
			return append(all, r.remedy(drop, "Keep it as it is now on %s.", id))
		}
		all = append(all, r.remedy(drop, "Let %s do without it.", id))
		var open []gf.OpenOption
		for _, section := range g.Open(id) {
			open = append(open, section.Options...)
		}
		off := func(o gf.OpenOption) int { return max(o.Cost-was.Cost, was.Cost-o.Cost) }
		slices.SortStableFunc(open, func(a, b gf.OpenOption) int { return cmp.Compare(off(a), off(b)) })
		for _, o := range open {
			if o.Left > 0 && len(all) < mostFixes {
				label := "Give %s " + strings.ReplaceAll(o.Option.Text(), "%", "%%") + " in its place."
				fix := r.remedy(Upgrade{ID: id, Choices: []gf.Choice{{Option: o.Option.ID, Count: 1}}}, label, id)
				fix.Edits = append(fix.Edits, drop)
				all = append(all, fix)
			}
		}
	}
	return all
}

// otherValues offers other values at the place of a finding, or in a field with the same key, the
// smallest change of price first; then no value.
func otherValues(r named, f finding.Finding, id string) []QuickFix {
	setter, ok := r.Roster.(FieldSetter)
	path := pathOf(r.Document().At("units", slices.Index(IDs(r.Document()), id)), f)
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
		if field.Among != "" || called(keys) != called(path) {
			continue
		}
		choices := slices.Clone(field.Choices)
		slices.SortStableFunc(choices,
			func(a, b edit.Choice) int { return cmp.Compare(max(a.More, -a.More), max(b.More, -b.More)) })
		now := slices.IndexFunc(choices, func(c edit.Choice) bool { return c.Value == field.Now })
		for i, c := range choices {
			if i != now {
				label := fmt.Sprintf(", %s, %s: %s", field.Group, field.Label, c.Label)
				if now >= 0 {
					label += " in place of " + choices[now].Label
				}
				all = append(all,
					r.remedy(setField(id, keys, c.Value), "%s"+strings.ReplaceAll(label, "%", "%%")+".", id))
			}
		}
	}
	return append(all, r.remedy(setField(id, path, ""), "%s without `"+strings.Join(path, ".")+"`.", id))
}

// designChanges lists changes to a unit of a book: fewer or more of its options (without traits),
// another number of figures, another choice, or the removal of the key that a finding is about.
func designChanges(r named, f finding.Finding, id string) (all []QuickFix) {
	army, ok := r.Roster.(force)
	if !ok || army.Unit(id) == nil || army.Unit(id).Design == nil || !strings.HasPrefix(f.Code, "structure/") {
		return nil
	}
	unit := r.Document().At("units", slices.Index(IDs(r.Document()), id))
	here := func(n schema.Node) bool { return n.Line() == f.Line && n.Column() == f.Column }
	for i := range unit.Len() {
		key, value := unit.Entry(i)
		if name := key.Text(); name != "figures" && name != "traits" && (here(value) || here(value.Index(0))) {
			all = append(all, r.remedy(setField(id, []string{name}, ""), "%s without `"+name+"`.", id))
		}
	}
	fields := army.Fields(id)
	among := func(now string, operator edit.Operator, n int, word string) {
		for _, field := range fields {
			if field.Among == "" || field.Path == "traits" || field.Now != now || n > max(1, field.Count) {
				continue
			}
			one := edit.Assignment{Path: []string{field.Path}, Operator: operator, Value: field.Among}
			label := fmt.Sprintf("%%s with %s %s.", finding.Count(n, strings.ReplaceAll(field.Label, "%", "%%")), word)
			all = append(all, r.remedy(Set{ID: id, Fields: slices.Repeat([]edit.Assignment{one}, n)}, label, id))
		}
	}
	among("yes", edit.Drop, 1, "fewer")
	size, may := army.Unit(id).Size(), army.Unit(id).Design.Size
	for off := range 20 {
		for _, n := range []int{size - off, size + off} {
			if off > 0 && n >= may.Least && n <= may.Most {
				all = append(all, r.remedy(setField(id, []string{"figures"}, strconv.Itoa(n)), "%s with "+finding.Count(n, "figure")+".", id))
			}
		}
	}
	for _, field := range fields {
		for _, c := range field.Choices {
			if field.Among == "" && c.Value != field.Now && !strings.Contains(field.Path, ".") {
				label := strings.ReplaceAll(field.Label+": "+c.Label, "%", "%%")
				all = append(all, r.remedy(setField(id, strings.Split(field.Path, "."), c.Value), "%s, "+label+".", id))
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
	return Set{ID: id, Fields: []edit.Assignment{{Path: path, Operator: edit.Replace, Value: value}}}
}

// pathOf returns the path, in the form of assignments, from a node to the value at the finding's
// position; nil if there is none.
func pathOf(n schema.Node, f finding.Finding) []string {
	below := func(key string, value schema.Node) []string {
		if value.IsScalar() && value.Line() == f.Line && value.Column() == f.Column {
			return []string{key}
		}
		if path := pathOf(value, f); path != nil {
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

// points returns the cost of a unit.
func points(r Roster, id string) int {
	for _, u := range r.Units() {
		if u.ID == id {
			return u.Points
		}
	}
	return 0
}

// drops returns fixes that drop an upgrade of a unit or one of its traits.
func drops(r named, id string) []QuickFix {
	unit := r.Document().At("units", slices.Index(IDs(r.Document()), id))
	var all []QuickFix
	upgrades := unit.Get("upgrades")
	for i := range upgrades.Len() {
		option, count := upgrades.Index(i).Text(), 1
		if upgrades.Index(i).IsMap() {
			option, count = upgrades.Index(i).Get("option").Text(), max(1, upgrades.Index(i).Get("count").Int())
		}
		for n := 1; n <= min(count, 10); n++ {
			all = append(all,
				QuickFix{Edits: []Edit{Downgrade{ID: id, Choices: []gf.Choice{{Option: option, Count: n}}}}})
		}
	}
	traits := unit.Get("traits")
	for i := range traits.Len() {
		drop := edit.Assignment{Path: []string{"traits"}, Operator: edit.Drop, Value: fmt.Sprint(i + 1)}
		fix := QuickFix{Edits: []Edit{Set{ID: id, Fields: []edit.Assignment{drop}}}}
		if trait := traits.Index(i).Text(); trait != "" {
			fix.Label = fmt.Sprintf("Take the trait %s from %s.", trait, r.name(id))
		}
		all = append(all, fix)
	}
	return all
}
