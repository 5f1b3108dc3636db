package fad

import "slices"

// Modifiers of Fire Effect (FAD, Table 5; docs/rules-notes.md, Fast and Dirty).
const (
	// if the shooter uses Open Fire
	openFireBonus           = 2
	targetPinnedPenalty     = -1 // if the target is under fire or pinned
	bunchedUpBonus          = 2
	nonCombatantBonus       = 2 // if the target is a non-combatant
	rabbleInOpenBonus       = 1
	concealedPenalty        = -2
	shooterUnderFirePenalty = -3 // if the shooter is under fire or broken
	figuresPerBonusPoint    = 3  // a squad adds 1 to its Fire Effect for every so many figures
)

// rangeBandModifiers holds the Fire Effect modifiers of close, medium and long range.
var rangeBandModifiers = [lastRangeBand + 1]int{2, -2, -4}

// pointsPerHit returns the points of Fire Effect needed for each hit.
func (c Cover) pointsPerHit() int {
	switch c {
	case Partial:
		return 4
	case Heavy:
		return 5
	}
	return 3
}

// A volley holds everything that a side fires at once.
type volley struct {
	fires []fire
	// arrivalTest and aimTest are tests that artillery and snipers must pass to fire; their dice
	// are 0 if no test is needed. If all dice of aimTest pass, the shot is a bullseye with 1 more
	// damage.
	arrivalTest, aimTest qualityTest
	noFireReasons        []string // reasons why units or weapons do not fire
}

// A fire is the shooting of one weapon or one squad: its Fire Effect roll and the effect of its
// hits.
type fire struct {
	modifier int // added to the total of the dice
	// rangingTest is the test that a blast must pass; each pass is a D6 of Fire Effect. Its dice
	// are 0 for other fires.
	rangingTest   qualityTest
	dice          dicePool  // dice for the Fire Effect roll; unset for a blast
	partnerDice   *dicePool // dice of the weapons team that fires with a squad; nil without one
	extraFireDice int       // extra D6 added to the total
	pointsPerHit  int       // points of Fire Effect needed for each hit
	pinsTarget    bool      // pins the target even without a hit
	// hitEffects are the effects of a hit on the target, with an ordinary shot and with a bullseye;
	// backfireEffect is the effect of a backfire on the shooter.
	hitEffects     [2]hitEffect
	backfireEffect hitEffect
}

// A shot holds a shooter, its target and the circumstances, from which a volley is computed.
type shot struct {
	Scenario
	tables          *Tables
	shooter, target *Side
	targetIsRabble  bool // the target's Quality is the lowest, before the scenario changes it
	targetCharges   bool // the target is charging

	targetEffects  effectTally
	commonModifier int // added to every Fire Effect of the shooter
	pointsPerHit   int // points of Fire Effect needed for each hit
}

// lastRangeBand is the index of the furthest range band.
const lastRangeBand = 2

// setCommonValues sets targetEffects, commonModifier and pointsPerHit; they are equal for all
// weapons.
func (s *shot) setCommonValues() {
	s.targetEffects = s.target.tallyEffects(situation{moved: s.TargetMoved, charging: s.targetCharges, enemy: s.shooter})
	s.pointsPerHit = s.Cover.pointsPerHit()
	if s.target.Flies || s.targetEffects.NoCover {
		s.pointsPerHit = Open.pointsPerHit()
	}
	u := &s.shooter.Fighter
	n := s.tables.Qualities[u.QualityWithLeader].FireEffectBonus + s.shooter.officerBonus() +
		s.shooter.Modifiers.FireEffect +
		s.targetEffects.enemyFireModifier
	add := func(on bool, modifier int) {
		if on {
			n += modifier
		}
	}
	add(s.OpenFire, openFireBonus)
	add(s.ShooterUnderFire && u.Kind != Vehicle &&
		!u.tallyEffects(situation{moved: s.ShooterMoved, enemy: s.target}).ignoresUnderFire, shooterUnderFirePenalty)
	add(s.TargetBunchedUp, bunchedUpBonus)
	add(s.TargetNonCombatant, nonCombatantBonus)
	figures := s.target.Kind != Vehicle
	add(figures && s.TargetUnderFire && !s.targetEffects.ignoresUnderFire, targetPinnedPenalty)
	add(figures && s.targetIsRabble && s.pointsPerHit == Open.pointsPerHit(), rabbleInOpenBonus)
	add(figures && s.TargetConcealed, concealedPenalty)
	s.commonModifier = n
}

