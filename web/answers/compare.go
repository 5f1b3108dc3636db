package answers

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/builder/edit"
	"muster/builder/fill"
	"muster/builder/gf"
	"muster/builder/odds"
	"muster/report"
	"muster/report/html"
	"muster/web/desk"
	"muster/web/page"
)

// A comparison holds the effects of units, or of a unit's options, on each typical target.
type comparison struct {
	roster  builder.Roster
	first   map[string]string // maps the units of a pair to its first half: they fight and cost as one
	unit    string
	option  bool // it compares options of the unit
	targets []odds.Target
	aims    []*fill.Aim
	// candidates holds the units or options that can be compared, with prices.
	candidates []edit.Choice
	about      map[string]func(page.Wording) g.Node // descriptions of options
}

// compare shows the effect of a unit or an option beside that of another.
func (h *Handler) compare(w http.ResponseWriter, r *http.Request, list *page.List, roster builder.Roster) error {
	c := &comparison{
		roster: roster, first: builder.FirstHalves(roster), unit: r.FormValue("unit"), option: r.FormValue("option") != "",
	}
	ids := []string{r.FormValue("unit")}
	if c.option {
		ids[0] = r.FormValue("option")
	}
	if beside := r.FormValue("beside"); beside != "" {
		ids = append(ids, beside)
	}
	if !c.option {
		for i, id := range ids {
			ids[i] = cmp.Or(c.first[id], id)
		}
	}
	c.choices(ids[0])
	var columns []edit.Choice
	for _, id := range ids {
		at := slices.IndexFunc(c.candidates, func(one edit.Choice) bool { return one.Value == id })
		if at < 0 {
			return desk.Missing("the list has no `%s` to compare", id)
		}
		columns = append(columns, c.candidates[at])
	}
	if err := c.aim(); err != nil {
		return err
	}
	figures := make([][]odds.Effect, len(columns)) // by column, then target
	for _, aim := range c.aims {
		does, err := c.effects(r.Context(), aim, columns)
		if err != nil {
			return err
		}
		for i := range columns {
			figures[i] = append(figures[i], does[i])
		}
	}
	return h.Render(w, page.Layout{Title: columns[0].Label, List: list}, c.view(list, columns, figures))
}

// choices lists the units or options to compare with, the same section first.
func (c *comparison) choices(option string) {
	if !c.option {
		names := builder.Names(c.roster)
		for _, u := range c.roster.Units() {
			id := c.first[u.ID]
			at := slices.IndexFunc(c.candidates, func(one edit.Choice) bool { return one.Value == id })
			if at < 0 {
				at, c.candidates = len(c.candidates), append(c.candidates, edit.Choice{Value: id, Label: names[id]})
			}
			c.candidates[at].More += u.Points
		}
		return
	}
	c.about = map[string]func(page.Wording) g.Node{}
	if setter, ok := c.roster.(builder.FieldSetter); ok {
		c.fields(setter.Fields(c.unit), option)
		return
	}
	chooser, ok := c.roster.(builder.Chooser)
	if !ok {
		return
	}
	sections := chooser.Open(c.unit)
	slices.SortStableFunc(sections, func(a, b gf.Open) int {
		has := func(s gf.Open) int {
			if slices.ContainsFunc(s.Options, func(o gf.OpenOption) bool { return o.Option.ID == option }) {
				return 0
			}
			return 1
		}
		return has(a) - has(b)
	})
	halves := 0
	for _, id := range c.first {
		if id == c.first[c.unit] {
			halves++
		}
	}
	for _, s := range sections {
		for _, o := range s.Options {
			if gf.ForEveryModel(s.Section) { // both halves pay
				o.Cost *= halves
			}
			c.about[o.Option.ID] = func(w page.Wording) g.Node { return w.Gear(o.Option.Name, &o.Option.Gear) }
			c.candidates = append(c.candidates, edit.Choice{Value: o.Option.ID, Label: o.Option.Name, More: o.Cost})
		}
	}
}

// fields lists the fields to compare with a unit's field: other entries of its group.
func (c *comparison) fields(all []edit.Field, option string) {
	group := ""
	for _, f := range all {
		if f.Key() == option {
			group = f.Group
		}
	}
	for _, f := range all {
		if f.Group == group && len(f.Choices) == 1 && f.WhyNot == "" {
			name := f.Key()
			c.about[name] = func(page.Wording) g.Node { return page.Isolated(f.About) }
			c.candidates = append(c.candidates, edit.Choice{Value: name, Label: f.Label, More: f.Choices[0].More})
		}
	}
}

func (c *comparison) aim() (err error) {
	if c.targets, err = fill.Targets(c.roster, odds.Foe{}); err != nil {
		return err
	}
	for _, t := range c.targets {
		aim, err := fill.NewAim(c.roster, odds.Foe{Unit: t.ID})
		if err != nil {
			return err
		}
		c.aims = append(c.aims, aim)
	}
	return nil
}

// effects returns the effect of each unit on a target, or the gain of each option.
func (c *comparison) effects(ctx context.Context, at *fill.Aim, columns []edit.Choice) (figures []odds.Effect, err error) {
	if !c.option {
		for _, one := range columns {
			effect, err := at.Damage(ctx, one.Value)
			if err != nil {
				return nil, err
			}
			figures = append(figures, effect)
		}
		return figures, nil
	}
	gains, err := at.Gains(ctx, c.unit)
	if err != nil {
		return nil, err
	}
	now, err := at.Damage(ctx, c.unit)
	for _, one := range columns {
		figures = append(figures, odds.Effect{Kind: now.Kind, Value: gains[one.Value].Ways.Larger(), Ways: gains[one.Value].Ways})
	}
	return figures, err
}

