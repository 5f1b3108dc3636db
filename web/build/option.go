package build

import (
	"fmt"
	"slices"
	"strconv"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/builder/gf"
	"muster/catalog"
	"muster/rules"
	"muster/web/page"
)

// viewSection draws a section of upgrades as rows with counters, or with ticks if none can be
// chosen twice; folded if nothing can be chosen.
func (u *unitPane) viewSection(at int, s gf.OpenSection) g.Node {
	label, how, row := page.IsolatedText(s.Section.Label), "", u.viewCountOption
	if s.MaxChosen == 1 || s.OncePerOption {
		row = func(o gf.OpenOption) g.Node { return u.viewTickOption(s, o) }
	}
	if s.MaxChosen > 1 {
		how = fmt.Sprintf("%d of %d", s.ChosenCount, s.MaxChosen)
		if slices.ContainsFunc(s.Options, func(o gf.OpenOption) bool { return o.SwapFrom != nil }) {
			how += " · + moves one"
		}
	}
	if u.ID == "" || s.WhyNot != "" {
		row = func(o gf.OpenOption) g.Node {
			return u.optionRow(o, h.Span(h.Class("name"), page.IsolatedText(o.Option.Name)), nil)
		}
	}
	class := "section"
	if u.chosenGiver(at) != nil {
		class += " ticked"
	}
	rows, beside := g.Group{}, g.Group{} // rows beside each other, up to sections that stand under one
	for _, o := range s.Options {
		beside = append(beside, row(o))
		if under := u.viewSections(func(at int) bool { return u.chosenGiver(at) == o.Option }); under != nil {
			rows, beside = append(rows, h.Div(h.Class("rows opts"), beside), under), nil
		}
	}
	rows = append(rows, g.If(beside != nil, h.Div(h.Class("rows opts"), beside)))
	if s.WhyNot != "" && u.ID != "" {
		return u.Page.parts.Part("details", "section-"+strconv.Itoa(at), g.Group{h.Class(class + " off")},
			h.Summary(h.Span(label, g.Text(" "), h.Span(h.Class("line"), page.IsolatedText(s.WhyNot)))), rows)
	}
	return u.Page.parts.Part("fieldset", "section-"+strconv.Itoa(at), g.Group{h.Class(class)},
		h.Legend(label, h.Span(h.Class("fig quiet"), g.Text(how))), rows)
}

// viewSections draws the sections of upgrades whose indices satisfy which. Sections for gear that the
// unit does not have yet come last.
func (u *unitPane) viewSections(which func(at int) bool) (all g.Group) {
	var last g.Group
	for at, s := range u.Sections {
		switch {
		case !which(at):
		case s.GivenBy != nil && u.chosenGiver(at) == nil:
			last = append(last, u.viewSection(at, s))
		default:
			all = append(all, u.viewSection(at, s))
		}
	}
	return append(all, last...)
}

// chosenGiver returns the chosen option of an earlier section that gives the gear of a section with
// the index at, which stands under it; else nil. Of a pair, both sections are of both halves or of one.
func (u *unitPane) chosenGiver(at int) *catalog.Option {
	for _, s := range u.Sections[:at] {
		for _, o := range s.Options {
			if o.ChosenCount > 0 && slices.Contains(u.Sections[at].GivenBy, o.Option) &&
				(u.Halves == nil || gf.ChangesAllModels(s.Section) == gf.ChangesAllModels(u.Sections[at].Section)) {
				return o.Option
			}
		}
	}
	return nil
}

// optionRow draws an option: name, effect, gain, cost and control. The control is the name itself,
// or at the end.
func (u *unitPane) optionRow(o gf.OpenOption, name, control g.Node) g.Node {
	return u.Page.parts.Part("div", "option-"+o.Option.ID,
		g.Group{h.Data("option", o.Option.ID), g.If(o.ChosenCount > 0, h.Class("on"))},
		name,
		h.Span(h.Class("fig"), g.Text(costText(o.Cost))),
		u.Page.TargetEffects.viewGain(u.Page, u.ID, o.Option.ID, u.uncountedEffects(&o.Option.Gear)),
		u.Page.parts.Part("p", "gear-"+o.Option.ID, g.Group{h.Class("line")}, u.RuleLinker.Gear(o.Option.Name, &o.Option.Gear)),
		control,
	)
}

