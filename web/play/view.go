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

// view draws a game at the table: required decisions and both sides. Phones show one part at a
// time.
func (p *playPage) view() g.Node {
	s := p.State
	for i := range p.transports {
		p.transports[i] = transports(s, i)
	}
	moments := s.Decisions()
	over := slices.ContainsFunc(moments, func(m play.Decision) bool { return m.RoundOver })
	next, sides := p.confirmButton("next", "Next round"), "div"
	if s.CountUnacted(0)+s.CountUnacted(1) == 0 {
		next = button("next-round", play.Event{Verb: play.NextRound}, "Next round", g.If(over, h.Class("main")))
	}
	if s.IsOver { // nothing happens in it any more
		next, sides = nil, "fieldset"
	}
	end := p.confirmButton("end", "End game")
	if s.IsLastRound() && !s.IsOver {
		next, end = p.confirmButton("end", "End game", g.If(over, h.Class("main"))), next
	}
	return h.Div(h.Class("play"), h.Data("view", p.PhonePart), h.Data("awake", "yes"), g.If(p.CanShare, h.Data("stream", p.address()+"/events")), g.If(p.CanShare, h.Data("game", p.ETag)),
		h.Form(h.ID(tapFormID), h.Action(p.address()), h.Method("post"),
			page.HiddenField("seen", strconv.Itoa(p.SeenEventCount)), page.HiddenField("view", p.PhonePart),
			g.If(p.CanShare, page.HiddenField("game", p.gameID)),
			g.If(p.TargetIDs[0] != "", page.HiddenField("at", p.TargetIDs[0])),
			g.If(p.TargetIDs[1] != "", page.HiddenField("by", p.TargetIDs[1]))),
		h.Div(h.Class("spread round"),
			g.If(!p.IsGuest, h.A(h.Class("back"), h.Href(p.List.Address()), h.Aria("label", "Back to the list"), page.Icon("back"))),
			h.H1(h.Aria("label", s.StatusLine()), g.Text(s.RoundText()+" · "), h.Span(h.Class("side-name"), page.IsolatedText(s.Sides[0].Name), g.Text(" ")),
				g.Textf("%d – %d", s.Score(0), s.Score(1)),
				h.Span(h.Class("side-name"), g.Text(" "), page.IsolatedText(s.Sides[1].Name))),
			next),
		g.Iff(!s.IsOver, func() g.Node {
			return g.Group{p.confirmQuestion("next"), p.confirmQuestion("end"), p.confirmQuestion("new")}
		}),
		g.Iff(s.IsOver, func() g.Node { return p.viewResult() }),
		g.El(sides, h.Class("sides"), g.If(s.IsOver, h.Disabled()), p.viewSide(0), p.viewSide(1), p.viewGameInfo()),
		g.Iff(!s.IsOver, func() g.Node {
			return page.ControlRow(end, g.If(p.SeenEventCount > 0 && !p.IsGuest, p.confirmButton("new", "New game")),
				page.LinkButton(p.address()+"/summary", "Summary"),
				g.If(p.CanShare && !p.IsGuest, page.LinkButton(p.address()+"/link", "Second phone")))
		}),
		g.If(p.CanShare, h.P(h.ID("unsent"), h.Class("warn"), h.Role("status"))),
		h.Div(h.Class("base"), p.requiredDecisions(moments), p.viewTurn(), p.viewBar()),
	)
}

// viewNoGame draws the page for an unreadable game, which stays until the player deletes it.
func viewNoGame(list *page.List, why error) g.Node {
	text := "What was kept of the game cannot be read: " + page.ErrorText(why)
	if isNewerGameError(why) {
		text = report.Capitalize(page.ErrorText(why)) + ". If this page was open for long, load it again."
	}
	return page.OneColumn("Play "+list.Name,
		page.Para("warn", text),
		page.ControlRow(gameFileLink(list)),
		h.Details(h.Summary(g.Text("Begin a new game")),
			page.Para("", "What was kept of this one is thrown away; save its file first if you want to keep it."),
			h.Form(h.Action(list.Address()+"/play"), h.Method("post"),
				h.Button(h.Name("e"), h.Value("new"), g.Text("Throw it away, and begin a new game")))))
}

func gameFileLink(list *page.List) g.Node {
	return h.A(h.Class("button"), h.Href(list.Address()+"/play/summary/yaml"), h.Download(desk.GameFileName(list.ID)),
		g.Attr("data-keep"), g.Text("Save the game's file"))
}

