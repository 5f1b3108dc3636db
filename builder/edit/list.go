package edit

import (
	"errors"
	"slices"

	"muster/builder/finding"
	"muster/schema"
)

// IDs lists the ids of a list's units in the order of the file.
func IDs(document *schema.Document) []string {
	units := document.At("units")
	ids := make([]string, units.Len())
	for i := range ids {
		ids[i] = units.Index(i).Get("id").Text()
	}
	return ids
}

// IsSingleUnit reports whether the file is one unit rather than a list.
func (t *Text) IsSingleUnit() bool { return t.document.Kind != "list/1" }

// Index returns the index of the first unit with an id, or the error of NoUnitError.
func (t *Text) Index(id string) (int, error) {
	ids := IDs(t.document)
	i := slices.Index(ids, id)
	if i < 0 {
		return 0, NoUnitError(t.document.File, id, ids)
	}
	return i, nil
}

// UnitPath returns the path of a unit's entry; keys can be appended to it. In a file of one
// unit it is the path of the file's root for any id.
func (t *Text) UnitPath(id string) ([]any, error) {
	if t.IsSingleUnit() {
		return nil, nil
	}
	i, err := t.Index(id)
	return []any{"units", i}[:2:2], err
}

// FreeID returns an id that no unit of the list has: id itself, or id with the first free number
// from 2.
func (t *Text) FreeID(id string) string {
	ids := IDs(t.document)
	return schema.FreeID(id, func(id string) bool { return slices.Contains(ids, id) })
}

// LinksTo returns the paths of all values equal to id under the given keys of units' entries.
func (t *Text) LinksTo(id string, keys ...string) (paths [][]any) {
	for i := range t.document.At("units").Len() {
		for _, key := range keys {
			if t.document.At("units", i, key).Text() == id {
				paths = append(paths, []any{"units", i, key})
			}
		}
	}
	return paths
}

// Remove removes the value at a path from its mapping or list.
func (t *Text) Remove(path []any) error {
	last := len(path) - 1
	if i, ok := path[last].(int); ok {
		return t.RemoveItem(path[:last], i)
	}
	return t.RemoveField(path[:last], path[last].(string))
}

// CodeNoUnit is the code of the error that a list has no unit with an id.
const CodeNoUnit = "unit/unknown"

// NoUnitError returns the error that a list has no unit with an id; known are the ids of its units.
func NoUnitError(file, id string, known []string) error {
	return schema.Problem{Code: CodeNoUnit, File: file}.Errorf(
		"the list has no unit `%s`%s", id, schema.DidYouMean(id, known))
}

// IsSetAside reports whether a unit's entry in a file is set aside: kept in the file, but ignored
// otherwise.
func IsSetAside(unit schema.Node) bool { return unit.Get("aside").Text() == "true" }

// SetAsideError returns the error for naming a unit that is set aside where only active units are
// allowed.
func SetAsideError(file, id string) error {
	return schema.Problem{Code: finding.CodeSetAsideLink, File: file}.Errorf("`%s` is set aside; put it back with `aside=false` first", id)
}

// ErrRefused is wrapped by the error for a change that would break a rule.
var ErrRefused = errors.New("the change would break a rule")

// RefusedError returns the error for a change to a file that a finding forbids. cause is
// ErrRefused, or an error that wraps it.
func RefusedError(file string, f finding.Finding, cause error) error {
	problem := schema.Problem{Code: f.Code, File: file, Line: f.Line, Column: f.Column, Message: f.Message}
	return &schema.Error{Problems: []schema.Problem{problem}, Cause: cause}
}
