package play_test

import (
	"strings"
	"testing"

	"muster/builder/play"
)

// A test for tokens that a unit does not have is no event, nor is one by rules that are
// not played (GF 2.7, Suppression: the unit tests for each token that it has).
func TestATestForNoTokensIsNoEvent(t *testing.T) {
	table := play.NewTable(list(t, "gf-2.7", crews), "", nil)
	for _, events := range []string{"option suppression", "", "option suppression; mark crew suppression; rally crew suppression 1"} {
		g := game(t, events)
		if _, _, err := table.Replay(g).Apply(g, event(t, "rally crew suppression 1")); err == nil || !strings.HasPrefix(err.Error(), "that changes nothing") {
			t.Errorf("after %q: %v", events, err)
		}
	}
}
