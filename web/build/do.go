package build

import (
	"cmp"
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
	before, back := roster, r.FormValue("back")
	call, err := builder.ReadCall(r.FormValue("verb"), r.Form)
	if err != nil {
		return err
	}
	if err := desk.CheckRevision(r, roster.Document().Source, call.Verb.RevisionCheck, "change that"); err != nil {
		return err
	}
	if call.Verb.HistoryStep != 0 {
		if roster, err = h.stepHistory(id, roster, call.Verb.HistoryStep); err != nil {
			return err
		}
		h.ListCache.Cache(id, roster, desk.ChangeText(before, roster, call.Verb.Name))
	} else {
		session := h.BeginSession(roster)
		edits, err := call.Edits(r.Context(), session)
		if err != nil {
			return err
		}
		done, err := session.Do(edits...)
		if err != nil {
			return err
		}
		if err := h.Save(id, before, session, call.Verb.Name); err != nil {
			return err
		}
		roster = session.Now()
		if call.Verb.Name == "add" {
			back = unitAddress(back, done.AddedIDs[0])
		}
	}
	at, err := url.Parse(back)
	if err == nil && at.Query().Has("unit") && !slices.Contains(builder.ActiveUnitIDs(roster), at.Query().Get("unit")) {
		back = unitAddress(back, "")
		at, err = url.Parse(back)
	}
	if !desk.ShownParts(r).RequestedByScript() || err != nil || at.Path != "/lists/"+id {
		desk.Redirect(w, r, cmp.Or(back, "/lists/"+url.PathEscape(id)))
		return nil
	}
	return h.showPage(w, r, roster, at.Query())
}

// unitAddress returns the list's address with a query that shows the unit; without one if id is "".
func unitAddress(address, id string) string {
	at, err := url.Parse(address)
	if err != nil {
		return address
	}
	query := at.Query()
	query.Del("offer")
	query.Del("unit")
	if id != "" {
		query.Set("unit", id)
	} else if query.Get("pane") == "unit" {
		query.Set("pane", "list")
	}
	at.RawQuery = query.Encode()
	return at.String()
}

// stepHistory moves a list by a number of steps in its history and returns it; it returns the list
// unchanged if there are not so many steps.
func (h *Handler) stepHistory(id string, roster builder.Roster, step int) (builder.Roster, error) {
	was := roster.Document()
	past := h.ListCache.HistoryOf(id, was.Source)
	to := past.Peek(step)
	if to == nil {
		return roster, nil
	}
	now, err := was.WithSource(to)
	if err != nil {
		return nil, err
	}
	if roster, err = builder.Open(now, h.Library); err != nil {
		return nil, err
	}
	if err := h.Lists.Write(id+desk.ListExtension, was.Source, to); err != nil {
		return nil, err
	}
	h.ListCache.WithCached(id, func(d *desk.CachedList) {
		d.History = past
		d.History.MoveCurrent(step)
	})
	return roster, nil
}
