package attack

import (
	"fmt"
	"slices"

	"muster/rules"
)

// Limits of a duel, far above any unit of the game: they keep a typing error from costing hours.
const (
	maxModels      = 500
	maxWounds      = 1500
	MaxAttacks     = 1000   // of one kind of weapon
	maxPerDie      = 100    // hits or further dice that one die earns
	maxNumber      = 10_000 // absolute value of a rule's number
	maxRolledRules = 6      // rules of one unit that roll a die of their own
	maxChoices     = 3      // rules of one unit whose effect is still to be picked
	maxListEffects = 1000   // effects of one model's or weapon's rules, including given rules
)

// A Fighter is a side prepared to fight: its models in the order of casualties, its rules looked
// up, and its possible states.
type Fighter struct {
	Parts []Part // a joined hero is last
	Hero  int    // index of a joined hero in Parts, or None
	// SquadWounds and HeroWounds are the numbers of wounds that kill the squad and the hero.
	SquadWounds, HeroWounds int
	states

	weapons   []weapon
	mixed     bool       // the groups differ in their rules
	squadHeld []heldRule // rules of a mixed squad as a whole

	models           int // of the squad at the start of the fight
	quality, defense int // of the squad
	fatigued, shaken bool
	start            int // models at the start of the game

	set     *rules.Set
	foreign map[*rules.Rule]*rules.Set // the book of each rule received from another book
	uses    []usedRule                 // optional rules that the player uses
	choices []choice                   // rules of whose effects the player picks one
	rolled  []rolledRule               // rules that roll a die of their own
	traits
}

// A Part is a number of models with the same rules and the same Quality and Defense: one or more
// groups, or the joined hero.
type Part struct {
	Models int
	Tough  int // wounds that kill one model

	group            int // index of its first group in Side.Groups
	quality, defense int
	held             []heldRule
}

// heldRule is a rule of a model, weapon or squad, with the sum of its ratings.
type heldRule struct {
	rule *rules.Rule
	x    int // rating
	uses int // number of uses or markers that the player states; 0 if unused
}

// usedRule is an optional rule that the player uses.
type usedRule struct {
	heldRule
	set *rules.Set // book in which the rules that it gives are looked up
}

// value returns the value v of an effect of the rule; 0 if it is not set.
func (h *heldRule) value(e *rules.Effect, v rules.Value) int {
	if !v.Set {
		return 0
	}
	return h.statedValue(e, v)
}

// statedValue returns the value v of an effect of the rule: a number, the rating X, or a number for
// each use.
func (h *heldRule) statedValue(e *rules.Effect, v rules.Value) int {
	switch {
	case v.X:
		return h.x
	case v.N != 0:
		return int(v.N) * h.useCount(e)
	}
	return clamp(v.Number)
}

// useCount returns how often an effect counts whose value is stated for each use or marker.
func (h *heldRule) useCount(e *rules.Effect) int {
	n := h.uses / max(e.Per, 1)
	if most := h.value(e, e.Max); most > 0 {
		n = min(n, most)
	}
	return n
}

// clamp keeps sums of numbers from overflowing.
func clamp(n int) int { return min(max(n, -maxNumber), maxNumber) }

// SquadWide stands for the squad as a whole and None for no part, in place of an index.
const (
	SquadWide = -1 // -
	None      = -2
)

// traits are the kinds of effects among a unit's rules, so that absent kinds cost no time.
type traits struct {
	gives          bool // rules that give rules
	auras          bool // effects on the whole unit
	asksMostModels bool // conditions on most models of the unit
	asksEnemy      bool // conditions on most models of the enemy
	strikesFirst   bool
	strikesLast    bool
	retaliates     bool // hits back for each hit or wound taken
	picks          bool // the unit's attacks pick models
	isPicked       bool // attacks against the unit pick models
	bestWeapon     bool // extra attacks with the best melee weapon
	rolls          bool // a die rolled for each strike decides on effects
	chooses        bool // the player picks an effect
	named          bool // some rules are optional, or never matter in a fight
	selfWounds     bool // ones rolled to hit wound the unit
	paysMorale     bool // the unit may take wounds instead of failing a morale test
	deathHits      bool // automatic hits when models die
	lastHits       bool // automatic hits after all strikes
	maxBlast       int  // largest sum of the ratings of Blast on one model or weapon
}

