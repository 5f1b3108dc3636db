package rules

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
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
	gf := FamilyOf("gf")
	s := &statement{family: gf}
	s.read("", reflect.ValueOf(*e))
	var when, what, shape []string
	for i := range s.said {
		w := &s.said[i]
		text := phrases[w.path()[len(w.path())-1].(string)].say(w, s)
		switch {
		case text == "":
		case w.Place.Inside != "" || w.Name == "on" || w.Name == "by":
			when = append(when, text)
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
	if whose := subject(e); whose != "" {
		line = whose + ": " + line
	}
	if len(when) > 0 {
		line = strings.Join(when, ", ") + ": " + line
	}
	return strings.ToUpper(line[:1]) + line[1:]
}

// subject is who has an effect, where that is not the bearer.
func subject(e *Effect) string {
	whose := map[To]string{
		"": "", ToUnit: "the whole unit", ToFriends: "every friend", ToEnemy: "the enemy",
	}[e.To]
	if e.Of == OfEnemy {
		if whose != "" {
			whose += ", "
		}
		whose += "attacks against it"
	}
	return whose
}

// A phrase is how a word is said. It may hold %d for the number, %+d for a
// number with its sign, %s for the rest of its value; and for a switch what is
// said if it is false. Some words are said together with others, by a function.
type phrase struct {
	yes, no string
	by      func(w *said, s *statement) string
}

func (p phrase) say(w *said, s *statement) string {
	switch {
	case p.by != nil:
		return p.by(w, s)
	case w.Kind == isSwitch && w.off:
		return p.no
	}
	text := strings.Replace(p.yes, "%+d", signed(w.number), 1)
	text = strings.Replace(text, "%d", w.number.String(), 1)
	return strings.Replace(text, "%s", w.value(), 1)
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
		return either(w.texts)
	}
	return strings.Join(w.texts, ", ")
}

// phrases are the words of Grimdark Future, as people say them.
var phrases = map[string]phrase{
	"of": {}, "to": {}, "when": {}, "with": {}, "needs": {}, "each": {}, // said by others
	"on": {by: func(w *said, _ *statement) string {
		return map[On]string{
			OnSixToHit: "on an unmodified 6 to hit", OnFiveToHit: "on an unmodified 5 that hits", OnOneToHit: "on an unmodified 1 to hit",
			OnOneToBlock: "on an unmodified 1 to block", OnTwoToBlock: "on an unmodified 2 that does not block",
		}[On(w.texts[0])]
	}},
	"by":          {yes: "as an attack of its own"},
	"range-least": {yes: `never under %d"`},
	"per":         {yes: "N is one for every %d of the number with which it is used"},
	"max":         {yes: "N is at most %d"},

	"shooting":       {yes: "when shooting", no: "when not shooting"},
	"melee":          {yes: "in melee", no: "when not in melee"},
	"charging":       {yes: "when charging", no: "when not charging"},
	"charged":        {yes: "when charged", no: "when not charged"},
	"fatigued":       {yes: "when fatigued", no: "when not fatigued"},
	"moved":          {yes: "after moving", no: "without moving"},
	"in-sight":       {yes: "at what it sees", no: "at what it does not see"},
	"cover":          {yes: "against a target in cover", no: "against a target out of cover"},
	"distance-over":  {yes: `from over %d"`},
	"distance-up-to": {yes: `within %d"`},
	"enemy-tough":    {yes: "against enemies that mostly have %s wounds"},
	"enemy-defense":  {yes: "against enemies that mostly have Defense %s"},
	"models": {by: func(w *said, _ *statement) string {
		return map[Models]string{
			ModelsAll: "if all models of the unit have the rule", ModelsMost: "if most models of the unit have the rule",
			ModelsAny: "if any model of the unit has the rule", ModelsSquad: "if all models but a joined hero have the rule",
		}[Models(w.texts[0])]
	}},
	"has":    {yes: "with %s"},
	"roll":   {yes: "if one die shows %s"},
	"used":   {yes: "when used"},
	"choice": {yes: "if picked (choice %d)"},
	"spell":  {yes: "by a spell", no: "not by a spell"},

	"hero":       {yes: "is a hero"},
	"tough":      {yes: "takes %d wounds to kill"},
	"transport":  {yes: "carries %d"},
	"per-list":   {yes: "%d in a list at most"},
	"defense":    {yes: "Defense better by %d"},
	"defense-is": {yes: "Defense %d+"},
	"tokens":     {yes: "%d spell tokens"},
	"deploys": {by: func(w *said, _ *statement) string {
		return map[Deploys]string{DeploysReserve: "may wait in reserve", DeploysLast: "may be deployed after all others"}[Deploys(w.texts[0])]
	}},
	"outside": {yes: "%s, which is no part of a fight"},
	"gives":   {yes: "has %s"},

	"quality":       {yes: "hits on %d+"},
	"to-hit":        {yes: "%+d to hit"},
	"range":         {yes: `%+d" range`},
	"ap":            {yes: "AP %+d"},
	"ap-is":         {yes: "AP of at least %d"},
	"blast":         {yes: "each hit becomes %d, but no more than the target has models"},
	"deadly":        {yes: "each wound becomes %d, all on one model"},
	"copies":        {yes: "the hit becomes %d of its kind"},
	"extra-hits":    {yes: "hits more: %d"},
	"extra-attacks": {yes: "attacks more: %d, which give none themselves"},
	"extra-wounds":  {yes: "wounds more: %d"},
	"self-wounds":   {yes: "wounds on its own unit: %d"},
	"reroll-blocks": {yes: "blocks with an unmodified %d and more are rolled again"},
	"ignore":        {yes: "ignores %s"},
	"ignore-rules":  {yes: "ignores the enemy's %s"},
	"without-sight": {yes: "may shoot at what it does not see"},
	"picks": {by: func(w *said, _ *statement) string {
		return map[Picks]string{PicksModel: "picks one model and meets it as a unit of one", PicksWounds: "its wounds go to a model that it picks"}[Picks(w.texts[0])]
	}},
	"strikes-first": {yes: "strikes first"},
	"strikes-last":  {yes: "strikes last"},

	"best-weapon-attacks": {yes: "%+d attacks with its best melee weapon"},
	"hits":                {by: func(w *said, s *statement) string { return rolled(w, s, "hit") }},
	"wounds":              {by: func(w *said, s *statement) string { return rolled(w, s, "wound") }},
	"attacks":             {by: func(w *said, s *statement) string { return "attacks of no weapon: " + w.number.String() + withRules(s) }},
	"death-hits":          {yes: "hits on the enemy for each model killed: %d"},
	"last-hits":           {yes: "hits on the enemy when all have struck, for which it dies: %d"},
	"hits-against":        {yes: "%d dice for the enemy's hits of its charge, for each model"},

	"block":         {yes: "%+d to block"},
	"regeneration":  {yes: "wounds are ignored on %d+"},
	"ward":          {yes: "wounds are ignored on %d+, also those that cannot be regenerated"},
	"retaliates":    {yes: "hits on the attacker for each wound taken: %d"},
	"fear":          {yes: "%d wounds more when the melee is judged"},
	"fear-d3":       {yes: "D3 wounds more when the melee is judged"},
	"morale":        {yes: "%+d to morale tests"},
	"repeat-morale": {yes: "a failed morale test passes on %d+"},
	"pay-morale":    {yes: "a failed morale test passes, and each wound left is lost on 1-%d"},
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
