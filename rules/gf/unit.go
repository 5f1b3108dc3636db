package gf

import (
	"fmt"
	"slices"

	"muster/rules"
)

// Limits on what a duel may hold. They are far above any unit of the game, and
// keep a slip of the pen from asking for hours of work.
const (
	maxModels  = 500
	maxWounds  = 1500
	maxAttacks = 1000    // dice of one kind of weapon
	maxCopies  = 100     // hits or dice that come of one
	maxJoint   = 1 << 22 // pairs of states
	maxOnes    = 1 << 15 // pairs of states where ones to hit wound the striker
	maxTurns   = 1 << 21 // ways of rules' dice, configs and states
	maxCapped  = 4e9     // steps through the dice of a weapon whose hits are capped
	maxNumber  = 10_000  // any number of a rule, and below nothing
	maxDice    = 6       // rules of one unit of which a die decides
	maxChoices = 3       // rules of one unit of which the player picks an effect
	maxEffects = 1000    // of the rules that one model or weapon has, with all that they give
)

// A unit is a side made ready to fight: its models in the order in which they
// die, its rules looked up, and every state that wounds can bring it to.
type unit struct {
	parts     []part // the hero, if one is joined, is last
	weapons   []weapon
	hero      int    // the index of the joined hero among parts, or nobody
	wide      bool   // the squad has several groups
	squadHeld []held // the rules of such a squad as a whole

	models           int // of the squad, when the fight begins
	quality, defense int // of the squad
	fatigued, shaken bool
	start            int // models at the start of the game
	tough            int // of all models at the start, for units of one model

	set     *rules.Set
	foreign map[*rules.Rule]*rules.Set // where to look up what rules of the enemy's give
	uses    []used                     // rules that the player uses
	choices []choice                   // rules of which the player picks one effect
	dice    []rolled                   // rules of which a die decides
	traits

	squadWounds, heroWounds int // what kills the squad, and the hero
	grid                    bool
	states                  []state
	block                   int // states that differ in more than self
	configs                 []config
	classes                 int // of configs
	initial                 int // the state in which the unit begins
}

// A part is models of a unit that are alike: a group, or the joined hero.
type part struct {
	group            int // the first of its groups
	models           int
	tough            int
	quality, defense int
	held             []held
}

// held is a rule that somebody has, with the sum of its ratings.
type held struct {
	rule *rules.Rule
	x    int
	n    int // the number with which the side uses the rule; 0 if it does not
}

// used is a rule that the player uses, and where what it gives is looked up.
type used struct {
	held
	set *rules.Set
}

// value is a number of one of the rule's effects, 0 if it is not stated.
func (h *held) value(e *rules.Effect, v rules.Value) int {
	if !v.Set {
		return 0
	}
	return h.stated(e, v)
}

func (h *held) stated(e *rules.Effect, v rules.Value) int {
	switch {
	case v.X:
		return h.x
	case v.N != 0:
		return int(v.N) * h.times(e)
	}
	return clamp(v.Number)
}

// times is how often an effect counts whose values are N.
func (h *held) times(e *rules.Effect) int {
	n := h.n / max(e.Per, 1)
	if most := h.value(e, e.Max); most > 0 {
		n = min(n, most)
	}
	return n
}

// clamp keeps numbers so small that sums of them never overflow.
func clamp(n int) int { return min(max(n, -maxNumber), maxNumber) }

// A weapon is a Weapon with its rules looked up.
type weapon struct {
	Weapon
	part   int    // whose rules touch it; squadWide if the squad carries it
	held   []held // its own rules
	all    []held // its own and its bearer's, as long as nobody gives rules
	holder int    // the first of the weapons that the same models carry

	share           // who of the part carries how many
	others  []share // the same of others
	ability bool    // it attacks by an ability alone
	silent  bool    // its bearers fire another profile
}

// A share is weapons in the hands of some models of a part.
type share struct {
	before, models int // models of the part that die before them; they themselves
	count          int
	lostFirst      bool
}

// Where a part's index is asked for, squadWide marks what belongs to the squad
// and to none of its groups, nobody that there is no such part.
const (
	squadWide = -1
	nobody    = -2
)

