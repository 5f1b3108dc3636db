package build

import (
	"context"
	"fmt"
	"net/url"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/builder/edit"
	"muster/builder/fill"
	"muster/builder/odds"
	"muster/web/page"
)

// listTargetID is the element id of the choice of the target above the list.
const listTargetID = "list-target"

// viewGain draws how much an option adds to a unit's damage, with a link to the comparison of
// options. uncounted names effects of the option that the figures do not count; if it has no
// others, it is drawn in place of the gain.
func (d *targetEffects) viewGain(p *buildPage, unit, option, uncounted string) g.Node {
	at := "gain-" + option
	gain, known := d.optionGains[option]
	if !known {
		return d.effectPlaceholder(p, at)
	}
	if uncounted != "" && gain == (fill.OptionGain{}) {
		return p.parts.Part("span", at, g.Group{h.Class("gain")}, g.Text("– not counted: "+uncounted))
	}
	to := p.BaseAddress + "/does?" + url.Values{"unit": {unit}, "option": {option}}.Encode()
	return p.parts.Part("a", at, g.Group{h.Class("gain"), h.Href(to), g.Attr("data-pop")},
		page.DrawEffectText(d.gainText(unit, gain)))
}

// gainText writes an option's gain for a unit: "⌖ +0.4 ⚔ ±0", and "· lasts +1.2" if it lasts
// longer.
func (d *targetEffects) gainText(unit string, gain fill.OptionGain) string {
	does := page.EffectTextByAction(odds.Effect{Kind: d.unitEffects[unit].Kind, ValueByAction: gain.DamageByAction},
		page.SignedEffect)
	lasts := page.SignedEffect(odds.Effect{Kind: odds.MeanCell, Value: gain.Durability})
	if !d.knowsSurvival || lasts == page.SignedEffect(odds.Effect{Kind: odds.MeanCell}) {
		return does
	}
	return does + " · lasts " + lasts
}

// survivalText says how long the shown unit survives the target's fire: " · lasts 4.2 activations";
// nothing if unknown.
func (d *targetEffects) survivalText() g.Node {
	lasts := odds.MeanCell.NumberText(d.survivedActivations)
	if d.survivedActivations > fill.DurabilityLimit {
		lasts = fmt.Sprintf("over %d", fill.DurabilityLimit)
	}
	return g.If(d.knowsSurvival, g.Group{g.Text(" · lasts " + lasts), h.Span(h.Class("measure"), g.Text(" activations"))})
}

// gainValues returns a function for the value of an option's gain in the sort order by: its damage,
// how much longer the unit lasts, or the sum of both as shares of the unit's values without it.
func (d *targetEffects) gainValues(unit, by string) func(option string) float64 {
	does, lasts := d.unitEffects[unit].Value, min(d.survivedActivations, fill.DurabilityLimit)
	share := func(gain, of float64) float64 {
		if of > 0 {
			return gain / of
		}
		return gain
	}
	return func(option string) float64 {
		switch gain := d.optionGains[option]; by {
		case sortBySurvival:
			return gain.Durability
		case sortByGainAndSurvival:
			return share(gain.DamageByAction.Larger(), does) + share(gain.Durability, lasts)
		default:
			return gain.DamageByAction.Larger()
		}
	}
}

// Sort orders of a unit's options.
const (
	sortByGain            = "gain"
	sortBySurvival        = "lasts"
	sortByGainAndSurvival = "both"
)

// effectPlaceholder draws the sign for a figure that is unknown or will be loaded later.
func (d *targetEffects) effectPlaceholder(p *buildPage, at string) g.Node {
	if d.Incomplete {
		return p.parts.PendingPart("a", at, g.Group{h.Class("gain")})
	}
	return p.parts.Part("span", at, g.Group{h.Class("gain")})
}

// drawWhenComputed draws content that depends on the damage figures. While they are not computed,
// the page keeps the content that it shows.
func (d *targetEffects) drawWhenComputed(p *buildPage, id string, attributes g.Group, content ...g.Node) g.Node {
	if d.Incomplete {
		return p.parts.PendingPart("span", id, attributes)
	}
	return p.parts.Part("span", id, attributes, content...)
}

// viewUnitEffect draws a unit's damage to the target, "2.1", with a link to its odds.
func (d *targetEffects) viewUnitEffect(p *buildPage, at, id string) g.Node {
	effect, known := d.unitEffects[id]
	if !known || effect.Kind == odds.WordsCell {
		return d.effectPlaceholder(p, at)
	}
	to := p.BaseAddress + "/does?" + url.Values{"unit": {id}}.Encode()
	return p.parts.Part("a", at, g.Group{h.Class("gain"), h.Href(to), g.Attr("data-pop")},
		d.viewEffect(effect), g.If(effect.Kind == odds.MeanCell, h.Span(h.Class("hidden"), g.Text(" "+d.DamageMeasure))))
}

// viewEffect draws the damage e to the target.
func (d *targetEffects) viewEffect(e odds.Effect) g.Node {
	return g.Group{h.Span(h.Class("hidden"), g.Text("Does to "+d.Name+": ")), page.DrawEffectText(page.EffectTextByAction(e, odds.Effect.Text))}
}

// viewOfferEffect draws the damage that the unit of an offer does to the target.
func (d *targetEffects) viewOfferEffect(o *builder.Offer) g.Node {
	if d.fillAim == nil {
		return nil
	}
	effect, err := d.fillAim.OfferDamage(context.Background(), o)
	if err != nil || effect.Kind == odds.WordsCell {
		return nil
	}
	return h.Span(h.Class("gain"), h.Title(d.DamageMeasure+" to "+d.Name), d.viewEffect(effect))
}

// targetForm draws a form for the choice of the target, with nodes before and after it; id is its
// element id.
func (d *targetEffects) targetForm(p *buildPage, id string, before, more g.Group) g.Node {
	workItOut := d.Incomplete && (id == listTargetID || !p.parts.RequestedByScript()) // one link is enough for a script
	return p.parts.Part("form", "to-"+id,
		g.Group{h.Action(p.BaseAddress), h.Method("get"), g.Attr("data-auto"), h.Class("target")}, p.hiddenFields(),
		before, h.Label(h.For(id), g.Text("to")),
		p.parts.Part("select", id, g.Group{h.Name("target")}, page.DrawEach(d.Choices, func(_ int, c page.Group[edit.Choice]) g.Node {
			if c.Title == "" {
				return page.MenuOptions(c.Values, d.TargetValue)
			}
			return h.OptGroup(g.Attr("label", c.Title), page.MenuOptions(c.Values, d.TargetValue))
		})),
		p.parts.Part("select", id+"-from", g.Group{h.Class("from"), h.Name("distance"), h.Aria("label", "Distance to shoot (⌖) and charge (⚔) from")}, g.Map(targetDistances, func(inches string) g.Node {
			return h.Option(h.Value(inches), g.If(inches == d.Distance, h.Selected()), g.Text(inches+"″"))
		})),
		h.NoScript(h.Button(g.Text("Show"))),
		more,
		g.If(d.Trouble != "", h.Span(page.IsolatedText(d.Trouble))),
		p.parts.Part("span", id+"-more", nil,
			g.If(workItOut, h.A(h.Class("more"), h.Href(p.effectsAddress()), g.Attr("data-more"), g.Text("Work it out")))),
	)
}
