package web

import (
	"bytes"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/builder/edit"
	"muster/builder/play"
	"muster/export"
	"muster/rules"
)

// tapID is the form whose taps are sent.
const tapID = "tap"

func (p *playPage) address() string { return p.List.address() + "/play" }

// view is a game at the table: both sides, and what is to be done. A phone shows
// one part at a time.
func (p *playPage) view() g.Node {
	s := p.State
	p.Rows.byID = map[string]string{}
	for i := range p.transports {
		p.transports[i] = transports(s, i)
	}
	sides := g.Group{p.side(0), p.side(1)}
	moments := s.Moments()
	over := slices.ContainsFunc(moments, func(m play.Moment) bool { return m.RoundOver })
	var rows []byte
	for _, id := range slices.Sorted(maps.Keys(p.Rows.byID)) {
		rows = fmt.Append(rows, id, p.Rows.byID[id])
	}
	p.Rows.as = etag(rows)
	return h.Div(h.Class("play"), h.Data("view", p.View), h.Data("awake", "yes"),
		h.Form(h.ID(tapID), h.Action(p.address()), h.Method("post"),
			hidden("seen", strconv.Itoa(p.Seen)),
			hidden("as", p.Rows.as),
			hidden("view", p.View)),
		h.Div(h.Class("spread round"),
			h.H1(isolated(s.Standing())),
			h.Div(h.Class("row"),
				button("next-round", play.Event{Do: play.Next}, "Next round", g.If(over, h.Class("main")), g.If(s.Over, h.Disabled())),
				button("last-round", play.Event{Do: play.Back}, "Last round", g.If(s.Round < 2 || s.Over, h.Disabled())))),
		h.P(h.Role("status"), h.ID("happened"), h.Class("quiet"), isolated(p.happened())),
		p.asked("end"),
		g.Iff(s.Over, func() g.Node { return p.over() }),
		p.now(moments),
		h.Div(h.Class("sides"),
			sides, p.table()),
		g.Iff(!s.Over, func() g.Node {
			return inRow(p.ask("end", "End game"), linkButton(p.address()+"/summary", "Summary"), linkButton(p.List.address(), "Back to the list"))
		}),
		p.bar(),
	)
}

// viewNoGame is the page of a game that cannot be read, which stays as it is until
// the player throws it away.
func viewNoGame(list *listName, why error) g.Node {
	text := "What was kept of the game cannot be read: " + sentence(why)
	if isNewer(why) {
		text = capital(sentence(why)) + ". If this page was open for long, load it again."
	}
	return narrow("Play "+list.Name,
		para("warn", text),
		inRow(gameFile(list), linkButton(list.address(), "Back to the list")),
		h.Details(h.Summary(g.Text("Begin a new game")), para("", "What was kept of this one is thrown away; save its file first if you want to keep it."),
			h.Form(h.Action(list.address()+"/play"), h.Method("post"),
				h.Button(h.Name("e"), h.Value("new"), g.Text("Throw it away, and begin a new game")))))
}

// gameFile is where the file of a game is saved.
func gameFile(list *listName) g.Node {
	return h.A(h.Class("button"), h.Href(list.address()+"/play/summary/yaml"), h.Download(playName(list.ID)), g.Attr("data-keep"), g.Text("Save the game's file"))
}

// happened says whose turn it is, and what happened last.
func (p *playPage) happened() string {
	s, all := p.State, []string{}
	if s.Turn >= 0 && !s.Over {
		all = append(all, s.Sides[s.Turn].Name+" to act")
	}
	if n := len(s.Log); n > 0 {
		all = append(all, "last: "+s.Log[n-1].Last())
	}
	return strings.Join(all, " · ")
}

// button is one that makes something happen; many go without an id, which costs
// time where pages are changed in place.
func button(id string, e play.Event, name string, more ...g.Node) g.Node {
	return h.Button(g.If(id != "", h.ID(id)), g.Attr("form", tapID), h.Name("e"), h.Value(sent(e)), g.Group(more), isolated(name))
}

// asked asks before the game ends, or is thrown away.
func (p *playPage) asked(what string) g.Node {
	sure := func(text, yes, value string) g.Node {
		return h.Section(h.Class("card ask"), h.Aria("label", "A question"), h.P(g.Text(text)), inRow(
			h.Button(h.ID("sure"), g.Attr("form", tapID), h.Name("e"), h.Value(value), h.Class("main"), g.Attr("autofocus"), g.Text(yes)),
			linkButton(p.address()+"?view="+url.QueryEscape(p.View), "Play on")))
	}
	switch {
	case p.Ask != what:
		return nil
	case what == "end":
		return sure("End the game in round "+strconv.Itoa(p.State.Round)+"?", "Yes, it is over", sent(play.Event{Do: play.End}))
	}
	return sure("Begin a new game? What happened in this one is thrown away; save its summary first if you want to keep it.", "Yes, throw it away", "new")
}

