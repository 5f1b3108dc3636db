package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"muster/schema"
)

// Explain says in plain words what effects do in a fight, a line for each. The
// lines are made from the words alone.
func Explain(effects []Effect) []string {
	lines := make([]string, len(effects))
	for i := range effects {
		lines[i] = explain(&effects[i])
	}
	return lines
}

// explain puts the parts of one effect in order: when, whose, what.
func explain(e *Effect) string {
	s := e.statement()
	var when, whose, what, shape []string
	for i := range s.said {
		w := &s.said[i]
		text := w.text(s)
		switch {
		case text == "":
		case w.Place.Inside != "" || w.Name == "on" || w.Name == "by":
			when = append(when, text)
		case w.Name == "of" || w.Name == "to":
			whose = append([]string{text}, whose...) // who has the effect, then whose attacks it changes
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

// text is the word with its value, as its Says columns put it; "" for a word that
// others say with theirs.
func (w *said) text(s *statement) string {
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
	return strings.Replace(says, "%s", w.value(), 1)
}

// signed writes a number with its sign, also one that is a rating or a use's.
func signed(v Value) string {
	text := v.String()
	if text != "" && text[0] != '-' {
		return "+" + text
	}
	return text
}

// value writes what is no number.
func (w *said) value() string {
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

// rolled says how many hits or wounds there are, and what dice they need.
func rolled(w *said, s *statement, what string) string {
	n := w.number.String()
	each := 1
	if e := s.get("", "each"); e != nil {
		each = e.number.Number
	}
	if needs := s.get("", "needs"); needs != nil {
		return fmt.Sprintf("dice: %s, each %s+ is %s%s", n, needs.number, counted(strconv.Itoa(each), what), withRules(s))
	}
	return counted(n, what) + withRules(s)
}

// multiplied says what a number makes of each hit or wound: one of a rule's own
// rating is that rule, any other adds to what there is.
func multiplied(w *said, what string) string {
	if w.number.X {
		return "each " + what + " becomes X"
	}
	return signed(w.number) + " to what each " + what + " becomes"
}

// spellTokens says who has how many tokens.
func spellTokens(w *said, s *statement) string {
	text := counted(w.number.String(), "spell token")
	if s.has("to: unit") {
		text += " for each model that has the rule, with one caster"
	}
	return text
}

// whenShooting says who is shot at: who is attacked has no part in shooting else.
func whenShooting(w *said, s *statement) string {
	says := w.Says
	if w.off {
		says = w.SaysNot
	}
	if s.has("of: enemy") || slices.ContainsFunc(s.said, func(other said) bool { return other.Place == attacked || other.Place == judged }) {
		return strings.Replace(says, "shooting", "shot at", 1)
	}
	return says
}

func counted(n, what string) string {
	if n != "1" {
		what += "s"
	}
	return n + " " + what
}

func withRules(s *statement) string {
	if with := s.get("", "with"); with != nil {
		return " with " + with.value()
	}
	return ""
}
