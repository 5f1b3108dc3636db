package gf

import (
	"encoding/binary"
	"slices"

	"muster/builder/finding"
	"muster/catalog"
	"muster/rules"
)

// A Draft enumerates the ways to upgrade a unit of a book or a list.
type Draft struct {
	Book *catalog.Book
	Of   *catalog.Unit
	// Idle includes loadouts with options that cost points and do not affect the unit's attacks.
	Idle bool
	Most int // the highest useful cost of a loadout, in points
	// Deepest limits the number of different options in a loadout; 0 for no limit.
	Deepest int

	start        *assembly
	choices      []catalog.Choice   // in the book's order
	laterTargets [][]catalog.Target // targets of all sections after each choice
	known        map[any]int32      // numbers of the kinds of pieces in the pool, by pointer or name
	weapons      []*catalog.Weapon
	ruleScopes   map[string]scope // scopes of rules, by name and rating
	asked        map[string]bool  // keys of rules to which other rules refer
}

// A scope says where a rule can have an effect: in any fight, in shooting, in charging, on its
// bearer alone, after the fight on the survivors, and on whether the unit can charge.
type scope struct{ fights, shooting, charging, own, outlasts, bars bool }

// A Loadout is one way to upgrade a unit.
type Loadout struct {
	Cost int // points of the unit

	draft *Draft
	picks []pick
	state *assembly // valid during the enumeration
}

// A pick is an option of a draft, by its index, and how often it is chosen.
type pick struct{ at, count int16 }

// Draft returns a draft of a unit of the army's books.
func (a *Army) Draft(book *catalog.Book, of *catalog.Unit) *Draft {
	return newDraft(assemble(book, book.RuleSet(a.Game), of))
}

// NewUnit returns a unit of a book without upgrades.
func (a *Army) NewUnit(book *catalog.Book, of *catalog.Unit) *Unit {
	u := new(Unit)
	assemble(book, book.RuleSet(a.Game), of).finish(u)
	return u
}

// PerList returns the number of copies that a rule of the unit itself allows; 0 if no rule limits
// it.
func (a *Army) PerList(book *catalog.Book, of *catalog.Unit) int { return a.NewUnit(book, of).PerList }

// Refuses returns the error that one more of a unit as its book offers it brings to the list, and
// reports whether there is one: by itself and, of a hero, with each of the list's units.
func (p *Parts) Refuses(book *catalog.Book, of *catalog.Unit) (finding.Finding, bool) {
	u := p.army.NewUnit(book, of)
	if p.army.List.Points > 0 && p.army.Spent()+u.Cost > p.army.List.Points {
		return finding.Finding{Code: finding.OverPoints}, true
	}
	refuses := func(join string) (finding.Finding, bool) {
		e := Entry{ID: "+" + of.ID, Unit: of.ID, Book: book.ID, Join: join} // an id that no unit has
		return finding.FirstError(p.NewFindings(p.With(map[int]Entry{len(p.units): e})), "")
	}
	alone, broken := refuses("")
	return alone, broken && !(u.Hero && slices.ContainsFunc(p.army.Groups, func(host *Group) bool {
		_, broken := refuses(host.Unit.ID)
		return !broken
	}))
}

// DraftOf returns a draft of a unit of the army, on top of its present upgrades.
func (a *Army) DraftOf(u *Unit) *Draft {
	start, _ := a.assembly(u.index) // its book has it
	return newDraft(start)
}

func newDraft(start *assembly) *Draft {
	d := &Draft{
		Book: start.book, Of: start.of, Most: unlimited, start: start, known: map[any]int32{},
		ruleScopes: map[string]scope{},
	}
	var later []catalog.Target
	for _, s := range slices.Backward(d.Book.Sections(d.Of)) {
		for k := range slices.Backward(s.Options) {
			d.choices = append(d.choices, catalog.Choice{Section: s, Option: &s.Options[k]})
			d.laterTargets = append(d.laterTargets, slices.Clip(later))
		}
		later = append(later, s.Targets...)
	}
	slices.Reverse(d.choices)
	slices.Reverse(d.laterTargets)
	return d
}

// ShareKeys makes the volleys of this draft comparable with those of another draft of the same
// unit, so that they can be added.
func (d *Draft) ShareKeys(o *Draft) {
	d.known, d.weapons, d.ruleScopes, d.asked = o.known, o.weapons, o.ruleScopes, o.asked
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
	idle := d.Idle || d.countsSurvivors()
	for at, c := range d.choices {
		if idle || !d.idle(c, d.laterTargets[at]) {
			w.places = append(w.places, at)
		}
	}
	return w
}

