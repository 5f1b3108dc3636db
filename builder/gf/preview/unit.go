// Package preview predicts how the units of a list fare, against those of another list or
// typical targets. The odds come from rules/gf; this package adds the pairings and distances,
// and the worth of a fight in points.
package preview

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"muster/builder/finding"
	"muster/builder/gf"
	"muster/builder/odds"
	"muster/convert"
	"muster/rules"
	combat "muster/rules/gf"
	"muster/schema"
)

// A Combatant is one fighting unit: a unit of a list with its other half and its hero, or a
// typical target.
type Combatant struct {
	ID     string
	With   []string // ids of the other half and of the hero
	Name   string
	Points int // of all of them
	Side   combat.Side

	scale   gf.Scale
	partial []string      // rules of some of its models that no odds can show
	lent    []combat.Lent // rules of its list that do something for or against it when used
	spells  []rules.Use   // of its casters' books
	against []rules.Use   // rules that its foes use against it
}

// Of takes a unit from a list, in a small-scale game as the base that stands
// for it.
func Of(army *gf.Army, g *gf.Group) Combatant {
	u := Combatant{ID: g.Unit.ID, Name: g.Unit.Name, Points: g.Unit.Cost, scale: army.Scale()}
	if army.List.SmallScale {
		base := oneBase(g.Unit, army.Game)
		u.Side = (&gf.Group{Unit: base, Halves: []*gf.Unit{base}, Heroes: g.Heroes}).Side(army.Game)
	} else {
		u.Side = g.Side(army.Game)
	}
	for _, half := range g.Halves[1:] {
		u.With = append(u.With, half.ID)
	}
	if len(g.Heroes) > 0 {
		hero := g.Heroes[0]
		u.With = append(u.With, hero.ID)
		u.Name += " + " + hero.Name
		u.Points += hero.Cost
	}
	u.partial = partial(&u.Side)
	for _, caster := range slices.Concat(g.Halves, g.Heroes) {
		if caster.Tokens == 0 {
			continue
		}
		for _, spell := range caster.Book.Spells {
			if use := (rules.Use{Name: spell.Name}); !slices.Contains(u.spells, use) {
				u.spells = append(u.spells, use)
			}
		}
	}
	return u
}

// oneBase is a unit as one base: it takes the wounds of all models, and has the
// rules that some of them have.
func oneBase(u *gf.Unit, game *rules.System) *gf.Unit {
	base := u.OneBase(game)
	set := u.Book.RuleSet(game)
	without := func(uses []rules.Use) []rules.Use {
		return slices.DeleteFunc(slices.Clone(uses), func(use rules.Use) bool {
			rule := set.Find(use.Name)
			return rule != nil && slices.ContainsFunc(rule.Effects, toughens)
		})
	}
	base.Rules = without(u.Rules)
	base.Some = slices.Clone(u.Some)
	for i := range base.Some {
		base.Some[i].Rules = without(base.Some[i].Rules)
	}
	at := slices.IndexFunc(game.Rules, func(r rules.Rule) bool { return slices.ContainsFunc(r.Effects, toughens) })
	if at >= 0 {
		base.Rules = append(base.Rules, rules.Use{Name: game.Rules[at].Name, Rating: strconv.Itoa(base.Tough)})
	}
	return base
}

func toughens(e rules.Effect) bool { return e.Tough.X }

// Units takes all units from a list, in the list's order.
func Units(army *gf.Army) []Combatant {
	units := convert.All(army.Groups, func(g *gf.Group) Combatant { return Of(army, g) })
	// Abilities that one unit lends to others count for every unit of the list, spells too.
	var lent []combat.Lent
	for i := range units {
		for _, l := range units[i].knows() {
			if slices.ContainsFunc(ruleOf(l).Effects, lends) && !slices.ContainsFunc(lent, func(o combat.Lent) bool { return o.Use == l.Use && alikeRules(o, l) }) {
				lent = append(lent, l)
			}
		}
	}
	for i := range units {
		units[i].lent = lent
	}
	return units
}

// alikeRules reports whether two rules are the same, in name and in effect.
func alikeRules(a, b combat.Lent) bool {
	r, o := ruleOf(a), ruleOf(b)
	return r == o || r != nil && o != nil && rules.Key(r.Name) == rules.Key(o.Name) &&
		reflect.DeepEqual(r.Effects, o.Effects)
}

// lends reports whether an effect can be used for or against units that do not
// have its rule.
func lends(e rules.Effect) bool { return e.To == rules.ToFriends || e.To == rules.ToEnemy }

// isUsed reports whether an effect is up to the player.
func isUsed(e rules.Effect) bool { return e.When.Used != nil && *e.When.Used }

