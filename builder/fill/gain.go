package fill

import (
	"cmp"
	"context"
	"slices"

	"muster/builder"
	"muster/builder/finding"
	"muster/builder/gf"
)

// Gains holds the single changes that a list can make, the best first.
type Gains struct {
	Steps []Step `json:"steps"`
	// Unweighed is the number of further steps that were not valued, because the budget
	// of work was spent.
	Unweighed int `json:"unweighed,omitempty"`
}

// A Step is one change to a list: another unit, another upgrade, or an upgrade in place
// of another.
type Step struct {
	Add     string  `json:"add,omitempty"`
	Upgrade string  `json:"upgrade,omitempty"`
	Swap    *Swap   `json:"swap,omitempty"`
	ID      string  `json:"id,omitempty"`
	Points  int     `json:"points"`
	Value   float64 `json:"value"` // gained by the step
	// PerPoint is nil if the step costs nothing or gives points back.
	PerPoint *float64 `json:"per_point"`
	// Lasts is how many activations longer the unit lasts, at most MostLasts in all; nil but for steps of
	// units of Fast and Dirty.
	Lasts *float64 `json:"lasts,omitempty"`
	// Uncounted is what the step changes if Value and Lasts do not count it; "" if they do.
	Uncounted string `json:"not_counted,omitempty"`

	Name string `json:"-"` // of the unit or the option
	Lost string `json:"-"` // of the option that a swap gives up
}

// Swap is an upgrade in the place of another.
type Swap struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// Gain returns every legal step of one unit of the list or, for "", of all its units and
// of units that can be added. Errors are those of Fill.
func Gain(ctx context.Context, r builder.Roster, q Question, id string) (*Gains, error) {
	if isForce(r) {
		return gainForce(ctx, r, q, id)
	}
	a, err := begin(r, q)
	if err != nil {
		return nil, err
	}
	if id != "" && a.army.Unit(id) == nil {
		return nil, a.army.NoUnit(id)
	}
	g := gains{
		question: a, parts: a.army.Parts(), worths: map[string]float64{}, left: mostGains, all: Gains{Steps: []Step{}},
	}
	for _, u := range a.army.Units {
		if id != "" && u.ID != id {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := g.ofUnit(ctx, u); err != nil {
			return nil, err
		}
	}
	if id == "" {
		if err := g.units(ctx); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(g.all.Steps, func(x, y Step) int { return cmp.Compare(y.worth(), x.worth()) })
	return &g.all, nil
}

// worth returns the sort key of steps: gains without cost come first, costs without gain last.
func (s *Step) worth() float64 {
	switch {
	case s.PerPoint != nil:
		return *s.PerPoint
	case s.Value > 0:
		return 1e9 + s.Value
	}
	return s.Value - 1e9
}

// mostGains bounds the units that are valued for one list.
const mostGains = 12_000

// gains finds the single changes of a list, such as an upgrade taken, with the value that each
// gains per point.
type gains struct {
	*question
	parts  *gf.Parts
	worths map[string]float64 // values of units and pairs, by contents
	left   int                // units that can still be valued
	all    Gains
}

// ofUnit tries the upgrades of a unit of the list.
func (g *gains) ofUnit(ctx context.Context, u *gf.Unit) error {
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
				if err := g.step(ctx, step, touched, func(e *gf.Entry) {
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
				if err := g.step(ctx, step, touched, func(e *gf.Entry) {
					swap(e, c.Option.ID, o.Option.ID)
				}); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// swap replaces an option by another, chosen as often.
func swap(e *gf.Entry, from, to string) {
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

// units tries to add each unit of the books, before upgrades.
func (g *gains) units(ctx context.Context) error {
	for _, k := range g.addable() {
		if err := ctx.Err(); err != nil {
			return err
		}
		entry := gf.Entry{ID: "?", Unit: k.unit.ID}
		if len(g.army.Books) > 1 {
			entry.Book = k.book.ID
		}
		step := Step{Add: k.name, Name: k.unit.Name}
		if err := g.step(ctx, step, []int{len(g.army.List.Units)}, func(e *gf.Entry) { *e = entry }); err != nil {
			return err
		}
	}
	return nil
}

// step values a change to entries of the list. An index after the last entry stands for
// a new one.
func (g *gains) step(ctx context.Context, s Step, entries []int, change func(*gf.Entry)) error {
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
	after, weighed, err := g.value(ctx, body(now, now.Unit(changes[entries[0]].ID)))
	if err != nil {
		return err
	}
	if s.Value = after; s.Add == "" && weighed {
		var before float64
		if before, weighed, err = g.value(ctx, body(g.army, g.army.Units[entries[0]])); err != nil {
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

// value returns the value of a unit or a pair. weighed is false if the budget of work is
// spent. Equal units are valued once.
func (g *gains) value(ctx context.Context, of *gf.Group) (value float64, weighed bool, err error) {
	key := contents(of.Halves)
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

// body returns a unit of an army, with the other half if it is a combined pair.
func body(army *gf.Army, u *gf.Unit) *gf.Group {
	if g := army.Group(u); slices.Contains(g.Halves, u) {
		return gf.Together(g.Halves...)
	}
	return gf.Together(u)
}