// walk goes through the loadouts of a draft.
type walk struct {
	d      *Draft
	places []int // indices of the options to choose from
	states []assembly
	picks  []pick
	most   int
	do     func(*Loadout) bool
}

// next chooses among the options with an index of at least from; depth is the number chosen so far.
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
			with.copyTo(state)
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

// copyTo copies an assembly into another, reusing its memory.
func (a *assembly) copyTo(to *assembly) {
	own := *a
	*a = *to
	a.pool, a.held = append(own.pool[:0], to.pool...), append(own.held[:0], to.held...)
	a.bases, a.turns = append(own.bases[:0], to.bases...), append(own.turns[:0], to.turns...)
	a.chosen = append(own.chosen[:0], to.chosen...)
}

func (a *assembly) clone() *assembly {
	c := new(assembly)
	c.copyTo(a)
	return c
}

// idle reports whether an option saves no points and does not affect attacks, later choices or
// joining.
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

// Facts returns the unit without weapons and items, for rules about joining. It is valid during the
// enumeration only.
func (l *Loadout) Facts() Unit {
	var u Unit
	l.state.body(&u)
	return u
}

// Fights reports whether a rule of the unit may matter in a fight.
func (l *Loadout) Fights(r rules.Use) bool { return l.draft.scopeOf(r).fights }

// PreventsCharge reports whether a rule of the unit may prevent it from charging.
func (l *Loadout) PreventsCharge(r rules.Use) bool { return l.draft.scopeOf(r).bars }

// weaponPreventsCharge reports whether a weapon may prevent its unit from charging.
func (d *Draft) weaponPreventsCharge(w *catalog.Weapon) bool {
	return slices.ContainsFunc(w.Rules, func(r rules.Use) bool { return d.scopeOf(r).bars })
}

