package preview

import (
	"cmp"
	"context"
	"math"
	"slices"

	"muster/builder/odds"
	"muster/rules"
	"muster/rules/dice"
	combat "muster/rules/gf"
)

// Repeat returns the mean number of equal attacks until the target is at half strength, and until
// it is destroyed. It is the expected time to absorption of a Markov chain over the wounds taken,
// with the exact odds of each attack. The attacker suffers no losses; weapons with limited uses per
// game are used in the first attack only. The target keeps its losses, takes no morale tests and
// heals nothing between attacks. Its models die in their usual order; if a rule picks models, its
// wounds are dealt in that order too. The error is that of Fight or of ctx.
func Repeat(ctx context.Context, game *rules.System, p *Pair) (odds.Repeated, error) {
	r := repeat{ctx: ctx, game: game, Pair: p, tough: p.Against.Side.Tough(game), cache: map[int]odds.Repeated{}}
	melee := p.Scenario.Mode == combat.Melee
	lasting, limited := p.Unit.without(func(w *combat.Weapon) bool {
		return (w.Range == 0) == melee &&
			p.Unit.isPerGame(w)
	})
	if r.lasting = p.Unit; limited {
		r.lasting = &lasting
	}
	var err error
	if r.furtherWounds, err = combat.FurtherWounds(duelOf(game, r.lasting.against(p.Against),
		p.Against.against(r.lasting), p.Scenario)); err != nil {
		return odds.Repeated{}, cannotFight(r.lasting, p.Against, err)
	}
	if !limited {
		return r.attacksLeft(0)
	}
	return r.attacksLeftBy(p.Unit, 0)
}

// repeat is an attack that is made again and again.
type repeat struct {
	*Pair
	ctx           context.Context
	game          *rules.System
	tough         []int                 // Tough of each kind of the target's models
	lasting       *Combatant            // the attacker without weapons that are used up
	furtherWounds []dice.PMF            // distributions of further wounds by wounds taken, if that number settles them
	cache         map[int]odds.Repeated // result by wounds taken
}

// attacksLeft returns the mean numbers of attacks still needed after a number of wounds.
func (r *repeat) attacksLeft(wounds int) (odds.Repeated, error) {
	if mean, found := r.cache[wounds]; found {
		return mean, nil
	}
	mean, err := r.attacksLeftBy(r.lasting, wounds)
	r.cache[wounds] = mean
	return mean, err
}

// attacksLeftBy is attacksLeft if the next attack is made by the given attacker.
func (r *repeat) attacksLeftBy(attacker *Combatant, wounds int) (mean odds.Repeated, err error) {
	target, half := r.targetAfter(wounds)
	if target.Side.Models() == 0 {
		return mean, nil
	}
	if err := r.ctx.Err(); err != nil {
		return mean, err
	}
	pmf, first := r.Result.Target.Wounds.PMF, 0
	if attacker == r.lasting && r.furtherWounds != nil {
		pmf = r.furtherWounds[wounds]
	} else if attacker != r.Unit || wounds > 0 || pmf == nil {
		if pmf, err = combat.Wounds(duelOf(r.game, attacker.against(&target), target.against(attacker),
			r.Scenario)); err != nil {
			return mean, cannotFight(attacker, &target, err)
		}
	}
	mean = odds.Repeated{Half: 1, Destroyed: 1}
	if attacker == r.lasting { // the chain may stay where it is
		first = 1
	}
	for more := first; more < len(pmf); more++ {
		if pmf[more] <= 0 {
			continue
		}
		then, err := r.attacksLeft(wounds + more)
		if err != nil {
			return mean, err
		}
		mean.Half += pmf[more] * then.Half
		mean.Destroyed += pmf[more] * then.Destroyed
	}
	if first == 1 {
		leaves := 0.0
		for _, chance := range pmf[1:] {
			leaves += chance
		}
		mean.Half, mean.Destroyed = meanUntilLeaving(mean.Half, leaves), meanUntilLeaving(mean.Destroyed, leaves)
	}
	if half {
		mean.Half = 0
	}
	return mean, nil
}

// meanUntilLeaving returns mean/leaves, where leaves is the chance to leave a state; +Inf if it is never
// left.
func meanUntilLeaving(mean, leaves float64) float64 {
	if leaves > 1e-12 {
		return mean / leaves
	}
	return math.Inf(1)
}

// targetAfter returns the target after a number of wounds, and whether it is at half strength: by
// the wounds of a single model, otherwise by the number of models.
func (r *repeat) targetAfter(wounds int) (u Combatant, half bool) {
	u = *r.Against
	kinds := make([]int, len(r.tough))
	s := odds.Standing{Left: make([]int, len(kinds)), Wounds: make([]int, len(kinds))}
	for i := range kinds {
		kinds[i] = i
		if s.Left[i] = 1; i < len(u.Side.Groups) {
			s.Left[i] = u.Side.Groups[i].Models
		}
	}
	squad := kinds[:len(u.Side.Groups)] // a hero dies last
	slices.SortStableFunc(squad, func(i, j int) int { return cmp.Compare(r.tough[i], r.tough[j]) })
	taken := wounds
	for _, i := range kinds {
		dead := min(s.Left[i], taken/r.tough[i])
		s.Left[i] -= dead
		if taken -= dead * r.tough[i]; s.Left[i] > 0 {
			s.Wounds[i] = taken
			break
		}
	}
	start := u.Side.Models()
	u.Side = remaining(u.Side, r.game, &s)
	if start == 1 {
		return u, 2*wounds >= r.tough[0]
	}
	return u, 2*u.Side.Models() <= start
}
