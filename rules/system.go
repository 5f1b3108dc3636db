// Package rules is the engine for the rules of every game known to muster: the game systems, the
// effects of their special rules, and their words. Games are data (data/*.yaml); this package
// knows only the words in them.
package rules

import (
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"muster/schema"
)

//go:embed data/*.yaml data/known/*.yaml
var systemFiles embed.FS

// A System is one edition of a game: limits on lists, words and special rules.
//
//schema:file system/1
type System struct {
	ID       string `yaml:"id" schema:"required,id"`     // the edition's id, such as gf-3
	Family   string `yaml:"family" schema:"id"`          // the editions that share one engine, such as gf
	Name     string `yaml:"name" schema:"required,name"` // the game's name, such as Grimdark Future
	Edition  string `yaml:"edition" schema:"required"`   // the number of the edition, such as 3
	Citation string `yaml:"cite" schema:"required"`      // how a finding names the document, such as GF 3
	// BasedOn is a shipped edition, such as gf-3, for everything that this file does not state. ""
	// for none.
	BasedOn string `yaml:"like"`
	// ArmyForgeName is the game's name in addresses of Army Forge: age-of-fantasy. "" if it has no
	// books for the game.
	ArmyForgeName string `yaml:"army-forge" schema:"1.."`
	// ArmyForgeNumber is Army Forge's number of the game, 0 for none: 4.
	ArmyForgeNumber int `yaml:"army-forge-number" schema:"0.."`
	// Terms are the edition's own terms, by muster's word ("shaken").
	Terms map[string]string `yaml:"words"`
	// ListSizes are the usual sizes of lists, in points.
	ListSizes []int     `yaml:"sizes" schema:"..20,each 1..100000"`
	ListRules ListRules `yaml:"lists"`
	Play      PlayRules `yaml:"play"`
	// States are the states of units in the game, in the order of menus.
	States []State `yaml:"states"`
	// Combat is how the edition's attacks differ from those of the other editions.
	Combat Combat `yaml:"combat"`
	Rules  []Rule `yaml:"rules"`
	// Patterns are rules with a * in the name; it stands for another rule's name.
	Patterns []Rule `yaml:"patterns"`

	set *Set // rules of the system, built from Rules and Patterns
}

// Set returns the system's own rules.
func (s *System) Set() *Set {
	if s == nil {
		return nil
	}
	return s.set
}

// HasArmyBooks reports whether the units of the game come from army books. Such a game may have
// editions that consist of a single file, and people may write their own.
func (s *System) HasArmyBooks() bool {
	return s.Family == Grimdark.ID
}

// PlayRules holds the numbers and names of an edition that a game at the table needs, such as
// rounds and objectives; a number of 0 means none.
type PlayRules struct {
	Rounds                int `yaml:"rounds" schema:"0.."`      // number of rounds of a game
	ExtraSmallScaleRounds int `yaml:"small-scale" schema:"0.."` // additional rounds with one base for each unit
	// SmallScaleHalvesDistances means that with one base for each unit all distances are halved,
	// rounded up, except before the game.
	SmallScaleHalvesDistances bool `yaml:"small-scale-halves"`
	Objectives                int  `yaml:"objectives" schema:"0.."` // maximum number of objectives on the table
	// ObjectiveDieSides is the number of sides of the die for the number of objectives: its highest
	// roll gives the maximum, each lower roll one objective fewer. 0 means that the number is
	// fixed.
	ObjectiveDieSides int `yaml:"die" schema:"0..20"`
	MaxSpellTokens    int `yaml:"tokens" schema:"0.."` // maximum number of spell tokens of a caster
	// dice rolled in each round for going first; 0 if the side that finished first begins
	InitiativeDice int `yaml:"dice" schema:"0.."`
	// TurnActions are the actions of every unit, each once in a round.
	TurnActions []string `yaml:"turn" schema:"..10,each name"`
	// CastAction is an action that casters without tokens can take once in a round; "" for none.
	CastAction string `yaml:"cast" schema:"1..80"`
	// UnitLossThresholds are rising percentages of lost units. At each of them the Resolve of a
	// side's other units falls by a level, if players use this optional rule.
	UnitLossThresholds []int `yaml:"heart" schema:"..10"`
	// Missions are missions that both sides share; none if they play for objectives or
	// have missions of their own.
	Missions []Mission `yaml:"missions" schema:"..100"`
	// Headings are the headings under which the game's rules are looked up, each with the names of
	// its rules.
	Headings []RuleHeading `yaml:"parts" schema:"..20"`
	// OptionalRules are optional rules with tokens on units or heroes, in games that use them.
	OptionalRules []OptionalRules `yaml:"optional" schema:"..20"`
}

