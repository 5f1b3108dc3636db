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
	Start int            `json:"start"`
	Steps []CreationStep `json:"steps"` // one for each improvement
	Left  int            `json:"left"`  // remaining figures; may be zero or negative
	// figures with an entry of their own: leaders, support weapons, personalities
	Named int `json:"-"`
}

// A CreationStep removes Figures figures for an improvement.
type CreationStep struct {
	What    string   `json:"what"` // "Quality to Regular"
	Figures int      `json:"figures"`
	Through []string `json:"through,omitempty"` // the levels or rows passed, in order
	Source  string   `json:"source"`
}

const creationSource = "FAD, Basic Force Creation"

// create computes the number of figures of each unit made by basic creation. A count in the file is
// a problem.
func (l *List) create() (problems []schema.Problem) {
	l.Creation = map[int]*Creation{}
	for i := range l.Units {
		u := &l.Units[i]
		if !l.counts(u) {
			continue
		}
		figures := l.document.At("units", i, "figures")
		for j := range figures.Len() {
			if key, _ := figures.Index(j).Field("count"); key.Exists() {
				problems = append(problems, l.document.ProblemAt(key,
					"in basic creation figures carry no count: each step up takes one away; remove `count`"))
			}
		}
		l.Creation[i] = newCreation(l.Armoury, u)
		l.Creation[i].count(l.Armoury, u)
	}
	return problems
}

// counts reports whether basic creation computes a unit's number of figures.
func (l *List) counts(u *fad.Unit) bool { return l.Method == Basic && l.Makes(string(u.Kind)) }

// Makes reports whether the list can have units of a kind: with basic creation only squads.
func (l *List) Makes(kind string) bool {
	return l.Method != Basic || l.Armoury.Kinds.Find(kind).Creation.Figures > 0
}

// Alone returns the list with one unit only; basic creation computes its figures if the list uses
// it.
func (l *List) Alone(u fad.Unit) *List {
	alone := *l
	alone.Plan, alone.Creation = nil, map[int]*Creation{}
	if l.counts(&u) {
		u.Figures = slices.Clone(u.Figures)
		alone.Creation[0] = newCreation(l.Armoury, &u)
		alone.Creation[0].count(l.Armoury, &u)
	}
	alone.Units = []fad.Unit{u}
	return &alone
}

// recounted returns a changed unit of the list with the number of figures that basic creation
// computes.
func (l *List) recounted(u fad.Unit) fad.Unit {
	if l.counts(&u) {
		newCreation(l.Armoury, &u).count(l.Armoury, &u)
	}
	return u
}

func newCreation(a *fad.Armoury, u *fad.Unit) *Creation {
	start := a.Kinds.Find(string(u.Kind)).Creation
	c := &Creation{Start: start.Figures, Steps: []CreationStep{}}
	raise(c, "Quality to ", &a.Qualities, start.Quality, u.Quality)
	raise(c, "Resolve to ", &a.Resolves, start.Resolve, u.Resolve)
	raise(c, "Armour: ", &a.Armours, start.Armour, u.Armour.ID)
	raise(c, "Weapon: ", &a.Basic, start.Weapon, basicWeapon(a, u))
	for _, f := range u.Figures {
		if isNamed(a, f) {
			c.Named++
		}
		if w := a.Weapon(f.Weapon); w != nil && w.Class != fad.Basic {
			c.step("Support weapon: "+w.Name, 1)
		}
		if leader := a.Leaders.Find(f.Leader); leader != nil {
			c.step("Leader: "+leader.Name, leader.Raises)
		}
		for _, id := range f.Personalities {
			if p := a.Personalities.Find(id); p != nil {
				c.step("Personality: "+p.Name, 1)
			}
		}
	}
	for _, use := range u.Traits {
		if t, _ := a.Trait(u.Kind, use.ID); t != nil {
			c.step("Trait: "+t.Name, 1)
		}
	}
	c.Left = c.Start
	for _, s := range c.Steps {
		c.Left -= s.Figures
	}
	return c
}

// raise adds a step for each row from one entry of a table to a later one.
func raise[R row](c *Creation, what string, table *fad.Table[R], from, to string) {
	first, last := table.Index(from)+1, table.Index(to)
	if last < first {
		return
	}
	var through []string
	for _, r := range table.All()[first : last+1] {
		through = append(through, r.Known().Name)
	}
	what += through[len(through)-1]
	c.Steps = append(c.Steps, CreationStep{What: what, Figures: len(through), Through: through, Source: creationSource})
}

func (c *Creation) step(what string, figures int) {
	if figures > 0 {
		c.Steps = append(c.Steps, CreationStep{What: what, Figures: figures, Source: creationSource})
	}
}

// count divides the remaining figures among the figure entries in the file: one to each entry of a
// paid step, then one to each plain entry, and the rest to the first plain entry.
func (c *Creation) count(a *fad.Armoury, u *fad.Unit) {
	plain, rest := -1, c.Left
	for _, named := range []bool{true, false} {
		for i := range u.Figures {
			f := &u.Figures[i]
			if isNamed(a, *f) != named {
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

// text writes the sum of the figures: "15 figures - 2 Quality to Regular = 13".
func (c *Creation) text() string {
	text := finding.Count(c.Start, "figure")
	for _, step := range c.Steps {
		text += fmt.Sprintf(" - %d"+table.NoBreak+"%s", step.Figures, step.What)
	}
	return text + fmt.Sprintf(" = %d", c.Left)
}

// Problem says why the squad cannot be made, or "".
func (c *Creation) Problem() string {
	switch {
	case c.Left < 1:
		return fmt.Sprintf("%d figures less %d steps leave %d; drop %d of the steps to keep one figure", c.Start,
			c.Start-c.Left, c.Left, 1-c.Left)
	case c.Named > c.Left:
		return fmt.Sprintf("%d figures are left, and %d are named for a support weapon, leader or personality; drop %d of them", c.Left, c.Named, c.Named-c.Left)
	}
	return ""
}

// isNamed reports whether an entry is a single figure with a role: leader, support weapon,
// personality.
func isNamed(a *fad.Armoury, f fad.Figure) bool {
	w := a.Weapon(f.Weapon)
	return w != nil && w.Class != fad.Basic || f.Leader != "" || len(f.Personalities) > 0
}

// basicWeapon returns a squad's basic weapon: if it has several, the last in the table; if none,
// the starting weapon of creation.
func basicWeapon(a *fad.Armoury, u *fad.Unit) string {
	best := ""
	for _, f := range u.Figures {
		if place := a.Basic.Index(f.Weapon); place >= 0 && (best == "" || place > a.Basic.Index(best)) {
			best = f.Weapon
		}
	}
	if best == "" {
		best = a.Kinds.Find(string(u.Kind)).Creation.Weapon
	}
	return best
}
