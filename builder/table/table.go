// Package table holds units of any game as they stand on the table. Each game makes
// them from its lists, once; sheets, cards, pages and the game at the table read
// them, and know no game.
package table

import (
	"cmp"
	"strconv"
	"strings"

	"muster/builder/finding"
	"muster/rules"
)

// A Unit is a unit as it stands on the table: after all upgrades, in words and
// figures. The text is meant for people; distances have a double prime (″).
type Unit struct {
	ID    string   // in the list's file; of a combined pair that of the first half
	IDs   []string // of both halves of a combined pair
	Name  string   // the player's own, or the book's
	Title string   // Name, with a number if several units of the list have it
	Role  Role
	In    string // the id of the transport that it rides in; "" for none

	Detail []string // its kind and traits, in a few words each
	Source string   // the army book that it is from, with its version; "" for none
	Models int
	Member string // what the game calls one of them; "" is "model"
	Base   string // the size of their bases: "32 mm"; "" where none is known
	Points int
	// Start is the number of figures from which its steps took some away, of a unit made without
	// points; else 0.
	Start int
	// Vehicle reports that the unit is a single vehicle of a game with markers in place of
	// wounds.
	Vehicle bool
	// Estimate reports that muster, not a book, set the unit's cost.
	Estimate bool
	Off      bool // it is never on the table, such as off-board artillery

	Stats   []Stat
	Rules   []string // special rules of the whole unit
	Weapons []Weapon
	Notes   []Note

	// Gear and Abilities complete a line about the unit: equipment and people, then rules that
	// are not in the profile.
	Gear, Abilities []string

	Tracks []Track
	States []string // the unit's possible states in the game, each a box to tick
	// Counters are boxes for actions of each round, or limited to a number of times.
	Counters []Counter

	Once []Once
	// Tokens are a caster's for spells, gained each round, Pooled of them one from each living
	// model and lost with the round; Casts is the number of casts in games without tokens.
	Tokens, Pooled int
	Casts          string
	Leads          bool // a hero
	General        bool // of the army

	// Kinds are the models in the order in which they fall, and Loose the weapons without a
	// known bearer. Only a game at the table has them.
	Kinds Kinds
	Loose []Weapon

	Halves []Unit // of a combined pair
	Joined []Unit // heroes
}

// Role is a unit's relation to the one above it in a list.
type Role uint8

// The roles.
const (
	Alone  Role = iota
	Half        // combined with the unit above
	Joined      // a hero in the unit above
)

// A Stat is a figure of a unit's or a weapon's profile.
type Stat struct {
	Label string // "Quality"
	// Inline is how a line of text writes it, with a % for the value: "Q%". Without it
	// the line says it in another way: among the rules.
	Inline string
	Value  string // "4+"
	Short  string // the label where there is little room: "Q"; "" leaves the figure out there
	// Column heads the column of a table of units; figures of one column stand in it
	// together: "6/3/3". "" leaves the figure out there.
	Column string
	// Row reports that players need the figure in every activation, so that it is shown in the unit's
	// row at the table.
	Row bool
}

// Text writes the figure in a line of text; "" if the line leaves it out.
func (s *Stat) Text() string { return strings.ReplaceAll(s.Inline, "%", s.Value) }

// A Weapon is a weapon with how many of it the unit has.
type Weapon struct {
	Count int // 0 if the figures are for all copies together
	Name  string
	Part  string // where the weapons are divided: "Shooting", "Melee"
	Reach int    // in inches; 0 for a melee weapon
	// Profile has the same labels for all weapons of a unit; a value is "" where a weapon
	// has no such figure.
	Profile []Stat
	Special []string // its other effects
	Heading string   // what a table calls that: "Special"
}

// Does returns the parts of the weapon's profile: `24″`, `A1`, `AP(1)`, `Rending`.
func (w *Weapon) Does() []string {
	var all []string
	for i := range w.Profile {
		if s := &w.Profile[i]; s.Value != "" {
			all = append(all, cmp.Or(s.Text(), s.Value))
		}
	}
	return append(all, w.Special...)
}

