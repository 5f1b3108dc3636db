package odds

import (
	"iter"

	"muster/report"
	"muster/rules/dice"
)

// An Answer is the answer to a question about a list, or to a duel.
type Answer struct {
	// Sections are the parts of the answer. Each is about one unit, alone or together with partners
	// that fire with it; or one section has tables of all units.
	Sections []Section
	// Targets are the units' opponents; none in a duel.
	Targets []Target
	// Units are the units of the question, with facts about each.
	Units []UnitRemarks
	// ExpectedQuantity names what the expected numbers count, such as "wounds".
	// ExpectedQuantityNote explains them.
	ExpectedQuantity, ExpectedQuantityNote string
	// Report is the answer as data for scripts, to be written as JSON; nil if the question does not
	// ask for it.
	Report any
	// NeededRolls holds the dice results that each unit needs, if the question asks for them and
	// the game has dice to hit and to save.
	NeededRolls []NeededRolls
	// WhyOnlySimulated says why the fight of a duel was only simulated by rolling dice; nil if its
	// odds are exact.
	WhyOnlySimulated error
}

// NeededRolls holds the dice results that a unit needs against one target.
type NeededRolls struct {
	UnitID   string // id of the unit
	Distance int    // distance of the shots, in inches
	Weapons  []WeaponRolls
	// ShootingWounds and ChargingWounds are the expected wounds on the target from shooting and
	// from charging.
	ShootingWounds, ChargingWounds float64
}

// WeaponRolls holds the dice results that one weapon of a unit needs.
type WeaponRolls struct {
	Weapon           string
	IsMelee          bool
	CarriedByHero    bool // the joined hero carries the weapon
	HitDie, BlockDie int  // lowest die that hits, and lowest die that saves the target from a wound
}

// RowsOf yields the attacks of one unit, given by its index in Units, in tables of all units: first
// the unit alone, then together with others.
func (a *Answer) RowsOf(unit int) iter.Seq[*AttackRow] {
	return func(yield func(*AttackRow) bool) {
		for _, s := range a.Sections {
			for i := range s.Tables[0].Attacks {
				for j := range s.Tables {
					if row := &s.Tables[j].Attacks[i]; row.UnitIndex == unit && !yield(row) {
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
	// IdentityLine is a line that identifies the target; Profile is a line such as "10 models,
	// Quality 5+, Defense 5+".
	IdentityLine, Profile string
}

// UnitRemarks holds remarks on a unit of the question.
type UnitRemarks struct {
	ID, Name    string
	NotModelled []string // names of its rules and weapons that the odds leave out
	WhyNoCharge []string // reasons why it cannot charge any target
}

// A Section is the part of an answer about one unit, or about a whole list. Its parts are shown in
// this order.
type Section struct {
	Title string // "" if Profile says enough
	// Facts are short texts after the title: points, game, foe.
	Facts []string
	// Profile describes the unit in one line, with the unusual circumstances of its fights.
	// ReadingHint says how to read the tables. Either may be "".
	Profile, ReadingHint string
	Tables               []Table
	SignsLegend          string // explanation of the signs in the tables; "" if none is needed
	BarsLegend           string // explanation of the bars in the rows; "" if none is needed
	Spreads              []Spread
	Remarks              []Remark
}

// A Table has the odds of one kind of attack for many units, or of one whole fight.
type Table struct {
	report.Table
	// Attacks describes each row; nil for a table of outcomes, whose rows are no attacks.
	Attacks []AttackRow
	// EmptyText stands in place of a table without rows; "" for none.
	EmptyText string
	// Footer is a line under the table; "" for none.
	Footer string
}

// HasTargetColumns reports whether each unit has a row and each target a column.
func (t *Table) HasTargetColumns() bool { return t.RepeatedColumnCount > 0 }

// An AttackRow describes a row of a table: the attacks of one unit on one target, or on each target.
type AttackRow struct {
	UnitIndex   int    // index of the attacker in Answer.Units
	TargetIndex int    // index in Answer.Targets, if the row is about one target
	Action      string // action in a word or two, such as "Charge"
	// Effects are the expected results for the target, or for each target.
	Effects []Effect
	// BestIndex is, in a table with a column for each target, the index in Effects of the attack that
	// destroys the most points; -1 if none destroys any. In other tables it is 0.
	BestIndex int
	// DrawBar marks the one row of an action that is drawn as a bar.
	DrawBar bool
}

// An Effect is an expected result for a target.
type Effect struct {
	// how Value reads: MeanCell for expected losses, ChanceCell for the chance to destroy the target,
	// WordsCell for no effect
	Kind          CellKind
	Value         float64      // wounds or figures (miniatures) lost, or the chance
	LostShare     float64      // share of the target that is expected to be destroyed, 0 to 1
	LostPer100    float64      // Attack.LostPer100, in the effects of an AttackRow
	ValueByAction ActionValues // Value by shooting and by charging
}

// ActionValues holds a value for shooting and one for charging.
type ActionValues struct{ Shooting, Charging float64 }

// Larger returns the larger of both values.
func (w ActionValues) Larger() float64 { return max(w.Shooting, w.Charging) }

// Text returns the effect as text; "" for an attack that cannot be made.
func (e Effect) Text() string {
	if e.Kind == WordsCell {
		return ""
	}
	return e.Kind.NumberText(e.Value)
}

// A Spread is the distribution of a number, such as wounds; the title says what is counted.
type Spread struct {
	Title string
	dice.Spread
	// Outcomes is a table of the results of the whole fight for both sides, shown after its last
	// Spread; nil for the others.
	Outcomes *report.Table
}

// A Remark is a note beside the numbers.
type Remark struct {
	Kind   RemarkKind
	UnitID string // id of the unit that it is about, or ""
	Text   string
}

// RemarkKind says what a remark is about.
type RemarkKind uint8

const (
	StateRemark         RemarkKind = iota // the state of a unit or a fight
	OutsideFightsRemark                   // parts of a unit that take no part in fights
	NotModelledRemark                     // rules with unknown effects
	CannotActRemark                       // impossible actions
	CannotPinRemark                       // targets that the unit cannot pin
	UnusedRulesRemark                     // optional rules that the player does not use
	ChosenEffectsRemark                   // effects that the players picked
)

// A Report is the answer to a question for scripts.
type Report struct {
	List    string `json:"list"`
	System  string `json:"system"`
	FoeName string `json:"against"`
	Units   any    `json:"units,omitempty"` // in games whose answers describe each unit
	Pairs   any    `json:"pairs"`
}

// TablesExplanation explains the numbers in a table of all units against all targets.
const TablesExplanation = "Points destroyed for every 100 points spent, without routs; * is a unit's best target."

// AttacksNeeded holds the mean numbers of repeated attacks until the target is at half strength or
// broken, and until it is destroyed. They are +Inf if that never happens.
type AttacksNeeded struct{ UntilHalf, UntilDestroyed float64 }
