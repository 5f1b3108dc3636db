package build

import (
	"cmp"
	"net/url"
	"slices"

	g "maragu.dev/gomponents"

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

// An aim is the target of the page's damage figures: a typical one, or a unit of a list.
type aim struct {
	Value    string // its form in addresses: "tank", "LIST/UNIT"; noTarget for none
	Name     string // "Tank"
	Measure  string // unit of the damage: "wounds"
	Distance string // inches
	Choices  []page.Group[edit.Choice]
	Trouble  string // the reason why there are no figures; "" if there are
	at       *fill.Aim
	listTag  string // identifies the text of the target's list; "" for a typical target
}

// targetFigures holds the figures against the target: of the list's units and of the shown unit's
// options. Slow ones are computed only on request.
type targetFigures struct {
	*aim
	Later bool // some figures are missing, to be loaded later
	units map[string]odds.Effect
	gains map[string]fill.OptionGain
	// lasts is the mean activations of the target's fire that the shown unit lasts, if known.
	lasts      float64
	knowsLasts bool
}

// A buildPage is the builder: offers, the list, and a unit or the findings.
type buildPage struct {
	List          *page.List
	roster        builder.Roster
	Fields        []edit.Field // of the list itself
	Platoons      []platoon    // of lists that have them
	Base, Do      string
	Back          string // the page's own address, to return to
	ETag          string // of the list's text, so that a change applies to the text that was seen
	Pane          string
	UnitID        string
	OffersETag    string // of the offers
	Offers        []page.Group[offerRow]
	Roles         []string       // of the offers
	Taken         map[string]int // number of units in the list, by offer's key
	Cards         []builder.Card
	Aside         []builder.Price   // units that are set aside
	Names         map[string]string // of the units, by id
	Unit          *unitPane
	Show          string // content of the third pane if not a unit; "" is the findings
	Findings      []finding.Finding
	About         map[string][]finding.Finding // errors and warnings about each unit, by id
	Errors        int
	Warnings      int
	Fixes         [][]builder.QuickFix // fixes of each finding, up to MostMended, if wanted
	Undoes        []bool               // undoing the newest change solves the finding
	Behind        bool                 // a newer version of its book is available
	Change        string               // the newest change in words
	TargetFigures targetFigures
	Slots         string
	Fills         bool // there are ways to spend the points left
	CanUndo       bool
	Undoing       string // the change that Undo takes back, if known
	Redoing       string // the change that Redo makes again
	CanRedo       bool

	query url.Values
	parts *page.Parts
	came  g.Node // page of the rest of the import with the list
}

// AddressWith returns the page's address with changes of its query: keys and values in turn.
func (p *buildPage) AddressWith(pairs ...string) string {
	query := page.Subset(p.query, staying)
	for i := 0; i+1 < len(pairs); i += 2 {
		query.Set(pairs[i], pairs[i+1])
	}
	return p.Base + "?" + query.Encode()
}

// fullAddress returns the address of the page with all slow figures.
func (p *buildPage) fullAddress() string {
	all := []string{"fixes", "yes", "pane", p.Pane, "show", p.Show}
	if offer := p.query.Get("offer"); offer != "" {
		all = append(all, "offer", offer)
	}
	return p.AddressWith(all...)
}

// hiddenFields draws the fields of a form that returns to the page unchanged.
func (p *buildPage) hiddenFields() g.Node {
	var fields g.Group
	for _, key := range append([]string{"pane"}, staying...) {
		if v := p.query.Get(key); v != "" {
			fields = append(fields, page.Hidden(key, v))
		}
	}
	return fields
}

// AddressToShow returns the address of the page with other content in the third pane: key "show"
// with the content's name, or "offer" with an offer's key.
func (p *buildPage) AddressToShow(key, what string) string {
	query := p.lookedFor()
	query.Set(key, what)
	query.Set("pane", "unit")
	return p.Base + "?" + query.Encode()
}

// A unitPane shows a unit with everything that can be changed.
type unitPane struct {
	Page       *buildPage
	table.Unit        // without an id if it is not in the list yet
	Halves     []half // of its combined pair
	Offer      string // its name for Add if it is not in the list
	OwnName    string
	Note       string
	Campaign   []edit.Field // nil if the list is not in a campaign
	Findings   []finding.Finding
	Sheet      *export.Block
	Spells     []table.Entry
	Rules      *rules.Set // of the unit's book; nil in games without books
	Words      page.Wording
	Sections   []gf.Open
	Fields     []page.Group[edit.Field]
	Lines      []page.Group[edit.Field] // of its figures, or of its single weapons
	Crowd      string                   // weapons and people of its figures in a line; "" for other units
	ranks      map[string]float64       // values of fields by key, for sorting
	Links      []*link
	Prices     []builder.Price // for a pair, of both halves
	Estimable  bool            // an estimate of its price is available
}

// A link is one kind of link of a unit, with present and possible partners.
type link struct {
	ID, Name string
	With     []linkTo
	Not      []builder.Unlinkable
	More     string // the verb that adds another unit and combines it with this one
}

// A linkTo is a unit that is (On) or can be linked, with the verb to change that.
type linkTo struct {
	ID, Name, Verb string
	On             bool
}

// Keys of the builder's address that links keep: the search, the shown unit and its order.
var (
	lookedFor = []string{"find", "role", "fits", "owned"}
	aside     = []string{"unit", "sort"}
	staying   = slices.Concat(aside, lookedFor)
)

// showSettings is the value of the key show for the list's settings.
const showSettings = "settings"

// offerRow is an offer with its choices that match the search, and the limit that one more breaks.
type offerRow struct {
	builder.Offer
	Found []string
	Limit string // "" for none
}

// lookedFor returns the search in the address.
func (p *buildPage) lookedFor() url.Values { return page.Subset(p.query, lookedFor) }

// empty reports whether the list has no units.
func (p *buildPage) empty() bool { return p.roster.Document().At("units").Len() == 0 }

// name returns a unit's name.
func (p *buildPage) name(id string) string { return cmp.Or(p.Names[id], "a unit that no book has") }

// A half is one unit of a combined pair, with its own choices.
type half struct {
	table.Unit
	Chosen []string
}

// ids returns the ids of the pane's units.
func (u *unitPane) ids() []string {
	if u.Halves == nil {
		return []string{u.ID}
	}
	return convert.All(u.Halves, func(one half) string { return one.ID })
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

// part returns the part of a platoon to which a unit belongs, or "".
func (p *platoon) part(id string) string {
	switch {
	case slices.Contains(p.Command, id):
		return builder.InCommand
	case slices.Contains(p.Squads, id):
		return builder.InSquads
	}
	return ""
}
