package builder

import (
	"fmt"

	"muster/builder/finding"
	stored "muster/catalog/fad"
	"muster/pricing"
)

// An Offer is something that can be added to a list.
type Offer struct {
	Key    string // as Add names it
	Name   string
	About  string // a few words: "5 models, Quality 4+, Defense 4+"
	Group  string // under which heading it is listed: a book, "Heroes"
	Points int
}

// Offers lists what can be added to a list. stock lends units to games that
// have units of their own to add; it may be nil.
func Offers(r Roster, stock Stock) ([]Offer, error) {
	return r.offers(stock)
}

func (g grimdark) offers(Stock) ([]Offer, error) {
	var offers []Offer
	for _, book := range g.Books {
		set := book.RuleSet(g.Army.Game)
		for i := range book.Units {
			u := &book.Units[i]
			o := Offer{Key: u.ID, Name: u.Name, Group: "Units", Points: u.Cost.Points}
			o.About = fmt.Sprintf("%s, Quality %d+, Defense %d+", finding.Count(u.Size, "model"), u.Quality, u.Defense)
			for _, use := range u.Rules {
				if rule := set.Find(use.Name); rule != nil {
					for _, e := range rule.Effects {
						if e.Hero {
							o.Group = "Heroes"
						}
					}
				}
			}
			if len(g.Books) > 1 {
				o.Key, o.Group = book.ID+"/"+u.ID, book.Name+" · "+o.Group
			}
			offers = append(offers, o)
		}
	}
	return offers, nil
}

func (f force) offers(stock Stock) ([]Offer, error) {
	var offers []Offer
	add := func(key, name, group string, u *stored.Unit) {
		o := Offer{Key: key, Name: name, Group: group, About: f.Army.List.Armoury.Kinds.Find(string(u.Kind)).Name}
		if price, err := pricing.Unit(f.Army.List.Armoury, u, f.Army.List.Rounding); err == nil {
			o.Points = price.Points
		}
		offers = append(offers, o)
	}
	if stock == nil {
		return nil, nil
	}
	units, err := stock()
	if units == nil {
		return nil, err
	}
	for _, kind := range f.Army.List.Armoury.Kinds.All() {
		if begins, err := units.Find(kind.BeginsAs); err == nil {
			add(kind.ID, kind.Name, "Invent your own", &begins.Unit)
		}
	}
	for _, s := range units.All() {
		group := "Yours"
		if s.Shipped() {
			group = stored.ForceName
		}
		add(s.ID, s.Unit.Title(), group, &s.Unit)
	}
	return offers, nil
}
