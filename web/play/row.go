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

// nested reports whether the unit is shown in another unit's row: its transport's, or its
// partner's.
func (p *playPage) nested(u *play.UnitState) bool {
	if u.In != "" && u.Lives() {
		return true
	}
	o, _ := p.State.Unit(u.Their, u.Beside)
	return o != nil && u.Lives() && o.Lives() && o.In == u.In && u.Second && !o.Second
}

func rowID(u *play.UnitState) string {
	if u.Their {
		return "their-" + u.ID
	}
	return "unit-" + u.ID
}

// row draws a unit's row as a part of the page.
func (p *playPage) row(u *play.UnitState) g.Node {
	id := rowID(u)
	if etag := p.was[id]; etag != "" && u != p.Changed && p.Changed != p.target(sideOf(u.Their)) {
		return p.Parts.Known("article", id, etag, func() g.Node { return g.Group{frame(u), p.rowContent(u)} })
	}
	return p.Parts.Part("article", id, frame(u), p.rowContent(u))
}

// frame returns the attributes of a unit's row except its id.
func frame(u *play.UnitState) g.Group {
	class := "unit"
	if u.Acted {
		class += " acted"
	}
	if !u.Lives() {
		class += " gone"
	}
	return g.Group{h.Class(class), h.Data("unit", u.ID), h.Data("side", sideName(u.Their)), h.Aria("labelledby", "name-"+rowID(u))}
}

// rowContent draws the content of a unit's row: a line with the ring that marks activation, the
// name, which opens the rest, and the number that is a button for a wound; then required moments,
// the partner and passengers.
func (p *playPage) rowContent(u *play.UnitState) g.Group {
	s, id := p.State, rowID(u)
	inside := g.Group{p.body(u, &u.Bodies[0])}
	for i := range u.Bodies[1:] {
		b := &u.Bodies[i+1]
		inside = append(inside, h.Div(h.Class("hero"), h.Data("unit", b.ID), p.body(u, b)))
	}
	for i := range u.Bodies {
		b := &u.Bodies[i]
		for _, meaning := range s.Meaning(b) {
			inside = append(inside, h.P(h.Class("state"), h.Strong(g.If(i > 0, g.Text(b.Name+": ")), g.Text(meaning[0]+". ")), g.Text(meaning[1])))
		}
	}
	for _, t := range s.RuleTokens(u) {
		if t.N > 0 {
			inside = append(inside, h.P(h.Class("state"), h.Strong(page.Isolated(t.Count()+". ")), g.Text(t.Summary)))
		}
	}
	for _, state := range u.States {
		inside = append(inside,
			h.P(h.Class("state"), h.Strong(g.Text(s.Game().Word(state)+". ")), g.Text(s.Means(u, state))))
	}
	var due, may g.Group
	moments := s.MomentsOf(u)
	for i, m := range moments {
		if one := viewMoment(fmt.Sprintf("%s-do-%d", id, i), m); m.Quiet {
			may = append(may, one)
		} else {
			due = append(due, one)
		}
	}
	now := func(moments g.Group, name string) g.Node {
		return g.If(moments != nil, h.Ul(h.Class("now"), h.ID(id+name), moments))
	}
	inside = append(inside, now(may, "-may"), p.more(u))
	content := g.Group{h.Div(h.Class("line"), p.actButton(u, id),
		h.Details(h.ID(id+"-open"), p.name(u, id, moments), h.Div(h.Class("inside"), inside)), p.woundButton(u, id)), now(due, "-due")}
	inner := func(o *play.UnitState) g.Node { return h.Article(h.ID(rowID(o)), frame(o), p.rowContent(o)) }
	if o, _ := s.Unit(u.Their, u.Beside); o != nil && u.In == "" && p.nested(o) {
		content = append(content, inner(o))
	}
	for _, o := range s.Aboard(u) {
		content = append(content, inner(o))
	}
	return content
}

