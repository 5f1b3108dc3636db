package export

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"muster/builder"
	"muster/builder/fad"
	"muster/builder/finding"
	list "muster/catalog/fad"
	"muster/rules"
	fight "muster/rules/fad"
)

var _ = drawing(FromForce)

// FromForce makes the sheet of a Fast and Dirty force: a block for every unit
// in the list's order with every figure that the game's tables give it, then
// what its traits, people and powers do.
func FromForce(a *fad.Army) Sheet {
	l, game := a.List, a.List.Game
	c := forceConverter{army: a, game: game}
	turns := 0
	for _, length := range l.Armoury.Lengths.All() {
		turns = max(turns, length.Turns.Most)
	}
	c.names = builder.Names(builder.OfForce(a))
	s := newSheet(l.Name, l.File, game, turns, a.Findings, c.names)
	s.Books, s.Notes, s.Points, s.Limit = a.Facts(), l.Notes, a.Points, l.Limit()
	s.Labels = forceLabels
	for _, u := range a.Units {
		s.Blocks = append(s.Blocks, c.unit(u))
	}
	c.explain(&s)
	for _, r := range game.Rules {
		s.Core = append(s.Core, Entry{r.Name, r.Summary})
	}
	s.Reference = c.reference(s.Core)
	return s
}

// AddSums adds to each unit on a sheet how its points come about, a line for
// each step.
func AddSums(s *Sheet, prices []builder.Price) {
	for _, p := range prices {
		var lines []string
		if c := p.Creation; c != nil {
			line := finding.Count(c.Start, "figure")
			for _, step := range c.Steps {
				line += fmt.Sprintf(" - %d %s", step.Figures, step.What)
			}
			lines = append(lines, fmt.Sprintf("%s = %d", line, c.Left))
		}
		for _, step := range p.Steps {
			lines = append(lines, step.Explained()+" = "+step.Value.String())
		}
		points := itoa(p.Points)
		if n := len(p.Steps); n > 0 && p.Steps[n-1].Value.String() != points {
			lines = append(lines, "rounded = "+points)
		}
		if b := find(s.Blocks, p.ID); b != nil && len(lines) > 0 {
			b.note("Sum", strings.Join(lines, "\n"))
		}
	}
}

// forceConverter turns the parts of one force into parts of its sheet.
type forceConverter struct {
	army  *fad.Army
	game  *rules.System
	names map[string]string // what a unit is called on the sheet, by id
}

// unit makes the block of a unit.
func (c *forceConverter) unit(u *fad.Unit) Block {
	b := Block{IDs: []string{u.ID}, Name: c.names[u.ID], Detail: c.detail(u), Points: u.Price.Points}
	c.notes(&b, u)
	broken := "broken"
	if u.Break == 0 { // it never tests morale
		broken = ""
	}
	if u.IsVehicle() {
		b.Stats = c.vehicleStats(u)
		b.Tracks = []Track{c.mark(Track{Label: "Damage", Sizes: []int{u.Out}}, u.Break)}
		b.States = states(c.game, "under-fire", broken, "damaged", "critical")
	} else {
		b.Models, b.Member = u.Size(), "figure"
		b.Stats = c.stats(u)
		if !c.offBoard(u) {
			b.Tracks = c.figures(u)
			pinned := "pinned"
			if !u.Pinnable {
				pinned = ""
			}
			b.States = states(c.game, "under-fire", pinned, broken)
		}
		if u.Strength > 0 && u.Kind == fight.Psionic {
			b.Tracks = append(b.Tracks, Track{Label: "Strength", Sizes: []int{u.Strength}})
		}
	}
	b.Counters = forceCounters(u)
	if len(u.Weapons) > 0 {
		b.Tables = []Table{c.weapons(u)}
	}
	for _, section := range c.terms([]*fad.Unit{u}) {
		b.Terms = append(b.Terms, section.Entries...)
	}
	return b
}

func (c *forceConverter) offBoard(u *fad.Unit) bool {
	return c.army.List.Armoury.Kinds.Find(string(u.Kind)).OffBoard
}

