package fill

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"muster/builder"
	"muster/builder/edit"
	"muster/builder/finding"
	"muster/builder/gf"
	"muster/builder/gf/preview"
	"muster/catalog"
	"muster/schema"
)

// Answers are several ways to fill a list, the best first.
type Answers struct {
	PointsLeft   int       `json:"left"` // points that the list has left to spend
	Objective    Objective `json:"best"`
	TargetNames  []string  `json:"field"` // names of the targets
	CurrentValue float64   `json:"value"` // value of the list without an answer
	Answers      []Answer  `json:"answers"`
	// UnspentReason tells why the best answer leaves points unspent. For varied armies it says from
	// which seed on the armies repeat.
	UnspentReason string `json:"why,omitempty"`
	// OtherCopyLimit is the best value with another limit of copies: no unit more than once if the
	// question has no limit, otherwise as many copies as the rules allow. It is nil if the limit
	// makes no difference, or if points are the objective.
	OtherCopyLimit *CopyLimitValue `json:"other_copies,omitempty"`

	roster builder.Roster // the list before the answers
}

// A CopyLimitValue is the value of the best answer with at most MaxCopies copies of each unit; 0
// stands for as many as the rules allow.
type CopyLimitValue struct {
	MaxCopies int     `json:"copies"`
	Value     float64 `json:"value"`
}

// A TargetKindValue is the mean number of points that a list destroys of targets of one kind.
type TargetKindValue struct {
	Kind  preview.TargetKind `json:"kind"`
	Value float64            `json:"value"`
}

// IsCurrent reports whether the answers are about the present state of the list.
func (all *Answers) IsCurrent(r builder.Roster) bool { return all.roster == r }

// An Answer is one way to fill a list.
type Answer struct {
	Points int     `json:"points"` // points of the whole list with the answer
	Value  float64 `json:"value"`  // value of the whole list with the answer
	// UpperBound limits the value of every answer that does not use the kinds of units in
	// LeftOutUnits.
	UpperBound float64 `json:"bound"`
	// Value reaches UpperBound, so no answer without the kinds of units in LeftOutUnits is better
	ProvenBest bool `json:"proven"`
	// names of the kinds of units that this answer leaves out, to differ from earlier answers
	LeftOutUnits []string          `json:"leaves_out,omitempty"`
	ValueByKind  []TargetKindValue `json:"against,omitempty"` // the value, divided by kind of target
	TotalWounds  int               `json:"wounds"`            // number of wounds that kill every unit of the list
	AddedUnits   []AddedUnit       `json:"adds"`
	AddedOptions []AddedOption     `json:"upgrades"`
	Seed         uint64            `json:"seed,omitempty"` // seed of a varied army

	edits []builder.Edit // the edits that apply the answer to the list

	army             *gf.Army          // the list with the answer applied
	unitNames        map[string]string // the units' names, by id
	leftOutUnitTexts []string          // texts for the kinds of units in LeftOutUnits
}

// maxApplyWork limits the work of applying an answer: its changes times the list's units, because
// each change reads the list again.
const maxApplyWork = 100_000

// Edits returns the edits that apply the answer to the list. The error says that there are too
// many.
func (a *Answer) Edits(list builder.Roster) ([]builder.Edit, error) {
	changes, units := len(a.AddedUnits)+len(a.AddedOptions), list.UnitCount()+len(a.AddedUnits)
	if changes*units > maxApplyWork {
		return nil, fmt.Errorf("this answer makes %d changes to a list of %d units, which are too many to make at once; "+
			"lower the list's points for a while, and take it in parts", changes, units)
	}
	return a.edits, nil
}

// An AddedUnit is a unit that an answer adds.
type AddedUnit struct {
	Unit          string   `json:"unit"`
	Name          string   `json:"name"`
	Upgrades      []Choice `json:"upgrades"`
	JoinTarget    *UnitRef `json:"join,omitempty"`
	CombineTarget *UnitRef `json:"combine,omitempty"`
	Points        int      `json:"points"`
	// value that the unit adds; for a combined pair, the value of both halves, stated at the first
	// half
	Value float64 `json:"value"`

	book *catalog.Book
	unit *catalog.Unit
}

