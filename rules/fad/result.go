// Package fad predicts fights of Fast and Dirty: from two units and a situation
// it works out the exact distribution of what happens. What traits,
// personalities and armour do is data; this package knows the order of an
// attack, the effect words, and how they act on the dice.
package fad

import (
	"encoding/json"

	"muster/rules/dice"
)

// A Result is what follows from a duel. Probabilities are exact up to the
// rounding of float64.
type Result struct {
	Mode     Mode
	Attacker Outcome
	Target   Outcome
	// Draw is the probability that nobody wins the close assault, though both
	// sides fought it.
	Draw float64
	// Notes say why a side does not fire.
	Notes []string
	// NotModelled names what either side has that no effect explains, sorted.
	NotModelled []string
	// Simulated is the same duel rolled with dice; nil if it was not.
	Simulated *Result
}

// An Outcome is what becomes of one side. Which of its numbers mean something
// depends on the kind of unit and on the mode; the JSON holds those alone.
type Outcome struct {
	// Casualties are figures that fell; a vehicle has none.
	Casualties dice.Spread
	// Wounded are those of the casualties who were only wounded.
	Wounded dice.Spread
	// Hits are those on the side, before saves. In an assault on a vehicle they
	// are the figures that hurt it.
	Hits dice.Spread
	// Pinned, Broken and what comes of it: a broken unit that still has figures
	// rallies, falls back or routs.
	Pinned, Broken              float64
	Rallied, FallsBack, Routed  float64
	Destroyed                   float64 // no figure left; of a vehicle, by markers
	Damaged, Critical           float64 // at least one such hit
	Repaired, OutOfAction, Lost float64 // what a vehicle's next activation brings
	Wins, Overrun               float64 // of close assault

	Has Has
}

// Has says which numbers of an outcome mean something.
type Has struct{ Vehicle, Hit, Pinned, Wounded, Assault bool }

// MarshalJSON writes what a duel's file promises to scripts.
func (r Result) MarshalJSON() ([]byte, error) { return r.Object().MarshalJSON() }

// Object lists the keys of a result in JSON.
func (r *Result) Object() Object {
	o := Object{{"system", "fad"}, {"mode", r.Mode}, {"attacker", r.Attacker}, {"target", r.Target}}
	if r.Mode == CloseAssault {
		o = append(o, Key{"draw", r.Draw})
	}
	if len(r.Notes) > 0 {
		o = append(o, Key{"notes", r.Notes})
	}
	o = append(o, Key{"not_modelled", append([]string{}, r.NotModelled...)})
	if r.Simulated != nil {
		o = append(o, Key{"simulated", r.Simulated})
	}
	return o
}

// MarshalJSON writes the numbers that mean something.
func (u Outcome) MarshalJSON() ([]byte, error) {
	var o Object
	for _, n := range u.Numbers() {
		if n.Spread != nil {
			o = append(o, Key{n.Key, n.Spread})
		} else {
			o = append(o, Key{n.Key, n.Chance})
		}
	}
	return o.MarshalJSON()
}

// An Object is a JSON object whose keys keep their order.
type Object []Key

// A Key is a key of an object, and its value.
type Key struct {
	Name  string
	Value any
}

// MarshalJSON writes the keys in order.
func (o Object) MarshalJSON() ([]byte, error) {
	text := []byte{'{'}
	for i, key := range o {
		if i > 0 {
			text = append(text, ',')
		}
		value, err := json.Marshal(key.Value)
		if err != nil {
			return nil, err
		}
		text = append(text, `"`+key.Name+`":`...)
		text = append(text, value...)
	}
	return append(text, '}'), nil
}

// A Number is one of an outcome's numbers: a probability, or a spread.
type Number struct {
	Key    string
	Chance float64
	Spread *dice.Spread
}

// Keys lists the names of all numbers that an outcome can have, in order.
func Keys() []string {
	var keys []string
	every := Has{Vehicle: true, Hit: true, Pinned: true, Wounded: true, Assault: true}
	for _, n := range (&Outcome{Has: every}).numbers(true) {
		keys = append(keys, n.Key)
	}
	return keys
}

// Numbers lists the numbers that mean something, by their names in JSON.
func (u *Outcome) Numbers() []Number { return u.numbers(!u.Has.Vehicle) }

func (u *Outcome) numbers(figures bool) []Number {
	var all []Number
	spread := func(has bool, key string, s *dice.Spread) {
		if has {
			all = append(all, Number{Key: key, Spread: s})
		}
	}
	chance := func(has bool, key string, p float64) {
		if has {
			all = append(all, Number{Key: key, Chance: p})
		}
	}
	spread(u.Has.Hit, "hits", &u.Hits)
	spread(figures, "casualties", &u.Casualties)
	spread(u.Has.Wounded, "wounded", &u.Wounded)
	chance(u.Has.Vehicle, "damaged", u.Damaged)
	chance(u.Has.Vehicle, "critical", u.Critical)
	chance(true, "destroyed", u.Destroyed)
	chance(u.Has.Pinned, "pinned", u.Pinned)
	chance(figures, "broken", u.Broken)
	chance(figures, "rallied", u.Rallied)
	chance(figures, "falls_back", u.FallsBack)
	chance(figures, "routed", u.Routed)
	chance(u.Has.Vehicle, "repaired", u.Repaired)
	chance(u.Has.Vehicle, "out_of_action", u.OutOfAction)
	chance(u.Has.Vehicle, "lost", u.Lost)
	chance(u.Has.Assault, "wins", u.Wins)
	chance(u.Has.Assault, "overrun", u.Overrun)
	return all
}
