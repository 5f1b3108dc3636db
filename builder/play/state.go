package play

import (
	"fmt"
	"slices"
	"strings"

	"muster/builder/gf/preview"
	"muster/builder/table"
	"muster/rules"
)

// A State is a game as it stands after its events.
type State struct {
	Table  *Table
	Round  int
	Rounds int // that the game lasts; 0 if nobody says
	Over   bool
	Sides  [2]SideState
	// Turn is the side that acts next, 0 or 1; -1 if nobody knows.
	Turn int
	// Objectives holds the side of each objective: 0 or 1, -1 for nobody.
	Objectives []int
	// Shared is the id of the mission that both sides have, or "".
	Shared string
	Log    []Entry
	Events int // that there were

	first    int                        // the side that goes first in this round; -1 if nobody knows
	passed   [2]int                     // the tap of each side's last activation in this round of an unnamed unit, or 0
	unnamed  [2]int                     // how many of its units that have not acted are those
	done     [2]int                     // the tap after each side's last activation of the round; 0 while units are left
	riders   [2]map[string][]*UnitState // passengers by vehicle, after all events
	second   int                        // the side that lost the roll for it in the round before, or -1
	placed   bool                       // the objectives are on the table
	heart    verdict                    // whether sides may lose heart
	optional []string                   // the optional rules that are played
	before   []snapshot                 // the rounds before, as they ended

	gatherers []*UnitState // units with rules that have tokens
}

// A SideState is how a side stands.
type SideState struct {
	*Side
	Units   []*UnitState
	Points  int   // besides those for objectives
	ByRound []int // objectives and points at the end of each round
	Mission string
	Held    int // consecutive turns of holding for its mission
	Won     bool
	Command string // the style of it, or ""
	// Heart is how many levels of Resolve all its units have lost for good.
	Heart  int
	Used   bool // its style's action of the round is used
	judged int  // the last round with a judged mission
}

// A verdict is the players' decision about an optional rule.
type verdict uint8

const (
	undecided verdict = iota
	wanted
	unwanted
)

// A UnitState is how a unit stands.
type UnitState struct {
	*Group
	Bodies []BodyState
	States []string // by id, oldest first
	activation
	In       string   // what it rides in, or ""
	Waiting  bool     // off the table, in reserve
	Due      int      // the earliest round of arrival, of a unit sent ahead
	Arrived  int      // the round of its arrival from reserve, or 0
	Gone     string   // why it is gone as a whole while some of it lives: "routed"; or ""
	Test     Test     // that it must take now
	tested   [2]bool  // its Resolve, and for repairs, in this round
	shocked  bool     // its transport was destroyed around it
	wreck    bool     // it is in the wreck of its transport: dice say whether it lives
	downed   int      // the round of its death, until a die decides whether it was only stunned; or 0
	treated  int      // its figures that fell and are no loss
	Cut      bool     // nobody can call it any more
	invoking string   // the power that it invokes, until its test
	fell     int      // the last round of its destruction, or 0
	scouted  bool     // it was sent ahead before the game, and has tested
	hurt     int      // the last round with a loss
	beheads  int      // the round of its leader's loss, while he is lost
	stood    []string // its past states that one unit of a side may have in a game
	heart    int      // levels of Resolve that it has lost for good
	means    []string // its states that mean something to it
	idle     bool     // it stayed idle in this round
	calmed   bool     // it has tested morale for its tokens of optional rules in this round
	suffers  []rules.Use
	gathered
	slain          bool       // its destroyer was asked for
	slayer         *UnitState // the destroyer, if it gets tokens for that
	spoils         []int      // those tokens, by the slayer's rules
	using, against []rules.Use
}

// An activation is whether and when a unit has acted in a round.
type activation struct {
	Acted bool
	at    int    // the tap of the activation, or 0
	with  string // the id of the vehicle that it got out of and acts with, or ""
	used  bool   // it has invoked a power, was called, or had a die rolled again for its wounded
	aided int    // of its wounded, those that a test left as they are
	// answered is that it has tested command response.
	answered bool
}

// Test is a test of morale that a unit must take.
type Test uint8

// The tests.
const (
	NoneToTake Test = iota
	AfterWounds
	AfterMelee
	AtStart // of the round: whether it is still shaken
)

