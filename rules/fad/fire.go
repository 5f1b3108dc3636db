package fad

import "slices"

// Modifiers of Fire Effect (FAD, Table 5; docs/rules-notes.md, Fast and Dirty).
const (
	openFireBonus      = 2
	targetPinned       = -1 // under fire or pinned
	targetBunched      = 2
	targetNonCombatant = 2 // a non-combatant
	rabbleInOpen       = 1
	concealedPenalty   = -2
	shooterUnderFire   = -3 // under fire or broken
	figuresPerPoint    = 3  // a squad adds 1 for every so many figures
)

// bandModifiers holds the Fire Effect modifiers of close, medium and long range.
var bandModifiers = [lastBand + 1]int{2, -2, -4}

// perHit returns the points of Fire Effect needed for each hit.
func (c Cover) perHit() int {
	switch c {
	case Partial:
		return 4
	case Heavy:
		return 5
	}
	return 3
}

// A volley is everything that a side fires at once.
type volley struct {
	fires []fire
	// arrival and aim are tests that must pass before anything is fired, by artillery
	// and by snipers; their dice are 0 if none is needed. If all dice of the aim pass,
	// it is a bullseye with 1 more damage.
	arrival, aim test
	reasons      []string // reasons for which units or weapons do not fire
}

// A fire is one weapon or squad shooting: its Fire Effect roll and the effect of its
// hits.
type fire struct {
	base int // added to the dice
	// ranging is a blast's test, which must pass; each pass is a D6 of Fire Effect.
	// Its dice are 0 for other fires.
	ranging   test
	dice      pool  // unset for a blast
	partner   *pool // of the team firing with it; nil without one
	extraDice int   // extra D6 added to the total
	perHit    int
	pins      bool // pins the target even without a hit
	// blows are the effects of a hit on the target, with an ordinary shot and with a
	// bullseye; back is the effect of a backfire on the shooter.
	blows [2]blow
	back  blow
}

// A shot is a shooter, its target and the circumstances.
type shot struct {
	Scenario
	tables          *Tables
	shooter, target *Side
	rabble          bool // the target's own Quality is the lowest
	charged         bool // the target is charging

	targetEffects tally
	common        int // added to every Fire Effect of the shooter
	perHit        int // Fire Effect for each hit
}

// lastBand is the step of the furthest band.
const lastBand = 2

// prepare sets the fields that do not depend on the weapon.
func (s *shot) prepare() {
	s.targetEffects = s.target.tally(situation{moved: s.TargetMoved, charging: s.charged, enemy: s.shooter})
	s.perHit = s.Cover.perHit()
	if s.target.Flies || s.targetEffects.NoCover {
		s.perHit = Open.perHit()
	}
	u := &s.shooter.Fighter
	n := s.tables.Qualities[u.LedQuality].FireEffect + s.shooter.officerBonus() + s.shooter.Modifiers.FireEffect +
		s.targetEffects.enemyFireEffect
	add := func(on bool, modifier int) {
		if on {
			n += modifier
		}
	}
	add(s.OpenFire, openFireBonus)
	add(s.ShooterUnderFire && u.Kind != Vehicle &&
		!u.tally(situation{moved: s.Moved, enemy: s.target}).ignoresFire, shooterUnderFire)
	add(s.BunchedUp, targetBunched)
	add(s.NonCombatant, targetNonCombatant)
	figures := s.target.Kind != Vehicle
	add(figures && s.TargetUnderFire && !s.targetEffects.ignoresFire, targetPinned)
	add(figures && s.rabble && s.perHit == Open.perHit(), rabbleInOpen)
	add(figures && s.Concealed, concealedPenalty)
	s.common = n
}

// volley returns the fires of the shooter's weapons at the target, or the reasons why there are
// none.
func (s *shot) volley() volley {
	s.prepare()
	u := &s.shooter.Fighter
	v := volley{}
	switch test := newTest(s.tables.Qualities[u.LedQuality]); u.Kind {
	case Sniper:
		v.aim = test
	case Artillery:
		v.arrival = test
	}
	if u.Kind == Vehicle {
		v.fires, v.reasons = s.vehicleFires()
	} else {
		if s.Mode != Blast {
			v.fires, v.reasons = s.figureFires()
		}
		if s.Mode == Blast || s.Mode == All {
			s.addBlasts(&v)
		}
	}
	if len(v.fires) == 0 {
		return volley{reasons: v.reasons[:min(1, len(v.reasons))]}
	}
	return v
}

