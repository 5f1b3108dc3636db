package builder_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"muster/builder"
	"muster/catalog/fad"
)

// cardsText writes cards as "name[sizes]=points(parts){passengers}".
func cardsText(cards []builder.Card) string {
	var all []string
	for _, c := range cards {
		text := fmt.Sprintf("%s%v=%d", c.Title, c.HalfSizes, c.TotalPoints())
		if len(c.Members) > 0 {
			text += "(" + cardsText(c.Members) + ")"
		}
		if len(c.Passengers) > 0 {
			text += "{" + cardsText(c.Passengers) + "}"
		}
		all = append(all, text)
	}
	return strings.Join(all, ", ")
}

// What stands together is one card with one sum; who rides in a circle stands apart.
func TestCards(t *testing.T) {
	const head = "muster: list/1\nsystem: gf-3\nbook: steel-wardens\nunits:\n"
	for _, c := range []struct{ name, units, want string }{
		{"alone", "  - {id: a, unit: line-squad}\n  - {id: b, unit: line-squad}\n", "Line Squad #1[10]=210, Line Squad #2[10]=210"},
		{
			"a pair with a hero", "  - {id: h, unit: captain, join: a}\n  - {id: a, unit: line-squad, upgrades: [heavy-rifle]}\n  - {id: b, unit: line-squad, combine: a}\n",
			"Line Squad[10 10]=470(Line Squad[10]=215, Line Squad[10]=210, Captain[1]=45)",
		},
		{
			"a hero's squad in a transport", "  - {id: t, unit: apc}\n  - {id: a, unit: line-squad, in: t}\n  - {id: h, unit: captain, join: a}\n",
			"Bastion APC[1]=500{Line Squad[10]=255(Line Squad[10]=210, Captain[1]=45)}",
		},
		{"in what is not there", "  - {id: a, unit: line-squad, in: nothing}\n", "Line Squad[10]=210"},
		{"in itself", "  - {id: t, unit: apc, in: t}\n", "Bastion APC[1]=245"},
		{"in each other", "  - {id: t, unit: apc, in: u}\n  - {id: u, unit: apc, in: t}\n", "Bastion APC #1[1]=245, Bastion APC #2[1]=245"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := begin(t, head+c.units).Before()
			if got := cardsText(builder.Cards(r)); got != c.want {
				t.Errorf("cards %s, want %s", got, c.want)
			}
		})
	}
}

// The cards of every example have all its units, once, and all its points.
func TestCardsAreTheWholeList(t *testing.T) {
	for _, name := range []string{"third-company", "spring-tide", "fad-outpost"} {
		r := example(t, name)
		points, ids := 0, []string{}
		for _, c := range builder.Cards(r) {
			points += c.TotalPoints()
			ids = append(ids, c.AllUnitIDs()...)
			if len(c.Weapons) == 0 || c.ProfileLine() == "" {
				t.Errorf("%s: %s stands as %+v", name, c.Title, c.Unit)
			}
		}
		want := builder.UnitIDs(r.Document())
		slices.Sort(ids)
		slices.Sort(want)
		if points != r.Points() || !slices.Equal(ids, want) {
			t.Errorf("%s: cards of %d points with %v, the list has %d with %v", name, points, ids, r.Points(), want)
		}
	}
}

