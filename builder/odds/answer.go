package odds

import (
	"iter"

	"muster/rules/dice"
)

// An Answer is the answer to a question about a list, or a duel.
type Answer struct {
	// Sections are of one unit each, first alone and then with partners that fire
	// together with it; a table of all units is one section.
	Sections []Section
	// Targets are the units' opponents; none in a duel.
	Targets []Target
	// ByNumber means that tables call the targets by their numbers, from 1.
	ByNumber bool
	// Units are those that were asked about, with the facts of each.
	Units []Subject
	// Expected names the expectation of a unit, "wounds", and About explains it.
	Expected, About string
	// Report is the answer for scripts, ready for JSON: of a duel, and of a question
	// that asks for it.
	Report any
	// Needs are what the dice of each unit need, where the question asks for that and the game has
	// dice to hit and to save.
	Needs []Needs
	// TooLarge says why a duel's odds are rolled alone; nil if they are exact.
	TooLarge error
}

// Needs are what a unit's dice need against one target.
type Needs struct {
	Unit     string // its id
	Distance int    // of the shots, in inches
	Weapons  []Need
	// Shoots and Charges are the wounds that the target is expected to take.
	Shoots, Charges float64
}

// A Need is what the dice of one of a unit's weapons need.
type Need struct {
	Weapon    string
	Melee     bool
	Hero      bool // the joined hero has it
	Hit, Save int  // the lowest numbers that hit, and that the target saves with
}

// RowsOf are the rows of one of the units in tables of all: alone,
// then together with another.
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

// A Target is one of the units' targets.
type Target struct {
	ID, Name string
	// Legend is a line that tells it from the others, Profile a line with its
	// profile: "10 models, Quality 5+, Defense 5+".
	Legend, Profile string
}

// A Subject is a unit that was asked about.
type Subject struct {
	ID, Name    string
	NotModelled []string // what it has that the odds leave out
	NoCharge    []string // why it charges nobody
}

// A Section is the part of an answer about one unit, or a whole list. A medium
// draws its parts in this order.
type Section struct {
	Title string // "" for what Profile says
	// Facts are the rest of a heading: points, game, foe.
	Facts []string
	// Profile describes the unit in a line, with the circumstances beside the
	// usual; About how the tables are meant. Either may be "".
	Profile, About string
	Tables         []Table
	Key            string // what is to be known to read the tables; "" if nothing
	BarKey         string // what is to be known of the rows with bars; "" if nothing
	Spreads        []Spread
	Asides         []Aside
}

// A Table is figures of one kind of fight, or of a whole one.
type Table struct {
	Columns []Column // the name of the first is the table's title
	Rows    []Row
	// Empty is said in place of a table without rows; "" if nothing is.
	Empty string
	// Below is a line beneath the table, or "".
	Below string
	// Targets means that each unit has a row, and the last columns are the targets.
	Targets bool
	// Upright means that the table has many columns and few rows: it is best
	// drawn with a line for each column.
	Upright bool
}

// Title is the table's subject.
func (t *Table) Title() string { return t.Columns[0].Name }

// A Column has the kind of its cells. Columns without a name or a figure are there to
// keep the others in place.
type Column struct {
	Name string
	Kind Kind
}

// A Row is the damage of one unit to one target, or to each of them; or the outcome
// for one side of a fight.
type Row struct {
	Unit   int    // the place of who does it among the answer's units
	Target int    // that of the target, where the row is about one
	Way    string // how, in a word or two: "Charge"
	Cells  []Cell // by column
	// Effects are the expectations for the target, or for each target.
	Effects []Effect
	// Bar means that the row stands for its way when they are drawn as bars.
	Bar bool
}

// Best is the place of the column of the cell that is marked; -1 if none is.
func (r *Row) Best() int {
	for i := range r.Cells {
		if r.Cells[i].Best {
			return i
		}
	}
	return -1
}

// A Cell is the content of a column in a row.
type Cell struct {
	Text string // of words
	More string // of a name: what is not to be cut off from it
	// Figures are one number, or one for each of several circumstances; none
	// where there is nothing to say.
	Figures []float64
	Best    bool // of its row or column
}

// Write returns a cell of a column of kind k for people: its figures, or one for all if they
// read the same.
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

// An Effect is an expectation for a target.
type Effect struct {
	Kind  Kind    // Mean, or Chance for what is lost or not; Words for nothing
	Value float64 // wounds or figures, or the chance
	Share float64 // of the target that is destroyed, from 0 to 1
	Ways  Ways
}

// Ways are an effect's values by shooting and by charging apart.
type Ways struct{ Shooting, Charging float64 }

// Larger returns the larger of both.
func (w Ways) Larger() float64 { return max(w.Shooting, w.Charging) }

// Write writes an effect for people; "" for an attack that cannot be made.
func (e Effect) Write() string {
	if e.Kind == Words {
		return ""
	}
	return e.Kind.Write(e.Value)
}

// A Spread is the distribution of a number, and the name of its unit of measure.
type Spread struct {
	Title string
	dice.Spread
	// Fight is the outcome for both sides of the fight, after its last spread.
	Fight *Table
}

// An Aside is a remark beside the figures.
type Aside struct {
	Kind AsideKind
	Unit string // the id of whom it is about, or ""
	Text string
}

// AsideKind is the subject of an aside.
type AsideKind uint8

// Subjects of asides: the state of a unit or a fight; parts of a unit without a part in a
// fight; unexplained rules; impossible actions; targets that the unit cannot pin; rules that a
// player could use and does not; choices that the players made.
const (
	Note AsideKind = iota
	NoPart
	NotModelled
	Cannot
	NeverPins
	CouldBeUsed
	Chosen
)

// A Report is a question's answer for scripts.
type Report struct {
	List    string `json:"list"`
	System  string `json:"system"`
	Against string `json:"against"`
	Units   any    `json:"units,omitempty"` // in games that say something of each
	Pairs   any    `json:"pairs"`
}

// AboutTables explains the figures of all units against all targets.
const AboutTables = "Points destroyed for every 100 points spent, without routs; * is a unit's best target."

// Repeated holds mean numbers of equal attacks, +Inf for never: until the target is at half
// strength or broken, and until it is destroyed.
type Repeated struct{ Half, Destroyed float64 }
