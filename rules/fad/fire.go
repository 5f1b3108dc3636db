package fad

import (
	"fmt"
	"slices"

	"muster/rules/dice"
)

// Modifiers of Fire Effect (FAD, Table 5; docs/rules-notes.md, Fast and Dirty).
const (
	atClose       = 2
	atMedium      = -2
	atLong        = -4
	openFire      = 2
	targetLow     = -1 // under fire or pinned
	targetBunched = 2
	targetUnarmed = 2 // a non-combatant
	rabbleInOpen  = 1
	atConcealed   = -2
	shooterLow    = -3 // under fire or broken
	riflemen      = 3  // figures of a squad for each point
)

// perHit is the Fire Effect that each hit takes.
func (c Cover) perHit() int {
	switch c {
	case Partial:
		return 4
	case Heavy:
		return 5
	}
	return 3
}

// A fire is one weapon, or one squad, shooting: what it rolls for Fire Effect
// and what its hits do.
type fire struct {
	base int // added to the dice
	// total[n] is the distribution of the dice when n of them backfire, times the
	// probability that n do.
	total      []dice.PMF
	damage, ap int
	perHit     int
	pins       bool // whatever it hits or not
}

// A volley is all that a side fires at once.
type volley struct {
	fires []fire
	// fired is the probability that anything is fired at all; bullseye that it
	// is, with 1 more damage.
	fired, bullseye float64
}

// A shot is who shoots at whom, and how.
type shot struct {
	shooter, target    *Side
	tables             *Tables
	band               Band
	distance           int
	cover              Cover
	open, low          bool // Open Fire; the shooter is under fire
	targetLow          bool // the target is under fire or pinned
	bunched, civil     bool // the target is bunched up, or cannot fight
	rabble, concealed  bool // the target is Rabble, or a concealed sniper
	moved, targetMoved bool
	charged            bool // the target of the shot charges
}

// lastBand is the step of the furthest band.
const lastBand = 2

// volley works out what a side fires. The second value says why it fires
// nothing, or why a part of it does not.
func (s *shot) volley() (v volley, why []string) {
	v.fired = 1
	if s.shooter.Kind == Sniper { // he needs a clear shot, and may have a perfect one
		p := test(s.tables.Qualities[s.shooter.Led])
		v.fired, v.bullseye = p.AtLeast(needed), p[testDice]
	}
	if s.shooter.Kind == Vehicle {
		v.fires, why = s.vehicle()
	} else if f, reason := s.volleyOf(); reason == "" {
		v.fires = []fire{f}
		why = s.partnerSilent()
	} else {
		why = []string{reason}
	}
	if len(v.fires) == 0 {
		return volley{}, why
	}
	return v, why
}

// at is what band a weapon shoots at; more than lastBand is out of range.
func (s *shot) at(w *Weapon) int {
	step := s.band.step()
	if s.distance > 0 {
		step = lastBand + 1
		if w.Close > 0 {
			step = (s.distance - 1) / w.Close
		}
	}
	return step + s.further()
}

// further is how many bands further away the target is shot at.
func (s *shot) further() int {
	t := s.target.tally(situation{moved: s.targetMoved, charging: s.charged, enemy: s.shooter})
	return max(0, t.enemyBands)
}

// reaches reports whether a weapon can hit anything at all where the shot goes.
func (s *shot) reaches(w *Weapon) bool {
	if w.Unarmed || w.Blast && s.target.Kind != Vehicle {
		return false
	}
	return s.at(w) <= lastBand
}

// volleyOf works out what figures fire, with the unit that fires together with
// them. The second value says why they do not.
func (s *shot) volleyOf() (fire, string) {
	u := &s.shooter.Unit
	if u.Kind == Sniper && s.moved {
		return fire{}, "a sniper does not shoot after moving"
	}
	part, why := s.part(u)
	if why != "" {
		return fire{}, why
	}
	f := fire{damage: part.damage, ap: part.ap, perHit: s.perHit()}
	f.base = part.fireEffect + part.figures/riflemen + s.tables.Qualities[u.Led].FireEffect + bandModifier(part.band) + s.situation() + s.shooter.led()
	fireDice := part.fireDice
	add := false
	var beside dice.PMF
	if with := s.shooter.With; with != nil {
		if other, why := s.part(with); why == "" {
			if with.Kind == Infantry {
				add = part.addsDice && other.addsDice
				f.base += (part.figures+other.figures)/riflemen - part.figures/riflemen
			} else {
				beside = rolled(other.dice, other.diceAre)
			}
			f.base += other.fireEffect
			fireDice += other.fireDice
		}
	}
	f.total = fireEffectDice(part.dice, part.diceAre, part.backfires, add)
	for i := range f.total {
		if beside != nil {
			f.total[i] = dice.Sum(f.total[i], beside)
		}
		if fireDice > 0 {
			f.total[i] = dice.Sum(f.total[i], dice.NewSums(dice.Die(6), 6*fireDice).At(fireDice))
		}
	}
	return f, ""
}

