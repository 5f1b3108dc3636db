package odds

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"

	"muster/builder/edit"
	"muster/builder/finding"
	"muster/schema"
)

// What a game builds its answers with.

// A FighterOf is a unit of a game that can fight: what U is to it.
type FighterOf[U any] interface {
	*U
	Has(id string) bool // it is the unit of an id, or one that fights with it is
	Target() Target     // how it is called as a target
}

// An AttackOf is an attack that was worked out, as a game has it; its zero value
// is one that cannot be made.
type AttackOf[P any] interface {
	*P
	Worth() float64 // points of the target that 100 points of the attacker destroy
	Effect() Effect // of the kind Words for what cannot be done
	Way() string    // how it is made, in a word or two
	From() string   // the distance, or ""
}

// Sides are where the units of a game's questions come from.
type Sides[U any] struct {
	Own   func(List) ([]U, error)             // the units of the list that is asked about
	Foes  func(List) []U                      // those of a list that can be targets
	Bench func(*schema.Document) ([]U, error) // the targets of a file; of nil those that ship with muster
}

// Find finds who fights whom, and begins the answer. The error says that the foe
// is of another game, that there is no unit of an id, or, with CodeCannotFight,
// that none can fight.
func Find[U any, F FighterOf[U]](list List, q *Question, sides Sides[U]) (units, targets []U, answer Answer, err error) {
	foe, file, system := &q.Foe, list.Document().File, list.Game().ID
	if foe.List != nil && foe.List.Game() != list.Game() {
		return nil, nil, answer, fmt.Errorf("%s is a list for %s and %s for %s; both sides of a fight should play the same edition",
			file, system, foe.List.Document().File, foe.List.Game().ID)
	}
	if foe.Targets != nil {
		if of := foe.Targets.At("system").Text(); of != "" && of != system {
			return nil, nil, answer, fmt.Errorf("%s holds targets of %s, and the list is for %s", foe.Targets.File, of, system)
		}
	}
	if units, err = sides.Own(list); err == nil {
		units, err = pick[U, F](list, units, q.Unit)
	}
	switch {
	case err != nil:
	case foe.List != nil:
		targets, err = pick[U, F](foe.List, sides.Foes(foe.List), foe.Unit)
	default:
		if targets, err = sides.Bench(foe.Targets); err == nil && foe.Unit != "" {
			targets, err = target[U, F](foe.Title(), targets, foe.Unit)
		}
	}
	for i := range targets {
		answer.Targets = append(answer.Targets, F(&targets[i]).Target())
	}
	return units, targets, answer, err
}

