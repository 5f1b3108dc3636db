package attack

import "slices"

// states holds all states that wounds can bring a unit to.
type states struct {
	// HeroExposed means that the hero can be wounded before the squad is dead; otherwise wounds
	// reach him last.
	HeroExposed     bool
	States          []State
	Survivors       []Survivors
	RulesClassCount int // number of classes; see Survivors.RulesClass
	InitialState    int // index of the state at the start of the fight
	// StatesPerNonEnemyWounds is the number of states with the same NonEnemyWounds. Blocks with
	// NonEnemyWounds 0, 1, 2, … follow each other in States.
	StatesPerNonEnemyWounds int
	// the class depends on the number of living models, not only on which parts live
	classNeedsModelCount bool
}

// A State is a unit after a number of wounds.
type State struct {
	SquadWounds, HeroWounds int // wounds taken by the squad and by the hero
	// how many of these wounds the enemy did not cause, if LayOutStates tracks them
	NonEnemyWounds   int
	SurvivorsIndex   int // index in states.Survivors
	VictimPart       int // part that takes the next wound; NoIndex when all are dead
	VictimWoundsLeft int // wounds left on the model that takes the next one
}

// Survivors are the living models of a unit.
type Survivors struct {
	AliveByPart []int // number of living models of each part
	SquadModels int   // living models without the hero
	AllModels   int   // living models in all
	RulesClass  int   // number of the class; all survivors of a class have the same rules in force
}

// A stateLayout selects which states of a unit a fight tells apart.
type stateLayout struct {
	onlyInitialState     bool // the unit cannot be wounded
	tracksNonEnemyWounds bool // wounds not caused by the enemy are counted in State.NonEnemyWounds
}

// exposesHero reports whether the hero can be wounded before the squad is dead.
func (f *Fight) exposesHero(u, enemy *Fighter) bool {
	return u.HeroIndex >= 0 && (enemy.picksModels || u.modelsArePicked || u.dealsSacrificeHits)
}

// needsModelCounts reports whether rules of the unit or its enemy depend on the number of living
// models in each part.
func (u *Fighter) needsModelCounts(enemy *Fighter) bool {
	return len(u.Parts) > 1 && (u.requiresMostModels || enemy.dependsOnEnemyStats)
}

// stateCount returns the number of states if the cause of wounds is not tracked. grid means that
// the hero can be wounded before the squad is dead, so that wounds on both count separately.
func (u *Fighter) stateCount(grid bool) int {
	if grid {
		return (u.SquadWounds + 1) * (u.HeroWounds + 1)
	}
	return u.totalWounds() + 1
}

// layOutStates computes the states of a unit that has taken a number of wounds before the fight.
func (u *Fighter) layOutStates(wounded int, how stateLayout) {
	squad := min(wounded, u.SquadWounds)
	if how.onlyInitialState {
		u.States = make([]State, 0, 1)
		u.addState(squad, wounded-squad, make([]int, len(u.Parts)))
		u.StatesPerNonEnemyWounds = 1
		return
	}
	models := 0
	for i := range u.Parts {
		models += u.Parts[i].Models
	}
	u.States = make([]State, 0, u.stateCount(u.HeroExposed))
	u.Survivors = make([]Survivors, 0, models+1)
	room := make([]int, (models+1)*len(u.Parts)) // all survivors, and one to count in
	for s := 0; s <= u.SquadWounds; s++ {
		for h := 0; h <= u.HeroWounds; h++ {
			if h > 0 && s < u.SquadWounds && !u.HeroExposed {
				break
			}
			if len(room) < len(u.Parts) {
				room = make([]int, (models+1)*len(u.Parts))
			}
			if u.addState(s, h, room[:len(u.Parts):len(u.Parts)]) {
				room = room[len(u.Parts):]
			}
		}
	}
	u.InitialState, u.StatesPerNonEnemyWounds = u.StateIndex(squad, wounded-squad), len(u.States)
	if !how.tracksNonEnemyWounds {
		return
	}
	for self := 1; self <= u.totalWounds(); self++ {
		for _, st := range u.States[:u.StatesPerNonEnemyWounds] {
			st.NonEnemyWounds = self
			u.States = append(u.States, st)
		}
	}
}

// addState adds the state after wounds on the squad and the hero. It reports whether the state's
// survivors are new; if so, they keep the slice alive.
func (u *Fighter) addState(squad, hero int, alive []int) bool {
	st := State{SquadWounds: squad, HeroWounds: hero}
	st.VictimPart, st.VictimWoundsLeft = u.countAliveAfter(squad, hero, alive)
	known := len(u.Survivors)
	st.SurvivorsIndex = u.survivorsIndex(alive)
	u.States = append(u.States, st)
	return len(u.Survivors) > known
}

// countAliveAfter sets alive to the number of living models of each part after wounds on the squad
// and the hero. It returns the part that takes the next wound, and the wounds left on that model.
func (u *Fighter) countAliveAfter(squad, hero int, alive []int) (victim, left int) {
	victim = NoIndex
	for i, p := range u.Parts {
		hurt := min(squad, p.Models*p.Tough)
		if i == u.HeroIndex {
			hurt = hero
		} else {
			squad -= hurt
		}
		alive[i] = p.Models - hurt/p.Tough
		if alive[i] > 0 && victim == NoIndex {
			victim, left = i, p.Tough-hurt%p.Tough
		}
	}
	return victim, left
}

