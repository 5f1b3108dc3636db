package build

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
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
		switch one := s.Values[0]; {
		case one.Values[0].EntryID != "":
			sections = append(sections, u.viewEntries(s, h.ID("fields-"+strconv.Itoa(at))))
		default:
			title := s.Title
			if u.GearText != "" && form == nil {
				title = u.GearText
			}
			form = append(form, h.FieldSet(h.Class("section"), h.Legend(page.IsolatedText(title)), u.viewFieldGrid(one.Values),
				g.Map(one.Values, u.viewUsualValues)))
		}
	}
	return g.Group{
		u.autoSubmitForm(builder.FieldsForm(u.ID), form, h.NoScript(h.Button(g.Text("Apply")))),
		sections,
		g.Iff(len(u.MiniatureFields) > 1 || len(u.MiniatureFields) == 1 && u.Models == 1, func() g.Node {
			return h.Details(h.Class("section ticked"), h.ID("fields-lines"), h.Summary(g.Text("Line by line")),
				u.autoSubmitForm(builder.FieldsForm(u.ID), g.Map(u.MiniatureFields, func(one page.Group[edit.Field]) g.Node {
					return h.FieldSet(h.Class("section"), h.Legend(page.IsolatedText(miniaturesLine(one.Values))),
						u.viewFieldGrid(one.Values))
				}), h.NoScript(h.Button(g.Text("Apply")))))
		}),
	}
}

// viewUsualValues draws buttons for the usual values of a number field.
func (u *unitPane) viewUsualValues(f edit.Field) g.Node {
	return g.If(len(f.SuggestedNumbers) > 0, h.Div(h.Class("chips"), h.Role("group"), h.Aria("label", f.Label), h.Span(h.Class("line"), g.Text(f.Label+" ")),
		g.Map(f.SuggestedNumbers, func(n int) g.Node {
			text := strconv.Itoa(n)
			return verbButton(builder.AssignForm(u.ID, f.Assign(text)), h.Class("chip"), h.ID("usual-"+text),
				page.AriaPressed(f.Current == text), g.Text(text))
		})))
}

// maxUnfoldedEntries is the maximum number of unfolded entries of a section, besides the entries
// that the unit has.
const maxUnfoldedEntries = 8

// viewEntries draws the entries of a section: first the entries that the unit has and the best
// ones, then the rest by group, then forbidden ones with the reasons. Except for weapons the
// entries are folded, with the names of present ones on the fold. People of a squad have buttons
// above it.
func (u *unitPane) viewEntries(s page.Group[page.Group[edit.Field]], id g.Node) g.Node {
	var has, can, rest, cannot g.Group
	var named []string
	var free []edit.Field
	for _, group := range s.Values {
		for _, f := range group.Values {
			switch {
			case f.Current == "yes":
				has, named = append(has, u.viewEntry(f)), append(named, f.Label)
			case f.RefusalReason != "":
				cannot = append(cannot, h.Div(h.Data("option", f.EntryID), h.Span(h.Class("name"), page.IsolatedText(f.Label)), h.P(h.Class("line"), page.IsolatedText(f.RefusalReason))))
			default:
				free = append(free, f)
			}
		}
	}
	best := slices.Clone(free)
	slices.SortStableFunc(best, func(a, b edit.Field) int { return cmp.Compare(u.fieldRanks[b.Key()], u.fieldRanks[a.Key()]) })
	best = best[:min(len(best), maxUnfoldedEntries)]
	for _, f := range best {
		can = append(can, u.viewEntry(f))
	}
	for _, f := range free {
		if !slices.ContainsFunc(best, func(one edit.Field) bool { return one.EntryID == f.EntryID }) {
			rest = append(rest, u.viewEntry(f))
		}
	}
	look, open := "rows opts", s.Values[0].Values[0].Path == "weapons"
	if open { // their rows have a stepper too
		look += " two"
	}
	rows := func(all g.Group) g.Node { return h.Div(h.Class(look), all) }
	return g.Group{g.Iff(s.Values[0].Values[0].Path == peoplePath, func() g.Node { return u.viewPeople(s.Values[0].Values) }), h.Details(h.Class("section ticked"), id, g.If(open, g.Attr("open")),
		h.Summary(h.Span(page.IsolatedText(s.Title+" "), h.Span(h.Class("line"), page.IsolatedText(page.JoinCommas(named))))),
		rows(append(has, can...)),
		g.If(rest != nil, h.Details(h.Summary(h.Class("line"), g.Textf("%d more", len(rest))), rows(rest))),
		g.If(cannot != nil, h.Details(h.Summary(h.Class("line"), g.Textf("%d that it cannot have: why?", len(cannot))), rows(cannot))))}
}

