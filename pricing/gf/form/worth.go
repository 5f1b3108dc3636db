// Package form is the formula for prices of Grimdark Future: it describes a unit by terms and
// sums their points. Package gf fills in the coefficients of a release, package fit finds them.
// docs/dev/points.md explains it.
package form

import "slices"

// A weapon holds the numbers of a weapon that its price depends on.
type weapon struct {
	numbers
	rules []Change
}

// numbers are those of a weapon without what rules change.
type numbers struct {
	attacks float64 // attacks of all copies together
	reach   entry   // factor of the price for the weapon's range
	inches  int     // range
	quality int     // Quality set by the weapon's rules; 0 for the unit's
	ap      int
	deadly  entry
	blast   entry
	bursts  bool    // it has Blast and a range
	wounds  float64 // wounds of an unblocked hit, by its Deadly and Blast
}

// equal reports whether both weapons have the same price.
func (w *weapon) equal(o *weapon) bool {
	return w.numbers == o.numbers && slices.Equal(w.rules, o.rules)
}

// A Change is one change of a rule to attacks, and the term for its worth.
type Change struct {
	Kind   Kind
	amount int   // number of the change
	scope  scope // kinds of fight
	term   TermID
}

// Kind is the kind of a change to attacks.
type Kind string

// The kinds of changes. For flat, wound and range the term is the worth of the change. For the others it is a
// factor of the difference that the change makes.
const (
	ByHit    Kind = "hit"     // a modifier to rolls to hit
	ByAP     Kind = "ap"      // added AP
	BySixAP  Kind = "six-ap"  // added AP on sixes to hit
	BySixHit Kind = "six-hit" // extra hits or attacks for sixes to hit
	ByFactor Kind = "factor"  // a share of all hits
	ByCover  Kind = "cover"   // cover is ignored
	ByReach  Kind = "reach"   // a share of all hits, by the worth of the range over melee
	ByFlat   Kind = "flat"    // paid for each attack, whether it hits or not
	ByWound  Kind = "wound"   // paid for each wound, at any range
	ByRange  Kind = "range"   // added inches, paid for each attack
)

// IsStructural reports whether the formula itself works out the difference that changes of this
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
	if w.inches > 0 {
		return inShooting
	}
	return inMelee
}

// An attackParts is the worth of one attack by its parts, before the factor of its range.
type attackParts struct {
	hit      float64 // chance to hit
	apFactor float64 // factor of the AP
	plain    float64 // hit × apFactor, without the bonus for sixes
	sixes    float64 // bonus for sixes
	factor   float64 // product of Deadly, Blast and all other factors
	flat     float64 // added for each attack, whether it hits or not
	wound    float64 // added for wounds, whatever the range
}

// attackParts returns the worth of one attack with a weapon at a Quality and an AP.
func (t *Tables) attackParts(v *Values, w *weapon, quality, ap int) (b attackParts) {
	quality = onDie(quality)
	b.hit, b.apFactor = v.At(t.hit[quality]), t.apFactor(v, ap)
	b.factor = w.deadly.value(v) * w.blast.value(v)
	if w.bursts {
		b.factor *= t.coverFactor(v, ap)
	}
	b.plain = b.hit * b.apFactor
	for i := range w.rules {
		switch c := &w.rules[i]; c.Kind {
		case ByHit:
			more := v.At(c.term) * (v.At(t.hit[onDie(quality-c.amount)]) - v.At(t.hit[quality]))
			b.hit += more
			b.plain += more * b.apFactor
		case ByAP:
			b.plain += v.At(c.term) * b.hit * (t.apFactor(v, ap+c.amount) - b.apFactor)
		case BySixAP:
			b.sixes += v.At(c.term) * t.sixAP(v, ap, c.amount)
		case ByFactor:
			b.factor *= 1 + v.At(c.term)
		case ByCover:
			b.factor *= 1 + v.At(c.term)*(t.coverFactor(v, ap)-1)
		case ByReach:
			b.factor *= 1 + v.At(c.term)*(w.reach.value(v)-1)
		case ByFlat:
			b.flat += v.At(c.term)
		}
	}
	for i := range w.rules {
		switch c := &w.rules[i]; c.Kind {
		case BySixHit:
			b.sixes += v.At(c.term) * sixShare(quality) * float64(c.amount) * (b.apFactor/6 + b.sixes)
		case ByWound:
			b.wound += v.At(c.term) * b.hit * w.wounds
		}
	}
	return b
}

