package build

import (
	"fmt"
	"slices"
	"strconv"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder/gf"
	"muster/catalog"
	"muster/rules"
	"muster/web/page"
)

// viewSection draws a section of upgrades as rows with counters, or with ticks if none can be
// chosen twice; folded if nothing can be chosen.
func (u *unitPane) viewSection(at int, s gf.Open) g.Node {
	label, how, row := page.Isolated(s.Section.Label), "", u.countOption
	if s.Most == 1 || s.Once {
		row = func(o gf.OpenOption) g.Node { return u.tickOption(s, o) }
	}
	if s.Most > 1 {
		how = fmt.Sprintf("%d of %d", s.Chosen, s.Most)
	}
	if u.ID == "" || s.Why != "" {
		row = u.readOption
	}
	rows := h.Div(h.Class("rows opts"), g.Map(s.Options, row))
	if s.Why != "" && u.ID != "" {
		return u.Page.parts.Part("details", "section-"+strconv.Itoa(at), g.Group{h.Class("section off")},
			h.Summary(h.Span(label, g.Text(" "), h.Span(h.Class("line"), page.Isolated(s.Why)))), rows)
	}
	return u.Page.parts.Part("fieldset", "section-"+strconv.Itoa(at), g.Group{h.Class("section")},
		h.Legend(label, h.Span(h.Class("quiet"), g.Text(how))), rows)
}

// optionRow draws an option: name, effect, gain, cost and control. The control is the name itself,
// or at the end.
func (u *unitPane) optionRow(o gf.OpenOption, name, control g.Node) g.Node {
	return u.Page.parts.Part("div", "option-"+o.Option.ID,
		g.Group{h.Data("option", o.Option.ID), g.If(o.Chosen > 0, h.Class("on"))},
		name,
		h.Span(h.Class("fig"), g.Text(costs(o.Cost))),
		u.Page.parts.Part("p", "gear-"+o.Option.ID, g.Group{h.Class("line")},
			u.Words.Gear(o.Option.Name, &o.Option.Gear), g.Iff(control != nil && o.SwapFrom != nil, func() g.Node {
				return page.Isolated(" · in place of " + o.SwapFrom.Option.Name)
			})),
		u.Page.TargetFigures.gain(u.Page, u.ID, o.Option.ID, u.uncounted(&o.Option.Gear)),
		control,
	)
}

// uncounted describes what gear gives that figures do not include: spells; else "".
func (u *unitPane) uncounted(g *catalog.Gear) string {
	if u.Rules == nil {
		return ""
	}
	uses := slices.Clone(g.Rules)
	for _, item := range g.Items {
		uses = append(uses, item.Rules...)
	}
	for _, use := range uses {
		rule := u.Rules.Find(use.Name)
		if rule != nil && slices.ContainsFunc(rule.Effects, func(e rules.Effect) bool { return e.Tokens != rules.Value{} }) {
			return "spells"
		}
	}
	return ""
}

// readOption draws an option of a unit that is not in the list.
func (u *unitPane) readOption(o gf.OpenOption) g.Node {
	return u.optionRow(o, h.Span(h.Class("name"), page.Isolated(o.Option.Name)), nil)
}

// tickOption draws an option that can be chosen once; in a section with a single choice it replaces
// another.
func (u *unitPane) tickOption(s gf.Open, o gf.OpenOption) g.Node {
	class, verb, name := "pick tick", "upgrade "+u.ID+" "+o.Option.ID, label("Take", o)
	if s.Most == 1 {
		class = "pick"
		for _, other := range s.Options {
			if other.Chosen > 0 {
				verb = "swap " + u.ID + " " + other.Option.ID + "=" + o.Option.ID
			}
		}
	}
	if o.Chosen > 0 {
		verb, name = "downgrade "+u.ID+" "+o.Option.ID, label("Drop", o)
	}
	cannot := o.Chosen+o.Left == 0 && (s.Most != 1 || s.Chosen == 0)
	return u.optionRow(o, u.Page.parts.Part("button", "more-"+o.Option.ID,
		sends(verb, h.Class(class), page.Pressed(o.Chosen > 0), name, g.If(cannot, g.Group{h.Disabled(), h.Title(o.Why)})),
		page.Isolated(o.Option.Name)), nil)
}

// countOption draws an option that can be chosen several times.
func (u *unitPane) countOption(o gf.OpenOption) g.Node {
	id := o.Option.ID
	parts := u.Page.parts
	more := sends("upgrade "+u.ID+" "+id, label("Take", o), g.If(o.Left == 0, g.Group{h.Disabled(), h.Title(o.Why)}))
	if o.SwapFrom != nil {
		more = sends("swap "+u.ID+" "+o.SwapFrom.Option.ID+"="+id+"=1", h.Aria("label",
			fmt.Sprintf("Take %s for one %s, %+d", o.Option.Name, o.SwapFrom.Option.Name, o.Cost-o.SwapFrom.Cost)))
	}
	return u.optionRow(o, h.Span(h.Class("name"), page.Isolated(o.Option.Name)), h.Span(h.Class("stepper"),
		parts.Part("button", "more-"+id, more, page.Icon("add")),
		parts.Part("span", "count-"+id, nil, h.B(g.Text(strconv.Itoa(o.Chosen))),
			g.If(o.Chosen+o.Left > 0, h.Span(h.Class("quiet"), g.Textf(" of %d", o.Chosen+o.Left)))),
		parts.Part("button", "less-"+id,
			sends("downgrade "+u.ID+" "+id, label("Drop", o), g.If(o.Chosen == 0, h.Disabled())), page.Icon("less")),
	))
}

// label returns the label of a control: its action, the option, and the cost.
func label(verb string, o gf.OpenOption) g.Node {
	return h.Aria("label", fmt.Sprintf("%s %s, %+d", verb, o.Option.Name, o.Cost))
}
