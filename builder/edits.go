package builder

import (
	"fmt"
	"slices"
	"strings"

	"muster/builder/edit"
	"muster/builder/fad"
	"muster/builder/gf"
	stored "muster/catalog/fad"
	"muster/schema"
)

// An Edit is a change to a list as a value: it can be kept, tried and offered.
type Edit interface {
	// apply carries the edit out and says what it did.
	apply(s *Session) (done string, err error)
}

// CodeUnsupported is the code of the error that a list's game has no use for an
// edit.
const CodeUnsupported = "edit/unsupported"

func (s *Session) unsupported(what string) error {
	list := s.Now()
	return schema.Errorf(CodeUnsupported, "%s is a list of %s, which has no %s", list.Document().File, list.Game().Name, what)
}

// An Add adds a unit Count times, each as it is described here.
type Add struct {
	// Unit is a unit of the list's books by its id or printed name, with its
	// book's id and a slash before it if need be; or a kind of unit, or one that
	// is kept in the stock.
	Unit     string
	ID       string // "" for the unit's own; numbered where it is taken
	Name     string // the player's own; "" for none
	Count    int    // 0 is 1
	Upgrades []gf.Choice
	Join, In string // ids; "" for none
	Stock    Stock  // of games that have units of their own to add
}

// A Stock lends the units that are kept to be used in many lists.
type Stock func() (*stored.Stock, error)

func (a Add) apply(s *Session) (string, error) {
	ids, err := s.add(a)
	if err != nil {
		return "", err
	}
	for _, id := range ids {
		if err := s.dress(id, a); err != nil {
			return "", err
		}
	}
	return "Added " + strings.Join(ids, ", ") + ".", nil
}

func (s *Session) add(a Add) ([]string, error) {
	count := max(1, a.Count)
	if a.ID != "" && count == 1 && slices.Contains(s.editor.IDs(), a.ID) {
		return nil, fmt.Errorf("the list has a unit `%s` already; give this one another id, or none", a.ID)
	}
	switch e := s.editor.(type) {
	case *gf.Editor:
		return e.Add(a.Unit, a.ID, count)
	case *fad.Editor:
		stock, err := a.Stock()
		if err != nil {
			return nil, err
		}
		return e.Add(stock, a.Unit, a.ID, count)
	}
	return nil, s.unsupported("units to add")
}

// dress gives a unit that was added what else is wanted of it.
func (s *Session) dress(id string, a Add) error {
	var edits []Edit
	if a.Name != "" {
		edits = append(edits, Rename{ID: id, Name: a.Name})
	}
	if len(a.Upgrades) > 0 {
		edits = append(edits, Upgrade{ID: id, Choices: a.Upgrades})
	}
	if a.Join != "" {
		edits = append(edits, Join{Hero: id, Unit: a.Join})
	}
	if a.In != "" {
		edits = append(edits, Embark{Unit: id, Transport: a.In})
	}
	for _, e := range edits {
		if _, err := e.apply(s); err != nil {
			return err
		}
	}
	return nil
}

// A Remove removes a unit and every link to it.
type Remove struct{ ID string }

func (r Remove) apply(s *Session) (string, error) {
	unlinked, err := s.editor.Remove(r.ID)
	done := "Removed " + r.ID + "."
	if len(unlinked) > 0 {
		done += " It was linked with " + strings.Join(unlinked, ", ") + "; that link is gone too."
	}
	return done, err
}

// A Rename gives a unit the player's own name; "" takes it away.
type Rename struct{ ID, Name string }

func (r Rename) apply(s *Session) (string, error) {
	if r.Name == "" {
		return r.ID + " has no name of its own any more.", s.editor.Rename(r.ID, "")
	}
	return r.ID + " is now called " + r.Name + ".", s.editor.Rename(r.ID, r.Name)
}

// A Note writes the player's remarks on a unit; "" takes them away.
type Note struct{ ID, Text string }

func (n Note) apply(s *Session) (string, error) {
	return "Noted on " + n.ID + ".", s.editor.Note(n.ID, n.Text)
}

// A Copy puts a unit into the list once more, with its upgrades.
type Copy struct {
	ID string
	As string // the copy's id; "" for the unit's own with a number
}

func (c Copy) apply(s *Session) (string, error) {
	id, err := s.editor.Copy(c.ID, c.As)
	return "Added " + id + ", a copy of " + c.ID + ".", err
}

// A Move puts a unit before another in the list, or last.
type Move struct {
	ID     string
	Before string // "" for the end
}

func (m Move) apply(s *Session) (string, error) {
	where := "stands before " + m.Before + " now."
	if m.Before == "" {
		where = "is the last unit now."
	}
	return m.ID + " " + where, s.editor.Move(m.ID, m.Before)
}

// An Upgrade lets a unit choose options so many times more.
type Upgrade struct {
	ID      string
	Choices []gf.Choice
}

func (u Upgrade) apply(s *Session) (string, error) {
	e, ok := s.editor.(*gf.Editor)
	if !ok {
		return "", s.unsupported("upgrades to choose")
	}
	var said []string
	for _, c := range u.Choices {
		also, err := e.Upgrade(u.ID, c.Option, c.Count)
		if err != nil {
			return "", err
		}
		text := told(e.Now().Unit(u.ID), c, true)
		if len(also) > 0 {
			text += ", and so does " + strings.Join(also, ", ") + ", combined with it"
		}
		said = append(said, text)
	}
	return u.ID + " takes " + strings.Join(said, "; ") + ".", nil
}

