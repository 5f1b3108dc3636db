package preview

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"

	"muster/builder/odds"
	"muster/rules"
	combat "muster/rules/gf"
)

// Options are the circumstances of previews. The zero value is shooting and
// charging, without cover and without having moved.
type Options struct {
	// Mode is what is previewed alone; "" is all.
	Mode combat.Mode
	// Distance is the inches between the units; 0 leaves it to the preview.
	Distance int
	Moved    bool // the attacker moved before it shot
	Cover    bool // the target is in cover
	// LongRange adds to a table the shots from the longest range that any weapon
	// of a unit has, if not all reach as far.
	LongRange bool
	// Means drops the distributions of a table's results, and keeps their means.
	Means bool
}

// does tells whether a mode is to be previewed.
func (o Options) does(mode combat.Mode) bool { return o.Mode == "" || o.Mode == mode }

func (o Options) scenario(mode combat.Mode, distance int) combat.Scenario {
	return combat.Scenario{Mode: mode, Distance: distance, Moved: o.Moved, Cover: o.Cover, InSight: true}
}

// A Pair is the preview of one attack: who attacks whom, how, and what follows.
type Pair struct {
	Unit     *Unit
	Against  *Unit
	Scenario combat.Scenario
	// Over is the distance beyond which the odds are these, up to the distance
	// of the scenario; the farthest band of a charge has no other end.
	Over   int
	Result combat.Result
	// Share is the part of the target's wounds that it is expected to take, and
	// Per100 what it comes to: the points of the target that 100 points of the
	// attacker are expected to destroy. Routs do not count.
	Share, Per100 float64
}

// Fight previews one attack under given circumstances. The error says which of
// the units cannot fight, and why.
func Fight(game *rules.System, attacker, target *Unit, s combat.Scenario) (Pair, error) {
	r, err := combat.Resolve(combat.Duel{System: game, Scenario: s, Attacker: attacker.Side, Target: target.Side})
	if err != nil {
		return Pair{}, fmt.Errorf("%s against %s: %w", attacker.Name, target.Name, err)
	}
	if len(attacker.partial)+len(target.partial) > 0 {
		r.NotModelled = slices.Concat(r.NotModelled, attacker.partial, target.partial)
		slices.Sort(r.NotModelled)
		r.NotModelled = slices.Compact(r.NotModelled)
	}
	for _, u := range []*Unit{attacker, target} {
		r.CouldBeUsed = append(r.CouldBeUsed, u.unused()...)
	}
	slices.Sort(r.CouldBeUsed)
	r.CouldBeUsed = slices.Compact(r.CouldBeUsed)
	p := Pair{Unit: attacker, Against: target, Scenario: s, Result: r}
	if left := len(r.Target.Wounds.PMF) - 1; left > 0 {
		p.Share = r.Target.Wounds.Mean / float64(left)
		if attacker.Points > 0 {
			p.Per100 = 100 * r.Target.Wounds.Mean / float64(left) * float64(target.Points) / float64(attacker.Points)
		}
	}
	return p, nil
}

// Try previews all that a unit can do to a target: shooting at every distance
// where it makes a difference, nearest first, then charging from every such
// distance, then each of its abilities. The error is the context's if that ends
// before.
func Try(ctx context.Context, game *rules.System, attacker, target *Unit, o Options) ([]Pair, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var pairs []Pair
	if o.does(combat.Shooting) {
		distances := []int{o.Distance}
		if o.Distance == 0 {
			distances = attacker.distances(target)
		}
		over := 0
		for _, distance := range distances {
			p, err := Fight(game, attacker, target, o.scenario(combat.Shooting, distance))
			if err != nil {
				return nil, err
			}
			p.Over, over = over, distance
			if n := len(pairs); n > 0 && same(&pairs[n-1].Result, &p.Result) {
				p.Over = pairs[n-1].Over
				pairs[n-1] = p
				continue
			}
			pairs = append(pairs, p)
		}
		// Beyond the reach of all weapons nothing happens.
		if n := len(pairs); n > 1 && pairs[n-1].Result.Target.Wounds.Mean == 0 {
			pairs = pairs[:n-1]
		}
	}
	if o.does(combat.Melee) {
		charges, err := charge(game, attacker, target, o)
		if err != nil {
			return nil, err
		}
		pairs = append(pairs, charges...)
	}
	if o.does(combat.Ability) {
		for _, ability := range attacker.abilities() {
			u, s := *attacker, o.scenario(combat.Ability, cmp.Or(o.Distance, ability.reach))
			s.Use = ability.use
			if ability.used && !slices.ContainsFunc(u.Side.Uses, func(use rules.Use) bool { return use.Name == s.Use.Name }) {
				u.Side.Uses = append(slices.Clip(u.Side.Uses), rules.Use{Name: s.Use.Name})
			}
			p, err := Fight(game, &u, target, s)
			if err != nil {
				return nil, err
			}
			p.Unit = attacker
			pairs = append(pairs, p)
		}
	}
	return pairs, nil
}