// A UnitRef refers to a unit that another unit joins or combines with: a unit of the list by its
// id, or a unit of Answer.AddedUnits by its index.
type UnitRef struct {
	ID         string
	AddedIndex int
}

// MarshalJSON encodes the id or, without one, the index.
func (r UnitRef) MarshalJSON() ([]byte, error) {
	if r.ID != "" {
		return json.Marshal(r.ID)
	}
	return json.Marshal(r.AddedIndex)
}

// An AddedOption is an option that an answer gives to a unit of the list.
type AddedOption struct {
	UnitID string  `json:"id"`
	Option string  `json:"option"`
	Count  int     `json:"count"`
	Points int     `json:"points"`
	Value  float64 `json:"value"` // value that the option adds to the upgrades listed before it

	text string // the option as text, for a unit of Fast and Dirty
}

// Fill returns the best ways to fill a list. Each answer after the first leaves out the most
// valuable part of an earlier one, so that they differ. The error is ctx's, or says that the list
// cannot be filled (CodeCannotFill).
func Fill(ctx context.Context, r builder.Roster, q Question) (*Answers, error) {
	if isForce(r) {
		f, err := askForce(ctx, r, q, "", false)
		switch {
		case err != nil:
			return nil, err
		case r.PointsLimit() == 0:
			return nil, schema.Errorf(CodeCannotFill,
				"%s: the list states no size, so nothing is left to spend; agree on one", r.Document().File)
		}
		return f.bestAnswers(), nil
	}
	a, err := prepare(ctx, r, q)
	if err != nil {
		return nil, err
	}
	return a.answerQuestion(ctx)
}

// answerQuestion returns the answers to a question whose columns (the ways to buy units) are
// computed. Its errors are those of Fill.
func (a *question) answerQuestion(ctx context.Context) (*Answers, error) {
	all := &Answers{
		PointsLeft: a.pointsLeft, Objective: a.Objective, TargetNames: []string{}, CurrentValue: a.currentValue(),
		Answers: []Answer{}, roster: a.roster,
	}
	for _, t := range a.targets {
		all.TargetNames = append(all.TargetNames, t.Name)
	}
	answer := a.findAnswers
	if a.Objective == VariedArmy {
		answer = a.addVariedArmy
	}
	err := answer(ctx, all)
	if errors.Is(err, edit.ErrRefused) {
		// There is no unit that a hero can join: search again with heroes alone.
		a.newHeroesStayAlone, all.Answers = true, []Answer{}
		err = answer(ctx, all)
	}
	return all, err
}

// currentValue returns the value of the list without an answer.
func (a *question) currentValue() float64 {
	sum := 0.
	for _, k := range a.kinds {
		if k.listGroup != nil {
			sum += k.currentVariant.Value
		}
	}
	return sum
}

// trialPicks is the best choice of units and upgrades (the picks) that does without the excluded
// kinds of units.
type trialPicks struct {
	solution
	excludedKinds map[*kind]bool
}

// findAnswers adds answers to all: first the best one, then the best ones that leave out the most
// valuable part of an earlier one.
func (a *question) findAnswers(ctx context.Context, all *Answers) error {
	first, err := a.findPicks(ctx, map[*kind]bool{})
	if err == nil && a.maximisesPoints && a.maxTriedOptions > 0 && math.Round(first.value) < float64(a.pointsLeft) &&
		!first.mayBeBeaten() {
		a.maxTriedOptions = 0 // try options of every price
		if err = a.computeVariants(ctx); err == nil {
			first, err = a.findPicks(ctx, map[*kind]bool{})
		}
	}
	if err != nil {
		return err
	}
	var taken []trialPicks
	for open := []trialPicks{first}; len(open) > 0 && len(taken) < a.MaxAnswers; {
		slices.SortStableFunc(open, func(x, y trialPicks) int { return cmp.Compare(y.value, x.value) })
		t := open[0]
		open = open[1:]
		if len(t.picks) == 0 {
			continue
		}
		if !slices.ContainsFunc(taken, func(before trialPicks) bool { return a.sameAnswer(before, t) }) {
			answer, err := a.writeAnswer(ctx, t)
			if err != nil {
				return err
			}
			taken, all.Answers = append(taken, t), append(all.Answers, answer)
			if a.Progress != nil {
				a.Progress(0.9 + 0.1*float64(len(taken))/float64(a.MaxAnswers))
			}
		}
		for i, k := range a.pickedKinds(t) {
			if i == 2 || a.workBudget.nearlySpent() {
				break
			}
			without := maps.Clone(t.excludedKinds)
			without[k] = true
			if slices.ContainsFunc(open, func(o trialPicks) bool { return maps.Equal(o.excludedKinds, without) }) {
				continue
			}
			next, err := a.findPicks(ctx, without)
			if err != nil {
				return err
			}
			open = append(open, next)
		}
	}
	all.UnspentReason = a.unspentReasons(all)
	if a.maximisesPoints || len(taken) == 0 || a.workBudget.nearlySpent() {
		return nil
	}
	return a.tryOtherCopyLimit(ctx, all, taken[0].value)
}

