package fill

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"muster/builder"
	"muster/builder/edit"
	"muster/builder/fad"
	forces "muster/builder/fad/preview"
	"muster/builder/finding"
	"muster/builder/gf/preview"
	stored "muster/catalog/fad"
	"muster/schema"
)

// forceQuestion is a Question about a list of Fast and Dirty.
type forceQuestion struct {
	Question
	roster           builder.Roster
	army             *fad.Army
	targets          []forces.Combatant
	countsDurability bool    // the value of a unit includes how long it lasts
	currentValue     float64 // value of the list without an answer
	changes          []forceChange
}

// A forceChange is a step that the list can take, with its edit. Changes with the same exclusionKey
// exclude one another: an answer has at most one of them.
type forceChange struct {
	Step
	// id of the changed unit, or key of the added unit; changes with the same key exclude one
	// another
	exclusionKey string
	addedUnits   int // number of units that it adds
	unit         stored.Unit
	edit         builder.Edit
}

// isForce reports whether a list is for Fast and Dirty.
func isForce(r builder.Roster) bool { _, ok := r.GameList().(*fad.Army); return ok }

// askForce finds the single changes that a list can make, or only the changes of the unit id if it
// is not "". With steps, each change also tells how much longer the unit lasts.
func askForce(ctx context.Context, r builder.Roster, q Question, id string, steps bool) (*forceQuestion, error) {
	f := &forceQuestion{
		Question: q, roster: r, army: r.GameList().(*fad.Army),
		countsDurability: q.Objective == DamageAndDurability || steps &&
			q.Objective != MostPoints,
	}
	if f.army.List.Method == fad.BasicCreation {
		return nil, schema.Errorf(CodeCannotFill,
			"%s: basic creation counts figures, so that no points are left to spend", r.Document().File)
	}
	if own := q.Collection; own != nil && own.System != f.army.List.System {
		return nil, own.otherGameError(r)
	}
	var err error
	if f.targets, err = forceTargets(q.Foe); err != nil {
		return nil, err
	}
	if q.Foe.UnitID != "" {
		f.targets = slices.DeleteFunc(slices.Clone(f.targets), func(t forces.Combatant) bool { return t.ID != q.Foe.UnitID })
	}
	for _, id := range append(slices.Clone(q.KeepUnits), id) {
		if id != "" && f.army.Unit(id) == nil {
			return nil, r.NoUnitError(id)
		}
	}
	for i, u := range f.army.Units {
		now, err := f.unitValue(ctx, f.army, u.ID)
		if f.currentValue += now.value; err == nil && (id == "" || u.ID == id) && !slices.Contains(q.KeepUnits, u.ID) {
			err = f.addUpgrades(ctx, i, now)
		}
		if err != nil {
			return nil, err
		}
	}
	if id == "" && !q.UpgradesOnly {
		err = f.addUnits(ctx)
	}
	return f, err
}

// pointsLeft returns the points that the list has left to spend; 0 without an agreed size.
func (f *forceQuestion) pointsLeft() int { return f.roster.PointsLimit() - f.roster.Points() }

// A unitValue is the value of a unit for the question, and its durability.
type unitValue struct {
	// mean points of the targets that it destroys; for DamageAndDurability, times durability
	value float64
	// mean activations of a target's fire that it survives, at most forces.DurabilityLimit
	durability float64
}

// unitValue returns the value of a unit of an army.
func (f *forceQuestion) unitValue(ctx context.Context, army *fad.Army, id string) (mean unitValue, err error) {
	if f.Objective == MostPoints || f.Objective == VariedArmy {
		return unitValue{value: float64(army.Unit(id).Price.Points)}, nil
	}
	values := make([]float64, len(f.targets))
	for i := range f.targets {
		target := &f.targets[i]
		effect, err := forces.BestDamage(ctx, army, id, target, preview.WorthDistance)
		if err != nil {
			return mean, err
		}
		values[i] = effect.LostShare * float64(target.Points)
	}
	for i := range f.targets {
		lasts := 0.0
		if f.countsDurability {
			if lasts, err = forces.Durability(ctx, army, id, &f.targets[i], preview.WorthDistance); err != nil {
				return mean, err
			}
			lasts = min(lasts, forces.DurabilityLimit)
		}
		if f.Objective == DamageAndDurability {
			values[i] *= lasts
		}
		mean.value, mean.durability = mean.value+values[i], mean.durability+lasts
	}
	n := float64(len(f.targets))
	return unitValue{mean.value / n, mean.durability / n}, nil
}

