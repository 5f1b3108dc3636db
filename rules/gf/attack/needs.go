package attack

import "slices"

// NeededDice holds the lowest dice that attacks with one kind of weapon need as a fight begins.
type NeededDice struct {
	Weapon        string
	IsMelee       bool
	CarriedByHero bool // the joined hero carries the weapon
	HitDie        int  // lowest die that hits
	BlockDie      int  // lowest die with which the target blocks a hit of the kind PlainHit
}

// NeededDice returns the lowest dice that each of the attacker's weapons in the fight needs, with
// all modifiers of both sides. Layout must have been called. If rules roll dice of their own, the
// first outcome of those dice counts.
func (f *Fight) NeededDice() []NeededDice {
	dice := f.RuleDice(f.A)
	s, _ := f.Strike(f.A, PhaseInTurn, &dice, 0)
	own, enemy := s.snapshots(f.A.SurvivorsIn(f.A.InitialState), f.B.SurvivorsIn(f.B.InitialState))
	var all []NeededDice
	for i := range f.A.weapons {
		w := &f.A.weapons[i]
		if w.usedOnlyByAbility || !f.fitsMode(w) || f.A.carriedCount(w, own.survivors) == 0 {
			continue
		}
		a := s.cachedAttack(i, own, enemy)
		if !a.reachesTarget {
			continue
		}
		n := NeededDice{Weapon: w.Name, IsMelee: w.Range == 0, CarriedByHero: f.A.HeroIndex != NoIndex &&
			w.bearerPart == f.A.HeroIndex, BlockDie: 6}
		n.HitDie = slices.IndexFunc(a.HitKindByFace[1:], func(k HitKind) bool { return k != Miss }) + 1
		for n.BlockDie > 2 && a.Hits[PlainHit].WoundsByFace[n.BlockDie-1] == 0 {
			n.BlockDie--
		}
		all = append(all, n)
	}
	return all
}