// detail says what kind of unit it is, and where it belongs.
func (c *forceConverter) detail(u *fad.Unit) []string {
	detail := []string{c.army.List.Armoury.Kinds.Find(string(u.Kind)).Name}
	if u.Moves.How != "" {
		detail = append(detail, strings.ToLower(u.Moves.How))
	}
	if u.ArmourName != "" {
		detail = append(detail, "armour: "+strings.ToLower(u.ArmourName))
	}
	for i, p := range c.army.List.Plan {
		name := cmp.Or(p.Name, "Platoon "+itoa(i+1))
		switch {
		case slices.Contains(p.Command, u.ID):
			detail = append(detail, name+", command")
		case slices.Contains(p.Squads, u.ID):
			detail = append(detail, name)
		}
	}
	if u.Recon {
		detail = append(detail, "on recon")
	}
	return detail
}

// forceLabels are those of all figures in profiles of figures and of vehicles.
var forceLabels = []string{
	"Quality", "Resolve", "Armour", "Front", "Side", "Rear", "Move", "Crew", "Capacity", "Fire Effect", "Assault", "Tests on",
	"Pin level", "Break point", "Broken at", "Lost at",
}

// stats is the profile of figures.
func (c *forceConverter) stats(u *fad.Unit) []Stat {
	stats := []Stat{
		{"Quality", "%", u.Quality.Name},
		{"Resolve", "%", u.Resolve.Name},
		{"Armour", "armour %", itoa(u.Armour)},
	}
	if u.Moves.Standard > 0 {
		stats = append(stats, moveStat(u))
	}
	stats = append(stats, Stat{"Fire Effect", "FE %", fireEffect(u.FireEffect, u.FireDice)})
	if !c.offBoard(u) {
		stats = append(stats, Stat{"Assault", "assault %", fmt.Sprintf("%+d", u.Assault)})
	}
	stats = append(stats, testStat(u))
	if !c.offBoard(u) {
		if u.Pin > 0 {
			stats = append(stats, Stat{"Pin level", "pin level %", itoa(u.Pin)})
		}
		if u.Size() > 1 && u.Break > 0 {
			stats = append(stats, Stat{"Break point", "break point %", itoa(u.Break)})
		}
	}
	return inLine(stats)
}

// vehicleStats is the profile of a vehicle.
func (c *forceConverter) vehicleStats(u *fad.Unit) []Stat {
	side := func(label, inline string, rating int) Stat {
		if !c.army.List.Armoury.Armoured(rating) {
			return Stat{label, inline, "none"}
		}
		return Stat{label, inline, itoa(rating)}
	}
	worn := u.Unit.Armour
	stats := []Stat{
		{"Quality", "%", u.Quality.Name},
		{"Resolve", "%", u.Resolve.Name},
		side("Front", "armour front %", worn.Front),
		side("Side", "side %", worn.Side),
		side("Rear", "rear %", worn.Rear),
		moveStat(u),
		{"Crew", "crew %", itoa(u.CrewOf)},
	}
	if u.Capacity > 0 {
		stats = append(stats, Stat{"Capacity", "capacity %", itoa(u.Capacity)})
	}
	stats = append(stats, testStat(u))
	if u.Break > 0 {
		stats = append(stats, Stat{"Broken at", "broken at % hits", itoa(u.Break)})
	}
	return inLine(append(stats, Stat{"Lost at", "lost at %", itoa(u.Out)}))
}

// forceCounters are boxes for what the unit may do once in a game.
func forceCounters(u *fad.Unit) []Counter {
	var all []Counter
	once := func(name, summary string) {
		if rules.OnceAGame(summary) {
			all = append(all, Counter{Label: name, Boxes: 1})
		}
	}
	for _, t := range u.Traits {
		once(t.Name, t.Summary)
	}
	for _, p := range u.People {
		once(p.Name, p.Summary)
	}
	if slices.ContainsFunc(u.Weapons, func(w fad.Weapon) bool { return w.Smoke }) {
		all = append(all, Counter{Label: "Smoke", Boxes: 1})
	}
	return all
}

// moveStat is how far a unit moves: cautiously, and at most if that is further.
func moveStat(u *fad.Unit) Stat {
	moves := itoa(u.Moves.Cautious)
	if u.Moves.Standard != u.Moves.Cautious {
		moves += "/" + itoa(u.Moves.Standard)
	}
	return Stat{"Move", "move %", moves + "″"}
}

