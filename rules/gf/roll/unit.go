package roll

import (
	"errors"
	"fmt"
	"slices"
	"sort"

	"muster/rules"
	"muster/rules/gf"
)

// unit is one side, in the order in which its models die.
type unit struct {
	side *gf.Side
	set  *rules.Set
	// kinds are the groups of the squad, those that die first before the
	// others; then the hero, if any; then what every model of the squad has in
	// common, which is no model but carries the weapons of the whole squad.
	kinds   []kind
	groups  int   // of the kinds, how many are groups
	hero    int   // index of the hero's kind; -1 without one
	common  int   // index of what the squad has in common
	line    []int // the kind of every model of the squad, in the order of dying
	weapons []weapon
	start   int            // models with which the unit began the game
	met     []*rules.Rule  // all that the unit has or may be given
	rolled  []string       // keys of the rules for which a die is rolled
	uses    map[string]int // keys of the rules that the player uses, with how often
	chosen  map[string]int // keys of the rules of which the player picks an effect
	lent    []lent         // what every model has for being used
	mute    map[int]bool   // weapons that are profiles which are not fired
	ability string         // key of the rule that strikes by itself
	spell   bool           // it is a spell
	unknown []string       // rules that nothing explains
}

// kind is models that are alike.
type kind struct {
	first, models int // place in the line, and how many they are
	tough         int
	defense       int
	rules         []had
}

// had is a rule that somebody has.
type had struct {
	rule   *rules.Rule
	key    string
	rating int
	uses   int // how often the player uses it
}

// lent is an effect that every model has because a side uses its rule.
type lent struct {
	had
	*rules.Effect
	index int
	from  *unit // in whose book the rule stands
}

// weapon is an entry of the unit's weapons.
type weapon struct {
	bearer int // index of the kind
	among  int // how many models share them
	gf.Weapon
	rules []had
}

func newUnit(side *gf.Side, set *rules.Set) (*unit, error) {
	u := &unit{side: side, set: set, hero: -1, groups: len(side.Groups), start: max(side.Start, side.Models()), uses: map[string]int{}, chosen: map[string]int{}}
	for _, use := range side.Uses {
		rule := u.find(use.Name)
		if rule == nil {
			return nil, fmt.Errorf("`%s` is used and is no rule", use.Name)
		}
		n, stated := use.Number()
		if !stated {
			n = 1
		}
		if n < 1 {
			return nil, fmt.Errorf("`%s` is used %d times", use.Name, n)
		}
		u.uses[rules.Key(rule.Name)] = bounded(n)
	}
	if side.Models() == 0 {
		return nil, errors.New("the unit has no models")
	}
	// Lower Tough dies first, and the group listed first of the same Tough
	// (GF 3, Tough; docs/rules-notes.md: the unit's plain models come first).
	order := make([]int, len(side.Groups))
	groups := make([]kind, len(side.Groups))
	for i, g := range side.Groups {
		order[i] = i
		groups[i] = kind{models: g.Models, defense: side.Defense, rules: u.collect(side.Rules, g.Rules)}
		groups[i].tough = u.tough(groups[i].rules)
	}
	sort.SliceStable(order, func(i, j int) bool { return groups[order[i]].tough < groups[order[j]].tough })
	place := make([]int, len(order)) // of group i among the kinds
	for at, i := range order {
		place[i] = at
		k := groups[i]
		k.first = len(u.line)
		for range k.models {
			u.line = append(u.line, at)
		}
		u.kinds = append(u.kinds, k)
	}
	if h := side.Hero; h != nil {
		u.hero = len(u.kinds)
		k := kind{models: 1, defense: h.Defense, rules: u.collect(h.Rules)}
		k.tough = u.tough(k.rules)
		u.kinds = append(u.kinds, k)
	}
	u.common = len(u.kinds)
	common := kind{rules: u.collect(side.Rules)}
	if len(groups) == 1 {
		common.rules = groups[0].rules
	}
	u.kinds = append(u.kinds, common)

	arm := func(bearer, among int, weapons []gf.Weapon) {
		for _, w := range weapons {
			u.weapons = append(u.weapons, weapon{bearer: bearer, among: among, Weapon: w, rules: u.collect(w.Rules)})
		}
	}
	arm(u.common, len(u.line), side.Weapons)
	for i, g := range side.Groups {
		arm(place[i], g.Models, g.Weapons)
	}
	if side.Hero != nil {
		arm(u.hero, 1, side.Hero.Weapons)
	}
	if len(u.line) > 0 && side.Wounded >= u.kinds[u.line[0]].tough {
		return nil, fmt.Errorf("%d wounds on a model that dies of %d", side.Wounded, u.kinds[u.line[0]].tough)
	}
	effects := 0
	for _, rule := range u.met {
		effects += len(rule.Effects)
	}
	if effects > maxEffects {
		return nil, fmt.Errorf("rules of %d effects, with those that they give; at most %d", effects, maxEffects)
	}
	if n := u.wounds(); n > maxWounds {
		return nil, fmt.Errorf("%d wounds in one unit; at most %d", n, maxWounds)
	}
	slices.Sort(u.rolled)
	u.rolled = slices.Compact(u.rolled)
	if len(u.rolled) > maxDice {
		return nil, fmt.Errorf("%d rules with a die of their own; %d at most", len(u.rolled), maxDice)
	}
	return u, nil
}

// collect puts lists of rules together as one model or weapon has them.
func (u *unit) collect(lists ...[]rules.Use) []had {
	var all []had
	for _, list := range lists {
		for _, use := range list {
			rule := u.find(use.Name)
			n, stated := use.Number()
			if !u.understood(rule, stated) {
				u.unknown = append(u.unknown, use.Name)
			}
			if rule != nil {
				u.meet(rule)
				all = merge(all, had{rule: rule, key: rules.Key(rule.Name), rating: bounded(n), uses: u.uses[rules.Key(rule.Name)]})
			}
		}
	}
	return all
}

