package odds

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"muster/builder/edit"
	"muster/builder/finding"
	"muster/convert"
	"muster/report"
	"muster/rules/dice"
	"muster/schema"
)

// The building blocks of a game's answers.

// A FighterOf is the constraint for pointers to the unit type U of a game, for units that can
// fight.
type FighterOf[U any] interface {
	*U
	Has(id string) bool // reports whether the fighter includes the unit with an id
	Target() Target     // returns the fighter as a target of an answer
}

// An Attack is an attack with its odds: unit U attacks another in scenario S, with result R. The
// zero value is an attack that cannot be made.
type Attack[U, S, R any] struct {
	Unit, Target *U
	Scenario     S
	// LowerDistance is the lower end of the distances with the same odds: they reach from more than
	// LowerDistance inches up to the scenario's distance. The farthest charge has no upper end.
	LowerDistance int
	Result        R
	// LostShare is the expected share of the target that is destroyed, from 0 to 1, or the chance
	// that all of it is destroyed. LostPer100 is the efficiency: the points of the target that 100
	// points of the attacker are expected to destroy. Routs do not count.
	LostShare, LostPer100 float64
	Effect                Effect // the expected result for the target
	Action                string // action in a word or two, such as "Charge"
	DistanceText          string // distance as text, or ""
}

// rowEffect returns the attack's effect for a row of a table.
func (p *Attack[U, S, R]) rowEffect() Effect {
	effect := p.Effect
	effect.LostPer100 = p.LostPer100
	return effect
}

// SideFuncs holds functions of a game that find the units of both sides of a question.
type SideFuncs[U any] struct {
	OwnUnits func(List) ([]U, error) // units of the list that the question is about
	FoeUnits func(List) []U          // units of a list that can be targets
	// typical targets in a file; with nil, the targets that ship with muster
	TypicalTargets func(*schema.Document) ([]U, error)
}

// An Inquiry is a question, the units of both sides, and the part of the answer that is known so
// far.
type Inquiry[U, S, R any] struct {
	*Question
	List           List
	Units, Targets []U
	Answer         Answer
}

// NewInquiry finds the units of both sides of a question, and begins the answer. It fails if the
// foe is of another game, if no unit has the id, if no unit can fight (CodeCannotFight), or if too
// many can (CodeTooManyPairs).
func NewInquiry[S, R, U any, F FighterOf[U]](list List, q *Question, sides SideFuncs[U]) (a Inquiry[U, S, R], err error) {
	foe, file, system := &q.Foe, list.Document().File, list.Game().ID
	if foe.List != nil && foe.List.Game().ID != system {
		return a, fmt.Errorf("%s is a list for %s and %s for %s; both sides of a fight should play the same edition",
			file, system, foe.List.Document().File, foe.List.Game().ID)
	}
	if foe.Targets != nil {
		if of := foe.Targets.At("system").Text(); of != "" && of != system {
			return a, fmt.Errorf("%s holds targets of %s, and the list is for %s", foe.Targets.File, of, system)
		}
	}
	a.Question, a.List = q, list
	if a.Units, err = sides.OwnUnits(list); err == nil {
		a.Units, err = pickUnits[U, F](list, a.Units, q.UnitID)
	}
	switch {
	case err != nil:
	case foe.List != nil:
		a.Targets, err = pickUnits[U, F](foe.List, sides.FoeUnits(foe.List), foe.UnitID)
	default:
		if a.Targets, err = sides.TypicalTargets(foe.Targets); err == nil && foe.UnitID != "" {
			a.Targets, err = pickTarget[U, F](foe.Title(), a.Targets, foe.UnitID)
		}
	}
	if err == nil {
		err = checkPairCount(len(a.Units), len(a.Targets))
	}
	for i := range a.Targets {
		a.Answer.Targets = append(a.Answer.Targets, F(&a.Targets[i]).Target())
	}
	return a, err
}

// checkPairCount returns an error if a question is about more than MaxPairs pairs of units.
func checkPairCount(units, targets int) error {
	if units*targets <= MaxPairs {
		return nil
	}
	return schema.Errorf(CodeTooManyPairs, "%d units against %d are %d fights, and at most %d are worked out at once; ask about one unit, or against one", units, targets, units*targets, MaxPairs)
}