// survivorsIndex returns the index of the survivors with these numbers of living models, and adds
// the survivors if they are new. States come in order of wounds, so equal survivors are among the
// last two.
func (u *Fighter) survivorsIndex(alive []int) int {
	for i := len(u.Survivors) - 1; i >= max(0, len(u.Survivors)-2); i-- {
		if slices.Equal(u.Survivors[i].AliveByPart, alive) {
			return i
		}
	}
	c := Survivors{AliveByPart: alive, RulesClass: u.RulesClassCount}
	for i, n := range alive {
		c.AllModels += n
		if i != u.HeroIndex {
			c.SquadModels += n
		}
	}
	if !u.classNeedsModelCount {
		for i := range u.Survivors {
			if sameParts(u.Survivors[i].AliveByPart, alive) {
				c.RulesClass = u.Survivors[i].RulesClass
				break
			}
		}
	}
	u.RulesClassCount = max(u.RulesClassCount, c.RulesClass+1)
	u.Survivors = append(u.Survivors, c)
	return len(u.Survivors) - 1
}

// sameParts reports whether the same parts have living models in a and b.
func sameParts(a, b []int) bool {
	for i := range a {
		if (a[i] > 0) != (b[i] > 0) {
			return false
		}
	}
	return true
}

// StateIndex returns the index of the state after wounds on the squad and on the hero, all caused
// by the enemy.
func (u *Fighter) StateIndex(squad, hero int) int {
	if u.HeroExposed {
		return squad*(u.HeroWounds+1) + hero
	}
	return squad + hero
}

// SurvivorsIn returns the survivors in state st.
func (u *Fighter) SurvivorsIn(st int) *Survivors { return &u.Survivors[u.States[st].SurvivorsIndex] }

// NextVictim returns the part that takes the next wound in state at, the wounds left on that model,
// and the increase of the state's index by each wound. With heroFirst a living hero takes the
// wound.
func (u *Fighter) NextVictim(at int, heroFirst bool) (part, left, step int) {
	st := &u.States[at]
	if st.VictimPart == u.HeroIndex || heroFirst && u.HeroIndex >= 0 && st.HeroWounds < u.HeroWounds {
		return u.HeroIndex, u.HeroWounds - st.HeroWounds, 1
	}
	step = 1
	if u.HeroExposed {
		step = u.HeroWounds + 1
	}
	return st.VictimPart, st.VictimWoundsLeft, step
}

// Wounds returns the number of wounds in state st that the unit has taken since the fight began.
func (u *Fighter) Wounds(st int) int {
	return u.States[st].SquadWounds + u.States[st].HeroWounds - u.States[u.InitialState].SquadWounds - u.States[u.InitialState].HeroWounds
}

// WoundsByEnemy returns the number of wounds in state st caused by the enemy, if LayOutStates
// tracks them.
func (u *Fighter) WoundsByEnemy(st int) int { return u.Wounds(st) - u.States[st].NonEnemyWounds }

// WoundsLeft returns the number of wounds that the unit has left in state st.
func (u *Fighter) WoundsLeft(st int) int {
	return u.totalWounds() - u.States[st].SquadWounds - u.States[st].HeroWounds
}

// AtHalfStrength reports whether the unit in state st has half or less of its models left; for a
// unit of one model at the start of the game, half or less of its Tough.
func (u *Fighter) AtHalfStrength(st int) bool {
	if u.startModels == 1 {
		return 2*u.WoundsLeft(st) <= u.totalWounds()
	}
	return 2*u.SurvivorsIn(st).AllModels <= u.startModels
}

// StateAfterNonEnemyWounds returns the state that follows state at after n more wounds, not caused
// by the enemy, first on the squad, then on the hero.
func (u *Fighter) StateAfterNonEnemyWounds(at, n int) int {
	st := u.States[at]
	squad := min(st.SquadWounds+n, u.SquadWounds)
	return st.NonEnemyWounds*u.StatesPerNonEnemyWounds + u.StateIndex(squad, st.HeroWounds+n-(squad-st.SquadWounds))
}

// StateWithoutParts returns the state after all models of the parts marked in gone are removed in
// state at; neither side causes these wounds. If only some parts of the squad go, the first models
// to die go instead, in the same number.
func (u *Fighter) StateWithoutParts(at int, gone []bool) int {
	st := u.States[at]
	squad, hero, n := st.SquadWounds, st.HeroWounds, 0
	for part, is := range gone {
		switch {
		case !is:
		case part == u.HeroIndex:
			hero = u.HeroWounds
		default:
			n += u.SurvivorsIn(at).AliveByPart[part]
		}
	}
	for ; n > 0; n-- {
		before := 0
		for i, p := range u.Parts {
			size := p.Models * p.Tough
			if i != u.HeroIndex && squad < before+size {
				squad += p.Tough - (squad-before)%p.Tough
				break
			}
			before += size
		}
	}
	at = u.StateIndex(squad, hero)
	if len(u.States) > u.StatesPerNonEnemyWounds {
		at += (st.NonEnemyWounds + squad + hero - st.SquadWounds - st.HeroWounds) * u.StatesPerNonEnemyWounds
	}
	return at
}

// woundsOn returns the number of wounds taken by a part in state st.
func (u *Fighter) woundsOn(part, st int) int {
	if part == u.HeroIndex {
		return u.States[st].HeroWounds
	}
	left := u.States[st].SquadWounds
	for i := range u.Parts {
		size := u.Parts[i].Models * u.Parts[i].Tough
		if i == part {
			return min(left, size)
		}
		left -= min(left, size)
	}
	return 0
}
