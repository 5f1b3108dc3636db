package attack

import (
	"fmt"
	"slices"

	"muster/rules"
)

// Limits of a duel, far above any unit of the game: they prevent a typing error from costing hours.
const (
	maxModels           = 500
	maxWounds           = 1500
	MaxAttacks          = 1000   // of one kind of weapon
	maxHitsOrDicePerDie = 100    // hits or further dice that one die may earn
	maxRuleNumber       = 10_000 // absolute value of a rule's number
	maxRolledRules      = 6      // rules of one unit that roll a die of their own
	maxOpenRuleChoices  = 3      // rules of one unit whose effect is still to be picked
	maxEffectsPerBearer = 1000   // effects of one model's or weapon's rules, including given rules
)

// A Fighter is a side prepared to fight: its models in the order of casualties, its rules, and its
// possible states.
type Fighter struct {
	Parts     []Part // a joined hero is last
	HeroIndex int    // index of a joined hero in Parts, or NoIndex
	// SquadWounds and HeroWounds are the numbers of wounds that kill the squad and the hero.
	SquadWounds, HeroWounds int
	states

	weapons            []weapon
	rulesDifferByGroup bool       // the squad's groups differ in their rules
	squadRules         []heldRule // rules that the squad has as a whole although its groups differ

	squadModels      int // models of the squad at the start of the fight
	quality, defense int // of the squad
	fatigued, shaken bool
	startModels      int // models at the start of the game

	ruleSet *rules.Set
	// rules of the book from which the unit received a rule, for each rule from another book
	foreignRuleSets map[*rules.Rule]*rules.Set
	usedRules       []usedRule   // optional rules that the player uses
	choices         []choice     // rules with several effects, of which the player picks one
	rolledRules     []rolledRule // rules that roll a die of their own
	traits
}

// A Part is a number of models with the same rules and the same Quality and Defense: one or more
// groups, or the joined hero.
type Part struct {
	Models int
	Tough  int // wounds that kill one model

	firstGroup       int // index of its first group in Side.Groups
	quality, defense int
	rules            []heldRule // rules of its models
}

// heldRule is a rule of a model, weapon or squad, with its rating, or the sum of its ratings.
type heldRule struct {
	rule           *rules.Rule
	rating         int // 0 if it has none
	statedUseCount int // number of uses or markers that the player states; 0 if unused
}

// usedRule is an optional rule that the player uses.
type usedRule struct {
	heldRule
	ruleSet *rules.Set // book in which the rules given by it are looked up
}

// value returns a number v of an effect of the rule; 0 if v is not set.
func (h *heldRule) value(e *rules.Effect, v rules.Value) int {
	if !v.IsSet {
		return 0
	}
	return h.statedValue(e, v)
}

// statedValue is like value, for a number that is set: a fixed number, the rating X, or a number
// for each use.
func (h *heldRule) statedValue(e *rules.Effect, v rules.Value) int {
	switch {
	case v.IsRating:
		return h.rating
	case v.TokenCountSign != 0:
		return int(v.TokenCountSign) * h.useCount(e)
	}
	return clampRuleNumber(v.Number)
}

// useCount returns the number of uses or markers by which values of an effect for each use are
// multiplied.
func (h *heldRule) useCount(e *rules.Effect) int {
	n := h.statedUseCount / max(e.TokensPerN, 1)
	if most := h.value(e, e.MaxUseCount); most > 0 {
		n = min(n, most)
	}
	return n
}

// clampRuleNumber limits a number to ±maxRuleNumber, so that sums cannot overflow.
func clampRuleNumber(n int) int { return min(max(n, -maxRuleNumber), maxRuleNumber) }

// SquadWide stands for the squad as a whole, and NoIndex for no part or weapon, in place of an
// index.
const (
	SquadWide = -1 // the squad as a whole
	NoIndex   = -2
)

