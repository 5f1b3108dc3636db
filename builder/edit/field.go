package edit

import (
	"fmt"
	"slices"

	"muster/schema"
)

// A Field is a setting of a unit or of the list, with its current value and its possible values.
type Field struct {
	Group            string // a heading; fields of one group belong together: "Figures 2"
	Label            string
	Path             string   // the field's path in assignments: "figures.2.count"
	Current          string   // the current value
	Choices          []Choice // the possible values; nil for any number or text
	SuggestedNumbers []int    // for a number field: numbers that the form suggests
	IsText           bool     // the field takes any text
	MultiLine        bool     // the text may have several lines
	IsTextList       bool     // the field takes texts separated by commas
	Explanation      string   // an explanation in a sentence; "" if the label is enough
	// EntryID is set if the field is one entry of the list at Path, such as a trait or a power. The
	// field's value is then "yes" or "".
	EntryID string
	// WeaponCount is how many of a weapon the unit has, if the field stands for that weapon.
	WeaponCount      int
	EntryExplanation string // an explanation of the entry in a sentence; may be ""
	RefusalReason    string // the reason why the entry is not allowed; "" if it is allowed
	// UncountedEffects describes effects of the entry that a unit's damage and protection do not
	// show; "" if there are none.
	UncountedEffects string
}

// Key returns the name of the field in a form.
func (f Field) Key() string {
	if f.EntryID != "" {
		return f.Path + "/" + f.EntryID
	}
	return f.Path
}

// Assign returns the text of the assignment that sets the field to a value.
func (f Field) Assign(value string) string { return f.Path + string(Replace) + value }

// AddEntry returns the text of the assignment that adds the field's entry to its list.
func (f Field) AddEntry() string { return f.Path + string(Append) + f.EntryID }

// DropEntry returns the text of the assignment that removes the field's entry from its list.
func (f Field) DropEntry() string { return f.Path + string(Drop) + f.EntryID }

// ToggleEntry returns the text of the assignment that removes the field's entry if it is there, or
// adds it.
func (f Field) ToggleEntry() string {
	if f.Current == "yes" {
		return f.DropEntry()
	}
	return f.AddEntry()
}

// A Choice is a value of a field, with the change of the unit's cost.
type Choice struct {
	Value, Label string
	ExtraCost    int // the change of the unit's points; negative for a lower cost
	// CostInFigures counts figures instead of points: -2 for a step that removes two figures
	CostInFigures bool
}

// Cost returns the change of the cost: "+5", "-2 figures"; "" for none.
func (c Choice) Cost() string {
	switch {
	case c.ExtraCost == 0:
		return ""
	case c.CostInFigures && max(c.ExtraCost, -c.ExtraCost) == 1:
		return fmt.Sprintf("%+d figure", c.ExtraCost)
	case c.CostInFigures:
		return fmt.Sprintf("%+d figures", c.ExtraCost)
	}
	return fmt.Sprintf("%+d", c.ExtraCost)
}

// A Setting is a field of the list itself. A game's table of settings makes the form on pages and
// the facts on sheets. Files and commands do not use it: their keys come from the type into which a
// list's file is decoded.
type Setting[List any] struct {
	Key         string
	Label       string // "" if it cannot be set on pages
	Explanation string // an explanation in a sentence
	MultiLine   bool   // the text may have several lines
	// IsNumber means that the field takes any number rather than any text, if it has no choices.
	IsNumber bool
	// Choices returns the possible values; the first is the default. It returns none for a list
	// without such a field.
	Choices func(List) []Choice
	// SheetNotes returns the notes below the list's name on sheets.
	SheetNotes func(List) []string
}

// Settings lists the fields of the list itself that can be set, with their values in the file.
func Settings[List any](table []Setting[List], list List, file *schema.Document) (fields []Field) {
	for _, s := range table {
		f := Field{
			Label: s.Label, Path: s.Key, Current: file.At(s.Key).Text(), IsText: !s.IsNumber, MultiLine: s.MultiLine,
			Explanation: s.Explanation,
		}
		if s.Choices != nil {
			f.Choices = s.Choices(list)
			if len(f.Choices) > 0 && !slices.ContainsFunc(f.Choices, func(c Choice) bool { return c.Value == f.Current }) {
				f.Current = f.Choices[0].Value
			}
		}
		if s.Label != "" && (s.Choices == nil || f.Choices != nil) {
			fields = append(fields, f)
		}
	}
	return fields
}

// SheetNotes returns the facts of a list for sheets, printed beneath its name.
func SheetNotes[List any](table []Setting[List], list List) (facts []string) {
	for _, s := range table {
		if s.SheetNotes != nil {
			facts = append(facts, s.SheetNotes(list)...)
		}
	}
	return facts
}
