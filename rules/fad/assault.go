package fad

import "slices"

// Modifiers of close assault (FAD, Table 7) and the roll that kills a figure at each
// ending (Table 8).
const (
	// added to the total of the side that charges
	chargeBonus        = 1
	betterArmourBonus  = 1
	extraFigureBonus   = 1
	betterQualityBonus = 2

	killRollIfWon     = 3
	killRollIfDrawn   = 4
	killRollIfLost    = 5
	killRollIfOverrun = 6 // on a figure of an overrun side
)

// A charge is a close assault.
type charge struct {
	attacker, target assaultSide
	// the test that the attacker must pass for the charge to happen; its dice are 0 if none is
	// needed
	chargeTest qualityTest
}

// newCharge returns the close assault of an attack.
func newCharge(a *attack) *charge {
	c := &charge{attacker: newAssaultSide(&a.attacker, &a.Target, true), target: newAssaultSide(&a.target, &a.Attacker, false)}
	c.attacker.addAdvantageBonuses(&c.target)
	c.target.addAdvantageBonuses(&c.attacker)
	if c.attacker.effects.NeedsChargeTest {
		c.chargeTest = newTest(a.Tables.Qualities[a.Attacker.QualityWithLeader])
	}
	return c
}

// An assaultSide is one side of a close assault.
type assaultSide struct {
	*party
	effects    effectTally
	totalBonus int // bonus to the side's total; the bonus for extra figures is in assaultCounts
	dice       dicePool
	saveRoll   int // a roll of this or more cancels a kill; 0 means no save
}

// newAssaultSide returns side p of a close assault against an enemy; charges means that p is the
// attacker.
func newAssaultSide(p *party, enemy *Side, charges bool) assaultSide {
	now := situation{charging: charges, inAssault: true, enemy: enemy}
	x := assaultSide{party: p, effects: p.tallyEffects(now)}
	x.saveRoll = x.effects.SaveRoll
	x.totalBonus = x.effects.AssaultModifier + p.Modifiers.Assault + p.officerBonus()
	var types []string
	for i := range p.Weapons {
		if w := &p.Weapons[i]; w.AssaultBonus != 0 && !slices.Contains(types, w.ID) {
			types = append(types, w.ID)
			x.totalBonus += w.AssaultBonus
		}
	}
	if charges {
		x.totalBonus += chargeBonus
	}
	n := 2
	if p.Kind.IsSingleFigure() {
		n = 1
	}
	x.dice = dicePool{dice: n, fixedTotal: x.effects.FixedDiceTotal}
	if with := p.Partner; with != nil && with.Kind == Infantry {
		if other := with.tallyEffects(now); x.effects.AddsPartnerDice && other.AddsPartnerDice &&
			x.effects.FixedDiceTotal == 0 {
			x.dice = dicePool{dice: 2, sumsDice: true}
		}
	}
	return x
}

// addAdvantageBonuses adds x's bonuses for better armour and a better Quality than y's.
func (x *assaultSide) addAdvantageBonuses(y *assaultSide) {
	if x.Armour+x.effects.ArmourModifier > y.Armour+y.effects.ArmourModifier {
		x.totalBonus += betterArmourBonus
	}
	x.totalBonus += betterQualityBonus * max(0, x.Quality-y.Quality)
}

// figuresThatFight returns the number of x's figures that may fight the enemies: at most
// MaxEnemiesPerFigure for each enemy, if the enemy's effects limit it.
func (x *assaultSide) figuresThatFight(figures, enemies int, enemy *assaultSide) int {
	if most := enemy.effects.MaxEnemiesPerFigure; most > 0 {
		return min(figures, most*enemies)
	}
	return figures
}

// killRollCount returns the number of kill rolls (each a die that may kill an enemy figure) that a
// number of figures make.
func (x *assaultSide) killRollCount(figures int) int {
	return figures*(x.effects.KillRollsPerFigure+x.effects.ExtraKillRolls) + x.effects.ExtraUnitKillRolls
}

// KillRollsPerFigure returns the number of kill rolls of each figure, without those that effects
// add.
func (u *Fighter) KillRollsPerFigure() int {
	return u.tallyEffects(situation{inAssault: true}).KillRollsPerFigure
}