// name draws the name of a unit with facts that need no opening, including optional moments.
func (p *playPage) name(u *play.UnitState, id string, moments []play.Moment) g.Node {
	b, about, reach := &u.Bodies[0], g.Group{}, []string{}
	word := func(class, text string) {
		if text != "" {
			about = append(about, h.Span(h.Class(class), page.Isolated(text)), g.Text(" "))
		}
	}
	word("sign", p.stateWord(u, b, false))
	leaves := func(m play.Moment) bool { return m.Ways[0].Event.Do == play.Leave } // and says where it is
	if v, _ := p.State.Unit(u.Their, u.In); v != nil && u.Lives() && !slices.ContainsFunc(moments, leaves) {
		word("sign", "in "+v.Name)
	}
	for _, state := range u.States {
		word("sign", p.State.Game().Word(state))
	}
	for _, t := range p.State.RuleTokens(u) {
		if t.N > 0 {
			word("sign", t.Count())
		}
	}
	for _, m := range moments {
		if m.Quiet {
			word("sign", m.What)
		}
	}
	for i := range u.Bodies[1:] {
		hero := &u.Bodies[i+1]
		word("quiet", fmt.Sprintf("+ %d/%d %s", hero.WoundsLeft(), hero.Kinds.Wounds(), hero.Name))
	}
	if u.Lives() {
		arms, stats, weapons := p.State.UnitNow(u, b), []string{}, []string{}
		for _, stat := range arms.Stats {
			if stat.Row {
				reach = append(reach, strings.ToLower(stat.Short)+" "+stat.Value)
			} else if len(stat.Short) == 1 {
				stats = append(stats, stat.Short+stat.Value)
			} else if stat.Short != "" {
				stats = append(stats, stat.Short+" "+stat.Value)
			}
		}
		for _, w := range arms.Weapons {
			weapons = append(weapons, stand.Times(w.Count, w.Name))
		}
		if len(reach) == 0 { // there is no room for both
			between := ""
			if len(u.Bodies) > 1 {
				between = "· " // after a hero
			}
			word("quiet", between+strings.Join(stats, " ")+" · "+page.Commas(weapons))
		}
	}
	left := b.Left()
	if u.Acted {
		left += ", acted"
	}
	return h.Summary(h.H3(h.ID("name-"+id), page.Isolated(b.Name)), h.Span(h.Class("hidden"), g.Text(left)), h.P(h.Class("about"), about),
		g.If(len(reach) > 0, h.Span(h.Class("quiet"), page.Isolated(report.Capital(page.Commas(reach))))))
}

// woundButton draws the button for a wound with the number of wounds left. It is disabled off the
// table and after the game.
func (p *playPage) woundButton(u *play.UnitState, id string) g.Node {
	b := &u.Bodies[0]
	left := h.Span(h.Class("left"), h.Aria("hidden", "true"), h.Strong(g.Text(strconv.Itoa(b.WoundsLeft()))), g.Textf("/%d", b.Kinds.Wounds()))
	if p.State.Over || u.Off || !u.Lives() || b.ModelsLeft() == 0 {
		return h.Span(h.Class("count"), left)
	}
	return press(id+"-wound", play.Event{Do: play.Wound, Their: u.Their, Unit: b.ID}, h.Class("count"), h.Span(h.Class("hidden"), g.Text("Wound "), page.Isolated(b.Name)), left)
}

