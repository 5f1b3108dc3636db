package fill

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"maps"
	"math"
	"slices"

	"muster/builder/gf"
	"muster/builder/gf/preview"
	"muster/catalog"
	"muster/rules"
	combat "muster/rules/gf"
)

// A Column is a unit as it may be added to the list, or a combined pair: the best
// way to choose upgrades for so many points.
type Column struct {
	Unit     string   `json:"unit"`
	Upgrades []Choice `json:"upgrades"`
	// Pair is the upgrades of the second half of a combined pair.
	Pair   *[]Choice `json:"pair,omitempty"`
	Points int       `json:"points"`
	Value  float64   `json:"value"`
	Hero   bool      `json:"hero,omitempty"`  // it counts as a hero
	Joins  bool      `json:"joins,omitempty"` // it may join a unit
	Host   bool      `json:"host,omitempty"`  // a hero may join it
	// Builds is how many ways to choose upgrades the unit has that differ in what
	// they do, and Exact whether all of them were weighed.
	Builds int  `json:"builds"`
	Exact  bool `json:"exact"`

	worth  worth
	counts []int // of the limits of its kind
	picks  int   // options chosen
	halves []*gf.Loadout
}

// Choice is an option that a unit takes, and how often.
type Choice struct {
	Option string `json:"option"`
	Count  int    `json:"count"`
}

func choices(of []gf.Choice) []Choice {
	all := make([]Choice, len(of))
	for i, c := range of {
		all[i] = Choice(c)
	}
	return all
}

// mostHalves is how many builds are tried as halves of pairs, all with all; of more
// those that are each the best of their price.
const mostHalves = 60

// A kind is units of one sort that may be added, or the upgrades that one of the
// list may still choose.
type kind struct {
	book *catalog.Book
	unit *catalog.Unit
	name string
	most int // how many more, a pair counting as one
	// limits are what a collection has left: of the unit, then of each of options.
	limits  []int
	options []*catalog.Option

	group *gf.Group // of the list; nil for units that are added
	fixed bool      // it stays as it is
	// joined is a hero who has joined a unit.
	joined bool
	was    Column // what the group is as it stands

	columns []Column
	partial bool   // there are builds that were not weighed
	cost    effort // of drawing it up
}

// A draw draws up the columns of one kind.
type draw struct {
	*asked
	*kind
	ctx     context.Context
	classes map[class]int32
	volleys map[volleyKey]*volley
	parts   map[part]*preview.Part
	strikes map[string][]float64 // by what strikes alike
	exact   bool
	builds  int
	left    effort
}

// A build is one or two loadouts, of a unit or of a pair, with what is known of them.
type build struct {
	halves [2]*half // the second is nil but of a pair
	class  int32    // among those of the draw
	cost   int
	picks  int     // options chosen
	most   float64 // the value is no more, or is that
	worth  worth
	valued bool
}

// A half is a loadout with what it shoots, and charges with.
type half struct {
	gf.Loadout
	volley [2]*volley
	class  class
}

// loadout is the half's loadout without what it shoots, for which there is no room
// once it is known.
func (h *half) loadout() *gf.Loadout {
	l := h.Loadout
	return &l
}

// A volley is what builds that differ in nothing that matters to attacks do.
type volley struct {
	gf.Volley
	parts  []*preview.Part // that it is the sum of; nil if it is not
	most   []float64       // of each target the points that are destroyed at most
	points []float64       // that are expected to be; nil if that is not known
}

type volleyKey struct {
	charging, pair bool
	key            string
}

// A part is so many of one kind of weapon of a unit, or a pair, with certain rules;
// of no weapon the rules alone.
type part struct {
	charging, pair bool
	rules          string
	weapon         *catalog.Weapon
	count          int
}

// class is what builds are told apart by, whatever they are worth: what they are to
// heroes, upgrades for all models, and what they take of what is limited.
type class struct {
	hero, joins, host, two bool
	every, counts          string
}

