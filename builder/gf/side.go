package gf

import (
	"cmp"
	"math"
	"slices"

	"muster/catalog"
	"muster/rules"
	combat "muster/rules/gf"
)

// Side returns the group as it stands at the beginning of a fight: both halves
// of a combined pair, every upgrade, and the hero who joined (of several, which
// is illegal, the first).
//
// Every model has what it carries: models without upgrades die first, then in
// the order of what was paid for them (docs/rules-notes.md, Fights). What nobody
// is known to carry the squad carries as a whole. Defense is that of the worst
// protected model.
func (g *Group) Side(game *rules.System) combat.Side {
	u := g.Unit
	set := u.Book.RuleSet(game)
	side := combat.Side{Name: u.Name, Set: set, Quality: u.Quality, Rules: u.Rules}
	var models []model
	var loose []Weapon
	for _, half := range g.Halves {
		some, rest := half.told(u.Rules)
		for i := range some {
			side.Defense = max(side.Defense, protect(set, half.Defense, some[i].given))
		}
		models = append(models, some...)
		for _, w := range rest {
			loose = mergeWeapon(loose, w)
		}
	}
	slices.SortStableFunc(models, func(a, b model) int {
		return cmp.Or(cmp.Compare(min(len(a.options), 1), min(len(b.options), 1)), cmp.Compare(a.paid, b.paid))
	})
	for i := range models {
		m := &models[i]
		if n := len(side.Groups); n > 0 && m.alike(&models[i-1]) {
			side.Groups[n-1].Models++
			continue
		}
		side.Groups = append(side.Groups, combat.Group{Models: 1, Rules: m.rules, Weapons: inFight(m.weapons)})
	}
	for _, group := range side.Groups {
		for i := range group.Weapons {
			group.Weapons[i].Count *= group.Models
		}
	}
	side.Weapons = inFight(loose)
	if len(side.Groups) == 1 {
		side.Weapons, side.Groups[0].Weapons = append(side.Groups[0].Weapons, side.Weapons...), nil
	}
	if len(g.Heroes) > 0 {
		h := g.Heroes[0]
		side.Hero = &combat.Hero{Name: h.Name, Quality: h.Quality, Defense: h.Defense, Rules: h.Rules, Weapons: inFight(h.Weapons)}
	}
	return side
}

func inFight(weapons []Weapon) []combat.Weapon {
	var all []combat.Weapon
	for _, w := range weapons {
		all = append(all, combat.Weapon{Name: w.Name, Count: w.Count, Range: w.Range, Attacks: w.Attacks, Rules: w.Rules, OneOf: w.OneOf})
	}
	return all
}

// A model is one model of a unit, told apart from the others.
type model struct {
	has     map[string]int // weapons, items and rules of its own, by the names as they are compared
	options []*catalog.Option
	paid    int // for its options
	rules   []rules.Use
	given   []rules.Use // those of the rules that its equipment gives
	weapons []Weapon
	tough   int // wounds that its equipment adds
}

// alike tells whether two models fight alike.
func (m *model) alike(o *model) bool {
	return slices.Equal(m.rules, o.rules) && slices.EqualFunc(m.weapons, o.weapons, func(v, w Weapon) bool {
		return v.Count == w.Count && v.alike(&w)
	})
}

