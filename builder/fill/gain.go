package fill

import (
	"cmp"
	"context"
	"slices"

	"muster/builder"
	"muster/builder/finding"
	"muster/builder/gf"
)

// Gains are the single steps that a list may take, the best first.
type Gains struct {
	Steps []Step `json:"steps"`
}

// A Step is one change to a list: a unit more, an upgrade more, or an upgrade in the
// place of another.
type Step struct {
	Add     string  `json:"add,omitempty"`
	Upgrade string  `json:"upgrade,omitempty"`
	Swap    *Swap   `json:"swap,omitempty"`
	ID      string  `json:"id,omitempty"`
	Points  int     `json:"points"`
	Value   float64 `json:"value"` // of the list after the step, less before
	// PerPoint is nil where the step costs nothing or gives points back.
	PerPoint *float64 `json:"per_point"`

	Name string `json:"-"` // of the unit or the option
}

// Swap is an upgrade in the place of another.
type Swap struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// Gain lists every step that the list may take, of one of its units or, for "", of all
// and the units that may be added. Steps that would break a rule are not among them.
// Errors are those of Fill.
func Gain(ctx context.Context, r builder.Roster, q Question, id string) (*Gains, error) {
	a, err := begin(r, q)
	if err != nil {
		return nil, err
	}
	if id != "" && a.army.Unit(id) == nil {
		return nil, a.army.NoUnit(id)
	}
	g := gains{asked: a, all: Gains{Steps: []Step{}}}
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

// worth is what steps are ordered by: those that gain for nothing come first, those
// that only cost last.
func (s *Step) worth() float64 {
	switch {
	case s.PerPoint != nil:
		return *s.PerPoint
	case s.Value > 0:
		return 1e9 + s.Value
	}
	return s.Value - 1e9
}

// gains finds the steps of a list.
type gains struct {
	*asked
	all Gains
}

// ofUnit tries the upgrades of a unit of the list.
func (g *gains) ofUnit(ctx context.Context, u *gf.Unit) error {
	entry := g.army.List.Index(u.ID)
	halves := []int{entry}
	for _, half := range g.army.Group(u).Halves {
		if half != u && !u.Hero {
			halves = append(halves, g.army.List.Index(half.ID))
		}
	}
	for _, section := range g.army.Open(u.ID) {
		chosen := slices.DeleteFunc(slices.Clone(u.Chosen), func(c gf.Chosen) bool { return c.Section != section.Section })
		touched := halves[:1]
		if gf.ForEveryModel(section.Section) {
			touched = halves
		}
		for _, o := range section.Options {
			if o.Left > 0 {
				if err := g.step(ctx, Step{Upgrade: o.Option.ID, ID: u.ID, Name: o.Option.Name}, touched, func(e *gf.Entry) {
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
				if err := g.step(ctx, Step{Swap: &Swap{c.Option.ID, o.Option.ID}, ID: u.ID, Name: o.Option.Name}, touched, func(e *gf.Entry) { swap(e, c.Option.ID, o.Option.ID) }); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// swap chooses an option as often as another was chosen, which goes.
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

// units tries each unit of the books, as it comes.
func (g *gains) units(ctx context.Context) error {
	for _, k := range g.addable() {
		if err := ctx.Err(); err != nil {
			return err
		}
		entry := gf.Entry{ID: "?", Unit: k.unit.ID}
		if len(g.army.Books) > 1 {
			entry.Book = k.book.ID
		}
		if err := g.step(ctx, Step{Add: k.name, Name: k.unit.Name}, []int{len(g.army.List.Units)}, func(e *gf.Entry) { *e = entry }); err != nil {
			return err
		}
	}
	return nil
}

// step tries a change to entries of the list, of which one may be new.
func (g *gains) step(ctx context.Context, s Step, entries []int, change func(*gf.Entry)) error {
	list := *g.army.List
	list.Units = slices.Clone(list.Units)
	for _, at := range entries {
		if at == len(list.Units) {
			list.Units = append(list.Units, gf.Entry{})
		}
		change(&list.Units[at])
	}
	now := gf.BuildWith(&list, g.army.Books)
	if _, broken := finding.FirstError(finding.Compare(g.army.Findings, now.Findings).Brought(), ""); broken {
		return nil
	}
	s.Points = now.Points - g.army.Points
	id := list.Units[entries[0]].ID
	after, err := g.worth(ctx, body(now, id))
	if err != nil {
		return err
	}
	if s.Value = after.value(); s.Add == "" {
		before, err := g.worth(ctx, body(g.army, id))
		if err != nil {
			return err
		}
		s.Value -= before.value()
	}
	if s.Points > 0 {
		per := s.Value / float64(s.Points)
		s.PerPoint = &per
	}
	g.all.Steps = append(g.all.Steps, s)
	return nil
}

// body is a unit of an army, with the other half of a pair.
func body(army *gf.Army, id string) *gf.Group {
	u := army.Unit(id)
	if g := army.Group(u); slices.Contains(g.Halves, u) {
		return gf.Together(g.Halves...)
	}
	return gf.Together(u)
}
