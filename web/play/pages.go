package play

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"slices"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/builder/play"
	stand "muster/builder/table"
	"muster/export"
	"muster/report"
	"muster/report/html"
	"muster/schema"
	"muster/web/desk"
	"muster/web/page"
)

// GameStatus describes the state of a list's unfinished game in a line; "" if there is none.
func (h *Handler) GameStatus(id string, roster builder.Roster) string {
	if _, err := fs.Stat(h.Lists, desk.GameFileName(id)); err != nil {
		return ""
	}
	t, err := h.loadGame(id, roster)
	switch {
	case isNewerGameError(err):
		return "a game of a newer version of muster"
	case err != nil || len(t.game.Events) == 0 || t.state.IsOver:
		return ""
	}
	return t.state.StatusLine()
}

// unitPage shows everything about a unit: its rules and spells in full, and the meaning of its
// states.
func (h *Handler) unitPage(w http.ResponseWriter, r *http.Request, list *page.List, t *loadedGame) error {
	of, their := t.ownRoster, r.FormValue("their") == "yes"
	if their {
		of = t.foeRoster
	}
	u, _ := t.state.Unit(their, r.FormValue("unit"))
	if of == nil || u == nil {
		return fmt.Errorf("there is no such unit in the game: %w", fs.ErrNotExist)
	}
	printed, err := export.NewDocument(of, export.Extras{UpgradeCosts: true})
	if err != nil {
		return err
	}
	block, _ := printed.Sheet.Unit(u.ID)
	var spells []stand.Section
	for _, s := range printed.Sheet.Reference {
		if s.HasSpells && slices.ContainsFunc(u.Subunits, func(b play.SubunitState) bool { return b.Unit.SpellTokens > 0 || b.CastsText != "" }) {
			spells = append(spells, s)
		}
	}
	return h.Render(w, page.Layout{Title: u.Name, CurrentPage: "play", List: list, WithoutNavigation: desk.PhoneIndex(r.Context()) > 0}, viewPlayUnit(t.state, u, block, spells))
}

// summaryPage shows the game as a page to print, or sends it as a text file.
func (h *Handler) summaryPage(w http.ResponseWriter, r *http.Request, list *page.List, roster builder.Roster) error {
	if r.PathValue("form") == "yaml" { // also of one that cannot be read
		if text, err := (schema.FilePath{Folder: h.Lists, Name: desk.GameFileName(list.ID)}).Load(); err == nil {
			return desk.SendFile(w, desk.GameFileName(list.ID), "application/yaml", text)
		}
	}
	t, err := h.loadGame(list.ID, roster)
	if err != nil {
		return err
	}
	switch r.PathValue("form") {
	case "txt":
		return desk.SendFile(w, list.ID+"-game.txt", "text/plain; charset=utf-8", []byte(t.state.SummaryText()))
	case "yaml":
		return desk.SendFile(w, desk.GameFileName(list.ID), "application/yaml", t.game.Text())
	}
	phone := desk.PhoneIndex(r.Context())
	return h.Render(w, page.Layout{Title: "The game of " + list.Name, CurrentPage: "play", List: list, WithoutNavigation: phone > 0}, viewSummary(list, t.stateForPhone(phone), phone > 0))
}

// viewPlayUnit draws a unit with its rules, spells and states in full.
func viewPlayUnit(s *play.State, u *play.UnitState, block export.Block, spells []stand.Section) g.Node {
	var blocks []export.Block
	var add func(b export.Block)
	add = func(b export.Block) {
		blocks = append(blocks, b)
		for _, o := range b.JoinedUnits {
			add(o)
		}
	}
	add(block)
	terms := func(title string, all []stand.Entry) g.Node {
		return g.If(len(all) > 0, h.Section(h.Aria("label", title), h.H2(g.Text(title)), h.Dl(page.DrawEach(all, func(_ int, e stand.Entry) g.Node {
			return g.Group{h.Dt(h.Strong(page.IsolatedText(e.Name))), h.Dd(g.Text(e.Text))}
		}))))
	}
	var states []stand.Entry
	for i := range s.Game().States {
		if state := &s.Game().States[i]; u.CanBeInState(state) {
			states = append(states, stand.Entry{Name: s.Game().TermFor(state.ID), Text: s.StateEffect(u, state.ID)})
		}
	}
	return page.OneColumn(u.Name,
		page.DrawEach(blocks, func(_ int, b export.Block) g.Node {
			return h.Section(h.Aria("label", b.Name), g.If(len(blocks) > 1, h.H2(page.IsolatedText(b.Name))),
				page.RuleLinker{}.SheetCard(&b), terms("What the rules of "+b.Name+" mean", b.Terms))
		}),
		page.DrawEach(spells, func(_ int, section stand.Section) g.Node { return terms(section.Title, section.Entries) }),
		terms("What can become of it", states))
}