// body draws a squad or a joined hero: weapons, and the most frequent buttons.
func (p *playPage) body(u *play.UnitState, b *play.BodyState) g.Node {
	s, id, hero := p.State, rowID(u), b.Role == stand.Joined
	if hero {
		id += "-" + b.ID
	}
	do := func(key string, verb play.Verb, name string, more ...g.Node) g.Node {
		return button(id+"-"+key, play.Event{Do: verb, Their: u.Their, Unit: b.ID}, name,
			append(more, h.Aria("label", name+" "+b.Name))...)
	}
	arms := s.UnitNow(u, b)
	sign := p.stateWord(u, b, hero)
	gone := !u.Lives() || b.ModelsLeft() == 0
	return g.Group{
		g.Iff(hero, func() g.Node {
			return page.Spread(h.H3(h.ID("name-"+id), page.Isolated(b.Name)),
				h.P(h.Class("left"), h.Strong(g.Text(b.Left())), g.If(sign != "", h.Span(h.Class("sign"), g.Text(sign)))))
		}),
		g.If(!gone, g.Group{
			h.P(h.Class("stats"), page.Each(arms.Stats, func(_ int, stat stand.Stat) g.Node {
				return g.If(stat.Short != "", h.Span(g.Text(stat.Short+" "), h.Strong(g.Text(stat.Value)), g.Text(" ")))
			}), page.Isolated(page.Commas(arms.Rules)), g.If(b.Casts != "", g.Text(" · "+b.Casts))),
			p.weapons(u, hero, &arms),
		}),
		h.Div(h.Class("row taps"),
			g.If(!gone && hero, do("wound", play.Wound, "Wound", h.Class("hurt"))),
			g.Iff(s.Wounds() != nil && b.Has(s.Wounds()) && !gone, func() g.Node {
				return button(id+"-wounded", play.Event{Do: play.Wound, Their: u.Their, Unit: b.ID, Subject: s.Wounds().ID}, "Wounded", h.Aria("label", "Wounded, "+b.Name))
			}),
			g.Iff(u.Vehicle && !gone, func() g.Node {
				return button(id+"-hit", play.Event{Do: play.Wound, Their: u.Their, Unit: b.ID, Subject: "critical"}, "Critical", h.Aria("label", "Critical hit on "+b.Name))
			}),
			g.If(u.Gone == "" && !u.Off, do("heal", play.Heal, "Heal", g.If(b.WoundsLeft() == b.Kinds.Wounds(), h.Disabled()))),
			g.Iff(!hero && !gone, func() g.Node { return p.meleeButtons(u, id) }),
			g.Iff(!hero && u.OnTable(), func() g.Node { return p.states(u, id, true) }),
			g.If(!hero && u.In != "" && !gone, button(id+"-leave", play.Event{Do: play.Leave, Their: u.Their, Unit: u.ID}, "Get out", h.Aria("label", "Get out, "+u.Name))),
			g.Iff(b.Unit.Tokens > 0 && !gone, func() g.Node {
				return h.Span(h.Class("tokens"),
					do("spend", play.Spend, "Spend token", g.If(b.Tokens == 0, h.Disabled())),
					h.B(g.Textf("%d of %d", b.Tokens, s.Game().Play.Tokens)),
					h.Span(h.Class("hidden"), g.Text("tokens")),
					do("gain", play.Gain, "Gain token", h.Class("plain"),
						g.If(b.Tokens >= s.Game().Play.Tokens, h.Disabled())))
			}),
			g.Iff(!gone && !u.InWreck(), func() g.Node { return p.uses(u, b, id, false) }),
			g.Iff(!gone, func() g.Node { return p.marks(u, b, id) }),
			g.Iff(!gone && !hero, func() g.Node { return p.ruleTokens(u, id) }),
		),
	}
}

// stateWord returns a word about the fate or position of a body, to show beside its name, or "".
func (p *playPage) stateWord(u *play.UnitState, b *play.BodyState, hero bool) string {
	switch fate := u.Fate(); {
	case b.ModelsLeft() == 0 && hero:
		return "fallen"
	case fate != "":
		return fate
	case hero:
	case u.InWreck():
		return "in the wreck"
	case u.CallsOver:
		return "out of contact"
	case u.Waiting:
		return "in reserve"
	case u.Arrived == p.State.Round:
		return "just arrived"
	case u.Lives() && u.Half() && !u.Vehicle && p.State.Game().HasArmyBooks():
		return "½"
	}
	return ""
}

