package web

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"muster/builder"
	"muster/builder/gf"
	"muster/builder/gf/preview"
	combat "muster/rules/gf"
)

// An oddsPage is what units do to typical targets, or to another list.
type oddsPage struct {
	Name, Base      string
	UnitID, Against string
	Units, Foes     []choice
	Switches        []oddsSwitch
	Trouble         string
	Charts          []chart
	Lines           []string
}

type oddsSwitch struct {
	Value, Name string
	On          bool
}

func (h *handler) odds(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	roster, err := h.roster(id)
	if err != nil {
		return err
	}
	list := nameOf(id, roster)
	p := &oddsPage{Name: list.Name, Base: "/lists/" + list.Path + "/odds", UnitID: r.FormValue("unit"), Against: r.FormValue("against")}
	for _, u := range roster.Units() {
		p.Units = append(p.Units, choice{u.ID, u.Name})
	}
	p.Foes = []choice{{"", "typical targets"}}
	for _, other := range h.ids() {
		if foe, err := h.roster(other); err == nil && other != id && foe.Game() == roster.Game() && foe.Size() > 0 {
			p.Foes = append(p.Foes, choice{other, nameOf(other, foe).Name})
		}
	}
	var against builder.Roster
	if p.Against != "" {
		if against, err = h.roster(p.Against); err != nil {
			return err
		}
	}
	if err := p.workOut(roster, against, r); err != nil {
		p.Trouble = sentence(err)
	}
	h.render(w, "odds", frame{Title: "Odds", Here: "odds", List: list}, p)
	return nil
}

// workOut fills in the charts.
func (p *oddsPage) workOut(roster, against builder.Roster, r *http.Request) error {
	if roster.Size() == 0 {
		return fmt.Errorf("the list has no units yet")
	}
	army, ok := builder.Army(roster)
	if !ok {
		return errors.New("the odds of " + roster.Game().Name + " are not here yet")
	}
	var o preview.Options
	for _, s := range []struct {
		key, name string
		to        *bool
	}{{"cover", "the target is in cover", &o.Cover}, {"moved", "the unit has moved", &o.Moved}} {
		*s.to = r.FormValue(s.key) == "yes"
		p.Switches = append(p.Switches, oddsSwitch{s.key, s.name, *s.to})
	}
	targets, err := preview.Bench(army.Game)
	if enemy, ok := againstArmy(against); ok {
		targets = preview.Units(enemy)
	}
	if err != nil {
		return err
	}
	units := preview.Units(army)
	if p.UnitID == "" {
		return p.matrix(army, units, targets, o)
	}
	i := slices.IndexFunc(units, func(u preview.Unit) bool { return u.Has(p.UnitID) })
	if i < 0 {
		return builder.NoUnit(roster, p.UnitID)
	}
	return p.one(army, &units[i], targets, o)
}

func againstArmy(r builder.Roster) (*gf.Army, bool) {
	if r == nil {
		return nil, false
	}
	return builder.Army(r)
}

// matrix is every unit against every target.
func (p *oddsPage) matrix(army *gf.Army, units, targets []preview.Unit, o preview.Options) error {
	table, err := preview.Matrix(army.Game, units, targets, o)
	if err != nil {
		return err
	}
	for _, way := range []struct {
		title string
		pairs [][]preview.Pair
	}{{"Shooting", table.Shooting}, {"Charging", table.Melee}} {
		c := chart{Title: way.title, About: "Points destroyed for 100 points spent. The bar is the best target; a star marks it.", Columns: []chartColumn{{Name: "Unit"}}}
		for _, t := range targets {
			c.Columns = append(c.Columns, chartColumn{t.Name, true})
		}
		most := 0.0
		for _, row := range way.pairs {
			if best := preview.Best(row); best >= 0 {
				most = max(most, row[best].Per100)
			}
		}
		for i, row := range way.pairs {
			best := preview.Best(row)
			if best < 0 {
				continue
			}
			c.Bars = append(c.Bars, bar{units[i].Name, fmt.Sprintf("%.0f", row[best].Per100), row[best].Per100 / most})
			cells := []string{units[i].Name}
			for j, pair := range row {
				cell := fmt.Sprintf("%.0f", pair.Per100)
				if j == best {
					cell += "*"
				}
				cells = append(cells, cell)
			}
			c.Rows = append(c.Rows, cells)
		}
		if c.Rows != nil {
			p.Charts = append(p.Charts, c)
		}
		p.notModelled(slices.Concat(way.pairs...))
	}
	return nil
}

// one is a unit against each target, at every distance that matters.
func (p *oddsPage) one(army *gf.Army, u *preview.Unit, targets []preview.Unit, o preview.Options) error {
	var all []preview.Pair
	for i := range targets {
		pairs, err := preview.Try(army.Game, u, &targets[i], o)
		if err != nil {
			return err
		}
		c := chart{Title: "Against " + targets[i].Name, Columns: []chartColumn{
			{Name: "How"}, {"Wounds", true}, {"Models", true}, {"Destroyed", true}, {army.Game.Words["shaken"], true}, {"Per 100 points", true},
		}}
		for _, pair := range pairs {
			how := "charging"
			if pair.Scenario.Mode == combat.Shooting {
				how = fmt.Sprintf("shooting, up to %d\"", pair.Scenario.Distance)
				if pair.Over > 0 {
					how = fmt.Sprintf("shooting, %d\" to %d\"", pair.Over, pair.Scenario.Distance)
				}
			}
			target := &pair.Result.Target
			wounds := len(target.Wounds.PMF) - 1
			c.Bars = append(c.Bars, bar{how, fmt.Sprintf("%.1f", target.Wounds.Mean), target.Wounds.Mean / float64(max(1, wounds))})
			c.Rows = append(c.Rows, []string{
				how, fmt.Sprintf("%.2f of %d", target.Wounds.Mean, wounds), fmt.Sprintf("%.2f", target.ModelsLost.Mean),
				percent(target.Destroyed), percent(target.Shaken), fmt.Sprintf("%.0f", pair.Per100),
			})
		}
		if c.Rows != nil {
			p.Charts = append(p.Charts, c)
		}
		all = append(all, pairs...)
	}
	p.notModelled(all)
	return nil
}

func (p *oddsPage) notModelled(pairs []preview.Pair) {
	if names := preview.NotModelled(pairs); len(names) > 0 {
		line := "Not modelled: " + strings.Join(names, ", ") + "."
		if !slices.Contains(p.Lines, line) {
			p.Lines = append(p.Lines, line)
		}
	}
}

func percent(p float64) string { return fmt.Sprintf("%.0f %%", 100*p) }
