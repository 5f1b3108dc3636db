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

// DurabilityLimit is the highest number of activations that Worth.Durability counts; the unit is
// then taken to last for ever.
const DurabilityLimit = forcepreview.DurabilityLimit

// OpenDesign opens a session with a single unit, outside any list, and assigns values to its
// fields. what names a kind of unit, or a stored unit by its id; the unit's id in the session is
// its kind. For an unknown word OpenDesign returns a nil session without an error.
func OpenDesign(what string, fields []edit.Assignment, stock *stored.Stock, library *catalog.Library) (*Session, error) {
	armoury, err := stored.LoadArmoury()
	if err != nil {
		return nil, err
	}
	begins, err := stock.Find(what)
	known := armoury.UnitKinds.Find(what)
	if known != nil {
		begins, err = stock.Template(known)
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
		_, err = session.Do(SetFields{Fields: fields})
	}
	return session, err
}

// NewDesignSearch prepares a search for designs of a kind of unit, or like a stored unit. An
// assignment with several values limits a searched field to them: `quality=regular,elite`,
// `figures=5..10`. Any other assignment is made before the search, which then keeps that field. The
// caller sets the price, the target and the objective. For an unknown word NewDesignSearch returns
// nil without an error.
func NewDesignSearch(
	what string, fields []edit.Assignment, stock *stored.Stock, library *catalog.Library,
) (*forcepreview.Search, error) {
	begin := func(fields []edit.Assignment) (*forcepreview.Search, error) {
		session, err := OpenDesign(what, fields, stock, library)
		if session == nil || err != nil {
			return nil, err
		}
		return &forcepreview.Search{Start: session.Now().(fadRoster).Army, AllowedValues: map[string][]string{}}, nil
	}
	s, err := begin(nil)
	if s == nil || err != nil {
		return nil, err
	}
	searched, limits := s.SearchedPaths(), map[string][]string{}
	var fixed []edit.Assignment
	for _, f := range fields {
		switch path := f.Path[0]; {
		case !slices.Contains(searched, path):
			fixed = append(fixed, f)
		case f.Operator == edit.Replace && len(f.Path) == 1:
			limits[path] = parseValues(f.Value)
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
	s.AllowedValues = limits
	s.StartFields = append(s.StartFields, convert.All(fixed, edit.Assignment.String)...)
	return s, nil
}

// parseValues parses values separated by commas, or a range of numbers: "5..10".
func parseValues(text string) (all []string) {
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

// TypicalTarget returns the typical target of Fast and Dirty with an id or a name. The error lists
// all targets.
func TypicalTarget(name string) (*forcepreview.Combatant, error) {
	targets, err := forcepreview.TypicalTargets(nil)
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

// TargetIn returns a unit of a force as a target. The error says that the unit cannot be one.
func TargetIn(r Roster, id string) (*forcepreview.Combatant, error) {
	f, ok := r.(fadRoster)
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
		return nil, r.NoUnitError(id)
	}
	return nil, fmt.Errorf("`%s` is never on the table, or cannot fight, so it is no target", id)
}

// A Worth is a Fast and Dirty unit's damage to a target in one activation, and how long the unit
// lasts under the target's fire, both at 12 inches.
type Worth struct {
	Target string `json:"target"`
	// Kills is the mean number of figures killed, or the chance that a vehicle is lost, 0 to 1.
	Kills float64 `json:"kills"`
	// Durability is the mean number of activations of the target's fire until the unit is broken or
	// destroyed; nil if it never is, or is never on the table.
	Durability *float64 `json:"lasts"`

	effect     odds.Effect
	isOffBoard bool // the unit never stands on the table, such as off-board artillery
}

// WorthOf returns the worth of a roster's unit against each typical target, or against the unit foe
// of another roster. It is nil for a unit that cannot fight. The error is ctx's, or names a fight
// that is too large for exact odds.
func WorthOf(ctx context.Context, r Roster, id string, against Roster, foe string) ([]Worth, error) {
	one, ok := r.(fadRoster)
	if !ok {
		return nil, nil
	}
	if u := one.Unit(id); u == nil || u.Problem != nil {
		return nil, nil
	}
	targets, err := forcepreview.TypicalTargets(nil)
	if err != nil {
		return nil, err
	}
	if other, ok := against.(fadRoster); ok {
		targets = forcepreview.Targets(forcepreview.Units(other.Army))
	}
	var all []Worth
	for i := range targets {
		t := &targets[i]
		if against != nil && t.ID != foe {
			continue
		}
		w := Worth{Target: t.Name, isOffBoard: one.Unit(id).Kind == fight.Artillery}
		if w.effect, err = forcepreview.BestDamage(ctx, one.Army, id, t, preview.WorthDistance); err != nil {
			return nil, err
		}
		w.Kills = w.effect.Value
		lasts, err := forcepreview.Durability(ctx, one.Army, id, t, preview.WorthDistance)
		if err != nil {
			return nil, err
		}
		if !math.IsInf(lasts, 1) {
			w.Durability = &lasts
		}
		all = append(all, w)
	}
	return all, nil
}

// WorthOfDesign returns the worth of a design.
func WorthOfDesign(d *forcepreview.Design) Worth {
	w := Worth{Kills: d.Kills.Value, effect: d.Kills, isOffBoard: d.Unit.Kind == fight.Artillery}
	if !math.IsInf(d.Durability, 1) {
		w.Durability = &d.Durability
	}
	return w
}

// WorthExplanation explains the numbers of a Worth.
const WorthExplanation = "Kills: figures lost in one activation at 12 inches in the open, or the chance in percent " +
	"that a vehicle is lost. A charge counts less its own losses. Lasts: activations of the other's fire " +
	"until it is broken or destroyed."

// DamageText returns the unit's damage: "2.1", or "23" for a chance of 23 %.
func (w *Worth) DamageText() string {
	if text := w.effect.Text(); text != "" {
		return text
	}
	return odds.Dash
}

// DurabilityText returns how many activations the unit lasts: "4.2", "over 20".
func (w *Worth) DurabilityText() string {
	switch {
	case w.isOffBoard:
		return odds.Dash
	case w.Durability == nil || *w.Durability > DurabilityLimit:
		return fmt.Sprintf("over %d", DurabilityLimit)
	}
	return odds.MeanCell.NumberText(*w.Durability)
}

// WorthDoc returns a table of a unit's damage and how long it lasts.
func WorthDoc(all []Worth) *report.Table {
	t := &report.Table{Indent: 2, Columns: []report.Column{
		{Name: "Against", MaxWidth: 30},
		{Name: "Kills", Kind: report.NumberColumn},
		{Name: "Lasts", Kind: report.NumberColumn},
	}}
	for i := range all {
		t.Add(all[i].Target, all[i].DamageText(), all[i].DurabilityText())
	}
	return t
}

// CompareBreakTimes says in two sentences which of two Fast and Dirty units breaks the other, and
// in how many activations. Each entry of both is the worth of one unit against the other.
func CompareBreakTimes(names [2]string, both [2]Worth) (said []string) {
	for i, by := range names {
		of, w := names[1-i], &both[1-i]
		switch {
		case w.isOffBoard:
			said = append(said, fmt.Sprintf("%s is never on the table, so nothing breaks it.", of))
		case w.Durability == nil || *w.Durability > DurabilityLimit:
			said = append(said, fmt.Sprintf("%s does not break %s within %d activations.", by, of, DurabilityLimit))
		default:
			said = append(said, fmt.Sprintf("%s breaks %s in %s activations.", by, of, w.DurabilityText()))
		}
	}
	return said
}
