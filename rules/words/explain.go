package words

import (
	"fmt"
	"strconv"
	"strings"

	"muster/schema"
)

// Explain describes an effect in plain words, made from its words alone: conditions, receivers, effects.
func (f *Family) Explain(effect any) string {
	s := f.State(effect)
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
	line := strings.Join(append(what, shape...), ", ")
	if len(what) == 0 { // the weapon itself
		line = "the weapon attacks"
	}
	for _, before := range [][]string{whose, when} {
		if len(before) > 0 {
			line = strings.Join(before, ", ") + ": " + line
		}
	}
	return strings.ToUpper(line[:1]) + line[1:]
}

// phrase returns the word with its value; "" if other words include it.
func (w *Stated) phrase(s *Statement) string {
	says := w.Says
	if w.SaysBy != nil {
		return w.SaysBy(w, s)
	}
	if w.Off {
		says = w.SaysNot
	}
	if w.Kind == OneOf {
		if c := w.value(w.Texts[0]); c != nil && c.Says != "" {
			return c.Says
		}
	}
	says = strings.Replace(says, "%+d", w.Number.Signed(), 1)
	says = strings.Replace(says, "%d", w.Number.String(), 1)
	return strings.Replace(says, "%s", w.Plain(), 1)
}

// Signed returns the value with its sign, X and N with a plus.
func (v Value) Signed() string {
	text := v.String()
	if text != "" && text[0] != '-' {
		return "+" + text
	}
	return text
}

// Plain returns a value that is not a number as people read it.
func (w *Stated) Plain() string {
	switch w.Kind {
	case Span:
		switch {
		case w.Span.To == 0:
			return strconv.Itoa(w.Span.From) + " and more"
		case w.Span.From == 0:
			return "up to " + strconv.Itoa(w.Span.To)
		}
		return fmt.Sprintf("%d to %d", w.Span.From, w.Span.To)
	case RuleUses:
		return strings.Join(Strings(w.Uses), ", ")
	case Dice:
		return schema.Either(w.Texts)
	}
	return strings.Join(w.Texts, ", ")
}
