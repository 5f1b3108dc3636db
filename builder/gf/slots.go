package gf

// Slots counts a list's use of the limits of force organisation.
type Slots struct {
	Units, MaxUnits   int // joined heroes not counted, a combined pair as one
	Heroes, MaxHeroes int
	MaxCopies         int // of the same unit
	MaxCost           int // points of one unit
	// Copies are the units that the list has, each once, in the list's order.
	Copies []Copies
}

// Copies is how often a list has a unit, a combined pair counting as one.
type Copies struct {
	Unit  *Unit // the first of them
	Taken int
	Most  int // that force organisation and the unit's own rules allow
}

// Left returns how many more the list may have.
func (c Copies) Left() int { return max(0, c.Most-c.Taken) }

// Slots counts the list's use of the limits of force organisation. It is nil where there is no
// force organisation.
func (a *Army) Slots() *Slots {
	f := a.Game.Lists.ForceOrg
	if f == nil || !a.List.HasForceOrg() {
		return nil
	}
	limit := a.Limit()
	s := &Slots{
		Units: len(standing(a.Groups)), MaxUnits: limit / f.UnitPer, Heroes: len(a.heroUnits()),
		MaxHeroes: limit / f.HeroPer,
		MaxCopies: f.Copies + limit/f.CopyPer, MaxCost: limit * f.Share / 100,
	}
	for _, k := range countKinds(a.bodies) {
		most := s.MaxCopies
		if k.of.PerList > 0 {
			most = min(most, k.of.PerList)
		}
		s.Copies = append(s.Copies, Copies{Unit: k.of, Taken: k.copies, Most: most})
	}
	return s
}