// Section adds a section about a unit or the list to the answer, and returns it; game is the name
// of the game.
func (a *Inquiry[U, S, R]) Section(title, game string, facts ...string) *Section {
	facts = append(facts, game, "against "+a.Foe.Title())
	a.Answer.Sections = append(a.Answer.Sections, Section{Title: title, Facts: facts})
	return &a.Answer.Sections[len(a.Answer.Sections)-1]
}

// AddRow adds a row about one attack to a table; best marks its number in the column with stars.
func (a *Inquiry[U, S, R]) AddRow(t *Table, p *Attack[U, S, R], way string, best bool, cells ...[]report.Cell) *AttackRow {
	row := report.Row{Cells: slices.Concat(cells...)}
	about := AttackRow{Action: way, DrawBar: true, Effects: []Effect{p.rowEffect()}}
	for about.TargetIndex < len(a.Targets)-1 && p.Target != &a.Targets[about.TargetIndex] {
		about.TargetIndex++
	}
	for i := range row.Cells {
		if best && t.Columns[i].Kind == report.StarredNumberColumn {
			row.Cells[i].Text += bestSign
		}
	}
	t.Rows, t.Attacks = append(t.Rows, row), append(t.Attacks, about)
	return &t.Attacks[len(t.Attacks)-1]
}

// DistanceText returns a range of distances with the same odds as text: the question's distance or,
// if it states none, more than over up to distance inches.
func (q *Question) DistanceText(over, distance int) string {
	if q.Distance > 0 {
		return fmt.Sprintf("%d\"", distance)
	}
	return fmt.Sprintf("%d–%d\"", over, distance)
}

// pickUnits returns the units of a question, among the units of its list that can fight: the unit
// with an id, or all for "".
func pickUnits[U any, F FighterOf[U]](list List, units []U, id string) ([]U, error) {
	cannot := func(format string, args ...any) error {
		return schema.Problem{Code: CodeCannotFight, File: list.Document().File}.Errorf(format, args...)
	}
	if id == "" {
		switch {
		case len(units) > 0:
			return units, nil
		case list.UnitCount() == 0:
			return nil, cannot("the list has no units yet")
		}
		var why []string
		for _, f := range list.Findings() {
			if f.Severity == finding.Error && strings.HasSuffix(f.Code, "/unknown") {
				why = append(why, f.Message)
			}
		}
		if why != nil {
			return nil, cannot("no unit of the list can take the field: %s", strings.Join(why, "; "))
		}
		return nil, cannot("no unit of the list can take the field")
	}
	var found []U
	for i := range units {
		if F(&units[i]).Has(id) {
			found = append(found, units[i])
		}
	}
	if found != nil {
		return found, nil
	}
	entries := list.Document().At("units")
	ids := make([]string, entries.Len())
	for i := range ids {
		if ids[i] = entries.Index(i).Get("id").Text(); ids[i] == id {
			return nil, cannot("`%s` cannot take the field", id)
		}
	}
	return nil, edit.NoUnitError(list.Document().File, id, ids)
}

// pickTarget returns the target with an id among the targets of a file.
func pickTarget[U any, F FighterOf[U]](file string, targets []U, id string) ([]U, error) {
	ids := make([]string, len(targets))
	for i := range targets {
		if ids[i] = F(&targets[i]).Target().ID; ids[i] == id {
			return targets[i : i+1], nil
		}
	}
	return nil, fmt.Errorf("%s: there is no target `%s`%s", file, id, schema.DidYouMean(id, ids))
}

// AddDistanceBands appends to all the attacks from each of the distances, nearest first. fight
// appends the attacks from one distance; it appends none to leave that distance out. If same
// reports that attacks from neighbouring distances are equal, they become one.
func AddDistanceBands[U, S, R any](all []Attack[U, S, R], distances []int, fight func(all []Attack[U, S, R], distance int) ([]Attack[U, S, R], error), same func(a, b []Attack[U, S, R]) bool) ([]Attack[U, S, R], error) {
	first, over, last := len(all), 0, 0
	for _, distance := range distances {
		at := len(all)
		var err error
		if all, err = fight(all, distance); err != nil {
			return nil, err
		}
		here := all[at:]
		if n := at - len(here); n >= first && same(all[n:at], here) {
			all = append(all[:n], here...)
		} else {
			over = last
		}
		for i := len(all) - len(here); i < len(all); i++ {
			all[i].LowerDistance = over
		}
		last = distance
	}
	return all, nil
}

