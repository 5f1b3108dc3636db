// Package preview predicts how the units of a Fast and Dirty force fare, against typical units
// or those of another force. The odds come from rules/fad; this package adds the pairings,
// distances and covers, and the worth of a fight in points.
package preview

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"muster/builder/fad"
	"muster/builder/finding"
	"muster/builder/odds"
	armoury "muster/catalog/fad"
	"muster/rules/dice"
	combat "muster/rules/fad"
	"muster/schema"
)

// A Combatant is one unit of a force, ready to fight.
type Combatant struct {
	ID   string
	Name string
	// Points is the unit's points; in combined fire, with the points of its partner.
	Points int
	Side   combat.Side
	// Partner is the id of the partner in combined fire, Officer the id of a character with the
	// unit; "" for none.
	Partner, Officer string
	Tables           *combat.Tables

	// Notes names useless or surprising weapons and crew of the unit.
	Notes []string
	// GearOutsideFights names equipment and traits of the unit that do not affect a fight.
	GearOutsideFights []string
	// NotModelled names rules of the unit that have no effect in muster's data.
	NotModelled []string

	army      *fad.Army
	profile   *fad.Profile   // its profile in army
	gameState odds.UnitState // the unit's present state in a game, such as its losses
}

// Units returns all units of a force in file order, each with its officer and the trait that the
// officer gives. A squad that can fire together with its partner appears twice, the second time
// with the partner. Units with unknown ids are left out.
func Units(army *fad.Army) []Combatant { return units(army, nil) }

// units returns the units of a force in their states in a game; now maps unit ids to states. A unit
// without a state is at full strength.
func units(army *fad.Army, now map[string]odds.UnitState) (all []Combatant) {
	tables := army.List.Armoury.FightTables()
	for i := range army.Units {
		all = append(all, combatantsOfUnit(army, i, tables, now)...)
	}
	return all
}

// woundedPenalty is the change of a squad's Fire Effect by untreated wounded (FAD, Recovering
// Wounded).
const woundedPenalty = -3

// combatantsOfUnit returns the i-th unit of a force alone and, if it can fire together with its
// partner, also with the partner; nothing if it cannot fight. now holds states in a game by unit
// id.
func combatantsOfUnit(army *fad.Army, i int, tables *combat.Tables, now map[string]odds.UnitState) []Combatant {
	a, u := army.List.Armoury, army.Units[i]
	if !canFight(u) {
		return nil
	}
	stated, fallen := remainingUnit(a, u.Unit, now)
	if stated == nil {
		return nil
	}
	officer := army.List.Officer(i)
	if state, inGame := now[u.ID]; inGame {
		officer = army.List.Unit(state.OfficerID)
	}
	if officer != nil && u.Kind == combat.Infantry {
		for _, t := range officer.Traits {
			if t.LentTrait != "" && !slices.Contains(stated.TraitIDs(), t.LentTrait) {
				stated.Traits = append(slices.Clip(stated.Traits), armoury.TraitUse{ID: t.LentTrait})
			}
		}
	}
	one := Combatant{
		ID: u.ID, Name: u.Title(), Points: u.Price.Points, Side: combat.Side{Fighter: stated.Fighter(a)},
		Tables: tables, army: army, profile: u, gameState: now[u.ID],
	}
	one.Side.FiguresLost = fallen
	if now[u.ID].WoundedFigures > 0 {
		one.Side.Modifiers.FireEffect += woundedPenalty
	}
	if officer != nil {
		one.addOfficer(a, officer)
	}
	if p := a.Aptitudes.Find(u.Aptitude); p != nil && u.Kind == combat.Psionic {
		one.Notes = append(one.Notes,
			"Invokes a power with "+dice.Format(100*combat.InvocationPasses(p.TargetNumber).AtLeast(1), 1)+"%, and does not shoot then.")
	}
	one.addNotes(a)
	all := []Combatant{one}
	if partner := army.List.PartnerIndex(i); partner >= 0 && canFight(army.Units[partner]) {
		other := army.Units[partner]
		standing, fallen := remainingUnit(a, other.Unit, now)
		if standing == nil {
			return all
		}
		beside := standing.Fighter(a)
		beside.FiguresLost = fallen
		if one.Side.CanFireWith(&beside) {
			one.Partner, one.Side.Partner = other.ID, &beside
			one.Name += " with " + other.Title()
			one.Points += other.Price.Points
			one.Notes, one.GearOutsideFights, one.NotModelled = nil, nil, nil // the unit alone has them
			all = append(all, one)
		}
	}
	return all
}

