package gf

// Slots compares a list with the limits of force organisation.
type Slots struct {
	Units, MaxUnits   int // without joined heroes; a combined pair is one unit
	Heroes, MaxHeroes int
	MaxCopies         int // of the same unit
	MaxCost           int // points of one unit
	// Copies counts the copies of each unit of the list, in the list's order.
	Copies []Copies
}

// Copies counts the copies of a unit in the list; a combined pair is one copy.
type Copies struct {
	Unit  *Unit // the first copy
	Taken int
	Most  int // the limit by force organisation and the unit's own rules
}

// Left returns the number of further copies that the list may have.
func (c Copies) Left() int { return max(0, c.Most-c.Taken) }

// Slots compares the list with the limits of force organisation; nil if they do not apply.
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