// addBlasts adds the blasts of figures: the first, or all of them if all weapons fire.
func (s *shot) addBlasts(v *volley) {
	for _, u := range []*Fighter{&s.shooter.Fighter, s.shooter.With} {
		if u == nil {
			continue
		}
		for _, w := range u.firing() {
			if !w.Blast {
				continue
			}
			f, silent := s.blast(u, w)
			switch {
			case silent != "":
				v.reasons = append(v.reasons, silent)
			case s.Mode == Blast:
				v.fires = append(v.fires, f)
			default:
				v.fires = append(v.fires, slices.Repeat([]fire{f}, w.Count)...)
			}
			if s.Mode == Blast {
				return
			}
		}
	}
}

// band returns the range band of a weapon's shot; more than lastBand is out of range.
func (s *shot) band(w *Weapon) int {
	step := s.Range.index()
	if s.Distance > 0 {
		step = lastBand + 1
		if w.Close > 0 {
			step = (s.Distance - 1) / w.Close
		}
	}
	return step + max(0, s.targetEffects.enemyBands)
}

// blasts reports whether a weapon can only blast at the target.
func (s *shot) blasts(w *Weapon) bool { return w.Blast && s.target.Kind != Vehicle }

// figureFires returns the fires of a unit of figures and its partner, and the reasons
// for which one of them does not fire.
func (s *shot) figureFires() ([]fire, []string) {
	u := &s.shooter.Fighter
	if u.Kind == Sniper && s.Moved {
		return nil, []string{"a sniper does not shoot after moving"}
	}
	p, why := s.partOf(u)
	if why != "" {
		return nil, []string{why}
	}
	with := s.shooter.With
	if with == nil {
		return []fire{s.fire(p, false, nil)}, nil
	}
	other, why := s.partOf(with)
	if why != "" {
		return []fire{s.fire(p, false, nil)}, []string{"the unit beside it: " + why}
	}
	p.figures += other.figures
	p.fireEffect += other.fireEffect
	p.fireDice += other.fireDice
	if with.Kind == Infantry {
		return []fire{s.fire(p, p.addsDice && other.addsDice, nil)}, nil
	}
	return []fire{s.fire(p, false, &pool{dice: other.dice, fixed: other.dieValue})}, nil
}