// A RuleHeading is a heading in the game's rules, with the names of the rules under it.
type RuleHeading struct {
	Name  string   `yaml:"name" schema:"required,name"`
	Rules []string `yaml:"rules" schema:"required,1..100,each name"`
}

// OptionalRules are a set of optional rules with tokens on units or heroes.
type OptionalRules struct {
	ID   string `yaml:"id" schema:"required,id"`
	Name string `yaml:"name" schema:"required,name"`
	// when a unit gets a token, and when it loses one
	Summary      string `yaml:"summary" schema:"required,1..300"`
	TokenName    string `yaml:"token" schema:"required,name"` // the name of a token
	TokenMeaning string `yaml:"now" schema:"required,1..300"` // the meaning of tokens on a unit
	// RuleRatedByTokens is a rated rule that the unit has, with -1 for each token as its rating; "" for
	// none.
	RuleRatedByTokens string `yaml:"rule" schema:"name"`
	// TokensHeldByHeroes means that heroes, not units, have the tokens.
	TokensHeldByHeroes bool `yaml:"heroes"`
	// MaxTokens is the maximum number of tokens on a unit or hero; 0 for no limit.
	MaxTokens int `yaml:"most" schema:"0..20"`
	// GeneralMaxTokens is the maximum number of tokens on the general; 0 for no limit.
	GeneralMaxTokens int `yaml:"general" schema:"0..20"`
	// CommandTestTarget is the target number of a command test that costs a hero a token. Each
	// token adds one. 0 means no test.
	CommandTestTarget int `yaml:"needs" schema:"0..6"`
	// GeneralCommandTestTarget is the target number of a command test that costs the general a
	// token. Each token adds one. 0 means no test.
	GeneralCommandTestTarget int `yaml:"general-needs" schema:"0..6"`
	// MoraleTestPerToken means that an activating unit takes a morale test for each token, and each
	// passed test removes one.
	MoraleTestPerToken bool `yaml:"tests"`
	// TokensLostWhenIdle means that a unit loses all tokens at the end of a round in which it was
	// idle.
	TokensLostWhenIdle bool `yaml:"rests"`
	// TokensLostAtRoundEnd means that all tokens are removed at the end of the round or, if both
	// sides are done, earlier.
	TokensLostAtRoundEnd bool `yaml:"ends"`
	// TokensAreWoundedModels means that a token stands for a fallen model that is only wounded.
	TokensAreWoundedModels bool `yaml:"wounds"`
}

// A Mission is a goal that both sides play for.
type Mission struct {
	ID      string `yaml:"id" schema:"required,id"`
	Name    string `yaml:"name" schema:"required,name"`
	Summary string `yaml:"summary" schema:"required,1..300"`
	// Objectives is the maximum number of objectives.
	Objectives int `yaml:"objectives" schema:"0..20"`
	// ObjectiveDieSides is the number of sides of the die for the number of objectives; 0 if the
	// number is fixed.
	ObjectiveDieSides int `yaml:"die" schema:"0..20"`
	// SidesStartWithObjective means that the first objective is one side's own from the beginning,
	// and the second the other's.
	SidesStartWithObjective bool `yaml:"own"`
}