// traits are what kinds of rules a unit has, so that what nobody has costs no time.
type traits struct {
	gives        bool // rules that give rules
	auras        bool // effects on the whole unit
	most         bool // conditions on most models of the unit
	ofEnemy      bool // conditions on most models of the enemy
	strikesFirst bool
	strikesLast  bool
	retaliates   bool
	picks        bool
	picked       bool // effects that make the enemy's attacks pick
	bestWeapon   bool
	rolls        bool // effects that hang on a die per strike
	chooses      bool // effects of which the player picks one
	tells        bool // effects that the result names: of what is used, or outside a fight
	ones         bool // effects of ones to hit
	deathHits    bool
	lastHits     bool
	blast        int // the largest sum of Blast
}

// A state is what wounds have made of a unit.
type state struct {
	squad, hero int // wounds taken
	self        int // those of them that the enemy has not caused
	config      int
	victim      int // the part that takes the next wound; nobody when all are dead
	left        int // wounds until that model is dead
}

// A config is who of a unit is alive.
type config struct {
	alive  []int // models of each part
	squad  int   // models alive but for the hero
	models int
	class  int // configs of one class differ in numbers only, not in what holds
}

// newUnit makes a side ready. Rules that nobody explains go to unknown. grid
// asks for states in which the hero is wounded before the squad is dead.
func newUnit(side *Side, system *rules.System, unknown *[]string) (*unit, error) {
	u := &unit{
		hero: nobody, quality: side.Quality, defense: side.Defense,
		fatigued: side.Fatigued, shaken: side.Shaken, set: side.set(system),
	}
	for _, use := range side.Uses {
		if err := u.use(use, u.set); err != nil {
			return nil, err
		}
	}
	for _, l := range side.Lent {
		if err := u.use(l.Use, l.Set); err != nil {
			return nil, err
		}
	}
	if side.Quality < 2 || side.Quality > 6 || side.Defense < 2 || side.Defense > 6 {
		return nil, fmt.Errorf("quality %d and defense %d: both should be 2 to 6", side.Quality, side.Defense)
	}
	if n := side.Models(); n < 1 || n > maxModels {
		return nil, fmt.Errorf("a unit of %d models; it should have 1 to %d", n, maxModels)
	}
	all := len(side.Weapons)
	u.parts = make([]part, len(side.Groups), len(side.Groups)+1)
	for i, g := range side.Groups {
		if g.Models < 0 {
			return nil, fmt.Errorf("a group of %d models", g.Models)
		}
		p := part{
			group: i, models: g.Models, quality: side.Quality, defense: side.Defense,
			held: u.lookUp(u.lookUp(nil, side.Rules, unknown), g.Rules, unknown),
		}
		if err := u.note(p.held); err != nil {
			return nil, err
		}
		p.tough = u.toughOf(p.held)
		u.parts[i] = p
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
		u.squad(side, unknown)
	}
	if h := side.Hero; h != nil {
		if h.Quality < 2 || h.Quality > 6 || h.Defense < 2 || h.Defense > 6 {
			return nil, fmt.Errorf("a hero of quality %d and defense %d: both should be 2 to 6", h.Quality, h.Defense)
		}
		u.hero = len(u.parts)
		p := part{models: 1, quality: h.Quality, defense: h.Defense, held: u.lookUp(nil, h.Rules, unknown)}
		if err := u.note(p.held); err != nil {
			return nil, err
		}
		p.tough = u.toughOf(p.held)
		u.parts = append(u.parts, p)
		u.arm(h.Weapons, u.hero, 0, 1, unknown)
	}
	for i, p := range u.parts {
		if i == u.hero {
			u.heroWounds = p.tough
		} else {
			u.squadWounds += p.models * p.tough
		}
	}
	if u.squadWounds+u.heroWounds > maxWounds {
		return nil, fmt.Errorf("a unit of %d wounds; it should have at most %d", u.squadWounds+u.heroWounds, maxWounds)
	}
	for i := range u.weapons {
		w := &u.weapons[i]
		if w.Count < 0 || w.Attacks < 0 || w.Count > maxAttacks || w.Attacks > maxAttacks || w.Count*w.Attacks > maxAttacks {
			return nil, fmt.Errorf("%s: %d × %d attacks; a kind of weapon should have at most %d", w.Name, w.Count, w.Attacks, maxAttacks)
		}
		if err := u.note(w.held); err != nil {
			return nil, err
		}
	}
	if err := u.decide(); err != nil {
		return nil, err
	}
	u.start = max(side.Start, side.Models())
	u.tough = u.squadWounds + u.heroWounds
	if first := u.first(); side.Wounded < 0 || side.Wounded >= first.tough {
		return nil, fmt.Errorf("%d wounds taken; the model that dies first has %d, and one should be left", side.Wounded, first.tough)
	}
	return u, nil
}

