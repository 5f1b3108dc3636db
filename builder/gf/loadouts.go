package gf

import (
	"encoding/binary"
	"slices"

	"muster/builder/finding"
	"muster/catalog"
	"muster/rules"
)

// A Draft enumerates the loadouts of a unit of a book or a list: the ways to choose upgrades.
type Draft struct {
	Book     *catalog.Book
	BookUnit *catalog.Unit
	// IncludeIneffectiveOptions includes loadouts with options that cost points and do not affect
	// the unit's attacks.
	IncludeIneffectiveOptions bool
	MaxPoints                 int // maximum cost of a loadout, in points
	// MaxOptions is the maximum number of different options in a loadout; 0 for no limit.
	MaxOptions int

	start   *assembly        // the unit before the draft's choices
	choices []catalog.Choice // in the book's order
	// for each choice, the equipment that sections after it replace or upgrade
	laterTargets [][]catalog.Target
	// numbers given to weapons and rules of the pool; the key is a *catalog.Weapon or a rules.Use
	pieceNumbers    map[any]int32
	numberedWeapons []*catalog.Weapon    // a weapon for each number in pieceNumbers
	ruleScopes      map[string]ruleScope // scopes of rules, by name and rating
	referredRules   map[string]bool      // keys of rules on which conditions of other rules depend
}

// A ruleScope says where a rule can have an effect: in fights at all, in shooting, in charging, or
// on its bearer alone. It also says whether the effect depends on the number of survivors, and
// whether the rule can prevent a charge.
type ruleScope struct{ inFights, inShooting, inCharging, bearerOnly, dependsOnSurvivors, preventsCharge bool }

// A Loadout is one way to upgrade a unit.
type Loadout struct {
	Cost int // points of the unit

	draft    *Draft
	picks    []pick
	assembly *assembly // the unit with these picks; valid during the enumeration only
}

// A pick is an option of a draft and the number of times that it is chosen.
type pick struct{ optionIndex, count int16 }

// Draft returns a draft of a unit of the army's books.
func (a *Army) Draft(book *catalog.Book, of *catalog.Unit) *Draft {
	return newDraft(assemble(book, book.RuleSet(a.Game), of))
}

// NewUnit returns a unit of a book without upgrades.
func (a *Army) NewUnit(book *catalog.Book, of *catalog.Unit) *Unit {
	u := new(Unit)
	assemble(book, book.RuleSet(a.Game), of).setUnitWithGear(u)
	return u
}

// RefusesUnit returns the error that adding a unit of a book, without upgrades, brings to the list,
// and reports whether there is one. A hero is refused only if the hero may neither stand alone nor
// join any of the list's units.
func (p *ChangeJudge) RefusesUnit(book *catalog.Book, of *catalog.Unit) (finding.Finding, bool) {
	u := p.army.NewUnit(book, of)
	if p.army.List.Points > 0 && p.army.SpentPoints()+u.Cost > p.army.List.Points {
		return finding.Finding{Code: finding.CodeOverPoints}, true
	}
	refuses := func(join string) (finding.Finding, bool) {
		e := Entry{ID: "+" + of.ID, BookUnitID: of.ID, Book: book.ID, JoinTo: join} // an id that no unit has
		return finding.FirstError(p.NewFindings(p.WithChanges(map[int]Entry{len(p.units): e})), "")
	}
	alone, broken := refuses("")
	return alone, broken && !(u.IsHero && slices.ContainsFunc(p.army.Groups, func(host *Group) bool {
		_, broken := refuses(host.Unit.ID)
		return !broken
	}))
}

// DraftOf returns a draft of a unit of the army, on top of its present upgrades.
func (a *Army) DraftOf(u *Unit) *Draft {
	start, _ := a.assemblyOf(u.index) // its book has it
	return newDraft(start)
}

func newDraft(start *assembly) *Draft {
	d := &Draft{
		Book: start.book, BookUnit: start.bookUnit, MaxPoints: unlimitedChoices, start: start, pieceNumbers: map[any]int32{},
		ruleScopes: map[string]ruleScope{},
	}
	var later []catalog.Target
	for _, s := range slices.Backward(d.Book.Sections(d.BookUnit)) {
		for k := range slices.Backward(s.Options) {
			d.choices = append(d.choices, catalog.Choice{Section: s, Option: &s.Options[k]})
			d.laterTargets = append(d.laterTargets, slices.Clip(later))
		}
		later = append(later, s.TargetGear...)
	}
	slices.Reverse(d.choices)
	slices.Reverse(d.laterTargets)
	return d
}