// tryOtherCopyLimit sets Answers.OtherCopyLimit. best is the value of the best answer.
func (a *question) tryOtherCopyLimit(ctx context.Context, all *Answers, best float64) error {
	was, other := a.MaxCopies, 0
	if was == 0 {
		other = 1
	}
	a.setCopyLimit(other)
	t, err := a.findPicks(ctx, map[*kind]bool{})
	a.setCopyLimit(was)
	if err == nil && math.Abs(t.value-best) > valueTolerance {
		all.OtherCopyLimit = &CopyLimitValue{other, all.CurrentValue + t.value}
	}
	return err
}

// setCopyLimit sets the limit of copies of each unit.
func (a *question) setCopyLimit(copies int) {
	a.MaxCopies = copies
	for _, k := range a.kinds {
		if k.listGroup == nil {
			k.maxCopies = a.copiesLeft(k.book, k.unit)
			if a.Collection != nil {
				a.limitToCollection(k)
			}
		}
	}
}

// findPicks finds the best choice of units and upgrades that does without some kinds of units.
func (a *question) findPicks(ctx context.Context, without map[*kind]bool) (trialPicks, error) {
	p := a.newProblem(without)
	var done func()
	p.workBudget, done = a.workBudget.halve()
	defer done()
	search := p.solve
	if a.Objective == MostPoints {
		search = p.spendPoints
	}
	s, err := search(ctx)
	t := trialPicks{solution: s, excludedKinds: without}
	if err != nil || !slices.ContainsFunc(a.kinds, func(k *kind) bool { return k.hasUnvaluedBuilds && !without[k] }) {
		return t, err
	}
	if a.maximisesPoints {
		if math.Round(s.value) < float64(a.pointsLeft) {
			t.upperBound = float64(a.pointsLeft)
		}
		return t, nil
	}
	// If some builds of a unit were not valued, its value is bounded only by the points
	// of the targets.
	most := 0.
	for _, target := range a.targets {
		most += float64(target.Points) / float64(len(a.targets))
	}
	for g, k := range a.kinds {
		if k.hasUnvaluedBuilds && !without[k] {
			it := item{resourceUse: resources{points: k.minCost()}, value: most}
			if items := p.groups[g].items; len(items) > 0 {
				it = items[0]
				it.value = most
			}
			p.groups[g].items = append(p.groups[g].items, it)
		}
	}
	t.upperBound = max(t.upperBound, p.relax(ctx).upperBound)
	return t, nil
}

// minCost returns a lower bound of the points that one more unit of the kind costs. For a group of
// the list, it is the difference from the group's present points.
func (k *kind) minCost() int {
	if k.listGroup != nil {
		return -k.listGroup.Unit.Cost
	}
	for _, section := range k.book.Sections(k.unit) {
		for i := range section.Options {
			if section.Options[i].CostFor(k.unit.ID) < 0 {
				return 1
			}
		}
	}
	return max(1, k.unit.Cost.Points)
}

