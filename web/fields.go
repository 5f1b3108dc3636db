package web

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"muster/builder"
	"muster/builder/fad"
	"muster/schema"
)

func (pane *unitPane) fields(setter builder.FieldSetter, id string) {
	for _, f := range setter.Fields(id) {
		i := slices.IndexFunc(pane.Fields, func(g fieldGroup) bool { return g.Label == f.Group })
		if i < 0 {
			i, pane.Fields = len(pane.Fields), append(pane.Fields, fieldGroup{Label: f.Group})
		}
		pane.Fields[i].Inputs = append(pane.Fields[i].Inputs, inputOf(f))
	}
	for _, f := range setter.Additions(id) {
		pane.Adds = append(pane.Adds, inputOf(f))
	}
}

// keyOf is the name of a field in a form.
func keyOf(f fad.Field) string {
	if f.Among != "" {
		return f.Path + "/" + f.Among
	}
	return f.Path
}

func inputOf(f fad.Field) input {
	one := input{Label: f.Label, Key: keyOf(f), Now: f.Now, Mode: "numeric"}
	if f.Among != "" {
		one.Tick, one.Label = true, priced(f.Label, f.Choices[0].More)
		return one
	}
	for _, c := range f.Choices {
		one.Choices = append(one.Choices, choice{c.Value, priced(c.Label, c.More)})
	}
	return one
}

// priced is a label with what it costs more, if anything.
func priced(label string, more int) string {
	if more == 0 {
		return label
	}
	return fmt.Sprintf("%s (%+d)", label, more)
}

// setFields sets what a form changed of a unit.
func setFields(s *builder.Session, id string, r *http.Request) error {
	setter, ok := s.Now().(builder.FieldSetter)
	if !ok {
		return fmt.Errorf("units of %s have no fields to set", s.Now().Game().Name)
	}
	var texts []string
	for _, f := range setter.Fields(id) {
		values, there := r.Form[keyOf(f)]
		if !there || values[0] == f.Now {
			continue
		}
		value := strings.TrimSpace(values[0])
		switch {
		case f.Among != "" && value == "yes":
			texts = append(texts, f.Path+"+="+f.Among)
		case f.Among != "":
			texts = append(texts, f.Path+"-="+f.Among)
		case strings.HasSuffix(f.Path, "personalities") && value != "":
			texts = append(texts, f.Path+"=["+value+"]")
		default:
			texts = append(texts, f.Path+"="+value)
		}
	}
	if len(texts) == 0 {
		return nil
	}
	return assign(s, id, texts...)
}

// listFields are what can be set of a list itself.
func listFields(roster builder.Roster) []input {
	limit := ""
	if roster.Limit() > 0 {
		limit = strconv.Itoa(roster.Limit())
	}
	fields := []input{{Label: "Name", Key: "name", Now: roster.Name()}, {Label: "Agreed points", Key: "points", Now: limit, Mode: "numeric"}}
	if settable, ok := roster.(builder.Settable); ok {
		for _, f := range settable.Settings() {
			fields = append(fields, inputOf(f))
		}
	}
	return fields
}

// A fieldset is a platoon as a form; Number 0 is one that is to be formed.
type fieldset struct {
	Title  string
	Number int
	Inputs []input
}

// The parts of a unit in a platoon.
const (
	commands = "command"
	serves   = "squad"
)

// platoons are the platoons of a list whose game has them, and an empty one.
func platoons(roster builder.Roster) []fieldset {
	planner, ok := roster.(builder.Planner)
	if !ok || roster.Size() == 0 {
		return nil
	}
	var sets []fieldset
	plan := planner.Platoons()
	for i, p := range append(slices.Clone(plan), fad.Platoon{}) {
		set := fieldset{Title: cmp.Or(p.Name, fmt.Sprintf("Platoon %d", i+1)), Number: i + 1}
		if i == len(plan) {
			set.Title, set.Number = "Another platoon", 0
		}
		set.Inputs = append(set.Inputs, input{Label: "Name", Key: fmt.Sprintf("name-%d", set.Number), Now: p.Name})
		for _, u := range roster.Units() {
			part := ""
			if slices.Contains(p.Command, u.ID) {
				part = commands
			} else if slices.Contains(p.Squads, u.ID) {
				part = serves
			}
			set.Inputs = append(set.Inputs, input{
				Label: u.Name, Key: fmt.Sprintf("part-%d-%s", set.Number, u.ID), Now: part,
				Choices: []choice{{"", "not in it"}, {commands, "commands it"}, {serves, "a squad of it"}},
			})
		}
		sets = append(sets, set)
	}
	return sets
}

// setPlatoon forms, changes or disbands a platoon by its number from 1; 0 is a
// new one.
func setPlatoon(s *builder.Session, verb, number string, r *http.Request) error {
	if verb == "disband" {
		return assign(s, "", "platoons-="+number)
	}
	of := map[string][]string{}
	for _, id := range builder.IDs(s.Now().Document()) {
		part := r.FormValue("part-" + number + "-" + id)
		of[part] = append(of[part], id)
	}
	name := strings.TrimSpace(r.FormValue("name-" + number))
	parts := []struct {
		key string
		ids []string
	}{{"command", of[commands]}, {"squads", of[serves]}}
	var whole, texts []string // a new platoon, or the changes of one
	if name != "" {
		whole = append(whole, "name: "+schema.Scalar(name))
	}
	texts = append(texts, "platoons."+number+".name="+name)
	for _, part := range parts {
		value := ""
		if part.ids != nil {
			value = "[" + strings.Join(part.ids, ", ") + "]"
			whole = append(whole, part.key+": "+value)
		}
		texts = append(texts, "platoons."+number+"."+part.key+"="+value)
	}
	if number == "0" {
		texts = []string{"platoons+={" + strings.Join(whole, ", ") + "}"}
	}
	return assign(s, "", texts...)
}
