package play

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder/play"
	"muster/report"
	"muster/web/page"
)

// button draws a button that sends an event. Most buttons have no id, since ids slow down page
// updates.
func button(id string, e play.Event, name string, more ...g.Node) g.Node {
	return eventButton(id, e, append(more, page.IsolatedText(name))...)
}

// eventButton draws a button that sends an event, with any content.
func eventButton(id string, e play.Event, content ...g.Node) g.Node {
	return h.Button(g.If(id != "", h.ID(id)), g.Attr("form", tapFormID), h.Name("e"), h.Value(eventFormFields(e)),
		g.Group(content))
}

// viewDecision draws a decision with a button for each choice.
func viewDecision(id string, m play.Decision, more ...g.Node) g.Node {
	what := report.Capitalize(m.Prompt)
	if !strings.ContainsAny(what[len(what)-1:], ".?") {
		what += "."
	}
	n := -1
	return h.Li(h.Class("moment"),
		h.P(h.Strong(g.Text(what)), g.If(m.Instructions != "", g.Text(" "+m.Instructions))),
		g.Group(more),
		g.Map(page.GroupBy(m.Choices, func(way play.Choice) string { return way.Condition }),
			func(one page.Group[play.Choice]) g.Node {
				lead := g.If(one.Title != "", h.Span(g.Text(one.Title)))
				return page.ControlRow(lead, page.DrawEach(one.Values, func(i int, way play.Choice) g.Node {
					n++
					return g.Group{
						g.If(i > 0 && one.Values[i-1].NeedsTest() && !way.RollsDice, h.Span(g.Text("I rolled:"))),
						viewChoice(fmt.Sprintf("%s-%d", id, n), m.Unit, way),
					}
				}))
			}))
}

// viewChoice draws the button for one choice of a decision. u is the unit that decides; nil if the
// game does.
func viewChoice(id string, u *play.UnitState, way play.Choice) g.Node {
	event := eventFormFields(way.Event)
	if way.RollsDice {
		event += "&roll=yes"
	}
	return h.Button(g.If(id != "", h.ID(id)), g.Attr("form", tapFormID), h.Name("e"), h.Value(event),
		g.Iff(u != nil, func() g.Node { return h.Aria("label", way.Label+", "+u.Name) }), page.IsolatedText(way.Label))
}

// sideIndex returns the index of a side: 0 for the player's, 1 for the opponent's.
func sideIndex(their bool) int {
	if their {
		return 1
	}
	return 0
}

// sideName returns the name of a side in addresses and scripts.
func sideName(their bool) string { return [...]string{"mine", "theirs"}[sideIndex(their)] }

func yesText(on bool) string {
	if on {
		return "yes"
	}
	return ""
}

// eventFormFields encodes an event as form fields.
func eventFormFields(e play.Event) string {
	v := url.Values{"do": {string(e.Verb)}}
	for key, value := range map[string]string{"unit": e.UnitID, "what": e.Subject, "on": e.TokensOn} {
		if value != "" {
			v.Set(key, value)
		}
	}
	if e.Number != 0 {
		v.Set("n", strconv.Itoa(e.Number))
	}
	if e.OfOpponent {
		v.Set("their", "yes")
	}
	return v.Encode()
}

// parseTap parses an event from a form, and rolls dice if the event asks for it.
func parseTap(s *play.State, text string) (play.Event, error) {
	v, err := url.ParseQuery(text)
	if err != nil {
		return play.Event{}, fmt.Errorf("`%s` is nothing that happens in a game", text)
	}
	e := play.Event{
		Verb: play.Verb(v.Get("do")), UnitID: v.Get("unit"), Subject: v.Get("what"), TokensOn: v.Get("on"),
		OfOpponent: v.Get("their") == "yes",
	}
	if n := v.Get("n"); n != "" {
		if e.Number, err = strconv.Atoi(n); err != nil || e.Number < 0 || e.Number > play.MaxEventNumber {
			return e, fmt.Errorf("`%s` is no number of something that happens in a game", n)
		}
	}
	if v.Get("roll") != "" {
		rolled, ok := s.RollEvent(e, func(sides int) int { return rand.IntN(sides) + 1 })
		if !ok {
			return e, fmt.Errorf("no dice decide that: `%s`", text)
		}
		e = rolled
	}
	return e, nil
}
