// Package fill finds the best ways to spend a list's remaining points within the rules,
// with a proof or a bound. It values every unit that can be added, and every upgrade, by
// the exact odds of fights.
//
// A list is filled by an integer program: for each kind of unit the best upgrades for
// each number of points (its columns), and a search for the most valuable picks of
// columns that keep within the list's points and the other limits.
package fill

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"muster/builder"
	"muster/builder/edit"
	"muster/builder/finding"
	"muster/builder/gf"
	"muster/builder/gf/preview"
	"muster/builder/odds"
	"muster/catalog"
	"muster/schema"
)

// An Objective decides which way to fill a list is the best.
type Objective string

const (
	Damage Objective = "damage" // destroys the most points of the targets
	// for Fast and Dirty: the most damage in one activation, times durability in activations
	DamageAndDurability Objective = "both"
	MostPoints          Objective = "spend"  // spends the most points, with few changes
	VariedArmy          Objective = "varied" // a random army of about the points, with units of all roles
)

// A Question asks for the best ways to fill a list. The zero value asks for the most damage to the
// typical targets that ship with muster.
type Question struct {
	Objective  Objective // "" stands for Damage
	Foe        odds.Foe
	MaxAnswers int    // most answers to return; 0 stands for 5; VariedArmy has one
	Seed       uint64 // selects one of the varied armies
	// MaxCopies limits the copies of a unit further than the rules do; 0 means no such limit.
	MaxCopies    int
	UpgradesOnly bool        // no new units
	KeepUnits    []string    // ids of units that do not change
	ExcludeUnits []string    // units of the books that are not to be added: UNIT or BOOK/UNIT
	Collection   *Collection // the miniatures to use; nil for no limit
	// Stock has the units that can be added to lists of Fast and Dirty; nil stands for the units
	// that ship with muster.
	Stock builder.StockReader
	// TimeLimit bounds the time; the best answers found by then are returned. 0 stands for 20
	// seconds.
	TimeLimit time.Duration
	// Progress is called with the share of the work done, 0 to 1. It may be nil.
	Progress func(done float64)

	maxPoints int // highest points of the list, if less than its agreed size; 0 for its size
}

// CodeCannotFill is the code of the error that a list cannot be filled.
const CodeCannotFill = "fill/cannot"

// A question is a Question about one list, with the data needed to answer it.
type question struct {
	Question
	roster              builder.Roster
	army                *gf.Army
	targets             []preview.Combatant   // the targets
	targetFacts         []preview.TargetFacts // facts of the targets, by index
	maximisesPoints     bool                  // points are the objective
	triesAllOptions     bool                  // options are tried even if they do not affect attacks
	forceOrg            bool                  // the game's limits of force organisation apply
	newHeroesStayAlone  bool                  // added heroes do not join units
	tooManyUnitsForFile bool                  // the points could pay for more units than a file can hold
	// highest number of different options tried on a unit if points are the objective; 0 for all
	maxTriedOptions int

	pointsLeft int // points left to spend
	// pointsWithRefunds is pointsLeft plus the points that the list's units could give back by
	// cheaper upgrades
	pointsWithRefunds int
	maxUnitPoints     int       // highest points of one unit
	resourcesLeft     resources // how much of each limited resource the list may still use
	kinds             []*kind

	stateBuffer []searchState // memory that the searches reuse for their states
	workBudget  *searchBudget
}

// prepare returns a question about a list, with the variants (the ways to buy a unit) of all kinds
// of units. The error is ctx's, or says that the list cannot be filled.
func prepare(ctx context.Context, r builder.Roster, q Question) (*question, error) {
	a, err := newQuestion(r, q)
	if err != nil {
		return nil, err
	}
	for _, g := range a.army.Groups {
		a.addGroup(g)
	}
	if !a.UpgradesOnly {
		a.kinds = append(a.kinds, a.addableKinds()...)
	}
	return a, a.computeVariants(ctx)
}

