// Package table holds units of any game as they stand on the table. Each game makes
// them from its lists, once; sheets, cards, pages and the game at the table read
// them, and know no game.
package table

import (
	"cmp"
	"strconv"
	"strings"

	"muster/rules"
)

// A Unit is a unit with all upgrades as it appears on the table, in text for people; distances have
// a double prime (″).
type Unit struct {
	ID          string   // the unit's id in the list's file; for a combined pair, the first half's id
	IDs         []string // the ids of both halves of a combined pair
	Name        string   // the name that the player gave it, else the book's
	Title       string   // Name, with a number if several units of the list have it
	Role        Role
	InTransport string // the id of the transport that the unit rides in; "" for none

	KindAndTraits []string // the kind and the traits, in a few words each
	BookName      string   // its army book with the version; "" for none
	Models        int      // number of models
	WordForModel  string   // the game's word for one model; "" is "model"
	BaseSize      string   // size of the models' bases: "32 mm"; "" if unknown
	Points        int
	// StartFigures is the number of figures before basic creation removed some, for a unit made
	// without points; else 0.
	StartFigures int
	// IsVehicle reports that the unit is a single vehicle of a game with markers in place of
	// wounds.
	IsVehicle bool
	// HasEstimatedCost reports that muster, not a book, set the unit's cost.
	HasEstimatedCost bool
	OffBoard         bool // the unit is never on the table, such as off-board artillery

	Stats   []Stat
	Rules   []string // special rules of the whole unit
	Weapons []Weapon
	Notes   []Note // texts about the unit under headings

	// Gear and Abilities complete a line about the unit. Gear is equipment and people, Abilities
	// are rules that are not in the profile.
	Gear, Abilities []string

	Tracks []Track  // rows of boxes for losses
	States []string // the unit's possible states in the game, each a box to tick
	// Counters are boxes for actions of each round, or limited to a number of times.
	Counters []Counter

	LimitedActions []LimitedAction // actions limited to a number of times
	// SpellTokens is the number of a caster's spell tokens per round. PooledSpellTokens of them
	// come from single living models and are lost with the round. CastsText is the number of casts
	// in games without tokens, in words.
	SpellTokens, PooledSpellTokens int
	CastsText                      string
	IsHero                         bool // it is a hero
	IsGeneral                      bool // it is the general of the army

	// Kinds holds the unit's models, by kind (group of equal models), in the order in which they
	// fall. LooseWeapons holds the weapons without a known bearer. Both are set only for a game at
	// the table.
	Kinds        ModelKinds
	LooseWeapons []Weapon

	CombinedHalves []Unit // the two halves of a combined pair
	JoinedHeroes   []Unit // heroes that joined the unit
}

// Role is a unit's relation to the one above it in a list.
type Role uint8

// The roles.
const (
	// a unit on its own
	RoleAlone      Role = iota
	RoleSecondHalf      // combined with the unit above
	RoleJoined          // a hero who joined the unit above
)

// A Stat is a value of a unit's or a weapon's profile.
type Stat struct {
	Label string // the value's name: "Quality"
	// InlineFormat is the value's format in a line of text, with a % for the value: "Q%". If it is
	// "", the line shows the value elsewhere.
	InlineFormat string
	Value        string // the value as text: "4+"
	ShortLabel   string // short label: "Q"; "" leaves the value out if there is little room
	// ColumnHeading is the value's column in a table of units; values with the same heading share a
	// column: "6/3/3". "" leaves the value out.
	ColumnHeading string
	// AlwaysShown reports that players need the value in every activation, so that the table always
	// shows it.
	AlwaysShown bool
}

// Text returns the value for a line of text; "" if the line does not show it.
func (s *Stat) Text() string { return strings.ReplaceAll(s.InlineFormat, "%", s.Value) }

// A Weapon is a number of equal weapons of a unit.
type Weapon struct {
	Count      int // number of copies; 0 if the values are for all copies together
	Name       string
	AttackKind string // group of weapons in the game: "Shooting", "Melee"
	Range      int    // range in inches; 0 for a melee weapon, and in games with range bands
	// Profile has the same labels for all weapons of a unit; a value is "" if the weapon does not
	// have it.
	Profile        []Stat
	Special        []string // effects of the weapon that are not in Profile
	SpecialHeading string   // heading of Special in a table
}

// ProfileParts returns the parts of the weapon's profile: `24″`, `A1`, `AP(1)`, `Rending`.
func (w *Weapon) ProfileParts() []string {
	var all []string
	for i := range w.Profile {
		if s := &w.Profile[i]; s.Value != "" {
			all = append(all, cmp.Or(s.Text(), s.Value))
		}
	}
	return append(all, w.Special...)
}