// partnerSilent says why the unit that fires together with the shooter does not.
func (s *shot) partnerSilent() []string {
	if s.shooter.With == nil {
		return nil
	}
	if _, why := s.part(s.shooter.With); why != "" {
		return []string{"the unit beside it: " + why}
	}
	return nil
}

// A part is what one unit brings to a volley.
type part struct {
	figures    int // that count towards the riflemen
	fireEffect int // of weapons and traits
	fireDice   int // D6 more
	band       int
	damage, ap int
	dice       int
	diceAre    int
	backfires  int
	addsDice   bool
}

// part works out what one unit brings to a volley. The second value says why it
// brings nothing.
func (s *shot) part(u *Unit) (part, string) {
	if served := u.served(); s.moved && served != nil && !s.mobile(u, served) {
		return part{}, afterMoving
	}
	armed, tooHeavy, blasts := false, false, false
	var main *Weapon
	p := part{}
	heavy, movable := false, false
	fires := func(w *Weapon) bool {
		if w.Unarmed || u.Kind.Serves() && !w.Served {
			return false
		}
		return !w.Heavy || w.Served || u.Kind == Sniper || !s.moved || s.mobile(u, w)
	}
	for i := range u.Weapons {
		w := &u.Weapons[i]
		armed = armed || !w.Unarmed
		if !fires(w) {
			tooHeavy = tooHeavy || w.Heavy
			continue
		}
		if !s.reaches(w) {
			blasts = blasts || w.Blast && s.target.Kind != Vehicle
			continue
		}
		heavy, movable = heavy || w.Heavy, movable || w.Movable
		if main == nil || w.Count > main.Count {
			main = w
		}
		count := w.Count
		if w.Basic {
			count = 1
		}
		if !w.Blast { // that of a blast is for its blast alone
			p.fireEffect += w.FireEffect * count
			p.fireDice += w.FireDice * count
		}
		if u.Kind == Infantry {
			p.figures += w.Count
			if w.Double {
				p.figures += w.Count
			}
		}
	}
	switch {
	case main != nil:
	case !armed:
		return part{}, "it has nothing to shoot with"
	case tooHeavy:
		return part{}, "its heavy weapon does not fire after moving"
	case blasts:
		return part{}, "its weapon blasts, and takes no part in this"
	default:
		return part{}, "the target is out of range"
	}
	p.band = s.at(main)
	t := u.tally(situation{moved: s.moved, heavy: heavy, movable: movable, band: p.band, enemy: s.target})
	if t.silent != "" {
		return part{}, fmt.Sprintf("%s forbids it to fire", t.silent)
	}
	p.fireEffect += t.fireEffect - u.CrewLost
	p.damage, p.ap = main.Damage+t.damage, max(0, main.AP+t.ap)
	p.dice, p.diceAre, p.backfires, p.addsDice = u.Dice, t.diceAre, t.backfires, t.addsDice
	if t.dice > 0 {
		p.dice = t.dice
	}
	return p, ""
}

// afterMoving is why teams are silent.
const afterMoving = "a weapons team does not fire after moving"

// mobile reports whether a unit fires a heavy weapon after moving.
func (s *shot) mobile(u *Unit, w *Weapon) bool {
	return u.tally(situation{moved: true, heavy: true, movable: w.Movable, enemy: s.target}).firesMoving
}

// served is the weapon that a crew serves; nil without one.
func (u *Unit) served() *Weapon {
	for i := range u.Weapons {
		if u.Weapons[i].Served {
			return &u.Weapons[i]
		}
	}
	return nil
}

// vehicle works out what each of a vehicle's weapons fires.
func (s *shot) vehicle() (fires []fire, why []string) {
	u := &s.shooter.Unit
	if u.Crewed == 0 {
		return nil, []string{"it has no crew to fire its weapons"}
	}
	var groups []int
	crew := u.Crewed
	reason := "it has nothing to shoot with"
	for i := range u.Weapons {
		w := &u.Weapons[i]
		if crew == 0 {
			break
		}
		if w.Unarmed || w.Blast && s.target.Kind != Vehicle {
			continue
		}
		if w.Group > 0 {
			if slices.Contains(groups, w.Group) {
				continue
			}
			groups = append(groups, w.Group)
		}
		crew--
		band := s.at(w)
		if band > lastBand {
			reason = "the target is out of range"
			continue
		}
		t := u.tally(situation{moved: s.moved, heavy: w.Heavy, movable: w.Movable, band: band, enemy: s.target})
		for j := range w.Effects {
			t.add(&w.Effects[j], w.Name)
		}
		if t.silent != "" {
			reason = fmt.Sprintf("%s forbids it to fire", t.silent)
			continue
		}
		f := fire{damage: w.Damage + t.damage, ap: max(0, w.AP+t.ap), perHit: s.perHit()}
		f.base = t.fireEffect + s.tables.Qualities[u.Led].FireEffect + bandModifier(band) + s.situation() + s.shooter.led()
		fireDice := 0
		if !w.Blast {
			f.base += w.FireEffect
			fireDice = w.FireDice
		}
		n := u.Dice
		if t.dice > 0 {
			n = t.dice
		}
		sum := rolled(n, t.diceAre)
		for range fireDice {
			sum = dice.Sum(sum, dice.Die(6))
		}
		f.total = []dice.PMF{sum}
		fires = append(fires, f)
	}
	if len(fires) == 0 {
		return nil, []string{reason}
	}
	return fires, nil
}