// testStat is what a die of the unit's Quality tests needs, its leader counted.
func testStat(u *fad.Unit) Stat { return Stat{"Tests on", "tests on %", itoa(u.Led.Test) + "+"} }

// inLine puts commas between figures that stand in running text.
func inLine(stats []Stat) []Stat {
	for i := range stats[:len(stats)-1] {
		stats[i].Inline += ","
	}
	return stats
}

// fireEffect writes a bonus and dice to add: "+6", "+6 +1D6".
func fireEffect(bonus, dice int) string {
	text := fmt.Sprintf("%+d", bonus)
	if dice > 0 {
		text += fmt.Sprintf("%s+%dD6", noBreak, dice)
	}
	return text
}

// figures is the boxes of a unit's figures, unless there is only one.
func (c *forceConverter) figures(u *fad.Unit) []Track {
	each := 1
	for _, t := range u.Traits {
		each = max(each, t.Wounds)
	}
	sizes := slices.Repeat([]int{each}, u.Size())
	switch {
	case len(sizes) == 1 && each > 1:
		return []Track{{Label: "Wounds", Sizes: sizes}}
	case len(sizes) > 1:
		return []Track{c.mark(Track{Label: "Figures", Sizes: sizes}, u.Break*each)}
	}
	return nil
}

// brokenSign marks the loss with which a unit is broken.
const brokenSign = "B"

// mark marks a loss on a track, unless it is the last box.
func (c *forceConverter) mark(t Track, lost int) Track {
	if lost > 0 && lost < t.boxes() {
		t.Mark, t.Sign = lost, brokenSign
	}
	return t
}

// weapons makes the table of a unit's weapons. A vehicle's weapons fire
// apart, so each has the whole bonus; those of others have their part of it. A
// blast has its own and no more; at vehicles, which nothing blasts, it has all but
// that.
func (c *forceConverter) weapons(u *fad.Unit) Table {
	t := Table{Columns: []Column{
		{Name: "", Kind: Count, Inline: "%×"},
		{Name: "Weapon", Kind: Words},
		{Name: "Range", Kind: Figure},
		{Name: "Dmg.", Kind: Figure, Inline: "damage %"},
		{Name: "FE", Kind: Figure, Inline: "FE %"},
		{Name: "AP", Kind: Figure, Inline: "AP %"},
		{Name: "Notes", Kind: Words},
	}}
	for _, w := range u.Weapons {
		bonus, fires, pierces := w.FireEffect, "", ""
		if u.IsVehicle() && w.Blast == 0 {
			bonus += u.FireEffect
		}
		if bonus != 0 {
			fires = fmt.Sprintf("%+d", bonus)
		}
		if w.AP != 0 {
			pierces = itoa(w.AP)
		}
		notes := slices.Clip(w.Notes)
		if w.Blast > 0 && !c.offBoard(u) {
			notes = append(notes, fmt.Sprintf("at vehicles FE %+d", u.AtVehicles))
		}
		t.Rows = append(t.Rows, []string{
			itoa(w.Count), w.Name, fmt.Sprintf("%d/%d/%d″", w.Close, w.Medium, w.Long), fmt.Sprintf("%+d", w.Damage), fires, pierces,
			strings.ReplaceAll(strings.Join(notes, ", "), `"`, "″"),
		})
	}
	return t
}

