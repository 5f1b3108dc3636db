package play

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder/play"
	stand "muster/builder/table"
	"muster/report"
	"muster/rules"
	"muster/web/page"
)

// isNested reports whether the unit is shown in another unit's row: its transport's, or its
// partner's.
func (p *playPage) isNested(u *play.UnitState) bool {
	if u.InTransport != "" && u.Lives() {
		return true
	}
	o, _ := p.State.Unit(u.OfOpponent, u.PartnerID)
	return o != nil && u.Lives() && o.Lives() && o.InTransport == u.InTransport && u.IsSecondPartner && !o.IsSecondPartner
}

func rowID(u *play.UnitState) string {
	if u.OfOpponent {
		return "their-" + u.ID
	}
	return "unit-" + u.ID
}

// viewRow draws a unit's row as a part of the page.
func (p *playPage) viewRow(u *play.UnitState) g.Node {
	id := rowID(u)
	if etag := p.oldRowETags[id]; etag != "" && u != p.ChangedUnit &&
		p.ChangedUnit != p.targetUnit(sideIndex(u.OfOpponent)) {
		return p.Parts.PartWithETag("article", id, etag, func() g.Node { return g.Group{rowAttributes(u), p.rowContent(u)} })
	}
	return p.Parts.Part("article", id, rowAttributes(u), p.rowContent(u))
}

// rowAttributes returns the attributes of a unit's row except its id.
func rowAttributes(u *play.UnitState) g.Group {
	class := "unit"
	if u.Acted {
		class += " acted"
	}
	if !u.Lives() {
		class += " gone"
	}
	return g.Group{
		h.Class(class), h.Data("unit", u.ID), h.Data("side", sideName(u.OfOpponent)),
		h.Aria("labelledby", "name-"+rowID(u)),
	}
}

// rowContent draws the content of a unit's row. First a line with the ring that marks activation,
// the name (it opens the rest), and the number of wounds left as a button; then required decisions,
// the partner and passengers.
func (p *playPage) rowContent(u *play.UnitState) g.Group {
	s, id := p.State, rowID(u)
	inside := g.Group{p.viewSubunit(u, &u.Subunits[0])}
	for i := range u.Subunits[1:] {
		b := &u.Subunits[i+1]
		inside = append(inside, h.Div(h.Class("hero"), h.Data("unit", b.ID), p.viewSubunit(u, b)))
	}
	for i := range u.Subunits {
		b := &u.Subunits[i]
		for _, meaning := range s.TokenTexts(b) {
			inside = append(inside, h.P(h.Class("state"), h.Strong(g.If(i > 0, g.Text(b.Name+": ")), g.Text(meaning[0]+". ")), g.Text(meaning[1])))
		}
	}
	for _, t := range s.RuleTokens(u) {
		if t.Tokens > 0 {
			inside = append(inside, h.P(h.Class("state"), h.Strong(page.IsolatedText(t.CountText()+". ")), g.Text(t.Summary)))
		}
	}
	for _, state := range u.States {
		inside = append(inside,
			h.P(h.Class("state"), h.Strong(g.Text(s.Game().TermFor(state)+". ")), g.Text(s.StateEffect(u, state))))
	}
	var due, may g.Group
	moments := s.DecisionsOf(u)
	for i, m := range moments {
		if one := viewDecision(fmt.Sprintf("%s-do-%d", id, i), m); m.Optional {
			may = append(may, one)
		} else {
			due = append(due, one)
		}
	}
	now := func(moments g.Group, name string) g.Node {
		return g.If(moments != nil, h.Ul(h.Class("now"), h.ID(id+name), moments))
	}
	inside = append(inside, now(may, "-may"), p.moreButtons(u))
	content := g.Group{
		h.Div(h.Class("line"), p.actButton(u, id),
			h.Details(h.ID(id+"-open"), p.viewName(u, id, moments), h.Div(h.Class("inside"), inside)), p.woundButton(u, id)),
		now(due, "-due"),
	}
	inner := func(o *play.UnitState) g.Node { return h.Article(h.ID(rowID(o)), rowAttributes(o), p.rowContent(o)) }
	if o, _ := s.Unit(u.OfOpponent, u.PartnerID); o != nil && u.InTransport == "" && p.isNested(o) {
		content = append(content, inner(o))
	}
	for _, o := range s.Aboard(u) {
		content = append(content, inner(o))
	}
	return content
}

