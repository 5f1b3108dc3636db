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
	roster builder.Roster
	// maps both units of a combined pair to its first half, since the halves fight and cost as one
	firstHalfByUnit map[string]string
	unitID          string
	comparesOptions bool // the candidates are options of the unit, not units
	targets         []odds.Target
	fillAims        []*fill.Aim // the targets as package fill uses them, in the same order
	// candidates holds the units or options that can be compared, with prices.
	candidates  []edit.Choice
	optionTexts map[string]func(page.RuleLinker) g.Node // descriptions of options
}

// compare shows the effects of two units or two options side by side.
func (h *Handler) compare(w http.ResponseWriter, r *http.Request, list *page.List, roster builder.Roster) error {
	c := &comparison{
		roster: roster, firstHalfByUnit: builder.FirstHalfIDs(roster), unitID: r.FormValue("unit"),
		comparesOptions: r.FormValue("option") != "",
	}
	ids := []string{r.FormValue("unit")}
	if c.comparesOptions {
		ids[0] = r.FormValue("option")
	}
	if beside := r.FormValue("beside"); beside != "" {
		ids = append(ids, beside)
	}
	if !c.comparesOptions {
		for i, id := range ids {
			ids[i] = cmp.Or(c.firstHalfByUnit[id], id)
		}
	}
	c.setCandidates(ids[0])
	var columns []edit.Choice
	for _, id := range ids {
		at := slices.IndexFunc(c.candidates, func(one edit.Choice) bool { return one.Value == id })
		if at < 0 {
			return desk.NotFound("the list has no `%s` to compare", id)
		}
		columns = append(columns, c.candidates[at])
	}
	if err := c.setTargets(); err != nil {
		return err
	}
	figures := make([][]odds.Effect, len(columns)) // by column, then target
	for _, aim := range c.fillAims {
		does, err := c.targetEffects(r.Context(), aim, columns)
		if err != nil {
			return err
		}
		for i := range columns {
			figures[i] = append(figures[i], does[i])
		}
	}
	return h.Render(w, page.Layout{Title: columns[0].Label, List: list}, c.view(list, columns, figures))
}

// setCandidates lists the units or options that the shown one can be compared with. For the option
// of a unit, the options of its section come first.
func (c *comparison) setCandidates(option string) {
	if !c.comparesOptions {
		names := builder.Names(c.roster)
		for _, u := range c.roster.Units() {
			id := c.firstHalfByUnit[u.ID]
			at := slices.IndexFunc(c.candidates, func(one edit.Choice) bool { return one.Value == id })
			if at < 0 {
				at, c.candidates = len(c.candidates), append(c.candidates, edit.Choice{Value: id, Label: names[id]})
			}
			c.candidates[at].ExtraCost += u.Points
		}
		return
	}
	c.optionTexts = map[string]func(page.RuleLinker) g.Node{}
	if setter, ok := c.roster.(builder.FieldSetter); ok {
		c.addFieldCandidates(setter.Fields(c.unitID), option)
		return
	}
	chooser, ok := c.roster.(builder.UpgradeChooser)
	if !ok {
		return
	}
	sections := chooser.OpenUpgrades(c.unitID)
	slices.SortStableFunc(sections, func(a, b gf.OpenSection) int {
		has := func(s gf.OpenSection) int {
			if slices.ContainsFunc(s.Options, func(o gf.OpenOption) bool { return o.Option.ID == option }) {
				return 0
			}
			return 1
		}
		return has(a) - has(b)
	})
	halves := 0
	for _, id := range c.firstHalfByUnit {
		if id == c.firstHalfByUnit[c.unitID] {
			halves++
		}
	}
	for _, s := range sections {
		for _, o := range s.Options {
			if gf.ChangesAllModels(s.Section) { // both halves pay
				o.Cost *= halves
			}
			c.optionTexts[o.Option.ID] = func(w page.RuleLinker) g.Node { return w.Gear(o.Option.Name, &o.Option.Gear) }
			c.candidates = append(c.candidates, edit.Choice{Value: o.Option.ID, Label: o.Option.Name, ExtraCost: o.Cost})
		}
	}
}