// notes adds a unit's traits, people and powers, and whom it is with.
func (c *forceConverter) notes(b *Block, u *fad.Unit) {
	if len(u.Play) > 0 {
		b.note("In play", strings.ReplaceAll(strings.Join(u.Play, " "), `"`, "″"))
	}
	var traits, people, powers, crew, aboard []string
	for _, t := range u.Traits {
		name := t.Name
		if t.Detail != "" {
			name += " (" + t.Detail + ")"
		}
		traits = append(traits, name)
	}
	for _, p := range u.People {
		people = append(people, p.Name)
	}
	for _, p := range u.Powers {
		powers = append(powers, p.Name)
	}
	var officer *list.Unit
	if i := c.army.List.Index(u.ID); i >= 0 && u.IsVehicle() {
		officer = c.army.List.Officer(i)
	}
	for _, other := range c.army.Units {
		switch {
		case other.In != u.ID || other == u:
		case other.Unit == officer:
			crew = append(crew, c.names[other.ID])
		default:
			aboard = append(aboard, c.names[other.ID])
		}
	}
	b.note("Traits", traits...)
	b.note("People", people...)
	b.note("Powers", powers...)
	if u.Partner != "" && u.Partner != u.In {
		b.note("Partner", c.name(u.Partner))
	}
	if u.In != "" {
		ride := c.name(u.In)
		if u.In == u.Partner {
			ride += " (its partner)"
		}
		b.note("Rides in", ride)
	}
	b.note("In its crew", crew...)
	b.note("Carries", aboard...)
	if u.Unit.Notes != "" {
		b.Notes = append(b.Notes, Note{Label: "Note", Text: strings.TrimSpace(u.Unit.Notes), Own: true})
	}
	if u.Problem != nil {
		b.note("No price", u.Problem.Error())
	}
}

// explain says what signs at boxes and figures in tables mean.
func (c *forceConverter) explain(s *Sheet) {
	for _, b := range s.Blocks {
		for _, t := range b.Tracks {
			if t.Mark > 0 {
				s.Legend = brokenSign + " stands after the loss with which a unit is broken."
			}
		}
		if len(b.Tables) > 0 {
			s.Key = "Ranges are close/medium/long. FE is Fire Effect: that of figures' weapons is counted in the unit's; a vehicle's weapons fire apart, each with all of its own; that of a blast is for infantry alone."
		}
	}
}

// reference says what a player would otherwise look up: the rules that every
// game needs, what the force's traits, people and powers do, and how it is
// organised.
func (c *forceConverter) reference(core []Entry) []Section {
	var sections []Section
	if len(core) > 0 && len(c.army.Units) > 0 {
		sections = append(sections, Section{Title: "In play", Entries: core})
	}
	sections = append(sections, c.terms(c.army.Units)...)
	platoons := Section{Title: "Command"}
	if style := c.army.List.Armoury.Styles.Find(c.army.List.Style); style != nil {
		platoons.Entries = append(platoons.Entries, Entry{style.Name + " command", style.Summary})
	}
	for i, p := range c.army.List.Plan {
		text := "Squads: " + c.list(p.Squads) + "."
		if len(p.Command) > 0 {
			text = "Command: " + c.list(p.Command) + ". " + text
		}
		platoons.Entries = append(platoons.Entries, Entry{cmp.Or(p.Name, "Platoon "+itoa(i+1)), text})
	}
	before := Section{Title: beforeTitle}
	for _, n := range c.army.List.Armoury.BeforeNotes.All() {
		before.Entries = append(before.Entries, Entry{n.Name, n.Summary})
	}
	for _, section := range []Section{platoons, before} {
		if len(section.Entries) > 0 && len(c.army.Units) > 0 {
			sections = append(sections, section)
		}
	}
	return sections
}

func (c *forceConverter) list(ids []string) string {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = c.name(id)
	}
	return strings.Join(names, ", ")
}

// name is what the unit of an id is called; an id that names none stays.
func (c *forceConverter) name(id string) string { return cmp.Or(c.names[id], id) }

// terms explains the traits, people and powers of units, each once, by name.
func (c *forceConverter) terms(units []*fad.Unit) []Section {
	sections := []Section{{Title: "Traits"}, {Title: "People"}, {Title: "Powers"}}
	add := func(i int, name, text string) {
		if e := (Entry{name, text}); !slices.Contains(sections[i].Entries, e) {
			sections[i].Entries = append(sections[i].Entries, e)
		}
	}
	for _, u := range units {
		for _, t := range u.Traits {
			add(0, t.Name, t.Summary)
		}
		for _, p := range u.People {
			add(1, p.Name, p.Summary)
		}
		for _, p := range u.Powers {
			add(2, p.Name, p.Summary)
		}
	}
	for _, s := range sections {
		slices.SortStableFunc(s.Entries, func(a, b Entry) int { return cmp.Compare(a.Name, b.Name) })
	}
	return slices.DeleteFunc(sections, func(s Section) bool { return len(s.Entries) == 0 })
}
