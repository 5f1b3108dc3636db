package builder

// Slots is how much of what force organisation allows a list uses.
type Slots struct {
	Units, MaxUnits   int // joined heroes not counted, a combined pair as one
	Heroes, MaxHeroes int
	MaxCopies         int // of the same unit
	MaxCost           int // points of one unit
}

// Slots counts what force organisation allows and what the list uses of it. It
// is nil where there is no force organisation.
func (a *Army) Slots() *Slots {
	f := a.Game.Lists.ForceOrg
	if f == nil || a.List.ForceOrg != nil && !*a.List.ForceOrg {
		return nil
	}
	limit := a.Limit()
	s := &Slots{
		Units: len(standing(a.Groups)), MaxUnits: limit / f.UnitPer, MaxHeroes: limit / f.HeroPer,
		MaxCopies: f.Copies + limit/f.CopyPer, MaxCost: limit * f.Share / 100,
	}
	for _, u := range a.Units {
		if u.Hero {
			s.Heroes++
		}
	}
	return s
}
