package builder

import (
	"fmt"
	"slices"

	"muster/builder/finding"
	"muster/catalog"
	"muster/rules"
	"muster/schema"
)

// assembly is a unit while its upgrades are applied: a pool of equipment from
// which sections take and to which options add.
type assembly struct {
	book   *catalog.Book
	set    *rules.Set
	of     *catalog.Unit
	models int
	pool   []piece
	used   []use
	chosen []Chosen
	cost   int
}

// piece is an entry of the pool: so many of one weapon, item or rule.
type piece struct {
	name   string
	key    string // the name as it is compared
	count  int
	weapon *catalog.Weapon
	item   *catalog.Item
	rule   rules.Use
	within int  // for what is part of an item: the item's place in the pool, plus 1
	some   bool // belongs to some of the models, never to the unit as a whole
	// locks are the sections that built on these pieces, and on how many: a
	// piece that carries an attachment can no longer be replaced.
	locks []lock
}

type lock struct {
	section *catalog.Section
	count   int
}

// use is how often an option of a section was chosen so far.
type use struct {
	choice catalog.Choice
	count  int
}

func (p *piece) locked() int {
	most := 0
	for _, l := range p.locks {
		most = max(most, l.count)
	}
	return min(most, p.count)
}

// free is how many of the pieces can still be replaced.
func (p *piece) free() int { return p.count - p.locked() }

// assemble begins with the unit as the book offers it.
func assemble(book *catalog.Book, set *rules.Set, of *catalog.Unit) *assembly {
	a := &assembly{book: book, set: set, of: of, models: of.Size, cost: of.Cost}
	a.pool = make([]piece, 0, len(of.Rules)+len(of.Weapons)+2*len(of.Items)+8)
	for _, r := range of.Rules {
		a.addRule(r, 1, false)
	}
	for i := range of.Weapons {
		a.addWeapon(&of.Weapons[i], of.Weapons[i].Count, 0)
	}
	for i := range of.Items {
		// An item that not every model carries belongs to those that do.
		a.addItem(&of.Items[i], of.Items[i].Count, of.Items[i].Count < of.Size)
	}
	return a
}

func (a *assembly) addRule(r rules.Use, count int, some bool) {
	name := r.String()
	a.pool = append(a.pool, piece{name: name, key: catalog.MatchKey(name), count: count, rule: r, some: some})
}

func (a *assembly) addWeapon(w *catalog.Weapon, count, within int) {
	a.pool = append(a.pool, piece{name: w.Name, key: catalog.MatchKey(w.Name), count: count, weapon: w, within: within})
}

func (a *assembly) addItem(item *catalog.Item, count int, some bool) {
	a.pool = append(a.pool, piece{name: item.Name, key: catalog.MatchKey(item.Name), count: count, item: item, some: some})
	place := len(a.pool)
	for i := range item.Weapons {
		a.addWeapon(&item.Weapons[i], count*item.Weapons[i].Count, place)
	}
}

// gain adds what an option gives, times over.
func (a *assembly) gain(o *catalog.Option, times int, some bool) {
	some = some && a.models > 1
	for i := range o.Weapons {
		a.addWeapon(&o.Weapons[i], o.Weapons[i].Count*times, 0)
	}
	for i := range o.Items {
		a.addItem(&o.Items[i], o.Items[i].Count*times, some)
	}
	for _, r := range o.Rules {
		a.addRule(r, times, some)
	}
}

// has counts the pieces of a target, and those of them that can be replaced.
func (a *assembly) has(t catalog.Target) (all, free int) {
	for i := range a.pool {
		if p := &a.pool[i]; p.matches(t) {
			all += p.count
			free += p.free()
		}
	}
	return all, free
}

// matches tells whether a target names the piece. A rule is also named without
// its rating.
func (p *piece) matches(t catalog.Target) bool {
	if p.count == 0 {
		return false
	}
	return p.key == t.Key() || p.rule.Rating != "" && catalog.MatchKey(p.rule.Name) == t.Key()
}

// take removes n pieces of a target from those that can be replaced.
func (a *assembly) take(t catalog.Target, n int) {
	for i := range a.pool {
		p := &a.pool[i]
		if n == 0 {
			return
		}
		if !p.matches(t) {
			continue
		}
		taken := min(n, p.free())
		p.count -= taken
		n -= taken
		if p.item == nil {
			continue
		}
		for j := range a.pool { // what an item holds goes with it
			if inside := &a.pool[j]; inside.within == i+1 {
				inside.count = max(0, inside.count-taken*inside.weapon.Count)
			}
		}
	}
}

