package fill_test

import (
	"encoding/json"
	"sync"
	"testing"
	"time"

	"muster/builder"
	"muster/builder/fill"
	"muster/builder/odds"
)

// Lists are filled, and held against each other, at the same time, with the same answers.
func TestListsAreFilledAtOnce(t *testing.T) {
	list, _ := own[1].list(t, 500, "")
	third, tide := previewer(t, "third-company.yaml"), previewer(t, "spring-tide.yaml")
	outpost, house := previewer(t, "fad-outpost.yaml"), previewer(t, "fad-house.yaml")
	matchUp := func(list, foe builder.Previewer) func() (any, error) {
		return func() (any, error) {
			return builder.MatchUp(t.Context(), list, odds.Question{Foe: odds.Foe{Name: "foe", List: foe}}, []int{12})
		}
	}
	questions := []func() (any, error){
		func() (any, error) { return fill.Fill(t.Context(), list, fill.Question{TimeLimit: time.Hour}) },
		func() (any, error) { return fill.FindGains(t.Context(), outpost, fill.Question{}, "rifles") },
		matchUp(third, tide), matchUp(outpost, house),
	}
	text := func(question func() (any, error)) string {
		answer, err := question()
		if err != nil {
			t.Error(err)
		}
		written, err := json.Marshal(answer)
		if err != nil {
			t.Error(err)
		}
		return string(written)
	}
	atOnce := make([]string, 2*len(questions))
	var all sync.WaitGroup
	for i := range atOnce {
		all.Go(func() { atOnce[i] = text(questions[i/2]) })
	}
	all.Wait()
	for i := range questions {
		if one, other := atOnce[2*i], atOnce[2*i+1]; one != other || len(one) < 100 {
			t.Errorf("question %d is answered with\n%s\nand with\n%s", i, one, other)
		}
	}
}