// AttackMatrix returns the attacks of every unit on every target, indexed [way][unit][target]. A
// way is a kind of attack, such as shooting. fight stores the attacks of one unit on one target in
// to, one for each way. All cores share the work. AttackMatrix returns the
// error of the first fight that fails, or of ctx.
func AttackMatrix[P any](ctx context.Context, ways, units, targets int, fight func(unit, target int, to []*P) error) ([][][]P, error) {
	all := make([][][]P, ways)
	for way := range all {
		all[way] = make([][]P, units)
		for i := range all[way] {
			all[way][i] = make([]P, targets)
		}
	}
	errs := make([]error, units*targets)
	group, untilFailure := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for at := range errs {
		// Err of ctx itself is called, since that of a site receives messages.
		if errs[at] = cmp.Or(ctx.Err(), untilFailure.Err()); errs[at] != nil {
			break
		}
		group.Go(func() error {
			to := make([]*P, ways)
			for way := range to {
				to[way] = &all[way][at/targets][at%targets]
			}
			errs[at] = fight(at/targets, at%targets, to)
			return errs[at]
		})
	}
	group.Wait()
	return all, cmp.Or(errs...)
}

// DistributionLimit limits the memory of a report: it counts the numbers in the distributions that
// the report keeps, up to MaxDistributionNumbers. It is safe for concurrent use.
type DistributionLimit struct{ numberCount atomic.Int64 }

// CountFight counts the numbers in the distributions of a fight or, if keep is false, reduces each
// distribution to its mean. It fails with CodeTooManyPairs after more than MaxDistributionNumbers
// numbers.
func (k *DistributionLimit) CountFight(keep bool, spreads ...*dice.Spread) error {
	for _, s := range spreads {
		if !keep {
			s.PMF = nil
		}
		k.numberCount.Add(int64(len(s.PMF)))
	}
	if k.numberCount.Load() <= MaxDistributionNumbers {
		return nil
	}
	return schema.Errorf(CodeTooManyPairs, "the distributions of all these fights hold more than %d numbers; ask about one unit, or against one", MaxDistributionNumbers)
}

// BestAttack returns the index of the attack that destroys the most points per point of the
// attacker, the first of equals; -1 if none destroys anything.
func BestAttack[U, S, R any](attacks []Attack[U, S, R]) int {
	best := -1
	for i := range attacks {
		if worth := attacks[i].LostPer100; worth > 0 && (best < 0 || worth > attacks[best].LostPer100) {
			best = i
		}
	}
	return best
}

// NewReport returns the answer to a question as data for scripts. write converts one attack; best
// is true for the most efficient of all attacks with an equal key.
func (a *Inquiry[U, S, R]) NewReport(attacks []Attack[U, S, R], key func(*Attack[U, S, R]) string, write func(p *Attack[U, S, R], best bool) any) Report {
	at := map[string]int{}
	for i := range attacks {
		before, met := at[key(&attacks[i])]
		if worth := attacks[i].LostPer100; worth > 0 && (!met || worth > attacks[before].LostPer100) {
			at[key(&attacks[i])] = i
		}
	}
	pairs := make([]any, len(attacks))
	for i := range attacks {
		best, met := at[key(&attacks[i])]
		pairs[i] = write(&attacks[i], met && best == i)
	}
	return Report{List: a.List.Document().File, System: a.List.Game().ID, FoeName: a.Foe.Title(), Pairs: pairs}
}

// AddTargets adds to a table of all units a column for each target, with a unit's attack of one
// kind. It writes the distance into the last cell that a row has at first.
func AddTargets[U, S, R any](t *Table, targets []Target, attacks [][]Attack[U, S, R]) {
	t.RepeatedColumnCount = len(t.Columns)
	for _, target := range targets {
		t.Columns = append(t.Columns, report.Column{Name: target.Name, Kind: report.StarredNumberColumn})
	}
	for i := range t.Rows {
		row, about, way := &t.Rows[i], &t.Attacks[i], ""
		from := len(row.Cells) - 1
		about.BestIndex = BestAttack(attacks[i])
		for j := range attacks[i] {
			attack, cell := &attacks[i][j], report.Cell{}
			if attack.Effect.Kind != WordsCell {
				cell, way = WorthCell.Cell(attack.LostPer100), attack.Action
				row.Cells[from].Text = cmp.Or(attack.DistanceText, row.Cells[from].Text)
			}
			if j == about.BestIndex {
				cell.Text += bestSign
			}
			row.Cells, about.Effects = append(row.Cells, cell), append(about.Effects, attack.rowEffect())
		}
		about.Action = way + about.Action
	}
}

