package gf

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

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
	chosen []Chosen
	cost   int
	// upgraded are the rules that a section upgrades, wherever they stand.
	upgraded []catalog.Target
}

// piece is an entry of the pool: so many of one weapon, item or rule.
type piece struct {
	key    string // the name as it is compared; of a rule it is made when asked for
	count  int
	each   int // how many of it each model has that has any
	weapon *catalog.Weapon
	item   *catalog.Item
	rule   rules.Use
	within int  // for what is part of an item: the item's place in the pool, plus 1
	some   bool // belongs to some of the models, not to the unit as a whole
	// locks are the sections that built on these pieces, and on how many: a
	// piece that carries an attachment can no longer be replaced.
	locks []lock
}

type lock struct {
	section *catalog.Section
	count   int
}

// free is how many of the pieces can still be replaced. Sections that build on
// the same kind of piece are taken to build on the same ones.
func (p *piece) free() int {
	locked := 0
	for _, l := range p.locks {
		locked = max(locked, l.count)
	}
	return max(0, p.count-locked)
}

// assemble begins with the unit as the book offers it.
func assemble(book *catalog.Book, set *rules.Set, of *catalog.Unit) *assembly {
	a := new(assembly)
	a.begin(book, set, of)
	return a
}

// begin makes an assembly begin with another unit, and keeps the room that its
// pool has.
func (a *assembly) begin(book *catalog.Book, set *rules.Set, of *catalog.Unit) {
	*a = assembly{book: book, set: set, of: of, models: of.Size, cost: of.Cost.Points, pool: a.pool[:0]}
	for _, s := range book.Sections(of) {
		if s.Kind == catalog.ReplaceRule {
			a.upgraded = append(a.upgraded, s.Targets...)
		}
	}
	for _, r := range of.Rules {
		a.pool = append(a.pool, piece{count: of.Size, each: 1, rule: r})
	}
	for i := range of.Weapons {
		a.addWeapon(&of.Weapons[i], of.Weapons[i].Count, of.Weapons[i].Count/of.Size, 0)
	}
	for i := range of.Items {
		// An item that not every model carries belongs to those that do.
		item := &of.Items[i]
		a.addItem(item, item.Count, item.Count/of.Size, item.Count < of.Size)
	}
}

func (a *assembly) addWeapon(w *catalog.Weapon, count, each, within int) {
	a.pool = append(a.pool, piece{key: w.Key(), count: count, each: max(1, each), weapon: w, within: within})
}

func (a *assembly) addItem(item *catalog.Item, count, each int, some bool) {
	each = max(1, each)
	for _, t := range a.upgraded {
		for i, r := range item.Rules {
			if loose := (piece{count: count, each: each, rule: r, some: some}); loose.matches(t) {
				without := *item
				without.Rules = slices.Delete(slices.Clone(item.Rules), i, i+1)
				item = &without
				a.pool = append(a.pool, loose)
				break
			}
		}
	}
	a.pool = append(a.pool, piece{key: item.Key(), count: count, each: each, item: item, some: some})
	place := len(a.pool)
	for i := range item.Weapons {
		n := item.Weapons[i].Count
		a.addWeapon(&item.Weapons[i], count*n, each*n, place)
	}
}