// viewName draws a unit's name and the facts about it that show while its row is folded, including
// optional decisions.
func (p *playPage) viewName(u *play.UnitState, id string, moments []play.Decision) g.Node {
	b, about, reach := &u.Subunits[0], g.Group{}, []string{}
	word := func(class, text string) {
		if text != "" {
			about = append(about, h.Span(h.Class(class), page.IsolatedText(text)), g.Text(" "))
		}
	}
	word("sign", p.stateWord(u, b, false))
	leaves := func(m play.Decision) bool { return m.Choices[0].Event.Verb == play.GetOut } // and says where it is
	if v, _ := p.State.Unit(u.OfOpponent, u.InTransport); v != nil && u.Lives() && !slices.ContainsFunc(moments, leaves) {
		word("sign", "in "+v.Name)
	}
	for _, state := range u.States {
		word("sign", p.State.Game().TermFor(state))
	}
	for _, t := range p.State.RuleTokens(u) {
		if t.Tokens > 0 {
			word("sign", t.CountText())
		}
	}
	for _, m := range moments {
		if m.Optional {
			word("sign", m.Prompt)
		}
	}
	for i := range u.Subunits[1:] {
		hero := &u.Subunits[i+1]
		word("quiet", fmt.Sprintf("+ %d/%d %s", hero.WoundsLeft(), hero.Kinds.Wounds(), hero.Name))
	}
	if u.Lives() {
		arms, stats, weapons := p.State.CurrentUnit(u, b), []string{}, []string{}
		for _, stat := range arms.Stats {
			if stat.AlwaysShown {
				reach = append(reach, strings.ToLower(stat.ShortLabel)+" "+stat.Value)
			} else if len(stat.ShortLabel) == 1 {
				stats = append(stats, stat.ShortLabel+stat.Value)
			} else if stat.ShortLabel != "" {
				stats = append(stats, stat.ShortLabel+" "+stat.Value)
			}
		}
		for _, w := range arms.Weapons {
			weapons = append(weapons, stand.NameWithCount(w.Count, w.Name))
		}
		if len(reach) == 0 { // there is no room for both
			between := ""
			if len(u.Subunits) > 1 {
				between = "· " // after a hero
			}
			word("quiet", between+strings.Join(stats, " ")+" · "+page.JoinCommas(weapons))
		}
	}
	left := b.StrengthLeftText()
	if u.Acted {
		left += ", acted"
	}
	return h.Summary(h.H3(h.ID("name-"+id), page.IsolatedText(b.Name)), h.Span(h.Class("hidden"), g.Text(left)),
		h.P(h.Class("about"), about),
		g.If(len(reach) > 0, h.Span(h.Class("quiet"), page.IsolatedText(report.Capitalize(page.JoinCommas(reach))))))
}

// woundButton draws the button that records one wound, labelled with the number of wounds left. It
// is disabled off the table and after the game.
func (p *playPage) woundButton(u *play.UnitState, id string) g.Node {
	b := &u.Subunits[0]
	left := h.Span(h.Class("left"), h.Aria("hidden", "true"), h.Strong(g.Text(strconv.Itoa(b.WoundsLeft()))),
		g.Textf("/%d", b.Kinds.Wounds()))
	if p.State.IsOver || u.OffBoard || !u.Lives() || b.ModelsLeft() == 0 {
		return h.Span(h.Class("count"), left)
	}
	return eventButton(id+"-wound", play.Event{Verb: play.Wound, OfOpponent: u.OfOpponent, UnitID: b.ID}, h.Class("count"), h.Span(h.Class("hidden"), g.Text("Wound "), page.IsolatedText(b.Name)), left)
}

