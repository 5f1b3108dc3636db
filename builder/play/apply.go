package play

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"muster/builder/finding"
	"muster/builder/table"
	catalog "muster/catalog/fad"
	"muster/rules"
)

// Apply returns the game with one more event, and its new state. It fails if the event is
// impossible: it changes nothing, the game is over, or the game has too many events.
func (s *State) Apply(g *Game, e Event) (*Game, *State, error) {
	after := g.WithEvent(e)
	if s.IsOver && e.Verb != ResumeGame {
		return nil, nil, errors.New("the game is over: nothing happens in it until it goes on")
	}
	if why := s.whyMustWait(e); why != "" {
		return nil, nil, errors.New(why)
	}
	now := s.Table.Replay(after)
	full := now.overfullVehicle()
	switch {
	case len(after.Events) > MaxEvents:
		return nil, nil, fmt.Errorf("a game has at most %d taps", MaxEvents)
	case now.EventCount == s.EventCount:
		if why := s.refusalReason(e); why != "" {
			return nil, nil, errors.New(why)
		}
		return nil, nil, fmt.Errorf("that changes nothing: %s", s.lastLogText())
	case full != nil && s.overfullVehicle() == nil:
		return nil, nil, fmt.Errorf("%s has %s, and all are taken: somebody gets out first", full.Name,
			finding.CountText(full.passengerSpaces, "space"))
	}
	return after, now, nil
}

// OnlyChangedRow reports whether an event changed at most one row of the table. It returns the unit
// of that row, whose passengers may have changed too, or nil if no row changed. was is the state
// before the event.
func (s *State) OnlyChangedRow(e Event, was *State) (*UnitState, bool) {
	if (s.lastActingSide() < 0) != (was.lastActingSide() < 0) { // then nobody comes from reserve any more, or somebody may
		return nil, false
	}
	if state := s.Game().State(e.Subject); e.Verb == EnterState && state != nil && state.OncePerGame { // nobody else of the side may now
		return nil, false
	}
	switch verbs[e.Verb].changedRows {
	case noRow:
		return nil, true
	case allRows:
		return nil, false
	}
	u, _ := s.Unit(e.OfOpponent, e.UnitID)
	before, _ := was.Unit(e.OfOpponent, e.UnitID)
	if u == nil || before == nil || !u.Lives() || !before.Lives() || len(s.unitsActingWith(u)) > 0 {
		return nil, false
	}
	if s.offBoardCallLabels(e.OfOpponent) != was.offBoardCallLabels(e.OfOpponent) { // of artillery with another observer now
		return nil, false
	}
	if u.InTransport != "" && u.ModelsLeft() != before.ModelsLeft() { // there is another number of spaces for others
		return nil, false
	}
	for range s.Sides[sideIndex(e.OfOpponent)].Units {
		if u.InTransport == "" {
			break
		}
		u, _ = s.Unit(e.OfOpponent, u.InTransport)
	}
	if u.InTransport != "" { // a list may have transports that ride in each other
		return nil, false
	}
	return u, true
}

// offBoardCallLabels joins the button labels of the calls that a side can still make for units that
// are never on the table, such as artillery.
func (s *State) offBoardCallLabels(their bool) string {
	all := ""
	for _, u := range s.Sides[sideIndex(their)].Units {
		if !u.OffBoard {
			continue
		}
		for _, m := range s.DecisionsOf(u) {
			for i := range m.Choices {
				all += m.Choices[i].Label
			}
		}
	}
	return all
}

// lastLogText returns the text of the newest entry in the log.
func (s *State) lastLogText() string {
	if n := len(s.Log); n > 0 {
		return s.Log[n-1].Text()
	}
	return "nothing has happened yet"
}

// apply applies an event; an impossible event changes nothing.
func (s *State) apply(e Event) {
	v := verbs[e.Verb]
	if !v.numberIsPassedDice {
		e.Number = max(1, e.Number)
	}
	done := false
	if e.UnitID == "" {
		done = v.applyToSide != nil && v.applyToSide(s, sideIndex(e.OfOpponent), e)
	} else if u, b := s.Unit(e.OfOpponent, e.UnitID); u != nil && v.applyToUnit != nil {
		done = v.applyToUnit(s, u, b, e)
	}
	if done {
		s.EventCount++
		s.loseHeart()
		s.updateTurn()
	}
}

