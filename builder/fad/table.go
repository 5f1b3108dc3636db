package fad

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"muster/builder/table"
	"muster/catalog/fad"
	"muster/convert"
	fight "muster/rules/fad"
)

// TableUnits returns the army's units as they appear on the table.
func (a *Army) TableUnits() []table.Unit {
	m := newTableMaker(a)
	units := make([]table.Unit, len(a.Units))
	for i, u := range a.Units {
		units[i] = m.unit(u)
		if !u.Kind.CrewsWeapon() { // the sheet gives the penalty for each lost crew member of a team
			addFireEffectSteps(&units[i], a.FireEffectSteps(u))
		}
	}
	return units
}

// TableUnit returns a unit of the army, or its survivors, as it appears on the table.
func (a *Army) TableUnit(u *Profile) table.Unit {
	m := tableMaker{army: a}
	return m.unit(u)
}

// Rounds returns the number of rounds of the longest game.
func (a *Army) Rounds() int {
	turns := 0
	for _, length := range a.List.Armoury.GameLengths.All() {
		turns = max(turns, length.Turns.Most)
	}
	return turns
}

// A tableMaker turns the army's units into units for the table.
type tableMaker struct {
	army  *Army
	names map[string]string // names of units, by id
}

// Names returns the names of the force's units by id: units of one name are numbered.
func (a *Army) Names() map[string]string { return newTableMaker(a).names }

func newTableMaker(a *Army) tableMaker {
	ids, titles := make([]string, len(a.Units)), make([]string, len(a.Units))
	for i, u := range a.Units {
		ids[i], titles[i] = u.ID, u.Title()
	}
	return tableMaker{a, table.NumberedNames(ids, titles)}
}

// unit returns a unit for the table.
func (m *tableMaker) unit(u *Profile) table.Unit {
	b := table.Unit{
		ID: u.ID, IDs: []string{u.ID}, Name: u.Title(), Title: cmp.Or(m.names[u.ID], u.Title()), InTransport: u.InTransport,
		KindAndTraits: m.kindAndRole(u), Models: u.Size(), Points: u.Price.Points, Weapons: m.weapons(u),
		OffBoard: m.isOffBoard(u),
	}
	m.setOncePerGame(&b, u)
	m.addNotes(&b, u)
	if l := m.army.List; l.activeDocument.Kind == "book/1" {
		if note, any := choicesNote(l.Armoury, u.Design); any {
			b.Notes = append(b.Notes, note)
		}
	}
	if c := u.Creation; c != nil {
		b.StartFigures = c.StartFigures
		b.Notes = append(b.Notes, table.Note{Label: "Creation", Text: c.figureSumText()})
	}
	broken, game := "broken", m.army.List.Game
	if u.BreakPoint == 0 { // it never tests morale
		broken = ""
	}
	if u.IsVehicle() {
		b.IsVehicle = true
		b.Stats = vehicleStats(u)
		b.Tracks = []table.Track{m.markBreakingLoss(table.Track{Label: "Damage", BoxesPerModel: []int{u.MarkersToDestroy}}, u.BreakPoint)}
		b.States = table.StateNames(game, "under-fire", broken, "damaged", "critical")
		return b
	}
	b.WordForModel = "figure"
	b.Stats = m.stats(u)
	if !m.isOffBoard(u) {
		b.Tracks = m.figureTrack(u)
		pinned := "pinned"
		if !u.CanBePinned {
			pinned = ""
		}
		b.States = table.StateNames(game, "under-fire", pinned, broken)
	}
	if u.PsionicStrength > 0 && u.Kind == fight.Psionic {
		b.Tracks = append(b.Tracks, table.Track{Label: "Strength", BoxesPerModel: []int{u.PsionicStrength}})
	}
	return b
}

// isOffBoard reports whether a unit is never on the table.
func (m *tableMaker) isOffBoard(u *Profile) bool {
	return m.army.List.Armoury.UnitKinds.Find(string(u.Kind)).OffBoard
}