// viewSubunit draws a squad or a joined hero: weapons, and the most frequent buttons.
func (p *playPage) viewSubunit(u *play.UnitState, b *play.SubunitState) g.Node {
	s, id, hero := p.State, rowID(u), b.Role == stand.RoleJoined
	if hero {
		id += "-" + b.ID
	}
	do := func(key string, verb play.Verb, name string, more ...g.Node) g.Node {
		return button(id+"-"+key, play.Event{Verb: verb, OfOpponent: u.OfOpponent, UnitID: b.ID}, name,
			append(more, h.Aria("label", name+" "+b.Name))...)
	}
	arms := s.CurrentUnit(u, b)
	sign := p.stateWord(u, b, hero)
	gone := !u.Lives() || b.ModelsLeft() == 0
	return g.Group{
		g.Iff(hero, func() g.Node {
			return page.SpreadRow(h.H3(h.ID("name-"+id), page.IsolatedText(b.Name)),
				h.P(h.Class("left"), h.Strong(g.Text(b.StrengthLeftText())), g.If(sign != "", h.Span(h.Class("sign"), g.Text(sign)))))
		}),
		g.If(!gone, g.Group{
			h.P(h.Class("stats"), page.DrawEach(arms.Stats, func(_ int, stat stand.Stat) g.Node {
				return g.If(stat.ShortLabel != "", h.Span(g.Text(stat.ShortLabel+" "), h.Strong(g.Text(stat.Value)), g.Text(" ")))
			}), page.IsolatedText(page.JoinCommas(arms.Rules)), g.If(b.CastsText != "", g.Text(" · "+b.CastsText))),
			p.viewWeapons(u, hero, &arms),
		}),
		h.Div(h.Class("row taps"),
			g.If(!gone && hero, do("wound", play.Wound, "Wound", h.Class("hurt"))),
			g.Iff(s.WoundRules() != nil && b.CanHaveTokens(s.WoundRules()) && !gone, func() g.Node {
				return button(id+"-wounded", play.Event{Verb: play.Wound, OfOpponent: u.OfOpponent, UnitID: b.ID, Subject: s.WoundRules().ID}, "Wounded", h.Aria("label", "Wounded, "+b.Name))
			}),
			g.Iff(u.IsVehicle && !gone, func() g.Node {
				return button(id+"-hit", play.Event{Verb: play.Wound, OfOpponent: u.OfOpponent, UnitID: b.ID, Subject: "critical"}, "Critical", h.Aria("label", "Critical hit on "+b.Name))
			}),
			g.If(u.GoneReason == "" && !u.OffBoard, do("heal", play.Heal, "Heal", g.If(b.WoundsLeft() == b.Kinds.Wounds(), h.Disabled()))),
			g.Iff(!hero && !gone, func() g.Node { return p.meleeButtons(u, id) }),
			g.Iff(!hero && u.OnTable(), func() g.Node { return p.stateButtons(u, id, true) }),
			g.If(!hero && u.InTransport != "" && !gone, button(id+"-leave", play.Event{Verb: play.GetOut, OfOpponent: u.OfOpponent, UnitID: u.ID}, "Get out", h.Aria("label", "Get out, "+u.Name))),
			g.Iff(b.Unit.SpellTokens > 0 && !gone, func() g.Node {
				return h.Span(h.Class("tokens"),
					do("spend", play.SpendSpellTokens, "Spend token", g.If(b.SpellTokensLeft == 0, h.Disabled())),
					h.B(g.Textf("%d of %d", b.SpellTokensLeft, s.Game().Play.MaxSpellTokens)),
					h.Span(h.Class("hidden"), g.Text("tokens")),
					do("gain", play.GainSpellTokens, "Gain token", h.Class("plain"),
						g.If(b.SpellTokensLeft >= s.Game().Play.MaxSpellTokens, h.Disabled())))
			}),
			g.Iff(!gone && !u.InWreck(), func() g.Node { return p.actionButtons(u, b, id, false) }),
			g.Iff(!gone, func() g.Node { return p.optionalTokens(u, b, id) }),
			g.Iff(!gone && !hero, func() g.Node { return p.ruleTokens(u, id) }),
		),
	}
}

