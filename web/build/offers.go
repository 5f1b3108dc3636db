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

// offers returns the offers that match the search, in groups, and the roles to filter by.
func (h *Handler) offers(roster builder.Roster, query url.Values) (groups []page.Group[offerRow], roles []string, err error) {
	offers, err := builder.Offers(roster, h.Stock)
	find, role, fits := query.Get("find"), query.Get("role"), query.Get("fits") != ""
	var owned map[string]int
	if query.Get("owned") != "" && err == nil {
		owned, err = h.Unused(roster)
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
			if row.Found = o.Finds(find); row.Found == nil {
				continue
			}
		}
		if role != "" && !slices.Contains(o.Roles, role) || owned != nil && owned[o.Key] <= 0 {
			continue
		}
		if row.Limit = o.Refused(); row.Limit == "" || !fits {
			rows = append(rows, row)
		}
	}
	return page.GroupBy(rows, func(o offerRow) string { return o.Group }), roles, err
}

// offersETag identifies the offers as drawn.
func (p *buildPage) offersETag(roster builder.Roster, target *aim) string {
	var keys []string
	for _, group := range p.Offers {
		keys = append(keys, group.Title)
		for _, o := range group.All {
			keys = append(keys, o.Key, fmt.Sprint(o.Name, o.Points))
		}
	}
	nothing := ""
	if len(p.Offers) == 0 {
		nothing = p.Slots
	}
	return desk.ETag(fmt.Append(nil, p.Base, p.empty(), nothing, p.lookedFor().Encode(), roster.Sources(), target.Value, target.Distance, target.listTag, keys))
}

// toggled returns a query with a value switched: added, or removed if present.
func toggled(query url.Values) url.Values {
	if key, value, ok := strings.Cut(query.Get("toggle"), "="); ok && slices.Contains(lookedFor, key) {
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

// cards sets the page's cards, and marks the shown unit.
func (p *buildPage) cards(roster builder.Roster) {
	p.Cards, p.Names, p.Findings = builder.Cards(roster), builder.Names(roster), roster.Findings()
	if _, there := p.Names[p.query.Get("unit")]; there {
		p.UnitID = p.query.Get("unit")
	}
	p.Taken = map[string]int{}
	p.Aside = roster.Aside()
	for units, i := roster.Document().At("units"), 0; i < units.Len(); i++ {
		if edit.IsAside(units.Index(i)) {
			continue
		}
		book, unit := units.Index(i).Get("book").Text(), units.Index(i).Get("unit").Text()
		p.Taken[unit]++
		p.Taken[book+"/"+unit]++
	}
	p.About = map[string][]finding.Finding{}
	for _, f := range p.Findings {
		if f.Severity == finding.Error {
			p.Errors++
		} else if f.Severity == finding.Warning {
			p.Warnings++
		} else {
			continue
		}
		for _, id := range f.Units {
			if !p.isWhole(&f) {
				p.About[id] = append(p.About[id], f)
			}
		}
	}
}

// isWhole reports whether a finding is about the list as a whole: no unit of it stands out.
func (p *buildPage) isWhole(f *finding.Finding) bool { return len(f.Units) >= max(3, len(p.Names)) }