// newFighter prepares a side and appends the names of rules with unknown effects to unknown. The
// error names the value out of range.
func newFighter(side *Side, system *rules.System, unknown *[]string) (*Fighter, error) {
	u := &Fighter{
		Hero: None, quality: side.Quality, defense: side.Defense,
		fatigued: side.Fatigued, shaken: side.Shaken, set: side.set(system),
	}
	for _, use := range side.Uses {
		if err := u.addUse(use, u.set); err != nil {
			return nil, err
		}
	}
	for _, l := range side.Lent {
		if err := u.addUse(l.Use, l.Set); err != nil {
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
		if i == u.Hero {
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
		if err := u.noteTraits(w.held); err != nil {
			return nil, err
		}
	}
	if err := u.findRolledAndChosen(); err != nil {
		return nil, err
	}
	u.start = max(side.StartModels, side.Models())
	if first := u.firstToDie(); side.WoundsTaken < 0 || side.WoundsTaken >= first.Tough {
		return nil, fmt.Errorf("%d wounds taken; the model that dies first has %d, and one should be left",
			side.WoundsTaken, first.Tough)
	}
	return u, nil
}

// addParts adds the parts and weapons of a side, and appends rules with unknown effects to unknown.
func (u *Fighter) addParts(side *Side, unknown *[]string) error {
	all := len(side.Weapons)
	u.Parts = make([]Part, len(side.Groups), len(side.Groups)+1)
	for i, g := range side.Groups {
		if g.Models < 0 {
			return fmt.Errorf("a group of %d models", g.Models)
		}
		p := Part{group: i, Models: g.Models, quality: side.Quality, defense: side.Defense}
		if err := u.setRules(&p, u.lookUp(u.lookUp(nil, side.Rules, unknown), g.Rules, unknown)); err != nil {
			return err
		}
		u.Parts[i] = p
		u.models += g.Models
		all += len(g.Weapons)
	}
	if side.Hero != nil {
		all += len(side.Hero.Weapons)
	}
	u.weapons = make([]weapon, 0, all)
	if len(side.Groups) == 1 {
		u.arm(side.Weapons, 0, 0, u.models, unknown)
		u.arm(side.Groups[0].Weapons, 0, 0, u.models, unknown)
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
	u.Hero = len(u.Parts)
	p := Part{Models: 1, quality: h.Quality, defense: h.Defense}
	if err := u.setRules(&p, u.lookUp(nil, h.Rules, unknown)); err != nil {
		return err
	}
	u.Parts = append(u.Parts, p)
	u.arm(h.Weapons, u.Hero, 0, 1, unknown)
	return nil
}

// setRules gives a part its rules and Tough.
func (u *Fighter) setRules(p *Part, list []heldRule) error {
	p.held, p.Tough = list, u.toughOf(list)
	return u.noteTraits(list)
}

// totalWounds returns the wounds that kill the whole unit.
func (u *Fighter) totalWounds() int { return u.SquadWounds + u.HeroWounds }

// addUse records that the player uses an optional rule of a set.
func (u *Fighter) addUse(use rules.Use, set *rules.Set) error {
	r := set.Find(use.Name)
	n, stated := use.Number()
	switch {
	case r == nil:
		return fmt.Errorf("uses %s, and there is no rule of that name", use.Name)
	case !stated && use.Rating == "":
		n = 1
	case n < 1:
		return fmt.Errorf("uses %s: the number should be 1 or more", use)
	}
	// The last use of a rule counts.
	u.uses = slices.DeleteFunc(u.uses, func(h usedRule) bool { return h.rule == r })
	u.uses = append(u.uses, usedRule{heldRule{rule: r, uses: clamp(n)}, set})
	return nil
}

// firstToDie returns the part that takes the first casualties.
func (u *Fighter) firstToDie() *Part {
	return &u.Parts[max(slices.IndexFunc(u.Parts, func(p Part) bool { return p.Models > 0 }), 0)]
}

// lookUp adds the rules named by uses to list, and appends those with unknown effects to unknown.
// Ratings of the same rule add up, or the highest counts; a rule without a rating counts once (GF
// 2.16, Stacking Effects).
func (u *Fighter) lookUp(list []heldRule, uses []rules.Use, unknown *[]string) []heldRule {
	list = slices.Grow(list, len(uses))
	for _, use := range uses {
		r := u.set.Find(use.Name)
		if !r.Explained() {
			*unknown = append(*unknown, use.Name)
			continue
		}
		for i := range r.Effects {
			for _, given := range r.Effects[i].Names() {
				if !u.set.Find(given.Name).Modelled() {
					*unknown = append(*unknown, use.Name)
				}
			}
		}
		x, ok := use.Number()
		if !r.Modelled() || r.Rated && !ok && len(r.Effects) > 0 {
			*unknown = append(*unknown, use.Name) // not modelled in full, or without the rating it needs
		}
		list = addRule(list, heldRule{rule: r, x: clamp(x), uses: u.useNumber(r)})
	}
	return list
}

// addRule adds one rule to a list and combines its rating with that of the same rule in the list.
func addRule(list []heldRule, h heldRule) []heldRule {
	for i := range list {
		if list[i].rule != h.rule {
			continue
		}
		if h.rule.Combine == rules.CombineHighest {
			list[i].x = max(list[i].x, h.x)
		} else {
			list[i].x = clamp(list[i].x + h.x)
		}
		return list
	}
	return append(list, h)
}

// toughOf returns the wounds that kill a model with these rules.
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
// they give. The error reports too many effects.
func (u *Fighter) noteTraits(list []heldRule) error {
	t := &u.traits
	list = slices.Clip(list) // keep the caller's array
	effects := 0
	for k := 0; k < len(list); k++ {
		if effects += len(list[k].rule.Effects); effects > maxListEffects {
			return fmt.Errorf("rules of more than %d effects, with those that they give", maxListEffects)
		}
		h := list[k]
		for i := range h.rule.Effects {
			e := &h.rule.Effects[i]
			t.auras = t.auras || e.To == rules.ToUnit
			t.asksMostModels = t.asksMostModels || e.When.Models == rules.ModelsMost
			t.asksEnemy = t.asksEnemy || e.When.EnemyTough != (rules.Range{}) || e.When.EnemyDefense != (rules.Range{})
			t.strikesFirst = t.strikesFirst || e.StrikesFirst
			t.strikesLast = t.strikesLast || e.StrikesLast
			t.retaliates = t.retaliates || e.Retaliates.Set
			t.picks = t.picks || e.Picks != "" && e.Of == ""
			t.isPicked = t.isPicked || e.Picks != "" && e.Of == rules.OfEnemy
			t.bestWeapon = t.bestWeapon || e.BestWeaponAttacks.Set
			t.rolls = t.rolls || len(e.When.Roll) > 0
			t.gives = t.gives || len(e.Gives) > 0
			t.chooses = t.chooses || e.When.Choice != 0
			t.named = t.named || e.When.Used != nil || e.OutsideFight != ""
			t.selfWounds = t.selfWounds || e.On == rules.OnOneToHit
			t.paysMorale = t.paysMorale || e.PayMorale.Set
			t.deathHits = t.deathHits || e.DeathHits.Set
			t.lastHits = t.lastHits || e.LastHits.Set
			t.maxBlast = min(t.maxBlast+max(0, h.value(e, e.Blast)), maxModels)
			for _, use := range e.Names() {
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

// givenRule returns the rule that another rule, giver, gives to its unit; an X in its brackets is
// the giver's rating. The result has no rule if its effects are unknown.
func (u *Fighter) givenRule(giver heldRule, use rules.Use) heldRule {
	set, foreign := u.foreign[giver.rule]
	if !foreign {
		set = u.set
	}
	r := set.Find(use.Name)
	if !r.Explained() {
		return heldRule{}
	}
	if foreign {
		u.foreign[r] = set
	}
	x := giver.x
	if use.Rating != "X" {
		x, _ = use.Number()
	}
	return heldRule{rule: r, x: clamp(x), uses: u.useNumber(r)}
}

// useNumber returns the number that the player states for using a rule; 0 if unused.
func (u *Fighter) useNumber(r *rules.Rule) int {
	for _, h := range u.uses {
		if h.rule == r {
			return h.uses
		}
	}
	return 0
}
