package odds

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"muster/report"
)

// MatchDistances are the distances of a match-up that is asked without one, in inches.
var MatchDistances = [...]int{12, 24}

// A MatchUp says which units of two lists answer which: what destroys most of a unit for its
// points, and how many activations that takes.
type MatchUp struct {
	Distances []int      `json:"distances"` // in inches
	Theirs    []Answered `json:"theirs"`
	Mine      []Menaced  `json:"mine"`
	// Help holds single steps against the units without an answer; see fill.Help.
	Help      any      `json:"help"`
	LeavesOut []string `json:"leaves_out"`
}

// Answered is a unit of the foe's with the units that answer it.
type Answered struct {
	Unit string `json:"unit"`
	Name string `json:"name"`
	Best *Blow  `json:"best"` // nil if nothing harms it
	// Breaks and Activations are mean activations of the best answer until the unit is at half
	// strength or broken, and until it is destroyed; nil for more than MostActivations, or where
	// no odds are repeated.
	Breaks      *float64 `json:"breaks"`
	Activations *float64 `json:"activations"`
	// Equal is Activations of as many points as the unit's own: the best answer has the fewest. Of an
	// attack that is not repeated it is the inverse of its expectation. Nil for never.
	Equal *float64 `json:"equal_points"`
	// Unanswered means that Equal is more than three.
	Unanswered bool   `json:"unanswered"`
	Answers    []Blow `json:"answers"` // the best of each unit and way, in the list's order
}

// Menaced is a unit of the list with its greatest threat.
type Menaced struct {
	Unit        string   `json:"unit"`
	Name        string   `json:"name"`
	Threat      *Blow    `json:"threat"` // nil if nothing harms it
	Activations *float64 `json:"activations"`
}

// A Blow is an attack of a unit in one way.
type Blow struct {
	Unit     string  `json:"unit"`
	Mode     Mode    `json:"mode"`
	Distance int     `json:"distance,omitempty"` // of shots
	Per100   float64 `json:"points_per_100"`

	name string
}

// MostActivations is the largest mean that a match-up states.
const MostActivations = 20

// mostToAnswer is the number of activations of equal points within which an answer destroys.
const mostToAnswer = 3

// A Match works out a match-up. U is the game's type of units.
type Match[U, S, R any] struct {
	Mine, Theirs []U // every unit that attacks
	// Fought reports whether a unit can be attacked; nil if all can.
	Fought    func(*U) bool
	Distances []int
	Covered   bool // targets are in cover
	About     func(*U) (id, name string, points int)
	// Attacks works out every attack of units on targets from a distance: for each way to
	// fight, by unit, then by target; Mode is the mode of one.
	Attacks func(units, targets []U, distance int) ([][][]Attack[U, S, R], error)
	Mode    func(*Attack[U, S, R]) Mode
	// Repeat repeats an attack. ok is false if it cannot be repeated.
	Repeat func(*Attack[U, S, R]) (mean Repeated, ok bool, err error)
}

// Run returns the match-up without Help. The error is the first of the attacks.
func (m *Match[U, S, R]) Run() (*MatchUp, error) {
	all := &MatchUp{Distances: m.Distances, Help: []any{}, LeavesOut: []string{
		"movement", "terrain", "cover", "objectives", "the order of activations", "morale tests and what heals",
		"spells", "what the attacker loses",
	}}
	if m.Covered {
		all.LeavesOut = slices.DeleteFunc(all.LeavesOut, func(left string) bool { return left == "cover" })
	}
	mine, err := m.byTarget(m.Mine, m.Theirs)
	if err != nil {
		return nil, err
	}
	for i := range m.Theirs {
		if !m.isFought(&m.Theirs[i]) {
			continue
		}
		one := Answered{Answers: []Blow{}}
		one.Unit, one.Name, _ = m.About(&m.Theirs[i])
		for j := range mine[i] {
			one.Answers = append(one.Answers, m.blow(&mine[i][j]))
		}
		if err := m.answer(&one, mine[i]); err != nil {
			return nil, err
		}
		all.Theirs = append(all.Theirs, one)
	}
	theirs, err := m.byTarget(m.Theirs, m.Mine)
	if err != nil {
		return nil, err
	}
	for i := range m.Mine {
		if !m.isFought(&m.Mine[i]) {
			continue
		}
		var one Menaced
		one.Unit, one.Name, _ = m.About(&m.Mine[i])
		if best := Best(theirs[i]); best >= 0 {
			blow := m.blow(&theirs[i][best])
			one.Threat = &blow
			mean, ok, err := m.Repeat(&theirs[i][best])
			if err != nil {
				return nil, err
			}
			one.Activations = stated(mean.Destroyed, ok)
		}
		all.Mine = append(all.Mine, one)
	}
	return all, nil
}

// RequireList returns an error if the foe is no list, as a match-up needs.
func (f *Foe) RequireList() error {
	if f.List == nil {
		return errors.New("a match-up is between two lists, and " + f.Title() + " is none")
	}
	return nil
}