// stateWord returns a word about the fate or position of a squad or hero, to show beside its name,
// or "".
func (p *playPage) stateWord(u *play.UnitState, b *play.SubunitState, hero bool) string {
	switch fate := u.Fate(); {
	case b.ModelsLeft() == 0 && hero:
		return "fallen"
	case fate != "":
		return fate
	case hero:
	case u.InWreck():
		return "in the wreck"
	case u.ArtilleryContactLost:
		return "out of contact"
	case u.InReserve:
		return "in reserve"
	case u.ArrivalRound == p.State.Round:
		return "just arrived"
	case u.Lives() && u.AtHalfStrength() && !u.IsVehicle && p.State.Game().HasArmyBooks():
		return "½"
	}
	return ""
}

// optionalTokens draws the tokens of a squad or hero for optional rules in play.
func (p *playPage) optionalTokens(u *play.UnitState, b *play.SubunitState, id string) g.Group {
	s := p.State
	return page.DrawEach(s.OptionalRules(), func(i int, o rules.OptionalRules) g.Node {
		if !s.PlaysOptionalRules(o.ID) || !b.CanHaveTokens(&o) {
			return nil
		}
		now, most := b.OptionalRuleTokens[i], b.MaxTokens(&o)
		do := func(verb play.Verb, name, label string, more ...g.Node) g.Node {
			return button(id+"-"+string(verb)+"-"+o.ID, play.Event{Verb: verb, OfOpponent: u.OfOpponent, UnitID: b.ID, Subject: o.ID}, name, append(more, h.Aria("label", label+" "+o.TokenName+", "+b.Name))...)
		}
		return h.Span(h.Class("tokens"),
			do(play.AddTokens, "+1 "+o.TokenName, "+1", g.If(most > 0 && now >= most, h.Disabled())),
			h.B(g.Text(strconv.Itoa(now)), g.If(most > 0, g.Textf(" of %d", most))),
			h.Span(h.Class("hidden"), g.Text(o.TokenName)),
			g.If(now > 0, do(play.RemoveTokens, "−1", "−1")))
	})
}

// ruleTokens draws the tokens that rules have put on a unit: those of its own rules with buttons
// for more and fewer, those of the enemy's rules with a button for fewer.
func (p *playPage) ruleTokens(u *play.UnitState, id string) g.Group {
	return page.DrawEach(p.State.RuleTokens(u), func(i int, t play.RuleTokens) g.Node {
		do := func(verb play.Verb, sign string, more ...g.Node) g.Node {
			return button(fmt.Sprintf("%s-%s-rule-%d", id, verb, i), play.Event{Verb: verb, OfOpponent: u.OfOpponent, UnitID: u.ID, Subject: t.Name},
				sign+" "+t.Name, append(more, h.Aria("label", sign+" "+t.Name+", "+u.Name))...)
		}
		return h.Span(h.Class("tokens"),
			g.If(!t.IsEnemyRule, do(play.AddTokens, "+1", g.If(t.MaxTokens > 0 && t.Tokens >= t.MaxTokens, h.Disabled()))),
			h.B(g.Text(strconv.Itoa(t.Tokens)), g.If(t.MaxTokens > 0, g.Textf(" of %d", t.MaxTokens))),
			h.Span(h.Class("hidden"), g.Text("tokens of "+t.Name)),
			g.If(t.Tokens > 0, do(play.RemoveTokens, "−1")))
	})
}

