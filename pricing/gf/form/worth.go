// Package form is the formula for prices of Grimdark Future: it describes a unit by terms and
// sums their points. Package gf fills in the coefficients of a release, package fit finds them.
// docs/dev/points.md explains it.
package form

import "slices"

// A weapon holds everything about a weapon that its price depends on.
type weapon struct {
	weaponNumbers
	ruleChanges []PricedChange // changes that the weapon's own rules make to attacks
}

// weaponNumbers holds the numbers of a weapon's profile.
type weaponNumbers struct {
	attacks      float64       // number of attacks of all copies together
	rangeFactor  interpolation // factor for the weapon's range
	rangeInches  int           // 0 for a melee weapon
	quality      int           // Quality set by the weapon's rules; 0 means the unit's Quality
	ap           int
	deadly       interpolation
	blast        interpolation
	ignoresCover bool    // its Blast makes it ignore cover: it has Blast and a range
	woundsPerHit float64 // wounds by a hit that is not blocked, from Deadly and Blast
}

// hasEqualPrice reports whether both weapons have the same price in the same unit.
func (w *weapon) hasEqualPrice(o *weapon) bool {
	return w.weaponNumbers == o.weaponNumbers && slices.Equal(w.ruleChanges, o.ruleChanges)
}

// A PricedChange is one change that a rule makes to attacks, with the term that prices it.
type PricedChange struct {
	Kind       ChangeKind
	amount     int        // size of the change, such as 1 for 1 more AP
	fightKinds fightKinds // the kinds of fight (melee, shooting) in which the change applies
	term       TermID
}

// A ChangeKind is a kind of change that rules make to attacks.
type ChangeKind string

// The kinds of changes. The term of a flat, wound or range change is its worth. The term of another
// change is a factor on the difference that the change makes.
const (
	ToHitChange     ChangeKind = "hit"     // modifier to rolls to hit
	APChange        ChangeKind = "ap"      // added AP
	SixAPChange     ChangeKind = "six-ap"  // added AP on sixes to hit
	SixHitsChange   ChangeKind = "six-hit" // extra hits or attacks for sixes to hit
	HitFactorChange ChangeKind = "factor"  // a change worth a share of all hits
	NoCoverChange   ChangeKind = "cover"   // cover is ignored
	// a change worth a share of all hits, times the extra worth of the weapon's range over melee
	RangedHitFactorChange ChangeKind = "reach"
	// a change worth the same for each attack, even one that misses
	PerAttackChange ChangeKind = "flat"
	PerWoundChange  ChangeKind = "wound" // a change worth the same for each wound, at any range
	RangeChange     ChangeKind = "range" // inches added to the weapon's range, priced for each attack
)

// HasCalculatedWorth reports whether the formula calculates the worth of a change of this kind from
// the dice. Its term is then a factor of about 1.
func (k ChangeKind) HasCalculatedWorth() bool {
	return k == ToHitChange || k == APChange || k == SixAPChange || k == SixHitsChange
}

// fightKinds is the set of kinds of fight (melee, shooting) in which a change to attacks applies.
type fightKinds uint8

const (
	inMelee fightKinds = 1 << iota
	inShooting
	inAnyFight = inMelee | inShooting
)

// fightKind returns the kind of fight in which the weapon is used: shooting if it has a range,
// otherwise melee.
func (w *weapon) fightKind() fightKinds {
	if w.rangeInches > 0 {
		return inShooting
	}
	return inMelee
}

// attackWorthParts holds the factors and summands of the worth of one attack, without the factor
// for the weapon's range.
type attackWorthParts struct {
	hitChance      float64 // chance to hit, 0 to 1
	apFactor       float64 // factor for the AP
	hitWorth       float64 // hitChance × apFactor after changes to both, without the bonus for sixes
	sixBonus       float64 // worth added for sixes to hit
	damageFactor   float64 // product of the factors for Deadly, Blast and all other rules
	perAttackBonus float64 // added for each attack, whether it hits or not
	woundBonus     float64 // added for wounds, whatever the range
}

