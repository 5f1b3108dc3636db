package preview

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"muster/builder/gf"
	"muster/catalog"
	combat "muster/rules/gf"
)

// The chain of an attack has the odds of what is left of its target, for all units of the examples, each
// against each.
func TestTheChainIsWhatIsLeft(t *testing.T) {
	files, err := filepath.Glob("../../../examples/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	units := map[string][]Combatant{} // by game
	armies := map[string]*gf.Army{}
	for _, file := range files {
		army, err := gf.Load(os.DirFS(filepath.Dir(file)), filepath.Base(file), catalog.NewLibrary())
		if err != nil { // of another game, or no list
			continue
		}
		units[army.Game.ID], armies[army.Game.ID] = append(units[army.Game.ID], Combatants(army)...), army
	}
	met := 0
	for id, all := range units {
		game := armies[id].Game
		for i := range all {
			for j := range all {
				for _, mode := range []combat.Mode{combat.Shooting, combat.Melee} {
					s, by, target := combat.Scenario{Mode: mode, Distance: 12, InSight: true}, &all[i], &all[j]
					chain, err := combat.WoundsByWoundsTaken(duelOf(game, by.withRulesAgainst(target), target.withRulesAgainst(by), s))
					if err != nil {
						t.Fatal(err)
					}
					r := repeatedAttack{game: game, Pair: &Pair{Unit: by, Target: target}, woundsPerModel: target.Side.ToughByGroup(game)}
					for taken := range max(0, len(chain)-1) {
						left, _ := r.targetAfter(taken)
						want, err := combat.Wounds(duelOf(game, by.withRulesAgainst(&left), left.withRulesAgainst(by), s))
						if err != nil || len(want) != len(chain[taken]) {
							t.Fatalf("%s: %s on %s, %s, %d wounds taken: %v, should be %v, %v", id, by.Name, target.Name, mode, taken, chain[taken], want, err)
						}
						for more, p := range want {
							if math.Abs(p-chain[taken][more]) > 1e-12 {
								t.Errorf("%s: %s on %s, %s, %d wounds taken: %d more have the chance %g, should be %g", id, by.Name, target.Name, mode, taken, more, chain[taken][more], p)
							}
						}
						met++
					}
				}
			}
		}
	}
	if met < 1000 {
		t.Errorf("%d steps of chains", met)
	}
}