// marks draws the tokens of a body for optional rules in play.
func (p *playPage) marks(u *play.UnitState, b *play.BodyState, id string) g.Group {
	s := p.State
	return page.Each(s.Optional(), func(i int, o rules.Optional) g.Node {
		if !s.Plays(o.ID) || !b.Has(&o) {
			return nil
		}
		now, most := b.Marks[i], b.MaxTokens(&o)
		do := func(verb play.Verb, name, label string, more ...g.Node) g.Node {
			return button(id+"-"+string(verb)+"-"+o.ID, play.Event{Do: verb, Their: u.Their, Unit: b.ID, Subject: o.ID}, name, append(more, h.Aria("label", label+" "+o.Token+", "+b.Name))...)
		}
		return h.Span(h.Class("tokens"),
			do(play.Mark, "+1 "+o.Token, "+1", g.If(most > 0 && now >= most, h.Disabled())),
			h.B(g.Text(strconv.Itoa(now)), g.If(most > 0, g.Textf(" of %d", most))),
			h.Span(h.Class("hidden"), g.Text(o.Token)),
			g.If(now > 0, do(play.Unmark, "−1", "−1")))
	})
}

// ruleTokens draws the tokens of rules on a unit: its own with buttons for more and fewer, the
// enemy's for fewer.
func (p *playPage) ruleTokens(u *play.UnitState, id string) g.Group {
	return page.Each(p.State.RuleTokens(u), func(i int, t play.RuleTokens) g.Node {
		do := func(verb play.Verb, sign string, more ...g.Node) g.Node {
			return button(fmt.Sprintf("%s-%s-rule-%d", id, verb, i), play.Event{Do: verb, Their: u.Their, Unit: u.ID, Subject: t.Name},
				sign+" "+t.Name, append(more, h.Aria("label", sign+" "+t.Name+", "+u.Name))...)
		}
		return h.Span(h.Class("tokens"),
			g.If(!t.Enemy, do(play.Mark, "+1", g.If(t.Holds > 0 && t.N >= t.Holds, h.Disabled()))),
			h.B(g.Text(strconv.Itoa(t.N)), g.If(t.Holds > 0, g.Textf(" of %d", t.Holds))),
			h.Span(h.Class("hidden"), g.Text("tokens of "+t.Name)),
			g.If(t.N > 0, do(play.Unmark, "−1")))
	})
}

// placing draws the buttons that place a unit's tokens of a rule on enemies.
func (p *playPage) placing(u *play.UnitState, i int) []g.Node {
	r := &u.TokenRules[i]
	if !p.State.MayPlaceTokens(u, i) {
		return nil
	}
	nodes := []g.Node{h.Span(page.Isolated("Place " + r.Name + " on:"))}
	for _, o := range p.State.Sides[1-sideOf(u.Their)].Units {
		if o.OnTable() && !o.Off {
			nodes = append(nodes, button("", play.Event{Do: play.Place, Their: u.Their, Unit: u.ID, Subject: r.Name, TokensOn: o.ID}, o.Name,
				h.Aria("label", fmt.Sprintf("%s on %s, %s", r.Name, o.Name, u.Name))))
		}
	}
	if len(nodes) == 1 { // nobody is known
		return nil
	}
	return nodes
}

// actButton draws the button for the unit's activation: a ring, with a mark afterwards.
func (p *playPage) actButton(u *play.UnitState, id string) g.Node {
	e, name := play.Event{Do: play.Act, Their: u.Their, Unit: u.ID}, "Activate"
	if u.Acted {
		e.Do, name = play.Unact, "Not acted"
	}
	if u.Off || !u.Lives() {
		return nil
	}
	return press(id+"-act", e, h.Class("ring"), h.Aria("label", name+" "+u.Name), h.Span(g.If(u.Acted, page.Icon("check"))),
		g.If(!u.OnTable() || !u.Acted && !p.State.MayAct(u), h.Disabled()))
}

