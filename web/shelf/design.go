package shelf

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/builder/edit"
	army "muster/builder/fad"
	forces "muster/builder/fad/preview"
	"muster/builder/finding"
	"muster/builder/odds"
	"muster/builder/table"
	"muster/catalog/fad"
	"muster/input"
	"muster/report"
	"muster/report/html"
	"muster/schema"
	"muster/schema/files"
	"muster/web/desk"
	"muster/web/page"
)

// A designPage is the form to design a unit outside of any list, with the unit's price, damage and
// survival. A "kept" unit is one that the player has stored for use in lists.
type designPage struct {
	Kind string
	// id of the kept unit that the design started from; "" if it started from a new unit of Kind
	BaseID   string
	BaseName string // name of that kept unit
	Kinds    []edit.Choice
	// fields of the unit, without those of a single group of miniatures or a single weapon
	Fields []edit.Field
	// assignments, such as "quality=4", that turn the kept or new unit into the design
	Assignments  []string
	Price        builder.Price
	Findings     []finding.Finding
	Worth        []builder.Worth // damage and survival of the design against each target
	Lists        []edit.Choice   // lists to which the unit can be added
	Trouble      string
	JustKeptName string // name of the unit that was just kept; "" for none
	UndoID       string // id for undoing that the unit was kept
	Deleted      *trashItem
	KeptUnits    []fad.StoredUnit // all kept units
	Armoury      *fad.Armoury

	// what the person entered for the search: points, target, and the criterion
	MaxPoints, TargetID, Criterion string
	// the fields, by their paths, that a search for the best designs may change, and those of them
	// that the person fixed
	SearchedFieldPaths, FixedFieldPaths []string
	Targets                             []edit.Choice
	BestDesigns                         []forces.Design
	BestDesignTexts                     []string // descriptions of the best designs
	SearchedCount                       int      // number of designs that were searched
}

// beginDesign builds the unit that a form describes, starting from a new unit of a kind or from a
// kept one. The form's values of "set" are assignments such as "quality=4"; its other values are
// the fields of the unit, by their keys. The session is nil if there is no such unit.
func (h *Handler) beginDesign(r *http.Request) (p designPage, session *builder.Session, err error) {
	stock, err := h.UnitStock()
	if stock == nil {
		return p, nil, err
	}
	p = designPage{Kind: r.FormValue("kind"), BaseID: r.FormValue("unit"), Assignments: r.Form["set"]}
	if p.BaseID != "" {
		kept, err := stock.Find(p.BaseID)
		if err != nil {
			return p, nil, desk.NotFound("no unit `%s` is kept here", p.BaseID)
		}
		if p.Kind = cmp.Or(p.Kind, string(kept.Unit.Kind)); p.Kind == string(kept.Unit.Kind) {
			p.BaseName = kept.Unit.Title()
		} else { // another kind was chosen
			p.BaseID = ""
		}
	}
	p.Kind = cmp.Or(p.Kind, "infantry")
	fields, err := edit.ParseAssignments(p.Assignments)
	if err != nil {
		return p, nil, err
	}
	session, err = builder.OpenDesign(p.baseOrKind(), fields, stock, h.Library)
	if err == nil && session == nil {
		err = desk.NotFound("there is no kind of unit called `%s`", p.Kind)
	}
	if err != nil || r.FormValue("was") != p.Kind { // the form was another kind's
		return p, session, err
	}
	var more []string
	for _, f := range session.Now().(builder.FieldSetter).UnpricedFields(p.Kind) {
		more = append(more, assignmentsOf(f, r.Form[f.Key()])...)
	}
	if fields, err = edit.ParseAssignments(more); err == nil && len(fields) > 0 {
		_, err = session.Do(builder.SetFields{Fields: fields})
	}
	p.Assignments = append(p.Assignments, more...)
	return p, session, err
}

// baseOrKind returns the start of the design: a kept unit's id, or a kind.
func (p *designPage) baseOrKind() string { return cmp.Or(p.BaseID, p.Kind) }

