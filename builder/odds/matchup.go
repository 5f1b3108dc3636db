package odds

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"muster/report"
)

// MatchUpDistances are the distances in inches of a match-up whose question states none.
var MatchUpDistances = [...]int{12, 24}

// MatchUp shows which units of two lists are the best answers to each other: the units that destroy
// most of an enemy for their points, and in how many activations.
type MatchUp struct {
	Distances []int            `json:"distances"` // in inches
	FoeUnits  []AnsweredUnit   `json:"theirs"`
	OwnUnits  []ThreatenedUnit `json:"mine"` // empty if the foe is not a list but targets
	// UsefulChanges holds single changes of the list, each of which helps against enemy units that
	// the list cannot destroy in time; see fill.StepsAgainstFoe.
	UsefulChanges     any      `json:"help"`
	FactorsNotCounted []string `json:"leaves_out"` // what the match-up does not count, such as terrain

	ownPoints, foePoints map[string]int // points by unit id
}

// AnsweredUnit is a unit of the foe, with the attacks by which the list's units can destroy it (its
// answers).
type AnsweredUnit struct {
	UnitID     string `json:"unit"`
	Name       string `json:"name"`
	BestAnswer *Blow  `json:"best"` // nil if nothing harms it
	// ActivationsToBreak and ActivationsToDestroy are copied from BestAnswer.
	ActivationsToBreak   *float64 `json:"breaks"`
	ActivationsToDestroy *float64 `json:"activations"`
	// ActivationsAtEqualPoints is the mean number of activations until the unit is destroyed by the
	// best answer, if the answer had as many points as the unit; nil for never.
	ActivationsAtEqualPoints *float64 `json:"equal_points"`
	// Unanswered means that the list has no good answer: ActivationsAtEqualPoints is more than
	// three.
	Unanswered bool   `json:"unanswered"`
	Answers    []Blow `json:"answers"` // the attacks of the list's units, one for each unit and action
}

// ThreatenedUnit is a unit of the list with the enemy attacks on it. Threat is the greatest: the
// attack that destroys the unit in the fewest activations.
type ThreatenedUnit struct {
	UnitID               string   `json:"unit"`
	Name                 string   `json:"name"`
	Threat               *Blow    `json:"threat"` // nil if nothing harms it
	ActivationsToDestroy *float64 `json:"activations"`
	// the attacks of the foe's units, one for each unit and action
	Threats []Blow `json:"threats"`
}

// A Blow is one kind of attack by a unit, with its effect on a target.
type Blow struct {
	AttackerID string `json:"unit"` // id of the attacker
	Mode       Mode   `json:"mode"`
	Distance   int    `json:"distance,omitempty"` // in inches, for shooting
	// points of the target that 100 points of the attacker are expected to destroy
	PointsPer100 float64 `json:"points_per_100"`
	// ActivationsToBreak and ActivationsToDestroy are the mean activations until the target is at
	// half strength or broken, and until it is destroyed; nil for more than MaxActivations.
	ActivationsToBreak   *float64 `json:"breaks"`
	ActivationsToDestroy *float64 `json:"activations"`

	AttackerName  string `json:"-"` // name of the attacker
	attacksNeeded AttacksNeeded
}

// DestroysSooner reports whether the blow destroys its target in fewer activations than another
// blow.
func (b *Blow) DestroysSooner(than *Blow) bool {
	return b.attacksNeeded.UntilDestroyed < than.attacksNeeded.UntilDestroyed
}

// BestAttackersText names, for shooting at each distance and for charging, the attacker that does
// most damage for its points.
func (a *AnsweredUnit) BestAttackersText(distances []int) string {
	var parts []string
	best := func(title string, of func(*Blow) bool) {
		var most *Blow
		for i := range a.Answers {
			if b := &a.Answers[i]; of(b) && (most == nil || b.PointsPer100 > most.PointsPer100) {
				most = b
			}
		}
		if most != nil {
			parts = append(parts, title+" "+most.AttackerName+" "+WorthCell.NumberText(most.PointsPer100))
		}
	}
	for _, inches := range distances {
		best(fmt.Sprintf("%d″:", inches), func(b *Blow) bool {
			return b.Mode == Shooting && (b.Distance == 0 || b.Distance == inches)
		})
	}
	best("Charge:", func(b *Blow) bool { return b.Mode == Charging })
	if parts == nil {
		return "Nothing of yours harms it."
	}
	return strings.Join(parts, " · ")
}

