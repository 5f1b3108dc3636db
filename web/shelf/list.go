package shelf

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	"maragu.dev/gomponents/html"

	"muster/builder"
	"muster/builder/edit"
	"muster/builder/fill"
	"muster/builder/odds"
	"muster/schema"
	"muster/schema/files"
	"muster/web/desk"
	"muster/web/page"
)

// delete moves a list with its game to the trash, if its text is still the one on the page.
func (h *Handler) delete(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	defer h.WriteLocks.Lock(id)()
	text, err := h.ListText(id)
	if err != nil {
		return err
	}
	if _, sent := r.Form["etag"]; sent && r.FormValue("etag") != desk.ETag(text) {
		return errNotDeleted
	}
	t, err := h.moveToTrash(h.Lists, trashedList, id+desk.ListExtension, text, desk.GameFileName(id),
		desk.OldGameFileName(id))
	if errors.Is(err, files.ErrChanged) {
		return errNotDeleted
	}
	if err != nil {
		return err
	}
	return desk.Redirect(w, r, "/?"+url.Values{"deleted": {t.DeletedAt}}.Encode())
}

var errNotDeleted = fmt.Errorf("%w: the list was changed elsewhere since this page showed it, so it is not deleted; look at it as it is now, and delete that", files.ErrChanged)

// duplicate stores a copy of a list; if the form has a number of points, a copy reduced to them.
func (h *Handler) duplicate(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	text, err := h.ListText(id)
	if err != nil {
		return err
	}
	if r.FormValue("points") != "" {
		return h.copySmaller(w, r, id)
	}
	copied, err := h.textWithName(id, text, cmp.Or(schema.GuessValue(text, "name"), id)+" (copy)")
	if err != nil {
		copied = text // what has no place for a name is copied as it is
	}
	as := h.FreeName(id + "-copy")
	if err := h.Lists.Write(as+desk.ListExtension, nil, copied); err != nil {
		return err
	}
	return desk.Redirect(w, r, "/?"+url.Values{"copied": {as}}.Encode())
}

// copySmaller stores a copy of a list for a game of fewer points, and tells the person the units
// and options left out.
func (h *Handler) copySmaller(w http.ResponseWriter, r *http.Request, id string) error {
	points, err := strconv.Atoi(r.FormValue("points"))
	if err != nil || points < 1 {
		return errors.New("the size of the copy should be a number of points, such as 1500")
	}
	roster, err := h.Roster(id)
	if err != nil {
		return err
	}
	session, cuts, err := fill.Reduce(r.Context(), roster, h.Library, points, odds.Foe{Name: odds.TypicalTargetsName})
	if err == nil {
		err = rename(session, fmt.Sprintf("%s (%d)", cmp.Or(roster.Name(), id), points))
	}
	if err != nil {
		return err
	}
	as := h.FreeName(fmt.Sprintf("%s-%d", id, points))
	if err := h.Create(as, session.Text()); err != nil {
		return err
	}
	said := page.Para("card", "This is a copy of the whole list.")
	if len(cuts) > 0 {
		said = html.Section(html.Class("card"), html.Aria("labelledby", "h-cuts"), html.H2(html.ID("h-cuts"), g.Text("What the copy leaves out")),
			page.Para("quiet", "What destroys the least for its points."), page.Bullets("points", builder.CutTexts(cuts)))
	}
	h.ListCache.WithCached(as, func(d *desk.CachedList) { d.ImportReport = page.Render(said) })
	return desk.Redirect(w, r, page.ListAddress(as)+"?came=yes")
}

func (h *Handler) rename(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	defer h.WriteLocks.Lock(id)()
	text, err := h.ListText(id)
	if err != nil {
		return err
	}
	if err := desk.CheckRevision(r, text, builder.OptionalRevision, "rename that"); err != nil {
		return err
	}
	name := strings.TrimSpace(r.FormValue("name"))
	if name == "" {
		return errors.New("a list needs a name")
	}
	now, err := h.textWithName(id, text, name)
	if err != nil {
		return err
	}
	if err := h.Write(id, text, now); err != nil {
		return err
	}
	return desk.Redirect(w, r, "/?"+url.Values{"renamed": {id}}.Encode())
}

// textWithName returns a list's text with another name. In an unreadable list only the line of the
// name changes.
func (h *Handler) textWithName(id string, text []byte, name string) ([]byte, error) {
	if roster, err := h.Roster(id); err == nil && bytes.Equal(roster.Document().Source, text) {
		session := h.BeginSession(roster)
		err = rename(session, name)
		return session.Text(), err
	}
	line, before := nameLine.FindSubmatchIndex(text), "name: "+schema.FormatScalar(name)
	if line == nil { // then behind the line that says what the file is
		line, before = firstLine.FindSubmatchIndex(text), "\n"+before
	}
	var out []byte
	if line != nil && (before[0] == '\n') == (schema.GuessValue(text, "name") == "") {
		out = slices.Concat(text[:line[2]], []byte(before), text[line[3]:])
	}
	if schema.GuessValue(out, "name") != name {
		return nil, errors.New("the list has no name that can be found in its file; its file can be repaired in an editor")
	}
	return out, nil
}

// nameLine matches the name in a list's file, without a comment after it; firstLine matches the
// first line up to its end.
var (
	nameLine  = regexp.MustCompile(`(?m)^\x{feff}?(name:(?:[ \t]*(?:"[^"\n]*"|'[^'\n]*')|(?:[^#\s]|[ \t]+[^#\s]|#)*))`)
	firstLine = regexp.MustCompile(`(?m)^\x{feff}?muster:.*?()\r?$`)
)

func rename(session *builder.Session, name string) error {
	fields, err := edit.ParseAssignments([]string{"name=" + name})
	if err == nil {
		_, err = session.Do(builder.SetFields{Fields: fields})
	}
	return err
}