// A State is a state of a unit in the game. Its name is among the edition's words, under the
// state's id.
type State struct {
	ID      string       `yaml:"id" schema:"required,id"` // muster's own word: shaken
	Bearers StateBearers `yaml:"of"`                      // the kinds of units that can have the state; "" for all
	// Meaning is the meaning of the state.
	Meaning string `yaml:"now" schema:"required,1..300"`
	// VehicleMeaning is the meaning for vehicles, if different.
	VehicleMeaning string   `yaml:"vehicle" schema:"1..300"`
	EndsOn         EndEvent `yaml:"ends"` // the event that ends it automatically
	// FailsMoraleTests means that a unit fails every morale test.
	FailsMoraleTests bool `yaml:"fails-tests"`
	// ReplacedStates are the states that end when this one begins, and that do not begin while it
	// lasts.
	ReplacedStates []string `yaml:"replaces" schema:"each id"`
	// LeaderlessState is the state that begins instead for a squad that has lost its leader in this
	// round.
	LeaderlessState string `yaml:"leaderless" schema:"id"`
	// IgnoredStates are the states that have no effect while this one lasts.
	IgnoredStates []string `yaml:"ignores" schema:"each id"`
	// NeverBreaks means that a unit never checks its Resolve.
	NeverBreaks bool `yaml:"unbroken"`
	// OncePerGame means that only one unit of each side can have the state, and only once in a
	// game.
	OncePerGame bool `yaml:"once"`
	// TestPassesToBegin is the number of dice of a Quality test that must pass for the state to
	// begin; 0 for no test.
	TestPassesToBegin int `yaml:"test" schema:"0..3"`
}

// The ids of the states that Go code refers to.
const (
	ShakenState    = "shaken"
	FatiguedState  = "fatigued"
	UnderFireState = "under-fire"
	PinnedState    = "pinned"
	BrokenState    = "broken"
	DamagedState   = "damaged"
	CriticalState  = "critical"
)

// StateBearers is the kind of units that can have a state.
type StateBearers string

const (
	BearersFigures  StateBearers = "figures"  // all units but vehicles
	BearersVehicles StateBearers = "vehicles" // in games that tell vehicles apart
)

// EndEvent is the event that ends a state automatically; with "" no event does, only the game's
// rules.
type EndEvent string

const (
	EndsAfterActing EndEvent = "acted" // the state ends when the unit has acted
	EndsWithRound   EndEvent = "round" // the state ends with the round
)

// FindOptionalRules returns the optional rules with an id in the edition, or nil.
func (s *System) FindOptionalRules(id string) *OptionalRules {
	for i := range s.Play.OptionalRules {
		if s.Play.OptionalRules[i].ID == id {
			return &s.Play.OptionalRules[i]
		}
	}
	return nil
}

// TermFor returns the edition's word for one of muster's own words, such as "pinned" for "shaken".
func (s *System) TermFor(key string) string {
	if word := s.Terms[key]; word != "" || key == "" {
		return word
	}
	return strings.ToUpper(key[:1]) + strings.ReplaceAll(key[1:], "-", " ")
}

// State returns the state of the edition with an id, or nil.
func (s *System) State(id string) *State {
	for i := range s.States {
		if s.States[i].ID == id {
			return &s.States[i]
		}
	}
	return nil
}

// oncePerGame matches a text about an action once in a game.
var oncePerGame = regexp.MustCompile(`(?i)\b(once|one [a-z ]{1,20}) (per|a|each) game\b`)

// SaysOncePerGame reports whether a rule's text describes an action once in a game.
func SaysOncePerGame(text string) bool { return oncePerGame.MatchString(text) }

// oncePerRound matches a text about an action once in a round.
var oncePerRound = regexp.MustCompile(`(?i)\bonce (per|a|each) (turn|round)\b|\bone [a-z ]{1,20} (per|a|each) (turn|round)\b`)

// SaysOncePerRound reports whether a rule's text describes an action once in a round.
func SaysOncePerRound(text string) bool { return oncePerRound.MatchString(text) }

// atRoundStart matches the word before "at the start of the round"; the word may be a state.
var atRoundStart = regexp.MustCompile(`(?i)(\w+) at the (?:beginning|start) of (?:the|each|every|a) round\b`)

