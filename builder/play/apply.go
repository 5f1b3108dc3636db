package play

import (
	"fmt"
	"slices"

	"muster/builder/finding"
	"muster/rules"
)

// Apply returns the game with an event more. The error says why it cannot be:
// nothing would change, or there are too many.
func (s *State) Apply(g *Game, e Event) (*Game, error) {
	after := g.With(e)
	switch now := s.Table.Replay(after); {
	case len(after.Events) > MaxEvents:
		return nil, fmt.Errorf("a game has at most %d taps", MaxEvents)
	case now.Events == s.Events:
		return nil, fmt.Errorf("that changes nothing: %s", s.last())
	}
	return after, nil
}

// last is what happened last.
func (s *State) last() string {
	if n := len(s.Log); n > 0 {
		return s.Log[n-1].Text()
	}
	return "nothing has happened yet"
}

// apply lets an event happen, if it can.
func (s *State) apply(e Event) {
	if e.Do != Rally && e.Do != Repair { // of which no die may pass
		e.N = max(1, e.N)
	}
	done := false
	if e.Unit != "" {
		if u, b := s.Unit(e.Their, e.Unit); u != nil {
			done = s.toUnit(e, u, b)
		}
	} else {
		done = s.toSide(e, side(e.Their)) || s.toGame(e, side(e.Their))
	}
	if done {
		s.Events++
	}
}

// toUnit lets something happen to a unit, and reports whether it did.
func (s *State) toUnit(e Event, u *UnitState, b *BodyState) bool {
	switch e.Do {
	case Wound:
		return s.wound(u, b, e)
	case Heal:
		return s.heal(u, b, e.N)
	case Fell:
		if !b.fell(e.N - 1) {
			return false
		}
		s.say(u, b, "chose who falls: "+b.Kinds[e.N-1].Name)
	case Spend, Gain:
		return s.tokens(u, b, e)
	case Use, Unuse:
		return s.once(u, b, e)
	case Begins, Ends:
		return s.state(u, e)
	case Act, Unact:
		return s.act(u, e)
	case Fought, Beaten, Passed, Failed, NoTest:
		return s.melee(u, e)
	case Rally, Repair:
		return s.tests(u, e)
	default:
		return s.moves(u, e)
	}
	return true
}

// wound puts wounds on a body; a vehicle is damaged by each.
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
	s.loses(u, b, models-b.ModelsLeft(), wounds)
	if u.Vehicle && u.Lives() {
		id := rules.Damaged
		if e.What == rules.Critical {
			id = rules.Critical
		}
		s.begins(u, id)
	}
	if !u.Lives() {
		s.destroyed(u, "destroyed")
		return true
	}
	s.leaderFell(u, b)
	s.Table.game.after(u, false)
	return true
}

func (s *State) heal(u *UnitState, b *BodyState, n int) bool {
	if u.Gone != "" {
		return false
	}
	dead, healed := !u.Lives(), 0
	for range min(n, b.Wounds()) {
		if b.heal() {
			healed++
		}
	}
	if healed == 0 {
		return false
	}
	if what := "got back " + finding.Count(healed, "wound"); u.Vehicle {
		s.say(u, b, "lost "+finding.Count(healed, "marker"))
		if b.wounds == 0 {
			u.ends(rules.Damaged, rules.Critical)
		}
	} else if b.Wounds() == b.Models() {
		s.say(u, b, fmt.Sprintf("got %d back, %d of %d", healed, b.ModelsLeft(), b.Models()))
	} else {
		s.say(u, b, what)
	}
	if dead {
		u.Test = NoneToTake
	} else if u.Test == AfterWounds {
		u.Test = NoneToTake
		s.Table.game.after(u, false)
	}
	return true
}

// leaderFell says so when a squad has lost the last of those who lead it.
func (s *State) leaderFell(u *UnitState, b *BodyState) {
	for i, k := range b.Kinds {
		if k.Leads && b.left[i] == 0 && len(b.fallen) > 0 && b.fallen[len(b.fallen)-1] == i {
			s.say(u, b, "lost its leader")
		}
	}
}

// destroyed says that a unit is no more; what rides in it gets out.
func (s *State) destroyed(u *UnitState, how string) {
	s.say(u, nil, how)
	u.Test = NoneToTake
	for _, o := range s.Aboard(u) {
		o.In = ""
		s.say(o, nil, "was in "+u.Name)
		s.Table.game.wrecked(s, u, o)
	}
}