// over is what a game that has ended came to.
func (p *playPage) over() g.Node {
	return h.Section(h.Class("card"), h.Aria("label", "The result"), h.H2(isolated(p.State.Result())), viewScore(p.State),
		inRow(linkButton(p.address()+"/summary", "Summary"),
			button("resume", play.Event{Do: play.Resume}, "Play on"),
			p.ask("new", "New game"), linkButton(p.List.address(), "Back to the list")),
		p.asked("new"))
}

// ask is a button that leads to a question.
func (p *playPage) ask(what, name string) g.Node {
	return h.Button(h.ID("ask-"+what), g.Attr("form", tapID), g.Attr("formaction", p.address()+"?ask="+what+"&view="+url.QueryEscape(p.View)), g.Attr("formmethod", "get"),
		h.Name("ask"), h.Value(what), isolated(name))
}

// now is what the rules ask for, but for what they only allow.
func (p *playPage) now(moments []play.Moment) g.Node {
	var lines g.Group
	for i, m := range moments {
		if m.Quiet || m.Unit != nil {
			continue
		}
		var more g.Node
		if m.RoundOver && p.State.Game().Books() {
			more = numbered(p.State.Objectives, p.objective("end-"))
		}
		lines = append(lines, viewMoment(fmt.Sprintf("game-%d", i), m, more))
	}
	for i, m := range moments {
		if m.Quiet || m.Unit == nil {
			continue
		}
		side := "mine"
		if m.Unit.Their {
			side = "theirs"
		}
		lines = append(lines, h.Li(h.ID(fmt.Sprintf("now-%d", i)),
			h.A(h.Href(p.address()+"?view="+side+"#"+rowID(m.Unit)), h.Strong(isolated(m.Unit.Called)), h.Span(g.Text(" "+m.What)))))
	}
	if lines == nil {
		return nil
	}
	return h.Ul(h.Class("now"), h.Aria("label", "To do now"), lines)
}

// viewMoment is what is to be done, with a button for each way in which it can come
// out.
func viewMoment(id string, m play.Moment, more ...g.Node) g.Node {
	what := capital(m.What)
	if !strings.ContainsAny(what[len(what)-1:], ".?") {
		what += "."
	}
	return h.Li(h.Class("moment"),
		h.P(h.Strong(g.Text(what)), g.If(m.Text != "", g.Text(" "+m.Text))),
		g.Group(more),
		h.Div(h.Class("row"), numbered(m.Ways, func(i int, way play.Way) g.Node {
			return h.Button(h.ID(fmt.Sprintf("%s-%d", id, i)), g.Attr("form", tapID), h.Name("e"), h.Value(tap(way)),
				g.Iff(m.Unit != nil, func() g.Node { return h.Aria("label", way.Label+", "+m.Unit.Name) }), isolated(way.Label))
		})))
}

// numbered draws each with its place.
func numbered[T any](all []T, draw func(int, T) g.Node) g.Group {
	nodes := make(g.Group, len(all))
	for i, one := range all {
		nodes[i] = draw(i, one)
	}
	return nodes
}

