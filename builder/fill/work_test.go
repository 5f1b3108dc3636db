package fill_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"muster/builder"
	"muster/builder/fill"
	"muster/catalog"
	"muster/schema"
	"muster/schema/files"
)

// homeMade is a book of so many squads, of whose models any may replace its rifle by
// one of some options.
func homeMade(units, models, options int) string {
	var text strings.Builder
	text.WriteString("muster: book/1\nid: home\nsystem: gf-3\nname: Home\nunits:\n")
	for u := range units {
		fmt.Fprintf(&text, "  - {id: squad-%d, name: Squad %d, size: %d, quality: %d, defense: %d, cost: %d, upgrades: [arms-%d],\n", u, u, models, 3+u%3, 3+u/3%3, models*10+5*u, u)
		fmt.Fprintf(&text, "     weapons: [{name: Rifle, count: %d, range: 24, attacks: 1}]}\n", models)
	}
	text.WriteString("upgrades:\n")
	rules := []string{"", "Rending", "AP(1)", "AP(2)", "Deadly(3)", "Blast(3)", "AP(4)"}
	for u := range units {
		fmt.Fprintf(&text, "  - id: arms-%d\n    name: Arms\n    sections:\n      - label: Replace any Rifle\n        kind: replace\n        affects: any\n        targets: [Rifle]\n        options:\n", u)
		for o := range options {
			fmt.Fprintf(&text, "          - {id: gun-%d-%d, name: Gun %d, cost: %d, weapons: [{name: Gun %d, range: %d, attacks: %d, rules: [%s]}]}\n",
				u, o, o, 5+5*((o*3+u)%7), o, 12+6*(o%4), 1+o%3, rules[(o+u)%len(rules)])
		}
	}
	return text.String()
}

// home opens a list of a home-made book.
func home(t *testing.T, book string, points int, more string) (builder.Roster, *catalog.Library) {
	t.Helper()
	library := catalog.NewLibrary()
	if more == "" {
		more = "units: []\n"
	}
	text := fmt.Sprintf("muster: list/1\nsystem: gf-3\nbook: home.yaml\nname: L\npoints: %d\n%s", points, more)
	document, err := schema.ReadFile(files.NewMemory(map[string]string{"home.yaml": book, "l.yaml": text}), "l.yaml", "list/1")
	if err != nil {
		t.Fatal(err)
	}
	list, err := builder.Open(document, library)
	if err != nil {
		t.Fatal(err)
	}
	return list, library
}

// Whatever the books, a question ends with an answer that says whether it is proven, and
// none exceeds its bound.
func TestQuestionsEnd(t *testing.T) {
	if testing.Short() {
		t.Skip("it asks for all the work that a question may take")
	}
	squads := func(n int) string {
		var text strings.Builder
		text.WriteString("force-org: false\nunits:\n")
		for i := range n {
			fmt.Fprintf(&text, "  - {id: s%d, unit: squad-%d}\n", i, i%3)
		}
		return text.String()
	}
	both := map[fill.Objective]bool{fill.Damage: true, fill.MostPoints: true}
	for _, c := range []struct {
		name    string
		book    string
		points  int
		more    string
		answers int
		proven  map[fill.Objective]bool
	}{
		{"three squads", homeMade(3, 10, 10), 2000, "", 1, both},
		{"too many builds", homeMade(8, 12, 30), 2000, "", 1, map[fill.Objective]bool{fill.MostPoints: true}},
		{"many points", homeMade(5, 10, 3), 10_000, "", 2, both},
		{"as many as may be", homeMade(3, 5, 3), 1_000_000, squads(250), 1, nil},
	} {
		for _, best := range []fill.Objective{fill.Damage, fill.MostPoints} {
			t.Run(fmt.Sprint(c.name, ", ", best), func(t *testing.T) {
				list, library := home(t, c.book, c.points, c.more)
				answers, err := fill.Fill(t.Context(), list, fill.Question{Objective: best, MaxAnswers: c.answers, TimeLimit: time.Hour})
				if err != nil {
					t.Fatal(err)
				}
				if len(answers.Answers) == 0 {
					t.Errorf("no answers: %s", answers.UnspentReason)
				}
				for i, a := range answers.Answers {
					t.Logf("%d points, value %.1f of %.1f, proven %v", a.Points, a.Value, a.UpperBound, a.ProvenBest)
					edits, err := a.Edits(list)
					if err == nil && len(edits) <= 100 { // of more it takes long to write each into the file
						session := builder.NewSession(list, library)
						if _, err := session.Do(edits...); err != nil || !builder.Legal(session.Now()) || session.Now().Points() != a.Points {
							t.Errorf("answer %d: %v", i+1, err)
						}
					}
					if a.UpperBound < a.Value-1e-6 || a.ProvenBest != (a.UpperBound <= a.Value+1e-6) || a.ProvenBest != c.proven[best] || a.Points > c.points {
						t.Errorf("answer %d: %d points, value %g, bound %g, proven %v", i+1, a.Points, a.Value, a.UpperBound, a.ProvenBest)
					}
				}
			})
		}
	}
}
