package gf

import (
	"reflect"
	"slices"
)

// number is the place of a term among those of a release.
type number int32

// tables are the places of the terms that every price uses.
type tables struct {
	scale                        number // points of a sure hit in melee without AP
	hit                          [7]number
	ap, cover                    [maxAP + 1]number
	defense, quality             [7]number
	ranges, deadly, blast, tough table
	squad, member, squadAttacks  number
	unitRange, optionRange       number
}

// A weapon is one weapon as its price sees it.
type weapon struct {
	times   float64 // attacks of all that there are of it
	reach   between // the worth of its range
	inches  int
	quality int // its own, 0 for that of its unit
	ap      int
	deadly  between
	blast   between
	bursts  bool    // it has Blast and shoots
	wounds  float64 // what a wound becomes, by the numbers of Deadly and Blast
	rules   []measure
}

func (w *weapon) equal(o *weapon) bool {
	x, y := *w, *o
	x.rules, y.rules = nil, nil
	return reflect.DeepEqual(x, y) && slices.Equal(w.rules, o.rules)
}

// A measure is what a rule does to attacks, in the words of its effects, and the
// term that says what that is worth.
type measure struct {
	kind   kind
	amount int
	scope  scope
	term   number
}

// kind is how a rule changes what an attack is worth.
type kind string

// The kinds of measures. A term is the share of what the attack is worth with the
// change, less without it; of flat, wound and range it is the worth itself.
const (
	byHit    kind = "hit"     // so much more to hit
	byAP     kind = "ap"      // so much more AP
	bySixAP  kind = "six-ap"  // so much more AP on sixes to hit
	bySixHit kind = "six-hit" // so many more hits or attacks for sixes to hit
	byFactor kind = "factor"  // a share of all hits
	byCover  kind = "cover"   // cover is ignored
	byReach  kind = "reach"   // a share of all hits, by what the range is worth over melee
	byFlat   kind = "flat"    // each attack, whatever it hits
	byWound  kind = "wound"   // each wound, whatever the range
	byRange  kind = "range"   // so many inches more, each attack
)

// scope is the fight in which a measure acts.
type scope uint8

const (
	inMelee scope = 1 << iota
	inShooting
	everywhere = inMelee | inShooting
)

// maxAP is where more AP stops to count.
const maxAP = 5

// A blow is what attacks of a weapon are worth by parts, before its range.
type blow struct {
	chance float64 // to hit
	curve  float64 // by AP
	plain  float64 // hits by AP, apart from sixes
	sixes  float64 // what is more for sixes
	of     float64 // times Deadly, Blast and all factors
	flat   float64
	wound  float64 // apart from the range
}

// blow works out the parts at a Quality and an AP.
func (t *tables) blow(v []float64, w *weapon, quality, ap int) (b blow) {
	quality = bounded(quality)
	b.chance, b.curve = v[t.hit[quality]], v[t.ap[min(max(ap, 0), maxAP)]]
	b.of = w.deadly.of(v) * w.blast.of(v)
	if w.bursts {
		b.of *= v[t.cover[min(max(ap, 0), maxAP)]]
	}
	b.plain = b.chance * b.curve
	for i := range w.rules {
		switch m := &w.rules[i]; m.kind {
		case byHit:
			more := v[m.term] * (v[t.hit[bounded(quality-m.amount)]] - v[t.hit[quality]])
			b.chance += more
			b.plain += more * b.curve
		case byAP:
			b.plain += v[m.term] * b.chance * (v[t.ap[min(max(ap+m.amount, 0), maxAP)]] - b.curve)
		case bySixAP:
			b.sixes += v[m.term] * t.sixAP(v, ap, m.amount)
		case byFactor:
			b.of *= 1 + v[m.term]
		case byCover:
			b.of *= 1 + v[m.term]*(v[t.cover[min(max(ap, 0), maxAP)]]-1)
		case byReach:
			b.of *= 1 + v[m.term]*(w.reach.of(v)-1)
		case byFlat:
			b.flat += v[m.term]
		}
	}
	for i := range w.rules {
		switch m := &w.rules[i]; m.kind {
		case bySixHit:
			b.sixes += v[m.term] * sixShare(quality) * float64(m.amount) * (b.curve/6 + b.sixes)
		case byWound:
			b.wound += v[m.term] * b.chance * w.wounds
		}
	}
	return b
}