// woundSubunit deals wounds to a subunit; on a vehicle, each wound is a marker of damage.
func (s *State) woundSubunit(u *UnitState, b *SubunitState, e Event) bool {
	if u.GoneReason != "" {
		return false
	}
	models, wounds := b.ModelsLeft(), 0
	for range min(e.Number, b.WoundsLeft()) {
		if b.wound() {
			wounds++
		}
	}
	if wounds == 0 {
		return false
	}
	if at := s.woundRulesIndex(); at >= 0 && e.Subject == s.OptionalRules()[at].ID && !u.IsVehicle {
		b.OptionalRuleTokens[at] += models - b.ModelsLeft()
	}
	u.lastLossRound = s.Round
	s.logLosses(u, b, models-b.ModelsLeft(), wounds)
	if u.IsVehicle && u.Lives() {
		id := rules.DamagedState
		if e.Subject == rules.CriticalState {
			id = rules.CriticalState
		}
		s.enterState(u, id)
	}
	if !u.Lives() {
		s.removeDestroyed(u, fateDestroyed)
		return true
	}
	s.loseLeader(u, b)
	s.Table.game.requireMoraleTest(u, false)
	return true
}

// limitWoundedFigures limits the unit's numbers of wounded figures, and of fallen figures that are
// no loss, to the number of fallen figures.
func (s *State) limitWoundedFigures(u *UnitState) {
	b := &u.Subunits[0]
	if at := s.woundRulesIndex(); at >= 0 {
		b.OptionalRuleTokens[at] = min(b.OptionalRuleTokens[at], b.FallenCount())
	}
	u.fallenNotLosses = min(u.fallenNotLosses, b.FallenCount())
}

// applyFallenChoice applies the player's choice of the kind of model that fell.
func (s *State) applyFallenChoice(u *UnitState, b *SubunitState, e Event) bool {
	if !b.chooseFallen(e.Number - 1) {
		return false
	}
	s.logUnitEvent(u, b, "chose who falls: "+b.Kinds[e.Number-1].Name)
	if u.hasLeader() {
		u.leaderLostRound = 0
	}
	s.loseLeader(u, b)
	return true
}

// healSubunit takes wounds of a subunit back.
func (s *State) healSubunit(u *UnitState, b *SubunitState, e Event) bool {
	if u.GoneReason != "" {
		return false
	}
	dead, healed := !u.Lives(), 0
	for range min(e.Number, b.Kinds.Wounds()) {
		if b.heal() {
			healed++
		}
	}
	if healed == 0 {
		return false
	}
	s.limitWoundedFigures(u)
	if u.hasLeader() {
		u.leaderLostRound = 0
	}
	if what := "got back " + finding.CountText(healed, "wound"); u.IsVehicle {
		s.logUnitEvent(u, b, "lost "+finding.CountText(healed, "marker"))
		if b.woundsTaken == 0 {
			u.leaveStates(rules.DamagedState, rules.CriticalState)
		}
	} else if b.Kinds.Wounds() == b.Kinds.Models() {
		s.logUnitEvent(u, b, fmt.Sprintf("got %d back, %d of %d", healed, b.ModelsLeft(), b.Kinds.Models()))
	} else {
		s.logUnitEvent(u, b, what)
	}
	if dead {
		u.DueTest = NoTestDue
		u.undoKillTokens()
	} else if u.DueTest == DueAfterWounds {
		u.DueTest = NoTestDue
		s.Table.game.requireMoraleTest(u, false)
	}
	return true
}

// loseLeader records the loss of a squad's last leader, and replaces the squad's states by the
// states for leaderless squads (FAD, Command Disruption).
func (s *State) loseLeader(u *UnitState, b *SubunitState) {
	if u.leaderLostRound > 0 || u.hasLeader() ||
		!slices.ContainsFunc(b.Kinds, func(k table.ModelKind) bool { return k.LeadsSquad }) {
		return
	}
	u.leaderLostRound = s.Round
	s.logUnitEvent(u, b, "lost its leader")
	for _, id := range slices.Clone(u.States) {
		if other := s.Game().State(id).LeaderlessState; other != "" {
			s.enterState(u, other)
		}
	}
}

// hasLeader reports whether a leader of the unit is still standing.
func (u *UnitState) hasLeader() bool {
	b := &u.Subunits[0]
	for i, k := range b.Kinds {
		if k.LeadsSquad && b.modelsLeft[i] > 0 {
			return true
		}
	}
	return false
}

// removeDestroyed removes a destroyed unit from the table, and logs the reason. Its living
// passengers get out; dead ones are removed with it.
func (s *State) removeDestroyed(u *UnitState, how string) {
	s.logUnitEvent(u, nil, how)
	u.DueTest, u.inWreck, u.lastDestroyedRound = NoTestDue, false, s.Round
	if fate := u.Fate(); u.minStunnedRoll > 0 && (fate == fateDestroyed || fate == fateKilled) {
		u.maybeStunnedRound = s.Round
	}
	for _, o := range s.Sides[sideIndex(u.OfOpponent)].Units {
		if o.InTransport != u.ID || o == u {
			continue
		}
		if o.InTransport = ""; o.Lives() {
			s.logUnitEvent(o, nil, "was in "+u.Name)
			s.Table.game.wreckPassenger(s, u, o)
		}
	}
}