// MaxActivations is the largest mean number of activations that a match-up states.
const MaxActivations = 20

// maxAnswerActivations is the largest AnsweredUnit.ActivationsAtEqualPoints of a unit that the list
// can destroy in time; with more, the unit is Unanswered.
const maxAnswerActivations = 3

// A MatchUpMaker computes a match-up. U is the game's type of units, S of scenarios, R of results.
type MatchUpMaker[U any, S comparable, R any] struct {
	OwnUnits, FoeUnits []U  // the units of both sides, which attack each other
	FoesHarmless       bool // FoeUnits do not attack
	// CanBeFought reports whether a unit can be attacked; nil means that all can.
	CanBeFought func(*U) bool
	Distances   []int
	InCover     bool // targets are in cover
	// Identify returns the id, name and points of a unit.
	Identify func(*U) (id, name string, points int)
	// SameOdds reports whether two units of one list have the same odds, as attackers and as
	// targets.
	SameOdds func(a, b *U) bool
	// Attacks returns a unit's attacks on a target: shooting from each of the distances, and a
	// charge. Attacks from several distances with the same odds may be one attack with one
	// scenario.
	Attacks func(unit, target *U) ([]Attack[U, S, R], error)
	Mode    func(*Attack[U, S, R]) Mode // Mode returns the mode of an attack.
	// AttacksNeeded returns the mean number of equal attacks that destroy the target.
	AttacksNeeded func(*Attack[U, S, R]) (AttacksNeeded, error)
}

// Run returns the match-up without UsefulChanges. It fails like Attacks or AttacksNeeded, or if ctx
// is done.
func (m *MatchUpMaker[U, S, R]) Run(ctx context.Context) (*MatchUp, error) {
	all := &MatchUp{
		Distances: m.Distances, FoeUnits: []AnsweredUnit{}, OwnUnits: []ThreatenedUnit{},
		UsefulChanges: []any{}, FactorsNotCounted: []string{
			"movement", "terrain", "cover", "objectives", "the order of activations", "morale tests and what heals",
			"spells", "what the attacker loses",
		},
	}
	if m.InCover {
		all.FactorsNotCounted = slices.DeleteFunc(all.FactorsNotCounted, func(left string) bool { return left == "cover" })
	}
	mine, theirs := m.firstAlike(m.OwnUnits), m.firstAlike(m.FoeUnits)
	blows, err := m.blowsOn(ctx, m.FoeUnits, theirs, m.OwnUnits, mine)
	if err != nil {
		return nil, err
	}
	all.ownPoints, all.foePoints = m.points(m.OwnUnits), m.points(m.FoeUnits)
	for i := range m.FoeUnits {
		if m.canBeFought(&m.FoeUnits[i]) {
			id, name, points := m.Identify(&m.FoeUnits[i])
			all.FoeUnits = append(all.FoeUnits, newAnsweredUnit(id, name, points, blows[theirs[i]], all.ownPoints))
		}
	}
	if m.FoesHarmless {
		return all, nil
	}
	if blows, err = m.blowsOn(ctx, m.OwnUnits, mine, m.FoeUnits, theirs); err != nil {
		return nil, err
	}
	for i := range m.OwnUnits {
		if m.canBeFought(&m.OwnUnits[i]) {
			id, name, _ := m.Identify(&m.OwnUnits[i])
			all.OwnUnits = append(all.OwnUnits, newThreatenedUnit(id, name, blows[mine[i]]))
		}
	}
	return all, nil
}

// Reversed returns the match-up from the foe's side, without computing anything again. FoesHarmless
// must not have been set.
func (m *MatchUp) Reversed() *MatchUp {
	back := &MatchUp{
		Distances: m.Distances, FoeUnits: []AnsweredUnit{}, UsefulChanges: []any{}, FactorsNotCounted: m.FactorsNotCounted,
		ownPoints: m.foePoints, foePoints: m.ownPoints,
	}
	for _, one := range m.OwnUnits {
		back.FoeUnits = append(back.FoeUnits, newAnsweredUnit(one.UnitID, one.Name, m.ownPoints[one.UnitID], one.Threats, m.foePoints))
	}
	for _, one := range m.FoeUnits {
		back.OwnUnits = append(back.OwnUnits, newThreatenedUnit(one.UnitID, one.Name, one.Answers))
	}
	return back
}

