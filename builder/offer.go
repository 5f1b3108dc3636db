package builder

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"muster/builder/fad"
	"muster/builder/finding"
	"muster/builder/gf"
	"muster/builder/table"
	"muster/catalog"
	stored "muster/catalog/fad"
	"muster/pricing"
)

// An Offer is something that can be added to a list.
type Offer struct {
	Key     string // the name by which Add finds it
	Name    string
	Models  int
	Heading string   // heading over it on a page of offers: a book's name, or a role such as "Heroes"
	Roles   []string // its roles in an army, for searches: "Heroes", "Transports"
	Points  int

	RosterOfOne func() Roster     // returns a list of the same game with the unit alone
	UnitOnTable func() table.Unit // returns the unit as it stands on the table, before upgrades
	// returns the unit's options with their contents: `Flamer (12", A1, AP(1))`
	OptionTexts func() []string
	// returns the limit that the list would break with the unit ("2 heroes at most"); "" if it
	// would break none
	BrokenLimit func() string
}

// MatchingParts returns the parts of the unit that contain all words of a text, ignoring case: ""
// for its name or equipment, and each matching option.
func (o *Offer) MatchingParts(text string) []string {
	words := strings.Fields(strings.ToLower(text))
	has := func(text string) bool {
		text = strings.ToLower(text)
		return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) })
	}
	u := o.UnitOnTable()
	own := append([]string{o.Name}, u.Abilities...)
	for _, w := range u.Weapons {
		own = append(own, w.Name+" ("+w.ProfileLine()+")")
	}
	if has(strings.Join(append(own, u.Gear...), "\n")) {
		return []string{""}
	}
	var found []string
	for _, choice := range o.OptionTexts() {
		if has(choice) && !slices.Contains(found, choice) {
			found = append(found, choice)
		}
	}
	return found
}

// Offers lists everything that can be added to a list. stock holds the stored units of games that
// have such units; it may be nil.
func Offers(r Roster, stock StockReader) ([]Offer, error) {
	return r.offers(stock)
}

// Roles of units in an army of Grimdark Future.
const (
	roleHero      = "Heroes"
	roleSquad     = "Squads"
	roleSingle    = "Single models"
	roleTransport = "Transports"
)

// rolesOf returns the roles of a unit, the main one first.
func rolesOf(u *gf.Unit) (roles []string) {
	switch {
	case u.IsHero:
		roles = append(roles, roleHero)
	case u.Models > 1:
		roles = append(roles, roleSquad)
	default:
		roles = append(roles, roleSingle)
	}
	if u.TransportSpaces > 0 {
		roles = append(roles, roleTransport)
	}
	return roles
}

func (g gfRoster) offers(StockReader) ([]Offer, error) {
	var offers []Offer
	parts := sync.OnceValue(g.ChangeJudge)
	for _, book := range g.Books {
		for i := range book.Units {
			of := &book.Units[i]
			u := g.NewUnit(book, of)
			o := Offer{
				Key: of.ID, Name: of.Name, Models: of.Size, Roles: rolesOf(u), Points: of.Cost.Points,
				RosterOfOne: func() Roster { return g.rosterOfOne(gf.Entry{ID: "?", BookUnitID: of.ID, Book: book.ID}) },
				UnitOnTable: func() table.Unit { return g.Army.TableUnit(u) },
				OptionTexts: func() []string { return optionTexts(book, of) },
				BrokenLimit: func() string { return brokenLimitOf(parts().RefusesUnit(book, of)) },
			}
			if o.Heading = o.Roles[0]; len(g.Books) > 1 {
				o.Key, o.Heading = book.ID+"/"+of.ID, book.Name+" · "+o.Heading
			}
			offers = append(offers, o)
		}
	}
	return offers, nil
}

// rosterOfOne returns a list of one unit.
func (g gfRoster) rosterOfOne(entry gf.Entry) Roster {
	list := *g.Army.List
	if list.Units = []gf.Entry{entry}; len(g.Books) == 1 {
		list.Units[0].Book = ""
	}
	return RosterOfGF(gf.BuildWithBooks(&list, g.Books))
}

// optionTexts lists a unit's options with the equipment that they give.
func optionTexts(book *catalog.Book, of *catalog.Unit) []string {
	var all []string
	for _, section := range book.Sections(of) {
		for i := range section.Options {
			all = append(all, section.Options[i].Text())
		}
	}
	return all
}

func (f fadRoster) offers(stock StockReader) ([]Offer, error) {
	if stock == nil {
		return nil, nil
	}
	units, err := stock()
	if units == nil {
		return nil, err
	}
	var offers []Offer
	add := func(key, name, group string, u *stored.Unit) {
		o := Offer{
			Key: key, Name: name, Heading: group, Models: f.Army.List.WithOnlyUnit(*u).Units[0].Size(),
			Roles:       []string{f.Army.List.Armoury.UnitKinds.Find(string(u.Kind)).Name},
			OptionTexts: func() []string { return nil },
		}
		if price, err := pricing.PriceUnit(f.Army.List.Armoury, u, f.Army.List.Rounding); err == nil {
			o.Points = price.Points
		}
		o.BrokenLimit = func() string { return brokenLimitOf(f.refusesUnit(u, o.Points)) }
		alone := sync.OnceValue(func() Roster {
			return RosterOfFAD(fad.Build(f.Army.List.WithOnlyUnit(*u)))
		})
		o.RosterOfOne, o.UnitOnTable = alone, func() table.Unit { return alone().UnitsOnTable()[0] }
		offers = append(offers, o)
	}
	invent := "Invent your own"
	if f.Army.List.Method == fad.BasicCreation {
		invent += " · basic creation makes squads only"
	}
	if book := f.Army.List.SourceBook; book != nil && f.Army.List.Method != fad.BasicCreation {
		for i := range book.Designs.Units {
			u := book.Designs.Units[i].SmallestUnit()
			add(u.ID, u.Name, book.Name, &u)
		}
	}
	for _, kind := range f.Army.List.Armoury.UnitKinds.All() {
		if !f.Army.List.AllowsKind(kind.ID) {
			continue
		}
		if begins, err := units.Template(&kind); err == nil {
			add(kind.ID, kind.Name, invent, &begins.Unit)
		}
	}
	for _, s := range units.All() {
		group := "Yours"
		if !f.Army.List.AllowsKind(string(s.Unit.Kind)) {
			continue
		}
		if s.Shipped() {
			group = stored.ShippedForceName
		}
		add(s.ID, s.Unit.Title(), group, &s.Unit)
	}
	return offers, nil
}

// brokenLimitOf returns in a few words the limit of the list that the error err is about; "" if
// broken is false.
func brokenLimitOf(err finding.Finding, broken bool) string {
	switch {
	case !broken:
		return ""
	case err.Code == finding.CodeOverPoints:
		return "too dear"
	}
	return cmp.Or(err.LimitText, "not allowed")
}

// refusesUnit returns the error that adding a unit brings to the list, and reports whether there is
// one.
func (f fadRoster) refusesUnit(u *stored.Unit, points int) (finding.Finding, bool) {
	if f.PointsLimit() > 0 && f.Points()+points > f.PointsLimit() {
		return finding.Finding{Code: finding.CodeOverPoints}, true
	}
	list, one := *f.Army.List, *u
	one.ID = "+" + u.ID // which no unit has
	list.Units = append(slices.Clip(list.Units), one)
	return finding.FirstError(finding.Compare(f.Findings(), list.Check()).NewOrWorse(), "")
}