func capital(text string) string {
	if text == "" {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// side is one side's units. What rides in another stands in its row.
func (p *playPage) side(i int) g.Node {
	s := p.State
	one, view := &s.Sides[i], [...]string{"mine", "theirs"}[i]
	waits := s.Waits(i)
	about := fmt.Sprintf("%d of %d to act", waits, len(one.Units))
	if one.Roster == nil {
		about = "no list"
	}
	units := g.Group{}
	for _, u := range one.Units {
		if !p.nested(u) {
			units = append(units, p.known(u))
		}
	}
	style := s.Style(i)
	return h.Section(h.Class("side"), h.Data("part", view), h.Aria("labelledby", "side-"+view),
		spread(h.H2(h.ID("side-"+view), isolated(one.Name)), h.Span(h.Class("quiet"), g.Text(about))),
		g.Iff(style != nil, func() g.Node { return para("quiet", style.Name+": "+style.Summary) }),
		g.Iff(one.Roster == nil, func() g.Node { return p.unknown(i) }),
		g.If(i == 1 && p.Copied != "", para("card quiet", p.Copied)),
		g.Iff(len(p.transports[i]) > mostTransports, func() g.Node {
			return h.DataList(h.ID("transports-"+view), g.Map(p.transports[i], func(o *play.UnitState) g.Node { return h.Option(h.Value(o.Name)) }))
		}),
		units)
}

// nested reports whether the unit stands in the row of another: of what it rides in,
// or of the squad that it acts with.
func (p *playPage) nested(u *play.UnitState) bool {
	if u.In != "" && u.Lives() {
		return true
	}
	o, _ := p.State.Unit(u.Their, u.Beside)
	return o != nil && u.Lives() && o.Lives() && o.In == u.In && u.Second && !o.Second
}

// unknown is a side whose list nobody knows: its turns are counted.
func (p *playPage) unknown(i int) g.Node {
	return h.Div(h.Class("card"),
		h.P(g.Text("Their list is not here; with it their units stand here too.")),
		g.If(p.Trouble != "", para("warn", p.Trouble)),
		inRow(button("pass", play.Event{Do: play.Pass, Their: i == 1}, "They acted", g.If(p.State.Over, h.Disabled())),
			linkButton(p.address()+"/foe", "Who they are")))
}

func rowID(u *play.UnitState) string {
	if u.Their {
		return "their-" + u.ID
	}
	return "unit-" + u.ID
}

// known is the row of a unit, without what is in it where the asking page shows the
// same.
func (p *playPage) known(u *play.UnitState) g.Node {
	id := rowID(u)
	if as := p.Known.byID[id]; p.Alone && u != p.Changed && as != "" {
		p.Rows.byID[id] = as
		return frame(u, h.Data("as", as))
	}
	var text bytes.Buffer
	if err := p.within(u).Render(&text); err != nil { // as no node does
		return p.row(u)
	}
	as := etag(fmt.Append(text.Bytes(), u.Acted, u.Lives()))
	p.Rows.byID[id] = as
	return frame(u, h.Data("as", as), g.If(p.Known.byID[id] != as, g.Raw(text.String())))
}

// row is a unit at the table.
func (p *playPage) row(u *play.UnitState) g.Node { return frame(u, p.within(u)) }

// frame is the frame of a unit's row.
func frame(u *play.UnitState, content ...g.Node) g.Node {
	class := "card unit"
	if u.Acted {
		class += " acted"
	}
	if !u.Lives() {
		class += " gone"
	}
	return h.Article(h.Class(class), h.ID(rowID(u)), h.Data("unit", u.ID), h.Aria("labelledby", "name-"+rowID(u)), g.Group(content))
}

// within is what a unit's row holds: the unit, who acts with it, and who rides in it.
func (p *playPage) within(u *play.UnitState) g.Group {
	s, id := p.State, rowID(u)
	moments := s.MomentsOf(u)
	content := g.Group{p.body(u, &u.Bodies[0])}
	for i := range u.Bodies[1:] {
		b := &u.Bodies[i+1]
		content = append(content, h.Div(h.Class("hero"), h.Data("unit", b.ID), p.body(u, b)))
	}
	for i := range u.Bodies {
		b := &u.Bodies[i]
		for _, meaning := range s.Meaning(b) {
			content = append(content, h.P(h.Class("state"), h.Strong(g.If(i > 0, g.Text(b.Name+": ")), g.Text(meaning[0]+". ")), g.Text(meaning[1])))
		}
	}
	for _, state := range u.States {
		content = append(content, h.P(h.Class("state"), h.Strong(g.Text(s.Game().Word(state)+". ")), g.Text(s.Means(u, state))))
	}
	if len(moments) > 0 {
		content = append(content, h.Ul(h.Class("now"), numbered(moments, func(i int, m play.Moment) g.Node { return viewMoment(fmt.Sprintf("%s-do-%d", id, i), m) })))
	}
	content = append(content, p.more(u))
	if o, _ := s.Unit(u.Their, u.Beside); o != nil && u.In == "" && p.nested(o) {
		content = append(content, p.row(o))
	}
	for _, o := range s.Aboard(u) {
		content = append(content, p.row(o))
	}
	return content
}

// body is a squad, or a hero who joined it: what is left, its figures and weapons,
// and the taps that are made most.
func (p *playPage) body(u *play.UnitState, b *play.BodyState) g.Node {
	s, id := p.State, rowID(u)
	if b.Hero {
		id += "-" + b.ID
	}
	do := func(key string, verb play.Verb, name string, more ...g.Node) g.Node {
		return button(id+"-"+key, play.Event{Do: verb, Their: u.Their, Unit: b.ID}, name, append(more, h.Aria("label", name+" "+b.Name))...)
	}
	arms := s.Arms(u, b)
	sign := ""
	switch fate := u.Fate(); {
	case b.ModelsLeft() == 0 && b.Hero:
		sign = "fallen"
	case fate != "":
		sign = fate
	case b.Hero:
	case u.Waiting:
		sign = "in reserve"
	case u.Arrived == s.Round:
		sign = "just arrived"
	case u.Lives() && u.Half() && !u.Vehicle && s.Game().Books():
		sign = "½"
	}
	gone := !u.Lives() || b.ModelsLeft() == 0
	return g.Group{
		spread(
			h.H3(h.ID("name-"+id), h.A(h.Href(fmt.Sprintf("%s/unit?unit=%s&their=%s", p.address(), url.QueryEscape(u.ID), yes(u.Their))), g.Attr("data-pop"), isolated(b.Name))),
			h.P(h.Class("left"), h.Strong(g.Text(b.Left())), g.If(sign != "", h.Span(h.Class("sign"), g.Text(sign))),
				g.If(u.Acted && !b.Hero, h.Span(h.Class("sign"), g.Text("acted"))))),
		g.If(!gone, g.Group{
			h.P(h.Class("stats"), numbered(arms.Stats, func(_ int, stat builder.Stat) g.Node {
				return h.Span(g.Text(stat.Label+" "), h.Strong(g.Text(stat.Value)), g.Text(" "))
			}), isolated(inWords(arms.Rules)), g.If(b.Casts != "", g.Text(" · "+b.Casts))),
			h.Ul(h.Class("weapons"), numbered(arms.Weapons, func(_ int, w play.Weapon) g.Node {
				return h.Li(h.Span(h.Class("fig"), g.Textf("%d×", w.Count)), h.Span(h.Strong(isolated(w.Name)), g.Text(" "+inWords(append([]string{w.Does}, w.Rules...)))))
			})),
		}),
		h.Div(h.Class("row taps"),
			g.If(!gone, do("wound", play.Wound, "Wound", h.Class("hurt"))),
			g.Iff(u.Vehicle && !gone, func() g.Node {
				return button(id+"-critical", play.Event{Do: play.Wound, Their: u.Their, Unit: b.ID, What: "critical"}, "Critical", h.Aria("label", "Critical hit on "+b.Name))
			}),
			g.If(u.Gone == "", do("heal", play.Heal, "Heal", g.If(b.WoundsLeft() == b.Wounds(), h.Disabled()))),
			g.Iff(!b.Hero && u.Lives(), func() g.Node { return p.acts(u, id) }),
			g.Iff(!b.Hero && !gone, func() g.Node { return p.fights(u, id) }),
			g.Iff(!b.Hero && u.OnTable(), func() g.Node { return p.states(u, id, true) }),
			g.If(!b.Hero && u.In != "" && !gone, button(id+"-leave", play.Event{Do: play.Leave, Their: u.Their, Unit: u.ID}, "Get out", h.Aria("label", "Get out, "+u.Name))),
			g.Iff(b.Body.Tokens > 0 && !gone, func() g.Node {
				return h.Span(h.Class("tokens"),
					do("spend", play.Spend, "Spend token", g.If(b.Tokens == 0, h.Disabled())),
					h.B(g.Textf("%d of %d", b.Tokens, s.Game().Play.Tokens)), h.Span(h.Class("hidden"), g.Text("tokens")),
					do("gain", play.Gain, "Gain token", h.Class("plain"), g.If(b.Tokens >= s.Game().Play.Tokens, h.Disabled())))
			}),
			g.Iff(!gone, func() g.Node { return p.uses(u, b, id, false) }),
			g.Iff(!gone, func() g.Node { return p.marks(u, b, id) }),
		),
	}
}

// marks are the tokens of a body by optional rules that are played.
func (p *playPage) marks(u *play.UnitState, b *play.BodyState, id string) g.Group {
	s := p.State
	return numbered(s.Optional(), func(i int, o rules.Optional) g.Node {
		if !s.Plays(o.ID) || !b.Has(&o) {
			return nil
		}
		now, most := b.Marks[i], b.Most(&o)
		do := func(verb play.Verb, name, label string, more ...g.Node) g.Node {
			return button(id+"-"+string(verb)+"-"+o.ID, play.Event{Do: verb, Their: u.Their, Unit: b.ID, What: o.ID}, name, append(more, h.Aria("label", label+" "+o.Token+", "+b.Name))...)
		}
		return h.Span(h.Class("tokens"),
			do(play.Mark, "+1 "+o.Token, "+1", g.If(most > 0 && now >= most, h.Disabled())),
			h.B(g.Text(strconv.Itoa(now)), g.If(most > 0, g.Textf(" of %d", most))), h.Span(h.Class("hidden"), g.Text(o.Token)),
			g.If(now > 0, do(play.Unmark, "−1", "−1")))
	})
}

// acts is the button of a unit that acts.
func (p *playPage) acts(u *play.UnitState, id string) g.Node {
	e, name := play.Event{Do: play.Act, Their: u.Their, Unit: u.ID}, "Activate"
	if u.Acted {
		e.Do, name = play.Unact, "Not acted"
	}
	if u.Off {
		return nil
	}
	return button(id+"-act", e, name, h.Aria("label", name+" "+u.Name), g.If(!u.Acted, h.Class("main")), g.If(!u.OnTable(), h.Disabled()))
}

// fights is the button of a unit that fought, and then of one that lost, where that
// counts.
func (p *playPage) fights(u *play.UnitState, id string) g.Node {
	if !p.State.Game().Books() || !u.OnTable() || u.In != "" {
		return nil
	}
	e, name := play.Event{Do: play.Fought, Their: u.Their, Unit: u.ID}, "Fought"
	if u.Is(rules.Fatigued) {
		e.Do, name = play.Beaten, "Lost melee"
	}
	return button(id+"-melee", e, name, h.Aria("label", name+", "+u.Name))
}

// states are buttons of those in which a unit can be: those that fire brings and the
// unit's turn takes, which stand on the row, or the others.
func (p *playPage) states(u *play.UnitState, id string, often bool) g.Group {
	s := p.State
	return numbered(s.Game().States, func(_ int, state rules.State) g.Node {
		if fire := !s.Game().Books() && state.Ends == rules.EndsActed; fire != often || !u.CanBe(&state) {
			return nil
		}
		e, name := play.Event{Do: play.Begins, What: state.ID, Their: u.Their, Unit: u.ID}, s.Game().Word(state.ID)
		if u.Is(state.ID) {
			e.Do = play.Ends
		}
		return button(id+"-"+state.ID, e, name, pressed(u.Is(state.ID)), h.Aria("label", name+", "+u.Name))
	})
}

// uses are what a body may do so often in a game, or in a round: what only some
// may, or what any unit may.
func (p *playPage) uses(u *play.UnitState, b *play.BodyState, id string, any bool) g.Group {
	return numbered(b.Once, func(i int, once play.Once) g.Node {
		if once.Any != any {
			return nil
		}
		left := b.Uses(i)
		e, name := play.Event{Do: play.Use, Their: u.Their, Unit: b.ID, What: once.Name}, fmt.Sprintf("Use %s: %d left", once.Name, left)
		if once.Turn {
			name += " this round"
		}
		return g.Group{
			button(fmt.Sprintf("%s-use-%d", id, i), e, name, h.Aria("label", name+", "+b.Name), g.If(left == 0, h.Disabled())),
			g.Iff(b.Used[i] > 0, func() g.Node {
				e.Do = play.Unuse
				return button(fmt.Sprintf("%s-unuse-%d", id, i), e, "Back", h.Class("plain"), h.Aria("label", "Back: "+once.Name+" was not used, "+b.Name))
			}),
		}
	})
}

// more is what is done less often to a unit.
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
		rows = append(rows, h.Div(h.Class("row"), h.Role("group"), h.Aria("label", label+", "+u.Name), g.Group(buttons)))
	}
	if u.Lives() {
		row("States", p.states(u, id, false)...)
		if s.Game().Books() {
			row("Melee", g.Iff(!u.Is(rules.Fatigued), func() g.Node { return do(play.Event{Do: play.Beaten}, "Lost melee") }),
				g.If(s.Rests(u), do(play.Event{Do: play.Act, What: "idle"}, "Stayed idle")),
				g.Iff(!u.Acted && len(u.States) > 0, func() g.Node {
					return do(play.Event{Do: play.Act, What: "keep"}, "Acted, still "+s.Game().Word(u.States[0]))
				}))
		}
		for i := range u.Bodies {
			row("At once", p.atOnce(u, &u.Bodies[i])...)
		}
		for i := range u.Bodies {
			if b := &u.Bodies[i]; len(b.Kinds) > 1 {
				row("Who falls", para("quiet", "Fell instead, or falls next:"), numbered(b.Kinds, func(k int, kind play.Kind) g.Node {
					return do(play.Event{Do: play.Fell, Unit: b.ID, N: k + 1}, fmt.Sprintf("%d× %s", b.Of(k), kind.Name), g.If(b.Of(k) == 0, h.Disabled()))
				}))
			}
		}
		row("Once a round", p.uses(u, &u.Bodies[0], id, true)...)
		row("Where it is", p.moves(u, do)...)
	} else {
		row("It is gone", g.If(u.Gone != "", do(play.Event{Do: play.Return}, "On the table after all")))
	}
	return h.Details(h.ID(id+"-more"), h.Summary(g.Text("More")), rows)
}

