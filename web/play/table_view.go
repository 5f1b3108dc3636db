package play

import (
	"fmt"
	"slices"
	"strconv"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder/play"
	"muster/catalog/fad"
	"muster/report"
	"muster/rules"
	"muster/web/page"
)

// viewGameInfo draws everything except units: objectives, missions, the opponent, the log.
func (p *playPage) viewGameInfo() g.Node {
	s := p.State
	return h.Section(h.Class("side"), h.Data("part", "table"), h.Aria("labelledby", "side-table"),
		h.H2(h.ID("side-table"), g.Text("Table")),
		p.viewMission(),
		h.Div(h.Class("card"), page.SpreadRow(h.H3(g.Text("Objectives")), h.Div(h.Class("row"),
			button("objective-fewer", play.Event{Verb: play.SetObjectives, Number: max(1, len(s.ObjectiveHolders)-1)}, "−1", h.Aria("label", "−1 objective"), g.If(len(s.ObjectiveHolders) < 2, h.Disabled())),
			button("objective-more", play.Event{Verb: play.SetObjectives, Number: len(s.ObjectiveHolders) + 1},
				"+1", h.Aria("label", "+1 objective")))),
			page.DrawEach(s.ObjectiveHolders, func(i, holder int) g.Node { return p.viewObjective("", i, holder) })),
		h.Div(h.Class("card"), h.H3(g.Text("Score")), page.DrawEach(s.Sides[:], p.viewSideScore)), p.nextUnitOdds(),
		h.Div(h.Class("card"), h.H3(g.Text("Round")), page.ControlRow(button("last-round", play.Event{Verb: play.PreviousRound}, "Back to the round before", g.If(s.Round < 2 || s.IsOver, h.Disabled())))),
		p.viewFirstSide(), p.viewMissions(), p.viewRoundChoices(), p.viewOptionalRules(),
		g.If(!p.IsGuest && !s.IsOver && s.Sides[1].Roster != nil, page.ControlRow(page.LinkButton(p.address()+"/foe", "The opponent"))), p.viewLog())
}

// viewSideScore draws the score of a side now and after each round, with buttons to change it.
func (p *playPage) viewSideScore(i int, one play.SideState) g.Node {
	rounds := make([]string, len(one.ScoreByRound))
	for n, points := range one.ScoreByRound {
		rounds[n] = fmt.Sprintf("round %d: %d", n+1, points)
	}
	do := func(id string, verb play.Verb, sign string) g.Node {
		return button(fmt.Sprintf("score-%s-%d", id, i), play.Event{Verb: verb, OfOpponent: i == 1}, sign+"1",
			h.Aria("label", sign+"1 point, "+one.Name))
	}
	return h.Div(h.Class("row score"), h.Span(page.IsolatedText(one.Name), g.If(len(rounds) > 0, h.Span(h.Class("quiet"), g.Text(" "+page.JoinCommas(rounds))))),
		do("less", play.RemovePoints, "−"), h.Strong(g.Text(strconv.Itoa(p.State.Score(i)))), do("more", play.AddPoints, "+"))
}

// viewFirstSide draws which side goes first in this round, with a button to correct it.
func (p *playPage) viewFirstSide() g.Node {
	s := p.State
	return h.Div(h.Class("card"), h.H3(g.Text("Who goes first")), page.ControlRow(page.DrawEach(s.Sides[:], func(i int, one play.SideState) g.Node {
		return button(fmt.Sprintf("first-%d", i), play.Event{Verb: play.GoFirst, OfOpponent: i == 1},
			one.Name, page.AriaPressed(s.FirstSide() == i),
			g.If(s.FirstSide() == i || s.IsOver, h.Disabled()), h.Aria("label", fmt.Sprintf("%s goes first in round %d", one.Name, s.Round)))
	})))
}

// viewMission draws the mission of both sides, in games with a common mission.
func (p *playPage) viewMission() g.Node {
	s := p.State
	all := s.Game().Play.Missions
	if all == nil {
		return nil
	}
	m := s.SharedMission()
	return h.Div(h.Class("card"), h.H3(g.Text("Mission")),
		g.Iff(m != nil, func() g.Node { return h.P(h.Strong(g.Text(m.Name+". ")), g.Text(m.Summary)) }),
		h.Details(h.ID("missions"), h.Summary(g.Text("Choose the mission")), page.ControlRow(page.DrawEach(all, func(_ int, one rules.Mission) g.Node {
			return button("mission-"+one.ID, play.Event{Verb: play.SetMission, Subject: one.ID}, one.Name,
				page.AriaPressed(m != nil && m.ID == one.ID))
		}))))
}