// A BodyState is how a body stands.
type BodyState struct {
	*table.Unit
	Tokens int
	Used   []int // how often of each Once
	Marks  []int // tokens of each of the edition's optional rules
	left   []int // models, by kind
	hurt   int   // the kind of the wounded model
	wounds int   // on that model
	fallen []int // the kinds of the models that fell, in their order
}

// snapshot is the part of a finished round that back restores.
type snapshot struct {
	first, second         int
	passed, unnamed, done [2]int
	styles                [2]bool
	units                 map[*UnitState]unitSnapshot
	bodies                map[*BodyState]bodySnapshot
}

type unitSnapshot struct {
	activation
	tested       [2]bool
	idle, calmed bool
	gathered     gathered
	ended        []string // states that ended with the round
}

type bodySnapshot struct {
	tokens      int
	used, marks []int
}

// Replay is how a game stands after its events.
func (t *Table) Replay(g *Game) *State {
	s := t.begin()
	for _, e := range g.Events {
		s.apply(e)
	}
	for i := range s.Sides {
		s.riders[i] = map[string][]*UnitState{}
		for _, u := range s.Sides[i].Units {
			if u.In != "" && u.In != u.ID && u.Lives() {
				s.riders[i][u.In] = append(s.riders[i][u.In], u)
			}
			u.suffers = s.suffers(u)
			u.using, u.against = s.uses(u)
			if !u.Lives() { // a destroyed unit has no other state
				u.States = nil
			}
			u.means = slices.DeleteFunc(slices.Clone(u.States), func(id string) bool { return s.ignores(u, id) != "" })
		}
	}
	return s
}

// ignores returns the trait that negates a state for a unit, or "".
func (s *State) ignores(u *UnitState, id string) string {
	for _, other := range u.States {
		if state := s.Game().State(other); slices.Contains(state.Ignores, id) {
			return s.Game().Word(other)
		}
	}
	return u.Ignores[id]
}

// Means describes the effect of a unit's state.
func (s *State) Means(u *UnitState, id string) string {
	if by := s.ignores(u, id); by != "" {
		return "Means nothing to it: " + by + "."
	}
	state := s.Game().State(id)
	if u.Vehicle && state.Vehicle != "" {
		return state.Vehicle
	}
	return state.Now
}

// begin is a game before its first event.
func (t *Table) begin() *State {
	s := &State{Table: t, Round: 1, Turn: -1, first: -1, second: -1}
	if n := t.game.rounds(); len(n) > 0 {
		s.Rounds = n[0]
	}
	s.Objectives = slices.Repeat([]int{-1}, t.game.system().Play.Objectives)
	for i := range t.Sides {
		side := &s.Sides[i]
		side.Side, side.Command = &t.Sides[i], t.Sides[i].Style
		for _, u := range t.Sides[i].Units {
			now := t.fresh(u)
			now.on = make([]int, len(t.placing[1-i]))
			if side.Units = append(side.Units, now); len(now.TokenRules) > 0 {
				s.gatherers = append(s.gatherers, now)
			}
		}
	}
	s.settle()
	return s
}

func (t *Table) fresh(u *Group) *UnitState {
	now := &UnitState{Group: u, In: u.In}
	now.own = make([]ruleCount, len(u.TokenRules))
	for _, b := range u.Bodies {
		one := BodyState{
			Unit: b, Tokens: min(b.Tokens, t.mostTokens()), Used: make([]int, len(b.Once)),
			Marks: make([]int, len(t.optional)),
		}
		for _, k := range b.Kinds {
			one.left = append(one.left, k.Models)
		}
		now.Bodies = append(now.Bodies, one)
	}
	return now
}

func (t *Table) mostTokens() int { return t.game.system().Play.Tokens }

// Game is the edition that is played.
func (s *State) Game() *rules.System { return s.Table.game.system() }

// Missions are those that a side may have; none where both play for objectives.
func (s *State) Missions() []MissionOf { return s.Table.game.missions() }

// Style is how a side is commanded; nil if nobody knows.
func (s *State) Style(side int) *CommandStyle {
	for _, style := range s.Styles() {
		if style.ID == s.Sides[side].Command {
			return &style
		}
	}
	return nil
}

// Styles returns the styles of command of the game; none in most.
func (s *State) Styles() []CommandStyle { return s.Table.game.styles() }

// Both is the mission that both sides have; nil if they play for objectives alone.
func (s *State) Both() *rules.Mission {
	all := s.Game().Play.Missions
	if i := slices.IndexFunc(all, func(m rules.Mission) bool { return m.ID == s.Shared }); i >= 0 {
		return &all[i]
	}
	return nil
}

