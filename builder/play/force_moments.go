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

func (f fadArmy) decisions(s *State, u *UnitState) []Decision {
	switch {
	case s.IsOver:
		return nil
	case !u.Lives():
		return f.stunnedDecisions(s, u)
	case u.OffBoard:
		return f.artilleryDecisions(s, u)
	case u.inWreck:
		return f.wreckDecisions(s, u)
	case u.SentAhead && !u.hasScouted && !u.Acted && !u.InReserve:
		q := f.qualityTest(u)
		return []Decision{{
			Unit: u, Prompt: "was sent ahead: does it come back?", Instructions: q.text(),
			Choices: []Choice{
				q.choice(u, Scouted, 0, ""), u.choiceWithPasses("3 passes: deploys", Scouted, 3),
				u.choiceWithPasses("2 passes: comes in turn 2", Scouted, 2),
				u.choiceWithPasses("1 pass: in turn 3", Scouted, 1), u.choiceWithPasses("None: ambushed, lost", Scouted, 0),
			},
		}}
	case u.InReserve && s.Round >= u.MinArrivalRound:
		return f.arrivalDecisions(s, u)
	case u.InReserve || u.InTransport != "":
		return nil
	}
	all := slices.Concat(f.testDecisions(s, u), f.recoveryDecisions(s, u), f.powerDecisions(s, u))
	fired := slices.Contains(u.statesWithEffect, rules.UnderFireState) ||
		slices.Contains(u.statesWithEffect, rules.PinnedState)
	if f.takesResponseTests(u) && !u.Acted && !u.testedCommandResponse && fired {
		all = append(all, f.responseDecision(s, u))
	}
	if u.MayReserve && s.Round == 1 && !u.Acted && len(s.earlierRounds) == 0 {
		all = append(all, Decision{Unit: u, Prompt: "may come later", Instructions: u.ReserveRule, Choices: []Choice{u.choiceOf("Set aside", EnterReserve)}, Optional: true})
	}
	return all
}

// qualityTest returns the unit's Quality test in its present states.
func (f fadArmy) qualityTest(u *UnitState) *diceTest {
	a := u.fadData.army.List.Armoury
	return &diceTest{diceCount: qualityTestDice, lowestPass: a.Qualities.All()[u.survivors().QualityWithLeader(a)].TestNumber}
}

// stunnedDecisions asks whether a figure that was killed in an earlier turn was only stunned (FAD,
// Villain).
func (f fadArmy) stunnedDecisions(s *State, u *UnitState) []Decision {
	if u.maybeStunnedRound == 0 || s.Round <= u.maybeStunnedRound {
		return nil
	}
	q := &diceTest{diceCount: 1, lowestPass: u.minStunnedRoll, setResult: func(e *Event) {
		if e.Number == 0 {
			e.Verb = FailedTest
		}
	}}
	return []Decision{{
		Unit: u, Prompt: "was killed: is it only stunned?",
		Instructions: fmt.Sprintf("1D6: of %d+ it stands up and may act.", u.minStunnedRoll),
		Choices:      []Choice{q.choice(u, PassedTest, 0, ""), u.choiceOf(fmt.Sprintf("%d+: stands up", u.minStunnedRoll), PassedTest), u.choiceOf("Less: dead", FailedTest)},
	}}
}

// artilleryDecisions offers to call off-board artillery, once a turn (FAD, Indirect Artillery
// Fire).
func (f fadArmy) artilleryDecisions(s *State, u *UnitState) []Decision {
	if u.usedOncePerRoundAction || u.ArtilleryContactLost {
		return nil
	}
	q := f.qualityTest(u)
	m := Decision{
		Unit: u, Prompt: "may be called this turn", Optional: true,
		Instructions: q.text() + " Then the caller's Quality test: each die that fails scatters the strike 1D6″.",
	}
	var known []catalog.TableTest
	for _, o := range s.Sides[sideIndex(u.OfOpponent)].Units {
		own := f.changesToTest(o, func(t *catalog.TableTests) catalog.TableTest { return t.CallArtillery })
		if !f.canCallArtillery(o) || slices.Contains(known, own) {
			continue
		}
		known = append(known, own)
		helped, by := *q, ", "+o.Name+" calls"
		if helped.autoPasses, helped.maxRerolls = own.AutoPasses, own.Rerolls; own == (catalog.TableTest{}) {
			by = ""
		}
		m.Choices = append(m.Choices, helped.choice(u, CallArtillery, len(known), by))
	}
	if known == nil { // nobody is left who can call
		return nil
	}
	m.Choices = append(m.Choices, u.choiceWithPasses("2 passes: arrives", CallArtillery, 2), u.choiceWithPasses("1 pass: garbled", CallArtillery, 1), u.choiceWithPasses("None: contact lost for good", CallArtillery, 0))
	return []Decision{m}
}

