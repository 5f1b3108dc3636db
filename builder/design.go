package builder

import (
	"context"
	"fmt"
	"math"

	"muster/builder/edit"
	forcepreview "muster/builder/fad/preview"
	"muster/builder/gf/preview"
	"muster/builder/odds"
	"muster/catalog"
	stored "muster/catalog/fad"
	"muster/report"
	fight "muster/rules/fad"
	"muster/schema"
)

// MostLasts is the number of activations from which on a unit is said to last for ever.
const MostLasts = 20

// Design begins a unit of a kind alone, outside any list, and assigns values to its fields. The
// stock lends the unit that the kind begins as. It returns a nil session without an error for a
// word that is no kind of unit.
func Design(kind string, fields []edit.Assignment, stock *stored.Stock, library *catalog.Library) (*Session, error) {
	armoury, err := stored.LoadArmoury()
	if err != nil {
		return nil, err
	}
	known := armoury.Kinds.Find(kind)
	if known == nil {
		return nil, nil
	}
	begins, err := stock.Begins(known)
	if err != nil {
		return nil, err
	}
	unit := begins.Unit
	unit.ID, unit.Name = kind, ""
	document, err := schema.Read(kind, unit.File(), "unit/1")
	if err != nil {
		return nil, err
	}
	session, err := Begin(document, library)
	if err == nil && len(fields) > 0 {
		_, err = session.Do(Set{Fields: fields})
	}
	return session, err
}

// A Worth is what a unit of Fast and Dirty does to another in one activation, and how long it
// lasts under the other's fire, both from 12 inches.
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

// WorthOf returns what the unit of a roster does to each of the typical targets, or to the unit
// of another roster, and how long it lasts. It is nil for a unit that cannot fight. The error is
// ctx's, or names a fight that is too large for exact odds.
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

// AboutWorth says what the figures of a Worth are.
const AboutWorth = "Kills: figures lost in one activation at 12 inches in the open, or the chance in percent that a vehicle is lost. A charge counts less its own losses. Lasts: activations of the other's fire until it is broken or destroyed."

// Does writes what the unit does: "2.1", or "23" for a chance of 23 %.
func (w *Worth) Does() string {
	if text := w.effect.Write(); text != "" {
		return text
	}
	return odds.Dash
}

// Endures writes how many activations the unit lasts: "4.2", "over 20".
func (w *Worth) Endures() string {
	switch {
	case w.away:
		return odds.Dash
	case w.Lasts == nil || *w.Lasts > MostLasts:
		return fmt.Sprintf("over %d", MostLasts)
	}
	return odds.Mean.Write(*w.Lasts)
}

// WorthDoc returns a table of what a unit does and how long it lasts.
func WorthDoc(all []Worth) *report.Table {
	t := &report.Table{Indent: 2, Columns: []report.Column{
		{Name: "Against", Max: 30},
		{Name: "Kills", Kind: report.Number},
		{Name: "Lasts", Kind: report.Number},
	}}
	for i := range all {
		t.Add(all[i].Target, all[i].Does(), all[i].Endures())
	}
	return t
}

// WhoBreaks says in two sentences which of two units of Fast and Dirty breaks the other, and in
// how many activations. Each worth is of one against the other.
func WhoBreaks(both [2]Worth) (said []string) {
	name := [2]string{both[1].Target, both[0].Target}
	if name[0] == name[1] {
		name = [2]string{name[0] + " (1)", name[1] + " (2)"}
	}
	for i, by := range name {
		of, w := name[1-i], &both[1-i]
		switch {
		case w.away:
			said = append(said, fmt.Sprintf("%s is never on the table, so nothing breaks it.", of))
		case w.Lasts == nil || *w.Lasts > MostLasts:
			said = append(said, fmt.Sprintf("%s does not break %s within %d activations.", by, of, MostLasts))
		default:
			said = append(said, fmt.Sprintf("%s breaks %s in %s activations.", by, of, w.Endures()))
		}
	}
	return said
}
