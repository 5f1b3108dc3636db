package builder

import (
	"fmt"
	"slices"
	"strings"

	"muster/builder/finding"
	"muster/catalog"
	"muster/schema"
)

// judge finds everything about the list as a whole that the rules forbid. What
// concerns a unit's own upgrades was reported while it was put together.
func (a *Army) judge(byID map[string]*Unit) {
	j := &judge{Army: a, byID: byID, limit: a.Limit(), groupOf: make(map[*Unit]*Group, len(a.Units))}
	for _, g := range a.Groups {
		for _, u := range g.Members() {
			j.groupOf[u] = g
		}
	}
	j.ids()
	j.total()
	j.books()
	j.links()
	j.pairs()
	j.heroes()
	j.forceOrg(a.Groups, a.Units, a.List.ForceOrg == nil || *a.List.ForceOrg)
	j.unique(a.Units)
	j.transports()
	j.general()
}

type judge struct {
	*Army
	byID    map[string]*Unit
	groupOf map[*Unit]*Group
	limit   int // the size from which limits are counted
}

// report adds a finding about units, placed at a key of the first one's entry,
// or, without units, at a key of the list.
func (j *judge) report(code string, severity finding.Severity, rule, key string, units []*Unit, format string, args ...any) {
	f := finding.Finding{
		Code: code, Severity: severity, Units: ids(units),
		Message: fmt.Sprintf(format, args...), Source: j.Game.Cite + ", " + rule,
	}
	path := []any{key}
	if len(units) > 0 {
		path = []any{"units", units[0].index, key}
	}
	j.Findings = append(j.Findings, j.List.place(f, path...))
}

// ids finds ids that several units share; links mean the first.
func (j *judge) ids() {
	seen := make(map[string]int, len(j.List.Units))
	for i := range j.List.Units {
		id := j.List.Units[i].ID
		first, twice := seen[id]
		if !twice {
			seen[id] = i
			continue
		}
		j.Findings = append(j.Findings, j.List.place(finding.Finding{
			Code: "unit/duplicate", Severity: finding.Error, Units: []string{id},
			Message: fmt.Sprintf("two units have the id `%s`, the first in line %d; give one of them another",
				id, j.List.document.At("units", first, "id").Line()),
			Source: "muster, list/1",
		}, "units", i, "id"))
	}
}

func (j *judge) total() {
	if j.List.Points > 0 && j.Points > j.List.Points {
		j.report("points/over", finding.Error, "The Armies", "points", nil,
			"the list costs %d points, %d over the agreed %d; take that much out, or agree on a larger game", j.Points, j.Points-j.List.Points, j.List.Points)
	}
}

func (j *judge) books() {
	if len(j.Books) > 1 {
		names := make([]string, len(j.Books))
		for i, b := range j.Books {
			names[i] = b.Name
		}
		j.report("books/mixed", finding.Note, "The Armies", "books", nil,
			"the list mixes %d army books (%s); ask your opponent whether that is agreed", len(j.Books), strings.Join(names, ", "))
	}
}

// links finds ids that name no unit.
func (j *judge) links() {
	for i := range j.List.Units {
		e := &j.List.Units[i]
		for _, link := range []struct{ key, id, what string }{
			{"combine", e.Combine, "be combined with"}, {"join", e.Join, "join"}, {"in", e.In, "deploy in"},
		} {
			if link.id == "" || j.List.Index(link.id) >= 0 {
				continue
			}
			j.Findings = append(j.Findings, j.List.place(finding.Finding{
				Code: "unit/unknown", Severity: finding.Error, Units: []string{e.ID},
				Message: fmt.Sprintf("`%s` is to %s `%s`, and the list has no unit of that id%s", e.ID, link.what, link.id, schema.DidYouMean(link.id, j.List.IDs())),
				Source:  "muster, list/1",
			}, "units", i, link.key))
		}
	}
}

