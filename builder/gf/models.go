package gf

import (
	"cmp"
	"slices"

	"muster/catalog"
	"muster/rules"
)

// A model is one model of a unit, told apart from the others.
type model struct {
	carries []*carried
	from    []*catalog.Section // that gave it something, but those of all models
	options int                // that it has
	paid    int                // for them
	rules   []rules.Use
	given   []rules.Use // those of the rules that its equipment gives
	weapons []Weapon
	tough   int // wounds that its equipment adds
}

// carried is a weapon, an item or a rule that a model has beside those of all.
type carried struct {
	key    string
	order  int                // when the unit got it: what came first is replaced first
	weapon *catalog.Weapon    // nil for items and rules
	within *carried           // the item that it is part of
	under  []*catalog.Section // that built on it, so that it can no longer be replaced
}

// alike reports whether two models fight alike.
func (m *model) alike(o *model) bool {
	return slices.Equal(m.rules, o.rules) && slices.EqualFunc(m.weapons, o.weapons, func(v, w Weapon) bool {
		return v.Count == w.Count && v.alike(&w)
	})
}

// A squad is a unit's models while its upgrades are handed out.
type squad struct {
	models []model
	gained int // entries of equipment so far
}

// individuals returns the models of a unit one by one, those without anything of
// their own first, and the weapons that no model is known to carry. Common are the
// rules of both halves of a pair.
func (u *Unit) individuals(common []rules.Use) (models []model, loose []Weapon) {
	s := squad{models: make([]model, u.Models)}
	models = s.models
	for i := range models {
		for _, r := range u.Rules {
			if !slices.Contains(common, r) {
				models[i].rules = append(models[i].rules, r)
			}
		}
	}
	for i := range u.Of.Weapons {
		s.share(&catalog.Gear{Weapons: u.Of.Weapons[i : i+1]}, u.Of.Weapons[i].Count)
	}
	for i := range u.Of.Items {
		s.share(&catalog.Gear{Items: u.Of.Items[i : i+1]}, u.Of.Items[i].Count)
	}
	for _, c := range u.Chosen {
		s.choose(c)
	}
	for _, some := range u.Some {
		for _, m := range bearers(models, catalog.MatchKey(some.From), min(some.Count, len(models))) {
			m.rules = append(m.rules, some.Rules...)
			m.given = append(m.given, some.Rules...)
			m.tough += u.added(some)
		}
	}
	for _, w := range u.Weapons {
		if left := carry(models, w); left > 0 {
			w.Count = left
			loose = append(loose, w)
		}
	}
	return models, loose
}

// share hands out what a unit has from the start. What not every model has is
// on the last ones.
func (s *squad) share(of *catalog.Gear, count int) {
	for i := range s.models {
		n := count / len(s.models)
		if i >= len(s.models)-count%len(s.models) {
			n++
		}
		s.models[i].gain(of, s.gained, func(int) int { return n })
	}
	s.gained++
}

