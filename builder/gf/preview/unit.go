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

// A Combatant is one fighting unit: a unit of a list, with the other half of its pair and its hero;
// or a typical target.
type Combatant struct {
	ID         string
	PartnerIDs []string // ids of the other half and of the hero, if any
	Name       string
	Points     int // cost of the unit, the other half and the hero together
	Side       combat.Side

	// distanceScale of distances in its game; in a small-scale game the unit is one base
	distanceScale gf.DistanceScale
	partialRules  []string // names of rules that some of its models lack, which odds cannot show
	// rules of other units of its list that affect it, or its enemy, when used
	lentRules  []combat.LentRule
	spells     []rules.Use // spells in the books of its casters
	enemyRules []rules.Use // rules of enemies that they use against this unit
}

// NewCombatant returns the combatant of a group of a list; in a small-scale game, of the single
// base that represents it.
func NewCombatant(army *gf.Army, g *gf.Group) Combatant {
	u := Combatant{ID: g.Unit.ID, Name: g.Unit.Name, Points: g.Unit.Cost, distanceScale: army.Scale()}
	if army.List.SmallScale {
		base := asOneBase(g.Unit, army.Game)
		u.Side = (&gf.Group{Unit: base, Halves: []*gf.Unit{base}, Heroes: g.Heroes}).Side(army.Game)
	} else {
		u.Side = g.Side(army.Game)
	}
	for _, half := range g.Halves[1:] {
		u.PartnerIDs = append(u.PartnerIDs, half.ID)
	}
	if len(g.Heroes) > 0 {
		hero := g.Heroes[0]
		u.PartnerIDs = append(u.PartnerIDs, hero.ID)
		u.Name += " + " + hero.Name
		u.Points += hero.Cost
	}
	u.partialRules = defenseRulesOfSomeModels(&u.Side)
	for _, caster := range slices.Concat(g.Halves, g.Heroes) {
		if caster.SpellTokens == 0 {
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

// asOneBase returns a unit as one base, which takes the wounds of all models and has every rule
// that any of the models has.
func asOneBase(u *gf.Unit, game *rules.System) *gf.Unit {
	base := u.AsOneBase(game)
	set := u.Book.RuleSet(game)
	without := func(uses []rules.Use) []rules.Use {
		return slices.DeleteFunc(slices.Clone(uses), func(use rules.Use) bool {
			rule := set.Find(use.Name)
			return rule != nil && slices.ContainsFunc(rule.Effects, hasRatedTough)
		})
	}
	base.Rules = without(u.Rules)
	base.PartialRules = slices.Clone(u.PartialRules)
	for i := range base.PartialRules {
		base.PartialRules[i].Rules = without(base.PartialRules[i].Rules)
	}
	at := slices.IndexFunc(game.Rules, func(r rules.Rule) bool { return slices.ContainsFunc(r.Effects, hasRatedTough) })
	if at >= 0 {
		base.Rules = append(base.Rules, rules.Use{Name: game.Rules[at].Name, Rating: strconv.Itoa(base.Tough)})
	}
	return base
}

// hasRatedTough reports whether an effect's Tough is the rating of its rule.
func hasRatedTough(e rules.Effect) bool { return e.Tough.IsRating }

// Combatants returns the combatants of all units of a list, in the list's order.
func Combatants(army *gf.Army) []Combatant {
	units := convert.All(army.Groups, func(g *gf.Group) Combatant { return NewCombatant(army, g) })
	// Abilities that one unit lends to others count for every unit of the list, spells too.
	var lent []combat.LentRule
	for i := range units {
		for _, l := range units[i].rulesAndSpells() {
			if slices.ContainsFunc(ruleOf(l).Effects, affectsOthers) && !slices.ContainsFunc(lent,
				func(o combat.LentRule) bool { return o.Use == l.Use && sameRule(o, l) }) {
				lent = append(lent, l)
			}
		}
	}
	for i := range units {
		units[i].lentRules = lent
	}
	return units
}

// sameRule reports whether two rules have the same name and the same effects.
func sameRule(a, b combat.LentRule) bool {
	r, o := ruleOf(a), ruleOf(b)
	return r == o || r != nil && o != nil && rules.SameName(r.Name, o.Name) &&
		reflect.DeepEqual(r.Effects, o.Effects)
}

// affectsOthers reports whether an effect acts on units that lack its rule: on friends or on the
// enemy.
func affectsOthers(e rules.Effect) bool {
	return e.Receivers == rules.ToFriends || e.Receivers == rules.ToEnemy
}

// isOptional reports whether an effect acts only while the player uses its rule.
func isOptional(e rules.Effect) bool { return e.When.IsRuleUsed != nil && *e.When.IsRuleUsed }

// UseRules makes units use optional rules: each unit the rules that it has, or that other units of
// its list lend it. It fails if a rule has no effect for any of the units.
func UseRules(units []Combatant, uses []rules.Use) error {
	for _, use := range uses {
		found := false
		var known []string
		for i := range units {
			u := &units[i]
			for _, has := range u.rules() {
				r := ruleOf(has)
				if slices.ContainsFunc(r.Effects, func(e rules.Effect) bool { return isOptional(e) || e.When.ChoiceNumber != 0 }) {
					known = append(known, r.Name)
				}
				if rules.SameName(r.Name, use.Name) {
					found = true
					u.useRule(use)
				}
			}
			for _, has := range u.lentRules {
				known = append(known, has.Use.Name)
				if rules.SameName(has.Use.Name, use.Name) {
					found = true
					u.borrowRule(has, use)
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

// useRule makes the unit use an optional rule.
func (u *Combatant) useRule(use rules.Use) {
	if !slices.ContainsFunc(u.Side.UsedRules, func(o rules.Use) bool { return rules.SameName(o.Name, use.Name) }) {
		u.Side.UsedRules = append(slices.Clip(u.Side.UsedRules), use)
	}
}

// borrowRule makes the unit use a rule of another unit of its list. The rule has the meaning of the
// other unit's book, because several books use the same names. If use has no rating and the rating
// does not count uses, it gets the other unit's rating.
func (u *Combatant) borrowRule(has combat.LentRule, use rules.Use) {
	r := ruleOf(has)
	if use.Rating == "" && !slices.ContainsFunc(r.Effects, func(e rules.Effect) bool { return e.DependsOnUseCount() }) {
		use.Rating = has.Use.Rating
	}
	switch {
	case u.borrowsRule(has):
	case has.RuleSet.Find(use.Name) == u.Side.RuleSet.Find(use.Name):
		u.useRule(use)
	default:
		u.Side.LentRules = append(slices.Clip(u.Side.LentRules), combat.LentRule{Use: use, RuleSet: has.RuleSet})
	}
}

// borrowsRule reports whether the unit uses a rule of another unit.
func (u *Combatant) borrowsRule(has combat.LentRule) bool {
	return slices.ContainsFunc(u.Side.LentRules, func(o combat.LentRule) bool { return sameRule(o, has) }) ||
		slices.ContainsFunc(u.Side.UsedRules,
			func(o rules.Use) bool { return sameRule(combat.LentRule{Use: o, RuleSet: u.Side.RuleSet}, has) })
}

// unusedLentRules returns the names of rules of other units of the list that could help the unit
// and are not used.
func (u *Combatant) unusedLentRules() []string {
	var names []string
	for _, has := range u.lentRules {
		if !u.borrowsRule(has) {
			names = append(names, has.Use.Name)
		}
	}
	return names
}

// ruleForbidding returns the name of the rule that forbids an action to the unit; "" if none does.
func (u *Combatant) ruleForbidding(do rules.Action) (by string) {
	u.eachEffect(func(e *rules.Effect, use rules.Use) {
		if by == "" && slices.Contains(e.Forbidden, do) {
			by = use.Name
		}
	})
	return by
}

// canCharge reports whether the unit can charge the target.
func (u *Combatant) canCharge(target *Combatant) bool {
	return u.ruleForbidding(rules.ActionCharge) == "" && target.ruleForbidding(rules.ActionBeCharged) == ""
}

// An ability is a rule of a unit that attacks by itself, or a spell.
type ability struct {
	use         rules.Use
	optional    bool // it acts only while the player uses it
	rangeInches int
}

// abilities returns the unit's abilities, then the spells of its casters.
func (u *Combatant) abilities() []ability {
	var all []ability
	for _, l := range u.rulesAndSpells() {
		a := ability{use: l.Use, rangeInches: 1}
		acts := false
		for _, e := range ruleOf(l).Effects {
			if e.FightKind == rules.ByAbility {
				acts, a.optional, a.rangeInches = true, a.optional || isOptional(e), max(a.rangeInches, e.When.DistanceUpTo)
			}
		}
		if acts && !slices.ContainsFunc(all, func(o ability) bool { return o.use.Name == a.use.Name }) {
			all = append(all, a)
		}
	}
	return all
}

// CastsSpell reports whether a rule that the unit uses is a spell of its casters.
func (u *Combatant) CastsSpell(use rules.Use) bool { return slices.Contains(u.spells, use) }

// TypicalTargets returns the typical targets in a file of the kind bench/1; if doc is nil, the
// targets that ship with muster.
func TypicalTargets(doc *schema.Document, game *rules.System) ([]Combatant, error) {
	targets, err := combat.TypicalTargets(game)
	if doc != nil {
		targets, err = combat.ReadTargets(doc, game)
	}
	units := make([]Combatant, len(targets))
	for i, t := range targets {
		units[i] = Combatant{ID: t.ID, Name: t.Name, Points: t.Points, Side: t.Side}
	}
	return units, err
}

// Has reports whether the combatant includes the unit with an id.
func (u *Combatant) Has(id string) bool { return u.ID == id || slices.Contains(u.PartnerIDs, id) }

// Target returns the unit as a target of an answer.
func (u *Combatant) Target() odds.Target {
	return odds.Target{ID: u.ID, Name: u.Name, IdentityLine: u.Name + " (" + u.ID + ")", Profile: u.profile()}
}

// profile describes the unit in one line, such as "10 models, Quality 5+, Defense 5+".
func (u *Combatant) profile() string {
	models := 0
	for _, g := range u.Side.Groups {
		models += g.Models
	}
	parts := append([]string{finding.CountText(models, "model"), fmt.Sprintf("Quality %d+", u.Side.Quality), fmt.Sprintf("Defense %d+", u.Side.Defense)}, rules.UseTexts(u.Side.Rules)...)
	return strings.Join(parts, ", ")
}

// WeaponRangeLimits returns the shortest and the longest range of the unit's ranged weapons, in
// inches at the table; 0 if it cannot shoot.
func (u *Combatant) WeaponRangeLimits() (all, any int) {
	for _, w := range u.weapons() {
		if w.Range > 0 && (all == 0 || w.Range < all) {
			all = w.Range
		}
		any = max(any, w.Range)
	}
	return u.distanceScale.ToTable(all), u.distanceScale.ToTable(any)
}

// weapons returns each kind of weapon of the unit.
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

// eachEffect calls do for each effect of the rules of the unit's models and weapons, of the rules
// that these give, and of the rules lent to it.
func (u *Combatant) eachEffect(do func(e *rules.Effect, use rules.Use)) {
	all := u.rules()
	for _, l := range u.Side.LentRules {
		lender := Combatant{Side: combat.Side{RuleSet: l.RuleSet, UsedRules: []rules.Use{l.Use}}}
		all = append(all, lender.rules()...)
	}
	for _, l := range all {
		for i := range ruleOf(l).Effects {
			do(&ruleOf(l).Effects[i], l.Use)
		}
	}
}

// rulesAndSpells returns the unit's rules, then the spells of its casters.
func (u *Combatant) rulesAndSpells() []combat.LentRule {
	all := u.rules()
	for _, spell := range u.spells {
		if l := (combat.LentRule{Use: spell, RuleSet: u.Side.RuleSet}); ruleOf(l) != nil {
			all = append(all, l)
		}
	}
	return all
}

// rules returns each rule that its book knows and that the unit's models or weapons have, that
// another of these rules gives, or that the player uses.
func (u *Combatant) rules() []combat.LentRule {
	var all []combat.LentRule
	var add func(uses []rules.Use, rating string)
	add = func(uses []rules.Use, rating string) {
		for _, use := range uses {
			if use.Rating == "X" { // given with the rating of the rule that gives it
				use.Rating = rating
			}
			l := combat.LentRule{Use: use, RuleSet: u.Side.RuleSet}
			rule := ruleOf(l)
			if rule == nil || slices.Contains(all, l) {
				continue
			}
			all = append(all, l)
			for i := range rule.Effects {
				add(rule.Effects[i].GivenRules, use.Rating)
			}
		}
	}
	add(u.Side.Rules, "")
	add(u.Side.UsedRules, "")
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

// TokenRule is a rule of a unit, with the effect that says when the unit gets tokens.
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
		i := slices.IndexFunc(r.Effects, func(e rules.Effect) bool { return e.TokenGain != "" || e.TokenPlacement != "" })
		if i >= 0 && !slices.ContainsFunc(all, func(o TokenRule) bool { return o.Rule == r }) {
			all = append(all, TokenRule{r, l.Use, &r.Effects[i]})
		}
	}
	return all
}

// ruleOf returns the rule of l; nil if its book lacks it.
func ruleOf(l combat.LentRule) *rules.Rule { return l.RuleSet.Find(l.Use.Name) }

// defenseRulesOfSomeModels returns the names of rules that improve the Defense of some but not all
// models. They have no effect, since a squad blocks with one Defense.
func defenseRulesOfSomeModels(side *combat.Side) []string {
	var names []string
	for _, g := range side.Groups {
		for _, use := range g.Rules {
			rule := side.RuleSet.Find(use.Name)
			if rule == nil || !slices.ContainsFunc(rule.Effects, improvesDefense) {
				continue
			}
			if slices.ContainsFunc(side.Groups, func(o combat.Group) bool { return !slices.Contains(o.Rules, use) }) {
				names = append(names, use.Name)
			}
		}
	}
	return names
}

// improvesDefense reports whether an effect improves Defense.
func improvesDefense(e rules.Effect) bool { return e.Defense.IsSet || e.FixedDefense.IsSet }