// Use sets the rules that the units' player uses: each unit takes those that it has or that
// others of its list lend it. The error names a rule without an effect for any of the units.
func Use(units []Combatant, uses []rules.Use) error {
	for _, use := range uses {
		found := false
		var known []string
		for i := range units {
			u := &units[i]
			key := rules.Key(use.Name)
			for _, has := range u.rules() {
				r := ruleOf(has)
				if slices.ContainsFunc(r.Effects, func(e rules.Effect) bool { return isUsed(e) || e.When.Choice != 0 }) {
					known = append(known, r.Name)
				}
				if rules.Key(r.Name) == key {
					found = true
					u.use(use)
				}
			}
			for _, has := range u.lent {
				known = append(known, has.Use.Name)
				if rules.Key(has.Use.Name) == key {
					found = true
					u.borrow(has, use)
				}
			}
		}
		if !found {
			return fmt.Errorf("no unit has a rule `%s` that could be used%s", use.Name,
				schema.DidYouMean(use.Name, known))
		}
	}
	return nil
}

func (u *Combatant) use(use rules.Use) {
	if !slices.ContainsFunc(u.Side.Uses, func(o rules.Use) bool { return rules.Key(o.Name) == rules.Key(use.Name) }) {
		u.Side.Uses = append(slices.Clip(u.Side.Uses), use)
	}
}

// borrow has the unit use a rule that another one of its list has, with the
// meaning that it has there: names are the same in several books. Without a
// number of its own, one that is no number of uses has the rating that it has
// there.
func (u *Combatant) borrow(has combat.Lent, use rules.Use) {
	r := ruleOf(has)
	if use.Rating == "" && !slices.ContainsFunc(r.Effects, func(e rules.Effect) bool { return e.UsesN() }) {
		use.Rating = has.Use.Rating
	}
	switch {
	case u.borrows(has):
	case has.Set.Find(use.Name) == u.Side.Set.Find(use.Name):
		u.use(use)
	default:
		u.Side.Lent = append(slices.Clip(u.Side.Lent), combat.Lent{Use: use, Set: has.Set})
	}
}

// borrows reports whether the unit uses a rule that another one has.
func (u *Combatant) borrows(has combat.Lent) bool {
	return slices.ContainsFunc(u.Side.Lent, func(o combat.Lent) bool { return alikeRules(o, has) }) ||
		slices.ContainsFunc(u.Side.Uses,
			func(o rules.Use) bool { return alikeRules(combat.Lent{Use: o, Set: u.Side.Set}, has) })
}

// unused names the abilities of other units of the list that could help the unit and are not
// used.
func (u *Combatant) unused() []string {
	var names []string
	for _, has := range u.lent {
		if !u.borrows(has) {
			names = append(names, has.Use.Name)
		}
	}
	return names
}

// cannot names the rule that keeps a unit from an action, or "".
func (u *Combatant) cannot(do rules.Cannot) (by string) {
	u.eachEffect(func(e *rules.Effect, use rules.Use) {
		if by == "" && slices.Contains(e.Cannot, do) {
			by = use.Name
		}
	})
	return by
}

// charges reports whether a unit can charge another.
func (u *Combatant) charges(target *Combatant) bool {
	return u.cannot(rules.CannotCharge) == "" && target.cannot(rules.CannotBeCharged) == ""
}

// An ability is a rule that strikes by itself.
type ability struct {
	use   rules.Use
	used  bool // it is up to the player
	reach int  // in inches
}

// abilities lists the unit's, then the spells that its casters know.
func (u *Combatant) abilities() []ability {
	var all []ability
	for _, l := range u.knows() {
		a := ability{use: l.Use, reach: 1}
		acts := false
		for _, e := range ruleOf(l).Effects {
			if e.By == rules.ByAbility {
				acts, a.used, a.reach = true, a.used || isUsed(e), max(a.reach, e.When.UpTo)
			}
		}
		if acts && !slices.ContainsFunc(all, func(o ability) bool { return o.use.Name == a.use.Name }) {
			all = append(all, a)
		}
	}
	return all
}

// Casts reports whether a rule that a unit uses is a spell, to be cast first.
func (u *Combatant) Casts(use rules.Use) bool { return slices.Contains(u.spells, use) }

// Bench returns the typical targets of a file of the kind bench/1; of nil those
// that ship with muster.
func Bench(doc *schema.Document, game *rules.System) ([]Combatant, error) {
	targets, err := combat.Bench(game)
	if doc != nil {
		targets, err = combat.ReadBench(doc, game)
	}
	units := make([]Combatant, len(targets))
	for i, t := range targets {
		units[i] = Combatant{ID: t.ID, Name: t.Name, Points: t.Points, Side: t.Side}
	}
	return units, err
}

// Has reports whether the unit has that id, or one that fights with it.
func (u *Combatant) Has(id string) bool { return u.ID == id || slices.Contains(u.With, id) }

// Target is how the unit is called as a target.
func (u *Combatant) Target() odds.Target {
	return odds.Target{ID: u.ID, Name: u.Name, Legend: u.Name + " (" + u.ID + ")", Profile: u.profile()}
}