// addFieldCandidates adds the options of a unit that is built from fields, to compare with option:
// the other entries in the option's group of fields.
func (c *comparison) addFieldCandidates(all []edit.Field, option string) {
	group := ""
	for _, f := range all {
		if f.Key() == option {
			group = f.Group
		}
	}
	for _, f := range all {
		if f.Group == group && len(f.Choices) == 1 && f.RefusalReason == "" {
			name := f.Key()
			c.optionTexts[name] = func(page.RuleLinker) g.Node { return page.IsolatedText(f.EntryExplanation) }
			c.candidates = append(c.candidates, edit.Choice{Value: name, Label: f.Label, ExtraCost: f.Choices[0].ExtraCost})
		}
	}
}

func (c *comparison) setTargets() (err error) {
	if c.targets, err = fill.Targets(c.roster, odds.Foe{}); err != nil {
		return err
	}
	for _, t := range c.targets {
		aim, err := fill.NewAim(c.roster, odds.Foe{UnitID: t.ID})
		if err != nil {
			return err
		}
		c.fillAims = append(c.fillAims, aim)
	}
	return nil
}

// targetEffects returns the effect of each unit on a target, or the gain of each option.
func (c *comparison) targetEffects(ctx context.Context, at *fill.Aim, columns []edit.Choice) (figures []odds.Effect, err error) {
	if !c.comparesOptions {
		for _, one := range columns {
			effect, err := at.Damage(ctx, one.Value)
			if err != nil {
				return nil, err
			}
			figures = append(figures, effect)
		}
		return figures, nil
	}
	gains, err := at.OptionGains(ctx, c.unitID)
	if err != nil {
		return nil, err
	}
	now, err := at.Damage(ctx, c.unitID)
	for _, one := range columns {
		figures = append(figures, odds.Effect{Kind: now.Kind, Value: gains[one.Value].DamageByAction.Larger(), ValueByAction: gains[one.Value].DamageByAction})
	}
	return figures, err
}

func (c *comparison) view(list *page.List, columns []edit.Choice, figures [][]odds.Effect) g.Node {
	write, about := odds.Effect.Text, "Wounds that a fresh unit in the open is expected to take: by shooting (⌖) and by a charge (⚔), from 12″."
	if !c.roster.Game().HasArmyBooks() {
		about = "Figures that the target is expected to lose, or a vehicle's chance to be lost: by fire (⌖) and by a charge (⚔), less what that costs, from 12″."
	}
	switch {
	case c.comparesOptions && c.roster.Game().HasArmyBooks():
		write, about = page.SignedEffect, "Wounds that the unit does more with it: by shooting (⌖) and by a charge (⚔), from 12″."
	case c.comparesOptions:
		write, about = page.SignedEffect, "Figures that the target loses more with it, or how much likelier a vehicle is lost: by fire (⌖) and by a charge (⚔), less what that costs, from 12″."
	}
	head := g.Group{h.Th(h.Scope("col"), g.Text("Target"))}
	price := g.Group{h.Th(h.Scope("row"), g.Text("Points"))}
	for _, one := range columns {
		text := fmt.Sprint(one.ExtraCost)
		if c.comparesOptions {
			text = fmt.Sprintf("%+d", one.ExtraCost)
		}
		head, price = append(head, h.Th(h.Scope("col"), h.Class("n"), page.IsolatedText(one.Label))), append(price,
			h.Td(h.Class("n"), g.Text(text)))
	}
	rows := g.Group{h.Tr(price)}
	if c.comparesOptions {
		what := g.Group{h.Th(h.Scope("row"), g.Text("What it is"))}
		words := page.NewRuleLinker(list, c.roster)
		for _, one := range columns {
			what = append(what, h.Td(c.optionTexts[one.Value](words)))
		}
		rows = append(rows, h.Tr(what))
	}
	for i, t := range c.targets {
		row := g.Group{h.Th(h.Scope("row"), page.IsolatedText(t.Name), h.Span(h.Class("line"), page.IsolatedText(" "+t.Profile)))}
		for j := range columns {
			text := page.DrawEffectText(page.EffectTextByAction(figures[j][i], write))
			if len(columns) > 1 && isVisiblyBetter(figures[j][i], figures[1-j][i]) {
				text = h.Strong(text, g.Text(" ★"))
			}
			row = append(row, h.Td(h.Class("n"), text))
		}
		rows = append(rows, h.Tr(row))
	}
	beside := func(one edit.Choice) g.Node {
		query := url.Values{"unit": {columns[0].Value}, "beside": {one.Value}}
		if c.comparesOptions {
			query = url.Values{"unit": {c.unitID}, "option": {columns[0].Value}, "beside": {one.Value}}
		}
		return g.If(one.Value != columns[0].Value,
			h.A(h.Class("button chip"), h.Href(list.Address()+"/does?"+query.Encode()), g.Attr("data-pop"),
				g.If(len(columns) > 1 && columns[1].Value == one.Value, h.Aria("current", "true")),
				page.IsolatedText(one.Label)))
	}
	return page.OneColumn(columns[0].Label,
		h.Section(h.Aria("label", "What it does"),
			page.ScrollTable("What it does", h.Table(h.Class("compare"), h.THead(h.Tr(head)), h.TBody(rows))),
			h.P(h.Class("line"), page.DrawEffectText(about))),
		g.If(len(c.candidates) > 1, h.Section(h.Aria("label", "Beside another"), h.H2(g.Text("Beside another")), h.Div(h.Class("chips"), g.Map(c.candidates, beside)))))
}

