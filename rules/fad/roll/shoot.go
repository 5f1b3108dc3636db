package roll

import (
	"muster/rules/fad"
)

// gun is one roll for Fire Effect, made ready.
type gun struct {
	dice      int // the best counts
	added     bool
	counts    int // what each of them counts as; 0 for what it shows
	beside    int // D6 of an attached team
	besideIs  int
	extra     int // D6 of weapons
	plus      int
	damage    int
	ap        int
	backfires int
}

// battery is all that one side fires at another, made ready.
type battery struct {
	by, at  *party
	guns    []gun
	perHit  int
	pin     int
	clear   bool // a sniper tests for a clear shot
	blast   bool
	off     int // what an off-board battery's own test needs; 0 for none
	spotter int
	sure    bool // pins whatever it ranges in on
	cross   bool
	figures bool // the target can be pinned
	squad   bool // one damage die for all hits
	wounds  bool
}

// terms are the circumstances of a shot.
type terms struct {
	band                    fad.Band
	inches                  int
	cover                   fad.Cover
	open, low, targetLow    bool
	bunched, civil          bool
	rabble, concealed       bool
	moved, targetMoved, run bool // run: the target charges
}

func (g *game) newBattery(by, at *party, t terms) *battery {
	b := &battery{by: by, at: at, squad: g.d.Scenario.SquadDamage, wounds: g.d.Scenario.WoundedRules}
	foes := ofFoes(asks(&at.Unit, moment{moved: t.targetMoved, charging: t.run, foe: by.Side}))
	theirs := own(asks(&at.Unit, moment{moved: t.targetMoved, charging: t.run, foe: by.Side}))
	shift := max(0, sum(foes, func(e *fad.Effect) int { return e.Bands }))
	bare := at.Flies || some(theirs, func(e *fad.Effect) bool { return e.NoCover }) || t.cover == fad.Open || t.cover == ""
	switch {
	case bare:
		b.perHit = 3
	case t.cover == fad.Partial:
		b.perHit = 4
	default:
		b.perHit = 5
	}
	b.pin = g.d.Tables.Qualities[at.quality].Pin
	b.figures = (at.Kind == fad.Infantry || at.Kind == fad.HeavyWeapons) && !at.ignoresPinning
	b.cross = g.d.Scenario.Crossfire
	b.clear = by.Kind == fad.Sniper

	// What the situation adds to every roll.
	common := by.Modifiers.FireEffect + g.d.Tables.Qualities[by.led(g)].FireEffect
	if leads(by.Side) {
		common += by.Officer.Rating
	}
	if t.open {
		common += 2
	}
	if t.low && by.Kind != fad.Vehicle && !ignores(own(asks(&by.Unit, moment{moved: t.moved, foe: at.Side})), fad.IgnoreUnderFire) {
		common -= 3
	}
	common += sum(foes, func(e *fad.Effect) int { return e.FireEffect })
	if t.bunched {
		common += 2
	}
	if t.civil {
		common += 2
	}
	if at.Kind != fad.Vehicle {
		if t.targetLow && !ignores(theirs, fad.IgnoreUnderFire) {
			common--
		}
		if t.rabble && bare {
			common++
		}
		if t.concealed {
			common -= 2
		}
	}
	switch {
	case g.d.Scenario.Mode == fad.Blast:
		g.ready(b, t, shift)
	case by.Kind == fad.Vehicle:
		g.turrets(b, t, shift, common)
	default:
		g.volley(b, t, shift, common)
	}
	return b
}

// led is the place of the Quality that a side shoots with.
func (p *party) led(g *game) int {
	if p == g.t && g.d.Scenario.NonCombatant {
		return 0
	}
	return p.Led
}

// bandOf is how many bands beyond close a weapon shoots.
func (t *terms) bandOf(w *fad.Weapon, shift int) int {
	n := map[fad.Band]int{fad.Medium: 1, fad.Long: 2}[t.band]
	if t.inches > 0 {
		for n = 0; n < 9 && t.inches > (n+1)*w.Close; n++ {
		}
	}
	return n + shift
}