// atOnce are wounds that a body takes in one tap.
func (p *playPage) atOnce(u *play.UnitState, b *play.BodyState) []g.Node {
	if u.Vehicle || b.WoundsLeft() < 3 {
		return nil
	}
	label := "Wounds at once:"
	if b.Hero {
		label = "Wounds at once, " + b.Name + ":"
	}
	nodes := []g.Node{h.Span(isolated(label))}
	for _, n := range []int{2, 3, 4, 5, 6, 8, 10} {
		if n <= b.WoundsLeft() {
			nodes = append(nodes, button("", play.Event{Do: play.Wound, Their: u.Their, Unit: b.ID, N: n}, strconv.Itoa(n), h.Class("hurt"), h.Aria("label", fmt.Sprintf("%d wounds, %s", n, b.Name))))
		}
	}
	return nodes
}

// moves are where a unit can go.
func (p *playPage) moves(u *play.UnitState, do func(play.Event, string, ...g.Node) g.Node) []g.Node {
	moves := []g.Node{
		linkButton(fmt.Sprintf("%s/odds?unit=%s&their=%s", p.address(), url.QueryEscape(u.ID), yes(u.Their)), "Odds"),
		do(play.Event{Do: play.Remove, What: "destroyed"}, "Destroyed"),
		do(play.Event{Do: play.Remove, What: "routed"}, "Routs"),
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
			view := [...]string{"mine", "theirs"}[sideOf(u.Their)]
			moves = append(moves, h.Form(h.Class("row"), h.Action(p.address()), h.Method("post"), hidden("e", sent(into)), hidden("view", view),
				h.Input(h.Name("into"), h.Required(), h.AutoComplete("off"), h.List("transports-"+view), h.Aria("label", "What "+u.Name+" gets into")), h.Button(g.Text("Get in"))))
		default:
			for _, o := range all {
				if into.What = o.ID; o != u {
					moves = append(moves, do(into, "Get into "+o.Name))
				}
			}
		}
	}
	return moves
}

