package web

import (
	"errors"
	"fmt"
	"hash/fnv"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"muster/builder"
	"muster/builder/edit"
	"muster/builder/finding"
	"muster/builder/gf"
	"muster/export"
)

// A buildPage is the builder: what can be added, the list, and a unit or what
// was found.
type buildPage struct {
	Home     Home
	List     *listName
	Name     string
	About    string
	RawName  string
	Base, Do string
	Back     string // the page's own address, to come back to
	Stamp    string // of the list's text, so that a way out is taken of what was seen
	Pane     string
	Find     string
	UnitID   string
	Shelves  []shelf
	Rows     []row
	Unit     *unitPane
	Findings []found
	Legal    bool
	Status   string
	Slots    string
	Limit    int
	CanUndo  bool
	CanRedo  bool

	query url.Values
}

type shelf struct {
	Title string
	Units []builder.Offer
}

// A row is a unit in the list.
type row struct {
	ID, Name, Mark, About string
	Points                int
	Current, First, Last  bool
	Findings              []found
}

// found is a finding as a page shows it.
type found struct {
	finding.Finding
	Class string
	Fixes []fix
}

// A fix is a way out of a finding, as a button names it.
type fix struct {
	Label          string
	Finding, Index int
}

func shown(f finding.Finding) found {
	class := map[finding.Severity]string{finding.Error: "bad", finding.Warning: "warn"}[f.Severity]
	if class == "" {
		class = "quiet"
	}
	return found{Finding: f, Class: class}
}

// To is the page's address with some of its query changed: keys and values in
// turn.
func (p *buildPage) To(pairs ...string) template.URL {
	query := url.Values{}
	for _, key := range []string{"unit", "find"} {
		if v := p.query.Get(key); v != "" {
			query.Set(key, v)
		}
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		query.Set(pairs[i], pairs[i+1])
	}
	return template.URL(p.Base + "?" + query.Encode())
}

func (h *handler) build(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	document, err := h.read(id)
	if err != nil {
		return err
	}
	roster, err := builder.Open(document, h.Library)
	if err != nil {
		return err
	}
	p := &buildPage{
		Home: h.Home, List: nameOf(id, roster), About: about(roster), RawName: roster.Name(), Limit: roster.Limit(),
		Find: r.FormValue("find"), Stamp: stamp(document.Source), Legal: builder.Legal(roster), Status: status(roster), query: r.URL.Query(),
	}
	p.Name = p.List.Name
	p.Base = "/lists/" + p.List.Path
	p.Do, p.Back = p.Base+"/do", p.Base
	if r.URL.RawQuery != "" {
		p.Back += "?" + r.URL.RawQuery
	}
	if p.Pane = r.FormValue("pane"); p.Pane != "book" && p.Pane != "unit" {
		p.Pane = "list"
	}
	past := h.histories.of(id, document.Source)
	p.CanUndo, p.CanRedo = len(past.before) > 0, len(past.after) > 0
	if army, ok := roster.(interface{ Slots() *gf.Slots }); ok {
		if s := army.Slots(); s != nil {
			p.Slots = fmt.Sprintf("units %d of %d · heroes %d of %d", s.Units, s.MaxUnits, s.Heroes, s.MaxHeroes)
		}
	}
	if p.Shelves, err = h.shelves(roster, p.Find); err != nil {
		return err
	}
	p.rows(roster, r.FormValue("unit"))
	switch {
	case r.FormValue("offer") != "":
		p.Unit, err = h.offer(p, roster, r.FormValue("offer"))
	case p.UnitID != "":
		p.Unit, err = h.unit(p, roster, p.UnitID)
	}
	if err != nil {
		return err
	}
	for i, f := range roster.Findings() {
		one := shown(f)
		if p.Unit == nil {
			for j, way := range builder.Fixes(roster, h.Library, f) {
				one.Fixes = append(one.Fixes, fix{way.Label, i, j})
			}
		}
		p.Findings = append(p.Findings, one)
	}
	h.render(w, "build", frame{Title: p.Name, Here: "build", List: p.List}, p)
	return nil
}

// shelves sorts what can be added, as far as its name has what is looked for.
func (h *handler) shelves(roster builder.Roster, find string) ([]shelf, error) {
	offers, err := builder.Offers(roster, h.stock)
	if err != nil {
		return nil, err
	}
	var shelves []shelf
	for _, o := range offers {
		if !strings.Contains(strings.ToLower(o.Name), strings.ToLower(find)) {
			continue
		}
		i := slices.IndexFunc(shelves, func(s shelf) bool { return s.Title == o.Shelf })
		if i < 0 {
			i, shelves = len(shelves), append(shelves, shelf{Title: o.Shelf})
		}
		shelves[i].Units = append(shelves[i].Units, o)
	}
	return shelves, nil
}

