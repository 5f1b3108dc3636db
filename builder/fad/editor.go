package fad

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"muster/builder/edit"
	"muster/catalog/fad"
	"muster/schema"
)

// An Editor changes a list's file, or a file of one unit, as a player changes
// the force. Comments, blank lines and order stay. A change that fails leaves
// it as it was; nothing is written to disk.
type Editor struct{ *edit.Session[*Army] }

// Edit begins to change a file: a list, or a single unit.
func Edit(document *schema.Document) (*Editor, error) {
	session, err := edit.Begin(document, LoadDocument)
	return &Editor{session}, err
}

// Add adds a unit count times, and returns the ids that they got: id, or the
// stored unit's, with a number behind it where that is taken. What to add is a
// kind of unit ("infantry"), which begins as a shipped unit of that kind, or
// the id of a stored unit. In a list of basic creation squads lose their counts.
func (e *Editor) Add(stock *fad.Stock, what, id string, times int) ([]string, error) {
	stored := what
	kind := e.Now().List.Armoury.Kinds.Find(what)
	if kind != nil {
		stored = kind.BeginsAs
	}
	found, err := stock.Find(stored)
	if err != nil {
		known := append(e.Now().List.Armoury.Kinds.IDs(), stock.IDs()...)
		return nil, fmt.Errorf("`%s` is neither a kind of unit (%s) nor a stored unit%s",
			what, strings.Join(e.Now().List.Armoury.Kinds.IDs(), ", "), schema.DidYouMean(what, known))
	}
	base := cmp.Or(id, idOf(what), string(found.Unit.Kind))
	var added []string
	err = e.Change(func() error {
		for range times {
			u := found.Unit
			u.ID = e.Free(base)
			u.In, u.Partner = "", "" // its partners are in another list
			if kind != nil {
				u.Name = "" // it is no longer the unit that it begins as
			}
			if e.Now().List.Method == Basic && e.Now().List.Armoury.Kinds.Find(string(u.Kind)).Creation.Figures > 0 {
				u.Figures = withoutCounts(u.Figures)
			}
			if err := e.append(&u); err != nil {
				return err
			}
			added = append(added, u.ID)
		}
		return nil
	})
	return added, err
}

// idOf makes an id of the name of a stored unit's file, which may have what an id
// has not.
func idOf(name string) string {
	parts := strings.FieldsFunc(name, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !strings.ContainsRune("._'+-", r)
	})
	return strings.Trim(strings.Join(parts, "-"), "-._'+")
}

func (e *Editor) append(u *fad.Unit) error {
	if units := e.File().Document().At("units"); units.IsFlow() && units.Len() > 0 {
		return e.File().AppendItem([]any{"units"}, u.Flow())
	}
	return e.File().AppendBlock("units", u.Block())
}

func withoutCounts(figures []fad.Figure) []fad.Figure {
	bare := slices.Clone(figures)
	for i := range bare {
		bare[i].Count = 0
	}
	return bare
}

// Remove removes a unit and everything that names it: who rides in it, its
// partner, its place in a platoon. It returns the ids of the units that lost a
// link.
func (e *Editor) Remove(id string) (unlinked []string, err error) {
	i, err := e.Index(id)
	if err != nil {
		return nil, err
	}
	err = e.Change(func() error {
		if err := e.File().RemoveItem([]any{"units"}, i); err != nil {
			return err
		}
		if unlinked, err = e.UnlinkOthers(id, "in", "partner"); err != nil {
			return err
		}
		return e.leavePlatoons(id)
	})
	return unlinked, err
}

// Copy puts a unit into the list once more; see edit.Session. A copy rides in
// what the unit rides in, and has no partner.
func (e *Editor) Copy(id, as string) (string, error) {
	return e.Session.Copy(id, as, "partner")
}

// leavePlatoons removes a unit's id from every platoon.
func (e *Editor) leavePlatoons(id string) error {
	for i := range e.File().Document().At("platoons").Len() {
		if e.File().Document().At("platoons", i, "command").Text() == id {
			if err := e.File().RemoveField([]any{"platoons", i}, "command"); err != nil {
				return err
			}
		}
		for _, key := range []string{"command", "squads"} {
			path := []any{"platoons", i, key}
			for j := e.File().Document().At(path...).Len() - 1; j >= 0; j-- {
				if e.File().Document().At(append(path, j)...).Text() != id {
					continue
				}
				if err := e.File().RemoveItem(path, j); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// Set carries out assignments to a unit's fields, in their order; see
// ParseAssignment for how they are written.
func (e *Editor) Set(id string, assignments ...edit.Assignment) error {
	path, err := e.Path(id)
	if err != nil {
		return err
	}
	return e.Change(func() error {
		for _, a := range assignments {
			if err := e.File().Assign(path, a, fad.UnitKeys()); err != nil {
				return err
			}
			if len(a.Path) == 1 && a.Path[0] == "id" && !e.Single() {
				if err := e.relink(id, e.File().Document().At(append(path, "id")...).Text()); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// relink changes every mention of a unit's id to its new one.
func (e *Editor) relink(old, id string) error {
	var mentions [][]any
	for i := range e.File().Document().At("units").Len() {
		mentions = append(mentions, []any{"units", i, "in"}, []any{"units", i, "partner"})
	}
	for i := range e.File().Document().At("platoons").Len() {
		mentions = append(mentions, []any{"platoons", i, "command"})
		for _, key := range []string{"command", "squads"} {
			for j := range e.File().Document().At("platoons", i, key).Len() {
				mentions = append(mentions, []any{"platoons", i, key, j})
			}
		}
	}
	for _, path := range mentions {
		if e.File().Document().At(path...).Text() != old {
			continue
		}
		if err := e.File().Replace(path, schema.Scalar(id)); err != nil {
			return err
		}
	}
	return nil
}

// Embark puts a unit into a vehicle.
func (e *Editor) Embark(id, vehicle string) error {
	if _, err := e.Index(vehicle); err != nil {
		return err
	}
	return e.Set(id, edit.Assignment{Path: []string{"in"}, Operator: edit.Replace, Value: vehicle})
}

// Detach takes away what a unit rides in and who it is paired with; of the two
// those that are named only, if any are: in, partner.
func (e *Editor) Detach(id string, only ...string) error {
	if len(only) == 0 {
		only = []string{"in", "partner"}
	}
	had, err := e.Unlink(id, only...)
	if err == nil && had == nil {
		err = fmt.Errorf("`%s` rides in nothing and has no partner; there is nothing to detach", id)
	}
	return err
}
