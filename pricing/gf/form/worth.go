// Package form is the formula for prices of Grimdark Future: it describes a unit by terms and
// sums their points. Package gf fills in the coefficients of a release, package fit finds them.
// docs/dev/points.md explains it.
package form

import "slices"

// A weapon holds all numbers of a weapon on which its price depends.
type weapon struct {
	weaponNumbers
	ruleChanges []Change // changes that the weapon's own rules make to attacks
}

// weaponNumbers holds the numbers of a weapon's profile.
type weaponNumbers struct {
	attacks      float64 // number of attacks of all copies together
	rangeFactor  entry   // factor on the price for the weapon's range
	rangeInches  int     // 0 for a melee weapon
	quality      int     // Quality set by the weapon's rules; 0 means the unit's Quality
	ap           int
	deadly       entry
	blast        entry
	ignoresCover bool    // it has Blast and a range
	hitWounds    float64 // wounds by an unblocked hit, from Deadly and Blast
}

// equal reports whether both weapons have the same price in the same unit.
func (w *weapon) equal(o *weapon) bool {
	return w.weaponNumbers == o.weaponNumbers && slices.Equal(w.ruleChanges, o.ruleChanges)
}

// A Change is one change of a rule to attacks, with the term that prices it.
type Change struct {
	Kind   Kind
	amount int   // size of the change, such as the AP added
	scope  scope // kinds of fight in which it counts
	term   TermID
}

// Kind is the kind of a change to attacks.
type Kind string

// The kinds of changes. The term of a flat, wound or range change is its worth. The term of another
// change is a factor on the difference that the change makes.
const (
	ByHit    Kind = "hit"     // modifier to rolls to hit
	ByAP     Kind = "ap"      // added AP
	BySixAP  Kind = "six-ap"  // added AP on sixes to hit
	BySixHit Kind = "six-hit" // extra hits or attacks for sixes to hit
	ByFactor Kind = "factor"  // share of all hits
	ByCover  Kind = "cover"   // cover is ignored
	ByReach  Kind = "reach"   // share of all hits, times what the weapon's range is worth more than melee
	ByFlat   Kind = "flat"    // worth for each attack, whether it hits or not
	ByWound  Kind = "wound"   // worth for each wound, at any range
	ByRange  Kind = "range"   // inches added to the range, priced for each attack
)

// IsStructural reports whether the formula itself calculates the difference that changes of this
// kind make. Their term is then a factor of about 1.
func (k Kind) IsStructural() bool { return k == ByHit || k == ByAP || k == BySixAP || k == BySixHit }

// scope is the set of kinds of fight in which a change counts.
type scope uint8

const (
	inMelee scope = 1 << iota
	inShooting
	everywhere = inMelee | inShooting
)

// fight returns the kind of fight of the weapon.
func (w *weapon) fight() scope {
	if w.rangeInches > 0 {
		return inShooting
	}
	return inMelee
}

// An attackParts holds the parts of the worth of one attack, without the factor for the weapon's
// range.
type attackParts struct {
	hitChance    float64 // chance to hit, 0 to 1
	apFactor     float64 // factor for the AP
	hitWorth     float64 // hitChance × apFactor, with changes to both, without the bonus for sixes
	sixBonus     float64 // bonus for sixes to hit
	damageFactor float64 // product of the factors for Deadly, Blast and all other rules
	flatBonus    float64 // added for each attack, whether it hits or not
	woundBonus   float64 // added for wounds, whatever the range
}

// attackParts returns the parts of the worth of one attack with a weapon, at a Quality and an AP.
func (t *Tables) attackParts(v *Values, w *weapon, quality, ap int) (b attackParts) {
	quality = clampToDie(quality)
	b.hitChance, b.apFactor = v.At(t.hit[quality]), t.apFactor(v, ap)
	b.damageFactor = w.deadly.value(v) * w.blast.value(v)
	if w.ignoresCover {
		b.damageFactor *= t.coverFactor(v, ap)
	}
	b.hitWorth = b.hitChance * b.apFactor
	for i := range w.ruleChanges {
		switch c := &w.ruleChanges[i]; c.Kind {
		case ByHit:
			more := v.At(c.term) * (v.At(t.hit[clampToDie(quality-c.amount)]) - v.At(t.hit[quality]))
			b.hitChance += more
			b.hitWorth += more * b.apFactor
		case ByAP:
			b.hitWorth += v.At(c.term) * b.hitChance * (t.apFactor(v, ap+c.amount) - b.apFactor)
		case BySixAP:
			b.sixBonus += v.At(c.term) * t.sixAP(v, ap, c.amount)
		case ByFactor:
			b.damageFactor *= 1 + v.At(c.term)
		case ByCover:
			b.damageFactor *= 1 + v.At(c.term)*(t.coverFactor(v, ap)-1)
		case ByReach:
			b.damageFactor *= 1 + v.At(c.term)*(w.rangeFactor.value(v)-1)
		case ByFlat:
			b.flatBonus += v.At(c.term)
		}
	}
	for i := range w.ruleChanges {
		switch c := &w.ruleChanges[i]; c.Kind {
		case BySixHit:
			b.sixBonus += v.At(c.term) * sixShare(quality) * float64(c.amount) * (b.apFactor/6 + b.sixBonus)
		case ByWound:
			b.woundBonus += v.At(c.term) * b.hitChance * w.hitWounds
		}
	}
	return b
}