// kindAndRole names the kind of unit and its role in the force.
func (m *tableMaker) kindAndRole(u *Profile) []string {
	detail := []string{m.army.List.Armoury.UnitKinds.Find(string(u.Kind)).Name}
	if u.Moves.Mode != "" {
		detail = append(detail, strings.ToLower(u.Moves.Mode))
	}
	if u.ArmourName != "" {
		detail = append(detail, "armour: "+strings.ToLower(u.ArmourName))
	}
	for i, p := range m.army.List.Platoons {
		name := cmp.Or(p.Name, "Platoon "+strconv.Itoa(i+1))
		switch {
		case slices.Contains(p.Command, u.ID):
			detail = append(detail, name+", command")
		case slices.Contains(p.Squads, u.ID):
			detail = append(detail, name)
		}
	}
	if u.SentOnRecon {
		detail = append(detail, "on recon")
	}
	return detail
}

// statLabels holds the labels of all values in profiles of figures and of vehicles.
var statLabels = []string{
	"Quality", "Resolve", "Armour", "Front", "Side", "Rear", "Move", "Crew", "Capacity", "Fire Effect", "Assault",
	"Tests on",
	"Break point", "Pin level", "Lost at",
}

// qualityAndResolve returns Quality and Resolve, the first values of every profile.
func qualityAndResolve(u *Profile) []table.Stat {
	return []table.Stat{
		{Label: "Quality", InlineFormat: "%", Value: u.Quality.Name, ShortLabel: "Quality", ColumnHeading: "QUALITY"},
		{Label: "Resolve", InlineFormat: "%", Value: u.Resolve.Name, ShortLabel: "Resolve", ColumnHeading: "RESOLVE"},
	}
}

// stats returns the profile of figures.
func (m *tableMaker) stats(u *Profile) []table.Stat {
	armour := strconv.Itoa(u.ArmourRating)
	if u.ArmourName == "" {
		armour = "?"
	}
	stats, on := qualityAndResolve(u), !m.isOffBoard(u)
	add := func(has bool, label, inline, short, value string) {
		if has {
			stats = append(stats, table.Stat{Label: label, InlineFormat: inline, Value: value, ShortLabel: short})
		}
	}
	stats = append(stats, table.Stat{Label: "Armour", InlineFormat: "armour %", Value: armour, ShortLabel: "Armour", ColumnHeading: "ARMOUR"})
	if u.Moves.Standard > 0 {
		stats = append(stats, moveStat(u))
	}
	add(true, "Fire Effect", "FE %", "FE", fireEffectText(u.FireEffect, u.ExtraFireDice))
	add(on, "Assault", "assault %", "Assault", fmt.Sprintf("%+d", u.AssaultBonus))
	stats = append(stats, qualityTestStat(u))
	if on && max(u.Size(), u.startFigures) > 1 {
		stats = append(stats, breakPointStat(u, "")...)
	}
	add(on && u.PinLevel > 0, "Pin level", "pin level %", "Pin", strconv.Itoa(u.PinLevel))
	return addStatCommas(stats)
}

// vehicleStats returns the profile of a vehicle.
func vehicleStats(u *Profile) []table.Stat {
	worn, stats := u.Unit.Armour, qualityAndResolve(u)
	for _, side := range []struct {
		label, inline string
		rating        int
	}{{"Front", "armour front %", worn.Front}, {"Side", "side %", worn.Side}, {"Rear", "rear %", worn.Rear}} {
		rating := "none"
		if side.rating > 0 {
			rating = strconv.Itoa(side.rating)
		}
		stats = append(stats, table.Stat{
			Label: side.label, InlineFormat: side.inline, Value: rating, ShortLabel: side.label, ColumnHeading: "ARMOUR",
		})
	}
	stats = append(stats, moveStat(u), table.Stat{Label: "Crew", InlineFormat: "crew %", Value: strconv.Itoa(u.Crew)})
	if u.PassengerCapacity > 0 {
		stats = append(stats, table.Stat{Label: "Capacity", InlineFormat: "capacity %", Value: strconv.Itoa(u.PassengerCapacity)})
	}
	return addStatCommas(append(append(append(stats, qualityTestStat(u)), breakPointStat(u, " hits")...),
		table.Stat{
			Label: "Lost at", InlineFormat: "lost at %", Value: strconv.Itoa(u.MarkersToDestroy),
			ShortLabel: "Lost at",
		}))
}

