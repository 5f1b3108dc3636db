package play

import (
	"fmt"
	"slices"
	"strings"

	"muster/builder/gf/preview"
	"muster/builder/table"
	catalog "muster/catalog/fad"
	"muster/rules"
)

// A State is the state of a game after its events.
type State struct {
	Table  *Table
	Round  int
	Rounds int // number of rounds of the game; 0 if not agreed
	Over   bool
	Sides  [2]SideState
	// Turn is the side that acts next, 0 or 1; -1 if unknown.
	Turn int
	// Objectives holds the side that holds each objective: 0 or 1, or -1 for nobody.
	Objectives []int
	// Shared is the id of the mission of both sides; "" for none.
	Shared string
	Log    []Entry
	Events int // number of events so far

	first int // the side that goes first in this round; -1 if unknown
	// passed is the number of the event by which each side last acted in this round with an unnamed
	// unit; 0 for none.
	passed  [2]int
	unnamed [2]int // number of each side's units that have acted without being named
	// done is the number of the event after each side's last activation of the round; 0 while units
	// are left.
	done     [2]int
	riders   [2]map[string][]*UnitState // passengers by vehicle, for each side
	second   int                        // the side that lost the last roll for going first; -1 for none
	placed   bool                       // the number of objectives is decided
	heart    verdict                    // whether sides may lose heart
	optional []string                   // the optional rules that are played
	before   []snapshot                 // the states at the end of earlier rounds

	tokenUnits []*UnitState // units that gather tokens by their rules
}

// A SideState is the state of a side.
type SideState struct {
	*Side
	Units       []*UnitState
	OtherPoints int   // besides points for objectives
	ByRound     []int // the total score at the end of each round
	Mission     string
	Held        int // consecutive turns in which it held its mission
	Won         bool
	Command     string // its style of command; "" for none
	// Heart is the number of levels of Resolve that all its units have lost for the rest of the game.
	Heart       int
	Used        bool // it has used the action of its style in this round
	judgedRound int  // the last round in which its mission was judged
}

// A verdict is the players' decision about using an optional rule.
type verdict uint8

const (
	undecided verdict = iota
	wanted
	unwanted
)

// A UnitState is the state of a unit.
type UnitState struct {
	*Group
	Bodies []BodyState
	States []string // ids, oldest first
	activation
	In              string      // the id of its transport; "" for none
	Waiting         bool        // off the table, in reserve
	Due             int         // the earliest round of its arrival, for a unit that was sent ahead
	Arrived         int         // the round of its arrival from reserve; 0 for none
	Gone            string      // why a unit with living models is out of the game, such as "routed"; "" if it is not
	Test            Test        // the morale test that it must take now
	transportLost   bool        // its transport was destroyed with it inside
	wreck           bool        // it is in the wreck of its transport, and dice will decide whether it lives
	downed          int         // the round of its death while a die may still find it only stunned; else 0
	fallenNoLoss    int         // number of figures that fell but do not count as losses
	CallsOver       bool        // nobody can call it any more
	invoking        string      // the power that it is invoking; "" for none
	fell            int         // the last round in which it was destroyed; 0 for none
	scouted         bool        // it was sent ahead before the game and has tested
	hurt            int         // the last round in which it had losses
	leaderLostRound int         // the round in which its leader was lost; 0 while a leader stands
	onceStates      []string    // states that it has had of those that only one unit of a side may have in a game
	heart           int         // levels of Resolve that it has lost for the rest of the game
	means           []string    // ids of the states that change its tests or dice
	suffers         []rules.Use // rules from its tokens of optional rules
	gathered
	destroyerAsked bool       // players were asked who destroyed it
	slayer         *UnitState // the unit that destroyed it, if that gains tokens; else nil
	slayerTokens   []int      // tokens that slayer gained for it, by index of slayer's rules
	using, against []rules.Use
}

// An activation records whether and how a unit has acted in a round.
type activation struct {
	Acted         bool
	at            int    // number of the event; 0 for none
	with          string // the id of the vehicle that it got out of and acts with; "" for none
	used          bool   // it has invoked a power, was called, or had a die rolled again for its wounded
	testedWounded int    // its wounded that a test left as they were
	// responded reports that it has tested command response.
	responded bool
	tested    [2]bool // it has tested Resolve (0), and repairs (1)
	idle      bool    // it stayed idle
	calmed    bool    // it has tested to remove tokens of optional rules
}

// A Test is the reason for a morale test that a unit must take.
type Test uint8

