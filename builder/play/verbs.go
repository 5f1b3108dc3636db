package play

// Verb is the kind of an event.
type Verb string

// Verbs of a unit.
const (
	Wound   Verb = "wound"   // n wounds, in the order in which models fall; a vehicle gets markers, and what says how badly it is hit
	Heal    Verb = "heal"    // n wounds are taken back
	Fell    Verb = "fell"    // a model of the kind n, from 1, fell in place of the last that did, or falls next
	Begins  Verb = "begins"  // it enters the state with the id What
	Ends    Verb = "ends"    // it leaves the state with the id What
	Act     Verb = "act"     // it has acted; what "keep": states that acting ends go on; "idle": it stayed idle; "after": the other side acted first, with a unit that nobody named
	Unact   Verb = "unact"   // it has not acted after all
	Fought  Verb = "fought"  // it has attacked in melee
	Beaten  Verb = "beaten"  // it has lost a melee
	Passed  Verb = "passed"  // its morale test
	Failed  Verb = "failed"  // its morale test
	NoTest  Verb = "no-test" // it has none to take after all
	Rally   Verb = "rally"   // tested its Resolve, or morale for the tokens of the optional rules what: n dice passed
	Repair  Verb = "repair"  // tested for repairs: n dice passed
	Scouted Verb = "scouted" // was sent ahead: n dice passed
	Quality Verb = "quality" // took a Quality test for the state what, or for another thing: n dice passed
	Respond Verb = "respond" // tested command response: n dice passed
	Recover Verb = "recover" // tested for one of its wounded: n dice passed
	Call    Verb = "call"    // off-board artillery was called: n dice passed
	Invoke  Verb = "invoke"  // it invokes the power what
	Strain  Verb = "strain"  // tested for the power that it invokes: n dice passed
	Spend   Verb = "spend"   // it spends n spell tokens
	Gain    Verb = "gain"    // it gains n spell tokens
	Use     Verb = "use"     // what it may do once in a game; without a unit, what the style of command allows once in a round
	Unuse   Verb = "unuse"   // it did not after all
	Remove  Verb = "remove"  // it is destroyed, or routs: what says why
	Return  Verb = "return"  // it is on the table after all
	Leave   Verb = "leave"   // it gets out of its transport
	Board   Verb = "board"   // it gets into the transport what
	Reserve Verb = "reserve" // it waits off the table; until round n
	Arrive  Verb = "arrive"  // it comes to the table
	Mark    Verb = "mark"    // n tokens more of the optional rules what, or of its own rule
	Unmark  Verb = "unmark"  // n fewer, of an enemy's rule too; without a unit all of optional rules go
	Place   Verb = "place"   // it places the tokens of its rule what on the enemy unit on
	// Destroys is that it destroyed the enemy unit what; without a unit, none did that has tokens for it.
	Destroys Verb = "destroys"
)

// Verbs of a side or of the game.
const (
	Foe        Verb = "foe"        // who the opponent is, by name and by list
	First      Verb = "first"      // the side goes first in this round
	Pass       Verb = "pass"       // the side has acted with a unit that nobody named
	Objectives Verb = "objectives" // there are n of them
	Seize      Verb = "seize"      // the side holds the objective n
	Neutral    Verb = "neutral"    // nobody holds the objective n
	Score      Verb = "score"      // n points more for the side
	Unscore    Verb = "unscore"    // n points less for the side
	Mission    Verb = "mission"    // the side, or both, has the mission what
	Command    Verb = "command"    // the side is commanded in the style what
	Held       Verb = "held"       // the side's mission held at the end of a turn
	Unheld     Verb = "unheld"     // the side's mission was not held at the end of a turn
	Won        Verb = "won"        // the side's mission is done
	Unwon      Verb = "unwon"      // the side's mission is not done after all
	Length     Verb = "length"     // the game lasts n rounds
	Heart      Verb = "heart"      // sides may lose heart in this game
	NoHeart    Verb = "no-heart"   // sides may not lose heart in this game
	Option     Verb = "option"     // the optional rules what are played
	NoOption   Verb = "no-option"  // the optional rules what are not played
	Next       Verb = "next"       // a new round begins
	Back       Verb = "back"       // to the round before
	End        Verb = "end"        // the game is over
	Resume     Verb = "resume"     // the game is not over after all
)

