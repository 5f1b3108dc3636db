package fad

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"muster/builder/edit"
	"muster/catalog/fad"
	fight "muster/rules/fad"
	"muster/schema"
)

// figureLines holds the lines of a unit's figures while they are changed. A line is an entry of the
// unit in the file: a number of equal figures.
type figureLines struct {
	armoury      *fad.Armoury
	design       *fad.Design // the unit's design in its book, or nil
	lines        []figureLine
	statesCounts bool // the file states counts; otherwise basic creation computes them
}

// A figureLine is a line of figures: a number of equal figures. removed marks it for removal from
// the file.
type figureLine struct {
	fad.Figure
	removed bool
}

// newFigureLines returns the lines of a unit's figures; counted means that the file states their
// counts.
func newFigureLines(a *fad.Armoury, d *fad.Design, figures []fad.Figure, counted bool) *figureLines {
	s := &figureLines{armoury: a, design: d, statesCounts: counted}
	for _, f := range figures {
		f.Personalities = slices.Clone(f.Personalities)
		s.lines = append(s.lines, figureLine{Figure: f})
	}
	return s
}

// figureEdits holds the assignments to all figures of a unit. Files do not have these keys: an
// assignment to one changes the lines of figures.
var figureEdits = map[string]func(s *figureLines, value string) error{
	"figures=":        (*figureLines).resize,
	"weapon=":         (*figureLines).setBasicWeapon,
	"leader=":         (*figureLines).setLeader,
	"weapons+=":       (*figureLines).addWeapon,
	"weapons-=":       (*figureLines).removeWeapon,
	"personalities+=": (*figureLines).addPersonality,
	"personalities-=": (*figureLines).removePersonality,
}

// figureEdit returns the function that carries out an assignment to all figures; nil for any other
// assignment.
func figureEdit(kind fight.UnitKind, f edit.Assignment) func(s *figureLines, value string) error {
	if !kind.HasFigures() || len(f.Path) > 1 {
		return nil
	}
	if _, err := strconv.Atoi(f.Value); err != nil && f.Path[0] == "figures" {
		return nil // the lines themselves
	}
	return figureEdits[f.Path[0]+string(f.Operator)]
}

// Assign makes an assignment to a unit outside a file, as SetUnitField does within one. It changes
// nothing if the assignment is impossible, or not among the choices of the unit's form.
func (l *List) Assign(u *fad.Unit, f edit.Assignment) {
	if change := figureEdit(u.Kind, f); change != nil {
		if s := newFigureLines(l.Armoury, u.Design, u.Figures, !l.usesBasicCreation(u)); change(s, f.Value) == nil {
			u.Figures = s.figures()
		}
		return
	}
	if text := textAt(u, f.Path); text != nil {
		*text = f.Value
		return
	}
	n, _ := strconv.Atoi(f.Value)
	other := func(id string) bool { return id != f.Value }
	switch key := strings.Join(f.Path, ".") + string(f.Operator); key {
	case "armour.front=":
		u.Armour.Front = n
	case "armour.side=":
		u.Armour.Side = n
	case "armour.rear=":
		u.Armour.Rear = n
	case "weapons+=":
		u.VehicleWeapons = append(slices.Clip(u.VehicleWeapons), f.Value)
	case "powers+=":
		u.Powers = append(slices.Clip(u.Powers), f.Value)
	case "powers-=":
		u.Powers = filter(u.Powers, other)
	case "traits+=":
		u.Traits = append(slices.Clip(u.Traits), fad.TraitUse{ID: f.Value})
	case "traits-=":
		u.Traits = filter(u.Traits, func(t fad.TraitUse) bool { return other(t.ID) })
	default: // a figure has one personality
		people := &u.Personalities
		if f.Path[0] == "figures" {
			people = &figureAt(u, f.Path).Personalities
		}
		if *people = nil; f.Value != "" {
			*people = []string{f.Value}
		}
	}
}

// textAt returns a pointer to the text at an assignment's path in a unit, or nil.
func textAt(u *fad.Unit, path []string) *string {
	switch strings.Join(path, ".") {
	case "quality":
		return &u.Quality
	case "resolve":
		return &u.Resolve
	case "armour":
		return &u.Armour.ID
	case "movement":
		return &u.Movement
	case "heavy":
		return &u.CrewWeapon
	case "weapon":
		return &u.SingleFigureWeapon
	case "leadership":
		return &u.Leadership
	case "aptitude":
		return &u.Aptitude
	}
	switch last := path[len(path)-1]; {
	case path[0] == "weapons" && len(path) == 2:
		n, _ := strconv.Atoi(last)
		return &u.VehicleWeapons[n-1]
	case path[0] == "figures" && last == "weapon":
		return &figureAt(u, path).Weapon
	case path[0] == "figures" && last == "leader":
		return &figureAt(u, path).LeaderLevel
	}
	return nil
}

// figureAt returns the line of figures at a path such as figures.2.
func figureAt(u *fad.Unit, path []string) *fad.Figure {
	n, _ := strconv.Atoi(path[1])
	return &u.Figures[n-1]
}