// told says of a choice that was just made or dropped what it is, and how often
// the unit has it now.
func told(u *gf.Unit, c gf.Choice, made bool) string {
	name, have := c.Option, 0
	if u == nil { // of a unit that its book does not have
		return fmt.Sprintf("%d × %s", c.Count, name)
	}
	if o, ok := u.Book.Option(u.Of, c.Option); ok {
		name = o.Option.Name
	}
	for _, chosen := range u.Chosen {
		if chosen.Option.ID == c.Option {
			have += chosen.Count
		}
	}
	text := fmt.Sprintf("%d × %s", c.Count, name)
	switch {
	case made && have == c.Count:
		return text
	case made:
		return fmt.Sprintf("%s more, %d in all", text, have)
	case have == 0:
		return text + " and has none left"
	}
	return fmt.Sprintf("%s and keeps %d", text, have)
}

// A Downgrade drops choices of options, and what builds on them.
type Downgrade struct {
	ID      string
	Choices []gf.Choice
}

func (d Downgrade) apply(s *Session) (string, error) {
	e, ok := s.editor.(*gf.Editor)
	if !ok {
		return "", s.unsupported("upgrades to drop")
	}
	var said, also []string
	for _, c := range d.Choices {
		gone, err := e.Downgrade(d.ID, c.Option, c.Count)
		if err != nil {
			return "", err
		}
		said, also = append(said, told(e.Now().Unit(d.ID), c, false)), append(also, gone...)
	}
	done := d.ID + " drops " + strings.Join(said, "; ") + "."
	if len(also) > 0 {
		done += " What built on it went too: " + strings.Join(also, ", ") + "."
	}
	return done, nil
}

// A Swap drops all choices of an option and chooses another as often.
type Swap struct{ ID, Old, New string }

func (c Swap) apply(s *Session) (string, error) {
	e, ok := s.editor.(*gf.Editor)
	if !ok {
		return "", s.unsupported("upgrades to swap")
	}
	n, err := e.Swap(c.ID, c.Old, c.New)
	return fmt.Sprintf("%s has %d × %s in place of %s.", c.ID, n, c.New, c.Old), err
}

// A Combine makes one unit of two copies of the same.
type Combine struct{ First, Second string }

func (c Combine) apply(s *Session) (string, error) {
	e, ok := s.editor.(*gf.Editor)
	if !ok {
		return "", s.unsupported("units to combine")
	}
	s.guards = append(s.guards, linkGuards["combine"]...)
	return fmt.Sprintf("%s and %s fight as one unit.", c.First, c.Second), e.Combine(c.First, c.Second)
}

// A Join lets a hero join a unit.
type Join struct{ Hero, Unit string }

func (j Join) apply(s *Session) (string, error) {
	e, ok := s.editor.(*gf.Editor)
	if !ok {
		return "", s.unsupported("heroes who join units")
	}
	s.guards = append(s.guards, linkGuards["join"]...)
	return fmt.Sprintf("%s joins %s.", j.Hero, j.Unit), e.Join(j.Hero, j.Unit)
}

// An Embark lets a unit deploy inside a transport.
type Embark struct{ Unit, Transport string }

func (e Embark) apply(s *Session) (string, error) {
	s.guards = append(s.guards, linkGuards["in"]...)
	return fmt.Sprintf("%s deploys in %s.", e.Unit, e.Transport), s.editor.Embark(e.Unit, e.Transport)
}

// A Detach takes a unit's links away.
type Detach struct {
	ID string
	// Only are the links to take away, by their keys in the file: "join", "in".
	// nil is all.
	Only []string
}

func (d Detach) apply(s *Session) (string, error) {
	if d.Only == nil {
		return d.ID + " stands on its own.", s.editor.Detach(d.ID)
	}
	return fmt.Sprintf("%s has no %s any more.", d.ID, strings.Join(d.Only, ", ")), s.editor.Detach(d.ID, d.Only...)
}

// A Set assigns values to fields of a unit, or of the list itself.
type Set struct {
	ID     string // "" for the list, or for a file of one unit
	Fields []edit.Assignment
}

func (f Set) apply(s *Session) (string, error) {
	texts := make([]string, len(f.Fields))
	for i, field := range f.Fields {
		texts[i] = field.String()
	}
	done, single := "Set "+strings.Join(texts, ", "), s.Now().Document().Kind != "list/1"
	switch {
	case single:
		return done + " of " + s.Now().Units()[0].Name + ".", s.editor.Set(f.ID, f.Fields...)
	case f.ID == "":
		return done + ".", s.editor.SetList(f.Fields...)
	}
	s.guards = append(s.guards, "trait/unknown", "weapon/unknown", "armour/unknown", "power/unknown", "personality/unknown", "unit/unknown")
	return done + " of " + f.ID + ".", s.editor.Set(f.ID, f.Fields...)
}

// A Try assigns values to fields wherever they fit, to see what would follow:
// the field of one unit, of the list, or of every unit that can have it.
type Try struct {
	ID     string // the unit's that fields are of which name none; "" for every unit's
	Fields []edit.Assignment
}

func (t Try) apply(s *Session) (string, error) {
	e, ok := s.editor.(*fad.Editor)
	if !ok {
		return "", s.unsupported("fields to try")
	}
	return "Tried.", e.Try(t.ID, t.Fields...)
}
