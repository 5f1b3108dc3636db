// Package fill answers what a list can still take: the best ways to spend the points
// that it has left, each within all that the rules allow and proven to be best. Every
// unit that may be added, and every upgrade of those that are there, is valued by the
// exact odds of fights.
package fill

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"muster/builder"
	"muster/builder/finding"
	"muster/builder/gf"
	"muster/builder/gf/preview"
	"muster/builder/odds"
	"muster/catalog"
	"muster/schema"
)

// Best is what makes one way to fill a list better than another.
type Best string

// What can be best: points destroyed of a field, or points spent, with few changes.
const (
	Damage Best = "damage"
	Spend  Best = "spend"
)

// A Question asks how a list can be filled. The zero value asks for the most damage to
// the typical targets that ship with muster.
type Question struct {
	Best    Best // "" is Damage
	Foe     odds.Foe
	Answers int // how many ways at most; 0 is 5
	// Copies is how many there may be of a unit at most, where the rules allow more; 0
	// leaves it to them.
	Copies   int
	Upgrades bool     // no new units
	Keep     []string // ids of units that stay as they are
	Without  []string // units of the books that are not added
	Own      *Collection
	// Within is after how long the best that was found is returned, whatever is left to
	// try; 0 is 20 seconds.
	Within time.Duration
	// Progress is told how far it is, from 0 to 1; nil for nobody.
	Progress func(done float64)
}

// Codes of errors: the list cannot be filled as it is; nothing can be added to it.
const (
	CodeCannotFill = "fill/cannot"
	CodeNothing    = "fill/nothing"
)

// asked is a question about a list.
type asked struct {
	Question
	roster  builder.Roster
	army    *gf.Army
	field   []preview.Unit
	facts   []preview.Facts // of the field
	spend   bool
	idle    bool // what does nothing for attacks may matter all the same
	force   bool // the game's limits on what an army is made of hold
	apart   bool // heroes who are added join nobody
	crowded bool // points are left for more units than a file may hold
	deepest int  // different options of a unit that are tried when points are spent; 0 for all

	left  int // points
	reach int // points, with those that upgrades of the list's units give back
	share int // that one unit may cost
	room  resources
	kinds []*kind

	memory []state // of searches
	work   *work
}

// ask makes a question about a list ready, with the columns of all kinds. The error
// says why it cannot be asked, or is the context's.
func ask(ctx context.Context, r builder.Roster, q Question) (*asked, error) {
	a, err := begin(r, q)
	if err != nil {
		return nil, err
	}
	for _, g := range a.army.Groups {
		a.bodies(g)
	}
	if !a.Upgrades {
		a.kinds = append(a.kinds, a.addable()...)
	}
	return a, a.draw(ctx)
}

// begin makes a question about a list ready.
func begin(r builder.Roster, q Question) (*asked, error) {
	army, ok := r.List().(*gf.Army)
	if !ok {
		return nil, schema.Errorf(builder.CodeUnsupported, "%s is a list of %s, which has no army books to fill it from", r.Document().File, r.Game().Name)
	}
	a := &asked{Question: q, roster: r, army: army, spend: q.Best == Spend, deepest: 3, work: newWork(cmp.Or(q.Within, patience))}
	a.Best, a.Answers = cmp.Or(q.Best, Damage), cmp.Or(q.Answers, 5)
	if err := a.check(); err != nil {
		return nil, err
	}
	if !a.spend {
		var err error
		if a.field, err = preview.Field(r, q.Foe); err != nil {
			return nil, err
		}
		for i := range a.field {
			facts, err := a.field[i].Facts(army.Game)
			if err != nil {
				return nil, err
			}
			a.facts, a.idle = append(a.facts, facts), a.idle || facts.StrikesBack
		}
	}
	a.limits()
	return a, nil
}

