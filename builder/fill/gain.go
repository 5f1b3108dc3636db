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
	// Unweighed is how many steps more there are whose value was not worked out,
	// because those before them took as much work as a question may.
	Unweighed int `json:"unweighed,omitempty"`
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
	g := gains{asked: a, parts: a.army.Parts(), worths: map[string]float64{}, left: mostGains, all: Gains{Steps: []Step{}}}
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

// mostGains is how many units are valued for the steps of one list.
const mostGains = 12_000

// gains finds the steps of a list.
type gains struct {
	*asked
	parts  *gf.Parts
	worths map[string]float64 // of units and pairs, by what they are and chose
	left   int                // units that may still be valued
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
	if _, broken := finding.FirstError(now.Findings, ""); broken { // the list itself is legal
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

// value is what a unit, or a pair, is worth, and whether that was worked out: once for
// all that are and chose the same.
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

// body is a unit of an army, with the other half of a pair.
func body(army *gf.Army, u *gf.Unit) *gf.Group {
	if g := army.Group(u); slices.Contains(g.Halves, u) {
		return gf.Together(g.Halves...)
	}
	return gf.Together(u)
}