// meleeButtons draws the button for a unit that fought, and then for one that lost, if that
// matters.
func (p *playPage) meleeButtons(u *play.UnitState, id string) g.Node {
	if !p.State.Game().HasArmyBooks() || !u.OnTable() || u.In != "" {
		return nil
	}
	e, name := play.Event{Do: play.Fought, Their: u.Their, Unit: u.ID}, "Fought"
	if u.Is(rules.Fatigued) {
		e.Do, name = play.Beaten, "Lost melee"
	}
	return button(id+"-melee", e, name, h.Aria("label", name+", "+u.Name))
}

// states draws the buttons of the unit's states: with often those caused by fire, until it has
// acted; else the others.
func (p *playPage) states(u *play.UnitState, id string, often bool) g.Group {
	s := p.State
	return page.Each(s.Game().States, func(_ int, state rules.State) g.Node {
		fire := !s.Game().HasArmyBooks() && state.Ends == rules.EndsActed
		if fire != often || !u.CanBe(&state) || !u.Is(state.ID) && (!u.OnTable() || state.Once && s.HadOne(u, state.ID)) {
			return nil
		}
		e, name := play.Event{Do: play.Begins, Subject: state.ID, Their: u.Their, Unit: u.ID}, s.Game().Word(state.ID)
		if u.Is(state.ID) {
			e.Do = play.Ends
		}
		return button(id+"-"+state.ID, e, name, page.Pressed(u.Is(state.ID)), h.Aria("label", name+", "+u.Name))
	})
}

// uses draws the buttons of a body's limited actions: with any those of every unit, else its own.
func (p *playPage) uses(u *play.UnitState, b *play.BodyState, id string, any bool) g.Group {
	return page.Each(b.Once, func(i int, once stand.Once) g.Node {
		if once.Any != any {
			return nil
		}
		left := b.UsesLeft(i)
		e, name := play.Event{
			Do: play.Use, Their: u.Their, Unit: b.ID,
			Subject: once.Name,
		}, fmt.Sprintf("Use %s: %d left", once.Name, left)
		if once.Turn {
			name += " this round"
		}
		return g.Group{
			button(fmt.Sprintf("%s-use-%d", id, i), e, name, h.Aria("label", name+", "+b.Name),
				g.If(left == 0 || !p.State.MayUse(u, &b.Once[i]), h.Disabled())),
			g.Iff(b.Used[i] > 0, func() g.Node {
				e.Do = play.Unuse
				return button(fmt.Sprintf("%s-unuse-%d", id, i), e, "Back", h.Class("plain"),
					h.Aria("label", "Back: "+once.Name+" was not used, "+b.Name))
			}),
		}
	})
}