// applyTokens spends or gains spell tokens.
func (s *State) applyTokens(u *UnitState, b *SubunitState, e Event) bool {
	most := s.Table.maxSpellTokens()
	if b.Unit.SpellTokens == 0 || most == 0 {
		return false
	}
	was := b.SpellTokensLeft
	if b.SpellTokensLeft = max(0, was-e.Number); e.Verb == GainSpellTokens {
		b.SpellTokensLeft = min(most, was+e.Number)
	}
	if b.SpellTokensLeft == was {
		return false
	}
	s.logTokens(u, b, was-b.SpellTokensLeft)
	return true
}

// applyLimitedAction records that a limited action was used, or was not used after all.
func (s *State) applyLimitedAction(u *UnitState, b *SubunitState, e Event) bool {
	i := slices.IndexFunc(b.LimitedActions, func(o table.LimitedAction) bool { return o.Name == e.Subject })
	switch {
	case i < 0:
		return false
	case e.Verb == UseLimitedAction && b.UsesLeft(i) > 0 && s.MayUseAction(u, &b.LimitedActions[i]):
		b.ActionUses[i]++
		s.logUnitEvent(u, b, "used "+e.Subject)
	case e.Verb == UndoLimitedAction && b.ActionUses[i] > 0:
		b.ActionUses[i]--
		s.logUnitEvent(u, b, "did not use "+e.Subject)
	default:
		return false
	}
	return true
}

// beginState makes a unit enter a state by the player's choice.
func (s *State) beginState(u *UnitState, _ *SubunitState, e Event) bool {
	if !u.Lives() {
		return false
	}
	if state := s.Game().State(e.Subject); len(e.Dice) > 0 && state != nil && state.TestPassesToBegin > 0 &&
		!u.IsInState(e.Subject) {
		s.logUnitEvent(u, nil, fmt.Sprintf("took a Quality test%s: %s", e.diceText(), passesText(e.Number)))
	}
	return s.enterState(u, e.Subject)
}

// endState makes a unit leave a state by the player's choice.
func (s *State) endState(u *UnitState, _ *SubunitState, e Event) bool {
	if !u.Lives() || !u.leaveStates(e.Subject) {
		return false
	}
	if e.Subject == rules.ShakenState && u.DueTest == DueAtRoundStart {
		u.DueTest = NoTestDue
	}
	u.usedOncePerSideStates = slices.DeleteFunc(slices.Clone(u.usedOncePerSideStates),
		func(id string) bool { return id == e.Subject })
	s.logUnitEvent(u, nil, "no longer "+s.Game().TermFor(e.Subject))
	return true
}

// enterState puts a unit into a state if that is possible, and reports whether the state is new for
// it.
func (s *State) enterState(u *UnitState, id string) bool {
	state := s.Game().State(id)
	if state != nil && state.LeaderlessState != "" && u.leaderLostRound == s.Round {
		id = state.LeaderlessState
		state = s.Game().State(id)
	}
	if state == nil || !u.CanBeInState(state) || u.IsInState(id) || state.OncePerGame && s.SideHadState(u, id) {
		return false
	}
	if state.OncePerGame {
		u.usedOncePerSideStates = append(u.usedOncePerSideStates, id)
	}
	for _, other := range u.States {
		if slices.Contains(s.Game().State(other).ReplacedStates, id) {
			return false
		}
	}
	u.leaveStates(state.ReplacedStates...)
	if u.States = append(u.States, id); id == rules.ShakenState {
		u.removeShakenTokens()
	}
	s.logUnitEvent(u, nil, s.Game().TermFor(id))
	return true
}

// SideHadState reports whether a unit of u's side has been in a state that only one unit of a side
// may enter in a game.
func (s *State) SideHadState(u *UnitState, id string) bool {
	return slices.ContainsFunc(s.Sides[sideIndex(u.OfOpponent)].Units,
		func(o *UnitState) bool { return slices.Contains(o.usedOncePerSideStates, id) })
}

// CanBeInState reports whether a unit of this kind can be in a state.
func (g *Group) CanBeInState(state *rules.State) bool {
	return !g.OffBoard && (state.Bearers == "" || (state.Bearers == rules.BearersVehicles) == g.IsVehicle)
}

// leaveStates removes states from the unit, and reports whether it was in one of them.
func (u *UnitState) leaveStates(ids ...string) bool {
	n := len(u.States)
	u.States = slices.DeleteFunc(slices.Clone(u.States), func(id string) bool { return slices.Contains(ids, id) })
	return len(u.States) < n
}

