package fad

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"muster/builder/edit"
	"muster/catalog"
	"muster/catalog/fad"
	"muster/schema"
)

// The methods below are the edits for a list of units of figures. Each takes the file that the
// army was built from and leaves the army unchanged.

// LinkKeys returns the keys that link a unit with another.
func (a *Army) LinkKeys() []string { return []string{"in", "partner"} }

// NoLinkText returns the message that a unit has none of the links of LinkKeys.
func (a *Army) NoLinkText() string { return "rides in nothing and has no partner" }

// MentionPaths lists the paths of all values in platoons that are a unit's id.
func (a *Army) MentionPaths(id string) (paths [][]any) {
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

// SetUnitField carries out an assignment to a field of the unit whose entry is at a path. For a
// unit of figures, some keys change all its lines of figures: `figures=10`, `weapon=ID`,
// `leader=ID`, `weapons+=ID`, `personalities+=ID`.
func (a *Army) SetUnitField(file *edit.Text, path []any, f edit.Assignment) error {
	entry := file.Document().At(path...)
	if change := figureEdit(a.List.kindOf(entry), f); change != nil {
		u, err := a.List.unit(entry)
		if err != nil {
			return err
		}
		s, was := newFigureLines(a.List.Armoury, u.Design, u.Figures, !a.List.usesBasicCreation(&u)), u.Figures
		if err := change(s, f.Value); err != nil {
			return err
		}
		if !entry.Get("figures").Exists() { // they are the book's
			was = nil
		}
		return s.write(file, path, was)
	}
	if known := a.UnitKeys(); !slices.Contains(known, f.Path[0]) {
		near := schema.DidYouMean(f.Path[0], known)
		return fmt.Errorf("a unit has no field `%s`%s", f.Path[0], cmp.Or(near, "; it has "+strings.Join(known, ", ")))
	}
	if last := f.Path[len(f.Path)-1]; last == "personalities" && f.Operator == edit.Replace && f.Value != "" &&
		f.Value[0] != '[' {
		f.Value = "[" + f.Value + "]" // a figure has one, so that its form is a choice
	}
	return file.Assign(path, f, a.UnitKeys())
}

// SetListField carries out an assignment to a field of the list itself.
func (a *Army) SetListField(file *edit.Text, f edit.Assignment) error {
	return file.Assign(nil, f, schema.YAMLKeys(List{}))
}

// Add adds a unit count times. It returns the new ids: id, or the stored unit's id, with a number
// if it is taken. what is a kind of unit ("infantry"), for muster's own unit of that kind, or the
// id of a stored unit. In a list with basic creation, the counts of squads are removed.
func (a *Army) Add(file *edit.Text, stock *fad.Stock, what, id string, count int) (added []string, err error) {
	if d := a.List.design(what); d != nil {
		return a.addBookUnits(file, d, cmp.Or(id, d.BaseUnit.ID), count)
	}
	kinds := a.List.Armoury.UnitKinds
	kind, begins := kinds.Find(what), func() (*fad.StoredUnit, error) { return stock.Find(what) }
	if kind != nil {
		begins = func() (*fad.StoredUnit, error) { return stock.Template(kind) }
	}
	found, err := begins()
	if err != nil {
		known, of := append(kinds.IDs(), stock.IDs()...), ""
		if book := a.List.SourceBook; book != nil {
			known, of = append(book.UnitIDs(), known...), " a unit of "+book.Name+","
		}
		return nil, fmt.Errorf("`%s` is neither%s a kind of unit (%s) nor a stored unit%s", what, of,
			strings.Join(kinds.IDs(), ", "), schema.DidYouMean(what, known))
	}
	u := found.Unit
	u.InTransport, u.PartnerID = "", "" // its partners are in another list
	if kind != nil {
		u.Name = "" // it is no longer the unit that it begins as
	}
	if a.List.usesBasicCreation(&u) {
		u.Figures = slices.Clone(u.Figures)
		for i := range u.Figures {
			u.Figures[i].Count = 0
		}
	}
	return appendUnits(file, cmp.Or(id, idFromFile(what), string(u.Kind)), count, func(id string) any {
		u.ID = id
		return &u
	})
}

// addBookUnits adds units of the book, each with the minimum of figures.
func (a *Army) addBookUnits(file *edit.Text, d *fad.Design, base string, count int) ([]string, error) {
	entry := struct {
		ID      string       `yaml:"id"`
		Unit    string       `yaml:"unit"`
		Figures []fad.Figure `yaml:"figures,omitempty" layout:"lines"`
	}{Unit: d.BaseUnit.ID}
	if d.NeedsChoices() {
		entry.Figures = d.BaseUnit.Figures
	}
	return appendUnits(file, base, count, func(id string) any {
		entry.ID = id
		return &entry
	})
}

// SetBookVersion sets the version of the list's book. Units missing in that version become units of
// the player's own, unchanged.
func (a *Army) SetBookVersion(file *edit.Text, book *catalog.Book, name string) error {
	if err := file.Replace([]any{"book"}, schema.FormatScalar(name)); err != nil {
		return err
	}
	units := a.List.fullDocument.At("units")
	for i := range units.Len() {
		n := units.Index(i)
		if id := n.Get("unit").Text(); id == "" || book.Designs.Find(id) != nil {
			continue
		}
		u, err := a.List.unit(n)
		if err != nil {
			return err
		}
		if err := file.RemoveItem([]any{"units"}, i); err != nil {
			return err
		}
		own := struct {
			Of    fad.Unit `yaml:",inline"`
			Aside bool     `yaml:"aside,omitempty"`
		}{u, edit.IsSetAside(n)}
		if err := appendUnit(file, &own); err != nil {
			return err
		}
		if err := file.MoveItem([]any{"units"}, units.Len()-1, i); err != nil {
			return err
		}
	}
	return nil
}

// appendUnits adds units at the end of a file, and returns their ids; unit returns the entry for an
// id.
func appendUnits(file *edit.Text, base string, count int, unit func(id string) any) (added []string, err error) {
	for range count {
		id := file.FreeID(base)
		if err := appendUnit(file, unit(id)); err != nil {
			return nil, err
		}
		added = append(added, id)
	}
	return added, nil
}

// appendUnit adds a unit at the end of a file.
func appendUnit(file *edit.Text, unit any) error {
	if units := file.Document().At("units"); units.IsFlow() && units.Len() > 0 {
		return file.AppendItem([]any{"units"}, schema.YAMLLine(unit))
	}
	return file.AppendBlock("units", strings.TrimSuffix(schema.YAMLLines(unit), "\n"))
}

// idFromFile returns a valid id made from the file name of a stored unit.
func idFromFile(name string) string {
	parts := strings.FieldsFunc(name, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !strings.ContainsRune("._'+-", r)
	})
	return strings.Trim(strings.Join(parts, "-"), "-._'+")
}
