package preview

import (
	"slices"

	"muster/builder/gf"
	"muster/builder/odds"
	"muster/catalog"
	"muster/rules"
	combat "muster/rules/gf"
	"muster/schema"
)

// WorthDistance is the inches from which a unit's worth is judged.
const WorthDistance = 12

// oncePerGame is the share of fights in which a weapon counts that is used once a game.
const oncePerGame = 0.25

// Field is the targets of a question about a list whose List is a *gf.Army, also of
// one without units.
func Field(list odds.List, foe odds.Foe) ([]Unit, error) {
	army := list.List().(*gf.Army)
	a, err := odds.Find[combat.Scenario, combat.Result](list, &odds.Question{Foe: foe}, odds.Sides[Unit]{
		Own:   func(odds.List) ([]Unit, error) { return make([]Unit, 1), nil },
		Foes:  foes,
		Bench: func(doc *schema.Document) ([]Unit, error) { return Bench(doc, army.Game) },
	})
	return a.Targets, err
}

// StrikesBack reports whether rules of a unit ask what attacks it, or do something to
// who charges it: then more than an attacker's own attacks matters to what they do.
func (u *Unit) StrikesBack(game *rules.System) bool {
	x, err := combat.Expect(combat.Duel{System: game, Scenario: scenario(&odds.Question{}, combat.Melee, WorthDistance), Attacker: plain, Target: u.Side})
	return err != nil || !x.Plain
}

// plain is a model without any rule.
var plain = combat.Side{Quality: 4, Defense: 4, Groups: []combat.Group{{Models: 1}}, Weapons: []combat.Weapon{{Name: "Fist", Count: 1, Attacks: 1}}}

// Worth is the points of targets that a unit is expected to destroy.
type Worth struct {
	Points []float64 // of each target
	// Most is no less, and the sum of what each weapon does alone, and rules without
	// any weapon; see combat.Expected.
	Most []float64
	// Plain tells that they depend only on which weapons and rules the unit has, and
	// how many of each.
	Plain bool
}

// Strike is the points of each target that the unit is expected to destroy when it
// shoots from WorthDistance, has not moved, at targets in the open, or when it
// charges from there. Weapons that are used so often a game count in one fight of
// four. The error says which unit cannot fight, and why.
func (u *Unit) Strike(game *rules.System, targets []Unit, charging bool) (Worth, error) {
	s := scenario(&odds.Question{}, combat.Shooting, WorthDistance)
	if charging {
		s.Mode = combat.Melee
	}
	all, err := u.strike(game, targets, s)
	lasting, limited := u.without(func(w *combat.Weapon) bool { return (w.Range == 0) == charging && u.perGame(w) })
	if !limited || err != nil {
		return all, err
	}
	rest, err := lasting.strike(game, targets, s)
	for i := range all.Points {
		all.Points[i] = oncePerGame*all.Points[i] + (1-oncePerGame)*rest.Points[i]
		all.Most[i] = oncePerGame*all.Most[i] + (1-oncePerGame)*rest.Most[i]
	}
	all.Plain = all.Plain && rest.Plain
	return all, err
}

func (u *Unit) strike(game *rules.System, targets []Unit, s combat.Scenario) (Worth, error) {
	w := Worth{Points: make([]float64, len(targets)), Most: make([]float64, len(targets)), Plain: true}
	if s.Mode == combat.Shooting && u.AllReach() == 0 {
		return w, nil
	}
	for i := range targets {
		t := &targets[i]
		if s.Mode == combat.Melee && !u.charges(t) {
			continue
		}
		x, err := combat.Expect(combat.Duel{System: game, Scenario: s, Attacker: u.Side, Target: t.Side})
		if err != nil {
			return w, cannotFight(u, t, err)
		}
		w.Plain = w.Plain && x.Plain
		if x.Left > 0 {
			each := float64(t.Points) / float64(x.Left)
			w.Points[i], w.Most[i] = x.Mean*each, x.Most*each
		}
	}
	return w, nil
}

// Only is the unit with a single weapon, one that is like that of its book; of nil,
// without any. It reports whether there is one.
func (u *Unit) Only(like *catalog.Weapon) (only Unit, found bool) {
	only, _ = u.without(func(w *combat.Weapon) bool {
		if found || like == nil || w.Range != like.Range || w.Attacks != like.Attacks || !slices.Equal(w.Rules, like.Rules) {
			return true
		}
		found, w.Count = true, 1
		return false
	})
	return only, found
}

// perGame reports whether a weapon is used only so often a game.
func (u *Unit) perGame(w *combat.Weapon) bool {
	return slices.ContainsFunc(w.Rules, func(use rules.Use) bool {
		rule := u.Side.Set.Find(use.Name)
		return rule != nil && slices.ContainsFunc(rule.Effects, func(e rules.Effect) bool { return e.PerGame.Set })
	})
}

// without is the unit without some of its weapons, if it has any of them.
func (u *Unit) without(drop func(*combat.Weapon) bool) (without Unit, any bool) {
	without = *u
	kept := func(all []combat.Weapon) []combat.Weapon {
		left := slices.DeleteFunc(slices.Clone(all), func(w combat.Weapon) bool { return drop(&w) })
		any = any || len(left) < len(all)
		return left
	}
	without.Side.Weapons = kept(u.Side.Weapons)
	without.Side.Groups = slices.Clone(u.Side.Groups)
	for i := range without.Side.Groups {
		g := &without.Side.Groups[i]
		g.Weapons = kept(g.Weapons)
	}
	if h := u.Side.Hero; h != nil {
		hero := *h
		hero.Weapons = kept(h.Weapons)
		without.Side.Hero = &hero
	}
	return without, any
}
