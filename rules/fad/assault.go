package fad

import "slices"

// Modifiers of close assault (FAD, Table 7) and the roll that kills a figure at each
// ending (Table 8).
const (
	chargeBonus        = 1
	betterArmourBonus  = 1
	extraFigureBonus   = 1
	betterQualityBonus = 2

	killRollWon     = 3
	killRollDraw    = 4
	killRollLost    = 5
	killRollOverrun = 6 // against an overrun side
)

// A charge is a close assault.
type charge struct {
	attacker, target assaultSide
	launchTest       qualityTest // must pass for the charge to happen; its dice are 0 if none is needed
}

// newCharge returns the close assault of an attack.
func newCharge(a *attack) *charge {
	c := &charge{attacker: newAssaultSide(&a.attacker, &a.Target, true), target: newAssaultSide(&a.target, &a.Attacker, false)}
	c.attacker.addAdvantage(&c.target)
	c.target.addAdvantage(&c.attacker)
	if c.attacker.tally.NeedsChargeTest {
		c.launchTest = newTest(a.Tables.Qualities[a.Attacker.QualityWithLeader])
	}
	return c
}

// An assaultSide is a side in close assault.
type assaultSide struct {
	*party
	tally      effectTally
	totalBonus int // added to the total; the bonus for extra figures is in clash
	dice       dicePool
	saveRoll   int // a roll of this or more cancels a kill; 0 means no save
}

// newAssaultSide returns the side of p in a close assault; charges means that p attacks.
func newAssaultSide(p *party, enemy *Side, charges bool) assaultSide {
	now := situation{charging: charges, assault: true, enemy: enemy}
	x := assaultSide{party: p, tally: p.tally(now)}
	x.saveRoll = x.tally.SaveRoll
	x.totalBonus = x.tally.AssaultModifier + p.Modifiers.Assault + p.officerBonus()
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
	x.dice = dicePool{dice: n, fixedTotal: x.tally.FixedTotal}
	if with := p.Partner; with != nil && with.Kind == Infantry {
		if other := with.tally(now); x.tally.AddsPartnerDice && other.AddsPartnerDice && x.tally.FixedTotal == 0 {
			x.dice = dicePool{dice: 2, addsDice: true}
		}
	}
	return x
}

// addAdvantage adds the bonuses for better armour and a better Quality than y's.
func (x *assaultSide) addAdvantage(y *assaultSide) {
	if x.Armour+x.tally.ArmourModifier > y.Armour+y.tally.ArmourModifier {
		x.totalBonus += betterArmourBonus
	}
	x.totalBonus += betterQualityBonus * max(0, x.Quality-y.Quality)
}

// countedFigures returns how many of the figures count against the enemies: at most MaxEngagers for
// each enemy, if the enemy's effects set it.
func (x *assaultSide) countedFigures(figures, enemies int, enemy *assaultSide) int {
	if most := enemy.tally.MaxEngagers; most > 0 {
		return min(figures, most*enemies)
	}
	return figures
}

// killRolls returns the number of kill rolls of the figures.
func (x *assaultSide) killRolls(figures int) int {
	return figures*(x.tally.FigureKillRolls+x.tally.ExtraKillRolls) + x.tally.ExtraUnitKillRolls
}

// KillRolls returns the number of kill rolls of each figure, without the rolls that effects add.
func (u *Fighter) KillRolls() int { return u.tally(situation{assault: true}).FigureKillRolls }

// An ending is the outcome of a close assault from the attacker's side.
type ending int

const (
	attackerOverruns ending = iota
	attackerWins
	drawn
	targetWins
	targetOverruns
	endingCount
)

// killNumbers holds the lowest D6 with which each side kills, by ending; 0 for a side that is
// overrun, which is removed and rolls nothing.
var killNumbers = [endingCount]struct{ attacker, target int }{
	attackerOverruns: {0, killRollOverrun},
	attackerWins:     {killRollWon, killRollLost},
	drawn:            {killRollDraw, killRollDraw},
	targetWins:       {killRollLost, killRollWon},
	targetOverruns:   {killRollOverrun, 0},
}

// A clash holds each side's bonus to its total and its number of kill rolls, for given
// numbers of figures.
type clash struct {
	attackerTotalBonus, targetTotalBonus int
	attackerKillRolls, targetKillRolls   int
}

// clash returns the clash of a number of attacking figures with the target's figures that are left.
func (c *charge) clash(figures, left int) clash {
	a, t := &c.attacker, &c.target
	inA, inT := a.countedFigures(figures, left, t), t.countedFigures(left, figures, a)
	return clash{
		a.totalBonus + extraFigureBonus*max(0, inA-left), t.totalBonus + extraFigureBonus*max(0, inT-figures),
		a.killRolls(inA), t.killRolls(inT),
	}
}

// endingOf returns the ending for the totals of attacker and target.
func endingOf(a, t int) ending {
	switch {
	case a > t && max(a, 1) >= 2*max(t, 1):
		return attackerOverruns
	case a > t:
		return attackerWins
	case a == t:
		return drawn
	case max(t, 1) >= 2*max(a, 1):
		return targetOverruns
	}
	return targetWins
}

// A vehicleAssault is an assault of figures on a vehicle. The vehicle rolls one die against all
// figures in contact.
type vehicleAssault struct {
	nerveTest      qualityTest // the Quality test before the assault
	nerveTests     int         // number of nerve tests
	neededPasses   int         // passes that each nerve test needs
	contactFigures int         // figures in contact
	minToHit       int         // a figure's die hits on this plus the vehicle's die, or more
	saveRoll       int         // a roll of this or more cancels a hit; 0 means no save
}

// maxInContact is the default limit of figures in contact with a vehicle.
const maxInContact = 6

func newVehicleAssault(d *attack) *vehicleAssault {
	a, v := &d.Attacker, &d.Target
	charge := a.tally(situation{charging: true, assault: true, enemy: v})
	t := v.tally(situation{assault: true, enemy: a})
	s := &vehicleAssault{nerveTest: newTest(d.Tables.Qualities[a.QualityWithLeader]), neededPasses: passesNeeded, contactFigures: d.Scenario.ContactFigures, saveRoll: t.SaveRoll}
	if max(v.Front, v.Flank, v.Rear) >= minArmourRating {
		s.nerveTests, s.neededPasses = 1, passesNeeded-charge.ExtraNervePasses
	}
	if charge.NeedsChargeTest {
		s.nerveTests++
	}
	if s.contactFigures == 0 {
		s.contactFigures = min(a.Figures, maxInContact)
	}
	s.minToHit = effectiveRating(min(v.Front, v.Flank, v.Rear)) + t.ArmourModifier +
		v.Modifiers.Armour - charge.VehicleAssaultModifier
	return s
}

// nerveChance returns the probability that all nerve tests pass.
func (s *vehicleAssault) nerveChance() float64 {
	all := 1.0
	for range s.nerveTests {
		passes := s.nerveTest.odds()
		all *= passes.AtLeast(s.neededPasses)
	}
	return all
}
