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

// judge reports all errors of the list as a whole. Errors in the upgrades of single units were
// reported before.
func (a *Army) judge(byID map[string]*Unit) {
	j := &judge{Army: a, unitsByID: byID, listSize: a.SizeForLimits()}
	j.checkDuplicateIDs()
	j.checkTotalPoints()
	j.checkBooks()
	j.checkFormerUpgrades()
	j.checkClaims()
	j.checkLinks()
	j.checkPairs()
	j.checkHeroes()
	j.checkForceOrg(a.List.HasForceOrg())
	j.checkUnique()
	j.checkTransports()
	j.checkGeneral()
}

// A judge checks a list as a whole, and adds its findings to the army.
type judge struct {
	*Army
	unitsByID map[string]*Unit
	listSize  int    // the points that determine the limits: the agreed size, or the list's total
	citedRule string // the rule that is being judged, for findings to cite
	// several lists are judged as one side, so findings name their files
	severalLists bool
}

// A findingKey is the position of a finding: a key in the entry of unit, or in the list itself if
// unit is nil.
type findingKey struct {
	fieldKey string
	unit     *Unit
}

// addError adds an error about units at a place. It returns the finding, so that the caller can
// lower its severity.
func (j *judge) addError(code string, at findingKey, units []*Unit, format string, args ...any) *finding.Finding {
	f := finding.Finding{
		Code: code, Severity: finding.Error, Units: unitIDs(units),
		Message: fmt.Sprintf(format, args...), Source: j.Game.Citation + ", " + j.citedRule,
	}
	list, path := j.List, []any{at.fieldKey}
	if at.unit != nil {
		list, path = at.unit.list, []any{"units", at.unit.index, at.fieldKey}
	}
	f = list.withPosition(f, path...)
	if j.severalLists {
		f.File = list.File
	}
	j.Findings = append(j.Findings, f)
	return &j.Findings[len(j.Findings)-1]
}