// pairs judges combined units (RULES.md §3).
func (j *judge) pairs() {
	const rule = "Combined Units"
	for _, u := range j.Units {
		if u.Entry.Combine == u.ID {
			j.report("combine/count", finding.Error, rule, "combine", []*Unit{u}, "`%s` is combined with itself; name the other copy of the unit", u.ID)
		}
	}
	for _, g := range j.Groups {
		if len(g.Halves) < 2 {
			continue
		}
		first := g.Halves[0]
		linked := slices.Clone(g.Halves) // the one with the link first: the finding points there
		slices.SortStableFunc(linked, func(a, b *Unit) int { return boolOrder(a.Entry.Combine == "", b.Entry.Combine == "") })
		if len(g.Halves) > 2 {
			j.report("combine/count", finding.Error, rule, "combine", linked, "%d units are combined into one; exactly two may be: detach %d of them", len(g.Halves), len(g.Halves)-2)
		}
		for _, other := range g.Halves[1:] {
			if other.Of != first.Of || other.Book != first.Book {
				j.report("combine/unit", finding.Error, rule, "combine", linked, "%s and %s are different units; only two copies of the same unit can be combined", first.BookName(), other.BookName())
				break
			}
		}
		for _, half := range g.Halves {
			if half.Of.Size < 2 {
				j.report("combine/size", finding.Error, rule, "combine", linked, "%s is a single model; only units of several models can be combined", half.BookName())
				break
			}
		}
		for _, other := range g.Halves[1:] {
			if other.Of != first.Of {
				continue
			}
			if mine, theirs := first.everyModel(), other.everyModel(); mine != theirs {
				j.report("combine/upgrades", finding.Error, rule, "combine", linked,
					"the upgrades for all models must be the same in both halves: `%s` has %s, `%s` has %s", first.ID, orNone(mine), other.ID, orNone(theirs))
				break
			}
		}
	}
}