// addUpgrades adds the changes of the unit with index i; now is its present value.
func (f *forceQuestion) addUpgrades(ctx context.Context, i int, now unitValue) error {
	u, labels, uncounted := f.army.Units[i], map[string]string{}, map[string]string{}
	for _, field := range f.army.Fields(u.ID) {
		labels[field.Key()], uncounted[field.Key()] = field.Label, field.UncountedEffects
		for _, c := range field.Choices {
			if field.EntryID == "" {
				labels[field.Path+"="+c.Value] = field.Label + ": " + c.Label
			}
		}
	}
	variants := f.army.Variants(u.ID)
	if more, ok := f.army.WithOneMoreFigure(u.ID); ok {
		name := fmt.Sprintf("figures=%d", more.Size())
		variants[name], labels[name] = fad.UnitVariant{Unit: more}, "one figure more"
	}
	for _, old := range u.Powers { // as many as its Strength, so that one makes room for another
		for _, p := range f.army.List.Armoury.Powers.All() {
			if with, ok := variants["powers/"+p.ID]; ok && !with.RemovesValue {
				name := "powers-=" + old.ID + " powers+=" + p.ID
				with.Unit.Powers = slices.DeleteFunc(slices.Clone(with.Unit.Powers), func(id string) bool { return id == old.ID })
				variants[name], labels[name], uncounted[name] = with, p.Name+" in place of "+old.Name, p.UncountedEffects()
			}
		}
	}
	before := f.army.List.CheckUnit(u.ID)
	for _, name := range slices.Sorted(maps.Keys(variants)) {
		v, text := variants[name], name
		if path, entry, among := strings.Cut(name, "/"); among {
			text = path + "+=" + entry
		}
		if v.RemovesValue || strings.HasPrefix(name, "figures.") {
			continue
		}
		with := f.army.WithUnit(v.Unit)
		points := with.Units[i].Price.Points - u.Price.Points
		brought := finding.Compare(before, with.List.CheckUnit(u.ID)).NewOrWorse()
		if _, broken := finding.FirstError(brought, ""); broken || !f.canPay(points) {
			continue
		}
		step, err := f.newStep(ctx, with, u, now)
		if err != nil {
			return err
		}
		fields, err := edit.ParseAssignments(strings.Fields(text))
		if err != nil {
			return err
		}
		step.NewOption, step.Name = text, labels[name]
		step.UncountedEffects = uncounted[name]
		f.addChange(forceChange{Step: step, exclusionKey: u.ID, unit: v.Unit, edit: builder.SetFields{UnitID: u.ID, Fields: fields}})
	}
	return nil
}

// newStep returns the points and the gain of a change to a unit. with is the army after the change,
// now the unit's value before it. A lower price alone is no gain, although the unit's losses in a
// charge then cost less.
func (f *forceQuestion) newStep(ctx context.Context, with *fad.Army, u *fad.Profile, now unitValue) (step Step, err error) {
	changed := with.Unit(u.ID)
	then, err := f.unitValue(ctx, with, u.ID)
	if err != nil {
		return step, err
	}
	step = Step{UnitID: u.ID, Points: changed.Price.Points - u.Price.Points, Value: then.value - now.value}
	if f.countsDurability {
		step.DurabilityGain = new(then.durability - now.durability)
	}
	if step.Points < 0 && step.Value > 0 {
		changed.Price = u.Price
		then, err = f.unitValue(ctx, with, u.ID)
		step.Value = then.value - now.value
	}
	if math.Abs(step.Value) < valueTolerance {
		step.Value = 0
	}
	return step, err
}

// canPay reports whether the list has the points for a change.
func (f *forceQuestion) canPay(points int) bool {
	return f.roster.PointsLimit() == 0 || points <= f.pointsLeft()
}

// addChange adds a change, if the list can pay for it.
func (f *forceQuestion) addChange(c forceChange) {
	if c.Points > 0 {
		per := c.Value / float64(c.Points)
		c.ValuePerPoint = &per
	}
	f.changes = append(f.changes, c)
}

