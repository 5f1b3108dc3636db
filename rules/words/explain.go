package words

import (
	"cmp"
	"slices"
	"strings"

	"muster/schema"
)

// Explain describes an effect in plain words: its conditions, receivers and actions. edition has an
// edition's own phrases for some words.
func (f *Family) Explain(effect any, edition map[string]string) string {
	s := f.Statement(effect)
	s.Edition = edition
	var when, whose, what, shape []string
	for i := range s.Words {
		w := &s.Words[i]
		text := w.phrase(s)
		switch {
		case text == "":
		case w.Place.Inside != "" || w.Name == "on" || w.Name == "by":
			when = append(when, text)
		case w.Name == "of" || w.Name == "to":
			whose = append([]string{text}, whose...) // the receiver, then the attacks
		case w.Place.Shape:
			shape = append(shape, text)
		default:
			what = append(what, text)
		}
	}
	between := ", "
	if slices.ContainsFunc(what, func(text string) bool { return strings.Contains(text, ", ") }) {
		between = "; "
	}
	line := strings.Join(append([]string{strings.Join(what, between)}, shape...), ", ")
	if len(what) == 0 { // the weapon itself
		line = "the weapon attacks"
	}
	switch does := strings.HasPrefix(line, "has ") || strings.HasPrefix(line, "may "); {
	case does && len(whose) > 0:
		line = strings.Join(whose, ", ") + " " + line
	case does && len(when) > 0:
		line = "it " + line
	case len(whose) > 0:
		line = strings.Join(whose, ", ") + ": " + line
	}
	if len(when) > 0 {
		line = strings.Join(when, ", ") + ": " + line
	}
	return strings.ToUpper(line[:1]) + line[1:]
}

// phrase returns the word with its value as part of a sentence; "" if the phrases of other words
// include it.
func (w *Stated) phrase(s *Statement) string {
	says := w.Says
	if w.SaysBy != nil {
		return w.SaysBy(w, s)
	}
	switch {
	case w.IsFalse:
		says = w.SaysNot
	case w.SaysOne != "" && w.Number == (Value{Set: true, Number: 1}):
		return w.SaysOne
	}
	if w.Kind == OneOf {
		if c := w.value(w.Texts[0]); c != nil && c.Says != "" {
			return c.Says
		}
	}
	says = strings.Replace(says, "%+d", w.Number.Signed(), 1)
	says = strings.Replace(says, "%d", w.Number.String(), 1)
	return strings.Replace(says, "%s", w.ValueText(), 1)
}

// Signed returns the value with its sign; X and N get a plus sign.
func (v Value) Signed() string {
	text := v.String()
	if text != "" && text[0] != '-' {
		return "+" + text
	}
	return text
}

// ValueText returns a value that is not a number as people read it.
func (w *Stated) ValueText() string {
	switch w.Kind {
	case RuleUses:
		return strings.Join(Strings(w.Uses), ", ")
	case SomeOf:
		said := slices.Clone(w.Texts)
		for i, text := range said {
			said[i] = cmp.Or(w.value(text).Says, text)
		}
		if last := len(said) - 1; last > 1 {
			said = []string{strings.Join(said[:last], ", "), said[last]}
		}
		return strings.Join(said, " and ")
	case Dice:
		return schema.Either(w.Texts)
	}
	return strings.Join(w.Texts, ", ")
}
