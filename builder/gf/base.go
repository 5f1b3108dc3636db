package gf

import (
	"regexp"
	"slices"
	"strconv"

	"muster/rules"
)

// A Figure is one model of a unit on the table.
type Figure struct {
	Weapons []Weapon
	// Rules holds the rules that some models of the unit lack.
	Rules  []rules.Use
	Wounds int    // number of wounds that it can take
	Base   string // its base, in the book's words; "" if unknown
}

// Figures returns the unit's models, plain models first. The first model gets the equipment without
// a known bearer.
func (u *Unit) Figures() []Figure {
	halves := u.halves
	if len(halves) == 0 {
		halves = []*Unit{u}
	}
	var all []Figure
	for _, half := range halves {
		models, loose := half.singleModels(u.Rules)
		for i := range models {
			m := &models[i]
			if i == 0 {
				m.weapons = append(m.weapons, loose...)
			}
			all = append(all, Figure{m.weapons, m.rules, half.woundsOf(m), half.baseOf(m)})
		}
	}
	return all
}

// woundsOf returns the number of wounds that a model can take: 1 without a Tough rating.
func (u *Unit) woundsOf(m *model) int {
	tough := 0
	if u.Tough > 1 {
		tough = u.Tough
	}
	return max(tough+m.extraWounds, 1)
}

// baseOf returns the model's own base, or the base of an item that it has.
func (u *Unit) baseOf(m *model) string {
	for _, item := range u.Items {
		if item.Base != "" && m.carriesItem(item.Name) {
			return item.Base
		}
	}
	return u.BookUnit.Base
}

// WoundsPerModel lists the number of wounds of each model of the unit, in ascending order, with the
// equipment assigned as in Side.
func (u *Unit) WoundsPerModel() []int {
	if len(u.halves) > 0 {
		var wounds []int
		for _, half := range u.halves {
			wounds = append(wounds, half.WoundsPerModel()...)
		}
		slices.Sort(wounds)
		return wounds
	}
	wounds := make([]int, 0, u.Models)
	if !slices.ContainsFunc(u.PartialRules, func(some ModelRules) bool { return u.addedWounds(some) != 0 }) {
		for range u.Models { // none is tougher than another, as in nearly all units
			wounds = append(wounds, max(u.Tough, 1))
		}
		return wounds
	}
	models, _ := u.singleModels(u.Rules)
	for i := range models {
		wounds = append(wounds, u.woundsOf(&models[i]))
	}
	slices.Sort(wounds)
	return wounds
}

// AsOneBase returns the unit as one base for all its models: each weapon has the attacks of all
// copies, and the base takes the wounds of all models, at least one for each (GF 2.7, Small Scale;
// docs/rules-notes.md, Lists). Rules of some models stay limited to that number of models.
func (u *Unit) AsOneBase(game *rules.System) *Unit {
	base := *u
	base.Models, base.Tough, base.halves = 1, 0, nil
	for _, w := range u.WoundsPerModel() {
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

// Scale returns the scale of distances in the list's game.
func (a *Army) Scale() DistanceScale {
	return DistanceScale(a.List.SmallScale && a.Game.Play.SmallScaleHalvesDistances)
}

// A DistanceScale converts distances between the rules and the table: false leaves them unchanged;
// true halves the distances of the rules and rounds them up (GF 2.7, Small-Scale Games, Measuring
// Distances).
type DistanceScale bool

// ToTable converts a distance in the rules to inches at the table.
func (s DistanceScale) ToTable(inches int) int {
	if !s || inches <= 0 {
		return inches
	}
	return (inches + 1) / 2
}

// ToRules converts inches at the table to the shortest distance in the rules that ToTable converts
// to them. So comparisons with other distances in the rules have the same result as at the table.
func (s DistanceScale) ToRules(inches int) int {
	if !s || inches <= 0 {
		return inches
	}
	return 2*inches - 1
}

// distancePattern matches the distances in a text, except for rolled ones: D6".
var distancePattern = regexp.MustCompile(`(^|[^D\d])(\d{1,3})(["″])`)

// ScaleText returns a text with its distances converted to the scale.
func (s DistanceScale) ScaleText(text string) string {
	if !s {
		return text
	}
	return distancePattern.ReplaceAllStringFunc(text, func(found string) string {
		part := distancePattern.FindStringSubmatch(found)
		n, _ := strconv.Atoi(part[2]) // it is digits
		return part[1] + strconv.Itoa(s.ToTable(n)) + part[3]
	})
}

// RuleSummary returns a rule's summary with distances at the table. Rules for late deployment keep
// their printed distances.
func (s DistanceScale) RuleSummary(rule *rules.Rule) string {
	if slices.ContainsFunc(rule.Effects, func(e rules.Effect) bool { return e.Deployment == rules.DeployLast }) {
		return rule.Summary
	}
	return s.ScaleText(rule.Summary)
}

// withTough returns the rules with the rating tough for the rule that gives models more wounds.
func withTough(uses []rules.Use, tough int, set *rules.Set) []rules.Use {
	changed := slices.Clone(uses)
	for i, use := range changed {
		rule := set.Find(use.Name)
		if rule != nil && slices.ContainsFunc(rule.Effects, func(e rules.Effect) bool { return e.Tough.IsRating }) {
			changed[i].Rating = strconv.Itoa(tough)
		}
	}
	return changed
}
