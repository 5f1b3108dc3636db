package build

import (
	"cmp"
	"net/url"
	"slices"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/builder/edit"
	"muster/builder/fill"
	"muster/builder/finding"
	"muster/builder/gf"
	"muster/builder/odds"
	"muster/builder/table"
	"muster/convert"
	"muster/export"
	"muster/rules"
	"muster/web/page"
)

// A targetEffects holds the target for the page's damage figures, a typical target or a unit of a
// list, and the figures: the damage of the list's units, and the gain of each option of the shown
// unit. Slow ones are computed only on request.
type targetEffects struct {
	TargetValue   string // the target's form in addresses: "tank", "LIST/UNIT"; noTarget for none
	Name          string // "Tank"
	DamageMeasure string // measure of the damage: "wounds" or "figures"
	Distance      string // distance for shooting and charging, in inches
	Choices       []page.Group[edit.Choice]
	Trouble       string // the reason why there are no figures; "" if there are
	fillAim       *fill.Aim
	listETag      string // identifies the text of the target's list; "" for a typical target
	Incomplete    bool   // some figures are missing, to be loaded later
	unitEffects   map[string]odds.Effect
	optionGains   map[string]fill.OptionGain
	// survivedActivations is the mean number of activations of the target's fire that the shown
	// unit survives, if known.
	survivedActivations float64
	knowsSurvival       bool // survivedActivations is known
}

// findingAnswers is what the page of a list says beside its findings.
type findingAnswers struct {
	// quick fixes of the findings, one slice for each of the first builder.MaxFixedFindings; nil if
	// not requested
	Fixes             [][]builder.QuickFix
	UndoSolvesFinding []bool        // for each of these findings: undoing the newest change solves it
	Answers           *odds.MatchUp // the list against typical targets; nil if not requested
}

// A buildPage is the page for building a list, with panes for the offers, the list, and a unit or
// the findings.
type buildPage struct {
	List                       *page.List
	roster                     builder.Roster
	ListFields                 []edit.Field // fields of the list itself
	Platoons                   []platoon    // the platoons, in games with platoons
	BaseAddress, ChangeAddress string
	BackAddress                string // the page's own address, to return to after a change
	ETag                       string // of the list's text, so that a change applies only to the text that was seen
	PhonePane                  string // the pane that a phone shows: "book", "list" or "unit"
	UnitID                     string
	OffersETag                 string // ETag of the offers as drawn
	Offers                     []page.Group[offerRow]
	OfferRoles                 []string       // roles of units to filter the offers by
	OfferCounts                map[string]int // number of units in the list, by offer's key
	Cards                      []builder.Card
	// units that the player set aside: they stay in the list's file, but do not count
	SetAsideUnits    []builder.Price
	UnitNames        map[string]string // names of the units, by id
	Unit             *unitPane
	ThirdPaneContent string // content of the third pane if not a unit; "" is the findings
	Findings         []finding.Finding
	UnitFindings     map[string][]finding.Finding // errors and warnings about each unit, by id
	ErrorCount       int
	WarningCount     int
	findingAnswers
	HasNewerBook  bool   // a newer version of the list's army book is available
	LastChange    string // the newest change in words
	TargetEffects *targetEffects
	// numbers of units and heroes that the list has and may have, or another limit of the game
	UnitLimitsText string
	CanFill        bool // the page offers to spend the points that are left
	CanUndo        bool
	UndoText       string // the change that an undo takes back, if known
	RedoText       string // the change that a redo makes again
	CanRedo        bool

	query        url.Values
	parts        *page.Parts
	importReport g.Node // report of the import that brought the list, or nil
}

// AddressWith returns the page's address with changes of its query: keys and values in turn.
func (p *buildPage) AddressWith(pairs ...string) string {
	query := page.QuerySubset(p.query, keptQueryKeys)
	for i := 0; i+1 < len(pairs); i += 2 {
		query.Set(pairs[i], pairs[i+1])
	}
	return p.BaseAddress + "?" + query.Encode()
}

// effectsAddress returns the address of the page with all slow damage figures and quick fixes
// computed.
func (p *buildPage) effectsAddress() string {
	all := []string{"fixes", "yes", "pane", p.PhonePane, "show", p.ThirdPaneContent}
	if offer := p.query.Get("offer"); offer != "" {
		all = append(all, "offer", offer)
	}
	return p.AddressWith(all...)
}

// hiddenFields draws the fields of a form that returns to the page unchanged.
func (p *buildPage) hiddenFields() g.Node {
	var fields g.Group
	for _, key := range append([]string{"pane"}, keptQueryKeys...) {
		if v := p.query.Get(key); v != "" {
			fields = append(fields, page.HiddenField(key, v))
		}
	}
	return fields
}

