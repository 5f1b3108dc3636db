package attack

import (
	"slices"

	"muster/rules"
)

// A weapon is a Weapon with its rules looked up.
type weapon struct {
	Weapon
	bearerPart           int        // part of its bearers, or SquadWide
	ownRules             []heldRule // the weapon's own rules
	allRules             []heldRule // the weapon's and its bearers' rules; not used if rules give rules
	firstWeaponOfBearers int        // index in Fighter.weapons of the first weapon of the same bearers

	share
	otherWeaponShares []share // equal weapons that other models of the part carry
	usedOnlyByAbility bool    // it attacks only in the mode Ability
	firesOtherProfile bool    // its bearers fire another profile
}

// A share is a number of equal weapons carried by some models of a part.
type share struct {
	earlierDeaths int // models of the part that die before those with the weapons
	bearers       int // number of bearers
	weaponCount   int
	lostFirst     bool
}

// armSquad sorts the groups of a squad by the order of dying, merges groups with the same rules,
// and gives them their weapons.
func (u *Fighter) armSquad(side *Side, unknown *[]string) {
	// Lower Tough dies first (rules notes, casualties).
	slices.SortStableFunc(u.Parts, func(a, b Part) int { return a.Tough - b.Tough })
	// Groups that differ in weapons only become one part, unless a rule needs to know the weapons
	// of one model.
	kept := u.Parts[:0]
	place, before := make([]int, len(u.Parts)), make([]int, len(u.Parts))
	for _, p := range u.Parts {
		if n := len(kept); n == 0 || u.hasBestWeaponAttacks || !slices.Equal(kept[n-1].rules, p.rules) {
			kept = append(kept, p)
			kept[n].Models = 0
		}
		last := &kept[len(kept)-1]
		place[p.firstGroup], before[p.firstGroup] = len(kept)-1, last.Models
		last.Models += p.Models
	}
	u.Parts = kept
	u.squadRules = u.lookUpRules(nil, side.Rules, unknown)
	bearer := SquadWide
	if u.rulesDifferByGroup = len(u.Parts) != 1 || !slices.Equal(u.Parts[0].rules, u.squadRules); !u.rulesDifferByGroup {
		u.squadRules, bearer = nil, 0
	}
	u.armModels(side.Weapons, bearer, 0, u.squadModels, unknown)
	for i, g := range side.Groups {
		u.armModels(g.Weapons, place[i], before[i], g.Models, unknown)
	}
}

// armModels gives weapons to models of the part bearer, or of the squad if bearer is SquadWide.
// before is the number of the part's models that die earlier.
func (u *Fighter) armModels(weapons []Weapon, bearer, before, models int, unknown *[]string) {
	bearerHeld := u.squadRules
	if bearer != SquadWide {
		bearerHeld = u.Parts[bearer].rules
	}
	holder := len(u.weapons)
	for _, w := range weapons {
		own := u.lookUpRules(nil, w.Rules, unknown)
		if i := slices.IndexFunc(u.weapons, func(o weapon) bool {
			return w.ProfileOf == "" && o.ProfileOf == "" && o.bearerPart == bearer && o.Name == w.Name &&
				o.Range == w.Range && o.Attacks == w.Attacks && slices.Equal(o.ownRules, own)
		}); i >= 0 && models > 0 {
			o := &u.weapons[i]
			o.Count += w.Count
			o.otherWeaponShares = append(o.otherWeaponShares, share{before, models, w.Count, w.LostFirst})
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
			Weapon: w, bearerPart: bearer, firstWeaponOfBearers: holder, ownRules: own, allRules: all,
			share: share{before, models, w.Count, w.LostFirst}, usedOnlyByAbility: attacksOnlyByAbility(own),
		})
	}
}

// attacksOnlyByAbility reports whether a weapon with the rules of list attacks only in the mode
// Ability.
func attacksOnlyByAbility(list []heldRule) bool {
	for _, h := range list {
		for i := range h.rule.Effects {
			if e := &h.rule.Effects[i]; e.FightKind == rules.ByAbility && !makesAttacks(e) {
				return true
			}
		}
	}
	return false
}

// carriedCount returns the number of equal weapons that living models carry. With k of n bearers
// left of count weapons, it is k·⌊count/n⌋ + min(k, count mod n) if carriers of special weapons die
// last, and k·⌊count/n⌋ + max(0, count mod n − (n − k)) if they die first.
func (u *Fighter) carriedCount(w *weapon, c *Survivors) int {
	alive, all := c.SquadModels, u.squadModels
	if w.bearerPart != SquadWide {
		alive, all = c.AliveByPart[w.bearerPart], u.Parts[w.bearerPart].Models
	}
	n := w.share.remainingWeapons(alive, all)
	for i := range w.otherWeaponShares {
		n += w.otherWeaponShares[i].remainingWeapons(alive, all)
	}
	return n
}

// remainingWeapons returns the number of the share's weapons that are left if alive of the part's
// models live; all is the number of all models of the part.
func (s *share) remainingWeapons(alive, all int) int {
	if s.bearers == 0 {
		return 0
	}
	left := min(max(s.earlierDeaths+s.bearers-(all-alive), 0), s.bearers)
	rest := min(left, s.weaponCount%s.bearers)
	if s.lostFirst {
		rest = max(0, s.weaponCount%s.bearers-(s.bearers-left))
	}
	return left*(s.weaponCount/s.bearers) + rest
}