// setOncePerGame sets which actions the unit may take only once in a game or in a turn.
func (m *tableMaker) setOncePerGame(b *table.Unit, u *Profile) {
	for _, t := range u.Traits {
		b.AddRuleAction(t.Name, t.Summary, 1, false)
	}
	for _, p := range u.People {
		b.AddRuleAction(p.Name, p.Summary, 1, false)
	}
	if slices.ContainsFunc(u.Weapons, func(w Weapon) bool { return w.LaysSmoke }) {
		b.AddLimitedAction(table.LimitedAction{Name: "Smoke", MaxTimes: 1})
	}
	if !b.OffBoard {
		for _, name := range m.army.List.Game.Play.TurnActions {
			b.AddLimitedAction(table.LimitedAction{Name: name, MaxTimes: 1, PerRound: true, ForAnyUnit: true})
		}
	}
	if u.Kind == fight.Psionic && u.PsionicStrength > 0 { // it has a track of its own
		b.LimitedActions = append(b.LimitedActions, table.LimitedAction{Name: "Strength", MaxTimes: u.PsionicStrength, IsPsionicStrength: true})
	}
}

// ActivationStats returns the values that a player needs in every activation: how far the unit
// moves and charges, its coherency, and the targets that it may choose from.
func (u *Profile) ActivationStats(a *fad.Armoury) []table.Stat {
	var all []table.Stat
	if u.Moves.Standard > 0 {
		move := moveStat(u)
		move.ShortLabel, move.AlwaysShown = move.Label, true
		all = append(all, move)
	}
	says := a.UnitKinds.Find(string(u.Kind)).SheetNote
	if strings.Contains(says, "{charge}") {
		all = append(all, table.Stat{Label: "Charge", ShortLabel: "Charge", AlwaysShown: true, Value: fmt.Sprintf("%d″", u.Moves.Cautious+chargeMoveBonus)})
	}
	if strings.Contains(says, "{coherency}") {
		all = append(all, table.Stat{Label: "Coherency", ShortLabel: "Coherency", AlwaysShown: true, Value: fmt.Sprintf("%d″", u.CoherencyDistance)})
	}
	if strings.Contains(says, "{closest}") {
		closest := "closest"
		if n := u.Quality.ClosestTargetChoices; n > 1 {
			closest = fmt.Sprintf("%d closest", n)
		}
		all = append(all, table.Stat{Label: "Targets", ShortLabel: "Fires at the", AlwaysShown: true, Value: closest})
	}
	return all
}

// moveStat returns how far a unit moves: the cautious distance and, if that is further, the
// standard one.
func moveStat(u *Profile) table.Stat {
	moves := strconv.Itoa(u.Moves.Cautious)
	if u.Moves.Standard != u.Moves.Cautious {
		moves += "/" + strconv.Itoa(u.Moves.Standard)
	}
	return table.Stat{Label: "Move", InlineFormat: "move %", Value: moves + "″"}
}

// qualityTestStat returns the die roll needed for the unit's Quality tests, including its leader's
// bonus.
func qualityTestStat(u *Profile) table.Stat {
	return table.Stat{
		Label: "Tests on", InlineFormat: "tests on %", Value: strconv.Itoa(u.TestQuality.TestNumber) + "+",
		ShortLabel: "Tests",
	}
}

