// Package roll plays duels of Fast and Dirty as people do at the table: it rolls
// every die, removes the figures that fall and tests the nerve of the rest, as
// often as it is asked to. What it counts are estimates; package fad knows the
// exact odds. The two share the description of a duel and not one line of how it
// is resolved, so that each checks the other.
package roll

import (
	"fmt"

	"muster/rules/dice"
	"muster/rules/fad"
)

// Simulate fights a duel n times and returns how often everything happened. The
// same duel, number and seed give the same result on every machine. A
// probability p in the result has the standard error √(p(1−p)/n).
//
// It returns an error if n is not positive, or for a duel that cannot be fought.
func Simulate(d fad.Duel, n int, seed uint64) (fad.Result, error) {
	if n < 1 {
		return fad.Result{}, fmt.Errorf("a duel must be fought at least once, not %d times", n)
	}
	if err := fad.Check(&d); err != nil {
		return fad.Result{}, err
	}
	g := newGame(d, dice.NewRoller(seed))
	counts := [2]*count{newCount(&d.Attacker), newCount(&d.Target)}
	draws := 0
	for range n {
		g.play()
		counts[0].add(&g.a.fate)
		counts[1].add(&g.t.fate)
		if g.drawn {
			draws++
		}
	}
	r := fad.Result{
		Mode: d.Scenario.Mode, Attacker: counts[0].outcome(n), Target: counts[1].outcome(n),
		Draw: float64(draws) / float64(n), Notes: g.notes, NotModelled: fad.NotModelled(&d),
	}
	mode := d.Scenario.Mode
	r.Attacker.Has = fad.Has{
		Vehicle: d.Attacker.Kind == fad.Vehicle, Assault: mode == fad.CloseAssault,
		Hit: d.Scenario.FreeShot != nil, Wounded: d.Scenario.FreeShot != nil && d.Scenario.WoundedRules,
	}
	shot := mode == fad.Shooting || mode == fad.Blast
	onFigures := shot && d.Target.Kind != fad.Vehicle
	r.Target.Has = fad.Has{
		Vehicle: d.Target.Kind == fad.Vehicle, Assault: mode == fad.CloseAssault, Hit: mode != fad.CloseAssault,
		Pinned: onFigures, Wounded: onFigures && d.Scenario.WoundedRules,
	}
	return r, nil
}

// fate is what became of one side in one fight.
type fate struct {
	hits, fallen, wounded                                         int
	destroyed, pinned, broken, rallied, fellBack, routed          bool
	damaged, critical, repaired, outOfAction, lost, won, overruns bool
}

// count is how often things happened to one side.
type count struct {
	n                     int
	hits, fallen, wounded []int
	times                 [13]int
}

func newCount(s *fad.Side) *count {
	return &count{fallen: make([]int, s.Figures+1), wounded: make([]int, s.Figures+1)}
}

func (c *count) add(f *fate) {
	c.n++
	for len(c.hits) <= f.hits {
		c.hits = append(c.hits, 0)
	}
	c.hits[f.hits]++
	c.fallen[f.fallen]++
	c.wounded[f.wounded]++
	for i, happened := range f.all() {
		if happened {
			c.times[i]++
		}
	}
}

// all lists what can happen to a side, in the order of outcome.
func (f *fate) all() [13]bool {
	return [13]bool{
		f.destroyed, f.pinned, f.broken, f.rallied, f.fellBack, f.routed,
		f.damaged, f.critical, f.repaired, f.outOfAction, f.lost, f.won, f.overruns,
	}
}

func (c *count) outcome(n int) fad.Outcome {
	spread := func(times []int) dice.Spread {
		p := make(dice.PMF, len(times))
		for i, k := range times {
			p[i] = float64(k) / float64(n)
		}
		return p.Spread()
	}
	o := fad.Outcome{Casualties: spread(c.fallen), Wounded: spread(c.wounded), Hits: spread(c.hits)}
	for i, p := range []*float64{
		&o.Destroyed, &o.Pinned, &o.Broken, &o.Rallied, &o.FallsBack, &o.Routed,
		&o.Damaged, &o.Critical, &o.Repaired, &o.OutOfAction, &o.Lost, &o.Wins, &o.Overrun,
	} {
		*p = float64(c.times[i]) / float64(n)
	}
	return o
}
