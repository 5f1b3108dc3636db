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

// Apply returns the game with another event, and its new state. The error tells why the event is
// impossible: it would change nothing, the game is over, or it has too many events.
func (s *State) Apply(g *Game, e Event) (*Game, *State, error) {
	after := g.With(e)
	if s.Over && e.Do != Resume {
		return nil, nil, errors.New("the game is over: nothing happens in it until it goes on")
	}
	if why := s.mustWait(e); why != "" {
		return nil, nil, errors.New(why)
	}
	now := s.Table.Replay(after)
	full := now.crowded()
	switch {
	case len(after.Events) > MaxEvents:
		return nil, nil, fmt.Errorf("a game has at most %d taps", MaxEvents)
	case now.Events == s.Events:
		if why := s.refusal(e); why != "" {
			return nil, nil, errors.New(why)
		}
		return nil, nil, fmt.Errorf("that changes nothing: %s", s.lastText())
	case full != nil && s.crowded() == nil:
		return nil, nil, fmt.Errorf("%s has %s, and all are taken: somebody gets out first", full.Name, finding.Count(full.room, "space"))
	}
	return after, now, nil
}

// OnlyChangedRow reports whether an event changed at most one row of the table, and returns the unit
// of that row (whose passengers may have changed too), or nil if no row changed. was is the state
// before the event.
func (s *State) OnlyChangedRow(e Event, was *State) (*UnitState, bool) {
	if (s.lastActed() < 0) != (was.lastActed() < 0) { // then nobody comes from reserve any more, or somebody may
		return nil, false
	}
	if state := s.Game().State(e.Subject); e.Do == Begins && state != nil && state.Once { // nobody else of the side may now
		return nil, false
	}
	switch verbs[e.Do].changes {
	case noRow:
		return nil, true
	case allRows:
		return nil, false
	}
	u, _ := s.Unit(e.Their, e.Unit)
	before, _ := was.Unit(e.Their, e.Unit)
	if u == nil || before == nil || !u.Lives() || !before.Lives() || len(s.together(u)) > 0 {
		return nil, false
	}
	if s.callsLeft(e.Their) != was.callsLeft(e.Their) { // of artillery with another observer now
		return nil, false
	}
	if u.In != "" && u.ModelsLeft() != before.ModelsLeft() { // there is another number of spaces for others
		return nil, false
	}
	for range s.Sides[side(e.Their)].Units {
		if u.In == "" {
			break
		}
		u, _ = s.Unit(e.Their, u.In)
	}
	if u.In != "" { // a list may have transports that ride in each other
		return nil, false
	}
	return u, true
}

// callsLeft joins the labels of the calls that a side can still make for units that are never on
// the table, such as artillery.
func (s *State) callsLeft(their bool) string {
	all := ""
	for _, u := range s.Sides[side(their)].Units {
		if !u.Off {
			continue
		}
		for _, m := range s.MomentsOf(u) {
			for i := range m.Ways {
				all += m.Ways[i].Label
			}
		}
	}
	return all
}

// lastText returns the text of the newest event in the log.
func (s *State) lastText() string {
	if n := len(s.Log); n > 0 {
		return s.Log[n-1].Text()
	}
	return "nothing has happened yet"
}

// apply applies an event, unless it is impossible.
func (s *State) apply(e Event) {
	v := verbs[e.Do]
	if !v.passes {
		e.N = max(1, e.N)
	}
	done := false
	if e.Unit == "" {
		done = v.side != nil && v.side(s, side(e.Their), e)
	} else if u, b := s.Unit(e.Their, e.Unit); u != nil && v.unit != nil {
		done = v.unit(s, u, b, e)
	}
	if done {
		s.Events++
		s.loseHeart()
		s.settle()
	}
}

