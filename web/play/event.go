package play

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"strconv"

	"muster/builder/play"
)

// tap encodes an outcome's event for a form.
func tap(w play.Way) string {
	if w.Roll {
		return sent(w.Event) + "&roll=yes"
	}
	return sent(w.Event)
}

// sent is an event as a form sends it.
func sent(e play.Event) string {
	v := url.Values{"do": {string(e.Do)}}
	for key, value := range map[string]string{"unit": e.Unit, "what": e.What, "on": e.On} {
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

// tapped reads an event from a form; the game's own dice decide it where it says so.
func tapped(s *play.State, text string) (play.Event, error) {
	v, err := url.ParseQuery(text)
	if err != nil {
		return play.Event{}, fmt.Errorf("`%s` is nothing that happens in a game", text)
	}
	e := play.Event{
		Do: play.Verb(v.Get("do")), Unit: v.Get("unit"), What: v.Get("what"), On: v.Get("on"),
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