// rows lists the units, and notes which is shown beside them.
func (p *buildPage) rows(roster builder.Roster, chosen string) {
	units := roster.Units()
	order := builder.IDs(roster.Document())
	for _, u := range units {
		line := row{ID: u.ID, Name: u.Name, Points: u.Points, Current: u.ID == chosen}
		if line.Current {
			p.UnitID = u.ID
		}
		line.Mark = map[builder.Role]string{builder.Half: "and", builder.Joined: "with"}[u.Role]
		parts := []string{}
		if u.Models > 1 {
			parts = append(parts, fmt.Sprintf("%d models", u.Models))
		}
		for _, s := range u.Profile {
			if s.Value != "" {
				parts = append(parts, strings.ToLower(s.Label)+" "+s.Value)
			}
		}
		if u.In != "" {
			parts = append(parts, "in "+u.In)
		}
		line.About = strings.Join(parts, " · ")
		at := slices.Index(order, u.ID)
		line.First, line.Last = at == 0, at == len(order)-1
		for _, f := range roster.Findings() {
			if f.Severity != finding.Note && slices.Contains(f.Units, u.ID) {
				line.Findings = append(line.Findings, shown(f))
			}
		}
		p.Rows = append(p.Rows, line)
	}
}

// stamp knows a text again.
func stamp(text []byte) string {
	sum := fnv.New64a()
	sum.Write(text)
	return strconv.FormatUint(sum.Sum64(), 36)
}

// A unitPane is a unit whole: what it is, and all that can be changed of it.
type unitPane struct {
	Page     *buildPage
	ID       string // "" for one that is not in the list yet
	Offer    string // what Add names it by, if it is not in the list yet
	Name     string
	BookName string
	OwnName  string
	Note     string
	About    string
	Points   int
	Findings []found
	Blocks   []export.Block
	Terms    []export.Entry
	Sections []section
	Fields   []fieldGroup
	Adds     []input
	Links    []link
	Steps    []step
}

type step struct{ What, Value string }

type section struct {
	Label   string
	Options []option
}

type option struct {
	ID, Name, Gives, Why, Price string
	Taken, Left                 int
}

// A link is a way in which units belong together, with whom it can be.
type link struct {
	How, Label, Now string
	Choices         []choice
}

type choice struct{ Value, Name string }

type fieldGroup struct {
	Label  string
	Inputs []input
}

// An input is a field of a form.
type input struct {
	Label, Key, Now, Mode string
	Tick                  bool
	Choices               []choice
}

// offer shows a unit as it would be, before it is added.
func (h *handler) offer(p *buildPage, roster builder.Roster, key string) (*unitPane, error) {
	s, err := builder.Begin(roster.Document(), h.Library)
	if err != nil {
		return nil, err
	}
	had := builder.IDs(roster.Document())
	if _, err := s.Do(builder.Add{Unit: key, Stock: h.stock}); err != nil {
		return nil, err
	}
	for _, id := range builder.IDs(s.Now().Document()) {
		if !slices.Contains(had, id) {
			pane, err := h.sheet(p, s.Now(), id)
			if err != nil {
				return nil, err
			}
			pane.Offer, pane.ID = key, ""
			return pane, nil
		}
	}
	return nil, errors.New("nothing would be added")
}

// sheet is a unit as its printed sheet shows it.
func (h *handler) sheet(p *buildPage, roster builder.Roster, id string) (*unitPane, error) {
	document, err := export.Of(roster, export.Extras{})
	if err != nil {
		return nil, err
	}
	pane := &unitPane{Page: p, ID: id}
	for _, u := range roster.Units() {
		if u.ID == id {
			pane.Name, pane.Points = u.Name, u.Points
			if u.Models > 1 {
				pane.About = fmt.Sprintf("%d models", u.Models)
			}
		}
	}
	if b, ok := document.Sheet.Unit(id); ok {
		b.Joined = nil
		pane.Blocks, pane.Terms = []export.Block{b}, b.Terms
	}
	return pane, nil
}

