package attack

import "slices"

// states are all states that wounds can bring a unit to.
type states struct {
	// Grid means that the hero can be wounded before the squad is dead; else wounds reach him
	// last.
	Grid      bool
	States    []State
	Survivors []Survivors
	Classes   int // number of classes of Survivors
	Initial   int // index of the state at the start of the fight
	// Block is the number of states with the same Self. Blocks with Self 0, 1, 2, … follow each
	// other in States.
	Block int
	// the number of living models decides the class, not only which parts live
	classedByCount bool
}

// A State is a unit after a number of wounds.
type State struct {
	Squad, Hero int // wounds taken by the squad and by the hero
	Self        int // wounds among these that the enemy did not cause, if Layout tracks them
	Survivors   int // index in states.Survivors
	Victim      int // part that takes the next wound; None when all are dead
	Left        int // wounds left on the model that takes the next one
}

// Survivors are the living models of a unit.
type Survivors struct {
	Alive  []int // number of living models of each part
	Squad  int   // living models without the hero
	Models int   // living models in all
	Class  int   // the same rules are in force for all survivors of a class
}

// A layout selects which states of a unit a fight tells apart.
type layout struct {
	initialOnly bool // the unit cannot be wounded
	tracked     bool // wounds not caused by the enemy are counted in State.Self
}

// needsGrid reports whether the hero can be wounded before the squad is dead.
func (f *Fight) needsGrid(u, enemy *Fighter) bool {
	return u.Hero >= 0 && (enemy.picks || u.isPicked || u.lastHits)
}

// countsModels reports whether rules of the unit or its enemy depend on the number of living
// models in each part.
func (u *Fighter) countsModels(enemy *Fighter) bool {
	return len(u.Parts) > 1 && (u.asksMostModels || enemy.asksEnemy)
}

// stateCount returns the number of states if the cause of wounds is not tracked; grid is
// states.Grid.
func (u *Fighter) stateCount(grid bool) int {
	if grid {
		return (u.SquadWounds + 1) * (u.HeroWounds + 1)
	}
	return u.totalWounds() + 1
}