// canCallArtillery reports whether a unit on the table can call for artillery: an officer, a squad
// with a leader, or a unit with a trait for it (FAD, Indirect Artillery Fire).
func (f fadArmy) canCallArtillery(u *UnitState) bool {
	return !u.OffBoard && u.OnTable() && (!u.SentAhead || u.hasScouted) &&
		(u.fadData.Kind == fight.Character || u.hasLeader() ||
			slices.ContainsFunc(u.fadData.Traits, func(t *fad.Trait) bool { return t.CallsArtillery }))
}

// changesToTest returns the sum of the changes that the unit's traits and characters make to one of
// its tests: free passes and re-rolls. The function selects the test.
func (f fadArmy) changesToTest(u *UnitState, which func(*catalog.TableTests) catalog.TableTest) catalog.TableTest {
	var sum catalog.TableTest
	add := func(t *catalog.TableTests) {
		one := which(t)
		sum.AutoPasses, sum.Rerolls = sum.AutoPasses+one.AutoPasses, sum.Rerolls+one.Rerolls
	}
	for _, t := range u.fadData.Traits {
		add(&t.TableTests)
	}
	for _, p := range u.survivors().AllPersonalities(u.fadData.army.List.Armoury) {
		add(&p.TableTests)
	}
	return sum
}

// wreckDecisions asks for the fate of a passenger of a destroyed vehicle (FAD, Characters in
// Vehicles; FAD, Powered Armour).
func (f fadArmy) wreckDecisions(s *State, u *UnitState) []Decision {
	m := Decision{Unit: u, Prompt: "is in the wreck of its vehicle"}
	if u.fadData.Kind != fight.Character {
		q := &diceTest{diceCount: u.ModelsLeft(), lowestPass: 5, setResult: func(e *Event) { e.Number = 0 }}
		m.Instructions = "A die for each figure: a 5 wounds it, a 6 kills it."
		m.Choices = []Choice{q.choice(u, NeedsNoTest, 0, ""), u.choiceOf("I took them off", NeedsNoTest)}
		return []Decision{m}
	}
	q := f.qualityTest(u)
	q.setResult = func(e *Event) {
		if e.Number < qualityTestDice {
			e.Verb = FailedTest
		}
	}
	m.Instructions = q.text() + " With three it survives, and acts no more in this turn."
	m.Choices = []Choice{
		q.choice(u, PassedTest, 0, ""), u.choiceOf("3 passes: survives", PassedTest),
		u.choiceOf("Fewer: killed", FailedTest),
	}
	return []Decision{m}
}

// arrivalDecisions asks whether a unit comes from reserve this turn (FAD, Reserves; FAD, Drop
// Troops). A unit that was sent ahead comes without a test.
func (f fadArmy) arrivalDecisions(s *State, u *UnitState) []Decision {
	m := Decision{
		Unit: u, Prompt: "may come this turn", Instructions: u.ReserveRule,
		Choices: []Choice{u.choiceOf("Arrives", Arrive)},
	}
	switch {
	case u.MinArrivalRound == 0 && u.Acted:
		return nil
	case u.MinArrivalRound > 0, s.Round == 1:
		return []Decision{m}
	}
	q := f.qualityTest(u)
	q.setResult = func(e *Event) {
		if e.Number == 0 && u.failedArrivalState == "" {
			e.Verb = Act
		} else if e.Number == 0 {
			e.Subject = u.failedArrivalState
		}
	}
	m.Choices = []Choice{q.choice(u, Arrive, 0, ""), m.Choices[0], u.choiceOf("Not this turn", Act)}
	return []Decision{m}
}

// testDecisions returns the tests of a unit that activates: first its Resolve check, then repairs.
func (f fadArmy) testDecisions(s *State, u *UnitState) []Decision {
	if u.Acted {
		return nil
	}
	var all []Decision
	side, damaged := f.withOfficer(s, u), u.IsInState(rules.DamagedState) || u.IsInState(rules.CriticalState)
	own := side.TestEffects()
	if f.mustCheckResolve(s, u) && !u.testedResolveAndRepairs[0] {
		all = append(all, resolveCheckDecision(u, f.moraleTest(u, side), damaged))
	}
	if damaged && !u.testedResolveAndRepairs[1] {
		q := f.qualityTest(u)
		if q.maxRerolls = own.RepairRerolls; u.IsInState(rules.CriticalState) {
			q.autoFails = 1
		}
		all = append(all, Decision{
			Unit: u, Prompt: "tests for repairs as it activates", Instructions: q.text(),
			Choices: []Choice{
				q.choice(u, TestedRepair, 0, ""), u.choiceWithPasses("2 passes: repaired", TestedRepair, 2),
				u.choiceWithPasses("1 pass: still damaged", TestedRepair, 1),
				u.choiceWithPasses("None: lost", TestedRepair, 0),
			},
		})
	}
	return all
}

