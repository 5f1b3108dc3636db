// Package fad predicts fights of Fast and Dirty: from two units and a situation
// it works out the exact distribution of what happens. What traits,
// personalities and armour do is data; this package knows the order of an
// attack, the effect words, and how they act on the dice.
package fad

import (
	"bytes"
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
}

// An Outcome is what becomes of one side. Which of its numbers mean something
// depends on the kind of unit and on the mode; the JSON holds those alone.
type Outcome struct {
	// Casualties are figures that fell; a vehicle has none.
	Casualties Spread
	// Wounded are those of the casualties who were only wounded.
	Wounded Spread
	// Hits are those on the side, before saves. In an assault on a vehicle they
	// are the figures that hurt it.
	Hits Spread
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

// A Spread is a number that dice decide.
type Spread struct {
	Mean float64  `json:"mean"`
	PMF  dice.PMF `json:"pmf"` // PMF[i] is the probability of exactly i
}

// NewSpread describes a distribution.
func NewSpread(p dice.PMF) Spread { return Spread{Mean: p.Mean(), PMF: p} }

// MarshalJSON writes what a duel's file promises to scripts.
func (r Result) MarshalJSON() ([]byte, error) {
	o := object{}
	o.field("system", "fad")
	o.field("mode", r.Mode)
	o.field("attacker", r.Attacker)
	o.field("target", r.Target)
	if r.Mode == CloseAssault {
		o.field("draw", r.Draw)
	}
	if len(r.Notes) > 0 {
		o.field("notes", r.Notes)
	}
	o.field("not_modelled", append([]string{}, r.NotModelled...))
	return o.close()
}

// MarshalJSON writes the numbers that mean something.
func (u Outcome) MarshalJSON() ([]byte, error) {
	o := object{}
	for _, n := range u.Numbers() {
		if n.Spread != nil {
			o.field(n.Key, n.Spread)
		} else {
			o.field(n.Key, n.Chance)
		}
	}
	return o.close()
}

// A Number is one of an outcome's numbers: a probability, or a spread.
type Number struct {
	Key    string
	Chance float64
	Spread *Spread
}

// Numbers lists the numbers that mean something, by their names in JSON.
func (u *Outcome) Numbers() []Number {
	var all []Number
	spread := func(has bool, key string, s *Spread) {
		if has {
			all = append(all, Number{Key: key, Spread: s})
		}
	}
	chance := func(has bool, key string, p float64) {
		if has {
			all = append(all, Number{Key: key, Chance: p})
		}
	}
	figures := !u.Has.Vehicle
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

// object writes a JSON object with its keys in order.
type object struct {
	text bytes.Buffer
	err  error
}

func (o *object) field(key string, value any) {
	text, err := json.Marshal(value)
	if err != nil && o.err == nil {
		o.err = err
	}
	if o.text.Len() == 0 {
		o.text.WriteByte('{')
	} else {
		o.text.WriteByte(',')
	}
	o.text.WriteString(`"` + key + `":`)
	o.text.Write(text)
}

func (o *object) close() ([]byte, error) {
	o.text.WriteByte('}')
	return o.text.Bytes(), o.err
}