func boolOrder(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

func orNone(names string) string {
	if names == "" {
		return "none"
	}
	return names
}

// everyModel names the upgrades that change all of a unit's models, in an
// order that does not depend on the file's.
func (u *Unit) everyModel() string {
	var names []string
	for _, c := range u.Chosen {
		if c.Section.Affects.Word == catalog.All {
			for range c.Count {
				names = append(names, c.Option.Name)
			}
		}
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// heroes judges who joins whom (RULES.md §4).
func (j *judge) heroes() {
	const rule = "Hero"
	join := j.Game.Lists.Join
	for _, u := range j.Units {
		target := j.byID[u.Entry.Join]
		if u.Entry.Join == "" || target == nil {
			continue
		}
		if !u.Hero {
			j.report("hero/not-hero", finding.Error, rule, "join", []*Unit{u}, "%s is no hero; only heroes join other units", u.Name)
		}
		if u.Hero && join.MaxTough > 0 && u.Tough > join.MaxTough {
			j.report("hero/tough", finding.Error, rule, "join", []*Unit{u}, "%s takes %d wounds; heroes that take more than %d cannot join a unit: detach it, or drop what makes it tougher", u.Name, u.Tough, join.MaxTough)
		}
		if why := j.noHost(u, target); why != "" {
			j.report("hero/host", finding.Error, rule, "join", []*Unit{u, target}, "%s cannot join %s: %s", u.Name, target.Name, why)
		}
	}
	for _, g := range j.Groups {
		if len(g.Heroes) > 1 {
			j.report("hero/second", finding.Error, rule, "join", g.Heroes[1:],
				"%d heroes join %s; a unit takes one: detach %d of them", len(g.Heroes), g.Unit.Name, len(g.Heroes)-1)
			j.Findings[len(j.Findings)-1].Units = ids(g.Heroes)
		}
	}
}

// noHost says why a unit cannot take a hero, or "".
func (j *judge) noHost(hero, target *Unit) string {
	switch {
	case target == hero:
		return "a unit cannot join itself"
	case target.Hero:
		return "it is a hero, and a hero is never a host"
	case target.Book != hero.Book:
		return fmt.Sprintf("it is from %s; heroes join units of their own book", target.Book.Name)
	case j.Game.Lists.Join.MultiModel && target.Models < 2:
		return "it is a single model; heroes join units of several models"
	}
	return ""
}

// forceOrg judges the limits of force organisation (RULES.md §5) over groups
// and units, which a team gathers from several lists.
func (j *judge) forceOrg(groups []*Group, units []*Unit, wanted bool) {
	const rule = "Force Org."
	f := j.Game.Lists.ForceOrg
	if f == nil || !wanted {
		return
	}
	var heroes []*Unit
	for _, u := range units {
		if u.Hero {
			heroes = append(heroes, u)
		}
	}
	if most := j.limit / f.HeroPer; len(heroes) > most {
		j.report("force-org/heroes", finding.Error, rule, "units", nil, "%s; %d points allow %d: remove %d", count(len(heroes), "hero", "heroes"), j.limit, most, len(heroes)-most)
		j.about(heroes)
	}
	j.copies(groups, f.Copies+j.limit/f.CopyPer, rule)
	share := j.limit * f.Share / 100
	standing := 0
	for _, g := range groups {
		standing++
		j.share(g.Halves, share, rule)
		for _, hero := range g.Heroes {
			j.share([]*Unit{hero}, share, rule)
		}
	}
	if most := j.limit / f.UnitPer; standing > most {
		j.report("force-org/units", finding.Error, rule, "units", nil, "%s, joined heroes not counted; %d points allow %d: remove %d, or combine or join some", count(standing, "unit", "units"), j.limit, most, standing-most)
		for _, g := range groups {
			j.about(g.Halves)
		}
	}
}

// about adds units to the newest finding.
func (j *judge) about(units []*Unit) {
	f := &j.Findings[len(j.Findings)-1]
	f.Units = append(f.Units, ids(units)...)
}

// share judges that one unit, or both halves of a pair, costs no more than its
// share of the list.
func (j *judge) share(units []*Unit, most int, rule string) {
	cost := 0
	for _, u := range units {
		cost += u.Cost
	}
	if cost <= most {
		return
	}
	what := units[0].Name + " costs"
	if len(units) > 1 {
		what = units[0].Name + ", combined, costs"
	}
	j.report("force-org/share", finding.Error, rule, "unit", units, "%s %d points; %d %% of %d points is %d: take %d points off it", what, cost, j.Game.Lists.ForceOrg.Share, j.limit, most, cost-most)
}

// copies judges how often the same unit is taken; a combined pair is one copy.
func (j *judge) copies(groups []*Group, most int, rule string) {
	type kind struct {
		book string
		unit string
	}
	taken := map[kind][]*Unit{}
	counts := map[kind]int{}
	var order []kind
	add := func(units []*Unit) {
		seen := map[kind]bool{}
		for _, u := range units {
			k := kind{u.Book.ID, u.Of.ID}
			if taken[k] == nil {
				order = append(order, k)
			}
			taken[k] = append(taken[k], u)
			if !seen[k] {
				seen[k] = true
				counts[k]++
			}
		}
	}
	for _, g := range groups {
		add(g.Halves)
		for _, hero := range g.Heroes {
			add([]*Unit{hero})
		}
	}
	for _, k := range order {
		if counts[k] > most {
			units := taken[k]
			j.report("force-org/copies", finding.Error, rule, "unit", units, "%d copies of %s, a combined pair counting as one; %d points allow %d: remove %d, or combine two", counts[k], units[0].BookName(), j.limit, most, counts[k]-most)
		}
	}
}

// unique judges units that a list may have only so often.
func (j *judge) unique(units []*Unit) {
	taken := map[*catalog.Unit][]*Unit{}
	var order []*catalog.Unit
	for _, u := range units {
		if u.PerList == 0 {
			continue
		}
		if taken[u.Of] == nil {
			order = append(order, u.Of)
		}
		taken[u.Of] = append(taken[u.Of], u)
	}
	for _, of := range order {
		same := taken[of]
		most := same[0].PerList
		if len(same) <= most {
			continue
		}
		j.report("unit/unique", finding.Error, "the unit's own rule", "unit", same[most:], "%s may be in a list %s, and is in it %s; remove %d", of.Name, howOften(most), howOften(len(same)), len(same)-most)
		j.Findings[len(j.Findings)-1].Units = ids(same)
	}
}

func howOften(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// transports judges who deploys inside whom (RULES.md §7).
func (j *judge) transports() {
	const rule = "Transport"
	aboard := map[*Unit][]*Group{}
	for _, g := range j.Groups {
		var in *Unit
		for _, u := range g.Members() {
			t := j.byID[u.Entry.In]
			if u.Entry.In == "" || t == nil {
				continue
			}
			switch {
			case t.Transport == 0:
				j.report("unit/unknown", finding.Error, rule, "in", []*Unit{u, t}, "%s is to deploy in %s, which is no transport", u.Name, t.Name)
			case j.groupOf[t] == g:
				j.report("transport/size", finding.Error, rule, "in", []*Unit{u}, "%s cannot deploy inside itself", t.Name)
			case in == nil:
				in = t
				aboard[t] = append(aboard[t], g)
			case in != t:
				j.report("transport/full", finding.Error, rule, "in", g.Members(), "%s is to deploy in two transports, %s and %s; choose one", g.Unit.Name, in.Name, t.Name)
			}
		}
	}
	for _, t := range j.Units {
		if len(aboard[t]) == 0 {
			continue
		}
		spaces := 0
		var passengers []*Unit
		for _, g := range aboard[t] {
			if j.carriesItself(t) {
				j.report("transport/size", finding.Error, rule, "in", g.Members(), "%s and %s are to deploy inside each other", g.Unit.Name, t.Name)
			}
			for _, u := range g.Members() {
				need, tooBig := j.spacesFor(u)
				if tooBig > 0 {
					j.report("transport/size", finding.Error, rule, "in", linkFirst(g, u), "%s takes %d wounds a model and is too big to deploy in a transport", u.Name, tooBig)
				}
				spaces += need
				passengers = append(passengers, u)
			}
		}
		if spaces > t.Transport {
			j.report("transport/full", finding.Error, rule, "in", withLinkFirst(passengers), "%s has %s, and its passengers take %d: %d too many", t.Name, count(t.Transport, "space", "spaces"), spaces, spaces-t.Transport)
			j.about([]*Unit{t})
		}
	}
}

// carriesItself tells whether a transport is, at any remove, inside itself.
func (j *judge) carriesItself(t *Unit) bool {
	at := t
	for range len(j.Units) {
		g := j.groupOf[at]
		if g == nil || g.In == nil {
			return false
		}
		if g.In == t {
			return true
		}
		at = g.In
	}
	return false
}

// linkFirst lists a group's unit that holds the link, then the unit concerned.
func linkFirst(g *Group, u *Unit) []*Unit {
	if u.Entry.In != "" {
		return []*Unit{u}
	}
	for _, other := range g.Members() {
		if other.Entry.In != "" {
			return []*Unit{u, other}
		}
	}
	return []*Unit{u}
}

func withLinkFirst(units []*Unit) []*Unit {
	sorted := slices.Clone(units)
	slices.SortStableFunc(sorted, func(a, b *Unit) int { return boolOrder(a.Entry.In == "", b.Entry.In == "") })
	return sorted
}

// spacesFor counts the spaces that a unit's models take in a transport, and
// returns the Tough of those that cannot embark, or 0.
func (j *judge) spacesFor(u *Unit) (spaces, tooBig int) {
	rest := u.Models
	add := func(models, tough int) {
		for _, row := range j.Game.Lists.Transport {
			if row.Hero && !u.Hero || row.MaxTough > 0 && tough > row.MaxTough {
				continue
			}
			spaces += models * row.Spaces
			return
		}
		tooBig = max(tooBig, tough)
	}
	for _, some := range u.Some {
		if some.Tough != u.Tough {
			n := min(some.Count, rest)
			add(n, some.Tough)
			rest -= n
		}
	}
	if rest > 0 {
		add(rest, u.Tough)
	}
	return spaces, tooBig
}

// general judges who leads the army (RULES.md §13, Command & Control).
func (j *judge) general() {
	id := j.List.General
	if id == "" {
		return
	}
	const rule = "Command & Control"
	if !j.Game.Lists.General {
		j.report("general/count", finding.Note, rule, "general", nil, "`general` has no meaning in %s; it is left alone", j.Game.ID)
		return
	}
	u := j.byID[id]
	switch {
	case u == nil && j.List.Index(id) < 0:
		j.report("unit/unknown", finding.Error, rule, "general", nil, "the general is to be `%s`, and the list has no unit of that id%s", id, schema.DidYouMean(id, j.List.IDs()))
	case u != nil && !u.Hero:
		j.report("general/count", finding.Error, rule, "general", nil, "%s is no hero, and only a hero can be the general; name one of the list's heroes", u.Name)
		j.about([]*Unit{u})
	}
}