// assignmentsOf returns the assignments, such as "quality=4", that change a field to the values
// that a form sent.
func assignmentsOf(f edit.Field, sent []string) (all []string) {
	switch {
	case isLineField(f) || len(sent) == 0 && (f.EntryID == "" || f.Path == "weapons"):
	case f.EntryID == "" && sent[0] != f.Current:
		all = append(all, f.Assign(sent[0]))
	case f.Path == "weapons" && f.EntryID != "":
		n, _ := strconv.Atoi(sent[0])
		for range min(n, 20) - f.WeaponCount {
			all = append(all, f.AddEntry())
		}
	case f.EntryID != "" && (len(sent) > 0) != (f.Current == "yes"):
		all = append(all, f.ToggleEntry())
	}
	return all
}

// isLineField reports whether a field belongs to one group of equal miniatures, or to one weapon of
// a vehicle.
func isLineField(f edit.Field) bool {
	return strings.HasPrefix(f.Path, "figures.") || strings.HasPrefix(f.Path, "weapons.")
}

func (h *Handler) design(w http.ResponseWriter, r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return err
	}
	p, session, err := h.beginDesign(r)
	if session == nil {
		return err
	}
	if err != nil {
		p.Trouble = page.ErrorText(err)
	}
	if p.Armoury, err = fad.LoadArmoury(); err != nil {
		return err
	}
	for _, kind := range p.Armoury.UnitKinds.All() {
		p.Kinds = append(p.Kinds, edit.Choice{Value: kind.ID, Label: kind.Name})
	}
	roster := session.Now()
	p.Fields = slices.DeleteFunc(roster.(builder.FieldSetter).Fields(p.Kind), func(f edit.Field) bool {
		return isLineField(f) || f.RefusalReason != "" && f.Current != "yes"
	})
	p.Price, p.Findings = roster.Prices()[0], roster.Findings()
	if p.Worth, err = builder.WorthOf(r.Context(), roster, p.Kind, nil, ""); err != nil {
		p.Trouble = page.ErrorText(err)
	}
	p.KeptUnits = h.keptUnits()
	if i := slices.IndexFunc(p.KeptUnits, func(s fad.StoredUnit) bool { return s.ID == r.FormValue("kept") }); i >= 0 {
		p.JustKeptName, p.UndoID = p.KeptUnits[i].Unit.Name, r.FormValue("came")
	}
	p.Deleted = h.justDeleted(r)
	p.SearchedFieldPaths = (&forces.Search{Start: roster.GameList().(*army.Army)}).SearchedPaths()
	if p.Lists, err = h.OtherLists("", fad.SystemID); err != nil {
		return err
	}
	if err := h.searchDesigns(r, &p); err != nil {
		p.Trouble = page.ErrorText(err)
	}
	return h.Render(w, page.Layout{Title: "Design a unit", CurrentPage: "books"}, p.view())
}

// searchDesigns finds the best designs for the points, target and criterion in the form. Fields
// that the person fixed keep their values.
func (h *Handler) searchDesigns(r *http.Request, p *designPage) error {
	targets, err := forces.TypicalTargets(nil)
	if err != nil {
		return err
	}
	for _, t := range targets {
		p.Targets = append(p.Targets, edit.Choice{Value: t.ID, Label: t.Name})
	}
	p.MaxPoints, p.TargetID, p.Criterion, p.FixedFieldPaths = r.FormValue("points"), r.FormValue("against"), r.FormValue("by"), r.Form["stays"]
	if p.MaxPoints == "" {
		return nil
	}
	made, err := edit.ParseAssignments(p.Assignments)
	if err != nil {
		return err
	}
	fields := slices.DeleteFunc(made, func(a edit.Assignment) bool { // what is not searched is taken as given
		return a.Operator == edit.Replace && slices.Contains(p.SearchedFieldPaths, a.Path[0])
	})
	for _, f := range p.Fields {
		if f.EntryID == "" && slices.Contains(p.FixedFieldPaths, f.Path) {
			fields = append(fields, edit.Assignment{Path: strings.Split(f.Path, "."), Operator: edit.Replace, Value: f.Current})
		}
	}
	given := slices.ContainsFunc(fields, func(a edit.Assignment) bool { return a.Path[0] == "traits" })
	if slices.Contains(p.FixedFieldPaths, "traits") && !given {
		fields = append(fields, edit.Assignment{Path: []string{"traits"}, Operator: edit.Replace})
	}
	stock, err := h.UnitStock()
	if stock == nil {
		return err
	}
	s, err := builder.NewDesignSearch(p.baseOrKind(), fields, stock, h.Library)
	if err != nil {
		return err
	}
	if s.MaxPoints, err = strconv.Atoi(p.MaxPoints); err != nil || s.MaxPoints < 1 {
		return fmt.Errorf("`%s` is no number of points", p.MaxPoints)
	}
	if s.Target, err = builder.TypicalTarget(p.TargetID); err != nil {
		return err
	}
	s.Objective, s.MaxAnswers, s.Conditions = forces.Objective(p.Criterion), 5, odds.Question{Distance: 12}
	if p.BestDesigns, p.SearchedCount, err = s.Run(r.Context()); err == nil && len(p.BestDesigns) == 0 {
		err = fmt.Errorf("no legal design of %s costs %d points or less", report.WithCommas(p.SearchedCount), s.MaxPoints)
	}
	for i := range p.BestDesigns {
		p.BestDesignTexts = append(p.BestDesignTexts, unitText(&s.Army(&p.BestDesigns[i]).TableUnits()[0]))
	}
	return err
}