// traits tells which kinds of effects and conditions a unit's rules have, so that a fight spends no
// time on the others.
type traits struct {
	givesRules           bool // rules that give other rules
	affectsWholeUnit     bool // effects on the whole unit
	requiresMostModels   bool // conditions that most models of the unit must have the rule
	dependsOnEnemyStats  bool // conditions on the Tough or Defense of most models of the enemy
	strikesFirst         bool
	strikesLast          bool
	retaliates           bool // hits back for each hit or wound taken
	picksModels          bool // the unit's attacks pick models
	modelsArePicked      bool // attacks against the unit pick models
	hasBestWeaponAttacks bool // extra attacks with the best melee weapon
	rollsRuleDice        bool // a die rolled for each strike decides on effects
	hasChoiceEffects     bool // effects among which the player picks one
	// rules that the player is told about: optional ones, or rules that never matter in a fight
	hasRulesToReport      bool
	mayWoundItself        bool // each 1 rolled to hit may wound the unit
	mayPayWoundsForMorale bool // the unit may take wounds instead of failing a morale test
	dealsDeathHits        bool // automatic hits when models die
	dealsSacrificeHits    bool // automatic hits after all strikes, for which the model is removed
	maxBlast              int  // largest sum of the ratings of Blast on one model or weapon
}

// newFighter prepares a side, and appends the names of rules with unknown effects to unknown. The
// error names the value out of range.
func newFighter(side *Side, system *rules.System, unknown *[]string) (*Fighter, error) {
	u := &Fighter{
		HeroIndex: NoIndex, quality: side.Quality, defense: side.Defense,
		fatigued: side.Fatigued, shaken: side.Shaken, ruleSet: side.ruleSet(system),
	}
	for _, use := range side.UsedRules {
		if err := u.addUsedRule(use, u.ruleSet); err != nil {
			return nil, err
		}
	}
	for _, l := range side.LentRules {
		if err := u.addUsedRule(l.Use, l.RuleSet); err != nil {
			return nil, err
		}
	}
	if side.Quality < 2 || side.Quality > 6 || side.Defense < 2 || side.Defense > 6 {
		return nil, fmt.Errorf("quality %d and defense %d: both should be 2 to 6", side.Quality, side.Defense)
	}
	if n := side.Models(); n < 1 || n > maxModels {
		return nil, fmt.Errorf("a unit of %d models; it should have 1 to %d", n, maxModels)
	}
	if err := u.addParts(side, unknown); err != nil {
		return nil, err
	}
	for i, p := range u.Parts {
		if i == u.HeroIndex {
			u.HeroWounds = p.Tough
		} else {
			u.SquadWounds += p.Models * p.Tough
		}
	}
	if u.totalWounds() > maxWounds {
		return nil, fmt.Errorf("a unit of %d wounds; it should have at most %d", u.totalWounds(), maxWounds)
	}
	for i := range u.weapons {
		w := &u.weapons[i]
		if w.Count < 0 || w.Attacks < 0 || w.Count > MaxAttacks || w.Attacks > MaxAttacks || w.Count*w.Attacks > MaxAttacks {
			return nil, fmt.Errorf("%s: %d × %d attacks; a kind of weapon should have at most %d", w.Name, w.Count,
				w.Attacks, MaxAttacks)
		}
		if err := u.noteTraits(w.ownRules); err != nil {
			return nil, err
		}
	}
	if err := u.findRolledRulesAndChoices(); err != nil {
		return nil, err
	}
	u.startModels = max(side.StartModels, side.Models())
	if first := u.firstToDie(); side.WoundsTaken < 0 || side.WoundsTaken >= first.Tough {
		return nil, fmt.Errorf("%d wounds taken; the model that dies first has %d, and one should be left",
			side.WoundsTaken, first.Tough)
	}
	return u, nil
}