// moraleTest returns the morale test of a unit; side is the unit as a side of a fight.
func (f fadArmy) moraleTest(u *UnitState, side fight.Side) *diceTest {
	q, own := f.qualityTest(u), side.TestEffects()
	q.autoPasses, q.autoFails, q.maxRerolls = own.AutoPasses, own.AutoFails, own.MoraleRerolls
	if side.Officer != nil {
		q.maxRerolls += side.Officer.Rating
	}
	return q
}

// resolveCheckDecision returns the decision about a unit's Resolve check. Near a friendly tank or
// walker, one die of a squad passes without a roll.
func resolveCheckDecision(u *UnitState, q *diceTest, damaged bool) Decision {
	m := Decision{Unit: u, Prompt: "checks its Resolve as it activates", Instructions: q.text()}
	if q.rollCount() > 0 {
		m.Choices = append(m.Choices, q.choice(u, TestedResolve, 0, ""))
	}
	if !u.IsVehicle {
		m.Instructions += " One more has passed within 8″ of a friendly tank or walker."
		near := *q
		if near.autoPasses++; near.rollCount() > 0 {
			m.Choices = append(m.Choices, near.choice(u, TestedResolve, 1, ", tank near"))
		}
	}
	one := "1 pass: falls back"
	if u.IsVehicle && damaged {
		one = "1 pass: bails out"
	}
	m.Choices = append(m.Choices, u.choiceWithPasses("2 passes: rallies", TestedResolve, 2),
		u.choiceWithPasses(one, TestedResolve, 1))
	if q.autoPasses == 0 {
		m.Choices = append(m.Choices, u.choiceWithPasses("None: routs", TestedResolve, 0))
	}
	return m
}

// recoveryDecisions offers a test for one of the unit's wounded figures (FAD, Recover Wounded).
func (f fadArmy) recoveryDecisions(s *State, u *UnitState) []Decision {
	at := s.woundRulesIndex()
	if at < 0 || u.Acted || u.Subunits[0].OptionalRuleTokens[at] <= u.failedRecoveryTests {
		return nil
	}
	q := f.qualityTest(u)
	own := f.changesToTest(u, func(t *catalog.TableTests) catalog.TableTest { return t.RecoverWounded })
	if q.maxRerolls = own.Rerolls; u.usedOncePerRoundAction {
		q.maxRerolls = 0 // once a turn
	}
	switch {
	case slices.Contains(u.statesWithEffect, rules.PinnedState):
		q.modifier = -3
	case slices.Contains(u.statesWithEffect, rules.UnderFireState):
		q.modifier = -2
	}
	m := Decision{
		Unit: u, Prompt: "may recover " + finding.CountText(u.Subunits[0].OptionalRuleTokens[at]-u.failedRecoveryTests, s.OptionalRules()[at].TokenName), Optional: true,
		Instructions: "A test for each. " + q.text(),
	}
	if q.modifier < 0 {
		m.Instructions += fmt.Sprintf(" −%d each.", -q.modifier)
	}
	fires := *q
	fires.modifier--
	m.Choices = []Choice{
		q.choice(u, TestedRecovery, 0, ""), fires.choice(u, TestedRecovery, 1, ", it also fires"),
		u.choiceWithPasses("3 passes: fights on", TestedRecovery, 3),
		u.choiceWithPasses("2 passes: safe, no loss", TestedRecovery, 2),
		u.choiceWithPasses("1 pass: still wounded", TestedRecovery, 1), u.choiceWithPasses("None: dies", TestedRecovery, 0),
	}
	return []Decision{m}
}

