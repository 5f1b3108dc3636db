package build

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder/edit"
	"muster/web/page"
)

// viewFields draws a unit's fields: fields with values in a grid, and entries such as weapons and
// traits as rows. Groups with the same title before a dot share a section.
func (u *unitPane) viewFields() g.Node {
	var form, sections g.Group
	whole := page.GroupBy(u.Fields, func(f page.Group[edit.Field]) string {
		title, _, _ := strings.Cut(f.Title, " · ")
		return title
	})
	for at, s := range whole {
		switch one := s.All[0]; {
		case one.All[0].Among != "":
			sections = append(sections, u.viewEntries(s, h.ID("fields-"+strconv.Itoa(at))))
		default:
			title := s.Title
			if u.Crowd != "" && form == nil {
				title = u.Crowd
			}
			form = append(form, h.FieldSet(h.Class("section"), h.Legend(page.Isolated(title)), u.gridOf(one.All),
				g.Map(one.All, u.viewUsual)))
		}
	}
	return g.Group{
		u.autoForm("fields "+u.ID, form, h.NoScript(h.Button(g.Text("Apply")))),
		sections,
		g.Iff(len(u.Lines) > 1 || len(u.Lines) == 1 && u.Models == 1, func() g.Node {
			return h.Details(h.Class("section ticked"), h.ID("fields-lines"), h.Summary(g.Text("Line by line")),
				u.autoForm("fields "+u.ID, g.Map(u.Lines, func(one page.Group[edit.Field]) g.Node {
					return h.FieldSet(h.Class("section"), h.Legend(page.Isolated(figuresLine(one.All))), u.gridOf(one.All))
				}), h.NoScript(h.Button(g.Text("Apply")))))
		}),
	}
}

// viewUsual draws buttons for the usual values of a number field.
func (u *unitPane) viewUsual(f edit.Field) g.Node {
	return g.If(len(f.Usual) > 0, h.Div(h.Class("chips"), h.Role("group"), h.Aria("label", f.Label), h.Span(h.Class("line"), g.Text(f.Label+" ")),
		g.Map(f.Usual, func(n int) g.Node {
			text := strconv.Itoa(n)
			return do("set "+u.ID+" "+f.Path+"="+text, h.Class("chip"), h.ID("usual-"+text), page.Pressed(f.Now == text), g.Text(text))
		})))
}

// Maximum number of entries of a section that are shown unfolded, in addition to those that the
// unit has.
const mostEntries = 8

// viewEntries draws the entries of a section: those that the unit has and the best, then the rest
// by group, then forbidden ones with the reasons. Except for weapons they are folded, with the
// names of present ones on the fold. People of a squad have buttons above it.
func (u *unitPane) viewEntries(s page.Group[page.Group[edit.Field]], id g.Node) g.Node {
	var has, can, rest, cannot g.Group
	var named []string
	var free []edit.Field
	for _, group := range s.All {
		for _, f := range group.All {
			switch {
			case f.Now == "yes":
				has, named = append(has, u.entry(f)), append(named, f.Label)
			case f.WhyNot != "":
				cannot = append(cannot, h.Div(h.Data("option", f.Among), h.Span(h.Class("name"), page.Isolated(f.Label)), h.P(h.Class("line"), page.Isolated(f.WhyNot))))
			default:
				free = append(free, f)
			}
		}
	}
	best := slices.Clone(free)
	slices.SortStableFunc(best, func(a, b edit.Field) int { return cmp.Compare(u.ranks[b.Key()], u.ranks[a.Key()]) })
	best = best[:min(len(best), mostEntries)]
	for _, f := range best {
		can = append(can, u.entry(f))
	}
	for _, f := range free {
		if !slices.ContainsFunc(best, func(one edit.Field) bool { return one.Among == f.Among }) {
			rest = append(rest, u.entry(f))
		}
	}
	look, open := "rows opts", s.All[0].All[0].Path == "weapons"
	if open { // their rows have a stepper too
		look += " two"
	}
	rows := func(all g.Group) g.Node { return h.Div(h.Class(look), all) }
	return g.Group{g.Iff(s.All[0].All[0].Path == people, func() g.Node { return u.viewPeople(s.All[0].All) }), h.Details(h.Class("section ticked"), id, g.If(open, g.Attr("open")),
		h.Summary(h.Span(page.Isolated(s.Title+" "), h.Span(h.Class("line"), page.Isolated(page.Commas(named))))),
		rows(append(has, can...)),
		g.If(rest != nil, h.Details(h.Summary(h.Class("line"), g.Textf("%d more", len(rest))), rows(rest))),
		g.If(cannot != nil, h.Details(h.Summary(h.Class("line"), g.Textf("%d that it cannot have: why?", len(cannot))), rows(cannot))))}
}

