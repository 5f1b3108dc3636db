package gf

import (
	"fmt"
	"slices"
	"strings"

	"muster/builder/finding"
	"muster/catalog"
	"muster/convert"
	"muster/rules"
	"muster/schema"
)

// judge reports all errors of the list as a whole. Errors in a unit's own upgrades have been
// reported before.
func (a *Army) judge(byID map[string]*Unit) {
	j := &judge{Army: a, byID: byID, limit: a.Limit()}
	j.duplicateIDs()
	j.total()
	j.books()
	j.former()
	j.claims()
	j.links()
	j.pairs()
	j.heroes()
	j.forceOrg(a.List.HasForceOrg())
	j.unique()
	j.transports()
	j.general()
}

type judge struct {
	*Army
	byID  map[string]*Unit
	limit int    // the size on which limits depend
	rule  string // the rule that is being judged, for findings
	// several lists are judged as one side, so findings name their files
	several bool
}

// A place is a key of a unit's entry, or of the list if unit is nil.
type place struct {
	key  string
	unit *Unit
}

// report adds an error about units at a place. It returns the finding, so that the caller can lower
// its severity.
func (j *judge) report(code string, at place, units []*Unit, format string, args ...any) *finding.Finding {
	f := finding.Finding{
		Code: code, Severity: finding.Error, Units: ids(units),
		Message: fmt.Sprintf(format, args...), Source: j.Game.Cite + ", " + j.rule,
	}
	list, path := j.List, []any{at.key}
	if at.unit != nil {
		list, path = at.unit.list, []any{"units", at.unit.index, at.key}
	}
	f = list.locate(f, path...)
	if j.several {
		f.File = list.File
	}
	j.Findings = append(j.Findings, f)
	return &j.Findings[len(j.Findings)-1]
}

// ruleWith returns the name of the game's special rule with an effect, for findings to cite.
func (j *judge) ruleWith(has func(*rules.Effect) bool) string {
	for i := range j.Game.Rules {
		r := &j.Game.Rules[i]
		for k := range r.Effects {
			if has(&r.Effects[k]) {
				return r.Name
			}
		}
	}
	return "Special Rules"
}

// duplicateIDs reports ids that several units share; links refer to the first unit.
func (j *judge) duplicateIDs() {
	if len(j.byID) == len(j.List.Units) {
		return // every unit is known, by an id of its own
	}
	first := make(map[string]int, len(j.List.Units))
	for i := range j.List.Units {
		if j.List.Units[i].Aside {
			continue
		}
		id := j.List.Units[i].ID
		before, twice := first[id]
		if !twice {
			first[id] = i
			continue
		}
		j.Findings = append(j.Findings, j.List.errorAt(i, "unit/duplicate", "muster, list/1",
			fmt.Sprintf("two units have the id `%s`, the first in line %d; give one of them another", id,
				j.List.document.At("units", before, "id").Line()), "id"))
	}
}

func (j *judge) total() {
	j.rule = "The Armies"
	if spent := j.Spent(); j.List.Points > 0 && spent > j.List.Points {
		with := ""
		if spent > j.Points {
			with = fmt.Sprintf(" with %d of experience", spent-j.Points)
		}
		j.report(finding.OverPoints, place{key: "points"}, nil,
			"the list costs %d points%s, %d over the agreed %d; take that much out, or agree on a larger game", spent, with, spent-j.List.Points, j.List.Points)
	}
}

func (j *judge) books() {
	j.rule = "The Armies"
	var names []string
	for _, b := range j.Books {
		if !slices.Contains(names, b.Name) {
			names = append(names, b.Name)
		}
	}
	for i, b := range j.Books {
		if wanted := j.MissingVersion(i); wanted != "" {
			j.Findings = append(j.Findings, j.List.locate(finding.Finding{
				Code: finding.CodeVersion, Severity: finding.Warning, Source: "muster, list/1", Units: []string{},
				Message: finding.OtherVersion(b.Name, b.Version, wanted),
			}, j.List.bookPath(i)...))
		}
	}
	if len(names) > 1 {
		j.report("books/mixed", place{key: "books"}, nil,
			"the list mixes %d army books (%s); ask your opponent whether that is agreed", len(names), strings.Join(names, ", ")).Severity = finding.Note
	}
}

// Codes of findings about upgrades that the book does not have.
const (
	CodeUnknown = "upgrade/unknown" // no known version has it
	CodeGone    = "upgrade/gone"    // another version had it
	// it now has another profile; also for Quality and Defense in a sender's text
	CodeInexact = "import/inexact"
)

