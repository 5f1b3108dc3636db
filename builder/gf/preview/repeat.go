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

// MeanAttacksNeeded returns the mean number of equal attacks until the target is at half strength,
// and until it is destroyed. It is the expected time to absorption of a Markov chain over the
// wounds taken, with the exact odds of each attack. The attacker suffers no losses; weapons with
// limited uses per game are used in the first attack only. The target keeps its losses, takes no
// morale tests and heals nothing between attacks. Its models die in their usual order; if a rule
// picks models, its wounds are dealt in that order too. Repeat fails like Fight, or if ctx is done.
func MeanAttacksNeeded(ctx context.Context, game *rules.System, p *Pair) (odds.AttacksNeeded, error) {
	r := repeatedAttack{
		ctx: ctx, game: game, Pair: p, woundsPerModel: p.Target.Side.ToughByGroup(game),
		cache: map[int]odds.AttacksNeeded{},
	}
	melee := p.Scenario.Mode == combat.Melee
	lasting, limited := p.Unit.withoutWeapons(func(w *combat.Weapon) bool {
		return (w.Range == 0) == melee &&
			p.Unit.hasLimitedUses(w)
	})
	if r.laterAttacker = p.Unit; limited {
		r.laterAttacker = &lasting
	}
	var err error
	if r.woundPMFs, err = combat.WoundsByWoundsTaken(duelOf(game, r.laterAttacker.withRulesAgainst(p.Target),
		p.Target.withRulesAgainst(r.laterAttacker), p.Scenario)); err != nil {
		return odds.AttacksNeeded{}, cannotFight(r.laterAttacker, p.Target, err)
	}
	if !limited {
		return r.attacksStillNeeded(0)
	}
	return r.attacksStillNeededBy(p.Unit, 0)
}

// repeatedAttack is an attack that is repeated until the target is destroyed.
type repeatedAttack struct {
	*Pair
	ctx            context.Context
	game           *rules.System
	woundsPerModel []int // wounds that a model can take, by kind of the target's models
	// the attacker in all attacks after the first: without weapons that are used up
	laterAttacker *Combatant
	// distribution of the wounds that an attack deals, for each number of wounds taken before; nil
	// if it depends on more than that number
	woundPMFs []dice.PMF
	cache     map[int]odds.AttacksNeeded // results by wounds taken
}

// attacksStillNeeded returns the mean numbers of attacks still needed after the target has taken a
// number of wounds.
func (r *repeatedAttack) attacksStillNeeded(wounds int) (odds.AttacksNeeded, error) {
	if mean, found := r.cache[wounds]; found {
		return mean, nil
	}
	mean, err := r.attacksStillNeededBy(r.laterAttacker, wounds)
	r.cache[wounds] = mean
	return mean, err
}

// attacksStillNeededBy is attacksStillNeeded if the given attacker makes the next attack.
func (r *repeatedAttack) attacksStillNeededBy(attacker *Combatant, wounds int) (mean odds.AttacksNeeded, err error) {
	target, half := r.targetAfter(wounds)
	if target.Side.Models() == 0 {
		return mean, nil
	}
	if err := r.ctx.Err(); err != nil {
		return mean, err
	}
	pmf, first := r.Result.Target.Wounds.PMF, 0
	if attacker == r.laterAttacker && r.woundPMFs != nil {
		pmf = r.woundPMFs[wounds]
	} else if attacker != r.Unit || wounds > 0 || pmf == nil {
		if pmf, err = combat.Wounds(duelOf(r.game, attacker.withRulesAgainst(&target), target.withRulesAgainst(attacker),
			r.Scenario)); err != nil {
			return mean, cannotFight(attacker, &target, err)
		}
	}
	mean = odds.AttacksNeeded{UntilHalf: 1, UntilDestroyed: 1}
	if attacker == r.laterAttacker { // the chain may stay where it is
		first = 1
	}
	for more := first; more < len(pmf); more++ {
		if pmf[more] <= 0 {
			continue
		}
		then, err := r.attacksStillNeeded(wounds + more)
		if err != nil {
			return mean, err
		}
		mean.UntilHalf += pmf[more] * then.UntilHalf
		mean.UntilDestroyed += pmf[more] * then.UntilDestroyed
	}
	if first == 1 {
		leaves := 0.0
		for _, chance := range pmf[1:] {
			leaves += chance
		}
		mean.UntilHalf, mean.UntilDestroyed = divideByChance(mean.UntilHalf, leaves), divideByChance(mean.UntilDestroyed,
			leaves)
	}
	if half {
		mean.UntilHalf = 0
	}
	return mean, nil
}

// divideByChance returns mean/leaves, where leaves is the chance per attack to leave a state; +Inf
// if that is 0.
func divideByChance(mean, leaves float64) float64 {
	if leaves > 1e-12 {
		return mean / leaves
	}
	return math.Inf(1)
}

// targetAfter returns the target after a number of wounds, and reports whether it is at half
// strength: a single model by its wounds, other units by their models.
func (r *repeatedAttack) targetAfter(wounds int) (u Combatant, half bool) {
	u = *r.Target
	kinds := make([]int, len(r.woundsPerModel))
	s := odds.UnitState{ModelsLeft: make([]int, len(kinds)), Wounds: make([]int, len(kinds))}
	for i := range kinds {
		kinds[i] = i
		if s.ModelsLeft[i] = 1; i < len(u.Side.Groups) {
			s.ModelsLeft[i] = u.Side.Groups[i].Models
		}
	}
	squad := kinds[:len(u.Side.Groups)] // a hero dies last
	slices.SortStableFunc(squad, func(i, j int) int { return cmp.Compare(r.woundsPerModel[i], r.woundsPerModel[j]) })
	taken := wounds
	for _, i := range kinds {
		dead := min(s.ModelsLeft[i], taken/r.woundsPerModel[i])
		s.ModelsLeft[i] -= dead
		if taken -= dead * r.woundsPerModel[i]; s.ModelsLeft[i] > 0 {
			s.Wounds[i] = taken
			break
		}
	}
	start := u.Side.Models()
	u.Side = remainingSide(u.Side, r.game, &s)
	if start == 1 {
		return u, 2*wounds >= r.woundsPerModel[0]
	}
	return u, 2*u.Side.Models() <= start
}