var forBand = [3]int{2, -2, -4}

// hand is what one unit adds to a volley of figures.
type hand struct {
	ok                bool
	rifles, plus, d6  int
	band              int
	damage, ap        int
	dice, counts, bad int
	adds              bool
}

func (g *game) hand(u *fad.Unit, b *battery, t terms, shift int) hand {
	h := hand{dice: u.Dice}
	crewed := u.Kind == fad.HeavyWeapons || u.Kind == fad.Artillery
	var firing []fad.Weapon
	for _, w := range u.Weapons {
		if w.Unarmed || crewed && !w.Served || w.Blast && b.at.Kind != fad.Vehicle {
			continue
		}
		if t.moved && (w.Heavy || w.Served) && u.Kind != fad.Sniper {
			if !some(own(asks(u, moment{moved: true, heavy: true, movable: w.Movable, foe: b.at.Side})), func(e *fad.Effect) bool { return e.FiresMoving }) {
				continue
			}
		}
		if t.bandOf(&w, shift) > 2 {
			continue
		}
		firing = append(firing, w)
	}
	if len(firing) == 0 || u.Kind == fad.Sniper && t.moved {
		return h
	}
	main := firing[0]
	heavy, movable := false, false
	for _, w := range firing {
		if w.Count > main.Count {
			main = w
		}
		heavy, movable = heavy || w.Heavy, movable || w.Movable
		if u.Kind == fad.Infantry {
			h.rifles += w.Count
			if w.Double {
				h.rifles += w.Count
			}
		}
		if w.Blast {
			continue
		}
		bearers := w.Count
		if w.Basic {
			bearers = 1
		}
		h.plus += bearers * w.FireEffect
		h.d6 += bearers * w.FireDice
	}
	h.band = t.bandOf(&main, shift)
	all := own(asks(u, moment{moved: t.moved, heavy: heavy, movable: movable, bands: h.band, foe: b.at.Side}))
	if some(all, func(e *fad.Effect) bool { return e.Silent }) {
		return h
	}
	h.ok = true
	for range u.CrewLost {
		h.plus--
	}
	h.plus += sum(all, func(e *fad.Effect) int { return e.FireEffect })
	h.damage = main.Damage + sum(all, func(e *fad.Effect) int { return e.Damage })
	h.ap = max(0, main.AP+sum(all, func(e *fad.Effect) int { return e.AP }))
	for _, e := range all {
		if e.Dice > 0 {
			h.dice = e.Dice
		}
	}
	h.counts = most(all, 0, func(e *fad.Effect) int { return e.DiceAre })
	h.bad = most(all, 0, func(e *fad.Effect) int { return e.Backfires })
	h.adds = some(all, func(e *fad.Effect) bool { return e.AddsDice })
	return h
}

// volley makes the fire of figures ready.
func (g *game) volley(b *battery, t terms, shift, common int) {
	h := g.hand(&b.by.Unit, b, t, shift)
	if !h.ok {
		return
	}
	gun := gun{dice: h.dice, counts: h.counts, extra: h.d6, damage: h.damage, ap: h.ap, backfires: h.bad, plus: common + h.plus + forBand[h.band]}
	rifles := h.rifles
	if with := b.by.With; with != nil {
		if other := g.hand(with, b, t, shift); other.ok {
			gun.plus += other.plus
			gun.extra += other.d6
			if with.Kind == fad.Infantry {
				rifles += other.rifles
				gun.added = h.adds && other.adds
			} else {
				gun.beside, gun.besideIs = other.dice, other.counts
			}
		}
	}
	gun.plus += rifles / 3
	b.guns = append(b.guns, gun)
}