// wound deals wounds to a body; each damages a vehicle.
func (s *State) wound(u *UnitState, b *BodyState, e Event) bool {
	if u.Gone != "" {
		return false
	}
	models, wounds := b.ModelsLeft(), 0
	for range min(e.N, b.WoundsLeft()) {
		if b.wound() {
			wounds++
		}
	}
	if wounds == 0 {
		return false
	}
	if at := s.woundRulesIndex(); at >= 0 && e.Subject == s.Optional()[at].ID && !u.Vehicle {
		b.Marks[at] += models - b.ModelsLeft()
	}
	u.hurt = s.Round
	s.logLosses(u, b, models-b.ModelsLeft(), wounds)
	if u.Vehicle && u.Lives() {
		id := rules.Damaged
		if e.Subject == rules.Critical {
			id = rules.Critical
		}
		s.enterState(u, id)
	}
	if !u.Lives() {
		s.destroyed(u, destroyed)
		return true
	}
	s.leaderFell(u, b)
	s.Table.game.after(u, false)
	return true
}

// countFallen limits a unit's counts of wounded and treated figures to the figures that have
// fallen.
func (s *State) countFallen(u *UnitState) {
	b := &u.Bodies[0]
	if at := s.woundRulesIndex(); at >= 0 {
		b.Marks[at] = min(b.Marks[at], b.Fallen())
	}
	u.fallenNoLoss = min(u.fallenNoLoss, b.Fallen())
}

// fellInstead applies the player's choice of the kind of model that fell.
func (s *State) fellInstead(u *UnitState, b *BodyState, e Event) bool {
	if !b.fell(e.N - 1) {
		return false
	}
	s.say(u, b, "chose who falls: "+b.Kinds[e.N-1].Name)
	if u.led() {
		u.leaderLostRound = 0
	}
	s.leaderFell(u, b)
	return true
}

func (s *State) heal(u *UnitState, b *BodyState, e Event) bool {
	if u.Gone != "" {
		return false
	}
	dead, healed := !u.Lives(), 0
	for range min(e.N, b.Kinds.Wounds()) {
		if b.heal() {
			healed++
		}
	}
	if healed == 0 {
		return false
	}
	s.countFallen(u)
	if u.led() {
		u.leaderLostRound = 0
	}
	if what := "got back " + finding.Count(healed, "wound"); u.Vehicle {
		s.say(u, b, "lost "+finding.Count(healed, "marker"))
		if b.wounds == 0 {
			u.leaveStates(rules.Damaged, rules.Critical)
		}
	} else if b.Kinds.Wounds() == b.Kinds.Models() {
		s.say(u, b, fmt.Sprintf("got %d back, %d of %d", healed, b.ModelsLeft(), b.Kinds.Models()))
	} else {
		s.say(u, b, what)
	}
	if dead {
		u.Test = NoneToTake
		u.takeBackSpoils()
	} else if u.Test == AfterWounds {
		u.Test = NoneToTake
		s.Table.game.after(u, false)
	}
	return true
}

// leaderFell notes the loss of a squad's last leader, and replaces the squad's states by the ones
// for leaderless squads (FAD, Command Disruption).
func (s *State) leaderFell(u *UnitState, b *BodyState) {
	if u.leaderLostRound > 0 || u.led() || !slices.ContainsFunc(b.Kinds, func(k table.Kind) bool { return k.Leads }) {
		return
	}
	u.leaderLostRound = s.Round
	s.say(u, b, "lost its leader")
	for _, id := range slices.Clone(u.States) {
		if other := s.Game().State(id).Leaderless; other != "" {
			s.enterState(u, other)
		}
	}
}

// led reports whether one of the unit's leaders stands.
func (u *UnitState) led() bool {
	b := &u.Bodies[0]
	for i, k := range b.Kinds {
		if k.Leads && b.left[i] > 0 {
			return true
		}
	}
	return false
}

// destroyed removes a unit from the table. Its living passengers get out; dead ones are removed
// with it.
func (s *State) destroyed(u *UnitState, how string) {
	s.say(u, nil, how)
	u.Test, u.wreck, u.fell = NoneToTake, false, s.Round
	if fate := u.Fate(); u.stunned > 0 && (fate == destroyed || fate == killed) {
		u.downed = s.Round
	}
	for _, o := range s.Sides[side(u.Their)].Units {
		if o.In != u.ID || o == u {
			continue
		}
		if o.In = ""; o.Lives() {
			s.say(o, nil, "was in "+u.Name)
			s.Table.game.wrecked(s, u, o)
		}
	}
}

