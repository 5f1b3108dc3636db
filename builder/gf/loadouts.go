package gf

import (
	"encoding/binary"
	"slices"

	"muster/builder/finding"
	"muster/catalog"
	"muster/rules"
)

// A Draft is a unit to choose upgrades for: one of a book, or one of a list, with further
// upgrades.
type Draft struct {
	Book *catalog.Book
	Of   *catalog.Unit
	// Idle has loadouts with options that cost points and do nothing for the unit's
	// attacks.
	Idle bool
	Most int // points; a loadout above them is useless
	// Deepest is how many different options a loadout chooses at most; 0 for any number.
	Deepest int

	start   *assembly
	choices []catalog.Choice   // in the book's order
	later   [][]catalog.Target // of the sections after each of them
	known   map[any]int32      // numbers of the kinds of pieces in the pool, by pointer or name
	weapons []*catalog.Weapon
	strikes map[string]part
	asked   map[string]bool // keys of rules that others ask for by name
}

// part says where a rule may have an effect: in any fight, in shooting, in charging, on its
// bearer alone, on the survivors of a fight, and on whether the unit can charge at all.
type part struct{ fights, shooting, charging, own, outlasts, bars bool }

// A Loadout is a unit with upgrades chosen in one way.
type Loadout struct {
	Cost int // of the unit

	draft *Draft
	picks []pick
	state *assembly // while it is made
}

// pick is an option of a draft, by its place, and how often it is chosen.
type pick struct{ at, count int16 }

// Draft begins loadouts of a unit of one of the army's books.
func (a *Army) Draft(book *catalog.Book, of *catalog.Unit) *Draft {
	return newDraft(assemble(book, book.RuleSet(a.Game), of))
}

// Offered is a unit as one of the army's books offers it.
func (a *Army) Offered(book *catalog.Book, of *catalog.Unit) *Unit {
	u := new(Unit)
	assemble(book, book.RuleSet(a.Game), of).finish(u)
	return u
}

// PerList is how often a list may have a unit as its book offers it; 0 if no rule of
// its own says so.
func (a *Army) PerList(book *catalog.Book, of *catalog.Unit) int { return a.Offered(book, of).PerList }

// Refuses returns the error that one more of a unit as its book offers it brings to the list, and
// reports whether there is one: by itself and, of a hero, with each of the list's units.
func (p *Parts) Refuses(book *catalog.Book, of *catalog.Unit) (finding.Finding, bool) {
	u := p.army.Offered(book, of)
	if p.army.List.Points > 0 && p.army.Spent()+u.Cost > p.army.List.Points {
		return finding.Finding{Code: finding.OverPoints}, true
	}
	refuses := func(join string) (finding.Finding, bool) {
		e := Entry{ID: "+" + of.ID, Unit: of.ID, Book: book.ID, Join: join} // an id that no unit has
		return finding.FirstError(p.Brings(p.With(map[int]Entry{len(p.units): e})), "")
	}
	alone, broken := refuses("")
	return alone, broken && !(u.Hero && slices.ContainsFunc(p.army.Groups, func(host *Group) bool {
		_, broken := refuses(host.Unit.ID)
		return !broken
	}))
}

// DraftOf begins loadouts of a unit of the army with its present upgrades.
func (a *Army) DraftOf(u *Unit) *Draft {
	start, _ := a.assembly(u.index) // its book has it
	return newDraft(start)
}

func newDraft(start *assembly) *Draft {
	d := &Draft{
		Book: start.book, Of: start.of, Most: unlimited, start: start, known: map[any]int32{},
		strikes: map[string]part{},
	}
	var later []catalog.Target
	for _, s := range slices.Backward(d.Book.Sections(d.Of)) {
		for k := range slices.Backward(s.Options) {
			d.choices = append(d.choices, catalog.Choice{Section: s, Option: &s.Options[k]})
			d.later = append(d.later, slices.Clip(later))
		}
		later = append(later, s.Targets...)
	}
	slices.Reverse(d.choices)
	slices.Reverse(d.later)
	return d
}

// AddsTo has the volleys of its loadouts named as those of another draft of the same unit, so that
// they can be compared and added.
func (d *Draft) AddsTo(o *Draft) {
	d.known, d.weapons, d.strikes, d.asked = o.known, o.weapons, o.strikes, o.asked
}

// Loadouts calls do with every way to choose upgrades in the book's order, at most most times
// and until do returns false, and reports whether it reached all. do must not keep the loadout,
// except as a copy made by Keep.
func (d *Draft) Loadouts(most int, do func(*Loadout) bool) (all bool) {
	w := d.walk()
	w.most, w.do, w.states = most, do, make([]assembly, len(d.choices)+1)
	w.states[0] = *d.start.clone()
	w.next(0, 0)
	return w.most >= 0
}