// StateAtRoundStart returns the id of the state in which a rule's text affects units at the start
// of a round; "" if there is none.
func (s *System) StateAtRoundStart(text string) string {
	for _, found := range atRoundStart.FindAllStringSubmatch(text, -1) {
		for i := range s.States {
			if id := s.States[i].ID; strings.EqualFold(s.TermFor(id), found[1]) {
				return id
			}
		}
	}
	return ""
}

// ListRules holds an edition's rules for building lists.
type ListRules struct {
	// limits of force organisation; left out if the edition has none
	ForceOrg      *ForceOrg      `yaml:"force-org"`
	JoinLimits    JoinLimits     `yaml:"join"`
	CombineLimits CombineLimits  `yaml:"pairs"`
	TransportRows []TransportRow `yaml:"transport"`
	// AllowsGeneral means that a list may name its general (command & control).
	AllowsGeneral bool `yaml:"general"`
	// AllowsSmallScale means that a list may be played with one base a unit.
	AllowsSmallScale bool `yaml:"small-scale"`
}

// TransportSpaces returns the number of spaces in a transport that a model takes; -1 if it cannot
// embark. tough is 1 for a model without Tough.
func (l *ListRules) TransportSpaces(hero bool, tough int) int {
	for _, row := range l.TransportRows {
		if (hero || !row.ForHeroesOnly) && (row.MaxTough == 0 || tough <= row.MaxTough) {
			return row.Spaces
		}
	}
	return -1
}

// Combat holds the differences between the attacks of the editions of Grimdark Future, apart from
// special rules.
type Combat struct {
	Cover Cover `yaml:"cover" schema:"required"` // the effect of cover: +1 to block, or -1 to hit
	// BlastCap is the group of hits that the target's number of models limits: the hits from one
	// hit, or all hits of a weapon.
	BlastCap BlastCap `yaml:"blast"`
	// BlastIgnoresCover means that hits that Blast multiplies meet no cover.
	BlastIgnoresCover bool `yaml:"blast-ignores-cover"`
	// FirstAttackGroups are the groups of attacks resolved before the rest, in order.
	FirstAttackGroups []AttackGroup `yaml:"first" schema:"required"`
	HeroMorale        HeroMorale    `yaml:"morale" schema:"required"` // how a joined hero helps his unit to test
}

// Cover is the effect of cover on a target's dice.
type Cover string

const (
	CoverToBlock Cover = "block"  // +1 to block
	CoverToHit   Cover = "to-hit" // -1 to hit
)

// BlastCap is the limit on the hits of Blast(X); "" means no limit.
type BlastCap string

const (
	BlastPerHit    BlastCap = "hit"    // a hit becomes at most as many as the target has models
	BlastPerWeapon BlastCap = "weapon" // one weapon scores at most as many hits as the target has models
)

// AttackGroup is a kind of attacks resolved before others. An attack of several kinds belongs to
// the first kind in the edition's order.
type AttackGroup string

const (
	AutomaticHitsGroup AttackGroup = "hits"   // automatic hits and wounds
	ModelPicksGroup    AttackGroup = "picks"  // attacks that pick a model
	DeadlyGroup        AttackGroup = "deadly" // attacks with wounds that multiply
)

// HeroMorale is the way in which a unit with a joined hero tests its morale.
type HeroMorale string

const (
	MoraleBestQuality HeroMorale = "best-quality" // the better Quality of squad and hero, with all of the unit's rules
	MoraleBestRoll    HeroMorale = "best-roll"    // squad or hero, each with its own rules: the likelier to pass
	MoraleHeroQuality HeroMorale = "hero"         // the hero's Quality with the squad's rules
)

// ForceOrg holds the limits of force organisation. Limits that depend on points are the agreed size
// of the game divided by the field, rounded down.
type ForceOrg struct {
	PointsPerHero int `yaml:"hero-per" schema:"required,1.."` // one hero per so many points
	PointsPerUnit int `yaml:"unit-per" schema:"required,1.."` // one unit per so many points
	BaseCopies    int `yaml:"copies" schema:"required,0.."`   // copies of one unit that any list may have
	PointsPerCopy int `yaml:"copy-per" schema:"required,1.."` // one copy more per so many points
	MaxUnitShare  int `yaml:"share" schema:"required,0.."`    // the percentage of the agreed size that one unit may cost
}

