package fad

import "slices"

// Modifiers of close assault (FAD, Table 7) and the roll that kills a figure at each
// ending (Table 8).
const (
	charging     = 1
	betterArmour = 1
	extraFigure  = 1
	betterLevel  = 2

	killsWon   = 3
	killsDraw  = 4
	killsLost  = 5
	killsUnder = 6 // overrun
)

// A charge is a close assault.
type charge struct {
	attacker, target fighter
	test             test // must pass for the charge to happen; its dice are 0 if none is needed
}

func newCharge(a *attack) *charge {
	c := &charge{attacker: newFighter(&a.attacker, &a.Target, true), target: newFighter(&a.target, &a.Attacker, false)}
	c.attacker.addComparison(&c.target)
	c.target.addComparison(&c.attacker)
	if c.attacker.tally.ChargeTest {
		c.test = newTest(a.Tables.Qualities[a.Attacker.LedQuality])
	}
	return c
}

// A fighter is a side in close assault.
type fighter struct {
	*party
	tally tally
	bonus int // added to the total; the bonus for extra figures is in clash
	dice  pool
	save  int // a roll of this or more cancels a kill; 0 means no save
}

func newFighter(p *party, enemy *Side, charges bool) fighter {
	now := situation{charging: charges, assault: true, enemy: enemy}
	x := fighter{party: p, tally: p.tally(now)}
	x.save = x.tally.Save
	x.bonus = x.tally.Assault + p.Modifiers.Assault + p.officerBonus()
	var types []string
	for i := range p.Weapons {
		if w := &p.Weapons[i]; w.Assault != 0 && !slices.Contains(types, w.ID) {
			types = append(types, w.ID)
			x.bonus += w.Assault
		}
	}
	if charges {
		x.bonus += charging
	}
	n := 2
	if p.Kind.Single() {
		n = 1
	}
	x.dice = pool{dice: n, fixed: x.tally.DiceAre}
	if with := p.With; with != nil && with.Kind == Infantry {
		if other := with.tally(now); x.tally.AddsDice && other.AddsDice && x.tally.DiceAre == 0 {
			x.dice = pool{dice: 2, sum: true}
		}
	}
	return x
}

// addComparison adds the bonus for better armour and a better Quality.
func (x *fighter) addComparison(y *fighter) {
	if x.Armour+x.tally.Armour > y.Armour+y.tally.Armour {
		x.bonus += betterArmour
	}
	x.bonus += betterLevel * max(0, x.Quality-y.Quality)
}

// countedFigures returns how many of the figures count against the enemies; EngagedBy limits them.
func (x *fighter) countedFigures(figures, enemies int, enemy *fighter) int {
	if most := enemy.tally.EngagedBy; most > 0 {
		return min(figures, most*enemies)
	}
	return figures
}

// killRolls returns how often the figures roll on the kill table.
func (x *fighter) killRolls(figures int) int {
	return figures*(x.tally.KillRollsAre+x.tally.KillRolls) + x.tally.UnitKillRolls
}

// KillRolls returns how often each figure rolls on the kill table, before rolls that
// effects add.
func (u *Fighter) KillRolls() int { return u.tally(situation{assault: true}).KillRollsAre }

// An ending is the outcome of a close assault from the attacker's side.
type ending int

const (
	overruns ending = iota
	wins
	draws
	loses
	overrun
	endings
)

// kills holds the roll that each side needs to kill at each ending. A side that is
// overrun is removed and rolls nothing.
var kills = [endings]struct{ attacker, target int }{
	overruns: {0, killsUnder},
	wins:     {killsWon, killsLost},
	draws:    {killsDraw, killsDraw},
	loses:    {killsLost, killsWon},
	overrun:  {killsUnder, 0},
}

// A clash holds each side's bonus to its total and its number of kill rolls, for given
// numbers of figures.
type clash struct {
	attackerBonus, targetBonus int
	attackerRolls, targetRolls int
}

func (c *charge) clash(figures, left int) clash {
	a, t := &c.attacker, &c.target
	inA, inT := a.countedFigures(figures, left, t), t.countedFigures(left, figures, a)
	return clash{
		a.bonus + extraFigure*max(0, inA-left), t.bonus + extraFigure*max(0, inT-figures),
		a.killRolls(inA), t.killRolls(inT),
	}
}

// endingOf compares the totals of attacker and target.
func endingOf(a, t int) ending {
	switch {
	case a > t && max(a, 1) >= 2*max(t, 1):
		return overruns
	case a > t:
		return wins
	case a == t:
		return draws
	case max(t, 1) >= 2*max(a, 1):
		return overrun
	}
	return loses
}

// A swarm is an assault of figures on a vehicle. The vehicle rolls one die against all
// figures in contact.
type swarm struct {
	test    test // the nerve test
	tests   int  // how often it is made
	needs   int  // passes that each test needs
	contact int  // figures in contact
	number  int  // a figure's die hits on this plus the vehicle's die, or more
	save    int  // a roll of this or more cancels a hit; 0 means no save
}

// mostInContact is the default limit of figures in contact with a vehicle.
const mostInContact = 6

func newSwarm(d *attack) *swarm {
	a, v := &d.Attacker, &d.Target
	charge := a.tally(situation{charging: true, assault: true, enemy: v})
	t := v.tally(situation{assault: true, enemy: a})
	s := &swarm{test: newTest(d.Tables.Qualities[a.LedQuality]), needs: passesNeeded, contact: d.Scenario.Contact, save: t.Save}
	if max(v.Front, v.Flank, v.Rear) >= leastArmour {
		s.tests, s.needs = 1, passesNeeded-charge.NervePasses
	}
	if charge.ChargeTest {
		s.tests++
	}
	if s.contact == 0 {
		s.contact = min(a.Figures, mostInContact)
	}
	s.number = rating(min(v.Front, v.Flank, v.Rear)) + t.Armour + v.Modifiers.Armour - charge.OnVehicles
	return s
}

// chance returns the probability that all nerve tests pass.
func (s *swarm) chance() float64 {
	all := 1.0
	for range s.tests {
		passes := s.test.odds()
		all *= passes.AtLeast(s.needs)
	}
	return all
}
