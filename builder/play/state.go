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

// A State is the state of a game after all its events.
type State struct {
	Table      *Table
	Round      int
	RoundCount int // number of rounds of the game; 0 if not agreed
	IsOver     bool
	Sides      [2]SideState
	// NextSide is the side that acts next, 0 or 1; -1 if unknown.
	NextSide int
	// ObjectiveHolders has the holder of each objective: side 0 or 1, or -1 for nobody.
	ObjectiveHolders []int
	// SharedMissionID is the id of the mission of both sides; "" for none.
	SharedMissionID string
	Log             []LogEntry
	EventCount      int // number of events that have had an effect

	firstSide int // the side that goes first in this round; -1 if unknown
	// lastUnnamedActEvent is the number of the event by which an unnamed unit of each side last
	// acted in this round; 0 for none.
	lastUnnamedActEvent [2]int
	unnamedActedCount   [2]int // number of each side's units that have acted in this round without being named
	// roundFinishEvent is the number of the event by which each side finished the round, as its
	// last unit acted or was destroyed; 0 while units are left.
	roundFinishEvent      [2]int
	passengers            [2]map[string][]*UnitState // passengers by vehicle, for each side
	rollOffLoser          int                        // the side that lost the last roll for going first; -1 for none
	objectiveCountDecided bool                       // the number of objectives is decided
	loseHeartRule         ruleVerdict                // whether sides may lose heart
	playedRuleIDs         []string                   // ids of the optional rules that are played
	earlierRounds         []roundSnapshot            // the states at the end of earlier rounds

	unitsWithTokenRules []*UnitState // units that get tokens by their own rules
}

// A SideState is the state of a side.
type SideState struct {
	*Side
	Units              []*UnitState
	NonObjectivePoints int   // points apart from those for objectives
	ScoreByRound       []int // the total score at the end of each round
	MissionID          string
	MissionTurnsHeld   int    // consecutive turns in which it held its mission
	MissionDone        bool   // it has done its mission
	StyleID            string // id of its style of command; "" for none
	// ResolveLevelsLost is the number of levels of Resolve that all its units have lost for the
	// rest of the game.
	ResolveLevelsLost  int
	StyleAbilityUsed   bool // it has used the ability of its style in this round
	missionJudgedRound int  // the last round at whose end the players said if its mission was held
}

// A ruleVerdict is the players' decision on whether to use an optional rule.
type ruleVerdict uint8

const (
	ruleUndecided ruleVerdict = iota // the players have not decided yet
	ruleAccepted                     // the rule is used
	ruleDeclined                     // the rule is not used
)

// A UnitState is the state of a unit.
type UnitState struct {
	*Group
	Subunits []SubunitState
	States   []string // ids, oldest first
	activation
	InTransport     string     // the id of its transport; "" for none
	InReserve       bool       // off the table, in reserve
	MinArrivalRound int        // the earliest round in which a unit in reserve can arrive; 0 for any
	ArrivalRound    int        // the round of its arrival from reserve; 0 for none
	GoneReason      string     // why a unit with living models is out of the game, such as "routed"; "" if it is not
	DueTest         TestReason // the morale test that it must take now
	inLostTransport bool       // its transport was destroyed with it inside
	inWreck         bool       // it is in the wreck of its transport, and dice will decide whether it lives
	// the round of its death while a die can still show that it was only stunned; else 0
	maybeStunnedRound    int
	fallenNotLosses      int    // number of figures that fell but do not count as losses
	ArtilleryContactLost bool   // off-board artillery with lost contact: nobody can call it again
	invokedPower         string // id of the power that it is invoking; "" for none
	lastDestroyedRound   int    // the last round in which it was destroyed; 0 for none
	hasScouted           bool   // it was sent ahead before the game and has tested
	lastLossRound        int    // the last round in which it had losses
	leaderLostRound      int    // the round in which its leader was lost; 0 while a leader stands
	// ids of the states that it has been in and that only one unit of a side may enter in a game
	usedOncePerSideStates []string
	resolveLevelsLost     int // levels of Resolve that it has lost for the rest of the game
	// ids of its states that have an effect, since no trait negates them
	statesWithEffect  []string
	tokenPenaltyRules []rules.Use // rules that it gets from its tokens of optional rules
	gathered
	askedForDestroyer bool // players were asked who destroyed it
	// the unit that destroyed it, if that unit gains tokens for it; else nil
	destroyedBy                    *UnitState
	destroyerTokenGains            []int       // tokens that destroyedBy gained for it, by index of its rules
	ownTokenRules, enemyTokenRules []rules.Use // rules with tokens that it uses, and that enemies use against it
}