func (s *State) tokens(u *UnitState, b *BodyState, e Event) bool {
	most := s.Table.mostTokens()
	if b.Body.Tokens == 0 || most == 0 {
		return false
	}
	now, what := max(0, b.Tokens-e.N), "spent"
	if e.Do == Gain {
		now, what = min(most, b.Tokens+e.N), "gained"
	}
	if now == b.Tokens {
		return false
	}
	s.say(u, b, fmt.Sprintf("%s %s, %d left", what, finding.Count(max(now-b.Tokens, b.Tokens-now), "token"), now))
	b.Tokens = now
	return true
}

func (s *State) once(u *UnitState, b *BodyState, e Event) bool {
	i := slices.IndexFunc(b.Once, func(o Once) bool { return o.Name == e.What })
	switch {
	case i < 0:
		return false
	case e.Do == Use && b.Used[i] < b.Once[i].Times:
		b.Used[i]++
		s.say(u, b, "used "+e.What)
	case e.Do == Unuse && b.Used[i] > 0:
		b.Used[i]--
		s.say(u, b, "did not use "+e.What)
	default:
		return false
	}
	return true
}

// state begins or ends one by hand.
func (s *State) state(u *UnitState, e Event) bool {
	if !u.Lives() {
		return false
	}
	if e.Do == Begins {
		return s.begins(u, e.What)
	}
	if !u.ends(e.What) {
		return false
	}
	s.say(u, nil, "no longer "+s.Game().Word(e.What))
	return true
}

// begins has a unit be in a state, if it can be, and reports whether that is new.
func (s *State) begins(u *UnitState, id string) bool {
	state := s.Game().State(id)
	if state == nil || !u.CanBe(state) || u.Is(id) {
		return false
	}
	for _, other := range u.States {
		if slices.Contains(s.Game().State(other).Replaces, id) {
			return false
		}
	}
	u.ends(state.Replaces...)
	u.States = append(u.States, id)
	s.say(u, nil, s.Game().Word(id))
	return true
}

// CanBe reports whether a unit can be in a state.
func (u *Unit) CanBe(state *rules.State) bool {
	return !u.Off && (state.Of == "" || (state.Of == rules.StateOfVehicles) == u.Vehicle)
}

// ends ends states, and reports whether the unit was in any.
func (u *UnitState) ends(ids ...string) bool {
	n := len(u.States)
	u.States = slices.DeleteFunc(slices.Clone(u.States), func(id string) bool { return slices.Contains(ids, id) })
	return len(u.States) < n
}

// act notes that a unit has acted, which ends some states.
func (s *State) act(u *UnitState, e Event) bool {
	if u.Acted == (e.Do == Act) || !u.OnTable() {
		return false
	}
	u.Acted, u.shocked = !u.Acted, false
	if !u.Acted {
		s.say(u, nil, "has not acted after all")
		return true
	}
	what := "acted"
	for _, id := range slices.Clone(u.States) {
		if state := s.Game().State(id); state.Ends == rules.EndsActed && e.What != "keep" {
			u.ends(id)
			what += ", no longer " + s.Game().Word(id)
		}
	}
	s.say(u, nil, what)
	s.turnOver(side(u.Their))
	return true
}

// turnOver gives the turn to the other side, if it has anybody left to act.
func (s *State) turnOver(side int) {
	if s.finished < 0 && s.Waits(side) == 0 && s.Sides[side].Roster != nil {
		s.finished = side
	}
	s.Turn, s.rolled = 1-side, true
	if s.Sides[1-side].Roster != nil && s.Waits(1-side) == 0 {
		s.Turn = side
	}
	if s.Waits(0)+s.Waits(1) == 0 && s.Sides[1].Roster != nil {
		s.Turn = -1
	}
}

// Waits is how many units of a side have not acted in this round.
func (s *State) Waits(side int) int {
	n := 0
	for _, u := range s.Sides[side].Units {
		if u.OnTable() && !u.Acted && !u.Off && (u.In == "" || s.Table.game.aboardActs()) {
			n++
		}
	}
	return n
}

