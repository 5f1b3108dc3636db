package web

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"muster/builder"
	"muster/builder/finding"
	"muster/catalog"
)

// The keys of the builder's address that stay while one moves about in it: what can
// be added, as far as it is looked for, and the unit that is shown.
var (
	lookedFor = []string{"find", "role", "fits", "left", "owned"}
	staying   = append([]string{"unit", "sort"}, lookedFor...)
)

// shownParts are what the third pane shows besides units, by the key `show`.
const showSettings = "settings"

// offerRow is something that can be added, and which of its choices were looked for.
type offerRow struct {
	builder.Offer
	Found []string
}

// offers groups what can be added, as far as it is looked for; roles are what one can
// ask for.
func (h *handler) offers(roster builder.Roster, query url.Values) (groups []group[offerRow], roles []string, err error) {
	offers, err := builder.Offers(roster, h.stock)
	find, role, fits, left := query.Get("find"), query.Get("role"), query.Get("fits") != "", query.Get("left") != ""
	var owned map[string]int
	if query.Get("owned") != "" && err == nil {
		owned, err = h.unused(roster)
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
		switch {
		case role != "" && !slices.Contains(o.Roles, role):
		case left && roster.Limit() > 0 && o.Points > roster.Limit()-roster.Points():
		case owned != nil && owned[o.Key] <= 0:
		case fits && !o.Fits():
		default:
			rows = append(rows, row)
		}
	}
	return grouped(rows, func(o offerRow) string { return o.Group }), roles, err
}

// unused is what the player's collections have of each unit that can be added, by its key,
// besides what the list has.
func (h *handler) unused(roster builder.Roster) (map[string]int, error) {
	all, err := h.collections(roster)
	if err != nil {
		return nil, err
	}
	left := map[string]int{}
	count := func(book, unit string, n int) {
		book, _ = catalog.SplitPin(book)
		left[unit] += n
		left[book+"/"+unit] += n
	}
	for _, c := range all {
		if c.Err == nil {
			for unit, n := range c.Units {
				count(c.Book, unit, n)
			}
		}
	}
	named := builder.BooksOf(roster.Document())
	units := roster.Document().At("units")
	for i := range units.Len() {
		u := units.Index(i)
		count(cmp.Or(u.Get("book").Text(), named[0]), u.Get("unit").Text(), -1)
	}
	return left, nil
}

// offersETag tells what can be added from other such lists; of one book it always
// looks alike.
func (p *buildPage) offersETag(roster builder.Roster, target *aim) string {
	var keys []string
	for _, group := range p.Offers {
		keys = append(keys, group.Title)
		for _, o := range group.All {
			keys = append(keys, o.Key, fmt.Sprint(o.Name, o.Points))
		}
	}
	return etag(fmt.Append(nil, p.Base, p.lookedFor().Encode(), roster.Sources(), target.Value, target.in, keys))
}

// lookedFor is the part of the address that says what can be added.
func (p *buildPage) lookedFor() url.Values { return part(p.query, lookedFor) }

// part is some keys of a query, those that have a value.
func part(query url.Values, keys []string) url.Values {
	some := url.Values{}
	for _, key := range keys {
		if v := query.Get(key); v != "" {
			some.Set(key, v)
		}
	}
	return some
}

// toggled is a query as it is after one of its keys was switched: "fits=yes", and off if it
// has that already.
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

// cards lists the units, and notes which is shown beside them.
func (p *buildPage) cards(roster builder.Roster) {
	p.Cards, p.Names, p.Findings = builder.Cards(roster), builder.Names(roster), roster.Findings()
	if _, there := p.Names[p.query.Get("unit")]; there {
		p.UnitID = p.query.Get("unit")
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
			p.About[id] = append(p.About[id], f)
		}
	}
}

// name is what a unit is called.
func (p *buildPage) name(id string) string { return cmp.Or(p.Names[id], "a unit that no book has") }

// changeText says what a change did: "Destroyers added, +225 · 345 left · legal again".
func changeText(was, now builder.Roster, verb string) string {
	names, old := builder.Names(now), builder.Names(was)
	var what []string
	for _, id := range builder.IDs(now.Document()) {
		if _, there := old[id]; !there && names[id] != "" {
			what = append(what, names[id]+" added")
		}
	}
	for _, id := range builder.IDs(was.Document()) {
		if _, there := names[id]; !there && old[id] != "" {
			what = append(what, old[id]+" removed")
		}
	}
	what = slices.Compact(what) // both halves of a pair
	switch {
	case len(what) > 2:
		what = []string{finding.Count(len(what), "change")}
	case len(what) == 0 && verb == "undo":
		what = []string{"undone"}
	case len(what) == 0 && verb == "redo":
		what = []string{"done again"}
	}
	said := what
	if more := now.Points() - was.Points(); more != 0 {
		said = append(said, fmt.Sprintf("%+d", more))
	}
	if len(said) == 0 {
		said = append(said, "changed")
	}
	text := capital(strings.Join(said, ", "))
	if left := now.Limit() - now.Points(); now.Limit() > 0 && left < 0 {
		text += fmt.Sprintf(" · %d over", -left)
	} else if now.Limit() > 0 {
		text += fmt.Sprintf(" · %d left", left)
	}
	switch before, after := builder.Legal(was), builder.Legal(now); {
	case after && !before:
		text += " · legal again"
	case before && !after:
		text += " · no longer legal"
	}
	return text
}