// applyMelee applies the events of melee and morale to a unit.
func (s *State) applyMelee(u *UnitState, _ *SubunitState, e Event) bool {
	if u.inWreck {
		return s.applyWreck(u, e)
	}
	if u.maybeStunnedRound > 0 && s.Round > u.maybeStunnedRound {
		return s.applyStunned(u, e)
	}
	if !u.Lives() || s.Game().State(rules.ShakenState) == nil {
		return false
	}
	fatigued := s.Game().State(rules.FatiguedState) != nil
	switch e.Verb {
	case FoughtMelee:
		if u.DueTest == DueAfterWounds { // in melee only the loser tests
			u.DueTest = NoTestDue
		} else if u.IsInState(rules.FatiguedState) || !fatigued {
			return false
		}
		if s.logUnitEvent(u, nil, "fought"); fatigued {
			s.enterState(u, rules.FatiguedState)
		}
	case LostMelee:
		if u.DueTest == DueAfterMelee {
			return false
		}
		s.logUnitEvent(u, nil, "lost the melee")
		s.Table.game.requireMoraleTest(u, true)
	case PassedTest, FailedTest, NeedsNoTest:
		if u.DueTest == DueAtRoundStart {
			return s.applyShakenTest(u, e.Verb == PassedTest)
		}
		if e.Verb == FailedTest {
			return s.failMoraleTest(u)
		}
		if u.DueTest == NoTestDue && !u.inLostTransport {
			return false
		}
		if u.DueTest == NoTestDue {
			u.inLostTransport = false
			s.logUnitEvent(u, nil, "tested for dangerous ground")
			return true
		}
		u.DueTest = NoTestDue
		if e.Verb == NeedsNoTest {
			s.logUnitEvent(u, nil, "did not test")
		} else {
			s.logUnitEvent(u, nil, "tested, held")
		}
	}
	return true
}

// applyWreck applies the dice for a unit in the wreck of its vehicle, and reports whether the event
// is possible. A surviving character does not act again in the round (FAD, Characters in Vehicles).
// In power armour, a 5 wounds a figure and a 6 kills it (FAD, Powered Armour).
func (s *State) applyWreck(u *UnitState, e Event) bool {
	switch b := &u.Subunits[0]; e.Verb {
	case PassedTest:
		u.inWreck, u.Acted = false, true
		s.logUnitEvent(u, nil, "survived"+e.diceText())
	case NeedsNoTest:
		for _, die := range e.Dice {
			points := max(0, die-4)
			for models := b.ModelsLeft(); points > 0 && b.ModelsLeft() == models && b.wound(); points-- {
			}
			if at := s.woundRulesIndex(); at >= 0 && die == 5 && b.woundsTaken == 0 {
				b.OptionalRuleTokens[at]++
			}
		}
		if u.inWreck = false; u.ModelsLeft() == 0 {
			s.removeDestroyed(u, fateKilled+e.diceText())
			u.lastDestroyedRound = 0
			break
		}
		s.logUnitEvent(u, nil, "got out of the wreck"+e.diceText())
	case FailedTest:
		u.GoneReason = fateKilled
		s.removeDestroyed(u, fateKilled+e.diceText())
		u.lastDestroyedRound = 0
	default:
		return false
	}
	return true
}

// applyStunned applies the die for a unit that was killed in an earlier round and may be only
// stunned (FAD, Villain).
func (s *State) applyStunned(u *UnitState, e Event) bool {
	switch e.Verb {
	case PassedTest:
		if u.GoneReason, u.InTransport = "", ""; u.ModelsLeft() == 0 {
			u.Subunits[0].heal()
			s.limitWoundedFigures(u)
		}
		u.undoKillTokens()
		s.logUnitEvent(u, nil, "was only stunned, and stands up"+e.diceText())
	case FailedTest:
		u.maybeStunnedRound = 0
		s.logUnitEvent(u, nil, "is dead"+e.diceText())
	default:
		return false
	}
	return true
}

// failMoraleTest applies a failed morale test, and reports whether the unit had a test to take.
func (s *State) failMoraleTest(u *UnitState) bool {
	if u.DueTest == NoTestDue {
		return false
	}
	routs := u.DueTest == DueAfterMelee && u.AtHalfStrength()
	u.DueTest = NoTestDue
	s.logUnitEvent(u, nil, "tested")
	if routs {
		u.GoneReason = "routed"
		s.removeDestroyed(u, "routed")
	} else {
		s.enterState(u, rules.ShakenState)
	}
	return true
}

// applyShakenTest applies the result of a shaken unit's test at the start of a round.
func (s *State) applyShakenTest(u *UnitState, recovered bool) bool {
	u.DueTest = NoTestDue
	what := "still "
	if recovered {
		what = "no longer "
		u.leaveStates(rules.ShakenState)
	}
	s.logUnitEvent(u, nil, what+s.Game().TermFor(rules.ShakenState))
	return true
}