// newQuestion returns a question about a list, without the kinds of units that can be added or
// changed.
func newQuestion(r builder.Roster, q Question) (*question, error) {
	army, ok := r.GameList().(*gf.Army)
	if !ok {
		return nil, schema.Errorf(builder.CodeUnsupported,
			"%s is a list of %s, which has no army books to fill it from", r.Document().File, r.Game().Name)
	}
	if q.Objective == DamageAndDurability {
		return nil, schema.Errorf(builder.CodeUnsupported,
			"%s: how long units last is counted in Fast and Dirty alone; ask for damage", r.Document().File)
	}
	a := &question{
		Question: q, roster: r, army: army, maximisesPoints: q.Objective == MostPoints || q.Objective == VariedArmy,
		maxTriedOptions: 3,
		workBudget: &searchBudget{
			deadline:  time.Now().Add(cmp.Or(q.TimeLimit, maxSearchTime)),
			stepsLeft: maxSearchSteps,
		},
	}
	a.Objective, a.MaxAnswers = cmp.Or(q.Objective, Damage), cmp.Or(q.MaxAnswers, 5)
	if err := a.checkFillable(); err != nil {
		return nil, err
	}
	if !a.maximisesPoints {
		var err error
		if a.targets, err = preview.FoeTargets(r, q.Foe); err != nil {
			return nil, err
		}
		for i := range a.targets {
			facts, err := a.targets[i].TargetFacts(army.Game)
			if err != nil {
				return nil, err
			}
			a.targetFacts, a.triesAllOptions = append(a.targetFacts, facts), a.triesAllOptions || facts.DependsOnAttacker
		}
	}
	a.setResourcesLeft()
	return a, nil
}

// checkFillable returns an error if the list cannot be filled.
func (a *question) checkFillable() error {
	cannot := func(format string, args ...any) *schema.Error {
		return schema.Errorf(CodeCannotFill, "%s: "+format, append([]any{a.roster.Document().File}, args...)...)
	}
	if a.army.List.Points == 0 {
		return cannot("the list states no size, so nothing is left to spend; agree on one")
	}
	if f, broken := finding.FirstError(a.army.Findings, ""); broken {
		e := cannot("the list breaks a rule already: %s", f.Message)
		e.Cause = edit.ErrRefused
		return e
	}
	for _, id := range a.KeepUnits {
		if a.army.Unit(id) == nil {
			return a.army.NoUnitError(id)
		}
	}
	for _, name := range a.ExcludeUnits {
		inBook := func(b *catalog.Book) bool { return a.unitIfNamed(b, name) != nil }
		if !slices.ContainsFunc(a.army.Books, inBook) {
			var ids []string
			for _, b := range a.army.Books {
				ids = append(ids, b.UnitIDs()...)
			}
			return cannot("`%s` is no unit of the list's books%s", name, schema.DidYouMean(name, ids))
		}
	}
	if a.Collection != nil && a.Collection.System != a.army.List.System {
		return a.Collection.otherGameError(a.roster)
	}
	return nil
}

// unitIfNamed returns the unit of book b that word names, as UNIT or BOOK/UNIT; nil if it names no
// unit of b.
func (a *question) unitIfNamed(b *catalog.Book, word string) *catalog.Unit {
	if of, name, ok := strings.Cut(word, "/"); ok && of == b.ID {
		word = name
	}
	return b.UnitNamed(word)
}

// unlimited stands for no limit.
const unlimited = 1 << 20

// setResourcesLeft sets how much of each limited resource the rules leave to the list.
func (a *question) setResourcesLeft() {
	a.pointsLeft, a.maxUnitPoints = cmp.Or(a.maxPoints, a.army.List.Points)-a.army.SpentPoints(), unlimited
	a.resourcesLeft = resources{points: a.pointsLeft}
	a.pointsWithRefunds = a.pointsLeft
	for _, u := range a.army.Units {
		if slices.Contains(a.KeepUnits, u.ID) {
			continue
		}
		for _, section := range a.army.OpenUpgrades(u.ID) {
			for _, o := range section.Options {
				a.pointsWithRefunds += max(0, -o.Cost) * min(o.ChoicesLeft, u.Models)
			}
		}
	}
	slots := a.army.Slots()
	if slots == nil {
		least := unlimited
		for _, b := range a.army.Books {
			for i := range b.Units {
				least = min(least, max(1, b.Units[i].Cost.Points))
			}
		}
		if places := gf.MaxUnits - len(a.army.Units); a.pointsLeft/least > places {
			a.tooManyUnitsForFile, a.resourcesLeft.unitPlaces = true, places
		}
		return
	}
	a.forceOrg, a.maxUnitPoints = true, slots.MaxUnitCost
	a.resourcesLeft.unitPlaces, a.resourcesLeft.heroes = slots.MaxUnits-slots.Units, slots.MaxHeroes-slots.Heroes
	for _, g := range a.army.Groups {
		if a.isHost(g) {
			a.resourcesLeft.heroHosts++
		}
	}
}

