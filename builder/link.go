package builder

import (
	"slices"

	"muster/builder/fad"
	"muster/builder/finding"
)

// LinkChoices are the units with which one can be linked in one way, as its key
// in the file names it: "join", "combine", "in".
type LinkChoices struct {
	Key  string
	Now  string // the id of the unit that it is linked to, or ""
	With []Unit // those that it can be linked to, and the one that it is
}

// Links lists the ways in which a unit can be linked to others of its list, or
// is. Each was tried, and causes no error of its own.
func Links(r Roster, id string) []LinkChoices {
	i := slices.Index(IDs(r.Document()), id)
	if i < 0 {
		return nil
	}
	var all []LinkChoices
	for _, kind := range linkKinds {
		key := kind.key
		one := LinkChoices{Key: key, Now: r.Document().At("units", i, key).Text()}
		bare := r.linked(i, key, "")
		if bare == nil {
			continue
		}
		for _, u := range r.Units() {
			if u.ID == id {
				continue
			}
			brought := finding.Compare(bare.Findings(), r.linked(i, key, u.ID).Findings()).Brought()
			if _, refused := finding.FirstError(brought, kind.guards...); !refused || u.ID == one.Now {
				one.With = append(one.With, u)
			}
		}
		if one.With != nil {
			all = append(all, one)
		}
	}
	return all
}

func (g grimdark) linked(i int, key, to string) Roster { return grimdark{g.Linked(i, key, to)} }

func (f force) linked(i int, key, to string) Roster {
	if key != "in" {
		return nil
	}
	list := *f.Army.List
	list.Units = slices.Clone(list.Units)
	list.Units[i].In = to
	return force{&fad.Army{List: &list, Findings: list.Check()}}
}
