package play

import (
	"slices"

	"muster/builder"
	"muster/builder/fad"
	"muster/builder/gf"
	"muster/builder/odds"
	"muster/builder/table"
	catalog "muster/catalog/fad"
	"muster/rules"
)

// A Group is a unit at the table: a squad and its joined heroes, with the points of all of them.
type Group struct {
	*table.Unit
	OfOpponent bool // it is a unit of the opponent
	// NameInText is the unit's name in a text about both sides. It includes the side's name if the
	// other side has a unit of the same name.
	NameInText      string
	Subunits        []*table.Unit // the squad's own models, then each joined hero
	MayReserve      bool          // it may start in reserve
	IsTransport     bool          // other units ride in it, or may ride in it
	passengerSpaces int           // number of spaces for passengers
	// spacesPerModel is the number of spaces that one model takes in a transport, by [index in
	// Subunits][index of the kind]; -1 if it cannot embark. It is nil in Fast and Dirty.
	spacesPerModel [][]int
	// ReserveRule is the text of the rule that lets the unit wait in reserve.
	ReserveRule string
	// TokenRules are the unit's rules with tokens at the table.
	TokenRules []TokenRule
	// RecoveryRule is the text of the rule that may end Shaken at the start of a round; "" for
	// none.
	RecoveryRule string
	// SentAhead reports that the unit is sent ahead before the game, and may arrive late.
	SentAhead bool
	// PartnerID is the id of the unit's partner unit; "" for none.
	PartnerID       string
	IsSecondPartner bool // it is the second unit of a pair of partners
	// minStunnedRoll is the lowest die by which the unit survives in the round after its death; 0
	// for none.
	minStunnedRoll int
	// the state in which the unit comes from reserve if no die passes; "" for none
	failedArrivalState string
	// IgnoredStates maps a state to the unit's trait that negates it.
	IgnoredStates map[string]string
	fadData       *fadUnit // the unit's data from its list in Fast and Dirty; else nil
	// moraleTest describes the roll for a morale test in words.
	moraleTest func(now odds.UnitState) string
}

// A TokenRule is a unit's rule with tokens that players count at the table: the unit gathers them,
// or its models place them on enemy units.
type TokenRule struct {
	Name, Summary string
	// the occasion on which the unit gathers tokens; "" if its models place them on enemies
	GatherWhen rules.TokenGain
	// the occasion on which models place tokens on an enemy; "" if the unit gathers them
	PlaceWhen           rules.TokenPlacement
	TokensAddedEachTime int // number of tokens that are gathered or placed at one time
	MaxTokens           int // most tokens on a unit; 0 for no limit
	TokensIfShaken      rules.ShakenTokens
	// kindsWithRule marks the kinds of models with the rule, by [index in Subunits][index of the
	// kind]; nil if the whole unit has the rule.
	kindsWithRule [][]bool
}

// newGroup returns the group of a unit and its joined heroes, with their titles as names. It
// changes u, and removes the fields of u that only sheets use.
func newGroup(u *table.Unit) *Group {
	g := &Group{Unit: u, Subunits: []*table.Unit{u}}
	for i := range u.JoinedHeroes {
		g.Subunits = append(g.Subunits, &u.JoinedHeroes[i])
		u.Points += u.JoinedHeroes[i].Points
	}
	for _, b := range g.Subunits {
		b.Name, b.KindAndTraits, b.Notes, b.Tracks, b.Counters, b.CombinedHalves, b.Weapons = b.Title, nil, nil, nil, nil, nil, nil
	}
	return g
}

// Models returns the number of models, with heroes.
func (g *Group) Models() int {
	n := 0
	for _, b := range g.Subunits {
		n += b.Kinds.Models()
	}
	return n
}

// tokenPlacingRules returns the names of the rules by which the units place tokens on enemies.
func tokenPlacingRules(units []*Group) []string {
	var all []string
	for _, u := range units {
		for _, r := range u.TokenRules {
			if r.PlaceWhen != "" && !slices.Contains(all, r.Name) {
				all = append(all, r.Name)
			}
		}
	}
	return all
}

