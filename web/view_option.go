package web

import (
	"fmt"
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder/gf"
	"muster/catalog"
	"muster/rules"
)

// A wording writes names of rules, as words that open where it is known what they
// mean. The zero wording knows none.
type wording struct {
	list  *listName
	known func(name string) bool
}

// text writes what a line lists, "Fearless, Tough(3)".
func (w wording) text(line string) g.Node { return w.words(strings.Split(line, ", ")) }

func (w wording) words(names []string) g.Node {
	nodes := make([]g.Node, len(names))
	for i, name := range names {
		if nodes[i] = isolated(name); w.known != nil && w.known(name) {
			nodes[i] = ruleLink(w.list, name, name)
		}
	}
	return joined(nodes, ", ")
}

// joined puts nodes in a line with something between them.
func joined(nodes []g.Node, between string) g.Node {
	var line g.Group
	for i, node := range nodes {
		if i > 0 {
			line = append(line, g.Text(between))
		}
		line = append(line, node)
	}
	return line
}

// profile is what a weapon does, without its name: `24", A1, AP(4)`.
func (w wording) profile(m *catalog.Weapon) g.Node {
	var parts []g.Node
	if m.Range > 0 {
		parts = append(parts, g.Textf("%d″", m.Range))
	}
	parts = append(parts, g.Textf("A%d", m.Attacks))
	if len(m.Rules) > 0 {
		parts = append(parts, w.words(rules.Strings(m.Rules)))
	}
	return joined(parts, ", ")
}

// gear is what an option of a name gives. What is called as the option is stands
// without its name.
func (w wording) gear(option string, of *catalog.Gear) g.Node {
	var parts []g.Node
	bare := len(of.Weapons)+len(of.Items)+len(of.Rules) == 1
	named := func(count int, name string, inside g.Node) {
		switch {
		case bare && count == 1 && catalog.MatchKey(name) == catalog.MatchKey(option):
			parts = append(parts, inside)
			return
		case count > 1:
			name = fmt.Sprintf("%d× %s", count, name)
		}
		parts = append(parts, g.Group{isolated(name + " ("), inside, g.Text(")")})
	}
	for i := range of.Weapons {
		var modes []g.Node
		for _, m := range of.Weapons[i].Modes() {
			mode := w.profile(&m)
			if of.Weapons[i].Profiles != nil {
				mode = g.Group{isolated(strings.TrimPrefix(m.Name, of.Weapons[i].Name+" ") + " "), mode}
			}
			modes = append(modes, mode)
		}
		named(of.Weapons[i].Count, of.Weapons[i].Name, joined(modes, " or "))
	}
	for i := range of.Items {
		item := &of.Items[i]
		var inside []g.Node
		if len(item.Rules) > 0 {
			inside = append(inside, w.words(rules.Strings(item.Rules)))
		}
		if len(item.Weapons) > 0 {
			inside = append(inside, w.gear("", &catalog.Gear{Weapons: item.Weapons}))
		}
		if len(inside) == 0 || len(item.Rules) == 1 && rules.Strings(item.Rules)[0] == item.Name {
			parts = append(parts, w.text(item.Name))
			continue
		}
		named(item.Count, item.Name, joined(inside, ", "))
	}
	if len(of.Rules) > 0 {
		parts = append(parts, w.words(rules.Strings(of.Rules)))
	}
	return joined(parts, ", ")
}