func (d *Draft) walk() *walk {
	w := &walk{d: d}
	idle := d.Idle || d.outlasts()
	for at, c := range d.choices {
		if idle || !d.idle(c, d.later[at]) {
			w.places = append(w.places, at)
		}
	}
	return w
}

// walk goes through the loadouts of a draft.
type walk struct {
	d      *Draft
	places []int // of the options that are chosen from
	states []assembly
	picks  []pick
	most   int
	do     func(*Loadout) bool
}

// next chooses among the options from a place on; depth is how many were chosen.
func (w *walk) next(from, depth int) {
	state := &w.states[depth]
	if state.cost <= w.d.Most {
		if w.most--; w.most < 0 || !w.do(&Loadout{Cost: state.cost, draft: w.d, picks: w.picks, state: state}) {
			w.most = -1
			return
		}
	}
	if w.d.Deepest > 0 && depth >= w.d.Deepest {
		return
	}
	for i := from; i < len(w.places) && w.most >= 0; i++ {
		c := w.d.choices[w.places[i]]
		for n := range min(state.roomFor(c).count, 1000) {
			with := &w.states[depth+1]
			with.copy(state)
			with.choose(c, n+1)
			w.picks = append(w.picks, pick{int16(w.places[i]), int16(n + 1)})
			w.next(i+1, depth+1)
			w.picks = w.picks[:depth]
			if w.most < 0 {
				return
			}
		}
	}
}

// copy makes an assembly like another one, in the room that it has.
func (a *assembly) copy(to *assembly) {
	own := *a
	*a = *to
	a.pool, a.held = append(own.pool[:0], to.pool...), append(own.held[:0], to.held...)
	a.bases, a.turns = append(own.bases[:0], to.bases...), append(own.turns[:0], to.turns...)
	a.chosen = append(own.chosen[:0], to.chosen...)
}

func (a *assembly) clone() *assembly {
	c := new(assembly)
	c.copy(a)
	return c
}

// idle reports whether an option saves no points and has no effect on the unit's attacks, on
// later choices or on joining.
func (d *Draft) idle(c catalog.Choice, later []catalog.Target) bool {
	o := c.Option
	if o.CostFor(d.Of.ID) < 0 || c.Section.Kind == catalog.Replace || c.Section.Kind == catalog.ReplaceRule || len(o.Weapons) > 0 {
		return false
	}
	targeted := func(p piece) bool { p.count = 1; return slices.ContainsFunc(later, p.matches) }
	for _, r := range o.Rules {
		if d.matters(r) || targeted(piece{rule: r}) {
			return false
		}
	}
	for i := range o.Items {
		item := &o.Items[i]
		if len(item.Weapons) > 0 || slices.ContainsFunc(item.Rules, d.matters) || targeted(piece{key: item.Key(), item: item}) {
			return false
		}
	}
	return true
}

// Facts returns the unit without weapons and items, with the facts that decide about joining.
// It is valid only while the loadout is made.
func (l *Loadout) Facts() Unit {
	var u Unit
	l.state.body(&u)
	return u
}

// Fights reports whether a rule that the unit has may have a part in a fight.
func (l *Loadout) Fights(r rules.Use) bool { return l.draft.part(r).fights }

// Bars reports whether a rule that the unit has may keep it from charging.
func (l *Loadout) Bars(r rules.Use) bool { return l.draft.part(r).bars }

// bars reports whether a weapon may keep its unit from charging.
func (d *Draft) bars(w *catalog.Weapon) bool {
	return slices.ContainsFunc(w.Rules, func(r rules.Use) bool { return d.part(r).bars })
}

// outlasts reports whether the unit has, or may choose, a rule with an effect that may depend
// on the number of survivors.
func (d *Draft) outlasts() (does bool) {
	d.eachRule(func(r rules.Use) { does = does || d.part(r).outlasts })
	return does
}

// eachRule calls do for every rule that the unit has or may choose.
func (d *Draft) eachRule(do func(rules.Use)) {
	each := func(uses []rules.Use) {
		for _, r := range uses {
			do(r)
		}
	}
	of := func(g *catalog.Gear) {
		each(g.Rules)
		for i := range g.Weapons {
			each(g.Weapons[i].Rules)
		}
		for i := range g.Items {
			each(g.Items[i].Rules)
			for _, w := range g.Items[i].Weapons {
				each(w.Rules)
			}
		}
	}
	of(&d.Of.Gear)
	for _, c := range d.choices {
		of(&c.Option.Gear)
	}
}

