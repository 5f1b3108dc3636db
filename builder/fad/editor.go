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

// The methods below are the edits for a list of units of figures. Each takes the file that the
// army was built from and leaves the army unchanged.

// LinkKeys returns the keys that link a unit with another.
func (a *Army) LinkKeys() []string { return []string{"in", "partner"} }

// Unlinked says that a unit has none of the keys of LinkKeys.
func (a *Army) Unlinked() string { return "rides in nothing and has no partner" }

// Mentions lists the paths of the values, besides links, that are a unit's id:
// its places in platoons.
func (a *Army) Mentions(id string) (paths [][]any) {
	document := a.List.Document()
	mention := func(path ...any) {
		if document.At(path...).Text() == id {
			paths = append(paths, path)
		}
	}
	for i := range document.At("platoons").Len() {
		mention("platoons", i, "command")
		for _, key := range []string{"command", "squads"} {
			for j := range document.At("platoons", i, key).Len() {
				mention("platoons", i, key, j)
			}
		}
	}
	return paths
}

// UnitKeys returns the keys that can be set in a unit's entry, in file order.
func (a *Army) UnitKeys() []string { return fad.UnitKeys() }

// CanSet returns the error that a key of a unit's entry is not set as a field.
func (a *Army) CanSet(key string) error {
	if known := a.UnitKeys(); !slices.Contains(known, key) {
		near := schema.DidYouMean(key, known)
		return fmt.Errorf("a unit has no field `%s`%s", key, cmp.Or(near, "; it has "+strings.Join(known, ", ")))
	}
	return nil
}

// SetListField carries out an assignment to a field of the list itself.
func (a *Army) SetListField(file *edit.Text, f edit.Assignment) error {
	return file.Assign(nil, f, schema.Keys(List{}))
}

// Add adds a unit count times and returns the new ids: id, or the stored unit's, numbered if it
// is taken. what is a kind of unit ("infantry"), for a shipped unit of that kind, or the id of
// a stored unit. In a list of basic creation squads lose their counts.
func (a *Army) Add(file *edit.Text, stock *fad.Stock, what, id string, count int) (added []string, err error) {
	stored, kinds := what, a.List.Armoury.Kinds
	kind := kinds.Find(what)
	if kind != nil {
		stored = kind.BeginsAs
	}
	found, err := stock.Find(stored)
	if err != nil {
		known := append(kinds.IDs(), stock.IDs()...)
		return nil, fmt.Errorf("`%s` is neither a kind of unit (%s) nor a stored unit%s", what,
			strings.Join(kinds.IDs(), ", "), schema.DidYouMean(what, known))
	}
	u := found.Unit
	u.In, u.Partner = "", "" // its partners are in another list
	if kind != nil {
		u.Name = "" // it is no longer the unit that it begins as
	}
	if a.List.Method == Basic && kinds.Find(string(u.Kind)).Creation.Figures > 0 {
		u.Figures = slices.Clone(u.Figures)
		for i := range u.Figures {
			u.Figures[i].Count = 0
		}
	}
	base := cmp.Or(id, idOf(what), string(u.Kind))
	for range count {
		u.ID = file.FreeID(base)
		if units := file.Document().At("units"); units.IsFlow() && units.Len() > 0 {
			err = file.AppendItem([]any{"units"}, u.Flow())
		} else {
			err = file.AppendBlock("units", u.Block())
		}
		if err != nil {
			return nil, err
		}
		added = append(added, u.ID)
	}
	return added, nil
}

// idOf makes a valid id from the file name of a stored unit.
func idOf(name string) string {
	parts := strings.FieldsFunc(name, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !strings.ContainsRune("._'+-", r)
	})
	return strings.Trim(strings.Join(parts, "-"), "-._'+")
}