// newProblem returns the integer program that finds the best picks; kinds of units in without are
// left out.
func (a *question) newProblem(without map[*kind]bool) *problem {
	p := &problem{
		resourcesLeft: a.resourcesLeft, initialGap: 0.002 * a.valueOfUnspentPoints(),
		stateBuffer: &a.stateBuffer, workBudget: a.workBudget,
	}
	for _, k := range a.kinds {
		g := group{maxPicks: k.maxCopies, collectionLimits: k.collectionLimits}
		if !without[k] {
			for i := range k.variants {
				g.items = append(g.items, a.itemsOfVariant(k, &k.variants[i])...)
			}
		}
		if k.maxCopies > unlimited/2 { // bounded only by points and the size of lists
			least := 1
			for i := range g.items {
				if least == 1 || g.items[i].resourceUse.points < least {
					least = max(1, g.items[i].resourceUse.points)
				}
			}
			g.maxPicks = min(a.resourcesLeft.points/least, gf.MaxUnits)
		}
		p.groups = append(p.groups, g)
	}
	return p
}

// valueOfUnspentPoints estimates the value that the unspent points could add.
func (a *question) valueOfUnspentPoints() float64 {
	best := 0.
	for _, k := range a.kinds {
		for _, c := range k.variants {
			if c.Points > 0 {
				best = max(best, c.Value/float64(c.Points))
			}
		}
	}
	return best * float64(a.pointsLeft)
}

// itemsOfVariant returns the ways to pick a variant, that is to buy a unit with certain upgrades:
// alone or, for a hero, also joining a unit.
func (a *question) itemsOfVariant(k *kind, c *Variant) []item {
	it := item{
		resourceUse: resources{points: c.Points - k.currentVariant.Points}, value: c.Value - k.currentVariant.Value,
		variant: c,
	}
	if k.collectionLimits != nil {
		it.miniatureUse = c.miniatureUse
	}
	if a.maximisesPoints {
		it.changeCount = c.optionCount
		if k.listGroup == nil {
			it.changeCount += len(c.halves)
		}
		it.value -= changePenalty * float64(it.changeCount)
	}
	if k.listGroup != nil {
		if c.optionCount == 0 || c.IsHero != k.currentVariant.IsHero || k.isJoinedHero && !c.CanJoin ||
			c.choosesAny(k.options) {
			return nil
		}
		return []item{it}
	}
	if !a.forceOrg {
		if a.tooManyUnitsForFile {
			it.resourceUse.unitPlaces = 1
		}
		return []item{it}
	}
	it.resourceUse.unitPlaces = 1
	if c.CanTakeHero {
		it.resourceUse.heroHosts = -1
	}
	if !c.IsHero {
		return []item{it}
	}
	it.resourceUse.heroes = 1
	if !c.CanJoin || a.newHeroesStayAlone {
		return []item{it}
	}
	joined := it
	joined.resourceUse.unitPlaces, joined.resourceUse.heroHosts, joined.joinsUnit = 0, 1, true
	if a.Objective == VariedArmy {
		joined.value *= 1.1 // a hero leads a unit
	}
	return []item{it, joined}
}

// choosesAny reports whether the variant chooses one of the options that the unit does not have
// yet.
func (c *Variant) choosesAny(options []*catalog.Option) bool {
	for _, half := range c.halves {
		for _, choice := range half.Choices() {
			if slices.ContainsFunc(options, func(o *catalog.Option) bool { return o.ID == choice.Option }) {
				return true
			}
		}
	}
	return false
}

// pickedKinds returns the kinds of units that a trial picked, the most valuable first.
func (a *question) pickedKinds(t trialPicks) []*kind {
	worth := map[*kind]float64{}
	var all []*kind
	for _, pick := range t.picks {
		k := a.kinds[pick.groupIndex]
		if _, known := worth[k]; !known {
			all = append(all, k)
		}
		worth[k] += pick.value
	}
	slices.SortStableFunc(all, func(x, y *kind) int { return cmp.Compare(worth[y], worth[x]) })
	return all
}

// sameAnswer reports whether two trials make nearly the same answer: they differ in fewer than two
// units, and the second includes the most valuable part of the first.
func (a *question) sameAnswer(before, t trialPicks) bool {
	count := func(t trialPicks) map[*kind]int {
		n := map[*kind]int{}
		for _, pick := range t.picks {
			n[a.kinds[pick.groupIndex]]++
		}
		return n
	}
	was, is := count(before), count(t)
	more, fewer := 0, 0
	for _, k := range a.kinds {
		more, fewer = more+max(0, is[k]-was[k]), fewer+max(0, was[k]-is[k])
	}
	parts := a.pickedKinds(before)
	return max(more, fewer) < 2 && is[parts[0]] > 0
}