// Places reports whether it is still to be said how many objectives there are.
func (s *State) Places() bool {
	_, die := s.objectives()
	return die > 0 && !s.placed
}

// objectives are how many there are at most, and the sides of the die that says how
// many; 0 for as many.
func (s *State) objectives() (most, die int) {
	if m := s.Both(); m != nil {
		return m.Objectives, m.Die
	}
	return s.Game().Play.Objectives, s.Game().Play.Die
}

// Mission is the mission of a side; nil if it has none.
func (s *State) Mission(side int) *MissionOf {
	for _, m := range s.Missions() {
		if m.ID == s.Sides[side].Mission {
			return &m
		}
	}
	return nil
}

// Lengths are how many rounds a game may last.
func (s *State) Lengths() []int { return s.Table.game.rounds() }

// Unit returns a unit of a side by its id or a joined hero's, and the body of that id.
func (s *State) Unit(their bool, id string) (*UnitState, *BodyState) {
	for _, u := range s.Sides[side(their)].Units {
		for i := range u.Bodies {
			if b := &u.Bodies[i]; b.ID == id {
				return u, b
			}
		}
	}
	return nil, nil
}

func side(their bool) int {
	if their {
		return 1
	}
	return 0
}

// Aboard are the units that ride in one.
func (s *State) Aboard(u *UnitState) []*UnitState {
	if riders := s.riders[side(u.Their)]; riders != nil {
		return riders[u.ID]
	}
	var all []*UnitState
	for _, o := range s.Sides[side(u.Their)].Units {
		if o.In == u.ID && o != u && o.Lives() {
			all = append(all, o)
		}
	}
	return all
}

// Held is how many objectives a side holds.
func (s *State) Held(side int) int {
	n := 0
	for _, holder := range s.Objectives {
		if holder == side {
			n++
		}
	}
	return n
}

// Total returns the objectives held by a side plus its points.
func (s *State) Total(side int) int { return s.Held(side) + s.Sides[side].Points }

// Lives reports whether any of the unit is still in the game.
func (u *UnitState) Lives() bool { return u.Gone == "" && u.ModelsLeft() > 0 }

// OnTable reports whether the unit is neither gone, nor in reserve, nor in a wreck.
func (u *UnitState) OnTable() bool { return u.Lives() && !u.Waiting && !u.wreck }

// InWreck reports whether dice are still to say if the unit lives, in the wreck of its vehicle.
func (u *UnitState) InWreck() bool { return u.wreck }

// Is reports whether the unit is in a state.
func (u *UnitState) Is(id string) bool { return slices.Contains(u.States, id) }

// MayFire reports whether the unit is on the table, and in no state that keeps it from firing.
func (u *UnitState) MayFire() bool {
	return u.OnTable() && !slices.ContainsFunc(u.means, func(id string) bool {
		return id == rules.Pinned || id == rules.Damaged || id == rules.Critical
	})
}

// ModelsLeft is how many models of the unit stand, heroes counted.
func (u *UnitState) ModelsLeft() int {
	n := 0
	for i := range u.Bodies {
		n += u.Bodies[i].ModelsLeft()
	}
	return n
}

// Half reports whether at most half of the unit is left: of its models, or of the wounds of a
// single one (docs/rules-notes.md, Fights).
func (u *UnitState) Half() bool {
	start := u.Group.Models()
	if start != 1 {
		return 2*u.ModelsLeft() <= start
	}
	b := &u.Bodies[0]
	return 2*b.WoundsLeft() <= b.Kinds.Wounds()
}

// ModelsLeft is how many models of the body stand.
func (b *BodyState) ModelsLeft() int {
	n := 0
	for _, left := range b.left {
		n += left
	}
	return n
}

// WoundsLeft are those that the body can still take.
func (b *BodyState) WoundsLeft() int {
	n := -b.wounds
	for i, left := range b.left {
		n += left * b.Kinds[i].Tough
	}
	return n
}

// Of is how many of the body's models of a kind stand.
func (b *BodyState) Of(kind int) int { return b.left[kind] }

// Fallen is how many models of the body have fallen.
func (b *BodyState) Fallen() int { return len(b.fallen) }

