package builder

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"muster/builder/edit"
	forcepreview "muster/builder/fad/preview"
	"muster/builder/gf/preview"
	"muster/builder/odds"
	"muster/catalog"
	stored "muster/catalog/fad"
	"muster/convert"
	"muster/report"
	fight "muster/rules/fad"
	"muster/schema"
)

// LastsLimit is the highest number of activations that Lasts counts; the unit is then taken to last
// for ever.
const LastsLimit = forcepreview.LastsLimit

// Design begins a unit alone, outside any list, and assigns values to its fields: one of a kind,
// which the stock lends, or a stored one by its id. Its id there is its kind. It returns a nil session
// without an error for a word that is neither.
func Design(what string, fields []edit.Assignment, stock *stored.Stock, library *catalog.Library) (*Session, error) {
	armoury, err := stored.LoadArmoury()
	if err != nil {
		return nil, err
	}
	begins, err := stock.Find(what)
	known := armoury.Kinds.Find(what)
	if known != nil {
		begins, err = stock.StartOf(known)
	}
	switch {
	case known == nil && err != nil:
		return nil, nil
	case err != nil:
		return nil, err
	}
	unit := begins.Unit
	if unit.ID = string(unit.Kind); known != nil {
		unit.Name = ""
	}
	document, err := schema.Read(what, unit.File(), "unit/1")
	if err != nil {
		return nil, err
	}
	session, err := Begin(document, library)
	if err == nil && len(fields) > 0 {
		_, err = session.Do(Set{Fields: fields})
	}
	return session, err
}

// SearchDesigns begins a search for designs of a kind, or like a stored unit. A field with `=` leaves a searched field
// the values that it names: `quality=regular,elite`, `figures=5..10`. Any other assignment is made
// before the search, which leaves its field as it is then. The caller says the rest. It returns
// nil without an error for a word that is neither.
func SearchDesigns(
	what string, fields []edit.Assignment, stock *stored.Stock, library *catalog.Library,
) (*forcepreview.Search, error) {
	begin := func(fields []edit.Assignment) (*forcepreview.Search, error) {
		session, err := Design(what, fields, stock, library)
		if session == nil || err != nil {
			return nil, err
		}
		return &forcepreview.Search{Start: session.Now().(force).Army, Limits: map[string][]string{}}, nil
	}
	s, err := begin(nil)
	if s == nil || err != nil {
		return nil, err
	}
	searched, limits := s.Searches(), map[string][]string{}
	var fixed []edit.Assignment
	for _, f := range fields {
		switch path := f.Path[0]; {
		case !slices.Contains(searched, path):
			fixed = append(fixed, f)
		case f.Operator == edit.Replace && len(f.Path) == 1:
			limits[path] = valuesOf(f.Value)
		default:
			fixed, limits[path] = append(fixed, f), nil
		}
	}
	if len(fixed) > 0 {
		s, err = begin(fixed)
	}
	if err != nil || s == nil {
		return nil, err
	}
	s.Limits = limits
	s.Given = append(s.Given, convert.All(fixed, edit.Assignment.String)...)
	return s, nil
}

// valuesOf parses values separated by commas, or a range of numbers: "5..10".
func valuesOf(text string) (all []string) {
	if low, high, ok := strings.Cut(text, ".."); ok {
		from, err := strconv.Atoi(low)
		to, wrong := strconv.Atoi(high)
		if err == nil && wrong == nil && to-from < 100 {
			for n := from; n <= to; n++ {
				all = append(all, strconv.Itoa(n))
			}
			return all
		}
	}
	return convert.All(strings.Split(text, ","), strings.TrimSpace)
}

// Typical returns the typical target of Fast and Dirty with an id or a name. The error lists all
// targets.
func Typical(name string) (*forcepreview.Combatant, error) {
	targets, err := forcepreview.Bench(nil)
	if err != nil {
		return nil, err
	}
	var ids []string
	for i := range targets {
		if targets[i].ID == name || strings.EqualFold(targets[i].Name, name) {
			return &targets[i], nil
		}
		ids = append(ids, targets[i].ID)
	}
	return nil, fmt.Errorf("`%s` is neither LIST#ID nor a typical target; those are %s%s", name,
		strings.Join(ids, ", "), schema.DidYouMean(name, ids))
}

// TargetIn returns a unit of a force as a target. The error says that it cannot be one.
func TargetIn(r Roster, id string) (*forcepreview.Combatant, error) {
	f, ok := r.(force)
	if !ok {
		return nil, fmt.Errorf("%s is a list of %s; a target is a unit of Fast and Dirty", r.Document().File, r.Game().Name)
	}
	targets := forcepreview.Targets(forcepreview.Units(f.Army))
	for i := range targets {
		if targets[i].ID == id {
			return &targets[i], nil
		}
	}
	if f.Unit(id) == nil {
		return nil, r.NoUnit(id)
	}
	return nil, fmt.Errorf("`%s` is never on the table, or cannot fight, so it is no target", id)
}

