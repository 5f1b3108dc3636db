package attack

import "slices"

// A Need is what the dice of one kind of weapon need in a fight as it begins.
type Need struct {
	Weapon string
	Melee  bool
	Hero   bool // the joined hero carries the weapon
	Hit    int  // lowest die that hits
	Save   int  // lowest die with which the target blocks a hit of the kind Plain
}

// Needs returns what the dice of each of the attacker's weapons in the fight need, with all
// modifiers of both sides. Layout must have been called. If rules roll dice of their own, their
// first outcome is taken.
func (f *Fight) Needs() []Need {
	dice := f.RuleDice(f.A)
	s, _ := f.Strike(f.A, InTurn, &dice, 0)
	own, enemy := s.stances(f.A.At(f.A.Initial), f.B.At(f.B.Initial))
	var all []Need
	for i := range f.A.weapons {
		w := &f.A.weapons[i]
		if w.abilityOnly || !f.fitsMode(w) || f.A.carried(w, own.left) == 0 {
			continue
		}
		a := s.cachedAttack(i, own, enemy)
		if !a.inReach {
			continue
		}
		n := Need{Weapon: w.Name, Melee: w.Range == 0, Hero: f.A.Hero != None && w.part == f.A.Hero, Save: 6}
		n.Hit = slices.IndexFunc(a.Faces[1:], func(k Kind) bool { return k != Miss }) + 1
		for n.Save > 2 && a.Hits[Plain].Wounds[n.Save-1] == 0 {
			n.Save--
		}
		all = append(all, n)
	}
	return all
}
