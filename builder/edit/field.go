package edit

import (
	"fmt"
	"slices"

	"muster/schema"
)

// A Field is a setting of a unit or of the list, with its current value and its possible values.
type Field struct {
	Group   string // fields of one group belong together: "Figures 2"
	Label   string
	Path    string   // as an assignment names it: "figures.2.count"
	Now     string   // the current value
	Choices []Choice // the possible values; nil for any number or text
	Usual   []int    // the usual numbers, for a number field
	Text    bool
	Long    bool   // text that may have several lines
	List    bool   // texts, with commas between them
	Means   string // an explanation in a sentence; "" if the label is enough
	// Among is set if the field is one entry of the list at Path, such as a trait or a
	// power. Its value is "yes" or "".
	Among string
	// Count is the number of such weapons that the unit has, for fields that are weapons.
	Count  int
	About  string // an explanation of the entry in a sentence; may be ""
	WhyNot string // the reason why the entry is not allowed; "" if it is allowed
	// Uncounted describes effects of the entry that a unit's damage and protection do not show; ""
	// if there are none.
	Uncounted string
}

// Key returns the name of the field in a form.
func (f Field) Key() string {
	if f.Among != "" {
		return f.Path + "/" + f.Among
	}
	return f.Path
}

// A Choice is a value of a field, with the change of the unit's cost.
type Choice struct {
	Value, Label string
	More         int  // the change of the unit's points; negative for a lower cost
	Figures      bool // More is a number of figures: -2 for a step that takes two away
}

// Cost returns the change of the cost: "+5", "-2 figures"; "" for none.
func (c Choice) Cost() string {
	switch {
	case c.More == 0:
		return ""
	case c.Figures && max(c.More, -c.More) == 1:
		return fmt.Sprintf("%+d figure", c.More)
	case c.Figures:
		return fmt.Sprintf("%+d figures", c.More)
	}
	return fmt.Sprintf("%+d", c.More)
}

// A Setting is a field of the list itself. A game's table of settings makes the form on
// pages and the facts on sheets; files and the command set take their keys from the
// type that the file is decoded into.
type Setting[List any] struct {
	Key   string
	Label string // "" if it cannot be set on pages
	Means string // an explanation in a sentence
	Long  bool   // text that may have several lines
	// Number means that the field takes any number rather than any text, if it has no choices.
	Number bool
	// Choices returns the possible values; the first is the default. It returns none for a list
	// without such a field.
	Choices func(List) []Choice
	// Sheet returns the note on sheets beneath the list's name.
	Sheet func(List) []string
}

// Settings lists the fields of a list itself that can be set, as its file states
// them.
func Settings[List any](table []Setting[List], list List, file *schema.Document) (fields []Field) {
	for _, s := range table {
		f := Field{
			Label: s.Label, Path: s.Key, Now: file.At(s.Key).Text(), Text: !s.Number, Long: s.Long, Means: s.Means,
		}
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

// Facts returns the facts of a list for sheets, printed beneath its name.
func Facts[List any](table []Setting[List], list List) (facts []string) {
	for _, s := range table {
		if s.Sheet != nil {
			facts = append(facts, s.Sheet(list)...)
		}
	}
	return facts
}
