package fill

import (
	"context"

	"muster/builder"
	"muster/builder/fad"
	"muster/builder/gf"
	"muster/builder/gf/preview"
	"muster/builder/odds"
	"muster/catalog"
	"muster/schema"
)

// Reduce opens a session with a list cut to at most a number of points; it removes the units that
// destroy the least of a foe for their points. See builder.Reduce. Errors are ctx's, or those of
// Targets.
func Reduce(ctx context.Context, r builder.Roster, library *catalog.Library, points int, foe odds.Foe) (*builder.Session, []builder.Cut, error) {
	worth, err := newValuer(r, foe)
	if err != nil {
		return nil, nil, err
	}
	return builder.Reduce(ctx, r, library, points, worth)
}

// newValuer returns a function for the value of lists made from r: the sum of the values of their
// units.
func newValuer(r builder.Roster, foe odds.Foe) (func(context.Context, builder.Roster) (float64, error), error) {
	known := map[string]float64{}
	add := func(sum *float64, key string, value func() (float64, error)) (err error) {
		one, met := known[key]
		if !met {
			if one, err = value(); err == nil {
				known[key] = one
			}
		}
		*sum += one
		return err
	}
	if isForce(r) {
		targets, err := forceTargets(foe)
		return func(ctx context.Context, r builder.Roster) (sum float64, err error) {
			f := &forceQuestion{roster: r, army: r.GameList().(*fad.Army), targets: targets}
			for _, u := range f.army.Units {
				key := string(schema.Write("unit/1", &f.army.List.Units[f.army.List.Index(u.ID)], nil))
				value := func() (float64, error) { of, err := f.unitValue(ctx, f.army, u.ID); return of.value, err }
				if err := add(&sum, key, value); err != nil {
					return 0, err
				}
			}
			return sum, nil
		}, err
	}
	field, err := preview.FoeTargets(r, foe)
	return func(ctx context.Context, r builder.Roster) (sum float64, err error) {
		a := &question{roster: r, army: r.GameList().(*gf.Army), targets: field}
		for _, u := range a.army.Units {
			of := groupOfUnit(a.army, u)
			if of.Halves[0] != u {
				continue
			}
			if err := add(&sum, contentsKey(of.Halves), func() (float64, error) {
				w, err := a.worth(ctx, of)
				if err != nil {
					return 0, err
				}
				return w.value(), nil
			}); err != nil {
				return 0, err
			}
		}
		return sum, nil
	}, err
}