// addUnits adds the changes that add a unit.
func (f *forceQuestion) addUnits(ctx context.Context) error {
	stock := f.Stock
	if stock == nil {
		stock = func() (*stored.Stock, error) { return stored.LoadStock(nil) }
	}
	offers, err := builder.Offers(f.roster, stock)
	if err != nil {
		return err
	}
	for _, key := range f.ExcludeUnits {
		if !slices.ContainsFunc(offers, func(o builder.Offer) bool { return o.Key == key }) {
			return schema.Errorf(CodeCannotFill, "`%s` is no unit that the list can add", key)
		}
	}
	for _, o := range offers {
		blank := f.army.List.Armoury.UnitKinds.Find(o.Key) != nil || f.copiesLeft(o.Key) < 1
		if blank || slices.Contains(f.ExcludeUnits, o.Key) || !f.canPay(o.Points) || o.BrokenLimit() != "" {
			continue
		}
		alone := o.RosterOfOne().GameList().(*fad.Army)
		of, err := f.unitValue(ctx, alone, alone.Units[0].ID)
		if err != nil {
			return err
		}
		f.addChange(forceChange{
			Step:         Step{NewUnit: o.Key, Name: o.Name, Points: o.Points, Value: of.value},
			exclusionKey: "+" + o.Key, addedUnits: 1, unit: alone.List.Units[0], edit: builder.Add{Unit: o.Key},
		})
	}
	return nil
}

// copiesLeft returns how many units with a key the list may still add, given the limit of copies
// and the collection.
func (f *forceQuestion) copiesLeft(key string) int {
	most := cmp.Or(f.MaxCopies, f.pointsLeft())
	if f.Collection == nil {
		return most
	}
	owned := 0
	if source := f.army.List.SourceBook; source != nil && source.ID == f.Collection.book.ID {
		owned = f.Collection.UnitCounts[key]
	}
	for _, u := range f.army.Units {
		if u.Design != nil && u.Design.BaseUnit.ID == key {
			owned--
		}
	}
	return min(most, owned)
}

// minShownValue is the lowest value that a table with one decimal shows as more than 0.
const minShownValue = 0.05

// IsGain reports whether the unit does more with the step, as far as a table shows.
func (s *Step) IsGain() bool { return s.Value >= minShownValue }

// ChangesNothing reports whether a step of a list of Fast and Dirty saves no points, and changes
// neither the unit's damage nor its durability, as far as a table shows.
func (s *Step) ChangesNothing() bool {
	return s.Points >= 0 && s.DurabilityGain != nil && s.UncountedEffects == "" &&
		max(math.Abs(s.Value), math.Abs(*s.DurabilityGain)) < minShownValue
}

// forceGains is FindGains for lists of Fast and Dirty.
func forceGains(ctx context.Context, r builder.Roster, q Question, id string) (*Gains, error) {
	f, err := askForce(ctx, r, q, id, true)
	if err != nil {
		return nil, err
	}
	all := &Gains{Steps: []Step{}}
	for _, c := range f.changes {
		all.Steps = append(all.Steps, c.Step)
	}
	slices.SortStableFunc(all.Steps, func(x, y Step) int {
		return cmp.Or(cmp.Compare(y.sortKey(), x.sortKey()), strings.Compare(x.UnitID+x.NewOption+x.NewUnit, y.UnitID+y.NewOption+y.NewUnit))
	})
	return all, nil
}

// bestAnswers returns the ways to spend the points left: any number of new units, and one change of
// each unit of the list.
func (f *forceQuestion) bestAnswers() *Answers {
	all := &Answers{
		PointsLeft: f.pointsLeft(), Objective: cmp.Or(f.Objective, Damage), CurrentValue: f.currentValue, Answers: []Answer{},
		roster: f.roster,
	}
	all.UnspentReason = "each unit of the list takes one step in an answer; take it, and ask again for the next"
	for i := range f.targets {
		all.TargetNames = append(all.TargetNames, f.targets[i].Name)
	}
	var out []string // blocks of the best answers before, one of each
	if f.Objective == VariedArmy {
		f.drawRandomValues()
		all.UnspentReason = ""
	}
	for range cmp.Or(f.MaxAnswers, 5) {
		for bound := 0.0; ; {
			made := f.bestChanges(out)
			if len(made) == 0 {
				if len(all.Answers) == 0 {
					all.UnspentReason = fmt.Sprintf("nothing for the %s left adds anything",
						finding.CountText(max(0, f.pointsLeft()), "point"))
				}
				return all
			}
			slices.SortStableFunc(made, func(a, b forceChange) int { return cmp.Compare(b.Value, a.Value) })
			legal, answer := f.isLegal(made), f.newAnswer(made)
			bound = max(bound, answer.Value)
			out = append(out, made[0].exclusionKey)
			if legal {
				answer.UpperBound, answer.ProvenBest = bound, bound <= answer.Value+valueTolerance
				all.Answers = append(all.Answers, answer)
				break
			}
		}
	}
	return all
}

