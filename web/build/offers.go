package build

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"muster/builder"
	"muster/builder/edit"
	"muster/builder/finding"
	"muster/web/desk"
	"muster/web/page"
)

// matchingOffers returns the offers that match the search, in groups, and the roles to filter by.
func (h *Handler) matchingOffers(roster builder.Roster, query url.Values) (groups []page.Group[offerRow], roles []string, err error) {
	offers, err := builder.Offers(roster, h.UnitStock)
	find, role, fits := query.Get("find"), query.Get("role"), query.Get("fits") != ""
	var owned map[string]int
	if query.Get("owned") != "" && err == nil {
		owned, err = h.UnusedModels(roster)
	}
	var rows []offerRow
	for _, o := range offers {
		for _, r := range o.Roles {
			if !slices.Contains(roles, r) {
				roles = append(roles, r)
			}
		}
		row := offerRow{Offer: o}
		if find != "" {
			if row.MatchingChoices = o.MatchingParts(find); row.MatchingChoices == nil {
				continue
			}
		}
		if role != "" && !slices.Contains(o.Roles, role) || owned != nil && owned[o.Key] <= 0 {
			continue
		}
		if row.ExceededLimit = o.BrokenLimit(); row.ExceededLimit == "" || !fits {
			rows = append(rows, row)
		}
	}
	return page.GroupBy(rows, func(o offerRow) string { return o.Heading }), roles, err
}

// offersETag identifies the offers as drawn.
func (p *buildPage) offersETag(roster builder.Roster) string {
	target := p.TargetEffects
	var keys []string
	for _, group := range p.Offers {
		keys = append(keys, group.Title)
		for _, o := range group.Values {
			keys = append(keys, o.Key, fmt.Sprint(o.Name, o.Points))
		}
	}
	nothing := ""
	if len(p.Offers) == 0 {
		nothing = p.UnitLimitsText
	}
	return desk.ETag(fmt.Append(nil, p.BaseAddress, nothing, p.searchQuery().Encode(), roster.BookNames(), target.TargetValue, target.Distance, target.listETag, keys))
}

// applyFilterToggle applies the filter button that a query names, as KEY=VALUE under "toggle": it
// sets the key to the value, or removes it if the query has that value already. It also removes
// empty keys.
func applyFilterToggle(query url.Values) url.Values {
	if key, value, ok := strings.Cut(query.Get("toggle"), "="); ok && slices.Contains(searchQueryKeys, key) {
		if query.Get(key) == value {
			value = ""
		}
		query.Set(key, value)
	}
	query.Del("toggle")
	for key := range query {
		if query.Get(key) == "" {
			query.Del(key)
		}
	}
	return query
}

// setCards sets the page's cards, and marks the shown unit.
func (p *buildPage) setCards(roster builder.Roster) {
	p.Cards, p.UnitNames, p.Findings = builder.Cards(roster), builder.Names(roster), roster.Findings()
	if _, there := p.UnitNames[p.query.Get("unit")]; there {
		p.UnitID = p.query.Get("unit")
	}
	p.OfferCounts = map[string]int{}
	p.SetAsideUnits = roster.SetAsideUnits()
	for units, i := roster.Document().At("units"), 0; i < units.Len(); i++ {
		if edit.IsSetAside(units.Index(i)) {
			continue
		}
		book, unit := units.Index(i).Get("book").Text(), units.Index(i).Get("unit").Text()
		p.OfferCounts[unit]++
		p.OfferCounts[book+"/"+unit]++
	}
	p.UnitFindings = map[string][]finding.Finding{}
	for _, f := range p.Findings {
		if f.Severity == finding.Error {
			p.ErrorCount++
		} else if f.Severity == finding.Warning {
			p.WarningCount++
		} else {
			continue
		}
		for _, id := range f.Units {
			if !p.isAboutList(&f) {
				p.UnitFindings[id] = append(p.UnitFindings[id], f)
			}
		}
	}
}

// isAboutList reports whether a finding concerns the list as a whole, not single units of it.
func (p *buildPage) isAboutList(f *finding.Finding) bool {
	return len(f.Units) >= max(3, len(p.UnitNames))
}
