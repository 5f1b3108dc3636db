package pricing

import (
	"fmt"

	"github.com/shopspring/decimal"

	"muster/catalog/fad"
	fight "muster/rules/fad"
)

// A costPart is a part of a unit's cost: count times the sum of the terms, for figures (miniatures)
// with equal cost. A count of 0 stands for a single thing, written without a number.
type costPart struct {
	count int
	terms []Term
}

// costParts returns the parts of a unit's cost, before factors are applied (docs/rules-notes.md,
// Fast and Dirty). The armoury must know all ids of the unit.
func costParts(a *fad.Armoury, u *fad.Unit) []costPart {
	kind := a.UnitKinds.Find(string(u.Kind))
	base := Term{kind.BasePoints.Decimal, kind.Name, kind.Source}
	if u.Kind == fight.Vehicle {
		return []costPart{{terms: append([]Term{base}, vehicleTerms(a, u, kind)...)}}
	}
	armour := a.Armours.Find(u.Armour.ID)
	worn := Term{armour.Points.Decimal, armour.Name, armour.Source}
	if !u.Kind.HasFigures() {
		terms := []Term{base, worn}
		if kind.IncludedWeapon == "" {
			terms = append(terms, weaponTerm(a, u.SingleFigureWeapon))
		}
		terms = append(terms, characterTerms(a, u, kind)...)
		return []costPart{{terms: append(terms, personalityTerms(a, u.Personalities, kind)...)}}
	}
	all := make([]costPart, 0, len(u.Figures)+1)
	for _, f := range u.Figures {
		if f.Count < 1 { // basic creation left none
			continue
		}
		terms := make([]Term, 0, 4+len(f.Personalities))
		terms = append(terms, base, worn, weaponTerm(a, f.Weapon))
		terms = append(terms, personalityTerms(a, f.Personalities, kind)...)
		if f.LeaderLevel != "" && u.Kind == fight.Infantry {
			leader := a.LeaderLevels.Find(f.LeaderLevel)
			terms = append(terms, Term{leader.Points.Decimal, leader.Name + " leader", leader.Source})
		}
		all = append(all, costPart{f.Count, terms})
	}
	if u.Kind.CrewsWeapon() {
		all = append(all, costPart{terms: []Term{weaponTerm(a, u.CrewWeapon)}})
	}
	return all
}

// vehicleTerms returns the cost of a vehicle without its crew and weapons.
func vehicleTerms(a *fad.Armoury, u *fad.Unit, kind *fad.UnitKind) []Term {
	side := func(rating int, word string, cost func(fad.VehicleArmour) fad.Number) Term {
		row := a.VehicleArmour(rating)
		return Term{cost(row).Decimal, fmt.Sprintf("%s %d", word, rating), row.Source}
	}
	terms := []Term{
		side(u.Armour.Front, "front", func(r fad.VehicleArmour) fad.Number { return r.FrontPoints }),
		side(u.Armour.Side, "side", func(r fad.VehicleArmour) fad.Number { return r.SidePoints }),
		side(u.Armour.Rear, "rear", func(r fad.VehicleArmour) fad.Number { return r.RearPoints }),
	}
	for _, id := range u.VehicleWeapons {
		terms = append(terms, weaponTerm(a, id))
	}
	if u.PassengerCapacity > 0 {
		places := kind.PassengerPoints.Mul(decimal.NewFromInt(int64(u.PassengerCapacity)))
		terms = append(terms, Term{places, fmt.Sprintf("places for %d", u.PassengerCapacity), kind.Source})
	}
	return terms
}

// weaponTerm returns the cost of the weapon with an id.
func weaponTerm(a *fad.Armoury, id string) Term {
	w := a.Weapon(id)
	return Term{w.Points.Decimal, w.Name, w.Source}
}

// characterTerms returns the cost of a character's leadership, or of a psionic's aptitude and
// strength.
func characterTerms(a *fad.Armoury, u *fad.Unit, kind *fad.UnitKind) []Term {
	switch u.Kind {
	case fight.Character:
		l := a.Leaderships.Find(u.Leadership)
		return []Term{{l.Points.Decimal, l.Name, l.Source}}
	case fight.Psionic:
		aptitude := a.Aptitudes.Find(u.Aptitude)
		terms := []Term{{aptitude.Points.Decimal, aptitude.Name, aptitude.Source}}
		if more := u.PsionicStrength - kind.Strength.Least; more > 0 {
			points := kind.Strength.PointsPerLevel.Mul(decimal.NewFromInt(int64(more)))
			terms = append(terms, Term{points, fmt.Sprintf("Strength %d", u.PsionicStrength), kind.Source})
		}
		return terms
	}
	return nil
}

// personalityTerms returns the costs of personality traits, given their ids.
func personalityTerms(a *fad.Armoury, ids []string, kind *fad.UnitKind) []Term {
	var terms []Term
	for _, id := range ids {
		p := a.Personalities.Find(id)
		terms = append(terms, Term{kind.PersonalityPoints.Decimal, p.Name, p.Source})
	}
	return terms
}

// costFactors returns the factors on a unit's cost: first Quality and Resolve together, then each
// trait, then the multiplier of the unit's kind.
func costFactors(a *fad.Armoury, u *fad.Unit) []Factor {
	kind := a.UnitKinds.Find(string(u.Kind))
	quality := a.Qualities.Find(u.Quality)
	word := u.Resolve
	if kind.FixedResolve != "" {
		word = kind.FixedResolve
	}
	resolve := a.Resolves.Find(word)
	all := make([]Factor, 1, len(u.Traits)+2)
	all[0] = Factor{
		{quality.PriceMultiplier.Decimal, quality.Name, quality.Source},
		{resolve.PriceModifier.Decimal, resolve.Name, resolve.Source},
	}
	for _, use := range u.Traits {
		t, _ := a.Trait(u.Kind, use.ID)
		all = append(all, Factor{{t.PriceMultiplier.Decimal, t.Name, t.Source}})
	}
	if !kind.PriceMultiplier.IsZero() {
		all = append(all, Factor{{kind.PriceMultiplier.Decimal, kind.Name, kind.Source}})
	}
	return all
}