// The reasons for a morale test.
const (
	NoneToTake Test = iota
	AfterWounds
	AfterMelee
	AtStart // at the start of the round, to see whether it is still Shaken
)

// A BodyState is the state of a body: the unit's own models, or a joined hero.
type BodyState struct {
	*table.Unit
	Tokens int
	Used   []int // how often each of Once was used
	Marks  []int // tokens of each of the game's optional rules
	left   []int // models left of each kind
	hurt   int   // the kind of the model that is wounded or falls next
	wounds int   // wounds on that model
	fallen []int // kinds of the fallen models, in order
}

// A snapshot is the part of a finished round that previousRound restores.
type snapshot struct {
	first, second         int
	passed, unnamed, done [2]int
	styles                [2]bool // each side has used the action of its style
	units                 map[*UnitState]unitSnapshot
	bodies                map[*BodyState]bodySnapshot
}

type unitSnapshot struct {
	activation
	gathered gathered
	ended    []string // states that ended with the round
}

type bodySnapshot struct {
	tokens      int
	used, marks []int
}

// Replay returns the state of a game after its events.
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
			u.suffers = s.tokenPenalties(u)
			u.using, u.against = s.uses(u)
			if !u.Lives() { // a destroyed unit has no other state
				u.States = nil
			}
			u.means = slices.DeleteFunc(slices.Clone(u.States), func(id string) bool { return s.ignores(u, id) != "" })
		}
	}
	return s
}

// ignores returns the name of the unit's trait that negates a state; "" for none.
func (s *State) ignores(u *UnitState, id string) string {
	for _, other := range u.States {
		if state := s.Game().State(other); slices.Contains(state.Ignores, id) {
			return s.Game().Word(other)
		}
	}
	return u.Ignores[id]
}

// Means describes the effect of a state on a unit.
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