// storeDesign stores a unit for use in lists, or adds it to a list.
func (h *Handler) storeDesign(w http.ResponseWriter, r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return err
	}
	p, session, err := h.beginDesign(r)
	if err != nil {
		return err
	}
	name := strings.TrimSpace(r.FormValue("name"))
	if list := r.FormValue("list"); list != "" {
		return h.addDesign(w, r, list, builder.Add{Unit: p.baseOrKind(), Name: name}, p.Assignments)
	}
	if name == "" {
		return errors.New("give the unit a name, by which you find it again")
	}
	if _, err := session.Do(builder.Rename{ID: p.Kind, Name: name}); err != nil {
		return err
	}
	taken := func(id string) bool { // by another one
		return id != p.BaseID && slices.ContainsFunc(h.keptUnits(), func(s fad.StoredUnit) bool { return s.ID == id })
	}
	kept, err := session.Now().(builder.UnitExtractor).ExtractUnit(p.Kind, schema.FreeID(files.FileStem("unit", name), taken), false)
	if err != nil {
		return err
	}
	if kept.Name == p.BaseID { // it takes the place of the one that it began as
		if _, err := h.moveUnitToTrash(p.BaseID); err != nil {
			return err
		}
	}
	here := url.Values{"unit": {kept.Name}, "kept": {kept.Name}}
	return h.importFiles(w, r, []input.SentFile{{Name: kept.Name + desk.ListExtension, Text: kept.File}},
		"/fad?"+here.Encode())
}

// addDesign adds a unit to a list, and shows it there.
func (h *Handler) addDesign(w http.ResponseWriter, r *http.Request, list string, add builder.Add, set []string) error {
	roster, err := h.Roster(list)
	if err != nil {
		return err
	}
	fields, err := edit.ParseAssignments(set)
	if err != nil {
		return err
	}
	session := h.BeginSession(roster)
	done, err := session.Do(add)
	if err == nil && len(fields) > 0 {
		_, err = session.Do(builder.SetFields{UnitID: done.AddedIDs[0], Fields: fields})
	}
	if err != nil {
		return err
	}
	if err := h.Save(list, roster, session, "add"); err != nil {
		return err
	}
	return desk.Redirect(w, r, fmt.Sprintf("/lists/%s?unit=%s", url.PathEscape(list), url.QueryEscape(done.AddedIDs[0])))
}

