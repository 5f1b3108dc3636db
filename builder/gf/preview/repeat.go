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

// Repeat returns the mean number of equal attacks until the target is at half strength, and
// until it is destroyed. It is the expected time to absorption of a Markov chain over the wounds
// taken, with the exact odds of each attack. The attacker stays as it is, but for weapons with
// limited uses a game: they are used in the first attack. The target keeps its losses, takes no
// morale tests and heals nothing between attacks. Its models die in their usual order; a rule
// that picks models out of it counts as wounds in that order. The error is that of Fight, or ctx's.
func Repeat(ctx context.Context, game *rules.System, p *Pair) (odds.Repeated, error) {
	r := repeat{ctx: ctx, game: game, Pair: p, tough: p.Against.Side.Tough(game), known: map[int]odds.Repeated{}}
	melee := p.Scenario.Mode == combat.Melee
	lasting, limited := p.Unit.without(func(w *combat.Weapon) bool { return (w.Range == 0) == melee && p.Unit.perGame(w) })
	if r.lasting = p.Unit; limited {
		r.lasting = &lasting
	}
	var err error
	if r.chain, err = combat.FurtherWounds(meeting(game, r.lasting.meets(p.Against), p.Against.meets(r.lasting), p.Scenario)); err != nil {
		return odds.Repeated{}, cannotFight(r.lasting, p.Against, err)
	}
	if !limited {
		return r.from(0)
	}
	return r.step(p.Unit, 0)
}

// repeat is an attack that is made again and again.
type repeat struct {
	*Pair
	ctx     context.Context
	game    *rules.System
	tough   []int
	lasting *Combatant            // the attacker without weapons that are used up
	chain   []dice.PMF            // its attacks by wounds taken, if that is all that matters
	known   map[int]odds.Repeated // by wounds taken
}

// from returns the mean number of attacks from a number of wounds on.
func (r *repeat) from(wounds int) (odds.Repeated, error) {
	if mean, found := r.known[wounds]; found {
		return mean, nil
	}
	mean, err := r.step(r.lasting, wounds)
	r.known[wounds] = mean
	return mean, err
}

// step is from with the attacker of the next attack.
func (r *repeat) step(attacker *Combatant, wounds int) (mean odds.Repeated, err error) {
	target, half := r.after(wounds)
	if target.Side.Models() == 0 {
		return mean, nil
	}
	if err := r.ctx.Err(); err != nil {
		return mean, err
	}
	pmf, first := r.Result.Target.Wounds.PMF, 0
	if attacker == r.lasting && r.chain != nil {
		pmf = r.chain[wounds]
	} else if attacker != r.Unit || wounds > 0 || pmf == nil {
		if pmf, err = combat.Wounds(meeting(r.game, attacker.meets(&target), target.meets(attacker), r.Scenario)); err != nil {
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
		then, err := r.from(wounds + more)
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
		mean.Half, mean.Destroyed = over(mean.Half, leaves), over(mean.Destroyed, leaves)
	}
	if half {
		mean.Half = 0
	}
	return mean, nil
}

// over returns mean/leaves, +Inf if the state is never left.
func over(mean, leaves float64) float64 {
	if leaves > 1e-12 {
		return mean / leaves
	}
	return math.Inf(1)
}

// after returns the target after some wounds, and whether it is at half strength: of a single
// model its wounds, of others the models.
func (r *repeat) after(wounds int) (u Combatant, half bool) {
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
	u.Side = left(u.Side, r.game, &s)
	if start == 1 {
		return u, 2*wounds >= r.tough[0]
	}
	return u, 2*u.Side.Models() <= start
}