// turrets makes a vehicle's weapons ready, as many as its crew can fire.
func (g *game) turrets(b *battery, t terms, shift, common int) {
	left := b.by.Crewed
	used := map[int]bool{}
	for _, w := range b.by.Weapons {
		if w.Unarmed || w.Blast && b.at.Kind != fad.Vehicle || w.Group > 0 && used[w.Group] {
			continue
		}
		if left == 0 {
			return
		}
		left--
		used[w.Group] = true
		band := t.bandOf(&w, shift)
		if band > 2 {
			continue
		}
		all := own(asks(&b.by.Unit, moment{moved: t.moved, heavy: w.Heavy, movable: w.Movable, bands: band, foe: b.at.Side}))
		all = append(all, w.Effects...)
		if some(all, func(e *fad.Effect) bool { return e.Silent }) {
			continue
		}
		one := gun{
			dice: b.by.Dice, counts: most(all, 0, func(e *fad.Effect) int { return e.DiceAre }),
			damage: w.Damage + sum(all, func(e *fad.Effect) int { return e.Damage }),
			ap:     max(0, w.AP+sum(all, func(e *fad.Effect) int { return e.AP })),
			plus:   common + forBand[band] + sum(all, func(e *fad.Effect) int { return e.FireEffect }),
		}
		for _, e := range all {
			if e.Dice > 0 {
				one.dice = e.Dice
			}
		}
		if !w.Blast {
			one.plus += w.FireEffect
			one.extra = w.FireDice
		}
		b.guns = append(b.guns, one)
	}
}

// ready makes a blast ready.
func (g *game) ready(b *battery, t terms, shift int) {
	u := &b.by.Unit
	for _, w := range u.Weapons {
		if !w.Blast || (u.Kind == fad.HeavyWeapons || u.Kind == fad.Artillery) && !w.Served {
			continue
		}
		m := moment{moved: t.moved, heavy: w.Heavy, movable: w.Movable, foe: b.at.Side}
		all := own(asks(u, m))
		switch {
		case u.Kind == fad.Vehicle && u.Crewed == 0,
			u.Kind != fad.Artillery && t.bandOf(&w, shift) > 2,
			some(all, func(e *fad.Effect) bool { return e.Silent }),
			t.moved && w.Heavy && u.Kind != fad.Vehicle && !some(all, func(e *fad.Effect) bool { return e.FiresMoving }):
			return
		}
		b.blast, b.sure = true, w.Pins
		b.spotter = b.by.test
		if u.Kind == fad.Artillery {
			b.off = b.by.test
			if b.by.Spotter != nil {
				b.spotter = g.d.Tables.Qualities[*b.by.Spotter].Test
			}
		}
		b.guns = []gun{{plus: w.FireEffect, damage: w.Damage + sum(all, func(e *fad.Effect) int { return e.Damage })}}
		return
	}
}

// fire rolls everything that a battery fires.
func (g *game) fire(b *battery) {
	if len(b.guns) == 0 {
		return
	}
	bonus, ranged := 0, 0
	switch {
	case b.clear:
		passed := g.test(b.by.test)
		if passed < 2 {
			return
		}
		if passed == 3 {
			bonus = 1
		}
	case b.blast:
		if b.off > 0 && g.test(b.off) < 2 {
			return
		}
		if ranged = g.test(b.spotter); ranged < 2 {
			return
		}
	}
	over := b.sure
	backfired := 0
	for i := range b.guns {
		effect, back := g.effect(&b.guns[i], ranged)
		backfired += back
		over = over || effect > b.pin
		hits := 0
		for points := effect; points >= b.perHit; points -= b.perHit {
			hits++
		}
		b.at.fate.hits += hits
		g.strike(b, b.at, hits, b.guns[i].damage+bonus, b.guns[i].ap)
	}
	if backfired > 0 {
		g.strike(b, b.by, backfired, b.guns[0].damage, b.guns[0].ap)
	}
	if b.figures && g.d.Scenario.Mode != fad.CloseAssault {
		b.at.fate.pinned = over
		if b.cross {
			b.at.fate.pinned = g.test(b.at.test) < 2
		}
	}
}

