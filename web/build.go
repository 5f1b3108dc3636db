package web

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	g "maragu.dev/gomponents"

	"muster/builder"
	"muster/builder/edit"
	"muster/builder/finding"
	"muster/builder/gf"
	"muster/export"
	"muster/input"
	"muster/schema/files"
)

// A buildPage is the builder: what can be added, the list, and a unit or what
// was found.
type buildPage struct {
	List       *listName
	Made       string       // with which game and books
	Fields     []edit.Field // of the list itself
	Platoons   []platoon    // of lists that have them
	Plans      bool         // its game has platoons
	Base, Do   string
	Back       string // the page's own address, to come back to
	ETag       string // of the list's text, so that a change is made to what was seen
	Pane       string
	UnitID     string
	OffersETag string // of what can be added
	Offers     []group[offerRow]
	Roles      []string // of what can be added
	HasOffers  bool     // the browser has what can be added already, as it is
	Cards      []builder.Card
	Names      map[string]string // of the units, by id
	Unit       *unitPane
	Show       string // what the third pane shows besides a unit; "" is the findings
	Findings   []finding.Finding
	About      map[string][]finding.Finding // a unit, by its id: errors and warnings
	Errors     int
	Warnings   int
	Fixes      [][]builder.QuickFix // the ways out of each finding, where they are wanted
	Legal      bool
	Behind     bool // a newer version of its book is there
	Points     string
	Change     string // what the newest change did
	Limited    bool   // a size is agreed
	Booked     bool   // it is of army books, of which one may have a collection
	Does       does
	Slots      string
	CanUndo    bool
	CanRedo    bool

	query url.Values
}

// To is the page's address with some of its query changed: keys and values in
// turn.
func (p *buildPage) To(pairs ...string) string {
	query := part(p.query, staying)
	for i := 0; i+1 < len(pairs); i += 2 {
		query.Set(pairs[i], pairs[i+1])
	}
	return p.Base + "?" + query.Encode()
}

// toAll is the page's address with all that takes long to work out.
func (p *buildPage) toAll() string { return p.To("fixes", "yes", "pane", p.Pane, "show", p.Show) }

// hidden are the fields of a form that comes back to the page as it is.
func (p *buildPage) hidden() g.Node {
	var fields g.Group
	for _, key := range append([]string{"pane"}, staying...) {
		if v := p.query.Get(key); v != "" {
			fields = append(fields, hidden(key, v))
		}
	}
	return fields
}

// ToOffer is the page's address with something that can be added shown.
func (p *buildPage) ToOffer(key string) string {
	query := p.lookedFor()
	query.Set("offer", key)
	query.Set("pane", "unit")
	return p.Base + "?" + query.Encode()
}

// ToShow is the page's address with something else than a unit in the third pane.
func (p *buildPage) ToShow(what string) string {
	query := p.lookedFor()
	query.Set("show", what)
	query.Set("pane", "unit")
	return p.Base + "?" + query.Encode()
}

func (h *handler) build(w http.ResponseWriter, r *http.Request, _ *listName, roster builder.Roster) error {
	return h.show(w, r, roster, r.URL.Query())
}

// OffersHeader is how a page's script tells by its ETag what can be added that it
// shows already: that is not sent again. With it a change is answered by the page,
// without it by the page's address.
const OffersHeader = "X-Muster-Offers"

