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

// Answers are ways to fill a list, the best first.
type Answers struct {
	Left    int      `json:"left"` // points that the list has to spend
	Best    Best     `json:"best"`
	Field   []string `json:"field"` // the names of the targets
	Value   float64  `json:"value"` // of the list as it is
	Answers []Answer `json:"answers"`
	// Why says what keeps the best answer from spending every point; "" if nothing does.
	Why string `json:"why,omitempty"`
	// Other is the best with other copies: where the question leaves them to the rules, with
	// no unit more than once; where it limits them, with as many as the rules allow. It
	// is nil where that is no different, and where value is not asked.
	Other *Copies `json:"other_copies,omitempty"`

	of builder.Roster
}

// Copies is the value of the best answer with so many copies of a unit at most; 0 for
// as many as the rules allow.
type Copies struct {
	Copies int     `json:"copies"`
	Value  float64 `json:"value"`
}

// Against is the mean of what a list destroys of the targets of a kind.
type Against struct {
	Kind  preview.Kind `json:"kind"`
	Value float64      `json:"value"`
}

// Current reports whether the answers are about a list as it is.
func (all *Answers) Current(r builder.Roster) bool { return all.of == r }

// An Answer is one way to fill a list.
type Answer struct {
	Points int     `json:"points"` // of the whole list
	Value  float64 `json:"value"`  // of the whole list
	// Bound is what no answer exceeds that may choose as this one: each but the first
	// leaves out what LeavesOut names.
	Bound     float64      `json:"bound"`
	Proven    bool         `json:"proven"` // Value reaches Bound
	LeavesOut []string     `json:"leaves_out,omitempty"`
	Against   []Against    `json:"against,omitempty"` // the value by kind of target
	Wounds    int          `json:"wounds"`            // that kill the whole list
	Adds      []Added      `json:"adds"`
	Upgrades  []UpgradedBy `json:"upgrades"`

	Edits []builder.Edit `json:"-"` // that carry it out

	army    *gf.Army          // as it would be
	names   map[string]string // of its units, by id
	leftOut []string          // names of what LeavesOut names
}

// Added is a unit that is added.
type Added struct {
	Unit     string   `json:"unit"`
	Name     string   `json:"name"`
	Upgrades []Choice `json:"upgrades"`
	Join     *Ref     `json:"join,omitempty"`
	Combine  *Ref     `json:"combine,omitempty"`
	Points   int      `json:"points"`
	Value    float64  `json:"value"` // of a pair that of both, with the first half

	book *catalog.Book
	of   *catalog.Unit
}

// A Ref is a unit that another is linked with: one of the list by its id, or one of
// Answer.Adds by its place.
type Ref struct {
	ID    string
	Added int
}

// MarshalJSON writes the id, or the place.
func (r Ref) MarshalJSON() ([]byte, error) {
	if r.ID != "" {
		return json.Marshal(r.ID)
	}
	return json.Marshal(r.Added)
}

// UpgradedBy is an option that a unit of the list takes.
type UpgradedBy struct {
	ID     string  `json:"id"`
	Option string  `json:"option"`
	Count  int     `json:"count"`
	Points int     `json:"points"`
	Value  float64 `json:"value"` // that it adds to those before it
}

// Fill finds the best ways to fill a list. They differ: each next one leaves out the
// largest part of one before it. The error says why the list cannot be filled as it
// is, or that nothing can be added (CodeNothing), or is the context's.
func Fill(ctx context.Context, r builder.Roster, q Question) (*Answers, error) {
	a, err := ask(ctx, r, q)
	if err != nil {
		return nil, err
	}
	all := &Answers{Left: a.left, Best: a.Best, Field: []string{}, Value: a.now(), Answers: []Answer{}, of: r}
	for _, t := range a.field {
		all.Field = append(all.Field, t.Name)
	}
	err = a.answer(ctx, all)
	if errors.Is(err, edit.ErrRefused) {
		// A hero found no unit of his book, or none with a seat for him.
		a.apart, all.Answers = true, []Answer{}
		err = a.answer(ctx, all)
	}
	return all, err
}

// now is the value of the list as it is.
func (a *asked) now() float64 {
	sum := 0.
	for _, k := range a.kinds {
		if k.group != nil {
			sum += k.was.Value
		}
	}
	return sum
}

// A trial is a search for the best picks without some kinds.
type trial struct {
	solution
	without map[*kind]bool
}

