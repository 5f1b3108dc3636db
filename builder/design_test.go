package builder_test

import (
	"context"
	"slices"
	"testing"

	"muster/builder"
	"muster/builder/edit"
	"muster/builder/fad/preview"
	"muster/builder/odds"
	"muster/catalog/fad"
)

// The fields of an answer make the same unit again, whatever was given; and what is given holds.
func TestFieldsMakeTheDesign(t *testing.T) {
	stock, err := fad.LoadStock(nil)
	if err != nil {
		t.Fatal(err)
	}
	target, err := builder.TypicalTarget("Line squad")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		kind   string
		fields []string
		want   []string
	}{
		{"infantry", []string{"quality=regular,elite", "figures=6..8", "leader=veteran", "traits+=brave"}, []string{"leader=veteran", "traits+=brave"}},
		{"infantry", []string{"weapons+=saw", "figures=9", "weapon=assault-rifle"}, []string{"weapons+=saw", "figures=9", "weapon=assault-rifle"}},
		{"heavy-weapons", []string{"heavy=heavy-mg"}, []string{"heavy=heavy-mg"}},
		{"artillery", nil, nil},
		{"character", []string{"leadership=inspiring"}, []string{"leadership=inspiring"}},
		{"psionic", []string{"armour=light"}, []string{"armour=light"}},
		{"sniper", []string{"quality=elite"}, []string{"quality=elite"}},
		{"vehicle", []string{"movement=tracked", "armour.front=8"}, []string{"movement=tracked", "armour.front=8"}},
	} {
		fields, err := edit.ParseAssignments(c.fields)
		if err != nil {
			t.Fatal(err)
		}
		s, err := builder.NewDesignSearch(c.kind, fields, stock, nil)
		if err != nil {
			t.Fatal(c.kind, err)
		}
		s.MaxPoints, s.Target, s.Objective, s.MaxAnswers, s.Conditions = 90, target, preview.ByDamageAndDurability, 3, odds.Question{Distance: 12}
		best, _, err := s.Run(context.Background())
		if err != nil || len(best) == 0 {
			t.Fatal(c.kind, best, err)
		}
		for _, d := range best {
			for _, want := range c.want {
				if !slices.Contains(d.Assignments, want) {
					t.Errorf("%s: %q, without %s", c.kind, d.Assignments, want)
				}
			}
			again, err := edit.ParseAssignments(d.Assignments)
			if err != nil {
				t.Fatal(err)
			}
			session, err := builder.OpenDesign(c.kind, again, stock, nil)
			if err != nil {
				t.Fatal(c.kind, d.Assignments, err)
			}
			if got := session.Now().Prices()[0]; got.ExactPoints != d.Price.Exact.String() || !builder.Legal(session.Now()) {
				t.Errorf("%s %q costs %s, not %s: %v", c.kind, d.Assignments, got.ExactPoints, d.Price.Exact, session.Now().Findings())
			}
		}
	}
}

// Whatever value of a field is offered to a unit of each kind, the unit stays legal.
func TestOfferedValuesAreLegal(t *testing.T) {
	stock, err := fad.LoadStock(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []string{"infantry", "heavy-weapons", "artillery", "character", "psionic", "sniper", "vehicle"} {
		session, err := builder.OpenDesign(kind, nil, stock, nil)
		if err != nil || !builder.Legal(session.Now()) {
			t.Fatal(kind, err, session.Now().Findings())
		}
		for _, f := range session.Now().(builder.FieldSetter).Fields(kind) {
			for _, c := range f.Choices {
				if f.EntryID != "" || c.Value == f.Current || c.Value == "" {
					continue
				}
				fields, err := edit.ParseAssignments([]string{f.Path + "=" + c.Value})
				if err != nil {
					t.Fatal(err)
				}
				changed, err := builder.OpenDesign(kind, fields, stock, nil)
				if err != nil || !builder.Legal(changed.Now()) {
					t.Errorf("%s is offered %s=%s: %v", kind, f.Path, c.Value, err)
				}
			}
		}
	}
}