// powerDecisions offers a psionic's powers, and asks for the result of the power that it is
// invoking (FAD, Psionics).
func (f fadArmy) powerDecisions(s *State, u *UnitState) []Decision {
	if power := u.powerWithID(u.invokedPower); power != nil {
		q := &diceTest{diceCount: qualityTestDice, lowestPass: u.fadData.army.List.Armoury.Aptitudes.Find(u.fadData.Aptitude).TargetNumber}
		return []Decision{{
			Unit: u, Prompt: "invokes " + power.Name, Instructions: q.text() + " " + power.Summary,
			Choices: []Choice{
				q.choice(u, TestedPower, 0, ""), u.choiceWithPasses("2 passes: invoked", TestedPower, 2),
				u.choiceWithPasses("1 pass: invoked, Strength −1", TestedPower, 1),
				u.choiceWithPasses("None: fails, Strength −1", TestedPower, 0),
			},
		}}
	}
	if !u.mayInvokePower() {
		return nil
	}
	m := Decision{Unit: u, Prompt: "may invoke a power", Instructions: "Once in its activation, and then it does not shoot.", Optional: true}
	for _, power := range u.fadData.Powers {
		w := u.choiceOf(power.Name, InvokePower)
		w.Event.Subject = power.ID
		m.Choices = append(m.Choices, w)
	}
	return []Decision{m}
}

// takesResponseTests reports whether a unit takes tests of command response.
func (f fadArmy) takesResponseTests(u *UnitState) bool {
	return !u.IsVehicle && !u.fadData.Kind.IsSingleFigure()
}

// responseDecision returns the test of infantry that activates under fire or near the enemy, if the
// optional rule is played (FAD, Command Response).
func (f fadArmy) responseDecision(s *State, u *UnitState) Decision {
	q := f.qualityTest(u)
	q.maxRerolls = f.changesToTest(u, func(t *catalog.TableTests) catalog.TableTest { return t.CommandResponse }).Rerolls
	text := q.text()
	change := func(n int, what string) {
		q.modifier += n
		text += what
	}
	if u.lastLossRound > 0 && u.lastLossRound == s.Round-1 {
		change(-1, " −1 each, since it lost figures last turn.")
	}
	if at := s.woundRulesIndex(); at >= 0 && u.Subunits[0].OptionalRuleTokens[at] > 0 {
		change(-1, " −1 each, since it has wounded.")
	}
	if slices.ContainsFunc(u.Subunits[0].Kinds, func(k table.ModelKind) bool { return k.LeadsSquad }) && !u.hasLeader() {
		change(-1, " −1 each, since it lost its leader.")
	}
	if side := f.withOfficer(s, u); side.OfficerLeads() {
		change(1, " +1 each with an officer of its branch.")
	}
	return Decision{
		Unit: u, Prompt: "command response, if you play it",
		Instructions: text + " Without two passes it moves only into better cover and rushes only away.", Optional: true,
		Choices: []Choice{q.choice(u, TestedResponse, 0, ""), u.choiceWithPasses("2 passes: as it likes", TestedResponse, 2), u.choiceWithPasses("Fewer: into cover or away", TestedResponse, 1)},
	}
}

// anytimeTests returns a plain Quality test, a morale test, a test of command response for a unit
// near an enemy, and the tests by which the unit can enter a state, such as hiding.
func (f fadArmy) anytimeTests(s *State, u *UnitState) []Choice {
	if !u.OnTable() || u.OffBoard {
		return nil
	}
	q := f.qualityTest(u)
	plain := q.choice(u, TestedQuality, 0, "")
	plain.Label = "Quality test: " + plain.Label
	all := []Choice{plain}
	if side := f.withOfficer(s, u); u.fadData.BreakPoint > 0 {
		for _, w := range resolveCheckDecision(u, f.moraleTest(u, side), false).Choices {
			if w.RollsDice {
				w.Label = "Morale test: " + w.Label
				all = append(all, w)
			}
		}
	}
	if f.takesResponseTests(u) {
		w := f.responseDecision(s, u).Choices[0]
		w.Label = "Command response: " + w.Label
		if w.test.modifier != 0 {
			w.Label += fmt.Sprintf(", %+d each", w.test.modifier)
		}
		all = append(all, w)
	}
	for _, state := range s.Game().States {
		if state.TestPassesToBegin == 0 || !u.CanBeInState(&state) || u.IsInState(state.ID) || u.InTransport != "" {
			continue
		}
		hides := *q
		hides.autoPasses = f.changesToTest(u, func(t *catalog.TableTests) catalog.TableTest { return t.Hide }).AutoPasses
		hides.setResult = func(e *Event) {
			if e.Number < state.TestPassesToBegin {
				e.Verb = TestedQuality
			}
		}
		w := hides.choice(u, EnterState, 0, "")
		w.Event.Subject = state.ID
		if w.Label = s.Game().TermFor(state.ID) + ": " + w.Label; hides.rollCount() > 0 {
			all = append(all, w)
		}
	}
	return all
}
