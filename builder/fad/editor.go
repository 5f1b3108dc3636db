package fad

import (
	"fmt"
	"slices"
	"strings"

	"muster/builder/edit"
	"muster/builder/finding"
	"muster/catalog/fad"
	"muster/schema"
)

// An Editor changes a list's file, or a file of one unit, as a player changes
// the force. Comments, blank lines and order stay. Nothing is written before
// Save.
type Editor struct {
	path   string
	text   *edit.Text
	before *Army
	now    *Army
}

// Edit opens the file at a path to change it: a list, or a single unit.
func Edit(path string) (*Editor, error) {
	document, err := schema.ReadFile(path, "list/1", "unit/1")
	if err != nil {
		return nil, err
	}
	return EditDocument(path, document)
}

// EditDocument is Edit for a file that was read already.
func EditDocument(path string, document *schema.Document) (*Editor, error) {
	e := &Editor{path: path, text: edit.Open(document)}
	if err := e.refresh(); err != nil {
		return nil, err
	}
	e.before = e.now
	return e, nil
}

// Before returns the force as it was.
func (e *Editor) Before() *Army { return e.before }

// Now returns the force with the changes so far.
func (e *Editor) Now() *Army { return e.now }

// Text returns the file with the changes so far.
func (e *Editor) Text() []byte { return e.text.Bytes() }

// Save writes the file, so that a crash leaves the old one or the new one.
func (e *Editor) Save() error { return edit.WriteAtomic(e.path, e.text.Bytes()) }

// New lists the findings that the changes brought about.
func (e *Editor) New() []finding.Finding {
	return finding.Since(e.before.Findings, e.now.Findings)
}

// refresh builds the force anew after a change of its text.
func (e *Editor) refresh() error {
	army, err := loadAny(e.text.Document())
	if err != nil {
		return err
	}
	e.now = army
	return nil
}

// change carries out do and builds the force anew. If either fails, the file is
// as it was before.
func (e *Editor) change(do func() error) error {
	document, now := e.text.Document(), e.now
	err := do()
	if err == nil {
		err = e.refresh()
	}
	if err != nil {
		e.text, e.now = edit.Open(document), now
	}
	return err
}

// loadAny builds a list, or a file of one unit as a list of that unit alone.
func loadAny(document *schema.Document) (*Army, error) {
	if document.Kind == "list/1" {
		return LoadDocument(document)
	}
	return LoadUnit(document)
}

// single tells whether the file is one unit.
func (e *Editor) single() bool { return e.text.Document().Kind != "list/1" }

// path returns where in the file a unit stands. In a file of one unit that is
// the file itself, whatever the id.
func (e *Editor) unitPath(id string) ([]any, error) {
	if e.single() {
		return nil, nil
	}
	i := e.now.List.Index(id)
	if i < 0 {
		return nil, &NoUnitError{ID: id, List: e.now.List}
	}
	return []any{"units", i}, nil
}

// Add adds a unit count times, and returns the ids that they got: id, or the
// stored unit's, with a number behind it where that is taken. What to add is a
// kind of unit ("infantry"), which begins as a shipped unit of that kind, or
// the id of a stored unit. In a list of basic creation squads lose their counts.
func (e *Editor) Add(stock *fad.Stock, what, id string, times int) ([]string, error) {
	stored, base := what, what
	kind := e.now.List.Armoury.Kinds.Find(what)
	if kind != nil {
		stored = kind.BeginsAs
	}
	found, err := stock.Find(stored)
	if err != nil {
		known := append(e.now.List.Armoury.Kinds.IDs(), stock.IDs()...)
		return nil, fmt.Errorf("`%s` is neither a kind of unit (%s) nor a stored unit%s",
			what, strings.Join(e.now.List.Armoury.Kinds.IDs(), ", "), schema.DidYouMean(what, known))
	}
	if id != "" {
		base = id
	}
	var added []string
	for range times {
		u := found.Unit
		u.ID = edit.FreeID(base, times > 1, e.taken)
		u.In, u.Partner = "", "" // its partners are in another list
		if kind != nil {
			u.Name = "" // it is no longer the unit that it begins as
		}
		if e.now.List.Method == Basic && e.now.List.Armoury.Kinds.Find(string(u.Kind)).Creation.Figures > 0 {
			u.Figures = withoutCounts(u.Figures)
		}
		if err := e.append(&u); err != nil {
			return nil, err
		}
		added = append(added, u.ID)
	}
	return added, nil
}

func (e *Editor) append(u *fad.Unit) error {
	return e.change(func() error {
		if units := e.text.Document().At("units"); units.IsFlow() && units.Len() > 0 {
			return e.text.AppendItem([]any{"units"}, u.Flow())
		}
		return e.text.AppendBlock("units", u.Block())
	})
}

func withoutCounts(figures []fad.Figure) []fad.Figure {
	bare := slices.Clone(figures)
	for i := range bare {
		bare[i].Count = 0
	}
	return bare
}

