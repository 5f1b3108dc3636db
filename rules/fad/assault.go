package fad

import (
	"slices"

	"muster/rules/dice"
)

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
	launched         float64 // the probability that it takes place
}

func newCharge(a *attack) *charge {
	c := &charge{attacker: newFighter(&a.attacker, &a.Target, true), target: newFighter(&a.target, &a.Attacker, false), launched: 1}
	c.attacker.against(&c.target)
	c.target.against(&c.attacker)
	if c.attacker.tally.ChargeTest {
		c.launched = test(a.Tables.Qualities[a.Attacker.Led]).AtLeast(needed)
	}
	return c
}

// A fighter is a side in close assault.
type fighter struct {
	*party
	tally tally
	bonus int // of the total, except for figures
	die   dice.PMF
	keep  float64 // the probability that a kill is not saved
}

func newFighter(p *party, enemy *Side, charges bool) fighter {
	now := situation{charging: charges, assault: true, enemy: enemy}
	x := fighter{party: p, tally: p.tally(now)}
	x.keep = x.tally.unsaved()
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
	x.die = rolled(n, x.tally.DiceAre)
	if with := p.With; with != nil && with.Kind == Infantry {
		if other := with.tally(now); x.tally.AddsDice && other.AddsDice && x.tally.DiceAre == 0 {
			x.die = dice.Sum(dice.Die(6), dice.Die(6))
		}
	}
	return x
}

// against adds what comparing the two sides gives.
func (x *fighter) against(y *fighter) {
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

// A clash is a close assault of so many figures on so many.
type clash struct {
	ends             [endings]float64
	attacker, target int // kill rolls
}

func (c *charge) clash(figures, left int) clash {
	a, t := &c.attacker, &c.target
	inA, inT := a.fights(figures, left, t), t.fights(left, figures, a)
	bonusA := a.bonus + extraFigure*max(0, inA-left)
	bonusT := t.bonus + extraFigure*max(0, inT-figures)
	is := clash{attacker: a.rolls(inA), target: t.rolls(inT)}
	for i, pi := range a.die {
		for j, pj := range t.die {
			if pi*pj > 0 {
				is.ends[endingOf(i+bonusA, j+bonusT)] += pi * pj
			}
		}
	}
	return is
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

// A swarm is an assault of figures on a vehicle (FAD, Assaulting a Vehicle).
type swarm struct {
	nerve   float64    // the probability that they dare to
	contact int        // figures
	hits    [6]float64 // the probability that a figure hits it, by the die of its defence
	keep    float64    // that a hit is not saved
}

// mostInContact is how many figures reach a vehicle if nothing else is stated.
const mostInContact = 6

func newSwarm(d *attack) *swarm {
	a, v := &d.Attacker, &d.Target
	charge := a.tally(situation{charging: true, assault: true, enemy: v})
	t := v.tally(situation{assault: true, enemy: a})
	s := &swarm{nerve: 1, contact: d.Scenario.Contact, keep: t.unsaved()}
	passes := test(d.Tables.Qualities[a.Led])
	switch armoured := max(v.Front, v.Flank, v.Rear) >= leastArmour; {
	case armoured:
		s.nerve = passes.AtLeast(needed - charge.NervePasses)
		if charge.ChargeTest {
			s.nerve *= s.nerve
		}
	case charge.ChargeTest:
		s.nerve = passes.AtLeast(needed)
	}
	if s.contact == 0 {
		s.contact = min(a.Figures, mostInContact)
	}
	weakest := rating(min(v.Front, v.Flank, v.Rear)) + t.Armour + v.Modifiers.Armour
	for i := range s.hits { // one die for all
		s.hits[i] = die(weakest + i + 1 - charge.OnVehicles)
	}
	return s
}
