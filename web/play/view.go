package play

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/builder/finding"
	"muster/builder/odds"
	"muster/builder/play"
	"muster/report"
	"muster/web/desk"
	"muster/web/page"
)

// view draws a game at the table: required moments and both sides. Phones show one part at a time.
func (p *playPage) view() g.Node {
	s := p.State
	for i := range p.transports {
		p.transports[i] = transports(s, i)
	}
	moments := s.Moments()
	over := slices.ContainsFunc(moments, func(m play.Moment) bool { return m.RoundOver })
	next, sides := p.ask("next", "Next round"), "div"
	if s.Unacted(0)+s.Unacted(1) == 0 {
		next = button("next-round", play.Event{Do: play.Next}, "Next round", g.If(over, h.Class("main")))
	}
	if s.Over { // nothing happens in it any more
		next, sides = nil, "fieldset"
	}
	end := p.ask("end", "End game")
	if s.Last() && !s.Over {
		next, end = p.ask("end", "End game", g.If(over, h.Class("main"))), next
	}
	return h.Div(h.Class("play"), h.Data("view", p.View), h.Data("awake", "yes"), g.If(p.Shared, h.Data("stream", p.address()+"/events")), g.If(p.Shared, h.Data("game", p.ETag)),
		h.Form(h.ID(tapID), h.Action(p.address()), h.Method("post"),
			page.Hidden("seen", strconv.Itoa(p.Seen)), page.Hidden("view", p.View), g.If(p.Shared, page.Hidden("game", p.game)),
			g.If(p.At[0] != "", page.Hidden("at", p.At[0])), g.If(p.At[1] != "", page.Hidden("by", p.At[1]))),
		h.Div(h.Class("spread round"),
			g.If(!p.Guest, h.A(h.Class("back"), h.Href(p.List.Address()), h.Aria("label", "Back to the list"), page.Icon("back"))),
			h.H1(h.Aria("label", s.Standing()), g.Text(s.InRound()+" · "), h.Span(h.Class("side-name"), page.Isolated(s.Sides[0].Name), g.Text(" ")),
				g.Textf("%d – %d", s.Total(0), s.Total(1)), h.Span(h.Class("side-name"), g.Text(" "), page.Isolated(s.Sides[1].Name))),
			next),
		g.Iff(!s.Over, func() g.Node { return g.Group{p.question("next"), p.question("end"), p.question("new")} }),
		g.Iff(s.Over, func() g.Node { return p.over() }),
		g.El(sides, h.Class("sides"), g.If(s.Over, h.Disabled()), p.side(0), p.side(1), p.table()),
		g.Iff(!s.Over, func() g.Node {
			return page.Row(end, g.If(p.Seen > 0 && !p.Guest, p.ask("new", "New game")), page.LinkButton(p.address()+"/summary", "Summary"),
				g.If(p.Shared && !p.Guest, page.LinkButton(p.address()+"/link", "Second phone")))
		}),
		g.If(p.Shared, h.P(h.ID("unsent"), h.Class("warn"), h.Role("status"))),
		h.Div(h.Class("base"), p.now(moments), p.turn(), p.bar()),
	)
}

// viewNoGame draws the page for an unreadable game, which stays until the player deletes it.
func viewNoGame(list *page.List, why error) g.Node {
	text := "What was kept of the game cannot be read: " + page.Sentence(why)
	if isNewer(why) {
		text = report.Capital(page.Sentence(why)) + ". If this page was open for long, load it again."
	}
	return page.Narrow("Play "+list.Name,
		page.Para("warn", text),
		page.Row(gameFile(list)),
		h.Details(h.Summary(g.Text("Begin a new game")),
			page.Para("", "What was kept of this one is thrown away; save its file first if you want to keep it."),
			h.Form(h.Action(list.Address()+"/play"), h.Method("post"),
				h.Button(h.Name("e"), h.Value("new"), g.Text("Throw it away, and begin a new game")))))
}

func gameFile(list *page.List) g.Node {
	return h.A(h.Class("button"), h.Href(list.Address()+"/play/summary/yaml"), h.Download(desk.GameFile(list.ID)),
		g.Attr("data-keep"), g.Text("Save the game's file"))
}