// begin returns the state of a game before its first event.
func (t *Table) begin() *State {
	s := &State{Table: t, Round: 1, Turn: -1, first: -1, second: -1}
	if n := t.rounds; len(n) > 0 {
		s.Rounds = n[0]
	}
	s.Objectives = slices.Repeat([]int{-1}, t.system.Play.Objectives)
	for i := range t.Sides {
		side := &s.Sides[i]
		side.Side, side.Command = &t.Sides[i], t.Sides[i].Style
		for _, u := range t.Sides[i].Units {
			now := t.fresh(u)
			now.on = make([]int, len(t.placing[1-i]))
			if side.Units = append(side.Units, now); len(now.TokenRules) > 0 {
				s.tokenUnits = append(s.tokenUnits, now)
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

func (t *Table) mostTokens() int { return t.system.Play.Tokens }

// Game returns the game system that is played.
func (s *State) Game() *rules.System { return s.Table.system }

// Missions returns the missions that a side may have; nil if both sides play for objectives.
func (s *State) Missions() []catalog.Mission { return s.Table.missions }

// Style returns a side's style of command; nil if unknown.
func (s *State) Style(side int) *catalog.Style {
	for _, style := range s.Styles() {
		if style.ID == s.Sides[side].Command {
			return &style
		}
	}
	return nil
}

// Styles returns the game's styles of command; nil in most games.
func (s *State) Styles() []catalog.Style { return s.Table.styles }

// SharedMission returns the mission of both sides; nil if they play for objectives alone.
func (s *State) SharedMission() *rules.Mission {
	all := s.Game().Play.Missions
	if i := slices.IndexFunc(all, func(m rules.Mission) bool { return m.ID == s.Shared }); i >= 0 {
		return &all[i]
	}
	return nil
}

// NeedsObjectiveCount reports whether the number of objectives is still to be decided.
func (s *State) NeedsObjectiveCount() bool {
	_, die := s.objectives()
	return die > 0 && !s.placed
}

// objectives returns the most objectives of the game, and the sides of the die that decides their
// number; 0 sides if their number is fixed.
func (s *State) objectives() (most, die int) {
	if m := s.SharedMission(); m != nil {
		return m.Objectives, m.Die
	}
	return s.Game().Play.Objectives, s.Game().Play.Die
}

// Mission returns the mission of a side; nil if it has none.
func (s *State) Mission(side int) *catalog.Mission {
	for _, m := range s.Missions() {
		if m.ID == s.Sides[side].Mission {
			return &m
		}
	}
	return nil
}

// RoundChoices returns the numbers of rounds that a game may last.
func (s *State) RoundChoices() []int { return s.Table.rounds }

// Unit returns the unit of a side with the id, or with a joined hero of that id, and the body with
// the id.
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

// side returns the index of a side in Sides.
func side(their bool) int {
	if their {
		return 1
	}
	return 0
}

// Aboard returns the units that ride in a unit.
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

// ObjectivesHeld returns the number of objectives that a side holds.
func (s *State) ObjectivesHeld(side int) int {
	n := 0
	for _, holder := range s.Objectives {
		if holder == side {
			n++
		}
	}
	return n
}

// Total returns the objectives held by a side plus its points.
func (s *State) Total(side int) int { return s.ObjectivesHeld(side) + s.Sides[side].OtherPoints }

// Lives reports whether any part of the unit is still in the game.
func (u *UnitState) Lives() bool { return u.Gone == "" && u.ModelsLeft() > 0 }

// OnTable reports whether the unit is in the game, and neither in reserve nor in a wreck.
func (u *UnitState) OnTable() bool { return u.Lives() && !u.Waiting && !u.wreck }

// InWreck reports whether the unit is in the wreck of its vehicle, and dice have yet to decide
// whether it lives.
func (u *UnitState) InWreck() bool { return u.wreck }

// Is reports whether the unit is in a state.
func (u *UnitState) Is(id string) bool { return slices.Contains(u.States, id) }

// MayFire reports whether the unit is on the table, and not in a state that prevents firing.
func (u *UnitState) MayFire() bool {
	return u.OnTable() && !slices.ContainsFunc(u.means, func(id string) bool {
		return id == rules.Pinned || id == rules.Damaged || id == rules.Critical
	})
}

// ModelsLeft returns the number of living models of the unit and its heroes.
func (u *UnitState) ModelsLeft() int {
	n := 0
	for i := range u.Bodies {
		n += u.Bodies[i].ModelsLeft()
	}
	return n
}

// Half reports whether at most half of the unit is left: of its models, or of the wounds of a
// single model (docs/rules-notes.md, Fights).
func (u *UnitState) Half() bool {
	start := u.Group.Models()
	if start != 1 {
		return 2*u.ModelsLeft() <= start
	}
	b := &u.Bodies[0]
	return 2*b.WoundsLeft() <= b.Kinds.Wounds()
}

// ModelsLeft returns the number of living models of the body.
func (b *BodyState) ModelsLeft() int {
	n := 0
	for _, left := range b.left {
		n += left
	}
	return n
}

// WoundsLeft returns the number of wounds that the body can still take.
func (b *BodyState) WoundsLeft() int {
	n := -b.wounds
	for i, left := range b.left {
		n += left * b.Kinds[i].Tough
	}
	return n
}

// ModelsOfKind returns the number of living models of a kind, by index in Kinds.
func (b *BodyState) ModelsOfKind(kind int) int { return b.left[kind] }

// Fallen returns the number of fallen models of the body.
func (b *BodyState) Fallen() int { return len(b.fallen) }

// UnitNow returns a body of a unit with the profile, weapons and rules that are left to it now.
func (s *State) UnitNow(u *UnitState, b *BodyState) table.Unit { return s.Table.game.now(s, u, b) }

// UsesLeft returns the remaining uses of the limited action i of Once. For a weapon it is the
// number of unspent copies.
func (b *BodyState) UsesLeft(i int) int {
	once, n := &b.Once[i], 0
	if !once.Weapon {
		return once.Times - b.Used[i]
	}
	for _, w := range b.weaponsNow() {
		if w.Name == once.Name {
			n += w.Count
		}
	}
	return n
}

// spent returns the number of spent one-use weapons of the body, by name.
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

// rulesNow returns the rules of the body and of its living models.
func (b *BodyState) rulesNow() []string {
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

// weaponsNow returns the weapons of the living models, without spent ones.
func (b *BodyState) weaponsNow() []table.Weapon {
	var all []table.Weapon
	add := func(w table.Weapon, n int) {
		if n == 0 {
			return
		}
		at := slices.IndexFunc(all,
			func(o table.Weapon) bool { return o.Name == w.Name && slices.Equal(o.Parts(), w.Parts()) })
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

// wound deals one wound to the body, and reports whether a model could take it.
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

// picked reports whether the player chose the kind of the model that falls next.
func (b *BodyState) picked() bool { return b.hurt > 0 }

// heal takes one wound back, from the last fallen model if no model is wounded, and reports whether
// there was one.
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

// fell makes a model of a kind fall in place of the last fallen model, or makes that kind fall
// next. It reports whether that is possible.
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

// Last reports whether the round is the last that the game was to have.
func (s *State) Last() bool { return s.Rounds > 0 && s.Round >= s.Rounds }