// choose puts an upgrade on those models that it changes.
func (s *squad) choose(c Chosen) {
	of, gear, order := c.Section, &c.Option.Gear, s.gained
	s.gained += len(gear.Weapons) + len(gear.Items) + len(gear.Rules)
	replaces := of.Kind == catalog.Replace || of.Kind == catalog.ReplaceRule
	if of.Affects.Word == catalog.All || of.Kind == catalog.ReplaceRule {
		left := c.copies
		give := func(m *model, n int) {
			m.gain(gear, order, func(count int) int { return n * count })
			left -= n
		}
		var parts []*model // who had a part of a set
		for i := range s.models {
			m, n, pieces := &s.models[i], left, 0
			if len(of.Targets) == 0 {
				n = c.Count
			}
			for _, t := range of.Targets {
				there := m.has(t, replaces)
				n = min(n, len(there)/t.Count)
				pieces += len(there)
				for _, p := range there {
					if replaces {
						m.lose(p)
					} else {
						p.under = append(p.under, of)
					}
				}
			}
			if give(m, n); n == 0 && pieces > 0 {
				parts = append(parts, m)
			}
		}
		for i := 0; left > 0; i++ { // sets that no model has whole
			if len(parts) > 0 {
				give(parts[i%len(parts)], 1)
			} else {
				give(&s.models[i%len(s.models)], 1)
			}
		}
		return
	}
	// "Replace two X" takes one each from two models, who share what comes.
	several := 1
	if replaces && of.Affects.Word == catalog.Exactly && len(of.Targets) > 0 {
		several = max(1, of.Affects.Count/of.Targets[0].Count)
	}
	for i := range c.copies * several {
		m := s.pick(of, replaces)
		for _, t := range of.Targets {
			if replaces {
				s.take(t, m)
			} else if p := m.base(t, of); p != nil && !slices.Contains(p.under, of) {
				p.under = append(p.under, of)
			}
		}
		m.gain(gear, order, func(n int) int { return n*(i%several+1)/several - n*(i%several)/several })
		m.from = append(m.from, of)
		m.options++
		m.paid += c.Each
	}
}

// pick is the model that an option of a section goes to: one that has what it
// replaces or builds on, if possible without another option of that section
// and with few options.
func (s *squad) pick(of *catalog.Section, replaces bool) *model {
	next := make([][]*carried, len(of.Targets))
	for i, t := range of.Targets {
		next[i] = s.next(t)
	}
	worse := func(m *model) [3]int {
		lacks, again := 0, 0
		for i, t := range of.Targets {
			if !replaces {
				lacks += m.base(t, of).use(of)
				continue
			}
			there := m.has(t, true)
			for _, p := range next[i] {
				if at := slices.IndexFunc(there, p.alike); at >= 0 {
					there = slices.Delete(there, at, at+1)
				} else {
					lacks++
				}
			}
		}
		if slices.Contains(m.from, of) {
			again = 1
		}
		return [3]int{lacks, again, m.options}
	}
	best := &s.models[0]
	least := worse(best)
	for i := range s.models[1:] {
		m := &s.models[i+1]
		if w := worse(m); slices.Compare(w[:], least[:]) < 0 {
			best, least = m, w
		}
	}
	return best
}

// next lists the pieces that a target takes next: those that came first.
func (s *squad) next(t catalog.Target) []*carried {
	var all []*carried
	for i := range s.models {
		all = append(all, s.models[i].has(t, true)...)
	}
	slices.SortStableFunc(all, func(a, b *carried) int { return cmp.Compare(a.order, b.order) })
	return all[:min(t.Count, len(all))]
}

// take takes the pieces that a target takes next from a model, or from others
// what it lacks.
func (s *squad) take(t catalog.Target, from *model) {
	for _, p := range s.next(t) {
		there := from.has(t, true)
		if at := slices.IndexFunc(there, p.alike); at >= 0 {
			// The same from here as from there.
			p.order, there[at].order = there[at].order, p.order
			from.lose(there[at])
			continue
		}
		for i := range s.models {
			s.models[i].lose(p)
		}
	}
}

// has lists the pieces of a target that a model carries, in their order; free
// leaves out what can no longer be replaced.
func (m *model) has(t catalog.Target, free bool) []*carried {
	var there []*carried
	for _, p := range m.carries {
		if p.key == t.Key() && !(free && len(p.under) > 0) {
			there = append(there, p)
		}
	}
	return there
}

// base is the piece of a target that a section builds on next, or nil.
func (m *model) base(t catalog.Target, of *catalog.Section) *carried {
	var best *carried
	for _, p := range m.has(t, false) {
		if p.use(of) < best.use(of) {
			best = p
		}
	}
	return best
}