// isHost reports whether a group of the list can take a hero.
func (a *question) isHost(g *gf.Group) bool {
	return !g.Unit.IsHero && len(g.Heroes) == 0 && g.InTransport == nil &&
		(!a.army.Game.ListRules.JoinLimits.NeedsMultiModelHost || g.Unit.Models > 1)
}

// addableKinds returns the kinds of units that can be added to the list.
func (a *question) addableKinds() (kinds []*kind) {
	for _, book := range a.army.Books {
		for i := range book.Units {
			of := &book.Units[i]
			if slices.ContainsFunc(a.ExcludeUnits, func(word string) bool { return a.unitIfNamed(book, word) == of }) {
				continue
			}
			k := &kind{book: book, unit: of, name: of.ID, maxCopies: a.copiesLeft(book, of)}
			if len(a.army.Books) > 1 {
				k.name = book.ID + "/" + of.ID
			}
			if a.Collection != nil {
				a.limitToCollection(k)
			}
			if k.maxCopies > 0 {
				kinds = append(kinds, k)
			}
		}
	}
	return kinds
}

// addGroup adds the kinds of units in a group of the list: its squad and each hero.
func (a *question) addGroup(g *gf.Group) {
	all := []*gf.Group{g}
	for _, hero := range g.Heroes {
		all = append(all, gf.NewGroup(hero))
	}
	for i, body := range all {
		u := body.Unit
		k := &kind{
			book: u.Book, unit: u.BookUnit, name: u.ID, maxCopies: 1, listGroup: gf.NewGroup(body.Halves...),
			isJoinedHero: i > 0,
		}
		k.fixedUpgrades = slices.ContainsFunc(body.Halves, func(u *gf.Unit) bool { return slices.Contains(a.KeepUnits, u.ID) })
		if a.Collection != nil {
			_, k.options, _ = a.Collection.ownedCounts(k.book, k.unit)
		}
		a.kinds = append(a.kinds, k)
	}
}

// copiesLeft returns how many more copies of a unit the list may have; a pair counts as one.
func (a *question) copiesLeft(book *catalog.Book, of *catalog.Unit) int {
	most, taken := unlimited, 0
	if slots := a.army.Slots(); slots != nil {
		most = slots.MaxCopies
	}
	for _, g := range a.army.Groups {
		for _, u := range append([]*gf.Unit{g.Unit}, g.Heroes...) {
			if u.BookUnit == of {
				taken++
			}
		}
	}
	if a.MaxCopies > 0 {
		most = min(most, a.MaxCopies)
	}
	if n := a.army.NewUnit(book, of).MaxPerList; n > 0 {
		most = min(most, n)
	}
	return max(0, most-taken)
}