// mostTransports is how many a unit has a button each for; of more one is typed.
const mostTransports = 12

// transports returns what units of a side can get into.
func transports(s *play.State, side int) []*play.UnitState {
	var all []*play.UnitState
	for _, o := range s.Sides[side].Units {
		if o.Holds && o.OnTable() {
			all = append(all, o)
		}
	}
	return all
}

// sideOf returns the place of a side: the player's, or the opponent's.
func sideOf(their bool) int {
	if their {
		return 1
	}
	return 0
}

func yes(on bool) string {
	if on {
		return "yes"
	}
	return ""
}

// table is what is not a unit: objectives, missions, the opponent, the story.
func (p *playPage) table() g.Node {
	s := p.State
	return h.Section(h.Class("side"), h.Data("part", "table"), h.Aria("labelledby", "side-table"),
		h.H2(h.ID("side-table"), g.Text("Table")),
		p.mission(),
		h.Div(h.Class("card"), h.H3(g.Text("Objectives")), numbered(s.Objectives, p.objective("")),
			inRow(button("objective-more", play.Event{Do: play.Objectives, N: len(s.Objectives) + 1}, "One more"),
				button("objective-fewer", play.Event{Do: play.Objectives, N: max(1, len(s.Objectives)-1)}, "One fewer", g.If(len(s.Objectives) < 2, h.Disabled()))),
		),
		h.Div(h.Class("card"), h.H3(g.Text("Score")), viewScore(s), numbered(s.Sides[:], func(i int, one play.SideState) g.Node {
			return h.Div(h.Class("row"), h.Span(isolated(one.Name)),
				button(fmt.Sprintf("score-less-%d", i), play.Event{Do: play.Unscore, Their: i == 1}, "−1", h.Aria("label", "−1 point, "+one.Name)),
				button(fmt.Sprintf("score-more-%d", i), play.Event{Do: play.Score, Their: i == 1}, "+1", h.Aria("label", "+1 point, "+one.Name)))
		})),
		p.missions(), p.lengths(), p.optional(), inRow(linkButton(p.address()+"/foe", "Who the opponent is")), p.log())
}

