package play

// A verbEffect is the effect of all events with one Verb.
type verbEffect struct {
	// applyToUnit applies the event to the unit and the subunit that it names, and reports whether
	// the event changed anything. It is nil if the event cannot name a unit.
	applyToUnit func(s *State, u *UnitState, b *SubunitState, e Event) bool
	// applyToSide applies an event without a unit to a side or to the game; nil if the event must
	// name a unit.
	applyToSide  func(s *State, i int, e Event) bool
	countsPasses bool // Event.Number is a number of passed dice, and may be 0
	changedRows  rowScope
}

// rowScope tells which rows of the page's table of units an event can change.
type rowScope uint8

const (
	allRows rowScope = iota // any row
	ownRow                  // the row of the event's unit
	noRow                   // only the parts of the page above the rows
)

// verbs maps the Verb of an event to its effect.
var verbs = map[Verb]verbEffect{
	Wound:             {applyToUnit: (*State).wound, changedRows: ownRow},
	Heal:              {applyToUnit: (*State).heal, changedRows: ownRow},
	ChooseFallen:      {applyToUnit: (*State).applyFallen, changedRows: ownRow},
	EnterState:        {applyToUnit: (*State).beginState, changedRows: ownRow},
	LeaveState:        {applyToUnit: (*State).endState, changedRows: ownRow},
	Act:               {applyToUnit: (*State).act, changedRows: ownRow},
	UndoAct:           {applyToUnit: (*State).unact, changedRows: ownRow},
	Fought:            {applyToUnit: (*State).melee, changedRows: ownRow},
	LostMelee:         {applyToUnit: (*State).melee, changedRows: ownRow},
	PassedTest:        {applyToUnit: (*State).melee, changedRows: ownRow},
	FailedTest:        {applyToUnit: (*State).melee, changedRows: ownRow},
	NeedsNoTest:       {applyToUnit: (*State).melee, changedRows: ownRow},
	TestedResolve:     {applyToUnit: (*State).applyTest, changedRows: ownRow, countsPasses: true},
	TestedRepair:      {applyToUnit: (*State).applyTest, changedRows: ownRow, countsPasses: true},
	Scouted:           {applyToUnit: (*State).applyScouting, countsPasses: true},
	TestedQuality:     {applyToUnit: (*State).applyQuality, changedRows: ownRow, countsPasses: true},
	TestedResponse:    {applyToUnit: (*State).applyQuality, changedRows: ownRow, countsPasses: true},
	TestedRecovery:    {applyToUnit: (*State).applyQuality, changedRows: ownRow, countsPasses: true},
	CallArtillery:     {applyToUnit: (*State).applyQuality, changedRows: ownRow, countsPasses: true},
	InvokePower:       {applyToUnit: (*State).applyQuality, changedRows: ownRow},
	TestedPower:       {applyToUnit: (*State).applyQuality, changedRows: ownRow, countsPasses: true},
	SpendTokens:       {applyToUnit: (*State).applyTokens, changedRows: ownRow},
	GainTokens:        {applyToUnit: (*State).applyTokens, changedRows: ownRow},
	UseLimitedAction:  {applyToUnit: (*State).applyLimitedAction, applyToSide: (*State).useStyle, changedRows: ownRow},
	UndoLimitedAction: {applyToUnit: (*State).applyLimitedAction, applyToSide: (*State).useStyle, changedRows: ownRow},
	Remove:            {applyToUnit: (*State).removeUnit},
	UndoRemove:        {applyToUnit: (*State).undoRemove},
	GetOut:            {applyToUnit: (*State).getOut},
	GetIn:             {applyToUnit: (*State).board},
	Reserve:           {applyToUnit: (*State).enterReserve},
	Arrive:            {applyToUnit: (*State).arrive},
	AddTokens:         {applyToUnit: (*State).changeTokens, changedRows: ownRow},
	RemoveTokens:      {applyToUnit: (*State).changeTokens, applyToSide: (*State).removeAllTokens, changedRows: ownRow},
	PlaceTokens:       {applyToUnit: (*State).placeTokens},
	DestroyedEnemy: {
		applyToUnit: (*State).applyDestroyer,
		applyToSide: func(s *State, _ int, e Event) bool { return s.applyDestroyer(nil, nil, e) },
	},

	NameOpponent: {applyToSide: func(s *State, _ int, _ Event) bool {
		s.logGame("%s plays against %s", s.Sides[1].Name, s.Sides[0].Name)
		return true
	}},
	GoFirst: {applyToSide: (*State).goFirst, changedRows: noRow},
	UnnamedActed: {applyToSide: func(s *State, i int, _ Event) bool {
		if s.sideFinished(i) {
			return false
		}
		s.passTurn(i)
		return true
	}, changedRows: noRow},
	SetObjectives:     {applyToSide: (*State).layObjectives},
	SeizeObjective:    {applyToSide: (*State).seize, changedRows: noRow},
	FreeObjective:     {applyToSide: (*State).neutralize, changedRows: noRow},
	AddPoints:         {applyToSide: (*State).addPoints, changedRows: noRow},
	RemovePoints:      {applyToSide: (*State).addPoints, changedRows: noRow},
	SetMission:        {applyToSide: (*State).setMission},
	SetCommandStyle:   {applyToSide: (*State).setStyle},
	MissionHeld:       {applyToSide: (*State).applyMission, changedRows: noRow},
	MissionNotHeld:    {applyToSide: (*State).applyMission, changedRows: noRow},
	MissionDone:       {applyToSide: (*State).applyMission, changedRows: noRow},
	MissionNotDone:    {applyToSide: (*State).applyMission, changedRows: noRow},
	SetLength:         {applyToSide: (*State).setRoundCount},
	AllowLosingHeart:  {applyToSide: (*State).setLoseHeart},
	ForbidLosingHeart: {applyToSide: (*State).setLoseHeart},
	PlayOptionalRules: {applyToSide: (*State).setOptional},
	DropOptionalRules: {applyToSide: (*State).setOptional},
	NextRound:         {applyToSide: (*State).nextRound},
	PreviousRound:     {applyToSide: (*State).previousRound},
	EndGame:           {applyToSide: (*State).setOver},
	ResumeGame:        {applyToSide: (*State).setOver},
}