// turn draws whose turn it is, what happened last, and how many units of each side can still act. A
// button passes the turn of an opponent without a list.
func (p *playPage) turn() g.Node {
	s, who, about, acted := p.State, "", []string{}, "They acted"
	mine, theirs := p.sideWords()
	if p.Guest {
		acted = "I acted"
	}
	if s.Turn >= 0 && !s.Over {
		who = s.Sides[s.Turn].Name + " to act"
		var left []string
		for i, side := range []string{mine, theirs} {
			if s.Sides[i].Roster != nil {
				left = append(left, fmt.Sprintf("%s %d", strings.ToLower(side), s.Unacted(i)))
			}
		}
		if left != nil { // first, for what happened may be cut
			about = append(about, "left: "+page.Commas(left))
		}
	}
	if n := len(s.Log); n > 0 {
		last := s.Log[n-1].Last()
		if p.both && n > 1 {
			last = s.Log[n-2].Last() + ", then " + last
		}
		about = append(about, "last: "+last)
	}
	return h.Div(h.Class("turn"), g.If(s.Turn >= 0, h.Data("side", sideName(s.Turn == 1))),
		h.P(h.Role("status"), h.ID("happened"), g.If(who != "", h.Strong(page.Isolated(who))), g.Text(" "), h.Span(h.Class("quiet"), page.Isolated(strings.Join(about, " · ")))),
		g.If((s.Turn == 1 || s.Sides[1].Roster == nil) && !s.Over, button("pass", play.Event{Do: play.Pass, Their: true}, acted)))
}

// question asks before a round ends although units can still act, and before the game ends or a new
// one begins.
func (p *playPage) question(what string) g.Node {
	sure := func(text, yes, value string) g.Node {
		return h.Section(h.Class("card ask"), h.Aria("label", "A question"), h.P(g.Text(text)), page.Row(
			h.Button(h.ID("sure"), g.Attr("form", tapID), h.Name("e"), h.Value(value), h.Class("main"),
				g.Attr("autofocus"), g.Text(yes)),
			page.LinkButton(p.addressOf(p.View), "No")))
	}
	switch {
	case p.Confirm != what:
		return nil
	case what == "next":
		var left []string
		for i, one := range p.State.Sides {
			if n := p.State.Unacted(i); n > 0 {
				left = append(left, finding.Count(n, "unit")+" of "+one.Name)
			}
		}
		return sure(fmt.Sprintf("Begin round %d? %s can still act.", p.State.Round+1, strings.Join(left, " and ")),
			"Yes, the next round", formFields(play.Event{Do: play.Next}))
	case what == "end":
		return sure("End the game in round "+strconv.Itoa(p.State.Round)+"?", "Yes, it is over",
			formFields(play.Event{Do: play.End}))
	}
	return sure("Begin a new game? This one stays under Games.", "Yes, a new one", "new")
}

func (p *playPage) over() g.Node {
	return h.Section(h.Class("card"), h.Aria("label", "The result"), h.H2(page.Isolated(p.State.Result())),
		viewScore(p.State),
		page.Row(page.LinkButton(p.address()+"/summary", "Summary"),
			button("resume", play.Event{Do: play.Resume}, "Play on"),
			g.If(!p.Guest, g.Group{p.ask("new", "New game"), page.LinkButton("/games", "Games")})),
		p.question("new"))
}

func (p *playPage) ask(what, name string, more ...g.Node) g.Node {
	return h.Button(h.ID("ask-"+what), g.Group(more), g.Attr("form", tapID),
		g.Attr("formaction", p.address()+"?ask="+what+"&view="+url.QueryEscape(p.View)), g.Attr("formmethod", "get"),
		h.Name("ask"), h.Value(what), page.Isolated(name))
}

// now draws required moments, without optional ones.
func (p *playPage) now(moments []play.Moment) g.Node {
	var lines g.Group
	first := ""
	for i, m := range moments {
		if m.Quiet || m.Unit != nil || m.Ways[0].Event.Do == play.Pass {
			continue
		}
		var more g.Node
		if m.RoundOver && p.State.Game().HasArmyBooks() {
			more = page.Each(p.State.Objectives, func(i, holder int) g.Node { return p.objective("end-", i, holder) })
		}
		first = cmp.Or(first, m.What)
		lines = append(lines, viewMoment(fmt.Sprintf("game-%d", i), m, more))
	}
	for i, m := range moments {
		if m.Quiet || m.Unit == nil {
			continue
		}
		side := sideName(m.Unit.Their)
		first = cmp.Or(first, m.Unit.NameInText+" "+m.What)
		lines = append(lines, h.Li(h.ID(fmt.Sprintf("now-%d", i)),
			h.A(h.Href(p.addressOf(side)+"#"+rowID(m.Unit)+"-due"), h.Strong(page.Isolated(m.Unit.NameInText)),
				h.Span(g.Text(" "+m.What)))))
	}
	list := h.Ul(h.Class("now"), h.Aria("label", "To do now"), lines)
	switch len(lines) {
	case 0:
		return nil
	case 1:
		return list
	}
	return h.Details(h.ID("questions"), h.Summary(h.Strong(g.Textf("%d to do now: ", len(lines))), h.Span(page.Isolated(first))), list)
}

