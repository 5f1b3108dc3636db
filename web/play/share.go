//go:build !js

package play

import (
	"fmt"
	"net/http"
	"time"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/web/desk"
	"muster/web/page"
)

// sharedRoutes returns the pages of a game that two phones share. Sites have none.
func (h *Handler) sharedRoutes() desk.Routes {
	return desk.Routes{
		"GET /lists/{id}/play/link":   h.WithList(h.showLink),
		"GET /lists/{id}/play/events": h.streamChanges,
	}
}

// showLink shows the link with which another phone shares the game.
func (h *Handler) showLink(w http.ResponseWriter, _ *http.Request, list *page.List, _ builder.Roster) error {
	if h.SharedGames == nil {
		return desk.NotFound("another phone can share a game of pages that listen on the network")
	}
	return h.Render(w, page.Layout{Title: "Second phone", CurrentPage: "play", List: list}, viewLink(list, h.SharedGames.BaseAddress+desk.SharedGamePath[1:]+h.SharedGames.LinkTokenOf(list.ID)))
}

func viewLink(list *page.List, link string) g.Node {
	return page.OneColumn("Second phone",
		page.Para("", "A phone in the same network reads the code or opens the link, and plays this game with you. It sees nothing else of yours. The link ends with the game, when you begin a new one, and with the program."),
		page.QR(link, "The link as a QR code", ""),
		page.WithLabel("Link", h.Input(h.ID("link"), h.ReadOnly(), h.Value(link))))
}

// keepAliveInterval is the time after which a stream without changes sends an empty message, so
// that no proxy closes it.
const keepAliveInterval = 20 * time.Second

// streamChanges sends the ETag of a game after each change, as server-sent events.
func (h *Handler) streamChanges(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	if h.SharedGames == nil {
		return desk.NotFound("this game is not shared")
	}
	roster, err := h.Roster(id)
	if err != nil {
		return err
	}
	changed, stop := h.SharedGames.Watch(id)
	defer stop()
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Time{}) // it lasts longer than a request may take
	w.Header().Set("Content-Type", "text/event-stream")
	token := h.SharedGames.LinkTokenOf(id)
	for said := ""; ; {
		t, err := h.loadGame(id, roster)
		if err != nil || desk.PhoneIndex(r.Context()) > 0 && h.SharedGames.ListOf(token) != id {
			return nil // the page says why, when it asks again
		}
		if now := desk.ETag(t.fileText); now != said {
			said = now
			fmt.Fprintf(w, "retry: 1000\ndata: %s\n\n", now)
		} else {
			fmt.Fprint(w, ": here\n\n")
		}
		if control.Flush() != nil {
			return nil
		}
		select {
		case <-changed:
		case <-time.After(keepAliveInterval):
		case <-r.Context().Done():
			return nil
		}
	}
}