// check finds what keeps the list from being filled.
func (a *asked) check() error {
	cannot := func(format string, args ...any) error {
		return schema.Errorf(CodeCannotFill, "%s: "+format, append([]any{a.roster.Document().File}, args...)...)
	}
	if a.army.List.Points == 0 {
		return cannot("the list states no size, so nothing is left to spend; agree on one")
	}
	if f, broken := finding.FirstError(a.army.Findings, ""); broken {
		return cannot("the list breaks a rule already: %s", f.Message)
	}
	for _, id := range a.Keep {
		if a.army.Unit(id) == nil {
			return a.army.NoUnit(id)
		}
	}
	for _, name := range a.Without {
		if !slices.ContainsFunc(a.army.Books, func(b *catalog.Book) bool { return a.isUnit(b, name) != nil }) {
			var ids []string
			for _, b := range a.army.Books {
				ids = append(ids, b.UnitIDs()...)
			}
			return cannot("`%s` is no unit of the list's books%s", name, schema.DidYouMean(name, ids))
		}
	}
	if a.Own != nil && a.Own.System != a.army.List.System {
		return cannot("%s is a collection for %s, and the list is for %s", a.Own.document.File, a.Own.System, a.army.List.System)
	}
	return nil
}

// isUnit is the unit of a book that a word names, with its book's id and a slash
// before it or without; nil if there is none.
func (a *asked) isUnit(b *catalog.Book, word string) *catalog.Unit {
	if of, name, ok := strings.Cut(word, "/"); ok && of == b.ID {
		word = name
	}
	return b.UnitNamed(word)
}

// plenty is more than any list has.
const plenty = 1 << 20

// limits works out what is left of what the rules limit.
func (a *asked) limits() {
	a.left, a.share = a.army.List.Points-a.army.Points, plenty
	a.room = resources{points: a.left}
	a.reach = a.left
	for _, u := range a.army.Units {
		if slices.Contains(a.Keep, u.ID) {
			continue
		}
		for _, section := range a.army.Open(u.ID) {
			for _, o := range section.Options {
				a.reach += max(0, -o.Cost) * min(o.Left, u.Models)
			}
		}
	}
	slots := a.army.Slots()
	if slots == nil {
		least := plenty
		for _, b := range a.army.Books {
			for i := range b.Units {
				least = min(least, max(1, b.Units[i].Cost.Points))
			}
		}
		if places := gf.MostUnits - len(a.army.Units); a.left/least > places {
			a.crowded, a.room.units = true, places
		}
		return
	}
	a.force, a.share = true, slots.MaxCost
	a.room.units, a.room.heroes = slots.MaxUnits-slots.Units, slots.MaxHeroes-slots.Heroes
	for _, g := range a.army.Groups {
		if a.isHost(g) {
			a.room.hosts++
		}
	}
}

// isHost reports whether a group of the list can take a hero.
func (a *asked) isHost(g *gf.Group) bool {
	return !g.Unit.Hero && len(g.Heroes) == 0 && g.In == nil && (!a.army.Game.Lists.Join.MultiModel || g.Unit.Models > 1)
}

// addable is the units that may be added.
func (a *asked) addable() (kinds []*kind) {
	for _, book := range a.army.Books {
		for i := range book.Units {
			of := &book.Units[i]
			if slices.ContainsFunc(a.Without, func(word string) bool { return a.isUnit(book, word) == of }) {
				continue
			}
			k := &kind{book: book, unit: of, name: of.ID, most: a.copies(book, of)}
			if len(a.army.Books) > 1 {
				k.name = book.ID + "/" + of.ID
			}
			if a.Own != nil {
				a.own(k)
			}
			if k.most > 0 {
				kinds = append(kinds, k)
			}
		}
	}
	return kinds
}

// bodies lists what of a group of the list may change: the squad and each hero.
func (a *asked) bodies(g *gf.Group) {
	all := []*gf.Group{g}
	for _, hero := range g.Heroes {
		all = append(all, gf.Together(hero))
	}
	for i, body := range all {
		k := &kind{book: body.Unit.Book, unit: body.Unit.Of, name: body.Unit.ID, most: 1, group: gf.Together(body.Halves...), joined: i > 0}
		k.fixed = slices.ContainsFunc(body.Halves, func(u *gf.Unit) bool { return slices.Contains(a.Keep, u.ID) })
		if a.Own != nil {
			_, k.options, _ = a.Own.has(k.book, k.unit)
		}
		a.kinds = append(a.kinds, k)
	}
}