func (m *Match[U, S, R]) isFought(u *U) bool { return m.Fought == nil || m.Fought(u) }

// byTarget returns the attacks on each target: shots from each distance, and charges once.
func (m *Match[U, S, R]) byTarget(units, targets []U) ([][]Attack[U, S, R], error) {
	all := make([][]Attack[U, S, R], len(targets))
	var fought []U
	var place []int // by fought unit
	for i := range targets {
		if m.isFought(&targets[i]) {
			fought, place = append(fought, targets[i]), append(place, i)
		}
	}
	for i, distance := range m.Distances {
		attacks, err := m.Attacks(units, fought, distance)
		if err != nil {
			return nil, err
		}
		for unit := range units {
			for _, p := range Made(attacks, unit) {
				if i > 0 && m.Mode(&p) == Charging || p.Per100 <= 0 {
					continue
				}
				for at := range fought {
					if p.Against == &fought[at] {
						all[place[at]] = append(all[place[at]], p)
					}
				}
			}
		}
	}
	return all, nil
}

// answer finds the best of the attacks on a unit: the fewest activations of equal points, of
// equals the first.
func (m *Match[U, S, R]) answer(one *Answered, attacks []Attack[U, S, R]) error {
	least := math.Inf(1)
	for i := range attacks {
		p := &attacks[i]
		mean, ok, err := m.Repeat(p)
		if err != nil {
			return err
		}
		_, _, cost := m.About(p.Unit)
		_, _, worth := m.About(p.Against)
		equal := mean.Destroyed * float64(cost) / float64(max(1, worth))
		if !ok { // an expectation stands for the chain
			equal = 100 / p.Per100
		}
		if one.Best == nil || equal < least {
			least, one.Best = equal, &one.Answers[i]
			one.Breaks, one.Activations = stated(mean.Half, ok), stated(mean.Destroyed, ok)
		}
	}
	one.Unanswered = !(least <= mostToAnswer)
	if !math.IsInf(least, 1) {
		one.Equal = &least
	}
	return nil
}

// stated returns a mean as it is written; nil for none.
func stated(mean float64, ok bool) *float64 {
	if !ok || mean > MostActivations || math.IsNaN(mean) {
		return nil
	}
	return &mean
}

func (m *Match[U, S, R]) blow(p *Attack[U, S, R]) Blow {
	id, name, _ := m.About(p.Unit)
	b := Blow{Unit: id, Mode: m.Mode(p), Per100: p.Per100, name: name}
	if b.Mode == Shooting {
		_, _ = fmt.Sscanf(p.From, "%d", &b.Distance)
	}
	return b
}

// Doc returns the match-up: a table of theirs, and a table of mine.
func (m *MatchUp) Doc() *report.Doc {
	doc := &report.Doc{}
	column := func(name string) report.Column { return report.Column{Name: name, Kind: report.Number} }
	theirs := &report.Table{Columns: []report.Column{
		{Name: "Their unit", Kind: report.Name, Max: widestName},
		{Name: "Your best answer", Kind: report.Name, Max: widestName},
		{Name: "How"},
		column("Per 100"), column("Breaks"), column("Destroys"),
	}}
	var none []string
	for _, one := range m.Theirs {
		theirs.Add(append(append([]string{one.Name}, one.Best.cells()...), activations(one.Breaks), activations(one.Activations))...)
		if one.Unanswered && !slices.Contains(none, one.Name) {
			none = append(none, one.Name)
		}
	}
	mine := &report.Table{Columns: []report.Column{
		{Name: "Your unit", Kind: report.Name, Max: widestName},
		{Name: "Greatest threat", Kind: report.Name, Max: widestName},
		{Name: "How"},
		column("Per 100"), column("Destroys"),
	}}
	for _, one := range m.Mine {
		mine.Add(append(append([]string{one.Name}, one.Threat.cells()...), activations(one.Activations))...)
	}
	if doc.Add(theirs); none != nil {
		doc.Add(report.Space{}, report.Say(strings.Join(none, ", ")+": nothing of yours answers this."))
	}
	doc.Add(report.Space{}, mine, report.Space{}, report.Say("Per 100: points destroyed for every 100 points spent. "+
		"Breaks, Destroys: mean activations until it is at half strength or broken, and until it is destroyed."),
		report.Say("Not counted: "+strings.Join(m.LeavesOut, ", ")+"."))
	return doc
}

// cells write an attack: who, how, and its worth.
func (b *Blow) cells() []string {
	switch {
	case b == nil:
		return []string{"nothing", Dash, Dash}
	case b.Mode == Charging:
		return []string{b.name, "Charge", Worth.Write(b.Per100)}
	case b.Distance == 0:
		return []string{b.name, "Shoot", Worth.Write(b.Per100)}
	}
	return []string{b.name, fmt.Sprintf("Shoot %d\"", b.Distance), Worth.Write(b.Per100)}
}

// activations write a mean; a dash for none.
func activations(mean *float64) string {
	if mean == nil {
		return Dash
	}
	return Mean.Write(*mean)
}