// attacks is what the weapon is worth in the hands of a unit of that Quality with
// those rules. What the rules add, they add each for itself.
func (t *tables) attacks(v []float64, w *weapon, quality int, rules []measure) float64 {
	b, reach := t.blow(v, w, w.of(quality), w.ap), w.reach.of(v)
	worth := reach*(b.of*(b.plain+b.sixes)+b.flat) + b.wound
	return v[t.scale] * w.times * (worth + t.more(v, w, w.of(quality), &b, rules))
}

// added is what rules of its unit add to a weapon.
func (t *tables) added(v []float64, w *weapon, quality int, rules []measure) float64 {
	b := t.blow(v, w, w.of(quality), w.ap)
	return v[t.scale] * w.times * t.more(v, w, w.of(quality), &b, rules)
}

// more is what rules of its unit add to one attack.
func (t *tables) more(v []float64, w *weapon, quality int, b *blow, rules []measure) (sum float64) {
	reach, where := w.reach.of(v), inMelee
	if w.inches > 0 {
		where = inShooting
	}
	for i := range rules {
		m := &rules[i]
		if m.scope&where == 0 {
			continue
		}
		more := 0.0
		switch m.kind {
		case byHit:
			more = reach * b.of * b.curve * (v[t.hit[bounded(quality-m.amount)]] - v[t.hit[bounded(quality)]])
		case byAP:
			better := t.blow(v, w, quality, w.ap+m.amount)
			more = reach * (better.of*better.plain - b.of*b.plain)
		case bySixAP:
			more = reach * b.of * t.sixAP(v, w.ap, m.amount)
		case bySixHit:
			more = sixShare(quality) * float64(m.amount) * (reach*(b.of*(b.curve/6+b.sixes)+b.flat) + b.wound/6)
		case byFactor:
			more = reach * b.of * (b.plain + b.sixes)
		case byCover:
			if !w.bursts {
				more = reach * b.of * (b.plain + b.sixes) * (v[t.cover[min(w.ap, maxAP)]] - 1)
			}
		case byReach:
			more = reach * b.of * (b.plain + b.sixes) * (reach - 1)
		case byFlat:
			more = reach
		case byWound:
			more = b.chance * w.wounds
		case byRange:
			more = t.ranges.at(w.inches+m.amount).of(v) - reach
		}
		sum += v[m.term] * more
	}
	return sum
}

// of is the Quality with which the weapon hits.
func (w *weapon) of(quality int) int {
	if w.quality > 0 {
		return w.quality
	}
	return quality
}

// sixAP is what AP on sixes to hit alone is worth.
func (t *tables) sixAP(v []float64, ap, more int) float64 {
	return (v[t.ap[min(max(ap+more, 0), maxAP)]] - v[t.ap[min(max(ap, 0), maxAP)]]) / 6
}

// sixShare is the share of sixes among the dice that hit.
func sixShare(quality int) float64 { return 1 / float64(7-bounded(quality)) }

// bounded is a Quality or Defense that a die can show.
func bounded(quality int) int { return min(max(quality, 2), 6) }

// models are models of a unit that take the same wounds.
type models struct{ count, tough int }

// basis is what a rule is paid by that is no part of an attack.
type basis string

