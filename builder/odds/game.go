package odds

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"muster/builder/edit"
	"muster/builder/finding"
	"muster/rules/dice"
	"muster/schema"
)

// The building blocks of a game's answers.

// A FighterOf is a unit that can fight, of a game's type U.
type FighterOf[U any] interface {
	*U
	Has(id string) bool // reports whether the fighter includes the unit with an id
	Target() Target     // returns the fighter as a target of an answer
}

// An Attack is an attack with its odds: unit U attacks another in scenario S, with result R. The
// zero value is an attack that cannot be made.
type Attack[U, S, R any] struct {
	Unit, Against *U
	Scenario      S
	// The odds are the same from more than Over inches up to the scenario's distance. The farthest
	// charge has no upper end.
	Over   int
	Result R
	// Share is the expected share of the target that is destroyed, or the chance that all of it is.
	// Per100 is the efficiency: the points of the target that 100 points of the attacker are
	// expected to destroy. Routs do not count.
	Share, Per100 float64
	Effect        Effect // on the target
	Way           string // action in a word or two, such as "Charge"
	From          string // distance as text, or ""
}

// Sides holds the functions that return the two sides of a game's questions.
type Sides[U any] struct {
	Own   func(List) ([]U, error)             // units of the list that the question is about
	Foes  func(List) []U                      // units of a list that can be targets
	Bench func(*schema.Document) ([]U, error) // targets of a file; of those that ship with muster if nil
}

// Asked is a question, the two sides of its fights, and the answer as far as it is known.
type Asked[U, S, R any] struct {
	*Question
	List           List
	Units, Targets []U
	Answer         Answer
}

// Find finds the two sides of a question, and begins the answer. The error says that the foe is of
// another game, that there is no unit with the id, that no unit can fight (CodeCannotFight), or
// that too many can (CodeTooMany).
func Find[S, R, U any, F FighterOf[U]](list List, q *Question, sides Sides[U]) (a Asked[U, S, R], err error) {
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
	if a.Units, err = sides.Own(list); err == nil {
		a.Units, err = pick[U, F](list, a.Units, q.Unit)
	}
	switch {
	case err != nil:
	case foe.List != nil:
		a.Targets, err = pick[U, F](foe.List, sides.Foes(foe.List), foe.Unit)
	default:
		if a.Targets, err = sides.Bench(foe.Targets); err == nil && foe.Unit != "" {
			a.Targets, err = target[U, F](foe.Title(), a.Targets, foe.Unit)
		}
	}
	if err == nil {
		err = tooMany(len(a.Units), len(a.Targets))
	}
	for i := range a.Targets {
		a.Answer.Targets = append(a.Answer.Targets, F(&a.Targets[i]).Target())
	}
	return a, err
}

// tooMany returns the error of a question about more than MaxPairs pairs of units; nil for fewer.
func tooMany(units, targets int) error {
	if units*targets <= MaxPairs {
		return nil
	}
	return schema.Errorf(CodeTooMany, "%d units against %d are %d fights, and at most %d are worked out at once; ask about one unit, or against one", units, targets, units*targets, MaxPairs)
}

// Section begins the section of a unit or of the list; game is the game's name.
func (a *Asked[U, S, R]) Section(title, game string, facts ...string) *Section {
	facts = append(facts, game, "against "+a.Foe.Title())
	a.Answer.Sections = append(a.Answer.Sections, Section{Title: title, Facts: facts})
	return &a.Answer.Sections[len(a.Answer.Sections)-1]
}

// Row returns a row about one attack; best marks its last number.
func (a *Asked[U, S, R]) Row(p *Attack[U, S, R], way string, best bool, cells ...[]Cell) Row {
	row := Row{Way: way, Bar: true, Cells: slices.Concat(cells...), Effects: []Effect{p.Effect}}
	for row.Target < len(a.Targets)-1 && p.Against != &a.Targets[row.Target] {
		row.Target++
	}
	row.Cells[len(row.Cells)-1].Best = best
	return row
}

// Band returns a range of distances with the same odds as text: the distance of the question or,
// without one, from more than over up to distance inches.
func (q *Question) Band(over, distance int) string {
	if q.Distance > 0 {
		return fmt.Sprintf("%d\"", distance)
	}
	return fmt.Sprintf("%d–%d\"", over, distance)
}