// breakPointStat returns the break point of a unit, or nil for a unit that never tests morale. of
// is added to the number in running text, to name what is counted: casualties or hits.
func breakPointStat(u *Profile, of string) []table.Stat {
	if u.BreakPoint == 0 {
		return nil
	}
	return []table.Stat{{
		Label: "Break point", InlineFormat: "break point %" + of, Value: strconv.Itoa(u.BreakPoint), ShortLabel: "Breaks at",
	}}
}

// addStatCommas puts commas between values in running text.
func addStatCommas(stats []table.Stat) []table.Stat {
	for i := range stats[:len(stats)-1] {
		stats[i].InlineFormat += ","
	}
	return stats
}

// fireEffectText writes a Fire Effect as its bonus and its additional dice: "+6", "+6 +1D6".
func fireEffectText(bonus, dice int) string {
	text := fmt.Sprintf("%+d", bonus)
	if dice > 0 {
		text += fmt.Sprintf("%s+%dD6", table.NoBreak, dice)
	}
	return text
}

// figureTrack returns the track with a box for each figure, unless there is only one figure.
func (m *tableMaker) figureTrack(u *Profile) []table.Track {
	each := u.WoundsPerFigure
	sizes := slices.Repeat([]int{each}, u.Size())
	switch {
	case len(sizes) == 1 && each > 1:
		return []table.Track{{Label: "Wounds", BoxesPerModel: sizes}}
	case len(sizes) > 1:
		return []table.Track{m.markBreakingLoss(table.Track{Label: "Figures", BoxesPerModel: sizes}, u.BreakPoint*each)}
	}
	return nil
}

// addFireEffectSteps adds the Fire Effect by figures left, and groups the boxes where it drops or a
// special weapon falls: "8–6 +6 · 5–3 +5 · 2 +3, -SAW".
func addFireEffectSteps(b *table.Unit, all []FireEffectStep) {
	var rungs []string
	var groups []int
	for i := 0; i < len(all); {
		from, last := all[i], i
		for last+1 < len(all) && all[last+1].FireEffect == from.FireEffect && all[last+1].ExtraDice == from.ExtraDice &&
			all[last+1].lostWeapons == nil {
			last++
		}
		rung := strconv.Itoa(from.FiguresLeft)
		if last > i {
			rung += "–" + strconv.Itoa(all[last].FiguresLeft)
		}
		rung += table.NoBreak + fireEffectText(from.FireEffect, from.ExtraDice)
		if from.lostWeapons != nil {
			rung += ", -" + strings.Join(from.lostWeapons, ", -")
		}
		rungs, groups = append(rungs, rung), append(groups, last-i+1)
		i = last + 1
	}
	if len(rungs) < 2 {
		return
	}
	b.Notes = append(b.Notes, table.Note{Label: "FE left", Text: strings.Join(rungs, " · "), MayShareLine: true})
	for i := range b.Tracks {
		if t := &b.Tracks[i]; len(t.BoxesPerModel) == len(all) {
			t.GroupSizes = groups
		}
	}
}

// FigureKinds returns a unit's figures in the order of casualties: plain ones first, the leader
// last (docs/rules-notes.md, Fast and Dirty). A vehicle is one kind.
func (a *Army) FigureKinds(u *Profile) table.ModelKinds {
	one := table.ModelKind{Name: u.Title(), Models: 1, Tough: u.WoundsPerFigure}
	switch {
	case u.IsVehicle():
		one.Tough = max(1, u.MarkersToDestroy)
		return table.ModelKinds{one}
	case !u.Kind.HasFigures():
		return table.ModelKinds{one}
	}
	var all table.ModelKinds
	order := make([]int, len(u.Figures))
	for i, figure := range u.Figures {
		words := figureDistinctions(a.List.Armoury, figure)
		w := a.List.Armoury.Weapon(figure.Weapon)
		switch {
		case a.List.Armoury.LeaderLevels.Find(figure.LeaderLevel) != nil:
			order[i] = 2
		case len(words) > 0 || w != nil && w.Class != fad.BasicWeapon:
			order[i] = 1
		}
		if w != nil {
			words = append(words, w.Name)
		}
		all = append(all, table.ModelKind{Name: strings.Join(words, ", "), Models: figure.Count, Tough: one.Tough, LeadsSquad: order[i] == 2, IndexInOdds: i})
	}
	slices.SortStableFunc(all, func(a, b table.ModelKind) int { return order[a.IndexInOdds] - order[b.IndexInOdds] })
	return all
}