// unit shows a unit of the list with all that can be changed of it.
func (h *handler) unit(p *buildPage, roster builder.Roster, id string) (*unitPane, error) {
	pane, err := h.sheet(p, roster, id)
	if err != nil {
		return nil, err
	}
	for _, f := range roster.Findings() {
		if slices.Contains(f.Units, id) {
			pane.Findings = append(pane.Findings, shown(f))
		}
	}
	for i, other := range builder.IDs(roster.Document()) {
		if other == id {
			node := roster.Document().At("units", i)
			pane.OwnName, pane.Note = node.Get("name").Text(), node.Get("notes").Text()
		}
	}
	if chooser, ok := roster.(builder.Chooser); ok {
		pane.sections(chooser, id)
	}
	if setter, ok := roster.(fielder); ok {
		pane.fields(setter, id)
	}
	for _, price := range roster.Prices() {
		if price.ID == id && len(price.Steps) > 1 {
			for _, s := range price.Steps {
				pane.Steps = append(pane.Steps, step{s.Explained(), s.Value.String()})
			}
		}
	}
	pane.Links = h.links(roster, id)
	return pane, nil
}

func (pane *unitPane) sections(chooser builder.Chooser, id string) {
	taken := map[string]int{}
	for _, c := range chooser.Chosen(id) {
		taken[c.Option.ID] += c.Count
	}
	for _, s := range chooser.Open(id) {
		one := section{Label: s.Section.Label}
		for _, o := range s.Options {
			why := ""
			if o.Left == 0 && taken[o.Option.ID] == 0 {
				why = o.Why
			}
			one.Options = append(one.Options, option{
				ID: o.Option.ID, Name: o.Option.Name, Why: why, Price: fmt.Sprintf("%+d", o.Cost), Taken: taken[o.Option.ID], Left: o.Left,
			})
		}
		pane.Sections = append(pane.Sections, one)
	}
}

// links lists with whom a unit can be joined, combined or carried: only what
// would break no rule, each tried, and what it is already.
func (h *handler) links(roster builder.Roster, id string) []link {
	before := roster.Document()
	ids := builder.IDs(before)
	at := slices.Index(ids, id)
	node := before.At("units", at)
	var links []link
	for _, way := range []struct {
		how, label, key string
		edit            func(other string) builder.Edit
	}{
		{"join", "Joins", "join", func(other string) builder.Edit { return builder.Join{Hero: id, Unit: other} }},
		{"combine", "Combined with", "combine", func(other string) builder.Edit { return builder.Combine{First: other, Second: id} }},
		{"in", "Rides in", "in", func(other string) builder.Edit { return builder.Embark{Unit: id, Transport: other} }},
	} {
		one := link{How: way.how, Label: way.label, Now: node.Get(way.key).Text()}
		for _, u := range roster.Units() {
			if u.ID == id {
				continue
			}
			if u.ID == one.Now {
				one.Choices = append(one.Choices, choice{u.ID, u.Name + " (" + u.ID + ")"})
				continue
			}
			s, err := builder.Begin(before, h.Library)
			if err != nil {
				return nil
			}
			if one.Now != "" {
				s.Do(builder.Detach{ID: id, Only: []string{way.key}})
			}
			if _, err := s.Do(way.edit(u.ID)); err != nil {
				continue
			}
			if _, refused := s.Refused(); !refused {
				one.Choices = append(one.Choices, choice{u.ID, u.Name + " (" + u.ID + ")"})
			}
		}
		if one.Choices != nil {
			links = append(links, one)
		}
	}
	return links
}