// use notes that the player uses a rule of a set.
func (u *unit) use(use rules.Use, set *rules.Set) error {
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
	// A rule that is named again is used as it was said last.
	u.uses = slices.DeleteFunc(u.uses, func(h used) bool { return h.rule == r })
	u.uses = append(u.uses, used{held{rule: r, n: clamp(n)}, set})
	return nil
}

// squad puts the groups of a squad in the order in which they die, and arms them.
func (u *unit) squad(side *Side, unknown *[]string) {
	// Lower Tough dies first (rules notes, casualties).
	slices.SortStableFunc(u.parts, func(a, b part) int { return a.tough - b.tough })
	// Groups that differ in nothing but their weapons are one part, as long as
	// it does not matter which weapons one model has.
	kept := u.parts[:0]
	place, before := make([]int, len(u.parts)), make([]int, len(u.parts))
	for _, p := range u.parts {
		if n := len(kept); n == 0 || u.bestWeapon || !slices.Equal(kept[n-1].held, p.held) {
			kept = append(kept, p)
			kept[n].models = 0
		}
		last := &kept[len(kept)-1]
		place[p.group], before[p.group] = len(kept)-1, last.models
		last.models += p.models
	}
	u.parts = kept
	u.squadHeld = u.lookUp(nil, side.Rules, unknown)
	bearer := squadWide
	if u.wide = len(u.parts) != 1 || !slices.Equal(u.parts[0].held, u.squadHeld); !u.wide {
		u.squadHeld, bearer = nil, 0
	}
	u.arm(side.Weapons, bearer, 0, u.models, unknown)
	for i, g := range side.Groups {
		u.arm(g.Weapons, place[i], before[i], g.Models, unknown)
	}
}

// first is the part whose models die first.
func (u *unit) first() *part {
	return &u.parts[max(slices.IndexFunc(u.parts, func(p part) bool { return p.models > 0 }), 0)]
}

// lookUp adds the rules of some uses to those in list. Of a rule that is there
// already the ratings add up, or the highest counts; a rule without a rating
// never counts twice (GF 2.16, Stacking Effects).
func (u *unit) lookUp(list []held, uses []rules.Use, unknown *[]string) []held {
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
			*unknown = append(*unknown, use.Name) // what else, or how much, nobody can say
		}
		list = with(list, held{rule: r, x: clamp(x), n: u.used(r)})
	}
	return list
}