// What is looked for is found in names, weapons, rules and choices, and what fits now
// is what can be added without an error.
func TestOffers(t *testing.T) {
	offers, err := builder.Offers(begin(t, "muster: list/1\nsystem: gf-3\nbook: steel-wardens\npoints: 750\nunits:\n  - {id: a, unit: captain}\n  - {id: b, unit: petrel-gunship}\n").Before(), nil)
	if err != nil {
		t.Fatal(err)
	}
	found := func(text string) string {
		var all []string
		for _, o := range offers {
			if f := o.MatchingParts(text); f != nil {
				all = append(all, strings.TrimSuffix(o.Key+": "+strings.Join(f, "; "), ": "))
			}
		}
		return strings.Join(all, ", ")
	}
	for text, want := range map[string]string{
		"gate militia":  "militia",
		"LAST word":     "marshal-korven",
		"transport(22":  "apc",
		"sabre RENDING": "marshal-korven",                                     // Sabre of Dunmar (A4, AP(2), Rending)
		"castle shield": "castellan: Castle Shield (Plated(2), Tower Shield)", // which it can choose
		"nobody":        "",
	} {
		if got := found(text); got != want {
			t.Errorf("%q finds %s, want %s", text, got, want)
		}
	}
	if got := found("heavy rifle"); !strings.Contains(got, "line-squad: Heavy Rifle (") {
		t.Errorf("a weapon that can be chosen: %s", got)
	}
}

func TestWhatFitsIsWhatCanBeAdded(t *testing.T) {
	for _, text := range []string{
		"muster: list/1\nsystem: gf-3\nbook: steel-wardens\nunits: []\n",
		"muster: list/1\nsystem: gf-3\nbook: steel-wardens\npoints: 750\nunits:\n  - {id: a, unit: captain}\n  - {id: b, unit: line-squad}\n",
		"muster: list/1\nsystem: gf-3\nbook: steel-wardens\npoints: 2000\nunits:\n  - {id: a, unit: marshal-korven}\n  - {id: b, unit: line-squad}\n  - {id: c, unit: line-squad}\n  - {id: d, unit: line-squad}\n",
		"muster: list/1\nsystem: gf-3\nbook: steel-wardens\npoints: 2000\nunits:\n" + func() (units string) {
			for i, u := range []string{"militia", "tower-hounds", "breachers", "far-sights", "mule", "line-squad", "trail-riders", "militia", "tower-hounds", "breachers"} {
				units += fmt.Sprintf("  - {id: u%d, unit: %s}\n", i, u)
			}
			return units
		}(),
		"muster: list/1\nsystem: fad\npoints: 100\nunits:\n  - {id: a, kind: infantry, quality: regular, resolve: steady, figures: [{count: 8, weapon: assault-rifle}]}\n",
	} {
		before := begin(t, text).Before()
		offers, err := builder.Offers(before, func() (*fad.Stock, error) { return fad.LoadStock(nil) })
		if err != nil {
			t.Fatal(err)
		}
		fit := 0
		for _, o := range offers {
			s := begin(t, text)
			done, err := s.Do(builder.Add{Unit: o.Key})
			if err != nil {
				t.Fatal(err)
			}
			legal := func(r builder.Roster) bool { return builder.Legal(r) }
			can := legal(s.Now())
			for _, u := range before.Units() { // or with one of the list's units
				if !can {
					joined := begin(t, text)
					if _, err := joined.Do(builder.Add{Unit: o.Key, JoinUnit: u.ID}); err == nil {
						can = legal(joined.Now())
					}
				}
			}
			if refused := o.BrokenLimit(); (refused == "") != can {
				t.Errorf("%s is refused by %q, as %s it can be added %v", o.Key, refused, done.AddedIDs, can)
			}
			if can {
				fit++
			}
		}
		t.Logf("%d of %d fit", fit, len(offers))
	}
}

func TestBasicCreationIsOfferedSquadsOnly(t *testing.T) {
	before := begin(t, "muster: list/1\nsystem: fad\nmethod: basic\nunits: []\n").Before()
	offers, err := builder.Offers(before, func() (*fad.Stock, error) { return fad.LoadStock(nil) })
	if err != nil || len(offers) == 0 {
		t.Fatal(offers, err)
	}
	for _, o := range offers {
		if u := o.UnitOnTable(); o.Roles[0] != "Infantry" || !strings.HasSuffix(u.CostText(), " of 15 figures") {
			t.Errorf("%s (%s) is offered for %s", o.Name, o.Roles[0], u.CostText())
		}
	}
}
