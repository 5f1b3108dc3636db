package build

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"slices"

	"muster/builder"
	"muster/web/desk"
)

// changeList changes a list and returns to the page. The form has a verb of builder.Verbs with its
// words: "upgrade squad-1 heavy-rifle".
func (h *Handler) changeList(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	defer h.WriteLocks.Lock(id)()
	roster, err := h.Roster(id)
	if err != nil {
		return err
	}
	call, err := builder.ReadCall(r.FormValue("verb"), r.Form)
	if err != nil {
		return err
	}
	if err := desk.CheckRevision(r, roster.Document().Source, call.Verb.RevisionCheck, "change that"); err != nil {
		return err
	}
	roster, added, err := h.doCall(r.Context(), id, roster, call)
	if err != nil {
		return err
	}
	at, err := url.Parse(r.FormValue("back"))
	if err != nil {
		return desk.Redirect(w, r, "/")
	}
	// The page shows the unit that was added, and no unit that is gone.
	query := at.Query()
	if added != "" || query.Has("unit") && !slices.Contains(builder.ActiveUnitIDs(roster), query.Get("unit")) {
		query.Del("offer")
		if query.Set("unit", added); added == "" {
			query.Del("unit")
		}
		if added == "" && query.Get("pane") == "unit" {
			query.Set("pane", "list")
		}
		at.RawQuery = query.Encode()
	}
	if !desk.ShownParts(r).RequestedByScript() || at.Path != "/lists/"+id {
		return desk.Redirect(w, r, cmp.Or(at.String(), "/lists/"+url.PathEscape(id)))
	}
	return h.showPage(w, r, roster, query)
}

// doCall makes the change of a verb in a list with an id. It returns the list as it is then, and the
// id of the unit that was added, if any.
func (h *Handler) doCall(ctx context.Context, id string, roster builder.Roster, call builder.Call) (now builder.Roster, added string, err error) {
	if step := call.Verb.HistoryStep; step != 0 {
		past := h.ListCache.HistoryOf(id, roster.Document().Source)
		now, err := h.listAfterSteps(past, roster, step)
		switch {
		case err != nil:
			return nil, "", err
		case now == nil:
			now = roster
		default:
			if err := h.Lists.Write(id+desk.ListExtension, roster.Document().Source, now.Document().Source); err != nil {
				return nil, "", err
			}
			h.ListCache.WithCached(id, func(d *desk.CachedList) {
				d.History = past
				d.History.MoveCurrent(step)
			})
		}
		h.ListCache.Cache(id, now, desk.ChangeText(roster, now, call.Verb.Name))
		return now, "", nil
	}
	session := h.BeginSession(roster)
	edits, err := call.Edits(ctx, session)
	if err != nil {
		return nil, "", err
	}
	done, err := session.Do(edits...)
	if err == nil {
		err = h.Save(id, roster, session, call.Verb.Name)
	}
	if err == nil && call.Verb.Name == "add" {
		added = done.AddedIDs[0]
	}
	return session.Now(), added, err
}