// Arms is a body of a unit as it stands: the figures, weapons and rules that are left.
func (s *State) Arms(u *UnitState, b *BodyState) table.Unit { return s.Table.game.now(s, u, b) }

// Uses returns the uses left of something limited; of a weapon, the number of its copies
// that are not spent.
func (b *BodyState) Uses(i int) int {
	once, n := &b.Once[i], 0
	if !once.Weapon {
		return once.Times - b.Used[i]
	}
	for _, w := range b.carried() {
		if w.Name == once.Name {
			n += w.Count
		}
	}
	return n
}

// spent is how many of the body's weapons were used that can be used once, by name.
func (b *BodyState) spent() map[string]int {
	var all map[string]int
	for i, n := range b.Used {
		if n > 0 && b.Once[i].Weapon {
			if all == nil {
				all = map[string]int{}
			}
			all[b.Once[i].Name] = n
		}
	}
	return all
}

// had are the rules of the body, and of those of its models that are left.
func (b *BodyState) had() []string {
	all, counts := []string{}, map[string]int{}
	for i, k := range b.Kinds {
		text := strings.Join(k.Rules, ", ")
		if text == "" || b.left[i] == 0 {
			continue
		}
		if counts[text] == 0 {
			all = append(all, text)
		}
		counts[text] += b.left[i]
	}
	for i, text := range all {
		all[i] = fmt.Sprintf("%d× %s", counts[text], text)
	}
	return slices.Concat(b.Rules, all)
}

// carried are the weapons of the models that are left, without those that are spent.
func (b *BodyState) carried() []table.Weapon {
	var all []table.Weapon
	add := func(w table.Weapon, n int) {
		if n == 0 {
			return
		}
		at := slices.IndexFunc(all,
			func(o table.Weapon) bool { return o.Name == w.Name && slices.Equal(o.Does(), w.Does()) })
		if at < 0 {
			at, all = len(all), append(all, w)
			all[at].Count = 0
		}
		all[at].Count += n
	}
	for i, k := range b.Kinds {
		for _, w := range k.Weapons {
			add(w, preview.Carried(w.Count, b.left[i], k.Models))
		}
	}
	for _, w := range b.Loose {
		add(w, preview.Carried(w.Count, b.ModelsLeft(), b.Kinds.Models()))
	}
	spent := b.spent()
	all = slices.DeleteFunc(all, func(w table.Weapon) bool { return w.Count <= spent[w.Name] })
	for i := range all {
		all[i].Count -= spent[all[i].Name]
	}
	slices.SortStableFunc(all, func(a, b table.Weapon) int { return b.Reach - a.Reach })
	return all
}

// wound puts a wound on the body, and reports whether a model stood that took it.
func (b *BodyState) wound() bool {
	if b.wounds == 0 { // the next model is the first that stands
		if b.hurt >= len(b.left) || b.left[b.hurt] == 0 || !b.picked() {
			b.hurt = slices.IndexFunc(b.left, func(n int) bool { return n > 0 })
		}
		if b.hurt < 0 {
			b.hurt = 0
			return false
		}
	}
	if b.wounds++; b.wounds >= b.Kinds[b.hurt].Tough {
		b.left[b.hurt]--
		b.fallen = append(b.fallen, b.hurt)
		b.wounds, b.hurt = 0, 0
	}
	return true
}

// picked reports whether the player chose the kind that falls next.
func (b *BodyState) picked() bool { return b.hurt > 0 }

// heal takes a wound back, of the last that fell where nobody is hurt, and
// reports whether there was one.
func (b *BodyState) heal() bool {
	switch n := len(b.fallen); {
	case b.wounds > 0:
		b.wounds--
	case n > 0:
		b.hurt = b.fallen[n-1]
		b.left[b.hurt]++
		b.fallen, b.wounds = b.fallen[:n-1], b.Kinds[b.hurt].Tough-1
	default:
		return false
	}
	return true
}

// fell has a model of a kind fall in place of the last that did, or next; it
// reports whether it can.
func (b *BodyState) fell(kind int) bool {
	if kind < 0 || kind >= len(b.left) || b.left[kind] == 0 {
		return false
	}
	for i, last := range slices.Backward(b.fallen) {
		if last != kind {
			b.left[last]++
			b.left[kind]--
			b.fallen[i] = kind
			return true
		}
	}
	if b.wounds > 0 || b.hurt == kind || len(b.Kinds) < 2 {
		return false
	}
	b.hurt = kind
	return true
}