// pick returns the units that the question is about, among those of a list that can fight: the unit
// with an id, or all for "".
func pick[U any, F FighterOf[U]](list List, units []U, id string) ([]U, error) {
	cannot := func(format string, args ...any) error {
		return schema.Problem{Code: CodeCannotFight, File: list.Document().File}.Errorf(format, args...)
	}
	if id == "" {
		switch {
		case len(units) > 0:
			return units, nil
		case list.Size() == 0:
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
	return nil, edit.NoUnit(list.Document().File, id, ids)
}

// target returns the target with an id among those of a file.
func target[U any, F FighterOf[U]](file string, targets []U, id string) ([]U, error) {
	ids := make([]string, len(targets))
	for i := range targets {
		if ids[i] = F(&targets[i]).Target().ID; ids[i] == id {
			return targets[i : i+1], nil
		}
	}
	return nil, fmt.Errorf("%s: there is no target `%s`%s", file, id, schema.DidYouMean(id, ids))
}

// Bands appends to all the attacks from each of the distances, nearest first, each time with fight,
// which appends no attacks to leave a distance out. Neighbouring distances whose attacks same calls
// equal become one.
func Bands[U, S, R any](all []Attack[U, S, R], distances []int, fight func(all []Attack[U, S, R], distance int) ([]Attack[U, S, R], error), same func(a, b []Attack[U, S, R]) bool) ([]Attack[U, S, R], error) {
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
			all[i].Over = over
		}
		last = distance
	}
	return all, nil
}

// Matrix returns the attacks of every unit on every target, indexed [way][unit][target], where a
// way is a kind of attack, such as shooting. fight fills in the attacks of one unit on one target,
// one for each way. The work is spread over all cores. The error is that of the first fight that
// cannot be worked out, or that of ctx if it ends before.
func Matrix[P any](ctx context.Context, ways, units, targets int, fight func(unit, target int, to []*P) error) ([][][]P, error) {
	all := make([][][]P, ways)
	for way := range all {
		all[way] = make([][]P, units)
		for i := range all[way] {
			all[way][i] = make([]P, targets)
		}
	}
	var next atomic.Int64
	var failed atomic.Bool
	var group sync.WaitGroup
	errs := make([]error, units*targets)
	for range min(runtime.GOMAXPROCS(0), len(errs)) {
		group.Go(func() {
			to := make([]*P, ways)
			for !failed.Load() {
				at := int(next.Add(1)) - 1
				if at >= len(errs) {
					return
				}
				for way := range to {
					to[way] = &all[way][at/targets][at%targets]
				}
				if errs[at] = ctx.Err(); errs[at] == nil {
					errs[at] = fight(at/targets, at%targets, to)
				}
				if errs[at] != nil {
					failed.Store(true)
				}
			}
		})
	}
	group.Wait()
	for _, err := range errs {
		if err != nil {
			return all, err
		}
	}
	return all, nil
}

// Kept counts the numbers in the distributions that a report keeps. It is safe for concurrent use.
type Kept struct{ numbers atomic.Int64 }

// Add counts the distributions of a fight or, if keep is false, drops them and keeps their means.
// The error, with CodeTooMany, is that of more than MaxKept numbers.
func (k *Kept) Add(keep bool, spreads ...*dice.Spread) error {
	for _, s := range spreads {
		if !keep {
			s.PMF = nil
		}
		k.numbers.Add(int64(len(s.PMF)))
	}
	if k.numbers.Load() <= MaxKept {
		return nil
	}
	return schema.Errorf(CodeTooMany, "the distributions of all these fights hold more than %d numbers; ask about one unit, or against one", MaxKept)
}

// Best returns the index of the attack that destroys the most points for its own points, the first
// of equals; -1 if none destroys anything.
func Best[U, S, R any](attacks []Attack[U, S, R]) int {
	best := -1
	for i := range attacks {
		if worth := attacks[i].Per100; worth > 0 && (best < 0 || worth > attacks[best].Per100) {
			best = i
		}
	}
	return best
}

// NewReport returns the answer to a question for scripts. write returns an attack for scripts; best
// means that no attack with the same key is better.
func (a *Asked[U, S, R]) NewReport(attacks []Attack[U, S, R], key func(*Attack[U, S, R]) string, write func(p *Attack[U, S, R], best bool) any) Report {
	at := map[string]int{}
	for i := range attacks {
		before, met := at[key(&attacks[i])]
		if worth := attacks[i].Per100; worth > 0 && (!met || worth > attacks[before].Per100) {
			at[key(&attacks[i])] = i
		}
	}
	pairs := make([]any, len(attacks))
	for i := range attacks {
		best, met := at[key(&attacks[i])]
		pairs[i] = write(&attacks[i], met && best == i)
	}
	return Report{List: a.List.Document().File, System: a.List.Game().ID, Against: a.Foe.Title(), Pairs: pairs}
}