// weaponWorth returns the points of a weapon in a unit whose rules change attacks. The gain of each
// rule is added separately.
func (t *Tables) weaponWorth(v *Values, w *weapon, quality int, rules []Change) float64 {
	quality = w.hitQuality(quality)
	b, reach := t.attackParts(v, w, quality, w.ap), w.reach.value(v)
	worth := reach*(b.factor*(b.plain+b.sixes)+b.flat) + b.wound
	return v.At(t.scale) * w.attacks * (worth + t.attackGain(v, w, quality, &b, rules))
}

// weaponGain returns the points that a unit's rules add to a weapon.
func (t *Tables) weaponGain(v *Values, w *weapon, quality int, rules []Change) float64 {
	quality = w.hitQuality(quality)
	b := t.attackParts(v, w, quality, w.ap)
	return v.At(t.scale) * w.attacks * t.attackGain(v, w, quality, &b, rules)
}

// attackGain returns the worth that a unit's rules add to one attack, whose parts are b.
func (t *Tables) attackGain(v *Values, w *weapon, quality int, b *attackParts, rules []Change) (sum float64) {
	reach, fight := w.reach.value(v), w.fight()
	for i := range rules {
		c := &rules[i]
		if c.scope&fight == 0 {
			continue
		}
		gain := 0.0
		switch c.Kind {
		case ByHit:
			gain = reach * b.factor * b.apFactor * (v.At(t.hit[onDie(quality-c.amount)]) - v.At(t.hit[onDie(quality)]))
		case ByAP:
			// The shipped prices were fitted without the terms of a weapon's own rules at the better AP: the AP's
			// are noted, theirs are not.
			better := t.attackParts(v.unrecorded(), w, quality, w.ap+c.amount)
			t.apFactor(v, w.ap+c.amount)
			t.coverFactor(v, w.ap+c.amount)
			gain = reach * (better.factor*better.plain - b.factor*b.plain)
		case BySixAP:
			gain = reach * b.factor * t.sixAP(v, w.ap, c.amount)
		case BySixHit:
			six := reach*(b.factor*(b.apFactor/6+b.sixes)+b.flat) + b.wound/6
			gain = sixShare(quality) * float64(c.amount) * six
		case ByFactor:
			gain = reach * b.factor * (b.plain + b.sixes)
		case ByCover:
			if !w.bursts {
				gain = reach * b.factor * (b.plain + b.sixes) * (t.coverFactor(v, w.ap) - 1)
			}
		case ByReach:
			gain = reach * b.factor * (b.plain + b.sixes) * (reach - 1)
		case ByFlat:
			gain = reach
		case ByWound:
			gain = b.hit * w.wounds
		case ByRange:
			gain = t.ranges.interpolate(w.inches+c.amount).value(v) - reach
		}
		sum += v.At(c.term) * gain
	}
	return sum
}

// hitQuality returns the Quality with which a weapon hits in a unit of a Quality.
func (w *weapon) hitQuality(quality int) int {
	if w.quality > 0 {
		return w.quality
	}
	return quality
}

// apFactor returns the factor of an AP.
func (t *Tables) apFactor(v *Values, ap int) float64 { return v.At(t.ap[min(max(ap, 0), maxAP)]) }

// coverFactor returns the factor for ignoring cover with an AP.
func (t *Tables) coverFactor(v *Values, ap int) float64 { return v.At(t.cover[min(max(ap, 0), maxAP)]) }

// sixAP returns the worth of more AP on sixes to hit only.
func (t *Tables) sixAP(v *Values, ap, more int) float64 {
	return (t.apFactor(v, ap+more) - t.apFactor(v, ap)) / 6
}

// sixShare returns the share of sixes among the dice that hit with a Quality.
func sixShare(quality int) float64 { return 1 / float64(7-onDie(quality)) }

// onDie limits a Quality or Defense to 2 to 6, the numbers that a die can need.
func onDie(quality int) int { return min(max(quality, 2), 6) }

// toughModels is a number of models of a unit with the same Tough.
type toughModels struct{ count, tough int }

// A Basis is what a rule's price outside attacks is multiplied by.
type Basis string

const (
	PerTough       Basis = "tough"         // wounds; tougher models count more
	perDefense     Basis = "defense"       // like PerTough, times the worth of one more Defense
	perMorale      Basis = "morale"        // like PerTough, times the worth of morale at the Quality
	PerSpeed       Basis = "speed"         // wounds, times the worth of hits at the Quality
	perWound       Basis = "wound"         // wounds
	PerUnit        Basis = "unit"          // 1
	perModel       Basis = "model"         // models
	perRating      Basis = "rating"        // the rule's rating
	perRatings     Basis = "ratings"       // the rule's rating times models
	perSquad       Basis = "squad"         // like PerTough, for the receivers of an aura
	perSquadsSpeed Basis = "squad's speed" // like PerSpeed, for the receivers of an aura
)

