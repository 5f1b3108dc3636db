package play

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
