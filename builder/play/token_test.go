package play_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"muster/builder"
	"muster/builder/odds"
	"muster/builder/play"
	"muster/catalog"
	"muster/rules"
	"muster/schema"
	"muster/schema/files"
)

// swarm is an army book with rules of every way to get tokens.
const swarm = `muster: book/1
id: swarm
system: gf-3
name: Swarm
rules:
  - {name: Ripening, summary: One token as each round begins., effects: [{gathers: round-start, holds: 4, if-shaken: none}, {when: {used: true}, ap: N, per: 2, max: 2}]}
  - {name: Ageing, summary: One token as each round ends., effects: [{gathers: round-end, if-shaken: lost}, {when: {used: true}, ap: N, max: 2}]}
  - {name: Bloodlust, summary: One token for each enemy unit that it destroys., effects: [{gathers: kill, holds: 2}, {when: {used: true}, to-hit: N}]}
  - {name: Scar, summary: One token for each wound that it ignores., effects: [{gathers: ignore}, {when: {melee: true, used: true}, best-weapon-attacks: N}]}
  - {name: Store(X), summary: X tokens each round., effects: [{outside: casting}, {gathers: round-start, placed: X, holds: 6}]}
  - {name: Brand(X), summary: "Once a game, X tokens on an enemy.", effects: [{places: game, placed: X}, {to: friends, when: {used: true}, to-hit: N, max: X}]}
  - {name: Lookout, summary: "Each activation, a token on an enemy on 4+.", effects: [{places: activation}, {to: friends, when: {used: true}, ap: N}]}
  - {name: Spite, summary: A token on the enemy that killed it., effects: [{places: death, placed: 2}, {to: friends, when: {used: true}, to-hit: 1}]}
units:
  - {id: pods, name: Pods, size: 5, quality: 4, defense: 4, cost: 100, rules: [Ripening], weapons: [{name: Claws, attacks: 1}, {name: Spit, range: 18, attacks: 1}]}
  - {id: elders, name: Elders, size: 5, quality: 4, defense: 4, cost: 100, rules: [Ageing, Scar], weapons: [{name: Claws, attacks: 1}]}
  - {id: ravagers, name: Ravagers, size: 5, quality: 4, defense: 4, cost: 100, rules: [Bloodlust], weapons: [{name: Claws, attacks: 1}]}
  - {id: well, name: Well, size: 1, quality: 4, defense: 4, cost: 50, rules: [Store(2)]}
  - {id: scouts, name: Scouts, size: 2, quality: 4, defense: 4, cost: 50, rules: [Brand(2), Lookout, Spite], weapons: [{name: Claws, attacks: 1}]}
`

var swarms = catalog.NewLibrary(files.NewMemory(map[string]string{"swarm.yaml": swarm}))

const nest = "units: [{id: pods, unit: pods}, {id: elders, unit: elders}, {id: ravagers, unit: ravagers}, {id: well, unit: well}, {id: scouts, unit: scouts}]\n"

func swarmList(t *testing.T) builder.Roster {
	t.Helper()
	document, err := schema.Read("list.yaml", []byte("muster: list/1\nsystem: gf-3\nbook: swarm\n"+nest), "list/1")
	if err != nil {
		t.Fatal(err)
	}
	roster, err := builder.Open(document, swarms)
	if err != nil {
		t.Fatal(err)
	}
	return roster
}

// tokens are those of rules on a unit in a line: "Ripening 2, Brand 1 of theirs".
func tokens(s *play.State, u *play.UnitState) string {
	var all []string
	for _, have := range s.RuleTokens(u) {
		text := fmt.Sprintf("%s %d", have.Name, have.Tokens)
		if have.IsEnemyRule {
			text += " of theirs"
		}
		all = append(all, text)
	}
	return strings.Join(all, ", ")
}