// uncountedEffects names the effects of gear that the damage figures do not count: "spells", or "".
func (u *unitPane) uncountedEffects(g *catalog.Gear) string {
	if u.Rules == nil {
		return ""
	}
	uses := slices.Clone(g.Rules)
	for _, item := range g.Items {
		uses = append(uses, item.Rules...)
	}
	for _, use := range uses {
		rule := u.Rules.Find(use.Name)
		if rule != nil && slices.ContainsFunc(rule.Effects, func(e rules.Effect) bool { return e.SpellTokens != rules.Value{} }) {
			return "spells"
		}
	}
	return ""
}

// viewTickOption draws an option that can be chosen once; in a section with a single choice it
// replaces another.
func (u *unitPane) viewTickOption(s gf.OpenSection, o gf.OpenOption) g.Node {
	class, verb, name := "pick tick", builder.UpgradeForm(u.ID, o.Option.ID), controlLabel("Take", o)
	if s.MaxChosen == 1 && len(s.Options) > 1 {
		class = "pick"
		for _, other := range s.Options {
			if other.ChosenCount > 0 {
				verb = builder.SwapForm(u.ID, other.Option.ID, o.Option.ID)
			}
		}
	}
	if o.ChosenCount > 0 {
		verb, name = builder.DowngradeForm(u.ID, o.Option.ID), controlLabel("Drop", o)
	}
	cannot := o.ChosenCount+o.ChoicesLeft == 0 && (s.MaxChosen != 1 || s.ChosenCount == 0)
	return u.optionRow(o, u.Page.parts.Part("button", "more-"+o.Option.ID,
		verbAttributes(verb, h.Class(class), page.AriaPressed(o.ChosenCount > 0), name,
			g.If(cannot, g.Group{h.Disabled(), h.Title(o.WhyNot)})),
		page.IsolatedText(o.Option.Name)), nil)
}

// viewCountOption draws an option that can be chosen several times.
func (u *unitPane) viewCountOption(o gf.OpenOption) g.Node {
	id := o.Option.ID
	parts := u.Page.parts
	more := verbAttributes(builder.UpgradeForm(u.ID, id), controlLabel("Take", o), g.If(o.ChoicesLeft == 0, g.Group{h.Disabled(), h.Title(o.WhyNot)}))
	if o.SwapFrom != nil {
		more = verbAttributes(builder.SwapOneForm(u.ID, o.SwapFrom.Option.ID, id), h.Aria("label",
			fmt.Sprintf("Take %s for one %s, %+d", o.Option.Name, o.SwapFrom.Option.Name, o.Cost-o.SwapFrom.Cost)))
	}
	return u.optionRow(o, h.Span(h.Class("name"), page.IsolatedText(o.Option.Name)), h.Span(h.Class("stepper"),
		parts.Part("button", "more-"+id, more, page.Icon("add")),
		parts.Part("span", "count-"+id, nil, h.B(g.Text(strconv.Itoa(o.ChosenCount))),
			g.If(o.ChosenCount+o.ChoicesLeft > 0, h.Span(h.Class("quiet"), g.Textf(" of %d", o.ChosenCount+o.ChoicesLeft)))),
		parts.Part("button", "less-"+id,
			verbAttributes(builder.DowngradeForm(u.ID, id), controlLabel("Drop", o), g.If(o.ChosenCount == 0, h.Disabled())),
			page.Icon("less")),
	))
}

// controlLabel returns the label of a control: its action, the option, and the cost.
func controlLabel(verb string, o gf.OpenOption) g.Node {
	return h.Aria("label", fmt.Sprintf("%s %s, %+d", verb, o.Option.Name, o.Cost))
}
