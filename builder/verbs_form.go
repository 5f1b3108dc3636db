package builder

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"muster/builder/edit"
	"muster/catalog"
	"muster/convert"
	"muster/schema"
)

// setFields returns the edit that sets fields of a unit, or of the list if id is ""; none without
// assignments.
func setFields(id string, texts []string) ([]Edit, error) {
	fields, err := edit.ParseAssignments(texts)
	if err != nil || len(fields) == 0 {
		return nil, err
	}
	return []Edit{SetFields{UnitID: id, Fields: fields}}, nil
}

// fieldChanges returns the assignments of the fields that a form changed. The form names fields by
// their keys.
func fieldChanges(fields []edit.Field, form map[string][]string) (texts []string) {
	for _, f := range fields {
		values, there := form[f.Key()]
		if !there || values[0] == f.Current {
			continue
		}
		value := strings.TrimSpace(strings.ReplaceAll(values[0], "\r\n", "\n"))
		if value == strings.TrimSpace(f.Current) {
			continue
		}
		switch {
		case f.EntryID != "" && value == "yes":
			texts = append(texts, f.AddEntry())
		case f.EntryID != "":
			texts = append(texts, f.DropEntry())
		case f.IsTextList && value != "":
			var parts []string
			for part := range strings.SplitSeq(value, ",") {
				if part = strings.TrimSpace(part); part != "" {
					parts = append(parts, schema.FormatScalar(part))
				}
			}
			texts = append(texts, f.Path+"=["+strings.Join(parts, ", ")+"]")
		default:
			texts = append(texts, f.Assign(value))
		}
	}
	return texts
}

func unitFieldEdits(c Call) ([]Edit, error) {
	setter, ok := c.session.rosterNow.(FieldSetter)
	if !ok {
		return nil, fmt.Errorf("units of %s have no fields to set", c.session.rosterNow.Game().Name)
	}
	return setFields(c.words[0], fieldChanges(setter.Fields(c.words[0]), c.options))
}

// ListFields returns the fields of the list itself; for games with army books, also a field for
// each book that the list may name.
func ListFields(r Roster, library *catalog.Library) []edit.Field {
	fields := r.Settings()
	named := BookNamesIn(r.Document())
	if len(named) == 0 || !r.Game().HasArmyBooks() {
		return fields
	}
	entries, _ := library.List() // the page of books names unreadable ones
	means := "Units of the books that are ticked can be added too."
	for _, e := range catalog.NewestVersions(entries) {
		id, now := e.VersionedID(), "no"
		at := slices.IndexFunc(named, func(name string) bool { own, _ := catalog.SplitVersionedID(name); return own == e.ID })
		if at == 0 && len(named) == 1 || !e.FitsSystem(r.Game().ID) {
			continue // the list needs one
		}
		if at >= 0 {
			id, now = named[at], "yes"
		}
		fields = append(fields, edit.Field{
			Group: "Army books", Label: strings.TrimSpace(e.Name + " " + e.Version), Path: "books", EntryID: id,
			Current: now, Choices: []edit.Choice{{}}, Explanation: means,
		})
		means = "" // the first says it of all
	}
	return fields
}

// quickFix returns the edits of one fix of a finding. The call's words are the index of the finding
// and the index of the fix.
func quickFix(c Call) ([]Edit, error) {
	i, err := strconv.Atoi(c.words[0])
	j, wayErr := strconv.Atoi(c.words[1])
	findings := c.session.rosterNow.Findings()
	if err != nil || wayErr != nil || i < 0 || j < 0 || i >= len(findings) {
		return nil, errors.New("there is no such finding any more")
	}
	fixes := NewFixer(c.session.rosterNow, c.session.library, nil).Fixes(c.ctx, findings[i])
	if j >= len(fixes) {
		return nil, errors.New("there is no such way out any more")
	}
	return fixes[j].Edits, nil
}

// cardIndex returns the index of a unit's card, or -1, and the units that change together with the
// unit: the unit itself, or both halves of a pair.
func cardIndex(cards []Card, id string) (int, []string) {
	at := slices.IndexFunc(cards, func(c Card) bool { return slices.Contains(c.IDs, id) })
	if at < 0 {
		return at, []string{id}
	}
	return at, cards[at].IDs
}

// copyCard returns the edits that copy the units of a card.
func copyCard(c Call) ([]Edit, error) {
	_, ids := cardIndex(Cards(c.session.rosterNow), c.words[0])
	return combinedCopies(c.session.rosterNow, "", ids), nil
}

