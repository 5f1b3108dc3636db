package roll

import (
	"muster/rules/dice"
	"muster/rules/fad"
)

// game is a duel made ready for rolling.
type game struct {
	die   *dice.Roller
	d     fad.Duel
	a, t  *party
	shot  *battery // the attack, or the free shot
	notes []string
	drawn bool
	fight [2]melee
}

func newGame(d fad.Duel, die *dice.Roller) *game {
	g := &game{die: die, d: d}
	s := &d.Scenario
	g.a = newParty(&g.d, &g.d.Attacker, &g.d.Target, false)
	g.t = newParty(&g.d, &g.d.Target, &g.d.Attacker, s.NonCombatant)
	switch {
	case s.Mode == fad.Shooting || s.Mode == fad.Blast:
		g.shot = g.newBattery(g.a, g.t, terms{
			band: s.Range, inches: s.Distance, cover: s.Cover, open: s.OpenFire, low: s.ShooterUnderFire, targetLow: s.TargetUnderFire,
			bunched: s.BunchedUp, civil: s.NonCombatant, rabble: d.Target.Quality == 0, concealed: s.Concealed,
			moved: s.Moved, targetMoved: s.TargetMoved,
		})
	case s.FreeShot != nil:
		f := s.FreeShot
		g.shot = g.newBattery(g.t, g.a, terms{band: f.Range, inches: f.Distance, cover: f.Cover, rabble: d.Attacker.Quality == 0, run: true})
	}
	if s.Mode == fad.CloseAssault {
		g.fight = [2]melee{newMelee(g.a, g.t, true), newMelee(g.t, g.a, false)}
	}
	return g
}

// play fights the duel once.
func (g *game) play() {
	g.a.muster()
	g.t.muster()
	g.drawn = false
	switch g.d.Scenario.Mode {
	case fad.Shooting, fad.Blast:
		g.fire(g.shot)
		if g.t.Kind == fad.Vehicle {
			g.activate(true)
		}
	case fad.CloseAssault:
		g.charge()
	case fad.VehicleAssault:
		g.swarm()
		g.activate(false)
	}
	g.nerve(g.a, false)
	g.nerve(g.t, g.d.Scenario.TankNear)
}

// test makes a Quality test and counts the dice that pass.
func (g *game) test(number int) int {
	passed := 0
	for range 3 {
		if g.die.Roll() >= number {
			passed++
		}
	}
	return passed
}

// morale makes a morale test and counts the passes.
func (g *game) morale(p *party, helped bool) int {
	sure := p.passes
	if helped {
		sure++
	}
	rolled := 3 - sure - p.fails
	passed, failed := sure, 0
	for range max(rolled, 0) {
		if g.die.Roll() >= p.test {
			passed++
		} else {
			failed++
		}
	}
	for again := min(failed, p.again); again > 0; again-- {
		if g.die.Roll() >= p.test {
			passed++
		}
	}
	return passed
}

// nerve sees whether figures break, and what they do then.
func (g *game) nerve(p *party, helped bool) {
	if p.Kind == fad.Vehicle {
		return
	}
	p.fate.destroyed = len(p.men) == 0
	if p.unbroken || p.fate.fallen < p.breaks {
		return
	}
	p.fate.broken = true
	if p.fate.destroyed {
		return
	}
	switch passed := g.morale(p, helped); {
	case passed >= 2:
		p.fate.rallied = true
	case passed == 1:
		p.fate.fellBack = true
	default:
		p.fate.routed = true
	}
}

// activate is the vehicle's next activation.
func (g *game) activate(underFire bool) {
	v := g.t
	f := &v.fate
	if v.marks == 0 {
		return
	}
	if v.marks >= v.out {
		f.destroyed, f.lost = true, true
		return
	}
	if underFire && !v.unbroken && v.marks >= v.breaks && g.morale(v, false) < 2 {
		f.lost = true // the crew bails out, or is gone
		return
	}
	rolled := 3
	if f.critical {
		rolled = 2
	}
	passed, failed := 0, 0
	for range rolled {
		if g.die.Roll() >= v.test {
			passed++
		} else {
			failed++
		}
	}
	for again := min(failed, v.repair); again > 0; again-- {
		if g.die.Roll() >= v.test {
			passed++
		}
	}
	switch {
	case passed >= 2:
		f.repaired = true
	case passed == 1:
		f.outOfAction = true
	default:
		f.lost = true
	}
}

// melee is a side in close assault, made ready.
type melee struct {
	*party
	bonus     int
	dice      int
	counts    int
	added     bool
	each      int // kill rolls of a figure
	more      int // of the unit
	engagedBy int
	armour    int
	timid     bool
}

