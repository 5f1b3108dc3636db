package play

import (
	"fmt"
	"slices"

	"muster/builder/fad"
	"muster/builder/finding"
	"muster/builder/table"
	catalog "muster/catalog/fad"
	"muster/rules"
	fight "muster/rules/fad"
)

// qualityDice is the number of dice in a Quality test (FAD, Quality Tests).
const qualityDice = 3

func (f force) moments(s *State, u *UnitState) []Moment {
	switch {
	case s.Over:
		return nil
	case !u.Lives():
		return f.stunnedMoments(s, u)
	case u.Off:
		return f.callMoments(s, u)
	case u.wreck:
		return f.wreckMoments(s, u)
	case u.Scouts && !u.scouted && !u.Acted && !u.Waiting:
		q := f.quality(u)
		return []Moment{{
			Unit: u, What: "was sent ahead: does it come back?", Text: q.text(),
			Ways: []Way{
				q.way(u, Scouted, 0, ""), u.result("3 passes: deploys", Scouted, 3), u.result("2 passes: comes in turn 2", Scouted, 2),
				u.result("1 pass: in turn 3", Scouted, 1), u.result("None: ambushed, lost", Scouted, 0),
			},
		}}
	case u.Waiting && s.Round >= u.Due:
		return f.arrivalMoments(s, u)
	case u.Waiting || u.In != "":
		return nil
	}
	all := slices.Concat(f.testMoments(s, u), f.recoveryMoments(s, u), f.powerMoments(s, u))
	fired := slices.Contains(u.means, rules.UnderFire) || slices.Contains(u.means, rules.Pinned)
	if f.responds(u) && !u.Acted && !u.responded && fired {
		all = append(all, f.response(s, u))
	}
	if u.Waits && s.Round == 1 && !u.Acted && len(s.before) == 0 {
		all = append(all, Moment{Unit: u, What: "may come later", Text: u.Reserve, Ways: []Way{u.way("Set aside", Reserve)}, Quiet: true})
	}
	return all
}

// quality returns the unit's Quality test in its present states.
func (f force) quality(u *UnitState) *quality {
	a := u.force.army.List.Armoury
	return &quality{dice: qualityDice, needs: a.Qualities.All()[u.survivors().LedQuality(a)].Test}
}

// stunnedMoments asks whether a figure that was killed in an earlier turn was only stunned (FAD,
// Villain).
func (f force) stunnedMoments(s *State, u *UnitState) []Moment {
	if u.downed == 0 || s.Round <= u.downed {
		return nil
	}
	q := &quality{dice: 1, needs: u.stunned, means: func(e *Event) {
		if e.N == 0 {
			e.Do = Failed
		}
	}}
	return []Moment{{
		Unit: u, What: "was killed: is it only stunned?", Text: fmt.Sprintf("1D6: of %d+ it stands up and may act.", u.stunned),
		Ways: []Way{q.way(u, Passed, 0, ""), u.way(fmt.Sprintf("%d+: stands up", u.stunned), Passed), u.way("Less: dead", Failed)},
	}}
}

// callMoments offers to call off-board artillery, once a turn (FAD, Indirect Artillery Fire).
func (f force) callMoments(s *State, u *UnitState) []Moment {
	if u.used || u.CallsOver {
		return nil
	}
	q := f.quality(u)
	m := Moment{
		Unit: u, What: "may be called this turn", Quiet: true,
		Text: q.text() + " Then the caller's Quality test: each die that fails scatters the strike 1D6″.",
	}
	var known []catalog.TableTest
	for _, o := range s.Sides[side(u.Their)].Units {
		own := f.tableTest(o, func(t *catalog.TableTests) catalog.TableTest { return t.Call })
		if !f.calls(o) || slices.Contains(known, own) {
			continue
		}
		known = append(known, own)
		helped, by := *q, ", "+o.Name+" calls"
		if helped.passes, helped.rerolls = own.Passes, own.Rerolls; own == (catalog.TableTest{}) {
			by = ""
		}
		m.Ways = append(m.Ways, helped.way(u, Call, len(known), by))
	}
	if known == nil { // nobody is left who can call
		return nil
	}
	m.Ways = append(m.Ways, u.result("2 passes: arrives", Call, 2), u.result("1 pass: garbled", Call, 1), u.result("None: contact lost for good", Call, 0))
	return []Moment{m}
}