// gain adds what an option gives, times over: to some of the models, or to the
// unit as a whole. Each model that gets it has it so many times as each says.
func (a *assembly) gain(o *catalog.Option, times, each int, some bool) {
	if a.models == 1 {
		each, some = times, false
	}
	a.chosen[len(a.chosen)-1].copies = times
	for i := range o.Weapons {
		a.addWeapon(&o.Weapons[i], o.Weapons[i].Count*times, o.Weapons[i].Count*each, 0)
	}
	for i := range o.Items {
		a.addItem(&o.Items[i], o.Items[i].Count*times, o.Items[i].Count*each, some)
	}
	for _, r := range o.Rules {
		a.pool = append(a.pool, piece{count: times, each: each, rule: r, some: some})
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

// matches reports whether a target names the piece. A rule is also named without
// its rating.
func (p *piece) matches(t catalog.Target) bool {
	key := t.Key()
	if p.count == 0 || key == "" {
		return false
	}
	if p.weapon != nil || p.item != nil {
		return p.key == key
	}
	if p.rule.Name == "" {
		return false
	}
	if first := p.rule.Name[0]; first < utf8.RuneSelf && first|0x20 != key[0]|0x20 {
		return false // spares most rules being written out
	}
	if p.key == "" {
		p.key = catalog.MatchKey(p.rule.String())
	}
	return p.key == key || p.rule.Rating != "" && catalog.MatchKey(p.rule.Name) == key
}

// bearers counts the models that have so many pieces, each of which belongs
// to one model.
func (p *piece) bearers(n int) int { return (n + p.each - 1) / p.each }

// gainForAll adds an option for every one of so many sets of targets, each of
// which so many times over, to the models that have them: to some models if
// not all of them do.
func (a *assembly) gainForAll(o *catalog.Option, sets, bearers, times int) {
	sets, bearers = max(1, sets), min(max(1, bearers), a.models)
	a.gain(o, sets*times, sets/bearers*times, bearers < a.models)
}

// bearersOf counts the models that have all of a section's targets: of those
// that can be replaced, or of all.
func (a *assembly) bearersOf(s *catalog.Section, replaceable bool) int {
	fewest := a.models
	for _, t := range s.Targets {
		models := 0
		for i := range a.pool {
			if p := &a.pool[i]; !p.matches(t) {
				continue
			} else if replaceable {
				models += p.bearers(p.free())
			} else {
				models += p.bearers(p.count)
			}
		}
		fewest = min(fewest, models)
	}
	return fewest
}

// take removes n pieces of a target from those that can be replaced, and reports
// whether it removed a rule of the unit as a whole.
func (a *assembly) take(t catalog.Target, n int) (whole bool) {
	for i := range a.pool {
		p := &a.pool[i]
		if n == 0 {
			break
		}
		if !p.matches(t) {
			continue
		}
		if p.weapon == nil && p.item == nil && !p.some && a.models > 1 {
			// A rule that every model has goes from all of them.
			p.count, whole = 0, true
			n--
			continue
		}
		taken := min(n, p.free())
		if taken == 0 {
			continue
		}
		p.count -= taken
		p.some = p.some || a.models > 1
		if a.models == 1 {
			p.each = max(1, p.count)
		}
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
	return whole
}

// lock notes that a section builds on n pieces of a target in all.
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
		p.locks[at].count = max(p.locks[at].count, min(n, p.count))
		n -= min(n, p.locks[at].count)
	}
}

// need is how many pieces of a target one choice of a section takes.
func need(s *catalog.Section, t catalog.Target) int {
	if s.Affects.Word == catalog.Exactly && s.Kind == catalog.Replace {
		return max(t.Count, s.Affects.Count)
	}
	return t.Count
}

// sets counts how often a section's targets are there together, and how often
// they can be replaced together.
func (a *assembly) sets(s *catalog.Section) (all, free int) {
	for i, t := range s.Targets {
		hasAll, hasFree := a.has(t)
		n := need(s, t)
		if i == 0 {
			all, free = hasAll/n, hasFree/n
			continue
		}
		all, free = min(all, hasAll/n), min(free, hasFree/n)
	}
	return all, free
}

// limits says how often a section's options can be chosen in a unit.
type limits struct {
	total int // choices in the section, whichever they are
	each  int // choices of one option
}

const unlimited = 1 << 30

// limitsOf reads the upgrade table (docs/rules-notes.md, Upgrades).
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
	case perPiece(s):
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

// perPiece reports whether a section offers one choice for each piece that it
// builds on, whichever option.
func perPiece(s *catalog.Section) bool {
	return len(s.Targets) > 0 && (s.Kind == catalog.Upgrade || s.Kind == catalog.Attachment) &&
		(s.Affects.Word == catalog.Any || s.Kind == catalog.Attachment && s.Select.Word == catalog.Any)
}

// uses counts the choices so far in a section, and those of one of its options.
func (a *assembly) uses(c catalog.Choice) (section, option int) {
	for i := range a.chosen {
		if u := &a.chosen[i]; u.Section == c.Section {
			section += u.Count
			if u.Option == c.Option {
				option += u.Count
			}
		}
	}
	return section, option
}

// room is how often an option can still be chosen.
type room struct {
	count  int
	bound  bound  // what allows no more
	limits limits // of the section
}

// bound is what keeps an option from being chosen once more.
type bound uint8

const (
	bySection bound = iota // the section's choices are used up
	byOption               // the option's own are
	byTargets              // nothing is left to replace or to build on
)

// code is the stable code of the finding for one choice too many.
func (b bound) code() string {
	if b == byTargets {
		return "upgrade/unavailable"
	}
	return "upgrade/limit"
}

// roomIn works out how many choices a section still allows, whichever they are; a
// list may have made too many.
func (a *assembly) roomIn(s *catalog.Section) room {
	l := a.limitsOf(s)
	section, _ := a.uses(catalog.Choice{Section: s})
	r := room{count: l.total - section, limits: l}
	if len(s.Targets) > 0 {
		all, there := a.sets(s)
		if s.Kind != catalog.Replace && s.Kind != catalog.ReplaceRule {
			if there = all; there > 0 {
				there = unlimited // building on a piece does not use it up
			}
		}
		if there < r.count || there == 0 && section == 0 {
			r.count, r.bound = there, byTargets
		}
	}
	return r
}

// roomFor works out how often an option can still be chosen now.
func (a *assembly) roomFor(c catalog.Choice) room {
	r := a.roomIn(c.Section)
	_, option := a.uses(c)
	if own := r.limits.each - option; own < r.count {
		r.count, r.bound = own, byOption
	}
	r.count = max(0, r.count)
	return r
}

// why says what keeps an option from being chosen more often.
func (a *assembly) why(c catalog.Choice, r room) string {
	s := c.Section
	switch r.bound {
	case bySection:
		return fmt.Sprintf("%q allows %s in all", s.Label, times(r.limits.total))
	case byOption:
		return fmt.Sprintf("%q allows %q %s", s.Label, c.Option.Name, howOften(r.limits.each))
	}
	for _, t := range s.Targets {
		all, free := a.has(t)
		n := need(s, t)
		if free >= n {
			continue
		}
		if all >= n {
			return fmt.Sprintf("%q needs %s without an attachment or upgrade, and each that is left carries one", s.Label, t)
		}
		return fmt.Sprintf("%q needs %s, and the unit has none left; an earlier upgrade replaced it, or another one must give it first", s.Label, t)
	}
	return fmt.Sprintf("%q needs %s, and the unit has too few left", s.Label, s.Targets[0])
}

func times(n int) string {
	if n == 1 {
		return "one choice"
	}
	return fmt.Sprintf("%d choices", n)
}

// choose applies an option n times, without asking whether it may be chosen:
// what is not there to be replaced is not taken.
func (a *assembly) choose(c catalog.Choice, n int) {
	s, o := c.Section, c.Option
	each := o.CostFor(a.of.ID)
	if a.chosen == nil {
		a.chosen = make([]Chosen, 0, 4)
	}
	a.chosen = append(a.chosen, Chosen{Section: s, Option: o, Count: n, Each: each})
	a.cost += each * n
	everyModel := s.Affects.Word == catalog.All
	switch {
	case s.Kind == catalog.ReplaceRule:
		times := 0
		for _, t := range s.Targets {
			_, free := a.has(t)
			times = max(times, free/t.Count)
			a.take(t, free)
		}
		a.gain(o, max(1, times), n, times < a.models)
	case s.Kind == catalog.Replace && everyModel:
		_, sets := a.sets(s)
		bearers := a.bearersOf(s, true)
		for _, t := range s.Targets {
			_, free := a.has(t)
			a.take(t, free)
		}
		a.gainForAll(o, sets, bearers, n)
	case s.Kind == catalog.Replace:
		whole := false
		for _, t := range s.Targets {
			whole = a.take(t, need(s, t)*n) || whole
		}
		if whole {
			a.gain(o, a.models*n, n, false)
		} else {
			a.gain(o, n, 1, true)
		}
	case len(s.Targets) > 0 && everyModel:
		sets, _ := a.sets(s)
		bearers := a.bearersOf(s, false)
		for _, t := range s.Targets {
			all, _ := a.has(t)
			a.lock(s, t, all)
		}
		a.gainForAll(o, sets, bearers, n)
	case len(s.Targets) > 0:
		built := 1 // the same piece carries whatever the section gives
		if perPiece(s) {
			built, _ = a.uses(c)
		}
		for _, t := range s.Targets {
			a.lock(s, t, t.Count*built)
		}
		a.gain(o, n, 1, true)
	case everyModel:
		a.gain(o, a.models*n, n, false)
	case s.Affects.Word == catalog.Exactly:
		a.gain(o, s.Affects.Count*n, 1, true)
	default:
		a.gain(o, n, 1, true)
	}
}

// applyEntry puts the upgrades of a list's entry onto its unit, in their order,
// and returns what is wrong with those that may not be chosen. What may not be
// chosen is still paid for, so that totals say what the file says.
func (a *assembly) applyEntry(l *List, index int) (wrong []finding.Finding) {
	for i, choice := range l.Units[index].Upgrades {
		c, ok := a.book.Option(a.of, choice.Option)
		if !ok {
			wrong = append(wrong, l.broken(index, "upgrade/unknown", a.book.Name, a.unknownOption(choice.Option), "upgrades", i))
			continue
		}
		if r := a.roomFor(c); choice.Count > r.count {
			wrong = append(wrong, l.broken(index, r.bound.code(), a.book.Name, a.overChosen(c, choice.Count, r), "upgrades", i))
		}
		a.choose(c, choice.Count)
	}
	return wrong
}

// cannotChoose says to someone who is about to choose an option why it cannot
// be, or how often it still can.
func (a *assembly) cannotChoose(c catalog.Choice, r room) string {
	if r.count == 0 {
		return fmt.Sprintf("%q cannot be chosen here: %s", c.Option.Name, a.why(c, r))
	}
	return fmt.Sprintf("%q can be chosen only %s more: %s", c.Option.Name, howOften(r.count), a.why(c, r))
}

// unknownOption says that the unit has no option of an id, and what there is.
func (a *assembly) unknownOption(id string) string {
	ids := a.book.OptionIDs(a.of)
	text := fmt.Sprintf("`%s` is no upgrade of %s", id, a.of.Name)
	if near := schema.DidYouMean(id, ids); near != "" {
		return text + near
	}
	const most = 8 // that a sentence can take
	switch n := len(ids); {
	case n == 0:
		return text + ", which has none to choose from"
	case n > most:
		return fmt.Sprintf("%s; choose one of its %d upgrades, or none", text, n)
	}
	return text + "; choose one of " + strings.Join(ids, ", ") + ", or none"
}

func (a *assembly) overChosen(c catalog.Choice, count int, r room) string {
	if r.count == 0 {
		return fmt.Sprintf("%q cannot be chosen here: %s; remove it", c.Option.Name, a.why(c, r))
	}
	return fmt.Sprintf("%q is chosen %d times where only %d can be: %s; drop %d", c.Option.Name, count, r.count, a.why(c, r), count-r.count)
}