// placeTokenButtons draws the buttons that place a unit's tokens of a rule on enemies.
func (p *playPage) placeTokenButtons(u *play.UnitState, i int) []g.Node {
	r := &u.TokenRules[i]
	if !p.State.MayPlaceTokens(u, i) {
		return nil
	}
	nodes := []g.Node{h.Span(page.IsolatedText("Place " + r.Name + " on:"))}
	for _, o := range p.State.Sides[1-sideIndex(u.OfOpponent)].Units {
		if o.OnTable() && !o.OffBoard {
			nodes = append(nodes, button("", play.Event{Verb: play.PlaceTokens, OfOpponent: u.OfOpponent, UnitID: u.ID, Subject: r.Name, TokensOn: o.ID}, o.Name,
				h.Aria("label", fmt.Sprintf("%s on %s, %s", r.Name, o.Name, u.Name))))
		}
	}
	if len(nodes) == 1 { // nobody is known
		return nil
	}
	return nodes
}

// actButton draws the button that records the unit's activation: a ring, with a mark in it
// afterwards.
func (p *playPage) actButton(u *play.UnitState, id string) g.Node {
	e, name := play.Event{Verb: play.Act, OfOpponent: u.OfOpponent, UnitID: u.ID}, "Activate"
	if u.Acted {
		e.Verb, name = play.UndoAct, "Not acted"
	}
	if u.OffBoard || !u.Lives() {
		return nil
	}
	return eventButton(id+"-act", e, h.Class("ring"), h.Aria("label", name+" "+u.Name),
		h.Span(g.If(u.Acted, page.Icon("check"))),
		g.If(!u.OnTable() || !u.Acted && !p.State.MayAct(u), h.Disabled()))
}

// meleeButtons draws the button that records that a unit fought in melee; after that, the button
// that records that it lost. Games without army books have neither.
func (p *playPage) meleeButtons(u *play.UnitState, id string) g.Node {
	if !p.State.Game().HasArmyBooks() || !u.OnTable() || u.InTransport != "" {
		return nil
	}
	e, name := play.Event{Verb: play.FoughtMelee, OfOpponent: u.OfOpponent, UnitID: u.ID}, "Fought"
	if u.IsInState(rules.FatiguedState) {
		e.Verb, name = play.LostMelee, "Lost melee"
	}
	return button(id+"-melee", e, name, h.Aria("label", name+", "+u.Name))
}

// stateButtons draws the buttons that put the unit into a state or take it out. If often is set,
// they are for the states that enemy fire causes and that last until the unit has acted; else for
// all others.
func (p *playPage) stateButtons(u *play.UnitState, id string, often bool) g.Group {
	s := p.State
	return page.DrawEach(s.Game().States, func(_ int, state rules.State) g.Node {
		fire := !s.Game().HasArmyBooks() && state.EndsOn == rules.EndsAfterActing
		if fire != often || !u.CanBeInState(&state) || !u.IsInState(state.ID) &&
			(!u.OnTable() || state.OncePerGame && s.SideHadState(u, state.ID)) {
			return nil
		}
		e, name := play.Event{Verb: play.EnterState, Subject: state.ID, OfOpponent: u.OfOpponent, UnitID: u.ID}, s.Game().TermFor(state.ID)
		if u.IsInState(state.ID) {
			e.Verb = play.LeaveState
		}
		return button(id+"-"+state.ID, e, name, page.AriaPressed(u.IsInState(state.ID)), h.Aria("label", name+", "+u.Name))
	})
}