// SharePieceNumbers makes this draft use the numbers of weapons and rules of another draft of the
// same unit, so that volleys of both can be compared and added.
func (d *Draft) SharePieceNumbers(o *Draft) {
	d.pieceNumbers, d.numberedWeapons, d.ruleScopes, d.referredRules = o.pieceNumbers, o.numberedWeapons, o.ruleScopes, o.referredRules
}

// EachLoadout calls do with each way to choose upgrades, in the book's order, until do returns
// false or most ways were tried. all reports whether it reached every way. do must not keep the
// loadout, except as a copy made by Clone.
func (d *Draft) EachLoadout(most int, do func(*Loadout) bool) (all bool) {
	w := d.newLoadoutWalk()
	w.loadoutsLeft, w.yield, w.assemblies = most, do, make([]assembly, len(d.choices)+1)
	w.assemblies[0].copyFrom(d.start)
	w.chooseNextOption(0, 0)
	return w.loadoutsLeft >= 0
}

func (d *Draft) newLoadoutWalk() *loadoutWalk {
	w := &loadoutWalk{draft: d}
	idle := d.IncludeIneffectiveOptions || d.dependsOnSurvivors()
	for at, c := range d.choices {
		if idle || !d.isIneffective(c, d.laterTargets[at]) {
			w.optionIndices = append(w.optionIndices, at)
		}
	}
	return w
}

// loadoutWalk enumerates the loadouts of a draft, depth first.
type loadoutWalk struct {
	draft         *Draft
	optionIndices []int      // indices of the options to choose from
	assemblies    []assembly // the unit after each number of chosen options
	picks         []pick
	loadoutsLeft  int // number of loadouts that may still be passed to yield; negative after the end
	yield         func(*Loadout) bool
}

// chooseNextOption passes the present loadout to yield, then chooses one more option, from
// optionIndices[from] on. depth is the number of options chosen so far.
func (w *loadoutWalk) chooseNextOption(from, depth int) {
	state := &w.assemblies[depth]
	if state.cost <= w.draft.MaxPoints {
		if w.loadoutsLeft--; w.loadoutsLeft < 0 ||
			!w.yield(&Loadout{Cost: state.cost, draft: w.draft, picks: w.picks, assembly: state}) {
			w.loadoutsLeft = -1
			return
		}
	}
	if w.draft.MaxOptions > 0 && depth >= w.draft.MaxOptions {
		return
	}
	for i := from; i < len(w.optionIndices) && w.loadoutsLeft >= 0; i++ {
		c := w.draft.choices[w.optionIndices[i]]
		for n := range min(state.choicesLeftFor(c).count, 1000) {
			with := &w.assemblies[depth+1]
			with.copyFrom(state)
			with.chooseOption(c, n+1)
			w.picks = append(w.picks, pick{int16(w.optionIndices[i]), int16(n + 1)})
			w.chooseNextOption(i+1, depth+1)
			w.picks = w.picks[:depth]
			if w.loadoutsLeft < 0 {
				return
			}
		}
	}
}

// copyFrom sets a to a copy of another assembly (the parameter to), and reuses a's memory.
func (a *assembly) copyFrom(from *assembly) {
	own := *a
	*a = *from
	a.gearPool, a.heldCounts = append(own.gearPool[:0], from.gearPool...), append(own.heldCounts[:0], from.heldCounts...)
	a.attachments, a.modelChoices = append(own.attachments[:0], from.attachments...), append(own.modelChoices[:0],
		from.modelChoices...)
	a.chosenOptions = append(own.chosenOptions[:0], from.chosenOptions...)
}

// isIneffective reports whether an option saves no points and does not affect attacks, later
// choices or joining.
func (d *Draft) isIneffective(c catalog.Choice, later []catalog.Target) bool {
	o := c.Option
	if o.CostFor(d.BookUnit.ID) < 0 || c.Section.Kind == catalog.Replace || c.Section.Kind == catalog.ReplaceRule ||
		len(o.Weapons) > 0 {
		return false
	}
	targeted := func(p gearPiece) bool { p.count = 1; return slices.ContainsFunc(later, p.matches) }
	for _, r := range o.Rules {
		if d.mattersInAttack(r) || targeted(gearPiece{rule: r}) {
			return false
		}
	}
	for i := range o.Items {
		item := &o.Items[i]
		if len(item.Weapons) > 0 || slices.ContainsFunc(item.Rules, d.mattersInAttack) ||
			targeted(gearPiece{key: item.NameKey(), item: item}) {
			return false
		}
	}
	return true
}