// ProfileLine returns the weapon's profile with ASCII inch marks: `24", A1, AP(1)`.
func (w *Weapon) ProfileLine() string {
	return strings.ReplaceAll(strings.Join(w.ProfileParts(), ", "), "″", `"`)
}

// A ModelKind is a group of equal models in a unit.
type ModelKind struct {
	Name        string // name that distinguishes the kind from the unit's others
	Models      int
	Tough       int // wounds or markers that one model can take
	Weapons     []Weapon
	Rules       []string // rules of its models in addition to the unit's
	LeadsSquad  bool     // its models lead the squad
	IndexInOdds int      // index of the kind among the unit's kinds in the game's odds
}

// ModelKinds holds all models of a unit, by kind.
type ModelKinds []ModelKind

// Models returns the number of models.
func (k ModelKinds) Models() int {
	n := 0
	for i := range k {
		n += k[i].Models
	}
	return n
}

// Wounds returns the number of wounds that all models can take.
func (k ModelKinds) Wounds() int {
	n := 0
	for i := range k {
		n += k[i].Models * k[i].Tough
	}
	return n
}

// A LimitedAction is an action limited to a number of times.
type LimitedAction struct {
	Name              string
	MaxTimes          int  // how often it is allowed, in a game or a round
	PerRound          bool // MaxTimes is a limit for each round, not for the game
	ForAnyUnit        bool // any unit of the game has the action
	IsWeapon          bool // it is an attack with the weapon of that name, and is lost with the weapon's bearers
	IsPsionicStrength bool // it spends a point of a psionic's strength, to invoke powers
}

// A Model is one model of a unit.
type Model struct {
	Weapons      []Weapon // its weapons
	Features     []string // features that not every model of the unit has, a few words each
	Wounds       int      // number of wounds that it can take
	BaseSize     string   // the model's base: "32 mm round / 30 mm square"; "" if unknown
	HasUsualBase bool     // the base is the usual one, not stated in a file
}

// A Note is text under a heading: "Upgrades". Its line breaks are kept.
type Note struct {
	Label, Text      string
	TextWithoutCosts string // the text without costs; "" if Text has no costs
	WrittenByPlayer  bool   // written by the player
	MayShareLine     bool   // it may share a line with another such note
}

// A Counter is a row of boxes to tick that do not stand for models.
type Counter struct {
	Label    string
	BoxCount int
	PerRound bool // each box stands for a round, and has its number
}

// A Track is a row of boxes to tick for losses.
type Track struct {
	Label         string
	BoxesPerModel []int // number of boxes of each model, in the order in which models fall
	// GroupSizes holds the sizes of groups of models, in order; nil for groups of five.
	GroupSizes []int
	// MarkedBox is the number of ticked boxes from which on the unit is in the condition
	// MarkMeaning; 0 for none. MarkSign stands after that box; the legend explains it.
	MarkedBox   int
	MarkSign    string
	MarkMeaning string // the unit's condition from MarkedBox on: "broken"
}

// GroupSizeAt returns the size of the group of models that begins at a model; 0 if none begins
// there.
func (t *Track) GroupSizeAt(model int) int {
	if t.GroupSizes == nil {
		if model%5 == 0 {
			return min(5, len(t.BoxesPerModel)-model)
		}
		return 0
	}
	at := 0
	for _, n := range t.GroupSizes {
		if at == model {
			return n
		}
		at += n
	}
	return 0
}

// BoxCount returns the number of boxes of the track.
func (t *Track) BoxCount() int {
	all := 0
	for _, size := range t.BoxesPerModel {
		all += size
	}
	return all
}

// A Reference explains the words and signs on the units of a list, with other entries that a
// player looks up.
type Reference struct {
	// ProfileLabels holds the labels of all possible values in a profile of the game, in order.
	ProfileLabels []string
	// ColumnHeadings holds the headings of a table of units.
	ColumnHeadings []string
	// BoxLegend explains the signs at the boxes to tick, TableLegend explains the tables; "" if
	// nothing needs explaining.
	BoxLegend, TableLegend string
	Sections               []Section
	// CoreEntries holds the entries about the game itself.
	CoreEntries []Entry
}

// A Section is a part of a reference: a heading with entries.
type Section struct {
	Title     string
	Entries   []Entry
	HasSpells bool // it holds spells that a unit of the list can cast
}