// people is the path of the field for the people in a squad.
const people = "personalities"

// viewPeople draws a button for each kind of person that a squad's figure may be.
func (u *unitPane) viewPeople(all []edit.Field) g.Node {
	return h.Div(h.Class("chips"), h.Role("group"), h.Aria("label", "One is the"), h.Span(h.Class("line"), g.Text("One is the ")),
		g.Map(all, func(f edit.Field) g.Node {
			sign, price := "+=", " "+fieldCost(f.Choices[0])
			if f.Now == "yes" {
				sign, price = "-=", ""
			}
			return g.If(f.WhyNot == "", do("set "+u.ID+" "+f.Path+sign+f.Among, h.Class("chip"), h.ID("has-"+f.Among), page.Pressed(f.Now == "yes"),
				page.Isolated(f.Label), g.Text(price)))
		}))
}

// withGains adds the gain to each choice of a field.
func (u *unitPane) withGains(f edit.Field) edit.Field {
	f.Choices = slices.Clone(f.Choices)
	for i := range f.Choices {
		c := &f.Choices[i]
		if gain, known := u.Page.TargetFigures.gains[f.Path+"="+c.Value]; known {
			c.Label, c.More = page.Priced(c.Label, *c)+" · "+u.Page.TargetFigures.gainText(u.ID, gain), 0
		}
	}
	return f
}

// gridOf draws fields side by side.
func (u *unitPane) gridOf(fields []edit.Field) g.Node {
	return h.Div(h.Class("fields"), g.Map(fields, func(f edit.Field) g.Node { return page.Field(u.withGains(f)) }))
}

// figuresLine describes a line of figures: "6 × Assault Rifle, Experienced".
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

// entry draws an entry, which a unit has or not or a number of times, with its meaning and cost.
func (u *unitPane) entry(f edit.Field) g.Node {
	has, price, sign := f.Now == "yes", fieldCost(f.Choices[0]), "+="
	set := func(sign string) string { return "set " + u.ID + " " + f.Path + sign + f.Among }
	name, steps := h.Span(h.Class("name"), page.Isolated(f.Label)), g.Node(nil)
	switch {
	case f.Path == "weapons":
		more := "One takes " + f.Label
		if has {
			more = "One more with " + f.Label
		}
		steps = h.Span(h.Class("stepper"), do(set("+="), h.ID("arm-"+f.Among), h.Aria("label", more), g.If(f.WhyNot != "", h.Disabled()), page.Icon("add")),
			g.If(has, g.Group{
				h.Span(h.B(g.Text(strconv.Itoa(f.Count)))),
				do(set("-="), h.ID("drop-"+f.Among), h.Aria("label", "One less with "+f.Label), page.Icon("less")),
			}))
	case has:
		sign, price = "-=", ""
	}
	if f.Path != "weapons" && f.Path != people {
		name = do(set(sign), h.Class("pick tick"), h.ID("has-"+f.Among), page.Pressed(has), page.Isolated(f.Label))
	}
	return h.Div(h.Data("option", f.Among), g.If(has, h.Class("on")), name,
		h.Span(h.Class("fig"), g.Text(price)), h.P(h.Class("line"), page.Isolated(f.About)),
		u.Page.TargetFigures.gain(u.Page, u.ID, f.Key(), f.Uncounted), steps)
}