// layOutStates lays out the states of a unit that has taken a number of wounds before the fight.
func (u *Fighter) layOutStates(wounded int, how layout) {
	squad := min(wounded, u.SquadWounds)
	if how.initialOnly {
		u.States = make([]State, 0, 1)
		u.addState(squad, wounded-squad, make([]int, len(u.Parts)))
		u.Block = 1
		return
	}
	models := 0
	for i := range u.Parts {
		models += u.Parts[i].Models
	}
	u.States = make([]State, 0, u.stateCount(u.Grid))
	u.Survivors = make([]Survivors, 0, models+1)
	room := make([]int, (models+1)*len(u.Parts)) // all survivors, and one to count in
	for s := 0; s <= u.SquadWounds; s++ {
		for h := 0; h <= u.HeroWounds; h++ {
			if h > 0 && s < u.SquadWounds && !u.Grid {
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
	u.Initial, u.Block = u.Index(squad, wounded-squad), len(u.States)
	if !how.tracked {
		return
	}
	for self := 1; self <= u.totalWounds(); self++ {
		for _, st := range u.States[:u.Block] {
			st.Self = self
			u.States = append(u.States, st)
		}
	}
}

// addState adds the state after wounds on the squad and the hero. It reports whether the state's
// survivors are new; then they keep the slice alive.
func (u *Fighter) addState(squad, hero int, alive []int) bool {
	st := State{Squad: squad, Hero: hero}
	st.Victim, st.Left = u.aliveAfter(squad, hero, alive)
	known := len(u.Survivors)
	st.Survivors = u.survivorsIndex(alive)
	u.States = append(u.States, st)
	return len(u.Survivors) > known
}

// aliveAfter fills alive with the living models of each part after wounds on the squad and the
// hero. It returns the part that takes the next wound, and the wounds left on that model.
func (u *Fighter) aliveAfter(squad, hero int, alive []int) (victim, left int) {
	victim = None
	for i, p := range u.Parts {
		hurt := min(squad, p.Models*p.Tough)
		if i == u.Hero {
			hurt = hero
		} else {
			squad -= hurt
		}
		alive[i] = p.Models - hurt/p.Tough
		if alive[i] > 0 && victim == None {
			victim, left = i, p.Tough-hurt%p.Tough
		}
	}
	return victim, left
}

// survivorsIndex returns the index of the survivors with these counts of living models, adding them
// if new. States come in order of wounds, so equal survivors are among the last two.
func (u *Fighter) survivorsIndex(alive []int) int {
	for i := len(u.Survivors) - 1; i >= max(0, len(u.Survivors)-2); i-- {
		if slices.Equal(u.Survivors[i].Alive, alive) {
			return i
		}
	}
	c := Survivors{Alive: alive, Class: u.Classes}
	for i, n := range alive {
		c.Models += n
		if i != u.Hero {
			c.Squad += n
		}
	}
	if !u.classedByCount {
		for i := range u.Survivors {
			if sameParts(u.Survivors[i].Alive, alive) {
				c.Class = u.Survivors[i].Class
				break
			}
		}
	}
	u.Classes = max(u.Classes, c.Class+1)
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

// Index returns the index in States for wounds on the squad and on the hero, all caused by the
// enemy.
func (u *Fighter) Index(squad, hero int) int {
	if u.Grid {
		return squad*(u.HeroWounds+1) + hero
	}
	return squad + hero
}

// At returns the survivors in state st.
func (u *Fighter) At(st int) *Survivors { return &u.Survivors[u.States[st].Survivors] }

// NextVictim returns the part that takes the next wound in state at, the wounds left on that model, and
// how much each wound adds to the index of the state. With heroFirst a living hero takes the wound.
func (u *Fighter) NextVictim(at int, heroFirst bool) (part, left, step int) {
	st := &u.States[at]
	if st.Victim == u.Hero || heroFirst && u.Hero >= 0 && st.Hero < u.HeroWounds {
		return u.Hero, u.HeroWounds - st.Hero, 1
	}
	step = 1
	if u.Grid {
		step = u.HeroWounds + 1
	}
	return st.Victim, st.Left, step
}

// Wounds returns the wounds that the unit has taken since the fight began, in state st.
func (u *Fighter) Wounds(st int) int {
	return u.States[st].Squad + u.States[st].Hero - u.States[u.Initial].Squad - u.States[u.Initial].Hero
}

// CausedByEnemy returns the wounds in state st that the enemy caused, if Layout tracks them.
func (u *Fighter) CausedByEnemy(st int) int { return u.Wounds(st) - u.States[st].Self }

// WoundsLeft returns the wounds that the unit has left in state st.
func (u *Fighter) WoundsLeft(st int) int {
	return u.totalWounds() - u.States[st].Squad - u.States[st].Hero
}

// AtHalf reports whether the unit in state st has half or less of its models left; for a single
// model at the start of the game, half or less of its Tough.
func (u *Fighter) AtHalf(st int) bool {
	if u.start == 1 {
		return 2*u.WoundsLeft(st) <= u.totalWounds()
	}
	return 2*u.At(st).Models <= u.start
}

// AfterLosing returns the state that n more wounds not caused by the enemy lead to from state at,
// first on the squad, then on the hero.
func (u *Fighter) AfterLosing(at, n int) int {
	st := u.States[at]
	squad := min(st.Squad+n, u.SquadWounds)
	return st.Self*u.Block + u.Index(squad, st.Hero+n-(squad-st.Squad))
}

// WithoutParts returns the state that state at becomes when all models of the parts marked in gone
// are removed; neither side caused these wounds. If only some parts of the squad go, as many of the
// first models to die go instead.
func (u *Fighter) WithoutParts(at int, gone []bool) int {
	st := u.States[at]
	squad, hero, n := st.Squad, st.Hero, 0
	for part, is := range gone {
		switch {
		case !is:
		case part == u.Hero:
			hero = u.HeroWounds
		default:
			n += u.At(at).Alive[part]
		}
	}
	for ; n > 0; n-- {
		before := 0
		for i, p := range u.Parts {
			size := p.Models * p.Tough
			if i != u.Hero && squad < before+size {
				squad += p.Tough - (squad-before)%p.Tough
				break
			}
			before += size
		}
	}
	at = u.Index(squad, hero)
	if len(u.States) > u.Block {
		at += (st.Self + squad + hero - st.Squad - st.Hero) * u.Block
	}
	return at
}

// woundsOn returns the wounds taken by a part in state st.
func (u *Fighter) woundsOn(part, st int) int {
	if part == u.Hero {
		return u.States[st].Hero
	}
	left := u.States[st].Squad
	for i := range u.Parts {
		size := u.Parts[i].Models * u.Parts[i].Tough
		if i == part {
			return min(left, size)
		}
		left -= min(left, size)
	}
	return 0
}