// viewTurn draws the side whose turn it is, the newest event, and the number of units of each side
// that can still act. A button passes the turn of an opponent without a list.
func (p *playPage) viewTurn() g.Node {
	s, who, about, acted := p.State, "", []string{}, "They acted"
	mine, theirs := p.sideWords()
	if p.IsGuest {
		acted = "I acted"
	}
	if s.NextSide >= 0 && !s.IsOver {
		who = s.Sides[s.NextSide].Name + " to act"
		var left []string
		for i, side := range []string{mine, theirs} {
			if s.Sides[i].Roster != nil {
				left = append(left, fmt.Sprintf("%s %d", strings.ToLower(side), s.CountUnacted(i)))
			}
		}
		if left != nil { // first, for what happened may be cut
			about = append(about, "left: "+page.JoinCommas(left))
		}
	}
	if n := len(s.Log); n > 0 {
		last := s.Log[n-1].LastEventsText()
		if p.bothSidesActed && n > 1 {
			last = s.Log[n-2].LastEventsText() + ", then " + last
		}
		about = append(about, "last: "+last)
	}
	return h.Div(h.Class("turn"), g.If(s.NextSide >= 0, h.Data("side", sideName(s.NextSide == 1))),
		h.P(h.Role("status"), h.ID("happened"), g.If(who != "", h.Strong(page.IsolatedText(who))), g.Text(" "), h.Span(h.Class("quiet"), page.IsolatedText(strings.Join(about, " · ")))),
		g.If((s.NextSide == 1 || s.Sides[1].Roster == nil) && !s.IsOver, button("pass", play.Event{Verb: play.UnknownUnitActed, OfOpponent: true}, acted)))
}

// confirmQuestion asks before a round ends although units can still act, and before the game ends
// or a new one begins.
func (p *playPage) confirmQuestion(what string) g.Node {
	sure := func(text, yes, value string) g.Node {
		return h.Section(h.Class("card ask"), h.Aria("label", "A question"), h.P(g.Text(text)), page.ControlRow(
			h.Button(h.ID("sure"), g.Attr("form", tapFormID), h.Name("e"), h.Value(value), h.Class("main"),
				g.Attr("autofocus"), g.Text(yes)),
			page.LinkButton(p.addressOf(p.PhonePart), "No")))
	}
	switch {
	case p.ConfirmStep != what:
		return nil
	case what == "next":
		var left []string
		for i, one := range p.State.Sides {
			if n := p.State.CountUnacted(i); n > 0 {
				left = append(left, finding.CountText(n, "unit")+" of "+one.Name)
			}
		}
		return sure(fmt.Sprintf("Begin round %d? %s can still act.", p.State.Round+1, strings.Join(left, " and ")),
			"Yes, the next round", eventFormFields(play.Event{Verb: play.NextRound}))
	case what == "end":
		return sure("End the game in round "+strconv.Itoa(p.State.Round)+"?", "Yes, it is over",
			eventFormFields(play.Event{Verb: play.EndGame}))
	}
	return sure("Begin a new game? This one stays under Games.", "Yes, a new one", "new")
}

func (p *playPage) viewResult() g.Node {
	return h.Section(h.Class("card"), h.Aria("label", "The result"), h.H2(page.IsolatedText(p.State.ResultText())),
		viewScore(p.State),
		page.ControlRow(page.LinkButton(p.address()+"/summary", "Summary"),
			button("resume", play.Event{Verb: play.ResumeGame}, "Play on"),
			g.If(!p.IsGuest, g.Group{p.confirmButton("new", "New game"), page.LinkButton("/games", "Games")})),
		p.confirmQuestion("new"))
}

func (p *playPage) confirmButton(what, name string, more ...g.Node) g.Node {
	return h.Button(h.ID("ask-"+what), g.Group(more), g.Attr("form", tapFormID),
		g.Attr("formaction", p.address()+"?ask="+what+"&view="+url.QueryEscape(p.PhonePart)), g.Attr("formmethod", "get"),
		h.Name("ask"), h.Value(what), page.IsolatedText(name))
}

// requiredDecisions draws the decisions that a player must make before the game goes on, of those
// given.
func (p *playPage) requiredDecisions(moments []play.Decision) g.Node {
	var lines g.Group
	first := ""
	for i, m := range moments {
		if m.Optional || m.Unit != nil || m.Choices[0].Event.Verb == play.UnknownUnitActed {
			continue
		}
		var more g.Node
		if m.RoundOver && p.State.Game().HasArmyBooks() {
			more = page.DrawEach(p.State.ObjectiveHolders, func(i, holder int) g.Node { return p.viewObjective("end-", i, holder) })
		}
		first = cmp.Or(first, m.Prompt)
		lines = append(lines, viewDecision(fmt.Sprintf("game-%d", i), m, more))
	}
	for i, m := range moments {
		if m.Optional || m.Unit == nil {
			continue
		}
		side := sideName(m.Unit.OfOpponent)
		first = cmp.Or(first, m.Unit.NameInText+" "+m.Prompt)
		lines = append(lines, h.Li(h.ID(fmt.Sprintf("now-%d", i)),
			h.A(h.Href(p.addressOf(side)+"#"+rowID(m.Unit)+"-due"), h.Strong(page.IsolatedText(m.Unit.NameInText)),
				h.Span(g.Text(" "+m.Prompt)))))
	}
	list := h.Ul(h.Class("now"), h.Aria("label", "To do now"), lines)
	switch len(lines) {
	case 0:
		return nil
	case 1:
		return list
	}
	return h.Details(h.ID("questions"), h.Summary(h.Strong(g.Textf("%d to do now: ", len(lines))), h.Span(page.IsolatedText(first))), list)
}