// copies is how many more of a unit the list may have, a pair counting as one.
func (a *asked) copies(book *catalog.Book, of *catalog.Unit) int {
	most, taken := plenty, 0
	if slots := a.army.Slots(); slots != nil {
		most = slots.MaxCopies
	}
	for _, g := range a.army.Groups {
		for _, u := range append([]*gf.Unit{g.Unit}, g.Heroes...) {
			if u.Of == of {
				taken++
			}
		}
	}
	if a.Copies > 0 {
		most = min(most, a.Copies)
	}
	if n := a.army.PerList(book, of); n > 0 {
		most = min(most, n)
	}
	return max(0, most-taken)
}

// own bounds a kind by what the collection has beside the list's units.
func (a *asked) own(k *kind) {
	units, options, most := a.Own.has(k.book, k.unit)
	for _, u := range a.army.Units {
		if u.Of != k.unit {
			continue
		}
		units--
		for _, c := range u.Chosen {
			for i, o := range options {
				if c.Option == o {
					most[i] -= c.Count
				}
			}
		}
	}
	for i := range most {
		most[i] = max(0, most[i])
	}
	k.most = min(k.most, max(0, units))
	k.options, k.limits = options, append([]int{max(0, units)}, most...)
}

// draw draws up the columns of all kinds: each may cost its share, and those for which
// that is too little what the others left. Groups of the list that are alike have the same.
func (a *asked) draw(ctx context.Context) error {
	first := map[string]*kind{}
	var kinds []*kind
	for _, k := range a.kinds {
		key := k.likeness()
		if key != "" && first[key] != nil {
			continue
		}
		first[key], kinds = k, append(kinds, k)
	}
	left := effort{allLoadouts, allFights, allValues}
	share := left.among(len(kinds))
	if err := a.drawAll(ctx, kinds, share, 0, 0.6); err != nil {
		return err
	}
	var more []*kind
	for _, k := range kinds {
		if left = left.less(k.cost); k.partial && len(kinds) > 1 {
			more = append(more, k)
		}
	}
	if again := left.among(len(more)); len(more) > 0 && (again.loadouts > 2*share.loadouts || again.fights > 2*share.fights || again.values > 2*share.values) {
		if err := a.drawAll(ctx, more, again, 0.6, 0.9); err != nil {
			return err
		}
	}
	for _, k := range a.kinds {
		like := first[k.likeness()]
		if k.likeness() == "" || like == k {
			continue
		}
		k.was, k.columns, k.partial = like.was, slices.Clone(like.columns), like.partial
		k.was.Unit = k.name
		for i := range k.columns {
			k.columns[i].Unit = k.name
		}
	}
	return nil
}

// likeness is shared by groups of the list that have the same columns; "" for a unit
// that is added.
func (k *kind) likeness() string {
	if k.group == nil {
		return ""
	}
	return fmt.Sprint(contents(k.group.Halves), k.fixed, k.joined)
}

// contents is what units are and chose, as a text.
func contents(units []*gf.Unit) string {
	var text []byte
	for _, u := range units {
		text = append(append(append(text, u.Book.ID...), '/'), u.Of.ID...)
		for _, c := range u.Chosen {
			text = fmt.Appendf(text, " %d %s", c.Count, c.Option.ID)
		}
		text = append(text, '\n')
	}
	return string(text)
}

// drawAll draws up the columns of kinds, those of several at once, which may cost so much
// each; that is the work from one part of the whole to another.
func (a *asked) drawAll(ctx context.Context, kinds []*kind, each effort, from, to float64) error {
	errs := make([]error, len(kinds))
	next := make(chan int)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := range next {
				errs[i] = a.drawUp(ctx, kinds[i], each)
			}
		})
	}
	for i := range kinds {
		if ctx.Err() != nil {
			break
		}
		if a.Progress != nil {
			a.Progress(from + (to-from)*float64(i)/float64(len(kinds)))
		}
		next <- i
	}
	close(next)
	workers.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}

// Table is the columns from which a list is filled: of each unit that may be added,
// alone or as a combined pair, the best way to choose upgrades for every number of
// points that is worth more than a lesser one. Errors are those of Fill.
func Table(ctx context.Context, r builder.Roster, q Question) ([]Column, error) {
	a, err := ask(ctx, r, q)
	if err != nil {
		return nil, err
	}
	all := []Column{}
	for _, k := range a.kinds {
		if k.group == nil {
			all = append(all, k.columns...)
		}
	}
	return all, nil
}