// partOf returns one unit's part of a volley, or the reason for which it has none.
func (s *shot) partOf(u *Fighter) (part, string) {
	if served := u.served(); s.Moved && served != nil && !s.firesAfterMoving(u, served) {
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
		case s.Moved && w.Heavy && !w.Served && u.Kind != Sniper && !s.firesAfterMoving(u, w):
			tooHeavy = true
		case s.blasts(w):
			blasts = true
		case s.band(w) <= lastBand:
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

// Reasons for which weapons do not fire.
const (
	afterMoving = "a weapons team does not fire after moving"
	outOfRange  = "the target is out of range"
)

// vehicleFires returns the fires of a vehicle's weapons, or the reason for which none
// fires.
func (s *shot) vehicleFires() (fires []fire, why []string) {
	u := &s.shooter.Fighter
	if u.Crewed == 0 {
		return nil, []string{"it has no crew to fire its weapons"}
	}
	fires = make([]fire, 0, min(u.Crewed, len(u.Weapons)))
	reason := "it has nothing to shoot with"
	for _, w := range u.crewed(u.Crewed, func(w *Weapon) bool { return s.Mode == All || s.blasts(w) == (s.Mode == Blast) }) {
		f, silent := fire{}, outOfRange
		if s.blasts(w) {
			f, silent = s.blast(u, w)
		} else if s.band(w) <= lastBand {
			var p part
			if p, silent = s.part(u, []*Weapon{w}); silent == "" {
				f = s.fire(p, false, nil)
			}
		}
		if silent != "" {
			reason = silent
		} else {
			fires = append(fires, f)
		}
		if s.Mode == Blast { // it is one blast
			break
		}
	}
	if len(fires) == 0 {
		return nil, []string{reason}
	}
	return fires, nil
}

// A part is the share of one unit, or one weapon of a vehicle, in a volley.
type part struct {
	figures    int // figures that count for the bonus of squads
	fireEffect int // from weapons and traits
	fireDice   int // extra D6
	band       int
	damage, ap int
	dice       int
	dieValue   int
	backfires  int
	addsDice   bool
}

// part returns the share in a volley of weapons within range, or the reason for which
// they may not fire.
func (s *shot) part(u *Fighter, firing []*Weapon) (part, string) {
	main := firing[0]
	p := part{dice: u.Dice}
	now := situation{moved: s.Moved, enemy: s.target}
	for _, w := range firing {
		if w.Count > main.Count {
			main = w
		}
		now.heavyWeapon, now.movableWeapon = now.heavyWeapon || w.Heavy, now.movableWeapon || w.Movable
	}
	p.fireEffect, p.fireDice, p.figures = u.sum(firing)
	p.band = s.band(main)
	now.band = p.band
	t := u.tally(now)
	for i := range main.Effects { // only a vehicle's weapons have effects
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
	p.dieValue, p.addsDice = t.DiceAre, t.AddsDice
	if u.Kind != Vehicle {
		p.backfires = t.Backfires
	}
	if t.Dice > 0 {
		p.dice = t.Dice
	}
	return p, ""
}

// sum adds up the Fire Effect and the extra D6 of weapons that are fired together, and the figures that
// count for the bonus of squads.
func (u *Fighter) sum(weapons []*Weapon) (effect, dice, figures int) {
	for _, w := range weapons {
		count := w.Count
		if w.Basic {
			count = 1
		}
		if !w.Blast { // a blast weapon's Fire Effect counts only for its blast
			effect += w.FireEffect * count
			dice += w.FireDice * count
		}
		if u.Kind == Infantry {
			figures += w.Count
			if w.Double {
				figures += w.Count
			}
		}
	}
	return effect, dice, figures
}

// Volley returns the Fire Effect that a unit of figures has of its weapons and numbers when it fires at
// figures, and the extra D6 (FAD, Table 5).
func (u *Fighter) Volley() (effect, dice int) {
	effect, dice, figures := u.sum(slices.DeleteFunc(u.firing(), func(w *Weapon) bool { return w.Blast }))
	return effect + figures/figuresPerPoint, dice
}

// fire returns the fire of a part. If add is set, its dice are added, else the highest
// counts; beside holds the dice of a partner team.
func (s *shot) fire(p part, add bool, beside *pool) fire {
	f := fire{
		base:      p.fireEffect + p.figures/figuresPerPoint + bandModifiers[p.band] + s.common,
		dice:      pool{p.dice, p.dieValue, add, p.backfires},
		partner:   beside,
		extraDice: p.fireDice,
		perHit:    s.perHit,
		blows:     s.blows(p.damage, p.ap),
	}
	if p.backfires > 0 && p.dieValue == 0 {
		f.back = s.blow(s.shooter, s.target, p.damage, p.ap)
	}
	return f
}

// blows returns the effects of a hit on the target, without and with a bullseye.
func (s *shot) blows(damage, ap int) (both [2]blow) {
	both[0] = s.blow(s.target, s.shooter, damage, ap)
	if s.shooter.Kind == Sniper {
		both[1] = s.blow(s.target, s.shooter, damage+1, ap)
	}
	return both
}

// firesAfterMoving reports whether a unit can fire a heavy weapon after moving.
func (s *shot) firesAfterMoving(u *Fighter, w *Weapon) bool {
	return u.tally(situation{moved: true, heavyWeapon: true, movableWeapon: w.Movable, enemy: s.target}).FiresMoving
}

// served returns the crew's weapon; nil without one.
func (u *Fighter) served() *Weapon {
	if i := slices.IndexFunc(u.Weapons, func(w Weapon) bool { return w.Served }); i >= 0 {
		return &u.Weapons[i]
	}
	return nil
}

// blast returns the fire of a weapon that blasts, or the reason for which it does not: a
// Quality test ranges in, and each die that passes adds a D6 of Fire Effect (FAD, Area
// Effect Weapons).
func (s *shot) blast(u *Fighter, w *Weapon) (fire, string) {
	// Effects that depend on range do not apply to a blast: band stays 0.
	t := u.tally(situation{moved: s.Moved, heavyWeapon: w.Heavy, movableWeapon: w.Movable, enemy: s.target})
	switch {
	case s.Moved && w.Heavy && u.Kind != Vehicle && !s.firesAfterMoving(u, w):
		return fire{}, afterMoving
	case u.Kind != Artillery && s.band(w) > lastBand:
		return fire{}, outOfRange
	case t.forbids != "":
		return fire{}, t.forbids + " forbids it to fire"
	}
	level := u.LedQuality
	if u.Kind == Artillery && s.shooter.Spotter != nil {
		level = *s.shooter.Spotter
	}
	return fire{
		base: w.FireEffect, ranging: newTest(s.tables.Qualities[level]), perHit: s.perHit, pins: w.Pins,
		blows: s.blows(w.Damage+t.Damage, 0), // a blast does not use the weapon's AP
	}, ""
}

// firing returns the weapons that a unit of figures fires: a team's is the one that its
// crew serves.
func (u *Fighter) firing() []*Weapon {
	var all []*Weapon
	for i := range u.Weapons {
		if w := &u.Weapons[i]; !w.Unarmed && (w.Served || !u.Kind.Serves()) {
			all = append(all, w)
		}
	}
	return all
}

// crewed returns the first of a vehicle's weapons that a crew can fire, one of each group, among
// those that fits accepts; nil accepts all.
func (u *Fighter) crewed(crew int, fits func(*Weapon) bool) []*Weapon {
	var groups []int
	all := make([]*Weapon, 0, min(crew, len(u.Weapons)))
	for i := range u.Weapons {
		w := &u.Weapons[i]
		if len(all) == crew {
			break
		}
		if w.Unarmed || fits != nil && !fits(w) || w.Group > 0 && slices.Contains(groups, w.Group) {
			continue
		}
		if w.Group > 0 {
			groups = append(groups, w.Group)
		}
		all = append(all, w)
	}
	return all
}

// Blast returns the unit's first weapon that blasts at figures; nil without one.
func (u *Fighter) Blast() *Weapon {
	for _, w := range u.firing() {
		if w.Blast {
			return w
		}
	}
	return nil
}

// Shoots reports whether a unit has a weapon that does not blast.
func (u *Fighter) Shoots() bool {
	return slices.ContainsFunc(u.firing(), func(w *Weapon) bool { return !w.Blast })
}

// FiresAll reports whether the side fires more in one activation than its direct weapons
// or its first blast: some of each, or several blasts.
func (s *Side) FiresAll() bool {
	weapons := s.firing()
	if s.Kind == Vehicle {
		weapons = s.crewed(s.Crewed, nil)
	}
	if s.With != nil {
		weapons = append(weapons, s.With.firing()...)
	}
	blasts, all := 0, 0
	for _, w := range weapons {
		all += w.Count
		if w.Blast {
			blasts += w.Count
		}
	}
	return blasts > 0 && all > 1
}

// FiresMoving reports whether the unit can fire all its heavy weapons after moving.
func (u *Fighter) FiresMoving() bool {
	fixed := slices.ContainsFunc(u.firing(), func(w *Weapon) bool { return w.Heavy && !w.Movable })
	return u.tally(situation{moved: true, heavyWeapon: true, movableWeapon: !fixed}).FiresMoving
}

// Main returns the most common weapon, the first of equals; its damage and AP are the
// squad's. It returns nil for a unit that cannot shoot.
func (u *Fighter) Main() *Weapon {
	var main *Weapon
	for i := range u.Weapons {
		if w := &u.Weapons[i]; !w.Unarmed && (main == nil || w.Count > main.Count) {
			main = w
		}
	}
	return main
}

// MaxFiring returns how many weapons a vehicle with enough crew could fire at once. A group counts
// as one.
func (u *Fighter) MaxFiring() int {
	return len(u.crewed(len(u.Weapons), nil))
}

// Commanded reports whether the side's officer leads the unit's branch.
func (s *Side) Commanded() bool {
	return s.Officer != nil && s.Officer.Branch != "" && s.Officer.Branch == s.Kind.Branch()
}

// officerBonus returns the officer's bonus to the rolls of a unit of his branch.
func (s *Side) officerBonus() int {
	if s.Commanded() {
		return s.Officer.Rating
	}
	return 0
}