// effect rolls for Fire Effect, and counts the dice that backfire.
func (g *game) effect(n *gun, ranged int) (effect, back int) {
	effect = n.plus
	for range ranged {
		effect += g.die.Roll()
	}
	best, total := 0, 0
	for range n.dice {
		d := g.die.Roll()
		if n.counts > 0 {
			d = n.counts
		}
		if n.counts == 0 && d <= n.backfires {
			back++
		}
		best = max(best, d)
		total += d
	}
	if n.added && n.counts == 0 {
		best = total
	}
	beside := 0
	for range n.beside {
		d := g.die.Roll()
		if n.besideIs > 0 {
			d = n.besideIs
		}
		beside = max(beside, d)
	}
	effect += best + beside
	for range n.extra {
		effect += g.die.Roll()
	}
	return effect, back
}

// strike deals hits to a side.
func (g *game) strike(b *battery, p *party, hits, damage, ap int) {
	armour := p.armour
	if armour > 6 {
		armour -= ap
	}
	if p.Kind == fad.Vehicle {
		for range hits {
			if p.save > 0 && g.die.Roll() >= p.save {
				continue
			}
			roll := g.die.Roll() + damage
			if p.rerolls && ap > 0 && roll >= armour {
				roll = g.die.Roll() + damage
			}
			switch {
			case roll >= armour+3:
				p.fate.critical = true
				p.marks++
			case roll >= armour:
				p.fate.damaged = true
				p.marks++
			}
		}
		return
	}
	if b.squad {
		unsaved := 0
		for range hits {
			if p.save == 0 || g.die.Roll() < p.save {
				unsaved++
			}
		}
		beaten := armour - (g.die.Roll() + damage)
		if p.exceed {
			beaten++
		}
		for kills := unsaved - max(beaten, 0); kills > 0 && len(p.men) > 0; kills-- {
			p.fall(0)
		}
		return
	}
	if p.pairs && ap == 0 {
		g.pairs(p, hits, damage, armour)
		return
	}
	for ; hits > 0 && len(p.men) > 0; hits-- {
		points, heavy := g.hurt(p, damage, armour, ap)
		if points == 0 {
			continue
		}
		if b.wounds && !heavy && !p.woundsKill {
			p.fate.wounded++
		}
		p.hurtBy(p.weakest(), points)
	}
}

// hurt rolls for one hit: the points that it takes, and whether by far.
func (g *game) hurt(p *party, damage, armour, ap int) (points int, heavy bool) {
	if p.save > 0 && g.die.Roll() >= p.save {
		return 0, false
	}
	margin := g.die.Roll() + damage - armour
	if p.rerolls && ap > 0 && (margin > 0 || margin == 0 && !p.exceed) {
		margin = g.die.Roll() + damage - armour
	}
	switch {
	case margin >= 3:
		return 2, true
	case margin > 0, margin == 0 && !p.exceed:
		return 1, false
	}
	return 0, false
}

// pairs deals hits two to a figure.
func (g *game) pairs(p *party, hits, damage, armour int) {
	if hits < 2 || len(p.men) == 0 {
		return
	}
	var dealt []int
	if len(p.men) == 1 {
		dealt = []int{hits}
	} else {
		hits = min(hits, 2*len(p.men))
		for ; hits >= 2; hits -= 2 {
			dealt = append(dealt, 2)
		}
		dealt[len(dealt)-1] += hits
	}
	// The figures that are hurt most stand first.
	for i := range p.men {
		for j := i; j > 0 && p.men[j] < p.men[j-1]; j-- {
			p.men[j], p.men[j-1] = p.men[j-1], p.men[j]
		}
	}
	at := 0
	for _, hits := range dealt {
		fell := false
		for range hits {
			points, _ := g.hurt(p, damage, armour, 0)
			if !fell && points > 0 {
				fell = p.hurtBy(at, points)
			}
		}
		if !fell {
			at++
		}
	}
}