// addParts adds the parts and weapons of a side, and appends the names of rules with unknown
// effects to unknown.
func (u *Fighter) addParts(side *Side, unknown *[]string) error {
	all := len(side.Weapons)
	u.Parts = make([]Part, len(side.Groups), len(side.Groups)+1)
	for i, g := range side.Groups {
		if g.Models < 0 {
			return fmt.Errorf("a group of %d models", g.Models)
		}
		p := Part{firstGroup: i, Models: g.Models, quality: side.Quality, defense: side.Defense}
		if err := u.setRules(&p, u.lookUpRules(u.lookUpRules(nil, side.Rules, unknown), g.Rules, unknown)); err != nil {
			return err
		}
		u.Parts[i] = p
		u.squadModels += g.Models
		all += len(g.Weapons)
	}
	if side.Hero != nil {
		all += len(side.Hero.Weapons)
	}
	u.weapons = make([]weapon, 0, all)
	if len(side.Groups) == 1 {
		u.armModels(side.Weapons, 0, 0, u.squadModels, unknown)
		u.armModels(side.Groups[0].Weapons, 0, 0, u.squadModels, unknown)
	} else {
		u.armSquad(side, unknown)
	}
	h := side.Hero
	if h == nil {
		return nil
	}
	if h.Quality < 2 || h.Quality > 6 || h.Defense < 2 || h.Defense > 6 {
		return fmt.Errorf("a hero of quality %d and defense %d: both should be 2 to 6", h.Quality, h.Defense)
	}
	u.HeroIndex = len(u.Parts)
	p := Part{Models: 1, quality: h.Quality, defense: h.Defense}
	if err := u.setRules(&p, u.lookUpRules(nil, h.Rules, unknown)); err != nil {
		return err
	}
	u.Parts = append(u.Parts, p)
	u.armModels(h.Weapons, u.HeroIndex, 0, 1, unknown)
	return nil
}

// setRules gives a part its rules and Tough.
func (u *Fighter) setRules(p *Part, list []heldRule) error {
	p.rules, p.Tough = list, u.toughOf(list)
	return u.noteTraits(list)
}

// totalWounds returns the wounds that kill the whole unit.
func (u *Fighter) totalWounds() int { return u.SquadWounds + u.HeroWounds }

// addUsedRule records that the player uses an optional rule; set is the book in which the rules
// given by it are looked up.
func (u *Fighter) addUsedRule(use rules.Use, set *rules.Set) error {
	r := set.Find(use.Name)
	n, stated := use.RatingNumber()
	switch {
	case r == nil:
		return fmt.Errorf("uses %s, and there is no rule of that name", use.Name)
	case !stated && use.Rating == "":
		n = 1
	case n < 1:
		return fmt.Errorf("uses %s: the number should be 1 or more", use)
	}
	// The last use of a rule counts.
	u.usedRules = slices.DeleteFunc(u.usedRules, func(h usedRule) bool { return h.rule == r })
	u.usedRules = append(u.usedRules, usedRule{heldRule{rule: r, statedUseCount: clampRuleNumber(n)}, set})
	return nil
}

// firstToDie returns the part that takes the first casualties.
func (u *Fighter) firstToDie() *Part {
	return &u.Parts[max(slices.IndexFunc(u.Parts, func(p Part) bool { return p.Models > 0 }), 0)]
}

// lookUpRules adds the rules named by uses to list, and appends the names of rules with unknown
// effects to unknown. Ratings of the same rule add up, or the highest counts; a rule without a
// rating counts once (GF 2.16, Stacking Effects).
func (u *Fighter) lookUpRules(list []heldRule, uses []rules.Use, unknown *[]string) []heldRule {
	list = slices.Grow(list, len(uses))
	for _, use := range uses {
		r := u.ruleSet.Find(use.Name)
		if !r.EffectsKnown() {
			*unknown = append(*unknown, use.Name)
			continue
		}
		for i := range r.Effects {
			for _, given := range r.Effects[i].AllGivenRules() {
				if !u.ruleSet.Find(given.Name).AllEffectsKnown() {
					*unknown = append(*unknown, use.Name)
				}
			}
		}
		x, ok := use.RatingNumber()
		if !r.AllEffectsKnown() || r.HasRating && !ok && len(r.Effects) > 0 {
			*unknown = append(*unknown, use.Name) // not modelled in full, or without the rating it needs
		}
		list = addRule(list, heldRule{rule: r, rating: clampRuleNumber(x), statedUseCount: u.statedUseCount(r)})
	}
	return list
}

// addRule adds a rule to a list or, if the list has the rule already, combines both ratings.
func addRule(list []heldRule, h heldRule) []heldRule {
	for i := range list {
		if list[i].rule != h.rule {
			continue
		}
		if h.rule.Combine == rules.CombineHighest {
			list[i].rating = max(list[i].rating, h.rating)
		} else {
			list[i].rating = clampRuleNumber(list[i].rating + h.rating)
		}
		return list
	}
	return append(list, h)
}

