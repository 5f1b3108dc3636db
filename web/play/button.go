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
	return press(id, e, append(more, page.Isolated(name))...)
}

// press draws a button that sends an event, with any content.
func press(id string, e play.Event, content ...g.Node) g.Node {
	return h.Button(g.If(id != "", h.ID(id)), g.Attr("form", tapID), h.Name("e"), h.Value(formFields(e)), g.Group(content))
}

// viewMoment draws a moment with a button for each outcome.
func viewMoment(id string, m play.Moment, more ...g.Node) g.Node {
	what := report.Capital(m.What)
	if !strings.ContainsAny(what[len(what)-1:], ".?") {
		what += "."
	}
	n := -1
	return h.Li(h.Class("moment"),
		h.P(h.Strong(g.Text(what)), g.If(m.Text != "", g.Text(" "+m.Text))),
		g.Group(more),
		g.Map(page.GroupBy(m.Ways, func(way play.Way) string { return way.If }), func(one page.Group[play.Way]) g.Node {
			lead := g.If(one.Title != "", h.Span(g.Text(one.Title)))
			return page.Row(lead, page.Each(one.All, func(i int, way play.Way) g.Node {
				n++
				return g.Group{
					g.If(i > 0 && one.All[i-1].Tests() && !way.Roll, h.Span(g.Text("I rolled:"))),
					viewWay(fmt.Sprintf("%s-%d", id, n), m.Unit, way),
				}
			}))
		}))
}

// viewWay draws the button of an outcome, of a unit or of the game.
func viewWay(id string, u *play.UnitState, way play.Way) g.Node {
	return h.Button(g.If(id != "", h.ID(id)), g.Attr("form", tapID), h.Name("e"), h.Value(tap(way)),
		g.Iff(u != nil, func() g.Node { return h.Aria("label", way.Label+", "+u.Name) }), page.Isolated(way.Label))
}

// sideOf returns the index of the player's (0) or the opponent's side (1).
func sideOf(their bool) int {
	if their {
		return 1
	}
	return 0
}

// sideName returns the name of a side in addresses and scripts.
func sideName(their bool) string { return [...]string{"mine", "theirs"}[sideOf(their)] }

func yes(on bool) string {
	if on {
		return "yes"
	}
	return ""
}

// tap encodes an outcome's event for a form.
func tap(w play.Way) string {
	if w.Roll {
		return formFields(w.Event) + "&roll=yes"
	}
	return formFields(w.Event)
}

// formFields encodes an event as form fields.
func formFields(e play.Event) string {
	v := url.Values{"do": {string(e.Do)}}
	for key, value := range map[string]string{"unit": e.Unit, "what": e.Subject, "on": e.TokensOn} {
		if value != "" {
			v.Set(key, value)
		}
	}
	if e.N != 0 {
		v.Set("n", strconv.Itoa(e.N))
	}
	if e.Their {
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
		Do: play.Verb(v.Get("do")), Unit: v.Get("unit"), Subject: v.Get("what"), TokensOn: v.Get("on"),
		Their: v.Get("their") == "yes",
	}
	if n := v.Get("n"); n != "" {
		if e.N, err = strconv.Atoi(n); err != nil || e.N < 0 || e.N > play.MaxN {
			return e, fmt.Errorf("`%s` is no number of something that happens in a game", n)
		}
	}
	if v.Get("roll") != "" {
		rolled, ok := s.Roll(e, func(sides int) int { return rand.IntN(sides) + 1 })
		if !ok {
			return e, fmt.Errorf("no dice decide that: `%s`", text)
		}
		e = rolled
	}
	return e, nil
}