// An activation records whether and how a unit has acted in a round.
type activation struct {
	Acted          bool
	actEventNumber int // number of the event by which it acted; 0 for none
	// id of the vehicle that it got out of, to act together with it; "" for none
	exitedVehicleID string
	// it has done what it may do once in a round: invoke a power, be called, or roll a die for its
	// wounded again
	usedOncePerRoundAction bool
	failedRecoveryTests    int // number of recovery tests that left a figure wounded
	// testedCommandResponse means that it has tested command response.
	testedCommandResponse   bool
	testedResolveAndRepairs [2]bool // it has tested Resolve [0], and repairs [1]
	stayedIdle              bool    // it stayed idle
	testedTokenRemoval      bool    // it has tested to remove tokens of optional rules
}

// gathered counts the tokens of rules on a unit.
type gathered struct {
	ownRules []ruleTokenCount // tokens of the unit's own rules, by index in Group.TokenRules
	// tokens that the enemy placed, by index in Table.tokenPlacingRules of the enemy's side
	enemyTokens []int
}

// A ruleTokenCount counts the tokens and uses of one rule of a unit.
type ruleTokenCount struct {
	tokens         int
	gotStartTokens bool // the unit got its tokens for the start of this round
	startTokens    int  // number of tokens that the unit got for the start of this round
	timesPlaced    int  // number of times that the rule placed tokens, in the game or in this round
}

// A TestReason is the reason for a morale test that a unit must take.
type TestReason uint8

// The reasons for a morale test.
const (
	NoTestDue TestReason = iota
	DueAfterWounds
	DueAfterMelee
	DueAtRoundStart // at the start of the round, to see whether it is still Shaken
)

// A SubunitState is the state of a subunit: the unit's own models, or a joined hero.
type SubunitState struct {
	*table.Unit
	SpellTokensLeft    int
	ActionUses         []int // number of uses of each action in LimitedActions
	OptionalRuleTokens []int // number of tokens of each of the game's optional rules
	modelsLeft         []int // models left of each kind (group of equal models)
	nextKindToFall     int   // the kind of the model that is wounded or falls next
	woundsTaken        int   // wounds on the wounded model
	fallenKinds        []int // kinds of the fallen models, in order
}

// A roundSnapshot is the part of a finished round that previousRound restores.
type roundSnapshot struct {
	firstSide, rollOffLoser                                  int
	lastUnnamedActEvent, unnamedActedCount, roundFinishEvent [2]int
	styleAbilitiesUsed                                       [2]bool // whether each side has used the ability of its style
	units                                                    map[*UnitState]unitSnapshot
	subunits                                                 map[*SubunitState]SubunitState // with their own counts of actions and tokens
}

// A unitSnapshot is the part of a unit's state that previousRound restores.
type unitSnapshot struct {
	activation
	gatheredTokens gathered
	endedStates    []string // states that ended with the round
}

// Replay returns the state of a game after its events.
func (t *Table) Replay(g *Game) *State {
	s := t.newState()
	for _, e := range g.Events {
		s.apply(e)
	}
	for i := range s.Sides {
		s.passengers[i] = map[string][]*UnitState{}
		for _, u := range s.Sides[i].Units {
			if u.InTransport != "" && u.InTransport != u.ID && u.Lives() {
				s.passengers[i][u.InTransport] = append(s.passengers[i][u.InTransport], u)
			}
			u.tokenPenaltyRules = s.tokenPenalties(u)
			u.ownTokenRules, u.enemyTokenRules = s.ruleUsesFromTokens(u)
			if !u.Lives() { // a destroyed unit has no other state
				u.States = nil
			}
			u.statesWithEffect = slices.DeleteFunc(slices.Clone(u.States), func(id string) bool { return s.negatingTrait(u, id) != "" })
		}
	}
	return s
}

// negatingTrait returns the name of the unit's trait that negates a state, or of a state of the
// unit that negates it; "" for none.
func (s *State) negatingTrait(u *UnitState, id string) string {
	for _, other := range u.States {
		if state := s.Game().State(other); slices.Contains(state.IgnoredStates, id) {
			return s.Game().TermFor(other)
		}
	}
	return u.IgnoredStates[id]
}