// viewSection is a section of upgrades: one choice as rows of which one is picked,
// several as rows that are counted; folded while nothing of it can be chosen.
func (u *unitPane) viewSection(at int, s gf.Open) g.Node {
	label := isolated(s.Section.Label)
	rows := func(row func(gf.OpenOption) g.Node, first ...g.Node) g.Node {
		return h.Div(h.Class("rows opts"), g.Group(first), g.Map(s.Options, row))
	}
	switch {
	case u.ID == "":
		return h.FieldSet(h.Class("section"), h.Legend(label), rows(u.readOption))
	case s.Why != "":
		return h.Details(h.Class("section off"), h.ID("section-"+strconv.Itoa(at)),
			h.Summary(h.Span(label, g.Text(" "), h.Span(h.Class("line"), isolated(s.Why)))), rows(u.readOption))
	case s.Most == 1:
		return h.FieldSet(h.Class("section"), h.Role("radiogroup"), h.Legend(label),
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
	return h.FieldSet(h.Class("section"), h.Legend(label, h.Span(h.Class("quiet"), g.Text(how))), rows(row))
}

// optionRow is the row of an option: what it is called and does, what it gains and
// costs, and its control, which is the name itself or stands at the end.
func (u *unitPane) optionRow(o gf.OpenOption, name, control g.Node) g.Node {
	return h.Div(h.Data("option", o.Option.ID), g.If(o.Chosen > 0, h.Class("on")),
		name,
		h.Span(h.Class("fig"), g.Text(costs(o.Cost))),
		h.P(h.Class("line"), u.Words.gear(o.Option.Name, &o.Option.Gear)),
		u.Page.Does.gain(u.Page, u.ID, o.Option.ID),
		control,
	)
}

// readOption is an option of a unit that is not in the list yet.
func (u *unitPane) readOption(o gf.OpenOption) g.Node {
	return u.optionRow(o, h.Span(h.Class("name"), isolated(o.Option.Name)), nil)
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
	return u.optionRow(o, radio(o.Chosen > 0, verb, h.ID("more-"+o.Option.ID), u.takes(o), isolated(o.Option.Name)), nil)
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
	return h.Div(g.If(s.Chosen == 0, h.Class("on")), radio(s.Chosen == 0, verb, h.ID("keep-"+strconv.Itoa(at)), isolated(name)))
}

// radio is a button that is one of several choices; it fills its row. The one that is
// made has no verb.
func radio(on bool, verb string, more ...g.Node) g.Node {
	does := h.Type("button")
	if verb != "" {
		does = g.Group{h.FormAttr("do"), h.Name("verb"), h.Value(verb)}
	}
	return h.Button(h.Class("pick"), h.Role("radio"), h.Aria("checked", strconv.FormatBool(on)), does, g.Group(more))
}

// tickOption is an option that is chosen once or not at all, beside others.
func (u *unitPane) tickOption(o gf.OpenOption) g.Node {
	id, name := h.ID("more-"+o.Option.ID), isolated(o.Option.Name)
	if o.Chosen > 0 {
		return u.optionRow(o, do("downgrade "+u.ID+" "+o.Option.ID, h.Class("pick tick"), id, u.drops(o), name), nil)
	}
	return u.optionRow(o, do("upgrade "+u.ID+" "+o.Option.ID, h.Class("pick tick"), id, u.takes(o), g.If(o.Left == 0, h.Disabled()), name), nil)
}

// countOption is an option that is chosen so often.
func (u *unitPane) countOption(o gf.OpenOption) g.Node {
	id := o.Option.ID
	return u.optionRow(o, h.Span(h.Class("name"), isolated(o.Option.Name)), h.Span(h.Class("stepper"),
		do("upgrade "+u.ID+" "+id, h.ID("more-"+id), u.takes(o), g.If(o.Left == 0, g.Group{h.Disabled(), h.Title(o.Why)}), icon("add")),
		h.Span(h.B(g.Text(strconv.Itoa(o.Chosen))), h.Span(h.Class("quiet"), g.Textf(" of %d", o.Chosen+o.Left))),
		do("downgrade "+u.ID+" "+id, h.ID("less-"+id), u.drops(o), g.If(o.Chosen == 0, h.Disabled()), icon("less")),
	))
}

// takes and drops are how the controls are called that take an option, or drop it.
func (u *unitPane) takes(o gf.OpenOption) g.Node {
	return h.Aria("label", fmt.Sprintf("Take %s, %+d", o.Option.Name, o.Cost))
}

func (u *unitPane) drops(o gf.OpenOption) g.Node {
	return h.Aria("label", fmt.Sprintf("Drop %s, %+d", o.Option.Name, o.Cost))
}