// mission is that of both sides, in games that have such.
func (p *playPage) mission() g.Node {
	s := p.State
	all := s.Game().Play.Missions
	if all == nil {
		return nil
	}
	m := s.Both()
	return h.Div(h.Class("card"), h.H3(g.Text("Mission")),
		g.Iff(m != nil, func() g.Node { return h.P(h.Strong(g.Text(m.Name+". ")), g.Text(m.Summary)) }),
		h.Details(h.ID("missions"), h.Summary(g.Text("Choose the mission")), inRow(numbered(all, func(_ int, one rules.Mission) g.Node {
			return button("mission-"+one.ID, play.Event{Do: play.Mission, What: one.ID}, one.Name, pressed(m != nil && m.ID == one.ID))
		}))))
}

// objective draws one, and who holds it; key tells those in one place from those in
// another.
func (p *playPage) objective(key string) func(i, holder int) g.Node {
	return func(i, holder int) g.Node { return p.holds(key, i, holder) }
}

func (p *playPage) holds(key string, i, holder int) g.Node {
	s := p.State
	name := func(side int) string { return s.Sides[side].Name }
	number := fmt.Sprintf("objective %d", i+1)
	return h.Div(h.Class("row objective"), h.Role("group"), h.Aria("label", capital(number)), h.B(icon("flag"), g.Text(strconv.Itoa(i+1))),
		button(fmt.Sprintf("%smine-%d", key, i), play.Event{Do: play.Seize, N: i + 1}, "Mine", pressed(holder == 0), h.Aria("label", "Mine: "+name(0)+" holds "+number)),
		button(fmt.Sprintf("%snone-%d", key, i), play.Event{Do: play.Neutral, N: i + 1}, "Nobody", h.Class("nobody"), pressed(holder < 0), h.Aria("label", "Nobody holds "+number)),
		button(fmt.Sprintf("%stheir-%d", key, i), play.Event{Do: play.Seize, N: i + 1, Their: true}, "Theirs", pressed(holder == 1), h.Aria("label", "Theirs: "+name(1)+" holds "+number)))
}

// viewScore is what both sides had at the end of each round, and have now.
func viewScore(s *play.State) g.Node {
	head, rows := g.Group{h.Th(h.Scope("col"), g.Text("Side"))}, g.Group{}
	for i := range s.Sides[0].ByRound {
		head = append(head, h.Th(h.Scope("col"), h.Class("n"), g.Textf("%d", i+1)))
	}
	for i := range s.Sides {
		cells := g.Group{h.Th(h.Scope("row"), isolated(s.Sides[i].Name))}
		for _, n := range s.Sides[i].ByRound {
			cells = append(cells, h.Td(h.Class("n"), g.Text(strconv.Itoa(n))))
		}
		rows = append(rows, h.Tr(cells, h.Td(h.Class("n"), h.Strong(g.Text(strconv.Itoa(s.Total(i)))))))
	}
	return scroll("Score by round", h.Table(h.Caption(g.Text("By round")), h.THead(h.Tr(head, h.Th(h.Scope("col"), h.Class("n"), g.Text("Now")))), h.TBody(rows)))
}