// PossibleAttacks returns the attacks of a unit that can be made, out of a result of Matrix.
func PossibleAttacks[U, S, R any](all [][][]Attack[U, S, R], unit int) []Attack[U, S, R] {
	var made []Attack[U, S, R]
	for _, way := range all {
		for _, p := range way[unit] {
			if p.Unit != nil {
				made = append(made, p)
			}
		}
	}
	return made
}

// A Measure is a column of a table, with the function that computes its numbers; the column is
// empty if Value is nil.
type Measure[P any] struct {
	Name  string
	Kind  CellKind
	Value func(P) float64
}

// MeanColumn returns a column of expected numbers.
func MeanColumn[P any](name string, of func(P) float64) Measure[P] {
	return Measure[P]{name, MeanCell, of}
}

// ChanceColumn returns a column of probabilities.
func ChanceColumn[P any](name string, of func(P) float64) Measure[P] {
	return Measure[P]{name, ChanceCell, of}
}

// NewTable returns a table without rows: its first columns, then a column for each measure.
func NewTable[P any](first []report.Column, measures ...Measure[P]) Table {
	t := Table{Table: report.Table{Columns: first, SplitsIntoEvenBlocks: true}}
	for _, m := range measures {
		column := report.Column{Name: m.Name, Kind: report.NumberColumn}
		if m.Kind == WorthCell {
			column = report.Column{Name: m.Name + " points", ShortName: m.Name, Kind: report.StarredNumberColumn}
		}
		t.Columns = append(t.Columns, column)
	}
	return t
}

// NameColumn returns a column with names of units, which are cut if there is little room.
func NameColumn(heading string) report.Column {
	return report.Column{Name: heading, Kind: report.NameColumn, MaxWidth: maxNameWidth}
}

// RowCells returns the cells of a row. Each cell has the value of a measure for one P, or one value
// for each of several.
func RowCells[P any](measures []Measure[P], of ...P) []report.Cell {
	return convert.All(measures, func(m Measure[P]) report.Cell {
		if m.Value == nil {
			return report.Cell{}
		}
		return m.Kind.Cell(convert.All(of, m.Value)...)
	})
}

// OutcomeTable returns a table of the outcomes of a fight: a row for each side, which begins with
// the side's name.
func OutcomeTable[P any](measures []Measure[P], names []string, sides ...P) *report.Table {
	t := NewTable([]report.Column{NameColumn("")}, measures...)
	for i, side := range sides {
		row := t.Add(names[i])
		row.Cells = append(row.Cells, RowCells(measures, side)...)
	}
	return &t.Table
}

// AddRemark appends a remark that consists of what, a list of names, and end. Without names it
// appends nothing.
func AddRemark(asides []Remark, kind RemarkKind, what string, names []string, end string) []Remark {
	if len(names) == 0 {
		return asides
	}
	return append(asides, Remark{Kind: kind, Text: what + strings.Join(names, ", ") + end})
}

// AnswerDuel returns the beginning of the answer to a duel. exact computes its odds; roll rolls it,
// if dice asks for it. If exact fails with the code tooLarge, the duel is only rolled. The results
// are the exact one, if any, then the rolled one.
func AnswerDuel[R any](doc *schema.Document, dice Dice, tooLarge string, exact func() (R, error), roll func(R) (R, error)) (*Answer, []R, error) {
	answer := &Answer{}
	fought, err := exact()
	if err != nil {
		err = fmt.Errorf("%s: %w", doc.File, err)
		if dice.Rolls == 0 || !schema.HasCode(err, tooLarge) {
			return nil, nil, err
		}
		answer.WhyOnlySimulated = err
	}
	if dice.Rolls == 0 {
		return answer, []R{fought}, nil
	}
	rolled, err := roll(fought)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", doc.File, err)
	}
	if answer.WhyOnlySimulated != nil {
		answer.Report = RolledReport{rolled}
		return answer, []R{rolled}, nil
	}
	return answer, []R{fought, rolled}, nil
}
