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
	// Unweighed is the number of further changes that were not valued because the budget of work
	// was spent.
	Unweighed int `json:"unweighed,omitempty"`
}

// A Step is one change to a list: another unit, another upgrade, or an upgrade in place of another.
type Step struct {
	Add     string  `json:"add,omitempty"`
	Upgrade string  `json:"upgrade,omitempty"`
	Swap    *Swap   `json:"swap,omitempty"`
	ID      string  `json:"id,omitempty"`
	Points  int     `json:"points"`
	Value   float64 `json:"value"` // value that the step adds
	// PerPoint is nil if the step costs nothing or gives points back.
	PerPoint *float64 `json:"per_point"`
	// Lasts is how many activations longer the unit lasts, at most LastsLimit in all; nil except for
	// steps of units of Fast and Dirty.
	Lasts *float64 `json:"lasts,omitempty"`
	// Uncounted describes effects of the step that Value and Lasts do not include; "" if there are
	// none.
	Uncounted string `json:"not_counted,omitempty"`

	Name string `json:"-"` // name of the unit or the option
	Lost string `json:"-"` // name of the option that a swap gives up
}

// Swap replaces an upgrade by another.
type Swap struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// Gain returns every legal step of one unit of the list or, for id "", of all its units and of
// units that can be added. Errors are those of Fill.
func Gain(ctx context.Context, r builder.Roster, q Question, id string) (*Gains, error) {
	if isForce(r) {
		return gainForce(ctx, r, q, id)
	}
	a, err := newQuestion(r, q)
	if err != nil {
		return nil, err
	}
	if id != "" && a.army.Unit(id) == nil {
		return nil, a.army.NoUnit(id)
	}
	g := gains{
		question: a, parts: a.army.Parts(), worths: map[string]float64{}, left: maxGainValues, all: Gains{Steps: []Step{}},
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
	slices.SortStableFunc(g.all.Steps, func(x, y Step) int { return cmp.Compare(y.sortKey(), x.sortKey()) })
	return &g.all, nil
}

// sortKey returns the key by which steps are sorted: gains that cost nothing come first, costs that
// gain nothing last.
func (s *Step) sortKey() float64 {
	switch {
	case s.PerPoint != nil:
		return *s.PerPoint
	case s.Value > 0:
		return 1e9 + s.Value
	}
	return s.Value - 1e9
}

// maxGainValues bounds the units that are valued for one list.
const maxGainValues = 12_000

// gains finds the single changes of a list, such as an upgrade taken, with the value that each
// adds.
type gains struct {
	*question
	parts  *gf.Parts
	worths map[string]float64 // cache: values of units and pairs, by contentsKey
	left   int                // number of units that may still be valued
	all    Gains
}

// tryUpgrades tries the upgrades of a unit of the list.
func (g *gains) tryUpgrades(ctx context.Context, u *gf.Unit) error {
	halves := []int{u.Index()}
	for _, half := range g.army.Group(u).Halves {
		if half != u && !u.Hero {
			halves = append(halves, half.Index())
		}
	}
	for _, section := range g.army.OpenTo(u) {
		chosen := slices.DeleteFunc(slices.Clone(u.Chosen), func(c gf.Chosen) bool {
			return c.Section != section.Section
		})
		touched := halves[:1]
		if gf.ForEveryModel(section.Section) {
			touched = halves
		}
		for _, o := range section.Options {
			if o.Left > 0 {
				step := Step{Upgrade: o.Option.ID, ID: u.ID, Name: o.Option.Name}
				if err := g.tryStep(ctx, step, touched, func(e *gf.Entry) {
					e.Upgrades = append(slices.Clip(e.Upgrades), gf.Choice{Option: o.Option.ID, Count: 1})
				}); err != nil {
					return err
				}
			}
			for i, c := range chosen {
				old := func(before gf.Chosen) bool { return before.Option == c.Option }
				if c.Option == o.Option || slices.ContainsFunc(chosen[:i], old) {
					continue
				}
				step := Step{Swap: &Swap{c.Option.ID, o.Option.ID}, ID: u.ID, Name: o.Option.Name, Lost: c.Option.Name}
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

// replaceOption replaces an option of an entry by another, chosen as often.
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
func (g *gains) tryUnits(ctx context.Context) error {
	for _, k := range g.addable() {
		if err := ctx.Err(); err != nil {
			return err
		}
		entry := gf.Entry{ID: "?", Unit: k.unit.ID}
		if len(g.army.Books) > 1 {
			entry.Book = k.book.ID
		}
		step := Step{Add: k.name, Name: k.unit.Name}
		if err := g.tryStep(ctx, step, []int{len(g.army.List.Units)}, func(e *gf.Entry) { *e = entry }); err != nil {
			return err
		}
	}
	return nil
}

// tryStep values a change to the entries of the list with the given indices. An index after the
// last entry stands for a new one.
func (g *gains) tryStep(ctx context.Context, s Step, entries []int, change func(*gf.Entry)) error {
	changes := map[int]gf.Entry{}
	for _, at := range entries {
		var e gf.Entry
		if at < len(g.army.List.Units) {
			e = g.army.List.Units[at]
		}
		change(&e)
		changes[at] = e
	}
	now := g.parts.With(changes)
	if _, broken := finding.FirstError(now.Findings, ""); broken { // caused by the step
		return nil
	}
	s.Points = now.Points - g.army.Points
	after, weighed, err := g.value(ctx, groupWithPair(now, now.Unit(changes[entries[0]].ID)))
	if err != nil {
		return err
	}
	if s.Value = after; s.Add == "" && weighed {
		var before float64
		if before, weighed, err = g.value(ctx, groupWithPair(g.army, g.army.Unit(s.ID))); err != nil {
			return err
		}
		s.Value -= before
	}
	if !weighed {
		g.all.Unweighed++
		return nil
	}
	if s.Points > 0 {
		per := s.Value / float64(s.Points)
		s.PerPoint = &per
	}
	g.all.Steps = append(g.all.Steps, s)
	return nil
}

// value returns the value of a unit or a pair. weighed is false if the budget of work is spent.
// Equal units are valued once.
func (g *gains) value(ctx context.Context, of *gf.Group) (value float64, weighed bool, err error) {
	key := contentsKey(of.Halves)
	value, known := g.worths[key]
	if known {
		return value, true, nil
	}
	if g.left--; g.left < 0 {
		return 0, false, nil
	}
	w, err := g.worth(ctx, of)
	if err != nil {
		return 0, false, err
	}
	g.worths[key] = w.value()
	return w.value(), true, nil
}

// groupWithPair returns a unit of an army as a group, with the other half if it is a combined pair.
func groupWithPair(army *gf.Army, u *gf.Unit) *gf.Group {
	if g := army.Group(u); slices.Contains(g.Halves, u) {
		return gf.NewGroup(g.Halves...)
	}
	return gf.NewGroup(u)
}