// newVolley returns everything that the shooter fires at the target, or the reasons why it fires
// nothing.
func (s *shot) newVolley() volley {
	s.setCommonValues()
	u := &s.shooter.Fighter
	v := volley{}
	switch test := newTest(s.tables.Qualities[u.QualityWithLeader]); u.Kind {
	case Sniper:
		v.aimTest = test
	case Artillery:
		v.arrivalTest = test
	}
	if u.Kind == Vehicle {
		v.fires, v.noFireReasons = s.vehicleFires()
	} else {
		if s.Mode != Blast {
			v.fires, v.noFireReasons = s.figureFires()
		}
		if s.Mode == Blast || s.Mode == AllFire {
			s.addBlasts(&v)
		}
	}
	if len(v.fires) == 0 {
		return volley{noFireReasons: v.noFireReasons[:min(1, len(v.noFireReasons))]}
	}
	return v
}

// addBlasts adds the blasts of a unit of figures to the volley: only the first, or all of them if
// the unit fires all its weapons.
func (s *shot) addBlasts(v *volley) {
	for _, u := range []*Fighter{&s.shooter.Fighter, s.shooter.Partner} {
		if u == nil {
			continue
		}
		for _, w := range u.firedWeapons() {
			if !w.IsBlast {
				continue
			}
			f, silent := s.blastFire(u, w)
			switch {
			case silent != "":
				v.noFireReasons = append(v.noFireReasons, silent)
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

// rangeBand returns the index of the range band of a weapon's shot; an index above lastRangeBand is
// out of range.
func (s *shot) rangeBand(w *Weapon) int {
	step := s.Range.index()
	if s.Distance > 0 {
		step = lastRangeBand + 1
		if w.CloseRange > 0 {
			step = (s.Distance - 1) / w.CloseRange
		}
	}
	return step + max(0, s.targetEffects.enemyExtraRangeBands)
}

// canOnlyBlast reports whether a weapon can only blast at the target.
func (s *shot) canOnlyBlast(w *Weapon) bool { return w.IsBlast && s.target.Kind != Vehicle }

// figureFires returns the fires of a unit of figures together with its partner, and the reasons why
// one of them does not fire.
func (s *shot) figureFires() ([]fire, []string) {
	u := &s.shooter.Fighter
	if u.Kind == Sniper && s.ShooterMoved {
		return nil, []string{"a sniper does not shoot after moving"}
	}
	p, why := s.volleyPartOf(u)
	if why != "" {
		return nil, []string{why}
	}
	with := s.shooter.Partner
	if with == nil {
		return []fire{s.newFire(p, false, nil)}, nil
	}
	other, why := s.volleyPartOf(with)
	if why != "" {
		return []fire{s.newFire(p, false, nil)}, []string{"the unit beside it: " + why}
	}
	p.figures += other.figures
	p.fireEffect += other.fireEffect
	p.extraFireDice += other.extraFireDice
	if with.Kind == Infantry {
		return []fire{s.newFire(p, p.addsPartnerDice && other.addsPartnerDice, nil)}, nil
	}
	return []fire{s.newFire(p, false, &dicePool{dice: other.dice, fixedTotal: other.fixedTotal})}, nil
}

// volleyPartOf returns one unit's share in a volley, or the reason why it has none.
func (s *shot) volleyPartOf(u *Fighter) (volleyPart, string) {
	if served := u.servedWeapon(); s.ShooterMoved && served != nil && !s.firesAfterMoving(u, served) {
		return volleyPart{}, noFireAfterMoving
	}
	armed, tooHeavy, blasts := false, false, false
	var firing []*Weapon
	for i := range u.Weapons {
		w := &u.Weapons[i]
		armed = armed || !w.IsUnarmed
		switch {
		case w.IsUnarmed || u.Kind.CrewsWeapon() && !w.ServedByCrew:
			tooHeavy = tooHeavy || w.IsHeavy
		case s.ShooterMoved && w.IsHeavy && !w.ServedByCrew && u.Kind != Sniper && !s.firesAfterMoving(u, w):
			tooHeavy = true
		case s.canOnlyBlast(w):
			blasts = true
		case s.rangeBand(w) <= lastRangeBand:
			firing = append(firing, w)
		}
	}
	switch {
	case firing != nil:
		return s.newVolleyPart(u, firing)
	case !armed:
		return volleyPart{}, "it has nothing to shoot with"
	case tooHeavy:
		return volleyPart{}, "its heavy weapon does not fire after moving"
	case blasts:
		return volleyPart{}, "its weapon blasts, and takes no part in this"
	}
	return volleyPart{}, noFireOutOfRange
}

// The reasons why weapons do not fire.
const (
	noFireAfterMoving = "a weapons team does not fire after moving"
	noFireOutOfRange  = "the target is out of range"
)

// vehicleFires returns the fires of a vehicle's weapons, or the reason why none fires.
func (s *shot) vehicleFires() (fires []fire, why []string) {
	u := &s.shooter.Fighter
	if u.CrewedWeaponCount == 0 {
		return nil, []string{"it has no crew to fire its weapons"}
	}
	fires = make([]fire, 0, min(u.CrewedWeaponCount, len(u.Weapons)))
	reason := "it has nothing to shoot with"
	for _, w := range u.crewedWeapons(u.CrewedWeaponCount, func(w *Weapon) bool { return s.Mode == AllFire || s.canOnlyBlast(w) == (s.Mode == Blast) }) {
		f, silent := fire{}, noFireOutOfRange
		if s.canOnlyBlast(w) {
			f, silent = s.blastFire(u, w)
		} else if s.rangeBand(w) <= lastRangeBand {
			var p volleyPart
			if p, silent = s.newVolleyPart(u, []*Weapon{w}); silent == "" {
				f = s.newFire(p, false, nil)
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

// A volleyPart is the share of one unit, or of one weapon of a vehicle, in a volley.
type volleyPart struct {
	figures         int // number of figures that count for the squad's bonus by figuresPerBonusPoint
	fireEffect      int // bonuses to Fire Effect by weapons and traits
	extraFireDice   int // extra D6 added to the total
	rangeBand       int
	damage, ap      int  // damage bonus and AP of the main weapon, with changes by traits
	dice            int  // number of D6; the highest counts
	fixedTotal      int  // the total of the dice; 0 means that they are rolled
	backfiresUpTo   int  // each die that shows this or less is a hit on the shooter
	addsPartnerDice bool // if the partner has this too, the dice of both are added together
}

// newVolleyPart returns the share in a volley of a unit's weapons that are within range, or the
// reason why they may not fire.
func (s *shot) newVolleyPart(u *Fighter, firing []*Weapon) (volleyPart, string) {
	main := firing[0]
	p := volleyPart{dice: u.ShootingDice}
	now := situation{moved: s.ShooterMoved, enemy: s.target}
	for _, w := range firing {
		if w.Count > main.Count {
			main = w
		}
		now.heavyWeapon, now.movableWeapon = now.heavyWeapon || w.IsHeavy, now.movableWeapon || w.FiresOnMovingMount
	}
	p.fireEffect, p.extraFireDice, p.figures = u.sumWeapons(firing)
	p.rangeBand = s.rangeBand(main)
	now.rangeBand = p.rangeBand
	t := u.tallyEffects(now)
	for i := range main.Effects { // only a vehicle's weapons have effects
		t.addEffect(&main.Effects[i], main.Name)
	}
	if t.fireForbiddenBy != "" {
		return volleyPart{}, t.fireForbiddenBy + " forbids it to fire"
	}
	p.fireEffect += t.FireEffectModifier - u.CrewLost
	if u.Kind == HeavyWeapons {
		p.fireEffect -= u.FiguresLost
	}
	p.damage, p.ap = main.DamageBonus+t.DamageModifier, max(0, main.AP+t.APModifier)
	p.fixedTotal, p.addsPartnerDice = t.FixedDiceTotal, t.AddsPartnerDice
	if u.Kind != Vehicle {
		p.backfiresUpTo = t.BackfiresUpTo
	}
	if t.ShootingDice > 0 {
		p.dice = t.ShootingDice
	}
	return p, ""
}

// sumWeapons sums up the Fire Effect and the extra D6 of weapons that are fired together, and
// counts the figures for the bonus by figuresPerBonusPoint.
func (u *Fighter) sumWeapons(weapons []*Weapon) (effect, dice, figures int) {
	for _, w := range weapons {
		count := w.Count
		if w.IsBasic {
			count = 1
		}
		if !w.IsBlast { // a blast weapon's Fire Effect counts only for its blast
			effect += w.FireEffectBonus * count
			dice += w.ExtraFireDice * count
		}
		if u.Kind == Infantry {
			figures += w.Count
			if w.BearerCountsTwice {
				figures += w.Count
			}
		}
	}
	return effect, dice, figures
}

// BaseFireEffect returns the Fire Effect that a unit of figures has by its weapons and its number
// of figures when it fires at figures, and its extra D6 (FAD, Table 5).
func (u *Fighter) BaseFireEffect() (effect, dice int) {
	effect, dice, figures := u.sumWeapons(slices.DeleteFunc(u.firedWeapons(), func(w *Weapon) bool { return w.IsBlast }))
	return effect + figures/figuresPerBonusPoint, dice
}

// newFire returns the fire of a volley part. If add is set, its dice are added up, otherwise the
// highest counts; beside holds the dice of a weapons team that fires along.
func (s *shot) newFire(p volleyPart, add bool, beside *dicePool) fire {
	f := fire{
		modifier:      p.fireEffect + p.figures/figuresPerBonusPoint + rangeBandModifiers[p.rangeBand] + s.commonModifier,
		dice:          dicePool{p.dice, p.fixedTotal, add, p.backfiresUpTo},
		partnerDice:   beside,
		extraFireDice: p.extraFireDice,
		pointsPerHit:  s.pointsPerHit,
		hitEffects:    s.hitEffects(p.damage, p.ap),
	}
	if p.backfiresUpTo > 0 && p.fixedTotal == 0 {
		f.backfireEffect = s.hitEffect(s.shooter, s.target, p.damage, p.ap)
	}
	return f
}

// hitEffects returns the effects of a hit on the target, without and with a bullseye.
func (s *shot) hitEffects(damage, ap int) (both [2]hitEffect) {
	both[0] = s.hitEffect(s.target, s.shooter, damage, ap)
	if s.shooter.Kind == Sniper {
		both[1] = s.hitEffect(s.target, s.shooter, damage+1, ap)
	}
	return both
}

// firesAfterMoving reports whether a unit can fire a heavy weapon after moving.
func (s *shot) firesAfterMoving(u *Fighter, w *Weapon) bool {
	return u.tallyEffects(situation{moved: true, heavyWeapon: true, movableWeapon: w.FiresOnMovingMount, enemy: s.target}).FiresAfterMoving
}

// servedWeapon returns the weapon that the unit serves as its crew; nil without one.
func (u *Fighter) servedWeapon() *Weapon {
	if i := slices.IndexFunc(u.Weapons, func(w Weapon) bool { return w.ServedByCrew }); i >= 0 {
		return &u.Weapons[i]
	}
	return nil
}

// blastFire returns the fire of a blast weapon, or the reason why it does not fire. A Quality test
// decides whether it ranges in, and each die that passes adds a D6 of Fire Effect (FAD, Area Effect
// Weapons).
func (s *shot) blastFire(u *Fighter, w *Weapon) (fire, string) {
	// Effects that depend on range do not apply to a blast: band stays 0.
	t := u.tallyEffects(situation{moved: s.ShooterMoved, heavyWeapon: w.IsHeavy, movableWeapon: w.FiresOnMovingMount, enemy: s.target})
	switch {
	case s.ShooterMoved && w.IsHeavy && u.Kind != Vehicle && !s.firesAfterMoving(u, w):
		return fire{}, noFireAfterMoving
	case u.Kind != Artillery && s.rangeBand(w) > lastRangeBand:
		return fire{}, noFireOutOfRange
	case t.fireForbiddenBy != "":
		return fire{}, t.fireForbiddenBy + " forbids it to fire"
	}
	level := u.QualityWithLeader
	if u.Kind == Artillery && s.shooter.SpotterQuality != nil {
		level = *s.shooter.SpotterQuality
	}
	return fire{
		modifier: w.FireEffectBonus, rangingTest: newTest(s.tables.Qualities[level]), pointsPerHit: s.pointsPerHit,
		pinsTarget: w.PinsTarget,
		hitEffects: s.hitEffects(w.DamageBonus+t.DamageModifier, 0), // a blast does not use the weapon's AP
	}, ""
}

// firedWeapons returns the weapons that a unit of figures fires; a team fires only the weapon that
// its crew serves.
func (u *Fighter) firedWeapons() []*Weapon {
	var all []*Weapon
	for i := range u.Weapons {
		if w := &u.Weapons[i]; !w.IsUnarmed && (w.ServedByCrew || !u.Kind.CrewsWeapon()) {
			all = append(all, w)
		}
	}
	return all
}

// crewedWeapons returns the first weapons of a vehicle that crew members of a number can fire, one
// of each firing group, among the weapons that fits accepts; nil accepts all.
func (u *Fighter) crewedWeapons(crew int, fits func(*Weapon) bool) []*Weapon {
	var groups []int
	all := make([]*Weapon, 0, min(crew, len(u.Weapons)))
	for i := range u.Weapons {
		w := &u.Weapons[i]
		if len(all) == crew {
			break
		}
		if w.IsUnarmed || fits != nil && !fits(w) || w.FiringGroup > 0 && slices.Contains(groups, w.FiringGroup) {
			continue
		}
		if w.FiringGroup > 0 {
			groups = append(groups, w.FiringGroup)
		}
		all = append(all, w)
	}
	return all
}

// BlastWeapon returns the unit's first weapon that blasts at figures; nil without one.
func (u *Fighter) BlastWeapon() *Weapon {
	for _, w := range u.firedWeapons() {
		if w.IsBlast {
			return w
		}
	}
	return nil
}

// HasDirectFire reports whether a unit has a weapon that does not blast.
func (u *Fighter) HasDirectFire() bool {
	return slices.ContainsFunc(u.firedWeapons(), func(w *Weapon) bool { return !w.IsBlast })
}

// HasMixedFire reports whether the side can fire more in one activation than its direct weapons
// alone or its first blast alone: it has both, or several blasts.
func (s *Side) HasMixedFire() bool {
	weapons := s.firedWeapons()
	if s.Kind == Vehicle {
		weapons = s.crewedWeapons(s.CrewedWeaponCount, nil)
	}
	if s.Partner != nil {
		weapons = append(weapons, s.Partner.firedWeapons()...)
	}
	blasts, all := 0, 0
	for _, w := range weapons {
		all += w.Count
		if w.IsBlast {
			blasts += w.Count
		}
	}
	return blasts > 0 && all > 1
}

// FiresAfterMoving reports whether the unit can fire all its heavy weapons after moving.
func (u *Fighter) FiresAfterMoving() bool {
	fixed := slices.ContainsFunc(u.firedWeapons(), func(w *Weapon) bool { return w.IsHeavy && !w.FiresOnMovingMount })
	return u.tallyEffects(situation{moved: true, heavyWeapon: true, movableWeapon: !fixed}).FiresAfterMoving
}

// MainWeapon returns the most common weapon of the unit, the first of equals; a squad's hits have
// its damage and AP. It returns nil for a unit that cannot shoot.
func (u *Fighter) MainWeapon() *Weapon {
	var main *Weapon
	for i := range u.Weapons {
		if w := &u.Weapons[i]; !w.IsUnarmed && (main == nil || w.Count > main.Count) {
			main = w
		}
	}
	return main
}

// MaxWeaponsFired returns the number of weapons that a vehicle with enough crew could fire at once.
// A firing group counts as one weapon.
func (u *Fighter) MaxWeaponsFired() int {
	return len(u.crewedWeapons(len(u.Weapons), nil))
}

// OfficerLeads reports whether the side's officer leads the unit's branch.
func (s *Side) OfficerLeads() bool {
	return s.Officer != nil && s.Officer.Branch != "" && s.Officer.Branch == s.Kind.Branch()
}

// officerBonus returns the officer's bonus to the rolls of a unit of his branch.
func (s *Side) officerBonus() int {
	if s.OfficerLeads() {
		return s.Officer.Rating
	}
	return 0
}