// attackWorthParts returns the parts of the worth of one attack with a weapon, made at a Quality
// and with an AP.
func (t *Tables) attackWorthParts(v *TermValues, w *weapon, quality, ap int) (b attackWorthParts) {
	quality = clampToDie(quality)
	b.hitChance, b.apFactor = v.At(t.hitTerms[quality]), t.apFactor(v, ap)
	b.damageFactor = w.deadly.value(v) * w.blast.value(v)
	if w.ignoresCover {
		b.damageFactor *= t.coverFactor(v, ap)
	}
	b.hitWorth = b.hitChance * b.apFactor
	for i := range w.ruleChanges {
		switch c := &w.ruleChanges[i]; c.Kind {
		case ToHitChange:
			more := v.At(c.term) * (v.At(t.hitTerms[clampToDie(quality-c.amount)]) - v.At(t.hitTerms[quality]))
			b.hitChance += more
			b.hitWorth += more * b.apFactor
		case APChange:
			b.hitWorth += v.At(c.term) * b.hitChance * (t.apFactor(v, ap+c.amount) - b.apFactor)
		case SixAPChange:
			b.sixBonus += v.At(c.term) * t.sixAPWorth(v, ap, c.amount)
		case HitFactorChange:
			b.damageFactor *= 1 + v.At(c.term)
		case NoCoverChange:
			b.damageFactor *= 1 + v.At(c.term)*(t.coverFactor(v, ap)-1)
		case RangedHitFactorChange:
			b.damageFactor *= 1 + v.At(c.term)*(w.rangeFactor.value(v)-1)
		case PerAttackChange:
			b.perAttackBonus += v.At(c.term)
		}
	}
	for i := range w.ruleChanges {
		switch c := &w.ruleChanges[i]; c.Kind {
		case SixHitsChange:
			b.sixBonus += v.At(c.term) * shareOfSixes(quality) * float64(c.amount) * (b.apFactor/6 + b.sixBonus)
		case PerWoundChange:
			b.woundBonus += v.At(c.term) * b.hitChance * w.woundsPerHit
		}
	}
	return b
}

// weaponWorth returns the points for a weapon in a unit of a Quality whose rules change attacks,
// with what these rules add (see weaponWorthGain). The gain of each rule is added separately.
func (t *Tables) weaponWorth(v *TermValues, w *weapon, quality int, rules []PricedChange) float64 {
	quality = w.effectiveQuality(quality)
	b, reach := t.attackWorthParts(v, w, quality, w.ap), w.rangeFactor.value(v)
	worth := reach*(b.damageFactor*(b.hitWorth+b.sixBonus)+b.perAttackBonus) + b.woundBonus
	return v.At(t.pointsPerHit) * w.attacks * (worth + t.attackWorthGain(v, w, quality, &b, rules))
}

// weaponWorthGain returns the points that changes by a unit's rules add to a weapon's worth.
func (t *Tables) weaponWorthGain(v *TermValues, w *weapon, quality int, rules []PricedChange) float64 {
	quality = w.effectiveQuality(quality)
	b := t.attackWorthParts(v, w, quality, w.ap)
	return v.At(t.pointsPerHit) * w.attacks * t.attackWorthGain(v, w, quality, &b, rules)
}

// attackWorthGain returns the worth that changes by a unit's rules add to one attack; b holds the
// attack's parts without them.
func (t *Tables) attackWorthGain(v *TermValues, w *weapon, quality int, b *attackWorthParts, rules []PricedChange) (sum float64) {
	reach, fight := w.rangeFactor.value(v), w.fightKind()
	for i := range rules {
		c := &rules[i]
		if c.fightKinds&fight == 0 {
			continue
		}
		gain := 0.0
		switch c.Kind {
		case ToHitChange:
			gain = reach * b.damageFactor * b.apFactor * (v.At(t.hitTerms[clampToDie(quality-c.amount)]) - v.At(t.hitTerms[clampToDie(quality)]))
		case APChange:
			// The shipped prices were fitted without the terms of a weapon's own rules at the better AP: the AP's
			// are noted, theirs are not.
			better := t.attackWorthParts(v.withoutRecording(), w, quality, w.ap+c.amount)
			t.apFactor(v, w.ap+c.amount)
			t.coverFactor(v, w.ap+c.amount)
			gain = reach * (better.damageFactor*better.hitWorth - b.damageFactor*b.hitWorth)
		case SixAPChange:
			gain = reach * b.damageFactor * t.sixAPWorth(v, w.ap, c.amount)
		case SixHitsChange:
			six := reach*(b.damageFactor*(b.apFactor/6+b.sixBonus)+b.perAttackBonus) + b.woundBonus/6
			gain = shareOfSixes(quality) * float64(c.amount) * six
		case HitFactorChange:
			gain = reach * b.damageFactor * (b.hitWorth + b.sixBonus)
		case NoCoverChange:
			if !w.ignoresCover {
				gain = reach * b.damageFactor * (b.hitWorth + b.sixBonus) * (t.coverFactor(v, w.ap) - 1)
			}
		case RangedHitFactorChange:
			gain = reach * b.damageFactor * (b.hitWorth + b.sixBonus) * (reach - 1)
		case PerAttackChange:
			gain = reach
		case PerWoundChange:
			gain = b.hitChance * w.woundsPerHit
		case RangeChange:
			gain = t.rangeTerms.interpolate(w.rangeInches+c.amount).value(v) - reach
		}
		sum += v.At(c.term) * gain
	}
	return sum
}