// An assaultEnding is the outcome of a close assault: a side wins, or overruns the other with twice
// its total, or the totals are equal.
type assaultEnding int

const (
	attackerOverruns assaultEnding = iota
	attackerWins
	assaultDrawn
	targetWins
	targetOverruns
	endingCount
)

// minKillRolls holds the lowest die of a kill roll that kills, for each side by ending; 0 for an
// overrun side: it is removed and rolls nothing.
var minKillRolls = [endingCount]struct{ attacker, target int }{
	attackerOverruns: {0, killRollIfOverrun},
	attackerWins:     {killRollIfWon, killRollIfLost},
	assaultDrawn:     {killRollIfDrawn, killRollIfDrawn},
	targetWins:       {killRollIfLost, killRollIfWon},
	targetOverruns:   {killRollIfOverrun, 0},
}

// An assaultCounts holds each side's bonus to its total and its number of kill rolls, for given
// numbers of figures.
type assaultCounts struct {
	attackerTotalBonus, targetTotalBonus int
	attackerKillRolls, targetKillRolls   int
}

// bonusesAndKillRolls returns the bonuses and kill rolls for a number of attacking figures, with
// the number of the target's figures that are left.
func (c *charge) bonusesAndKillRolls(figures, left int) assaultCounts {
	a, t := &c.attacker, &c.target
	inA, inT := a.figuresThatFight(figures, left, t), t.figuresThatFight(left, figures, a)
	return assaultCounts{
		a.totalBonus + extraFigureBonus*max(0, inA-left), t.totalBonus + extraFigureBonus*max(0, inT-figures),
		a.killRollCount(inA), t.killRollCount(inT),
	}
}

// endingByTotals returns how a close assault ends, given the totals of the attacker and of the
// target.
func endingByTotals(a, t int) assaultEnding {
	switch {
	case a > t && max(a, 1) >= 2*max(t, 1):
		return attackerOverruns
	case a > t:
		return attackerWins
	case a == t:
		return assaultDrawn
	case max(t, 1) >= 2*max(a, 1):
		return targetOverruns
	}
	return targetWins
}

// A vehicleAssault is an assault of figures on a vehicle. The vehicle rolls one die against all
// figures in contact.
type vehicleAssault struct {
	nerveTest      qualityTest // the Quality test that figures must pass to assault the vehicle
	nerveTestCount int         // number of nerve tests that must all pass
	neededPasses   int         // number of dice that must pass in each nerve test
	contactFigures int         // number of figures in contact with the vehicle
	hitMargin      int         // a figure hits if its die is at least this plus the vehicle's die
	saveRoll       int         // a roll of this or more cancels a hit; 0 means no save
}

// maxContactFigures is the default limit of figures in contact with a vehicle.
const maxContactFigures = 6

func newVehicleAssault(d *attack) *vehicleAssault {
	a, v := &d.Attacker, &d.Target
	charge := a.tallyEffects(situation{charging: true, inAssault: true, enemy: v})
	t := v.tallyEffects(situation{inAssault: true, enemy: a})
	s := &vehicleAssault{nerveTest: newTest(d.Tables.Qualities[a.QualityWithLeader]), neededPasses: passesNeeded, contactFigures: d.Scenario.ContactFigures, saveRoll: t.SaveRoll}
	if max(v.Front, v.Flank, v.Rear) >= minArmourRating {
		s.nerveTestCount, s.neededPasses = 1, passesNeeded-charge.ExtraNervePasses
	}
	if charge.NeedsChargeTest {
		s.nerveTestCount++
	}
	if s.contactFigures == 0 {
		s.contactFigures = min(a.Figures, maxContactFigures)
	}
	s.hitMargin = effectiveArmour(min(v.Front, v.Flank, v.Rear)) + t.ArmourModifier +
		v.Modifiers.Armour - charge.VehicleAssaultModifier
	return s
}

// nervePassChance returns the probability that all nerve tests pass.
func (s *vehicleAssault) nervePassChance() float64 {
	all := 1.0
	for range s.nerveTestCount {
		passes := s.nerveTest.odds()
		all *= passes.AtLeast(s.neededPasses)
	}
	return all
}
