package gf

import (
	"encoding/binary"
	"slices"

	"muster/catalog"
)

// A Stage is a loadout in which only the first options of the draft are decided.
type Stage struct {
	Loadout
	*Rest
	// Settled holds the weapons that no later option changes, for shooting and for charging.
	Settled [2][]Armed
}

// Rest identifies stages that differ only in settled weapons, so that later options change them in
// the same way.
type Rest struct {
	// Rules are the relevant rules apart from those on weapons, in shooting and in charging.
	Rules [2]string
	Sure  bool // no later option changes the rules, which all models share

	ways int // number of ways to choose the options so far
}

// Stages decides the options in the book's order, each for all stages at once. keep returns the
// stages to continue with, at least one of each Rest, so that useless loadouts are never made. do
// is called with the loadouts of the last stages, as by Loadouts. ways is the number of all ways to
// choose, whatever their cost. The error is that of keep, or of more, which is called before stages
// are made.
func (d *Draft) Stages(
	more func(stages int) error, keep func([]Stage) ([]Stage, error), do func(*Loadout) bool,
) (ways int, err error) {
	w := sweep{walk: d.walk(), known: map[any]int32{}}
	w.prepare()
	state, with := new(assembly), new(assembly)
	w.rests = map[string]*Rest{}
	all := []Stage{w.stage(d.start, nil, 0)}
	all[0].ways = 1
	for next, at := range w.places {
		w.rests = map[string]*Rest{}
		c, made := d.choices[at], make([]Stage, 0, 2*len(all))
		for i := range all {
			all[i].rebuild(state)
			room := min(state.roomFor(c).count, 1000)
			if err := more(room + 1); err != nil {
				return 0, err
			}
			for n := range room + 1 {
				picks := all[i].picks
				if with.copyTo(state); n > 0 {
					with.choose(c, n)
					picks = append(slices.Clip(picks), pick{int16(at), int16(n)})
				}
				if with.cost > d.Most && !w.cheaper[next+1] {
					continue
				}
				s := w.stage(with, picks, next+1)
				s.ways += all[i].ways
				made = append(made, s)
			}
			all[i].ways = 0 // stages with the same rest go on in the same ways
		}
		if all, err = keep(made); err != nil {
			return 0, err
		}
	}
	for _, rest := range w.rests {
		ways += rest.ways
	}
	for i := range all {
		l := all[i].Loadout
		if l.rebuild(state); l.Cost > d.Most {
			continue
		}
		if l.state = state; !do(&l) {
			break
		}
	}
	return ways, nil
}

// rebuild sets a to the assembly of a loadout.
func (l *Loadout) rebuild(a *assembly) {
	a.copyTo(l.draft.start)
	for _, p := range l.picks {
		a.choose(l.draft.choices[p.at], int(p.count))
	}
}

// sweep decides the options of a draft one after the other.
type sweep struct {
	*walk
	rests   map[string]*Rest   // by everything on which later options depend
	known   map[any]int32      // numbers of items and sections
	targets [][]catalog.Target // targets of the sections of all options from each index on
	sure    []bool             // no option from each index on changes the rules
	cheaper []bool             // an option from each index on saves points
	inside  map[string]bool    // keys of weapons that are parts of items
	text    []byte
}

// prepare sets targets, sure and cheaper.
func (w *sweep) prepare() {
	d, n := w.d, len(w.places)
	w.targets, w.sure, w.cheaper = make([][]catalog.Target, n+1), make([]bool, n+1), make([]bool, n+1)
	w.inside = map[string]bool{}
	w.sure[n] = true
	parts := func(g *catalog.Gear) {
		for i := range g.Items {
			for j := range g.Items[i].Weapons {
				w.inside[g.Items[i].Weapons[j].Key()] = true
			}
		}
	}
	parts(&d.Of.Gear)
	for next, at := range slices.Backward(w.places) {
		c := d.choices[at]
		w.targets[next], w.sure[next] = w.targets[next+1], w.sure[next+1] && !d.changesRules(c)
		if next+1 == n || d.choices[w.places[next+1]].Section != c.Section {
			w.targets[next] = append(slices.Clip(w.targets[next]), c.Section.Targets...)
		}
		w.cheaper[next] = w.cheaper[next+1] || c.Option.CostFor(d.Of.ID) < 0
		parts(&c.Option.Gear)
	}
}

