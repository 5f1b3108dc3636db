package gf

// Slots compares a list with the limits of force organisation. The fields with Max are the limits.
type Slots struct {
	Units, MaxUnits   int // without joined heroes; a combined pair is one unit
	Heroes, MaxHeroes int
	MaxCopies         int // of the same unit
	MaxUnitCost       int // points that one unit may cost
	// CopyCounts counts the copies of each unit of the list, in the list's order.
	CopyCounts []CopyCount
}

// CopyCount is the number of copies of a unit in the list; a combined pair is one copy.
type CopyCount struct {
	Unit  *Unit // the first copy
	Count int
	Max   int // maximum by force organisation and the unit's own rules
}

// CopiesLeft returns how many more copies the list may have; at least 0.
func (c CopyCount) CopiesLeft() int { return max(0, c.Max-c.Count) }

// Slots compares the list with the limits of force organisation; nil if they do not apply.
func (a *Army) Slots() *Slots {
	f := a.Game.ListRules.ForceOrg
	if f == nil || !a.List.HasForceOrg() {
		return nil
	}
	limit := a.SizeForLimits()
	s := &Slots{
		Units: len(groupsCountedAsUnits(a.Groups)), MaxUnits: limit / f.PointsPerUnit, Heroes: len(a.heroUnits()),
		MaxHeroes: limit / f.PointsPerHero,
		MaxCopies: f.BaseCopies + limit/f.PointsPerCopy, MaxUnitCost: limit * f.MaxUnitShare / 100,
	}
	for _, k := range countKinds(a.groupsBeforeJoins) {
		most := s.MaxCopies
		if k.first.MaxPerList > 0 {
			most = min(most, k.first.MaxPerList)
		}
		s.CopyCounts = append(s.CopyCounts, CopyCount{Unit: k.first, Count: k.copyCount, Max: most})
	}
	return s
}