// calls reports whether a unit can call for artillery: an officer, a squad with a leader, or one
// with a trait for it (FAD, Indirect Artillery Fire).
func (f force) calls(u *UnitState) bool {
	return !u.Off && u.OnTable() && (u.force.Kind == fight.Character || u.led() ||
		slices.ContainsFunc(u.force.Traits, func(t *fad.Trait) bool { return t.Calls }))
}

// tableTest returns the sum of the changes that the unit's traits and characters make to one of its
// tests; which picks the test.
func (f force) tableTest(u *UnitState, which func(*catalog.TableTests) catalog.TableTest) catalog.TableTest {
	var sum catalog.TableTest
	add := func(t *catalog.TableTests) {
		one := which(t)
		sum.Passes, sum.Rerolls = sum.Passes+one.Passes, sum.Rerolls+one.Rerolls
	}
	for _, t := range u.force.Traits {
		add(&t.Tests)
	}
	for _, p := range u.survivors().Notable(u.force.army.List.Armoury) {
		add(&p.Tests)
	}
	return sum
}

// wreckMoments asks for the fate of a passenger of a destroyed vehicle (FAD, Characters in
// Vehicles; FAD, Powered Armour).
func (f force) wreckMoments(s *State, u *UnitState) []Moment {
	m := Moment{Unit: u, What: "is in the wreck of its vehicle"}
	if u.force.Kind != fight.Character {
		q := &quality{dice: u.ModelsLeft(), needs: 5, means: func(e *Event) { e.N = 0 }}
		m.Text = "A die for each figure: a 5 wounds it, a 6 kills it."
		m.Ways = []Way{q.way(u, NoTest, 0, ""), u.way("I took them off", NoTest)}
		return []Moment{m}
	}
	q := f.quality(u)
	q.means = func(e *Event) {
		if e.N < qualityDice {
			e.Do = Failed
		}
	}
	m.Text = q.text() + " With three it survives, and acts no more in this turn."
	m.Ways = []Way{q.way(u, Passed, 0, ""), u.way("3 passes: survives", Passed), u.way("Fewer: killed", Failed)}
	return []Moment{m}
}

// arrivalMoments asks whether a unit comes from reserve this turn (FAD, Reserves; FAD, Drop
// Troops). A unit that was sent ahead comes without a test.
func (f force) arrivalMoments(s *State, u *UnitState) []Moment {
	m := Moment{Unit: u, What: "may come this turn", Text: u.Reserve, Ways: []Way{u.way("Arrives", Arrive)}}
	switch {
	case u.Due == 0 && u.Acted:
		return nil
	case u.Due > 0, s.Round == 1:
		return []Moment{m}
	}
	q := f.quality(u)
	q.means = func(e *Event) {
		if e.N == 0 && u.lands == "" {
			e.Do = Act
		} else if e.N == 0 {
			e.Subject = u.lands
		}
	}
	m.Ways = []Way{q.way(u, Arrive, 0, ""), m.Ways[0], u.way("Not this turn", Act)}
	return []Moment{m}
}

// testMoments returns the tests of a unit that activates: first its Resolve, then repairs.
func (f force) testMoments(s *State, u *UnitState) []Moment {
	if u.Acted {
		return nil
	}
	var all []Moment
	side, damaged := f.withOfficer(s, u), u.Is(rules.Damaged) || u.Is(rules.Critical)
	own := side.Tests()
	if f.mustCheck(s, u) && !u.tested[0] {
		all = append(all, resolve(u, f.morale(u, side), damaged))
	}
	if damaged && !u.tested[1] {
		q := f.quality(u)
		if q.rerolls = own.Repairs; u.Is(rules.Critical) {
			q.fails = 1
		}
		all = append(all, Moment{
			Unit: u, What: "tests for repairs as it activates", Text: q.text(),
			Ways: []Way{
				q.way(u, Repair, 0, ""), u.result("2 passes: repaired", Repair, 2), u.result("1 pass: still damaged", Repair, 1),
				u.result("None: lost", Repair, 0),
			},
		})
	}
	return all
}