// Has reports whether the combatant is the unit with an id.
func (u *Combatant) Has(id string) bool { return u.ID == id }

// Target returns the description of the unit as a target.
func (u *Combatant) Target() odds.Target {
	whole, size := u.army.TableUnit(u.profile), "vehicle"
	if !whole.IsVehicle {
		size = finding.CountText(u.Side.Figures, whole.ModelWord())
	}
	profile := size + ", armour " + whole.CellText("ARMOUR")
	return odds.Target{
		ID: u.ID, Name: u.Name, IdentityLine: fmt.Sprintf("%s, %d points", u.Name, u.Points),
		Profile: profile,
	}
}

// remainingUnit returns what is left of a unit, or nil, and its losses: figures, or a vehicle's
// damage markers.
func remainingUnit(a *armoury.Armoury, u *armoury.Unit, now map[string]odds.UnitState) (standing *armoury.Unit, fallen int) {
	s, there := now[u.ID]
	if !there {
		one := *u
		return &one, 0
	}
	if len(s.ModelsLeft) > 0 && !slices.ContainsFunc(s.ModelsLeft, func(n int) bool { return n > 0 }) {
		return nil, 0
	}
	one := *u
	if levels := a.Resolves.IDs(); s.ResolveLost > 0 {
		one.Resolve = levels[max(0, a.Resolves.Index(u.Resolve)-s.ResolveLost)]
	}
	switch {
	case u.Kind == combat.Vehicle && len(s.Wounds) > 0:
		fallen = max(s.Wounds[0], 0)
	case u.Kind.HasFigures():
		one.Figures = slices.Clone(u.Figures)
		for i := range min(len(s.ModelsLeft), len(one.Figures)) {
			one.Figures[i].Count = min(max(s.ModelsLeft[i], 0), u.Figures[i].Count)
		}
		fallen = u.Size() - one.Size()
	}
	return &one, fallen
}

// canFight reports whether fights with a unit can be computed.
func canFight(u *fad.Profile) bool { return u.Problem == nil && u.Size() > 0 }

// addOfficer makes an officer accompany the unit.
func (u *Combatant) addOfficer(a *armoury.Armoury, officer *armoury.Unit) {
	leads := officer.AsOfficer(a)
	if leads == nil {
		return
	}
	u.Officer, u.Side.Officer = officer.ID, leads
	var gains []string
	if leads.Rating > 0 {
		failed := "1 failed die"
		if leads.Rating > 1 {
			failed = fmt.Sprintf("%d failed dice", leads.Rating)
		}
		gains = append(gains, fmt.Sprintf("it rolls up to %s of morale again", failed))
	}
	if u.Side.OfficerLeads() {
		gains = append(gains, fmt.Sprintf("%+d to its fire and assaults", leads.Rating), "a level of Resolve")
	}
	if len(gains) > 0 {
		apart := "He fires and assaults on his own, and his"
		if u.Side.Kind == combat.Vehicle { // he is of its crew
			apart = "His"
		}
		u.Notes = append(u.Notes, fmt.Sprintf("%s is with it: %s. %s points are his own.", officer.Title(),
			strings.Join(gains, ", "), apart))
	}
}

//go:embed bench.yaml
var typicalTargetsText []byte

var builtInTargets = sync.OnceValues(func() ([]Combatant, error) {
	document, err := schema.Read("builder/fad/preview/bench.yaml", typicalTargetsText, "bench/1")
	if err != nil {
		return nil, err
	}
	return readTargets(document)
})

// TypicalTargets returns the typical targets in a file of the kind bench/1; for nil, the targets
// that ship with muster. Their points are computed by the game's prices. The error is a
// *schema.Error that names every unit that cannot fight.
func TypicalTargets(document *schema.Document) ([]Combatant, error) {
	if document == nil {
		return builtInTargets()
	}
	return readTargets(document)
}