// NewGrid returns the table of one kind of attack of every unit against every target. columns and
// rows lack the targets. The last cell of a row is the distance.
func NewGrid[U, S, R any](columns []Column, rows []Row, targets []Target, attacks [][]Attack[U, S, R]) Table {
	t := Table{Targets: true, Columns: columns, Rows: rows}
	for _, target := range targets {
		t.Columns = append(t.Columns, Column{target.Name, Worth})
	}
	for i := range rows {
		row, from := &rows[i], len(rows[i].Cells)-1
		best, way := Best(attacks[i]), ""
		for j := range attacks[i] {
			attack, cell := &attacks[i][j], Cell{}
			if attack.Effect.Kind != Words {
				cell = Cell{Figures: []float64{attack.Per100}, Best: j == best}
				way = attack.Way
				row.Cells[from].Text = cmp.Or(attack.From, row.Cells[from].Text)
			}
			row.Cells, row.Effects = append(row.Cells, cell), append(row.Effects, attack.Effect)
		}
		row.Way = way + row.Way
	}
	return t
}

// Possible returns the attacks of a unit that can be made, from the results of Matrix.
func Possible[U, S, R any](all [][][]Attack[U, S, R], unit int) []Attack[U, S, R] {
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

// A Measure is a column whose numbers Of computes; without Of the column has no numbers.
type Measure[P any] struct {
	Name string
	Kind Kind
	Of   func(P) float64
}

// MeanOf returns a column of expected numbers.
func MeanOf[P any](name string, of func(P) float64) Measure[P] { return Measure[P]{name, Mean, of} }

// ChanceOf returns a column of probabilities.
func ChanceOf[P any](name string, of func(P) float64) Measure[P] { return Measure[P]{name, Chance, of} }

// Measured appends measures to a table's columns.
func Measured[P any](columns []Column, measures []Measure[P]) []Column {
	for _, m := range measures {
		columns = append(columns, Column{m.Name, m.Kind})
	}
	return columns
}

// Cells returns the cells of a row: the numbers of the measures for one thing, or for each of
// several circumstances.
func Cells[P any](measures []Measure[P], of ...P) []Cell {
	cells := make([]Cell, len(measures))
	for i, m := range measures {
		for _, one := range of {
			if m.Of == nil {
				break
			}
			cells[i].Figures = append(cells[i].Figures, m.Of(one))
		}
	}
	return cells
}

// OutcomeTable returns a table of the outcomes of a fight: a row for each side, with its name.
func OutcomeTable[P any](measures []Measure[P], names []string, sides ...P) Table {
	t := Table{Columns: Measured([]Column{{Kind: Name}}, measures)}
	for i, side := range sides {
		t.Rows = append(t.Rows, Row{Cells: append([]Cell{{Text: names[i]}}, Cells(measures, side)...)})
	}
	return t
}

// AddNames appends a remark that lists names between a beginning and an end; none if there are no
// names.
func AddNames(asides []Aside, kind AsideKind, what string, names []string, end string) []Aside {
	if len(names) == 0 {
		return asides
	}
	return append(asides, Aside{Kind: kind, Text: what + strings.Join(names, ", ") + end})
}

// AnswerDuel returns the beginning of the answer to a duel: exact computes its odds, and roll, if
// dice asks for it, rolls it. A fight whose error has the code tooLarge is only rolled. The results
// are the exact one, then the rolled one.
func AnswerDuel[R any](doc *schema.Document, dice Dice, tooLarge string, exact func() (R, error), roll func(R) (R, error)) (*Answer, []R, error) {
	answer := &Answer{}
	fought, err := exact()
	if err != nil {
		err = fmt.Errorf("%s: %w", doc.File, err)
		if dice.Times == 0 || !schema.HasCode(err, tooLarge) {
			return nil, nil, err
		}
		answer.TooLarge = err
	}
	if dice.Times == 0 {
		return answer, []R{fought}, nil
	}
	rolled, err := roll(fought)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", doc.File, err)
	}
	if answer.TooLarge != nil {
		answer.Report = Rolled{rolled}
		return answer, []R{rolled}, nil
	}
	return answer, []R{fought, rolled}, nil
}