// morale returns the morale test of a unit, which is a side of a fight.
func (f force) morale(u *UnitState, side fight.Side) *quality {
	q, own := f.quality(u), side.Tests()
	q.passes, q.fails, q.rerolls = own.Passes, own.Fails, own.Rerolls
	if side.Officer != nil {
		q.rerolls += side.Officer.Rating
	}
	return q
}

// resolve returns the moment of a unit's Resolve check. Near a friendly tank or walker, figures
// pass with one more die without rolling it.
func resolve(u *UnitState, q *quality, damaged bool) Moment {
	m := Moment{Unit: u, What: "checks its Resolve as it activates", Text: q.text()}
	if q.rolled() > 0 {
		m.Ways = append(m.Ways, q.way(u, Rally, 0, ""))
	}
	if !u.Vehicle {
		m.Text += " One more has passed within 8″ of a friendly tank or walker."
		near := *q
		if near.passes++; near.rolled() > 0 {
			m.Ways = append(m.Ways, near.way(u, Rally, 1, ", tank near"))
		}
	}
	one := "1 pass: falls back"
	if u.Vehicle && damaged {
		one = "1 pass: bails out"
	}
	m.Ways = append(m.Ways, u.result("2 passes: rallies", Rally, 2), u.result(one, Rally, 1))
	if q.passes == 0 {
		m.Ways = append(m.Ways, u.result("None: routs", Rally, 0))
	}
	return m
}

// recoveryMoments offers a test for one of the unit's wounded (FAD, Recover Wounded).
func (f force) recoveryMoments(s *State, u *UnitState) []Moment {
	at := s.woundRulesIndex()
	if at < 0 || u.Acted || u.Bodies[0].Marks[at] <= u.testedWounded {
		return nil
	}
	q := f.quality(u)
	own := f.tableTest(u, func(t *catalog.TableTests) catalog.TableTest { return t.Recover })
	if q.rerolls = own.Rerolls; u.used {
		q.rerolls = 0 // once a turn
	}
	switch {
	case slices.Contains(u.means, rules.Pinned):
		q.modifier = -3
	case slices.Contains(u.means, rules.UnderFire):
		q.modifier = -2
	}
	m := Moment{
		Unit: u, What: "may recover " + finding.Count(u.Bodies[0].Marks[at]-u.testedWounded, s.Optional()[at].Token), Quiet: true,
		Text: "A test for each. " + q.text(),
	}
	if q.modifier < 0 {
		m.Text += fmt.Sprintf(" −%d each.", -q.modifier)
	}
	fires := *q
	fires.modifier--
	m.Ways = []Way{
		q.way(u, Recover, 0, ""), fires.way(u, Recover, 1, ", it also fires"), u.result("3 passes: fights on", Recover, 3),
		u.result("2 passes: safe, no loss", Recover, 2), u.result("1 pass: still wounded", Recover, 1), u.result("None: dies", Recover, 0),
	}
	return []Moment{m}
}

// powerMoments offers a psionic's powers, and asks for the result of the power that it is invoking
// (FAD, Psionics).
func (f force) powerMoments(s *State, u *UnitState) []Moment {
	if power := u.power(u.invoking); power != nil {
		q := &quality{dice: qualityDice, needs: u.force.army.List.Armoury.Aptitudes.Find(u.force.Aptitude).Target}
		return []Moment{{
			Unit: u, What: "invokes " + power.Name, Text: q.text() + " " + power.Summary,
			Ways: []Way{
				q.way(u, Strain, 0, ""), u.result("2 passes: invoked", Strain, 2), u.result("1 pass: invoked, Strength −1", Strain, 1),
				u.result("None: fails, Strength −1", Strain, 0),
			},
		}}
	}
	if !u.mayInvoke() {
		return nil
	}
	m := Moment{Unit: u, What: "may invoke a power", Text: "Once in its activation, and then it does not shoot.", Quiet: true}
	for _, power := range u.force.Powers {
		w := u.way(power.Name, Invoke)
		w.Event.Subject = power.ID
		m.Ways = append(m.Ways, w)
	}
	return []Moment{m}
}

