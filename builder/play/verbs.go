package play

import (
	"fmt"
	"strings"

	"muster/convert"
)

// An Event is one thing that happened in the game. An event that does not fit the lists, which may
// have changed since, has no effect.
type Event struct {
	Verb       Verb   `yaml:"do" schema:"required"`        // what happened
	OfOpponent bool   `yaml:"their,omitempty"`             // it is about the opponent's side
	UnitID     string `yaml:"unit,omitempty" schema:"1.."` // the id of the unit that it is about, or of a hero who joined one
	// how many, or the number of a kind or objective; 0 is 1, except for dice that passed
	Number   int    `yaml:"n,omitempty" schema:"0..100000"`
	Subject  string `yaml:"what,omitempty"`            // id or name of the state, rule, power, mission, opponent
	TokensOn string `yaml:"on,omitempty" schema:"1.."` // the id of the enemy unit that tokens are placed on
	ListCode string `yaml:"code,omitempty"`            // the opponent's list, as a list code
	// Dice are those that were thrown for it; their result is in the other fields.
	Dice []int `yaml:"dice,omitempty" schema:"..40"`
	// number of the phone that sent it; 0 is the phone with the game
	Phone int `yaml:"by,omitempty" schema:"0..9"`
}

// diceText returns the dice of the event as text: " (rolled 3)"; "" without dice.
func (e *Event) diceText() string {
	if len(e.Dice) == 0 {
		return ""
	}
	dice := convert.All(e.Dice, func(n int) string { return fmt.Sprint(n) })
	by := " and "
	switch {
	case e.Verb == GoFirst:
		by = " to "
	case len(dice) > 2:
		by = ", "
	}
	return " (rolled " + strings.Join(dice, by) + ")"
}

// Verb says what happened in an event.
type Verb string

// Verbs of a unit. The event has the unit's id.
const (
	// the unit takes Event.Number wounds, in the order in which models fall; a vehicle takes
	// markers of the severity Event.Subject
	Wound Verb = "wound"
	Heal  Verb = "heal" // the unit gets Event.Number wounds back
	// the unit loses a model of the kind Event.Number (from 1) instead of the last model that fell;
	// if none has fallen, a model of that kind falls next
	ChooseFallen Verb = "fell"

	EnterState Verb = "begins" // the unit enters the state Event.Subject
	LeaveState Verb = "ends"   // the unit leaves the state Event.Subject
	// Act marks the unit as having acted. Event.Subject "keep" keeps the states that acting ends;
	// "idle" means that the unit stayed idle; "after" means that an unnamed unit of the other side
	// acted before.
	Act     Verb = "act"
	UndoAct Verb = "unact" // the unit has not acted after all

	FoughtMelee Verb = "fought"  // the unit attacked in melee
	LostMelee   Verb = "beaten"  // the unit lost a melee
	PassedTest  Verb = "passed"  // the unit passed its morale test
	FailedTest  Verb = "failed"  // the unit failed its morale test
	NeedsNoTest Verb = "no-test" // the unit has no morale test to take after all

	// the unit tested its Resolve with Event.Number passes; or it tested its morale to remove
	// tokens of the optional rules Event.Subject
	TestedResolve Verb = "rally"
	TestedRepair  Verb = "repair"  // the unit tested for repairs with Event.Number passes
	Scouted       Verb = "scouted" // the unit scouted ahead with Event.Number passes
	// the unit tested its Quality with Event.Number passes; unless Event.Subject is "", the test
	// was to enter that state
	TestedQuality  Verb = "quality"
	TestedResponse Verb = "respond" // the unit tested command response with Event.Number passes
	TestedRecovery Verb = "recover" // the unit tested for a wounded figure with Event.Number passes
	CallArtillery  Verb = "call"    // off-board artillery (the unit) was called with Event.Number passes
	InvokePower    Verb = "invoke"  // the unit invokes the power Event.Subject
	// the unit tested, with Event.Number passes, for the power that it is invoking
	TestedPower Verb = "strain"

	SpendSpellTokens Verb = "spend" // the unit spends Event.Number spell tokens
	GainSpellTokens  Verb = "gain"  // the unit gains Event.Number spell tokens
	// the unit uses the action Event.Subject, allowed once in a game; in an event without a unit,
	// the side uses the ability of its style of command, allowed once in a round
	UseLimitedAction  Verb = "use"
	UndoLimitedAction Verb = "unuse" // the unit did not use the action Event.Subject after all

	RemoveUnit Verb = "remove" // the unit is removed for the reason Event.Subject: destroyed, or routed
	UndoRemove Verb = "return" // the unit is on the table after all
	GetOut     Verb = "leave"  // the unit gets out of its transport
	GetIn      Verb = "board"  // the unit gets into the transport Event.Subject
	// the unit waits off the table, until round Event.Number if that is over 1
	EnterReserve Verb = "reserve"
	Arrive       Verb = "arrive" // the unit comes to the table

	// the unit gets Event.Number tokens: of the optional rules Event.Subject, or of its own rule
	// Event.Subject
	AddTokens Verb = "mark"
	// the unit loses Event.Number tokens of the optional rules, own rule or enemy rule
	// Event.Subject; in an event without a unit, all units lose all of these tokens
	RemoveTokens Verb = "unmark"
	// the unit places tokens of its rule Event.Subject on the enemy unit Event.TokensOn
	PlaceTokens Verb = "place"
	// the unit destroyed the enemy unit Event.Subject; an event without a unit says that no unit
	// gains tokens for destroying it
	DestroyedEnemy Verb = "destroys"
)