// isAskedFor reports whether another rule of the unit may depend on the rule called name.
func (d *Draft) isAskedFor(name string) bool {
	if d.asked == nil {
		d.asked = map[string]bool{}
		seen := map[*rules.Rule]bool{}
		var look func(r rules.Use)
		look = func(r rules.Use) {
			rule := d.start.set.Find(r.Name)
			if rule == nil || seen[rule] {
				return
			}
			seen[rule] = true
			for i := range rule.Effects {
				if has := rule.Effects[i].When.Has; has != "" {
					d.asked[rules.Key(has)] = true
				}
				for _, given := range rule.Effects[i].Gives {
					look(given)
				}
			}
		}
		d.eachRule(look)
	}
	return d.asked[rules.Key(name)]
}

// Keep copies a loadout.
func (l *Loadout) Keep() Loadout {
	return Loadout{Cost: l.Cost, draft: l.draft, picks: slices.Clone(l.picks)}
}

// Choices are the upgrades in the book's order, beside those that the unit had.
func (l *Loadout) Choices() []Choice {
	all := make([]Choice, len(l.picks))
	for i, p := range l.picks {
		all[i] = Choice{Option: l.draft.choices[p.at].Option.ID, Count: int(p.count)}
	}
	return all
}

// Picks is how many upgrades are chosen beside those that the unit had.
func (l *Loadout) Picks() int {
	n := 0
	for _, p := range l.picks {
		n += int(p.count)
	}
	return n
}

// First is the loadout with no more than the first so many options that it chooses.
func (l *Loadout) First(n int) Loadout {
	return Loadout{draft: l.draft, picks: l.picks[:min(n, len(l.picks))]}
}

// Count is how often the loadout chooses an option, with those that the unit had.
func (l *Loadout) Count(option *catalog.Option) int {
	n := 0
	for _, c := range l.draft.start.chosen {
		if c.Option == option {
			n += c.Count
		}
	}
	for _, p := range l.picks {
		if l.draft.choices[p.at].Option == option {
			n += int(p.count)
		}
	}
	return n
}

// Points lists the cost of each of Choices, for all of its counts together.
func (l *Loadout) Points() []int {
	all := make([]int, len(l.picks))
	for i, p := range l.picks {
		all[i] = l.draft.choices[p.at].Option.CostFor(l.draft.Of.ID) * int(p.count)
	}
	return all
}

// ForAll reports whether the n-th of Choices changes all models.
func (l *Loadout) ForAll(n int) bool { return ForEveryModel(l.draft.choices[l.picks[n].at].Section) }

// Unit makes the unit that takes the field.
func (l *Loadout) Unit() *Unit {
	u, state := new(Unit), new(assembly)
	l.replay(state)
	state.finish(u)
	return u
}

// EveryModel names the options that change all models, as both halves of a pair must share
// them. It is valid only while the loadout is made.
func (l *Loadout) EveryModel() string {
	var key []byte
	if !slices.ContainsFunc(l.state.chosen, func(c Chosen) bool { return ForEveryModel(c.Section) }) {
		return ""
	}
	for _, o := range (&Unit{Chosen: l.state.chosen}).wholeUnitOptions() {
		key = append(append(key, o.ID...), ' ')
	}
	return string(key)
}

// A Volley holds the parts of a loadout that may matter to shooting, or to charging.
type Volley struct {
	// Key is equal for loadouts of a draft that have the same relevant weapons and rules in the
	// same numbers; Rules are the relevant rules apart from those on weapons.
	Key, Rules string
	Weapons    []Armed
	// Plain is false where some of the models alone have such a rule, or a weapon keeps
	// the unit from charging: loadouts may share a key then and strike differently.
	Plain bool
}

// Plus is the volley of two units that fight as one, if their rules are the same.
func (v *Volley) Plus(o *Volley) Volley {
	both := Volley{Rules: v.Rules, Weapons: slices.Clone(v.Weapons), Plain: v.Plain && o.Plain && v.Rules == o.Rules}
	for _, w := range o.Weapons {
		both.add(w.of, w.Weapon, w.Count)
	}
	both.name()
	return both
}

func (v *Volley) sort() {
	slices.SortStableFunc(v.Weapons, func(x, y Armed) int { return int(x.of - y.of) })
}

// name gives a volley its key.
func (v *Volley) name() {
	v.sort()
	text := append(append(make([]byte, 0, 64), v.Rules...), '|')
	for _, w := range v.Weapons {
		text = w.AppendKey(text)
	}
	v.Key = string(text)
}

// Armed is how many of one kind of weapon a unit has.
type Armed struct {
	Weapon *catalog.Weapon
	Count  int

	of int32
}

// AppendKey adds a key that is equal for as many of the same weapon in loadouts of one draft.
func (a Armed) AppendKey(key []byte) []byte {
	return binary.AppendVarint(binary.AppendVarint(key, int64(a.of)), int64(a.Count))
}