// viewBar draws the bar at the thumb with undo, redo and, on phones, tabs for the parts.
func (p *playPage) viewBar() g.Node {
	mine, theirs := p.sideWords()
	own := ""
	if p.IsGuest && p.State.Sides[1].Roster != nil {
		own = "?their=yes"
	}
	part := func(view string, name ...g.Node) g.Node {
		return h.A(h.Class("button part"), h.ID("to-"+view), h.Href(p.addressOf(view)+"#side-"+view),
			g.Attr("data-keep"), g.If(p.PhonePart == view, h.Aria("current", "true")), g.Group(name))
	}
	again := func(what, name string, can bool) g.Node {
		return h.Button(h.ID(what), g.Attr("form", tapFormID), h.Name("e"), h.Value(what), g.If(!can, h.Disabled()), h.Aria("label", name), page.Icon(what), h.Span(g.Text(name)))
	}
	return h.Div(h.Class("hand"),
		again("undo", "Undo", p.CanUndo), again("redo", "Redo", p.CanRedo),
		h.Div(h.Class("parts"), h.Role("group"), h.Aria("label", "Parts of the table"),
			part("mine", h.Span(h.Class("alone"), g.Text(mine)), h.Span(h.Class("both"), g.Text("Units"))),
			part("theirs", g.Text(theirs)), part("table", g.Text("Table")),
			h.A(h.Class("button"), h.Href(p.address()+"/odds"+own), g.Text("Odds"))))
}

// A playPage is a game at the table.
type playPage struct {
	List           *page.List
	State          *play.State
	PhonePart      string // the part of the page that a phone shows: "mine", "theirs" or "table"
	ConfirmStep    string // the step for which the page asks to confirm: "next", "end", "new"; "" for none
	Trouble        string // why the opponent's list cannot be read, or ""
	CopyNote       string // names the copy or books that replace missing army books of the opponent's list
	Parts          *page.Parts
	SeenEventCount int  // number of events of the game that the page shows
	CanUndo        bool // an event of this phone can be undone
	CanRedo        bool // an event can be redone
	IsGuest        bool // the phone has only the link of this game, and plays the opponent's side
	CanShare       bool // other phones may share the game
	ETag           string
	gameID         string // identifies the game

	// for each side, the id of the enemy unit that its units' needed rolls are shown against; ""
	// for the first
	TargetIDs      [2]string
	Rosters        [2]builder.Roster // rosters of both sides; nil if unknown
	ctx            context.Context   // context of the request
	bothSidesActed bool              // the newest tap recorded an activation of each side

	neededRollsCache [2]map[string]*odds.NeededRolls // for each side, results of neededRolls by unit
	// ETags of the rows as they were before the newest event; nil if it changed more than one row
	oldRowETags map[string]string
	ChangedUnit *play.UnitState // the unit of the row that the newest event changed

	transports [2][]*play.UnitState // transports that each side's units can board
}

// newPlayPage returns the page of a game for a request.
func (h *Handler) newPlayPage(list *page.List, t *loadedGame, r *http.Request) *playPage {
	n, phone := len(t.game.Events), desk.PhoneIndex(r.Context())
	return &playPage{
		List: list, State: t.stateForPhone(phone), PhonePart: cmp.Or(r.FormValue("view"), sideName(phone > 0)),
		gameID: cmp.Or(t.gameKey(), h.SharedGames.NewGameName(list.ID)), Trouble: t.foeTrouble, CopyNote: t.copyNote(),
		TargetIDs: [2]string{r.FormValue("at"), r.FormValue("by")}, Rosters: [2]builder.Roster{t.ownRoster, t.foeRoster},
		ctx: r.Context(), SeenEventCount: n, CanUndo: play.LastByPhone(t.game.Events, phone) >= 0, CanRedo: t.canRedo(phone), IsGuest: phone > 0, CanShare: h.SharedGames != nil, ETag: desk.ETag(t.fileText), Parts: desk.ShownParts(r), bothSidesActed: n > 0 && t.game.Events[n-1].Subject == "after",
	}
}

// sideWords returns the words on the page for the list's side and the opponent's: "Mine" and
// "Theirs".
func (p *playPage) sideWords() (list, opponent string) {
	if p.IsGuest {
		return "Theirs", "Mine"
	}
	return "Mine", "Theirs"
}

// tapFormID is the element id of the form that sends events.
const tapFormID = "tap"

func (p *playPage) address() string { return p.List.Address() + "/play" }

// addressOf returns the address of the page with a part to show on phones, and the chosen targets.
func (p *playPage) addressOf(view string) string {
	return addressWithView(p.IsGuest, p.address(), view, p.TargetIDs)
}

func addressWithView(guest bool, address, view string, at [2]string) string {
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