// profile describes the unit in one line.
func (u *Combatant) profile() string {
	models := 0
	for _, g := range u.Side.Groups {
		models += g.Models
	}
	parts := append([]string{finding.Count(models, "model"), fmt.Sprintf("Quality %d+", u.Side.Quality), fmt.Sprintf("Defense %d+", u.Side.Defense)}, rules.Strings(u.Side.Rules)...)
	return strings.Join(parts, ", ")
}

// Reach returns the longest distances, in inches at the table, within reach of all the unit's
// ranged weapons and of any; 0 for a unit that cannot shoot.
func (u *Combatant) Reach() (all, any int) {
	for _, w := range u.weapons() {
		if w.Range > 0 && (all == 0 || w.Range < all) {
			all = w.Range
		}
		any = max(any, w.Range)
	}
	return u.scale.Table(all), u.scale.Table(any)
}

// weapons lists each kind of weapon of the unit.
func (u *Combatant) weapons() []combat.Weapon {
	all := slices.Clip(u.Side.Weapons)
	for _, g := range u.Side.Groups {
		all = append(all, g.Weapons...)
	}
	if u.Side.Hero != nil {
		all = append(all, u.Side.Hero.Weapons...)
	}
	return all
}

// eachEffect calls do for each effect of a rule that anything of the unit has,
// or is given by one that it has, or that is lent to it.
func (u *Combatant) eachEffect(do func(e *rules.Effect, use rules.Use)) {
	all := u.rules()
	for _, l := range u.Side.Lent {
		lender := Combatant{Side: combat.Side{Set: l.Set, Uses: []rules.Use{l.Use}}}
		all = append(all, lender.rules()...)
	}
	for _, l := range all {
		for i := range ruleOf(l).Effects {
			do(&ruleOf(l).Effects[i], l.Use)
		}
	}
}

// knows lists the unit's rules, then the spells that its casters know.
func (u *Combatant) knows() []combat.Lent {
	all := u.rules()
	for _, spell := range u.spells {
		if l := (combat.Lent{Use: spell, Set: u.Side.Set}); ruleOf(l) != nil {
			all = append(all, l)
		}
	}
	return all
}

// rules lists each rule that anything of the unit has, or is given by one that it
// has, or that the player uses, where its book knows the rule.
func (u *Combatant) rules() []combat.Lent {
	var all []combat.Lent
	var add func(uses []rules.Use, rating string)
	add = func(uses []rules.Use, rating string) {
		for _, use := range uses {
			if use.Rating == "X" { // given with the rating of the rule that gives it
				use.Rating = rating
			}
			l := combat.Lent{Use: use, Set: u.Side.Set}
			rule := ruleOf(l)
			if rule == nil || slices.Contains(all, l) {
				continue
			}
			all = append(all, l)
			for i := range rule.Effects {
				add(rule.Effects[i].Gives, use.Rating)
			}
		}
	}
	add(u.Side.Rules, "")
	add(u.Side.Uses, "")
	for _, g := range u.Side.Groups {
		add(g.Rules, "")
	}
	if u.Side.Hero != nil {
		add(u.Side.Hero.Rules, "")
	}
	for _, w := range u.weapons() {
		add(w.Rules, "")
	}
	return all
}

// TokenRule is a rule of a unit with the effect that says how its tokens come.
type TokenRule struct {
	Rule   *rules.Rule
	Use    rules.Use
	Effect *rules.Effect
}

// TokenRules returns the rules of the unit whose tokens are counted at the table, each once.
func (u *Combatant) TokenRules() []TokenRule {
	var all []TokenRule
	for _, l := range u.rules() {
		r := ruleOf(l)
		i := slices.IndexFunc(r.Effects, func(e rules.Effect) bool { return e.Gathers != "" || e.Places != "" })
		if i >= 0 && !slices.ContainsFunc(all, func(o TokenRule) bool { return o.Rule == r }) {
			all = append(all, TokenRule{r, l.Use, &r.Effects[i]})
		}
	}
	return all
}

// ruleOf is the rule that is used; nil if its book does not know it.
func ruleOf(l combat.Lent) *rules.Rule { return l.Set.Find(l.Use.Name) }

// partial lists the rules that better the Defense of some models but not of
// all: a squad blocks with one Defense.
func partial(side *combat.Side) []string {
	var names []string
	for _, g := range side.Groups {
		for _, use := range g.Rules {
			rule := side.Set.Find(use.Name)
			if rule == nil || !slices.ContainsFunc(rule.Effects, betters) {
				continue
			}
			if slices.ContainsFunc(side.Groups, func(o combat.Group) bool { return !slices.Contains(o.Rules, use) }) {
				names = append(names, use.Name)
			}
		}
	}
	return names
}

func betters(e rules.Effect) bool { return e.Defense.Set || e.DefenseIs.Set }