// drawUp fills in a kind's columns: of all builds that cost no more the best, which a
// dearer one must exceed. Where that costs more than it may, some builds are left out.
// The error is the context's, or says who cannot fight.
func (a *asked) drawUp(ctx context.Context, k *kind, most effort) error {
	k.columns, k.partial = nil, false
	d := &draw{left: most, asked: a, kind: k, ctx: ctx, classes: map[class]int32{}, volleys: map[volleyKey]*volley{}, parts: map[part]*preview.Part{}, strikes: map[string][]float64{}, exact: true}
	if err := d.stands(); err != nil || d.fixed {
		return err
	}
	weighed, err := d.of()
	if err != nil {
		return err
	}
	for i := range weighed { // from here on pairs and units alone stand side by side
		weighed[i].class = d.classOf(&weighed[i], false)
	}
	if weighed, err = d.weigh(weighed); err == nil {
		d.write(weighed)
	}
	if k.partial, k.cost = !d.exact, most.less(d.left); k.partial {
		k.cost.fights, k.cost.values = most.fights, most.values
	}
	return err
}

// stands works out what a group of the list is worth now.
func (d *draw) stands() error {
	if d.group == nil {
		return nil
	}
	u := d.group.Unit
	d.was = Column{Unit: d.name, Points: u.Cost, Value: float64(u.Cost), Hero: u.Hero}
	if d.spend {
		return nil
	}
	var err error
	d.was.worth, err = d.worth(d.ctx, d.group)
	d.was.Value = d.was.worth.value()
	return err
}

// of is the builds of a kind that may be among its columns.
func (d *draw) of() ([]build, error) {
	if d.group == nil {
		most := min(d.share, d.reach)
		all, err := d.list(d.army.Draft(d.book, d.unit), most)
		if err != nil {
			return nil, err
		}
		weighed, err := d.weigh(all)
		if err != nil || d.unit.Size < 2 || !d.force {
			return weighed, err
		}
		if len(all) > mostHalves {
			all = weighed
		}
		return append(weighed, d.pairs(d.some(all, len(all)), nil, most)...), nil
	}
	var halves [2][]build
	for i, half := range d.group.Halves {
		all, err := d.list(d.army.DraftOf(half), half.Cost+d.reach)
		if err != nil {
			return nil, err
		}
		if halves[i], err = d.weigh(all); err != nil {
			return nil, err
		}
	}
	if halves[1] == nil {
		return halves[0], nil
	}
	return d.pairs(d.some(halves[0], len(halves[1])), d.some(halves[1], len(halves[0])), d.group.Unit.Cost+d.reach), nil
}

// some is those of some builds that are tried with n others as pairs: where these are
// more than may be valued, as many as may be, the prices between them left out.
func (d *draw) some(builds []build, n int) []build {
	if len(builds)*n <= d.left.values {
		return builds
	}
	d.exact = false
	return evenly(builds, max(1, int(math.Sqrt(float64(d.left.values)))))
}

// evenly is n of some builds, or all if there are fewer.
func evenly(builds []build, n int) []build {
	if len(builds) <= n {
		return builds
	}
	few := make([]build, n)
	for i := range few {
		few[i] = builds[i*len(builds)/n]
	}
	return few
}