// UnitWithoutGear returns the unit without weapons and items, to judge rules about joining. It is
// valid during the enumeration only.
func (l *Loadout) UnitWithoutGear() Unit {
	var u Unit
	l.assembly.setUnitFields(&u)
	return u
}

// MattersInFight reports whether a rule of the unit may matter in a fight.
func (l *Loadout) MattersInFight(r rules.Use) bool { return l.draft.ruleScopeOf(r).inFights }

// PreventsCharge reports whether a rule of the unit may prevent it from charging.
func (l *Loadout) PreventsCharge(r rules.Use) bool { return l.draft.ruleScopeOf(r).preventsCharge }

// weaponPreventsCharge reports whether a weapon may prevent its unit from charging.
func (d *Draft) weaponPreventsCharge(w *catalog.Weapon) bool {
	return slices.ContainsFunc(w.Rules, func(r rules.Use) bool { return d.ruleScopeOf(r).preventsCharge })
}

// dependsOnSurvivors reports whether the unit has, or may choose, a rule whose effect may depend on
// the number of survivors.
func (d *Draft) dependsOnSurvivors() (does bool) {
	d.eachRule(func(r rules.Use) { does = does || d.ruleScopeOf(r).dependsOnSurvivors })
	return does
}

// eachRule calls do for every rule that the unit has or may choose.
func (d *Draft) eachRule(do func(rules.Use)) {
	each := func(g *catalog.Gear) {
		for _, uses := range g.RuleLists() {
			for _, r := range uses {
				do(r)
			}
		}
	}
	each(&d.BookUnit.Gear)
	for _, c := range d.choices {
		each(&c.Option.Gear)
	}
}

// isReferredRule reports whether another rule of the unit may depend on whether the unit has the
// rule with this name.
func (d *Draft) isReferredRule(name string) bool {
	if d.referredRules == nil {
		d.referredRules = map[string]bool{}
		seen := map[*rules.Rule]bool{}
		var look func(r rules.Use)
		look = func(r rules.Use) {
			rule := d.start.ruleSet.Find(r.Name)
			if rule == nil || seen[rule] {
				return
			}
			seen[rule] = true
			for i := range rule.Effects {
				if has := rule.Effects[i].When.RequiredRule; has != "" {
					d.referredRules[rules.NameKey(has)] = true
				}
				for _, given := range rule.Effects[i].GivenRules {
					look(given)
				}
			}
		}
		d.eachRule(look)
	}
	return d.referredRules[rules.NameKey(name)]
}

// Clone returns a copy of the loadout that stays valid after the enumeration.
func (l *Loadout) Clone() Loadout {
	return Loadout{Cost: l.Cost, draft: l.draft, picks: slices.Clone(l.picks)}
}

// Choices returns the chosen upgrades in the book's order, without upgrades that the unit had
// before.
func (l *Loadout) Choices() []Choice {
	all := make([]Choice, len(l.picks))
	for i, p := range l.picks {
		all[i] = Choice{Option: l.draft.choices[p.optionIndex].Option.ID, Count: int(p.count)}
	}
	return all
}

// PickCount returns the number of different options chosen, without upgrades that the unit had
// before.
func (l *Loadout) PickCount() int {
	n := 0
	for _, p := range l.picks {
		n += int(p.count)
	}
	return n
}

// FirstPicks returns a loadout with the first n different options of this one.
func (l *Loadout) FirstPicks(n int) Loadout {
	return Loadout{draft: l.draft, picks: l.picks[:min(n, len(l.picks))]}
}

// ChosenCount returns the number of times that an option is chosen, including choices before the
// draft.
func (l *Loadout) ChosenCount(option *catalog.Option) int {
	n := 0
	for _, c := range l.draft.start.chosenOptions {
		if c.Option == option {
			n += c.Count
		}
	}
	for _, p := range l.picks {
		if l.draft.choices[p.optionIndex].Option == option {
			n += int(p.count)
		}
	}
	return n
}

// ChoicePoints lists the cost of each entry of Choices, times its count.
func (l *Loadout) ChoicePoints() []int {
	all := make([]int, len(l.picks))
	for i, p := range l.picks {
		all[i] = l.draft.choices[p.optionIndex].Option.CostFor(l.draft.BookUnit.ID) * int(p.count)
	}
	return all
}