// newAnsweredUnit returns a unit with its best answer among blows on it; cost has the attackers'
// points by id.
func newAnsweredUnit(unit, name string, points int, blows []Blow, cost map[string]int) AnsweredUnit {
	one := AnsweredUnit{UnitID: unit, Name: name, Answers: blows}
	equal := func(b *Blow) float64 {
		return b.attacksNeeded.UntilDestroyed * float64(cost[b.AttackerID]) / float64(max(1, points))
	}
	if one.BestAnswer = blowWithLowest(blows, equal); one.BestAnswer != nil {
		one.ActivationsToBreak, one.ActivationsToDestroy = one.BestAnswer.ActivationsToBreak, one.BestAnswer.ActivationsToDestroy
		if n := equal(one.BestAnswer); !math.IsInf(n, 1) {
			one.ActivationsAtEqualPoints = &n
		}
	}
	one.Unanswered = one.ActivationsAtEqualPoints == nil || *one.ActivationsAtEqualPoints > maxAnswerActivations
	return one
}

// newThreatenedUnit returns a unit with the greatest threat among blows on it.
func newThreatenedUnit(unit, name string, blows []Blow) ThreatenedUnit {
	one := ThreatenedUnit{UnitID: unit, Name: name, Threats: blows}
	if one.Threat = blowWithLowest(blows, func(b *Blow) float64 { return b.attacksNeeded.UntilDestroyed }); one.Threat != nil {
		one.ActivationsToDestroy = one.Threat.ActivationsToDestroy
	}
	return one
}

// blowWithLowest returns the blow with the lowest figure. Among equals it prefers the blow that
// destroys the most points, then the first. It returns nil if there are no blows.
func blowWithLowest(blows []Blow, figure func(*Blow) float64) (best *Blow) {
	for i := range blows {
		b := &blows[i]
		if best == nil || figure(b) < figure(best) || figure(b) == figure(best) && b.PointsPer100 > best.PointsPer100 {
			best = b
		}
	}
	return best
}

// canBeFought reports whether a unit can be attacked.
func (m *MatchUpMaker[U, S, R]) canBeFought(u *U) bool {
	return m.CanBeFought == nil || m.CanBeFought(u)
}

// points returns the costs of units by id.
func (m *MatchUpMaker[U, S, R]) points(units []U) map[string]int {
	of := map[string]int{}
	for i := range units {
		id, _, points := m.Identify(&units[i])
		of[id] = points
	}
	return of
}

// firstAlike returns, for each unit, the index of the first unit with the same odds.
func (m *MatchUpMaker[U, S, R]) firstAlike(units []U) []int {
	first := make([]int, len(units))
	met := map[int][]int{} // first ones by points
	for i := range units {
		_, _, points := m.Identify(&units[i])
		if like := slices.IndexFunc(met[points], func(j int) bool { return m.SameOdds(&units[j], &units[i]) }); like >= 0 {
			first[i] = met[points][like]
			continue
		}
		first[i], met[points] = i, append(met[points], i)
	}
	return first
}

