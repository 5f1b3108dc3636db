// Package gf builds army lists: it reads a list's file, works out every
// unit after its upgrades, prices it, judges whether the list is legal, and
// changes the file when the player changes the list.
package gf

import (
	"cmp"
	"fmt"
	"slices"

	"muster/builder/edit"
	"muster/builder/finding"
	"muster/catalog"
	"muster/rules"
	"muster/schema"
)

// MaxUnits is the maximum number of units in a list, as in its schema.
const MaxUnits = 2000

// A List is an army list. Its fields are those of its file.
//
//schema:file list/1 (Grimdark Future)
type List struct {
	System string `yaml:"system" schema:"required,like gf-3"` // the game: gf-3, gf-2.16, gf-2.7, aof or one of your own
	// Book is the army book: its id, ID@VERSION for one version of it, or a path
	// relative to the list.
	Book   string   `yaml:"book,omitempty" schema:"1.."`
	Books  []string `yaml:"books,omitempty" schema:"1..,unique,each 1.."` // several army books
	Name   string   `yaml:"name,omitempty" schema:"name"`                 // what the army is called
	Notes  string   `yaml:"notes,omitempty"`                              // the player's own notes
	Image  string   `yaml:"image,omitempty" schema:"1..300"`              // a picture beside the list, PNG or JPEG; "" for none
	Points int      `yaml:"points,omitempty" schema:"points"`             // the agreed size. 0 if none is stated
	Folder string   `yaml:"folder,omitempty" schema:"1..60"`              // where the player keeps it among his lists
	// whether the list is shown before the player's other lists
	Starred bool `yaml:"star,omitempty"`
	// the colour that marks the list among the player's lists
	Colour edit.Colour `yaml:"colour,omitempty"`
	// ForceOrg is whether the limits of force organisation hold. Nil is true.
	ForceOrg   *bool  `yaml:"force-org,omitempty"`
	GeneralID  string `yaml:"general,omitempty" schema:"id"` // id of the hero who leads (2.7)
	SmallScale bool   `yaml:"small-scale,omitempty"`         // each unit is played as one base (2.7)
	Campaign   bool   `yaml:"campaign,omitempty"`            // experience counts towards the agreed size
	// Claims are claims of a sender's text about the list that its books do not support.
	Claims *ListClaims `yaml:"claims,omitempty"`
	Units  []Entry     `yaml:"units" layout:"block" schema:"required,..2000"`

	// File is where the list was read from.
	File string `yaml:"-"`

	document *schema.Document
	// for a part of a list, the index of each of its units in the whole list; else nil
	indicesInWholeList []int
	game               *rules.System
}

// HasForceOrg reports whether the list's limits of force organisation hold.
func (l *List) HasForceOrg() bool { return l.ForceOrg == nil || *l.ForceOrg }

// An Entry is a unit of the list as the file states it.
type Entry struct {
	ID          string   `yaml:"id" schema:"required,id"`                     // unique in the list
	BookUnitID  string   `yaml:"unit" schema:"required,id"`                   // id of the unit in its book
	Name        string   `yaml:"name,omitempty" schema:"name"`                // the player's own name for it
	Notes       string   `yaml:"notes,omitempty"`                             // the player's own notes
	Image       string   `yaml:"image,omitempty" schema:"1..300"`             // a picture beside the list, PNG or JPEG
	Book        string   `yaml:"book,omitempty" schema:"1.."`                 // the book of the unit, where the list has several
	XP          int      `yaml:"xp,omitempty" schema:"0..10000"`              // experience gained in a campaign
	Traits      []string `yaml:"traits,omitempty" schema:"..40,each 1..60"`   // gained in a campaign, in words
	Injuries    []string `yaml:"injuries,omitempty" schema:"..40,each 1..60"` // suffered in a campaign, in words
	CombineWith string   `yaml:"combine,omitempty" schema:"id"`               // id of the unit that it forms one unit with
	JoinTo      string   `yaml:"join,omitempty" schema:"id"`                  // id of the unit that this hero joins
	InTransport string   `yaml:"in,omitempty" schema:"id"`                    // id of the transport that it deploys in
	Upgrades    []Choice `yaml:"upgrades,omitempty" schema:"..200"`           // options chosen, in their order
	SetAside    bool     `yaml:"aside,omitempty"`                             // it is set aside: it stays in the file, and counts for nothing
	// FormerUpgrades lists upgrades that the unit had by another version of its book.
	FormerUpgrades []FormerUpgrade `yaml:"former,omitempty" layout:"lines" schema:"..200"`
	// Claims are claims of a sender's text about the unit that its book does not support.
	Claims *Claims `yaml:"claims,omitempty"`
}