// limitToCollection limits a kind of unit to the miniatures of the collection that the list does
// not use yet.
func (a *question) limitToCollection(k *kind) {
	units, options, most := a.Collection.ownedCounts(k.book, k.unit)
	for _, u := range a.army.Units {
		if u.BookUnit != k.unit {
			continue
		}
		units--
		for _, c := range u.ChosenOptions {
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
	k.maxCopies = min(k.maxCopies, max(0, units))
	k.options, k.collectionLimits = options, append([]int{max(0, units)}, most...)
}

// computeVariants computes the variants of all kinds of units: the ways to buy a unit that are
// worth considering. Each kind has an equal share of the budget of work; kinds that need more work
// share the rest. Equal groups of the list share their variants.
func (a *question) computeVariants(ctx context.Context) error {
	first := map[string]*kind{}
	var kinds []*kind
	for _, k := range a.kinds {
		key := k.groupKey()
		if key != "" && first[key] != nil {
			continue
		}
		first[key], kinds = k, append(kinds, k)
	}
	left, share, from := variantBudget{maxTotalLoadouts, maxPartialBuildWork, maxFights, maxBuildsToSum}, variantBudget{}, 0.
	for round := 0; len(kinds) > 0; round++ {
		each := left.dividedBy(len(kinds))
		if !each.exceedsTwice(share) {
			break
		}
		share = each
		to := from + 0.6*(0.9-from)
		if err := a.computeVariantsOf(ctx, kinds, share, from, to); err != nil {
			return err
		}
		var more []*kind // of which not all builds were valued
		for _, k := range kinds {
			left = left.minus(k.workSpent)
			if round == 0 && k.hasUnvaluedBuilds && len(kinds) > 1 || round < 4 && k.unfinishedBuilder != nil {
				more = append(more, k)
			}
		}
		kinds, from = more, to
	}
	for _, k := range a.kinds {
		like := first[k.groupKey()]
		if k.groupKey() == "" || like == k {
			continue
		}
		k.currentVariant, k.variants, k.hasUnvaluedBuilds = like.currentVariant, slices.Clone(like.variants), like.hasUnvaluedBuilds
		k.currentVariant.Unit = k.name
		for i := range k.variants {
			k.variants[i].Unit = k.name
		}
	}
	return nil
}

// groupKey returns a key that is equal for groups of the list with the same variants; "" for a unit
// that is not in the list.
func (k *kind) groupKey() string {
	if k.listGroup == nil {
		return ""
	}
	return fmt.Sprint(contentsKey(k.listGroup.Halves), k.fixedUpgrades, k.isJoinedHero)
}

// contentsKey returns a key that is equal for equal units with equal choices.
func contentsKey(units []*gf.Unit) string {
	var text []byte
	for _, u := range units {
		text = append(append(append(text, u.Book.ID...), '/'), u.BookUnit.ID...)
		for _, c := range u.ChosenOptions {
			text = fmt.Appendf(text, " %d %s", c.Count, c.Option.ID)
		}
		text = append(text, '\n')
	}
	return string(text)
}

// computeVariantsOf computes the variants of several kinds of units concurrently. each is the
// budget of one kind. Progress is reported from the share from to the share to.
func (a *question) computeVariantsOf(ctx context.Context, kinds []*kind, each variantBudget, from, to float64) error {
	errs := make([]error, len(kinds))
	var workers errgroup.Group
	workers.SetLimit(runtime.GOMAXPROCS(0))
	for i, k := range kinds {
		if ctx.Err() != nil {
			break
		}
		if a.Progress != nil {
			a.Progress(from + (to-from)*float64(i)/float64(len(kinds)))
		}
		workers.Go(func() error {
			errs[i] = a.computeUnitVariants(ctx, k, each)
			return nil
		})
	}
	workers.Wait()
	return cmp.Or(append(errs, ctx.Err())...) // of several errors the first kind's, whichever worker ends first
}

// Variants returns the variants from which a list is filled. For each unit that can be added, alone
// or as a combined pair, a variant has the best upgrades for a number of points. Variants that are
// worth no more than a cheaper one are left out. Errors are those of Fill.
func Variants(ctx context.Context, r builder.Roster, q Question) ([]Variant, error) {
	if isForce(r) {
		f, err := askForce(ctx, r, q, "", false)
		if err != nil {
			return nil, err
		}
		all := []Variant{}
		for _, c := range f.changes {
			if c.NewUnit != "" {
				all = append(all, Variant{Unit: c.NewUnit, Upgrades: []Choice{}, Points: c.Points, Value: c.Value, BuildCount: 1, AllBuildsValued: true})
			}
		}
		return all, nil
	}
	a, err := prepare(ctx, r, q)
	if err != nil {
		return nil, err
	}
	return a.variantsToAdd(), nil
}

// variantsToAdd returns every Variant of a unit or a combined pair that can be added to the list.
func (a *question) variantsToAdd() []Variant {
	all := []Variant{}
	for _, k := range a.kinds {
		if k.listGroup == nil {
			all = append(all, k.variants...)
		}
	}
	return all
}