func readTargets(document *schema.Document) ([]Combatant, error) {
	if document.At("system").Text() == "" {
		return nil, document.ProblemError("",
			"these are targets of another game; those of Fast and Dirty say `system: fad`", "muster")
	}
	army, err := fad.LoadDocument(document, nil)
	if err != nil {
		return nil, err
	}
	var problems []schema.Problem
	refuse := func(message string, path ...any) {
		problems = append(problems, document.ProblemError("", message, append([]any{"targets"}, path...)...).Problems...)
	}
	for i, u := range army.Units {
		unknown := army.List.Armoury.UnknownIDs(u.Unit)
		for _, k := range unknown {
			refuse(k.Message, append([]any{i}, k.Path...)...)
		}
		switch {
		case len(unknown) > 0:
		case u.Problem != nil:
			refuse(u.Problem.Error(), i)
		case u.Size() < 1:
			refuse("the target has no figures", i)
		case u.Kind == combat.Artillery:
			refuse("off-board artillery is never on the table, so it is no target", i, "kind")
		case army.List.Index(u.ID) < i:
			refuse(fmt.Sprintf("two targets have the id `%s`; rename one of them", u.ID), i, "id")
		}
	}
	if problems != nil {
		return nil, &schema.Error{Problems: problems}
	}
	return Targets(Units(army)), nil
}

// Targets returns the units that can be attacked: all but off-board artillery and units that only fight
// together with another.
func Targets(units []Combatant) []Combatant {
	return slices.DeleteFunc(units, func(u Combatant) bool { return u.Side.Kind == combat.Artillery || u.Partner != "" })
}

// addNotes adds the notes to show above the unit's odds.
func (u *Combatant) addNotes(a *armoury.Armoury) {
	for _, t := range u.Side.Traits {
		part := len(t.Effects) == 0
		for _, e := range t.Effects {
			part = part || e.NonFight == "" || e.NonFight == combat.NonFightTraitProtection
		}
		switch {
		case len(t.Effects) == 0:
			u.NotModelled = append(u.NotModelled, t.Name)
		case !part:
			u.GearOutsideFights = append(u.GearOutsideFights, t.Name)
		}
	}
	u.noteIdleWeapons()
	if v := &u.Side; v.Kind == combat.Vehicle {
		if needed := v.MaxWeaponsFired(); v.CrewedWeaponCount < needed {
			u.Notes = append(u.Notes, fmt.Sprintf("Its crew fires %d of %d weapons, the first ones.", v.CrewedWeaponCount, needed))
		}
	}
	u.Notes = append(u.Notes, strangeAPNotes(a, u.piercingWeapons())...)
}

// noteIdleWeapons adds a note on the weapons of a squad whose damage and AP are never used.
func (u *Combatant) noteIdleWeapons() {
	if u.Side.Kind != combat.Infantry {
		return
	}
	main := u.Side.MainWeapon()
	if main == nil {
		return
	}
	for _, w := range u.Side.Weapons {
		if w.ID != main.ID && !w.IsBlast && (w.AP > main.AP || w.DamageBonus > main.DamageBonus) {
			u.Notes = append(u.Notes, fmt.Sprintf("%s adds to the volley, but its damage %d and AP %d are never used: most carry %s.", w.Name, w.DamageBonus, w.AP, main.Name))
		}
	}
}

// piercingWeapons lists the weapons with AP that counts against figures: a squad's main weapon, and
// weapons without a blast.
func (u *Combatant) piercingWeapons() []combat.Weapon {
	if main := u.Side.MainWeapon(); u.Side.Kind == combat.Infantry && main != nil {
		return []combat.Weapon{*main}
	}
	return slices.DeleteFunc(slices.Clone(u.Side.Weapons),
		func(w combat.Weapon) bool { return w.IsBlast || u.Side.Kind.CrewsWeapon() && !w.ServedByCrew })
}

// strangeAPNotes returns a note for each AP value that kills a better armour more easily than a
// worse one.
func strangeAPNotes(a *armoury.Armoury, weapons []combat.Weapon) []string {
	var notes []string
	var seen []int
	for _, w := range weapons {
		if w.AP == 0 || slices.Contains(seen, w.AP) {
			continue
		}
		seen = append(seen, w.AP)
		best := ""
		for _, better := range a.Armours.All() {
			if best != "" {
				break
			}
			pierced := combat.ArmourAfterAP(better.Rating, w.AP)
			for _, worse := range a.Armours.All() { // the last of them is the best
				if better.Rating > worse.Rating && pierced < combat.ArmourAfterAP(worse.Rating, w.AP) {
					best = fmt.Sprintf("AP %d kills %s (%d counts as %d) more easily than %s (%d).", w.AP,
						better.Name, better.Rating, pierced, worse.Name, worse.Rating)
				}
			}
		}
		if best != "" {
			notes = append(notes, best)
		}
	}
	return notes
}