func (s *State) applyTokens(u *UnitState, b *BodyState, e Event) bool {
	most := s.Table.mostTokens()
	if b.Unit.Tokens == 0 || most == 0 {
		return false
	}
	was := b.Tokens
	if b.Tokens = max(0, was-e.N); e.Do == Gain {
		b.Tokens = min(most, was+e.N)
	}
	if b.Tokens == was {
		return false
	}
	s.logTokens(u, b, was-b.Tokens)
	return true
}

func (s *State) applyOnce(u *UnitState, b *BodyState, e Event) bool {
	i := slices.IndexFunc(b.Once, func(o table.Once) bool { return o.Name == e.Subject })
	switch {
	case i < 0:
		return false
	case e.Do == Use && b.UsesLeft(i) > 0 && s.MayUse(u, &b.Once[i]):
		b.Used[i]++
		s.say(u, b, "used "+e.Subject)
	case e.Do == Unuse && b.Used[i] > 0:
		b.Used[i]--
		s.say(u, b, "did not use "+e.Subject)
	default:
		return false
	}
	return true
}

// beginState begins a state by the player's choice.
func (s *State) beginState(u *UnitState, _ *BodyState, e Event) bool {
	if !u.Lives() {
		return false
	}
	if state := s.Game().State(e.Subject); len(e.Dice) > 0 && state != nil && state.Test > 0 && !u.Is(e.Subject) {
		s.say(u, nil, fmt.Sprintf("took a Quality test%s: %s", e.thrown(), passed(e.N)))
	}
	return s.enterState(u, e.Subject)
}

// endState ends a state by the player's choice.
func (s *State) endState(u *UnitState, _ *BodyState, e Event) bool {
	if !u.Lives() || !u.leaveStates(e.Subject) {
		return false
	}
	if e.Subject == rules.Shaken && u.Test == AtStart {
		u.Test = NoneToTake
	}
	u.onceStates = slices.DeleteFunc(slices.Clone(u.onceStates), func(id string) bool { return id == e.Subject })
	s.say(u, nil, "no longer "+s.Game().Word(e.Subject))
	return true
}

// enterState puts a unit into a state if that is possible, and reports whether the state is new for
// it.
func (s *State) enterState(u *UnitState, id string) bool {
	state := s.Game().State(id)
	if state != nil && state.Leaderless != "" && u.leaderLostRound == s.Round {
		id = state.Leaderless
		state = s.Game().State(id)
	}
	if state == nil || !u.CanBe(state) || u.Is(id) || state.Once && s.HadOne(u, id) {
		return false
	}
	if state.Once {
		u.onceStates = append(u.onceStates, id)
	}
	for _, other := range u.States {
		if slices.Contains(s.Game().State(other).Replaces, id) {
			return false
		}
	}
	u.leaveStates(state.Replaces...)
	if u.States = append(u.States, id); id == rules.Shaken {
		u.removeShakenTokens()
	}
	s.say(u, nil, s.Game().Word(id))
	return true
}

// HadOne reports whether a unit of u's side has been in the state with the id, for states that only
// one unit of a side may have in a game.
func (s *State) HadOne(u *UnitState, id string) bool {
	return slices.ContainsFunc(s.Sides[side(u.Their)].Units,
		func(o *UnitState) bool { return slices.Contains(o.onceStates, id) })
}

// CanBe reports whether a unit can be in a state.
func (g *Group) CanBe(state *rules.State) bool {
	return !g.Off && (state.Bearers == "" || (state.Bearers == rules.BearersVehicles) == g.Vehicle)
}

// leaveStates removes states from the unit, and reports whether it had one of them.
func (u *UnitState) leaveStates(ids ...string) bool {
	n := len(u.States)
	u.States = slices.DeleteFunc(slices.Clone(u.States), func(id string) bool { return slices.Contains(ids, id) })
	return len(u.States) < n
}