// writeAnswer returns the answer of a trial. The error says that the list with the answer would
// break a rule.
func (a *question) writeAnswer(ctx context.Context, t trialPicks) (Answer, error) {
	w := answerWriter{
		question: a, usedIDs: map[string]bool{}, answer: Answer{AddedUnits: []AddedUnit{}, AddedOptions: []AddedOption{}},
		entries: slices.Clone(a.army.List.Units),
	}
	for _, id := range a.army.List.IDs() {
		w.usedIDs[id] = true
	}
	if err := w.write(ctx, t); err != nil {
		return Answer{}, err
	}
	list := *a.army.List
	list.Units = w.entries
	w.answer.army = gf.BuildWithBooks(&list, a.army.Books)
	if f, broken := finding.FirstError(w.answer.army.Findings, ""); broken { // caused by the answer
		return Answer{}, edit.RefusedError(a.roster.Document().File, f, edit.ErrRefused)
	}
	w.answer.unitNames = builder.Names(builder.RosterOfGF(w.answer.army))
	for _, u := range preview.Combatants(w.answer.army) {
		facts, err := u.TargetFacts(a.army.Game)
		if err != nil {
			return Answer{}, err
		}
		w.answer.TotalWounds += facts.Wounds
	}
	return w.answer, nil
}

// An answerWriter turns a trial into an answer with its edits.
type answerWriter struct {
	*question
	answer    Answer
	entries   []gf.Entry      // entries of the list with the answer
	usedIDs   map[string]bool // ids that units of the list or of the answer have
	heroHosts []heroHost
}

// A heroHost is a unit that a hero can join.
type heroHost struct {
	ref    UnitRef
	id     string
	book   *catalog.Book
	points int
}

// write turns the picks of a trial into added units and options of the answer.
func (w *answerWriter) write(ctx context.Context, t trialPicks) error {
	w.answer.Points, w.answer.Value = w.army.Points, w.currentValue()
	joins, err := w.writePicks(ctx, t)
	if err != nil {
		return err
	}
	w.joinHeroes(joins)
	w.setUpperBound(t)
	return nil
}

// writePicks adds the units and options that a trial picked to the answer. It leaves out heroes who
// join a unit, and returns them.
func (w *answerWriter) writePicks(ctx context.Context, t trialPicks) (joins []pickedItem, err error) {
	a := &w.answer
	all := make(targetWorth, len(w.targets))
	count := func(c *Variant, times float64) {
		for i, points := range c.worth {
			all[i] += times * points
		}
	}
	for _, k := range w.kinds {
		count(&k.currentVariant, 1)
	}
	for _, pick := range t.picks {
		k, c := w.kinds[pick.groupIndex], pick.variant
		a.Points += pick.resourceUse.points
		a.Value += c.Value - k.currentVariant.Value
		count(c, 1)
		count(&k.currentVariant, -1)
		switch {
		case k.listGroup != nil:
			if err := w.addOptions(ctx, k, c); err != nil {
				return nil, err
			}
		case pick.joinsUnit:
			joins = append(joins, pick)
		default:
			w.addUnit(k, c, nil)
		}
	}
	a.ValueByKind = w.valueByTargetKind(all)
	return joins, nil
}