// An Entry is a term and its meaning.
type Entry struct {
	Name    string
	Text    string // "" if unknown
	Heading string // a heading within the section: "Morale"; "" for none
}

// BeforeGame is the heading of entries about the time before the game.
const BeforeGame = "Before the game"

// AddNote adds a note that lists texts, if there are any.
func (u *Unit) AddNote(label string, texts ...string) {
	if len(texts) > 0 {
		u.Notes = append(u.Notes, Note{Label: label, Text: strings.Join(texts, ", ")})
	}
}

// AddLimitedAction adds a limited action, with a box for each time in a game.
func (u *Unit) AddLimitedAction(once LimitedAction) {
	if !once.PerRound {
		u.Counters = append(u.Counters, Counter{Label: once.Name, BoxCount: once.MaxTimes})
	}
	for i := range u.LimitedActions {
		if u.LimitedActions[i].Name == once.Name {
			u.LimitedActions[i].MaxTimes = max(u.LimitedActions[i].MaxTimes, once.MaxTimes)
			return
		}
	}
	u.LimitedActions = append(u.LimitedActions, once)
}

// AddRuleAction adds a rule's action, once in a game or once in a round: for each of times models,
// or for each of times weapons with the rule's name.
func (u *Unit) AddRuleAction(name, summary string, times int, weapon bool) {
	if turn := rules.SaysOncePerRound(summary); turn || rules.SaysOncePerGame(summary) {
		u.AddLimitedAction(LimitedAction{Name: name, MaxTimes: times, PerRound: turn, IsWeapon: weapon})
		if turn && rules.SaysOncePerGame(summary) { // some of it in a round, some in a game
			u.Counters = append(u.Counters, Counter{Label: name, BoxCount: times})
		}
	}
}

// CostText returns the unit's cost with its measure: "33 pts", "5 of 15 figures"; "" if costs are
// left out.
func (u *Unit) CostText() string {
	switch {
	case u.Points == 0:
		return ""
	case u.StartFigures > 0:
		return u.PlainCostText() + " figures"
	case u.HasEstimatedCost:
		return u.PlainCostText() + " pts (estimate)"
	}
	return u.PlainCostText() + " pts"
}

// PlainCostText returns the unit's cost without its measure: "33", "5 of 15".
func (u *Unit) PlainCostText() string {
	if u.StartFigures > 0 {
		return strconv.Itoa(u.Models) + " of " + strconv.Itoa(u.StartFigures)
	}
	return strconv.Itoa(u.Points)
}

// ModelWord returns the word for one model of the unit: "model".
func (u *Unit) ModelWord() string { return cmp.Or(u.WordForModel, "model") }

// ProfileLine returns the main values of the profile: "Q3+ D3+ T6".
func (u *Unit) ProfileLine() string {
	var all []string
	for i := range u.Stats {
		if s := &u.Stats[i]; s.ColumnHeading != "" {
			all = append(all, cmp.Or(s.Text(), s.ShortLabel+s.Value))
		}
	}
	return strings.TrimSuffix(strings.Join(all, " "), ",")
}

// CellText returns the unit's cell in the column with a heading, in a table of units.
func (u *Unit) CellText(heading string) string {
	var all []string
	for _, s := range u.Stats {
		if s.ColumnHeading == heading {
			all = append(all, s.Value)
		}
	}
	return strings.Join(all, "/")
}

// Flatten returns units one by one: the halves of combined pairs, and joined heroes after their
// unit.
func Flatten(units []Unit) []Unit {
	all := make([]Unit, 0, len(units))
	for _, u := range units {
		if u.CombinedHalves == nil {
			all = append(all, u)
		}
		all = append(append(all, u.CombinedHalves...), Flatten(u.JoinedHeroes)...)
	}
	return all
}

// NumberedNames maps the ids of units to their titles; repeated titles get numbers: "APC #2".
func NumberedNames(ids, titles []string) map[string]string {
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

// StateNames returns the names of a unit's possible states in the game; it leaves out keys that the
// game has no name for.
func StateNames(game *rules.System, keys ...string) []string {
	var all []string
	for _, key := range keys {
		if word := game.Terms[key]; word != "" {
			all = append(all, word)
		}
	}
	return all
}

// NoBreak is a no-break space.
const NoBreak = "\u00a0"

// NameWithCount returns a count with a name: "3× Rifle", or "Rifle" for one.
func NameWithCount(n int, what string) string {
	if n == 1 {
		return what
	}
	return strconv.Itoa(n) + "×" + NoBreak + what
}