// filter returns the elements for which fits is true.
func filter[T any](all []T, fits func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(all), func(one T) bool { return !fits(one) })
}

// figures returns the lines that are not removed.
func (s *figureLines) figures() (all []fad.Figure) {
	for _, l := range s.lines {
		if !l.removed {
			all = append(all, l.Figure)
		}
	}
	return all
}

// write changes the lines of figures in the file from was to the lines of s.
func (s *figureLines) write(file *edit.Text, path []any, was []fad.Figure) error {
	set := func(key, operator, value string) error {
		a, err := edit.ParseAssignment("figures" + key + operator + value)
		if err == nil {
			err = file.Assign(path, a, fad.UnitKeys())
		}
		return err
	}
	for i, before := range was {
		now := s.lines[i]
		for _, c := range []struct {
			key     string
			differs bool
			value   string
		}{
			{"count", now.Count != before.Count, strconv.Itoa(now.Count)},
			{"weapon", now.Weapon != before.Weapon, now.Weapon},
			{"leader", now.LeaderLevel != before.LeaderLevel, now.LeaderLevel},
			{"personalities", !slices.Equal(now.Personalities, before.Personalities), schema.YAMLLine(now.Personalities)},
		} {
			if c.differs && !now.removed {
				if err := set(fmt.Sprintf(".%d.%s", i+1, c.key), "=", c.value); err != nil {
					return err
				}
			}
		}
	}
	for _, l := range s.lines[len(was):] {
		if l.removed {
			continue
		}
		if err := set("", "+=", schema.YAMLLine(l.Figure)); err != nil {
			return err
		}
	}
	for i := len(was) - 1; i >= 0; i-- {
		if s.lines[i].removed {
			if err := set("", "-=", strconv.Itoa(i+1)); err != nil {
				return err
			}
		}
	}
	return nil
}

// hasCommonWeapon reports whether a line has the unit's common weapon, not a weapon of a special
// figure: a basic or an unknown one or, in a unit of a book, one that no special figure of its
// design has.
func (s *figureLines) hasCommonWeapon(l figureLine) bool {
	if s.design != nil {
		return !slices.ContainsFunc(s.design.SpecialFigures, func(p fad.SpecialFigure) bool { return slices.Contains(p.WeaponChoices, l.Weapon) })
	}
	w := s.armoury.Weapon(l.Weapon)
	return w == nil || w.Class == fad.BasicWeapon
}

// findLine returns the index of the line with the most figures for which fits is true, or -1.
func (s *figureLines) findLine(fits func(l figureLine) bool) int {
	best := -1
	for i, l := range s.lines {
		if !l.removed && fits(l) && (best < 0 || l.Count > s.lines[best].Count) {
			best = i
		}
	}
	return best
}

// plainFigureLine returns the index of the line with the most figures that have a basic weapon and
// nothing else, or -1.
func (s *figureLines) plainFigureLine() int {
	return s.findLine(func(l figureLine) bool {
		return l.LeaderLevel == "" && len(l.Personalities) == 0 && s.hasCommonWeapon(l)
	})
}

// commonWeapon returns the most common basic weapon of the figures; "" if there is none.
func (s *figureLines) commonWeapon() string {
	i := s.plainFigureLine()
	if i < 0 {
		i = s.findLine(s.hasCommonWeapon)
	}
	switch {
	case i >= 0:
		return s.lines[i].Weapon
	case s.design != nil:
		return s.design.OrdinaryWeapons()[0]
	}
	return ""
}

// changeFigure takes one figure out of a line and changes it.
func (s *figureLines) changeFigure(line int, how func(f *fad.Figure)) {
	l := &s.lines[line]
	one, many := l.Figure, l.Count > 1
	if !s.statesCounts {
		many = line == s.plainFigureLine()
	}
	one.Count, one.Personalities = 1, slices.Clone(one.Personalities)
	how(&one)
	switch alike := s.equalLineIndex(one); {
	case alike == line:
		return
	case alike < 0 && !many:
		one.Count = l.Count
		l.Figure = one
		return
	case !many:
		l.removed = true
	case s.statesCounts:
		l.Count--
	}
	s.addFigures(one)
}

// equalLineIndex returns the index of the line with equal figures, or -1. With basic creation only
// plain figures share a line.
func (s *figureLines) equalLineIndex(one fad.Figure) int {
	i := s.findLine(func(l figureLine) bool {
		return l.Weapon == one.Weapon && l.LeaderLevel == one.LeaderLevel && slices.Equal(l.Personalities, one.Personalities)
	})
	if !s.statesCounts && i != s.plainFigureLine() {
		return -1
	}
	return i
}

// addFigures adds figures to the line with equal figures, or as a new line.
func (s *figureLines) addFigures(some fad.Figure) {
	i := s.equalLineIndex(some)
	switch {
	case i >= 0 && s.statesCounts:
		s.lines[i].Count += some.Count
	case i < 0:
		if !s.statesCounts {
			some.Count = 0 // the creation finds them
		}
		s.lines = append(s.lines, figureLine{Figure: some})
	}
}

