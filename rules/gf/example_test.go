package gf_test

import (
	"fmt"

	"muster/rules"
	"muster/rules/gf"
)

func ExampleResolve() {
	system, err := rules.Load("gf-3")
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := gf.Resolve(gf.Duel{
		System:   system,
		Scenario: gf.Scenario{Mode: gf.Shooting, Distance: 18, InSight: true},
		Attacker: gf.Side{
			Quality: 4, Defense: 4, Groups: []gf.Group{{Models: 5}},
			Weapons: []gf.Weapon{{Name: "Rifle", Count: 5, Range: 24, Attacks: 1}},
		},
		Target: gf.Side{Quality: 4, Defense: 4, Groups: []gf.Group{{Models: 10}}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.2f wounds expected, none with %.4f\n", result.Target.Wounds.Mean, result.Target.Wounds.PMF[0])
	// Output: 1.25 wounds expected, none with 0.2373
}
