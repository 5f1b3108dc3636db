package build

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder/gf"
	"muster/catalog"
	"muster/rules"
	"muster/web/page"
)

// viewSection draws a section of upgrades: one choice as radio rows, several as counted rows;
// folded while nothing can be chosen.
func (u *unitPane) viewSection(at int, s gf.Open) g.Node {
	label := page.Isolated(s.Section.Label)
	rows := func(row func(gf.OpenOption) g.Node, first ...g.Node) g.Node {
		return h.Div(h.Class("rows opts"), g.Group(first), g.Map(s.Options, row))
	}
	switch {
	case u.ID == "":
		return u.section(at, nil, h.Legend(label), rows(u.readOption))
	case s.Why != "":
		return u.Page.parts.Part("details", "section-"+strconv.Itoa(at), g.Group{h.Class("section off")},
			h.Summary(h.Span(label, g.Text(" "), h.Span(h.Class("line"), page.Isolated(s.Why)))), rows(u.readOption))
	case s.Most == 1:
		return u.section(at, h.Role("radiogroup"), h.Legend(label),
			rows(func(o gf.OpenOption) g.Node { return u.pickOption(s, o) }, u.keepRow(at, s)))
	}
	how := ""
	if s.Most > 0 {
		how = fmt.Sprintf("%d of %d", s.Chosen, s.Most)
	}
	row := u.countOption
	if s.Once {
		row = u.tickOption
	}
	return u.section(at, nil, h.Legend(label, h.Span(h.Class("quiet"), g.Text(how))), rows(row))
}

// section is a section of upgrades by its place.
func (u *unitPane) section(at int, role g.Node, content ...g.Node) g.Node {
	return u.Page.parts.Part("fieldset", "section-"+strconv.Itoa(at), g.Group{h.Class("section"), role}, content...)
}

// optionRow draws an option: name, effect, gain, cost, and its control: the name itself, or one
// at the end.
func (u *unitPane) optionRow(o gf.OpenOption, name, control g.Node) g.Node {
	return u.Page.parts.Part("div", "option-"+o.Option.ID,
		g.Group{h.Data("option", o.Option.ID), g.If(o.Chosen > 0, h.Class("on"))},
		name,
		h.Span(h.Class("fig"), g.Text(costs(o.Cost))),
		u.Page.parts.Part("p", "gear-"+o.Option.ID, g.Group{h.Class("line")},
			u.Words.Gear(o.Option.Name, &o.Option.Gear)),
		u.Page.Does.gain(u.Page, u.ID, o.Option.ID, u.uncounted(&o.Option.Gear)),
		control,
	)
}

// uncounted says what gear gives that figures leave out: spells, or "".
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

// readOption is an option of a unit that is not in the list yet.
func (u *unitPane) readOption(o gf.OpenOption) g.Node {
	return u.optionRow(o, h.Span(h.Class("name"), page.Isolated(o.Option.Name)), nil)
}

// pickOption is an option of a section that holds one choice: another that is made
// is swapped for it.
func (u *unitPane) pickOption(s gf.Open, o gf.OpenOption) g.Node {
	verb := "upgrade " + u.ID + " " + o.Option.ID
	for _, other := range s.Options {
		if other.Chosen > 0 {
			verb = "swap " + u.ID + " " + other.Option.ID + "=" + o.Option.ID
		}
	}
	if o.Chosen > 0 {
		verb = ""
	}
	return u.optionRow(o,
		u.radio("more-"+o.Option.ID, o.Chosen > 0, verb, u.takes(o), page.Isolated(o.Option.Name)), nil)
}

// keepRow is the choice of nothing in a section that holds one choice.
func (u *unitPane) keepRow(at int, s gf.Open) g.Node {
	verb, name := "", "None"
	for _, o := range s.Options {
		if o.Chosen > 0 {
			verb = "downgrade " + u.ID + " " + o.Option.ID
		}
	}
	if s.Section.Kind == catalog.Replace || s.Section.Kind == catalog.ReplaceRule {
		var kept []string
		for _, t := range s.Section.Targets {
			kept = append(kept, t.String())
		}
		name = "Keep " + strings.Join(kept, " and ")
	}
	return h.Div(g.If(s.Chosen == 0, h.Class("on")),
		u.radio("keep-"+strconv.Itoa(at), s.Chosen == 0, verb, nil, page.Isolated(name)))
}

// radio is a button for one of several choices; it fills its row. The one that is made has
// no verb.
func (u *unitPane) radio(id string, on bool, verb string, label, name g.Node) g.Node {
	action := h.Type("button")
	if verb != "" {
		action = sends(verb)
	}
	return u.Page.parts.Part("button", id,
		g.Group{h.Class("pick"), h.Role("radio"), h.Aria("checked", strconv.FormatBool(on)), action, label}, name)
}

// tickOption is an option that is chosen once or not at all, beside others.
func (u *unitPane) tickOption(o gf.OpenOption) g.Node {
	id, name := h.ID("more-"+o.Option.ID), page.Isolated(o.Option.Name)
	if o.Chosen > 0 {
		return u.optionRow(o, do("downgrade "+u.ID+" "+o.Option.ID, h.Class("pick tick"), id, u.drops(o), name), nil)
	}
	return u.optionRow(o, do("upgrade "+u.ID+" "+o.Option.ID, h.Class("pick tick"), id, u.takes(o), g.If(o.Left == 0, h.Disabled()), name), nil)
}

// countOption is an option that is chosen so often.
func (u *unitPane) countOption(o gf.OpenOption) g.Node {
	id := o.Option.ID
	parts := u.Page.parts
	more := sends("upgrade "+u.ID+" "+id, u.takes(o), g.If(o.Left == 0, g.Group{h.Disabled(), h.Title(o.Why)}))
	if o.From != nil {
		more = sends("swap "+u.ID+" "+o.From.Option.ID+"="+id+"=1", h.Aria("label",
			fmt.Sprintf("Take %s for one %s, %+d", o.Option.Name, o.From.Option.Name, o.Cost-o.From.Cost)))
	}
	return u.optionRow(o, h.Span(h.Class("name"), page.Isolated(o.Option.Name)), h.Span(h.Class("stepper"),
		parts.Part("button", "more-"+id, more, page.Icon("add")),
		parts.Part("span", "count-"+id, nil, h.B(g.Text(strconv.Itoa(o.Chosen))),
			g.If(o.Chosen+o.Left > 0, h.Span(h.Class("quiet"), g.Textf(" of %d", o.Chosen+o.Left)))),
		parts.Part("button", "less-"+id,
			sends("downgrade "+u.ID+" "+id, u.drops(o), g.If(o.Chosen == 0, h.Disabled())), page.Icon("less")),
	))
}

// takes and drops are how the controls are called that take an option, or drop it.
func (u *unitPane) takes(o gf.OpenOption) g.Node {
	return h.Aria("label", fmt.Sprintf("Take %s, %+d", o.Option.Name, o.Cost))
}

func (u *unitPane) drops(o gf.OpenOption) g.Node {
	return h.Aria("label", fmt.Sprintf("Drop %s, %+d", o.Option.Name, o.Cost))
}