// Bases lists all bases.
var Bases = []Basis{
	PerTough, perDefense, perMorale, PerSpeed, perWound, PerUnit, perModel, perRating, perRatings, perSquad,
	perSquadsSpeed,
}

// A Rate is the price of a rule outside attacks: a term times the amount of a basis, such as the
// number of models or of wounds.
type Rate struct {
	By   Basis
	Term TermID
	// Attacks are used instead of a basis if the rule improves the attacks of a squad.
	Attacks []Change

	rating   float64       // number in the rule's brackets
	bearers  []toughModels // models that have the rule
	receiver receiver
	given    bool // the rule is an aura, paid for the models that receive it
}

// equal reports whether both rates have the same price.
func (r *Rate) equal(o *Rate) bool {
	return r.By == o.By && r.Term == o.Term && r.rating == o.rating && r.receiver == o.receiver && r.given == o.given &&
		slices.Equal(r.bearers, o.bearers) && slices.Equal(r.Attacks, o.Attacks)
}

// receiver is the unit that has the effects of an aura.
type receiver uint8

const (
	ofMember receiver = iota // the bearer's own unit
	ofHero                   // the squad that a hero joins
)

// bodyWorth returns the points of a unit's models without weapons and rules.
func (t *Tables) bodyWorth(v *Values, l *Loadout) (sum float64) {
	for _, m := range l.models {
		wound := t.tough.interpolate(m.tough).value(v)*v.At(t.defense[l.defense]) + v.At(t.quality[l.quality])
		sum += float64(m.count*m.tough) * wound
	}
	return v.At(t.scale) * sum
}

// An aura of a hero is priced for a typical squad: models with one wound and Quality squadQuality, with a weapon for
// melee and one for shooting.
var (
	typicalSquad = []toughModels{{1, 1}}
	squadRanges  = []int{0, 18} // ranges of its weapons, in inches
)

// squadQuality is the Quality of the typical squad.
const squadQuality = 4

// RateWorth returns the points of a rate in a loadout.
func (t *Tables) RateWorth(v *Values, r *Rate, l *Loadout) (sum float64) {
	if r.Attacks != nil {
		for _, inches := range squadRanges {
			w := weapon{numbers: numbers{attacks: v.At(t.SquadAttacks) * v.At(t.Squad), inches: inches, wounds: 1}}
			w.reach, w.deadly, w.blast = t.ranges.interpolate(inches), t.deadly.interpolate(1), t.blast.interpolate(1)
			sum += t.weaponGain(v, &w, squadQuality, r.Attacks)
		}
		return sum
	}
	payers, factor, extra, payer := r.bearers, 1.0, 0.0, modelGroup{quality: l.quality, defense: l.defense}
	switch {
	case !r.given && r.By != perSquad && r.By != perSquadsSpeed:
	case r.receiver == ofHero:
		payers, factor = typicalSquad, v.At(t.Squad)
		payer.quality, payer.defense = squadQuality, squadQuality
	default:
		payers, factor, extra = l.models, v.At(t.Member), 1
	}
	switch r.By {
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

// A modelGroup is a number of models with the same Tough, and the values that a basis depends on.
type modelGroup struct {
	count                   float64
	tough, quality, defense int
}

// basisAmount returns the amount of a rate's basis for models with the same Tough.
func (t *Tables) basisAmount(v *Values, r *Rate, h modelGroup) float64 {
	wounds := h.count * float64(h.tough)
	switch r.By {
	case PerTough, perSquad:
		return wounds * t.tough.interpolate(h.tough).value(v)
	case perDefense:
		if h.defense == 2 { // there is no better one: as the step before the last
			h.defense = 4
		}
		return wounds * t.tough.interpolate(h.tough).value(v) * (v.At(t.hit[h.defense-1]) - v.At(t.hit[h.defense]))
	case perMorale:
		return wounds * t.tough.interpolate(h.tough).value(v) * moraleFactor(h.quality)
	case PerSpeed, perSquadsSpeed:
		return wounds * v.At(t.hit[h.quality])
	case perWound:
		return wounds
	case perModel:
		return h.count
	case perRatings:
		return h.count * r.rating
	}
	return 0
}

// moraleFactor returns the worth of better morale at a Quality.
func moraleFactor(quality int) float64 {
	if quality <= 3 {
		return 2
	}
	return 1
}
