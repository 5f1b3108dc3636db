package attack

import (
	"testing"

	"muster/rules"
)

// Who charges is not charged, and who is charged is not charging; when shooting nobody
// is either (RULES, Melee: the charger strikes, the target strikes back).
func TestTheChargerIsNotCharged(t *testing.T) {
	yes := true
	charged := &rules.Effect{When: rules.When{Charged: &yes}}
	charging := &rules.Effect{When: rules.When{Charging: &yes}}
	h := heldRule{rule: &rules.Rule{Name: "Braced"}}
	for _, c := range []struct {
		mode                       Mode
		charger, charging, charged bool
	}{{Melee, true, true, false}, {Melee, false, false, true}, {Shooting, false, false, false}} {
		m := circumstances{Scenario: &Scenario{Mode: c.mode}}
		own := &snapshot{unit: &Fighter{}, survivors: &Survivors{AllModels: 1}, charged: c.charger}
		if got := m.conditionsHold(h, charging, own, own, nil); got != c.charging {
			t.Errorf("%v, charger %t: charging holds %t, want %t", c.mode, c.charger, got, c.charging)
		}
		if got := m.conditionsHold(h, charged, own, own, nil); got != c.charged {
			t.Errorf("%v, charger %t: charged holds %t, want %t", c.mode, c.charger, got, c.charged)
		}
	}
}

// An effect that asks for another rule counts models that have both, each by himself;
// one of the unit asks the unit, so all with the rule itself count (docs/file-formats.md,
// when: has).
func TestAnEffectAsksForTheOtherRule(t *testing.T) {
	set := rules.NewSet([]rules.Rule{{Name: "Braced", Summary: "."}, {Name: "Shield", Summary: "."}}, nil)
	braced, shield := heldRule{rule: set.Find("Braced")}, heldRule{rule: set.Find("Shield")}
	u := &Fighter{ruleSet: set, HeroIndex: -1}
	own := &snapshot{unit: u, survivors: &Survivors{AllModels: 3, SquadModels: 3, AliveByPart: []int{2, 1}}, partRules: [][]heldRule{{braced, shield}, {braced}}}
	asks := &rules.Effect{When: rules.When{RequiredRule: "Shield"}}
	if !u.hasRequiredRule(asks, own.partRules[0]) || u.hasRequiredRule(asks, own.partRules[1]) {
		t.Error("the first model has the other rule, the second has not")
	}
	if own.enoughModelsHave(asks, braced.rule, rules.AllModels) || !own.enoughModelsHave(asks, braced.rule, rules.MostModels) {
		t.Error("two of three have both: most, and not all")
	}
	if !own.enoughModelsHave(&rules.Effect{Receivers: rules.ToUnit, When: asks.When}, braced.rule, rules.AllModels) {
		t.Error("all three have the rule of the unit")
	}
}

// What resolves first comes first in a strike, whatever the order of the weapons, and
// groups of one place keep theirs (RULES, Order of groups).
func TestGroupsResolveInTheOrderOfTheEdition(t *testing.T) {
	s := &Strike{}
	s.combat = &rules.Combat{FirstAttackGroups: []rules.AttackGroup{rules.AutomaticHitsGroup, rules.ModelPicksGroup, rules.DeadlyGroup}}
	for want, a := range []*Attack{{hitsAutomatically: true, HasDeadlyHits: true}, {ModelPick: rules.PickModel, HasDeadlyHits: true}, {HasDeadlyHits: true}, {}} {
		if got := s.ResolutionRank(a); got != want {
			t.Errorf("place %d, want %d", got, want)
		}
	}
}

// Like weapons that pick a model are one weapon group with one pick, unless one of them
// resolves earlier, such as by a rule of its bearer that makes it deadly (RULES, Order of groups).
func TestPicksOfAGroupResolveTogether(t *testing.T) {
	s := &Strike{}
	s.Own, s.combat = &Fighter{HeroIndex: NoIndex, weapons: make([]weapon, 2)}, &rules.Combat{FirstAttackGroups: []rules.AttackGroup{rules.DeadlyGroup}}
	pick := func(weapon int, deadly bool) Step {
		return Step{Attack: &Attack{ModelPick: rules.PickModel, HasDeadlyHits: deadly}, weaponIndex: weapon}
	}
	if got := s.joinModelPickSteps([]Step{pick(0, false), pick(1, false)}); len(got) != 1 || len(got[0].JoinedSteps) != 1 {
		t.Errorf("two like weapons are %d groups, want one", len(got))
	}
	if got := s.joinModelPickSteps([]Step{pick(0, true), pick(1, false)}); len(got) != 2 {
		t.Errorf("weapons that resolve at different times are %d groups, want two", len(got))
	}
}
