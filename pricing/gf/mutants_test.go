package gf

import (
	"testing"

	"muster/pricing/gf/form"
)

// Conditions without a term of their own that say "charged" are as those that say
// "charging", before they are as those of any other scene (docs/dev/points.md).
func TestToBeChargedIsAsToCharge(t *testing.T) {
	p := &Prices{
		Terms: []Term{{Name: "scene charging: true", Value: .5}, {Name: form.OtherConditionsTerm, Value: .25}},
		ids:   map[string]form.TermID{"scene charging: true": 0, form.OtherConditionsTerm: 1},
	}
	for conditions, want := range map[string]float64{"charged: true": .5, "charging: true": .5, "moved: true": .25} {
		if got, ok := newTermLookup(p).conditionTerm(conditions); !ok || got.Value != want {
			t.Errorf("%s: %v, want %v", conditions, got.Value, want)
		}
	}
}
