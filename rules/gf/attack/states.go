package attack

import "slices"

// states is every state that wounds can bring a unit to.
type states struct {
	// Grid means that the hero can be wounded before the squad is dead; else
	// wounds reach him last.
	Grid           bool
	States         []State
	Survivors      []Survivors
	Classes        int // of Survivors
	Initial        int // the state in which the unit begins
	Block          int // states that differ in more than Self
	classedByCount bool
}

// A State is what wounds have made of a unit.
type State struct {
	Squad, Hero int // wounds taken
	Self        int // those of them that the enemy has not caused, where those are tracked
	Survivors   int // index of who is alive
	Victim      int // the part that takes the next wound; None when all are dead
	Left        int // wounds until that model is dead
}

// Survivors is who of a unit is alive.
type Survivors struct {
	Alive  []int // models of each part
	Squad  int   // models without the hero
	Models int
	Class  int // those of one class differ in numbers only, not in what rules hold
}

// A layout says which states of a unit a fight distinguishes.
type layout struct {
	initialOnly bool // only the one in which it begins: it is never attacked
	tracked     bool // wounds that the enemy has not caused from others
}

// needsGrid reports whether the hero can be wounded before the squad is dead.
func (f *Fight) needsGrid(u, enemy *Unit) bool {
	return u.Hero >= 0 && (enemy.picks || u.isPicked || u.lastHits)
}

// countsModels reports whether it matters for the unit's rules, or for its enemy's, how
// many models of each part are alive, and not only of which.
func (u *Unit) countsModels(enemy *Unit) bool {
	return len(u.Parts) > 1 && (u.asksMostModels || enemy.asksEnemy)
}

// stateCount is how many states a unit has that takes wounds of which none are tracked.
func (u *Unit) stateCount(grid bool) int {
	if grid {
		return (u.SquadWounds + 1) * (u.HeroWounds + 1)
	}
	return u.totalWounds() + 1
}

// layOutStates lays out the states of a unit that has taken so many wounds.
func (u *Unit) layOutStates(wounded int, how layout) {
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
	room := make([]int, (models+1)*len(u.Parts)) // for all survivors, and one to count in
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

// addState adds a state, counted in alive, and reports whether its survivors are
// new; then alive belongs to them.
func (u *Unit) addState(squad, hero int, alive []int) bool {
	st := State{Squad: squad, Hero: hero}
	st.Victim, st.Left = u.aliveAfter(squad, hero, alive)
	known := len(u.Survivors)
	st.Survivors = u.survivorsIndex(alive)
	u.States = append(u.States, st)
	return len(u.Survivors) > known
}

// aliveAfter finds who lives after so many wounds on the squad and the hero: the
// models of each part, which part takes the next wound, and how many wounds
// kill that model.
func (u *Unit) aliveAfter(squad, hero int, alive []int) (victim, left int) {
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

// survivorsIndex is the index of the survivors of whom so many of each part live.
// Wounds come in order, with and without the hero: if they are there already they
// are among the last two.
func (u *Unit) survivorsIndex(alive []int) int {
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

// sameParts reports whether the same parts have models alive.
func sameParts(a, b []int) bool {
	for i := range a {
		if (a[i] > 0) != (b[i] > 0) {
			return false
		}
	}
	return true
}

// Index is the place among States of so many wounds on the squad and the hero, of
// which none are tracked.
func (u *Unit) Index(squad, hero int) int {
	if u.Grid {
		return squad*(u.HeroWounds+1) + hero
	}
	return squad + hero
}

// At is who is alive in a state.
func (u *Unit) At(st int) *Survivors { return &u.Survivors[u.States[st].Survivors] }

// Next is the part that takes the next wound in a state, the wounds that kill the
// model, and how far each of them moves the state's index. heroFirst wounds the
// hero as long as he lives.
func (u *Unit) Next(at int, heroFirst bool) (part, left, step int) {
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

// Wounds is the wounds taken in a state since the fight began.
func (u *Unit) Wounds(st int) int {
	return u.States[st].Squad + u.States[st].Hero - u.States[u.Initial].Squad - u.States[u.Initial].Hero
}

// Caused is what of the wounds the enemy has caused, where that is tracked.
func (u *Unit) Caused(st int) int { return u.Wounds(st) - u.States[st].Self }

// Left is the wounds that the unit has left in a state.
func (u *Unit) Left(st int) int { return u.totalWounds() - u.States[st].Squad - u.States[st].Hero }

// Half reports whether a unit has half or less of its models left; one that began
// the game with a single model, half or less of its Tough.
func (u *Unit) Half(st int) bool {
	if u.start == 1 {
		return 2*u.Left(st) <= u.totalWounds()
	}
	return 2*u.At(st).Models <= u.start
}

// AfterLosing is the state in which the unit has lost so many wounds more that the enemy
// has not caused: first of the squad, then of the hero.
func (u *Unit) AfterLosing(at, n int) int {
	st := u.States[at]
	squad := min(st.Squad+n, u.SquadWounds)
	return st.Self*u.Block + u.Index(squad, st.Hero+n-(squad-st.Squad))
}

// Without is the state in which the models of some parts are removed, which counts
// as caused by neither side. Where not all of the squad go, as many go of those who die
// first.
func (u *Unit) Without(at int, gone []bool) int {
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

// woundsOn is the wounds on a part in a state.
func (u *Unit) woundsOn(part, st int) int {
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
