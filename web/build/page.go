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
	Value    string // as addresses name it: "tank", "LIST/UNIT"; noTarget for none
	Name     string // "Tank"
	Measure  string // of what is done: "wounds"
	Distance string // in inches
	Choices  []page.Group[edit.Choice]
	Trouble  string // why nothing can be told; "" if it can
	at       *fill.Aim
	in       string // tells the text of the list that the target is in from others; "" for a typical one
}

// targetFigures holds the figures against the target: of the list's units and of the shown unit's
// options. Slow ones are left out unless asked for.
type targetFigures struct {
	*aim
	Later bool // there is more to be told than the page tells
	units map[string]odds.Effect
	gains map[string]fill.OptionGain
	// lasts is the mean activations of the target's fire that the shown unit lasts, if known.
	lasts      float64
	knowsLasts bool
}

// A buildPage is the builder: offers, the list, and a unit or the findings.
type buildPage struct {
	List       *page.List
	roster     builder.Roster
	Fields     []edit.Field // of the list itself
	Platoons   []platoon    // of lists that have them
	Base, Do   string
	Back       string // the page's own address, to come back to
	ETag       string // of the list's text, so that a change applies to the text that was seen
	Pane       string
	UnitID     string
	OffersETag string // of the offers
	Offers     []page.Group[offerRow]
	Roles      []string       // of the offers
	Taken      map[string]int // how many units of each offer the list has, by its key
	Cards      []builder.Card
	Aside      []builder.Price   // units that are set aside
	Names      map[string]string // of the units, by id
	Unit       *unitPane
	Show       string // what the third pane shows besides a unit; "" is the findings
	Findings   []finding.Finding
	About      map[string][]finding.Finding // a unit, by its id: errors and warnings
	Errors     int
	Warnings   int
	Fixes      [][]builder.QuickFix // the ways out of each finding, as far as MostMended, where they are wanted
	Undoes     []bool               // whether undoing the newest change cures each of these
	Behind     bool                 // a newer version of its book is there
	Change     string               // the newest change in words
	Does       targetFigures
	Slots      string
	Fills      bool // something can be found for the points that are left
	CanUndo    bool
	Undoing    string // the change that Undo takes back, if known
	Redoing    string // the change that Redo makes again
	CanRedo    bool

	query url.Values
	parts *page.Parts
	came  g.Node // the rest of the arrival that brought the list
}

// To is the page's address with some of its query changed: keys and values in
// turn.
func (p *buildPage) To(pairs ...string) string {
	query := page.Subset(p.query, staying)
	for i := 0; i+1 < len(pairs); i += 2 {
		query.Set(pairs[i], pairs[i+1])
	}
	return p.Base + "?" + query.Encode()
}

// toAll is the page's address with all that takes long to work out.
func (p *buildPage) toAll() string {
	all := []string{"fixes", "yes", "pane", p.Pane, "show", p.Show}
	if offer := p.query.Get("offer"); offer != "" {
		all = append(all, "offer", offer)
	}
	return p.To(all...)
}

// hidden are the fields of a form that comes back to the page as it is.
func (p *buildPage) hidden() g.Node {
	var fields g.Group
	for _, key := range append([]string{"pane"}, staying...) {
		if v := p.query.Get(key); v != "" {
			fields = append(fields, page.Hidden(key, v))
		}
	}
	return fields
}

// ToShow is the page's address with something else than a unit of the list in the third pane: by the
// key "show" what that is, by "offer" something that can be added.
func (p *buildPage) ToShow(key, what string) string {
	query := p.lookedFor()
	query.Set(key, what)
	query.Set("pane", "unit")
	return p.Base + "?" + query.Encode()
}

// A unitPane is a unit with all that can be changed of it.
type unitPane struct {
	Page       *buildPage
	table.Unit        // without an id if it is not in the list yet
	Halves     []half // of its combined pair
	Offer      string // its name for Add, if it is not in the list yet
	OwnName    string
	Note       string
	Campaign   []edit.Field // as the name; nil for a unit that is in none
	Findings   []finding.Finding
	Sheet      *export.Block
	Spells     []table.Entry
	Rules      *rules.Set // of the unit's book; nil in games without books
	Words      page.Wording
	Sections   []gf.Open
	Fields     []page.Group[edit.Field]
	Lines      []page.Group[edit.Field] // of its figures, or of its weapons one by one
	Crowd      string                   // what its figures carry and are, in a line; "" of other units
	ranks      map[string]float64       // the worth of fields by their keys, for their order
	Links      []*link
	Prices     []builder.Price // of a pair those of both halves
	Estimable  bool            // there is an estimate of the unit's price
}

// A link is one kind of joining units, made or possible.
type link struct {
	ID, Name string
	With     []linkTo
	Not      []builder.Unlinkable
	More     string // the verb that adds another unit of the kind, combined with this one
}

// A linkTo is a unit linked (On) or linkable, and the verb that changes it.
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

// showSettings is the value of `show` for the list's settings.
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

// members are the ids of the units that the pane is about.
func (u *unitPane) members() []string {
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

// A platoon is a platoon of the list with its cards; Number 0 is of those in none.
type platoon struct {
	builder.Platoon
	Title  string
	Number int
	Cards  []builder.Card
}

// part returns the part of a unit in the platoon, or "".
func (p *platoon) part(id string) string {
	switch {
	case slices.Contains(p.Command, id):
		return builder.InCommand
	case slices.Contains(p.Squads, id):
		return builder.InSquads
	}
	return ""
}