// brokenSign marks the loss that breaks a unit.
const brokenSign = "B"

// markBreakingLoss marks the box of a track whose loss breaks the unit, unless it is the last box.
func (m *tableMaker) markBreakingLoss(t table.Track, lost int) table.Track {
	if lost > 0 && lost < t.BoxCount() {
		t.MarkedBox, t.MarkSign, t.MarkMeaning = lost, brokenSign, "broken"
	}
	return t
}

// weapons returns a unit's weapons. Each weapon of a vehicle fires separately and has the unit's
// whole bonus; other units share the bonus among their weapons. A blast weapon has only its own
// Fire Effect; against vehicles, which blasts do not affect, it has the unit's bonus without its
// own.
func (m *tableMaker) weapons(u *Profile) []table.Weapon {
	all := make([]table.Weapon, len(u.Weapons))
	for i, w := range u.Weapons {
		bonus, fires, pierces := w.FireEffectBonus, "", ""
		if u.IsVehicle() && w.BlastRadius == 0 {
			bonus += u.FireEffect
		}
		if bonus != 0 {
			fires = fmt.Sprintf("%+d", bonus)
		}
		if w.AP != 0 {
			pierces = strconv.Itoa(w.AP)
		}
		one := table.Weapon{Count: w.Count, Name: w.Name, SpecialHeading: "Notes", Profile: []table.Stat{
			{Label: "Range", Value: fmt.Sprintf("%d/%d/%d″", w.CloseRange, w.MediumRange, w.LongRange)},
			{Label: "Dmg.", InlineFormat: "damage %", Value: fmt.Sprintf("%+d", w.Damage)},
			{Label: "FE", InlineFormat: "FE %", Value: fires},
			{Label: "AP", InlineFormat: "AP %", Value: pierces},
		}}
		for _, note := range w.Notes {
			one.Special = append(one.Special, strings.ReplaceAll(note, `"`, "″"))
		}
		if w.BlastRadius > 0 && !m.isOffBoard(u) {
			one.Special = append(one.Special, fmt.Sprintf("at vehicles FE %+d", u.FireEffectAtVehicles))
		}
		all[i] = one
	}
	return all
}

// Models lists the figures of each unit on the table by the unit's id; a vehicle is one model.
// Weapons without a bearer, such as a team's gun, are listed with the first figure.
func (a *Army) Models() map[string][]table.Model {
	m, all := tableMaker{army: a}, map[string][]table.Model{}
	for _, u := range a.Units {
		if !m.isOffBoard(u) {
			all[u.ID] = m.models(u)
		}
	}
	return all
}

// models lists the models of a unit.
func (m *tableMaker) models(u *Profile) []table.Model {
	one := table.Model{Wounds: u.WoundsPerFigure, BaseSize: "25 mm", HasUsualBase: true}
	traits, people, powers := u.abilityNames()
	one.Features = slices.Concat(traits, powers)
	weapons := m.weapons(u)
	if !u.Kind.HasFigures() {
		if one.Weapons = weapons; u.IsVehicle() {
			one.Wounds, one.BaseSize = u.MarkersToDestroy, "60 × 100 mm"
		}
		one.Features = append(one.Features, people...)
		return []table.Model{one}
	}
	carried := map[string]bool{}
	carry := func(want func(name string) bool) (all []table.Weapon) { // one of each
		for _, w := range weapons {
			if want(w.Name) {
				w.Count = 1
				all = append(all, w)
			}
		}
		return all
	}
	var all []table.Model
	for _, kind := range u.Figures {
		f := one
		if w := m.army.List.Armoury.Weapon(kind.Weapon); w != nil {
			f.Weapons, carried[w.Name] = carry(func(name string) bool { return name == w.Name }), true
		}
		f.Features = append(figureDistinctions(m.army.List.Armoury, kind), one.Features...)
		for range kind.Count {
			all = append(all, f)
		}
	}
	if len(all) > 0 {
		all[0].Weapons = append(slices.Clip(all[0].Weapons), carry(func(name string) bool { return !carried[name] })...)
	}
	return all
}

