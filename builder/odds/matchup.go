package odds

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"muster/report"
)

// MatchDistances are the distances in inches of a match-up whose question states none.
var MatchDistances = [...]int{12, 24}

// MatchUp shows which units of two lists are the best answers to each other: what destroys most of
// a unit for its points, and in how many activations.
type MatchUp struct {
	Distances []int        `json:"distances"` // in inches
	Theirs    []Answered   `json:"theirs"`
	Mine      []Threatened `json:"mine"` // none against targets
	// Help holds single changes of the list that help against units without an answer; see
	// fill.Help.
	Help      any      `json:"help"`
	LeavesOut []string `json:"leaves_out"` // what the match-up does not count

	ownPoints, foePoints map[string]int // points of the units of Mine and of Theirs, by id
}

// Answered is a unit of the foe with the units of the list that answer it.
type Answered struct {
	Unit string `json:"unit"`
	Name string `json:"name"`
	Best *Blow  `json:"best"` // nil if nothing harms it
	// Breaks and Activations are those of Best.
	Breaks      *float64 `json:"breaks"`
	Activations *float64 `json:"activations"`
	// Equal is the mean activations that an answer with as many points as the unit would need, for
	// the best answer; nil for never.
	Equal *float64 `json:"equal_points"`
	// Unanswered means that Equal is more than three.
	Unanswered bool   `json:"unanswered"`
	Answers    []Blow `json:"answers"` // one for each unit and action, in the list's order
}

// Threatened is a unit of the list with its greatest threat: the attack that destroys it in the fewest
// activations.
type Threatened struct {
	Unit        string   `json:"unit"`
	Name        string   `json:"name"`
	Threat      *Blow    `json:"threat"` // nil if nothing harms it
	Activations *float64 `json:"activations"`
	Threats     []Blow   `json:"threats"` // one for each unit and action, in the foe's order
}

// A Blow is one kind of attack by a unit, with what it does to its target.
type Blow struct {
	Unit     string  `json:"unit"` // id of the attacker
	Mode     Mode    `json:"mode"`
	Distance int     `json:"distance,omitempty"` // inches, for shooting
	Per100   float64 `json:"points_per_100"`
	// Breaks and Activations are the mean activations until the target is at half strength or
	// broken, and until it is destroyed; nil for more than MostActivations.
	Breaks      *float64 `json:"breaks"`
	Activations *float64 `json:"activations"`

	Name string `json:"-"` // name of the attacker
	mean Repeated
}

// Sooner reports whether the blow needs fewer activations to destroy its target than another.
func (b *Blow) Sooner(than *Blow) bool { return b.mean.Destroyed < than.mean.Destroyed }

// MostActivations is the largest mean number of activations that a match-up states.
const MostActivations = 20

// mostToAnswer is the largest Answered.Equal of a unit that counts as answered.
const mostToAnswer = 3

// A Match works out a match-up. U is the game's type of units, S of scenarios, R of results.
type Match[U any, S comparable, R any] struct {
	Mine, Theirs []U  // the units that attack each other
	Harmless     bool // units of Theirs do not attack
	// CanBeFought reports whether a unit can be attacked; nil means that all can.
	CanBeFought func(*U) bool
	Distances   []int
	Covered     bool                                   // targets are in cover
	About       func(*U) (id, name string, points int) // About returns the id, name and points of a unit.
	// Alike reports whether two units of one list attack and are attacked with the same odds.
	Alike func(a, b *U) bool
	// Try returns a unit's attacks on a target: shooting from each of the distances, and a charge.
	// Shooting from different distances with the same odds may come with one and the same scenario.
	Try  func(unit, target *U) ([]Attack[U, S, R], error)
	Mode func(*Attack[U, S, R]) Mode // Mode returns the mode of an attack.
	// Repeat returns how many equal attacks the target withstands in the mean.
	Repeat func(*Attack[U, S, R]) (Repeated, error)
}

