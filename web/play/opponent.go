package play

import (
	"cmp"
	"fmt"
	"net/http"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/builder/edit"
	"muster/builder/play"
	"muster/input"
	"muster/rules"
	"muster/schema"
	"muster/share"
	"muster/web/page"
)

// openPastedList opens a pasted list in any form. If army books are missing, it returns the copy in
// the code beside the error.
func (h *Handler) openPastedList(code string, game *rules.System) (*input.List, error) {
	place, err := h.ListPath("opponent")
	if err != nil {
		return nil, err
	}
	list, err := input.Read(place, []byte(code), h.Library)
	if err != nil {
		if list == nil || list.SharedCode == nil || list.SharedCode.Copy == nil || list.SharedCode.Copy.System != game.ID {
			return nil, err
		}
		return list, err
	}
	if list.Game() != game {
		return nil, fmt.Errorf("that list is for %s %s, and yours for %s %s", list.Game().Name, list.Game().Edition,
			game.Name, game.Edition)
	}
	return list, nil
}

func (h *Handler) opponentPage(w http.ResponseWriter, _ *http.Request, list *page.List, t *loadedGame) error {
	choices, err := h.ownLists(t.ownRoster)
	if err != nil {
		return err
	}
	name, _ := t.game.Opponent()
	return h.Render(w, page.Layout{Title: "The opponent", CurrentPage: "play", List: list},
		viewFoe(list, name, t.foeTrouble, choices))
}

// ownLists returns the player's own lists that can be the opponent's.
func (h *Handler) ownLists(roster builder.Roster) ([]edit.Choice, error) {
	lists, err := h.OtherLists("", roster.Game().ID)
	return append([]edit.Choice{{Label: "none of mine"}}, lists...), err
}

// readFoe reads the opponent from a form: a name, and the list as a code, a link, or one of the
// player's own.
func (h *Handler) readFoe(r *http.Request, mine builder.Roster) (play.Event, error) {
	e := play.Event{
		Verb: play.NameOpponent, OfOpponent: true, Subject: strings.TrimSpace(r.FormValue("name")),
		ListCode: strings.TrimSpace(r.FormValue("code")),
	}
	if own := r.FormValue("own"); own != "" && e.ListCode == "" {
		lists, err := h.ownLists(mine)
		if err != nil {
			return e, err
		}
		if own, err = page.PickedValue(lists, own); err != nil {
			return e, err
		}
		roster, err := h.RosterToView(own)
		if err != nil {
			return e, err
		}
		e.ListCode = share.FromRoster(roster).Code()
	}
	if e.ListCode == "" {
		return e, nil
	}
	if len(e.ListCode) > schema.MaxFileBytes {
		return e, &http.MaxBytesError{Limit: schema.MaxFileBytes}
	}
	list, err := h.openPastedList(e.ListCode, mine.Game())
	switch {
	case list == nil:
		return e, err
	case err != nil: // of a link only what it holds
		if _, _, err := list.SharedCode.AsRoster(mine.Game()); err != nil {
			return e, err
		}
		e.ListCode, e.Subject = list.SharedCode.Code(), cmp.Or(e.Subject, list.SharedCode.Copy.Name)
	default:
		e.ListCode, e.Subject = share.FromRoster(list.Roster).Code(), cmp.Or(e.Subject, list.Roster.Name())
	}
	return e, nil
}

func viewFoe(list *page.List, name, trouble string, lists []edit.Choice) g.Node {
	return page.OneColumn("The opponent",
		g.If(trouble != "", page.Para("warn", "Their list cannot be read: "+trouble)),
		page.PostForm(list.Address()+"/play",
			page.WithLabel("Name", h.Input(h.Name("name"), h.MaxLength("80"), h.AutoComplete("off"), h.Value(name))),
			page.WithLabel("Their list: a code, a link, or what Army Forge shares",
				h.Textarea(h.Name("code"), h.Rows("3"), h.AutoComplete("off"))),
			g.If(len(lists) > 1, page.WithLabel("Or a list of mine", page.ChoiceControl("own", lists, ""))),
			page.Para("quiet",
				"A name alone will do; with the list their units stand at the table too, and odds are against them."),
			h.Button(h.Name("e"), h.Value(eventFormFields(play.Event{Verb: play.NameOpponent, OfOpponent: true})),
				h.Class("main"), g.Text("That is the opponent"))))
}