// viewObjective draws an objective and its holder. key makes ids unique if it is drawn twice.
func (p *playPage) viewObjective(key string, i, holder int) g.Node {
	name := func(side int) string { return p.State.Sides[side].Name }
	number := fmt.Sprintf("objective %d", i+1)
	mine, theirs := p.sideWords()
	return h.Div(h.Class("row objective"), h.Role("group"), h.Aria("label", report.Capitalize(number)),
		h.B(page.Icon("flag"), g.Text(strconv.Itoa(i+1))),
		button(fmt.Sprintf("%smine-%d", key, i), play.Event{Verb: play.SeizeObjective, Number: i + 1}, mine,
			page.AriaPressed(holder == 0), h.Aria("label", mine+": "+name(0)+" holds "+number)),
		button(fmt.Sprintf("%snone-%d", key, i), play.Event{Verb: play.FreeObjective, Number: i + 1}, "Nobody",
			h.Class("nobody"), page.AriaPressed(holder < 0), h.Aria("label", "Nobody holds "+number)),
		button(fmt.Sprintf("%stheir-%d", key, i), play.Event{Verb: play.SeizeObjective, Number: i + 1, OfOpponent: true},
			theirs,
			page.AriaPressed(holder == 1), h.Aria("label", theirs+": "+name(1)+" holds "+number)))
}

// viewMissions draws the missions of both sides, in games with separate missions.
func (p *playPage) viewMissions() g.Node {
	s := p.State
	all := s.Missions()
	if all == nil {
		return nil
	}
	cards := g.Group{}
	for i := range s.Sides {
		one, m := &s.Sides[i], s.Mission(i)
		at := func(key string, e play.Event, name string, more ...g.Node) g.Node {
			e.OfOpponent = i == 1
			return button(fmt.Sprintf("mission-%s-%d", key, i), e, name,
				append(more, h.Aria("label", name+", "+one.Name))...)
		}
		content := g.Group{h.H3(page.IsolatedText("Mission of " + one.Name))}
		if m != nil {
			content = append(content, h.P(h.Strong(g.Text(m.Name+". ")), g.Text(m.Summary)))
			if gone, needs := s.DestroyedCounts(1 - i); needs > 0 {
				content = append(content, h.P(g.Textf("%d of %d enemy units gone", gone, needs)))
			}
			if m.TurnsToHold > 0 {
				content = append(content, h.P(g.Textf("Held for %d of %d turns running", one.MissionTurnsHeld, m.TurnsToHold)),
					page.ControlRow(
						at("held", play.Event{Verb: play.MissionHeld}, "Held this turn", g.If(one.MissionTurnsHeld >= m.TurnsToHold, h.Disabled())), at("unheld", play.Event{Verb: play.MissionNotHeld}, "Not held", g.If(one.MissionTurnsHeld == 0, h.Disabled()))))
			} else if one.MissionDone {
				content = append(content, page.ControlRow(at("unwon", play.Event{Verb: play.MissionNotDone}, "Not done after all")))
			} else {
				content = append(content, page.ControlRow(at("won", play.Event{Verb: play.MissionDone}, "Done")))
			}
			if s.MissionDone(i) {
				content = append(content, page.Para("good", "The mission is done."))
			}
		}
		style := s.Style(i)
		content = append(content,
			h.Details(h.ID(fmt.Sprintf("missions-%d", i)), h.Summary(g.Text("Choose the mission")),
				page.ControlRow(page.DrawEach(all, func(_ int, one fad.Mission) g.Node {
					return at(one.ID, play.Event{Verb: play.SetMission, Subject: one.ID}, one.Name,
						page.AriaPressed(m != nil && m.ID == one.ID))
				})),
				page.Para("quiet", "Style of command:"),
				page.ControlRow(page.DrawEach(s.Styles(), func(_ int, one fad.CommandStyle) g.Node {
					return at(one.ID, play.Event{Verb: play.SetCommandStyle, Subject: one.ID}, one.Name,
						page.AriaPressed(style != nil && style.ID == one.ID))
				}))))
		cards = append(cards, h.Div(h.Class("card"), content))
	}
	return cards
}

// viewRoundChoices draws buttons to choose the number of rounds, in games that leave it open.
func (p *playPage) viewRoundChoices() g.Node {
	all := p.State.RoundCountChoices()
	if len(all) < 2 {
		return nil
	}
	all = slices.Sorted(slices.Values(all))
	return h.Div(h.Class("card"), h.H3(g.Text("Rounds")), page.ControlRow(page.DrawEach(all, func(_ int, n int) g.Node {
		return button(fmt.Sprintf("length-%d", n), play.Event{Verb: play.SetRoundCount, Number: n}, strconv.Itoa(n),
			page.AriaPressed(n == p.State.RoundCount), h.Aria("label", fmt.Sprintf("The game lasts %d rounds", n)))
	})))
}

