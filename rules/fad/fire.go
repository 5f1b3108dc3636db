package fad

import "slices"

// Modifiers of Fire Effect (FAD, Table 5; docs/rules-notes.md, Fast and Dirty).
const (
	openFire      = 2
	targetLow     = -1 // under fire or pinned
	targetBunched = 2
	targetUnarmed = 2 // a non-combatant
	rabbleInOpen  = 1
	atConcealed   = -2
	shooterLow    = -3 // under fire or broken
	riflemen      = 3  // figures of a squad for each point
)

// bandModifiers are those of range, from close on.
var bandModifiers = [lastBand + 1]int{2, -2, -4}

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

// A volley is all that a side fires at once.
type volley struct {
	fires []fire
	// arrives and aim are tests that must pass for anything to be fired; of none, dice
	// is 0. An aim that all dice of a sniper pass is a bullseye, with 1 more damage;
	// that of a blast adds a D6 for every pass.
	arrives, aim test
	sniper       bool
	why          []string // it fires nothing, or a part of it does not
}

// A fire is one weapon, or one squad, shooting: what it rolls for Fire Effect
// and what its hits do.
type fire struct {
	base   int   // added to the dice
	dice   pool  // none of a blast, whose aim says how many D6 it rolls
	beside *pool // of the team that fires with it; nil without one
	more   int   // D6 that are added
	perHit int
	pins   bool // whatever it hits or not
	// blows are what a hit does to the target, with an ordinary shot and with a
	// bullseye; back is what one does to the shooter.
	blows [2]blow
	back  blow
}

// A shot is who shoots at whom, and how.
type shot struct {
	Scenario
	tables          *Tables
	shooter, target *Side
	rabble          bool // the target is Rabble of its own
	charged         bool // the target of the shot charges

	targetEffects tally
	common        int // added to every Fire Effect of the shooter
	perHit        int // Fire Effect for each hit
}

// lastBand is the step of the furthest band.
const lastBand = 2

// aim computes what does not depend on the weapon.
func (s *shot) aim() {
	s.targetEffects = s.target.tally(situation{moved: s.TargetMoved, charging: s.charged, enemy: s.shooter})
	s.perHit = s.Cover.perHit()
	if s.target.Flies || s.targetEffects.NoCover {
		s.perHit = Open.perHit()
	}
	u := &s.shooter.Unit
	n := s.tables.Qualities[u.Led].FireEffect + s.shooter.led() + s.shooter.Modifiers.FireEffect + s.targetEffects.enemyFireEffect
	add := func(on bool, modifier int) {
		if on {
			n += modifier
		}
	}
	add(s.OpenFire, openFire)
	add(s.ShooterUnderFire && u.Kind != Vehicle && !u.tally(situation{moved: s.Moved, enemy: s.target}).ignoresFire, shooterLow)
	add(s.BunchedUp, targetBunched)
	add(s.NonCombatant, targetUnarmed)
	figures := s.target.Kind != Vehicle
	add(figures && s.TargetUnderFire && !s.targetEffects.ignoresFire, targetLow)
	add(figures && s.rabble && s.perHit == Open.perHit(), rabbleInOpen)
	add(figures && s.Concealed, atConcealed)
	s.common = n
}

// volley works out what a side fires.
func (s *shot) volley() volley {
	s.aim()
	v := volley{sniper: s.shooter.Kind == Sniper}
	if v.sniper { // he needs a clear shot, and may have a perfect one
		v.aim = newTest(s.tables.Qualities[s.shooter.Led])
	}
	if s.shooter.Kind == Vehicle {
		v.fires, v.why = s.turrets()
	} else {
		v.fires, v.why = s.figures()
	}
	if len(v.fires) == 0 {
		return volley{why: v.why}
	}
	return v
}

// at is what band a weapon shoots at; more than lastBand is out of range.
func (s *shot) at(w *Weapon) int {
	step := s.Range.step()
	if s.Distance > 0 {
		step = lastBand + 1
		if w.Close > 0 {
			step = (s.Distance - 1) / w.Close
		}
	}
	return step + max(0, s.targetEffects.enemyBands)
}

// blasts reports whether a weapon's blast is all that it can do to the target.
func (s *shot) blasts(w *Weapon) bool { return w.Blast && s.target.Kind != Vehicle }

