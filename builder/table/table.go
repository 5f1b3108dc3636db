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

// A Unit is a unit with all upgrades as it appears on the table, in text for people; distances have
// a double prime (″).
type Unit struct {
	ID    string   // id in the list's file; for a combined pair, the first half's
	IDs   []string // of both halves of a combined pair
	Name  string   // the name that the player gave it, else the book's
	Title string   // Name, with a number if several units of the list have it
	Role  Role
	In    string // the id of the transport that it rides in; "" for none

	Detail     []string // its kind and traits, in a few words each
	Source     string   // its army book with the version; "" for none
	Models     int
	MemberWord string // the game's word for one of them; "" is "model"
	Base       string // size of their bases: "32 mm"; "" if unknown
	Points     int
	// Start is the number of figures before basic creation removed some, for a unit made without
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
	// Tokens is the number of a caster's spell tokens per round. Pooled of them come from single
	// living models and are lost with the round. Casts is the number of casts in games without
	// tokens.
	Tokens, Pooled int
	Casts          string
	Leads          bool // a hero
	General        bool // of the army

	// Kinds holds the models in the order in which they fall, and Loose the weapons without a known
	// bearer. Both are set only for a game at the table.
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

// A Stat is a value of a unit's or a weapon's profile.
type Stat struct {
	Label string // "Quality"
	// Inline is the form in a line of text, with a % for the value: "Q%". If it is "", the line
	// shows the value elsewhere.
	Inline string
	Value  string // "4+"
	Short  string // short label: "Q"; "" leaves the value out if there is little room
	// Column is the heading in a table of units; values with the same heading share a column:
	// "6/3/3". "" leaves the value out.
	Column string
	// Row reports that players need the value in every activation, so that it is always shown at
	// the table.
	Row bool
}

// Text returns the value for a line of text; "" if the line does not show it.
func (s *Stat) Text() string { return strings.ReplaceAll(s.Inline, "%", s.Value) }

// A Weapon is a number of equal weapons of a unit.
type Weapon struct {
	Count int // 0 if the values are for all copies together
	Name  string
	Part  string // group of the weapons: "Shooting", "Melee"
	Reach int    // in inches; 0 for a melee weapon
	// Profile has the same labels for all weapons of a unit; a value is "" where a weapon
	// has no such figure.
	Profile []Stat
	Special []string // its other effects
	Heading string   // heading of Special in a table
}

// Parts returns the parts of the weapon's profile: `24″`, `A1`, `AP(1)`, `Rending`.
func (w *Weapon) Parts() []string {
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
	return strings.ReplaceAll(strings.Join(w.Parts(), ", "), "″", `"`)
}

// A Kind is a group of equal models in a unit.
type Kind struct {
	Name    string // distinguishes it from the others
	Models  int
	Tough   int // wounds or markers that one model can take
	Weapons []Weapon
	Rules   []string // rules of its models in addition to the unit's
	Leads   bool     // they lead the squad
	Place   int      // index of the kind in a fight of the game
}

// Kinds holds all models of a unit.
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
	Wounds  int      // number of wounds that it can take
	Base    string   // its base: "32 mm round / 30 mm square"; "" if unknown
	Usual   bool     // the base is the usual one, not stated in a file
}

// A Note is text under a heading: "Upgrades". Its line breaks are kept.
type Note struct {
	Label, Text string
	Free        string // the text without costs; "" if it has none
	Own         bool   // written by the player
	Beside      bool   // it may share a line with another such note
}

// A Counter is a row of boxes to tick that do not stand for models.
type Counter struct {
	Label string
	Boxes int
	Turns bool // each box stands for a round, and has its number
}

// A Track is a row of boxes to tick for losses.
type Track struct {
	Label string
	Sizes []int // boxes of each model, in the order in which models fall
	// Groups holds the sizes of groups of models, in order; nil for groups of five.
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
	// Labels holds the labels of all values that a profile in the game can have, in order.
	Labels []string
	// Columns holds the headings of a table of units.
	Columns []string
	// Legend explains the signs at the boxes to tick, Key the contents of the tables; "" if
	// nothing needs it.
	Legend, Key string
	Sections    []Section
	// Core holds the entries about the game itself.
	Core []Entry
}

// A Section is a part of a reference: a heading with entries.
type Section struct {
	Title   string
	Entries []Entry
	Spells  bool // spells that a unit of the list can cast
}

// An Entry is a term and its meaning.
type Entry struct {
	Name string
	Text string // "" if unknown
	Part string // a heading within its section: "Morale"; "" for none
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

// Cost returns the unit's cost, or "" if costs are left out: "33 pts", "5 of 15 figures".
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

// Price returns the unit's cost without its measure: "33", "5 of 15".
func (u *Unit) Price() string {
	if u.Start > 0 {
		return strconv.Itoa(u.Models) + " of " + strconv.Itoa(u.Start)
	}
	return strconv.Itoa(u.Points)
}

// Called returns the name for one model of the unit: "model".
func (u *Unit) Called() string { return cmp.Or(u.MemberWord, "model") }

// Line returns the main values of the profile: "Q3+ D3+ T6".
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

// Numbered returns the names of units by their ids; repeated titles get numbers: "APC #2".
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

// Times returns a count with a name: "3× Rifle", "Rifle" for one.
func Times(n int, what string) string {
	if n == 1 {
		return what
	}
	return strconv.Itoa(n) + "×" + NoBreak + what
}

// Size returns the number of models in words: "5 figures".
func (u *Unit) Size() string { return finding.Count(u.Models, u.Called()) }
