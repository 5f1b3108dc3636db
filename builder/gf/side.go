package gf

import (
	"slices"

	"muster/catalog"
	"muster/rules"
	combat "muster/rules/gf"
)

// Side returns the group as it stands at the beginning of a fight: both halves
// of a combined pair, every upgrade, and the hero who joined (of several, which
// is illegal, the first).
//
// Models with equipment of their own die last, in the order of their upgrades
// (docs/rules-notes.md, Fights). They carry the weapons that came with it, or else the
// squad's commonest. What nobody is known to carry the squad carries as a
// whole. Defense is that of the worst protected model.
func (g *Group) Side(game *rules.System) combat.Side {
	u := g.Unit
	s := squad{set: u.Book.RuleSet(game)}
	for _, half := range g.Halves {
		s.add(half, u.Rules)
	}
	side := combat.Side{Name: u.Name, Set: s.set, Quality: u.Quality, Defense: s.defense, Rules: u.Rules}
	side.Weapons = inFight(s.arm(u.Weapons))
	for _, l := range s.lots {
		side.Groups = append(side.Groups, combat.Group{Models: l.models, Rules: l.rules, Weapons: inFight(l.weapons)})
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

// A squad is the models of a group's halves while they are told apart.
type squad struct {
	set     *rules.Set
	models  int
	defense int   // of the worst protected model
	lots    []lot // in the order in which they die
}

// A lot is models with the same rules.
type lot struct {
	models  int
	rules   []rules.Use // beside those of the whole squad
	weapons []Weapon    // that these models carry
	special bool        // they have equipment that not all models have
}

// add tells apart the models of a half; common are the rules of both halves.
func (s *squad) add(u *Unit, common []rules.Use) {
	var own []rules.Use
	for _, r := range u.Rules {
		if !slices.Contains(common, r) {
			own = append(own, r)
		}
	}
	kits := u.kits()
	s.models += u.Models
	given := make([]int, len(kits))
	for _, has := range spread(kits, u.Models) {
		model := lot{models: 1, rules: slices.Clone(own), special: len(has) > 0}
		defense := u.Defense
		for _, k := range has {
			defense = protect(s.set, defense, kits[k].rules)
			model.rules = append(model.rules, kits[k].rules...)
			given[k]++
			for _, w := range kits[k].weapons {
				w.Count = w.Count*given[k]/kits[k].models - w.Count*(given[k]-1)/kits[k].models
				model.weapons = append(model.weapons, w)
			}
		}
		s.defense = max(s.defense, defense)
		s.join(model)
	}
	slices.SortStableFunc(s.lots, func(a, b lot) int {
		switch {
		case a.special == b.special:
			return 0
		case b.special:
			return -1
		}
		return 1
	})
}

// join puts a model to those that are like it.
func (s *squad) join(model lot) {
	at := slices.IndexFunc(s.lots, func(l lot) bool {
		return l.special == model.special && slices.Equal(l.rules, model.rules)
	})
	if at < 0 {
		s.lots = append(s.lots, lot{rules: model.rules, special: model.special})
		at = len(s.lots) - 1
	}
	s.lots[at].models++
	for _, w := range model.weapons {
		if w.Count > 0 {
			s.lots[at].weapons = mergeWeapon(s.lots[at].weapons, w)
		}
	}
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

// arm shares out the squad's weapons and returns those that it carries as a
// whole. Of count weapons each of n models carries ⌊count/n⌋; one of the rest is
// taken by special models that are left without, and the rest then belongs to
// the plain ones. However it is shared out, as many are left when models die as
// docs/rules-notes.md, Fights counts.
func (s *squad) arm(weapons []Weapon) []Weapon {
	loose := slices.Clone(weapons)
	if len(s.lots) == 1 {
		s.lots[0].weapons = nil
		return loose
	}
	for i := range s.lots {
		for _, w := range s.lots[i].weapons {
			take(loose, w.Name, w.Count)
		}
	}
	shared := make([]bool, len(loose))
	for i := range loose {
		each := loose[i].Count / s.models
		for j := range s.lots {
			s.lots[j].take(&loose[i], each*s.lots[j].models)
		}
	}
	for _, melee := range []bool{false, true} {
		for i := range s.lots {
			l := &s.lots[i]
			if !l.special || slices.ContainsFunc(l.weapons, func(w Weapon) bool { return (w.Range == 0) == melee }) {
				continue
			}
			most := -1
			for j, w := range loose {
				if (w.Range == 0) == melee && w.Count > 0 && (most < 0 || w.Count > loose[most].Count) {
					most = j
				}
			}
			if most >= 0 {
				shared[most] = true
				l.take(&loose[most], l.models)
			}
		}
	}
	for i := range loose {
		if plain := &s.lots[0]; shared[i] && !plain.special {
			plain.take(&loose[i], loose[i].Count)
		}
	}
	return slices.DeleteFunc(loose, func(w Weapon) bool { return w.Count == 0 })
}

// take moves up to n of a weapon to a lot.
func (l *lot) take(w *Weapon, n int) {
	part := *w
	part.Count = min(n, w.Count)
	if part.Count > 0 {
		w.Count -= part.Count
		l.weapons = mergeWeapon(l.weapons, part)
	}
}

// A kit is equipment that some models of a unit have beside the others'.
type kit struct {
	option  *catalog.Option // which gave it; nil if it came with the unit
	models  int
	rules   []rules.Use
	weapons []Weapon // of all these models
	tough   int      // wounds that it adds to those of its bearer
}

// kits lists the equipment of some of the unit's models. What one option gives
// is on the same models.
func (u *Unit) kits() []kit {
	var kits []kit
	rest := slices.Clone(u.Weapons)
	add := func(option *catalog.Option, models int, some ModelRules, carried map[string]int) {
		uses, tough := some.Rules, u.added(some)
		if at := slices.IndexFunc(kits, func(k kit) bool { return option != nil && k.option == option }); at >= 0 {
			kits[at].models = max(kits[at].models, models)
			kits[at].rules = append(kits[at].rules, uses...)
			kits[at].tough += tough
			return
		}
		k := kit{option: option, models: models, rules: slices.Clone(uses), tough: tough}
		for i := range rest {
			part := rest[i]
			part.Count = take(rest[i:i+1], part.Name, carried[catalog.MatchKey(part.Name)])
			if part.Count > 0 {
				carried[catalog.MatchKey(part.Name)] -= part.Count
				k.weapons = append(k.weapons, part)
			}
		}
		kits = append(kits, k)
	}
	for _, some := range u.Some {
		left := some.Count
		for i, c := range u.Chosen {
			if slices.ContainsFunc(u.Chosen[:i], func(o Chosen) bool { return o.Option == c.Option }) {
				continue
			}
			if models := min(left, u.times(c.Option)*gives(c.Option, some.From)); models > 0 {
				left -= models
				add(c.Option, models, some, u.carried(c))
			}
		}
		if left > 0 {
			add(nil, left, some, itemWeapons(u.Of.Items, some.From, left))
		}
	}
	return kits
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

// times is how often the unit has what an option gives.
func (u *Unit) times(option *catalog.Option) int {
	n := 0
	for _, c := range u.Chosen {
		if c.Option == option {
			n += c.copies
		}
	}
	return n
}

// gives is how many models one choice of an option gives a piece of that name.
func gives(option *catalog.Option, name string) int {
	for _, item := range option.Items {
		if item.Name == name {
			return item.Count
		}
	}
	for _, r := range option.Rules {
		if r.String() == name {
			return 1
		}
	}
	return 0
}

// carried counts, by the names as they are compared, the weapons that go with
// what an option gave: those of the option, and those that it builds on.
func (u *Unit) carried(c Chosen) map[string]int {
	n := u.times(c.Option)
	count := map[string]int{}
	for i := range c.Option.Weapons {
		for _, w := range c.Option.Weapons[i].Modes() {
			count[catalog.MatchKey(w.Name)] += w.Count * n
		}
	}
	for _, item := range c.Option.Items {
		for name, more := range itemWeapons(c.Option.Items, item.Name, item.Count*n) {
			count[name] += more
		}
	}
	if c.Section.Kind == catalog.Upgrade || c.Section.Kind == catalog.Attachment {
		for _, t := range c.Section.Targets {
			count[t.Key()] += t.Count * n
		}
	}
	return count
}

// itemWeapons counts the weapons in so many items of a name.
func itemWeapons(items []catalog.Item, name string, n int) map[string]int {
	count := map[string]int{}
	for _, item := range items {
		if item.Name != name {
			continue
		}
		for i := range item.Weapons {
			for _, w := range item.Weapons[i].Modes() {
				count[catalog.MatchKey(w.Name)] += w.Count * n
			}
		}
	}
	return count
}

// take removes up to n weapons of a name and returns how many.
func take(weapons []Weapon, name string, n int) int {
	taken := 0
	for i := range weapons {
		if weapons[i].Name == name {
			part := min(n-taken, weapons[i].Count)
			weapons[i].Count -= part
			taken += part
		}
	}
	return taken
}

// spread says which kits each of so many models has: a kit goes to models that
// have none, as long as there are such. Models without come first.
func spread(kits []kit, models int) [][]int {
	owners := make([][]int, models)
	for k := range kits {
		for range min(kits[k].models, models) {
			at := -1
			for i := range owners {
				if !slices.Contains(owners[i], k) && (at < 0 || len(owners[i]) < len(owners[at])) {
					at = i
				}
			}
			owners[at] = append(owners[at], k)
		}
	}
	slices.SortStableFunc(owners, slices.Compare)
	return owners
}