// told tells the models of a unit apart, those without anything of their own
// first, and returns the weapons that nobody is known to carry. Common are the
// rules of both halves of a pair.
func (u *Unit) told(common []rules.Use) (models []model, loose []Weapon) {
	models = make([]model, u.Models)
	for i := range models {
		models[i].has = map[string]int{}
		for _, r := range u.Rules {
			if !slices.Contains(common, r) {
				models[i].rules = append(models[i].rules, r)
			}
		}
	}
	// What not every model has from the start is on the last ones.
	share := func(count int, give func(m *model, n int)) {
		for i := range models {
			n := count / len(models)
			if i >= len(models)-count%len(models) {
				n++
			}
			give(&models[i], n)
		}
	}
	for i := range u.Of.Weapons {
		share(u.Of.Weapons[i].Count, func(m *model, n int) { m.has[u.Of.Weapons[i].Key()] += n })
	}
	for i := range u.Of.Items {
		share(u.Of.Items[i].Count, func(m *model, n int) { m.gainItem(&u.Of.Items[i], n) })
	}
	for _, c := range u.Chosen {
		choose(models, c)
	}
	for _, some := range u.Some {
		key := catalog.MatchKey(some.From)
		for _, m := range bearers(models, key, min(some.Count, len(models))) {
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

// choose puts an upgrade on those models that it changes.
func choose(models []model, c Chosen) {
	s := c.Section
	replaces := s.Kind == catalog.Replace || s.Kind == catalog.ReplaceRule
	if s.Affects.Word == catalog.All || s.Kind == catalog.ReplaceRule {
		for i := range models {
			n := c.Count
			if len(s.Targets) > 0 {
				n = models[i].sets(s)
			}
			if replaces {
				models[i].lose(s, n)
			}
			models[i].gain(c.Option, n)
		}
		return
	}
	// "Replace two X" takes one each from two models, who share what comes.
	several := 1
	if replaces && s.Affects.Word == catalog.Exactly && len(s.Targets) > 0 {
		several = max(1, s.Affects.Count/s.Targets[0].Count)
	}
	for i := range c.copies * several {
		m := chosen(models, c)
		if replaces {
			m.lose(s, 1)
		}
		m.gainPart(c.Option, func(n int) int { return n*(i%several+1)/several - n*(i%several)/several })
		m.options = append(m.options, c.Option)
		m.paid += c.Each
	}
}

// chosen is the model that an upgrade goes to: one that has what it replaces or
// builds on, if possible without the same option, or any other.
func chosen(models []model, c Chosen) *model {
	best := &models[0]
	worse := func(m *model) [3]int {
		lacks, twice := 0, 0
		if len(c.Section.Targets) > 0 && m.sets(c.Section) == 0 {
			lacks = 1
		}
		if slices.Contains(m.options, c.Option) {
			twice = 1
		}
		return [3]int{lacks, twice, len(m.options)}
	}
	least := worse(best)
	for i := range models[1:] {
		m := &models[i+1]
		if w := worse(m); slices.Compare(w[:], least[:]) < 0 {
			best, least = m, w
		}
	}
	return best
}

// sets is how often a model has all targets of a section.
func (m *model) sets(s *catalog.Section) int {
	n := math.MaxInt
	for _, t := range s.Targets {
		n = min(n, m.has[t.Key()]/t.Count)
	}
	return n
}

// lose takes what a section replaces n times.
func (m *model) lose(s *catalog.Section, n int) {
	for _, t := range s.Targets {
		m.has[t.Key()] -= min(m.has[t.Key()], t.Count*n)
	}
}

// gain adds what an option gives n times.
func (m *model) gain(o *catalog.Option, n int) {
	m.gainPart(o, func(count int) int { return count * n })
}

// gainPart adds so many of each thing that an option gives as part says.
func (m *model) gainPart(o *catalog.Option, part func(count int) int) {
	for i := range o.Weapons {
		m.has[o.Weapons[i].Key()] += part(o.Weapons[i].Count)
	}
	for i := range o.Items {
		m.gainItem(&o.Items[i], part(o.Items[i].Count))
	}
	for _, r := range o.Rules {
		m.has[catalog.MatchKey(r.String())] += part(1)
	}
}

func (m *model) gainItem(item *catalog.Item, n int) {
	m.has[item.Key()] += n
	for i := range item.Weapons {
		m.has[item.Weapons[i].Key()] += item.Weapons[i].Count * n
	}
}

// bearers finds n models that have a piece, or as good as.
func bearers(models []model, key string, n int) []*model {
	all := make([]*model, len(models))
	for i := range models {
		all[i] = &models[i]
	}
	slices.SortStableFunc(all, func(a, b *model) int {
		return cmp.Or(cmp.Compare(min(b.has[key], 1), min(a.has[key], 1)), cmp.Compare(len(a.given), len(b.given)))
	})
	return all[:n]
}

// carry hands out a weapon to those who carry it, and returns how many are left.
// Where there are too few, models with upgrades go without last.
func carry(models []model, w Weapon) (left int) {
	key := catalog.MatchKey(cmp.Or(w.OneOf, w.Name))
	left = w.Count
	give := func(m *model, n int) {
		if n = min(n, left); n > 0 {
			part := w
			part.Count = n
			m.weapons = mergeWeapon(m.weapons, part)
			left -= n
		}
	}
	for i := len(models) - 1; i >= 0; i-- {
		n := models[i].has[key]
		give(&models[i], n)
		if w.OneOf == "" { // all profiles of one weapon are on the same models
			models[i].has[key] -= min(n, w.Count)
		}
	}
	each := left / len(models)
	for i := range models {
		give(&models[i], each)
	}
	return left
}

// protect is a Defense after equipment that changes it.
func protect(set *rules.Set, defense int, uses []rules.Use) int {
	improved := 0
	for _, r := range uses {
		rule := set.Find(r.Name)
		if rule == nil {
			continue
		}
		for i := range rule.Effects {
			e := &rule.Effects[i]
			improved += e.Defense.Of(r)
			if e.DefenseIs.Set {
				defense = min(defense, e.DefenseIs.Of(r))
			}
		}
	}
	return min(6, max(2, defense-improved))
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