// weaponWorth returns the points for a weapon in a unit whose rules change attacks. The gains by
// these rules are added separately.
func (t *Tables) weaponWorth(v *Values, w *weapon, quality int, rules []Change) float64 {
	quality = w.hitQuality(quality)
	b, reach := t.attackParts(v, w, quality, w.ap), w.rangeFactor.value(v)
	worth := reach*(b.damageFactor*(b.hitWorth+b.sixBonus)+b.flatBonus) + b.woundBonus
	return v.At(t.scale) * w.attacks * (worth + t.attackGain(v, w, quality, &b, rules))
}

// weaponGain returns the points that a unit's rules add to a weapon's worth.
func (t *Tables) weaponGain(v *Values, w *weapon, quality int, rules []Change) float64 {
	quality = w.hitQuality(quality)
	b := t.attackParts(v, w, quality, w.ap)
	return v.At(t.scale) * w.attacks * t.attackGain(v, w, quality, &b, rules)
}

// attackGain returns the worth that a unit's rules add to one attack; b holds the attack's parts
// without these rules.
func (t *Tables) attackGain(v *Values, w *weapon, quality int, b *attackParts, rules []Change) (sum float64) {
	reach, fight := w.rangeFactor.value(v), w.fight()
	for i := range rules {
		c := &rules[i]
		if c.scope&fight == 0 {
			continue
		}
		gain := 0.0
		switch c.Kind {
		case ByHit:
			gain = reach * b.damageFactor * b.apFactor * (v.At(t.hit[clampToDie(quality-c.amount)]) - v.At(t.hit[clampToDie(quality)]))
		case ByAP:
			// The shipped prices were fitted without the terms of a weapon's own rules at the better AP: the AP's
			// are noted, theirs are not.
			better := t.attackParts(v.unrecorded(), w, quality, w.ap+c.amount)
			t.apFactor(v, w.ap+c.amount)
			t.coverFactor(v, w.ap+c.amount)
			gain = reach * (better.damageFactor*better.hitWorth - b.damageFactor*b.hitWorth)
		case BySixAP:
			gain = reach * b.damageFactor * t.sixAP(v, w.ap, c.amount)
		case BySixHit:
			six := reach*(b.damageFactor*(b.apFactor/6+b.sixBonus)+b.flatBonus) + b.woundBonus/6
			gain = sixShare(quality) * float64(c.amount) * six
		case ByFactor:
			gain = reach * b.damageFactor * (b.hitWorth + b.sixBonus)
		case ByCover:
			if !w.ignoresCover {
				gain = reach * b.damageFactor * (b.hitWorth + b.sixBonus) * (t.coverFactor(v, w.ap) - 1)
			}
		case ByReach:
			gain = reach * b.damageFactor * (b.hitWorth + b.sixBonus) * (reach - 1)
		case ByFlat:
			gain = reach
		case ByWound:
			gain = b.hitChance * w.hitWounds
		case ByRange:
			gain = t.ranges.interpolate(w.rangeInches+c.amount).value(v) - reach
		}
		sum += v.At(c.term) * gain
	}
	return sum
}

// hitQuality returns the Quality at which the weapon hits in a unit with a Quality.
func (w *weapon) hitQuality(quality int) int {
	if w.quality > 0 {
		return w.quality
	}
	return quality
}

// apFactor returns the factor on an attack's worth for an AP.
func (t *Tables) apFactor(v *Values, ap int) float64 { return v.At(t.ap[min(max(ap, 0), maxAP)]) }

// coverFactor returns the factor on an attack's worth for ignoring cover at an AP.
func (t *Tables) coverFactor(v *Values, ap int) float64 { return v.At(t.cover[min(max(ap, 0), maxAP)]) }

// sixAP returns the worth of adding more to an AP, on sixes to hit only.
func (t *Tables) sixAP(v *Values, ap, more int) float64 {
	return (t.apFactor(v, ap+more) - t.apFactor(v, ap)) / 6
}

// sixShare returns the share of sixes among the dice that hit at a Quality.
func sixShare(quality int) float64 { return 1 / float64(7-clampToDie(quality)) }

// clampToDie limits a Quality or Defense to the range 2 to 6.
func clampToDie(quality int) int { return min(max(quality, 2), 6) }

// toughModels is a group of models with the same Tough.
type toughModels struct{ count, tough int }

// A Basis is the amount by which the price of a rule's effects outside attacks is multiplied.
type Basis string