// AddressToShow returns the address of the page with other content in the third pane: key "show"
// with the content's name, or "offer" with an offer's key.
func (p *buildPage) AddressToShow(key, what string) string {
	query := p.searchQuery()
	query.Set(key, what)
	query.Set("pane", "unit")
	return p.BaseAddress + "?" + query.Encode()
}

// A unitPane shows a unit with everything that can be changed.
type unitPane struct {
	Page           *buildPage
	table.Unit                // without an id if it is not in the list yet
	Halves         []pairHalf // both halves of its combined pair, or nil
	OfferName      string     // the unit's name for the verb Add, if it is not in the list
	GivenName      string     // name that the player gave the unit
	Note           string
	CampaignFields []edit.Field // fields for a campaign; nil if the list is not in one
	Findings       []finding.Finding
	SheetBlock     *export.Block // the unit as on a printed sheet
	Spells         []table.Entry
	Rules          *rules.Set // rules of the unit's book; nil in games without books
	RuleLinker     page.RuleLinker
	Sections       []gf.OpenSection
	Fields         []page.Group[edit.Field]
	// fields of each group of equal miniatures of the unit, or of each weapon of a vehicle
	MiniatureFields []page.Group[edit.Field]
	GearText        string             // weapons and people of its figures in a line; "" for other units
	fieldRanks      map[string]float64 // gain in damage per point of each field, by its key, for sorting
	Links           []*unitLink
	Prices          []builder.Price // price of the unit; for a pair, of both halves
	CanEstimate     bool            // an estimate of the unit's price is available
}

// A unitLink is one way to connect a unit with others, such as joining or riding in a transport,
// with the units that are or can be connected.
type unitLink struct {
	ID, Name    string
	Partners    []linkPartner
	NotLinkable []builder.Unlinkable
	AddVerb     builder.Form // the verb that adds another unit and combines it with this one
}

// A linkPartner is a unit that is or can be connected by a link, with the verb that changes that.
type linkPartner struct {
	ID, Name string
	Verb     builder.Form
	IsLinked bool
}

// Keys of the query of the builder's address: the search for offers (searchQueryKeys), the shown unit
// and the order of its options (paneQueryKeys), and all keys that links on the page keep (keptQueryKeys).
var (
	searchQueryKeys = []string{"find", "role", "fits", "owned"}
	paneQueryKeys   = []string{"unit", "sort"}
	keptQueryKeys   = slices.Concat(paneQueryKeys, searchQueryKeys)
)

// The values of the key show: the list's settings, and its findings.
const (
	showSettingsValue = "settings"
	showFindingsValue = "findings"
)

// offerRow is an offer with its choices that match the search, and the limit that one more unit of
// it breaks.
type offerRow struct {
	builder.Offer
	MatchingChoices []string
	ExceededLimit   string // "" for none
}

// searchQuery returns the search in the address.
func (p *buildPage) searchQuery() url.Values { return page.QuerySubset(p.query, searchQueryKeys) }

// isEmpty reports whether the list has no units.
func (p *buildPage) isEmpty() bool { return p.roster.Document().At("units").Len() == 0 }

// unitName returns a unit's name.
func (p *buildPage) unitName(id string) string {
	return cmp.Or(p.UnitNames[id], "a unit that no book has")
}

// A pairHalf is one unit of a combined pair, with its own choices.
type pairHalf struct {
	table.Unit
	ChosenOptions []string
}

// ids returns the ids of the pane's units.
func (u *unitPane) ids() []string {
	if u.Halves == nil {
		return []string{u.ID}
	}
	return convert.All(u.Halves, func(one pairHalf) string { return one.ID })
}

// halfName names a half of the pair.
func (u *unitPane) halfName(id string) string {
	if id == u.Halves[0].ID {
		return "First half"
	}
	return "Second half"
}

// A platoon is a platoon of the list with its cards. Number 0 holds cards without a platoon.
type platoon struct {
	builder.Platoon
	Title  string
	Number int
	Cards  []builder.Card
}

// partOfUnit returns the part of a platoon to which a unit belongs, or "".
func (p *platoon) partOfUnit(id string) string {
	switch {
	case slices.Contains(p.Command, id):
		return builder.PlatoonCommandKey
	case slices.Contains(p.Squads, id):
		return builder.PlatoonSquadsKey
	}
	return ""
}

// verbButton returns a button that sends a verb; more is its label and other attributes.
func verbButton(verb builder.Form, more ...g.Node) g.Node {
	return h.Button(verbAttributes(verb, more...))
}

// verbAttributes returns the attributes of a button that sends a verb, and more.
func verbAttributes(verb builder.Form, more ...g.Node) g.Group {
	return append(g.Group{h.FormAttr("do"), h.Name("verb"), h.Value(string(verb))}, more...)
}