// applyResolveOrRepair applies the result of a unit's Resolve check or repair test (FAD, Morale;
// FAD, Damaged).
func (s *State) applyResolveOrRepair(u *UnitState, _ *SubunitState, e Event) bool {
	if s.Game().FindOptionalRules(e.Subject) != nil {
		return s.applyTokenTests(u, e)
	}
	which, passes := 0, e.Number
	if e.Verb == TestedRepair {
		which = 1
	}
	if !u.Lives() || s.Game().State(rules.BrokenState) == nil || which == 1 && !u.IsVehicle {
		return false
	}
	u.testedResolveAndRepairs[which] = true
	damaged := u.IsInState(rules.DamagedState) || u.IsInState(rules.CriticalState)
	lost := ""
	switch {
	case e.Verb == TestedResolve && passes >= 2:
		s.logUnitEvent(u, nil, "tested its Resolve"+e.diceText()+", rallied")
		u.leaveStates(rules.BrokenState)
	case e.Verb == TestedResolve && passes == 1 && u.IsVehicle && damaged:
		lost = "tested its Resolve" + e.diceText() + ", the crew bailed out"
	case e.Verb == TestedResolve && passes == 1:
		s.logUnitEvent(u, nil, "tested its Resolve"+e.diceText())
		s.enterState(u, rules.BrokenState)
	case e.Verb == TestedResolve:
		lost = "tested its Resolve" + e.diceText() + ", routed"
	case passes >= 2:
		u.leaveStates(rules.DamagedState, rules.CriticalState)
		s.logUnitEvent(u, nil, "tested"+e.diceText()+", repaired")
	case passes == 1:
		s.logUnitEvent(u, nil, "tested"+e.diceText()+", still damaged")
	default:
		lost = "tested" + e.diceText() + ", beyond repair"
	}
	if lost != "" {
		u.GoneReason = "routed"
		if u.IsVehicle {
			u.GoneReason = "lost"
		}
		s.removeDestroyed(u, lost)
	}
	return true
}

// applyScouting applies the result of scouting ahead before the game (FAD, Determine Recon Points).
func (s *State) applyScouting(u *UnitState, _ *SubunitState, e Event) bool {
	passes := e.Number
	if !u.SentAhead || u.hasScouted || !u.Lives() {
		return false
	}
	u.hasScouted = true
	switch {
	case passes >= 3:
		s.logUnitEvent(u, nil, "is back from recon"+e.diceText())
	case passes > 0:
		u.InReserve, u.MinArrivalRound = true, 4-passes
		s.logUnitEvent(u, nil, fmt.Sprintf("comes from recon in round %d%s", u.MinArrivalRound, e.diceText()))
	default:
		u.GoneReason = "ambushed"
		s.removeDestroyed(u, "was ambushed on recon"+e.diceText())
	}
	return true
}

// loseHeart lowers the Resolve of sides that have lost enough of their units, if the players use
// this rule. Units that have no Resolve left are lost (FAD, Losing Heart).
func (s *State) loseHeart() {
	for i := range s.Sides {
		one := &s.Sides[i]
		levels := s.lostResolveLevels(i)
		if s.loseHeartRule != ruleAccepted {
			levels = 0
		}
		if levels > one.ResolveLevelsLost {
			s.logGameEvent("%s loses heart: Resolve falls by a level", one.Name)
		}
		if one.ResolveLevelsLost == levels {
			continue
		}
		one.ResolveLevelsLost = levels
		for _, u := range one.Units {
			if u.resolveLevelsLost = levels; u.Lives() && s.Table.game.outOfResolve(u, levels) {
				u.GoneReason = "lost heart"
				s.removeDestroyed(u, "has no Resolve left")
			}
		}
	}
}

// lostResolveLevels returns the number of levels of Resolve that a side loses because of its
// destroyed units.
func (s *State) lostResolveLevels(side int) int {
	gone, all := 0, 0
	for _, u := range s.Sides[side].Units {
		if u.OffBoard {
			continue
		}
		if all++; !u.Lives() {
			gone++
		}
	}
	n := 0
	for _, percentage := range s.Game().Play.UnitLossThresholds {
		if all > 0 && 100*gone >= percentage*all {
			n++
		}
	}
	return n
}

// removeUnit takes a unit out of the game by the player's choice.
func (s *State) removeUnit(u *UnitState, _ *SubunitState, e Event) bool {
	if !u.Lives() {
		return false
	}
	u.GoneReason = cmp.Or(e.Subject, "removed")
	s.removeDestroyed(u, u.GoneReason)
	return true
}

// undoRemove takes back the removal of a unit.
func (s *State) undoRemove(u *UnitState, _ *SubunitState, _ Event) bool {
	if u.GoneReason == "" || u.ModelsLeft() == 0 {
		return false
	}
	u.GoneReason = ""
	u.undoKillTokens()
	s.logUnitEvent(u, nil, "is on the table after all")
	return true
}