// Run returns the match-up without Help. The error is the first one of Try or Repeat, or that of
// ctx.
func (m *Match[U, S, R]) Run(ctx context.Context) (*MatchUp, error) {
	all := &MatchUp{Distances: m.Distances, Theirs: []Answered{}, Mine: []Threatened{}, Help: []any{}, LeavesOut: []string{
		"movement", "terrain", "cover", "objectives", "the order of activations", "morale tests and what heals",
		"spells", "what the attacker loses",
	}}
	if m.Covered {
		all.LeavesOut = slices.DeleteFunc(all.LeavesOut, func(left string) bool { return left == "cover" })
	}
	mine, theirs := m.alike(m.Mine), m.alike(m.Theirs)
	blows, err := m.suffered(ctx, m.Theirs, theirs, m.Mine, mine)
	if err != nil {
		return nil, err
	}
	all.ownPoints, all.foePoints = m.points(m.Mine), m.points(m.Theirs)
	for i := range m.Theirs {
		if m.canBeFought(&m.Theirs[i]) {
			id, name, points := m.About(&m.Theirs[i])
			all.Theirs = append(all.Theirs, answered(id, name, points, blows[theirs[i]], all.ownPoints))
		}
	}
	if m.Harmless {
		return all, nil
	}
	if blows, err = m.suffered(ctx, m.Mine, mine, m.Theirs, theirs); err != nil {
		return nil, err
	}
	for i := range m.Mine {
		if m.canBeFought(&m.Mine[i]) {
			id, name, _ := m.About(&m.Mine[i])
			all.Mine = append(all.Mine, threatened(id, name, blows[mine[i]]))
		}
	}
	return all, nil
}

// Reversed returns the match-up from the foe's side. Harmless must not have been set. Nothing is
// worked out again.
func (m *MatchUp) Reversed() *MatchUp {
	back := &MatchUp{
		Distances: m.Distances, Theirs: []Answered{}, Help: []any{}, LeavesOut: m.LeavesOut,
		ownPoints: m.foePoints, foePoints: m.ownPoints,
	}
	for _, one := range m.Mine {
		back.Theirs = append(back.Theirs, answered(one.Unit, one.Name, m.ownPoints[one.Unit], one.Threats, m.foePoints))
	}
	for _, one := range m.Theirs {
		back.Mine = append(back.Mine, threatened(one.Unit, one.Name, one.Answers))
	}
	return back
}

// answered returns a unit with its best answers among blows; cost has the attackers' points by id.
func answered(unit, name string, points int, blows []Blow, cost map[string]int) Answered {
	one := Answered{Unit: unit, Name: name, Answers: blows}
	equal := func(b *Blow) float64 { return b.mean.Destroyed * float64(cost[b.Unit]) / float64(max(1, points)) }
	if one.Best = leastBlow(blows, equal); one.Best != nil {
		one.Breaks, one.Activations = one.Best.Breaks, one.Best.Activations
		if n := equal(one.Best); !math.IsInf(n, 1) {
			one.Equal = &n
		}
	}
	one.Unanswered = one.Equal == nil || *one.Equal > mostToAnswer
	return one
}

// threatened returns a unit with the greatest threat among blows.
func threatened(unit, name string, blows []Blow) Threatened {
	one := Threatened{Unit: unit, Name: name, Threats: blows}
	if one.Threat = leastBlow(blows, func(b *Blow) float64 { return b.mean.Destroyed }); one.Threat != nil {
		one.Activations = one.Threat.Activations
	}
	return one
}

// leastBlow returns the blow with the lowest figure. Among equals it is the one that destroys the
// most points, then the first. It returns nil if there are no blows.
func leastBlow(blows []Blow, figure func(*Blow) float64) (best *Blow) {
	for i := range blows {
		b := &blows[i]
		if best == nil || figure(b) < figure(best) || figure(b) == figure(best) && b.Per100 > best.Per100 {
			best = b
		}
	}
	return best
}

// canBeFought reports whether a unit can be attacked.
func (m *Match[U, S, R]) canBeFought(u *U) bool { return m.CanBeFought == nil || m.CanBeFought(u) }

// points returns the costs of units by id.
func (m *Match[U, S, R]) points(units []U) map[string]int {
	of := map[string]int{}
	for i := range units {
		id, _, points := m.About(&units[i])
		of[id] = points
	}
	return of
}

// alike returns, for each unit, the index of the first unit with the same odds.
func (m *Match[U, S, R]) alike(units []U) []int {
	first := make([]int, len(units))
	met := map[int][]int{} // first ones by points
	for i := range units {
		_, _, points := m.About(&units[i])
		if like := slices.IndexFunc(met[points], func(j int) bool { return m.Alike(&units[j], &units[i]) }); like >= 0 {
			first[i] = met[points][like]
			continue
		}
		first[i], met[points] = i, append(met[points], i)
	}
	return first
}