// A Worth is a Fast and Dirty unit's damage to a target in one activation, and how long the unit
// lasts under the target's fire, both at 12 inches.
type Worth struct {
	Target string `json:"target"`
	// Kills is the mean number of figures, or the chance that a vehicle is lost.
	Kills float64 `json:"kills"`
	// Lasts is the mean number of activations of the target's fire until the unit is broken or
	// destroyed; nil if it never is, or is never on the table.
	Lasts *float64 `json:"lasts"`

	effect odds.Effect
	away   bool // the unit is never on the table
}

// WorthOf returns the worth of a roster's unit against each typical target, or against the unit foe
// of another roster. It is nil for a unit that cannot fight. The error is ctx's, or names a fight
// that is too large for exact odds.
func WorthOf(ctx context.Context, r Roster, id string, against Roster, foe string) ([]Worth, error) {
	one, ok := r.(force)
	if !ok {
		return nil, nil
	}
	if u := one.Unit(id); u == nil || u.Problem != nil {
		return nil, nil
	}
	targets, err := forcepreview.Bench(nil)
	if err != nil {
		return nil, err
	}
	if other, ok := against.(force); ok {
		targets = forcepreview.Targets(forcepreview.Units(other.Army))
	}
	var all []Worth
	for i := range targets {
		t := &targets[i]
		if against != nil && t.ID != foe {
			continue
		}
		w := Worth{Target: t.Name, away: one.Unit(id).Kind == fight.Artillery}
		if w.effect, err = forcepreview.Best(ctx, one.Army, id, t, preview.WorthDistance); err != nil {
			return nil, err
		}
		w.Kills = w.effect.Value
		lasts, err := forcepreview.Lasts(ctx, one.Army, id, t, preview.WorthDistance)
		if err != nil {
			return nil, err
		}
		if !math.IsInf(lasts, 1) {
			w.Lasts = &lasts
		}
		all = append(all, w)
	}
	return all, nil
}

// WorthOfDesign returns the worth of a design.
func WorthOfDesign(d *forcepreview.Design) Worth {
	w := Worth{Kills: d.Kills.Value, effect: d.Kills, away: d.Unit.Kind == fight.Artillery}
	if !math.IsInf(d.Lasts, 1) {
		w.Lasts = &d.Lasts
	}
	return w
}

// AboutWorth explains the figures of a Worth.
const AboutWorth = "Kills: figures lost in one activation at 12 inches in the open, or the chance in percent " +
	"that a vehicle is lost. A charge counts less its own losses. Lasts: activations of the other's fire " +
	"until it is broken or destroyed."

// DamageText returns the unit's damage: "2.1", or "23" for a chance of 23 %.
func (w *Worth) DamageText() string {
	if text := w.effect.Text(); text != "" {
		return text
	}
	return odds.Dash
}

// LastsText returns how many activations the unit lasts: "4.2", "over 20".
func (w *Worth) LastsText() string {
	switch {
	case w.away:
		return odds.Dash
	case w.Lasts == nil || *w.Lasts > LastsLimit:
		return fmt.Sprintf("over %d", LastsLimit)
	}
	return odds.Mean.Write(*w.Lasts)
}

// WorthDoc returns a table of a unit's damage and how long it lasts.
func WorthDoc(all []Worth) *report.Table {
	t := &report.Table{Indent: 2, Columns: []report.Column{
		{Name: "Against", Max: 30},
		{Name: "Kills", Kind: report.Number},
		{Name: "Lasts", Kind: report.Number},
	}}
	for i := range all {
		t.Add(all[i].Target, all[i].DamageText(), all[i].LastsText())
	}
	return t
}

// WhoBreaks says in two sentences which of two Fast and Dirty units breaks the other, and in how
// many activations. Each worth is one unit's against the other.
func WhoBreaks(names [2]string, both [2]Worth) (said []string) {
	for i, by := range names {
		of, w := names[1-i], &both[1-i]
		switch {
		case w.away:
			said = append(said, fmt.Sprintf("%s is never on the table, so nothing breaks it.", of))
		case w.Lasts == nil || *w.Lasts > LastsLimit:
			said = append(said, fmt.Sprintf("%s does not break %s within %d activations.", by, of, LastsLimit))
		default:
			said = append(said, fmt.Sprintf("%s breaks %s in %s activations.", by, of, w.LastsText()))
		}
	}
	return said
}