// actionButtons draws the buttons of actions that can be used a limited number of times: if any is
// set, the actions that every unit has; else those of the squad or hero.
func (p *playPage) actionButtons(u *play.UnitState, b *play.SubunitState, id string, any bool) g.Group {
	return page.DrawEach(b.LimitedActions, func(i int, once stand.LimitedAction) g.Node {
		if once.ForAnyUnit != any {
			return nil
		}
		left := b.UsesLeft(i)
		e, name := play.Event{
			Verb: play.UseLimitedAction, OfOpponent: u.OfOpponent, UnitID: b.ID,
			Subject: once.Name,
		}, fmt.Sprintf("Use %s: %d left", once.Name, left)
		if once.PerRound {
			name += " this round"
		}
		return g.Group{
			button(fmt.Sprintf("%s-use-%d", id, i), e, name, h.Aria("label", name+", "+b.Name),
				g.If(left == 0 || !p.State.MayUseAction(u, &b.LimitedActions[i]), h.Disabled())),
			g.Iff(b.ActionUses[i] > 0, func() g.Node {
				e.Verb = play.UndoLimitedAction
				return button(fmt.Sprintf("%s-unuse-%d", id, i), e, "Back", h.Class("plain"),
					h.Aria("label", "Back: "+once.Name+" was not used, "+b.Name))
			}),
		}
	})
}

// moreButtons draws a unit's less frequent buttons, folded.
func (p *playPage) moreButtons(u *play.UnitState) g.Node {
	s, id := p.State, rowID(u)
	do := func(e play.Event, name string, more ...g.Node) g.Node {
		e.OfOpponent = u.OfOpponent
		if e.UnitID == "" {
			e.UnitID = u.ID
		}
		return button("", e, name, append(more, h.Aria("label", name+", "+u.Name))...)
	}
	rows := g.Group{}
	row := func(label string, buttons ...g.Node) {
		if !slices.ContainsFunc(buttons, func(n g.Node) bool { return n != nil }) {
			return
		}
		rows = append(rows,
			h.Div(h.Class("row"), h.Role("group"), h.Aria("label", label+", "+u.Name), g.Group(buttons)))
	}
	if u.Lives() {
		row("States", p.stateButtons(u, id, false)...)
		if s.Game().HasArmyBooks() {
			row("Melee",
				g.Iff(!u.IsInState(rules.FatiguedState), func() g.Node { return do(play.Event{Verb: play.LostMelee}, "Lost melee") }),
				g.If(s.LosesTokensByIdling(u), do(play.Event{Verb: play.Act, Subject: "idle"}, "Stayed idle")),
				g.Iff(!u.Acted && len(u.States) > 0, func() g.Node {
					return do(play.Event{Verb: play.Act, Subject: "keep"}, "Acted, still "+s.Game().TermFor(u.States[0]))
				}))
		}
		for i := range u.Subunits {
			row("At once", p.woundsButtons(u, &u.Subunits[i])...)
		}
		for i := range u.Subunits {
			if b := &u.Subunits[i]; len(b.Kinds) > 1 {
				row("Who falls", page.Para("quiet", "Who fell in place of the last, or falls next:"),
					page.DrawEach(b.Kinds, func(k int, kind stand.ModelKind) g.Node {
						return do(play.Event{Verb: play.ChooseFallen, UnitID: b.ID, Number: k + 1},
							fmt.Sprintf("%d× %s", b.ModelsOfKind(k), kind.Name), g.If(b.ModelsOfKind(k) == 0, h.Disabled()))
					}))
			}
		}
		row("Roll", page.DrawEach(s.AnytimeTests(u), func(_ int, way play.Choice) g.Node { return viewChoice("", u, way) })...)
		used := slices.ContainsFunc(u.Subunits[0].ActionUses, func(n int) bool { return n > 0 }) // and may be taken back
		row("Once a round", g.If(u.MayFire() || used, p.actionButtons(u, &u.Subunits[0], id, true)))
		row("Where it is", p.moveButtons(u, do)...)
	} else {
		row("It is gone", g.If(u.GoneReason != "", do(play.Event{Verb: play.UndoRemove}, "On the table after all")),
			g.Iff(s.MayHaveDiedActing(u), func() g.Node { return do(play.Event{Verb: play.Act}, "It fell as it acted") }))
	}
	for i := range u.TokenRules {
		row("Tokens of "+u.TokenRules[i].Name, p.placeTokenButtons(u, i)...)
	}
	return h.Details(h.ID(id+"-more"), h.Summary(g.Text("More")), rows)
}