// IsChoiceForAllModels reports whether entry n of Choices changes all models.
func (l *Loadout) IsChoiceForAllModels(n int) bool {
	return ChangesAllModels(l.draft.choices[l.picks[n].optionIndex].Section)
}

// Unit returns the unit with the loadout.
func (l *Loadout) Unit() *Unit {
	u, state := new(Unit), new(assembly)
	l.rebuildAssembly(state)
	state.setUnitWithGear(u)
	return u
}

// WholeUnitOptionsKey returns the ids of the options for all models, each followed by a space; both
// halves of a pair must have the same ones. It is valid during the enumeration only.
func (l *Loadout) WholeUnitOptionsKey() string {
	var key []byte
	if !slices.ContainsFunc(l.assembly.chosenOptions, func(c ChosenOption) bool { return ChangesAllModels(c.Section) }) {
		return ""
	}
	for _, o := range (&Unit{ChosenOptions: l.assembly.chosenOptions}).wholeUnitOptions() {
		key = append(append(key, o.ID...), ' ')
	}
	return string(key)
}

// A Volley holds the weapons and rules of a loadout that may matter in one kind of attack: shooting
// or charging.
type Volley struct {
	// Key is equal for loadouts of a draft with the same relevant weapons and rules. RulesKey is
	// equal if the relevant rules, except those on weapons, are the same.
	Key, RulesKey string
	Weapons       []WeaponCount
	// KeyIsExact reports that loadouts with this Key have equal attacks. It is false if only some
	// models have a relevant rule, or a weapon prevents charging.
	KeyIsExact bool
}

// Plus returns the volley of two units that have equal rules and fight as one unit.
func (v *Volley) Plus(o *Volley) Volley {
	both := Volley{RulesKey: v.RulesKey, Weapons: slices.Clone(v.Weapons), KeyIsExact: v.KeyIsExact &&
		o.KeyIsExact && v.RulesKey == o.RulesKey}
	for _, w := range o.Weapons {
		both.addWeapon(w.weaponNumber, w.Weapon, w.Count)
	}
	both.setKey()
	return both
}

func (v *Volley) sort() {
	slices.SortStableFunc(v.Weapons, func(x, y WeaponCount) int { return int(x.weaponNumber - y.weaponNumber) })
}

// setKey sets a volley's key after sorting its weapons.
func (v *Volley) setKey() {
	v.sort()
	text := append(append(make([]byte, 0, 64), v.RulesKey...), '|')
	for _, w := range v.Weapons {
		text = w.AppendKey(text)
	}
	v.Key = string(text)
}

// WeaponCount is a number of equal weapons.
type WeaponCount struct {
	Weapon *catalog.Weapon
	Count  int

	weaponNumber int32 // number of the weapon in the draft
}

// AppendKey appends a key that is equal for equal numbers of the same weapon in loadouts of one
// draft.
func (a WeaponCount) AppendKey(key []byte) []byte {
	return binary.AppendVarint(binary.AppendVarint(key, int64(a.weaponNumber)), int64(a.Count))
}

// Volley returns the weapons and rules that may matter in shooting, or in charging. It is valid
// during the enumeration only.
func (l *Loadout) Volley(charging bool) Volley {
	v := Volley{KeyIsExact: true, Weapons: make([]WeaponCount, 0, 8)}
	held := make([]int32, 0, 8)
	for i := range l.assembly.gearPool {
		p := &l.assembly.gearPool[i]
		switch {
		case p.count == 0:
		case p.weapon != nil:
			for _, r := range p.weapon.Rules {
				if charging && l.draft.ruleScopeOf(r).preventsCharge { // whatever the weapon is for
					held, v.KeyIsExact = append(held, l.draft.ruleNumber(r)), false
				}
			}
			if mayAttack(p.weapon, charging) {
				v.addWeapon(l.draft.weaponNumber(p.weapon), p.weapon, p.count)
			}
		case p.item != nil:
			for _, r := range p.item.Rules {
				held = l.appendRuleNumber(&v, held, p, r, charging)
			}
		default:
			held = l.appendRuleNumber(&v, held, p, p.rule, charging)
		}
	}
	slices.Sort(held)
	text := make([]byte, 0, 64)
	for _, r := range held {
		text = binary.AppendVarint(text, int64(r))
	}
	v.RulesKey = string(text)
	v.setKey()
	return v
}

// mayAttack reports whether a weapon may attack in charging, or in shooting.
func mayAttack(w *catalog.Weapon, charging bool) bool {
	return len(w.Profiles) > 0 || (w.Range == 0) == charging
}