// isVisiblyBetter reports whether an effect is visibly larger than another.
func isVisiblyBetter(a, b odds.Effect) bool {
	if a.Kind == odds.ChanceCell {
		return a.Value > b.Value+0.005
	}
	return a.Value > b.Value+0.05
}

// compareLists shows the differences between a list and another of its game, unit by unit.
func (h *Handler) compareLists(w http.ResponseWriter, r *http.Request, list *page.List, roster builder.Roster) error {
	others, err := h.OtherLists(list.ID, roster.Game().ID)
	if err != nil {
		return err
	}
	with := r.FormValue("with")
	if with == "" && len(others) > 0 {
		with = others[0].Value
	}
	with, err = page.PickedValue(others, with)
	var doc g.Node
	var other builder.Roster
	if err == nil && with != "" {
		other, err = h.Roster(with)
	}
	switch {
	case len(others) == 0:
		doc = page.Para("quiet", "Another list of the game stands here once it is among your lists: a duplicate of this one, or a friend's.")
	case err != nil:
		doc = page.Para("card warn", page.ErrorText(err))
	default:
		diff := builder.CompareLists(roster, other)
		doc = html.Page{}.Blocks(diff.Doc(unitsOnlyIn(roster, diff.Removed), unitsOnlyIn(other, diff.Added)).Blocks...)
	}
	return h.Render(w, page.Layout{Title: "Compare", List: list}, viewListComparison(list, page.ChoiceControl("with", others, with), doc))
}

// unitsOnlyIn lists units that only one list has, with their points; a pair is one entry.
func unitsOnlyIn(in builder.Roster, ids []string) report.List {
	all := report.List{Title: "Only in " + builder.Title(in)}
	first, names, units, points := builder.FirstHalfIDs(in), builder.Names(in), []string(nil), map[string]int{}
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

func viewListComparison(list *page.List, with, doc g.Node) g.Node {
	return page.OneColumn("Compare",
		h.Form(h.Action(list.Address()+"/beside"), h.Method("get"), g.Attr("data-auto"), h.Class("card"),
			page.WithLabel("With", with), h.NoScript(h.Button(g.Text("Compare")))),
		doc)
}