func (p *designPage) view() g.Node {
	hidden := p.hiddenFields()
	return page.OneColumn("Design a unit",
		page.Para("quiet", "A unit of Fast and Dirty without a list: what it costs, what it does, how long it lasts."),
		g.If(p.Trouble != "", page.Para("error", p.Trouble)),
		g.If(p.JustKeptName != "", page.ControlRow(h.P(h.Role("status"), h.ID("status"),
			page.IsolatedText("“"+p.JustKeptName+"” is kept: “Add” offers it in every list of the game.")),
			g.If(p.UndoID != "", page.PostButton("/came/"+url.PathEscape(p.UndoID)+"/back", "Take it back")))),
		g.Iff(p.Deleted != nil, func() g.Node {
			return h.Div(h.Role("status"), h.ID("status"), h.Class("said"), viewDeleted(*p.Deleted))
		}),
		g.If(len(p.KeptUnits) > 0, h.Details(h.Class("section"), h.ID("kept"), g.If(p.JustKeptName+p.BaseID != "" || p.Deleted != nil, g.Attr("open")),
			h.Summary(g.Textf("Your kept units: %d", len(p.KeptUnits))), viewKeptUnits(p.KeptUnits, p.Armoury, "design"))),
		p.viewSearch(),
		p.viewBestDesigns(),
		h.Div(h.Class("sides"),
			h.Div(h.H2(h.ID("price"), g.Text(p.worthText())),
				h.Form(h.Action("/fad"), h.Method("get"), g.Attr("data-auto"), h.ID("design"),
					page.HiddenField("was", p.Kind), page.HiddenField("unit", p.BaseID),
					page.WithLabel("Kind", page.ChoiceControl("kind", p.Kinds, p.Kind)),
					g.Map(p.sections(), viewDesignFields),
					h.NoScript(h.Button(g.Text("Show")))),
				g.Map(p.Findings, func(f finding.Finding) g.Node {
					return page.Para(page.FindingClass(f), string(f.Severity)+": "+f.Message)
				})),
			h.Div(html.Page{}.Blocks(p.Price.Doc().Blocks...),
				g.Iff(len(p.Worth) > 0, func() g.Node {
					return g.Group{h.H2(g.Text("Against typical targets")), html.Page{}.Blocks(builder.WorthDoc(p.Worth), report.SingleLine(builder.WorthExplanation))}
				}),
				page.PostForm("/fad", h.Class("fields"), hidden,
					page.WithLabel("Name", h.Input(h.Name("name"), h.Value(p.BaseName), h.MaxLength("200"), h.AutoComplete("off"))),
					h.Button(h.ID("keep"), page.Icon("save"), g.Text("Keep for other lists"))),
				g.If(len(p.Lists) > 0, page.PostForm("/fad", h.Class("fields"), hidden,
					page.WithLabel("List", page.ChoiceControl("list", p.Lists, "")),
					h.Button(h.ID("put"), page.Icon("add"), g.Text("Put into this list")))))))
}

// sections groups the fields of the unit in sections: groups with the same title before a dot share
// one.
func (p *designPage) sections() []page.Group[page.Group[edit.Field]] {
	groups := page.GroupBy(p.Fields, func(f edit.Field) string { return f.Group })
	return page.GroupBy(groups, func(one page.Group[edit.Field]) string {
		title, _, _ := strings.Cut(one.Title, " · ")
		return title
	})
}

func (p *designPage) hiddenFields() g.Node {
	return g.Group{page.HiddenField("kind", p.Kind), page.HiddenField("unit", p.BaseID), g.Map(p.Assignments, func(one string) g.Node { return page.HiddenField("set", one) })}
}

// worthText returns the unit's points, damage and survival against the first target, which are
// always visible.
func (p *designPage) worthText() string {
	text := fmt.Sprintf("%d points", p.Price.Points)
	if len(p.Worth) > 0 {
		w := &p.Worth[0]
		text = page.JoinDots(text, "kills "+w.DamageText(), "lasts "+w.DurabilityText()+", against "+w.Target)
	}
	return text
}

// viewBestDesigns draws the best designs, each with a button to its page.
func (p *designPage) viewBestDesigns() g.Node {
	if len(p.BestDesigns) == 0 {
		return nil
	}
	return h.Section(h.Aria("label", "The best designs"),
		page.Para("quiet", fmt.Sprintf("The best of %s designs, by fire alone at 12 inches (the table of a unit counts "+
			"a charge too). People, movement and traits are as below; where no trait is ticked, a design has at most one.",
			report.WithCommas(p.SearchedCount))),
		h.Ul(h.Class("rows"), page.DrawEach(p.BestDesigns, func(i int, d forces.Design) g.Node {
			worth, to := builder.WorthOfDesign(&d), url.Values{"kind": {p.Kind}, "unit": {p.BaseID}, "set": d.Assignments}
			return h.Li(h.Div(h.Strong(g.Textf("%d points", d.Price.Points)),
				page.Para("line", p.BestDesignTexts[i]),
				page.Para("line", page.JoinDots("kills "+worth.DamageText(), "lasts "+worth.DurabilityText()))),
				page.LinkButton("/fad?"+to.Encode(), "Take it"))
		})))
}