// leaveTransport makes a unit get out of its transport.
func (s *State) leaveTransport(u *UnitState, _ *SubunitState, _ Event) bool {
	if u.InTransport == "" || !u.Lives() {
		return false
	}
	from, _ := s.Unit(u.OfOpponent, u.InTransport)
	u.InTransport = ""
	s.logUnitEvent(u, nil, "got out")
	s.actWithVehicle(u, from)
	return true
}

// boardTransport makes a unit get into a transport.
func (s *State) boardTransport(u *UnitState, _ *SubunitState, e Event) bool {
	into, _ := s.Unit(u.OfOpponent, e.Subject)
	if !s.MayBoard(u, into) {
		return false
	}
	u.InTransport, u.exitedVehicleID = into.ID, ""
	s.logUnitEvent(u, nil, "got into "+into.Name)
	return true
}

// enterReserve puts a unit into reserve.
func (s *State) enterReserve(u *UnitState, _ *SubunitState, e Event) bool {
	if u.InReserve || u.inWreck || !u.Lives() || u.InTransport != "" {
		return false
	}
	u.InReserve, u.MinArrivalRound = true, 0
	if e.Number > 1 {
		u.MinArrivalRound = e.Number
	}
	s.logUnitEvent(u, nil, "waits in reserve")
	return true
}

// arriveFromReserve brings a unit from reserve to the table.
func (s *State) arriveFromReserve(u *UnitState, _ *SubunitState, e Event) bool {
	if !u.InReserve || !u.Lives() {
		return false
	}
	u.InReserve, u.ArrivalRound = false, s.Round
	s.logUnitEvent(u, nil, "arrived"+e.diceText())
	if e.Dice != nil && e.Subject != "" {
		s.enterState(u, e.Subject)
	}
	return true
}

// setFirstSide sets the side that goes first in this round.
func (s *State) setFirstSide(i int, e Event) bool {
	if s.firstSide == i && e.Dice == nil {
		return false
	}
	s.firstSide = i
	s.logGameEvent("%s goes first%s", s.Sides[i].Name, e.diceText())
	return true
}

// addPoints adds points to a side's score, or subtracts them.
func (s *State) addPoints(i int, e Event) bool {
	if e.Verb == RemovePoints {
		e.Number = -e.Number
	}
	s.Sides[i].NonObjectivePoints += e.Number
	s.logGameEvent("%s: %+d, %d now", s.Sides[i].Name, e.Number, s.Score(i))
	return true
}

// setCommandStyle sets a side's style of command.
func (s *State) setCommandStyle(i int, e Event) bool {
	one := &s.Sides[i]
	if one.StyleID == e.Subject || !slices.ContainsFunc(s.Styles(), func(o catalog.CommandStyle) bool { return o.ID == e.Subject }) {
		return false
	}
	one.StyleID = e.Subject
	s.logGameEvent("%s is commanded in the style %s", one.Name, s.Style(i).Name)
	return true
}

// useStyleAbility records whether a side has used the ability that its style of command gives once
// in a round.
func (s *State) useStyleAbility(i int, e Event) bool {
	one := &s.Sides[i]
	if style := s.Style(i); style == nil || style.OncePerTurnAction == "" || style.OncePerTurnAction != e.Subject ||
		one.StyleAbilityUsed == (e.Verb == UseLimitedAction) {
		return false
	}
	one.StyleAbilityUsed = e.Verb == UseLimitedAction
	s.logGameEvent("%s %s its style: %s", one.Name, map[bool]string{true: "used", false: "did not use"}[one.StyleAbilityUsed], e.Subject)
	return true
}

// setMission sets the mission of side i, or of both sides.
func (s *State) setMission(i int, e Event) bool {
	one, other := &s.Sides[i], &s.Sides[1-i]
	for _, m := range s.Game().Play.Missions {
		if m.ID != e.Subject || s.SharedMissionID == m.ID {
			continue
		}
		s.SharedMissionID, s.objectiveCountDecided = m.ID, m.ObjectiveDieSides == 0
		s.logGameEvent("The mission is %s%s", m.Name, e.diceText())
		s.ObjectiveHolders = slices.Repeat([]int{-1}, m.Objectives)
		for n := range s.ObjectiveHolders {
			if m.SidesStartWithObjective {
				s.ObjectiveHolders[n] = n
			}
		}
		return true
	}
	if one.MissionID == e.Subject || !slices.ContainsFunc(s.Missions(), func(m catalog.Mission) bool { return m.ID == e.Subject }) {
		return false
	}
	one.MissionID, one.MissionTurnsHeld, one.MissionDone = e.Subject, 0, false
	s.logGameEvent("%s has the mission %s%s", one.Name, s.Mission(i).Name, e.diceText())
	if both := s.Table.sameMissionID; both != "" && both != e.Subject && other.MissionID == e.Subject {
		for side := range s.Sides {
			s.Sides[side].MissionID, s.Sides[side].MissionTurnsHeld, s.Sides[side].MissionDone = both, 0, false
		}
		s.logGameEvent("Both have the same mission, so it is %s", s.Mission(i).Name)
	}
	return true
}

