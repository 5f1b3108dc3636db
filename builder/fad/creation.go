package fad

import (
	"fmt"
	"slices"

	"muster/builder/finding"
	"muster/builder/table"
	"muster/catalog/fad"
	"muster/schema"
)

// A Creation is a squad made without points: it starts with a number of figures, and each
// improvement removes some (docs/rules-notes.md, Fast and Dirty).
type Creation struct {
	StartFigures int `json:"start"`
	// the steps by which the squad was made, one for each improvement
	Steps []CreationStep `json:"steps"`
	// figures that remain after all improvements; may be zero or negative
	FiguresLeft int `json:"left"`
	// SpecialFigures is the number of figures with an entry of their own: leaders, support weapons,
	// personalities.
	SpecialFigures int `json:"-"`
}

// A CreationStep is an improvement, and the number of figures that it removes.
type CreationStep struct {
	Improvement    string `json:"what"` // "Quality to Regular"
	RemovedFigures int    `json:"figures"`
	// the levels (or rows of a table) that the improvement passed, in order
	ReachedLevels []string `json:"through,omitempty"`
	Source        string   `json:"source"` // the chapter of the rules
}

const creationSource = "FAD, Basic Force Creation"

// createFigures computes the number of figures of each unit made by basic creation. A count in the
// file is a problem.
func (l *List) createFigures() (problems []schema.Problem) {
	l.Creations = map[int]*Creation{}
	for i := range l.Units {
		u := &l.Units[i]
		if !l.usesBasicCreation(u) {
			continue
		}
		figures := l.activeDocument.At("units", i, "figures")
		for j := range figures.Len() {
			if key, _ := figures.Index(j).KeyAndValue("count"); key.Exists() {
				problems = append(problems, l.activeDocument.ProblemAt(key,
					"in basic creation figures carry no count: each step up takes one away; remove `count`"))
			}
		}
		l.Creations[i] = newCreation(l.Armoury, u)
		l.Creations[i].distributeFigures(l.Armoury, u)
	}
	return problems
}

// usesBasicCreation reports whether basic creation computes a unit's number of figures.
func (l *List) usesBasicCreation(u *fad.Unit) bool {
	return l.Method == BasicCreation && l.AllowsKind(string(u.Kind))
}

// AllowsKind reports whether the list can have units of a kind: with basic creation only squads.
func (l *List) AllowsKind(kind string) bool {
	return l.Method != BasicCreation || l.Armoury.UnitKinds.Find(kind).CreationStart.Figures > 0
}

// WithOnlyUnit returns the list with u as its only unit. If the list uses basic creation, the
// number of figures is computed anew.
func (l *List) WithOnlyUnit(u fad.Unit) *List {
	alone := *l
	alone.Platoons, alone.Creations = nil, map[int]*Creation{}
	if l.usesBasicCreation(&u) {
		u.Figures = slices.Clone(u.Figures)
		alone.Creations[0] = newCreation(l.Armoury, &u)
		alone.Creations[0].distributeFigures(l.Armoury, &u)
	}
	alone.Units = []fad.Unit{u}
	return &alone
}

// withFigureCount returns a changed unit of the list with the number of figures that basic creation
// computes.
func (l *List) withFigureCount(u fad.Unit) fad.Unit {
	if l.usesBasicCreation(&u) {
		newCreation(l.Armoury, &u).distributeFigures(l.Armoury, &u)
	}
	return u
}

// newCreation returns the steps of a squad's basic creation, and the number of figures left.
func newCreation(a *fad.Armoury, u *fad.Unit) *Creation {
	start := a.UnitKinds.Find(string(u.Kind)).CreationStart
	c := &Creation{StartFigures: start.Figures, Steps: []CreationStep{}}
	addLevelSteps(c, "Quality to ", &a.Qualities, start.Quality, u.Quality)
	addLevelSteps(c, "Resolve to ", &a.Resolves, start.Resolve, u.Resolve)
	addLevelSteps(c, "Armour: ", &a.Armours, start.Armour, u.Armour.ID)
	addLevelSteps(c, "Weapon: ", &a.BasicWeapons, start.Weapon, basicWeapon(a, u))
	for _, f := range u.Figures {
		if hasRole(a, f) {
			c.SpecialFigures++
		}
		if w := a.Weapon(f.Weapon); w != nil && w.Class != fad.BasicWeapon {
			c.addStep("Support weapon: "+w.Name, 1)
		}
		if leader := a.LeaderLevels.Find(f.LeaderLevel); leader != nil {
			c.addStep("Leader: "+leader.Name, leader.QualityBonus)
		}
		for _, id := range f.Personalities {
			if p := a.Personalities.Find(id); p != nil {
				c.addStep("Personality: "+p.Name, 1)
			}
		}
	}
	for _, use := range u.Traits {
		if t, _ := a.Trait(u.Kind, use.ID); t != nil {
			c.addStep("Trait: "+t.Name, 1)
		}
	}
	c.FiguresLeft = c.StartFigures
	for _, s := range c.Steps {
		c.FiguresLeft -= s.RemovedFigures
	}
	return c
}

