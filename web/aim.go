package web

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/builder/edit"
	"muster/builder/fill"
	"muster/builder/odds"
)

// An aim is the target that what units and options do is told of: one of the typical
// ones, or a unit of a list.
type aim struct {
	Value   string // as addresses name it: "tank", "LIST/UNIT"; noTarget for none
	Name    string // "Tank"
	Measure string // of what is done: "wounds"
	Choices []group[edit.Choice]
	Trouble string // why nothing can be told; "" if it can
	at      *fill.Aim
	in      string // tells the text of the list that the target is in from others; "" for a typical one
}

// What is aimed at if nothing was chosen, and what says that nothing is.
const (
	usualTarget = "heavy-infantry"
	noTarget    = "none"
)

// aim is the target that a request names, or the one that was chosen last.
func (h *handler) aim(r *http.Request, roster builder.Roster, query url.Values) *aim {
	id := r.PathValue("id")
	value := query.Get("target")
	h.desks.with(id, func(d *desk) {
		d.target = cmp.Or(value, d.target)
		value = d.target
	})
	a := &aim{Measure: "figures", Choices: []group[edit.Choice]{{All: []edit.Choice{{Value: noTarget, Label: "no target"}}}}}
	if roster.Game().Books() {
		a.Measure = "wounds"
	}
	usual, chosen := odds.Foe{}, odds.Foe{}
	add := func(title, before string, foe odds.Foe) {
		all, err := fill.Targets(roster, foe)
		if err != nil || len(all) == 0 {
			return
		}
		choices := group[edit.Choice]{Title: title}
		for _, t := range all {
			choices.All = append(choices.All, edit.Choice{Value: before + t.ID, Label: t.Name})
			if foe.Unit = t.ID; before+t.ID == value {
				a.Value, a.Name, chosen = value, t.Name, foe
			}
			if t.ID == usualTarget || usual.Unit == "" {
				usual = foe
			}
		}
		a.Choices = append(a.Choices, choices)
	}
	add("Typical targets", "", odds.Foe{})
	if other, err := h.aimedList(id, roster, value); err == nil && other.List != nil {
		add(builder.Title(other.List.(builder.Roster)), other.Name+"/", other)
	}
	if own, ok := roster.(builder.Previewer); ok {
		add("This list", id+"/", odds.Foe{Name: id, List: own})
	}
	switch {
	case value == noTarget:
		a.Value = value
		return a
	case a.Value == "" && usual.Unit == "":
		a.Value, a.Trouble = noTarget, "nobody is there to be a target"
		return a
	case a.Value == "":
		for _, c := range a.Choices[1].All {
			if c.Value == usual.Unit {
				a.Value, a.Name, chosen = c.Value, c.Label, usual
			}
		}
	}
	if in, ok := chosen.List.(builder.Roster); ok {
		a.in = etag(in.Document().Source)
	}
	var err error
	if a.at, err = fill.TakeAim(roster, chosen); err != nil {
		a.at, a.Trouble = nil, sentence(err)
	}
	return a
}

// aimedList is the other list whose unit a target's value names, if it does.
func (h *handler) aimedList(id string, roster builder.Roster, value string) (odds.Foe, error) {
	at := strings.LastIndex(value, "/")
	if at < 0 || value[:at] == id {
		return odds.Foe{}, nil
	}
	other, err := h.roster(value[:at])
	if err != nil || other.Game().ID != roster.Game().ID {
		return odds.Foe{}, err
	}
	list, _ := other.(builder.Previewer)
	return odds.Foe{Name: value[:at], List: list}, nil
}

// mostModels is how large lists are of which a page tells all at once; of larger ones it
// follows when it was asked for, as it does behind a change.
const mostModels = 300

// How much is told of what units and options do.
const (
	tellLater = iota // nothing: it follows, and until then what stood there stays
	tellSoon         // what does not take long
	tellAll
)

// does is what units of the page's list, and the options of the one that is shown, do to
// the target. What takes long is left out unless it was asked for.
type does struct {
	*aim
	Later bool // there is more to be told than the page tells
	units map[string]odds.Effect
	gains map[string]float64
}

