// Package fad predicts fights of Fast and Dirty: it computes the exact distribution of
// a duel's outcomes. The effects of traits, personalities and armour are data; this
// package holds the order of an attack, the effect words and their use on dice.
package fad

import (
	"encoding/json"

	"muster/rules/dice"
)

// A Result is the outcome of a duel. Probabilities are exact up to the rounding of
// float64.
type Result struct {
	Mode     Mode
	Attacker Outcome
	Target   Outcome
	// Draw is the probability that both sides fight the close assault and neither
	// wins.
	Draw float64
	// NoFireReasons holds the reasons why a side does not fire.
	NoFireReasons []string
	// TraitsWithoutEffects holds the names of traits without effects, sorted.
	TraitsWithoutEffects []string
	// Simulated is the same duel rolled with dice; nil if not simulated.
	Simulated *Result
}

// An Outcome is the result for one side. ApplicableNumbers selects the numbers that apply to the
// kind of unit and the mode; the JSON has only those.
type Outcome struct {
	// Casualties is the number of figures lost; a vehicle has none.
	Casualties dice.Spread
	// Wounded is the number of casualties that were only wounded.
	Wounded dice.Spread
	// Hits is the number of hits on the side, before saves. In an assault on a vehicle it is the
	// number of figures that damage it.
	Hits dice.Spread
	// Pinned to Routed are probabilities. A broken unit that still has figures rallies, falls back
	// or routs.
	Pinned, Broken             float64
	Rallied, FallsBack, Routed float64
	// probability that no figure is left; for a vehicle, that markers destroy it
	Destroyed              float64
	Damaged, CriticallyHit float64 // probability of at least one hit of this kind on a vehicle
	// results of a vehicle's next activation, as probabilities
	Repaired, OutOfAction, VehicleLost float64
	// probabilities in close assault; Overrun: this side overruns the other
	Wins, Overrun float64

	ApplicableNumbers ApplicableNumbers
}

// ApplicableNumbers tells which numbers of an outcome apply to the side: those about vehicles,
// hits, pinning, wounded casualties, and assaults.
type ApplicableNumbers struct{ Vehicle, Hit, Pinned, Wounded, Assault bool }

// MarshalJSON encodes the result as the JSON object that Object returns.
func (r Result) MarshalJSON() ([]byte, error) { return r.Object().MarshalJSON() }

// Object returns the result as a JSON object.
func (r *Result) Object() JSONObject {
	o := JSONObject{{"system", "fad"}, {"mode", r.Mode}, {"attacker", r.Attacker}, {"target", r.Target}}
	if r.Mode == CloseAssault {
		o = append(o, JSONEntry{"draw", r.Draw})
	}
	if len(r.NoFireReasons) > 0 {
		o = append(o, JSONEntry{"notes", r.NoFireReasons})
	}
	o = append(o, JSONEntry{"not_modelled", append([]string{}, r.TraitsWithoutEffects...)})
	if r.Simulated != nil {
		o = append(o, JSONEntry{"simulated", r.Simulated})
	}
	return o
}

// MarshalJSON encodes the numbers that apply, as a JSON object.
func (u Outcome) MarshalJSON() ([]byte, error) {
	var o JSONObject
	for _, n := range u.Numbers() {
		if n.Spread != nil {
			o = append(o, JSONEntry{n.Key, n.Spread})
		} else {
			o = append(o, JSONEntry{n.Key, n.Chance})
		}
	}
	return o.MarshalJSON()
}

// A JSONObject is a JSON object with ordered keys.
type JSONObject []JSONEntry

// A JSONEntry is one key of a JSON object with its value.
type JSONEntry struct {
	Name  string
	Value any
}

// MarshalJSON writes the entries in order.
func (o JSONObject) MarshalJSON() ([]byte, error) {
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

// An OutcomeNumber is one number of an outcome, with its JSON key: a probability or, if Spread is
// not nil, a spread.
type OutcomeNumber struct {
	Key    string
	Chance float64
	Spread *dice.Spread
}

// OutcomeKeys returns the JSON keys of all numbers of an outcome, in order.
func OutcomeKeys() []string {
	var keys []string
	every := ApplicableNumbers{Vehicle: true, Hit: true, Pinned: true, Wounded: true, Assault: true}
	for _, n := range (&Outcome{ApplicableNumbers: every}).applicableNumbers(true) {
		keys = append(keys, n.Key)
	}
	return keys
}

// Numbers returns the numbers that apply, with their JSON keys.
func (u *Outcome) Numbers() []OutcomeNumber { return u.applicableNumbers(!u.ApplicableNumbers.Vehicle) }

// applicableNumbers returns the numbers that apply, with their JSON keys. If figures is set,
// casualties and morale of figures are among them.
func (u *Outcome) applicableNumbers(figures bool) []OutcomeNumber {
	var all []OutcomeNumber
	spread := func(has bool, key string, s *dice.Spread) {
		if has {
			all = append(all, OutcomeNumber{Key: key, Spread: s})
		}
	}
	chance := func(has bool, key string, p float64) {
		if has {
			all = append(all, OutcomeNumber{Key: key, Chance: p})
		}
	}
	spread(u.ApplicableNumbers.Hit, "hits", &u.Hits)
	spread(figures, "casualties", &u.Casualties)
	spread(u.ApplicableNumbers.Wounded, "wounded", &u.Wounded)
	chance(u.ApplicableNumbers.Vehicle, "damaged", u.Damaged)
	chance(u.ApplicableNumbers.Vehicle, "critical", u.CriticallyHit)
	chance(true, "destroyed", u.Destroyed)
	chance(u.ApplicableNumbers.Pinned, "pinned", u.Pinned)
	chance(figures, "broken", u.Broken)
	chance(figures, "rallied", u.Rallied)
	chance(figures, "falls_back", u.FallsBack)
	chance(figures, "routed", u.Routed)
	chance(u.ApplicableNumbers.Vehicle, "repaired", u.Repaired)
	chance(u.ApplicableNumbers.Vehicle, "out_of_action", u.OutOfAction)
	chance(u.ApplicableNumbers.Vehicle, "lost", u.VehicleLost)
	chance(u.ApplicableNumbers.Assault, "wins", u.Wins)
	chance(u.ApplicableNumbers.Assault, "overrun", u.Overrun)
	return all
}
