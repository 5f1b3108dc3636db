package fill

import (
	"cmp"
	"context"
	"hash/fnv"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"muster/builder"
	"muster/builder/gf"
	"muster/schema"
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

// fillTwo returns two varied armies of about equal points, out of one collection that is dealt to
// two players.
func fillTwo(ctx context.Context, r builder.Roster, q Question) (*Answers, error) {
	switch {
	case q.Best != Varied || q.Own == nil:
		return nil, schema.Errorf(CodeCannotFill, "two armies are varied armies out of one collection; say which collection")
	case r.Size() > 0:
		return nil, schema.Errorf(CodeCannotFill, "%s: two armies begin with a list without units", r.Document().File)
	}
	const deals = 4
	var best *Answers
	lower := func(all *Answers) int {
		if len(all.Answers) < 2 {
			return 0
		}
		return min(all.Answers[0].Points, all.Answers[1].Points)
	}
	q.Two = false
	for deal := range deals {
		both := &Answers{}
		halves := q.Own.deal(q.random(string(rune('a' + deal))))
		one := func(i, most int) (Answer, error) {
			ask := q
			ask.Own, ask.most = halves[i], most
			all, err := Fill(ctx, r, ask)
			if err != nil || len(all.Answers) == 0 {
				return Answer{}, err
			}
			both.Left, both.Best, both.Field, both.Value, both.of = all.Left, all.Best, all.Field, all.Value, all.of
			return all.Answers[0], nil
		}
		first, err := one(0, r.Limit())
		if err != nil {
			return nil, err
		}
		second, err := one(1, r.Limit())
		if err != nil {
			return nil, err
		}
		switch {
		case min(first.Points, second.Points) == 0:
			continue
		case first.Points > second.Points:
			first, err = one(0, second.Points)
		case second.Points > first.Points:
			second, err = one(1, first.Points)
		}
		if err != nil {
			return nil, err
		}
		both.Left, both.Answers = r.Limit(), []Answer{first, second}
		if best == nil || lower(both) > lower(best) {
			best = both
		}
	}
	if best == nil {
		return nil, schema.Errorf(CodeCannotFill, "%s: the collection has too few miniatures for two armies", q.Own.document.File)
	}
	return best, nil
}

// deal divides a collection between two players at random, so that the units of both cost about
// the same.
func (c *Collection) deal(random *rand.Rand) (halves [2]*Collection) {
	for i := range halves {
		half := *c
		half.Units, half.Options = map[string]int{}, map[string]int{}
		halves[i] = &half
	}
	var points [2]int
	ids := slices.Sorted(maps.Keys(c.Units))
	random.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
	for _, id := range ids {
		each, cost := c.Units[id]/2, max(1, c.book.Unit(id).Cost.Points)
		behind := 0
		if points[1] < points[0] {
			behind = 1
		}
		halves[0].Units[id], halves[1].Units[id] = each, each
		halves[behind].Units[id] += c.Units[id] % 2
		points[behind] += c.Units[id] % 2 * cost
	}
	for key, n := range c.Options {
		id, _, _ := strings.Cut(key, "/")
		// Each player has options for their share of the units.
		share := n
		if all := c.Units[id]; all > 0 {
			share = n * halves[0].Units[id] / all
		}
		halves[0].Options[key], halves[1].Options[key] = share, n-share
	}
	return halves
}
