package rules

import "testing"

func TestEverySystemLoads(t *testing.T) {
	for _, id := range Systems() {
		s, err := Load(id)
		if err != nil {
			t.Fatal(err)
		}
		if s.ID != id {
			t.Errorf("rules/data/%s.yaml calls itself %q", id, s.ID)
		}
	}
}