// countsSurvivors reports whether the unit has, or may choose, a rule whose effect may depend on
// the number of survivors.
func (d *Draft) countsSurvivors() (does bool) {
	d.eachRule(func(r rules.Use) { does = does || d.scopeOf(r).outlasts })
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

// isAskedFor reports whether another rule of the unit may depend on the rule with this name.
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

// Clone returns a copy of the loadout that stays valid.
func (l *Loadout) Clone() Loadout {
	return Loadout{Cost: l.Cost, draft: l.draft, picks: slices.Clone(l.picks)}
}

// Choices returns the chosen upgrades in the book's order, without those that the unit had before.
func (l *Loadout) Choices() []Choice {
	all := make([]Choice, len(l.picks))
	for i, p := range l.picks {
		all[i] = Choice{Option: l.draft.choices[p.at].Option.ID, Count: int(p.count)}
	}
	return all
}

// Picks returns the number of chosen upgrades, without those that the unit had before.
func (l *Loadout) Picks() int {
	n := 0
	for _, p := range l.picks {
		n += int(p.count)
	}
	return n
}

// First returns a loadout with only the first n chosen options.
func (l *Loadout) First(n int) Loadout {
	return Loadout{draft: l.draft, picks: l.picks[:min(n, len(l.picks))]}
}

// Count returns how often an option is chosen, including before the draft.
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

// Points lists the cost of each entry of Choices, with its count.
func (l *Loadout) Points() []int {
	all := make([]int, len(l.picks))
	for i, p := range l.picks {
		all[i] = l.draft.choices[p.at].Option.CostFor(l.draft.Of.ID) * int(p.count)
	}
	return all
}

// ForAll reports whether entry n of Choices changes all models.
func (l *Loadout) ForAll(n int) bool { return ForEveryModel(l.draft.choices[l.picks[n].at].Section) }

// Unit returns the unit with the loadout.
func (l *Loadout) Unit() *Unit {
	u, state := new(Unit), new(assembly)
	l.rebuild(state)
	state.finish(u)
	return u
}

// EveryModel names the options for all models, which both halves of a pair must share. It is valid
// during the enumeration only.
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

// A Volley holds the weapons and rules of a loadout that may matter in shooting, or in charging.
type Volley struct {
	// Key is equal for loadouts of a draft with the same relevant weapons and rules. Rules holds
	// the relevant rules, except those on weapons.
	Key, Rules string
	Weapons    []Armed
	// Plain is false if only some models have a relevant rule, or a weapon prevents charging. Then
	// loadouts with equal keys may have different attacks.
	Plain bool
}

// Plus returns the volley of two units with equal rules that fight as one.
func (v *Volley) Plus(o *Volley) Volley {
	both := Volley{Rules: v.Rules, Weapons: slices.Clone(v.Weapons), Plain: v.Plain && o.Plain && v.Rules == o.Rules}
	for _, w := range o.Weapons {
		both.add(w.number, w.Weapon, w.Count)
	}
	both.setKey()
	return both
}

func (v *Volley) sort() {
	slices.SortStableFunc(v.Weapons, func(x, y Armed) int { return int(x.number - y.number) })
}

// setKey sets a volley's key.
func (v *Volley) setKey() {
	v.sort()
	text := append(append(make([]byte, 0, 64), v.Rules...), '|')
	for _, w := range v.Weapons {
		text = w.AppendKey(text)
	}
	v.Key = string(text)
}

// Armed is a number of equal weapons.
type Armed struct {
	Weapon *catalog.Weapon
	Count  int

	number int32 // the draft's number of the weapon
}

// AppendKey appends a key that is equal for equal numbers of the same weapon in loadouts of one
// draft.
func (a Armed) AppendKey(key []byte) []byte {
	return binary.AppendVarint(binary.AppendVarint(key, int64(a.number)), int64(a.Count))
}

// Volley returns the weapons and rules that may matter in shooting, or in charging. It is valid
// during the enumeration only.
func (l *Loadout) Volley(charging bool) Volley {
	v := Volley{Plain: true, Weapons: make([]Armed, 0, 8)}
	held := make([]int32, 0, 8)
	for i := range l.state.pool {
		p := &l.state.pool[i]
		switch {
		case p.count == 0:
		case p.weapon != nil:
			for _, r := range p.weapon.Rules {
				if charging && l.draft.scopeOf(r).bars { // whatever the weapon is for
					held, v.Plain = append(held, l.draft.rule(r)), false
				}
			}
			if strikesIn(p.weapon, charging) {
				v.add(l.draft.weapon(p.weapon), p.weapon, p.count)
			}
		case p.item != nil:
			for _, r := range p.item.Rules {
				held = l.addRule(&v, held, p, r, charging)
			}
		default:
			held = l.addRule(&v, held, p, p.rule, charging)
		}
	}
	slices.Sort(held)
	text := make([]byte, 0, 64)
	for _, r := range held {
		text = binary.AppendVarint(text, int64(r))
	}
	v.Rules = string(text)
	v.setKey()
	return v
}

// strikesIn reports whether a weapon may attack in charging, or in shooting.
func strikesIn(w *catalog.Weapon, charging bool) bool {
	return len(w.Profiles) > 0 || (w.Range == 0) == charging
}

func (v *Volley) add(of int32, w *catalog.Weapon, count int) {
	for i := range v.Weapons {
		if v.Weapons[i].number == of {
			v.Weapons[i].Count += count
			return
		}
	}
	v.Weapons = append(v.Weapons, Armed{w, count, of})
}

// addRule adds a rule of a piece, once for each time that a model or the unit has it.
func (l *Loadout) addRule(v *Volley, held []int32, p *piece, r rules.Use, charging bool) []int32 {
	by := l.draft.scopeOf(r)
	if charging && !by.charging || !charging && !by.shooting {
		return held
	}
	v.Plain = v.Plain && !(p.partial && by.own)
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

// rule returns the draft's number of a rule with its rating.
func (d *Draft) rule(r rules.Use) int32 {
	n, known := d.known[r]
	if !known {
		n = int32(len(d.known))
		d.known[r] = n
	}
	return n
}

// scopeOf returns where a rule, or a rule that it gives, can have an effect.
func (d *Draft) scopeOf(r rules.Use) scope {
	by, known := d.ruleScopes[r.Name]
	if !known {
		d.ruleScopes[r.Name] = by // ends circles
		if rule := d.start.set.Find(r.Name); rule != nil {
			for i := range rule.Effects {
				by = by.union(d.effectScope(&rule.Effects[i]))
			}
		}
		if d.isAskedFor(r.Name) {
			by.fights, by.shooting, by.charging, by.own = true, true, true, true
		}
		d.ruleScopes[r.Name] = by
	}
	return by
}

func (d *Draft) effectScope(e *rules.Effect) (by scope) {
	if e.When.Used != nil && *e.When.Used {
		return by // it is not used
	}
	if len(e.Gives) > 0 {
		for _, given := range e.Gives {
			by = by.union(d.scopeOf(given))
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

func (p scope) union(o scope) scope {
	return scope{p.fights || o.fights, p.shooting || o.shooting, p.charging || o.charging, p.own || o.own, p.outlasts || o.outlasts, p.bars || o.bars}
}

// matters reports whether a rule may matter in attacks, or makes a hero.
func (d *Draft) matters(r rules.Use) bool {
	if by := d.scopeOf(r); by.shooting || by.charging {
		return true
	}
	rule := d.start.set.Find(r.Name)
	return rule != nil && slices.ContainsFunc(rule.Effects, func(e rules.Effect) bool { return e.Hero })
}
