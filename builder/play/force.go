package play

import (
	"fmt"
	"slices"
	"strings"

	"muster/builder"
	"muster/builder/fad"
	"muster/rules"
	fight "muster/rules/fad"
)

// force is Fast and Dirty at the table.
type force struct{ army *fad.Army }

func (f force) system() *rules.System { return f.army.List.Game }
func (f force) aboardActs() bool      { return false }

func (f force) optional() []rules.Optional { return f.system().Play.Optional }

// rounds are the turns of all lengths of a game, the most first: those that are
// usual.
func (f force) rounds() []int {
	var all []int
	for _, l := range f.army.List.Armoury.Lengths.All() {
		for n := l.Turns.Least; n <= l.Turns.Most; n++ {
			if !slices.Contains(all, n) {
				all = append(all, n)
			}
		}
	}
	slices.Sort(all)
	slices.Reverse(all)
	return all
}

func (f force) missions() []MissionOf {
	var all []MissionOf
	for _, m := range f.army.List.Armoury.Missions.All() {
		all = append(all, MissionOf{ID: m.ID, Name: m.Name, Summary: m.Summary, Turns: m.Turns, Units: m.Units, Denies: m.Denies})
	}
	return all
}

func (f force) bothHave() string { return f.army.List.Armoury.SameMission }

func (f force) styles() []Style {
	var all []Style
	for _, s := range f.army.List.Armoury.Styles.All() {
		all = append(all, Style{ID: s.ID, Name: s.Name, Summary: s.Summary, Missions: s.Missions[2:]})
	}
	return all
}

func (f force) units(list builder.Roster) []*Unit {
	army := list.List().(*fad.Army)
	names := builder.Names(list)
	brief, _ := army.Brief("") // without a style there is nothing that could be wrong
	var all []*Unit
	for i, u := range army.Units {
		one := f.unit(army, u, names[u.ID])
		one.Waits = slices.Contains(brief.Reserves, u.ID)
		one.Scouts = slices.Contains(brief.Sent, u.ID)
		if p := army.List.Partner(i); p >= 0 && !u.IsVehicle() && !army.Units[p].IsVehicle() {
			other := army.Units[p]
			one.Beside = other.ID
			one.Second = u.Kind != fight.Infantry || other.Kind == fight.Infantry && p < i
		}
		one.Off = slices.Contains(brief.OffBoard, u.ID)
		all = append(all, one)
	}
	return all
}

func (f force) unit(army *fad.Army, u *fad.Unit, name string) *Unit {
	one := &Unit{ID: u.ID, Name: name, Points: u.Price.Points, In: u.In, Vehicle: u.IsVehicle(), Holds: u.IsVehicle(), Ignores: map[string]string{}}
	one.force = &forceUnit{Unit: u, army: army}
	if o := army.List.Officer(army.List.Index(u.ID)); o != nil {
		one.force.officer = o.ID
	}
	b := Body{ID: u.ID, Name: name}
	for _, t := range u.Traits {
		b.mayOnce(t.Name, t.Summary)
		if t.Reserve {
			one.Reserve = t.Summary
		}
		for i := range t.Effects {
			for _, state := range t.Effects[i].Ignore {
				one.Ignores[string(state)] = t.Name
			}
		}
	}
	for _, p := range u.People {
		b.mayOnce(p.Name, p.Summary)
	}
	for _, w := range u.Weapons {
		if w.Smoke {
			b.addOnce(Once{Name: "Smoke", Times: 1})
		}
	}
	if !one.Off {
		for _, name := range army.List.Game.Play.Turn {
			b.addOnce(Once{Name: name, Times: 1, Turn: true, Any: true})
		}
	}
	each := 1
	for _, t := range u.Traits {
		each = max(each, t.Wounds)
	}
	switch {
	case u.IsVehicle():
		b.Kinds = []Kind{{Name: name, Models: 1, Tough: max(1, u.Out)}}
	case u.Kind.HasFigures():
		b.Kinds = kinds(army, u, each)
	default:
		b.Kinds = []Kind{{Name: name, Models: 1, Tough: each}}
	}
	if u.Kind == fight.Psionic && u.Strength > 0 {
		b.addOnce(Once{Name: "Strength", Times: u.Strength})
	}
	one.Bodies = []Body{b}
	return one
}