// suffered returns, by index of targets, the blows on each target that has no earlier target like
// it (first). alike is the same for the attackers, units.
func (m *Match[U, S, R]) suffered(ctx context.Context, targets []U, first []int, units []U, alike []int) ([][]Blow, error) {
	all, err := Matrix(ctx, 1, 1, len(targets), func(_, at int, to []*[]Blow) error {
		if first[at] < at || !m.canBeFought(&targets[at]) {
			return nil
		}
		made := make([][]Blow, len(units))
		*to[0] = []Blow{}
		for i := range units {
			if alike[i] < i {
				made[i] = slices.Clone(made[alike[i]])
			} else {
				var err error
				if made[i], err = m.blows(&units[i], &targets[at]); err != nil {
					return err
				}
			}
			for j := range made[i] {
				made[i][j].Unit, made[i][j].Name, _ = m.About(&units[i])
			}
			*to[0] = append(*to[0], made[i]...)
		}
		return ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	return all[0][0], nil
}

// blows returns a unit's attacks on a target that do any harm.
func (m *Match[U, S, R]) blows(unit, target *U) (all []Blow, err error) {
	attacks, err := m.Try(unit, target)
	if err != nil {
		return nil, err
	}
	known := map[S]Repeated{}
	for i := range attacks {
		p := &attacks[i]
		if p.Per100 <= 0 {
			continue
		}
		b := Blow{Mode: m.Mode(p), Per100: p.Per100}
		if b.Mode == Shooting {
			_, _ = fmt.Sscanf(p.From, "%d", &b.Distance)
		}
		mean, met := known[p.Scenario]
		if !met {
			if mean, err = m.Repeat(p); err != nil {
				return nil, err
			}
			known[p.Scenario] = mean
		}
		b.mean, b.Breaks, b.Activations = mean, stated(mean.Half), stated(mean.Destroyed)
		all = append(all, b)
	}
	return all, nil
}

// stated returns a mean as it is reported; nil for more than MostActivations.
func stated(mean float64) *float64 {
	if !(mean <= MostActivations) {
		return nil
	}
	return &mean
}

// Doc returns the match-up as a report: a table of the foe's units, and a table of the list's own.
func (m *MatchUp) Doc() *report.Doc {
	doc := &report.Doc{}
	theirs, mine, none := m.Tables()
	if doc.Add(theirs); none != nil {
		doc.Add(report.Space{}, report.Say(strings.Join(none, ", ")+": nothing of yours answers this."))
	}
	if len(m.Mine) > 0 {
		doc.Add(report.Space{}, mine)
	}
	doc.Add(report.Space{}, report.Say(m.Key()), report.Say(NoChance+" "+m.LeftOut()))
	return doc
}

// Key explains the numbers in the tables.
func (m *MatchUp) Key() string {
	return "Per 100: points destroyed for every 100 points spent. " +
		"Breaks, Destroys: mean activations until it is at half strength or broken, and until it is destroyed."
}

// LeftOut is a sentence on what the match-up does not count.
func (m *MatchUp) LeftOut() string { return "Not counted: " + strings.Join(m.LeavesOut, ", ") + "." }

// NoChance says what the figures of a match-up are not.
const NoChance = "These figures are not your chance to win."

// Tables returns the foe's units with their best answers and the list's units with their greatest
// threats, a row for each, and the names of the foe's units that nothing answers.
func (m *MatchUp) Tables() (theirs, mine *report.Table, none []string) {
	table := func(first, second string, figures ...string) *report.Table {
		t := &report.Table{Columns: []report.Column{
			{Name: first, Kind: report.Name, Max: widestName},
			{Name: second, Kind: report.Name, Max: widestName},
			{Name: "How"},
		}}
		for _, name := range figures {
			t.Columns = append(t.Columns, report.Column{Name: name, Kind: report.Number})
		}
		return t
	}
	theirs = table("Their unit", "Your best answer", "Per 100", "Breaks", "Destroys")
	for _, one := range m.Theirs {
		theirs.Add(append(append([]string{one.Name}, one.Best.cells()...), Activations(one.Breaks), Activations(one.Activations))...)
		if one.Unanswered && !slices.Contains(none, one.Name) {
			none = append(none, one.Name)
		}
	}
	mine = table("Your unit", "Greatest threat", "Per 100", "Destroys")
	for _, one := range m.Mine {
		mine.Add(append(append([]string{one.Name}, one.Threat.cells()...), Activations(one.Activations))...)
	}
	return theirs, mine, none
}

// cells returns the cells about an attack: its unit, how it attacks, and its worth.
func (b *Blow) cells() []string {
	switch {
	case b == nil:
		return []string{"nothing", Dash, Dash}
	case b.Mode == Charging:
		return []string{b.Name, "Charge", Worth.Write(b.Per100)}
	case b.Distance == 0:
		return []string{b.Name, "Shoot", Worth.Write(b.Per100)}
	}
	return []string{b.Name, fmt.Sprintf("Shoot %d\"", b.Distance), Worth.Write(b.Per100)}
}

// Activations returns a mean number of activations as text; a dash for nil.
func Activations(mean *float64) string {
	if mean == nil {
		return Dash
	}
	return Mean.Write(*mean)
}
