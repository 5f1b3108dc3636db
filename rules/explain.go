package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"muster/schema"
)

// Explain describes effects in plain words, one line each. The lines are made from the words
// alone.
func Explain(effects []Effect) []string {
	lines := make([]string, len(effects))
	for i := range effects {
		lines[i] = explainOne(&effects[i])
	}
	return lines
}

// explainOne joins the parts of one effect in order: conditions, receivers, effects.
func explainOne(e *Effect) string {
	s := e.statement()
	var when, whose, what, shape []string
	for i := range s.words {
		w := &s.words[i]
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

// phrase returns the word with its value by its Says columns; "" if other words include it.
func (w *statedWord) phrase(s *statement) string {
	says := w.Says
	switch {
	case w.SaysBy != nil:
		return w.SaysBy(w, s)
	case w.SaysOf != nil:
		return w.SaysOf[w.texts[0]]
	case w.off:
		says = w.SaysNot
	}
	says = strings.Replace(says, "%+d", signed(w.number), 1)
	says = strings.Replace(says, "%d", w.number.String(), 1)
	return strings.Replace(says, "%s", w.plainValue(), 1)
}

// signed returns a number with its sign, or X and N with a plus.
func signed(v Value) string {
	text := v.String()
	if text != "" && text[0] != '-' {
		return "+" + text
	}
	return text
}

// plainValue returns a value that is not a number.
func (w *statedWord) plainValue() string {
	switch w.Kind {
	case isSpan:
		switch {
		case w.span.To == 0:
			return strconv.Itoa(w.span.From) + " and more"
		case w.span.From == 0:
			return "up to " + strconv.Itoa(w.span.To)
		}
		return fmt.Sprintf("%d to %d", w.span.From, w.span.To)
	case isUses:
		return strings.Join(Strings(w.uses), ", ")
	case isDice:
		return schema.Either(w.texts)
	}
	return strings.Join(w.texts, ", ")
}

// rolledPhrase returns the number of hits or wounds, with the dice they need.
func rolledPhrase(w *statedWord, s *statement, what string) string {
	n := w.number.String()
	each := 1
	if e := s.find("", "each"); e != nil {
		each = e.number.Number
	}
	if needs := s.find("", "needs"); needs != nil {
		return fmt.Sprintf("dice: %s, each %s+ is %s%s", n, needs.number, plural(strconv.Itoa(each), what), withRules(s))
	}
	return plural(n, what) + withRules(s)
}

// multipliedPhrase returns the change of each hit or wound: the rule's own rating replaces it,
// any other number adds to it.
func multipliedPhrase(w *statedWord, what string) string {
	if w.number.X {
		return "each " + what + " becomes X"
	}
	return signed(w.number) + " to what each " + what + " becomes"
}

// tokensPhrase returns the number of spell tokens and their receiver.
func tokensPhrase(w *statedWord, s *statement) string {
	text := plural(w.number.String(), "spell token")
	if s.states("to: unit") {
		text += " for each model that has the rule, with one caster"
	}
	return text
}

// shootingPhrase says "shot at" for words on the target, as it does not shoot.
func shootingPhrase(w *statedWord, s *statement) string {
	says := w.Says
	if w.off {
		says = w.SaysNot
	}
	if s.states("of: enemy") || slices.ContainsFunc(s.words, func(other statedWord) bool { return other.Place == attacked || other.Place == judged }) {
		return strings.Replace(says, "shooting", "shot at", 1)
	}
	return says
}

func plural(n, what string) string {
	if n != "1" {
		what += "s"
	}
	return n + " " + what
}

func withRules(s *statement) string {
	if with := s.find("", "with"); with != nil {
		return " with " + with.plainValue()
	}
	return ""
}
