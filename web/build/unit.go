package build

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"muster/builder"
	"muster/builder/edit"
	"muster/builder/finding"
	"muster/builder/gf"
	"muster/builder/table"
	"muster/export"
	"muster/web/desk"
	"muster/web/page"
)

// sortOptions sorts the options of each section by gain per point; free ones come first.
func (u *unitPane) sortOptions(gain func(option string) float64) {
	option := func(o gf.OpenOption) float64 { return gainPerPoint(gain(o.Option.ID), o.Cost) }
	for _, s := range u.Sections {
		slices.SortStableFunc(s.Options, func(a, b gf.OpenOption) int { return cmp.Compare(option(b), option(a)) })
	}
	u.fieldRanks = u.entryGainsPerPoint(gain)
}

// entryGainsPerPoint returns the values of the unit's entries by key: gain per point.
func (u *unitPane) entryGainsPerPoint(gain func(option string) float64) map[string]float64 {
	ranks := map[string]float64{}
	for _, f := range u.Fields {
		for _, one := range f.Values {
			if one.EntryID == "" {
				continue
			}
			cost := one.Choices[0].ExtraCost
			if one.Choices[0].CostInFigures {
				cost = -cost
			}
			ranks[one.Key()] = gainPerPoint(gain(one.Key()), cost)
		}
	}
	return ranks
}

// gainPerPoint returns a gain per point; free options come first.
func gainPerPoint(gain float64, cost int) float64 {
	if cost > 0 {
		return gain / float64(cost)
	}
	return 1e9 * gain
}

// setFieldRanks sets the order of the shown unit's entries. It stays the same while the unit
// changes, so that no row moves under the finger. Weapons are sorted at once, other entries when
// their gains are known.
func (h *Handler) setFieldRanks(ctx context.Context, p *buildPage) {
	key, ranks, gains := p.UnitID+" "+p.TargetEffects.TargetValue+" "+p.TargetEffects.Distance, map[string]float64{}, p.TargetEffects.optionGains
	h.ListCache.WithCached(p.List.ID, func(d *desk.CachedList) { maps.Copy(ranks, d.FieldRanks[key]) })
	if len(ranks) == 0 && gains == nil {
		gains, _ = p.TargetEffects.fillAim.WeaponGains(ctx, p.UnitID)
	}
	for name, worth := range p.Unit.entryGainsPerPoint(func(name string) float64 { return gains[name].DamageByAction.Larger() + gains[name].Durability }) {
		if _, told := gains[name]; !told {
			continue
		}
		if _, known := ranks[name]; !known {
			ranks[name] = worth
		}
	}
	h.ListCache.WithCached(p.List.ID, func(d *desk.CachedList) {
		if d.FieldRanks == nil {
			d.FieldRanks = map[string]map[string]float64{}
		}
		d.FieldRanks[key] = ranks
	})
	p.Unit.fieldRanks = ranks
}

// offerPane returns the pane of a unit before it is added.
func (h *Handler) offerPane(p *buildPage, roster builder.Roster, key string) (*unitPane, error) {
	s := h.BeginSession(roster)
	done, err := s.Do(builder.Add{Unit: key})
	if err != nil {
		return nil, err
	}
	pane := h.sheetPane(p, s.Now(), done.AddedIDs[0])
	pane.OfferName, pane.ID = key, ""
	return pane, nil
}

// spells returns the spells that a unit can cast: all of its book.
func spells(army *gf.Army, id string) (all []table.Entry) {
	u := army.Unit(id)
	if u == nil || u.SpellTokens == 0 {
		return nil
	}
	for _, spell := range u.Book.Spells {
		name := spell.Name
		if spell.CastingValue > 0 {
			name += fmt.Sprintf(" (%d)", spell.CastingValue)
		}
		all = append(all, table.Entry{Name: name, Text: army.Scale().ScaleText(spell.Text)})
	}
	return all
}

// sheetPane returns the pane with a unit's printed block.
func (h *Handler) sheetPane(p *buildPage, roster builder.Roster, id string) *unitPane {
	pane := &unitPane{Page: p, RuleLinker: page.NewRuleLinker(p.List, roster)}
	for _, u := range roster.Units() {
		if u.ID == id {
			pane.Unit = u
		}
	}
	for _, together := range roster.UnitsOnTable() {
		for _, u := range append([]table.Unit{together}, together.JoinedHeroes...) {
			if slices.Contains(u.IDs, id) {
				u.JoinedHeroes = nil
				b := export.BlockOf(roster, u)
				pane.SheetBlock = &b
			}
		}
	}
	if army, ok := roster.GameList().(*gf.Army); ok {
		pane.Spells = spells(army, id)
		if u := army.Unit(id); u != nil {
			pane.Rules = u.Book.RuleSet(army.Game)
		}
	}
	if chooser, ok := roster.(builder.UpgradeChooser); ok {
		pane.Sections = chooser.OpenUpgrades(id)
	}
	return pane
}

// gearText lists a unit's weapons and people: "6× Assault Rifle · 1× SAW · Medic".
func gearText(u *table.Unit) string {
	var parts []string
	for _, w := range u.Weapons {
		parts = append(parts, fmt.Sprintf("%d× %s", w.Count, w.Name))
	}
	return strings.Join(append(parts, u.Gear...), " · ")
}

// unitPaneOf returns the pane of a unit of the list.
func (h *Handler) unitPaneOf(p *buildPage, roster builder.Roster, id string) *unitPane {
	pane := h.sheetPane(p, roster, id)
	if pair := halvesOf(roster, id); pair != nil {
		pane.setPair(roster, pair)
	}
	ids := pane.ids()
	pane.Findings = finding.AboutUnits(roster.Findings(), ids...)
	slices.SortStableFunc(pane.Findings, func(a, b finding.Finding) int { return len(a.Units) - len(b.Units) }) // its own first
	entry := roster.Document().At("units", slices.Index(builder.UnitIDs(roster.Document()), id))
	pane.GivenName, pane.Note = entry.Get("name").Text(), entry.Get("notes").Text()
	pane.CampaignFields = builder.CampaignFields(roster, id)
	if setter, ok := roster.(builder.FieldSetter); ok {
		titled := func(f edit.Field) string { return f.Group }
		var whole, lines []edit.Field
		for _, f := range setter.Fields(id) {
			if strings.HasPrefix(f.Path, "figures.") || strings.HasPrefix(f.Path, "weapons.") {
				lines = append(lines, f)
			} else {
				whole = append(whole, f)
			}
		}
		pane.Fields, pane.MiniatureFields = page.GroupBy(whole, titled), page.GroupBy(lines, titled)
		if pane.Models > 1 {
			pane.GearText = gearText(&pane.Unit)
		}
	}
	for _, price := range roster.Prices() {
		if slices.Contains(ids, price.ID) {
			pane.Prices = append(pane.Prices, price)
		}
	}
	if e, ok := roster.(builder.Estimator); ok {
		pane.CanEstimate = e.Estimable(id)
	}
	pane.addLinks(roster)
	pane.addPlatoonLinks(roster)
	return pane
}
