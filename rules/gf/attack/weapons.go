package attack

import (
	"slices"

	"muster/rules"
)

// A weapon is a Weapon with its rules looked up.
type weapon struct {
	Weapon
	part      int        // part of its bearers, or SquadWide
	held      []heldRule // the weapon's own rules
	all       []heldRule // held and the bearers' rules; not used if rules give rules
	firstHeld int        // index of the first weapon of the same bearers

	share
	otherShares []share // the same weapon carried by other models of the part
	abilityOnly bool    // it attacks only in the mode Ability
	notFired    bool    // its bearers fire another profile
}

// A share is a number of equal weapons carried by some models of a part.
type share struct {
	diesAfter int // models of the part that die before the bearers
	models    int // number of bearers
	count     int
	lostFirst bool
}

// armSquad sorts the groups of a squad by the order of dying, merges groups with the same rules,
// and arms them.
func (u *Fighter) armSquad(side *Side, unknown *[]string) {
	// Lower Tough dies first (rules notes, casualties).
	slices.SortStableFunc(u.Parts, func(a, b Part) int { return a.Tough - b.Tough })
	// Groups that differ in weapons only become one part, unless a rule needs to know the weapons
	// of one model.
	kept := u.Parts[:0]
	place, before := make([]int, len(u.Parts)), make([]int, len(u.Parts))
	for _, p := range u.Parts {
		if n := len(kept); n == 0 || u.bestWeapon || !slices.Equal(kept[n-1].held, p.held) {
			kept = append(kept, p)
			kept[n].Models = 0
		}
		last := &kept[len(kept)-1]
		place[p.group], before[p.group] = len(kept)-1, last.Models
		last.Models += p.Models
	}
	u.Parts = kept
	u.squadHeld = u.lookUp(nil, side.Rules, unknown)
	bearer := SquadWide
	if u.mixed = len(u.Parts) != 1 || !slices.Equal(u.Parts[0].held, u.squadHeld); !u.mixed {
		u.squadHeld, bearer = nil, 0
	}
	u.arm(side.Weapons, bearer, 0, u.models, unknown)
	for i, g := range side.Groups {
		u.arm(g.Weapons, place[i], before[i], g.Models, unknown)
	}
}

// arm gives weapons to models of the part bearer, or of the squad for SquadWide; before of the
// part's models die earlier.
func (u *Fighter) arm(weapons []Weapon, bearer, before, models int, unknown *[]string) {
	bearerHeld := u.squadHeld
	if bearer != SquadWide {
		bearerHeld = u.Parts[bearer].held
	}
	holder := len(u.weapons)
	for _, w := range weapons {
		own := u.lookUp(nil, w.Rules, unknown)
		if i := slices.IndexFunc(u.weapons, func(o weapon) bool {
			return w.OneOf == "" && o.OneOf == "" && o.part == bearer && o.Name == w.Name && o.Range == w.Range && o.Attacks == w.Attacks && slices.Equal(o.held, own)
		}); i >= 0 && models > 0 {
			o := &u.weapons[i]
			o.Count += w.Count
			o.otherShares = append(o.otherShares, share{before, models, w.Count, w.LostFirst})
			continue
		}
		all := own
		if len(bearerHeld) > 0 {
			all = append(make([]heldRule, 0, len(bearerHeld)+len(own)), bearerHeld...)
			for _, h := range own {
				all = addRule(all, h)
			}
		}
		u.weapons = append(u.weapons, weapon{
			Weapon: w, part: bearer, firstHeld: holder, held: own, all: all,
			share: share{before, models, w.Count, w.LostFirst}, abilityOnly: attacksByAbility(own),
		})
	}
}

// attacksByAbility reports whether a weapon with the rules of list attacks only in the mode
// Ability.
func attacksByAbility(list []heldRule) bool {
	for _, h := range list {
		for i := range h.rule.Effects {
			if e := &h.rule.Effects[i]; e.By == rules.ByAbility && !isAttack(e) {
				return true
			}
		}
	}
	return false
}

// carried returns the number of a weapon's copies in living hands. With k of n bearers left of
// count copies, it is k·⌊count/n⌋ + min(k, count mod n) if carriers of special weapons die last,
// and k·⌊count/n⌋ + max(0, count mod n − (n − k)) if they die first.
func (u *Fighter) carried(w *weapon, c *Survivors) int {
	alive, all := c.Squad, u.models
	if w.part != SquadWide {
		alive, all = c.Alive[w.part], u.Parts[w.part].Models
	}
	n := w.share.remaining(alive, all)
	for i := range w.otherShares {
		n += w.otherShares[i].remaining(alive, all)
	}
	return n
}

// remaining returns the number of the share's weapons that are left when alive of all models live.
func (s *share) remaining(alive, all int) int {
	if s.models == 0 {
		return 0
	}
	left := min(max(s.diesAfter+s.models-(all-alive), 0), s.models)
	rest := min(left, s.count%s.models)
	if s.lostFirst {
		rest = max(0, s.count%s.models-(s.models-left))
	}
	return left*(s.count/s.models) + rest
}
