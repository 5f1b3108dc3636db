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

// scenario is the circumstances of an attack, as a question has them.
func scenario(q *odds.Question, mode combat.Mode, distance int) combat.Scenario {
	return combat.Scenario{Mode: mode, Distance: distance, Moved: q.Moved, Cover: q.Cover != "", InSight: true}
}

// Try previews all that a unit can do to a target: shooting at every distance
// where it makes a difference, nearest first, then charging from every such
// distance, then each of its abilities. The error is the context's if that ends
// before.
func Try(ctx context.Context, game *rules.System, attacker, target *Unit, q *odds.Question) ([]Pair, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var pairs []Pair
	if q.Does(odds.Shooting) {
		distances := []int{q.Distance}
		if q.Distance == 0 {
			distances = attacker.distances(target)
		}
		over := 0
		for _, distance := range distances {
			p, err := Fight(game, attacker, target, scenario(q, combat.Shooting, distance))
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
	if q.Does(odds.Charging) {
		charges, err := charge(game, attacker, target, q)
		if err != nil {
			return nil, err
		}
		pairs = append(pairs, charges...)
	}
	if q.Does(odds.Ability) {
		for _, ability := range attacker.abilities() {
			u, s := *attacker, scenario(q, combat.Ability, cmp.Or(q.Distance, ability.reach))
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
func charge(game *rules.System, attacker, target *Unit, q *odds.Question) ([]Pair, error) {
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
	if q.Distance > 0 || len(limits) == 0 {
		p, err := Fight(game, attacker, target, scenario(q, combat.Melee, q.Distance))
		return []Pair{p}, err
	}
	var pairs []Pair
	over := 0
	for _, distance := range append(limits, limits[len(limits)-1]+1) {
		p, err := Fight(game, attacker, target, scenario(q, combat.Melee, distance))
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

// Ways to fight of a table.
const (
	shooting = iota
	longRange
	melee
)

// Matrix previews every unit against every target: shooting, shooting from the
// longest range of any of its weapons, if the question asks for that and not all
// reach as far, and charging. Without a distance each unit shoots from the longest
// distance at which all its weapons reach. A pair without a Unit stands for what
// is not previewed, or for a unit that cannot shoot. Results have no distributions
// unless the question asks for a report.
func Matrix(ctx context.Context, game *rules.System, units, targets []Unit, q *odds.Question) ([][][]Pair, error) {
	return odds.Matrix(ctx, 3, len(units), len(targets), func(i, j int, to []*Pair) (err error) {
		u := &units[i]
		fight := func(to *Pair, mode combat.Mode, distance int) {
			if err == nil {
				*to, err = Fight(game, u, &targets[j], scenario(q, mode, distance))
			}
			if !q.Report {
				for _, side := range []*combat.Outcome{&to.Result.Attacker, &to.Result.Target} {
					side.Wounds.PMF, side.ModelsLost.PMF = nil, nil
				}
			}
		}
		if distance := u.AllReach(); q.Does(odds.Shooting) && distance > 0 {
			distance = cmp.Or(q.Distance, distance)
			fight(to[shooting], combat.Shooting, distance)
			if longest := u.LongestReach(); q.LongRange && longest > distance {
				fight(to[longRange], combat.Shooting, longest)
			}
		}
		if q.Does(odds.Charging) {
			fight(to[melee], combat.Melee, q.Distance)
		}
		return err
	})
}

// Worth is the points of the target that 100 points of the attacker are expected
// to destroy.
func (p *Pair) Worth() float64 { return p.Per100 }

// Effect is what is expected of the target.
func (p *Pair) Effect() odds.Effect {
	if p.Unit == nil {
		return odds.Effect{}
	}
	return odds.Effect{Kind: odds.Mean, Value: p.Result.Target.Wounds.Mean, Share: p.Share}
}

// Way says how the unit attacks.
func (p *Pair) Way() string {
	if p.Scenario.Mode == combat.Shooting {
		return fmt.Sprintf("Shoot %d″", p.Scenario.Distance)
	}
	return "Charge"
}

// From is the distance from which the unit shoots.
func (p *Pair) From() string {
	if p.Scenario.Mode == combat.Shooting {
		return fmt.Sprintf("%d\"", p.Scenario.Distance)
	}
	return ""
}

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