// former reports what has become of each upgrade from another version of a book.
func (j *judge) former() {
	for i := range j.List.Units {
		e := &j.List.Units[i]
		book, of := j.find(e)
		if of == nil || e.Aside {
			continue // it is an error already, or none
		}
		for n, was := range e.Former {
			text, code := was.String(), CodeGone
			title := strings.TrimSpace(book.Name + " " + book.Version)
			if c, there := book.Option(of, was.Now); there {
				code = CodeInexact
				text = fmt.Sprintf("%s was chosen, and is %s in %s; keep it as it is now, or choose another", text, c.Option.Text(), title)
			} else {
				text = fmt.Sprintf("%s was chosen, and %s does not have it; do without it, or choose another", text, title)
			}
			f := j.List.errorAt(i, code, book.Name, text, "former", n)
			f.Severity = finding.Warning
			j.Findings = append(j.Findings, f)
		}
	}
}

// links reports ids in links that no unit has.
func (j *judge) links() {
	for i := range j.List.Units {
		e := &j.List.Units[i]
		for _, link := range [...]struct{ key, id, what string }{{"combine", e.Combine, "be combined with"}, {"join", e.Join, "join"}, {"in", e.In, "deploy in"}} {
			if link.id != "" && !e.Aside && j.byID[link.id] == nil && j.List.Index(link.id) < 0 {
				j.Findings = append(j.Findings, j.List.errorAt(i, "unit/unknown", "muster, list/1", fmt.Sprintf(
					"`%s` is to %s `%s`, and the list has no unit of that id%s; correct it, or take the link out",
					e.ID, link.what, link.id, schema.DidYouMean(link.id, j.List.IDs())), link.key))
			}
		}
	}
}

// pairs judges combined units (docs/rules-notes.md, Lists).
func (j *judge) pairs() {
	j.rule = "Combined Units"
	for _, u := range j.Units {
		if u.Entry.Combine == u.ID {
			j.report("combine/count", place{"combine", u}, []*Unit{u},
				"`%s` is combined with itself; name the other copy of the unit", u.ID)
		}
	}
	for _, g := range j.bodies {
		if len(g.Halves) < 2 {
			continue
		}
		first, rest := g.Halves[0], g.Halves[1:]
		at := linkHolder(g.Halves, func(u *Unit) bool { return u.Entry.Combine != "" })
		if more := len(rest) - 1; more > 0 {
			j.report("combine/count", place{"combine", at}, g.Halves,
				"%d units are combined into one; exactly two may be: detach %d of them", len(g.Halves), more)
		}
		if i := slices.IndexFunc(rest, func(u *Unit) bool { return !sameKind(u, first) }); i >= 0 {
			j.report("combine/unit", place{"combine", at}, g.Halves, "%s and %s are different units; only two copies of the same unit can be combined: detach one", first.BookName(), rest[i].BookName())
		}
		if i := slices.IndexFunc(g.Halves, func(u *Unit) bool { return u.Of.Size < 2 }); i >= 0 {
			if j.Game.Lists.Pairs.MultiModel {
				j.report("combine/size", place{"combine", at}, g.Halves, "%s is a single model; only units of several models can be combined: detach it", g.Halves[i].BookName())
				continue // its upgrades no longer matter
			}
			j.report("combine/size", place{"combine", at}, g.Halves, "%s is a single model; %s does not forbid to combine such units, but ask your opponent whether it is agreed", g.Halves[i].BookName(), j.Game.Cite).Severity = finding.Note
		}
		mine := first.wholeUnitOptions()
		i := slices.IndexFunc(rest,
			func(u *Unit) bool { return sameKind(u, first) && !slices.Equal(u.wholeUnitOptions(), mine) })
		if i >= 0 {
			j.report("combine/upgrades", place{"combine", at}, g.Halves,
				"the upgrades for all models must be the same in both halves: `%s` has %s, `%s` has %s; choose or drop them in both", first.ID, optionNames(mine), rest[i].ID, optionNames(rest[i].wholeUnitOptions()))
		}
	}
}

// linkHolder returns the first unit with a link, to which findings point, or else the first unit.
func linkHolder(units []*Unit, holds func(*Unit) bool) *Unit {
	if i := slices.IndexFunc(units, holds); i >= 0 {
		return units[i]
	}
	return units[0]
}

// sameKind reports whether two units are copies of the same unit.
func sameKind(a, b *Unit) bool {
	return a.Of == b.Of || a.Of.ID == b.Of.ID && a.Book.ID == b.Book.ID
}

