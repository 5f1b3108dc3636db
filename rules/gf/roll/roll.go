// Package roll plays duels of Grimdark Future as people do at the table: it
// rolls every die of an attack, takes off the casualties, lets the survivors
// strike back and tests their nerve, as often as it is asked to. What it counts
// are estimates; package gf knows the exact odds. The two share the description
// of a duel and not one line of how it is resolved, so that each checks the
// other.
package roll

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"muster/rules"
	"muster/rules/dice"
	"muster/rules/gf"
)

// Simulate fights a duel n times and returns how often everything happened. The
// same duel, number and seed give the same result on every machine. A
// probability p in the result has the standard error √(p(1−p)/n).
//
// It returns an error if n is not positive or the duel has no system, no mode
// or an empty side.
func Simulate(d gf.Duel, n int, seed uint64) (gf.Result, error) {
	if n < 1 {
		return gf.Result{}, fmt.Errorf("a duel must be fought at least once, not %d times", n)
	}
	f, err := newFight(d)
	if err != nil {
		return gf.Result{}, err
	}
	die := dice.NewRoller(seed)
	counts := [2]count{newCount(f.units[attacker]), newCount(f.units[target])}
	draws := 0
	for range n {
		end := f.play(die)
		for i := range counts {
			counts[i].add(f.units[i], &f.state[i], end[i])
		}
		if f.scenario.Mode == gf.Melee && !end[attacker].won && !end[target].won {
			draws++
		}
	}
	return gf.Result{
		System:      d.System.ID,
		Mode:        d.Scenario.Mode,
		Attacker:    counts[attacker].outcome(n),
		Target:      counts[target].outcome(n),
		Draw:        float64(draws) / float64(n),
		NotModelled: f.unknown(),
	}, nil
}

// The two sides of a duel, as indices.
const (
	attacker = 0
	target   = 1
)

// fight is a duel made ready for rolling.
type fight struct {
	combat   rules.Combat
	scenario gf.Scenario
	units    [2]*unit
	state    [2]state
	ones     int                   // wounds that ones to hit of the present strike bring its striker
	strikes  map[situation]*strike // what strikes come to, by who is left
	nerves   map[situation]*nerve  // the same for what follows a fight
}

// newFight makes a duel ready.
func newFight(d gf.Duel) (*fight, error) {
	if d.System == nil {
		return nil, errors.New("the duel names no game system")
	}
	if m := d.Scenario.Mode; m != gf.Shooting && m != gf.Melee && m != gf.Ability {
		return nil, fmt.Errorf("`%s` is no mode of a duel (%s, %s, %s)", m, gf.Shooting, gf.Melee, gf.Ability)
	}
	f := &fight{
		combat:   d.System.Combat,
		scenario: d.Scenario,
		strikes:  map[situation]*strike{},
		nerves:   map[situation]*nerve{},
	}
	for i, side := range []*gf.Side{&d.Attacker, &d.Target} {
		set := side.Set
		if set == nil {
			set = d.System.Set()
		}
		u, err := newUnit(side, set)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", []string{"attacker", "target"}[i], err)
		}
		f.units[i] = u
	}
	if err := f.lend(); err != nil {
		return nil, err
	}
	if err := f.choose(); err != nil {
		return nil, err
	}
	for i, u := range f.units {
		f.state[i] = state{hurt: u.side.Wounded, hero: u.hero >= 0}
	}
	for i := range f.units {
		f.profiles(i)
	}
	return f, nil
}

// unknown names the rules that nothing explains, of both sides.
func (f *fight) unknown() []string {
	names := slices.Concat(f.units[attacker].unknown, f.units[target].unknown)
	slices.Sort(names)
	return slices.CompactFunc(names, strings.EqualFold)
}

// ending is what became of one side, beside its losses.
type ending struct {
	tested, shaken, routed, won bool
}

// count is how often things happened to one side.
type count struct {
	wounds, lost                            []int
	destroyed, tested, shaken, routed, wins int
}

func newCount(u *unit) count {
	return count{wounds: make([]int, u.wounds()+1), lost: make([]int, u.models()+1)}
}

func (c *count) add(u *unit, s *state, e ending) {
	c.wounds[s.wounds]++
	c.lost[u.models()-s.models(u)]++
	for _, happened := range []struct {
		yes bool
		n   *int
	}{{s.models(u) == 0, &c.destroyed}, {e.tested, &c.tested}, {e.shaken, &c.shaken}, {e.routed, &c.routed}, {e.won, &c.wins}} {
		if happened.yes {
			*happened.n++
		}
	}
}

func (c *count) outcome(n int) gf.Outcome {
	part := func(k int) float64 { return float64(k) / float64(n) }
	spread := func(counts []int) dice.Spread {
		p := make(dice.PMF, len(counts))
		for i, k := range counts {
			p[i] = part(k)
		}
		return p.Spread()
	}
	return gf.Outcome{
		Wounds:     spread(c.wounds),
		ModelsLost: spread(c.lost),
		Destroyed:  part(c.destroyed),
		Tests:      part(c.tested),
		Shaken:     part(c.shaken),
		Routed:     part(c.routed),
		Wins:       part(c.wins),
	}
}