// missions are those of both sides, in games that have them.
func (p *playPage) missions() g.Node {
	s := p.State
	all := s.Missions()
	if all == nil {
		return nil
	}
	cards := g.Group{}
	for i := range s.Sides {
		one, m := &s.Sides[i], s.Mission(i)
		at := func(key string, e play.Event, name string, more ...g.Node) g.Node {
			e.Their = i == 1
			return button(fmt.Sprintf("mission-%s-%d", key, i), e, name, append(more, h.Aria("label", name+", "+one.Name))...)
		}
		content := g.Group{h.H3(isolated("Mission of " + one.Name))}
		if m != nil {
			content = append(content, h.P(h.Strong(g.Text(m.Name+". ")), g.Text(m.Summary)))
			if gone, needs := s.Destroyed(1 - i); needs > 0 {
				content = append(content, h.P(g.Textf("%d of %d enemy units gone", gone, needs)))
			}
			if m.Turns > 0 {
				content = append(content, h.P(g.Textf("Held for %d of %d turns running", one.Held, m.Turns)), inRow(
					at("held", play.Event{Do: play.Held}, "Held this turn", g.If(one.Held >= m.Turns, h.Disabled())), at("unheld", play.Event{Do: play.Unheld}, "Not held", g.If(one.Held == 0, h.Disabled()))))
			} else if one.Won {
				content = append(content, inRow(at("unwon", play.Event{Do: play.Unwon}, "Not done after all")))
			} else {
				content = append(content, inRow(at("won", play.Event{Do: play.Won}, "Done")))
			}
			if s.Done(i) {
				content = append(content, para("good", "The mission is done."))
			}
		}
		style := s.Style(i)
		content = append(content, h.Details(h.ID(fmt.Sprintf("missions-%d", i)), h.Summary(g.Text("Choose the mission")),
			inRow(numbered(all, func(_ int, one play.MissionOf) g.Node {
				return at(one.ID, play.Event{Do: play.Mission, What: one.ID}, one.Name, pressed(m != nil && m.ID == one.ID))
			})),
			para("quiet", "Style of command:"),
			inRow(numbered(s.Styles(), func(_ int, one play.Style) g.Node {
				return at(one.ID, play.Event{Do: play.Command, What: one.ID}, one.Name, pressed(style != nil && style.ID == one.ID))
			}))))
		cards = append(cards, h.Div(h.Class("card"), content))
	}
	return cards
}

// lengths are how many rounds the game may last, where that is chosen.
func (p *playPage) lengths() g.Node {
	all := p.State.Lengths()
	if len(all) < 2 {
		return nil
	}
	all = slices.Sorted(slices.Values(all))
	return h.Div(h.Class("card"), h.H3(g.Text("Rounds")), inRow(numbered(all, func(_ int, n int) g.Node {
		return button(fmt.Sprintf("length-%d", n), play.Event{Do: play.Length, N: n}, strconv.Itoa(n), pressed(n == p.State.Rounds), h.Aria("label", fmt.Sprintf("The game lasts %d rounds", n)))
	})))
}

// optional are optional rules with tokens, each played or not.
func (p *playPage) optional() g.Node {
	s := p.State
	if len(s.Optional()) == 0 {
		return nil
	}
	return h.Div(h.Class("card"), h.H3(g.Text("Optional rules")), numbered(s.Optional(), func(_ int, o rules.Optional) g.Node {
		e := play.Event{Do: play.Option, What: o.ID}
		if s.Plays(o.ID) {
			e.Do = play.NoOption
		}
		return g.Group{inRow(button("option-"+o.ID, e, o.Name, pressed(s.Plays(o.ID)))), para("quiet", o.Summary)}
	}))
}

// viewFoe is the form that says who the opponent is.
func viewFoe(list *listName, name, trouble string, lists []edit.Choice) g.Node {
	at := list.address() + "/play"
	return narrow("Who the opponent is",
		g.If(trouble != "", para("warn", "Their list cannot be read: "+trouble)),
		h.Form(h.Action(at), h.Method("post"), g.Attr("data-push"),
			labelled("Name", h.Input(h.Name("name"), h.MaxLength("80"), h.AutoComplete("off"), h.Value(name))),
			labelled("Their list: a code, a link, or what Army Forge shares", h.Textarea(h.Name("code"), h.Rows("3"), h.AutoComplete("off"))),
			g.If(len(lists) > 1, labelled("Or a list of mine", h.Select(h.Name("own"), options(lists, "")))),
			para("quiet", "A name alone will do; with the list their units stand at the table too, and odds are against them."),
			inRow(h.Button(h.Name("e"), h.Value(sent(play.Event{Do: play.Foe, Their: true})), h.Class("main"), g.Text("That is the opponent")), linkButton(at, "Back to the table"))))
}