// combinedCopies returns edits that copy the units with ids. They combine the copies with the unit
// first or, if first is "", with the first copy.
func combinedCopies(r Roster, first string, ids []string) (edits []Edit) {
	taken := UnitIDs(r.Document())
	for _, id := range ids {
		as := schema.FreeID(id, func(id string) bool { return slices.Contains(taken, id) })
		taken = append(taken, as)
		edits = append(edits, Copy{ID: id, NewID: as})
		if first != "" {
			edits = append(edits, Link{UnitID: as, Key: "combine", Target: first})
		} else {
			first = as
		}
	}
	return edits
}

// forCardUnits converts an edit of a unit into edits of all units that change together with it.
func forCardUnits(edit func(id string) Edit) func(Call) ([]Edit, error) {
	return func(c Call) ([]Edit, error) {
		_, ids := cardIndex(Cards(c.session.rosterNow), c.words[0])
		return convert.All(ids, edit), nil
	}
}

// moveCard returns edits that move the units of one card to the place of another card.
func moveCard(c Call) (edits []Edit, err error) {
	r := c.session.rosterNow
	order, cards := UnitIDs(r.Document()), Cards(r)
	for _, id := range c.words {
		if !slices.Contains(order, id) {
			return nil, r.NoUnitError(id)
		}
	}
	from, ids := cardIndex(cards, c.words[0])
	to := slices.IndexFunc(cards, func(card Card) bool { return slices.Contains(card.AllUnitIDs(), c.words[1]) })
	if from < 0 || to < 0 || to == from {
		return nil, nil
	}
	at := func(a, b string) int { return slices.Index(order, a) - slices.Index(order, b) }
	ids = slices.SortedStableFunc(slices.Values(ids), at)
	down := to > from
	if down {
		slices.Reverse(ids)
	}
	onto := slices.MinFunc(cards[to].IDs, at)
	for _, id := range ids {
		if down == (at(id, onto) < 0) { // the other half of a pair may be there already
			edits = append(edits, Move{ID: id, TakePlaceOf: onto})
		}
	}
	return edits, nil
}

// Keys in the file for the two parts of a platoon.
const (
	PlatoonCommandKey = "command"
	PlatoonSquadsKey  = "squads"
)

// namePlatoon returns the edit that renames a platoon, or makes a new one (number 0).
func namePlatoon(c Call) ([]Edit, error) {
	if c.words[0] == "0" {
		return setFields("", []string{"platoons+={name: " + schema.FormatScalar(c.words[1]) + "}"})
	}
	return setFields("", []string{"platoons." + c.words[0] + ".name=" + c.words[1]})
}

// assignPlatoon returns the edit that puts a unit into the platoon with a number (from 1), as part
// of its command or its squads, and removes it from all others: "squad-1 2 squads". Number 0 makes
// a new platoon. A unit without further words is removed from all platoons. Empty platoons are
// removed.
func assignPlatoon(c Call) ([]Edit, error) {
	into, part, err := -1, "", error(nil)
	if len(c.words) == 3 && (c.words[2] == PlatoonCommandKey || c.words[2] == PlatoonSquadsKey) {
		into, err = strconv.Atoi(c.words[1])
		part = c.words[2]
	}
	var all []Platoon
	if planner, ok := c.session.rosterNow.(PlatoonPlanner); ok {
		all = planner.Platoons()
	}
	if err != nil || len(c.words) == 2 || into > len(all) {
		return nil, errors.New("there is no such platoon any more")
	}
	id := c.words[0]
	var texts, gone []string
	for i, p := range all {
		here, left, number := i+1 == into, p.Name != "", fmt.Sprintf("platoons.%d.", i+1)
		for key, ids := range map[string][]string{PlatoonCommandKey: p.Command, PlatoonSquadsKey: p.Squads} {
			others := slices.DeleteFunc(slices.Clone(ids), func(one string) bool { return one == id })
			if here && part == key {
				others = append(others, id)
			}
			if left = left || len(others) > 0; !slices.Equal(others, ids) {
				texts = append(texts, number+key+"="+yamlSequence(others))
			}
		}
		if !left {
			texts = slices.DeleteFunc(texts, func(text string) bool { return strings.HasPrefix(text, number) })
			gone = append([]string{fmt.Sprintf("platoons-=%d", i+1)}, gone...) // from the last, whose number stays
		}
	}
	if into == 0 {
		texts = append(texts, "platoons+={"+part+": "+yamlSequence([]string{id})+"}")
	}
	slices.Sort(texts)
	return setFields("", append(texts, gone...))
}

// yamlSequence returns ids as a YAML flow sequence; "" for none.
func yamlSequence(ids []string) string {
	if len(ids) == 0 {
		return ""
	}
	return "[" + strings.Join(ids, ", ") + "]"
}