// effectiveQuality returns the Quality that the weapon hits with: its own, or else the given
// Quality of the unit.
func (w *weapon) effectiveQuality(quality int) int {
	if w.quality > 0 {
		return w.quality
	}
	return quality
}

// apFactor returns the factor on an attack's worth for an AP.
func (t *Tables) apFactor(v *TermValues, ap int) float64 {
	return v.At(t.apTerms[min(max(ap, 0), maxAP)])
}

// coverFactor returns the factor on an attack's worth for ignoring cover at an AP.
func (t *Tables) coverFactor(v *TermValues, ap int) float64 {
	return v.At(t.coverTerms[min(max(ap, 0), maxAP)])
}

// sixAPWorth returns the worth that an attack gains if its sixes to hit get more AP in addition to
// ap.
func (t *Tables) sixAPWorth(v *TermValues, ap, more int) float64 {
	return (t.apFactor(v, ap+more) - t.apFactor(v, ap)) / 6
}

// shareOfSixes returns the share of sixes among the dice that hit at a Quality.
func shareOfSixes(quality int) float64 { return 1 / float64(7-clampToDie(quality)) }

// clampToDie limits a Quality or Defense to the range 2 to 6.
func clampToDie(quality int) int { return min(max(quality, 2), 6) }

// A toughGroup is a group of models with the same Tough.
type toughGroup struct{ count, tough int }

// A Multiplier names the amount that the price of a rule's effects outside attacks is multiplied
// by, such as the number of models or of wounds.
type Multiplier string

const (
	PerTough   Multiplier = "tough"   // the number of wounds, where models with high Tough count more
	perDefense Multiplier = "defense" // like PerTough, times the worth of a Defense better by 1
	// like PerTough, times the worth of better morale at the unit's Quality
	perMorale Multiplier = "morale"
	// the number of wounds, times the worth of hits at the unit's Quality
	PerSpeed       Multiplier = "speed"
	perWound       Multiplier = "wound"         // number of wounds
	PerUnit        Multiplier = "unit"          // always 1
	perModel       Multiplier = "model"         // number of models
	perRating      Multiplier = "rating"        // the rule's rating
	perModelRating Multiplier = "ratings"       // the rule's rating times the number of models
	perSquad       Multiplier = "squad"         // like PerTough, counted for the models that receive an aura
	perSquadSpeed  Multiplier = "squad's speed" // like PerSpeed, counted for the models that receive an aura
)

// AllMultipliers lists all kinds of Multiplier.
var AllMultipliers = []Multiplier{
	PerTough, perDefense, perMorale, PerSpeed, perWound, PerUnit, perModel, perRating, perModelRating, perSquad,
	perSquadSpeed,
}

// A NonAttackPrice is the price of a rule's effects outside attacks: a term multiplied by the
// amount that the Multiplier names, such as the number of models or of wounds.
type NonAttackPrice struct {
	Multiplier Multiplier
	Term       TermID
	// AttackChanges replaces Term and Multiplier for a rule that improves the attacks of a squad.
	AttackChanges []PricedChange

	rating       float64      // number in the rule's brackets
	bearerModels []toughGroup // models with the rule
	receiver     auraReceiver
	isAura       bool // the rule is an aura, priced for the models that receive it
}

// equal reports whether both rates have the same price.
func (r *NonAttackPrice) equal(o *NonAttackPrice) bool {
	return r.Multiplier == o.Multiplier && r.Term == o.Term && r.rating == o.rating && r.receiver == o.receiver &&
		r.isAura == o.isAura &&
		slices.Equal(r.bearerModels, o.bearerModels) && slices.Equal(r.AttackChanges, o.AttackChanges)
}

// An auraReceiver is the kind of unit that an aura works on.
type auraReceiver uint8

