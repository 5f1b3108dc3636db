package web

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"muster/builder"
	figures "muster/builder/fad/preview"
	"muster/builder/gf/preview"
	"muster/rules"
	combatfad "muster/rules/fad"
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

func (h *handler) odds(w http.ResponseWriter, r *http.Request, list *listName, roster builder.Roster) (err error) {
	p := &oddsPage{Name: list.Name, Base: list.address() + "/odds", UnitID: r.FormValue("unit"), Against: r.FormValue("against")}
	for _, u := range roster.Units() {
		p.Units = append(p.Units, choice{u.ID, u.Name})
	}
	p.Foes = []choice{{"", "typical targets"}}
	for _, other := range h.ids() {
		if foe, err := h.roster(other); err == nil && other != list.ID && foe.Game() == roster.Game() && foe.Size() > 0 {
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
	h.render(w, frame{Title: "Odds", Here: "odds", List: list}, p.view())
	return nil
}

// workOut fills in the charts.
func (p *oddsPage) workOut(roster, against builder.Roster, form *http.Request) error {
	if roster.Size() == 0 {
		return fmt.Errorf("the list has no units yet")
	}
	switch r := roster.(type) {
	case builder.ArmyPreviewer:
		return p.army(roster, r.Fighters(), against, form)
	case builder.ForcePreviewer:
		return p.force(r.Fighters(), against, form)
	}
	return errors.New(roster.Game().Name + " has no odds")
}

// army works out the charts of a list that fights with dice for each attack.
func (p *oddsPage) army(roster builder.Roster, units []preview.Unit, against builder.Roster, form *http.Request) error {
	var o preview.Options
	for _, s := range []struct {
		key, name string
		to        *bool
	}{{"cover", "the target is in cover", &o.Cover}, {"moved", "the unit has moved", &o.Moved}} {
		*s.to = form.FormValue(s.key) == "yes"
		p.Switches = append(p.Switches, oddsSwitch{s.key, s.name, *s.to})
	}
	game := roster.Game()
	targets, err := preview.Bench(game)
	if enemy, ok := against.(builder.ArmyPreviewer); ok {
		targets = enemy.Fighters()
	}
	if err != nil {
		return err
	}
	if p.UnitID == "" {
		return p.matrix(game, units, targets, o)
	}
	i := slices.IndexFunc(units, func(u preview.Unit) bool { return u.Has(p.UnitID) })
	if i < 0 {
		return roster.NoUnit(p.UnitID)
	}
	return p.one(game, &units[i], targets, o)
}

// matrix is every unit against every target.
func (p *oddsPage) matrix(game *rules.System, units, targets []preview.Unit, o preview.Options) error {
	table, err := preview.Matrix(game, units, targets, o)
	if err != nil {
		return err
	}
	for _, way := range []struct {
		title string
		pairs [][]preview.Pair
	}{{"Shooting", table.Shooting}, {"Charging", table.Melee}} {
		p.compare(way.title, len(units), func(i int) (string, []float64, int) {
			return units[i].Name, worths(way.pairs[i], func(p preview.Pair) float64 { return p.Per100 }), preview.Best(way.pairs[i])
		}, namesOf(targets, func(t preview.Unit) string { return t.Name }))
		p.notModelled(slices.Concat(way.pairs...))
	}
	return nil
}

// one is a unit against each target, at every distance that matters.
func (p *oddsPage) one(game *rules.System, u *preview.Unit, targets []preview.Unit, o preview.Options) error {
	var all []preview.Pair
	for i := range targets {
		pairs, err := preview.Try(game, u, &targets[i], o)
		if err != nil {
			return err
		}
		c := chart{Title: "Against " + targets[i].Name, Columns: []chartColumn{
			{Name: "How"}, {"Wounds", true}, {"Models", true}, {"Destroyed", true}, {game.Words["shaken"], true}, {"Per 100 points", true},
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

// force works out the charts of a list of figures.
func (p *oddsPage) force(units []figures.Unit, against builder.Roster, form *http.Request) error {
	o := figures.Options{Moved: form.FormValue("moved") == "yes"}
	p.Switches = []oddsSwitch{{"moved", "the unit has moved", o.Moved}}
	targets, err := figures.Bench()
	if enemy, ok := against.(builder.ForcePreviewer); ok {
		targets = figures.Targets(enemy.Fighters())
	}
	if err != nil {
		return err
	}
	if p.UnitID == "" {
		return p.forceMatrix(units, targets, o)
	}
	none := true
	for i := range units {
		if !units[i].Is(p.UnitID) {
			continue
		}
		none = false
		if err := p.oneOfForce(&units[i], targets, o); err != nil {
			return err
		}
	}
	if none {
		return fmt.Errorf("`%s` cannot take the field", p.UnitID)
	}
	return nil
}

// oneOfForce is a unit, alone or with its partner, against each target.
func (p *oddsPage) oneOfForce(u *figures.Unit, targets []figures.Unit, o figures.Options) error {
	var all []figures.Pair
	for j := range targets {
		pairs, err := figures.Try(u, &targets[j], o)
		if err != nil {
			return err
		}
		title := "Against " + targets[j].Name
		if u.With != "" {
			title = u.Name + " against " + targets[j].Name
		}
		c := chart{Title: title, Columns: []chartColumn{
			{Name: "How"}, {"Falls", true}, {"Pinned", true}, {"Broken", true}, {"Destroyed", true}, {"Per 100 points", true},
		}}
		for _, pair := range pairs {
			target := &pair.Result.Target
			falls, share := fmt.Sprintf("%.2f", target.Casualties.Mean), 0.0
			if vehicle := targets[j].Side.Kind == combatfad.Vehicle; vehicle {
				falls, share = percent(target.Lost)+" lost", target.Lost
			} else if n := targets[j].Side.Figures; n > 0 {
				falls, share = fmt.Sprintf("%.2f of %d", target.Casualties.Mean, n), target.Casualties.Mean/float64(n)
			}
			how := waysOf(&pair)
			s := pair.Scenario
			assault := s.Mode == combatfad.CloseAssault || s.Mode == combatfad.VehicleAssault
			if assault || s.Cover == combatfad.Open && (o.Moved || !s.Moved) { // artillery never moves
				label := strings.NewReplacer("fire, ", "", ", open", "", ", moved", "", "after its ", "").Replace(how)
				value, _, _ := strings.Cut(falls, " of ")
				c.Bars = append(c.Bars, bar{label, strings.TrimSuffix(value, " lost"), share})
			}
			c.Rows = append(c.Rows, []string{how, falls, percent(target.Pinned), percent(target.Broken), percent(target.Destroyed), fmt.Sprintf("%.0f", pair.Per100)})
		}
		if c.Bars != nil {
			c.About = "The bars are in the open; all else is among the figures."
		}
		if c.Rows != nil {
			p.Charts = append(p.Charts, c)
		}
		all = append(all, pairs...)
	}
	for _, line := range []struct {
		what  string
		names []string
	}{{"", u.Notes}, {"No part in a fight: ", u.NoPart}, {"Not modelled: ", u.NotModelled}, {"Never pinned by it: ", figures.NeverPins(all)}} {
		if len(line.names) > 0 {
			p.Lines = append(p.Lines, line.what+strings.Join(line.names, ", ")+".")
		}
	}
	return nil
}

// waysOf says how an attack is made.
func waysOf(p *figures.Pair) string {
	s := p.Scenario
	var words []string
	switch s.Mode {
	case combatfad.CloseAssault, combatfad.VehicleAssault:
		words = append(words, "assault")
		if s.FreeShot != nil {
			words = append(words, "after its free shot")
		}
		return strings.Join(words, ", ")
	case combatfad.Blast:
		words = append(words, "blast")
	default:
		words = append(words, "fire")
	}
	if s.Distance > 0 {
		words = append(words, fmt.Sprintf("%d\" to %d\"", p.Over, s.Distance))
	}
	words = append(words, string(s.Cover))
	if s.Facing != "" {
		words = append(words, string(s.Facing))
	}
	if s.Moved {
		words = append(words, "moved")
	}
	return strings.Join(words, ", ")
}

func (p *oddsPage) forceMatrix(units, targets []figures.Unit, o figures.Options) error {
	table, err := figures.Matrix(units, targets, o)
	if err != nil {
		return err
	}
	for _, way := range []struct {
		title string
		pairs [][]figures.Pair
	}{{"Fire", table.Fire}, {"Assault", table.Assault}} {
		p.compare(way.title, len(units), func(i int) (string, []float64, int) {
			return units[i].Name, worths(way.pairs[i], func(p figures.Pair) float64 { return p.Per100 }), figures.Best(way.pairs[i])
		}, namesOf(targets, func(t figures.Unit) string { return t.Name }))
	}
	return nil
}

// compare adds the chart of what every unit destroys of every target for 100
// points. of tells a unit's name, its points by target, and which target is
// best, -1 for none: such a unit is left out.
func (p *oddsPage) compare(title string, units int, of func(i int) (name string, worth []float64, best int), targets []string) {
	c := chart{Title: title, About: "Points destroyed for 100 points spent. The bar is the best target; a star marks it.", Columns: []chartColumn{{Name: "Unit"}}}
	for _, t := range targets {
		c.Columns = append(c.Columns, chartColumn{t, true})
	}
	most := 0.0
	for i := range units {
		if _, worth, best := of(i); best >= 0 {
			most = max(most, worth[best])
		}
	}
	for i := range units {
		name, worth, best := of(i)
		if best < 0 {
			continue
		}
		c.Bars = append(c.Bars, bar{name, fmt.Sprintf("%.0f", worth[best]), worth[best] / most})
		cells := []string{name}
		for j, points := range worth {
			cell := fmt.Sprintf("%.0f", points)
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
}

func worths[Pair any](pairs []Pair, worth func(Pair) float64) []float64 {
	all := make([]float64, len(pairs))
	for i, p := range pairs {
		all[i] = worth(p)
	}
	return all
}

func namesOf[Unit any](units []Unit, name func(Unit) string) []string {
	all := make([]string, len(units))
	for i, u := range units {
		all[i] = name(u)
	}
	return all
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