// A FormerUpgrade is an upgrade that a unit had by another version of its book. The present version
// lacks it, or has it with another profile.
type FormerUpgrade struct {
	UpgradeText string `yaml:"upgrade" schema:"required,name"`          // as it was: Rifle (24", A1)
	Cost        int    `yaml:"cost,omitempty" schema:"-100000..100000"` // points that each cost; 0 if that is not known
	Count       int    `yaml:"count,omitempty" schema:"1..1000"`        // how often it was chosen; 0 is once
	Successor   string `yaml:"now,omitempty" schema:"id"`               // the option that it became; "" for one that is gone
}

// String returns the upgrade with its count and the price of each: 2× “Rifle (24", A1)” (+5).
func (f FormerUpgrade) String() string {
	text := "“" + f.UpgradeText + "”"
	if f.Count > 1 {
		text = fmt.Sprintf("%d× %s", f.Count, text)
	}
	if f.Cost != 0 {
		text += fmt.Sprintf(" (%+d)", f.Cost)
	}
	return text
}

// NewFormerUpgrade returns a former upgrade that was chosen once. now is the id of the option that
// it became, or "".
func NewFormerUpgrade(text string, cost int, now string) FormerUpgrade {
	if short := []rune(text); len(short) > maxNameLength {
		text = string(short[:maxNameLength-1]) + "…"
	}
	return FormerUpgrade{UpgradeText: cmp.Or(text, "an upgrade without a name"), Cost: cost, Successor: now}
}

// maxNameLength is the maximum length of a name in characters, as in its schema.
const maxNameLength = 200

// AddFormerUpgrade adds a former upgrade that was chosen once, unless all already holds the maximum
// of 200 upgrades.
func AddFormerUpgrade(all []FormerUpgrade, f FormerUpgrade) []FormerUpgrade {
	const most, mostOfOne = 200, 1000 // as the schema says
	for i := range all {
		if same := &all[i]; same.UpgradeText == f.UpgradeText && same.Successor == f.Successor && same.Cost == f.Cost {
			same.Count = min(max(1, same.Count)+1, mostOfOne)
			return all
		}
	}
	if len(all) == most {
		return all
	}
	return append(all, f)
}

// Limits of a unit in a campaign, as in its schema: experience points, numbers of traits and of
// injuries, and characters of each.
const (
	MaxXP                 = 10_000
	MaxCampaignTexts      = 40
	MaxCampaignTextLength = 60
)

// A Choice is an option that a unit takes, and how often: "plasma-sword" or
// {option: heavy-rifle, count: 2}.
//
//schema:form {"type": ["string", "object"], "minLength": 1}
type Choice struct {
	Option string `yaml:"option" schema:"required,id"` // the option's id
	Count  int    `yaml:"count" schema:"1..1000"`      // how often the option is chosen
}

// MarshalYAML writes the choice as UnmarshalYAML reads it.
func (c Choice) MarshalYAML() (any, error) {
	if c.Count == 1 {
		return c.Option, nil
	}
	type plain Choice // has no method
	return plain(c), nil
}

// UnmarshalYAML reads an option's id, or a mapping of an id and a count.
func (c *Choice) UnmarshalYAML(unmarshal func(any) error) error {
	*c = Choice{Count: 1}
	if unmarshal(&c.Option) == nil {
		return nil
	}
	type plain Choice
	return unmarshal((*plain)(c))
}