// viewOptionalRules draws a switch for each optional rule that puts tokens on units.
func (p *playPage) viewOptionalRules() g.Node {
	s := p.State
	if len(s.OptionalRules()) == 0 {
		return nil
	}
	return h.Div(h.Class("card"), h.H3(g.Text("Optional rules")), page.DrawEach(s.OptionalRules(), func(_ int, o rules.OptionalRules) g.Node {
		e := play.Event{Verb: play.PlayOptionalRules, Subject: o.ID}
		if s.PlaysOptionalRules(o.ID) {
			e.Verb = play.DropOptionalRules
		}
		return g.Group{
			page.ControlRow(button("option-"+o.ID, e, o.Name, page.AriaPressed(s.PlaysOptionalRules(o.ID)))),
			page.Para("quiet", o.Summary),
		}
	}))
}

// viewLog draws the log of the game, the newest entry first.
func (p *playPage) viewLog() g.Node {
	rounds := g.Group{}
	for _, chapter := range slices.Backward(p.State.LogByRound()) {
		slices.Reverse(chapter.Entries)
		rounds = append(rounds, h.H3(g.Textf("Round %d", chapter.Round)), viewEntries(chapter.Entries))
	}
	return h.Details(h.Class("card log"), h.ID("log"), h.Summary(g.Text("What happened")), rounds)
}

// viewScore draws both scores after each round, and now.
func viewScore(s *play.State) g.Node {
	head, rows := g.Group{h.Th(h.Scope("col"), g.Text("Side"))}, g.Group{}
	for i := range s.Sides[0].ScoreByRound {
		head = append(head, h.Th(h.Scope("col"), h.Class("n"), g.Textf("%d", i+1)))
	}
	for i := range s.Sides {
		cells := g.Group{h.Th(h.Scope("row"), page.IsolatedText(s.Sides[i].Name))}
		for _, n := range s.Sides[i].ScoreByRound {
			cells = append(cells, h.Td(h.Class("n"), g.Text(strconv.Itoa(n))))
		}
		rows = append(rows, h.Tr(cells, h.Td(h.Class("n"), h.Strong(g.Text(strconv.Itoa(s.Score(i)))))))
	}
	return page.ScrollTable("Score by round", h.Table(h.Caption(g.Text("By round")), h.THead(h.Tr(head, h.Th(h.Scope("col"), h.Class("n"), g.Text("Now")))), h.TBody(rows)))
}

func viewEntries(all []play.LogEntry) g.Node {
	return h.Ul(page.DrawEach(all, func(_ int, e play.LogEntry) g.Node { return h.Li(page.IsolatedText(e.Text())) }))
}

// viewSide draws the units of a side. Passengers are in their transport's row.
func (p *playPage) viewSide(i int) g.Node {
	s := p.State
	one, view := &s.Sides[i], [...]string{"mine", "theirs"}[i]
	waits := s.CountUnacted(i)
	about := fmt.Sprintf("%d of %d to act", waits, len(one.Units))
	switch {
	case one.Roster == nil:
		about = "no list"
	case s.IsOver:
		about = ""
	}
	units := g.Group{}
	for _, u := range one.Units {
		if !p.isNested(u) {
			units = append(units, p.viewRow(u))
		}
	}
	style := s.Style(i)
	return h.Section(h.Class("side"), h.Data("part", view), h.Aria("labelledby", "side-"+view),
		page.SpreadRow(h.H2(h.ID("side-"+view), page.IsolatedText(one.Name)), h.Span(h.Class("quiet"), g.Text(about))),
		g.Iff(style != nil, func() g.Node { return page.Para("quiet", style.Name+": "+style.Summary) }),
		g.Iff(style != nil && style.OncePerTurnAction != "", func() g.Node {
			e := play.Event{Verb: play.UseLimitedAction, OfOpponent: i == 1, Subject: style.OncePerTurnAction}
			if one.StyleAbilityUsed {
				e.Verb = play.UndoLimitedAction
			}
			return page.ControlRow(button("style-"+view, e, style.OncePerTurnAction, page.AriaPressed(one.StyleAbilityUsed), h.Aria("label", style.OncePerTurnAction+", "+one.Name)))
		}),
		g.Iff(one.Roster == nil, func() g.Node { return p.viewUnknownSide() }),
		g.If(i == 1 && p.CopyNote != "", page.Para("card quiet", p.CopyNote)),
		g.Iff(len(p.transports[i]) > maxTransportButtons, func() g.Node {
			return h.DataList(h.ID("transports-"+view),
				g.Map(p.transports[i], func(o *play.UnitState) g.Node { return h.Option(h.Value(o.Name)) }))
		}),
		units)
}

// viewUnknownSide draws a side without a list, with a counter of its activations.
func (p *playPage) viewUnknownSide() g.Node {
	if p.IsGuest {
		return page.Para("card", "My list is not here. The phone whose game it is can take it in, and its units stand here too.")
	}
	return h.Div(h.Class("card"),
		h.P(g.Text("Their list is not here; with it their units stand here too.")),
		g.If(p.Trouble != "", page.Para("warn", p.Trouble)),
		page.ControlRow(page.LinkButton(p.address()+"/foe", "The opponent")))
}