// charge previews a charge from every distance where it makes a difference.
func charge(game *rules.System, attacker, target *Unit, o Options) ([]Pair, error) {
	var limits []int
	for _, u := range []*Unit{attacker, target} {
		u.eachEffect(func(e *rules.Effect, _ rules.Use) {
			if e.InMelee() {
				limits = append(limits, e.When.Over, e.When.UpTo)
			}
		})
	}
	slices.Sort(limits)
	limits = slices.DeleteFunc(slices.Compact(limits), func(n int) bool { return n <= 0 })
	if o.Distance > 0 || len(limits) == 0 {
		p, err := Fight(game, attacker, target, o.scenario(combat.Melee, o.Distance))
		return []Pair{p}, err
	}
	var pairs []Pair
	over := 0
	for _, distance := range append(limits, limits[len(limits)-1]+1) {
		p, err := Fight(game, attacker, target, o.scenario(combat.Melee, distance))
		if err != nil {
			return nil, err
		}
		p.Over, over = over, distance
		if n := len(pairs); n > 0 && same(&pairs[n-1].Result, &p.Result) && alike(&pairs[n-1].Result.Attacker, &p.Result.Attacker) {
			p.Over = pairs[n-1].Over
			pairs[n-1] = p
			continue
		}
		pairs = append(pairs, p)
	}
	if len(pairs) == 1 { // no distance matters after all
		pairs[0].Scenario.Distance = 0
	}
	return pairs, nil
}

// distances lists where the odds of shooting can change: the ranges of the
// unit's weapons with all that may lengthen or shorten them, and the distances
// that rules of either unit speak of. It is empty for a unit that cannot shoot.
func (u *Unit) distances(target *Unit) []int {
	reach := map[int]bool{}
	u.eachWeapon(func(w *combat.Weapon) {
		if w.Range > 0 {
			reach[w.Range] = true
		}
	})
	if len(reach) == 0 {
		return nil
	}
	var limits []int
	for _, unit := range []*Unit{u, target} {
		unit.eachEffect(func(e *rules.Effect, use rules.Use) {
			if more := e.Range.Of(use); more != 0 {
				for _, r := range slices.Collect(maps.Keys(reach)) {
					reach[r+more] = true
				}
			}
			limits = append(limits, e.When.Over, e.When.UpTo)
		})
	}
	all := slices.Sorted(maps.Keys(reach))
	longest := all[len(all)-1]
	for _, limit := range limits {
		if limit < longest {
			all = append(all, limit)
		}
	}
	slices.Sort(all)
	all = slices.Compact(all)
	return slices.DeleteFunc(all, func(distance int) bool { return distance <= 0 })
}

// same tells whether two results of shooting agree in all that is shown.
func same(a, b *combat.Result) bool { return alike(&a.Target, &b.Target) }

func alike(a, b *combat.Outcome) bool {
	near := func(x, y float64) bool { return math.Abs(x-y) < 1e-12 }
	return near(a.Tests, b.Tests) && near(a.Shaken, b.Shaken) && near(a.Routed, b.Routed) && near(a.Wins, b.Wins) &&
		slices.EqualFunc(a.Wounds.PMF, b.Wounds.PMF, near)
}

// A Table is every unit against every target.
type Table struct {
	Units   []Unit
	Targets []Unit
	// Shooting, LongRange and Melee are by unit, then by target. A pair without a
	// Unit stands for what is not previewed, or for a unit that cannot shoot.
	Shooting, LongRange, Melee [][]Pair
}

// Matrix previews every unit against every target, on all the machine's cores.
// Without a distance in the options each unit shoots from the longest distance
// at which all its weapons reach. The error is the context's if that ends before.
func Matrix(ctx context.Context, game *rules.System, units, targets []Unit, o Options) (*Table, error) {
	t := &Table{Units: units, Targets: targets}
	for _, pairs := range []*[][]Pair{&t.Shooting, &t.LongRange, &t.Melee} {
		*pairs = make([][]Pair, len(units))
		for i := range units {
			(*pairs)[i] = make([]Pair, len(targets))
		}
	}
	err := odds.EachPair(ctx, len(units), len(targets), func(i, j int) error { return t.fill(game, i, j, o) })
	return t, err
}

func (t *Table) fill(game *rules.System, i, j int, o Options) (err error) {
	u, target := &t.Units[i], &t.Targets[j]
	fight := func(to *Pair, mode combat.Mode, distance int) {
		if err == nil {
			*to, err = Fight(game, u, target, o.scenario(mode, distance))
		}
		if o.Means {
			for _, side := range []*combat.Outcome{&to.Result.Attacker, &to.Result.Target} {
				side.Wounds.PMF, side.ModelsLost.PMF = nil, nil
			}
		}
	}
	if distance := u.AllReach(); o.does(combat.Shooting) && distance > 0 {
		distance = cmp.Or(o.Distance, distance)
		fight(&t.Shooting[i][j], combat.Shooting, distance)
		if longest := u.LongestReach(); o.LongRange && longest > distance {
			fight(&t.LongRange[i][j], combat.Shooting, longest)
		}
	}
	if o.does(combat.Melee) {
		fight(&t.Melee[i][j], combat.Melee, o.Distance)
	}
	return err
}

// Best returns the place of the pair with the most points destroyed per 100
// points spent, the first if several are equal; -1 if none destroys anything.
func Best(pairs []Pair) int { return odds.Best(pairs, (*Pair).per100) }

func (p *Pair) per100() float64 { return p.Per100 }

// NotModelled names the rules that no pair models, sorted.
func NotModelled(pairs []Pair) []string {
	return Names(pairs, func(r *combat.Result) []string { return r.NotModelled })
}

// Names puts what the results of pairs name in one list together, sorted.
func Names(pairs []Pair, of func(*combat.Result) []string) []string {
	var names []string
	for i := range pairs {
		names = append(names, of(&pairs[i].Result)...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}