// figureDistinctions lists what distinguishes figures of one kind from the other figures of their
// unit.
func figureDistinctions(a *fad.Armoury, kind fad.Figure) (names []string) {
	if leader := a.LeaderLevels.Find(kind.LeaderLevel); leader != nil {
		names = append(names, leader.Name+" leader")
	}
	for _, id := range kind.Personalities {
		if p := a.Personalities.Find(id); p != nil {
			names = append(names, p.Name)
		}
	}
	return names
}

// addNotes adds a unit's notes, traits, people, powers and partner to its table form.
func (m *tableMaker) addNotes(b *table.Unit, u *Profile) {
	if len(u.Notes) > 0 {
		b.AddNote("In play", strings.ReplaceAll(strings.Join(u.Notes, " "), `"`, "″"))
	}
	var crew, aboard []string
	traits, people, powers := u.abilityNames()
	for i, t := range u.Traits {
		if t.Detail != "" {
			traits[i] += " (" + t.Detail + ")"
		}
	}
	var officer *fad.Unit
	if i := m.army.List.Index(u.ID); i >= 0 && u.IsVehicle() {
		officer = m.army.List.Officer(i)
	}
	for _, other := range m.army.Units {
		switch {
		case other.InTransport != u.ID || other == u:
		case other.Unit == officer:
			crew = append(crew, m.names[other.ID])
		default:
			aboard = append(aboard, m.names[other.ID])
		}
	}
	b.AddNote("Traits", traits...)
	b.AddNote("People", people...)
	b.AddNote("Powers", powers...)
	b.Gear, b.Abilities = slices.Concat(people, powers), traits
	if u.PartnerID != "" && u.PartnerID != u.InTransport {
		b.AddNote("Partner", m.name(u.PartnerID))
	}
	if u.InTransport != "" {
		ride := m.name(u.InTransport)
		if u.InTransport == u.PartnerID {
			ride += " (its partner)"
		}
		b.AddNote("Rides in", ride)
	}
	b.AddNote("In its crew", crew...)
	b.AddNote("Carries", aboard...)
	for i := range b.Notes {
		b.Notes[i].MayShareLine = b.Notes[i].Label != "In play"
	}
	if u.Unit.Notes != "" {
		b.Notes = append(b.Notes, table.Note{Label: "Note", Text: strings.TrimSpace(u.Unit.Notes), WrittenByPlayer: true})
	}
	if u.Problem != nil {
		b.AddNote("No price", u.Problem.Error())
	}
}

// Reference returns a player's reference: rules needed in every game, the effects of the force's
// traits, people and powers, and its organisation.
func (a *Army) Reference() table.Reference {
	m, game := newTableMaker(a), a.List.Game
	ref := table.Reference{
		ProfileLabels: statLabels, ColumnHeadings: []string{"QUALITY", "RESOLVE", "ARMOUR"},
		BoxLegend: brokenSign + " stands after the loss with which a unit is broken.",
	}
	for _, u := range a.Units {
		if len(u.Weapons) > 0 {
			ref.TableLegend = "Ranges are close/medium/long. FE is Fire Effect: that of figures' weapons is counted in the unit's; " +
				"a vehicle's weapons fire apart, each with all of its own; that of a blast is for infantry alone. " +
				"FE left is the unit's with so many figures left, the leader last."
		}
	}
	place := map[string]int{} // of a rule among all parts
	part := map[string]string{}
	for _, p := range game.Play.Headings {
		for _, name := range p.Rules {
			place[name], part[name] = len(place), p.Name
		}
	}
	for _, r := range game.Rules {
		ref.CoreEntries = append(ref.CoreEntries, table.Entry{Name: r.Name, Text: r.Summary, Heading: part[r.Name]})
	}
	slices.SortStableFunc(ref.CoreEntries, func(a, b table.Entry) int { return place[a.Name] - place[b.Name] })
	if len(a.Units) == 0 {
		return ref
	}
	before := table.Section{Title: table.BeforeGame}
	for _, n := range a.List.Armoury.PreparationNotes.All() {
		before.Entries = append(before.Entries, table.Entry{Name: n.Name, Text: n.Summary})
	}
	ref.Sections = slices.Concat([]table.Section{{Title: "In play", Entries: ref.CoreEntries}},
		termSections(a.List.Armoury, a.Units),
		[]table.Section{m.commandSection(), before})
	ref.Sections = slices.DeleteFunc(ref.Sections, func(s table.Section) bool { return len(s.Entries) == 0 })
	return ref
}