// Verbs of a side, or of the game.
const (
	NameOpponent     Verb = "foe"     // the opponent is Event.Subject, with the list Event.ListCode
	GoFirst          Verb = "first"   // the side goes first in this round
	UnknownUnitActed Verb = "pass"    // an unnamed unit of the side acted
	AddPoints        Verb = "score"   // the side gets Event.Number points
	RemovePoints     Verb = "unscore" // the side loses Event.Number points
	// the side has the mission Event.Subject; in some games both sides have it
	SetMission      Verb = "mission"
	SetCommandStyle Verb = "command" // the side chooses the style of command Event.Subject
	MissionHeld     Verb = "held"    // the side held its mission at the end of a turn
	MissionNotHeld  Verb = "unheld"  // the side did not hold its mission at the end of a turn
	MissionDone     Verb = "won"     // the side has done its mission
	MissionNotDone  Verb = "unwon"   // the side has not done its mission after all

	SetObjectives     Verb = "objectives" // Event.Number objectives are on the table
	SeizeObjective    Verb = "seize"      // the side holds objective Event.Number, from 1
	FreeObjective     Verb = "neutral"    // nobody holds objective Event.Number, from 1
	SetRoundCount     Verb = "length"     // the game lasts Event.Number rounds
	AllowLosingHeart  Verb = "heart"      // sides may lose heart in this game
	ForbidLosingHeart Verb = "no-heart"   // sides may not lose heart in this game
	PlayOptionalRules Verb = "option"     // the optional rules Event.Subject are played
	DropOptionalRules Verb = "no-option"  // the optional rules Event.Subject are not played
	NextRound         Verb = "next"       // a round begins
	PreviousRound     Verb = "back"       // the game returns to the round before
	EndGame           Verb = "end"        // the game is over
	ResumeGame        Verb = "resume"     // the game is not over after all
)

// A verbEffect is the effect of all events with one Verb.
type verbEffect struct {
	// applyToUnit applies the event to the unit and the subunit that it names, and reports whether
	// the event changed anything. It is nil if the event cannot name a unit.
	applyToUnit func(s *State, u *UnitState, b *SubunitState, e Event) bool
	// applyToSide applies an event without a unit to a side or to the game; nil if the event must
	// name a unit.
	applyToSide        func(s *State, i int, e Event) bool
	numberIsPassedDice bool // Event.Number is a number of passed dice, and may be 0
	changedRows        pageRowScope
}

// pageRowScope tells which rows of the page's table of units an event can change.
type pageRowScope uint8

const (
	allRows pageRowScope = iota // any row
	ownRow                      // the row of the event's unit
	noRow                       // only the parts of the page above the rows
)