// melee applies the events of melee and morale to a unit.
func (s *State) melee(u *UnitState, _ *BodyState, e Event) bool {
	if u.wreck {
		return s.applyWreck(u, e)
	}
	if u.downed > 0 && s.Round > u.downed {
		return s.applyStunned(u, e)
	}
	if !u.Lives() || s.Game().State(rules.Shaken) == nil {
		return false
	}
	fatigued := s.Game().State(rules.Fatigued) != nil
	switch e.Do {
	case Fought:
		if u.Test == AfterWounds { // in melee only the loser tests
			u.Test = NoneToTake
		} else if u.Is(rules.Fatigued) || !fatigued {
			return false
		}
		if s.say(u, nil, "fought"); fatigued {
			s.enterState(u, rules.Fatigued)
		}
	case Beaten:
		if u.Test == AfterMelee {
			return false
		}
		s.say(u, nil, "lost the melee")
		s.Table.game.after(u, true)
	case Passed, Failed, NoTest:
		if u.Test == AtStart {
			return s.recoverAtStart(u, e.Do == Passed)
		}
		if e.Do == Failed {
			return s.failTest(u)
		}
		if u.Test == NoneToTake && !u.transportLost {
			return false
		}
		if u.Test == NoneToTake {
			u.transportLost = false
			s.say(u, nil, "tested for dangerous ground")
			return true
		}
		u.Test = NoneToTake
		if e.Do == NoTest {
			s.say(u, nil, "did not test")
		} else {
			s.say(u, nil, "tested, held")
		}
	}
	return true
}

// applyWreck applies the dice for a unit in the wreck of its vehicle, and reports whether the event
// is possible. A surviving character acts no more in the round (FAD, Characters in Vehicles). In
// power armour, a 5 wounds a figure and a 6 kills it (FAD, Powered Armour).
func (s *State) applyWreck(u *UnitState, e Event) bool {
	switch b := &u.Bodies[0]; e.Do {
	case Passed:
		u.wreck, u.Acted = false, true
		s.say(u, nil, "survived"+e.thrown())
	case NoTest:
		for _, die := range e.Dice {
			points := max(0, die-4)
			for models := b.ModelsLeft(); points > 0 && b.ModelsLeft() == models && b.wound(); points-- {
			}
			if at := s.woundRulesIndex(); at >= 0 && die == 5 && b.wounds == 0 {
				b.Marks[at]++
			}
		}
		if u.wreck = false; u.ModelsLeft() == 0 {
			s.destroyed(u, killed+e.thrown())
			u.fell = 0
			break
		}
		s.say(u, nil, "got out of the wreck"+e.thrown())
	case Failed:
		u.Gone = killed
		s.destroyed(u, killed+e.thrown())
		u.fell = 0
	default:
		return false
	}
	return true
}

// applyStunned applies the die for a unit that was killed in an earlier round and may only be
// stunned (FAD, Villain).
func (s *State) applyStunned(u *UnitState, e Event) bool {
	switch e.Do {
	case Passed:
		if u.Gone, u.In = "", ""; u.ModelsLeft() == 0 {
			u.Bodies[0].heal()
			s.countFallen(u)
		}
		u.takeBackSpoils()
		s.say(u, nil, "was only stunned, and stands up"+e.thrown())
	case Failed:
		u.downed = 0
		s.say(u, nil, "is dead"+e.thrown())
	default:
		return false
	}
	return true
}

// failTest applies a failed morale test; it returns false if the unit has no test to take.
func (s *State) failTest(u *UnitState) bool {
	if u.Test == NoneToTake {
		return false
	}
	routs := u.Test == AfterMelee && u.Half()
	u.Test = NoneToTake
	s.say(u, nil, "tested")
	if routs {
		u.Gone = "routed"
		s.destroyed(u, "routed")
	} else {
		s.enterState(u, rules.Shaken)
	}
	return true
}

// recoverAtStart applies the result of a shaken unit's test at the start of a round.
func (s *State) recoverAtStart(u *UnitState, recovered bool) bool {
	u.Test = NoneToTake
	what := "still "
	if recovered {
		what = "no longer "
		u.leaveStates(rules.Shaken)
	}
	s.say(u, nil, what+s.Game().Word(rules.Shaken))
	return true
}