// facts holds the properties of a game system that are the same for all its units, at any time.
type facts struct {
	system        *rules.System
	roundCounts   []int                  // possible numbers of rounds, the usual one first
	missions      []catalog.Mission      // missions for a side; nil if both play for objectives
	styles        []catalog.CommandStyle // command styles, which decide a side's missions
	optionalRules []rules.OptionalRules  // the optional rules with tokens, played or not
	// sameMissionID is the id of the mission that both sides have if they draw the same one; "" in
	// other games.
	sameMissionID string
	// passengersAct reports whether a unit acts on its own while it rides in a transport,
	// arrivalActivates whether the arrival of a unit from reserve is its activation.
	passengersAct, arrivalActivates bool
}

// A game is the part of the rules in which Grimdark Future and Fast and Dirty differ during a game.
type game interface {
	// facts returns the properties of the game system that are the same for all units.
	facts() facts
	// units returns the units of a list as they stand on the table.
	units(list builder.Roster) []*Group
	// currentProfile returns the unit's own models, or a joined hero, with the profile, weapons and
	// rules that are left.
	currentProfile(s *State, u *UnitState, b *SubunitState) table.Unit
	// requireMoraleTest sets the morale test that a unit must take after wounds, or after losing a
	// melee.
	requireMoraleTest(u *UnitState, melee bool)
	// wreckPassenger applies the loss of a transport to a passenger.
	wreckPassenger(s *State, transport, u *UnitState)
	// spacesTaken returns the spaces that living passengers take in a transport, and reports whether
	// each of them can embark at all.
	spacesTaken(into *UnitState, riders []*UnitState) (spaces int, fit bool)
	// decisions returns the decisions that the rules require or allow for a unit now.
	decisions(s *State, u *UnitState) []Decision
	// anytimeTests returns the tests that the unit may take at any time.
	anytimeTests(s *State, u *UnitState) []Choice
	// outOfResolve reports whether a unit has no Resolve left once its side has lost the given
	// number of levels.
	outOfResolve(u *UnitState, levels int) bool
}

// commandStyleOf returns the style of command that a list names, or "".
func commandStyleOf(list builder.Roster) string {
	if army, ok := list.GameList().(*fad.Army); ok {
		return army.List.CommandStyle
	}
	return ""
}

// gameOf returns the rules during a game for the army of a list.
func gameOf(list builder.Roster) game {
	if army, ok := list.GameList().(*fad.Army); ok {
		return fadArmy{army}
	}
	return gfArmy{list.GameList().(*gf.Army)}
}

// OddsState returns the unit's state for questions about odds.
func (u *UnitState) OddsState() odds.UnitState {
	s := odds.UnitState{
		States: u.statesWithEffect, ResolveLost: u.resolveLevelsLost, ExtraRules: u.tokenPenaltyRules,
		UsedRules: u.ownTokenRules, EnemyUsedRules: u.enemyTokenRules,
	}
	for i := range u.Subunits {
		b := &u.Subunits[i]
		left, wounds := b.modelsByOddsIndex(), make([]int, len(b.Kinds))
		if len(b.Kinds) > 0 {
			wounds[b.Kinds[b.nextKindToFall].IndexInOdds] = b.woundsTaken
		}
		if i > 0 && len(s.ModelsLeft) > len(u.Subunits[0].Kinds) {
			break // the first of several heroes, an illegal unit
		}
		s.SpentWeapons[min(i, 1)] = b.spentWeapons()
		s.ModelsLeft, s.Wounds = append(s.ModelsLeft, left...), append(s.Wounds, wounds...)
	}
	return s
}

// OddsStateWithWounded returns the unit's OddsState with its officer and, if the rules for wounded
// figures are played, the number of its wounded.
func (s *State) OddsStateWithWounded(u *UnitState) odds.UnitState {
	standing := u.OddsState()
	if o := s.officer(u); o != nil {
		standing.OfficerID = o.ID
	}
	if at := s.woundRulesIndex(); at >= 0 {
		standing.WoundedFigures = u.Subunits[0].OptionalRuleTokens[at]
	}
	return standing
}

// modelsByOddsIndex returns the number of living models of each kind, by ModelKind.IndexInOdds.
func (b *SubunitState) modelsByOddsIndex() []int {
	left := make([]int, len(b.Kinds))
	for i, k := range b.Kinds {
		left[k.IndexInOdds] = b.modelsLeft[i]
	}
	return left
}