// verbs maps the Verb of an event to its effect.
var verbs = map[Verb]verbEffect{
	Wound:            {applyToUnit: (*State).woundSubunit, changedRows: ownRow},
	Heal:             {applyToUnit: (*State).healSubunit, changedRows: ownRow},
	ChooseFallen:     {applyToUnit: (*State).applyFallenChoice, changedRows: ownRow},
	EnterState:       {applyToUnit: (*State).beginState, changedRows: ownRow},
	LeaveState:       {applyToUnit: (*State).endState, changedRows: ownRow},
	Act:              {applyToUnit: (*State).act, changedRows: ownRow},
	UndoAct:          {applyToUnit: (*State).undoAct, changedRows: ownRow},
	FoughtMelee:      {applyToUnit: (*State).applyMelee, changedRows: ownRow},
	LostMelee:        {applyToUnit: (*State).applyMelee, changedRows: ownRow},
	PassedTest:       {applyToUnit: (*State).applyMelee, changedRows: ownRow},
	FailedTest:       {applyToUnit: (*State).applyMelee, changedRows: ownRow},
	NeedsNoTest:      {applyToUnit: (*State).applyMelee, changedRows: ownRow},
	TestedResolve:    {applyToUnit: (*State).applyResolveOrRepair, changedRows: ownRow, numberIsPassedDice: true},
	TestedRepair:     {applyToUnit: (*State).applyResolveOrRepair, changedRows: ownRow, numberIsPassedDice: true},
	Scouted:          {applyToUnit: (*State).applyScouting, numberIsPassedDice: true},
	TestedQuality:    {applyToUnit: (*State).applyQualityTest, changedRows: ownRow, numberIsPassedDice: true},
	TestedResponse:   {applyToUnit: (*State).applyQualityTest, changedRows: ownRow, numberIsPassedDice: true},
	TestedRecovery:   {applyToUnit: (*State).applyQualityTest, changedRows: ownRow, numberIsPassedDice: true},
	CallArtillery:    {applyToUnit: (*State).applyQualityTest, changedRows: ownRow, numberIsPassedDice: true},
	InvokePower:      {applyToUnit: (*State).applyQualityTest, changedRows: ownRow},
	TestedPower:      {applyToUnit: (*State).applyQualityTest, changedRows: ownRow, numberIsPassedDice: true},
	SpendSpellTokens: {applyToUnit: (*State).applyTokens, changedRows: ownRow},
	GainSpellTokens:  {applyToUnit: (*State).applyTokens, changedRows: ownRow},
	UseLimitedAction: {
		applyToUnit: (*State).applyLimitedAction, applyToSide: (*State).useStyleAbility,
		changedRows: ownRow,
	},
	UndoLimitedAction: {
		applyToUnit: (*State).applyLimitedAction, applyToSide: (*State).useStyleAbility,
		changedRows: ownRow,
	},
	RemoveUnit:   {applyToUnit: (*State).removeUnit},
	UndoRemove:   {applyToUnit: (*State).undoRemove},
	GetOut:       {applyToUnit: (*State).leaveTransport},
	GetIn:        {applyToUnit: (*State).boardTransport},
	EnterReserve: {applyToUnit: (*State).enterReserve},
	Arrive:       {applyToUnit: (*State).arriveFromReserve},
	AddTokens:    {applyToUnit: (*State).changeTokens, changedRows: ownRow},
	RemoveTokens: {applyToUnit: (*State).changeTokens, applyToSide: (*State).removeAllTokens, changedRows: ownRow},
	PlaceTokens:  {applyToUnit: (*State).placeTokens},
	DestroyedEnemy: {
		applyToUnit: (*State).applyDestroyer,
		applyToSide: func(s *State, _ int, e Event) bool { return s.applyDestroyer(nil, nil, e) },
	},

	NameOpponent: {applyToSide: func(s *State, _ int, _ Event) bool {
		s.logGameEvent("%s plays against %s", s.Sides[1].Name, s.Sides[0].Name)
		return true
	}},
	GoFirst: {applyToSide: (*State).setFirstSide, changedRows: noRow},
	UnknownUnitActed: {applyToSide: func(s *State, i int, _ Event) bool {
		if s.sideFinished(i) {
			return false
		}
		s.noteUnnamedAct(i)
		return true
	}, changedRows: noRow},
	SetObjectives:     {applyToSide: (*State).layObjectives},
	SeizeObjective:    {applyToSide: (*State).seizeObjective, changedRows: noRow},
	FreeObjective:     {applyToSide: (*State).freeObjective, changedRows: noRow},
	AddPoints:         {applyToSide: (*State).addPoints, changedRows: noRow},
	RemovePoints:      {applyToSide: (*State).addPoints, changedRows: noRow},
	SetMission:        {applyToSide: (*State).setMission},
	SetCommandStyle:   {applyToSide: (*State).setCommandStyle},
	MissionHeld:       {applyToSide: (*State).applyMission, changedRows: noRow},
	MissionNotHeld:    {applyToSide: (*State).applyMission, changedRows: noRow},
	MissionDone:       {applyToSide: (*State).applyMission, changedRows: noRow},
	MissionNotDone:    {applyToSide: (*State).applyMission, changedRows: noRow},
	SetRoundCount:     {applyToSide: (*State).setRoundCount},
	AllowLosingHeart:  {applyToSide: (*State).setLoseHeart},
	ForbidLosingHeart: {applyToSide: (*State).setLoseHeart},
	PlayOptionalRules: {applyToSide: (*State).setOptionalRules},
	DropOptionalRules: {applyToSide: (*State).setOptionalRules},
	NextRound:         {applyToSide: (*State).nextRound},
	PreviousRound:     {applyToSide: (*State).previousRound},
	EndGame:           {applyToSide: (*State).setGameOver},
	ResumeGame:        {applyToSide: (*State).setGameOver},
}