// lock notes that a section built on n more pieces of a target.
func (a *assembly) lock(s *catalog.Section, t catalog.Target, n int) {
	for i := range a.pool {
		p := &a.pool[i]
		if n == 0 {
			return
		}
		if !p.matches(t) {
			continue
		}
		at := slices.IndexFunc(p.locks, func(l lock) bool { return l.section == s })
		if at < 0 {
			p.locks = append(p.locks, lock{section: s})
			at = len(p.locks) - 1
		}
		more := min(n, p.count-p.locks[at].count)
		p.locks[at].count += more
		n -= more
	}
}

// sets counts how often a section's targets are there together, and how often
// they can be replaced together.
func (a *assembly) sets(s *catalog.Section) (all, free int) {
	for i, t := range s.Targets {
		hasAll, hasFree := a.has(t)
		need := t.Count
		if s.Affects.Word == catalog.Exactly && len(s.Targets) == 1 {
			need = max(need, s.Affects.Count)
		}
		if i == 0 {
			all, free = hasAll/need, hasFree/need
			continue
		}
		all, free = min(all, hasAll/need), min(free, hasFree/need)
	}
	return all, free
}

// limits says how often a section's options can be chosen in a unit.
type limits struct {
	total int // choices in the section, whichever they are
	each  int // choices of one option
}

const unlimited = 1 << 30

// limitsOf reads the upgrade table (RULES.md §1, "Upgrade sections").
func (a *assembly) limitsOf(s *catalog.Section) limits {
	affects, choose := s.Affects, s.Select
	switch {
	case s.Kind == catalog.ReplaceRule:
		return limits{1, 1}
	case s.Kind == catalog.Replace:
		switch {
		case choose.Word == catalog.Any && affects.Word != catalog.All:
			return limits{a.models, a.models} // any model may replace …
		case affects.Word == catalog.Any:
			return limits{unlimited, unlimited}
		case affects.Word == catalog.UpTo:
			return limits{affects.Count, affects.Count}
		case choose.Word == catalog.UpTo && affects.Word != catalog.All:
			return limits{choose.Count, choose.Count}
		}
		return limits{1, 1}
	case len(s.Targets) > 0 && (affects.Word == catalog.Any || s.Kind == catalog.Attachment && choose.Word == catalog.Any):
		// Once for each piece, whichever option.
		n, _ := a.sets(s)
		return limits{n, n}
	case affects.Word == catalog.Any:
		return limits{a.models, a.models}
	case affects.Word == catalog.UpTo:
		return limits{affects.Count, affects.Count}
	case choose.Word == catalog.Exactly:
		return limits{choose.Count, 1}
	case choose.Word == catalog.UpTo && affects.Word == catalog.Unsaid:
		return limits{choose.Count, choose.Count}
	case choose.Word == catalog.UpTo:
		return limits{choose.Count, 1}
	}
	return limits{unlimited, 1}
}

func (a *assembly) usesOf(s *catalog.Section) int {
	n := 0
	for _, u := range a.used {
		if u.choice.Section == s {
			n += u.count
		}
	}
	return n
}

func (a *assembly) usesOfOption(c catalog.Choice) int {
	n := 0
	for _, u := range a.used {
		if u.choice == c {
			n += u.count
		}
	}
	return n
}

// room is how often an option can still be chosen, and why no more often.
type room struct {
	count int
	// code and why tell what stands in the way of one more; both are "" when
	// there is no bound worth telling.
	code, why string
}

// roomFor works out how often an option can still be chosen now.
func (a *assembly) roomFor(c catalog.Choice) room {
	s := c.Section
	l := a.limitsOf(s)
	left := l.total - a.usesOf(s)
	r := room{count: left, code: "upgrade/limit", why: fmt.Sprintf("%q allows %s in all", s.Label, times(l.total))}
	if own := l.each - a.usesOfOption(c); own < r.count {
		r.count = own
		r.why = fmt.Sprintf("%q allows %q %s", s.Label, c.Option.Name, times(l.each))
	}
	if len(s.Targets) > 0 {
		all, free := a.sets(s)
		there := all
		if s.Kind == catalog.Replace || s.Kind == catalog.ReplaceRule {
			there = free
		} else if there > 0 {
			there = unlimited // building on a piece does not use it up
		}
		if there < r.count {
			r = room{count: there, code: "upgrade/unavailable", why: a.missing(s)}
		}
	}
	r.count = max(0, r.count)
	return r
}