// Line writes the weapon's profile with ASCII inch marks: `24", A1, AP(1)`.
func (w *Weapon) Line() string {
	return strings.ReplaceAll(strings.Join(w.Does(), ", "), "″", `"`)
}

// A Kind is a group of equal models in a unit.
type Kind struct {
	Name    string // distinguishes it from the others
	Models  int
	Tough   int // wounds that one takes; of a vehicle markers
	Weapons []Weapon
	Rules   []string // that its models have beside those of the unit
	Leads   bool     // they lead the squad
	Place   int      // index of the kind in a fight of the game
}

// Kinds are the models of a unit.
type Kinds []Kind

// Models returns how many models there are.
func (k Kinds) Models() int {
	n := 0
	for i := range k {
		n += k[i].Models
	}
	return n
}

// Wounds returns how many wounds the models take.
func (k Kinds) Wounds() int {
	n := 0
	for i := range k {
		n += k[i].Models * k[i].Tough
	}
	return n
}

// A Once is an action limited to a number of times.
type Once struct {
	Name   string
	Times  int  // in a game
	Turn   bool // the limit is for each round
	Any    bool // any unit of the game has the action
	Weapon bool // it is an attack with the weapon of that name, and is lost with the weapon's bearers
	Powers bool // it is the strength that powers cost
}

// A Model is one model of a unit.
type Model struct {
	Weapons []Weapon // its weapons
	Has     []string // features that not every model of the unit has, a few words each
	Wounds  int      // that it takes
	Base    string   // that it stands on: "32 mm round / 30 mm square"; "" if nobody says
	Usual   bool     // the base is the usual one, not stated in a file
}

// A Note is text under a heading: "Upgrades". Its lines stay lines.
type Note struct {
	Label, Text string
	Free        string // the text without costs; "" if it has none
	Own         bool   // a remark of the player's own
	Beside      bool   // it may share a line with another such note
}

// A Counter is a row of boxes to tick, none of them a model.
type Counter struct {
	Label string
	Boxes int
	Turns bool // a box stands for a round, and is numbered
}

// A Track is boxes to tick as models are hurt.
type Track struct {
	Label string
	Sizes []int // boxes of each model, in the order in which models fall
	// Groups are the numbers of models that stand together, in order; nil for groups of five.
	Groups []int
	// Mark is the number of ticked boxes that changes something for the unit, 0 for none: what it
	// is then. Sign stands after the last of them; the legend explains it.
	Mark   int
	Sign   string
	Marked string // "broken"
}

// GroupAt returns the size of the group of models that begins at a model; 0 if none begins there.
func (t *Track) GroupAt(model int) int {
	if t.Groups == nil {
		if model%5 == 0 {
			return min(5, len(t.Sizes)-model)
		}
		return 0
	}
	at := 0
	for _, n := range t.Groups {
		if at == model {
			return n
		}
		at += n
	}
	return 0
}

// Boxes returns the number of boxes of the track.
func (t *Track) Boxes() int {
	all := 0
	for _, size := range t.Sizes {
		all += size
	}
	return all
}

// A Reference explains the words and signs on the units of a list, with other entries that a
// player looks up.
type Reference struct {
	// Labels are those of all figures that a unit of the game can have in its
	// profile, whatever the list has, in their order.
	Labels []string
	// Columns are the headings of a table of units.
	Columns []string
	// Legend explains the signs at the boxes to tick, Key the contents of the tables; "" if
	// nothing needs it.
	Legend, Key string
	Sections    []Section
	// Core are the entries about the game itself, rather than the list's units.
	Core []Entry
}

// A Section is a part of a reference: a heading with entries.
type Section struct {
	Title   string
	Entries []Entry
	Spells  bool // spells that somebody in the list can cast
}

// An Entry is a term and its meaning.
type Entry struct {
	Name string
	Text string // "" if nothing is known of it
	Part string // the heading within its section that it stands under: "Morale"; "" for none
}

// Before is the heading of the reference for the time before the game.
const Before = "Before the game"

