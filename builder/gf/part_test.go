package gf_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"muster/builder/finding"
	"muster/builder/gf"
	"muster/catalog"
)

// linkGuards are the codes of what forbids each kind of link.
var linkGuards = map[string][]string{"join": {"hero/"}, "combine": {"combine/"}, "in": {"transport/", "unit/unknown"}}

// randomLinks is a list of so many units that are linked at random.
func randomLinks(tb testing.TB, r *rand.Rand, n, points int) *gf.Army {
	kinds := []string{"captain", "oathspeaker", "line-squad", "line-squad, upgrades: [sergeant]", "breachers", "apc", "apc", "sentry-walker", "marshal-korven"}
	var text strings.Builder
	fmt.Fprintf(&text, "muster: list/1\nsystem: gf-3\nbook: steel-wardens\nname: L\npoints: %d\nunits:\n", points)
	for i := range n {
		fmt.Fprintf(&text, "  - {id: u%d, unit: %s", i, kinds[r.IntN(len(kinds))])
		for _, key := range []string{"join", "combine", "in"} {
			if r.IntN(6) == 0 {
				fmt.Fprintf(&text, ", %s: u%d", key, r.IntN(n))
			}
		}
		text.WriteString("}\n")
	}
	army, err := gf.Build(readText(tb, "l.yaml", []byte(text.String())), catalog.NewLibrary())
	if err != nil {
		tb.Fatal(err)
	}
	return army
}

// changed is an army with some of its entries changed, built whole.
func changed(army *gf.Army, changes map[int]gf.Entry) *gf.Army {
	list := *army.List
	list.Units = append([]gf.Entry{}, list.Units...)
	for at, e := range changes {
		if at == len(list.Units) {
			list.Units = append(list.Units, e)
		} else {
			list.Units[at] = e
		}
	}
	return gf.BuildWithBooks(&list, army.Books)
}

func link(e gf.Entry, key, to string) gf.Entry {
	switch key {
	case "combine":
		e.CombineWith = to
	case "join":
		e.JoinTo = to
	default:
		e.InTransport = to
	}
	return e
}

// What a link brings to the units that it concerns is what it brings to the list.
func TestPartsJudgeLinksAsTheWhole(t *testing.T) {
	refused := 0
	for seed := range 40 {
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		army := randomLinks(t, r, 3+r.IntN(12), 2000)
		parts := army.ChangeJudge()
		for i, e := range army.List.Units {
			for key, guards := range linkGuards {
				bare := changed(army, map[int]gf.Entry{i: link(e, key, "")})
				for _, to := range army.List.Units {
					whole := finding.Compare(bare.Findings, changed(army, map[int]gf.Entry{i: link(e, key, to.ID)}).Findings).NewOrWorse()
					brought, _ := parts.LinkFindings(i, key, to.ID)
					want, no := finding.FirstError(whole, guards...)
					got, not := finding.FirstError(brought, guards...)
					if no != not || want.Message != got.Message || want.Line != got.Line {
						t.Fatalf("seed %d, %s %s %s: %v, want %v\n%s", seed, e.ID, key, to.ID, got, want, army.List.Document().Source)
					}
					if no {
						refused++
					}
				}
			}
		}
	}
	if refused < 1000 {
		t.Errorf("%d links are refused", refused)
	}
}

// A change to a legal list is legal by the units that it concerns if it is by all.
func TestPartsJudgeChangesAsTheWhole(t *testing.T) {
	legal, broken := 0, 0
	for seed := 0; legal < 60; seed++ {
		r := rand.New(rand.NewPCG(uint64(seed), 2))
		army := randomLinks(t, r, 1+r.IntN(7), 1000+500*r.IntN(3))
		if !army.Legal() {
			continue
		}
		legal++
		parts := army.ChangeJudge()
		for at := range len(army.List.Units) + 1 {
			for _, unit := range []string{"", "captain", "line-squad", "apc", "marshal-korven", "anvil-tank"} {
				e := gf.Entry{ID: "new", BookUnitID: "captain"}
				if at < len(army.List.Units) {
					e = army.List.Units[at]
				}
				if e.Upgrades = []gf.Choice{{Option: "heavy-rifle", Count: 1 + r.IntN(3)}}; unit != "" {
					e.BookUnitID, e.Upgrades = unit, nil
				}
				changes := map[int]gf.Entry{at: e}
				whole, part := changed(army, changes), parts.WithChanges(changes)
				_, want := finding.FirstError(whole.Findings, "")
				_, got := finding.FirstError(part.Findings, "")
				if want != got || whole.Points != part.Points {
					t.Fatalf("seed %d, %d is %+v: %v, %d points; want %v, %d\n%s", seed, at, e, part.Findings, part.Points, whole.Findings, whole.Points, army.List.Document().Source)
				}
				if want {
					broken++
				}
			}
		}
	}
	if broken < 100 {
		t.Errorf("%d changes break a rule", broken)
	}
}