func (c *comparison) view(list *page.List, columns []edit.Choice, figures [][]odds.Effect) g.Node {
	write, about := odds.Effect.Text, "Wounds that a fresh unit in the open is expected to take: by shooting (⌖) and by a charge (⚔), from 12″."
	if !c.roster.Game().HasArmyBooks() {
		about = "Figures that the target is expected to lose, or a vehicle's chance to be lost: by fire (⌖) and by a charge (⚔), less what that costs, from 12″."
	}
	switch {
	case c.option && c.roster.Game().HasArmyBooks():
		write, about = page.Signed, "Wounds that the unit does more with it: by shooting (⌖) and by a charge (⚔), from 12″."
	case c.option:
		write, about = page.Signed, "Figures that the target loses more with it, or how much likelier a vehicle is lost: by fire (⌖) and by a charge (⚔), less what that costs, from 12″."
	}
	head := g.Group{h.Th(h.Scope("col"), g.Text("Target"))}
	price := g.Group{h.Th(h.Scope("row"), g.Text("Points"))}
	for _, one := range columns {
		text := fmt.Sprint(one.More)
		if c.option {
			text = fmt.Sprintf("%+d", one.More)
		}
		head, price = append(head, h.Th(h.Scope("col"), h.Class("n"), page.Isolated(one.Label))), append(price,
			h.Td(h.Class("n"), g.Text(text)))
	}
	rows := g.Group{h.Tr(price)}
	if c.option {
		what := g.Group{h.Th(h.Scope("row"), g.Text("What it is"))}
		words := page.WordingOf(list, c.roster)
		for _, one := range columns {
			what = append(what, h.Td(c.about[one.Value](words)))
		}
		rows = append(rows, h.Tr(what))
	}
	for i, t := range c.targets {
		row := g.Group{h.Th(h.Scope("row"), page.Isolated(t.Name), h.Span(h.Class("line"), page.Isolated(" "+t.Profile)))}
		for j := range columns {
			text := page.DrawByAction(page.ByAction(figures[j][i], write))
			if len(columns) > 1 && better(figures[j][i], figures[1-j][i]) {
				text = h.Strong(text, g.Text(" ★"))
			}
			row = append(row, h.Td(h.Class("n"), text))
		}
		rows = append(rows, h.Tr(row))
	}
	beside := func(one edit.Choice) g.Node {
		query := url.Values{"unit": {columns[0].Value}, "beside": {one.Value}}
		if c.option {
			query = url.Values{"unit": {c.unit}, "option": {columns[0].Value}, "beside": {one.Value}}
		}
		return g.If(one.Value != columns[0].Value,
			h.A(h.Class("button chip"), h.Href(list.Address()+"/does?"+query.Encode()), g.Attr("data-pop"),
				g.If(len(columns) > 1 && columns[1].Value == one.Value, h.Aria("current", "true")),
				page.Isolated(one.Label)))
	}
	return page.Narrow(columns[0].Label,
		h.Section(h.Aria("label", "What it does"),
			page.Scroll("What it does", h.Table(h.Class("compare"), h.THead(h.Tr(head)), h.TBody(rows))),
			h.P(h.Class("line"), page.DrawByAction(about))),
		g.If(len(c.candidates) > 1, h.Section(h.Aria("label", "Beside another"), h.H2(g.Text("Beside another")), h.Div(h.Class("chips"), g.Map(c.candidates, beside)))))
}

// better reports whether an effect is visibly larger than another.
func better(a, b odds.Effect) bool {
	if a.Kind == odds.Chance {
		return a.Value > b.Value+0.005
	}
	return a.Value > b.Value+0.05
}

// listsBeside shows the differences between a list and another of its game, unit by unit.
func (h *Handler) listsBeside(w http.ResponseWriter, r *http.Request, list *page.List, roster builder.Roster) error {
	others, err := h.Others(list.ID, roster.Game().ID)
	if err != nil {
		return err
	}
	with := r.FormValue("with")
	if with == "" && len(others) > 0 {
		with = others[0].Value
	}
	with, err = page.Picked(others, with)
	var doc g.Node
	var other builder.Roster
	if err == nil && with != "" {
		other, err = h.Roster(with)
	}
	switch {
	case len(others) == 0:
		doc = page.Para("quiet", "Another list of the game stands here once it is among your lists: a duplicate of this one, or a friend's.")
	case err != nil:
		doc = page.Para("card warn", page.Sentence(err))
	default:
		diff := builder.CompareLists(roster, other)
		doc = html.Page{}.Blocks(diff.Doc(alone(roster, diff.Removed), alone(other, diff.Added)).Blocks...)
	}
	return h.Render(w, page.Layout{Title: "Compare", List: list}, viewBeside(list, page.Pick("with", others, with), doc))
}

// alone lists units that only one list has, with their points; a pair is one entry.
func alone(in builder.Roster, ids []string) report.List {
	all := report.List{Title: "Only in " + builder.Title(in)}
	first, names, units, points := builder.FirstHalves(in), builder.Names(in), []string(nil), map[string]int{}
	for _, u := range in.Units() {
		if !slices.Contains(ids, u.ID) {
			continue
		}
		one := first[u.ID]
		if !slices.Contains(units, one) {
			units = append(units, one)
		}
		points[one] += u.Points
	}
	for _, one := range units {
		all.Items = append(all.Items, fmt.Sprintf("%s, %d points", names[one], points[one]))
	}
	return all
}

func viewBeside(list *page.List, with, doc g.Node) g.Node {
	return page.Narrow("Compare",
		h.Form(h.Action(list.Address()+"/beside"), h.Method("get"), g.Attr("data-auto"), h.Class("card"),
			page.Labelled("With", with), h.NoScript(h.Button(g.Text("Compare")))),
		doc)
}