// unitText describes a unit: its values, common weapons, and traits.
func unitText(u *table.Unit) string {
	size, arms := "", u.Gear
	if u.Models > 1 {
		size = finding.CountText(u.Models, u.ModelWord())
	}
	for i := range u.Weapons {
		arms = append(arms, table.NameWithCount(u.Weapons[i].Count, u.Weapons[i].Name))
	}
	return page.JoinDots(size, u.ProfileLine(), page.JoinCommas(arms), page.JoinCommas(u.Abilities))
}

// viewSearch draws the form for the best designs, folded until it is used.
func (p *designPage) viewSearch() g.Node {
	ways := []edit.Choice{
		{Value: "both", Label: "kills and lasts"}, {Value: "kills", Label: "kills"}, {Value: "lasts", Label: "lasts"},
	}
	stays := func(path, label string) g.Node { // a field that is not searched
		return page.TickBox("stays", path, label, slices.Contains(p.FixedFieldPaths, path))
	}
	return h.Details(h.Class("section"), h.ID("best"), g.If(p.MaxPoints != "", g.Attr("open")),
		h.Summary(g.Text("Find the best for some points")),
		h.Form(h.Action("/fad"), h.Method("get"), g.Attr("data-push"),
			p.hiddenFields(),
			h.Div(h.Class("fields"),
				page.WithLabel("Points", h.Input(h.Name("points"), h.Value(p.MaxPoints), g.Attr("inputmode", "numeric"),
					h.Required(), h.AutoComplete("off"))),
				page.WithLabel("Against", page.ChoiceControl("against", p.Targets, p.TargetID)),
				page.WithLabel("Best by", page.ChoiceControl("by", ways, p.Criterion))),
			h.Details(h.ID("stays"), g.If(len(p.FixedFieldPaths) > 0, g.Attr("open")),
				h.Summary(g.Text("What stays as it is below")),
				g.Map(p.Fields, func(f edit.Field) g.Node {
					if f.EntryID != "" || !slices.Contains(p.SearchedFieldPaths, f.Path) {
						return nil
					}
					return stays(f.Path, f.Label)
				}),
				stays("traits", "Traits")),
			h.Button(g.Text("Find the best"))))
}

// viewDesignFields draws the fields of a section; entries such as traits are folded, and the fold
// names those that the unit has.
func viewDesignFields(s page.Group[page.Group[edit.Field]]) g.Node {
	var has []string
	fields := g.Map(s.Values, func(group page.Group[edit.Field]) g.Node {
		_, title, _ := strings.Cut(group.Title, " · ")
		return g.Group{g.If(title != "", page.Para("line", title)), g.Map(group.Values, func(f edit.Field) g.Node {
			label := f.Label
			switch {
			case f.EntryID == "":
				return page.FieldControl(f)
			case f.WeaponCount > 0 || f.Current == "yes":
				has = append(has, table.NameWithCount(max(1, f.WeaponCount), label))
			default:
				label = page.PricedLabel(label, f.Choices[0])
			}
			if f.Path == "weapons" {
				return page.WithLabel(page.PricedLabel(f.Label, f.Choices[0]), h.Input(h.Type("number"), h.Min("0"), h.Max("20"),
					h.Name(f.Key()), h.ID(f.Key()), h.Value(strconv.Itoa(f.WeaponCount))))
			}
			return page.Checkbox(f.Key(), label, f.Current == "yes") // one that is not sent is not ticked
		})}
	})
	if s.Values[0].Values[0].EntryID == "" {
		return h.FieldSet(h.Class("section"), h.Legend(page.IsolatedText(s.Title)), h.Div(h.Class("fields"), fields))
	}
	return h.Details(h.Class("section"), h.ID("design-"+files.FileStem("group", s.Title)), h.Data("whole", ""),
		h.Summary(h.Span(page.IsolatedText(s.Title+" "), h.Span(h.Class("line"), page.IsolatedText(page.JoinCommas(has))))), fields)
}