// StateEffect describes the effect of a state on a unit.
func (s *State) StateEffect(u *UnitState, id string) string {
	if by := s.negatingTrait(u, id); by != "" {
		return "Means nothing to it: " + by + "."
	}
	state := s.Game().State(id)
	if u.IsVehicle && state.VehicleMeaning != "" {
		return state.VehicleMeaning
	}
	return state.Meaning
}

// newState returns the state of a game before its first event.
func (t *Table) newState() *State {
	s := &State{Table: t, Round: 1, NextSide: -1, firstSide: -1, rollOffLoser: -1}
	if n := t.roundCounts; len(n) > 0 {
		s.RoundCount = n[0]
	}
	s.ObjectiveHolders = slices.Repeat([]int{-1}, t.system.Play.Objectives)
	for i := range t.Sides {
		side := &s.Sides[i]
		side.Side, side.StyleID = &t.Sides[i], t.Sides[i].CommandStyle
		for _, u := range t.Sides[i].Units {
			now := t.newUnitState(u)
			now.enemyTokens = make([]int, len(t.tokenPlacingRules[1-i]))
			if side.Units = append(side.Units, now); len(now.TokenRules) > 0 {
				s.unitsWithTokenRules = append(s.unitsWithTokenRules, now)
			}
		}
	}
	s.updateTurn()
	return s
}

// newUnitState returns the state of a unit before the game.
func (t *Table) newUnitState(u *Group) *UnitState {
	now := &UnitState{Group: u, InTransport: u.InTransport}
	now.ownRules = make([]ruleTokenCount, len(u.TokenRules))
	for _, b := range u.Subunits {
		one := SubunitState{
			Unit: b, SpellTokensLeft: min(b.SpellTokens, t.maxSpellTokens()), ActionUses: make([]int, len(b.LimitedActions)),
			OptionalRuleTokens: make([]int, len(t.optionalRules)),
		}
		for _, k := range b.Kinds {
			one.modelsLeft = append(one.modelsLeft, k.Models)
		}
		now.Subunits = append(now.Subunits, one)
	}
	return now
}

func (t *Table) maxSpellTokens() int { return t.system.Play.MaxSpellTokens }

// Game returns the game system that is played.
func (s *State) Game() *rules.System { return s.Table.system }

// Missions returns the missions that a side may have; nil if both sides play for objectives.
func (s *State) Missions() []catalog.Mission { return s.Table.missions }

// Style returns a side's style of command; nil if unknown.
func (s *State) Style(side int) *catalog.CommandStyle {
	for _, style := range s.Styles() {
		if style.ID == s.Sides[side].StyleID {
			return &style
		}
	}
	return nil
}

// Styles returns the game's styles of command; nil in most games.
func (s *State) Styles() []catalog.CommandStyle { return s.Table.styles }

// SharedMission returns the mission of both sides; nil if they play for objectives alone.
func (s *State) SharedMission() *rules.Mission {
	all := s.Game().Play.Missions
	if i := slices.IndexFunc(all, func(m rules.Mission) bool { return m.ID == s.SharedMissionID }); i >= 0 {
		return &all[i]
	}
	return nil
}

// NeedsObjectiveCount reports whether the number of objectives is still to be decided.
func (s *State) NeedsObjectiveCount() bool {
	_, die := s.objectiveLimits()
	return die > 0 && !s.objectiveCountDecided
}

// objectiveLimits returns the largest number of objectives of the game, and the sides of the die
// that decides the number; 0 sides if the number is fixed.
func (s *State) objectiveLimits() (most, die int) {
	if m := s.SharedMission(); m != nil {
		return m.Objectives, m.ObjectiveDieSides
	}
	return s.Game().Play.Objectives, s.Game().Play.ObjectiveDieSides
}

// Mission returns the mission of a side; nil if it has none.
func (s *State) Mission(side int) *catalog.Mission {
	for _, m := range s.Missions() {
		if m.ID == s.Sides[side].MissionID {
			return &m
		}
	}
	return nil
}

// RoundCountChoices returns the possible numbers of rounds of the game.
func (s *State) RoundCountChoices() []int { return s.Table.roundCounts }

// Unit returns the unit of a side with an id, or with a joined hero of that id, and its subunit
// with the id.
func (s *State) Unit(their bool, id string) (*UnitState, *SubunitState) {
	for _, u := range s.Sides[sideIndex(their)].Units {
		for i := range u.Subunits {
			if b := &u.Subunits[i]; b.ID == id {
				return u, b
			}
		}
	}
	return nil, nil
}