// list is the builds of a draft that cost no more than so much; of those that do the
// same the cheapest.
func (d *draw) list(draft *gf.Draft, most int) (all []build, err error) {
	draft.Most, draft.Idle = most, d.spend || d.idle
	if d.spend {
		draft.Deepest = d.deepest
	}
	type same struct {
		class            int32
		cost             int // where points are spent, which is all that counts then
		shoots, charging *volley
	}
	at, join, h := map[same]int{}, d.army.Game.Lists.Join, new(half)
	whole := draft.Loadouts(d.left.loadouts, func(l *gf.Loadout) bool {
		d.left.loadouts--
		if d.builds++; d.builds%16 == 0 {
			if err = d.ctx.Err(); err != nil || d.work.isLate() {
				return false
			}
		}
		if d.group == nil && l.Cost <= 0 {
			return err == nil // what has no price cannot be bought
		}
		u := l.Facts()
		h.Loadout, h.class = *l, class{
			hero: u.Hero, joins: u.Hero && (join.MaxTough == 0 || u.Tough <= join.MaxTough),
			host: !u.Hero && (!join.MultiModel || u.Models > 1), every: l.EveryModel(),
		}
		for _, o := range d.options {
			h.class.counts += string(rune(h.Count(o)))
		}
		b := build{halves: [2]*half{h}, cost: l.Cost, picks: h.Picks()}
		b.class = d.classOf(&b, true)
		like := same{class: b.class, cost: b.cost}
		if !d.spend {
			for mode := range h.volley {
				v := l.Volley(mode == 1)
				if h.volley[mode], err = d.volley(&v, mode, h); errors.Is(err, errSpent) {
					d.exact, err = false, nil
					return true
				} else if err != nil {
					return false
				}
			}
			like = same{class: b.class, shoots: h.volley[0], charging: h.volley[1]}
		}
		i, known := at[like]
		if known && cmp.Or(cmp.Compare(b.cost, all[i].cost), cmp.Compare(b.picks, all[i].picks)) >= 0 {
			return true
		}
		kept := *h
		kept.Loadout = l.Keep()
		if b.halves[0] = &kept; known {
			all[i] = b
			return true
		}
		at[like] = len(all)
		all = append(all, b)
		return err == nil
	})
	d.exact = d.exact && whole
	return all, err
}

// classOf is the number of a build's class; that of upgrades for all models matters
// only to those that may be combined.
func (d *draw) classOf(b *build, every bool) int32 {
	c := b.halves[0].class
	if !every {
		c.every = ""
	}
	if second := b.halves[1]; second != nil {
		both := []rune(c.counts)
		for i, n := range []rune(second.class.counts) {
			both[i] += n
		}
		c.counts = string(both)
		c.two = d.kind.limits != nil // a pair is two units of a collection
	}
	n, known := d.classes[c]
	if !known {
		n = int32(len(d.classes))
		d.classes[c] = n
	}
	return n
}

// volley is what some halves shoot, or charge with, once for all that are alike.
func (d *draw) volley(v *gf.Volley, mode int, halves ...*half) (*volley, error) {
	key := volleyKey{mode == 1, len(halves) > 1, v.Key}
	known := d.volleys[key]
	if known != nil && v.Plain {
		return known, nil
	}
	known = &volley{Volley: *v}
	if !v.Plain {
		known.limit(d.field, nil)
		return known, nil
	}
	parts := make([]*preview.Part, 0, len(v.Weapons)+1)
	for i := range len(v.Weapons) + 1 {
		key := part{charging: key.charging, pair: key.pair, rules: v.Rules}
		if i > 0 {
			key.weapon, key.count = v.Weapons[i-1].Weapon, v.Weapons[i-1].Count
		}
		p := d.parts[key]
		if p == nil {
			if d.left.fights--; d.left.fights < 0 {
				return nil, errSpent
			}
			made, err := unitOf(d.army, halves).Part(d.ctx, d.army.Game, d.field, key.charging, key.weapon, key.count)
			if err != nil {
				return nil, err
			}
			p = &made
			d.parts[key] = p
		}
		parts = append(parts, p)
	}
	known.limit(d.field, parts)
	if preview.Adds(parts) {
		known.parts = parts
		d.volleys[key] = known
	}
	return known, nil
}

// unitOf is the unit, or the pair, that fights.
func unitOf(army *gf.Army, halves []*half) *preview.Unit {
	var units []*gf.Unit
	for _, h := range halves {
		units = append(units, h.Unit())
	}
	u := preview.Of(army, gf.Together(units...))
	return &u
}

