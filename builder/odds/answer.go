package odds

import (
	"iter"

	"muster/rules/dice"
)

// An Answer answers a question about a list, or a duel.
type Answer struct {
	// Sections are about one unit each, first alone and then with partners that fire together with
	// it; or one section is a table of all units.
	Sections []Section
	// Targets are the units' opponents; none in a duel.
	Targets []Target
	// ByNumber means that tables name the targets by their numbers, from 1.
	ByNumber bool
	// Units are the units of the question, with facts about each.
	Units []Subject
	// Expected names the number expected of a unit, such as "wounds", and About explains it.
	Expected, About string
	// Report is the answer for scripts, ready for JSON: for a duel, and for a question that asks
	// for it.
	Report any
	// Needs are what the dice of each unit need, if the question asks for that and the game has
	// dice to hit and to save.
	Needs []Needs
	// TooLarge says why a duel has no exact odds but only rolled ones; nil if they are exact.
	TooLarge error
}

// Needs are what the dice of a unit need against one target.
type Needs struct {
	Unit     string // id of the unit
	Distance int    // of the shots, in inches
	Weapons  []Need
	// Shoots and Charges are the expected wounds on the target from shooting and from charging.
	Shoots, Charges float64
}

// A Need is what the dice of one of a unit's weapons need.
type Need struct {
	Weapon    string
	Melee     bool
	Hero      bool // the joined hero has it
	Hit, Save int  // lowest dice that hit, and with which the target saves
}

// RowsOf yields the rows of one unit, by its index in Units, in tables of all units: alone, then
// together with others.
func (a *Answer) RowsOf(unit int) iter.Seq[*Row] {
	return func(yield func(*Row) bool) {
		for _, s := range a.Sections {
			for i := range s.Tables[0].Rows {
				for j := range s.Tables {
					if row := &s.Tables[j].Rows[i]; row.Unit == unit && !yield(row) {
						return
					}
				}
			}
		}
	}
}

// A Target is an opponent of the units.
type Target struct {
	ID, Name string
	// Legend is a line that identifies the target; Profile is a line such as "10 models, Quality
	// 5+, Defense 5+".
	Legend, Profile string
}

// A Subject is a unit of the question.
type Subject struct {
	ID, Name    string
	NotModelled []string // names of its rules and weapons that the odds leave out
	NoCharge    []string // reasons why it cannot charge anybody
}

// A Section is the part of an answer about one unit, or about a whole list. Its parts are shown in
// this order.
type Section struct {
	Title string // "" if Profile says enough
	// Facts are the rest of the heading: points, game, foe.
	Facts []string
	// Profile describes the unit in a line, together with unusual circumstances. About says how to
	// read the tables. Either may be "".
	Profile, About string
	Tables         []Table
	Key            string // explanation of the tables' signs; "" if none is needed
	BarKey         string // explanation of the rows with bars; "" if none is needed
	Spreads        []Spread
	Asides         []Aside
}

// A Table is numbers about one kind of fight, or about a whole fight.
type Table struct {
	Columns []Column // the name of the first is the table's title
	Rows    []Row
	// Empty is the text in place of a table without rows; "" for none.
	Empty string
	// Below is a line under the table, or "".
	Below string
	// Targets means that each unit has a row and each target a column, after other columns.
	Targets bool
	// Transposed means that the table has many columns and few rows, so that a line for each column
	// is better.
	Transposed bool
}

// Title returns the subject of the table.
func (t *Table) Title() string { return t.Columns[0].Name }

// A Column has cells of one kind. A column without a name and numbers keeps the other columns in
// place.
type Column struct {
	Name string
	Kind Kind
}

// A Row is the damage of one unit to one target or to each target; or the outcome of a fight for
// one side.
type Row struct {
	Unit   int    // index of the attacker in Answer.Units
	Target int    // index in Answer.Targets, if the row is about one target
	Way    string // action in a word or two, such as "Charge"
	Cells  []Cell // by column
	// Effects are the expected results for the target, or for each target.
	Effects []Effect
	// Bar marks the one row for its action that is drawn as a bar.
	Bar bool
}

// BestColumn returns the index of the marked cell; -1 if none is.
func (r *Row) BestColumn() int {
	for i := range r.Cells {
		if r.Cells[i].Best {
			return i
		}
	}
	return -1
}

// A Cell is the content of a column in a row.
type Cell struct {
	Text string // for columns of words
	More string // text after a name that must not be cut off from it
	// Figures are one number, or one number for each of several circumstances; none if there is
	// nothing to say.
	Figures []float64
	Best    bool // marked as the best of its row or column
}

// Write returns a cell of a column of kind k for people: its numbers, or one for all if they read
// the same.
func (c *Cell) Write(k Kind) string {
	if c.Figures == nil {
		return c.Text + c.More
	}
	text, differ := k.Write(c.Figures[0]), false
	all := text
	for _, x := range c.Figures[1:] {
		one := k.Write(x)
		differ = differ || one != text
		all += "/" + one
	}
	if differ {
		text = all
	}
	if c.Best {
		text += "*"
	}
	return text
}

// An Effect is an expected result for a target.
type Effect struct {
	Kind  Kind     // Mean, or Chance for a target that is lost or not; Words for no effect
	Value float64  // wounds or figures (miniatures) lost, or the chance
	Share float64  // share of the target that is destroyed, 0 to 1
	Ways  ByAction // Value by action
}

// ByAction holds a value for shooting and one for charging.
type ByAction struct{ Shooting, Charging float64 }

// Larger returns the larger of both.
func (w ByAction) Larger() float64 { return max(w.Shooting, w.Charging) }

// Text returns the effect for people; "" for an attack that cannot be made.
func (e Effect) Text() string {
	if e.Kind == Words {
		return ""
	}
	return e.Kind.Write(e.Value)
}

// A Spread is the distribution of a number, titled by what is counted.
type Spread struct {
	Title string
	dice.Spread
	// Fight is the outcome of the fight for both sides, shown after the last of its spreads; nil
	// for the others.
	Fight *Table
}

// An Aside is a remark beside the numbers.
type Aside struct {
	Kind AsideKind
	Unit string // id of the unit that it is about, or ""
	Text string
}

// AsideKind is the subject of a remark.
type AsideKind uint8

const (
	Note        AsideKind = iota // the state of a unit or a fight
	Unused                       // parts of a unit that take no part in fights
	NotModelled                  // rules with unknown effects
	Cannot                       // impossible actions
	NeverPins                    // targets that the unit cannot pin
	CouldBeUsed                  // optional rules that the player does not use
	Chosen                       // effects that the players picked
)

// A Report is the answer to a question for scripts.
type Report struct {
	List    string `json:"list"`
	System  string `json:"system"`
	Against string `json:"against"`
	Units   any    `json:"units,omitempty"` // in games whose answers describe each unit
	Pairs   any    `json:"pairs"`
}

// AboutTables explains the numbers in a table of all units against all targets.
const AboutTables = "Points destroyed for every 100 points spent, without routs; * is a unit's best target."

// Repeated holds mean numbers of equal attacks, +Inf for never: until the target is at half
// strength or broken, and until it is destroyed.
type Repeated struct{ Half, Destroyed float64 }