// maxWoundsPerTap is the maximum number of wounds of a single tap.
const maxWoundsPerTap = 10

// woundsButtons draws buttons for several wounds at once.
func (p *playPage) woundsButtons(u *play.UnitState, b *play.SubunitState) []g.Node {
	if u.IsVehicle || u.OffBoard || b.WoundsLeft() < 3 {
		return nil
	}
	label := "Wounds at once:"
	if b.Role == stand.RoleJoined {
		label = "Wounds at once, " + b.Name + ":"
	}
	nodes := []g.Node{h.Span(page.IsolatedText(label))}
	for n := 2; n <= min(maxWoundsPerTap, b.WoundsLeft()); n++ {
		e := play.Event{Verb: play.Wound, OfOpponent: u.OfOpponent, UnitID: b.ID, Number: n}
		nodes = append(nodes, button("", e, strconv.Itoa(n), h.Class("hurt"), h.Aria("label", fmt.Sprintf("%d wounds, %s", n, b.Name))))
	}
	return nodes
}

func (p *playPage) moveButtons(u *play.UnitState, do func(play.Event, string, ...g.Node) g.Node) []g.Node {
	moves := []g.Node{
		h.A(h.Class("button"), h.Href(fmt.Sprintf("%s/unit?unit=%s&their=%s", p.address(), url.QueryEscape(u.ID), yesText(u.OfOpponent))), g.Attr("data-pop"), g.Text("Its rules")),
		page.LinkButton(fmt.Sprintf("%s/odds?unit=%s&their=%s", p.address(), url.QueryEscape(u.ID), yesText(u.OfOpponent)),
			"Odds"),
		do(play.Event{Verb: play.RemoveUnit, Subject: "destroyed"}, "Destroyed"),
		do(play.Event{Verb: play.RemoveUnit, Subject: "routed"}, "Routs"),
	}
	switch {
	case u.InTransport != "":
	case u.InReserve:
		moves = append(moves, do(play.Event{Verb: play.Arrive}, "Arrive"))
	default:
		moves = append(moves, do(play.Event{Verb: play.EnterReserve}, "Off the table"))
		into := play.Event{Verb: play.GetIn, UnitID: u.ID, OfOpponent: u.OfOpponent}
		all := p.transports[sideIndex(u.OfOpponent)]
		switch {
		case u.IsVehicle:
		case len(all) > maxTransportButtons:
			view := sideName(u.OfOpponent)
			moves = append(moves, h.Form(h.Class("row"), h.Action(p.address()), h.Method("post"), page.HiddenField("e", eventFormFields(into)), page.HiddenField("view", view), g.If(p.CanShare, page.HiddenField("game", p.gameID)),
				h.Input(h.Name("into"), h.Required(), h.AutoComplete("off"), h.List("transports-"+view), h.Aria("label", "What "+u.Name+" gets into")), h.Button(g.Text("Get in"))))
		default:
			for _, o := range all {
				if into.Subject = o.ID; p.State.MayBoard(u, o) {
					moves = append(moves, do(into, "Get into "+o.Name))
				}
			}
		}
	}
	return moves
}

// maxTransportButtons is the maximum number of transports with a button each; if there are more,
// the person types a name.
const maxTransportButtons = 12

// transports returns the transports of a side on the table.
func transports(s *play.State, side int) []*play.UnitState {
	var all []*play.UnitState
	for _, o := range s.Sides[side].Units {
		if o.IsTransport && o.OnTable() {
			all = append(all, o)
		}
	}
	return all
}