// peoplePath is the path of the field for the people in a squad.
const peoplePath = "personalities"

// viewPeople draws a button for each kind of person that a squad's figure may be.
func (u *unitPane) viewPeople(all []edit.Field) g.Node {
	return h.Div(h.Class("chips"), h.Role("group"), h.Aria("label", "One is the"),
		h.Span(h.Class("line"), g.Text("One is the ")),
		g.Map(all, func(f edit.Field) g.Node {
			price := " " + fieldCost(f.Choices[0])
			if f.Current == "yes" {
				price = ""
			}
			return g.If(f.RefusalReason == "", verbButton(builder.AssignForm(u.ID, f.ToggleEntry()), h.Class("chip"), h.ID("has-"+f.EntryID), page.AriaPressed(f.Current == "yes"),
				page.IsolatedText(f.Label), g.Text(price)))
		}))
}

// withGainLabels adds to the label of each choice of a field its gain in damage, if known.
func (u *unitPane) withGainLabels(f edit.Field) edit.Field {
	f.Choices = slices.Clone(f.Choices)
	for i := range f.Choices {
		c := &f.Choices[i]
		if gain, known := u.Page.TargetEffects.optionGains[f.Path+"="+c.Value]; known {
			c.Label, c.ExtraCost = page.PricedLabel(c.Label, *c)+" · "+u.Page.TargetEffects.gainText(u.ID, gain), 0
		}
	}
	return f
}

// viewFieldGrid draws fields side by side.
func (u *unitPane) viewFieldGrid(fields []edit.Field) g.Node {
	return h.Div(h.Class("fields"), g.Map(fields, func(f edit.Field) g.Node { return page.FieldControl(u.withGainLabels(f)) }))
}

// miniaturesLine describes a group of equal miniatures of a unit: "6 × Assault Rifle, Experienced".
func miniaturesLine(fields []edit.Field) string {
	count, parts := "", []string{}
	for _, f := range fields {
		if f.Choices == nil {
			count = f.Current + " × "
		}
		for _, c := range f.Choices {
			if c.Value == f.Current && c.Value != "" {
				parts = append(parts, c.Label)
			}
		}
	}
	return count + strings.Join(parts, ", ")
}

// viewEntry draws an entry that a unit has or not, or has a number of times, with its meaning and
// cost.
func (u *unitPane) viewEntry(f edit.Field) g.Node {
	has, price := f.Current == "yes", fieldCost(f.Choices[0])
	name, steps := h.Span(h.Class("name"), page.IsolatedText(f.Label)), g.Node(nil)
	switch {
	case f.Path == "weapons":
		more := "One takes " + f.Label
		if has {
			more = "One more with " + f.Label
		}
		steps = h.Span(h.Class("stepper"), verbButton(builder.AssignForm(u.ID, f.AddEntry()), h.ID("arm-"+f.EntryID), h.Aria("label", more), g.If(f.RefusalReason != "", h.Disabled()), page.Icon("add")),
			g.If(has, g.Group{
				h.Span(h.B(g.Text(strconv.Itoa(f.WeaponCount)))),
				verbButton(builder.AssignForm(u.ID, f.DropEntry()), h.ID("drop-"+f.EntryID), h.Aria("label", "One less with "+f.Label), page.Icon("less")),
			}))
	case has:
		price = ""
	}
	if f.Path != "weapons" && f.Path != peoplePath {
		name = verbButton(builder.AssignForm(u.ID, f.ToggleEntry()), h.Class("pick tick"), h.ID("has-"+f.EntryID), page.AriaPressed(has),
			page.IsolatedText(f.Label))
	}
	return h.Div(h.Data("option", f.EntryID), g.If(has, h.Class("on")), name,
		h.Span(h.Class("fig"), g.Text(price)), u.Page.TargetEffects.viewGain(u.Page, u.ID, f.Key(), f.UncountedEffects),
		h.P(h.Class("line"), page.IsolatedText(f.EntryExplanation)), steps)
}
