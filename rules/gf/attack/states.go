package attack

import "slices"

// states are all states that wounds can bring a unit to.
type states struct {
	// Grid means that the hero can be wounded before the squad is dead; else wounds reach him
	// last.
	Grid           bool
	States         []State
	Survivors      []Survivors
	Classes        int // number of classes of Survivors
	Initial        int // index of the first state
	Block          int // number of states with the same Self
	classedByCount bool
}

// A State is a unit after some wounds.
type State struct {
	Squad, Hero int // wounds taken
	Self        int // of these, wounds not caused by the enemy, if tracked
	Survivors   int // index
	Victim      int // the part that takes the next wound; None when all are dead
	Left        int // wounds until that model dies
}

// Survivors are the living models of a unit.
type Survivors struct {
	Alive  []int // by part
	Squad  int   // models without the hero
	Models int
	Class  int // the same rules hold for all survivors of a class
}

// A layout selects the states of a unit that a fight sets apart.
type layout struct {
	initialOnly bool // the unit is never attacked
	tracked     bool // wounds not caused by the enemy are set apart
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

// stateCount returns the number of states without tracked wounds.
func (u *Fighter) stateCount(grid bool) int {
	if grid {
		return (u.SquadWounds + 1) * (u.HeroWounds + 1)
	}
	return u.totalWounds() + 1
}

// layOutStates lays out the states of a unit with wounds taken before the fight.
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

// addState adds a state and reports whether its survivors are new; then they own alive.
func (u *Fighter) addState(squad, hero int, alive []int) bool {
	st := State{Squad: squad, Hero: hero}
	st.Victim, st.Left = u.aliveAfter(squad, hero, alive)
	known := len(u.Survivors)
	st.Survivors = u.survivorsIndex(alive)
	u.States = append(u.States, st)
	return len(u.Survivors) > known
}

// aliveAfter counts the living models of each part after wounds on the squad and the hero. It
// returns the part that takes the next wound, and the wounds left on that model.
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

// survivorsIndex returns the index of the survivors with these counts, adding them if new. States
// come in order of wounds, so equal survivors are among the last two.
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

// sameParts reports whether the same parts have living models.
func sameParts(a, b []int) bool {
	for i := range a {
		if (a[i] > 0) != (b[i] > 0) {
			return false
		}
	}
	return true
}

// Index returns the index in States for wounds on the squad and the hero, none tracked.
func (u *Fighter) Index(squad, hero int) int {
	if u.Grid {
		return squad*(u.HeroWounds+1) + hero
	}
	return squad + hero
}

// At returns the survivors in a state.
func (u *Fighter) At(st int) *Survivors { return &u.Survivors[u.States[st].Survivors] }

// Next returns the part that takes the next wound in a state, the wounds left on that model, and
// the change of the state's index per wound. heroFirst wounds the hero while he lives.
func (u *Fighter) Next(at int, heroFirst bool) (part, left, step int) {
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

// Wounds returns the wounds taken in a state since the fight began.
func (u *Fighter) Wounds(st int) int {
	return u.States[st].Squad + u.States[st].Hero - u.States[u.Initial].Squad - u.States[u.Initial].Hero
}

// Caused returns the wounds that the enemy caused, if they are tracked.
func (u *Fighter) Caused(st int) int { return u.Wounds(st) - u.States[st].Self }

// Left returns the wounds that the unit has left in a state.
func (u *Fighter) Left(st int) int { return u.totalWounds() - u.States[st].Squad - u.States[st].Hero }

// Half reports whether a unit has half or less of its models left; for a single model at the
// start of the game, half or less of its Tough.
func (u *Fighter) Half(st int) bool {
	if u.start == 1 {
		return 2*u.Left(st) <= u.totalWounds()
	}
	return 2*u.At(st).Models <= u.start
}

// AfterLosing returns the state after n more wounds not caused by the enemy, first on the squad,
// then on the hero.
func (u *Fighter) AfterLosing(at, n int) int {
	st := u.States[at]
	squad := min(st.Squad+n, u.SquadWounds)
	return st.Self*u.Block + u.Index(squad, st.Hero+n-(squad-st.Squad))
}

// Without returns the state without the models of some parts; neither side caused these wounds.
// If only a part of the squad goes, as many of the first to die go instead.
func (u *Fighter) Without(at int, gone []bool) int {
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

// woundsOn returns the wounds on a part in a state.
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