// pairs is the combined pairs that cost no more than so much: all that may be combined
// of some builds with others, or for nil among themselves.
func (d *draw) pairs(some, others []build, most int) (all []build) {
	for i := range some {
		with := others
		if others == nil {
			with = some[i:]
		}
		for j := range with {
			a, b := &some[i], &with[j]
			if a.halves[0].class.every == b.halves[0].class.every && a.cost+b.cost <= most {
				all = append(all, build{halves: [2]*half{a.halves[0], b.halves[0]}, cost: a.cost + b.cost, picks: a.picks + b.picks})
			}
		}
	}
	return all
}

// weigh keeps those builds that are worth more than any of their class that costs no
// more. Where that costs more than it may, it weighs fewer, of all prices.
func (d *draw) weigh(builds []build) (kept []build, err error) {
	start := d.left
	for n := len(builds); ; n /= 4 {
		if kept, err = d.weighAll(evenly(builds, n)); !errors.Is(err, errSpent) {
			return kept, err
		}
		if d.exact = false; n <= 1 {
			return nil, nil
		}
		d.left.fights, d.left.values = start.fights/4, start.values/4 // what was worked out is known
	}
}

// weighAll is weigh of all builds, or returns errSpent.
func (d *draw) weighAll(builds []build) (kept []build, err error) {
	at := map[int][]int32{} // by cost
	for i := range builds {
		if i%64 == 0 && d.ctx.Err() != nil {
			return nil, d.ctx.Err()
		}
		d.bound(&builds[i])
		at[builds[i].cost] = append(at[builds[i].cost], int32(i))
	}
	last := map[int32]int{} // the last of each class
	for _, cost := range slices.Sorted(maps.Keys(at)) {
		if err := d.ctx.Err(); err != nil {
			return nil, err
		}
		if d.work.isLate() {
			d.exact = false
			return kept, nil
		}
		slices.SortFunc(at[cost], func(i, j int32) int {
			a, b := &builds[i], &builds[j]
			return cmp.Or(cmp.Compare(b.most, a.most), a.picks-b.picks, int(i-j))
		})
		for _, i := range at[cost] {
			b := &builds[i]
			at, known := last[b.class]
			if known && b.most <= kept[at].most+rounding {
				continue
			}
			if !b.valued {
				if err := d.value(b); err != nil {
					return nil, err
				}
			}
			switch {
			case known && b.most <= kept[at].most+rounding:
			case known && b.cost == kept[at].cost:
				kept[at] = *b
			default:
				last[b.class] = len(kept)
				kept = append(kept, *b)
			}
		}
	}
	return kept, nil
}

// bound works out what a build is worth at most: of a pair no more than its halves.
func (d *draw) bound(b *build) {
	if b.valued {
		return
	}
	if d.spend {
		b.most, b.valued = float64(b.cost), true
		return
	}
	sum := 0.
	for t := range d.field {
		best := 0.
		for mode := range 2 {
			points := 0.
			for _, h := range b.halves {
				if h != nil {
					points = min(points+h.volley[mode].most[t], float64(d.field[t].Points))
				}
			}
			best = max(best, points)
		}
		sum += best
	}
	b.most = sum / float64(max(1, len(d.field)))
}

// limit bounds the points of each target that are destroyed, by those of each part.
func (v *volley) limit(field []preview.Unit, parts []*preview.Part) {
	v.most = make([]float64, len(field))
	for t := range v.most {
		if parts == nil {
			v.most[t] = math.Inf(1)
		}
	}
	for _, p := range parts {
		for t, points := range p.Most() {
			v.most[t] += points
		}
	}
}

// A worth is the points of each target that a unit destroys.
type worth []float64

// better is what a unit destroys by shooting or by charging, whichever is more.
func better(modes [2][]float64) worth {
	w := make(worth, len(modes[0]))
	for t := range w {
		w[t] = max(modes[0][t], modes[1][t])
	}
	return w
}

// value is the mean over the targets.
func (w worth) value() float64 {
	sum := 0.
	for _, points := range w {
		sum += points
	}
	return sum / float64(max(1, len(w)))
}