// joinHeroes adds heroes to units that they can join. The most expensive hero joins the most
// expensive unit with which he stays within the points that a unit may cost, if there is one.
func (w *answerWriter) joinHeroes(joins []pickedItem) {
	for _, g := range w.army.Groups {
		if w.isHost(g) {
			w.heroHosts = append(w.heroHosts, heroHost{UnitRef{ID: g.Unit.ID}, g.Unit.ID, g.Unit.Book, g.Unit.Cost})
		}
	}
	slices.SortStableFunc(w.heroHosts, func(x, y heroHost) int { return cmp.Compare(y.points, x.points) })
	slices.SortStableFunc(joins, func(x, y pickedItem) int { return cmp.Compare(y.variant.Points, x.variant.Points) })
	for _, pick := range joins {
		k := w.kinds[pick.groupIndex]
		ofBook := func(h heroHost) bool { return h.book == k.book }
		at := slices.IndexFunc(w.heroHosts, func(h heroHost) bool {
			return ofBook(h) && h.points+pick.variant.Points <= w.maxUnitPoints
		})
		if at < 0 {
			at = slices.IndexFunc(w.heroHosts, ofBook)
		}
		if at < 0 {
			w.addUnit(k, pick.variant, nil)
			continue
		}
		w.addUnit(k, pick.variant, &w.heroHosts[at])
		w.heroHosts = slices.Delete(w.heroHosts, at, at+1)
	}
}

// setUpperBound sets the answer's upper bound, and the kinds of units that it leaves out.
func (w *answerWriter) setUpperBound(t trialPicks) {
	a := &w.answer
	a.UpperBound = a.Value + t.upperBound - t.value
	a.ProvenBest = a.UpperBound <= a.Value+valueTolerance
	if w.maximisesPoints {
		a.Value, a.UpperBound = float64(a.Points), float64(a.Points)
		if t.mayBeBeaten() {
			a.UpperBound = float64(w.army.List.Points)
		}
		a.ProvenBest = a.Value == a.UpperBound
	}
	for _, k := range w.kinds {
		if t.excludedKinds[k] {
			name := k.unit.Name
			if k.listGroup != nil {
				name = "upgrades of " + k.listGroup.Unit.Name
			}
			a.LeftOutUnits, a.leftOutUnitTexts = append(a.LeftOutUnits, k.name), append(a.leftOutUnitTexts, name)
		}
	}
}

// valueByTargetKind returns the mean number of points destroyed of the targets of each kind.
func (a *question) valueByTargetKind(all targetWorth) (by []TargetKindValue) {
	for _, kind := range preview.TargetKinds {
		var some targetWorth
		for i, points := range all {
			if a.targetFacts[i].Kind == kind {
				some = append(some, points)
			}
		}
		if some != nil {
			by = append(by, TargetKindValue{kind, some.value()})
		}
	}
	return by
}

// addUnit adds a unit, or both halves of a pair, to the answer; join is the unit that a hero joins,
// or nil.
func (w *answerWriter) addUnit(k *kind, c *Variant, join *heroHost) {
	a := &w.answer
	first := len(a.AddedUnits)
	var ids []string
	for i, half := range c.halves {
		ids = append(ids, w.freeID(k.unit.ID))
		add := AddedUnit{
			Unit: k.name, Name: k.unit.Name, Upgrades: choices(half.Choices()), Points: half.Cost,
			book: k.book, unit: k.unit,
		}
		edit := builder.Add{Unit: k.name, ID: ids[i], Upgrades: half.Choices()}
		entry := gf.Entry{ID: ids[i], BookUnitID: k.unit.ID, Book: k.book.ID, Upgrades: edit.Upgrades}
		if join != nil {
			ref := join.ref
			add.JoinTarget, edit.JoinUnit, entry.JoinTo = &ref, join.id, join.id
		}
		if i > 0 {
			add.CombineTarget, entry.CombineWith = &UnitRef{AddedIndex: first}, ids[0]
		} else {
			add.Value = c.Value
		}
		a.AddedUnits, a.edits, w.entries = append(a.AddedUnits, add), append(a.edits, edit), append(w.entries, entry)
	}
	if len(ids) > 1 {
		a.edits = append(a.edits, builder.Link{UnitID: ids[1], Key: "combine", Target: ids[0]})
	}
	if c.CanTakeHero {
		w.heroHosts = append(w.heroHosts, heroHost{UnitRef{AddedIndex: first}, ids[0], k.book, c.Points})
	}
}

// freeID returns an unused id made from the unit's id in its book.
func (w *answerWriter) freeID(id string) string {
	free := schema.FreeID(id, func(id string) bool { return w.usedIDs[id] })
	w.usedIDs[free] = true
	return free
}