func viewSummary(list *page.List, s *play.State, guest bool) g.Node {
	return h.Div(h.Class("play"), page.OneColumn("The game of "+list.Name,
		h.P(h.Strong(page.IsolatedText(s.ResultText()))), h.P(page.IsolatedText(s.StatusLine())), viewScore(s),
		page.DrawEach(s.Sides[:], func(i int, one play.SideState) g.Node {
			return g.If(one.Roster != nil, h.Section(h.Aria("label", one.Name), h.H2(page.IsolatedText(one.Name)), g.Iff(s.Mission(i) != nil, func() g.Node {
				done := "not done"
				if s.MissionDone(i) {
					done = "done"
				}
				return h.P(g.Text("Mission: " + s.Mission(i).Name + ", " + done))
			}), h.Ul(page.DrawEach(one.Units, func(_ int, u *play.UnitState) g.Node {
				return h.Li(h.Strong(page.IsolatedText(u.Name)), page.IsolatedText(": "+u.LossesText()))
			}))))
		}),
		h.H2(g.Text("What happened")),
		h.Div(h.Class("log"), page.DrawEach(s.LogByRound(), func(_ int, chapter play.RoundLog) g.Node {
			return g.Group{h.H3(g.Textf("Round %d", chapter.Round)), viewEntries(chapter.Entries)}
		})),
		h.Div(h.Class("row tools"),
			g.If(!guest, g.Group{
				h.A(h.Class("button"), h.Href(list.Address()+"/play/summary/txt"), h.Download(list.ID+"-game.txt"),
					g.Attr("data-keep"), g.Text("Save")),
				gameFileLink(list),
			}),
			h.Button(h.Type("button"), g.Attr("data-print"), page.Icon("print"), g.Text("Print"))),
	))
}

// games lists the stored games of all lists, by army and opponent.
func (h *Handler) games(w http.ResponseWriter, _ *http.Request) error {
	all, err := play.KeptGamesIn(h.Lists, "")
	if err != nil {
		return err
	}
	doc := all.Doc(func(file string) string {
		folder, name, _ := strings.Cut(file, "/")
		return "/games/" + url.PathEscape(folder) + "/" + url.PathEscape(name)
	})
	if len(all.ReadErrors) > 0 {
		list := report.List{Title: "These files cannot be read:"}
		for _, err := range all.ReadErrors {
			list.Items = append(list.Items, err.Error())
		}
		doc.Add(list)
	}
	return h.Render(w, page.Layout{Title: "Games", CurrentPage: "games"}, page.OneColumn("Games", html.Page{}.Blocks(doc.Blocks...), page.LinkButton("/", "My lists")))
}

// storedGame shows a stored game: its result and its log.
func (h *Handler) storedGame(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("folder") + "/" + r.PathValue("file")
	if !play.IsKeptGamePath(name) || !fs.ValidPath(name) {
		return desk.NotFound("there is no such game")
	}
	game, err := play.ReadKeptGame(schema.FilePath{Folder: h.Lists, Name: name})
	if errors.Is(err, fs.ErrNotExist) {
		return desk.NotFound("there is no such game")
	}
	if err != nil {
		return err
	}
	doc := game.Summary.Doc(game.StartTime)
	return h.Render(w, page.Layout{Title: doc.Title, CurrentPage: "games"}, page.OneColumn(doc.Title, html.Page{}.Blocks(doc.Blocks...), page.LinkButton("/games", "Games")))
}
