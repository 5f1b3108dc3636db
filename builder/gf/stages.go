package gf

import (
	"encoding/binary"
	"slices"

	"muster/catalog"
)

// A Stage is a loadout in progress: the first options of the draft are decided, the others are not.
type Stage struct {
	Loadout
	*StageClass
	// FinalWeapons holds the weapons that no later option can change: for shooting [0] and for
	// charging [1].
	FinalWeapons [2][]WeaponCount
}

// A StageClass is the state of a Stage apart from its final weapons, that is, the weapons that no
// later option can change. Later options have the same effect on all stages of a class.
type StageClass struct {
	// RulesKeys holds keys of the relevant rules, except rules on weapons, in shooting [0] and in
	// charging [1].
	RulesKeys [2]string
	// no option that is still to be decided changes the rules, and all models have them
	RulesFinal bool

	loadoutCount int // number of loadouts, decided so far, that the class stands for
}

// EachLoadoutInStages decides the options in the book's order, one option for all stages (loadouts
// in progress) at a time. keep returns the stages to continue with, at least one of each
// StageClass, so that useless loadouts are never made. After the last option, it calls do with the
// loadouts, as EachLoadout does. Before it makes stages, it calls more with their number. ways is
// the number of all possible loadouts, whatever their cost. Errors are those of keep and more.
func (d *Draft) EachLoadoutInStages(
	more func(stages int) error, keep func([]Stage) ([]Stage, error), do func(*Loadout) bool,
) (ways int, err error) {
	w := stageMaker{loadoutWalk: d.newLoadoutWalk(), keyNumbers: map[any]int32{}}
	w.prepareOptionFacts()
	state, with := new(assembly), new(assembly)
	w.classes = map[string]*StageClass{}
	all := []Stage{w.stageOf(d.start, nil, 0)}
	all[0].loadoutCount = 1
	for next, at := range w.optionIndices {
		w.classes = map[string]*StageClass{}
		c, made := d.choices[at], make([]Stage, 0, 2*len(all))
		for i := range all {
			all[i].rebuildAssembly(state)
			room := min(state.choicesLeftFor(c).count, 1000)
			if err := more(room + 1); err != nil {
				return 0, err
			}
			for n := range room + 1 {
				picks := all[i].picks
				if with.copyFrom(state); n > 0 {
					with.chooseOption(c, n)
					picks = append(slices.Clip(picks), pick{int16(at), int16(n)})
				}
				if with.cost > d.MaxPoints && !w.canSavePointsFrom[next+1] {
					continue
				}
				s := w.stageOf(with, picks, next+1)
				s.loadoutCount += all[i].loadoutCount
				made = append(made, s)
			}
			all[i].loadoutCount = 0 // stages of one class go on in the same ways
		}
		if all, err = keep(made); err != nil {
			return 0, err
		}
	}
	for _, rest := range w.classes {
		ways += rest.loadoutCount
	}
	for i := range all {
		l := all[i].Loadout
		if l.rebuildAssembly(state); l.Cost > d.MaxPoints {
			continue
		}
		if l.assembly = state; !do(&l) {
			break
		}
	}
	return ways, nil
}

// rebuildAssembly sets a to the assembly of the loadout.
func (l *Loadout) rebuildAssembly(a *assembly) {
	a.copyFrom(l.draft.start)
	for _, p := range l.picks {
		a.chooseOption(l.draft.choices[p.optionIndex], int(p.count))
	}
}

// A stageMaker makes the stages of a draft, that is, loadouts in progress, option by option.
type stageMaker struct {
	*loadoutWalk
	// the classes of the stages with the same options decided; the key holds everything that
	// matters to later options
	classes    map[string]*StageClass
	keyNumbers map[any]int32 // numbers that stand for items and sections in keys
	// by index of an option, the targets of the sections of this and all later options
	laterTargets [][]catalog.Target
	// by index of an option, whether neither it nor a later option changes the rules
	rulesFinalFrom    []bool
	canSavePointsFrom []bool          // by index of an option, whether it or a later option saves points
	itemWeapons       map[string]bool // keys of weapons that are parts of items
	classKey          []byte          // the key of the class that is being computed
}

// prepareOptionFacts sets laterTargets, rulesFinalFrom, canSavePointsFrom and itemWeapons.
func (w *stageMaker) prepareOptionFacts() {
	d, n := w.draft, len(w.optionIndices)
	w.laterTargets, w.rulesFinalFrom, w.canSavePointsFrom = make([][]catalog.Target, n+1), make([]bool, n+1), make([]bool, n+1)
	w.itemWeapons = map[string]bool{}
	w.rulesFinalFrom[n] = true
	parts := func(g *catalog.Gear) {
		for i := range g.Items {
			for j := range g.Items[i].Weapons {
				w.itemWeapons[g.Items[i].Weapons[j].NameKey()] = true
			}
		}
	}
	parts(&d.BookUnit.Gear)
	for next, at := range slices.Backward(w.optionIndices) {
		c := d.choices[at]
		w.laterTargets[next], w.rulesFinalFrom[next] = w.laterTargets[next+1], w.rulesFinalFrom[next+1] && !d.changesRules(c)
		if next+1 == n || d.choices[w.optionIndices[next+1]].Section != c.Section {
			w.laterTargets[next] = append(slices.Clip(w.laterTargets[next]), c.Section.TargetGear...)
		}
		w.canSavePointsFrom[next] = w.canSavePointsFrom[next+1] || c.Option.CostFor(d.BookUnit.ID) < 0
		parts(&c.Option.Gear)
	}
}