// applyTest applies the result of a unit's Resolve check or repair test (FAD, Morale; FAD,
// Damaged).
func (s *State) applyTest(u *UnitState, _ *BodyState, e Event) bool {
	if s.Game().Optional(e.Subject) != nil {
		return s.applyCalming(u, e)
	}
	which, passes := 0, e.N
	if e.Do == Repair {
		which = 1
	}
	if !u.Lives() || s.Game().State(rules.Broken) == nil || which == 1 && !u.Vehicle {
		return false
	}
	u.tested[which] = true
	damaged := u.Is(rules.Damaged) || u.Is(rules.Critical)
	lost := ""
	switch {
	case e.Do == Rally && passes >= 2:
		s.say(u, nil, "tested its Resolve"+e.thrown()+", rallied")
		u.leaveStates(rules.Broken)
	case e.Do == Rally && passes == 1 && u.Vehicle && damaged:
		lost = "tested its Resolve" + e.thrown() + ", the crew bailed out"
	case e.Do == Rally && passes == 1:
		s.say(u, nil, "tested its Resolve"+e.thrown())
		s.enterState(u, rules.Broken)
	case e.Do == Rally:
		lost = "tested its Resolve" + e.thrown() + ", routed"
	case passes >= 2:
		u.leaveStates(rules.Damaged, rules.Critical)
		s.say(u, nil, "tested"+e.thrown()+", repaired")
	case passes == 1:
		s.say(u, nil, "tested"+e.thrown()+", still damaged")
	default:
		lost = "tested" + e.thrown() + ", beyond repair"
	}
	if lost != "" {
		u.Gone = "routed"
		if u.Vehicle {
			u.Gone = "lost"
		}
		s.destroyed(u, lost)
	}
	return true
}

// applyScouting applies the result of scouting ahead before the game (FAD, Determine Recon Points).
func (s *State) applyScouting(u *UnitState, _ *BodyState, e Event) bool {
	passes := e.N
	if !u.Scouts || u.scouted || !u.Lives() {
		return false
	}
	u.scouted = true
	switch {
	case passes >= 3:
		s.say(u, nil, "is back from recon"+e.thrown())
	case passes > 0:
		u.Waiting, u.Due = true, 4-passes
		s.say(u, nil, fmt.Sprintf("comes from recon in round %d%s", u.Due, e.thrown()))
	default:
		u.Gone = "ambushed"
		s.destroyed(u, "was ambushed on recon"+e.thrown())
	}
	return true
}

// loseHeart lowers the Resolve of sides that have lost enough of their units, if the players use
// this rule. Units without any Resolve left are lost (FAD, Losing Heart).
func (s *State) loseHeart() {
	for i := range s.Sides {
		one := &s.Sides[i]
		levels := s.lostLevels(i)
		if s.heart != wanted {
			levels = 0
		}
		if levels > one.Heart {
			s.note("%s loses heart: Resolve falls by a level", one.Name)
		}
		if one.Heart == levels {
			continue
		}
		one.Heart = levels
		for _, u := range one.Units {
			if u.heart = levels; u.Lives() && s.Table.game.disheartened(u, levels) {
				u.Gone = "lost heart"
				s.destroyed(u, "has no Resolve left")
			}
		}
	}
}

// lostLevels returns the levels of Resolve that a side loses by its destroyed units.
func (s *State) lostLevels(side int) int {
	gone, all := 0, 0
	for _, u := range s.Sides[side].Units {
		if u.Off {
			continue
		}
		if all++; !u.Lives() {
			gone++
		}
	}
	n := 0
	for _, percentage := range s.Game().Play.Heart {
		if all > 0 && 100*gone >= percentage*all {
			n++
		}
	}
	return n
}

// remove destroys a unit by the player's choice.
func (s *State) remove(u *UnitState, _ *BodyState, e Event) bool {
	if !u.Lives() {
		return false
	}
	u.Gone = cmp.Or(e.Subject, "removed")
	s.destroyed(u, u.Gone)
	return true
}