// JoinLimits limits the heroes that may join a unit, and the units that they may join.
type JoinLimits struct {
	// the highest Tough of a hero that may join; 0 for any
	MaxHeroTough        int  `yaml:"max-tough" schema:"0.."`
	NeedsMultiModelHost bool `yaml:"multi-model"` // heroes join only units of more than one model
}

// CombineLimits limits the units of which two copies may be combined into one unit.
type CombineLimits struct {
	OnlyMultiModelUnits bool `yaml:"multi-model"` // only units of more than one model may be combined
}

// A TransportRow is the number of spaces in a transport for one kind of passenger. The first row
// that fits a model counts; a model that fits no row cannot embark.
type TransportRow struct {
	ForHeroesOnly bool `yaml:"hero"`                   // the row is for heroes only
	MaxTough      int  `yaml:"max-tough" schema:"0.."` // up to this Tough (1: without Tough); 0 for any
	Spaces        int  `yaml:"spaces" schema:"required,0.."`
}

// SystemIDs returns the ids of the systems that ship with muster, sorted: first those that stand
// alone, then those based on another.
func SystemIDs() []string { return slices.Clone(systemIDs()) }

// systemIDs caches the result of SystemIDs.
var systemIDs = sync.OnceValue(func() (ids []string) {
	names, err := fs.Glob(systemFiles, "data/*.yaml")
	if err != nil {
		panic(err) // the pattern is a constant
	}
	var alike []string
	for _, name := range names {
		text, _ := systemFiles.ReadFile(name) // embedded
		id := strings.TrimSuffix(path.Base(name), ".yaml")
		if schema.GuessValue(text, "like") == "" {
			ids = append(ids, id)
		} else {
			alike = append(alike, id)
		}
	}
	return append(ids, alike...)
})

var (
	loadMu        sync.Mutex             // loadMu guards loadedSystems.
	loadedSystems = map[string]*System{} // loadedSystems holds the systems loaded so far, by id.
)

// Load returns the system with an id among the systems that ship with muster. It is read once and
// shared, so callers must not change it. For an unknown id it returns ErrUnknownSystem's error.
func Load(id string) (*System, error) {
	loadMu.Lock()
	defer loadMu.Unlock()
	return loadLocked(id)
}

// loadLocked is like Load, for callers that hold the lock.
func loadLocked(id string) (*System, error) {
	if s := loadedSystems[id]; s != nil {
		return s, nil
	}
	if !slices.Contains(SystemIDs(), id) {
		return nil, ErrUnknownSystem(id, SystemIDs())
	}
	s, document, err := readSystem("data/"+id+".yaml", OriginGame)
	if err != nil {
		return nil, err
	}
	if s.BasedOn != "" {
		base, err := loadLocked(s.BasedOn)
		if err != nil {
			return nil, err
		}
		if s, err = base.deriveEdition(document); err != nil {
			return nil, err
		}
	} else {
		known, _, err := readCommonRules(id)
		if err != nil {
			return nil, err
		}
		s.set = NewSet(s.Rules, known.Set())
	}
	loadedSystems[id] = s
	return s, nil
}