// ReadList reads a list of a Grimdark Future system from a document that was checked against its
// schema. It returns a *schema.Error if the library does not know the system, the system is of
// another game, or the list names no book or names its books in two ways.
func ReadList(document *schema.Document, library *catalog.Library) (*List, error) {
	l := &List{File: document.File, document: document}
	if err := document.Decode(l); err != nil {
		return nil, err
	}
	game, err := library.SystemOf(document)
	if err != nil {
		return nil, err
	}
	if !game.HasArmyBooks() {
		return nil, l.document.ProblemError(catalog.CodeOtherGame, "this is a list of "+game.Name+", whose units come from no army books; it is read as one of that game", "system")
	}
	l.game = game
	if l.Book == "" && len(l.Books) == 0 {
		return nil, l.document.ProblemError(catalog.CodeNoBook,
			"the list names no army book; add `book:` with a book's id", "units")
	}
	if l.Book != "" && len(l.Books) > 0 {
		return nil, l.document.ProblemError("", "the list has both `book` and `books`; keep one of them", "books")
	}
	if l.Book != "" {
		l.Books = []string{l.Book}
	}
	return l, nil
}

// Document returns the file that the list was read from.
func (l *List) Document() *schema.Document { return l.document }

// Index returns the index of the unit with an id, or -1.
func (l *List) Index(id string) int {
	return slices.IndexFunc(l.Units, func(e Entry) bool { return e.ID == id })
}

// IDs lists the ids of the list's units in the order of the file.
func (l *List) IDs() []string { return edit.IDs(l.document) }

// withoutSetAside returns the list without links to units that are set aside, and a warning for
// each link removed.
func (l *List) withoutSetAside() (*List, []finding.Finding) {
	aside := map[string]bool{}
	for i := range l.Units {
		if e := &l.Units[i]; e.SetAside {
			aside[e.ID] = true
		}
	}
	if len(aside) == 0 {
		return l, nil
	}
	for i := range l.Units {
		if e := &l.Units[i]; !e.SetAside {
			delete(aside, e.ID) // another unit has the id, and is meant
		}
	}
	counting, warnings := *l, []finding.Finding(nil)
	counting.Units = slices.Clone(l.Units)
	without := func(link *string, unit string, path ...any) {
		if aside[*link] {
			warnings = append(warnings, l.withPosition(finding.SetAsideLink(unit, *link, path[len(path)-1].(string)), path...))
			*link = ""
		}
	}
	for i := range counting.Units {
		if e := &counting.Units[i]; !e.SetAside {
			without(&e.CombineWith, e.ID, "units", i, "combine")
			without(&e.JoinTo, e.ID, "units", i, "join")
			without(&e.InTransport, e.ID, "units", i, "in")
		}
	}
	without(&counting.GeneralID, counting.GeneralID, "general")
	return &counting, warnings
}

// withPosition sets a finding's position to the position of a value in the file, or of the nearest
// value above it.
func (l *List) withPosition(f finding.Finding, path ...any) finding.Finding {
	if l.indicesInWholeList != nil && len(path) > 1 && path[0] == "units" {
		path = slices.Concat(path[:1], []any{l.indicesInWholeList[path[1].(int)]}, path[2:])
	}
	at := l.document.At(path...)
	for n := len(path); !at.Exists() && n > 0; n-- {
		at = l.document.At(path[:n-1]...)
	}
	f.Line, f.Column = at.Line(), at.Column()
	return f
}

// errorAt returns an error about the i-th unit at a path in its entry. source names the broken
// rule.
func (l *List) errorAt(i int, code, source, message string, path ...any) finding.Finding {
	return l.withPosition(finding.Finding{
		Code: code, Severity: finding.Error, Units: []string{l.Units[i].ID}, Message: message, Source: source,
	}, append([]any{"units", i}, path...)...)
}

// NoUnitError returns the error for an unknown id: the list has no such unit, or the unit is not in
// its book.
func (a *Army) NoUnitError(id string) error {
	l := a.List
	if i := l.Index(id); i >= 0 {
		if l.Units[i].SetAside {
			return edit.SetAsideError(l.File, id)
		}
		return l.document.ProblemError("", fmt.Sprintf("`%s` is to be a `%s`, which its book does not have; checking the list says more", id, l.Units[i].BookUnitID), "units", i, "unit")
	}
	return edit.NoUnitError(l.File, id, l.IDs())
}