// figures works out what figures fire, with the unit that fires together with
// them; or why they do not.
func (s *shot) figures() ([]fire, []string) {
	u := &s.shooter.Unit
	if u.Kind == Sniper && s.Moved {
		return nil, []string{"a sniper does not shoot after moving"}
	}
	p, why := s.volleyOf(u)
	if why != "" {
		return nil, []string{why}
	}
	with := s.shooter.With
	if with == nil {
		return []fire{s.fire(p, false, nil)}, nil
	}
	other, why := s.volleyOf(with)
	if why != "" {
		return []fire{s.fire(p, false, nil)}, []string{"the unit beside it: " + why}
	}
	p.figures += other.figures
	p.fireEffect += other.fireEffect
	p.fireDice += other.fireDice
	if with.Kind == Infantry {
		return []fire{s.fire(p, p.addsDice && other.addsDice, nil)}, nil
	}
	return []fire{s.fire(p, false, &pool{dice: other.dice, are: other.diceAre})}, nil
}

// volleyOf works out what one unit of figures brings to a volley; or why it
// brings nothing.
func (s *shot) volleyOf(u *Unit) (part, string) {
	if served := u.served(); s.Moved && served != nil && !s.mobile(u, served) {
		return part{}, afterMoving
	}
	armed, tooHeavy, blasts := false, false, false
	var firing []*Weapon
	for i := range u.Weapons {
		w := &u.Weapons[i]
		armed = armed || !w.Unarmed
		switch {
		case w.Unarmed || u.Kind.Serves() && !w.Served:
			tooHeavy = tooHeavy || w.Heavy
		case s.Moved && w.Heavy && !w.Served && u.Kind != Sniper && !s.mobile(u, w):
			tooHeavy = true
		case s.blasts(w):
			blasts = true
		case s.at(w) <= lastBand:
			firing = append(firing, w)
		}
	}
	switch {
	case firing != nil:
		return s.part(u, firing)
	case !armed:
		return part{}, "it has nothing to shoot with"
	case tooHeavy:
		return part{}, "its heavy weapon does not fire after moving"
	case blasts:
		return part{}, "its weapon blasts, and takes no part in this"
	}
	return part{}, outOfRange
}

// Why weapons are silent.
const (
	afterMoving = "a weapons team does not fire after moving"
	outOfRange  = "the target is out of range"
)

// turrets works out what each of a vehicle's weapons fires; or why none does.
func (s *shot) turrets() (fires []fire, why []string) {
	u := &s.shooter.Unit
	if u.Crewed == 0 {
		return nil, []string{"it has no crew to fire its weapons"}
	}
	var groups []int
	crew := u.Crewed
	fires = make([]fire, 0, min(crew, len(u.Weapons)))
	reason := "it has nothing to shoot with"
	for i := range u.Weapons {
		w := &u.Weapons[i]
		if crew == 0 {
			break
		}
		if w.Unarmed || s.blasts(w) {
			continue
		}
		if w.Group > 0 {
			if slices.Contains(groups, w.Group) {
				continue
			}
			groups = append(groups, w.Group)
		}
		crew--
		if s.at(w) > lastBand {
			reason = outOfRange
		} else if p, silent := s.part(u, []*Weapon{w}); silent != "" {
			reason = silent
		} else {
			fires = append(fires, s.fire(p, false, nil))
		}
	}
	if len(fires) == 0 {
		return nil, []string{reason}
	}
	return fires, nil
}

// A part is what one unit, or one weapon of a vehicle, brings to a volley.
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

