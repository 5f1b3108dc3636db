package words

import (
	"cmp"
	"slices"
	"strings"

	"muster/schema"
)

// Explain describes an effect in plain words: its conditions, receivers and actions. edition holds
// an edition's own phrases for some words.
func (f *Family) Explain(effect any, edition map[string]string) string {
	s := f.Statement(effect)
	s.EditionPhrases = edition
	var when, whose, what, shape []string
	for i := range s.Words {
		w := &s.Words[i]
		text := w.phrase(s)
		switch {
		case text == "":
		case w.Group.ParentWord != "" || w.Name == "on" || w.Name == "by":
			when = append(when, text)
		case w.Name == "of" || w.Name == "to":
			whose = append([]string{text}, whose...) // the receiver, then the attacks
		case w.Group.OnlyModifiesWords:
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
func (w *StatedWord) phrase(s *Statement) string {
	says := w.Phrase
	if w.PhraseFunc != nil {
		return w.PhraseFunc(w, s)
	}
	switch {
	case w.IsFalse:
		says = w.PhraseIfFalse
	case w.PhraseForOne != "" && w.Number == (Value{IsSet: true, Number: 1}):
		return w.PhraseForOne
	}
	if w.Kind == ChoiceKind {
		if c := w.choice(w.TextValues[0]); c != nil && c.Phrase != "" {
			return c.Phrase
		}
	}
	says = strings.Replace(says, "%+d", w.Number.SignedText(), 1)
	says = strings.Replace(says, "%d", w.Number.String(), 1)
	return strings.Replace(says, "%s", w.ValueText(), 1)
}

// SignedText returns the value with its sign; X and N get a plus sign.
func (v Value) SignedText() string {
	text := v.String()
	if text != "" && text[0] != '-' {
		return "+" + text
	}
	return text
}

// ValueText returns a value that is not a number, as text for people.
func (w *StatedWord) ValueText() string {
	switch w.Kind {
	case RuleUsesKind:
		return strings.Join(UseTexts(w.RuleUses), ", ")
	case ChoicesKind:
		said := slices.Clone(w.TextValues)
		for i, text := range said {
			said[i] = cmp.Or(w.choice(text).Phrase, text)
		}
		if last := len(said) - 1; last > 1 {
			said = []string{strings.Join(said[:last], ", "), said[last]}
		}
		return strings.Join(said, " and ")
	case DieFacesKind:
		return schema.JoinOr(w.TextValues)
	}
	return strings.Join(w.TextValues, ", ")
}