// A forceUnit is what the list says of a unit.
type forceUnit struct {
	*fad.Unit
	army    *fad.Army
	officer string // the id of who is with it, or ""
}

// left is what is left of the unit, by the kinds of its body.
func (u *forceUnit) left(b *Body, left []int) *fad.Unit {
	figures := make([]int, len(b.Kinds))
	for i, k := range b.Kinds {
		figures[k.place] = left[i]
	}
	return u.army.Left(u.Unit, figures)
}

// armed are the weapons and the figures of what is left of the unit, with its break
// point.
func (u *forceUnit) armed(now *fad.Unit, breaks int) Arms {
	all := Arms{Weapons: arms(now), Stats: profile(u.army, u.Unit, now, breaks)}
	for _, t := range u.Traits {
		all.Rules = append(all.Rules, t.Name)
	}
	for _, p := range now.People {
		all.Rules = append(all.Rules, p.Name)
	}
	for _, p := range u.Powers {
		all.Rules = append(all.Rules, p.Name)
	}
	return all
}

func (f force) arms(s *State, u *UnitState, b *BodyState) Arms {
	return u.force.armed(u.force.left(b.Body, b.left), f.breaks(s, u))
}

// kinds are a unit's figures in the order in which they fall: those with nothing
// special first, the leader last (docs/rules-notes.md, Fast and Dirty).
func kinds(army *fad.Army, u *fad.Unit, each int) []Kind {
	a := army.List.Armoury
	var all []Kind
	order := map[int]int{}
	for i, figure := range u.Figures {
		var words []string
		if l := a.Leaders.Find(figure.Leader); l != nil {
			words, order[i] = append(words, l.Name+" leader"), 2
		}
		for _, id := range figure.Personalities {
			if p := a.Personalities.Find(id); p != nil {
				words, order[i] = append(words, p.Name), max(order[i], 1)
			}
		}
		if w := a.Weapon(figure.Weapon); w != nil {
			words = append(words, w.Name)
			if w.Class != "basic" {
				order[i] = max(order[i], 1)
			}
		}
		all = append(all, Kind{Name: strings.Join(words, ", "), Models: figure.Count, Tough: each, Leads: order[i] == 2, place: i})
	}
	slices.SortStableFunc(all, func(a, b Kind) int { return order[a.place] - order[b.place] })
	return all
}

// arms are a unit's weapons.
func arms(u *fad.Unit) []Weapon {
	var all []Weapon
	for _, w := range u.Weapons {
		one := Weapon{Count: w.Count, Name: w.Name, Does: fmt.Sprintf("%d/%d/%d″ damage %+d", w.Close, w.Medium, w.Long, w.Damage)}
		bonus := w.FireEffect
		if u.IsVehicle() && w.Blast == 0 {
			bonus += u.FireEffect
		}
		if bonus != 0 {
			one.Does += fmt.Sprintf(" FE %+d", bonus)
		}
		if w.AP != 0 {
			one.Does += fmt.Sprintf(" AP %d", w.AP)
		}
		for _, note := range w.Notes {
			one.Rules = append(one.Rules, strings.ReplaceAll(note, `"`, "″"))
		}
		all = append(all, one)
	}
	return all
}

// profile is a unit's figures: what it began with, and what it can with what is
// left.
func profile(army *fad.Army, u, now *fad.Unit, breaks int) []builder.Stat {
	stats := []builder.Stat{{Label: "Quality", Value: u.Quality.Name}, {Label: "Resolve", Value: u.Resolve.Name}}
	add := func(label, format string, values ...any) {
		stats = append(stats, builder.Stat{Label: label, Value: fmt.Sprintf(format, values...)})
	}
	test := fmt.Sprintf("%d+", now.Led.Test)
	if u.IsVehicle() {
		side := func(rating int) string {
			if !army.List.Armoury.Armoured(rating) {
				return "–"
			}
			return fmt.Sprint(rating)
		}
		worn := u.Unit.Armour
		add("Armour", "%s/%s/%s", side(worn.Front), side(worn.Side), side(worn.Rear))
		add("Tests", "%s", test)
		if breaks > 0 {
			add("Broken", "at %d markers", breaks)
		}
		add("Lost", "at %d", u.Out)
		return stats
	}
	add("Armour", "%d", u.Armour)
	add("Tests", "%s", test)
	add("FE", "%+d", now.FireEffect)
	if now.FireDice > 0 {
		stats[len(stats)-1].Value += fmt.Sprintf(" +%dD6", now.FireDice)
	}
	if army.List.Armoury.Kinds.Find(string(u.Kind)).OffBoard {
		return stats
	}
	add("Assault", "%+d", now.Assault)
	if !u.Kind.Single() {
		add("Pin", "%d", u.Pin)
	}
	if u.Size() > 1 && breaks > 0 {
		add("Breaks", "at %d lost", breaks)
	}
	return stats
}

