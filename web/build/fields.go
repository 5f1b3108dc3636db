package build

import (
	"slices"
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder/edit"
	"muster/web/page"
)

// viewFields draws a unit's fields: figures as rows that fold, toggles such as traits as ticks,
// and all others in a grid.
func (u *unitPane) viewFields() g.Node {
	var form, ticked g.Group
	for at, f := range u.Fields {
		id := h.ID("fields-" + strconv.Itoa(at))
		switch {
		case f.All[0].Among != "":
			ticked = append(ticked, u.viewTicked(f, id))
		case strings.HasPrefix(f.All[0].Path, "figures."):
			form = append(form,
				h.Details(h.Class("section"), id, h.Summary(page.Isolated(figuresLine(f.All))), u.gridOf(f.All)))
		default:
			form = append(form, h.FieldSet(h.Class("section"), h.Legend(page.Isolated(f.Title)), u.gridOf(f.All)))
		}
	}
	return g.Group{
		u.auto("fields "+u.ID, form, h.NoScript(h.Button(g.Text("Apply")))),
		page.Each(u.Adds, u.viewAdds), ticked,
	}
}

// viewAdds draws the unit's additions and removals, each with its meaning and cost.
func (u *unitPane) viewAdds(at int, f page.Group[edit.Field]) g.Node {
	return h.Details(h.Class("section ticked"), h.ID("adds-"+strconv.Itoa(at)), h.Summary(page.Isolated(f.Title)),
		h.Div(h.Class("rows opts"), g.Map(f.All, func(one edit.Field) g.Node {
			of := one.Choices[0]
			id, says, drawing := "arm-"+of.Value, "Add ", "add"
			if one.Now == "yes" {
				id, says, drawing = "drop-"+of.Value, "Remove ", "less"
			}
			return h.Div(g.If(one.Now == "no", h.Data("option", of.Value)),
				h.Span(h.Class("name"), page.Isolated(one.Label)),
				h.Span(h.Class("fig"), g.Text(fieldCost(of))),
				h.P(h.Class("line"), page.Isolated(one.About)),
				u.Page.Does.gain(u.Page, u.ID, one.Key()),
				h.Span(h.Class("stepper"),
					do("set "+u.ID+" "+one.Path, h.ID(id), h.Aria("label", says+one.Label), page.Icon(drawing))))
		})))
}

// told adds the gain to each choice of a field.
func (u *unitPane) told(f edit.Field) edit.Field {
	f.Choices = slices.Clone(f.Choices)
	for i := range f.Choices {
		c := &f.Choices[i]
		if gain, known := u.Page.Does.gains[f.Path+"="+c.Value]; known {
			c.Label, c.More = page.Priced(c.Label, *c)+" · "+u.Page.Does.adds(u.ID, gain), 0
		}
	}
	return f
}

// gridOf are fields side by side.
func (u *unitPane) gridOf(fields []edit.Field) g.Node {
	return h.Div(h.Class("fields"), g.Map(fields, func(f edit.Field) g.Node { return page.Field(u.told(f)) }))
}

// figuresLine is some figures of a unit in a line: "6 × Assault Rifle, Experienced".
func figuresLine(fields []edit.Field) string {
	count, parts := "", []string{}
	for _, f := range fields {
		if f.Choices == nil {
			count = f.Now + " × "
		}
		for _, c := range f.Choices {
			if c.Value == f.Now && c.Value != "" {
				parts = append(parts, c.Label)
			}
		}
	}
	return count + strings.Join(parts, ", ")
}

// viewTicked draws toggles, each with its meaning and cost. Impossible ones are folded, with
// the reason; all are folded while none is set.
func (u *unitPane) viewTicked(f page.Group[edit.Field], id g.Node) g.Node {
	var can, cannot g.Group
	var had []string
	for _, one := range f.All {
		if one.Now == "yes" {
			had = append(had, one.Label)
		}
		if one.Why != "" {
			cannot = append(cannot, h.Div(h.Data("option", one.Among), h.Span(h.Class("name"), page.Isolated(one.Label)), h.P(h.Class("line"), page.Isolated(one.Why))))
		} else {
			can = append(can, u.tickField(one))
		}
	}
	return h.Details(h.Class("section ticked"), id, g.If(had != nil, g.Attr("open")),
		h.Summary(h.Span(page.Isolated(f.Title+" "), h.Span(h.Class("line"), page.Isolated(page.Commas(had))))),
		h.Div(h.Class("rows opts"), can),
		g.Iff(cannot != nil, func() g.Node {
			return h.Details(h.Summary(h.Class("line"), g.Textf("%d that it cannot have: why?", len(cannot))),
				h.Div(h.Class("rows opts"), cannot))
		}))
}

// tickField is one thing that a unit has or not.
func (u *unitPane) tickField(f edit.Field) g.Node {
	has, price, sign := f.Now == "yes", fieldCost(f.Choices[0]), "+="
	if has {
		sign, price = "-=", ""
	}
	return h.Div(h.Data("option", f.Among), g.If(has, h.Class("on")),
		do("set "+u.ID+" "+f.Path+sign+f.Among, h.Class("pick tick"), h.ID("has-"+f.Among), page.Pressed(has),
			page.Isolated(f.Label)),
		h.Span(h.Class("fig"), g.Text(price)),
		h.P(h.Class("line"), page.Isolated(f.About)),
		u.Page.Does.gain(u.Page, u.ID, f.Key()))
}