// taken tells whether a unit of the list has an id.
func (e *Editor) taken(id string) bool { return e.now.List.Index(id) >= 0 }

// Remove removes a unit and everything that names it: who rides in it, its
// partner, its place in a platoon. It returns the ids of the units that lost a
// link.
func (e *Editor) Remove(id string) (unlinked []string, err error) {
	i := e.now.List.Index(id)
	if i < 0 {
		return nil, &NoUnitError{ID: id, List: e.now.List}
	}
	err = e.change(func() error {
		if err := e.text.RemoveItem([]any{"units"}, i); err != nil {
			return err
		}
		unlinked, err = e.leaveUnits(id)
		if err != nil {
			return err
		}
		return e.leavePlatoons(id)
	})
	return unlinked, err
}

// leaveUnits removes a unit's id from every unit that names it.
func (e *Editor) leaveUnits(id string) (unlinked []string, err error) {
	for i := range e.text.Document().At("units").Len() {
		for _, key := range []string{"in", "partner"} {
			node := e.text.Document().At("units", i)
			if node.Get(key).Text() != id {
				continue
			}
			if err := e.text.RemoveField([]any{"units", i}, key); err != nil {
				return nil, err
			}
			if other := node.Get("id").Text(); !slices.Contains(unlinked, other) {
				unlinked = append(unlinked, other)
			}
		}
	}
	return unlinked, nil
}

// leavePlatoons removes a unit's id from every platoon.
func (e *Editor) leavePlatoons(id string) error {
	for i := range e.text.Document().At("platoons").Len() {
		if e.text.Document().At("platoons", i, "command").Text() == id {
			if err := e.text.RemoveField([]any{"platoons", i}, "command"); err != nil {
				return err
			}
		}
		for _, key := range []string{"command", "squads"} {
			path := []any{"platoons", i, key}
			for j := e.text.Document().At(path...).Len() - 1; j >= 0; j-- {
				if e.text.Document().At(append(path, j)...).Text() != id {
					continue
				}
				if err := e.text.RemoveItem(path, j); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// Rename gives a unit the player's own name; "" takes it away.
func (e *Editor) Rename(id, name string) error {
	path, err := e.unitPath(id)
	if err != nil {
		return err
	}
	return e.change(func() error {
		switch {
		case name != "":
			return e.text.SetField(path, "name", schema.Scalar(name), "id")
		case e.text.Document().At(append(path, "name")...).Exists():
			return e.text.RemoveField(path, "name")
		}
		return nil
	})
}

// Set carries out assignments to a unit's fields, in their order; see
// ParseAssignment for how they are written.
func (e *Editor) Set(id string, assignments ...Assignment) error {
	path, err := e.unitPath(id)
	if err != nil {
		return err
	}
	return e.change(func() error {
		for _, a := range assignments {
			if err := e.assign(path, a, fad.UnitKeys()); err != nil {
				return err
			}
			if len(a.Path) == 1 && a.Path[0] == "id" && !e.single() {
				if err := e.relink(id, e.text.Document().At(append(path, "id")...).Text()); err != nil {
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
	for i := range e.text.Document().At("units").Len() {
		mentions = append(mentions, []any{"units", i, "in"}, []any{"units", i, "partner"})
	}
	for i := range e.text.Document().At("platoons").Len() {
		mentions = append(mentions, []any{"platoons", i, "command"})
		for _, key := range []string{"command", "squads"} {
			for j := range e.text.Document().At("platoons", i, key).Len() {
				mentions = append(mentions, []any{"platoons", i, key, j})
			}
		}
	}
	for _, path := range mentions {
		if e.text.Document().At(path...).Text() != old {
			continue
		}
		if err := e.text.Replace(path, schema.Scalar(id)); err != nil {
			return err
		}
	}
	return nil
}

// SetList carries out assignments to the fields of the list itself.
func (e *Editor) SetList(assignments ...Assignment) error {
	return e.change(func() error {
		for _, a := range assignments {
			if err := e.assign(nil, a, nil); err != nil {
				return err
			}
		}
		return nil
	})
}

// Embark puts a unit into a vehicle; Detach takes it out.
func (e *Editor) Embark(id, vehicle string) error {
	if e.now.List.Index(vehicle) < 0 {
		return &NoUnitError{ID: vehicle, List: e.now.List}
	}
	return e.Set(id, Assignment{Path: []string{"in"}, Value: vehicle})
}

// Detach takes away what a unit rides in and who it is paired with. It returns
// false if it had neither.
func (e *Editor) Detach(id string) (bool, error) {
	path, err := e.unitPath(id)
	if err != nil {
		return false, err
	}
	had := false
	err = e.change(func() error {
		for _, key := range []string{"in", "partner"} {
			if !e.text.Document().At(append(path, key)...).Exists() {
				continue
			}
			had = true
			if err := e.text.RemoveField(path, key); err != nil {
				return err
			}
		}
		return nil
	})
	return had, err
}
