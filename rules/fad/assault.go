package fad

import "muster/rules/dice"

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

// A fighter is a side in close assault.
type fighter struct {
	*Side
	tally tally
	body  *body
	bonus int // of the total, but for figures and charging
	die   dice.PMF
}

func (f *fight) fighter(s, enemy *Side, charges bool) *fighter {
	x := &fighter{Side: s, tally: s.tally(situation{charging: charges, assault: true, enemy: enemy}), body: f.bodyOf(s)}
	x.bonus = x.tally.assault + s.Modifiers.Assault + s.led()
	var types []string
	for i := range s.Weapons {
		if w := &s.Weapons[i]; w.Assault != 0 && !known(types, w.ID) {
			types = append(types, w.ID)
			x.bonus += w.Assault
		}
	}
	if charges {
		x.bonus += charging
	}
	n := 2
	if s.Kind.Single() {
		n = 1
	}
	x.die = rolled(n, x.tally.diceAre)
	if with := s.With; with != nil && with.Kind == Infantry {
		other := with.tally(situation{charging: charges, assault: true, enemy: enemy})
		if x.tally.addsDice && other.addsDice && x.tally.diceAre == 0 {
			x.die = dice.Sum(dice.Die(6), dice.Die(6))
		}
	}
	return x
}

func known(all []string, one string) bool {
	for _, s := range all {
		if s == one {
			return true
		}
	}
	return false
}

// against adds what comparing the two sides gives.
func (x *fighter) against(y *fighter) {
	if x.Armour+x.tally.armour > y.Armour+y.tally.armour {
		x.bonus += betterArmour
	}
	x.bonus += betterLevel * max(0, x.Quality-y.Quality)
}

// fights is how many of so many figures count against so many enemies.
func (x *fighter) fights(figures, enemies int, enemy *fighter) int {
	if most := enemy.tally.engagedBy; most > 0 {
		return min(figures, most*enemies)
	}
	return figures
}

// rolls is how often so many figures roll on the kill table.
func (x *fighter) rolls(figures int) int {
	return figures*(x.tally.killsAre+x.tally.kills) + x.tally.unitKills
}

// The ways a close assault can end, as the attacker sees it.
const (
	overruns = iota
	wins
	draws
	loses
	overrun
	endings
)

// closeAssault works out the attacker's charge at a unit on foot.
func (f *fight) closeAssault() {
	a, t := f.fighter(&f.Attacker, &f.Target, true), f.fighter(&f.Target, &f.Attacker, false)
	a.against(t)
	t.against(a)
	oa, ot := &f.r.Attacker, &f.r.Target
	oa.Has.Assault, ot.Has.Assault = true, true
	launched := 1.0
	if a.tally.chargeTest {
		launched = test(f.Tables.Qualities[a.Led]).AtLeast(needed)
	}
	// joint is the attacker's states, by the target's, when they meet.
	joint := []dice.PMF{a.body.whole()}
	if free := f.Scenario.FreeShot; free != nil {
		shot := &shot{
			shooter: &f.Target, target: &f.Attacker, tables: f.Tables,
			band: free.Range, distance: free.Distance, cover: free.Cover, charged: true, rabble: f.Attacker.Quality == 0,
		}
		v, why := shot.volley()
		f.note("the free shot", why)
		joint = f.strike(v, shot, t.body, a.body)
		oa.Has.Hit = true
		oa.Hits = blend(dice.PMF{1 - launched}, v.hits(), launched).Spread()
		if f.Scenario.WoundedRules {
			oa.Has.Wounded = true
			oa.Wounded = blend(dice.PMF{1 - launched}, a.body.woundedOf(columns(joint)), launched).Spread()
		}
	}
	// What becomes of the states, with the rolls that are made.
	endA, endT := make(dice.PMF, len(a.body.states)), make(dice.PMF, len(t.body.states))
	endA[0], endT[0] = 1-launched, 1-launched
	for at, row := range joint {
		left := t.body.standing(at)
		// States with as many figures left fight alike.
		byLeft := make([]dice.PMF, a.Figures+1)
		for i, p := range row {
			if p > 0 {
				byLeft[a.body.standing(i)] = add(byLeft[a.body.standing(i)], i, p)
			}
		}
		for figures, states := range byLeft {
			p := states.Total()
			if p == 0 {
				continue
			}
			if figures == 0 || left == 0 {
				endA = blend(endA, states, launched)
				endT = add(endT, at, launched*p)
				continue
			}
			f.clash(a, t, states, at, figures, left, launched, &endA, &endT)
		}
	}
	f.suffer(a.Side, a.body, endA, oa, false)
	f.suffer(t.Side, t.body, endT, ot, f.Scenario.TankNear)
}

// clash works out the assault itself, with the attacker in one of some states
// and the target in one.
func (f *fight) clash(a, t *fighter, states dice.PMF, at, figures, left int, launched float64, endA, endT *dice.PMF) {
	inA, inT := a.fights(figures, left, t), t.fights(left, figures, a)
	bonusA := a.bonus + extraFigure*max(0, inA-left)
	bonusT := t.bonus + extraFigure*max(0, inT-figures)
	var ends [endings]float64
	for i, pi := range a.die {
		for j, pj := range t.die {
			if pi*pj > 0 {
				ends[ending(i+bonusA, j+bonusT)] += pi * pj
			}
		}
	}
	p := launched * states.Total()
	oa, ot := &f.r.Attacker, &f.r.Target
	oa.Wins += p * (ends[overruns] + ends[wins])
	ot.Wins += p * (ends[overrun] + ends[loses])
	oa.Overrun += p * ends[overruns]
	ot.Overrun += p * ends[overrun]
	f.r.Draw += p * ends[draws]
	needA := [endings]int{killsWon, killsWon, killsDraw, killsLost, killsUnder}
	needT := [endings]int{killsUnder, killsLost, killsDraw, killsWon, killsWon}
	for end, pe := range ends {
		if pe == 0 {
			continue
		}
		if end == overrun {
			*endA = add(*endA, a.body.gone(), p*pe)
		} else {
			after := a.body.kills(append(dice.PMF{}, states...), t.rolls(inT), killed(needT[end], &a.tally))
			*endA = blend(*endA, after, launched*pe)
		}
		if end == overruns {
			*endT = add(*endT, t.body.gone(), p*pe)
		} else {
			*endT = blend(*endT, t.body.kills(add(nil, at, 1), a.rolls(inA), killed(needA[end], &t.tally)), p*pe)
		}
	}
}

// ending is how the two totals compare.
func ending(a, t int) int {
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

// killed is the probability that a kill roll kills a figure that may be saved.
func killed(need int, on *tally) float64 {
	p := die(need)
	if on.save > 0 {
		p *= 1 - die(on.save)
	}
	return p
}
