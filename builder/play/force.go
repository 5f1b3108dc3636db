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
		all = append(all, MissionOf{ID: m.ID, Name: m.Name, Summary: m.Summary, Turns: m.Turns, Units: m.Units})
	}
	return all
}

func (f force) units(list builder.Roster) []*Unit {
	army := list.List().(*fad.Army)
	ids, titles := make([]string, len(army.Units)), make([]string, len(army.Units))
	for i, u := range army.Units {
		ids[i], titles[i] = u.ID, u.Title()
	}
	names := builder.Numbered(ids, titles)
	brief, _ := army.Brief("") // without a style there is nothing that could be wrong
	var all []*Unit
	for _, u := range army.Units {
		one := f.unit(army, u, names[u.ID])
		one.Waits = slices.Contains(brief.Reserves, u.ID)
		one.Off = slices.Contains(brief.OffBoard, u.ID)
		all = append(all, one)
	}
	return all
}

func (f force) unit(army *fad.Army, u *fad.Unit, name string) *Unit {
	one := &Unit{ID: u.ID, Name: name, Points: u.Price.Points, In: u.In, Vehicle: u.IsVehicle(), Break: u.Break, Holds: u.IsVehicle()}
	if u.Kind.Single() {
		one.Break = 0 // a single figure does not test its morale
	}
	b := Body{ID: u.ID, Name: name}
	for _, t := range u.Traits {
		b.Rules = append(b.Rules, t.Name)
		if rules.OnceAGame(t.Summary) {
			b.addOnce(t.Name, 1)
		}
	}
	for _, p := range u.People {
		b.Rules = append(b.Rules, p.Name)
		if rules.OnceAGame(p.Summary) {
			b.addOnce(p.Name, 1)
		}
	}
	for _, w := range u.Weapons {
		if w.Smoke {
			b.addOnce("Smoke", 1)
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
	f.arm(army, u, &b)
	if u.Kind == fight.Psionic && u.Strength > 0 {
		for _, p := range u.Powers {
			b.Rules = append(b.Rules, p.Name)
		}
		b.addOnce("Strength", u.Strength)
	}
	one.Bodies = []Body{b}
	return one
}

// arm has a body work out what its weapons and figures come to with what is left.
func (f force) arm(army *fad.Army, u *fad.Unit, b *Body) {
	b.weapons = func(left []int) ([]Weapon, []builder.Stat) {
		figures := make([]int, len(b.Kinds))
		for i, k := range b.Kinds {
			figures[k.place] = left[i]
		}
		now := army.Left(u, figures)
		return arms(now), profile(army, u, now)
	}
	_, b.Stats = b.weapons(models(b.Kinds))
}

func models(kinds []Kind) []int {
	all := make([]int, len(kinds))
	for i, k := range kinds {
		all[i] = k.Models
	}
	return all
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
func profile(army *fad.Army, u, now *fad.Unit) []builder.Stat {
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
		if u.Break > 0 {
			add("Broken", "at %d markers", u.Break)
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
	if u.Size() > 1 && u.Break > 0 {
		add("Breaks", "at %d lost", u.Break)
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

// lost is what the unit lost so far, as its Resolve counts it: figures, or a
// vehicle's markers.
func (u *UnitState) lost() int {
	b := &u.Bodies[0]
	if u.Vehicle {
		return b.wounds
	}
	return b.Models() - b.ModelsLeft()
}

// Breaks reports whether the unit must check its Resolve when it activates: it has
// lost enough, and a vehicle is under fire (FAD, Resolve).
func (u *UnitState) Breaks() bool {
	return u.Break > 0 && u.Lives() && u.lost() >= u.Break && (!u.Vehicle || u.Is(rules.UnderFire))
}

func (f force) moments(s *State, u *UnitState) []Moment {
	var all []Moment
	add := func(what, text string, ways ...Way) {
		all = append(all, Moment{Unit: u, What: what, Text: text, Ways: ways})
	}
	passes := func(label string, do Verb, n int) Way {
		w := u.way(label, do)
		w.Event.N = n
		return w
	}
	if !u.OnTable() || u.In != "" {
		if u.Waiting && u.Lives() {
			all = append(all, Moment{Unit: u, What: "may come this turn", Ways: []Way{u.way("Arrives", Arrive)}})
		}
		return all
	}
	test := ""
	for _, stat := range u.stats() {
		if stat.Label == "Tests" {
			test = stat.Value
		}
	}
	damaged := u.Is(rules.Damaged) || u.Is(rules.Critical)
	if u.Breaks() && !u.Acted && !u.tested[0] {
		one := "One: falls back"
		if u.Vehicle && damaged {
			one = "One: bails out"
		}
		add("checks its Resolve as it activates", "3D6, each of "+test+" passes.",
			passes("Two: rallies", Rally, 2), passes(one, Rally, 1), passes("None: routs", Rally, 0))
	}
	if damaged && !u.Acted && !u.tested[1] {
		dice := "3D6, each of " + test + " passes."
		if u.Is(rules.Critical) {
			dice = "2D6, each of " + test + " passes; the third die has failed."
		}
		add("tests for repairs as it activates", dice,
			passes("Two: repaired", Repair, 2), passes("One: still damaged", Repair, 1), passes("None: lost", Repair, 0))
	}
	if u.Waits && !u.Waiting && s.Round == 1 && !u.Acted && len(s.before) == 0 {
		all = append(all, Moment{Unit: u, What: "may come later", Ways: []Way{u.way("Set aside", Reserve)}, Quiet: true})
	}
	return all
}

// stats are the figures of the unit's first body as they are now.
func (u *UnitState) stats() []builder.Stat {
	_, stats := u.Bodies[0].Arms()
	return stats
}