// show answers with the builder's page of a list.
func (h *handler) show(w http.ResponseWriter, r *http.Request, roster builder.Roster, query url.Values) error {
	id := r.PathValue("id")
	source := roster.Document().Source
	p := &buildPage{
		List: nameOf(id, roster), Made: input.About(roster), ETag: etag(source), Legal: builder.Legal(roster),
		Points: builder.PointsOf(roster.Points(), roster.Limit()), Limited: roster.Limit() > 0, Booked: roster.Game().Books(), Show: query.Get("show"), query: toggled(query),
	}
	h.desks.with(id, func(d *desk) {
		if d.roster == roster {
			p.Change = d.change
		}
	})
	p.Base = p.List.address()
	p.Do, p.Back = p.Base+"/do", p.Base
	fixes, tell := query.Get("fixes") != "", tellSoon
	if fixes || query.Get("sort") != "" { // whose order must not change under the finger
		tell = tellAll
	} else if r.Method == http.MethodPost {
		tell = tellLater
	}
	if query.Del("fixes"); len(query) > 0 {
		p.Back += "?" + query.Encode()
	}
	if p.Pane = query.Get("pane"); p.Pane != "book" && p.Pane != "unit" {
		p.Pane = "list"
	}
	past := h.desks.past(id, source)
	undo, redo := past.Left()
	p.CanUndo, p.CanRedo = undo > 0, redo > 0
	if army, ok := roster.(builder.Organised); ok {
		if s := army.Slots(); s != nil {
			p.Slots = fmt.Sprintf("units %d of %d · heroes %d of %d", s.Units, s.MaxUnits, s.Heroes, s.MaxHeroes)
		}
	}
	p.Behind = builder.Behind(roster.Document(), h.Library)
	target := h.aim(r, roster, query)
	var err error
	if p.Offers, p.Roles, err = h.offers(roster, query); err != nil {
		return err
	}
	p.OffersETag = p.offersETag(roster, target)
	p.HasOffers = r.Header.Get(OffersHeader) == p.OffersETag
	key := fmt.Sprint(p.Back, target.Value, p.OffersETag, p.HasOffers, tell, p.CanUndo, p.CanRedo, p.Behind)
	var came *cameIn
	if query.Get("came") != "" {
		came = h.came.ofList(id)
	}
	draw := func() ([]byte, error) {
		if err := h.fill(p, roster); err != nil {
			return nil, err
		}
		p.Does = target.does(r.Context(), roster, p.UnitID, tell)
		if err := r.Context().Err(); err != nil {
			return nil, err
		}
		if p.Unit != nil && query.Get("sort") != "" {
			p.Unit.sort(p.Does.gains)
		}
		if fixes {
			for _, f := range p.Findings {
				p.Fixes = append(p.Fixes, builder.QuickFixes(r.Context(), roster, h.Library, f, p.name))
			}
			if err := r.Context().Err(); err != nil {
				return nil, err
			}
		}
		return draw(h.Deployment, layout{Title: p.List.Name, Here: "build", List: p.List, Came: came}, p.view()), nil
	}
	var page []byte
	if query.Get("offer") != "" { // whose unit may be another by now
		page, err = draw()
	} else {
		page, err = h.desks.page(id, roster, key, draw)
	}
	if err != nil {
		return err
	}
	w.Header().Set("Content-Location", p.Back)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Write(page)
	return nil
}

// fill fills in the list, the unit that is shown and the findings.
func (h *handler) fill(p *buildPage, roster builder.Roster) (err error) {
	p.cards(roster)
	p.Fields = builder.ListFields(roster, h.Library)
	_, p.Plans = roster.(builder.Planner)
	p.inPlatoons(platoonsOf(roster))
	switch offer := p.query.Get("offer"); {
	case offer != "":
		p.Unit, err = h.offer(p, roster, offer)
	case p.UnitID != "":
		p.Unit, err = h.unit(p, roster, p.UnitID)
	}
	return err
}

// etag tells a text from others.
func etag(text []byte) string {
	sum := fnv.New64a()
	sum.Write(text)
	return strconv.FormatUint(sum.Sum64(), 36)
}

// A unitPane is a unit whole: what it is, and all that can be changed of it.
type unitPane struct {
	Page         *buildPage
	builder.Unit        // without an id if it is not in the list yet
	Halves       []half // of the combined pair of which it is one
	Offer        string // what Add names it by, if it is not in the list yet
	OwnName      string // of a pair that of its first half, as is the note
	Note         string
	Findings     []finding.Finding
	Sheet        *export.Block
	Spells       []export.Entry
	Words        wording
	Sections     []gf.Open
	Fields       []group[edit.Field]
	Adds         []group[edit.Field] // whose paths are what `set` takes
	Links        []*link
	Prices       []builder.Price // of a pair those of both halves
	Estimable    bool            // it is known what the unit should cost
}

