package fad

import "slices"

// Modifiers of close assault (FAD, Table 7) and what each figure's roll needs to
// kill (Table 8).
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
	test             test // without which it does not take place; dice is 0 if it needs none
}

func newCharge(a *attack) *charge {
	c := &charge{attacker: newFighter(&a.attacker, &a.Target, true), target: newFighter(&a.target, &a.Attacker, false)}
	c.attacker.compare(&c.target)
	c.target.compare(&c.attacker)
	if c.attacker.tally.ChargeTest {
		c.test = newTest(a.Tables.Qualities[a.Attacker.Led])
	}
	return c
}

// A fighter is a side in close assault.
type fighter struct {
	*party
	tally tally
	bonus int // of the total, except for figures
	dice  pool
	save  int // a kill is undone on this or more; never if 0
}

func newFighter(p *party, enemy *Side, charges bool) fighter {
	now := situation{charging: charges, assault: true, enemy: enemy}
	x := fighter{party: p, tally: p.tally(now)}
	x.save = x.tally.Save
	x.bonus = x.tally.Assault + p.Modifiers.Assault + p.led()
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
	x.dice = pool{dice: n, are: x.tally.DiceAre}
	if with := p.With; with != nil && with.Kind == Infantry {
		if other := with.tally(now); x.tally.AddsDice && other.AddsDice && x.tally.DiceAre == 0 {
			x.dice = pool{dice: 2, sum: true}
		}
	}
	return x
}

// compare adds the bonus for better armour and a better Quality.
func (x *fighter) compare(y *fighter) {
	if x.Armour+x.tally.Armour > y.Armour+y.tally.Armour {
		x.bonus += betterArmour
	}
	x.bonus += betterLevel * max(0, x.Quality-y.Quality)
}

// fights is how many of so many figures count against so many enemies.
func (x *fighter) fights(figures, enemies int, enemy *fighter) int {
	if most := enemy.tally.EngagedBy; most > 0 {
		return min(figures, most*enemies)
	}
	return figures
}

// rolls is how often so many figures roll on the kill table.
func (x *fighter) rolls(figures int) int {
	return figures*(x.tally.KillRollsAre+x.tally.KillRolls) + x.tally.UnitKillRolls
}

// KillRolls is how often each figure rolls on the kill table, without what only
// adds to it.
func (u *Unit) KillRolls() int { return u.tally(situation{assault: true}).KillRollsAre }

// An ending is one of the ways in which a close assault can end, as the attacker
// sees it.
type ending int

const (
	overruns ending = iota
	wins
	draws
	loses
	overrun
	endings
)

// kills is what a kill roll needs at each ending. Who is overrun is gone.
var kills = [endings]struct{ attacker, target int }{
	overruns: {0, killsUnder}, wins: {killsWon, killsLost}, draws: {killsDraw, killsDraw}, loses: {killsLost, killsWon}, overrun: {killsUnder, 0},
}

// A clash is a close assault of so many figures on so many: the bonuses of the totals,
// and the kill rolls.
type clash struct {
	attackerBonus, targetBonus int
	attacker, target           int
}

func (c *charge) clash(figures, left int) clash {
	a, t := &c.attacker, &c.target
	inA, inT := a.fights(figures, left, t), t.fights(left, figures, a)
	return clash{
		a.bonus + extraFigure*max(0, inA-left), t.bonus + extraFigure*max(0, inT-figures),
		a.rolls(inA), t.rolls(inT),
	}
}

// endingOf is how the two totals compare.
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

// A swarm is an assault of figures on a vehicle. One die of the vehicle defends it
// against all who are in contact.
type swarm struct {
	test    test // of nerve, made tests times: each needs so many passes
	tests   int
	needs   int
	contact int // figures in contact
	number  int // added to the vehicle's die: what a figure's die needs
	save    int // a hit is undone on this or more; never if 0
}

// mostInContact is how many figures reach a vehicle if nothing else is stated.
const mostInContact = 6

func newSwarm(d *attack) *swarm {
	a, v := &d.Attacker, &d.Target
	charge := a.tally(situation{charging: true, assault: true, enemy: v})
	t := v.tally(situation{assault: true, enemy: a})
	s := &swarm{test: newTest(d.Tables.Qualities[a.Led]), needs: needed, contact: d.Scenario.Contact, save: t.Save}
	if max(v.Front, v.Flank, v.Rear) >= leastArmour {
		s.tests, s.needs = 1, needed-charge.NervePasses
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

// chance returns the probability that all tests of nerve pass.
func (s *swarm) chance() float64 {
	all := 1.0
	for range s.tests {
		passes := s.test.odds()
		all *= passes.AtLeast(s.needs)
	}
	return all
}