func (a *aim) does(ctx context.Context, roster builder.Roster, unit string, tell int) does {
	d := does{aim: a}
	if a.at == nil {
		return d
	}
	models := 0
	for _, u := range roster.Units() {
		models += u.Models
	}
	_, chooses := roster.(builder.Chooser)
	if tell == tellLater || tell == tellSoon && (models > mostModels || !chooses) {
		d.Later = true
		return d
	}
	d.units = map[string]odds.Effect{}
	first := builder.FirstHalves(roster)
	for _, u := range roster.Units() {
		if of, known := d.units[first[u.ID]]; known { // both halves fight as one
			d.units[u.ID] = of
			continue
		}
		effect, err := a.at.Does(ctx, u.ID)
		if err != nil {
			a.Trouble = sentence(err)
			return d
		}
		d.units[u.ID] = effect
	}
	var err error
	if d.gains, err = a.at.Gains(ctx, unit); err != nil {
		a.Trouble = sentence(err)
	}
	return d
}

// gain is what an option adds, for its row; it leads to that in full.
func (d *does) gain(p *buildPage, unit, option string) g.Node {
	gain, known := d.gains[option]
	if !known {
		return d.unknown()
	}
	return h.A(h.Class("gain"), h.Href(p.Base+"/does?"+url.Values{"unit": {unit}, "option": {option}}.Encode()), g.Attr("data-pop"), g.Text(signed(odds.Effect{Kind: d.units[unit].Kind, Value: gain})))
}

// unknown stands where a figure would; one that follows takes the place of what stood
// there before.
func (d *does) unknown() g.Node {
	if d.Later {
		return h.A(h.Class("gain"), g.Attr("data-later"))
	}
	return h.Span(h.Class("gain"))
}

// signed writes what is added, or taken away: "+1.9", of a chance "+4%".
func signed(e odds.Effect) string {
	text := fmt.Sprintf("%+.1f", e.Value)
	if e.Kind == odds.Chance {
		text = fmt.Sprintf("%+.0f%%", 100*e.Value)
	}
	if strings.Trim(text, "+-0.%") == "" {
		return "±0"
	}
	return strings.Replace(text, "-", "−", 1)
}

// unit is what a unit does, for its row: "2.1"; it leads to that in full.
func (d *does) unit(p *buildPage, id string) g.Node {
	effect, known := d.units[id]
	if !known || effect.Kind == odds.Words {
		return d.unknown()
	}
	return h.A(h.Class("gain"), h.Href(p.Base+"/does?"+url.Values{"unit": {id}}.Encode()), g.Attr("data-pop"),
		h.Span(h.Class("hidden"), g.Text("Does to "+d.Name+": ")), g.Text(effect.Write()), g.If(effect.Kind == odds.Mean, h.Span(h.Class("hidden"), g.Text(" "+d.Measure))))
}

// offered is what something that can be added does, for its row.
func (d *does) offered(o *builder.Offer) g.Node {
	if d.at == nil {
		return nil
	}
	effect, err := d.at.Offered(context.Background(), o)
	if err != nil || effect.Kind == odds.Words {
		return nil
	}
	return h.Span(h.Class("gain"), h.Title(d.Measure+" to "+d.Name), h.Span(h.Class("hidden"), g.Text("Does to "+d.Name+": ")), g.Text(effect.Write()))
}

// choose is a form that chooses the target, told apart by its id, with what stands
// before the target and behind it.
func (d *does) choose(p *buildPage, id string, before, more g.Group) g.Node {
	return h.Form(h.Action(p.Base), h.Method("get"), g.Attr("data-auto"), h.Class("target"), p.hidden(),
		before, h.Label(h.For(id), g.Text("to")),
		h.Select(h.ID(id), h.Name("target"), numbered(d.Choices, func(_ int, c group[edit.Choice]) g.Node {
			if c.Title == "" {
				return options(c.All, d.Value)
			}
			return h.OptGroup(g.Attr("label", c.Title), options(c.All, d.Value))
		})),
		h.NoScript(h.Button(g.Text("Show"))),
		more,
		g.If(d.Trouble != "", h.Span(isolated(d.Trouble))),
		g.If(d.Later, h.A(h.Class("more"), h.Href(p.toAll()), g.Attr("data-more"), g.Text("Work it out"))),
	)
}