// addLevelSteps adds an improvement for each row of a table after the row from, up to the row to.
func addLevelSteps[R tableRow](c *Creation, what string, table *fad.Table[R], from, to string) {
	first, last := table.Index(from)+1, table.Index(to)
	if last < first {
		return
	}
	var through []string
	for _, r := range table.All()[first : last+1] {
		through = append(through, r.AsEntry().Name)
	}
	what += through[len(through)-1]
	c.Steps = append(c.Steps, CreationStep{Improvement: what, RemovedFigures: len(through), ReachedLevels: through, Source: creationSource})
}

// addStep adds an improvement that removes a number of figures.
func (c *Creation) addStep(what string, figures int) {
	if figures > 0 {
		c.Steps = append(c.Steps, CreationStep{Improvement: what, RemovedFigures: figures, Source: creationSource})
	}
}

// distributeFigures divides the remaining figures among the figure entries in the file: one to each
// entry that an improvement has paid for, then one to each plain entry, and the rest to the first
// plain entry.
func (c *Creation) distributeFigures(a *fad.Armoury, u *fad.Unit) {
	plain, rest := -1, c.FiguresLeft
	for _, named := range []bool{true, false} {
		for i := range u.Figures {
			f := &u.Figures[i]
			if hasRole(a, *f) != named {
				continue
			}
			f.Count = max(0, min(1, rest))
			rest -= f.Count
			if plain < 0 && !named {
				plain = i
			}
		}
	}
	switch {
	case rest <= 0:
	case plain >= 0:
		u.Figures[plain].Count += rest
	default:
		u.Figures = append(u.Figures, fad.Figure{Count: rest, Weapon: basicWeapon(a, u)})
	}
}

// figureSumText writes the sum of the figures: "15 figures - 2 Quality to Regular = 13".
func (c *Creation) figureSumText() string {
	text := finding.CountText(c.StartFigures, "figure")
	for _, step := range c.Steps {
		text += fmt.Sprintf(" - %d"+table.NoBreak+"%s", step.RemovedFigures, step.Improvement)
	}
	return text + fmt.Sprintf(" = %d", c.FiguresLeft)
}

// Problem returns the reason why the squad cannot be made, or "".
func (c *Creation) Problem() string {
	switch {
	case c.FiguresLeft < 1:
		return fmt.Sprintf("%d figures less %d steps leave %d; drop %d of the steps to keep one figure", c.StartFigures,
			c.StartFigures-c.FiguresLeft, c.FiguresLeft, 1-c.FiguresLeft)
	case c.SpecialFigures > c.FiguresLeft:
		return fmt.Sprintf("%d figures are left, and %d are named for a support weapon, leader or personality; drop %d of them", c.FiguresLeft, c.SpecialFigures, c.SpecialFigures-c.FiguresLeft)
	}
	return ""
}

// hasRole reports whether an entry is a single figure with a role: leader, support weapon,
// personality.
func hasRole(a *fad.Armoury, f fad.Figure) bool {
	w := a.Weapon(f.Weapon)
	return w != nil && w.Class != fad.BasicWeapon || f.LeaderLevel != "" || len(f.Personalities) > 0
}

// basicWeapon returns a squad's basic weapon. Of several it is the last in the table; without one
// it is the starting weapon of creation.
func basicWeapon(a *fad.Armoury, u *fad.Unit) string {
	best := ""
	for _, f := range u.Figures {
		if place := a.BasicWeapons.Index(f.Weapon); place >= 0 && (best == "" || place > a.BasicWeapons.Index(best)) {
			best = f.Weapon
		}
	}
	if best == "" {
		best = a.UnitKinds.Find(string(u.Kind)).CreationStart.Weapon
	}
	return best
}