// addOptions adds the choices of a variant to a unit of the list, or to both halves of a pair.
func (w *answerWriter) addOptions(ctx context.Context, k *kind, c *Variant) error {
	value := k.currentVariant.Value
	for i, half := range c.halves {
		id := k.listGroup.Halves[i].ID
		chosen, points := half.Choices(), half.ChoicePoints()
		if at := slices.IndexFunc(w.entries, func(e gf.Entry) bool { return e.ID == id }); at >= 0 {
			w.entries[at].Upgrades = slices.Concat(w.entries[at].Upgrades, chosen)
		}
		var more []gf.Choice
		for n, choice := range chosen {
			units := make([]*gf.Unit, len(c.halves))
			for j, other := range c.halves {
				part := *other
				if j == i {
					part = other.FirstPicks(n + 1)
				} else if j > i {
					part = other.FirstPicks(0)
				}
				units[j] = part.Unit()
			}
			up := AddedOption{
				UnitID: id, Option: choice.Option, Count: choice.Count, Points: points[n], Value: float64(points[n]),
			}
			if !w.maximisesPoints {
				worth, err := w.worth(ctx, gf.NewGroup(units...))
				if err != nil {
					return err
				}
				now := worth.value()
				up.Value, value = now-value, now
			}
			w.answer.AddedOptions = append(w.answer.AddedOptions, up)
			if i == 0 || !half.IsChoiceForAllModels(n) { // an upgrade for all models is chosen only at the first half
				more = append(more, choice)
			}
		}
		if len(more) > 0 {
			w.answer.edits = append(w.answer.edits, builder.Upgrade{UnitID: id, Choices: more})
		}
	}
	return nil
}

// unspentReasons returns the reasons why the best answer leaves points unspent.
func (a *question) unspentReasons(all *Answers) string {
	spent := a.army.Points
	if len(all.Answers) > 0 {
		spent = all.Answers[0].Points
	}
	left := a.army.List.Points - spent
	if left <= 0 && (len(all.Answers) == 0 || all.Answers[0].ProvenBest) {
		return ""
	}
	if len(all.Answers) > 0 && !all.Answers[0].ProvenBest ||
		len(all.Answers) == 0 && slices.ContainsFunc(a.kinds, func(k *kind) bool { return k.hasUnvaluedBuilds }) {
		return "that is the best found within the work that a question may take, not proven"
	}
	if len(all.Answers) > 0 && !a.maximisesPoints {
		return fmt.Sprintf("nothing that the %s left of the best could buy destroys more", finding.CountText(left, "point"))
	}
	reasons := a.usedUpLimits(all)
	return fmt.Sprintf("no legal way spends more than %d of %d points: %s",
		spent, a.army.List.Points, strings.Join(reasons, "; "))
}

// canBeAdded reports whether units of the kind can be added to the list within its limits.
func (k *kind) canBeAdded() bool { return k.listGroup == nil && len(k.variants) > 0 }

// usedUpLimits describes the limits that the best answer has used up; if there are none, it says
// that nothing fits the points.
func (a *question) usedUpLimits(all *Answers) []string {
	army := a.army
	if len(all.Answers) > 0 {
		army = all.Answers[0].army
	}
	var reasons []string
	if s := army.Slots(); s != nil {
		if s.Units >= s.MaxUnits {
			reasons = append(reasons, "all "+finding.CountText(s.MaxUnits, "unit")+" that the size allows are taken")
		}
		if s.Heroes >= s.MaxHeroes {
			reasons = append(reasons, "all "+finding.CountText(s.MaxHeroes, "hero")+" that it allows are taken")
		}
		reasons = append(reasons, fmt.Sprintf("no unit may cost more than %d points, nor be there more than %d times",
			s.MaxUnitCost, s.MaxCopies))
	}
	switch {
	case a.Collection == nil && !a.UpgradesOnly && !slices.ContainsFunc(a.kinds, (*kind).canBeAdded):
		reasons = append(reasons, "its army books have no unit with a price that fits")
	case a.Collection != nil:
		reasons = append(reasons, "the collection has no more")
	case a.UpgradesOnly:
		reasons = append(reasons, "no upgrades cost what is left")
	default:
		reasons = append(reasons, "no units and upgrades together cost exactly what is left")
	}
	return reasons
}