// AddNote adds a note that lists texts, if there are any.
func (u *Unit) AddNote(label string, texts ...string) {
	if len(texts) > 0 {
		u.Notes = append(u.Notes, Note{Label: label, Text: strings.Join(texts, ", ")})
	}
}

// AddOnce adds an action limited to a number of times, with a box for each time in a game.
func (u *Unit) AddOnce(once Once) {
	if !once.Turn {
		u.Counters = append(u.Counters, Counter{Label: once.Name, Boxes: once.Times})
	}
	for i := range u.Once {
		if u.Once[i].Name == once.Name {
			u.Once[i].Times = max(u.Once[i].Times, once.Times)
			return
		}
	}
	u.Once = append(u.Once, once)
}

// AddRule adds a rule's action, once in a game or once in a round: for each of times weapons of
// a name, or for times models.
func (u *Unit) AddRule(name, summary string, times int, weapon bool) {
	if turn := rules.OnceATurn(summary); turn || rules.OnceAGame(summary) {
		u.AddOnce(Once{Name: name, Times: times, Turn: turn, Weapon: weapon})
		if turn && rules.OnceAGame(summary) { // some of it in a round, some in a game
			u.Counters = append(u.Counters, Counter{Label: name, Boxes: times})
		}
	}
}

// Cost writes the unit's cost, or "" if costs are left out: "33 pts", "5 of 15 figures".
func (u *Unit) Cost() string {
	switch {
	case u.Points == 0:
		return ""
	case u.Start > 0:
		return u.Price() + " figures"
	case u.Estimate:
		return u.Price() + " pts (estimate)"
	}
	return u.Price() + " pts"
}

// Price writes the unit's cost without its measure: "33", "5 of 15".
func (u *Unit) Price() string {
	if u.Start > 0 {
		return strconv.Itoa(u.Models) + " of " + strconv.Itoa(u.Start)
	}
	return strconv.Itoa(u.Points)
}

// Called returns the name for one model of the unit: "model".
func (u *Unit) Called() string { return cmp.Or(u.Member, "model") }

// Line writes the main figures of the profile: "Q3+ D3+ T6".
func (u *Unit) Line() string {
	var all []string
	for i := range u.Stats {
		if s := &u.Stats[i]; s.Column != "" {
			all = append(all, cmp.Or(s.Text(), s.Short+s.Value))
		}
	}
	return strings.TrimSuffix(strings.Join(all, " "), ",")
}

// Column returns the unit's cell in a column of a table of units.
func (u *Unit) Column(heading string) string {
	var all []string
	for _, s := range u.Stats {
		if s.Column == heading {
			all = append(all, s.Value)
		}
	}
	return strings.Join(all, "/")
}

// Flat lists units one by one: the halves of pairs, then the joined heroes.
func Flat(units []Unit) []Unit {
	all := make([]Unit, 0, len(units))
	for _, u := range units {
		if u.Halves == nil {
			all = append(all, u)
		}
		all = append(append(all, u.Halves...), Flat(u.Joined)...)
	}
	return all
}

// Numbered returns the names of units, by their ids: repeated titles are numbered, "APC #2".
func Numbered(ids, titles []string) map[string]string {
	count, next, names := map[string]int{}, map[string]int{}, map[string]string{}
	for _, title := range titles {
		count[title]++
	}
	for i, title := range titles {
		names[ids[i]] = title
		if next[title]++; count[title] > 1 {
			names[ids[i]] += " #" + strconv.Itoa(next[title])
		}
	}
	return names
}

// States returns the names of a unit's possible states in the game; a key without a name in the
// game is left out.
func States(game *rules.System, keys ...string) []string {
	var all []string
	for _, key := range keys {
		if word := game.Words[key]; word != "" {
			all = append(all, word)
		}
	}
	return all
}

// NoBreak is a no-break space.
const NoBreak = "\u00a0"

// Times writes how many of a thing there are: "3× Rifle", "Rifle" for one.
func Times(n int, what string) string {
	if n == 1 {
		return what
	}
	return strconv.Itoa(n) + "×" + NoBreak + what
}

// Size writes how many models the unit has: "5 figures".
func (u *Unit) Size() string { return finding.Count(u.Models, u.Called()) }