// after says nothing: whoever lost enough tests when he next activates.
func (f force) after(*UnitState, bool) {}

// wrecked kills who was in a vehicle that was destroyed (FAD, Vehicles); out of
// one that its crew gave up he gets.
func (f force) wrecked(s *State, vehicle, u *UnitState) {
	if vehicle.ModelsLeft() == 0 {
		u.Gone = "killed"
		s.destroyed(u, "killed")
	}
}

// officer is what is left of the unit as a side of a fight, with who is with it, if
// he still is.
func (f force) officer(s *State, u *UnitState) fight.Side {
	a, b := u.force.army.List.Armoury, &u.Bodies[0]
	side := fight.Side{Unit: u.force.left(b.Body, b.left).Fighter(a)}
	o, _ := s.Unit(u.Their, u.force.officer)
	if o == nil || !o.OnTable() || o.In != u.In && o.In != u.ID {
		return side
	}
	if leads := a.Leaderships.Find(o.force.Leadership); leads != nil {
		side.Officer = &fight.Officer{Rating: leads.Rating, Branch: fight.Branch(o.force.Specialisation)}
	}
	return side
}

// team is the unit with which another checks its Resolve as one: a weapons team
// attached to a squad (FAD, Heavy Weapons Teams); nil for none.
func (s *State) team(u *UnitState) *UnitState {
	o, _ := s.Unit(u.Their, u.Beside)
	if o == nil || o.force.Kind == u.force.Kind {
		return nil
	}
	return o
}

// breaks is the break point of a unit as it stands: with the officer who is with it
// and what its side has lost; 0 for who never checks.
func (f force) breaks(s *State, u *UnitState) int {
	if u.force.Kind.Single() { // a single figure does not test its morale
		return 0
	}
	for _, id := range u.States {
		if s.Game().State(id).Unbroken {
			return 0
		}
	}
	figures, raised := u.force.Size(), 0
	if o := s.team(u); o != nil {
		figures += o.force.Size()
	}
	if side := f.officer(s, u); side.Commanded() {
		raised = 1
	}
	return max(0, u.force.BreakAt(u.force.army.List.Armoury, figures, raised, u.heart))
}

func (f force) disheartened(u *UnitState, levels int) bool {
	return u.force.BreakAt(u.force.army.List.Armoury, u.force.Size(), 0, levels) < 0
}

// lost is what the unit lost so far, as its Resolve counts it: figures, or a
// vehicle's markers.
func (u *UnitState) lost() int {
	b := &u.Bodies[0]
	if u.Vehicle {
		return b.wounds
	}
	return b.Models() - b.ModelsLeft()
}

// checks reports whether the unit must check its Resolve when it activates: it has
// lost enough, and a vehicle is under fire (FAD, Resolve).
func (f force) checks(s *State, u *UnitState) bool {
	at, lost := f.breaks(s, u), u.lost()
	if o := s.team(u); o != nil {
		lost += o.lost()
	}
	return at > 0 && lost >= at && (!u.Vehicle || u.Is(rules.UnderFire))
}

func (f force) moments(s *State, u *UnitState) []Moment {
	switch {
	case !u.Lives() || u.Off || s.Over:
		return nil
	case u.Scouts && !u.scouted && s.Round == 1 && !u.Acted && !u.Waiting:
		return []Moment{{
			Unit: u, What: "was sent ahead: does it come back?", Text: f.dice(s, u, 3),
			Ways: []Way{u.passes("Three: deploys", Scouted, 3), u.passes("Two: comes in turn 2", Scouted, 2), u.passes("One: in turn 3", Scouted, 1), u.passes("None: ambushed, lost", Scouted, 0)},
		}}
	case u.Waiting && s.Round >= u.Due:
		m := Moment{Unit: u, What: "may come this turn", Text: u.Reserve, Ways: []Way{u.way("Arrives", Arrive)}}
		if u.Due == 0 && u.Acted {
			return nil
		}
		if u.Due == 0 && s.Round > 1 {
			m.Ways = append(m.Ways, u.way("Not this turn", Act))
		}
		return []Moment{m}
	case u.Waiting || u.In != "":
		return nil
	}
	all := f.tests(s, u)
	if !u.Vehicle && !u.force.Kind.Single() && !u.Acted && (slices.Contains(u.means, rules.UnderFire) || slices.Contains(u.means, rules.Pinned)) {
		all = append(all, f.response(s, u))
	}
	if u.Waits && s.Round == 1 && !u.Acted && len(s.before) == 0 {
		all = append(all, Moment{Unit: u, What: "may come later", Text: u.Reserve, Ways: []Way{u.way("Set aside", Reserve)}, Quiet: true})
	}
	return all
}