// worth is what a unit, or a pair, destroys as it stands.
func (a *asked) worth(ctx context.Context, g *gf.Group) (worth, error) {
	u := preview.Of(a.army, g)
	var modes [2][]float64
	for mode := range modes {
		w, err := u.Strike(ctx, a.army.Game, a.field, mode == 1)
		if err != nil {
			return nil, err
		}
		modes[mode] = w.Points
	}
	return better(modes), nil
}

// value works out what a build is worth, from what its weapons do where that can be
// done.
func (d *draw) value(b *build) error {
	halves := b.halves[:1]
	if b.halves[1] != nil {
		halves = b.halves[:]
	}
	var worth [2][]float64
	for mode := range worth {
		v := halves[0].volley[mode]
		if len(halves) > 1 {
			both := v.Plus(&halves[1].volley[mode].Volley)
			var err error
			if v, err = d.volley(&both, mode, halves...); err != nil {
				return err
			}
		}
		switch {
		case v.points != nil:
		case v.parts != nil:
			if d.left.values--; d.left.values < 0 {
				return errSpent
			}
			v.points = preview.Sum(v.parts, mode == 1)
		default:
			var err error
			if v.points, err = d.strike(halves, mode == 1); err != nil {
				return err
			}
		}
		worth[mode] = v.points
	}
	b.worth, b.valued = better(worth), true
	b.most = b.worth.value()
	return nil
}

// strike is the points of each target that halves destroy together, once for all that
// strike alike.
func (d *draw) strike(halves []*half, charging bool) ([]float64, error) {
	u := unitOf(d.army, halves)
	key := alike(&u.Side, &halves[0].Loadout, charging)
	points, known := d.strikes[key]
	if !known {
		if d.left.fights--; d.left.fights < 0 {
			return nil, errSpent
		}
		w, err := u.Strike(d.ctx, d.army.Game, d.field, charging)
		if err != nil {
			return nil, err
		}
		points = w.Points
		d.strikes[key] = points
	}
	return points, nil
}

// alike is a text that sides share who shoot, or charge, alike: all that may have a
// part in it, in its order.
func alike(side *combat.Side, of *gf.Loadout, charging bool) string {
	text := []byte{byte(side.Quality), byte(side.Defense), 0}
	if charging {
		text[2] = 1
	}
	word := func(s string) { text = append(append(text, s...), 0) }
	number := func(n int) { text = binary.AppendVarint(text, int64(n)) }
	uses := func(all []rules.Use, any bool) {
		for _, r := range all {
			if any || of.Fights(r) {
				word(r.String())
			}
		}
		word("")
	}
	weapons := func(all []combat.Weapon) {
		for i := range all {
			if w := &all[i]; (w.Range == 0) == charging || charging && slices.ContainsFunc(w.Rules, of.Bars) {
				word(w.Name)
				word(w.OneOf)
				number(w.Count)
				number(w.Range)
				number(w.Attacks)
				uses(w.Rules, true)
			}
		}
		word("")
	}
	uses(side.Rules, false)
	weapons(side.Weapons)
	for _, g := range side.Groups {
		number(g.Models)
		uses(g.Rules, false)
		weapons(g.Weapons)
	}
	return string(text)
}

// write makes columns of builds.
func (d *draw) write(builds []build) {
	for i := range builds {
		b := &builds[i]
		first, second := b.halves[0], b.halves[1]
		c := Column{
			Unit: d.name, Upgrades: choices(first.Choices()), Points: b.cost, Value: b.most,
			Hero: first.class.hero, Joins: first.class.joins, Host: first.class.host, Builds: d.builds, Exact: d.exact,
			counts: []int{1}, picks: b.picks, worth: b.worth, halves: []*gf.Loadout{first.loadout()},
		}
		counts := []rune(first.class.counts)
		if second != nil {
			pair := choices(second.Choices())
			c.Pair, c.counts[0], c.halves = &pair, 2, append(c.halves, second.loadout())
			for i, n := range []rune(second.class.counts) {
				counts[i] += n
			}
		}
		for _, n := range counts {
			c.counts = append(c.counts, int(n))
		}
		d.columns = append(d.columns, c)
	}
}