func (v *Volley) addWeapon(of int32, w *catalog.Weapon, count int) {
	for i := range v.Weapons {
		if v.Weapons[i].weaponNumber == of {
			v.Weapons[i].Count += count
			return
		}
	}
	v.Weapons = append(v.Weapons, WeaponCount{w, count, of})
}

// appendRuleNumber appends the number of a piece's rule to held if the rule matters in shooting, or
// in charging: once for each time that a model or the unit has it.
func (l *Loadout) appendRuleNumber(v *Volley, held []int32, p *gearPiece, r rules.Use, charging bool) []int32 {
	by := l.draft.ruleScopeOf(r)
	if charging && !by.inCharging || !charging && !by.inShooting {
		return held
	}
	v.KeyIsExact = v.KeyIsExact && !(p.someModelsOnly && by.bearerOnly)
	for range p.perModel {
		held = append(held, l.draft.ruleNumber(r))
	}
	return held
}

// weaponNumber returns the draft's number of a weapon; equal weapons share one.
func (d *Draft) weaponNumber(w *catalog.Weapon) int32 {
	n, known := d.pieceNumbers[w]
	if known {
		return n
	}
	alike := func(o *catalog.Weapon) bool {
		return o.NameKey() == w.NameKey() && o.Range == w.Range && o.Attacks == w.Attacks && slices.Equal(o.Rules, w.Rules) &&
			len(o.Profiles)+len(w.Profiles) == 0
	}
	if at := slices.IndexFunc(d.numberedWeapons, alike); at >= 0 {
		n = d.pieceNumbers[d.numberedWeapons[at]]
	} else {
		n = int32(len(d.pieceNumbers))
		d.numberedWeapons = append(d.numberedWeapons, w)
	}
	d.pieceNumbers[w] = n
	return n
}

// ruleNumber returns the draft's number of a rule with its rating.
func (d *Draft) ruleNumber(r rules.Use) int32 {
	n, known := d.pieceNumbers[r]
	if !known {
		n = int32(len(d.pieceNumbers))
		d.pieceNumbers[r] = n
	}
	return n
}

// ruleScopeOf returns the scope of a rule, including the scopes of rules that it gives.
func (d *Draft) ruleScopeOf(r rules.Use) ruleScope {
	by, known := d.ruleScopes[r.Name]
	if !known {
		d.ruleScopes[r.Name] = by // ends circles
		if rule := d.start.ruleSet.Find(r.Name); rule != nil {
			for i := range rule.Effects {
				by = by.union(d.effectScope(&rule.Effects[i]))
			}
		}
		if d.isReferredRule(r.Name) {
			by.inFights, by.inShooting, by.inCharging, by.bearerOnly = true, true, true, true
		}
		d.ruleScopes[r.Name] = by
	}
	return by
}

func (d *Draft) effectScope(e *rules.Effect) (by ruleScope) {
	if e.When.IsRuleUsed != nil && *e.When.IsRuleUsed {
		return by // it is not used
	}
	if len(e.GivenRules) > 0 {
		for _, given := range e.GivenRules {
			by = by.union(d.ruleScopeOf(given))
		}
	} else {
		by.dependsOnSurvivors = e.DependsOnSurvivors()
		by.inShooting, by.inCharging = e.MattersToAttacks(false), e.MattersToAttacks(true) || by.dependsOnSurvivors
	}
	by.inFights = by.inFights || e.MattersInFight()
	by.bearerOnly = e.Receivers != rules.ToUnit && (by.inShooting || by.inCharging)
	by.preventsCharge = by.preventsCharge || len(e.Forbidden) > 0
	by.inCharging = by.inCharging || by.preventsCharge
	return by
}

func (p ruleScope) union(o ruleScope) ruleScope {
	return ruleScope{p.inFights || o.inFights, p.inShooting || o.inShooting, p.inCharging || o.inCharging, p.bearerOnly || o.bearerOnly, p.dependsOnSurvivors || o.dependsOnSurvivors, p.preventsCharge || o.preventsCharge}
}

// mattersInAttack reports whether a rule may matter in attacks, or makes its bearer a hero.
func (d *Draft) mattersInAttack(r rules.Use) bool {
	if by := d.ruleScopeOf(r); by.inShooting || by.inCharging {
		return true
	}
	rule := d.start.ruleSet.Find(r.Name)
	return rule != nil && slices.ContainsFunc(rule.Effects, func(e rules.Effect) bool { return e.MakesHero })
}
