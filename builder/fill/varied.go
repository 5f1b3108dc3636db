package fill

import (
	"cmp"
	"context"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"

	"muster/builder/gf"
)

// random returns random numbers that depend on the question's seed and a name.
func (q *Question) random(name string) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(name))
	return rand.New(rand.NewPCG(q.Seed, h.Sum64()))
}

// A role is what a unit does on the table. Units with equal roles can take each other's place.
type role struct{ hero, transport, many, shoots bool }

func roleOf(u *gf.Unit) role {
	shots, blows := 0, 0
	for _, w := range u.Weapons {
		if n := w.Count * w.Attacks; w.Range > 0 {
			shots += n
		} else {
			blows += n
		}
	}
	return role{u.Hero, u.Transport > 0, u.Models > 1, shots > blows}
}

// draw sets random values of all columns. The kinds of each role are shuffled, and each is worth
// less per point than the kind before it, so that the best picks have units of all roles. Of
// a kind, builds near a random cost are worth most.
func (a *question) draw() {
	const (
		next = 0.8 // value of a kind against the one before it in its role
		lead = 1.3 // value per point of the first hero
		more = 0.6 // value per point of upgrades of units that the list has
	)
	random, roles := a.random(""), map[role]float64{}
	for _, i := range random.Perm(len(a.kinds)) {
		k := a.kinds[i]
		if k.group != nil {
			for c := range k.columns {
				k.columns[c].Value = k.was.Value + more*float64(k.columns[c].Points-k.was.Points)
			}
			continue
		}
		r := roleOf(a.army.Offered(k.book, k.unit))
		first := 0.8 + 0.4*random.Float64()
		if r.hero {
			first = lead
		}
		worth := cmp.Or(roles[r], first) * (0.9 + 0.2*random.Float64())
		roles[r] = next * worth
		least, most := math.Inf(1), 0.
		for _, c := range k.columns {
			least, most = min(least, float64(c.Points)), max(most, float64(c.Points))
		}
		aim := least + (most-least)*random.Float64()
		for c := range k.columns {
			points := float64(k.columns[c].Points)
			k.columns[c].Value = worth * (points - max(0, points-aim)/2) * (0.97 + 0.03*random.Float64())
		}
	}
}

// enough is the share of a list's points that a varied army costs if possible.
const enough = 0.98

// varied adds the army of the question's seed to the answers: no unit twice, unless too many
// points are left without.
func (a *question) varied(ctx context.Context, all *Answers) error {
	a.draw()
	every := make([][]Column, len(a.kinds))
	for i, k := range a.kinds {
		every[i] = k.columns
	}
	most := cmp.Or(a.Copies, gf.MostUnits)
	if slots := a.army.Slots(); slots != nil {
		most = min(most, slots.MaxCopies)
	}
	var best trial
	spent := 0
	for copies := 1; copies <= most; copies++ {
		a.limit(copies)
		for i, k := range a.kinds {
			k.columns = slices.DeleteFunc(slices.Clone(every[i]), func(c Column) bool {
				return copies == 1 && k.group == nil && c.Pair != nil
			})
		}
		t, err := a.try(ctx, map[*kind]bool{})
		if err != nil {
			return err
		}
		sum := 0
		for _, pick := range t.picks {
			sum += pick.uses.points
		}
		if copies > 1 && sum <= spent {
			break
		}
		best, spent = t, sum
		if float64(a.army.List.Points-a.left+spent) >= enough*float64(a.army.List.Points) {
			break
		}
	}
	for i, k := range a.kinds {
		k.columns = every[i]
	}
	if len(best.picks) > 0 {
		best.bound = best.value // no other is sought
		for _, pick := range best.picks {
			pick.column.Value = float64(pick.column.Points)
		}
		answer, err := a.writeAnswer(ctx, best)
		if err != nil {
			return err
		}
		answer.Seed = a.Seed
		all.Answers = append(all.Answers, answer)
	} else {
		all.Why = a.why(all)
	}
	return nil
}