// What rules are paid by.
const (
	perTough   basis = "tough"   // each wound, more for tougher models
	perDefense basis = "defense" // the same, by what one more Defense is worth
	perMorale  basis = "morale"  // as tough, by Quality as morale is
	perSpeed   basis = "speed"   // each wound, by Quality as hits are
	perWound   basis = "wound"   // each wound
	perUnit    basis = "unit"    // once
	perModel   basis = "model"   // each model
	perRating  basis = "rating"  // its number, once
	perRatings basis = "ratings" // its number for each model
	perSquad   basis = "squad"   // as tough, of those to whom an aura gives a rule
	perSquads  basis = "squad's speed"
)

var bases = []basis{perTough, perDefense, perMorale, perSpeed, perWound, perUnit, perModel, perRating, perRatings, perSquad, perSquads}

// A rate is a rule that is paid by a basis.
type rate struct {
	by      basis
	term    number
	rating  float64
	who     []models  // who has it
	to      aura      // to whom it is given if it is an aura
	given   bool      // it is an aura
	attacks []measure // in place of a basis: attacks of a squad that get better
}

func (r *rate) equal(o *rate) bool {
	return r.by == o.by && r.term == o.term && r.rating == o.rating && r.to == o.to && r.given == o.given &&
		slices.Equal(r.who, o.who) && slices.Equal(r.attacks, o.attacks)
}

// aura is to whom a rule gives another.
type aura uint8

const (
	ofMember aura = iota // to the unit of one of its models
	ofHero               // to the squad that a hero joins
)

// body is what a unit's models are worth without weapons and rules.
func (t *tables) body(v []float64, who []models, quality, defense int) (sum float64) {
	for _, m := range who {
		sum += float64(m.count*m.tough) * (t.tough.at(m.tough).of(v)*v[t.defense[defense]] + v[t.quality[quality]])
	}
	return v[t.scale] * sum
}

// An aura is priced as on a squad of single wounds and middling Quality, with a
// weapon for melee and one for shooting.
var (
	aSquad      = []models{{1, 1}}
	squadWeapon = []int{0, 18} // the ranges of its weapons
)

const squadQuality = 4

// paid is what a rule is worth to those who have it.
func (t *tables) paid(v []float64, r *rate, l *loadout) (sum float64) {
	if r.attacks != nil {
		for _, inches := range squadWeapon {
			w := weapon{times: v[t.squadAttacks] * v[t.squad], inches: inches, wounds: 1}
			w.reach, w.deadly, w.blast = t.ranges.at(inches), t.deadly.at(1), t.blast.at(1)
			sum += t.added(v, &w, squadQuality, r.attacks)
		}
		return sum
	}
	who, times, more, quality, defense := r.who, 1.0, 0.0, l.quality, l.defense
	switch {
	case !r.given && r.by != perSquad && r.by != perSquads:
	case r.to == ofHero:
		who, times, quality, defense = aSquad, v[t.squad], squadQuality, squadQuality
	default:
		who, times, more = l.who, v[t.member], 1
	}
	switch r.by {
	case perUnit:
		sum = 1
	case perRating:
		sum = r.rating
	default:
		for _, m := range who {
			sum += t.share(v, r, float64(m.count)+more, m.tough, quality, defense)
		}
	}
	return v[t.scale] * v[r.term] * sum * times
}

// share is what a rule is paid by for models of the same wounds.
func (t *tables) share(v []float64, r *rate, count float64, tough, quality, defense int) float64 {
	wounds := count * float64(tough)
	switch r.by {
	case perTough, perSquad:
		return wounds * t.tough.at(tough).of(v)
	case perDefense:
		if defense == 2 { // there is no better one: as the step before the last
			defense = 4
		}
		return wounds * t.tough.at(tough).of(v) * (v[t.hit[defense-1]] - v[t.hit[defense]])
	case perMorale:
		return wounds * t.tough.at(tough).of(v) * morale(quality)
	case perSpeed, perSquads:
		return wounds * v[t.hit[quality]]
	case perWound:
		return wounds
	case perModel:
		return count
	case perRatings:
		return count * r.rating
	}
	return 0
}

// morale is what a better morale is worth, by Quality.
func morale(quality int) float64 {
	if quality <= 3 {
		return 2
	}
	return 1
}