// more draws a unit's less frequent buttons, folded.
func (p *playPage) more(u *play.UnitState) g.Node {
	s, id := p.State, rowID(u)
	do := func(e play.Event, name string, more ...g.Node) g.Node {
		e.Their = u.Their
		if e.Unit == "" {
			e.Unit = u.ID
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
		row("States", p.states(u, id, false)...)
		if s.Game().HasArmyBooks() {
			row("Melee",
				g.Iff(!u.Is(rules.Fatigued), func() g.Node { return do(play.Event{Do: play.Beaten}, "Lost melee") }),
				g.If(s.LosesTokensIdle(u), do(play.Event{Do: play.Act, Subject: "idle"}, "Stayed idle")),
				g.Iff(!u.Acted && len(u.States) > 0, func() g.Node {
					return do(play.Event{Do: play.Act, Subject: "keep"}, "Acted, still "+s.Game().Word(u.States[0]))
				}))
		}
		for i := range u.Bodies {
			row("At once", p.woundsButtons(u, &u.Bodies[i])...)
		}
		for i := range u.Bodies {
			if b := &u.Bodies[i]; len(b.Kinds) > 1 {
				row("Who falls", page.Para("quiet", "Who fell in place of the last, or falls next:"), page.Each(b.Kinds, func(k int, kind stand.Kind) g.Node {
					return do(play.Event{Do: play.Fell, Unit: b.ID, N: k + 1},
						fmt.Sprintf("%d× %s", b.ModelsOfKind(k), kind.Name), g.If(b.ModelsOfKind(k) == 0, h.Disabled()))
				}))
			}
		}
		row("Roll", page.Each(s.Rolls(u), func(_ int, way play.Way) g.Node { return viewWay("", u, way) })...)
		used := slices.ContainsFunc(u.Bodies[0].Used, func(n int) bool { return n > 0 }) // and may be taken back
		row("Once a round", g.If(u.MayFire() || used, p.uses(u, &u.Bodies[0], id, true)))
		row("Where it is", p.moves(u, do)...)
	} else {
		row("It is gone", g.If(u.Gone != "", do(play.Event{Do: play.Return}, "On the table after all")),
			g.Iff(s.MayFall(u), func() g.Node { return do(play.Event{Do: play.Act}, "It fell as it acted") }))
	}
	for i := range u.TokenRules {
		row("Tokens of "+u.TokenRules[i].Name, p.placing(u, i)...)
	}
	return h.Details(h.ID(id+"-more"), h.Summary(g.Text("More")), rows)
}

// mostAtOnce is the maximum number of wounds of a single tap.
const mostAtOnce = 10

// woundsButtons draws buttons for several wounds at once.
func (p *playPage) woundsButtons(u *play.UnitState, b *play.BodyState) []g.Node {
	if u.Vehicle || u.Off || b.WoundsLeft() < 3 {
		return nil
	}
	label := "Wounds at once:"
	if b.Role == stand.Joined {
		label = "Wounds at once, " + b.Name + ":"
	}
	nodes := []g.Node{h.Span(page.Isolated(label))}
	for n := 2; n <= min(mostAtOnce, b.WoundsLeft()); n++ {
		e := play.Event{Do: play.Wound, Their: u.Their, Unit: b.ID, N: n}
		nodes = append(nodes, button("", e, strconv.Itoa(n), h.Class("hurt"), h.Aria("label", fmt.Sprintf("%d wounds, %s", n, b.Name))))
	}
	return nodes
}

func (p *playPage) moves(u *play.UnitState, do func(play.Event, string, ...g.Node) g.Node) []g.Node {
	moves := []g.Node{
		h.A(h.Class("button"), h.Href(fmt.Sprintf("%s/unit?unit=%s&their=%s", p.address(), url.QueryEscape(u.ID), yes(u.Their))), g.Attr("data-pop"), g.Text("Its rules")),
		page.LinkButton(fmt.Sprintf("%s/odds?unit=%s&their=%s", p.address(), url.QueryEscape(u.ID), yes(u.Their)),
			"Odds"),
		do(play.Event{Do: play.Remove, Subject: "destroyed"}, "Destroyed"),
		do(play.Event{Do: play.Remove, Subject: "routed"}, "Routs"),
	}
	switch {
	case u.In != "":
	case u.Waiting:
		moves = append(moves, do(play.Event{Do: play.Arrive}, "Arrive"))
	default:
		moves = append(moves, do(play.Event{Do: play.Reserve}, "Off the table"))
		into := play.Event{Do: play.Board, Unit: u.ID, Their: u.Their}
		all := p.transports[sideOf(u.Their)]
		switch {
		case u.Vehicle:
		case len(all) > mostTransports:
			view := sideName(u.Their)
			moves = append(moves, h.Form(h.Class("row"), h.Action(p.address()), h.Method("post"), page.Hidden("e", formFields(into)), page.Hidden("view", view), g.If(p.Shared, page.Hidden("game", p.game)),
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

// mostTransports is the maximum number of transports with a button each; if there are more, the
// person types a name.
const mostTransports = 12

// transports returns the transports of a side on the table.
func transports(s *play.State, side int) []*play.UnitState {
	var all []*play.UnitState
	for _, o := range s.Sides[side].Units {
		if o.Holds && o.OnTable() {
			all = append(all, o)
		}
	}
	return all
}