// sort puts the options of each section into the order of what they gain by the point;
// those that cost nothing first.
func (u *unitPane) sort(gains map[string]float64) {
	worth := func(name string, cost int) float64 {
		if cost > 0 {
			return gains[name] / float64(cost)
		}
		return 1e9 * gains[name]
	}
	option := func(o gf.OpenOption) float64 { return worth(o.Option.ID, o.Cost) }
	for _, s := range u.Sections {
		slices.SortStableFunc(s.Options, func(a, b gf.OpenOption) int { return cmp.Compare(option(b), option(a)) })
	}
	field := func(f edit.Field) float64 { return worth(f.Key(), f.Choices[0].More) }
	for _, f := range slices.Concat(u.Fields, u.Adds) {
		if len(f.All[0].Choices) == 1 { // what it has or not
			slices.SortStableFunc(f.All, func(a, b edit.Field) int { return cmp.Compare(field(b), field(a)) })
		}
	}
}

// offer shows a unit as it would be, before it is added.
func (h *handler) offer(p *buildPage, roster builder.Roster, key string) (*unitPane, error) {
	s := h.change(roster)
	done, err := s.Do(builder.Add{Unit: key})
	if err != nil {
		return nil, err
	}
	pane, err := h.sheet(p, s.Now(), done.Added[0])
	if err != nil {
		return nil, err
	}
	pane.Offer, pane.ID = key, ""
	return pane, nil
}

// spells are those that a unit can cast: all of its book.
func spells(army *gf.Army, id string) (all []export.Entry) {
	u := army.Unit(id)
	if u == nil || u.Tokens == 0 {
		return nil
	}
	for _, spell := range u.Book.Spells {
		name := spell.Name
		if spell.Value > 0 {
			name += fmt.Sprintf(" (%d)", spell.Value)
		}
		all = append(all, export.Entry{Name: name, Text: army.Scale().Text(spell.Effect)})
	}
	return all
}

// change begins to change a list.
func (h *handler) change(roster builder.Roster) *builder.Session {
	s := builder.Change(roster, h.Library)
	s.Stock = h.stock
	return s
}

// sheet is a unit as its printed sheet shows it.
func (h *handler) sheet(p *buildPage, roster builder.Roster, id string) (*unitPane, error) {
	document, err := export.Of(roster, export.Extras{})
	if err != nil {
		return nil, err
	}
	pane := &unitPane{Page: p, Words: wordingOf(p.List, roster)}
	for _, u := range roster.Units() {
		if u.ID == id {
			pane.Unit = u
		}
	}
	if b, ok := document.Sheet.Unit(id); ok {
		b.Joined = nil
		pane.Sheet = &b
	}
	if army, ok := roster.List().(*gf.Army); ok {
		pane.Spells = spells(army, id)
	}
	if chooser, ok := roster.(builder.Chooser); ok {
		pane.Sections = chooser.Open(id)
	}
	return pane, nil
}

// unit shows a unit of the list with all that can be changed of it.
func (h *handler) unit(p *buildPage, roster builder.Roster, id string) (*unitPane, error) {
	pane, err := h.sheet(p, roster, id)
	if err != nil {
		return nil, err
	}
	if pair := halvesOf(roster, id); pair != nil {
		pane.take(roster, pair)
	}
	ids := pane.members()
	pane.Findings = finding.About(roster.Findings(), ids...)
	entry := roster.Document().At("units", slices.Index(builder.IDs(roster.Document()), ids[0]))
	pane.OwnName, pane.Note = entry.Get("name").Text(), entry.Get("notes").Text()
	if setter, ok := roster.(builder.FieldSetter); ok {
		titled := func(f edit.Field) string { return f.Group }
		pane.Fields, pane.Adds = grouped(setter.Fields(id), titled), grouped(setter.Additions(id), titled)
	}
	for _, price := range roster.Prices() {
		if slices.Contains(ids, price.ID) {
			pane.Prices = append(pane.Prices, price)
		}
	}
	if e, ok := roster.(builder.Estimator); ok {
		pane.Estimable = e.Estimable(id)
	}
	pane.link(roster)
	pane.stations(roster)
	return pane, nil
}

