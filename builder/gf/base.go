package gf

import (
	"regexp"
	"slices"
	"strconv"

	"muster/rules"
)

// A Figure is one model of a unit as it stands on the table.
type Figure struct {
	Weapons []Weapon
	// Rules are those that not every model of the unit has.
	Rules  []rules.Use
	Wounds int    // that it takes
	Base   string // that it stands on, as its book writes it; "" where that does not say
}

// Figures returns the unit's models, plain models first. Equipment without a known bearer is
// with the first.
func (u *Unit) Figures() []Figure {
	halves := u.halves
	if len(halves) == 0 {
		halves = []*Unit{u}
	}
	var all []Figure
	for _, half := range halves {
		models, loose := half.individuals(u.Rules)
		for i := range models {
			m := &models[i]
			if i == 0 {
				m.weapons = append(m.weapons, loose...)
			}
			all = append(all, Figure{m.weapons, m.rules, half.takes(m), half.baseOf(m)})
		}
	}
	return all
}

// takes is how many wounds a model takes. One without the rule for it takes one
// wound, and gains by none.
func (u *Unit) takes(m *model) int {
	tough := 0
	if u.Tough > 1 {
		tough = u.Tough
	}
	return max(tough+m.tough, 1)
}

// baseOf returns the base of a model: its own, or that of an item that it has.
func (u *Unit) baseOf(m *model) string {
	for _, item := range u.Items {
		if item.Base != "" && m.carriesItem(item.Name) {
			return item.Base
		}
	}
	return u.Of.Base
}

// Wounds lists the wounds of each model of the unit, in ascending order. Equipment of some
// models is on the models that Side gives it to.
func (u *Unit) Wounds() []int {
	if len(u.halves) > 0 {
		var wounds []int
		for _, half := range u.halves {
			wounds = append(wounds, half.Wounds()...)
		}
		slices.Sort(wounds)
		return wounds
	}
	wounds := make([]int, 0, u.Models)
	if !slices.ContainsFunc(u.Some, func(some ModelRules) bool { return u.added(some) != 0 }) {
		for range u.Models { // none is tougher than another, as in nearly all units
			wounds = append(wounds, max(u.Tough, 1))
		}
		return wounds
	}
	models, _ := u.individuals(u.Rules)
	for i := range models {
		wounds = append(wounds, u.takes(&models[i]))
	}
	slices.Sort(wounds)
	return wounds
}

// OneBase returns the unit as one base that stands for all its models: each
// weapon has the attacks of all its copies, and the base takes as many wounds
// as the models together, so as many as there are models if none is tougher
// (GF 2.7, Small Scale; docs/rules-notes.md, Lists). Rules of some of the models stay with
// how many of them had them.
func (u *Unit) OneBase(game *rules.System) *Unit {
	base := *u
	base.Models, base.Tough, base.halves = 1, 0, nil
	for _, w := range u.Wounds() {
		base.Tough += w
	}
	base.Weapons = slices.Clone(u.Weapons)
	for i := range base.Weapons {
		w := &base.Weapons[i]
		w.Count, w.Attacks = 1, w.Attacks*w.Count
	}
	base.Rules = withTough(u.Rules, base.Tough, u.Book.RuleSet(game))
	return &base
}

// Scale is how distances are measured in the list's game.
func (a *Army) Scale() DistanceScale { return DistanceScale(a.List.SmallScale && a.Game.Play.Halves) }

// A DistanceScale tells how the table measures distances of the rules: false as they are, true
// halved and rounded up (GF 2.7, Small-Scale Games, Measuring Distances).
type DistanceScale bool

// Table returns the inches at the table of a distance of the rules.
func (s DistanceScale) Table(inches int) int {
	if !s || inches <= 0 {
		return inches
	}
	return (inches + 1) / 2
}

// Rules returns a distance that is within, or beyond, whatever distance of the rules
// one of so many inches at the table is within, or beyond.
func (s DistanceScale) Rules(inches int) int {
	if !s || inches <= 0 {
		return inches
	}
	return 2*inches - 1
}

// inches finds the distances in a text, except for those that are rolled: D6".
var inches = regexp.MustCompile(`(^|[^D\d])(\d{1,3})(["″])`)

// Text returns a text with its distances converted to the scale.
func (s DistanceScale) Text(text string) string {
	if !s {
		return text
	}
	return inches.ReplaceAllStringFunc(text, func(found string) string {
		part := inches.FindStringSubmatch(found)
		n, _ := strconv.Atoi(part[2]) // it is digits
		return part[1] + strconv.Itoa(s.Table(n)) + part[3]
	})
}

// Summary returns a rule's summary at the table. Rules for late deployment keep their printed
// distances.
func (s DistanceScale) Summary(rule *rules.Rule) string {
	if slices.ContainsFunc(rule.Effects, func(e rules.Effect) bool { return e.Deploys == rules.DeploysLast }) {
		return rule.Summary
	}
	return s.Text(rule.Summary)
}

// withTough gives the rule that makes models tough another rating.
func withTough(uses []rules.Use, tough int, set *rules.Set) []rules.Use {
	changed := slices.Clone(uses)
	for i, use := range changed {
		rule := set.Find(use.Name)
		if rule != nil && slices.ContainsFunc(rule.Effects, func(e rules.Effect) bool { return e.Tough.X }) {
			changed[i].Rating = strconv.Itoa(tough)
		}
	}
	return changed
}