// sideIndex returns the index of a side in Sides.
func sideIndex(their bool) int {
	if their {
		return 1
	}
	return 0
}

// Aboard returns the units that ride in unit u.
func (s *State) Aboard(u *UnitState) []*UnitState {
	if riders := s.passengers[sideIndex(u.OfOpponent)]; riders != nil {
		return riders[u.ID]
	}
	var all []*UnitState
	for _, o := range s.Sides[sideIndex(u.OfOpponent)].Units {
		if o.InTransport == u.ID && o != u && o.Lives() {
			all = append(all, o)
		}
	}
	return all
}

// ObjectivesHeld returns the number of objectives that a side holds.
func (s *State) ObjectivesHeld(side int) int {
	n := 0
	for _, holder := range s.ObjectiveHolders {
		if holder == side {
			n++
		}
	}
	return n
}

// Score returns the number of objectives held by a side plus its points.
func (s *State) Score(side int) int { return s.ObjectivesHeld(side) + s.Sides[side].NonObjectivePoints }

// Lives reports whether any part of the unit is still in the game.
func (u *UnitState) Lives() bool { return u.GoneReason == "" && u.ModelsLeft() > 0 }

// OnTable reports whether the unit is in the game, and neither in reserve nor in a wreck.
func (u *UnitState) OnTable() bool { return u.Lives() && !u.InReserve && !u.inWreck }

// InWreck reports whether the unit is in the wreck of its vehicle, and dice have yet to decide
// whether it lives.
func (u *UnitState) InWreck() bool { return u.inWreck }

// IsInState reports whether the unit is in a state.
func (u *UnitState) IsInState(id string) bool { return slices.Contains(u.States, id) }

// MayFire reports whether the unit is on the table and in no state that prevents firing.
func (u *UnitState) MayFire() bool {
	return u.OnTable() && !slices.ContainsFunc(u.statesWithEffect, func(id string) bool {
		return id == rules.PinnedState || id == rules.DamagedState || id == rules.CriticalState
	})
}

// ModelsLeft returns the number of living models of the unit and its heroes.
func (u *UnitState) ModelsLeft() int {
	n := 0
	for i := range u.Subunits {
		n += u.Subunits[i].ModelsLeft()
	}
	return n
}

// AtHalfStrength reports whether at most half of the unit is left: of its models, or of the wounds
// of a single model (docs/rules-notes.md, Fights).
func (u *UnitState) AtHalfStrength() bool {
	start := u.Group.Models()
	if start != 1 {
		return 2*u.ModelsLeft() <= start
	}
	b := &u.Subunits[0]
	return 2*b.WoundsLeft() <= b.Kinds.Wounds()
}

// ModelsLeft returns the number of living models of the subunit.
func (b *SubunitState) ModelsLeft() int {
	n := 0
	for _, left := range b.modelsLeft {
		n += left
	}
	return n
}

// WoundsLeft returns the number of wounds that the subunit can still take.
func (b *SubunitState) WoundsLeft() int {
	n := -b.woundsTaken
	for i, left := range b.modelsLeft {
		n += left * b.Kinds[i].Tough
	}
	return n
}

// ModelsOfKind returns the number of living models of a kind, by index in the unit's Kinds.
func (b *SubunitState) ModelsOfKind(kind int) int { return b.modelsLeft[kind] }

// FallenCount returns the number of fallen models of the subunit.
func (b *SubunitState) FallenCount() int { return len(b.fallenKinds) }

// CurrentUnit returns a subunit with the profile, weapons and rules that it has at present.
func (s *State) CurrentUnit(u *UnitState, b *SubunitState) table.Unit {
	return s.Table.game.currentProfile(s, u, b)
}

// UsesLeft returns the remaining uses of the limited action with index i in LimitedActions. For a
// weapon it is the number of unspent copies.
func (b *SubunitState) UsesLeft(i int) int {
	once, n := &b.LimitedActions[i], 0
	if !once.IsWeapon {
		return once.MaxTimes - b.ActionUses[i]
	}
	for _, w := range b.weaponsNow() {
		if w.Name == once.Name {
			n += w.Count
		}
	}
	return n
}