// answer looks for answers: the best of all, and then the best without the largest
// parts of those that were found.
func (a *asked) answer(ctx context.Context, all *Answers) error {
	first, err := a.try(ctx, map[*kind]bool{})
	if err == nil && a.spend && a.deepest > 0 && math.Round(first.value) < float64(a.left) && !first.near() {
		a.deepest = 0 // every price counts now
		if err = a.draw(ctx); err == nil {
			first, err = a.try(ctx, map[*kind]bool{})
		}
	}
	if err != nil {
		return err
	}
	var taken []trial
	for open := []trial{first}; len(open) > 0 && len(taken) < a.Answers; {
		slices.SortStableFunc(open, func(x, y trial) int { return cmp.Compare(y.value, x.value) })
		t := open[0]
		open = open[1:]
		if len(t.picks) == 0 {
			continue
		}
		if !slices.ContainsFunc(taken, func(before trial) bool { return a.alike(before, t) }) {
			answer, err := a.write(ctx, t)
			if err != nil {
				return err
			}
			taken, all.Answers = append(taken, t), append(all.Answers, answer)
			if a.Progress != nil {
				a.Progress(0.9 + 0.1*float64(len(taken))/float64(a.Answers))
			}
		}
		for i, k := range a.parts(t) {
			if i == 2 || a.work.isShort() {
				break
			}
			without := maps.Clone(t.without)
			without[k] = true
			if slices.ContainsFunc(open, func(o trial) bool { return maps.Equal(o.without, without) }) {
				continue
			}
			next, err := a.try(ctx, without)
			if err != nil {
				return err
			}
			open = append(open, next)
		}
	}
	all.Why = a.why(all)
	if a.spend || len(taken) == 0 || a.work.isShort() {
		return nil
	}
	return a.compare(ctx, all, taken[0].value)
}

// compare works out what the best would be worth with other copies.
func (a *asked) compare(ctx context.Context, all *Answers, best float64) error {
	was, other := a.Copies, 0
	if was == 0 {
		other = 1
	}
	a.limit(other)
	t, err := a.try(ctx, map[*kind]bool{})
	a.limit(was)
	if err == nil && math.Abs(t.value-best) > rounding {
		all.Other = &Copies{other, all.Value + t.value}
	}
	return err
}

// limit allows so many copies of each unit.
func (a *asked) limit(copies int) {
	a.Copies = copies
	for _, k := range a.kinds {
		if k.group == nil {
			k.most = a.copies(k.book, k.unit)
			if a.Own != nil {
				a.own(k)
			}
		}
	}
}

// try finds the best picks without some kinds.
func (a *asked) try(ctx context.Context, without map[*kind]bool) (trial, error) {
	p := a.problem(without)
	var done func()
	p.work, done = a.work.halve()
	defer done()
	search := p.solve
	if a.spend {
		search = p.spend
	}
	s, err := search(ctx)
	t := trial{solution: s, without: without}
	if err != nil || !slices.ContainsFunc(a.kinds, func(k *kind) bool { return k.partial && !without[k] }) {
		return t, err
	}
	if a.spend {
		if math.Round(s.value) < float64(a.left) {
			t.bound = float64(a.left)
		}
		return t, nil
	}
	// Of a unit with more builds than were weighed nothing is known but that it
	// destroys no more than there is.
	most := 0.
	for _, target := range a.field {
		most += float64(target.Points) / float64(len(a.field))
	}
	for g, k := range a.kinds {
		if k.partial && !without[k] {
			it := item{uses: resources{points: k.least()}, value: most}
			if items := p.groups[g].items; len(items) > 0 {
				it = items[0]
				it.value = most
			}
			p.groups[g].items = append(p.groups[g].items, it)
		}
	}
	t.bound = max(t.bound, p.relax(ctx).bound)
	return t, nil
}

// partial reports whether some builds were left out.
func (a *asked) partial() bool {
	return slices.ContainsFunc(a.kinds, func(k *kind) bool { return k.partial })
}