// blowsOn returns the blows of units on each target, by index of targets; nil for a target with the
// same odds as an earlier one. first and alike hold, for each target and for each attacker, the
// index of the first with the same odds.
func (m *MatchUpMaker[U, S, R]) blowsOn(ctx context.Context, targets []U, first []int, units []U, alike []int) ([][]Blow, error) {
	all, err := AttackMatrix(ctx, 1, 1, len(targets), func(_, at int, to []*[]Blow) error {
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
				made[i][j].AttackerID, made[i][j].AttackerName, _ = m.Identify(&units[i])
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
func (m *MatchUpMaker[U, S, R]) blows(unit, target *U) (all []Blow, err error) {
	attacks, err := m.Attacks(unit, target)
	if err != nil {
		return nil, err
	}
	known := map[S]AttacksNeeded{}
	for i := range attacks {
		p := &attacks[i]
		if p.LostPer100 <= 0 {
			continue
		}
		b := Blow{Mode: m.Mode(p), PointsPer100: p.LostPer100}
		if b.Mode == Shooting {
			_, _ = fmt.Sscanf(p.DistanceText, "%d", &b.Distance)
		}
		mean, met := known[p.Scenario]
		if !met {
			if mean, err = m.AttacksNeeded(p); err != nil {
				return nil, err
			}
			known[p.Scenario] = mean
		}
		b.attacksNeeded, b.ActivationsToBreak, b.ActivationsToDestroy = mean, meanOrNil(mean.UntilHalf), meanOrNil(mean.UntilDestroyed)
		all = append(all, b)
	}
	return all, nil
}

// meanOrNil returns a mean number of activations as a match-up states it: nil for more than
// MaxActivations.
func meanOrNil(mean float64) *float64 {
	if !(mean <= MaxActivations) {
		return nil
	}
	return &mean
}

// Doc returns the match-up as a report: a table of the foe's units, and a table of the list's own.
func (m *MatchUp) Doc() *report.Doc {
	doc := &report.Doc{}
	theirs, mine, none := m.Tables()
	if doc.Add(theirs); none != nil {
		doc.Add(report.EmptyLine{}, report.Paragraph(strings.Join(none, ", ")+": nothing of yours answers this."))
	}
	if len(m.OwnUnits) > 0 {
		doc.Add(report.EmptyLine{}, mine)
	}
	doc.Add(report.EmptyLine{}, report.Paragraph(m.Legend()), report.Paragraph(NotWinChance+" "+m.NotCountedText()))
	return doc
}

// Legend explains the numbers in the tables.
func (m *MatchUp) Legend() string {
	return "Per 100: points destroyed for every 100 points spent. " +
		"Breaks, Destroys: mean activations until it is at half strength or broken, and until it is destroyed."
}

// NotCountedText is a sentence on what the match-up does not count.
func (m *MatchUp) NotCountedText() string {
	return "Not counted: " + strings.Join(m.FactorsNotCounted, ", ") + "."
}

// NotWinChance says that the figures of a match-up are not chances to win.
const NotWinChance = "These figures are not your chance to win."

// Tables returns a table of the foe's units with their best answers, a table of the list's units
// with their greatest threats, and the names of the foe's units that no unit can answer.
func (m *MatchUp) Tables() (theirs, mine *report.Table, none []string) {
	table := func(first, second string, figures ...string) *report.Table {
		t := &report.Table{Columns: []report.Column{
			{Name: first, Kind: report.NameColumn, MaxWidth: maxNameWidth},
			{Name: second, Kind: report.NameColumn, MaxWidth: maxNameWidth},
			{Name: "How"},
		}}
		for _, name := range figures {
			t.Columns = append(t.Columns, report.Column{Name: name, Kind: report.NumberColumn})
		}
		return t
	}
	theirs = table("Their unit", "Your best answer", "Per 100", "Breaks", "Destroys")
	for _, one := range m.FoeUnits {
		theirs.Add(append(append([]string{one.Name}, one.BestAnswer.tableCells()...), ActivationsText(one.ActivationsToBreak), ActivationsText(one.ActivationsToDestroy))...)
		if one.Unanswered && !slices.Contains(none, one.Name) {
			none = append(none, one.Name)
		}
	}
	mine = table("Your unit", "Greatest threat", "Per 100", "Destroys")
	for _, one := range m.OwnUnits {
		mine.Add(append(append([]string{one.Name}, one.Threat.tableCells()...), ActivationsText(one.ActivationsToDestroy))...)
	}
	return theirs, mine, none
}

// tableCells returns the cells about an attack: the attacker, the kind of attack, and its worth.
func (b *Blow) tableCells() []string {
	switch {
	case b == nil:
		return []string{"nothing", Dash, Dash}
	case b.Mode == Charging:
		return []string{b.AttackerName, "Charge", WorthCell.NumberText(b.PointsPer100)}
	case b.Distance == 0:
		return []string{b.AttackerName, "Shoot", WorthCell.NumberText(b.PointsPer100)}
	}
	return []string{b.AttackerName, fmt.Sprintf("Shoot %d\"", b.Distance), WorthCell.NumberText(b.PointsPer100)}
}

// ActivationsText returns a mean number of activations as text; a dash for nil.
func ActivationsText(mean *float64) string {
	if mean == nil {
		return Dash
	}
	return MeanCell.NumberText(*mean)
}
