// Package event checks lists against the conditions of an event, such as a tournament:
// limits of the organiser in addition to the rules of the game.
package event

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"muster/builder"
	"muster/builder/edit"
	"muster/builder/finding"
	"muster/builder/gf"
	"muster/catalog"
	"muster/schema"
)

// An Event is the rules of an organiser.
//
//schema:file event/1
type Event struct {
	Name    string   `yaml:"name" schema:"required,name"`                    // the event's name
	Systems []string `yaml:"systems,omitempty" schema:"1..,unique,each 1.."` // ids of the games played. Any if left out
	// Points is the limit of points, and the size of the game for the rules.
	Points    int      `yaml:"points" schema:"required,points"`
	MinPoints int      `yaml:"least,omitempty" schema:"points"`              // the least that a list costs
	Version   string   `yaml:"version,omitempty" schema:"1.."`               // the version of every army book
	Books     []string `yaml:"books,omitempty" schema:"1..,unique,each 1.."` // ids of the allowed army books. Any if left out
	// ForceOrg is whether the limits of force organisation hold, whatever a list says. Nil is true.
	ForceOrg *bool `yaml:"force-org,omitempty"`
	// OneBook is whether all units of a list are from one army book.
	OneBook bool `yaml:"one-book,omitempty"`
	Denied  Deny `yaml:"deny,omitempty"` // forbidden books, units and options
}

// Deny names the units and options that no list of an event may have.
type Deny struct {
	Units []string `yaml:"units,omitempty" schema:"unique,each 1.."` // units as BOOK/UNIT, by their ids
	// marks of Army Forge; no unit of a list may have one of them
	Flags []catalog.UnitFlag `yaml:"flags,omitempty" schema:"unique"`
}

// Read reads an event from its file. The error is a *schema.Error.
func Read(document *schema.Document) (*Event, error) {
	e := &Event{}
	if err := document.Decode(e); err != nil {
		return nil, err
	}
	if e.MinPoints > e.Points {
		return nil, document.ProblemError(schema.CodeWrongFormat, fmt.Sprintf(
			"a list costs at least %d points here and at most %d; write a smaller number", e.MinPoints, e.Points), "least")
	}
	for i, unit := range e.Denied.Units {
		if book, id, ok := strings.Cut(unit, "/"); !ok || book == "" || id == "" {
			return nil, document.ProblemError(schema.CodeWrongFormat,
				"`"+unit+"` names no unit; write it as BOOK/UNIT, such as steel-wardens/captain", "deny", "units", i)
		}
	}
	return e, nil
}

// Judge judges a list by the event's rules and by the game's rules at the event's size. The event's
// findings come first. If the list states another size or other limits, a changed copy is judged,
// and the findings have no positions. A nil event gives only the findings of the game's rules.
func (e *Event) Judge(list builder.Roster, library *catalog.Library) ([]finding.Finding, error) {
	if e == nil {
		return list.Findings(), nil
	}
	sized, err := e.ResizedList(list, library)
	if err != nil {
		return nil, err
	}
	var found []finding.Finding
	say := func(code, format string, args ...any) {
		found = append(found, finding.Finding{
			Code: "event/" + code, Severity: finding.Error, Units: []string{}, Source: e.Name,
			Message: fmt.Sprintf(format, args...),
		})
	}
	if game := list.Game(); len(e.Systems) > 0 && !slices.Contains(e.Systems, game.ID) {
		say("system", "the list is for %s (%s); %s is for %s",
			game.Name, game.ID, e.Name, strings.Join(e.Systems, " or "))
	}
	switch points := builder.SpentPoints(sized); {
	case points > e.Points:
		say("points", "%d points; at most %d are allowed: take %d off", points, e.Points, points-e.Points)
	case points < e.MinPoints:
		say("least", "%d points; at least %d are asked for: add %d", points, e.MinPoints, e.MinPoints-points)
	}
	if army, ok := sized.GameList().(*gf.Army); ok {
		e.judgeBooks(army, say)
		found = append(found, e.judgeUnits(army)...)
	}
	for _, f := range sized.Findings() {
		if f.Code == finding.CodeOverPoints { // reported above
			continue
		}
		if sized != list {
			f.Line, f.Column = 0, 0
		}
		found = append(found, f)
	}
	return found, nil
}

// ResizedList returns the list with the event's size and force organisation; for a nil event the
// list itself.
func (e *Event) ResizedList(list builder.Roster, library *catalog.Library) (builder.Roster, error) {
	if e == nil {
		return list, nil
	}
	var own []edit.Assignment
	set := func(field, value string) {
		own = append(own, edit.Assignment{Path: []string{field}, Operator: edit.Replace, Value: value})
	}
	if list.PointsLimit() != e.Points {
		set("points", strconv.Itoa(e.Points))
	}
	wanted := e.ForceOrg == nil || *e.ForceOrg
	if army, ok := list.GameList().(*gf.Army); ok && army.Game.ListRules.ForceOrg != nil &&
		army.List.HasForceOrg() != wanted {
		set("force-org", strconv.FormatBool(wanted))
	}
	if own == nil {
		return list, nil
	}
	session := builder.NewSession(list, library)
	session.Force = true
	if _, err := session.Do(builder.SetFields{Fields: own}); err != nil {
		return nil, err
	}
	return session.Now(), nil
}

// judgeBooks reports books that the event does not allow, through say.
func (e *Event) judgeBooks(army *gf.Army, say func(code, format string, args ...any)) {
	var used []string
	for _, u := range army.Units {
		if !slices.Contains(used, u.Book.ID) {
			used = append(used, u.Book.ID)
		}
	}
	for i, b := range army.Books {
		if wanted := army.MissingBookVersion(i); e.Version != "" && wanted != "" && wanted != e.Version {
			say("version", "%s is wanted in version %s; %s is played with %s", b.Name, wanted, e.Name, e.Version)
		}
		if e.Version != "" && b.Version != e.Version {
			say("version", "%s is version %s; %s is played with %s",
				b.Name, cmp.Or(b.Version, "without a number"), e.Name, e.Version)
		}
		if len(e.Books) > 0 && !slices.Contains(e.Books, b.ID) {
			say("book", "%s (%s) is not among the army books that are allowed: %s",
				b.Name, b.ID, strings.Join(e.Books, ", "))
		}
	}
	if e.OneBook && len(used) > 1 {
		say("books", "units are from %d army books, %s; one is allowed", len(used), strings.Join(used, ", "))
	}
}

// judgeUnits returns findings for the units that the event does not allow.
func (e *Event) judgeUnits(army *gf.Army) (found []finding.Finding) {
	for _, u := range army.Units {
		why := ""
		if slices.Contains(e.Denied.Units, u.Book.ID+"/"+u.BookUnit.ID) {
			why = "is not allowed"
		}
		for _, flag := range u.BookUnit.Flags {
			if slices.Contains(e.Denied.Flags, flag) {
				why = "is not allowed: Army Forge marks it as " + string(flag)
			}
		}
		if why != "" {
			found = append(found, finding.Finding{
				Code: "event/unit", Severity: finding.Error, Units: []string{u.ID}, Source: e.Name,
				Message: fmt.Sprintf("%s %s; take another unit", u.BookUnit.Name, why),
			})
		}
	}
	return found
}