// log is the story of the game, the newest first.
func (p *playPage) log() g.Node {
	rounds := g.Group{}
	for _, chapter := range slices.Backward(p.State.Story()) {
		slices.Reverse(chapter.Entries)
		rounds = append(rounds, h.H3(g.Textf("Round %d", chapter.Round)), viewEntries(chapter.Entries))
	}
	return h.Details(h.Class("card log"), h.ID("log"), h.Summary(g.Text("What happened")), rounds)
}

func viewEntries(all []play.Entry) g.Node {
	return h.Ul(numbered(all, func(_ int, e play.Entry) g.Node { return h.Li(isolated(e.Text())) }))
}

// bar is at the thumb: the tap before is taken back, and a phone changes between
// the parts.
func (p *playPage) bar() g.Node {
	part := func(view string, name ...g.Node) g.Node {
		return h.A(h.Class("button part"), h.ID("to-"+view), h.Href(p.address()+"?view="+view+"#side-"+view), g.Attr("data-keep"), g.If(p.View == view, h.Aria("current", "true")), g.Group(name))
	}
	return h.Div(h.Class("bar"),
		h.Button(h.ID("undo"), g.Attr("form", tapID), h.Name("e"), h.Value("undo"), g.If(p.Seen == 0, h.Disabled()), h.Aria("label", "Undo"), icon("undo"), h.Span(g.Text("Undo"))),
		h.Div(h.Class("parts"), h.Role("group"), h.Aria("label", "Parts of the table"),
			part("mine", h.Span(h.Class("alone"), g.Text("Mine")), h.Span(h.Class("both"), g.Text("Units"))), part("theirs", g.Text("Theirs")), part("table", g.Text("Table")),
			h.A(h.Class("button"), h.Href(p.address()+"/odds"), g.Text("Odds"))))
}

// viewPlayUnit is all of a unit: what its rules and spells say, and its states.
func viewPlayUnit(list *listName, s *play.State, u *play.UnitState, block export.Block, spells []export.Section) g.Node {
	var blocks []export.Block
	var add func(b export.Block)
	add = func(b export.Block) {
		blocks = append(blocks, b)
		for _, o := range b.Joined {
			add(o)
		}
	}
	add(block)
	terms := func(title string, all []export.Entry) g.Node {
		return g.If(len(all) > 0, h.Section(h.Aria("label", title), h.H2(g.Text(title)), h.Dl(numbered(all, func(_ int, e export.Entry) g.Node {
			return g.Group{h.Dt(h.Strong(isolated(e.Name))), h.Dd(g.Text(e.Text))}
		}))))
	}
	var states []export.Entry
	for i := range s.Game().States {
		if state := &s.Game().States[i]; u.CanBe(state) {
			states = append(states, export.Entry{Name: s.Game().Word(state.ID), Text: s.Means(u, state.ID)})
		}
	}
	return h.Div(h.Class("play"), narrow(u.Name,
		numbered(blocks, func(_ int, b export.Block) g.Node {
			return h.Section(h.Aria("label", b.Name), g.If(len(blocks) > 1, h.H2(isolated(b.Name))), wording{}.card(&b), terms("What the rules of "+b.Name+" mean", b.Terms))
		}),
		numbered(spells, func(_ int, section export.Section) g.Node { return terms(section.Title, section.Entries) }),
		terms("What can become of it", states),
		h.P(linkButton(list.address()+"/play", "Back to the table")),
	))
}

// viewSummary is a game to keep.
func viewSummary(list *listName, s *play.State) g.Node {
	return h.Div(h.Class("play"), narrow("The game of "+list.Name,
		h.P(h.Strong(isolated(s.Result()))), h.P(isolated(s.Standing())), viewScore(s),
		numbered(s.Sides[:], func(i int, one play.SideState) g.Node {
			return g.If(one.Roster != nil, h.Section(h.Aria("label", one.Name), h.H2(isolated(one.Name)), g.Iff(s.Mission(i) != nil, func() g.Node {
				done := "not done"
				if s.Done(i) {
					done = "done"
				}
				return h.P(g.Text("Mission: " + s.Mission(i).Name + ", " + done))
			}), h.Ul(numbered(one.Units, func(_ int, u *play.UnitState) g.Node {
				return h.Li(h.Strong(isolated(u.Name)), isolated(": "+u.Losses()))
			}))))
		}),
		h.H2(g.Text("What happened")),
		h.Div(h.Class("log"), numbered(s.Story(), func(_ int, chapter play.Chapter) g.Node {
			return g.Group{h.H3(g.Textf("Round %d", chapter.Round)), viewEntries(chapter.Entries)}
		})),
		h.Div(h.Class("row tools"),
			h.A(h.Class("button"), h.Href(list.address()+"/play/summary/txt"), h.Download(list.ID+"-game.txt"), g.Attr("data-keep"), g.Text("Save")),
			gameFile(list),
			h.Button(h.Type("button"), g.Attr("data-print"), icon("print"), g.Text("Print")),
			linkButton(list.address()+"/play", "Back to the table")),
	))
}