// applyMission applies an event about the mission of side i: held in a turn, or done.
func (s *State) applyMission(i int, e Event) bool {
	one, m := &s.Sides[i], s.Mission(i)
	switch {
	case m == nil:
		return false
	case e.Verb == MissionHeld && m.TurnsToHold > 0 && one.MissionTurnsHeld < m.TurnsToHold:
		one.MissionTurnsHeld++
		one.missionJudgedRound = s.Round
		s.logGameEvent("%s held for %s running", m.Name, finding.CountText(one.MissionTurnsHeld, "turn"))
		one.MissionDone = one.MissionTurnsHeld == m.TurnsToHold
	case e.Verb == MissionNotHeld && m.TurnsToHold > 0 && (one.MissionTurnsHeld > 0 || one.missionJudgedRound != s.Round):
		one.MissionTurnsHeld, one.MissionDone, one.missionJudgedRound = 0, false, s.Round
		s.logGameEvent("%s no longer held", m.Name)
		return true
	case e.Verb == MissionDone && !one.MissionDone:
		one.MissionDone = true
	case e.Verb == MissionNotDone && one.MissionDone:
		one.MissionDone = false
		s.logGameEvent("%s is not done", m.Name)
		return true
	default:
		return false
	}
	if one.MissionDone {
		s.logGameEvent("%s has done its mission, %s", one.Name, m.Name)
	}
	return true
}

// maxObjectives is the largest number of objectives on a table.
const maxObjectives = 12

// setRoundCount sets the number of rounds of the game.
func (s *State) setRoundCount(_ int, e Event) bool {
	if e.Number == s.RoundCount || e.Number > maxRounds {
		return false
	}
	s.RoundCount = e.Number
	s.logGameEvent("The game lasts %s", finding.CountText(e.Number, "round"))
	return true
}

// layObjectives sets the number of objectives on the table.
func (s *State) layObjectives(_ int, e Event) bool {
	if e.Number > maxObjectives || e.Number == len(s.ObjectiveHolders) &&
		(s.objectiveCountDecided || !s.NeedsObjectiveCount()) {
		return false
	}
	s.objectiveCountDecided = true
	for len(s.ObjectiveHolders) < e.Number {
		s.ObjectiveHolders = append(s.ObjectiveHolders, -1)
	}
	s.ObjectiveHolders = s.ObjectiveHolders[:e.Number]
	s.logGameEvent("%s on the table%s", finding.CountText(e.Number, "objective"), e.diceText())
	return true
}

// seizeObjective makes a side the holder of an objective, counted from 1.
func (s *State) seizeObjective(i int, e Event) bool {
	return s.holdObjective(e.Number, i, s.Sides[i].Name+" holds")
}

// freeObjective removes the holder of an objective, counted from 1.
func (s *State) freeObjective(_ int, e Event) bool {
	return s.holdObjective(e.Number, -1, "Nobody holds")
}

// holdObjective sets the holder of objective n, from 1: a side, or -1 for nobody. text is for the
// log.
func (s *State) holdObjective(n, holder int, text string) bool {
	if n > len(s.ObjectiveHolders) || s.ObjectiveHolders[n-1] == holder {
		return false
	}
	s.ObjectiveHolders[n-1] = holder
	s.logGameEvent("%s objective %d", text, n)
	return true
}

// setLoseHeart sets whether sides may lose heart (lose Resolve because of destroyed units), in
// games with that rule.
func (s *State) setLoseHeart(_ int, e Event) bool {
	now, text := ruleAccepted, "Sides may lose heart in this game"
	if e.Verb == ForbidLosingHeart {
		now, text = ruleDeclined, "Nobody loses heart in this game"
	}
	if s.loseHeartRule == now || len(s.Game().Play.UnitLossThresholds) == 0 {
		return false
	}
	s.loseHeartRule = now
	s.logGameEvent("%s", text)
	return true
}

// setGameOver ends or resumes the game, and reports whether that changed anything.
func (s *State) setGameOver(_ int, e Event) bool {
	if s.IsOver == (e.Verb == EndGame) {
		return false
	}
	s.IsOver = e.Verb == EndGame
	s.logGameEvent("The game %s", map[bool]string{true: "ended", false: "goes on"}[s.IsOver])
	return true
}

// maxRounds is the largest number of rounds of a game.
const maxRounds = 100