// changesRules reports whether an option may change rules that matter in attacks.
func (d *Draft) changesRules(c catalog.Choice) bool {
	bars := func(w catalog.Weapon) bool { return d.weaponPreventsCharge(&w) }
	o := c.Option
	return c.Section.Kind == catalog.ReplaceRule || slices.ContainsFunc(o.Rules, d.matters) ||
		slices.ContainsFunc(o.Weapons, bars) || slices.ContainsFunc(o.Items, func(i catalog.Item) bool {
		return slices.ContainsFunc(i.Rules, d.matters) || slices.ContainsFunc(i.Weapons, bars)
	})
}

// stage returns the stage of an assembly in which the options from next on are open.
func (w *sweep) stage(a *assembly, picks []pick, next int) Stage {
	s := Stage{Loadout: Loadout{Cost: a.cost, draft: w.d, picks: picks, state: a}}
	sure := w.sure[next]
	var settled [2]Volley
	w.text = append(append(w.text[:0], s.EveryModel()...), 0)
	for i := range a.pool {
		p := &a.pool[i]
		if p.count == 0 {
			continue
		}
		taken := w.isNeededLater(p, next) || p.within > 0 && w.isNeededLater(&a.pool[p.within-1], next)
		if p.weapon != nil && !taken && !w.inside[p.key] && !w.d.weaponPreventsCharge(p.weapon) {
			for mode := range settled {
				if strikesIn(p.weapon, mode == 1) {
					settled[mode].add(w.d.weapon(p.weapon), p.weapon, p.count)
				}
			}
			continue
		}
		sure = sure && (!taken || p.weapon != nil)
		w.writePiece(a, i, taken)
	}
	w.writeUses(a, next)
	if s.Rest = w.rests[string(w.text)]; s.Rest == nil {
		s.Rest = &Rest{Sure: sure}
		for mode := range s.Rules {
			v := s.Volley(mode == 1)
			s.Rules[mode], s.Sure = v.Rules, s.Sure && v.Plain
		}
		w.rests[string(w.text)] = s.Rest
	}
	for mode := range settled {
		settled[mode].sort()
		s.Settled[mode] = settled[mode].Weapons
	}
	s.state = nil
	return s
}

// isNeededLater reports whether an option from next on removes a piece or depends on it.
func (w *sweep) isNeededLater(p *piece, next int) bool {
	return slices.ContainsFunc(w.targets[next], p.matches)
}

// writePiece adds a piece of the pool to the key of a Rest; with its bearers if a later option may
// remove it.
func (w *sweep) writePiece(a *assembly, i int, taken bool) {
	p := &a.pool[i]
	switch {
	case p.weapon != nil:
		w.number(3*int(w.d.weapon(p.weapon)), p.count, p.each)
	case p.item != nil:
		w.number(3*w.numberOf(p.item)+1, p.count, p.each)
	default:
		w.number(3*int(w.d.rule(p.rule))+2, p.count, p.each)
	}
	if p.partial {
		w.number(-1)
	}
	if p.within > 0 {
		w.number(-2) // of the item before it
	}
	if !taken {
		return
	}
	for m := range a.models {
		w.number(a.has(i, m))
	}
	for k := range a.bases {
		if b := &a.bases[k]; b.piece == i {
			w.number(-3, w.numberOf(b.section), b.model, b.count)
		}
	}
}

// writeUses adds to the key of a Rest the choices that limit later ones, and the models that these
// prefer.
func (w *sweep) writeUses(a *assembly, next int) {
	if next == len(w.places) {
		return
	}
	s := w.d.choices[w.places[next]].Section
	section, _ := a.uses(catalog.Choice{Section: s})
	if w.number(-4, section); len(w.targets[next]) == 0 {
		return
	}
	for m := range a.models {
		options, again := 0, 0
		for _, t := range a.turns {
			if t.model == m {
				if options++; t.section == s {
					again = 1
				}
			}
		}
		w.number(options, again)
	}
}

func (w *sweep) number(all ...int) {
	for _, n := range all {
		w.text = binary.AppendVarint(w.text, int64(n))
	}
}

// numberOf returns the number of an item or a section.
func (w *sweep) numberOf(key any) int {
	n, known := w.known[key]
	if !known {
		n = int32(len(w.known))
		w.known[key] = n
	}
	return int(n)
}