// power returns the unit's power with the id, or nil.
func (u *UnitState) power(id string) *catalog.Power {
	if u.force == nil {
		return nil
	}
	for _, p := range u.force.Powers {
		if p.ID == id {
			return p
		}
	}
	return nil
}

// strength returns the index in Once of the strength that powers cost; -1 if the unit has none.
func (u *UnitState) strength() int {
	return slices.IndexFunc(u.Bodies[0].Once, func(o table.Once) bool { return o.Powers })
}

// mayInvoke reports whether the unit can invoke a power now.
func (u *UnitState) mayInvoke() bool {
	if u.force == nil || u.used || u.invoking != "" || u.Acted || !u.OnTable() || u.In != "" || len(u.force.Powers) == 0 {
		return false
	}
	i := u.strength()
	return i >= 0 && u.Bodies[0].UsesLeft(i) > 0
}

// responds reports whether a unit takes tests of command response.
func (f force) responds(u *UnitState) bool { return !u.Vehicle && !u.force.Kind.Single() }

// response returns the test of infantry that activates under fire or near the enemy, if the optional
// rule is played (FAD, Command Response).
func (f force) response(s *State, u *UnitState) Moment {
	q := f.quality(u)
	q.rerolls = f.tableTest(u, func(t *catalog.TableTests) catalog.TableTest { return t.Response }).Rerolls
	text := q.text()
	change := func(n int, what string) {
		q.modifier += n
		text += what
	}
	if u.hurt > 0 && u.hurt == s.Round-1 {
		change(-1, " −1 each, since it lost figures last turn.")
	}
	if at := s.woundRulesIndex(); at >= 0 && u.Bodies[0].Marks[at] > 0 {
		change(-1, " −1 each, since it has wounded.")
	}
	if slices.ContainsFunc(u.Bodies[0].Kinds, func(k table.Kind) bool { return k.Leads }) && !u.led() {
		change(-1, " −1 each, since it lost its leader.")
	}
	if side := f.withOfficer(s, u); side.Commanded() {
		change(1, " +1 each with an officer of its branch.")
	}
	return Moment{
		Unit: u, What: "command response, if you play it",
		Text: text + " Without two passes it moves only into better cover and rushes only away.", Quiet: true,
		Ways: []Way{q.way(u, Respond, 0, ""), u.result("2 passes: as it likes", Respond, 2), u.result("Fewer: into cover or away", Respond, 1)},
	}
}

// rolls returns a plain Quality test, a morale test and one of command response, which an enemy near
// may cause, and the tests by which the unit can come into a state, such as hiding.
func (f force) rolls(s *State, u *UnitState) []Way {
	if !u.OnTable() || u.Off {
		return nil
	}
	q := f.quality(u)
	plain := q.way(u, Quality, 0, "")
	plain.Label = "Quality test: " + plain.Label
	all := []Way{plain}
	if side := f.withOfficer(s, u); u.force.Break > 0 {
		for _, w := range resolve(u, f.morale(u, side), false).Ways {
			if w.Roll {
				w.Label = "Morale test: " + w.Label
				all = append(all, w)
			}
		}
	}
	if f.responds(u) {
		w := f.response(s, u).Ways[0]
		w.Label = "Command response: " + w.Label
		if w.test.modifier != 0 {
			w.Label += fmt.Sprintf(", %+d each", w.test.modifier)
		}
		all = append(all, w)
	}
	for _, state := range s.Game().States {
		if state.Test == 0 || !u.CanBe(&state) || u.Is(state.ID) || u.In != "" {
			continue
		}
		hides := *q
		hides.passes = f.tableTest(u, func(t *catalog.TableTests) catalog.TableTest { return t.Hide }).Passes
		hides.means = func(e *Event) {
			if e.N < state.Test {
				e.Do = Quality
			}
		}
		w := hides.way(u, Begins, 0, "")
		w.Event.Subject = state.ID
		if w.Label = s.Game().Word(state.ID) + ": " + w.Label; hides.rolled() > 0 {
			all = append(all, w)
		}
	}
	return all
}