// spentWeapons returns the number of spent one-use weapons of the subunit, by name.
func (b *SubunitState) spentWeapons() map[string]int {
	var all map[string]int
	for i, n := range b.ActionUses {
		if n > 0 && b.LimitedActions[i].IsWeapon {
			if all == nil {
				all = map[string]int{}
			}
			all[b.LimitedActions[i].Name] = n
		}
	}
	return all
}

// rulesNow returns the rules of the subunit and of its living models.
func (b *SubunitState) rulesNow() []string {
	all, counts := []string{}, map[string]int{}
	for i, k := range b.Kinds {
		text := strings.Join(k.Rules, ", ")
		if text == "" || b.modelsLeft[i] == 0 {
			continue
		}
		if counts[text] == 0 {
			all = append(all, text)
		}
		counts[text] += b.modelsLeft[i]
	}
	for i, text := range all {
		all[i] = fmt.Sprintf("%d× %s", counts[text], text)
	}
	return slices.Concat(b.Rules, all)
}

// weaponsNow returns the weapons of the living models, without spent ones.
func (b *SubunitState) weaponsNow() []table.Weapon {
	var all []table.Weapon
	add := func(w table.Weapon, n int) {
		if n == 0 {
			return
		}
		at := slices.IndexFunc(all,
			func(o table.Weapon) bool { return o.Name == w.Name && slices.Equal(o.ProfileParts(), w.ProfileParts()) })
		if at < 0 {
			at, all = len(all), append(all, w)
			all[at].Count = 0
		}
		all[at].Count += n
	}
	for i, k := range b.Kinds {
		for _, w := range k.Weapons {
			add(w, preview.WeaponsOfModels(w.Count, b.modelsLeft[i], k.Models))
		}
	}
	for _, w := range b.LooseWeapons {
		add(w, preview.WeaponsOfModels(w.Count, b.ModelsLeft(), b.Kinds.Models()))
	}
	spent := b.spentWeapons()
	all = slices.DeleteFunc(all, func(w table.Weapon) bool { return w.Count <= spent[w.Name] })
	for i := range all {
		all[i].Count -= spent[all[i].Name]
	}
	slices.SortStableFunc(all, func(a, b table.Weapon) int { return b.Range - a.Range })
	return all
}

// wound deals one wound to the subunit, and reports whether a model could take it.
func (b *SubunitState) wound() bool {
	if b.woundsTaken == 0 { // the next model is the first that stands
		if b.nextKindToFall >= len(b.modelsLeft) || b.modelsLeft[b.nextKindToFall] == 0 || b.nextKindToFall <= 0 { // none was chosen
			b.nextKindToFall = slices.IndexFunc(b.modelsLeft, func(n int) bool { return n > 0 })
		}
		if b.nextKindToFall < 0 {
			b.nextKindToFall = 0
			return false
		}
	}
	if b.woundsTaken++; b.woundsTaken >= b.Kinds[b.nextKindToFall].Tough {
		b.modelsLeft[b.nextKindToFall]--
		b.fallenKinds = append(b.fallenKinds, b.nextKindToFall)
		b.woundsTaken, b.nextKindToFall = 0, 0
	}
	return true
}

// heal takes one wound back, from the last fallen model if no model is wounded, and reports whether
// there was a wound.
func (b *SubunitState) heal() bool {
	switch n := len(b.fallenKinds); {
	case b.woundsTaken > 0:
		b.woundsTaken--
	case n > 0:
		b.nextKindToFall = b.fallenKinds[n-1]
		b.modelsLeft[b.nextKindToFall]++
		b.fallenKinds, b.woundsTaken = b.fallenKinds[:n-1], b.Kinds[b.nextKindToFall].Tough-1
	default:
		return false
	}
	return true
}

// chooseFallen replaces the last fallen model by a model of another kind, or makes that kind fall
// next. It reports whether that is possible.
func (b *SubunitState) chooseFallen(kind int) bool {
	if kind < 0 || kind >= len(b.modelsLeft) || b.modelsLeft[kind] == 0 {
		return false
	}
	for i, last := range slices.Backward(b.fallenKinds) {
		if last != kind {
			b.modelsLeft[last]++
			b.modelsLeft[kind]--
			b.fallenKinds[i] = kind
			return true
		}
	}
	if b.woundsTaken > 0 || b.nextKindToFall == kind || len(b.Kinds) < 2 {
		return false
	}
	b.nextKindToFall = kind
	return true
}

// IsLastRound reports whether the present round is the last one agreed.
func (s *State) IsLastRound() bool { return s.RoundCount > 0 && s.Round >= s.RoundCount }