// do changes a list and comes back to the page. The form says a verb of
// builder.Verbs and its words: "upgrade squad-1 heavy-rifle".
func (h *handler) do(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	defer h.writing.lock(id)()
	roster, err := h.roster(id)
	if err != nil {
		return err
	}
	before, back := roster, r.FormValue("back")
	call, err := builder.Read(r.FormValue("verb"), r.Form)
	if err != nil {
		return err
	}
	if err := meant(r, roster.Document().Source, call.Verb.Revision, "change that"); err != nil {
		return err
	}
	if call.Verb.Step != 0 {
		if roster, err = h.again(id, roster, call.Verb.Step); err != nil {
			return err
		}
		h.desks.keep(id, roster, changeText(before, roster, call.Verb.Name))
	} else {
		session := h.change(roster)
		edits, err := call.Edits(r.Context(), session)
		if err != nil {
			return err
		}
		done, err := session.Do(edits...)
		if err != nil {
			return err
		}
		if err := h.save(id, before, session, call.Verb.Name); err != nil {
			return err
		}
		roster = session.Now()
		if call.Verb.Name == "add" {
			back = withUnit(back, done.Added[0])
		}
	}
	at, err := url.Parse(back)
	if err == nil && at.Query().Has("unit") && !slices.Contains(builder.IDs(roster.Document()), at.Query().Get("unit")) {
		back = withUnit(back, "")
		at, err = url.Parse(back)
	}
	if _, script := r.Header[OffersHeader]; !script || err != nil || at.Path != "/lists/"+id {
		see(w, r, cmp.Or(back, "/lists/"+url.PathEscape(id)))
		return nil
	}
	return h.show(w, r, roster, at.Query())
}

// meant returns an error if a request is not meant for the list's text, of which its
// ETag tells, or does not tell although it must.
func meant(r *http.Request, text []byte, which builder.Revision, what string) error {
	_, sent := r.Form["etag"]
	if (which == builder.SameRevision || which == builder.SentRevision && sent) && r.FormValue("etag") != etag(text) {
		return fmt.Errorf("%w: look at the list as it is now, and %s", files.ErrChanged, what)
	}
	return nil
}

// save writes what a session made of a list, and keeps that with what it did.
func (h *handler) save(id string, before builder.Roster, session *builder.Session, verb string) error {
	if err := h.write(id, before.Document().Source, session.Text()); err != nil {
		return err
	}
	h.desks.keep(id, session.Now(), changeText(before, session.Now(), verb))
	return nil
}

// withUnit is an address that shows a unit, or none.
func withUnit(address, id string) string {
	at, err := url.Parse(address)
	if err != nil {
		return address
	}
	query := at.Query()
	query.Del("offer")
	query.Del("unit")
	if id != "" {
		query.Set("unit", id)
	}
	at.RawQuery = query.Encode()
	return at.String()
}

// again takes a list some steps on in the history of what was changed here, and
// returns it as it is then. It returns the list unchanged if there is no such step.
func (h *handler) again(id string, roster builder.Roster, step int) (builder.Roster, error) {
	was := roster.Document()
	past := h.desks.past(id, was.Source)
	to := past.Peek(step)
	if to == nil {
		return roster, nil
	}
	now, err := was.With(to)
	if err != nil {
		return nil, err
	}
	if roster, err = builder.Open(now, h.Library); err != nil {
		return nil, err
	}
	if err := h.Lists.Write(id+ending, was.Source, to); err != nil {
		return nil, err
	}
	h.desks.with(id, func(d *desk) {
		d.history = past
		d.history.Move(step)
	})
	return roster, nil
}