// The tokens that rules place, which come by themselves or by a tap, within the rules' limits.
func TestTokensOfRules(t *testing.T) {
	for _, c := range []struct{ name, events, unit, want string }{
		{"one as the round begins", "", "pods", "Ripening 1"},
		{"and as the next does", "act pods; next", "pods", "Ripening 2"},
		{"as many as it holds", "next; next; next; next; next", "pods", "Ripening 4"},
		{"none off the table", "reserve pods", "pods", "Ripening 0"},
		{"who arrives before anybody acts is there as the round begins", "reserve pods; act elders; next; arrive pods", "pods", "Ripening 1"},
		{"not who arrives later", "reserve pods; act elders; next; act elders; arrive pods", "pods", "Ripening 0"},
		{"who leaves once somebody acted keeps them", "act elders; reserve pods", "pods", "Ripening 1"},
		{"none while it is shaken", "act elders; begins pods shaken; next", "pods", "Ripening 1"},
		{"who is shaken keeps those that it has", "next; act elders; begins pods shaken", "pods", "Ripening 2"},
		{"a tap puts it right", "mark pods Ripening 2; unmark pods Ripening", "pods", "Ripening 2"},
		{"no more than it holds", "mark pods Ripening 9", "pods", "Ripening 4"},
		{"the round before as it was", "act elders; next; mark pods Ripening; back", "pods", "Ripening 1"},
		{"none until the round ends", "", "elders", "Ageing 0, Scar 0"},
		{"one as it ends", "next; next", "elders", "Ageing 2, Scar 0"},
		{"all are lost as it becomes shaken", "next; next; begins elders shaken", "elders", "Ageing 0, Scar 0"},
		{"a tap for a wound ignored", "mark elders Scar; mark elders Scar", "elders", "Ageing 0, Scar 2"},
		{"several at once, as many as it holds", "next; next; next", "well", "Store 6"},
		{"a tap spends them", "next; unmark well Store 3", "well", "Store 1"},
		{"who destroyed it has a token", "> wound pods 5; destroys ravagers pods", "ravagers", "Bloodlust 1"},
		{"once for each", "> wound pods 5; destroys ravagers pods; destroys ravagers pods", "ravagers", "Bloodlust 1"},
		{"not for who lives", "> wound pods 4; destroys ravagers pods", "ravagers", "Bloodlust 0"},
		{"two at most", "> wound pods 5; > wound elders 5; > remove well routed; destroys ravagers pods; destroys ravagers elders; destroys ravagers well", "ravagers", "Bloodlust 2"},
		{"who lives after all was not destroyed", "> wound pods 5; destroys ravagers pods; > heal pods", "ravagers", "Bloodlust 0"},
		{"others have none for it", "> wound pods 5; destroys pods pods", "pods", "Ripening 1"},
		{"on an enemy, once a game for each model", "place scouts Brand @pods; place scouts Brand @pods; place scouts Brand @pods", "> pods", "Ripening 1, Brand 4 of theirs"},
		{"not anew with the next round", "place scouts Brand @pods; place scouts Brand @pods; next; place scouts Brand @pods", "> pods", "Ripening 2, Brand 4 of theirs"},
		{"for each model that is left", "wound scouts; place scouts Lookout @pods; place scouts Lookout @pods", "> pods", "Ripening 1, Lookout 1 of theirs"},
		{"anew in each round", "place scouts Lookout @pods; place scouts Lookout @pods; next; place scouts Lookout @pods", "> pods", "Ripening 2, Lookout 3 of theirs"},
		{"a tap takes them off", "place scouts Brand @pods; > unmark pods Brand", "> pods", "Ripening 1, Brand 1 of theirs"},
		{"nobody adds to them there", "place scouts Brand @pods; > mark pods Brand", "> pods", "Ripening 1, Brand 2 of theirs"},
		{"who is killed places them", "place scouts Spite @pods; wound scouts; place scouts Spite @pods; place scouts Spite @pods", "> pods", "Ripening 1, Spite 2 of theirs"},
		{"gone with the unit", "next; wound pods 5", "pods", ""},
		{"gone with the unit that bears the enemy's", "place scouts Brand @pods; > wound pods 5", "> pods", ""},
		{"who is back has them again", "act elders; wound pods 5; heal pods", "pods", "Ripening 1"},
	} {
		id, their := strings.CutPrefix(c.unit, "> ")
		s := play.NewTable(swarmList(t), "", swarmList(t)).Replay(game(t, c.events))
		u, _ := s.Unit(their, id)
		if got := tokens(s, u); got != c.want {
			t.Errorf("%s: after %q %s, want %s", c.name, c.events, got, c.want)
		}
	}
}