// bar draws the bar at the thumb with undo, redo and, on phones, tabs for the parts.
func (p *playPage) bar() g.Node {
	mine, theirs := p.sideWords()
	own := ""
	if p.Guest && p.State.Sides[1].Roster != nil {
		own = "?their=yes"
	}
	part := func(view string, name ...g.Node) g.Node {
		return h.A(h.Class("button part"), h.ID("to-"+view), h.Href(p.addressOf(view)+"#side-"+view),
			g.Attr("data-keep"), g.If(p.View == view, h.Aria("current", "true")), g.Group(name))
	}
	again := func(what, name string, can bool) g.Node {
		return h.Button(h.ID(what), g.Attr("form", tapID), h.Name("e"), h.Value(what), g.If(!can, h.Disabled()), h.Aria("label", name), page.Icon(what), h.Span(g.Text(name)))
	}
	return h.Div(h.Class("hand"),
		again("undo", "Undo", p.Undo), again("redo", "Redo", p.Redo),
		h.Div(h.Class("parts"), h.Role("group"), h.Aria("label", "Parts of the table"),
			part("mine", h.Span(h.Class("alone"), g.Text(mine)), h.Span(h.Class("both"), g.Text("Units"))),
			part("theirs", g.Text(theirs)), part("table", g.Text("Table")),
			h.A(h.Class("button"), h.Href(p.address()+"/odds"+own), g.Text("Odds"))))
}

// A playPage is a game at the table.
type playPage struct {
	List    *page.List
	State   *play.State
	View    string // which part a phone shows
	Confirm string // the step for which the page asks to confirm: "next", "end", "new"; "" for none
	Trouble string // with the opponent's list
	Copied  string // names the copy or books that replace missing army books of the opponent's list
	Parts   *page.Parts
	Seen    int  // number of events that the page shows
	Undo    bool // an event of this phone can be undone
	Redo    bool // an event can be redone
	Guest   bool // the phone has only the link of this game, and plays the opponent's side
	Shared  bool // other phones may share the game
	ETag    string
	game    string // identifies the game

	At      [2]string         // id of the enemy unit for the needs of each side's units; "" for the first
	Rosters [2]builder.Roster // of both sides
	ctx     context.Context   // of the request
	both    bool              // the newest tap also recorded that the other side acted

	needed [2]map[string]*odds.Needs // by unit of each side; filled on demand
	// ETags of the rows before the newest event, if it changed at most one row
	was     map[string]string
	Changed *play.UnitState // the unit of the changed row

	transports [2][]*play.UnitState // transports that each side's units can board
}

// newPlayPage returns the page of a game for a request.
func (h *Handler) newPlayPage(list *page.List, t *table, r *http.Request) *playPage {
	n, phone := len(t.game.Events), desk.Phone(r.Context())
	return &playPage{
		List: list, State: t.stateForPhone(phone), View: cmp.Or(r.FormValue("view"), sideName(phone > 0)), game: cmp.Or(t.name(), h.Tables.NameOfNew(list.ID)), Trouble: t.trouble, Copied: t.copyNote(),
		At: [2]string{r.FormValue("at"), r.FormValue("by")}, Rosters: [2]builder.Roster{t.mine, t.theirs},
		ctx: r.Context(), Seen: n, Undo: play.LastBy(t.game.Events, phone) >= 0, Redo: t.canRedo(phone), Guest: phone > 0, Shared: h.Tables != nil, ETag: desk.ETag(t.text), Parts: desk.Parts(r), both: n > 0 && t.game.Events[n-1].Subject == "after",
	}
}

// sideWords returns what the reader calls the list's side and the opponent's.
func (p *playPage) sideWords() (list, opponent string) {
	if p.Guest {
		return "Theirs", "Mine"
	}
	return "Mine", "Theirs"
}

// tapID is the id of the form that sends events.
const tapID = "tap"

func (p *playPage) address() string { return p.List.Address() + "/play" }

// addressOf returns the address of the page with a part to show on phones, and the chosen targets.
func (p *playPage) addressOf(view string) string {
	return shownAt(p.Guest, p.address(), view, p.At)
}

func shownAt(guest bool, address, view string, at [2]string) string {
	v := url.Values{}
	for key, value := range map[string]string{"view": view, "at": at[0], "by": at[1]} {
		if value != "" && value != sideName(guest) {
			v.Set(key, value)
		}
	}
	if len(v) > 0 {
		address += "?" + v.Encode()
	}
	return address
}