// pick finds the units to be asked about among those of a list that can fight:
// those to which an id belongs, or all for "".
func pick[U any, F FighterOf[U]](list List, units []U, id string) ([]U, error) {
	cannot := func(format string, args ...any) error {
		return &schema.Error{Problems: []schema.Problem{{Code: CodeCannotFight, File: list.Document().File, Message: fmt.Sprintf(format, args...)}}}
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

// target finds the one of a file's targets that has an id.
func target[U any, F FighterOf[U]](file string, targets []U, id string) ([]U, error) {
	ids := make([]string, len(targets))
	for i := range targets {
		if ids[i] = F(&targets[i]).Target().ID; ids[i] == id {
			return targets[i : i+1], nil
		}
	}
	return nil, fmt.Errorf("%s: there is no target `%s`%s", file, id, schema.DidYouMean(id, ids))
}

// Matrix is the attacks of every unit on every target: for each way to fight, by
// unit, then by target. It is worked out on all the machine's cores. The error is
// that of the first fight that cannot be worked out, or the context's if that
// ends before.
func Matrix[P any](ctx context.Context, ways, units, targets int, fight func(unit, target int, to []*P) error) ([][][]P, error) {
	all := make([][][]P, ways)
	for way := range all {
		all[way] = make([][]P, units)
		for i := range all[way] {
			all[way][i] = make([]P, targets)
		}
	}
	return all, eachPair(ctx, units, targets, func(i, j int) error {
		to := make([]*P, ways)
		for way := range to {
			to[way] = &all[way][i][j]
		}
		return fight(i, j, to)
	})
}

// eachPair works out the fights of every unit and every target.
func eachPair(ctx context.Context, units, targets int, fight func(unit, target int) error) error {
	var next atomic.Int64
	var group sync.WaitGroup
	errs := make([]error, min(runtime.GOMAXPROCS(0), units*targets))
	failed := make([]int, len(errs))
	for worker := range errs {
		group.Go(func() {
			for errs[worker] == nil {
				at := int(next.Add(1)) - 1
				if at >= units*targets {
					return
				}
				if errs[worker], failed[worker] = ctx.Err(), at; errs[worker] == nil {
					errs[worker] = fight(at/targets, at%targets)
				}
			}
		})
	}
	group.Wait()
	var err error
	first := units * targets
	for worker := range errs {
		if errs[worker] != nil && failed[worker] < first {
			err, first = errs[worker], failed[worker]
		}
	}
	return err
}

// Best returns the place of the attack that destroys most points for its own,
// the first of equals; -1 if none destroys anything.
func Best[P any, A AttackOf[P]](attacks []P) int {
	best := -1
	for i := range attacks {
		if worth := A(&attacks[i]).Worth(); worth > 0 && (best < 0 || worth > A(&attacks[best]).Worth()) {
			best = i
		}
	}
	return best
}

// NewReport makes a question's answer for scripts. write writes an attack; best
// tells that none with the same key is better.
func NewReport[P, R any, A AttackOf[P]](list List, q *Question, attacks []P, key func(*P) string, write func(p *P, best bool) R) Report {
	at := map[string]int{}
	for i := range attacks {
		worth := A(&attacks[i]).Worth()
		if before, met := at[key(&attacks[i])]; worth > 0 && (!met || worth > A(&attacks[before]).Worth()) {
			at[key(&attacks[i])] = i
		}
	}
	pairs := make([]R, len(attacks))
	for i := range attacks {
		best, met := at[key(&attacks[i])]
		pairs[i] = write(&attacks[i], met && best == i)
	}
	return Report{List: list.Document().File, System: list.Game().ID, Against: q.Foe.Title(), Pairs: pairs}
}

// Grid makes a table of one way to fight, of every unit against every target, of
// columns and rows that have all but the targets. The last cell of a row is from
// where it is done.
func Grid[P any, A AttackOf[P]](columns []Column, rows []Row, targets []Target, attacks [][]P) Table {
	t := Table{Targets: true, Columns: columns, Rows: rows}
	for _, target := range targets {
		t.Columns = append(t.Columns, Column{target.Name, Worth})
	}
	for i := range rows {
		row, from := &rows[i], len(rows[i].Cells)-1
		best := Best[P, A](attacks[i])
		way := ""
		for j := range attacks[i] {
			attack := A(&attacks[i][j])
			cell, effect := Cell{}, attack.Effect()
			if effect.Kind != Words {
				cell = Cell{Figures: []float64{attack.Worth()}, Best: j == best}
				way = attack.Way()
				if distance := attack.From(); distance != "" {
					row.Cells[from].Text = distance
				}
			}
			row.Cells, row.Effects = append(row.Cells, cell), append(row.Effects, effect)
		}
		row.Way = way + row.Way
	}
	return t
}

// A Measure is a column whose figures are taken from something; without Of it
// has none.
type Measure[P any] struct {
	Name string
	Kind Kind
	Of   func(P) float64
}

// MeanOf is a measure of an expected number.
func MeanOf[P any](name string, of func(P) float64) Measure[P] { return Measure[P]{name, Mean, of} }

// ChanceOf is a measure of a probability.
func ChanceOf[P any](name string, of func(P) float64) Measure[P] { return Measure[P]{name, Chance, of} }

// Measured adds the measures to a table's columns.
func Measured[P any](columns []Column, measures []Measure[P]) []Column {
	for _, m := range measures {
		columns = append(columns, Column{m.Name, m.Kind})
	}
	return columns
}

// Cells are the figures of measures of something, or of the same under several
// circumstances.
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
