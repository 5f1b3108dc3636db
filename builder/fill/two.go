//go:build !js

package fill

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"muster/builder"
	"muster/schema"
)

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