func newMelee(p, foe *party, charges bool) melee {
	at := moment{charging: charges, assault: true, foe: foe.Side}
	all := own(asks(&p.Unit, at))
	m := melee{
		party: p, dice: 2,
		bonus:     sum(all, func(e *fad.Effect) int { return e.Assault }) + p.Modifiers.Assault,
		counts:    most(all, 0, func(e *fad.Effect) int { return e.DiceAre }),
		each:      most(all, 1, func(e *fad.Effect) int { return e.KillRollsAre }) + sum(all, func(e *fad.Effect) int { return e.KillRolls }),
		more:      sum(all, func(e *fad.Effect) int { return e.UnitKillRolls }),
		engagedBy: smallest(all, func(e *fad.Effect) int { return e.EngagedBy }),
		armour:    p.Armour + sum(all, func(e *fad.Effect) int { return e.Armour }),
		timid:     some(all, func(e *fad.Effect) bool { return e.ChargeTest }),
	}
	switch p.Kind {
	case fad.Character, fad.Psionic, fad.Sniper:
		m.dice = 1
	}
	if charges {
		m.bonus++
	}
	if leads(p.Side) {
		m.bonus += p.Officer.Rating
	}
	types := map[string]int{}
	for _, w := range p.Weapons {
		types[w.ID] = w.Assault
	}
	for _, plus := range types {
		m.bonus += plus
	}
	adds := func(u *fad.Unit) bool {
		return some(own(asks(u, at)), func(e *fad.Effect) bool { return e.AddsDice })
	}
	m.added = p.With != nil && p.With.Kind == fad.Infantry && adds(&p.Unit) && adds(p.With) && m.counts == 0
	return m
}

// roll rolls the assault die.
func (g *game) roll(m *melee) int {
	if m.counts > 0 {
		return m.counts
	}
	first, second := g.die.Roll(), 0
	if m.dice == 2 || m.added {
		second = g.die.Roll()
	}
	if m.added {
		return first + second
	}
	return max(first, second)
}

// charge is a close assault, from the free shot on.
func (g *game) charge() {
	a, t := &g.fight[0], &g.fight[1]
	if a.timid && g.test(g.a.test) < 2 {
		return
	}
	if g.shot != nil {
		g.fire(g.shot)
	}
	if len(g.a.men) == 0 || len(g.t.men) == 0 {
		return
	}
	chargers, defenders := len(g.a.men), len(g.t.men)
	inA, inT := chargers, defenders
	if t.engagedBy > 0 {
		inA = min(inA, t.engagedBy*defenders)
	}
	if a.engagedBy > 0 {
		inT = min(inT, a.engagedBy*chargers)
	}
	totalA, totalT := a.bonus+g.roll(a), t.bonus+g.roll(t)
	if inA > defenders {
		totalA += inA - defenders
	}
	if inT > chargers {
		totalT += inT - chargers
	}
	if a.armour > t.armour {
		totalA++
	}
	if t.armour > a.armour {
		totalT++
	}
	if g.a.quality > g.t.quality {
		totalA += 2 * (g.a.quality - g.t.quality)
	}
	if g.t.quality > g.a.quality {
		totalT += 2 * (g.t.quality - g.a.quality)
	}
	needA, needT := 4, 4
	wipeA, wipeT := false, false
	twice := func(x, y int) bool { return max(1, x) >= 2*max(1, y) }
	switch {
	case totalA > totalT:
		g.a.fate.won = true
		needA, needT = 3, 5
		if twice(totalA, totalT) {
			g.a.fate.overruns, wipeT, needT = true, true, 6
		}
	case totalT > totalA:
		g.t.fate.won = true
		needA, needT = 5, 3
		if twice(totalT, totalA) {
			g.t.fate.overruns, wipeA, needA = true, true, 6
		}
	default:
		g.drawn = true
	}
	onT := g.killRolls(a, inA, needA, g.t)
	onA := g.killRolls(t, inT, needT, g.a)
	g.slay(g.t, onT, wipeT)
	g.slay(g.a, onA, wipeA)
}

// killRolls counts the kills of one side that the other does not save.
func (g *game) killRolls(m *melee, figures, need int, on *party) int {
	kills := 0
	for range figures*m.each + m.more {
		if g.die.Roll() >= need && (on.closeIn == 0 || g.die.Roll() < on.closeIn) {
			kills++
		}
	}
	return kills
}

// slay removes the figures that were killed, or all.
func (g *game) slay(p *party, kills int, all bool) {
	for all && len(p.men) > 0 {
		p.fall(0)
	}
	for ; kills > 0 && len(p.men) > 0; kills-- {
		p.hurtBy(p.weakest(), 2)
	}
}

// swarm is an assault of figures on a vehicle.
func (g *game) swarm() {
	all := own(asks(&g.a.Unit, moment{charging: true, assault: true, foe: g.t.Side}))
	timid := some(all, func(e *fad.Effect) bool { return e.ChargeTest })
	bold := sum(all, func(e *fad.Effect) int { return e.NervePasses })
	plus := sum(all, func(e *fad.Effect) int { return e.OnVehicles })
	if g.t.Front >= 4 || g.t.Unit.Side >= 4 || g.t.Rear >= 4 {
		if g.test(g.a.test)+bold < 2 || timid && g.test(g.a.test)+bold < 2 {
			return
		}
	} else if timid && g.test(g.a.test) < 2 {
		return
	}
	contact := g.d.Scenario.Contact
	if contact == 0 {
		contact = min(6, g.a.Figures)
	}
	defence := g.die.Roll() + g.t.armour
	for range contact {
		if g.die.Roll()+plus < defence {
			continue
		}
		g.t.fate.hits++
		if g.t.save == 0 || g.die.Roll() < g.t.save {
			g.t.fate.damaged = true
			g.t.marks++
		}
	}
}