// find looks a rule up.
func (u *unit) find(name string) *rules.Rule { return u.set.Find(name) }

// understood tells whether it is known what a rule does, and how much of it
// where it takes a number: all of it, also what it gives.
func (u *unit) understood(rule *rules.Rule, stated bool) bool {
	if !rule.Modelled() || rule.Rated && !stated && len(rule.Effects) > 0 {
		return false
	}
	for _, e := range rule.Effects {
		if slices.ContainsFunc(e.Names(), func(given rules.Use) bool { return !u.find(given.Name).Modelled() }) {
			return false
		}
	}
	return true
}

// meet notes which rules have a die, before the first one is cast: a rule, and
// those that it gives.
func (u *unit) meet(rule *rules.Rule) {
	if slices.Contains(u.met, rule) {
		return
	}
	u.met = append(u.met, rule)
	for _, e := range rule.Effects {
		if len(e.When.Roll) > 0 {
			u.rolled = append(u.rolled, rules.Key(rule.Name))
		}
		for _, given := range e.Names() {
			if r := u.find(given.Name); r != nil {
				u.meet(r)
			}
		}
	}
}

// merge adds one rule to those had. Ratings of the same rule add up or the
// highest counts; anything else counts once (GF 2.16, Stacking Effects).
func merge(all []had, h had) []had {
	for i := range all {
		if all[i].key != h.key {
			continue
		}
		if h.rule.Rated && h.rule.Combine != rules.CombineHighest {
			all[i].rating = bounded(all[i].rating + h.rating)
		} else {
			all[i].rating = max(all[i].rating, h.rating)
		}
		return all
	}
	return append(all, h)
}

// tough returns the wounds that kill a model with these rules.
func (u *unit) tough(all []had) int {
	tough := 0
	for _, h := range all {
		for _, e := range h.rule.Effects {
			tough += h.value(e.Tough)
		}
	}
	return max(tough, 1)
}

// value returns an effect's number for this use of the rule.
func (h had) value(v rules.Value) int {
	if v.X {
		return h.rating
	}
	return bounded(v.Number)
}

// bounded is a number that no sum of a few makes too large for an int.
func bounded(n int) int { return max(-most, min(n, most)) }

// Limits on what a unit may have, all far beyond any unit of the game.
const (
	most       = 10_000 // any number of a rule
	maxEffects = 3_000  // of all its rules
	maxWounds  = 10_000
)

// give returns the rule that this one gives.
func (h had) give(rule *rules.Rule, given rules.Use) had {
	n, ok := given.Number()
	if !ok && given.Rating == "X" {
		n = h.rating
	}
	return had{rule: rule, key: rules.Key(rule.Name), rating: bounded(n)}
}

// numberOf returns an effect's number for this use of the rule.
func (h had) numberOf(e *rules.Effect, v rules.Value) int {
	if v.N == 0 {
		return h.value(v)
	}
	n := h.uses
	if e.Per > 1 {
		n /= e.Per
	}
	if bound := h.numberOf(e, e.Max); bound > 0 && n > bound {
		n = bound
	}
	if v.N < 0 {
		return -n
	}
	return n
}

// models is how many the unit has when the fight begins.
func (u *unit) models() int {
	if u.hero >= 0 {
		return len(u.line) + 1
	}
	return len(u.line)
}

// wounds is how many it can take when the fight begins.
func (u *unit) wounds() int {
	n := -u.side.Wounded
	for _, k := range u.line {
		n += u.kinds[k].tough
	}
	if u.hero >= 0 {
		n += u.kinds[u.hero].tough
	}
	return n
}

// left is how many models of each kind live when this many of the squad do;
// for what the squad has in common it is the squad.
func (u *unit) left(squad int, hero bool) []int {
	dead := len(u.line) - squad
	left := make([]int, len(u.kinds))
	for i, k := range u.kinds[:u.groups] {
		left[i] = k.models - min(max(dead-k.first, 0), k.models)
	}
	if hero {
		left[u.hero] = 1
	}
	left[u.common] = squad
	return left
}

// carried is how many of the weapons are still in somebody's hands when this
// many of those who share them are left: those with more die last, or where
// the weapon is lost first before the others.
func (w *weapon) carried(left int) int {
	if w.among == 0 {
		return 0
	}
	each, rest := w.Count/w.among, w.Count%w.among
	if w.LostFirst {
		return left*each + max(rest-(w.among-left), 0)
	}
	return left*each + min(left, rest)
}

// state is what is left of a unit in the middle of a fight.
type state struct {
	dead     int  // models of the squad
	hurt     int  // wounds on the squad's next model
	hero     bool // a joined hero lives
	heroHurt int
	wounds   int // taken since the fight began
	self     int // those of them that the enemy has not caused
	backlash int // hits that those who took wounds give back
}

// models is how many live.
func (s *state) models(u *unit) int {
	n := len(u.line) - s.dead
	if s.hero {
		n++
	}
	return n
}

// half tells whether half of the unit or less is left: of its models, or of a
// single model's Tough (docs/rules-notes.md: Morale).
func (s *state) half(u *unit) bool {
	if u.start > 1 {
		return 2*s.models(u) <= u.start
	}
	tough, hurt := 0, 0
	if u.hero >= 0 {
		tough, hurt = u.kinds[u.hero].tough, s.heroHurt
	} else {
		tough, hurt = u.kinds[u.line[0]].tough, s.hurt
	}
	return 2*(tough-hurt) <= tough
}