// do changes a list and comes back to the page.
func (h *handler) do(w http.ResponseWriter, r *http.Request) error {
	h.writing.Lock()
	defer h.writing.Unlock()
	id := r.PathValue("id")
	document, err := h.read(id)
	if err != nil {
		return err
	}
	back := r.FormValue("back")
	if back == "" {
		back = "/lists/" + url.PathEscape(id)
	}
	switch verb := r.FormValue("verb"); verb {
	case "undo", "redo":
		return h.again(w, r, id, document.Source, verb, back)
	default:
		session, err := builder.Begin(document, h.Library)
		if err != nil {
			return err
		}
		if verb == "fix" && r.FormValue("stamp") != stamp(document.Source) {
			return errors.New("the list has changed since; look at what is wrong with it now")
		}
		to, err := h.change(session, verb, r)
		if err != nil {
			return err
		}
		if err := h.write(id, document.Source, session.Text()); err != nil {
			return err
		}
		if to != "" {
			back = withUnit(back, to)
		} else if verb == "remove" {
			back = withUnit(back, "")
		}
		see(w, r, back)
		return nil
	}
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

// again undoes or redoes the newest change that was made here.
func (h *handler) again(w http.ResponseWriter, r *http.Request, id string, was []byte, verb, back string) error {
	place, err := h.place(id)
	if err != nil {
		return err
	}
	past := h.histories.of(id, was)
	to, move := peek(past.before), h.histories.back
	if verb == "redo" {
		to, move = peek(past.after), h.histories.forth
	}
	if to != nil {
		if err := h.Lists.Write(place.Name, was, to); err != nil {
			return err
		}
		move(past)
	}
	see(w, r, back)
	return nil
}

// change carries out what a form asks for; to is the unit to show then, "" for
// the one that is shown.
func (h *handler) change(s *builder.Session, verb string, r *http.Request) (to string, err error) {
	id := r.FormValue("unit")
	do := func(edits ...builder.Edit) error {
		_, err := s.Do(edits...)
		return err
	}
	switch verb {
	case "add":
		had := builder.IDs(s.Now().Document())
		if err := do(builder.Add{Unit: r.FormValue("what"), Stock: h.stock}); err != nil {
			return "", err
		}
		for _, added := range builder.IDs(s.Now().Document()) {
			if !slices.Contains(had, added) {
				to = added
			}
		}
		return to, nil
	case "remove":
		return "", do(builder.Remove{ID: id})
	case "copy":
		return "", do(builder.Copy{ID: id})
	case "up", "down", "move":
		return "", move(s, id, verb, r.FormValue("before"))
	case "rename":
		return "", do(builder.Rename{ID: id, Name: strings.TrimSpace(r.FormValue("name"))}, builder.Note{ID: id, Text: strings.TrimSpace(r.FormValue("note"))})
	case "upgrade":
		return "", do(builder.Upgrade{ID: id, Choices: []gf.Choice{{Option: r.FormValue("option"), Count: 1}}})
	case "downgrade":
		return "", do(builder.Downgrade{ID: id, Choices: []gf.Choice{{Option: r.FormValue("option"), Count: 1}}})
	case "link":
		return "", relink(s, id, r.FormValue("how"), r.FormValue("to"))
	case "set":
		return "", assign(s, id, r.FormValue("set"))
	case "fields":
		return "", setFields(s, id, r)
	case "fix":
		return "", h.mend(s, r.FormValue("finding"), r.FormValue("fix"))
	case "list":
		points := strings.TrimSpace(r.FormValue("points"))
		return "", assign(s, "", "name="+strings.TrimSpace(r.FormValue("name")), "points="+points)
	}
	return "", fmt.Errorf("`%s` is nothing that can be done to a list", verb)
}

// mend carries out one of the ways out of a finding, both counted from 0.
func (h *handler) mend(s *builder.Session, at, way string) error {
	i, err := strconv.Atoi(at)
	j, wayErr := strconv.Atoi(way)
	findings := s.Now().Findings()
	if err != nil || wayErr != nil || i < 0 || j < 0 || i >= len(findings) {
		return errors.New("there is no such finding any more")
	}
	fixes := builder.Fixes(s.Now(), h.Library, findings[i])
	if j >= len(fixes) {
		return errors.New("there is no such way out any more")
	}
	_, err = s.Do(fixes[j].Edits...)
	return err
}

// move moves a unit by a place, or before another.
func move(s *builder.Session, id, verb, before string) error {
	ids := builder.IDs(s.Now().Document())
	i := slices.Index(ids, id)
	switch {
	case i < 0 && verb != "move":
		return builder.NoUnit(s.Now(), id)
	case verb == "up" && i > 0:
		before = ids[i-1]
	case verb == "down" && i+2 < len(ids):
		before = ids[i+2]
	case verb == "down":
		before = ""
	}
	_, err := s.Do(builder.Move{ID: id, Before: before})
	return err
}

// relink links a unit to another in one way, or to none.
func relink(s *builder.Session, id, how, to string) error {
	var edits []builder.Edit
	for i, other := range builder.IDs(s.Now().Document()) {
		if other == id && s.Now().Document().At("units", i, how).Exists() {
			edits = append(edits, builder.Detach{ID: id, Only: []string{how}})
		}
	}
	if to != "" {
		switch how {
		case "join":
			edits = append(edits, builder.Join{Hero: id, Unit: to})
		case "combine":
			edits = append(edits, builder.Combine{First: to, Second: id})
		case "in":
			edits = append(edits, builder.Embark{Unit: id, Transport: to})
		default:
			return fmt.Errorf("`%s` is no way in which units belong together", how)
		}
	}
	if len(edits) == 0 {
		return nil
	}
	if _, err := s.Do(edits...); err != nil {
		return err
	}
	if f, refused := s.Refused(); refused {
		return errors.New(f.Message)
	}
	return nil
}

// assign sets fields of a unit, or of the list where id is "".
func assign(s *builder.Session, id string, texts ...string) error {
	fields, err := edit.ParseAssignments(texts)
	if err != nil {
		return err
	}
	_, err = s.Do(builder.Set{ID: id, Fields: fields})
	return err
}
