package fill

import (
	"cmp"
	"context"
	"slices"

	"muster/builder"
	"muster/builder/finding"
	"muster/builder/gf"
)

// Gains holds single changes that a list can make, the best first.
type Gains struct {
	Steps []Step `json:"steps"`
	// UnvaluedStepCount is the number of further changes that were not valued because the budget of
	// work was spent.
	UnvaluedStepCount int `json:"unweighed,omitempty"`
}

// A Step is one change to a list: another unit, another upgrade, or an upgrade in place of another.
type Step struct {
	NewUnit   string  `json:"add,omitempty"`     // the unit that it adds
	NewOption string  `json:"upgrade,omitempty"` // id of the option that it adds
	Swap      *Swap   `json:"swap,omitempty"`
	UnitID    string  `json:"id,omitempty"` // id of the unit of the list that changes
	Points    int     `json:"points"`
	Value     float64 `json:"value"` // value that the step adds
	// ValuePerPoint is nil if the step costs nothing or gives points back.
	ValuePerPoint *float64 `json:"per_point"`
	// DurabilityGain is how many activations longer the unit lasts, at most DurabilityLimit in all;
	// nil except for steps of units of Fast and Dirty.
	DurabilityGain *float64 `json:"lasts,omitempty"`
	// UncountedEffects describes effects of the step that Value and DurabilityGain do not include;
	// "" if there are none.
	UncountedEffects string `json:"not_counted,omitempty"`

	Name       string `json:"-"` // name of the unit or the option
	LostOption string `json:"-"` // name of the option that a swap gives up
}

// A Swap replaces an upgrade by another.
type Swap struct {
	OldOption string `json:"from"`
	NewOption string `json:"to"`
}