// drawRandomValues sets random values for a varied army. It allows few copies of a unit, but enough
// to spend about all points.
func (f *forceQuestion) drawRandomValues() {
	worth := map[string]float64{}
	for i := range f.changes {
		c := &f.changes[i]
		worth[c.exclusionKey] = cmp.Or(worth[c.exclusionKey], 0.5+f.seededRandom(c.exclusionKey).Float64())
		c.Value *= worth[c.exclusionKey]
	}
	f.MaxAnswers = 1
	for most := cmp.Or(f.MaxCopies, 20); ; f.MaxCopies++ {
		f.MaxCopies = max(f.MaxCopies, 1)
		spent := f.roster.Points()
		for _, c := range f.bestChanges(nil) {
			spent += c.Points
		}
		if f.MaxCopies >= most || float64(spent) >= minPointsShare*float64(f.roster.PointsLimit()) {
			return
		}
	}
}

// bestChanges returns the changes with the highest total value that the points pay for, without the
// changes whose exclusionKey is in out. It uses dynamic programming over points, block by block; a
// block holds the changes with one exclusionKey.
func (f *forceQuestion) bestChanges(out []string) []forceChange {
	type state struct {
		value float64
		made  []forceChange
	}
	states := make([]state, max(0, f.pointsLeft())+1)
	blocks := map[string][]forceChange{}
	var order []string
	for _, c := range f.changes {
		if slices.Contains(out, c.exclusionKey) || c.Points < 1 || c.Value <= 0 {
			continue
		}
		if blocks[c.exclusionKey] == nil {
			order = append(order, c.exclusionKey)
		}
		blocks[c.exclusionKey] = append(blocks[c.exclusionKey], c)
		for n := 2; c.addedUnits > 0 && n*c.Points <= f.pointsLeft() && n <= f.copiesLeft(c.NewUnit); n++ {
			more := c
			more.addedUnits, more.Points, more.Value = n, n*c.Points, float64(n)*c.Value
			more.edit = builder.Add{Unit: c.NewUnit, Count: n}
			blocks[c.exclusionKey] = append(blocks[c.exclusionKey], more)
		}
	}
	slices.Sort(order)
	for _, block := range order {
		for p := len(states) - 1; p > 0; p-- {
			for _, c := range blocks[block] {
				if c.Points > p {
					continue
				}
				if from := states[p-c.Points]; from.value+c.Value > states[p].value+1e-9 {
					states[p] = state{from.value + c.Value, append(slices.Clip(from.made), c)}
				}
			}
		}
	}
	return states[len(states)-1].made
}

// isLegal reports whether the list with all the changes breaks no rule.
func (f *forceQuestion) isLegal(made []forceChange) bool {
	list := *f.army.List
	list.Units = slices.Clone(list.Units)
	for _, c := range made {
		for n := range c.addedUnits {
			u := c.unit
			u.ID = fmt.Sprintf("%s+%d", c.exclusionKey, n)
			list.Units = append(list.Units, u)
		}
		if c.addedUnits == 0 {
			list.Units[list.Index(c.UnitID)] = c.unit
		}
	}
	_, broken := finding.FirstError(finding.Compare(f.roster.Findings(), list.Check()).NewOrWorse(), "")
	return !broken
}

// newAnswer returns the answer that consists of the changes.
func (f *forceQuestion) newAnswer(made []forceChange) Answer {
	answer := Answer{
		Points: f.roster.Points(), Value: f.currentValue, AddedUnits: []AddedUnit{},
		AddedOptions: []AddedOption{},
	}
	for _, c := range made {
		if f.Objective == VariedArmy {
			c.Value = float64(c.Points)
		}
		answer.Points, answer.Value = answer.Points+c.Points, answer.Value+c.Value
		answer.edits = append(answer.edits, c.edit)
		if c.addedUnits == 0 {
			answer.AddedOptions = append(answer.AddedOptions, AddedOption{
				UnitID: c.UnitID, Option: c.NewOption, Count: 1, Points: c.Points, Value: c.Value,
				text: f.army.Unit(c.UnitID).Title() + ": " + c.Name,
			})
			continue
		}
		for range c.addedUnits {
			answer.AddedUnits = append(answer.AddedUnits, AddedUnit{
				Unit: c.NewUnit, Name: c.Name, Upgrades: []Choice{},
				Points: c.Points / c.addedUnits, Value: c.Value / float64(c.addedUnits),
			})
		}
	}
	return answer
}