// nextRound begins a round: no unit has acted, and casters gain tokens.
func (s *State) nextRound(int, Event) bool {
	if s.Round >= maxRounds || s.IsOver {
		return false
	}
	was := roundSnapshot{
		firstSide: s.firstSide, rollOffLoser: s.rollOffLoser, lastUnnamedActEvent: s.lastUnnamedActEvent,
		unnamedActedCount: s.unnamedActedCount, roundFinishEvent: s.roundFinishEvent,
		units: map[*UnitState]unitSnapshot{}, subunits: map[*SubunitState]SubunitState{},
	}
	for i := range s.Sides {
		s.Sides[i].ScoreByRound = append(s.Sides[i].ScoreByRound, s.Score(i))
		was.styleAbilitiesUsed[i], s.Sides[i].StyleAbilityUsed = s.Sides[i].StyleAbilityUsed, false
		for _, u := range s.Sides[i].Units {
			was.units[u] = s.prepareUnitForRound(u, was.subunits)
		}
	}
	s.gatherEndTokens()
	s.earlierRounds = append(s.earlierRounds, was)
	s.Round++
	s.rollOffLoser = -1
	if s.firstSide >= 0 {
		s.rollOffLoser = 1 - s.firstSide
	}
	if s.firstSide = s.firstFinishedSide(); s.Game().Play.InitiativeDice > 0 {
		s.firstSide = -1
	}
	s.lastUnnamedActEvent, s.unnamedActedCount, s.roundFinishEvent = [2]int{}, [2]int{}, [2]int{}
	s.logGameEvent("Round %d begins", s.Round)
	s.Log[len(s.Log)-1].BeginsRound = true
	return true
}

// prepareUnitForRound prepares a unit for a new round, and returns the unit's former state. It adds
// the former states of the unit's subunits to bodies.
func (s *State) prepareUnitForRound(u *UnitState, bodies map[*SubunitState]SubunitState) unitSnapshot {
	was := unitSnapshot{
		activation: u.activation, gatheredTokens: gathered{slices.Clone(u.ownRules), slices.Clone(u.enemyTokens)},
	}
	for _, id := range slices.Clone(u.States) {
		if s.Game().State(id).EndsOn == rules.EndsWithRound {
			was.endedStates = append(was.endedStates, id)
			u.leaveStates(id)
		}
	}
	for j := range u.Subunits {
		b := &u.Subunits[j]
		before := *b
		before.ActionUses, before.OptionalRuleTokens = slices.Clone(b.ActionUses), slices.Clone(b.OptionalRuleTokens)
		bodies[b] = before
		s.removeRoundTokens(u, b)
		for k := range b.ActionUses {
			if b.LimitedActions[k].PerRound {
				b.ActionUses[k] = 0
			}
		}
		if b.ModelsLeft() > 0 && u.GoneReason == "" {
			kept, gained := b.SpellTokensLeft, b.Unit.SpellTokens
			if b.PooledSpellTokens > 0 {
				kept, gained = 0, b.PooledSpellTokens*b.ModelsLeft()
			}
			b.SpellTokensLeft = min(kept+gained, s.Table.maxSpellTokens())
		}
	}
	u.activation = activation{}
	if u.RecoveryRule != "" && u.IsInState(rules.ShakenState) && u.Lives() && u.DueTest == NoTestDue {
		u.DueTest = DueAtRoundStart
	}
	return was
}

// previousRound returns to the end of the round before, with its activations and tokens. Models
// lost since then stay lost.
func (s *State) previousRound(int, Event) bool {
	n := len(s.earlierRounds) - 1
	if n < 0 || s.IsOver {
		return false
	}
	was := s.earlierRounds[n]
	s.earlierRounds = s.earlierRounds[:n]
	s.Round--
	s.firstSide, s.rollOffLoser, s.lastUnnamedActEvent, s.unnamedActedCount, s.roundFinishEvent = was.firstSide, was.rollOffLoser, was.lastUnnamedActEvent, was.unnamedActedCount, was.roundFinishEvent
	for i := range s.Sides {
		s.Sides[i].ScoreByRound = s.Sides[i].ScoreByRound[:n]
		s.Sides[i].StyleAbilityUsed = was.styleAbilitiesUsed[i]
		for _, u := range s.Sides[i].Units {
			unit := was.units[u]
			u.activation, u.gathered = unit.activation, unit.gatheredTokens
			if u.DueTest == DueAtRoundStart {
				u.DueTest = NoTestDue
			}
			for _, id := range unit.endedStates {
				if !u.IsInState(id) {
					u.States = append(u.States, id)
				}
			}
			for j := range u.Subunits {
				b := &u.Subunits[j]
				body := was.subunits[b]
				if at := s.woundRulesIndex(); at >= 0 { // later wounds and recoveries stay
					body.OptionalRuleTokens[at] = b.OptionalRuleTokens[at]
				}
				b.SpellTokensLeft, b.OptionalRuleTokens = body.SpellTokensLeft, body.OptionalRuleTokens
				for k := range b.ActionUses {
					if b.LimitedActions[k].PerRound {
						b.ActionUses[k] = body.ActionUses[k]
					}
				}
			}
		}
	}
	s.logGameEvent("Back in round %d", s.Round)
	return true
}
