package attack

import "slices"

// WeaponNeeds holds the lowest dice that one kind of weapon needs as a fight begins.
type WeaponNeeds struct {
	Weapon        string
	IsMelee       bool
	CarriedByHero bool // the joined hero carries the weapon
	HitDie        int  // lowest die that hits
	BlockDie      int  // lowest die with which the target blocks a hit of the kind Plain
}

// Needs returns the lowest dice that each of the attacker's weapons in the fight needs, with all
// modifiers of both sides. Layout must have been called. If rules roll dice of their own, Needs
// uses their first outcome.
func (f *Fight) Needs() []WeaponNeeds {
	dice := f.RuleDice(f.A)
	s, _ := f.Strike(f.A, InTurn, &dice, 0)
	own, enemy := s.snapshots(f.A.SurvivorsIn(f.A.InitialState), f.B.SurvivorsIn(f.B.InitialState))
	var all []WeaponNeeds
	for i := range f.A.weapons {
		w := &f.A.weapons[i]
		if w.abilityOnly || !f.fitsMode(w) || f.A.carriedCount(w, own.survivors) == 0 {
			continue
		}
		a := s.cachedAttack(i, own, enemy)
		if !a.inReach {
			continue
		}
		n := WeaponNeeds{Weapon: w.Name, IsMelee: w.Range == 0, CarriedByHero: f.A.HeroIndex != NoIndex && w.bearerPart == f.A.HeroIndex, BlockDie: 6}
		n.HitDie = slices.IndexFunc(a.KindByFace[1:], func(k HitKind) bool { return k != Miss }) + 1
		for n.BlockDie > 2 && a.Hits[Plain].WoundsByFace[n.BlockDie-1] == 0 {
			n.BlockDie--
		}
		all = append(all, n)
	}
	return all
}