// FindGains returns every legal step of one unit of the list or, for id "", of all its units and of
// units that can be added. Errors are those of Fill.
func FindGains(ctx context.Context, r builder.Roster, q Question, id string) (*Gains, error) {
	if isForce(r) {
		return forceGains(ctx, r, q, id)
	}
	a, err := newQuestion(r, q)
	if err != nil {
		return nil, err
	}
	if id != "" && a.army.Unit(id) == nil {
		return nil, a.army.NoUnitError(id)
	}
	g := gainFinder{
		question: a, judge: a.army.ChangeJudge(), valueCache: map[string]float64{}, valuationsLeft: maxValuedUnits,
		result: Gains{Steps: []Step{}},
	}
	for _, u := range a.army.Units {
		if id != "" && u.ID != id {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := g.tryUpgrades(ctx, u); err != nil {
			return nil, err
		}
	}
	if id == "" {
		if err := g.tryUnits(ctx); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(g.result.Steps, func(x, y Step) int { return cmp.Compare(y.sortKey(), x.sortKey()) })
	return &g.result, nil
}

// sortKey returns the key by which steps are sorted: gains without a cost come first, costs without
// a gain last.
func (s *Step) sortKey() float64 {
	switch {
	case s.ValuePerPoint != nil:
		return *s.ValuePerPoint
	case s.Value > 0:
		return 1e9 + s.Value
	}
	return s.Value - 1e9
}

// maxValuedUnits is the maximum number of units that are valued for one list.
const maxValuedUnits = 12_000

// gainFinder finds the single changes of a list, such as another upgrade, with the value that each
// adds.
type gainFinder struct {
	*question
	judge          *gf.ChangeJudge
	valueCache     map[string]float64 // values of units and pairs, by contentsKey
	valuationsLeft int                // how many more units may be valued
	result         Gains
}

// tryUpgrades tries the upgrades of a unit of the list.
func (g *gainFinder) tryUpgrades(ctx context.Context, u *gf.Unit) error {
	halves := []int{u.Index()}
	for _, half := range g.army.Group(u).Halves {
		if half != u && !u.IsHero {
			halves = append(halves, half.Index())
		}
	}
	for _, section := range g.army.OpenSectionsOf(u) {
		chosen := slices.DeleteFunc(slices.Clone(u.ChosenOptions), func(c gf.ChosenOption) bool {
			return c.Section != section.Section
		})
		touched := halves[:1]
		if gf.ChangesAllModels(section.Section) {
			touched = halves
		}
		for _, o := range section.Options {
			if o.ChoicesLeft > 0 {
				step := Step{NewOption: o.Option.ID, UnitID: u.ID, Name: o.Option.Name}
				if err := g.tryStep(ctx, step, touched, func(e *gf.Entry) {
					e.Upgrades = append(slices.Clip(e.Upgrades), gf.Choice{Option: o.Option.ID, Count: 1})
				}); err != nil {
					return err
				}
			}
			for i, c := range chosen {
				old := func(before gf.ChosenOption) bool { return before.Option == c.Option }
				if c.Option == o.Option || slices.ContainsFunc(chosen[:i], old) {
					continue
				}
				step := Step{Swap: &Swap{c.Option.ID, o.Option.ID}, UnitID: u.ID, Name: o.Option.Name, LostOption: c.Option.Name}
				if err := g.tryStep(ctx, step, touched, func(e *gf.Entry) {
					replaceOption(e, c.Option.ID, o.Option.ID)
				}); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// replaceOption replaces an option of an entry by another, the same number of times.
func replaceOption(e *gf.Entry, from, to string) {
	n := 0
	kept := slices.DeleteFunc(slices.Clone(e.Upgrades), func(c gf.Choice) bool {
		if c.Option == from {
			n += c.Count
		}
		return c.Option == from
	})
	if n > 0 {
		e.Upgrades = append(kept, gf.Choice{Option: to, Count: n})
	}
}

// tryUnits tries to add each unit of the books, without upgrades.
func (g *gainFinder) tryUnits(ctx context.Context) error {
	for _, k := range g.addableKinds() {
		if err := ctx.Err(); err != nil {
			return err
		}
		entry := gf.Entry{ID: "?", BookUnitID: k.unit.ID}
		if len(g.army.Books) > 1 {
			entry.Book = k.book.ID
		}
		step := Step{NewUnit: k.name, Name: k.unit.Name}
		if err := g.tryStep(ctx, step, []int{len(g.army.List.Units)}, func(e *gf.Entry) { *e = entry }); err != nil {
			return err
		}
	}
	return nil
}

// tryStep values a change to some of the list's entries, given by their indices. An index after the
// last entry stands for a new entry.
func (g *gainFinder) tryStep(ctx context.Context, s Step, entries []int, change func(*gf.Entry)) error {
	changes := map[int]gf.Entry{}
	for _, at := range entries {
		var e gf.Entry
		if at < len(g.army.List.Units) {
			e = g.army.List.Units[at]
		}
		change(&e)
		changes[at] = e
	}
	now := g.judge.WithChanges(changes)
	if _, broken := finding.FirstError(now.Findings, ""); broken { // caused by the step
		return nil
	}
	s.Points = now.Points - g.army.Points
	after, weighed, err := g.groupValue(ctx, groupOfUnit(now, now.Unit(changes[entries[0]].ID)))
	if err != nil {
		return err
	}
	if s.Value = after; s.NewUnit == "" && weighed {
		var before float64
		if before, weighed, err = g.groupValue(ctx, groupOfUnit(g.army, g.army.Unit(s.UnitID))); err != nil {
			return err
		}
		s.Value -= before
	}
	if !weighed {
		g.result.UnvaluedStepCount++
		return nil
	}
	if s.Points > 0 {
		per := s.Value / float64(s.Points)
		s.ValuePerPoint = &per
	}
	g.result.Steps = append(g.result.Steps, s)
	return nil
}

// groupValue returns the value of a unit or a combined pair. weighed is false if the budget of work
// is spent. Equal units are valued only once.
func (g *gainFinder) groupValue(ctx context.Context, of *gf.Group) (value float64, weighed bool, err error) {
	key := contentsKey(of.Halves)
	value, known := g.valueCache[key]
	if known {
		return value, true, nil
	}
	if g.valuationsLeft--; g.valuationsLeft < 0 {
		return 0, false, nil
	}
	w, err := g.worth(ctx, of)
	if err != nil {
		return 0, false, err
	}
	g.valueCache[key] = w.value()
	return w.value(), true, nil
}

// groupOfUnit returns a unit of an army as a group. For one half of a combined pair, the group has
// both halves.
func groupOfUnit(army *gf.Army, u *gf.Unit) *gf.Group {
	if g := army.Group(u); slices.Contains(g.Halves, u) {
		return gf.NewGroup(g.Halves...)
	}
	return gf.NewGroup(u)
}
