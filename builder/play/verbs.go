package play

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
	ChooseFallen:     {applyToUnit: (*State).applyFallen, changedRows: ownRow},
	EnterState:       {applyToUnit: (*State).beginState, changedRows: ownRow},
	LeaveState:       {applyToUnit: (*State).endState, changedRows: ownRow},
	Act:              {applyToUnit: (*State).act, changedRows: ownRow},
	UndoAct:          {applyToUnit: (*State).undoAct, changedRows: ownRow},
	FoughtMelee:      {applyToUnit: (*State).applyMelee, changedRows: ownRow},
	LostMelee:        {applyToUnit: (*State).applyMelee, changedRows: ownRow},
	PassedTest:       {applyToUnit: (*State).applyMelee, changedRows: ownRow},
	FailedTest:       {applyToUnit: (*State).applyMelee, changedRows: ownRow},
	NeedsNoTest:      {applyToUnit: (*State).applyMelee, changedRows: ownRow},
	TestedResolve:    {applyToUnit: (*State).applyTest, changedRows: ownRow, numberIsPassedDice: true},
	TestedRepair:     {applyToUnit: (*State).applyTest, changedRows: ownRow, numberIsPassedDice: true},
	Scouted:          {applyToUnit: (*State).applyScouting, numberIsPassedDice: true},
	TestedQuality:    {applyToUnit: (*State).applyQuality, changedRows: ownRow, numberIsPassedDice: true},
	TestedResponse:   {applyToUnit: (*State).applyQuality, changedRows: ownRow, numberIsPassedDice: true},
	TestedRecovery:   {applyToUnit: (*State).applyQuality, changedRows: ownRow, numberIsPassedDice: true},
	CallArtillery:    {applyToUnit: (*State).applyQuality, changedRows: ownRow, numberIsPassedDice: true},
	InvokePower:      {applyToUnit: (*State).applyQuality, changedRows: ownRow},
	TestedPower:      {applyToUnit: (*State).applyQuality, changedRows: ownRow, numberIsPassedDice: true},
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
		s.passTurn(i)
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