// toughOf returns the number of wounds that kill a model with these rules.
func (u *Fighter) toughOf(list []heldRule) int {
	tough := 0
	for _, h := range list {
		for i := range h.rule.Effects {
			e := &h.rule.Effects[i]
			tough += h.value(e, e.Tough)
		}
	}
	return min(max(tough, 1), maxWounds+1)
}

// noteTraits adds to the unit's traits the kinds of effects of the rules in list, and of the rules
// given by them. It returns an error if there are too many effects.
func (u *Fighter) noteTraits(list []heldRule) error {
	t := &u.traits
	list = slices.Clip(list) // keep the caller's array
	effects := 0
	for k := 0; k < len(list); k++ {
		if effects += len(list[k].rule.Effects); effects > maxEffectsPerBearer {
			return fmt.Errorf("rules of more than %d effects, with those that they give", maxEffectsPerBearer)
		}
		h := list[k]
		for i := range h.rule.Effects {
			e := &h.rule.Effects[i]
			t.affectsWholeUnit = t.affectsWholeUnit || e.Receivers == rules.ToUnit
			t.requiresMostModels = t.requiresMostModels || e.When.RequiredBearers == rules.MostModels
			t.dependsOnEnemyStats = t.dependsOnEnemyStats || e.When.EnemyTough != (rules.NumberRange{}) ||
				e.When.EnemyDefense != (rules.NumberRange{})
			t.strikesFirst = t.strikesFirst || e.StrikesFirst
			t.strikesLast = t.strikesLast || e.StrikesLast
			t.retaliates = t.retaliates || e.RetaliationHits.IsSet
			t.picksModels = t.picksModels || e.ModelPick != "" && e.Attacker == ""
			t.modelsArePicked = t.modelsArePicked || e.ModelPick != "" && e.Attacker == rules.EnemyAttacks
			t.hasBestWeaponAttacks = t.hasBestWeaponAttacks || e.BestWeaponAttacks.IsSet
			t.rollsRuleDice = t.rollsRuleDice || len(e.When.RuleDieFaces) > 0
			t.givesRules = t.givesRules || len(e.GivenRules) > 0
			t.hasChoiceEffects = t.hasChoiceEffects || e.When.ChoiceNumber != 0
			t.hasRulesToReport = t.hasRulesToReport || e.When.IsRuleUsed != nil || e.NonFight != ""
			t.mayWoundItself = t.mayWoundItself || e.Trigger == rules.OnOneToHit
			t.mayPayWoundsForMorale = t.mayPayWoundsForMorale || e.MoraleMaxWoundingDie.IsSet
			t.dealsDeathHits = t.dealsDeathHits || e.DeathHits.IsSet
			t.dealsSacrificeHits = t.dealsSacrificeHits || e.SacrificeHits.IsSet
			t.maxBlast = min(t.maxBlast+max(0, h.value(e, e.Blast)), maxModels)
			for _, use := range e.AllGivenRules() {
				g := u.givenRule(h, use)
				if g.rule == nil {
					continue
				}
				if !slices.Contains(list, g) {
					list = append(list, g)
					continue
				}
				for j := range g.rule.Effects { // several givers of one rule add up
					t.maxBlast = min(t.maxBlast+max(0, g.value(&g.rule.Effects[j], g.rule.Effects[j].Blast)), maxModels)
				}
			}
		}
	}
	return nil
}

// givenRule returns the rule that the rule giver gives to its unit; an X in the brackets of use is
// the giver's rating. The result has no rule if the given rule's effects are unknown.
func (u *Fighter) givenRule(giver heldRule, use rules.Use) heldRule {
	set, foreign := u.foreignRuleSets[giver.rule]
	if !foreign {
		set = u.ruleSet
	}
	r := set.Find(use.Name)
	if !r.EffectsKnown() {
		return heldRule{}
	}
	if foreign {
		u.foreignRuleSets[r] = set
	}
	x := giver.rating
	if use.Rating != "X" {
		x, _ = use.RatingNumber()
	}
	return heldRule{rule: r, rating: clampRuleNumber(x), statedUseCount: u.statedUseCount(r)}
}

// statedUseCount returns the number of uses that the player states for a rule; 0 if unused.
func (u *Fighter) statedUseCount(r *rules.Rule) int {
	for _, h := range u.usedRules {
		if h.rule == r {
			return h.statedUseCount
		}
	}
	return 0
}