// tests are those that a unit takes as it activates: its Resolve first, then repairs.
func (f force) tests(s *State, u *UnitState) []Moment {
	var all []Moment
	if u.Acted {
		return nil
	}
	side := f.officer(s, u)
	own := side.Tests()
	again := own.Rerolls
	if side.Officer != nil {
		again += side.Officer.Rating
	}
	damaged := u.Is(rules.Damaged) || u.Is(rules.Critical)
	if f.checks(s, u) && !u.tested[0] {
		m := Moment{Unit: u, What: "checks its Resolve as it activates", Text: f.dice(s, u, 3-own.Passes-own.Fails)}
		m.Text += fated(own.Passes, "passed") + fated(own.Fails, "failed") + rolledAgain(again)
		if !u.Vehicle {
			m.Text += " One more has passed within 8″ of a friendly tank or walker."
		}
		one := "One: falls back"
		if u.Vehicle && damaged {
			one = "One: bails out"
		}
		m.Ways = []Way{u.passes("Two: rallies", Rally, 2), u.passes(one, Rally, 1)}
		if own.Passes == 0 {
			m.Ways = append(m.Ways, u.passes("None: routs", Rally, 0))
		}
		all = append(all, m)
	}
	if damaged && !u.tested[1] {
		failed := 0
		if u.Is(rules.Critical) {
			failed = 1
		}
		all = append(all, Moment{
			Unit: u, What: "tests for repairs as it activates", Text: f.dice(s, u, 3-failed) + fated(failed, "failed") + rolledAgain(own.Repairs),
			Ways: []Way{u.passes("Two: repaired", Repair, 2), u.passes("One: still damaged", Repair, 1), u.passes("None: lost", Repair, 0)},
		})
	}
	return all
}

// response is the test of infantry that activates under fire, where it is played
// (FAD, Command Response).
func (f force) response(s *State, u *UnitState) Moment {
	text := f.dice(s, u, 3)
	if u.hurt > 0 && u.hurt == s.Round-1 {
		text += " −1 each, since it lost figures last turn."
	}
	if slices.ContainsFunc(u.Bodies[0].Kinds, func(k Kind) bool { return k.Leads }) && !u.led() {
		text += " −1 each, since it lost its leader."
	}
	if f.officer(s, u).Officer != nil {
		text += " +1 each with its officer."
	}
	return Moment{Unit: u, What: "command response, if you play it", Text: text + " Without two passes it moves only into better cover and rushes only away.", Quiet: true}
}

// dice are those of a Quality test of a unit.
func (f force) dice(s *State, u *UnitState, n int) string {
	test := ""
	for _, stat := range s.Arms(u, &u.Bodies[0]).Stats {
		if stat.Label == "Tests" {
			test = stat.Value
		}
	}
	return fmt.Sprintf("%dD6, each of %s passes.", max(n, 0), test)
}

// fated says how many dice of a test are not rolled.
func fated(n int, what string) string {
	switch n {
	case 0:
		return ""
	case 1:
		return " One die has " + what + "."
	}
	return fmt.Sprintf(" %d dice have %s.", n, what)
}

// rolledAgain says how many failed dice may be rolled again.
func rolledAgain(n int) string {
	switch n {
	case 0:
		return ""
	case 1:
		return " One that failed may be rolled again."
	}
	return fmt.Sprintf(" Up to %d that failed may be rolled again.", n)
}

// passes is a way in which a test of so many passes comes out.
func (u *UnitState) passes(label string, do Verb, n int) Way {
	w := u.way(label, do)
	w.Event.N = n
	return w
}