// wholeUnitOptions lists a unit's upgrades for all models, in an order that does not depend on the
// file.
func (u *Unit) wholeUnitOptions() []*catalog.Option {
	var all []*catalog.Option
	for _, c := range u.Chosen {
		if ForEveryModel(c.Section) {
			for range c.Count {
				all = append(all, c.Option)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b *catalog.Option) int { return strings.Compare(a.ID, b.ID) })
	return all
}

// ForEveryModel reports whether a section's options change all models of a unit, so that both
// halves of a combined pair need them.
func ForEveryModel(s *catalog.Section) bool {
	return s.Affects.Word == catalog.All || s.Kind == catalog.ReplaceRule
}

func optionNames(options []*catalog.Option) string {
	if len(options) == 0 {
		return "none"
	}
	return strings.Join(convert.All(options, func(o *catalog.Option) string { return o.Name }), ", ")
}

// heroes judges the links of heroes (docs/rules-notes.md, Lists).
func (j *judge) heroes() {
	j.rule = j.ruleWith(func(e *rules.Effect) bool { return e.Hero })
	join := j.Game.Lists.Join
	for _, u := range j.Units {
		target := j.byID[u.Entry.Join]
		if target == nil {
			continue
		}
		if !u.Hero {
			j.report("hero/not-hero", place{"join", u}, []*Unit{u},
				"%s is no hero, and only heroes join other units; detach it", u.Name)
		} else if join.MaxTough > 0 && u.Tough > join.MaxTough {
			j.report("hero/tough", place{"join", u}, []*Unit{u}, "%s takes %d wounds, and heroes that take more than %d cannot join a unit; detach it, or drop what makes it tougher", u.Name, u.Tough, join.MaxTough)
		}
		if why := j.noHost(u, target); why != "" {
			j.report("hero/host", place{"join", u}, []*Unit{u, target},
				"%s cannot join %s: %s; let it join another unit, or detach it", u.Name, target.Name, why)
		}
	}
	joins := func(u *Unit) *Group {
		if host := j.byID[u.Entry.Join]; u.Hero && host != nil && j.bodyOf[host.index] != j.bodyOf[u.index] {
			return j.bodyOf[host.index]
		}
		return nil
	}
	for _, u := range j.Units {
		if body := joins(u); body != nil {
			body.guests++
		}
	}
	for _, body := range j.bodies {
		if body.guests < 2 {
			continue
		}
		all := slices.DeleteFunc(slices.Clone(j.Units), func(u *Unit) bool { return joins(u) != body })
		j.report("hero/second", place{"join", all[1]}, all,
			"%d heroes join %s, and a unit takes one; detach %d of them", len(all), body.Unit.Name, len(all)-1)
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

// sizeHint returns the end of a message about a limit that depends on the list's own total: state a
// size.
func (j *judge) sizeHint() string {
	if j.List.Points > 0 {
		return ""
	}
	return ", or agree on the game's size"
}

// forceOrg judges the limits of force organisation (docs/rules-notes.md, Lists).
func (j *judge) forceOrg(wanted bool) {
	j.rule = "Force Org."
	f := j.Game.Lists.ForceOrg
	if f == nil || !wanted {
		return
	}
	heroes, others := j.heroUnits(), j.others()
	if most, all := j.limit/f.HeroPer, len(heroes)+others.heroes; all > most && len(heroes) > 0 {
		found := j.report("force-org/heroes", place{"unit", beyond(heroes, most-others.heroes)}, heroes,
			"%s; %d points allow %d: remove %d%s", finding.Count(all, "hero"), j.limit, most, all-most, j.sizeHint())
		found.Excess, found.Limit = all-most, finding.Count(most, "hero")+" at most"
	}
	j.copies(f.Copies + j.limit/f.CopyPer)
	share := j.limit * f.Share / 100
	for _, body := range j.bodies {
		j.share(body, share)
		if host := j.root(body); host != body {
			j.shareJoined(host, body, share)
		}
	}
	stand, most := standing(j.Groups), j.limit/f.UnitPer
	if n := len(stand) + others.units; n > most && len(stand) > 0 {
		var all, first []*Unit
		for _, g := range stand {
			all, first = append(all, g.Halves...), append(first, g.Halves[0])
		}
		found := j.report("force-org/units", place{"unit", beyond(first, most-others.units)}, all,
			"%s, joined heroes not counted; %d points allow %d: remove %d, or combine or join some%s", finding.Count(n, "unit"), j.limit, most, n-most, j.sizeHint())
		found.Excess, found.Limit = n-most, finding.Count(most, "unit")+" at most"
	}
}

// heroUnits lists the army's heroes; a combined pair is represented by its first unit.
func (a *Army) heroUnits() []*Unit {
	var heroes []*Unit
	for _, body := range a.bodies {
		if body.Unit.Hero {
			heroes = append(heroes, body.Halves[0])
		}
	}
	return heroes
}

// share judges that a unit or combined pair costs at most its share of the list.
func (j *judge) share(body *Group, most int) {
	cost, units := body.Unit.Cost, body.Halves
	if cost <= most {
		return
	}
	if j.List.Points == 0 { // its own points are not an agreed size
		if !slices.ContainsFunc(j.Findings, func(f finding.Finding) bool { return f.Code == "force-org/share" }) {
			j.report("force-org/share", place{key: "muster"}, nil,
				"the list states no size, so no unit is judged by its share of it (%d %%); agree on one", j.Game.Lists.ForceOrg.Share).Severity = finding.Note
		}
		return
	}
	what := units[0].Name
	if len(units) > 1 {
		what += ", combined,"
	}
	found := j.report("force-org/share", place{"unit", units[0]}, units, "%s costs %d points; %d %% of %d points is %d: take %s off it", what, cost, j.Game.Lists.ForceOrg.Share, j.limit, most, finding.Count(cost-most, "point"))
	found.Over, found.Limit = cost-most, fmt.Sprintf("over %d %% (%d)", j.Game.Lists.ForceOrg.Share, most)
}

// shareJoined warns if a hero and his host together cost more than a unit's share. Only Army Forge
// adds them up (docs/rules-notes.md, Lists).
func (j *judge) shareJoined(g, joined *Group, most int) {
	hero := joined.Unit
	if cost := g.Unit.Cost + hero.Cost; j.List.Points > 0 && g.Unit.Cost <= most && hero.Cost <= most && cost > most {
		j.report("force-org/share-joined", place{"join", linkHolder(joined.Halves, func(u *Unit) bool { return u.Entry.Join != "" })}, slices.Concat(g.Halves, joined.Halves),
			"%s and %s, whom he joins, cost %d points together; each is within %d, %d %% of %d points, and so is legal, but Army Forge adds them and would refuse it",
			hero.Name, g.Unit.Name, cost, most, j.Game.Lists.ForceOrg.Share, j.limit).Severity = finding.Warning
	}
}

// copies judges how often the same unit is in the list; a combined pair is one copy.
func (j *judge) copies(most int) {
	for _, k := range j.counted() {
		if k.copies > most {
			units := k.all(j.Units)
			pairs, instead := "", ""
			if k.of.Of.Size > 1 {
				pairs, instead = ", a combined pair counting as one", ", or combine two"
			}
			found := j.report("force-org/copies", place{"unit", beyond(units, most)}, units, "%d copies of %s%s; %d points allow %d: remove %d%s%s", k.copies, k.of.BookName(), pairs, j.limit, most, k.copies-most, instead, j.sizeHint())
			found.Excess, found.Limit = k.copies-most, mostCopies(most)
		}
	}
}

// mostCopies writes a limit of copies: "2 copies at most".
func mostCopies(most int) string { return finding.Count(most, "copy") + " at most" }

// unique judges units that a list may have only so often; a combined pair
// counts as one unit here too.
func (j *judge) unique() {
	whole := "a list"
	if j.several {
		whole = "a side"
	}
	for _, k := range j.counted() {
		if most := k.of.PerList; most > 0 && k.copies > most {
			same := k.all(j.Units)
			f := j.report("unit/unique", place{"unit", beyond(same, most)}, same, "%s may be in %s %s, and is in it %s; remove %d", k.of.BookName(), whole, howOften(most), howOften(k.copies), k.copies-most)
			f.Excess, f.Limit, f.Source = k.copies-most, mostCopies(most), k.of.Book.Name+", "+k.of.perListBy // a rule of the book's own
		}
	}
}

// kinds counts units by their unit in a book.
type kinds []kind

// A kind is all copies of the same unit.
type kind struct {
	of     *Unit // the first of them
	copies int   // combined pairs count as one
}

// countKinds counts bodies by kind; a combined pair counts as one.
func countKinds(bodies []*Group) kinds {
	counted := make(kinds, 0, len(bodies))
	for _, g := range bodies {
		for i, u := range g.Halves {
			if !slices.ContainsFunc(g.Halves[:i], func(other *Unit) bool { return sameKind(u, other) }) {
				counted.add(u)
			}
		}
	}
	return counted
}

func (k *kinds) add(u *Unit) {
	for i := range *k {
		if same := &(*k)[i]; sameKind(same.of, u) {
			same.copies++
			return
		}
	}
	*k = append(*k, kind{of: u, copies: 1})
}

// all returns the copies of the kind among units.
func (k kind) all(from []*Unit) []*Unit {
	var same []*Unit
	for _, u := range from {
		if sameKind(k.of, u) {
			same = append(same, u)
		}
	}
	return same
}

// beyond returns the first unit above the limit, to which a finding points.
func beyond(units []*Unit, most int) *Unit { return units[max(0, min(most, len(units)-1))] }

func howOften(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

// transports judges passengers and capacities (docs/rules-notes.md, Lists).
func (j *judge) transports() {
	j.rule = j.ruleWith(func(e *rules.Effect) bool { return e.Transport.Set })
	var hulls []*Unit
	var aboard [][]*Group
	for _, g := range j.Groups {
		var in *Unit
		for _, u := range g.Members() {
			t := j.byID[u.Entry.In]
			switch {
			case t == nil:
			case t.Transport == 0:
				j.report("unit/unknown", place{"in", u}, []*Unit{u, t},
					"%s is to deploy in %s, which is no transport; name one, or detach it", u.Name, t.Name)
			case j.Group(t) == g:
				j.report("transport/size", place{"in", u}, []*Unit{u},
					"%s cannot deploy inside itself; detach it", t.Name)
			case in != nil && in != t:
				j.report("transport/full", place{"in", u}, g.Members(),
					"%s is to deploy in two transports, %s and %s; choose one", g.Unit.Name, in.Name, t.Name)
			case in == nil:
				in = t
				at := slices.Index(hulls, t)
				if at < 0 {
					at = len(hulls)
					hulls, aboard = append(hulls, t), append(aboard, nil)
				}
				aboard[at] = append(aboard[at], g)
			}
		}
	}
	for i, t := range hulls {
		spaces := 0
		var passengers []*Unit
		for _, g := range aboard[i] {
			members := g.Members()
			at := linkHolder(members, embarks)
			if j.inside(t, g) {
				j.report("transport/size", place{"in", at}, members,
					"%s is to deploy in %s, which is inside it; take one of them out", g.Unit.Name, t.Name)
			}
			for _, u := range members {
				need, tooBig := j.spacesFor(u)
				if tooBig > 0 {
					j.report("transport/size", place{"in", at}, []*Unit{u, t},
						"%s takes %d wounds a model and is too big for any transport; detach it", u.Name, tooBig)
				}
				spaces += need
			}
			passengers = append(passengers, members...)
		}
		if spaces > t.Transport {
			j.report("transport/full", place{"in", linkHolder(passengers, embarks)}, append(passengers, t), "%s has %s, and its passengers take %d; take out passengers of %s", t.Name, finding.Count(t.Transport, "space"), spaces, finding.Count(spaces-t.Transport, "space"))
		}
	}
}

func embarks(u *Unit) bool { return u.Entry.In != "" }

// inside reports whether a transport is itself inside a group, directly or in another transport.
func (j *judge) inside(t *Unit, g *Group) bool {
	for range j.Groups {
		at := j.Group(t)
		if at == g {
			return true
		}
		if at.In == nil || at.In.Transport == 0 {
			return false
		}
		t = at.In
	}
	return false
}

// spacesFor returns the spaces that a unit's models take in a transport, and the Tough rating of
// models that cannot embark, or 0.
func (a *Army) spacesFor(u *Unit) (spaces, tooBig int) {
	for _, tough := range u.Wounds() {
		if n := a.Game.Lists.Spaces(u.Hero, tough); n < 0 {
			tooBig = tough
		} else {
			spaces += n
		}
	}
	return spaces, tooBig
}

// general judges the choice of the army's general (docs/rules-notes.md, Lists).
func (j *judge) general() {
	id := j.List.General
	if id == "" {
		return
	}
	j.rule = "Command & Control"
	if !j.Game.Lists.General {
		j.report("general/count", place{key: "general"}, nil,
			"a general has no meaning in %s; it is left alone", j.Game.ID).Severity = finding.Note
		return
	}
	u := j.byID[id]
	switch {
	case u == nil && j.List.Index(id) < 0:
		j.report("unit/unknown", place{key: "general"}, nil, "the general is to be `%s`, and the list has no unit of that id%s", id, schema.DidYouMean(id, j.List.IDs()))
	case u != nil && !u.Hero:
		j.report("general/count", place{key: "general"}, []*Unit{u},
			"%s is no hero, and only a hero can be the general; name one of the list's heroes", u.Name)
	}
}
