package fill

import (
	"cmp"
	"context"
	"fmt"
	"maps"
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

// force is a question about a list of Fast and Dirty.
type force struct {
	Question
	roster  builder.Roster
	army    *fad.Army
	targets []forces.Combatant
	lasting bool    // it counts how long units last
	now     float64 // the value of the list
	all     []change
}

// A change is a step of a list with what it changes. Of a block only one is made.
type change struct {
	Step
	block string // the unit that it changes, or what it adds
	times int    // how many units it adds
	unit  stored.Unit
	edit  builder.Edit
}

// isForce reports whether a list is of Fast and Dirty.
func isForce(r builder.Roster) bool { _, ok := r.List().(*fad.Army); return ok }

// askForce finds the single changes that a list can make: of one unit if id is not "". Single steps
// say how much longer units last.
func askForce(ctx context.Context, r builder.Roster, q Question, id string, steps bool) (*force, error) {
	f := &force{Question: q, roster: r, army: r.List().(*fad.Army), lasting: q.Best == Both || steps && q.Best != Spend}
	if f.army.List.Method == fad.Basic {
		return nil, schema.Errorf(CodeCannotFill,
			"%s: basic creation counts figures, so that no points are left to spend", r.Document().File)
	}
	if own := q.Own; own != nil && own.System != f.army.List.System {
		return nil, own.otherGame(r)
	}
	var err error
	if f.targets, err = forceTargets(q.Foe); err != nil {
		return nil, err
	}
	if q.Foe.Unit != "" {
		f.targets = slices.DeleteFunc(slices.Clone(f.targets), func(t forces.Combatant) bool { return t.ID != q.Foe.Unit })
	}
	for _, id := range append(slices.Clone(q.Keep), id) {
		if id != "" && f.army.Unit(id) == nil {
			return nil, r.NoUnit(id)
		}
	}
	for i, u := range f.army.Units {
		now, err := f.use(ctx, f.army, u.ID)
		if f.now += now.value; err == nil && (id == "" || u.ID == id) && !slices.Contains(q.Keep, u.ID) {
			err = f.steps(ctx, i, now)
		}
		if err != nil {
			return nil, err
		}
	}
	if id == "" && !q.Upgrades {
		err = f.units(ctx)
	}
	return f, err
}

// left returns the points that the list has to spend; 0 without an agreed size.
func (f *force) left() int { return f.roster.Limit() - f.roster.Points() }

// A use is what a unit is worth to a question.
type use struct {
	value float64 // mean points that it destroys of the targets, times lasts for Both
	lasts float64 // mean activations of a target's fire that it lasts, at most forces.MostLasts
}

// use returns what a unit is worth.
func (f *force) use(ctx context.Context, army *fad.Army, id string) (mean use, err error) {
	if f.Best == Spend || f.Best == Varied {
		return use{value: float64(army.Unit(id).Price.Points)}, nil
	}
	values := make([]float64, len(f.targets))
	for i := range f.targets {
		target := &f.targets[i]
		effect, err := forces.Best(ctx, army, id, target, preview.WorthDistance)
		if err != nil {
			return mean, err
		}
		values[i] = effect.Share * float64(target.Points)
	}
	for i := range f.targets {
		lasts := 0.0
		if f.lasting {
			if lasts, err = forces.Lasts(ctx, army, id, &f.targets[i], preview.WorthDistance); err != nil {
				return mean, err
			}
			lasts = min(lasts, forces.MostLasts)
		}
		if f.Best == Both {
			values[i] *= lasts
		}
		mean.value, mean.lasts = mean.value+values[i], mean.lasts+lasts
	}
	n := float64(len(f.targets))
	return use{mean.value / n, mean.lasts / n}, nil
}

// steps adds what the i-th unit, which is worth something now, may still take.
func (f *force) steps(ctx context.Context, i int, now use) error {
	u, labels, uncounted := f.army.Units[i], map[string]string{}, map[string]string{}
	for _, field := range f.army.Fields(u.ID) {
		labels[field.Key()], uncounted[field.Key()] = field.Label, field.Uncounted
		for _, c := range field.Choices {
			if field.Among == "" {
				labels[field.Path+"="+c.Value] = field.Label + ": " + c.Label
			}
		}
	}
	variants := f.army.Variants(u.ID)
	if more, ok := f.army.Grown(u.ID); ok {
		name := fmt.Sprintf("figures=%d", more.Size())
		variants[name], labels[name] = fad.Variant{Unit: more}, "one figure more"
	}
	for _, old := range u.Powers { // as many as its Strength, so that one makes room for another
		for _, p := range f.army.List.Armoury.Powers.All() {
			if with, ok := variants["powers/"+p.ID]; ok && !with.Had {
				name := "powers-=" + old.ID + " powers+=" + p.ID
				with.Unit.Powers = slices.DeleteFunc(slices.Clone(with.Unit.Powers), func(id string) bool { return id == old.ID })
				variants[name], labels[name], uncounted[name] = with, p.Name+" in place of "+old.Name, p.Uncounted()
			}
		}
	}
	before := f.army.List.CheckUnit(u.ID)
	for _, name := range slices.Sorted(maps.Keys(variants)) {
		v, text := variants[name], name
		if path, entry, among := strings.Cut(name, "/"); among {
			text = path + "+=" + entry
		}
		if v.Had || strings.HasPrefix(name, "figures.") {
			continue
		}
		with := f.army.With(v.Unit)
		points := with.Units[i].Price.Points - u.Price.Points
		brought := finding.Compare(before, with.List.CheckUnit(u.ID)).Brought()
		if _, broken := finding.FirstError(brought, ""); broken || !f.fits(points) {
			continue
		}
		then, err := f.use(ctx, with, u.ID)
		if err != nil {
			return err
		}
		fields, err := edit.ParseAssignments(strings.Fields(text))
		if err != nil {
			return err
		}
		step := Step{Upgrade: text, ID: u.ID, Name: labels[name], Points: points, Value: then.value - now.value}
		if f.lasting {
			step.Lasts = new(then.lasts - now.lasts)
		}
		if step.Value == 0 && (step.Lasts == nil || *step.Lasts == 0) {
			step.Uncounted = uncounted[name]
		}
		f.add(change{Step: step, block: u.ID, unit: v.Unit, edit: builder.Set{ID: u.ID, Fields: fields}})
	}
	return nil
}

// fits reports whether the list can pay for a change.
func (f *force) fits(points int) bool { return f.roster.Limit() == 0 || points <= f.left() }

func (f *force) add(c change) {
	if c.Points > 0 {
		per := c.Value / float64(c.Points)
		c.PerPoint = &per
	}
	f.all = append(f.all, c)
}

// units adds the units that can be added.
func (f *force) units(ctx context.Context) error {
	stock := f.Stock
	if stock == nil {
		stock = func() (*stored.Stock, error) { return stored.LoadStock(nil) }
	}
	offers, err := builder.Offers(f.roster, stock)
	if err != nil {
		return err
	}
	for _, key := range f.Without {
		if !slices.ContainsFunc(offers, func(o builder.Offer) bool { return o.Key == key }) {
			return schema.Errorf(CodeCannotFill, "`%s` is no unit that the list can add", key)
		}
	}
	for _, o := range offers {
		blank := f.army.List.Armoury.Kinds.Find(o.Key) != nil || f.most(o.Key) < 1
		if blank || slices.Contains(f.Without, o.Key) || !f.fits(o.Points) || !o.Fits() {
			continue
		}
		alone := o.Alone().List().(*fad.Army)
		of, err := f.use(ctx, alone, alone.Units[0].ID)
		if err != nil {
			return err
		}
		f.add(change{
			Step:  Step{Add: o.Key, Name: o.Name, Points: o.Points, Value: of.value},
			block: "+" + o.Key, times: 1, unit: alone.List.Units[0], edit: builder.Add{Unit: o.Key},
		})
	}
	return nil
}

// most returns how many units of a key the list may add: copies, and those of a collection that it
// does not use.
func (f *force) most(key string) int {
	most := cmp.Or(f.Copies, f.left())
	if f.Own == nil {
		return most
	}
	owned := 0
	if source := f.army.List.Source; source != nil && source.ID == f.Own.book.ID {
		owned = f.Own.Units[key]
	}
	for _, u := range f.army.Units {
		if u.Design != nil && u.Design.Base.ID == key {
			owned--
		}
	}
	return min(most, owned)
}

// gainForce returns every legal step of a list of Fast and Dirty; see Gain.
func gainForce(ctx context.Context, r builder.Roster, q Question, id string) (*Gains, error) {
	f, err := askForce(ctx, r, q, id, true)
	if err != nil {
		return nil, err
	}
	all := &Gains{Steps: []Step{}}
	for _, c := range f.all {
		all.Steps = append(all.Steps, c.Step)
	}
	slices.SortStableFunc(all.Steps, func(x, y Step) int {
		return cmp.Or(cmp.Compare(y.worth(), x.worth()), strings.Compare(x.ID+x.Upgrade+x.Add, y.ID+y.Upgrade+y.Add))
	})
	return all, nil
}

// fill returns the ways to spend what is left: any units more, and one step of each unit of the list.
func (f *force) fill() *Answers {
	all := &Answers{Left: f.left(), Best: cmp.Or(f.Best, Damage), Value: f.now, Answers: []Answer{}, of: f.roster}
	all.Why = "each unit of the list takes one step in an answer; take it, and ask again for the next"
	for i := range f.targets {
		all.Field = append(all.Field, f.targets[i].Name)
	}
	var out []string // blocks of the best answers before, one of each
	if f.Best == Varied {
		f.draw()
		all.Why = ""
	}
	for range cmp.Or(f.Answers, 5) {
		for bound := 0.0; ; {
			made := f.best(out)
			if len(made) == 0 {
				if len(all.Answers) == 0 {
					all.Why = fmt.Sprintf("nothing for the %s left adds anything", finding.Count(max(0, f.left()), "point"))
				}
				return all
			}
			slices.SortStableFunc(made, func(a, b change) int { return cmp.Compare(b.Value, a.Value) })
			legal, answer := f.legal(made), f.answer(made)
			bound = max(bound, answer.Value)
			out = append(out, made[0].block)
			if legal {
				answer.Bound, answer.Proven = bound, bound <= answer.Value+rounding
				all.Answers = append(all.Answers, answer)
				break
			}
		}
	}
	return all
}

// draw sets random values, and allows few copies of a unit, but so many that about all points can
// be spent.
func (f *force) draw() {
	worth := map[string]float64{}
	for i := range f.all {
		c := &f.all[i]
		worth[c.block] = cmp.Or(worth[c.block], 0.5+f.random(c.block).Float64())
		c.Value *= worth[c.block]
	}
	f.Answers = 1
	for most := cmp.Or(f.Copies, 20); ; f.Copies++ {
		f.Copies = max(f.Copies, 1)
		spent := f.roster.Points()
		for _, c := range f.best(nil) {
			spent += c.Points
		}
		if f.Copies >= most || float64(spent) >= enough*float64(f.roster.Limit()) {
			return
		}
	}
}

// best returns the changes of the most value within the points, by dynamic programming over
// points, block by block, of those that cost something.
func (f *force) best(out []string) []change {
	type state struct {
		value float64
		made  []change
	}
	states := make([]state, max(0, f.left())+1)
	blocks := map[string][]change{}
	var order []string
	for _, c := range f.all {
		if slices.Contains(out, c.block) || c.Points < 1 || c.Value <= 0 {
			continue
		}
		if blocks[c.block] == nil {
			order = append(order, c.block)
		}
		blocks[c.block] = append(blocks[c.block], c)
		for n := 2; c.times > 0 && n*c.Points <= f.left() && n <= f.most(c.Add); n++ {
			more := c
			more.times, more.Points, more.Value = n, n*c.Points, float64(n)*c.Value
			more.edit = builder.Add{Unit: c.Add, Count: n}
			blocks[c.block] = append(blocks[c.block], more)
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

// legal reports whether the list with all changes breaks no rule.
func (f *force) legal(made []change) bool {
	list := *f.army.List
	list.Units = slices.Clone(list.Units)
	for _, c := range made {
		for n := range c.times {
			u := c.unit
			u.ID = fmt.Sprintf("%s+%d", c.block, n)
			list.Units = append(list.Units, u)
		}
		if c.times == 0 {
			list.Units[list.Index(c.ID)] = c.unit
		}
	}
	_, broken := finding.FirstError(finding.Compare(f.roster.Findings(), list.Check()).Brought(), "")
	return !broken
}

// answer makes an answer of changes.
func (f *force) answer(made []change) Answer {
	answer := Answer{Points: f.roster.Points(), Value: f.now, Adds: []Added{}, Upgrades: []UpgradedBy{}}
	for _, c := range made {
		if f.Best == Varied {
			c.Value = float64(c.Points)
		}
		answer.Points, answer.Value = answer.Points+c.Points, answer.Value+c.Value
		answer.edits = append(answer.edits, c.edit)
		if c.times == 0 {
			answer.Upgrades = append(answer.Upgrades, UpgradedBy{
				ID: c.ID, Option: c.Upgrade, Count: 1, Points: c.Points, Value: c.Value,
				text: f.army.Unit(c.ID).Title() + ": " + c.Name,
			})
			continue
		}
		for range c.times {
			answer.Adds = append(answer.Adds, Added{
				Unit: c.Add, Name: c.Name, Upgrades: []Choice{},
				Points: c.Points / c.times, Value: c.Value / float64(c.times),
			})
		}
	}
	return answer
}
