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
var data embed.FS

// A System is one edition of a game: limits on lists, words and special rules.
//
//schema:file system/1
type System struct {
	ID      string `yaml:"id" schema:"required,id"`     // the edition's id, such as gf-3
	Family  string `yaml:"family" schema:"id"`          // the editions that share one engine, such as gf
	Name    string `yaml:"name" schema:"required,name"` // the game's name, such as Grimdark Future
	Edition string `yaml:"edition" schema:"required"`   // the number of the edition, such as 3
	Cite    string `yaml:"cite" schema:"required"`      // how a finding names the document, such as GF 3
	// Like is a shipped edition, such as gf-3, for everything that this file does not
	// state. "" for none.
	Like string `yaml:"like"`
	// ArmyForge is the game's name in addresses of Army Forge: age-of-fantasy. "" if it
	// has no books for the game.
	ArmyForge string `yaml:"army-forge" schema:"1.."`
	// ArmyForgeNumber is Army Forge's number of the game, 0 for none: 4.
	ArmyForgeNumber int `yaml:"army-forge-number" schema:"0.."`
	// Words are the edition's own terms, by muster's word ("shaken").
	Words map[string]string `yaml:"words"`
	// Sizes are the usual sizes of lists, in points.
	Sizes []int `yaml:"sizes" schema:"..20,each 1..100000"`
	Lists Lists `yaml:"lists"`
	Play  Play  `yaml:"play"`
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

// HasArmyBooks reports whether the units of the game come from army books. Such a game has editions
// that are files alone, and a person may write editions of their own.
func (s *System) HasArmyBooks() bool {
	return s.Family == Grimdark.ID
}

// Play holds the counters of a game; 0 for none.
type Play struct {
	Rounds     int `yaml:"rounds" schema:"0.."`      // number of rounds of a game
	SmallScale int `yaml:"small-scale" schema:"0.."` // additional rounds with one base for each unit
	// Halves means that with one base for each unit all distances are halved, rounded up,
	// except before the game.
	Halves     bool `yaml:"small-scale-halves"`
	Objectives int  `yaml:"objectives" schema:"0.."` // maximum number of objectives on the table
	// Die is the number of sides of the die for the number of objectives: Objectives on its highest
	// number, one fewer for each number below. 0 means that the number is fixed.
	Die    int `yaml:"die" schema:"0..20"`
	Tokens int `yaml:"tokens" schema:"0.."` // maximum number of spell tokens of a caster
	// dice rolled in each round for going first; 0 if the side that finished first begins
	Dice int `yaml:"dice" schema:"0.."`
	// Turn holds the actions of every unit, each once in a round.
	Turn []string `yaml:"turn" schema:"..10,each name"`
	// Cast is an action once in a round of casters without tokens; "" for none.
	Cast string `yaml:"cast" schema:"1..80"`
	// Heart holds rising percentages of lost units. At each of them the Resolve of a
	// side's other units falls by a level, if players use this optional rule.
	Heart []int `yaml:"heart" schema:"..10"`
	// Missions are missions that both sides share; none if they play for objectives or
	// have missions of their own.
	Missions []Mission `yaml:"missions" schema:"..100"`
	// Parts are the headings under which the game's rules are looked up, each with the names
	// of its rules.
	Parts []Part `yaml:"parts" schema:"..20"`
	// Optional are optional rules with tokens on units or heroes, in games that use them.
	Optional []Optional `yaml:"optional" schema:"..20"`
}

// A Part is rules of a game that are looked up together.
type Part struct {
	Name  string   `yaml:"name" schema:"required,name"`
	Rules []string `yaml:"rules" schema:"required,1..100,each name"`
}

// An Optional is a set of optional rules with tokens.
type Optional struct {
	ID      string `yaml:"id" schema:"required,id"`
	Name    string `yaml:"name" schema:"required,name"`
	Summary string `yaml:"summary" schema:"required,1..300"` // when there is one more, and when one fewer
	Token   string `yaml:"token" schema:"required,name"`     // the name of a token
	Now     string `yaml:"now" schema:"required,1..300"`     // the meaning of tokens on a unit
	// Rule is a rated rule that the unit has, with -1 for each token as its rating; "" for
	// none.
	Rule string `yaml:"rule" schema:"name"`
	// Heroes means that heroes, not units, have the tokens.
	Heroes bool `yaml:"heroes"`
	// Most is the maximum number of tokens on a unit or hero, General the maximum on the general; 0
	// for no limit.
	Most    int `yaml:"most" schema:"0..20"`
	General int `yaml:"general" schema:"0..20"`
	// Needs is the target number of a command test that costs a hero a token;
	// GeneralNeeds is the general's. Each token adds one. 0 means no test.
	Needs        int `yaml:"needs" schema:"0..6"`
	GeneralNeeds int `yaml:"general-needs" schema:"0..6"`
	// Tests means that an activating unit takes a morale test for each token, and each passed test
	// removes one.
	Tests bool `yaml:"tests"`
	// Rests means that a unit loses all tokens at the end of a round in which it was idle.
	Rests bool `yaml:"rests"`
	// Ends means that all tokens are removed at the end of the round or, if both sides are done,
	// earlier.
	Ends bool `yaml:"ends"`
	// Wounds means that a token stands for a fallen model that is only wounded.
	Wounds bool `yaml:"wounds"`
}

// A Mission is a goal that both sides play for.
type Mission struct {
	ID      string `yaml:"id" schema:"required,id"`
	Name    string `yaml:"name" schema:"required,name"`
	Summary string `yaml:"summary" schema:"required,1..300"`
	// Objectives and Die determine the number of objectives, as in Play.
	Objectives int `yaml:"objectives" schema:"0..20"`
	Die        int `yaml:"die" schema:"0..20"`
	// Own means that the first objective is one side's own from the beginning, and
	// the second the other's.
	Own bool `yaml:"own"`
}

// A State is a state of a unit in the game. Its name is among the edition's words under
// the state's id.
type State struct {
	ID      string       `yaml:"id" schema:"required,id"` // muster's own word: shaken
	Bearers StateBearers `yaml:"of"`                      // the kinds of units that can have the state; "" for all
	// Now is the meaning of the state.
	Now string `yaml:"now" schema:"required,1..300"`
	// Vehicle is the meaning for vehicles, if different.
	Vehicle string   `yaml:"vehicle" schema:"1..300"`
	Ends    EndEvent `yaml:"ends"` // the event that ends it automatically
	// FailsTests means that a unit fails every morale test.
	FailsTests bool `yaml:"fails-tests"`
	// Replaces are the states that end when this one begins, and that do not begin
	// while it lasts.
	Replaces []string `yaml:"replaces" schema:"each id"`
	// Leaderless is the state that begins instead for a squad that has lost its leader in this
	// round.
	Leaderless string `yaml:"leaderless" schema:"id"`
	// Ignores are the states that have no effect while this one lasts.
	Ignores []string `yaml:"ignores" schema:"each id"`
	// Unbroken means that a unit never checks its Resolve.
	Unbroken bool `yaml:"unbroken"`
	// Once means that only one unit of each side can have the state, and only once in a game.
	Once bool `yaml:"once"`
	// Test is the number of dice of a Quality test that must pass for the state to begin; 0 for no
	// test.
	Test int `yaml:"test" schema:"0..3"`
}

// The ids of the states that muster's code refers to.
const (
	Shaken    = "shaken"
	Fatigued  = "fatigued"
	UnderFire = "under-fire"
	Pinned    = "pinned"
	Broken    = "broken"
	Damaged   = "damaged"
	Critical  = "critical"
)

// StateBearers is a kind of units that can have a state.
type StateBearers string

const (
	BearersFigures  StateBearers = "figures"  // all units but vehicles
	BearersVehicles StateBearers = "vehicles" // in games that tell vehicles apart
)

// EndEvent is the event that ends a state automatically; with "" only the game's rules for the state
// end it.
type EndEvent string

const (
	EndsActed EndEvent = "acted" // the state ends when the unit has acted
	EndsRound EndEvent = "round" // the state ends with the round
)

// Optional returns the optional rule of the edition with an id, or nil.
func (s *System) Optional(id string) *Optional {
	for i := range s.Play.Optional {
		if s.Play.Optional[i].ID == id {
			return &s.Play.Optional[i]
		}
	}
	return nil
}

// Word returns the edition's word for one of muster's own, such as "pinned" for "shaken".
func (s *System) Word(key string) string {
	if word := s.Words[key]; word != "" || key == "" {
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

// onceAGame matches a text about something done once in a game.
var onceAGame = regexp.MustCompile(`(?i)\b(once|one [a-z ]{1,20}) (per|a|each) game\b`)

// OnceAGame reports whether a rule's text describes something done once in a game.
func OnceAGame(text string) bool { return onceAGame.MatchString(text) }

// onceATurn matches a text about something done once in a round.
var onceATurn = regexp.MustCompile(`(?i)\bonce (per|a|each) (turn|round)\b|\bone [a-z ]{1,20} (per|a|each) (turn|round)\b`)

// OnceATurn reports whether a rule's text describes something done once in a round.
func OnceATurn(text string) bool { return onceATurn.MatchString(text) }

// atStart matches the word before "at the start of the round"; it may be a state.
var atStart = regexp.MustCompile(`(?i)(\w+) at the (?:beginning|start) of (?:the|each|every|a) round\b`)

// StateAtStart returns the id of the state in which a rule's text affects units at the start of a
// round; "" if there is none.
func (s *System) StateAtStart(text string) string {
	for _, found := range atStart.FindAllStringSubmatch(text, -1) {
		for i := range s.States {
			if id := s.States[i].ID; strings.EqualFold(s.Word(id), found[1]) {
				return id
			}
		}
	}
	return ""
}

// Lists are an edition's rules for building lists.
type Lists struct {
	ForceOrg  *ForceOrg     `yaml:"force-org"` // nil: the edition has none
	Join      Join          `yaml:"join"`
	Pairs     Pairs         `yaml:"pairs"`
	Transport []TransportBy `yaml:"transport"`
	// General means that a list may name its general (command & control).
	General bool `yaml:"general"`
	// SmallScale means that a list may be played with one base a unit.
	SmallScale bool `yaml:"small-scale"`
}

// Spaces returns how many spaces of a transport a model with a Tough takes (1 if it has no Tough);
// -1 if it cannot embark.
func (l *Lists) Spaces(hero bool, tough int) int {
	for _, row := range l.Transport {
		if (hero || !row.Hero) && (row.MaxTough == 0 || tough <= row.MaxTough) {
			return row.Spaces
		}
	}
	return -1
}

// Combat is how the attacks of an edition of Grimdark Future differ from other editions, apart from
// special rules.
type Combat struct {
	Cover Cover `yaml:"cover" schema:"required"` // the effect of cover: +1 to block, or -1 to hit
	// Blast selects the hits capped by the target's number of models: those from one hit,
	// or all hits of a weapon.
	Blast BlastCap `yaml:"blast"`
	// BlastIgnoresCover means that hits that Blast multiplies meet no cover.
	BlastIgnoresCover bool `yaml:"blast-ignores-cover"`
	// First holds the groups of attacks resolved before the rest, in order.
	First  []Group    `yaml:"first" schema:"required"`
	Morale HeroMorale `yaml:"morale" schema:"required"` // how a joined hero helps his unit to test
}

// Cover is the effect of cover on a target's dice.
type Cover string

const (
	CoverToBlock Cover = "block"  // +1 to block
	CoverToHit   Cover = "to-hit" // -1 to hit
)

// BlastCap is the limit on the hits of Blast(X); "" is none.
type BlastCap string

const (
	BlastPerHit    BlastCap = "hit"    // a hit becomes at most as many as the target has models
	BlastPerWeapon BlastCap = "weapon" // one weapon scores at most as many hits as the target has models
)

// Group is a kind of attacks that resolves before others. An attack of several kinds goes with the
// first one that the edition names.
type Group string

const (
	GroupHits   Group = "hits"   // automatic hits and wounds
	GroupPicks  Group = "picks"  // attacks that pick a model
	GroupDeadly Group = "deadly" // attacks with wounds that multiply
)

// HeroMorale is how a unit with a joined hero tests its morale.
type HeroMorale string

const (
	MoraleBestQuality HeroMorale = "best-quality" // the better Quality of squad and hero, with all of the unit's rules
	MoraleBestRoll    HeroMorale = "best-roll"    // squad or hero, each with its own rules: the likelier to pass
	MoraleHero        HeroMorale = "hero"         // the hero's Quality with the squad's rules
)

// ForceOrg is the limits of force organisation. Numbers that depend on points are the agreed size
// of the game divided by the field, rounded down.
type ForceOrg struct {
	HeroPer int `yaml:"hero-per" schema:"required,1.."` // one hero per so many points
	UnitPer int `yaml:"unit-per" schema:"required,1.."` // one unit per so many points
	Copies  int `yaml:"copies" schema:"required,0.."`   // copies of one unit that any list may have
	CopyPer int `yaml:"copy-per" schema:"required,1.."` // one copy more per so many points
	Share   int `yaml:"share" schema:"required,0.."`    // the percentage of the agreed size that one unit may cost
}

// Join limits the heroes that may join a unit, and the units that they may join.
type Join struct {
	MaxTough   int  `yaml:"max-tough" schema:"0.."` // the toughest hero that may join; 0 for any
	MultiModel bool `yaml:"multi-model"`            // the host has more than one model
}

// Pairs limits the units of which two copies may be combined.
type Pairs struct {
	MultiModel bool `yaml:"multi-model"` // those of several models
}

// TransportBy is how many spaces of a transport a kind of passenger takes. The first row that fits
// a model counts; a model that no row fits cannot embark.
type TransportBy struct {
	Hero     bool `yaml:"hero"`                   // the row is for heroes only
	MaxTough int  `yaml:"max-tough" schema:"0.."` // up to this Tough (1: without Tough); 0 for any
	Spaces   int  `yaml:"spaces" schema:"required,0.."`
}

// Systems returns the ids of the systems that ship with muster, sorted: first those that stand
// alone, then those based on another.
func Systems() []string { return slices.Clone(systems()) }

// systems lists the ids of Systems, once.
var systems = sync.OnceValue(func() (ids []string) {
	names, err := fs.Glob(data, "data/*.yaml")
	if err != nil {
		panic(err) // the pattern is a constant
	}
	var alike []string
	for _, name := range names {
		text, _ := data.ReadFile(name) // embedded
		id := strings.TrimSuffix(path.Base(name), ".yaml")
		if schema.Glance(text, "like") == "" {
			ids = append(ids, id)
		} else {
			alike = append(alike, id)
		}
	}
	return append(ids, alike...)
})

var (
	loadedMu sync.Mutex
	loaded   = map[string]*System{}
)

// Load returns the system with an id among those that ship with muster. It is read once and shared,
// so callers must not change it. The error for an unknown id is that of Unknown.
func Load(id string) (*System, error) {
	loadedMu.Lock()
	defer loadedMu.Unlock()
	return loadLocked(id)
}

// loadLocked is Load with loadedMu held.
func loadLocked(id string) (*System, error) {
	if s := loaded[id]; s != nil {
		return s, nil
	}
	if !slices.Contains(Systems(), id) {
		return nil, ErrUnknownSystem(id, Systems())
	}
	s, document, err := readSystem("data/"+id+".yaml", OriginGame)
	if err != nil {
		return nil, err
	}
	if s.Like != "" {
		base, err := loadLocked(s.Like)
		if err != nil {
			return nil, err
		}
		if s, err = base.derive(document); err != nil {
			return nil, err
		}
	} else {
		known, _, err := commonRules(id)
		if err != nil {
			return nil, err
		}
		s.set = NewSet(s.Rules, known.Set())
	}
	loaded[id] = s
	return s, nil
}

// GameNames returns the names of muster's games as text, such as "a or b", those with army books
// first.
func GameNames() string {
	var first, last []string
	for _, id := range Systems() {
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

// ErrUnknownSystem returns the error for an id that is not among the known systems; it suggests the
// nearest one.
func ErrUnknownSystem(id string, known []string) error {
	return fmt.Errorf("`%s` is no game system that muster knows (%s)%s", id, strings.Join(known, ", "),
		schema.DidYouMean(id, known))
}

// ReadSystem reads a person's own edition from a document of the kind system/1, over the edition
// that its field like names. The error is a *schema.Error: for an id of muster's own editions,
// effects without a meaning, or a game whose editions cannot be files.
func ReadSystem(document *schema.Document) (*System, error) {
	base := new(System)
	if like := document.At("like"); like.Exists() {
		var err error
		if base, err = Load(like.Text()); err != nil {
			return nil, document.Problem("", err.Error(), "like")
		}
	}
	s, err := base.derive(document)
	if err != nil {
		return nil, err
	}
	first, _, _ := strings.Cut(s.ID, "-")
	switch {
	case slices.Contains(Systems(), s.ID):
		return nil, document.Problem("",
			fmt.Sprintf("`%s` is an edition that ships with muster; give yours another id", s.ID), "id")
	case first != s.Family && isFamily(first):
		return nil, document.Problem("", fmt.Sprintf("ids that begin with `%s` are of that game's own editions; begin it with another word", first), "id")
	case !s.HasArmyBooks() || s.Like == "":
		return nil, document.Problem("",
			"the edition takes its engine from one that ships with muster; add a line such as `like: gf-3`", "like")
	}
	return s, nil
}

// isFamily reports whether id is the family of a system that ships with muster.
func isFamily(id string) bool {
	return slices.ContainsFunc(Systems(), func(system string) bool {
		s, err := Load(system)
		return err == nil && s.Family == id
	})
}

// derive returns the edition of a document that states only its differences from s. The error is a
// *schema.Error.
func (s *System) derive(document *schema.Document) (*System, error) {
	own := *s
	own.Rules, own.Patterns, own.ArmyForge, own.ArmyForgeNumber, own.Words = nil, nil, "", 0, maps.Clone(s.Words)
	if limits := s.Lists.ForceOrg; limits != nil {
		copied := *limits
		own.Lists.ForceOrg = &copied
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
		if !slices.ContainsFunc(own.Rules, func(o Rule) bool { return Key(o.Name) == Key(r.Name) }) {
			own.Rules = append(own.Rules, r)
		}
	}
	return &own, nil
}

// commonRules returns the rules that are known for army books of all editions with the same first
// number as system id, or nil.
func commonRules(id string) (*System, *schema.Document, error) {
	edition, _, _ := strings.Cut(id, ".")
	name := "data/known/" + edition + ".yaml"
	if _, err := fs.Stat(data, name); err != nil {
		return nil, nil, nil
	}
	s, document, err := readSystem(name, OriginName)
	if err != nil {
		return nil, nil, err
	}
	s.set = NewSet(s.Rules, nil)
	s.set.patterns = s.Patterns
	return s, document, nil
}

// readSystem reads an embedded system from data; its rules get the given origin.
func readSystem(name string, origin Origin) (*System, *schema.Document, error) {
	text, err := data.ReadFile(name)
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
