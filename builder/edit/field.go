package edit

import (
	"slices"

	"muster/schema"
)

// A Field is something that a player sets, of a unit or of the list itself: what
// it is now and, where only some values fit, those.
type Field struct {
	Group   string // fields of one group belong together: "Figures 2"
	Label   string
	Path    string // as an assignment names it: "figures.2.count"
	Now     string
	Choices []Choice // nil: any number, or any text
	Text    bool
	Long    bool   // text that may have several lines
	Means   string // what it is, in a sentence; "" where the label says so
	// Among means that the field is one entry of the list at Path, which the
	// unit has ("yes") or not: a trait, a power.
	Among string
	About string // what an entry of a list is, in a sentence; "" if nothing is said of it
	Why   string // why such an entry cannot be had; "" if it can
}

// Key returns the name of the field in a form.
func (f Field) Key() string {
	if f.Among != "" {
		return f.Path + "/" + f.Among
	}
	return f.Path
}

// A Choice is a value of a field, and what the unit costs more with it.
type Choice struct {
	Value, Label string
	More         int // points, of the unit as it is now; negative is less
}

// A Setting is a field of a list itself: what the file states under a key. A
// game has a table of them, from which come pages and sheets; files and `set`
// know the key by the type that the file is decoded into.
type Setting[List any] struct {
	Key   string
	Label string // "" for what is not set on pages
	Means string // what it is, in a sentence
	Long  bool   // text that may have several lines
	// Number means that any number fits, and not any text, where nothing is chosen.
	Number bool
	// Choices are the values that fit; the first of them holds where the file states
	// none. There are none in a list that has no such field.
	Choices func(List) []Choice
	// Sheet is what a sheet says of it beneath the list's name.
	Sheet func(List) []string
}

// Settings lists the fields of a list itself that can be set, as its file states
// them.
func Settings[List any](table []Setting[List], list List, file *schema.Document) (fields []Field) {
	for _, s := range table {
		f := Field{Label: s.Label, Path: s.Key, Now: file.At(s.Key).Text(), Text: !s.Number, Long: s.Long, Means: s.Means}
		if s.Choices != nil {
			f.Choices = s.Choices(list)
			if len(f.Choices) > 0 && !slices.ContainsFunc(f.Choices, func(c Choice) bool { return c.Value == f.Now }) {
				f.Now = f.Choices[0].Value
			}
		}
		if s.Label != "" && (s.Choices == nil || f.Choices != nil) {
			fields = append(fields, f)
		}
	}
	return fields
}

// Facts lists what sheets say of a list beneath its name.
func Facts[List any](table []Setting[List], list List) (facts []string) {
	for _, s := range table {
		if s.Sheet != nil {
			facts = append(facts, s.Sheet(list)...)
		}
	}
	return facts
}
