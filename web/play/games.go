package play

import (
	"errors"
	"io/fs"
	"net/http"
	"net/url"
	"strings"

	"muster/builder/play"
	"muster/report"
	"muster/report/html"
	"muster/schema"
	"muster/web/desk"
	"muster/web/page"
)

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
