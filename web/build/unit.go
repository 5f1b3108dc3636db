package build

import (
	"cmp"
	"fmt"
	"slices"

	"muster/builder"
	"muster/builder/edit"
	"muster/builder/finding"
	"muster/builder/gf"
	"muster/builder/table"
	"muster/export"
	"muster/web/page"
)

// sort orders the options of each section by their gain per point; free ones come first.
func (u *unitPane) sort(gain func(option string) float64) {
	worth := func(name string, cost int) float64 {
		if cost > 0 {
			return gain(name) / float64(cost)
		}
		return 1e9 * gain(name)
	}
	option := func(o gf.OpenOption) float64 { return worth(o.Option.ID, o.Cost) }
	for _, s := range u.Sections {
		slices.SortStableFunc(s.Options, func(a, b gf.OpenOption) int { return cmp.Compare(option(b), option(a)) })
	}
	field := func(f edit.Field) float64 {
		cost := f.Choices[0].More
		if f.Choices[0].Figures {
			cost = -cost
		}
		return worth(f.Key(), cost)
	}
	for _, f := range slices.Concat(u.Fields, u.Adds) {
		if len(f.All[0].Choices) == 1 { // what it has or not
			slices.SortStableFunc(f.All, func(a, b edit.Field) int { return cmp.Compare(field(b), field(a)) })
		}
	}
}

// offer shows a unit as it would be, before it is added.
func (h *Handler) offer(p *buildPage, roster builder.Roster, key string) (*unitPane, error) {
	s := h.Change(roster)
	done, err := s.Do(builder.Add{Unit: key})
	if err != nil {
		return nil, err
	}
	pane := h.sheet(p, s.Now(), done.Added[0])
	pane.Offer, pane.ID = key, ""
	return pane, nil
}

// spells are those that a unit can cast: all of its book.
func spells(army *gf.Army, id string) (all []table.Entry) {
	u := army.Unit(id)
	if u == nil || u.Tokens == 0 {
		return nil
	}
	for _, spell := range u.Book.Spells {
		name := spell.Name
		if spell.Value > 0 {
			name += fmt.Sprintf(" (%d)", spell.Value)
		}
		all = append(all, table.Entry{Name: name, Text: army.Scale().Text(spell.Effect)})
	}
	return all
}

// sheet is a unit as its printed sheet shows it.
func (h *Handler) sheet(p *buildPage, roster builder.Roster, id string) *unitPane {
	pane := &unitPane{Page: p, Words: page.WordingOf(p.List, roster)}
	for _, u := range roster.Units() {
		if u.ID == id {
			pane.Unit = u
		}
	}
	for _, together := range roster.OnTable() {
		for _, u := range append([]table.Unit{together}, together.Joined...) {
			if slices.Contains(u.IDs, id) {
				u.Joined = nil
				b := export.BlockOf(roster, u)
				pane.Sheet = &b
			}
		}
	}
	if army, ok := roster.List().(*gf.Army); ok {
		pane.Spells = spells(army, id)
	}
	if chooser, ok := roster.(builder.Chooser); ok {
		pane.Sections = chooser.Open(id)
	}
	return pane
}

// unit shows a unit of the list with all that can be changed of it.
func (h *Handler) unit(p *buildPage, roster builder.Roster, id string) *unitPane {
	pane := h.sheet(p, roster, id)
	if pair := halvesOf(roster, id); pair != nil {
		pane.take(roster, pair)
	}
	ids := pane.members()
	pane.Findings = finding.About(roster.Findings(), ids...)
	entry := roster.Document().At("units", slices.Index(builder.IDs(roster.Document()), ids[0]))
	pane.OwnName, pane.Note = entry.Get("name").Text(), entry.Get("notes").Text()
	pane.Campaign = builder.CampaignFields(roster, ids[0])
	if setter, ok := roster.(builder.FieldSetter); ok {
		titled := func(f edit.Field) string { return f.Group }
		pane.Fields, pane.Adds = page.GroupBy(setter.Fields(id), titled), page.GroupBy(setter.Additions(id), titled)
	}
	for _, price := range roster.Prices() {
		if slices.Contains(ids, price.ID) {
			pane.Prices = append(pane.Prices, price)
		}
	}
	if e, ok := roster.(builder.Estimator); ok {
		pane.Estimable = e.Estimable(id)
	}
	pane.link(roster)
	pane.stations(roster)
	return pane
}