// ruleWithEffect returns the name of the game's special rule that has an effect, so that findings
// can cite it.
func (j *judge) ruleWithEffect(has func(*rules.Effect) bool) string {
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

// checkDuplicateIDs reports ids that several units share. Links with such an id lead to the first
// of the units.
func (j *judge) checkDuplicateIDs() {
	if len(j.unitsByID) == len(j.List.Units) {
		return // every unit is known, by an id of its own
	}
	first := make(map[string]int, len(j.List.Units))
	for i := range j.List.Units {
		if j.List.Units[i].SetAside {
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

func (j *judge) checkTotalPoints() {
	j.citedRule = "The Armies"
	if spent := j.SpentPoints(); j.List.Points > 0 && spent > j.List.Points {
		with := ""
		if spent > j.Points {
			with = fmt.Sprintf(" with %d of experience", spent-j.Points)
		}
		j.addError(finding.CodeOverPoints, findingKey{fieldKey: "points"}, nil,
			"the list costs %d points%s, %d over the agreed %d; take that much out, or agree on a larger game", spent, with, spent-j.List.Points, j.List.Points)
	}
}

func (j *judge) checkBooks() {
	j.citedRule = "The Armies"
	var names []string
	for _, b := range j.Books {
		if !slices.Contains(names, b.Name) {
			names = append(names, b.Name)
		}
	}
	for i, b := range j.Books {
		if wanted := j.MissingBookVersion(i); wanted != "" {
			j.Findings = append(j.Findings, j.List.withPosition(finding.Finding{
				Code: finding.CodeOtherVersion, Severity: finding.Warning, Source: "muster, list/1", Units: []string{},
				Message: finding.VersionMessage(b.Name, b.Version, wanted),
			}, j.List.bookPath(i)...))
		}
	}
	if len(names) > 1 {
		j.addError("books/mixed", findingKey{fieldKey: "books"}, nil,
			"the list mixes %d army books (%s); ask your opponent whether that is agreed", len(names), strings.Join(names, ", ")).Severity = finding.Note
	}
}

// Codes of findings about upgrades that the book does not have.
const (
	CodeUnknownUpgrade = "upgrade/unknown" // no known version of the book has the upgrade
	CodeGoneUpgrade    = "upgrade/gone"    // another version of the book had the upgrade
	// the upgrade now has another profile; also for Quality and Defense in a sender's text
	CodeInexactProfile = "import/inexact"
)

// checkFormerUpgrades reports each upgrade that a unit has from another version of its book, with
// its replacement in the present book.
func (j *judge) checkFormerUpgrades() {
	for i := range j.List.Units {
		e := &j.List.Units[i]
		book, of := j.findBookUnit(e)
		if of == nil || e.SetAside {
			continue // it is an error already, or none
		}
		for n, was := range e.FormerUpgrades {
			text, code := was.String(), CodeGoneUpgrade
			title := strings.TrimSpace(book.Name + " " + book.Version)
			if c, there := book.Option(of, was.Successor); there {
				code = CodeInexactProfile
				text = fmt.Sprintf("%s was chosen, and is %s in %s; keep it as it is now, or choose another",
					text, c.Option.Text(), title)
			} else {
				text = fmt.Sprintf("%s was chosen, and %s does not have it; do without it, or choose another", text, title)
			}
			f := j.List.errorAt(i, code, book.Name, text, "former", n)
			f.Severity = finding.Warning
			j.Findings = append(j.Findings, f)
		}
	}
}

// checkLinks reports links with an id that no unit has.
func (j *judge) checkLinks() {
	for i := range j.List.Units {
		e := &j.List.Units[i]
		for _, link := range [...]struct{ key, id, what string }{{"combine", e.CombineWith, "be combined with"}, {"join", e.JoinTo, "join"}, {"in", e.InTransport, "deploy in"}} {
			if link.id != "" && !e.SetAside && j.unitsByID[link.id] == nil && j.List.Index(link.id) < 0 {
				j.Findings = append(j.Findings, j.List.errorAt(i, "unit/unknown", "muster, list/1", fmt.Sprintf(
					"`%s` is to %s `%s`, and the list has no unit of that id%s; correct it, or take the link out",
					e.ID, link.what, link.id, schema.DidYouMean(link.id, j.List.IDs())), link.key))
			}
		}
	}
}

// checkPairs judges combined units (docs/rules-notes.md, Lists).
func (j *judge) checkPairs() {
	j.citedRule = "Combined Units"
	for _, u := range j.Units {
		if u.Entry.CombineWith == u.ID {
			j.addError("combine/count", findingKey{"combine", u}, []*Unit{u},
				"`%s` is combined with itself; name the other copy of the unit", u.ID)
		}
	}
	for _, g := range j.groupsBeforeJoins {
		if len(g.Halves) < 2 {
			continue
		}
		first, rest := g.Halves[0], g.Halves[1:]
		at := unitToBlame(g.Halves, func(u *Unit) bool { return u.Entry.CombineWith != "" })
		if more := len(rest) - 1; more > 0 {
			j.addError("combine/count", findingKey{"combine", at}, g.Halves,
				"%d units are combined into one; exactly two may be: detach %d of them", len(g.Halves), more)
		}
		if i := slices.IndexFunc(rest, func(u *Unit) bool { return !sameBookUnit(u, first) }); i >= 0 {
			j.addError("combine/unit", findingKey{"combine", at}, g.Halves, "%s and %s are different units; only two copies of the same unit can be combined: detach one", first.BookName(), rest[i].BookName())
		}
		if i := slices.IndexFunc(g.Halves, func(u *Unit) bool { return u.BookUnit.Size < 2 }); i >= 0 {
			if j.Game.ListRules.CombineLimits.OnlyMultiModelUnits {
				j.addError("combine/size", findingKey{"combine", at}, g.Halves, "%s is a single model; only units of several models can be combined: detach it", g.Halves[i].BookName())
				continue // its upgrades no longer matter
			}
			j.addError("combine/size", findingKey{"combine", at}, g.Halves, "%s is a single model; %s does not forbid to combine such units, but ask your opponent whether it is agreed", g.Halves[i].BookName(), j.Game.Citation).Severity = finding.Note
		}
		mine := first.wholeUnitOptions()
		i := slices.IndexFunc(rest,
			func(u *Unit) bool { return sameBookUnit(u, first) && !slices.Equal(u.wholeUnitOptions(), mine) })
		if i >= 0 {
			j.addError("combine/upgrades", findingKey{"combine", at}, g.Halves,
				"the upgrades for all models must be the same in both halves: `%s` has %s, `%s` has %s; choose or drop them in both", first.ID, optionNames(mine), rest[i].ID, optionNames(rest[i].wholeUnitOptions()))
		}
	}
}

// unitToBlame returns the unit that a finding about a link points to: the first unit for which
// holds returns true, else the first unit.
func unitToBlame(units []*Unit, holds func(*Unit) bool) *Unit {
	if i := slices.IndexFunc(units, holds); i >= 0 {
		return units[i]
	}
	return units[0]
}

// sameBookUnit reports whether two units are copies of the same unit.
func sameBookUnit(a, b *Unit) bool {
	return a.BookUnit == b.BookUnit || a.BookUnit.ID == b.BookUnit.ID && a.Book.ID == b.Book.ID
}

// wholeUnitOptions lists a unit's chosen options for all models, in an order that does not depend
// on the file.
func (u *Unit) wholeUnitOptions() []*catalog.Option {
	var all []*catalog.Option
	for _, c := range u.ChosenOptions {
		if ChangesAllModels(c.Section) {
			for range c.Count {
				all = append(all, c.Option)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b *catalog.Option) int { return strings.Compare(a.ID, b.ID) })
	return all
}

// ChangesAllModels reports whether a section's options change all models of a unit, so that both
// halves of a combined pair need them.
func ChangesAllModels(s *catalog.Section) bool {
	return s.ModelQuantity.Kind == catalog.AllQuantity || s.Kind == catalog.ReplaceRule
}

func optionNames(options []*catalog.Option) string {
	if len(options) == 0 {
		return "none"
	}
	return strings.Join(convert.All(options, func(o *catalog.Option) string { return o.Name }), ", ")
}

// checkHeroes judges the links of heroes (docs/rules-notes.md, Lists).
func (j *judge) checkHeroes() {
	j.citedRule = j.ruleWithEffect(func(e *rules.Effect) bool { return e.MakesHero })
	join := j.Game.ListRules.JoinLimits
	for _, u := range j.Units {
		target := j.unitsByID[u.Entry.JoinTo]
		if target == nil {
			continue
		}
		if !u.IsHero {
			j.addError("hero/not-hero", findingKey{"join", u}, []*Unit{u},
				"%s is no hero, and only heroes join other units; detach it", u.Name)
		} else if join.MaxHeroTough > 0 && u.Tough > join.MaxHeroTough {
			j.addError("hero/tough", findingKey{"join", u}, []*Unit{u}, "%s takes %d wounds, and heroes that take more than %d cannot join a unit; detach it, or drop what makes it tougher", u.Name, u.Tough, join.MaxHeroTough)
		}
		if why := j.whyCannotJoin(u, target); why != "" {
			j.addError("hero/host", findingKey{"join", u}, []*Unit{u, target},
				"%s cannot join %s: %s; let it join another unit, or detach it", u.Name, target.Name, why)
		}
	}
	joins := func(u *Unit) *Group {
		if host := j.unitsByID[u.Entry.JoinTo]; u.IsHero && host != nil &&
			j.groupOfEntry[host.index] != j.groupOfEntry[u.index] {
			return j.groupOfEntry[host.index]
		}
		return nil
	}
	for _, u := range j.Units {
		if body := joins(u); body != nil {
			body.joinerCount++
		}
	}
	for _, body := range j.groupsBeforeJoins {
		if body.joinerCount < 2 {
			continue
		}
		all := slices.DeleteFunc(slices.Clone(j.Units), func(u *Unit) bool { return joins(u) != body })
		j.addError("hero/second", findingKey{"join", all[1]}, all,
			"%d heroes join %s, and a unit takes one; detach %d of them", len(all), body.Unit.Name, len(all)-1)
	}
}

// whyCannotJoin says why a unit cannot be joined by a hero; "" if it can.
func (j *judge) whyCannotJoin(hero, target *Unit) string {
	switch {
	case target == hero:
		return "a unit cannot join itself"
	case target.IsHero:
		return "it is a hero, and a hero is never a host"
	case target.Book != hero.Book:
		return fmt.Sprintf("it is from %s; heroes join units of their own book", target.Book.Name)
	case j.Game.ListRules.JoinLimits.NeedsMultiModelHost && target.Models < 2:
		return "it is a single model; heroes join units of several models"
	}
	return ""
}

// agreeOnSizeHint returns the end of a message about a limit that depends on the list's own total:
// the advice to agree on a size. It is "" if the list states one.
func (j *judge) agreeOnSizeHint() string {
	if j.List.Points > 0 {
		return ""
	}
	return ", or agree on the game's size"
}

// checkForceOrg judges the limits of force organisation (docs/rules-notes.md, Lists).
func (j *judge) checkForceOrg(wanted bool) {
	j.citedRule = "Force Org."
	f := j.Game.ListRules.ForceOrg
	if f == nil || !wanted {
		return
	}
	heroes, others := j.heroUnits(), j.usageOutsidePart()
	if most, all := j.listSize/f.PointsPerHero, len(heroes)+others.heroCount; all > most && len(heroes) > 0 {
		found := j.addError("force-org/heroes", findingKey{"unit", firstExcessUnit(heroes, most-others.heroCount)}, heroes,
			"%s; %d points allow %d: remove %d%s", finding.CountText(all, "hero"), j.listSize, most, all-most, j.agreeOnSizeHint())
		found.ExcessUnits, found.LimitText = all-most, finding.CountText(most, "hero")+" at most"
	}
	j.checkCopies(f.BaseCopies + j.listSize/f.PointsPerCopy)
	share := j.listSize * f.MaxUnitShare / 100
	for _, body := range j.groupsBeforeJoins {
		j.checkGroupCost(body, share)
		if host := j.lastHost(body); host != body {
			j.checkJoinedCost(host, body, share)
		}
	}
	stand, most := groupsCountedAsUnits(j.Groups), j.listSize/f.PointsPerUnit
	if n := len(stand) + others.unitCount; n > most && len(stand) > 0 {
		var all, first []*Unit
		for _, g := range stand {
			all, first = append(all, g.Halves...), append(first, g.Halves[0])
		}
		found := j.addError("force-org/units", findingKey{"unit", firstExcessUnit(first, most-others.unitCount)}, all,
			"%s, joined heroes not counted; %d points allow %d: remove %d, or combine or join some%s", finding.CountText(n, "unit"), j.listSize, most, n-most, j.agreeOnSizeHint())
		found.ExcessUnits, found.LimitText = n-most, finding.CountText(most, "unit")+" at most"
	}
}

// heroUnits lists the army's heroes; a combined pair is represented by its first unit.
func (a *Army) heroUnits() []*Unit {
	var heroes []*Unit
	for _, body := range a.groupsBeforeJoins {
		if body.Unit.IsHero {
			heroes = append(heroes, body.Halves[0])
		}
	}
	return heroes
}

// checkGroupCost reports a unit or combined pair that costs more than most, the share of the list's
// points that one unit may cost.
func (j *judge) checkGroupCost(body *Group, most int) {
	cost, units := body.Unit.Cost, body.Halves
	if cost <= most {
		return
	}
	if j.List.Points == 0 { // its own points are not an agreed size
		if !slices.ContainsFunc(j.Findings, func(f finding.Finding) bool { return f.Code == "force-org/share" }) {
			j.addError("force-org/share", findingKey{fieldKey: "muster"}, nil,
				"the list states no size, so no unit is judged by its share of it (%d %%); agree on one", j.Game.ListRules.ForceOrg.MaxUnitShare).Severity = finding.Note
		}
		return
	}
	what := units[0].Name
	if len(units) > 1 {
		what += ", combined,"
	}
	found := j.addError("force-org/share", findingKey{"unit", units[0]}, units, "%s costs %d points; %d %% of %d points is %d: take %s off it", what, cost, j.Game.ListRules.ForceOrg.MaxUnitShare, j.listSize, most, finding.CountText(cost-most, "point"))
	found.PointsOver, found.LimitText = cost-most, fmt.Sprintf("over %d %% (%d)", j.Game.ListRules.ForceOrg.MaxUnitShare,
		most)
}

// checkJoinedCost warns if a hero and the unit that the hero joins together cost more than one unit
// may. Only Army Forge adds them up (docs/rules-notes.md, Lists).
func (j *judge) checkJoinedCost(g, joined *Group, most int) {
	hero := joined.Unit
	if cost := g.Unit.Cost + hero.Cost; j.List.Points > 0 && g.Unit.Cost <= most && hero.Cost <= most && cost > most {
		j.addError("force-org/share-joined", findingKey{"join", unitToBlame(joined.Halves, func(u *Unit) bool { return u.Entry.JoinTo != "" })}, slices.Concat(g.Halves, joined.Halves),
			"%s and %s, whom he joins, cost %d points together; each is within %d, %d %% of %d points, and so is legal, but Army Forge adds them and would refuse it",
			hero.Name, g.Unit.Name, cost, most, j.Game.ListRules.ForceOrg.MaxUnitShare, j.listSize).Severity = finding.Warning
	}
}

// checkCopies judges the number of copies of each unit in the list; a combined pair is one copy.
func (j *judge) checkCopies(most int) {
	for _, k := range j.countAllKinds() {
		if k.copyCount > most {
			units := k.unitsOfKind(j.Units)
			pairs, instead := "", ""
			if k.first.BookUnit.Size > 1 {
				pairs, instead = ", a combined pair counting as one", ", or combine two"
			}
			found := j.addError("force-org/copies", findingKey{"unit", firstExcessUnit(units, most)}, units, "%d copies of %s%s; %d points allow %d: remove %d%s%s", k.copyCount, k.first.BookName(), pairs, j.listSize, most, k.copyCount-most, instead, j.agreeOnSizeHint())
			found.ExcessUnits, found.LimitText = k.copyCount-most, copyLimitText(most)
		}
	}
}

// copyLimitText returns a limit of copies as text: "2 copies at most".
func copyLimitText(most int) string { return finding.CountText(most, "copy") + " at most" }

// checkUnique judges the number of copies of units with a limit of their own; a combined pair
// counts as one unit here too.
func (j *judge) checkUnique() {
	whole := "a list"
	if j.severalLists {
		whole = "a side"
	}
	for _, k := range j.countAllKinds() {
		if most := k.first.MaxPerList; most > 0 && k.copyCount > most {
			same := k.unitsOfKind(j.Units)
			f := j.addError("unit/unique", findingKey{"unit", firstExcessUnit(same, most)}, same, "%s may be in %s %s, and is in it %s; remove %d", k.first.BookName(), whole, timesText(most), timesText(k.copyCount), k.copyCount-most)
			f.ExcessUnits, f.LimitText, f.Source = k.copyCount-most, copyLimitText(most), k.first.Book.Name+", "+k.first.maxPerListRule // a rule of the book's own
		}
	}
}

// unitKinds counts units by kind: units of the same entry in a book are of one kind.
type unitKinds []unitKind

// A unitKind is a kind of unit with the number of its copies.
type unitKind struct {
	first     *Unit // the first unit of the kind
	copyCount int   // number of copies; a combined pair counts as one
}

// countKinds counts the units of groups by kind; a combined pair counts as one.
func countKinds(bodies []*Group) unitKinds {
	counted := make(unitKinds, 0, len(bodies))
	for _, g := range bodies {
		for i, u := range g.Halves {
			if !slices.ContainsFunc(g.Halves[:i], func(other *Unit) bool { return sameBookUnit(u, other) }) {
				counted.add(u)
			}
		}
	}
	return counted
}

func (k *unitKinds) add(u *Unit) {
	for i := range *k {
		if same := &(*k)[i]; sameBookUnit(same.first, u) {
			same.copyCount++
			return
		}
	}
	*k = append(*k, unitKind{first: u, copyCount: 1})
}

// unitsOfKind returns the units of the kind among the given units.
func (k unitKind) unitsOfKind(from []*Unit) []*Unit {
	var same []*Unit
	for _, u := range from {
		if sameBookUnit(k.first, u) {
			same = append(same, u)
		}
	}
	return same
}

// firstExcessUnit returns the first unit above a limit; findings point to it.
func firstExcessUnit(units []*Unit, most int) *Unit { return units[max(0, min(most, len(units)-1))] }

func timesText(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

// checkTransports judges passengers and capacities (docs/rules-notes.md, Lists).
func (j *judge) checkTransports() {
	j.citedRule = j.ruleWithEffect(func(e *rules.Effect) bool { return e.Transport.IsSet })
	var hulls []*Unit
	var aboard [][]*Group
	for _, g := range j.Groups {
		var in *Unit
		for _, u := range g.Members() {
			t := j.unitsByID[u.Entry.InTransport]
			switch {
			case t == nil:
			case t.TransportSpaces == 0:
				j.addError("unit/unknown", findingKey{"in", u}, []*Unit{u, t},
					"%s is to deploy in %s, which is no transport; name one, or detach it", u.Name, t.Name)
			case j.Group(t) == g:
				j.addError("transport/size", findingKey{"in", u}, []*Unit{u},
					"%s cannot deploy inside itself; detach it", t.Name)
			case in != nil && in != t:
				j.addError("transport/full", findingKey{"in", u}, g.Members(),
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
			at := unitToBlame(members, isPassenger)
			if j.isInside(t, g) {
				j.addError("transport/size", findingKey{"in", at}, members,
					"%s is to deploy in %s, which is inside it; take one of them out", g.Unit.Name, t.Name)
			}
			for _, u := range members {
				need, tooBig := j.transportSpacesFor(u)
				if tooBig > 0 {
					j.addError("transport/size", findingKey{"in", at}, []*Unit{u, t},
						"%s takes %d wounds a model and is too big for any transport; detach it", u.Name, tooBig)
				}
				spaces += need
			}
			passengers = append(passengers, members...)
		}
		if spaces > t.TransportSpaces {
			j.addError("transport/full", findingKey{"in", unitToBlame(passengers, isPassenger)}, append(passengers, t), "%s has %s, and its passengers take %d; take out passengers of %s", t.Name, finding.CountText(t.TransportSpaces, "space"), spaces, finding.CountText(spaces-t.TransportSpaces, "space"))
		}
	}
}

func isPassenger(u *Unit) bool { return u.Entry.InTransport != "" }

// isInside reports whether transport t is itself inside group g, directly or in another transport.
func (j *judge) isInside(t *Unit, g *Group) bool {
	for range j.Groups {
		at := j.Group(t)
		if at == g {
			return true
		}
		if at.InTransport == nil || at.InTransport.TransportSpaces == 0 {
			return false
		}
		t = at.InTransport
	}
	return false
}

// transportSpacesFor returns the number of spaces that a unit's models take in a transport. tooBig
// is the Tough rating of models that cannot embark, or 0.
func (a *Army) transportSpacesFor(u *Unit) (spaces, tooBig int) {
	for _, tough := range u.WoundsPerModel() {
		if n := a.Game.ListRules.TransportSpaces(u.IsHero, tough); n < 0 {
			tooBig = tough
		} else {
			spaces += n
		}
	}
	return spaces, tooBig
}

// checkGeneral judges the choice of the army's general (docs/rules-notes.md, Lists).
func (j *judge) checkGeneral() {
	id := j.List.GeneralID
	if id == "" {
		return
	}
	j.citedRule = "Command & Control"
	if !j.Game.ListRules.AllowsGeneral {
		j.addError("general/count", findingKey{fieldKey: "general"}, nil,
			"a general has no meaning in %s; it is left alone", j.Game.ID).Severity = finding.Note
		return
	}
	u := j.unitsByID[id]
	switch {
	case u == nil && j.List.Index(id) < 0:
		j.addError("unit/unknown", findingKey{fieldKey: "general"}, nil, "the general is to be `%s`, and the list has no unit of that id%s", id, schema.DidYouMean(id, j.List.IDs()))
	case u != nil && !u.IsHero:
		j.addError("general/count", findingKey{fieldKey: "general"}, []*Unit{u},
			"%s is no hero, and only a hero can be the general; name one of the list's heroes", u.Name)
	}
}