// changePlainFigure takes one of the plain figures and changes it. A plain figure has a basic
// weapon and nothing else.
func (s *figureLines) changePlainFigure(how func(f *fad.Figure)) error {
	line := s.plainFigureLine()
	switch {
	case line >= 0:
		s.changeFigure(line, how)
	case !s.statesCounts: // no line states its plain figures
		var one fad.Figure
		how(&one)
		if one.Weapon == "" {
			one.Weapon = basicWeapon(s.armoury, &fad.Unit{Kind: fight.Infantry, Figures: s.figures()})
		}
		s.addFigures(one)
	default:
		return errors.New("nobody is left who has a basic weapon and nothing else; make the unit larger first")
	}
	return nil
}

// resize sets the number of figures: plain ones are added and removed first, the leader last.
func (s *figureLines) resize(value string) error {
	n, err := strconv.Atoi(value)
	switch {
	case !s.statesCounts:
		return errors.New("in basic creation figures are not chosen: each step up takes one away")
	case err != nil || n < 1 || n > 1000:
		return fmt.Errorf("`figures=%s`: a unit has 1 to 1000 figures", value)
	}
	size := 0
	for _, f := range s.figures() {
		size += f.Count
	}
	if size < n {
		line := s.plainFigureLine()
		if line < 0 {
			weapon := s.commonWeapon()
			if most := s.findLine(func(figureLine) bool { return true }); weapon == "" && most >= 0 {
				weapon = s.lines[most].Weapon
			}
			s.addFigures(fad.Figure{Count: n - size, Weapon: weapon})
			return nil
		}
		s.lines[line].Count += n - size
		return nil
	}
	for size > n {
		line := s.plainFigureLine()
		for i := len(s.lines) - 1; i >= 0 && line < 0; i-- {
			if !s.lines[i].removed && s.lines[i].LeaderLevel == "" {
				line = i
			}
		}
		if line < 0 {
			line = s.findLine(func(figureLine) bool { return true })
		}
		fewer := min(size-n, s.lines[line].Count)
		size -= fewer
		if s.lines[line].Count -= fewer; s.lines[line].Count == 0 {
			s.lines[line].removed = true
		}
	}
	return nil
}

// setBasicWeapon gives a basic weapon to all figures that have one.
func (s *figureLines) setBasicWeapon(weapon string) error {
	armed := false
	for i := range s.lines {
		l := &s.lines[i]
		if l.removed || !s.hasCommonWeapon(*l) {
			continue
		}
		armed = true
		twin := slices.IndexFunc(s.lines[:i], func(other figureLine) bool {
			return !other.removed && other.Weapon == weapon && other.LeaderLevel == l.LeaderLevel &&
				slices.Equal(other.Personalities, l.Personalities)
		})
		if l.Weapon = weapon; twin >= 0 && s.statesCounts {
			s.lines[twin].Count += l.Count
			l.removed = true
		}
	}
	switch {
	case armed:
	case s.statesCounts:
		return errors.New("nobody of it has a basic weapon")
	default:
		s.addFigures(fad.Figure{Weapon: weapon})
	}
	return nil
}

// setLeader gives the unit a leader with an experience, or none.
func (s *figureLines) setLeader(leader string) error {
	now := s.findLine(func(l figureLine) bool { return l.LeaderLevel != "" })
	lead := func(f *fad.Figure) { f.LeaderLevel = leader }
	switch {
	case now >= 0:
		s.changeFigure(now, lead)
	case leader != "":
		return s.changePlainFigure(lead)
	}
	return nil
}

// addWeapon gives a weapon to one of the plain figures.
func (s *figureLines) addWeapon(weapon string) error {
	return s.changePlainFigure(func(f *fad.Figure) { f.Weapon = weapon })
}

// removeWeapon replaces the weapon of one figure by the basic one.
func (s *figureLines) removeWeapon(weapon string) error {
	line := s.findLine(func(l figureLine) bool { return l.Weapon == weapon && l.LeaderLevel == "" && len(l.Personalities) == 0 })
	if line < 0 {
		line = s.findLine(func(l figureLine) bool { return l.Weapon == weapon })
	}
	basic := s.commonWeapon()
	if basic == "" {
		basic = s.armoury.BasicWeapons.All()[0].ID
	}
	if line < 0 || weapon == basic {
		return fmt.Errorf("nobody of it carries `%s` in place of its basic weapon", weapon)
	}
	s.changeFigure(line, func(f *fad.Figure) { f.Weapon = basic })
	return nil
}

// addPersonality gives a personality to one of the plain figures.
func (s *figureLines) addPersonality(personality string) error {
	return s.changePlainFigure(func(f *fad.Figure) { f.Personalities = []string{personality} })
}

// removePersonality removes the personality from one figure.
func (s *figureLines) removePersonality(personality string) error {
	line := s.findLine(func(l figureLine) bool { return slices.Contains(l.Personalities, personality) })
	if line < 0 {
		return fmt.Errorf("nobody of it is `%s`", personality)
	}
	s.changeFigure(line, func(f *fad.Figure) {
		f.Personalities = slices.DeleteFunc(f.Personalities, func(id string) bool { return id == personality })
	})
	return nil
}