// use is how far a piece is from what a section builds on next: where each
// carries one thing a piece that others built on, else the same one again.
func (p *carried) use(of *catalog.Section) int {
	switch {
	case p == nil:
		return 4
	case slices.Contains(p.under, of) && perPiece(of):
		return 3
	case slices.Contains(p.under, of):
		return 0
	case len(p.under) > 0:
		return 1
	}
	return 2
}

// alike reports whether two pieces differ in nothing.
func (p *carried) alike(o *carried) bool {
	v, w := p.weapon, o.weapon
	if v == nil || w == nil || v == w {
		return v == w && p.key == o.key
	}
	return v.Name == w.Name && v.Range == w.Range && v.Attacks == w.Attacks && slices.Equal(v.Rules, w.Rules) &&
		slices.EqualFunc(v.Profiles, w.Profiles, func(a, b catalog.Profile) bool {
			return a.Name == b.Name && a.Range == b.Range && a.Attacks == b.Attacks && slices.Equal(a.Rules, b.Rules)
		})
}

func (m *model) lose(p *carried) {
	m.carries = slices.DeleteFunc(m.carries, func(q *carried) bool { return q == p || q.within == p })
}

// gain adds so many of each thing that gear holds as part says of its count.
func (m *model) gain(of *catalog.Gear, order int, part func(count int) int) {
	weapons := func(all []catalog.Weapon, within *carried, order, step int, part func(int) int) {
		for i := range all {
			for range part(all[i].Count) {
				m.carries = append(m.carries, &carried{key: all[i].Key(), order: order + i*step, weapon: &all[i], within: within})
			}
		}
	}
	weapons(of.Weapons, nil, order, 1, part)
	order += len(of.Weapons)
	for i := range of.Items {
		for range part(of.Items[i].Count) {
			item := &carried{key: of.Items[i].Key(), order: order + i}
			m.carries = append(m.carries, item)
			weapons(of.Items[i].Weapons, item, order+i, 0, func(n int) int { return n })
		}
	}
	order += len(of.Items)
	for i, r := range of.Rules {
		for range part(1) {
			m.carries = append(m.carries, &carried{key: catalog.MatchKey(r.String()), order: order + i})
		}
	}
}

// bearers finds n models that have a piece, or as good as.
func bearers(models []model, key string, n int) []*model {
	lacks := func(m *model) int {
		if slices.ContainsFunc(m.carries, func(p *carried) bool { return p.key == key }) {
			return 0
		}
		return 1
	}
	all := make([]*model, len(models))
	for i := range models {
		all[i] = &models[i]
	}
	slices.SortStableFunc(all, func(a, b *model) int {
		return cmp.Or(cmp.Compare(lacks(a), lacks(b)), cmp.Compare(len(a.given), len(b.given)))
	})
	return all[:n]
}

// carry hands out a weapon to those who carry it, and returns how many are left.
func carry(models []model, w Weapon) (left int) {
	left = w.Count
	for i := len(models) - 1; i >= 0 && left > 0; i-- {
		part := w
		part.Count = 0
		for _, p := range models[i].carries {
			if p.weapon != nil && part.Count < left && p.is(&w) {
				part.Count++
			}
		}
		if part.Count > 0 {
			models[i].weapons = append(models[i].weapons, part)
			left -= part.Count
		}
	}
	return left
}

// is reports whether a weapon is what the piece is, or one of its profiles.
func (p *carried) is(w *Weapon) bool {
	of := p.weapon
	if len(of.Profiles) == 0 {
		return w.alike(&Weapon{Name: of.Name, Range: of.Range, Attacks: of.Attacks, Rules: of.Rules})
	}
	return of.Name == w.OneOf && slices.ContainsFunc(modesOf(of), func(m Weapon) bool { return m.alike(w) })
}

// added is how many wounds the rules of some models add to those of the others.
func (u *Unit) added(some ModelRules) int {
	if some.Tough == u.Tough {
		return 0
	}
	if u.Tough > 1 {
		return some.Tough - u.Tough
	}
	return some.Tough
}