// putBack takes back the removal of a unit.
func (s *State) putBack(u *UnitState, _ *BodyState, _ Event) bool {
	if u.Gone == "" || u.ModelsLeft() == 0 {
		return false
	}
	u.Gone = ""
	u.takeBackSpoils()
	s.say(u, nil, "is on the table after all")
	return true
}

func (s *State) getOut(u *UnitState, _ *BodyState, _ Event) bool {
	if u.In == "" || !u.Lives() {
		return false
	}
	from, _ := s.Unit(u.Their, u.In)
	u.In = ""
	s.say(u, nil, "got out")
	s.leaves(u, from)
	return true
}

func (s *State) board(u *UnitState, _ *BodyState, e Event) bool {
	into, _ := s.Unit(u.Their, e.Subject)
	if !s.MayBoard(u, into) {
		return false
	}
	u.In, u.with = into.ID, ""
	s.say(u, nil, "got into "+into.Name)
	return true
}

func (s *State) reserve(u *UnitState, _ *BodyState, e Event) bool {
	if u.Waiting || u.wreck || !u.Lives() || u.In != "" {
		return false
	}
	u.Waiting, u.Due = true, 0
	if e.N > 1 {
		u.Due = e.N
	}
	s.say(u, nil, "waits in reserve")
	return true
}

func (s *State) arrive(u *UnitState, _ *BodyState, e Event) bool {
	if !u.Waiting || !u.Lives() {
		return false
	}
	u.Waiting, u.Arrived = false, s.Round
	s.say(u, nil, "arrived"+e.thrown())
	if e.Dice != nil && e.Subject != "" {
		s.enterState(u, e.Subject)
	}
	return true
}

// goFirst sets the side that goes first in this round.
func (s *State) goFirst(i int, e Event) bool {
	if s.first == i && e.Dice == nil {
		return false
	}
	s.first = i
	s.note("%s goes first%s", s.Sides[i].Name, e.thrown())
	return true
}

// score adds points to a side's, or takes some away.
func (s *State) score(i int, e Event) bool {
	if e.Do == Unscore {
		e.N = -e.N
	}
	s.Sides[i].OtherPoints += e.N
	s.note("%s: %+d, %d now", s.Sides[i].Name, e.N, s.Total(i))
	return true
}

// setStyle sets the style in which a side is commanded.
func (s *State) setStyle(i int, e Event) bool {
	one := &s.Sides[i]
	if one.Command == e.Subject || !slices.ContainsFunc(s.Styles(), func(o catalog.Style) bool { return o.ID == e.Subject }) {
		return false
	}
	one.Command = e.Subject
	s.note("%s is commanded in the style %s", one.Name, s.Style(i).Name)
	return true
}

// useStyle notes whether a side used what its style of command allows once in a round.
func (s *State) useStyle(i int, e Event) bool {
	one := &s.Sides[i]
	if style := s.Style(i); style == nil || style.Turn == "" || style.Turn != e.Subject || one.Used == (e.Do == Use) {
		return false
	}
	one.Used = e.Do == Use
	s.note("%s %s its style: %s", one.Name, map[bool]string{true: "used", false: "did not use"}[one.Used], e.Subject)
	return true
}

// draw sets the mission of side i, or of both sides.
func (s *State) draw(i int, e Event) bool {
	one, other := &s.Sides[i], &s.Sides[1-i]
	for _, m := range s.Game().Play.Missions {
		if m.ID != e.Subject || s.Shared == m.ID {
			continue
		}
		s.Shared, s.placed = m.ID, m.Die == 0
		s.note("The mission is %s%s", m.Name, e.thrown())
		s.Objectives = slices.Repeat([]int{-1}, m.Objectives)
		for n := range s.Objectives {
			if m.Own {
				s.Objectives[n] = n
			}
		}
		return true
	}
	if one.Mission == e.Subject || !slices.ContainsFunc(s.Missions(), func(m catalog.Mission) bool { return m.ID == e.Subject }) {
		return false
	}
	one.Mission, one.Held, one.Won = e.Subject, 0, false
	s.note("%s has the mission %s%s", one.Name, s.Mission(i).Name, e.thrown())
	if both := s.Table.bothHave; both != "" && both != e.Subject && other.Mission == e.Subject {
		for side := range s.Sides {
			s.Sides[side].Mission, s.Sides[side].Held, s.Sides[side].Won = both, 0, false
		}
		s.note("Both have the same mission, so it is %s", s.Mission(i).Name)
	}
	return true
}