// part works out what weapons that reach the target bring to a volley; or what
// forbids it.
func (s *shot) part(u *Unit, firing []*Weapon) (part, string) {
	main := firing[0]
	p := part{dice: u.Dice}
	now := situation{moved: s.Moved, enemy: s.target}
	for _, w := range firing {
		if w.Count > main.Count {
			main = w
		}
		now.heavy, now.movable = now.heavy || w.Heavy, now.movable || w.Movable
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
	p.band = s.at(main)
	now.band = p.band
	t := u.tally(now)
	for i := range main.Effects { // of a vehicle's weapon
		t.add(&main.Effects[i], main.Name)
	}
	if t.forbids != "" {
		return part{}, t.forbids + " forbids it to fire"
	}
	p.fireEffect += t.FireEffect - u.CrewLost
	if u.Kind == HeavyWeapons {
		p.fireEffect -= u.Fallen
	}
	p.damage, p.ap = main.Damage+t.Damage, max(0, main.AP+t.AP)
	p.diceAre, p.addsDice = t.DiceAre, t.AddsDice
	if u.Kind != Vehicle {
		p.backfires = t.Backfires
	}
	if t.Dice > 0 {
		p.dice = t.Dice
	}
	return p, ""
}

// fire makes a fire of what is brought to it. Its dice are added or the highest
// counts; beside are those of a team.
func (s *shot) fire(p part, add bool, beside *pool) fire {
	f := fire{
		base:   p.fireEffect + p.figures/riflemen + bandModifiers[p.band] + s.common,
		dice:   pool{p.dice, p.diceAre, add, p.backfires},
		beside: beside,
		more:   p.fireDice,
		perHit: s.perHit,
		blows:  s.blows(p.damage, p.ap),
	}
	if p.backfires > 0 && p.diceAre == 0 {
		f.back = s.blow(s.shooter, s.target, p.damage, p.ap)
	}
	return f
}

// blows are what a hit does to the target, without and with a bullseye.
func (s *shot) blows(damage, ap int) (both [2]blow) {
	both[0] = s.blow(s.target, s.shooter, damage, ap)
	if s.shooter.Kind == Sniper {
		both[1] = s.blow(s.target, s.shooter, damage+1, ap)
	}
	return both
}

// mobile reports whether a unit fires a heavy weapon after moving.
func (s *shot) mobile(u *Unit, w *Weapon) bool {
	return u.tally(situation{moved: true, heavy: true, movable: w.Movable, enemy: s.target}).FiresMoving
}

// served is the weapon that a crew serves; nil without one.
func (u *Unit) served() *Weapon {
	if i := slices.IndexFunc(u.Weapons, func(w Weapon) bool { return w.Served }); i >= 0 {
		return &u.Weapons[i]
	}
	return nil
}

// blast works out a blast: a Quality test ranges in, and each die that passed
// adds a D6 of Fire Effect (FAD, Area Effect Weapons).
func (s *shot) blast() volley {
	s.aim()
	u := &s.shooter.Unit
	w := u.blasts()
	// What a unit may not do beyond some band does not bind a blast.
	t := u.tally(situation{moved: s.Moved, heavy: w.Heavy, movable: w.Movable, enemy: s.target})
	silent := ""
	switch {
	case u.Kind == Vehicle && u.Crewed == 0:
		silent = "it has no crew to fire its weapons"
	case s.Moved && w.Heavy && u.Kind != Vehicle && !s.mobile(u, w):
		silent = afterMoving
	case u.Kind != Artillery && s.at(w) > lastBand:
		silent = outOfRange
	case t.forbids != "":
		silent = t.forbids + " forbids it to fire"
	}
	if silent != "" {
		return volley{why: []string{silent}}
	}
	v := volley{}
	level := u.Led
	if u.Kind == Artillery {
		v.arrives = newTest(s.tables.Qualities[u.Led])
		if s.shooter.Spotter != nil {
			level = *s.shooter.Spotter
		}
	}
	v.aim = newTest(s.tables.Qualities[level])
	// Its AP is not the blast's.
	v.fires = []fire{{base: w.FireEffect, perHit: s.perHit, pins: w.Pins, blows: s.blows(w.Damage+t.Damage, 0)}}
	return v
}

// Blasts reports whether a unit has a weapon that blasts at figures.
func (u *Unit) Blasts() bool { return u.blasts() != nil }

// blasts is the first weapon of a unit that blasts; nil without one.
func (u *Unit) blasts() *Weapon {
	for i := range u.Weapons {
		if w := &u.Weapons[i]; w.Blast && (w.Served || !u.Kind.Serves()) {
			return w
		}
	}
	return nil
}

// Shoots reports whether a unit has a weapon that does not blast.
func (u *Unit) Shoots() bool {
	return slices.ContainsFunc(u.Weapons, func(w Weapon) bool {
		return !w.Blast && !w.Unarmed && (w.Served || !u.Kind.Serves())
	})
}

// FiresMoving reports whether any heavy weapon of the unit fires after moving.
func (u *Unit) FiresMoving() bool {
	return u.tally(situation{moved: true, heavy: true}).FiresMoving
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
