package fill

import (
	"cmp"
	"context"
	"math"
	"slices"

	"muster/builder/gf"
	"muster/builder/gf/preview"
	"muster/catalog"
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

// mostLoadouts is how many ways to choose upgrades are weighed of one unit.
const mostLoadouts = 100_000

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
}

// A draw draws up the columns of one kind.
type draw struct {
	*asked
	*kind
	volleys [2]map[string]*preview.Worth // shooting and charging, by the key of a volley
	alone   map[alone][]float64
	exact   bool
	builds  int
}

// alone is one kind of weapon of a unit with certain rules, or the rules alone.
type alone struct {
	charging bool
	rules    string
	weapon   *catalog.Weapon
}

// A build is one or two loadouts, of a unit or of a pair, with what is known of them.
type build struct {
	halves []*gf.Loadout
	class  class
	volley [2]gf.Volley
	cost   int
	picks  int          // options chosen
	linear [2][]float64 // see linearOf
	most   float64      // the value is no more, or is that
	valued bool
}

// class is what builds are told apart by, whatever they are worth: what they are to
// heroes, upgrades for all models, and how often limited options are chosen.
type class struct {
	hero, joins, host bool
	every, counts     string
}

// drawUp fills in a kind's columns: of all builds that cost no more the best, which a
// dearer one must exceed. The error is the context's, or says who cannot fight.
func (a *asked) drawUp(ctx context.Context, k *kind) error {
	k.columns = nil
	d := &draw{asked: a, kind: k, alone: map[alone][]float64{}, exact: true}
	for mode := range d.volleys {
		d.volleys[mode] = map[string]*preview.Worth{}
	}
	if err := d.stands(); err != nil || d.fixed {
		return err
	}
	weighed, err := d.of(ctx)
	if err != nil {
		return err
	}
	for i := range weighed { // from here on pairs and units alone stand side by side
		weighed[i].class.every = ""
	}
	if weighed, err = d.weigh(ctx, weighed); err == nil {
		d.write(weighed)
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
	value, err := d.worth(d.group)
	d.was.Value = value
	return err
}

// of is the builds of a kind that may be among its columns.
func (d *draw) of(ctx context.Context) ([]build, error) {
	if d.group == nil {
		most := min(d.share, d.reach)
		weighed, err := d.weigh(ctx, d.list(d.army.Draft(d.book, d.unit), most))
		if err != nil || d.unit.Size < 2 || !d.force {
			return weighed, err
		}
		pairs, err := d.pairs(weighed, weighed, most)
		return append(weighed, pairs...), err
	}
	most := d.group.Unit.Cost + d.reach
	var halves [][]build
	for _, half := range d.group.Halves {
		halves = append(halves, d.list(d.army.DraftOf(half), half.Cost+d.reach))
	}
	if len(halves) == 1 {
		return halves[0], nil
	}
	return d.pairs(halves[0], halves[1], most)
}

// costly is builds of a class that cost alike.
type costly struct {
	class class
	cost  int
}

// list is the builds of a draft that cost no more than so much.
func (d *draw) list(draft *gf.Draft, most int) (all []build) {
	draft.Most, draft.Idle = most, d.spend || d.idle
	if d.spend {
		draft.Deepest = d.deepest
	}
	at := map[costly]int{}
	join := d.army.Game.Lists.Join
	d.exact = draft.Loadouts(mostLoadouts, func(l *gf.Loadout) {
		u, kept := l.Facts(), l.Keep()
		b := build{halves: []*gf.Loadout{&kept}, cost: l.Cost, picks: kept.Picks()}
		b.class = class{
			hero: u.Hero, joins: u.Hero && (join.MaxTough == 0 || u.Tough <= join.MaxTough),
			host: !u.Hero && (!join.MultiModel || u.Models > 1), every: l.EveryModel(),
		}
		for _, o := range d.options {
			b.class.counts += string(rune(kept.Count(o)))
		}
		if !d.spend {
			b.volley = [2]gf.Volley{l.Volley(false), l.Volley(true)}
		} else if i, known := at[costly{b.class, b.cost}]; known { // which points are spent is all that counts
			if b.picks < all[i].picks {
				all[i] = b
			}
			return
		}
		at[costly{b.class, b.cost}] = len(all)
		all = append(all, b)
	}) && d.exact
	d.builds += len(all)
	return all
}

// pairs is the combined pairs of some builds that cost no more than so much: all of
// those that may be combined, each but once if both halves are from the same.
func (d *draw) pairs(some, others []build, most int) (all []build, err error) {
	for _, builds := range [...][]build{some, others} {
		for i := range builds {
			for mode := range builds[i].linear {
				if !d.spend && err == nil {
					_, err = d.linearOf(&builds[i], mode)
				}
			}
		}
	}
	for i := range some {
		from := 0
		if &some[0] == &others[0] {
			from = i
		}
		for j := from; j < len(others); j++ {
			a, b := &some[i], &others[j]
			if a.class.every != b.class.every || a.cost+b.cost > most {
				continue
			}
			pair := build{halves: []*gf.Loadout{a.halves[0], b.halves[0]}, cost: a.cost + b.cost, picks: a.picks + b.picks, class: a.class}
			both := []rune(a.class.counts)
			for k, n := range []rune(b.class.counts) {
				both[k] += n
			}
			pair.class.counts = string(both)
			for mode := range pair.linear {
				for t := range a.linear[mode] {
					pair.linear[mode] = append(pair.linear[mode], a.linear[mode][t]+b.linear[mode][t])
				}
			}
			all = append(all, pair)
		}
	}
	return all, err
}

// weigh keeps those builds that are worth more than any of their class that costs no
// more.
func (d *draw) weigh(ctx context.Context, builds []build) ([]build, error) {
	for i := range builds {
		if err := d.bound(&builds[i], len(builds) > few); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(builds, func(a, b build) int {
		return cmp.Or(cmp.Compare(a.cost, b.cost), cmp.Compare(b.most, a.most), cmp.Compare(a.picks, b.picks))
	})
	kept, last := builds[:0], map[class]int{} // the last of each class
	for i, b := range builds {
		if i%64 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		at, known := last[b.class]
		if known && b.most <= kept[at].most+rounding {
			continue
		}
		if !b.valued {
			if err := d.value(&b); err != nil {
				return nil, err
			}
		}
		switch {
		case known && b.most <= kept[at].most+rounding:
		case known && b.cost == kept[at].cost:
			kept[at] = b
		default:
			last[b.class] = len(kept)
			kept = append(kept, b)
		}
	}
	return kept, nil
}

// few is how many builds are valued without a look at their bounds.
const few = 30

// bound works out what a build is worth at most.
func (d *draw) bound(b *build, look bool) error {
	switch {
	case b.valued:
	case d.spend:
		b.most, b.valued = float64(b.cost), true
	case look:
		var worth [2][]float64
		for mode := range worth {
			linear, err := d.linearOf(b, mode)
			if err != nil {
				return err
			}
			for t, points := range linear {
				worth[mode] = append(worth[mode], min(points, float64(d.field[t].Points)))
			}
		}
		b.most = mean(worth)
	default:
		b.most = math.Inf(1)
	}
	return nil
}

// mean is the value of what a unit does by shooting and by charging: of each target
// the better.
func mean(worth [2][]float64) float64 {
	sum := 0.
	for t := range worth[0] {
		sum += max(worth[0][t], worth[1][t])
	}
	return sum / float64(max(1, len(worth[0])))
}

// linearOf is what each of a build's weapons does alone, added up: no less than what
// they do together.
func (d *draw) linearOf(b *build, mode int) ([]float64, error) {
	if b.linear[mode] != nil {
		return b.linear[mode], nil
	}
	v := &b.volley[mode]
	base, err := d.aloneOf(b, mode, nil)
	if err != nil {
		return nil, err
	}
	sum := slices.Clone(base)
	for _, w := range v.Weapons {
		one, err := d.aloneOf(b, mode, w.Weapon)
		if err != nil {
			return nil, err
		}
		for t := range sum {
			sum[t] += float64(w.Count) * one[t]
		}
	}
	for t := range sum {
		if !v.Plain {
			sum[t] = math.Inf(1)
		}
	}
	b.linear[mode] = sum
	return sum, nil
}

// aloneOf is what one weapon of a build does at most; of none, what the unit's rules
// do without any.
func (d *draw) aloneOf(b *build, mode int, weapon *catalog.Weapon) ([]float64, error) {
	key := alone{mode == 1, b.volley[mode].Rules, weapon}
	if known, ok := d.alone[key]; ok {
		return known, nil
	}
	u := preview.Of(d.army, gf.Together(b.halves[0].Unit()))
	only, found := u.Only(weapon)
	worth, err := only.Strike(d.army.Game, d.field, mode == 1)
	if err != nil {
		return nil, err
	}
	if weapon != nil {
		base, err := d.aloneOf(b, mode, nil)
		if err != nil {
			return nil, err
		}
		for t := range worth.Most {
			if worth.Most[t] -= base[t]; !found || math.IsNaN(worth.Most[t]) {
				worth.Most[t] = math.Inf(1)
			}
		}
	}
	d.alone[key] = worth.Most
	return worth.Most, nil
}

// worth is the value of a unit, or a pair, as it stands.
func (a *asked) worth(g *gf.Group) (float64, error) {
	u := preview.Of(a.army, g)
	var worth [2][]float64
	for mode := range worth {
		w, err := u.Strike(a.army.Game, a.field, mode == 1)
		if err != nil {
			return 0, err
		}
		worth[mode] = w.Points
	}
	return mean(worth), nil
}

// value works out what a build is worth.
func (d *draw) value(b *build) error {
	var worth [2][]float64
	for mode := range worth {
		key, plain := "", b.volley[mode].Plain
		if len(b.halves) == 1 {
			key = b.volley[mode].Key
		}
		known := d.volleys[mode][key]
		if known == nil || !plain || key == "" {
			var units []*gf.Unit
			for _, half := range b.halves {
				units = append(units, half.Unit())
			}
			u := preview.Of(d.army, gf.Together(units...))
			w, err := u.Strike(d.army.Game, d.field, mode == 1)
			if err != nil {
				return err
			}
			if known = &w; plain && w.Plain {
				d.volleys[mode][key] = known
			}
		}
		worth[mode] = known.Points
	}
	b.most, b.valued = mean(worth), true
	return nil
}

// write makes columns of builds.
func (d *draw) write(builds []build) {
	for i := range builds {
		b := &builds[i]
		c := Column{
			Unit: d.name, Upgrades: choices(b.halves[0].Choices()), Points: b.cost, Value: b.most,
			Hero: b.class.hero, Joins: b.class.joins, Host: b.class.host, Builds: d.builds, Exact: d.exact,
			counts: []int{len(b.halves)}, picks: b.picks, halves: b.halves,
		}
		if len(b.halves) > 1 {
			second := choices(b.halves[1].Choices())
			c.Pair = &second
		}
		for _, n := range b.class.counts {
			c.counts = append(c.counts, int(n))
		}
		d.columns = append(d.columns, c)
	}
}