// applyMission applies an event about the mission of side i: held in a turn, or done.
func (s *State) applyMission(i int, e Event) bool {
	one, m := &s.Sides[i], s.Mission(i)
	switch {
	case m == nil:
		return false
	case e.Do == Held && m.Turns > 0 && one.Held < m.Turns:
		one.Held++
		one.judgedRound = s.Round
		s.note("%s held for %s running", m.Name, finding.Count(one.Held, "turn"))
		one.Won = one.Held == m.Turns
	case e.Do == Unheld && m.Turns > 0 && (one.Held > 0 || one.judgedRound != s.Round):
		one.Held, one.Won, one.judgedRound = 0, false, s.Round
		s.note("%s no longer held", m.Name)
		return true
	case e.Do == Won && !one.Won:
		one.Won = true
	case e.Do == Unwon && one.Won:
		one.Won = false
		s.note("%s is not done", m.Name)
		return true
	default:
		return false
	}
	if one.Won {
		s.note("%s has done its mission, %s", one.Name, m.Name)
	}
	return true
}

// mostObjectives is the most objectives on a table.
const mostObjectives = 12

// setLength sets the number of rounds of the game.
func (s *State) setLength(_ int, e Event) bool {
	if e.N == s.Rounds || e.N > mostRounds {
		return false
	}
	s.Rounds = e.N
	s.note("The game lasts %s", finding.Count(e.N, "round"))
	return true
}

// layObjectives sets the number of objectives on the table.
func (s *State) layObjectives(_ int, e Event) bool {
	if e.N > mostObjectives || e.N == len(s.Objectives) && (s.placed || !s.NeedsObjectiveCount()) {
		return false
	}
	s.placed = true
	for len(s.Objectives) < e.N {
		s.Objectives = append(s.Objectives, -1)
	}
	s.Objectives = s.Objectives[:e.N]
	s.note("%s on the table%s", finding.Count(e.N, "objective"), e.thrown())
	return true
}

// seize gives an objective, counted from 1, to a side.
func (s *State) seize(i int, e Event) bool { return s.holdObjective(e.N, i, s.Sides[i].Name+" holds") }

// neutralize gives an objective, counted from 1, to nobody.
func (s *State) neutralize(_ int, e Event) bool { return s.holdObjective(e.N, -1, "Nobody holds") }

// holdObjective sets the holder of objective n, from 1: a side, or -1 for nobody. text is for the
// log.
func (s *State) holdObjective(n, holder int, text string) bool {
	if n > len(s.Objectives) || s.Objectives[n-1] == holder {
		return false
	}
	s.Objectives[n-1] = holder
	s.note("%s objective %d", text, n)
	return true
}

// agreeHeart sets whether sides may lose heart, in games with that rule.
func (s *State) agreeHeart(_ int, e Event) bool {
	now, text := wanted, "Sides may lose heart in this game"
	if e.Do == NoHeart {
		now, text = unwanted, "Nobody loses heart in this game"
	}
	if s.heart == now || len(s.Game().Play.Heart) == 0 {
		return false
	}
	s.heart = now
	s.note("%s", text)
	return true
}

// setOver ends or resumes the game, and reports whether that changed anything.
func (s *State) setOver(_ int, e Event) bool {
	if s.Over == (e.Do == End) {
		return false
	}
	s.Over = e.Do == End
	s.note("The game %s", map[bool]string{true: "ended", false: "goes on"}[s.Over])
	return true
}

// mostRounds is the most rounds of a game.
const mostRounds = 100