// A verb is what an event does.
type verb struct {
	// unit applies the event to a unit and its body that the event names. It reports whether the event
	// changed anything. It is nil if the event cannot name a unit.
	unit func(s *State, u *UnitState, b *BodyState, e Event) bool
	// side applies an event that names no unit, to a side or to the game; nil if it must name one.
	side    func(s *State, i int, e Event) bool
	passes  bool // Event.N is a number of dice that passed, and may be 0
	changes rows
}

// rows tells which rows of the table an event can change.
type rows uint8

const (
	allRows rows = iota
	ownRow       // the row of the event's unit
	noRow        // only what stands above the rows
)

// verbs holds what each verb does.
var verbs = map[Verb]verb{
	Wound:   {unit: (*State).wound, changes: ownRow},
	Heal:    {unit: (*State).heal, changes: ownRow},
	Fell:    {unit: (*State).fellInstead, changes: ownRow},
	Begins:  {unit: (*State).beginState, changes: ownRow},
	Ends:    {unit: (*State).endState, changes: ownRow},
	Act:     {unit: (*State).act, changes: ownRow},
	Unact:   {unit: (*State).unact, changes: ownRow},
	Fought:  {unit: (*State).melee, changes: ownRow},
	Beaten:  {unit: (*State).melee, changes: ownRow},
	Passed:  {unit: (*State).melee, changes: ownRow},
	Failed:  {unit: (*State).melee, changes: ownRow},
	NoTest:  {unit: (*State).melee, changes: ownRow},
	Rally:   {unit: (*State).applyTest, changes: ownRow, passes: true},
	Repair:  {unit: (*State).applyTest, changes: ownRow, passes: true},
	Scouted: {unit: (*State).applyScouting, passes: true},
	Quality: {unit: (*State).applyQuality, changes: ownRow, passes: true},
	Respond: {unit: (*State).applyQuality, changes: ownRow, passes: true},
	Recover: {unit: (*State).applyQuality, changes: ownRow, passes: true},
	Call:    {unit: (*State).applyQuality, changes: ownRow, passes: true},
	Invoke:  {unit: (*State).applyQuality, changes: ownRow},
	Strain:  {unit: (*State).applyQuality, changes: ownRow, passes: true},
	Spend:   {unit: (*State).applyTokens, changes: ownRow},
	Gain:    {unit: (*State).applyTokens, changes: ownRow},
	Use:     {unit: (*State).applyOnce, side: (*State).useStyle, changes: ownRow},
	Unuse:   {unit: (*State).applyOnce, side: (*State).useStyle, changes: ownRow},
	Remove:  {unit: (*State).remove},
	Return:  {unit: (*State).putBack},
	Leave:   {unit: (*State).getOut},
	Board:   {unit: (*State).board},
	Reserve: {unit: (*State).reserve},
	Arrive:  {unit: (*State).arrive},
	Mark:    {unit: (*State).mark, changes: ownRow},
	Unmark:  {unit: (*State).mark, side: (*State).unmarkAll, changes: ownRow},
	Place:   {unit: (*State).placeTokens},
	Destroys: {
		unit: (*State).applyDestroyer,
		side: func(s *State, _ int, e Event) bool { return s.applyDestroyer(nil, nil, e) },
	},

	Foe: {side: func(s *State, _ int, _ Event) bool {
		s.note("%s plays against %s", s.Sides[1].Name, s.Sides[0].Name)
		return true
	}},
	First: {side: (*State).goFirst, changes: noRow},
	Pass: {side: func(s *State, i int, _ Event) bool {
		if s.spent(i) {
			return false
		}
		s.passTurn(i)
		return true
	}, changes: noRow},
	Objectives: {side: (*State).layObjectives},
	Seize:      {side: (*State).seize, changes: noRow},
	Neutral:    {side: (*State).neutralize, changes: noRow},
	Score:      {side: (*State).score, changes: noRow},
	Unscore:    {side: (*State).score, changes: noRow},
	Mission:    {side: (*State).draw},
	Command:    {side: (*State).setStyle},
	Held:       {side: (*State).applyMission, changes: noRow},
	Unheld:     {side: (*State).applyMission, changes: noRow},
	Won:        {side: (*State).applyMission, changes: noRow},
	Unwon:      {side: (*State).applyMission, changes: noRow},
	Length:     {side: (*State).setLength},
	Heart:      {side: (*State).agreeHeart},
	NoHeart:    {side: (*State).agreeHeart},
	Option:     {side: (*State).setOptional},
	NoOption:   {side: (*State).setOptional},
	Next:       {side: (*State).nextRound},
	Back:       {side: (*State).previousRound},
	End:        {side: (*State).setOver},
	Resume:     {side: (*State).setOver},
}