// GameNames returns the names of muster's games as text, such as "a or b", those with army books
// first.
func GameNames() string {
	var first, last []string
	for _, id := range SystemIDs() {
		s, err := Load(id)
		if err != nil {
			continue // tests read all systems
		}
		names := &last
		if s.HasArmyBooks() {
			names = &first
		}
		if !slices.Contains(*names, s.Name) {
			*names = append(*names, s.Name)
		}
	}
	names := append(first, last...)
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// ErrUnknownSystem returns the error for an id that is not among the known systems, with the
// nearest known id.
func ErrUnknownSystem(id string, known []string) error {
	return fmt.Errorf("`%s` is no game system that muster knows (%s)%s", id, strings.Join(known, ", "),
		schema.DidYouMean(id, known))
}

// ReadSystem reads a person's own edition from a document of the kind system/1, over the edition
// that its field like names. It returns a *schema.Error for an id of muster's own editions, for
// effects without a meaning, and for a game whose editions cannot be files.
func ReadSystem(document *schema.Document) (*System, error) {
	base := new(System)
	if like := document.At("like"); like.Exists() {
		var err error
		if base, err = Load(like.Text()); err != nil {
			return nil, document.ProblemError("", err.Error(), "like")
		}
	}
	s, err := base.deriveEdition(document)
	if err != nil {
		return nil, err
	}
	first, _, _ := strings.Cut(s.ID, "-")
	switch {
	case slices.Contains(SystemIDs(), s.ID):
		return nil, document.ProblemError("",
			fmt.Sprintf("`%s` is an edition that ships with muster; give yours another id", s.ID), "id")
	case first != s.Family && isFamily(first):
		return nil, document.ProblemError("", fmt.Sprintf("ids that begin with `%s` are of that game's own editions; begin it with another word", first), "id")
	case !s.HasArmyBooks() || s.BasedOn == "":
		return nil, document.ProblemError("",
			"the edition takes its engine from one that ships with muster; add a line such as `like: gf-3`", "like")
	}
	return s, nil
}

// isFamily reports whether id is the family of a system that ships with muster.
func isFamily(id string) bool {
	return slices.ContainsFunc(SystemIDs(), func(system string) bool {
		s, err := Load(system)
		return err == nil && s.Family == id
	})
}

// deriveEdition returns the edition of a document that states only its differences from s. The
// error is a *schema.Error.
func (s *System) deriveEdition(document *schema.Document) (*System, error) {
	own := *s
	own.Rules, own.Patterns, own.ArmyForgeName, own.ArmyForgeNumber, own.Terms = nil, nil, "", 0, maps.Clone(s.Terms)
	if limits := s.ListRules.ForceOrg; limits != nil {
		copied := *limits
		own.ListRules.ForceOrg = &copied
	}
	if err := document.Decode(&own); err != nil {
		return nil, err
	}
	for i := range own.Rules {
		own.Rules[i].Origin = OriginGame
	}
	own.set = NewSet(own.Rules, s.Set())
	own.set.patterns = own.Patterns
	if own.HasArmyBooks() {
		if problems := own.set.CheckRules(document, own.Rules, false, "rules"); problems != nil {
			return nil, &schema.Error{Problems: problems}
		}
	}
	for _, r := range s.Rules {
		if !slices.ContainsFunc(own.Rules, func(o Rule) bool { return NameKey(o.Name) == NameKey(r.Name) }) {
			own.Rules = append(own.Rules, r)
		}
	}
	return &own, nil
}

// readCommonRules returns the rules known for army books of all editions with the same first number
// as system id, as a system; nil if there are none.
func readCommonRules(id string) (*System, *schema.Document, error) {
	edition, _, _ := strings.Cut(id, ".")
	name := "data/known/" + edition + ".yaml"
	if _, err := fs.Stat(systemFiles, name); err != nil {
		return nil, nil, nil
	}
	s, document, err := readSystem(name, OriginKnownName)
	if err != nil {
		return nil, nil, err
	}
	s.set = NewSet(s.Rules, nil)
	s.set.patterns = s.Patterns
	return s, document, nil
}

// readSystem reads an embedded system from data. Its rules get the given origin.
func readSystem(name string, origin Origin) (*System, *schema.Document, error) {
	text, err := systemFiles.ReadFile(name)
	if err != nil {
		return nil, nil, err
	}
	document, err := schema.ReadTrusted("rules/"+name, text, "system/1")
	if err != nil {
		return nil, nil, err
	}
	s := new(System)
	if err := document.Decode(s); err != nil {
		return nil, nil, err
	}
	for i := range s.Rules {
		s.Rules[i].Origin = origin
	}
	for i := range s.Patterns {
		s.Patterns[i].Origin = origin
	}
	return s, document, nil
}