// nextRound begins a round: no unit has acted, and casters gain tokens.
func (s *State) nextRound(int, Event) bool {
	if s.Round >= mostRounds || s.Over {
		return false
	}
	was := snapshot{
		first: s.first, second: s.second, passed: s.passed, unnamed: s.unnamed, done: s.done,
		units: map[*UnitState]unitSnapshot{}, bodies: map[*BodyState]bodySnapshot{},
	}
	for i := range s.Sides {
		s.Sides[i].ByRound = append(s.Sides[i].ByRound, s.Total(i))
		was.styles[i], s.Sides[i].Used = s.Sides[i].Used, false
		for _, u := range s.Sides[i].Units {
			was.units[u] = s.renew(u, was.bodies)
		}
	}
	s.gatherAtEnd()
	s.before = append(s.before, was)
	s.Round++
	s.second = -1
	if s.first >= 0 {
		s.second = 1 - s.first
	}
	if s.first = s.finishedFirst(); s.Game().Play.Dice > 0 {
		s.first = -1
	}
	s.passed, s.unnamed, s.done = [2]int{}, [2]int{}, [2]int{}
	s.note("Round %d begins", s.Round)
	s.Log[len(s.Log)-1].Opens = true
	return true
}

// renew prepares a unit for a new round, and returns the unit's former state. It adds the former
// states of its bodies to bodies.
func (s *State) renew(u *UnitState, bodies map[*BodyState]bodySnapshot) unitSnapshot {
	was := unitSnapshot{activation: u.activation, gathered: u.gathered.clone()}
	for _, id := range slices.Clone(u.States) {
		if s.Game().State(id).Ends == rules.EndsRound {
			was.ended = append(was.ended, id)
			u.leaveStates(id)
		}
	}
	for j := range u.Bodies {
		b := &u.Bodies[j]
		bodies[b] = bodySnapshot{tokens: b.Tokens, used: slices.Clone(b.Used), marks: slices.Clone(b.Marks)}
		s.removeRestTokens(u, b)
		for k := range b.Used {
			if b.Once[k].Turn {
				b.Used[k] = 0
			}
		}
		if b.ModelsLeft() > 0 && u.Gone == "" {
			kept, gained := b.Tokens, b.Unit.Tokens
			if b.Pooled > 0 {
				kept, gained = 0, b.Pooled*b.ModelsLeft()
			}
			b.Tokens = min(kept+gained, s.Table.mostTokens())
		}
	}
	u.activation = activation{}
	if u.Recovers != "" && u.Is(rules.Shaken) && u.Lives() && u.Test == NoneToTake {
		u.Test = AtStart
	}
	return was
}

// previousRound returns to the end of the round before, with its activations and tokens. Models
// lost since then stay lost.
func (s *State) previousRound(int, Event) bool {
	n := len(s.before) - 1
	if n < 0 || s.Over {
		return false
	}
	was := s.before[n]
	s.before = s.before[:n]
	s.Round--
	s.first, s.second, s.passed, s.unnamed, s.done = was.first, was.second, was.passed, was.unnamed, was.done
	for i := range s.Sides {
		s.Sides[i].ByRound = s.Sides[i].ByRound[:n]
		s.Sides[i].Used = was.styles[i]
		for _, u := range s.Sides[i].Units {
			unit := was.units[u]
			u.activation, u.gathered = unit.activation, unit.gathered
			if u.Test == AtStart {
				u.Test = NoneToTake
			}
			for _, id := range unit.ended {
				if !u.Is(id) {
					u.States = append(u.States, id)
				}
			}
			for j := range u.Bodies {
				b := &u.Bodies[j]
				body := was.bodies[b]
				if at := s.woundRulesIndex(); at >= 0 { // later wounds and recoveries stay
					body.marks[at] = b.Marks[at]
				}
				b.Tokens, b.Marks = body.tokens, body.marks
				for k := range b.Used {
					if b.Once[k].Turn {
						b.Used[k] = body.used[k]
					}
				}
			}
		}
	}
	s.note("Back in round %d", s.Round)
	return true
}