// missing says which targets of a section are not there to be used.
func (a *assembly) missing(s *catalog.Section) string {
	for _, t := range s.Targets {
		all, free := a.has(t)
		if free >= t.Count && all >= t.Count {
			continue
		}
		if all > free {
			return fmt.Sprintf("%q needs a %s that nothing is attached to; each of this unit's carries an upgrade", s.Label, t)
		}
		return fmt.Sprintf("%q needs %s, and the unit has none left; an earlier upgrade replaced it, or another one must give it first", s.Label, t)
	}
	return fmt.Sprintf("%q needs %s, and the unit has too few left", s.Label, s.Targets[0])
}

func times(n int) string {
	switch n {
	case 0:
		return "no choice"
	case 1:
		return "one choice"
	}
	return fmt.Sprintf("%d choices", n)
}

// choose applies an option n times, without asking whether it may be chosen:
// what is not there to be replaced is not taken.
func (a *assembly) choose(c catalog.Choice, n int) {
	s, o := c.Section, c.Option
	each := o.CostFor(a.of.ID)
	a.chosen = append(a.chosen, Chosen{Section: s, Option: o, Count: n, Each: each})
	a.cost += each * n
	a.used = append(a.used, use{c, n})
	everyModel := s.Affects.Word == catalog.All
	switch {
	case s.Kind == catalog.Replace && everyModel:
		sets, _ := a.sets(s)
		for _, t := range s.Targets {
			_, free := a.has(t)
			a.take(t, free)
		}
		a.gain(o, max(1, sets)*n, false)
	case s.Kind == catalog.Replace || s.Kind == catalog.ReplaceRule:
		for _, t := range s.Targets {
			per := t.Count
			if s.Affects.Word == catalog.Exactly && len(s.Targets) == 1 {
				per = max(per, s.Affects.Count)
			}
			a.take(t, per*n)
		}
		a.gain(o, n, s.Kind == catalog.Replace)
	case len(s.Targets) > 0 && everyModel:
		sets, _ := a.sets(s)
		for _, t := range s.Targets {
			all, _ := a.has(t)
			a.lock(s, t, all)
		}
		a.gain(o, max(1, sets)*n, false)
	case len(s.Targets) > 0:
		for _, t := range s.Targets {
			a.lock(s, t, t.Count*n)
		}
		a.gain(o, n, true)
	case everyModel:
		a.gain(o, a.models*n, false)
	case s.Affects.Word == catalog.Exactly:
		a.gain(o, s.Affects.Count*n, true)
	default:
		a.gain(o, n, true)
	}
}

// applyEntry puts the upgrades of a list's entry onto its unit, in their order,
// and reports those that may not be chosen. What may not be chosen is still
// paid for, so that totals say what the file says.
func (a *assembly) applyEntry(l *List, index int, report func(finding.Finding)) {
	entry := &l.Units[index]
	for i, choice := range entry.Upgrades {
		c, ok := a.book.Option(a.of, choice.Option)
		if !ok {
			report(l.place(finding.Finding{
				Code: "upgrade/unknown", Severity: finding.Error, Units: []string{entry.ID},
				Message: fmt.Sprintf("`%s` is no upgrade of %s%s", choice.Option, a.of.Name, schema.DidYouMean(choice.Option, a.book.OptionIDs(a.of))),
				Source:  a.book.Name,
			}, "units", index, "upgrades", i))
			continue
		}
		if r := a.roomFor(c); choice.Count > r.count {
			report(l.place(finding.Finding{
				Code: r.code, Severity: finding.Error, Units: []string{entry.ID},
				Message: overChosen(c, choice.Count, r),
				Source:  a.book.Name,
			}, "units", index, "upgrades", i))
		}
		a.choose(c, choice.Count)
	}
}

func overChosen(c catalog.Choice, count int, r room) string {
	if r.count == 0 {
		return fmt.Sprintf("%q cannot be chosen here: %s; remove it", c.Option.Name, r.why)
	}
	return fmt.Sprintf("%q is chosen %d times where only %d can be: %s; choose it %d times fewer", c.Option.Name, count, r.count, r.why, count-r.count)
}