// Volley returns the parts of the loadout that may matter to shooting, or to charging. It is
// valid only while the loadout is made.
func (l *Loadout) Volley(charging bool) Volley {
	v := Volley{Plain: true, Weapons: make([]Armed, 0, 8)}
	held := make([]int32, 0, 8)
	for i := range l.state.pool {
		p := &l.state.pool[i]
		switch {
		case p.count == 0:
		case p.weapon != nil:
			for _, r := range p.weapon.Rules {
				if charging && l.draft.part(r).bars { // whatever the weapon is for
					held, v.Plain = append(held, l.draft.rule(r)), false
				}
			}
			if strikesIn(p.weapon, charging) {
				v.add(l.draft.weapon(p.weapon), p.weapon, p.count)
			}
		case p.item != nil:
			for _, r := range p.item.Rules {
				held = l.rule(&v, held, p, r, charging)
			}
		default:
			held = l.rule(&v, held, p, p.rule, charging)
		}
	}
	slices.Sort(held)
	text := make([]byte, 0, 64)
	for _, r := range held {
		text = binary.AppendVarint(text, int64(r))
	}
	v.Rules = string(text)
	v.name()
	return v
}

// strikesIn reports whether a weapon may strike in charging, or else in shooting.
func strikesIn(w *catalog.Weapon, charging bool) bool {
	return len(w.Profiles) > 0 || (w.Range == 0) == charging
}

func (v *Volley) add(of int32, w *catalog.Weapon, count int) {
	for i := range v.Weapons {
		if v.Weapons[i].of == of {
			v.Weapons[i].Count += count
			return
		}
	}
	v.Weapons = append(v.Weapons, Armed{w, count, of})
}

// rule adds a rule that a piece of the pool is or holds, as often as each model, or
// the unit, has it.
func (l *Loadout) rule(v *Volley, held []int32, p *piece, r rules.Use, charging bool) []int32 {
	by := l.draft.part(r)
	if charging && !by.charging || !charging && !by.shooting {
		return held
	}
	v.Plain = v.Plain && !(p.some && by.own)
	for range p.each {
		held = append(held, l.draft.rule(r))
	}
	return held
}

// weapon returns the number of a weapon; equal weapons share one.
func (d *Draft) weapon(w *catalog.Weapon) int32 {
	n, known := d.known[w]
	if known {
		return n
	}
	alike := func(o *catalog.Weapon) bool {
		return o.Key() == w.Key() && o.Range == w.Range && o.Attacks == w.Attacks && slices.Equal(o.Rules, w.Rules) &&
			len(o.Profiles)+len(w.Profiles) == 0
	}
	if at := slices.IndexFunc(d.weapons, alike); at >= 0 {
		n = d.known[d.weapons[at]]
	} else {
		n = int32(len(d.known))
		d.weapons = append(d.weapons, w)
	}
	d.known[w] = n
	return n
}

// rule is the number of a rule with its rating.
func (d *Draft) rule(r rules.Use) int32 {
	n, known := d.known[r]
	if !known {
		n = int32(len(d.known))
		d.known[r] = n
	}
	return n
}

// part finds where a rule, or one that it gives, may have an effect.
func (d *Draft) part(r rules.Use) part {
	by, known := d.strikes[r.Name]
	if !known {
		d.strikes[r.Name] = by // ends circles
		if rule := d.start.set.Find(r.Name); rule != nil {
			for i := range rule.Effects {
				by = by.with(d.partOf(&rule.Effects[i]))
			}
		}
		if d.isAskedFor(r.Name) {
			by.fights, by.shooting, by.charging, by.own = true, true, true, true
		}
		d.strikes[r.Name] = by
	}
	return by
}

func (d *Draft) partOf(e *rules.Effect) (by part) {
	if e.When.Used != nil && *e.When.Used {
		return by // it is not used
	}
	if len(e.Gives) > 0 {
		for _, given := range e.Gives {
			by = by.with(d.part(given))
		}
	} else {
		by.outlasts = e.NeedsSurvivors()
		by.shooting, by.charging = e.MattersToAttacks(false), e.MattersToAttacks(true) || by.outlasts
	}
	by.fights = by.fights || e.MattersInFight()
	by.own = e.To != rules.ToUnit && (by.shooting || by.charging)
	by.bars = by.bars || len(e.Cannot) > 0
	by.charging = by.charging || by.bars
	return by
}

func (p part) with(o part) part {
	return part{p.fights || o.fights, p.shooting || o.shooting, p.charging || o.charging, p.own || o.own, p.outlasts || o.outlasts, p.bars || o.bars}
}

// matters reports whether a rule may matter to attacks, or makes a hero.
func (d *Draft) matters(r rules.Use) bool {
	if by := d.part(r); by.shooting || by.charging {
		return true
	}
	rule := d.start.set.Find(r.Name)
	return rule != nil && slices.ContainsFunc(rule.Effects, func(e rules.Effect) bool { return e.Hero })
}