// UnitTerms explains the traits, people and powers of a unit.
func (a *Army) UnitTerms(id string) (all []table.Entry) {
	if u := a.Unit(id); u != nil {
		for _, section := range termSections(a.List.Armoury, []*Profile{u}) {
			all = append(all, section.Entries...)
		}
	}
	return all
}

// commandSection describes the force's command and its platoons.
func (m *tableMaker) commandSection() table.Section {
	l := m.army.List
	s := table.Section{Title: "Command"}
	if style := l.Armoury.CommandStyles.Find(l.CommandStyle); style != nil {
		s.Entries = append(s.Entries, table.Entry{Name: style.Name + " command", Text: style.Summary})
	}
	for i, p := range l.Platoons {
		text := "Squads: " + m.nameList(p.Squads) + "."
		if len(p.Command) > 0 {
			text = "Command: " + m.nameList(p.Command) + ". " + text
		}
		s.Entries = append(s.Entries, table.Entry{Name: cmp.Or(p.Name, "Platoon "+strconv.Itoa(i+1)), Text: text})
	}
	return s
}

// nameList writes the names of the units with some ids, separated by commas.
func (m *tableMaker) nameList(ids []string) string {
	return strings.Join(convert.All(ids, m.name), ", ")
}

// name returns the name of the unit with an id, or the id itself if it is unknown.
func (m *tableMaker) name(id string) string { return cmp.Or(m.names[id], id) }

// termSections explains the traits, people and powers of units, each once and sorted by name,
// together with the traits that they give or mention.
func termSections(a *fad.Armoury, units []*Profile) []table.Section {
	sections := []table.Section{{Title: "Traits"}, {Title: "People"}, {Title: "Powers"}}
	add := func(i int, name, text string) {
		if e := (table.Entry{Name: name, Text: text}); !slices.Contains(sections[i].Entries, e) {
			sections[i].Entries = append(sections[i].Entries, e)
		}
	}
	seen := map[*fad.Trait]bool{}
	var explain func(kind fight.UnitKind, t *fad.Trait)
	explain = func(kind fight.UnitKind, t *fad.Trait) {
		if t == nil || seen[t] {
			return
		}
		seen[t] = true
		add(0, t.Name, t.Summary)
		for _, other := range a.TraitsInText(kind, t.Summary) {
			explain(kind, other)
		}
	}
	for _, u := range units {
		for _, t := range u.Traits {
			explain(u.Kind, t.Trait)
			explain(fight.Infantry, t.GivenTrait)
		}
		for _, p := range u.People {
			add(1, p.Name, p.Summary)
		}
		for _, p := range u.Powers {
			add(2, p.Name, p.Summary)
		}
	}
	for _, s := range sections {
		slices.SortStableFunc(s.Entries, func(a, b table.Entry) int { return cmp.Compare(a.Name, b.Name) })
	}
	return slices.DeleteFunc(sections, func(s table.Section) bool { return len(s.Entries) == 0 })
}