const (
	auraOnOwnUnit   auraReceiver = iota // the bearer's own unit
	auraOnHeroSquad                     // the squad that a hero joins
)

// modelsWorth returns the points for a unit's models without weapons and rules.
func (t *Tables) modelsWorth(v *TermValues, l *Loadout) (sum float64) {
	for _, m := range l.models {
		wound := t.toughTerms.interpolate(m.tough).value(v)*v.At(t.defenseTerms[l.defense]) + v.At(t.qualityTerms[l.quality])
		sum += float64(m.count*m.tough) * wound
	}
	return v.At(t.pointsPerHit) * sum
}

// A hero's aura is priced for a typical squad: models with one wound and Quality typicalSquadQuality, with
// a weapon for melee and a weapon for shooting.
var (
	// typicalSquad is the squad for which a hero's aura is priced: models with one wound and
	// Quality typicalSquadQuality, with a weapon for melee and a weapon for shooting.
	typicalSquad       = []toughGroup{{1, 1}}
	typicalSquadRanges = []int{0, 18} // ranges in inches of the typical squad's two weapons; 0 is melee
)

// typicalSquadQuality is the Quality of the typical squad.
const typicalSquadQuality = 4

// NonAttackWorth returns the points for a rule's effects outside attacks, in a loadout.
func (t *Tables) NonAttackWorth(v *TermValues, r *NonAttackPrice, l *Loadout) (sum float64) {
	if r.AttackChanges != nil {
		for _, inches := range typicalSquadRanges {
			w := weapon{weaponNumbers: weaponNumbers{attacks: v.At(t.AttackAuraFactor) * v.At(t.SquadAuraFactor), rangeInches: inches, woundsPerHit: 1}}
			w.rangeFactor, w.deadly, w.blast = t.rangeTerms.interpolate(inches), t.deadlyTerms.interpolate(1), t.blastTerms.interpolate(1)
			sum += t.weaponWorthGain(v, &w, typicalSquadQuality, r.AttackChanges)
		}
		return sum
	}
	payers, factor, extra, payer := r.bearerModels, 1.0, 0.0, modelGroup{quality: l.quality, defense: l.defense}
	switch {
	case !r.isAura && r.Multiplier != perSquad && r.Multiplier != perSquadSpeed:
	case r.receiver == auraOnHeroSquad:
		payers, factor = typicalSquad, v.At(t.SquadAuraFactor)
		payer.quality, payer.defense = typicalSquadQuality, typicalSquadQuality
	default:
		payers, factor, extra = l.models, v.At(t.MemberAuraFactor), 1
	}
	switch r.Multiplier {
	case PerUnit:
		sum = 1
	case perRating:
		sum = r.rating
	default:
		for _, m := range payers {
			payer.count, payer.tough = float64(m.count)+extra, m.tough
			sum += t.multiplierValue(v, r, payer)
		}
	}
	return v.At(t.pointsPerHit) * v.At(r.Term) * sum * factor
}

// A modelGroup is a group of models with the same Tough, with the numbers from which
// multiplierValue computes.
type modelGroup struct {
	count                   float64
	tough, quality, defense int
}

// multiplierValue returns the amount that the price r is multiplied by, for a group of models: for
// example its number of wounds.
func (t *Tables) multiplierValue(v *TermValues, r *NonAttackPrice, h modelGroup) float64 {
	wounds := h.count * float64(h.tough)
	switch r.Multiplier {
	case PerTough, perSquad:
		return wounds * t.toughTerms.interpolate(h.tough).value(v)
	case perDefense:
		if h.defense == 2 { // there is no better one: as the step before the last
			h.defense = 4
		}
		return wounds * t.toughTerms.interpolate(h.tough).value(v) * (v.At(t.hitTerms[h.defense-1]) - v.At(t.hitTerms[h.defense]))
	case perMorale:
		return wounds * t.toughTerms.interpolate(h.tough).value(v) * moraleFactor(h.quality)
	case PerSpeed, perSquadSpeed:
		return wounds * v.At(t.hitTerms[h.quality])
	case perWound:
		return wounds
	case perModel:
		return h.count
	case perModelRating:
		return h.count * r.rating
	}
	return 0
}

// moraleFactor returns the worth of better morale at a Quality, relative to Quality 4 or worse.
func moraleFactor(quality int) float64 {
	if quality <= 3 {
		return 2
	}
	return 1
}