// with adds one rule to those that somebody has.
func with(list []held, h held) []held {
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

// toughOf is the wounds that kill a model with these rules.
func (u *unit) toughOf(list []held) int {
	tough := 0
	for _, h := range list {
		for i := range h.rule.Effects {
			e := &h.rule.Effects[i]
			tough += h.value(e, e.Tough)
		}
	}
	return min(max(tough, 1), maxWounds+1)
}

// arm gives weapons to so many models of a part, of which others die before.
func (u *unit) arm(weapons []Weapon, bearer, before, models int, unknown *[]string) {
	bearerHeld := u.squadHeld
	if bearer != squadWide {
		bearerHeld = u.parts[bearer].held
	}
	holder := len(u.weapons)
	for _, w := range weapons {
		own := u.lookUp(nil, w.Rules, unknown)
		if i := slices.IndexFunc(u.weapons, func(o weapon) bool {
			return w.OneOf == "" && o.OneOf == "" && o.part == bearer && o.Name == w.Name && o.Range == w.Range && o.Attacks == w.Attacks && slices.Equal(o.held, own)
		}); i >= 0 && models > 0 {
			o := &u.weapons[i]
			o.Count += w.Count
			o.others = append(o.others, share{before, models, w.Count, w.LostFirst})
			continue
		}
		all := own
		if len(bearerHeld) > 0 {
			all = append(make([]held, 0, len(bearerHeld)+len(own)), bearerHeld...)
			for _, h := range own {
				all = with(all, h)
			}
		}
		u.weapons = append(u.weapons, weapon{
			Weapon: w, part: bearer, holder: holder, held: own, all: all,
			share: share{before, models, w.Count, w.LostFirst}, ability: byAbility(own),
		})
	}
}

// byAbility tells whether a weapon of these rules attacks by an ability alone.
func byAbility(list []held) bool {
	for _, h := range list {
		for i := range h.rule.Effects {
			if e := &h.rule.Effects[i]; e.By == rules.ByAbility && !strikes(e) {
				return true
			}
		}
	}
	return false
}

// note keeps in mind which kinds of effects some rules have, and those that
// they give.
func (u *unit) note(list []held) error {
	t := &u.traits
	list = slices.Clip(list) // what is added is no part of it
	effects := 0
	for k := 0; k < len(list); k++ {
		if effects += len(list[k].rule.Effects); effects > maxEffects {
			return fmt.Errorf("rules of more than %d effects, with those that they give", maxEffects)
		}
		h := list[k]
		for i := range h.rule.Effects {
			e := &h.rule.Effects[i]
			t.auras = t.auras || e.To == rules.ToUnit
			t.most = t.most || e.When.Models == rules.ModelsMost
			t.ofEnemy = t.ofEnemy || e.When.EnemyTough != (rules.Range{}) || e.When.EnemyDefense != (rules.Range{})
			t.strikesFirst = t.strikesFirst || e.StrikesFirst
			t.strikesLast = t.strikesLast || e.StrikesLast
			t.retaliates = t.retaliates || e.Retaliates.Set
			t.picks = t.picks || e.Picks != "" && e.Of == ""
			t.picked = t.picked || e.Picks != "" && e.Of == rules.OfEnemy
			t.bestWeapon = t.bestWeapon || e.BestWeaponAttacks.Set
			t.rolls = t.rolls || len(e.When.Roll) > 0
			t.gives = t.gives || len(e.Gives) > 0
			t.chooses = t.chooses || e.When.Choice != 0
			t.tells = t.tells || e.When.Used != nil || e.Outside != ""
			t.ones = t.ones || e.On == rules.OnOneToHit
			t.deathHits = t.deathHits || e.DeathHits.Set
			t.lastHits = t.lastHits || e.LastHits.Set
			t.blast = min(t.blast+max(0, h.value(e, e.Blast)), maxModels)
			for _, use := range e.Names() {
				g := u.given(h, use)
				if g.rule == nil {
					continue
				}
				if !slices.Contains(list, g) {
					list = append(list, g)
					continue
				}
				for j := range g.rule.Effects { // several who give one rule add up
					t.blast = min(t.blast+max(0, g.value(&g.rule.Effects[j], g.rule.Effects[j].Blast)), maxModels)
				}
			}
		}
	}
	return nil
}

// given looks up a rule that another one gives; X in its brackets is the rating
// of the one that gives it.
func (u *unit) given(by held, use rules.Use) held {
	set, foreign := u.foreign[by.rule]
	if !foreign {
		set = u.set
	}
	r := set.Find(use.Name)
	if !r.Explained() {
		return held{}
	}
	if foreign {
		u.foreign[r] = set
	}
	x := by.x
	if use.Rating != "X" {
		x, _ = use.Number()
	}
	return held{rule: r, x: clamp(x), n: u.used(r)}
}

// used is the number with which the player uses a rule; 0 for one not used.
func (u *unit) used(r *rules.Rule) int {
	for _, h := range u.uses {
		if h.rule == r {
			return h.n
		}
	}
	return 0
}

// lay lays out the states of a unit. With grid the hero can be wounded before
// the squad is dead; else wounds reach him last. byNumber makes a class of
// every config, for rules that count models. A unit that nobody attacks is
// still: it has only the state in which it begins. tracked tells apart what the
// enemy has not caused.
func (u *unit) lay(grid, byNumber bool, wounded int, still, tracked bool) {
	u.grid = grid && u.hero >= 0
	squad := min(wounded, u.squadWounds)
	if still {
		u.states = make([]state, 0, 1)
		u.addState(squad, wounded-squad, make([]int, len(u.parts)), byNumber)
		u.block = 1
		return
	}
	n := u.squadWounds + u.heroWounds + 1
	if u.grid {
		n = (u.squadWounds + 1) * (u.heroWounds + 1)
	}
	models := 0
	for i := range u.parts {
		models += u.parts[i].models
	}
	u.states = make([]state, 0, n)
	u.configs = make([]config, 0, models+1)
	room := make([]int, (models+1)*len(u.parts)) // for each config, and one to count in
	for s := 0; s <= u.squadWounds; s++ {
		for h := 0; h <= u.heroWounds; h++ {
			if h > 0 && s < u.squadWounds && !u.grid {
				break
			}
			if len(room) < len(u.parts) {
				room = make([]int, (models+1)*len(u.parts))
			}
			if u.addState(s, h, room[:len(u.parts):len(u.parts)], byNumber) {
				room = room[len(u.parts):]
			}
		}
	}
	u.initial, u.block = u.index(squad, wounded-squad), len(u.states)
	if !tracked {
		return
	}
	for self := 1; self <= u.squadWounds+u.heroWounds; self++ {
		for _, st := range u.states[:u.block] {
			st.self = self
			u.states = append(u.states, st)
		}
	}
}

// addState adds a state, counted in alive. It tells whether its config is new;
// then alive belongs to it.
func (u *unit) addState(squad, hero int, alive []int, byNumber bool) bool {
	st := state{squad: squad, hero: hero}
	st.victim, st.left = u.count(squad, hero, alive)
	known := len(u.configs)
	st.config = u.configOf(alive, byNumber)
	u.states = append(u.states, st)
	return len(u.configs) > known
}

// count finds who lives after so many wounds on the squad and the hero: the
// models of each part, which part takes the next wound, and how many wounds
// kill that model.
func (u *unit) count(squad, hero int, alive []int) (victim, left int) {
	victim = nobody
	for i, p := range u.parts {
		hurt := min(squad, p.models*p.tough)
		if i == u.hero {
			hurt = hero
		} else {
			squad -= hurt
		}
		alive[i] = p.models - hurt/p.tough
		if alive[i] > 0 && victim == nobody {
			victim, left = i, p.tough-hurt%p.tough
		}
	}
	return victim, left
}

// configOf is the index of the config in which so many models of each part
// live. Wounds come in order, with and without the hero: if it is there already
// it is one of the last two.
func (u *unit) configOf(alive []int, byNumber bool) int {
	for i := len(u.configs) - 1; i >= max(0, len(u.configs)-2); i-- {
		if slices.Equal(u.configs[i].alive, alive) {
			return i
		}
	}
	c := config{alive: alive, class: u.classes}
	for i, n := range alive {
		c.models += n
		if i != u.hero {
			c.squad += n
		}
	}
	if !byNumber {
		for i := range u.configs {
			if sameParts(u.configs[i].alive, alive) {
				c.class = u.configs[i].class
				break
			}
		}
	}
	u.classes = max(u.classes, c.class+1)
	u.configs = append(u.configs, c)
	return len(u.configs) - 1
}

// sameParts tells whether the same parts have models alive.
func sameParts(a, b []int) bool {
	for i := range a {
		if (a[i] > 0) != (b[i] > 0) {
			return false
		}
	}
	return true
}

// index is the place of a state among states.
func (u *unit) index(squad, hero int) int {
	if u.grid {
		return squad*(u.heroWounds+1) + hero
	}
	return squad + hero
}

// of is who is alive in a state.
func (u *unit) of(st int) *config { return &u.configs[u.states[st].config] }

// carried is how many of a weapon living models still carry. Carriers of
// special weapons die last, so with k of n models left of count weapons
// k·⌊count/n⌋ + min(k, count mod n) are there; where they die first,
// k·⌊count/n⌋ + max(0, count mod n − (n − k)).
func (u *unit) carried(w *weapon, c *config) int {
	alive, all := c.squad, u.models
	if w.part != squadWide {
		alive, all = c.alive[w.part], u.parts[w.part].models
	}
	n := w.share.left(alive, all)
	for i := range w.others {
		n += w.others[i].left(alive, all)
	}
	return n
}

// left is how many of its weapons a share still has when so many models of all live.
func (s *share) left(alive, all int) int {
	if s.models == 0 {
		return 0
	}
	left := min(max(s.before+s.models-(all-alive), 0), s.models)
	rest := min(left, s.count%s.models)
	if s.lostFirst {
		rest = max(0, s.count%s.models-(s.models-left))
	}
	return left*(s.count/s.models) + rest
}