// Who destroyed a unit is asked of a side that has tokens for it, until it is said or the round ends.
func TestWhoDestroyedIt(t *testing.T) {
	for _, c := range []struct{ events, want string }{
		{"", ""},
		{"> wound pods 5", "Who destroyed Pods (Opponent)?: Ravagers (list.yaml), Somebody else"},
		{"> wound pods 5; destroys ravagers pods", ""},
		{"> wound pods 5; < destroys pods", ""},
		{"> wound pods 5; next", ""},
		{"wound ravagers 5; > wound pods 5; > destroys ravagers ravagers", ""},
		{"> wound pods 5; destroys ravagers pods; > heal pods; > wound pods", "Who destroyed Pods (Opponent)?: Ravagers (list.yaml), Somebody else"},
	} {
		s := play.NewTable(swarmList(t), "Opponent", swarmList(t)).Replay(game(t, c.events))
		var got []string
		for _, m := range s.Decisions() {
			if strings.HasPrefix(m.Prompt, "Who destroyed") {
				var ways []string
				for _, w := range m.Choices {
					ways = append(ways, w.Label)
				}
				got = append(got, m.Prompt+": "+strings.Join(ways, ", "))
			}
		}
		if strings.Join(got, "; ") != c.want {
			t.Errorf("after %q %q, want %q", c.events, got, c.want)
		}
	}
}

// Odds at the table count the tokens like the uses of a list that states them.
func TestOddsCountTokens(t *testing.T) {
	for _, c := range []struct {
		name, events, unit string
		mode               odds.Mode
		uses, enemy        []string // of a question about fresh units
	}{
		{"two tokens are AP(+1)", "act elders; next", "pods", odds.Shooting, []string{"Ripening(2)"}, nil},
		{"one is nothing yet", "", "pods", odds.Shooting, nil, nil},
		{"tokens on the enemy are for all friends", "place scouts Brand @pods", "pods", odds.Shooting, []string{"Brand(2)"}, nil},
		{"those that were taken off are not", "place scouts Brand @pods; > unmark pods Brand", "pods", odds.Shooting, []string{"Brand(1)"}, nil},
		{"none on others", "place scouts Brand @elders", "pods", odds.Shooting, nil, nil},
		{"as many attacks as tokens", "mark elders Scar 3", "elders", odds.Charging, []string{"Scar(3)"}, nil},
		{"the other side's count as it strikes back", "> place scouts Lookout @elders", "elders", odds.Charging, nil, []string{"Lookout"}},
	} {
		mine, theirs := swarmList(t), swarmList(t)
		s := play.NewTable(mine, "", theirs).Replay(game(t, c.events))
		q := odds.Question{UnitID: c.unit, Mode: c.mode, Distance: 12, KeepResults: true, Foe: odds.Foe{List: theirs.(builder.Previewer), UnitID: "pods"}}
		want := q
		for i := range s.Sides {
			all := map[string]odds.UnitState{}
			for _, u := range s.Sides[i].Units {
				all[u.ID] = u.OddsState()
			}
			if q.OwnStates == nil {
				q.OwnStates = all
			} else {
				q.FoeStates = all
			}
		}
		want.UsedRules, want.EnemyUsedRules = rules.ParseUses(c.uses), rules.ParseUses(c.enemy)
		if got, wanted := struck(t, mine, q), struck(t, mine, want); !cmp.Equal(got, wanted, near) {
			t.Errorf("%s: %s", c.name, cmp.Diff(wanted, got, near))
		} else if fresh := struck(t, mine, odds.Question{UnitID: c.unit, Mode: c.mode, Distance: 12, KeepResults: true, Foe: q.Foe}); (c.uses != nil || c.enemy != nil) && cmp.Equal(got, fresh, near) {
			t.Errorf("%s: it changes nothing", c.name)
		}
	}
}

// struck are the outcomes of a question's pairs.
func struck(t *testing.T, list builder.Roster, q odds.Question) []any {
	t.Helper()
	answer, err := list.(builder.Previewer).Odds(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	var all []any
	for _, pair := range pairs(t, answer.Report) {
		all = append(all, pair["attacker"], pair["target"])
	}
	if len(all) == 0 {
		t.Fatal("no pairs")
	}
	return slices.Clip(all)
}