// changesRules reports whether an option may change rules that matter in attacks.
func (d *Draft) changesRules(c catalog.Choice) bool {
	bars := func(w catalog.Weapon) bool { return d.weaponPreventsCharge(&w) }
	o := c.Option
	return c.Section.Kind == catalog.ReplaceRule || slices.ContainsFunc(o.Rules, d.mattersInAttack) ||
		slices.ContainsFunc(o.Weapons, bars) || slices.ContainsFunc(o.Items, func(i catalog.Item) bool {
		return slices.ContainsFunc(i.Rules, d.mattersInAttack) || slices.ContainsFunc(i.Weapons, bars)
	})
}

// stageOf returns the stage of an assembly in which the options before index next are decided.
func (w *stageMaker) stageOf(a *assembly, picks []pick, next int) Stage {
	s := Stage{Loadout: Loadout{Cost: a.cost, draft: w.draft, picks: picks, assembly: a}}
	sure := w.rulesFinalFrom[next]
	var settled [2]Volley
	w.classKey = append(append(w.classKey[:0], s.WholeUnitOptionsKey()...), 0)
	for i := range a.gearPool {
		p := &a.gearPool[i]
		if p.count == 0 {
			continue
		}
		taken := w.isNeededLater(p, next) || p.itemIndexPlus1 > 0 && w.isNeededLater(&a.gearPool[p.itemIndexPlus1-1], next)
		if p.weapon != nil && !taken && !w.itemWeapons[p.key] && !w.draft.weaponPreventsCharge(p.weapon) {
			for mode := range settled {
				if mayAttack(p.weapon, mode == 1) {
					settled[mode].addWeapon(w.draft.weaponNumber(p.weapon), p.weapon, p.count)
				}
			}
			continue
		}
		sure = sure && (!taken || p.weapon != nil)
		w.addPieceToKey(a, i, taken)
	}
	w.addChoicesToKey(a, next)
	if s.StageClass = w.classes[string(w.classKey)]; s.StageClass == nil {
		s.StageClass = &StageClass{RulesFinal: sure}
		for mode := range s.RulesKeys {
			v := s.Volley(mode == 1)
			s.RulesKeys[mode], s.RulesFinal = v.RulesKey, s.RulesFinal && v.KeyIsExact
		}
		w.classes[string(w.classKey)] = s.StageClass
	}
	for mode := range settled {
		settled[mode].sort()
		s.FinalWeapons[mode] = settled[mode].Weapons
	}
	s.assembly = nil
	return s
}

// isNeededLater reports whether the option with index next, or a later one, removes a piece or
// depends on it.
func (w *stageMaker) isNeededLater(p *gearPiece, next int) bool {
	return slices.ContainsFunc(w.laterTargets[next], p.matches)
}

// addPieceToKey adds a piece of the pool to the key of a StageClass; if taken, a later option may
// remove the piece, and the key gets the models that hold it too.
func (w *stageMaker) addPieceToKey(a *assembly, i int, taken bool) {
	p := &a.gearPool[i]
	switch {
	case p.weapon != nil:
		w.addNumbersToKey(3*int(w.draft.weaponNumber(p.weapon)), p.count, p.perModel)
	case p.item != nil:
		w.addNumbersToKey(3*w.keyNumberOf(p.item)+1, p.count, p.perModel)
	default:
		w.addNumbersToKey(3*int(w.draft.ruleNumber(p.rule))+2, p.count, p.perModel)
	}
	if p.someModelsOnly {
		w.addNumbersToKey(-1)
	}
	if p.itemIndexPlus1 > 0 {
		w.addNumbersToKey(-2) // of the item before it
	}
	if !taken {
		return
	}
	for m := range a.modelCount {
		w.addNumbersToKey(a.heldCount(i, m))
	}
	for k := range a.attachments {
		if b := &a.attachments[k]; b.pieceIndex == i {
			w.addNumbersToKey(-3, w.keyNumberOf(b.section), b.modelIndex, b.count)
		}
	}
}

// addChoicesToKey adds to the key of a StageClass the number of choices so far that limit later
// ones, and the number of options of each model, since later choices prefer models with few
// options.
func (w *stageMaker) addChoicesToKey(a *assembly, next int) {
	if next == len(w.optionIndices) {
		return
	}
	s := w.draft.choices[w.optionIndices[next]].Section
	section, _ := a.countChoicesMade(catalog.Choice{Section: s})
	if w.addNumbersToKey(-4, section); len(w.laterTargets[next]) == 0 {
		return
	}
	for m := range a.modelCount {
		options, again := 0, 0
		for _, t := range a.modelChoices {
			if t.modelIndex == m {
				if options++; t.section == s {
					again = 1
				}
			}
		}
		w.addNumbersToKey(options, again)
	}
}

func (w *stageMaker) addNumbersToKey(all ...int) {
	for _, n := range all {
		w.classKey = binary.AppendVarint(w.classKey, int64(n))
	}
}

// keyNumberOf returns the number that stands for an item or a section in keys.
func (w *stageMaker) keyNumberOf(key any) int {
	n, known := w.keyNumbers[key]
	if !known {
		n = int32(len(w.keyNumbers))
		w.keyNumbers[key] = n
	}
	return int(n)
}