const (
	PerTough       Basis = "tough"         // wounds; tougher models count more
	perDefense     Basis = "defense"       // like PerTough, times the worth of a Defense better by 1
	perMorale      Basis = "morale"        // like PerTough, times the worth of morale at the unit's Quality
	PerSpeed       Basis = "speed"         // wounds, times the worth of hits at the unit's Quality
	perWound       Basis = "wound"         // number of wounds
	PerUnit        Basis = "unit"          // always 1
	perModel       Basis = "model"         // number of models
	perRating      Basis = "rating"        // the rule's rating
	perModelRating Basis = "ratings"       // the rule's rating times the number of models
	perSquad       Basis = "squad"         // like PerTough, for the receivers of an aura
	perSquadSpeed  Basis = "squad's speed" // like PerSpeed, for the receivers of an aura
)

// Bases lists all bases.
var Bases = []Basis{
	PerTough, perDefense, perMorale, PerSpeed, perWound, PerUnit, perModel, perRating, perModelRating, perSquad,
	perSquadSpeed,
}

// A Rate is the price of a rule's effects outside attacks: a term times the amount of a basis, such
// as the number of models or of wounds.
type Rate struct {
	Basis Basis
	Term  TermID
	// Attacks replaces term and basis if the rule improves the attacks of a squad.
	Attacks []Change

	rating   float64       // number in the rule's brackets
	bearers  []toughModels // models with the rule
	receiver receiver
	isAura   bool // the rule is an aura, priced for the models that receive it
}

// equal reports whether both rates have the same price.
func (r *Rate) equal(o *Rate) bool {
	return r.Basis == o.Basis && r.Term == o.Term && r.rating == o.rating && r.receiver == o.receiver &&
		r.isAura == o.isAura &&
		slices.Equal(r.bearers, o.bearers) && slices.Equal(r.Attacks, o.Attacks)
}

// receiver is the unit on which an aura has effects.
type receiver uint8

const (
	ownUnit   receiver = iota // the bearer's own unit
	heroSquad                 // the squad that a hero joins
)

// modelsWorth returns the points for a unit's models without weapons and rules.
func (t *Tables) modelsWorth(v *Values, l *Loadout) (sum float64) {
	for _, m := range l.models {
		wound := t.tough.interpolate(m.tough).value(v)*v.At(t.defense[l.defense]) + v.At(t.quality[l.quality])
		sum += float64(m.count*m.tough) * wound
	}
	return v.At(t.scale) * sum
}

// A hero's aura is priced for a typical squad: models with one wound and Quality squadQuality, with
// a weapon for melee and a weapon for shooting.
var (
	typicalSquad = []toughModels{{1, 1}}
	squadRanges  = []int{0, 18} // ranges of the squad's weapons, in inches
)

// squadQuality is the Quality of the typical squad.
const squadQuality = 4

// RateWorth returns the points for a rate in a loadout.
func (t *Tables) RateWorth(v *Values, r *Rate, l *Loadout) (sum float64) {
	if r.Attacks != nil {
		for _, inches := range squadRanges {
			w := weapon{weaponNumbers: weaponNumbers{attacks: v.At(t.AttackAura) * v.At(t.SquadAura), rangeInches: inches, hitWounds: 1}}
			w.rangeFactor, w.deadly, w.blast = t.ranges.interpolate(inches), t.deadly.interpolate(1), t.blast.interpolate(1)
			sum += t.weaponGain(v, &w, squadQuality, r.Attacks)
		}
		return sum
	}
	payers, factor, extra, payer := r.bearers, 1.0, 0.0, modelGroup{quality: l.quality, defense: l.defense}
	switch {
	case !r.isAura && r.Basis != perSquad && r.Basis != perSquadSpeed:
	case r.receiver == heroSquad:
		payers, factor = typicalSquad, v.At(t.SquadAura)
		payer.quality, payer.defense = squadQuality, squadQuality
	default:
		payers, factor, extra = l.models, v.At(t.MemberAura), 1
	}
	switch r.Basis {
	case PerUnit:
		sum = 1
	case perRating:
		sum = r.rating
	default:
		for _, m := range payers {
			payer.count, payer.tough = float64(m.count)+extra, m.tough
			sum += t.basisAmount(v, r, payer)
		}
	}
	return v.At(t.scale) * v.At(r.Term) * sum * factor
}

// A modelGroup is a group of models with the same Tough, with the values on which a basis depends.
type modelGroup struct {
	count                   float64
	tough, quality, defense int
}

// basisAmount returns the amount of a rate's basis for a group of models.
func (t *Tables) basisAmount(v *Values, r *Rate, h modelGroup) float64 {
	wounds := h.count * float64(h.tough)
	switch r.Basis {
	case PerTough, perSquad:
		return wounds * t.tough.interpolate(h.tough).value(v)
	case perDefense:
		if h.defense == 2 { // there is no better one: as the step before the last
			h.defense = 4
		}
		return wounds * t.tough.interpolate(h.tough).value(v) * (v.At(t.hit[h.defense-1]) - v.At(t.hit[h.defense]))
	case perMorale:
		return wounds * t.tough.interpolate(h.tough).value(v) * moraleFactor(h.quality)
	case PerSpeed, perSquadSpeed:
		return wounds * v.At(t.hit[h.quality])
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