// melee notes what melee and morale did to a unit.
func (s *State) melee(u *UnitState, e Event) bool {
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
			s.begins(u, rules.Fatigued)
		}
	case Beaten:
		if u.Test == AfterMelee {
			return false
		}
		s.say(u, nil, "lost the melee")
		s.Table.game.after(u, true)
	case Passed, NoTest:
		if u.Test == NoneToTake && !u.shocked {
			return false
		}
		if u.Test == NoneToTake {
			u.shocked = false
			s.say(u, nil, "tested for dangerous ground")
			return true
		}
		u.Test = NoneToTake
		if e.Do == NoTest {
			s.say(u, nil, "did not test")
		} else {
			s.say(u, nil, "tested, held")
		}
	case Failed:
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
			s.begins(u, rules.Shaken)
		}
	}
	return true
}

// tests notes what a unit's test of its Resolve, or for repairs, came to
// (FAD, Morale; FAD, Damaged).
func (s *State) tests(u *UnitState, e Event) bool {
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
		s.say(u, nil, "tested its Resolve, rallied")
		u.ends(rules.Broken)
	case e.Do == Rally && passes == 1 && u.Vehicle && damaged:
		lost = "tested its Resolve, the crew bailed out"
	case e.Do == Rally && passes == 1:
		s.say(u, nil, "tested its Resolve")
		s.begins(u, rules.Broken)
	case e.Do == Rally:
		lost = "tested its Resolve, routed"
	case passes >= 2:
		u.ends(rules.Damaged, rules.Critical)
		s.say(u, nil, "tested, repaired")
	case passes == 1:
		s.say(u, nil, "tested, still damaged")
	default:
		lost = "tested, beyond repair"
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

// moves notes where a unit goes: off the table and on to it, into transports.
func (s *State) moves(u *UnitState, e Event) bool {
	switch e.Do {
	case Remove:
		if !u.Lives() {
			return false
		}
		u.Gone = "removed"
		if e.What != "" {
			u.Gone = e.What
		}
		s.destroyed(u, u.Gone)
	case Return:
		if u.Gone == "" || u.ModelsLeft() == 0 {
			return false
		}
		u.Gone = ""
		s.say(u, nil, "is on the table after all")
	case Leave:
		if u.In == "" || !u.Lives() {
			return false
		}
		u.In = ""
		s.say(u, nil, "got out")
	case Board:
		into, _ := s.Unit(u.Their, e.What)
		if into == nil || into == u || !into.Holds || !into.Lives() || !u.Lives() || u.Waiting || into.In == u.ID || u.In == into.ID {
			return false
		}
		u.In = into.ID
		s.say(u, nil, "got into "+into.Name)
	case Reserve:
		if u.Waiting || !u.Lives() || u.In != "" {
			return false
		}
		u.Waiting = true
		s.say(u, nil, "waits in reserve")
	case Arrive:
		if !u.Waiting || !u.Lives() {
			return false
		}
		u.Waiting, u.Arrived = false, s.Round
		s.say(u, nil, "arrived")
	default:
		return false
	}
	return true
}

// toSide lets something happen to a side, and reports whether it did.
func (s *State) toSide(e Event, i int) bool {
	one := &s.Sides[i]
	switch e.Do {
	case Foe:
		s.note("The opponent is %s", s.Sides[1].Name)
	case First:
		s.Turn, s.rolled = i, true
		s.note("%s goes first", one.Name)
	case Pass:
		if one.Roster != nil {
			return false
		}
		s.turnOver(i)
		s.note("%s acted", one.Name)
	case Score, Unscore:
		if e.Do == Unscore {
			e.N = -e.N
		}
		one.Points += e.N
		s.note("%s: %+d, %d now", one.Name, e.N, s.Total(i))
	case Mission:
		if one.Mission == e.What || !slices.ContainsFunc(s.Missions(), func(m MissionOf) bool { return m.ID == e.What }) {
			return false
		}
		one.Mission, one.Held, one.Won = e.What, 0, false
		s.note("%s has the mission %s", one.Name, s.Mission(i).Name)
	case Held, Unheld, Won, Unwon:
		return s.missionGoes(e, i)
	default:
		return false
	}
	return true
}

// missionGoes notes how a side gets on with its mission.
func (s *State) missionGoes(e Event, i int) bool {
	one, m := &s.Sides[i], s.Mission(i)
	switch {
	case m == nil:
		return false
	case e.Do == Held && m.Turns > 0 && one.Held < m.Turns:
		one.Held++
		s.note("%s held for %s running", m.Name, finding.Count(one.Held, "turn"))
		one.Won = one.Held == m.Turns
	case e.Do == Unheld && one.Held > 0:
		one.Held, one.Won = 0, false
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

// mostObjectives is how many a table may have.
const mostObjectives = 12

// toGame lets something happen to the game as a whole, and reports whether it did.
func (s *State) toGame(e Event, i int) bool {
	switch e.Do {
	case Objectives:
		if e.N > mostObjectives || e.N == len(s.Objectives) {
			return false
		}
		for len(s.Objectives) < e.N {
			s.Objectives = append(s.Objectives, -1)
		}
		s.Objectives = s.Objectives[:e.N]
		s.note("%s on the table", finding.Count(e.N, "objective"))
	case Seize, Neutral:
		holder, what := i, s.Sides[i].Name+" holds"
		if e.Do == Neutral {
			holder, what = -1, "Nobody holds"
		}
		if e.N > len(s.Objectives) || s.Objectives[e.N-1] == holder {
			return false
		}
		s.Objectives[e.N-1] = holder
		s.note("%s objective %d", what, e.N)
	case Length:
		if e.N == s.Rounds || e.N > 100 {
			return false
		}
		s.Rounds = e.N
		s.note("The game lasts %s", finding.Count(e.N, "round"))
	case Next:
		return s.next()
	case Back:
		return s.back()
	case End, Resume:
		if s.Over == (e.Do == End) {
			return false
		}
		if s.Over = e.Do == End; s.Over {
			s.note("The game ended")
		} else {
			s.note("The game goes on")
		}
	default:
		return false
	}
	return true
}

// mostRounds is how many rounds a game may have.
const mostRounds = 100

// next begins a round: nobody has acted, casters gain tokens.
func (s *State) next() bool {
	if s.Round >= mostRounds || s.Over {
		return false
	}
	was := snapshot{
		turn: s.Turn, finished: s.finished, rolled: s.rolled, acted: map[*UnitState]bool{}, ends: map[*UnitState][]string{},
		tested: map[*UnitState][2]bool{}, tokens: map[*BodyState]int{},
	}
	for i := range s.Sides {
		s.Sides[i].ByRound = append(s.Sides[i].ByRound, s.Total(i))
		for _, u := range s.Sides[i].Units {
			was.acted[u], was.tested[u] = u.Acted, u.tested
			u.Acted, u.tested = false, [2]bool{}
			for _, id := range slices.Clone(u.States) {
				if s.Game().State(id).Ends == rules.EndsRound {
					was.ends[u] = append(was.ends[u], id)
					u.ends(id)
				}
			}
			for j := range u.Bodies {
				b := &u.Bodies[j]
				was.tokens[b] = b.Tokens
				if b.ModelsLeft() > 0 && u.Gone == "" {
					b.Tokens = min(b.Tokens+b.Body.Tokens, s.Table.mostTokens())
				}
			}
		}
	}
	s.before = append(s.before, was)
	s.Round++
	s.Turn, s.rolled = was.finished, false
	if s.Game().Play.Dice > 0 || was.finished < 0 {
		s.Turn = -1
	}
	s.finished = -1
	s.note("Round %d begins", s.Round)
	return true
}

// back goes to the round before as it ended: who had acted, and which tokens there
// were. What happened to models since stays.
func (s *State) back() bool {
	n := len(s.before) - 1
	if n < 0 || s.Over {
		return false
	}
	was := s.before[n]
	s.before = s.before[:n]
	s.Round--
	s.Turn, s.finished, s.rolled = was.turn, was.finished, was.rolled
	for i := range s.Sides {
		s.Sides[i].ByRound = s.Sides[i].ByRound[:n]
		for _, u := range s.Sides[i].Units {
			u.Acted, u.tested = was.acted[u], was.tested[u]
			for _, id := range was.ends[u] {
				if !u.Is(id) {
					u.States = append(u.States, id)
				}
			}
			for j := range u.Bodies {
				u.Bodies[j].Tokens = was.tokens[&u.Bodies[j]]
			}
		}
	}
	s.note("Back in round %d", s.Round)
	return true
}
