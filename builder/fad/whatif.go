package fad

import (
	"slices"

	"muster/builder/edit"
	"muster/catalog/fad"
)

// listFields are the fields of a list itself that bear on prices.
var listFields = []string{"rounding", "points", "armoury", "method"}

// Try carries out changes to see what would follow; see edit.Assignment. A field
// that begins with a unit's id is that unit's (`rifles.quality=elite`), one of
// the list itself is the list's. Any other is the unit's of that id or, without
// an id, every unit's that can have it; if none can, the error is the first
// unit's.
func (e *Editor) Try(id string, changes ...edit.Assignment) error {
	for _, change := range changes {
		if err := e.tryOne(id, change); err != nil {
			return err
		}
	}
	return nil
}

func (e *Editor) tryOne(id string, change edit.Assignment) error {
	list := e.Now().List
	switch first := change.Path[0]; {
	case len(change.Path) > 1 && list.Index(first) >= 0:
		change.Path = change.Path[1:]
		return e.Set(first, change)
	case slices.Contains(listFields, first):
		return e.SetList(change)
	case id != "" || e.Single():
		return e.Set(id, change)
	case len(change.Path) > 1 && !slices.Contains(fad.UnitKeys(), first):
		return edit.NoUnit(list.File, first, list.IDs())
	}
	tried, refused := false, error(nil)
	for _, unit := range list.IDs() {
		err := e.Set(unit, change)
		tried = tried || err == nil
		if refused == nil {
			refused = err
		}
	}
	if tried {
		return nil // the others cannot have it, as vehicles have no weapon of their own
	}
	return refused // the first unit's reason; the others' are alike
}