// Main is the weapon that most figures of a squad carry, the first listed of
// equals: its damage and AP are the squad's. nil for a unit that cannot shoot.
func (u *Unit) Main() *Weapon {
	var main *Weapon
	for i := range u.Weapons {
		if w := &u.Weapons[i]; !w.Unarmed && (main == nil || w.Count > main.Count) {
			main = w
		}
	}
	return main
}

// Fires is how many weapons a vehicle could fire at once with enough crew:
// those of one group are one.
func (u *Unit) Fires() int {
	var groups []int
	n := 0
	for _, w := range u.Weapons {
		if w.Unarmed || w.Group > 0 && slices.Contains(groups, w.Group) {
			continue
		}
		groups = append(groups, w.Group)
		n++
	}
	return n
}

func bandModifier(step int) int { return [...]int{atClose, atMedium, atLong}[step] }

// situation sums up what the circumstances and the target add to Fire Effect.
func (s *shot) situation() int {
	n := s.shooter.Modifiers.FireEffect
	if s.open {
		n += openFire
	}
	if s.low && s.shooter.Kind != Vehicle && !s.shooter.tally(situation{moved: s.moved, enemy: s.target}).ignoresFire {
		n += shooterLow
	}
	t := s.target.tally(situation{moved: s.targetMoved, charging: s.charged, enemy: s.shooter})
	n += t.enemyFireEffect
	if s.bunched {
		n += targetBunched
	}
	if s.civil {
		n += targetUnarmed
	}
	if s.target.Kind == Vehicle {
		return n
	}
	if s.targetLow && !t.ignoresFire {
		n += targetLow
	}
	if s.rabble && s.perHit() == Open.perHit() {
		n += rabbleInOpen
	}
	if s.concealed {
		n += atConcealed
	}
	return n
}

// Commanded reports whether the side's officer is of the unit's branch.
func (s *Side) Commanded() bool {
	return s.Officer != nil && s.Officer.Branch != "" && s.Officer.Branch == s.Kind.Branch()
}

// led is what an officer adds to the rolls of a unit of his branch.
func (s *Side) led() int {
	if s.Commanded() {
		return s.Officer.Rating
	}
	return 0
}

// perHit is the Fire Effect for each hit on the target where it stands.
func (s *shot) perHit() int {
	if s.target.Flies || s.target.tally(situation{moved: s.targetMoved, charging: s.charged, enemy: s.shooter}).noCover {
		return Open.perHit()
	}
	return s.cover.perHit()
}

// rolled is the highest of n dice, or what they are made to count as.
func rolled(n, are int) dice.PMF {
	if are > 0 {
		return dice.Point(are)
	}
	return dice.Highest(n, 6)
}

// fireEffectDice is the distribution of the Fire Effect dice, highest or added,
// by how many of them show no more than backfires.
func fireEffectDice(n, are, backfires int, sum bool) []dice.PMF {
	if are > 0 {
		return []dice.PMF{dice.Point(are)}
	}
	if backfires == 0 {
		if !sum {
			return []dice.PMF{dice.Highest(n, 6)}
		}
		return []dice.PMF{dice.NewSums(dice.Die(6), 6*n).At(n)}
	}
	all := make([]dice.PMF, n+1)
	for i := range all {
		all[i] = make(dice.PMF, 6*n+1)
	}
	rolls := 1
	for range n {
		rolls *= 6
	}
	for roll := range rolls {
		top, total, back := 0, 0, 0
		for range n {
			d := roll%6 + 1
			roll /= 6
			top, total = max(top, d), total+d
			if d <= backfires {
				back++
			}
		}
		if sum {
			top = total
		}
		all[back][top] += 1 / float64(rolls)
	}
	return all
}

// hits turns the distribution of some Fire Effect dice into one of hits.
func (f *fire) hits(total dice.PMF) dice.PMF {
	most := max(0, (len(total)-1+f.base)/f.perHit)
	hits := make(dice.PMF, most+1)
	for d, p := range total {
		hits[max(0, (d+f.base)/f.perHit)] += p
	}
	return hits
}

// above is the probability that a Fire Effect exceeds a number.
func (f *fire) above(total dice.PMF, number int) float64 {
	p := 0.0
	for d, pd := range total {
		if d+f.base > number {
			p += pd
		}
	}
	return p
}