// least is how many points a build of the kind costs at least: of a group of the list,
// beside what it costs now.
func (k *kind) least() int {
	if k.group != nil {
		return -k.group.Unit.Cost
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

// problem is what may be picked, without some kinds.
func (a *asked) problem(without map[*kind]bool) *problem {
	p := &problem{room: a.room, gap: 0.002 * a.worthLeft(), memory: &a.memory, work: a.work}
	for _, k := range a.kinds {
		g := group{most: k.most, limits: k.limits}
		if !without[k] {
			for i := range k.columns {
				g.items = append(g.items, a.items(k, &k.columns[i])...)
			}
		}
		if k.most > plenty/2 { // no more than there are points for, or may be in a list
			least := 1
			for i := range g.items {
				if least == 1 || g.items[i].uses.points < least {
					least = max(1, g.items[i].uses.points)
				}
			}
			g.most = min(a.room.points/least, gf.MostUnits)
		}
		p.groups = append(p.groups, g)
	}
	return p
}

// worthLeft is about what the points that are left are worth.
func (a *asked) worthLeft() float64 {
	best := 0.
	for _, k := range a.kinds {
		for _, c := range k.columns {
			if c.Points > 0 {
				best = max(best, c.Value/float64(c.Points))
			}
		}
	}
	return best * float64(a.left)
}

// items are the ways in which a column may be picked.
func (a *asked) items(k *kind, c *Column) []item {
	it := item{uses: resources{points: c.Points - k.was.Points}, value: c.Value - k.was.Value, column: c}
	if k.limits != nil {
		it.counts = c.counts
	}
	if a.spend {
		it.changes = c.picks
		if k.group == nil {
			it.changes += len(c.halves)
		}
		it.value -= surprise * float64(it.changes)
	}
	if k.group != nil {
		if c.picks == 0 || c.Hero != k.was.Hero || k.joined && !c.Joins || c.takes(k.options) {
			return nil
		}
		return []item{it}
	}
	if !a.force {
		if a.crowded {
			it.uses.units = 1
		}
		return []item{it}
	}
	it.uses.units = 1
	if c.Host {
		it.uses.hosts = -1
	}
	if !c.Hero {
		return []item{it}
	}
	it.uses.heroes = 1
	if !c.Joins || a.apart {
		return []item{it}
	}
	joined := it
	joined.uses.units, joined.uses.hosts, joined.joins = 0, 1, true
	return []item{it, joined}
}

// takes reports whether any of some options is chosen beside those that there were.
func (c *Column) takes(options []*catalog.Option) bool {
	for _, half := range c.halves {
		for _, choice := range half.Choices() {
			if slices.ContainsFunc(options, func(o *catalog.Option) bool { return o.ID == choice.Option }) {
				return true
			}
		}
	}
	return false
}

// parts are the kinds that a trial picked, the most valuable first.
func (a *asked) parts(t trial) []*kind {
	worth := map[*kind]float64{}
	var all []*kind
	for _, pick := range t.picks {
		k := a.kinds[pick.group]
		if _, known := worth[k]; !known {
			all = append(all, k)
		}
		worth[k] += pick.value
	}
	slices.SortStableFunc(all, func(x, y *kind) int { return cmp.Compare(worth[y], worth[x]) })
	return all
}

// alike reports whether two trials are one answer: they differ in fewer than two
// units, and the second has the largest part of the first.
func (a *asked) alike(before, t trial) bool {
	count := func(t trial) map[*kind]int {
		n := map[*kind]int{}
		for _, pick := range t.picks {
			n[a.kinds[pick.group]]++
		}
		return n
	}
	was, is := count(before), count(t)
	more, fewer := 0, 0
	for _, k := range a.kinds {
		more, fewer = more+max(0, is[k]-was[k]), fewer+max(0, was[k]-is[k])
	}
	parts := a.parts(before)
	return max(more, fewer) < 2 && is[parts[0]] > 0
}

// write makes an answer of a trial, and has the rules judge it.
func (a *asked) write(ctx context.Context, t trial) (Answer, error) {
	w := writer{asked: a, ids: map[string]bool{}, answer: Answer{Adds: []Added{}, Upgrades: []UpgradedBy{}}, entries: slices.Clone(a.army.List.Units)}
	for _, id := range a.army.List.IDs() {
		w.ids[id] = true
	}
	if err := w.write(ctx, t); err != nil {
		return Answer{}, err
	}
	list := *a.army.List
	list.Units = w.entries
	w.answer.army = gf.BuildWith(&list, a.army.Books)
	if f, broken := finding.FirstError(w.answer.army.Findings, ""); broken { // the list itself is legal
		return Answer{}, edit.Refused(a.roster.Document().File, f, edit.ErrRefused)
	}
	w.answer.names = builder.Names(builder.OfArmy(w.answer.army))
	for _, u := range preview.Units(w.answer.army) {
		facts, err := u.Facts(a.army.Game)
		if err != nil {
			return Answer{}, err
		}
		w.answer.Wounds += facts.Wounds
	}
	return w.answer, nil
}

// A writer writes an answer down as edits.
type writer struct {
	*asked
	answer  Answer
	entries []gf.Entry      // of the list as it would be
	ids     map[string]bool // that are taken
	hosts   []host
}

// host is a unit that a hero may join.
type host struct {
	ref    Ref
	id     string
	book   *catalog.Book
	points int
}

func (w *writer) write(ctx context.Context, t trial) error {
	a := &w.answer
	a.Points, a.Value = w.army.Points, w.now()
	all := make(worth, len(w.field))
	count := func(c *Column, times float64) {
		for i, points := range c.worth {
			all[i] += times * points
		}
	}
	for _, k := range w.kinds {
		count(&k.was, 1)
	}
	var joins []picked
	for _, pick := range t.picks {
		k, c := w.kinds[pick.group], pick.column
		a.Points += pick.uses.points
		a.Value += c.Value - k.was.Value
		count(c, 1)
		count(&k.was, -1)
		switch {
		case k.group != nil:
			if err := w.upgrade(ctx, k, c); err != nil {
				return err
			}
		case pick.joins:
			joins = append(joins, pick)
		default:
			w.add(k, c, nil)
		}
	}
	for _, g := range w.army.Groups {
		if w.isHost(g) {
			w.hosts = append(w.hosts, host{Ref{ID: g.Unit.ID}, g.Unit.ID, g.Unit.Book, g.Unit.Cost})
		}
	}
	// The dearest hero joins the dearest unit.
	slices.SortStableFunc(w.hosts, func(x, y host) int { return cmp.Compare(y.points, x.points) })
	slices.SortStableFunc(joins, func(x, y picked) int { return cmp.Compare(y.column.Points, x.column.Points) })
	for _, pick := range joins {
		k := w.kinds[pick.group]
		at := slices.IndexFunc(w.hosts, func(h host) bool { return h.book == k.book })
		if at < 0 {
			w.add(k, pick.column, nil)
			continue
		}
		w.add(k, pick.column, &w.hosts[at])
		w.hosts = slices.Delete(w.hosts, at, at+1)
	}
	a.Bound = a.Value + t.bound - t.value
	a.Proven = a.Bound <= a.Value+rounding
	a.Against = w.byKind(all)
	if w.spend {
		a.Value, a.Bound = float64(a.Points), float64(a.Points)
		if t.near() {
			a.Bound = float64(w.army.List.Points)
		}
		a.Proven = a.Value == a.Bound
	}
	for _, k := range w.kinds {
		if t.without[k] {
			a.LeavesOut, a.leftOut = append(a.LeavesOut, k.name), append(a.leftOut, k.unit.Name)
		}
	}
	return nil
}

// byKind is what is destroyed of the targets of each kind, on average.
func (a *asked) byKind(all worth) (by []Against) {
	for _, kind := range preview.Kinds {
		var some worth
		for i, points := range all {
			if a.facts[i].Kind == kind {
				some = append(some, points)
			}
		}
		if some != nil {
			by = append(by, Against{kind, some.value()})
		}
	}
	return by
}

// add adds a unit, or both halves of a pair, to the answer.
func (w *writer) add(k *kind, c *Column, join *host) {
	a := &w.answer
	first := len(a.Adds)
	var ids []string
	for i, half := range c.halves {
		ids = append(ids, w.freeID(k.unit.ID))
		add := Added{Unit: k.name, Name: k.unit.Name, Upgrades: choices(half.Choices()), Points: half.Cost, book: k.book, of: k.unit}
		edit := builder.Add{Unit: k.name, ID: ids[i], Upgrades: half.Choices()}
		entry := gf.Entry{ID: ids[i], Unit: k.unit.ID, Book: k.book.ID, Upgrades: edit.Upgrades}
		if join != nil {
			ref := join.ref
			add.Join, edit.Join, entry.Join = &ref, join.id, join.id
		}
		if i > 0 {
			add.Combine, entry.Combine = &Ref{Added: first}, ids[0]
		} else {
			add.Value = c.Value
		}
		a.Adds, a.Edits, w.entries = append(a.Adds, add), append(a.Edits, edit), append(w.entries, entry)
	}
	if len(ids) > 1 {
		a.Edits = append(a.Edits, builder.Link{ID: ids[1], Key: "combine", To: ids[0]})
	}
	if c.Host {
		w.hosts = append(w.hosts, host{Ref{Added: first}, ids[0], k.book, c.Points})
	}
}

// freeID is an id that no unit has, made of the unit's in its book.
func (w *writer) freeID(id string) string {
	free := schema.FreeID(id, func(id string) bool { return w.ids[id] })
	w.ids[free] = true
	return free
}

// upgrade lets a unit of the list, or a pair, choose what a column chooses.
func (w *writer) upgrade(ctx context.Context, k *kind, c *Column) error {
	value := k.was.Value
	for i, half := range c.halves {
		id := k.group.Halves[i].ID
		chosen, points := half.Choices(), half.Points()
		if at := slices.IndexFunc(w.entries, func(e gf.Entry) bool { return e.ID == id }); at >= 0 {
			w.entries[at].Upgrades = slices.Concat(w.entries[at].Upgrades, chosen)
		}
		var more []gf.Choice
		for n, choice := range chosen {
			units := make([]*gf.Unit, len(c.halves))
			for j, other := range c.halves {
				part := *other
				if j == i {
					part = other.First(n + 1)
				} else if j > i {
					part = other.First(0)
				}
				units[j] = part.Unit()
			}
			up := UpgradedBy{ID: id, Option: choice.Option, Count: choice.Count, Points: points[n], Value: float64(points[n])}
			if !w.spend {
				worth, err := w.worth(ctx, gf.Together(units...))
				if err != nil {
					return err
				}
				now := worth.value()
				up.Value, value = now-value, now
			}
			w.answer.Upgrades = append(w.answer.Upgrades, up)
			if i == 0 || !half.ForAll(n) { // the first half's choice goes to both
				more = append(more, choice)
			}
		}
		if len(more) > 0 {
			w.answer.Edits = append(w.answer.Edits, builder.Upgrade{ID: id, Choices: more})
		}
	}
	return nil
}

// why says what keeps the best answer from spending every point.
func (a *asked) why(all *Answers) string {
	spent := a.army.Points
	if len(all.Answers) > 0 {
		spent = all.Answers[0].Points
	}
	left := a.army.List.Points - spent
	if left <= 0 && (len(all.Answers) == 0 || all.Answers[0].Proven) {
		return ""
	}
	if len(all.Answers) > 0 && !all.Answers[0].Proven || a.partial() && len(all.Answers) == 0 {
		return "that is the best found within the work that a question may take, not proven"
	}
	if len(all.Answers) > 0 && !a.spend {
		return fmt.Sprintf("nothing that the %s left of the best could buy destroys more", finding.Count(left, "point"))
	}
	reasons := a.reasons(all)
	return fmt.Sprintf("no legal way spends more than %d of %d points: %s", spent, a.army.List.Points, strings.Join(reasons, "; "))
}

// reasons are what is used up by the best answer, or what nothing costs.
func (a *asked) reasons(all *Answers) []string {
	army := a.army
	if len(all.Answers) > 0 {
		army = all.Answers[0].army
	}
	var reasons []string
	if s := army.Slots(); s != nil {
		if s.Units >= s.MaxUnits {
			reasons = append(reasons, "all "+finding.Count(s.MaxUnits, "unit")+" that the size allows are taken")
		}
		if s.Heroes >= s.MaxHeroes {
			reasons = append(reasons, "all "+finding.Count(s.MaxHeroes, "hero")+" that it allows are taken")
		}
		reasons = append(reasons, fmt.Sprintf("no unit may cost more than %d points, nor be there more than %d times", s.MaxCost, s.MaxCopies))
	}
	switch {
	case !a.Upgrades && !slices.ContainsFunc(a.kinds, func(k *kind) bool { return k.group == nil && len(k.columns) > 0 }) && a.Own == nil:
		reasons = append(reasons, "its army books have no unit with a price that fits")
	case a.Own != nil:
		reasons = append(reasons, "the collection has no more")
	case a.Upgrades:
		reasons = append(reasons, "no upgrades cost what is left")
	default:
		reasons = append(reasons, "no units and upgrades together cost exactly what is left")
	}
	return reasons
}
